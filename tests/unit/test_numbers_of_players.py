"""For how many players a rulebook and its pack are."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Cards, Rules, RulesError
from heartslib.cards import PACK
from heartslib.rules import (
    JACK_OF_DIAMONDS_BONUS,
    Charges,
    HolderLeads,
    Pack,
    Partners,
    Removals,
    ShootTheMoon,
    TakerDeals,
)
from tests.helpers.positions import AMERICAN


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (3, "House cannot be played by 3 players: 52 cards cannot be dealt evenly to 3 players"),
        (7, "House is for 3 or 4 players, not 7, and could not be played by 7: 52 cards cannot"),
    ],
)
def test_a_number_that_a_rulebook_cannot_have(players: int, sentence: str) -> None:
    rules = attrs.evolve(AMERICAN, name="House", players=(3, 4), deck=Pack())
    with pytest.raises(RulesError) as error:
        rules.check_players(players)
    assert str(error.value).startswith(sentence)


def test_partners_are_an_even_number_of_four_or_more() -> None:
    assert Partners().seats(4) == ((0, 2), (1, 3))
    for players in (2, 3, 5):
        with pytest.raises(RulesError, match=f"which takes 4, 6, 8 or 10 players, not {players}$"):
            Partners().seats(players)


def test_piles_for_a_table_that_the_rules_do_not_know() -> None:
    with pytest.raises(RulesError) as error:
        AMERICAN.in_force.finished((Cards(),) * 7)
    assert str(error.value) == "7 piles are given, but American Hearts is not for 7 players"


@pytest.mark.parametrize(
    ("players", "counts"),
    [((3, 4), "3 or 4"), ((3, 4, 5), "3 to 5"), ((3, 4, 6), "3, 4 or 6"), ((3, 4, 5, 6), "3 to 6")],
)
def test_three_numbers_of_players_in_a_row_are_a_run(players: tuple[int, ...], counts: str) -> None:
    rules = attrs.evolve(AMERICAN, name="Ours", players=players)
    assert repr(rules) == f"<Rules: Ours, {counts} players>"


def test_all_that_keeps_a_number_of_players_from_a_game_is_named() -> None:
    rules = attrs.evolve(AMERICAN, name="House", players=(3, 4), deck=Pack(), sides=Partners())
    for players, sentence in ((3, "House cannot be played by 3 players"), (5, "by 5")):
        with pytest.raises(RulesError) as error:
            rules.check_players(players)
        before, _, problems = str(error.value).partition(": ")
        assert before.endswith(sentence)
        cards, sides = problems.split("; partners")
        assert cards.startswith(f"52 cards cannot be dealt evenly to {players} players: ")
        assert sides.endswith(f"which takes 4, 6, 8 or 10 players, not {players}")


def test_a_rulebook_that_no_number_can_play_says_why_not_for_each() -> None:
    with pytest.raises(RulesError) as error:
        Rules(name="Ours", players=(4, 3), deck=Pack(removals=Removals({3: "2C 3C", 4: "2C"})))
    sentence = str(error.value)
    assert sentence.startswith("Ours cannot be played by 3 or 4 players: 50 cards cannot be dealt")
    assert "; 51 cards cannot be dealt evenly to 4 players" in sentence


@pytest.mark.parametrize(
    ("players", "end"),
    [
        (2, "; attrs.evolve(rules, players=2) allows that many"),
        (1, ""),
        (12, ""),
        (True, ""),
    ],
)
def test_from_two_players_on_a_rulebook_may_be_for_more(players: int, end: str) -> None:
    with pytest.raises(RulesError) as error:
        AMERICAN.check_players(players)
    assert str(error.value) == (f"American Hearts is for 3, 4, 5 or 6 players, not {players}{end}")


def test_up_to_eleven_players_a_rulebook_may_be_for_more() -> None:
    rules = attrs.evolve(AMERICAN, name="House", players=4, deck=Pack(left_over=True))
    with pytest.raises(RulesError) as error:
        rules.check_players(11)
    change = "attrs.evolve(rules, players=11) allows that many"
    assert str(error.value) == f"House is for 4 players, not 11; {change}"
    with pytest.raises(RulesError, match=r"^House is for 4 players, not 12$"):
        rules.check_players(12)


def test_cards_that_are_not_in_the_pack_are_named_with_their_chapter() -> None:
    with pytest.raises(RulesError) as error:
        Rules(
            name="House",
            deck=Pack(removals=Removals({4: "2C 3C 4C 5C TC QC JD QS"})),
            opening=HolderLeads("2C", any_card=True, then_taker_of="QC"),
            dealer=TakerDeals("3C"),
            moon=ShootTheMoon(also="4C 5C"),
            charging=Charges({"TC": "TC"}),
            bonuses=JACK_OF_DIAMONDS_BONUS,
        )
    assert str(error.value) == (
        "House cannot be played by 4 players: the rules name cards that are not in the pack: "
        "2C (opening), QC (opening), 3C (dealer), 4C (moon), 5C (moon), TC (charging), "
        "QS (card-values), JD (bonus-card)"
    )


def test_a_pack_is_dealt_to_a_number_of_players() -> None:
    assert Pack().cards(1) == Cards(PACK)
    for wrong in (0, "4", None):
        players: Any = wrong
        with pytest.raises(RulesError) as error:
            Pack().cards(players)
        assert str(error.value) == f"{wrong!r} is not a number of players"


def test_a_whole_pack_is_described() -> None:
    assert Pack().describe(4) == (
        "One pack of 52 cards. Deal 13 cards to each player, one at a time, clockwise from the "
        "dealer's left."
    )


def test_a_kitty_of_one_card_is_printed() -> None:
    one = Pack(left_over=True, kitty_last=True)
    assert one.describe(3).endswith(" Set the last card aside face down as the kitty.")
    assert one.describe(4) == Pack().describe(4), "no kitty"


@pytest.mark.parametrize("packs", range(1, 9))
def test_a_deck_says_how_many_packs_it_has(packs: int) -> None:
    number = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"][packs - 1]
    said = f"{number} pack{'s' * (packs > 1)} of 52 cards"
    assert Pack(packs=packs).describe(4).startswith(said)
