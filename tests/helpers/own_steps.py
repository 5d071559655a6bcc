"""Rules that somebody else might write: scoring steps, a moon, a payment, a restriction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from heartslib.cards import CLUBS, HEARTS, Card, Cards
from heartslib.rules import Moon, Needs, Payment, PlayRule, Step, Taken, Term
from heartslib.sheet import Finished, ScoreSheet
from heartslib.table import Table
from tests.helpers.positions import AMERICAN


@attrs.frozen
class LeastOfAll(Step):
    """A point off for the fewest points of the round."""

    bonus: int = -1
    name: str = "least-of-all"

    def terms(self, taken: Taken) -> Iterator[Term]:
        least = -taken.largest(*(-taken.total(side) for side in taken.sides))
        for side in taken.sides:
            fewest = taken.total(side) == least
            yield Term(side, self.bonus * fewest, "has the fewest points")

    def describe(self, players: int) -> str:
        return f"Whoever has the fewest points scores {self.bonus}."


@attrs.frozen
class NeighbourPays(Step):
    """A point for each heart that the seat to the right took."""

    name: str = "neighbour-pays"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for right, left in zip(taken.seats, (*taken.seats[1:], taken.seats[0]), strict=True):
            yield Term(left, taken.count(right, HEARTS), "pays for the neighbour")

    def describe(self, players: int) -> str:
        return "Everyone pays for the hearts of the neighbour."


@attrs.frozen
class SaysItTwice(Step):
    """The same terms again, for every seat or for some: each counts."""

    name: str = "says-it-twice"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for seat in (*taken.seats, *taken.seats):
            yield Term(seat, taken.count(seat, HEARTS), "a point for each heart, twice")
        first, second, *_ = taken.sides
        for side in (first, first, second, second):
            yield Term(side, 100 * taken.took(side, 1), "took the first trick")

    def describe(self, players: int) -> str:
        return "Everything counts twice."


@attrs.frozen
class AsksEverything(Step):
    """Every question and every operation, with points that show which answer was wrong."""

    name: str = "asks-everything"

    def terms(self, taken: Taken) -> Iterator[Term]:
        every = [taken.count(side, CLUBS) for side in taken.sides]
        for place, side in enumerate(taken.sides):
            clubs, tricks = every[place], taken.tricks(side)
            ((factor, queen),) = taken.by_factor(Cards("QS"))
            first = taken.took(side, 1) + 2 * taken.took(side, -2)
            yield Term(side, clubs * tricks - 3 * (clubs != tricks), "clubs and tricks")
            yield Term(side, 100 * first * (1 - taken.took(side, 3)), "first, but not third")
            yield Term(side, 1000 * factor**2 * taken.count(side, queen), "the queen twice")
            yield Term(side, 10_000 * taken.holding(side, Card("2H")), "tricks with 2H")
            yield Term(side, 20_000 * taken.from_kitty(side, Card("2H")), "2H with the kitty")
            most = taken.largest(*every, 4)
            yield Term(side, 100_000 * (clubs >= most) * (2 ** (clubs > 5)), "the most clubs")
            yield Term(side, 7 * (clubs <= 2) * (taken.total(side) < 9), "few clubs and points")
            yield Term(side, 10**6 * taken.shot(side) + 10**7 * taken.has_every_trick(side), "all")
            ace = taken.has_all(side, "AC AD") + (not CLUBS)
            yield Term(side, 10**8 * ace * (taken.whole - len(taken.penalty)), "two aces")
            yield Term(side, (5 - clubs) * (clubs - 5) + -tricks + (2 - tricks), "a parabola")
        for seat in taken.seats:
            yield Term(seat, 11 * taken.has_trick(seat[0]) * taken.scores[0], "never")
            yield Term(seat, taken.count(seat, [*HEARTS]) * 3, "three for a heart")

    def describe(self, players: int) -> str:
        return "Much."


@attrs.frozen
class HalfMoon(Moon):
    """Whoever takes all hearts but one in twelve shoots it, and chooses by a name."""

    paid: Payment
    name: str = "half-moon"

    @property
    def choices(self) -> tuple[str, ...]:
        return ("more", "less")

    def shot(self, taken: Taken, side: tuple[int, ...]) -> int:
        others = sum(taken.count(other, HEARTS) for other in taken.sides if other != side)
        return taken.count(side, HEARTS) > 11 * others

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            less = taken.chosen(self.choices)
            for term in self.paid.terms(taken, side, 5 - 4 * less):
                yield term._replace(points=taken.shot(side) * term.points)

    def describe(self, players: int) -> str:
        return "Twelve hearts shoot the moon."


@attrs.frozen
class LeftPays(Payment):
    """The side to the left pays."""

    name: str = "left-pays"

    def terms(self, taken: Taken, shooter: tuple[int, ...], points: int) -> Iterator[Term]:
        sides = [*taken.sides, taken.sides[0]]
        left = sides[sides.index(shooter) + 1]
        yield Term(left, points, "sits to the left of {others}", others=shooter)

    def describe(self, points: str, others: str = "everyone else") -> str:
        return f"the side to the left scores {points}"


@attrs.frozen
class HasLines(Step):
    """A step with one line, right or wrong, and no terms."""

    made: Callable[[], Any]
    name: str = "has-lines"

    @property
    def needs(self) -> Needs:
        """Nothing at all."""
        return Needs(Cards(), tricks=False)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Any:
        """The line."""
        return [self.made()]

    def describe(self, players: int) -> str:
        """A sentence."""
        return "Has a line."


@attrs.frozen
class NoAces(PlayRule):
    """A rule of the caller."""

    name: str = attrs.field(default="no-aces", kw_only=True)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable.without("AC AD AS AH")

    def reason(self, card: Card, table: Table) -> str:
        return "aces stay"

    def describe(self, players: int) -> str:
        return "Aces stay in the hand."


OWN = attrs.evolve(AMERICAN, name="Own", play=(*AMERICAN.play, NoAces()))


class Plain(PlayRule):
    """A rule that is not an attrs class, so that nobody knows what it consists of."""

    name = "plain"
    narrow, reason, describe = NoAces.narrow, NoAces.reason, NoAces.describe


@attrs.frozen
class Muddled(NoAces):
    """A rule with a field that a file has for something else."""

    rule: str = "x"
