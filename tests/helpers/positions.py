"""Games in certain positions."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import Cards, ChooseCards, Game, Rules, View, variants
from heartslib.bots import careful
from heartslib.cards import HEARTS
from heartslib.moves import Play
from heartslib.rules import (
    NO_PASSING,
    CardValues,
    DealerCalls,
    EldestLeads,
    FollowSuit,
    KittyTo,
    NoMoon,
    PlayedOut,
    Rounds,
    Sweepstake,
)
from tests.helpers.strategies import next_state, suit_by_suit

AMERICAN = variants.get("american")
EVERYTHING = attrs.evolve(
    variants.get("turbo"),
    name="Everything",
    deck=variants.get("kitty_hearts").deck,
    players=(4,),
    kitty=KittyTo(exchanged=True),
    passing=DealerCalls(optional=True, kept=Cards("2C 3C 4C 5C")),
    round_end=PlayedOut(claims=True),
)
"""Every phase that there is, in one game."""
POOL = Rules(
    name="Sweepstake Hearts",
    players=(3, 4),
    deck=variants.get("heartsette").deck,
    passing=NO_PASSING,
    opening=EldestLeads(),
    play=FollowSuit(),
    scoring=CardValues({HEARTS: -1}),
    moon=NoMoon(),
    bonuses=Sweepstake(),
    ending=Rounds(9, points_are_good=True),
)
"""A pool that stays until somebody wins it, and nothing else that is special."""
TABLES = [
    pytest.param(rulebook, players, id=f"{slug}-{players}")
    for slug, rulebook in variants.all().items()
    for players in sorted({min(rulebook.players), max(rulebook.players)})
]
"""Every game, with the fewest and with the most players."""


def may(view: View) -> Cards:
    """The cards that a seat may choose now; none if it is not to choose cards."""
    return view.question.among if isinstance(view.question, ChooseCards) else Cards()


def passed(rules: Rules = AMERICAN, seed: int = 1) -> Game:
    """A game of four in which each seat has passed its three lowest cards."""
    game = Game.new(rules, 4).deal(seed=seed)
    for seat in range(4):
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    return game


def played_out(rules: Rules = AMERICAN, seed: int = 1) -> Game:
    """A finished round before its score is entered, always with the first legal card; a moon is added."""
    game = passed(rules, seed)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    return game.choose_moon("add") if game.phase.name == "moon" else game


def moon_shot(rules: Rules = AMERICAN) -> Game:
    """A round in which seat 0 has taken every trick and, if the rules ask, is to choose a payment."""
    game, rng = Game.new(rules, 4), Random(0)
    while game.phase.name in {"deal", "pass", "play"}:
        game = next_state(game, suit_by_suit, rng)
    return game


def careful_card(hands: list[str], trick: str = "", rules: Rules = AMERICAN) -> str:
    """The card of a careful seat in the last two tricks; seat 0 led, and nobody shoots the moon."""
    rest = list(rules.deck.cards(4) - Cards(" ".join((*hands, trick))))
    taken = [Cards(rest[::2]), Cards(), Cards(rest[1::2]), Cards()]
    game = Game.new(rules).set_up(hands, leader=0, trick=trick, taken=taken)
    move = careful(game.view(game.to_act[0]))
    assert isinstance(move, Play)
    return str(move.card)
