"""Who gets the kitty, besides ``tests/scripts/kitties.txt``."""

from __future__ import annotations

import attrs
import pytest

from heartslib import score_hand
from heartslib.rules import (
    ADD,
    NO_PASSING,
    CardValues,
    Contract,
    ContractsInOrder,
    EldestLeads,
    KittyToNobody,
    Pack,
    ShootTheMoon,
)
from heartslib.rules.counting.attainable import refused
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering.rules import lowered
from tests.helpers.positions import AMERICAN

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
    under = rules.at(3).under("queen")
    for points in ((13, 1, 0), (0, 1, 0), (13, 0, 0)):
        assert refused(under, points) is None
    assert refused(under, (0, 15, 0)) is not None
    sheet = score_hand(rules, taken=["", "2H", ""], contract="queen", moon="add")
    assert sheet.totals == (26, 0, 26)


def test_the_kernel_plays_no_dead_kitty() -> None:
    with pytest.raises(CannotLower, match="KittyToNobody"):
        lowered(DEAD.at(4).in_force)
