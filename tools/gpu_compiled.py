"""Compile the kernel for a GPU, where there is none: the simulator does not see what a GPU's compiler refuses.

    python -m tools.gpu_compiled --ptxas PATH

It needs the extra ``cuda``, and no driver.  Every function that is launched is compiled for compute
capability 9.0, for one pack and for two.  With CUDA's assembler, ``ptxas``, it also prints the registers
and the bytes of local memory that a thread takes, and the bytes that are spilled.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import importlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from heartslib import variants
from heartslib.simulate.lowering.rules import KernelTables, lowered
from heartslib.simulate.targets import cuda

CAPABILITY: Final = (9, 0)


def launched(table: KernelTables) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Each function that is launched, with arguments like those that it is given."""
    players, seed, number = table.players, np.uint64(1), np.int64(1)
    line, grid, cube = (np.zeros((2,) * size, np.int64) for size in (1, 2, 3))
    sets, numbers = np.zeros((2, 2), np.uint64, order="F"), np.zeros((2, 2), np.int64, order="F")
    done, planes = np.zeros(2, np.bool_), np.zeros((2, 3 + 3 * players, 52), np.uint8)
    rules, copies = table.arrays, len(table.layers)
    room: Any = cuda._room  # pyright: ignore[reportPrivateUsage]
    sizes = [*map(room, table.sizes)]
    of: Any = cuda._launched  # pyright: ignore[reportPrivateUsage]
    rounds = (seed, number, number, line, grid, line, line)
    own: dict[str, tuple[Any, ...]] = {
        "play_fully": rounds,
        "play_plainly": rounds,
        "play_match": (seed, number, number, number, number, grid, grid, grid, cube),
        "play_out": (seed, np.zeros((2, 2), np.uint64), grid, line, line, number, line, grid),
    }
    for name, given in own.items():
        yield name, of(name, *sizes, copies), (*rules, given)
    kept: dict[str, tuple[Any, ...]] = {
        "find_illegal": (line, line),
        "begin_rounds": (seed, number, line, grid, done, grid, planes),
        "step_rounds": (seed, line, line, number, number, grid, done, grid, planes),
    }
    for name, given in kept.items():
        yield name, of(name, 0, 0, sizes[2], copies), (*rules, sets, numbers, given)
    yield "extent", cuda.extent, (grid, line)
    tally = (grid, line, line, line, cube, cube, grid)
    yield "tally", cuda.tally, tally


def assembled(code: str, ptxas: str) -> str:
    """The registers, local memory and spills of a function."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "kernel.ptx")
        file.write_text(code, encoding="utf-8")
        command = [ptxas, "-v", "-arch=sm_90", str(file), "-o", str(Path(folder, "kernel.cubin"))]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stderr  # noqa: S603
    spilled = sum(map(int, re.findall(r"(\d+) bytes spill stores", said)))
    stack = max(map(int, re.findall(r"(\d+) bytes stack frame", said)))
    registers = max(map(int, re.findall(r"Used (\d+) registers", said)))
    return f", {registers} registers, {stack} bytes of local memory, {spilled} spilled"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile each function, and print how long that took and how much code came of it.

    Returns:
        The exit status: 1 if this is the simulator, which compiles nothing.
    """
    parser = argparse.ArgumentParser(
        description="the kernel, compiled for a GPU where there is none"
    )
    parser.add_argument("--ptxas", metavar="PATH", help="CUDA's assembler")
    ptxas = parser.parse_args(arguments).ptxas
    if cuda.SIMULATED:
        print("numba's simulator compiles nothing: run it without NUMBA_ENABLE_CUDASIM")
        return 1
    numba: Any = importlib.import_module("numba")
    numba_cuda: Any = importlib.import_module("numba.cuda")
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    device = SimpleNamespace(compute_capability=CAPABILITY)
    dispatcher.get_current_device = lambda: device  # the only thing that is asked of one
    for slug, players in (("american", 4), ("cancellation", 6)):
        for name, function, given in launched(lowered(variants.get(slug).at(players).in_force)):
            start = time.monotonic()
            signature = numba.void(*map(numba.typeof, given))
            code, _ = numba_cuda.compile_ptx(function.py_func, signature, cc=CAPABILITY)
            seconds = time.monotonic() - start
            more = assembled(code, ptxas) if ptxas else ""
            print(f"{slug} {name}: {len(code):,} characters in {seconds:.0f} s{more}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
