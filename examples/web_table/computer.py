"""The computer players: how strong they are, and what they do."""

from __future__ import annotations

import logging

from heartslib import HeartsError
from heartslib.bots import LEVELS, AtRandom, Bot, Choice, MonteCarlo, careful
from heartslib.moves import Move
from heartslib.view import View

log = logging.getLogger(__name__)

STRENGTHS = {name: name.capitalize() for name in LEVELS}
"""How strong the computer players of a table are, with the words for people."""


def at_once(bot: Bot, view: View) -> Move:
    """The move of a player who does not think; any legal move if the player cannot find one."""
    try:
        return bot(view)
    except HeartsError:
        log.exception("%s has no move", bot)
        return AtRandom()(view)


class Computer:
    """Moves for computer players, who answer at once: the strongest have no time to think."""

    async def move(self, strength: str, view: View) -> Move:
        """The move of a player of that strength."""
        bot = LEVELS.get(strength, careful)
        if not isinstance(bot, MonteCarlo):
            return at_once(bot, view)
        choice = await self.thought(bot, view)
        return choice.move if choice else at_once(careful, view)

    async def compared(self, view: View) -> Choice:
        """What a seat should do, and what each choice would cost it; a careful one if that takes long."""
        return await self.thought(MonteCarlo(), view) or careful.choice(view)

    async def thought(self, bot: MonteCarlo, view: View) -> Choice | None:
        """The choice of a player who thinks; None if it has none in time."""
        return None
