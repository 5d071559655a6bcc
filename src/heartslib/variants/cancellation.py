"""Cancellation Hearts: two packs, and equal cards that cancel each other.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from typing import Final

from heartslib.rules import (
    CANCELLING,
    HEARTS_ONE_QUEEN_13,
    KITTY_TO_FIRST_TRICK,
    NO_MOON,
    NO_PASSING,
    EldestLeads,
    FollowSuit,
    Pack,
    Rules,
    Target,
)
from heartslib.variants.american import AMERICAN_HEARTS

CANCELLATION: Final = Rules(
    name="Cancellation Hearts",
    players=(5, 6, 7, 8, 9, 10, 11),
    source=AMERICAN_HEARTS.source,
    deck=Pack(packs=2, left_over=True),
    kitty=KITTY_TO_FIRST_TRICK,
    passing=NO_PASSING,
    opening=EldestLeads(),
    play=FollowSuit(),
    tricks=CANCELLING,
    scoring=HEARTS_ONE_QUEEN_13,
    moon=NO_MOON,
    ending=Target(100),
    decisions=(
        "The page says 6 to 10 players; 5 and 11 are allowed, as elsewhere.",
        "No cards are passed, and hearts may be led at any time: the page forbids nothing.",
        "There is no moon: the page does not speak of one (A38).",
        "Where nobody wins the first trick the kitty goes with it to the next taker (A39).",
        "Equal cards of another suit than that led change nothing (A40).",
        "Totals may fall below zero; players who tie for the lowest score share the win.",
        "The next dealer is the seat to the left.",
    ),
)

VARIANTS: Final = {"cancellation": CANCELLATION}
