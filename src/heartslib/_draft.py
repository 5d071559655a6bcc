"""How the hot path makes frozen values cheaply.

A frozen attrs class sets its fields through `object.__setattr__`, which costs three times
as much as a plain assignment.  Where one value is made for every card played, the code
fills an instance of a plain class with the same slots and then gives it the frozen class.
From then on it is an ordinary frozen value: equal, hashable, picklable, and unwilling to
be changed.
"""

from __future__ import annotations

from typing import Any


def draft_of(frozen: type) -> Any:
    """A plain class with the slots of `frozen`, an attrs class without ``__weakref__``.

    Use it only so: make a draft, set every field, then ``draft.__class__ = frozen``.
    """
    return type(f"{frozen.__name__}Draft", (), {"__slots__": frozen.__slots__})  # type: ignore[attr-defined]
