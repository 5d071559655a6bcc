"""Direction: which way round the table the game goes.

Seats are numbered in the order of play: seat + 1 is next, to deal, to lead and to play.  A direction says on which
side the next seat is, and nothing else.  So a rule counts places onward, and finds the words left and right here: a
game that is turned round is its own mirror, with the same legal cards, tricks and scores for each seat.
"""

from __future__ import annotations

from enum import Enum

from heartslib.errors import RulesError, quoted

__all__ = ["Direction"]


class Direction(Enum):
    """Which way round the table the deal and the play go."""

    CLOCKWISE = "clockwise"
    """The next player sits to the left."""
    COUNTERCLOCKWISE = "counterclockwise"
    """The next player sits to the right."""

    def side(self, places: int) -> str:
        """The side of a player so many places onward, or back if negative: ``left`` or ``right``."""
        return "left" if (places > 0) is (self is Direction.CLOCKWISE) else "right"

    def clockwise(self, first: int, players: int) -> tuple[int, ...]:
        """All seats as they sit round the table, clockwise from a seat on."""
        onward = 1 if self is Direction.CLOCKWISE else -1
        return tuple((first + onward * place) % players for place in range(players))


def direction_given(direction: Direction | str) -> Direction:
    """A direction, given by itself or by its word."""
    try:
        return Direction(direction)
    except ValueError:
        raise RulesError(
            f"direction must be 'clockwise' or 'counterclockwise', not {quoted(direction)}"
        ) from None
