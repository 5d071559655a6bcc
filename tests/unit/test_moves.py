"""Moves take iterables that end, and refuse those that do not."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from heartslib import HeartsError
from heartslib.moves import Charge, Deal, LayDown, Move, Pass, SetUp
from heartslib.rules import CardValues, ExactTotals, Packets

PAIRS: Any = itertools.repeat((1, "2C"))
MANY: Any = itertools.repeat("2C")


def laid_out(**parts: object) -> Move:
    return SetUp(**{"hands": ["2C", "3C"], "leader": 0, **parts})  # type: ignore[arg-type]


ENDLESS: list[tuple[Callable[[], object], str]] = [
    (lambda: Deal(MANY), "hands must have at most 11 entries"),
    (lambda: Deal([MANY]), "more than 416 cards"),
    (lambda: Deal(["2C"], MANY), "more than 416 cards"),
    (lambda: Pass(0, MANY), "more than 416 cards"),
    (lambda: Pass(0, "2C", PAIRS), "too many entries: at most 100"),
    (lambda: Pass.split(0, {1: MANY}), "more than 416 cards"),
    (lambda: Charge(0, MANY), "more than 416 cards"),
    (lambda: LayDown(0, MANY), "more than 416 cards"),
    (lambda: laid_out(hands=MANY), "hands must have at most 11 entries"),
    (lambda: laid_out(taken=MANY), "taken must have at most 11 entries"),
    (lambda: laid_out(captured=MANY), "captured must have at most 11 entries"),
    (lambda: laid_out(charged=MANY), "charged must have at most 11 entries"),
    (lambda: laid_out(tricks=MANY), "tricks must have at most 208 entries"),
    (lambda: laid_out(trick=MANY), "more than 416 cards"),
    (lambda: laid_out(kitty=MANY), "more than 416 cards"),
    (lambda: laid_out(scores=itertools.count()), "scores must have at most 11 entries"),
    (lambda: laid_out(waived=MANY), "too many checks: at most 100"),
    (lambda: CardValues(PAIRS), "too many entries: at most 100"),
    (lambda: ExactTotals(PAIRS), "too many entries: at most 100"),
    (lambda: Packets(PAIRS), "too many entries: at most 100"),
]


@pytest.mark.parametrize(("make", "said"), ENDLESS, ids=range(len(ENDLESS)))
def test_what_does_not_end_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        make()


def test_what_ends_is_read_once() -> None:
    move = laid_out(scores=iter([1, 2]), waived=iter(["tricks"]), tricks=iter(["2C 3C"]))
    assert isinstance(move, SetUp)
    assert (move.scores, move.waived, len(move.tricks)) == ((1, 2), ("tricks",), 1)
    assert laid_out() == SetUp(hands=["2C", "3C"], leader=0, scores=None)
