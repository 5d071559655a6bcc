"""The campaign's own parts: what is changed, and that its list of equivalent mutants is current."""

from __future__ import annotations

import ast
import sys
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from heartslib.formats import converter
from tools.mutation import __main__ as command
from tools.mutation import faults, trial
from tools.mutation import mutants as module
from tools.mutation.mutants import Mutant, mutants, names

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a mutant is tried in a fork")

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


def test_a_mutant_is_the_module_with_one_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "example.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(module, "SOURCE", tmp_path)
    results: dict[str, object] = {}
    every = [*mutants("example")]
    for each in every:
        names_: dict[str, object] = {"Final": None}
        exec(each.code(), names_)  # noqa: S102 - the example above
        sign: Any = names_["sign"]
        try:
            results[each.name] = (sign(0), sign(3), sign(-3), sign(6, strict=True))
        except ValueError as error:
            results[each.name] = str(error)
    assert ast.dump(every[0].tree) == ast.dump(ast.parse(SOURCE))
    assert results["example:sign: number < 0 -> number >= 0"] == (-1, -1, 1, -1)
    assert results["example:sign: 0 -> 1"] == (-1, 1, -1, 1)
    assert results["example:sign: raise ValueError('large') -> nothing"] == (1, 1, -1, 1)
    assert results["example:sign: if not strict and number > LIMIT -> if True"] == "large"


def test_each_module_of_the_rules_is_changed() -> None:
    assert len(names()) > 40
    assert {"heartslib.rules.moon", "heartslib.phases.playing", "heartslib.cards"} <= {*names()}


def test_each_equivalent_mutant_is_still_there() -> None:
    known = command.equivalents()
    named = {pattern.partition(":")[0] for pattern in known}
    there = [each.name for module in named for each in mutants(module)]
    stale = [
        pattern
        for pattern in known
        if not any(command.is_equivalent(name, [pattern]) for name in there)
    ]
    assert not stale


def given(code: CodeType) -> tuple[str, ...]:
    """The names of a function's arguments."""
    return code.co_varnames[: code.co_argcount]


def test_functions_that_begin_in_one_line_are_not_taken_for_each_other() -> None:
    """Two lambdas of `make_converter` do: each mutant made one of them of the other."""
    changed = dict[str, int]()
    gone = weakref.proxy(set[str]())  # the scan of all objects meets it

    def campaign(collected: trial.Collected) -> None:
        for mutant in mutants(converter.__name__):
            if ":make_converter: " in mutant.name:
                pairs = collected.changed(mutant)
                changed[mutant.name] = len(pairs)
                for function, code in pairs:
                    assert given(function.__code__) == given(code), mutant.name

    trial.Collected(campaign).pytest_runtestloop(SimpleNamespace(items=[]))
    assert type(gone) is weakref.ProxyType
    assert len(changed) > 20
    assert {0, 1} <= {*changed.values()}


FALSE = "tests/unit/test_a.py::test_that_fails_without_a_mutant"
GOOD = "tests/unit/test_b.py::test_that_finds_it"
LATE = "tests/unit/test_b.py::test_that_fails_after_another"
FIRST = "tests/unit/test_c.py::test_that_leaves_something"


def planned(tests: list[str]) -> trial.Plan:
    """A plan in which these tests reach every line, and run in this order."""
    lines = {line: {*tests} for line in range(1, 100)}
    seconds = {test: 0.001 * (place + 1) for place, test in enumerate(tests)}
    return trial.Plan({str(module.path("example").relative_to(module.ROOT)): lines}, seconds)


@pytest.fixture
def some(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Mutant]:
    """Mutants of the example: of two that are killed, and of one that survives."""
    (tmp_path / "example.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(module, "SOURCE", tmp_path)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(trial, "ROOT", tmp_path)
    wanted = ("number < 0 -> number <= 0", "0 -> 1", "'large' -> ''")
    return [each for each in mutants("example") if each.name.endswith(wanted)]


def outcome(mutant: Mutant, tests: Sequence[str], failed: Callable[[str], None]) -> int:
    """A runner: one test fails whatever the library is, and another after a third."""
    changed = mutant.after is not mutant.slot.node and "large" not in mutant.name
    for place, test in enumerate(tests):
        late = test == LATE and FIRST in tests[:place]
        if test == FALSE or late or (test == GOOD and changed):
            failed(test)
            return 1
    return 0


def killed(plan: trial.Plan, some: list[Mutant]) -> dict[str, str]:
    found = command.tried(plan, some, outcome, minutes=1, budget=40, processes=2)
    return {mutant.name.partition(": ")[2]: by for mutant, by in found}


def test_a_test_that_fails_without_a_mutant_kills_none(
    some: list[Mutant], capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(some) == 3
    assert killed(planned([FALSE]), some) == dict.fromkeys(map(short, some), "")
    assert capsys.readouterr().out == f"refused, since it fails without a mutant: {FALSE}\n"
    by = {short(each): "" if "large" in each.name else GOOD for each in some}
    assert killed(planned([FALSE, GOOD]), some) == by


def short(mutant: Mutant) -> str:
    return mutant.name.partition(": ")[2]


def test_a_test_that_fails_only_after_another_kills_none(
    some: list[Mutant], capsys: pytest.CaptureFixture[str]
) -> None:
    """Alone it passes without a mutant, so that only the order of a mutant's tests shows it."""
    assert killed(planned([FIRST, LATE]), some) == dict.fromkeys(map(short, some), "")
    assert capsys.readouterr().out == f"refused, since it fails without a mutant: {LATE}\n"


SOME = faults.Fault("rules/moon.py", "side", "seat"), faults.Fault("rules/moon.py", "side", "sides")
EQUAL = faults.Fault("ask.py", "rules", "laws", "nobody can tell")


@pytest.mark.parametrize(
    ("noticed", "table", "status"),
    [
        ({SOME[0]: "quick", SOME[1]: "quick"}, "3 | 1 | 2 | 2", 0),
        ({SOME[0]: "quick", SOME[1]: "slow"}, "3 | 1 | 1 | 2", 1),
        ({SOME[0]: "quick"}, "3 | 1 | 1 | 1", 1),
        (dict.fromkeys((*SOME, EQUAL), "quick"), "3 | 1 | 2 | 2", 1),
    ],
)
def test_too_few_noticed_faults_are_an_error(
    noticed: dict[faults.Fault, str], table: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert faults.report((*SOME, EQUAL), noticed) == status
    lines = capsys.readouterr().out.splitlines()
    assert f"| all | {table} |" in lines
    assert any(line.startswith("survived: ") for line in lines) == (SOME[1] not in noticed)
    assert any(line.startswith("noticed, though equivalent: ") for line in lines) == (
        EQUAL in noticed
    )


def test_each_fault_of_the_list_can_be_planted(tmp_path: Path) -> None:
    for fault in faults.faults():
        assert not fault.stale
        file = tmp_path / "heartslib" / fault.file
        file.parent.mkdir(parents=True, exist_ok=True)
        fault.plant(tmp_path)
        planted = ast.parse(file.read_text(encoding="utf-8"))
        fault.unchanged().plant(tmp_path)
        assert ast.dump(planted) != ast.dump(ast.parse(file.read_text(encoding="utf-8")))
        assert fault.lines.start <= fault.lines.stop - 1 <= fault.scope.stop - 1


@pytest.mark.parametrize("was", ["nothing like this", "rules"])
def test_a_stale_fault_is_refused_in_one_line(
    was: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listed = tmp_path / "faults.toml"
    listed.write_text(f'[[fault]]\nfile = "ask.py"\nwas = "{was}"\nbecomes = "x"', encoding="utf-8")
    monkeypatch.setattr(faults, "LIST", listed)
    with pytest.raises(SystemExit, match=rf"^ask\.py has this \d+ times, not once: {was}$"):
        command.main(["--faults"])
