"""Chase the Lady: hearts and the queen of spades may hardly ever be discarded.

Source: "Rules of the Card Game 'Chase the Lady'", Cecil Fontaine.
"""

from __future__ import annotations

from heartslib.cards import HEARTS
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
from heartslib.rules.deck import CHASE_THE_LADY as REMOVALS

CHASE_THE_LADY = Rules(
    name="Chase the Lady",
    players=(2, 3, 4, 5, 6),
    summary="Hearts and the queen of spades may not be discarded; lead the last card's suit.",
    source="\"Rules of the Card Game 'Chase the Lady'\", Cecil Fontaine",
    deck=Pack(removals=REMOVALS),
    passing=LEFT_RIGHT_ACROSS_HOLD,
    opening=HolderLeads("2S"),
    play=(FollowSuit(), NoDiscardOf(HEARTS | "QS", first="QS"), LeadSuitOfLastCard()),
    showing=ShowHandOfHearts(),
    scoring=CardValues({HEARTS: 1, "AH": 5, "KH": 4, "QH": 3, "JH": 2, "QS": 15}),
    moon=ShootTheMoon(CHOICE, 38),
    ending=Target(100),
    decisions=(
        "The winner of a trick leads the suit of its last card, as written.",
        "To follow suit is to play the suit led.",
        "Hearts and the queen of spades may never be discarded while the hand has another card.",
        "From a hand of only those, the queen must be discarded first.",
        "A heart is discarded only from a hand of nothing but hearts, which is then shown.",
        "Hearts may be led at any time. The two of spades must be the first lead.",
        "The game is to 100; the source also allows 200, or an agreed time.",
        "The 38 points off for a moon replace the points for the cards taken.",
        "Totals may fall below zero.",
        "Players who tie for the lowest score share the win. The deal moves to the left.",
    ),
    decisions_by_players={
        2: ("Left, right and across are the same seat.",),
        **dict.fromkeys((3, 5), ("Nobody sits opposite, so the pass across is left out.",)),
        6: (
            "2♣, 3♣, 2♦ and 3♦ are removed; the source removes none, but 52 is not a multiple of 6.",
        ),
    },
)

VARIANTS = {"chase_the_lady": CHASE_THE_LADY}
