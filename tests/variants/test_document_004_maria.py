"""Document 004, "Hearts" (pagat.com): Black Maria."""

from __future__ import annotations

from typing import Final

import attrs
import pytest

from heartslib import Cards, Game, Rules, legal_plays, score_hand, variants
from heartslib.cards import PACK
from heartslib.rules import LEFT, Cycle
from tests.helpers.rounds import (
    OPENING,
    RIGHT,
    cards,
    entered,
    every_hand,
    first_hand,
    lay_down,
    legal,
    passed_to,
    rulebooks,
    undealt,
)

COUNTS: Final = ("black_maria", "black_maria_43", "black_maria_spot")
black_maria = rulebooks(*COUNTS)


def three(rules: Rules, *piles: str) -> tuple[int, ...]:
    """The points of a round in which three players took these counting cards."""
    return score_hand(rules, taken=[cards(pile) for pile in piles], players=3, partial=True).totals


@black_maria
def test_004_maria_03_three_without_the_two_of_clubs(rules: Rules) -> None:
    """Document 004, "Black Maria": three play as a rule, without 2C."""
    game = Game.new(rules, 3).deal(seed=1)
    assert sum(every_hand(game), Cards()) == Cards(PACK) - "2C"
    assert not undealt(game)
    assert min(rules.players) == 3


@black_maria
def test_004_maria_04_17_cards_each(rules: Rules) -> None:
    """Document 004, "Black Maria": three players get 17 cards each."""
    assert Game.new(rules, 3).deal(seed=1).view(None).hand_sizes == (17, 17, 17)


@black_maria
def test_004_maria_05_four_with_all_cards(rules: Rules) -> None:
    """Document 004, "Black Maria": four may play, and then all the cards are dealt."""
    game = Game.new(rules, 4).deal(seed=1)
    assert game.view(None).hand_sizes == (13, 13, 13, 13)
    assert sum(every_hand(game), Cards()) == Cards(PACK)
    assert rules.players[:2] == (3, 4)


@black_maria
def test_004_maria_06_same_direction_every_deal(rules: Rules) -> None:
    """Document 004, "Black Maria": the direction never changes, and no hand is held."""
    assert [passed_to(rules, 3, deal) for deal in (1, 2, 3, 4)] == [(2, 0, 1)] * 4
    assert [passed_to(rules, 4, deal) for deal in (1, 2, 3, 4)] == [RIGHT] * 4


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


@black_maria
def test_004_maria_10_any_lead(rules: Rules) -> None:
    """Document 004, "Black Maria": the first lead is free, QS and hearts too."""
    assert legal_plays(rules, hand="3C 4H QS", players=3) == Cards("3C 4H QS")
    assert legal(rules, "2C 4H QS") == Cards("2C 4H QS")


@black_maria
def test_004_maria_11_hearts_at_any_time(rules: Rules) -> None:
    """Document 004, "Black Maria": hearts may be led from the start."""
    assert legal_plays(rules, hand="4H 9C", played="3D 4D 5D", players=3) == Cards("4H 9C")
    assert legal(rules, "4H 9C", played=OPENING) == Cards("4H 9C")


@rulebooks("black_maria")
def test_004_maria_12_first_count(rules: Rules) -> None:
    """Document 004, "Black Maria": hearts 1 and QS 13, as in America."""
    assert three(rules, "QS AS", "2H..AH KS", "") == (13, 13, 0)
    assert three(rules, "QS 2H..4H", "5H..AH", "KS AS") == (16, 10, 0)


@rulebooks("black_maria_43")
def test_004_maria_13_second_count(rules: Rules) -> None:
    """Document 004, "Black Maria": KS costs 10 and AS 7 besides, 43 in all."""
    assert three(rules, "QS AS", "2H..AH", "KS") == (20, 13, 10)
    assert three(rules, "QS", "AS", "KS 2H") == (13, 7, 11)


@rulebooks("black_maria_spot")
def test_004_maria_14_third_count(rules: Rules) -> None:
    """Document 004, "Black Maria": hearts at face value, courts 10, ace 15, QS 25."""
    assert three(rules, "QS KS", "2H..TH AS", "JH..AH") == (25, 54, 45)
    assert three(rules, "JH", "QH KH", "AH 2H") == (10, 20, 17)


@pytest.mark.parametrize(
    ("slug", "goal"), [("black_maria", 100), ("black_maria_43", 100), ("black_maria_spot", 500)]
)
@pytest.mark.parametrize("players", [3, 4])
def test_004_maria_15_third_count_to_500(slug: str, goal: int, players: int) -> None:
    """Document 004, "Black Maria": with the third count the goal is 500, not 100."""
    rules = variants.get(slug)
    rest = (20,) * (players - 1)
    assert not entered(rules, (goal - 1, *rest)).is_over
    game = entered(rules, (goal - 1, *rest), (1, *(0 for _ in rest)))
    assert game.is_over
    assert 0 not in game.winners


@rulebooks("black_maria_43")
def test_t16_second_count_is_43_in_all(rules: Rules) -> None:
    """The cards of the second count add up to 43, and who takes them all pays them (A38)."""
    assert sum(map(rules.in_force.points, rules.deck.cards(3))) == 43
    assert three(rules, "2H..AH QS KS AS", "", "") == (43, 0, 0)
