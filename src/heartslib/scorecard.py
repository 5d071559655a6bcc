"""Whole score cards: a game that was played elsewhere, round by round."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias, cast

import attrs
from typing_extensions import override

from heartslib._given import at_most, series
from heartslib.ask import check_rules, score_hand
from heartslib.cards import CardsLike
from heartslib.errors import Argument, HeartsError, shown
from heartslib.formats._json import parse_json
from heartslib.moves import MOST_PLAYERS
from heartslib.phases import Match
from heartslib.rules import Rules
from heartslib.rules._words import listed
from heartslib.sheet import Line, ScoreSheet
from heartslib.show.text import padded, short_name

MAX_CHARACTERS: Final = 1_000_000
"""The longest score card that is read; one of a hundred rounds takes about ten thousand."""

MOST_ROUNDS: Final = 1000
"""The longest game that is scored; the longest ones that people play have about fifty rounds."""

Taken: TypeAlias = Iterable[CardsLike] | Mapping[str, object] | ScoreSheet
"""A round as `score_game` reads it: piles, or what `score_hand` takes by name, or a sheet."""

_WIDTH: Final = 74
"""Columns of a terminal of 80 that are for the players."""
_WIDE: Final = 14
"""Columns that are enough for a player."""
_NARROW: Final = 8
"""Columns of a player in which there is room for one figure only."""
_KEYS: Final = ("taken", "moon", "charged", "tricks", "partial", "points")


@attrs.frozen
class ScoreCard:
    """The score of a game as far as it has been played.

    Attributes:
        rules: The rulebook.
        names: What the players are called, seat 0 first.
        sheets: The sheet of each round, first to last.
        course: The scores after each round, first to last.
        is_over: Whether the game has ended.
        winners: The seats that have won; empty until the game is over.
    """

    rules: Rules = attrs.field(repr=False)
    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...] = attrs.field(repr=False)
    course: tuple[tuple[int, ...], ...]
    is_over: bool
    winners: tuple[int, ...]

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
        return self.course[-1] if self.course else (0,) * self.players

    @override
    def __str__(self) -> str:
        """The card as a table: points of each round, and the score after it."""
        width = min(_WIDTH // self.players, _WIDE)
        head = (padded(short_name(name, width - 1), width, right=True) for name in self.names)
        lines = ["round" + "".join(head)]
        for number, (points, scores) in enumerate(zip(self.points, self.course, strict=True), 1):
            cells = (
                f"{f'{point:+}' if width > _NARROW else ''} {score:>3}"
                for point, score in zip(points, scores, strict=True)
            )
            lines.append(f"{number:>5}" + "".join(f"{cell:>{width}}" for cell in cells))
        if self.is_over:
            winners = [short_name(self.names[seat]) for seat in self.winners]
            lines.append(f"won by {listed(winners)}")
        return "\n".join(lines)


def score_game(
    rules: Rules,
    *,
    rounds: Iterable[Taken],
    players: int | None = None,
    names: Iterable[str] | None = None,
) -> ScoreCard:
    """The score card of a game that was played elsewhere.

    Args:
        rules: The rulebook.
        rounds: The rounds, first to last.  Each is a list of what the seats took, or a mapping
            of what `score_hand` takes by name (``taken``, ``moon``, ``charged``, ``tricks``,
            ``partial``), or a mapping with ``points``, the points of the round as counted
            elsewhere, or a `ScoreSheet`.
        players: The number of players; by default that of the first round.
        names: What the players are called, seat 0 first.

    Raises:
        HeartsError: A round cannot be scored, or comes after the end of the game; the sentence
            names the round.
    """
    check_rules(rules)
    given = None if names is None else series(MOST_PLAYERS, names, "names")
    match: Match | None = None
    for number, each in enumerate(series(MOST_ROUNDS, rounds, "rounds"), 1):
        with _in_round(number):
            told = _kept(each)
        if match is None:
            count = _players(rules, told) if players is None else players
            match = Match.start(rules, count, names=given)
        if match.is_over:
            raise HeartsError(f"round {number} comes after the end of the game")
        with _in_round(number):
            match = match.with_sheet(_sheet(match, told))
    match = match or Match.start(rules, players, names=given)
    return ScoreCard(
        rules,
        match.names,
        match.sheets,
        match.course,
        match.is_over,
        match.winners if match.is_over else (),
    )


_Told: TypeAlias = dict[str, Any] | ScoreSheet


@contextmanager
def _in_round(number: int) -> Generator[None]:
    """Errors name this round."""
    try:
        yield
    except HeartsError as error:
        raise HeartsError(f"round {number}: ", *error.args) from error


def _kept(each: Taken) -> _Told:
    """A round as a sheet, or its parts by name, which can be looked at twice."""
    if isinstance(each, ScoreSheet):
        return each
    told = dict(cast("Mapping[str, Any]", each)) if isinstance(each, Mapping) else {"taken": each}
    for name in ("taken", "points", "tricks"):
        if name in told and (told[name] is not None or name != "tricks"):
            told[name] = series(MOST_PLAYERS, told[name], name)
    return told


def _players(rules: Rules, first: _Told) -> int:
    """The number of players of the first round."""
    if isinstance(first, ScoreSheet):
        return first.players
    seats: tuple[object, ...] | None = first.get("taken", first.get("points"))
    return rules.usual_players if seats is None else len(seats)


def _sheet(match: Match, told: _Told) -> ScoreSheet:
    """The sheet of a round."""
    rules, players = match.rules, match.players
    if isinstance(told, ScoreSheet):
        if told.players != players:
            raise HeartsError(f"a sheet of {told.players} players in a game of {players}")
        return told
    if unknown := [key for key in told if key not in _KEYS]:
        raise HeartsError(f"{shown(unknown[0])} is not known here: known are {', '.join(_KEYS)}")
    if "points" in told:
        return _counted(told, match)
    if "taken" not in told:
        raise HeartsError(
            "what was taken is missing: give ", Argument("taken"), " or ", Argument("points")
        )
    _check(told)
    return score_hand(rules, players=players, scores=match.scores, course=match.course, **told)


def _check(told: Mapping[str, Any]) -> None:
    """Refuse what `score_hand` takes by name and what is of another type than that wants."""
    moon, partial = told.get("moon"), told.get("partial", False)
    if not isinstance(moon, str | None):
        raise HeartsError(f"moon must be text such as 'add', not {shown(moon)}")
    if not isinstance(partial, bool):
        raise HeartsError(f"partial must be true or false, not {shown(partial)}")


def _counted(told: Mapping[str, Any], match: Match) -> ScoreSheet:
    """A sheet of points that were counted elsewhere."""
    if len(told) > 1:
        raise HeartsError("a round has either points or what was taken, not both")
    each: tuple[int, ...] = told["points"]
    if len(each) != match.players or not all(type(point) is int for point in each):
        raise HeartsError(f"points must be {match.players} whole numbers, not {shown(each)}")
    pooled = match.sides if match.rules.sides.pooled else ()
    lines: list[Line] = []
    for seat, point in enumerate(each):
        partners = next((side for side in pooled if seat in side), (seat,))
        if point and seat == partners[0]:
            lines.append(Line(seat, point, "as counted elsewhere"))
        if each[partners[0]] != point:
            raise HeartsError(f"partners carry the same points, not {shown(each)}")
    return ScoreSheet(match.players, tuple(lines), pooled)


def read_card(text: str, file: str = "") -> tuple[tuple[str, ...] | None, list[Any], str | None]:
    """The players, the rounds and the variant of a score card, in JSON or CSV form.

    Args:
        text: The text; what begins with a brace or a bracket is JSON.
        file: The name of its file; what is called ``.json`` is JSON in any case.

    Raises:
        HeartsError: It is no score card.
    """
    if _plain(text).lstrip().startswith(("{", "[")) or file.lower().endswith(".json"):
        return read_json(text)
    return *read_csv(text), None


def read_csv(text: str) -> tuple[tuple[str, ...], list[dict[str, object]]]:
    """The players and the rounds of a score card in CSV form.

    The first row names the players; a column called ``moon``, ``charged``, ``partial`` or
    ``round`` is none.  Every other row is a round: in each player's column what the player took,
    as cards, or the points, as a whole number.  Between the columns are commas, semicolons or
    tabs.

    Raises:
        HeartsError: It is no such table; the sentence names the line.
    """
    rows = _rows(_plain(text))
    if not rows:
        raise HeartsError("this score card is empty: its first row names the players")
    head = [cell.strip() for cell in rows[0][1]]
    columns = {name.lower(): place for place, name in enumerate(head) if name.lower() in _COLUMNS}
    seats = [place for place in range(len(head)) if place not in columns.values()]
    for name in columns:
        if [each.lower() for each in head].count(name) > 1:
            raise HeartsError(f"there are two columns called {name!r}")
    if all(_NUMBER.fullmatch(head[place]) for place in seats):
        raise HeartsError(
            f"the first row of a score card names the players; here it is {shown(','.join(head))}"
        )
    rounds: list[dict[str, object]] = []
    for line, row in rows[1:]:
        if len(row) != len(head):
            raise HeartsError(
                f"line {line} differs from the first row in its number of cells: "
                f"{len(row)}, not {len(head)}"
            )
        told = {name: row[place].strip() for name, place in columns.items()}
        rounds.append(_round(told, [row[place].strip() for place in seats]))
    return tuple(head[place] for place in seats), rounds


def _plain(text: str) -> str:
    """The text of a card without a byte order mark, if it is not too long."""
    if not isinstance(text, str):
        raise HeartsError(f"a score card is text, not {shown(text)}")
    if len(text) > MAX_CHARACTERS:
        raise HeartsError(f"a text of {len(text)} characters is too long for a score card")
    return text.removeprefix("\ufeff")


def _round(told: Mapping[str, str], cells: list[str]) -> dict[str, object]:
    """A round from the cells of the columns that are no player's, and those of the players."""
    kept: dict[str, object] = {name: told[name] for name in told if told[name] and name != "round"}
    if told.get("partial", "").lower() in _TRUTHS:
        kept["partial"] = _TRUTHS[told["partial"].lower()]
    points = [int(cell) if _NUMBER.fullmatch(cell) else cell for cell in cells]
    return kept | ({"taken": cells} if points == cells else {"points": points})


_COLUMNS: Final = ("moon", "charged", "partial", "round")
_TRUTHS: Final = {"true": True, "false": False}
_NUMBER: Final = re.compile(r"[+-]?\d{1,9}", re.ASCII)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with the number of its last line."""
    lines = io.StringIO(text, newline=None)
    first = next(filter(str.strip, lines), "")
    lines.seek(0)
    reader = csv.reader(lines, strict=True, delimiter=max(",;\t", key=first.count))
    try:
        rows = ((reader.line_num, row) for row in reader if any(map(str.strip, row)))
        return list(at_most(MOST_ROUNDS + 1, rows, "rows"))
    except csv.Error as error:
        raise HeartsError(f"this is no CSV: {error}") from None


def read_json(text: str) -> tuple[tuple[str, ...] | None, list[Any], str | None]:
    """The players, the rounds and the variant of a score card in JSON form.

    It is an object with ``rounds``, a list as `score_game` takes it, and perhaps ``names`` and
    ``variant``, the slug of the rules; or just such a list.

    Raises:
        HeartsError: It is no such object.
    """
    value = parse_json(_plain(text))
    told = value if isinstance(value, dict) else {"rounds": value}
    if unknown := told.keys() - {"rounds", "names", "variant"}:
        raise HeartsError(
            f"{shown(min(unknown))} is not known in a score card: known are rounds, names, variant"
        )
    rounds, names, variant = told.get("rounds"), told.get("names"), told.get("variant")
    if not isinstance(rounds, list):
        raise HeartsError(f"'rounds' must be a list of rounds, not {shown(rounds)}")
    if not isinstance(variant, str | None):
        raise HeartsError(f"'variant' must be a slug such as 'american', not {shown(variant)}")
    if not isinstance(names, list | None):
        raise HeartsError(f"'names' must be a list of names, not {shown(names)}")
    found = tuple(name for name in names or () if isinstance(name, str))
    if len(found) < len(names or ()):
        raise HeartsError(f"names are texts in quotes, not {shown(names)}")
    return None if names is None else found, rounds, variant
