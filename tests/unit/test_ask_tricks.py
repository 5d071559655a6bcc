"""What `score_hand` and `legal_plays` cannot know is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from heartslib import HEARTS, HeartsError, Rules, explain_play, legal_plays, score_hand, variants

AMERICAN = variants.get("american")
BARBU = variants.get("barbu")
NOTHING = ["", "", "", ""]


def test_the_tricks_of_a_round_are_all_counted() -> None:
    given: dict[str, Any] = {"taken": NOTHING, "contract": "no-tricks"}
    with pytest.raises(HeartsError, match="trick_counts add up to 4, but a round has 13 tricks$"):
        score_hand(BARBU, trick_counts=[1, 1, 1, 1], **given)
    assert score_hand(BARBU, trick_counts=[1, 1, 1, 1], partial=True, **given).totals == (-2,) * 4
    assert score_hand(BARBU, trick_counts=[10, 1, 1, 1], **given).totals == (-20, -2, -2, -2)


def test_no_trick_holds_more_cards_than_players_play_to_it() -> None:
    taken = [HEARTS, "QS", "", ""]
    with pytest.raises(HeartsError, match="seat 0 took 13 cards in 3 tricks$"):
        score_hand(AMERICAN, taken=taken, trick_counts=[3, 10, 0, 0])
    assert score_hand(AMERICAN, taken=taken, trick_counts=[4, 9, 0, 0]).totals == (13, 13, 0, 0)
    kitty = variants.get("kitty_hearts")
    assert score_hand(kitty, taken=taken, trick_counts=[3, 9, 0, 0]).totals == (13, 13, 0, 0)
    nines = variants.get("booster_nines")
    assert score_hand(nines, taken=taken, trick_counts=[2, 5, 0, 0]).totals == (13, 13, 0, 0)
