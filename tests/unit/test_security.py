"""What SECURITY.md and the page "What is stable" promise: their numbers are those of the code, and a test
holds each promise.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    record,
    rulefile,
    scorecard,
    variants,
    wire,
)
from heartslib._values import arguments
from heartslib._values.arguments import MOST_PLAYERS
from heartslib.cards import PACK
from heartslib.formats import _json, notation
from heartslib.rules import Rounds
from heartslib.testing import at_random, next_state
from tests.helpers.positions import passed
from tools import fuzz

ROOT = Path(__file__).parents[2]
PROMISING = (ROOT / "SECURITY.md", ROOT / "docs" / "reference" / "stability.md")
PROMISES = " ".join(" ".join(page.read_text(encoding="utf-8") for page in PROMISING).split())


@attrs.frozen
class Parser:
    """A parser with its bounds.

    Attributes:
        called: The functions, as SECURITY.md names them.
        reads: Each of them, on text.
        characters: The longest input.
        depth: The deepest nesting; None if the input is not nested.
        besides: What else is bounded, in words.
        seconds: The most time for one input.
        memory: The most memory for one input, in MB.
        targets: The fuzzer's names for the functions.
    """

    called: str
    reads: tuple[Callable[[str], object], ...]
    characters: int
    depth: int | None
    besides: str
    seconds: float
    memory: int
    targets: tuple[str, ...]

    @property
    def row(self) -> str:
        """Its row in SECURITY.md."""
        return (
            f"| {self.called} | {self.characters:,} | {self.depth or '-'} | {self.besides} "
            f"| {self.seconds:g} s | {self.memory} MB |"
        )


def received(text: str) -> object:
    return wire.receive(passed(), text, 0)


VALUES = f"{_json.MAX_VALUES:,} values"
RULES = f"{_json.MAX_RULES:,} characters of rulebooks"
PARSERS = (
    Parser(
        "`Cards`, `Cards.parse`, `Card`",
        (Cards, Cards.parse, Card),
        10_000,
        None,
        f"{8 * len(PACK)} cards",
        0.5,
        5,
        ("cards",),
    ),
    Parser(
        "`notation.read_deal`, `read_hands`",
        (notation.read_deal, notation.read_hands),
        notation.MAX_DEAL,
        None,
        f"{MOST_PLAYERS} hands",
        0.5,
        5,
        ("deal",),
    ),
    Parser(
        "`record.loads`",
        (record.loads,),
        record.MAX_CHARACTERS,
        record.MAX_DEPTH,
        f"{VALUES}, {record.MOST_MOVES:,} moves, {record.MOST_ROUNDS:,} rounds, {RULES}",
        fuzz.PROMISED,
        200,
        ("record",),
    ),
    Parser(
        "`record.loads_rules`",
        (record.loads_rules,),
        record.MAX_CHARACTERS,
        record.MAX_DEPTH,
        f"{VALUES}, {RULES}",
        fuzz.PROMISED,
        200,
        ("rules",),
    ),
    Parser(
        "`record.read_rounds`",
        (record.read_rounds,),
        record.MAX_CHARACTERS,
        record.MAX_DEPTH,
        f"{VALUES}, {record.MOST_RECORDED:,} rounds",
        fuzz.PROMISED,
        200,
        ("rounds",),
    ),
    Parser(
        "`wire.loads_view`",
        (wire.loads_view,),
        record.MAX_CHARACTERS,
        record.MAX_DEPTH,
        f"{VALUES}, {RULES}",
        fuzz.PROMISED,
        200,
        ("view",),
    ),
    Parser(
        "`wire.loads_move`, `loads_answer`, `receive`",
        (wire.loads_move, wire.loads_answer, received),
        wire.MAX_MOVE,
        record.MAX_DEPTH,
        "",
        1,
        20,
        ("move", "answer"),
    ),
    Parser(
        "`rulefile.loads`, `load`",
        (rulefile.loads,),
        rulefile.MAX_CHARACTERS,
        rulefile.MAX_DEPTH,
        f"{rulefile.MAX_DEPTH} parts of a key",
        fuzz.PROMISED,
        50,
        ("rulebook",),
    ),
    Parser(
        "`scorecard.read_csv`, `read_json`, `read_card`",
        (scorecard.read_csv, scorecard.read_json, scorecard.read_card),
        scorecard.MAX_CHARACTERS,
        record.MAX_DEPTH,
        f"{scorecard.MOST_ROUNDS:,} rounds",
        fuzz.PROMISED,
        100,
        ("csv", "score"),
    ),
)
NAMES = [parser.called for parser in PARSERS]
EACH = pytest.mark.parametrize("parser", PARSERS, ids=NAMES)


@EACH
def test_the_table_has_the_bounds_of_the_code(parser: Parser) -> None:
    assert " ".join(parser.row.split()) in PROMISES
    assert PROMISES.count(" MB |") == len(PARSERS)


def test_every_parser_of_the_fuzzer_is_in_the_table() -> None:
    held = [name for parser in PARSERS for name in parser.targets]
    own = ["given", "saved", "typed", "name", "command"]  # from the program, or from its user
    assert sorted([*held, *own]) == sorted(fuzz.targets())


def test_no_bound_is_looser_than_the_fuzzers() -> None:
    assert max(parser.seconds for parser in PARSERS) == fuzz.PROMISED
    assert max(parser.memory for parser in PARSERS) * 1_000_000 <= fuzz.MEMORY


OTHERS = f"""
A chapter has at most {arguments.MOST_RULES} rules, and a mapping in a rule {arguments.MOST_PAIRS} entries. A
name has at most {arguments.LONGEST_LINE:,} characters, and text of several lines {arguments.LONGEST_TEXT:,}. A
whole number has at most {_json.MAX_DIGITS} digits, and in a rulebook file it is at most
{rulefile.LARGEST:,}.
"""


def test_the_other_bounds_are_those_of_the_code() -> None:
    assert " ".join(OTHERS.split()) in PROMISES
    assert _json.MOST_FAULTS == 5  # in words, too: "the error lists the first five"


@EACH
def test_longer_input_is_refused_and_the_error_names_the_limit(parser: Parser) -> None:
    said = f"too (long|many).* {parser.characters}"
    for read in parser.reads:
        with pytest.raises(HeartsError, match=said):
            read(" " * (parser.characters + 1))
        if fuzz.refused(read, " " * parser.characters):
            with pytest.raises(HeartsError, match=f"^(?!.*{said})"):
                read(" " * parser.characters)


DEEP: tuple[tuple[str, str], ...] = (
    *(("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("(", ")"), ("{a=", "}"), ("{a=[", "]}")),
    *(("a.", "a=1"), ("a . ", "a=1"), ("'a'.", "a=1"), ('"a".', "a=1"), ("[a.", "]"), ("[[", "]]")),
)
"""What opens a level, and what closes it."""
HEADS = ("", "x = ", 'name = "A"\nx = ', 'name = "A"\n', '{"format": "heartslib-game", "a": ')


@pytest.mark.slow
@EACH
@pytest.mark.parametrize(("opened", "closed"), DEEP, ids=[opened for opened, _ in DEEP])
def test_deep_input_exhausts_no_stack(parser: Parser, opened: str, closed: str) -> None:
    """CPython compiled to WebAssembly ends at once if its stack does."""
    longest = min(parser.characters, rulefile.MAX_CHARACTERS) - 60
    for depth in (33, 300, 1_000, 10_000, longest // len(opened + closed)):
        for head in HEADS:
            for tail in ("", closed * depth):
                text = (head + opened * depth + tail)[: parser.characters]
                for read in parser.reads:
                    if parser.depth is None or read in {scorecard.read_csv, scorecard.read_card}:
                        fuzz.refused(read, text)  # brackets open nothing here
                    else:
                        with pytest.raises(HeartsError):
                            read(text)


def longest_game() -> str:
    """A game with as many moves as are read: the same four rounds again and again."""
    rulebook = attrs.evolve(variants.get("american"), ending=Rounds(record.MOST_ROUNDS))
    game, rng = Game.new(rulebook), Random(1)
    while len(game.sheets) < 4 or game.phase.name != "deal":
        game = next_state(game, at_random, rng)
    written = json.loads(record.dumps(game))
    moves = written["moves"]
    return json.dumps({**written, "moves": (moves * record.MOST_MOVES)[: record.MOST_MOVES]})


def most_rules() -> str:
    """A game that changes to other rules as often as is read: the slowest record that is known."""
    auction = variants.get("auction_hearts")
    written = json.loads(record.dumps(Game.new(auction)))
    full = json.loads(record.dumps_rules(attrs.evolve(auction, name="Auction")))["rules"]
    often = _json.MAX_RULES // (len(json.dumps(full)) + 10)
    for number in range(often):
        rulebook = {**full, "name": f"Auction {number}"}
        written["moves"].append({"move": "ChangeRules", "rules": rulebook})
    return json.dumps(written)


def most_rounds() -> str:
    (one, *_) = fuzz.sample_rounds()
    return json.dumps({"rounds": [one] * record.MOST_RECORDED})


def keys(entry: str) -> str:
    """An object with as many keys as are read, one of them twice."""
    size = min(
        _json.MAX_VALUES // (1 + sum(map(entry.count, ",[{"))) - 5, 4_900_000 // (len(entry) + 13)
    )
    found = [f'"{number}": {entry}' for number in range(size)]
    return "{" + ", ".join([*found, '"0": 0']) + "}"


LARGE: dict[str, Callable[[], str]] = {
    "longest game": longest_game,
    "most rules": most_rules,
    "most rounds": most_rounds,
    "lists": lambda: "[" + ", ".join(["[]"] * (_json.MAX_VALUES // 2 - 1)) + "]",
    "keys with numbers": lambda: keys("1"),
    "keys with strings": lambda: keys('"\U0001f600"'),
    "keys with objects": lambda: keys('{"rule": "x"}'),
    "one string": lambda: json.dumps("\ud800" * 800_000),
    "no end": lambda: '"' + '\\"' * 2_400_000,
    "closed": lambda: "[" + "]" * 4_900_000,
}
"""The largest inputs for the parsers of games, rounds and views."""

SMALL = [parser for parser in PARSERS if parser.characters < record.MAX_CHARACTERS]
"""The parsers that all floods can be tried on."""

BOUNDED = pytest.mark.skipif(not fuzz.HAS_STATM, reason="memory cannot be bounded here")


def unused(_: object) -> None:
    """Ask nothing of what was accepted."""


def went_well(
    parser: Parser, target: fuzz.Target[Any], text: str, patch: pytest.MonkeyPatch
) -> bool:
    """Whether an input is accepted, within the memory of its parser, and does not hang.

    The seconds that are promised are measured by the fuzzer, on a machine that does nothing else.
    """
    patch.setattr(fuzz, "most_seconds", 100 * parser.seconds)
    patch.setattr(fuzz, "MEMORY", parser.memory * 1_000_000)
    with fuzz.alarm():
        accepted, error = fuzz.tried(target, text)
    assert error is None, (target.name, text[:100], error)
    return accepted


@pytest.mark.slow
@BOUNDED
@pytest.mark.parametrize("made", LARGE.values(), ids=LARGE)
def test_large_input_takes_no_more_memory_than_promised(
    made: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, accepted = made(), set[str]()
    for parser in PARSERS:
        if parser.characters == record.MAX_CHARACTERS:
            (name,) = parser.targets
            target = attrs.evolve(fuzz.targets()[name], check=unused)
            if went_well(parser, target, text, monkeypatch):
                accepted.add(name)
    whole = {longest_game: {"record"}, most_rules: {"record"}, most_rounds: {"rounds"}}
    assert accepted == whole.get(made, set())


@pytest.mark.slow
@BOUNDED
@pytest.mark.parametrize("parser", SMALL, ids=[parser.called for parser in SMALL])
def test_floods_take_no_more_memory_than_promised(
    parser: Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in parser.targets:
        target = attrs.evolve(fuzz.targets()[name], most=parser.characters, check=unused)
        for text in fuzz.floods(target, Random(f"{name} 1"), grown=20):
            went_well(parser, target, text, monkeypatch)


def test_the_default_shuffle_is_secure(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[float]()

    class Watched(SystemRandom):
        def random(self) -> float:
            drawn.append(super().random())
            return drawn[-1]

    monkeypatch.setattr("heartslib.game.SystemRandom", Watched)
    start = Game.new(variants.get("american"), 4)
    start.deal(seed=1)
    assert not drawn
    start.deal()
    assert len(drawn) == 51


HELD: dict[str, str] = {
    "A `View` that contains or reveals something that its seat may not know": (
        "properties/test_redeal.py: test_view_and_events_tell_only_what_the_seat_has_seen"
    ),
    "that runs code": 'refusals/records.txt: load(rules={"name": "x", "deck": {"rule": "os.system"}})',
    "accepted although it contains an illegal move": (
        "unit/test_record.py: test_a_forged_game_is_refused_with_the_move"
    ),
    "the error lists the first five": "refusals/records.txt: # Reading stops at the first few faults.",
    "Depth is counted before JSON is parsed": (
        "unit/test_record_bounds.py: test_depth_is_counted_before_anything_is_read"
    ),
    "no input can exhaust the stack": "unit/test_security.py: test_deep_input_exhausts_no_stack",
    "A duplicate key is refused": "refusals/records.txt: # A key is there once.",
    "may not contain control characters": (
        "unit/test_arguments.py: test_what_is_no_line_of_text_is_refused"
    ),
    "`record.dumps` refuses a game that `record.loads` would not read": (
        "unit/test_record.py: test_what_could_not_be_read_is_not_written"
    ),
    "to which nobody else may write": (
        "unit/test_prepare.py: test_a_folder_that_others_may_write_to_is_not_used"
    ),
    "uses the operating system's secure generator": (
        "unit/test_security.py: test_the_default_shuffle_is_secure"
    ),
    "with its arguments, attributes and methods": (
        "api/test_api.py: test_the_public_api_is_as_written"
    ),
    "the slugs of [variants](variants.md) keep their meaning": (
        "api/test_api.py: test_the_public_api_is_as_written"
    ),
    "Commands, options and exit statuses stay": "api/test_api.py: test_the_public_api_is_as_written",
    "what fitted them still fits": "schemas/test_schemas.py: test_what_was_stored_fits",
    "by the [documented shuffle]": "unit/test_game.py: test_the_shuffle_is_the_documented_one",
    "a legal move becomes illegal": "properties/test_perft.py: test_numbers_of_sequences",
    "the same cards score differently": "records/test_records.py: test_a_stored_game_loads",
    "a record that could be read can no longer be read": (
        "records/test_records.py: test_a_stored_game_loads"
    ),
    "a seed gives a different deal": "unit/test_game.py: test_a_seed_gives_the_same_deal_everywhere",
}
"""Promises, each with the test, the row or the heading of rows that holds it."""


@pytest.mark.parametrize("words", HELD)
def test_a_promise_is_held_by_a_test(words: str) -> None:
    assert words in PROMISES
    file, _, name = HELD[words].partition(": ")
    text = (ROOT / "tests" / file).read_text(encoding="utf-8")
    if file.endswith(".txt"):
        assert f"\n{name}" in text
        return
    tree = ast.parse(text)
    assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
