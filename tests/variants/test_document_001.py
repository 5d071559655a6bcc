"""Document 001, "Hearts Rules": basic Hearts, Black Lady and Black Jack."""

from __future__ import annotations

import pytest

from heartslib import Cards, Game, Rules, variants
from heartslib.cards import PACK
from tests.helpers.rounds import (
    ACROSS,
    HOLD,
    LEFT,
    OPENING,
    RIGHT,
    SEATS,
    after,
    at_deal,
    cards,
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
    turns,
)

each_game = rulebooks("basic", "black_lady", "black_jack")
basic = rulebooks("basic")
black_lady = rulebooks("black_lady")
black_jack = rulebooks("black_jack")


@each_game
def test_001_03_pack_of_52(rules: Rules) -> None:
    """Document 001, "The Pack": the game takes a standard pack, each card once."""
    assert sum(hands(Game.new(rules).deal(seed=1)), Cards()) == Cards(PACK)


@each_game
def test_001_04_ace_high_two_low(rules: Rules) -> None:
    """Document 001, "Rank of Cards": no card beats an ace, any card beats a two."""
    assert taker(rules, "TD AD KD 2D") == 1
    assert taker(rules, "2D 3S AS 3D") == 3


@each_game
def test_001_05_played_to_100(rules: Rules) -> None:
    """Document 001, "Objective of the Game": 100 points are the usual goal."""
    game = entered(rules, (30, 40, 10, 24), (1, 4, 8, 0))
    assert game.scores == (31, 44, 18, 24)
    assert game.phase.name == "deal"
    assert not entered(rules, (99, 0, 0, 0)).is_over
    assert entered(rules, (100, 0, 0, 0)).is_over


@each_game
def test_001_06_lowest_wins_when_another_has_100(rules: Rules) -> None:
    """Document 001, "Objective of the Game": be lowest when somebody else gets to 100."""
    game = entered(rules, (92, 40, 30, 7), (8, 2, 3, 0))
    assert game.scores == (100, 42, 33, 7)
    assert game.is_over
    assert game.winners == (3,)


@each_game
def test_001_07_each_heart_costs_one(rules: Rules) -> None:
    """Document 001, "Card Values": every heart counts one point, high or low."""
    assert totals(rules, "2H AH", "KS", "3H..KH") == (2, 0, 11, 0)


@basic
def test_001_07_nothing_but_hearts_costs_in_the_basic_game(rules: Rules) -> None:
    """Document 001, "Card Values": hearts are the only cards with a value."""
    assert totals(rules, "2H AH", "QS KS JS", "3H..KH") == (2, 0, 11, 0)


@pytest.mark.parametrize("dealer", SEATS)
@each_game
def test_001_08_a_dealer_is_chosen(rules: Rules, dealer: int) -> None:
    """Document 001, "Dealing": somebody is picked to deal; it may be anyone."""
    assert Game.new(rules, dealer=dealer).dealer == dealer


@each_game
def test_001_09_thirteen_cards_each(rules: Rules) -> None:
    """Document 001, "Dealing": four players hold 13 cards each."""
    assert Game.new(rules).deal(seed=1).view(None).hand_sizes == (13, 13, 13, 13)


@each_game
def test_001_10_dealt_clockwise_from_the_left_of_the_dealer(rules: Rules) -> None:
    """Document 001, "Dealing": the dealer's left neighbour gets the first card."""
    assert dealing_order(rules, dealer=2)[:4] == [3, 0, 1, 2]


@each_game
def test_001_11_three_cards_must_be_passed(rules: Rules) -> None:
    """Document 001, "The Play": everyone must hand three cards to one other player."""
    assert pass_counts(rules) == [3]


@each_game
def test_001_12_first_deal_left(rules: Rules) -> None:
    """Document 001, "The Play": cards of the first deal go left."""
    assert receivers(rules, 1) == LEFT


@each_game
def test_001_13_second_deal_right(rules: Rules) -> None:
    """Document 001, "The Play": cards of the second deal go right."""
    assert receivers(rules, 2) == RIGHT


@each_game
def test_001_14_third_deal_across(rules: Rules) -> None:
    """Document 001, "The Play": cards of the third deal go straight across."""
    assert receivers(rules, 3) == ACROSS


@each_game
def test_001_15_fourth_deal_none(rules: Rules) -> None:
    """Document 001, "The Play": in the fourth deal nothing is passed."""
    assert at_deal(rules, 4).deal(seed=1).phase.name == "play"
    assert receivers(rules, 4) == HOLD


@each_game
def test_001_16_play_begins_after_the_pass(rules: Rules) -> None:
    """Document 001, "The Play": the round can begin once everybody has passed."""
    waiting = lay_down(Game.new(rules).deal(seed=1), 2, 0, 1)
    assert waiting.phase.name == "pass"
    assert lay_down(waiting, 3).phase.name == "play"


@each_game
def test_001_17_two_of_clubs_opens(rules: Rules) -> None:
    """Document 001, "The Play": whoever holds the two of clubs begins, and with that card."""
    game = hold_hand(rules, {2: "2C 5D KS"})
    assert game.to_act == (2,)
    assert game.legal_plays() == Cards("2C")
    for seat in (0, 1, 3):
        with refused("turn"):
            game.play(game.view(seat).hand[0], seat)


@each_game
def test_001_18_follow_suit_clockwise(rules: Rules) -> None:
    """Document 001, "The Play": turns go clockwise, and everyone follows suit if able."""
    assert legal(rules, "9C 4D AH", trick="2C KC") == Cards("9C")
    assert turns(hold_hand(rules, {2: "2C"}), 4) == [2, 3, 0, 1]


@each_game
def test_001_19_any_card_when_void(rules: Rules) -> None:
    """Document 001, "The Play": a void player may play any card, even a heart."""
    assert legal(rules, "4D AH", trick="7C", played=OPENING) == Cards("4D AH")


@each_game
def test_001_20_no_heart_in_the_first_trick(rules: Rules) -> None:
    """Document 001, "The Play": no heart on the first trick, if there is another card (A16)."""
    assert legal(rules, "4D AH", trick="2C") == Cards("4D")
    assert legal(rules, "2H..AH", trick="2C") == cards("2H..AH")


@each_game
def test_001_21_no_heart_led_before_hearts_are_broken(rules: Rules) -> None:
    """Document 001, "The Play": leading a heart has to wait until hearts are broken."""
    assert legal(rules, "4H 9C", played=OPENING) == Cards("9C")


@each_game
def test_001_22_a_discarded_heart_breaks_hearts(rules: Rules) -> None:
    """Document 001, "The Play": a heart from a player void in the suit breaks hearts."""
    game = after(rules, "5D KD 3H 2D", holding={1: "4H 9C"})
    assert game.to_act == (1,)
    assert game.legal_plays() & "4H 9C" == Cards("4H 9C")


@each_game
def test_001_23_highest_of_the_suit_led_wins(rules: Rules) -> None:
    """Document 001, "The Play": the best card of the suit led takes the trick."""
    assert taker(rules, "5D AS KD 3H") == 2


@each_game
def test_001_24_winner_collects_the_four_cards(rules: Rules) -> None:
    """Document 001, "The Play": the four cards go to the winner of the trick."""
    game = after(rules, "5D AS KD 3H")
    assert piles(game) == (Cards(OPENING), Cards(), Cards("5D AS KD 3H"), Cards())


@each_game
def test_001_25_winner_leads(rules: Rules) -> None:
    """Document 001, "The Play": the winner of a trick leads to the next."""
    assert after(rules, "5D AS KD 3H").to_act == (2,)


@each_game
def test_001_27_points_are_added_up_after_the_last_trick(rules: Rules) -> None:
    """Document 001, "Scoring": when all cards are played, players count the tricks they have won."""
    one_left = play_on(hold_hand(rules, {}), 51)
    assert one_left.phase.name == "play"
    assert one_left.sheet is None
    assert play_on(one_left, 1).phase.name == "score"
    assert totals(rules, "2H..5H", "6H", "7H..AH") == (4, 1, 8, 0)


@each_game
def test_001_28_until_someone_has_100_or_more(rules: Rules) -> None:
    """Document 001, "Scoring": 99 points do not end the game; more than 100 do."""
    assert entered(rules, (98, 40, 40, 30), (1, 4, 8, 0)).phase.name == "deal"
    assert entered(rules, (98, 40, 40, 30), (4, 1, 8, 0)).phase.name == "over"


@each_game
def test_001_29_lowest_score_wins(rules: Rules) -> None:
    """Document 001, "Scoring": the player with the lowest score wins."""
    game = entered(rules, (98, 40, 40, 30), (4, 1, 8, 0))
    assert game.scores == (102, 41, 48, 30)
    assert game.winners == (3,)


@basic
def test_001_30_moon_costs_its_shooter_nothing(rules: Rules) -> None:
    """Document 001, "Shooting the Moon": a player who takes all 13 hearts gets no points."""
    assert totals(rules, "", "2H..AH") == (26, 0, 26, 26)
    assert totals(rules, "2H", "3H..AH") == (1, 12, 0, 0)


@each_game
def test_001_31_moon_costs_each_other_player_26(rules: Rules) -> None:
    """Document 001, "Shooting the Moon": 26 for each of the others, in every game (A14)."""
    game = moonshot(rules, 1)
    assert game.phase.name == "score"
    assert game.score().scores == (26, 0, 26, 26)


@black_lady
def test_001_34_black_lady_is_a_penalty_card(rules: Rules) -> None:
    """Document 001, "Black Lady": the queen of spades costs points, like the hearts."""
    assert totals(rules, "QS", "", "2H..AH") == (13, 0, 13, 0)


@black_lady
def test_001_35_hearts_still_cost_one_each(rules: Rules) -> None:
    """Document 001, "Black Lady": hearts cost the same with the queen."""
    assert totals(rules, "2H AH", "QS", "3H..KH") == (2, 13, 11, 0)


@black_lady
def test_001_36_black_lady_costs_13(rules: Rules) -> None:
    """Document 001, "Black Lady": 13 points make the queen the most costly card."""
    assert totals(rules, "QS AH") == (14, 0, 0, 0)


@black_lady
def test_001_37_black_lady_not_in_the_first_trick(rules: Rules) -> None:
    """Document 001, "Black Lady": like hearts she stays out of the first trick (A15)."""
    assert legal(rules, "4D QS AH", trick="2C") == Cards("4D")
    assert legal(rules, "4D QS AH", trick="7C", played=OPENING) == Cards("4D QS AH")


@black_lady
def test_001_38_moon_needs_the_black_lady(rules: Rules) -> None:
    """Document 001, "Black Lady": a moon needs the queen as well as the hearts."""
    assert totals(rules, "2H..AH", "QS") == (13, 13, 0, 0)
    assert totals(rules, "2H..AH QS") == (0, 26, 26, 26)


@black_jack
def test_001_39_jack_in_place_of_the_lady(rules: Rules) -> None:
    """Document 001, "Black Jack": the jack of spades takes over from the queen."""
    assert totals(rules, "JS", "QS", "2H..AH") == (10, 0, 13, 0)
    assert totals(rules, "QS 2H..AH JS") == (0, 26, 26, 26)
    assert legal(rules, "4D QS JS AH", trick="2C") == Cards("4D QS")


@black_jack
def test_001_40_black_jack_costs_10(rules: Rules) -> None:
    """Document 001, "Black Jack": the jack counts 10 points, so a deal holds 23."""
    assert totals(rules, "JS QS 2H") == (11, 0, 0, 0)
    assert sum(totals(rules, "2H..AH", "JS", "2S..TS", "QS..AS")) == 23


@pytest.mark.parametrize(
    ("slug", "trick", "points"),
    [("black_lady", "9S QS 4S 2S", 13), ("black_jack", "9S JS 4S 2S", 10)],
)
def test_001_41_queen_and_jack_remain_spades(slug: str, trick: str, points: int) -> None:
    """Document 001, "Black Jack": both cards follow suit and win tricks as spades do."""
    rules, black_card = variants.get(slug), trick.split()[1]
    assert legal(rules, f"{black_card} 4D", trick="9S", played=OPENING) == Cards(black_card)
    game = after(rules, trick)
    assert game.to_act == (1,)
    assert totals(rules, *map(str, piles(game))) == (0, points, 0, 0)
