"""Make generated reference pages read as the source does.

* Signatures of attrs classes show defaults that are short, and ``...`` for the others.
* Names of types that are aliases stay as they are, inside other types too.
* The headings of a rule's docstring begin a paragraph each.
* Values of constants are printed if they are short.
* A constant without a docstring does not show that of its type.
* Classes that nobody calls (protocols, enums, games and views) show no signature.
* A docstring of an attribute is text, even if it has a colon; napoleon would take what comes before
  the colon for a type.
"""

from __future__ import annotations

import inspect
import re
from enum import Enum
from typing import Any

import attrs
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.inspect import TypeAliasForwardRef, signature, stringify_signature
from sphinx.util.typing import ExtensionMetadata

from heartslib import Game, View

SHORT = 40
"""Characters of a value that is printed."""

LARGE = 10**9
"""Defaults as large as this are sets of cards as bits, and are not printed."""

BEFORE_NAPOLEON, AFTER_NAPOLEON = 400, 600

HEADING = re.compile(r"(What it says|Waived when|Sources):")

SECTION = re.compile(r"(Args|Attributes|Raises|Returns):$")

_docstrings: dict[str, list[str]] = {}


class _Left:
    """A default that is too long to print."""

    def __repr__(self) -> str:
        return "..."


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect to autodoc."""
    TypeAliasForwardRef.__repr__ = _alias_name  # type: ignore[method-assign]
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-process-docstring", _hide, priority=BEFORE_NAPOLEON)
    app.connect("autodoc-process-docstring", _show, priority=AFTER_NAPOLEON)
    app.connect("doctree-read", _without_long_values)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _alias_name(alias: TypeAliasForwardRef) -> str:
    return alias.name


def _signature(
    app: Sphinx, what: str, _name: str, obj: Any, _options: object, found: str | None, _: object
) -> tuple[str, str | None] | None:
    if what not in {"class", "exception"} or not found:
        return None
    uncalled = what == "exception" or obj in {Game, View} or issubclass(obj, Enum)
    if uncalled or getattr(obj, "_is_protocol", False):
        return "", None
    if not attrs.has(obj) or "__attrs_init__" in vars(obj):
        return None
    shape = signature(obj.__init__, bound_method=True, type_aliases=app.config.autodoc_type_aliases)
    defaults = {field.alias: field.default for field in attrs.fields(obj)}
    parameters = [
        each.replace(default=_short(defaults.get(each.name, each.default)))
        if each.default is not inspect.Parameter.empty
        else each
        for each in shape.parameters.values()
    ]
    shape = shape.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    return stringify_signature(shape, unqualified_typehints=True), None


def _short(default: object) -> object:
    plain = isinstance(default, str | None) or (isinstance(default, int) and default < LARGE)
    return default if plain or default == () else _Left()


def _hide(_: Sphinx, what: str, name: str, obj: object, _options: object, lines: list[str]) -> None:
    if what == "data" and "\n".join(lines).strip() == inspect.getdoc(type(obj)):
        lines.clear()
    if what in {"attribute", "data", "property"} and not any(map(SECTION.match, lines)):
        _docstrings[name] = list(lines)
        lines.clear()


def _show(
    _: Sphinx, _what: str, name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    lines[:0] = _docstrings.pop(name, [])
    for place in reversed(range(len(lines))):
        if HEADING.match(lines[place]):
            lines[place] = HEADING.sub(r"**\1:**", lines[place], count=1)
            lines.insert(place, "")


def _without_long_values(_: Sphinx, doctree: Any) -> None:
    for annotation in list(doctree.findall(addnodes.desc_annotation)):
        if len(text := annotation.astext()) > SHORT and text.startswith(" = "):
            annotation.parent.remove(annotation)
