"""The rules as the play asks them: choices of any kind, and what the states keep."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, Table, variants
from heartslib.phases import PlayPhase
from heartslib.rules import (
    CANCELLING,
    NO_PASSING,
    BoosterNines,
    EndsWhenNothingCounts,
    Equals,
    FollowSuit,
    HighestOfSuitLed,
    Pack,
    PlayedOut,
    ShowHandOfHearts,
)
from tests.helpers.plays_as_printed import played_as_printed
from tests.helpers.positions import AMERICAN, may


@attrs.frozen
class ClubsOnly(FollowSuit):
    """A rule that takes over most of another, and says something else."""

    clauses = None  # type: ignore[assignment]  # what its base says does not hold

    def narrow(self, playable: Cards, hand: Cards, table: object) -> Cards:
        return playable.only("2C 3C 4C 5C")


@attrs.frozen
class Claims(PlayedOut):
    """A choice that is no built-in one, though it changes nothing."""


@attrs.frozen
class OverWithQueen(PlayedOut):
    """The round is over when the queen has been taken."""

    early = None  # type: ignore[assignment]

    def is_over(self, table: Table, counting: Cards) -> bool:
        return Card("QS") in table.played


@attrs.frozen
class TwoLaps(HighestOfSuitLed):
    """Two cards from everyone are a trick, and nobody takes one that begins with two suits."""

    def is_complete(self, table: Table, left: int) -> bool:
        return len(table.trick) == 2 * table.players or not left

    def taker(self, table: Table, left: int) -> int | None:
        mixed = table.trick.cards[0].suit is not table.trick.cards[1].suit
        return None if mixed and left else super().taker(table, left)


@attrs.frozen
class ShowsWhenShort(ShowHandOfHearts):
    """A hand of five cards is shown, whatever they are."""

    when = None  # type: ignore[assignment]

    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        return len(hand) == 5


@pytest.mark.parametrize(
    "changes",
    [
        {"play": ClubsOnly()},
        {"play": ()},
        {"round_end": Claims()},
        {"round_end": OverWithQueen()},
        {"tricks": CANCELLING},
        {"tricks": BoosterNines()},
        {"tricks": TwoLaps()},
        {"showing": ShowHandOfHearts()},
        {"showing": ShowsWhenShort()},
    ],
)
def test_choices_of_any_kind_are_played_as_they_are_written(changes: dict[str, Any]) -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING, **changes)).deal(seed=3)
    while isinstance(game.phase, PlayPhase):
        phase, card = game.phase, game.phase.legal[-1]
        assert phase.legal == game.in_force.legal(phase.hands[phase.turn], phase.table)
        after, written = phase.play(game.match, card), played_as_printed(game.match, phase, card)
        assert (after, after.legal, after.table) == (written, written.legal, written.table)
        game = game.play(card)
    assert game.phase.name in {"moon", "score"}


def test_a_rule_of_your_own_narrows_every_play() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING, play=ClubsOnly())).deal(seed=3)
    lowest = Cards("2C 3C 4C 5C")
    for _ in range(51):
        game = game.play(game.legal_plays()[0])
        may = game.legal_plays()
        assert may <= lowest or may == game.view(game.to_act[0]).hand


def test_a_round_ends_early() -> None:
    ends = attrs.evolve(AMERICAN, round_end=EndsWhenNothingCounts())
    hands = ["QS 2D", "2S 3D", "3S 4D", "4S 5D"]
    taken = ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""]
    game = Game.new(ends).set_up(hands, leader=0, taken=taken, waive=["card-count"])
    for card in ("QS", "2S", "3S", "4S"):
        game = game.play(card)
    assert game.phase.name in {"moon", "score"}
    assert len(game.view(None).table.tricks) == 1


@pytest.mark.parametrize(("last", "taker"), [(False, 0), (True, 2)])
def test_of_equal_cards_the_first_or_the_last_takes_the_trick(last: bool, taker: int) -> None:
    rules = attrs.evolve(AMERICAN, tricks=HighestOfSuitLed(Equals.LAST if last else Equals.FIRST))
    hands = ["KD KD", "2D 2D", "KD 3D", "AH AH"]
    game = Game.new(rules).set_up(
        hands, leader=0, taken=["KD 5C", "", "", ""], waive=["card-count", "cards-twice"]
    )
    for card in ("KD", "2D", "KD", "AH"):
        phase = game.phase
        assert isinstance(phase, PlayPhase)
        assert phase.play(game.match, Card(card)) == played_as_printed(
            game.match, phase, Card(card)
        )
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


def test_a_match_by_other_rules_asks_those() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).deal(seed=5)
    game = game.play(game.legal_plays()[0])
    match = attrs.evolve(game.match, rules=attrs.evolve(game.rules, play=ClubsOnly()))
    assert match.keep_fast() is not game.match.fast


@pytest.mark.parametrize("slug", variants.all())
def test_every_variant_is_played_as_its_chapters_say(slug: str) -> None:
    rules, rng = attrs.evolve(variants.get(slug), passing=NO_PASSING), Random(slug)
    for players in rules.players:
        game = Game.new(rules, players).deal(rng=rng)
        while game.phase.name not in {"moon", "score"}:
            phase, seat = game.phase, game.to_act[0]
            view = game.view(seat)
            if game.phase.name == "charge":
                game = game.charge(seat, may(view)[:1])
            elif game.phase.name == "bid":
                game = game.bid(0)
            elif game.phase.name == "contract":
                game = game.name_contract(rng.choice(rules.contract_names))
            elif game.phase.name == "kitty":
                game = game.lay_down(may(view)[: view.offered])
            elif isinstance(phase, PlayPhase):
                assert phase.legal == game.in_force.legal(phase.hands[seat], phase.table)
                card = rng.choice(phase.legal)
                after = phase.play(game.match, card)
                written = played_as_printed(game.match, phase, card)
                assert (after, after.aside, after.table) == (written, written.aside, written.table)
                game = game.play(card)


@pytest.mark.parametrize("hands", [["QS", "2S", "3S", "4S"], ["QS 2D", "2S 3D", "3S 4D", "4S 5D"]])
def test_a_round_that_ends_early_leaves_the_kitty(hands: list[str]) -> None:
    ends = attrs.evolve(AMERICAN, round_end=EndsWhenNothingCounts(), deck=Pack(kitty=4))
    taken = ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""]
    game = Game.new(ends).set_up(
        hands, leader=0, taken=taken, kitty="2C 3C 4C 5C", waive=["card-count"]
    )
    for card in ("QS", "2S", "3S", "4S"):
        game = game.play(card)
    assert game.phase.name in {"moon", "score"}
    assert game.view(None).captured_sizes == (13, 0, 0, 0)


def test_a_trick_after_which_all_draw_is_not_the_last() -> None:
    game = Game.new(variants.get("draw_hearts"), players=2).set_up(
        ["2C", "3C"], leader=0, kitty="5D 6D 7D 8D", waive=["card-count", "kitty-size"]
    )
    game = game.play("2C").play("3C")
    assert (game.hands, game.to_act) == ((Cards("6D"), Cards("5D")), (1,))
    assert game.view(None).kitty_size == 2
