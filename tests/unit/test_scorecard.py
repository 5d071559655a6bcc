"""Score cards as they come from other programs, and as strangers write them."""

from __future__ import annotations

import itertools
import json
from typing import Any

import attrs
import pytest

from heartslib import HeartsError, Line, ScoreSheet, score_game, variants
from heartslib.cards import HEARTS
from heartslib.rules import CardValues, Contract, ContractsInOrder
from heartslib.scorecard import MOST_ROUNDS, read_card, read_csv, read_json

AMERICAN = variants.get("american")
ALL = f"{HEARTS} QS"
NAMES = ("Ann", "Ben", "Cid", "Dee")
MARK = "\ufeff"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=ascii)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=ascii)
@pytest.mark.parametrize("mark", ["", MARK], ids=["plain", "marked"])
def test_a_table_is_read_in_every_form(mark: str, delimiter: str, end: str) -> None:
    rows = [
        ["round", *NAMES, "moon"],
        ["1", "5", "15", "6", "0", ""],
        ["2", ALL, "", "", "", "add"],
    ]
    text = f"{mark}{end}" + "".join(delimiter.join(row) + end for row in rows)
    names, rounds = read_csv(text)
    assert names == NAMES
    assert rounds == [{"points": [5, 15, 6, 0]}, {"moon": "add", "taken": [ALL, "", "", ""]}]


def test_a_comma_in_a_name_parts_no_columns() -> None:
    assert read_csv('"Lee, Ann";Ben;Cid;Dee\n1;2;3;20\n')[0] == ("Lee, Ann", "Ben", "Cid", "Dee")
    assert read_csv('"Lee, Ann";"Poe, Ben"\n')[0] == ("Lee, Ann", "Poe, Ben")
    assert read_csv('6" Ann;7" Ben;8" Cid\n')[0] == ('6" Ann', '7" Ben', '8" Cid')
    assert read_csv('"A"",,,";Ben\n')[0] == ('A",,,', "Ben")
    assert read_csv('Ann,"B;;\n;C"\n')[0] == ("Ann", "B;;\n;C")
    assert read_csv('"Lee; Ann",Ben,Cid,Dee\n')[0] == ("Lee; Ann", "Ben", "Cid", "Dee")
    assert read_csv('"Ann\nLee",Ben,Cid,Dee\n')[0][1:] == ("Ben", "Cid", "Dee")


def test_a_part_of_a_round_is_marked_in_a_table() -> None:
    text = "A,B,C,D,partial\nQS,,,,{}\n"
    for typed, kept in (("true", True), ("False", False), ("maybe", "maybe")):
        assert read_csv(text.format(typed))[1][0]["partial"] == kept
    names, rounds = read_csv(text.format("TRUE"))
    assert score_game(AMERICAN, rounds=rounds, names=names).scores == (13, 0, 0, 0)
    names, rounds = read_csv(text.format("maybe"))
    with pytest.raises(HeartsError, match="round 1: partial must be true or false, not 'maybe'"):
        score_game(AMERICAN, rounds=rounds, names=names)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5,15,6,0\n1,2,3,20\n", "name the players, not be '5,15,6,0'"),
        ("round\n1\n", "the first row of a score card must name the players"),
        ("A,B\n\n\n1,2,3\n", "line 4 must have 2 cells, like the first row, not 3"),
        ("A,B\n" + "1,2\n" * (MOST_ROUNDS + 1), "too many rows: at most 1001"),
        (f"{'A' * 200_000},B\n", "this is not CSV: field larger than field limit"),
        (5, "a score card must be text, not 5"),
    ],
    ids=["no-names", "no-players", "lengths", "rows", "cell", "number"],
)
def test_what_is_no_table_is_refused(text: Any, said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        read_csv(text)


def test_a_card_is_in_one_form_or_the_other() -> None:
    rounds = [{"points": [5, 15, 6, 0]}]
    value = json.dumps({"rounds": rounds, "names": NAMES, "variant": "spot"})
    assert read_card(f"{MARK} \n{value}", "card.txt") == (NAMES, rounds, variants.get("spot"))
    assert read_card(json.dumps(rounds)) == (None, rounds, None)
    assert read_card("Ann,Ben,Cid,Dee\n5,15,6,0", "card") == (NAMES, rounds, None)
    with pytest.raises(HeartsError, match="this is not JSON"):
        read_card("Ann,Ben", "card.JSON")
    with pytest.raises(HeartsError, match="this score card is empty"):
        read_card("")
    with pytest.raises(HeartsError, match="1000001 characters are too many"):
        read_json(" " * 1_000_001)
    with pytest.raises(HeartsError, match="a score card must be text, not 5"):
        read_json(5)  # type: ignore[arg-type]


ENDLESS: list[tuple[dict[str, Any], str]] = [
    ({"rounds": itertools.repeat(["", "", "", ""])}, "rounds must have at most 1000 entries"),
    ({"rounds": [itertools.repeat("")]}, "round 1: taken must have at most 11 entries"),
    (
        {"rounds": [{"points": [13, 13, 0, 0]}, {"taken": itertools.repeat("")}]},
        "round 2: taken must have at most 11 entries",
    ),
    ({"rounds": [{"points": itertools.repeat(0)}]}, "round 1: points must have at most 11 entries"),
    (
        {"rounds": [{"taken": [], "trick_counts": itertools.repeat(0)}]},
        "round 1: trick_counts must have at most 11 entries",
    ),
    ({"rounds": [], "names": itertools.repeat("Ann")}, "names must have at most 11 entries"),
    (
        {"rounds": [], "names": "Anne"},
        "names must be a list or another ordered series, not 'Anne'",
    ),
    ({"rounds": [], "names": 5}, "names must be a list or another ordered series, not 5"),
    ({"rounds": [], "names": ["A", "B", "C", 5]}, "names must be a list of 4 strings, not"),
    ({"rounds": [], "names": ["A", "B", "C", "\x1b[2J"]}, "a name must be plain text"),
]


@pytest.mark.parametrize(("arguments", "said"), ENDLESS)
def test_what_does_not_end_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        score_game(AMERICAN, **arguments)


def test_text_in_place_of_points_says_nothing_of_the_players() -> None:
    with pytest.raises(
        HeartsError, match="round 1: points must be a list or another ordered series, not"
    ):
        score_game(AMERICAN, rounds=[{"points": "5 15 6 0 0"}])


def test_what_can_be_read_once_is_kept() -> None:
    rounds: Any = [
        {"taken": iter([ALL, "", "", ""]), "moon": "add"},
        {"points": iter([5, 15, 6, 0])},
        iter(["QS", str(HEARTS), "", ""]),
    ]
    card = score_game(AMERICAN, rounds=iter(rounds), names=iter(NAMES))
    assert card.points == ((0, 26, 26, 26), (5, 15, 6, 0), (13, 13, 0, 0))


def test_long_and_wide_names_keep_their_columns() -> None:
    card = score_game(AMERICAN, rounds=[], names=["A" * 90, "李" * 9, "Cid", "Dee 12"])
    assert str(card) == "round AAAAAAAAAAAA… 李李李李李李…           Cid        Dee 12"


@pytest.mark.parametrize("name", ["contract", "moon", "charged", "partial", "round"])
def test_a_column_of_a_score_card_occurs_once(name: str) -> None:
    assert read_csv(f"Ann,{name},Ben\n1,,2\n") == (("Ann", "Ben"), [{"points": [1, 2]}])
    with pytest.raises(HeartsError) as error:
        read_csv(f"{name},Ann,Ben,{name.title()}\n")
    assert str(error.value) == f"there are two columns called {name!r}"


def test_a_score_card_that_is_no_table_says_why() -> None:
    with pytest.raises(HeartsError) as error:
        read_csv('Ann\tBen\t""x')
    assert str(error.value) == "this is not CSV: a tab expected after '\"'"


KEYS = "taken, tricks, leader, contract, moon, charged, trick_counts, partial, bids, face_up, counted, points, insist, sheet"


def part(**more: Any) -> dict[str, Any]:
    """A round of a score card that is not over."""
    return {"taken": ["2H", "QS", "", ""], "partial": True, **more}


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (part(moon=5), "moon must be a string such as 'add', not 5"),
        (part(partial="yes"), "partial must be true or false, not 'yes'"),
        (part(trick_counts=5), "trick_counts must be a list or another ordered series, not 5"),
        (part(points=[0, 0, 0, 0]), "points are given alone, without what was taken or other keys"),
        ({"points": [1, 2, 3]}, "points must be 4 whole numbers, not (1, 2, 3)"),
        ({"points": [1, 2, 3, 4.0]}, "points must be 4 whole numbers, not (1, 2, 3, 4.0)"),
        ({"partial": True}, "nothing says what was taken: give taken or points"),
        ({"contract": "x"}, "American Hearts has no contracts"),
        (
            part(shot="add"),
            f"unknown key 'shot': the keys are {KEYS}",
        ),
        (ScoreSheet(3), "the sheet is for 3 players, the game has 4"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_round_that_cannot_be_scored_is_named(entry: Any, fault: str) -> None:
    with pytest.raises(HeartsError) as error:
        score_game(AMERICAN, rounds=[entry], players=4)
    assert str(error.value).startswith(f"round 1: {fault}")


def test_numbers_of_tricks_may_be_left_out() -> None:
    entry: dict[str, Any] = part(trick_counts=None)
    assert score_game(AMERICAN, rounds=[entry]) == score_game(AMERICAN, rounds=[part()])


@pytest.mark.parametrize(
    "first",
    [ScoreSheet(3), {"points": [5, 15, 6]}, {"taken": ["", "", ""], "partial": True}],
    ids=["sheet", "points", "taken"],
)
def test_the_first_round_shows_the_number_of_players(first: Any) -> None:
    assert score_game(AMERICAN, rounds=[first]).players == 3


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ({"rounds": [], "names": ["N", 5]}, "names must be strings, not ['N', 5]"),
        ({"rounds": [], "names": "N"}, "'names' must be a list of names, not 'N'"),
        ({"names": ["N"]}, "'rounds' must be a list of rounds, not None"),
        ({"rounds": [], "variant": 5}, "'variant' must be a slug such as 'american', not 5"),
        (
            {"rounds": [], "b": 1, "a": 2},
            "unknown key 'a' in a score card: the keys are rounds, names, variant, rules",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_no_score_card_says_why(card: Any, fault: str) -> None:
    with pytest.raises(HeartsError) as error:
        read_json(json.dumps(card))
    assert str(error.value) == fault


def test_points_that_were_counted_elsewhere_say_so() -> None:
    (sheet,) = score_game(AMERICAN, rounds=[{"points": [5, 0, 21, 0]}]).sheets
    reason = "as counted elsewhere"
    assert sheet == ScoreSheet(4, (Line(0, 5, reason), Line(2, 21, reason)))


def test_a_score_card_of_many_has_no_room_for_points() -> None:
    rules = variants.get("cancellation")
    for players, row in (
        (8, "    1" + "  +26  26" + 7 * "   +0   0"),
        (9, "    1" + "      26" + 8 * "       0"),
    ):
        card = score_game(rules, rounds=[{"points": [26, *[0] * (players - 1)]}], insist=True)
        assert str(card).splitlines()[1] == row


@pytest.mark.parametrize(
    ("points", "row"),
    [
        ((1, 2, 3, 4), "    1        +1   1        +2   2        +3   3        +4   4"),
        ((10**8, 10**6, 0, 0), f"    1 +{10**8} {10**8} +{10**6} {10**6}" + 2 * "        +0   0"),
        (
            (10**8, -(10**6), 0, 0),
            f"    1 +{10**8} {10**8} −{10**6} −{10**6}" + 2 * "        +0   0",
        ),
    ],
    ids=["narrow", "wide", "wider"],
)
def test_a_score_card_has_80_columns_where_they_leave_room(
    points: tuple[int, ...], row: str
) -> None:
    contract = Contract("n" * 30, scoring=CardValues({"QS": 1}))
    rules = attrs.evolve(variants.get("barbu"), contracts=ContractsInOrder((contract,)))
    room = 80 - len(row)
    label = f"  {'n' * (room - 3)}…" if room > 10 else ""
    assert (
        str(score_game(rules, rounds=[{"points": points}], insist=True)).splitlines()[1]
        == row + label
    )


def test_a_score_card_is_known_by_its_players_and_scores() -> None:
    card = score_game(AMERICAN, rounds=[{"points": [20, 6, 0, 0]}], names=["A", "B", "C", "D"])
    assert "rules=" not in repr(card)
    assert "sheets=" not in repr(card)
