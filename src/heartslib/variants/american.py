"""American Hearts: a module of its own, since most programs want no other game.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from functools import partial

import attrs

from heartslib.rules import (
    CHOICE,
    HEARTS_ONE_QUEEN_13,
    LEFT_RIGHT_ACROSS_HOLD,
    FollowSuit,
    HeartsMustBeBroken,
    LowestClubLeads,
    Pack,
    Rules,
    ShootTheMoon,
    Target,
)
from heartslib.rules.deck import AMERICAN

TABLE = (
    "Totals may fall below zero. Players who tie for the lowest score share the win.",
    "The deal moves to the left.",
)

BROKEN = "A heart discarded to a trick allows hearts to be led from the next trick on."

MOON = "Points off for a moon replace the points for the cards taken, which do not count."

_REMOVED = ("Cards are removed; the alternative is a kitty.",)

SHARED = (BROKEN, MOON, *TABLE)

AMERICAN_HEARTS = Rules(
    name="American Hearts",
    players=(3, 4, 5, 6),
    summary="The standard game: a point for each heart, 13 for the queen of spades, to 100.",
    aliases=("Hearts", "Rickety Kate"),
    source='"Hearts - card games rules", John McLeod, pagat.com, 23 December 2020',
    deck=Pack(removals=AMERICAN),
    passing=LEFT_RIGHT_ACROSS_HOLD,
    opening=LowestClubLeads(),
    play=(FollowSuit(), HeartsMustBeBroken()),
    scoring=HEARTS_ONE_QUEEN_13,
    moon=ShootTheMoon(CHOICE, 26),
    ending=Target(100),
    decisions=(
        "Nothing is forbidden on the first trick; the page calls such a rule a variation.",
        "The queen of spades does not break hearts; the page calls that a variation.",
        "The shooter chooses how the moon is paid after the last trick, knowing the result.",
        *SHARED,
    ),
    decisions_by_players={
        3: _REMOVED,
        5: _REMOVED,
        6: ("The page does not mention six players; they play without 2♣, 2♦, 3♣ and 2♠.",),
    },
)

like_american = partial(attrs.evolve, AMERICAN_HEARTS, aliases=())
"""American Hearts with changes; no other name of it is a name of the game."""

like_american_for_four = partial(like_american, players=4, decisions_by_players=())

VARIANTS = {"american": AMERICAN_HEARTS}
