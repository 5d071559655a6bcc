"""`check_rule`: whether your own rule keeps the laws that the library relies on."""

from __future__ import annotations

import copy
import functools
import io
import operator
import pickle
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from functools import partial
from inspect import getattr_static
from itertools import islice
from random import Random
from typing import Any, Final

import attrs

from heartslib import record
from heartslib import variants as published
from heartslib.cards import Cards, from_each
from heartslib.errors import RulesError, shown
from heartslib.formats.converter import PROTOCOLS
from heartslib.game import Game
from heartslib.phases import KittyPhase, PlayPhase, ScorePhase
from heartslib.rules import (
    Contracts,
    Cycle,
    Kitty,
    Objection,
    Pack,
    PassPattern,
    Payment,
    PlayRule,
    Rules,
    ShootTheMoon,
)
from heartslib.rules._checks import members_of
from heartslib.rules.deck import shuffled
from heartslib.rules.play import clauses_of
from heartslib.rules.rulebook import CHAPTERS
from heartslib.table import Trick
from heartslib.testing.asking import Asked, Broken, Law, smallest, words
from heartslib.testing.laws import WAYS, laws_of, look
from heartslib.testing.play import may_shoot, next_state, suit_by_suit
from heartslib.testing.strategies import able

_MOST_ROUNDS: Final = 60
"""A game that is not over after so many rounds is stopped."""

_PLAYED: Final = 4
"""How many examples there are for each round that is played with the rule."""


def check_rule(
    rule: object,
    rules: Rules | Iterable[Rules] | None = None,
    *,
    examples: int = 100,
    seed: int = 0,
) -> tuple[str, ...]:
    """Check a rule against the laws of its chapter, and play games with it.

    The chapter is found by the methods and attributes of the rule.  A rule that fits several
    chapters is checked against the laws of all of them.

    >>> from heartslib.rules import Toward
    >>> check_rule(Toward(2, count=4), examples=5)
    ()

    Args:
        rule: A value that fits a protocol of `heartslib.rules`, such as ``SpadesWait(3)``.
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
    american_first = sorted(
        published.all().values(), key=lambda each: each.name != "American Hearts"
    )
    bases = (
        [rules] if isinstance(rules, Rules) else american_first if rules is None else list(rules)
    )
    asked = Asked(rule)
    for kind in _protocols_of(rule):
        hold = partial(_hold, f"{asked} breaks {{}} of the laws of {kind.__name__}:", seed)
        hold(examples, partial(_value, asked), *laws_of(asked, kind, bases))
        hold(1, asked.again)
        rulebooks = functools.cache(partial(_rulebooks_with, asked, kind, bases))
        hold(max(1, examples // _PLAYED), partial(_play, asked, kind, rulebooks, 1))
        # the first example is the simplest: the first rulebook, four players
        hold(1, partial(_play, asked, kind, rulebooks, _MOST_ROUNDS))
    free = isinstance(rule, PlayRule) and clauses_of(rule) is None
    return (_COSTS.format(asked),) if free else ()


_COSTS: Final = (
    "{} has a method `narrow`, so it is asked about every card that is played, the kernel refuses "
    "rulebooks with it, and sampling has to try deals until one fits; written as clauses it would "
    "run everywhere"
)


def _hold(title: str, seed: int, examples: int, *laws: Law) -> None:
    broken = [case for law in laws if (case := smallest(law, examples, seed))]
    if broken:
        lines = [title.format(len(broken)), *(f"- {each}" for each in broken)]
        raise AssertionError("\n".join(lines)) from broken[0].__cause__


# The chapter --------------------------------------------------------------------------------


_INNER: Final[dict[type[object], Callable[[Any], dict[str, Any]]]] = {
    PassPattern: lambda rule: {"passing": Cycle((rule,))},
    Payment: lambda rule: {"moon": ShootTheMoon((rule,))},
}
"""Protocols within a chapter, with the choice that makes a rule part of its chapter."""


def _protocols_of(rule: object) -> list[type[object]]:
    """The protocols that a rule fits, except those contained in another."""
    none = object()  # attributes are not evaluated
    members = {kind: members_of(kind) for kind in PROTOCOLS}
    lacks = {
        kind: [name for name in members[kind] if getattr_static(rule, name, none) is none]
        for kind in PROTOCOLS
    }
    if fits := [kind for kind in lacks if not lacks[kind]]:
        return [
            kind
            for kind in fits
            if not any(members[kind].keys() < members[it].keys() for it in fits)
        ]
    near = min(lacks, key=lambda kind: len(lacks[kind]) / len(members[kind]))
    nearest = f"it is closest to {near.__name__}, but has no {', '.join(lacks[near])}"
    raise AssertionError(f"{type(rule).__name__} fits no chapter: {nearest}")


def _with(rules: Rules, kind: type[object], rule: Any, place: int) -> Rules:
    """A rulebook with the rule in it; `place` chooses among the chapters that take it."""
    if kind is not Contracts:  # a contract could put another choice in place of the rule
        rules = attrs.evolve(rules, contracts=None)
    if kind in _INNER:
        return attrs.evolve(rules, **_INNER[kind](rule))
    fields = [each.name for each in CHAPTERS if each.protocol is kind]
    field = fields[place % len(fields)]
    before = getattr(rules, field)
    changes: dict[str, Any] = {field: (*before, rule) if isinstance(before, tuple) else rule}
    if kind is Kitty and not any(map(rules.deck.kitty_size, able(rules))):
        packs = getattr(rules.deck, "packs", 1)
        changes["deck"] = Pack(packs=packs, kitty=(4, 2, 1)[place % 3], left_over=True)
    return attrs.evolve(rules, **changes)


def _rulebooks_with(asked: Asked, kind: type[object], bases: list[Rules]) -> list[Rules]:
    """The rulebooks with the rule in them, except those that refuse it."""
    rulebooks: list[Rules] = []
    refusals: list[str] = []
    for place in range(max(len(bases), 3)):
        base = bases[place % len(bases)]
        try:
            rules = _with(base, kind, asked.rule, place)
            rules.check_ending()
            rulebooks.append(rules)
        except RulesError as error:
            refusals.append(str(error))
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            asked.fails(f"a rulebook with {asked}", error, base.name)
    if not rulebooks:
        raise Broken(f"some rulebook can be played with it: {refusals[0]}")
    return rulebooks


# What every rule is -------------------------------------------------------------------------


def _value(asked: Asked, _: Random) -> None:
    """Frozen, equal to its copies, hashable, picklable."""
    rule, fields = asked.rule, getattr(asked.rule, "__attrs_attrs__", ())
    for name in (*(field.name for field in fields), *getattr(rule, "__dict__", {}), "name"):
        try:
            setattr(rule, name, getattr(rule, name, None))
        except Exception:  # noqa: BLE001, S112 - any error will do
            continue
        raise Broken(f"a rule is frozen: {asked}.{name} can be set: write @attrs.frozen above it")
    for way, again in (("copied", copy.deepcopy), ("pickled", _pickled)):
        try:
            other = again(rule)
            same = other == rule and hash(other) == hash(rule)
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            asked.fails(f"{asked}, {way} or hashed,", error)
        if not same:
            raise Broken(
                f"a rule equals its copies: {shown(rule)}, {way}, is a different value: {shown(other)}"
            )


class _Pickler(pickle.Pickler):
    """Leaves out classes that are not the library's: they need not be importable."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.own: dict[type[object], int] = {}

    def persistent_id(self, obj: object) -> int | None:
        if isinstance(obj, type) and (attrs.has(obj) or is_dataclass(obj)):
            is_ours = obj.__module__.startswith("heartslib.")
            return None if is_ours else self.own.setdefault(obj, len(self.own))
        return None


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote."""

    own: tuple[type[object], ...] = ()

    def persistent_load(self, pid: int) -> type[object]:
        return self.own[pid]


def _written(value: object) -> tuple[bytes, tuple[type[object], ...]]:
    """A pickled value, and the classes in it that are not the library's."""
    file = io.BytesIO()
    pickler = _Pickler(file)
    pickler.dump(value)
    return file.getvalue(), tuple(pickler.own)


def _pickled(value: object) -> object:
    """A value after pickling and unpickling."""
    data, own = _written(value)
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.own = own
    return unpickler.load()


# Games with it ------------------------------------------------------------------------------


def _play(
    asked: Asked,
    kind: type[object],
    rulebooks: Callable[[], list[Rules]],
    rounds: int,
    rng: Random,
) -> None:
    """Play some rounds with the rule, or until the game is over; then store the game."""
    rules = rng.choice(rulebooks())
    choose = rng.choice([*WAYS, suit_by_suit] if may_shoot(rules, 4) else WAYS)
    four_first = sorted(able(rules), key=lambda count: count != 4)
    players = 4 if choose is suit_by_suit else rng.choice(four_first)
    chance = Random(rng.getrandbits(32))  # noqa: S311 - to be repeatable
    asked.where = f"{rules.name} with {players} players and {asked}"
    game = Game.new(rules, players)
    try:
        while not game.is_over and game.round_number < rounds:
            look(asked, kind, game)
            _no_card_is_lost(asked, game)
            _redeal(asked, game, chance)
            game = next_state(game, choose, chance)
    except Broken:
        raise
    except Exception as error:  # noqa: BLE001 - the rule is anybody's
        asked.fails(f"{asked.where}, in {shown(game.phase, 200)},", error)
    _keep(asked, game if game.is_over else game.stop())


def _no_card_is_lost(asked: Asked, game: Game) -> None:
    phase, pack = game.phase, game.rules.deck.cards(game.players)
    if isinstance(phase, KittyPhase):
        phase = phase.playing
    if isinstance(phase, PlayPhase):
        on_table = from_each((*phase.table.trick.cards, *phase.kitty)) + phase.table.waiting
        cards = sum((*phase.hands, *phase.piles), on_table)
    elif isinstance(phase, ScorePhase):
        cards = sum((*phase.captured, *phase.table.piles), Cards())
        counting = game.in_force.deciding_cards(game.players)
        if game.in_force.round_end.is_over(phase.table, counting):
            cards += pack - cards  # the rest was not played
    else:
        return
    if cards != pack:
        lost = f"{pack - cards or 'none'} missing and {cards - pack or 'none'} too many"
        raise Broken(f"no card is lost or doubled: {lost}, {asked.where}")


def _redeal(asked: Asked, game: Game, rng: Random) -> None:
    """Check that what a seat may play does not depend on cards that it cannot see.

    The rules are asked about other deals that fit what the seat to act knows.  A rule that
    remembers a question answers differently afterwards.
    """
    phase = game.phase
    if not isinstance(phase, PlayPhase):
        return
    rules, seat, table = game.in_force, phase.turn, phase.table
    hand, shows = phase.hands[seat], table.shown or (Cards(),) * game.players

    def answers() -> tuple[Cards, list[Objection | None]]:
        legal = rules.legal(hand, table)
        return legal, [rules.objection(card, hand, table) for card in hand.without(legal)]

    before = answers()
    hidden = [*map(operator.sub, phase.hands, shows)]
    hidden[seat] = Cards()
    unseen = iter(shuffled(sum(hidden, from_each(phase.kitty)), rng))
    others = [from_each(islice(unseen, len(cards))) for cards in hidden]
    hands = [*map(operator.add, shows, others)]
    hands[seat] = hand
    rules.opening.leader(tuple(hands), game.dealer)
    for other in range(game.players):
        rules.legal(hands[other], attrs.evolve(table, trick=Trick(other, game.players)))
    if (after := answers()) != before:
        raise Broken(
            f"what a seat may play follows from its hand and the table: seat {seat} may play "
            f"{before[0]}, but {after[0]} after the rules were asked about hidden hands: "
            f"hand {hand}, table {words(table)}, {asked.where}"
        )


def _keep(asked: Asked, game: Game) -> None:
    """Store the game in every way, and read it back."""
    ways: dict[str, Callable[[Game], object]] = {
        "replayed": lambda it: Game.replay(it.rules, it.history, it.players),
        "stored with `record.dumps`": _recorded,
        "pickled": _pickled,
    }
    for way, again in ways.items():
        try:
            same = again(game) == game
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            asked.fails(f"a game of {asked.where}, {way},", error)
        if not same:
            changed = f"a game of {asked.where}, {way}, is a different game"
            raise Broken(f"a stored game comes back equal: {changed}")


_converter: Final = functools.lru_cache(maxsize=8)(record.make_converter)


def _recorded(game: Game) -> Game:
    converter = _converter(_written(game.rules)[1])
    return record.loads(record.dumps(game, converter=converter), converter=converter)
