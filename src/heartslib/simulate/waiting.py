"""The compiler: a line for people who wait for it, and the setting that says where its code is kept."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final, TypeVar

from heartslib.errors import HeartsError, cause, shown

Part = TypeVar("Part")

SETTING: Final = "HEARTSLIB_CACHE_DIR"
"""The environment's name of the folder that compiled code is kept in."""

PATIENCE: Final = 1.5
"""After how many seconds a line on a terminal says why nothing happens."""

COMPILING: Final = "compiling the kernel: 10 to 20 seconds, once after each installation"
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


def cache_in(folder: str | os.PathLike[str]) -> None:
    """Keep compiled code in this folder from now on, whatever ``HEARTSLIB_CACHE_DIR`` says.

    Args:
        folder: The folder; it is made if it does not exist.

    Raises:
        HeartsError: It cannot be made or written to.
    """
    try:
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except (OSError, TypeError, ValueError) as error:
        why = cause(error) if isinstance(error, OSError) else error
        raise HeartsError(f"compiled code cannot be kept in {shown(folder)}: {why}") from None
    os.environ[SETTING] = str(path.absolute())
