"""The games on disk: one SQLite file, with a row for each game, table and human seat."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import attrs

from heartslib import Game, record

_TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
    token TEXT PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS seats_of_a_game ON seats (game);
CREATE TABLE IF NOT EXISTS tables (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    watch TEXT NOT NULL UNIQUE,
    strength TEXT NOT NULL,
    is_open INTEGER NOT NULL
);
"""
_WAIT = 0.25
"""Seconds to wait for a file that another program has locked; the server stands still meanwhile.

Once it has waited in vain it waits no more until something has been stored, so that a file that is
locked for long does not hold up all tables.
"""


@attrs.frozen
class House:
    """What a table keeps from game to game.

    Attributes:
        watch: The public name of the table.  Who knows it may watch, and sees what all see.
        strength: How strong its computer players are.
        is_open: Whether the lobby lists it, so that anyone may take the seat of a computer player.
    """

    watch: str = attrs.field(factory=lambda: secrets.token_urlsafe(12))
    strength: str = "careful"
    is_open: bool = False


class Store:
    """Games as records, their tables, and the secret token of each human seat.

    Only the hash of a token is stored, so the file does not let its reader take a seat.  Every
    method may raise `sqlite3.Error`, if the disk is full or the file locked; then nothing has
    changed.
    """

    def __init__(self, file: Path | str) -> None:
        # all calls come from the thread of the event loop, but another one may create the store
        self._db = sqlite3.connect(file, timeout=_WAIT, check_same_thread=False)
        self._waits = True
        self._db.executescript(_TABLES)

    def add(self, game: Game, tokens: Mapping[int, str], house: House | None = None) -> int:
        """Store a new table with a token for each human seat; return the number of its game."""
        with self._storing():
            number = self._insert(game, house or House())
            rows = [(_hashed(token), number, seat) for seat, token in tokens.items()]
            self._db.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)
        return number

    def save(self, number: int, game: Game) -> None:
        """Store the current state of a game; when this returns it is on disk."""
        with self._storing():
            self._update(number, game)

    def join(self, number: int, game: Game, seat: int, token: str) -> None:
        """Store a game in which a human has taken a seat, with the token of that seat."""
        with self._storing():
            self._update(number, game)
            self._db.execute("INSERT INTO seats VALUES (?, ?, ?)", [_hashed(token), number, seat])

    def follow(self, number: int, game: Game, house: House) -> int:
        """Store the next game of a table; the seats keep their tokens.  Return its number."""
        with self._storing():
            self._db.execute("DELETE FROM tables WHERE game = ?", [number])
            new = self._insert(game, house)
            self._db.execute("UPDATE seats SET game = ? WHERE game = ?", [new, number])
        return new

    def find(self, token: str) -> tuple[int, int] | None:
        """The game's number and the seat for a token; None if there is no such token."""
        row: tuple[int, int] | None = self._db.execute(
            "SELECT game, seat FROM seats WHERE token = ?", [_hashed(token)]
        ).fetchone()
        return row

    def find_watched(self, watch: str) -> int | None:
        """The number of the game at the table with that public name; None if there is none."""
        row: tuple[int] | None = self._db.execute(
            "SELECT game FROM tables WHERE watch = ?", [watch]
        ).fetchone()
        return row and row[0]

    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """A game, replayed and checked, and its human seats.

        Raises:
            HeartsError: The record is damaged.
        """
        (text,) = self._db.execute("SELECT record FROM games WHERE id = ?", [number]).fetchone()
        seats = self._db.execute("SELECT seat FROM seats WHERE game = ?", [number])
        return record.loads(text), frozenset(seat for (seat,) in seats)

    def house(self, number: int) -> House:
        """The table of a game; a game stored by an earlier version of this program gets one."""
        wanted = "SELECT watch, strength, is_open FROM tables WHERE game = ?"
        if row := self._db.execute(wanted, [number]).fetchone():
            watch, strength, is_open = row
            return House(watch, strength, bool(is_open))
        with self._storing():
            return self._furnish(number, House())

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _storing(self) -> Generator[None]:
        """A transaction."""
        try:
            with self._db:
                yield
        except sqlite3.Error:
            self._wait(is_wanted=False)
            raise
        self._wait(is_wanted=True)

    def _wait(self, *, is_wanted: bool) -> None:
        if is_wanted != self._waits:
            self._waits = is_wanted
            self._db.execute(f"PRAGMA busy_timeout = {is_wanted * _WAIT * 1000:.0f}")

    def _insert(self, game: Game, house: House) -> int:
        added = self._db.execute("INSERT INTO games (record) VALUES (?)", [record.dumps(game)])
        number = added.lastrowid
        assert number is not None  # noqa: S101 - a row was added
        self._furnish(number, house)
        return number

    def _furnish(self, number: int, house: House) -> House:
        row = [number, house.watch, house.strength, house.is_open]
        self._db.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", row)
        return house

    def _update(self, number: int, game: Game) -> None:
        self._db.execute("UPDATE games SET record = ? WHERE id = ?", [record.dumps(game), number])


def why(error: sqlite3.Error) -> str:
    """Why something could not be stored, for people."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # the rest of the number is for programs
        case sqlite3.SQLITE_FULL:
            return "the disk of the server is full"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another program has locked the file of games"
        case _:
            return "the file of games cannot be written"


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
