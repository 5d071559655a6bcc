"""The strategies of `heartslib.testing` under the names that the tests use."""

from __future__ import annotations

from hypothesis import strategies as st

from heartslib import Game, Rules, testing
from heartslib import rules as chapters
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
    "in_kernel",
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


_PLAIN_ENGINE_ONLY = (
    *(
        chapters.KittyToNobody,
        chapters.Stock,
        chapters.DrawToFollow,
        chapters.TurnedUp,
        chapters.HighestCard,
        chapters.JokerWins,
    ),
    *(
        chapters.NamerLeads,
        chapters.FollowSuitOrJoker,
        chapters.FollowSuitWithJoker,
        chapters.JokerPaid,
        chapters.PaysBid,
        chapters.Sweepstake,
    ),
    chapters.LowestIsPaid,
    *(chapters.PoolByPlaces, chapters.WinnerToLoser),
)
"""The choices that the kernel does not know."""


def in_kernel(rules: Rules) -> bool:
    """Whether the kernel can play a composition: no charges before a pass, no pass of any number."""
    patterns = getattr(rules.passing, "patterns", ())
    early = any(each.charging.before_pass for each in rules.rulebooks)
    by_card = rules.contract_names and not rules.contracts_left(0, ())
    if by_card or early or any(pattern.fewer for pattern in patterns):
        return False
    counts_down = (
        isinstance(rules.ending, chapters.CountDown) or chapters.Reversed(0) in rules.totals
    )
    unknown = counts_down or getattr(rules.ending, "exact_wins", False)
    if unknown and any(each.moon.resort for each in rules.rulebooks):  # the payment depends on it
        return False
    bits = any(isinstance(step, chapters.MostTricks) for step in (*rules.scoring, *rules.bonuses))
    longest = max(rules.with_number(number).tricks_in_round for number in rules.players)
    if bits and longest > 30:  # one for each trick
        return False
    choices = (
        choice
        for each in rules.rulebooks
        for choice in (
            each.kitty,
            each.passing,
            each.opening,
            each.tricks,
            *each.play,
            *each.scoring,
            *each.bonuses,
        )
    )
    return not any(
        isinstance(getattr(choice, "tricks", choice), _PLAIN_ENGINE_ONLY)
        or isinstance(choice, _PLAIN_ENGINE_ONLY)
        for choice in choices
    )


def with_few_copies() -> st.SearchStrategy[Rules]:
    """Compositions with two packs at most: the kernel is compiled for each number of copies."""
    few = houses().filter(lambda rules: getattr(rules.deck, "packs", 1) <= 2)
    return few.filter(in_kernel)


def compositions() -> st.SearchStrategy[Rules]:
    """Any choice for every chapter; what cannot be combined raises a `RulesError`."""
    return testing.compositions(playable=False)


def games(wanted: str | None = None) -> st.SearchStrategy[Game]:
    """A game in any phase, or in the wanted one."""
    return testing.games(phase=wanted)
