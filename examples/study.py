"""A study: how often the moon is shot, what the opening lead costs, which two to remove.

Run it: ``python examples/study.py --rounds 1e6``.  It needs the extra ``fast``, and prints tables in
Markdown.  With an NVIDIA GPU and the extra ``cuda``: ``--rounds 1e10 --engine cuda``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import attrs

from heartslib import Rules, variants
from heartslib.rules import NO_PASSING, Pack, Removals
from heartslib.simulate import CannotLower, Result, simulate

POLICIES = ("random", "duck")
"""How the seats play."""


def with_error(value: float, error: float, digits: int) -> str:
    """A figure with its standard error."""
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def moons(rounds: int, engine: str) -> Iterator[str]:
    """How often the moon is shot, and what the lead costs, in every variant that the kernel plays."""
    yield "| variant | players | moons, random, % | moons, duck, % | lead costs, duck |"
    yield "|---|--:|--:|--:|--:|"
    for slug, rules in variants.all().items():
        players = rules.usual_players
        try:
            random, duck = (
                simulate(rules, rounds=rounds, players=players, policy=policy, engine=engine)
                for policy in POLICIES
            )
        except CannotLower:  # a pool or a stock, which the kernel does not know
            continue
        yield (
            f"| `{slug}` | {players} | {percent(random)} | {percent(duck)} "
            f"| {with_error(duck.lead_cost, duck.lead_error, 3)} |"
        )


def percent(result: Result) -> str:
    """The rate of moons."""
    return with_error(100 * result.moon_rate, 100 * result.moon_error, 3)


def removals(rounds: int, engine: str) -> Iterator[str]:
    """Three players, with one of the twos removed so that 51 cards are left."""
    american = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    yield "| removed | players | moons, % | deviation of points | lead costs |"
    yield "|---|---|--:|--:|--:|"
    for card in ("2D", "2C", "2S", "2H"):
        rules = attrs.evolve(american, deck=Pack(removals=Removals({3: card})), players=3)
        for policy in POLICIES:
            yield removed(rules, rounds, card, policy, engine)


def removed(rules: Rules, rounds: int, card: str, policy: str, engine: str) -> str:
    """A row of that table."""
    result = simulate(rules, rounds=rounds, policy=policy, engine=engine)
    spread = sum(result.deviations) / len(result.deviations)
    return (
        f"| {card} | {policy} | {percent(result)} | {spread:.2f} "
        f"| {with_error(result.lead_cost, result.lead_error, 3)} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both tables.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(description="moons, the opening lead, and the missing two")
    parser.add_argument("--rounds", type=float, default=1e6, help="rounds of each line")
    parser.add_argument("--engine", choices=["kernel", "cuda"], default="kernel")
    options = parser.parse_args(arguments)
    rounds, engine = int(options.rounds), options.engine
    print(f"{rounds:,} rounds each\n")
    print("\n".join(moons(rounds, engine)), end="\n\n")
    print("\n".join(removals(rounds, engine)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
