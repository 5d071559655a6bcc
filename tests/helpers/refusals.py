"""Bad input and the sentence that answers it: the rows of the text files in ``tests/refusals``.

Each row is a test, named after its line: ``pytest tests/refusals/cards.txt::12``. ::

    # Prose about the rows below.
    from tests.helpers.positions import EVERYTHING
    KITTY = evolve(AMERICAN, players=4, deck=Pack(kitty=4))

    [CardsError]
    Card("0S")                   => '0S' is not a card...
    Card("10d")                  -> TD
    Pack("2")                    => RulesError: a row may name its own kind of error
    legal_plays(KITTY, hand="5C 5C")
        => a row, or a definition, goes on where a line is indented

``=>`` expects an error that says so, ``->`` a value with this `str` or `repr`; three dots stand for anything.
The error is a `HeartsError`, or of the kind that the row, or else the last line in brackets, names; ``rule turn: ...``
is an `IllegalMove` by that rule.  Definitions are evaluated when the first row needs them, so that rows run alone.
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

ARROW: Final = re.compile(r"(?:^|\s+)(=>|->)(?:\s+|$)")
BRACKETED: Final = re.compile(r"\[(\w+)\]")
DEFINITION: Final = re.compile(r"\w+(, \w+)* = |from [\w.]+ import ")
KIND: Final = re.compile(r"([A-Z]\w*Error|IllegalMove|rule [a-z-]+): (.+)")


class WrongRow(AssertionError):
    """A row that does not hold, or that cannot be read; it says its file and line."""


@attrs.frozen
class Row:
    """An expression, and what answers it: words of an error of some kind, or else of a value."""

    line: int
    expression: str
    kind: str | None
    words: str

    def says(self, said: str) -> bool:
        """Whether these are the words of this row."""
        pattern = ".*".join(map(re.escape, self.words.split("...")))
        return re.fullmatch(pattern, said, re.DOTALL) is not None


class Page:
    """The rows of a file, and what they need.

    Args:
        text: The text of the file.
        name: Its name in tracebacks and in the `WrongRow` of what cannot be read.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.rows: list[Row] = []
        self._definitions: dict[str, ast.Module] = {}
        self._defined = set[str]()
        self._names: dict[str, Any] = {}
        kind = "HeartsError"
        used = set[str]()
        for line, statement in _statements(text):
            if bracketed := BRACKETED.fullmatch(statement):
                kind = bracketed[1]
            elif DEFINITION.match(statement):
                used |= self._add_definition(line, statement)
            else:
                self.rows.append(self._row(line, statement, kind))
                used |= _names_in(self._parsed(line, self.rows[-1].expression)) | {kind}
        for defined, tree in self._definitions.items():
            if defined not in used:
                raise self._wrong(tree.body[0].lineno, f"no row uses {defined}")
        self._refuse_duplicates()
        if not self.rows:
            raise self._wrong(1, "this page has no rows")

    def check(self, row: Row) -> None:
        """Evaluate a row; raise a `WrongRow` if something else answers it."""
        tree = self._parsed(row.line, row.expression)
        self._define(tree)
        self._define(ast.Name(row.kind or "", ast.Load()))
        try:
            value = eval(compile(_expression(tree), self.name, "eval"), self._names)  # noqa: S307
        except NameError as error:  # a slip of the row's own, whatever it expects
            raise self._wrong(row.line, f"{row.expression}: {error}") from error
        except Exception as error:
            if row.kind and self._is_of(row, error) and row.says(str(error)):
                return
            rule = getattr(error, "rule", None)
            kind = f"rule {rule}" if rule else type(error).__name__
            raise self._differs(row, f"{kind}: {error}") from error
        if row.kind or not (row.says(str(value)) or row.says(repr(value))):
            raise self._differs(row, f"the value {value!r}")

    def _add_definition(self, line: int, statement: str) -> set[str]:
        """Keep a definition; the names that it uses."""
        tree = self._parsed(line, statement)
        for name in _names_defined(tree):
            if name in self._definitions:
                raise self._wrong(line, f"{name} is defined before")
            self._definitions[name] = tree
        return _names_in(tree)

    def _row(self, line: int, statement: str, kind: str) -> Row:
        arrow = ARROW.search(statement)
        if arrow is None:
            raise self._wrong(line, "a row is `expression => sentence` or `expression -> value`")
        expression, words = statement[: arrow.start()], statement[arrow.end() :]
        if not words:
            raise self._wrong(line, "this row ends at its arrow")
        if arrow[1] == "->":
            return Row(line, expression, None, words)
        if own := KIND.fullmatch(words):
            kind, words = own.groups()
        if not words.strip(". "):
            raise self._wrong(line, "this row has no sentence")
        return Row(line, expression, kind, words)

    def _parsed(self, line: int, source: str) -> ast.Module:
        try:
            tree = ast.parse(source)
        except SyntaxError as error:
            raise self._wrong(line, f"this is not Python: {source}") from error
        if len(tree.body) != 1:
            raise self._wrong(line, "this row has no expression")
        ast.increment_lineno(tree, line - 1)
        return tree

    def _define(self, tree: ast.AST) -> None:
        """Evaluate the definitions that an expression needs and no other has needed."""
        self._names = self._names or _known_names()
        for name in _names_in(tree) & self._definitions.keys():
            if name in self._defined:
                continue
            definition = self._definitions[name]
            self._defined.add(name)
            try:
                self._define(definition)
                exec(compile(definition, self.name, "exec"), self._names)  # noqa: S102 - our own file
            except WrongRow:  # what it needs, so that the next row says the same
                self._defined.remove(name)
                raise
            except Exception as error:
                self._defined.remove(name)
                why = f"{name} cannot be defined: {type(error).__name__}: {error}"
                raise self._wrong(definition.body[0].lineno, why) from error

    def _refuse_duplicates(self) -> None:
        lines: dict[str, int] = {}
        for row in self.rows:
            first = lines.setdefault(row.expression, row.line)
            if first != row.line:
                raise self._wrong(row.line, f"line {first} has the same expression")

    def _is_of(self, row: Row, error: Exception) -> bool:
        """Whether an error is of the kind that a row names."""
        kind = str(row.kind)
        if kind.startswith("rule "):
            return kind == f"rule {getattr(error, 'rule', None)}"
        named = self._names.get(kind) or getattr(builtins, kind, None)
        if named is None:
            raise self._wrong(row.line, f"there is no error {kind}")
        return isinstance(error, named)

    def _differs(self, row: Row, found: str) -> WrongRow:
        expected = f"{row.kind}: {row.words}" if row.kind else f"the value {row.words}"
        about = f"{row.expression}\n  expected  {expected}\n  but got   {found}"
        return self._wrong(row.line, about)

    def _wrong(self, line: int, why: str) -> WrongRow:
        return WrongRow(f"{self.name}:{line}: {why}")


class RefusalFile(pytest.File):
    """A text file of ``tests/refusals``."""

    @classmethod
    def within(cls, parent: pytest.Collector, path: Path) -> RefusalFile:
        """The file at a path, in a folder that pytest collects."""
        return cls.from_parent(parent, path=path)  # pyright: ignore[reportUnknownMemberType]

    def collect(self) -> Iterator[RefusalItem]:
        """A test for each row."""
        try:
            page = Page(self.path.read_text(encoding="utf-8"), self.nodeid)
        except (WrongRow, UnicodeDecodeError) as error:
            raise self.CollectError(str(error)) from error
        for row in page.rows:
            given: dict[str, Any] = {"name": str(row.line), "page": page, "row": row}
            yield RefusalItem.from_parent(self, **given)  # pyright: ignore[reportUnknownMemberType]


class RefusalItem(pytest.Item):
    """A row."""

    def __init__(self, *, page: Page, row: Row, **rest: Any) -> None:
        super().__init__(**rest)  # pyright: ignore[reportUnknownMemberType]
        self.page = page
        self.row = row

    def runtest(self) -> None:
        """Check the row."""
        self.page.check(self.row)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A row that differs needs no traceback."""
        if isinstance(excinfo.value, WrongRow):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the row is; pytest counts lines from 0."""
        return self.path, self.row.line - 1, self.nodeid


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each statement with the number of its first line; an indented line goes on."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(" ") and found:
            first, begun = found.pop()
            found.append((first, f"{begun} {line.strip()}"))
        elif line.strip() and not line.startswith("#"):
            found.append((number, line.strip()))
    return iter(found)


def _expression(tree: ast.Module) -> ast.Expression:
    (statement,) = tree.body
    assert isinstance(statement, ast.Expr), "a row is an expression"
    return ast.Expression(statement.value)


def _names_in(tree: ast.AST) -> set[str]:
    """The names that an expression, or the value of a definition, uses."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _names_defined(tree: ast.Module) -> set[str]:
    (statement,) = tree.body
    if isinstance(statement, ast.ImportFrom):
        return {each.asname or each.name for each in statement.names}
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _known_names() -> dict[str, Any]:
    """What every row may use: heartslib, its rules, its values, and a few functions."""
    heartslib = importlib.import_module("heartslib")
    rules = importlib.import_module("heartslib.rules")
    return {
        **{name: getattr(rules, name) for name in rules.__all__},
        **{name: getattr(heartslib, name) for name in heartslib.__all__},
        "AMERICAN": heartslib.variants.get("american"),
        "count": itertools.count,
        "dumps": json.dumps,
        "evolve": attrs.evolve,
        "get": heartslib.variants.get,
        "loads": json.loads,
        "partial": functools.partial,
        "repeat": itertools.repeat,
    }
