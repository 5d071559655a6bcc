"""What the policies ``shed`` and ``rough`` weigh by, as data: found by `benchmarks.tune` in matches.

A rulebook has the weights of the one they were found for if the same cards and tricks cost the same: whatever
else it says, the same cards are then worth getting rid of.  Any other rulebook plays by `FIRST`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any

from heartslib.cards import KINDS, Cards
from heartslib.rules import RoundRules

FIRST = (
    0, 0, -1, 3,  # NOISE, EACH_TRICK, RANK_OVER, BIG_SHARE
    -32, 22, 400, 100, 5, -3, -1000,  # OFF_LAST to OFF_GOOD
    192, 24, 22, 320, 256, 1, -20, -100, 200,  # LEAD_LAST to LEAD_GOOD
)  # fmt: skip
"""The weights before any match, in the order of `heartslib.simulate.kernel.NOISE` and so on."""
NOISE = 8
"""Of 64 cards, so many are played at random in a playout."""
FILE = files("heartslib.simulate.players") / "weights.json"


def cost_words(rules: RoundRules) -> str:
    """What the cards and the tricks cost, as the name of a rulebook's weights.

    >>> from heartslib import variants
    >>> cost_words(variants.get("polignac").at(4).in_force)
    '1 JC JD JH; 2 JS'

    Args:
        rules: The rules of a round.
    """
    cards = sorted((cost, card) for card in KINDS if (cost := rules.cost(card)))
    words = [
        f"{cost} {Cards(card for _, card in some)}" for cost, some in groupby(cards, lambda e: e[0])
    ]
    tricks = rules.trick_costs
    if any(tricks):
        words.append(f"tricks {' '.join(map(str, tricks))}")
    return "; ".join(words + (["partners"] if rules.sides.pooled else []))


@functools.cache
def tuned() -> Mapping[str, Mapping[str, Any]]:
    """The weights that were found, by `cost_words`, each with the matches that justify it."""
    weights: Mapping[str, Mapping[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return weights


def weights_for(rules: RoundRules) -> tuple[Sequence[int], Sequence[int]]:
    """The weights of ``shed`` and of ``rough``.

    Args:
        rules: The rules of a round.
    """
    shed = tuned().get(cost_words(rules), {}).get("shed", FIRST)
    return shed, (NOISE, *FIRST[1:])
