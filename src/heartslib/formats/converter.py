"""The cattrs converter: games, moves, views and rules as JSON values, and back.

A file never names code: rules are read from the classes of `heartslib.rules` and from those
that you hand to `make_converter`.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import operator
import typing
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Final, TypeAlias

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn
from cattrs.strategies import configure_tagged_union

from heartslib import rules as chapters
from heartslib import variants
from heartslib._given import MOST_PAIRS, MOST_RULES, at_most, checked_text, did_you_mean
from heartslib.cards import Card, Cards, CardsLike, Rank, in_order
from heartslib.errors import CardsError, RecordError, shown
from heartslib.formats._json import MOST_FAULTS, MOST_MOVES, Json
from heartslib.moves import MOVES, Move
from heartslib.rules import Rules
from heartslib.rules.rulebook import CHAPTERS

PROTOCOLS: Final[tuple[type[object], ...]] = tuple(
    dict.fromkeys(
        [*(chapter.protocol for chapter in CHAPTERS), chapters.PassPattern, chapters.Payment]
    )
)
"""The shapes of the choices of the chapters, and of what is inside of them."""
BUILT_IN: Final = tuple(
    rule
    for rule in vars(chapters).values()
    if isinstance(rule, type)
    and attrs.has(rule)
    and "name" in attrs.fields_dict(rule)
    and rule is not Rules
)
"""The rule classes that every file may name."""

_MOST_CLASSES: Final = 1_000
_NO_FIELDS: Final = "is no attrs class: make it with @attrs.frozen"
_FAULTS: Final[Any] = cattrs.IterableValidationError
_Reader: TypeAlias = Callable[[Any, Any], Any]
"""What makes a value of a class out of JSON values: a hook, as cattrs calls it."""


def make_converter(own_rules: Iterable[type[object]] = ()) -> cattrs.Converter:
    """A cattrs converter that reads and writes games, moves and rules.

    Args:
        own_rules: Rule classes of your own (frozen attrs classes), by which a file may name
            them; they are written with the class's name.

    Raises:
        RecordError: Something among them is no such class, or two classes have one name.
    """
    if not isinstance(own_rules, Iterable):
        raise RecordError(f"own_rules must be a list of classes, not {shown(own_rules)}")
    own = at_most(_MOST_CLASSES, own_rules, "rule classes", error=RecordError)
    named = (*BUILT_IN, *map(_own, own))
    known: dict[str, type[object]] = {rule.__name__: rule for rule in named}
    if len(known) < len(named):
        raise RecordError("two rule classes have the same name: a file could not tell them apart")
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook_factory(
        attrs.has, functools.partial(_object_reader, converter)
    )
    converter.register_structure_hook_factory(
        _is_tuple, functools.partial(_tuple_reader, converter)
    )
    converter.register_structure_hook(Card, lambda value, _: Card.parse(value))
    converter.register_unstructure_hook(Card, str)
    converter.register_structure_hook(Cards, lambda value, _: Cards(_listed(value)))
    converter.register_unstructure_hook(Cards, str)
    converter.register_structure_hook_func(
        lambda wanted: wanted == tuple[Card, ...], lambda value, _: in_order(_listed(value))
    )
    converter.register_structure_hook(int, _exactly(int, "a whole number"))
    converter.register_structure_hook(bool, _exactly(bool, "true or false"))
    converter.register_structure_hook(
        str, lambda value, _: checked_text("this", value, lines=True, error=RecordError)
    )
    converter.register_structure_hook_func(_is_choice, _choice)
    converter.register_structure_hook(Rank, _rank)
    for protocol in PROTOCOLS:
        is_chapter = functools.partial(operator.is_, protocol)
        converter.register_structure_hook_func(is_chapter, _rule_reader(converter, known))
        converter.register_unstructure_hook_func(is_chapter, _rule_writer(converter))
    configure_tagged_union(Move, converter, tag_name="move")
    converter.register_structure_hook(Move, _move_reader(converter))
    read_rules = _object_reader(converter, Rules)
    write_rules = make_dict_unstructure_fn(Rules, converter)
    converter.register_structure_hook(
        Rules,
        lambda value, wanted: (
            _variant(value) if isinstance(value, str) else read_rules(value, wanted)
        ),
    )
    converter.register_unstructure_hook(Rules, lambda rules: _named(rules) or write_rules(rules))
    return converter


def _has_fields(rule: type) -> bool:
    return attrs.has(rule) or dataclasses.is_dataclass(rule)


def _own(rule: Any) -> type[object]:
    """A class of one's own, if its values can be written and read."""
    if not isinstance(rule, type) or not _has_fields(rule):
        raise RecordError(f"{shown(rule)} {_NO_FIELDS}")
    if "rule" in inspect.signature(rule).parameters:
        raise RecordError(
            f"{rule.__name__} has a field called 'rule', which in a file is the name of the class"
        )
    return rule


def _is_tuple(wanted: Any) -> bool:
    return typing.get_origin(wanted) is tuple


def is_pair(wanted: Any) -> bool:
    """Whether a tuple of so many entries is wanted, each of its own type."""
    return _is_tuple(wanted) and Ellipsis not in typing.get_args(wanted)


def _object_reader(converter: cattrs.Converter, wanted: Any) -> _Reader:
    """The reader of a class from an object with its fields."""
    read_fields = make_dict_structure_fn(wanted, converter)

    def read(value: Json, kind: Any) -> object:
        if not isinstance(value, dict):
            raise RecordError(f"{shown(value)} is not an object with keys and values")
        found: object = read_fields(value, kind)
        return found

    return read


def _tuple_reader(converter: cattrs.Converter, wanted: Any) -> _Reader:
    """The reader of a list, of any length or with one entry for each type."""
    kinds = typing.get_args(wanted)
    if kinds[1:] == (Ellipsis,):
        return _list_reader(kinds[0], converter.get_structure_hook(kinds[0]))
    readers = [converter.get_structure_hook(kind) for kind in kinds]

    def read(value: Json, _: Any) -> tuple[object, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(kinds):
            raise RecordError(f"{shown(value)} is not a list of {len(kinds)} entries")
        each = zip(readers, value, kinds, strict=True)
        return tuple(reader(entry, kind) for reader, entry, kind in each)

    return read


def _list_reader(kind: Any, read_entry: _Reader) -> _Reader:
    """The reader of a list, which is not too long and of which only the first faults are kept."""
    most = MOST_RULES if kind in PROTOCOLS else MOST_PAIRS if is_pair(kind) else MOST_MOVES

    def read(value: Json, _: Any) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise RecordError(f"{shown(value)} is not a list")
        found: list[object] = []
        faults: list[Exception] = []
        for place, entry in enumerate(at_most(most, value, "entries", error=RecordError)):
            try:
                found.append(read_entry(entry, kind))
            except Exception as error:  # noqa: BLE001 - as cattrs does, which sorts them out
                note = cattrs.IterableValidationNote(f"at {place}", place, kind)
                error.__notes__ = [*getattr(error, "__notes__", ()), note]
                faults.append(error)
            if len(faults) > MOST_FAULTS:
                break
        if faults:
            raise _FAULTS("in a list", faults, kind)
        return tuple(found)

    return read


def _listed(value: CardsLike) -> CardsLike:
    """Cards as they are, if they are no object, whose keys would be taken for them."""
    told: object = value
    if isinstance(told, dict):
        raise CardsError(f"{shown(value)} is not cards: give text like 'QS KS' or a list of texts")
    return value


def _tagged(value: Json, tag: str) -> tuple[str, dict[str, Json]]:
    """What an object says it is, by that key, and its other keys."""
    name = value.get(tag) if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str):
        raise RecordError(
            f"{shown(value)} is no {tag}: it must be an object whose key {tag!r} names one"
        )
    return name, {key: each for key, each in value.items() if key != tag}


def _move_reader(converter: cattrs.Converter) -> _Reader:
    readers = {kind.__name__: converter.get_structure_hook(kind) for kind in MOVES}

    def read(value: Json, wanted: Any) -> object:
        name, fields = _tagged(value, "move")
        if name not in readers:
            raise RecordError(f"{shown(name)} is no move{did_you_mean(name, readers)}")
        return readers[name](fields, wanted)

    return read


def _named(rules: Rules) -> str | None:
    """Slug and revision of a variant: ``"american@1"``; None for a rulebook of your own."""
    if type(rules) is not Rules:
        raise RecordError(
            f"a {type(rules).__name__} cannot be written, only Rules itself: put what is your own "
            "into rules for its chapters"
        )
    slug = variants.slug_of(rules)
    return f"{slug}@{variants.get(slug).revision}" if slug else None


def _variant(name: str) -> Rules:
    """The variant of that slug and revision; of the latest where there is no revision."""
    checked_text("the slug of a variant", name, error=RecordError)
    slug, at, revision = name.partition("@")
    rules = variants.get(slug)
    if at and revision != str(rules.revision):
        raise RecordError(
            f"revision {shown(revision)} of {slug} is not known here, only {rules.revision}"
        )
    return rules


def _exactly(plain: type, called: str) -> Callable[[Json, type], Json]:
    def read(value: Json, _: type) -> Json:
        if type(value) is not plain:
            raise RecordError(f"{shown(value)} is not {called}")
        return value

    return read


def _is_choice(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, Enum)


def _choice(value: Json, wanted: type[Enum]) -> Enum:
    known = {each.value: each for each in wanted}
    if not isinstance(value, str) or value not in known:
        raise RecordError(f"{shown(value)} is not {' or '.join(map(repr, known))}")
    return known[value]


def _rank(value: Json, _: type) -> Rank:
    if type(value) is not int or not Rank.TWO <= value <= Rank.ACE:
        raise RecordError(f"{shown(value)} is not a rank: ranks are 2 to 14, the ace")
    return Rank(value)


def _rule_reader(converter: cattrs.Converter, known: dict[str, type[object]]) -> _Reader:
    def read(value: Json, protocol: type) -> object:
        name, fields = _as_now(*_tagged(value, "rule"))
        if name not in known:
            raise RecordError(
                f"{shown(name)} is no rule of the library, and make_converter was given no class of "
                f"that name{did_you_mean(name, known)}"
            )
        rule: object = converter.structure(fields, known[name])
        if not isinstance(rule, protocol):
            raise RecordError(f"{name} is no choice for the chapter {protocol.__name__}")
        return rule

    return read


_FORMERLY: Final[dict[str, tuple[str, dict[str, Json]]]] = {
    "Add": ("Pay", {"others": 1}),
    "Subtract": ("Pay", {"shooter": -1}),
    "KittyToFirstPenalty": ("KittyTo", {"taker": "penalty"}),
}
"""Classes that records of version 1 may name, and what has become of them."""


def _as_now(name: str, fields: dict[str, Json]) -> tuple[str, dict[str, Json]]:
    """A rule as it is written now, where a record of version 1 has it in another way."""
    name, more = _FORMERLY.get(name, (name, {}))
    fields = fields | more
    if name == "HighestOfSuitLed" and "last_of_equals" in fields:
        fields["equals"] = "last" if fields.pop("last_of_equals") else "first"
    return name, fields


def _rule_writer(converter: cattrs.Converter) -> Callable[[Any], dict[str, Json]]:
    def write(rule: object) -> dict[str, Json]:
        kind = type(rule)
        if not _has_fields(kind):
            raise RecordError(f"{shown(rule)} cannot be written: its class {_NO_FIELDS}")
        return {"rule": kind.__name__, **converter.unstructure(rule, kind)}

    return write


CONVERTER: Final = make_converter()
