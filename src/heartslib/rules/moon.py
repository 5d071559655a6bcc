"""Shooting the moon: one player takes every penalty card.

A moon is judged by the cards, never by a sum of points: with a bonus card or a charge, other cards can add up to
the same sum.  It is a step of its own between `scoring` and `bonuses`.  Its first line strikes out what the
shooter has scored so far, and the payment follows, so that a bonus card in `bonuses` counts for a shooter and
one in `scoring` does not.

Partners who pool their tricks shoot the moon together: what is said here of a shooter applies to such a side
too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, cast

from attrs import field

from heartslib._values.arguments import frozen, one_or_more
from heartslib.cards import NO_CARDS, Cards, to_cards
from heartslib.errors import RulesError
from heartslib.rules.book.checks import misfit, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.rules.counting.terms import Needs, Seats, Taken, Term, needs_of
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.words import named, times, written

__all__ = [
    "ADD",
    "CHOICE",
    "NEGATE",
    "NOTHING",
    "SUBTRACT",
    "Moon",
    "NoMoon",
    "Pay",
    "Payment",
    "ShootTheMoon",
    "SubtractFrom",
]


class Moon(ChapterChoice):
    """Chapter: shooting the moon.

    Derive your class from this one.  Like a scoring step, it says `terms`; see `Step`.
    """

    __slots__ = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the payments the shooter may choose from; empty if there is no choice."""
        return ()

    @property
    def resort(self) -> tuple[str, ...]:
        """The names of two payments; the second is made if the first would let another side win.

        Empty if the rules do not choose.
        """
        return ()

    def shot(self, taken: Taken, side: Seats) -> int:
        """Whether a side shot the moon, as arithmetic on what it asks.

        Args:
            taken: What each seat took.
            side: The seats of the side.
        """
        return 0

    def terms(self, taken: Taken) -> Iterable[Term] | None:
        """The points that the moon gives, as in a scoring step."""
        # None says that a class has lines of its own, and not that it gives nothing
        return () if type(self).lines is Moon.lines else None

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The lines of a moon without terms."""
        return ()

    @property
    def needs(self) -> Needs:
        """What the moon depends on; it follows from its terms."""
        return needs_of(cast("Any", self), self.shot)

    def winners(self, finished: Finished) -> tuple[int, ...]:
        """The seats that win the game at once by shooting the moon; usually empty."""
        return ()


class Payment(ABC):
    """How a moon is paid.

    Attributes:
        name: Stable identifier, and the name by which a shooter chooses it.
    """

    __slots__ = ()

    name: str

    @abstractmethod
    def terms(self, taken: Taken, shooter: Seats, points: int) -> Iterable[Term]:
        """The points for a moon.

        Args:
            taken: What each seat took.
            shooter: The side that shot the moon.
            points: What the moon is worth, as an answer of `taken`.
        """

    @abstractmethod
    def describe(self, points: str, others: str = "everyone else") -> str:
        """The payment as a clause: ``everyone else scores 26``.

        Args:
            points: What the moon is worth: ``26``.
            others: Those who do not score with the shooter: ``everyone else``, or ``the other side``.
        """


@frozen
class Pay(Payment):
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

    others: int = 0
    shooter: int = 0
    taken: int = 0
    spare_partner: bool = field(default=False, kw_only=True)
    name: str = "pay"

    def terms(self, taken: Taken, shooter: Seats, points: int) -> Iterator[Term]:
        """Points for the shooter, and for everyone else."""
        # counted before the moon strikes it out: all terms are made before a total changes
        own = self.shooter * points + self.taken * taken.total(shooter)
        yield Term(shooter, own, "shot the moon")
        spared = shooter
        if self.spare_partner:
            spared = next(side for side in taken.partners if shooter[0] in side)
        for side in taken.sides:
            if side[0] not in spared:
                yield Term(side, self.others * points, "pays for {others}'s moon", others=shooter)

    def describe(self, points: str, others: str = "everyone else") -> str:
        but = " except the shooter's partner" if self.spare_partner else ""
        parts = [
            _scored(self.others, points, f"{others}{but}"),
            _scored(self.shooter, points, "the shooter"),
            _scored(self.taken, "what was struck out", "the shooter"),
        ]
        return " and ".join(filter(None, parts)) or "nobody scores for the moon"


def _scored(number: int, what: str, who: str) -> str:
    """That somebody scores a multiple of what the moon is worth, in words; empty for none of it."""
    often = f"{times(abs(number))} " if abs(number) != 1 else ""
    if number < 0:
        return f"{often}{what} comes off {who}'s score"
    return f"{who} scores {often}{what}" if number else ""


ADD = Pay(others=1, name="add")
"""Points for everyone else."""

SUBTRACT = Pay(shooter=-1, name="subtract")
"""Points off the shooter's score."""

NOTHING = Pay(name="nothing")
"""The cards taken cost the shooter nothing, and that is all."""

NEGATE = Pay(taken=-1, name="negate")
"""What the cards taken cost comes off the shooter's score."""

CHOICE = (ADD, SUBTRACT)
"""Points for everyone else, or points off the shooter's score, as the shooter chooses."""


@frozen
class SubtractFrom(Payment):
    """Points for everyone else; once someone has a certain score, points off instead.

    What it says: the scores before the round decide.
    Sources: house rules.

    Attributes:
        score: Once someone has this score, the points come off the shooter's score.
    """

    score: int
    name: str = "subtract-from"

    def terms(self, taken: Taken, shooter: Seats, points: int) -> Iterator[Term]:
        """Points for everyone else, or off for the shooter, as the scores say."""
        late = taken.largest(*taken.scores) >= self.score
        for payment, holds in ((SUBTRACT, late), (ADD, 1 - late)):
            for term in payment.terms(taken, shooter, points):
                yield term._replace(points=holds * term.points)

    def describe(self, points: str, others: str = "everyone else") -> str:
        return (
            f"{others} scores {points}, or, if someone had {written(self.score)} or more before the "
            f"round, {points} comes off the shooter's score"
        )


def _payments(paid: Payment | Iterable[Payment]) -> tuple[Payment, ...]:
    payments = one_or_more(paid, "payments")
    if wrong := [*filter(None, (misfit("paid", payment, Payment) for payment in payments))]:
        raise RulesError("; ".join(wrong))
    names = [payment.name for payment in payments]
    if len(set(names)) < len(names):
        raise RulesError(
            f"paid: payments to choose from need different names, not {', '.join(names)}"
        )
    return payments


@frozen
class ShootTheMoon(Printed, Moon):
    """A player who takes every penalty card is rewarded.

    What it says: the cards taken cost the shooter nothing, and the moon is paid.  If there is a
    choice of payments, the shooter chooses after the last trick, when the result is known.  A
    player who takes every trick may shoot the sun instead, which is paid in the same way.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "Scoring", "Variations: Scoring",
    "Partnership Hearts" and "Dirty Nasty Filthy Hearts"; a program for Gong Zhu (a flat 1000 and
    the game for all sixteen scoring cards).

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

    paid: tuple[Payment, ...] = field(default=CHOICE, converter=_payments)
    points: int | None = field(default=26, validator=whole_number(0, optional=True))
    also: Cards = field(factory=Cards, converter=to_cards)
    sun: int | None = field(default=None, validator=whole_number(0, optional=True))
    wins_game: bool = False
    automatic: bool = False
    name: str = "shoot-the-moon"

    def __attrs_post_init__(self) -> None:
        """Refuse a moon without a payment, and an automatic choice without two."""
        if not self.paid and not self.wins_game:
            raise RulesError("paid: give a payment, such as ADD or NOTHING, or wins_game=True")
        if self.automatic and len(self.paid) != 2:
            raise RulesError("automatic: give two payments; the second is the fallback")

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

    def shot(self, taken: Taken, side: Seats) -> int:
        """Whether a side took every penalty card in play, and those of `also`."""
        wanted = taken.penalty | self.also if self.also else taken.penalty
        # where no card costs anything, as under some contracts, nobody shoots by holding `also`
        return bool(taken.penalty) * taken.has_all(side, wanted)

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Strike out the shooter's cards and pay the moon."""
        for side in taken.sides:
            if not taken.some(shot := taken.shot(side)):
                continue
            won = " and won the game" if self.wins_game else ""
            why = f"shot the moon{won}, so the cards taken do not count"
            yield Term(side, -shot * taken.total(side), why)
            chosen = taken.chosen(self.payments)
            worth = self._worth(taken, side)
            for number, payment in enumerate(self.paid):
                # products, not branches: during a round nobody knows yet who shoots and what they choose
                for term in payment.terms(taken, side, worth):
                    yield term._replace(points=shot * (chosen == number) * term.points)

    def _worth(self, taken: Taken, side: Seats) -> int:
        """What the moon or the sun of a side is worth."""
        worth = taken.whole if self.points is None else self.points
        if self.sun is None:
            return worth
        sun = taken.has_every_trick(side)
        return sun * self.sun + (1 - sun) * worth

    def winners(self, finished: Finished) -> tuple[int, ...]:
        """The shooter, if the moon wins the game."""
        return finished.shooter if self.wins_game else ()

    def label(self, page: Page) -> str:
        worth = "what the cards cost" if self.points is None else f"{self.points}"
        also = f" ({named(self.also)} too)" if self.also else ""
        if self.wins_game:
            return f"A moon wins the game{also}"
        if len(self.paid) > 1:
            return f"A moon: the shooter chooses, {worth}{also}"
        return f"A moon: {self.paid[0].describe(worth)}{also}" if self.paid else "A moon"

    def printed(self, page: Page) -> str:
        if not page.moon:
            return NoMoon().describe(page.players)
        rewards = ["the shooter wins the game at once"] if self.wins_game else []
        if (paid := self._paid(page)) != NOTHING.describe("", ""):
            rewards.append(paid)
        instead = " and ".join(filter(None, rewards))
        text = (
            f"{page.whoever} takes {self._wanted(page)} shoots the moon. The shooter's points so far are "
            f"struck out{f'; instead, {instead}' if instead else ''}."
        )
        others = page.everyone_else
        # nobody need know what a sun is worth if no payment names what a moon is worth
        if self.sun is not None and any(
            payment.describe("", others) != payment.describe("1", others) for payment in self.paid
        ):
            text += f" A shooter who takes every trick shoots the sun, worth {self.sun} instead."
        return text

    def _wanted(self, page: Page) -> str:
        """What a shooter must take, in words."""
        wanted = "every penalty card"
        if page.penalty:
            wanted += f" ({page.named(page.penalty)})"
        more = page.kinds(self.also).without(page.penalty or NO_CARDS)
        if more:
            wanted += f" {'and' if len(more) == 1 else 'as well as'} {page.named(more)}"
        return wanted

    def _paid(self, page: Page) -> str:
        """How the moon is paid, as a clause."""
        points = page.whole if self.points is None else self.points
        worth = again = written(points or 0)
        if points is None:  # a long phrase, which the second payment need not repeat
            charges = "exposures" if page.verb == "expose" else "charges"
            worth = f"the total of all penalty cards ({charges} included)"
            again = "that total"
        first, *others = self.paid or (NOTHING,)
        ways = [first.describe(worth, page.everyone_else)]
        ways += [payment.describe(again, page.everyone_else) for payment in others]
        if self.automatic:
            who = "the shooter's side" if page.partners else "the shooter"
            return (
                f"{ways[0]}, unless the game would then end without {who} winning alone; in that case "
                f"{ways[1]}"
            )
        if not others:
            return ways[0]
        who = "one of the partners" if page.pooled else "the shooter"
        return f"{who} chooses: either {', or '.join(ways)}"


@frozen
class NoMoon(Moon):
    """No reward for taking every penalty card.

    What it says: the cards taken cost what they always cost.
    Sources: games without a slam, such as pagat.com, "Black Maria".
    """

    name: str = "no-moon"

    def describe(self, players: int) -> str:
        return "There is no moon."
