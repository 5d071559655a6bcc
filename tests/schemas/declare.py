"""Declarations for TypeScript, made from the JSON Schemas.

`tests.schemas.write` writes them.  A definition that several schemas have is declared once.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

_MESSAGES: Final = {"view": "ViewMessage", "move": "MoveMessage", "answer": "AnswerMessage"}
"""The forms that share their name with what they carry."""
_OTHERWISE: Final = {"deal": "MixedDeal", "rounds": "CardRounds", "scoresheet": "ScoreSheet"}
"""Definitions that only a capital would tell from a class, or a word from two."""
_PLAIN: Final = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}
_SHORT: Final = 60
_HEAD: Final = """\
// The records and messages of heartslib, made from its JSON Schemas, which say more: bounds of numbers,
// and how cards are spelled.
"""


def declarations(schemas: Mapping[str, Schema]) -> str:
    """All the forms as one module.

    Raises:
        ValueError: Two definitions would have the same name and differ.
    """
    declared: dict[str, Schema] = {}
    for name, schema in schemas.items():
        form = {"description": f"{schema['title']}.", **schema}
        parts = {type_name(key): each for key, each in schema["$defs"].items()}
        for called, each in [(form_name(name), form), *parts.items()]:
            if declared.setdefault(called, each) != each:
                raise ValueError(f"two definitions are called {called}")
        if len(parts) < len(schema["$defs"]):
            raise ValueError(f"two definitions of {name} have the same name")
    return "\n".join([_HEAD, *(_declared(name, each) for name, each in declared.items())])


def form_name(name: str) -> str:
    """The name of the type of a form."""
    return _MESSAGES.get(name, type_name(name))


def type_name(name: str) -> str:
    """The name of a type: ``game-record`` is ``GameRecord``."""
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    parts = name.replace("-", "_").split("_")
    return "".join(part[:1].upper() + part[1:] for part in parts)


def _declared(name: str, schema: Schema) -> str:
    return f"{_comment(schema)}export type {name} ={_spaced(_type_of(schema))};\n"


def _spaced(kind: str) -> str:
    """A type with a blank before it, unless it begins on the next line."""
    return kind if kind.startswith("\n") else f" {kind}"


def _comment(schema: Schema, indent: str = "") -> str:
    if "description" not in schema:
        return ""
    said = re.sub(r"\bNone\b", "null", schema["description"])
    words = textwrap.wrap(said, 92 - len(indent))
    if len(words) == 1:
        return f"{indent}/** {words[0]} */\n"
    return "".join(
        f"{indent}{line}\n" for line in ["/**", *(f" * {each}" for each in words), " */"]
    )


def _type_of(schema: Schema, indent: str = "") -> str:
    """A type; its lines after the first are indented."""
    parts = [*_parts_of(schema, indent)]
    if len(parts) == 1 and parts[0].startswith("("):
        return parts[0][1:-1].rstrip()
    return " & ".join(parts) or "unknown"


def _parts_of(schema: Schema, indent: str) -> Iterator[str]:
    """The types that a value must have all together."""
    if "$ref" in schema:
        yield type_name(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        yield json.dumps(schema["const"])
    if "enum" in schema:
        yield f"({' | '.join(map(json.dumps, schema['enum']))})"
    if "if" in schema:
        wanted = {**schema["then"], **schema["if"]}
        yield f"({_type_of({'type': 'object', **wanted}, indent)} | {_type_of(schema['else'])})"
    elif schema.get("type") == "array":
        yield _array(schema, indent)
    elif schema.get("type") == "object" or "properties" in schema:
        yield _object(schema, indent)
    elif "type" in schema:
        named: str | list[str] = schema["type"]
        kinds = [named] if isinstance(named, str) else named
        yield f"({' | '.join(_PLAIN[kind] for kind in kinds)})"
    if "anyOf" in schema:
        yield _choice(schema["anyOf"], indent)


def _choice(choices: list[Schema], indent: str) -> str:
    inner = f"{indent}  "
    kinds = [_type_of(each, inner) for each in choices]
    if sum(map(len, kinds)) <= _SHORT and "\n" not in "".join(kinds):
        return f"({' | '.join(kinds)})"
    return "".join(["(", *(f"\n{inner}| {kind}" for kind in kinds), f"\n{indent})"])


def _array(schema: Schema, indent: str) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type_of(each, indent) for each in schema['prefixItems'])}]"
    least, most = schema.get("minItems"), schema.get("maxItems")
    item = _type_of(schema["items"], indent)
    if least is not None and least == most:
        return f"[{', '.join([item] * least)}]"
    return f"[{item}, ...Array<{item}>]" if least else f"Array<{item}>"


def _object(schema: Schema, indent: str) -> str:
    """An object; one that may have any other key says so, unless a part of a type."""
    inner, needed = f"{indent}  ", schema.get("required", ())
    lines: list[str] = []
    for key, each in schema.get("properties", {}).items():
        optional = "" if key in needed else "?"
        kind = _spaced(_type_of(each, inner))
        lines.append(f"{_comment(each, inner)}{inner}{key}{optional}:{kind};")
    others: list[Schema] = [*schema.get("patternProperties", {}).values()]
    more: Schema | bool = schema.get("additionalProperties", {})
    if not isinstance(more, bool) and "type" in schema:  # without a type it adds to another object
        others.append(more)
    lines += [f"{inner}[key: string]:{_spaced(_type_of(each, inner))};" for each in others]
    return "\n".join(["{", *lines, f"{indent}}}"])
