"""Score cards: a whole game that was played elsewhere, round by round."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import accumulate, compress, zip_longest
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard, cast

import attrs
import cattrs

from heartslib._values.arguments import (
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    at_most,
    checked_text,
    flag,
    frozen,
    naming,
    of_kind,
    plain,
    series,
    whole_within,
)
from heartslib.ask.scores import score_hand
from heartslib.cards import CardsLike, in_order
from heartslib.errors import HeartsError, RecordError, fault, listing, shown
from heartslib.formats._json import dump_json, parse_json, structured
from heartslib.formats.converter import CONVERTER
from heartslib.phases import Match
from heartslib.phases.begun import gone_on, played_before
from heartslib.phases.match import not_shown
from heartslib.rules import Rules
from heartslib.rules.counting.attainable import refused
from heartslib.sheet import Line, ScoreSheet
from heartslib.show.text import WIDTH, name_words, padded, short_name
from heartslib.words import how_many, hyphened, listed, written

MAX_CHARACTERS: Final = 1_000_000
"""The longest score card that is read; a hundred rounds take about 10,000 characters."""

MOST_FAULTS: Final = 100
"""The most rounds that an error names."""

MOST_ROUNDS: Final = 1000
"""The most rounds that are scored; people play at most about fifty."""

Taken: TypeAlias = Iterable[CardsLike] | Mapping[str, object] | ScoreSheet | Rules
"""An entry for `score_game`: a round as piles, keyword arguments of `score_hand` or a sheet; or the
rules that the rounds after it are played by."""

START: Final = "start"
"""The name of the row with the scores that a game begins with."""
POOL: Final = "pool"
"""The name of the column with what is in the pool."""
_PENALTY: Final = "penalty"

_WIDTH: Final = 74
"""Columns for all players together, on a terminal of 80."""
_WIDE: Final = 14
"""The most columns for one player."""
_NARROW: Final = 8
"""Columns for one player that leave room for the score only."""
_KEYS: Final = (
    *("taken", "tricks", "leader", "contract", "moon", "charged", "trick_counts", "partial"),
    *("bids", "face_up", "counted", "points", "insist", "sheet", "passed"),
)
_KNOWN: Final = ("players", "scores", "course", "dealer", "pool", "contract")
"""The arguments of `score_hand` that follow from the rounds before."""
_BESIDE: Final = {"points": {"points", "contract", "face_up"}, "sheet": {"sheet", "contract"}}
"""What may be given with points or a sheet."""


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
        with_pool = any(self.pools[:1])
        return self.handicap or (0,) * self.players * with_pool

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
        return _added(self.handicap or (0,) * self.players, *(sheet for _, sheet in self.penalties))

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
        pools = self.pools or (None,) * (1 + len(self.sheets))
        scores = self.handicap or (0,) * self.players
        if self.start:
            yield Row(START, "", None, self.start, pools[0])
        for number in range(1 + len(self.sheets)):
            beside = [sheet for after, sheet in self.penalties if after == number]
            if number:
                scores = _added(self.course[number - 1], *beside, sign=-1)
                label, points = self.labels[number - 1], self.points[number - 1]
                yield Row(f"{number}", label, points, scores, pools[number])
            for sheet in beside:
                scores = _added(scores, sheet)
                yield Row("", sheet.lines[0].reason, sheet.totals, scores, None)

    @property
    def labels(self) -> tuple[str, ...]:
        """What was new in each round, in words: the name of other rules, or the contract, or nothing."""
        changed = {number: rules.name for number, rules in self.changes}
        contracts = (*self.contracts, *[None] * len(self.sheets))
        return tuple(
            ": ".join(filter(None, (changed.get(number), name_words(contracts[number] or ""))))
            for number in range(len(self.sheets))
        )

    def __str__(self) -> str:
        """The card as a table: the points of each round and the scores after it."""
        width = min(_WIDTH // (self.players + bool(self.pools)), _WIDE)
        head = (padded(short_name(name, width - 1), width, right=True) for name in self.names)
        lines = ["round" + "".join(head) + f"{POOL:>{_NARROW}}" * bool(self.pools)]
        for row in self.rows:
            wide = row.points if width > _NARROW else None
            added = [written(each, "+d") for each in wide or ()] or [""] * self.players
            cells = [
                f"{point} {written(score):>3}"
                for point, score in zip(added, row.scores, strict=True)
            ]
            line = f"{row.name:>5}" + "".join(f" {cell:>{width - 1}}" for cell in cells)
            line += "" if row.pool is None else f"{written(row.pool):>{_NARROW}}"
            room = WIDTH - len(line) - 2
            label = f"  {short_name(row.label, room)}" if room > _NARROW and row.label else ""
            lines.append(line + label)
        if self.is_over:
            winners = [short_name(self.names[seat]) for seat in self.winners]
            lines.append(f"won by {listed(winners)}")
        return "\n".join(lines)


def _added(scores: tuple[int, ...], *sheets: ScoreSheet, sign: int = 1) -> tuple[int, ...]:
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
    *found, stake = (
        whole_within(None, None, each, "scores and stake must be whole numbers")
        for each in (*series(MOST_PLAYERS, scores, "scores", NUMBERS_BY_SEAT), stake)
    )
    sign = stake if points_are_good else -stake
    return tuple(
        sum(
            sign * (mine - other) * (1 + (double_below_zero and min(mine, other) < 0))
            for other in found
        )
        for mine in found
    )


def score_game(
    rules: Rules,
    *,
    rounds: Iterable[Taken],
    players: int | None = None,
    names: Iterable[str] | None = None,
    scores: Iterable[int] | None = None,
    round_number: int = 0,
    contracts: Iterable[str] = (),
    pool: int = 0,
    insist: bool = False,
) -> ScoreCard:
    """The score card of a game that was played elsewhere.

    >>> from heartslib import variants
    >>> rounds = [{"points": (13, 13, 0, 0)}, {"points": (0, 1, 5, 20)}]
    >>> score_game(variants.get("american"), rounds=rounds).scores
    (13, 14, 5, 20)

    Args:
        rules: The rulebook.
        rounds: The rounds, first to last.  Each is one of these: a list of what the seats took; a
            mapping of arguments for `score_hand` (``counted``, ``taken``, ``contract``, ``moon``,
            ``charged``, ``trick_counts``, ``partial``, ``tricks`` with ``leader``); a mapping with
            ``points``, the points that the round gave in the end, or with ``sheet``, a `ScoreSheet`
            or the JSON of one; or a `ScoreSheet` alone.  Where contracts follow a fixed order, ``contract`` can
            be left out, and so can ``face_up`` beside ``points``: then some card must allow them.  A `Rules` value, or a mapping with ``rules``, changes the rules from the
            next round on.  A mapping with ``penalty``, points by seat, and a ``reason`` is a row beside
            the rounds, such as for a renege; partners who score together may both have it.  Before them all, a mapping with ``scores``, and with ``pool`` if there
            is one, stands for these arguments.  In a later one, ``pool`` is what the round leaves in
            the pool, and is checked.
        players: The number of players; by default that of the first round.
        names: The names of the players, seat 0 first.
        scores: The scores before the first of `rounds`; by default all 0.
        round_number: How many rounds came before it.
        contracts: The contracts of those rounds, first to last, if dealers named them.
        pool: The counters in the pool before the first of `rounds`.
        insist: Whether to take ``points`` that no round can give under the rules.  A mapping with
            ``points`` may have the same key, for its round alone.

    Raises:
        HeartsError: A round cannot be scored, or comes after the end of the game; the message
            names the round.
    """
    of_kind(Rules, rules, "rules must be a Rules value")
    flag("insist", insist)
    round_number = played_before(round_number)
    earlier: dict[str, Any] = {
        "scores": scores, "round_number": round_number, "contracts": contracts, "pool": pool
    }  # fmt: skip
    given = None if names is None else series(MOST_PLAYERS, names, "names")
    match: Match | None = None
    entries = series(MOST_ROUNDS, rounds, "rounds")
    if scores is None and entries and _is_start(entries[0]):
        start = series(MOST_PLAYERS, entries[0]["scores"], "scores", NUMBERS_BY_SEAT)
        earlier |= {**entries[0], "scores": start}
        entries = entries[1:]
        players = len(start) if players is None else players
    changes: list[tuple[int, Rules]] = []
    penalties: list[tuple[int, ScoreSheet]] = []
    wrong: list[HeartsError] = []
    codes = set[str]()
    for place, each in enumerate(entries, 1):
        number = place + round_number - len(changes) - len(penalties)
        line = getattr(each, "line", None)
        where = ("round ", number) if line is None else ("line ", line, ", round ", number)
        entry: _Entry | Rules = {}
        try:
            entry = _read_entry(each)
            if match is None:
                count = _players_of_entry(rules, entry) if players is None else players
                match = gone_on(Match.start(rules, count, names=given), **earlier)
            if match.is_over and not wrong and (isinstance(entry, Rules) or _PENALTY not in entry):
                raise fault("after-the-end", "the game had ended before")
            match = _after(match, entry, insist, changes, penalties)
        except HeartsError as error:
            if match is None and entry:
                raise  # the arguments are wrong, not the round
            wrong.append(fault("round", *where, ": ", error))
            codes.add(error.code)
            if match is None or len(wrong) == MOST_FAULTS or match.rules.has_pool:
                break  # what follows depends on it
            match = _after_wrong(match, entry, error)
    if wrong:
        how = "; give {counted}, the points of the penalty cards that each player took, or {insist=True}"
        remedy = naming(how) if "impossible-points" in codes else []
        raise fault("rounds", *listing(wrong), *remedy)
    match = match or gone_on(Match.start(rules, players, names=given), **earlier)
    first = match.first or match
    handicap = () if first.sheets or not any(first.scores) else first.scores
    winners = match.winners if match.is_over else ()
    played = tuple(contract for _, contract in match.contracts)
    return ScoreCard(
        rules, match.names, match.sheets, match.course, match.is_over, winners, played,
        tuple(changes), handicap, _pools(match, first), tuple(penalties),
    )  # fmt: skip


def _after(
    match: Match,
    entry: _Entry | Rules,
    insist: bool,
    changes: list[tuple[int, Rules]],
    penalties: list[tuple[int, ScoreSheet]],
) -> Match:
    """The match after an entry; a change of the rules or a penalty is added to its list."""
    if isinstance(entry, Rules):
        match = match.with_rules(entry)
        changes.append((match.round_number, entry))
        return match
    if _PENALTY in entry:
        sheet = _penalty_of(match, entry)
        penalties.append((match.round_number, sheet))
        after = _added(match.scores, sheet)
        course = (*match.course, after)[:-2] + (after,) * bool(match.course)
        return match.after(scores=after, course=course)
    if not {"points", "sheet"} & entry.keys():
        match = match.with_sale(entry.pop("bids", ()))
    match = match.with_contract(entry.get("contract"))
    left = plain(entry.pop(POOL, None))
    return match.with_sheet(_sheet_of_entry(match, entry, insist, left))


def _after_wrong(match: Match, entry: _Entry | Rules, error: HeartsError) -> Match:
    """The match after an entry that is refused, as far as it says what it gave: others follow."""
    points: Any = (0,) * match.players
    if error.code == "impossible-points" and isinstance(reason := error.data[-1], HeartsError):
        points = reason.data[0] if reason.code == "scores-given" else error.data[0]
    with suppress(HeartsError):
        match = match.with_contract(entry.get("contract") if isinstance(entry, dict) else None)
        match = match.with_sheet(match.sheet_of_points(points))
    return match


def _penalty_of(match: Match, entry: _Entry) -> ScoreSheet:
    """The sheet of a penalty that players agreed on."""
    if unknown := entry.keys() - {_PENALTY, "reason"}:
        raise HeartsError(f"a penalty has only a reason beside it, not {shown(min(unknown))}")
    points = match.with_scores(entry[_PENALTY]).scores
    reason = checked_text("reason", entry.get("reason", _PENALTY))
    if not any(points):
        raise HeartsError(f"a penalty must change a score, and {shown(points)} changes none")
    pooled = match.sides if match.rules.sides.pooled else ()
    alike = [side for side in pooled if len({points[seat] for seat in side}) == 1]
    again = {seat for side in alike for seat in side[1:]}
    lines = [
        Line(seat, each, reason) for seat, each in enumerate(points) if each and seat not in again
    ]
    return ScoreSheet(match.players, lines, pooled)


def _pools(match: Match, first: Match) -> tuple[int, ...]:
    """What was in the pool before the first round and after each; empty if there is no pool."""
    if not first.pool and all(sheet.pool is None for sheet in match.sheets):
        return ()
    before = first.pool + sum(first.scores) * bool(first.sheets)
    left = (sheet.pool for sheet in match.sheets)
    return (*accumulate(left, lambda pool, new: pool if new is None else new, initial=before),)


_Entry: TypeAlias = dict[str, Any]
"""The parts of a round by name, with iterators read."""


def _is_start(entry: Taken) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(entry, Mapping) and {"scores"} <= entry.keys() <= {"scores", "pool"}


def _read_entry(given: Taken) -> _Entry | Rules:
    if isinstance(given, Rules):
        return given
    if isinstance(given, ScoreSheet):
        return {"sheet": given}
    parts: _Entry = dict(cast("Any", given)) if isinstance(given, Mapping) else {"taken": given}
    if "scores" in parts:
        raise HeartsError(
            "the scores before the first round are given once, as the first entry and with no other keys"
        )
    if "rules" in parts:
        if len(parts) > 1:
            raise HeartsError("a change of the rules is an entry of its own, with no other keys")
        rules: Any = parts["rules"]
        return rules if isinstance(rules, Rules) else structured(CONVERTER, rules, Rules)
    for name in ("taken", "counted", "points", "bids", "trick_counts", _PENALTY):
        if name in parts and (parts[name] is not None or name != "trick_counts"):
            parts[name] = series(MOST_PLAYERS, parts[name], name)
    if isinstance(parts.get("sheet"), dict):
        parts["sheet"] = structured(CONVERTER, parts["sheet"], ScoreSheet)
    return parts


def _players_of_entry(rules: Rules, first: _Entry | Rules) -> int | None:
    if isinstance(first, Rules):
        return None
    if isinstance(sheet := first.get("sheet"), ScoreSheet):
        return sheet.players
    given = (first[name] for name in ("taken", "counted", "points", _PENALTY) if name in first)
    seats: tuple[object, ...] | None = next(given, None)
    return rules.usual_players if seats is None else len(seats)


def _sheet_of_entry(match: Match, entry: _Entry, insist: bool, left: object) -> ScoreSheet:
    """The sheet of a round, which leaves so much in the pool, if that is not None."""
    sheet = match.with_pool_after(_counted(match, entry, insist))
    if left is not None and (type(left) is not int or left != sheet.pool):
        leaves = "by its points the round leaves ", sheet.pool, " in the pool, not "
        raise fault("pool-after", *leaves, shown(left))
    return sheet


def _counted(match: Match, entry: _Entry, insist: bool) -> ScoreSheet:
    if "insist" in entry and "points" not in entry:
        raise HeartsError(*naming("{insist} is about {points}: give them or leave it out"))
    if unknown := [key for key in entry if key not in _KEYS]:
        raise HeartsError(f"unknown key {shown(unknown[0])}: the keys are {', '.join(_KEYS)}")
    insist = entry.pop("insist", insist)
    flag("insist", insist)
    for key, are in ("points", "points are"), ("sheet", "a sheet is"):
        if key in entry and entry.keys() - _BESIDE[key]:
            raise HeartsError(f"{are} given alone, without what was taken or other keys")
    if "points" in entry:
        return _points_checked(match, entry["points"], entry.get("face_up", ()), insist)
    if "sheet" in entry:
        return _checked_sheet(match, entry["sheet"])
    if not {"taken", "tricks", "counted"} & entry.keys():
        raise HeartsError(*naming("nothing says what was taken: give {taken} or {points}"))
    moon, partial = entry.get("moon"), entry.get("partial", False)  # unchecked by `score_hand`
    of_kind(str | None, moon, "moon must be a string such as 'add'")
    of_kind(bool, partial, "partial must be true or false")
    known: dict[str, Any] = {name: getattr(match, name) for name in _KNOWN}
    known["bids"] = match.settled.bids or None
    return score_hand(match.rules, **entry | known)


def _points_checked(
    match: Match, points: tuple[int, ...], face_up: CardsLike, insist: bool
) -> ScoreSheet:
    """The sheet of points, if a round can give them or the caller insists."""
    sheet, up, rules = match.sheet_of_points(points), in_order(face_up), match.rules
    kinds = dict.fromkeys(match.at_table.pack)
    may_be = [*dict.fromkeys(rules.shown_of([card]) for card in kinds)]
    if up and up not in may_be:
        raise not_shown(up)
    if insist or (match.contract is None and rules.contract_names):
        return sheet
    in_force = match.in_force

    def why_not(totals: tuple[int, ...]) -> HeartsError | None:
        """Why no round gives these points, whichever card was shown; None if one does."""
        why = None
        for shown_card in [up] if up else may_be:
            if not (why := refused(in_force.given(shown_card), totals, match.scores)):
                break
        return why

    if why := why_not(sheet.totals):
        added = tuple(now - before for now, before in zip(sheet.totals, match.scores, strict=True))
        if any(match.scores) and not why_not(added):
            mean = "as scores after the round they would mean the points "
            why = fault("scores-given", mean, added)
        wrong = f"no round of {in_force.name} gives the points "
        raise fault("impossible-points", wrong, points, ": ", why)
    return sheet


def _checked_sheet(match: Match, given: object) -> ScoreSheet:
    """The sheet, if it is one of this table."""
    sheet: ScoreSheet = of_kind(ScoreSheet, given, "sheet must be a ScoreSheet")
    players = match.players
    if sheet.players != players:
        raise HeartsError(
            f"the sheet is for {how_many(sheet.players, 'player')}, the game has {players}"
        )
    if strangers := sheet.named - {*range(players)}:
        raise HeartsError(f"the sheet names seat {min(strangers)}, which the game does not have")
    pooled = match.sides if match.rules.sides.pooled else ()
    if sheet.pooled != pooled:
        raise HeartsError(
            f"the partners on the sheet are {sheet.pooled}, those of the rules {pooled}"
        )
    return sheet


CardParts: TypeAlias = tuple[tuple[str, ...] | None, list[Any], Rules | None]
"""The names, the rounds and the rulebook of a score card in text; None for what it does not say."""


def read_card(text: str, file: str = "") -> CardParts:
    """The players, the rounds and the rulebook of a score card in JSON or CSV.

    Args:
        text: The score card; it is JSON if it begins with a brace or a bracket.
        file: The name of its file; it is JSON, too, if the name ends in ``.json``.

    Raises:
        HeartsError: The text is not a score card.
    """
    is_json = checked_text("file", file).lower().endswith(".json")
    if _checked_card(text).lstrip().startswith(("{", "[")) or is_json:
        return read_json(text)
    return *read_csv(text), None


def read_csv(text: str) -> tuple[tuple[str, ...], list[dict[str, object]]]:
    """The players and the rounds of a score card in CSV.

    The first row names the players; or there is a column ``player`` beside one of ``points``, and a row for
    each player of each round.  Columns called ``contract``, ``bids``, ``moon``, ``charged``,
    ``pool``, ``partial``, ``counted``, ``insist`` or ``round`` are not players.  Every other row is a round, except that
    one called ``start`` in the column ``round`` has the scores before the first, and one called ``penalty``
    is beside the rounds.  A player's cell holds the cards taken,
    or the points as a whole number.  In a row with ``true`` in the column ``counted`` it holds the
    points of penalty cards, then the other cards that count; an empty one is the rest.  Columns are
    separated by commas, semicolons or tabs.

    Raises:
        HeartsError: The text is not such a table; the message names the lines.
    """
    rows = _filled_rows(_checked_card(text))
    if not rows:
        raise HeartsError("this score card is empty: its first row must name the players")
    for line, row in rows:
        if len(row) != (cells := len(rows[0][1])):
            raise HeartsError(
                f"line {line} must have {cells} cells, like the first row, not {len(row)}"
            )
    (_, head), *others = rows = _one_a_round(rows)
    used = [*map(any, zip(*(row for _, row in rows), strict=True))]
    written = [*compress(head, used)]
    columns = ["round" if _is(name, "round") else name for name in written]
    kinds = [name.lower() for name in columns]
    names = tuple(name for name in columns if name.lower() not in _COLUMNS)
    if not names or any(_number(name) is not None for name in names):
        raise HeartsError(
            f"the first row of a score card must name the players, not be {shown(','.join(head))}"
        )
    for place, kind in enumerate(kinds):
        if kind in _COLUMNS:
            _check_alone(
                kind, [name for name, each in zip(written, kinds, strict=True) if each == kind]
            )
        if kind not in _COLUMNS and (_is(kind, "") or _is(kind, "game")):
            how = ", and no column has points" if _is(kind, "player") else ": leave it out"
            raise HeartsError(f"the column {columns[place]!r} is no player{how}")
    names = tuple(name[1:] if _APOSTROPHE.match(name) else name for name in names)
    return names, _rounds_of(columns, [(line, [*compress(row, used)]) for line, row in others])


def _rounds_of(columns: list[str], rows: _Rows) -> list[dict[str, Any]]:
    """The rounds in rows; what is wrong with them is named together."""
    rounds: list[dict[str, Any]] = []
    wrong: list[HeartsError] = []
    first = 1
    for line, row in rows:
        cells = [*zip(columns, row, strict=True)]
        if not rounds:
            first = int(_number(dict(cells).get("round", "")) != 0)  # pandas counts from 0
        number = sum({"scores", _PENALTY}.isdisjoint(each) for each in rounds) + first
        each = _OfLine()
        each.line = line
        try:
            each |= _round_of_row(cells, line, number)
        except HeartsError as error:
            wrong.append(error)
        rounds.append(each)
    if wrong:
        raise fault("rows", *listing(wrong[:MOST_FAULTS]))
    return rounds


class _OfLine(dict[str, Any]):
    """A round that knows its line in a file, for errors."""

    line: int


_Rows: TypeAlias = list[tuple[int, list[str]]]
"""The cells of rows, each with the number of its line."""


def _is(name: str, kind: str) -> bool:
    """Whether a column is of a kind by its name, in one of the languages of `_CALLED`."""
    return f" {name.lower()} " in _CALLED[kind]


def _one_a_round(rows: _Rows) -> _Rows:
    """The rows with a column for each player, also of a table with a row for each player of each round."""
    (line, head), *others = rows
    place = _places(head)
    if not place:
        return rows
    if "game" in place and len({row[place["game"]] for _, row in others}) > 1:
        raise HeartsError(
            f"the column {head[place['game']]!r} has several games: keep the rows of one"
        )
    rest = [at for at, name in enumerate(head) if name and at not in place.values()]
    turns, rounds = Counter[str](), dict[str, tuple[int, list[str], dict[str, str]]]()
    for at, row in others:
        player, of_round = row[place["player"]], [row[each] for each in rest]
        if _is_no_player(player):
            raise HeartsError(f"line {at}: {shown(player)} is no name for a player")
        turns[player] += 1
        called = row[place["round"]] if "round" in place else f"{turns[player]}"
        _, known, points = rounds.setdefault(called, (at, of_round, {}))
        if player in points:
            raise HeartsError(f"line {at}: {player} has points in round {shown(called)} already")
        for each, before, now in zip(rest, known, of_round, strict=True):
            if before != now:
                raise HeartsError(
                    f"line {at}: {head[each]!r} must be the same in all rows of round {shown(called)}, "
                    f"not {shown(before)} and {shown(now)}"
                )
        points[player] = row[place["points"]]
    wide = [
        (at, [called, *known, *(points.get(name, "") for name in turns)])
        for called, (at, known, points) in rounds.items()
    ]
    return [(line, ["round", *(head[each] for each in rest), *turns]), *wide]


def _places(head: list[str]) -> dict[str, int]:
    """The columns of what differs in a table with a row for each player of each round; none in another."""
    place = {
        kind: at
        for kind in filter(None, _CALLED)
        for at, name in enumerate(head)
        if name and _is(name, kind)
    }
    if not {"player", "points"} <= place.keys():
        return {}
    for kind in place:
        _check_alone(kind, [name for name in head if name and _is(name, kind)])
    for at, name in enumerate(head):
        if name and at not in place.values() and name.lower() not in _COLUMNS:
            raise HeartsError(
                f"the column {name!r} is not known in a table with a row for each player: leave it out"
            )
    return place


def _check_alone(kind: str, names: list[str]) -> None:
    """Refuse two columns of one kind."""
    if len(names) > 1:
        raise HeartsError(
            f"the columns {names[0]!r} and {names[1]!r} both hold {kind!r}: leave one out"
        )


def _checked_card(text: str) -> str:
    """The text of a score card without a byte order mark, if it is not too long."""
    of_kind(str, text, "a score card must be text")
    if len(text) > MAX_CHARACTERS:
        raise HeartsError(
            f"{len(text)} characters are too many for a score card: at most {MAX_CHARACTERS}"
        )
    return text.removeprefix("\ufeff")


def _round_of_row(cells: list[tuple[str, str]], line: int, number: int) -> dict[str, Any]:
    """The round in a row of the table, as `score_game` takes it.

    Args:
        cells: The name of each column, and what the row has there.
        line: The number of its line.
        number: The number of the round.
    """
    extras: dict[str, Any] = {
        kind: _TRUTHS.get(cell.lower(), cell) if kind in _FLAGS else cell
        for kind, cell in ((name.lower(), cell) for name, cell in cells)
        if cell and kind in _COLUMNS
    }
    if (left := _number(extras.get(POOL, ""))) is not None:
        extras[POOL] = left
    if "bids" in extras:
        extras["bids"] = [_number(bid) for bid in extras["bids"].split()]
    if "contract" in extras:
        extras["contract"] = hyphened(extras["contract"])
    called, is_counted = extras.pop("round", ""), extras.pop("counted", False)
    if called not in {"", START, _PENALTY} and _number(called) != number:
        raise HeartsError(
            f"line {line}: 'round' must be empty, {START}, {_PENALTY} or {number}, the next number, not "
            f"{shown(called)}; leave out rows that are no rounds, such as totals"
        )
    of_kind(bool, is_counted, f"line {line}: counted must be true or false")
    taken = [(name, cell) for name, cell in cells if name.lower() not in _COLUMNS]
    if is_counted:
        parts = [_PARTS.fullmatch(cell) or ("", "", cell) for _, cell in taken]
        extras |= {"counted": [_number(part[1] or "") for part in parts]}
        piles = [part[2] for part in parts]
        return extras | ({"taken": piles} if any(piles) else {})
    points = [_number(cell) for _, cell in taken]
    are_numbers = any(_NUMERIC.fullmatch(cell.translate(_MINUS)) for _, cell in taken)
    for name, cell in taken if are_numbers else ():
        if _number(cell) is None:
            raise HeartsError(
                f"line {line}: {name} has {shown(cell) if cell else 'nothing'} where others have points: "
                "give a whole number, or leave out the row"
            )
    kind, given = ("taken", [cell for _, cell in taken]) if None in points else ("points", points)
    return extras | {{START: "scores", _PENALTY: _PENALTY}.get(called, kind): given}


def _is_no_player(name: str) -> bool:
    """Whether `read_csv` would not take a name for a player's."""
    return (
        _number(name) is not None
        or name.lower() in _COLUMNS
        or any(_is(name, each) for each in _CALLED)
    )


def _number(cell: str) -> int | None:
    """The whole number in a cell, with any minus sign; None if it is none."""
    number = cell.translate(_MINUS)
    return int(re.split("[.,]", number)[0]) if _NUMBER.fullmatch(number) else None


_FLAGS: Final = ("partial", "counted", "insist")
_COLUMNS: Final = ("contract", "bids", "face_up", "moon", "charged", "round", POOL, *_FLAGS)
_CALLED: Final = {
    "": " total totals sum sums σ ∑ score scores points dealer date notes player players name names ",
    "round": "  round rounds runde ronde ronda rodada manche donne hand hands deal deals # № nr nr. no "
    "no. number index ",
    "game": " game match spiel partie partij partida partita ",
    "player": " player name spieler spielerin joueur joueuse jugador jugadora jogador giocatore speler "
    "naam nom nombre nome ",
    "points": " points score punkte puntos pontos punti punten pts pkt ",
}
"""Names of columns that are no players, and those of a kind in some languages of Europe."""
_TRUTHS: Final = {"true": True, "yes": True, "false": False, "no": False}
_MINUS: Final = dict.fromkeys(map(ord, "−–—‒‑‐﹣－"), "-")
_NUMBER: Final = re.compile(r"[+-]?\d{1,9}([.,]00?)?", re.ASCII)
_NUMERIC: Final = re.compile(r"[+-]?\d+([.,]\d+)?", re.ASCII)
_PARTS: Final = re.compile(r"(\S?\d+(?!\S))?\s*(.*)", re.ASCII)
_APOSTROPHE: Final = re.compile(r"'(?=[\s']*[=+@-])")
"""What `write_csv` puts before a name that a spreadsheet would take for a formula."""
_QUOTED: Final = re.compile(r'(?<![^,;\t])"(?:[^"]++|"")*+(?:"|$)')
_TAB: Final = "'\t'"


def _filled_rows(text: str) -> list[tuple[int, list[str]]]:
    """The cells of the rows that are not empty, each with the number of its last line."""
    lines = io.StringIO(text, newline=None)
    # a name in quotes may contain delimiters, which must not be counted
    first = _QUOTED.sub("", next(filter(str.strip, lines), ""))
    lines.seek(0)
    reader = csv.reader(lines, strict=True, delimiter=max(",;\t", key=first.count))
    try:
        rows = ((reader.line_num, [cell.strip() for cell in row]) for row in reader)
        return list(at_most(MOST_ROUNDS + 1, (each for each in rows if any(each[1])), "rows"))
    except csv.Error as error:
        raise HeartsError(f"this is not CSV: {str(error).replace(_TAB, 'a tab')}") from None


def read_json(text: str, *, converter: cattrs.Converter = CONVERTER) -> CardParts:
    """The players, the rounds and the rulebook of a score card in JSON.

    It is a list of rounds as `score_game` takes them, or an object with such a list as
    ``rounds`` and optional ``names``, and ``variant``, the slug of the rules, or ``rules`` as in a
    record.

    Args:
        text: The score card.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: The text is neither.
    """
    value = parse_json(_checked_card(text))
    card = value if isinstance(value, dict) else {"rounds": value}
    if unknown := card.keys() - {"rounds", "names", "variant", "rules"}:
        raise HeartsError(
            f"unknown key {shown(min(unknown))} in a score card: the keys are rounds, names, variant, "
            "rules"
        )
    rounds = of_kind(list, card.get("rounds"), "'rounds' must be a list of rounds")
    for each in rounds:
        # the keys of JSON are text; what is wrong here is refused when the round is scored
        with suppress(AttributeError, LookupError, TypeError):
            each["passed"] = [
                {_SEATS[key]: cards for key, cards in giver.items()} for giver in each["passed"]
            ]
    variant = card.get("variant")
    of_kind(str | None, variant, "'variant' must be a slug such as 'american'")
    names = of_kind(list | None, card.get("names"), "'names' must be a list of names")
    if not all(isinstance(name, str) for name in names or ()):
        raise HeartsError(f"names must be strings, not {shown(names)}")
    rules = [each for each in (variant, card.get("rules")) if each is not None]
    if len(rules) > 1:
        raise HeartsError("a score card has either 'variant' or 'rules', not both")
    own = structured(converter, rules[0], Rules) if rules else None
    return None if names is None else tuple(names), rounds, own


_SEATS: Final = {f"{seat}": seat for seat in range(MOST_PLAYERS)}


def write_json(card: ScoreCard, *, converter: cattrs.Converter = CONVERTER) -> str:
    """The score card in JSON, with the reasons for all points.

    >>> from heartslib import variants
    >>> card = score_game(variants.get("spot"), rounds=[{"points": (0, 105, 4, 20)}])
    >>> names, rounds, rules = read_json(write_json(card))
    >>> score_game(rules, rounds=rounds, names=names) == card
    True

    Args:
        card: The score card.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        RecordError: It could not be read again: it is too long, has a rule of a class that the
            converter does not know, or is not what its rules make of its sheets.
    """
    of_kind(ScoreCard, card, "card must be a ScoreCard")
    rounds: list[dict[str, Any]] = [
        {"sheet": sheet} | ({"contract": contract} if contract else {})
        for sheet, contract in zip_longest(card.sheets, card.contracts)
    ]
    rows: list[tuple[int, dict[str, Any]]] = [
        (each, {"rules": rules}) for each, rules in card.changes
    ]
    for number, sheet in card.penalties:
        points = [sum(line.points for line in sheet.of(seat)) for seat in range(card.players)]
        rows.append((number, {_PENALTY: points, "reason": sheet.lines[0].reason}))
    rows.sort(key=itemgetter(0))
    for number, row in reversed(rows):
        rounds.insert(number, row)
    if card.start:
        rounds.insert(0, {"scores": card.start} | ({"pool": card.pools[0]} if card.pools else {}))
    again = None
    with suppress(HeartsError):
        again = score_game(card.rules, rounds=rounds, names=card.names)
    if again != card:
        raise RecordError(
            "a score card in JSON is a rulebook with its changes and the sheets of all rounds, and these "
            "make another card than this"
        )
    stored = {"rules": card.rules, "names": card.names, "rounds": rounds}
    return dump_json(converter.unstructure(stored), MAX_CHARACTERS)


def write_csv(card: ScoreCard) -> str:
    """The score card in CSV, as `read_csv` reads it: a row for each round, with its points.

    The reasons are not in it, nor that somebody won the game outright.  A name that a spreadsheet
    would take for a formula gets an apostrophe before it.

    Raises:
        HeartsError: A player is called like a column, such as ``moon``, or like a number.
    """
    of_kind(ScoreCard, card, "card must be a ScoreCard")
    names = [f"'{name}" if _APOSTROPHE.match(f"'{name}") else name for name in card.names]
    if wrong := [name for name in names if _is_no_player(name.strip())]:
        raise HeartsError(
            f"a player called {shown(wrong[0])} would not be known as one in CSV: change "
            "the name, or use write_json"
        )
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    named = any(card.contracts)
    writer.writerow(["round", *names, *[POOL] * bool(card.pools), *["contract"] * named])
    contracts = iter([""] * len(card.sheets) if not named else card.contracts)
    for row in card.rows:
        is_round = row.name.isdecimal()
        contract = (next(contracts) if is_round else None) or ""
        cells = row.scores if row.points is None else row.points
        pool = ["" if row.pool is None else row.pool] * bool(card.pools)
        name = int(row.name) if is_round else row.name or _PENALTY
        writer.writerow([name, *cells, *pool, *[contract] * named])
    return text.getvalue()


__all__ = [
    "MAX_CHARACTERS",
    "MOST_ROUNDS",
    "Row",
    "ScoreCard",
    "Taken",
    "payments",
    "read_card",
    "read_csv",
    "read_json",
    "score_game",
    "write_csv",
    "write_json",
]
