"""Charges in `legal_plays` and `explain_play`: those of other seats count too."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, HeartsError, explain_play, legal_plays, variants
from heartslib.cards import Rank
from heartslib.rules import Pack, PlayRule
from heartslib.table import Table

TURBO = variants.get("turbo")


@attrs.frozen
class QueenKeptUnderCharges(PlayRule):
    """The queen of spades is not played while the ace of hearts is charged by anybody."""

    name: str = "queen-kept"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable.without("QS") if "AH" in table.all_charged else playable

    def reason(self, card: Card, table: Table) -> str:
        return "the ace of hearts is charged"

    def describe(self, players: int) -> str:
        return "The queen of spades is kept while the ace of hearts is charged."


@attrs.frozen
class QueenKeptUnderANeighbour(QueenKeptUnderCharges):
    """The queen of spades is not played if the seat to the left has charged."""

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        left = (table.trick.turn + 1) % table.players
        return playable.without("QS") if table.charged and table.charged[left] else playable


@attrs.frozen
class QueenKeptUnderAnybody(QueenKeptUnderCharges):
    """The queen of spades is not played if any seat has charged."""

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable.without("QS") if any(table.charged) else playable


HOUSE = attrs.evolve(TURBO, name="House", play=(*TURBO.play, QueenKeptUnderCharges()))


@pytest.mark.parametrize("trick", ["3S", "2S 3S", "2S 3S 4S"])
def test_a_charge_of_another_seat_is_seen(trick: str) -> None:
    asked: dict[str, Any] = {"hand": "QS KS 2H", "trick": trick, "tricks": ["2C 3C 4C 5C"]}
    asked["first_trick"] = False
    assert str(legal_plays(HOUSE, charged="AH", **asked)) == "KS"
    assert str(legal_plays(HOUSE, **asked)) == "QS KS"
    why = explain_play(HOUSE, "QS", charged="AH", **asked)
    assert why is not None
    assert why.rule == "queen-kept"
    assert str(legal_plays(TURBO, charged="AH QS", **asked)) == "KS", "its own still waits"


@pytest.mark.parametrize("rule", [QueenKeptUnderANeighbour(), QueenKeptUnderAnybody()])
def test_who_charged_what_is_asked_for(rule: QueenKeptUnderCharges) -> None:
    rules = attrs.evolve(TURBO, name="House", play=(*TURBO.play, rule))
    asked: dict[str, Any] = {"hand": "QS KS 2H", "trick": "3S", "tricks": ["2C 3C 4C 5C"]}
    asked["first_trick"] = False
    with pytest.raises(
        HeartsError, match=r"give (leader, the seat that led first|charged for each)"
    ):
        legal_plays(rules, charged="AH", **asked)
    by_seat = [
        "",
        "",
        "AH",
        "",
    ]  # seat 3 has taken the trick, so that seat 0 plays: seat 1 is to its left
    asked["leader"] = 0
    has_charged = not isinstance(rule, QueenKeptUnderANeighbour)
    assert str(legal_plays(rules, charged=by_seat, **asked)) == ("KS" if has_charged else "QS KS")
    assert str(legal_plays(rules, charged=["", "AH", "", ""], **asked)) == "KS"
    assert str(legal_plays(rules, **asked)) == "QS KS"


def test_two_players_charge_too() -> None:
    house = attrs.evolve(HOUSE, players=2, deck=Pack(lowest=Rank.EIGHT), decisions=())
    asked: dict[str, Any] = {"hand": "QS KS 9H", "trick": "9S", "tricks": ["8C 9C"]}
    assert str(legal_plays(house, charged="AH", **asked)) == "KS"
    assert str(legal_plays(house, **asked)) == "QS KS"
