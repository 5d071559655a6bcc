"""Rounds settled by differences, besides ``tests/scripts/differences.txt``: every way to share the hearts.

The settlements are counted by hand from the printed rules, without a helper of the library.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import attrs
import pytest

from heartslib import score_hand, variants
from heartslib.rules import (
    HighestPays,
    LowestIsPaid,
    NoMoon,
    Rounds,
)
from heartslib.simulate.lowering.rules import lowered
from tests.helpers.positions import POOL
from tests.helpers.rounds import hearts_each
from tools.differential import Played, replayed

SUPER = variants.get("super_hearts")
THREE = attrs.evolve(POOL, name="Three-handed Hearts", players=3, bonuses=HighestPays())


def by_hand(lost: tuple[int, ...], *, aside: bool) -> tuple[int, ...]:
    """Each pays the one who lost the least, or divides what the others pay, rounded down."""
    part = [number for number in lost if number > 0] if aside else [*lost]
    if len(part) < 2:
        return (0,) * len(lost)
    share = sum(number - min(part) for number in part) // part.count(min(part))
    return tuple(
        0 if aside and number == 0 else share if number == min(part) else min(part) - number
        for number in lost
    )


@pytest.mark.parametrize("aside", [False, True])
def test_every_way_to_share_hearts_is_settled_by_hand(aside: bool) -> None:
    rules = attrs.evolve(POOL, name="Hearts", players=4, bonuses=LowestIsPaid(aside))
    ways = [way for way in combinations_with_replacement(range(14), 4) if sum(way) == 13]
    for way in ways:
        lost = [*permutations(way)][sum(way[:2]) % 24]
        sheet = score_hand(rules, taken=hearts_each(*lost), pool=0)
        assert sheet.totals == by_hand(lost, aside=aside)
        assert not sheet.jack


def pays_by_hand(lost: tuple[int, ...]) -> tuple[int, ...]:
    """Whoever lost the most pays each of the others the difference."""
    most, paid = max(lost), [0] * len(lost)
    for payer in (seat for seat, number in enumerate(lost) if number == most):
        for seat, number in enumerate(lost):
            paid[seat] += most - number
            paid[payer] -= most - number
    return tuple(paid)


@pytest.mark.parametrize("players", [3, 4])
def test_every_way_to_share_hearts_is_paid_by_the_highest(players: int) -> None:
    rules = attrs.evolve(THREE, players=players)
    ways = [way for way in combinations_with_replacement(range(14), players) if sum(way) == 13]
    for way in ways:
        assert score_hand(rules, taken=hearts_each(*way)).totals == pays_by_hand(way)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_the_kernel_settles_as_the_highest_pays(players: int) -> None:
    table = lowered(attrs.evolve(THREE, players=players).at(players).in_force)
    for number in range(60):
        replayed(Played(table, 5, number, [(number + seat) % 3 for seat in range(players)]))


def test_su_three_winners_of_four_leave_two_counters_at_most() -> None:
    assert [SUPER.at(4).pool_is_jack(pool) for pool in (2, 3)] == [False, True]


def test_su_play_is_american_and_has_no_moon() -> None:
    american = variants.get("american")
    for chapter in ("deck", "passing", "opening", "play", "tricks", "dealer"):
        assert getattr(SUPER, chapter) == getattr(american, chapter)
    assert SUPER.moon == NoMoon()
    assert SUPER.ending == Rounds(12, points_are_good=True)
