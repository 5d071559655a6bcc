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
import hashlib
import itertools
import json
import os
import pickle
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from tools.mutation.campaign import Campaign
from tools.mutation.faults import Fault, faults
from tools.mutation.mutants import ROOT, Change, mutants, names, path
from tools.mutation.plugin import ENDED, NOT_BEGUN, Reached, Swapped, Watched, run_pytest

Verdicts: TypeAlias = dict[str, dict[str, Any]]
"""What became of each change, by its name."""

KEPT: Final = ROOT / ".mutation"
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


def equivalents() -> list[str]:
    """Patterns of the mutants that no test can kill."""
    return [*tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["equivalent"]]


def is_equivalent(change: Change, known: Sequence[str]) -> bool:
    """Whether no test can tell; a star in a pattern matches anything."""
    if isinstance(change, Fault):
        return bool(change.equivalent)
    return any(fnmatchcase(change.name, pattern.replace("[", "[[]")) for pattern in known)


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


def listed(modules: Sequence[str]) -> list[Fault]:
    """The faults of the list."""
    every = faults()
    for each in every:
        if each.times != 1:
            sys.exit(f"{each.module} has this {each.times} times, not once: {each.was}")
    return [each for each in every if is_among(each.module, modules)]


def is_among(module: str, modules: Sequence[str]) -> bool:
    return not modules or any(f"{module}.".startswith(f"heartslib.{each}.") for each in modules)


def verdicts(file: Path) -> Verdicts:
    """Those that a run has written."""
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {row["name"]: row for row in rows if "name" in row}


def report(changes: Sequence[Change], file: Path, failed: Collection[str]) -> int:
    """A table of the parts, the survivors, and what single tests hold; how many survived."""
    known, found = equivalents(), verdicts(file)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    alone = Counter[str]()
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    for test in sorted({*failed, *(test for row in rows for test in row.get("refused", ()))}):
        print(f"fails without a mutant, and so kills none: {test}")
    for change in changes:
        row = found.get(change.name, {"killed": None})
        killed: list[str] | None = row["killed"]
        if is_equivalent(change, known):
            fate = "equivalent"
        elif killed is None:
            fate = "not tried"
        elif len(killed) == 1 and killed[0] not in {ENDED, NOT_BEGUN}:
            fate = "killed by one"
            alone.update(killed)
        else:
            fate = "killed by more" if killed else "survived"
        if fate == "survived":
            place = f"{path(change.module).relative_to(ROOT)}:{change.lines.start}"
            print(f"survives {row['ran']} of {row['reaching']} tests: {place} {change.name}")
        for part in (change.module.split(".")[1], "all"):
            counts[part][fate] += 1
    for test, times in alone.most_common():
        print(f"kills {times} alone: {test}")
    fates = "equivalent", "killed by more", "killed by one", "survived", "not tried"
    print(f"\n| part | mutants | {' | '.join(fates)} |\n|---|{'---:|' * (len(fates) + 1)}")
    for part, of_part in sorted(counts.items(), key=lambda each: each[0] == "all"):
        cells = of_part.total(), *(of_part[each] for each in fates)
        print(f"| {part} | {' | '.join(map(str, cells))} |")
    return counts["all"]["survived"]


def compare(found: Verdicts, other: Verdicts) -> None:
    """Print what only one of two runs killed."""
    for name in sorted(found.keys() & other.keys()):
        here, there = found[name]["killed"], other[name]["killed"]
        if None not in (here, there) and bool(here) != bool(there):
            print(f"killed only {'here' if here else 'there'}: {name}")


def state() -> str:
    """A digest of the library and its tests: a map of the lines, and verdicts, hold for one state."""
    files = [file for folder in ("src/heartslib", "tests") for file in (ROOT / folder).rglob("*.*")]
    digest = hashlib.sha256()
    for file in sorted([*files, ROOT / "conftest.py"]):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def main(argv: Sequence[str] | None = None) -> int:
    """Try changes, and report; the exit status is 1 if one survived."""
    parser = argparse.ArgumentParser(description="change the library, and see which tests notice")
    parser.add_argument("modules", nargs="*", help="such as rules.moon or variants; default: all")
    parser.add_argument("--mutants", type=int, default=300, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others")
    parser.add_argument("--faults", action="store_true", help="plant the faults of the list")
    parser.add_argument("--budget", type=float, default=4, help="seconds of tests for a mutant")
    parser.add_argument("--first", action="store_true", help="stop at the first test that kills")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help="the file of verdicts; a run goes on with it")
    parser.add_argument("--against", type=Path, help="the verdicts of another run, to compare")
    options = parser.parse_args(argv)
    changes: Sequence[Change]
    if options.faults:
        changes = listed(options.modules)
    else:
        changes = drawn(options.modules, options.mutants, options.seed)
    if sys.version_info < (3, 12):
        sys.exit("this needs Python 3.12, which can watch lines cheaply")
    KEPT.mkdir(exist_ok=True)
    kept = KEPT / state()
    file: Path = options.out or kept.with_suffix(".jsonl")
    file.touch()
    if not (watched := kept.with_suffix(".reached")).exists():
        quietly(lambda: run_pytest(["tests"], Watched(watched)))
    reached: Reached = pickle.loads(watched.read_bytes())
    campaign = Campaign(file, reached, options)

    def left() -> list[Change]:
        known, decided = equivalents(), verdicts(file)
        some = (each for each in changes if each.name not in decided)
        return [each for each in some if not is_equivalent(each, known)]

    if any(each.in_function for each in left()):
        plugin = Swapped(functools.partial(campaign.in_forks, left()))
        quietly(lambda: run_pytest(["tests"], plugin))
    quietly(lambda: campaign.after_imports(left()))
    if options.against:
        compare(verdicts(file), verdicts(options.against))
    return min(1, report(changes, file, reached.failed))


def quietly(work: Callable[[], int]) -> None:
    """Work in a process that has not imported the library, and whose words go into a file."""
    log = KEPT / "log.txt"
    if not (child := os.fork()):
        with log.open("w") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        os._exit(work() > 1)  # 1: a test failed
    if os.waitpid(child, 0)[1]:
        sys.exit(f"pytest failed: see {log}")


if __name__ == "__main__":
    sys.exit(main())
