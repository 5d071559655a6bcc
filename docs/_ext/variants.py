"""Write the page of the variants from the rule objects, so that it cannot drift from them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from heartslib import Rules, variants

PAGE = "reference/variants"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Fill the page when Sphinx reads it."""
    app.connect("source-read", _fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _fill(_: Sphinx, docname: str, source: list[str]) -> None:
    if docname == PAGE:
        source[0] = "\n".join([source[0], *_overview(), *_sections()])


def _overview() -> Iterator[str]:
    yield "| slug | name | players | source |"
    yield "|---|---|---|---|"
    for slug, rules in variants.all().items():
        players = ", ".join(map(str, rules.players))
        yield f"| [`{slug}`](#variant-{slug}) | {rules.name} | {players} | {rules.source} |"


def _sections() -> Iterator[str]:
    for slug, rules in variants.all().items():
        yield from ("", f"(variant-{slug})=", "", f"## {rules.name}", "")
        yield f'`variants.get("{slug}")`'
        if rules.aliases:
            yield f", also called {', '.join(rules.aliases)}"
        yield from ("", f"Source: {rules.source}.", "")
        yield from _chapters(rules)
        yield from _differences(rules)
        names = ", ".join(f"`{rule.name}`" for rule in rules.restrictions)
        yield from (f"Identifiers of the play rules, in order: {names}.", "")
        if rules.decisions:
            yield from ("What was decided where the source leaves a choice:", "")
            yield from (f"* {_with_terms(decision)}" for decision in rules.decisions)


def _chapters(rules: Rules) -> Iterator[str]:
    """The text of `Rules.describe` as a definition list: a chapter, then its sentences."""
    for paragraph in rules.describe().split("\n\n")[1:]:
        title, *sentences = paragraph.splitlines()
        yield title
        yield f": {' '.join(map(str.strip, sentences))}"
        yield ""


def _differences(rules: Rules) -> Iterator[str]:
    """The text of `Rules.diff` beside American Hearts, as a table; nothing for the game itself."""
    american = variants.get("american")
    if rules == american or not set(rules.players) & set(american.players):
        return
    heading, *paragraphs = american.diff(rules).split("\n\n")
    yield from (f"### How {rules.name} differs from American Hearts", "")
    if not any("\n" in paragraph for paragraph in paragraphs):
        yield from (f"Not at all, {heading.rpartition(', ')[2]}.", "")
        return
    yield f"Compared {heading.rpartition(', ')[2]}:"
    yield from ("", f"| chapter | American Hearts | {rules.name} |", "|---|---|---|")
    for paragraph in paragraphs:
        title, *lines = paragraph.splitlines()
        gone, come = _sides(lines)
        yield f"| {title} | {gone} | {come} |"
    yield ""


def _sides(lines: list[str]) -> tuple[str, str]:
    """What is only in the one rulebook, and what is only in the other, from lines of a diff."""
    found: dict[str, list[str]] = {"-": [], "+": []}
    sign = "-"
    for line in lines:
        if not line.startswith("    "):
            sign = line.strip()[0]
            found[sign].append("")
        found[sign][-1] = f"{found[sign][-1]} {line.strip().removeprefix(sign)}".strip()
    gone, come = ("<br>".join(" ".join(each.split()) for each in found[key]) for key in "-+")
    return gone, come


def _with_terms(decision: str) -> str:
    """Link each question's id, such as A14, to its entry in the list of questions."""
    return re.sub(r"\b(A\d+)\b", r"{term}`\1`", decision)
