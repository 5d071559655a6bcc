"""The policies: how the seats of a simulation play."""

from __future__ import annotations

from heartslib.errors import Argument, HeartsError, quoted
from heartslib.words import listed

POLICIES = ("random", "lowest", "duck", "shed", "rough", "shoot")
"""The policies by name.

``random`` plays any legal card, ``lowest`` the lowest.  ``duck`` leads low, plays under the trick,
discards the most costly card, and wins a trick that is good in itself.  ``shed`` remembers which cards are
gone, and weighs each card by numbers tuned for the game: it is stronger than `heartslib.bots.careful` in most
games.  ``rough`` plays like it with the numbers before tuning, and one card in eight at random:
`heartslib.bots.MonteCarlo` plays out with it.  ``shoot`` tries to take every trick while nobody else has a penalty card, and
then plays like ``rough``.
"""

OF_GAMES = POLICIES[:3]
"""Those that the Python engine plays too."""


def policy_number(policy: object, engine: str = "kernel") -> int:
    """The kernel's number of a policy.

    Raises:
        HeartsError: There is no such policy, or the engine does not play it.
    """
    if policy not in POLICIES:
        raise HeartsError(f"{quoted(policy)} is not a policy: choose one of {', '.join(POLICIES)}")
    if engine == "python" and policy not in OF_GAMES:
        plays = f" plays {listed(OF_GAMES)}, not {quoted(policy)}; "
        others = Argument("engine", "kernel"), " plays it"
        raise HeartsError(Argument("engine", engine), plays, *others)
    return POLICIES.index(policy)
