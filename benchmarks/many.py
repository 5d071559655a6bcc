"""Many rounds at once: the kernel beside OpenSpiel's own rollouts, in one process, in turns.

    python benchmarks/many.py --rounds 7 --seconds 1

Both play random hands of four, dealt beforehand and without a pass for OpenSpiel, dealt anew for
each hand for heartslib.  OpenSpiel plays them inside of C++: its Monte Carlo bot is asked for one
simulation with many rollouts.  Then every variant, in hands and in plays a second.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import attrs
import numpy as np

import heartslib
from heartslib import Rules, variants
from heartslib.rules import NO_PASSING
from heartslib.simulate import kernel
from heartslib.simulate.lowering import lowered


def kernel_hands(rules: Rules, players: int) -> Callable[[int], int]:
    """A function that plays so many random hands and says how many cards were played."""
    table = lowered(rules, players)
    sets, numbers = np.zeros(kernel.S_SIZE, np.uint64), np.zeros(kernel.N_SIZE, np.int64)
    work = np.zeros(kernel.W_SIZE, np.int64)
    policies, log = np.zeros(players, np.int64), np.zeros((0, 2), np.uint64)
    state = {"first": 0}

    def play(count: int) -> int:
        points, moons = np.zeros((count, players), np.int64), np.zeros(count, np.int64)
        kernel.play_rounds(
            table.numbers, table.cards, sets, numbers, work, np.uint64(1), np.int64(state["first"]),
            policies, points, moons, np.zeros_like(moons), log,
        )  # fmt: skip
        state["first"] += count
        return int(numbers[kernel.PLAYS])

    return play


def open_spiel_hands() -> Callable[[int], int] | None:
    """A function that plays so many random hands in OpenSpiel's C++; None without OpenSpiel."""
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("hearts(pass_cards=false)")
    rng = Random(1)
    state: Any = game.new_initial_state()
    while state.is_chance_node():
        actions, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, shares)[0])

    def play(count: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(count, rng.randrange(1 << 30))
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, rng.randrange(1 << 30), False)
        bot.step(state)
        return 52

    return play


def per_second(play: Callable[[int], int], seconds: float) -> float:
    """Hands a second, measured over about so many seconds of processor time."""
    count, spent = 100, 0.0
    while True:
        start = time.process_time()
        play(count)
        spent = time.process_time() - start
        if spent >= seconds / 2:
            return count / spent
        count = int(count * min(10, max(2, seconds / max(spent, 1e-3))))


def beside_open_spiel(rounds: int, seconds: float) -> list[tuple[float, float]]:
    """Hands a second of the kernel and of OpenSpiel, or NaN without it, for each round."""
    american = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    ours, theirs = kernel_hands(american, 4), open_spiel_hands()
    start = time.perf_counter()
    ours(10)
    print(f"first call, compiled or read from disk: {time.perf_counter() - start:.1f} s")
    return [
        (per_second(ours, seconds), per_second(theirs, seconds) if theirs else float("nan"))
        for _ in range(rounds)
    ]


def rows(seconds: float) -> Iterator[tuple[str, int, float, float]]:
    """Every variant with every number of players: slug, players, hands and plays a second."""
    for slug, rules in variants.all().items():
        for players in rules.players:
            play = kernel_hands(rules, players)
            rate = per_second(play, seconds)
            yield slug, players, rate, rate * play(1000)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="many rounds at once")
    parser.add_argument("--rounds", type=int, default=7, help="blocks of each contestant")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a block")
    options = parser.parse_args(arguments)
    print(f"{platform.platform()}, CPython {platform.python_version()}")
    print(f"heartslib {heartslib.__version__}, one core")
    rates = beside_open_spiel(options.rounds, options.seconds)
    for name, place in (("heartslib kernel, american", 0), ("OpenSpiel, own rollouts", 1)):
        values = [rate[place] for rate in rates]
        print(f"{name:<28} {statistics.median(values):>11,.0f} hands/s "
              f"({min(values):,.0f} to {max(values):,.0f})")  # fmt: skip
    ratios = [one / other for one, other in rates]
    print(
        f"{'ratio':<28} {statistics.median(ratios):>11.1f} ({min(ratios):.1f} to {max(ratios):.1f})"
    )
    base = statistics.median(rate[0] for rate in rates) * 52
    print(f"\n{'variant':<24} {'players':>7} {'hands/s':>10} {'plays/s':>12} {'to american':>11}")
    for slug, players, rate, plays in rows(options.seconds / 4):
        print(f"{slug:<24} {players:>7} {rate:>10,.0f} {plays:>12,.0f} {plays / base:>11.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
