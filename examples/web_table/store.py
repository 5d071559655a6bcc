"""Where the games are kept, as far as a table and the lobby need to know."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Protocol, TypeVar, TypeVarTuple, runtime_checkable

import attrs

from heartslib import Game, record

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class StoreError(Exception):
    """Something could not be stored or read; then nothing has changed.

    Attributes:
        reason: Why, for people; the text of the error is for the log.
    """

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(text)
        self.reason = reason


@attrs.frozen
class House:
    """What a table keeps from game to game.

    Attributes:
        watch: The public name of the table.  Who knows it may watch, and sees what all see.
        strength: How strong its computer players are.
        is_open: Whether the lobby lists it, so that anyone may take the seat of a computer player.
        deal: What its deals follow from, so that everybody gets the same ones: the date, such as
            2026-11-24, for the game of that day; a number for any other; empty if they are by chance.
    """

    watch: str = attrs.field(factory=lambda: secrets.token_urlsafe(12))
    strength: str = "casual"
    is_open: bool = False
    deal: str = ""

    @property
    def day(self) -> str:
        """The date, if the game is the one of a day."""
        return "" if self.deal.isdecimal() else self.deal

    def dealer(self, players: int) -> int | None:
        """Who deals first, if a number says so."""
        return int(self.deal) % players if self.deal.isdecimal() else None

    def seed(self, number: int) -> int:
        """The seed of a deal that others get, too.

        Args:
            number: The number of the round, from 0.
        """
        day = self.day
        return 1000 * (date.fromisoformat(day).toordinal() if day else int(self.deal)) + number


def unguessed(game: Game) -> str:
    """A number for the deals of a new game, with its dealer, that nobody can guess or work out."""
    return str(secrets.randbits(60) * game.players + game.dealer)


class Games(Protocol):
    """The games of one table, each with a number; every method may raise `StoreError`."""

    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """A game, and its human seats."""
        ...

    def house(self, number: int) -> House:
        """The table of a game."""
        ...

    def epoch(self, number: int) -> int:
        """How often a game has gone back."""
        ...

    def save(self, number: int, game: Game) -> None:
        """Store the moves of a game that are not stored yet; then they are safe."""
        ...

    def undo(self, number: int, game: Game) -> int:
        """Store that a game has gone back to this state; return its new epoch."""
        ...

    def join(self, number: int, game: Game, seat: int, token: str) -> None:
        """Store a game in which a human has taken a seat, with the token of that seat."""
        ...

    def follow(self, number: int, game: Game, house: House) -> int:
        """Store the next game of a table; the seats keep their tokens.  Return its number."""
        ...


class Store(Games, Protocol):
    """The games of all tables of a server."""

    def add(self, game: Game, tokens: Mapping[int, str], house: House | None = None) -> int:
        """Store a new table with a token for each human seat; return the number of its game."""
        ...

    def find(self, token: str) -> tuple[int, int] | None:
        """The game's number and the seat for a token; None if there is no such token."""
        ...

    def find_watched(self, watch: str) -> int | None:
        """The number of the game at the table with that public name; None if there is none."""
        ...

    def close(self) -> None:
        """Store nothing more."""
        ...


@runtime_checkable
class Shared(Store, Protocol):
    """The games of several servers.  Each table is run by one of them at a time.

    Attributes:
        lost: Called once when other servers may run the tables of this one: end it.
    """

    lost: Callable[[], object]

    def claim(self, number: int) -> str | None:
        """Run the table of a game here, unless another server does: return the address of that one."""
        ...

    def release(self, number: int) -> None:
        """Let other servers run the table of a game; it may come back later."""
        ...

    def others(self) -> list[str]:
        """The addresses of the other servers that run tables now."""
        ...


class Asking(Protocol):
    """How a store is asked: what it returns is awaited, so that it may take its time."""

    def __call__(self, call: Callable[[*Ts], T], *args: *Ts) -> Awaitable[T]:
        """Make a call; return what it returns, or raise what it raises."""
        ...


async def at_once(call: Callable[[*Ts], T], *args: *Ts) -> T:
    """Ask a store that nobody has to wait for."""
    return call(*args)


def beginning(game: Game) -> str:
    """The record of a game before its first move."""
    return record.dumps(game.beginning)
