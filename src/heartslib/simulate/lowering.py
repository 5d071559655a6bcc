"""Rules as tables of numbers, for the kernel.

All built-in choices have a table form here, and so does every restriction that is written as
clauses.  For a rule without one `lowered` raises an error that names it; `Game` can play it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from heartslib import rules as chapters
from heartslib._bits import ONE_OF_EACH
from heartslib.cards import PACK, Cards, Suit
from heartslib.rules import (
    Clause,
    Opening,
    PassPattern,
    PlayRule,
    RoundRules,
    Rulebook,
    TotalRule,
    TrickRule,
    Where,
    facts,
)
from heartslib.rules.chapters import chapters_of
from heartslib.rules.deck import hand_size
from heartslib.rules.facts import CardSet
from heartslib.rules.passing import count_of, is_mixed
from heartslib.rules.play import clauses_of
from heartslib.simulate import kernel
from heartslib.simulate.refusal import CannotLower, refused
from heartslib.simulate.rows import program

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


@attrs.frozen(eq=False)
class KernelTables:
    """A rulebook for one number of players, as the kernel reads it.

    Attributes:
        rules: The rulebook.
        players: The number of players.
        numbers: The rules as numbers.
        cards: The rules as sets of cards.
        patterns: The pass patterns, in the order of their numbers.
    """

    rules: Rulebook = attrs.field(repr=False)
    players: int
    numbers: Numbers = attrs.field(repr=False)
    cards: Words = attrs.field(repr=False)
    patterns: tuple[PassPattern, ...] = attrs.field(repr=False)

    @functools.cached_property
    def plain(self) -> bool:
        """Whether the kernel can leave out the code for rules that few games have."""
        numbers = self.numbers
        beyond = [kernel.KITTY, kernel.ENDS_EARLY, kernel.KEEPS_TAKERS]
        known = [0, kernel.ANY, kernel.PLAYED, kernel.LED, kernel.FOLLOWING]
        readings = numbers[kernel.READING : kernel.READING + kernel.KINDS]
        facts_read = numbers[kernel.KEPT_FACT : kernel.UNLESS_FACT + kernel.KINDS * kernel.MAX_OPS]
        return bool(
            numbers[kernel.COPIES] == 1
            and not numbers[beyond].any()
            and not self.cards[kernel.CHARGEABLE]
            and kernel.SLOWLY not in readings
            and np.isin(facts_read, known).all()
        )

    @property
    def layers(self) -> tuple[int, ...]:
        """An item for each copy of a card: from the length, the compiler knows the copies."""
        return (0,) * int(self.numbers[kernel.COPIES])


def _unknown(chapter: str, rule: object) -> CannotLower:
    return refused(f"does not know {type(rule).__name__} ({chapter})")


def _kinds_word(cards: Cards) -> int:
    """The kinds of card in a multiset, as one word."""
    return cards.bits & ONE_OF_EACH


class _Tables:
    """The two tables while they are being filled."""

    def __init__(self, patterns: int) -> None:
        self.numbers: Numbers = np.zeros(kernel.PASSES + kernel.PATTERN * patterns, np.int64)
        self.cards: Words = np.zeros(kernel.M_SIZE, np.uint64)

    def put(self, place: int, *values: int) -> None:
        self.numbers[place : place + len(values)] = values

    def put_cards(self, place: int, *kinds: int) -> None:
        self.cards[place : place + len(kinds)] = kinds

    def put_layers(self, place: int, cards: Cards) -> None:
        """Write a multiset as one set for each copy."""
        layers = [cards.bits >> 52 * layer & ONE_OF_EACH for layer in range(kernel.MAX_COPIES)]
        self.put_cards(place, *layers)


def _fact_index(name: str) -> int:
    """The index of a fact in a round's sets."""
    if name not in kernel.FACTS:
        raise refused(f"does not know facts.{name}")
    return kernel.FACTS.index(name) + 1


def _lower_play(tables: _Tables, rules: RoundRules) -> None:
    for number, (charged, place) in enumerate(itertools.product((True, False), Where)):
        clauses = [clause for rule in rules.restrictions for clause in _clauses(rule, place)]
        if rules.charging is None or not charged:
            clauses = [clause for clause in clauses if not _is_about_charges(clause)]
        if len(clauses) > kernel.MAX_OPS:
            raise refused(f"takes at most {kernel.MAX_OPS} clauses for one kind of turn")
        simple = [_simple_facts(clause, place) for clause in clauses]
        tables.put(kernel.OP_COUNT + number, len(clauses))
        if not all(simple):
            reading = kernel.SLOWLY
        elif clauses == [_FOLLOWS.at(place)]:  # then no loop is needed
            reading = kernel.FOLLOW_SUIT
        else:
            reading = kernel.QUICKLY
        tables.put(kernel.READING + number, reading)
        for at, (clause, both) in enumerate(
            zip(clauses, simple, strict=True), number * kernel.MAX_OPS
        ):
            _lower_clause(tables, clause, at)
            if both:
                tables.put(kernel.KEPT_FACT + at, both[0])
                tables.put(kernel.UNLESS_FACT + at, both[1])
                tables.put_cards(kernel.KEPT_CARDS + at, clause.keep.kinds)
                tables.put_cards(kernel.OTHERS_TOO + at, 0 if clause.lowest else ONE_OF_EACH)
                tables.put_cards(
                    kernel.UNLESS_CARDS + at, clause.unless.kinds if clause.unless else 0
                )


def _clauses(rule: PlayRule, place: Where) -> Iterator[Clause]:
    """The clauses of a restriction that apply in one place."""
    clauses = clauses_of(rule)
    if clauses is None:
        raise _unknown("play", rule)
    yield from filter(None, (clause.at(place) for clause in clauses))


def _lower_clause(tables: _Tables, clause: Clause, at: int) -> None:
    """Write a clause as a row of numbers and a row of sets."""
    row, sets = kernel.OPS + kernel.ROW * at, kernel.OP_CARDS + kernel.SETS * at
    flags = clause.lowest * kernel.LOWEST_ONLY
    for number, cards in enumerate((clause.unless, clause.only_if, clause.keep)):
        if cards is None:
            continue
        flags |= (kernel.UNLESS, kernel.ONLY_IF, 0)[number]
        if len(cards.but) >= kernel.PARTS:
            raise refused(f"takes at most {kernel.PARTS - 1} ~ in a set, not {cards}")
        for part, each in enumerate((cards, *cards.but), kernel.PARTS * number):
            places = [*map(_fact_index, each.facts)]
            tables.put_cards(sets + part, each.kinds)
            tables.put(row + 1 + kernel.PART * part, len(places), *places)
    tables.put(row, flags)
    tables.put_cards(sets + 3 * kernel.PARTS, _kinds_word(clause.spare))


def _is_about_charges(clause: Clause) -> bool:
    """Whether a clause keeps everything if no card is charged."""
    keep = clause.keep
    everything = not keep.facts and keep.kinds == ONE_OF_EACH and not clause.lowest
    return everything and all("CHARGED" in each.facts for each in keep.but)


def _simple_facts(clause: Clause, place: Where) -> tuple[int, int] | None:
    """The facts that a simple clause keeps and is waived by; None for any other clause."""
    if clause == _WAITS.at(place):
        return kernel.FREE, kernel.ANY
    if clause.spare or clause.only_if:
        return None
    unless = clause.unless or CardSet()
    if clause.keep.but or unless.but:
        return None
    kept, waived = _SIMPLE.get(clause.keep.facts), _SIMPLE.get(unless.facts)
    return None if kept is None or waived is None else (kept, waived)


_FOLLOWS: Final = Clause(Where.ANYWHERE, facts.SUIT_LED)
_WAITS: Final = Clause(Where.ANYWHERE, ~(facts.CHARGED & facts.SUIT_LED & facts.NEW_SUITS))
_SIMPLE: Final = {
    (): kernel.ANY,
    facts.PLAYED.facts: kernel.PLAYED,
    facts.SUIT_LED.facts: kernel.LED,
    facts.LAST_SUIT.facts: kernel.LAST,
    facts.NEW_SUITS.facts: kernel.NEW_SUITS,
    (facts.HAND & facts.SUIT_LED).facts: kernel.FOLLOWING,
}
"""The index of what is in all of these facts, of those that are always up to date."""


def _lower_lead(tables: _Tables, rule: Opening) -> None:
    leads = rule.leads
    if leads is None:
        raise _unknown("opening", rule)
    tables.put_cards(kernel.LEAD_CARDS, _kinds_word(leads))
    tables.put(kernel.LEADS_FIRST, rule.places_from_dealer)


def _lower_tricks(tables: _Tables, rule: TrickRule) -> None:
    match rule:
        case chapters.BoosterNines(tricks=inner, most=most):
            _lower_tricks(tables, inner)
            # of a booster within a booster the outer one counts, as in the rule
            tables.put(kernel.BOOSTS, most)
        case chapters.HighestOfSuitLed(equals=equals, unresolved=unresolved):
            tables.put(kernel.CANCELLING, rule.cancels)
            tables.put(kernel.LAST_OF_EQUALS, equals is not chapters.Equals.FIRST)
            tables.put(kernel.ODD_STANDS, equals is chapters.Equals.PAIRS_CANCEL)
            tables.put(kernel.SECOND_COPY, unresolved is chapters.Unresolved.SECOND_COPY)
        case _:
            raise _unknown("tricks", rule)


def _lower_kitty(tables: _Tables, rules: RoundRules) -> None:
    kitty, early = rules.kitty, rules.round_end.early
    if not isinstance(kitty, chapters.KittyTo):
        raise _unknown("kitty", kitty)
    if early is None:
        raise _unknown("round_end", rules.round_end)
    share = kitty.share or kernel.MAX_PACK
    tables.put(kernel.KITTY_SHARE, 0 if kitty.taker is chapters.Taker.OF_LAST_TRICK else share)
    tables.put(kernel.KITTY_ON_PENALTY, kitty.taker is chapters.Taker.OF_PENALTY)
    tables.put(kernel.EXCHANGED, kitty.exchanged)
    tables.put(kernel.ENDS_EARLY, early)


def _lower_patterns(rules: RoundRules, players: int) -> tuple[PassPattern, ...]:
    """The patterns of a cycle, or those that the dealer may call."""
    match rules.passing:
        case chapters.Cycle() as cycle:
            return cycle.patterns_for(players)
        case chapters.DealerCalls() as calls:
            return calls.calls(players)
        case passing:
            raise _unknown("passing", passing)


def _lower_passing(
    tables: _Tables, rules: RoundRules, players: int, patterns: tuple[PassPattern, ...]
) -> None:
    passing = rules.passing
    tables.put(kernel.PATTERNS, len(patterns))
    tables.put(kernel.CALLED, isinstance(passing, chapters.DealerCalls))
    tables.put(kernel.OPTIONAL, passing.optional)
    tables.put_cards(kernel.PASS_KEPT, _kinds_word(passing.kept))
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


def _lower_charging(tables: _Tables, rules: RoundRules) -> None:
    rule = rules.charging
    if rule is None:
        return
    if not isinstance(rule, chapters.Charges):
        raise _unknown("charging", rule)
    tables.put_cards(kernel.CHARGEABLE, _kinds_word(rule.cards))
    tables.put(kernel.CHARGE_EACH, len(rule.doubled) if rule.each is None else rule.each)
    tables.put(kernel.REOPENS, rule.reopens)


def _lower_count(tables: _Tables, rules: RoundRules, players: int) -> None:
    """The count as rows, and what the play asks of it."""
    counted = program(rules, players, int(tables.numbers[kernel.COPIES]))
    tables.put(kernel.ROWS, len(tables.numbers))
    tables.numbers = np.append(tables.numbers, np.array(counted.rows, np.int64).ravel())
    tables.cards = np.append(tables.cards, np.array(counted.words, np.uint64))
    tables.put(kernel.COSTS, *map(rules.cost, PACK))
    tables.put(kernel.SIGN, -1 if rules.points_are_good else 1)
    tables.put(kernel.KEEPS_TAKERS, counted.keeps_takers)
    tables.put(kernel.PAYMENT_COUNT, len(rules.moon.choices))
    if rules.moon.resort:
        _lower_ending(tables, rules)


def _lower_ending(tables: _Tables, rules: RoundRules) -> None:
    """Write when a game is over after its first round: an automatic payment depends on it."""
    match rules.ending:
        case chapters.Target(points=points, passed=passed, play_off=play_off):
            # a negative score is reached from above
            sign = -1 if points < 0 else 1
            tables.put(kernel.AUTOMATIC, 1, abs(points) + passed, play_off, sign)
        case chapters.Rounds(rounds=1, play_off=play_off):
            tables.put(kernel.AUTOMATIC, 1, kernel.LEAST, play_off, 1)
        case chapters.Rounds() | chapters.ThereAndBack():  # not after a single round
            tables.put(kernel.AUTOMATIC, 1, kernel.NEVER, 0, 1)
        case ending:
            raise _unknown("ending", ending)
    rows = [row for number, rule in enumerate(rules.totals) for row in _changes(rule, number)]
    if len(rows) > kernel.MAX_CHANGES:
        raise refused(f"takes at most {kernel.MAX_CHANGES} changes of totals")
    tables.put(kernel.CHANGE_COUNT, len(rows))
    tables.put(kernel.CHANGES, *(number for row in rows for number in row))


def _changes(rule: TotalRule, number: int) -> Iterator[tuple[int, int, int, int]]:
    """The totals that a rule changes after the first round: its number, from, to, the result."""
    match rule:
        case chapters.ExactTotals(totals=totals):
            yield from ((number, total, total, becomes) for total, becomes in totals)
        case chapters.NoTotalBelow(points=points):
            yield number, kernel.LEAST, points - 1, points
        case chapters.Reversed():  # nothing has turned yet
            return
        case _:
            raise _unknown("totals", rule)


def _lower_sides(tables: _Tables, rules: RoundRules, players: int) -> None:
    sides = rules.sides.seats(players)
    for number, seats in enumerate(sides):
        for seat in seats:
            tables.put(kernel.PARTNERS + seat, number)
            tables.put(kernel.SIDE + seat, number if rules.sides.pooled else seat)
    tables.put(kernel.POOLED, rules.sides.pooled)
    tables.put(kernel.SIDES, len(sides) if rules.sides.pooled else players)


READ: Final = {
    *("deck", "dealer", "opening", "play", "showing", "round_end", "sides"),
    *("scoring", "moon", "bonuses"),
}
"""Chapters in which a rule of your own works too: what it says is read through the protocol."""

BUILT_IN: Final = {"kitty", "passing", "charging", "tricks", "ending", "totals"}
"""Chapters in which only the library's choices have a table form."""


def _check_built_in(rules: RoundRules) -> None:
    """Refuse a user's class, even a subclass of a built-in one, and a chapter that is not known."""
    beyond = set[str]() if rules.moon.resort else {"ending", "totals"}
    for chapter in chapters_of(type(rules)):
        if chapter.name in READ | beyond:  # how a game ends does not matter for one round
            continue
        for rule in chapter.choices(rules):
            for each in (rule, rule.tricks if isinstance(rule, chapters.BoosterNines) else rule):
                ours = type(each).__module__.startswith("heartslib.rules.")
                if chapter.name not in BUILT_IN or not ours:
                    raise _unknown(chapter.name, each)


def lowered(rules: Rulebook, players: int) -> KernelTables:
    """A rulebook as tables for the kernel.

    Args:
        rules: The rulebook.
        players: The number of players.

    Raises:
        CannotLower: A rule has no table form; the message names it.
        RulesError: The rules are not for this number of players.
    """
    rules.check_players(players)
    now = rules.in_force
    _check_built_in(now)
    pack, kitty = now.deck.cards(players), now.deck.kitty_size(players)
    patterns = _lower_patterns(now, players)
    tables = _Tables(len(patterns))
    tables.put(kernel.PLAYERS, players)
    tables.put(kernel.COPIES, max(map(pack.count, set(pack))))
    tables.put(kernel.SIZE, hand_size(now.deck, players))
    tables.put(kernel.KITTY, kitty)
    tables.put(kernel.PACK_SIZE, len(pack))
    tables.put_layers(kernel.PACK_LAYERS, pack)
    tables.put_layers(kernel.COUNTING, now.deciding_cards(players))
    tables.put_layers(kernel.PENALTY, now.penalty_cards(players))
    tables.put_cards(kernel.SUITS, *(suit.mask & ONE_OF_EACH for suit in Suit))
    _lower_lead(tables, now.opening)
    _lower_play(tables, now)
    _lower_tricks(tables, now.tricks)
    _lower_kitty(tables, now)
    _lower_passing(tables, now, players, patterns)
    _lower_charging(tables, now)
    _lower_sides(tables, now, players)
    _lower_count(tables, now, players)
    return KernelTables(rules, players, tables.numbers, tables.cards, patterns)


lowered_once: Final = functools.lru_cache(maxsize=64)(lowered)
"""`lowered`, cached for the rulebooks used last."""
