"""Rewards for the cards of each trick, before the round is scored."""

from __future__ import annotations

from typing import Any

import numpy as np

from heartslib.cards import KINDS
from heartslib.rules import RoundRules

REWARDS = ("round", "trick")
"""When a learner may be rewarded."""


def worth_of(taken: Any, rules: RoundRules) -> Any:
    """What the cards taken bring as a reward: minus their points, or the points if they are good, (..., p).

    Args:
        taken: How many copies of each card each seat has taken, (..., p, 52), or more if
            the pack has others than the usual 52.
        rules: What the round is played by; partners who pool share a sum.
    """
    # `cost` is minus the points where points are good, and a charge doubles at the end of the round
    worth = taken @ np.array([-rules.cost(card) for card in KINDS[: taken.shape[-1]]])
    if rules.sides.pooled:
        for side in map(list, rules.partners):
            worth[..., side] = worth[..., side].sum(axis=-1, keepdims=True)
    return worth
