"""American Hearts, the game of the fourth source document.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from typing import Final

from heartslib.rules import (
    CHOICE,
    HEARTS_ONE_QUEEN_13,
    LEFT_RIGHT_ACROSS_HOLD,
    FollowSuit,
    HeartsMustBeBroken,
    LowestClubLeads,
    Rules,
    ShootTheMoon,
    Target,
)

AMERICAN: Final = Rules(
    name="American Hearts",
    aliases=("Hearts", "Rickety Kate"),
    source='"Hearts - card games rules", John McLeod, pagat.com, 23 December 2020 (document 004)',
    passing=LEFT_RIGHT_ACROSS_HOLD,
    opening=LowestClubLeads(),
    play=(FollowSuit(), HeartsMustBeBroken()),
    scoring=(HEARTS_ONE_QUEEN_13,),
    moon=ShootTheMoon(CHOICE, 26),
    ending=Target(100),
    decisions=(
        "Nothing is forbidden on the first trick: the page calls that a variation (A62).",
        "The queen of spades does not break hearts: the page calls that a variation (A61).",
        "The shooter of the moon chooses after the last trick, knowing the result (A29).",
        "The 26 points off stand in place of the points taken, which do not count.",
        "Hearts discarded to a trick may be led from the next trick on (A49).",
        "Totals may fall below zero; players who tie for the lowest score share the win.",
        "The next dealer is the seat to the left.",
    ),
)

VARIANTS: Final = {"american": AMERICAN}
