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

NAMES = ("game-record", "rulebook", "recorded-round", "view", "move", "answer", "score-card")
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
    found = dict[str, Json]()
    asked = [head]
    while asked:
        for each in re.findall(r'"#/\$defs/(.+?)"', json.dumps(asked.pop())):
            if each not in found:
                found[each] = shared[each]
                asked.append(shared[each])
    return {**head, "$defs": dict(sorted(found.items()))}


__all__ = ["NAMES", "folder", "schema"]
