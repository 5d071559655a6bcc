"""What is wrong with a score has a code and data: an app makes its own sentence of them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from heartslib import Card, Cards, HeartsError, IllegalMove, score_game, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.errors import Argument, Points, Seats
from heartslib.scorecard import read_csv

AMERICAN, TURBO, OMNIBUS = map(variants.get, ("american", "turbo", "omnibus"))
KNAVES, BARBU, AUCTION = map(variants.get, ("knaves", "barbu", "auction_hearts"))
NOBODY = ["", "", "", ""]


def hand(rules: Any = AMERICAN, **given: Any) -> Callable[[], object]:
    """A call of `score_hand`."""
    return lambda: score_hand(rules, **given)


def game(*rounds: Any, rules: Any = AMERICAN) -> Callable[[], object]:
    """A call of `score_game`."""
    return lambda: score_game(rules, rounds=rounds)


def refusal(call: Callable[[], object]) -> HeartsError:
    """The error of a call."""
    with pytest.raises(HeartsError) as caught:
        call()
    return caught.value


def faults(error: HeartsError) -> Iterator[HeartsError]:
    """The errors that an error names, down to those that name none."""
    named = [part for part in error.data if isinstance(part, HeartsError)]
    if not named:
        yield error
    for each in named:
        yield from faults(each)


PARTIAL = Argument("partial", True)
CASES: dict[str, tuple[Callable[[], object], str, tuple[object, ...]]] = {
    "nobody took": (
        hand(taken=[HEARTS - "AH", "", "", ""]), "nobody-took", (Cards("QS AH"), PARTIAL)
    ),
    "too often": (hand(taken=["QS QS", HEARTS, "", ""]), "too-often", (Cards("QS"),)),
    "not in the pack": (hand(taken=["*H QS", HEARTS, "", ""]), "not-in-pack", (Cards("*H"), 4)),
    "charged too often": (
        hand(TURBO, taken=NOBODY, partial=True, charged="AH AH"), "charged-too-often", (Cards("AH"),)
    ),
    "cannot be charged": (
        hand(taken=NOBODY, partial=True, charged="KC"), "cannot-be-charged", (Cards("KC"),)
    ),
    "piles": (hand(taken=["QS", HEARTS], players=4), "pile-count", (4, 2)),
    "tricks left": (
        hand(BARBU, contract="no-tricks", tricks=["2C 3C 4C 5C"], leader=0), "cards-left", (12, PARTIAL)
    ),
    "numbers": (
        hand(taken=NOBODY, partial=True, scores=[1]), "numbers", (Argument("scores"), 4)
    ),
    "numbers below 0": (
        hand(taken=NOBODY, partial=True, trick_counts=[-1, 0, 0, 0]),
        "numbers", (Argument("trick_counts"), 0, (-1, 0, 0, 0)),
    ),
    "too many tricks": (
        hand(taken=NOBODY, partial=True, trick_counts=[14, 0, 0, 0]), "trick-total", (14, 13)
    ),
    "too few tricks": (
        hand(BARBU, contract="no-tricks", taken=NOBODY, trick_counts=[1, 1, 1, 1]), "trick-total", (4, 13)
    ),
    "cards without a trick": (
        hand(taken=["QS", HEARTS, "", ""], trick_counts=[0, 13, 0, 0]),
        "took-no-trick", (Seats((0,)), Cards("QS")),
    ),
    "cards in few tricks": (
        hand(taken=["QS", HEARTS, "", ""], trick_counts=[12, 1, 0, 0]),
        "too-many-cards", (Seats((1,)), 13),
    ),
    "other tricks": (
        hand(tricks=["2C 3C 4C 5C"], leader=0, partial=True, trick_counts=[1, 0, 0, 0]),
        "trick-counts", ((1, 0, 0, 0),),
    ),
    "piles and tricks": (
        hand(tricks=["2C 3C 4C 5C"], leader=0, partial=True, taken=["2C 3C 4C 5C", "", "", ""]),
        "tricks-differ", ((Cards(), Cards(), Cards(), Cards("2C 3C 4C 5C")),),
    ),
    "not shown": (
        hand(taken=NOBODY, partial=True, face_up="JD"), "not-shown", (Cards("JD"),)
    ),
    "a pool": (hand(taken=NOBODY, partial=True, pool=-1), "pool", ()),
    "no pool": (hand(taken=NOBODY, partial=True, pool=5), "no-pool", ()),
    "no dealer": (hand(taken=NOBODY, partial=True, dealer=4), "no-such-seat", (3,)),
    "no leader": (hand(tricks=["2C 3C 4C 5C"], leader=4), "no-such-seat", (3,)),
    "no choice": (
        hand(taken=NOBODY, partial=True, moon="both"), "no-such-choice", ()
    ),
    "a trick": (hand(tricks=["2C 3C"], leader=0, players=4), "trick", ()),
    "many tricks": (
        hand(tricks=["2C 3C 4C 5C", "6C 7C 8C 9C"] * 7, leader=0), "too-many-tricks", (13,)
    ),
    "who bid": (
        hand(AUCTION, contract="hearts", taken=["QS", HEARTS, "", ""]), "needed", (Argument("bids"),)
    ),
    "counted": (
        hand(counted=[4, 14, 9, 0]), "counted-total", (Points(27), Points(26))
    ),
    "counted in words": (
        hand(counted=[4, 14, None, None]), "numbers", (Argument("counted"), 4)
    ),
    "not counted": (
        hand(OMNIBUS, counted=[4, 14, 8, 0]), "not-counted", (Cards("JD"), Argument("taken"))
    ),
    "counted twice": (
        hand(OMNIBUS, counted=[4, 14, 8, 0], taken=["JD QS", "", "", ""]), "counted-twice", (Cards("QS"),)
    ),
    "not by points": (
        hand(variants.get("gong_zhu"), counted=[0, 0, 0, -200]),
        "not-by-points", (Argument("taken"), Argument("counted")),
    ),
    "no such count": (
        hand(counted=[12, 12, 1, 1]), "no-such-count", ((12, 12, 1, 1),)
    ),
    "points of no round": (
        game({"points": [1, 1, 1, 1]}), "points-total", (4, -26, 26, 78)
    ),
    "no such points": (game({"points": [26, 0, 0, 0]}), "no-such-points", ()),
    "scores": (
        game({"points": [4, 14, 8, 0]}, {"points": [17, 22, 13, 0]}), "scores-given", ((13, 8, 5, 0),)
    ),
    "after the end": (
        game({"points": [99, 100, 0, 0], "insist": True}, {"points": [26, 0, 0, 0]}), "after-the-end", ()
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_has_a_code_and_data(case: str) -> None:
    call, code, data = CASES[case]
    found = [each for each in faults(refusal(call)) if each.code == code]
    assert [each.data for each in found] == [data]


@pytest.mark.parametrize("case", CASES)
def test_such_an_error_is_copied_whole(case: str) -> None:
    error = refusal(CASES[case][0])
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(again), again.code) == (str(error), error.code)
        assert [each.code for each in faults(again)] == [each.code for each in faults(error)]


def test_an_app_asks_in_its_own_words() -> None:
    error = refusal(hand(OMNIBUS, taken=["QS", HEARTS, "", ""]))
    assert (error.code, [each.code for each in error.data]) == ("score", ["nobody-took"])
    (missing,) = faults(error)
    asked = [f"Wer hat {card:u}?" for card in missing.data[0]]
    assert asked == ["Wer hat J♦?"]
    assert f"{Points(-26)}" == "−26" == str(Points(-26))
    assert Points(-26) == -26


def test_a_round_has_its_number_and_a_line() -> None:
    names, rounds = read_csv("Ann,Ben,Cid,Dee\n4,14,8,0\n\n1,1,1,1\nQS QS,hearts,,\nhearts QS,,,\n")
    error = refusal(lambda: score_game(AMERICAN, rounds=rounds, names=names))
    assert error.code == "rounds"
    said = [each for each in error.data if isinstance(each, HeartsError)]
    assert [(each.code, *each.data[:2]) for each in said] == [
        ("round", 4, 2), ("round", 5, 3), ("round", 6, 4),
    ]  # fmt: skip
    assert [each.data[-1].code for each in said] == ["impossible-points", "score", "moon-choice"]
    assert isinstance(said[2].data[-1], IllegalMove)
    assert said[0].data[-1].data[0] == (1, 1, 1, 1)
    (alone,) = refusal(game({"points": [1, 1, 1, 1]})).data[:1]
    assert isinstance(alone, HeartsError)
    assert alone.data[0] == 1


def test_what_was_charged_is_given_together_or_by_seat() -> None:
    taken: list[Any] = ["QS AH", HEARTS - "AH", "JD TC", ""]
    together = score_hand(TURBO, taken=taken, charged="QS AH")
    for by_seat in (["QS", "AH", "", ""], [["QS"], ["AH"], [], []], (Cards("QS AH"), "", "", "")):
        assert score_hand(TURBO, taken=taken, charged=by_seat) == together
    assert score_hand(TURBO, taken=taken, charged={Card("QS"), Card("AH")}) == together
    said = str(refusal(hand(TURBO, taken=taken, charged=["QS", [5]])))
    assert said == "charged: 5 is not a card: give a Card or a string such as 'QS' or '10D'"
    assert str(refusal(hand(taken=["QS", "XX", "", ""]))).startswith("taken: 'XX' is not a card: ")
