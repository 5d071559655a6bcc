"""Document 004, "Hearts" (pagat.com): variations in the scoring."""

from __future__ import annotations

from typing import Final

import attrs
import pytest

from heartslib import Cards, Rules
from heartslib.cards import HEARTS, PACK
from heartslib.rules import ADD, CHOICE, SUBTRACT, CardValues, ExactTotals, ShootTheMoon, Target
from tests.helpers.rounds import entered, moonshot, rulebooks, totals

ALL_BUT_FOUR: Final = str(Cards(PACK) - "2C 3D 4D 5D")
"""Twelve tricks, with every penalty card in them."""

omnibus = rulebooks("omnibus")
american = rulebooks("american")


@omnibus
def test_004_scorevar_02_or_the_ten_of_diamonds(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": some take TD in place of JD."""
    ten = attrs.evolve(rules, bonuses=CardValues({"TD": -10}, name="bonus-card"))
    assert totals(ten, "JD 2H", "3H..AH", "QS TD") == (1, 12, 3, 0)


@omnibus
def test_004_scorevar_04_moon_needs_no_bonus_card(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": the moon is all hearts and QS, JD or not (A37)."""
    shot = rules.in_force.finished((HEARTS | "QS", Cards("JD"), Cards(), Cards()))
    assert shot.shooter == (0,)
    assert totals(rules, "2H..KH QS JD", "AH") == (15, 1, 0, 0)


@omnibus
def test_004_scorevar_06_bonus_in_addition_to_the_moon(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": JD counts for its taker, who may be the shooter."""
    assert totals(rules, "2H..AH QS JD", moon="subtract") == (-36, 0, 0, 0)
    assert totals(rules, "2H..AH QS JD", moon="add") == (-10, 26, 26, 26)
    game = moonshot(rules, 1, scores=(0, 50, 0, 0))
    assert game.choose_moon("subtract").score().scores == (0, 14, 0, 0)


@american
def test_004_scorevar_07_sun_is_every_trick(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": the sun is all tricks; all the points are a moon."""
    sunny = attrs.evolve(rules, moon=ShootTheMoon(CHOICE, sun=52))
    assert totals(sunny, "2C..AH", moon="subtract") == (-52, 0, 0, 0)
    assert totals(sunny, ALL_BUT_FOUR, "2C 3D 4D 5D", moon="subtract") == (-26, 0, 0, 0)
    assert totals(sunny, ALL_BUT_FOUR, "2C 3D 4D 5D", moon="add") == (0, 26, 26, 26)
    assert totals(rules, "2C..AH", moon="subtract") == (-26, 0, 0, 0)


@american
def test_004_scorevar_08_sun_counts_52(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": some count 52 for it, paid like the moon."""
    sunny = attrs.evolve(rules, moon=ShootTheMoon(CHOICE, sun=52))
    game = moonshot(sunny, 0, scores=(10, 20, 30, 40))
    assert len(game.view(None).table.tricks) == 13
    assert game.to_act == (0,)
    assert game.choose_moon("subtract").score().scores == (-42, 20, 30, 40)
    assert game.choose_moon("add").score().scores == (10, 72, 82, 92)


@american
def test_004_scorevar_09_moon_always_off(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": the shooter always loses 26, without a question."""
    game = moonshot(attrs.evolve(rules, moon=ShootTheMoon(SUBTRACT)), 2)
    assert game.phase.name == "score"
    assert game.score().scores == (0, 0, -26, 0)


@american
def test_004_scorevar_10_moon_always_added(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": all others always get 26, without a question."""
    game = moonshot(attrs.evolve(rules, moon=ShootTheMoon(ADD)), 2)
    assert game.phase.name == "score"
    assert game.score().scores == (26, 26, 0, 26)


@american
def test_004_scorevar_11_added_unless_another_wins_by_it(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": 26 for all others, unless one of them wins (A46)."""
    auto = attrs.evolve(rules, moon=ShootTheMoon(automatic=True))
    off = moonshot(auto, 0, scores=(90, 95, 63, 64))
    assert off.phase.name == "score"
    assert off.score().scores == (64, 95, 63, 64)
    assert not off.score().is_over
    stands = moonshot(auto, 0, scores=(60, 99, 97, 56)).score()
    assert stands.scores == (60, 125, 123, 82)
    assert stands.winners == (0,)
    goes_on = moonshot(auto, 0, scores=(70, 73, 10, 10)).score()
    assert goes_on.scores == (70, 99, 36, 36)
    assert not goes_on.is_over
    by_one = moonshot(auto, 0, scores=(88, 95, 63, 64)).score()
    assert by_one.scores == (88, 121, 89, 90)
    assert by_one.winners == (0,)


@american
def test_004_scorevar_11_a_tie_counts_as_another_winning(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": 26 is not added if another would share the win (A46)."""
    tied = (90, 95, 64, 80)
    shared = attrs.evolve(rules, moon=ShootTheMoon(automatic=True))
    assert moonshot(shared, 0, scores=tied).score().scores == (64, 95, 64, 80)
    ending = Target(100, play_off=True)
    played_off = attrs.evolve(rules, ending=ending, moon=ShootTheMoon(automatic=True))
    assert moonshot(played_off, 0, scores=tied).score().scores == (90, 121, 90, 106)


@omnibus
def test_004_scorevar_11_bonus_card_can_make_another_win(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": 73 + 26 - 10 wins against 90, so 26 come off."""
    auto = attrs.evolve(rules, moon=ShootTheMoon(automatic=True))
    taken = (HEARTS | "QS", Cards("JD"), Cards(), Cards())
    assert auto.in_force.count(auto.in_force.finished(taken, scores=(90, 73, 99, 99))).totals == (
        -26,
        -10,
        0,
        0,
    )


@american
def test_004_scorevar_11_nobody_wins_if_100_falls_to_50(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": where 74 + 26 falls to 50, adding ends no game."""
    auto = ShootTheMoon(automatic=True)
    house = attrs.evolve(rules, moon=auto, totals=ExactTotals({100: 50}))
    assert moonshot(house, 0, scores=(90, 74, 10, 10)).score().scores == (90, 50, 36, 36)


@american
def test_004_scorevar_12_exactly_100_falls_to_50(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": exactly 100 after a hand falls to 50 (A45)."""
    game = entered(
        attrs.evolve(rules, totals=ExactTotals({100: 50})), (87, 50, 60, 63), (13, 4, 5, 4)
    )
    assert game.scores == (50, 54, 65, 67)
    assert not game.is_over
    assert entered(rules, (87, 50, 60, 63), (13, 4, 5, 4)).is_over


@american
def test_004_scorevar_13_or_to_0(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": or exactly 100 falls to 0, and nothing else does."""
    falls = attrs.evolve(rules, totals=ExactTotals({100: 0}))
    game = entered(falls, (87, 50, 60, 63), (13, 4, 5, 4))
    assert game.scores == (0, 54, 65, 67)
    assert not game.is_over
    below = entered(falls, (86, 50, 60, 63), (13, 4, 5, 4))
    assert below.scores == (99, 54, 65, 67)
    assert not below.is_over
    above = entered(falls, (88, 50, 60, 63), (13, 4, 5, 4))
    assert above.scores == (101, 54, 65, 67)
    assert above.is_over


@american
def test_004_scorevar_14_tie_is_played_off(rules: Rules) -> None:
    """Document 004, "Variations: Scoring": more hands may follow a tie for lowest at 100."""
    play_off = attrs.evolve(rules, ending=Target(100, play_off=True))
    assert entered(play_off, (108, 92, 82, 82)).phase.name == "deal"
    game = entered(play_off, (108, 92, 82, 82), (5, 5, 3, 13))
    assert game.scores == (113, 97, 85, 95)
    assert game.winners == (2,)
    assert entered(play_off, (108, 92, 92, 82)).winners == (3,)
    assert entered(rules, (108, 92, 82, 82)).winners == (2, 3)


@american
def test_t05_shooter_would_lose_by_one(rules: Rules) -> None:
    """At 90 against 95 and 63, adding 26 gives 121 and 89: the shooter takes 26 off instead."""
    auto = attrs.evolve(rules, moon=ShootTheMoon(automatic=True))
    taken = (HEARTS | "QS", Cards(), Cards())
    points = auto.in_force.count(auto.in_force.finished(taken, scores=(90, 95, 63))).totals
    assert auto.total((90, 95, 63), points, ()) == (64, 95, 63)


@american
def test_t06_tie_for_lowest(rules: Rules) -> None:
    """120, 90, 85 and 85: nobody has won clearly, so that play may go on."""
    assert not entered(attrs.evolve(rules, ending=Target(play_off=True)), (120, 90, 85, 85)).is_over
    assert entered(rules, (120, 90, 85, 85)).winners == (2, 3)


@american
@pytest.mark.parametrize("falls", [50, 0])
def test_d06_queen_brings_exactly_100(rules: Rules, falls: int) -> None:
    """87 and the queen of spades are 100, which falls: the game goes on."""
    house = attrs.evolve(rules, totals=ExactTotals({100: falls}))
    game = entered(house, (87, 50, 50, 50), totals(house, "QS", "2H..AH"))
    assert game.scores == (falls, 63, 50, 50)
    assert not game.is_over


@american
def test_d07_moon_then_exact_total_then_end(rules: Rules) -> None:
    """74 and 26 from the moon are 100, which falls to 50 before the end is tested."""
    game = moonshot(attrs.evolve(rules, totals=ExactTotals({100: 50})), 0, scores=(0, 74, 0, 0))
    game = game.choose_moon("add").score()
    assert game.scores == (0, 50, 26, 26)
    assert not game.is_over


@american
def test_d27_adding_stands_where_the_shooter_wins(rules: Rules) -> None:
    """60 against 99, 95 and 40: 125, 121 and 66 leave the shooter lowest, and the game ends."""
    auto = attrs.evolve(rules, moon=ShootTheMoon(automatic=True))
    game = moonshot(auto, 0, scores=(60, 99, 95, 40)).score()
    assert game.scores == (60, 125, 121, 66)
    assert game.winners == (0,)


@american
def test_d28_sun_is_not_paid_on_top_of_the_moon(rules: Rules) -> None:
    """Who takes every trick is paid 52, not 52 and 26."""
    sunny = attrs.evolve(rules, moon=ShootTheMoon(ADD, sun=52))
    assert moonshot(sunny, 3).score().scores == (52, 52, 52, 0)
