"""What each seat has taken: with it a round that was played is scored as the game scores it."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import Cards, Game, Rules, score_hand, variants
from heartslib.moves import ChooseMoon
from heartslib.rules import KittyTo, Pack, PlayedOut
from tests.helpers.positions import AMERICAN, played_out
from tests.helpers.strategies import at_random, next_state

KITTY = variants.get("kitty_hearts")
EXCHANGED = attrs.evolve(AMERICAN, players=4, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
CLAIMS = attrs.evolve(KITTY, round_end=PlayedOut(claims=True))


def counted(rules: Rules, seed: int) -> Game:
    game, rng = Game.new(rules), Random(seed)
    while game.phase.name != "score":
        game = next_state(game, at_random, rng)
    return game


@pytest.mark.parametrize(
    "rules", [KITTY, EXCHANGED, CLAIMS, AMERICAN], ids=("kitty", "exchanged", "claims", "plain")
)
def test_a_round_is_scored_from_the_piles(rules: Rules) -> None:
    captured = 0
    for seed in range(12):
        game = counted(rules, seed)
        last = game.history[-1]
        moon = last.choice if isinstance(last, ChooseMoon) else None
        assert score_hand(rules, taken=game.piles, players=game.players, moon=moon) == game.sheet
        assert sum(game.piles, Cards()) == rules.deck.cards(game.players)
        captured += game.piles != game.table.piles
    assert (captured > 0) == (rules is not AMERICAN)


def test_piles_are_of_this_round_and_grow_with_it() -> None:
    game = Game.new(KITTY, 4)
    assert game.piles == (Cards(),) * 4
    game = game.deal(seed=1)
    while game.phase.name == "pass":
        seat = game.to_act[0]
        game = game.pass_cards(seat, game.hands[seat][:3])
    before = game.piles
    while not game.table.tricks:
        assert game.piles == before == (Cards(),) * 4
        game = game.play(game.legal_plays()[0])
    taker = game.table.tricks[0].taker
    assert taker is not None
    assert len(game.piles[taker]) == 4 + game.view(None).captured_sizes[taker]
    assert played_out().score().piles == (Cards(),) * 4
