"""Planted failures that `tools.fuzz` must find, and inputs that once went wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any
from unittest import mock

import attrs
import pytest

from heartslib import (
    Cards,
    CardsError,
    HeartsError,
    Rules,
    record,
    rulefile,
    score_game,
    variants,
    wire,
)
from heartslib.moves import MOVES
from heartslib.phases import PHASES
from heartslib.record import RecordedRound
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.scorecard import read_csv, read_json
from heartslib.show.telling import Voice
from tests.helpers.positions import passed, played_out
from tools import fuzz
from tools.fuzz import Row, Target, fuzzed, report, targets


def nothing(_: object) -> None:
    """Ask nothing of what was accepted."""


def crashes(text: str) -> Cards:
    if "QS" in text:
        raise KeyError(text)
    return Cards(text)


def forgets(text: str) -> tuple[Cards, Cards]:
    return Cards(text), Cards(text) - "QS"


def back(cards: tuple[Cards, Cards]) -> None:
    fuzz.same(*cards)


def never_ends(text: str) -> Cards:
    while "QS" in text:
        pass
    return Cards(text)


def hoards(text: str) -> Cards:
    return Cards(text) if "QS" not in text else Cards([text] * (2 << 28))


def shouts(text: str) -> Cards:
    raise HeartsError(f"this is no text: {text}" * 500 if "QS" in text else "no")


def rings(text: str) -> Cards:
    raise HeartsError("\x1b[31m" if "QS" in text else "no")


def planted(read: Callable[[str], Any], check: Callable[[Any], None]) -> Target[Any]:
    return Target("planted", read, check, ("2C 3D QS KS 4H",), 1, 1000)


PLANTED: list[tuple[Target[Any], str, str | None]] = [
    (planted(crashes, nothing), "KeyError in test_fuzz.py, crashes", "QS"),
    (planted(forgets, back), "NotEqual in fuzz.py, same", "QS"),
    (planted(never_ends, nothing), "TooSlow", None),
    (planted(shouts, nothing), "NotShown in fuzz.py, check_sentence", "QS"),
    (planted(rings, nothing), "NotShown in fuzz.py, check_sentence", "QS"),
]
if fuzz.HAS_STATM:
    PLANTED.append((planted(hoards, nothing), "MemoryError in test_fuzz.py, hoards", "QS"))


IDS = ["crash", "loss", "loop", "long sentence", "control character", "memory"]


@pytest.mark.parametrize(("target", "kind", "smallest"), PLANTED, ids=IDS[: len(PLANTED)])
def test_a_planted_failure_is_found(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    target: Target[Any],
    kind: str,
    smallest: str | None,
) -> None:
    monkeypatch.setattr(fuzz, "most_seconds", 0.05 if kind == "TooSlow" else 60)
    row = fuzzed(target, 30, seed=1)
    assert list(row.failures) == [kind]
    (failure,) = row.failures.values()
    assert smallest in {failure.text, None}
    assert row.inputs == row.accepted + row.refused + failure.times == 30
    assert report([row]) == 1
    out = capsys.readouterr().out
    assert out.startswith("| target | inputs | accepted | refused | failed | seconds |")
    assert f"planted: {kind}, {failure.times} times; the smallest input found:" in out


def test_a_run_without_failures_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--inputs", "200", "--target", "csv"]) == 0
    assert "| csv | 200 |" in capsys.readouterr().out


@pytest.mark.parametrize(("accepted", "status"), [(1, 1), (2, 0), (198, 0), (199, 1)])
def test_a_target_that_accepts_or_refuses_nearly_everything_is_found(
    accepted: int, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report([Row("planted", 200, accepted, 200 - accepted)]) == status
    assert ("planted: nearly all inputs are " in capsys.readouterr().out) == bool(status)


@pytest.mark.parametrize("name", targets())
def test_too_much_of_anything_is_refused_or_read(name: str) -> None:
    target = targets()[name]
    target = attrs.evolve(target, most=min(target.most, 3000))
    inputs = list(fuzz.floods(target, Random(1)))
    with fuzz.alarm():
        found = [(text, fuzz.tried(target, text)) for text in inputs]
    assert [text for text, (_, error) in found if error is not None] == []
    assert len(set(inputs)) > 100


def test_what_does_not_end_is_put_into_lists_of_any_depth() -> None:
    deep: Any = "endless numbers"
    for _ in range(100_000):
        deep = [deep]
    found: Any = fuzz.with_endless([deep, "nothing", "else"])
    assert found[1:] == [mock.ANY, "else"]
    assert list(found[1]) == []
    for _ in range(100_001):
        found = found[0]
    assert next(found) == 0


def test_places_are_filled_with_too_much() -> None:
    kinds = {fuzz.much([1], 200, Random(seed))[:1] for seed in range(99)}
    assert kinds == {"[", "{", '"', "9", "1"}
    value = {"a": [{"b": 1}, 2]}
    assert fuzz.with_at(value, ["a", 0, "b"], 5) == {"a": [{"b": 5}, 2]}
    assert value == {"a": [{"b": 1}, 2]}


def test_the_valid_inputs_have_every_shape() -> None:
    """Every phase, kind of move and chapter of a rulebook, contracts and two packs among them."""
    games = fuzz.sample_games()
    assert {type(game.phase) for game in games} == {*PHASES}
    made = {type(move) for game in games for move in game.history}
    assert made == {*MOVES}
    known = [rulefile.loads(text) for text in fuzz.rulebook_inputs()]
    default = Rules(name="default")
    for chapter in CHAPTERS:
        choices = [getattr(rules, chapter.name) for rules in known]
        assert any(choice != getattr(default, chapter.name) for choice in choices), chapter.name
    assert {2} < {game.rules.deck.cards(game.players).count("QS") for game in games}
    assert any(game.rules.sides.pooled for game in games)
    recorded = fuzz.sample_rounds()
    for field in attrs.fields(RecordedRound):
        assert any(field.name in each for each in recorded), field.name


def test_laps_are_added_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "LAP", 40)
    monkeypatch.setattr(fuzz, "targets", lambda: {"planted": planted(crashes, nothing)})
    assert fuzz.main(["--inputs", "90", "--seed", "2"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("seed 2, ")
    assert "| planted | 90 |" in out
    assert out.count("planted: KeyError in test_fuzz.py, crashes, ") == 1
    assert fuzz.main(["--minutes", "0"]) == 0


def test_a_run_with_floods_tries_them_first() -> None:
    target = attrs.evolve(targets()["given"], most=500)
    floods = len(list(fuzz.floods(target, Random(1))))
    assert fuzzed(target, 10, seed=1, full=True).inputs == floods + 10


def test_the_same_seed_makes_the_same_inputs() -> None:
    target = targets()["move"]

    def some(seed: int) -> list[str]:
        inputs = fuzz.source_of(target, Random(seed))
        return [next(inputs) for _ in range(50)]

    assert some(1) == some(1) != some(2)


def with_number(digits: str) -> str:
    return record.dumps(passed()).replace('"dealer": 3', f'"dealer": {digits}')


def seen(**changes: Any) -> str:
    """A view with some of its fields changed."""
    message = json.loads(wire.dumps_view(passed(), 0))
    return json.dumps({**message, "view": {**message["view"], **changes}})


def of_one_round(**changes: Any) -> str:
    return json.dumps([{"taken": ["2H", "QS", "", ""], "partial": True, **changes}])


def scored(text: str) -> object:
    return score_game(variants.get("american"), rounds=read_json(text)[1])


LONG_LIST = json.dumps({"hands": ["Q"] * 500, "plays": []})


def test_a_sentence_names_the_first_few_faults() -> None:
    with pytest.raises(HeartsError) as caught:
        record.read_rounds(LONG_LIST)
    said = str(caught.value)
    assert said.endswith(r"[4]; and more")
    assert said.count("is not a card") == 5


FOUND: list[tuple[Callable[[str], object], str, str]] = [
    (Cards, "\u212aS", "is not a card"),
    (record.loads, with_number("9" * 19), "a number has 19 digits; at most 18 are read"),
    (record.loads, with_number("9" * 5000), "a number has 5000 digits; at most 18 are read"),
    (
        record.read_rounds,
        json.dumps({"hands": [], "plays": [], "passes": [{"9" * 5000: "QS"}]}),
        "a pass to several seats must map their numbers to cards",
    ),
    (wire.loads_view, seen(to_act=[]), "nobody is to act in the phase 'play'"),
    (wire.loads_view, seen(hand_sizes=[10**12, 13, 13, 13]), "hand_sizes must be from 0 to 52"),
    (read_csv, "N,E,S,W,moon,Moon\n", "the columns 'moon' and 'Moon' both hold 'moon'"),
    (read_csv, 'N\tE\t""x', "this is not CSV: a tab expected after"),
    (read_json, '{"rounds": [], "names": ["N", 5]}', "names must be strings"),
    (
        scored,
        of_one_round(trick_counts=[1, 2, 3, "4"]),
        "trick_counts must be 4 whole numbers, not",
    ),
    (
        scored,
        of_one_round(trick_counts=5),
        "trick_counts must be a list or another ordered series, not 5",
    ),
    (scored, of_one_round(moon=5), "moon must be a string such as 'add', not 5"),
    (scored, of_one_round(partial="yes"), "partial must be true or false, not 'yes'"),
]


@pytest.mark.parametrize(("read", "text", "said"), FOUND, ids=[said for *_, said in FOUND])
def test_what_once_went_wrong_is_refused(
    read: Callable[[str], object], text: str, said: str
) -> None:
    with pytest.raises(HeartsError, match=said):
        read(text)


def test_a_seat_that_is_not_at_the_table_is_not_given_a_name() -> None:
    view = attrs.evolve(passed().view(0), names=("Ann", "Ben", "Cem", "Dora"))
    for text in ("The seat 4 game", "seat 1 and 99", f"seat {'9' * 5000}", "seat ٣", "seat 01"):
        assert Voice().phrased(view, text) == text
    assert Voice().phrased(view, "seat 1 and 3 have") == "Ben and Dora have"


def test_what_is_said_of_a_round_is_read_once() -> None:
    sheet = {"taken": ["2H", "QS", "", ""], "partial": True, "trick_counts": iter((1, 1, 0, 0))}
    (points,) = score_game(variants.get("american"), rounds=[sheet]).points
    assert points == (1, 13, 0, 0)


def test_the_first_round_may_be_a_sheet() -> None:
    sheet = played_out().sheet
    assert sheet is not None
    card = score_game(variants.get("american"), rounds=[sheet])
    assert (card.players, card.points) == (4, (sheet.totals,))


def test_numbers_of_usual_length_are_read() -> None:
    assert record.loads(record.dumps(played_out())) == played_out()
    with pytest.raises(HeartsError, match="999999999999999999 is not a seat"):
        record.loads(with_number("9" * 18))
    with pytest.raises(CardsError):
        Cards("9" * 18)
