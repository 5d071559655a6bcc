"""A rulebook as a TOML file, which a family can write without a line of Python.

The file names the game that it is based on and the chapters that are played in another way::

    name = "The Millers' Hearts"
    based_on = "american"

    [moon]
    points = 30

    [[bonuses]]
    rule = "CardValues"
    values = {JD = -10}

`loads` and `load` read such a file, `dump` writes one.  A file holds values only: it names the
rules of this library, and nothing in it is ever run.
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
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from heartslib import rules as chapters
from heartslib import variants
from heartslib._given import MOST_PAIRS, MOST_RULES
from heartslib.cards import Card, Cards, Rank, Suit, from_each
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.formats._json import MOST_FAULTS
from heartslib.formats.record import Json, make_converter
from heartslib.rules import Removals, Rules

MAX_CHARACTERS: Final = 100_000
"""The longest file that is read; a rulebook takes about a thousand characters."""
_MOST_BYTES: Final = 4 * MAX_CHARACTERS
MAX_DEPTH: Final = 32
"""How deep tables and lists may stand in each other."""
LARGEST: Final = 1_000_000_000
"""The largest number that is read, and the smallest below zero."""

_BASE: Final = "american"
_NONE: Final = "none"
_REMOVED: Final = "removed"
_LONG: Final = 88
_WORDS: Final[Mapping[type, str]] = {
    int: "a whole number",
    bool: "true or false",
    str: "text in quotes",
}
_CONVERTER: Final = make_converter()
_SUITS: Final = {suit.word: " ".join(str(Card.of(rank, suit)) for rank in Rank) for suit in Suit}
_SUIT_WORD: Final = re.compile(rf"\b({'|'.join(_SUITS)})\b", re.IGNORECASE | re.ASCII)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")
_AT: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")

_NOTES: Final[Mapping[str, Any]] = {
    each.name: each.default for each in attrs.fields(Rules) if each.init and not each.eq
}
"""What only documents a rulebook, as it is where a file does not say it."""

_Path: TypeAlias = tuple[str | int, ...]


def load(file: str | os.PathLike[str]) -> Rules:
    """Read a rulebook from a TOML file in UTF-8; see `loads`.

    Args:
        file: Its path.

    Raises:
        RulesError: It cannot be read, or is no rulebook; the sentence names the file, and the
            line and chapter of each mistake.
    """
    where: object = os.fspath(file) if isinstance(file, os.PathLike) else file
    if not isinstance(where, str):
        raise RulesError(f"a rulebook is loaded from a path, not from {shown(file)}")
    try:
        with Path(where).open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
        text = data.decode("utf-8-sig", "replace" if len(data) > _MOST_BYTES else "strict")
    except UnicodeDecodeError:
        raise RulesError(f"{where} is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise RulesError(f"{where} cannot be read: {reason}") from None
    return loads(text, where)


def loads(text: str, where: str = "the file") -> Rules:
    """Read a rulebook from TOML text.

    Args:
        text: The text.  Its keys are the fields of `Rules`, and `based_on`, the slug of the
            variant that has all the other chapters (by default ``"american"``).
        where: What the text is called in the sentences of errors.

    Raises:
        RulesError: The text is no rulebook, or one that cannot be played; the sentence names
            the line and chapter of each mistake.
    """
    if not isinstance(text, str):
        raise RulesError(f"{where}: a rulebook is text, not {shown(text)}")
    if len(text) > MAX_CHARACTERS:
        raise RulesError(f"{where} is too long for a rulebook: over {MAX_CHARACTERS} characters")
    text = text.removeprefix("\ufeff")
    _check_depth(text, where)
    table = _parsed(text, where)
    base, chosen, problems = _chosen(table)
    if problems:
        places = _Places(text)
        found = [f"{places.named(each.path)}{each.sentence}" for each in problems[:MOST_FAULTS]]
        more = ["and more"] if len(problems) > MOST_FAULTS else []
        raise RulesError(f"{where}, {'; '.join(found + more)}")
    try:
        return attrs.evolve(base, **{**_NOTES, **chosen})
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def _parsed(text: str, where: str) -> dict[str, Json]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = (at and at[1]) or len(text.splitlines())
        place = f", line {line}" if at else ""
        raise RulesError(f"{where}{place}: this is not TOML: {_AT.sub('', str(error))}") from None
    except ValueError:  # Python reads no integer of thousands of digits
        raise RulesError(f"{where}: there is a number in it that is far too long") from None


def _check_depth(text: str, where: str) -> None:
    """Refuse long keys and deep nesting, which the parser of TOML is slow at or recurses into."""
    line, depth, dots = 1, 0, 0
    for match in _SIGN.finditer(text):
        sign = match[0]
        if sign in _STEPS:
            depth += _STEPS[sign]
        elif sign[0] not in "\"'#":
            dots += sign.count(".")
        if sign in {"\n", "=", ","}:
            dots = 0
        if max(depth, dots) > MAX_DEPTH:
            raise RulesError(f"{where}, line {line}: this is nested too deeply for a rulebook")
        line += sign.count("\n")


class _Problem(Exception):
    """What is wrong, and at which path of keys and places."""

    def __init__(self, path: _Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path
        self.sentence = sentence


def _chosen(table: dict[str, Json]) -> tuple[Rules, dict[str, Any], list[_Problem]]:
    """The variant, what the file says instead, and the first things that are wrong."""
    problems: list[_Problem] = []
    slug: Any = table.pop("based_on", _BASE)
    base = variants.all()[_BASE]
    try:
        base = variants.get(slug)
    except RulesError as error:
        problems.append(_Problem(("based_on",), str(error)))
    if "name" not in table:
        problems.append(
            _Problem((), "'name' is missing: say what the game is called, before all chapters")
        )
    chosen: dict[str, Any] = {}
    for key, value in table.items():
        try:
            chosen[key] = _choice(base, key, value)
        except _Problem as problem:
            problems.append(problem)
        if len(problems) > MOST_FAULTS:
            break
    return base, chosen, problems


def _choice(base: Rules, key: str, value: Json) -> Any:
    fields = _fields(Rules)
    if key not in fields:
        keys = ["based_on", *fields]
        raise _Problem((key,), f"there is no chapter {shown(key)}; {_known(key, keys, 'keys')}")
    found = _value(fields[key], value, (key,), getattr(base, key))
    attributes: Any = attrs.fields(Rules)
    converter = getattr(attributes, key).converter
    try:
        return converter(found) if converter else found
    except HeartsError as error:
        raise _Problem((key,), str(error)) from None


def _known(wrong: str, known: Sequence[str], what: str) -> str:
    """What was meant perhaps, and everything that there is."""
    near = difflib.get_close_matches(wrong, known, n=2)
    meant = f"did you mean {' or '.join(near)}? T" if near else "t"
    return f"{meant}he {what} are {', '.join(known)}"


@functools.cache
def _fields(kind: type) -> Mapping[str, Any]:
    """What a class is made with, by the types of its fields, the name last."""
    hints = typing.get_type_hints(kind)
    names = [field.name for field in attrs.fields(kind) if field.init]
    if kind is not Rules:
        names.sort(key=lambda name: name == "name")
    return {name: hints[name] for name in names}


def _members(protocol: type) -> set[str]:
    return {name for name in dir(protocol) if not name.startswith("_")}


_PROTOCOLS: Final = tuple(
    each
    for each in vars(chapters).values()
    if isinstance(each, type) and getattr(each, "_is_protocol", False)
)


@functools.cache
def _choices(protocol: type) -> Mapping[str, type]:
    """The rules for a chapter by their names: those that fit no narrower protocol too."""
    narrower = [each for each in _PROTOCOLS if _members(protocol) < _members(each)]
    return {
        kind.__name__: kind
        for kind in vars(chapters).values()
        if isinstance(kind, type)
        and attrs.has(kind)
        and _fits(kind, protocol)
        and not any(_fits(kind, each) for each in narrower)
    }


def _fits(kind: type, protocol: type) -> bool:
    return all(hasattr(kind, member) for member in _members(protocol))


def _value(wanted: Any, value: Json, path: _Path, own: object = None) -> Any:
    """A value of the file as the type that is wanted; `own` is what the variant has there."""
    if len(path) > MAX_DEPTH:
        raise _Problem(path, "tables and lists stand too deep in each other")
    kind, optional = _required(wanted)
    if optional and (value is False or value == _NONE):
        return None
    if typing.get_origin(kind) is tuple:
        return _several(typing.get_args(kind)[0], value, path)
    if kind is Removals:
        inner = value.get(_REMOVED, value) if isinstance(value, dict) else value
        return Removals(_value(_fields(Removals)[_REMOVED], inner, path))
    if getattr(kind, "_is_protocol", False):
        return _rule(kind, value, path, own)
    return _leaf(kind, value, path)


def _required(wanted: Any) -> tuple[Any, bool]:
    """The type without its None, and whether it had one."""
    parts = typing.get_args(wanted)
    return (parts[0], True) if types.NoneType in parts else (wanted, False)


def _several(item: Any, value: Json, path: _Path) -> tuple[Any, ...]:
    """The values of a list, or the pairs of a table; a single value is a list of one."""
    if _is_pair(item):
        return _pairs(typing.get_args(item), value, path)
    if not isinstance(value, list):
        return (_value(item, value, path),)
    most = MOST_RULES if getattr(item, "_is_protocol", False) else MOST_PAIRS
    if len(value) > most:
        raise _Problem(path, f"there are {len(value)} entries; {most} are the most")
    return tuple(_value(item, each, (*path, at)) for at, each in enumerate(value))


def _is_pair(wanted: Any) -> bool:
    return typing.get_origin(wanted) is tuple and Ellipsis not in typing.get_args(wanted)


def _pairs(kinds: tuple[Any, ...], value: Json, path: _Path) -> tuple[tuple[Any, Any], ...]:
    key_kind, kind = kinds
    found: list[tuple[Any, Any]] = []
    for key, each, place in _items(value, path):
        one = _value(kind, each, place)
        found += [(key, one) for key in _keys(key_kind, key, place)]
    return tuple(found)


def _items(value: Json, path: _Path) -> Iterator[tuple[Json, Json, _Path]]:
    """The keys and values of a table or of a list of pairs, each with its path."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key, each, (*path, key)
        return
    for at, pair in enumerate(value if isinstance(value, list) else [value]):
        if not isinstance(pair, list) or len(pair) != 2:
            raise _Problem(path, f"{shown(value)} is neither a table nor a list of pairs")
        yield pair[0], pair[1], (*path, at)


def _keys(kind: Any, key: Json, path: _Path) -> tuple[Any, ...]:
    """A key of a table, which is always text, as what it stands for: several cards perhaps."""
    if kind is Card:
        return tuple(_leaf(Cards, key, path))
    if isinstance(key, str) and _WHOLE.fullmatch(key):
        key = int(key)
    return (_leaf(kind, key, path),)


def _leaf(wanted: Any, value: Json, path: _Path) -> Any:
    """A number, text, or cards."""
    name = next(part for part in reversed(path) if isinstance(part, str))
    name = name if _BARE.fullmatch(name) else shown(name)
    if wanted is Cards:
        value = _spelled_out(value, path)
    try:
        found: object = _CONVERTER.structure(value, wanted)
    except ValueError as error:
        if wanted in _WORDS and type(value) is not wanted:
            kind = _WORDS[wanted]
        elif issubclass(wanted, Enum) and not issubclass(wanted, int):
            kind = f"one of {', '.join(repr(each.value) for each in wanted)}"
        else:
            raise _Problem(path, f"{name}: {error}") from None
        raise _Problem(path, f"{name} must be {kind}, not {shown(value)}") from None
    if isinstance(found, int) and abs(found) > LARGEST:
        raise _Problem(path, f"{name}: numbers go to {LARGEST} and no further")
    return found


def _spelled_out(value: Json, path: _Path) -> str:
    """Text of cards, or a list of texts, with the words for whole suits replaced by their cards."""
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) for each in texts):
        raise _Problem(path, f"{shown(value)} are no cards: write text such as 'QS 10D hearts'")
    joined = " ".join(map(str, texts))
    return _SUIT_WORD.sub(lambda match: f" {_SUITS[match[0].lower()]} ", joined)


def _rule(protocol: type, value: Json, path: _Path, own: object) -> object:
    """A rule for a chapter from its table, or from its name alone."""
    choices = _choices(protocol)
    if isinstance(value, str):
        value = {"rule": value}
    if not isinstance(value, dict):
        raise _Problem(
            path,
            f"{shown(value)} is no rule: write a table whose 'rule' is {' or '.join(choices)}",
        )
    kind = type(own)
    if "rule" in value:
        kind = _class(choices, value["rule"], (*path, "rule"))
    elif own is None:
        raise _Problem(path, f"'rule' is missing; the choices are {', '.join(choices)}")
    given = _given(kind, value, path)
    try:
        return kind(**given) if "rule" in value else attrs.evolve(typing.cast("Any", own), **given)
    except HeartsError as error:
        said = str(error)
        spoken = (key for key in given if re.search(rf"\b{key.removesuffix('s')}s?\b", said))
        key = next(spoken, None)
        raise _Problem(path if key is None else (*path, key), said) from None


def _class(choices: Mapping[str, type], name: Json, path: _Path) -> type:
    if not isinstance(name, str) or name not in choices:
        raise _Problem(
            path, f"{shown(name)} is no choice here; {_known(str(name), list(choices), 'choices')}"
        )
    return choices[name]


def _given(kind: type, value: dict[str, Json], path: _Path) -> dict[str, Any]:
    """The fields of a rule that its table gives."""
    fields, given = _fields(kind), dict[str, Any]()
    for key, each in value.items():
        if key == "rule":
            continue
        if key not in fields:
            raise _Problem(
                (*path, key),
                f"{kind.__name__} has no field {shown(key)}; {_known(key, list(fields), 'fields')}",
            )
        given[key] = _value(fields[key], each, (*path, key))
    missing = [name for name in _needed(kind) if name not in given]
    if missing and "rule" in value:
        raise _Problem(path, f"{kind.__name__} needs the field {missing[0]!r}")
    return given


def _needed(kind: type) -> list[str]:
    """The fields that must be given."""
    return [each.name for each in attrs.fields(kind) if each.init and each.default is attrs.NOTHING]


_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_SIGN: Final = re.compile(
    r'"""(?:\\[\s\S]|[^\\])*?(?:""""{0,2}|\Z)|'
    r"'''[\s\S]*?(?:''''{0,2}|\Z)|"
    r'"(?:\\.|[^"\\\n])*+"?|'
    r"'[^'\n]*+'?|"
    r"#[^\n]*|\n|[\[\]{},=]|"
    r"""[^\s\[\]{},="'#]+"""
)


@attrs.define
class _Open:
    """A table or list of the text that is being read.

    Attributes:
        path: Its path.
        at: The place in a list; in a table the number of the entry, which means nothing.
        is_list: Whether it is a list.
        entry: The path of the value that is being read in a table; empty before its ``=``.
    """

    path: _Path
    is_list: bool = False
    at: int = 0
    entry: _Path = ()


class _Places:
    """The lines of a TOML text on which its tables and values begin.  The text is valid."""

    def __init__(self, text: str) -> None:
        self._lines: dict[_Path, int] = {}
        self._tables: dict[_Path, int] = {}
        self._open = [_Open(())]
        self._key: list[str] = []
        self._brackets = 0
        self._line = 1
        for match in _SIGN.finditer(text + "\n"):
            self._read(match[0])
            self._line += match[0].count("\n")

    def named(self, path: _Path) -> str:
        """The line of a path, or of what it stands in, and its chapter."""
        lines = [self._lines.get(path[:end], 0) for end in range(len(path), 0, -1)]
        line = next(filter(None, lines), 1)
        chapter = f" ({path[0]})" if path and path[0] in _fields(Rules) else ""
        return f"line {line}{chapter}: "

    def _read(self, sign: str) -> None:
        here = self._open[-1]
        if sign == "\n":
            self._end_line()
        elif sign in {"]", "}"} and len(self._open) > 1:
            self._open.pop()
        elif sign == ",":
            here.at, here.entry, self._key = here.at + 1, (), []
        elif sign == "=":
            here.entry, self._key = (*here.path, *self._key), []
            self._lines.setdefault(here.entry, self._line)
        elif not sign.startswith("#"):
            self._read_part(sign, here)

    def _read_part(self, sign: str, here: _Open) -> None:
        """A value, or a part of a key or of the header of a table."""
        if here.is_list or here.entry:
            place = here.entry or (*here.path, here.at)
            self._lines.setdefault(place, self._line)
            if sign in {"[", "{"}:
                self._open.append(_Open(place, is_list=sign == "["))
        elif sign == "[":
            self._brackets += 1
        elif sign[0] in "\"'":
            self._key.append(sign[1:-1])
        elif sign != "]":
            self._key += filter(None, sign.split("."))

    def _end_line(self) -> None:
        if len(self._open) > 1:
            return
        if self._brackets:
            self._open = [_Open(self._header())]
        self._open[0].entry, self._key, self._brackets = (), [], 0

    def _header(self) -> _Path:
        path: _Path = ()
        for number, part in enumerate(self._key, 1):
            path = (*path, part)
            self._lines.setdefault(path, self._line)
            if number == len(self._key) and self._brackets > 1:
                self._tables[path] = self._tables.get(path, -1) + 1
            if path in self._tables:
                path = (*path, self._tables[path])
                self._lines.setdefault(path, self._line)
        return path


def dump(rules: Rules) -> str:
    """The rulebook as a TOML file, which `loads` reads: an equal rulebook.

    It is based on the American game, and every chapter that differs from it is written out.

    Args:
        rules: The rulebook.

    Raises:
        RulesError: It is none, or has rules that are not of this library.
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"{shown(rules)} is no rulebook to write")
    base = variants.all()[_BASE]
    head = [f"name = {_quoted(rules.name)}", f"based_on = {_quoted(_BASE)}"]
    head.append(f"players = {_toml(tuple[int, ...], rules.players)}")
    tables: list[str] = []
    for chapter, wanted in _fields(Rules).items():
        choice = getattr(rules, chapter)
        if chapter in _NOTES:
            head += _entry(chapter, wanted, choice) if choice != _NOTES[chapter] else []
        elif chapter in {"name", "players"} or choice == getattr(base, chapter):
            continue
        elif typing.get_origin(wanted) is not tuple:
            tables += _table(f"[{chapter}]", chapter, _required(wanted)[0], choice)
        elif not choice:
            head.append(f"{chapter} = []")
        else:
            (protocol, _) = typing.get_args(wanted)
            for each in choice:
                tables += _table(f"[[{chapter}]]", chapter, protocol, each)
    return "\n".join([*head, *tables, ""])


def _table(header: str, chapter: str, protocol: Any, rule: Any) -> list[str]:
    """A rule as a table, its long mappings in tables of their own below it."""
    lines, below = ["", header], list[str]()
    lines.append(f"rule = {_quoted(_name_of(protocol, rule))}")
    for name, wanted, value in _own_fields(rule):
        entry = _entry(name, wanted, value)
        if len(entry[0]) > _LONG and _is_mapping(wanted) and entry[0].endswith("}"):
            below += ["", f"[{chapter}.{name}]", *_mapping(wanted, value)]
        else:
            lines += entry
    return [*lines, *below]


def _name_of(protocol: type, rule: object) -> str:
    kind = type(rule)
    if kind not in _choices(protocol).values():
        raise RulesError(
            f"{shown(rule)} cannot be written: a file names only the library's own rules for "
            f"{protocol.__name__}, which are {', '.join(_choices(protocol))}"
        )
    return kind.__name__


def _own_fields(rule: object) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a rule that are not as they would be if nothing was said."""
    kind: type = type(rule)
    needed = _needed(kind)
    plain = kind(**{name: getattr(rule, name) for name in needed})
    for name, wanted in _fields(kind).items():
        value = getattr(rule, name)
        if name in needed or value != getattr(plain, name):
            yield name, wanted, value


def _entry(key: str, wanted: Any, value: Any) -> list[str]:
    """A key and its value: one line, or a line for each item of a long list."""
    line = f"{key} = {_toml(wanted, value)}"
    if len(line) <= _LONG or not line.endswith("]"):
        return [line]
    (item, _) = typing.get_args(wanted)
    return [f"{key} = [", *(f"    {_toml(item, each)}," for each in value), "]"]


def _toml(wanted: Any, value: Any) -> str:
    """A value in one line."""
    kind, _ = _required(wanted)
    if value is None:
        return _quoted(_NONE)
    if typing.get_origin(kind) is tuple:
        return _listed(typing.get_args(kind)[0], value)
    if kind is Removals:
        return f"{{{', '.join(_mapping(kind, value))}}}"
    if getattr(kind, "_is_protocol", False):
        return _inline(kind, value)
    return _plain(value)


def _listed(item: Any, value: tuple[Any, ...]) -> str:
    if not _is_pair(item):
        return f"[{', '.join(_toml(item, each) for each in value)}]"
    if len(dict(value)) == len(value):
        return f"{{{', '.join(_mapping(tuple[item, ...], value))}}}"
    key, kind = typing.get_args(item)
    return f"[{', '.join(f'[{_toml(key, one)}, {_toml(kind, each)}]' for one, each in value)}]"


def _is_mapping(wanted: Any) -> bool:
    return wanted is Removals or any(map(_is_pair, typing.get_args(wanted)))


def _mapping(wanted: Any, value: Any) -> list[str]:
    """Pairs as the entries of a table; cards of one value together."""
    if wanted is Removals:
        wanted, value = _fields(Removals)[_REMOVED], value.removed
    key, kind = typing.get_args(typing.get_args(wanted)[0])
    found: dict[str, str] = {}
    if key is Card:
        groups: dict[str, list[Card]] = {}
        for card, each in value:
            groups.setdefault(_toml(kind, each), []).append(card)
        found = {_spelled(from_each(cards)): text for text, cards in groups.items()}
    else:
        found = {str(one): _toml(kind, each) for one, each in value}
    return [f"{one if _BARE.fullmatch(one) else _quoted(one)} = {found[one]}" for one in found]


def _inline(protocol: type, rule: Any) -> str:
    """A rule inside another: its name alone, where that says it all."""
    name = _quoted(_name_of(protocol, rule))
    fields = [f"{key} = {_toml(wanted, value)}" for key, wanted, value in _own_fields(rule)]
    return f"{{{', '.join([f'rule = {name}', *fields])}}}" if fields else name


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, Enum):
        return _quoted(str(value.value))
    return _quoted(_spelled(value) if isinstance(value, Cards) else str(value))


def _spelled(cards: Cards) -> str:
    """Cards as text, a whole suit by its word."""
    parts: list[str] = []
    for suit in Suit:
        text = str(cards.of(suit))
        parts.append(suit.word if text == _SUITS[suit.word] else text)
    return " ".join(filter(None, parts))


def _quoted(text: str) -> str:
    """Text in double quotes, escaped as JSON and TOML both have it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
