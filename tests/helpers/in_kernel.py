"""The variants that the kernel plays; the others have a pool, a stock, trumps, a joker or a card shown."""

from __future__ import annotations

from typing import Final

from heartslib import Rules, variants
from tests.helpers.games import GAMES

PLAIN_ENGINE_ONLY: Final = frozenset(slug for slug, row in GAMES.items() if row.kernel)
"""The variants that only the plain engine plays; the kernel refuses each in a sentence."""


def kernel_variants() -> dict[str, Rules]:
    """The variants that the kernel plays, by slug."""
    return {slug: rules for slug, rules in variants.all().items() if slug not in PLAIN_ENGINE_ONLY}
