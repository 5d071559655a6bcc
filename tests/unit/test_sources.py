"""The table "Where they disagree" of the page "Sources" says what the rules of the games say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heartslib import Cards, Rules, Suit, Table, legal_plays, variants
from heartslib.cards import Card, in_order

PAGE = (Path(__file__).parents[2] / "docs/explanation/sources.md").read_text(encoding="utf-8")
LINE = re.compile(r"^\| \[`(\w+)`\]\(.*?\) \| (.*) \|$", re.MULTILINE)
HEARTS, RELATED = (
    {slug: row.split(" | ") for slug, row in LINE.findall(part.split("\n## ")[0])}
    for part in (
        PAGE.split(f"\n## {title}\n")[1] for title in ("Where they disagree", "The related games")
    )
)
FIRST = {
    "anything": "9D JS QS 9H",
    "hearts, Q♠": "9D JS",
    "hearts": "9D JS QS",
    "hearts, J♠": "9D QS",
    "hearts, Q♣, Q♦, Q♠": "9D JS",
}
"""What may be played to the first trick of 9D JS QS 9H, by what may not."""

LED = {
    "after a heart": (False, False, True),
    "after a heart or Q♠": (False, True, True),
    "at any time": (True, True, True),
}
"""Whether a heart may be led after a trick of plain clubs, one with Q♠, and one with a heart."""


def may_lead(rules: Rules, card: str, trick: str) -> bool:
    table = Table.ready(0, rules.usual_players)
    for each in in_order(trick):
        table = table.with_card(each)
    hand = Cards("9D") | card
    return Card(card) in rules.at(table.players).in_force.legal(hand, table.with_trick_taken(0))


def test_every_game_is_in_one_of_the_two_tables() -> None:
    assert HEARTS.keys() | RELATED.keys() == variants.all().keys()
    assert not HEARTS.keys() & RELATED.keys()


@pytest.mark.parametrize("slug", HEARTS)
def test_the_row_of_a_game_is_what_its_rules_say(slug: str) -> None:
    rules = variants.get(slug)
    points, first, led, moon, target = HEARTS[slug]
    players = rules.usual_players
    now = rules.at(players).in_force
    assert int(points) == sum(map(now.points, now.penalty_cards))
    leads = rules.opening.leads or Cards("TC")
    lead = (leads.of(Suit.CLUBS).only(rules.deck.cards(players)) or Cards("TC"))[0]
    assert str(legal_plays(rules, hand=FIRST["anything"], trick=lead)) == FIRST[first]
    tricks = ("TC QC KC AC", "TC QC KC QS", "TC QC KC AH")
    assert tuple(may_lead(rules, "9H", trick) for trick in tricks) == LED[led]
    choices = ("add", "subtract") if moon.endswith(", by choice") else ()
    assert rules.moon.choices == choices
    pays = re.search(r"\d+", moon)
    assert (
        getattr(rules.moon, "points", None) == (int(pays[0]) if pays else None)
        or moon == "wins the game"
    )
    assert getattr(rules.ending, "points", None) == int(target)
