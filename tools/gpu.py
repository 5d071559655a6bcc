"""The kernel on a GPU against the kernel on a CPU, number by number.

Every variant, contract and number of players is played, then rulebooks composed at random, by seats
with random policies; the points, moons and opening leaders of every round must be equal::

    python -m tools.gpu --rounds 20000 --rulebooks 200
    NUMBA_ENABLE_CUDASIM=1 python -m tools.gpu --rounds 3 --rulebooks 20

The second line needs no GPU: it runs the same code as plain Python, in numba's simulator.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from heartslib import Rules
from heartslib.simulate.lowering.rules import KernelTables, lowered
from heartslib.simulate.rounds.engines import target_of
from heartslib.simulate.targets import Processor
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.strategies import in_kernel
from tools.shared import composed


def rulebooks(count: int, seed: int) -> Iterator[tuple[Rules, int]]:
    """Every variant, contract and number of players; then rulebooks composed at random."""
    for rules in (rules for each in kernel_variants().values() for rules in each.rulebooks):
        yield from ((rules, players) for players in rules.players)
    some = (rules for each in filter(in_kernel, composed(seed)) for rules in each.rulebooks)
    rng = Random(seed)
    yield from ((rules, rng.choice(rules.players)) for rules in islice(some, count))


def outcomes(
    target: Processor, table: KernelTables, policies: Sequence[int], rounds: int, seed: int
) -> list[Any]:
    """The points, moons and opening leaders of rounds on a target."""
    points = target.empty((rounds, table.players), np.int64)
    moons, leaders = (target.empty(rounds, np.int64) for _ in range(2))
    does = target.array(np.array(policies, np.int64))
    outputs, numbers = (points, moons, leaders), (np.uint64(seed), np.int64(0), np.int64(1))
    target.run(table, table.way(policies), rounds, *numbers, does, *outputs)
    return [target.host(each) for each in outputs]


def differences(rules: Rules, players: int, rounds: int, seed: int) -> int:
    """How many rounds are not the same, at random and with policies."""
    at = rules.at(players)
    table = lowered(at.in_force, (at.ending.start,) * players)  # each round is a game's first
    rng = Random(f"{seed} {rules.name} {players}")
    mixed = [rng.randrange(3) for _ in range(players)]
    differ = 0
    for policies in ([0] * players, mixed):
        one, other = (
            outcomes(target_of(engine), table, policies, rounds, seed)
            for engine in ("kernel", "cuda")
        )
        columns = [np.column_stack(each) for each in (one, other)]
        differ += int((columns[0] != columns[1]).any(axis=1).sum())
    return differ


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and print how many rounds differ.

    Returns:
        The exit status: 1 if any does.
    """
    parser = argparse.ArgumentParser(description="the kernel on a GPU against the one on a CPU")
    parser.add_argument("--rounds", type=int, default=20_000, help="rounds of each, played twice")
    parser.add_argument("--rulebooks", type=int, default=200, help="composed at random")
    parser.add_argument("--seed", type=int, default=1, help="another seed deals other cards")
    options = parser.parse_args(arguments)
    compared = differ = 0
    for rules, players in rulebooks(options.rulebooks, options.seed):
        found = differences(rules, players, options.rounds, options.seed)
        compared, differ = compared + 1, differ + found
        if found:
            print(f"{rules.name}, {players} players: {found} rounds differ")
    rounds = f"{2 * options.rounds * compared:,} rounds"
    print(f"seed {options.seed}: {compared} rulebooks, {rounds}, {differ} differences")
    return min(1, differ)


if __name__ == "__main__":
    sys.exit(main())
