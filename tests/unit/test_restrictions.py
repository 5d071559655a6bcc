"""Restrictions on play: what they leave, say and wait for."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Game, Table, Trick, legal_plays
from heartslib.cards import CLUBS, HEARTS, PACK
from heartslib.rules import (
    LEFT,
    NO_PASSING,
    Condition,
    Cycle,
    DealerCalls,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    NoPenaltyOnFirstTrick,
    Pack,
    PlayRule,
    Removals,
    ShowHandOfHearts,
    facts,
)
from heartslib.rules.facts import Where, these
from tests.helpers.positions import AMERICAN


class ShowHeartsAtOnce(ShowHandOfHearts):
    """A hand of hearts is shown in the first trick only."""

    when = Condition(Where.FIRST, unless=facts.HAND & ~these(HEARTS))


def test_a_hand_is_shown_where_the_rule_says() -> None:
    hands = Cards("2C 4C QS"), Cards("3C 4H 5H"), Cards("2H 3H 9H"), Cards("5C 9C 2S")
    rules = attrs.evolve(
        AMERICAN,
        deck=Pack(removals=Removals({4: Cards(PACK) - sum(hands, Cards())})),
        passing=NO_PASSING,
        play=(FollowSuit(),),
        showing=ShowHeartsAtOnce(),
    )
    game = Game.new(rules).set_up(hands, leader=0)
    for card in "2C", "3C", "2H", "5C":
        game = game.play(card)
    assert game.view(0).table.shown == (Cards(), Cards(), Cards("3H 9H"), Cards())
    for card in "9C", "4C", "4H":
        game = game.play(card)
    assert not game.view(0).table.shown[1]


def test_a_rulebook_without_restrictions_says_so() -> None:
    rules = attrs.evolve(AMERICAN, play=(), showing=ShowHandOfHearts())
    _, _, play = rules.describe(4).partition("\nPlay\n")
    assert play.startswith("  Any card may be played.\n\nShowing\n  If you discard a heart ")


def test_a_card_that_an_earlier_restriction_makes_legal_has_no_objection() -> None:
    play = (FollowSuit(), NoPenaltyOnFirstTrick("QS"))
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=play)
    hand, table = Cards("QS 3D"), Table.ready(0, 4).with_card(Card("2S"))
    assert rules.at(4).in_force.legal(hand, table) == Cards("QS")
    assert rules.at(4).in_force.objection(Card("QS"), hand, table) is None
    objection = rules.at(4).in_force.objection(Card("3D"), hand, table)
    assert objection is not None
    assert (objection.rule, objection.reason) == (
        "follow-suit",
        "spades were led and you hold some: follow suit",
    )


def test_the_queen_is_locked_until_hearts_are_broken_and_hearts_until_the_queen() -> None:
    queen, hearts = HeartsMustBeBroken(locked="QS"), HeartsMustBeBroken("QS")
    early = attrs.evolve(AMERICAN, play=(FollowSuit(), queen))
    hand = "2D QS 4H"
    assert legal_plays(early, hand=hand, played="2C 3C 4C 5C", first_trick=False) == Cards("2D 4H")
    assert legal_plays(early, hand=hand, played="2C 3C 4C 5H", first_trick=False) == Cards(hand)
    assert legal_plays(early, hand="QS", played="2C 3C 4C 5C", first_trick=False) == Cards("QS")
    table = Table(Trick(0, 4), Cards("2C 3C 4C 5C"))
    assert early.at(4).in_force.hearts_broken(table) is None
    either = attrs.evolve(AMERICAN, play=(FollowSuit(), hearts, queen))
    assert legal_plays(either, hand=hand, played="2C 3C 4C 5C", first_trick=False) == Cards("2D")
    assert legal_plays(either, hand=hand, played="2C 3C 4C 5H", first_trick=False) == Cards("2D QS")
    assert legal_plays(either, hand="2D 4H", played="2C 3C 4C QS", first_trick=False) == Cards(
        "2D 4H"
    )
    assert either.at(4).in_force.hearts_broken(table.with_card(Card("5H"))) is False
    assert either.at(4).in_force.hearts_broken(table.with_card(Card("QS"))) is True


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (HEARTS, "hearts"),
        (Cards("QS KS"), "Q♠ or K♠"),
        (CLUBS | "QS", "clubs or Q♠"),
        (CLUBS | "JD QS" | HEARTS, "clubs, J♦, Q♠ or hearts"),
        (Cards("2C 3C 5C 6C 7C 9C"), "2♣, 3♣, 5♣, 6♣, 7♣ or 9♣"),
    ],
    ids=["suit", "cards", "suit first", "suits and cards", "runs"],
)
def test_cards_are_named_in_a_sentence(cards: Cards, words: str) -> None:
    kept = f" You may not pass {words} unless you have too few other cards."
    assert Cycle(LEFT, kept=cards).describe(4).endswith(kept)
    assert DealerCalls(kept=cards).describe(4).endswith(kept)
    assert NoPenaltyOnFirstTrick(cards).describe(4) == (
        f"You may not play {words} to the first trick, unless you have no other legal card."
    )


def test_a_rule_of_ones_own_sees_who_leads() -> None:
    """Also where it is asked before there is a table, as in play without a game."""
    seen: list[Table] = []

    @attrs.frozen
    class Watching(PlayRule):
        name: str = "watching"

        def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
            seen.append(table)
            return playable

        def reason(self, card: Card, table: Table) -> str:
            return ""

        def describe(self, players: int) -> str:
            return "Watch."

    rules = attrs.evolve(
        AMERICAN, passing=NO_PASSING, opening=EldestLeads(), play=(FollowSuit(), Watching())
    )
    game = Game.new(rules, dealer=1).deal(seed=1)
    for card in (game.legal_plays()[0], None):
        game = game.play(card or game.legal_plays()[0])
        assert seen[-1].trick.leader == game.table.trick.leader == 2
        assert seen[-1].trick.cards == game.table.trick.cards
