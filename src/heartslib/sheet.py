"""Score sheets that explain themselves: totals are sums of lines, and lines have reasons."""

from __future__ import annotations

import attrs
from typing_extensions import override

from heartslib.cards import Cards


@attrs.frozen
class Line:
    """One entry of a score sheet.

    Attributes:
        seat: Whose score it changes.
        points: By how much; positive points are bad.
        reason: Why, in a few words: ``"took QS"``.
    """

    seat: int
    points: int
    reason: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} {self.reason}: {self.points:+d}"


@attrs.frozen
class ScoreSheet:
    """The score of one round.

    Attributes:
        players: The number of seats.
        lines: The entries, in the order in which the rules made them.
    """

    players: int
    lines: tuple[Line, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the round per seat, seat 0 first: the sums of the lines."""
        totals = [0] * self.players
        for line in self.lines:
            totals[line.seat] += line.points
        return tuple(totals)

    def of(self, seat: int) -> tuple[Line, ...]:
        """The lines of one seat, in order."""
        return tuple(line for line in self.lines if line.seat == seat)

    def with_lines(self, lines: tuple[Line, ...]) -> ScoreSheet:
        """The sheet with more lines at its end."""
        return ScoreSheet(self.players, self.lines + lines)

    @override
    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@attrs.frozen
class Finished:
    """The public record of a round that has been played out: all that a scorer may know.

    Attributes:
        piles: The cards each seat took, seat 0 first.
        penalty: Every penalty card in play this round, however often the pack has it.
        choice: What the shooter of the moon chose, where the rules ask; else None.
    """

    piles: tuple[Cards, ...]
    penalty: Cards
    choice: str | None = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.piles)
