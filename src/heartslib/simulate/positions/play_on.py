"""Play on from a position: each candidate card, then the rest of the round, many times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import add

import numpy as np

from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards
from heartslib.errors import HeartsError
from heartslib.rules import facts
from heartslib.rules.book.chapters import Rulebook
from heartslib.simulate.kernel.layout import *
from heartslib.simulate.lowering.refusal import refused
from heartslib.simulate.lowering.rules import Numbers, lowered_once
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.rounds.engines import check_one, check_whole, target_of
from heartslib.simulate.targets import cpu
from heartslib.table import Table


class Position:
    """A round in the middle of the play, as the kernel reads it.

    A position has all hands.  To play on from a `View`, draw the cards that its seat does not see
    with `heartslib.sampling`.

    Args:
        rules: The rulebook.
        table: The tricks so far and everything else that is face up.
        hands: The hands, seat 0 first.
        kitty: What is left of the kitty, in its order.
        captured: For each seat, seat 0 first, its captured cards that were in no trick: those of
            the kitty, or those laid down for them; by default none.
        scores: The scores before the round, which rules may ask for.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
    """

    def __init__(
        self,
        rules: Rulebook,
        table: Table,
        hands: Sequence[Cards],
        kitty: Sequence[Card] = (),
        captured: Sequence[Cards] = (),
        *,
        scores: tuple[int, ...] | None = None,
    ) -> None:
        self.turn = table.trick.turn
        self.hand = hands[self.turn]
        self.left = sum(map(len, hands))
        self.lowered = lowered_once(rules.at(table.players).in_force, scores)
        self.sets, self.numbers, _ = self.lowered.space()
        self._piles = table.piles
        self.put_hidden(hands, captured or for_each(table.players, Cards()), kitty)
        self._write_sets(table)
        self._write_numbers(table, len(hands[table.trick.leader]))

    def put_hidden(
        self, hands: Sequence[Cards], captured: Sequence[Cards], kitty: Sequence[Card] = ()
    ) -> None:
        """Write the cards that are not face up, in place of those before.

        Args:
            hands: The hands, seat 0 first.
            captured: For each seat its captured cards that were in no trick.
            kitty: What is left of the kitty, in its order.
        """
        piles = map(add, self._piles, captured)
        for seat, (hand, pile, aside) in enumerate(zip(hands, piles, captured, strict=True)):
            self._put_layers(HANDS + seat * SEAT, hand)
            self._put_layers(PILES + seat * SEAT, pile)
            self._put_layers(CAPTURED + seat * SEAT, aside)
        taken = int(self.lowered.numbers[KITTY]) - len(kitty)
        self.numbers[KITTY_TAKEN] = taken
        begin = int(self.lowered.numbers[KITTY_CARDS]) + taken
        self.numbers[begin : begin + len(kitty)] = [card.place for card in kitty]

    def _write_sets(self, table: Table) -> None:
        sets = self.sets
        for seat, charged in enumerate(table.charged):
            sets[CHARGED + seat * SEAT] = charged.bits
            played = charged - table.charged_and_held(seat)
            sets[self.lowered.numbers[PLAYED_BY] + seat] = played.bits
        self._put_layers(WAITING, table.waiting)
        self._put_layers(GONE, table.played)
        # every fact is written, but one that nobody knows matters only if a restriction asks for it
        for place, name in enumerate(FACTS, 1):
            try:
                sets[place] = facts.FACTS[name].found(self.hand.bits, table) & ONE_OF_EACH
            except NotSaid as error:
                if place in self.lowered.facts_asked:
                    raise refused(f"plays a position of which all is known: {error}") from error

    def _put_layers(self, place: int, cards: Cards) -> None:
        """Write a multiset as one set for each copy."""
        bits = cards.bits
        for layer in range(len(self.lowered.layers)):
            self.sets[place + layer * LAYER] = bits & ONE_OF_EACH
            bits >>= WORD

    def _write_numbers(self, table: Table, held: int) -> None:
        numbers = self.numbers
        rules = self.lowered.numbers
        trick = table.trick
        numbers[TRICK : TRICK + len(trick)] = [card.place for card in trick.cards]
        numbers[[LEADER, TURN, LENGTH]] = trick.leader, trick.turn, len(trick)
        # before the trick the leader held a card more for each time that the table has been around
        numbers[LEFT] = held + -(-len(trick) // table.players)
        if rules[KEEPS_TAKERS]:
            if not table.is_whole:
                raise refused(f"plays a position of which all is known: {NotSaid('tricks')}")
            takers = [-1 if done.taker is None else done.taker for done in table.tricks]
            numbers[rules[TAKERS] :][: len(takers)] = takers
            numbers[TRICKS] = len(takers)
            kinds = [done.bits & ONE_OF_EACH for done in table.tricks]  # of one copy at least
            self.sets[rules[TRICK_KINDS] :][: len(kinds)] = kinds
        # who may shoot the moon, as `_play_on` notes it from trick to trick
        penalty = self.lowered.rules.penalty_cards
        taken = [
            sum(rules[COSTS + card.place] for card in pile.only(penalty)) for pile in self._piles
        ]
        took = {rules[SIDE + seat] for seat, cost in enumerate(taken) if cost}
        hoarder = SEVERAL if len(took) > 1 else next(iter(took), NOBODY)
        numbers[HOARDER], numbers[HOARDED] = hoarder, sum(taken)

    def play_out(
        self, cards: Iterable[Card], *, times: int = 1, seed: int = 0, policy: str = "random"
    ) -> Numbers:
        """For each candidate card, play it and the rest of the round many times.

        Args:
            cards: Cards of the seat to act; whether they are legal is not checked.
            times: How often each card is tried.
            seed: A whole number from 0; the same random numbers are used for every card.
            policy: How all seats play afterwards: one of `heartslib.simulate.POLICIES`.

        Returns:
            The points of the round, summed over all times: a row for each card, a column for
            each seat.

        Raises:
            HeartsError: The seat to act does not hold a card, or another argument is wrong.
        """
        return play_out([self], [cards], times=times, seed=seed, policy=policy)[0]


def play_out(
    positions: Sequence[Position],
    cards: Sequence[Iterable[Card]],
    *,
    times: int = 1,
    seed: int = 0,
    policy: str = "random",
    engine: str = "kernel",
) -> list[Numbers]:
    """`Position.play_out` for many positions at once, which is faster, above all on a GPU.

    Args:
        positions: Positions of one rulebook and one number of players.
        cards: For each position, cards of its seat to act; whether they are legal is not checked.
        times: How often each card is tried.
        seed: A whole number from 0; the same random numbers are used for every card.
        policy: How all seats play afterwards: one of `heartslib.simulate.POLICIES`.
        engine: ``"kernel"``; or ``"cuda"``, which needs an NVIDIA GPU and the extra ``cuda``.

    Returns:
        For each position the points of the round, summed over all times: a row for each card, a
        column for each seat.

    Raises:
        HeartsError: An argument is wrong, such as a card that the seat to act does not hold; or
            there is no GPU.
        MissingExtra: The extra that the engine needs is not installed.
    """
    check_one("engine", engine, ("kernel", "cuda"))
    times, seed = check_whole("times", times, 1), check_whole("seed", seed, 0)
    does = policy_number(policy)
    candidates = [*map(tuple, cards)]
    if len(candidates) != len(positions):
        raise HeartsError(
            f"cards must have an item for each position: there are {len(positions)} positions, "
            f"and cards for {len(candidates)}"
        )
    for place in range(len(positions)):
        _check(positions, place, candidates[place])
    if not any(candidates):
        return [np.zeros((0, each.lowered.players), np.int64) for each in positions]
    target = cpu if engine == "kernel" else target_of(engine)
    lowered = positions[0].lowered
    tried = [(at, card.place) for at, some in enumerate(candidates) for card in some]
    places, indices = np.array(tried, np.int64).T
    points = target.zeros((len(tried), lowered.players), np.int64)
    rows = [each.sets for each in positions], [each.numbers for each in positions]
    arrays = map(target.array, (*map(np.array, rows), places, indices))
    policies = target.array(np.full(lowered.players, does, np.int64))
    numbers = np.uint64(seed), *arrays, times
    target.run(lowered, "play_out", len(tried) * times, *numbers, policies, points)
    scored = target.host(points)
    ends = accumulate(map(len, candidates))
    return [scored[end - len(some) : end] for some, end in zip(candidates, ends, strict=True)]


def _check(positions: Sequence[Position], place: int, cards: Iterable[Card]) -> None:
    """Refuse a position of other rules than the first, and cards that its seat does not hold."""
    one = positions[place]
    rules, others = ((each.lowered.rules, each.lowered.players) for each in (positions[0], one))
    if one.lowered is not positions[0].lowered and others != rules:
        raise HeartsError(
            "all positions must have one rulebook and one number of players: position "
            f"{place} has others than position 0"
        )
    where = f"in position {place} " if len(positions) > 1 else ""
    for card in cards:
        if card not in one.hand:
            raise HeartsError(f"{where}seat {one.turn} does not hold {card}: it has {one.hand}")
