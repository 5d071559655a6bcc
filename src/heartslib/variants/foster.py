"""Old games of not taking tricks: Heartsette, Auction, Draw and Joker Hearts, Polignac and Slobberhannes.

Source: R. F. Foster, *Complete Hoyle*.
"""

from __future__ import annotations

from heartslib.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Rank, Suit
from heartslib.rules import (
    HEARTS_ONE,
    CardValues,
    Contract,
    DrawToFollow,
    FollowSuitOrJoker,
    HighestBidderNames,
    JokerPaid,
    JokerWins,
    KittyTo,
    NamerLeads,
    Pack,
    PaysBid,
    Rounds,
    Stock,
    Sweepstake,
    Target,
    TrickValues,
)
from heartslib.rules.deck import FOSTER
from heartslib.variants._plain import plain_game

_SEVENS = "7C 7S"

HEARTSETTE = plain_game(
    name="Heartsette",
    players=(3, 4, 5, 6),
    summary="Whoever wins the first trick also takes a face-down kitty; one round is a game.",
    source='R. F. Foster, Complete Hoyle, "Heartsette"',
    deck=Pack(removals={3: "2S", 4: "2S"}, kitties={3: 3, 4: 3, 5: 2, 6: 4}, kitty_last=True),
    kitty=KittyTo(),
    scoring=HEARTS_ONE,
    ending=Rounds(1),
    decisions=(
        "The queen of spades costs nothing.",
        "The taker of the kitty may look at it, and may not show it.",
        "Hearts may be led at any time.",
    ),
    decisions_by_players={
        3: ("2♠ is removed, as with four; Foster's pack for three cannot be dealt evenly.",)
    },
)

AUCTION_HEARTS = plain_game(
    name="Auction Hearts",
    players=(4, 5, 6),
    summary="The highest bidder names the suit that costs; a player without it wins the pool.",
    source='R. F. Foster, Complete Hoyle, "Auction Hearts"',
    deck=Pack(removals=FOSTER),
    contracts=HighestBidderNames(
        tuple(
            Contract(suit.word, CardValues({cards: -1}))
            for suit, cards in zip(Suit, (CLUBS, DIAMONDS, SPADES, HEARTS), strict=True)
        ),
        unsold="hearts",
    ),
    opening=NamerLeads(),
    bonuses=(PaysBid(), Sweepstake(odd_is_jack=True)),
    ending=Rounds(12, points_are_good=True),
    decisions=(
        "Each bid must be higher than the one before, at most 50; a player may pass.",
        "If everyone passes, hearts cost, and the player to the dealer's left leads.",
        "Twelve rounds are a game, and then what is in the pool is nobody's.",
        "Counters are points: payments are taken off the score, and winnings are added.",
    ),
)

DRAW_HEARTS = plain_game(
    name="Draw Hearts",
    players=2,
    summary="Two players draw from a stock after each trick; whoever takes fewer hearts wins.",
    source='R. F. Foster, Complete Hoyle, "Two-handed Hearts"',
    aliases=("Two-handed Hearts",),
    deck=Pack(kitty=26),
    kitty=Stock(),
    scoring=HEARTS_ONE,
    ending=Rounds(1),
    decisions=(
        "Follow suit from the first trick on, while there is a stock as well.",
        "The queen of spades costs nothing.",
        "One round is a game; Foster lets the loser pay the difference.",
    ),
)

DOMINO_HEARTS = plain_game(
    name="Domino Hearts",
    players=(2, 3, 4, 5, 6, 7),
    summary="Six cards each; whoever cannot follow suit draws, and whoever has no cards drops out.",
    source='R. F. Foster, Complete Hoyle, "Domino Hearts"',
    deck=Pack(hand=6),
    kitty=DrawToFollow(),
    scoring=HEARTS_ONE,
    ending=Target(31),
    decisions=(
        "Hearts may be led at any time, and the queen of spades costs nothing.",
        "A drawn card that follows suit ends the drawing and must be played.",
        "The last player with cards takes them, as well as the rest of the stock.",
        "If nobody has cards left, the stock goes to the winner of the last trick.",
    ),
)

JOKER_HEARTS = plain_game(
    name="Joker Hearts",
    players=(3, 4, 5),
    summary="A joker among the hearts wins tricks of other suits, and costs five.",
    source='R. F. Foster, Complete Hoyle, "Joker Hearts"',
    deck=Pack(removals={3: "2S", 5: "2S 2C"}),
    play=FollowSuitOrJoker(),
    tricks=JokerWins(),
    scoring=CardValues({HEARTS: -1, "2H": -5}),
    bonuses=(JokerPaid(), Sweepstake()),
    ending=Rounds(12, points_are_good=True),
    decisions=(
        "The joker takes the place of 2♥; where there is no joker, 2♥ itself is the joker.",
        "Of several hearts above the ten, the highest wins; it may be played after the joker.",
        "A lead of the joker is a lead of hearts.",
        "Hearts may be led at any time. The pool is settled as in Sweepstake Hearts.",
        "Twelve rounds are a game, and then what is in the pool is nobody's.",
    ),
)

POLIGNAC = plain_game(
    name="Polignac",
    players=(3, 4, 5, 6),
    summary="32 cards, in which only the jacks cost points, the jack of spades two.",
    source='R. F. Foster, Complete Hoyle, "Polignac, or Quatre-Valets"',
    aliases=("Quatre Valets", "Four Jacks"),
    deck=Pack(lowest=Rank.SEVEN, removals=dict.fromkeys((3, 5, 6), _SEVENS)),
    scoring=CardValues({"JC JD JH": 1, "JS": 2}),
    ending=Target(10),
    decisions=(
        "Cards rank as in England and America, ace high; in France the ace ranks below the jack.",
        "Nobody announces that they will take every trick (capot).",
        "The game ends when someone has 10 points; the lowest score wins.",
    ),
)

SLOBBERHANNES = plain_game(
    name="Slobberhannes",
    players=(3, 4, 5, 6),
    summary="Avoid the first trick, the last trick and the queen of clubs.",
    source='R. F. Foster, Complete Hoyle, "Slobberhannes"',
    deck=Pack(lowest=Rank.SEVEN, removals={3: "7C 7D 7S 7H 8C 8D 8S 8H", 5: _SEVENS, 6: _SEVENS}),
    scoring=TrickValues({1: 1, -1: 1}, holding={"QC": 1}, together=1),
    ending=Target(10),
    decisions=(
        "A trick that counts twice, such as a last trick with Q♣, costs two.",
        "The game ends when someone has 10 points; the lowest score wins.",
    ),
)

VARIANTS = {
    "heartsette": HEARTSETTE,
    "auction_hearts": AUCTION_HEARTS,
    "draw_hearts": DRAW_HEARTS,
    "domino_hearts": DOMINO_HEARTS,
    "joker_hearts": JOKER_HEARTS,
    "polignac": POLIGNAC,
    "slobberhannes": SLOBBERHANNES,
}
