"""Positions laid out by hand, and what cannot be one."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, View
from heartslib.cards import PACK
from heartslib.rules import ChargedCardsWait, Charges, EldestLeads, FollowSuit, KittyTo, Pack
from tests.helpers.positions import AMERICAN


@pytest.mark.parametrize("counts", [[1, -1, 1, 1], [1, 1.5, 1, 1], [1, 1, 1, True], [1, 1, 1]])
def test_hands_in_a_view_have_whole_sizes(counts: Any) -> None:
    with pytest.raises(HeartsError) as error:
        View.set_up(AMERICAN, seat=0, hand="2C", leader=0, hand_sizes=counts)
    sentence = "hand_sizes must be a whole number, 0 or more, for each of 4 seats, not"
    assert str(error.value) == f"{sentence} {counts}"


def test_a_deal_names_every_card_too_many() -> None:
    with pytest.raises(HeartsError, match=r": 2C 3C are given more often than the pack has them"):
        Game.new(AMERICAN).set_up(["2C 3C", "2C 3C", "4C 5C", "6C 7C"], leader=0)
    with pytest.raises(HeartsError, match=r": 2C is given more often than the pack has it"):
        Game.new(AMERICAN).set_up(["2C 3C", "2C 8C", "4C 5C", "6C 7C"], leader=0)


def test_a_position_has_a_hand_for_each_seat() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).set_up(["2C", "3C", "4C"], leader=0)
    assert str(error.value) == "hands must have one entry for each of 4 seats, not 3"


def test_a_trick_on_the_table_is_not_complete() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).set_up(
            ["2H", "3H", "4H", "5H"],
            leader=0,
            trick="2C 3C 4C 5C",
            waive=["card-count", "opening-leader"],
        )
    assert str(error.value) == (
        "this position cannot arise: trick 1, 2C 3C 4C 5C, is complete with 4 cards [tricks]"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"captured": "2D"},
            (
                "2D is given more often than the pack has it [cards-twice]; the kitty and the "
                "captured cards must be 0 cards together, not 1 [kitty-size]"
            ),
        ),
        (
            {"charged": ["QS", "", "", ""]},
            "seat 0 has charged QS without holding it [charged]",
        ),
        (
            {"charged": ["4S", "", "", ""], "trick": "4S", "hand": "2C 2D"},
            (
                "trick 1, seat 0, 4S: 4S is charged: it may not be played the first time spades are "
                "led [illegal-play]"
            ),
        ),
    ],
)
def test_a_view_knows_its_own_cards(arguments: dict[str, Any], sentence: str) -> None:
    rules = attrs.evolve(
        AMERICAN,
        opening=EldestLeads(),
        play=(FollowSuit(), ChargedCardsWait()),
        charging=Charges({"QS": "QS", "4S": "4S"}),
    )
    usual: dict[str, Any] = {"seat": 0, "hand": "2C 2D 4S", "leader": 0, "waive": ["card-count"]}
    with pytest.raises(HeartsError) as error:
        View.set_up(rules, **(usual | arguments))
    assert str(error.value) == f"this position cannot arise: {sentence}"


@pytest.mark.parametrize("exchanged", [True, False])
def test_a_position_of_a_round_with_a_kitty_is_checked(exchanged: bool) -> None:
    rules = attrs.evolve(
        AMERICAN,
        deck=Pack(kitty=4),
        kitty=KittyTo(exchanged=exchanged),
        opening=EldestLeads(),
    )
    with pytest.raises(HeartsError) as error:
        Game.new(rules).set_up(
            ["3D", "5D", "6D 7D", "8D 9D"],
            leader=0,
            trick="2D 4S",
            captured=["" if exchanged else "2C", "", "", ""],
            waive=["card-count", "kitty-size"],
        )
    assert str(error.value) == (
        "this position cannot arise: trick 1, seat 1, 4S: diamonds were led and you hold some: "
        "follow suit [illegal-play]"
    )


def test_each_seat_has_its_score() -> None:
    with pytest.raises(HeartsError, match=r"^scores must be a whole number for each seat, not 5$"):
        View.set_up(AMERICAN, seat=0, hand="2C", leader=0, scores=5)  # type: ignore[arg-type]
    with pytest.raises(HeartsError) as error:
        View.set_up(AMERICAN, seat=0, hand="2C", leader=0, scores=[1, 2, 3, "4"])  # type: ignore[list-item]
    assert str(error.value) == (
        "scores must be one whole number for each of 4 seats, not (1, 2, 3, '4')"
    )


def test_each_seat_has_its_charges() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).set_up(["2C", "3C", "4C", "5C"], leader=0, charged=["", "AH"])
    assert str(error.value) == "charged must have one entry for each of 4 seats, not 2"


def test_eight_missing_cards_are_named() -> None:
    def missing(hands: list[Cards]) -> str:
        with pytest.raises(HeartsError) as error:
            Game.new(AMERICAN).set_up(hands, leader=0)
        return str(error.value)

    eight = [Cards(PACK[n : n + 11]) for n in (0, 11, 22, 33)]
    said = "this position cannot arise: 44 cards are given instead of 52"
    assert missing(eight).startswith(f"{said}; {Cards(PACK[44:])} missing [card-count]")
    nine = [*eight[:3], eight[3] - PACK[43]]
    assert missing(nine).startswith(
        "this position cannot arise: 43 cards are given instead of 52 ["
    )


def test_every_check_of_a_position_can_be_waived() -> None:
    game, hands = Game.new(AMERICAN), ["2C", "3C", "4C", "5C"]
    with pytest.raises(HeartsError) as error:
        game.set_up(hands, leader=0, waive=["sense"])
    assert str(error.value) == (
        "there is no check 'sense': the checks are card-count, cards-twice, charged, hand-sizes, "
        "illegal-play, kitty-size, opening-leader, shown, tricks"
    )
