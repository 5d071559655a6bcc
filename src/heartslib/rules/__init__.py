"""The rulebook: a module for each chapter, and `Rules`, which puts the chapters together.

In every chapter module the protocol stands on top and the built-in choices below it.
Anything of the same shape works beside them.
"""

from heartslib.rules.deck import ONE_PACK, Deck, FullPack
from heartslib.rules.ending import Ending, Target
from heartslib.rules.moon import (
    ADD,
    CHOICE,
    NO_MOON,
    SUBTRACT,
    Add,
    Choice,
    Moon,
    NoMoon,
    Payment,
    ShootTheMoon,
    Subtract,
)
from heartslib.rules.opening import LowestClubLeads, Opening
from heartslib.rules.passing import (
    ACROSS,
    HOLD,
    LEFT,
    LEFT_RIGHT_ACROSS_HOLD,
    NO_PASSING,
    RIGHT,
    Across,
    Cycle,
    Hold,
    Passing,
    PassPattern,
    Toward,
)
from heartslib.rules.play import FollowSuit, HeartsMustBeBroken, NoPenaltyOnFirstTrick, PlayRule
from heartslib.rules.rulebook import Objection, Rules
from heartslib.rules.scoring import HEARTS_ONE, HEARTS_ONE_QUEEN_13, CardValues, Scorer
from heartslib.rules.sides import EVERYONE_ALONE, EveryoneAlone, Sides
from heartslib.rules.tricks import HIGHEST_OF_SUIT_LED, HighestOfSuitLed, TrickRule

__all__ = [
    "ACROSS",
    "ADD",
    "CHOICE",
    "EVERYONE_ALONE",
    "HEARTS_ONE",
    "HEARTS_ONE_QUEEN_13",
    "HIGHEST_OF_SUIT_LED",
    "HOLD",
    "LEFT",
    "LEFT_RIGHT_ACROSS_HOLD",
    "NO_MOON",
    "NO_PASSING",
    "ONE_PACK",
    "RIGHT",
    "SUBTRACT",
    "Across",
    "Add",
    "CardValues",
    "Choice",
    "Cycle",
    "Deck",
    "Ending",
    "EveryoneAlone",
    "FollowSuit",
    "FullPack",
    "HeartsMustBeBroken",
    "HighestOfSuitLed",
    "Hold",
    "LowestClubLeads",
    "Moon",
    "NoMoon",
    "NoPenaltyOnFirstTrick",
    "Objection",
    "Opening",
    "PassPattern",
    "Passing",
    "Payment",
    "PlayRule",
    "Rules",
    "Scorer",
    "ShootTheMoon",
    "Sides",
    "Subtract",
    "Target",
    "Toward",
    "TrickRule",
]
