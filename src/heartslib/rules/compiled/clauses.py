"""Restrictions as code, which is what makes a play fast.

A restriction works on `Cards` and a `Table`, at any place in a round.  Here a list of restrictions
becomes one function for each place, on `Cards.bits`, written as source and compiled once, as attrs
does with ``__init__``.  A clause that does not apply in a place costs nothing there, and a fact is
looked up only when it is needed, the costliest last.

For "hearts may not be led until they are broken", the function for later leads is this, with numbers where the
names in capitals are::

    def legal(hand, in_trick, played, tricks, turn, known):
        playable = hand
        if not (played & HEARTS):
            playable = playable & NOT_HEARTS or playable
        return playable

Interpreting clauses instead takes a call for each set and each fact, with every card that is played.  All text
comes from this package: a rule that somebody else has written contributes only numbers, or a function by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

from heartslib._values.bits import ALL, every_copy
from heartslib.cards import Card, Cards, from_bits
from heartslib.rules import facts
from heartslib.rules.clauses import Clause, Condition, lowest
from heartslib.rules.facts import FACTS, CardSet, Where
from heartslib.rules.play import Restriction
from heartslib.table import Table, Trick, table_of, trick_of

Legal = Callable[[int, tuple[Card, ...], int, tuple[Trick, ...], int, Any], int]
"""The legal cards, given the hand, the cards in the trick, the cards of earlier tricks, those tricks,
the seat to act, and what else everyone knows: a `Table`, or the `Aside` of a game, which has the same names."""


class Code(NamedTuple):
    """The legal cards in each place; None if following suit is the only restriction there."""

    opening: Legal | None
    first: Legal | None
    lead: Legal | None
    follow: Legal | None


@lru_cache(maxsize=256)
def code_of(rules: tuple[Restriction, ...]) -> Code:
    """The code of a list of restrictions."""
    return Code(*(_compiled(rules, place) for place in Where))


Holds = Callable[[int, tuple[Card, ...], int, tuple[Trick, ...], int, Any], bool]
"""Whether a condition holds; the arguments are those of `Legal`."""


@lru_cache(maxsize=256)
def holds(condition: Condition) -> tuple[Holds, ...]:
    """A condition as code, for each place."""
    return tuple(_tested(condition, place) for place in Where)


def _tested(condition: Condition, place: Where) -> Holds:
    names = dict(_NAMES)
    here = condition.at(place)
    test = "False" if here is None else _test_source(here) or "True"
    exec(f"{_HEAD.format('holds')} return bool({test})", names)  # noqa: S102 - as `_compiled`
    return cast("Holds", names["holds"])


def legal(code: Code, hand: Cards, table: Table) -> Cards:
    """The cards of a hand that may be played next."""
    bits = hand.bits
    in_trick = table.trick.cards
    played = table.played.bits
    if in_trick:
        may = code.follow if played else code.first
    else:
        may = code.lead if played else code.opening
    if may is not None:
        return from_bits(may(bits, in_trick, played, *table.order, table))
    return from_bits(bits & in_trick[0].suit.mask or bits) if in_trick else hand


def _table_at(
    in_trick: tuple[Card, ...], played: int, tricks: tuple[Trick, ...], turn: int, known: Any
) -> Table:
    """The table, for a rule that needs one."""
    if isinstance(known, Table):
        return known.for_rules
    seats = known.seats
    leader = seats[0] if seats else (turn - len(in_trick)) % known.players
    trick = trick_of(leader, known.players, in_trick, None, seats, ())
    return table_of(trick, from_bits(played), tricks, known.shown, known.charged).for_rules


_HEAD = "def {}(hand, in_trick, played, tricks, turn, known):"
_NAMES = {**facts.NAMES, "cards_of": from_bits, "lowest": lowest, "table_at": _table_at}


def _compiled(rules: tuple[Restriction, ...], place: Where) -> Legal | None:
    names = dict(_NAMES)
    lines = [
        line
        for number, rule in enumerate(rules)
        for line in _lines_of_rule(rule, place, f"rule_{number}", names)
    ]
    leads = place in Where.LEADING
    # no restriction on a lead, or following suit alone, is what most games have: the play has that built in
    if lines == ([] if leads else [*_lines_of_clause(_FOLLOW_SUIT)]):
        return None
    source = "\n    ".join([_HEAD.format("legal"), "playable = hand", *lines, "return playable"])
    exec(source, names)  # noqa: S102 - a rule contributes only numbers, never text
    return cast("Legal", names["legal"])


_FOLLOW_SUIT = Clause(Where.FOLLOWING, facts.SUIT_LED)


def _lines_of_rule(
    rule: Restriction, place: Where, name: str, names: dict[str, Any]
) -> Iterator[str]:
    """The statements of a restriction."""
    clauses = rule.clauses
    if clauses is None:
        names[name] = rule.narrow
        yield "table = table_at(in_trick, played, tricks, turn, known)"
        yield f"playable = {name}(cards_of(playable), cards_of(hand), table).bits or playable"
        return
    for clause in clauses:
        if here := clause.at(place):
            yield from _lines_of_clause(here)


def _lines_of_clause(clause: Clause) -> Iterator[str]:
    indent = ""
    test = _test_source(clause)
    left = _source(clause.keep, "playable")
    # asked only if the clause would change anything; the lowest of some cards always may
    if test and not clause.lowest and _is_costly(clause):
        test = f"0 != ({left}) != playable and {test}"
    if test:
        yield f"if {test}:"
        indent = "    "
    if clause.lowest:
        yield f"{indent}left = {left}"
        left = "left & lowest(left)"
    if clause.spare:
        yield f"{indent}left = {left}"
        yield f"{indent}if left & {ALL & ~every_copy(clause.spare.bits)}:"
        yield f"{indent}    playable = left"
    else:
        yield f"{indent}playable = {left} or playable"


def _is_costly(condition: Condition) -> bool:
    """Whether the test of a condition looks up more than costs next to nothing."""
    for cards in filter(None, (condition.unless, condition.only_if)):
        for part in (cards, *cards.but):
            if not all(FACTS[name].is_cheap for name in part.facts):
                return True
    return False


def _test_source(condition: Condition) -> str:
    """The test of a condition; empty if it always holds."""
    tests = list[str]()
    if condition.unless:
        tests.append(f"not ({_source(condition.unless)})")
    if condition.only_if:
        tests.append(f"({_source(condition.only_if)})")
    return " and ".join(tests)


def _source(cards: CardSet, among: str = "") -> str:
    """The cards of a set, as an expression of bits.

    Args:
        cards: The set.
        among: An expression to intersect with it; every copy then counts.
    """

    def fact(name: str) -> str:
        source = FACTS[name].source
        return f"every_copy({source})" if among and FACTS[name].is_single else source

    parts = [among] if among else []
    parts += [fact(name) for name in cards.facts if FACTS[name].is_cheap]
    if every_copy(cards.kinds) != ALL:
        parts.append(str(every_copy(cards.kinds)))
    text = " & ".join(parts)
    for name in cards.facts:
        if not FACTS[name].is_cheap:  # looked up only if the cheap ones leave a card
            text = f"(it := {text}) and it & {fact(name)}" if text else fact(name)
    for less in cards.but:
        text = f"(it := {text or ALL}) & ~({_source(less, 'it')})"
    return text or str(ALL)
