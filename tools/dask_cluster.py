"""Simulate on a real Dask cluster on this machine: ``python -m tools.dask_cluster``.

The result must be the same as without it, even if a worker is killed on the way.  Needs
``pip install distributed``.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from heartslib import variants
from heartslib.simulate import simulate


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare; the exit status is 1 for a difference."""
    dask: Any = importlib.import_module("dask.distributed")
    parser = argparse.ArgumentParser(description="the same result on a Dask cluster")
    parser.add_argument("--rounds", type=int, default=2_000_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    rules = variants.get("american")
    alone = simulate(rules, rounds=options.rounds, seed=1)
    with (
        dask.LocalCluster(n_workers=options.workers, threads_per_worker=1) as cluster,
        dask.Client(cluster) as client,
    ):
        start = time.perf_counter()
        same = simulate(rules, rounds=options.rounds, seed=1, executor=client.get_executor())
        print(
            f"{options.workers} workers: {time.perf_counter() - start:.1f} s, equal: {same == alone}"
        )
        victim = int(next(iter(client.run(os.getpid).values())))
        threading.Timer(0.3, os.kill, (victim, signal.SIGKILL)).start()
        again = simulate(rules, rounds=options.rounds, seed=1, executor=client.get_executor())
        print(f"one worker killed on the way: equal: {again == alone}")
    return 0 if same == alone == again else 1


if __name__ == "__main__":
    sys.exit(main())
