"""Faults that a programmer might make: `faults.toml`."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple

from tools.mutation.mutants import path

__all__ = ["Fault", "faults"]

LIST: Final = Path(__file__).with_name("faults.toml")


class Fault(NamedTuple):
    """A change in the text of a module.

    Attributes:
        module: The module, such as ``heartslib.rules.moon``.
        was: What is replaced; the module has it once.
        becomes: What it is replaced with.
        equivalent: Why no test can tell, if none can.
    """

    module: str
    was: str
    becomes: str
    equivalent: str = ""

    @property
    def name(self) -> str:
        was, becomes = (" ".join(each.split()) for each in (self.was, self.becomes))
        return f"{self.module}: {was} -> {becomes}"

    @property
    def lines(self) -> range:
        """The lines of the statement."""
        return self._around(ast.stmt)[1]

    @property
    def scope(self) -> range:
        """The lines of the function or class around it, or all."""
        return self._around(ast.FunctionDef, ast.ClassDef)[1]

    @property
    def in_function(self) -> bool:
        return isinstance(self._around(ast.FunctionDef, ast.ClassDef)[0], ast.FunctionDef)

    @property
    def times(self) -> int:
        """How often the module has what is replaced; unless that is once, the fault is stale."""
        return self._text.count(self.was)

    def code(self) -> CodeType:
        """The changed module."""
        changed = self._text.replace(self.was, self.becomes)
        return compile(changed, str(path(self.module)), "exec", dont_inherit=True)

    @property
    def _text(self) -> str:
        return path(self.module).read_text(encoding="utf-8")

    def _around(self, *kinds: type[ast.stmt]) -> tuple[ast.stmt | None, range]:
        """The smallest node of these kinds that has all of it, and its lines."""
        first = self._text.partition(self.was)[0].count("\n") + 1
        last = first + self.was.count("\n")
        nodes = [node for node in ast.walk(ast.parse(self._text)) if isinstance(node, kinds)]
        spans = [(node, range(node.lineno, (node.end_lineno or 0) + 1)) for node in nodes]
        around = [(node, lines) for node, lines in spans if first in lines and last in lines]
        whole = None, range(1, self._text.count("\n") + 2)
        return min(around, key=lambda each: len(each[1]), default=whole)


def faults() -> list[Fault]:
    """The list."""
    read: dict[str, list[list[str]]] = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [
        Fault(
            "heartslib." + file.removesuffix(".py").replace("/", ".").removesuffix(".__init__"),
            *fault,
        )
        for file, listed in read.items()
        for fault in listed
    ]
