"""The lobby: new tables, those that are open to newcomers, and the way to a seat."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from datetime import date
from itertools import combinations
from urllib.parse import urlencode

import anyio.abc
import attrs

from examples.web_table.computer import STRENGTHS
from examples.web_table.names import checked, look_alike
from examples.web_table.store import House, Shared, Store, StoreError
from examples.web_table.table import Manner, Table, Unstored
from heartslib import Game, HeartsError, Rules
from heartslib.moves import ChangeRules
from heartslib.show.text import Scene

log = logging.getLogger(__name__)

MOST_LISTED = 50
"""How many open tables the lobby lists."""

_MOST_DIGITS = 20

Json = dict[str, object]


@attrs.frozen
class Chair:
    """The player of one seat at a new table."""

    name: str
    human: bool


@attrs.frozen
class NewTable:
    """A request for a new table."""

    variant: str
    seats: tuple[Chair, ...]
    strength: str = "casual"
    is_open: bool = False
    deal: str = ""


@attrs.define
class Lobby:
    """All tables of a server; one in the store is loaded when somebody opens it.

    Attributes:
        store: The games.
        rulebooks: The games on offer, by slug.
        manner: How the tables are run.
        workers: The task of each table that is in memory.
    """

    store: Store
    rulebooks: Mapping[str, Rules]
    manner: Manner
    workers: anyio.abc.TaskGroup | None = None
    _open: list[Table] = attrs.field(factory=list[Table])

    async def new(self, wanted: NewTable) -> dict[int, str]:
        """Make a table; return the secret token of each human seat.

        Raises:
            HeartsError: There is no such game, the seats do not fit, or it cannot be stored.
        """
        if wanted.variant not in self.rulebooks:
            raise HeartsError(f"there is no game {wanted.variant!r} here")
        if wanted.strength not in STRENGTHS:
            raise HeartsError(f"there are no computer players of the strength {wanted.strength!r}")
        names = [checked(chair.name, f"Player {n}") for n, chair in enumerate(wanted.seats, 1)]
        humans = [seat for seat, chair in enumerate(wanted.seats) if chair.human]
        if not humans:
            raise HeartsError("a table needs at least one human")
        for one, other in combinations(names, 2):
            if look_alike(one, other):
                raise HeartsError(f"all names must be different: {one} looks like {other}")
        if wanted.deal and (len(humans) > 1 or wanted.is_open):
            raise HeartsError("the same cards are for one person: anyone can work them out")
        house = House(
            strength=wanted.strength, is_open=wanted.is_open, deal=_checked_deal(wanted.deal)
        )
        rules, dealer = self.rulebooks[wanted.variant], house.dealer(len(names))
        game = Game.new(rules, len(names), names=names, dealer=dealer)
        house = attrs.evolve(house, deal=house.deal or self.manner.number(game))
        tokens = {seat: secrets.token_urlsafe(24) for seat in humans}
        await self._add(game, tokens, house)
        return tokens

    async def _add(self, game: Game, tokens: Mapping[int, str], house: House) -> None:
        try:
            await self.manner.ask(self.store.add, game, tokens, house)
        except StoreError as error:
            log.warning("a table could not be stored: %s", error)
            raise Unstored.because("the table could not be made", error) from error

    async def play_on(self, game: Game, seat: int, strength: str) -> str:
        """Make a table for one person at a game that has begun; return the secret token of the seat.

        Raises:
            HeartsError: It cannot be stored.
        """
        token = secrets.token_urlsafe(24)
        await self._add(game, {seat: token}, House(strength=strength))
        return token

    async def join(self, watch: str, name: str) -> str:
        """Take a computer player's seat at an open table; return the secret token of the seat.

        Raises:
            HeartsError: There is no such table, no free seat, or the name is taken.
        """
        table = await self.watched(watch)
        if table is None:
            raise HeartsError("there is no such table")
        token = secrets.token_urlsafe(24)
        await table.take_seat(checked(name, "Guest"), token)
        return token

    async def find(self, token: str) -> tuple[Table, int] | None:
        """The table and the seat for a token; None if there is no such token.

        Raises:
            StoreError: The game cannot be read.
            HeartsError: The record is damaged.
        """
        place = await self.manner.ask(self.store.find, token)
        return place and (await self._table(place[0]), place[1])

    async def watched(self, watch: str) -> Table | None:
        """The table with that public name; None if there is none.

        Raises:
            StoreError: The game cannot be read.
            HeartsError: The record is damaged.
        """
        number = await self.manner.ask(self.store.find_watched, watch)
        return None if number is None else await self._table(number)

    def same_cards(self, table: Table, seat: int) -> str:
        """The address at which others get the cards of a finished game; empty if they cannot.

        Until it is finished, nobody may learn the number: all its deals follow from it.
        """
        game, house = table.game, table.house
        if not game.is_over or self.no_same_cards(table):
            return ""
        slug = next(slug for slug, rules in self.rulebooks.items() if rules == game.rules)
        named = {"game": slug, "players": game.players, "seat": seat, "deal": house.deal}
        return f"/?{urlencode(named | {'computer': house.strength})}"

    def no_same_cards(self, table: Table) -> str:
        """Why others can never get the cards of a game, as a sentence; empty if they can once it is over."""
        game, why = table.game, ""
        if any(isinstance(move, ChangeRules) for move in game.history):
            why = "the rules were changed during the game"
        elif game.rules not in self.rulebooks.values():
            why = "nobody can choose this game here"
        elif not (table.house.deal or self.manner.numbered):
            why = "this server was started with a seed, so its games all have the same"
        elif not table.house.deal:
            why = "the game began in the middle of another"
        return why and f"There is no link to these cards: {why}."

    def listed(self) -> list[Json]:
        """The open tables at which people are sitting, for the lobby."""
        live = (table for table in self._open if table.house.is_open and table.here)
        return [_line(table) for table in live if not table.game.is_over][:MOST_LISTED]

    async def _table(self, number: int) -> Table:
        if table := self._in_memory(number):
            return table
        loaded = await self.manner.ask(self._load, number)
        if table := self._in_memory(number):  # somebody else has opened it meanwhile
            return table
        self._open.append(loaded)
        assert self.workers is not None  # noqa: S101 - the server runs
        self.workers.start_soon(self._keep, loaded)
        return loaded

    def _in_memory(self, number: int) -> Table | None:
        return next((table for table in self._open if table.number == number), None)

    def _load(self, number: int) -> Table:
        if isinstance(self.store, Shared) and self.store.claim(number) is not None:
            raise StoreError(f"game {number} is on another server", "another server has the table")
        return Table(self.store, number, self.manner)

    async def _keep(self, table: Table) -> None:
        """Run a table, and forget it when it is empty; the file has all of it."""
        await table.run()
        self._open.remove(table)
        if isinstance(self.store, Shared):
            await self.manner.ask(self.store.release, table.number)


def _checked_deal(deal: str) -> str:
    """A date, a number, or nothing.

    Raises:
        HeartsError: It is none of these.
    """
    if deal.isdecimal() and deal.isascii() and len(deal) <= _MOST_DIGITS:
        return deal
    try:
        return deal and date.fromisoformat(deal).isoformat()
    except ValueError:
        raise HeartsError(
            f"there is no deal {deal[:20]!r}: give a date, such as 2026-11-24, or a number"
        ) from None


def _line(table: Table) -> Json:
    """A table as the lobby lists it: what everyone may know."""
    game = table.game
    return {
        "game": game.rules.name,
        "round": 0 if game.is_over else game.round_number + 1,
        "people": [game.names[seat] for seat in table.here],
        "players": game.players,
        "free": len(table.free),
        "strength": STRENGTHS.get(table.house.strength, ""),
        "watch": table.house.watch,
    }


def own_line(table: Table, seat: int) -> Json:
    """A table as the lobby lists it for one of its players."""
    view = table.game.view(seat)
    scene = Scene.of_view(view)
    is_over = view.phase == "over"
    return {
        "title": view.rules.name
        if is_over
        else f"{view.rules.name}, round {view.round_number + 1}",
        "status": "Your turn" if view.is_my_turn else scene.status,
        "isYourTurn": view.is_my_turn,
        "isOver": is_over,
        "here": table.here,
        "others": [name for n, name in enumerate(view.names) if n != seat],
        "name": view.names[seat],
    }
