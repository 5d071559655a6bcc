"""The sheet of house rules: a rulebook, how it may be changed, and what a change says."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from examples.web_table.screen import rules_page
from heartslib import HeartsError, Rules
from heartslib.rules.book import chapters
from heartslib.show.choices import house_choices, with_choices
from heartslib.show.text import with_symbols

Json = dict[str, Any]

MOST = 60
"""How many changes a sheet may hold."""


def changed(rules: Rules, players: int, keys: Sequence[str]) -> Rules:
    """A rulebook with the choices of a sheet.

    Raises:
        HeartsError: There are too many, or they contradict each other.
    """
    if len(keys) > MOST:
        raise HeartsError(f"a sheet holds at most {MOST} changes: begin again")
    house = with_choices(rules, keys)
    house.at(players).check_ending()
    return house


@functools.lru_cache(maxsize=64)
def house_sheet(rules: Rules, players: int, keys: tuple[str, ...]) -> Json:
    """The rulebook with the choices made, each chapter with what it may say instead.

    Raises:
        HeartsError: The choices contradict each other.
    """
    house = changed(rules, players, keys)
    options = dict[str, list[Json]]()
    for each in house_choices(house, players):
        options.setdefault(each.chapter, []).append(
            {
                "key": each.key,
                "text": with_symbols(each.text),
                "chosen": each.chosen,
                "adds": each.adds,
            }
        )
    page = rules_page(house, players)
    said = {each["title"]: each["paragraphs"] for each in page["chapters"]}
    shown = list[Json]()
    for chapter in house.at(players).paragraphs():
        title = house.heading(chapter)
        paragraphs, more = said.get(title, []), options.get(chapter, [])
        if paragraphs or more:
            shown.append({"title": title, "paragraphs": paragraphs, "options": more})
    return {"title": page["title"], "chapters": shown, "keys": keys}


def what_changes(rules: Rules, house: Rules, players: int) -> str:
    """What another rulebook says that the first does not, or no longer says, by chapter."""
    before, after = rules.at(players).paragraphs(), house.at(players).paragraphs()
    parts = list[str]()
    for title in {**before, **after}:
        found = chapters.changed(title, before.get(title, []), after.get(title, []))
        gone, added = (
            [line for line in lines if line not in chapters.FRAMING] for lines in found[:2]
        )
        if added or gone:
            lost = " ".join(f"no longer: {line}" for line in gone)
            heading = (house if added else rules).heading(title)
            parts.append(f"{heading}: {' '.join(added)}" if added else f"{heading}, {lost}")
    return with_symbols(" ".join(parts))
