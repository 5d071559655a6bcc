"""This checkout beside an earlier one, in turns: the first legal plays, a round as an app plays it, and `simulate`.

    git worktree add ../before v0.1.0
    python -m benchmarks.beside ../before/src
    python -m benchmarks.beside ../before/src --turns 21 --variants slobberhannes kierki

Both run in this environment, and processor time is counted.  See ``README.md`` in this folder.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import heartslib
from benchmarks.micro import FIRST_PLAYS, clean
from benchmarks.table import machine, printed
from benchmarks.timed import in_turns
from heartslib import variants

OURS: Final = str(Path(heartslib.__file__).parents[1])
APPS: Final = ("american", "gong_zhu", "barbu", "cancellation")
"""The variants of which a round is played as an app plays it: with passes, charges, contracts, two packs."""
WARM_UP: Final = 2_000
"""Rounds that do not count: a process compiles the kernel in its first, or reads it."""

STARTED: Final = f"{FIRST_PLAYS}; import time; print(time.process_time())"
PLAYED: Final = """
import sys, time
from heartslib import HeartsError, variants
from heartslib.simulate import simulate
for line in sys.stdin:
    slug, rounds, seed = line.split()
    start = time.process_time()
    try:
        simulate(variants.get(slug), rounds=int(rounds), seed=int(seed))
        print(time.process_time() - start, flush=True)
    except HeartsError:
        print(0, flush=True)
"""
"""Answers a variant, a number of rounds and a seed with the seconds they take; 0 if it cannot play them."""

A_ROUND: Final = Path(__file__).with_name("a_round.py").read_text("utf-8")

Player: TypeAlias = Callable[[str, int, int], float]


def started(source: str) -> float:
    """The seconds from the start of a process to the first legal plays of American Hearts."""
    command = [sys.executable, "-c", STARTED]
    return float(subprocess.check_output(command, text=True, env=clean(PYTHONPATH=source)))  # noqa: S603


def worker(program: str, source: str, stack: ExitStack) -> Callable[[str], str]:
    """A process that runs a program with the library of a folder, and answers each line with one."""
    process: Any = stack.enter_context(
        subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=clean(PYTHONPATH=source),
        )
    )

    def answer(line: str) -> str:
        print(line, file=process.stdin, flush=True)
        return str(process.stdout.readline())

    return answer


def player(source: str, stack: ExitStack) -> Player:
    """A process that plays with the library of a folder."""
    answer = worker(PLAYED, source, stack)
    return lambda slug, rounds, seed: float(answer(f"{slug} {rounds} {seed}"))


def app_rows(
    before: str, slugs: Sequence[str], turns: int
) -> Iterator[tuple[str, float, float, list[float]]]:
    """For each part of a round its microseconds, and the ratio of the times: of the best, then by turns."""
    with ExitStack() as stack:
        ours, theirs = (worker(A_ROUND, source, stack) for source in (OURS, before))
        for slug in slugs:
            if not all(json.loads(each(slug)) for each in (ours, theirs)):
                continue
            now, then = in_turns(turns, [partial(_round, each, slug) for each in (ours, theirs)])
            for part in now[0]:
                new, old = ([times[part] for times in each] for each in (now, then))
                ratios = [one / other for one, other in zip(new, old, strict=True)]
                yield f"{slug}, {part}", min(new), min(new) / min(old), ratios


def _round(answer: Callable[[str], str], slug: str, _: int) -> dict[str, float]:
    return dict(json.loads(answer(slug)))


def rows(
    before: str, slugs: Sequence[str], turns: int, seconds: float
) -> Iterator[tuple[str, float, float, list[float]]]:
    """For each variant the rounds a second, and the ratio of the speeds: of the best, then by turns."""
    for source in (OURS, before):  # a process that fills the cache, and whose figures do not count
        with ExitStack() as stack:
            player(source, stack)("american", WARM_UP, 0)
    with ExitStack() as stack:
        ours, theirs = player(OURS, stack), player(before, stack)
        for slug in slugs:
            if not all(each(slug, WARM_UP, 0) for each in (ours, theirs)):
                continue
            rounds = int(WARM_UP * seconds / ours(slug, WARM_UP, 0))
            now, then = in_turns(turns, [partial(each, slug, rounds) for each in (ours, theirs)])
            ratios = [old / new for new, old in zip(now, then, strict=True)]
            yield slug, rounds / min(now), min(then) / min(now), ratios


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="this checkout beside an earlier one")
    parser.add_argument("before", help="the folder src of the earlier one")
    parser.add_argument("--turns", type=int, default=15, help="blocks of each")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of one block")
    parser.add_argument("--variants", nargs="*", default=[*variants.all()], metavar="SLUG")
    given = parser.parse_args(arguments)
    before = str(Path(given.before).resolve())
    print(machine())
    for source in (OURS, before):
        started(source)  # which compiles
    now, then = in_turns(given.turns, [lambda _: started(OURS), lambda _: started(before)])
    ratios = [new / old for new, old in zip(now, then, strict=True)]
    heads = ("", "milliseconds", "now / before")
    first = "first legal plays", [1e3 * each for each in now], ratios
    printed("From the start of a process", heads, [first])
    columns = ("round, part", "microseconds", "now / before, best", "turn by turn")
    few = [slug for slug in APPS if slug in given.variants]
    printed("A round as an app plays it", columns, app_rows(before, few, given.turns))
    columns = ("variant", "rounds/s", "now / before, best", "turn by turn")
    printed("simulate", columns, rows(before, given.variants, given.turns, given.seconds))


if __name__ == "__main__":
    main()
