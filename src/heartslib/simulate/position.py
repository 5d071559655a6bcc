"""Play on from a position: each candidate card, then the rest of the round, many times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

import numpy as np

from heartslib._bits import ONE_OF_EACH, PACK_SIZE
from heartslib.cards import Card, Cards
from heartslib.errors import HeartsError
from heartslib.rules import Rulebook
from heartslib.rules.facts import FACTS
from heartslib.simulate import kernel
from heartslib.simulate.lowering import Numbers, Words, lowered_once
from heartslib.simulate.policies import policy_number
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
    ) -> None:
        self._turn = table.trick.turn
        self._hand = hands[self._turn]
        self._lowered = lowered_once(rules.in_force, table.players)
        self.sets: Words = np.zeros(kernel.S_SIZE, np.uint64)
        self.numbers: Numbers = np.zeros(kernel.N_SIZE, np.int64)
        self._write_sets(table, hands, captured or (Cards(),) * table.players)
        self._write_numbers(table, len(hands[table.trick.leader]), kitty)

    def _write_sets(self, table: Table, hands: Sequence[Cards], captured: Sequence[Cards]) -> None:
        sets = self.sets
        piles = map(add, table.piles, captured)
        for seat, (hand, pile, aside) in enumerate(zip(hands, piles, captured, strict=True)):
            _put_layers(sets, kernel.HANDS + seat * kernel.MAX_COPIES, hand)
            _put_layers(sets, kernel.PILES + seat * kernel.MAX_COPIES, pile)
            _put_layers(sets, kernel.CAPTURED + seat * kernel.MAX_COPIES, aside)
        for seat, charged in enumerate(table.charged):
            sets[kernel.CHARGED + seat] = charged.bits
            sets[kernel.PLAYED_BY + seat] = (charged - table.charged_and_held(seat)).bits
        _put_layers(sets, kernel.WAITING, table.waiting)
        _put_layers(sets, kernel.GONE, table.played)
        for place, name in enumerate(kernel.FACTS, 1):
            sets[place] = FACTS[name].found(self._hand.bits, table) & ONE_OF_EACH

    def _write_numbers(self, table: Table, held: int, kitty: Sequence[Card]) -> None:
        numbers, trick = self.numbers, table.trick
        numbers[kernel.TRICK : kernel.TRICK + len(trick)] = [card.index for card in trick.cards]
        numbers[kernel.LEADER], numbers[kernel.TURN] = trick.leader, trick.turn
        numbers[kernel.LENGTH] = len(trick)
        numbers[kernel.LEFT] = held + -(-len(trick) // table.players)
        if self._lowered.numbers[kernel.KEEPS_TAKERS]:
            takers = [-1 if done.taker is None else done.taker for done in table.tricks]
            numbers[kernel.TAKERS : kernel.TAKERS + len(takers)] = takers
            numbers[kernel.TRICKS] = len(takers)
            kinds = [done.bits & ONE_OF_EACH for done in table.tricks]  # of one copy at least
            self.sets[kernel.TRICK_KINDS : kernel.TRICK_KINDS + len(kinds)] = kinds
        taken = int(self._lowered.numbers[kernel.KITTY]) - len(kitty)
        numbers[kernel.KITTY_TAKEN] = taken
        begin = kernel.KITTY_CARDS + taken
        numbers[begin : begin + len(kitty)] = [card.index for card in kitty]

    def play_out(
        self, cards: Iterable[Card], *, times: int = 1, seed: int = 0, policy: str = "random"
    ) -> Numbers:
        """For each candidate card, play it and the rest of the round many times.

        Args:
            cards: Cards of the seat to act; whether they are legal is not checked.
            times: How often each card is tried.
            seed: A whole number; the same random numbers are used for every card.
            policy: How all seats play afterwards: one of `heartslib.simulate.POLICIES`.

        Returns:
            The points of the round, summed over all times: a row for each card, a column for
            each seat.

        Raises:
            HeartsError: The seat to act does not hold a card, or there is no such policy.
        """
        candidates = tuple(cards)
        for card in candidates:
            if card not in self._hand:
                raise HeartsError(f"seat {self._turn} does not hold {card}: it has {self._hand}")
        players = self._lowered.players
        points = np.zeros((len(candidates), players), np.int64)
        kernel.play_out(
            self._lowered.numbers,
            self._lowered.cards,
            self.sets,
            self.numbers,
            np.zeros(kernel.W_SIZE, np.int64),
            np.uint64(seed),
            np.array([card.index for card in candidates], np.int64),
            np.int64(times),
            np.full(players, policy_number(policy), np.int64),
            points,
            self._lowered.layers,
        )
        return points


def _put_layers(sets: Words, place: int, cards: Cards) -> None:
    """Write a multiset as one set for each copy."""
    for layer in range(kernel.MAX_COPIES):
        sets[place + layer] = cards.bits >> PACK_SIZE * layer & ONE_OF_EACH
