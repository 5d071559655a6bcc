"""For your own tests: Hypothesis strategies, and `check_rule` and `check_events` for your own rules.

Needs the extra ``testing``.  Once this is imported, `hypothesis.strategies.from_type` knows `Card`,
`Cards`, `Deal`, `Game`, `Rules` and `View`.
"""

from __future__ import annotations

from heartslib.errors import needs

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise needs("heartslib.testing", "Hypothesis", "testing") from error

from heartslib.cards import Card, Cards
from heartslib.game import Game
from heartslib.moves import Deal
from heartslib.rules import Rules
from heartslib.testing.check import check_rule
from heartslib.testing.play import at_random, next_state, with_care
from heartslib.testing.story import check_events
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
from heartslib.view import View

__all__ = [
    "PHASES",
    "at_random",
    "cards",
    "check_events",
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

__dir__ = __all__.copy  # what `dir` shows of the module

st.register_type_strategy(Card, cards())
st.register_type_strategy(Cards, multisets())
st.register_type_strategy(Deal, deals())
st.register_type_strategy(Game, games())
st.register_type_strategy(Rules, rulebooks())
st.register_type_strategy(View, views())
