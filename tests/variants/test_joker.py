"""Joker Hearts, besides ``tests/scripts/joker.txt``."""

from __future__ import annotations

import attrs

from heartslib import (
    View,
    score_hand,
    variants,
)
from heartslib.bots import careful
from heartslib.rules import FollowSuitOrJoker, JokerPaid, JokerWins

JOKER = variants.get("joker_hearts")


def test_another_card_may_be_the_joker() -> None:
    other = attrs.evolve(
        JOKER,
        name="Three",
        play=FollowSuitOrJoker("3H"),
        tricks=JokerWins("3H"),
        bonuses=JokerPaid("3H", 2),
    )
    sheet = score_hand(other, tricks=["5C QH 3H 2C"], leader=0, partial=True)
    assert sheet.lines[-1].points == 2


def test_a_careful_player_leaves_a_heart_to_the_joker() -> None:
    view = View.set_up(JOKER, seat=2, hand="3H 2D", leader=0, trick="5C 2H", waive=["card-count"])
    assert str(careful(view)) == "seat 2 plays 3H"
