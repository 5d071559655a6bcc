"""The kitty: who gets the cards that were not dealt to anybody.

Whoever takes kitty cards may look at them; nobody else sees them.  Captured, they lie with
the taker's tricks and count there.  Exchanged, they go into the hand first, and the taker lays
as many cards face down with the tricks: those count, and do not break hearts.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.cards import Cards
from heartslib.errors import RulesError
from heartslib.rules._checks import is_a, whole_number

__all__ = [
    "KITTY_BY_THE_TRICK",
    "KITTY_TO_FIRST_PENALTY",
    "KITTY_TO_FIRST_TRICK",
    "KITTY_TO_LAST_TRICK",
    "Kitty",
    "KittyTo",
    "Taker",
]


@runtime_checkable
class Kitty(Protocol):
    """Chapter: the kitty."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def exchanged(self) -> bool:
        """Whether the taker exchanges the cards with the hand, while there is one."""
        ...

    def due(self, taken: Cards, left: int, penalty: Cards, *, is_last: bool) -> int:
        """How many kitty cards go to whoever has just taken `taken`.

        Args:
            taken: The cards of the trick, and those of tricks before it that nobody won.
            left: How many cards the kitty still has, at least one.
            penalty: The penalty cards in play.
            is_last: Whether no trick follows.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


class Taker(Enum):
    """Whose trick brings kitty cards."""

    OF_TRICK = "trick"
    """Whoever takes a trick."""
    OF_PENALTY = "penalty"
    """Whoever takes a penalty card."""
    OF_LAST_TRICK = "last-trick"
    """Whoever takes the last trick."""


_NAMES: Final = {
    Taker.OF_TRICK: "kitty-to-first-trick",
    Taker.OF_PENALTY: "kitty-to-first-penalty",
    Taker.OF_LAST_TRICK: "kitty-to-last-trick",
}


@attrs.frozen
class KittyTo:
    """The kitty goes to whoever takes a trick, a penalty card or the last trick.

    What it says: all of it goes right after the first such trick, or a share of it after each.
    Where nobody wins a trick it goes with its cards to whoever takes the next (A39).  What is
    left goes with the last trick.
    Sources: 004 "Other Numbers of Players" (methods 1 and 2), "Variations: Kitty",
    "Cancellation Hearts"; D. Parlett, *The Penguin Book of Card Games* (the last trick); house
    rules (a card with each trick).

    Attributes:
        taker: Who takes it.
        share: How many cards go at a time; None for all.
        exchanged: Whether the taker exchanges them with the hand (method 2), not captures them.
    """

    taker: Taker = attrs.field(default=Taker.OF_TRICK, validator=is_a(Taker))
    share: int | None = attrs.field(default=None, validator=whole_number(1, optional=True))
    exchanged: bool = False
    name: str = attrs.field(
        default=attrs.Factory(
            lambda self: "kitty-by-the-trick" if self.share else _NAMES[self.taker],
            takes_self=True,
        ),
        kw_only=True,
    )

    def __attrs_post_init__(self) -> None:
        """Refuse an exchange with a hand that is empty."""
        if self.exchanged and self.taker is Taker.OF_LAST_TRICK:
            raise RulesError("exchanged: after the last trick there is no hand to exchange with")

    def due(self, taken: Cards, left: int, penalty: Cards, *, is_last: bool) -> int:
        """All of it, or a share, where the trick brings it."""
        brings = self.taker is Taker.OF_TRICK or (
            self.taker is Taker.OF_PENALTY and not penalty.isdisjoint(taken)
        )
        if is_last or (brings and self.share is None):
            return left
        return min(self.share or 0, left) if brings else 0

    def describe(self, players: int) -> str:
        if self.share is None:
            who = {
                Taker.OF_TRICK: "whoever takes the first trick",
                Taker.OF_PENALTY: "whoever is first to take a penalty card",
                Taker.OF_LAST_TRICK: "whoever takes the last trick",
            }
            use = (
                "adds it to the hand and lays as many cards face down with the tricks taken"
                if self.exchanged
                else "puts it with the tricks taken and may look at it"
            )
            return f"If there is a kitty, {who[self.taker]} takes it: that player {use}. Its cards count."
        cards = "one card of it goes" if self.share == 1 else f"{self.share} cards of it go"
        trick = "each trick"
        if self.taker is Taker.OF_PENALTY:
            trick += " that has a penalty card"
        use = "exchanged with the hand" if self.exchanged else "put with the tricks taken"
        return (
            f"If there is a kitty, {cards} with {trick}, and what is left with the last. What "
            f"goes is {use}, and counts."
        )


KITTY_TO_FIRST_TRICK: Final = KittyTo()
"""Captured by the taker of the first trick; without effect where there is no kitty."""

KITTY_TO_FIRST_PENALTY: Final = KittyTo(Taker.OF_PENALTY)
"""Captured by whoever is first to take a penalty card."""

KITTY_TO_LAST_TRICK: Final = KittyTo(Taker.OF_LAST_TRICK)
"""Captured by the taker of the last trick."""

KITTY_BY_THE_TRICK: Final = KittyTo(share=1)
"""A card with each trick."""
