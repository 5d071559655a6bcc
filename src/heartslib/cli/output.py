"""What the command line prints, and how it spells what is wrong.

Names and other text may come from a file that somebody else wrote.  A control character in it could move the
cursor or change the colours of the terminal, so none is ever printed.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress

from heartslib.errors import Argument, Call, Change, Seats
from heartslib.show.text import WIDTH, in_letters, one_line, wrapped
from heartslib.words import listed

_NARROWEST = 48
"""The columns that a score sheet needs."""


def complain(sentence: str) -> None:
    """Print what is wrong, on one line; on a terminal that is narrower, on several."""
    if sys.stderr is None:
        return
    columns = sys.maxsize
    if sys.stderr.isatty():
        columns = shutil.get_terminal_size((columns, 0)).columns
    for line in wrapped(f"heartslib: {one_line(sentence)}", width=columns, whole=True):
        print(line, file=sys.stderr)


def drop_output() -> None:
    """Discard what cannot be written: the interpreter would try again when it exits."""
    with suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _as_option(argument: Argument) -> str:
    """An argument as typed: ``--moon add``, ``--partial``."""
    name = argument.name.replace("_", "-")
    value = argument.value
    return f"--{name}" if value is None or value is True else f"--{name} {value}"


def as_entry(argument: Argument) -> str:
    """An argument as written in a file: ``moon: add``, ``partial: true``."""
    name, value = argument
    return name if value is None else f"{name}: {value}".lower()  # true, as JSON spells it


def spelling_with(
    names: Sequence[str] = (), argument: Callable[[Argument], str] = _as_option
) -> Callable[[object], str]:
    """How the command line spells the parts of an error; players by name, if they have names."""

    def spell(part: object) -> str:
        match part:
            case Argument():
                return argument(part)
            case Change(name, value):
                return f"{name} = {value} in a file for --rules"
            case Call():
                return ""
            case Seats(seats) if names:
                return listed([names[seat] for seat in seats])
            case _:
                return str(part)

    return spell


def page_width() -> int:
    """The columns for what is set in columns: those of the terminal, within reason."""
    return min(max(shutil.get_terminal_size((WIDTH, 0)).columns, _NARROWEST), WIDTH)


def _folded(line: str) -> list[str]:
    """A line, or several if the terminal is narrower, the rest of a row below its last column."""
    columns = shutil.get_terminal_size((len(line), 0)).columns
    margin = " " * min(line.rfind("  ") + 2, columns // 2)
    fold = textwrap.TextWrapper(
        columns, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return fold.wrap(line) if len(line) > columns else [line]


def show_text(text: str) -> None:
    """Print text, with red suits in red if rich is installed and the terminal has colours.

    Control characters from files are removed, and letters that the terminal lacks become question
    marks.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        lines += _folded(one_line(line))
    text = "\n".join(lines)
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = in_letters(text).encode(encoding, "replace").decode(encoding)
    try:
        from rich.console import Console  # noqa: PLC0415 - the extra `cli`, if it is installed
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        print(text)
        return
    coloured = Text(text)
    coloured.highlight_regex(r"(10|[*1-9TJQKA])?[♦♥]( (10|[*1-9TJQKA])(?!\S))*", "red")
    coloured.highlight_regex(r"(?m)^\S.*$", "bold")
    console = Console(soft_wrap=True)
    with console.capture() as captured:  # rich would exit on a broken pipe
        console.print(coloured)
    print(captured.get(), end="", flush=True)
