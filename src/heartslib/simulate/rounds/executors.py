"""Blocks of work on any executor.

Results come in the order of the blocks, whichever is finished first, so that adding them up gives the same
numbers each time.  A block does not depend on who plays it: what a lost worker had is simply played again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice, starmap
from typing import Any, TypeVar

from heartslib.errors import HeartsError
from heartslib.simulate.rounds.progress import explained

ATTEMPTS = 3
"""How often a block is tried if the executor loses it."""

AHEAD = 1_000
"""How many blocks an executor is given before the first one is awaited."""

Part = TypeVar("Part")


def in_blocks(
    play: Callable[..., Part],
    jobs: Iterable[tuple[Any, ...]],
    executor: Executor | None,
    slow: str = "",
) -> Iterator[Part]:
    """The results of blocks in their order, each as soon as it is ready.

    Args:
        play: Plays a block.
        jobs: What it is given for each block.
        executor: Plays the blocks; None plays them in this thread.
        slow: What a terminal says if the first block is slow to come.
    """
    parts = _played(play, jobs, executor)
    # only the first block can be slow to come: the compiler works before it
    if slow:
        with explained(slow):
            first = [*islice(parts, 1)]
        yield from first
    yield from parts


def _played(
    play: Callable[..., Part], jobs: Iterable[tuple[Any, ...]], executor: Executor | None
) -> Iterator[Part]:
    """The results of blocks in their order."""
    if executor is None:
        yield from starmap(play, jobs)
        return
    # lazily: a run may have more blocks than an executor should hold at once
    submitted = ((job, executor.submit(play, *job)) for job in jobs)
    waiting = deque(islice(submitted, AHEAD))
    while waiting:
        yield _result(executor, play, *waiting.popleft())
        waiting.extend(islice(submitted, 1))


def _result(
    executor: Executor, play: Callable[..., Part], job: tuple[Any, ...], future: Future[Part]
) -> Part:
    """The result of a block; a lost block is tried again, in the end in this thread."""
    for _ in range(ATTEMPTS - 1):
        try:
            return future.result()
        except HeartsError:  # it would fail anywhere
            raise
        except Exception:  # noqa: BLE001 - whatever loses work: a broken pool, a lost machine
            try:
                future = executor.submit(play, *job)
            except RuntimeError:  # the executor is shut down
                break
    return play(*job)
