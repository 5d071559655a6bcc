"""Values that a stranger builds: garbage is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from heartslib import Card, HeartsError, Line, ScoreSheet, Trick, score_hand, variants
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
]


@pytest.mark.parametrize(("kind", "given", "said"), WRONG)
def test_a_value_refuses_garbage(
    kind: Callable[..., object], given: tuple[Any, ...], said: str
) -> None:
    with pytest.raises(HeartsError, match=said):
        kind(*given)


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
