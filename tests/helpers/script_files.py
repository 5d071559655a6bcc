"""The files of ``tests/scripts``, which pytest collects: a test for each script."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import attrs
import pytest

from heartslib import Cards, Rules, rules, variants
from heartslib.cards import HEARTS, Rank
from tests.helpers.rounds import cards
from tests.helpers.script import Table
from tests.helpers.script_words import Wrong

KNOWN: Final[dict[str, Any]] = {
    **vars(rules),
    "get": variants.get,
    "evolve": attrs.evolve,
    "cards": cards,
    "Cards": Cards,
    "HEARTS": HEARTS,
    "Rank": Rank,
}
"""What the expressions of rulebooks know."""


class Books(dict[str, Rules]):
    """The rulebooks of a file, each made when it is first asked for."""

    def __init__(self, definitions: Mapping[str, str], each: str) -> None:
        super().__init__({"each": variants.get(each)} if each else {})
        self.definitions = definitions

    def __missing__(self, name: str) -> Rules:
        if name in self.definitions:
            self[name] = eval(self.definitions[name], dict(KNOWN), self)  # noqa: S307 - our own
        elif name in variants.all():
            self[name] = variants.get(name)
        else:
            raise KeyError(name)  # an expression then looks among what it knows
        return self[name]


class Script(pytest.Item):
    """A rule, and the lines that test it."""

    lines: list[tuple[int, str]]
    books: Books

    def runtest(self) -> None:
        """Go through the lines; what goes wrong is wrong in its line."""
        table = Table(self.books)
        for number, line in self.lines:
            whole = ":\n" in line or line.startswith(("refused", "allowed"))
            try:
                for step in [line] if whole else " ".join(line.split()).split("; "):
                    table.step(step)
            except Exception as error:
                said = "" if isinstance(error, Wrong) else f"{type(error).__name__}: "
                raise Wrong(f"{self.path}:{number}: {line}\n{said}{error}") from error
        if not table.says:
            why = "the script ends here and does not say what is so"
            raise Wrong(f"{self.path}:{self.lines[-1][0]}: {self.lines[-1][1]}\n{why}")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The file, the line, and what is wrong with it."""
        wrong = isinstance(excinfo.value, Wrong)
        return str(excinfo.value) if wrong else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        """Where the script is."""
        return self.path, self.lines[0][0] - 1, self.name


class ScriptFile(pytest.File):
    """A file of ``tests/scripts``."""

    def collect(self) -> Iterator[Script]:
        """The scripts, some once for each game of the line ``each``."""
        head, scripts = self.read()
        games = head.pop("each", "").split()
        for slug, lines in scripts.items():
            used = {name for _, line in lines for name in _named(line)}
            for name in reversed(head):
                used |= _in_code(head[name]) if name in used else set()
            for game in games if "each" in used else [""]:
                name = f"{slug}[{game}]" if game else slug
                script: Script = cast("Any", Script).from_parent(self, name=name)
                script.lines, script.books = lines, Books(head, game)
                yield script

    def read(self) -> tuple[dict[str, str], dict[str, list[tuple[int, str]]]]:
        """The rulebooks by name, and the lines of each script by its title, with their numbers."""
        said = self.said()
        first = next((at for at, (_, line) in enumerate(said) if line.startswith("# ")), len(said))
        head = dict[str, str]()
        for at, each in enumerate(said[:first]):
            name, expression = self.rulebook(*each, said[at + 1 :])
            if name in head or (name in variants.all() and name in _in_code(expression)):
                raise self.wrong(each[0], f"there is a rulebook {name} already")
            head[name] = expression
        scripts, slug = dict[str, list[tuple[int, str]]](), ""
        for number, line in [*said[first:], (said[-1][0], "# ")]:
            if line.startswith("# "):
                if slug and not scripts[slug]:
                    raise self.wrong(number, "the script before this says nothing")
                slug = re.sub(r"[^\w-]+", "-", line.lower().replace("'", "")).strip("-")
                if slug in scripts:
                    raise self.wrong(number, "there are two scripts of this title")
                scripts[slug] = []
            else:
                scripts[slug].append((number, line))
        del scripts[""]
        return head, scripts

    def said(self) -> list[tuple[int, str]]:
        """The lines that say something, each with those that are indented below it."""
        said: list[tuple[int, str]] = []
        try:
            text = self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise self.wrong(1, f"this is not UTF-8: {error}") from None
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            if line[0] in " \t" and said:
                said[-1] = said[-1][0], f"{said[-1][1]}\n{line.strip()}"
            elif not line.startswith("##"):
                said.append((number, line.rstrip()))
        if not said:
            raise self.wrong(1, "this file says nothing")
        return said

    def rulebook(self, number: int, line: str, after: list[tuple[int, str]]) -> tuple[str, str]:
        """The name of a rulebook, and what it is."""
        found = re.fullmatch(r"(\w+) = (.*)|(each): (.*)", line, re.DOTALL)
        if not found:
            raise self.wrong(number, "before the first title are rulebooks: name = ...")
        name, expression = filter(None, found.groups())
        try:
            compile(expression if found[1] else "0", name, "eval")
        except SyntaxError as error:
            raise self.wrong(number, f"this does not parse: {error.msg}") from None
        used = {each for _, line in after if not line.startswith("# ") for each in _named(line)}
        for _, each in after:
            later = re.fullmatch(r"\w+ = (.*)", each, re.DOTALL)
            used |= _in_code(later[1]) if later else set()
        if name not in used:
            raise self.wrong(number, f"no script plays by {name}")
        return name, expression

    def wrong(self, number: int, why: str) -> Exception:
        """What cannot be read, with its line."""
        return self.CollectError(f"{self.path}:{number}: {why}")


def _named(line: str) -> list[str]:
    """The rulebooks of games that begin in a line."""
    return re.findall(r"\b(?:game|round|taken|played|holding) (\w+)", line)


def _in_code(expression: str) -> set[str]:
    """The names in an expression."""
    return {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
