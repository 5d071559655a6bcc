"""Document 004, "Hearts" (pagat.com): scoring."""

from __future__ import annotations

from heartslib import Rules
from heartslib.moves import ChooseMoon
from tests.helpers.rounds import (
    after,
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
