"""The end of the game: when it is over, and who has won; and what becomes of some totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias, runtime_checkable

import attrs

from heartslib._pairs import pairs
from heartslib.errors import RulesError, shown
from heartslib.rules._checks import whole_number
from heartslib.rules._words import listed

__all__ = [
    "Ending",
    "ExactTotals",
    "NoTotalBelow",
    "Reversed",
    "Rounds",
    "Target",
    "ThereAndBack",
    "TotalRule",
]

Scores: TypeAlias = tuple[int, ...]
"""Points by seat, seat 0 first."""

SideSeats: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each side."""


def lowest(scores: Scores, sides: SideSeats) -> tuple[int, ...]:
    """The seats of the side with the fewest points, partners added up; of several in a tie."""
    points = [sum(scores[seat] for seat in side) for side in sides]
    best = [side for side, total in zip(sides, points, strict=True) if total == min(points)]
    return tuple(sorted(seat for side in best for seat in side))


def _is_clear(scores: Scores, sides: SideSeats) -> bool:
    return len(lowest(scores, sides)) == len(sides[0])


@runtime_checkable
class Ending(Protocol):
    """Chapter: the end of the game."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether the game is over.

        Args:
            course: The scores after each round, at least one, the latest last.
            sides: The seats of each side.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


_TIES = {
    True: "if the lowest score is tied, play goes on until one is lowest",
    False: "players who tie for it share the win",
}


@attrs.frozen
class Target:
    """The game ends when someone has so many points; the lowest score wins.

    What it says: the test is made when a round has been entered, never in the middle (A30).
    Sources: 000 (100 or 200), 001 and 003 (100), 002 (50), 004 "Object of Game", "Scoring",
    "Spot Hearts" (500), "Dirty Nasty Filthy Hearts" (300), "Variations" (ties).

    Attributes:
        points: The score that ends the game.
        play_off: Ties for the lowest score are played off, round by round; else shared.
        passed: The score must be passed; reaching it is not enough.
    """

    points: int = attrs.field(default=100, validator=whole_number())
    play_off: bool = False
    passed: bool = False
    name: str = attrs.field(default="target", kw_only=True)

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether somebody has the points, and the lowest score is clear where it must be."""
        scores = course[-1]
        if max(scores) < self.points + self.passed:
            return False
        return not self.play_off or _is_clear(scores, sides)

    def describe(self, players: int) -> str:
        what = "passes" if self.passed else "reaches or passes"
        return (
            f"The game ends after the round in which someone {what} {self.points} points. "
            f"The lowest score wins; {_TIES[self.play_off]}."
        )


@attrs.frozen
class Rounds:
    """The game ends after a number of rounds; the lowest score wins.

    What it says: so many rounds are played, whatever the score.
    Sources: 000 ("a certain amount of time": the host may also stop the game).

    Attributes:
        rounds: How many.
        play_off: Ties for the lowest score are played off, round by round; else shared.
    """

    rounds: int = attrs.field(validator=whole_number(1))
    play_off: bool = False
    name: str = attrs.field(default="rounds", kw_only=True)

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether the rounds are played, and the lowest score is clear where it must be."""
        if len(course) < self.rounds:
            return False
        return not self.play_off or _is_clear(course[-1], sides)

    def describe(self, players: int) -> str:
        return (
            f"The game ends after {self.rounds} rounds. The lowest score wins; "
            f"{_TIES[self.play_off]}."
        )


@attrs.frozen
class ThereAndBack:
    """The game turns when someone reaches a score, and ends when someone is back at 0.

    What it says: from the round after, the points taken are subtracted; the lowest score wins.
    It goes together with `Reversed`, which turns the count.
    Sources: Hartenjagen as some play it (A55).

    Attributes:
        at: The score at which the game turns.
    """

    at: int = attrs.field(default=50, validator=whole_number(1))
    name: str = attrs.field(default="there-and-back", kw_only=True)

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether the game has turned and someone has 0 or less."""
        return _has_turned(course[:-1], self.at) and min(course[-1]) <= 0

    def describe(self, players: int) -> str:
        return (
            f"When someone has reached {self.at} points the game turns: from then on points taken "
            "are subtracted, and it ends when someone has 0 or less. The lowest score wins."
        )


def _has_turned(course: tuple[Scores, ...], at: int) -> bool:
    return any(max(scores) >= at for scores in course)


@runtime_checkable
class TotalRule(Protocol):
    """Chapter: totals; one step between the points of a round and the new scores."""

    @property
    def name(self) -> str:
        """Stable identifier of the step."""
        ...

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores as this step makes them, before the end of the game is tested.

        Args:
            scores: The scores with the points of the round.
            before: The scores before the round.
            course: The scores after each earlier round.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


def _exact(totals: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    found = pairs(totals)
    if not all(type(score) is type(becomes) is int for score, becomes in found):
        raise RulesError(f"exact totals are whole numbers, not {shown(found)}")
    return found


@attrs.frozen
class ExactTotals:
    """A score of exactly so many points falls to another.

    What it says: after a round, before the end of the game is tested (A45).
    Sources: 004 "Variations: Scoring" (100 falls to 50, or to 0).

    Attributes:
        totals: What each such score becomes; give ``{100: 50}``.
    """

    totals: tuple[tuple[int, int], ...] = attrs.field(converter=_exact)
    name: str = attrs.field(default="exact-totals", kw_only=True)

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores with those exact ones changed."""
        totals = dict(self.totals)
        return tuple(totals.get(score, score) for score in scores)

    def describe(self, players: int) -> str:
        falls = listed([f"{score} falls to {new}" for score, new in self.totals]) or "nothing"
        return f"A score of exactly {falls}, before it is seen whether the game ends."


@attrs.frozen
class NoTotalBelow:
    """No score falls below a floor.

    What it says: what would be lower counts as the floor.
    Sources: house rules on bonus cards.

    Attributes:
        points: The lowest score there is.
    """

    points: int = attrs.field(default=0, validator=whole_number())
    name: str = attrs.field(default="no-total-below", kw_only=True)

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores, none below the floor."""
        return tuple(max(score, self.points) for score in scores)

    def describe(self, players: int) -> str:
        return f"No score falls below {self.points}."


@attrs.frozen
class Reversed:
    """Points are subtracted once someone has reached a score.

    What it says: from the round after that; see `ThereAndBack`.
    Sources: Hartenjagen as some play it (A55).

    Attributes:
        at: The score at which the count turns.
    """

    at: int = attrs.field(default=50, validator=whole_number(1))
    name: str = attrs.field(default="reversed", kw_only=True)

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores with the points of the round subtracted, once the game has turned."""
        if not _has_turned(course, self.at):
            return scores
        return tuple(2 * old - new for old, new in zip(before, scores, strict=True))

    def describe(self, players: int) -> str:
        return f"Once someone has reached {self.at}, points taken are subtracted."
