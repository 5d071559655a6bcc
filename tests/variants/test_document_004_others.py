"""Document 004, "Hearts" (pagat.com): other games that it mentions with a rule."""

from __future__ import annotations

import attrs

from heartslib import Rules
from heartslib.rules import Reversed, ThereAndBack
from tests.helpers.rounds import (
    entered,
    rulebooks,
)

dame_de_pique = rulebooks("dame_de_pique")
hartenjagen = rulebooks("hartenjagen")
chase_the_lady = rulebooks("chase_the_lady")


@hartenjagen
def test_hartenjagen_may_turn_at_50(rules: Rules) -> None:
    """The document is silent on the end: to 50, or there and back to 0, at choice (A55)."""
    rounds = ((49, 20, 10, 11), (1, 9, 3, 2), (10, 1, 4, 0), (3, 3, 3, 6))
    assert not entered(rules, rounds[0]).is_over
    assert entered(rules, *rounds[:2]).winners == (2, 3)
    turning = attrs.evolve(rules, totals=Reversed(50), ending=ThereAndBack(50))
    turned = entered(turning, *rounds)
    assert turned.scores == (37, 25, 6, 7)
    assert not turned.is_over
    back = entered(turning, *rounds, (4, 2, 6, 3))
    assert back.scores == (33, 23, 0, 4)
    assert back.winners == (2,)
