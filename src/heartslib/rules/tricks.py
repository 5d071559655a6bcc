"""Tricks: when one is complete, and who takes it."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.cards import Cards
from heartslib.table import Table


@runtime_checkable
class TrickRule(Protocol):
    """Chapter: tricks."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def is_complete(self, table: Table) -> bool:
        """Whether the trick on the table, not empty, needs no further card."""
        ...

    def taker(self, table: Table) -> int:
        """The seat that takes the complete trick on the table."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@attrs.frozen
class HighestOfSuitLed:
    """One card from each player; the highest card of the suit led takes the trick.

    What it says: there are no trumps, and cards of other suits never win.
    Sources: 000 to 003, 004 "The Play of the Hand".
    """

    name: str = attrs.field(default="highest-of-suit-led", kw_only=True)

    def is_complete(self, table: Table) -> bool:
        """Whether everyone has played."""
        trick = table.trick
        return len(trick.cards) == trick.players

    def taker(self, table: Table) -> int:
        """The seat of the highest card of the suit led; of two equal ones, the first."""
        trick = table.trick
        highest = trick.cards[0]
        for card in trick.cards:
            if card.suit is highest.suit and card.index > highest.index:
                highest = card
        return trick.seat_of(trick.cards.index(highest))

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return (
            "Play goes clockwise, one card from each player. The highest card of the suit led "
            "takes the trick, and its player leads to the next."
        )


HIGHEST_OF_SUIT_LED: Final = HighestOfSuitLed()
"""The usual rule."""


@runtime_checkable
class RoundEnd(Protocol):
    """Chapter: the end of a round, before its last trick."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def claims(self) -> bool:
        """Whether the seat on turn may claim all tricks that are left."""
        ...

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Whether no further trick is played, asked when one has been taken.

        Args:
            table: What lies face up.
            counting: The cards in play that cost points or take some off.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences; empty where there is nothing to say."""
        ...


@attrs.frozen
class PlayedOut:
    """A round is played to its last trick, unless a claim ends it.

    What it says: all cards are played, even when nothing is left that counts.
    Sources: 000 to 003, 004.

    Attributes:
        claims: Whether the seat on turn may claim all tricks that are left; if all others
            accept, the round ends so.
    """

    claims: bool = False
    name: str = attrs.field(default="played-out", kw_only=True)

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Never before the cards are played."""
        return False

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return _CLAIMS if self.claims else ""


@attrs.frozen
class EndsWhenNothingCounts:
    """A round ends when every card that counts has been taken.

    What it says: the tricks that are left would change nothing and are not played.
    Sources: house rules.

    Attributes:
        claims: Whether the seat on turn may claim all tricks that are left; if all others
            accept, the round ends so.
    """

    claims: bool = False
    name: str = attrs.field(default="ends-when-nothing-counts", kw_only=True)

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Whether all of them have been played."""
        return counting <= table.played

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        claims = f" {_CLAIMS}" if self.claims else ""
        return f"The round ends when every card that counts has been taken.{claims}"


_CLAIMS: Final = (
    "The player on turn may claim all the tricks that are left; if all others accept, they are "
    "taken so."
)

PLAYED_OUT: Final = PlayedOut()
"""To the last trick."""
