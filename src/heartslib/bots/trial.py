"""A trial: candidates in the same deals, what each costs, and which fall behind.

Deals are drawn that fit a view, and each candidate is played to the end of the round in each of them.  Two candidates
are compared by their difference deal by deal, which varies much less than what either costs.  A candidate that falls
behind beyond doubt is dropped, so that the deals to come tell apart what is still close.

A candidate counts by the plan that suits it best (`heartslib.bots.playouts`).  A plan with a shot is doubted: what it
seems to cost is raised by a share of its spread, because in a playout the others defend less well than players do.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import compress
from math import sqrt
from operator import mul, sub
from typing import Any

import attrs

from heartslib.bots.bot import Bot
from heartslib.bots.in_games import InGames
from heartslib.bots.in_kernel import InKernel, merged
from heartslib.bots.playouts import NOBODY, Playouts
from heartslib.errors import RulesError
from heartslib.moves import Move
from heartslib.view import View

BEHIND = 3.0
"""A candidate is dropped if it is worse than the best by so many standard errors."""

_ENOUGH = 25
"""After so many deals candidates may be dropped: the spread of fewer says little."""

_DOUBT = 1.0
"""So much of the spread of its cost is added to what a shot seems to cost, after however many deals."""


@attrs.define
class _Column:
    """What a candidate came to by a plan, deal by deal.

    Attributes:
        losses: What the round cost.
        shooters: Which side shot the moon.
        value: What it costs, as far as is known: the mean, and for a shot the doubt.
    """

    losses: list[float] = attrs.field(factory=list[float])
    shooters: list[int] = attrs.field(factory=list[int])
    value: float = 0.0


class Trial:
    """Candidates, and what they cost in the deals tried so far.

    Args:
        view: What the seat to act knows.
        moves: Its candidates, those preferred first.
        seed: A whole number; with the view it decides which deals are drawn.
        policy: The bot that plays all seats afterwards; None for the kernel, if it knows the rules.
        kept: Candidates that are never dropped.
        on: What the kernel runs on; by default compiled code if there is any.
    """

    def __init__(
        self,
        view: View,
        moves: Sequence[Move],
        seed: int,
        *,
        policy: Bot | None = None,
        kept: Collection[Move] = (),
        on: Any = None,
    ) -> None:
        self.deals = 0
        playouts: Playouts | None = None
        self.groups: list[tuple[Move, ...]] = [(move,) for move in moves]
        if policy is None:
            try:
                self.groups = merged(view, moves)
                firsts = [group[0] for group in self.groups]
                if len(firsts) > 1:
                    playouts = InKernel(view, firsts, seed, on)
            except RulesError:
                self.groups = [(move,) for move in moves]
        self._left: list[int] = [*range(len(self.groups))]
        if self.is_settled:  # there is nothing to draw for
            return
        self.playouts = playouts or InGames(view, moves, seed, policy)
        self._kept = {place for place in self._left if not {*kept}.isdisjoint(self.groups[place])}
        self._plans: list[int] = [*range(self.playouts.plans)]
        self._columns = [[_Column() for _ in self.groups] for _ in self._plans]
        self._dropped: dict[int, tuple[float, float, bool]] = {}

    @property
    def is_settled(self) -> bool:
        """Whether one candidate is left."""
        return len(self._left) == 1

    @property
    def best(self) -> int:
        """The number of the candidate that costs least; of equals the first."""
        if self.is_settled:
            return self._left[0]
        return min(self._left, key=self.value)

    def value(self, place: int) -> float:
        """What a candidate costs by the plan that suits it best."""
        return self._of(place).value

    def _of(self, place: int) -> _Column:
        return min((self._columns[plan][place] for plan in self._plans), key=lambda it: it.value)

    def run(self, deals: int | None, end: float, margin: float = 0.0) -> None:
        """Try candidates in so many deals, and drop those that are behind by a margin beyond doubt.

        Args:
            deals: The limit of deals; None if there is none.
            end: When no more may be begun, as `time.monotonic` has it; one is tried in any case.
            margin: How far behind a candidate must be, in points.
        """
        limit = math.inf if deals is None else deals
        look = _ENOUGH
        while self.deals < limit and (not self.deals or time.monotonic() < end):
            if self.deals == look:
                self.drop(margin)
                look *= 4  # candidates are dropped early, and looked at seldom
                if self.is_settled:
                    return
            count = min(look, limit) - self.deals
            if end < math.inf:
                count = min(count, self.playouts.at_once)
            self.go_on(int(count))

    def go_on(self, deals: int) -> None:
        """Try what is left in so many more deals."""
        new = self.playouts.tried(deals, self._left, self._plans)
        self.deals += deals
        for plan, losses, shooters in zip(self._plans, new.losses, new.shooters, strict=True):
            for place, loss, shooter in zip(self._left, losses, shooters, strict=True):
                column = self._columns[plan][place]
                column.losses += loss
                column.shooters += shooter
                column.value = _value(column.losses, is_shot=plan > 0)

    def drop(self, margin: float = 0.0) -> None:
        """Drop the candidates and the plans that are behind by a margin beyond doubt."""
        best = self._of(self.best)
        far = BEHIND / sqrt(self.deals)

        def is_near(column: _Column) -> bool:
            behind = column.value - best.value - margin
            return behind <= 0 or behind <= far * _spread(_differences(column.losses, best.losses))

        near = [
            [is_near(self._columns[plan][place]) for place in self._left] for plan in self._plans
        ]
        stays = [
            place in self._kept or any(each)
            for place, each in zip(self._left, zip(*near, strict=True), strict=True)
        ]
        for place, left in zip(self._left, stays, strict=True):
            if not left:
                self._dropped[place] = self.cost(place)
        # the first plan stays: without it, each candidate would be a shot; and so do all with a
        # candidate that is kept: it may be far behind by any plan
        self._plans = [
            plan
            for plan, each in zip(self._plans, near, strict=True)
            if not plan or any(each) or self._kept
        ]
        self._left = [*compress(self._left, stays)]

    def cost(self, place: int) -> tuple[float, float, bool]:
        """What a candidate costs more than the best: the points, their error, and whether it was dropped.

        If it was, these are the points by which it was behind then.
        """
        if place in self._dropped:
            points, error, _ = self._dropped[place]
            return points, error, True
        best = self._of(self.best)
        column = self._of(place)
        differences = _differences(column.losses, best.losses)
        return column.value - best.value, _spread(differences) / sqrt(len(differences)), False

    def shares_of_moons(self, place: int, other: int) -> dict[int, float]:
        """What share of the difference of two candidates is a moon that is shot after one of them alone, by side."""
        one = self._of(place)
        two = self._of(other)
        differences = _differences(two.losses, one.losses)
        whole = sum(differences)
        found: dict[int, float] = defaultdict(float)
        if whole <= 0:  # then what the other costs is doubt
            return found
        for difference, *sides in zip(differences, one.shooters, two.shooters, strict=False):
            if sides[0] != sides[1]:
                for side in sides:
                    found[side] += difference / whole
        found.pop(NOBODY, None)
        return found


def _value(losses: Sequence[float], *, is_shot: bool) -> float:
    """What a candidate costs by a plan."""
    value = _mean(losses)
    if is_shot:
        value += _DOUBT * _spread(losses)
    return round(value, 9)  # equal candidates are not parted by what a float rounds


def _differences(losses: Sequence[float], others: Sequence[float]) -> list[float]:
    """The differences deal by deal, in the deals that both were tried in."""
    return [*map(sub, losses, others)]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _spread(numbers: Sequence[float]) -> float:
    """The standard deviation of some numbers."""
    mean = sum(numbers) / len(numbers)
    # rounding may leave a little less than nothing
    return sqrt(max(sum(map(mul, numbers, numbers)) / len(numbers) - mean * mean, 0.0))
