"""A game that is turned round is its own mirror: the same cards, tricks and scores, and other words."""

from __future__ import annotations

import re
from random import Random

import attrs
from hypothesis import given
from hypothesis import strategies as st

from heartslib import Game, HeartsError, Rules, variants
from heartslib.moves import CallPass, Move
from heartslib.rules import Direction
from heartslib.testing.play import any_deal
from tests.helpers.strategies import at_random, houses, rulebooks

_OTHER = {
    "clockwise": "counterclockwise",
    "counterclockwise": "clockwise",
    "left": "right",
    "right": "left",
}
_SIDE = re.compile(
    r"\b(?:counter)?clockwise\b|(?<='s )(?:left|right)\b|(?<=(?:to|on) the )(?:left|right)\b"
    r"|(?<=\d )(?:left|right)\b(?! of)"
)


def turned(rules: Rules) -> Rules:
    """The rulebook of the game that goes the other way round."""
    return attrs.evolve(rules, direction=_OTHER[rules.direction.value])


def in_a_mirror(text: str) -> str:
    return _SIDE.sub(lambda found: _OTHER[found[0]], text)


def mirrored(move: Move, game: Game, other: Game) -> Move:
    """The same move in the mirror: a dealer calls the pass to the same seats by another name."""
    if not isinstance(move, CallPass):
        return move
    calls = [each.name for each in game.at_table.calls]
    return attrs.evolve(move, call=other.at_table.calls[calls.index(move.call)].name)


def moves_of(game: Game, other: Game) -> set[Move] | None:
    """The legal moves as they are in the mirror; None if they are too many to list."""
    try:
        return {mirrored(move, game, other) for move in game.legal_moves()}
    except HeartsError:
        return None


@given(rulebooks() | houses(), st.integers(0, 2**32))
def test_turning_the_direction_changes_no_legal_set_taker_or_score(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game, other = Game.new(rules), Game.new(turned(rules))
    for _ in range(70):
        if game.is_over:
            break
        assert other.to_act == game.to_act
        assert moves_of(other, other) == moves_of(game, other)
        move = any_deal(game, rng) if game.phase.name == "deal" else at_random(game, rng)
        game, other = game.apply(move), other.apply(mirrored(move, game, other))
        for seat in (None, *game.to_act[:1]):
            ours, theirs = game.view(seat), other.view(seat)
            assert (theirs.phase, theirs.hand, theirs.table) == (ours.phase, ours.hand, ours.table)
            assert (theirs.passes_to, theirs.scores) == (ours.passes_to, ours.scores)
    assert [sheet.lines for sheet in other.sheets] == [sheet.lines for sheet in game.sheets]
    assert other.is_over == game.is_over


@given(rulebooks() | houses())
def test_a_rulebook_of_a_turned_game_is_read_in_a_mirror(rules: Rules) -> None:
    for players in rules.players:
        ours, theirs = rules.at(players), turned(rules).at(players)
        assert [*theirs.sentences().values()] == [
            [in_a_mirror(each) for each in said] for said in ours.sentences().values()
        ]


def test_every_game_can_be_turned_and_turned_back() -> None:
    for rules in variants.all().values():
        assert turned(turned(rules)) == rules
        assert turned(rules).numbers == rules.numbers
        assert {rules.direction, turned(rules).direction} == {*Direction}
