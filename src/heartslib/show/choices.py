"""What each chapter of a rulebook may say.

`choices_text` lists the library's choices for a chapter.  House rules are fewer: `house_choices` offers what
published games say in a chapter, tries each in the rulebook, and leaves out what contradicts the rest of it,
what changes nothing there, and what is printed alike.  So a table of friends is offered ten lines, and each of
them works.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, cast

import attrs

from heartslib import variants
from heartslib._values.arguments import MOST_RULES, did_you_mean, series
from heartslib.errors import HeartsError, quoted
from heartslib.formats.converter import choices_of
from heartslib.rules import Rules, TableRules, TrickRule
from heartslib.rules.book.chapters import FRAMING, Rulebook
from heartslib.rules.book.page import Page
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.rules.counting.attainable import ranges
from heartslib.show.text import WIDTH, capital, wrapped
from heartslib.words import listed

_LONG = 24
"""A default that is longer is not printed: ``removals=...``."""
_CHANGING = (
    "passing",
    "charging",
    "opening",
    "play",
    "showing",
    "tricks",
    "round_end",
    "scoring",
    "moon",
    "bonuses",
    "ending",
)
"""Chapters that may change from round to round; the pack, the sides and the contracts stay."""
_TITLED = {chapter.name: chapter for chapter in CHAPTERS}
_HOUSE = " with house rules"


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
    if not isinstance(chapter, str) or chapter not in _TITLED:
        near = did_you_mean(chapter, _TITLED) or f": there are {listed([*_TITLED])}"
        raise HeartsError(f"there is no chapter {quoted(chapter)}{near}")
    titled = _TITLED[chapter]
    lines = [f"{titled.title}: the choices for {chapter}{', a list' if titled.several else ''}"]
    used = _used()
    for rule in choices_of(titled.base):
        summary = (rule.__doc__ or "").partition("\n")[0]
        lines += ["", *wrapped(_written(rule), "", "    ", width)]
        lines += wrapped(summary, "  ", "  ", width)
        lines += wrapped(_printed(rule, used), "  ", "    ", width)
    return "\n".join(lines)


def _written(rule: type[Any]) -> str:
    """How a choice is written; a long value is left out."""
    needed: list[str] = []
    optional: list[str] = []
    for field in attrs.fields(rule):
        default = repr(field.default)
        if not field.init or field.name == "name":
            continue
        if field.default is attrs.NOTHING:
            needed.append(field.name)
        else:
            optional.append(f"{field.name}={default if len(default) <= _LONG else '...'}")
    return f"{rule.__name__}({', '.join(needed + optional)})"


def _printed(rule: type[Any], used: dict[type[object], Any]) -> str:
    """What a rulebook says with a choice, by itself or as a variant has it."""
    needs = any(field.init and field.default is attrs.NOTHING for field in attrs.fields(rule))
    text = "" if needs else rule().describe(4)
    if text:
        return f'Prints: "{text}"'
    text = used[rule].describe(4) if rule in used else ""
    return f'Prints, for instance: "{text}"' if text else ""


def _used() -> dict[type[object], Any]:
    """The first choice of each class in the variants and their contracts."""
    used: dict[type[object], Any] = {}
    for rules in variants.all().values():
        for rulebook in (rules, *rules.rulebooks):
            for chapter in CHAPTERS:
                for choice in _parts(getattr(rulebook, chapter.name, None)):
                    used.setdefault(type(choice), choice)
    return used


@attrs.frozen
class HouseChoice:
    """What a chapter of a rulebook may say, as in a published game.

    Attributes:
        key: Names the choice for `with_choices`.
        chapter: The title of the chapter.
        text: What the rulebook prints with it and not with the other choices.
        chosen: Whether the rulebook has it.
        adds: Whether it joins others of its chapter; otherwise it takes the place of another.
        label: A few words for it, as its chapter has them.
        switch: What people change often, if this is one way to have it; empty if they seldom do.
        place: Names what it takes the place of.  Of the choices for one place a rulebook has one at most.
        own: Whether the rulebook has it before any choice is made.
    """

    key: str
    chapter: str
    text: str
    chosen: bool
    adds: bool
    label: str
    switch: str
    place: str
    own: bool


def house_choices(rules: Rules, players: int, keys: Iterable[str] = ()) -> tuple[HouseChoice, ...]:
    """How a rulebook may be changed between two rounds, by choices of published games.

    >>> from heartslib import variants
    >>> passed, kept, *_ = house_choices(variants.get("american"), 4)
    >>> kept.key, kept.chapter, kept.text, kept.chosen
    ('passing.1', 'Passing', 'No cards are passed.', False)

    Args:
        rules: The rulebook.
        players: The number of players.
        keys: The choices that are made already, as for `with_choices`.

    Raises:
        RulesError: The rulebook is not for this number of players.
        HeartsError: The keys contradict each other.
    """
    house = with_choices(rules, keys)
    table = house.at(players)
    return tuple(choice for name in _CHANGING for choice in _of_chapter(rules, house, table, name))


def with_choices(rules: Rules, keys: Iterable[str]) -> Rules:
    """A rulebook with choices of published games.

    A choice that joins others is left out if the rulebook has it.

    >>> from heartslib import variants
    >>> with_choices(variants.get("american"), ["passing.1"]).name
    'American Hearts with house rules'

    Args:
        rules: The rulebook.
        keys: The keys of `house_choices`, in any order.

    Returns:
        The rulebook, which has a name of its own unless it is that of a variant.

    Raises:
        HeartsError: There is no such choice, two are for one place, or one contradicts the rest of the
            rulebook.
    """
    new: dict[str, Any] = {}
    places: dict[object, object] = {}
    keys = series(MOST_RULES, keys, "keys", "a list of keys of house_choices")
    # the tricks first: without a joker, fewer choices are offered for other chapters
    for key in sorted(keys, key=lambda key: (not str(key).startswith("tricks"), str(key))):
        name = str(key).partition(".")[0]
        offered = _offered(rules, name, new.get("tricks", rules.tricks))
        if str(key) not in offered:
            raise HeartsError(f"there is no choice {quoted(key)}: take a key of house_choices")
        choice = offered[str(key)]
        now: Any = getattr(rules, name)
        place: object = name
        if _TITLED[name].several:
            place = _place(now, choice)
            choice = _switched(new.get(name, now), place, choice)
        other = places.setdefault(place, key)
        if other != key:
            two = f"{quoted(other)} and {quoted(key)}"
            raise HeartsError(f"{two} are choices for one place: give one of them")
        new[name] = choice
    whole = {chapter.name: getattr(rules, chapter.name) for chapter in CHAPTERS} | new
    for known in (rules, *variants.all().values()):
        # what is new is compared first: there most rulebooks differ, and whole ones are long to compare
        if all(getattr(known, name) == whole[name] for name in (*new, *whole)):
            return known
    called = rules.name.removesuffix(_HOUSE) + _HOUSE
    return attrs.evolve(rules, name=called, summary="", source="", aliases=(), decisions=(), **new)


def _place(now: tuple[object, ...], choice: object) -> object:
    """What a rule takes the place of: itself, the only one of its kind, or else nothing of the chapter."""
    alike = [rule for rule in now if type(rule) is type(choice)]
    if choice in now or len(alike) > 1:
        return choice
    return alike[0] if alike else type(choice)


def _switched(now: tuple[object, ...], place: object, choice: object) -> tuple[object, ...]:
    """The rules of a chapter without one that they have; or with it, in its place."""
    if choice in now:
        return tuple(rule for rule in now if rule != choice)
    new = tuple(choice if rule == place else rule for rule in now)
    return new if choice in new else (*new, choice)


def _is_same(one: Rulebook, other: Rulebook) -> bool:
    return all(getattr(one, chapter.name) == getattr(other, chapter.name) for chapter in CHAPTERS)


def _is_idle(rules: TableRules, house: TableRules) -> bool:
    """Whether a choice changes nothing: each contract has its own, or what it adds never scores."""
    one = rules.rulebooks
    other = house.rulebooks
    if [len(book.steps) for book in one] == [len(book.steps) for book in other]:
        return all(map(_is_same, one, other))
    before = [ranges(book) for book in one]
    return all(before) and before == [ranges(book) for book in other]


def _leads_on(rules: TableRules) -> bool:
    """Whether the game ends in time: a score falls below 0 if those of all together do."""
    if (rules.ending.goal or 0) >= 0:
        return True
    spans = chain(*(ranges(book)[:1] for book in rules.recurring))
    return sum(chain(*spans)) < 0


def _of_chapter(  # noqa: C901 - a line for each thing that is left out
    base: Rules, rules: Rules, table: TableRules, name: str
) -> Iterator[HouseChoice]:
    title = _TITLED[name].title
    adds = _TITLED[name].several
    now = getattr(rules, name)
    here = _lines(table, title)
    # by what is printed: of choices that are printed alike only the first is offered
    printed = {} if adds else {(*here,): ("", True)}
    offered = _offered(rules, name, rules.tricks)
    for key, choice in offered.items():
        chosen = choice in now if adds else choice == now
        try:
            house = with_choices(rules, [key]).at(table.players)
            there = _lines(house, title)
            if not chosen:
                house.check_ending()
        except HeartsError:
            continue  # it contradicts the rest of this rulebook
        if (adds or not chosen) and _is_idle(table, house):
            continue
        if name == "ending" and not (chosen or _leads_on(house)):
            continue
        on, off = (here, there) if chosen else (there, here)
        lines = tuple(line for line in on if not (adds and line in off))
        if chosen:
            printed.pop(lines, None)  # it comes in its own place
        if lines not in printed and (lines or not adds):
            printed[lines] = key, chosen
    if not adds and len(printed) == 1:
        return  # nothing to choose
    # a sentence that all choices have in common says nothing about one of them
    counts = Counter(line for lines in printed for line in {*lines})
    most = 1 if adds else len(printed) - 1
    for lines, (key, chosen) in printed.items():
        said = " ".join(line for line in lines if counts[line] <= most) or "None of these."
        if key:
            yield HouseChoice(
                key, title, said, chosen, adds, *_shown(base, table.players, key, offered[key])
            )


def _shown(base: Rules, players: int, key: str, choice: Any) -> tuple[str, str, str, bool]:
    """The label, the switch and the place of a choice, and whether a rulebook has it already."""
    name = key.partition(".")[0]
    now = getattr(base, name)
    called = name
    if _TITLED[name].several:
        place = _place(now, choice)
        keys = {each: key for key, each in _offered(base, name, base.tricks).items()}
        called = place.__name__ if isinstance(place, type) else keys.get(place, key)
    own = choice in _parts(now)
    if choice is None:
        return "None", "", called, own
    return capital(choice.label(Page(players))), choice.switch, called, own


def _lines(rules: TableRules, title: str) -> list[str]:
    paragraphs = rules.paragraphs().get(title, ())
    return [line for lines in paragraphs for line in lines if line not in FRAMING]


def _parts(chapter: Any) -> tuple[object, ...]:
    """The choices of a chapter, of which some have several."""
    return cast("tuple[object, ...]", chapter) if isinstance(chapter, tuple) else (chapter,)


@functools.lru_cache(maxsize=64)
def _published(name: str) -> Mapping[object, list[Rules]]:
    """What games without contracts say in a chapter, and which games; the most usual first."""
    games = defaultdict[object, list[Rules]](list)
    if name in _CHANGING:
        for rules in variants.all().values():
            if not rules.contract_names:
                for choice in _parts(getattr(rules, name)):
                    games[choice].append(rules)
    return MappingProxyType(dict(sorted(games.items(), key=lambda choice: -len(choice[1]))))


def _offered(rules: Rules, name: str, tricks: TrickRule) -> dict[str, object]:
    """The choices for a chapter by their keys: its own, and those of games that count points alike.

    Games with another joker than in these tricks are left out: it would be a plain card here.
    """
    own = _parts(getattr(rules, name, ()))
    offered: dict[str, object] = {}
    for place, (choice, games) in enumerate(_published(name).items()):
        alike = [game for game in games if game.points_are_good == rules.points_are_good]
        if choice in own or any(not game.tricks.jokers - tricks.jokers for game in alike):
            offered[f"{name}.{place}"] = choice
    return offered
