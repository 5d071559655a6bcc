"""Many rounds at once: the kernel compared with OpenSpiel's own rollouts, in one process, in turns.

Both play random hands of four without a pass.  OpenSpiel plays one dealt hand many times, within C++:
its Monte Carlo bot is asked for one simulation with many rollouts.  The kernel deals every hand.
Then comes every variant, in hands and plays per second.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import attrs
import numpy as np

from heartslib import Rules, variants
from heartslib.rules import NO_PASSING, PLAYED_OUT
from heartslib.simulate import kernel, simulate
from heartslib.simulate.lowering import lowered


def kernel_hands(rules: Rules, players: int) -> Callable[[int], int]:
    """A function that plays `count` random hands and returns the number of plays in a hand."""
    table = lowered(rules, players)
    sets, numbers = np.zeros(kernel.S_SIZE, np.uint64), np.zeros(kernel.N_SIZE, np.int64)
    work = np.zeros(kernel.W_SIZE, np.int64)
    policies = np.zeros(players, np.int64)
    state = {"first": 0}

    def play(count: int) -> int:
        points, moons = np.zeros((count, players), np.int64), np.zeros(count, np.int64)
        kernel.play_rounds(
            table.numbers, table.cards, sets, numbers, work, np.uint64(1), np.int64(state["first"]),
            np.int64(1), policies, points, moons, np.zeros_like(moons), None, True if table.plain else None, table.layers,
        )  # fmt: skip
        state["first"] += count
        return int(numbers[kernel.PLAYS])

    return play


def open_spiel_hands() -> Callable[[int], int] | None:
    """The same with OpenSpiel's rollouts; None if OpenSpiel is not installed."""
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
    """Hands per second, measured over about `seconds` of processor time."""
    count, spent = 100, 0.0
    while True:
        start = time.process_time()
        play(count)
        spent = time.process_time() - start
        if spent >= seconds / 2:
            return count / spent
        count = int(count * min(10, max(2, seconds / max(spent, 1e-3))))


def with_open_spiel(rounds: int, seconds: float) -> list[tuple[str, list[float], list[float]]]:
    """The kernel and OpenSpiel: by round, hands per second (NaN without OpenSpiel) and ratios."""
    american = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    ours, theirs = kernel_hands(american, 4), open_spiel_hands()
    start = time.perf_counter()
    ours(10)
    print(f"first call, compiled or read from disk: {time.perf_counter() - start:.1f} s")
    kernel, users, others = list[float](), list[float](), list[float]()
    for _ in range(rounds):  # in turns
        kernel.append(per_second(ours, seconds))
        users.append(per_second(simulated(american), seconds))
        others.append(per_second(theirs, seconds) if theirs else float("nan"))
    ratios = [one / other for one, other in zip(kernel, others, strict=True)]
    slower = [one / other for one, other in zip(kernel, users, strict=True)]
    return [
        ("heartslib kernel, `american`", kernel, [1.0]),
        ("`simulate`, `american`", users, slower),
        ("OpenSpiel", others, ratios),
    ]


def simulated(rules: Rules) -> Callable[[int], int]:
    """A function that plays `count` random hands as a user does, and counts their points."""

    def play(count: int) -> int:
        return simulate(rules, rounds=count).rounds

    return play


def rows(seconds: float, other: float) -> Iterator[tuple[str, int, float, float, float]]:
    """Every variant, or each of its contracts, in hands and plays per second.

    Every number of players is measured.

    Args:
        seconds: How long each is measured.
        other: OpenSpiel's hands per second, of 52 plays each, to compare with.
    """
    for slug, variant in variants.all().items():
        for rules, contract in zip(variant.rulebooks, variant.contract_names or ("",), strict=True):
            name = f"`{slug}` {contract}".rstrip()
            for players in rules.players:
                whole_round = attrs.evolve(rules, round_end=PLAYED_OUT)
                play = kernel_hands(whole_round, players)
                rate = per_second(play, seconds)
                plays = rate * play(1000)
                yield name, players, rate, plays, plays / (52 * other)
