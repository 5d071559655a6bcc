"""The computer players: how strong they are, and what they do."""

from __future__ import annotations

import logging

from heartslib import Game
from heartslib.bots import LEVELS, Advice, AtRandom, MonteCarlo, advise, careful
from heartslib.moves import Move
from heartslib.review import Review
from heartslib.view import View

log = logging.getLogger(__name__)

STRENGTHS = {name: name.capitalize() for name in LEVELS}
"""How strong the computer players of a table are, with the words for people."""

HINT = 1.0
"""For how many seconds a hint may try deals."""


def carefully(view: View) -> Move:
    """The move of a careful player, who answers at once; any legal move if there is none."""
    try:
        return careful(view)
    except Exception:
        log.exception("a careful player has no move")
        return AtRandom()(view)


class Computer:
    """Moves for computer players, who answer at once: the strongest have no time to think."""

    async def move(self, strength: str, view: View) -> Move:
        """The move of a player of that strength.

        Raises:
            Exception: Whatever the player raises.
        """
        bot = LEVELS.get(strength, carefully)
        if not isinstance(bot, MonteCarlo):
            return bot(view)
        return await self.thought(bot, view) or carefully(view)

    async def advised(self, view: View) -> Advice | None:
        """What a seat should do, and what each choice would cost it; None if there is no time for that."""
        return advise(view, seconds=HINT)

    async def reviewed(self, game: Game, seat: int) -> Review | None:
        """The last round of a game looked at again for a seat; None if there is no time for that."""
        return None

    async def thought(self, bot: MonteCarlo, view: View) -> Move | None:
        """The move of a player who thinks; None if it has none in time."""
        return None
