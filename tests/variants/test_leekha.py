"""Leekha, the partnership game of the Levant, clause by clause, and what players of it choose."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, legal_plays, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.rules import (
    CardValues,
    Cycle,
    FollowSuit,
    Pay,
    PlayIfVoid,
    PlayWhenSafe,
    ShootTheMoon,
    Toward,
)
from tests.helpers.rounds import (
    LEFT,
    RIGHT,
    cards,
    dealing_order,
    entered,
    passed_to,
    refused,
    round_after,
    taker,
    turns,
)

LEEKHA = variants.get("leekha")
HEARTS_ALONE = str(HEARTS)


def test_lk_players_01_partners_sit_opposite_and_keep_scores_of_their_own() -> None:
    game = entered(LEEKHA, (13, 0, 10, 13))
    assert LEEKHA.players == (4,)
    assert game.sides == ((0, 2), (1, 3))
    assert game.scores == (13, 0, 10, 13)


def test_lk_deal_01_the_next_player_sits_to_the_right() -> None:
    assert dealing_order(LEEKHA, dealer=2)[:6] == [3, 0, 1, 2, 3, 0]
    said = LEEKHA.at(4).always()
    assert said["The pack"][0] == "One pack of 52 cards."
    assert said["The pack"][1].endswith(" counterclockwise from the dealer's right.")
    assert said["Tricks"][0] == "Play goes counterclockwise, one card from each player."
    assert turns(round_after(LEEKHA, 4), 4) == [0, 1, 2, 3]


def test_lk_deal_02_whoever_took_the_queen_of_spades_deals() -> None:
    game = round_after(LEEKHA, 4, "KS AS QS 2S")
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert Cards("QS") <= game.view(None).table.piles[1]
    assert game.score().dealer == 1


def test_lk_pass_01_three_cards_go_to_the_right_in_every_round() -> None:
    assert [passed_to(LEEKHA, 4, deal) for deal in (1, 2, 3, 4)] == [LEFT] * 4  # the next seat
    view = Game.new(LEEKHA).deal(seed=1).view(0)
    assert view.pattern
    assert view.pattern.name == "right"
    assert str(Game.new(LEEKHA).deal(seed=1)).startswith("Leekha, round 1: pass 3 right, ")


def test_lk_pass_opt_01_to_the_right_and_to_the_left_by_turns() -> None:
    by_turns = attrs.evolve(LEEKHA, passing=Cycle((Toward(1), Toward(-1))))
    assert [passed_to(by_turns, 4, deal) for deal in (1, 2, 3)] == [LEFT, RIGHT, LEFT]
    (said,) = by_turns.at(4).always()["Passing"]
    assert "3 right in round 1 and 3 left in round 2" in said


def test_lk_lead_01_the_player_to_the_dealers_right_leads_any_card() -> None:
    game = round_after(LEEKHA, 4, leader=0)
    assert game.to_act == (0,)
    assert (LEEKHA.opening.places_from_dealer, game.legal_plays()) == (1, game.view(0).hand)
    for hand in ("2H QS TD 3C", HEARTS_ALONE):
        assert legal_plays(LEEKHA, hand=hand) == Cards(hand)


@pytest.mark.parametrize(
    ("trick", "wins"), [("2C AC KC 3C", 1), ("2C QS TD AH", 0), ("TD 3D JD 2D", 2)]
)
def test_lk_play_01_the_highest_card_of_the_suit_led_wins(trick: str, wins: int) -> None:
    assert taker(LEEKHA, trick) == wins
    assert legal_plays(LEEKHA, hand="4C 9C QS TD AH", trick="2C") == Cards("4C 9C")


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("QS 3S 4H", "2C", "QS"),
        ("TD 3D 4H", "2C", "TD"),
        ("3S 4H AH", "2C", "3S 4H AH"),
        ("QS 3S TD", "2D AD", "TD"),
        ("QS 3S", "AS", "QS 3S"),  # while its own suit is led, it may be held back
        ("TD 3D", "AD", "TD 3D"),
        ("QS KH 2H", "3H", "2H KH"),
    ],
)
def test_lk_must_01_who_is_void_discards_one_of_the_two(hand: str, trick: str, legal: str) -> None:
    assert legal_plays(LEEKHA, hand=hand, trick=trick) == Cards(legal)


def test_lk_must_01_another_discard_is_refused_with_the_reason() -> None:
    suits = {0: "clubs", 1: "spades", 2: "diamonds", 3: "hearts"}
    game = round_after(LEEKHA, 4, holding=suits).play("2C")
    with refused("play-if-void") as error:
        game.play("AS")
    assert game.play("QS").to_act == (2,)
    assert error.value.reason == "you are void in the suit led and must play one of 10♦ and Q♠"


def test_lk_must_02_who_has_both_chooses() -> None:
    assert legal_plays(LEEKHA, hand="QS TD 3D AH", trick="2C 3C") == Cards("QS TD")


def test_lk_must_opt_01_each_goes_under_a_higher_card_of_its_suit_too() -> None:
    strict = attrs.evolve(LEEKHA, play=(FollowSuit(), PlayWhenSafe("QS TD")))
    assert legal_plays(strict, hand="TD 3D 7D", trick="JD") == Cards("TD")
    assert legal_plays(strict, hand="QS 3S", trick="2S") == Cards("QS 3S")
    assert legal_plays(strict, hand="QS TD 3D AH", trick="2C 3C") == Cards("QS TD")


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        (("QS", "TD", HEARTS_ALONE, ""), (13, 10, 13, 0)),
        (("QS TD 2H", "", "3H..AH", ""), (24, 0, 12, 0)),
        ((f"QS TD {HEARTS_ALONE}", "", "", ""), (36, 0, 0, 0)),
    ],
)
def test_lk_score_01_the_queen_the_ten_and_each_heart_cost(
    piles: tuple[str, ...], points: tuple[int, ...]
) -> None:
    assert score_hand(LEEKHA, taken=[cards(pile) for pile in piles]).totals == points


def test_lk_score_opt_01_taking_everything_costs_37() -> None:
    dearer = attrs.evolve(LEEKHA, moon=ShootTheMoon(Pay(shooter=1, name="dearer"), 37))
    taken = ["", f"QS TD {HEARTS_ALONE}", "", ""]
    assert score_hand(dearer, taken=taken).totals == (0, 37, 0, 0)
    assert score_hand(LEEKHA, taken=taken).totals == (0, 36, 0, 0)


def test_lk_score_opt_02_in_idlib_the_king_of_clubs_goes_too() -> None:
    three = "QS TD KC"
    idlib = attrs.evolve(
        LEEKHA,
        play=(FollowSuit(), PlayIfVoid(three)),
        scoring=CardValues({HEARTS: 1, "QS": 13, "TD": 10, "KC": 14}),
    )
    assert score_hand(idlib, taken=[f"{three} {HEARTS_ALONE}", "", "", ""]).totals == (50, 0, 0, 0)
    assert legal_plays(idlib, hand="KC 2C AH", trick="2D") == Cards("KC")


@pytest.mark.parametrize(
    ("before", "points", "winners"),
    [
        ((90, 0, 10, 99), (10, 13, 12, 1), None),
        ((90, 40, 0, 99), (11, 13, 12, 0), (1, 3)),  # although 139 is more than 103
        ((0, 70, 99, 30), (0, 10, 2, 24), (1, 3)),
        ((20, 95, 70, 60), (10, 6, 10, 10), (0, 2)),
        ((95, 95, 0, 0), (13, 13, 5, 5), (0, 1, 2, 3)),  # both sides: a tie
        ((70, 0, 0, 0), (36, 0, 0, 0), (1, 3)),
    ],
)
def test_lk_end_01_the_side_of_whoever_reaches_101_loses(
    before: tuple[int, ...], points: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    game = entered(LEEKHA, before, points)
    assert game.is_over == (winners is not None)
    assert game.winners == (winners or ())
