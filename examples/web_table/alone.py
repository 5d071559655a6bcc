"""A table in one browser, without a server: a person has seat 0, the computer the others.

The page runs this beside itself, in Pyodide (see ``docs/browser``).  What a player sends to a server
and gets from it passes here between the page and `begin`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from json import dumps, loads
from typing import Any, TypeAlias

import attrs

from examples.web_table.computer import Computer, carefully
from examples.web_table.screen import rules_page
from examples.web_table.store import House, StoreError
from examples.web_table.table import Manner, Table
from heartslib import Game, HeartsError, Rules, record, variants

NAMES = ("You", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim")
PAUSE = 0.7
"""Seconds before a computer player moves."""
SEED = 17
"""Of the first game of all, which the page shows before Python has started."""

Json: TypeAlias = dict[str, Any]
Tell = Callable[..., object]


@attrs.define
class Kept:
    """The game at the table, which the page keeps as a record.

    Attributes:
        game: The game.
        rules: The rulebook of a new game.
        strength: How strong the computer players are.
        tell: Tells the page.
        back: How often the game has gone back.
    """

    game: Game
    rules: Rules
    strength: str
    tell: Tell
    back: int = 0

    def load(self, number: int) -> tuple[Game, frozenset[int]]:
        """The game, and the seat of the person."""
        return self.game, frozenset([0])

    def house(self, number: int) -> House:
        """The table."""
        return House(watch="", strength=self.strength)

    def epoch(self, number: int) -> int:
        """How often the game has gone back."""
        return self.back

    def save(self, number: int, game: Game) -> None:
        """Have the page keep the game, or a new one once it is over."""
        self.game = game
        self.tell(keep=kept(opened(_new(self.rules)) if game.is_over else game, self.strength))

    def undo(self, number: int, game: Game) -> int:
        """Have the page keep the earlier game; return its new epoch."""
        self.save(number, game)
        self.back += 1
        return self.back

    def join(self, number: int, game: Game, seat: int, token: str) -> None:
        """Nobody else can sit down.

        Raises:
            StoreError: Always.
        """
        raise StoreError("the table is in one browser", "nobody else can reach this table")

    def follow(self, number: int, game: Game, house: House) -> int:
        """Have the page keep the next game instead; return its number."""
        self.back = 0
        self.save(number, game)
        return number + 1


def begin(say: Callable[[str], object]) -> Callable[[str], None]:
    """Wait for a player; return what takes the messages of the page.

    The first is ``{"do": "sit", "game": …, "strength": …, "kept": …}``, where `kept` is the record of a
    game to go on with, or null.  After that ``{"do": "send", "text": …}`` has what a player sends to
    a server, and ``{"do": "rules"}`` asks for the rulebook.

    Args:
        say: Tells the page, as JSON: a ``frame`` or an answer as from a server, what to ``keep`` of
            the game, the ``rules``, or a ``failure``.
    """
    tasks = set[asyncio.Task[None]]()
    tables = list[Table]()

    def tell(**message: Any) -> None:
        say(dumps(message, ensure_ascii=False))

    def start(work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def sit(table: Table) -> None:
        tables.append(table)
        start(table.run())
        start(_send(table, tell))

    def receive(text: str) -> None:
        message = loads(text)
        try:
            match message:
                case {"do": "sit", "game": str(slug), "strength": str(strength), "kept": kept}:
                    sit(seated(slug, strength, kept, tell))
                case {"do": "send", "text": str(sent)}:
                    start(_answer(tables[0], sent, tell))
                case {"do": "rules"}:
                    game = tables[0].game
                    tell(rules=rules_page(game.rules, game.players))
                case _:
                    tell(failure=f"this is not a message for a table: {text}")
        except HeartsError as error:
            tell(failure=str(error))

    return receive


def seated(slug: str, strength: str, kept: object, tell: Tell) -> Table:
    """A table for one person, at a game that goes on if the page has kept one that can.

    Args:
        slug: The variant.
        strength: How strong the computer players are.
        kept: The record of an earlier game, if there is one.
        tell: Tells the page.

    Raises:
        HeartsError: There is no such variant.
    """
    rules = variants.get(slug)
    game = _going_on(kept)
    if game is None or game.is_over:
        game = _new(rules)
    return _table(game, rules, strength, tell)


def first(rules: Rules) -> Json:
    """What a page that has never kept a game is given: the same first deal for everybody."""
    return kept(opened(_new(rules), seed=SEED), "casual")


def kept(game: Game, strength: str) -> Json:
    """What the page keeps of a game: its record, and the frame to show until Python goes on with it."""
    table = _table(game, game.rules, strength, tell=dict)
    before, _ = table.before("")
    frame = table.frame(0, before, fresh=True, heard=0)
    return {"game": record.dumps(game), "frame": frame}


def opened(game: Game, seed: int | None = None) -> Game:
    """A new game at the first decision of the person: dealt, and the others have moved."""
    while 0 not in game.to_act:
        seats = game.to_act
        game = game.apply(carefully(game.view(seats[0]))) if seats else game.deal(seed=seed)
    return game


def _new(rules: Rules) -> Game:
    return Game.new(rules, names=NAMES[: rules.usual_players])


def _table(game: Game, rules: Rules, strength: str, tell: Tell) -> Table:
    manner = Manner(deal=Game.deal, computer=Computer(), pause=PAUSE, away=60, clock=0)
    table = Table(Kept(game, rules, strength, tell), 1, manner)
    table.sit(0, 1)
    return table


def _going_on(kept: object) -> Game | None:
    try:
        return record.loads(kept) if isinstance(kept, str) else None
    except HeartsError:  # another version has kept it
        return None


async def _answer(table: Table, text: str, tell: Tell) -> None:
    if answer := await (table.hint(0) if text == "hint" else table.answer(0, text)):
        tell(frame=answer)


async def _send(table: Table, tell: Tell) -> None:
    async for frame in table.frames(0, ""):
        tell(frame=frame)
