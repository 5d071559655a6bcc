"""A record is refused when reading it would make another game, or nothing."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from heartslib import Card, Cards, Game, RecordError, Rules, record, variants
from heartslib.rules import CardValues, Clause, PlayRule, ShootTheMoon
from heartslib.rules.facts import Where, these
from heartslib.table import Table

AMERICAN = variants.get("american")
DAME = variants.get("dame_de_pique")
DEAR = attrs.evolve(DAME, name="Dear", scoring=CardValues({"QS": 100}))


def played_round(rules: Rules) -> Game:
    game = Game.new(rules).deal(seed=7)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    return game


@attrs.frozen
class NoSpades(PlayRule):
    """No spade is led."""

    name: str = "no-spades"
    clauses = (Clause(Where.LEADING, ~these("QS KS AS")),)

    def reason(self, card: Card, table: Table) -> str:
        return "no high spade is led"

    def describe(self, players: int) -> str:
        return "No high spade is led."


def test_a_game_whose_rules_were_changed_between_rounds_is_not_written() -> None:
    game = played_round(DAME).score()
    changed = attrs.evolve(game, match=attrs.evolve(game.match, rules=DEAR))
    with pytest.raises(RecordError, match=r"one rulebook .* such as match\.rules"):
        record.dumps(changed)
    with pytest.raises(RecordError, match="one rulebook"):
        record.dumps(changed.deal(seed=8))
    assert record.loads(record.dumps(game)) == game


def test_a_game_whose_scores_were_changed_is_not_written() -> None:
    game = played_round(DAME).score()
    match = attrs.evolve(game.match, scores=(5, 0, 0, 0))
    with pytest.raises(RecordError, match="something else was changed"):
        record.dumps(attrs.evolve(game, match=match))


def test_a_change_that_changes_nothing_is_written() -> None:
    game = played_round(DAME)
    same = attrs.evolve(game, match=attrs.evolve(game.match))
    assert not same.match.is_by_moves
    assert record.loads(record.dumps(same)) == game


def test_copies_and_pickles_are_written() -> None:
    game = played_round(AMERICAN) if AMERICAN is DAME else played_round(DAME).score().deal(seed=9)
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert record.loads(record.dumps(other)) == game


@pytest.mark.parametrize("slug", ["barbu", "kierki", "gong_zhu", "american"])
def test_every_move_keeps_the_trace(slug: str) -> None:
    game = Game.new(variants.get(slug), dealer=1)
    for _ in range(300):
        assert game.match.is_by_moves
        game = (
            game.deal(seed=len(game.history))
            if game.phase.name == "deal"
            else game.apply(game.legal_moves()[0])
        )
    assert game.stop().match.is_by_moves


def test_scores_that_a_position_brings_are_written() -> None:
    position = Game.new(DAME).set_up(
        ["AC", "AD", "AS", "AH"],
        leader=0,
        scores=(1, 2, 3, 4),
        taken=[Cards(), Cards(), Cards(), variants.get("american").deck.cards(4) - "AC AD AS AH"],
    )
    assert position.match.is_by_moves
    assert record.loads(record.dumps(position)) == position


def test_a_class_that_nothing_could_read_again_is_not_written() -> None:
    own = attrs.evolve(DAME, name="Own", play=(*DAME.play, NoSpades()))
    with pytest.raises(
        RecordError, match=r"NoSpades.* give converter=make_converter\(\[NoSpades\]\)"
    ):
        record.dumps(Game.new(own))
    converter = record.make_converter([NoSpades])
    game = Game.new(own).deal(seed=1)
    assert record.loads(record.dumps(game, converter=converter), converter=converter) == game


def test_a_class_with_the_name_of_a_rule_of_the_library_is_not_taken_for_it() -> None:
    @attrs.frozen
    class FollowSuit(NoSpades):
        """Another rule with a known name."""

    own = attrs.evolve(DAME, name="Own", play=(FollowSuit(),))
    with pytest.raises(RecordError, match="nothing could read it again"):
        record.dumps(Game.new(own))
    assert ShootTheMoon().name == "shoot-the-moon"
