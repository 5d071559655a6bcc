"""The house: which room imports which, and the table of chapters."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from heartslib import Rules, rules
from heartslib.formats.converter import BUILT_IN, choices_of

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "heartslib"
TREES: Final = {
    file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(SOURCE.rglob("*.py"))
}
PAGE: Final = ROOT / "docs" / "explanation" / "architecture.md"
ROW: Final = re.compile(r"^\| [a-z ]+ \| (`.+?) \|", re.MULTILINE)


def room(file: Path) -> str:
    """The part of the library: a package, or a module at the top."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    """The rooms that a module imports when it runs."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                pass
            case ast.ImportFrom(module="heartslib", names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(name)) if name.startswith("heartslib."):
                yield name.split(".")[1]
            case _:
                yield from imported(node)


def test_each_layer_imports_only_those_above_it_in_the_table() -> None:
    rows = [re.findall(r"`(\w+)`", row) for row in ROW.findall(PAGE.read_text(encoding="utf-8"))]
    layer = {name: number for number, row in enumerate(rows) for name in row}
    assert {"cards", "rules", "game", "bots", "cli"} <= layer.keys()
    wrong = {
        f"{room(file)} imports {other}"
        for file, tree in TREES.items()
        for other in imported(tree)
        if layer.get(room(file), len(rows)) < layer.get(other, -1)
    }
    assert wrong == set()


CHAPTER: Final = re.compile(
    r"^\| \[[a-z ]+\]\(.+?\) \| `(\w+)` \| `(\w+)` \| .+? \| (.+) \|$", re.MULTILINE
)


def test_the_table_of_chapters_names_every_choice() -> None:
    """In the row of its chapter, or in one of the two that have scoring steps."""
    rows = CHAPTER.findall(PAGE.read_text(encoding="utf-8"))
    chapters = {
        field.name: field.metadata["chapter"][0]
        for field in attrs.fields(Rules)
        if "chapter" in field.metadata
    }
    assert {field: base for field, base, _ in rows} == {
        field: base.__name__ for field, base in chapters.items()
    }
    named: dict[str, set[str]] = defaultdict(set)
    for _, base, choices in rows:
        named[base] |= {*re.findall(r"`(\w+)`", choices)}
    for base in {*chapters.values()}:
        assert {each.__name__ for each in choices_of(base)} - named[base.__name__] == set()
    everything = {each for names in named.values() for each in names}
    assert {each.__name__ for each in BUILT_IN} <= everything
    assert not [each for each in everything if not hasattr(rules, each)]
