"""Newer games with other cards that count: Hooligan, Queens, Royal and Ricketts House Hearts."""

from __future__ import annotations

from heartslib.cards import HEARTS
from heartslib.rules import (
    CHOICE,
    LEFT,
    RIGHT,
    Across,
    CardValues,
    Cycle,
    EldestLeads,
    FollowSuit,
    FullSet,
    HeartsMustBeBroken,
    Hold,
    NoMoon,
    Scatter,
    ShootTheMoon,
    TakerDeals,
    Target,
)
from heartslib.variants.american import like_american, like_american_for_four

_LIKE_AMERICAN = "Everything else is as in American Hearts."

HOOLIGAN = like_american(
    name="Hooligan Hearts",
    summary="The seven of clubs costs 7 points.",
    source='Wikipedia, "Hearts (card game)"',
    aliases=("Hooligan",),
    scoring=CardValues({HEARTS: 1, "QS": 13, "7C": 7}),
    moon=ShootTheMoon(CHOICE, 33),
    decisions=("The moon takes 7♣, too, and is worth 33.", _LIKE_AMERICAN),
    decisions_by_players=(),
)

QUEENS = like_american_for_four(
    name="Queens",
    summary="Every queen costs 13 points, and whoever took the queen of spades deals.",
    source='Wikipedia, "Hearts (card game)"',
    dealer=TakerDeals("QS"),
    play=FollowSuit(),
    scoring=CardValues({HEARTS: 1, "QC QD QS QH": 13}),
    moon=NoMoon(),
    ending=Target(108),
    decisions=(
        "Q♥ costs 13, not 14.",
        "Hearts may be led at any time, and there is no moon.",
        _LIKE_AMERICAN,
    ),
)

ROYAL = like_american_for_four(
    name="Royal Hearts",
    summary="Each queen has a power of its own: 26 points, 10 off, doubled hearts, or a pardon.",
    source="Rules of Royal Hearts",
    passing=Cycle((LEFT, Across(), RIGHT)),
    play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "QS")),
    scoring=CardValues({HEARTS: 1, "QS": 26, "QD": -10}),
    moon=NoMoon(),
    bonuses=(
        FullSet("QH", {HEARTS: 1}, wording="{cards} doubles the hearts"),
        FullSet("QC", {"QS": -26}, wording="{cards} cancels QS"),
    ),
    ending=Target(100, passed=True),
    decisions=(
        "Q♥ doubles all hearts that its taker took, itself included.",
        "Q♣ cancels Q♠ for a player who took both.",
        "There is no moon, since no text names one.",
        _LIKE_AMERICAN,
    ),
)

RICKETTS = like_american_for_four(
    name="Ricketts House Hearts",
    summary="The student game of Caltech: a scatter in the cycle, and eldest leads.",
    source='"Ricketts House Hearts", gamerules.com',
    aliases=("Caltech Hearts",),
    passing=Cycle((LEFT, RIGHT, Across(), Scatter(), Hold())),
    opening=EldestLeads(),
    play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "QS")),
    decisions=(
        "The first lead may be any card but a heart.",
        "Any card may be played to the first trick.",
        "The moon is as in American Hearts.",
    ),
)

VARIANTS = {"hooligan": HOOLIGAN, "queens": QUEENS, "royal": ROYAL, "ricketts": RICKETTS}
