"""Two plain games for four: to 50, and to 100 with the queen breaking hearts.

Sources: "Hearts Rules", translated (document 002), and "Hearts Rules" in which the queen of
spades is called the Black Maria (document 003).
"""

from __future__ import annotations

from typing import Final

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

CLASSIC_50: Final = Rules(
    name="Hearts to 50",
    source='"Hearts Rules", translated, four players to 50 points (document 002)',
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS")),
    moon=ShootTheMoon(ADD, 26),
    ending=Target(50),
    decisions=(
        'The queen may not be "taken" in the first trick: read as played to it (A22).',
        "Any heart that has been played breaks hearts, not only a discarded one (A23).",
        "A hand of nothing but penalty cards may play any of them to the first trick (A25).",
        "The queen of spades does not break hearts (A61).",
        "Players who tie for the lowest score share the win.",
        "The next dealer is the seat to the left.",
    ),
)

CLASSIC_100: Final = Rules(
    name="Hearts to 100",
    source='"Hearts Rules", four players to 100 points, the queen as Black Maria (document 003)',
    play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "QS")),
    moon=ShootTheMoon(CHOICE, 26),
    ending=Target(100),
    decisions=(
        "Nothing is forbidden on the first trick (A26, A62).",
        "The holder of the two of clubs leads that card; any club is an option (A28).",
        "The shooter of the moon chooses after the last trick, knowing the result (A29).",
        "The round in which someone reaches 100 is played to its end (A30).",
        "The 26 points off stand in place of the points taken, which do not count.",
        "Players who tie for the lowest score share the win.",
        "The next dealer is the seat to the left.",
    ),
)

VARIANTS: Final = {"classic_50": CLASSIC_50, "classic_100": CLASSIC_100}
