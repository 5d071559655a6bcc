"""Shooting the moon: one player takes every penalty card.

A moon is judged by the cards, never by a sum of points.  Partners who pool their tricks shoot the
moon together: what is said here of a shooter applies to such a side too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Protocol, runtime_checkable

import attrs

from heartslib._frozen import frozen
from heartslib._given import MOST_RULES, one_or_more
from heartslib.cards import Cards, to_cards
from heartslib.errors import RulesError
from heartslib.rules._checks import counts_tricks, problem, whole_number
from heartslib.rules._words import named
from heartslib.sheet import Finished, Line, ScoreSheet

__all__ = [
    "ADD",
    "CHOICE",
    "NEGATE",
    "NOTHING",
    "NO_MOON",
    "SUBTRACT",
    "Moon",
    "NoMoon",
    "Pay",
    "Payment",
    "ShootTheMoon",
    "SubtractFrom",
]


@runtime_checkable
class Moon(Protocol):
    """Chapter: shooting the moon.

    Like a scorer, it may have ``counts_tricks = False``; see `Scorer`.
    """

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def needed(self) -> Cards:
        """The kinds of card that a shooter must take as well as the penalty cards."""
        ...

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the payments the shooter may choose from; empty if there is no choice."""
        ...

    @property
    def resort(self) -> tuple[str, ...]:
        """The names of two payments; the second is made if the first would let another side win.

        Empty if the rules do not choose.
        """
        ...

    def shooter(self, finished: Finished) -> tuple[int, ...]:
        """The seats of the side that shot the moon; empty if nobody did."""
        ...

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The lines that the moon adds to the sheet."""
        ...

    def winners(self, finished: Finished) -> tuple[int, ...]:
        """The seats that win the game at once by shooting the moon; usually empty."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@runtime_checkable
class Payment(Protocol):
    """How a moon is paid.

    Like a scorer, it may have ``counts_tricks = False``; see `Scorer`.
    """

    @property
    def name(self) -> str:
        """Stable identifier, and the name by which a shooter chooses it."""
        ...

    def lines(
        self, shooter: tuple[int, ...], points: int, finished: Finished, sheet: ScoreSheet
    ) -> Iterable[Line]:
        """The lines for a moon worth `points`; `sheet` is the sheet before the moon."""
        ...

    def describe(self, points: str) -> str:
        """The payment as a clause: ``everyone else scores 26``."""
        ...


@frozen
class Pay:
    """How a moon changes the scores of the shooter and of everyone else.

    What it says: everyone else, or the shooter, scores a multiple of what the moon is worth.  Of
    two sides that pool their tricks, "everyone else" is the other side, which scores once.
    Sources: "Hearts Rules" (with Black Lady, and to 50) (points for everyone else); Fontaine,
    "Hearts Rules" (to 100) and pagat.com (that, or points off for the shooter); E. Culbertson's
    Black Lady (nothing); Turbo Hearts servers (what the cards cost, off for the shooter).

    Attributes:
        others: How many times everyone else scores what the moon is worth.
        shooter: How many times the shooter scores what the moon is worth.
        taken: How many times the shooter scores what the cards taken cost, charges included.
        spare_partner: Whether a partner with a separate score is spared.
    """

    counts_tricks: ClassVar[bool] = False

    others: int = attrs.field(default=0, validator=whole_number())
    shooter: int = attrs.field(default=0, validator=whole_number())
    taken: int = attrs.field(default=0, validator=whole_number())
    spare_partner: bool = attrs.field(default=False, kw_only=True)
    name: str = attrs.field(default="pay", kw_only=True)

    def at(self, scores: tuple[int, ...]) -> Pay:
        """The payment, given the scores before the round: always this one."""
        return self

    def lines(
        self, shooter: tuple[int, ...], points: int, finished: Finished, sheet: ScoreSheet
    ) -> Iterator[Line]:
        """The lines for a moon worth `points`."""
        if self.shooter or self.taken:
            own = self.shooter * points + self.taken * sheet.totals[shooter[0]]
            yield Line(shooter[0], own, "shot the moon")
        if not self.others:
            return
        spared = shooter
        if self.spare_partner:
            spared = next(side for side in finished.partners if shooter[0] in side)
        shooters = " and ".join(f"seat {seat}" for seat in shooter)
        for side in finished.sides:
            if side[0] not in spared:
                yield Line(side[0], self.others * points, f"pays for the moon of {shooters}")

    def describe(self, points: str) -> str:
        but = " except the shooter's partner" if self.spare_partner else ""
        parts = [
            f"everyone else{but} scores {_often(self.others)}{points}" * (self.others != 0),
            _own(self.shooter, points),
            _own(self.taken, "what they cost"),
        ]
        return " and ".join(filter(None, parts)) or "nobody scores for the moon"


def _often(times: int) -> str:
    return "" if times == 1 else f"{times} times "


def _own(times: int, what: str) -> str:
    """The change to the shooter's score, in words."""
    if times < 0:
        return f"{_often(-times)}{what} comes off the shooter's score"
    return f"the shooter scores {_often(times)}{what}" if times else ""


ADD: Final = Pay(others=1, name="add")
"""Points for everyone else."""

SUBTRACT: Final = Pay(shooter=-1, name="subtract")
"""Points off the shooter's score."""

NOTHING: Final = Pay(name="nothing")
"""The cards taken cost the shooter nothing, and that is all."""

NEGATE: Final = Pay(taken=-1, name="negate")
"""What the cards taken cost comes off the shooter's score."""

CHOICE: Final = (ADD, SUBTRACT)
"""Points for everyone else, or points off the shooter's score, as the shooter chooses."""


@frozen
class SubtractFrom:
    """Points for everyone else; once someone has a certain score, points off instead.

    What it says: the scores before the round decide.
    Sources: house rules.

    Attributes:
        score: Once someone has this score, the points come off the shooter's score.
    """

    counts_tricks: ClassVar[bool] = False

    score: int = attrs.field(validator=whole_number())
    name: str = attrs.field(default="subtract-from", kw_only=True)

    def at(self, scores: tuple[int, ...]) -> Pay:
        """The payment, given the scores before the round."""
        return SUBTRACT if max(scores) >= self.score else ADD

    def lines(
        self, shooter: tuple[int, ...], points: int, finished: Finished, sheet: ScoreSheet
    ) -> Iterator[Line]:
        """The lines for a moon worth `points`."""
        return self.at(finished.scores).lines(shooter, points, finished, sheet)

    def describe(self, points: str) -> str:
        return (
            f"everyone else scores {points} (once someone has {self.score}, {points} comes off the "
            "shooter's score instead)"
        )


def _payments(paid: Payment | Iterable[Payment]) -> tuple[Payment, ...]:
    payments = one_or_more(MOST_RULES, paid, "payments", error=RulesError)
    wrong = [problem("paid", payment, Payment) for payment in payments]
    if any(wrong):
        raise RulesError("; ".join(filter(None, wrong)))
    if len({payment.name for payment in payments}) < len(payments):
        names = ", ".join(payment.name for payment in payments)
        raise RulesError(f"paid: payments to choose from need different names, not {names}")
    return payments


@frozen
class ShootTheMoon:
    """A player who takes every penalty card is rewarded.

    What it says: the cards taken cost the shooter nothing, and the moon is paid.  If there is a
    choice of payments, the shooter chooses after the last trick, when the result is known.  A
    player who takes every trick may shoot the sun instead, which is paid in the same way.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "Scoring", "Variations: Scoring",
    "Partnership Hearts" and "Dirty Nasty Filthy Hearts".

    Attributes:
        paid: The payment: `ADD`, `SUBTRACT` or another.  If there are several, as in `CHOICE`, the
            shooter chooses one by its name.
        points: What the moon is worth; None for the total cost of the penalty cards in play, with
            charged cards doubled.
        also: Further cards that the shooter must take, such as a bonus card.
        sun: What taking every trick is worth, instead of `points`; None for no sun.
        wins_game: Whether the shooter wins the game at once.
        automatic: Whether the rules choose between two payments: the first, unless it would end
            the game without the shooter's side winning alone; then the second.
    """

    paid: tuple[Payment, ...] = attrs.field(default=CHOICE, converter=_payments)
    points: int | None = attrs.field(default=26, validator=whole_number(0, optional=True))
    also: Cards = attrs.field(factory=Cards, converter=to_cards)
    sun: int | None = attrs.field(default=None, validator=whole_number(0, optional=True))
    wins_game: bool = False
    automatic: bool = False
    name: str = attrs.field(default="shoot-the-moon", kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse a moon without a payment, and an automatic choice without two."""
        if not self.paid and not self.wins_game:
            raise RulesError("paid: give a payment, such as ADD or NOTHING, or wins_game=True")
        if self.automatic and len(self.paid) != 2:
            raise RulesError("automatic: give two payments; the second is the fallback")

    @property
    def needed(self) -> Cards:
        """The further cards that the shooter must take."""
        return self.also

    @property
    def counts_tricks(self) -> bool:
        """Whether there is a sun, or a payment that may depend on the tricks."""
        return self.sun is not None or any(map(counts_tricks, self.paid))

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the payments if the shooter chooses one; else empty."""
        return self.payments if len(self.paid) > 1 and not self.automatic else ()

    @property
    def resort(self) -> tuple[str, ...]:
        """The names of the two payments if the rules choose; else empty."""
        return self.payments if self.automatic else ()

    @property
    def payments(self) -> tuple[str, ...]:
        """The names of the payments."""
        return tuple(payment.name for payment in self.paid)

    def shooter(self, finished: Finished) -> tuple[int, ...]:
        """The seats of the side that took every penalty card in play; empty if none did."""
        if not finished.penalty:
            return ()
        return finished.takers_of(finished.penalty | finished.pack.only(self.also))

    def worth(self, finished: Finished) -> int:
        """What this moon or sun is worth, in points."""
        if self.sun is not None and finished.takers_of_all():
            return self.sun
        return finished.total if self.points is None else self.points

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """Lines that strike out the shooter's cards and pay the moon."""
        shooter = self.shooter(finished)
        if not shooter:
            return ()
        struck = Line(shooter[0], -sheet.totals[shooter[0]], "is let off the cards taken")
        paid = [payment for payment in self.paid if payment.name == finished.choice] or self.paid
        lines: list[Line] = [struck]
        for payment in paid[:1]:
            lines += payment.lines(shooter, self.worth(finished), finished, sheet)
        return lines

    def winners(self, finished: Finished) -> tuple[int, ...]:
        """The shooter, if the moon wins the game."""
        return self.shooter(finished) if self.wins_game else ()

    def describe(self, players: int) -> str:
        also = f" and {named(self.also)}" if self.also else ""
        worth = "the total of all penalty cards" if self.points is None else str(self.points)
        again = "that total" if self.points is None else worth
        ways = [
            payment.describe(worth if payment is self.paid[0] else again) for payment in self.paid
        ]
        if self.automatic:
            paid = f"{ways[0]}, or {ways[1]} if somebody else would win by the first"
        elif len(ways) > 1:
            paid = f"the shooter chooses: either {', or '.join(ways)}"
        else:
            paid = "".join(ways)
        wins = "the shooter wins the game" if self.wins_game else ""
        sun = f" A player who takes every trick shoots the sun, worth {self.sun}." * (
            self.sun is not None
        )
        return (
            f"A player who takes every penalty card{also} shoots the moon. The cards taken cost "
            f"the shooter nothing; instead, {' and '.join(filter(None, [wins, paid]))}.{sun}"
        )


@frozen
class NoMoon:
    """No reward for taking every penalty card.

    What it says: the cards taken cost what they always cost.
    Sources: games without a slam, such as pagat.com, "Black Maria".
    """

    counts_tricks: ClassVar[bool] = False
    signs: ClassVar[frozenset[int]] = frozenset()

    name: str = attrs.field(default="no-moon", kw_only=True)

    @property
    def needed(self) -> Cards:
        return Cards()

    @property
    def choices(self) -> tuple[str, ...]:
        return ()

    @property
    def resort(self) -> tuple[str, ...]:
        return ()

    def shooter(self, finished: Finished) -> tuple[int, ...]:
        return ()

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        return ()

    def winners(self, finished: Finished) -> tuple[int, ...]:
        return ()

    def describe(self, players: int) -> str:
        return "There is no moon: a player who takes every penalty card pays for them all."


NO_MOON: Final = NoMoon()
"""No reward for taking every penalty card."""
