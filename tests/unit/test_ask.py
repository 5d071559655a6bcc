"""Questions without a game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from heartslib import Cards, Game, HeartsError, IllegalMove, legal_plays, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.phases import MoonPhase, ScorePhase
from heartslib.testing import at_random, next_state

AMERICAN = variants.get("american")
TURBO = variants.get("turbo")
ALL = f"{Cards(HEARTS)} QS"
MOON = [ALL, "", "", ""]


def test_legal_plays_need_no_game() -> None:
    assert legal_plays(AMERICAN, hand="AS QS 4H", trick="KC 2C", played="", players=4) == Cards(
        "QS AS 4H"
    )
    hand, played = Cards("5S 6S 7S 8S 9S TS JS KS AS 4H"), "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD "
    assert legal_plays(AMERICAN, hand=hand, played=played + "KD") == hand - "4H"
    assert legal_plays(AMERICAN, hand=hand, played=played + "9H") == hand
    assert legal_plays(AMERICAN, hand="AS 4H", trick="5H 3C 2H", played="8S") == Cards("4H")


def test_score_hand_needs_no_game() -> None:
    sheet = score_hand(AMERICAN, taken=["2H 3H", "QS", "4H", ""], players=4, partial=True)
    assert sheet.totals == (2, 13, 1, 0)
    assert [line.reason for line in sheet.lines] == ["took 2H 3H", "took QS", "took 4H"]
    assert score_hand(AMERICAN, taken=MOON, moon="add").totals == (0, 26, 26, 26)
    assert score_hand(AMERICAN, taken=MOON, moon="subtract").totals == (-26, 0, 0, 0)
    fixed = variants.get("classic_50")
    assert score_hand(fixed, taken=MOON, moon="whatever").totals == (0, 26, 26, 26)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: legal_plays(AMERICAN, hand=""), "the hand is empty"),
        (
            lambda: legal_plays(AMERICAN, hand="", trick="2C 3C 4C 5C 2C"),
            "2C is given more often than the pack has it; the hand is empty; the trick has 5 cards",
        ),
        (lambda: legal_plays(AMERICAN, hand="2C", played="2C"), "2C is given more often"),
        (lambda: legal_plays(AMERICAN, hand="2C", players=7), "is for 3, 4, 5 or 6 players, not 7"),
        (lambda: legal_plays("american", hand="2C"), "must be a Rules value"),  # type: ignore[arg-type]
        (lambda: score_hand(AMERICAN, taken=["QS", "QS", "", ""]), "QS is given more often"),
        (lambda: score_hand(AMERICAN, taken=["QS"]), "5 or 6 players, not 1"),
        (
            lambda: score_hand(AMERICAN, taken=["QS"], players=4),
            "4 piles are needed, one for each player, not 1",
        ),
        (
            lambda: score_hand(AMERICAN, taken="QS"),
            "taken must be one collection of cards per seat",
        ),
        (
            lambda: score_hand(AMERICAN, taken=["QS", "", "", ""], moon="both"),
            "moon must be 'add' or 'subtract', not 'both'",
        ),
        (
            lambda: score_hand(AMERICAN, taken=MOON, charged="QS"),
            "QS cannot be charged under these rules",
        ),
        (
            lambda: score_hand(TURBO, taken=[f"{ALL} JD TC"], players=4, charged="QS KS 2H"),
            "4 piles are needed, one for each player, not 1; KS 2H cannot be charged under these rules",
        ),
    ],
)
def test_what_cannot_be_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        call()


def test_charges_count_without_a_game() -> None:
    taken = ["QS TC", "JD 2H", "", str(Cards(HEARTS) - "2H")]
    assert score_hand(TURBO, taken=taken).totals == (26, -9, 0, 12)
    assert score_hand(TURBO, taken=taken, charged="QS AH").totals == (52, -8, 0, 24)


def test_a_moon_to_choose_needs_the_choice() -> None:
    with pytest.raises(
        IllegalMove, match="seat 0 shot the moon: give moon='add' or moon='subtract'"
    ):
        score_hand(AMERICAN, taken=MOON)


def test_a_part_of_the_tricks_has_no_last_trick_yet() -> None:
    rules, tricks = variants.get("slobberhannes"), ["7C 8C 9C TC", "QC KC 7S 8S"]
    sheet = score_hand(rules, tricks=tricks, leader=0, partial=True)
    assert [line.reason for line in sheet.lines] == [
        "took the first trick",
        "took the trick with QC",
    ]
    said = "the tricks leave 6 cards in each hand, and these rules count tricks: give partial=True"
    assert not score_hand(AMERICAN, tricks=["2C 3C 4C 5C"], leader=0, partial=True).lines
    with pytest.raises(HeartsError, match=f"^these piles cannot be scored: {said}"):
        score_hand(rules, tricks=tricks, leader=0)


@pytest.mark.parametrize("slug", ["kitty_hearts", "cancellation"])
def test_whole_rounds_are_scored_from_their_tricks(slug: str) -> None:
    rules, rng, kitties = variants.get(slug), Random(slug), 0
    for players in rules.players:
        for _ in range(3):
            game = Game.new(rules, players)
            while not isinstance(game.phase, ScorePhase | MoonPhase):
                game = next_state(game, at_random, rng)
            if not isinstance(game.phase, ScorePhase):
                continue
            tricks = game.table.tricks
            first: dict[str, Any] = {"players": players, "leader": tricks[0].leader}
            assert score_hand(rules, tricks=tricks, **first) == game.phase.sheet
            cards = [trick.cards for trick in tricks]
            assert score_hand(rules, tricks=cards, **first) == game.phase.sheet
            kitties += rules.deck.kitty_size(players) > 0
    assert kitties


def test_a_contract_that_is_missing_is_named() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(variants.get("kierki"), taken=["", "", "", ""])
    assert "each round of Kierki has a contract: give contract='tricks'" in str(error.value)
