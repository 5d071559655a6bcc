"""What `score_hand` and `legal_plays` cannot know is asked for."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import HEARTS, Cards, HeartsError, explain_play, legal_plays, score_hand, variants
from heartslib.rules import EldestLeads, Pack

AMERICAN = variants.get("american")
BARBU = variants.get("barbu")
NOTHING = ["", "", "", ""]


def test_the_tricks_of_a_round_are_all_counted() -> None:
    given: dict[str, Any] = {"taken": NOTHING, "contract": "no-tricks"}
    with pytest.raises(HeartsError, match="trick_counts add up to 4, but a round has 13 tricks"):
        score_hand(BARBU, trick_counts=[1, 1, 1, 1], **given)
    assert score_hand(BARBU, trick_counts=[1, 1, 1, 1], partial=True, **given).totals == (-2,) * 4
    assert score_hand(BARBU, trick_counts=[10, 1, 1, 1], **given).totals == (-20, -2, -2, -2)


def test_no_trick_holds_more_cards_than_players_play_to_it() -> None:
    taken: list[Any] = [HEARTS, "QS", "", ""]
    with pytest.raises(HeartsError, match="seat 0 took 13 cards in 3 tricks"):
        score_hand(AMERICAN, taken=taken, trick_counts=[3, 10, 0, 0])
    assert score_hand(AMERICAN, taken=taken, trick_counts=[4, 9, 0, 0]).totals == (13, 13, 0, 0)
    kitty = variants.get("kitty_hearts")
    assert score_hand(kitty, taken=taken, trick_counts=[3, 9, 0, 0]).totals == (13, 13, 0, 0)
    nines = variants.get("booster_nines")
    assert score_hand(nines, taken=taken, trick_counts=[2, 5, 0, 0]).totals == (13, 13, 0, 0)


TWELVE = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
UNKNOWN: list[tuple[dict[str, Any], int]] = [
    ({"hand": TWELVE}, 4),
    ({"hand": "AS 4H"}, 44),
    ({"hand": "AS 4H 5H 6H 7H 8H 9H TH JH QH", "played": "2C 3C 4C"}, 9),
    ({"hand": "AS 4H", "tricks": ["2C 3C 4C 5C"]}, 40),
]


@pytest.mark.parametrize(("given", "lacking"), UNKNOWN)
def test_cards_that_must_be_out_are_asked_for_if_they_matter(given: Any, lacking: int) -> None:
    """A hand that is not whole says that others were played, and perhaps hearts among them."""
    with pytest.raises(
        HeartsError, match=f"{lacking} more cards were played before than are given"
    ):
        legal_plays(AMERICAN, **given)
    known: dict[str, Any]
    for known in ({"first_trick": True}, {"first_trick": False, "hearts_broken": True}):
        if "played" not in given and "tricks" not in given:
            assert legal_plays(AMERICAN, **(given | known))


@pytest.mark.parametrize(
    "given",
    [
        {"hand": "AS QS 4H", "trick": "KS 2S"},
        {"hand": "AS QS"},
        {"hand": "AS 4H", "played": "2C 3C 4C 5H"},
        {"hand": "AS 4H", "played": "2C 3C 4C 5C", "hearts_broken": False},
        {"hand": TWELVE, "played": "2D 3D 4D 5D"},
        {"hand": HEARTS, "trick": "2C"},
    ],
)
def test_cards_are_not_asked_for_if_they_do_not_matter(given: Any) -> None:
    assert legal_plays(AMERICAN, **given)


def test_hearts_are_not_broken_by_cards_that_break_none() -> None:
    hand, played = TWELVE.replace("2C", "AH"), "2C AC 2D 3D"
    with pytest.raises(HeartsError, match="but the cards played before have not broken hearts"):
        legal_plays(AMERICAN, hand=hand, played=played, hearts_broken=True)
    assert legal_plays(AMERICAN, hand=hand, played="2C AC 2D", hearts_broken=True) == Cards(hand)


def test_a_charge_of_the_other_copy_is_not_ones_own() -> None:
    """Two packs: whether QS in the hand was charged is not known, unless both copies were."""
    two = attrs.evolve(
        variants.get("turbo"),
        deck=Pack(packs=2),
        opening=EldestLeads(),
        players=4,
    )
    given: dict[str, Any] = {"hand": "QS 3S", "trick": "2S", "first_trick": True}
    with pytest.raises(HeartsError, match=r"depend on who charged which card: .* View\.set_up"):
        legal_plays(two, charged="QS", **given)
    assert legal_plays(two, charged="QS QS", **given) == Cards("3S")
    assert explain_play(two, "3S", charged="AH", **given) is None
