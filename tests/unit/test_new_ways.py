"""Charges in secret in the terminal and for a search; records that other rules would make."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import Card, Game, Suit, record, variants
from heartslib.bots import MonteCarlo
from heartslib.errors import RecordError
from heartslib.moves import Charge
from heartslib.rules import NO_PASSING, TURBO_CHARGES, JokerWins
from heartslib.terminal import TerminalVoice
from heartslib.terminal.words import on_table
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import read_back, written_down

SECRET = attrs.evolve(
    variants.get("turbo"),
    name="Secret Turbo",
    passing=NO_PASSING,
    charging=attrs.evolve(TURBO_CHARGES, each=None, secret=True, repeats=True),
)


def test_secret_charges_are_on_the_table_and_in_a_search() -> None:
    """The holder of the queen of spades charges it, and is asked again."""
    game = Game.new(SECRET).deal(seed=3)
    holder = next(seat for seat in range(4) if "QS" in game.hands[seat])
    game = game.charge(holder, "QS")
    view, other = game.view(holder), game.view((holder + 1) % 4)
    assert "Charged in secret by you: Q♠." in on_table(view, TerminalVoice())
    said = [line for line in on_table(other, TerminalVoice()) if "in secret" in line]
    assert said == [f"Charged in secret by seat {holder}: 1 card."]
    move = MonteCarlo(4)(view)
    assert isinstance(move, Charge)
    assert game.apply(move).view(holder).secret >= view.secret


def test_a_game_that_its_rules_cannot_make_is_not_written() -> None:
    """By rules without a pass, the first pass is illegal."""
    game = Game.new(variants.get("american")).deal(seed=3)
    game = game.pass_cards(0, game.hands[0][:3])
    match = attrs.evolve(game.match, rules=variants.get("dame_de_pique"))
    with pytest.raises(RecordError, match="make another game than this"):
        record.dumps(attrs.evolve(game, match=match))


def test_a_round_with_a_standing_pool_is_replayed() -> None:
    """Nothing is sold: whoever named the contract before names it, and leads."""
    auction, rng = variants.get("auction_hearts"), Random(5)
    game, found = Game.new(auction), 0
    while not game.is_over:
        game = next_state(game, at_random, rng)
        if game.phase.name == "score" and not game.match.settled.bids:
            assert "bids" not in written_down(game)
            assert read_back(written_down(game)).sheet == game.sheet
            found += 1
    assert found > 0


def test_the_strength_of_a_joker() -> None:
    """On a plain suit it beats the ace; among the hearts it is between jack and ten."""
    rule, joker = JokerWins(), Card("2H")
    assert rule.strength(joker, Suit.CLUBS) > rule.strength(Card("AC"), Suit.CLUBS)
    hearts = [rule.strength(Card(name), Suit.HEARTS) for name in ("TH", "2H", "JH")]
    assert hearts == sorted(hearts)
    assert rule.strength(Card("AH"), Suit.CLUBS) == rule.strength(Card("3D"), Suit.CLUBS) == 0
