"""Basic Hearts, Black Lady and Black Jack.

Source: "Hearts Rules", a page on the basic game and its variations Black Lady and Black Jack.
"""

from __future__ import annotations

from attrs import evolve

from heartslib.cards import HEARTS
from heartslib.rules import (
    ADD,
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
from heartslib.rules.deck import AMERICAN

_SHARED = (
    "A player with nothing but penalty cards may play any of them to the first trick.",
    "A player with nothing but hearts may lead one before hearts are broken.",
    "The black penalty card does not break hearts.",
    "The game ends when someone reaches 100 points, even if nobody passes it.",
    "Players who tie for the lowest score share the win. The deal moves to the left.",
)

BASIC = Rules(
    name="Basic Hearts",
    players=(3, 4, 5, 6),
    deck=Pack(removals=AMERICAN),
    summary="Only hearts cost points.",
    source='"Hearts Rules" (with Black Lady and Black Jack)',
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS)),
    scoring=(HEARTS_ONE,),
    moon=ShootTheMoon(ADD, 26),
    ending=Target(100),
    decisions=(
        "The moon costs everyone else 26 points, as printed, though a round has only 13.",
        *_SHARED,
    ),
)

BLACK_LADY = evolve(
    BASIC,
    name="Black Lady",
    summary="Hearts and the queen of spades cost points, and neither may go to the first trick.",
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS")),
    scoring=(HEARTS_ONE_QUEEN_13,),
    decisions=(
        'The queen "cannot lead" in the first trick; we read: may not be played to it.',
        *_SHARED,
    ),
)

BLACK_JACK = evolve(
    BLACK_LADY,
    name="Black Jack",
    summary="The jack of spades costs 10 points; the queen costs nothing.",
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "JS")),
    scoring=(CardValues({HEARTS: 1, "JS": 10}),),
    decisions=(
        "The moon costs everyone else 26 points, as printed, though a round has only 23.",
        "The jack replaces the queen on the first trick and for the moon, too.",
        *_SHARED,
    ),
)

VARIANTS = {"basic": BASIC, "black_lady": BLACK_LADY, "black_jack": BLACK_JACK}
