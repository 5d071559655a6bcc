"""The variants that the kernel plays; the others have a pool, a stock, trumps, a joker or a card shown."""

from __future__ import annotations

from typing import Final

from heartslib import Rules, variants

PLAIN_ENGINE_ONLY: Final = frozenset(
    {
        *("auction_hearts", "draw_hearts", "domino_hearts", "joker_hearts"),
        *("knaves", "bassadewitz", "kierki_dzokerowe", "tetka"),
    }
)
"""The variants that only the plain engine plays; the kernel refuses each in a sentence."""


def kernel_variants() -> dict[str, Rules]:
    """The variants that the kernel plays, by slug."""
    return {slug: rules for slug, rules in variants.all().items() if slug not in PLAIN_ENGINE_ONLY}
