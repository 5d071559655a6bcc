"""All benchmarks in one run, as tables in Markdown: the figures of the performance page.

    python benchmarks/table.py

It takes some three minutes.  ``--quick`` is good for nothing but to see that it runs.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

if __package__ in {None, ""}:  # as a program, from the root of a checkout
    sys.path.insert(0, str(Path(__file__).parents[1]))

import heartslib
from benchmarks import many, memory, micro, playouts, sampling, scale

Cell = str | int | float


def printed(title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """A table with a title; numbers to the right."""
    several = [[str(cell) for cell in row] for row in rows]
    print(f"\n## {title}\n")
    print(f"| {' | '.join(heads)} |")
    print(f"|---|{'--:|' * (len(heads) - 1)}")
    for row in several:
        print(f"| {' | '.join(row)} |", flush=True)


def spread(figures: Sequence[float], digits: int) -> str:
    """The median, and the lowest and the highest."""
    low, high = f"{min(figures):,.{digits}f}", f"{max(figures):,.{digits}f}"
    return f"{statistics.median(figures):,.{digits}f} ({low} to {high})"


def machine() -> str:
    """What it is measured on."""
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


def one_state(seconds: float, rounds: int) -> None:
    """Driven from Python, one state at a time."""
    found = playouts.rows("american", seconds, rounds)
    printed(
        "One state at a time",
        ("engine", "hands/s", "heartslib to it"),
        (
            (name, spread(figures, 0), spread(ratios, 2) if name != found[0][0] else "1")
            for name, figures, ratios in found
        ),
    )
    printed(
        "Moves in other libraries",
        ("library", "moves/s"),
        ((name, spread(figures, 0)) for name, figures in scale.rows(seconds, rounds)),
    )
    printed(
        "Every variant, one state at a time",
        ("variant", "plays/s", "to american"),
        (
            (f"`{slug}`", spread(figures, 0), f"{statistics.median(ratios):.2f}")
            for slug, figures, ratios in playouts.all_variants(seconds / 2, max(rounds // 2, 1))
        ),
    )


def single_calls(repeat: int) -> None:
    """What a call costs, and a kept state."""
    printed(
        "Single calls",
        ("call", "median", "lowest", "unit"),
        (
            (name, f"{statistics.median(each):.2f}", f"{min(each):.2f}", unit)
            for name, unit, each in micro.rows(repeat)
        ),
    )
    printed(
        "Memory of a game kept at every ply",
        ("game", "bytes a ply"),
        ((name, f"{figure:.0f}") for name, figure in memory.rows()),
    )


def many_rounds(seconds: float, rounds: int) -> None:
    """The compiled kernel."""
    rates = many.beside_open_spiel(rounds, seconds)
    ours, theirs = zip(*rates, strict=True)
    printed(
        "Many rounds at once",
        ("engine", "hands/s", "heartslib to it"),
        (
            ("heartslib kernel, `american`", spread(ours, 0), "1"),
            (
                "OpenSpiel's own rollouts",
                spread(theirs, 0),
                spread([one / other for one, other in rates], 1),
            ),
        ),
    )
    # plays a second of each variant beside those of OpenSpiel, whose hands have 52
    base = statistics.median(theirs) * 52
    printed(
        "Every variant, many rounds at once",
        ("variant", "players", "hands/s", "plays/s", "to OpenSpiel's plays"),
        (
            (f"`{slug}`", players, f"{hands:,.0f}", f"{plays:,.0f}", f"{plays / base:.1f}")
            for slug, players, hands, plays in many.rows(seconds / 4)
        ),
    )


def hidden_hands(games: int) -> None:
    """Sampling."""
    printed(
        "Drawing hidden hands, microseconds",
        ("view", "Sampler(view)", "draw(rng)", "as_game"),
        (
            (
                f"`{row.variant}`, {row.players} players, {row.position}",
                f"{row.sampler:.0f}",
                f"{row.draw:.0f}",
                f"{row.as_game:.0f}",
            )
            for row in sampling.table(games)
        ),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; see the module."""
    parser = argparse.ArgumentParser(description="all benchmarks in one run")
    parser.add_argument("--quick", action="store_true", help="only to see that it runs")
    quick = parser.parse_args(arguments).quick
    print(machine())
    one_state(0.05 if quick else 0.5, 2 if quick else 15)
    single_calls(2 if quick else 15)
    many_rounds(0.1 if quick else 1.0, 2 if quick else 7)
    hidden_hands(1 if quick else 9)


if __name__ == "__main__":
    main()
