"""The games on disk: one SQLite file, a row for each game and a row for each human seat."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from heartslib import Game, record

_TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
    token TEXT PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL
);
"""


class Store:
    """Games as records, and the secret token of each human seat.

    Only the hash of a token is stored, so the file does not let its reader take a seat.
    """

    def __init__(self, file: Path | str) -> None:
        # all calls come from the thread of the event loop, but another one may create the store
        self._db = sqlite3.connect(file, check_same_thread=False)
        self._db.executescript(_TABLES)

    def add(self, game: Game, tokens: Mapping[int, str]) -> int:
        """Store a new game with a token for each human seat; return its number."""
        with self._db:
            added = self._db.execute("INSERT INTO games (record) VALUES (?)", [record.dumps(game)])
            number = added.lastrowid
            assert number is not None  # noqa: S101 - a row was added
            rows = [(_hashed(token), number, seat) for seat, token in tokens.items()]
            self._db.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)
        return number

    def save(self, number: int, game: Game) -> None:
        """Store the current state of a game; when this returns it is on disk."""
        with self._db:
            self._db.execute(
                "UPDATE games SET record = ? WHERE id = ?", [record.dumps(game), number]
            )

    def find(self, token: str) -> tuple[int, int] | None:
        """The game's number and the seat for a token; None if there is no such token."""
        row: tuple[int, int] | None = self._db.execute(
            "SELECT game, seat FROM seats WHERE token = ?", [_hashed(token)]
        ).fetchone()
        return row

    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """A game, replayed and checked, and its human seats."""
        (text,) = self._db.execute("SELECT record FROM games WHERE id = ?", [number]).fetchone()
        seats = self._db.execute("SELECT seat FROM seats WHERE game = ?", [number])
        return record.loads(text), frozenset(seat for (seat,) in seats)

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
