"""Rounds played by the kernel; needs numpy and numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from heartslib.simulate import kernel
from heartslib.simulate.lowering import lowered_once
from heartslib.simulate.policies import policy_number
from heartslib.simulate.result import Part, Task

Numbers = npt.NDArray[np.int64]
Counts = tuple[tuple[Any, int], ...]
"""What occurs, with how often it does."""

_MOST_COUNTS: Final = 1 << 16
"""The widest range of numbers that are counted in an array; wider ones are sorted."""
_MOST_PAIRED: Final = 1 << 31
"""Two numbers below this fit into one int64."""


def play_block(task: Task, first: int, count: int) -> Part:
    """Play `count` rounds, from number `first`."""
    players = task.players
    policies = np.array([policy_number(policy) for policy in task.policies], np.int64)
    tables = [lowered_once(rules.in_force, players) for rules in task.rules.rulebooks]
    points = np.zeros((count, players), np.int64)
    moons, leaders = np.zeros(count, np.int64), np.zeros(count, np.int64)
    begin = 0
    for turn in range(len(tables)):  # all rounds of one contract, then those of the next
        number = first + turn
        table = tables[number % len(tables)]
        part = slice(begin, begin + len(range(turn, count, len(tables))))
        kernel.play_rounds(
            table.numbers,
            table.cards,
            np.zeros(kernel.S_SIZE, np.uint64),
            np.zeros(kernel.N_SIZE, np.int64),
            np.zeros(kernel.W_SIZE, np.int64),
            np.uint64(task.seed),
            np.int64(number),
            np.int64(len(tables)),
            policies,
            points[part],
            moons[part],
            leaders[part],
            None,
            None if table.plain and not policies.any() else policies,
            table.layers,
        )
        begin = part.stop
    histograms, leads = _points_counted(points, leaders)
    side_of = tables[0].numbers[kernel.SIDE : kernel.SIDE + players]
    shot = tuple(int((moons == side_of[seat]).sum()) for seat in range(players))
    return Part(first, count, histograms, shot, leads)


def _points_counted(points: Numbers, leaders: Numbers) -> tuple[tuple[Counts, ...], Counts]:
    """How often each seat had how many points, and each pair of a leader's points and all points."""
    least, most, low, high = kernel.extent(points)
    wide, deep = most - least + 1, high - low + 1
    if wide * deep > _MOST_COUNTS:
        ones = points[np.arange(len(points)), leaders]
        return tuple(map(_numbers_counted, points.T)), _python_pairs(ones, points.sum(axis=1))
    counts, pairs = np.zeros((points.shape[1], wide), np.int64), np.zeros((wide, deep), np.int64)
    kernel.tally(points, leaders, (least, low), counts, pairs)
    ones, others = np.nonzero(pairs)
    keys = zip((ones + least).tolist(), (others + low).tolist(), strict=True)
    leads = tuple(zip(keys, pairs[ones, others].tolist(), strict=True))
    return tuple(_cells_found(column, least) for column in counts), leads


def _python_pairs(ones: Numbers, others: Numbers) -> Counts:
    """How often each pair of numbers occurs."""
    low, least, span = int(ones.min()), int(others.min()), int(np.ptp(others)) + 1
    if max(int(np.ptp(ones)), span) >= _MOST_PAIRED:
        rows, counts = np.unique(np.stack([ones, others], axis=1), axis=0, return_counts=True)
        found: list[tuple[int, int]] = [(one, other) for one, other in rows.tolist()]
        return tuple(zip(found, counts.tolist(), strict=True))
    codes = _numbers_counted((ones - low) * span + (others - least))
    return tuple(((code // span + low, code % span + least), count) for code, count in codes)


def _numbers_counted(numbers: Numbers) -> Counts:
    """How often each number occurs, lowest first."""
    least = int(numbers.min())
    if int(np.ptp(numbers)) < _MOST_COUNTS:
        return _cells_found(np.bincount(numbers - least), least)
    values, counts = np.unique(numbers, return_counts=True)
    return tuple(zip(values.tolist(), counts.tolist(), strict=True))


def _cells_found(counts: Numbers, least: int) -> Counts:
    """The numbers that have been counted, from `least` up."""
    found = np.flatnonzero(counts)
    return tuple(zip((found + least).tolist(), counts[found].tolist(), strict=True))
