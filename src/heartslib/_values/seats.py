"""Values by seat."""

from __future__ import annotations

from typing import TypeVar

_T = TypeVar("_T")


def for_each(number: int, value: _T) -> tuple[_T, ...]:
    """The same value for each of so many seats, seat 0 first."""
    return (value,) * number
