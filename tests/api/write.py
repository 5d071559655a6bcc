"""The public API as text: ``python -m tests.api.write`` after a change that is meant.

A line for each public name, with the signatures of functions, methods and constructors.  A test
compares the file with the library, so that no name or argument changes unnoticed.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NewType, cast

from tests.api import names, words

FILE: Final = Path(__file__).with_name("public.txt")

_LONGEST: Final = 30

MODULES: Final = (
    "heartslib",
    "heartslib.bots",
    "heartslib.cards",
    "heartslib.errors",
    "heartslib.events",
    "heartslib.formats.notation",
    "heartslib.record",
    "heartslib.rulefile",
    "heartslib.formats.schemas",
    "heartslib.wire",
    "heartslib.moves",
    "heartslib.phases",
    "heartslib.questions",
    "heartslib.review",
    "heartslib.rl",
    "heartslib.rules",
    "heartslib.sampling",
    "heartslib.scorecard",
    "heartslib.sheet",
    "heartslib.scorecard.html",
    "heartslib.show.svg",
    "heartslib.show.telling",
    "heartslib.show.text",
    "heartslib.simulate",
    "heartslib.table",
    "heartslib.terminal",
    "heartslib.testing",
    "heartslib.variants",
    "heartslib.view",
)
"""The public modules: those of the reference."""


def lines() -> Iterator[str]:
    """The public API, module by module."""
    for name in MODULES:
        module = importlib.import_module(name)
        for public in _names(module):
            yield from _described(f"{name}.{public}", getattr(module, public))


def _names(module: ModuleType) -> list[str]:
    """What a module offers: its `__all__`, or the public names that it defines itself."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        and (getattr(value, "__module__", module.__name__) == module.__name__ or name.isupper())
    )


def _described(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, ModuleType):
        yield f"{name}: module"
    elif inspect.isclass(value):
        yield f"{name}{_signature(value)}"
        for member, given in sorted(_members(value).items()):
            yield from _member(f"{name}.{member}", given)
    elif callable(value) and hasattr(value, "__name__"):
        yield f"{name}{_signature(value)}"
    else:
        kind = type(value).__name__
        yield f"{name}: {'Union' if kind == 'UnionType' else kind}"  # Python 3.14 has one kind


def _members(kind: type) -> dict[str, object]:
    """The public members of a class, without those of classes outside the library."""
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("heartslib"):
            found |= {name: each for name, each in vars(base).items() if not name.startswith("_")}
    return found


def _member(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, property | cached_property) or inspect.isdatadescriptor(value):
        yield f"{name}: attribute"
    elif isinstance(value, classmethod | staticmethod):
        yield f"{name}{_signature(cast('Any', value).__func__)}"
    elif inspect.isfunction(value):
        yield f"{name}{_signature(value)}"
    elif isinstance(value, Enum) or not callable(value):
        yield f"{name}: attribute"


class _Text:
    """Text that is shown without quotes."""

    def __init__(self, text: object) -> None:
        self._text = str(text)

    def __repr__(self) -> str:
        return self._text


def _signature(value: Any) -> str:
    """The signature of something callable, with long defaults left out."""
    if isinstance(value, NewType):
        return ""  # only some Pythons know one
    if inspect.isclass(value) and issubclass(value, Enum):
        return "(value)"  # each Python gives the constructor of an enum other arguments
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = [
        each.replace(annotation=_plain(each.annotation), default=_short(each.default))
        for each in signature.parameters.values()
    ]
    returned = _plain(signature.return_annotation)
    return str(signature.replace(parameters=parameters, return_annotation=returned))


def _plain(annotation: object) -> object:
    if annotation is inspect.Signature.empty:
        return annotation
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"ForwardRef\('(.*?)'\)", r"\1", text)  # as Python 3.14 has it
    return _Text(re.sub(r"^Optional\[(.*)\]$", r"\1 | None", text))


def _short(default: object) -> object:
    if default is inspect.Parameter.empty:
        return default
    text = repr(default)
    return _Text("..." if len(text) > _LONGEST or " at 0x" in text else text)


def main() -> None:
    """Write the file, that of the words beside it, and the page of names."""
    pages = (FILE, lines()), (words.FILE, words.lines()), (names.FILE, names.lines(MODULES))
    for file, found in pages:
        file.write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
