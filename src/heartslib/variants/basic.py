"""Basic Hearts, Black Lady and Black Jack, the games of the first source document.

Source: "Hearts Rules", a general page with two variations (document 001).
"""

from __future__ import annotations

from typing import Final

import attrs

from heartslib.cards import HEARTS
from heartslib.rules import (
    ADD,
    AMERICAN,
    HEARTS_ONE,
    HEARTS_ONE_QUEEN_13,
    CardValues,
    FollowSuit,
    HeartsMustBeBroken,
    NoPenaltyOnFirstTrick,
    Pack,
    Rules,
    ShootTheMoon,
    Target,
)

_SHARED: Final = (
    "A hand of nothing but penalty cards may play any of them to the first trick (A16).",
    "A hand of nothing but hearts may lead one before hearts are broken.",
    "The black penalty card does not break hearts (A20).",
    "Three, five and six players take out 2D, 2D 2C, and 2C 2D 3C 2S (A17).",
    "100 points reached and 100 points passed are the same (A19).",
    "Players who tie for the lowest score share the win; the next dealer is the seat to the left.",
)

BASIC: Final = Rules(
    name="Basic Hearts",
    players=(3, 4, 5, 6),
    deck=Pack(removals=AMERICAN),
    source='"Hearts Rules", basic Hearts, Black Lady and Black Jack (document 001)',
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS)),
    scoring=(HEARTS_ONE,),
    moon=ShootTheMoon(ADD, 26),
    ending=Target(100),
    decisions=(
        "The moon costs the others 26 points each, as printed, though a round holds 13 (A14).",
        *_SHARED,
    ),
)

BLACK_LADY: Final = attrs.evolve(
    BASIC,
    name="Black Lady",
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS")),
    scoring=(HEARTS_ONE_QUEEN_13,),
    decisions=(
        'The queen "cannot lead" in the first trick: read as may not be played to it (A15).',
        *_SHARED,
    ),
)

BLACK_JACK: Final = attrs.evolve(
    BLACK_LADY,
    name="Black Jack",
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "JS")),
    scoring=(CardValues({HEARTS: 1, "JS": 10}),),
    decisions=(
        "The moon costs the others 26 points each, as printed, though a round holds 23 (A14).",
        "The jack takes the queen's place on the first trick and for the moon too (A15).",
        *_SHARED,
    ),
)

VARIANTS: Final = {"basic": BASIC, "black_lady": BLACK_LADY, "black_jack": BLACK_JACK}
