"""The published JSON Schemas say what is written, and refuse what the readers refuse."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from heartslib import Game, HeartsError, Line, Rules, ScoreSheet, record, rules, score_game, wire
from heartslib.cli.vectors import vectors
from heartslib.events import Event
from heartslib.formats import schemas
from heartslib.formats._json import structured
from heartslib.formats.converter import BUILT_IN, CONVERTER
from heartslib.formats.schemas import NAMES
from heartslib.moves import Answer, Move
from heartslib.record import read_rounds
from heartslib.scorecard import read_csv, read_json, write_json
from tests.helpers.own_steps import NoAces
from tests.helpers.positions import AMERICAN, passed, played_out
from tests.helpers.rings import share
from tests.helpers.strategies import at_random, games, houses, next_state, rulebooks
from tests.helpers.written import written_down
from tests.records.test_records import FILES
from tests.schemas.write import DECLARED, FOLDER, KEPT, schema, text

ROOT = Path(__file__).parents[2]


@functools.cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schemas.schema(name))


def fits(name: str, text: str) -> bool:
    """Whether a JSON text is what the schema of that name says."""
    return not faults(name, json.loads(text))


def faults(name: str, value: Any) -> list[str]:
    found: Any = validator(name)
    return [error.message for error in found.iter_errors(value)]


def test_the_files_are_those_that_are_written() -> None:
    assert {*FOLDER.iterdir()} == {KEPT, DECLARED}
    assert KEPT.read_text(encoding="utf-8") == text()


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_has_all_that_it_refers_to(name: str) -> None:
    found: dict[str, Any] = schemas.schema(name)
    Draft202012Validator.check_schema(found)
    referred = {part.split('"')[0] for part in json.dumps(found).split('"#/$defs/')[1:]}
    assert referred == {*found["$defs"]}


def test_every_rule_is_a_choice_of_some_chapter() -> None:
    definitions = schema("game-record")["$defs"]
    assert {rule.__name__ for rule in BUILT_IN} <= set(definitions)
    endings = {each["$ref"].rpartition("/")[2] for each in definitions["Ending"]["anyOf"]}
    assert endings == {"CountDown", "Rounds", "Target", "ThereAndBack", "own_rule"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_was_stored_fits(file: Path) -> None:
    stored = json.loads(file.read_text(encoding="utf-8"))
    assert faults("game-record", stored["game"]) == []
    assert faults("view", stored["view"]) == []
    assert faults("recorded-round", {"rounds": stored["rounds"]}) == []
    assert all(faults("recorded-round", each) == [] for each in stored["rounds"])


@pytest.mark.slow
@settings(max_examples=share(40))
@given(games(), st.data())
def test_what_is_written_fits(game: Game, data: st.DataObject) -> None:
    assert faults("game-record", json.loads(record.dumps(game))) == []
    seat = data.draw(st.none() | st.integers(0, game.players - 1))
    since = data.draw(st.none() | st.integers(0, len(game.history)))
    assert faults("view", json.loads(wire.dumps_view(game, seat, since=since))) == []
    for number, move in enumerate(game.history[-5:]):
        assert faults("move", json.loads(wire.dumps_move(move, number))) == []


@settings(max_examples=share(25))
@given(games("score"))
def test_recorded_rounds_fit(game: Game) -> None:
    assume(not isinstance(game.history[-1], Answer))
    value = written_down(game)
    assert faults("recorded-round", value) == []
    assert faults("recorded-round", {"rounds": [value], "by": "anyone"}) == []


@settings(max_examples=share(25))
@given(rulebooks() | houses(), st.integers(0, 2**32))
def test_score_cards_fit(rulebook: Rules, seed: int) -> None:
    game, rng = Game.new(rulebook), Random(seed)
    while game.sheet is None:
        game = next_state(game, at_random, rng)
    given = {"sheet": game.sheet, "contract": game.contract}
    text = write_json(score_game(rulebook, rounds=[given], names=game.names))
    value = json.loads(text)
    assert faults("score-card", value) == []
    points = {"points": [*game.sheet.totals], "contract": game.contract}
    assert faults("score-card", {**value, "rounds": [points]}) == []


def test_a_score_card_of_a_table_fits() -> None:
    names, rounds = read_csv("N,E,S,W,moon\n2H,QS,JD AH,,\n0,26,0,0,\n,,,2H,add\n")
    assert fits("score-card", json.dumps({"names": names, "rounds": rounds}))
    assert fits("score-card", json.dumps(rounds))


def test_rules_of_ones_own_fit_under_their_own_names() -> None:
    own = attrs.evolve(AMERICAN, name="Own", play=(*AMERICAN.play, NoAces()))
    text = record.dumps(passed(own), converter=record.make_converter([NoAces]))
    assert fits("game-record", text)
    named_as_ours = text.replace('{"rule": "NoAces"', '{"rule": "Target"')
    assert named_as_ours != text
    assert not fits("game-record", named_as_ours)


SHEET = ScoreSheet(4, (Line(0, 5, "luck"),))
HOUSE = attrs.evolve(AMERICAN, name="House", ending=rules.Target(77))


def readers() -> dict[str, Callable[[str], object]]:
    """The reader of each schema."""
    return {
        "game-record": record.loads,
        "rulebook": record.loads_rules,
        "recorded-round": read_rounds,
        "view": wire.loads_view,
        "move": wire.loads_move,
        "answer": wire.loads_answer,
        "score-card": lambda text: score_game(AMERICAN, rounds=read_json(text)[1]),
        "vector": read_vector,
    }


def read_vector(text: str) -> object:
    """What a line of test vectors holds."""
    line = json.loads(text)
    if "move" not in line:
        return record.loads(text)
    kinds: dict[str, Any] = {"move": Move, "events": tuple[Event, ...]}
    return [structured(CONVERTER, line[key], kind) for key, kind in kinds.items()]


def written(name: str) -> Any:
    """A value that the schema of that name is for."""
    passes: Any = ["QS", {"1": "QS", "2": "KS"}, "", ""]
    makers: dict[str, Callable[[], Any]] = {
        "game-record": lambda: json.loads(record.dumps(passed(HOUSE))),
        "rulebook": lambda: json.loads(record.dumps_rules(HOUSE)),
        "recorded-round": lambda: {
            **written_down(played_out()),
            "passes": passes,
            "mixed": {"hands": ["2C", "3C", "4C", "5C"]},
        },
        "view": lambda: json.loads(wire.dumps_view(played_out().score().deal(seed=1), 0, since=0)),
        "move": lambda: {"format": "heartslib-move", "version": 1, "move": passing()},
        "answer": lambda: {
            "format": "heartslib-answer",
            "version": 1,
            "number": 3,
            "cards": ["QS", "KS"],
            "name": None,
            "yes": None,
        },
        "score-card": lambda: {
            "rounds": [
                {"taken": ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "QS AH", "", ""]},
                {"points": [0, 20, 6, 0]},
                json.loads(write_json(score_game(AMERICAN, rounds=[SHEET])))["rounds"][0],
                {"tricks": ["2C 3C 4C QS"], "leader": 2, "partial": True},
                {"counted": [4, 14, 8, None], "taken": ["", "", "", ""]},
                {"points": [0, 27, 0, 0], "insist": True},
            ],
            "names": ["N", "E", "S", "W"],
            "variant": "american",
        },
        "vector": lambda: [*vectors(HOUSE, 4, 1, Random(7))][-1],
    }
    return makers[name]()


def passing() -> Any:
    return {"move": "Pass", "seat": 0, "cards": "QS KS", "to": [[1, "QS"], [2, "KS"]]}


GONE: Any = object()


def changed(value: Any, path: str, new: Any) -> Any:
    """A copy with something else at a path such as ``moves.0.seat``, or without it."""
    found = copy.deepcopy(value)
    *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    inner = functools.reduce(lambda into, part: into[part], way, found)
    if new is GONE:
        del inner[last]
    else:
        inner[last] = new
    return found


HEAD = {"format": ["other", GONE], "version": [2, "1", True], "more": [1]}

BROKEN: dict[str, dict[str, list[Any]]] = {
    "game-record": {
        **HEAD,
        "players": [GONE, "4", True, 4.5, 12],
        "names": ["NESW", 5],
        "moves.0.hands": [{"2C": 1}, GONE, 5],
        "moves.0.hands.0": [{"2C": 1}, 5, "QS 0C"],
        "dealer": [-1],
        "names.0": [5, None],
        "rules": [5, None, "american@one"],
        "rules.name": [GONE, 5],
        "rules.colour": ["red"],
        "rules.deck": ["Pack"],
        "rules.deck.rule": [GONE, ["Pack"], "Target"],
        "rules.deck.lowest": [0],
        "rules.deck.removals": [5],
        "rules.deck.more": [5],
        "rules.ending.points": ["77", None],
        "rules.ending.play_off": [1],
        "rules.moon.paid": [5],
        "rules.moon.paid.0.rule": ["FollowSuit"],
        "rules.scoring.0.values": [GONE],
        "rules.scoring.0.values.0": [["2H"], ["2H", 1, 1]],
        "rules.scoring.0.values.0.0": ["2X"],
        "rules.scoring.0.values.0.1": ["1"],
        "rules.play.0": [{"rule": 5}],
        "rules.showing": [5],
        "moves": [5],
        "moves.0": [5],
        "moves.0.move": ["Steal", GONE],
        "moves.0.seed": [5],
        "moves.1.cards": ["QS KX AS", None],
        "moves.1.seat": ["0", 99],
    },
    "rulebook": {
        **HEAD,
        "rules": [GONE, None],
        "rules.deck.rule": ["Target"],
        "rules.play.0": [{"rule": 5}],
    },
    "recorded-round": {
        "hands": [GONE, None],
        "hands.0": [7, "QS QX", ["QS", "QX"], ["QS", 5]],
        "plays": [GONE, 5],
        "plays.0": ["card"],
        "round": ["1", None],
        "dealer": [1.5],
        "variant": [5],
        "call": [["mix"]],
        "passes": [5],
        "passes.0": [5, "QX"],
        "passes.1.west": ["QS"],
        "passes.1.3": [5],
        "mixed": [5],
        "mixed.hands": [GONE],
        "mixed.seed": [1],
        "moon": [5],
        "points": [5],
        "points.0": ["5"],
        "rounds": [5, [5], [{"plays": []}]],
    },
    "view": {
        **HEAD,
        "number": [GONE, None, "5"],
        "view": [GONE],
        "view.phase": ["tea", 5],
        "view.hand": [GONE, "QX", 5],
        "view.hands": [[]],
        "view.seat": ["0", 99, -1],
        "view.dealer": [None],
        "view.to_act": [5, [99]],
        "view.scores": [5],
        "view.scores.0": [1.5],
        "view.course.0.0": ["5"],
        "view.names": [None],
        "view.sheets.0.lines.0.points": ["5"],
        "view.sheets.0.lines.0.reason": [GONE],
        "view.sheets.0.lines.0.why": ["so"],
        "view.sheets.0.lines.0.seat": [99],
        "view.pattern": ["left", {"rule": "Target"}],
        "view.table": [None],
        "view.table.trick": [GONE],
        "view.table.trick.leader": [GONE, 99],
        "view.table.trick.cards": [5],
        "epoch": [-1, None],
        "view.claimant": ["0"],
        "view.claim_refused": [0],
        "view.sheet": [5],
        "view.hand_sizes.0": [-1],
        "view.captured_sizes.0": [-1],
        "view.kitty_size": [-1],
        "view.offered": [-1],
        "view.packets": [5],
    },
    "move": {
        **HEAD,
        "epoch": ["1", 10**9 + 1],
        "number": ["5", 5.5],
        "move": [
            GONE,
            5,
            {"move": "Play", "seat": 0},
            {"move": "Play", "seat": 0, "card": "0C"},
            {"move": "Play", "seat": 0, "card": "QS KS"},
            {"move": "Play", "seat": 0, "card": ""},
            {"move": "Play", "seat": 0, "card": ["QS"]},
            {"move": "Play", "seat": 0, "cards": "QS"},
            {"move": "Answer", "seat": 0, "accepts": 1},
            {"move": "Claim", "seat": None},
            {"move": "ChooseMoon", "seat": 0, "choice": 5},
            {"move": "CallPass", "seat": 0, "call": 5},
            {"move": "Score", "seat": 0},
            {"seat": 0, "card": "QS"},
            {"move": "SetUp", "hands": ["QS"], "leader": "0"},
            {"move": "SetUp", "hands": ["QS"], "leader": 0, "scores": 5},
        ],
        "move.to": [5],
        "move.to.0": [[1], [1, "QS", 1]],
        "move.to.0.0": ["1"],
    },
    "score-card": {
        "more": [1],
        "rounds": [GONE, 5],
        "rounds.0": [5],
        "rounds.0.taken": [GONE, "QS", 5],
        "rounds.0.taken.0": ["QX", 5],
        "rounds.0.more": [5],
        "rounds.0.charged": [5, "QX"],
        "rounds.0.tricks": ["5", [1, 2, 3, "4"]],
        "rounds.0.moon": [5],
        "rounds.0.partial": [1],
        "rounds.1.points": [5],
        "rounds.1.points.0": ["5", 5.5],
        "rounds.1.taken": [["", "", "", ""]],
        "rounds.1.contract": [5],
        "rounds.2.sheet": [5],
        "rounds.2.sheet.players": [GONE],
        "rounds.2.sheet.lines.0.reason": [GONE],
        "rounds.2.sheet.winners": [[99]],
        "rounds.2.points": [[0, 0, 0, 0]],
        "rounds.3.leader": [GONE, "2"],
        "rounds.3.tricks": [5],
        "rules": [5],
        "names": [5],
        "names.0": [5],
        "variant": [5],
    },
    "vector": {
        "move": [GONE, None, {"move": "Steal"}],
        "events": [None, 5],
        "events.0.event": ["Tea", GONE],
        "events.0.scores": [GONE, 5],
    },
}
"""What is wrong at which place of what is written, by schema."""


@pytest.mark.parametrize("name", NAMES)
def test_what_is_changed_below_is_read_and_fits(name: str) -> None:
    text = json.dumps(written(name))
    readers()[name](text)
    assert faults(name, json.loads(text)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "path", "new"),
    [
        pytest.param(
            name, path, new, id=f"{name} {path} {'gone' if new is GONE else repr(new)[-40:]}"
        )
        for name, places in BROKEN.items()
        for path, wrong in places.items()
        for new in wrong
    ],
)
def test_what_is_built_wrongly_is_refused_by_reader_and_schema(
    name: str, path: str, new: Any
) -> None:
    text = json.dumps(changed(written(name), path, new))
    with pytest.raises(HeartsError):
        readers()[name](text)
    assert not fits(name, text)


MEANT: list[tuple[str, str, Any]] = [
    ("game-record", "rules", "amercan"),
    ("rulebook", "rules", "amercan"),
    ("game-record", "players", 7),
    ("game-record", "names", ["N"]),
    ("game-record", "moves.1.cards", "2C 3C 4C 5C"),
    ("game-record", "moves.0", {"move": "Play", "seat": 0, "card": "2C"}),
    ("view", "view.hand", "QS QS"),
    ("view", "view.scores", [0, 0, 0]),
    ("view", "view.seat", 5),
    ("score-card", "rounds.1.points", [1, 2, 3]),
    ("score-card", "rounds.0.taken.1", "QS"),
    ("score-card", "rounds.2.sheet.winners", [9]),
    ("score-card", "rules", "american"),  # with the variant
    ("score-card", "variant", "amercan"),
]


@pytest.mark.parametrize(("name", "path", "new"), MEANT)
def test_what_means_nothing_is_for_the_reader_alone(name: str, path: str, new: Any) -> None:
    text = json.dumps(changed(written(name), path, new))
    with pytest.raises(HeartsError):
        readers()[name](text)
    assert faults(name, json.loads(text)) == []


def test_a_whole_number_with_a_point_is_one_for_schema_and_reader() -> None:
    stored = written("game-record")
    with_point = json.dumps({**stored, "players": 4.0})
    assert fits("game-record", with_point)
    assert record.loads(with_point).players == 4
    with_part = json.dumps({**stored, "players": 4.5})
    assert not fits("game-record", with_part)
    with pytest.raises(HeartsError):
        record.loads(with_part)


def test_the_page_names_every_schema() -> None:
    page = (ROOT / "docs" / "reference" / "schemas.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"<schema/{name}.schema.json>" in page


def test_the_package_has_every_schema() -> None:
    for name in NAMES:
        assert json.dumps(schemas.schema(name)) == json.dumps(schema(name))  # keys in order, too
    with pytest.raises(HeartsError, match=r"there is no schema 'moves'; did you mean move\?"):
        schemas.schema("moves")


SPELLINGS = ["qs", "10d", "Q♠", "Q♤", " (QS) ", "Q♠\ufe0f", "[td]", "'QS',"]


@pytest.mark.parametrize("card", SPELLINGS)
def test_every_spelling_of_a_card_fits(card: str) -> None:
    value = {**written("move"), "move": {"move": "Play", "seat": 0, "card": card}}
    readers()["move"](json.dumps(value))
    assert faults("move", value) == []
    several = {**written("move"), "move": {"move": "Charge", "seat": 0, "cards": f"{card}2C{card}"}}
    readers()["move"](json.dumps(several))
    assert faults("move", several) == []


def test_a_written_view_reads_as_the_converter_writes_it() -> None:
    stored = written("view")
    assert CONVERTER.unstructure(wire.loads_view(json.dumps(stored)).view) == stored["view"]
