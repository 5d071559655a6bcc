"""American Hearts, its kitty and bonus and partnership forms, and its cousins of document 004.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from typing import Final

import attrs

from heartslib.cards import HEARTS, Rank
from heartslib.rules import (
    AMERICAN,
    CHOICE,
    HEARTS_ONE_QUEEN_13,
    JACK_OF_DIAMONDS_BONUS,
    KITTY_TO_FIRST_PENALTY,
    LEFT_RIGHT_ACROSS_HOLD,
    NO_MOON,
    NO_PASSING,
    RIGHT,
    CardValues,
    Cycle,
    DealerCalls,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    LowestClubLeads,
    NoPenaltyOnFirstTrick,
    Pack,
    Partners,
    Rules,
    ShootTheMoon,
    Target,
)

_PAGE: Final = (
    '"Hearts - card games rules", John McLeod, pagat.com, 23 December 2020 (document 004)'
)

_TABLE: Final = (
    "Totals may fall below zero; players who tie for the lowest score share the win.",
    "The next dealer is the seat to the left.",
)

_BROKEN: Final = "Hearts discarded to a trick may be led from the next trick on (A49)."

_MOON: Final = "The points off for a moon stand in place of the points taken, which do not count."

_NUMBERS: Final = "Three, five and six players take out the cards of American Hearts (A67)."

_SHARED: Final = (_BROKEN, _MOON, *_TABLE)

AMERICAN_HEARTS: Final = Rules(
    name="American Hearts",
    players=(3, 4, 5, 6),
    aliases=("Hearts", "Rickety Kate"),
    source=_PAGE,
    deck=Pack(removals=AMERICAN),
    passing=LEFT_RIGHT_ACROSS_HOLD,
    opening=LowestClubLeads(),
    play=(FollowSuit(), HeartsMustBeBroken()),
    scoring=HEARTS_ONE_QUEEN_13,
    moon=ShootTheMoon(CHOICE, 26),
    ending=Target(100),
    decisions=(
        "Nothing is forbidden on the first trick: the page calls that a variation (A62).",
        "The queen of spades does not break hearts: the page calls that a variation (A61).",
        "The shooter of the moon chooses after the last trick, knowing the result (A29).",
        "With three and five players cards are removed; a kitty is the option (A65).",
        "Six players, of whom the page does not speak, play without 2C 2D 3C 2S (A17).",
        *_SHARED,
    ),
)

KITTY_HEARTS: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Kitty Hearts",
    aliases=(),
    deck=Pack(kitties={4: 4}, left_over=True),
    kitty=KITTY_TO_FIRST_PENALTY,
    decisions=(
        "Three, five and six players deal what comes out even; the rest is the kitty (A67).",
        "The taker may look at the kitty, as the page says of three and five players (A31).",
        "The lowest club that is in a hand opens, where the two lies in the kitty (A66).",
        *_SHARED,
    ),
)

OMNIBUS: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Omnibus Hearts",
    aliases=(),
    bonuses=JACK_OF_DIAMONDS_BONUS,
    decisions=(
        _NUMBERS,
        "The moon needs every heart and the queen, not the bonus card (A37).",
        "The 10 for the jack of diamonds come off whoever took it, the shooter too.",
        *_SHARED,
    ),
)

OMNIBUS_BICYCLE: Final = attrs.evolve(
    OMNIBUS,
    name="Omnibus Hearts (Bicycle)",
    source="bicyclecards.com, Omnibus Hearts",
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS")),
    scoring=CardValues({HEARTS: 1, "QS": 13, "TD": -10}),
    moon=ShootTheMoon(CHOICE, 26, also="TD"),
    bonuses=(),
    decisions=(
        _NUMBERS,
        "The bonus card is the ten of diamonds.",
        "The slam needs all fifteen counting cards, and counts 26 in all, not 36 (A37).",
        "As in the base game of that source nothing that costs points falls on the first trick.",
        *_SHARED,
    ),
)

SPOT: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Spot Hearts",
    aliases=("Pip Hearts",),
    scoring=CardValues({**{f"{rank.letter}H": rank for rank in Rank}, "QS": 25}),
    moon=ShootTheMoon(CHOICE, None),
    ending=Target(500),
    decisions=(
        _NUMBERS,
        "The moon is by choice as in the base game, for the deck's total (A38).",
        *_SHARED,
    ),
)

_PICTURES: Final = CardValues(
    {
        **{f"{rank.letter}H": rank for rank in Rank if rank <= Rank.TEN},
        "JH QH KH": 10,
        "AH": 15,
        "QS": 25,
    }
)

SPOT_PICTURES: Final = attrs.evolve(
    SPOT, name="Spot Hearts, pictures 10", aliases=(), scoring=_PICTURES
)

BLACK_MARIA: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Black Maria",
    aliases=("Dirty Lady", "Slippery Bitch"),
    deck=Pack(removals=AMERICAN.but({3: "2C"})),
    passing=Cycle(RIGHT),
    opening=EldestLeads(),
    play=FollowSuit(),
    moon=NO_MOON,
    decisions=(
        "Three cards are passed to the right, as in the books; left is the option (A53).",
        "The player at the dealer's left leads in the four-player form too (A54).",
        "Five and six players take out the cards of American Hearts (A67).",
        "There is no moon: the page does not speak of one (A38).",
        *_TABLE,
    ),
)

BLACK_MARIA_43: Final = attrs.evolve(
    BLACK_MARIA,
    name="Black Maria, 43 points",
    aliases=(),
    scoring=CardValues({HEARTS: 1, "QS": 13, "KS": 10, "AS": 7}),
)

BLACK_MARIA_SPOT: Final = attrs.evolve(
    BLACK_MARIA, name="Black Maria, spot values", aliases=(), scoring=_PICTURES, ending=Target(500)
)

PARTNERSHIP: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Partnership Hearts",
    players=4,
    aliases=(),
    sides=Partners(),
    decisions=(
        "A slam gives 26 to the other side, or takes 26 off the own (A58).",
        "The game ends when a side reaches 100.",
        *_SHARED,
    ),
)

PARTNERSHIP_INDIVIDUAL: Final = attrs.evolve(
    PARTNERSHIP,
    name="Partnership Hearts, individual scores",
    sides=Partners(pooled=False),
    decisions=(
        "Partners keep their tricks apart; the page joins them only in the pooled way.",
        "A moon that is added hits the partner too: all other players (A47).",
        "Sides with the same total share the win (A48).",
        *_SHARED,
    ),
)

DIRTY_NASTY_FILTHY: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Dirty Nasty Filthy Hearts",
    aliases=("Da Nasty Fix",),
    passing=DealerCalls(3),
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QC QD QS")),
    scoring=CardValues({HEARTS: 1, "QC QD QH": 13, "QS": 26, "JD": -10}),
    moon=ShootTheMoon((), also="JD", wins_game=True),
    ending=Target(300),
    decisions=(
        _NUMBERS,
        "The shoot needs every counting card, the jack of diamonds among them (A51).",
        "The jack may be thrown to the first trick: it is no penalty (A52).",
        "The queen of clubs is not played to the first trick while another card may be.",
        "Hearts must be broken, as in the base game.",
        _BROKEN,
        *_TABLE,
    ),
)

HARTENJAGEN: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Hartenjagen",
    players=4,
    aliases=(),
    deck=Pack(lowest=Rank.SEVEN),
    play=FollowSuit(),
    scoring=CardValues({HEARTS: 1, "QS": 5, "JC": 2}),
    moon=ShootTheMoon(CHOICE, None),
    ending=Target(50),
    decisions=(
        "A plain penalty game to 50; the reversal at 50 or 75 is the option (A55).",
        "The seven of clubs, the lowest in play, opens; cards are passed as in the base game.",
        "Hearts may be led at any time.",
        _MOON,
        *_TABLE,
    ),
)

DAME_DE_PIQUE: Final = attrs.evolve(
    AMERICAN_HEARTS,
    name="Dame de Pique",
    aliases=(),
    passing=NO_PASSING,
    opening=EldestLeads(),
    play=FollowSuit(),
    decisions=(
        _NUMBERS,
        "The first lead may be any card, a heart too, so hearts need not be broken (A56).",
        _MOON,
        *_TABLE,
    ),
)

VARIANTS: Final = {
    "american": AMERICAN_HEARTS,
    "kitty_hearts": KITTY_HEARTS,
    "omnibus": OMNIBUS,
    "omnibus_bicycle": OMNIBUS_BICYCLE,
    "spot": SPOT,
    "spot_pictures": SPOT_PICTURES,
    "black_maria": BLACK_MARIA,
    "black_maria_43": BLACK_MARIA_43,
    "black_maria_spot": BLACK_MARIA_SPOT,
    "partnership": PARTNERSHIP,
    "partnership_individual": PARTNERSHIP_INDIVIDUAL,
    "dirty_nasty_filthy": DIRTY_NASTY_FILTHY,
    "hartenjagen": HARTENJAGEN,
    "dame_de_pique": DAME_DE_PIQUE,
}
