"""What answers are worth, by the kernel: it draws the hidden cards and plays every candidate out.

All candidates are tried in the same deals and with the same random numbers, so that their difference is not
hidden by luck: it takes far fewer deals to tell two cards apart than to know what either costs.

It runs on compiled code if there is any, and otherwise on plain Python, where the same seed gives the same deals and
the same points: that takes some hundred times as long.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import accumulate, chain, count, pairwise
from operator import add
from random import Random
from typing import Any, TypeAlias

import attrs

from heartslib import moves
from heartslib._values.seats import for_each
from heartslib.cards import BY_PLACE, KINDS, Card, Cards
from heartslib.rounds import asked, own_seat
from heartslib.rules import RoundRules
from heartslib.sampling import Sampler
from heartslib.sampling.spread import Spread
from heartslib.simulate.kernel.layout import *
from heartslib.simulate.lowering.refusal import refused
from heartslib.simulate.lowering.rules import KernelTables, lowered_once
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions import samples
from heartslib.simulate.positions.position import Position
from heartslib.table import Table
from heartslib.view import View

_Law: TypeAlias = tuple[list[int], list[float], list[list[int]]]
"""How the hidden cards are drawn: a law, the chances of its ways, and scratch space."""

_ASKED: dict[type[moves.Move], int] = {
    moves.Play: samples.PLAYING,
    moves.Pass: samples.PASSING,
    moves.LayDown: samples.LAYING_DOWN,
    **dict.fromkeys((moves.Charge, moves.NameContract), samples.CHARGING),
}
"""What the kernel calls the question that asks for each kind of move."""


def tables_for(rules: RoundRules, charged: Cards, scores: tuple[int, ...]) -> KernelTables:
    """A rulebook as the search reads it: with what charged cards cost, and ended once it is decided.

    Args:
        rules: The rules of the round.
        charged: The cards that are charged.
        scores: The scores before the round.
    """
    return _tables_for(rules, charged, scores if rules.asks_scores else None)


@functools.lru_cache(maxsize=64)
def _tables_for(rules: RoundRules, charged: Cards, scores: tuple[int, ...] | None) -> KernelTables:
    # Charged cards double what others cost, and policies weigh by costs; what is counted in the end does not
    # change.  A round that is decided is not played to its end: that would change no points.
    tables = lowered_once(rules, scores)
    numbers = [*tables.numbers]
    for card in KINDS:
        numbers[COSTS + card.place] = rules.cost(card, charged)
    if numbers[MOON]:
        numbers[MOON] = sum(rules.cost(card, charged) for card in rules.penalty_cards)
    numbers[ENDS_EARLY] = 1
    return attrs.evolve(tables, numbers=(*numbers,))


def alike(
    tables: KernelTables, table: Table, hand: Cards, cards: Sequence[Card]
) -> dict[Card, Card]:
    """For each card the first that equals it: nobody can play between them, and no rule parts them.

    Args:
        tables: The rules.
        table: The cards everyone can see.
        hand: The hand of the seat to act.
        cards: The candidates, those preferred first.
    """
    # of two copies the second may win, so equal cards need not be equally good
    if tables.numbers[COPIES] > 1:
        return {card: card for card in cards}
    classes = tables.classes
    pack = tables.cards[PACK_LAYERS]
    others = pack & ~(table.all_played.bits | hand.bits) | table.trick.bits
    groups: dict[tuple[int, int], Card] = {}
    firsts: dict[Card, Card] = {}
    for card in cards:
        below = card.suit.mask & others & (card.bit - 1)
        firsts[card] = groups.setdefault((below, classes[card.place]), card)
    return firsts


def position_of(view: View, rules: RoundRules, placed: Sequence[Cards]) -> Position:
    """The position of a view; some of the cards that its seat does not see may be missing.

    Args:
        view: What the seat to act knows.
        rules: The rules of the round.
        placed: The cards known to be in each hand, captured by each seat and laid down by each.
    """
    players, table = view.players, view.table
    hands = [*map(add, placed[:players], placed[2 * players : 3 * players])]
    captured = placed[players : 2 * players]
    position = Position(rules, table, hands, captured=captured, scores=view.scores)
    numbers = position.numbers
    # as in a position: the cards of the leader before the trick; hands here may lack hidden cards
    laps = -(-len(table.trick) // players)
    numbers[LEFT] = view.hand_sizes[table.trick.leader] + laps - view.offered
    numbers[KITTY_TAKEN] = position.lowered.numbers[KITTY] - view.kitty_size
    numbers[DEALER] = view.dealer
    numbers[TURN] = own_seat(view)
    leader = view.settled.leader
    numbers[SETTLED_LEADER] = NOBODY if leader is None else leader
    for card in view.settled.face_up[:1]:
        numbers[SHOWN_LAST] = card.place
    return position


def _own(view: View) -> list[Cards]:
    """The seat's own hand in its place, and nothing in the others."""
    held = [*for_each(3 * view.players, Cards())]
    held[own_seat(view)] = view.hand
    return held


def target() -> Any:
    """What the kernel runs on here: compiled code if numba is there and compiles, else plain Python."""
    try:
        from heartslib.simulate.targets import cpu  # noqa: PLC0415 - an extra
    except ImportError:
        return plain_target()
    return plain_target() if cpu.IS_PLAIN else cpu


def plain_target() -> Any:
    """Plain Python, in place of compiled code."""
    from heartslib.simulate.targets import plain  # noqa: PLC0415 - loaded only where it is needed

    return plain


def cards_by(policy: str, view: View, number: int) -> list[Card]:
    """The cards that a policy plays, passes or lays down.

    Args:
        policy: The policy, one of those that weigh cards.
        view: What the seat to act knows; it is asked for one of `_ASKED`.
        number: How many cards.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
    """
    rules = view.in_force
    tables = tables_for(rules, view.table.all_charged, view.scores)
    position = position_of(view, rules, _own(view))
    on = target()
    cards = on.blank_numbers(number)
    policies = on.numbers([*for_each(view.players, policy_number(policy))])
    what = _ASKED[asked(view).kind], number
    one = on.words(position.sets), on.numbers(position.numbers)
    on.run_rows(tables, "advise", *one, *what, policies, cards)
    return [BY_PLACE[place] for place in cards]


class Search:
    """The deals that fit a view, as positions, and what answers lead to in them.

    Args:
        view: What the seat to act knows.
        rules: The rules of the round.
        sampler: The deals that fit.
        seed: A whole number; it decides which deals are drawn, and all else that is random.
        on: What the kernel runs on; by default what `target` finds.
    """

    def __init__(
        self, view: View, rules: RoundRules, sampler: Sampler, seed: int, on: Any = None
    ) -> None:
        kind = asked(view).kind
        if kind not in _ASKED:
            raise refused(f"plays nothing out after {kind.__name__}")
        if view.secret:  # in the search they are face up: the policies know what they cost
            mine = view.table.with_charged(own_seat(view), view.secret)
            view = attrs.evolve(view, table=mine)
        self.tables = tables_for(rules, view.table.all_charged, view.scores)
        self._view = view
        self._sampler = sampler
        self._seed = seed
        self._drawn = 0
        self._on = on or target()
        known, spread = sampler.law() or (_own(view), None)
        self._base = position_of(view, rules, known)
        self._law: tuple[Any, ...] | None = None
        if spread is not None:
            law, chances, space = _law_of(spread)
            self._law = self._on.numbers(law), self._on.chances(chances), self._on.numbers(space)

    @property
    def is_compiled(self) -> bool:
        """Whether it runs on compiled code."""
        return self._on is not plain_target()

    def behind(self, points: Any, shares: tuple[float, ...]) -> list[float]:
        """What rounds are worth: the points of each seat, as `points` gives them, times its share."""
        worth: list[float] = self._on.behind(points, shares)
        return worth

    @property
    def may_shoot(self) -> bool:
        """Whether the seat's side may still shoot the moon: nobody else has taken a penalty card."""
        rules = self.tables.numbers
        hoarder = self._base.numbers[HOARDER]
        own = rules[SIDE + own_seat(self._view)]
        return bool(rules[MOON] and hoarder in (NOBODY, own))

    def positions(self, number: int) -> tuple[Any, Any]:
        """Positions of so many deals: their sets and their numbers, a row for each."""
        base = self._base
        if self._law is None:
            return self._drawn_by_sampler(number)
        sets = self._on.blank_words(number, len(base.sets))
        numbers = self._on.blank_numbers(number, len(base.numbers))
        start = self._on.words(base.sets), self._on.numbers(base.numbers)
        seed = self._on.word(self._seed)
        self._on.run(
            self.tables, "draw_hidden", number, seed, self._drawn, *start, *self._law, sets, numbers
        )
        return sets, numbers

    def _drawn_by_sampler(self, number: int) -> tuple[Any, Any]:
        """The same, in Python: again and again until the plays so far allow a deal."""
        base = self._base
        sets = list[list[int]]()
        numbers = list[list[int]]()
        for deal in range(self._drawn, self._drawn + number):
            rng = Random(f"{self._seed}:{deal}")  # noqa: S311 - to be repeatable
            drawn = self._sampler.draw(rng)
            laid = [each.cards if each else Cards() for each in drawn.passes]
            hands = [*map(add, drawn.hands, laid)] if laid else drawn.hands
            base.put_hidden(hands, drawn.captured, drawn.kitty)
            base.sets[RNG] = rng.getrandbits(64)
            sets.append([*base.sets])
            numbers.append([*base.numbers])
        return self._on.words(sets), self._on.numbers(numbers)

    def points(
        self, number: int, answers: Sequence[Sequence[int]], plans: Sequence[Sequence[int]]
    ) -> Any:
        """The points of the round after each answer, in the next deals.

        Args:
            number: How many deals are drawn.
            answers: The candidates, as in the kernel's `try_answers`.
            plans: The policy of each seat afterwards, for each plan.

        Returns:
            The numbers of (deals, plans, candidates, seats + 1) in one row: the points, and in the
            end the side that shot the moon, or -1.
        """
        wanted = _ASKED[asked(self._view).kind]
        place = self.tables.numbers[PASSES]
        if wanted == samples.PASSING and self._view.pattern:
            place += PATTERN * self.tables.patterns.index(self._view.pattern)
        tries = number * len(plans) * len(answers)
        points = self._on.blank_numbers(tries * (self._view.players + 1))
        what = self._on.numbers(answers), self._on.numbers(plans), points
        positions = self.positions(number)
        self._on.run(self.tables, "try_answers", tries, wanted, place, *positions, *what)
        self._drawn += number  # the next deals are other ones
        return points


def _law_of(spread: Spread) -> _Law:
    """How cards are spread, as `samples.draw_hidden` reads it."""
    rows = spread.rows
    columns = spread.columns
    counts = spread.counts
    sizes = [*map(len, rows)]
    order = counts.order
    # copies of a card are marked in a spread, by the layer of their bit; the kernel knows no marks
    cards = [(bit.bit_length() - 1) % WORD for row in rows for bit in row]
    # where the cards of each row begin, and how many there are
    stretches = chain(*zip(accumulate(sizes, initial=0), sizes, strict=False))
    crossings = len(columns if counts.by_rows else rows)
    header = [len(order), crossings, counts.by_rows, len(rows), len(columns), len(cards)]
    at = samples.LAW_SIZE + len(order) + len(cards) + 2 * len(rows) + 2 * len(columns)
    places, rooms = list[int](), list[int]()
    for column in columns:
        places += at + len(rooms), sum(spread.room[place] for place in column)
        rooms += chain(*((place, spread.room[place]) for place in column))
    # states are numbered through all lines, and a way names the state of the next line that it leads to
    states = list[int]()
    chances = list[float]()
    ways = list[int]()
    numbered = 0
    for steps, later in pairwise([*counts.steps, {}]):
        numbered += len(steps)
        numbers = dict(zip(later, count(numbered), strict=False))
        for step in steps.values():
            states += len(chances), len(step.ways)
            chances += step.chances
            for filled, rest in step.ways:
                ways += numbers.get(rest, 0), *filled  # after the last line there is no state
    parts = [order, [*stretches, *cards], places + rooms, states, ways]
    begins = accumulate(map(len, parts[:-1]), initial=samples.LAW_SIZE)
    law = [*header, *begins, *chain(*parts)]
    return law, chances or [1.0], [[0] * (2 * len(cards) + len(rows) * len(columns))]
