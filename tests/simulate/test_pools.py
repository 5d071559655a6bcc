"""Pools in the kernel: Howell's settling is arithmetic, and what a pool holds is not."""

from __future__ import annotations

import attrs
import pytest

from heartslib import HeartsError, simulate
from heartslib.rules import Howell, PaysBid, Sweepstake
from tests.helpers.positions import POOL

HOWELL = attrs.evolve(POOL, name="Howell Hearts", bonuses=Howell())


@pytest.mark.slow
def test_everyone_pays_everyone_in_the_kernel() -> None:
    found = simulate.simulate(HOWELL, rounds=2_000, engine="kernel", seed=1)
    assert abs(sum(found.means)) < 1e-9


@pytest.mark.parametrize("step", [PaysBid(), Sweepstake()])
def test_a_pool_stays_in_the_plain_engine(step: PaysBid | Sweepstake) -> None:
    rules = attrs.evolve(HOWELL, bonuses=step)
    why = f"^the kernel cannot run {type(step).__name__}, which has lines and no terms"
    with pytest.raises(HeartsError, match=why):
        simulate.simulate(rules, rounds=10, engine="kernel")
