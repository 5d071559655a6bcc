"""A line for people who wait."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Generator
from typing import Final

PATIENCE: Final = 1.5
"""After how many seconds a line on a terminal says why nothing happens."""

COMPILING: Final = "compiling the kernel: 10 to 20 seconds, once after each installation"
"""What it says when compiled code is used for the first time."""


@contextlib.contextmanager
def explained(reason: str) -> Generator[None]:
    """Print a reason on standard error if that is a terminal and the block is slow to finish."""
    if not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(PATIENCE, print, [reason], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
