"""Each thing by which two views can show an undo between them; and a hand seen before its deal."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Rules, View, rules, variants
from heartslib.events import HandDealt, events_between
from heartslib.moves import Deal
from heartslib.phases import PlayPhase
from tests.helpers.positions import AMERICAN, moon_shot, passed, played_out

BARBU = variants.get("barbu")
PLAIN = variants.get("dame_de_pique")
CALLED = variants.get("dirty_nasty_filthy")
SPADES = attrs.evolve(
    PLAIN,
    charging=rules.Charges({card: card for card in ("2S", "3S", "4S")}, each=None, late=True),
)


def dealt(rulebook: Rules = AMERICAN, dealer: int = 3) -> Game:
    return Game.new(rulebook, 4, dealer=dealer).deal(seed=1)


def on(game: Game, cards: int = 1) -> Game:
    """The game after some more cards, always the first legal one."""
    for _ in range(cards):
        game = game.play(game.legal_plays()[0])
    return game


def scored(game: Game) -> Game:
    while isinstance(game.phase, PlayPhase):
        game = on(game)
    return game.score()


def all_passed(game: Game, first: int = 0) -> Game:
    """All have passed three cards: seat 0 its lowest, each other seat those from a place on."""
    for seat in game.to_act:
        lowest = first if seat else 0
        game = game.pass_cards(seat, game.hands[seat][lowest : lowest + 3])
    return game


def charged(*cards: str) -> Game:
    """The holder of each card in turn has charged it, and the others have not answered."""
    game = dealt(SPADES)
    for card in cards:
        game = game.charge(next(seat for seat in range(4) if Cards(card) <= game.hands[seat]), card)
    return game


def all_charged(*cards: str) -> Game:
    """The holder of each card in turn has charged it, and everybody has answered."""
    game = charged(*cards)
    while game.to_act and game.phase.name == "charge":
        game = game.charge(game.to_act[0])
    return game


def laid_out(*scores: int) -> Game:
    return Game.new(PLAIN, 4).set_up(dealt(PLAIN).hands, leader=0, scores=scores)


def named(contract: str) -> Game:
    return dealt(BARBU).name_contract(contract)


def seen(game: Game, **changes: Any) -> View:
    return attrs.evolve(game.view(0), **changes)


def few(*low: str) -> Game:
    """A position in which the first two seats hold these cards, and the others as many spades."""
    count = len(Cards(low[0]))
    hands = [*map(Cards, low), Cards("2S 3S 4S"[: 3 * count]), Cards("6S 7S 8S"[: 3 * count])]
    rest = PLAIN.deck.cards(4) - sum(hands, Cards())
    return Game.new(PLAIN, 4).set_up(hands, leader=0, taken=["", "", "", rest])


def counted(seed: int) -> Game:
    """A round of the plain game, played to its end."""
    game = Game.new(PLAIN, 4).deal(seed=seed)
    while isinstance(game.phase, PlayPhase):
        game = on(game)
    return game


START, PLAY, LATER = dealt(), on(passed()), on(passed(), 9)
FIRST = dealt().pass_cards(0, dealt().hands[0][:3])
SHOT = moon_shot()


def test_a_hand_seen_before_its_deal_has_all_its_cards() -> None:
    """From before the deal to the middle of the play: the cards of every trick were in the hand."""
    game = passed()
    (deal,) = (move for move in game.history if isinstance(move, Deal))
    start = Game.new(AMERICAN, 4)
    while isinstance(game.phase, PlayPhase):
        for seat in range(4):
            events = events_between(start.view(seat), game.view(seat))
            hands = [event.hand for event in events if isinstance(event, HandDealt)]
            assert hands == [deal.hands[seat]]
        game = on(game)
    assert len(game.table.tricks) == 13


def test_all_copies_of_a_card_may_come_back_from_the_middle() -> None:
    mixing = attrs.evolve(
        PLAIN, players=4, deck=rules.Pack(packs=8), passing=rules.Cycle((rules.MIX,))
    )
    start = Game.new(mixing, 4)
    pack, kings = mixing.deck.cards(4), Cards(["KS"] * 8)
    rest = [*(pack - kings)]
    hands = [kings + rest[:96], *(rest[first : first + 104] for first in (96, 200, 304))]
    game = start.deal(hands=hands)
    for seat in range(4):
        game = game.pass_cards(seat, kings[:3] if seat == 0 else game.hands[seat][:3])
    laid = [game.hands[seat] for seat in range(4)]
    others = [*(pack - sum(laid, Cards()) - kings[:3])]
    back = game.deal(hands=[kings[:3], others[:3], others[3:6], others[6:]])
    view = back.view(0)
    assert view.received == view.given == kings[:3]
    hands_seen = [e.hand for e in events_between(start.view(0), view) if isinstance(e, HandDealt)]
    assert hands_seen == [Cards(hands[0])]
    assert events_between(game.view(0), view)


def showing(**chapters: Any) -> Game:
    """Seat 2 has discarded a heart from a hand of nothing but hearts, and so has shown it."""
    house = attrs.evolve(
        variants.get("chase_the_lady"),
        name="House",
        deck=rules.Pack(kitty=4),
        opening=rules.EldestLeads(),
        passing=rules.NO_PASSING,
        play=rules.FollowSuit(),
        **chapters,
    )
    hearts = Cards("3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH")
    spades, clubs, diamonds = (
        Cards([f"{rank}{suit}" for rank in "23456789TJQK"]) for suit in "SCD"
    )
    hands = [spades, clubs - "2C" + "2H", hearts, diamonds]
    game = Game.new(house, 4, dealer=0).deal(hands=hands, kitty="AS AC AD 2C")
    return game.play("3C").play("3H")


def test_hearts_that_were_shown_may_be_claimed() -> None:
    game = showing(round_end=rules.PlayedOut(claims=True))
    before = [game.view(seat) for seat in range(4)]
    game = game.claim(game.to_act[0])
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    assert all(events_between(view, game.view(view.seat)) for view in before)


def test_hearts_that_were_shown_may_be_laid_down_for_the_kitty() -> None:
    game = showing(kitty=rules.KittyTo(share=2, exchanged=True))
    before = [game.view(seat) for seat in range(4)]
    game = game.play("2D").play("2S").lay_down("4C 5C").play("2H").play("4H").play("3D").play("3S")
    assert game.to_act == (2,)
    game = game.lay_down("5H 6H")
    assert game.phase.name == "play"
    assert all(events_between(view, game.view(view.seat)) for view in before)
