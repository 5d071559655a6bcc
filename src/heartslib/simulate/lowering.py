"""Rules as tables of numbers, for the kernel.

Every built-in choice of every chapter has a table form here.  A rule that has none is named in
the error; `Game` plays it all the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import attrs
import numpy as np
import numpy.typing as npt

from heartslib import rules as chapters
from heartslib.cards import HEARTS, PACK, Card, Cards, Suit
from heartslib.errors import Argument, RulesError
from heartslib.rules import PassPattern, PlayRule, Rules, Scorer, TrickRule
from heartslib.rules.passing import count_of, is_mixed
from heartslib.simulate import kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

ONE_LAYER: Final = (1 << 52) - 1
"""The bits of one copy of every card."""


@attrs.frozen(eq=False)
class KernelTables:
    """A rulebook for a number of players, as the kernel reads it.

    Attributes:
        rules: The rulebook.
        players: The number of players.
        numbers: The rules as numbers.
        cards: The rules as sets of cards.
        patterns: The patterns of the pass, in the order of their numbers.
    """

    rules: Rules = attrs.field(repr=False)
    players: int
    numbers: Numbers = attrs.field(repr=False)
    cards: Words = attrs.field(repr=False)
    patterns: tuple[PassPattern, ...] = attrs.field(repr=False)


class CannotLower(RulesError):
    """A rule that the kernel does not know."""

    code = "cannot-lower"


def _unknown(chapter: str, rule: object) -> CannotLower:
    return CannotLower(
        f"the kernel does not know {type(rule).__name__} ({chapter}); ",
        Argument("engine", "python"),
        " plays it",
    )


def _kinds(cards: Cards) -> int:
    """The kinds of card as one word."""
    return cards.bits & ONE_LAYER


def _above(card: Card) -> int:
    return _kinds(Cards(other for other in PACK if other.suit is card.suit and other > card))


_Op = tuple[int, int, int]
_Lowering = Callable[[Any], dict[int, _Op]]
"""For each place where the restriction applies, its operation and two sets of cards."""

_FIRST_LEAD, _FIRST_FOLLOW, _LEAD, _FOLLOW = range(4)


def _opening(rule: Any) -> dict[int, _Op]:
    op = kernel.ANY_CLUB if rule.any_club else kernel.LOWEST_CLUB
    return {_FIRST_LEAD: (op, 0, 0)}


def _holder(rule: Any) -> dict[int, _Op]:
    return {} if rule.any_card else {_FIRST_LEAD: (kernel.HOLDER, rule.card.bit, 0)}


def _broken(rule: Any) -> dict[int, _Op]:
    op = (kernel.BROKEN, _kinds(rule.breakers), _kinds(rule.spared))
    return {_FIRST_LEAD: op, _LEAD: op}


def _no_penalty(rule: Any) -> dict[int, _Op]:
    op = (kernel.WITHOUT, _kinds(rule.cards), 0)
    return {_FIRST_LEAD: op, _FIRST_FOLLOW: op}


def _never_led(_: Any) -> dict[int, _Op]:
    op = (kernel.WITHOUT, _kinds(HEARTS), 0)
    return {_FIRST_LEAD: op, _LEAD: op}


def _queen(rule: Any) -> dict[int, _Op]:
    op = (kernel.QUEEN, rule.card.bit, _above(rule.card))
    return {_FIRST_FOLLOW: op, _FOLLOW: op}


def _no_discard(rule: Any) -> dict[int, _Op]:
    op = (kernel.NO_DISCARD, _kinds(rule.cards), 0)
    return {_FIRST_FOLLOW: op, _FOLLOW: op}


_RESTRICTIONS: Final[dict[type[object], _Lowering]] = {
    chapters.LowestClubLeads: _opening,
    chapters.EldestLeads: lambda _: {},
    chapters.HolderLeads: _holder,
    chapters.FollowSuit: lambda _: dict.fromkeys((_FIRST_FOLLOW, _FOLLOW), (kernel.FOLLOW, 0, 0)),
    chapters.HeartsMustBeBroken: _broken,
    chapters.NoPenaltyOnFirstTrick: _no_penalty,
    chapters.HeartsNeverLed: _never_led,
    chapters.QueenWhenSafe: _queen,
    chapters.NoDiscardOf: _no_discard,
    chapters.LeadSuitOfLastCard: lambda _: {_LEAD: (kernel.LAST_SUIT, 0, 0)},
    chapters.ChargedCardsWait: lambda _: dict.fromkeys(range(4), (kernel.WAIT, 0, 0)),
}


class _Tables:
    """The two tables as they are filled."""

    def __init__(self, patterns: int) -> None:
        self.numbers: Numbers = np.zeros(kernel.PASSES + kernel.PATTERN * patterns, np.int64)
        self.cards: Words = np.zeros(kernel.M_SIZE, np.uint64)

    def put(self, place: int, *values: int) -> None:
        self.numbers[place : place + len(values)] = values

    def put_cards(self, place: int, *kinds: int) -> None:
        self.cards[place : place + len(kinds)] = kinds

    def put_layers(self, place: int, cards: Cards) -> None:
        """A multiset as a set for each copy."""
        layers = [cards.bits >> 52 * layer & ONE_LAYER for layer in range(kernel.MAX_COPIES)]
        self.put_cards(place, *layers)


def _play(tables: _Tables, restrictions: tuple[PlayRule, ...]) -> None:
    counts = [0] * 4
    for rule in restrictions:
        lower = _RESTRICTIONS.get(type(rule))
        if lower is None:
            raise _unknown("play", rule)
        for place, (op, one, other) in lower(rule).items():
            at = place * kernel.MAX_OPS + counts[place]
            if counts[place] == kernel.MAX_OPS:
                raise CannotLower(f"the kernel takes {kernel.MAX_OPS} restrictions at most")
            tables.put(kernel.OPS + at, op)
            tables.put_cards(kernel.OP_CARDS + 2 * at, one, other)
            counts[place] += 1
    tables.put(kernel.OP_COUNT, *counts)
    # a place where nothing applies but following suit needs no loop
    first = [tables.numbers[kernel.OPS + place * kernel.MAX_OPS] for place in range(4)]
    plain = [count == 1 and op == kernel.FOLLOW for count, op in zip(counts, first, strict=True)]
    tables.put(kernel.PLAIN, *plain)


def _lead(tables: _Tables, rule: object) -> None:
    match rule:
        case chapters.LowestClubLeads():
            clubs = Cards(card for card in PACK if card.suit is Suit.CLUBS)
            tables.put_cards(kernel.LEAD_CARDS, _kinds(clubs))
        case chapters.HolderLeads(card=card):
            tables.put_cards(kernel.LEAD_CARDS, card.bit)
        case chapters.EldestLeads():
            tables.put(kernel.LEADS, kernel.ELDEST_LEADS)
        case _:
            raise _unknown("opening", rule)


def _tricks(tables: _Tables, rule: TrickRule) -> None:
    match rule:
        case chapters.BoosterNines(tricks=inner, most=most):
            _tricks(tables, inner)
            # a boost within a boost is asked outside first, as the rule does
            tables.put(kernel.BOOSTS, most)
        case chapters.HighestOfSuitLed(last_of_equals=last):
            tables.put(kernel.LAST_OF_EQUALS, last)
        case chapters.Cancelling(unresolved=unresolved, odd_stands=odd):
            second = unresolved is chapters.Unresolved.SECOND_COPY
            tables.put(kernel.CANCELLING, 1)
            tables.put(kernel.LAST_OF_EQUALS, 1)
            tables.put(kernel.ODD_STANDS, odd)
            tables.put(kernel.SECOND_COPY, second)
        case _:
            raise _unknown("tricks", rule)


_KITTIES: Final[dict[type[object], int]] = {
    chapters.KittyToFirstTrick: kernel.TO_FIRST,
    chapters.KittyToFirstPenalty: kernel.TO_PENALTY,
    chapters.KittyToLastTrick: kernel.TO_LAST,
    chapters.KittyByTheTrick: kernel.BY_TRICK,
}


def _kitty(tables: _Tables, rules: Rules) -> None:
    if type(rules.kitty) not in _KITTIES:
        raise _unknown("kitty", rules.kitty)
    if type(rules.round_end) not in {chapters.PlayedOut, chapters.EndsWhenNothingCounts}:
        raise _unknown("round_end", rules.round_end)
    tables.put(kernel.KITTY_RULE, _KITTIES[type(rules.kitty)])
    tables.put(kernel.EXCHANGED, rules.kitty.exchanged)
    tables.put(kernel.ENDS_EARLY, type(rules.round_end) is chapters.EndsWhenNothingCounts)


def _patterns(rules: Rules, players: int) -> tuple[PassPattern, ...]:
    """The patterns of a cycle, or those that a dealer may call."""
    match rules.passing:
        case chapters.Cycle() as cycle:
            return cycle.patterns_for(players)
        case chapters.DealerCalls() as calls:
            return calls.calls(players)
        case passing:
            raise _unknown("passing", passing)


def _passing(
    tables: _Tables, rules: Rules, players: int, patterns: tuple[PassPattern, ...]
) -> None:
    passing = rules.passing
    tables.put(kernel.PATTERNS, len(patterns))
    tables.put(kernel.CALLED, isinstance(passing, chapters.DealerCalls))
    tables.put(kernel.OPTIONAL, passing.optional)
    tables.put_cards(kernel.PASS_KEPT, _kinds(passing.kept))
    for number, pattern in enumerate(patterns):
        packets = pattern.packets(players)
        parts = [part for packet in packets for part in packet]
        tables.put(
            kernel.PASSES + kernel.PATTERN * number,
            count_of(pattern, players),
            is_mixed(pattern, players),
            len(packets),
            *parts,
        )


def _charging(tables: _Tables, rules: Rules) -> None:
    rule = rules.charging
    if rule is None:
        return
    if not isinstance(rule, chapters.Charges):
        raise _unknown("charging", rule)
    for card, cards in rule.doubled:
        tables.put_cards(kernel.DOUBLED + card.index, _kinds(cards))
    tables.put_cards(kernel.CHARGEABLE, _kinds(rule.cards))
    tables.put(kernel.CHARGE_EACH, len(rule.doubled) if rule.each is None else rule.each)
    tables.put(kernel.REOPENS, rule.reopens)


def _step(tables: _Tables, groups: list[tuple[int, int]], chapter: str, rule: Scorer) -> None:
    match rule:
        case chapters.CardValues(values=values):
            start = len(groups)
            for value in sorted({value for _, value in values}):
                cards = Cards(card for card, each in values if each == value)
                groups.append((_kinds(cards), value))
            _add_step(tables, kernel.VALUES, 0, 0, start, len(groups))
        case chapters.NoRoundBelow(floor=floor):
            _add_step(tables, kernel.FLOOR, floor)
        case chapters.NoTricksBonus(bonus=bonus):
            _add_step(tables, kernel.NO_TRICKS, bonus)
        case chapters.ScoreMultiplier(card=card, factor=factor):
            _add_step(tables, kernel.MULTIPLY, factor, card.index)
        case _:
            raise _unknown(chapter, rule)


def _add_step(tables: _Tables, *step: int) -> None:
    count = int(tables.numbers[kernel.STEP_COUNT])
    if count == kernel.MAX_STEPS:
        raise CannotLower(f"the kernel takes {kernel.MAX_STEPS} steps of the count at most")
    tables.put(kernel.STEPS + kernel.STEP * count, *step)
    tables.put(kernel.STEP_COUNT, count + 1)


def _scoring(tables: _Tables, rules: Rules, players: int) -> None:
    groups: list[tuple[int, int]] = []
    for scorer in rules.scoring:
        _step(tables, groups, "scoring", scorer)
    _add_step(tables, kernel.MOON)
    for scorer in rules.bonuses:
        _step(tables, groups, "bonuses", scorer)
    if len(groups) > kernel.MAX_GROUPS:
        raise CannotLower(f"the kernel takes {kernel.MAX_GROUPS} different values at most")
    tables.put_cards(kernel.GROUP_CARDS, *(kinds for kinds, _ in groups))
    tables.put(kernel.GROUP_VALUES, *(value for _, value in groups))
    tables.put(kernel.POINTS, *map(rules.points, PACK))
    _moon(tables, rules, players)


_PAYMENTS: Final[dict[type[object], int]] = {
    chapters.Add: kernel.ADD,
    chapters.Subtract: kernel.SUBTRACT,
    chapters.Nothing: kernel.NOTHING,
    chapters.Negate: kernel.NEGATE,
}


def _payment(rule: object) -> int:
    """The kernel's payment; nobody has any points before the round."""
    if isinstance(rule, chapters.SubtractFrom):
        return kernel.SUBTRACT if rule.score <= 0 else kernel.ADD
    if type(rule) not in _PAYMENTS:
        raise _unknown("moon", rule)
    return _PAYMENTS[type(rule)]


def _moon(tables: _Tables, rules: Rules, players: int) -> None:
    moon = rules.moon
    tables.put(kernel.SUN, -1)
    if isinstance(moon, chapters.NoMoon):
        return
    if not isinstance(moon, chapters.ShootTheMoon):
        raise _unknown("moon", moon)
    if moon.automatic:
        raise CannotLower("the kernel does not know a moon whose payment the rules choose")
    if len(moon.paid) > kernel.MAX_PAYMENTS:
        raise CannotLower(f"the kernel takes {kernel.MAX_PAYMENTS} payments of a moon at most")
    penalty, pack = rules.penalty_cards(players), rules.deck.cards(players)
    tables.put_layers(kernel.MOON_CARDS, penalty + pack.only(moon.also) if penalty else Cards())
    tables.put(kernel.MOON_POINTS, -1 if moon.points is None else moon.points)
    tables.put(kernel.SUN, -1 if moon.sun is None else moon.sun)
    tables.put(kernel.PAYMENT_COUNT, len(moon.paid))
    tables.put(kernel.PAYMENTS, *map(_payment, moon.paid))
    spares = (isinstance(each, chapters.Add) and each.spare_partner for each in moon.paid)
    tables.put(kernel.SPARE_PARTNER, any(spares))


def _sides(tables: _Tables, rules: Rules, players: int) -> None:
    sides = rules.sides.seats(players)
    for number, seats in enumerate(sides):
        for seat in seats:
            tables.put(kernel.SIDE + seat, number)
            tables.put(kernel.PARTY + seat, number if rules.sides.pooled else seat)
    tables.put(kernel.POOLED, rules.sides.pooled)
    tables.put(kernel.PARTIES, len(sides) if rules.sides.pooled else players)


def _check_built_in(rules: Rules) -> None:
    """Refuse a class of one's own, even one made from a built-in class."""
    chosen = {
        "kitty": (rules.kitty,),
        "passing": (rules.passing,),
        "charging": (rules.charging,) if rules.charging else (),
        "opening": (rules.opening,),
        "play": rules.play,
        "tricks": (rules.tricks, getattr(rules.tricks, "tricks", rules.tricks)),
        "round_end": (rules.round_end,),
        "scoring": rules.scoring,
        "moon": (rules.moon, *getattr(rules.moon, "paid", ())),
        "bonuses": rules.bonuses,
    }
    for chapter, several in chosen.items():
        for rule in several:
            if not type(rule).__module__.startswith("heartslib.rules."):
                raise _unknown(chapter, rule)


def lowered(rules: Rules, players: int) -> KernelTables:
    """A rulebook as tables for the kernel.

    Args:
        rules: The rulebook.
        players: The number of players.

    Raises:
        CannotLower: A rule in it has no table form; it is named.
        RulesError: The rules are not for that many.
    """
    rules.check_players(players)
    _check_built_in(rules)
    pack, kitty = rules.deck.cards(players), rules.deck.kitty_size(players)
    patterns = _patterns(rules, players)
    tables = _Tables(len(patterns))
    tables.put(kernel.PLAYERS, players)
    tables.put(kernel.COPIES, max(map(pack.count, set(pack))))
    tables.put(kernel.SIZE, (len(pack) - kitty) // players)
    tables.put(kernel.KITTY, kitty)
    tables.put(kernel.PACK_SIZE, len(pack))
    tables.put(kernel.PACK, *(card.index for card in pack))
    tables.put_layers(kernel.PACK_LAYERS, pack)
    tables.put_layers(kernel.COUNTING, rules.deciding_cards(players))
    tables.put_layers(kernel.PENALTY, rules.penalty_cards(players))
    tables.put_cards(kernel.SUITS, *(suit.mask & ONE_LAYER for suit in Suit))
    _lead(tables, rules.opening)
    _play(tables, rules.restrictions)
    _tricks(tables, rules.tricks)
    _kitty(tables, rules)
    _passing(tables, rules, players, patterns)
    _charging(tables, rules)
    _scoring(tables, rules, players)
    _sides(tables, rules, players)
    return KernelTables(rules, players, tables.numbers, tables.cards, patterns)


lowered_once: Final = functools.lru_cache(maxsize=64)(lowered)
"""`lowered`, kept for the rulebooks asked for last."""
