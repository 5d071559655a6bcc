"""The kitty: who gets the cards that were not dealt to anybody.

Whoever takes kitty cards may look at them; nobody else sees them.  Captured, they lie with
the taker's tricks and count there.  Exchanged, they go into the hand first, and the taker lays
as many cards face down with the tricks: those count, and do not break hearts.
"""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.cards import Cards


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


def _described(who: str, *, exchanged: bool) -> str:
    use = (
        "adds it to the hand and lays as many cards face down with the tricks taken"
        if exchanged
        else "puts it with the tricks taken and may look at it"
    )
    return f"If there is a kitty, {who} takes it: that player {use}. Its cards count."


@attrs.frozen
class KittyToFirstTrick:
    """The kitty goes to whoever takes the first trick.

    What it says: all of it, right after that trick.  Where nobody wins the first trick it
    goes with its cards to whoever takes the next (A39).
    Sources: 004 "Other Numbers of Players" (methods 1 and 2), "Cancellation Hearts".

    Attributes:
        exchanged: Whether it is exchanged with the hand (method 2), not captured.
    """

    exchanged: bool = False
    name: str = attrs.field(default="kitty-to-first-trick", kw_only=True)

    def due(self, taken: Cards, left: int, penalty: Cards, *, is_last: bool) -> int:
        """All of it."""
        return left

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return _described("whoever takes the first trick", exchanged=self.exchanged)


@attrs.frozen
class KittyToFirstPenalty:
    """The kitty goes to whoever first takes a penalty card.

    What it says: all of it, right after that trick.
    Sources: 004 "Variations: Kitty", "Other Numbers of Players".

    Attributes:
        exchanged: Whether it is exchanged with the hand, not captured.
    """

    exchanged: bool = False
    name: str = attrs.field(default="kitty-to-first-penalty", kw_only=True)

    def due(self, taken: Cards, left: int, penalty: Cards, *, is_last: bool) -> int:
        """All of it, if the trick holds a penalty card."""
        return left if is_last or not penalty.isdisjoint(taken) else 0

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return _described("whoever is first to take a penalty card", exchanged=self.exchanged)


@attrs.frozen
class KittyToLastTrick:
    """The kitty goes to whoever takes the last trick.

    What it says: all of it; there is no hand left to exchange it with.
    Sources: D. Parlett, *The Penguin Book of Card Games*.
    """

    name: str = attrs.field(default="kitty-to-last-trick", kw_only=True)

    @property
    def exchanged(self) -> bool:
        """Never."""
        return False

    def due(self, taken: Cards, left: int, penalty: Cards, *, is_last: bool) -> int:
        """All of it, at the end."""
        return left if is_last else 0

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return _described("whoever takes the last trick", exchanged=False)


@attrs.frozen
class KittyByTheTrick:
    """A kitty card goes with each trick until there are none.

    What it says: one card to whoever takes a trick; what is left goes with the last.
    Sources: house rules.

    Attributes:
        exchanged: Whether each is exchanged with the hand, not captured.
    """

    exchanged: bool = False
    name: str = attrs.field(default="kitty-by-the-trick", kw_only=True)

    def due(self, taken: Cards, left: int, penalty: Cards, *, is_last: bool) -> int:
        """One, and at the end the rest."""
        return left if is_last else 1

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        use = "is exchanged with the hand" if self.exchanged else "lies with the tricks taken"
        return (
            "If there is a kitty, one card of it goes with each trick, and what is left with the "
            f"last. The card {use}, and counts."
        )


KITTY_TO_FIRST_TRICK: Final = KittyToFirstTrick()
"""Captured by the taker of the first trick; without effect where there is no kitty."""
