"""Every fact that a rule may ask, and rules that ask one each: of what was taken, of a round, of the table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import attrs

from heartslib.cards import Card, Cards, Suit
from heartslib.rules import Needs, PlayRule, Step, Taken, Term
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Settled, Table, Trick

Facts = Mapping[str, Callable[[Any], Any]]

QUEEN: Final = Card("QS")
SOME: Final = Cards("QS 2C AH KD")


def _named(names: str, of: str = "") -> dict[str, Callable[[Any], Any]]:
    """Attributes that are asked as they are, of a value or of one of its own attributes."""

    def asking(name: str) -> Callable[[Any], Any]:
        if not of:
            return lambda value: getattr(value, name)
        return lambda value: getattr(getattr(value, of), name)

    return {f"{of}.{name}" if of else name: asking(name) for name in names.split()}


TAKEN: Final[Facts] = {
    "whole": lambda it: it.whole,
    "penalty": lambda it: it.count((0,), it.penalty),
    "partners": lambda it: it.count(it.partners[0][:1], SOME),
    "seats": lambda it: it.count(it.seats[1], SOME),
    "sides": lambda it: it.total(it.sides[0]),
    "totals": lambda it: it.totals[0] + 3 * it.totals[1],
    "numbers": lambda it: len(it.numbers),
    "scores": lambda it: it.scores[0] + 2 * it.scores[1],
    "scores in a comparison": lambda it: 3 * (it.scores[0] >= 50),
    "face_up": lambda it: sum(yes * (card.place + 1) for yes, card in it.face_up),
    "count": lambda it: it.count((0,), SOME),
    "has_all": lambda it: 3 * it.has_all((0,), "QS"),
    "worth": lambda it: sum(points for points, _, _ in it.worth((0,), ((SOME, 3),))),
    "by_factor": lambda it: sum(
        factor * it.count((0,), kinds) for factor, kinds in it.by_factor(SOME)
    ),
    "took the first": lambda it: 3 * it.took((0,), 1),
    "took the last": lambda it: 3 * it.took((0,), -1),
    "holding": lambda it: 3 * it.holding((0,), QUEEN),
    "from_kitty": lambda it: 3 * it.from_kitty((0,), QUEEN),
    "tricks": lambda it: it.tricks((0,)),
    "has_trick": lambda it: 3 * it.has_trick(0),
    "has_every_trick": lambda it: 3 * it.has_every_trick((0,)),
    "charged": lambda it: it.charged((0,), SOME) + 3 * it.charged((1,), SOME),
    "passed": lambda it: it.passed((0,), (1,), SOME) + 3 * it.passed((2,), (3,), SOME),
    "played": lambda it: it.played((0,), (1,), SOME) + 3 * it.played((2,), (3,), SOME),
    "total": lambda it: it.total((0,)),
    "shot": lambda it: 3 * it.shot((0,)),
    "chosen": lambda it: it.chosen(("subtract", "add")),
    "largest": lambda it: it.largest(it.count((0,), "QS"), it.count((0,), "2C AH")),
}
"""What the terms of a step ask, as arithmetic."""

NO_NUMBERS: Final = {"cards", "is_all", "some", "verb"}
"""What is for the words of a term."""

FINISHED: Final[Facts] = {
    **_named("piles doubled charged passed scores course dealer trick_counts choice shooter dead"),
    **_named("pack penalty total factors partners pooled counting verb takers is_played_out"),
    **_named("players seats sides"),
    **_named("contract bids face_up leader pool jack made", of="settled"),
    "tricks, their cards": lambda it: [trick.cards for trick in it.tricks],
    "tricks, their leaders": lambda it: [trick.leader for trick in it.tricks],
    "tricks, how many": lambda it: len(it.tricks),
    "dealer is None": lambda it: it.dealer is None,
    "course, how long": lambda it: len(it.course),
    "rules": lambda it: it.rules.players,
    "has_all": lambda it: [it.has_all(side, Cards("QS")) for side in it.sides],
    "has_trick": lambda it: [it.has_trick(seat) for seat in range(it.players)],
    "takers_of": lambda it: it.takers_of(Cards("QS")),
    "takers_of_all": lambda it: it.takers_of_all(),
    "tricks_with": lambda it: [it.tricks_with(side, QUEEN) for side in it.sides],
}
"""What the lines of a step ask."""

TABLE: Final[Facts] = {
    **_named("players seats played all_played played_by piles waiting tricks_taken"),
    **_named("shown charged all_charged discarded"),
    **_named("leader players cards taker seats turn size suit bits discarded drawn", of="trick"),
    "trick.plays": lambda it: [(seat, card.place) for seat, card in it.trick.plays],
    "trick.seat_of": lambda it: it.trick.seat_of(1),
    "tricks.taker": lambda it: [trick.taker for trick in it.tricks],
    "tricks.leader": lambda it: [trick.leader for trick in it.tricks],
    "tricks.cards": lambda it: [trick.cards for trick in it.tricks],
    "tricks, how many": lambda it: len(it.tricks),
    "tricks, those taken": lambda it: sum(trick.taker is not None for trick in it.tricks),
    "last_taken": lambda it: it.last_taken if it.tricks else 0,
    "was_led": lambda it: it.was_led(Suit.DIAMONDS),
    "charged_by": lambda it: it.charged_by(it.trick.turn),
    "charged_by another": lambda it: it.charged_by((it.trick.turn + 1) % it.players),
    "charged_and_held": lambda it: it.charged_and_held(it.trick.turn),
    "shown_by": lambda it: it.shown_by(it.trick.turn),
    "may_lay_down": lambda it: it.may_lay_down(it.trick.turn, SOME),
}
"""What a restriction asks."""

NOT_ASKED: Final = {"order", "is_whole", "for_rules", "ready", "with_card", "with_trick_taken"} | {
    *("with_shown", "with_charged")
}
"""What the library asks of a table itself: the code of restrictions, and what makes the next table."""

LISTED: Final = (
    (Taken, TAKEN, "", NO_NUMBERS),
    (Finished, FINISHED, "", {"settled"}),
    (Settled, FINISHED, "settled.", set[str]()),
    (Table, TABLE, "", {"trick", *NOT_ASKED}),
    (Trick, TABLE, "trick.", {"winning"}),
)
"""The classes, the facts that are asked of each, how these begin, and what is no fact."""


def public(kind: type) -> set[str]:
    """The public attributes of a class, as far as it says them itself."""
    fields = {name for each in kind.__mro__[:-1] for name in inspect.get_annotations(each)}
    return {name for name in {*fields, *dir(kind)} if not name.startswith("_")}


def number(value: Any) -> int:
    """A small number that tells most values apart."""
    if value is None:
        return 7
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Card):
        return value.place
    if isinstance(value, str | Cards):
        return len(value)
    if isinstance(value, tuple | list):
        each_part = enumerate(cast("Sequence[Any]", value))
        return sum((at + 1) * (number(each) + 1) for at, each in each_part) % 997
    return 1


@attrs.frozen
class AsksTerms(Step):
    """A step whose terms ask a fact of `Taken`."""

    fact: str
    name: str = "asks"

    def terms(self, taken: Taken) -> Iterator[Term]:
        yield Term(taken.sides[0], TAKEN[self.fact](taken), "asked")

    def describe(self, players: int) -> str:
        return f"Asks {self.fact}."


@attrs.frozen
class AsksLines(Step):
    """A step whose lines ask a fact of `Finished`."""

    fact: str
    name: str = "asks"

    def lines(self, finished: Finished, sheet: ScoreSheet) -> list[Line]:
        return [Line(0, number(FINISHED[self.fact](finished)) + 1, "asked")]

    @property
    def needs(self) -> Needs:
        """Nothing that a door could ask for beforehand, but for the passes, which only few rounds keep."""
        return Needs(Cards(), tricks=False, passes=self.fact == "passed")

    def describe(self, players: int) -> str:
        return f"Asks {self.fact}."


@attrs.frozen
class Restricts(PlayRule):
    """A restriction that asks a fact of the `Table`."""

    fact: str
    name: str = attrs.field(default="restricts", kw_only=True)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        barred = number(TABLE[self.fact](table)) % 5
        return Cards(card for card in playable if card.place % 5 != barred)

    def reason(self, card: Card, table: Table) -> str:
        return "it asks"

    def describe(self, players: int) -> str:
        return f"Asks {self.fact}."
