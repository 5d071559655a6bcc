"""The lines that `heartslib vectors` prints: they fit their schema, and a reader makes the same games of them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from heartslib import Game, Rules, Suit, record, rulefile, variants, wire
from heartslib.cli import BAD_INPUT, main
from heartslib.cli.vectors import vectors
from heartslib.events import Event
from heartslib.formats.converter import CONVERTER
from tests.helpers.positions import AMERICAN, EVERYTHING
from tests.schemas.write import schema

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")

WRITTEN: Any = Draft202012Validator(schema("vector", narrow=True))


def lines_of(rulebook: Rules, players: int, rounds: int = 2) -> list[Any]:
    return [json.loads(json.dumps(each)) for each in vectors(rulebook, players, rounds, Random(7))]


def replayed(lines: list[Any]) -> Iterator[tuple[Any, Game, Game]]:
    """Each move's line, with the game before it and the game after it."""
    game = None
    for line in lines:
        if "move" not in line:
            game = record.loads(json.dumps(line))
            continue
        assert game is not None
        head = {"format": wire.MOVE_FORMAT, "version": wire.VERSION}
        before = game
        game = game.apply(wire.loads_move(json.dumps({**head, "move": line["move"]})).move)
        yield line, before, game


@pytest.mark.parametrize("slug", variants.all())
def test_the_lines_of_every_variant_replay(slug: str) -> None:
    """Each question has the legal moves of its seat, and the events are those that a spectator sees."""
    rulebook = variants.get(slug)
    for players in rulebook.players:
        rounds = 0
        for line, before, after in replayed(lines_of(rulebook, players)):
            events = CONVERTER.structure(line["events"], tuple[Event, ...])
            assert events == after.events(None, since=before)
            question = line["question"]
            assert (question is None) == (not before.to_act)
            if line["move"]["move"] == "Play":
                assert question["among"] == [*map(str, before.legal_plays())]
            rounds += line["move"]["move"] == "Score"
        assert rounds == 2


@pytest.mark.parametrize("slug", variants.all())
def test_the_lines_of_every_variant_fit_the_schema(slug: str) -> None:
    rulebook = variants.get(slug)
    lines = lines_of(rulebook, rulebook.usual_players, 1)
    assert [error.message for line in lines for error in WRITTEN.iter_errors(line)] == []


def test_they_reach_what_chance_alone_seldom_does() -> None:
    events = Counter[str]()
    lone_hearts = 0
    for line, before, _ in replayed(lines_of(AMERICAN, 4, 60)):
        events.update(each["event"] for each in line["events"])
        view = before.view(line["move"].get("seat"))
        leads = line["move"]["move"] == "Play" and not view.table.trick
        lone_hearts += leads and not view.hearts_broken and view.hand == view.hand.of(Suit.HEARTS)
    assert events["MoonShot"] > 5
    assert events["GameOver"] > 3
    assert lone_hearts > 2


def test_every_phase_has_its_lines() -> None:
    kinds = {line["move"]["move"] for line, _, _ in replayed(lines_of(EVERYTHING, 4, 5))}
    assert kinds >= {"CallPass", "Deal", "Pass", "Charge", "Play", "LayDown", "Score"}


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["vectors", *words]) == 0
    return capsys.readouterr().out


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = printed(capsys, "turbo", "--rounds", "2", "--players", "5", "--seed", "7")
    assert [*map(json.loads, text.splitlines())] == lines_of(variants.get("turbo"), 5)
    assert text.isascii()
    again = printed(capsys, "turbo", "--rounds", "2", "--players", "5", "--seed", "8")
    assert again != text
    own = tmp_path / "own.toml"
    own.write_text(rulefile.dump(attrs.evolve(AMERICAN, name="Own")), encoding="utf-8")
    first, *_ = printed(capsys, "--rules", str(own), "--rounds", "1").splitlines()
    assert record.loads(first).rules.name == "Own"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("amercan", "there is no variant 'amercan'; did you mean american?"),
        ("american --rounds 0", "--rounds: must be a whole number from 1 to 1000, not '0'"),
        ("american --rounds -3", "--rounds: must be a whole number from 1 to 1000, not '-3'"),
        ("american --players 7", "American Hearts is for 3, 4, 5 or 6 players, not 7"),
        ("greek_hearts --players 3", "Greek Hearts is for 4 players, not 3"),
        ("american --seed x", "--seed: must be a whole number from 0 to"),
    ],
)
def test_bad_input_is_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vectors", *words.split()]) == BAD_INPUT
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith(f"heartslib: {sentence}")
    assert said.count("\n") == 1


ENGINE = Path(__file__).parents[2] / "examples" / "american.js"


def engine_says(lines: list[Any], engine: Path = ENGINE) -> str:
    """What the engine in JavaScript says of some lines; nothing if it agrees."""
    text = "\n".join(map(json.dumps, lines))
    command = ["node", str(engine)]
    ran = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    assert (ran.returncode == 0) == (not ran.stderr)
    return ran.stderr


def with_event(lines: list[Any], name: str) -> tuple[int, Any]:
    """The first line with an event, counted from 1, and the event."""
    return next(
        (number, event)
        for number, line in enumerate(lines, 1)
        for event in line.get("events", ())
        if event["event"] == name
    )


def a_card_more(lines: list[Any]) -> int:
    """Let the first card that is barred be legal."""
    line = next(each for each in lines if each.get("question") and each["question"]["barred"])
    line["question"]["among"].append(next(iter(line["question"]["barred"])))
    return lines.index(line) + 1


def a_card_fewer(lines: list[Any]) -> int:
    line = next(each for each in lines if each.get("move", {}).get("move") == "Play")
    line["question"]["among"].pop()
    return lines.index(line) + 1


def another_taker(lines: list[Any]) -> int:
    number, event = with_event(lines, "TrickTaken")
    event["seat"] = (event["seat"] + 1) % 4
    return number


def a_point_more(lines: list[Any]) -> int:
    number, event = with_event(lines, "RoundCounted")
    event["sheet"]["lines"][0]["points"] += 1
    return number


def another_total(lines: list[Any]) -> int:
    number, event = with_event(lines, "ScoreEntered")
    event["scores"][3] -= 1
    return number


def another_winner(lines: list[Any]) -> int:
    number, event = with_event(lines, "GameOver")
    event["winners"] = [0, 1, 2, 3]
    return number


def no_end(lines: list[Any]) -> int:
    number, _ = with_event(lines, "GameOver")
    lines[number - 1]["events"].pop()
    return number


def no_moon(lines: list[Any]) -> int:
    number, _ = with_event(lines, "MoonShot")
    lines[number - 1]["events"].pop()
    return number


@pytest.mark.slow
@needs_node
def test_an_engine_of_its_own_agrees_with_all_lines() -> None:
    assert engine_says(lines_of(AMERICAN, 4, 300)) == ""


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize(
    "spoil",
    [
        a_card_more, a_card_fewer, another_taker, a_point_more, another_total, another_winner, no_end,
        no_moon,
    ],
)  # fmt: skip
def test_the_engine_notices_a_wrong_line(spoil: Callable[[list[Any]], int]) -> None:
    lines = lines_of(AMERICAN, 4, 40)
    number = spoil(lines)
    assert re.search(rf"actual: \[ {number}\b|actual: \[\s+{number},", engine_says(lines))


MISTAKES = {
    "hearts are never barred": (
        " && !piles.flat().some(isHeart) ? others : hand",
        " ? hand : hand",
    ),
    "hearts are always barred": (" && !piles.flat().some(isHeart)", ""),
    "any card leads first": ('return ["2C"]', "return hand"),
    "across before right": ("[1, 3, 2, 0]", "[1, 2, 3, 0]"),
    "nothing comes off": ("[-26, 0]", "[0, 26]"),
}


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("mistake", MISTAKES)
def test_twenty_rounds_notice_a_wrong_engine(mistake: str, tmp_path: Path) -> None:
    right, wrong = MISTAKES[mistake]
    text = ENGINE.read_text(encoding="utf-8")
    assert text.count(right) == 1
    engine = tmp_path / "wrong.js"
    engine.write_text(text.replace(right, wrong), encoding="utf-8")
    assert "AssertionError" in engine_says(lines_of(AMERICAN, 4, 20), engine)
