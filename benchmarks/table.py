"""All benchmarks in one run, as tables in Markdown: the figures of the performance page.

    python benchmarks/table.py
    python benchmarks/table.py --only playouts micro --seconds 0.2 --rounds 5

All of it takes some three minutes.  See ``README.md`` beside this file.
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


def turns(options: argparse.Namespace) -> None:
    """Driven from Python, one state at a time."""
    found = playouts.rows(options.variant, options.seconds, options.rounds)
    printed(
        f"One state at a time, {options.variant}",
        ("engine", "hands/s", "heartslib to it"),
        (
            (name, spread(figures, 0), spread(ratios, 2) if name != found[0][0] else "1")
            for name, figures, ratios in found
        ),
    )


def other_games(options: argparse.Namespace) -> None:
    """Libraries of rules for other games."""
    printed(
        "Moves in other libraries",
        ("library", "moves/s"),
        ((name, spread(each, 0)) for name, each in scale.rows(options.seconds, options.rounds)),
    )


def all_variants(options: argparse.Namespace) -> None:
    """Each variant, one state at a time."""
    rows = playouts.all_variants(options.seconds / 2, max(options.rounds // 2, 1))
    printed(
        "Every variant, one state at a time",
        ("variant", "plays/s", "to american"),
        (
            (f"`{slug}`", spread(figures, 0), f"{statistics.median(ratios):.2f}")
            for slug, figures, ratios in rows
        ),
    )


def single_calls(options: argparse.Namespace) -> None:
    """What a call costs."""
    printed(
        "Single calls",
        ("call", "median", "lowest", "unit"),
        (
            (name, f"{statistics.median(each):.2f}", f"{min(each):.2f}", unit)
            for name, unit, each in micro.rows(options.rounds)
        ),
    )


def kept_states(_: argparse.Namespace) -> None:
    """What a kept state takes."""
    printed(
        "Memory of a game kept at every ply",
        ("game", "bytes a ply"),
        ((name, f"{figure:.0f}") for name, figure in memory.rows()),
    )


def many_rounds(options: argparse.Namespace) -> None:
    """The compiled kernel."""
    rates = many.beside_open_spiel(max(options.rounds // 2, 1), 2 * options.seconds)
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
            for slug, players, hands, plays in many.rows(options.seconds / 2)
        ),
    )


def hidden_hands(options: argparse.Namespace) -> None:
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
            for row in sampling.table(options.rounds)
        ),
    )


PARTS = {
    "playouts": turns,
    "scale": other_games,
    "variants": all_variants,
    "micro": single_calls,
    "memory": kept_states,
    "many": many_rounds,
    "sampling": hidden_hands,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; see the module."""
    parser = argparse.ArgumentParser(description="all benchmarks, or some")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=[*PARTS], metavar="PART")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one block")
    parser.add_argument("--rounds", type=int, default=15, help="blocks of each contestant")
    parser.add_argument("--variant", default="american", help="played out beside OpenSpiel")
    options = parser.parse_args(arguments)
    print(machine())
    for part in options.only:
        PARTS[part](options)


if __name__ == "__main__":
    main()
