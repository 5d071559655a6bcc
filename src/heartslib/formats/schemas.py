"""The JSON Schemas of records and messages, and their types for TypeScript.

They are files of the package, in its folder ``schemas``: ``schemas.json``, which has each definition once
and from which `schema` takes what a schema needs, and ``heartslib.d.ts``.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from heartslib._values.arguments import did_you_mean
from heartslib.errors import HeartsError, quoted
from heartslib.formats._json import Json

NAMES = (
    *("game-record", "rulebook", "recorded-round", "view", "move", "answer", "score-card"),
    "vector",
)
"""The names of the schemas."""


def folder() -> Traversable:
    """The folder of the files, wherever the package is installed."""
    return files("heartslib").joinpath("schemas")


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema of that name, draft 2020-12, with all that it refers to.

    >>> schema("move")["title"]
    'A move, as a seat sends it'

    Raises:
        HeartsError: There is no such schema.
    """
    if name not in NAMES:
        raise HeartsError(f"there is no schema {quoted(name)}{did_you_mean(name, NAMES)}")
    kept: Any = json.loads(folder().joinpath("schemas.json").read_text("utf-8"))
    head = kept["schemas"][name]
    shared = kept["$defs"]
    needed: dict[str, Json] = {}
    unread = [head]
    while unread:  # what a definition refers to may refer to others
        for reference in re.findall(r'"#/\$defs/(.+?)"', json.dumps(unread.pop())):
            if reference not in needed:
                needed[reference] = shared[reference]
                unread.append(shared[reference])
    return {**head, "$defs": dict(sorted(needed.items()))}


__all__ = ["NAMES", "folder", "schema"]

__dir__ = __all__.copy  # what `dir` shows of the module
