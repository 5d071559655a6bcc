"""What each chapter of a rulebook may say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from heartslib import variants
from heartslib._given import did_you_mean
from heartslib.errors import HeartsError, shown
from heartslib.formats.converter import choices_of
from heartslib.rules.rulebook import CHAPTERS
from heartslib.show.text import WIDTH, wrapped

_LONG: Final = 24


def choices_text(chapter: str, width: int = WIDTH) -> str:
    """The choices for a chapter: how each is written, what it is, and what a rulebook prints for it.

    >>> print(choices_text("sides"))
    Sides: the choices for sides
    <BLANKLINE>
    EveryoneAlone()
      Everyone plays alone.
      Prints: "Everyone plays alone."
    <BLANKLINE>
    Partners(pooled=True)
      Players who sit opposite each other are partners.
      Prints: "Players opposite each other are partners. They pool their tricks and
        share one score."

    Args:
        chapter: The name of a field of `Rules`.
        width: The most columns of a line.

    Raises:
        HeartsError: There is no such chapter.
    """
    known = {each.name: each for each in CHAPTERS}
    if not isinstance(chapter, str) or chapter not in known:
        raise HeartsError(f"there is no chapter {shown(chapter)}{did_you_mean(chapter, known)}")
    found = known[chapter]
    lines = [f"{found.title}: the choices for {chapter}{', a list' * found.several}"]
    used: dict[type[object], Any] = {}
    for each in _used():
        kind: type[object] = type(each)
        used.setdefault(kind, each)
    for rule in choices_of(found.protocol):
        said = (rule.__doc__ or "").partition("\n")[0]
        lines += ["", *wrapped(_written(rule), "", "    ", width)]
        lines += wrapped(said, "  ", "  ", width)
        lines += wrapped(_printed(rule, used), "  ", "    ", width)
    return "\n".join(lines)


def _written(rule: type[Any]) -> str:
    """How a choice is written; a long value is left out."""
    fields = [each for each in attrs.fields(rule) if each.init and each.name != "name"]
    short = {each.name: repr(each.default) for each in fields if each.default is not attrs.NOTHING}
    parts = [f"{name}={value if len(value) <= _LONG else '...'}" for name, value in short.items()]
    needed = [each.name for each in fields if each.name not in short]
    return f"{rule.__name__}({', '.join(needed + parts)})"


def _printed(rule: type[Any], used: dict[type[object], Any]) -> str:
    """What a rulebook says with a choice, by itself or as a variant has it."""
    needs = any(each.init and each.default is attrs.NOTHING for each in attrs.fields(rule))
    if not needs and (said := rule().describe(4)):
        return f'Prints: "{said}"'
    said = used[rule].describe(4) if rule in used else ""
    return said and f'Prints, for instance: "{said}"'


def _used() -> Iterator[object]:
    """The choices of all variants and contracts."""
    for rules in variants.all().values():
        for rulebook in (rules, *rules.rulebooks):
            for each in CHAPTERS:
                value: object = getattr(rulebook, each.name, None)
                yield from value if isinstance(value, tuple) else [value]


__all__ = [
    "choices_text",
]
