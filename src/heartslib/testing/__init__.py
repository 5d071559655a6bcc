"""For your own tests: Hypothesis strategies, and `check_rule` for a rule of your own.

Install it with the extra ``heartslib[testing]``.
"""

from __future__ import annotations

try:
    import hypothesis as _  # noqa: F401 - only to see whether it is there
except ImportError as error:
    raise ImportError(
        "heartslib.testing needs Hypothesis: install it with pip install 'heartslib[testing]'"
    ) from error

from heartslib.testing.laws import check_rule
from heartslib.testing.play import at_random, next_state, with_care
from heartslib.testing.strategies import (
    PHASES,
    cards,
    compositions,
    deals,
    games,
    moves_of,
    multisets,
    rulebooks,
    variants,
    views,
)

__all__ = [
    "PHASES",
    "at_random",
    "cards",
    "check_rule",
    "compositions",
    "deals",
    "games",
    "moves_of",
    "multisets",
    "next_state",
    "rulebooks",
    "variants",
    "views",
    "with_care",
]
