"""Choose a face for the terminal, and play.

What differs from terminal to terminal is settled here, once: its letters, its size, its keys.
"""

from __future__ import annotations

import codecs
import contextlib
import importlib
import shutil
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import cast

from heartslib.cards import Suit
from heartslib.errors import HeartsError, installing
from heartslib.show.text import WIDTH, wrapped
from heartslib.terminal.plain import Plain
from heartslib.terminal.session import Face, Session, last_round, play
from heartslib.terminal.sitting import Sitting


def start(
    table: Sitting, *, plain: bool = False, rounds: int | None = None, file: Path | None = None
) -> Session:
    """Play in the terminal until the game is over or the human leaves.

    Args:
        table: The game.
        plain: Whether to use sentences even if the table could be drawn.
        rounds: The number of rounds after which the game ends; None if only the rules end it.
        file: The file from which the game was read.

    Raises:
        HeartsError: Standard input or output is closed.
    """
    if sys.stdin is None or sys.stdout is None:
        raise HeartsError("standard input or output is closed, so nobody can play")
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _SHOWABLE)):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            # what cannot be shown or read is replaced, and does not end the game
            reconfigure(errors=errors)
    with contextlib.suppress(ImportError):
        importlib.import_module("readline")  # lets `input` edit its line
    face = Plain(_say) if plain else _chosen_face()
    session = Session(table, face.voice, last_round(table, rounds), file)
    with _interrupt_allowed():
        return play(face, session, input)


def _say(line: str) -> None:
    """Print a line, or several where the terminal is narrower: they end between words."""
    columns = shutil.get_terminal_size((sys.maxsize, 0)).columns
    parts = wrapped(line, width=columns, whole=True) or [""]
    sys.stdout.write("\n".join([*parts, ""]))


_SHOWABLE = "heartslib-showable"


def _showable(error: UnicodeError) -> tuple[str, int]:
    """A hyphen for a minus sign, and a question mark for anything else that cannot be shown."""
    wrong = cast("UnicodeEncodeError", error)
    text = wrong.object[wrong.start : wrong.end]
    return "".join("-" if letter == "−" else "?" for letter in text), wrong.end


codecs.register_error(_SHOWABLE, _showable)


@contextlib.contextmanager
def _interrupt_allowed() -> Generator[None]:
    """Let the interrupt key work on a terminal even if the program was started to ignore it."""
    if not sys.stdin.isatty() or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chosen_face() -> Face:
    """The drawn table, or sentences if it cannot be drawn."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Plain(_say)
    try:
        from rich.console import Console  # noqa: PLC0415 - the extra `cli`

        from heartslib.terminal import screen  # noqa: PLC0415
    except ImportError:
        reason = f"rich is not installed ({installing('cli')})"
    else:
        console = Console(highlight=False)
        if console.width >= WIDTH and console.height >= screen.HEIGHT:
            return screen.Screen(console, letters=not _has_symbols())
        reason = f"the terminal is smaller than {WIDTH} columns and {screen.HEIGHT} lines"
    face = Plain(_say)
    face.say(f"The table cannot be drawn: {reason}.")
    return face


def _has_symbols() -> bool:
    try:
        Suit.SPADES.symbol.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
