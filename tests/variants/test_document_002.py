"""Document 002, "Hearts Rules", translated: to 50 points."""

from __future__ import annotations

import pytest

from heartslib import Card, Cards, Game, Rules, RulesError
from heartslib.cards import PACK
from heartslib.moves import Deal
from tests.helpers.rounds import (
    ACROSS,
    HOLD,
    LEFT,
    OPENING,
    RIGHT,
    after,
    at_deal,
    cards,
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
    turns,
)

pytestmark = rulebooks("classic_50")


def test_002_01_four_competing_players(rules: Rules) -> None:
    """Document 002, introduction: four play, everyone against everyone."""
    assert Game.new(rules, players=4).sides == ((0,), (1,), (2,), (3,))
    for players in (2, 3, 5, 6):
        with pytest.raises(RulesError):
            Game.new(rules, players=players)


def test_002_02_lowest_score_is_the_aim(rules: Rules) -> None:
    """Document 002, introduction: the lowest score at the end is best."""
    assert entered(rules, (51, 20, 22, 37)).winners == (1,)


def test_002_03_french_pack_of_52(rules: Rules) -> None:
    """Document 002, introduction: the French pack of 52 is used, each card once."""
    assert sum(hands(Game.new(rules).deal(seed=1)), Cards()) == Cards(PACK)


def test_002_04_shuffled_for_each_deal(rules: Rules) -> None:
    """Document 002, introduction: at the start of each deal the whole pack is shuffled."""
    first = Game.new(rules).deal(seed=1)
    played = play_on(lay_down(first, 0, 1, 2, 3), 52).score()
    assert played.phase.name == "deal"
    second = played.deal(seed=2)
    assert hands(second) != hands(first)
    for game in (first, second):
        deal = game.history[-1]
        assert isinstance(deal, Deal)
        assert sum(deal.hands, Cards()) == Cards(PACK)


def test_002_05_thirteen_cards_each(rules: Rules) -> None:
    """Document 002, introduction: each player is dealt 13 cards."""
    assert Game.new(rules).deal(seed=1).view(None).hand_sizes == (13, 13, 13, 13)


def test_002_06_one_card_each_clockwise(rules: Rules) -> None:
    """Document 002, introduction: a trick takes one card from everybody, clockwise."""
    game = hold_hand(rules, {3: "2C"})
    assert turns(game, 4) == [3, 0, 1, 2]
    assert play_on(game, 4).view(None).hand_sizes == (12, 12, 12, 12)


def test_002_07_three_cards_are_given_away(rules: Rules) -> None:
    """Document 002, introduction: first every player sends three cards to another."""
    assert pass_counts(rules) == [3]


def test_002_08_first_deal_left(rules: Rules) -> None:
    """Document 002, introduction: in the first deal to the left."""
    assert receivers(rules, 1) == LEFT


def test_002_09_second_deal_right(rules: Rules) -> None:
    """Document 002, introduction: in the second deal to the right."""
    assert receivers(rules, 2) == RIGHT


def test_002_10_third_deal_in_front(rules: Rules) -> None:
    """Document 002, introduction: in the third deal to the player in front."""
    assert receivers(rules, 3) == ACROSS


def test_002_11_fourth_deal_none(rules: Rules) -> None:
    """Document 002, introduction: in the fourth deal no cards are passed."""
    assert at_deal(rules, 4).deal(seed=1).phase.name == "play"
    assert receivers(rules, 4) == HOLD


def test_002_12_fifth_deal_starts_again(rules: Rules) -> None:
    """Document 002, introduction: with the fifth deal the four ways begin once more."""
    assert [receivers(rules, deal) for deal in (5, 6, 7, 8)] == [LEFT, RIGHT, ACROSS, HOLD]


def test_002_13_tricks_start_after_the_exchange(rules: Rules) -> None:
    """Document 002, introduction: once the cards have changed hands the tricks begin."""
    waiting = lay_down(Game.new(rules).deal(seed=1), 0, 1, 3)
    with refused("phase"):
        waiting.play("2C")
    assert play_on(lay_down(waiting, 2), 1).view(None).table.trick.cards == (Card("2C"),)


def test_002_14_two_of_clubs_opens(rules: Rules) -> None:
    """Document 002, introduction: its owner leads first, and must lead the two of clubs."""
    assert hold_hand(rules, {1: "2C"}).to_act == (1,)
    assert legal(rules, "2C 3C KD") == Cards("2C")


def test_002_15_follow_suit(rules: Rules) -> None:
    """Document 002, introduction: the next player has to match the suit."""
    assert legal(rules, "QS 9C 4H KD", trick="2C") == Cards("9C")


def test_002_16_any_suit_when_void(rules: Rules) -> None:
    """Document 002, introduction: without that suit any card may be played."""
    assert legal(rules, "QS 4H 5D", trick="9C", played=OPENING) == Cards("QS 4H 5D")


def test_002_17_no_heart_in_the_first_trick(rules: Rules) -> None:
    """Document 002, introduction: except that hearts stay out of the first trick."""
    assert legal(rules, "4H 5D", trick="2C") == Cards("5D")


def test_002_18_no_queen_of_spades_in_the_first_trick(rules: Rules) -> None:
    """Document 002, introduction: nor may the queen of spades come down (A22, A25)."""
    assert legal(rules, "QS 5D", trick="2C") == Cards("5D")
    assert legal(rules, "QS 2H..KH", trick="2C") == cards("QS 2H..KH")


def test_002_19_highest_of_the_suit_led_wins(rules: Rules) -> None:
    """Document 002, introduction: the most valuable card of the leader's suit wins."""
    assert taker(rules, "9D AH TD KS") == 2


@pytest.mark.parametrize(("trick", "winner"), [("JD KD AD QD", 2), ("9C TC 2C JC", 3)])
def test_002_20_ranks(rules: Rules, trick: str, winner: int) -> None:
    """Document 002, introduction: ace, king, queen, jack, ten, and so on down to two."""
    assert taker(rules, trick) == winner


def test_002_21_score_is_the_value_of_the_cards_taken(rules: Rules) -> None:
    """Document 002, introduction: a score adds up the values of the cards taken."""
    assert totals(rules, "2H 3H", "QS 4H", "5H..AH") == (2, 14, 10, 0)


def test_002_22_winner_stores_the_four_cards(rules: Rules) -> None:
    """Document 002, introduction: the winner puts the four cards on their own pile."""
    game = after(rules, "9D AH TD KS")
    assert piles(game) == (Cards(OPENING), Cards(), Cards("9D AH TD KS"), Cards())


def test_002_23_winner_leads(rules: Rules) -> None:
    """Document 002, introduction: the winner of a trick leads to the next."""
    assert after(rules, "9D AH TD KS").to_act == (2,)


def test_002_24_any_card_may_be_led(rules: Rules) -> None:
    """Document 002, introduction: that player may begin with any card."""
    assert legal(rules, "QS 4D KC", played=OPENING) == Cards("QS 4D KC")


def test_002_25_but_no_heart_before_one_was_discarded(rules: Rules) -> None:
    """Document 002, introduction: hearts may not be led before one has been discarded."""
    assert legal(rules, "4H 9C", played=OPENING) == Cards("9C")
    game = after(rules, "5D KD 3H 2D", holding={1: "4H 9C"})
    assert game.to_act == (1,)
    assert game.legal_plays() & "4H 9C" == Cards("4H 9C")


def test_002_26_thirteen_tricks(rules: Rules) -> None:
    """Document 002, introduction: a deal lasts 13 tricks, even when every point has fallen."""
    game = hold_hand(rules, {0: "2C..AC", 1: "2H..5H", 2: "6H..9H", 3: "TH..AH QS"})
    for _ in range(40):
        game = game.play(game.legal_plays()[-1])
    assert cards("2H..AH QS") <= game.view(None).table.played
    assert play_on(game, 11).phase.name == "play"
    finished = play_on(game, 12)
    assert finished.phase.name == "score"
    assert len(finished.view(None).table.tricks) == 13


@pytest.mark.parametrize("seed", range(3))
def test_002_27_then_the_piles_are_counted(rules: Rules, seed: int) -> None:
    """Document 002, introduction: after the last trick the four piles are counted."""
    game = play_on(at_deal(rules, 4).deal(seed=seed), 52)
    assert game.sheet is not None
    assert sum(line.points for line in game.sheet.lines) == 26
    assert game.score().sheets[3:] == (game.sheet,)


def test_002_28_each_heart_costs_one(rules: Rules) -> None:
    """Document 002, "The count": one point for every heart."""
    assert totals(rules, "2H TH AH") == (3, 0, 0, 0)


def test_002_29_queen_of_spades_costs_13(rules: Rules) -> None:
    """Document 002, "The count": 13 points for the queen of spades, 26 in all."""
    assert totals(rules, "QS 2H") == (14, 0, 0, 0)
    assert sum(totals(rules, "2C..AC 2H..AH", "2D..AD 2S..JS", "QS..AS")) == 26


def test_002_30_points_accumulate(rules: Rules) -> None:
    """Document 002, "The count": the points of a deal are added to those from before."""
    game = entered(rules, (10, 3, 13, 0), (0, 13, 5, 8))
    assert game.scores == (10, 16, 18, 8)
    assert game.phase.name == "deal"


def test_002_31_fifty_points_end_the_game(rules: Rules) -> None:
    """Document 002, "The count": the game ends when a player gets to 50."""
    game = entered(rules, (37, 20, 12, 35), (13, 4, 5, 4))
    assert game.scores == (50, 24, 17, 39)
    assert game.is_over


def test_002_32_fewest_points_win(rules: Rules) -> None:
    """Document 002, "The count": the fewest accumulated points win."""
    assert entered(rules, (37, 20, 12, 35), (13, 4, 5, 4)).winners == (2,)


def test_002_33_below_50_another_deal_follows(rules: Rules) -> None:
    """Document 002, "The count": as long as nobody has 50 a new deal follows."""
    game = entered(rules, (36, 20, 13, 35), (13, 4, 5, 4))
    assert game.scores == (49, 24, 18, 39)
    assert game.phase.name == "deal"


def test_002_34_moon_is_all_hearts_and_the_queen(rules: Rules) -> None:
    """Document 002, "Reach the moon": one pile has the hearts and the queen, all 26 points."""
    assert totals(rules, "2H..AH", "QS") == (13, 13, 0, 0)
    assert totals(rules, "3H..AH QS", "2H") == (25, 1, 0, 0)
    assert totals(rules, "2H..AH QS") != (26, 0, 0, 0)


def test_002_35_moon_costs_its_shooter_nothing(rules: Rules) -> None:
    """Document 002, "Reach the moon": the shooter gets no points, and has no choice."""
    game = moonshot(rules, 0)
    assert game.phase.name == "score"
    assert game.score().scores[0] == 0


def test_002_36_moon_costs_the_others_26_each(rules: Rules) -> None:
    """Document 002, "Reach the moon": everyone else gets 26."""
    assert totals(rules, "2H..AH QS") == (0, 26, 26, 26)
    assert moonshot(rules, 0).score().scores[1:] == (26, 26, 26)


def test_002_37_the_suit_led_binds(rules: Rules) -> None:
    """Document 002, glossary: the lead obliges the others to play its suit."""
    assert legal(rules, "AS KD 3D 4H", trick="5D 3C", played=OPENING) == Cards("KD 3D")


def test_002_38_moon_is_every_point_of_the_deal(rules: Rules) -> None:
    """Document 002, glossary: the moon is getting all there is, hearts and the queen."""
    assert totals(rules, "", "", "2H..AH QS") == (26, 26, 0, 26)
    assert totals(rules, "", "", "2H..AH", "QS") == (0, 0, 13, 13)


def test_002_40_the_pile_is_what_was_won(rules: Rules) -> None:
    """Document 002, glossary: the pile is all cards won, and it is counted at the end."""
    game = play_on(at_deal(rules, 4).deal(seed=1), 52)
    assert sum(piles(game), Cards()) == Cards(PACK)
    assert game.sheet is not None
    for pile, points in zip(piles(game), game.sheet.totals, strict=True):
        assert points == len(pile & cards("2H..AH")) + 13 * ("QS" in pile)


def test_002_41_the_first_discarded_heart_breaks_hearts(rules: Rules) -> None:
    """Document 002, glossary: after it everyone may open with hearts; the trick itself goes on."""
    assert legal(rules, "2D 4H", trick="5D KD 3H", played=OPENING) == Cards("2D")
    game = after(rules, "5D KD 3H 2D", "4S 5S AS KS", holding={3: "4H 9C"})
    assert game.to_act == (3,)
    assert game.legal_plays() & "4H 9C" == Cards("4H 9C")
