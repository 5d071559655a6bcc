"""The files that commands read, or standard input for ``-``: UTF-8 of bounded length.

No more is read than shows that a file is too long, since a name may be that of a device that never ends.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from heartslib.errors import HeartsError, cause, quoted
from heartslib.formats._json import parse_json
from heartslib.game import Game
from heartslib.record import MAX_CHARACTERS, loads
from heartslib.rules import Rules

_LONGEST_PATH = 4096


def text_of(file: str, most: int = MAX_CHARACTERS) -> str:
    """The text of a file, or of standard input for ``-``, without a byte order mark."""
    name = "standard input" if file == "-" else quoted_path(file)
    try:
        data = _first_bytes(file, most + 1)
    except FileNotFoundError:
        raise HeartsError(f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        raise HeartsError(f"{name} cannot be read: {cause(error)}") from None
    if len(data) > most:
        raise HeartsError(f"{name} is too long: more than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HeartsError(f"{name} is not text in UTF-8") from None


def quoted_path(file: str) -> str:
    """The name of a file in quotes."""
    return quoted(file, _LONGEST_PATH)


def _first_bytes(file: str, most: int) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise ValueError("it is closed")
        return sys.stdin.buffer.read(most)
    with Path(file).open("rb") as stream:
        return stream.read(most)


def saved_game(text: str, named: Rules | None) -> Game | None:
    """The saved game that a file holds; None if it holds recorded rounds."""
    value = parse_json(text)
    # recorded rounds have a format, too, but hands or rounds besides
    if not isinstance(value, dict) or "format" not in value or value.keys() & {"hands", "rounds"}:
        return None
    if named is not None:
        raise HeartsError("a saved game has its own rules: leave out VARIANT and --rules")
    saved = value.get("game")  # of `heartslib play`, with its record inside
    return loads(text if saved is None else json.dumps(saved))
