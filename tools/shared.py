"""What the long checks share: how long they run, and rulebooks composed at random."""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from typing import Final, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from heartslib import Rules
from tests.helpers.strategies import houses

_T = TypeVar("_T")
_PATIENT: Final = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
_BATCHES: Final = (8, 100)


def add_bounds(
    parser: argparse.ArgumentParser, unit: str, default: int, where: str = "in all"
) -> None:
    """Options for how long a command runs: ``--rounds`` or whatever `unit` is, and ``--minutes``."""
    meaning = f"how many {unit} {where}; default: {default}, or no bound with --minutes"
    parser.add_argument(f"--{unit}", dest="most", type=int, metavar="N", help=meaning)
    parser.add_argument("--minutes", type=float, help="stop after so many minutes")
    parser.add_argument("--seed", type=int, default=1, help="another seed tries other things")
    parser.set_defaults(usually=default)


class Budget:
    """How much a command may still do.

    Attributes:
        most: The most things in all; None for no bound.
        done: How many have been done.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.most: int | None = options.most
        if options.most is None and options.minutes is None:
            self.most = options.usually
        self.done = 0
        self._began = time.monotonic()
        self._seconds: float | None = None if options.minutes is None else 60 * options.minutes

    @property
    def seconds(self) -> float:
        """How long the command has run."""
        return time.monotonic() - self._began

    @property
    def left(self) -> bool:
        """Whether there is more to do, and time for it."""
        if self._seconds is not None and self.seconds >= self._seconds:
            return False
        return self.most is None or self.done < self.most


def examples(strategy: st.SearchStrategy[_T], count: int, number: int) -> list[_T]:
    """About that many examples of a strategy; the same number draws the same ones."""
    found: list[_T] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=_PATIENT,
    )
    @given(strategy)
    def collect(example: _T) -> None:
        found.append(example)

    collect()
    return found


def composed(number: int) -> Iterator[Rules]:
    """Rulebooks composed at random, without end; the same number composes the same ones."""
    for batch in itertools.count():
        count = _BATCHES[batch > 0]
        yield from dict.fromkeys(examples(houses(), count, number + (batch << 64)))
