"""Document 004, "Hearts" (pagat.com): deal and passing, play of the hand, scoring."""

from __future__ import annotations

import pytest

from heartslib import Cards, Rules
from heartslib.moves import ChooseMoon
from tests.helpers.rounds import (
    after,
    first_hand,
    hold_hand,
    lay_down,
    legal,
    moonshot,
    piles,
    play_on,
    rulebooks,
    totals,
    turns,
)

pytestmark = rulebooks("american")


def test_004_deal_02_play_is_clockwise(rules: Rules) -> None:
    """Document 004, "Deal and Passing": turns go clockwise too."""
    assert turns(after(rules, "5D AS KD 3H"), 4) == [2, 3, 0, 1]


@pytest.mark.parametrize("packet", ["QS KS AS", "2C 2H AH"])
def test_004_deal_06_any_three_cards(rules: Rules, packet: str) -> None:
    """Document 004, "Deal and Passing": no card is barred from the pass."""
    game = first_hand(rules, {0: "QS KS AS 2C 2H AH"}).pass_cards(0, packet)
    assert lay_down(game, 1, 2, 3).view(1).received == Cards(packet)


def test_004_deal_07_face_down(rules: Rules) -> None:
    """Document 004, "Deal and Passing": only giver and receiver get to know the cards."""
    dealt = first_hand(rules, {0: "QS KS AS 4D 5D 6D", 3: "2C"})
    game, other = (
        lay_down(dealt.pass_cards(0, packet), 1, 2, 3) for packet in ("QS KS AS", "4D 5D 6D")
    )
    assert game.view(1) != other.view(1)
    for seat in (2, 3, None):
        assert game.view(seat) == other.view(seat)


def test_004_deal_08_lay_down_before_picking_up(rules: Rules) -> None:
    """Document 004, "Deal and Passing": what comes is not seen before one has chosen."""
    dealt = first_hand(rules, {3: "QS KS AS 4D 5D 6D"})
    game, other = (
        lay_down(dealt.pass_cards(3, packet), 1, 2) for packet in ("QS KS AS", "4D 5D 6D")
    )
    assert game.to_act == other.to_act == (0,)
    assert game.view(0) == other.view(0)
    assert not game.view(0).received


def test_004_deal_09_then_pick_up_and_look(rules: Rules) -> None:
    """Document 004, "Deal and Passing": afterwards the cards are seen and join the hand."""
    game = lay_down(first_hand(rules, {0: "QS KS AS"}).pass_cards(0, "QS KS AS"), 1, 2)
    kept = game.view(1).hand
    assert len(kept) == 10
    seen = lay_down(game, 3).view(1)
    assert seen.received == Cards("QS KS AS")
    assert seen.hand == kept + "QS KS AS"


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


def test_004_scoring_01_points_for_tricks_won(rules: Rules) -> None:
    """Document 004, "Scoring": points go to the winner of a trick, not to the players of the cards."""
    game = after(rules, "KS QS 4S 3H")
    assert totals(rules, *map(str, piles(game))) == (14, 0, 0, 0)


def test_004_scoring_06_shooter_chooses(rules: Rules) -> None:
    """Document 004, "Scoring": the player who won all the scoring cards chooses (A29)."""
    assert moonshot(rules, 2).legal_moves() == (ChooseMoon(2, "add"), ChooseMoon(2, "subtract"))
    queen_escapes = {0: "2C..KC AD", 1: "AC 2D..KD", 2: "QS 2H..KH", 3: "2S..JS KS AS AH"}
    game = play_on(hold_hand(rules, queen_escapes), 52)
    assert game.phase.name == "score"
    assert game.score().scores == (13, 13, 0, 0)


def test_004_scoring_08_end_is_tested_after_the_hand(rules: Rules) -> None:
    """Document 004, "Scoring": 100 points count at the conclusion of a hand, not before."""
    game = after(rules, "KD 2D 3D 4D", "KS QS 4S 5S", scores=(95, 60, 50, 55))
    assert "QS" in piles(game)[0]
    assert game.phase.name == "play"
    finished = play_on(game, 40)
    assert len(finished.view(None).table.tricks) == 13
    assert finished.score().is_over
