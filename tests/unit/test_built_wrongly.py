"""Values that a stranger builds: garbage is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    HeartsError,
    Line,
    Objection,
    ScoreCard,
    ScoreSheet,
    Trick,
    score_hand,
    variants,
)
from heartslib.cards import Cards
from heartslib.rules import Needs, Step
from heartslib.sheet import Finished

WRONG: list[tuple[Callable[..., object], tuple[Any, ...], str]] = [
    (Trick, ("0", 4), "leader must be a whole number, not '0'"),
    (Trick, (0, True), "players must be a whole number, not True"),
    (Trick, (0, 4, "2X"), "'2X' is not a card"),
    (Trick, (0, 4, Cards("2C 3C")), "does not keep its cards in order"),
    (Line, ("a", 1, "c"), "seat must be a whole number, not 'a'"),
    (Line, (0, 1.5, "c"), "points must be a whole number, not 1.5"),
    (Line, (0, 1, 5), "the wording of a line must be text, not 5"),
    (ScoreSheet, (4.0,), "players must be a whole number, not 4.0"),
    (ScoreSheet, (4, ["took QS"]), "the lines of a sheet must be Line values, not 'took QS'"),
    (ScoreSheet, (4, 5), "the lines of a sheet must be Line values, not 5"),
    (ScoreSheet, (4, (), ((0, "2"),)), r"pooled must be tuple\[tuple\[int, ...\], ...\], not \(\(0, '2'\),\)"),
    (Trick, (7, 4), "in a trick of 4 players there is no seat 7"),
    (Trick, (0, 4, (), 4), "in a trick of 4 players there is no seat 4"),
    (ScoreCard, (1, 2, 3, 4, 5, 6), "rules must be Rules, not 1"),
    (Objection, ("QS", 1, 2), "card must be Card, not 'QS'"),
]  # fmt: skip

VALUES = (Line, Objection, ScoreCard, ScoreSheet, Trick)


@pytest.mark.parametrize(("kind", "given", "said"), WRONG)
def test_a_value_refuses_garbage(
    kind: Callable[..., object], given: tuple[Any, ...], said: str
) -> None:
    with pytest.raises(HeartsError, match=said):
        kind(*given)


@pytest.mark.parametrize("kind", VALUES)
def test_each_field_of_a_value_is_checked(kind: type[attrs.AttrsInstance]) -> None:
    nothing = kind.__new__(kind)
    for field in attrs.fields(kind):
        check = field.converter or partial(field.validator or print, nothing, field)
        with pytest.raises(HeartsError):
            check(object())


def test_a_number_of_another_library_is_kept_as_an_int() -> None:
    numpy = pytest.importorskip("numpy")
    assert type(Trick(numpy.int64(1), 4).leader) is int


def test_a_value_reads_what_people_write() -> None:
    cards: Any = "2C 3C"
    assert Trick(0, 4, cards).cards == (Card("2C"), Card("3C"))
    lines: Any = [Line(0, 13, "took QS")]
    assert ScoreSheet(4, lines) == ScoreSheet(4, (Line(0, 13, "took QS"),))


@attrs.frozen
class Odd(Step):
    """A step whose lines are wrong."""

    made: Callable[[], Any]
    name: str = "odd"

    @property
    def needs(self) -> Needs:
        return Needs(Cards(), tricks=False)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Any:
        return [self.made()]

    def describe(self, players: int) -> str:
        return "Odd."


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Line(0, 1.5, "c"), "points must be a whole number, not 1.5"),  # type: ignore[arg-type]
        (lambda: (0, 1, "c"), r"odd has a line that is no Line: \(0, 1, 'c'\)"),
    ],
)
def test_lines_of_your_own_are_checked(made: Callable[[], Any], said: str) -> None:
    house = attrs.evolve(variants.get("american"), bonuses=Odd(made))
    with pytest.raises(HeartsError, match=said):
        score_hand(house, taken=["", "", "", ""], partial=True)
