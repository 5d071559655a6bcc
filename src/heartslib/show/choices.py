"""What each chapter of a rulebook may say."""

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
from heartslib.rules import Rules, TableRules
from heartslib.rules.book.chapters import FRAMING, Rulebook
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.rules.counting.attainable import ranges
from heartslib.show.text import WIDTH, wrapped

_LONG = 24
_CHANGING = (
    *("passing", "charging", "opening", "play", "showing", "tricks", "round_end", "scoring"),
    *("moon", "bonuses", "ending"),
)
"""Chapters that may change from round to round; the pack, the sides and the contracts stay."""
_TITLED = {each.name: each for each in CHAPTERS}
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
        raise HeartsError(f"there is no chapter {quoted(chapter)}{did_you_mean(chapter, _TITLED)}")
    found = _TITLED[chapter]
    lines = [f"{found.title}: the choices for {chapter}{', a list' if found.several else ''}"]
    used: dict[type[object], Any] = {type(each): each for each in reversed([*_used()])}
    for rule in choices_of(found.base):
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
                yield from _each(getattr(rulebook, each.name, None))


@attrs.frozen
class HouseChoice:
    """What a chapter of a rulebook may say, as in a published game.

    Attributes:
        key: Names the choice for `with_choices`.
        chapter: The title of the chapter.
        text: What the rulebook prints with it and not with the other choices.
        chosen: Whether the rulebook has it.
        adds: Whether it joins others of its chapter; otherwise it takes the place of another.
    """

    key: str
    chapter: str
    text: str
    chosen: bool
    adds: bool


def house_choices(rules: Rules, players: int) -> tuple[HouseChoice, ...]:
    """How a rulebook may be changed between two rounds, by choices of published games.

    >>> from heartslib import variants
    >>> passed, kept, *_ = house_choices(variants.get("american"), 4)
    >>> kept.key, kept.chapter, kept.text, kept.chosen
    ('passing.1', 'Passing', 'No cards are passed.', False)

    Args:
        rules: The rulebook.
        players: The number of players.

    Raises:
        RulesError: The rulebook is not for this number of players.
    """
    table = rules.at(players)
    return tuple(choice for name in _CHANGING for choice in _of_chapter(rules, table, name))


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
    house = rules
    places = dict[object, object]()
    given = series(MOST_RULES, keys, "keys", "a list of keys of house_choices")
    # the tricks first: without a joker, fewer choices are offered for other chapters
    for key in sorted(given, key=lambda key: (not str(key).startswith("tricks"), str(key))):
        name = str(key).partition(".")[0]
        if str(key) not in (offered := _offered(house, name)):
            raise HeartsError(f"there is no choice {quoted(key)}: take a key of house_choices")
        choice: object = offered[str(key)]
        now: Any = getattr(rules, name)
        place = _place(cast("Any", now), choice) if isinstance(now, tuple) else name
        if (other := places.setdefault(place, key)) != key:
            two = f"{quoted(other)} and {quoted(key)}"
            raise HeartsError(f"{two} are choices for one place: give one of them")
        new: Any = _switched(getattr(house, name), place, choice) if place != name else choice
        house = attrs.evolve(house, **{name: new})
    for known in (rules, *variants.all().values()):
        if _is_same(known, house):
            return known
    called = rules.name.removesuffix(_HOUSE) + _HOUSE
    return attrs.evolve(house, name=called, summary="", source="", aliases=(), decisions=())


def _place(now: tuple[object, ...], choice: object) -> object:
    """What a rule takes the place of: itself, the only one of its kind, or else nothing of the chapter."""
    alike = [each for each in now if type(each) is type(choice)]
    if choice in now or len(alike) > 1:
        return choice
    return alike[0] if alike else type(choice)


def _switched(now: tuple[object, ...], place: object, choice: object) -> tuple[object, ...]:
    """The rules of a chapter without one that they have; or with it, in its place."""
    if choice in now:
        return tuple(each for each in now if each != choice)
    new = tuple(choice if each == place else each for each in now)
    return new if choice in new else (*new, choice)


def _is_same(one: Rulebook, other: Rulebook) -> bool:
    return all(getattr(one, each.name) == getattr(other, each.name) for each in CHAPTERS)


def _is_idle(rules: TableRules, house: TableRules) -> bool:
    """Whether a choice changes nothing: each contract has its own, or what it adds never scores."""
    one, other = rules.rulebooks, house.rulebooks
    if [len(each.steps) for each in one] == [len(each.steps) for each in other]:
        return all(map(_is_same, one, other))
    before, after = ([*map(ranges, found)] for found in (one, other))
    return all(before) and before == after


def _leads_on(rules: TableRules) -> bool:
    """Whether the game ends in time: a score falls below 0 if those of all together do."""
    totals = chain(*(ranges(each)[:1] for each in rules.recurring))
    return (rules.ending.goal or 0) >= 0 or sum(chain(*totals)) < 0


def _of_chapter(rules: Rules, table: TableRules, name: str) -> Iterator[HouseChoice]:
    title, adds = _TITLED[name].title, _TITLED[name].several
    now = getattr(rules, name)
    here = _lines(table, title)
    found = {} if adds else {(*here,): ("", True)}
    for key, choice in _offered(rules, name).items():
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
        said = tuple(line for line in on if not (adds and line in off))
        if chosen:
            found.pop(said, None)  # it comes in its own place
        if said not in found and (said or not adds):
            found[said] = key, chosen
    counts = Counter(line for said in found for line in {*said})
    most = 1 if adds else len(found) - 1
    for said, (key, chosen) in found.items() if adds or most else ():
        own = " ".join(line for line in said if counts[line] <= most)
        if key:
            yield HouseChoice(key, title, own or "None of these.", chosen, adds)


def _lines(rules: TableRules, title: str) -> list[str]:
    said = rules.paragraphs().get(title, ())
    return [line for paragraph in said for line in paragraph if line not in FRAMING]


def _each(chapter: Any) -> tuple[object, ...]:
    """The choices of a chapter, of which some have several."""
    return cast("tuple[object, ...]", chapter) if isinstance(chapter, tuple) else (chapter,)


@functools.lru_cache(maxsize=64)
def _published(name: str) -> Mapping[object, list[Rules]]:
    """What games without contracts say in a chapter, and which games; the most usual first."""
    games = defaultdict[object, list[Rules]](list)
    for rules in variants.all().values() if name in _CHANGING else ():
        for choice in _each(getattr(rules, name)) if not rules.contract_names else ():
            games[choice].append(rules)
    return MappingProxyType(dict(sorted(games.items(), key=lambda each: -len(each[1]))))


def _offered(rules: Rules, name: str) -> dict[str, object]:
    """The choices for a chapter by their keys: its own, and those of games that count points alike.

    Games with another joker are left out: it would be a plain card here.
    """
    good = rules.points_are_good
    jokers = rules.tricks.jokers
    own = _each(getattr(rules, name, ()))
    return {
        f"{name}.{place}": choice
        for place, (choice, games) in enumerate(_published(name).items())
        if choice in own
        or any(each.points_are_good == good and not each.tricks.jokers - jokers for each in games)
    }


__all__ = [
    "HouseChoice",
    "choices_text",
    "house_choices",
    "with_choices",
]
