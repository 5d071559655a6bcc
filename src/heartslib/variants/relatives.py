"""The relatives of American Hearts on the same page.

Source: "Hearts - card games rules", John McLeod, pagat.com, 23 December 2020.
"""

from __future__ import annotations

from attrs import evolve

from heartslib.cards import HEARTS, Rank
from heartslib.rules import (
    CHOICE,
    JACK_OF_DIAMONDS_BONUS,
    KITTY_TO_FIRST_PENALTY,
    NO_PASSING,
    RIGHT,
    CardValues,
    Cycle,
    DealerCalls,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    LowestIsPaid,
    NoMoon,
    NoPenaltyOnFirstTrick,
    Pack,
    Partners,
    Pay,
    Rounds,
    ShootTheMoon,
    Target,
)
from heartslib.rules.deck import AMERICAN
from heartslib.variants._plain import PIPS
from heartslib.variants.american import (
    BROKEN,
    MOON,
    SHARED,
    TABLE,
    like_american,
    like_american_for_four,
)

KITTY_HEARTS = like_american(
    name="Kitty Hearts",
    summary="The first player to take a penalty card also takes a face-down kitty.",
    deck=Pack(kitties={4: 4}, left_over=True),
    kitty=KITTY_TO_FIRST_PENALTY,
    decisions=(
        "The taker may look at the kitty, as the page says for three and five players.",
        "If the two of clubs is in the kitty, the lowest club in a hand opens.",
        *SHARED,
    ),
    decisions_by_players=dict.fromkeys(
        (3, 5, 6), ("The cards that cannot be dealt evenly are the kitty.",)
    ),
)

OMNIBUS = like_american(
    name="Omnibus Hearts",
    summary="The jack of diamonds takes 10 points off.",
    bonuses=JACK_OF_DIAMONDS_BONUS,
    decisions=(
        "The moon takes every heart and the queen of spades, not the bonus card.",
        "The 10 points come off for whoever takes the jack of diamonds, the shooter included.",
        *SHARED,
    ),
)

OMNIBUS_BICYCLE = evolve(
    OMNIBUS,
    name="Omnibus Hearts (Bicycle)",
    summary="The ten of diamonds takes 10 points off, and the moon needs it too.",
    source="bicyclecards.com, Omnibus Hearts",
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS")),
    scoring=CardValues({HEARTS: 1, "QS": 13, "TD": -10}),
    moon=ShootTheMoon(CHOICE, 26, also="TD"),
    bonuses=(),
    decisions=(
        "The bonus card is the ten of diamonds.",
        "A moon takes all fifteen counting cards, and is worth 26 in all, not 36.",
        "As in that source's basic game, no penalty card may be played to the first trick.",
        *SHARED,
    ),
)

SPOT = like_american(
    name="Spot Hearts",
    summary="Each heart costs its pips, and the game is to 500.",
    aliases=("Pip Hearts",),
    scoring=CardValues({**PIPS, "QS": 25}),
    moon=ShootTheMoon(CHOICE, None),
    ending=Target(500),
    decisions=(
        "A moon is paid as in American Hearts, and is worth the total of all penalty cards.",
        *SHARED,
    ),
)

_PICTURES = CardValues({**PIPS, "JH QH KH": 10, "AH": 15, "QS": 25})

SPOT_PICTURES = evolve(
    SPOT,
    name="Spot Hearts, pictures 10",
    summary="Spot Hearts in which the jack, queen and king of hearts cost 10 each, the ace 15.",
    aliases=(),
    scoring=_PICTURES,
)

BLACK_MARIA = like_american(
    name="Black Maria",
    summary="The British game: pass to the right, lead any card, and there is no moon.",
    aliases=("Dirty Lady", "Slippery Bitch"),
    deck=Pack(removals=AMERICAN.but({3: "2C"})),
    passing=Cycle(RIGHT),
    opening=EldestLeads(),
    play=FollowSuit(),
    moon=NoMoon(),
    decisions=(
        "Three cards are passed to the right, as in the books; some pass to the left.",
        "There is no moon, since the page mentions none.",
        *TABLE,
    ),
    decisions_by_players={
        4: ("The player to the dealer's left leads, as with three.",),
        **dict.fromkeys((5, 6), ("The same cards are removed as in American Hearts.",)),
    },
)

BLACK_MARIA_43 = evolve(
    BLACK_MARIA,
    name="Black Maria, 43 points",
    summary="Black Maria in which the ace and king of spades cost points as well.",
    aliases=(),
    scoring=CardValues({HEARTS: 1, "QS": 13, "KS": 10, "AS": 7}),
)

BLACK_MARIA_SPOT = evolve(
    BLACK_MARIA,
    name="Black Maria, spot values",
    summary="Black Maria in which each heart costs its pips, to 500.",
    aliases=(),
    scoring=_PICTURES,
    ending=Target(500),
)

PARTNERSHIP = like_american_for_four(
    name="Partnership Hearts",
    summary="Four players in two partnerships, who pool their tricks.",
    sides=Partners(),
    decisions=(
        "A moon costs the other side 26, or takes 26 off the shooter's side, not 26 per partner.",
        "The game ends when a side reaches 100.",
        *SHARED,
    ),
)

PARTNERSHIP_INDIVIDUAL = evolve(
    PARTNERSHIP,
    name="Partnership Hearts, individual scores",
    summary="Partners keep separate scores, which are added together at the end.",
    sides=Partners(pooled=False),
    decisions=(
        "Partners keep their tricks apart; the page pools them only in the pooled game.",
        "If everyone else scores for a moon, so does the shooter's partner.",
        "Sides with the same total share the win.",
        *SHARED,
    ),
)

DIRTY_NASTY_FILTHY = like_american(
    name="Dirty Nasty Filthy Hearts",
    summary="Every queen costs points, the dealer calls the pass, and a moon wins the game.",
    aliases=("Da Nasty Fix",),
    passing=DealerCalls(3),
    play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QC QD QS")),
    scoring=CardValues({HEARTS: 1, "QC QD QH": 13, "QS": 26, "JD": -10}),
    moon=ShootTheMoon((), also="JD", wins_game=True),
    ending=Target(300),
    decisions=(
        "A moon takes every counting card, including the jack of diamonds.",
        "The jack may be discarded to the first trick, since it is not a penalty card.",
        "The queen of clubs may not be played to the first trick if another card may.",
        "Hearts must be broken, as in American Hearts.",
        BROKEN,
        *TABLE,
    ),
)

HARTENJAGEN = like_american_for_four(
    name="Hartenjagen",
    summary="The Dutch game: 32 cards, with points for the queen of spades and the jack of clubs.",
    deck=Pack(lowest=Rank.SEVEN),
    play=FollowSuit(),
    scoring=CardValues({HEARTS: 1, "QS": 5, "JC": 2}),
    moon=ShootTheMoon(CHOICE, None),
    ending=Target(50),
    decisions=(
        "The game is to 50; the alternative turns back to 0 at 50 or 75.",
        "The seven of clubs opens, and cards are passed as in American Hearts.",
        "Hearts may be led at any time.",
        MOON,
        *TABLE,
    ),
)

DAME_DE_PIQUE = like_american(
    name="Dame de Pique",
    summary="No cards are passed, and any card may be led at any time.",
    passing=NO_PASSING,
    opening=EldestLeads(),
    play=FollowSuit(),
    decisions=(
        "The first lead may be any card, even a heart, so hearts need not be broken.",
        MOON,
        *TABLE,
    ),
)

SUPER_HEARTS = like_american_for_four(
    name="Super Hearts",
    summary="Each round is settled alone: the fewest points above zero win the differences.",
    source='pagat.com, "Super Hearts", by Jerry Schwartz',
    scoring=CardValues({HEARTS: -1, "QS": -7}),
    moon=NoMoon(),
    bonuses=LowestIsPaid(clear_stand_aside=True),
    ending=Rounds(12, points_are_good=True),
    decisions=(
        "A player who took no point takes no part: that player pays nothing and wins nothing.",
        "Of what two or three winners divide, the rest stays for the winner of the next round.",
        "There is no moon: a player who takes all 20 points is alone in the round, and nothing is paid.",
        "Counters are points. Twelve rounds are a game, and then what is in the pool is nobody's.",
        BROKEN,
    ),
)

GREEK_HEARTS = evolve(
    BLACK_MARIA,
    name="Greek Hearts",
    players=4,
    summary="Pass to the right, lead any card; whoever takes everything gets 26 from each player.",
    source='pokerwiner.com, "Greek Hearts", after G. F. Hervey',
    aliases=(),
    deck=Pack(),
    moon=ShootTheMoon(Pay(others=1, shooter=-3, name="receive")),
    decisions=(
        "A moon is a payment: the others score 26 each, and 78 comes off the shooter's score.",
        "The player to the dealer's left leads, and the game is to 100, as in Black Maria.",
        *TABLE,
    ),
    decisions_by_players={},
)

VARIANTS = {
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
    "super_hearts": SUPER_HEARTS,
    "greek_hearts": GREEK_HEARTS,
}
