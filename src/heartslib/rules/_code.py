"""Restrictions as code: what makes a play fast.

A restriction speaks of `Cards` and a `Table`, and answers for any place in a round.  Here a list of
restrictions becomes a function for each place over `Cards.bits`, written as source text and
compiled once, as attrs does with ``__init__``: a clause that says nothing in a place costs nothing
there, a fact is found only when it is needed, and the costly ones last.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, cast

from heartslib._bits import ALL, every_copy
from heartslib.cards import Card, Cards, from_bits, more
from heartslib.rules import facts
from heartslib.rules.clauses import Clause, Condition, Where, lowest
from heartslib.rules.facts import CardSet
from heartslib.rules.play import FreeRule, PlayRule, clauses_of
from heartslib.table import Table, Trick, table_of, trick_of


class Beside(Protocol):
    """What is known beside the cards that were played; a `Table` has it too."""

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def shown(self) -> tuple[Cards, ...]:
        """What each seat has shown and still holds; see `Table`."""
        ...

    @property
    def charged(self) -> tuple[Cards, ...]:
        """What each seat has charged; see `Table`."""
        ...


Legal: TypeAlias = Callable[[int, tuple[Card, ...], int, tuple[Trick, ...], int, Beside], int]
"""The legal cards, from the hand, the trick in progress, the cards of the earlier tricks, these
tricks, the seat on turn, and what is beside them."""


class Code(NamedTuple):
    """The legal cards in each place.

    None where nothing is asked but to follow suit.
    """

    opening: Legal | None
    first: Legal | None
    lead: Legal | None
    follow: Legal | None


@functools.lru_cache(maxsize=256)
def code_of(rules: tuple[PlayRule, ...]) -> Code:
    """The code of a list of restrictions."""
    return Code(*(_compiled(rules, place) for place in Where))


Holds: TypeAlias = Callable[[int, tuple[Card, ...], int, tuple[Trick, ...], int, Beside], bool]
"""Whether a condition holds, from what `Legal` is given."""


@functools.lru_cache(maxsize=256)
def holds(condition: Condition) -> tuple[Holds, Holds, Holds, Holds]:
    """A condition as code, in each place."""
    return cast("tuple[Holds, Holds, Holds, Holds]", tuple(_tested(condition, at) for at in Where))


def _tested(condition: Condition, place: Where) -> Holds:
    names, here = dict(_NAMES), condition.at(place)
    test = "False" if here is None else _test(here) or "True"
    exec(f"{_HEAD.format('holds')} return bool({test})", names)  # noqa: S102 - as `_compiled`
    return cast("Holds", names["holds"])


def legal(code: Code, hand: Cards, table: Table) -> Cards:
    """The cards of a hand that may be played next to a table."""
    bits, lying, played = hand.bits, table.trick.cards, table.played.bits
    if lying:
        may = code.follow if played else code.first
    else:
        may = code.lead if played else code.opening
    if may is not None:
        return from_bits(may(bits, lying, played, table.tricks, table.trick.turn, table))
    return from_bits(bits & lying[0].suit.mask or bits) if lying else hand


def _table_at(
    lying: tuple[Card, ...], played: int, tricks: tuple[Trick, ...], turn: int, beside: Beside
) -> Table:
    """The table, for a rule that asks it."""
    if isinstance(beside, Table):
        return beside
    trick = trick_of((turn - len(lying)) % beside.players, beside.players, lying, None)
    return table_of(trick, from_bits(played), tricks, beside.shown, beside.charged)


_SOURCE: Final = {
    "HAND": "hand",
    "SUIT_LED": "lying[0].suit.mask",
    "PLAYED": "played",
    "CHARGED": "(every_copy(beside.charged[turn].bits) if beside.charged else 0)",
    "IN_TRICK": "more(0, lying)",
    "LAST_SUIT": "(tricks[-1].cards[-1].suit.mask if tricks else ALL)",
    "NEW_SUITS": "new_suits(tricks)",
}
"""Each fact over the arguments of `Legal`, as `facts.FACTS` finds it on a table."""

_CHEAP: Final = {"HAND", "SUIT_LED", "PLAYED"}
_SINGLE: Final = {"HAND", "PLAYED", "IN_TRICK"}
"""Facts that have a card as often as it is there, not with every copy."""

_HEAD: Final = "def {}(hand, lying, played, tricks, turn, beside):"
_NAMES: Final[dict[str, Any]] = {
    "ALL": ALL,
    "cards_of": from_bits,
    "every_copy": every_copy,
    "lowest": lowest,
    "more": more,
    "new_suits": facts.new_suits,
    "table_at": _table_at,
}


def _compiled(rules: tuple[PlayRule, ...], place: Where) -> Legal | None:
    names = dict(_NAMES)
    lines = [
        line
        for number, rule in enumerate(rules)
        for line in _lines(rule, place, f"rule_{number}", names)
    ]
    leads = place in Where.LEADING
    if lines == ([] if leads else [*_lines_of(_FOLLOW_SUIT)]):
        return None
    source = "\n    ".join([_HEAD.format("legal"), "playable = hand", *lines, "return playable"])
    exec(source, names)  # noqa: S102 - numbers are all that it has of a rule, no text of its own
    return cast("Legal", names["legal"])


_FOLLOW_SUIT: Final = Clause(Where.FOLLOWING, facts.SUIT_LED)


def _lines(rule: PlayRule, place: Where, name: str, names: dict[str, Any]) -> Iterator[str]:
    """The statements of a restriction."""
    clauses = clauses_of(rule)
    if clauses is None:
        assert isinstance(rule, FreeRule)  # noqa: S101 - it has no clauses
        names[name] = rule.narrow
        yield "table = table_at(lying, played, tricks, turn, beside)"
        yield (f"playable = {name}(cards_of(playable), cards_of(hand), table).bits or playable")
        return
    for clause in clauses:
        if here := clause.at(place):
            yield from _lines_of(here)


def _lines_of(clause: Clause) -> Iterator[str]:
    indent = ""
    if test := _test(clause):
        yield f"if {test}:"
        indent = "    "
    left = _source(clause.keep, "playable")
    if clause.lowest:
        yield f"{indent}left = {left}"
        left = "left & lowest(left)"
    if clause.spare:
        yield f"{indent}left = {left}"
        yield f"{indent}if left & {ALL & ~every_copy(clause.spare.bits)}:"
        yield f"{indent}    playable = left"
    else:
        yield f"{indent}playable = {left} or playable"


def _test(condition: Condition) -> str:
    """The test of a condition, nothing where it always holds."""
    tests = [
        *([f"not ({_source(condition.unless)})"] if condition.unless else []),
        *([f"({_source(condition.only_if)})"] if condition.only_if else []),
    ]
    return " and ".join(tests)


def _source(cards: CardSet, among: str = "", depth: int = 0) -> str:
    """An expression of the cards of a set, as bits.

    Args:
        cards: The set.
        among: What they are taken from, another expression; then every copy counts.
        depth: How many sets it is in: each has a variable of its own.
    """

    def fact(name: str) -> str:
        return f"every_copy({_SOURCE[name]})" if among and name in _SINGLE else _SOURCE[name]

    it = f"it_{depth}"
    kinds = [] if every_copy(cards.kinds) == ALL else [str(every_copy(cards.kinds))]
    cheap = [fact(name) for name in cards.facts if name in _CHEAP]
    text = " & ".join([*([among] if among else []), *cheap, *kinds])
    for name in cards.facts:
        if name not in _CHEAP:
            text = f"({it} := {text}) and {it} & {fact(name)}" if text else fact(name)
    for less in cards.but:
        text = f"({it} := {text or ALL}) & ~({_source(less, it, depth + 1)})"
    return text or str(ALL)
