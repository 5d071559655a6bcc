"""The campaign's own parts: what is changed, and that its list of equivalent mutants is current."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns.mutation import __main__ as command
from tests.campaigns.mutation import mutants as module
from tests.campaigns.mutation.mutants import mutants, names

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
