"""Score cards as they come from other programs, and as strangers write them."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from heartslib import Line, ScoreSheet, score_game, variants
from heartslib.cards import HEARTS
from heartslib.rules import CardValues, Contract, ContractsInOrder
from heartslib.scorecard import read_card, read_csv
from heartslib.scorecard.html import card_html

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


def test_a_card_is_in_one_form_or_the_other() -> None:
    rounds = [{"points": [5, 15, 6, 0]}]
    value = json.dumps({"rounds": rounds, "names": NAMES, "variant": "spot"})
    assert read_card(f"{MARK} \n{value}", "card.txt") == (NAMES, rounds, variants.get("spot"))
    assert read_card(json.dumps(rounds)) == (None, rounds, None)
    assert read_card("Ann,Ben,Cid,Dee\n5,15,6,0", "card") == (NAMES, rounds, None)


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


def test_a_card_names_who_shot_the_moon() -> None:
    rounds: list[dict[str, Any]] = [
        {"points": [0, 26, 26, 26]},
        {"points": [13, 3, 4, 6]},
        {"taken": ["", ALL, "", ""], "moon": "subtract"},
        {"points": [26, 26, 0, 26]},
        {"points": [20, 6, 0, 0]},
        {"points": [26, 26, 26, 0]},
    ]
    card = score_game(AMERICAN, rounds=rounds, names=NAMES)
    assert card.moons == ((0, (0,)), (2, (1,)), (3, (2,)), (5, (3,)))
    said = "moon shot by Ann in round 1, Ben in round 3, Cid in round 4 and Dee in round 6"
    assert str(card).endswith(said)
    assert said in card_html(card)
    none = score_game(AMERICAN, rounds=rounds[1:2], names=NAMES)
    assert none.moons == ()
    assert "moon" not in str(none)
    other = score_game(variants.get("black_maria"), rounds=[{"points": [26, 0, 0, 0]}], names=NAMES)
    assert other.moons == ()


def test_partners_shoot_a_moon_together() -> None:
    partners = variants.get("partnership")
    card = score_game(
        partners, rounds=[{"taken": ["2H-AH", "", "QS", ""], "moon": "add"}], names=NAMES
    )
    assert card.moons == ((0, (0, 2)),)
    assert card.moons_said == "moon shot by Ann and Cid in round 1"
