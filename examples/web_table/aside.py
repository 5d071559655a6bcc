"""The thread in which the store is asked, so that nobody else waits for a disk or a database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import anyio

from examples.web_table.store import T, Ts


class Aside:
    """Makes calls in a thread: one at a time, and in order.

    Whoever has called goes on, up to their next `await`, before the next call begins.  A call that has
    begun is waited for even by a task that is cancelled.  So what is in memory is what was stored.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "store")
        self._turn = asyncio.Lock()

    async def __call__(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Make a call; return what it returns, or raise what it raises."""
        async with self._turn:
            made = asyncio.get_running_loop().run_in_executor(self._thread, call, *args)
            with anyio.CancelScope(shield=True):
                await asyncio.wait([made])
            return made.result()

    def close(self) -> None:
        """Make no more calls."""
        self._thread.shutdown()
