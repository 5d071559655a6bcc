"""The variants that the kernel plays; the others have a pool, a stock, trumps, a joker or a card shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from heartslib import Rules, variants
from tests.helpers.games import GAMES

if TYPE_CHECKING:
    from heartslib.simulate.lowering.rules import KernelTables

PLAIN_ENGINE_ONLY: Final = frozenset(slug for slug, row in GAMES.items() if row.kernel)
"""The variants that only the plain engine plays; the kernel refuses each in a sentence."""


def kernel_variants() -> dict[str, Rules]:
    """The variants that the kernel plays, by slug."""
    return {slug: rules for slug, rules in variants.all().items() if slug not in PLAIN_ENGINE_ONLY}


def written(table: KernelTables, rows: int) -> tuple[Any, ...]:
    """What the kernel writes when rounds begin or go on: points, whether they are done, numbers, planes."""
    import numpy as np  # noqa: PLC0415 - an extra

    players = table.players
    planes = np.full((rows, 3 + 3 * players, len(table.kinds)), 99, np.uint8)
    seen = np.full((rows, 2 + players), 99, np.int64), planes
    return np.full((rows, players), 99, np.int64), np.zeros(rows, np.bool_), *seen
