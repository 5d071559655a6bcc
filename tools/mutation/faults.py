"""Faults that a programmer might make, planted one at a time in a copy of the checkout."""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self

import attrs

from tools.mutation.mutants import SOURCE

__all__ = ["Fault", "faults", "report"]

LIST: Final = Path(__file__).with_name("faults.toml")
LEAST: Final = {"quick": 0.7, "slow": 0.97}
"""The share of the faults that a ring must notice, together with the ring before it."""


@attrs.frozen
class Fault:
    """A change in the text of a module.

    Attributes:
        file: The module's file in the package.
        was: What is replaced; the file has it once.
        becomes: What it is replaced with.
        equivalent: Why no test can tell, if none can.
    """

    file: str
    was: str
    becomes: str
    equivalent: str = ""

    @property
    def room(self) -> str:
        """The part of the library."""
        return self.file.partition("/")[0].removesuffix(".py")

    @property
    def module(self) -> str:
        return f"heartslib/{self.file}".removesuffix(".py").replace("/", ".")

    @property
    def name(self) -> str:
        was, becomes = (" ".join(each.split()) for each in (self.was, self.becomes))
        return f"{self.file}:{self._first}: {was} -> {becomes}"

    @property
    def lines(self) -> range:
        """The lines of the statement."""
        return self._around(ast.stmt)

    @property
    def scope(self) -> range:
        """The lines of the function or class around it, or all."""
        return self._around(ast.FunctionDef, ast.ClassDef)

    @property
    def stale(self) -> str:
        """Why the fault cannot be planted, if it cannot."""
        times = self._source.count(self.was)
        return "" if times == 1 else f"{self.file} has this {times} times, not once: {self.was}"

    def unchanged(self) -> Self:
        """The library as it is, in the shape of this fault."""
        return attrs.evolve(self, becomes=self.was)

    def plant(self, source: Path) -> None:
        """Make the change in a copy of the sources."""
        changed = self._source.replace(self.was, self.becomes)
        (source / "heartslib" / self.file).write_text(changed, encoding="utf-8")

    @property
    def _source(self) -> str:
        return (SOURCE / "heartslib" / self.file).read_text(encoding="utf-8")

    @property
    def _first(self) -> int:
        return self._source.partition(self.was)[0].count("\n") + 1

    def _around(self, *kinds: type[ast.stmt]) -> range:
        first, last = self._first, self._first + self.was.count("\n")
        tree = ast.parse(self._source)
        nodes = (node for node in ast.walk(tree) if isinstance(node, kinds))
        spans = (range(node.lineno, (node.end_lineno or 0) + 1) for node in nodes)
        whole = range(1, self._source.count("\n") + 1)
        return min(
            (each for each in spans if first in each and last in each), key=len, default=whole
        )


def faults() -> list[Fault]:
    """The list."""
    read = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [Fault(**each) for each in read["fault"]]


def report(planted: Sequence[Fault], noticed: Mapping[Fault, str]) -> int:
    """A table of the rooms, and the survivors; 1 if a ring notices too few.

    Args:
        planted: The faults.
        noticed: The ring that notices each; a survivor has none.
    """
    counts = Counter[tuple[str, str]]()
    for fault in planted:
        fate = "equivalent" if fault.equivalent else noticed.get(fault, "survived")
        counts.update((room, fate) for room in (fault.room, "all"))
    rooms = [*dict.fromkeys(fault.room for fault in planted), "all"]
    print("| part | planted | equivalent | noticed by the inner ring | by all tests |")
    print("|---|---:|---:|---:|---:|")
    for room in rooms:
        equivalent, quick, slow, survived = (
            counts[room, fate] for fate in ("equivalent", "quick", "slow", "survived")
        )
        cells = equivalent + quick + slow + survived, equivalent, quick, quick + slow
        print(f"| {room} | {' | '.join(map(str, cells))} |")
    for fault in planted:
        if not fault.equivalent and fault not in noticed:
            print(f"survived: {fault.name}")
        if fault.equivalent and fault in noticed:
            print(f"noticed, though equivalent: {fault.name}")
    quick, slow, survived = (counts["all", fate] for fate in ("quick", "slow", "survived"))
    tellable = quick + slow + survived
    enough = quick >= LEAST["quick"] * tellable and quick + slow >= LEAST["slow"] * tellable
    return int(not enough or any(fault.equivalent and fault in noticed for fault in planted))
