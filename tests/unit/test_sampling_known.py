"""What a sample knows of a round: dealer, leader, passes, contracts."""

from __future__ import annotations

from random import Random

import attrs

from heartslib import Card, Cards, Game, Suit, sampling, variants
from heartslib.cards import PACK
from heartslib.phases import PassPhase, PlayPhase
from heartslib.rules import (
    LEFT,
    NO_PASSING,
    Clause,
    Condition,
    Cycle,
    FollowSuit,
    HolderLeads,
    Mix,
    PlayRule,
    Rounds,
    facts,
)
from heartslib.rules.facts import Where, these
from heartslib.sampling.plays import applies, ruled_out
from heartslib.table import Table
from heartslib.testing import at_random, next_state
from tests.helpers.positions import AMERICAN


def test_the_deal_before_a_contract_is_named_can_be_sampled() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=3)
    assert game.phase.name == "contract"
    for seat in range(4):
        view = game.view(seat)
        sample = sampling.sample_hands(view, Random(1))
        assert sampling.as_game(view, sample).view(seat) == view


def test_a_sample_knows_who_dealt_first_and_what_was_passed() -> None:
    game = Game.new(AMERICAN, dealer=2).deal(seed=3)
    game = game.pass_cards(0, game.view(0).hand[:3])
    for seat in range(4):
        view = game.view(seat)
        sample = sampling.sample_hands(view, Random(1))
        again = sampling.as_game(view, sample)
        assert again.beginning.dealer == 2
        assert isinstance(again.phase, PassPhase)
        assert [len(hand) for hand in again.phase.hands] == [10, 13, 13, 13]
        assert [len(hand) for hand in again.phase.deal.hands] == [13] * 4


def test_a_sample_of_a_later_round_knows_who_dealt_first() -> None:
    game = Game.new(attrs.evolve(AMERICAN, ending=Rounds(4)))
    while game.match.round_number < 1:
        game = next_state(game, at_random, Random(1))
    view = game.deal(seed=1).view(0)
    again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
    assert again.dealer == game.dealer == 0


def test_nothing_follows_from_the_lead_of_whoever_led_for_the_round_before() -> None:
    """In Gong Zhu whoever took the queen leads next, whatever the other hands hold."""
    game, rng = Game.new(variants.get("gong_zhu"), 4), Random(2)
    while not (game.sheets and game.phase.name == "play" and game.table.trick):
        game = next_state(game, at_random, rng)
    view = game.view((game.table.trick.leader + 1) % 4)
    sample = sampling.sample_hands(view, Random(1))
    assert sampling.as_game(view, sample).view(view.seat) == view


def test_a_sample_knows_who_is_to_lead() -> None:
    opening = HolderLeads("2C", any_card=True, then_taker_of="QS")
    game = Game.new(attrs.evolve(AMERICAN, opening=opening, ending=Rounds(2)))
    while game.phase.name != "score":
        game = next_state(game, at_random, Random(1))
    taker = next(seat for seat, pile in enumerate(game.phase.piles) if "QS" in pile)  # type: ignore[union-attr]
    view = game.score().deal(seed=1).view((taker + 1) % 4)
    assert view.settled.leader == taker
    again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
    while again.phase.name == "pass":
        (seat, *_) = again.to_act
        again = again.pass_cards(seat, again.view(seat).hand[:3])
    assert again.to_act == (taker,)


def test_who_leads_any_card_in_a_later_round_holds_the_card_that_decides() -> None:
    """As in the first: nothing that was taken decides who leads."""
    opening = HolderLeads("2C", any_card=True)
    rules = attrs.evolve(AMERICAN, opening=opening, passing=NO_PASSING, ending=Rounds(2))
    game = Game.new(rules)
    while game.phase.name != "score":
        game = next_state(game, at_random, Random(1))
    game = game.score().deal(seed=1)
    leader = game.to_act[0]
    game = game.play(game.legal_plays().without("2C")[0])
    view = game.view((leader + 1) % 4)
    for seed in range(20):
        assert "2C" in sampling.sample_hands(view, Random(seed)).hands[leader]


def test_a_sample_after_a_mix_knows_what_came_back() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=Cycle(Mix()))).deal(seed=1)
    for seat in game.to_act:
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    game = game.deal(seed=2)
    assert game.phase.name == "play"
    for who in (0, 1, 2, 3, None):
        view = game.view(who)
        again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
        assert again.view(who) == view
    assert len(game.view(0).received) == 3
    passed = Game.new(attrs.evolve(AMERICAN, passing=Cycle(LEFT))).deal(seed=1)
    for seat in passed.to_act:
        passed = passed.pass_cards(seat, passed.view(seat).hand[:3])
    view = passed.view(0)
    again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
    assert again.view(0) == view
    assert isinstance(again.phase, PlayPhase)
    assert again.phase.exchange.dealt_back == ()


def test_a_condition_that_no_hand_can_meet_does_not_hold() -> None:
    queen_is_out = Condition(Where.FOLLOWING, only_if=facts.IN_TRICK & these("QS"))
    table = Table.ready(0, 4).with_card(Card("KS"))
    assert applies(queen_is_out, Cards(), 0, table) is False
    assert applies(queen_is_out, Cards(), 0, table.with_card(Card("QS"))) is True
    holds_queen = Condition(Where.FOLLOWING, only_if=facts.HAND & these("QS"))
    assert applies(holds_queen, Cards(), 0, table) is None
    assert applies(holds_queen, Cards("QS"), 0, table) is True
    assert applies(holds_queen, Cards(), Card("QS").bit, table) is False
    misses_one = Condition(Where.FOLLOWING, only_if=these("QS KS") & ~(facts.HAND & these("KS")))
    assert applies(misses_one, Cards(), 0, table) is None


@attrs.frozen
class HighestOfHand(PlayRule):
    """A restriction that keeps what the rest of the hand decides."""

    clauses = (Clause(Where.FOLLOWING, ~(facts.HAND & these("QS"))),)
    name: str = "highest-of-hand"

    def reason(self, card: Card, table: Table) -> str:
        return ""

    def describe(self, players: int) -> str:
        return "Keep it."


def test_a_play_reveals_nothing_where_the_rest_of_the_hand_decides_what_may_be_played() -> None:
    table = Table.ready(0, 4).with_card(Card("KS"))
    rules = attrs.evolve(AMERICAN, play=HighestOfHand()).at(4).in_force
    assert ruled_out(rules, Card("2S"), table) == (0, False)
    follow = attrs.evolve(AMERICAN, play=FollowSuit()).at(4).in_force
    kinds, is_filtered = ruled_out(follow, Card("2D"), table)
    assert is_filtered
    assert Cards(card for card in PACK if card.bit & kinds) == Cards(PACK).of(Suit.SPADES)
