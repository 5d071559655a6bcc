"""Write the pages of variants and of rules from the objects, so that they cannot drift from them.

The pages lie in ``reference/variant`` and ``reference/rule``.  They are made when the
documentation is built, and are not kept.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import attrs
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from heartslib import Card, Cards, Game, Rules, variants
from heartslib.bots import careful
from heartslib.show.svg import table_svg
from heartslib.show.text import round_text

OVERVIEW = {"reference/variants": "_variants_overview", "reference/rules": "_rules_overview"}

CHAPTERS = {
    "deck": "The pack",
    "kitty": "The kitty",
    "sides": "Sides",
    "passing": "Passing",
    "charging": "Charging",
    "opening": "The opening lead",
    "play": "Play",
    "tricks": "Tricks, and the end of a round",
    "scoring": "Scoring and bonuses",
    "moon": "The moon",
    "ending": "Totals, and the end of the game",
}
"""The modules of `heartslib.rules` that hold rules, and their titles."""

HEADING = re.compile(r"(What it says|Waived when|Sources): ", re.MULTILINE)
"""The parts that the docstring of every rule has."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the pages before Sphinx looks for them; fill the overviews when it reads them."""
    app.connect("builder-inited", _write)
    app.connect("source-read", _fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    root = Path(app.srcdir) / "reference"
    pages = {f"variant/{slug}": _variant(slug, rules) for slug, rules in variants.all().items()}
    pages |= {
        f"rule/{rule.__name__}": _rule(rule) for several in _rules().values() for rule in several
    }
    for folder in ("variant", "rule"):
        (root / folder).mkdir(exist_ok=True)
        for old in (root / folder).glob("*.md"):
            if f"{folder}/{old.stem}" not in pages:
                old.unlink()
    for name, lines in pages.items():
        page, text = root / f"{name}.md", "\n".join(lines) + "\n"
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def _fill(_: Sphinx, docname: str, source: list[str]) -> None:
    if docname in OVERVIEW:
        source[0] = "\n".join([source[0], *globals()[OVERVIEW[docname]]()])


# Variants


def _variants_overview() -> Iterator[str]:
    yield "| slug | name | players | source |"
    yield "|---|---|---|---|"
    for slug, rules in variants.all().items():
        players = ", ".join(map(str, rules.players))
        yield f"| [`{slug}`](variant/{slug}.md) | {rules.name} | {players} | {rules.source} |"
    yield from _toctree(f"variant/{slug}" for slug in variants.all())


def _toctree(pages: Iterable[str]) -> Iterator[str]:
    yield from ("", "```{toctree}", ":hidden:", "", *pages, "```")


def _variant(slug: str, rules: Rules) -> Iterator[str]:
    yield from (f"# {rules.name}", "")
    also = f", also called {', '.join(rules.aliases)}" if rules.aliases else ""
    players = ", ".join(map(str, rules.players))
    yield f'`variants.get("{slug}")`{also}. For {players} players. Source: {rules.source}.'
    yield from ("", *_picture(_moment(rules)), "## Its rulebook", "")
    yield f"As `rules.describe()` prints it for {rules.usual_players} players."
    yield ""
    yield from _chapters(rules)
    yield from _differences(rules)
    yield from ("## What the source leaves open", "")
    if rules.decisions:
        yield "What was decided where it is silent or can be read in two ways:"
        yield ""
        yield from (f"* {_with_terms(decision)}" for decision in rules.decisions)
    else:
        yield "Nothing."
    yield from ("", "## Its rules by name", "", "| chapter | rule |", "|---|---|")
    for chapter, several in _chosen(rules):
        yield f"| {chapter} | {', '.join(several)} |"
    yield from ("", "## An example round", "")
    yield "Careful players in every seat: `heartslib demo " + slug + " --seed 7`."
    yield from ("", "```text", *round_text(_played(rules)).splitlines(), "```")


def _moment(rules: Rules) -> Game:
    """A round in the middle of a trick, half way through."""
    states = list(_states(rules))
    half = [
        game for game in states if game.phase.name == "play" and len(game.view(None).table.trick)
    ]
    return half[len(half) // 2]


def _played(rules: Rules) -> Game:
    return [*_states(rules)][-1]


def _states(rules: Rules) -> Iterator[Game]:
    """A round by careful players, state by state."""
    game, rng = Game.new(rules, rules.usual_players), Random(7)  # noqa: S311
    while game.phase.name != "score":
        yield game
        seats = game.to_act
        game = game.apply(careful(game.view(seats[0]))) if seats else game.deal(rng=rng)
    yield game


def _picture(game: Game) -> Iterator[str]:
    """The table as the seat on turn sees it."""
    yield from (
        "```{raw} html",
        '<figure class="table">',
        *table_svg(game.view(game.to_act[0])).splitlines(),
    )
    yield f"<figcaption>The table as seat {game.to_act[0]} sees it, half way through a round.</figcaption>"
    yield from ("</figure>", "```", "")


def _chapters(rules: Rules) -> Iterator[str]:
    """The text of `Rules.describe` as a definition list: a chapter, then its sentences."""
    for paragraph in rules.describe().split("\n\n")[1:]:
        title, *sentences = paragraph.splitlines()
        yield title
        yield f": {' '.join(map(str.strip, sentences))}"
        yield ""


def _chosen(rules: Rules) -> Iterator[tuple[str, list[str]]]:
    """The rules of each chapter, as links to their pages."""
    known = {rule for several in _rules().values() for rule in several}
    for field in attrs.fields(Rules):
        value = getattr(rules, field.name)
        several = value if isinstance(value, tuple) else (value,)
        links = [
            f"[`{type(rule).__name__}`](../rule/{type(rule).__name__}.md)"
            for rule in several
            if type(rule) in known
        ]
        if links:
            yield f"`{field.name}`", links


def _differences(rules: Rules) -> Iterator[str]:
    """The text of `Rules.diff` beside American Hearts, as a table."""
    yield from ("## How it differs from American Hearts", "")
    american = variants.get("american")
    if rules == american:
        yield from ("It is American Hearts.", "")
        return
    if not set(rules.players) & set(american.players):
        yield from ("The two have no number of players in common.", "")
        return
    heading, *paragraphs = american.diff(rules).split("\n\n")
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


def _with_terms(text: str) -> str:
    """Link each question's id, such as A14, to its entry in the list of questions."""
    return re.sub(r"\b(A\d+)\b", r"{term}`\1`", text)


# Rules


def _rules() -> dict[str, list[type[Any]]]:
    """The built-in rules by module, in the order of the source."""
    found: dict[str, list[type[Any]]] = {}
    for name in CHAPTERS:
        module = importlib.import_module(f"heartslib.rules.{name}")
        found[name] = [
            each
            for each in vars(module).values()
            if inspect.isclass(each)
            and each.__module__ == module.__name__
            and HEADING.search(each.__doc__ or "")
        ]
    return found


def _rules_overview() -> Iterator[str]:
    yield from ("## Every rule", "", "| chapter | rule | what it is |", "|---|---|---|")
    for name, several in _rules().items():
        for rule in several:
            first = (rule.__doc__ or "").split("\n\n")[0].replace("\n    ", " ")
            link = f"[`{rule.__name__}`](rule/{rule.__name__}.md)"
            yield f"| {CHAPTERS[name]} | {link} | {first} |"
    names = (rule.__name__ for several in _rules().values() for rule in several)
    yield from _toctree(f"rule/{name}" for name in names)


def _rule(rule: type[Any]) -> Iterator[str]:
    """A rule's page: every one has the same headings."""
    module = rule.__module__.rpartition(".")[2]
    text = inspect.cleandoc(rule.__doc__ or "")
    parts = _parts(text)
    yield from (f"# {rule.__name__}", "", text.split("\n\n")[0].replace("\n", " "), "")
    yield f"Chapter: [{CHAPTERS[module]}](../rules.md). In full: {{py:class}}`heartslib.rules.{module}.{rule.__name__}`."
    for title, silent in (
        ("What it says", "Nothing."),
        ("Waived when", "It is never waived."),
        ("Sources", "None."),
    ):
        yield from ("", f"## {title}", "", _with_terms(_sentence(parts.get(title, silent))))
    yield from ("", "## Options", "", *_options(rule))
    yield from ("", "## In a rulebook", "", *_quoted(rule))
    yield from ("", "## Variants that have it", "", _users(rule))


def _parts(text: str) -> dict[str, str]:
    """The parts of a rule's docstring under its headings."""
    body = text.split("\n\nAttributes:", maxsplit=1)[0].split("\n\nArgs:", maxsplit=1)[0]
    pieces = HEADING.split(body)[1:]
    return {
        title: " ".join(each.split()) for title, each in zip(pieces[::2], pieces[1::2], strict=True)
    }


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _options(rule: type[Any]) -> Iterator[str]:
    """What can be set, with its default."""
    fields = [field for field in attrs.fields(rule) if field.init and field.name != "name"]
    if not fields:
        yield "None."
        return
    told = dict(re.findall(r"^    (\w+): (.*(?:\n        .*)*)", _attributes(rule), re.MULTILINE))
    yield from ("| option | meaning | default |", "|---|---|---|")
    for field in fields:
        meaning = " ".join(told[field.name].split()).replace("|", "\\|")
        yield f"| `{field.name}` | {meaning} | {_default(field)} |"


def _attributes(rule: type[Any]) -> str:
    return inspect.cleandoc(rule.__doc__ or "").partition("Attributes:\n")[2]


def _default(field: attrs.Attribute[Any]) -> str:
    default: Any = field.default
    if default is attrs.NOTHING:
        return "must be given"
    factory = getattr(default, "factory", None)
    if factory is not None:
        default = factory()
    if isinstance(default, tuple | Cards) and not default:
        return "none"
    if isinstance(default, tuple):
        return ", ".join(f"`{each.name}`" for each in default)
    plain = default is None or isinstance(default, Enum | Card | Cards | int | str)
    return f"`{default}`" if plain else f"`{type(default).__name__}()`"


def _instances(rule: type[Any]) -> Iterator[tuple[str, Rules, Any]]:
    """Where it is used in the variants, inside of other rules too."""
    for slug, rules in variants.all().items():
        for field in attrs.fields(Rules):
            for each in _inside(getattr(rules, field.name)):
                if type(each) is rule:
                    yield slug, rules, each


def _inside(value: Any) -> Iterator[Any]:
    several = value if isinstance(value, tuple) else (value,)
    for each in several:
        yield each
        if isinstance(each, tuple):
            yield from _inside(each)
        elif attrs.has(type(each)) and type(each).__module__.startswith("heartslib.rules"):
            for field in attrs.fields(type(each)):
                yield from _inside(getattr(each, field.name))


def _quoted(rule: type[Any]) -> Iterator[str]:
    """How a rulebook says it: as one of the variants has it, or as it is by default."""
    describe = getattr(rule, "describe", None)
    if describe is None:
        yield "It is part of another rule's sentence."
        return
    found = next(_instances(rule), None)
    if found is None:
        try:
            instance = rule()
        except TypeError:
            yield "No variant has it, and it needs options; see the source."
            return
        yield f"> {instance.describe(4)}"
        return
    slug, rules, instance = found
    takes = len(inspect.signature(describe).parameters) > 1
    sentence = instance.describe(rules.usual_players) if takes else instance.describe()
    yield f"> {sentence}"
    yield ""
    yield f"So in [{rules.name}](../variant/{slug}.md)."


def _users(rule: type[Any]) -> str:
    names = {slug: rules.name for slug, rules, _ in _instances(rule)}
    if not names:
        return "None of them; it is there for rulebooks of your own."
    if len(names) == len(variants.all()):
        return f"All {len(names)} of them."
    return ", ".join(f"[{name}](../variant/{slug}.md)" for slug, name in names.items()) + "."
