"""Document 004, "Hearts" (pagat.com): Black Maria."""

from __future__ import annotations

from typing import Final

import attrs

from heartslib import Game, Rules, score_hand
from heartslib.rules import LEFT, Cycle
from tests.helpers.rounds import (
    RIGHT,
    cards,
    first_hand,
    lay_down,
    passed_to,
    rulebooks,
)

COUNTS: Final = ("black_maria", "black_maria_43", "black_maria_spot")
black_maria = rulebooks(*COUNTS)


def three(rules: Rules, *piles: str) -> tuple[int, ...]:
    """The points of a round in which three players took these counting cards."""
    return score_hand(rules, taken=[cards(pile) for pile in piles], players=3, partial=True).totals


@black_maria
def test_004_maria_07_three_to_the_right(rules: Rules) -> None:
    """Document 004, "Black Maria": by the books three cards go to the right (A53)."""
    assert passed_to(rules, 3, 1) == (2, 0, 1)
    assert passed_to(rules, 4, 1) == RIGHT
    for players in (3, 4):
        assert rules.passing.pattern(0, players).packets(players) == ((players - 1, 3),)


@black_maria
def test_004_maria_08_or_to_the_left(rules: Rules) -> None:
    """Document 004, "Black Maria": some pass three to the left (A53)."""
    left = attrs.evolve(rules, passing=Cycle(LEFT))
    assert [passed_to(left, 3, deal) for deal in (1, 2, 3, 4)] == [(1, 2, 0)] * 4


@black_maria
def test_004_maria_09_eldest_leads(rules: Rules) -> None:
    """Document 004, "Black Maria": the player at the dealer's left makes the first lead (A54)."""
    game = Game.new(rules, 3).deal(seed=1)
    assert game.dealer == 2
    assert lay_down(game, 0, 1, 2).to_act == (0,)
    of_four = lay_down(first_hand(rules, {3: "2C"}), 0, 1, 2, 3)
    assert "2C" in of_four.view(2).hand
    assert (of_four.dealer, of_four.to_act) == (3, (0,))
