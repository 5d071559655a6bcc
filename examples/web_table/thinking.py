"""Where the strongest computer players think: in processes of their own.

They take some time for each card, and no table waits for the thoughts of another.
"""

from __future__ import annotations

import asyncio
import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeAlias, TypeVar

import attrs

from examples.web_table.computer import HINT, Computer
from examples.web_table.store import Ts
from heartslib import Game
from heartslib.bots import Advice, MonteCarlo, advise
from heartslib.moves import Move
from heartslib.review import Review, review
from heartslib.view import View

GRACE = 2.0
"""How many seconds later than it should a thinking player may answer; then its process ends."""

REVIEW = 30.0
"""How many seconds a review may take, if it has to wait for a process, or for the compiler."""

Found = TypeVar("Found")

Process: TypeAlias = tuple[Executor, Future[None]]
"""A process for one thought at a time, so that none is ended with another; and when it is ready."""


@attrs.define
class Thinking(Computer):
    """Moves for computer players, including those who think.

    Attributes:
        seconds: The longest that a thinking player takes for a card.
        processes: In how many processes thinking players think; 0 for none, as in tests.
    """

    seconds: float = 1.0
    processes: int = attrs.field(factory=lambda: max((os.cpu_count() or 2) - 1, 1))
    # Those that are idle; None for one that has yet to be started, or has ended and starts again for
    # the next thought: what ended it may have been one bot, or a machine short of memory for a while.
    _idle: asyncio.LifoQueue[Process | None] = attrs.field(
        init=False, factory=asyncio.LifoQueue[Process | None]
    )

    def __attrs_post_init__(self) -> None:
        """Start no process before it is needed."""
        for _ in range(self.processes):
            self._idle.put_nowait(None)

    async def thought(self, bot: MonteCarlo, view: View) -> Move | None:
        """The move of a player who thinks, in a process of its own; None if there is none in time.

        Raises:
            Exception: Whatever the bot raises, or why there is no process, or none any more.
        """
        if not self.seconds:
            return None
        bot = attrs.evolve(bot, seconds=self.seconds)
        return await self._found(self.seconds + GRACE, _move, bot, view)

    async def advised(self, view: View) -> Advice | None:
        """What a seat should do, from a process; None if there is none in time.

        Raises:
            Exception: Why there is no advice, or why there is no process, or none any more.
        """
        return await self._found(HINT + GRACE, _advice, view)

    async def reviewed(self, game: Game, seat: int) -> Review | None:
        """The last round of a game looked at again for a seat, in a process; None if there is none in time.

        Raises:
            Exception: Why it cannot be reviewed, or why there is no process, or none any more.
        """
        return await self._found(REVIEW, _review, game, seat)

    async def _found(
        self, limit: float, work: Callable[[*Ts, float], Found], *given: *Ts
    ) -> Found | None:
        """What a process finds; None if there is none in time."""
        if not self.processes:
            return None
        try:
            process = await asyncio.wait_for(self._idle.get(), limit)
        except TimeoutError:  # all processes are busy
            return None
        # whoever asked may have left: the process is busy all the same
        return await asyncio.shield(self._found_by(process, limit, work, *given))

    async def _found_by(
        self,
        process: Process | None,
        limit: float,
        work: Callable[[*Ts, float], Found],
        *given: *Ts,
    ) -> Found | None:
        try:
            pool, ready = process = process or started()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.wrap_future(ready), limit)
            if not ready.done():  # it still compiles the rules
                return None
            return await asyncio.wrap_future(pool.submit(work, *given, limit))
        except BrokenExecutor:
            process = None
            raise
        finally:
            self._idle.put_nowait(process)

    def close(self) -> None:
        """End the processes that are idle; the others end with their last thoughts."""
        while not self._idle.empty():
            if process := self._idle.get_nowait():
                process[0].shutdown(wait=False, cancel_futures=True)


def started() -> Process:
    """A new process, which gets ready."""
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _obey_parent)
    return pool, pool.submit(MonteCarlo().make_ready)


def _move(bot: MonteCarlo, view: View, limit: float) -> Move:
    return _within(limit, partial(bot, view))


def _advice(view: View, limit: float) -> Advice:
    return _within(limit, partial(advise, view, seconds=HINT))


def _review(game: Game, seat: int, limit: float) -> Review:
    return _within(limit, partial(review, game, seats=[seat], seconds=HINT))


def _within(limit: float, work: Callable[[], Found]) -> Found:
    """What is found in its process, which ends if that takes too long."""
    faulthandler.dump_traceback_later(limit, exit=True)
    try:
        return work()
    except BaseException as error:  # SystemExit, for one, would end the server, too
        raise RuntimeError(f"the bot raised {error!r}") from error
    finally:
        faulthandler.cancel_dump_traceback_later()


def _obey_parent() -> None:
    """Leave Ctrl-C to the server, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 - this is a worker

    def outlive() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=outlive, daemon=True).start()
