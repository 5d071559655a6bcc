"""How values look: the only way from the values to `heartslib.show`, which draws them.

`heartslib.show` imports the values, so they cannot import it.  Each form is a module there with a
`functools.singledispatch` function ``drawn``, loaded when it is first used.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:  # what packs a program into one file sees here which modules it needs
    from heartslib.show import svg, text

    _FORMS = svg, text


def drawn(value: object, form: Literal["text", "svg"]) -> str:
    """The value drawn by `heartslib.show.text` or `heartslib.show.svg`."""
    return _drawing(form)(value)


@functools.cache
def _drawing(form: str) -> Callable[[object], str]:
    module = importlib.import_module(f"heartslib.show.{form}")
    return cast("Callable[[object], str]", module.drawn)
