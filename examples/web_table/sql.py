"""The games in tables of SQL, whatever holds them: a row for each game, move, table and human seat."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from examples.web_table.store import House, beginning
from heartslib import Game, record, wire

FORM = 3
"""The number of the form below; what has another form is refused."""
TABLES = """
CREATE TABLE games (
    id {counted} PRIMARY KEY,
    beginning TEXT NOT NULL,  -- the record of the game before its first move
    epoch INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE moves (
    game {number} NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    move TEXT NOT NULL,
    PRIMARY KEY (game, number)
){by_key};
CREATE TABLE seats (
    token TEXT PRIMARY KEY,
    game {number} NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL
);
CREATE INDEX seats_of_a_game ON seats (game);
CREATE TABLE tables (
    game {number} PRIMARY KEY REFERENCES games (id),
    watch TEXT NOT NULL UNIQUE,
    strength TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    day TEXT NOT NULL  -- or a number: what the deals follow from
);
"""


class SqlStore(ABC):
    """Games, move by move, their tables, and the secret token of each human seat.

    Only the hash of a token is stored, so the database does not let its reader take a seat.
    """

    @abstractmethod
    def _rows(self, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a statement returns; a question mark stands for each value.

        Raises:
            StoreError: It cannot be done.
        """
        ...

    @abstractmethod
    def _storing(self) -> AbstractContextManager[None]:
        """A transaction."""
        ...

    def add(self, game: Game, tokens: Mapping[int, str], house: House | None = None) -> int:
        """Store a new table with a token for each human seat; return the number of its game."""
        with self._storing():
            number = self._insert(game, house or House())
            for seat, token in tokens.items():
                self._rows("INSERT INTO seats VALUES (?, ?, ?)", _hashed(token), number, seat)
        return number

    def save(self, number: int, game: Game) -> None:
        """Store the moves of a game that are not stored yet; when this returns they are on disk."""
        with self._storing():
            self._append(number, game)

    def undo(self, number: int, game: Game) -> int:
        """Store that a game has gone back to this state; return its new epoch."""
        with self._storing():
            made = wire.number_of(game)
            self._rows("DELETE FROM moves WHERE game = ? AND number >= ?", number, made)
            self._rows("UPDATE games SET epoch = epoch + 1 WHERE id = ?", number)
            return self.epoch(number)

    def join(self, number: int, game: Game, seat: int, token: str) -> None:
        """Store a game in which a human has taken a seat, with the token of that seat."""
        with self._storing():
            self._rows("UPDATE games SET beginning = ? WHERE id = ?", beginning(game), number)
            self._rows("INSERT INTO seats VALUES (?, ?, ?)", _hashed(token), number, seat)

    def follow(self, number: int, game: Game, house: House) -> int:
        """Store the next game of a table; the seats keep their tokens.  Return its number."""
        with self._storing():
            self._rows("DELETE FROM tables WHERE game = ?", number)
            new = self._insert(game, house)
            self._rows("UPDATE seats SET game = ? WHERE game = ?", new, number)
        return new

    def find(self, token: str) -> tuple[int, int] | None:
        """The game's number and the seat for a token; None if there is no such token."""
        for game, seat in self._rows(
            "SELECT game, seat FROM seats WHERE token = ?", _hashed(token)
        ):
            return game, seat
        return None

    def find_watched(self, watch: str) -> int | None:
        """The number of the game at the table with that public name; None if there is none."""
        for (game,) in self._rows("SELECT game FROM tables WHERE watch = ?", watch):
            return int(game)
        return None

    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """A game, replayed and checked, and its human seats.

        Raises:
            HeartsError: The record is damaged.
        """
        ((text,),) = self._rows("SELECT beginning FROM games WHERE id = ?", number)
        game = record.loads(text)
        wanted = "SELECT move FROM moves WHERE game = ? ORDER BY number"
        for (move,) in self._rows(wanted, number):
            game = game.apply(wire.loads_move(move).move)
        seats = self._rows("SELECT seat FROM seats WHERE game = ?", number)
        return game, frozenset(seat for (seat,) in seats)

    def epoch(self, number: int) -> int:
        """How often a game has gone back."""
        ((epoch,),) = self._rows("SELECT epoch FROM games WHERE id = ?", number)
        return int(epoch)

    def house(self, number: int) -> House:
        """The table of a game."""
        wanted = "SELECT watch, strength, is_open, day FROM tables WHERE game = ?"
        ((watch, strength, is_open, deal),) = self._rows(wanted, number)
        return House(watch, strength, bool(is_open), deal)

    def _insert(self, game: Game, house: House) -> int:
        wanted = "INSERT INTO games (beginning) VALUES (?) RETURNING id"
        ((number,),) = self._rows(wanted, beginning(game))
        row = (number, house.watch, house.strength, int(house.is_open), house.deal)
        self._rows("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", *row)
        self._append(number, game)
        return int(number)

    def _append(self, number: int, game: Game) -> None:
        wanted = "SELECT coalesce(max(number) + 1, 0) FROM moves WHERE game = ?"
        ((stored,),) = self._rows(wanted, number)
        for at, move in enumerate(game.history[stored:], stored):
            self._rows("INSERT INTO moves VALUES (?, ?, ?)", number, at, wire.dumps_move(move))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
