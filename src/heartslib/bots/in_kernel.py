"""Candidates played out by the kernel; this module needs numpy and numba."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import compress
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from heartslib._values.seats import for_each
from heartslib.bots.bot import chance_of
from heartslib.bots.stakes import Stakes
from heartslib.cards import Cards
from heartslib.moves import Charge, LayDown, Move, NameContract, Pass, Play
from heartslib.rounds import own_seat
from heartslib.rules import RoundRules
from heartslib.sampling import Sampler
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions.costs import Search, alike, tables_for
from heartslib.view import View

ENOUGH: Final = 25
"""After so many deals, candidates may be dropped."""
_BEHIND: Final = 3.0
"""A candidate is dropped if it is worse than the best by so many standard errors."""

_DOUBT: Final = 0.4, 3.0
"""So much of the spread of its cost, and so many standard errors, are added to what a shot seems to cost:
in a playout the others defend less well than players do."""

Losses = npt.NDArray[np.float64]


def merged(view: View, moves: Sequence[Move]) -> dict[Move, Move]:
    """Maps each move to the one tried in its place; plays of equal cards share the first."""
    plays = {move.card: move for move in moves if isinstance(move, Play)}
    if len(plays) < len(moves):
        return {move: move for move in moves}
    tables = tables_for(view.in_force, view.table.all_charged, view.scores)
    firsts = alike(tables, view.table, view.hand, [*plays])
    return {plays[card]: plays[first] for card, first in firsts.items()}


class InKernel:
    """Candidates, and what they cost in the deals tried so far.

    Args:
        view: What the seat to act knows.
        moves: Its candidates.
        seed: A whole number; with the view it decides which deals are drawn.
        merge: Whether equal cards are tried once.

    Raises:
        RulesError: The kernel does not know a rule, or cannot play out these candidates.
    """

    def __init__(self, view: View, moves: Sequence[Move], seed: int, *, merge: bool = True) -> None:
        self.tried_for = merged(view, moves) if merge else {move: move for move in moves}
        self._moves = [*dict.fromkeys(self.tried_for.values())]
        self._left, self._values = [*range(len(self._moves))], [0.0 for _ in self._moves]
        if self.is_settled:  # there is nothing to draw for
            return
        self._stakes, sampler = Stakes(view), Sampler(view)
        names = [move.contract for move in self._moves if isinstance(move, NameContract)]
        rules = [view.at_table.under(name) for name in names] or [view.in_force]
        chance = chance_of(view, seed).getrandbits(63)
        self.searches = [Search(view, each, sampler, chance) for each in rules]
        self.answers = np.array([answer_of(move) for move in self._moves], np.int64)
        rough, shoot, stop = map(policy_number, ("rough", "shoot", "stop"))
        plans = np.full((2, view.players), rough, np.int64)
        plans[1], plans[1, own_seat(view)] = stop, shoot
        self._plans = plans if any(each.may_shoot for each in self.searches) else plans[:1]
        self._outright = _outright(rules[0])
        self._losses = self._means = np.zeros((0, len(self._plans), len(self._moves)))

    @property
    def is_settled(self) -> bool:
        """Whether one candidate is left."""
        return len(self._left) == 1

    @property
    def values(self) -> tuple[tuple[Move, float], ...]:
        """What each candidate that was tried cost, on average."""
        return tuple(zip(self._moves, self._values, strict=True))

    @property
    def best(self) -> Move:
        """The candidate that cost least."""
        place: int = min(self._left, key=self._values.__getitem__)
        return self._moves[place]

    def go_on(self, count: int) -> None:
        """Try what is left in so many more deals."""
        self._losses = np.concatenate([self._losses, self._tried(count)])
        self._means = _means(self._losses)
        for candidate, cost in zip(self._left, self._means.min(axis=0).tolist(), strict=True):
            self._values[candidate] = cost

    def drop(self) -> None:
        """Drop the candidates that have fallen behind beyond doubt."""
        losses = self._losses
        means = self._means
        deals = len(self._losses)
        if deals < ENOUGH:
            return
        behind = losses - losses.reshape(deals, -1)[:, means.argmin(), None, None]
        near = means - means.min() <= _BEHIND / np.sqrt(deals) * behind.std(axis=0)
        stays, plans = near.any(axis=0), near.any(axis=1)
        # `_means` takes the first plan to be the one without a shot, so it stays
        plans[0] = True
        self._left = [*compress(self._left, stays)]
        self._plans, self._losses = self._plans[plans], losses[:, plans][:, :, stays]

    def losses(self, count: int) -> list[list[float]]:
        """What each candidate left costs in each of so many more deals, a list for each candidate."""
        losses = self._tried(count)
        plan = _means(losses).argmin(axis=0)
        found: list[list[float]] = losses[:, plan, np.arange(len(plan))].T.tolist()
        return found

    def _tried(self, count: int) -> Losses:
        """What the candidates left cost in each of so many deals, (deals, plans, candidates)."""
        if len(self.searches) > 1:
            parts = [
                self.searches[each].points(count, self.answers[[each]], self._plans)
                for each in self._left
            ]
            points = np.concatenate(parts, axis=2)
        else:
            (search,) = self.searches
            points = search.points(count, self.answers[self._left], self._plans)
        if not self._stakes.are_high and not self._outright:
            each = points.reshape(-1, points.shape[-1]) @ np.array([*self._stakes.shares, 0])
            return np.asarray(each, np.float64).reshape(points.shape[:-1])
        rows, places = np.unique(points.reshape(-1, points.shape[-1]), axis=0, return_inverse=True)
        each = np.array(
            [self._stakes.loss(row[:-1], self._outright.get(row[-1], ())) for row in rows.tolist()]
        )
        return np.reshape(each[places.ravel()], points.shape[:-1])


def _means(losses: Losses) -> Losses:
    """What each candidate costs by each plan, (plans, candidates): a shot is doubted."""
    means = losses.mean(axis=0)
    doubt = _DOUBT[0] + _DOUBT[1] / np.sqrt(len(losses))
    if len(means) > 1:
        means[1:] += doubt * losses[:, 1:].std(axis=0)
    return np.asarray(means)


def answer_of(move: Move) -> list[int]:
    """A move as the kernel reads it: cards, -1 for none."""
    match move:
        case Play(_, card):
            return [card.place]
        case Pass(_, cards) | Charge(_, cards) | LayDown(_, cards):
            return [card.place for card in cards] or [-1]
        case _:
            return [-1]


@functools.lru_cache(maxsize=64)
def _outright(rules: RoundRules) -> dict[int, tuple[int, ...]]:
    """The seats that win the game if a side shoots the moon, by the number of the side."""
    blank = rules.finished(for_each(rules.players, Cards()))
    shot = {
        number: rules.moon.winners(attrs.evolve(blank, shooter=side))
        for number, side in enumerate(blank.sides)
    }
    return {number: seats for number, seats in shot.items() if seats}
