"""The strategies of `heartslib.testing` under the names that the tests use."""

from __future__ import annotations

from hypothesis import strategies as st

from heartslib import Game, Rules, testing
from heartslib.testing import at_random, next_state, rulebooks, with_care
from heartslib.testing.play import Chooser, a_suit_each, suit_by_suit
from heartslib.testing.strategies import PLAIN, refused

__all__ = [
    "PLAIN",
    "Chooser",
    "a_suit_each",
    "at_random",
    "cards",
    "compositions",
    "games",
    "houses",
    "multisets",
    "next_state",
    "refused",
    "rulebooks",
    "suit_by_suit",
    "with_care",
    "with_few_copies",
]

cards = testing.cards()
multisets = testing.multisets()
houses = testing.compositions


def with_few_copies() -> st.SearchStrategy[Rules]:
    """Compositions with two packs at most: the kernel is compiled for each number of copies."""
    return houses().filter(lambda rules: getattr(rules.deck, "packs", 1) <= 2)


def compositions() -> st.SearchStrategy[Rules]:
    """Any choice for every chapter; what cannot be combined raises a `RulesError`."""
    return testing.compositions(playable=False)


def games(wanted: str | None = None) -> st.SearchStrategy[Game]:
    """A game in any phase, or in the wanted one."""
    return testing.games(phase=wanted)
