"""Rulebooks as TOML files, which a family can write without a line of Python.

A file names the game it is based on and the chapters that differ::

    name = "The Millers' Hearts"
    based_on = "american"

    [moon]
    points = 30

    [[bonuses]]
    rule = "CardValues"
    values = {JD = -10}

`loads` and `load` read such a file, `dump` writes one.  A file holds only values: it names rules of
this library, and nothing in it is ever run.

The same types as in Python say what a key may hold, but a family writes them more freely than a program does: one
card for a list of cards, a rule by its name alone, ``none`` for what a game does without.  So values are read here
by their type (`_read_value`), and only numbers, text and cards go through the converter of records.  Whoever
makes a mistake has no debugger: an error names the line or the key, and what would do.
"""

from __future__ import annotations

import difflib
import functools
import json
import os
import re
import tomllib
import types
import typing
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from heartslib import rules as chapters
from heartslib import variants
from heartslib._values.arguments import of_kind, prefixed_errors
from heartslib.cards import Card, Cards, Suit, from_each
from heartslib.errors import RulesError, cause, quoted
from heartslib.formats._json import MOST_FAULTS, Json, first_faults
from heartslib.formats.converter import BASES, BUILT_IN, CONVERTER, choices_of, is_pair
from heartslib.rules import Removals, Rules
from heartslib.rules.book.rulebook import CHAPTERS

MAX_CHARACTERS = 100_000
"""The longest file that is read; a rulebook takes about a thousand characters."""
MAX_DEPTH = 32
"""The deepest nesting of tables and lists that is read."""
LARGEST = 1_000_000_000
"""The largest number that is read, positive or negative."""

_BASE = "american"
_NONE = "none"
_LONG = 88
"""A longer value becomes a table of its own, or several lines."""
_BARE = re.compile(r"[A-Za-z0-9_-]{1,60}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_PART = r"""(?:[\w-]{1,200}+|"(?:[^"\\\n]|\\.){0,200}+"|'[^'\n]{0,200}+')"""
"""A part of a key.  Longer ones are not looked for: a file has room for too few of them to matter."""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A key of too many parts, on which the TOML parser spends very long."""

_TWICE = re.compile(r"Cannot declare \('(\w+)'.*\) twice")
"""How the TOML parser names a table that occurs twice."""
_LISTS = {chapter.name for chapter in CHAPTERS if chapter.several}

_NOTES: Mapping[str, Any] = {
    field.name: field.default for field in attrs.fields(Rules) if field.init and not field.eq
}
"""The fields that only document a rulebook, with their defaults."""

_Path: TypeAlias = tuple[str | int, ...]


def load(file: str | os.PathLike[str]) -> Rules:
    """Read a rulebook from a TOML file in UTF-8; see `loads`.

    Args:
        file: The path of the file.

    Raises:
        RulesError: The file cannot be read or is not a rulebook; the message names the file, and
            the key of each mistake.
    """
    where: object = os.fspath(file) if isinstance(file, os.PathLike) else file
    if not isinstance(where, str):
        raise RulesError(f"file must be a path, not {quoted(file)}")
    try:
        # line ends as they are: TOML refuses some; and one character more than is allowed, for `loads` to see
        with Path(where).open(encoding="utf-8-sig", newline="") as stream:
            text = stream.read(MAX_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise RulesError(f"{where} is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        raise RulesError(f"{where} cannot be read: {cause(error)}") from None
    return loads(text, where)


def loads(text: str, where: str = "the file") -> Rules:
    """Read a rulebook from TOML text.

    Args:
        text: The TOML.  Its keys are the fields of `Rules` and `based_on`, the slug of the variant
            that the other chapters are taken from (by default ``"american"``).
        where: How errors call the text.

    Raises:
        RulesError: The text is not a rulebook, or not a playable one; the message names the key
            of each mistake, such as ``moon.points``, or ``play#2.cards`` for the second rule of
            play.
    """
    of_kind(str, text, f"{where}: a rulebook must be text", RulesError)
    if len(text) > MAX_CHARACTERS:
        raise RulesError(
            f"{where} is too long for a rulebook: more than {MAX_CHARACTERS} characters"
        )
    table = _parse_toml(text.removeprefix("\ufeff"), where)
    base = variants.all()[_BASE]
    faults = list[str]()
    slug: Any = table.pop("based_on", _BASE)
    try:
        base = variants.get(slug)
    except RulesError as error:
        faults.append(f"based_on: {error}")
    if "name" not in table:
        faults.append("'name' is missing: name the game, above all chapters")
    chosen = dict(_NOTES)
    for key, value in table.items():
        try:
            chosen[key] = _read_chapter(base, key, value)
        except RulesError as error:
            faults.append(str(error))
        if len(faults) > MOST_FAULTS:
            break
    if faults:
        raise RulesError(f"{where}: {first_faults(faults)}")
    with prefixed_errors(where, RulesError):
        return attrs.evolve(base, **chosen)


def _parse_toml(text: str, where: str) -> dict[str, Json]:
    too_deep = "this is nested too deeply for a rulebook"
    key = _LONG_KEY.search(text)
    if key:
        number = text.count("\n", 0, key.start()) + 1
        raise RulesError(f"{where}, line {number}: {too_deep}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = (at and at[1]) or len(text.splitlines())
        place = f", line {line}" if at else ""
        raise RulesError(f"{where}{place}: {_toml_fault(_AT.sub('', str(error)))}") from None
    except RecursionError:
        raise RulesError(f"{where}: {too_deep}") from None
    except ValueError:  # Python reads no integer of thousands of digits
        raise RulesError(f"{where}: a number in it is far too long") from None


def _toml_fault(fault: str) -> str:
    """What the TOML parser refuses, in other words if something was given twice."""
    if fault == "Cannot overwrite a value":
        return "this key was given before: keep one of the two"
    again = _TWICE.fullmatch(fault)
    if again is None:
        return f"this is not TOML: {fault}"
    several = f"write [[{again[1]}]], once for each rule"
    put_together = several if again[1] in _LISTS else "put all its keys into one"
    return f"there is a second table [{again[1]}]: {put_together}"


def _place_of(path: _Path) -> str:
    """A key as errors name it: ``moon.paid#2.rule``."""
    place = ""
    for part in path:
        mark = "#" if isinstance(part, int) else "."
        place += f"{mark}{part if _BARE.fullmatch(str(part)) else quoted(part)}"
    return place[1:]


def _fault_at(path: _Path, sentence: str) -> RulesError:
    return RulesError(f"{_place_of(path)}: {sentence}")


def _read_chapter(base: Rules, key: str, value: Json) -> Any:
    fields = _fields_of(Rules)
    if key not in fields:
        known = _known_names(key, ["based_on", *fields], "keys")
        raise RulesError(f"there is no chapter {quoted(key)}; {known}")
    choice = _read_value(fields[key], value, (key,), getattr(base, key))
    attributes: Any = attrs.fields_dict(Rules)
    converter = attributes[key].converter
    with prefixed_errors(key, RulesError):
        return converter(choice) if converter else choice


def _known_names(wrong: object, known: Sequence[str], what: str) -> str:
    """What was probably meant, and everything there is, for an error."""
    near = difflib.get_close_matches(str(wrong), known, n=2)
    meant = f"did you mean {' or '.join(near)}? T" if near else "t"
    return f"{meant}he {what} are {', '.join(known)}"


@functools.cache
def _fields_of(kind: type) -> Mapping[str, Any]:
    """The types of the fields that a class is made with, by name."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in attrs.fields(kind) if field.init}


def _needed_fields(kind: type) -> list[str]:
    """The fields without defaults."""
    fields = attrs.fields_dict(kind)
    return [name for name in _fields_of(kind) if fields[name].default is attrs.NOTHING]


@functools.cache
def _choices_for(base: type) -> Mapping[str, type]:
    """The rules for a chapter by name."""
    return {kind.__name__: kind for kind in choices_of(base)}


@functools.cache
def _constants_for(base: type) -> Mapping[str, object]:
    """The choices of a chapter that are named constants, such as ``CANCELLING``."""
    kinds = _choices_for(base).values()
    return {name: value for name, value in vars(chapters).items() if type(value) in kinds}


def _read_value(wanted: Any, value: Json, path: _Path, own: object = None) -> Any:
    """A value of the file as the type `wanted`; `own` is the value in the variant."""
    if len(path) > MAX_DEPTH:
        raise _fault_at(path[:3], "this is nested too deeply for a rulebook")
    parts = typing.get_args(wanted)
    is_off = value is False or value == _NONE
    if types.NoneType in parts:
        return None if is_off else _read_value(parts[0], value, path, own)
    if typing.get_origin(wanted) is tuple:
        read = _read_pairs if is_pair(parts[0]) else _read_list
        return read(parts[0], value, path)
    if wanted is Removals:
        return Removals(_read_value(_fields_of(Removals)["removed"], value, path))
    if wanted in {chapters.Contract, chapters.Quota}:
        what = wanted.__name__.lower()
        key = next(iter(_fields_of(wanted)))
        if not isinstance(value, dict) or key not in value:
            raise _fault_at(path, f"{quoted(value)} is not a {what}: write a table with a {key!r}")
        return _read_fields(wanted, value, path)
    if wanted not in BASES:
        return _read_leaf(wanted, value, path)
    ready = _constants_for(wanted)
    named = _choices_for(wanted)
    if is_off:
        words = (f"NO_{path[-1]}".upper(), f"No{str(path[-1]).title()}")  # NO_PASSING, or NoMoon
        value = next((word for word in words if word in {*ready, *named}), value)
    constant = ready.get(value) if isinstance(value, str) else None
    return _read_rule(wanted, value, path, own) if constant is None else constant


def _read_list(item: Any, value: Json, path: _Path) -> tuple[Any, ...]:
    """The values of a list; a single value is a list of one."""
    if not isinstance(value, list):
        return (_read_value(item, value, path),)
    return tuple(_read_value(item, entry, (*path, number)) for number, entry in enumerate(value, 1))


def _read_pairs(pair: Any, value: Json, path: _Path) -> tuple[tuple[Any, Any], ...]:
    """The pairs of a table, or of a list of pairs if a key occurs twice."""
    key_kind, kind = typing.get_args(pair)
    entries: list[tuple[str | int, Json, Json]]
    if isinstance(value, dict):
        entries = [(key, key, entry) for key, entry in value.items()]
    else:
        listed = value if isinstance(value, list) else [value]
        pairs = [pair for pair in listed if isinstance(pair, list) and len(pair) == 2]
        if len(pairs) < len(listed):
            raise _fault_at(path, f"{quoted(value)} is neither a table nor a list of pairs")
        entries = [(number, key, entry) for number, (key, entry) in enumerate(pairs, 1)]
    read: list[tuple[Any, Any]] = []
    for part, key, entry in entries:
        leaf = _read_value(kind, entry, (*path, part))
        # a key may name several cards: hearts = 1
        read += [(name, leaf) for name in _read_key(key_kind, key, (*path, part))]
    return tuple(read)


def _read_key(kind: Any, key: Json, path: _Path) -> tuple[Any, ...]:
    """What a key of a table names, which may be several cards; keys are always text."""
    if kind is Card:
        return tuple(_read_leaf(Cards, key, path))
    if isinstance(key, str) and _WHOLE.fullmatch(key):
        key = int(key)
    return (_read_leaf(kind, key, path),)


def _read_leaf(wanted: Any, value: Json, path: _Path) -> Any:
    """A number, text, or cards."""
    with prefixed_errors(_place_of(path), RulesError):
        leaf: object = CONVERTER.structure(value, wanted)
    if isinstance(leaf, int) and abs(leaf) > LARGEST:
        raise _fault_at(path, f"a number must be from {-LARGEST} to {LARGEST}")
    return leaf


def _not_a_rule(base: type, path: _Path, value: Json) -> str:
    """What is wrong with a value that is neither a table nor a name, and what would do."""
    if len(path) == 1 and isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return f"write [{path[0]}], with single brackets"
    wrong = f"{_on_one_line(value)[:60]} is not a rule"
    if value is False and path[0] in _LISTS:
        return f"{wrong}: for no rules at all, write {path[0]} = []"
    choices = _choices_for(base)
    if isinstance(value, list):  # perhaps one that a field of a rule takes
        for name, kind in choices.items():
            for field, wanted in _fields_of(kind).items():
                with suppress(RulesError):
                    if typing.get_origin(wanted) is tuple and _read_value(wanted, value, path):
                        fits = f'{{rule = "{name}", {field} = {_on_one_line(value)}}}'
                        return f"{wrong}: write {path[0]} = {fits}"
    return f"{wrong}: write a table whose 'rule' is {' or '.join(choices)}"


def _read_rule(base: type, value: Json, path: _Path, own: object) -> object:
    """A rule for a chapter from its table, or from its name alone."""
    choices = _choices_for(base)
    if isinstance(value, str):
        value = {"rule": value}
    if not isinstance(value, dict):
        raise _fault_at(path, _not_a_rule(base, path, value))
    if "rule" not in value:
        if own is None:
            raise _fault_at(path, f"'rule' is missing; the choices are {', '.join(choices)}")
        return _read_fields(type(own), value, path, own)
    table = dict(value)
    name = table.pop("rule")
    if not isinstance(name, str) or name not in choices:
        known = _known_names(name, [*choices, *_constants_for(base)], "choices")
        raise _fault_at((*path, "rule"), f"{quoted(name)} is not a choice here; {known}")
    return _read_fields(choices[name], table, path)


def _read_fields(kind: type, table: Mapping[str, Json], path: _Path, own: Any = None) -> object:
    """A value of a class from its fields; the others are those of `own`, or the defaults."""
    fields = _fields_of(kind)
    for key in table:
        if key not in fields:
            elsewhere = _known_names(key, list(fields), "fields")
            if key in _fields_of(Rules) or key == "based_on":
                elsewhere = f"{key!r} belongs above the first chapter"
            raise _fault_at(path, f"{kind.__name__} has no field {quoted(key)}; {elsewhere}")
    values = {key: _read_value(fields[key], entry, (*path, key)) for key, entry in table.items()}
    missing = [key for key in _needed_fields(kind) if key not in values]
    if own is None and missing:
        raise _fault_at(path, f"{kind.__name__} needs the field {missing[0]!r}")
    with prefixed_errors(_place_of(path), RulesError):
        return kind(**values) if own is None else attrs.evolve(own, **values)


def dump(rules: Rules) -> str:
    """The rulebook as a TOML file, from which `loads` makes an equal rulebook.

    The file is based on American Hearts and holds every chapter that differs from it.

    Args:
        rules: The rulebook.

    Raises:
        RulesError: This is not a rulebook, or it has rules that are not of this library.
    """
    of_kind(Rules, rules, "rules must be a Rules value", RulesError)
    base = variants.all()[_BASE]
    table: dict[str, Json] = {"name": rules.name, "based_on": _BASE, "players": [*rules.players]}
    for chapter in _fields_of(Rules):
        choice = getattr(rules, chapter)
        if choice != _NOTES.get(chapter, getattr(base, chapter)):
            table[chapter] = _as_toml(choice)
    return "\n".join([*_lines_of_table(table), ""])


def _as_toml(value: object) -> Json:  # noqa: PLR0911 - one for each kind of value
    """A choice as TOML values."""
    if _is_tuple(value):
        is_mapping = value and all(map(_is_tuple, value))
        return _pairs_as_toml(value) if is_mapping else [*map(_as_toml, value)]
    match value:
        case None:
            return _NONE
        case Removals():
            return _as_toml(value.removed)
        case Cards():
            return _with_words(value)
        case chapters.Contract() | chapters.Quota():
            fields = attrs.asdict(value, recurse=False)
            return {key: _as_toml(field) for key, field in fields.items() if field is not None}
        case Card() | Enum() | str() | int():
            leaf: Json = CONVERTER.unstructure(value)
            return leaf
        case _:
            return _rule_as_toml(value)


def _is_tuple(value: object) -> typing.TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def _rule_as_toml(rule: object) -> Json:
    """A rule as a table of what differs from its defaults, or its name alone if nothing does."""
    kind: type = type(rule)
    if kind not in BUILT_IN:
        raise RulesError(
            f"{quoted(rule)} cannot be written: a file can name only rules of the library"
        )
    needed = _needed_fields(kind)
    values = {name: getattr(rule, name) for name in _fields_of(kind)}
    usual = kind(**{name: values[name] for name in needed})
    # a default name may depend on the other fields, so it is compared with the one they give
    unnamed = [name for name in values if name != "name" or name in needed]
    named = kind(**{name: values[name] for name in unnamed})
    table: dict[str, Json] = {}
    for name, value in values.items():
        usually = getattr(named if name == "name" else usual, name)
        if name in needed or value != usually:
            table[name] = _as_toml(value)
    return {"rule": kind.__name__, **table} if table else kind.__name__


def _pairs_as_toml(pairs: tuple[tuple[Any, Any], ...]) -> Json:
    """Pairs as a table, with cards of equal value together; as a list if a key occurs twice."""
    if len(dict(pairs)) < len(pairs):
        return [[_as_toml(key), _as_toml(value)] for key, value in pairs]
    if not isinstance(pairs[0][0], Card):
        return {str(key): _as_toml(value) for key, value in pairs}
    cards_of: dict[Any, list[Card]] = {}
    for card, value in pairs:
        cards_of.setdefault(value, []).append(card)
    return {_with_words(from_each(cards)): _as_toml(value) for value, cards in cards_of.items()}


def _with_words(cards: Cards) -> str:
    """Cards as text, a whole suit by its word."""
    parts: list[str] = []
    for suit in Suit:
        own = cards.of(suit)
        if own:
            parts.append(suit.word if own == Cards(suit.word) else str(own))
    return " ".join(parts)


def _lines_of_table(table: Mapping[str, Json], path: str = "") -> list[str]:
    """The lines of a table; chapters and long values become tables below it."""
    lines: list[str] = []
    below: list[str] = []  # in TOML a key after a table belongs to it
    for key, value in table.items():
        name = _spelled_key(key)
        line = f"{name} = {_on_one_line(value)}"
        header = f"{path}.{name}".removeprefix(".")
        is_long = len(line) > _LONG
        entries = value if isinstance(value, list) else []
        are_tables = [isinstance(entry, dict) for entry in entries]
        if isinstance(value, dict) and (is_long or not path):
            below += ["", f"[{header}]", *_lines_of_table(value, header)]
        elif any(are_tables) and (not path or (is_long and all(are_tables))):
            for entry in entries:
                rule = entry if isinstance(entry, dict) else {"rule": entry}
                below += ["", f"[[{header}]]", *_lines_of_table(rule, header)]
        elif entries and is_long:
            lines += [f"{name} = [", *(f"    {_on_one_line(entry)}," for entry in entries), "]"]
        else:
            lines.append(line)
    return lines + below


def _on_one_line(value: Json) -> str:
    """A value on one line; strings are escaped in a way that both JSON and TOML know."""
    if isinstance(value, dict):
        entries = [f"{_spelled_key(key)} = {_on_one_line(entry)}" for key, entry in value.items()]
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_on_one_line, value))}]"
    return json.dumps(value, ensure_ascii=False, default=str)  # dates, in errors only


def _spelled_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _on_one_line(key)


__all__ = [
    "LARGEST",
    "MAX_CHARACTERS",
    "MAX_DEPTH",
    "dump",
    "load",
    "loads",
]

__dir__ = __all__.copy  # what `dir` shows of the module
