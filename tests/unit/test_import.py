"""What an import brings with it: cards, errors and attrs, and the rest when it is asked for."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys

import attrs
import pytest

import heartslib
from benchmarks.micro import FIRST_PLAYS
from heartslib import rules, variants
from tests.api.write import MODULES

LATER = (
    "cattrs",
    "heartslib.ask",
    "heartslib.record",
    "heartslib.game",
    "heartslib.moves",
    "heartslib.rules",
    "heartslib.scorecard",
    "heartslib.variants.american",
    "heartslib.view",
)
DEAR = ("difflib", "random", "textwrap", "typing_extensions")
"""Modules of the standard library, and one more, that only some programs need."""
EXTRAS = ("hypothesis", "matplotlib", "numba", "numpy", "pyspiel", "rich")


def loaded_by(program: str) -> set[str]:
    """The modules that a program brings; what an interpreter starts with depends on what is installed."""
    whole = f"import sys; first = {{*sys.modules}}; {program}; print(*{{*sys.modules}} - first)"
    command = [sys.executable, "-c", whole]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())  # noqa: S603


@pytest.mark.slow
def test_an_import_brings_no_extra() -> None:
    loaded = loaded_by("import heartslib")
    ours = {name for name in loaded if name.startswith("heartslib.")}
    values = {f"heartslib._values{each}" for each in ("", ".bits", ".looks", ".quick")}
    assert ours == {*values, "heartslib.cards", "heartslib.errors"}
    assert not loaded.intersection({*DEAR, *EXTRAS})


@pytest.mark.slow
def test_the_first_legal_plays_bring_what_a_round_needs_and_no_more() -> None:
    loaded = loaded_by(FIRST_PLAYS)
    assert {"heartslib.rules.book.rulebook", "heartslib.phases.playing", "random"} <= loaded
    unused = {*DEAR, *EXTRAS, "cattrs", "heartslib.ask", "heartslib.bots"} - {"random"}
    assert not loaded.intersection(unused)


@pytest.mark.slow
def test_a_variant_brings_its_own_module_and_those_listed_before_it() -> None:
    assert "heartslib.variants.american" not in loaded_by("from heartslib import variants")
    loaded = loaded_by("from heartslib import variants; variants.get('american')")
    assert "heartslib.variants.american" in loaded
    assert "heartslib.variants.relatives" not in loaded
    assert "heartslib.variants.contracts" in loaded_by(
        "from heartslib import variants; variants.all()"
    )


@pytest.mark.slow
def test_american_hearts_is_the_only_rulebook_that_is_made_for_it() -> None:
    """Rulebooks are made when the module of a variant is imported."""
    program = """
from heartslib.rules import Rules
make, made = Rules.__init__, []
Rules.__init__ = lambda self, **fields: made.append(fields["name"]) or make(self, **fields)
from heartslib import variants
variants.get("american")
print(made)
"""
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert said.strip() == "['American Hearts']"


@pytest.mark.slow
def test_what_is_asked_for_comes_without_extras_too() -> None:
    asked = "from heartslib import *; variants.get('american'); record.dumps; ScoreCard"
    loaded = loaded_by(asked)
    assert loaded.issuperset(LATER)
    assert not loaded.intersection(EXTRAS)


def test_the_choices_of_a_rulebook_compile_no_comparison() -> None:
    """attrs would write and compile one for each class, which is what an import took longest for."""
    generated = [
        kind.__name__
        for kind in vars(rules).values()
        if isinstance(kind, type)
        and attrs.has(kind)
        and "attrs generated" in str(getattr(kind.__eq__, "__code__", ""))
    ]
    assert generated == []


def test_every_public_name_is_there_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(heartslib.__all__) <= set(dir(heartslib))
    assert all(hasattr(heartslib, name) for name in heartslib.__all__)
    with pytest.raises(AttributeError, match=r"module 'heartslib' has no attribute 'hearts'$"):
        _ = heartslib.hearts  # type: ignore[attr-defined]
    monkeypatch.delattr(heartslib, "bots", raising=False)  # as if nobody had imported it
    with pytest.raises(AttributeError, match=r"no attribute 'bots': import heartslib.bots first$"):
        _ = vars(heartslib)["__getattr__"]("bots")


@pytest.mark.parametrize("name", MODULES)
def test_a_module_lists_its_public_names(name: str) -> None:
    module = importlib.import_module(name)
    assert {*module.__all__} <= {*dir(module)}
    assert all(hasattr(module, each) for each in dir(module))
    assert not [each for each in dir(module) if each.startswith("_") and each != "__version__"]
    others = {*dir(module)} - {*module.__all__}
    assert all(inspect.ismodule(getattr(module, each)) for each in others)


@pytest.mark.parametrize("name", ["ScoreCard", "record"])
def test_what_nobody_has_asked_for_comes_when_somebody_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(heartslib, name)
    assert name not in vars(heartslib)
    assert name in dir(heartslib)
    assert getattr(heartslib, name) is vars(heartslib)[name]


@pytest.mark.slow
def test_the_modules_of_the_variants_are_names_of_their_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "heartslib.variants.modern" in loaded_by(
        "from heartslib import variants; assert variants.modern.VARIANTS"
    )
    monkeypatch.delattr(variants, "modern", raising=False)
    assert variants.modern is sys.modules["heartslib.variants.modern"]
    with pytest.raises(AttributeError, match=r"'heartslib.variants' has no attribute 'hearts'"):
        _ = variants.hearts  # type: ignore[attr-defined]


def test_what_no_module_of_variants_is_called_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match=r"'heartslib\.variants' has no attribute 'nothing'"):
        getattr(variants, "nothing")  # noqa: B009 - no checker lets it pass as an attribute
    # asked as for a module that nobody has imported yet
    assert getattr(variants, "__getattr__")("modern") is variants.modern  # noqa: B009
