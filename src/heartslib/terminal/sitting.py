"""The game between a human and bots, as a value."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import attrs

from heartslib import record
from heartslib._given import checked_text, series
from heartslib.bots import Bot, by_name
from heartslib.errors import HeartsError, RecordError, shown
from heartslib.formats._json import opened, structured
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import MOST_PLAYERS, Deal, Move
from heartslib.phases import Match
from heartslib.rules import Rules
from heartslib.view import View

FORMAT: Final = "heartslib-table"
VERSION: Final = 1

BOT_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "June", "Kim")
"""What bots are called, the one at the human's left first."""

_MANY_SEEDS: Final = 10**9


@attrs.frozen
class _Stored:
    """What the record of a table holds besides its game, its format and its version."""

    seat: int
    bots: tuple[str, ...]
    seed: int


@attrs.frozen
class Sitting:
    """A game in which one seat is a human's and bots play the others.

    Nothing is kept for taking back: the game's history has every move.

    Attributes:
        game: The game.
        seat: The human's seat.
        bots: How the bots play, by name, the one at the human's left first.
        seed: Where the chance of the deals starts from.
        players: The bots themselves; by default those that the names stand for.
    """

    game: Game
    seat: int
    bots: tuple[str, ...]
    seed: int
    players: tuple[Bot, ...] = attrs.field(
        default=attrs.Factory(lambda self: tuple(map(by_name, self.bots)), takes_self=True),
        eq=False,
        repr=False,
        kw_only=True,
    )

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: Sequence[str] = ("careful",),
        seed: int | None = None,
        name: str = "You",
    ) -> Sitting:
        """A game about to begin.

        Args:
            rules: The rulebook.
            players: The number of players; by default four where four can play.
            seat: The human's seat.
            bots: How the bots play: one name for all, or one for each, the one at the human's
                left first.
            seed: A whole number, for the same deals; by default the system chooses one.
            name: What the human is called.

        Raises:
            HeartsError: They do not fit together, or there is no such bot.
        """
        match = Match.start(rules, players)
        count = match.players
        names = _names(count, match.check_seat(seat), name)
        if seed is None:
            seed = secrets.randbelow(_MANY_SEEDS)
        if type(seed) is not int or seed < 0:
            raise HeartsError(f"a seed is a whole number, 0 or more, not {shown(seed)}")
        named = _bot_names(bots)
        if len(named) == 1:
            named *= count - 1
        if len(named) != count - 1:
            raise HeartsError(
                f"{len(named)} bots are named for {count - 1} seats: name one for all of them, "
                "or one for each"
            )
        return cls(Game.new(rules, count, names=names), seat, named, seed)

    @property
    def view(self) -> View:
        """What the human knows."""
        return self.game.view(self.seat)

    @property
    def is_waiting(self) -> bool:
        """Whether the human is to do something: to move, or to look at a finished round."""
        return self.seat in self.game.to_act or self.game.phase.name in {"score", "over"}

    def steps(self) -> Iterator[Sitting]:
        """The table after each deal and each move of a bot, until the human is to do something.

        That is to move, to look at a finished round, or nothing in a game that is over.
        """
        table = self
        while not table.is_waiting:
            table = attrs.evolve(table, game=table._next())
            yield table

    def _next(self) -> Game:
        game = self.game
        if game.phase.name == "deal":
            number = sum(isinstance(move, Deal) for move in game.history)
            # a deal is the same one when moves before it have been taken back
            return game.deal(rng=Random(f"{self.seed} {number}"))  # noqa: S311 - repeatable
        seat = game.to_act[0]
        bot = self.players[(seat - self.seat - 1) % game.players]
        return game.apply(bot(game.view(seat)))

    def after(self, move: Move) -> Sitting:
        """The table after a move of the human.

        Raises:
            IllegalMove: The move is not allowed now.
        """
        return attrs.evolve(self, game=self.game.apply(move))

    def next_round(self, last: int | None = None) -> Sitting:
        """The table when the finished round has been entered.

        Args:
            last: After how many rounds the game is ended; None where only the rules end it.
        """
        game = self.game.score()
        if not game.is_over and game.round_number == last:
            game = game.stop()
        return attrs.evolve(self, game=game)

    @property
    def own_moves(self) -> tuple[int, ...]:
        """The places in the game's history at which the human has moved."""
        moves = enumerate(self.game.history)
        return tuple(place for place, move in moves if getattr(move, "seat", None) == self.seat)

    def undone(self) -> Sitting:
        """The table before the human's last move.

        Raises:
            HeartsError: The human has not moved yet.
        """
        if not self.own_moves:
            raise HeartsError("there is nothing to take back: you have not done anything yet")
        return attrs.evolve(self, game=self.game.at(self.own_moves[-1]))

    def dumps(self) -> str:
        """The table as JSON: seats, bots and the record of the game, every move of it."""
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "seat": self.seat,
                "bots": self.bots,
                "seed": self.seed,
                "game": json.loads(record.dumps(self.game)),
            },
            ensure_ascii=False,
        )

    @classmethod
    def loads(cls, text: str) -> Sitting:
        """The table that `dumps` wrote, every move made again.

        Raises:
            HeartsError: The text is no such record, a move in it cannot be made, or there is
                no such bot.
        """
        value = opened(text, FORMAT, VERSION, "saved game")
        game = record.loads(json.dumps(value.pop("game", None)))
        stored = structured(CONVERTER, value, _Stored)
        game.match.check_seat(stored.seat)
        if len(stored.bots) != game.players - 1:
            raise RecordError(
                f"this saved game names {len(stored.bots)} bots for {game.players - 1} seats"
            )
        return cls(game, stored.seat, stored.bots, stored.seed)


def _bot_names(bots: Sequence[str]) -> tuple[str, ...]:
    listed = [bots] if isinstance(bots, str) else series(MOST_PLAYERS - 1, bots, "bots")
    return tuple(checked_text("a bot", each) for each in listed)


def _names(players: int, seat: int, name: str) -> tuple[str, ...]:
    """The human's name at its seat, and those of the bots from its left on."""
    name = checked_text("a name", name).strip() or "You"
    free = [bot for bot in BOT_NAMES if bot.casefold() != name.casefold()]
    names = [name, *free[: players - 1]]
    return tuple(names[(each - seat) % players] for each in range(players))
