"""Who gets the kitty, besides ``tests/scripts/kitties.txt``."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, RulesError, score_hand
from heartslib.rules import (
    ADD,
    NO_PASSING,
    CardValues,
    Contract,
    ContractsInOrder,
    EldestLeads,
    KittyTo,
    KittyToNobody,
    Pack,
    ShootTheMoon,
    Taker,
)
from heartslib.rules.reach import refused
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering import lowered
from tests.helpers.positions import AMERICAN


def test_a_kitty_goes_with_the_first_of_some_cards() -> None:
    kitty, penalty = KittyTo(cards="QS AH"), Cards("QS 2H")
    assert kitty.due(Cards("2C 3C 2H"), 4, penalty) == 0
    assert kitty.due(Cards("2C 3C AH"), 4, penalty) == 4
    by_twos = KittyTo(share=2, cards="QS AH")
    assert by_twos.due(Cards("2C QS AH"), 4, penalty) == 2
    assert by_twos.due(Cards("2C QS AH"), 1, penalty) == 1
    for taker in Taker.OF_PENALTY, Taker.OF_LAST_TRICK:
        with pytest.raises(RulesError, match=r"cards: only Taker\.OF_TRICK asks which cards"):
            KittyTo(taker, cards="QS")


DEAD = attrs.evolve(
    AMERICAN,
    deck=Pack(kitty=40),
    passing=NO_PASSING,
    opening=EldestLeads(),
    kitty=KittyToNobody(),
    moon=ShootTheMoon(ADD),
)
"""Three cards for each of four players; all the others are out of play."""


def test_points_that_leave_some_in_a_dead_kitty_are_possible() -> None:
    rules = attrs.evolve(
        AMERICAN,
        players=3,
        deck=Pack(left_over=True),
        passing=NO_PASSING,
        kitty=KittyToNobody(),
        contracts=ContractsInOrder((Contract("queen", CardValues({"QS": 13, "2H": 1})),)),
    )
    under = rules.under("queen").in_force
    assert (
        refused(under, (13, 1, 0)) == refused(under, (0, 1, 0)) == refused(under, (13, 0, 0)) == ""
    )
    assert refused(under, (0, 15, 0)) != ""
    sheet = score_hand(rules, taken=["", "2H", ""], contract="queen", moon="add")
    assert sheet.totals == (26, 0, 26)


def test_the_kernel_plays_no_dead_kitty() -> None:
    with pytest.raises(CannotLower, match="KittyToNobody"):
        lowered(DEAD, 4)
