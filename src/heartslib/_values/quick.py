"""Frozen values that are cheap to import, and to make by the thousand.

attrs writes and compiles the source of ``__init__``, ``__eq__``, ``__hash__`` and ``__repr__`` for each
class.  The last three read the same in every class, so `frozen` shares them.

A frozen attrs class sets its fields through `object.__setattr__`, which costs three times as much
as a plain assignment.  For values made once per card, a constructor generated here fills an
instance of a subclass that is not frozen, then switches it to the frozen class.  The result is an
ordinary frozen value: comparable, hashable, picklable and immutable.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, overload

import attrs

_P = ParamSpec("_P")
_T = TypeVar("_T")

if TYPE_CHECKING:
    from attrs import frozen as frozen  # noqa: PLC0414 - others import it from here
else:
    _LONGEST = 30
    """The longest default, in characters, that a signature shows."""

    class _LeftOut:
        def __repr__(self) -> str:
            return "..."

    def _is_left_out(default: object) -> bool:
        return default is attrs.NOTHING or len(repr(default)) > _LONGEST

    def _shorten(function: Any) -> None:
        """Leave out of a signature what is long, such as a rule, and what is made when it is called."""
        defaults = *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()
        if not any(map(_is_left_out, defaults)):
            return
        signature = inspect.signature(function)
        function.__signature__ = signature.replace(
            parameters=[
                each.replace(default=_LeftOut()) if _is_left_out(each.default) else each
                for each in signature.parameters.values()
            ]
        )

    def frozen(kind: type | None = None, /, **options: Any) -> Any:
        """`attrs.frozen`, in about a third of the time; what a class defines or an option says is left to attrs."""
        if kind is None:
            return functools.partial(frozen, **options)
        # attrs keeps only a hash that it has made itself
        options |= {"unsafe_hash": True} if "cache_hash" in options else {}

        def __eq__(self: object, other: object) -> bool:  # noqa: N807 - a method of `kind`
            return values(self) == values(other) if type(other) is type(self) else NotImplemented

        def __hash__(self: object) -> int:  # noqa: N807 - a method of `kind`
            return hash(values(self))

        def __repr__(self: object) -> str:  # noqa: N807 - a method of `kind`
            said = (f"{name}={getattr(self, name)!r}" for name in named)
            return f"{type(self).__qualname__.rpartition('>.')[2]}({', '.join(said)})"

        # before attrs looks at the class: it makes no method that it finds there
        for option, method in (("eq", __eq__), ("unsafe_hash", __hash__), ("repr", __repr__)):
            if option not in options and method.__name__ not in vars(kind):
                setattr(kind, method.__name__, method)
        made = attrs.frozen(kind, **options)
        named = [field.name for field in attrs.fields(made) if field.repr]
        compared = [field.name for field in attrs.fields(made) if field.eq]
        # attrs writes both; the second, for cached properties, with a default that shows an address
        for name in vars(made).keys() & {"__init__", "__getattr__"}:
            _shorten(getattr(made, name))
        values = attrgetter(*compared) if compared else lambda _: ()
        return made


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
    return _filled(kind, ", ".join(values.values()), values)


def changing(kind: Callable[..., _T]) -> Callable[..., _T]:
    """`attrs.evolve` for a frozen attrs class with slots, which checks and converts nothing.

    It takes a value of the class, and its changed fields by keyword.  A field that ``__init__`` does not take
    is as in a new value, unless it is given.  A value of a class derived from it, such as one of which only
    a part is said, is left to attrs.
    """
    fields = attrs.fields(cast("Any", kind))
    given = [f"{each.name}={'_same' if each.init else each.default}" for each in fields]
    kept = {
        each.name: f"_old.{each.name} if {each.name} is _same else {each.name}" for each in fields
    }
    change = _filled(kind, f"_old, /, *, {', '.join(given)}", kept)

    def changed(old: _T, /, **changes: Any) -> _T:
        return (
            change(old, **changes)
            if type(old) is kind
            else attrs.evolve(cast("Any", old), **changes)
        )

    return changed


def _filled(
    kind: Callable[..., _T], parameters: str, values: Mapping[str, str]
) -> Callable[..., _T]:
    """A function that makes a value of a frozen class without its `__init__`.

    Args:
        kind: The class.
        parameters: What the function takes, as source.
        values: For each field what it holds, as source.
    """
    # no slots of its own: `__class__` may only change to a class with the same layout
    draft = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    names: dict[str, Any] = {
        "_kind": kind,
        "_draft": type("Draft", (cast("type", kind),), draft),
        "_same": object(),
    }
    # Generated source, as attrs itself does for `__init__`: a loop over the fields would cost more.
    exec(  # noqa: S102 - made only of the names of fields
        "\n ".join(
            [
                f"def make({parameters}):",
                "it = _draft()",
                *(f"it.{name} = {value}" for name, value in values.items()),
                "it.__class__ = _kind",
                "return it",
            ]
        ),
        names,
    )
    return cast("Callable[..., _T]", names["make"])
