"""Sides: who plays with whom."""

from __future__ import annotations

from abc import abstractmethod

from heartslib._values.arguments import frozen
from heartslib.errors import RulesError
from heartslib.rules.book.page import ChapterChoice
from heartslib.sheet import each_alone

__all__ = [
    "EveryoneAlone",
    "Partners",
    "Sides",
]


class Sides(ChapterChoice):
    """Chapter: sides.

    Attributes:
        pooled: Whether partners keep their tricks and points together.
    """

    __slots__ = ()

    pooled: bool = False

    @abstractmethod
    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each side.

        Raises:
            RulesError: That number of players cannot be divided this way.
        """


@frozen
class EveryoneAlone(Sides):
    """Everyone plays alone.

    What it says: each seat is a side.
    Sources: "Hearts Rules" (to 50); pagat.com, "Players and Cards".
    """

    name: str = "everyone-alone"

    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return each_alone(players)

    def describe(self, players: int) -> str:
        return "Everyone plays alone."


@frozen
class Partners(Sides):
    """Players who sit opposite each other are partners.

    What it says: partners either pool their tricks and score as one, or keep separate scores that
    are added together at the end of the game.
    Sources: pagat.com, "Partnership Hearts".

    Attributes:
        pooled: Whether partners pool their tricks and points.
    """

    pooled: bool = True
    name: str = "partners"

    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: two that sit opposite each other."""
        if players % 2 or players < 4:
            raise RulesError(
                f"partners sit opposite each other, which takes 4, 6, 8 or 10 players, not {players}"
            )
        half = players // 2
        return tuple((seat, seat + half) for seat in range(half))

    def describe(self, players: int) -> str:
        how = (
            "pool their tricks and share one score"
            if self.pooled
            else "keep separate scores, which are added together at the end of the game"
        )
        return f"Players opposite each other are partners. They {how}."
