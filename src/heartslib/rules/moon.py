"""Shooting the moon: one player takes every penalty card.

A moon is judged on the cards, never on a sum of points.  Where partners keep their tricks
together it is the side that shoots.  What it says below of a shooter holds for such a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Protocol, runtime_checkable

import attrs

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

    As a step of the count it may say ``counts_tricks = False``; see `Scorer`.
    """

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def needed(self) -> Cards:
        """The kinds of card that a shooter must take besides the penalty cards."""
        ...

    @property
    def choices(self) -> tuple[str, ...]:
        """What the shooter may choose from; empty where nobody is asked."""
        ...

    @property
    def resort(self) -> tuple[str, ...]:
        """Two choices that nobody makes: the second, if somebody else would win by the first."""
        ...

    def shooter(self, finished: Finished) -> tuple[int, ...]:
        """The seat that shot the moon, or the seats of the side that did; else none."""
        ...

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The entries that the moon adds to the sheet."""
        ...

    def winners(self, finished: Finished) -> tuple[int, ...]:
        """The seats that win the game by it at once; mostly none."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@runtime_checkable
class Payment(Protocol):
    """How a moon is paid.

    As a step of the count it may say ``counts_tricks = False``; see `Scorer`.
    """

    @property
    def name(self) -> str:
        """Stable identifier, and what a shooter says who chooses it."""
        ...

    def lines(
        self, shooter: tuple[int, ...], points: int, finished: Finished, sheet: ScoreSheet
    ) -> Iterable[Line]:
        """The entries for a moon worth `points`; `sheet` is that before the moon."""
        ...

    def describe(self, points: str) -> str:
        """The rule as the end of a sentence."""
        ...


@attrs.frozen
class Pay:
    """A moon is paid by the shooter, by everyone else, or not at all.

    What it says: each share is counted so often.  Of two sides that keep their tricks together,
    everyone else is the other side (A58).
    Sources: 001, 002 (everyone else pays); 000, 003 and 004 (that, or points off for the
    shooter); E. Culbertson's Black Lady (nobody); servers on which Turbo Hearts is played (what
    the cards cost, off for the shooter).

    Attributes:
        others: How often everyone else gets what the moon is worth.
        shooter: How often the shooter does.
        taken: How often the shooter gets what the cards taken cost, doubled ones doubled.
        spare_partner: Whether a partner who keeps a separate score is spared (A47).
    """

    counts_tricks: ClassVar[bool] = False

    others: int = attrs.field(default=0, validator=whole_number())
    shooter: int = attrs.field(default=0, validator=whole_number())
    taken: int = attrs.field(default=0, validator=whole_number())
    spare_partner: bool = attrs.field(default=False, kw_only=True)
    name: str = attrs.field(default="pay", kw_only=True)

    def at(self, scores: tuple[int, ...]) -> Pay:
        """How it is paid with those scores before the round: always so."""
        return self

    def lines(
        self, shooter: tuple[int, ...], points: int, finished: Finished, sheet: ScoreSheet
    ) -> Iterator[Line]:
        """The entries for a moon worth `points`."""
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
        but = " but the shooter's partner" if self.spare_partner else ""
        parts = [
            f"everyone else{but} scores {_often(self.others)}{points}" * (self.others != 0),
            _own(self.shooter, points),
            _own(self.taken, "what they cost"),
        ]
        return " and ".join(filter(None, parts)) or "nobody scores for them"


def _often(times: int) -> str:
    return "" if times == 1 else f"{times} times "


def _own(times: int, what: str) -> str:
    """What happens to the shooter's score."""
    if times < 0:
        return f"{_often(-times)}{what} comes off the shooter's score"
    return f"the shooter scores {_often(times)}{what}" if times else ""


ADD: Final = Pay(others=1, name="add")
"""Points to everyone else."""

SUBTRACT: Final = Pay(shooter=-1, name="subtract")
"""Points off the shooter's score."""

NOTHING: Final = Pay(name="nothing")
"""The points of the round are struck out."""

NEGATE: Final = Pay(taken=-1, name="negate")
"""What the shooter's cards cost comes off, whatever the moon is worth."""

CHOICE: Final = (ADD, SUBTRACT)
"""Points to everyone else or off the shooter's score, as the shooter chooses."""


@attrs.frozen
class SubtractFrom:
    """Everyone else gets the points, until someone has reached a score; then they come off.

    What it says: the scores before the round decide.
    Sources: house rules.

    Attributes:
        score: The score that changes it.
    """

    counts_tricks: ClassVar[bool] = False

    score: int = attrs.field(validator=whole_number())
    name: str = attrs.field(default="subtract-from", kw_only=True)

    def at(self, scores: tuple[int, ...]) -> Pay:
        """How it is paid with those scores before the round."""
        return SUBTRACT if max(scores) >= self.score else ADD

    def lines(
        self, shooter: tuple[int, ...], points: int, finished: Finished, sheet: ScoreSheet
    ) -> Iterator[Line]:
        """The entries for a moon worth `points`."""
        return self.at(finished.scores).lines(shooter, points, finished, sheet)

    def describe(self, points: str) -> str:
        return (
            f"everyone else scores {points}; once someone has {self.score}, {points} comes off the "
            "shooter's score instead"
        )


def _payments(paid: Payment | Iterable[Payment]) -> tuple[Payment, ...]:
    payments = one_or_more(MOST_RULES, paid, "payments", error=RulesError)
    wrong = [problem("paid", payment, Payment) for payment in payments]
    if any(wrong):
        raise RulesError("; ".join(filter(None, wrong)))
    if len({payment.name for payment in payments}) < len(payments):
        names = ", ".join(payment.name for payment in payments)
        raise RulesError(f"paid: payments to choose from need names of their own, not {names}")
    return payments


@attrs.frozen
class ShootTheMoon:
    """Whoever takes every penalty card is rewarded for it.

    What it says: the cards taken cost the shooter nothing, and the moon is paid.  After the last
    trick, knowing the result, the shooter says how, where there is a choice (A29).  Whoever
    takes every trick may shoot the sun instead, which is paid in the same way.
    Sources: 000 to 003, 004 "Scoring", "Variations: Scoring", "Partnership Hearts" and "Dirty
    Nasty Filthy Hearts".

    Attributes:
        paid: How: `ADD`, `SUBTRACT` or another payment; of several, such as `CHOICE`, the
            shooter chooses one by its name.
        points: What the moon is worth; None for what the penalty cards in play cost in all,
            those that are charged counting double.
        also: Further cards that the shooter must take, such as a bonus card (A37, A51).
        sun: What taking every trick is worth, in place of `points`; None for no sun.
        wins_game: Whether the shooter wins the game at once.
        automatic: Whether nobody chooses between several payments: the first is taken, unless
            the game would end by it and the shooter's side not be alone in front; then the
            second (A46).
    """

    paid: tuple[Payment, ...] = attrs.field(default=CHOICE, converter=_payments)
    points: int | None = attrs.field(default=26, validator=whole_number(0, optional=True))
    also: Cards = attrs.field(factory=Cards, converter=to_cards)
    sun: int | None = attrs.field(default=None, validator=whole_number(0, optional=True))
    wins_game: bool = False
    automatic: bool = False
    name: str = attrs.field(default="shoot-the-moon", kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse a moon that pays nothing, and an automatic choice without two payments."""
        if not self.paid and not self.wins_game:
            raise RulesError("paid: give a payment, such as ADD or Nothing(), or wins_game=True")
        if self.automatic and len(self.paid) != 2:
            raise RulesError("automatic: give two payments, of which the second is the resort")

    @property
    def needed(self) -> Cards:
        """The further cards that the shooter must take."""
        return self.also

    @property
    def counts_tricks(self) -> bool:
        """Whether there is a sun, or a payment that may look at the tricks."""
        return self.sun is not None or any(map(counts_tricks, self.paid))

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the payments, where the shooter chooses; else empty."""
        return self.payments if len(self.paid) > 1 and not self.automatic else ()

    @property
    def resort(self) -> tuple[str, ...]:
        """The names of the payments from which the rules choose themselves; mostly none."""
        return self.payments if self.automatic else ()

    @property
    def payments(self) -> tuple[str, ...]:
        """The names of the payments."""
        return tuple(payment.name for payment in self.paid)

    def shooter(self, finished: Finished) -> tuple[int, ...]:
        """The seats whose tricks hold every penalty card in play; else none."""
        if not finished.penalty:
            return ()
        wanted = finished.penalty
        if self.also:
            wanted += finished.pack.only(self.also)
        return finished.takers_of(wanted)

    def worth(self, finished: Finished) -> int:
        """What this moon, or sun, is worth."""
        if self.sun is not None and finished.takers_of_all():
            return self.sun
        return finished.total if self.points is None else self.points

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The shooter's cards are struck out, and the moon is paid."""
        shooter = self.shooter(finished)
        if not shooter:
            return ()
        struck = Line(shooter[0], -sheet.totals[shooter[0]], "is let off the cards taken")
        paid = [each for each in self.paid if each.name == finished.choice] or self.paid
        lines: list[Line] = [struck]
        for payment in paid[:1]:
            lines += payment.lines(shooter, self.worth(finished), finished, sheet)
        return lines

    def winners(self, finished: Finished) -> tuple[int, ...]:
        """The shooter, where the moon wins the game."""
        return self.shooter(finished) if self.wins_game else ()

    def describe(self, players: int) -> str:
        also = f" and {named(self.also)}" if self.also else ""
        worth = "the total of the penalty cards in play" if self.points is None else self.points
        choice = ", or if somebody else would win by that, " if self.automatic else ""
        ways = (choice or " or, as the shooter chooses, ").join(
            each.describe(str(worth)) for each in self.paid
        )
        sun = "" if self.sun is None else f" Whoever takes every trick shoots the sun: {self.sun}."
        wins = "the shooter wins the game" if self.wins_game else ""
        reward = " and ".join(filter(None, [wins, ways]))
        return (
            f"Whoever takes every penalty card{also} shoots the moon. The cards taken then cost "
            f"nothing; {reward}.{sun}"
        )


@attrs.frozen
class NoMoon:
    """Taking every penalty card is a round like any other.

    What it says: cards cost what they cost.
    Sources: games that know no slam, such as Black Maria in 004 (A38).
    """

    counts_tricks: ClassVar[bool] = False

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
        return "There is no moon: whoever takes every penalty card pays for every one."


NO_MOON: Final = NoMoon()
"""No reward for taking every penalty card."""
