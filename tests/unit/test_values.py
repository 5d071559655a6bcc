"""Values are values: frozen, equal, hashable, picklable, whatever way they were made."""

from __future__ import annotations

import pickle
from functools import partial

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Line,
    Objection,
    ScoreCard,
    ScoreSheet,
    Suit,
    variants,
)
from heartslib.moves import Charge, ChooseMoon, Deal, Pass, Play, Score, play_of
from heartslib.phases import PlayPhase
from heartslib.table import Table, Trick


def in_play() -> Game:
    game = Game.new(variants.get("american"), 4).deal(seed=1)
    for seat in range(4):
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    for _ in range(6):
        game = game.play(game.legal_plays()[0])
    return game


def test_values_made_on_the_hot_path_are_ordinary_frozen_values() -> None:
    game = in_play()
    phase = game.phase
    assert isinstance(phase, PlayPhase)
    slow = PlayPhase(*attrs.astuple(phase, recurse=False))
    table = Table(*attrs.astuple(phase.table, recurse=False))
    trick = Trick(*attrs.astuple(phase.table.trick, recurse=False))
    pairs: list[tuple[attrs.AttrsInstance, attrs.AttrsInstance]] = [
        (phase, slow),
        (phase.table, table),
        (phase.table.trick, trick),
        (phase.legal, Cards(list(phase.legal))),
        (game, attrs.evolve(game)),
    ]
    for made, plain in pairs:
        assert type(made) is type(plain)
        assert made == plain
        assert hash(made) == hash(plain)
        assert pickle.loads(pickle.dumps(made)) == plain
        field = attrs.fields(type(made))[0].name
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(made, field, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(made, field)


def test_moves_say_what_they_are() -> None:
    assert str(Deal(["2C", "3C"])) == "deal"
    assert str(Pass(1, "QS KS")) == "seat 1 passes QS KS"
    assert str(Pass(1, "")) == "seat 1 passes nothing"
    assert str(Charge(1, "qs")) == "seat 1 charges QS"
    assert str(Charge(1)) == "seat 1 charges nothing"
    assert str(Play(2, "qs")) == "seat 2 plays QS"
    assert str(ChooseMoon(3, "add")) == "seat 3 chooses 'add'"
    assert str(Score()) == "score"
    assert play_of(2, Card("QS")) == Play(2, "QS")
    assert play_of(2, Card("QS")) is play_of(2, Card("QS"))


def test_what_nobody_has_won_waits_for_the_next_taker() -> None:
    dead, also_dead, won = (Trick(0, 2, (Card(card),) * 2) for card in ("5D", "KH", "2C"))
    table = Table.ready(0, 2)
    assert table.waiting == Cards()
    table = table_after(table, dead, None)
    assert table.trick == Trick(0, 2)
    assert table.waiting == Cards("5D 5D")
    table = table_after(table, also_dead, None)
    assert table.waiting == Cards("5D 5D KH KH")
    assert table.tricks_taken == (0, 0)
    table = table_after(table, won, 1)
    assert table.trick == Trick(1, 2)
    assert table.waiting == Cards()
    assert table.last_taken == Cards("5D 5D KH KH 2C 2C")
    assert table.piles == (Cards(), table.last_taken)
    table = table_after(table, won, 0)
    assert table.last_taken == Cards("2C 2C")
    assert table_after(table, dead, None).waiting == Cards("5D 5D")


def table_after(table: Table, trick: Trick, taker: int | None) -> Table:
    """The table after the cards of a trick have been played, and taken or not."""
    for card in trick.cards:
        table = table.with_card(card)
    return table.with_trick_taken(taker)


def test_a_charged_card_is_shown_until_it_is_played_and_stays_charged() -> None:
    table = Table.ready(0, 2)
    assert (table.charged, table.shown, table.all_charged) == ((), (), Cards())
    table = table.with_charged(1, Cards("QS")).with_charged(0, Cards("AH"))
    table = table.with_charged(1, Cards("TC"))
    assert table.charged == table.shown == (Cards("AH"), Cards("TC QS"))
    assert table.all_charged == Cards("TC QS AH")
    table = table.with_card(Card("2S")).with_card(Card("QS"))
    assert table.shown == (Cards("AH"), Cards("TC"))
    assert table.charged == (Cards("AH"), Cards("TC QS"))


def test_a_sheet_adds_its_lines_up() -> None:
    sheet = ScoreSheet(2, (Line(0, 13, "took QS"), Line(1, -2, "x"), Line(0, 1, "took 2H")))
    assert sheet.totals == (14, -2)
    assert [line.points for line in sheet.of(0)] == [13, 1]
    assert str(sheet) == "seat 0 took QS: +13\nseat 1 x: −2\nseat 0 took 2H: +1"


def test_an_illegal_move_says_move_reason_and_what_would_do() -> None:
    error = IllegalMove("no", rule="follow-suit", move=Play(0, "QS"), legal=Cards("2C 3C"))
    assert str(error) == "seat 0 plays QS: no (legal: 2C 3C)"
    assert str(IllegalMove("no", rule="phase", move=None, legal=Cards())) == "no"
    again = pickle.loads(pickle.dumps(error))
    assert (again.rule, again.reason, again.move, again.legal) == (
        "follow-suit",
        "no",
        Play(0, "QS"),
        Cards("2C 3C"),
    )


@pytest.mark.parametrize("kind", [Line, Objection, ScoreCard, ScoreSheet, Trick])
def test_each_field_of_a_value_is_checked(kind: type[attrs.AttrsInstance]) -> None:
    nothing = kind.__new__(kind)
    for field in attrs.fields(kind):
        check = field.converter or partial(field.validator or print, nothing, field)
        with pytest.raises(HeartsError):
            check(object())


def test_a_number_of_another_library_is_kept_as_an_int() -> None:
    numpy = pytest.importorskip("numpy")
    assert type(Trick(numpy.int64(1), 4).leader) is int


def test_a_table_answers_what_rules_ask() -> None:
    table = Table.ready(2, 4)
    assert not table.trick
    assert table.trick.suit is None
    for card in ("5D", "AS", "KD", "3H"):
        table = table.with_card(Card(card))
    assert list(table.trick.plays) == [
        (2, Card("5D")),
        (3, Card("AS")),
        (0, Card("KD")),
        (1, Card("3H")),
    ]
    assert len(table.trick) == 4
    assert table.trick.suit is Suit.DIAMONDS
    assert not table.was_led(Suit.DIAMONDS)
    table = table.with_trick_taken(0).with_card(Card("2C"))
    assert table.was_led(Suit.DIAMONDS)
    assert not table.was_led(Suit.CLUBS)
    assert table.players == 4
    assert table.trick.turn == 1
    assert table.played == Cards("5D AS KD 3H")
    assert table.all_played == Cards("5D AS KD 3H 2C")
    assert table.piles == (Cards("5D AS KD 3H"), Cards(), Cards(), Cards())
    assert table.played_by == (Cards("KD 2C"), Cards("3H"), Cards("5D"), Cards("AS"))
    assert table.tricks_taken == (1, 0, 0, 0)
