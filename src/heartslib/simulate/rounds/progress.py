"""A line for people who wait: for the compiler, or for many rounds."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Generator, Iterable
from typing import TypeVar

Part = TypeVar("Part")

PATIENCE = 1.5
"""After how many seconds a line on a terminal says why nothing happens."""

COMPILING = "compiling the kernel: 10 to 20 seconds, once after each installation"
"""What it says when compiled code is used for the first time."""


@contextlib.contextmanager
def explained(reason: str) -> Generator[None]:
    """Print a reason on standard error if that is a terminal and the block is slow to finish."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(PATIENCE, print, [reason], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def with_bar(parts: Iterable[Part], count: int, what: str = "rounds") -> Iterable[Part]:
    """The parts, with a bar on standard error if that is a terminal and rich is installed."""
    try:
        from rich.console import Console  # noqa: PLC0415 - an extra
        from rich.progress import track  # noqa: PLC0415
    except ImportError:
        return parts
    console = Console(stderr=True)
    return track(parts, what, total=count, console=console, disable=not console.is_terminal)
