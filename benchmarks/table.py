"""All benchmarks in one run, as tables in Markdown: the figures of the performance page.

    python benchmarks/table.py
    python benchmarks/table.py --only playouts micro --seconds 0.2 --rounds 5

A whole run takes about eight minutes, most of them in `workers`.  See ``README.md`` in this folder.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

if __package__ in {None, ""}:  # as a program, from the root of a checkout
    sys.path.insert(0, str(Path(__file__).parents[1]))

import heartslib
from benchmarks import many, memory, micro, playouts, sampling, scale

Cell: TypeAlias = str | int | float | Sequence[float]


def printed(title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Print a table with a title; numbers are aligned right."""
    print(f"\n## {title}\n\n| {' | '.join(heads)} |\n|---|{'--:|' * (len(heads) - 1)}")
    for row in rows:
        print(f"| {' | '.join(map(shown, row))} |", flush=True)


def shown(cell: Cell) -> str:
    """A cell as text; for a series of figures the median, the lowest and the highest."""
    match cell:
        case str() | int():
            return str(cell).replace("|", r"\|")
        case float():
            return f"{cell:,.{0 if cell >= 100 else 2}f}"
        case _:
            median, low, high = map(shown, (statistics.median(cell), min(cell), max(cell)))
            return median if low == high else f"{median} ({low} to {high})"


def machine() -> str:
    """The machine, the Python and the version of the library."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(": ")[2] if names else model
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"heartslib {heartslib.__version__}"
    )


def measured(part: str, seconds: float, rounds: int, variant: str) -> None:
    """Measure a part and print its tables."""
    fewer = max(rounds // 2, 1)
    engines = ("engine", "hands/s", "heartslib / engine")
    match part:
        case "playouts":
            title = f"One state at a time, {variant}"
            printed(title, engines, playouts.rows(variant, seconds, rounds))
        case "scale":
            libraries = scale.rows(seconds, rounds)
            printed("Moves in other libraries", ("library", "moves/s"), libraries)
        case "workers":
            columns = ("workers", "start of two, s", "two, s", "one / two")
            shares = scale.workers(10**7, max(rounds // 5, 1))
            printed("Ten million rounds on two workers", columns, shares)
            printed("Memory of `simulate`", ("rounds", "peak, MB"), scale.peaks())
        case "variants":
            heads = ("variant", "plays/s", "variant / american")
            each = playouts.all_variants(seconds / 2, fewer)
            printed("Every variant, one state at a time", heads, each)
        case "micro":
            printed("Single calls", ("call", "unit", "time"), micro.rows(rounds))
        case "memory":
            title = "Memory of a game kept at every ply"
            printed(title, ("game", "bytes a ply"), memory.rows())
        case "many":
            both = many.with_open_spiel(fewer, 2 * seconds)
            printed("Many rounds at once", engines, both)
            printed(
                "Every variant, many rounds at once",
                ("variant", "players", "hands/s", "plays/s", "plays / OpenSpiel's"),
                many.rows(seconds / 2, statistics.median(both[-1][1])),
            )
        case _:
            printed(
                "Drawing hidden hands, microseconds",
                ("view", "Sampler(view)", "draw(rng)", "as_game"),
                sampling.rows(rounds),
            )


PARTS: Final = ("playouts", "scale", "workers", "variants", "micro", "memory", "many", "sampling")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="all benchmarks, or some")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one block")
    parser.add_argument("--rounds", type=int, default=15, help="blocks of each contestant")
    parser.add_argument(
        "--variant", default="american", help="the variant to compare with OpenSpiel"
    )
    options = parser.parse_args(arguments)
    print(machine())
    for part in options.only:
        measured(part, options.seconds, options.rounds, options.variant)


if __name__ == "__main__":
    main()
