"""Document 004, "Hearts" (pagat.com): players and cards, object of the game."""

from __future__ import annotations

from heartslib import Cards, Game, Rules
from heartslib.cards import PACK
from tests.helpers.rounds import entered, hands, rulebooks, taker, totals

pytestmark = rulebooks("american")


def test_004_players_04_usually_four(rules: Rules) -> None:
    """Document 004, "Players and Cards": most often four play, with 13 cards each."""
    game = Game.new(rules, players=4).deal(seed=1)
    assert game.view(None).hand_sizes == (13, 13, 13, 13)


def test_004_players_05_no_partnerships(rules: Rules) -> None:
    """Document 004, "Players and Cards": nobody has a partner, so two make no slam."""
    assert Game.new(rules).sides == ((0,), (1,), (2,), (3,))
    assert totals(rules, "QS", "", "2H..AH") == (13, 0, 13, 0)


def test_004_players_07_pack_of_52(rules: Rules) -> None:
    """Document 004, "Players and Cards": the standard pack, each card once."""
    assert sum(hands(Game.new(rules).deal(seed=1)), Cards()) == Cards(PACK)


def test_004_players_08_ace_high_two_low(rules: Rules) -> None:
    """Document 004, "Players and Cards": cards of a suit rank from the ace down to the two."""
    assert taker(rules, "TD AD KD 2D") == 1
    assert taker(rules, "2D 3D AS AH") == 1


def test_004_players_09_no_trumps(rules: Rules) -> None:
    """Document 004, "Players and Cards": no suit beats another."""
    assert taker(rules, "4D AS KH 5D") == 3
    assert taker(rules, "2C AS AH AD") == 0


def test_004_players_10_each_heart_costs_one(rules: Rules) -> None:
    """Document 004, "Players and Cards": a heart is one penalty point."""
    assert totals(rules, "2H..5H", "6H..AH QS") == (4, 22, 0, 0)


def test_004_players_11_queen_of_spades_costs_13(rules: Rules) -> None:
    """Document 004, "Players and Cards": the queen of spades is 13 penalty points."""
    assert totals(rules, "QS 2H", "3H..AH") == (14, 12, 0, 0)


def test_004_players_12_other_cards_cost_nothing(rules: Rules) -> None:
    """Document 004, "Players and Cards": no other card counts, so a deal holds 26 points."""
    assert totals(rules, "AS KS JD TC AD") == (0, 0, 0, 0)
    assert sum(totals(rules, "2C..AC 2H..AH", "2D..AD 2S..JS", "QS..AS")) == 26


def test_004_players_13_points_are_to_be_avoided(rules: Rules) -> None:
    """Document 004, "Object of Game": points are bad, having none is best."""
    assert entered(rules, (100, 22, 0, 8)).winners == (2,)


def test_004_players_14_reaching_100_ends_the_game(rules: Rules) -> None:
    """Document 004, "Object of Game": somebody at 100 or above ends it, 99 does not."""
    game = entered(rules, (87, 60, 50, 63), (13, 4, 5, 4))
    assert game.scores == (100, 64, 55, 67)
    assert game.is_over
    assert entered(rules, (88, 60, 50, 62), (13, 4, 5, 4)).is_over
    assert entered(rules, (86, 60, 50, 64), (13, 4, 5, 4)).phase.name == "deal"


def test_004_players_15_lowest_score_then_wins(rules: Rules) -> None:
    """Document 004, "Object of Game": the lowest score at this point is the winner's."""
    assert entered(rules, (87, 60, 50, 63), (13, 4, 5, 4)).winners == (2,)
