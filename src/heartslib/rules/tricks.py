"""Tricks: when one is complete, and who takes it."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import attrs

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
