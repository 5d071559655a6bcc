"""How the hot path makes frozen values cheaply.

A frozen attrs class sets its fields through `object.__setattr__`, which costs three times
as much as a plain assignment.  Where one value is made for every card played, the code
fills an instance of a subclass that is not frozen and then gives it the frozen class.  From
then on it is an ordinary frozen value: equal, hashable, picklable, and unwilling to be
changed.
"""

from __future__ import annotations

from typing import Any


def draft_of(frozen: type) -> Any:
    """A subclass of `frozen`, an attrs class with slots, that takes no arguments and can be set.

    Use it only so: make a draft, set every field, then ``draft.__class__ = frozen``.
    """
    plain = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    return type(f"{frozen.__name__}Draft", (frozen,), plain)
