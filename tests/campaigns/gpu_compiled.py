"""Compile the kernel for a GPU, where there is none: the simulator does not see what a GPU's compiler refuses.

    python -m tests.campaigns.gpu_compiled

It needs the extra ``cuda``, and no driver.  Every function that is launched is compiled for compute
capability 9.0, for one pack and for two.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from heartslib import variants
from heartslib.simulate.lowering import KernelTables, lowered
from heartslib.simulate.targets import cuda

CAPABILITY: Final = (9, 0)


def launched(table: KernelTables) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Each function that is launched, with arguments like those that it is given."""
    players, seed, number = table.players, np.uint64(1), np.int64(1)
    line, grid, cube = (np.zeros((2,) * size, np.int64) for size in (1, 2, 3))
    sets, numbers = np.zeros((2, 2), np.uint64, order="F"), np.zeros((2, 2), np.int64, order="F")
    done, planes = np.zeros(2, np.bool_), np.zeros((2, 3 + 3 * players, 52), np.uint8)
    rules, copies = (table.numbers, table.cards), len(table.layers)
    of: Any = cuda._launched  # pyright: ignore[reportPrivateUsage]
    rounds = (seed, number, number, line, grid, line, line)
    for plain in {False, table.plain}:
        function = of("play_rounds", *table.sizes, copies, plain=plain)
        yield "play_rounds", function, (*rules, *rounds)
    own: dict[str, tuple[Any, ...]] = {
        "play_match": (seed, number, number, number, grid, grid, grid, cube),
        "play_out": (seed, np.zeros((2, 2), np.uint64), grid, line, line, number, line, grid),
    }
    for name, given in own.items():
        yield name, of(name, *table.sizes, copies), (*rules, given)
    kept: dict[str, tuple[Any, ...]] = {
        "find_illegal": (line, line),
        "begin_rounds": (seed, number, line, grid, done, grid, planes),
        "step_rounds": (seed, line, line, number, number, grid, done, grid, planes),
    }
    for name, given in kept.items():
        yield name, of(name, 0, 0, table.sizes[2], copies), (*rules, sets, numbers, given)
    yield "extent", cuda._extent, (grid, line)  # pyright: ignore[reportPrivateUsage]
    tally = (grid, line, line, line, cube, cube, grid)
    yield "tally", cuda._tally, tally  # pyright: ignore[reportPrivateUsage]


def main() -> int:
    """Compile each function, and print how long that took and how much code came of it.

    Returns:
        The exit status: 1 if this is the simulator, which compiles nothing.
    """
    if cuda.SIMULATED:
        print("numba's simulator compiles nothing: run it without NUMBA_ENABLE_CUDASIM")
        return 1
    numba: Any = importlib.import_module("numba")
    numba_cuda: Any = importlib.import_module("numba.cuda")
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    device = SimpleNamespace(compute_capability=CAPABILITY)
    dispatcher.get_current_device = lambda: device  # the only thing that is asked of one
    for slug, players in (("american", 4), ("cancellation", 6)):
        for name, function, given in launched(lowered(variants.get(slug), players)):
            start = time.monotonic()
            signature = numba.void(*map(numba.typeof, given))
            code, _ = numba_cuda.compile_ptx(function.py_func, signature, cc=CAPABILITY)
            seconds = time.monotonic() - start
            print(f"{slug} {name}: {len(code):,} characters in {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
