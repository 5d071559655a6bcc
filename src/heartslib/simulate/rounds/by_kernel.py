"""Rounds played by the kernel, on a CPU or a GPU; needs numpy and numba.

A chunk of rounds is played, then its points are counted where they are, so that a GPU sends home a table and not
the rounds.  A table must be as wide as the points are, which is known only afterwards: the ends are found first,
and when they are wider than the table, what it has is fetched and a wider one takes its place.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import lowered_each
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.rounds.engines import target_of
from heartslib.simulate.rounds.result import Part, Task
from heartslib.simulate.targets import Processor

Numbers = npt.NDArray[np.int64]

_MOST_PAIRED = 1 << 31
"""Two numbers below this fit into one int64."""
_NO_ENDS = (kernel.NEVER, kernel.LEAST, kernel.NEVER, kernel.LEAST)
"""The ends of no numbers: any number widens them."""


def play_block(task: Task, first: int, count: int) -> Part:
    """Play `count` rounds, from number `first`."""
    target = target_of(task.engine)
    players = task.players
    policies = [policy_number(policy) for policy in task.policies]
    tables = lowered_each(task.rules.at(players))
    size = min(count, target.CHUNK)
    step = len(tables)
    # one set of arrays for all chunks
    points = target.empty((size, players), np.int64)
    moons, leaders = target.empty(size, np.int64), target.empty(size, np.int64)
    does = target.array(np.array(policies, np.int64))
    counts = _Counts(target, players)
    for turn in range(min(step, count)):  # all rounds of one contract, then those of the next
        table = tables[(first + turn) % step]
        rounds = len(range(turn, count, step))
        for begin in range(0, rounds, size):
            some = min(size, rounds - begin)
            played = points[:some], moons[:some], leaders[:some]
            numbers = np.uint64(task.seed), first + turn + begin * step, step
            target.run(table, table.way(policies), some, *numbers, does, *played)
            counts.add(*played)
    counts.empty_tables()
    sides = tables[0].numbers[kernel.SIDE : kernel.SIDE + players]
    histograms = tuple(tuple(histogram.items()) for histogram in counts.points)
    shot = tuple(counts.shot[side] for side in sides)
    return Part(first, count, histograms, shot, tuple(counts.leads.items()))


class _Counts:
    """Counts of points, moons and leads.

    They are kept in tables where the rounds are played, and fetched when a table is too small.

    Attributes:
        points: For each seat, how many rounds gave it each number of points.
        shot: How often each side shot the moon.
        leads: How often each pair of the opening leader's points and all seats' points occurred.
    """

    def __init__(self, target: Processor, players: int) -> None:
        self.points: list[Counter[int]] = [Counter() for _ in range(players)]
        self.shot: Counter[int] = Counter()
        self.leads: Counter[tuple[int, int]] = Counter()
        self._target = target
        self._players = players
        self._ends: tuple[int, ...] = _NO_ENDS
        self._tables: tuple[Any, ...] = ()

    def add(self, points: Any, moons: Any, leaders: Any) -> None:
        """Count rounds: their points, (rounds, seats), moons and leaders."""
        ends = self._target.array(np.array(_NO_ENDS, np.int64))
        self._target.extent(points, ends)
        self._widen(*self._target.host(ends).tolist())
        if not self._tables:  # too wide for any
            self._count(*map(self._target.host, (points, moons, leaders)))
            return
        ends = self._target.array(np.array(self._ends, np.int64))
        self._target.tally(points, moons, leaders, ends, *self._tables)

    def _widen(self, least: int, most: int, low: int, high: int) -> None:
        """Get tables for these numbers, unless those at hand are wide enough."""
        old = self._ends
        ends = min(least, old[0]), max(most, old[1]), min(low, old[2]), max(high, old[3])
        if ends == old:
            return
        self.empty_tables()
        self._ends = ends
        wide, deep = ends[1] - ends[0] + 1, ends[3] - ends[2] + 1
        cells = wide * (deep + self._players)
        if cells > self._target.LARGEST_TABLE:
            return
        # a small table is copied, because many workers would add to the same few numbers
        copies = max(1, min(self._target.SPREAD, self._target.LARGEST_TABLE // 16 // cells))
        shapes = (copies, self._players, wide), (copies, wide, deep), (copies, self._players)
        self._tables = tuple(self._target.zeros(shape, np.int64) for shape in shapes)

    def empty_tables(self) -> None:
        """Fetch what the tables have counted."""
        if not self._tables:
            return
        tables = map(self._target.host, self._tables)
        counts, pairs, shot = (each.sum(axis=0) if len(each) > 1 else each[0] for each in tables)
        least, low = self._ends[0], self._ends[2]
        for histogram, column in zip(self.points, counts, strict=True):
            places = np.flatnonzero(column)
            histogram.update(_paired(places + least, column[places]))
        places = np.flatnonzero(pairs)  # faster than in two dimensions
        ones, others = np.divmod(places, pairs.shape[1])
        self._add_leads(ones + least, others + low, pairs.ravel()[places])
        self.shot.update(_paired(np.arange(len(shot)), shot))
        self._tables = ()

    def _count(self, points: Numbers, moons: Numbers, leaders: Numbers) -> None:
        """Count rounds whose points are too far apart for a table."""
        for histogram, column in zip(self.points, points.T, strict=True):
            histogram.update(_paired(*np.unique(column, return_counts=True)))
        self.shot.update(_paired(*np.unique(moons, return_counts=True)))
        ones = points[np.arange(len(points)), leaders]
        others = points.sum(axis=1)
        low = int(ones.min())
        least = int(others.min())
        span = int(np.ptp(others)) + 1
        # a pair as one number, which numpy sorts far faster than rows of two
        if max(int(np.ptp(ones)), span) >= _MOST_PAIRED:
            self.leads.update(zip(ones.tolist(), others.tolist(), strict=True))
            return
        codes, counts = np.unique((ones - low) * span + (others - least), return_counts=True)
        self._add_leads(codes // span + low, codes % span + least, counts)

    def _add_leads(self, ones: Numbers, others: Numbers, counts: Numbers) -> None:
        keys = zip(ones.tolist(), others.tolist(), strict=True)
        self.leads.update(dict(zip(keys, counts.tolist(), strict=True)))


def _paired(numbers: Numbers, counts: Numbers) -> dict[int, int]:
    """How often each number occurs."""
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))
