"""Document 004, "Hearts" (pagat.com): the play of the hand."""

from __future__ import annotations

from heartslib import Cards, Rules
from tests.helpers.rounds import (
    after,
    first_hand,
    lay_down,
    legal,
    rulebooks,
)

pytestmark = rulebooks("american")


def test_004_play_01_two_of_clubs_opens(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": whoever holds it after the pass must lead it."""
    assert legal(rules, "2C 3C KD") == Cards("2C")
    game = first_hand(rules, {0: "2C 3C 4C"}).pass_cards(0, "2C 3C 4C")
    assert lay_down(game, 1, 2, 3).to_act == (1,)


def test_004_play_11_all_heart_hand_breaks_hearts(rules: Rules) -> None:
    """Document 004, "The Play of the Hand": such a lead breaks hearts for everyone."""
    hearts = {0: "3H 5H..KH", 1: "2H 3C"}
    game = after(rules, "KC 9C 8C 7C", "4H AH 2D 3D", holding=hearts)
    assert game.to_act == (1,)
    assert game.legal_plays() & "2H 3C" == Cards("2H 3C")
