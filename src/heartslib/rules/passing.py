"""Passing: who gives how many cards to whom before the first lead.

A cycle lists one pattern for each round and starts again at its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.errors import RulesError
from heartslib.rules._checks import problem, whole_number


@runtime_checkable
class PassPattern(Protocol):
    """How the cards of one round are passed."""

    @property
    def name(self) -> str:
        """Stable identifier, and the word that players use: ``"left"``."""
        ...

    @property
    def count(self) -> int:
        """How many cards each player gives; 0 where none are passed."""
        ...

    def receiver(self, seat: int, players: int) -> int:
        """The seat that gets the cards of `seat`."""
        ...


@attrs.frozen
class Toward:
    """Every player gives cards to the player so many places to the left.

    What it says: all lay their cards down before anyone looks at what came.
    Sources: 000 to 003, 004 "Deal and Passing".

    Attributes:
        places: Places to the left; a negative number is to the right.
        count: Cards that each player gives.
    """

    places: int = attrs.field(validator=whole_number())
    count: int = attrs.field(default=3, validator=whole_number(1))
    name: str = attrs.field(
        default=attrs.Factory(lambda self: _direction(self.places), takes_self=True), kw_only=True
    )

    def receiver(self, seat: int, players: int) -> int:
        """The seat that gets the cards of `seat`."""
        return (seat + self.places) % players


def _direction(places: int) -> str:
    if not isinstance(places, int):
        return ""  # the validator of `places` refuses it
    side = "left" if places > 0 else "right"
    return side if abs(places) == 1 else f"{abs(places)}-to-the-{side}"


@attrs.frozen
class Across:
    """Every player gives cards to the player opposite.

    What it says: as `Toward`, to the seat half way round; the players must be even in number.
    Sources: 000 to 003 ("in front", "straight across"), 004 "Deal and Passing".

    Attributes:
        count: Cards that each player gives.
    """

    count: int = attrs.field(default=3, validator=whole_number(1))
    name: str = attrs.field(default="across", kw_only=True)

    def receiver(self, seat: int, players: int) -> int:
        """The seat opposite."""
        if players % 2:
            raise RulesError(f"cards cannot be passed across: nobody sits opposite with {players}")
        return (seat + players // 2) % players


@attrs.frozen
class Hold:
    """No cards are passed.

    What it says: play follows the deal.
    Sources: the fourth deal of 000 to 003 and of 004.
    """

    name: str = attrs.field(default="hold", kw_only=True)

    @property
    def count(self) -> int:
        """None."""
        return 0

    def receiver(self, seat: int, players: int) -> int:
        """The seat itself: its cards stay."""
        return seat


LEFT: Final = Toward(1)
"""Three cards to the left."""

RIGHT: Final = Toward(-1)
"""Three cards to the right."""

ACROSS: Final = Across()
"""Three cards to the seat opposite."""

HOLD: Final = Hold()
"""No cards."""


@runtime_checkable
class Passing(Protocol):
    """Chapter: passing."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """How cards are passed in a round; rounds count from 0."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


def _patterns(patterns: Iterable[PassPattern]) -> tuple[PassPattern, ...]:
    listed = tuple(patterns) if isinstance(patterns, Iterable) else (patterns,)
    if not listed:
        raise RulesError("a passing cycle needs at least one pattern; use HOLD for no passing")
    problems = [problem("pattern", pattern, PassPattern) for pattern in listed]
    if any(problems):
        raise RulesError(f"this is no passing cycle: {'; '.join(filter(None, problems))}")
    return listed


@attrs.frozen
class Cycle:
    """Patterns in turn, one a round, again and again.

    What it says: round 1 uses the first pattern, and after the last comes the first.
    Sources: 000 to 003 (left, right, across, none), 004 "Deal and Passing".

    Attributes:
        patterns: The patterns, at least one.
    """

    patterns: tuple[PassPattern, ...] = attrs.field(converter=_patterns)
    name: str = attrs.field(default="cycle", kw_only=True)

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """How cards are passed in a round; rounds count from 0."""
        return self.patterns[round_number % len(self.patterns)]

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        if not any(pattern.count for pattern in self.patterns):
            return "No cards are passed."
        counts = sorted({pattern.count for pattern in self.patterns} - {0})
        course = ", ".join(pattern.name.replace("-", " ") for pattern in self.patterns)
        again = "and so on" if len(self.patterns) > 1 else "in every round"
        return (
            f"After the deal each player passes {' or '.join(map(str, counts))} cards, chosen "
            f"before looking at those that come: {course}, {again}."
        )


LEFT_RIGHT_ACROSS_HOLD: Final = Cycle((LEFT, RIGHT, ACROSS, HOLD))
"""The usual cycle of four players."""

NO_PASSING: Final = Cycle((HOLD,))
"""No cards are passed in any round."""
