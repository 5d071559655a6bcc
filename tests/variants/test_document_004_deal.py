"""Document 004, "Hearts" (pagat.com): deal and passing."""

from __future__ import annotations

import pytest

from heartslib import Cards, Rules
from tests.helpers.rounds import (
    after,
    first_hand,
    lay_down,
    rulebooks,
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
