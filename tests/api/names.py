"""Every public name with the first sentence of its docstring, as a page: for readers of a checkout.

The built docs have an index and a page of their own for each name; their sources hold directives alone, in which
nobody finds `pass_cards`.  `tests.api.write` writes the page, and a test compares it with the library.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NewType

import attrs

FILE: Final = Path(__file__).parents[2] / "docs" / "reference" / "names.md"

_HEAD: Final = """# Every public name

The first sentence of each docstring, written by `python -m tests.api.write`. What a class inherits is beside the class
it comes from. The [built docs](https://heartslib.github.io/heartslib/reference/) have all of it, and Python's `help`
has it, too.
"""
_SENTENCE: Final = re.compile(r".+?\.(?=\s|$)|.+")
_ATTRIBUTE: Final = re.compile(r"^    (\w+): (.+(?:\n     +.+)*)", re.MULTILINE)


def lines(modules: tuple[str, ...]) -> Iterator[str]:
    """The page, module by module; a name that two modules have is with the first."""
    yield from _HEAD.splitlines()
    seen: set[int] = set()
    for name in modules:
        module = importlib.import_module(name)
        rows = [row for public in _names(module) for row in _rows(public, module, seen)]
        if rows:
            yield from ("", f"## {name}", "", "| name | what it is |", "|---|---|")
            yield from rows


def _names(module: ModuleType) -> list[str]:
    """What a module offers, by name."""
    own = [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", module.__name__) == module.__name__
    ]
    return sorted(name for name in getattr(module, "__all__", own) if not name.startswith("_"))


def _rows(name: str, module: Any, seen: set[int]) -> Iterator[str]:
    value = getattr(module, name)
    # the docstring of a NewType is another's, and not on each Python the same
    is_constant = isinstance(value, NewType) or not callable(value)
    if is_constant and not _after(module, name):
        return  # a module, or documented in the module that the constant comes from
    if id(value) in seen:
        return
    seen.add(id(value))
    if inspect.isclass(value):
        yield _row(name, _first_sentence(value.__dict__.get("__doc__")))
        yield from (_row(f"{name}.{member}", said) for member, said in sorted(_members(value)))
    else:
        yield _row(name, _first_sentence(_after(module, name) if is_constant else value.__doc__))


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """The public members that a class has itself, with what they are."""
    attributes = dict(_ATTRIBUTE.findall(inspect.cleandoc(kind.__dict__.get("__doc__") or "")))
    for name in attrs.fields_dict(kind) if attrs.has(kind) else ():
        if name in attributes:
            yield name, _first_sentence(attributes.pop(name))
    for name, value in vars(kind).items():
        bare: Any = getattr(value, "__func__", value)  # of a class method
        is_ours = inspect.isfunction(bare) or isinstance(bare, property)
        if is_ours and not name.startswith("_") and bare.__doc__:
            yield name, _first_sentence(bare.__doc__)


def _after(module: Any, name: str) -> str:
    """The text after the definition of a constant, where its docstring is."""
    found = re.search(
        rf'^{name}\b[^\n]*=(?:[^\n]*|.*?\n[)\]}}][^\n]*)\n"""(.+?)"""',
        inspect.getsource(module),
        re.MULTILINE | re.DOTALL,
    )
    return found[1] if found else ""


def _first_sentence(text: str | None) -> str:
    joined = " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split())
    found = _SENTENCE.match(joined)
    return found[0] if found else ""


def _row(name: str, said: str) -> str:
    return f"| `{name}` | {said.replace('|', chr(92) + '|')} |"
