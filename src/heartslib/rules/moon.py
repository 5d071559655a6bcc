"""Shooting the moon: one player takes every penalty card.

A moon is judged on the cards, never on a sum of points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.errors import RulesError
from heartslib.rules._checks import problem, whole_number
from heartslib.sheet import Finished, Line, ScoreSheet


@runtime_checkable
class Moon(Protocol):
    """Chapter: shooting the moon."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def choices(self) -> tuple[str, ...]:
        """What the shooter may choose from; empty where nobody is asked."""
        ...

    def shooter(self, finished: Finished) -> int | None:
        """The seat that shot the moon, or None."""
        ...

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The entries that the moon adds to the sheet."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@runtime_checkable
class Payment(Protocol):
    """How a moon is paid."""

    @property
    def name(self) -> str:
        """Stable identifier, and what a shooter says who chooses it."""
        ...

    @property
    def choices(self) -> tuple[str, ...]:
        """What the shooter may choose from; empty where nobody is asked."""
        ...

    def lines(self, seat: int, points: int, players: int, choice: str | None) -> Iterable[Line]:
        """The entries for a moon of `points`, shot by `seat`."""
        ...

    def describe(self, points: int) -> str:
        """The rule as the end of a sentence."""
        ...


@attrs.frozen
class Add:
    """Everyone else gets the points of the moon.

    What it says: the shooter's score stays, every other score rises.
    Sources: 001, 002; one of the two ways of 003 and 004.
    """

    name: str = attrs.field(default="add", kw_only=True)

    @property
    def choices(self) -> tuple[str, ...]:
        """Nobody is asked."""
        return ()

    def lines(self, seat: int, points: int, players: int, choice: str | None) -> Iterable[Line]:
        """The entries for a moon of `points`, shot by `seat`."""
        reason = f"pays for the moon of seat {seat}"
        return [Line(other, points, reason) for other in range(players) if other != seat]

    def describe(self, points: int) -> str:
        """The rule as the end of a sentence."""
        return f"everyone else gets {points} points"


@attrs.frozen
class Subtract:
    """The points of the moon come off the shooter's score.

    What it says: the shooter's score falls, the other scores stay.
    Sources: one of the two ways of 003 and 004; always, as a variation of 004.
    """

    name: str = attrs.field(default="subtract", kw_only=True)

    @property
    def choices(self) -> tuple[str, ...]:
        """Nobody is asked."""
        return ()

    def lines(self, seat: int, points: int, players: int, choice: str | None) -> Iterable[Line]:
        """The entries for a moon of `points`, shot by `seat`."""
        return [Line(seat, -points, "shot the moon")]

    def describe(self, points: int) -> str:
        """The rule as the end of a sentence."""
        return f"{points} points come off the shooter's score"


@attrs.frozen
class Choice:
    """The shooter chooses how the moon is paid.

    What it says: after the last trick, knowing the result, the shooter says which (A29).
    Sources: 000, 003, 004 "Scoring".

    Attributes:
        payments: What may be chosen; the shooter says the name of one.
    """

    payments: tuple[Payment, ...] = (Add(), Subtract())
    name: str = attrs.field(default="choice", kw_only=True)

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the payments."""
        return tuple(payment.name for payment in self.payments)

    def lines(self, seat: int, points: int, players: int, choice: str | None) -> Iterable[Line]:
        """The entries for a moon of `points`, shot by `seat`, as it chose."""
        for payment in self.payments:
            if payment.name == choice:
                return payment.lines(seat, points, players, choice)
        return ()

    def describe(self, points: int) -> str:
        """The rule as the end of a sentence."""
        return "as the shooter chooses, " + " or ".join(
            payment.describe(points) for payment in self.payments
        )


ADD: Final = Add()
"""Points to everyone else."""

SUBTRACT: Final = Subtract()
"""Points off the shooter's score."""

CHOICE: Final = Choice()
"""One of the two, as the shooter chooses."""


@attrs.frozen
class ShootTheMoon:
    """Whoever takes every penalty card is rewarded for it.

    What it says: the cards taken cost the shooter nothing, and the moon is paid.
    Sources: 000 to 003, 004 "Scoring" and "Variations".

    Attributes:
        paid: How: `ADD`, `SUBTRACT` or by the shooter's `CHOICE`.
        points: What the moon is worth.
    """

    paid: Payment = CHOICE
    points: int = attrs.field(default=26, validator=whole_number(0))
    name: str = attrs.field(default="shoot-the-moon", kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse what is no payment."""
        if wrong := problem("paid", self.paid, Payment):
            raise RulesError(wrong)

    @property
    def choices(self) -> tuple[str, ...]:
        """What the shooter may choose from; empty where nobody is asked."""
        return self.paid.choices

    def shooter(self, finished: Finished) -> int | None:
        """The seat whose pile holds every penalty card in play, or None."""
        penalty = finished.penalty.bits
        for seat, pile in enumerate(finished.piles):
            if penalty and penalty & pile.bits == penalty:
                return seat
        return None

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The shooter's cards are struck out, and the moon is paid."""
        seat = self.shooter(finished)
        if seat is None:
            return ()
        struck = Line(seat, -sheet.totals[seat], "is let off the cards taken")
        paid = self.paid.lines(seat, self.points, finished.players, finished.choice)
        return (struck, *paid)

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return (
            "Whoever takes every penalty card shoots the moon. The cards taken then cost "
            f"nothing; {self.paid.describe(self.points)}."
        )


@attrs.frozen
class NoMoon:
    """Taking every penalty card is a round like any other.

    What it says: cards cost what they cost.
    Sources: games that know no slam, such as Black Maria in 004 (A38).
    """

    name: str = attrs.field(default="no-moon", kw_only=True)

    @property
    def choices(self) -> tuple[str, ...]:
        """Nobody is asked."""
        return ()

    def shooter(self, finished: Finished) -> int | None:
        """Nobody."""
        return None

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """None."""
        return ()

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return "There is no moon: whoever takes every penalty card pays for every one."


NO_MOON: Final = NoMoon()
"""No reward for taking every penalty card."""
