"""Cousins of Hearts in which tricks and other cards count: Knaves."""

from __future__ import annotations

from typing import Final

from heartslib.cards import Suit
from heartslib.rules import (
    NO_MOON,
    NO_PASSING,
    CardValues,
    Contract,
    EldestLeads,
    FollowSuit,
    HighestCard,
    Pack,
    Rules,
    Target,
    TrickValues,
    TurnedCardNames,
    TurnedUp,
)

KNAVES: Final = Rules(
    name="Knaves",
    players=3,
    summary="Three players and a trump suit: every trick is good, and the jacks cost.",
    source='pokerwiner.com, "Knaves"',
    deck=Pack(kitty=1),
    kitty=TurnedUp(),
    contracts=TurnedCardNames(
        tuple(Contract(suit.word, tricks=HighestCard(suit)) for suit in Suit)
    ),
    passing=NO_PASSING,
    opening=EldestLeads(),
    play=FollowSuit(),
    tricks=HighestCard(),
    scoring=(TrickValues(each=1), CardValues({"JH": -4, "JD": -3, "JC": -2, "JS": -1})),
    moon=NO_MOON,
    ending=Target(20, points_are_good=True),
    decisions=(
        "A jack that is turned up counts for nobody, and its suit is trump like any other.",
        "If several players reach 20 in the same round, the highest score wins.",
    ),
)

VARIANTS: Final = {"knaves": KNAVES}
