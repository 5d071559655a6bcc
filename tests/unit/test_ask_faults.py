"""Questions without a game: what they assume, and what they refuse."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    HeartsError,
    RulesError,
    explain_play,
    legal_plays,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK
from heartslib.rules import (
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    KittyTo,
    NoPenaltyOnFirstTrick,
    Pack,
    Partners,
    RoundRules,
)
from heartslib.table import Table, Trick
from tests.helpers.positions import AMERICAN

KITTY = variants.get("kitty_hearts")


def test_flags_that_fit_are_believed() -> None:
    assert legal_plays(AMERICAN, hand="2H 3C", first_trick=True) == Cards("3C")
    assert legal_plays(KITTY, hand=PACK[:12]) == Cards("2C")


def test_a_seat_leads_where_no_trick_is_given() -> None:
    given: dict[str, Any] = {"hand": "2H 3C", "played": "4C 5C 6C 7C", "hearts_broken": False}
    assert explain_play(AMERICAN, "3C", **given) is None
    objection = explain_play(AMERICAN, "2H", **given)
    assert objection is not None
    assert objection.rule == "hearts-must-be-broken"


def test_a_card_that_was_played_twice_is_named() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, tricks=["2C 3C 4C 5C", "2C 6C 7C 8C"], leader=0)
    twice = "2C is given more often than the pack has it"
    assert str(error.value) == f"these tricks cannot be scored: {twice}"


def test_all_that_counts_is_taken_unless_the_round_is_not_over() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, taken=[HEARTS, "", "", ""])
    missing = "nobody took QS: give partial=True if that is intended"
    assert str(error.value) == f"these piles cannot be scored: {missing}"


def test_earlier_tricks_are_asked_for_only_where_there_are_any() -> None:
    def may_play(**earlier: Any) -> Cards:
        rules = variants.get("turbo")
        return legal_plays(rules, hand="QS 3S", charged="QS", **earlier)

    tricks, played = ["2S 4S 6S 7S"], "2S 4S 6S 7S"
    assert may_play(first_trick=True) == Cards("3S")
    assert may_play(tricks=tricks) == may_play(tricks=tricks, played=played) == Cards("3S QS")
    with pytest.raises(HeartsError) as error:
        may_play(played=played)
    assert str(error.value) == (
        "these rules depend on how the earlier tricks were played: give tricks=[...] instead of "
        "played, each trick in the order of play"
    )
    with pytest.raises(HeartsError) as error:
        may_play(tricks=tricks, played="2S 4S 6S 8S")
    different = "played and tricks give different cards"
    assert str(error.value) == f"no card can be played from this position: {different}"


def test_a_long_trick_counts_as_cards_played_before() -> None:
    rules, hand = variants.get("booster_nines"), "2D 3D 4D 5D 6D 7D 8D TD JD QD KD AD"
    trick = "9C 2C 3C 4C 5C"
    assert legal_plays(rules, hand=hand, trick=trick, players=4) == Cards(hand)
    with pytest.raises(HeartsError) as error:
        legal_plays(rules, hand=f"{hand} 2S", trick=trick, players=4)
    assert str(error.value) == (
        "no card can be played from this position: 13 cards in the hand and 1 played before are "
        "too many: each player is dealt 13"
    )


def test_every_fault_of_the_tricks_is_named() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, tricks=["2C 3C 4C 5C", "2C 6C 7C"], leader=4, players=4)
    assert str(error.value) == (
        "these tricks cannot be scored: trick 2, 2C 6C 7C, is not complete; "
        "2C is given more often than the pack has it; "
        "leader, the seat that led first, must be from 0 to 3, not 4"
    )


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """The tables for which the rules are asked."""
    asked: list[Table] = []

    def legal(_rules: RoundRules, hand: Cards, table: Table) -> Cards:
        asked.append(table)
        return hand

    monkeypatch.setattr(RoundRules, "legal", legal)
    return asked


def test_nothing_is_charged_or_shown_until_somebody_charges(tables: list[Table]) -> None:
    for charged in ("", "QS"):
        legal_plays(variants.get("turbo"), hand="QS 3S", charged=charged, first_trick=True)
    assert [(table.charged, table.shown) for table in tables] == [
        ((), ()),
        ((Cards("QS"), *[Cards()] * 3), (Cards("QS"), *[Cards()] * 3)),
    ]


def test_the_number_of_players_is_assumed_where_several_can_play() -> None:
    begin = "no card can be played from this position: 14 cards in the hand are too many: each"
    assumed = " (players is not given, so 4 players are assumed)"
    for players, end in ((4, ""), ((4, 5), assumed)):
        with pytest.raises(HeartsError) as error:
            legal_plays(attrs.evolve(AMERICAN, players=players), hand=PACK[:14])
        assert str(error.value) == f"{begin} player is dealt 13{end}"


def test_tricks_do_not_show_who_took_an_exchanged_kitty() -> None:
    exchange = KittyTo(exchanged=True)
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(kitty=4), kitty=exchange)
    tricks = [PACK[place : place + 4] for place in range(0, 48, 4)]
    with pytest.raises(HeartsError) as error:
        score_hand(rules, tricks=tricks, leader=0)
    unknown = "the tricks do not show who took which cards of the kitty"
    assert str(error.value) == f"{unknown}: give taken as well"


def test_what_was_taken_has_to_be_given() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN)
    wanted = "give taken, what each seat took, or tricks, each in the order of play"
    assert str(error.value) == wanted


def test_tricks_are_a_list() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, tricks=5, leader=0)  # type: ignore[arg-type]
    assert str(error.value) == "tricks must be a list with the cards of each trick, not 5"


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"scores": [0, 0, 0]}, "scores must be 4 whole numbers, not (0, 0, 0)"),
        ({"course": [(0, 0, 0)]}, "each entry of course must be 4 whole numbers, not (0, 0, 0)"),
        ({"trick_counts": [0, 0, 0, 1.5]}, "trick_counts must be 4 whole numbers, not"),
        ({"trick_counts": [0, 0, 0, -1]}, "trick_counts must be 0 or more, not (0, 0, 0, -1)"),
        ({"trick_counts": [13, 0, 0, 1]}, "trick_counts add up to 14, but a round has at most 13"),
        ({"trick_counts": [0, 1, 0, 0]}, "seat 0 took QS but no trick"),
    ],
)
def test_numbers_by_seat_that_cannot_be_are_named(more: Any, fault: str) -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, taken=["QS", "", "", ""], partial=True, **more)
    assert str(error.value).startswith(f"these piles cannot be scored: {fault}")


@pytest.mark.parametrize("players", [[4], 4.0, "4", True])
def test_the_number_of_players_is_a_whole_number(players: Any) -> None:
    assert score_hand(AMERICAN, taken=["QS", *[""] * 3], players=4, partial=True).totals[0] == 13
    with pytest.raises(RulesError) as error:
        score_hand(AMERICAN, taken=["QS", *[""] * 3], players=players, partial=True)
    assert str(error.value) == f"American Hearts is for 3, 4, 5 or 6 players, not {players!r}"


def test_a_later_trick_comes_after_a_card_that_is_still_unseen() -> None:
    breakers = Cards(PACK) - Cards("2C 3C")
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=HeartsMustBeBroken(breakers))
    with pytest.raises(HeartsError) as error:
        legal_plays(rules, hand="3C", trick="2C", first_trick=False)
    first = "this must be the first trick: any card played before would break hearts"
    assert str(error.value) == f"no card can be played from this position: {first}"


def test_a_first_trick_that_another_card_must_begin_is_named() -> None:
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), NoPenaltyOnFirstTrick(HEARTS)))
    wrong = "no card can be played from this position: the first trick cannot begin with 5C"
    for first_trick, end in ((True, ""), (None, ": give played, tricks or first_trick=False")):
        with pytest.raises(HeartsError) as error:
            legal_plays(rules, hand="2H 3D", trick="5C", first_trick=first_trick, players=4)
        assert str(error.value) == wrong + end
    later = legal_plays(rules, hand="2H 3D", trick="5C", first_trick=False)
    assert later == Cards("2H 3D")
    anyone = attrs.evolve(rules, opening=EldestLeads())
    assert legal_plays(anyone, hand="2H 3D", trick="5C", first_trick=True) == Cards("3D")
    with pytest.raises(HeartsError, match="44 more cards were played before than are given: give"):
        legal_plays(anyone, hand="2H 3D", trick="5C")


def test_tricks_of_which_only_the_cards_are_given_were_led_by_seat_0(
    tables: list[Table],
) -> None:
    legal_plays(AMERICAN, hand="6S", tricks=["2C 3C 4C 5C"], players=4)
    assert tables[-1].tricks == (Trick(0, 4, tuple(Cards("2C 3C 4C 5C"))),)


def test_flags_that_contradict_each_other_are_the_only_fault() -> None:
    with pytest.raises(HeartsError) as error:
        legal_plays(AMERICAN, hand=HEARTS, hearts_broken=True, first_trick=True)
    broken = "hearts cannot be broken before the first trick"
    assert str(error.value) == f"no card can be played from this position: {broken}"


def test_a_pack_that_cannot_be_dealt_to_three_can_be_dealt_to_four() -> None:
    rules = attrs.evolve(AMERICAN, players=(3, 4), deck=Pack())
    assert legal_plays(rules, hand="5C", tricks=["2C 3C 4C 6C"]) == Cards("5C")


def test_tricks_of_two_cards_are_for_two() -> None:
    rules = attrs.evolve(AMERICAN, players=(2, 3, 4), deck=Pack())
    assert legal_plays(rules, hand="5C", tricks=["2C 3C"]) == Cards("5C")


def test_without_tricks_the_usual_number_plays() -> None:
    rules = attrs.evolve(AMERICAN, players=(3, 4), deck=Pack())
    assert legal_plays(rules, hand="5C") == Cards("5C")


PAIRS = attrs.evolve(AMERICAN, name="House", players=(3, 4), sides=Partners())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: legal_plays(PAIRS, hand="5C", tricks=["2C 3C 4C"]),
        lambda: explain_play(PAIRS, "5C", hand="5C", tricks=["2C 3C 4C"]),
        lambda: score_hand(PAIRS, tricks=["2C 3C 4C"], leader=0),
    ],
    ids=["legal-plays", "explain-play", "score-hand"],
)
def test_tricks_of_a_number_that_cannot_play_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(HeartsError) as error:
        ask()
    partners = "partners sit opposite each other, which takes 4, 6, 8 or 10 players, not 3"
    refused = f"House cannot be played by 3 players: {partners}"
    assert str(error.value) == f"tricks is for 3 players: {refused}"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"tricks": itertools.repeat("2C"), "leader": 0}, "tricks must have at most 500 entries"),
        (
            {"taken": ["", "", "", ""], "course": itertools.repeat((0, 0, 0, 0))},
            "course must have at most 10000 entries",
        ),
    ],
    ids=["tricks", "course"],
)
def test_endless_lists_are_refused_with_their_bound(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HeartsError, match=sentence):
        score_hand(AMERICAN, **given)


def test_tricks_fit_the_hands_of_a_pack_with_a_kitty() -> None:
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(kitty=4))
    tricks = [PACK[first : first + 4] for first in range(0, 52, 4)]
    with pytest.raises(HeartsError) as error:
        score_hand(rules, tricks=tricks, leader=0)
    assert str(error.value) == (
        "these tricks cannot be scored: there are more tricks than 12 cards in each hand allow"
    )
