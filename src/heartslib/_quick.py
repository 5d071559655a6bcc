"""How the hot path makes frozen values cheaply.

A frozen attrs class sets its fields through `object.__setattr__`, which costs three times as much
as a plain assignment.  Where one value is made for every card played, a constructor generated
here fills an instance of a subclass that is not frozen, and then gives it the frozen class.  From
then on it is an ordinary frozen value: equal, hashable, picklable, and unwilling to be changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import attrs

_P = ParamSpec("_P")
_T = TypeVar("_T")


def quick(kind: Callable[_P, _T]) -> Callable[_P, _T]:
    """A constructor of a frozen attrs class with slots that checks and converts nothing.

    It takes every field of `__init__`, by place, and needs each of them.
    """
    fields = [field for field in attrs.fields(cast("Any", kind)) if field.init]
    draft = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    names: dict[str, Any] = {"kind": kind, "draft": type("Draft", (cast("type", kind),), draft)}
    # Source text, as attrs itself makes `__init__`: a loop over the fields would cost what is saved.
    exec(  # noqa: S102 - of names that the class has
        "\n ".join(
            [
                f"def make({', '.join(field.alias for field in fields)}):",
                "it = draft()",
                *(f"it.{field.name} = {field.alias}" for field in fields),
                "it.__class__ = kind",
                "return it",
            ]
        ),
        names,
    )
    return cast("Callable[_P, _T]", names["make"])
