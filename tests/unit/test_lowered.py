"""The rules over plain integers: which rulebooks have them, and what the states keep."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, Rules, variants
from heartslib.phases import Match, Playing
from heartslib.rules import (
    CANCELLING,
    NO_PASSING,
    BoosterNines,
    EndsWhenNothingCounts,
    FollowSuit,
    HighestOfSuitLed,
    PlayedOut,
    ShowHandOfHearts,
)
from tests.positions import AMERICAN


@attrs.frozen
class ClubsOnly(FollowSuit):
    """A rule that takes over most of another, and says something else."""

    def narrow(self, playable: Cards, hand: Cards, table: object) -> Cards:
        return playable.only("2C 3C 4C 5C")


@attrs.frozen
class Claims(PlayedOut):
    """A choice that is no built-in one, though it changes nothing."""


def is_lowered(rules: Rules) -> bool:
    return Match.start(rules, 4).lower() is not None


@pytest.mark.parametrize("slug", ["american", "omnibus", "black_lady", "turbo", "classic_50"])
def test_published_rulebooks_are_lowered(slug: str) -> None:
    assert is_lowered(variants.get(slug))


@pytest.mark.parametrize(
    "changes",
    [
        {"play": ClubsOnly()},
        {"round_end": Claims()},
        {"tricks": CANCELLING},
        {"tricks": BoosterNines()},
        {"showing": ShowHandOfHearts()},
    ],
    ids=str,
)
def test_what_is_not_known_is_played_by_the_chapters(changes: dict[str, Any]) -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, **changes)
    assert not is_lowered(rules)
    game = Game.new(rules).deal(seed=3)
    while isinstance(game.phase, Playing):
        phase = game.phase
        assert phase.legal == rules.legal(phase.hands[phase.turn], phase.table)
        game = game.play(phase.legal[0])
    assert game.phase.name in {"moon", "score"}


def test_a_round_ends_early_over_integers_too() -> None:
    ends = attrs.evolve(AMERICAN, round_end=EndsWhenNothingCounts())
    assert is_lowered(ends)
    hands = ["QS 2D", "2S 3D", "3S 4D", "4S 5D"]
    taken = ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""]
    game = Game.new(ends).set_up(hands, leader=0, taken=taken, waive=["card-count"])
    for card in ("QS", "2S", "3S", "4S"):
        game = game.play(card)
    assert game.phase.name in {"moon", "score"}
    assert len(game.view(None).table.tricks) == 1


@pytest.mark.parametrize(("last", "taker"), [(False, 0), (True, 2)])
def test_of_equal_cards_the_first_or_the_last_takes_the_trick(last: bool, taker: int) -> None:
    rules = attrs.evolve(AMERICAN, tricks=HighestOfSuitLed(last_of_equals=last))
    hands = ["KD KD", "2D 2D", "KD 3D", "AH AH"]
    game = Game.new(rules).set_up(
        hands, leader=0, taken=["KD 5C", "", "", ""], waive=["card-count", "cards-twice"]
    )
    for card in ("KD", "2D", "KD", "AH"):
        phase = game.phase
        assert isinstance(phase, Playing)
        assert phase.play(game.match, Card(card)) == phase.play_by_chapters(game.match, Card(card))
        game = game.play(card)
    assert game.to_act == (taker,)
    assert game.view(None).table.played == Cards("KD KD KD 2D AH 5C")


def test_what_is_kept_is_no_part_of_a_value() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).deal(seed=5)
    for _ in range(5):
        game = game.play(game.legal_plays()[0])
    before = pickle.dumps(game)
    for seat in range(4):
        game.view(seat)  # asks for the table
    assert pickle.dumps(game) == before
    for again in (pickle.loads(before), copy.deepcopy(game), attrs.evolve(game)):
        assert (again, hash(again)) == (game, hash(game))
        assert again.play(game.legal_plays()[0]) == game.play(game.legal_plays()[0])


def test_a_match_by_other_rules_lowers_those() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).deal(seed=5)
    game = game.play(game.legal_plays()[0])
    match = attrs.evolve(game.match, rules=attrs.evolve(game.rules, play=ClubsOnly()))
    assert game.match.lowered is not None
    assert match.lower() is None
