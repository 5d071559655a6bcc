"""For scale: other libraries, more workers, more rounds.

A random legal playout in PokerKit, python-chess and heartslib, in turns.  These are different games,
so the figures are no contest.  They show what a move costs in well-maintained rules libraries in pure
Python, measured in the same process.  A library that is not installed (``pip install pokerkit chess``)
is skipped, and the program says so.

Then `simulate`: how much sooner two workers are done than one, and the memory that more rounds take.
"""

from __future__ import annotations

import functools
import importlib
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any, Final, TypeAlias

import attrs

from benchmarks.timed import in_turns
from heartslib import Game, variants
from heartslib.rules import NO_PASSING
from heartslib.simulate import BLOCK, simulate

Play: TypeAlias = Callable[[Callable[[], float]], int]
"""Plays a game, or one deal of it, at random; returns the number of moves."""

MOST_MOVES: Final = 200
"""A game of chess is stopped after so many moves."""


def hearts() -> Play:
    """American Hearts: one hand from the opening lead to the sheet; every state is kept."""
    rules = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    deals = [Game.new(rules).deal(seed=seed) for seed in range(100)]

    def play(random: Callable[[], float]) -> int:
        game, kept = deals[int(random() * len(deals))], list[Game]()
        while game.phase.name == "play":
            kept.append(game)
            cards = game.legal_plays()
            game = game.play(cards[int(random() * len(cards))])
        return len(kept)

    return play


def chess() -> Play:
    """Chess: one mutable board; the legal moves are listed for every choice."""
    module: Any = importlib.import_module("chess")

    def play(random: Callable[[], float]) -> int:
        board = module.Board()
        for move in range(MOST_MOVES):
            moves = list(board.legal_moves)
            if not moves:
                return move
            board.push(moves[int(random() * len(moves))])
        return MOST_MOVES

    return play


def poker() -> Play:
    """No-limit hold'em for six: one deal with random actions; cards are dealt automatically."""
    module: Any = importlib.import_module("pokerkit")
    automations = tuple(module.Automation)

    def play(random: Callable[[], float]) -> int:
        state = module.NoLimitTexasHoldem.create_state(
            automations, True, 0, (1, 2), 2, (200,) * 6, 6,
        )  # fmt: skip
        moves = 0
        while state.status:
            if state.can_fold() and random() < 1 / 4:
                state.fold()
            elif state.can_complete_bet_or_raise_to() and random() < 1 / 4:
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
            moves += 1
        return moves

    return play


ENTRANTS: Final[dict[str, Callable[[], Play]]] = {
    "heartslib, American Hearts": hearts,
    "python-chess, chess": chess,
    "PokerKit, no-limit hold'em": poker,
}


def block(play: Play, seconds: float, seed: int) -> float:
    """Moves per second of processor time, over a block of at least `seconds`."""
    random, clock, moves = Random(seed).random, time.process_time, 0
    start = now = clock()
    while now - start < seconds:
        for _ in range(5):
            moves += play(random)
        now = clock()
    return moves / (now - start)


def rows(seconds: float, rounds: int) -> list[tuple[str, list[float]]]:
    """Moves per second of each library that is installed, a figure for each round."""
    entered: dict[str, Play] = {}
    for name, entrant in ENTRANTS.items():
        try:
            entered[name] = entrant()
        except ImportError as error:
            print(f"{name} is skipped: {error}")
    blocks = [functools.partial(block, play, seconds) for play in entered.values()]
    figures = in_turns(rounds + 1, blocks)
    return [(name, each[1:]) for name, each in zip(entered, figures, strict=True)]  # to warm up


@contextmanager
def threads(count: int) -> Generator[Executor]:
    """Threads of this process."""
    with ThreadPoolExecutor(count) as pool:
        yield pool


@contextmanager
def processes(count: int) -> Generator[Executor]:
    """Processes of this machine."""
    with ProcessPoolExecutor(count) as pool:
        yield pool


@contextmanager
def dask(count: int) -> Generator[Executor]:
    """Dask workers on this machine, a process each; needs ``distributed``."""
    distributed: Any = importlib.import_module("distributed")
    options = {"n_workers": count, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


WORKERS: Final = {"threads": threads, "processes": processes, "Dask workers": dask}


def seconds_with(kind: str, count: int, rounds: int) -> tuple[float, float]:
    """Seconds until such workers have started, and then until `simulate` returns its result."""
    american, start = variants.get("american"), time.perf_counter()
    with WORKERS[kind](count) as executor:
        simulate(american, rounds=2 * count * BLOCK, executor=executor)  # each loads the kernel
        ready = time.perf_counter()
        simulate(american, rounds=rounds, executor=executor)
        return ready - start, time.perf_counter() - ready


def workers(
    rounds: int, repeats: int
) -> Iterator[tuple[str, list[float], list[float], list[float]]]:
    """For each kind: seconds to start two, seconds with two, and how much longer one takes.

    One worker and two are measured in turns, in seconds of the clock: the work of other processes
    counts too, so nothing else should run.
    """
    for kind in WORKERS:
        try:
            turns = [
                [seconds_with(kind, count, rounds) for count in (1, 2)] for _ in range(repeats)
            ]
        except ImportError as error:
            print(f"{kind} are skipped: {error}")
            continue
        starts, seconds = ([two[part] for _, two in turns] for part in (0, 1))
        yield kind, starts, seconds, [one[1] / two[1] for one, two in turns]


PEAK: Final = """
import resource
from heartslib import variants
from heartslib.simulate import simulate
simulate(variants.get("american"), rounds={rounds})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peaks() -> Iterator[tuple[str, float]]:
    """The most memory that a process takes to simulate so many rounds, in MB."""
    simulate(variants.get("american"))  # to compile the kernel takes memory too
    for rounds in (10**5, 10**6, 10**7):
        command = [sys.executable, "-c", PEAK.format(rounds=rounds)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        unit = 1 if sys.platform == "darwin" else 1024
        yield f"{rounds:,} rounds", int(printed.stdout) * unit / 1e6
