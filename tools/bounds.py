"""The most time and memory that large inputs take: ``python -m tools.bounds``.

The inputs are the floods of `tools.fuzz`, as large as each parser reads. SECURITY.md states the
bounds; this prints what the worst of the inputs takes, to read or to refuse.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import contextlib
import time
import tracemalloc
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import attrs

from heartslib import HeartsError
from heartslib.scorecard import MAX_CHARACTERS
from tools.fuzz import floods, targets


@attrs.frozen
class Worst:
    """The most that one of many inputs took.

    Attributes:
        count: How many there were.
        seconds: The most seconds of the processor.
        memory: The most bytes beyond the input itself.
    """

    count: int
    seconds: float
    memory: int


def spent(read: Callable[[str], Any], text: str) -> None:
    """Read an input or refuse it."""
    with contextlib.suppress(HeartsError):
        read(text)


def worst(read: Callable[[str], Any], inputs: Iterable[str]) -> Worst:
    """What the worst of some inputs takes to read or to refuse."""
    count, slowest, largest = 0, 0.0, 0
    for text in inputs:
        began = time.process_time()
        spent(read, text)
        slowest = max(slowest, time.process_time() - began)
        tracemalloc.start()
        spent(read, text)
        largest = max(largest, tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        count += 1
    return Worst(count, slowest, largest)


def main() -> int:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=[*targets(), "all"], default="all")
    options = parser.parse_args()
    print("| target | inputs | seconds | MB |\n|---|---:|---:|---:|", flush=True)
    for target in targets().values():
        if options.target in {target.name, "all"}:
            rng = Random(f"{target.name} {options.seed}")
            most = MAX_CHARACTERS if target.name in {"csv", "score"} else target.most
            found = worst(target.read, floods(attrs.evolve(target, most=most), rng))
            print(
                f"| {target.name} | {found.count:,} | {found.seconds:.2f} "
                f"| {found.memory / 1e6:.0f} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
