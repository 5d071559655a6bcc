"""Document 003, "Hearts Rules": to 100 points, the queen of spades called Black Maria."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, Rules, RulesError
from heartslib.cards import PACK
from heartslib.moves import ChooseMoon
from heartslib.rules import LowestClubLeads
from tests.helpers.rounds import (
    ACROSS,
    HOLD,
    LEFT,
    OPENING,
    RIGHT,
    SEATS,
    after,
    at_deal,
    dealing_order,
    entered,
    hands,
    hold_hand,
    lay_down,
    legal,
    moonshot,
    pass_counts,
    piles,
    play_on,
    receivers,
    refused,
    rulebooks,
    taker,
    totals,
)

pytestmark = rulebooks("classic_100")


def test_003_01_four_players(rules: Rules) -> None:
    """Document 003, introduction: the game is for four, and for no other number."""
    assert Game.new(rules, players=4).players == 4
    for players in (2, 3, 5, 6):
        with pytest.raises(RulesError):
            Game.new(rules, players=players)


def test_003_02_pack_of_52(rules: Rules) -> None:
    """Document 003, introduction: a standard pack is used, each card once."""
    assert sum(hands(Game.new(rules).deal(seed=1)), Cards()) == Cards(PACK)


def test_003_03_lowest_possible_score_is_the_aim(rules: Rules) -> None:
    """Document 003, introduction: everyone tries to keep a low score."""
    assert entered(rules, (100, 3, 2, 1)).winners == (3,)


def test_003_04_until_one_player_has_100(rules: Rules) -> None:
    """Document 003, introduction: 100 points of one player end the game, 99 do not."""
    game = entered(rules, (87, 60, 50, 63), (13, 4, 5, 4))
    assert game.scores == (100, 64, 55, 67)
    assert game.is_over
    assert not entered(rules, (86, 60, 50, 64), (13, 4, 5, 4)).is_over


def test_003_05_lowest_score_at_that_point_wins(rules: Rules) -> None:
    """Document 003, introduction: the lowest score then wins."""
    assert entered(rules, (87, 60, 50, 63), (13, 4, 5, 4)).winners == (2,)


@pytest.mark.parametrize("dealer", SEATS)
def test_003_06_dealer_at_random(rules: Rules, dealer: int) -> None:
    """Document 003, "The Deal": the first dealer is chosen at random, so it may be any seat."""
    assert Game.new(rules, dealer=dealer).dealer == dealer


def test_003_07_dealt_one_card_at_a_time(rules: Rules) -> None:
    """Document 003, "The Deal": all cards go out, in rounds of one card for each player."""
    order = dealing_order(rules, dealer=3)
    assert len(order) == 52
    for first in range(0, 52, 4):
        assert sorted(order[first : first + 4]) == [0, 1, 2, 3]


def test_003_08_thirteen_cards_each(rules: Rules) -> None:
    """Document 003, "The Deal": at its end each player has 13 cards."""
    assert Game.new(rules).deal(seed=1).view(None).hand_sizes == (13, 13, 13, 13)


def test_003_09_round_begins_with_the_pass(rules: Rules) -> None:
    """Document 003, "Passing Cards": right after the deal comes the pass."""
    assert Game.new(rules).deal(seed=1).phase.name == "pass"


def test_003_10_three_cards_are_passed(rules: Rules) -> None:
    """Document 003, "Passing Cards": each player chooses three cards and passes them."""
    assert pass_counts(rules) == [3]


def test_003_11_chosen_before_looking(rules: Rules) -> None:
    """Document 003, "Passing Cards": nobody sees the new cards before choosing."""
    dealt = other = Game.new(rules).deal(seed=1)
    for seat in (1, 2, 3):
        other = other.pass_cards(seat, other.view(seat).hand[-3:])
    game = lay_down(dealt, 1, 2, 3)
    assert game != other
    assert game.view(0) == other.view(0)
    assert lay_down(game, 0).view(0) != lay_down(other, 0).view(0)


def test_003_12_first_round_left(rules: Rules) -> None:
    """Document 003, "Passing Cards": to the left in the first round."""
    assert receivers(rules, 1) == LEFT


def test_003_13_second_round_right(rules: Rules) -> None:
    """Document 003, "Passing Cards": to the right in the second round."""
    assert receivers(rules, 2) == RIGHT


def test_003_14_third_round_across(rules: Rules) -> None:
    """Document 003, "Passing Cards": across the table in the third round."""
    assert receivers(rules, 3) == ACROSS


def test_003_15_fourth_round_none(rules: Rules) -> None:
    """Document 003, "Passing Cards": the fourth round has no pass."""
    assert at_deal(rules, 4).deal(seed=1).phase.name == "play"
    assert receivers(rules, 4) == HOLD


def test_003_16_cycle_repeats(rules: Rules) -> None:
    """Document 003, "Passing Cards": after the fourth round the cycle begins again."""
    assert [receivers(rules, deal) for deal in (5, 6, 7, 8)] == [LEFT, RIGHT, ACROSS, HOLD]


def test_003_17_holder_of_the_two_of_clubs_begins(rules: Rules) -> None:
    """Document 003, "Game Play": its holder plays first, and plays that card (A28)."""
    assert hold_hand(rules, {1: "2C"}).to_act == (1,)
    assert legal(rules, "2C 3C KD") == Cards("2C")
    any_club = attrs.evolve(rules, opening=LowestClubLeads(any_club=True))
    assert legal(any_club, "2C 3C KD") == Cards("2C 3C")


def test_003_18_follow_suit(rules: Rules) -> None:
    """Document 003, "Game Play": the others play a card of the same suit if they have one."""
    assert legal(rules, "QS 9C 4H", trick="2C") == Cards("9C")


def test_003_19_highest_of_the_suit_led_wins(rules: Rules) -> None:
    """Document 003, "Game Play": the highest card of that suit takes the trick."""
    assert taker(rules, "9D AH TD KS") == 2


def test_003_20_any_discard_when_void(rules: Rules) -> None:
    """Document 003, "Game Play": otherwise any card, even in the first trick (A26, A62)."""
    assert legal(rules, "QS 4H 5D", trick="2C") == Cards("QS 4H 5D")


def test_003_21_winner_leads(rules: Rules) -> None:
    """Document 003, "Game Play": the winner of a trick leads to the next."""
    assert after(rules, "9D AH TD KS").to_act == (2,)


def test_003_22_any_card_may_be_led(rules: Rules) -> None:
    """Document 003, "Game Play": the leader may lead any card."""
    assert legal(rules, "QS 4D KC", played=OPENING) == Cards("QS 4D KC")


def test_003_23_until_all_cards_are_gone(rules: Rules) -> None:
    """Document 003, "Game Play": play ends when the hands are empty, not before."""
    game = hold_hand(rules, {})
    assert play_on(game, 51).phase.name == "play"
    assert play_on(game, 52).phase.name == "score"


def test_003_24_heart_or_queen_before_hearts_are_led(rules: Rules) -> None:
    """Document 003, "Game Play": no heart may be led until a heart or the queen has been played."""
    assert legal(rules, "4H 9C", played=OPENING) == Cards("9C")
    for trick in ("5S AS QS 2S", "5D KD 3H 2D"):
        game = after(rules, trick, holding={1: "4H 9C"})
        assert game.to_act == (1,)
        assert game.legal_plays() & "4H 9C" == Cards("4H 9C")


def test_003_26_winner_keeps_the_trick(rules: Rules) -> None:
    """Document 003, "Game Play": the winner keeps the cards of a trick."""
    game = after(rules, "9D AH TD KS")
    assert piles(game) == (Cards(OPENING), Cards(), Cards("9D AH TD KS"), Cards())


def test_003_27_shuffled_for_the_next_round(rules: Rules) -> None:
    """Document 003, "Game Play": after the last trick the whole pack is shuffled and dealt again."""
    game = play_on(at_deal(rules, 4).deal(seed=1), 52).score()
    assert game.phase.name == "deal"
    assert sum(hands(game.deal(seed=2)), Cards()) == Cards(PACK)


def test_003_28_the_last_round_is_played_out(rules: Rules) -> None:
    """Document 003, "Game Play": a round in which someone gets to 100 is finished (A30)."""
    game = after(rules, "KD 2D 3D 4D", "KS QS 4S 5S", scores=(95, 60, 50, 55))
    assert "QS" in piles(game)[0]
    assert game.phase.name == "play"
    finished = play_on(game, 40)
    assert finished.phase.name == "score"
    assert finished.score().is_over


def test_003_29_captured_cards_are_counted(rules: Rules) -> None:
    """Document 003, scoring: after the round players count the hearts they took."""
    assert totals(rules, "2H..5H", "6H..AH QS") == (4, 22, 0, 0)


def test_003_30_each_heart_costs_one(rules: Rules) -> None:
    """Document 003, scoring: a heart is worth one point."""
    assert totals(rules, "2H TH AH") == (3, 0, 0, 0)


def test_003_31_black_maria_costs_13(rules: Rules) -> None:
    """Document 003, scoring: 13 points for whoever took the queen of spades."""
    assert totals(rules, "QS") == (13, 0, 0, 0)


def test_003_32_nothing_follows_100(rules: Rules) -> None:
    """Document 003, scoring: when a player has 100 the game has ended."""
    game = entered(rules, (87, 60, 50, 63), (13, 4, 5, 4))
    assert game.phase.name == "over"
    assert game.legal_moves() == ()
    with refused("phase"):
        game.deal(seed=1)


def test_003_33_lowest_score_wins(rules: Rules) -> None:
    """Document 003, scoring: the player with the lowest score is the winner."""
    game = entered(rules, (87, 60, 50, 63), (13, 4, 5, 4))
    assert game.scores == (100, 64, 55, 67)
    assert game.winners == (2,)


def test_003_34_moon_may_take_26_off(rules: Rules) -> None:
    """Document 003, scoring: a player who takes all hearts and Black Maria may take 26 off."""
    assert totals(rules, "", "2H..AH QS", moon="subtract") == (0, -26, 0, 0)
    assert moonshot(rules, 1).choose_moon("subtract").score().scores == (0, -26, 0, 0)


def test_003_35_or_add_26_to_all_others(rules: Rules) -> None:
    """Document 003, scoring: or add 26 to every other score; the shooter chooses (A29)."""
    game = moonshot(rules, 1)
    assert game.legal_moves() == (ChooseMoon(1, "add"), ChooseMoon(1, "subtract"))
    assert game.choose_moon("add").score().scores == (26, 0, 26, 26)
    assert totals(rules, "", "2H..AH QS", moon="add") == (26, 0, 26, 26)
