"""The game between a human and bots, as a value.

It remembers no random generator: each deal follows from the seed and its number.  So a game that was saved and
read again, or in which moves were taken back, is dealt the same cards as if it had gone on.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from random import Random

import attrs

from heartslib import record, wire
from heartslib._values.arguments import MOST_PLAYERS, checked_text, frozen, series, whole_within
from heartslib.bots import Bot, by_name
from heartslib.errors import HeartsError, RecordError
from heartslib.formats._json import opened, structured
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import Deal, Move
from heartslib.phases import Match
from heartslib.rules import Rules
from heartslib.view import View
from heartslib.words import how_many

FORMAT = "heartslib-table"
VERSION = 1

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "June", "Kim")
"""The names of the bots, in the order of play after the human."""


@frozen
class _Stored:
    """The part of a saved game that `Sitting` reads itself."""

    seat: int
    bots: tuple[str, ...]
    seed: int


@frozen
class Sitting:
    """A game between a human in one seat and bots in the others.

    Attributes:
        game: The game; its history is all that `undone` needs.
        seat: The human's seat.
        bots: The names of the bots' strategies, in the order of play after the human.
        seed: The seed of the deals.
        players: The bots themselves; by default those named in `bots`.
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
            players: The number of players; by default `rules.usual_players`.
            seat: The human's seat.
            bots: How the bots play, as for `heartslib.bots.by_name`: one name for all, or one for
                each, in the order of play after the human.
            seed: A whole number, for the same deals; by default a random one.
            name: The human's name.

        Raises:
            HeartsError: The arguments do not fit together, or there is no such bot.
        """
        match = Match.start(rules, players)
        count = match.players
        seat = match.check_seat(seat)
        names = _all_names(count, seat, name)
        seed = secrets.randbelow(10**9) if seed is None else seed
        seed = whole_within(0, None, seed, "seed must be a whole number from 0")
        bots = [bots] if isinstance(bots, str) else series(MOST_PLAYERS - 1, bots, "bots")
        kinds = [checked_text("a bot", bot) for bot in bots]
        if len(kinds) == 1:
            kinds *= count - 1
        if len(kinds) != count - 1:
            raise HeartsError(
                f"bots must be named for {how_many(count - 1, 'seat')}, not for {len(kinds)}: name one for all, "
                "or one for each"
            )
        return cls(Game.new(rules, count, names=names), seat, tuple(kinds), seed)

    @property
    def view(self) -> View:
        """What the human knows."""
        return self.game.view(self.seat)

    @property
    def is_waiting(self) -> bool:
        """Whether it is up to the human: to move, or to look at a finished round or game."""
        return self.seat in self.game.to_act or self.game.phase.name in {"score", "over"}

    def steps(self) -> Iterator[Sitting]:
        """The game after each deal and each move of a bot, until it `is_waiting`."""
        table = self
        while not table.is_waiting:
            table = attrs.evolve(table, game=table._next_game())
            yield table

    def _next_game(self) -> Game:
        game = self.game
        if game.phase.name == "deal":
            number = sum(isinstance(move, Deal) for move in game.history)
            # the same deal comes again after moves before it are taken back
            return game.deal(rng=Random(f"{self.seed} {number}"))  # noqa: S311 - repeatable
        seat = game.to_act[0]
        bot = self.players[(seat - self.seat - 1) % game.players]
        try:
            # received like a message from outside: a bot may move only for its own seat
            return wire.receive(game, wire.dumps_move(bot(game.view(seat))), seat)
        except Exception as error:  # its sentence may name cards of the bot
            raise HeartsError(f"{game.names[seat]} cannot move: {type(error).__name__}") from error

    def after(self, move: Move) -> Sitting:
        """The game after a move of the human.

        Raises:
            IllegalMove: The move is not allowed now.
        """
        return attrs.evolve(self, game=self.game.apply(move))

    def next_round(self, last: int | None = None) -> Sitting:
        """The game after the finished round is scored.

        Args:
            last: The number of rounds after which the game ends; None if only the rules end it.
        """
        game = self.game.score()
        if not game.is_over and game.round_number == last:
            game = self.game.stop()
        return attrs.evolve(self, game=game)

    @property
    def own_moves(self) -> tuple[int, ...]:
        """The indices of the human's moves in the game's history."""
        return tuple(
            place
            for place, move in enumerate(self.game.history)
            if getattr(move, "seat", None) == self.seat  # a deal is of no seat
        )

    def undone(self) -> Sitting:
        """The game before the human's last move.

        Raises:
            HeartsError: The human has not moved yet.
        """
        if not self.own_moves:
            raise HeartsError("there is nothing to take back: you have not moved yet")
        return attrs.evolve(self, game=self.game.at(self.own_moves[-1]))

    def dumps(self) -> str:
        """The sitting as JSON: the human's seat, the bots, and the record of the game."""
        head = {"format": FORMAT, "version": VERSION, "seat": self.seat, "bots": self.bots}
        game = json.loads(record.dumps(self.game))
        return json.dumps({**head, "seed": self.seed, "game": game}, ensure_ascii=False)

    @classmethod
    def loads(cls, text: str) -> Sitting:
        """The sitting that `dumps` wrote; every move is replayed and checked.

        Raises:
            HeartsError: The text is not such a record, a move in it is illegal, or there is no
                such bot.
        """
        value = opened(text, FORMAT, VERSION, "saved game")
        game = record.loads(json.dumps(value.pop("game", None)))
        stored = structured(CONVERTER, value, _Stored)
        game.match.check_seat(stored.seat)
        if len(stored.bots) != game.players - 1:
            raise RecordError(
                f"this saved game names {how_many(len(stored.bots), 'bot')} for "
                f"{how_many(game.players - 1, 'seat')}"
            )
        return cls(game, stored.seat, stored.bots, stored.seed)


def _all_names(players: int, seat: int, name: str) -> tuple[str, ...]:
    """The names of all seats: the human's, then the bots' in the order of play."""
    name = checked_text("a name", name).strip() or "You"
    free = [bot for bot in BOT_NAMES if bot.casefold() != name.casefold()]
    names = [name, *free[: players - 1]]
    return tuple(names[(other - seat) % players] for other in range(players))
