"""Cousins of Hearts in which other cards or tricks count: Knaves, Bassadewitz, Tetka, Golden Ten, Leekha, a joker."""

from __future__ import annotations

from heartslib.cards import HEARTS, Rank, Suit
from heartslib.rules import (
    CardValues,
    Contract,
    Cycle,
    DealStaysWithPool,
    Direction,
    FollowSuit,
    FollowSuitWithJoker,
    HighestCard,
    JokerWins,
    KittyTo,
    NoRoundBelow,
    Pack,
    Partners,
    PlayIfVoid,
    PoolByPlaces,
    Rounds,
    ShownCard,
    TakerDeals,
    Target,
    Toward,
    TrickValues,
    TurnedCardNames,
    TurnedUp,
)
from heartslib.variants._plain import PIPS, plain_game

KNAVES = plain_game(
    name="Knaves",
    players=3,
    summary="Three players and a trump suit: every trick is good, and the jacks cost.",
    source='pokerwiner.com, "Knaves"',
    deck=Pack(kitty=1),
    kitty=TurnedUp(),
    contracts=TurnedCardNames(tuple(Contract(it.word, tricks=HighestCard(it)) for it in Suit)),
    tricks=HighestCard(),
    scoring=(TrickValues(each=1), CardValues({"JH": -4, "JD": -3, "JC": -2, "JS": -1})),
    ending=Target(20, points_are_good=True),
    decisions=(
        "A jack that is turned up counts for nobody, and its suit is trump like any other.",
        "If several players reach 20 in the same round, the highest score wins.",
    ),
)

BASSADEWITZ = plain_game(
    name="Bassadewitz",
    players=4,
    summary="32 cards, tens above kings; the three with the fewest card points share a pool.",
    source='Wikipedia, "Bassadewitz"',
    deck=Pack(lowest=Rank.SEVEN),
    dealer=DealStaysWithPool(),
    tricks=HighestCard(order="ATKQJ98765432"),
    scoring=PoolByPlaces(
        {"AC AD AS AH": 11, "TC TD TS TH": 10, "KC KD KS KH": 4, "QC QD QS QH": 3, "JC JD JS JH": 2}
    ),
    ending=Rounds(12, points_are_good=True),
    decisions=(
        "A pool that stays is all that the next round is played for; the dealer does not pay again.",
        "Twelve rounds are a game, and then what is in the pool is nobody's.",
    ),
)

KIERKI_DZOKEROWE = plain_game(
    name="Kierki dżokerowe",
    players=(3, 4),
    summary="The Polish game: the joker is a heart, wins every trick of another suit, and costs 20.",
    source='Polish rules of Kierki, "Kierki dżokerowe"',
    aliases=("Polish Joker Hearts",),
    deck=Pack(removals={3: "3C"}),
    play=FollowSuitWithJoker(),
    tricks=JokerWins("2C", always=True),
    scoring=CardValues({**PIPS, "2C": 20}),
    ending=Rounds(1, each=True),
    decisions=(
        "The joker takes the place of 2♣; where there is no joker, 2♣ itself is the joker.",
        "A player who can follow another suit may not play the joker; to lead it is to lead hearts.",
        "Hearts may be led at any time.",
    ),
)

TETKA = plain_game(
    name="Tetka",
    players=4,
    summary="A card of the dealer is shown: it, its queen and the trick of its number cost extra.",
    source='D. Parlett after M. Arnautov, "Tetka (Tyotka)"',
    deck=Pack(shows_last=True),
    scoring=(CardValues({"QC QD QS QH": 1}), TrickValues({-1: 1}), ShownCard()),
    ending=Rounds(4),
    decisions=(
        "Four rounds are a game, so that everyone deals once.",
        "If those who tie for the most tricks have no card of the suit, the later trick decides.",
        "The dealer plays the card shown like any other.",
    ),
)

GOLDEN_TEN = plain_game(
    name="Golden Ten",
    players=(3, 4, 5, 6, 7),
    summary="56 cards in 14 ranks; the ten of diamonds takes up to ten points off the hearts.",
    source='pagat.com, "Golden Ten"',
    deck=Pack(lowest=Rank(1), left_over=True, kitty_last=True),
    kitty=KittyTo(),
    scoring=CardValues({"1H-AH": 1, "5H": 5, "TH": 10, "TD": -10}),
    bonuses=NoRoundBelow(0),
    ending=Rounds(6),
    decisions=("Red is hearts, yellow diamonds, green clubs, black spades; 11 to 14 are J to A.",),
)

LEEKHA = plain_game(
    name="Leekha",
    players=4,
    summary="Partners of the Levant: Q♠ and 10♦ must go as soon as you are void; 101 points lose for both.",
    source='Wikipedia, "Hearts (card game)", Likha; jawaker.com, "Leekha"; lamidix.com, "How to Play Lekha"',
    aliases=("Likha", "Lekha"),
    dealer=TakerDeals("QS"),
    direction=Direction.COUNTERCLOCKWISE,
    sides=Partners(pooled=False),
    passing=Cycle(Toward(1)),  # who plays next sits to the right
    play=(FollowSuit(), PlayIfVoid("QS TD")),
    scoring=CardValues({HEARTS: 1, "QS": 13, "TD": 10}),
    ending=Target(101, all_lose=True),
    decisions=(
        "Three cards are passed to the right in every round; some pass to the left in every other one.",
        "Any three cards may be passed; by other rules none may be the last of its suit.",
        "Q♠ and 10♦ must be discarded; they may be held back while their own suit is led.",
        "Hearts may be led at any time, and every card may be played to the first trick.",
        "Whoever takes every penalty card scores 36; some make it 37.",
        "If players of both sides reach 101 in the same round, it is a tie; some let more points lose.",
    ),
)

VARIANTS = {
    "knaves": KNAVES,
    "bassadewitz": BASSADEWITZ,
    "tetka": TETKA,
    "kierki_dzokerowe": KIERKI_DZOKEROWE,
    "golden_ten": GOLDEN_TEN,
    "leekha": LEEKHA,
}
