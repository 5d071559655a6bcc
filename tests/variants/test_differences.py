"""Rounds settled by differences: Super Hearts, Foster's Spot and Three-handed Hearts; and Greek Hearts.

The settlements are counted by hand from the printed rules, without a helper of the library.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import attrs
import pytest

from heartslib import Cards, Game, Rules, score_hand, variants
from heartslib.cards import HEARTS, Rank
from heartslib.rules import (
    CardValues,
    HighestPays,
    LowestIsPaid,
    NoMoon,
    Rounds,
)
from heartslib.simulate.lowering import lowered
from tests.helpers.rounds import hearts_each
from tests.variants.test_auction import POOL
from tools.differential import Played, replayed

SUPER = variants.get("super_hearts")
GREEK = variants.get("greek_hearts")
PIPS = {f"{rank.letter}H": -int(rank) for rank in Rank}
SPOT = attrs.evolve(
    POOL, name="Foster's Spot Hearts", scoring=CardValues(PIPS), bonuses=LowestIsPaid()
)
THREE = attrs.evolve(POOL, name="Three-handed Hearts", players=3, bonuses=HighestPays())
TWO = attrs.evolve(
    variants.get("draw_hearts"),
    name="Two-handed Hearts",
    scoring=CardValues({HEARTS: -1}),
    bonuses=HighestPays(),
    ending=Rounds(1, points_are_good=True),
)


def settled(rules: Rules, *taken: str, pool: int = 0) -> tuple[int, ...]:
    """The totals of some piles; what they leave in the pool is what was there and was not paid out."""
    sheet = score_hand(rules, taken=[*map(Cards, taken)], pool=pool, partial=True)
    assert sheet.pool == (pool - sum(sheet.totals) if rules.has_pool else None)
    return sheet.totals


@pytest.mark.parametrize(
    ("taken", "totals"),
    [
        (("2H", "3H 4H 5H 6H", "QS 7H 8H 9H TH JH QH KH AH", ""), (17, -3, -14, 0)),  # SU1
        (("2H 3H 4H 5H 6H", "7H 8H 9H TH JH", "QS QH KH AH", ""), (2, 2, -5, 0)),  # SU2: 1 is left
        (("QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""), (0, 0, 0, 0)),  # SU3
        (("QS", "2H 3H 4H", "", "5H 6H 7H 8H 9H TH JH QH KH AH"), (-4, 11, 0, -7)),  # SU4
        (("QS", "2H 3H 4H 5H 6H 7H 8H", "9H", "TH JH QH KH AH"), (-6, -6, 16, -4)),
    ],
)
def test_su_each_pays_the_fewest_above_zero(
    taken: tuple[str, ...], totals: tuple[int, ...]
) -> None:
    assert settled(SUPER, *taken) == totals


def test_su_what_cannot_be_divided_is_for_the_next_winner() -> None:
    alone = ("QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", "")
    assert settled(SUPER, *alone, pool=1) == (0, 0, 0, 0)
    one = ("2H", "3H 4H 5H 6H", "QS 7H 8H 9H TH JH QH KH AH", "")
    assert settled(SUPER, *one, pool=1) == (18, -3, -14, 0)
    two = ("2H 3H 4H 5H 6H", "7H 8H 9H TH JH", "QS QH KH AH", "")
    assert settled(SUPER, *two, pool=1) == (3, 3, -5, 0)
    sheet = score_hand(SUPER, taken=[*map(Cards, two)])
    assert (sheet.pool, sheet.jack) == (1, False)
    assert [str(line) for line in sheet.of(2)] == [
        "seat 2 took QS: −7",
        "seat 2 took QH KH AH: −3",
        "seat 2 gets back what the cards cost: +10",
        "seat 2 pays seat 0 and seat 1 the difference: −5",
    ]


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
        sheet = score_hand(rules, taken=hearts_each(*lost))
        assert sheet.totals == by_hand(lost, aside=aside)
        assert not sheet.jack


def test_fs_spot_the_others_pay_the_lowest() -> None:
    """8, 24, 18 and 54 of the 104 pips: the first is paid 16, 10 and 46."""
    assert settled(SPOT, "8H", "AH TH", "JH 7H", "2H 3H 4H 5H 6H 9H QH KH") == (72, -16, -10, -46)
    several = ("2H 3H 4H 5H 6H", "9H JH", "8H QH", "7H TH KH AH")  # 20, 20, 20, 44
    assert settled(SPOT, *several) == (8, 8, 8, -24)
    # 19, 19, 26 and 40: two winners divide 7 + 21
    odd = ("8H JH", "9H TH", "QH AH", "2H 3H 4H 5H 6H 7H KH")
    assert settled(SPOT, *odd) == (14, 14, -7, -21)


def pays_by_hand(lost: tuple[int, ...]) -> tuple[int, ...]:
    """Whoever lost the most pays each of the others the difference."""
    most, paid = max(lost), [0] * len(lost)
    for payer in (seat for seat, number in enumerate(lost) if number == most):
        for seat, number in enumerate(lost):
            paid[seat] += most - number
            paid[payer] -= most - number
    return tuple(paid)


@pytest.mark.parametrize(
    ("lost", "paid"),
    [((3, 4, 6), (3, 2, -5)), ((1, 6, 6), (10, -5, -5)), ((13, 0, 0), (-26, 13, 13))],
)
def test_fs_three_the_highest_pays_each_of_the_others(
    lost: tuple[int, ...], paid: tuple[int, ...]
) -> None:
    assert pays_by_hand(lost) == paid
    assert score_hand(THREE, taken=hearts_each(*lost)).totals == paid


@pytest.mark.parametrize("players", [3, 4])
def test_every_way_to_share_hearts_is_paid_by_the_highest(players: int) -> None:
    rules = attrs.evolve(THREE, players=players)
    ways = [way for way in combinations_with_replacement(range(14), players) if sum(way) == 13]
    for way in ways:
        assert score_hand(rules, taken=hearts_each(*way)).totals == pays_by_hand(way)


def test_fs_two_the_loser_pays_the_difference() -> None:
    assert score_hand(TWO, taken=hearts_each(4, 9)).totals == (5, -5)
    assert TWO.bonuses[0].describe(2).startswith("Nobody pays for cards as such: whoever lost")


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_the_kernel_settles_as_the_highest_pays(players: int) -> None:
    table = lowered(attrs.evolve(THREE, players=players), players)
    for number in range(60):
        replayed(Played(table, 5, number, [(number + seat) % 3 for seat in range(players)]))


def test_su_three_winners_of_four_leave_two_counters_at_most() -> None:
    assert [SUPER.is_jack(pool, 4) for pool in (2, 3)] == [False, True]


def test_gk_moon_is_paid_by_each_of_the_others() -> None:
    every = Cards(HEARTS) + "QS"
    sheet = score_hand(GREEK, taken=[every, "", "", ""])
    assert sheet.totals == (-78, 26, 26, 26)  # GK1
    assert score_hand(GREEK, taken=["QS", HEARTS, "", ""]).totals == (13, 13, 0, 0)


def test_gk_three_cards_go_to_the_right_and_eldest_leads_anything() -> None:
    game = Game.new(GREEK, dealer=3).deal(seed=5)
    for round_number in range(5):
        assert GREEK.passing.pattern(round_number, 4).name == "right"
    for seat in range(4):
        game = game.pass_cards(seat, list(game.hands[seat])[-3:])
    assert game.to_act == (0,)
    assert game.legal_plays() == game.hands[0]


def test_su_play_is_american_and_has_no_moon() -> None:
    american = variants.get("american")
    for chapter in ("deck", "passing", "opening", "play", "tricks", "dealer"):
        assert getattr(SUPER, chapter) == getattr(american, chapter)
    assert SUPER.moon == NoMoon()
    assert SUPER.ending == Rounds(12, points_are_good=True)
