"""Matches of policies, played by the kernel on a CPU or a GPU; needs numpy and numba."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from heartslib.rounds import Seatings
from heartslib.rules import Rules
from heartslib.simulate.lowering.refusal import refused
from heartslib.simulate.lowering.rules import KernelTables, lowered_each
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.rounds.engines import target_of

Sums = tuple[list[int], list[list[int]]]
"""The points of each bot over some deals, and for each pair of bots the products of theirs."""

BLOCK = {"kernel": 100_000, "cuda": 1 << 24}
"""About how many rounds an engine plays at once: that takes it a tenth of a second or more."""
_LARGEST = (1 << 63) - 1


@attrs.frozen
class PolicyMatch:
    """Policies that play the same deals.

    Attributes:
        rules: The rulebook.
        players: The number of seats.
        policies: The policy of each bot.
        seatings: Who sits where in each deal.
        seed: The seed of all deals.
        engine: ``"kernel"`` or ``"cuda"``.
    """

    rules: Rules
    players: int
    policies: tuple[str, ...]
    seatings: Seatings
    seed: int
    engine: str

    @property
    def block(self) -> int:
        """How many deals are played at once: their products add up to less than 2**63.

        Raises:
            CannotLower: The kernel does not know a rule, or those of one deal do not.
        """
        most = 1
        at = self.rules.at(self.players)
        lowered_each(at, self.policies)
        for rules in at.rulebooks:
            most = max(most, *map(abs, rules.bounds))
        rounds = len(self.seatings.of(0))
        # in all plays of a deal a bot has this many seats, each with `most` points at most
        fit = _LARGEST // (self.players * rounds // len(self.policies) * most) ** 2
        if not fit:
            raise refused("adds up no products of points as large as these")
        # each deal's own seatings are drawn here and take memory
        block = BLOCK[self.engine if self.seatings.every else "kernel"]
        return min(fit, max(1, block // rounds))

    def play(self, first: int, count: int) -> Sums:
        """Play `count` deals, from number `first`."""
        tables = lowered_each(self.rules.at(self.players))
        return played(
            tables, self.policies, self.seatings, first, count, seed=self.seed, engine=self.engine
        )


def played(
    tables: Sequence[KernelTables],
    policies: Sequence[str],
    seatings: Seatings,
    first: int,
    count: int,
    *,
    seed: int,
    engine: str,
) -> Sums:
    """Play deals of rulebooks that take turns.

    Args:
        tables: The rulebooks.
        policies: The policy of each bot.
        seatings: Who sits where in each deal.
        first: The number of the first deal.
        count: How many deals.
        seed: The seed of all deals.
        engine: ``"kernel"`` or ``"cuda"``.
    """
    target = target_of(engine)
    bots = len(policies)
    numbers = np.array([policy_number(policy) for policy in policies], np.int64)
    workers = target.workers(count)
    step = len(tables)
    totals = target.zeros((workers, bots), np.int64)
    sums = target.zeros((workers, bots, 1 + bots), np.int64)
    # sums and products alone: from them follow the means, and the errors of their differences
    for turn in range(min(step, count)):  # all deals of one contract, then those of the next
        deals = len(range(turn, count, step))
        own = range(first + turn, first + count, step) if not seatings.every else [first]
        seated = np.concatenate([np.array(seatings.of(deal), np.int64) for deal in own])
        counts = np.uint64(seed), first + turn, step, deals, len(seated) // len(own)
        seats = map(target.array, (numbers[seated], seated))
        table = tables[(first + turn) % step]
        target.run(table, "play_match", deals, *counts, *seats, totals, sums)
    added = target.host(sums).sum(axis=0)
    return added[:, 0].tolist(), added[:, 1:].tolist()
