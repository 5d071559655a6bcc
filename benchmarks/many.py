"""Many rounds at once: the kernel, hand-written C and OpenSpiel's own rollouts, in one process, in turns.

All play random hands of four without a pass.  OpenSpiel plays one dealt hand many times, within C++:
its Monte Carlo bot is asked for one simulation with many rollouts.  The kernel deals every hand, and
so does ``limit.c``, which plays the same rounds as the kernel.  Then comes every variant, in hands and
plays per second.
"""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
import numpy as np

from heartslib import Rules, variants
from heartslib.rules import NO_PASSING, PlayedOut
from heartslib.simulate import kernel, simulate
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.targets.cpu import KERNEL

Rounds = Callable[[int, "np.typing.NDArray[np.int64]"], object]
"""Plays as many rounds as an array has rows, from a number on, and writes the points of each."""

SEED: Final = 1
BLOCK: Final = 10_000
"""Rounds whose points are written before the array is used again."""


def by_blocks(play_rounds: Rounds, players: int) -> Callable[[int], None]:
    """A function that plays `count` further rounds."""
    points, first = np.zeros((BLOCK, players), np.int64), 0

    def play(count: int) -> None:
        nonlocal first
        for begin in range(0, count, BLOCK):
            play_rounds(first, points[: count - begin])
            first += len(points[: count - begin])

    return play


def kernel_rounds(rules: Rules, players: int) -> tuple[Rounds, Callable[[], int]]:
    """The kernel's rounds at random, and a function that returns the plays of the last one."""
    table = lowered(rules.at(players).in_force)
    sets, numbers, work = table.space()
    policies = np.zeros(players, np.int64)
    moons, leaders = np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64)

    def play(first: int, points: np.typing.NDArray[np.int64]) -> None:
        KERNEL.play_rounds(
            *table.arrays, sets, numbers, work, np.uint64(SEED), np.int64(first),
            np.int64(1), policies, points, moons, leaders, None, None if table.plain else policies,
            table.layers,
        )  # fmt: skip

    return play, lambda: int(numbers[kernel.PLAYS])


def limit_rounds() -> Rounds | None:
    """The rounds of ``limit.c``; None if there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("hand-written C is skipped: there is no C compiler, cc")
        return None
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, "limit.so")
        source = Path(__file__).with_name("limit.c")
        how = ("-O3", "-march=native", "-shared", "-fPIC", "-o")
        subprocess.run([compiler, *how, str(built), str(source)], check=True)  # noqa: S603
        library = ctypes.CDLL(str(built))

    def play(first: int, points: np.typing.NDArray[np.int64]) -> None:
        library.play_rounds(
            ctypes.c_uint64(SEED), ctypes.c_int64(first), ctypes.c_int64(len(points)),
            ctypes.c_void_p(points.ctypes.data),
        )  # fmt: skip

    return play


def check_equal(one: Rounds, other: Rounds, players: int = 4) -> None:
    """Check that both give every seat the same points in every round.

    Raises:
        AssertionError: They do not.
    """
    points = [np.zeros((BLOCK, players), np.int64) for _ in range(2)]
    one(0, points[0])
    other(0, points[1])
    if (points[0] != points[1]).any():
        raise AssertionError("limit.c does not play the rounds of the kernel")


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


def per_second(play: Callable[[int], object], seconds: float) -> float:
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
    """All contestants: hands per second by round (NaN for one that is missing), and ratios."""
    american = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    of_kernel, _ = kernel_rounds(american, 4)
    in_c = limit_rounds()
    ours, theirs = by_blocks(of_kernel, 4), open_spiel_hands()
    start = time.perf_counter()
    ours(10)
    print(f"first call, compiled or read from disk: {time.perf_counter() - start:.1f} s")
    if in_c:
        check_equal(of_kernel, in_c)
    contestants: dict[str, Callable[[int], object] | None] = {
        "heartslib kernel, `american`": ours,
        "`simulate`, `american`": simulated(american),
        "hand-written C, `american`": by_blocks(in_c, 4) if in_c else None,
        "OpenSpiel": theirs,
    }
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):  # in turns
        for name, play in contestants.items():
            rates[name].append(per_second(play, seconds) if play else float("nan"))
    kernel_rates = rates["heartslib kernel, `american`"]
    return [
        (name, each, [one / other for one, other in zip(kernel_rates, each, strict=True)])
        for name, each in rates.items()
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
                whole_round = attrs.evolve(rules, round_end=PlayedOut())
                play, last_plays = kernel_rounds(whole_round, players)
                rate = per_second(by_blocks(play, players), seconds)
                plays = rate * last_plays()
                yield name, players, rate, plays, plays / (52 * other)
