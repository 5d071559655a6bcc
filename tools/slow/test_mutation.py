"""The mutants: what is changed, that the lists are current, and that a command tells what tests notice."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tools.mutation import __main__ as command
from tools.mutation import mutants as module
from tools.mutation.mutants import faults, mutants, names, path
from tools.mutation.plugin import compiled

SOURCE = '''
"""A module."""

from __future__ import annotations

__all__ = ["sign"]

LIMIT: Final = 5


def sign(number: int, *, strict: bool = False) -> int:
    """The sign."""
    if not strict and number > LIMIT:
        raise ValueError("large")
    return -1 if number < 0 else 1
'''


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    (tmp_path / "example.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(module, "SOURCE", tmp_path)
    return [each.name for each in mutants("example")]


def test_every_operator_constant_condition_and_statement_changes(changes: list[str]) -> None:
    assert changes == [
        "example:<module>: 5 -> 6",
        "example:<module>: 5 -> 4",
        "example:sign: False -> True",
        "example:sign: if not strict and number > LIMIT -> if True",
        "example:sign: if not strict and number > LIMIT -> if False",
        "example:sign: not strict and number > LIMIT -> not strict or number > LIMIT",
        "example:sign: not strict -> strict",
        "example:sign: number > LIMIT -> number >= LIMIT",
        "example:sign: number > LIMIT -> number <= LIMIT",
        "example:sign: raise ValueError('large') -> nothing",
        "example:sign: 'large' -> ''",
        "example:sign: return -1 if number < 0 else 1 -> return None",
        "example:sign: -1 if number < 0 else 1 -> -1",
        "example:sign: -1 if number < 0 else 1 -> 1",
        "example:sign: number < 0 -> number <= 0",
        "example:sign: number < 0 -> number >= 0",
        "example:sign: 0 -> 1",
        "example:sign: -1 -> 1",
        "example:sign: 1 -> 2",
        "example:sign: 1 -> 0",
        "example:sign: 1 -> 2 #1",
        "example:sign: 1 -> 0 #1",
    ]


def test_each_module_of_the_rules_is_changed() -> None:
    assert len(names()) > 40
    assert {"heartslib.rules.moon", "heartslib.phases.playing", "heartslib.cards"} <= {*names()}


def test_each_equivalent_mutant_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    stale = list[str]()
    for pattern in module.equivalents():
        monkeypatch.setattr(module, "equivalents", partial(list[str], [pattern]))
        if not any(each.is_equivalent for each in mutants(pattern.split(":")[0])):
            stale.append(pattern)
    assert not stale


DECLARATION = """
GAME = Rules(play=(FollowSuit(), Broken()), moon=NO_MOON, cards="QS JD", summary="A game.")
"""


def test_a_declaration_loses_or_swaps_rules_and_loses_cards(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "heartslib" / "variants" / "example.py"
    file.parent.mkdir(parents=True)
    file.write_text(DECLARATION, encoding="utf-8")
    monkeypatch.setattr(module, "SOURCE", tmp_path)
    every = [*mutants("heartslib.variants.example")]
    assert [each.name.split(": ", 1)[1] for each in every] == [
        "(FollowSuit(), Broken()) -> (Broken(), FollowSuit())",
        "FollowSuit() -> *()",
        "Broken() -> *()",
        "moon=NO_MOON -> **{}",
        "'QS JD' -> ''",
        "'QS JD' -> 'QS'",
    ]
    found: list[dict[str, Any]] = []
    for each in every:
        scope: dict[str, Any] = {"Rules": dict, "NO_MOON": 5, "FollowSuit": int, "Broken": str}
        exec(each.code(), scope)  # noqa: S102 - the example
        found.append(scope["GAME"])
    assert [each["play"] for each in found[:3]] == [("", 0), ("",), (0,)]
    assert [each.get("moon") for each in found] == [5, 5, 5, None, 5, 5]


def test_each_fault_of_the_list_can_be_planted() -> None:
    for fault in faults():
        assert fault.code() != compiled(path(fault.module))
        assert fault.scope.start <= fault.lines.start < fault.lines.stop <= fault.scope.stop


@pytest.mark.parametrize("was", ["nothing like this", "rules"])
def test_a_stale_fault_is_refused_in_one_line(was: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_: str) -> dict[str, list[list[str]]]:
        return {"ask.py": [[was, "x"]]}

    monkeypatch.setattr(module, "_read", read)
    with pytest.raises(SystemExit, match=rf"^heartslib\.ask has this \d+ times, not once: {was}$"):
        command.main(["--faults"])


# ---------------------------------------------------------------- the command

CARDS = """
import functools

LIMIT = 5


def sign(number):
    return -1 if number < 0 else 1


@functools.cache
def twice(number):
    return 2 * number


def adder(more):
    return lambda number: number + more


add_two = adder(2)


class Hand:
    @property
    def size(self):
        return 3


def down(number):
    while number > 0:
        number -= 1
    return number


def unused(number):
    return number
"""

TESTS = """
from heartslib import cards

cards.twice(2)
ready = []


def test_sign():
    assert cards.sign(-1) == -1


def test_sign_again():
    assert cards.sign(-2) == -1


def test_twice():
    assert cards.twice(2) == 4


def test_add_two():
    assert cards.add_two(1) == 3


def test_size():
    assert cards.Hand().size == 3


def test_limit():
    assert cards.sign(cards.LIMIT) == 1
    assert cards.LIMIT == 5


def test_down():
    assert cards.down(2) == 0


def test_that_makes_another_pass():
    ready.append(True)


def test_that_passes_only_after_another():
    assert cards.sign(1) == 1 and ready


def test_that_fails_without_a_mutant():
    assert cards.sign(1) == 2
"""

GAME = """
from heartslib.variants import game


def test_points():
    assert game.VARIANTS["game"] == 7
"""


def test_mutants_are_drawn_evenly_and_by_the_seed() -> None:
    one, other = (command.drawn(["rules", "view"], 60, seed) for seed in (1, 2))
    assert [each.name for each in command.drawn(["rules", "view"], 60, 1)] == [
        each.name for each in one
    ]
    assert {each.name for each in one} != {each.name for each in other}
    times = Counter(each.module for each in one)
    there = [each for each in names() if each.split(".")[1] in {"rules", "view"}]
    assert {*times} == {each for each in there if next(mutants(each), None)}
    assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.skipif(sys.platform == "win32", reason="a mutant is tried in a fork")
@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python cannot watch lines cheaply")
def test_the_command_says_which_tests_kill_a_mutant(tmp_path: Path) -> None:
    """On a small library and its tests: what is behind a cache, in a closure, a property and at import."""
    files = {
        "conftest.py": "",
        "src/heartslib/__init__.py": "",
        "src/heartslib/cards.py": CARDS,
        "src/heartslib/variants/game.py": '\nVARIANTS: object = {"game": 7}',
        "tests/test_cards.py": TESTS,
        "tests/test_game.py": GAME,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copytree(Path(command.__file__).parent, tmp_path / "tools" / "mutation")
    ran = subprocess.run(
        [sys.executable, "-m", "tools.mutation", "--processes", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    said = ran.stdout.splitlines()
    assert [line.split("::")[1] for line in said if line.startswith("fails without a mutant")] == [
        "test_that_fails_without_a_mutant",
        "test_that_passes_only_after_another",
    ]
    assert "| variants | 3 | 0 | 0 | 3 | 0 | 0 |" in said
    assert "| cards | 33 | 0 | 6 | 23 | 4 | 0 |" in said
    rows = (tmp_path / ".mutation/verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    killed = {
        row["name"].removeprefix("heartslib."): {test.split("::")[1] for test in row["killed"]}
        for row in map(json.loads, rows)
        if "name" in row
    }
    assert {name for name in killed if not killed[name]} == {
        "cards:sign: number < 0 -> number <= 0",
        "cards:sign: 0 -> 1",
        "cards:down: 1 -> 2",
        "cards:unused: return number -> return None",
    }
    for name, tests in {
        "cards:<module>: 5 -> 6": {"test_limit"},
        "cards:<module>: 2 -> 3": {"test_add_two"},
        "cards:sign: -1 -> 1": {"test_sign", "test_sign_again"},
        "cards:twice: 2 * number -> 2 // number": {"test_twice"},
        "cards:adder: number + more -> number - more": {"test_add_two"},
        "cards:Hand.size: 3 -> 4": {"test_size"},
        "cards:down: number -= 1 -> nothing": {"test_down"},
        "variants.game:<module>: 7 -> 6": {"test_points"},
    }.items():
        assert killed[name] == tests, name
