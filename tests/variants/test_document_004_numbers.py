"""Document 004, "Hearts" (pagat.com): other numbers of players."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Game, Rules, score_hand
from heartslib.cards import HEARTS, PACK
from heartslib.rules import (
    KITTY_TO_FIRST_PENALTY,
    LEFT,
    RIGHT,
    Cycle,
    Hold,
    KittyTo,
    Pack,
    PassPattern,
    Scatter,
    Taker,
    Toward,
)
from tests.helpers.rounds import (
    every_hand,
    passed_to,
    play_on,
    refused,
    round_after,
    rulebooks,
    table_of,
    undealt,
    won,
)
from tools.source_clauses import CLAUSES

pytestmark = rulebooks("american")

FIRST = "2C 3C 4C 5C AC"
"""A first trick of five without points: seat 0 leads it, seat 4 takes it."""

LEFT_3, RIGHT_3, HOLD_3 = (1, 2, 0), (2, 0, 1), (0, 1, 2)
LEFT_5, RIGHT_5, HOLD_5 = (1, 2, 3, 4, 0), (4, 0, 1, 2, 3), (0, 1, 2, 3, 4)
SECOND_LEFT_5, SECOND_RIGHT_5 = (2, 3, 4, 0, 1), (3, 4, 0, 1, 2)
"""To which seat the cards of seats 0, 1 and so on go."""


def with_kitty(rules: Rules) -> Rules:
    """Method 1: the cards left over are the kitty, captured with the first trick."""
    return attrs.evolve(rules, deck=Pack(left_over=True), kitty=KittyTo())


def exchanging(rules: Rules) -> Rules:
    """Method 2: the taker of the first trick exchanges the kitty with the hand."""
    return attrs.evolve(with_kitty(rules), kitty=KittyTo(exchanged=True))


def passing(rules: Rules, *patterns: PassPattern) -> Rules:
    """The game with another cycle."""
    return attrs.evolve(rules, passing=Cycle(patterns))


def points(rules: Rules, game: Game) -> tuple[int, ...]:
    """The cost of the cards that each seat has won so far."""
    return tuple(sum(map(rules.in_force.points, pile)) for pile in won(game))


@pytest.mark.parametrize("players", [3, 5])
def test_004_numbers_01_three_or_five(rules: Rules, players: int) -> None:
    """Document 004, "Other Numbers of Players": three can play, and so can five."""
    game = Game.new(rules, players).deal(seed=1)
    assert game.players == players
    assert game.to_act == tuple(range(players))


def test_004_numbers_02_three_have_17_and_one_is_left(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: 17 cards for each of three (A65)."""
    game = Game.new(with_kitty(rules), 3).deal(seed=1)
    assert game.view(None).hand_sizes == (17, 17, 17)
    assert game.view(None).kitty_size == 1
    assert sum(every_hand(game), undealt(game)) == Cards(PACK)


def test_004_numbers_03_five_have_10_and_two_are_left(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: 10 cards for each of five (A65)."""
    game = Game.new(with_kitty(rules), 5).deal(seed=1)
    assert game.view(None).hand_sizes == (10,) * 5
    assert game.view(None).kitty_size == 2
    assert sum(every_hand(game), undealt(game)) == Cards(PACK)


def test_004_numbers_04_kitty_is_face_down(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: nobody sees the rest."""
    game = round_after(with_kitty(rules), 5, "2C 3C 4C 5C", kitty="QS 4D", holding={4: "AC KS"})
    other = round_after(with_kitty(rules), 5, "2C 3C 4C 5C", kitty="KS 4D", holding={4: "AC QS"})
    assert undealt(game) != undealt(other)
    for seat in (0, 1, 2, 3, None):
        assert game.view(seat) == other.view(seat)
    for seat in range(5):
        assert game.view(seat).captured == Cards()
        assert game.view(seat).kitty_size == 2


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (3, 1), (3, 2), (5, 0), (5, 2), (5, 4)])
def test_004_numbers_05_kitty_is_dealt_midway(rules: Rules, players: int, dealer: int) -> None:
    """Document 004, "Other Numbers of Players", method 1: it is not what is dealt last."""
    game = Game.new(with_kitty(rules), players, dealer=dealer).deal(order=PACK)
    places = [card.index for card in undealt(game)]
    assert len(places) == 52 % players
    assert all(players <= place < 52 - players for place in places)


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (3, 1), (3, 2), (5, 0), (5, 2), (5, 4)])
def test_004_numbers_06_last_card_is_the_dealers(rules: Rules, players: int, dealer: int) -> None:
    """Document 004, "Other Numbers of Players", method 1: the dealer gets the last card."""
    game = Game.new(with_kitty(rules), players, dealer=dealer).deal(order=PACK)
    assert Card("AH") in game.view(dealer).hand
    assert Card("2C") in game.view((dealer + 1) % players).hand


def test_004_numbers_07_to_the_first_trick(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: the first trick takes the kitty."""
    rules = with_kitty(rules)
    waiting = round_after(rules, 3, "2C KC", kitty="5H", holding={2: "7C"})
    assert waiting.view(None).kitty_size == 1
    game = waiting.play("7C", 2)
    assert game.view(None).kitty_size == 0
    assert game.view(None).captured_sizes == (0, 1, 0)
    assert won(game) == (Cards(), Cards("2C KC 7C 5H"), Cards())
    assert points(rules, game) == (0, 1, 0)


def test_004_numbers_08_or_to_the_first_penalty_point(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: or the first point takes it (A31)."""
    rules = attrs.evolve(with_kitty(rules), kitty=KITTY_TO_FIRST_PENALTY)
    clean = ("2C KC 7C", "KD AD 3D")
    waiting = round_after(rules, 3, *clean, "TS 3H", kitty="5H", holding={1: "9S"})
    assert waiting.view(None).kitty_size == 1
    assert waiting.view(None).captured_sizes == (0, 0, 0)
    game = waiting.play("9S", 1)
    assert game.view(None).kitty_size == 0
    assert won(game) == (Cards(), Cards("2C KC 7C"), Cards("KD AD 3D TS 3H 9S 5H"))
    assert points(rules, game) == (0, 0, 2)


def test_004_numbers_09_counts_with_the_captured_cards(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: the taker has the kitty's points."""
    rules = with_kitty(rules)
    game = round_after(rules, 5, FIRST, kitty="QS 4D")
    assert won(game) == (*[Cards()] * 4, Cards(FIRST) + "QS 4D")
    assert points(rules, game) == (0, 0, 0, 0, 13)


def test_004_numbers_09_moon_needs_the_kitty(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: with QS in it only its taker shoots."""
    rules = with_kitty(rules)
    hearts = str(HEARTS)
    assert score_hand(rules, taken=[hearts, "", "", "", "QS"]).totals == (13, 0, 0, 0, 13)
    game = round_after(rules, 5, FIRST, kitty="QS 4D", holding={4: "6C..KC"})
    game = play_on(game, 45)
    assert game.phase.name == "moon"
    assert game.to_act == (4,)
    assert game.choose_moon("add").score().scores == (26, 26, 26, 26, 0)


def test_004_numbers_10_taker_may_look(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 1: its taker, and nobody else, looks."""
    rules = with_kitty(rules)
    game = round_after(rules, 5, FIRST, kitty="QS 4D", holding={4: "KS"})
    other = round_after(rules, 5, FIRST, kitty="KS 4D", holding={4: "QS"})
    assert game.view(4).captured == Cards("QS 4D")
    assert game.view(None).captured_sizes == (0, 0, 0, 0, 2)
    for seat in (0, 1, 2, 3, None):
        assert game.view(seat).captured == Cards()
        assert game.view(seat) == other.view(seat)


@pytest.mark.parametrize(
    ("players", "kitty", "opening"),
    [(3, "2C", "3C"), (3, "3C", "2C"), (5, "2C 7D", "3C"), (5, "2C 3C", "4C"), (5, "3C 7D", "2C")],
)
def test_004_numbers_11_lowest_club_outside_leads(
    rules: Rules, players: int, kitty: str, opening: str
) -> None:
    """Document 004, "Other Numbers of Players", method 1: else the lowest club leads (A66)."""
    game = round_after(with_kitty(rules), players, kitty=kitty, holding={2: f"{opening} 9C KD"})
    assert game.to_act == (2,)
    assert game.legal_plays() == Cards(opening)


def test_004_numbers_12_kitty_goes_into_the_hand(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 2: the first trick's taker adds it."""
    game = round_after(exchanging(rules), 5, FIRST, kitty="QS 4D", holding={4: "4H"})
    assert game.phase.name == "kitty"
    assert game.to_act == (4,)
    assert game.view(None).hand_sizes == (9, 9, 9, 9, 11)
    assert game.view(4).hand >= Cards("QS 4D 4H")
    assert game.view(None).captured_sizes == (0, 0, 0, 0, 0)
    with refused("phase"):
        game.play("4D", 4)
    with refused("turn"):
        game.lay_down(game.view(0).hand[:2], 0)


def test_004_numbers_12_or_with_the_first_point(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 2: as an option the first point does."""
    rules = attrs.evolve(exchanging(rules), kitty=KittyTo(Taker.OF_PENALTY, exchanged=True))
    clean = round_after(rules, 3, "2C KC 7C", "KD AD 3D", kitty="5H")
    assert clean.phase.name == "play"
    assert clean.view(None).hand_sizes == (15, 15, 15)
    game = round_after(rules, 3, "2C KC 7C", "KD AD 3D", "TS 3H 9S", kitty="5H")
    assert game.phase.name == "kitty"
    assert game.to_act == (2,)
    assert game.view(None).hand_sizes == (14, 14, 15)


def test_004_numbers_13_as_many_are_discarded(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 2: as many go under the taker's tricks (A32)."""
    rules = exchanging(rules)
    game = round_after(rules, 5, FIRST, kitty="QS 4D", holding={4: "4H 5H"})
    for packet in ("QS", "QS 4H 4D", ""):
        with refused("kitty-count"):
            game.lay_down(packet)
    with refused("not-in-hand"):
        game.lay_down([game.view(0).hand[0], "QS"])
    done = game.lay_down("QS 4H")
    assert done.phase.name == "play"
    assert done.to_act == (4,)
    assert done.view(None).hand_sizes == (9,) * 5
    assert done.view(4).hand == game.view(4).hand - "QS 4H"
    assert won(done)[4] == Cards(FIRST) + "QS 4H"
    assert points(rules, done) == (0, 0, 0, 0, 14)


def test_004_numbers_13_discards_do_not_break_hearts(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 2: a heart laid down breaks none (A32)."""
    game = round_after(exchanging(rules), 5, FIRST, kitty="QS 4D", holding={4: "4H 5H"})
    done = game.lay_down("QS 4H")
    assert done.legal_plays() == done.view(4).hand.without(HEARTS)
    with refused("hearts-must-be-broken"):
        done.play("5H")


def test_004_numbers_13_discards_are_face_down(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players", method 2: only their owner knows them."""
    game = round_after(exchanging(rules), 5, FIRST, kitty="QS 4D", holding={4: "4H 5H"})
    done, other = game.lay_down("QS 4H"), game.lay_down("4D 5H")
    assert done.view(4).captured == Cards("QS 4H")
    assert other.view(4).captured == Cards("4D 5H")
    assert done.view(None).captured_sizes == (0, 0, 0, 0, 2)
    for seat in (0, 1, 2, 3, None):
        assert done.view(seat) == other.view(seat)


SECONDS = (LEFT, RIGHT, Toward(2), Toward(-2), Hold())
EIGHT = (LEFT, RIGHT, Toward(2), Hold(), LEFT, RIGHT, Toward(-2), Hold())


@pytest.mark.parametrize(
    ("clause", "players", "patterns", "courses"),
    [
        ("004-numbers-16", 3, (LEFT, RIGHT, Hold()), [LEFT_3, RIGHT_3, HOLD_3]),
        ("004-numbers-17", 3, (LEFT, RIGHT), [LEFT_3, RIGHT_3]),
        ("004-numbers-20", 5, (LEFT, RIGHT, Hold()), [LEFT_5, RIGHT_5, HOLD_5]),
        ("004-numbers-21", 5, (LEFT, RIGHT), [LEFT_5, RIGHT_5]),
        (
            *("004-numbers-22", 5, SECONDS),
            [LEFT_5, RIGHT_5, SECOND_LEFT_5, SECOND_RIGHT_5, HOLD_5],
        ),
        (
            *("004-numbers-23", 5, EIGHT),
            [*(LEFT_5, RIGHT_5, SECOND_LEFT_5, HOLD_5), *(LEFT_5, RIGHT_5, SECOND_RIGHT_5, HOLD_5)],
        ),
    ],
)
def test_cycles_of_the_pass(
    rules: Rules,
    clause: str,
    players: int,
    patterns: tuple[PassPattern, ...],
    courses: list[tuple[int, ...]],
) -> None:
    """Document 004, "Other Numbers of Players": which way three and five players may pass."""
    assert clause in CLAUSES
    rules = passing(rules, *patterns)
    deals = range(1, 2 * len(courses) + 1)
    assert [passed_to(rules, players, deal) for deal in deals] == courses * 2
    held = [deal for deal in deals if courses[(deal - 1) % len(courses)] == (*range(players),)]
    for deal in held:
        assert table_of(rules, players, deal=deal).deal(seed=1).phase.name == "play"


def test_004_numbers_18_three_scatter_two_each(rules: Rules) -> None:
    """Document 004, "Other Numbers of Players": instead of four to one, two to each of both."""
    game = Game.new(passing(rules, Scatter(2)), 3).deal(seed=1)
    before = every_hand(game)
    assert game.view(0).passes_to == ((1, 2), (2, 2))
    with refused("pass-split"):
        game.pass_cards(0, {1: before[0][:3], 2: before[0][3:4]})
    with refused("pass-count"):
        game.pass_cards(0, {1: before[0][:2], 2: before[0][2:3]})
    for seat in range(3):
        left, right = (seat + 1) % 3, (seat + 2) % 3
        game = game.pass_cards(seat, {left: before[seat][:2], right: before[seat][2:4]})
    assert game.phase.name == "play"
    assert game.view(0).received == Cards(before[1][2:4]) + before[2][:2]
    assert game.view(1).received == Cards(before[2][2:4]) + before[0][:2]
    assert game.view(None).hand_sizes == (17, 17, 17)


@pytest.mark.parametrize("hold", [False, True], ids=["left right", "left right hold"])
def test_004_numbers_19_scatter_in_a_cycle(rules: Rules, hold: bool) -> None:
    """Document 004, "Other Numbers of Players": either cycle of three can have a scatter."""
    patterns: list[PassPattern] = [Toward(1, 4), Toward(-1, 4), Scatter(2)]
    rules = passing(rules, *patterns, *[Hold()] * hold)
    again = 5 if hold else 4
    for deal, course in [(1, LEFT_3), (2, RIGHT_3), (again, LEFT_3), (again + 1, RIGHT_3)]:
        assert passed_to(rules, 3, deal, count=4) == course
    for deal in (3, again + 2):
        assert table_of(rules, 3, deal=deal).deal(seed=1).view(0).passes_to == ((1, 2), (2, 2))
    if hold:
        assert table_of(rules, 3, deal=4).deal(seed=1).phase.name == "play"
