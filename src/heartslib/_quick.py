"""Cheap construction of the frozen values that a playout makes by the thousand.

A frozen attrs class sets its fields through `object.__setattr__`, which costs three times as much
as a plain assignment.  For values made once per card, a constructor generated here fills an
instance of a subclass that is not frozen, then switches it to the frozen class.  The result is an
ordinary frozen value: comparable, hashable, picklable and immutable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast, overload

import attrs

_P = ParamSpec("_P")
_T = TypeVar("_T")


@overload
def quick(kind: Callable[_P, _T]) -> Callable[_P, _T]: ...


@overload
def quick(kind: Callable[..., _T], *caches: str) -> Callable[..., _T]: ...


def quick(kind: Callable[..., _T], *caches: str) -> Callable[..., _T]:
    """A constructor of a frozen attrs class with slots that checks and converts nothing.

    It takes every field of `__init__`, by position, without defaults, then the values of `caches`.
    """
    fields = [field for field in attrs.fields(cast("Any", kind)) if field.init]
    values = {field.name: field.alias for field in fields} | {name: name for name in caches}
    draft = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    names: dict[str, Any] = {"kind": kind, "draft": type("Draft", (cast("type", kind),), draft)}
    # Generated source, as attrs itself does for `__init__`: a loop over the fields would cost more.
    exec(  # noqa: S102 - made only of the names of fields
        "\n ".join(
            [
                f"def make({', '.join(values.values())}):",
                "it = draft()",
                *(f"it.{name} = {value}" for name, value in values.items()),
                "it.__class__ = kind",
                "return it",
            ]
        ),
        names,
    )
    return cast("Callable[..., _T]", names["make"])
