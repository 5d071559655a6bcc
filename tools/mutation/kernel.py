"""Mutants of the kernel, tried by the comparison with `Game` and the kernel's tests.

    python -m tools.mutation.kernel --mutants 200 --seed 1

The changed kernel is not compiled, but runs as plain Python.  That takes seconds for each
mutant instead of minutes.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any, Final

from tools.mutation import trial
from tools.mutation.__main__ import equivalents, is_equivalent
from tools.mutation.mutants import Mutant, mutants

MODULE: Final = "heartslib.simulate.kernel"
_MARKS: Final = "inlined", "called"
"""The decorators of the kernel's functions."""
_TESTS: Final = (
    *("tests/simulate/test_kernel.py", "tests/simulate/test_position.py"),
    "tests/slow/rl/test_batch.py::test_cards_are_at_the_place_of_their_player",
    "tests/slow/rl/test_batch.py::test_charged_cards_are_at_the_place_of_their_player",
    "tests/slow/rl/test_batch.py::test_what_is_not_legal_is_refused_and_nothing_is_played",
)


def chosen(count: int, seed: int) -> list[Mutant]:
    """Mutants of the kernel's functions, at random; not of constants and decorators."""
    every = [
        mutant
        for mutant in mutants(MODULE)
        if mutant.in_function
        and not isinstance(mutant.slot.place.statement, ast.FunctionDef)
        and mutant.slot.place.name not in _MARKS
    ]
    return Random(seed).sample(every, min(count, len(every)))


def install() -> None:
    """Let the kernel run as plain Python; it must not have been imported."""
    importlib.import_module("numpy").seterr(all="ignore")  # words wrap
    targets: Any = importlib.import_module("heartslib.simulate.targets")

    def as_it_is(_jit: object, _own: object) -> ModuleType:
        return importlib.import_module(MODULE)

    targets.compiled = as_it_is


def compare(rounds: int) -> trial.Runner[Mutant]:
    """A runner that compares the kernel with `Game` for so many rounds, and then runs its tests."""

    def run(mutant: Mutant, _tests: Sequence[str], failed: Callable[[str], None]) -> int:
        install()
        trial.change(mutant)
        child = os.fork()  # pytest wants a process in which nothing is imported yet
        if not child:
            import resource  # noqa: PLC0415 - not every system has it

            limit = 20 + rounds // 20
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            status = 1
            with contextlib.suppress(BaseException):
                differential: Any = importlib.import_module("tools.differential")
                status = differential.main(["--rounds", str(rounds)])
            os._exit(status)
        if os.waitpid(child, 0)[1]:
            failed("a difference")
            return 1
        if trial.pytest_main([*trial.OPTIONS, "-x", *_TESTS], object()):
            failed("a test of the kernel")
            return 1
        return 0

    return run


def main(argv: Sequence[str] | None = None) -> int:
    """Try mutants and print the survivors; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description="plant faults in the kernel")
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60, help="begin no mutant after that")
    parser.add_argument("--rounds", type=int, default=1000, help="compared for each mutant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args(argv)
    run, seconds = compare(options.rounds), 40 + options.rounds / 20
    known = equivalents()
    waiting = chosen(options.mutants, options.seed)
    if by := trial.Trial(waiting[0].unchanged(), run, (), seconds).fate():
        sys.exit(f"without a mutant: {by}")
    equivalent = [each for each in waiting if is_equivalent(each.name, known)]
    waiting = [each for each in waiting if each not in equivalent]
    wanted, end = len(waiting), time.monotonic() + 60 * options.minutes
    running, survivors = list[trial.Trial[Mutant]](), list[Mutant]()
    while waiting or running:
        if time.monotonic() > end:
            wanted -= len(waiting)
            waiting.clear()
        while waiting and len(running) < options.processes:
            running.append(trial.Trial(waiting.pop(), run, (), seconds))
        over = [each for each in running if each.is_over()]
        running = [each for each in running if each not in over]
        for each in over:
            if not each.by:
                survivors.append(each.mutant)
                print(f"line {each.mutant.lines.start}: {each.mutant.name}", flush=True)
        time.sleep(trial.PAUSE)
    print(
        f"{wanted} mutants tried: {wanted - len(survivors)} killed, {len(survivors)} survived; "
        f"{len(equivalent)} more are equivalent"
    )
    return min(1, len(survivors))


if __name__ == "__main__":
    sys.exit(main())
