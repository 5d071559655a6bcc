"""Write a page for each variant and each rule from the objects themselves, and a file for each schema.

They are in ``reference/variant``, ``reference/rule`` and ``reference/schema``, and copies of the notebooks in
``notebook``.  Each build writes them afresh, and git ignores them.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import attrs
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from heartslib import Card, Cards, Game, Rules, View, variants
from heartslib.bots import Bot, careful
from heartslib.formats import schemas
from heartslib.moves import Move
from heartslib.questions import ChooseCards
from heartslib.show.svg import table_svg
from heartslib.show.text import round_text
from heartslib.words import in_words

OVERVIEW = {"reference/variants": "_variants_overview", "reference/rules": "_rules_overview"}

CHAPTERS = {
    "deck": "The pack",
    "kitty": "The kitty",
    "dealer": "The dealer",
    "sides": "Sides",
    "contracts": "Contracts",
    "passing": "Passing",
    "charging": "Charging",
    "opening": "The opening lead",
    "play": "Play",
    "tricks": "Tricks, and the end of a round",
    "scoring": "Scoring and bonuses",
    "moon": "The moon",
    "ending": "Totals, and the end of the game",
}
"""The modules of `heartslib.rules` with rules, and their titles."""

HEADING = re.compile(r"(What it says|Waived when|Sources): ", re.MULTILINE)
"""The headings in the docstring of every rule."""

DECISIONS = "https://github.com/heartslib/heartslib/blob/main/tools/DECISIONS.md"

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the files before Sphinx looks for them, and fill the overviews when it reads them."""
    app.connect("config-inited", _write)  # before Sphinx checks the paths in `conf.py`
    app.connect("source-read", _fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx, _: Config) -> None:
    root = Path(app.srcdir)
    pages = {
        f"reference/variant/{slug}.md": _variant(slug, rules)
        for slug, rules in variants.all().items()
    }
    pages |= {f"reference/rule/{rule.__name__}.md": _rule(rule) for rule in _all_rules()}
    contents = {name: "\n".join(lines) + "\n" for name, lines in pages.items()}
    contents |= {
        f"reference/schema/{name}.schema.json": f"{_spelled_out(name)}\n" for name in schemas.NAMES
    }
    contents |= {
        f"notebook/{path.name}": path.read_text("utf-8") for path in NOTEBOOKS.glob("*.ipynb")
    }
    for folder in ("reference/variant", "reference/rule", "reference/schema", "notebook"):
        (root / folder).mkdir(exist_ok=True)
        for old in (root / folder).iterdir():
            if f"{folder}/{old.name}" not in contents:
                old.unlink()
    for name, text in contents.items():
        page = root / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def _spelled_out(name: str) -> str:
    return json.dumps(schemas.schema(name), indent=1, ensure_ascii=False)


def _fill(_: Sphinx, docname: str, source: list[str]) -> None:
    if docname in OVERVIEW:
        source[0] = "\n".join([_linked(source[0]), *globals()[OVERVIEW[docname]]()])


def _linked(text: str) -> str:
    """The text, with the rules in its tables linked to their pages."""
    names = {rule.__name__ for rule in _all_rules()}

    def link(match: re.Match[str]) -> str:
        return f"[{match[0]}](rule/{match[1]}.md)" if match[1] in names else match[0]

    return re.sub(r"^\|.*", lambda row: re.sub(r"`(\w+)`", link, row[0]), text, flags=re.MULTILINE)


# Variants


def _variants_overview() -> Iterator[str]:
    yield "| game and slug | players | what is special |"
    yield "|---|---|---|"
    for slug, rules in variants.all().items():
        link = f"[{rules.name}](variant/{slug}.md)<br>`{slug}`"
        yield f"| {link} | {_range(rules.players)} | {rules.summary} |"
    yield from _toctree(f"variant/{slug}" for slug in variants.all())


def _range(players: tuple[int, ...]) -> str:
    first, last = players[0], players[-1]
    return f"{first} to {last}" if first < last else str(first)


def _toctree(pages: Iterable[str]) -> Iterator[str]:
    yield from ("", "```{toctree}", ":hidden:", "", *pages, "```")


def _variant(slug: str, rules: Rules) -> Iterator[str]:
    yield from (f"# {rules.name}", "", rules.summary, "")
    also = f" Also called {', '.join(rules.aliases)}." if rules.aliases else ""
    yield f'`variants.get("{slug}")`, for {_range(rules.players)} players.{also}'
    yield from ("", *_picture(_moment(rules)), "## Rulebook", "")
    yield "In short, as `rules.describe(short=True)` prints it:"
    yield from ("", *(f"* {line}" for line in rules.describe(short=True).splitlines()), "")
    yield f"The whole, as `rules.describe()` prints it for {rules.usual_players} players"
    yield "(see [how to read it](../../howto/house-rules.md#read-a-rulebook))."
    yield ""
    yield from _chapters(rules)
    yield from _differences(rules)
    yield from ("## Source", "", f"{rules.source}.", "")
    yield "Where it is silent or ambiguous, this is how it is read"
    yield f"([all decisions and their reasons]({DECISIONS})):"
    yield ""
    yield from (f"* {decision}" for decision in rules.decisions)
    for players, decisions in rules.decisions_by_players:
        yield f"* With {in_words(players)} players: {' '.join(decisions)}"
    yield from ("", "## Rules by name", "", "| chapter | rule |", "|---|---|")
    for chapter, links in _chosen(rules):
        yield f"| {chapter} | {', '.join(links)} |"
    yield from ("", "## Example round", "")
    yield f"Played by the careful bot in every seat: `heartslib demo {slug} --seed {SEED}`."
    yield from ("", "```text", *round_text(_played(rules)).splitlines(), "```")


SEED = 7


def _moment(rules: Rules) -> View:
    """A trick in progress that shows what is special about the game, from the middle of a round."""
    views = [
        game.view(game.to_act[0])
        for seed in range(SEED, SEED + 12)
        for game in _states(rules, seed, eager)
        if game.phase.name == "play" and len(game.view(None).table.trick)
    ]
    return max(views, key=_picturesque)


def _picturesque(view: View) -> tuple[int, int, int]:
    """What is special, then cards on the table, then the middle of the round."""
    table = view.table
    return (_special(view), min(len(table.trick), 3), -abs(len(table.tricks) - 5))


def _special(view: View) -> int:
    """How much of what American Hearts lacks is on the table."""
    table = view.table
    trick = table.trick.cards
    usual = variants.get("american").at(4).under(None)
    led = [card for card in trick if card.suit is trick[0].suit]
    costs = {
        card: cost
        for card in {*trick}
        if (cost := view.in_force.cost(card)) != (usual.cost(card) if card in usual.pack else 0)
    }
    return sum(
        (
            any(table.charged) and not view.hand.isdisjoint(table.charged[view.seat or 0]),
            len(set(trick)) < len(trick),
            len(trick) > table.players,
            any(view.captured_sizes),
            any(table.shown),
            any(card not in usual.pack for card in trick),
            any(costs),
            any(costs.values()),
            view.winning != table.trick.seat_of(trick.index(max(led))),
        )
    )


def _played(rules: Rules) -> Game:
    return [*_states(rules, SEED)][-1]


def eager(view: View) -> Move:
    """A bot that takes every offer to choose cards, such as a charge, and else is careful."""
    match view.question:
        case ChooseCards(counts=(0, _, *_), among=cards) as question if cards:
            return question.make(cards[:1])
        case _:
            return careful(view)


def _states(rules: Rules, seed: int, bot: Bot = careful) -> Iterator[Game]:
    """A round with a bot in every seat, state by state."""
    game, rng = Game.new(rules, rules.usual_players), Random(seed)  # noqa: S311
    while game.phase.name != "score":
        yield game
        seats = game.to_act
        game = game.apply(bot(game.view(seats[0]))) if seats else game.deal(rng=rng)
    yield game


def _picture(view: View) -> Iterator[str]:
    yield from ("```{raw} html", '<figure class="table">', *table_svg(view).splitlines())
    yield f"<figcaption>The table as seat {view.seat} sees it, in the middle of a round.</figcaption>"
    yield from ("</figure>", "```", "")


def _chapters(rules: Rules) -> Iterator[str]:
    """The text of `Rules.describe` as a definition list: a chapter, then its paragraphs."""
    for title, paragraphs in rules.at(rules.usual_players).paragraphs().items():
        if paragraphs:
            yield rules.heading(title)
        for said in paragraphs:
            yield from (f": {' '.join(said)}", "")


def _chosen(rules: Rules) -> Iterator[tuple[str, list[str]]]:
    """The rules of each chapter, then those of each contract, as links to their pages."""
    known = {*_all_rules()}
    chosen = {f"`{field.name}`": getattr(rules, field.name) for field in attrs.fields(Rules)}
    for contract in rules.contracts.choices:
        chosen |= {
            f"`{chapter}`, under `{contract.name}`": value
            for chapter, value in contract.changes.items()
        }
    for chapter, value in chosen.items():
        links = [
            f"[`{type(rule).__name__}`](../rule/{type(rule).__name__}.md)"
            for rule in (value if isinstance(value, tuple) else (value,))
            if type(rule) in known
        ]
        if links:
            yield chapter, links


def _differences(rules: Rules) -> Iterator[str]:
    """How a game differs from American Hearts, as a table made from `Rules.diff`."""
    american = variants.get("american")
    shared = sorted(set(rules.players) & set(american.players), key=lambda count: count != 4)
    if rules == american or not shared:
        return
    yield from ("## Differences from American Hearts", "")
    _, *paragraphs = american.diff(rules, shared[0]).split("\n\n")
    if not any("\n" in paragraph for paragraph in paragraphs):
        yield from (f"None, for {shared[0]} players.", "")
        return
    yield f"For {shared[0]} players:"
    yield from ("", f"| chapter | American Hearts | {rules.name} |", "|---|---|---|")
    for paragraph in paragraphs:
        title, *lines = paragraph.splitlines()
        removed, added = _sides(lines)
        yield f"| {title} | {removed} | {added} |"
    yield ""


def _sides(lines: list[str]) -> tuple[str, str]:
    """The sentences that only the first rulebook has, and those of the second, from a diff."""
    sentences: dict[str, list[str]] = {"-": [], "+": []}
    sign = "-"
    for line in lines:
        if not line.startswith("    "):
            sign = line.strip()[0]
            sentences[sign].append("")
        sentences[sign][-1] = f"{sentences[sign][-1]} {line.strip().removeprefix(sign)}".strip()
    removed, added = (
        "<br>".join(" ".join(sentence.split()) for sentence in sentences[sign]) for sign in "-+"
    )
    return removed, added


# Rules


def _rules() -> dict[str, list[type[Any]]]:
    """The built-in rules by module, in the order of the source."""
    return {
        name: [
            rule
            for rule in vars(importlib.import_module(f"heartslib.rules.{name}")).values()
            if inspect.isclass(rule)
            and rule.__module__ == f"heartslib.rules.{name}"
            and HEADING.search(rule.__doc__ or "")
        ]
        for name in CHAPTERS
    }


def _all_rules() -> Iterator[type[Any]]:
    for rules in _rules().values():
        yield from rules


def _rules_overview() -> Iterator[str]:
    yield from ("## Every rule", "", "| chapter | rule | what it is |", "|---|---|---|")
    for name, rules in _rules().items():
        for rule in rules:
            first = (rule.__doc__ or "").split("\n\n")[0].replace("\n    ", " ")
            link = f"[`{rule.__name__}`](rule/{rule.__name__}.md)"
            yield f"| {CHAPTERS[name]} | {link} | {first} |"
    yield from _toctree(f"rule/{rule.__name__}" for rule in _all_rules())


def _rule(rule: type[Any]) -> Iterator[str]:
    """A rule's page; only a restriction can be waived."""
    module = rule.__module__.rpartition(".")[2]
    text = inspect.cleandoc(rule.__doc__ or "")
    parts = _parts(text)
    yield from (f"# {rule.__name__}", "", text.split("\n\n")[0].replace("\n", " "), "")
    yield f"Chapter: [{CHAPTERS[module]}](../rules.md). API: {{py:class}}`heartslib.rules.{module}.{rule.__name__}`."
    for title in ("What it says", "Waived when", "Sources"):
        if title in parts:
            yield from ("", f"## {title}", "", _sentence(parts[title]))
    yield from ("", "## Options", "", *_options(rule))
    yield from ("", "## In a rulebook", "", *_quoted(rule))
    yield from ("", "## Variants with this rule", "", _users(rule))


def _parts(text: str) -> dict[str, str]:
    """The parts of a rule's docstring under its headings."""
    body = text.split("\n\nAttributes:", maxsplit=1)[0].split("\n\nArgs:", maxsplit=1)[0]
    pieces = HEADING.split(body)[1:]
    return {
        title: " ".join(each.split()) for title, each in zip(pieces[::2], pieces[1::2], strict=True)
    }


def _sentence(text: str) -> str:
    """The text with a capital letter, unless it begins with a site such as pagat.com."""
    return text if re.match(r"\w+\.\w", text) else text[0].upper() + text[1:]


def _options(rule: type[Any]) -> Iterator[str]:
    """The options of a rule, with their defaults."""
    fields = [field for field in attrs.fields(rule) if field.init and field.name != "name"]
    if not fields:
        yield "None."
        return
    meanings = dict(
        re.findall(r"^    (\w+): (.*(?:\n        .*)*)", _attributes(rule), re.MULTILINE)
    )
    yield from ("| option | meaning | default |", "|---|---|---|")
    for field in fields:
        meaning = " ".join(meanings[field.name].split()).replace("|", "\\|")
        yield f"| `{field.name}` | {meaning} | {_default(field)} |"


def _attributes(rule: type[Any]) -> str:
    return inspect.cleandoc(rule.__doc__ or "").partition("Attributes:\n")[2]


def _default(field: attrs.Attribute[Any]) -> str:
    default: Any = field.default
    if default is attrs.NOTHING:
        return "required"
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
    """The instances of a rule in the variants, also inside other rules and among the calls."""
    for slug, rules in variants.all().items():
        values = [getattr(rules, field.name) for field in attrs.fields(Rules)]
        for each in _inside((*values, *rules.passing.calls(rules.usual_players))):
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
    """How a rulebook describes it: an instance from a variant, or one with the defaults."""
    describe = getattr(rule, "describe", None)
    if describe is None:
        yield "The `Cycle` or `DealerCalls` that uses it describes it."
        return
    found = next(_instances(rule), None)
    if found is None:
        try:
            instance = rule()
        except TypeError:
            yield "No variant has this rule."
            return
        yield f"> {instance.describe(4)}"
        return
    slug, rules, instance = found
    if "points" in inspect.signature(describe).parameters:  # a payment is part of a sentence
        yield f"> … {instance.describe(str(rules.moon.points))} …"
    else:
        yield f"> {instance.describe(rules.usual_players)}"
    yield ""
    yield f"From [{rules.name}](../variant/{slug}.md)."


def _users(rule: type[Any]) -> str:
    names = {slug: rules.name for slug, rules, _ in _instances(rule)}
    if not names:
        return "None. It is for your own rulebooks."
    if len(names) == len(variants.all()):
        return f"All {len(names)}."
    return "; ".join(f"[{name}](../variant/{slug}.md)" for slug, name in names.items()) + "."
