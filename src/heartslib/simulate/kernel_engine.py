"""Rounds played by the kernel; needs numpy and numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from heartslib.simulate import kernel
from heartslib.simulate.lowering import lowered_once
from heartslib.simulate.policies import policy_number
from heartslib.simulate.result import Part, Task


def play_block(task: Task, first: int, count: int) -> Part:
    """Play `count` rounds, from number `first`."""
    players = task.players
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
            np.array([policy_number(policy) for policy in task.policies], np.int64),
            points[part],
            moons[part],
            leaders[part],
            np.zeros((0, 2), np.uint64),
        )
        begin = part.stop
    histograms = tuple(tuple(_counted(points[:, seat]).items()) for seat in range(players))
    side_of = tables[0].numbers[kernel.SIDE : kernel.SIDE + players]
    shot = tuple(int((moons == side_of[seat]).sum()) for seat in range(players))
    led = points[np.arange(count), leaders]
    leads = _counted(np.stack([led, points.sum(axis=1)], axis=1))
    return Part(first, count, histograms, shot, tuple(leads.items()))


def _counted(rows: Any) -> dict[Any, int]:
    """How often each row occurs; a row of more than one number is a tuple."""
    values, counts = np.unique(rows, axis=0, return_counts=True)
    keys = values.tolist() if values.ndim == 1 else map(tuple, values.tolist())
    return dict(zip(keys, counts.tolist(), strict=True))
