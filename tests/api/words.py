"""The words that programs use: codes of errors, names of rules, checks, slugs, the command line.

A test compares them with a file, as it does the names of the public API; `tests.api.write` writes both.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from heartslib import cli, rules, variants
from heartslib.bots.reasons import WORDINGS
from heartslib.cli.parser import command_line
from heartslib.events import Event
from heartslib.phases import setup
from heartslib.rules.book.rulebook import CHAPTERS

FILE: Final = Path(__file__).with_name("words.txt")

SOURCES: Final = Path(variants.__file__).parents[1]


def lines() -> Iterator[str]:
    """One line for each word."""
    yield from (f"code: {code}" for code in sorted({*_codes()}))
    yield from (f"rule: {rule}" for rule in sorted({*_rules()}))
    yield from (f"check: {check}" for check in setup.CHECKS)
    yield from (f"wording: {words}" for words in sorted({*_wordings()}))
    yield from (f"reason: {code}: {wording}" for code, wording in sorted(WORDINGS.items()))
    for kind in typing.get_args(Event):
        yield " ".join(["event:", kind.__name__, *(field.name for field in attrs.fields(kind))])
    yield from (f"chapter: {each.name}: {each.title}" for each in CHAPTERS)
    yield from (f"slug: {slug}@{game.revision}" for slug, game in sorted(variants.all().items()))
    yield from _commands("heartslib", command_line())
    for name in ("BAD_INPUT", "INTERRUPTED", "NO_READER"):
        yield f"status: {name} {getattr(cli, name)}"


def _codes() -> Iterator[str]:
    """The codes that the library writes out; those of rules are their names."""
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("refusal" | "Objection"), [_, ast.Constant(str(code)), *_]):
                    yield code
                case ast.Call(ast.Name("fault"), [ast.Constant(str(code)), *_]):
                    yield code
                case ast.keyword("rule", ast.Constant(str(code))):
                    yield code
                case ast.Assign([ast.Name("code")]) | ast.AnnAssign(
                    ast.Name("code"), _, ast.expr()
                ):
                    assert node.value is not None
                    parts = (vars(each).get("value") for each in ast.walk(node.value))
                    yield from (part for part in parts if isinstance(part, str))
                case _:
                    pass


def _wordings() -> Iterator[str]:
    """The wordings of score lines; … is a part that differs."""
    for file in SOURCES.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
        named = {each.name: each for each in functions}
        for function in functions:
            for node in ast.walk(function):
                match node:
                    case ast.Call(ast.Name("Term" | "Line"), [_, _, words, *_]):
                        yield from _said(words, function, named)
                    case _:
                        pass


def _said(
    node: ast.expr, where: ast.FunctionDef, named: dict[str, ast.FunctionDef]
) -> Iterator[str]:
    """What an expression in a function may say."""
    match node:
        case ast.Constant(str(words)):
            yield words
        case ast.JoinedStr(parts):
            yield "".join(
                getattr(part, "value", "…") if isinstance(part, ast.Constant) else "…"
                for part in parts
            )
        case ast.IfExp(_, one, other) | ast.BoolOp(_, [one, other]):
            yield from (*_said(one, where, named), *_said(other, where, named))
        case ast.Name(name):
            for each in ast.walk(where):
                match each:
                    case ast.Assign([ast.Name(to)], value) if to == name:
                        yield from _said(value, where, named)
                    case _:
                        pass
        case ast.Call(ast.Attribute(_, method)) if method in named:
            for each in ast.walk(named[method]):
                if isinstance(each, ast.Return) and each.value:
                    yield from _said(each.value, named[method], named)
        case _:
            pass


def _rules() -> Iterator[str]:
    """The classes of choices, with the name that each has unless it is given another."""
    public: list[str] = vars(rules)["__all__"]
    for kind in (getattr(rules, each) for each in public):
        if inspect.isclass(kind) and attrs.has(kind) and "name" in attrs.fields_dict(kind):
            name: Any = attrs.fields_dict(kind)["name"].default
            if isinstance(name, str):
                yield f"{kind.__name__} {name}"


def _commands(name: str, parser: Any) -> Iterator[str]:
    """What a command takes, and then what its commands take."""
    for action in parser._actions:
        if action.nargs == argparse.PARSER:
            for word, command in action.choices.items():
                yield from _commands(f"{name} {word}", command)
        else:
            yield " ".join([name, *action.option_strings, action.metavar or ""]).strip()
