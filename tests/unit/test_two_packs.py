"""Two equal cards, besides ``tests/scripts/two_packs.txt``: in a deal, in a record, as text, cancelled."""

from __future__ import annotations

import pickle
from random import Random

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    RulesError,
    Trick,
    record,
    variants,
)
from heartslib.cards import PACK
from heartslib.moves import Deal
from heartslib.rules import (
    NO_PASSING,
    Cycle,
    EldestLeads,
    FollowSuit,
    Pack,
    Toward,
)
from heartslib.show.text import round_text
from tests.helpers.rounds import dealt, every_hand, just, round_after

CANCELLATION = variants.get("cancellation")
PLAIN = attrs.evolve(
    variants.get("american"), name="Two packs", deck=Pack(packs=2), passing=NO_PASSING
)
"""The American game of four with two packs, 26 cards each, and no pass."""

TWO_LEFT = attrs.evolve(PLAIN, passing=Cycle((Toward(1, 2),)))
"""The same, two cards passed to the left."""

FREE = attrs.evolve(PLAIN, opening=EldestLeads(), play=FollowSuit())
"""The same without a pass, the eldest hand leading anything."""

DEAD = "5D 5D AH AH 2C 2C"
"""A trick of six that nobody wins where equal cards cancel each other."""


def test_a_pass_among_eight() -> None:
    rules = attrs.evolve(
        CANCELLATION, passing=Cycle((Toward(2, 2),)), players=8, opening=EldestLeads()
    )
    game = Game.new(rules, 8).deal(seed=5)
    pair = next(
        (seat, card)
        for seat in range(8)
        for card in game.view(seat).hand
        if game.view(seat).hand.count(card) == 2
    )
    seat, card = pair
    before = game.view((seat + 2) % 8).hand.count(card)
    game = game.pass_cards(seat, [card, card])
    for other in game.to_act:
        game = game.pass_cards(other, game.view(other).hand.without(card)[:2])
    assert game.view(seat).hand.count(card) == 0
    assert game.view((seat + 2) % 8).hand.count(card) == before + 2


def test_deals_that_are_not_the_pack_are_refused() -> None:
    hands = list(every_hand(dealt(FREE, {0: "QS QS 2D", 1: "KS", 2: "2C 3C"})))
    more = [hands[0] - "2D" + "QS", *hands[1:]]
    with pytest.raises(HeartsError, match="2D missing; QS too many"):
        Game.new(FREE, 4).deal(hands=more)
    fewer = [hands[0] - "QS" + "KS", *hands[1:]]
    with pytest.raises(HeartsError, match="QS missing; KS too many"):
        Game.new(FREE, 4).deal(hands=fewer)
    with pytest.raises(HeartsError, match="missing"):
        Game.new(FREE, 4).deal(order=PACK)
    with pytest.raises(HeartsError, match="too many"):
        Game.new(FREE, 4).deal(order=PACK * 3)
    moved = [hands[0] - "QS" - "QS" + "2C 3C", hands[1], hands[2] - "2C 3C" + "QS QS", hands[3]]
    assert every_hand(Game.new(FREE, 4).deal(hands=moved)) == tuple(moved)
    assert Game.new(FREE, 4).deal(order=PACK * 2).view(0).hand.count("2C") == 2


@pytest.mark.parametrize("players", range(5, 12))
def test_kitties_that_are_not_the_rest_are_refused(players: int) -> None:
    game = Game.new(CANCELLATION, players)
    deal = game.deal(seed=players).deals[0]
    assert game.apply(deal).deals == (deal,)
    if not deal.kitty:
        return
    doubled = next(card for card in PACK if card not in deal.kitty)
    with pytest.raises(HeartsError, match="too many"):
        game.apply(Deal(deal.hands, (doubled, *deal.kitty[1:])))
    with pytest.raises(HeartsError, match="the kitty has"):
        game.apply(Deal(deal.hands, deal.kitty[1:]))


@pytest.mark.parametrize("packs", [0, 9, -1, 100])
def test_none_or_nine_packs_are_refused(packs: int) -> None:
    with pytest.raises(RulesError, match="packs must be a whole number"):
        Pack(packs=packs)


@pytest.mark.parametrize("packs", range(1, 9))
def test_one_to_eight_packs(packs: int) -> None:
    rules = attrs.evolve(PLAIN, deck=Pack(packs=packs))
    cards = rules.deck.cards(4)
    assert len(cards) == 52 * packs
    assert all(cards.count(card) == packs for card in PACK)
    game = Game.new(rules, 4).deal(seed=packs)
    assert sum(every_hand(game), Cards()) == cards
    assert len(rules.at(4).in_force.penalty_cards) == 14 * packs


def test_a_position_after_a_trick_that_nobody_won() -> None:
    hands = ["3C", "4C", "6C", "7C", "8C", "9C"]
    waive = ["card-count", "illegal-play", "kitty-size", "opening-leader"]
    game = Game.new(CANCELLATION, 6).set_up(hands, leader=2, tricks=[DEAD], waive=waive)
    assert game.to_act == (2,)
    assert not any(game.view(None).table.piles)


def test_two_queens_in_a_record() -> None:
    game = dealt(TWO_LEFT, {0: "QS QS", 1: "KS KS", 2: "2H 2H", 3: "AS AS"})
    for seat, cards in enumerate(("QS QS", "KS KS", "2H 2H", "AS AS")):
        game = game.pass_cards(seat, cards)
    text = record.dumps(game)
    assert '"QS QS"' in text
    assert record.loads(text).view(1).hand.count("QS") == 2
    assert pickle.loads(pickle.dumps(Cards("QS QS"))) == Cards("QS QS")
    with pytest.raises(HeartsError, match="QS is given three times; seat 0 holds it twice"):
        record.loads(text.replace('"QS QS"', '"QS QS QS"'))


def test_two_queens_as_text() -> None:
    tricks = (DEAD, "8C KC 9C JC 6C TC", "3S QS QS KS 2S 2S")
    game = round_after(just(CANCELLATION, 6, *tricks), 6, *tricks)
    lines = round_text(game).splitlines()
    assert sum("nobody wins it" in line for line in lines) == 1
    assert sum(line.count("[") for line in lines) == 3
    assert game.sheet is not None
    assert game.sheet.totals == (0, 2, 0, 0, 26, 0)
    assert "took Q♠ Q♠" in round_text(game)
    held = dealt(FREE, {0: "QS QS"})
    while held.phase.name == "play":
        held = held.play(held.legal_plays()[0])
    if held.phase.name == "moon":
        held = held.choose_moon("add")
    assert "Q Q" in next(line for line in round_text(held).splitlines() if "seat 0" in line)


def test_a_cancelled_card_never_wins() -> None:
    struck_out = 0
    for seed in range(20):
        game, rng = Game.new(CANCELLATION, 7).deal(seed=seed), Random(seed)
        while game.to_act:
            game = game.apply(rng.choice(game.legal_moves()))
        for trick in game.table.tricks[:-1]:
            struck = {trick.seat_of(place) for place in game.in_force.cancelled(trick)}
            struck_out += len(struck)
            assert trick.taker not in struck
    assert struck_out > 100


def test_an_empty_trick_cancels_nothing() -> None:
    assert Game.new(variants.get("barbu")).view(0).cancelled == ()
    assert variants.get("cancellation").at(5).in_force.cancelled(Trick(0, 5)) == ()
