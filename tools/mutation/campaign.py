"""Which tests a change of the library runs, and which of them notice it."""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import os
import re
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Protocol

from tools.mutation.mutants import ROOT, Change, path
from tools.mutation.plugin import (
    ENDED,
    Reached,
    Swapped,
    compiled,
    failing_after_import,
    in_child,
)

__all__ = ["Campaign"]

DECLARED: Final = "heartslib.variants."
OF_DECLARATIONS: Final = "tests/variants/", "tests/unit/test_rules.py"
"""Tests of what every variant is and prints; all of them run for a change of a declaration."""


class Failing(Protocol):
    """Which of these tests fail, with the change or without it."""

    def __call__(self, tests: Sequence[str], *, changed: bool) -> Iterable[str]: ...


class Campaign:
    """Tries changes, and writes what became of each into a file.

    Args:
        file: A line for each change.
        reached: What tests reach.
        options: Those of the command.
    """

    def __init__(self, file: Path, reached: Reached, options: argparse.Namespace) -> None:
        self._file, self._reached, self._options = file, reached, options
        self._trusted, self._refused = set[str](), set[str]()

    def in_forks(self, changes: Sequence[Change], collected: Swapped) -> None:
        """Try the changes of functions; those that pass are left, if an import runs them, too."""

        def try_it(change: Change) -> None:
            swaps = collected.swaps(change)
            if not swaps:
                return

            def failing(tests: Sequence[str], *, changed: bool) -> Iterable[str]:
                codes = [(function, new if changed else old) for function, old, new in swaps]
                seconds = {test: self._reached.seconds[test] for test in tests}
                return collected.failing(codes, seconds, first=self._options.first)

            reaching = self._reaching(change, change.lines)
            tests = self._within_budget(reaching)
            killed = self._killers(tests, failing)
            imported = self._reached.at_import.get(str(path(change.module)), 0)
            if killed or not imported & _bits(change.lines):
                self._write(change, reaching, tests, killed)

        self._shared_out(changes, try_it)

    def after_imports(self, changes: Sequence[Change]) -> int:
        """Try each in a process that imports the changed module."""

        def try_it(change: Change) -> None:
            def failing(tests: Sequence[str], *, changed: bool) -> Iterable[str]:
                code = change.code() if changed else compiled(path(change.module))
                return failing_after_import(change.module, code, tests, first=self._options.first)

            if change.module.startswith(DECLARED):
                reaching = _about(change.module, self._reached.seconds)
                always = [test for test in reaching if test.startswith(OF_DECLARATIONS)]
            else:
                reaching = self._reaching(change, change.lines, change.scope, range(1, 100_000))
                always = []
            tests = [*always, *self._within_budget({*reaching} - {*always})]
            self._write(change, reaching, tests, self._killers(tests, failing))

        return self._shared_out(changes, try_it)

    def _reaching(self, change: Change, *spans: range) -> list[str]:
        """The tests that run lines of the first span that any test runs."""
        file = str(path(change.module))
        for bits in map(_bits, spans):
            found = [
                test for test, lines in self._reached.lines.items() if lines.get(file, 0) & bits
            ]
            if found:
                return found
        return []

    def _within_budget(self, tests: Iterable[str]) -> list[str]:
        """The quickest."""
        in_order = sorted(tests, key=lambda test: (self._reached.seconds[test], test))
        sums = itertools.accumulate(self._reached.seconds[test] for test in in_order)
        return [
            test for test, sum_ in zip(in_order, sums, strict=True) if sum_ <= self._options.budget
        ]

    def _killers(self, tests: Sequence[str], failing: Failing) -> list[str] | None:
        """The tests that fail by the change, and pass in the same process without it.

        It is None if that is not to be had.
        """
        while tests := [test for test in tests if test not in self._refused]:
            seconds = 60 + sum(self._reached.seconds[test] for test in tests)
            killed = in_child(functools.partial(failing, tests, changed=True), seconds)
            doubtful = {*killed} - self._trusted
            if not doubtful:
                return killed
            plain = in_child(functools.partial(failing, tests, changed=False), seconds)
            wrong = doubtful & {*plain}
            self._trusted |= doubtful - wrong - {ENDED}
            if not wrong:
                return killed
            if not wrong <= {*tests}:
                return None
            self._refused |= wrong
            self._add({"refused": sorted(wrong)})
        return []

    def _write(
        self,
        change: Change,
        reaching: Sequence[str],
        tests: Sequence[str],
        killed: Sequence[str] | None,
    ) -> None:
        counts = {"reaching": len(reaching), "ran": len({*tests} - self._refused)}
        self._add({"name": change.name, **counts, "killed": killed})

    def _add(self, row: object) -> None:
        with self._file.open("a", encoding="utf-8") as rows:
            rows.write(json.dumps(row) + "\n")

    def _shared_out(self, changes: Sequence[Change], do: Callable[[Change], None]) -> int:
        for number in range(self._options.processes):
            if not os.fork():
                try:
                    for change in changes[number :: self._options.processes]:
                        do(change)
                except BaseException:  # noqa: BLE001 - it is this process that ends
                    traceback.print_exc()
                finally:
                    os._exit(0)
        for _ in range(self._options.processes):
            os.wait()
        return 0


def _bits(lines: range) -> int:
    return (1 << lines.stop) - (1 << lines.start)


def _about(module: str, tests: Iterable[str]) -> list[str]:
    """Tests of all variants, and those in a file that names one of the module."""
    declared = path(module).read_text(encoding="utf-8").partition("\nVARIANTS: ")[2]
    slugs = re.findall(r'"\w+"(?=:)', declared)

    @functools.cache
    def is_about(file: str) -> bool:
        text = (ROOT / file).read_text(encoding="utf-8")
        return file.startswith(OF_DECLARATIONS) or any(slug in text for slug in slugs)

    return [test for test in tests if is_about(test.partition("::")[0])]
