"""Change the library in one place at a time, and see whether the suite notices.

    python -m tools.mutation --map
    python -m tools.mutation --minutes 60 --seed 1
    python -m tools.mutation --report
    python -m tools.mutation --faults

``--map`` runs the suite once, ring by ring, and writes down which tests reach which line, and how long
they take; with test files, it adds those to what it knows.
Each mutant then has a process of its own, in which the tests that reach its line run, the likeliest
to fail first, until one fails.  A mutant that none of them kills survives.  Verdicts are kept in
``.mutation/`` beside the sources, so that the command goes on where it stopped: the next run skips
what is decided, unless the function around it was edited.  Survivors are tried again with
``--survivors``, after new tests.  What no test can kill is in ``equivalent.toml``, with the reason.

``--faults`` plants the faults of ``faults.toml`` instead, all of them, and says which ring notices them.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Final

from tools.mutation import faults, trial
from tools.mutation.mutants import ROOT, Mutant, mutants, names, path

KEPT: Final = ROOT / ".mutation"
RESULTS: Final = KEPT / "results.jsonl"
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


def verdicts() -> dict[tuple[str, str], str | None]:
    """By name and digest of a mutant, the test that kills it.

    It is empty if the mutant survives, and None if it passed in a fork and has to be tried in a new process.
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


class Campaign:
    """Tries mutants until the time is up.

    Args:
        options: Those of the command.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._decided = verdicts()
        self._plans = [trial.Plan.read(KEPT, ring) for ring in trial.RINGS]
        for (name, _), by in self._decided.items():
            for plan in self._plans:
                plan.remember(name.partition(":")[0], by)
        wanted, known = ("",) if options.survivors else ("open", None), equivalents()
        self._mutants = [
            mutant
            for mutant in every(options.modules)
            if self._decided.get((mutant.name, mutant.digest), "open") in wanted
            and not is_equivalent(mutant.name, known)
        ]
        Random(options.seed).shuffle(self._mutants)

    def run(self) -> int:
        """Try mutants in forks, and those that pass or have no function in new processes; how many survived."""
        trial.preload()
        quick, *_ = trial.RINGS
        if not self._options.survivors:
            if not (child := os.fork()):
                plugin = trial.Collected(self._in_forks)
                os._exit(trial.pytest_main([*trial.OPTIONS, *quick.selected], plugin))
            if os.waitpid(child, 0)[1]:
                sys.exit("pytest could not collect the suite")
        survived = 0
        for place, ring in enumerate(trial.RINGS):
            decided = verdicts()
            rest = [each for each in self._mutants if not decided.get((each.name, each.digest))]
            # the last is tried first: what a fork may try the next time is left for the end
            rest.sort(key=lambda each: not each.in_function or (each.name, each.digest) in decided)
            passed = "" if ring is trial.RINGS[-1] else None
            run = trial.in_new_process(ring)
            survived = self._try(self._plans[place], rest, run, self._options.budget, passed)
        return survived

    def _in_forks(self, collected: trial.Collected) -> None:
        fresh = (each for each in self._mutants if (each.name, each.digest) not in self._decided)
        chosen = [each for each in fresh if collected.changed(each)]
        self._try(self._plans[0], chosen, collected.run, self._options.budget / 2, None)

    def _try(
        self,
        plan: trial.Plan,
        chosen: Sequence[Mutant],
        run: trial.Runner[Mutant],
        budget: float,
        passed: str | None,
    ) -> int:
        """Try these in a third of the time; how many passed, for each of which the verdict is `passed`."""
        survived, minutes, processes = 0, self._options.minutes / 3, self._options.processes
        found = tried(plan, chosen, run, minutes=minutes, budget=budget, processes=processes)
        with RESULTS.open("a", encoding="utf-8") as results:
            for mutant, by in found:
                results.write(json.dumps((mutant.name, mutant.digest, by or passed)) + "\n")
                results.flush()
                survived += not by
        return survived


def tried(
    plan: trial.Plan,
    chosen: Sequence[trial.C],
    run: trial.Runner[trial.C],
    *,
    minutes: float,
    budget: float,
    processes: int,
) -> Iterator[tuple[trial.C, str]]:
    """Mutants with what kills each, which is empty if nothing does.

    Nothing that fails without a mutant kills: first all tests run on the library as it is.  Then,
    when a test kills for the first time, the tests up to it run once more, in the same order and
    without the mutant.  What fails there is refused, by name, and the mutant is tried again.
    """
    for test in trial.control(plan, chosen[0], run, processes) if chosen else ():
        print(f"refused, since it fails without a mutant: {test}", flush=True)
    trusted, waiting = set[str](), [*chosen]
    running: list[tuple[trial.Trial[trial.C], trial.C, str]] = []
    end = time.monotonic() + 60 * minutes

    def start(mutant: trial.C, tests: Sequence[str], confirms: str) -> None:
        what = mutant.unchanged() if confirms else mutant
        running.append((trial.Trial(what, run, tests, plan.seconds(tests)), mutant, confirms))

    while running or (waiting and time.monotonic() < end):
        while waiting and len(running) < processes and time.monotonic() < end:
            mutant = waiting.pop()
            start(mutant, plan.tests(mutant, budget), "")
        for each in [each for each in running if each[0].is_over()]:
            running.remove(each)
            tests, by, (_, mutant, confirms) = each[0].tests, each[0].by, each
            if confirms and by:
                if (refused := by if by in tests else confirms) not in plan.refused:
                    print(f"refused, since it fails without a mutant: {refused}", flush=True)
                plan.refused.add(refused)
                waiting.append(mutant)
            elif not confirms and by in tests and by not in trusted:
                start(mutant, tests[: tests.index(by) + 1], by)
            else:
                trusted |= {confirms} - {""}
                plan.remember(mutant.module, confirms or by)
                yield mutant, confirms or by
        time.sleep(trial.PAUSE)


def report(modules: Sequence[str]) -> int:
    """A table of the modules, and the survivors; how many there are."""
    known, decided = equivalents(), verdicts()
    counts: Mapping[str, Counter[str]] = defaultdict(Counter)
    survivors: list[str] = []
    for mutant in every(modules):
        by = decided.get((mutant.name, mutant.digest), "open")
        fate = "doubtful" if by is None else by if by == "open" else "killed" if by else "survived"
        fate = "equivalent" if is_equivalent(mutant.name, known) else fate
        if fate == "survived":
            line = mutant.lines.start
            survivors.append(f"{path(mutant.module).relative_to(ROOT)}:{line} {mutant.name}")
        counts[mutant.module.split(".")[1]][fate] += 1
        counts["all"][fate] += 1
    order = ("equivalent", "open", "killed", "doubtful", "survived")
    print(f"| modules | mutants | {' | '.join(order)} |")
    print(f"|---|---:|{'---:|' * len(order)}")
    for module, fates in counts.items():
        row = " | ".join(f"{cell:,}" for cell in (fates.total(), *(fates[each] for each in order)))
        print(f"| {module} | {row} |")
    print(*survivors, sep="\n")
    return len(survivors)


def planted(rooms: Sequence[str], processes: int) -> int:
    """A table of the faults that each ring notices, and the survivors; 1 if too many survive."""
    every = [each for each in faults.faults() if not rooms or each.room in rooms]
    for each in every:
        if stale := each.stale:
            sys.exit(stale)
    noticed: dict[faults.Fault, str] = {}
    trial.preload()
    with tempfile.TemporaryDirectory() as folder:
        for ring in trial.RINGS:
            first = ring is trial.RINGS[0]
            rest = [each for each in every if first or not (each.equivalent or each in noticed)]
            if not rest:
                break
            plan, run = trial.Plan.read(KEPT, ring), trial.in_copy(ring, Path(folder))
            limits = {"minutes": math.inf, "budget": math.inf}
            for fault, by in tried(plan, rest, run, **limits, processes=processes):
                print(f"{ring.name}: {fault.name}: {by or 'passed'}", flush=True)
                if by:
                    noticed[fault] = ring.name
    return faults.report(every, noticed)


def main(argv: Sequence[str] | None = None) -> int:
    """Make the map, try mutants, or report; the exit status is 1 if a mutant survived."""
    parser = argparse.ArgumentParser(description="plant faults, and see which tests find them")
    parser.add_argument(
        "modules",
        nargs="*",
        help="such as rules.moon or formats; all by default; with --map, test files",
    )
    parser.add_argument("--map", action="store_true", help="find out which tests reach which line")
    parser.add_argument("--report", action="store_true", help="only print what is decided")
    parser.add_argument("--faults", action="store_true", help="plant the faults of the list")
    parser.add_argument("--survivors", action="store_true", help="try the survivors again")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="the order in which they are tried")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--budget", type=float, default=40, help="seconds of tests for a mutant")
    options = parser.parse_args(argv)
    KEPT.mkdir(exist_ok=True)
    if options.map:
        return trial.write_maps(KEPT, options.modules, options.processes)
    if options.report:
        return min(1, report(options.modules))
    if options.faults:
        return planted(options.modules, options.processes)
    return min(1, Campaign(options).run())


if __name__ == "__main__":
    sys.exit(main())
