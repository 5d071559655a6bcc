"""Rules as tables of numbers, for the kernel.

All built-in choices have a table form here, and so does every restriction that is written as
clauses.  For a rule without one `lowered` raises an error that names it; `Game` can play it.

Wherever a chapter says what it does by its members, those are read, so that a rule of your own is lowered as
one of the library's is.  Where it says so only by its code, as passing and the tricks do, its type is matched,
and a subclass is refused: it may do something else.  Nothing is lowered in part: a table either plays as the
rulebook says, or there is none.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from heartslib import rules as chapters
from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.seats import for_each
from heartslib.cards import KINDS, PACK, Card, Cards, Suit
from heartslib.rules import (
    Clause,
    Opening,
    PassPattern,
    Restriction,
    RoundRules,
    TableRules,
    TotalRule,
    TrickRule,
    facts,
)
from heartslib.rules.book.chapters import chapters_of
from heartslib.rules.facts import CardSet, Where
from heartslib.simulate.kernel.layout import *
from heartslib.simulate.lowering.count import Program
from heartslib.simulate.lowering.refusal import CannotLower, refused
from heartslib.simulate.players.weights import weights_for


@attrs.frozen(eq=False)
class KernelTables:
    """A rulebook for one number of players, as the kernel reads it.

    Attributes:
        rules: The rules of the round.
        numbers: The rules as numbers.
        cards: The rules as sets of cards.
        facts_asked: Where in S the facts are that the restrictions ask for.
        patterns: The pass patterns, in the order of their numbers.
        scores: The scores before the round, if they are known.
    """

    rules: RoundRules
    numbers: tuple[int, ...] = attrs.field(repr=False)
    cards: tuple[int, ...] = attrs.field(repr=False)
    facts_asked: set[int] = attrs.field(repr=False)
    patterns: tuple[PassPattern, ...] = attrs.field(repr=False)
    scores: tuple[int, ...] | None = attrs.field(repr=False)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.rules.players

    @functools.cached_property
    def plain(self) -> bool:
        """Whether the kernel can leave out the code for rules that few games have."""
        # what `_play_on` leaves out if it is given no policies
        numbers = self.numbers
        return bool(
            numbers[COPIES] == 1
            and not any(numbers[place] for place in (KITTY, ENDS_EARLY, KEEPS_TAKERS))
            and not any(self.cards[place] for place in (CHARGEABLE, TRUMPS))
            and SLOWLY not in numbers[READING : READING + TURN_KINDS]
            and self.facts_asked <= {ANY, PLAYED, LED, FOLLOWING}
        )

    @functools.cached_property
    def classes(self) -> tuple[int, ...]:
        """For each card the number of its class: no rule parts two cards of a class, but by rank.

        What a card costs follows from the sets that it is in.
        """
        # sets of the rulebook part cards, and so do nines where they boost: those are in no set of it
        words = [*self.cards]
        if self.numbers[BOOSTS]:
            words.append(NINES)
        looks = [tuple(word >> card & 1 for word in words) for card in range(WORD)]
        return tuple(map(looks.index, looks))

    @functools.cached_property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of card that planes show, by `Card.index`: the 52, or all if the pack has others."""
        return KINDS if self.cards[PACK_LAYERS] & ~Cards(PACK).bits else PACK

    @property
    def layers(self) -> tuple[int, ...]:
        """An item for each copy of a card: from the length, the compiler knows the copies."""
        return for_each(self.numbers[COPIES], 0)

    def way(self, policies: Sequence[int]) -> str:
        """The function of the kernel that plays rounds by these policies."""
        return "play_plainly" if self.plain and not any(policies) else "play_fully"

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How long a round's sets, its numbers and the scratch space are."""
        numbers = self.numbers
        return numbers[WORDS], numbers[NUMBERS], numbers[WORK]

    @functools.cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The numbers and the sets of cards as arrays of numpy, for what is compiled."""
        import numpy as np  # noqa: PLC0415 - an extra

        return np.array(self.numbers, np.int64), np.array(self.cards, np.uint64)

    def space(self) -> tuple[Any, Any, Any]:
        """Space for a round, as arrays: its sets, its numbers and scratch space."""
        import numpy as np  # noqa: PLC0415 - an extra

        words, numbers, work = self.sizes
        return np.zeros(words, np.uint64), np.zeros(numbers, np.int64), np.zeros(work, np.int64)


def _unknown(chapter: str, rule: object) -> CannotLower:
    return refused(f"does not know {type(rule).__name__} ({chapter})")


def _kinds_word(cards: Cards) -> int:
    """The kinds of card in a multiset, as one word."""
    return cards.bits & ONE_OF_EACH


class _Tables:
    """The two tables while they are being filled."""

    def __init__(self) -> None:
        self.numbers: list[int] = [0] * T_SIZE
        self.cards: list[int] = [0] * M_SIZE
        self.facts = set[int]()

    def put(self, place: int, *values: int) -> None:
        self.numbers[place : place + len(values)] = map(int, values)

    def put_cards(self, place: int, *kinds: int) -> None:
        self.cards[place : place + len(kinds)] = kinds

    def put_layers(self, place: int, cards: Cards) -> None:
        """Write a multiset as one set for each copy."""
        layers = [cards.bits >> WORD * layer & ONE_OF_EACH for layer in range(MAX_COPIES)]
        self.put_cards(place, *layers)

    def append(self, place: int, rows: Iterable[Sequence[int]]) -> None:
        """Write rows at the end, and at `place` where they begin."""
        self.put(place, len(self.numbers))
        self.numbers.extend(int(number) for row in rows for number in row)


def _fact_index(name: str) -> int:
    """The index of a fact in a round's sets."""
    if name not in FACTS:
        raise refused(f"does not know facts.{name}")
    return FACTS.index(name) + 1


def _lower_play(tables: _Tables, rules: RoundRules) -> None:
    others = list[Clause]()
    # in the order of the kinds of turn: first those of a seat with charged cards
    for number, (charged, place) in enumerate(itertools.product((True, False), Where)):
        clauses = [clause for rule in rules.restrictions for clause in _clauses(rule, place)]
        if not (charged and rules.charging.cards):
            clauses = [clause for clause in clauses if not _is_about_charges(clause)]
        if len(clauses) > MAX_OPS:
            raise refused(f"takes at most {MAX_OPS} clauses for one kind of turn")
        tables.put(CLAUSE_COUNT + number, len(clauses))
        pairs = [(clause, both) for clause in clauses if (both := _simple_facts(clause, place))]
        if len(pairs) < len(clauses):
            tables.put(READING + number, SLOWLY)
            tables.put(FIRST_CLAUSE + number, len(others))
            # simple ones too: the order of the clauses matters
            others += clauses
            continue
        follows = clauses == [_FOLLOWS.at(place)]  # then no loop is needed
        reading = FOLLOW_SUIT if follows else QUICKLY
        tables.put(READING + number, reading)
        for at, (clause, (kept, waived)) in enumerate(pairs, number * MAX_OPS):
            tables.facts |= {kept, waived}
            tables.put(KEPT_FACT + at, kept)
            tables.put(UNLESS_FACT + at, waived)
            tables.put_cards(KEPT_CARDS + at, clause.keep.kinds)
            tables.put_cards(OTHERS_TOO + at, 0 if clause.lowest else ONE_OF_EACH)
            tables.put_cards(UNLESS_CARDS + at, clause.unless.kinds if clause.unless else 0)
    rows = [_clause_rows(clause, tables.facts) for clause in others]
    tables.append(CLAUSES, (numbers for numbers, _ in rows))
    tables.put(CLAUSE_CARDS, len(tables.cards))
    tables.cards += (word for _, cards in rows for word in cards)


def _clauses(rule: Restriction, place: Where) -> Iterator[Clause]:
    """The clauses of a restriction that apply in one place."""
    clauses = rule.clauses
    if clauses is None:
        raise _unknown("play", rule)
    yield from filter(None, (clause.at(place) for clause in clauses))


def _clause_rows(clause: Clause, asked: set[int]) -> tuple[list[int], list[int]]:
    """A clause as a row of numbers and a row of sets; the facts that it asks for are added to `asked`."""
    numbers = [0] * CLAUSE
    cards = [0] * SETS
    flags = clause.lowest * LOWEST_ONLY
    parts = (clause.unless, UNLESS), (clause.only_if, ONLY_IF), (clause.keep, 0)
    for number, (which, flag) in enumerate(parts):
        if which is None:
            continue
        flags |= flag
        if len(which.but) >= PARTS:
            raise refused(f"takes at most {PARTS - 1} ~ in a set, not {which}")
        for part, each in enumerate((which, *which.but), PARTS * number):
            places = [*map(_fact_index, each.facts)]
            asked.update(places)
            cards[part] = each.kinds
            at = PARTS_OF + PART * part
            numbers[at : at + 1 + len(places)] = len(places), *places
    numbers[FLAGS] = flags
    cards[SPARED] = _kinds_word(clause.spare)
    return numbers, cards


def _is_about_charges(clause: Clause) -> bool:
    """Whether a clause keeps everything if no card is charged."""
    # the fewer clauses a seat without charged cards has, the sooner it plays; nearly all seats are such
    keep = clause.keep
    everything = not keep.facts and keep.kinds == ONE_OF_EACH and not clause.lowest
    return everything and all("CHARGED" in each.facts for each in keep.but)


def _simple_facts(clause: Clause, place: Where) -> tuple[int, int] | None:
    """The facts that a simple clause keeps and is waived by; None for any other clause."""
    # the one set with something taken away that is common: charged cards wait until their suit has been led
    if clause == _WAITS.at(place):
        return FREE, ANY
    if clause.spare or clause.only_if:
        return None
    unless = clause.unless or CardSet()
    if clause.keep.but or unless.but:
        return None
    kept, waived = _SIMPLE.get(clause.keep.facts), _SIMPLE.get(unless.facts)
    return None if kept is None or waived is None else (kept, waived)


_FOLLOWS = Clause(Where.ANYWHERE, facts.SUIT_LED)
_WAITS = Clause(Where.ANYWHERE, ~(facts.CHARGED & facts.SUIT_LED & facts.NEW_SUITS))
_SIMPLE = {
    (): ANY,
    facts.PLAYED.facts: PLAYED,
    facts.SUIT_LED.facts: LED,
    (facts.PLAYED & facts.DISCARDED).facts: DISCARDED,
    facts.LAST_SUIT.facts: LAST,
    facts.NEW_SUITS.facts: NEW_SUITS,
    (facts.HAND & facts.SUIT_LED).facts: FOLLOWING,
}
"""The index of what is in all of these facts, of those that are always up to date."""


def _lower_lead(tables: _Tables, rule: Opening) -> None:
    leads = rule.leads
    if leads is None or rule.by_namer:
        raise _unknown("opening", rule)
    tables.put_cards(LEAD_CARDS, _kinds_word(leads))
    tables.put(LEADS_FIRST, DRAWN if rule.is_drawn else rule.places_from_dealer)


def _lower_tricks(tables: _Tables, rule: TrickRule) -> None:
    match rule:
        case chapters.BoosterNines(tricks=inner, most=most):
            _lower_tricks(tables, inner)
            # of a booster within a booster the outer one counts, as in the rule
            tables.put(BOOSTS, most)
        case chapters.HighestOfSuitLed(equals=equals, unresolved=unresolved):
            last = equals is not chapters.Equals.FIRST
            odd = equals is chapters.Equals.PAIRS_CANCEL
            second = unresolved is chapters.Unresolved.SECOND_COPY
            tables.put(CANCELLING, rule.cancels, last, odd, second)
        case chapters.HighestCard(trumps=trumps, order=order) if order == _ACES_HIGH:
            tables.put_cards(TRUMPS, trumps.mask & ONE_OF_EACH if trumps else 0)
        case _:
            raise _unknown("tricks", rule)


_ACES_HIGH = chapters.HighestCard().order


def _lower_kitty(tables: _Tables, rules: RoundRules, penalty: Cards) -> None:
    kitty = rules.kitty
    early = rules.round_end.early
    if not isinstance(kitty, chapters.KittyTo):
        raise _unknown("kitty", kitty)
    if early is None:
        raise _unknown("round_end", rules.round_end)
    share = kitty.share or MAX_PACK  # the whole kitty: more than there is
    tables.put(KITTY_SHARE, share, kitty.exchanged, early)
    tables.put_cards(EARNERS, _kinds_word(kitty.earners(penalty)))


def _lower_patterns(rules: RoundRules) -> tuple[PassPattern, ...]:
    """The patterns of a cycle, or those that the dealer may call."""
    match rules.passing:
        case chapters.Cycle() as cycle:
            return tuple(map(rules.named, cycle.patterns_for(rules.players)))
        case chapters.DealerCalls():
            return rules.calls
        case passing:
            raise _unknown("passing", passing)


def _lower_passing(tables: _Tables, rules: RoundRules, patterns: tuple[PassPattern, ...]) -> None:
    passing = rules.passing
    called = isinstance(rules.passing, chapters.DealerCalls)
    tables.put(PATTERNS, len(patterns), called, passing.optional)
    tables.put_cards(PASS_KEPT, _kinds_word(passing.kept))
    tables.append(PASSES, (_pattern_row(rules, pattern) for pattern in patterns))


def _pattern_row(rules: RoundRules, pattern: PassPattern) -> list[int]:
    """A pass pattern as numbers."""
    packets = pattern.packets(rules.players)
    count = rules.passed_by(pattern)
    if pattern.fewer:
        raise refused(f"passes a fixed number of cards, not up to {count}")
    row = [count, rules.mixes(pattern), len(packets), *itertools.chain(*packets)]
    return row + [0] * (PATTERN - len(row))


def _lower_charging(tables: _Tables, rules: RoundRules, patterns: tuple[PassPattern, ...]) -> None:
    rule = rules.charging
    if not isinstance(rule, chapters.Charges | chapters.NoCharging):
        raise _unknown("charging", rule)
    # the kernel charges after the pass, when hands are those of the play
    if any(rules.charges_before(pattern) for pattern in patterns):
        raise refused("does not know charges before the pass")
    tables.put_cards(CHARGEABLE, _kinds_word(rule.cards))
    tables.put(CHARGE_EACH, rule.most(Cards()), rule.reopens)


def _lower_count(tables: _Tables, rules: RoundRules, scores: tuple[int, ...] | None) -> Program:
    """The count as rows, and what the play asks of it."""
    counted = Program(rules, tables.numbers[COPIES], len(tables.cards), scores)
    tables.append(TRICK_COSTS, [tricks := rules.trick_costs])
    tables.append(ROWS, counted.rows)
    tables.cards += counted.words
    for card in KINDS:
        tables.put(COSTS + card.place, rules.cost(card))
        tables.put(PLACE + card.index, card.place)
        tables.put(INDEX + card.place, card.index)
    tables.put(SHED_WEIGHTS, *itertools.chain(*weights_for(rules)))
    penalty = rules.penalty_cards if rules.has_moon else ()
    # `duck` looks at more than the trick only where winning can be good, or a trump can win
    looks = min(tricks) < 0 or tables.cards[TRUMPS]
    ducks = NOBODY if looks else DUCK
    tables.put(MOON, sum(map(rules.cost, penalty)), ducks, rules.deck.shows_last)
    tables.put(SIGN, -1 if rules.points_are_good else 1)
    tables.put(KEEPS_TAKERS, counted.keeps_takers)
    tables.put(PAYMENT_COUNT, len(rules.moon.choices))
    # such a moon is paid in the second way where the first would let another side win the game, so the
    # kernel must know when that is over
    if rules.moon.resort:
        if scores is None:
            raise refused("does not know the scores before the round, on which the moon depends")
        tables.put(BEFORE, *scores)
        _lower_ending(tables, rules, is_first={*scores} == {rules.ending.start})
    return counted


def _lower_ending(tables: _Tables, rules: RoundRules, *, is_first: bool) -> None:
    """Write when a game is over after this round: an automatic payment depends on it."""
    match rules.ending:
        case chapters.Target(
            points=points, passed=passed, play_off=play_off, exact_wins=False, all_lose=False
        ):
            # a negative target is reached from above, so the kernel compares with signs turned
            sign = -1 if points < 0 else 1
            tables.put(AUTOMATIC, 1, abs(points) + passed, play_off, sign)
        case chapters.Rounds(rounds=1, each=False, play_off=play_off):
            tables.put(AUTOMATIC, 1, LEAST, play_off, 1)  # reached by any score
        case chapters.Rounds() | chapters.ThereAndBack() if is_first:  # not after a single round
            tables.put(AUTOMATIC, 1, NEVER, 0, 1)
        case ending:
            raise _unknown("ending", ending)
    if not is_first and any(isinstance(rule, chapters.Reversed) for rule in rules.totals):
        raise refused("does not know whether a total has turned before")
    rows = [row for number, rule in enumerate(rules.totals) for row in _changes(rule, number)]
    if len(rows) > MAX_CHANGES:
        raise refused(f"takes at most {MAX_CHANGES} changes of totals")
    tables.put(CHANGE_COUNT, len(rows))
    tables.append(CHANGES, rows)


def _changes(rule: TotalRule, number: int) -> Iterator[tuple[int, int, int, int]]:
    """The totals that a rule changes after the first round: its number, from, to, the result."""
    match rule:
        case chapters.ExactTotals(totals=totals):
            yield from ((number, total, total, becomes) for total, becomes in totals)
        case chapters.NoTotalBelow(points=points):
            yield number, LEAST, points - 1, points
        case chapters.Reversed(at=at) if at:  # nothing has turned yet
            return
        case _:
            raise _unknown("totals", rule)


def _lower_sides(tables: _Tables, rules: RoundRules) -> None:
    sides = rules.partners
    for number, seats in enumerate(sides):
        for seat in seats:
            tables.put(PARTNERS + seat, number)
            tables.put(SIDE + seat, number if rules.sides.pooled else seat)
    tables.put(POOLED, rules.sides.pooled)
    tables.put(SIDES, len(sides) if rules.sides.pooled else rules.players)


READ = {
    "deck", "dealer", "opening", "play", "showing", "round_end", "sides", "scoring", "moon", "bonuses",
}  # fmt: skip
"""Chapters in which a rule of your own works too: what it says is read through its base class."""

BUILT_IN = {"kitty", "passing", "charging", "tricks", "ending", "totals"}
"""Chapters in which only the library's choices have a table form."""


def _check_built_in(rules: RoundRules) -> None:
    """Refuse a user's class, even a subclass of a built-in one, and a chapter that is not known."""
    # how a game ends does not matter for one round, unless the payment of a moon depends on it
    beyond = set[str]() if rules.moon.resort else {"ending", "totals"}
    for chapter in chapters_of(type(rules)):
        if chapter.name in READ | beyond:
            continue
        for rule in chapter.choices(rules):
            for each in (rule, rule.tricks if isinstance(rule, chapters.BoosterNines) else rule):
                ours = type(each).__module__.startswith("heartslib.rules.")
                if chapter.name not in BUILT_IN or not ours:
                    raise _unknown(chapter.name, each)


def lowered(now: RoundRules, scores: tuple[int, ...] | None = None) -> KernelTables:
    """The rules of a round as tables for the kernel.

    Args:
        now: The rules of the round.
        scores: The scores before it, which rules may ask for; None if they are not known.

    Raises:
        CannotLower: A rule has no table form; the message names it.
    """
    _check_built_in(now)
    pack = now.pack
    patterns = _lower_patterns(now)
    tables = _Tables()
    copies = max(map(pack.count, set(pack)))
    tables.put(PLAYERS, now.players, copies, now.hand_size, now.kitty_size, len(pack))
    tables.put_layers(PACK_LAYERS, pack)
    tables.put_layers(COUNTING, now.deciding_cards)
    tables.put_layers(PENALTY, now.penalty_cards)
    tables.put_cards(SUITS, *(suit.mask & ONE_OF_EACH for suit in Suit))
    _lower_lead(tables, now.opening)
    _lower_play(tables, now)
    _lower_tricks(tables, now.tricks)
    _lower_kitty(tables, now, now.penalty_cards)
    _lower_passing(tables, now, patterns)
    _lower_charging(tables, now, patterns)
    _lower_sides(tables, now)
    counted = _lower_count(tables, now, scores)
    _lay_out(tables, counted.registers, max(map(now.passed_by, patterns)))
    # the kernel makes FREE of the suits that have not been led
    asked = {NEW_SUITS if fact == FREE else fact for fact in tables.facts}
    return KernelTables(now, (*tables.numbers,), (*tables.cards,), asked, patterns, scores)


def _lay_out(tables: _Tables, registers: int, given: int) -> None:
    """Write where everything is whose place depends on the rulebook, and how long the arrays are."""
    numbers = tables.numbers
    players, copies, size, kitty = numbers[PLAYERS : KITTY + 1]
    tricks = size if numbers[KEEPS_TAKERS] else 0
    laps = 1 + min(numbers[BOOSTS], size)  # a boosted trick goes around the table again
    seats = HANDS + LAYER * (copies - 1) + SEAT * players
    # what ends a list has the place after all others: that is how long the array is
    _in_order(tables, seats, {PLAYED_BY: players, TRICK_KINDS: tricks, WORDS: 0})
    plays = TRICK + players * laps
    _in_order(tables, plays, {KITTY_CARDS: kitty, TAKERS: tricks, NUMBERS: 0})
    work = {
        CARDS: size + kitty,
        GIVEN: players * given,
        GIVEN_COUNT: players,
        LAID_DOWN: kitty,
        WORK: 0,
    }
    log = {KITTY_DEALT: kitty, DEALT: players * copies, HELD: 0}
    _in_order(tables, registers, work | log)


def _in_order(tables: _Tables, begin: int, sizes: Mapping[int, int]) -> None:
    """Write where each of some parts begins, one after the other."""
    for place, size in sizes.items():
        tables.put(place, begin)
        begin += size


_once = functools.lru_cache(maxsize=64)(lowered)


def lowered_once(rules: RoundRules, scores: tuple[int, ...] | None = None) -> KernelTables:
    """`lowered`, cached for the rules used last; for each score apart only if they ask for it."""
    # most rules ask for no scores: with them as a key, every round of a game would be lowered again
    return _once(rules, scores if rules.asks_scores else None)


def lowered_each(rules: TableRules, policies: Iterable[str] = ("random",)) -> list[KernelTables]:
    """The tables of each contract of a game, or of its one rulebook.

    Args:
        rules: The rulebook at the table.
        policies: The policies that will play.

    Raises:
        CannotLower: A rule has no table form, or the deal decides the contract.
    """
    if rules.contract_names and not rules.contracts_left(0, ()):
        raise refused("knows no contract that a card decides")
    if rules.deck.shows_last and {*policies} != {"random"}:
        raise refused("plays only at random for a card that the dealer shows")
    # each round that is played is a game's first
    start = for_each(rules.players, rules.ending.start)
    return [lowered_once(each, start) for each in rules.rulebooks]
