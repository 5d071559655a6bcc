"""A move with its reason: what a bot would do, and why."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import attrs

from heartslib._values.arguments import frozen
from heartslib.bots.bot import Bot
from heartslib.moves import Move
from heartslib.view import View


@frozen
class Choice:
    """A move that a bot chose.

    Attributes:
        move: The move.
        reason: Why, in one sentence to the player, from the test that chose; empty if the bot does not
            say.
        values: What each candidate would cost, as the bot sees it, in points more than an average
            opponent's; lower is better.  Empty if it compared nothing.
    """

    move: Move
    reason: str = ""
    values: tuple[tuple[Move, float], ...] = attrs.field(default=(), repr=False)


@runtime_checkable
class Chooser(Protocol):
    """A bot that says why."""

    def choice(self, view: View, /) -> Choice:
        """The move for a view, with its reason."""
        ...


def choice_of(bot: Bot, view: View) -> Choice:
    """What any bot would do, with the reason if it gives one.

    >>> from heartslib import Game, variants
    >>> from heartslib.bots import careful
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
    >>> print(choice_of(careful, game.view(0)).reason)
    Pass A♥, 8♦ and A♠: they are the cards most dangerous to keep.

    Args:
        bot: The bot.
        view: What the seat to act knows.

    Raises:
        HeartsError: The seat is not to act.
    """
    return bot.choice(view) if isinstance(bot, Chooser) else Choice(bot(view))
