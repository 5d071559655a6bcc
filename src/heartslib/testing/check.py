"""`check_rule`: whether your own rule keeps the laws that the library relies on.

First the laws of its chapter (`heartslib.testing.laws`), which name what is wrong in the smallest case.  Then whole
rounds with the rule in several rulebooks: what a rule breaks elsewhere, such as a record that cannot be read
again, is found only there.
"""

from __future__ import annotations

import copy
import inspect
import io
import operator
import pickle
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from functools import cache, lru_cache, partial
from itertools import cycle
from random import Random
from typing import Any

import attrs

from heartslib import record, variants
from heartslib._values.seats import for_each
from heartslib.cards import Cards, from_each
from heartslib.errors import RulesError, quoted
from heartslib.formats.converter import BASES
from heartslib.game import Game
from heartslib.phases import KittyPhase, PlayPhase, ScorePhase
from heartslib.rules import (
    NO_PASSING,
    Contracts,
    Cycle,
    Deck,
    Kitty,
    KittyTo,
    Moon,
    Pack,
    Passing,
    PassPattern,
    Payment,
    PlayRule,
    Rules,
    ShootTheMoon,
    Step,
    TurnedUp,
)
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.table import Trick
from heartslib.testing.asking import Asker, Broken, Law, no_error, smallest, words
from heartslib.testing.laws import WAYS, laws_of, look, redistributed, repeatable
from heartslib.testing.play import may_shoot, next_state, suit_by_suit
from heartslib.testing.story import keep_events
from heartslib.testing.strategies import able


def check_rule(
    rule: object,
    rules: Rules | Iterable[Rules] | None = None,
    *,
    examples: int = 100,
    seed: int = 0,
) -> tuple[str, ...]:
    """Check a rule against the laws of its chapter, and play games with it.

    The chapter is that of the base class.  A rule that derives from several is checked against the
    laws of all of them.

    >>> from heartslib.rules import Toward
    >>> check_rule(Toward(2, count=4), examples=5)
    ()

    Args:
        rule: A value of a class that derives from a base class of `heartslib.rules`, such as
            ``SpadesWaitForTricks(3)``.
        rules: The rulebook or rulebooks to try the rule in; by default all variants, American
            Hearts first.  A whole game is played with the first one.
        examples: How many rounds, deals or scores are tried for each law.
        seed: A whole number; the same seed tries the same cases.

    Returns:
        Notes on a rule that keeps the laws, such as what a restriction without clauses costs;
        usually empty.

    Raises:
        AssertionError: A law does not hold.  For each broken law the message has what the rule was
            asked and what it answered, in the simplest case that Hypothesis found.
    """
    if isinstance(rule, type):
        raise AssertionError(f"{rule.__name__} is a class: give a value, such as {rule.__name__}()")  # noqa: TRY004
    if isinstance(rules, Rules):
        rules = [rules]
    bases = list(variants.all().values() if rules is None else rules)
    for kind in _kinds_of(rule):
        ask = Asker(rule, kind)
        hold = partial(_hold, ask, seed)
        hold(examples, partial(_value, ask), *laws_of(ask, bases), ask.again)
        rulebooks = cache(partial(_rulebooks_with, ask, bases))
        hold(max(1, examples // 4), partial(_play, ask, rulebooks, 1))
        # the first example is the simplest: the first rulebook, four players
        hold(1, partial(_play, ask, rulebooks, 60))
    if not (isinstance(rule, PlayRule) and rule.clauses is None):
        return ()
    note = (
        "has a method `narrow`, so it is asked about every card that is played, the kernel refuses "
        "rulebooks with it, and sampling has to try deals until one fits; written as clauses it "
        "would run everywhere"
    )
    return (f"{type(rule).__name__} {note}",)


def _hold(ask: Asker, seed: int, examples: int, *laws: Law) -> None:
    """Try each law, so that one message names all that are broken."""
    cases = [smallest(law, examples, seed) for law in laws]
    broken = [case for case in cases if case]
    if broken:
        title = f"{ask} breaks {len(broken)} of the laws of {ask.base.__name__}:"
        lines = "\n".join([title, *(f"- {case}" for case in broken)])
        raise AssertionError(lines) from broken[0].__cause__


def _kinds_of(rule: object) -> list[type[object]]:
    """The base classes that a rule derives from."""
    kinds = [kind for kind in BASES if isinstance(rule, kind)]
    if not kinds:
        raise AssertionError(
            f"{type(rule).__name__} belongs to no chapter: derive it from a base class of heartslib.rules, "
            "such as PlayRule or Step"
        )
    return kinds


def _with(rules: Rules, kind: type[object], rule: Any, place: int) -> Rules:
    """A rulebook with the rule in it; `place` chooses among the chapters that take it."""
    if kind is not Contracts:  # a contract could put another choice in place of the rule
        rules = attrs.evolve(rules, contracts=None)
    if kind is PassPattern:
        kind = Passing
        rule = Cycle((rule,))
    if kind is Payment:
        kind = Moon
        rule = ShootTheMoon((rule,))
    fields = [chapter.name for chapter in CHAPTERS if chapter.base is kind]
    field = fields[place % len(fields)]
    before = getattr(rules, field)
    changes: dict[str, Any] = {field: (*before, rule) if isinstance(before, tuple) else rule}
    # what a rule takes for granted, the other chapters must have: cards in the kitty, or face up
    if kind is Kitty and not any(map(rules.deck.kitty_size, able(rules))):
        packs = getattr(rules.deck, "packs", 1)
        changes["deck"] = Pack(packs=packs, kitty=(4, 2, 1)[place % 3], left_over=True)
    if (kind is Deck and rule.shows_last) or (kind is Step and rule.needs.face_up):
        changes.setdefault("deck", Pack(shows_last=True))
        changes |= {"passing": NO_PASSING, "kitty": KittyTo()}
    elif kind is Contracts and getattr(rule, "by_card", False):
        packs = getattr(rules.deck, "packs", 1)
        changes |= {
            "deck": Pack(packs=packs, kitty=1, left_over=True),
            "kitty": TurnedUp(),
        }
    changed = attrs.evolve(rules, **changes)
    changed.at(changed.usual_players).check_ending()
    return changed


def _rulebooks_with(ask: Asker, bases: list[Rules]) -> list[Rules]:
    """The rulebooks with the rule in them, except those that refuse it."""
    rulebooks: list[Rules] = []
    refusals: list[str] = []
    for place, base in zip(range(max(len(bases), 3)), cycle(bases), strict=False):
        try:
            with no_error(f"a rulebook with {ask}", partial(str, base.name), RulesError):
                rulebooks.append(_with(base, ask.base, ask.rule, place))
        except RulesError as error:
            refusals.append(str(error))
    if not rulebooks:
        raise Broken(f"some rulebook can be played with it: {refusals[0]}")
    return rulebooks


def _value(ask: Asker, _: Random) -> None:
    """A law: a rule is frozen, equal to its copies, hashable and picklable."""
    rule = ask.rule
    fields = getattr(ask.rule, "__attrs_attrs__", ())
    for name in (*(field.name for field in fields), *getattr(rule, "__dict__", {}), "name"):
        try:
            # a rule is a key of caches, and in every game after it: what changes later changes them
            setattr(rule, name, getattr(rule, name, None))
        except Exception:  # noqa: BLE001, S112 - any error will do
            continue
        raise Broken(f"a rule is frozen: {ask}.{name} can be set: write @attrs.frozen above it")
    for way, again in (("copied", copy.deepcopy), ("pickled", _pickled)):
        with no_error(f"{ask}, {way} or hashed,"):
            other = again(rule)
            same = other == rule and hash(other) == hash(rule)
        if not same:
            different = f"{quoted(rule)}, {way}, is a different value: {quoted(other)}"
            raise Broken(f"a rule equals its copies: {different}")


def _pickled(value: object, own: dict[type[object], int] | None = None) -> object:
    """A value after pickling and unpickling; its classes outside the library go to `own`.

    Such a class may be defined in a test, where pickle does not find it.  So it is kept aside by number.
    """
    file = io.BytesIO()
    classes = {} if own is None else own

    class Pickler(pickle.Pickler):
        def persistent_id(self, obj: Any) -> int | None:
            is_value = inspect.isclass(obj) and (attrs.has(obj) or is_dataclass(obj))
            is_own = is_value and not obj.__module__.startswith("heartslib.")
            return classes.setdefault(obj, len(classes)) if is_own else None

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, pid: int) -> type[object]:
            return [*classes][pid]

    Pickler(file).dump(value)
    file.seek(0)
    return Unpickler(file).load()


def _play(ask: Asker, rulebooks: Callable[[], list[Rules]], rounds: int, rng: Random) -> None:
    """A law: rounds can be played with the rule, and the game can be stored."""
    rules = rng.choice(rulebooks())
    choose = rng.choice([*WAYS, suit_by_suit] if may_shoot(rules) else WAYS)
    # Hypothesis prefers what comes first, and four players are the easiest case to read
    four_first = sorted(able(rules), key=lambda count: count != 4)
    players = 4 if choose is suit_by_suit else rng.choice(four_first)
    chance = repeatable(rng)
    ask.where = f"{rules.name} with {players} players and {ask}"
    game = Game.new(rules, players)
    while not game.is_over and game.round_number < rounds:
        with no_error(f"{ask.where}, in {quoted(game.phase, 200)},"):
            look(ask, game)
            _no_card_is_lost(ask, game)
            _redeal(ask, game, chance)
            game = next_state(game, choose, chance)
    over = game if game.is_over else game.stop()
    _keep(ask, over)
    with no_error(f"{ask.where}, with its events,"):
        keep_events(over, chance.choice([None, *range(players)]), chance)


def _no_card_is_lost(ask: Asker, game: Game) -> None:
    phase = game.phase.playing if isinstance(game.phase, KittyPhase) else game.phase
    if not isinstance(phase, PlayPhase | ScorePhase):
        return
    rules, players = game.in_force, game.players
    pack = rules.deck.cards(players)
    cards = sum(phase.piles, from_each(game.match.turned))
    if isinstance(phase, PlayPhase):
        cards += from_each((*phase.table.trick.cards, *phase.kitty))
        cards += sum(phase.hands, phase.table.waiting)
    elif rules.kitty.is_dead or rules.round_end.is_over(phase.table, rules.deciding_cards):
        cards += pack - cards  # the rest was not played
    if cards != pack:
        lost = f"{pack - cards or 'none'} missing and {cards - pack or 'none'} too many"
        raise Broken(f"no card is lost or doubled: {lost}, {ask.where}")


def _redeal(ask: Asker, game: Game, rng: Random) -> None:
    """What a seat may play stays the same after questions about deals that it cannot rule out.

    A bot that draws deals asks the rules about all of them, in between its own moves: a rule that peeks into
    other hands, or remembers what it was asked, would answer for a deal that is not there.
    """
    phase = game.phase
    if not isinstance(phase, PlayPhase):
        return
    rules = game.in_force
    seat = phase.turn
    table = phase.table
    hand = phase.hands[seat]
    shows = table.shown or for_each(game.players, Cards())
    before = rules.legal(hand, table)
    hidden = [*map(operator.sub, phase.hands, shows), from_each(phase.kitty)]
    hidden[seat] = Cards()
    hands = [*map(operator.add, shows, redistributed(hidden, rng))]
    hands[seat] = hand
    rules.opening.leader(tuple(hands), game.dealer)
    for other, cards in enumerate(hands):
        rules.legal(cards, attrs.evolve(table, trick=Trick(other, game.players)))
    after = rules.legal(hand, table)
    if after != before:
        may = f"seat {seat} may play {before}, but {after} after the rules were asked about"
        where = f"hidden hands: hand {hand}, table {words(table)}, {ask.where}"
        raise Broken(f"what a seat may play follows from its hand and the table: {may} {where}")


def _keep(ask: Asker, game: Game) -> None:
    """Store the game in every way, and read it back."""
    ways: dict[str, Callable[[Game], object]] = {
        "replayed": lambda game: Game.replay(game.rules, game.history, game.players),
        "stored with `record.dumps`": _recorded,
        "pickled": _pickled,
    }
    for way, again in ways.items():
        stored = f"a game of {ask.where}, {way},"
        with no_error(stored):
            same = again(game) == game
        if not same:
            raise Broken(f"a stored game comes back equal: {stored} is a different game")


_converter = lru_cache(maxsize=8)(record.make_converter)


def _recorded(game: Game) -> Game:
    own: dict[type[object], int] = {}
    _pickled(game.rules, own)
    converter = _converter(tuple(own))
    return record.loads(record.dumps(game, converter=converter), converter=converter)
