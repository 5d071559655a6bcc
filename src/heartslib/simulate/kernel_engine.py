"""Rounds played by the kernel; needs numpy and numba."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from heartslib.simulate import kernel
from heartslib.simulate.lowering import lowered_once
from heartslib.simulate.policies import policy_number
from heartslib.simulate.result import Part, Task

Numbers = npt.NDArray[np.int64]

_MOST_COUNTS: Final = 1 << 16
"""The widest range of numbers that are counted in an array; wider ones are sorted."""
_MOST_PAIRED: Final = 1 << 31
"""The widest range of numbers of which two fit into one."""


def play_block(task: Task, first: int, count: int) -> Part:
    """Play `count` rounds, from number `first`."""
    players, policies = task.players, [policy_number(policy) for policy in task.policies]
    tables = [lowered_once(rules, players) for rules in task.rules.rulebooks]
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
            np.array(policies, np.int64),
            points[part],
            moons[part],
            leaders[part],
            None,
            None if table.plain and not any(policies) else True,
            table.layers,
        )
        begin = part.stop
    histograms = tuple(tuple(_counted(points[:, seat]).items()) for seat in range(players))
    side_of = tables[0].numbers[kernel.SIDE : kernel.SIDE + players]
    shot = tuple(int((moons == side_of[seat]).sum()) for seat in range(players))
    leads = _pairs(points[np.arange(count), leaders], points.sum(axis=1))
    return Part(first, count, histograms, shot, tuple(leads.items()))


def _pairs(ones: Numbers, others: Numbers) -> dict[tuple[int, int], int]:
    """How often each pair of numbers occurs."""
    low, least, span = int(ones.min()), int(others.min()), int(np.ptp(others)) + 1
    if max(int(np.ptp(ones)), span) >= _MOST_PAIRED:
        rows, counts = np.unique(np.stack([ones, others], axis=1), axis=0, return_counts=True)
        return {
            (one, other): count
            for (one, other), count in zip(rows.tolist(), counts.tolist(), strict=True)
        }
    codes = _counted((ones - low) * span + (others - least))
    return {(code // span + low, code % span + least): count for code, count in codes.items()}


def _counted(numbers: Numbers) -> dict[int, int]:
    """How often each number occurs, lowest first."""
    least = int(numbers.min())
    if int(np.ptp(numbers)) < _MOST_COUNTS:
        counts = np.bincount(numbers - least)
        found = np.flatnonzero(counts)
        return dict(zip((found + least).tolist(), counts[found].tolist(), strict=True))
    values, counts = np.unique(numbers, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))
