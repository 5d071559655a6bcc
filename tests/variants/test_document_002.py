"""Document 002, "Hearts Rules", translated: to 50 points."""

from __future__ import annotations

import pytest

from heartslib import Cards, Game, Rules
from heartslib.cards import PACK
from heartslib.moves import Deal
from tests.helpers.rounds import (
    at_deal,
    cards,
    hands,
    hold_hand,
    lay_down,
    piles,
    play_on,
    rulebooks,
)

pytestmark = rulebooks("classic_50")


def test_002_04_shuffled_for_each_deal(rules: Rules) -> None:
    """Document 002, introduction: at the start of each deal the whole pack is shuffled."""
    first = Game.new(rules).deal(seed=1)
    played = play_on(lay_down(first, 0, 1, 2, 3), 52).score()
    assert played.phase.name == "deal"
    second = played.deal(seed=2)
    assert hands(second) != hands(first)
    for game in (first, second):
        deal = game.history[-1]
        assert isinstance(deal, Deal)
        assert sum(deal.hands, Cards()) == Cards(PACK)


def test_002_26_thirteen_tricks(rules: Rules) -> None:
    """Document 002, introduction: a deal lasts 13 tricks, even when every point has fallen."""
    game = hold_hand(rules, {0: "2C..AC", 1: "2H..5H", 2: "6H..9H", 3: "TH..AH QS"})
    for _ in range(40):
        game = game.play(game.legal_plays()[-1])
    assert cards("2H..AH QS") <= game.view(None).table.played
    assert play_on(game, 11).phase.name == "play"
    finished = play_on(game, 12)
    assert finished.phase.name == "score"
    assert len(finished.view(None).table.tricks) == 13


@pytest.mark.parametrize("seed", range(3))
def test_002_27_then_the_piles_are_counted(rules: Rules, seed: int) -> None:
    """Document 002, introduction: after the last trick the four piles are counted."""
    game = play_on(at_deal(rules, 4).deal(seed=seed), 52)
    assert game.sheet is not None
    assert sum(line.points for line in game.sheet.lines) == 26
    assert game.score().sheets[3:] == (game.sheet,)


def test_002_40_the_pile_is_what_was_won(rules: Rules) -> None:
    """Document 002, glossary: the pile is all cards won, and it is counted at the end."""
    game = play_on(at_deal(rules, 4).deal(seed=1), 52)
    assert sum(piles(game), Cards()) == Cards(PACK)
    assert game.sheet is not None
    for pile, points in zip(piles(game), game.sheet.totals, strict=True):
        assert points == len(pile & cards("2H..AH")) + 13 * ("QS" in pile)
