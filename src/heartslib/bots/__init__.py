"""A bot is any function from a `View` to a move.

The view is all that a bot is given, so a bot cannot see cards that its seat may not know.
"""

from __future__ import annotations

from heartslib.bots.advice import Advice, Cost, advise
from heartslib.bots.arena import Standings, arena
from heartslib.bots.bot import AtRandom, Bot
from heartslib.bots.careful import Careful, careful
from heartslib.bots.levels import LEVELS
from heartslib.bots.monte_carlo import MonteCarlo
from heartslib.bots.reasons import Reason
from heartslib.bots.shed import shed
from heartslib.errors import HeartsError, quoted


def by_name(name: str) -> Bot:
    """A bot by its name.

    >>> by_name("monte-carlo:50").rollouts
    50

    Args:
        name: One of `LEVELS`: ``easy``, ``casual``, ``good``, ``strong`` or ``expert``; ``careful``;
            ``shed``; ``random``, or with a seed ``random:7``; ``monte-carlo``, or with the number of
            deals that it tries for a move ``monte-carlo:50``.

    Raises:
        HeartsError: There is no such bot.
    """
    simple = {**LEVELS, "careful": careful, "shed": shed}
    if name in simple:
        return simple[name]
    kind, colon, number = name.partition(":")
    # ASCII and short: `int` reads digits of other scripts, and refuses thousands of digits
    is_number = number.isdecimal() and number.isascii() and len(number) < 10
    if colon and kind in {"random", "monte-carlo"} and not is_number:
        raise HeartsError(
            f"{kind}: needs a whole number after it, as in {kind}:50, not {quoted(number)}"
        )
    if kind == "random":
        return AtRandom(int(number or 0))
    if kind == "monte-carlo":
        return MonteCarlo(int(number)) if colon else MonteCarlo()
    raise HeartsError(
        f"{quoted(name)} is not a bot: choose {', '.join(simple)}, random, random:7, "
        "monte-carlo or monte-carlo:50"
    )


__all__ = [
    "LEVELS",
    "Advice",
    "AtRandom",
    "Bot",
    "Careful",
    "Cost",
    "MonteCarlo",
    "Reason",
    "Standings",
    "advise",
    "arena",
    "by_name",
    "careful",
    "shed",
]

__dir__ = __all__.copy  # what `dir` shows of the module
