"""Clauses: what is stated once is read the same by every reader."""

from __future__ import annotations

from random import Random

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heartslib import HEARTS, Card, Cards, Game, Rules, Table
from heartslib.cards import PACK
from heartslib.phases import PlayPhase
from heartslib.rules import TURBO_CHARGES, Clause, EldestLeads, Pack, PlayRule, RoundRules, facts
from heartslib.rules.facts import CardSet, Where, these
from heartslib.sampling.plays import ruled_out
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering.rules import lowered
from tests.helpers.positions import AMERICAN
from tests.helpers.restrictions_by_hand import left_by_hand, legal_by_hand
from tests.helpers.strategies import at_random, games, houses, in_kernel, next_state
from tools.differential import Played, replayed

FACTS = [
    *(facts.HAND, facts.SUIT_LED, facts.IN_TRICK, facts.PLAYED),
    *(facts.NEW_SUITS, facts.LAST_SUIT, facts.CHARGED, facts.ALL_CHARGED, facts.DISCARDED),
    facts.CARD_LED,
]
PLACES = [*Where, Where.LEADING, Where.FOLLOWING, Where.FIRST_TRICK, Where.ANYWHERE]


@attrs.frozen
class Own(PlayRule):
    """A restriction of the caller, written as clauses."""

    clauses: tuple[Clause, ...]
    name: str = "own"

    def reason(self, card: Card, table: Table) -> str:
        return "by a rule of our own it may not be played"

    def describe(self, players: int) -> str:
        return "A rule of our own."


@st.composite
def products(draw: st.DrawFn) -> CardSet:
    kinds = draw(
        st.sampled_from([CardSet(), these(HEARTS), ~these(HEARTS), these("QS KD 7C"), these(PACK)])
        | st.lists(st.sampled_from(PACK)).map(these)
    )
    for fact in draw(st.lists(st.sampled_from(FACTS), max_size=3)):
        kinds &= fact
    return kinds


@st.composite
def card_sets(draw: st.DrawFn) -> CardSet:
    cards = draw(products())
    for less in draw(st.lists(products(), max_size=3)):
        cards &= ~less
    return cards


clauses = st.builds(
    Clause,
    st.sampled_from(PLACES),
    card_sets(),
    unless=st.none() | card_sets(),
    only_if=st.none() | card_sets(),
    lowest=st.booleans(),
    spare=st.sampled_from(["", "QS", "QS 2C AH"]),
)
own_rules = st.builds(Own, st.lists(clauses, min_size=1, max_size=2).map(tuple))


@given(games("play"), st.randoms(use_true_random=False))
def test_the_built_in_restrictions_say_what_they_say_by_hand(game: Game, rng: Random) -> None:
    while isinstance(game.phase, PlayPhase):
        phase = game.phase
        hand, table = phase.hands[phase.turn], phase.table
        for rule in game.in_force.restrictions:
            for playable in (hand, phase.legal):
                by_hand = left_by_hand(rule, playable, hand, table)
                assert rule.narrow(playable, hand, table) == by_hand
        assert phase.legal == legal_by_hand(game.in_force, hand, table)
        game = game.play(rng.choice(phase.legal))


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    houses().filter(in_kernel),
    st.lists(own_rules, min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_a_rule_of_ones_own_is_read_alike_by_every_reader(
    house: Rules, own: list[Own], rng: Random
) -> None:
    rules = attrs.evolve(house, contracts=None, play=(*house.play[:1], *own, *house.play[1:]))
    players = rng.choice(rules.players)
    game = Game.new(rules, players)
    while game.phase.name != "score":
        phase = game.phase
        if isinstance(phase, PlayPhase) and phase.legal:
            hand, table = phase.hands[phase.turn], phase.table
            playable = hand
            for rule in game.in_force.restrictions:
                playable = rule.narrow(playable, hand, table) or playable
            assert game.in_force.legal(hand, table) == phase.legal == playable
            illegal = hand.without(playable)
            assert all(game.in_force.objection(card, hand, table) for card in illegal)
            check_what_a_play_tells(game.in_force, rng.choice(playable), hand, table, rng)
        game = next_state(game, at_random, rng)
    try:
        tables = lowered(rules.at(players).in_force, (rules.ending.start,) * players)
    except CannotLower as refusal:
        assert "does not know facts.CARD_LED" in str(refusal)  # noqa: PT017 - it may be accepted
        assert "CARD_LED" in repr(own)
        return
    replayed(Played(tables, rng.getrandbits(32), rng.randrange(8), [0] * players))


def check_what_a_play_tells(
    rules: RoundRules, card: Card, hand: Cards, table: Table, rng: Random
) -> None:
    """No kind that is ruled out was in the hand; certain is what holds for any other hand."""
    out, certain = ruled_out(rules, card, table)
    assert not hand.bits & out
    if not certain:
        return
    others = [other for other in PACK if not other.bit & out and other is not card]
    for _ in range(3):
        other = Cards([card, *rng.sample(others, min(len(others), rng.randrange(13)))])
        assert card in rules.legal(other, table), (card, other, table)


CHARGED = attrs.evolve(AMERICAN, charging=TURBO_CHARGES)
TWO_PACKS = attrs.evolve(AMERICAN, players=4, deck=Pack(packs=2))


@settings(deadline=None)
@given(own_rules, st.sampled_from([CHARGED, TWO_PACKS]), st.integers(0, 2**32))
def test_facts_are_kinds_of_card_however_often_they_are_there(
    own: Own, rules: Rules, seed: int
) -> None:
    game, rng = Game.new(attrs.evolve(rules, play=own)), Random(seed)
    while game.phase.name != "score":
        phase = game.phase
        if isinstance(phase, PlayPhase) and phase.legal:
            hand, table = phase.hands[phase.turn], phase.table
            left = own.narrow(hand, hand, table)
            for card in set(hand):
                assert left.count(card) in {0, hand.count(card)}
        game = next_state(game, at_random, rng)


def test_what_is_waived_for_spared_cards_tells_little() -> None:
    """2♣ is the lowest and spared, so that 3♣ may be in a hand from which 5♣ is led."""
    own = Own((Clause(Where.OPENING, CardSet(), lowest=True, spare="2C"),))
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=(own,)).at(4).in_force
    table = Table.ready(0, 4)
    assert rules.legal(Cards("2C 3C 5C"), table) == Cards("2C 3C 5C")
    assert ruled_out(rules, Card("5C"), table) == (0, False)
    assert ruled_out(rules, Card("2C"), table) == (0, False)
