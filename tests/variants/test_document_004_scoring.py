"""Document 004, "Hearts" (pagat.com): scoring."""

from __future__ import annotations

from heartslib import Rules
from heartslib.moves import ChooseMoon
from tests.helpers.rounds import (
    after,
    entered,
    hold_hand,
    moonshot,
    piles,
    play_on,
    rulebooks,
    totals,
)

pytestmark = rulebooks("american")


def test_004_scoring_01_points_for_tricks_won(rules: Rules) -> None:
    """Document 004, "Scoring": points go to the winner of a trick, not to the players of the cards."""
    game = after(rules, "KS QS 4S 3H")
    assert totals(rules, *map(str, piles(game))) == (14, 0, 0, 0)


def test_004_scoring_02_each_heart_scores_one(rules: Rules) -> None:
    """Document 004, "Scoring": one point for each heart."""
    assert totals(rules, "2H TH AH") == (3, 0, 0, 0)


def test_004_scoring_03_queen_of_spades_scores_13(rules: Rules) -> None:
    """Document 004, "Scoring": thirteen points for the queen of spades."""
    assert totals(rules, "QS") == (13, 0, 0, 0)


def test_004_scoring_04_slam_takes_26_off(rules: Rules) -> None:
    """Document 004, "Scoring": all scoring cards lower a score by 26 instead of raising it."""
    game = moonshot(rules, 0, scores=(40, 10, 30, 24))
    assert game.choose_moon("subtract").score().scores == (14, 10, 30, 24)


def test_004_scoring_05_or_adds_26_to_all_others(rules: Rules) -> None:
    """Document 004, "Scoring": or all other scores go up by 26."""
    game = moonshot(rules, 0, scores=(40, 10, 30, 24))
    assert game.choose_moon("add").score().scores == (40, 36, 56, 50)


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


def test_004_scoring_09_until_someone_has_100(rules: Rules) -> None:
    """Document 004, "Scoring": hands follow one another until a total is 100 or more."""
    assert entered(rules, (98, 60, 50, 52), (1, 13, 5, 7)).phase.name == "deal"
    game = entered(rules, (98, 60, 50, 52), (3, 13, 5, 5))
    assert game.scores == (101, 73, 55, 57)
    assert game.is_over


def test_004_scoring_10_lowest_score_wins(rules: Rules) -> None:
    """Document 004, "Scoring": then the lowest score is the winner's."""
    assert entered(rules, (98, 60, 50, 52), (3, 13, 5, 5)).winners == (2,)
