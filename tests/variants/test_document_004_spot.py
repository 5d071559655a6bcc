"""Document 004, "Hearts" (pagat.com): Spot Hearts."""

from __future__ import annotations

import pytest

from heartslib import Rules, variants
from tests.helpers.rounds import entered, moonshot, rulebooks, totals

spot = rulebooks("spot")
pictures = rulebooks("spot_pictures")
both = rulebooks("spot", "spot_pictures")


@spot
def test_004_spot_01_hearts_cost_their_pips(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the hearts from 2 to 10 cost as many points as they show."""
    assert totals(rules, "2H..TH") == (54, 0, 0, 0)
    assert totals(rules, "2H", "7H", "TH", "3H 4H") == (2, 7, 10, 7)


@spot
def test_004_spot_02_jack_of_hearts_11(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the jack of hearts costs 11."""
    assert totals(rules, "JH", "2H") == (11, 2, 0, 0)


@spot
def test_004_spot_03_queen_of_hearts_12(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the queen of hearts costs 12."""
    assert totals(rules, "QH", "TH") == (12, 10, 0, 0)


@spot
def test_004_spot_04_king_of_hearts_13(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the king of hearts costs 13."""
    assert totals(rules, "KH QH") == (25, 0, 0, 0)
    assert totals(rules, "KH") == (13, 0, 0, 0)


@spot
def test_004_spot_05_ace_of_hearts_14(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the ace of hearts costs 14, so all hearts 104."""
    assert totals(rules, "AH") == (14, 0, 0, 0)
    assert totals(rules, "2H..AH") == (104, 0, 0, 0)


@spot
def test_004_spot_06_queen_of_spades_25(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the queen of spades costs 25, so a deal 129."""
    assert totals(rules, "QS", "2H..TH", "JH..AH") == (25, 54, 50, 0)
    assert sum(totals(rules, "QS", "2H..TH", "JH..AH")) == 129


@pictures
def test_004_spot_07_pictures_hearts_cost_their_pips(rules: Rules) -> None:
    """Document 004, "Spot Hearts": by the other table 2 to 10 are pips too."""
    assert totals(rules, "2H..TH") == (54, 0, 0, 0)
    assert totals(rules, "2H", "7H", "TH", "3H 4H") == (2, 7, 10, 7)


@pictures
def test_004_spot_08_pictures_cost_10(rules: Rules) -> None:
    """Document 004, "Spot Hearts": by the other table the court hearts cost 10 each."""
    assert totals(rules, "JH QH KH", "TH") == (30, 10, 0, 0)
    assert totals(rules, "JH", "QH", "KH") == (10, 10, 10, 0)


@pictures
def test_004_spot_09_pictures_ace_costs_15(rules: Rules) -> None:
    """Document 004, "Spot Hearts": by the other table the ace costs 15, all hearts 99."""
    assert totals(rules, "AH") == (15, 0, 0, 0)
    assert totals(rules, "2H..AH") == (99, 0, 0, 0)


@pictures
def test_004_spot_10_pictures_queen_of_spades_25(rules: Rules) -> None:
    """Document 004, "Spot Hearts": by the other table QS costs 25 too, so a deal 124."""
    assert totals(rules, "QS", "2H..TH", "JH..AH") == (25, 54, 45, 0)
    assert sum(totals(rules, "QS", "2H..TH", "JH..AH")) == 124


@both
def test_004_spot_11_played_to_500(rules: Rules) -> None:
    """Document 004, "Spot Hearts": the goal is higher, about 500."""
    game = entered(rules, (460, 300, 280, 250), (48, 50, 21, 10))
    assert game.scores == (508, 350, 301, 260)
    assert game.winners == (3,)
    assert not entered(rules, (499, 0, 0, 0)).is_over
    assert entered(rules, (500, 0, 0, 0)).is_over


@pytest.mark.parametrize(
    ("slug", "hearts", "deal"), [("spot", 104, 129), ("spot_pictures", 99, 124)]
)
def test_d01_totals_of_both_tables(slug: str, hearts: int, deal: int) -> None:
    """All hearts are 104 or 99, with the queen of spades 129 or 124: so much is a moon (A38)."""
    rules = variants.get(slug)
    assert totals(rules, "2H..AH", "QS") == (hearts, 25, 0, 0)
    game = moonshot(rules, 0, scores=(200, 0, 0, 0))
    assert game.choose_moon("add").score().scores == (200, deal, deal, deal)
    assert game.choose_moon("subtract").score().scores == (200 - deal, 0, 0, 0)
