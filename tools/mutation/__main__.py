"""Change the library in one place at a time, and see which tests notice.

    python -m tools.mutation --mutants 300 --seed 1
    python -m tools.mutation --mutants 40 variants rules.moon
    python -m tools.mutation --faults

Mutants are drawn evenly from the modules.  Each runs the tests of the inner ring that reach its line, within a
budget, and all of them, so that the table says what hangs on one test alone.  ``--faults`` plants those of
``faults.toml`` instead.  What no test can kill is in ``equivalent.toml``, with the reason.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import functools
import itertools
import json
import os
import pickle
import re
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final, Protocol

from tools.mutation.mutants import ROOT, Change, faults, mutants, names, path
from tools.mutation.plugin import (
    ENDED,
    NOT_BEGUN,
    Collected,
    Reached,
    compiled,
    failing_after_import,
    in_child,
)

KEPT: Final = ROOT / ".mutation"
DECLARED: Final = "heartslib.variants."
OF_DECLARATIONS: Final = "tests/variants/", "tests/scripts/", "tests/unit/test_rules.py"
"""Tests of what every variant is and prints; all of them run for a change of a declaration."""
FATES: Final = "equivalent", "killed by more", "killed by one", "survived", "not tried"


class Failing(Protocol):
    """Which of these tests fail, with the change or without it."""

    def __call__(self, tests: Sequence[str], *, changed: bool) -> Iterable[str]: ...


class Campaign:
    """Tries changes, and writes what became of each into a file.

    Args:
        changes: The changes.
        budget: Seconds of tests for a change.
        processes: How many work at once.
    """

    def __init__(self, changes: Sequence[Change], budget: float, processes: int) -> None:
        KEPT.mkdir(exist_ok=True)
        self._changes, self._budget, self._processes = changes, budget, processes
        self._file, self._map = KEPT / "verdicts.jsonl", KEPT / "reached.pickle"
        self._file.write_text("")
        self._trusted = set[str]()

    def run(self) -> None:
        """Try the changes of functions where every test is collected, and the others where they are imported."""
        collected = Collected(self._map, self._in_forks)
        self._quietly(collected.run)
        self._quietly(self._after_imports)

    def verdicts(self) -> dict[str, dict[str, Any]]:
        """What became of each change, by its name."""
        return {row["name"]: row for row in self._rows() if "name" in row}

    def failed(self) -> list[str]:
        """Tests that fail without a change, in the first run or where a change was tried."""
        refused = (test for row in self._rows() for test in row.get("refused", ()))
        return sorted({*self._reached.failed, *refused})

    def _rows(self) -> list[dict[str, Any]]:
        return [*map(json.loads, self._file.read_text(encoding="utf-8").splitlines())]

    def _add(self, row: object) -> None:
        with self._file.open("a", encoding="utf-8") as rows:
            rows.write(json.dumps(row) + "\n")

    @functools.cached_property
    def _reached(self) -> Reached:
        reached: Reached = pickle.loads(self._map.read_bytes())
        return reached

    def _in_forks(self, collected: Collected) -> None:
        """Try the changes of functions; those that pass are left, if an import runs them, too."""

        def try_it(change: Change) -> None:
            swaps = collected.swaps(change)
            if not swaps:
                return

            def failing(tests: Sequence[str], *, changed: bool) -> Iterable[str]:
                codes = [(function, new if changed else old) for function, old, new in swaps]
                return collected.failing(
                    codes, {test: self._reached.seconds[test] for test in tests}
                )

            imported = self._reached.at_import.get(str(path(change.module)), 0)
            reaching = self._reaching(change, change.lines)
            self._try(change, reaching, (), failing, may_survive=not imported & _bits(change.lines))

        self._shared_out(try_it)

    def _after_imports(self) -> None:
        """Try each that is left in a process that imports the changed module."""

        def try_it(change: Change) -> None:
            def failing(tests: Sequence[str], *, changed: bool) -> Iterable[str]:
                code = change.code() if changed else compiled(path(change.module))
                return failing_after_import(change.module, code, tests)

            if change.module.startswith(DECLARED):
                reaching = _about(change.module, self._reached.seconds)
                always = [test for test in reaching if test.startswith(OF_DECLARATIONS)]
            else:
                reaching = self._reaching(change, change.lines, change.scope, range(1, 100_000))
                always = []
            self._try(change, reaching, always, failing)

        self._shared_out(try_it)

    def _reaching(self, change: Change, *spans: range) -> list[str]:
        """The tests that run lines of the first span that any test runs."""
        file = str(path(change.module))
        for bits in map(_bits, spans):
            lines = self._reached.lines.items()
            if found := [test for test, by_file in lines if by_file.get(file, 0) & bits]:
                return found
        return []

    def _try(
        self,
        change: Change,
        reaching: Sequence[str],
        always: Sequence[str],
        failing: Failing,
        *,
        may_survive: bool = True,
    ) -> None:
        """Write down which tests fail by the change, and pass in a like process without it."""
        seconds = self._reached.seconds
        quickest = sorted({*reaching} - {*always}, key=lambda test: (seconds[test], test))
        sums = itertools.accumulate(seconds[test] for test in quickest)
        within = [test for test, sum_ in zip(quickest, sums, strict=True) if sum_ <= self._budget]
        tests = [*always, *within]
        longest = 60 + sum(seconds[test] for test in tests)
        killed = in_child(functools.partial(failing, tests, changed=True), longest)
        if {*killed} - self._trusted:
            control = in_child(functools.partial(failing, tests, changed=False), longest)
            self._trusted |= {*killed} - {*control, ENDED}
            self._add({"refused": [test for test in control if test in tests]})
            killed = [test for test in killed if test not in control]
            may_survive &= not {*control} - {*tests}  # where the control ends, nothing is known
        if killed or may_survive:
            counts = {"reaching": len(reaching), "ran": len(tests)}
            self._add({"name": change.name, **counts, "killed": killed})

    def _shared_out(self, do: Callable[[Change], None]) -> None:
        decided = self.verdicts()
        left = [each for each in self._changes if each.name not in decided]
        left = [each for each in left if not each.is_equivalent]
        for number in range(self._processes):
            if not os.fork():
                try:
                    for change in left[number :: self._processes]:
                        do(change)
                except BaseException:  # noqa: BLE001 - it is this process that ends
                    traceback.print_exc()
                finally:
                    os._exit(0)
        for _ in range(self._processes):
            os.wait()

    def _quietly(self, work: Callable[[], object]) -> None:
        """Work in a process that has not imported the library, and whose words go into a file."""
        log = KEPT / "log.txt"
        if not (child := os.fork()):
            with log.open("w") as file:
                os.dup2(file.fileno(), 1)
                os.dup2(file.fileno(), 2)
            work()
            os._exit(0)
        os.waitpid(child, 0)
        if not self._map.exists():
            sys.exit(f"pytest failed: see {log}")


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


def drawn(modules: Sequence[str], count: int, seed: int) -> list[Change]:
    """Mutants by chance, as many of each module as of another, while it has so many."""
    pools: list[list[Change]] = []
    for module in names():
        if is_among(module, modules):
            pools.append([*mutants(module)])
            Random(f"{seed} {module}").shuffle(pools[-1])
    Random(seed).shuffle(pools)
    in_turn = (each for row in itertools.zip_longest(*pools) for each in row if each)
    return [*itertools.islice(in_turn, count)]


def is_among(module: str, modules: Sequence[str]) -> bool:
    return not modules or any(f"{module}.".startswith(f"heartslib.{each}.") for each in modules)


def report(changes: Sequence[Change], found: dict[str, dict[str, Any]]) -> int:
    """Print the survivors, what single tests hold, and a table of the parts; how many survived."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    alone = Counter[str]()
    for change in changes:
        row = found.get(change.name)
        killed: list[str] = row["killed"] if row else []
        if change.is_equivalent:
            fate = "equivalent"
        elif row is None:
            fate = "not tried"
        elif not killed:
            fate = "survived"
            place = f"{path(change.module).relative_to(ROOT)}:{change.lines.start}"
            print(f"survives {row['ran']} of {row['reaching']} tests: {place} {change.name}")
        elif len(killed) > 1 or killed[0] in {ENDED, NOT_BEGUN}:
            fate = "killed by more"
        else:
            fate = "killed by one"
            alone.update(killed)
        for part in (change.module.split(".")[1], "all"):
            counts[part][fate] += 1
    for test, times in alone.most_common():
        print(f"kills {times} alone: {test}")
    print(f"\n| part | mutants | {' | '.join(FATES)} |\n|---|{'---:|' * (len(FATES) + 1)}")
    for part, of_part in sorted(counts.items(), key=lambda each: each[0] == "all"):
        cells = of_part.total(), *(of_part[each] for each in FATES)
        print(f"| {part} | {' | '.join(map(str, cells))} |")
    return counts["all"]["survived"]


def main(argv: Sequence[str] | None = None) -> int:
    """Try changes, and report; the exit status is 1 if one survived."""
    parser = argparse.ArgumentParser(description="change the library, and see which tests notice")
    parser.add_argument("modules", nargs="*", help="such as rules.moon or variants; default: all")
    parser.add_argument("--mutants", type=int, default=300, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others")
    parser.add_argument("--faults", action="store_true", help="plant the faults of the list")
    parser.add_argument("--budget", type=float, default=4, help="seconds of tests for a mutant")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args(argv)
    if options.faults:
        changes = [each for each in faults() if is_among(each.module, options.modules)]
    else:
        changes = drawn(options.modules, options.mutants, options.seed)
    if sys.version_info < (3, 12):
        sys.exit("this needs Python 3.12, which can watch lines cheaply")
    campaign = Campaign(changes, options.budget, options.processes)
    campaign.run()
    for test in campaign.failed():
        print(f"fails without a mutant, and so kills none: {test}")
    return min(1, report(changes, campaign.verdicts()))


if __name__ == "__main__":
    sys.exit(main())
