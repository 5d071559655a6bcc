"""Document 004, "Hearts" (pagat.com): the play of the hand."""

from __future__ import annotations

from heartslib import Cards, Rules
from tests.helpers.rounds import (
    OPENING,
    after,
    first_hand,
    hold_hand,
    lay_down,
    legal,
    rulebooks,
    taker,
    turns,
)

pytestmark = rulebooks("american")


def test_004_play_01_two_of_clubs_opens(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": whoever holds it after the pass must lead it."""
    assert legal(rules, "2C 3C KD") == Cards("2C")
    game = first_hand(rules, {0: "2C 3C 4C"}).pass_cards(0, "2C 3C 4C")
    assert lay_down(game, 1, 2, 3).to_act == (1,)


def test_004_play_02_clockwise(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": the others play in clockwise order."""
    assert turns(hold_hand(rules, {1: "2C"}), 4) == [1, 2, 3, 0]


def test_004_play_03_follow_suit(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": a player who has the suit led must play it."""
    assert legal(rules, "QS 9C 4H", trick="2C") == Cards("9C")


def test_004_play_04_any_card_when_void(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": else any card, in the first trick too (A62)."""
    assert legal(rules, "QS 4H 5D", trick="2C") == Cards("QS 4H 5D")


def test_004_play_05_highest_of_the_suit_led_wins(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": the highest card of the suit led wins."""
    assert taker(rules, "9D AH TD KS") == 2


def test_004_play_06_winner_leads(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": the winner of a trick leads to the next."""
    assert after(rules, "9D AH TD KS").to_act == (2,)


def test_004_play_07_no_heart_led_before_one_was_played(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": hearts wait for a heart; the queen does not count as one."""
    assert legal(rules, "4H 9C QS", played=OPENING) == Cards("9C QS")
    game = after(rules, "5S AS QS 2S", holding={1: "4H 9C"})
    assert game.to_act == (1,)
    assert game.legal_plays() & "4H 9C" == Cards("9C")


def test_004_play_08_unless_the_hand_is_all_hearts(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": a hand of hearts only may lead them at any time."""
    no_hearts = "2C..AC 2D..AD 2S..JS"
    assert legal(rules, "4H 9H KH AH", played=no_hearts) == Cards("4H 9H KH AH")
    assert legal(rules, "4H 9H KH AS", played=no_hearts) == Cards("AS")


def test_004_play_09_discarding_a_heart_breaks_hearts(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": once a heart was discarded hearts may be led."""
    game = after(rules, "5D KD 3H 2D", holding={1: "4H 9C"})
    assert game.to_act == (1,)
    assert game.legal_plays() & "4H 9C" == Cards("4H 9C")


def test_004_play_11_all_heart_hand_breaks_hearts(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": such a lead breaks hearts for everyone."""
    hearts = {0: "3H 5H..KH", 1: "2H 3C"}
    game = after(rules, "KC 9C 8C 7C", "4H AH 2D 3D", holding=hearts)
    assert game.to_act == (1,)
    assert game.legal_plays() & "2H 3C" == Cards("2H 3C")


def test_004_play_12_spades_may_be_led(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": from the second trick on, the queen included."""
    assert legal(rules, "QS 3S 4H 7C", played=OPENING) == Cards("QS 3S 7C")
