"""Rounds as people write them down, with a kitty, a call, a mix or a scatter; what is wrong with some."""

from __future__ import annotations

import json
import re
from random import Random

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from heartslib import Card, Game, RecordError, Rules, record, variants
from heartslib.cards import PACK, Rank
from heartslib.moves import Answer, IllegalMove, Pass
from heartslib.record import read_rounds
from heartslib.rules import ADD, Cycle, KittyTo, Mix, Pack, Scatter, ShootTheMoon
from tests.helpers.positions import AMERICAN, played_out
from tests.helpers.strategies import at_random, houses, next_state, rulebooks, with_care
from tests.helpers.written import read_back, written_down

CALLED = variants.get("dirty_nasty_filthy")
CAPTURED = variants.get("kitty_hearts")
PAID = ShootTheMoon(ADD)
EXCHANGED = attrs.evolve(AMERICAN, moon=PAID, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
SCATTERED = attrs.evolve(AMERICAN, moon=PAID, passing=Cycle(Scatter()))
MIXED = attrs.evolve(AMERICAN, moon=PAID, deck=Pack(kitty=4), passing=Cycle(Mix()))


def finished_round(rules: Rules, call: str = "") -> Game:
    """A round of first legal moves, ready to be entered."""
    game = Game.new(rules)
    if call:
        game = game.call_pass(call)
    game, seed = game.deal(seed=1), 2
    while game.phase.name != "score":
        if game.phase.name == "deal":
            game = game.deal(seed=seed)
        elif game.phase.name == "pass":
            seat = game.to_act[0]
            hand, to = game.view(seat).hand, game.view(seat).passes_to
            several = {taker: hand[place] for place, (taker, _) in enumerate(to)}
            game = game.pass_cards(seat, several if len(to) == 3 else hand[:3])
        elif game.phase.name == "kitty":
            game = game.lay_down(game.view(game.to_act[0]).hand[:4])
        else:
            game = game.apply(game.legal_moves()[0])
    return game


@pytest.mark.parametrize(
    ("rules", "call"),
    [
        (AMERICAN, ""),
        (CALLED, "mix"),
        (CALLED, "3-left"),
        (CAPTURED, ""),
        (EXCHANGED, ""),
        (SCATTERED, ""),
        (MIXED, ""),
    ],
    ids=["american", "called-mix", "called-left", "captured", "exchanged", "scattered", "mixed"],
)
def test_a_round_is_replayed(rules: Rules, call: str) -> None:
    game = finished_round(rules, call)
    again = read_back(written_down(game), rules)
    assert again.sheet == game.sheet
    assert again.table.tricks == game.table.tricks


@st.composite
def rounds(draw: st.DrawFn) -> Game:
    """A round of any rulebook, ready to be entered."""
    rules = draw(rulebooks() | houses() | houses(exchanging=True))
    players = draw(st.sampled_from(rules.players))
    rng = Random(draw(st.integers(0, 2**32)))
    choose = draw(st.sampled_from([at_random, with_care]))
    game = Game.new(rules, players, dealer=draw(st.integers(0, players - 1)))
    while game.phase.name != "score":
        game = next_state(game, choose, rng)
    return game


@given(rounds())
def test_every_round_that_is_written_down_replays(game: Game) -> None:
    assume(not isinstance(game.history[-1], Answer))  # a claim ended it
    assert read_back(written_down(game), game.rules).sheet == game.sheet


def test_a_round_of_a_later_number_is_passed_by_it() -> None:
    """Left, right and across; the fourth is held."""
    game = played_out()
    for number in (2, 3, 4):
        game = game.score().deal(seed=number)
        while game.to_act:
            game = game.apply(game.legal_moves()[0])
        value = written_down(game)
        assert (value["round"], "passes" in value) == (number, number < 4)
        assert read_back(value).sheet == game.sheet


def test_what_is_passed_to_several_is_written_by_seat() -> None:
    each = {str(seat): str(PACK[seat]) for seat in range(11)}
    value = {"hands": [], "plays": [], "passes": [{"10": "QS", "9": "KS"}, each, "2C 3C"]}
    (recorded,) = read_rounds(json.dumps(value))
    assert recorded.passes == (
        Pass.split(0, {10: "QS", 9: "KS"}),
        Pass.split(1, {seat: str(PACK[seat]) for seat in range(11)}),
        Pass(2, "2C 3C"),
    )


def test_what_is_not_known_may_be_null_and_notes_are_ignored() -> None:
    text = '{"hands": [], "plays": "2C 10D", "passes": null, "kitty": null, "by": "me"}'
    (recorded,) = read_rounds(text)
    assert (recorded.passes, recorded.kitty, recorded.round) == (None, (), 1)
    assert recorded.plays == (Card("2C"), Card("TD"))
    headed = {"format": "heartslib-rounds", "version": 1, "rounds": [json.loads(text)] * 2}
    assert read_rounds(json.dumps(headed)) == (recorded, recorded)


def test_the_play_that_cannot_be_is_the_cause() -> None:
    value = written_down(played_out())
    first, second, *rest = value["plays"]
    with pytest.raises(RecordError) as error:
        read_back(value | {"plays": [second, first, *rest]})
    assert isinstance(error.value.__cause__, IllegalMove)


def test_a_rank_is_stored_as_its_number() -> None:
    rules = attrs.evolve(AMERICAN, name="Piquet pack", deck=Pack(lowest=Rank.SEVEN))
    game = Game.new(rules).deal(seed=1)
    text = record.dumps(game)
    assert json.loads(text)["rules"]["deck"]["lowest"] == 7
    assert record.loads(text) == game
    for wrong in (0, 15, "7", True, None):
        value = json.loads(text)
        value["rules"]["deck"]["lowest"] = wrong
        said = re.escape(f"ranks are 1 to 14 (the ace), not {wrong!r}")
        with pytest.raises(RecordError, match=said):
            record.loads(json.dumps(value))


@pytest.mark.parametrize("rules", [EXCHANGED, SCATTERED, MIXED], ids=["kitty", "scatter", "mix"])
def test_games_of_such_rules_are_stored_whole(rules: Rules) -> None:
    game = finished_round(rules)
    assert record.loads(record.dumps(game)) == game
