"""Document 004, "Hearts" (pagat.com): the variation with a kitty."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, Rules
from heartslib.cards import PACK
from heartslib.rules import Pack
from tests.helpers.rounds import (
    SEATS,
    every_hand,
    lay_down,
    play_on,
    round_after,
    rulebooks,
    totals,
    undealt,
    won,
)

kitty_hearts = rulebooks("kitty_hearts")

CLEAN = ("2C 3C 4C KC", "3D 4D AD 5D")
"""Two tricks without a penalty card; seat 0 leads to the first, seat 1 takes the second."""

KITTY = "3H 5C 9D QS"


@kitty_hearts
def test_004_kitty_01_twelve_cards_each(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": only 12 cards go to each player, so 12 tricks."""
    game = Game.new(rules).deal(seed=1)
    assert game.view(None).hand_sizes == (12, 12, 12, 12)
    assert game.view(None).kitty_size == 4
    assert sum(every_hand(game), undealt(game)) == Cards(PACK)
    one_left = play_on(round_after(rules, 4, kitty=KITTY), 47)
    assert one_left.phase.name == "play"
    done = play_on(one_left, 1)
    assert done.phase.name in {"score", "moon"}
    assert len(done.view(None).table.tricks) == 12


@kitty_hearts
def test_004_kitty_02_face_down(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": nobody knows the four cards before they are taken."""
    whole = round_after(rules, 4, *CLEAN, kitty=KITTY, holding={2: "8H", 3: "9H"})
    other = round_after(rules, 4, *CLEAN, kitty="8H 5C 9D QS", holding={2: "3H", 3: "9H"})
    assert whole.view(None).kitty_size == 4
    assert undealt(whole) != undealt(other)
    for seat in (0, 1, 3, None):
        assert whole.view(seat) == other.view(seat)
    for seat in SEATS:
        assert whole.view(seat).captured == Cards()


@kitty_hearts
def test_004_kitty_02_set_aside_during_the_deal(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": the four come out of the pack while it is dealt."""
    aside = undealt(Game.new(rules).deal(order=PACK))
    assert len(aside) == 4
    places = [card.index for card in aside]
    assert places == list(range(places[0], places[0] + 4))
    assert places[0] > 0
    assert places[-1] < 51


@kitty_hearts
def test_004_kitty_03_to_the_first_penalty_card(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": the first to take a penalty card gets it (A31)."""
    waiting = round_after(rules, 4, *CLEAN, "8D KD 7H", kitty=KITTY, holding={0: "2D"})
    assert waiting.view(None).captured_sizes == (0, 0, 0, 0)
    assert waiting.view(None).kitty_size == 4
    taken = waiting.play("2D", 0)
    assert taken.view(None).kitty_size == 0
    assert taken.view(None).captured_sizes == (0, 0, 4, 0)
    assert taken.view(2).captured == Cards(KITTY)
    assert won(taken)[2] == Cards("8D KD 7H 2D") + KITTY
    assert totals(rules, *map(str, won(taken))) == (0, 0, 15, 0)
    assert taken.view(None).hand_sizes == (9, 9, 9, 9)


@kitty_hearts
def test_004_kitty_03_queen_of_spades_is_one_too(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": any penalty card will do, the queen of spades too."""
    taken = round_after(rules, 4, "2C QS AC 3C", kitty="3H 5C 9D KS")
    assert taken.view(None).captured_sizes == (0, 0, 4, 0)


@kitty_hearts
def test_004_kitty_03_its_points_are_scored(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": its cards count for its taker."""
    done = play_on(round_after(rules, 4, *CLEAN, "8D KD 7H 2D", kitty=KITTY), 36)
    assert done.sheet is not None
    assert done.sheet.totals == totals(rules, *map(str, won(done)))
    assert sum(done.sheet.totals) == 26


@rulebooks("american")
@pytest.mark.parametrize(("players", "each", "kitty"), [(3, 17, 1), (5, 10, 2), (6, 8, 4)])
def test_004_kitty_04_for_uneven_deals(rules: Rules, players: int, each: int, kitty: int) -> None:
    """Document 004, "Variations: Kitty": it takes what cannot be dealt evenly (A65)."""
    game = Game.new(attrs.evolve(rules, deck=Pack(left_over=True)), players).deal(seed=1)
    assert game.view(None).hand_sizes == (each,) * players
    assert game.view(None).kitty_size == len(undealt(game)) == kitty
    assert sum(every_hand(game), undealt(game)) == Cards(PACK)


@kitty_hearts
def test_004_kitty_01_three_cards_are_passed_as_ever(rules: Rules) -> None:
    """Document 004, "Variations: Kitty": the pass is the usual one, from twelve cards."""
    game = lay_down(Game.new(rules).deal(seed=1), *SEATS)
    assert game.view(None).hand_sizes == (12, 12, 12, 12)
    assert [len(game.view(seat).received) for seat in SEATS] == [3, 3, 3, 3]
