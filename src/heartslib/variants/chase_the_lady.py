"""Chase the Lady, the game of the source document 000.

Source: "Rules of the Card Game 'Chase the Lady'", Cecil Fontaine.
"""

from __future__ import annotations

from typing import Final

from heartslib.cards import HEARTS
from heartslib.rules import (
    CHASE_THE_LADY as REMOVALS,
)
from heartslib.rules import (
    CHOICE,
    LEFT_RIGHT_ACROSS_HOLD,
    CardValues,
    FollowSuit,
    HolderLeads,
    LeadSuitOfLastCard,
    NoDiscardOf,
    Pack,
    Rules,
    ShootTheMoon,
    ShowHandOfHearts,
    Target,
)

CHASE_THE_LADY: Final = Rules(
    name="Chase the Lady",
    players=(2, 3, 4, 5, 6),
    source="\"Rules of the Card Game 'Chase the Lady'\", Cecil Fontaine (document 000)",
    deck=Pack(removals=REMOVALS),
    passing=LEFT_RIGHT_ACROSS_HOLD,
    opening=HolderLeads("2S"),
    play=(
        FollowSuit(),
        NoDiscardOf(HEARTS | "QS"),
        NoDiscardOf(HEARTS),
        LeadSuitOfLastCard(),
    ),
    showing=ShowHandOfHearts(),
    scoring=CardValues({HEARTS: 1, "AH": 5, "KH": 4, "QH": 3, "JH": 2, "QS": 15}),
    moon=ShootTheMoon(CHOICE, 38),
    ending=Target(100),
    decisions=(
        "The text removes nothing for six players, but 52 cards cannot be split by 6.",
        "So six play without 2C 3C 2D 3D; a kitty of four is the option (A1).",
        "Two players: left, right and across are the same seat (A2).",
        "A lead is of the suit of the last card played, as written; a free lead is the option (A3).",
        "To follow is to match the suit led (A4).",
        "Hearts and the queen of spades are never thrown while there is another card (A5).",
        "With those only the queen goes first; a heart goes from a hand of hearts, shown (A6).",
        "Hearts may be led at any time (A7); the two of spades must be the first lead (A8).",
        "Three and five players have nobody in front and do not pass then (A9).",
        "The game is to 100; 200, or the host's time, are the options (A10).",
        "The 38 points off stand in place of the points taken, which do not count (A12, A13).",
        "Players who tie for the lowest score share the win; the next dealer is to the left.",
    ),
)

VARIANTS: Final = {"chase_the_lady": CHASE_THE_LADY}
