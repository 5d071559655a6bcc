"""Cancellation Hearts: two packs, in which equal cards cancel each other.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from heartslib.rules import CANCELLING, HEARTS_ONE_QUEEN_13, KittyTo, Pack, Target
from heartslib.variants._plain import plain_game
from heartslib.variants.american import AMERICAN_HEARTS

CANCELLATION = plain_game(
    name="Cancellation Hearts",
    players=(5, 6, 7, 8, 9, 10, 11),
    summary="Two packs, for five to eleven players: equal cards in a trick cancel each other.",
    source=AMERICAN_HEARTS.source,
    deck=Pack(packs=2, left_over=True, kitty_last=True),
    kitty=KittyTo(),
    tricks=CANCELLING,
    scoring=HEARTS_ONE_QUEEN_13,
    ending=Target(100),
    decisions=(
        "No cards are passed, and hearts may be led at any time, since the page forbids nothing.",
        "There is no moon, since the page mentions none.",
        "If nobody wins the first trick, the kitty goes with it to the winner of the next.",
        "Equal cards of another suit than the one led have no effect.",
        "Totals may fall below zero. Players who tie for the lowest score share the win.",
        "The deal moves to the left.",
    ),
    decisions_by_players=dict.fromkeys((5, 11), ("The page says six to ten players.",)),
)

VARIANTS = {"cancellation": CANCELLATION}
