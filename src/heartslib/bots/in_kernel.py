"""Candidates played out by the kernel; this module needs numpy and numba.

Every candidate is tried in the same deals, so that luck of the deal cancels when two are compared.  The results
are one array, deals by plans by candidates: a *plan* says how the seats play on.  By the first, all
play roughly; by the second, which is there only if a moon can still be shot, this seat shoots and the others
stop it.  Each candidate counts by whichever plan suits it better.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import compress

import attrs
import numpy as np
import numpy.typing as npt

from heartslib._values.seats import for_each
from heartslib.bots.bot import random_for
from heartslib.bots.stakes import Stakes
from heartslib.cards import Cards
from heartslib.moves import Charge, LayDown, Move, NameContract, Pass, Play
from heartslib.rounds import own_seat
from heartslib.rules import RoundRules
from heartslib.sampling import Sampler
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions.costs import Search, alike, tables_for
from heartslib.view import View

_BEHIND = 3.0
"""A candidate is dropped if it is worse than the best by so many standard errors."""

_DOUBT = 0.4
"""So much of the spread of its cost is added to what a shot seems to cost: in a playout the others defend
less well than players do."""
_DOUBT_OF_FEW = 3.0
"""So many standard errors are added, too: after few deals a lucky shot looks like a sure one."""

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
        self._left = [*range(len(self._moves))]
        self._values = [0.0 for _ in self._moves]
        if self.is_settled:  # there is nothing to draw for
            return
        self._stakes = Stakes(view)
        sampler = Sampler(view)
        # each contract is a candidate by rules of its own, so it has a search of its own
        names = [move.contract for move in self._moves if isinstance(move, NameContract)]
        rules = [view.at_table.under(name) for name in names] or [view.in_force]
        chance = random_for(view, seed).getrandbits(63)
        self.searches = [Search(view, contract, sampler, chance) for contract in rules]
        self.answers = np.array([answer_of(move) for move in self._moves], np.int64)
        plans = np.full((2, view.players), policy_number("rough"), np.int64)
        plans[1] = policy_number("stop")
        plans[1, own_seat(view)] = policy_number("shoot")
        may_shoot = any(search.may_shoot for search in self.searches)
        self._plans = plans if may_shoot else plans[:1]
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
        deals = len(losses)
        # by the differences in each deal, which vary much less than the losses themselves
        behind = losses - losses.reshape(deals, -1)[:, means.argmin(), None, None]
        near = means - means.min() <= _BEHIND / np.sqrt(deals) * behind.std(axis=0)
        stays = near.any(axis=0)
        plans = near.any(axis=1)
        # `_means` takes the first plan to be the one without a shot, so it stays
        plans[0] = True
        self._left = [*compress(self._left, stays)]
        self._plans = self._plans[plans]
        self._losses = losses[:, plans][:, :, stays]

    def losses(self, count: int) -> list[list[float]]:
        """What each candidate left costs in each of so many more deals, a list for each candidate."""
        losses = self._tried(count)
        plan = _means(losses).argmin(axis=0)
        by_candidate: list[list[float]] = losses[:, plan, np.arange(len(plan))].T.tolist()
        return by_candidate

    def _tried(self, count: int) -> Losses:
        """What the candidates left cost in each of so many deals, (deals, plans, candidates)."""
        if len(self.searches) > 1:
            parts = [
                self.searches[place].points(count, self.answers[[place]], self._plans)
                for place in self._left
            ]
            points = np.concatenate(parts, axis=2)
        else:
            points = self.searches[0].points(count, self.answers[self._left], self._plans)
        rounds = points.reshape(-1, points.shape[-1])  # the points of the seats, and who shot
        losses: Losses
        if not self._stakes.are_high and not self._outright:  # then a product does what `loss` does
            losses = rounds @ np.array([*self._stakes.shares, 0.0], np.float64)
        else:
            # few results are unlike, and each is weighed in Python
            unlike, places = np.unique(rounds, axis=0, return_inverse=True)
            worth = [
                self._stakes.loss(by_seat, self._outright.get(shooter, ()))
                for *by_seat, shooter in unlike.tolist()
            ]
            losses = np.array(worth)[places.ravel()]
        return losses.reshape(points.shape[:-1])


def _means(losses: Losses) -> Losses:
    """What each candidate costs by each plan, (plans, candidates): a shot is doubted."""
    means = losses.mean(axis=0)
    doubt = _DOUBT + _DOUBT_OF_FEW / np.sqrt(len(losses))
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
