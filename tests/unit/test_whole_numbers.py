"""Whole numbers of any kind, such as 5.0 and those of numpy, at every door; never a bool, nor a part."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum
from typing import Any

import attrs
import pytest

from heartslib import (
    CLUBS,
    Game,
    HeartsError,
    View,
    record,
    rulefile,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib import rules as chapters
from heartslib.bots import arena, careful
from heartslib.formats import notation
from heartslib.moves import Bid, Claim, SetUp
from heartslib.scorecard import payments, read_json
from heartslib.sheet import Line, ScoreSheet
from heartslib.simulate import simulate
from heartslib.table import Settled, Trick
from heartslib.terminal import Sitting

AMERICAN = variants.get("american")
GAME = functools.reduce(
    lambda game, _: game.play(game.legal_plays()[0]),
    range(4),
    Game.new(attrs.evolve(AMERICAN, passing=chapters.NO_PASSING)).deal(seed=3),
)


class Three(IntEnum):
    """A seat as an app may call it."""

    THREE = 3


class Index:
    """What numpy's whole numbers are to Python."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Index({self.number})"


class bool_:  # noqa: N801 - as numpy calls it
    """What a truth value of an older numpy is to Python."""

    def __index__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "numpy.True_"


def laid_out(seat: Any = 3, **given: Any) -> View:
    """The view of the seat that has all the clubs and leads."""
    return View.set_up(AMERICAN, seat=seat, leader=seat, hand=CLUBS, **given)


def dumps(value: Any) -> str:
    """JSON in which a number of any kind is written as it looks."""

    def written(number: Any) -> object:
        if isinstance(number, Decimal) and number.is_finite():
            return float(number)
        return int(number) if isinstance(number, Index) else repr(number)

    return json.dumps(value, default=written)


def sheet_with(number: Any) -> dict[str, Any]:
    """The JSON of a sheet that has a number everywhere."""
    lines = [{"seat": number, "points": number, "reason": "x", "others": [number]}]
    return {"players": 4, "lines": lines, "pooled": [], "winners": [number]}


DOORS: dict[str, Callable[[Any], object]] = {
    "seat of a view": GAME.view,
    "seat of a claim": Claim,
    "bid": lambda n: Bid(1, n),
    "players": lambda n: Game.new(AMERICAN, n),
    "dealer": lambda n: Game.new(AMERICAN, dealer=n),
    "scores": lambda n: Game.new(AMERICAN, scores=[n, 0, 0, 1]),
    "round number": lambda n: Game.new(AMERICAN, round_number=n),
    "dealer later": lambda n: Game.new(AMERICAN, round_number=1, dealer=n),
    "seed": lambda n: Game.new(AMERICAN).deal(seed=n),
    "moves": GAME.at,
    "seat laid out": laid_out,
    "scores laid out": lambda n: laid_out(scores=[n, 0, 0, 0]),
    "piles scored": lambda n: score_hand(AMERICAN, taken=["", "", "", ""], partial=True, dealer=n),
    "players scored": lambda n: score_hand(AMERICAN, taken=["", "", ""], partial=True, players=n),
    "tricks counted": lambda n: score_hand(
        AMERICAN, taken=["", "", "", ""], partial=True, trick_counts=[n, 1, 1, 1]
    ),
    "leader": lambda n: score_hand(AMERICAN, tricks=["2C 3C 4C 5C"], leader=n, partial=True),
    "points": lambda n: score_game(AMERICAN, rounds=[{"points": [n, 23, 0, 0]}]),
    "points counted": lambda n: score_hand(AMERICAN, counted=[n, 23, 0, 0]),
    "epoch": lambda n: wire.dumps_view(GAME, 0, epoch=n),
    "epoch of a move": lambda n: wire.SentMove(Claim(1), 0, epoch=n),
    "a deal's first hand": lambda n: notation.deal_text(["2C", "3C", "4C", "5C"], first=n),
    "card values": lambda n: chapters.CardValues({"QS": n}),
    "a rule's number": chapters.Target,
    "numbers of players": lambda n: chapters.Removals({n: "2D"}),
    "trick values": lambda n: chapters.TrickValues({n: n}),
    "exact totals": lambda n: chapters.ExactTotals({n: 0}),
    "packets": lambda n: chapters.Packets({1: n}),
    "a pass": lambda n: chapters.Toward(n, 1),
    "a choice's players": AMERICAN.deck.cards,
    "players of a rulebook": lambda n: attrs.evolve(AMERICAN, players=n).players,
    "players of rules": AMERICAN.at,
    "deals of an arena": lambda n: arena(AMERICAN, {"a": careful, "b": careful}, deals=n, seed=n),
    "rounds simulated": lambda n: simulate(AMERICAN, rounds=n, seed=n, engine="python"),
    "seat of a result": lambda n: simulate(AMERICAN, rounds=1, engine="python").distribution(n),
    "seat that leads": lambda n: SetUp(hands=["2C", "3C", "4C", "5C"], leader=n),
    "scores set up": lambda n: SetUp(hands=["2C"], leader=0, scores=[n], bids=[n], pool=n),
    "lines of a sheet": lambda n: Line(n, n, "x", others=(n,)),
    "seats of a sheet": lambda n: ScoreSheet(4, pooled=((0, n), (1, 2)), winners=(n,), pool=n),
    "what is settled": lambda n: Settled(bids=(n,), leader=n, pool=n),
    "a trick": lambda n: Trick(n, 4, "QS", seats=(n,), drawn=(n,)),
    "a penalty": lambda n: score_game(AMERICAN, rounds=[{"penalty": [n, 0, 0, 0]}]),
    "scores before": lambda n: score_game(AMERICAN, rounds=[{"scores": [n, 0, 0, 0]}]),
    "payments": lambda n: payments([n, 0, 0, 0], n),
    "scores in JSON": lambda n: score_game(
        AMERICAN, rounds=read_json(dumps({"rounds": [{"sheet": sheet_with(n)}]}))[1]
    ),
    "a rule file": lambda n: rulefile.loads(
        f'name = "Ours"\nending.rule = "Target"\nending.points = {dumps(n)}'
    ),
    "a record": lambda n: record.loads(
        dumps({**json.loads(record.dumps(Game.new(AMERICAN, dealer=3))), "dealer": n})
    ),
    "printed rules": AMERICAN.describe,
    "compared rules": lambda n: AMERICAN.diff(variants.get("turbo"), n),
    "seed of a sitting": lambda n: Sitting.new(AMERICAN, seed=n, seat=n).dumps(),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", [Index, Three, float, Decimal])
def test_a_whole_number_is_taken_whatever_its_kind(door: str, kind: Any) -> None:
    given, number = DOORS[door](kind(3)), DOORS[door](3)
    assert given == number
    assert repr(given) == repr(number)
    assert "Index" not in repr(given)
    assert "Three" not in repr(given)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "value",
    [True, bool_(), 3.5, "3", float("nan"), float("inf"), Decimal("NaN"), Decimal("3.25"), 3j],
    ids=repr,
)
def test_what_is_no_whole_number_is_refused(door: str, value: Any) -> None:
    with pytest.raises(HeartsError):
        DOORS[door](value)


def test_the_library_takes_the_numbers_that_it_gives() -> None:
    numpy = pytest.importorskip("numpy")
    seats = numpy.arange(4)
    assert GAME.view(seats[3]) == GAME.view(3)
    assert laid_out(hand_sizes=numpy.full(4, 13)) == laid_out()
    with pytest.raises(HeartsError, match="is not a seat"):
        GAME.view(seats[1] > 0)
