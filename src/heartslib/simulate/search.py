"""What answers are worth, by the kernel: it draws the hidden cards and plays every candidate out.

This module needs numpy and numba.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import accumulate, chain
from operator import add
from random import Random
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from heartslib._bits import PACK_SIZE
from heartslib.cards import PACK, Card, Cards
from heartslib.rounds import own_seat
from heartslib.rules import RoundRules
from heartslib.sampling import Sampler
from heartslib.sampling.spread import Law
from heartslib.simulate import kernel, searching
from heartslib.simulate.lowering import KernelTables, Numbers, Words, lowered_once
from heartslib.simulate.policies import policy_number
from heartslib.simulate.position import Position
from heartslib.simulate.targets import cpu
from heartslib.table import Table
from heartslib.view import View

ASKED: Final = {
    "play": searching.PLAYING,
    "pass": searching.PASSING,
    "kitty": searching.LAYING_DOWN,
    **dict.fromkeys(("early-charge", "charge", "contract"), searching.CHARGING),
}
"""What the kernel calls the question of each phase."""


@functools.lru_cache(maxsize=64)
def tables_for(rules: RoundRules, players: int, charged: Cards) -> KernelTables:
    """A rulebook as the search reads it: with what charged cards cost, and ended once it is decided.

    Args:
        rules: The rules of the round.
        players: The number of players.
        charged: The cards that are charged.
    """
    tables = lowered_once(rules, players)
    numbers = tables.numbers.copy()
    for card in charged:
        numbers[kernel.COSTS + card.index] = rules.cost(card, charged)
    numbers[kernel.ENDS_EARLY] = 1
    return attrs.evolve(tables, numbers=numbers)


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
    if tables.numbers[kernel.COPIES] > 1:
        return {card: card for card in cards}
    classes, pack = tables.classes, int(tables.cards[kernel.PACK_LAYERS])
    others = pack & ~(table.all_played.bits | hand.bits) | table.trick.bits
    groups: dict[tuple[int, int], Card] = {}
    return {
        card: groups.setdefault(
            (card.suit.mask & others & (card.bit - 1), classes[card.index]), card
        )
        for card in cards
    }


def position_of(view: View, rules: RoundRules, placed: Sequence[Cards]) -> Position:
    """The position of a view; some of the cards that its seat does not see may be missing.

    Args:
        view: What the seat to act knows.
        rules: The rules of the round.
        placed: The cards known to be in each hand, captured by each seat and laid down by each.
    """
    players, table = view.players, view.table
    hands = [*map(add, placed[:players], placed[2 * players : 3 * players])]
    position = Position(rules, table, hands, captured=placed[players : 2 * players])
    numbers, laps = position.numbers, -(-len(table.trick) // players)
    numbers[kernel.LEFT] = view.hand_sizes[table.trick.leader] + laps - view.offered
    numbers[kernel.KITTY_TAKEN] = position.lowered.numbers[kernel.KITTY] - view.kitty_size
    numbers[kernel.DEALER], numbers[kernel.TURN] = view.dealer, own_seat(view)
    return position


def _own(view: View) -> list[Cards]:
    """The seat's own hand in its place, and nothing in the others."""
    held = [Cards()] * (3 * view.players)
    held[own_seat(view)] = view.hand
    return held


def advice(view: View, policy: str, count: int) -> list[Card]:
    """The cards that a policy plays, passes or lays down.

    Args:
        view: What the seat to act knows; its phase is one of `ASKED`.
        policy: The policy, one of those that weigh cards.
        count: How many cards.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
    """
    rules = view.in_force
    tables = tables_for(rules, view.players, view.table.all_charged)
    position = position_of(view, rules, _own(view))
    found = np.zeros(count, np.int64)
    policies = np.full(view.players, policy_number(policy))
    asked = np.int64(ASKED[view.phase]), np.int64(count)
    cpu.run_rows(tables, "advise", position.sets, position.numbers, *asked, policies, found)
    return [PACK[index] for index in found]


class Search:
    """The deals that fit a view, as positions, and what answers lead to in them.

    Args:
        view: What the seat to act knows.
        rules: The rules of the round.
        sampler: The deals that fit.
        seed: A whole number; it decides which deals are drawn, and all else that is random.
    """

    def __init__(self, view: View, rules: RoundRules, sampler: Sampler, seed: int) -> None:
        if view.secret:
            mine = view.table.with_charged(own_seat(view), view.secret)
            view = attrs.evolve(view, table=mine)
        self.tables = tables_for(rules, view.players, view.table.all_charged)
        self._view, self._sampler, self._seed = view, sampler, np.uint64(seed)
        self._drawn = 0
        known, law = sampler.law() or (_own(view), None)
        self._base = position_of(view, rules, known)
        self._law = None if law is None else _Law.of(law)

    def positions(self, count: int) -> tuple[Words, Numbers]:
        """Positions of so many deals, as rows."""
        words, numbers, _ = self.tables.sizes
        rows = np.zeros((count, words), np.uint64), np.zeros((count, numbers), np.int64)
        if self._law is None:
            rng = Random(f"{self._seed}:{self._drawn}")  # noqa: S311 - to be repeatable
            for row in range(count):
                drawn = self._sampler.draw(rng)
                laid = [each.cards if each else Cards() for each in drawn.passes]
                hands = [*map(add, drawn.hands, laid)] if laid else drawn.hands
                self._base.put_hidden(hands, drawn.captured, drawn.kitty)
                rows[0][row], rows[1][row] = self._base.sets, self._base.numbers
                rows[0][row, kernel.RNG] = rng.getrandbits(64)
            return rows
        law, base = self._law, (self._base.sets, self._base.numbers)
        given = self._seed, np.int64(self._drawn), law.numbers, law.chances, *base, law.space
        cpu.run(self.tables, "draw_hidden", count, *given, *rows)
        return rows

    def points(self, count: int, asked: int, answers: Numbers, plans: Numbers) -> Numbers:
        """The points of the round after each answer, in the next deals.

        Args:
            count: How many deals are drawn.
            asked: What the seat is asked, one of `ASKED`.
            answers: The candidates, as in the kernel's `try_answers`.
            plans: The policy of each seat afterwards, (plans, seats).

        Returns:
            The points, (deals, plans, candidates, seats + 1), and in the end the side that shot the
            moon, or -1.
        """
        positions = self.positions(count)
        points = np.empty((count, len(plans), len(answers), self._view.players + 1), np.int64)
        pattern = self._view.pattern
        patterns = self.tables.patterns
        number = patterns.index(pattern) if asked == searching.PASSING else 0
        place = self.tables.numbers[kernel.PASSES] + kernel.PATTERN * number
        given = np.int64(asked), np.int64(place), *positions, answers, plans, points
        cpu.run(self.tables, "try_answers", points[..., 0].size, *given)
        self._drawn += count
        return points


@attrs.frozen
class _Law:
    """How the hidden cards are drawn, as the kernel reads it.

    Attributes:
        numbers: The law, from `searching.LAW_LINES` on.
        chances: The cumulative probability of each way.
        space: Scratch space.
    """

    numbers: Numbers
    chances: npt.NDArray[np.float64]
    space: Numbers

    @classmethod
    def of(cls, law: Law) -> _Law:
        """The arrays of a law."""
        rows, columns, sizes = law.rows, law.columns, [*map(len, law.rows)]
        cards = [(bit.bit_length() - 1) % PACK_SIZE for row in rows for bit in row]
        stretches = chain(*zip([0, *accumulate(sizes[:-1])], sizes, strict=True)) if sizes else ()
        crossings = len(columns) if law.by_rows else len(rows)
        header = [len(law.order), crossings, law.by_rows, len(rows), len(columns), len(cards)]
        dealt, states, ways = [*stretches, *cards], [*chain(*law.states)], [*chain(*law.ways)]
        at = searching.LAW_SIZE + len(law.order) + len(dealt) + 2 * len(columns)
        places, rooms = list[int](), list[int]()
        for column in columns:
            places += at + len(rooms), sum(room for _, room in column)
            rooms += chain(*column)
        parts = [law.order, dealt, places + rooms, states, ways]
        begins = accumulate(map(len, parts[:-1]), initial=searching.LAW_SIZE)
        numbers = np.array([*map(int, header), *begins, *chain(*parts)], np.int64)
        space = np.zeros((1, 2 * len(cards) + len(rows) * len(columns)), np.int64)
        return cls(numbers, np.array(law.chances or [1.0]), space)
