"""The sheet of house rules: a rulebook, how it may be changed, and what a change says."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from examples.web_table.store import Asking
from heartslib import HeartsError, Rules
from heartslib.rules.book import chapters
from heartslib.show.choices import HouseChoice, house_choices, with_choices
from heartslib.show.text import with_symbols

log = logging.getLogger(__name__)

Json = dict[str, Any]

MOST = 60
"""How many changes a sheet may hold."""
BETWEEN = 0.5
"""Seconds between two games while the server works out what they offer."""

_worked_out = functools.lru_cache(maxsize=256)(house_choices)


class Offers:
    """What rulebooks may say instead.  For the games on offer it is worked out once, and kept.

    Args:
        work: Works it out, so that nobody else waits.
    """

    def __init__(self, work: Asking) -> None:
        self._work = work
        self._kept = dict[tuple[Rules, int], tuple[HouseChoice, ...]]()

    async def prepare(self, rulebooks: Iterable[Rules]) -> None:
        """Work it out for games as they are usually played."""
        for rules in rulebooks:
            players = rules.usual_players
            try:
                self._kept[rules, players] = await self._work(_worked_out, rules, players)
            except Exception:  # perhaps of a rulebook that somebody has written
                log.exception("what %s may say instead cannot be worked out", rules.name)
            await asyncio.sleep(BETWEEN)

    async def __call__(
        self, rules: Rules, players: int, keys: tuple[str, ...]
    ) -> tuple[HouseChoice, ...]:
        """What a rulebook may say instead, once these choices are made.

        Raises:
            HeartsError: The choices contradict each other.
        """
        if not keys and (kept := self._kept.get((rules, players))):
            return kept
        return await self._work(_worked_out, rules, players, keys)


def changed(rules: Rules, players: int, keys: Sequence[str]) -> tuple[Rules, str]:
    """A rulebook with the choices of a sheet, and what it says now.

    Raises:
        HeartsError: There are too many, or they contradict each other.
    """
    if len(keys) > MOST:
        raise HeartsError(f"a sheet holds at most {MOST} changes: begin again")
    house = with_choices(rules, keys)
    house.at(players).check_ending()
    return house, what_changes(rules, house, players)


def house_sheet(rules: Rules, players: int, keys: Sequence[str]) -> Json:
    """What the rulebook is called with the choices made, and what it says then.

    Raises:
        HeartsError: There are too many choices, or they contradict each other.
    """
    house, says = changed(rules, players, keys)
    return {"title": house.name, "says": says}


def options(choices: Iterable[HouseChoice]) -> Json:
    """What each chapter may say, for the page."""
    return {
        "options": [{**attrs.asdict(each), "text": with_symbols(each.text)} for each in choices]
    }


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
