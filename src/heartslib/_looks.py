"""How values look: the only way from the values to `heartslib.show`, which draws them.

`heartslib.show` imports the values, so they cannot import it.  Each form is a module there with a
`functools.singledispatch` function ``drawn``, loaded when it is first used.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Literal


def drawn(value: object, form: Literal["text", "svg"]) -> str:
    """The value drawn by `heartslib.show.text` or `heartslib.show.svg`."""
    return _drawing(form)(value)


@functools.cache
def _drawing(form: str) -> Callable[[object], str]:
    if form == "svg":
        from heartslib.show import svg  # noqa: PLC0415 - see above

        return svg.drawn
    from heartslib.show import text  # noqa: PLC0415

    return text.drawn
