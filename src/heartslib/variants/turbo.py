"""Turbo Hearts and booster nines: charged cards, a card that doubles the score, longer tricks.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from typing import Final

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
from heartslib.variants.american import AMERICAN_HEARTS

_BOOST: Final = (
    "The leader of the trick leads the extra round too, and a nine in it boosts no more (A42).",
)

TURBO: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Turbo Hearts",
    aliases=(),
    charging=TURBO_CHARGES,
    play=(FollowSuit(), HeartsMustBeBroken(), ChargedCardsWait()),
    moon=ShootTheMoon(CHOICE, None),
    bonuses=(JACK_OF_DIAMONDS_BONUS, ScoreMultiplier("TC")),
    decisions=(
        "Each player may charge one card; any number, and charging again, are options (A35).",
        "A charged card that is the only one of its suit follows the first lead of it (A44).",
        "The score is made in this order: hearts, queen, moon, jack, then the ten of clubs.",
        "A moon is worth what its cards cost, charges included: 26, 39 or 52.",
        *AMERICAN_HEARTS.decisions,
    ),
)

TURBO_BOOSTER: Final = attrs.evolve(
    TURBO,
    name="Turbo Hearts with booster nines",
    tricks=BoosterNines(),
    decisions=(
        *_BOOST,
        "The first lead of a suit lasts the whole trick, an extra round included (A43).",
        *TURBO.decisions,
    ),
)

BOOSTER_NINES: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Hearts with booster nines",
    aliases=("Booster Hearts",),
    tricks=BoosterNines(),
    decisions=(*_BOOST, *AMERICAN_HEARTS.decisions),
)

VARIANTS: Final = {
    "turbo": TURBO,
    "turbo_booster": TURBO_BOOSTER,
    "booster_nines": BOOSTER_NINES,
}
