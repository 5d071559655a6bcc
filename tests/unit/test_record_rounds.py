"""Rounds as people write them down, with a kitty, a call, a mix or a scatter; what is wrong with some."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from heartslib import Card, Game, RecordError, Rules, record, variants
from heartslib.cards import PACK, Rank
from heartslib.formats.record import read_rounds
from heartslib.moves import Answer, IllegalMove, Pass
from heartslib.rules import ADD, Cycle, KittyTo, Mix, Pack, Scatter, ShootTheMoon
from tests.helpers.positions import AMERICAN, moon_shot, played_out
from tests.helpers.strategies import at_random, houses, next_state, rulebooks, with_care
from tests.helpers.written import read_back, written_down

CALLED = variants.get("dirty_nasty_filthy")
CAPTURED = variants.get("kitty_hearts")
PAID = ShootTheMoon(ADD)
EXCHANGED = attrs.evolve(AMERICAN, moon=PAID, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
SCATTERED = attrs.evolve(AMERICAN, moon=PAID, passing=Cycle(Scatter()))
MIXED = attrs.evolve(AMERICAN, moon=PAID, deck=Pack(kitty=4), passing=Cycle(Mix()))


def finished(rules: Rules, call: str = "") -> Game:
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
    game = finished(rules, call)
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5", "a recorded round must be a JSON object, not 5"),
        ('{"rounds": 5}', "'rounds' must be a list of rounds, not 5"),
        ('{"rounds": {"plays": []}}', "'rounds' must be a list of rounds, not {'plays': "),
        ('{"rounds": [5]}', "a recorded round must be a JSON object, not 5"),
        ('{"hands": []}', "'plays' is missing"),
        ('{"hands": 5, "plays": []}', r" at hands$"),
        ('{"hands": [5], "plays": []}', "5 is not cards"),
        ('{"hands": [], "plays": ["0C"]}', "'0C' is not a card"),
        ('{"hands": [], "plays": [], "round": "1"}', "'1' is not a whole number"),
    ],
    ids=str,
)
def test_a_round_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        read_rounds(text)


@pytest.mark.parametrize(
    ("passes", "said"),
    [
        (5, "'passes' must be a list, one for each seat, not 5"),
        ([5], "5 is not cards"),
        (["QX"], "^this record cannot be read: 'QX' is not a card: write rank "),
        (
            [{"left": "QS"}],
            "a pass to several seats must map their numbers to cards, not be {'left': 'QS'}",
        ),
        ([{"1": "0C"}], "'0C' is not a card"),
        ([{"1": 5}], "5 is not cards"),
        ([None], "None is not cards"),
        ([{"²": "QS"}], "must map their numbers to cards"),
        ([{"100": "QS"}], "must map their numbers to cards"),
        ([{"-1": "QS"}], "must map their numbers to cards"),
        ([{str(seat): "QS" for seat in range(12)}], "must map their numbers to cards"),
        ([""] * 12, "too many passes: at most 11 are allowed"),
    ],
    ids=str,
)
def test_passes_that_cannot_be_read_are_refused(passes: Any, said: str) -> None:
    value: dict[str, Any] = {"hands": [], "plays": [], "passes": passes}
    with pytest.raises(RecordError, match=said):
        read_rounds(json.dumps(value))


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
    assert (recorded.passes, recorded.kitty, recorded.round) == (None, None, 1)
    assert recorded.plays == (Card("2C"), Card("TD"))
    headed = {"format": "heartslib-rounds", "version": 1, "rounds": [json.loads(text)] * 2}
    assert read_rounds(json.dumps(headed)) == (recorded, recorded)


WRONG: list[tuple[Rules, str, dict[str, Any], str]] = [
    (AMERICAN, "", {"round": 0}, "cannot be replayed: its number must be 1 or more, not 0"),
    (AMERICAN, "", {"hands": ["2C", "3C"]}, "replayed: American Hearts is for 3, 4, 5 or 6"),
    (AMERICAN, "", {"passes": ["2C 2D 2S"]}, r"cannot be replayed: .*does not hold"),
    (AMERICAN, "", {"passes": []}, "trick 2, seat 2, 2D: 2D is not in the hand"),
    (AMERICAN, "", {"call": "mix"}, "cannot be replayed: the cards must be dealt first"),
    (AMERICAN, "", {"mixed": {"hands": [""] * 4}}, "cannot be replayed: deal: a card must be played"),
    (AMERICAN, "", {"charged": ["QS", "", "", ""]}, "^this round cannot be replayed: seat 0 charge"),
    (AMERICAN, "", {"laid_down": ["2C", "3C"]}, "'laid_down' has 2 more exchanges of the kitty "),
    (AMERICAN, "", {"variant": "whist"}, "'whist'"),
    (CALLED, "mix", {"call": None}, "cannot be replayed: the dealer must call the pass"),
    (CALLED, "mix", {"call": "hold"}, "cannot be replayed: .*'hold' cannot be called"),
    (CALLED, "mix", {"mixed": None}, "the cards in the middle must be dealt back first"),
    (CALLED, "mix", {"mixed": {"hands": ["2C"] * 4}}, "this is not a deal of the pack: seat 0 has"),
    (CAPTURED, "", {"kitty": None}, "the kitty has 0 cards, not 4"),
    (EXCHANGED, "", {"laid_down": None}, "^'laid_down' does not fit: .* 4 cards must be laid down"),
    (EXCHANGED, "", {"laid_down": ["QX"]}, "'QX' is not a card: .* at laid_down"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "call", "changes", "said"), WRONG)
def test_a_round_that_cannot_be_is_refused(
    rules: Rules, call: str, changes: dict[str, Any], said: str
) -> None:
    value = written_down(finished(rules, call)) | changes
    with pytest.raises(RecordError, match=said):
        read_back(value, None if "variant" in changes else rules)


def test_a_scatter_needs_the_seats() -> None:
    value = written_down(finished(SCATTERED))
    together = [" ".join(each.values()) for each in value["passes"]]
    with pytest.raises(
        RecordError, match=r"cannot be replayed: .* say which cards go to which seat"
    ):
        read_back(value | {"passes": together}, SCATTERED)


def test_a_card_that_cannot_be_is_named() -> None:
    value = written_down(played_out())
    first, second, *rest = value["plays"]
    with pytest.raises(RecordError) as error:
        read_back(value | {"plays": [second, first, *rest]})
    assert str(error.value) == (
        f"trick 1, seat 3, {second}: {second} is not in the hand [not-in-hand]"
    )
    assert isinstance(error.value.__cause__, IllegalMove)
    with pytest.raises(RecordError, match="2C comes after the end of the round"):
        read_back(value | {"plays": [*value["plays"], "2C"]})
    with pytest.raises(RecordError, match="ends too early: a card must be played"):
        read_back(value | {"plays": value["plays"][:-1]})
    exchanged = written_down(finished(EXCHANGED))
    with pytest.raises(RecordError, match="ends too early: cards must be laid down for the kitty"):
        read_back(exchanged | {"plays": exchanged["plays"][:4]}, EXCHANGED)


def test_the_choice_of_a_moon_is_written() -> None:
    game = moon_shot().choose_moon("subtract")
    value = written_down(game)
    assert read_back(value).sheet == game.sheet
    with pytest.raises(RecordError, match=r"^'moon' does not fit: .* the choices are"):
        read_back(value | {"moon": "both"})
    with pytest.raises(RecordError, match="ends too early: the shooter of the moon must choose"):
        read_back(value | {"moon": None})


def test_nothing_charged_is_nothing_to_replay() -> None:
    value = written_down(played_out())
    assert read_back(value | {"charged": [""] * 4}) == read_back(value)


def test_a_rank_is_stored_as_its_number() -> None:
    rules = attrs.evolve(AMERICAN, name="Piquet pack", deck=Pack(lowest=Rank.SEVEN))
    game = Game.new(rules).deal(seed=1)
    text = record.dumps(game)
    assert json.loads(text)["rules"]["deck"]["lowest"] == 7
    assert record.loads(text) == game
    for wrong in (0, 15, "7", True, None):
        value = json.loads(text)
        value["rules"]["deck"]["lowest"] = wrong
        with pytest.raises(RecordError, match=f"{wrong!r} is not a rank: ranks are 1 to 14"):
            record.loads(json.dumps(value))


@pytest.mark.parametrize("rules", [EXCHANGED, SCATTERED, MIXED], ids=["kitty", "scatter", "mix"])
def test_games_of_such_rules_are_stored_whole(rules: Rules) -> None:
    game = finished(rules)
    assert record.loads(record.dumps(game)) == game
