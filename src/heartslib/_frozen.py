"""`attrs.frozen` for the values of the core, at two thirds of its cost at import.

For each class, attrs writes the source of ``__init__``, ``__eq__``, ``__hash__`` and ``__repr__`` and
compiles it.  The last three have the same form in every class, so here they are closures, and only
``__init__`` is compiled.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen"]

if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(kind: type | None = None, /, **options: Any) -> Any:
        """`attrs.frozen`, which behaves the same and takes the same options.

        What a class defines, or an option settles, is left to attrs: with ``unsafe_hash=True`` it
        compiles ``__hash__``, which is faster for values that programs hash all the time.
        """
        if kind is None:
            return lambda kind: frozen(kind, **options)

        def __eq__(self: object, other: object) -> bool:  # noqa: N807 - a method of `kind`
            if other.__class__ is not self.__class__:
                return NotImplemented
            return other is self or values(self) == values(other)

        def __hash__(self: object) -> int:  # noqa: N807 - a method of `kind`
            return hash(values(self))

        def __repr__(self: object) -> str:  # noqa: N807 - a method of `kind`
            fields = (f"{name}={getattr(self, name)!r}" for name in named)
            return f"{self.__class__.__qualname__.rpartition('>.')[2]}({', '.join(fields)})"

        for option, method in (("eq", __eq__), ("unsafe_hash", __hash__), ("repr", __repr__)):
            if option not in options and method.__name__ not in vars(kind):
                setattr(kind, method.__name__, method)
        frozen_kind = attrs.frozen(kind, **options)
        fields = attrs.fields(frozen_kind)
        named = [field.name for field in fields if field.repr]
        compared = [field.name for field in fields if field.eq]
        values = attrgetter(*compared) if compared else lambda _: ()
        return frozen_kind
