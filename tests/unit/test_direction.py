"""Which way round the table a game goes: what is said, drawn and stored."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

from heartslib import Game, Rules, RulesError, record, rulefile, variants, wire
from heartslib.cards import HEARTS
from heartslib.errors import RecordError
from heartslib.rules import (
    LEFT,
    RIGHT,
    Across,
    Cycle,
    DealMovesLeft,
    Direction,
    EldestLeads,
    Hold,
    Mix,
    Packets,
    PassPattern,
    Scatter,
    Toward,
    WinnerToLoser,
)
from heartslib.show.svg import table_svg
from heartslib.show.text import pattern_words
from heartslib.terminal.plain import Plain
from tests.helpers.sessions import DRAWN, screen, sit, spoken

AMERICAN = variants.get("american")
TURNED = attrs.evolve(AMERICAN, direction="counterclockwise")
NAMES = ("Me", "Next", "Across", "Last")


def test_most_games_go_clockwise_and_a_few_as_their_sources_say() -> None:
    other = Direction.COUNTERCLOCKWISE
    found = {slug for slug, rules in variants.all().items() if rules.direction is other}
    assert found == {"gong_zhu", "leekha", "turkish_king"}


@pytest.mark.parametrize("wrong", ["left", "Clockwise", "", None, 1, [], HEARTS])
def test_a_direction_is_one_of_two(wrong: Any) -> None:
    with pytest.raises(
        RulesError, match=r"^direction must be 'clockwise' or 'counterclockwise', not "
    ):
        attrs.evolve(AMERICAN, direction=wrong)


def test_the_next_player_sits_to_the_left_or_to_the_right() -> None:
    one, other = Direction
    assert [each.side(places) for each in (one, other) for places in (1, 2, -1)] == [
        *("left", "left", "right"),
        *("right", "right", "left"),
    ]
    assert one.clockwise(2, 5) == (2, 3, 4, 0, 1)
    assert other.clockwise(2, 5) == (2, 1, 0, 4, 3)


def test_a_rulebook_is_read_in_a_mirror() -> None:
    assert TURNED.diff(AMERICAN, 4).splitlines()[2:] == [
        "The pack",
        "  - Deal 13 cards to each player, one at a time, counterclockwise from the",
        "    dealer's right.",
        "  - After each round the deal moves to the right.",
        "  + Deal 13 cards to each player, one at a time, clockwise from the dealer's",
        "    left.",
        "  + After each round the deal moves to the left.",
        "",
        "Passing",
        "  - After the deal, each player passes cards before seeing any received: 3",
        "    right in round 1, 3 left in round 2, 3 across in round 3 and none in round",
        "    4; then again from the start.",
        "  + After the deal, each player passes cards before seeing any received: 3",
        "    left in round 1, 3 right in round 2, 3 across in round 3 and none in round",
        "    4; then again from the start.",
        "",
        "Tricks",
        "  - Play goes counterclockwise, one card from each player.",
        "  + Play goes clockwise, one card from each player.",
    ]
    assert TURNED != AMERICAN
    assert "\nPlay goes counterclockwise." in TURNED.describe(short=True)
    assert "goes" not in AMERICAN.describe(short=True)


def test_a_sentence_by_itself_is_about_a_game_that_goes_clockwise() -> None:
    assert DealMovesLeft(5).describe(4) == (
        "Anyone may deal first. Each player deals 5 rounds in a row; then the deal moves to the left."
    )
    assert EldestLeads().describe(4).startswith("The player to the dealer's left leads")
    assert "or to the left if all" in WinnerToLoser().describe(4)


@pytest.mark.parametrize(
    ("pattern", "called", "said"),
    [
        (LEFT, "right", "pass 3 right"),
        (RIGHT, "left", "pass 3 left"),
        (Toward(2, 1), "second-right", "pass 1 second right"),
        (Packets({1: 2, -1: 1}), "2-right-1-left", "pass 2 right and 1 left"),
        (Toward(1, name="along"), "along", "pass 3 along"),
        (Across(), "across", "pass 3 across"),
        (Scatter(), "scatter", "pass 1 to each other player"),
        (Mix(), "mix", "pass 3 to the middle"),
        (Hold(), "hold", "no pass"),
    ],
)
def test_a_pass_is_called_as_it_goes_and_goes_to_the_same_seat(
    pattern: PassPattern, called: str, said: str
) -> None:
    at = attrs.evolve(TURNED, passing=Cycle(pattern), players=5 if "second" in called else 4)
    game = Game.new(at).deal(seed=1)
    assert game.view(0).pattern
    now = game.view(0).pattern or pattern
    assert (now.name, pattern_words(now, game.players)) == (called, said)
    assert now.packets(game.players) == pattern.packets(game.players)
    assert now.named(Direction.COUNTERCLOCKWISE) == now
    assert pattern.named(Direction.CLOCKWISE) == pattern


def test_the_dealer_calls_a_pass_by_the_side_to_which_it_goes() -> None:
    house = attrs.evolve(variants.get("dirty_nasty_filthy"), direction="counterclockwise")
    for called in ("3-right", {1: 3}, Toward(1)):
        game = Game.new(house, players=4).call_pass(called).deal(seed=1)
        assert game.view(0).passes_to == ((1, 3),)
    assert Game.new(house, players=4).call_pass("3-left").deal(seed=1).view(0).passes_to == (
        (3, 3),
    )


def test_a_round_says_to_whom_cards_go() -> None:
    session = sit(TURNED)
    lines: list[str] = []
    Plain(lines.append).greet(session)
    assert lines[0].endswith(" Counterclockwise from your right: Ada, Ben and Cleo.")
    assert lines[1] == "Round 1. Cleo deals. Pass 3 right."
    assert spoken(session)[-1] == "Your turn: pass 3 cards to Ada."
    assert str(session.table.game).startswith("American Hearts, round 1: pass 3 right, ")


def test_the_terminal_has_the_next_player_at_the_right() -> None:
    def beside(rules: Rules) -> list[str]:
        return next(line for line in screen(sit(rules, DRAWN)) if "Ada:" in line).split()

    assert beside(AMERICAN) == ["Ada:", "0", "Cleo:", "0"]
    assert beside(TURNED) == ["Cleo:", "0", "Ada:", "0"]


def middles(picture: str) -> dict[str, float]:
    """How far from the left edge of a picture each name is written."""
    found: dict[str, float] = {}

    def look(part: ET.Element, x: float) -> None:
        moved = part.get("transform", "").removeprefix("translate(").split(" ")[0]
        x += float(moved or 0) if part.get("transform", "").startswith("translate") else 0
        if part.text in NAMES:
            found[part.text] = x
        for each in part:
            look(each, x)

    look(ET.fromstring(picture), 0)  # noqa: S314 - the library's own picture
    return found


def test_a_picture_has_the_next_player_at_the_right() -> None:
    drawn = [
        middles(table_svg(Game.new(rules, names=NAMES).deal(seed=7).view(0)))
        for rules in (AMERICAN, TURNED)
    ]
    clockwise, turned = drawn
    assert clockwise["Next"] < clockwise["Last"]
    assert turned["Last"] < turned["Next"]


def test_what_was_stored_before_there_were_directions_goes_clockwise() -> None:
    stored = json.loads(record.dumps_rules(TURNED))
    assert stored["rules"].pop("direction") == "counterclockwise"
    assert record.loads_rules(json.dumps(stored)) == AMERICAN
    text = rulefile.dump(TURNED)
    assert rulefile.loads(text) == TURNED
    line = 'direction = "counterclockwise"\n'
    assert rulefile.loads(text.replace(line, "")) == AMERICAN
    assert line not in rulefile.dump(AMERICAN)


def test_a_direction_in_a_file_is_one_of_two() -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads('name = "House"\ndirection = "left"')
    assert (
        str(error.value) == "the file: direction: 'left' is not 'clockwise' or 'counterclockwise'"
    )
    stored = json.loads(record.dumps_rules(TURNED))
    stored["rules"]["direction"] = "left"
    with pytest.raises(
        RecordError, match="'left' is not 'clockwise' or 'counterclockwise' at rules"
    ):
        record.loads_rules(json.dumps(stored))


def test_records_and_messages_carry_it() -> None:
    game = Game.new(TURNED).deal(seed=7)
    assert record.loads(record.dumps(game)) == game
    assert wire.loads_view(wire.dumps_view(game, 1)).view == game.view(1)
    assert json.loads(wire.dumps_view(game, 1))["view"]["pattern"]["name"] == "right"
