"""Write the JSON Schemas and the types: ``python -m tests.schemas.write``.

They are made from the classes that the records are read into, so the two cannot drift apart.  All schemas
are in one file, so each definition is written once.
"""

from __future__ import annotations

import json
import textwrap
import types
import typing
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from heartslib._values.arguments import MOST_PLAYERS, hints_of
from heartslib.cards import Card, Cards, Rank, Suit
from heartslib.events import Event
from heartslib.formats.converter import BASES, BUILT_IN, choices_of
from heartslib.moves import Move
from heartslib.phases import PHASE_NAMES
from heartslib.record import FORMAT, RULES_FORMAT, VERSION, Begun, RecordedRound
from heartslib.rules import Rules
from heartslib.sheet import Line, ScoreSheet
from heartslib.view import View
from heartslib.wire import ANSWER_FORMAT, MAX_EPOCH, MOVE_FORMAT, VIEW_FORMAT
from heartslib.wire import VERSION as WIRE_VERSION
from tests.schemas.declare import declarations

FOLDER = Path(__file__).parents[2] / "src" / "heartslib" / "schemas"

Schema: TypeAlias = dict[str, Any]

_LEAVES: Final[dict[Any, str]] = {
    Card: "card",
    Rank: "rank",
    Suit: "suit",
    Cards: "cards",
    tuple[Card, ...]: "cards",
}
_CHAPTERS: Final[tuple[Any, ...]] = BASES
_BETWEEN: Final = r"""[\s,;:|/+.\-_&()\[\]{}<>'"]*"""
_ONE: Final = r"(10|[*1-9TJQKAtjqka])[CDHScdhs♣♦♠♥♧♢♤♡]\uFE0F?"
_NAMES: Final = {rule.__name__ for rule in BUILT_IN}
_ABOVE_ZERO: Final = {"kitty_size", "offered", "hand_sizes", "captured_sizes"}
_WIDTH: Final = 80
_SEATS: Final = {
    *("seat", "dealer", "leader", "taker", "giver", "claimant", "namer"),
    *("seats", "to_act", "winners", "pooled", "others"),
}


def refers(name: str) -> Schema:
    """A reference to one of the definitions."""
    return {"$ref": f"#/$defs/{name}"}


def one_of(*choices: Schema) -> Schema:
    return {"anyOf": list(choices)}


def or_null(schema: Schema) -> Schema:
    return schema if NULL in schema.get("anyOf", []) else one_of(schema, NULL)


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def strict(properties: Mapping[str, Schema], needed: list[str]) -> Schema:
    """An object with these keys and no others."""
    found: Schema = {"type": "object", "properties": dict(properties)}
    if needed:
        found["required"] = needed
    return found | {"additionalProperties": False}


def headed(wanted: str, version: int, properties: Mapping[str, Schema]) -> Schema:
    """A record or message: its format and version, then all these keys, which it needs."""
    head: dict[str, Schema] = {"format": {"const": wanted}, "version": {"const": version}}
    return strict({**head, **properties}, [*head, *properties])


NULL: Final[Schema] = {"type": "null"}
EPOCH: Final[Schema] = {
    "description": "How often moves have been taken back; 0 if it is absent.",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_EPOCH,
}
PLAIN: Final[Schema] = {
    "card": {
        "description": 'A card: rank, then suit, such as "QS", "10d" or "Q♠".',
        "type": "string",
        "pattern": f"^{_BETWEEN}{_ONE}{_BETWEEN}$",
        "maxLength": 10_000,
    },
    "cards_text": {
        "description": 'Cards as a string, such as "QS KS AS"; "" for none.',
        "type": "string",
        "pattern": f"^{_BETWEEN}({_ONE}{_BETWEEN})*$",
        "maxLength": 10_000,
    },
    "cards": {
        "description": "Cards, as a string or a list of strings.",
        **one_of(refers("cards_text"), array(refers("cards_text"))),
    },
    "seat": {
        "description": "A seat, counted from 0.",
        "type": "integer",
        "minimum": 0,
        "maximum": MOST_PLAYERS - 1,
    },
    "rank": {
        "description": "A rank: 1 in a few packs, 2 to 10, 11 for the jack, 12, 13, and 14 for the ace.",
        "type": "integer",
        "minimum": 1,
        "maximum": int(Rank.ACE),
    },
    "suit": {"description": "A suit by its letter.", "enum": [suit.letter for suit in Suit]},
    "variant": {
        "description": 'A variant by its slug, with its revision where it matters: "american@1".',
        "type": "string",
        "pattern": "^[^@]+(@[0-9]+)?$",
    },
    "own_rule": {
        "description": "A rule that is not of the library: a reader must have been given its class.",
        "type": "object",
        "properties": {"rule": {"type": "string", "not": {"enum": sorted(_NAMES)}}},
        "required": ["rule"],
    },
}


class Definitions:
    """Definitions, each made when it is first referred to.

    Args:
        narrow: Whether what only the library writes has its one written form: every key that is always
            there is needed, a set of cards is a string, and cards in order are an array.
    """

    def __init__(self, *, narrow: bool = False) -> None:
        self.found: Schema = {}
        self.narrow = narrow
        self._written = False

    def of(self, wanted: Any, name: str = "") -> Schema:
        """The schema of a type, in a field of that name."""
        wanted = getattr(wanted, "__supertype__", wanted)  # cards that only one seat sees
        parts = typing.get_args(wanted)
        if self._written and wanted == Cards:
            return self.plain("cards_text")
        if wanted in _LEAVES and not (self._written and wanted == tuple[Card, ...]):
            return self.plain(_LEAVES[wanted])
        if types.NoneType in parts:
            return one_of(self.of(parts[0], name), NULL)
        if typing.get_origin(wanted) is tuple:
            return self.several(parts, name)
        return self.one(wanted, name)

    def one(self, wanted: Any, name: str) -> Schema:
        if attrs.has(wanted):
            return self.named(wanted)
        if wanted in _CHAPTERS:
            return self.chapter(wanted)
        if issubclass(wanted, Enum):
            return {"enum": [each.value for each in wanted]}
        return self.leaf(wanted, name)

    def leaf(self, wanted: type, name: str) -> Schema:
        if wanted is int and name in _SEATS:
            return self.plain("seat")
        if wanted is int and name in _ABOVE_ZERO:
            return {"type": "integer", "minimum": 0}
        if name == "phase":
            return {"enum": list(PHASE_NAMES)}
        return {"type": {int: "integer", str: "string", bool: "boolean"}[wanted]}

    def several(self, parts: tuple[Any, ...], name: str) -> Schema:
        if parts[-1] is Ellipsis:
            return array(self.of(parts[0], name))
        each = [self.of(part) for part in parts]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}

    def plain(self, name: str) -> Schema:
        self.found[name] = PLAIN[name]
        if name == "cards":
            self.plain("cards_text")
        return refers(name)

    def named(self, kind: type, tag: str = "") -> Schema:
        """An attrs class as an object; a tag is the key that says which class it is.

        A rulebook may also be the name of a variant.
        """
        name = kind.__name__ if tag else kind.__name__.lower()
        if name not in self.found:
            self.found[name] = {}  # it may contain itself
            before, self._written = self._written, self.is_written(kind, tag)
            keys, needed = self.fields(kind)
            self._written = before
            if tag:
                keys, needed = {tag: {"const": kind.__name__}, **keys}, [tag, *needed]
            written = {"description": first_line(kind), **strict(keys, needed)}
            self.found[name] = one_of(self.plain("variant"), written) if kind is Rules else written
        return refers(name)

    def is_written(self, kind: type, tag: str) -> bool:
        """Whether a class has its written form: rules and moves are what people write, too."""
        readable = tag in {"rule", "move"} or kind is Rules
        begins = self._written or tag == "event" or kind in {View, ScoreSheet}
        return self.narrow and begins and not readable

    def fields(self, kind: type) -> tuple[Schema, list[str]]:
        """The keys of a class, and which of them must be there."""
        hints = hints_of(kind)
        fields = [each for each in attrs.fields(kind) if each.init]
        needed = [field.name for field in fields if field.default is attrs.NOTHING]
        keys = {each.name: self.of(hints[each.name], each.name) for each in fields}
        if kind is Line:  # a line without data has no wording of its own
            keys["reason"] = {"description": "Why, in English.", "type": "string"}
            needed[needed.index("wording")] = "reason"
        elif self._written:
            needed = [*keys]
        return keys, needed

    def chapter(self, base: type) -> Schema:
        """The choices of a chapter."""
        name = base.__name__
        if name not in self.found:
            self.found[name] = {}
            choices = [self.named(rule, "rule") for rule in choices_of(base)]
            self.found[name] = {
                "description": first_line(base),
                **one_of(*choices, self.plain("own_rule")),
            }
        return refers(name)

    def moves(self) -> Schema:
        return self.tagged("move", Move)

    def tagged(self, tag: str, union: Any) -> Schema:
        """An object of one of several classes, which says under the key `tag` of which."""
        if tag not in self.found:
            self.found[tag] = {}
            kinds = typing.get_args(union)
            self.found[tag] = one_of(*(self.named(kind, tag) for kind in kinds))
        return refers(tag)


def first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0].replace("`", "")


def game_record(known: Definitions) -> Schema:
    names, moves = array({"type": "string"}), array(known.moves())
    keys: Schema = {
        "rules": known.of(Rules),
        "players": {"type": "integer", "minimum": 2, "maximum": MOST_PLAYERS},
        "dealer": known.plain("seat"),
        "names": names,
        "moves": moves,
        "begun": one_of(known.of(Begun), NULL),
    }
    found = headed(FORMAT, VERSION, keys)
    found["required"].remove("begun")
    return found


def rulebook(known: Definitions) -> Schema:
    return headed(RULES_FORMAT, VERSION, {"rules": known.of(Rules)})


def recorded_round(known: Definitions) -> Schema:
    hints = typing.get_type_hints(RecordedRound)
    split = {
        "description": "What each seat got, by its number.",
        "type": "object",
        "patternProperties": {"^[0-9]+$": known.plain("cards")},
        "additionalProperties": False,
    }
    fields = attrs.fields(RecordedRound)
    keys = {
        each.name: known.of(hints[each.name], each.name)
        for each in fields
        if each.name != "passes"  # a form of its own
    }
    for each in fields:
        if each.default in (None, ()) and each.name in keys:
            keys[each.name] = or_null(keys[each.name])
    keys["passes"] = one_of(array(one_of(known.plain("cards"), split)), NULL)
    known.found["round"] = {
        "description": first_line(RecordedRound),
        "type": "object",
        "properties": keys,
        "required": ["hands", "plays"],
    }
    return {
        "type": "object",
        "if": {"required": ["rounds"]},
        "then": {"properties": {"rounds": array(refers("round"))}},
        "else": refers("round"),
    }


def question(known: Definitions) -> Schema:
    """What a seat is asked, or nothing."""
    text: Schema = {"type": "string"}
    whole: Schema = {"type": "integer", "minimum": 0}
    objection = strict({"rule": text, "reason": text}, ["rule", "reason"])
    to = {**array(whole), "minItems": 2, "maxItems": 2}
    shapes: dict[str, Schema] = {
        "cards": {
            "among": array(known.plain("card")),
            "counts": {**array(whole), "minItems": 1},
            "barred": {"type": "object", "additionalProperties": objection},
            "to": array(to),
            "instead": array(text),
        },
        "name": {"names": {**array(text), "minItems": 1}, "words": array(text)},
        "yes-or-no": {"refusal": text},
    }
    whole_shapes = [
        {"shape": {"const": shape}, "verb": text, "task": text, **keys}
        for shape, keys in shapes.items()
    ]
    known.found["question"] = {
        "description": "What a seat is asked now.",
        **one_of(*(strict(keys, [*keys]) for keys in whole_shapes)),
    }
    return one_of(refers("question"), NULL)


def view(known: Definitions) -> Schema:
    keys = {
        "number": {"type": "integer"},
        "epoch": EPOCH,
        "since": {
            "description": "The number of the earlier view from which on there are events.",
            **one_of({"type": "integer", "minimum": 0}, NULL),
        },
        "events": array(known.tagged("event", Event)),
        "view": known.of(View),
        "question": question(known),
    }
    found = headed(VIEW_FORMAT, WIRE_VERSION, keys)
    optional = {"since", "events"} if known.narrow else {"since", "events", "epoch", "question"}
    found["required"] = [key for key in found["properties"] if key not in optional]
    return found


def move(known: Definitions) -> Schema:
    keys = {"number": {"type": ["integer", "null"]}, "epoch": EPOCH, "move": known.moves()}
    found = headed(MOVE_FORMAT, WIRE_VERSION, keys)
    found["required"] = ["format", "version", "move"]
    return found


def answer(known: Definitions) -> Schema:
    given: dict[str, Schema] = {
        "cards": known.plain("cards"),
        "name": {"type": "string"},
        "yes": {"type": "boolean"},
    }
    keys = {name: one_of(each, NULL) for name, each in given.items()}
    number: Schema = {"type": ["integer", "null"]}
    found = headed(ANSWER_FORMAT, WIRE_VERSION, {"number": number, "epoch": EPOCH, **keys})
    found["required"] = ["format", "version"]
    others = {name: {other: NULL for other in given if other != name} for name in given}
    return found | one_of(
        *(
            {"properties": {name: each, **others[name]}, "required": [name]}
            for name, each in given.items()
        )
    )


def vector(known: Definitions) -> Schema:
    known.found["beginning"] = {
        "description": "A game begins: its record, without moves.",
        **game_record(known),
    }
    made = {
        "move": known.moves(),
        "question": question(known),
        "events": array(known.tagged("event", Event)),
    }
    known.found["made"] = {
        "description": "A move, what its seat was asked, and what everyone has seen happen.",
        **strict(made, [*made]),
    }
    return one_of(refers("beginning"), refers("made"))


def score_card(known: Definitions) -> Schema:
    numbers = array({"type": "integer"})
    taken = array(known.plain("cards"))
    contract: Schema = {"contract": {"type": ["string", "null"]}}
    options: Schema = {
        **contract,
        "moon": {"type": ["string", "null"]},
        "charged": known.plain("cards"),
        "trick_counts": one_of(numbers, NULL),
        "partial": {"type": "boolean"},
        "bids": one_of(numbers, NULL),
    }
    known.found["taken"] = {
        "description": "A round by what each seat took, seat 0 first.",
        **strict({"taken": taken, **options}, ["taken"]),
    }
    known.found["tricks"] = {
        "description": "A round by its tricks, each in the order of play.",
        **strict({"tricks": taken, "leader": known.plain("seat"), **options}, ["tricks", "leader"]),
    }
    counted = array({"type": ["integer", "null"]})
    known.found["counted"] = {
        "description": "A round by the points of penalty cards that each seat took; null is the rest.",
        **strict({"counted": counted, "taken": taken, **options}, ["counted"]),
    }
    insist: Schema = {"insist": {"type": "boolean"}}
    known.found["points"] = {
        "description": "A round by the points that it gave in the end, seat 0 first.",
        **strict({"points": numbers, **insist, **contract}, ["points"]),
    }
    known.found["sheet"] = {
        "description": "A round by its score sheet.",
        **strict({"sheet": known.of(ScoreSheet), **contract}, ["sheet"]),
    }
    known.found["change"] = {
        "description": "Other rules, from the next round on.",
        **strict({"rules": known.of(Rules)}, ["rules"]),
    }
    known.found["penalty"] = {
        "description": "Points beside the rounds that players agreed on, such as for a renege.",
        **strict({"penalty": numbers, "reason": {"type": "string"}}, ["penalty"]),
    }
    known.found["start"] = {
        "description": "The scores before the first round, seat 0 first; this entry comes first.",
        **strict({"scores": numbers}, ["scores"]),
    }
    kinds = ("taken", "tricks", "counted", "points", "sheet", "change", "penalty", "start")
    known.found["rounds"] = array(one_of(taken, *map(refers, kinds)))
    keys: Schema = {
        "variant": one_of(known.plain("variant"), NULL),
        "rules": one_of(known.of(Rules), NULL),
        "names": one_of(array({"type": "string"}), NULL),
        "rounds": refers("rounds"),
    }
    return one_of(refers("rounds"), strict(keys, ["rounds"]))


_MADE: Final = {
    "game-record": ("A whole game as the list of its moves", game_record),
    "rulebook": ("A rulebook alone", rulebook),
    "recorded-round": ("One round that was played anywhere, or several", recorded_round),
    "view": ("What one seat knows, as a server sends it", view),
    "move": ("A move, as a seat sends it", move),
    "answer": ("An answer to a question, as a seat sends it", answer),
    "score-card": ("A game that was played elsewhere, round by round", score_card),
    "vector": ("A line of test vectors for an engine", vector),
}


def schema(name: str, *, narrow: bool = False) -> Schema:
    """The schema of that name: of what is read, or else of what is written."""
    title, make = _MADE[name]
    known = Definitions(narrow=narrow)
    body = make(known)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:heartslib:{name}:{VERSION}",
        "title": title,
        **body,
        "$defs": dict(sorted(known.found.items())),
    }


def text() -> str:
    """The file of all schemas, with what they share once."""
    schemas, shared = {name: schema(name) for name in _MADE}, Schema()
    for each in schemas.values():
        shared |= each.pop("$defs")
    return laid_out({"schemas": schemas, "$defs": dict(sorted(shared.items()))}) + "\n"


def laid_out(value: Any, indent: str = "") -> str:
    """JSON, with what is short on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= _WIDTH or line[0] not in "{[":
        return line
    deeper = indent + " "
    if line[0] == "[" and all(isinstance(each, str) for each in value):
        names = ", ".join(map(json.dumps, value))
        filled = textwrap.fill(names, _WIDTH, initial_indent=deeper, subsequent_indent=deeper)
        return f"[\n{filled}\n{indent}]"
    if line[0] == "{":
        parts = [f"{json.dumps(key)}: {laid_out(each, deeper)}" for key, each in value.items()]
    else:
        parts = [laid_out(each, deeper) for each in value]
    return f"{line[0]}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{line[-1]}"


def declared() -> str:
    """All of them as declarations for TypeScript."""
    return declarations({name: schema(name, narrow=True) for name in _MADE})


DECLARED: Final = FOLDER / "heartslib.d.ts"
KEPT: Final = FOLDER / "schemas.json"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
    DECLARED.write_text(declared(), encoding="utf-8")
