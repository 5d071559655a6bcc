"""Two plain games for four: to 50, and to 100 with the queen of spades breaking hearts.

Sources: two pages called "Hearts Rules", the first a translation; the second calls the queen of
spades the Black Maria.
"""

from __future__ import annotations

from heartslib.cards import HEARTS
from heartslib.rules import (
    ADD,
    CHOICE,
    FollowSuit,
    HeartsMustBeBroken,
    NoPenaltyOnFirstTrick,
    Rules,
    ShootTheMoon,
    Target,
)

CLASSIC_50 = Rules(
    name="Hearts to 50",
    summary="A short game to 50; no penalty cards on the first trick.",
    source='"Hearts Rules" (four players, to 50 points)',
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS")),
    moon=ShootTheMoon(ADD, 26),
    ending=Target(50),
    decisions=(
        'The queen may not be "taken" in the first trick; we read: may not be played to it.',
        "Any heart played breaks hearts, not only a discarded one.",
        "A player with nothing but penalty cards may play any of them to the first trick.",
        "The queen of spades does not break hearts.",
        "Players who tie for the lowest score share the win.",
        "The deal moves to the left.",
    ),
)

CLASSIC_100 = Rules(
    name="Hearts to 100",
    summary="The queen of spades breaks hearts, too; to 100.",
    source='"Hearts Rules" (four players, to 100 points)',
    play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "QS")),
    moon=ShootTheMoon(CHOICE, 26),
    ending=Target(100),
    decisions=(
        "Nothing is forbidden on the first trick.",
        "The player with the two of clubs must lead it.",
        "The shooter chooses how the moon is paid after the last trick, knowing the result.",
        "The round in which someone reaches 100 is played to its end.",
        "The 26 points off for a moon replace the points for the cards taken.",
        "Players who tie for the lowest score share the win.",
        "The deal moves to the left.",
    ),
)

VARIANTS = {"classic_50": CLASSIC_50, "classic_100": CLASSIC_100}
