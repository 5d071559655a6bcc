"""Where the strongest computer players think: in processes of their own.

They take some time for each card, and no table waits for the thoughts of another.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial

import attrs

from examples.web_table.computer import Computer
from heartslib import HeartsError
from heartslib.bots import Choice, MonteCarlo
from heartslib.view import View

log = logging.getLogger(__name__)

GRACE = 2.0
"""How many seconds later than it should a thinking player may answer; then it plays carefully."""


@attrs.define
class Thinking(Computer):
    """Moves for computer players, including those who think.

    Attributes:
        seconds: The longest that a thinking player takes for a card.
        processes: In how many processes thinking players think; 0 for none, as in tests.
    """

    seconds: float = 1.0
    processes: int = attrs.field(factory=lambda: max((os.cpu_count() or 2) - 1, 1))
    _pool: ProcessPoolExecutor | None = None

    async def thought(self, bot: MonteCarlo, view: View) -> Choice | None:
        """The choice of a player who thinks, in a process of its own; None if it has none in time."""
        if not (self.processes and self.seconds):
            return None
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes, multiprocessing.get_context("spawn"), _obey_parent
            )
        think = partial(attrs.evolve(bot, seconds=self.seconds).choice, view)
        try:
            thinking = asyncio.get_running_loop().run_in_executor(self._pool, think)
            return await asyncio.wait_for(thinking, self.seconds + GRACE)
        except TimeoutError:  # the first move compiles the rules, or all processes are busy
            pass
        except BrokenExecutor:
            self.close()
        except HeartsError:
            log.exception("the thinking player has no move")
        return None

    def close(self) -> None:
        """End the processes."""
        pool, self._pool = self._pool, None
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)


def _obey_parent() -> None:
    """Leave Ctrl-C to the server, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 - this is a worker

    def outlive() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=outlive, daemon=True).start()
