"""The JSON Schemas of records and messages, and their types for TypeScript.

They are files of the package, in its folder ``schemas``: ``game-record.schema.json`` and so on, and
``heartslib.d.ts``.
"""

from __future__ import annotations

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from heartslib._given import did_you_mean
from heartslib.errors import HeartsError, shown
from heartslib.formats._json import Json

NAMES: Final = (
    "game-record",
    "rulebook",
    "recorded-round",
    "view",
    "move",
    "answer",
    "score-card",
)
"""The names of the schemas."""


def folder() -> Traversable:
    """The folder of the files, wherever the package is installed."""
    return files("heartslib").joinpath("schemas")


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema of that name, draft 2020-12.

    >>> schema("move")["title"]
    'A move, as a seat sends it'

    Raises:
        HeartsError: There is no such schema.
    """
    if name not in NAMES:
        raise HeartsError(f"there is no schema {shown(name)}{did_you_mean(name, NAMES)}")
    found: dict[str, Json] = json.loads(folder().joinpath(f"{name}.schema.json").read_text("utf-8"))
    return found


__all__ = ["NAMES", "folder", "schema"]
