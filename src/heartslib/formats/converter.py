"""The cattrs converter, which turns games, moves, views and rules into JSON values and back.

A file never names code: its rules are classes of `heartslib.rules`, or classes passed to
`make_converter`.  Unlike a pickle it cannot make Python import or call anything, whoever wrote it.

Cattrs reads fields by their types.  What is added here is strictness, since a file may be forged: true is no
number, lists have a bounded length, and a list with many faults is not read to its end.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import typing
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, TypeAlias

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from heartslib import rules as chapters
from heartslib import variants
from heartslib._values.arguments import (
    MOST_PAIRS,
    MOST_RULES,
    at_most,
    checked_text,
    did_you_mean,
    plain,
    whole_within,
)
from heartslib._values.bits import NAMES
from heartslib.cards import Card, Cards, Rank, Suit, in_order
from heartslib.errors import RecordError, quoted
from heartslib.events import Event
from heartslib.formats._json import MOST_FAULTS, MOST_MOVES, Json, checked_rules
from heartslib.moves import PLAYS, ChangeRules, Move, Play
from heartslib.rules import Rules
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.sheet import Line
from heartslib.words import with_article

BASES: tuple[type, ...] = (
    *dict.fromkeys(chapter.base for chapter in CHAPTERS),
    *(chapters.PassPattern, chapters.Payment),
)
"""The base classes of the chapters, and those of the parts of their rules."""
BUILT_IN = tuple(
    rule
    for rule in vars(chapters).values()
    if isinstance(rule, type)
    and attrs.has(rule)
    and "name" in attrs.fields_dict(rule)
    and not issubclass(rule, chapters.chapters.Rulebook | chapters.Contract)
)
"""The rule classes that any file may name."""


def choices_of(base: type) -> list[type[Any]]:
    """The built-in choices for a chapter, or for a part of one."""
    return [rule for rule in BUILT_IN if issubclass(rule, base)]


_MOST_CLASSES = 1_000
_PLAIN: tuple[Any, ...] = (tuple[int, ...], tuple[str, ...])
"""Lists of what JSON has as it is."""
_NO_FIELDS = "is not an attrs class: decorate it with @attrs.frozen"
_FAULTS: Any = cattrs.IterableValidationError
_Reader: TypeAlias = Callable[[Any, Any], Any]
"""A structure hook of cattrs: makes a value of a class from JSON values."""


class _Converter(cattrs.Converter):
    def __repr__(self) -> str:
        return "make_converter()"  # in the signatures of those that take one


def make_converter(own_rules: Iterable[type[object]] = ()) -> cattrs.Converter:
    """A cattrs converter that reads and writes games, moves and rules.

    Args:
        own_rules: Rule classes of your own (frozen attrs classes), which files then name by the
            name of the class.

    Raises:
        RecordError: One of them is not such a class, or two classes have the same name.
    """
    own = at_most(_MOST_CLASSES, own_rules, "own_rules", error=RecordError)
    rules = (*BUILT_IN, *map(_checked_class, own))
    known: dict[str, type[object]] = {rule.__name__: rule for rule in rules}
    if len(known) < len(rules):
        raise RecordError(
            "two rule classes have the same name, so a file could not tell them apart"
        )
    converter = _Converter(forbid_extra_keys=True)
    converter.register_structure_hook_factory(attrs.has, _object_reader)
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)
    _register_values(converter)
    _register_rules(converter, known)
    _register_lines(converter)
    for tag, union in (("move", Move), ("event", Event)):
        converter.register_structure_hook(union, _tagged_reader(converter, union, tag))
        converter.register_unstructure_hook(union, _tagged_writer(converter, tag))
    return converter


def _register_values(converter: cattrs.Converter) -> None:
    """Cards, suits, numbers and text."""
    converter.register_structure_hook(Card, lambda value, _: Card.parse(value))
    converter.register_structure_hook(Cards, lambda value, _: Cards(value))
    converter.register_structure_hook(Suit, lambda value, _: Suit(value))
    converter.register_unstructure_hook(Card, str)
    converter.register_unstructure_hook(Cards, str)
    converter.register_unstructure_hook(Suit, lambda suit: suit.letter)
    converter.register_structure_hook_func(
        lambda wanted: wanted == tuple[Card, ...], lambda value, _: in_order(value)
    )
    # written at once: entry by entry, as cattrs does it, a view would take twice as long
    converter.register_unstructure_hook_func(_PLAIN.__contains__, list)
    converter.register_unstructure_hook_func(
        lambda wanted: wanted == tuple[Card, ...],
        lambda cards: [NAMES[card.place] for card in cards],
    )
    converter.register_structure_hook(int, _plain_reader(int, "a whole number"))
    converter.register_structure_hook(bool, _plain_reader(bool, "true or false"))
    converter.register_structure_hook(
        str, lambda value, _: checked_text("this", value, lines=True, error=RecordError)
    )
    converter.register_structure_hook(Enum, _read_choice)
    converter.register_structure_hook(Rank, _read_rank)


def _register_rules(converter: cattrs.Converter, known: dict[str, type[object]]) -> None:
    """The rules of a chapter with the name of their class, and a rulebook, as a variant if it is one."""
    converter.register_structure_hook_func(BASES.__contains__, _rule_reader(converter, known))
    converter.register_unstructure_hook_func(BASES.__contains__, _rule_writer(converter, known))
    read = _object_reader(Rules, converter)
    write = make_dict_unstructure_fn(Rules, converter)
    converter.register_structure_hook(Rules, lambda value, kind: _read_rules(value, kind, read))
    converter.register_unstructure_hook(
        Rules, lambda rules: _name_of_variant(rules) or write(rules)
    )


def _register_lines(converter: cattrs.Converter) -> None:
    """The lines of a sheet, with their reason in words as well: a client may know no wording."""
    read = _object_reader(Line, converter)
    write = make_dict_unstructure_fn(Line, converter, _cattrs_omit_if_default=True)
    converter.register_structure_hook(Line, lambda value, kind: read(_with_wording(value), kind))
    converter.register_unstructure_hook(Line, lambda line: {**write(line), "reason": line.reason})


def _with_wording(value: Json) -> Json:
    """A line with its wording: that of a line without data is its reason."""
    if not isinstance(value, dict):
        return value
    if "reason" not in value:
        raise RecordError("a line of a sheet needs its reason")
    fields = dict(value)
    return {"wording": fields.pop("reason"), **fields}


def _has_fields(rule: type) -> bool:
    return attrs.has(rule) or dataclasses.is_dataclass(rule)


def _checked_class(rule: Any) -> type[object]:
    """A rule class of the caller, if its values can be written and read."""
    if not isinstance(rule, type) or not _has_fields(rule):
        raise RecordError(f"{quoted(rule)} {_NO_FIELDS}")
    if "rule" in inspect.signature(rule).parameters:
        raise RecordError(
            f"{rule.__name__} has a field 'rule', but in a file that key is the name of the class"
        )
    return rule


def _is_tuple(wanted: Any) -> bool:
    return typing.get_origin(wanted) is tuple


def is_pair(wanted: Any) -> bool:
    """Whether a type is a tuple of fixed length."""
    return _is_tuple(wanted) and Ellipsis not in typing.get_args(wanted)


def _object_reader(wanted: Any, converter: cattrs.Converter, **spelled: Any) -> _Reader:
    """A reader of a class from a JSON object with its fields."""
    read_fields = make_dict_structure_fn(wanted, converter, **spelled)

    def read(value: Json, kind: Any) -> object:
        if not isinstance(value, dict):
            raise RecordError(f"{quoted(value)} is not a JSON object")
        result: object = read_fields(value, kind)
        return result

    return read


def _tuple_reader(wanted: Any, converter: cattrs.Converter) -> _Reader:
    """A reader of a list, of any length or with one entry for each type."""
    kinds = typing.get_args(wanted)
    if kinds[1:] == (Ellipsis,):
        return _list_reader(kinds[0], converter.get_structure_hook(kinds[0]))
    readers = [converter.get_structure_hook(kind) for kind in kinds]

    def read(value: Json, _: Any) -> tuple[object, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(kinds):
            raise RecordError(f"{quoted(value)} is not a list of {len(kinds)} entries")
        entries = zip(readers, value, kinds, strict=True)
        return tuple(reader(entry, kind) for reader, entry, kind in entries)

    return read


def _list_reader(kind: Any, read_entry: _Reader) -> _Reader:
    """A reader of a list of bounded length, which stops after the first few faults."""
    most = MOST_MOVES
    if kind in BASES:
        most = MOST_RULES
    elif is_pair(kind):
        most = MOST_PAIRS

    def read(value: Json, _: Any) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise RecordError(f"{quoted(value)} is not a list")
        structured: list[object] = []
        faults: list[Exception] = []
        for place, entry in enumerate(at_most(most, value, "entries", error=RecordError)):
            try:
                structured.append(read_entry(entry, kind))
            except Exception as error:  # noqa: BLE001 - cattrs does the same and sorts them out
                error.add_note(cattrs.IterableValidationNote(f"at {place}", place, kind))
                faults.append(error)
            if len(faults) > MOST_FAULTS:
                break
        if faults:
            raise _FAULTS("in a list", faults, kind)
        return tuple(structured)

    return read


def _name_and_fields(value: Json, tag: str) -> tuple[str, dict[str, Json]]:
    """The name that an object has under the key `tag`, and its other keys."""
    fields = dict(value) if isinstance(value, dict) else {}
    name = fields.pop(tag, None)
    if not isinstance(name, str):
        must = f"give an object whose key {tag!r} names one"
        raise RecordError(f"{quoted(value)} is not {with_article(tag)}: {must}")
    return name, fields


def _known_play(value: Json) -> Play | None:
    """The play that an object is, if it is one and nothing is wrong with it; otherwise None."""
    if not isinstance(value, dict) or value.get("move") != "Play" or len(value) != 3:
        return None
    seat, card = value.get("seat"), value.get("card")
    if type(seat) is not int or not isinstance(card, str):  # True would count as 1
        return None
    return _PLAYS.get((seat, card))


_PLAYS = {(play.seat, str(play.card)): play for plays in PLAYS for play in plays}
"""Each play by its seat and its card as files spell it."""


def _tagged_reader(converter: cattrs.Converter, union: Any, tag: str) -> _Reader:
    """A reader of a value of one of several classes, named under the key `tag`."""
    kinds = {kind.__name__: kind for kind in typing.get_args(union)}
    # made when a class is first read: to make all of them takes longer than the first round
    reader_of = functools.cache(converter.get_structure_hook)

    def read(value: Json, wanted: Any) -> object:
        if union is Move:  # most moves are plays
            play = _known_play(value)
            if play is not None:
                return play
        name, fields = _name_and_fields(value, tag)
        if name not in kinds:
            raise RecordError(f"there is no {tag} {quoted(name)}{did_you_mean(name, kinds)}")
        return reader_of(kinds[name])(fields, wanted)

    return read


def _tagged_writer(converter: cattrs.Converter, tag: str) -> Callable[[Any], dict[str, Json]]:
    """A writer of a value, with the name of its class under the key `tag`."""
    writer_of = functools.cache(converter.get_unstructure_hook)

    def write(value: Any) -> dict[str, Json]:
        kind: Any = type(value)  # pyright: ignore[reportUnknownVariableType] - of anything
        fields: dict[str, Json] = writer_of(kind)(value)
        fields[tag] = kind.__name__
        return fields

    return write


def _name_of_variant(rules: Rules) -> str | None:
    """Slug and revision of a variant, ``"american@1"``; None for any other rulebook."""
    if type(rules) is not Rules:
        raise RecordError(
            f"a {type(rules).__name__} cannot be written, only Rules itself: put your own code into "
            "rules for its chapters"
        )
    slug = variants.slug_of(rules)
    return f"{slug}@{variants.get(slug).revision}" if slug else None


def _read_rules(value: Json, kind: type[Rules], read: _Reader) -> Any:
    """A variant by its slug, or a rulebook that is written in full."""
    if isinstance(value, str):
        return _read_variant(value)
    checked_rules([value])
    return read(value, kind)


def _read_variant(name: str) -> Rules:
    """The variant with a slug and a revision, by default the latest.

    Another revision is refused: by other rules the moves of a record may be illegal, or score otherwise.
    """
    checked_text("the slug of a variant", name, error=RecordError)
    slug, at, revision = name.partition("@")
    rules = variants.get(slug)
    if at and revision != str(rules.revision):
        raise RecordError(
            f"revision {quoted(revision)} of {slug} is unknown here, only {rules.revision} is known"
        )
    return rules


def _plain_reader(kind: type, called: str) -> _Reader:
    def read(value: Json, _: Any) -> object:
        number = plain(value)
        if type(number) is not kind:  # for isinstance true would be a whole number
            raise RecordError(f"{quoted(value)} is not {called}")
        return number

    return read


def _read_choice(value: Json, wanted: type[Enum]) -> Enum:
    known = {choice.value: choice for choice in wanted}
    if not isinstance(value, str) or value not in known:
        raise RecordError(f"{quoted(value)} is not {' or '.join(map(repr, known))}")
    return known[value]


def _read_rank(value: Json, _: type) -> Rank:
    return Rank(whole_within(1, Rank.ACE, value, "ranks are 1 to 14 (the ace)", error=RecordError))


def _rule_reader(converter: cattrs.Converter, known: dict[str, type[object]]) -> _Reader:
    def read(value: Json, base: type) -> object:
        name, fields = _name_and_fields(value, "rule")
        if name not in known:
            raise RecordError(
                f"{quoted(name)} is not a rule of the library, nor of a class passed to "
                f"make_converter{did_you_mean(name, known)}"
            )
        rule: object = converter.structure(fields, known[name])
        if not isinstance(rule, base):
            raise RecordError(f"{name} is not a rule for the chapter {base.__name__}")
        return rule

    return read


def _rule_writer(
    converter: cattrs.Converter, known: dict[str, type[object]]
) -> Callable[[Any], dict[str, Json]]:
    def write(rule: object) -> dict[str, Json]:
        kind = type(rule)
        if not _has_fields(kind):
            raise RecordError(f"{quoted(rule)} cannot be written: its class {_NO_FIELDS}")
        if known.get(kind.__name__) is not kind:
            raise RecordError(
                f"{quoted(rule)} cannot be written, because nothing could read it again: give "
                f"converter=make_converter([{kind.__name__}])"
            )
        return {"rule": kind.__name__, **converter.unstructure(rule, kind)}

    return write


# a move that holds rules names a class of a room above its own
attrs.resolve_types(ChangeRules, localns={"Rules": Rules})

CONVERTER = make_converter()
