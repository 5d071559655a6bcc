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
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from heartslib import rules as chapters
from heartslib import variants
from heartslib.cards import Card, Cards, Rank, Suit, from_each
from heartslib.errors import HeartsError, RulesError, cause, shown
from heartslib.formats._json import MOST_FAULTS, Json, first_faults
from heartslib.formats.converter import BUILT_IN, CONVERTER, PROTOCOLS, is_pair
from heartslib.rules import Removals, Rules
from heartslib.rules._checks import members_of
from heartslib.rules.rulebook import CHAPTERS

MAX_CHARACTERS: Final = 100_000
"""The longest file that is read; a rulebook takes about a thousand characters."""
MAX_DEPTH: Final = 32
"""The deepest nesting of tables and lists that is read."""
LARGEST: Final = 1_000_000_000
"""The largest number that is read, positive or negative."""

_BASE: Final = "american"
_NONE: Final = "none"
_LONG: Final = 88
_SUITS: Final = {suit.word: " ".join(str(Card.of(rank, suit)) for rank in Rank) for suit in Suit}
_SUIT_WORD: Final = re.compile(rf"\b({'|'.join(_SUITS)})\b", re.IGNORECASE | re.ASCII)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")
_AT: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_PART: Final = r"""(?:[\w-]{1,200}+|"(?:[^"\\\n]|\\.){0,200}+"|'[^'\n]{0,200}+')"""
"""A part of a key.  Longer ones are not looked for: a file has room for too few of them to matter."""
_LONG_KEY: Final = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A key of too many parts, on which the TOML parser spends very long."""

_TWICE: Final = re.compile(r"Cannot declare \('(\w+)'.*\) twice")
"""How the TOML parser names a table that occurs twice."""
_LISTS: Final = {chapter.name for chapter in CHAPTERS if chapter.several}

_NOTES: Final[Mapping[str, Any]] = {
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
        raise RulesError(f"file must be a path, not {shown(file)}")
    try:
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
    if not isinstance(text, str):
        raise RulesError(f"{where}: a rulebook must be text, not {shown(text)}")
    if len(text) > MAX_CHARACTERS:
        raise RulesError(
            f"{where} is too long for a rulebook: more than {MAX_CHARACTERS} characters"
        )
    table = _parsed(text.removeprefix("\ufeff"), where)
    base, faults = variants.all()[_BASE], list[str]()
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
            chosen[key] = _choice(base, key, value)
        except RulesError as error:
            faults.append(str(error))
        if len(faults) > MOST_FAULTS:
            break
    if faults:
        raise RulesError(f"{where}: {first_faults(faults)}")
    try:
        return attrs.evolve(base, **chosen)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def _parsed(text: str, where: str) -> dict[str, Json]:
    too_deep = "this is nested too deeply for a rulebook"
    if key := _LONG_KEY.search(text):
        number = text.count("\n", 0, key.start()) + 1
        raise RulesError(f"{where}, line {number}: {too_deep}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = (at and at[1]) or len(text.splitlines())
        place = f", line {line}" if at else ""
        raise RulesError(f"{where}{place}: {_not_toml(_AT.sub('', str(error)))}") from None
    except RecursionError:
        raise RulesError(f"{where}: {too_deep}") from None
    except ValueError:  # Python reads no integer of thousands of digits
        raise RulesError(f"{where}: a number in it is far too long") from None


def _not_toml(fault: str) -> str:
    """What the TOML parser refuses, in other words if something was given twice."""
    if fault == "Cannot overwrite a value":
        return "this key was given before: keep one of the two"
    again = _TWICE.fullmatch(fault)
    if again is None:
        return f"this is not TOML: {fault}"
    several = f"write [[{again[1]}]], once for each rule"
    put_together = several if again[1] in _LISTS else "put all its keys into one"
    return f"there is a second table [{again[1]}]: {put_together}"


def _fault(path: _Path, sentence: object) -> RulesError:
    """The error for a fault at a key: ``moon.paid#2.rule: ...``."""
    parts = (
        f"#{part}"
        if isinstance(part, int)
        else f".{part if _BARE.fullmatch(part) else shown(part)}"
        for part in path
    )
    return RulesError(f"{''.join(parts)[1:]}: {sentence}")


def _choice(base: Rules, key: str, value: Json) -> Any:
    fields = _fields(Rules)
    if key not in fields:
        known = _known(key, ["based_on", *fields], "keys")
        raise RulesError(f"there is no chapter {shown(key)}; {known}")
    choice = _value(fields[key], value, (key,), getattr(base, key))
    attributes: Any = attrs.fields(Rules)
    converter = getattr(attributes, key).converter
    try:
        return converter(choice) if converter else choice
    except HeartsError as error:
        raise _fault((key,), error) from None


def _known(wrong: object, known: Sequence[str], what: str) -> str:
    """What was probably meant, and everything there is, for an error."""
    near = difflib.get_close_matches(str(wrong), known, n=2)
    meant = f"did you mean {' or '.join(near)}? T" if near else "t"
    return f"{meant}he {what} are {', '.join(known)}"


@functools.cache
def _fields(kind: type) -> Mapping[str, Any]:
    """The types of the fields that a class is made with, by name."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in attrs.fields(kind) if field.init}


def _needed(kind: type) -> list[str]:
    """The fields without defaults."""
    fields = attrs.fields(kind)
    return [field.name for field in fields if field.init and field.default is attrs.NOTHING]


def _members(protocol: type) -> set[str]:
    return {*members_of(protocol)}


@functools.cache
def _choices(protocol: type[object]) -> Mapping[str, type]:
    """The rules for a chapter by name, without those that fit a narrower protocol."""
    wanted = _members(protocol)
    narrower = [_members(each) for each in PROTOCOLS if wanted < _members(each)]
    return {
        kind.__name__: kind
        for kind in BUILT_IN
        if _members(kind) >= wanted and not any(_members(kind) >= each for each in narrower)
    }


@functools.cache
def _constants(protocol: type) -> Mapping[str, object]:
    """The choices of a chapter that are named constants, such as ``CANCELLING``."""
    return {
        name: value
        for name, value in vars(chapters).items()
        if type(value) in _choices(protocol).values()
    }


def _value(wanted: Any, value: Json, path: _Path, own: object = None) -> Any:
    """A value of the file as the type `wanted`; `own` is the value in the variant."""
    if len(path) > MAX_DEPTH:
        raise _fault(path[:3], "this is nested too deeply for a rulebook")
    parts = typing.get_args(wanted)
    if types.NoneType in parts:
        return None if value is False or value == _NONE else _value(parts[0], value, path, own)
    if typing.get_origin(wanted) is tuple:
        return (_pairs if is_pair(parts[0]) else _list)(parts[0], value, path)
    if wanted is Removals:
        return Removals(_value(_fields(Removals)["removed"], value, path))
    if wanted is chapters.Contract:
        return _contract(value, path)
    if wanted not in PROTOCOLS:
        return _leaf(wanted, value, path)
    constant = _constants(wanted).get(value) if isinstance(value, str) else None
    return _rule(wanted, value, path, own) if constant is None else constant


def _list(item: Any, value: Json, path: _Path) -> tuple[Any, ...]:
    """The values of a list; a single value is a list of one."""
    if not isinstance(value, list):
        return (_value(item, value, path),)
    return tuple(_value(item, each, (*path, number)) for number, each in enumerate(value, 1))


def _pairs(item: Any, value: Json, path: _Path) -> tuple[tuple[Any, Any], ...]:
    """The pairs of a table, or of a list of pairs if a key occurs twice."""
    key_kind, kind = typing.get_args(item)
    items: list[tuple[Json, Json, str | int]]
    if isinstance(value, dict):
        items = [(key, each, key) for key, each in value.items()]
    elif isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 for each in value
    ):
        pairs = typing.cast("list[list[Json]]", value)
        items = [(key, each, number) for number, (key, each) in enumerate(pairs, 1)]
    else:
        raise _fault(path, f"{shown(value)} is neither a table nor a list of pairs")
    read: list[tuple[Any, Any]] = []
    for key, each, place in items:
        one = _value(kind, each, (*path, place))
        read += [(name, one) for name in _keys(key_kind, key, (*path, place))]
    return tuple(read)


def _keys(kind: Any, key: Json, path: _Path) -> tuple[Any, ...]:
    """What a key of a table names, which may be several cards; keys are always text."""
    if kind is Card:
        return tuple(_leaf(Cards, key, path))
    if isinstance(key, str) and _WHOLE.fullmatch(key):
        key = int(key)
    return (_leaf(kind, key, path),)


def _leaf(wanted: Any, value: Json, path: _Path) -> Any:
    """A number, text, or cards."""
    try:
        leaf: object = CONVERTER.structure(_cards(value) if wanted is Cards else value, wanted)
    except ValueError as error:
        raise _fault(path, error) from None
    if isinstance(leaf, int) and abs(leaf) > LARGEST:
        raise _fault(path, f"a number must be from {-LARGEST} to {LARGEST}")
    return leaf


def _cards(value: Json) -> str:
    """The names of cards in one string, with words such as ``hearts`` replaced by their cards."""
    parts = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str) for part in parts):
        raise RulesError(f"{shown(value)} is not cards: write text such as 'QS 10D hearts'")
    joined = " ".join(map(str, parts))
    return _SUIT_WORD.sub(lambda match: f" {_SUITS[match[0].lower()]} ", joined)


def _no_rule(protocol: type, path: _Path, value: Json) -> str:
    """What is wrong with a value that is neither a table nor a name, and what would do."""
    if len(path) == 1 and isinstance(value, list) and all(isinstance(each, dict) for each in value):
        return f"write [{path[0]}], with single brackets"
    wrong = f"{_inline(value)[:60]} is not a rule"
    if value is False and path[0] in _LISTS:
        return f"{wrong}: for no rules at all, write {path[0]} = []"
    choices, constants = _choices(protocol), _constants(protocol)
    nothing = [name for name in constants if name.startswith("NO_")] if value is False else []
    for name, kind in choices.items() if isinstance(value, list) else ():
        for field, wanted in _fields(kind).items():
            with suppress(RulesError):  # a list that a field of the rule takes
                if typing.get_origin(wanted) is tuple and _value(wanted, value, path):
                    fits = f'{{rule = "{name}", {field} = {_inline(value)}}}'
                    return f"{wrong}: write {path[0]} = {fits}"
    table = f"write a table whose 'rule' is {' or '.join(choices)}"
    none = [f'write {path[-1]} = "{name}"' for name in nothing]
    return f"{wrong}: {none[0] if none else table}"


def _elsewhere(key: str, fields: Iterable[str]) -> str:
    if key in _fields(Rules) or key == "based_on":
        return f"{key!r} belongs above the first chapter"
    return _known(key, list(fields), "fields")


def _rule(protocol: type, value: Json, path: _Path, own: object) -> object:
    """A rule for a chapter from its table, or from its name alone."""
    choices, constants = _choices(protocol), _constants(protocol)
    if isinstance(value, str):
        value = {"rule": value}
    if not isinstance(value, dict):
        raise _fault(path, _no_rule(protocol, path, value))
    if "rule" not in value and own is None:
        raise _fault(path, f"'rule' is missing; the choices are {', '.join(choices)}")
    name = value.get("rule", type(own).__name__)
    if not isinstance(name, str) or name not in choices:
        known = _known(name, [*choices, *constants], "choices")
        raise _fault((*path, "rule"), f"{shown(name)} is not a choice here; {known}")
    kind = choices[name]
    given = _read(kind, {key: each for key, each in value.items() if key != "rule"}, path)
    if "rule" in value and (missing := [key for key in _needed(kind) if key not in given]):
        raise _fault(path, f"{name} needs the field {missing[0]!r}")
    try:
        return kind(**given) if "rule" in value else attrs.evolve(typing.cast("Any", own), **given)
    except HeartsError as error:
        raise _fault(path, error) from None


def _read(kind: type, table: Mapping[str, Json], path: _Path) -> dict[str, Any]:
    """The fields of a class that a table gives."""
    fields = _fields(kind)
    for key in table:
        if key not in fields:
            elsewhere = _elsewhere(key, fields)
            raise _fault(path, f"{kind.__name__} has no field {shown(key)}; {elsewhere}")
    return {key: _value(fields[key], each, (*path, key)) for key, each in table.items()}


def _contract(value: Json, path: _Path) -> chapters.Contract:
    """A contract from its table."""
    if not isinstance(value, dict) or "name" not in value:
        raise _fault(path, f"{shown(value)} is not a contract: write a table with a 'name'")
    given = _read(chapters.Contract, value, path)
    try:
        return chapters.Contract(**given)
    except HeartsError as error:
        raise _fault(path, error) from None


def dump(rules: Rules) -> str:
    """The rulebook as a TOML file, from which `loads` makes an equal rulebook.

    The file is based on American Hearts and holds every chapter that differs from it.

    Args:
        rules: The rulebook.

    Raises:
        RulesError: This is not a rulebook, or it has rules that are not of this library.
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"rules must be a Rules value, not {shown(rules)}")
    base = variants.all()[_BASE]
    table: dict[str, Json] = {"name": rules.name, "based_on": _BASE, "players": [*rules.players]}
    for chapter in _fields(Rules):
        choice = getattr(rules, chapter)
        if choice != _NOTES.get(chapter, getattr(base, chapter)):
            table[chapter] = _plain(choice)
    return "\n".join([*_table(table), ""])


def _plain(value: object) -> Json:  # noqa: PLR0911 - one for each kind of value
    """A choice as TOML values."""
    if _is_tuple(value):
        is_mapping = value and all(map(_is_tuple, value))
        return _mapping(value) if is_mapping else [_plain(each) for each in value]
    match value:
        case None:
            return _NONE
        case Removals():
            return _plain(value.removed)
        case Cards():
            return _spelled(value)
        case Enum():
            return _plain(value.value)
        case chapters.Contract():
            return {"name": value.name} | {key: _plain(it) for key, it in value.changes.items()}
        case str() | int():
            return value
        case Card():
            return str(value)
        case _:
            return _named(value)


def _is_tuple(value: object) -> typing.TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def _named(rule: object) -> Json:
    """A rule as a table of what differs from its defaults, or its name alone if nothing does."""
    kind: type = type(rule)
    if kind not in BUILT_IN:
        raise RulesError(
            f"{shown(rule)} cannot be written: a file can name only rules of the library"
        )
    needed, values = _needed(kind), {name: getattr(rule, name) for name in _fields(kind)}
    usual = kind(**{name: values[name] for name in needed})
    # a default name may depend on the other fields, so it is compared with the one they give
    named = kind(
        **{name: value for name, value in values.items() if name not in {"name"} - {*needed}}
    )
    given = {
        name: _plain(value)
        for name, value in values.items()
        if value != getattr(named if name == "name" else usual, name) or name in needed
    }
    return {"rule": kind.__name__, **given} if given else kind.__name__


def _mapping(pairs: tuple[tuple[Any, Any], ...]) -> Json:
    """Pairs as a table, with cards of equal value together; as a list if a key occurs twice."""
    if len(dict(pairs)) < len(pairs):
        return [[_plain(key), _plain(value)] for key, value in pairs]
    if not isinstance(pairs[0][0], Card):
        return {str(key): _plain(value) for key, value in pairs}
    cards: dict[Any, list[Card]] = {}
    for card, value in pairs:
        cards.setdefault(value, []).append(card)
    return {_spelled(from_each(each)): _plain(value) for value, each in cards.items()}


def _spelled(cards: Cards) -> str:
    """Cards as text, a whole suit by its word."""
    suits = {suit.word: str(cards.of(suit)) for suit in Suit}
    return " ".join(word if text == _SUITS[word] else text for word, text in suits.items() if text)


def _table(table: Mapping[str, Json], path: str = "") -> list[str]:
    """The lines of a table; chapters and long values become tables below it."""
    lines, below = list[str](), list[str]()
    for key, value in table.items():
        name = _key(key)
        line, header = f"{name} = {_inline(value)}", f"{path}.{name}".removeprefix(".")
        if isinstance(value, dict) and (not path or len(line) > _LONG):
            below += ["", f"[{header}]", *_table(value, header)]
        elif not path and isinstance(value, list) and any(isinstance(each, dict) for each in value):
            for each in value:
                rule = each if isinstance(each, dict) else {"rule": each}
                below += ["", f"[[{header}]]", *_table(rule, header)]
        elif isinstance(value, list) and len(line) > _LONG and _are_tables(value):
            for each in value:
                below += ["", f"[[{header}]]", *_table(each, header)]
        elif isinstance(value, list) and len(line) > _LONG:
            lines += [f"{name} = [", *(f"    {_inline(each)}," for each in value), "]"]
        else:
            lines.append(line)
    return lines + below


def _are_tables(value: list[Json]) -> typing.TypeGuard[list[dict[str, Json]]]:
    return all(isinstance(each, dict) for each in value)


def _inline(value: Json) -> str:
    """A value on one line; strings are escaped in a way that both JSON and TOML know."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_key(key)} = {_inline(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _inline(key)
