"""How values look: the one door from the values to the wing that draws them.

`heartslib.show` knows the values, so they cannot import it.  A form is a module there that has a
`functools.singledispatch` function ``drawn``; it is loaded when something is first shown in it.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Literal, cast


def drawn(value: object, form: Literal["text", "svg"]) -> str:
    """The value as `heartslib.show.text` or `heartslib.show.svg` draws it."""
    return _drawing(form)(value)


@functools.cache
def _drawing(form: str) -> Callable[[object], str]:
    module = importlib.import_module(f"heartslib.show.{form}")
    return cast("Callable[[object], str]", module.drawn)
