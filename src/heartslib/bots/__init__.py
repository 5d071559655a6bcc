"""Players.  A bot is any function from a `View` to a move: it sees what its seat may know.

A function cannot be given more than it is given: what a bot plays depends on the view alone.
"""

from __future__ import annotations

from heartslib.bots.arena import Standings, arena
from heartslib.bots.bot import AtRandom, Bot
from heartslib.bots.careful import careful
from heartslib.bots.monte_carlo import MonteCarlo
from heartslib.errors import HeartsError, shown


def by_name(name: str) -> Bot:
    """A bot by its name.

    Args:
        name: ``careful``; ``random``, or with a seed ``random:7``; ``monte-carlo``, or with the
            number of hands that it draws for a move ``monte-carlo:50``.

    Raises:
        HeartsError: There is no such bot.
    """
    kind, colon, number = name.partition(":")
    if colon and not (number.isdecimal() and number.isascii() and len(number) < 10):
        raise HeartsError(f"after {kind}: must come a whole number, as in {kind}:50, not {number}")
    match kind:
        case "careful" if not colon:
            return careful
        case "random":
            return AtRandom(int(number or 0))
        case "monte-carlo":
            return MonteCarlo(int(number)) if colon else MonteCarlo()
        case _:
            raise HeartsError(
                f"{shown(name)} is no bot: there are careful, random, random:7, monte-carlo and "
                "monte-carlo:50"
            )


__all__ = [
    "AtRandom",
    "Bot",
    "MonteCarlo",
    "Standings",
    "arena",
    "by_name",
    "careful",
]
