"""The house: which room imports which, the table of chapters, and the form of the code."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import attrs
import pytest

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


WORDS: Final = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}
TOKENS: Final = 279_600
"""The most words, signs, numbers and strings of the source: a comment costs nothing, and a docstring one."""
LONG: Final = 40
"""Lines of code in a function that a reader takes in at once."""


def words_in(text: str) -> int:
    """How many words, signs, numbers and strings source has; an f-string is one."""
    count = 0
    depth = 0  # in f-strings: from Python 3.12 on they come in pieces
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_START":
            count += depth == 0
            depth += 1
        depth -= kind == "FSTRING_END"
        count += depth == 0 and token.type in WORDS
    return count


def test_the_source_is_no_longer_than_it_was() -> None:
    assert sum(words_in(file.read_text(encoding="utf-8")) for file in TREES) <= TOKENS


def unlike(node: ast.AST) -> bool:
    """Whether things are assigned at once that do not belong together, as a swap or one thing in parts do."""
    match node:
        case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values) > 1:
            if any(isinstance(value, ast.Starred) for value in values):
                return False
            kinds = {
                ast.dump(each.func) if isinstance(each, ast.Call) else type(each) for each in values
            }
            return len(values) > 2 or len(kinds) > 1
        case _:
            return False


def nested(node: ast.AST) -> bool:
    """Whether a conditional expression has another one in it."""
    return (
        isinstance(node, ast.IfExp)
        and sum(isinstance(each, ast.IfExp) for each in ast.walk(node)) > 1
    )


def multiplied(node: ast.AST) -> bool:
    """Whether a string or a list is multiplied, which often stands for a condition."""
    match node:
        case ast.BinOp(
            ast.JoinedStr() | ast.List() | ast.Tuple() | ast.Constant(str()), ast.Mult()
        ):
            return True
        case _:
            return False


def long(node: ast.AST) -> bool:
    """Whether a function has more lines of code than a reader takes in at once."""
    if not isinstance(node, ast.FunctionDef):
        return False
    body = node.body[1:] if ast.get_docstring(node) else node.body
    parts = (
        each for part in body for each in ast.walk(part) if isinstance(each, ast.stmt | ast.expr)
    )
    return len({line for each in parts for line in (each.lineno, each.end_lineno)}) > LONG


@pytest.mark.parametrize(
    ("found", "most"),
    [(unlike, 60), (nested, 0), (multiplied, 30), (long, 4)],
    ids=["unlike", "nested", "multiplied", "long"],
)
def test_the_form_is_one_that_others_read(found: Callable[[ast.AST], bool], most: int) -> None:
    """Compiled functions may be long: in them a call costs more than it says."""
    places = [
        f"{file.relative_to(SOURCE)}:{node.lineno}"
        for file, tree in TREES.items()
        for node in ast.walk(tree)
        if found(node) and not (found is long and "kernel" in file.parts)
        if isinstance(node, ast.stmt | ast.expr)
    ]
    assert len(places) <= most, places
