"""The games on disk: one SQLite file, with a row for each game, move, table and human seat."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from examples.web_table.store import House, StoreError, beginning
from heartslib import Game, HeartsError, record, wire

_FORM = 3
"""The number of the form below; a file of another form is refused."""
_LOG = """
PRAGMA journal_mode = WAL;
PRAGMA wal_autocheckpoint = 16;  -- pages
PRAGMA journal_size_limit = 100000;  -- bytes
"""
"""Each move goes to the log first.  A short log is often emptied into the file, so it cannot fill a
small disk, nor need much room there when the disk was full and has room again."""
_TABLES = f"""
BEGIN;
PRAGMA user_version = {_FORM};
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    beginning TEXT NOT NULL,  -- the record of the game before its first move
    epoch INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    move TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE seats (
    token TEXT PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL
);
CREATE INDEX seats_of_a_game ON seats (game);
CREATE TABLE tables (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    watch TEXT NOT NULL UNIQUE,
    strength TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    day TEXT NOT NULL
);
COMMIT;
"""
_WAIT = 0.25
"""Seconds to wait for a file that another program has locked; the server stands still meanwhile.

Once it has waited in vain it waits no more until something has been stored, so that a file that is
locked for long does not hold up all tables.
"""


@contextmanager
def _explained() -> Generator[None]:
    """Turn an error of SQLite into one that says why for people."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(str(error), _reason(error)) from error


class SqliteStore:
    """Games, move by move, their tables, and the secret token of each human seat.

    Only the hash of a token is stored, so the file does not let its reader take a seat.

    Raises:
        HeartsError: The file was made by another version of this program.
        StoreError: The file cannot be written.
    """

    @_explained()
    def __init__(self, file: Path | str, wait: float = _WAIT) -> None:
        # all calls come from the thread of the event loop, but another one may create the store
        self._db = sqlite3.connect(file, timeout=wait, check_same_thread=False)
        self._wait = wait
        self._waits = True
        try:
            self._open(f"{file}")
        except BaseException:
            self._db.close()
            raise

    def _open(self, file: str) -> None:
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        is_new = not self._db.execute("SELECT 1 FROM sqlite_master").fetchone()
        if form != _FORM and not is_new:
            raise HeartsError(f"{file} was made by another version: choose another file")
        self._db.executescript(_LOG + is_new * _TABLES)

    def add(self, game: Game, tokens: Mapping[int, str], house: House | None = None) -> int:
        """Store a new table with a token for each human seat; return the number of its game."""
        with self._storing():
            number = self._insert(game, house or House())
            rows = [(_hashed(token), number, seat) for seat, token in tokens.items()]
            self._db.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)
        return number

    def save(self, number: int, game: Game) -> None:
        """Store the moves of a game that are not stored yet; when this returns they are on disk."""
        with self._storing():
            self._append(number, game)

    def undo(self, number: int, game: Game) -> int:
        """Store that a game has gone back to this state; return its new epoch."""
        with self._storing():
            made = [number, wire.number_of(game)]
            self._db.execute("DELETE FROM moves WHERE game = ? AND number >= ?", made)
            self._db.execute("UPDATE games SET epoch = epoch + 1 WHERE id = ?", [number])
            return self.epoch(number)

    def join(self, number: int, game: Game, seat: int, token: str) -> None:
        """Store a game in which a human has taken a seat, with the token of that seat."""
        with self._storing():
            named = [beginning(game), number]
            self._db.execute("UPDATE games SET beginning = ? WHERE id = ?", named)
            self._db.execute("INSERT INTO seats VALUES (?, ?, ?)", [_hashed(token), number, seat])

    def follow(self, number: int, game: Game, house: House) -> int:
        """Store the next game of a table; the seats keep their tokens.  Return its number."""
        with self._storing():
            self._db.execute("DELETE FROM tables WHERE game = ?", [number])
            new = self._insert(game, house)
            self._db.execute("UPDATE seats SET game = ? WHERE game = ?", [new, number])
        return new

    @_explained()
    def find(self, token: str) -> tuple[int, int] | None:
        """The game's number and the seat for a token; None if there is no such token."""
        row: tuple[int, int] | None = self._db.execute(
            "SELECT game, seat FROM seats WHERE token = ?", [_hashed(token)]
        ).fetchone()
        return row

    @_explained()
    def find_watched(self, watch: str) -> int | None:
        """The number of the game at the table with that public name; None if there is none."""
        row: tuple[int] | None = self._db.execute(
            "SELECT game FROM tables WHERE watch = ?", [watch]
        ).fetchone()
        return row and row[0]

    @_explained()
    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """A game, replayed and checked, and its human seats.

        Raises:
            HeartsError: The record is damaged.
        """
        wanted = "SELECT beginning FROM games WHERE id = ?"
        (text,) = self._db.execute(wanted, [number]).fetchone()
        wanted = "SELECT move FROM moves WHERE game = ? ORDER BY number"
        game = record.loads(text)
        for (move,) in self._db.execute(wanted, [number]).fetchall():
            game = game.apply(wire.loads_move(move).move)
        seats = self._db.execute("SELECT seat FROM seats WHERE game = ?", [number])
        return game, frozenset(seat for (seat,) in seats)

    @_explained()
    def epoch(self, number: int) -> int:
        """How often a game has gone back."""
        wanted = "SELECT epoch FROM games WHERE id = ?"
        (epoch,) = self._db.execute(wanted, [number]).fetchone()
        return int(epoch)

    @_explained()
    def house(self, number: int) -> House:
        """The table of a game."""
        wanted = "SELECT watch, strength, is_open, day FROM tables WHERE game = ?"
        watch, strength, is_open, day = self._db.execute(wanted, [number]).fetchone()
        return House(watch, strength, bool(is_open), day)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _storing(self) -> Generator[None]:
        """A transaction."""
        with _explained():
            try:
                with self._db:
                    yield
            except sqlite3.Error:
                self._set_patience(is_patient=False)
                raise
            self._set_patience(is_patient=True)

    def _set_patience(self, *, is_patient: bool) -> None:
        if is_patient != self._waits:
            self._waits = is_patient
            self._db.execute(f"PRAGMA busy_timeout = {is_patient * self._wait * 1000:.0f}")

    def _insert(self, game: Game, house: House) -> int:
        wanted = "INSERT INTO games (beginning) VALUES (?)"
        number = self._db.execute(wanted, [beginning(game)]).lastrowid
        assert number is not None  # noqa: S101 - a row was added
        row = [number, house.watch, house.strength, house.is_open, house.day]
        self._db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", row)
        self._append(number, game)
        return number

    def _append(self, number: int, game: Game) -> None:
        wanted = "SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game = ?"
        (stored,) = self._db.execute(wanted, [number]).fetchone()
        rows = [
            (number, at, wire.dumps_move(move))
            for at, move in enumerate(game.history[stored:], stored)
        ]
        self._db.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)


def _reason(error: sqlite3.Error) -> str:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # the rest of the number is for programs
        case sqlite3.SQLITE_FULL:
            return "the disk of the server is full"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another program has locked the file of games"
        case _:
            return "the file of games cannot be written"


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
