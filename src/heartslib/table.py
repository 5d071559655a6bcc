"""What lies face up, and the questions that rules ask of it.

A rule is given the `Table` and one hand, never the other hands, so it cannot look at them.
Nothing here is remembered for a rule: whether hearts are broken, or which suit was led
before, is read off the cards.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

import attrs

from heartslib._draft import draft_of
from heartslib.cards import Card, Cards, Suit, from_each


@attrs.frozen(weakref_slot=False)
class Trick:
    """The cards of one trick in the order of play, its leader's first.

    A trick is false while it is empty, and its length is the number of its cards.

    Attributes:
        leader: The seat that leads, or led, to it.
        players: The number of seats.
        cards: The cards, in order of play.
        taker: The seat that took it; None while it lies on the table.
    """

    leader: int
    players: int
    cards: tuple[Card, ...] = ()
    taker: int | None = None

    @property
    def suit(self) -> Suit | None:
        """The suit led; None before the lead."""
        return self.cards[0].suit if self.cards else None

    @property
    def turn(self) -> int:
        """The seat that plays next to it."""
        return (self.leader + len(self.cards)) % self.players

    @property
    def plays(self) -> Iterator[tuple[int, Card]]:
        """Each card with the seat that played it."""
        return ((self.seat_of(place), card) for place, card in enumerate(self.cards))

    def seat_of(self, place: int) -> int:
        """The seat that plays card number `place` of the trick, counted from 0."""
        return (self.leader + place) % self.players

    def __len__(self) -> int:
        return len(self.cards)


@attrs.frozen(weakref_slot=False)
class Table:
    """Everything that lies face up in a round, as far as it has been played.

    Attributes:
        trick: The trick in progress; empty when somebody is about to lead.
        played: The cards of all earlier tricks, without those of `trick`.
        tricks: The earlier tricks themselves, first to last.
        shown: Cards that each seat has shown to all, seat 0 first; they may have been played
            since.
    """

    trick: Trick
    played: Cards = attrs.field(factory=Cards)
    tricks: tuple[Trick, ...] = ()
    shown: tuple[Cards, ...] = ()

    @classmethod
    def ready(cls, leader: int, players: int) -> Table:
        """The empty table, `leader` about to lead to the first trick."""
        return cls(Trick(leader, players), shown=(Cards(),) * players)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.trick.players

    @property
    def all_played(self) -> Cards:
        """The cards of the earlier tricks and of the trick in progress."""
        return self.played + self.trick.cards

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The cards that each seat has taken so far, seat 0 first."""
        piles: list[list[Card]] = [[] for _ in range(self.players)]
        for trick in self.tricks:
            if trick.taker is not None:
                piles[trick.taker] += trick.cards
        return tuple(map(from_each, piles))

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken so far, seat 0 first."""
        takers = [trick.taker for trick in self.tricks]
        return tuple(takers.count(seat) for seat in range(self.players))

    def was_led(self, suit: Suit) -> bool:
        """Whether `suit` was led to an earlier trick."""
        return any(trick.suit is suit for trick in self.tricks)

    def with_card(self, card: Card) -> Table:
        """The table after the seat on turn has played `card`."""
        trick = self.trick
        longer = _trick(trick.leader, trick.players, (*trick.cards, card), None)
        return _table(longer, self.played, self.tricks, self.shown)

    def with_trick_taken(self, taker: int) -> Table:
        """The table after `taker` has taken the trick and is about to lead."""
        trick = self.trick
        taken = _trick(trick.leader, trick.players, trick.cards, taker)
        played = from_each(trick.cards, self.played.bits)
        lead = _no_cards(taker, trick.players)
        return _table(lead, played, (*self.tricks, taken), self.shown)

    def with_shown(self, seat: int, cards: Cards) -> Table:
        """The table after `seat` has shown cards of its hand to all."""
        shown = (*self.shown[:seat], cards, *self.shown[seat + 1 :])
        return attrs.evolve(self, shown=shown)


_no_cards: Final = functools.cache(Trick)
_TrickDraft: Final = draft_of(Trick)
_TableDraft: Final = draft_of(Table)


def _trick(leader: int, players: int, cards: tuple[Card, ...], taker: int | None) -> Trick:
    trick = _TrickDraft()
    trick.leader = leader
    trick.players = players
    trick.cards = cards
    trick.taker = taker
    trick.__class__ = Trick
    return trick  # type: ignore[no-any-return]


def _table(
    trick: Trick, played: Cards, tricks: tuple[Trick, ...], shown: tuple[Cards, ...]
) -> Table:
    table = _TableDraft()
    table.trick = trick
    table.played = played
    table.tricks = tricks
    table.shown = shown
    table.__class__ = Table
    return table  # type: ignore[no-any-return]
