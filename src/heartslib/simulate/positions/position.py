"""A round in the middle of the play, as lists of numbers for the kernel; it needs neither numpy nor numba."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add
from typing import TYPE_CHECKING

from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards
from heartslib.rules import facts
from heartslib.rules.book.chapters import Rulebook
from heartslib.simulate.kernel.layout import *
from heartslib.simulate.lowering.refusal import refused
from heartslib.simulate.lowering.rules import lowered_once
from heartslib.table import Table

if TYPE_CHECKING:
    from heartslib.simulate.positions.play_on import Numbers


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
        words, numbers, _ = self.lowered.sizes
        self.sets = [*for_each(words, 0)]
        self.numbers = [*for_each(numbers, 0)]
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
        taken = self.lowered.numbers[KITTY] - len(kitty)
        self.numbers[KITTY_TAKEN] = taken
        begin = self.lowered.numbers[KITTY_CARDS] + taken
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
        numbers[LEADER] = trick.leader
        numbers[TURN] = trick.turn
        numbers[LENGTH] = len(trick)
        # before the trick the leader held a card more for each time that the table has been around
        numbers[LEFT] = held + -(-len(trick) // table.players)
        if rules[KEEPS_TAKERS]:
            if not table.is_whole:
                raise refused(f"plays a position of which all is known: {NotSaid('tricks')}")
            takers = [-1 if done.taker is None else done.taker for done in table.tricks]
            kinds = [done.bits & ONE_OF_EACH for done in table.tricks]  # of one copy at least
            numbers[TRICKS] = len(takers)
            numbers[rules[TAKERS] : rules[TAKERS] + len(takers)] = takers
            self.sets[rules[TRICK_KINDS] : rules[TRICK_KINDS] + len(kinds)] = kinds
        # who may shoot the moon, as `_play_on` notes it from trick to trick
        penalty = self.lowered.rules.penalty_cards
        taken = [
            sum(rules[COSTS + card.place] for card in pile.only(penalty)) for pile in self._piles
        ]
        took = {rules[SIDE + seat] for seat, cost in enumerate(taken) if cost}
        hoarder = SEVERAL if len(took) > 1 else next(iter(took), NOBODY)
        numbers[HOARDER] = hoarder
        numbers[HOARDED] = sum(taken)

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
        from heartslib.simulate.positions.play_on import play_out  # noqa: PLC0415 - an extra

        return play_out([self], [cards], times=times, seed=seed, policy=policy)[0]
