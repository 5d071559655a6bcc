"""The end of the game: when it is over, and who has won."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import attrs

from heartslib.rules._checks import whole_number


@runtime_checkable
class Ending(Protocol):
    """Chapter: the end of the game."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def is_over(self, scores: tuple[int, ...], rounds: int) -> bool:
        """Whether the game is over once `rounds` rounds are booked, with these scores."""
        ...

    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that win with these scores."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@attrs.frozen
class Target:
    """The game ends when someone has so many points; the lowest score wins.

    What it says: the test is made when a round has been booked, never in the middle (A30).
    Sources: 001 and 003 (100), 002 (50), 004 "Object of Game", "Scoring", "Variations" (ties).

    Attributes:
        points: The score that ends the game, reached or passed.
        play_off: Ties for the lowest score are played off, round by round; else shared.
    """

    points: int = attrs.field(default=100, validator=whole_number())
    play_off: bool = False
    name: str = attrs.field(default="target", kw_only=True)

    def is_over(self, scores: tuple[int, ...], rounds: int) -> bool:
        """Whether somebody has the points, and the lowest score is clear where it must be."""
        if max(scores) < self.points:
            return False
        return not self.play_off or len(self.winners(scores)) == 1

    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The seats with the lowest score."""
        lowest = min(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == lowest)

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ties = (
            "if the lowest score is tied, play goes on until one is lowest"
            if self.play_off
            else "players who tie for it share the win"
        )
        return (
            f"The game ends after the round in which someone reaches or passes {self.points} "
            f"points. The lowest score wins; {ties}."
        )
