"""Score cards in CSV, both ways: a row for each round, a column for each player.

People keep scores in spreadsheets, in many languages, and with columns of their own.  What is read here must be
certain: a column of totals that is taken for a player would give a wrong game and no error.  So names of columns
are known in several languages (`_CALLED`), and what is not certain is refused with its line.

A table with a row for each player of each round, as statistics programs like it, is turned into the other form first.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from itertools import compress
from typing import Any, TypeAlias

from heartslib._values.arguments import (
    at_most,
    of_kind,
)
from heartslib.errors import HeartsError, fault, listing, quoted
from heartslib.scorecard.card import (
    MOST_FAULTS,
    MOST_ROUNDS,
    PENALTY,
    POOL,
    START,
    ScoreCard,
    checked_card,
)
from heartslib.words import hyphened


def read_csv(text: str) -> tuple[tuple[str, ...], list[dict[str, object]]]:
    """The players and the rounds of a score card in CSV.

    The first row names the players; or there is a column ``player`` beside one of ``points``, and a row for
    each player of each round.  Columns called ``contract``, ``bids``, ``dealer`` (a seat), ``moon``, ``charged``,
    ``pool``, ``partial``, ``counted``, ``insist`` or ``round`` are not players.  Every other row is a round, except that
    one called ``start`` in the column ``round`` has the scores before the first, and one called ``penalty``
    is beside the rounds.  A player's cell holds the cards taken,
    or the points as a whole number.  In a row with ``true`` in the column ``counted`` it holds the
    points of penalty cards, then the other cards that count; an empty one is the rest.  Columns are
    separated by commas, semicolons or tabs.

    Raises:
        HeartsError: The text is not such a table; the message names the lines.
    """
    rows = _filled_rows(checked_card(text))
    if not rows:
        raise HeartsError("this score card is empty: its first row must name the players")
    cells = len(rows[0][1])
    for line, row in rows:
        if len(row) != cells:
            raise HeartsError(
                f"line {line} must have {cells} cells, like the first row, not {len(row)}"
            )
    (_, head), *others = rows = _one_a_round(rows)
    # spreadsheets leave empty columns at the end
    used = [*map(any, zip(*(row for _, row in rows), strict=True))]
    written = [*compress(head, used)]
    columns = ["round" if _is(name, "round") else name for name in written]
    kinds = [name.lower() for name in columns]
    names = tuple(name for name in columns if name.lower() not in _COLUMNS)
    if not names or any(_number(name) is not None for name in names):
        raise HeartsError(
            f"the first row of a score card must name the players, not be {quoted(','.join(head))}"
        )
    for place, kind in enumerate(kinds):
        if kind in _COLUMNS:
            _check_alone(kind, [written[at] for at, other in enumerate(kinds) if other == kind])
        elif _is(kind, "") or _is(kind, "game"):
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
        number = sum({"scores", PENALTY}.isdisjoint(earlier) for earlier in rounds) + first
        round_ = _OfLine()
        round_.line = line
        try:
            round_ |= _round_of_row(cells, line, number)
        except HeartsError as error:
            wrong.append(error)
        rounds.append(round_)
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
    turns = Counter[str]()
    rounds = dict[str, tuple[int, list[str], dict[str, str]]]()
    for at, row in others:
        player = row[place["player"]]
        of_round = [row[column] for column in rest]
        if _is_no_player(player):
            raise HeartsError(f"line {at}: {quoted(player)} is no name for a player")
        turns[player] += 1
        called = row[place["round"]] if "round" in place else f"{turns[player]}"
        _, known, points = rounds.setdefault(called, (at, of_round, {}))
        if player in points:
            raise HeartsError(f"line {at}: {player} has points in round {quoted(called)} already")
        for column, before, now in zip(rest, known, of_round, strict=True):
            if before != now:
                raise HeartsError(
                    f"line {at}: {head[column]!r} must be the same in all rows of round {quoted(called)}, "
                    f"not {quoted(before)} and {quoted(now)}"
                )
        points[player] = row[place["points"]]
    wide = [(line, ["round", *(head[column] for column in rest), *turns])]
    for called, (at, known, points) in rounds.items():
        wide.append((at, [called, *known, *(points.get(name, "") for name in turns)]))
    return wide


def _places(head: list[str]) -> dict[str, int]:
    """The columns of what differs in a table with a row for each player of each round; none in another."""
    place: dict[str, int] = {}
    for kind in filter(None, _CALLED):
        for at, name in enumerate(head):
            if name and _is(name, kind):
                place[kind] = at
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


def _extras(cells: list[tuple[str, str]]) -> dict[str, Any]:
    """What a row says besides what each player took."""
    extras: dict[str, Any] = {}
    for name, cell in cells:
        kind = name.lower()
        if cell and kind in _COLUMNS:
            extras[kind] = _TRUTHS.get(cell.lower(), cell) if kind in _FLAGS else cell
    left = _number(extras.get(POOL, ""))
    if left is not None:  # text stays, for `score_game` to refuse
        extras[POOL] = left
    if "dealer" in extras:
        extras["dealer"] = _number(extras["dealer"])
    if "bids" in extras:
        extras["bids"] = [_number(bid) for bid in extras["bids"].split()]
    if "contract" in extras:
        extras["contract"] = hyphened(extras["contract"])
    return extras


def _round_of_row(cells: list[tuple[str, str]], line: int, number: int) -> dict[str, Any]:
    """The round in a row of the table, as `score_game` takes it.

    Args:
        cells: The name of each column, and what the row has there.
        line: The number of its line.
        number: The number of the round.
    """
    extras = _extras(cells)
    called = extras.pop("round", "")
    is_counted = extras.pop("counted", False)
    if called not in {"", START, PENALTY} and _number(called) != number:
        raise HeartsError(
            f"line {line}: 'round' must be empty, {START}, {PENALTY} or {number}, the next number, not "
            f"{quoted(called)}; leave out rows that are no rounds, such as totals"
        )
    of_kind(bool, is_counted, f"line {line}: counted must be true or false")
    taken = [(name, cell) for name, cell in cells if name.lower() not in _COLUMNS]
    if is_counted:
        parts = [_PARTS.fullmatch(cell) or ("", "", cell) for _, cell in taken]
        extras |= {"counted": [_number(part[1] or "") for part in parts]}
        piles = [part[2] for part in parts]
        if any(piles):
            extras["taken"] = piles
        return extras
    points = [_number(cell) for _, cell in taken]
    # a cell without a number beside others is forgotten points, not cards
    if any(_NUMERIC.fullmatch(cell.translate(_MINUS)) for _, cell in taken):
        for name, cell in taken:
            if _number(cell) is None:
                raise HeartsError(
                    f"line {line}: {name} has {quoted(cell) if cell else 'nothing'} where others have points: "
                    "give a whole number, or leave out the row"
                )
    kind = "taken" if None in points else "points"
    if called in {START, PENALTY}:
        kind = "scores" if called == START else PENALTY
    return extras | {kind: [cell for _, cell in taken] if None in points else points}


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


_FLAGS = ("partial", "counted", "insist")
_COLUMNS = ("contract", "bids", "dealer", "face_up", "moon", "charged", "round", POOL, *_FLAGS)
_CALLED = {
    "": " total totals sum sums σ ∑ score scores points date notes player players name names ",
    "round": "  round rounds runde ronde ronda rodada manche donne hand hands deal deals # № nr nr. no "
    "no. number index ",
    "game": " game match spiel partie partij partida partita ",
    "player": " player name spieler spielerin joueur joueuse jugador jugadora jogador giocatore speler "
    "naam nom nombre nome ",
    "points": " points score punkte puntos pontos punti punten pts pkt ",
}
"""Names of columns that are no players, and those of a kind in some languages of Europe."""
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_MINUS = dict.fromkeys(map(ord, "−–—‒‑‐﹣－"), "-")
_NUMBER = re.compile(r"[+-]?\d{1,9}([.,]00?)?", re.ASCII)
_NUMERIC = re.compile(r"[+-]?\d+([.,]\d+)?", re.ASCII)
_PARTS = re.compile(r"(\S?\d+(?!\S))?\s*(.*)", re.ASCII)
_APOSTROPHE = re.compile(r"'(?=[\s']*[=+@-])")
"""What `write_csv` puts before a name that a spreadsheet would take for a formula."""
_QUOTED = re.compile(r'(?<![^,;\t])"(?:[^"]++|"")*+(?:"|$)')
_TAB = "'\t'"


def _filled_rows(text: str) -> list[tuple[int, list[str]]]:
    """The cells of the rows that are not empty, each with the number of its last line."""
    lines = io.StringIO(text, newline=None)
    # a name in quotes may contain delimiters, which must not be counted
    first = _QUOTED.sub("", next(filter(str.strip, lines), ""))
    lines.seek(0)
    reader = csv.reader(lines, strict=True, delimiter=max(",;\t", key=first.count))
    try:
        rows = ((reader.line_num, [cell.strip() for cell in row]) for row in reader)
        return list(at_most(MOST_ROUNDS + 1, (row for row in rows if any(row[1])), "rows"))
    except csv.Error as error:
        raise HeartsError(f"this is not CSV: {str(error).replace(_TAB, 'a tab')}") from None


def write_csv(card: ScoreCard) -> str:
    """The score card in CSV, as `read_csv` reads it: a row for each round, with its points.

    The reasons are not in it, nor that somebody won the game outright.  A name that a spreadsheet
    would take for a formula gets an apostrophe before it.

    Raises:
        HeartsError: A player is called like a column, such as ``moon``, or like a number.
    """
    of_kind(ScoreCard, card, "card must be a ScoreCard")
    names = [f"'{name}" if _APOSTROPHE.match(f"'{name}") else name for name in card.names]
    wrong = [name for name in names if _is_no_player(name.strip())]
    if wrong:
        raise HeartsError(
            f"a player called {quoted(wrong[0])} would not be known as one in CSV: change "
            "the name, or use write_json"
        )
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    has_contracts = any(card.contracts)
    head = ["round", *names]
    if card.pools:
        head.append(POOL)
    if has_contracts:
        head.append("contract")
    writer.writerow(head)
    contracts = iter(card.contracts)
    for row in card.rows:
        is_round = row.name.isdecimal()
        cells: list[object] = [int(row.name) if is_round else row.name or PENALTY]
        cells += row.scores if row.points is None else row.points
        if card.pools:
            cells.append("" if row.pool is None else row.pool)
        if has_contracts:
            cells.append((next(contracts) if is_round else None) or "")
        writer.writerow(cells)
    return text.getvalue()
