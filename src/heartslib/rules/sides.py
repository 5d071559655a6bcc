"""Sides: who plays with whom."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import attrs


@runtime_checkable
class Sides(Protocol):
    """Chapter: sides."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@attrs.frozen
class EveryoneAlone:
    """Everyone plays for themselves.

    What it says: each seat is a side.
    Sources: 002, 004 "Players and Cards" (no formal partnerships).
    """

    name: str = attrs.field(default="everyone-alone", kw_only=True)

    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return tuple((seat,) for seat in range(players))

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return "Everyone plays alone."


EVERYONE_ALONE: Final = EveryoneAlone()
"""No partners."""
