"""Rounds and plays a second on a GPU: simulated rounds of every variant, batches, and Pgx beside them.

    python benchmarks/gpu.py --rounds 2e8 --batch 2e6

Needs the extras ``cuda`` and ``rl`` and an NVIDIA GPU.  Pgx is measured too if it is installed.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from heartslib import Rules, variants
from heartslib.rl import BatchRounds
from heartslib.simulate import simulate
from heartslib.simulate.rounds.engines import target_of

cuda: Any = importlib.import_module("numba.cuda")
BATCHED = ("american", "turbo", "gong_zhu", "cancellation")
PGX = ("tic_tac_toe", "leduc_holdem", "sparrow_mahjong", "backgammon", "go_9x9")


def seconds(play: Callable[[], object]) -> float:
    """How long the second call takes: the first one compiles."""
    play()
    start = time.perf_counter()
    play()
    return time.perf_counter() - start


def simulated(rounds: int) -> Iterator[str]:
    """Every variant at its usual number of players, at random, counted as `simulate` counts."""
    yield "| variant | players | million rounds/s |"
    yield "|---|--:|--:|"
    for slug, rules in variants.all().items():
        spent = seconds(partial(simulate, rules, rounds=rounds, engine="cuda"))
        yield f"| `{slug}` | {rules.usual_players} | {rounds / spent / 1e6:,.0f} |"


def stepped(size: int) -> Iterator[str]:
    """Batches in which every card comes from outside: the first legal one, found on the GPU."""
    yield "| variant | players | million plays/s |"
    yield "|---|--:|--:|"
    for slug in BATCHED:
        rules = variants.get(slug)
        spent, plays = plays_of(rules, size)
        yield f"| `{slug}` | {rules.usual_players} | {size * plays / spent / 1e6:,.0f} |"


def plays_of(rules: Rules, size: int, plays: int = 100) -> tuple[float, int]:
    """How long so many plays of a batch take: those of the steps alone.

    The cards are chosen by a function of their own between the steps, which is not counted.
    """
    target = target_of("cuda")
    rounds = BatchRounds(rules, size, device="cuda", seed=1)
    cards: Any = target.empty(size, np.int64)
    batch, spent = rounds.reset(), 0.0
    for _ in range(2):
        spent = 0.0
        for _ in range(plays):
            lowest_legal[-(-size // 128), 128](target.array(batch.planes), cards)
            cuda.synchronize()
            start = time.perf_counter()
            batch = rounds.step(cards, check=False)
            cuda.synchronize()
            spent += time.perf_counter() - start
    return spent, plays


@cuda.jit  # type: ignore[untyped-decorator]
def lowest_legal(planes: Any, cards: Any) -> None:
    """The first legal card of each round."""
    row = cuda.grid(1)
    if row < cards.shape[0]:
        cards[row] = -1
        for card in range(51, -1, -1):
            if planes[row, 1, card]:
                cards[row] = card


def finished(jax: Any, run: Callable[[Any], Any], state: Any) -> None:
    """Wait for a run of Pgx."""
    jax.block_until_ready(run(state))


def pgx_steps(batch: int = 1 << 16, steps: int = 50) -> Iterator[str]:
    """Random steps a second of some environments of Pgx, on the same GPU."""
    try:
        jax: Any = importlib.import_module("jax")
        pgx: Any = importlib.import_module("pgx")
    except ImportError:
        yield "Pgx is not installed"
        return
    yield "| Pgx | million steps/s |"
    yield "|---|--:|"
    for name in PGX:
        environment = pgx.make(name)
        step = jax.vmap(environment.step)

        def advanced(_: int, both: Any, step: Any = step) -> Any:
            state, key = both
            key, choose, chance = jax.random.split(key, 3)
            chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            action = jax.random.categorical(choose, chances, axis=-1)
            return step(state, action, jax.random.split(chance, batch)), key

        def run(both: Any, go: Callable[[int, Any], Any] = advanced) -> Any:
            return jax.lax.fori_loop(0, steps, go, both)

        fast = jax.jit(run)
        keys = jax.random.split(jax.random.PRNGKey(0), batch)
        state = jax.jit(jax.vmap(environment.init))(keys), jax.random.PRNGKey(1)
        spent = seconds(partial(finished, jax, fast, state))
        yield f"| {name} | {batch * steps / spent / 1e6:,.0f} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="rounds and plays a second on a GPU")
    parser.add_argument("--rounds", type=float, default=2e8, help="rounds of each variant")
    parser.add_argument("--batch", type=float, default=2e6, help="rounds side by side")
    options = parser.parse_args()
    target_of("cuda")
    print(f"{cuda.get_current_device().name!s}\n")
    for lines in (simulated(int(options.rounds)), stepped(int(options.batch)), pgx_steps()):
        for line in lines:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
