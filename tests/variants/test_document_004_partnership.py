"""Document 004, "Hearts" (pagat.com): partnership Hearts."""

from __future__ import annotations

from typing import Final

import attrs

from heartslib import Cards, Rules
from heartslib.rules import ADD, CHOICE, SUBTRACT, Across, Cycle, ShootTheMoon, Target
from tests.helpers.rounds import ACROSS as TO_PARTNER
from tests.helpers.rounds import (
    after,
    cards,
    entered,
    moonshot,
    piles,
    receivers,
    rulebooks,
    totals,
)

SHARED: Final = ("2H..5H", "QS", "6H..9H", "TH..AH")
"""What seats 0 to 3 take in a round without a moon."""

both = rulebooks("partnership", "partnership_individual")
pooled = rulebooks("partnership")
individual = rulebooks("partnership_individual")


@pooled
def test_004_partnership_02_tricks_are_one_pile(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the first way, the tricks of partners are one pile."""
    game = after(rules, "TD 9D QS 2H", "5H 3H 7H 6H")
    taken = piles(game)
    assert taken[0] + taken[2] == cards("2C AC TC JC TD 9D QS 2H 5H 3H 7H 6H")
    assert taken[1] + taken[3] == Cards()
    assert totals(rules, *map(str, taken)) == (18, 0, 18, 0)


@pooled
def test_004_partnership_04_slam_of_a_team(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the first way, a side with all 14 cards has a slam."""
    assert _shooter(rules, "2H..AH", "", "QS") == (0, 2)
    assert _shooter(rules, "", "2H..AH QS") == (1, 3)
    assert _shooter(rules, "2H..AH", "QS") == ()
    assert _shooter(rules, "2H..KH", "AH", "QS") == ()


@pooled
def test_004_partnership_05_slam_pays_26(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the first way, the side gives 26 or loses 26 (A58)."""
    assert totals(rules, "2H..AH", "", "QS", moon="add") == (0, 26, 0, 26)
    assert totals(rules, "2H..AH", "", "QS", moon="subtract") == (-26, 0, -26, 0)
    game = moonshot(rules, 1, scores=(40, 30, 0, 0))
    assert set(game.to_act) <= {1, 3}
    assert game.choose_moon("add").score().scores == (66, 30, 66, 30)
    assert game.choose_moon("subtract").score().scores == (40, 4, 40, 4)


@individual
def test_004_partnership_06_everyone_keeps_a_score(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the second way, each player has a score."""
    assert totals(rules, *SHARED) == (4, 13, 4, 5)
    game = after(rules, "TD 9D QS 2H", "5H 3H 7H 6H")
    assert totals(rules, *map(str, piles(game))) == (14, 0, 4, 0)


@individual
def test_004_partnership_07_moon_of_one_player(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the second way, one player needs all cards (A47)."""
    assert totals(rules, "2H..AH", "", "QS") == (13, 0, 13, 0)
    assert totals(rules, "2H..AH QS", moon="subtract") == (-26, 0, 0, 0)
    assert totals(rules, "2H..AH QS", moon="add") == (0, 26, 26, 26)
    assert moonshot(rules, 2).to_act == (2,)


@individual
def test_004_partnership_07_the_partner_may_be_spared(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the source does not say who pays, so the partner may be spared (A47)."""
    sparing = attrs.evolve(
        rules, moon=ShootTheMoon((attrs.evolve(ADD, spare_partner=True), SUBTRACT))
    )
    assert sparing.moon.choices == ShootTheMoon(CHOICE).choices
    assert totals(sparing, "2H..AH QS", moon="add") == (0, 26, 0, 26)
    assert totals(sparing, "", "2H..AH QS", moon="add") == (26, 0, 26, 0)


@individual
def test_004_partnership_09_lower_sum_wins(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": the second way, partners are added up (A48)."""
    assert entered(rules, (92, 60, 30, 52), (9, 4, 8, 5)).winners == (1, 3)
    assert entered(rules, (101, 60, 38, 79)).winners == (0, 1, 2, 3)
    play_off = attrs.evolve(rules, ending=Target(100, play_off=True))
    assert not entered(play_off, (101, 60, 38, 79)).is_over
    assert entered(play_off, (101, 60, 38, 79), (0, 13, 13, 0)).is_over is False
    assert entered(play_off, (101, 60, 38, 79), (0, 13, 12, 1)).winners == (0, 2)


@both
def test_004_partnership_11_pass_to_the_partner(rules: Rules) -> None:
    """Document 004, "Partnership Hearts": some pass three cards across on every deal."""
    across = attrs.evolve(rules, passing=Cycle(Across()))
    assert [receivers(across, deal) for deal in (1, 2, 3, 4)] == [TO_PARTNER] * 4


@individual
def test_t01_139_against_147(rules: Rules) -> None:
    """105 and 34 make 139, 78 and 69 make 147: the side of the 105 wins."""
    game = entered(rules, (90, 70, 30, 60), (15, 8, 4, 9))
    sums = [sum(game.scores[seat] for seat in side) for side in game.sides]
    assert sums == [139, 147]
    assert game.winners == (0, 2)


def _shooter(rules: Rules, *taken: str) -> tuple[int, ...]:
    found = [cards(pile) for pile in taken]
    found += [Cards()] * (4 - len(found))
    return rules.in_force.finished(tuple(found)).shooter
