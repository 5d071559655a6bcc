"""Change the library in one place at a time, and see whether the suite notices.

    python -m tests.mutation --map
    python -m tests.mutation --minutes 60 --seed 1
    python -m tests.mutation --report

``--map`` runs the suite once and writes down which tests reach which line, and how long they take.
Each mutant then has a process of its own, in which the tests that reach its line run, the likeliest
to fail first, until one fails.  A mutant that none of them kills survives.  Verdicts are kept in
``.mutation/`` beside the sources, so that the command goes on where it stopped: the next run skips
what is decided, unless the function around it was edited.  Survivors are tried again with
``--survivors``, after new tests.  What no test can kill is in ``equivalent.toml``, with the reason.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Final

from tests.mutation import trial
from tests.mutation.mutants import ROOT, Mutant, mutants, names, path

KEPT: Final = ROOT / ".mutation"
RESULTS: Final = KEPT / "results.jsonl"
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


def verdicts() -> dict[tuple[str, str], str | None]:
    """By name and digest of a mutant, the test that kills it.

    It is empty if the mutant survives, and None if it passed in a fork and has to be tried anew.
    """
    if not RESULTS.exists():
        return {}
    with RESULTS.open(encoding="utf-8") as lines:
        return {(name, digest): by for name, digest, by in map(json.loads, lines)}


def equivalents() -> list[str]:
    """Patterns of the mutants that no test can kill."""
    return [
        entry["name"] for entry in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    ]


def is_equivalent(name: str, known: Sequence[str]) -> bool:
    """Whether the list has the mutant; a star in it matches anything."""
    return any(fnmatchcase(name, pattern.replace("[", "[[]")) for pattern in known)


def every(modules: Sequence[str]) -> Iterator[Mutant]:
    """The mutants of these modules, or of all."""
    for module in names():
        if not modules or any(module.removeprefix("heartslib.").startswith(m) for m in modules):
            yield from mutants(module)


def campaign(options: argparse.Namespace) -> int:
    """Try mutants until the time is up, first in forks; how many survived."""
    known, decided = equivalents(), verdicts()
    wanted = ("",) if options.survivors else ("open", None)
    tried = [
        mutant
        for mutant in every(options.modules)
        if decided.get((mutant.name, mutant.digest), "open") in wanted
        and not is_equivalent(mutant.name, known)
    ]
    Random(options.seed).shuffle(tried)
    plan = trial.Plan.read(KEPT)
    for (name, _), by in decided.items():
        plan.remember(name.partition(":")[0], by)
    trial.preload()

    def in_forks(collected: trial.Collected) -> None:
        fresh = [each for each in tried if (each.name, each.digest) not in decided]
        chosen = [each for each in fresh if collected.changed(each)]
        attempt(chosen, collected.run, options.minutes / 2, options.budget / 2, None)

    def attempt(
        chosen: Sequence[Mutant],
        run: trial.Runner,
        minutes: float,
        budget: float,
        passed: str | None,
    ) -> int:
        end = time.monotonic() + 60 * minutes
        waiting, running, survived = [*chosen], list[trial.Trial](), 0
        with RESULTS.open("a", encoding="utf-8") as results:
            while running or (waiting and time.monotonic() < end):
                while waiting and len(running) < options.processes and time.monotonic() < end:
                    mutant = waiting.pop()
                    tests = plan.tests(mutant, budget)
                    running.append(trial.Trial(mutant, run, tests, plan.seconds(tests)))
                for each in [each for each in running if each.is_over()]:
                    running.remove(each)
                    plan.remember(each.mutant.module, each.by)
                    verdict = (each.mutant.name, each.mutant.digest, each.by or passed)
                    results.write(json.dumps(verdict) + "\n")
                    results.flush()
                    survived += not each.by
                time.sleep(0.01)
        return survived

    if not options.survivors:
        if not (child := os.fork()):
            status = trial.pytest_main([*trial.OPTIONS, *trial.SELECTED], trial.Collected(in_forks))
            os._exit(status)
        if os.waitpid(child, 0)[1]:
            sys.exit("pytest could not collect the suite")
    decided = verdicts()
    rest = [each for each in tried if not decided.get((each.name, each.digest))]
    minutes = options.minutes / (1 if options.survivors else 2)
    return attempt(rest, trial.run_anew, minutes, options.budget, "")


def report(modules: Sequence[str]) -> int:
    """A table of the modules, and the survivors; how many there are."""
    known, decided = equivalents(), verdicts()
    counts: Mapping[str, Counter[str]] = defaultdict(Counter)
    survivors: list[str] = []
    for mutant in every(modules):
        by = decided.get((mutant.name, mutant.digest))
        fate = "open" if by is None else "killed" if by else "survived"
        fate = "equivalent" if is_equivalent(mutant.name, known) else fate
        if fate == "survived":
            line = mutant.lines.start
            survivors.append(f"{path(mutant.module).relative_to(ROOT)}:{line} {mutant.name}")
        counts[mutant.module.split(".")[1]][fate] += 1
        counts["all"][fate] += 1
    print("| modules | mutants | equivalent | open | killed | survived | killed of those tried |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for module, fates in counts.items():
        tried = fates["killed"] + fates["survived"]
        share = f"{fates['killed'] / tried:.1%}" if tried else ""
        cells = [fates[fate] for fate in ("equivalent", "open", "killed", "survived")]
        row = " | ".join(f"{cell:,}" for cell in (fates.total(), *cells))
        print(f"| {module} | {row} | {share} |")
    print(*survivors, sep="\n")
    return len(survivors)


def main(argv: Sequence[str] | None = None) -> int:
    """Make the map, try mutants, or report; the exit status is 1 if a mutant survived."""
    parser = argparse.ArgumentParser(description="plant faults, and see which tests find them")
    parser.add_argument("modules", nargs="*", help="such as rules.moon or formats; all by default")
    parser.add_argument("--map", action="store_true", help="find out which tests reach which line")
    parser.add_argument("--report", action="store_true", help="only print what is decided")
    parser.add_argument("--survivors", action="store_true", help="try the survivors again")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="the order in which they are tried")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--budget", type=float, default=40, help="seconds of tests for a mutant")
    options = parser.parse_args(argv)
    KEPT.mkdir(exist_ok=True)
    if options.map:
        return trial.write_map(KEPT)
    if options.report:
        return min(1, report(options.modules))
    return min(1, campaign(options))


if __name__ == "__main__":
    sys.exit(main())
