"""`typing.override`, which Python has from 3.12 on.

Only type checkers read it, so a program that runs need not import typing_extensions for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["override"]

if TYPE_CHECKING:
    from typing_extensions import override
else:
    _T = TypeVar("_T")

    def override(method: _T) -> _T:
        """The method itself."""
        return method
