"""Whatever is public says what it does; a method may leave that to its base."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

import heartslib
from heartslib.errors import MissingExtra
from heartslib.formats.converter import BASES

MODULES = [
    each.name
    for each in pkgutil.walk_packages(heartslib.__path__, "heartslib.")
    if not each.name.endswith(("__main__", "hook-heartslib"))
]
CHAPTER_MEMBERS = {name for base in BASES for name in dir(base)}
"""What the base class of a chapter explains for every choice."""


def silent(module: str) -> Iterator[str]:
    """The public methods of a module that neither say what they do nor inherit it."""
    for name, kind in vars(importlib.import_module(module)).items():
        if name.startswith("_") or not inspect.isclass(kind) or kind.__module__ != module:
            continue
        for member, value in vars(kind).items():
            is_method = inspect.isfunction(value) or isinstance(value, property | classmethod)
            is_chapters = member in CHAPTER_MEMBERS and "heartslib.rules." in module
            is_hidden = member.startswith("_") or is_chapters
            if is_method and not is_hidden and not inspect.getdoc(getattr(kind, member)):
                yield f"{name}.{member}"


@pytest.mark.parametrize("module", MODULES)
def test_every_public_method_says_what_it_does(module: str) -> None:
    pytest.importorskip(module, exc_type=MissingExtra)
    assert list(silent(module)) == []
