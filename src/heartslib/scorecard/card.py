"""A score card: the scores of a game so far, its rows, and what the players pay each other.

Rounds are counted from 0 in `changes` and `penalties`, as places in `sheets`; a row that people read counts from 1.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import NamedTuple

import attrs

from heartslib._values.arguments import (
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    frozen,
    of_kind,
    series,
    whole_within,
)
from heartslib._values.seats import for_each
from heartslib.ask.scores import score_hand
from heartslib.errors import HeartsError
from heartslib.rules import Rules
from heartslib.sheet import ScoreSheet
from heartslib.show.text import WIDTH, name_words, padded, short_name, wrapped
from heartslib.words import listed, written

MAX_CHARACTERS = 1_000_000
"""The longest score card that is read; a hundred rounds take about 10,000 characters."""
MOST_FAULTS = 100
"""The most rounds that an error names."""
MOST_ROUNDS = 1000
"""The most rounds that are scored; people play at most about fifty."""
START = "start"
"""The name of the row with the scores that a game begins with."""
POOL = "pool"
"""The name of the column with what is in the pool."""
PENALTY = "penalty"
_WIDTH = 74
"""Columns for all players together, on a terminal of 80."""
_WIDE = 14
"""The most columns for one player."""
_NARROW = 8
"""Columns for one player that leave room for the score only."""


class Row(NamedTuple):
    """A row of a score card.

    Attributes:
        name: The number of the round, ``start``, or nothing beside a penalty.
        label: What was new in the round, or what the penalty is for.
        points: The points, seat 0 first; None for the start.
        scores: The scores after it.
        pool: The counters in the pool after it; None if there is no pool.
    """

    name: str
    label: str
    points: tuple[int, ...] | None
    scores: tuple[int, ...]
    pool: int | None


@frozen
class ScoreCard:
    """The scores of a game so far.

    Attributes:
        rules: The rulebook; the first one if the rules have changed.
        names: The names of the players, seat 0 first.
        sheets: The sheet of each round, first to last.
        course: The scores after each round, first to last.
        is_over: Whether the game has ended.
        winners: The seats that have won; empty until the game is over.
        contracts: The contract of each round, None if it is not known; empty in other games.
        changes: The number of the first round, from 0, by each rulebook after the first.
        handicap: The scores before the first round; empty if they are all 0.
        pools: The counters in the pool before the first round, and after each; empty if there is
            no pool.
        penalties: What players agreed on beside the rounds, such as for a renege: the number of rounds
            before it, and a sheet that names it.
    """

    rules: Rules = attrs.field(repr=False)
    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...] = attrs.field(repr=False)
    course: tuple[tuple[int, ...], ...]
    is_over: bool
    winners: tuple[int, ...]
    contracts: tuple[str | None, ...] = ()
    changes: tuple[tuple[int, Rules], ...] = attrs.field(default=(), repr=False)
    handicap: tuple[int, ...] = ()
    pools: tuple[int, ...] = ()
    penalties: tuple[tuple[int, ScoreSheet], ...] = ()

    @property
    def pool(self) -> int:
        """The counters in the pool after the last round."""
        return self.pools[-1] if self.pools else 0

    @property
    def start(self) -> tuple[int, ...]:
        """The scores before the first round, if a row of the card says them; else empty."""
        if not self.handicap and any(self.pools[:1]):  # only the pool is not at zero
            return for_each(self.players, 0)
        return self.handicap

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """The points of each round, first to last."""
        return tuple(sheet.totals for sheet in self.sheets)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores after the last round, seat 0 first."""
        if self.course:
            return self.course[-1]
        return added_to(
            self.handicap or for_each(self.players, 0), *(sheet for _, sheet in self.penalties)
        )

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by the scores, such as 1, 2, 2, 4; partners share theirs."""
        return self.last_rules.at(self.players).places(self.scores, self.sheets)

    @property
    def last_rules(self) -> Rules:
        """The rulebook of the last round."""
        return self.changes[-1][1] if self.changes else self.rules

    def payments(self, stake: int = 1, *, double_below_zero: bool = False) -> tuple[int, ...]:
        """What each player gets if the scores are paid; see `payments`."""
        good = self.last_rules.ending.highest_wins
        return payments(
            self.scores, stake, points_are_good=good, double_below_zero=double_below_zero
        )

    @property
    def rows(self) -> Iterator[Row]:
        """The rows of a table: the start if it is given, the rounds and the penalties."""
        unknown: tuple[int | None, ...] = for_each(1 + len(self.sheets), None)
        pools = self.pools or unknown
        scores = self.handicap or for_each(self.players, 0)
        if self.start:
            yield Row(START, "", None, self.start, pools[0])
        for number in range(1 + len(self.sheets)):
            beside = [sheet for after, sheet in self.penalties if after == number]
            if number:
                scores = added_to(self.course[number - 1], *beside, sign=-1)
                label, points = self.labels[number - 1], self.points[number - 1]
                yield Row(f"{number}", label, points, scores, pools[number])
            for sheet in beside:
                scores = added_to(scores, sheet)
                yield Row("", sheet.lines[0].reason, sheet.totals, scores, None)

    @property
    def labels(self) -> tuple[str, ...]:
        """What was new in each round, in words: the name of other rules, or the contract, or nothing."""
        changed = {number: rules.name for number, rules in self.changes}
        labels: list[str] = []
        for number in range(len(self.sheets)):
            contract = self.contracts[number] if number < len(self.contracts) else None
            parts = (changed.get(number), contract and name_words(contract))
            labels.append(": ".join(filter(None, parts)))
        return tuple(labels)

    @property
    def moons(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The rounds in which somebody shot the moon, from 0, each with the seats of the side.

        Where only points are known, a moon is seen if nothing else gives them.
        """
        found = list[tuple[int, tuple[int, ...]]]()
        for number, sheet in enumerate(self.sheets):
            shooters = sheet.shooters
            if not any(line.step for line in sheet.lines):  # only the points are known
                changed = (rules for first, rules in reversed(self.changes) if first <= number)
                rules = next(changed, self.rules)
                contract = self.contracts[number] if self.contracts else None
                shooters = _moons_by_points(rules, self.players, contract).get(sheet.totals, ())
            if shooters:
                found.append((number, shooters))
        return tuple(found)

    @property
    def moons_said(self) -> str:
        """The same in words: ``moon shot by Ann in round 1``; empty if nobody did."""
        said = list[str]()
        for number, seats in self.moons:
            names = listed([short_name(self.names[seat]) for seat in seats])
            said.append(f"{names} in round {number + 1}")
        return f"moon shot by {listed(said)}" if said else ""

    def __str__(self) -> str:
        """The card as a table: the points of each round and the scores after it."""
        columns = self.players + bool(self.pools)
        width = min(_WIDTH // columns, _WIDE)
        head = "round"
        for name in self.names:
            head += padded(short_name(name, width - 1), width, right=True)
        lines = [f"{head}{POOL:>{_NARROW}}" if self.pools else head]
        for row in self.rows:
            line = f"{row.name:>5}"
            for seat, score in enumerate(row.scores):
                cell = f" {written(score):>3}"
                if row.points and width > _NARROW:
                    cell = written(row.points[seat], "+d") + cell
                line += f" {cell:>{width - 1}}"
            if row.pool is not None:
                line += f"{written(row.pool):>{_NARROW}}"
            room = WIDTH - len(line) - 2
            if room > _NARROW and row.label:
                line += f"  {short_name(row.label, room)}"
            lines.append(line)
        if self.is_over:
            winners = [short_name(self.names[seat]) for seat in self.winners]
            lines.append(f"won by {listed(winners)}")
        return "\n".join([*lines, *wrapped(self.moons_said)])


@functools.lru_cache(maxsize=256)
def _moons_by_points(
    rules: Rules, players: int, contract: str | None
) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    """The points of the rounds in which a side takes every penalty card, each with its seats."""
    at = rules.at(players)
    found = dict[tuple[int, ...], tuple[int, ...]]()
    for side, choice in product(at.partners, at.moon.choices or (None,)):
        with suppress(HeartsError):  # the contract is not known, or a bonus asks for more
            cards = at.under(contract).penalty_cards
            taken = [cards if seat == side[0] else "" for seat in range(players)]
            sheet = score_hand(rules, taken=taken, contract=contract, moon=choice, partial=True)
            if sheet.shooters:
                found[sheet.totals] = sheet.shooters
    return found


def added_to(scores: tuple[int, ...], *sheets: ScoreSheet, sign: int = 1) -> tuple[int, ...]:
    """The scores with the points of some sheets, or without them."""
    points = (sum(sheet.totals[seat] for sheet in sheets) for seat in range(len(scores)))
    return tuple(score + sign * more for score, more in zip(scores, points, strict=True))


def payments(
    scores: Iterable[int],
    stake: int = 1,
    *,
    points_are_good: bool = False,
    double_below_zero: bool = False,
) -> tuple[int, ...]:
    """What each player gets, or pays below 0, if each pays each the difference of their scores.

    This is a way to pay, and changes no score.  Where a game is counted so, it is a scoring step of its
    rules: `heartslib.rules.Howell`.

    >>> payments((10, 0, 3, 0))
    (-27, 13, 1, 13)

    Args:
        scores: The scores, seat 0 first.
        stake: What a point is worth.
        points_are_good: Whether the most points win, not the fewest.
        double_below_zero: Whether payments to or from a player below 0 are doubled.

    Raises:
        HeartsError: The scores or the stake are not whole numbers.
    """
    of_kind(bool, points_are_good, "points_are_good must be True or False")
    of_kind(bool, double_below_zero, "double_below_zero must be True or False")
    *checked, stake = (
        whole_within(None, None, number, "scores and stake must be whole numbers")
        for number in (*series(MOST_PLAYERS, scores, "scores", NUMBERS_BY_SEAT), stake)
    )
    sign = stake if points_are_good else -stake
    paid: list[int] = []
    for mine in checked:
        total = 0
        for other in checked:
            times = 2 if double_below_zero and min(mine, other) < 0 else 1
            total += sign * times * (mine - other)
        paid.append(total)
    return tuple(paid)


def checked_card(text: str) -> str:
    """The text of a score card without a byte order mark, if it is not too long."""
    of_kind(str, text, "a score card must be text")
    if len(text) > MAX_CHARACTERS:
        raise HeartsError(
            f"{len(text)} characters are too many for a score card: at most {MAX_CHARACTERS}"
        )
    return text.removeprefix("\ufeff")
