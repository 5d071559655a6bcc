"""Score cards written: JSON that is read again, CSV for a spreadsheet, a page for paper."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import attrs
import pytest

from heartslib import RecordError, Rules, record, score_game, variants
from heartslib.scorecard import (
    ScoreCard,
    read_card,
    read_csv,
    read_json,
    write_csv,
    write_json,
)
from heartslib.scorecard.html import card_html
from tests.helpers.own_steps import OWN, NoAces
from tests.unit.test_scorecard import ALL, AMERICAN, NAMES

BARBU = variants.get("barbu")
PARTNERS = variants.get("partnership")
SEPARATE = variants.get("partnership_individual")
PILES = ("QS", "2H 3H 4H 5H 6H 7H 8H 9H TH", "JH QH KH AH", "")
NASTY = ("<b>Ann</b>", "Ben & Co", 'C"d', "=1+1")


def card_of(
    rules: Rules = AMERICAN, names: tuple[str, ...] = NAMES, rounds: Any = (), insist: bool = False
) -> ScoreCard:
    return score_game(rules, rounds=rounds, names=names, insist=insist)


def again(text: str, **options: Any) -> ScoreCard:
    names, rounds, rules = read_json(text, **options)
    return score_game(rules or AMERICAN, rounds=rounds, names=names)


def test_json_keeps_the_reasons_and_the_rules() -> None:
    card = card_of(rounds=[{"taken": [ALL, "", "", ""], "moon": "add"}, [*PILES]])
    kept = again(write_json(card))
    assert kept == card
    assert [line.cards for line in kept.sheets[1].lines] == [
        line.cards for line in card.sheets[1].lines
    ]
    assert json.loads(write_json(card))["rules"] == "american@1"
    house = attrs.evolve(AMERICAN, name="House", summary="Ours.")
    assert again(write_json(card_of(house))).rules.summary == "Ours."


def test_json_keeps_the_contracts_that_are_known() -> None:
    rounds = [{"contract": "no-queens", "points": [-6, -6, -6, -6]}, {"points": [0, 0, -10, -20]}]
    card = card_of(BARBU, rounds=rounds)
    assert card.contracts == ("no-queens", None)
    assert ["contract" in each for each in json.loads(write_json(card))["rounds"]] == [True, False]
    assert again(write_json(card)) == card


def test_json_has_own_rules_through_a_converter() -> None:
    own = record.make_converter([NoAces])
    card = card_of(OWN, rounds=[{"points": [26, 0, 0, 0]}], insist=True)
    text = write_json(card, converter=own)
    assert again(text, converter=own) == card
    for fails in (lambda: write_json(card), lambda: read_json(text)):
        with pytest.raises(RecordError, match="NoAces"):
            fails()


def test_csv_is_a_row_of_points_for_each_round() -> None:
    card = card_of(
        rounds=[{"taken": ["QS", "2H", "3H 4H", ""], "partial": True}, {"points": [-1, 0, 0, 1]}],
        insist=True,
    )
    assert write_csv(card) == '"round","Ann","Ben","Cid","Dee"\n1,13,1,2,0\n2,-1,0,0,1\n'
    rounds = [{"contract": "no-queens", "points": [-6, -6, -6, -6]}, {"points": [0, 0, -10, -20]}]
    card = card_of(BARBU, rounds=rounds)
    assert write_csv(card).splitlines()[1:] == ['1,-6,-6,-6,-6,"no-queens"', '2,0,0,-10,-20,""']
    names, stored = read_csv(write_csv(card))
    assert score_game(BARBU, rounds=stored, names=names) == card


def test_no_name_in_csv_is_a_formula_or_parts_columns() -> None:
    names = ('a;b;c;d;e;f;g"', "@Ben", " =1+1", "-")
    assert all(f'"\'{name}"' in write_csv(card_of(names=names)) for name in names[1:])
    found, rounds = read_csv(write_csv(card_of(names=names, rounds=[{"points": [13, 0, 0, 13]}])))
    assert found == names
    assert rounds == [{"points": [13, 0, 0, 13]}]


class Page(HTMLParser):
    """The rows of a page's table, each cell as its text; fails if a tag is left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.won: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
            self.is_won = "won" in (dict(attrs).get("class") or "").split()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self.open}:
            self.rows[-1][-1] += f" {data}" if self.rows[-1][-1] else data
            self.won += [data] * self.is_won


def test_the_page_has_rounds_as_rows_and_running_scores() -> None:
    text = card_html(
        card_of(
            names=NASTY, rounds=[{"points": [26, 0, 0, 0]}, {"points": [70, 0, 1, 0]}], insist=True
        )
    )
    page = Page(text)
    assert page.rows == [
        ["Round", *NASTY],
        ["1", "+26 26", "+0 0", "+0 0", "+0 0"],
        ["2", "+70 96", "+0 0", "+1 1", "+0 0"],
        ["Score", "96", "0", "1", "0"],
    ]
    assert page.won == []
    assert "<p>4 players, 2 rounds</p>" in text
    assert "<b>" not in text


def test_the_page_says_who_has_won() -> None:
    page = card_html(card_of(rounds=[{"points": [100, 0, 1, 2]}], insist=True))
    assert "<p>4 players, 1 round, won by Ben</p>" in page
    assert Page(page).won == ["Ben", "0"]


def test_partners_have_one_column_or_one_score() -> None:
    rounds = [{"points": [20, 6, 20, 6]}]
    assert Page(card_html(card_of(PARTNERS, rounds=rounds))).rows == [
        ["Round", "Ann and Cid", "Ben and Dee"],
        ["1", "+20 20", "+6 6"],
        ["Score", "20", "6"],
    ]
    rounds = [{"points": [100, 6, 0, 7]}]
    page = Page(card_html(card_of(SEPARATE, rounds=rounds, insist=True)))
    assert page.rows == [
        ["Round", "Ann", "Cid", "Ben", "Dee"],
        ["1", "+100 100", "+0 0", "+6 6", "+7 7"],
        ["Score", "100", "0", "6", "7"],
        ["Together", "100", "13"],
    ]
    assert page.won == ["Ben", "Dee", "6", "7", "13"]


def renege() -> ScoreCard:
    return card_of(
        rounds=[
            {"penalty": [0, 0, 2, 0], "reason": "late"},
            {"points": [13, 13, 0, 0]},
            {"penalty": [0, 10, 0, 0], "reason": "a renege"},
            {"points": [0, 1, 5, 20]},
        ]
    )


def test_a_penalty_is_a_row_beside_the_rounds() -> None:
    card = renege()
    assert card.scores == (13, 24, 7, 20)
    assert card.course == ((13, 23, 2, 0), (13, 24, 7, 20))
    assert [sheet.lines[0].reason for _, sheet in card.penalties] == ["late", "a renege"]
    assert [(row.name, row.label, row.points, row.scores) for row in card.rows] == [
        ("", "late", (0, 0, 2, 0), (0, 0, 2, 0)),
        ("1", "", (13, 13, 0, 0), (13, 13, 2, 0)),
        ("", "a renege", (0, 10, 0, 0), (13, 23, 2, 0)),
        ("2", "", (0, 1, 5, 20), (13, 24, 7, 20)),
    ]
    assert [line.split() for line in str(card).splitlines()[1:]] == [
        ["+0", "0", "+0", "0", "+2", "2", "+0", "0", "late"],
        ["1", "+13", "13", "+13", "13", "+0", "2", "+0", "0"],
        ["+0", "13", "+10", "23", "+0", "2", "+0", "0", "a", "renege"],
        ["2", "+0", "13", "+1", "24", "+5", "7", "+20", "20"],
    ]
    assert '<th scope="row" class="label"><i>a renege</i></th>' in card_html(card)


def test_a_penalty_is_read_again() -> None:
    card = renege()
    assert again(write_json(card)) == card
    names, rounds = read_csv(write_csv(card))
    kept = score_game(AMERICAN, rounds=rounds, names=names)
    assert (kept.course, kept.scores) == (card.course, card.scores)
    assert kept.penalties[1][1].lines[0].reason == "penalty"
    changed = [*PILES], {"penalty": [5, 0, 0, 0]}, {"rules": BARBU}, {"penalty": [0, 0, 0, 5]}
    assert again(write_json(card_of(rounds=changed))).scores == (18, 9, 4, 5)


def test_a_penalty_can_end_a_game_and_counts_for_a_side() -> None:
    card = card_of(rounds=[{"points": [0, 20, 6, 0]}, {"penalty": [0, 0, 100, 0]}])
    assert card.is_over
    assert card.winners == (0, 3)
    assert card.places == (1, 3, 4, 1)
    entries = [{"points": [0, 20, 6, 0]}, {"penalty": [0, 0, 100, 0]}, {"penalty": [0, 0, -100, 0]}]
    assert not card_of(rounds=entries).is_over
    for both in ([10, 0, 0, 0], [0, 0, 10, 0], [10, 0, 10, 0], [7, 0, 3, 0]):
        card = card_of(PARTNERS, rounds=[{"penalty": both}])
        assert card.scores == (10, 0, 10, 0)
        for text in (write_csv(card), write_json(card)):
            assert card_of(PARTNERS, rounds=read_card(text)[1]).scores == card.scores
