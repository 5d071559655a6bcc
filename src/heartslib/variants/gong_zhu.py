"""Gong Zhu, "catch the pig", as it is played in China, Taiwan and Thailand.  Points are good.

Sources: "Gong Zhu", pagat.com; the table rules of a Taiwanese club; a Thai circle's Jab Moo.
"""

from __future__ import annotations

from attrs import evolve

from heartslib.cards import HEARTS
from heartslib.rules import (
    CardValues,
    ChargedCardsWait,
    Charges,
    Direction,
    FollowSuit,
    FullSet,
    HolderLeads,
    LowestClubLeads,
    NoCharging,
    NoneOf,
    Pack,
    Rounds,
    ScoreMultiplier,
    Target,
)
from heartslib.variants._plain import PIPS, plain_game

_PICTURES = {"AH": 50, "KH": 40, "QH": 30, "JH": 20}

_CLASSIC = {**_PICTURES, "TH 9H 8H 7H 6H 5H": 10}
_TAIWAN = {**PIPS, **_PICTURES, "4H": 10}
_THAI = {**PIPS, **_PICTURES}


def _scoring(hearts: dict[str, int]) -> CardValues:
    """The pig, the sheep, and the hearts, which cost these points."""
    return CardValues({cards: -hearts[cards] for cards in hearts} | {"QS": -100, "JD": 100})


def _all_hearts(hearts: dict[str, int], **others: int) -> FullSet:
    """Taking all thirteen hearts turns their points from bad to good, and may turn others'."""
    return FullSet(HEARTS, {cards: 2 * hearts[cards] for cards in hearts} | others)


_ALL = HEARTS | "QS JD TC"

_TRANSFORMER = ScoreMultiplier("TC", 2, alone=50, others=HEARTS | "QS JD")

GONG_ZHU = plain_game(
    name="Gong Zhu",
    players=(3, 4, 5),
    summary="The Chinese game: points are good, and exposed cards count double.",
    source='"Gong Zhu", pagat.com; Wikipedia, "Gong Zhu"',
    aliases=("Chase the Pig", "Catch the Pig", "Chinese Hearts"),
    deck=Pack(removals={3: "2C", 5: "2C 2D"}),
    direction=Direction.COUNTERCLOCKWISE,
    charging=Charges({"QS": "QS", "JD": "JD", "TC": "TC", "AH": HEARTS}, each=None, verb="expose"),
    opening=HolderLeads("2S", any_card=True, then_taker_of="QS"),
    play=(FollowSuit(), ChargedCardsWait(lone_may_lead=True)),
    scoring=_scoring(_CLASSIC),
    bonuses=(_all_hearts(_CLASSIC, QS=200), _TRANSFORMER),
    ending=Target(-1000, points_are_good=True),
    decisions=(
        "Play goes counterclockwise, as Wikipedia has it; some play clockwise.",
        "The holder of 2♠ leads any card in the first round; some sources have 2♠ led.",
        "Hearts may be led at any time, and every card may be played to the first trick.",
        "Cards are exposed in any order, once; nobody may expose again after seeing another card.",
        "An exposed card that is the only one of its suit may be led.",
        "Whoever takes all the hearts scores for Q♠ too, instead of losing; J♦ does not change.",
        "10♣ is alone if its taker has no heart, not even a low one, and neither Q♠ nor J♦.",
        "The game ends when someone has -1000 or less, however the others stand.",
        "Players who tie for the highest score share the win.",
    ),
)

GONG_ZHU_TAIWAN = evolve(
    GONG_ZHU,
    name="Gong Zhu, Taiwan",
    players=4,
    direction=Direction.CLOCKWISE,
    summary="Gong Zhu without exposing, with a value for every heart.",
    source="Table rules of Gong Zhu, Taiwan",
    aliases=(),
    charging=NoCharging(),
    opening=LowestClubLeads(),
    play=FollowSuit(),
    scoring=_scoring(_TAIWAN),
    bonuses=(_all_hearts(_TAIWAN), _TRANSFORMER),
    decisions=(
        "2♣ is led in every round.",
        "Whoever takes all the hearts scores for them; Q♠ stays bad.",
        "10♣ is alone if its taker has no heart, not even a low one, and neither Q♠ nor J♦.",
        "Players who tie for the highest score share the win.",
    ),
)

JAB_MOO = evolve(
    GONG_ZHU_TAIWAN,
    name="Jab Moo",
    summary="The Thai game: hearts cost their pips, and taking no scoring card costs 50.",
    source="Table rules of Jab Moo, Thailand",
    aliases=("Catch the Pig, Thai",),
    scoring=_scoring(_THAI),
    bonuses=(_all_hearts(_THAI), FullSet(_ALL, {"QS": 200}), _TRANSFORMER, NoneOf(_ALL, -50)),
    ending=Rounds(4, points_are_good=True),
    decisions=(
        "All thirteen hearts score 194, and all sixteen scoring cards 788.",
        "Four rounds are played. The payment in steps afterwards is not part of the score.",
        "Players who tie for the highest score share the win.",
    ),
)

VARIANTS = {"gong_zhu": GONG_ZHU, "gong_zhu_taiwan": GONG_ZHU_TAIWAN, "jab_moo": JAB_MOO}
