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
    """Games as records, and which secret token opens which seat.

    Only the hash of a token is kept: who reads the file cannot sit down with it.
    """

    def __init__(self, file: Path | str) -> None:
        # Every call comes from the one thread of the event loop, whichever thread made this.
        self._db = sqlite3.connect(file, check_same_thread=False)
        self._db.executescript(_TABLES)

    def add(self, game: Game, tokens: Mapping[int, str]) -> int:
        """Keep a new game, with a token for each human seat; the number of the game."""
        with self._db:
            added = self._db.execute("INSERT INTO games (record) VALUES (?)", [record.dumps(game)])
            number = added.lastrowid
            assert number is not None  # noqa: S101 - a row was added
            rows = [(_hashed(token), number, seat) for seat, token in tokens.items()]
            self._db.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)
        return number

    def save(self, number: int, game: Game) -> None:
        """Keep a game as it stands now; when this returns it is on disk."""
        with self._db:
            self._db.execute(
                "UPDATE games SET record = ? WHERE id = ?", [record.dumps(game), number]
            )

    def find(self, token: str) -> tuple[int, int] | None:
        """The number of the game and the seat that a token opens; None if it opens none."""
        found: tuple[int, int] | None = self._db.execute(
            "SELECT game, seat FROM seats WHERE token = ?", [_hashed(token)]
        ).fetchone()
        return found

    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """A game, every move of it checked again, and its human seats."""
        (text,) = self._db.execute("SELECT record FROM games WHERE id = ?", [number]).fetchone()
        seats = self._db.execute("SELECT seat FROM seats WHERE game = ?", [number])
        return record.loads(text), frozenset(seat for (seat,) in seats)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
