"""Questions without a game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from heartslib import Cards, Game, legal_plays, score_hand, variants
from heartslib.cards import in_order
from heartslib.phases import MoonPhase, ScorePhase
from heartslib.rules import RoundRules
from heartslib.table import Table, Trick
from heartslib.testing import at_random, next_state

AMERICAN = variants.get("american")
TURBO = variants.get("turbo")


def test_legal_plays_need_no_game() -> None:
    assert legal_plays(AMERICAN, hand="AS QS 4H", trick="KC 2C", played="", players=4) == Cards(
        "QS AS 4H"
    )
    hand, played = Cards("5S 6S 7S 8S 9S TS JS KS AS 4H"), "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD "
    assert legal_plays(AMERICAN, hand=hand, played=played + "KD") == hand - "4H"
    assert legal_plays(AMERICAN, hand=hand, played=played + "9H") == hand
    assert legal_plays(AMERICAN, hand="AS 4H", trick="5H 3C 2H", played="8S") == Cards("4H")


def test_score_hand_needs_no_game() -> None:
    sheet = score_hand(AMERICAN, taken=["2H 3H", "QS", "4H", ""], players=4, partial=True)
    assert sheet.totals == (2, 13, 1, 0)
    assert [line.reason for line in sheet.lines] == ["took 2H 3H", "took QS", "took 4H"]


def test_a_part_of_the_tricks_has_no_last_trick_yet() -> None:
    rules, tricks = variants.get("slobberhannes"), ["7C 8C 9C TC", "QC KC 7S 8S"]
    sheet = score_hand(rules, tricks=tricks, leader=0, partial=True)
    assert [line.reason for line in sheet.lines] == [
        "took the first trick",
        "took the trick with QC",
    ]


@pytest.mark.parametrize("slug", ["kitty_hearts", "cancellation"])
def test_whole_rounds_are_scored_from_their_tricks(slug: str) -> None:
    rules, rng, kitties = variants.get(slug), Random(slug), 0
    for players in rules.players:
        for _ in range(3):
            game = Game.new(rules, players)
            while not isinstance(game.phase, ScorePhase | MoonPhase):
                game = next_state(game, at_random, rng)
            if not isinstance(game.phase, ScorePhase):
                continue
            tricks = game.table.tricks
            first: dict[str, Any] = {"players": players, "leader": tricks[0].leader}
            assert score_hand(rules, tricks=tricks, **first) == game.phase.sheet
            cards = [trick.cards for trick in tricks]
            assert score_hand(rules, tricks=cards, **first) == game.phase.sheet
            kitties += rules.deck.kitty_size(players) > 0
    assert kitties


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """The tables for which the rules are asked."""
    asked: list[Table] = []

    def legal(_rules: RoundRules, hand: Cards, table: Table) -> Cards:
        asked.append(table)
        return hand

    monkeypatch.setattr(RoundRules, "legal", legal)
    return asked


def test_nothing_is_charged_or_shown_until_somebody_charges(tables: list[Table]) -> None:
    for charged in ("", ["QS", "", "", ""]):
        legal_plays(TURBO, hand="QS 3S", charged=charged, first_trick=True, leader=0)
    queen = (Cards("QS"), *[Cards()] * 3)
    assert [(table.charged, table.shown) for table in tables] == [((), ()), (queen, queen)]


def test_the_tricks_that_are_given_are_those_of_the_table(tables: list[Table]) -> None:
    legal_plays(AMERICAN, hand="6S", tricks=["2C 3C 4C 5C"], players=4)
    legal_plays(AMERICAN, hand="6S", tricks=["2C 3C 4C 5C"], leader=1)
    assert [trick.cards for trick in tables[0].tricks] == [in_order("2C 3C 4C 5C")]
    assert tables[-1].tricks == (Trick(1, 4, in_order("2C 3C 4C 5C"), taker=0),)
