"""What many rounds side by side bring those who play them."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from heartslib import variants
from heartslib.rl import BatchRounds
from heartslib.rules import Rounds


@pytest.mark.parametrize(("good", "sign"), [(False, -1), (True, 1)])
def test_rewards_have_the_sign_of_the_game(good: bool, sign: int) -> None:
    """In each round of Black Maria the penalty cards cost 26."""
    rules = attrs.evolve(variants.get("black_maria"), ending=Rounds(9, points_are_good=good))
    rounds = BatchRounds(rules, 2, seed=1, renew=False)
    batch = rounds.reset()
    total = np.zeros_like(batch.rewards)
    while not batch.done.all():
        batch = rounds.step(batch.legal.argmax(axis=1))
        total += batch.rewards
    assert total.sum(axis=1).tolist() == [26 * sign, 26 * sign]
