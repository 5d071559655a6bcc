"""What `help` and an editor show of a public name: its signature, and lines that fit a window."""

from __future__ import annotations

import importlib
import inspect
import pydoc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import heartslib
from heartslib import record, rulefile, variants, wire
from heartslib.bots import advise, arena
from heartslib.errors import MissingExtra
from heartslib.simulate import compare, simulate
from tests.api import write

FIRST: list[Any] = [
    *(heartslib.Game, heartslib.View, heartslib.Card, heartslib.Cards, heartslib.Rules),
    *(heartslib.legal_plays, heartslib.explain_play, heartslib.score_hand, heartslib.score_game),
    *(heartslib.ChooseCards, heartslib.ScoreSheet, heartslib.IllegalMove, variants.get),
    *(record.dumps, record.loads, wire.dumps_view, wire.receive, rulefile.load),
    *(simulate, compare, arena, advise),
]
"""What most programs begin with."""


def callables(module: str) -> Iterator[tuple[str, Any]]:
    """The public classes and functions of a module."""
    there = importlib.import_module(module)
    for name in getattr(there, "__all__", dir(there)):
        if callable(value := getattr(there, name)):
            yield name, value


@pytest.mark.parametrize("module", write.MODULES)
def test_help_shows_what_is_the_same_each_time(module: str) -> None:
    """No address in memory, and nothing that only attrs knows."""
    pytest.importorskip(module, exc_type=MissingExtra)
    wrong = [
        f"{name}: {line.strip()}"
        for name, value in callables(module)
        for line in pydoc.plain(pydoc.render_doc(value, "%s")).splitlines()
        if " at 0x" in line or "attr_dict" in line
    ]
    assert wrong == []


@pytest.mark.parametrize("module", write.MODULES)
def test_signatures_are_short(module: str) -> None:
    """A default that is long, or made with the value, is left out."""
    pytest.importorskip(module, exc_type=MissingExtra)
    for name, value in callables(module):
        try:
            signature = inspect.signature(value)
        except (TypeError, ValueError):  # an error, or a type variable
            continue
        assert "NOTHING" not in str(signature), name
        assert len(str(signature)) < 900, name


def docstrings(value: Any) -> Iterator[str]:
    """What a name says of itself and of its members."""
    yield inspect.getdoc(value) or ""
    if inspect.isclass(value):
        members = (getattr(value, name) for name in dir(value) if not name.startswith("_"))
        yield from (inspect.getdoc(member) or "" for member in members)


@pytest.mark.parametrize("value", FIRST, ids=lambda value: value.__qualname__)
def test_the_first_names_fit_a_window(value: Callable[..., object]) -> None:
    lines = [line for text in docstrings(value) for line in text.splitlines()]
    assert lines
    assert [line for line in lines if len(line) > 100] == []
