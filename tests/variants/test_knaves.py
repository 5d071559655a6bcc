"""Knaves, besides ``tests/scripts/knaves.txt``, and what a card that is turned up means elsewhere."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import (
    Game,
    HeartsError,
    View,
    variants,
    wire,
)
from heartslib.bots import careful
from heartslib.cards import HEARTS, PACK, Card, Suit
from heartslib.events import CardsTurned
from heartslib.phases import PlayPhase
from heartslib.rules import (
    BoosterNines,
    Contract,
    HighestCard,
    HighestOfSuitLed,
    Pack,
    Rules,
)
from heartslib.show.text import tricks_text
from heartslib.simulate.players.duck import duck
from tests.helpers.rounds import finished
from tests.helpers.written import read_back, written_down

KNAVES = variants.get("knaves")
_TRUMPS = tuple(Contract(suit.word, tricks=HighestCard(suit)) for suit in Suit)


def turned(card: str, rules: Rules = KNAVES, seed: int = 1) -> Game:
    """A game in which this card was turned up."""
    rest = [each for each in PACK if str(each) != card]
    Random(seed).shuffle(rest)
    return Game.new(rules).deal(order=[*rest, card])


def test_kn_score_01_a_round_is_worth_seven_unless_a_jack_is_turned() -> None:
    """KN1 and KN3."""
    for card, worth in {"9C": 7, "AS": 7, "JC": 9, "JH": 11, "JS": 8, "JD": 10}.items():
        over = finished(turned(card))
        assert over.sheet is not None
        assert sum(over.sheet.totals) == worth


# ---------------------------------------------------------------- who knows what


def test_views_a_round_apart() -> None:
    first = turned("6H")
    over = finished(first)
    later = over.score().deal(seed=4)
    events = later.events(0, first)
    assert CardsTurned(later.view(0).turned) in events


def test_a_record_has_the_contract_of_the_card() -> None:
    over = finished(turned("QS"))
    value = written_down(over)
    assert value["kitty"] == ["QS"]
    assert read_back(value | {"contract": None}).sheet == over.sheet
    with pytest.raises(
        HeartsError, match="with QS turned up the contract is 'spades', not 'clubs'"
    ):
        read_back(value | {"contract": "clubs"})


# ---------------------------------------------------------------- positions and scores


def test_positions_take_the_card_as_the_kitty() -> None:
    hands = turned("6H").hands
    again = Game.new(KNAVES).set_up(hands, leader=0, kitty="6H")
    assert again.contract == "hearts"
    assert isinstance(again.phase, PlayPhase)
    assert again.phase.kitty == ()
    same = Game.new(KNAVES).set_up(hands, leader=0, kitty="6H", contract="hearts")
    assert same.match == again.match
    with pytest.raises(HeartsError, match="with 6H turned up the contract is 'hearts'"):
        Game.new(KNAVES).set_up(hands, leader=0, kitty="6H", contract="clubs")
    with pytest.raises(HeartsError, match="that was face up: give it as kitty"):
        Game.new(KNAVES).set_up(hands, leader=0)


# ---------------------------------------------------------------- rules


def test_a_view_from_outside_has_the_cards_that_the_rules_turn_up() -> None:
    text = wire.dumps_view(turned("QS"), 1)
    wrong = text.replace('"face_up": ["QS"]', '"face_up": ["QS", "KS"]')
    assert wrong != text
    with pytest.raises(HeartsError, match="face_up must be the 1 cards that the rules turn up"):
        wire.loads_view(wrong)


def test_how_cards_rank_is_printed_once() -> None:
    text = " ".join(KNAVES.describe().split())
    assert "no trumps" not in text
    trumps = "The suit of the contract is trump. The highest trump in a trick wins it instead."
    assert text.count(trumps) == 1
    assert KNAVES.at(3).terms("spades") == "Spades are trumps."
    assert "1 of them turned up" in KNAVES.describe(short=True)
    assert "trumps" not in KNAVES.describe(short=True)
    assert "The highest trump in a trick wins it" in KNAVES.describe(short=True)
    two = attrs.evolve(
        KNAVES, players=6, deck=Pack(packs=2, kitty=2), contracts=None, tricks=HighestCard()
    )
    assert "Of equal cards, the first played wins." in " ".join(two.describe().split())


def test_a_booster_nine_keeps_the_trumps() -> None:
    booster = BoosterNines(HighestCard(Suit.HEARTS))
    assert "Hearts are trumps." in booster.describe(4)
    assert "There are no trumps." in BoosterNines().describe(4)
    assert booster.strength(Card("2H"), Suit.CLUBS) > booster.strength(Card("AC"), Suit.CLUBS) > 0
    assert booster.strength(Card("AS"), Suit.CLUBS) == 0


def test_without_trumps_it_is_the_usual_rule() -> None:
    usual, rng = HighestOfSuitLed(), Random(1)
    for _ in range(200):
        cards = rng.sample(PACK, 2)
        led = cards[0].suit
        for rule in (usual, HighestCard()):
            assert (rule.strength(cards[1], led) == 0) == (cards[1].suit is not led)
        if cards[1].suit is led:
            higher = cards[1] > cards[0]
            assert (
                HighestCard().strength(cards[1], led) > HighestCard().strength(cards[0], led)
            ) == higher


# ---------------------------------------------------------------- bots and screens


@pytest.mark.parametrize(
    ("turned_up", "hand", "trick", "card"),
    [
        ("6H", "2C AC 3S", "9C 7C", "AC"),  # tricks are good
        ("6H", "2C AC 3S", "9C JC", "2C"),  # but not with a jack
        ("6H", "2S 3D 9H", "9C KC", "9H"),  # a trump
        ("6H", "2S 5H 9H", "9C JC", "2S"),
        ("JS", "2C AS 3H", "", "AS"),
    ],
)
def test_bots_win_tricks_where_tricks_are_good(
    turned_up: str, hand: str, trick: str, card: str
) -> None:
    seat = len(trick.split())
    view = View.set_up(
        KNAVES, seat=seat, hand=hand, leader=0, trick=trick, kitty=turned_up, waive=["card-count"]
    )
    move = careful(view)
    assert str(move) == f"seat {seat} plays {card}"
    assert not trick or duck(view) == move


def test_the_tricks_mark_what_trumped() -> None:
    over = finished(turned("6H"))
    shown = tricks_text(KNAVES.under("hearts").at(3).in_force, over.names, over.table)
    trumped = [
        dict(trick.plays)[taker]
        for trick in over.table.tricks
        for taker in [trick.taker]
        if taker is not None and dict(trick.plays)[taker].suit is not trick.suit
    ]
    assert trumped
    for card in trumped:
        assert card in HEARTS
        assert f"[{card:u}]" in shown
