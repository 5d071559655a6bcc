"""Questions of other apps: positions, score cards, messages; what cannot be is refused."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    CardsError,
    Game,
    HeartsError,
    IllegalMove,
    RecordError,
    RulesError,
    ScoreSheet,
    View,
    explain_play,
    legal_plays,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.cards import HEARTS, PACK
from heartslib.events import (
    CardPlayed,
    Claimed,
    ClaimSettled,
    GameOver,
    HandDealt,
    HandShown,
    HeartsBroken,
    KittyTaken,
    MoonShot,
    Own,
    TrickLeft,
)
from heartslib.moves import Claim, Deal, Pass, Play
from heartslib.rules import (
    NO_PASSING,
    Cycle,
    DealerCalls,
    FollowSuit,
    HeartsMustBeBroken,
    KittyTo,
    NoMoon,
    NoTricksBonus,
    Pack,
    PlayedOut,
    ShootTheMoon,
    Toward,
)
from heartslib.scorecard import read_csv, read_json
from heartslib.table import Table, Trick
from tests.helpers.positions import moon_shot, passed, played_out
from tests.helpers.rounds import round_after

AMERICAN = variants.get("american")
TURBO = variants.get("turbo")
CHASE = variants.get("chase_the_lady")
ALL = f"{HEARTS} QS"
SUITS = [" ".join(map(str, PACK[13 * suit : 13 * suit + 13])) for suit in range(4)]


# Plays


def test_an_app_that_keeps_no_cards_says_what_it_knows() -> None:
    hand = "AS QS 4H"
    assert legal_plays(AMERICAN, hand=hand, hearts_broken=True) == Cards("QS AS 4H")
    closed = legal_plays(AMERICAN, hand=hand, hearts_broken=False, first_trick=False)
    assert closed == Cards("QS AS")
    assert legal_plays(AMERICAN, hand="2C 5C", first_trick=True) == Cards("2C")
    assert legal_plays(AMERICAN, hand="2C 5C", first_trick=False) == Cards("2C 5C")
    classic = variants.get("classic_100")  # the queen breaks hearts there
    assert legal_plays(classic, hand="AS 4H", hearts_broken=False, first_trick=False) == Cards("AS")


def test_what_breaks_hearts_is_for_the_rules_to_say() -> None:
    classic = variants.get("classic_100")  # the queen breaks hearts there
    asked: dict[str, Any] = {"hand": "AS 4H", "played": "2C 3C 4C QS"}
    assert legal_plays(classic, **asked) == legal_plays(classic, **asked, hearts_broken=True)
    with pytest.raises(HeartsError, match="the cards played before have broken hearts"):
        legal_plays(classic, **asked, hearts_broken=False)
    assert legal_plays(AMERICAN, **asked, hearts_broken=False) == Cards("AS")
    free = variants.get("dame_de_pique")  # hearts need not be broken
    assert legal_plays(free, hand="AS 4H", played="2H 3H 4C 5C", hearts_broken=False) == Cards(
        "AS 4H"
    )
    clubs = attrs.evolve(AMERICAN, play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "2C 3C")))
    lead: dict[str, Any] = {"hand": "AS 4H", "first_trick": False}
    assert legal_plays(clubs, **lead) == Cards("AS")  # no card that breaks hearts is made up
    assert legal_plays(clubs, **lead, hearts_broken=True) == Cards("AS 4H")
    every = attrs.evolve(AMERICAN, play=(FollowSuit(), HeartsMustBeBroken(Cards(PACK))))
    with pytest.raises(HeartsError, match="any card played before would break hearts"):
        legal_plays(every, **lead)
    spade = attrs.evolve(AMERICAN, play=(FollowSuit(), HeartsMustBeBroken("2S 3S")))
    assert legal_plays(spade, hand="AS 4H", hearts_broken=True) == Cards("AS 4H")
    with pytest.raises(HeartsError, match="every card that breaks them is in the hand"):
        legal_plays(spade, hand="2S 3S 4H", hearts_broken=True)


def test_a_heart_in_the_trick_on_the_table_breaks_hearts_for_the_next_lead() -> None:
    asked: dict[str, Any] = {"hand": "AS 4C", "trick": "2C 3H", "first_trick": True}
    assert legal_plays(AMERICAN, **asked, hearts_broken=True) == Cards("4C")
    assert legal_plays(AMERICAN, **asked, hearts_broken=False) == Cards("4C")


def test_hearts_are_broken_where_the_rules_say_so() -> None:
    table = Table(Trick(0, 4, (Card("2C"), Card("QS"))))
    assert AMERICAN.in_force.hearts_broken(table) is False
    assert variants.get("classic_100").in_force.hearts_broken(table) is True
    assert variants.get("hartenjagen").in_force.hearts_broken(table) is None
    both = attrs.evolve(AMERICAN, play=(*AMERICAN.play, HeartsMustBeBroken(HEARTS | "QS")))
    assert both.in_force.hearts_broken(table) is False  # one of the two still holds hearts back


def test_the_queen_that_breaks_hearts_is_an_event() -> None:
    classic = attrs.evolve(variants.get("classic_100"), passing=NO_PASSING)
    by_queen = 0
    for seed in range(30):
        game = start = Game.new(classic, 4).deal(seed=seed)
        while game.phase.name == "play":
            game = game.play("QS" if game.is_legal("QS") else game.legal_plays()[0])
        happened = game.events(None, start)
        (broken,) = (event for event in happened if isinstance(event, HeartsBroken))
        place = happened.index(broken)
        if broken.card == Card("QS"):
            by_queen += 1
            played = happened[place - 1]
            assert isinstance(played, CardPlayed)
            assert (played.seat, played.card) == (broken.seat, broken.card)
    assert by_queen
    for slug in ("black_maria", "hartenjagen", "cancellation"):
        rules = variants.get(slug)
        players = rules.usual_players
        game = Game.new(rules, players).deal(seed=1)
        for seat in game.to_act if game.phase.name == "pass" else ():
            game = game.pass_cards(seat, str(Cards(game.view(seat).hand[:3])))
        start = game
        while game.phase.name == "play":
            game = game.play(game.legal_plays()[-1])
        events = game.events(0, start)
        assert not any(isinstance(event, HeartsBroken) for event in events)


@pytest.mark.parametrize(
    "asked", [Cards("KH 2S"), {"KH", "2S"}, frozenset({Card("KH"), Card("2S")})]
)
def test_a_trick_without_an_order_is_refused(asked: Any) -> None:
    with pytest.raises(HeartsError, match="does not keep its cards in order"):
        legal_plays(AMERICAN, hand="QS 3H", trick=asked)
    with pytest.raises(HeartsError, match="does not keep its cards in order"):
        legal_plays(AMERICAN, hand="QS 3H", tricks=[asked])
    with pytest.raises(HeartsError, match="does not keep its cards in order"):
        Game.new(AMERICAN).deal(order=asked)
    assert legal_plays(AMERICAN, hand="QS 3H", trick=Cards("KH")) == Cards("3H")


@pytest.mark.parametrize("name", ["taken", "trick_counts", "scores", "course"])
@pytest.mark.parametrize("given", [{1, 2, 3, 4}, {0: "2H"}, "1234", 5])
def test_what_goes_by_seat_must_have_an_order(name: str, given: Any) -> None:
    asked: dict[str, Any] = {"taken": [ALL, "", "", ""], name: given}
    with pytest.raises(HeartsError, match=name):
        score_hand(AMERICAN, **asked, moon="add")


@pytest.mark.parametrize("name", ["taken", "trick_counts", "scores", "course"])
def test_endless_arguments_end(name: str) -> None:
    asked: dict[str, Any] = {"taken": [ALL, "", "", ""], name: itertools.repeat("")}
    with pytest.raises(HeartsError, match=f"{name} must have at most"):
        score_hand(AMERICAN, **asked, moon="add")
    with pytest.raises(HeartsError, match="tricks must have at most"):
        legal_plays(AMERICAN, hand="2C", tricks=itertools.repeat("2C 3C 4C 5C"))


def test_tricks_in_one_text_are_refused_by_their_name() -> None:
    with pytest.raises(HeartsError, match="tricks must be a list"):
        legal_plays(AMERICAN, hand="QS 3H", tricks="2D 3D 4D 5D")
    with pytest.raises(HeartsError, match="taken must be one collection of cards per seat"):
        score_hand(AMERICAN, taken="2H 3H")
    with pytest.raises(HeartsError, match="taken must be one collection of cards per seat, not 5"):
        score_hand(AMERICAN, taken=5)  # type: ignore[arg-type]


FULL = " ".join(map(str, PACK[:13]))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"hand": f"{FULL} 2D"}, "14 cards in the hand are too many: each player is dealt 13"),
        ({"hand": PACK}, "52 cards in the hand are too many"),
        (
            {"hand": FULL, "played": "2H 3H 4H 5H"},
            "13 cards in the hand and 1 played before are too many",
        ),
        ({"hand": "2C", "tricks": ["2D 3D 4D"], "players": 4}, "trick 1, 2D 3D 4D, is not comple"),
        ({"hand": "2C", "tricks": ["2D 3D 4D 5D", ""]}, "trick 2, without cards, is not complete"),
        (
            {"hand": "2C", "tricks": ["2D 3D 4D 5D 6D"], "players": 4},
            "trick 1, 2D 3D 4D 5D 6D, is complete with 4 cards",
        ),
        (
            {"hand": "2C", "tricks": [Trick(0, 3, (Card("2D"),) * 3)], "players": 4},
            "is a trick of 3 players, not of 4",
        ),
        (
            {"hand": "2C", "trick": "2D 3D 4D 5D"},
            r"it is complete \(players is not given, so 4 players are assumed\)$",
        ),
        ({"hand": "2C", "players": 3, "played": "2D"}, "2D is not in the pack for 3 players$"),
    ],
)
def test_no_game_comes_to_such_a_position(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        legal_plays(AMERICAN, **asked)


def test_earlier_tricks_tell_the_number_of_players() -> None:
    asked: dict[str, Any] = {"hand": "3C", "trick": "2H 3H 4H 5H"}
    assert legal_plays(AMERICAN, **asked, tricks=["3D 4D 5D 6D 7D"]) == Cards("3C")
    with pytest.raises(HeartsError, match="the trick has 4 cards"):
        legal_plays(AMERICAN, **asked, tricks=["2D 3D 4D 5D"])


NUMBERS: dict[str, Callable[[Any], object]] = {
    "legal_plays": lambda players: legal_plays(AMERICAN, hand="2C", players=players),
    "score_hand": lambda players: score_hand(AMERICAN, taken=[ALL, "", "", ""], players=players),
    "Game.new": lambda players: Game.new(AMERICAN, players),
    "describe": AMERICAN.describe,
    "diff": lambda players: AMERICAN.diff(TURBO, players),
    "penalty_cards": AMERICAN.in_force.penalty_cards,
    "counting_cards": AMERICAN.in_force.counting_cards,
    "set_up": lambda players: View.set_up(AMERICAN, seat=0, hand="2C", leader=0, players=players),
}


@pytest.mark.parametrize("players", [4.0, True, "4"])
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_players_are_whole(name: str, players: Any) -> None:
    with pytest.raises(RulesError, match="3, 4, 5 or 6 players, not "):
        NUMBERS[name](players)


def test_a_boosted_trick_goes_on() -> None:
    boosted = variants.get("booster_nines")
    assert legal_plays(boosted, hand="7D AS", trick="5D 9D KD 2D") == Cards("7D")
    with pytest.raises(HeartsError, match="the trick has 8 cards already: it is complete"):
        legal_plays(boosted, hand="7D AS", trick="5D 9D KD 2D 3D 4D 6D 8D")


def test_rules_that_depend_on_the_tricks_must_be_given_them() -> None:
    hand, tricks = "2H 3C", ["2S 5S 9S 4C"]
    assert legal_plays(CHASE, hand=hand, tricks=tricks) == Cards("3C")
    objection = explain_play(CHASE, "2H", hand=hand, tricks=tricks)
    assert objection is not None
    assert objection.rule == "lead-suit-of-last-card"
    with pytest.raises(HeartsError, match=r"give tricks=\[\.\.\.\] instead of played"):
        legal_plays(CHASE, hand=hand, played="2S 5S 9S 4C")
    with pytest.raises(HeartsError, match="played and tricks give different cards"):
        legal_plays(CHASE, hand=hand, played="2S", tricks=tricks)


def test_charged_cards_wait_without_a_game() -> None:
    asked: dict[str, Any] = {"hand": "QS 4S 9D", "trick": "5S", "charged": "QS JD"}
    assert legal_plays(TURBO, **asked, tricks=["2C 3C 4C 5C"]) == Cards("4S")
    assert legal_plays(TURBO, **asked, tricks=["2S AS KS 3S"]) == Cards("4S QS")
    with pytest.raises(HeartsError, match="order of play"):
        legal_plays(TURBO, **asked, played="2S AS KS 3S")


def test_a_trick_that_cannot_be_the_first_needs_the_earlier_cards() -> None:
    clean = variants.get("classic_50")  # no penalty cards on the first trick
    asked: dict[str, Any] = {"hand": "QS 4H 9D", "trick": "7C 5C"}
    said = "the first trick cannot begin with 7C"
    with pytest.raises(HeartsError, match=f"{said}: give played, tricks or first_trick=False$"):
        legal_plays(clean, **asked)
    with pytest.raises(HeartsError, match=f"{said}$"):
        legal_plays(clean, **asked, first_trick=True)
    later = legal_plays(clean, **asked, first_trick=False)
    assert later == Cards("QS 4H 9D") == legal_plays(clean, **asked, played="2C 3C 4C 6C")
    assert legal_plays(clean, hand="QS 4H 9D", trick="2C 5C") == Cards("9D")
    with pytest.raises(
        HeartsError, match="cannot begin with 5S"
    ):  # a rule here looks at the earlier tricks
        legal_plays(TURBO, hand="QS 4S 9D", trick="5S", charged="QS")


def test_a_trick_that_cannot_be_the_first_is_taken_if_it_makes_no_difference() -> None:
    assert legal_plays(AMERICAN, hand="AS QS 4H", trick="KS 2S") == Cards("AS QS")
    assert legal_plays(AMERICAN, hand="QS 4H 9D", trick="7C 5C") == Cards("QS 4H 9D")
    free = variants.get("dame_de_pique")  # any card may be led to the first trick
    assert legal_plays(free, hand="QS 4H 9D", trick="7C 5C") == Cards("QS 4H 9D")


def test_players_assumed_are_named_only_if_the_number_matters() -> None:
    lady = variants.get("black_lady")
    asked: dict[str, Any] = {"hand": "QS 4H 9D", "trick": "3C"}  # with five players it opens
    assert legal_plays(lady, **asked, players=5) == Cards("9D")
    with pytest.raises(HeartsError, match=r"give played.* \(players is not given, so 4 players"):
        legal_plays(lady, **asked)
    with pytest.raises(HeartsError, match=r"the hand is empty$"):
        legal_plays(AMERICAN, hand="")
    with pytest.raises(HeartsError, match=r"too many.*\(players is not given, so 4 players"):
        legal_plays(AMERICAN, hand=f"{FULL} 2D")
    with pytest.raises(HeartsError, match="2C is not in the pack for 5 players"):
        score_hand(AMERICAN, taken=["2C", "", "", "", ""])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"hand": "2C", "charged": "QS"}, "QS cannot be charged under these rules"),
        (
            {"hand": "4H", "played": "2H", "hearts_broken": False},
            "the cards played before have broken hearts",
        ),
        (
            {"hand": "4C", "played": "2C", "first_trick": True},
            "first_trick is True, but cards of earlier",
        ),
        (
            {"hand": "4C", "hearts_broken": True, "first_trick": True},
            "hearts cannot be broken before the first trick",
        ),
        (
            {"hand": "4C", "hearts_broken": True, "tricks": ["2C 3C 5C 6C"]},
            "the tricks given have not broken hearts",
        ),
        ({"hand": HEARTS, "hearts_broken": True}, "hearts cannot be broken yet: every card"),
    ],
)
def test_positions_that_cannot_be_are_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        legal_plays(AMERICAN, **arguments)


@pytest.mark.parametrize(
    ("tricks", "said"),
    [
        ([13, 13, 13, 13], "trick_counts add up to 52, but a round has at most 13"),
        ([0, 13, 0, 0], "seat 0 took QS 2H .* KH but no trick"),
        ([14, 0, 0, 0], "trick_counts add up to 14"),
    ],
)
def test_numbers_of_tricks_that_cannot_be_are_refused(tricks: list[int], said: str) -> None:
    taken = [f"QS {Cards(HEARTS[:12])}", "AH", "", ""]
    with pytest.raises(HeartsError, match=said):
        score_hand(AMERICAN, taken=taken, trick_counts=tricks)


def test_piles_tell_the_number_of_players() -> None:
    with pytest.raises(HeartsError, match=r"taken is for 2 players: American Hearts is for 3, 4"):
        score_hand(AMERICAN, taken=[ALL, ""])


def test_rules_that_count_tricks_ask_for_them() -> None:
    sun = attrs.evolve(AMERICAN, moon=ShootTheMoon(sun=52))
    taken = [ALL, "", "", ""]
    with pytest.raises(
        HeartsError,
        match="these rules count tricks: give every card, or trick_counts with how many",
    ):
        score_hand(sun, taken=taken, moon="add")
    assert score_hand(sun, taken=[PACK, "", "", ""], moon="add").totals == (0, 52, 52, 52)
    assert score_hand(sun, taken=taken, moon="add", partial=True).totals == (0, 26, 26, 26)


def test_a_card_that_the_moon_needs_must_be_somewhere() -> None:
    wide = attrs.evolve(AMERICAN, moon=ShootTheMoon(also="JD"))
    with pytest.raises(HeartsError, match="nobody took JD"):
        score_hand(wide, taken=[ALL, "", "", ""], moon="add")
    assert score_hand(wide, taken=[ALL, "JD", "", ""]).totals == (26, 0, 0, 0)


def test_no_card_is_charged_more_often_than_there_is_one() -> None:
    with pytest.raises(HeartsError, match="QS charged more often than the pack has it"):
        legal_plays(TURBO, hand="2C", charged="QS QS")


# Scores


def test_missing_cards_are_named() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(
            AMERICAN, taken=["QS QS", "2H..AH".replace("..", " "), "", ""], trick_counts=[1, 2]
        )
    assert str(error.value) == (
        "these piles cannot be scored: QS is given more often than the pack has it; trick_counts must be "
        "4 whole numbers, not (1, 2); nobody took 3H 4H 5H 6H 7H 8H 9H TH JH QH KH: give partial=True "
        "if that is intended"
    )


def test_tricks_tell_what_the_piles_do_not() -> None:
    rules = attrs.evolve(AMERICAN, bonuses=NoTricksBonus(-5), moon=ShootTheMoon(sun=52))
    taken = ["QS", str(HEARTS), "", ""]
    whole = ["QS 2C", str(HEARTS), str(Cards(PACK) - HEARTS - "QS 2C"), ""]
    assert score_hand(rules, taken=whole).totals == (13, 13, 0, -5)
    assert score_hand(rules, taken=taken, trick_counts=[1, 11, 1, 0]).totals == (13, 13, 0, -5)
    moon = [ALL, "", "", ""]
    assert (
        score_hand(rules, taken=moon, trick_counts=[12, 1, 0, 0], moon="add").totals[1:]
        == (26,) * 3
    )
    assert (
        score_hand(rules, taken=moon, trick_counts=[13, 0, 0, 0], moon="add").totals[1:]
        == (52,) * 3
    )
    with pytest.raises(HeartsError, match=r"trick_counts must be 0 or more, not \(-1, 0, 0, 0\)"):
        score_hand(rules, taken=moon, trick_counts=[-1, 0, 0, 0])
    with pytest.raises(HeartsError, match="trick_counts must be 4 whole numbers, not"):
        score_hand(rules, taken=moon, trick_counts=13)  # type: ignore[arg-type]
    with pytest.raises(HeartsError, match="trick_counts must be 4 whole numbers, not"):
        score_hand(rules, taken=moon, trick_counts=[1, 2, 3, "4"])  # type: ignore[list-item]


def test_a_score_card_has_a_line_for_each_round() -> None:
    moon = {"taken": [ALL, "", "", ""], "moon": "add"}
    rounds = [["QS", str(HEARTS), "", ""], moon, {"points": [0, 60, 3, 0], "insist": True}]
    card = score_game(AMERICAN, rounds=rounds, names=["Ann", "Ben", "Cid", "Dee"])
    assert card.points == ((13, 13, 0, 0), (0, 26, 26, 26), (0, 60, 3, 0))
    assert card.course == ((13, 13, 0, 0), (13, 39, 26, 26), (13, 99, 29, 26))
    assert (card.scores, card.is_over, card.winners) == ((13, 99, 29, 26), False, ())
    over = score_game(AMERICAN, rounds=[*rounds, card.sheets[0]], names=["A", "B", "C", "D"])
    assert (over.is_over, over.winners) == (True, (0, 3)) or over.winners == (0,)
    assert str(over).splitlines()[0].split() == ["round", "A", "B", "C", "D"]
    assert str(over).splitlines()[4].split() == [
        "4",
        "+13",
        "26",
        "+13",
        "112",
        "+0",
        "29",
        "+0",
        "26",
    ]
    assert str(over).splitlines()[-1] == "won by A and D"
    assert score_game(AMERICAN, rounds=[]).scores == (0, 0, 0, 0)
    eleven = score_game(variants.get("cancellation"), rounds=[], players=11)
    assert len(str(eleven)) <= 80


def test_partners_carry_the_points_of_their_side() -> None:
    rules = variants.get("partnership")
    card = score_game(rules, rounds=[{"points": [20, 6, 20, 6]}])
    assert card.scores == (20, 6, 20, 6)
    with pytest.raises(HeartsError, match="round 1: partners must have the same points"):
        score_game(rules, rounds=[{"points": [20, 6, 0, 0]}])


BAD_ROUNDS: list[tuple[Any, str]] = [
    ("QS", "rounds must be a list or another ordered series, not 'QS'"),
    (5, "rounds must be a list or another ordered series, not 5"),
    ([5], "round 1: taken must be a list or another ordered series, not 5"),
    ([{"points": 5}], "round 1: points must be a list or another ordered series, not 5"),
    ([{"points": [1, 2, 23]}, {"points": [1, 2, 3, 4]}], "round 2: points must be 3 whole"),
    ([{"points": [1, 2, 3, "x"]}], "round 1: points must be 4 whole numbers"),
    ([{"points": [1, 2, 3, 4], "moon": "add"}], "points are given alone"),
    ([["QS", "", "", ""], 5], "round 1: these piles cannot be scored"),
    ([{"moon": "add"}], "round 1: nothing says what was taken: give taken or points"),
    ([{"takes": []}], "round 1: unknown key 'takes': the keys are taken, tricks, leader"),
    ([{"points": [99, 100, 0, 0], "insist": True}] * 2, "round 2 comes after the end of the game"),
    (
        [{"points": [1, 2, 3, 20]}, ScoreSheet(3)],
        "round 2: the sheet is for 3 players, the game has 4",
    ),
    ([["QS", "", "", ""]], "round 1: these piles cannot be scored: nobody took 2H"),
]


@pytest.mark.parametrize(("rounds", "said"), BAD_ROUNDS)
def test_rounds_that_cannot_be_are_refused(rounds: Any, said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        score_game(AMERICAN, rounds=rounds)


def test_rules_and_names_of_a_score_card_are_checked() -> None:
    with pytest.raises(HeartsError, match="rules must be a Rules value, not 'american'"):
        score_game("american", rounds=[])  # type: ignore[arg-type]
    with pytest.raises(HeartsError, match="4 names are needed, one for each player, not 1"):
        score_game(AMERICAN, rounds=[], names=["Ann"])
    with pytest.raises(RulesError, match="not 2"):
        score_game(AMERICAN, rounds=[["QS", ""]])


def test_a_score_card_in_csv() -> None:
    names, rounds = read_csv(
        f'Ann,Ben,Cid,Dee,Moon\n13,13,0,0,\n\n"{ALL}",,,,add\nQS,"{HEARTS}",,,\n'
    )
    assert names == ("Ann", "Ben", "Cid", "Dee")
    assert score_game(AMERICAN, rounds=rounds, names=names).scores == (26, 52, 26, 26)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this score card is empty"),
        ("A,B\n1\n", "line 2 must have 2 cells, like the first row, not 1"),
        ('A,B\n"1,2\n', "this is not CSV"),
        ("A\n" * 6_000_000, "too many for a score card"),
    ],
)
def test_csv_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        read_csv(text)


def test_a_score_card_in_json() -> None:
    card = {
        "names": ["A", "B", "C", "D"],
        "variant": "american",
        "rounds": [{"points": [1, 0, 0, 25]}],
    }
    assert read_json(json.dumps(card)) == (("A", "B", "C", "D"), card["rounds"], AMERICAN)
    assert read_json("[]") == (None, [], None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "this is not JSON"),
        ("5", "'rounds' must be a list of rounds, not 5"),
        ('{"rounds": [], "names": 5}', "'names' must be a list of names, not 5"),
        ('{"rounds": [], "variant": 5}', "'variant' must be a slug such as 'american', not 5"),
        ('{"rounds": [], "x": 5}', "unknown key 'x' in a score card"),
    ],
)
def test_json_that_is_no_score_card_is_refused(text: str, said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        read_json(text)


# Positions


def at(**arguments: Any) -> Game:
    """A position of four with no cards but these."""
    usual: dict[str, Any] = {"leader": 0, "waive": ["card-count", "opening-leader"]}
    return Game.new(arguments.pop("rules", AMERICAN)).set_up(**(usual | arguments))


def test_a_puzzle_is_laid_out_and_played() -> None:
    game = at(
        hands=["AS 4H", "KS QH", "9D QS", "5H 2D TD"],
        trick="8S 2S 9S",
        waive=["card-count", "opening-leader", "illegal-play"],
    )
    assert game.to_act == (3,)
    assert str(game.history[0]) == "set up"
    assert game.play("TD").to_act == (2,)
    assert game.view(3).hand == Cards("5H 2D TD")
    taken = at(
        hands=["AS 4H", "KS QH", "9D QS", "5H 2D"],
        taken=["2C 3C 4C 5C", "", "2H", ""],
        scores=[9, 8, 7, 6],
        waive=["card-count", "opening-leader"],
    )
    assert taken.legal_plays() == Cards("AS 4H")  # hearts are broken
    assert taken.scores == (9, 8, 7, 6)
    assert taken.phase.piles[0] == Cards("2C 3C 4C 5C")  # type: ignore[union-attr]


def test_a_hand_that_had_to_be_shown_is_shown() -> None:
    hands = ["2C 3C", "5C 6C", "4H 5H", "7C 8C"]
    game = at(
        rules=CHASE, hands=hands, tricks=["2S 3S 3H 4S"], waive=["card-count", "illegal-play"]
    )
    assert game.view(0).shown == (Cards(), Cards(), Cards("4H 5H"), Cards())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"hands": ["2C"]}, "hands must have one entry for each of 4 seats, not 1"),
        ({"hands": SUITS, "leader": 4}, "4 is not a seat"),
        ({"hands": SUITS, "waive": [["x"]]}, r"the name of a check must be text, not \['x'\]"),
        ({"hands": SUITS, "waive": ["x"]}, "there is no check 'x': the checks are card-count, cards-twice"),
        ({"hands": ["", "", "", ""]}, "the seat to act has no cards"),
        ({"hands": ["2C", "2C", "3C", "4C"]}, r"2C is given more often than the pack has it \[cards-twice\]"),
        ({"hands": [*SUITS[:3], SUITS[3][3:]], "waive": []}, r"51 cards are given instead of 52; 2H missing \[card-count\]; the sizes of the hands do not fit the trick on the table: seat 0 13, seat 1 13, seat 2 13, seat 3 12 \[hand-sizes\]"),
        ({"hands": SUITS, "captured": ["2C", "", "", ""]}, r"the kitty and the captured cards must be 0 cards together, not 1 \[kitty-size\]"),
        ({"hands": SUITS, "captured": ["2C"]}, "captured must have one entry for each of 4 seats, not 1"),
        ({"hands": ["2C", "3C", "4C", "5C"], "tricks": ["6C 7C"]}, r"trick 1, 6C 7C, is not complete \[tricks\]"),
        ({"hands": ["2C", "3C", "4C", "5C"], "tricks": [""]}, "trick 1, without cards, is not complete"),
        ({"hands": ["2C", "3C", "4C", "5C"], "tricks": ["6C 7C 8C 9C TC"]}, "is complete with 4 cards"),
        ({"hands": ["2C", "3C", "4C", "5C"], "trick": "6C 7C 8C 9C"}, "trick 1, 6C 7C 8C 9C, is complete with 4 cards"),
        ({"hands": SUITS, "leader": 1, "waive": []}, r"seat 0 leads to the first trick, not seat 1 \[opening-leader\]"),
        ({"hands": ["3C 2D", "3D", "4D", "5D"], "trick": "", "tricks": ["2C 6D 7D 8D"], "leader": 1}, r"\[hand-sizes\]"),
        ({"hands": ["3C 4C", "3D 5C", "4D 5D", "6D 7D"], "tricks": ["2C 6C 8D 9D"], "trick": "", "leader": 3, "waive": ["card-count"]}, r"trick 1, seat 1, 8D: clubs were led and you hold some: follow suit \[illegal-play\]"),
        ({"hands": SUITS, "charged": ["2C", "", "", ""]}, r"2C cannot be charged under these rules \[charged\]"),
        ({"rules": TURBO, "hands": SUITS, "charged": ["QS", "", "", ""]}, r"seat 0 has charged QS without holding it \[charged\]"),
        ({"hands": SUITS, "scores": [1]}, "scores must be one whole number for each of 4 seats"),
        ({"hands": SUITS, "tricks": "2C"}, "tricks must be a list with the cards of each trick, not '2C'"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be_laid_out(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        at(**arguments)


def test_a_position_is_laid_out_in_place_of_a_deal_only() -> None:
    with pytest.raises(IllegalMove, match="cards must be passed first") as error:
        Game.new(AMERICAN).deal(seed=1).set_up(SUITS, leader=0)
    assert error.value.code == "phase"
    caller = variants.get("dirty_nasty_filthy")
    assert Game.new(caller).set_up(SUITS, leader=0).phase.name == "play"


def test_a_client_lays_out_what_it_sees() -> None:
    view = View.set_up(
        AMERICAN, seat=2, hand="AS QS 4H", leader=0, trick="KC 2C", waive=["card-count"],
        scores=[1, 2, 3, 4], dealer=1, names=["A", "B", "C", "D"],
    )  # fmt: skip
    assert (view.hand_sizes, view.to_act) == ((2, 2, 3, 3), (2,))
    assert view.legal_plays() == Cards("QS AS 4H")
    assert (view.scores, view.dealer, view.names) == ((1, 2, 3, 4), 1, ("A", "B", "C", "D"))
    whole = View.set_up(AMERICAN, seat=0, hand=SUITS[0], leader=0)
    assert whole.legal_plays() == Cards("2C")
    other = View.set_up(AMERICAN, seat=0, hand=SUITS[0], leader=0, hand_sizes=[13, 13, 13, 13])
    assert other == whole
    kitty = variants.get("kitty_hearts")
    seen = View.set_up(
        kitty, seat=0, hand="3C 4C", leader=1, captured="2H 3H", captured_sizes=[2, 2, 0, 0],
        waive=["card-count"],
    )  # fmt: skip
    assert (seen.kitty_size, seen.captured_sizes, seen.to_act) == (0, (2, 2, 0, 0), (1,))
    assert not seen.legal_plays()
    charged = View.set_up(
        TURBO, seat=0, hand="QS 2S", leader=3, trick="5S", charged=["QS", "JD", "", ""],
        waive=["card-count"],
    )  # fmt: skip
    assert charged.legal_plays() == Cards("2S")
    assert charged.shown[1] == Cards("JD")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"hand": SUITS[0], "hand_sizes": [13, 13, 13]}, "hand_sizes must be a whole number, 0 or more, for each"),
        ({"hand": SUITS[0], "hand_sizes": [12, 13, 13, 13]}, "hand_sizes: seat 0 has 13 cards, not 12"),
        ({"hand": SUITS[0], "hand_sizes": [13, 13, 13, 12]}, "hand-sizes"),
        ({"hand": SUITS[0], "captured_sizes": [1, 2]}, "captured_sizes must be a whole number, 0 or more, for each"),
        ({"hand": SUITS[0], "seat": 7}, "7 is not a seat"),
        ({"hand": "2C 3C"}, r"8 cards are given instead of 52 \[card-count\]"),
        ({"hand": ""}, "the seat to act has no cards"),
    ],
)  # fmt: skip
def test_views_that_cannot_be(arguments: dict[str, Any], said: str) -> None:
    usual: dict[str, Any] = {"seat": 0, "leader": 0}
    if not arguments["hand"]:
        usual["waive"] = ["card-count"]
    with pytest.raises(HeartsError, match=said):
        View.set_up(AMERICAN, **(usual | arguments))


# Messages


def message(**changes: Any) -> str:
    value = json.loads(wire.dumps_view(passed(), 0))
    for path, new in changes.items():
        place: Any = value
        *way, last = path.split("__")
        for key in way:
            place = place[key]
        place[last] = new
    return json.dumps(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5", "this is not a message: its 'format' is not 'heartslib-view'"),
        (message(format="x"), "this is not a message"),
        (message(version=2), "this message has version 2; only version 1 can be read"),
        (message(x=1), "unknown key 'x' in this message"),
        (message(number="1"), "'1' is not a whole number"),
        (message(view=5), "cannot be read"),
        (message(view__names=["a"]), "American Hearts is for 3, 4, 5 or 6 players, not 1"),
        (message(view__phase="x"), "'x' is not a phase"),
        (message(view__seat=9), "seat is not a seat at this table"),
        (message(view__claimant=9), "claimant is not a seat at this table"),
        (message(view__scores=[1]), "scores must have one entry for each of 4 seats"),
        (message(view__course=[[1]]), "scores after round 1 must have one entry for each of 4 seats"),
        (message(view__table__trick__players=5), "a trick belongs to another table"),
        (message(view__table__trick__leader=7), "in a trick of 4 players there is no seat 7"),
        (message(view__sheet={"players": 3, "lines": [], "pooled": [], "winners": []}), "a sheet belongs to another table"),
        (message(view__hand="2C 2C"), "2C is given more often than the pack has it"),
    ],
)  # fmt: skip
def test_views_that_are_none_are_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said) as error:
        wire.loads_view(text)
    assert error.value.code == "record"


def test_simultaneous_moves_are_not_stale() -> None:
    start = Game.new(AMERICAN).deal(seed=1)
    moves = [Pass(seat, start.view(seat).hand[:3]) for seat in range(4)]
    game = start
    for move in moves:  # all four chose after the same view
        game = wire.receive(game, wire.dumps_move(move, 1), move.seat)
    assert game.phase.name == "play"
    with pytest.raises(IllegalMove) as error:
        wire.receive(game, wire.dumps_move(moves[0], 1), 0)
    assert error.value.code == "stale"
    with pytest.raises(IllegalMove, match="seat 0 may not make this move") as error:
        wire.receive(start, wire.dumps_move(Deal(SUITS), 1), 0)
    assert error.value.code == "not-yours"
    with pytest.raises(IllegalMove) as error:
        wire.receive(start, wire.dumps_move(moves[0], -1), 0)
    assert error.value.code == "stale"
    assert wire.receive(start, wire.dumps_move(moves[0]), 0).to_act == (1, 2, 3)
    nobody: Any = None
    with pytest.raises(HeartsError, match="game must be a Game, not None"):
        wire.receive(nobody, wire.dumps_move(moves[0]), 0)
    with pytest.raises(HeartsError, match="seat True may not make this move"):
        wire.receive(start, wire.dumps_move(moves[1]), True)


def test_errors_have_codes() -> None:
    def code(call: Callable[[], object]) -> str:
        with pytest.raises(HeartsError) as error:
            call()
        return error.value.code

    game = passed()
    assert code(lambda: Cards("0C")) == CardsError.code == "cards"
    assert code(lambda: variants.get("x")) == "rules"
    assert code(lambda: wire.loads_move("{}")) == "record"
    assert code(lambda: game.view(9)) == "input"
    assert code(lambda: game.apply(Play(0, "AH"))) in {"turn", "opening-lead", "not-in-hand"}


# Events


def test_a_discard_of_a_heart_breaks_hearts() -> None:
    free = attrs.evolve(variants.get("dame_de_pique"), play=AMERICAN.play)
    before = round_after(free, 4, "5C 6C 7C 8C", "9C TC JC")
    game = round_after(free, 4, "5C 6C 7C 8C", "9C TC JC", holding={2: "5H"})
    assert before.to_act == game.to_act == (2,)
    broken = round_after(free, 4, "5C 6C 7C 8C", "9C TC JC 2H")
    start = Game.new(broken.rules, 4)
    happened = [type(event) for event in broken.events(1, start)]
    assert happened[0] is HandDealt
    assert happened.count(HeartsBroken) == 1
    assert happened.count(CardPlayed) == 8


def test_a_kitty_is_seen_by_its_taker_alone() -> None:
    for exchanged in (False, True):
        rules = attrs.evolve(
            AMERICAN, players=4, deck=Pack(kitty=4), kitty=KittyTo(exchanged=exchanged)
        )
        game = round_after(rules, 4, "3C 5C 6C", kitty="2C 7H 8H 9H")
        after = game.play(game.legal_plays()[-1])
        taker = after.to_act[0]
        for seat in (*range(4), None):
            taken = [event for event in after.events(seat, game) if isinstance(event, KittyTaken)]
            seen = Own(Cards("2C 7H 8H 9H")) if seat == taker else None
            assert taken == [KittyTaken(taker, 4, seen)]


def test_a_trick_that_nobody_wins_is_left() -> None:
    cancellation = variants.get("cancellation")
    lead = round_after(cancellation, 8, "5D 5D AH AH 2C 2C 6D", holding={7: "6D"})
    seen = lead.play("6D").events(0, lead)
    assert seen[1] == TrickLeft(0, Cards("2C 2C 5D 5D 6D 6D AH AH"))


def test_a_shown_hand_is_an_event() -> None:
    game = round_after(CHASE, 4, "2S 3S", leader=0, holding={2: str(HEARTS)})
    after = game.play("2H")
    assert HandShown(2, HEARTS.__sub__("2H")) in after.events(0, game)


def test_the_end_is_an_event() -> None:
    game = played_out()
    over = game.stop()
    assert over.events(0, game)[1:] == (GameOver(over.winners),)
    assert over.view(1).winners == over.winners
    assert game.view(1).winners == ()
    ended = Game.new(attrs.evolve(AMERICAN, ending=variants.get("classic_50").ending)).stop()
    assert ended.view(None).winners == ended.winners
    assert ended.events(0, ended) == ()


def test_claims_are_events() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=7)
    claimed = game.apply(Claim(game.to_act[0]))
    one = claimed.events(0, game)
    assert [type(event).__name__ for event in one] == ["Claimed"]
    refused = claimed.answer(claimed.to_act[0], accepts=False)
    two = refused.events(0, claimed)
    assert str(two[1]).startswith("ClaimSettled(")
    assert len(two) == 2


@pytest.mark.parametrize("slug", ["american", "kitty_hearts"])
def test_an_accepted_claim_is_no_kitty(slug: str) -> None:
    """A claim gives the same events in one step as in several."""
    rules = attrs.evolve(
        variants.get(slug), round_end=PlayedOut(claims=True), passing=NO_PASSING, moon=NoMoon()
    )
    game = Game.new(rules, players=4).deal(seed=7)
    claimant = game.to_act[0]
    claimed = game.claim(claimant)
    after = claimed
    while after.phase.name == "play":
        after = after.answer(after.to_act[0], accepts=True)
    states = [game, claimed, after]
    settled = [Claimed(claimant), ClaimSettled(claimant, accepted=True)]
    for steps in ([(0, 1), (1, 2)], [(0, 2)]):
        events = [event for one, other in steps for event in states[other].events(1, states[one])]
        assert [event for event in events if isinstance(event, Claimed | ClaimSettled)] == settled
        assert not any(isinstance(event, KittyTaken) for event in events)


def test_events_are_of_a_seat_and_of_one_game() -> None:
    with pytest.raises(HeartsError, match="5 is not a seat at this table"):
        passed().events(5)
    later = played_out().score()
    with pytest.raises(HeartsError, match="moves have been taken back since"):
        Game.new(AMERICAN).events(0, later)


def test_a_pattern_of_ones_own_goes_over_the_wire() -> None:
    house = attrs.evolve(AMERICAN, passing=Cycle(Toward(2, 1)))
    game = Game.new(house).deal(seed=1)
    assert wire.loads_view(wire.dumps_view(game, 0)).view == game.view(0)


# What came to light from odd input


@pytest.mark.parametrize("text", ["\u212aS", "Q\u017f", "\u0661\u0660D"])
def test_letters_that_only_look_alike_are_no_cards(text: str) -> None:
    with pytest.raises(CardsError, match="is not a card"):
        Cards(text)


def test_a_dealer_cannot_choose_among_millions_of_ways() -> None:
    with pytest.raises(RulesError, match="there are 635376 ways to pass 60 cards, too many"):
        DealerCalls(60).calls(6)
    assert len(DealerCalls(3).calls(11)) == 221


def test_a_moon_to_be_paid_is_an_event() -> None:
    game = moon_shot()
    before = Game.replay(game.rules, game.history[:-1], 4)
    events = game.events(1, before)
    assert MoonShot((0,)) in events


@pytest.mark.parametrize("name", ["hearts_broken", "first_trick"])
def test_yes_or_no_is_asked_for(name: str) -> None:
    asked: dict[str, Any] = {name: "no"}
    with pytest.raises(HeartsError, match=f"{name} must be True or False, not 'no'"):
        legal_plays(AMERICAN, hand="2C", **asked)
    partial: Any = 1
    with pytest.raises(HeartsError, match="partial must be True or False, not 1"):
        score_hand(AMERICAN, taken=[ALL, "", "", ""], partial=partial)
