"""Turbo Hearts and booster nines: charged cards, a card that doubles the score, and longer tricks.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

import attrs

from heartslib.rules import (
    CHOICE,
    JACK_OF_DIAMONDS_BONUS,
    TURBO_CHARGES,
    BoosterNines,
    ChargedCardsWait,
    FollowSuit,
    HeartsMustBeBroken,
    ScoreMultiplier,
    ShootTheMoon,
)
from heartslib.variants.american import AMERICAN_HEARTS, like_american

_BOOST = ("The leader of the trick also begins its second lap, in which a nine has no effect.",)

TURBO = like_american(
    name="Turbo Hearts",
    summary="Players charge cards to make them count double; 10♣ doubles its taker's score.",
    charging=TURBO_CHARGES,
    play=(FollowSuit(), HeartsMustBeBroken(), ChargedCardsWait()),
    moon=ShootTheMoon(CHOICE, None),
    bonuses=(JACK_OF_DIAMONDS_BONUS, ScoreMultiplier("TC")),
    decisions=(
        "Each player may charge one card, once.",
        "A player whose only card of a suit is charged must follow suit with it.",
        "The score is counted in this order: hearts, queen, moon, jack, ten of clubs.",
        "A moon is worth what its cards cost, charges included: 26, 39 or 52.",
        *AMERICAN_HEARTS.decisions,
    ),
)

TURBO_BOOSTER = attrs.evolve(
    TURBO,
    name="Turbo Hearts with booster nines",
    summary="Turbo Hearts in which a nine of the suit led makes the trick go round again.",
    tricks=BoosterNines(),
    decisions=(
        *_BOOST,
        "The first lead of a suit lasts for the whole trick, its second lap included.",
        *TURBO.decisions,
    ),
)

BOOSTER_NINES = like_american(
    name="Hearts with booster nines",
    summary="A nine of the suit led makes the trick go round again.",
    aliases=("Booster Hearts",),
    tricks=BoosterNines(),
    decisions=(*_BOOST, *AMERICAN_HEARTS.decisions),
)

VARIANTS = {"turbo": TURBO, "turbo_booster": TURBO_BOOSTER, "booster_nines": BOOSTER_NINES}
