"""The rulebook: a module for each chapter, and `Rules`, which puts the chapters together.

In every chapter module the protocol stands on top and the built-in choices below it.
Anything of the same shape works beside them.
"""

from __future__ import annotations

import os

from heartslib.rules.charging import TURBO_CHARGES, Charges, Charging
from heartslib.rules.deck import (
    AMERICAN,
    ARNOLD,
    CHASE_THE_LADY,
    FEELING_GAMEY,
    FOSTER,
    FOUR_DEUCES,
    NOTHING_REMOVED,
    ONE_PACK,
    PAGAT,
    Deck,
    Pack,
    Removals,
)
from heartslib.rules.ending import (
    Ending,
    ExactTotals,
    NoTotalBelow,
    Reversed,
    Rounds,
    Target,
    ThereAndBack,
    TotalRule,
)
from heartslib.rules.kitty import (
    KITTY_TO_FIRST_TRICK,
    Kitty,
    KittyByTheTrick,
    KittyToFirstPenalty,
    KittyToFirstTrick,
    KittyToLastTrick,
)
from heartslib.rules.moon import (
    ADD,
    CHOICE,
    NO_MOON,
    SUBTRACT,
    Add,
    Moon,
    Negate,
    NoMoon,
    Nothing,
    Payment,
    ShootTheMoon,
    Subtract,
    SubtractFrom,
)
from heartslib.rules.opening import EldestLeads, HolderLeads, LowestClubLeads, Opening
from heartslib.rules.passing import (
    ACROSS,
    HOLD,
    LEFT,
    LEFT_RIGHT_ACROSS,
    LEFT_RIGHT_ACROSS_HOLD,
    LEFT_RIGHT_ACROSS_SCATTER,
    MIX,
    NO_PASSING,
    RIGHT,
    SCATTER,
    SECOND_LEFT,
    SECOND_RIGHT,
    Across,
    Cycle,
    DealerCalls,
    Hold,
    Mix,
    Packets,
    Passing,
    PassPattern,
    Scatter,
    Toward,
)
from heartslib.rules.play import (
    BreaksHearts,
    ChargedCardsWait,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    LeadSuitOfLastCard,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    PlayRule,
    QueenWhenSafe,
    ShowHandOfHearts,
    Showing,
)
from heartslib.rules.rulebook import Objection, Rules
from heartslib.rules.scoring import (
    HEARTS_ONE,
    HEARTS_ONE_QUEEN_13,
    JACK_OF_DIAMONDS_BONUS,
    TEN_OF_DIAMONDS_BONUS,
    CardValues,
    NoRoundBelow,
    NoTricksBonus,
    ScoreMultiplier,
    Scorer,
)
from heartslib.rules.sides import EVERYONE_ALONE, EveryoneAlone, Partners, Sides
from heartslib.rules.tricks import (
    CANCELLING,
    HIGHEST_OF_SUIT_LED,
    PLAYED_OUT,
    BoosterNines,
    Cancelling,
    EndsWhenNothingCounts,
    HighestOfSuitLed,
    PlayedOut,
    RoundEnd,
    TrickRule,
    Unresolved,
)

__all__ = [
    "ACROSS",
    "ADD",
    "AMERICAN",
    "ARNOLD",
    "CANCELLING",
    "CHASE_THE_LADY",
    "CHOICE",
    "EVERYONE_ALONE",
    "FEELING_GAMEY",
    "FOSTER",
    "FOUR_DEUCES",
    "HEARTS_ONE",
    "HEARTS_ONE_QUEEN_13",
    "HIGHEST_OF_SUIT_LED",
    "HOLD",
    "JACK_OF_DIAMONDS_BONUS",
    "KITTY_TO_FIRST_TRICK",
    "LEFT",
    "LEFT_RIGHT_ACROSS",
    "LEFT_RIGHT_ACROSS_HOLD",
    "LEFT_RIGHT_ACROSS_SCATTER",
    "MIX",
    "NOTHING_REMOVED",
    "NO_MOON",
    "NO_PASSING",
    "ONE_PACK",
    "PAGAT",
    "PLAYED_OUT",
    "RIGHT",
    "SCATTER",
    "SECOND_LEFT",
    "SECOND_RIGHT",
    "SUBTRACT",
    "TEN_OF_DIAMONDS_BONUS",
    "TURBO_CHARGES",
    "Across",
    "Add",
    "BoosterNines",
    "BreaksHearts",
    "Cancelling",
    "CardValues",
    "ChargedCardsWait",
    "Charges",
    "Charging",
    "Cycle",
    "DealerCalls",
    "Deck",
    "EldestLeads",
    "Ending",
    "EndsWhenNothingCounts",
    "EveryoneAlone",
    "ExactTotals",
    "FollowSuit",
    "HeartsMustBeBroken",
    "HeartsNeverLed",
    "HighestOfSuitLed",
    "Hold",
    "HolderLeads",
    "Kitty",
    "KittyByTheTrick",
    "KittyToFirstPenalty",
    "KittyToFirstTrick",
    "KittyToLastTrick",
    "LeadSuitOfLastCard",
    "LowestClubLeads",
    "Mix",
    "Moon",
    "Negate",
    "NoDiscardOf",
    "NoMoon",
    "NoPenaltyOnFirstTrick",
    "NoRoundBelow",
    "NoTotalBelow",
    "NoTricksBonus",
    "Nothing",
    "Objection",
    "Opening",
    "Pack",
    "Packets",
    "Partners",
    "PassPattern",
    "Passing",
    "Payment",
    "PlayRule",
    "PlayedOut",
    "QueenWhenSafe",
    "Removals",
    "Reversed",
    "RoundEnd",
    "Rounds",
    "Rules",
    "Scatter",
    "ScoreMultiplier",
    "Scorer",
    "ShootTheMoon",
    "ShowHandOfHearts",
    "Showing",
    "Sides",
    "Subtract",
    "SubtractFrom",
    "Target",
    "ThereAndBack",
    "TotalRule",
    "Toward",
    "TrickRule",
    "Unresolved",
    "load",
]


def load(file: str | os.PathLike[str]) -> Rules:
    """Read a rulebook from a TOML file; see `heartslib.rulefile`.

    Args:
        file: Its path.

    Raises:
        RulesError: It cannot be read, or is no rulebook that can be played; the sentence names
            the file, and the line and chapter of each mistake.
    """
    # A file may be based on any variant, and variants are made of rules: only now can both be read.
    from heartslib import rulefile  # noqa: PLC0415

    return rulefile.load(file)
