"""Games in which each round has a contract: Kierki, Lora, Barbu and the family of King."""

from __future__ import annotations

import functools

from heartslib.cards import HEARTS, PACK, Cards, Rank, Suit
from heartslib.rules import (
    HEARTS_ONE,
    CardValues,
    Contract,
    ContractsInOrder,
    DealerLeads,
    DealerNamesContract,
    DealMovesLeft,
    Direction,
    EndsWhenNothingCounts,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HighestCard,
    Pack,
    PlayIfVoid,
    PlayWhenSafe,
    Quota,
    Rounds,
    TrickValues,
)
from heartslib.variants._plain import plain_game

_QUEENS = "QC QD QS QH"
_MEN = "JC JD JS JH KC KD KS KH"
_EARLY = EndsWhenNothingCounts()
_NO_HEART_LEADS = (FollowSuit(), HeartsNeverLed())

_TRICKS = TrickValues(each=1)
_QUEENS_FIVE = CardValues({_QUEENS: 5})
_MEN_TWO = CardValues({_MEN: 2})
_KING_18 = CardValues({"KH": 18})
_SEVENTH_AND_LAST = TrickValues({7: 10, -1: 10})

KIERKI = plain_game(
    name="Kierki",
    players=4,
    summary="Seven rounds, each with other penalties, and the last with all of them at once.",
    source='University of Warsaw, rules of "Kierki"',
    aliases=("Warsaw Kierki",),
    contracts=ContractsInOrder(
        (
            Contract("tricks", _TRICKS),
            Contract("hearts", HEARTS_ONE),
            Contract("queens", _QUEENS_FIVE),
            Contract("men", _MEN_TWO),
            Contract("king", _KING_18),
            Contract("seventh-and-last", _SEVENTH_AND_LAST),
            Contract(
                "all", (_TRICKS, HEARTS_ONE, _QUEENS_FIVE, _MEN_TWO, _KING_18, _SEVENTH_AND_LAST)
            ),
        )
    ),
    round_end=_EARLY,
    scoring=(),
    ending=Rounds(7),
    decisions=(
        "The player to the dealer's left leads any card.",
        "Hearts may be led at any time, and no card has to be played early.",
        "In the round with all penalties, each of the six counts as in its own round.",
    ),
)

LORA = plain_game(
    name="Lóra",
    players=4,
    summary="32 cards and four sets of five rounds; one player leads every round of a set.",
    source="Lóra, rules of the Czech championship",
    aliases=("Lora",),
    deck=Pack(lowest=Rank.SEVEN),
    dealer=DealMovesLeft(every=5),
    contracts=ContractsInOrder(
        (
            Contract("red", HEARTS_ONE, play=_NO_HEART_LEADS, round_end=_EARLY),
            Contract("queens", CardValues({_QUEENS: 2}), round_end=_EARLY),
            Contract("first-last", TrickValues({1: 4, -1: 4})),
            Contract("tricks", TrickValues(each=1)),
            Contract("red-king", CardValues({"KH": 8}), play=_NO_HEART_LEADS, round_end=_EARLY),
        )
    ),
    scoring=(),
    ending=Rounds(20),
    decisions=(
        "The pack is written in French suits; red is hearts.",
        "The two laying-out games and the final test (maturita) are left out.",
        "The player to the right of the leader deals all five rounds of a set (tálie).",
    ),
)

BARBU = plain_game(
    name="Barbu",
    players=4,
    summary="Twenty rounds; the dealer looks at the hand and names what will cost points.",
    source='Wikipedia, "Barbu (card game)"',
    aliases=("Le Barbu",),
    dealer=DealMovesLeft(every=5),
    contracts=DealerNamesContract(
        (
            Contract("no-tricks", TrickValues(each=-2)),
            Contract(
                "no-hearts", CardValues({HEARTS.without("AH"): -2, "AH": -6}), play=_NO_HEART_LEADS
            ),
            Contract("no-queens", CardValues({_QUEENS: -6}), round_end=_EARLY),
            Contract(
                "king-of-hearts", CardValues({"KH": -20}), play=_NO_HEART_LEADS, round_end=_EARLY
            ),
            Contract("last-two", TrickValues({-1: -20, -2: -10})),
        )
    ),
    opening=DealerLeads(),
    scoring=(),
    ending=Rounds(20, points_are_good=True),
    decisions=(
        "Only the five contracts of not taking tricks are played, without doubling.",
        "Each player deals five rounds running, and names each contract once.",
        "When hearts or their king cost points, no heart is led from a hand that has another suit.",
        "Rounds for the queens or the king of hearts end when the last of them has been taken.",
    ),
)

_king = functools.partial(
    plain_game, players=4, opening=DealerLeads(), tricks=HighestCard(), scoring=()
)
_EACH_25 = TrickValues(each=25)
_KING_NEGATIVES = (
    Contract("no-tricks", TrickValues(each=-20)),
    Contract("no-hearts", CardValues({HEARTS: -20}), play=_NO_HEART_LEADS, round_end=_EARLY),
    Contract("no-queens", CardValues({_QUEENS: -50}), round_end=_EARLY),
    Contract("no-men", CardValues({_MEN: -30}), round_end=_EARLY),
    Contract(
        "king-of-hearts", CardValues({"KH": -160}), round_end=_EARLY,
        play=(*_NO_HEART_LEADS, PlayIfVoid("KH")),
    ),
    Contract("last-two", TrickValues({-1: -90, -2: -90})),
)  # fmt: skip
_KING_POSITIVES = (
    *(Contract(f"{suit.word}-as-trumps", _EACH_25, tricks=HighestCard(suit)) for suit in Suit),
    Contract("no-trumps", _EACH_25),
)

KING = _king(
    name="King",
    summary="Six rounds of what to avoid, in order; then each dealer names trumps, and tricks are good.",
    source='wikarta.com, "King"; sbn.pt, "King"',
    aliases=("Portuguese King", "Brazilian King"),
    contracts=DealerNamesContract(
        _KING_NEGATIVES + _KING_POSITIVES, quotas=Quota(_KING_POSITIVES, player=1), in_order=6
    ),
    ending=Rounds(10, points_are_good=True),
    decisions=(
        "The dealer leads in every round.",
        "A round for hearts, queens, men or the king of hearts ends when the last has been taken.",
        "The dealer names the trumps, or none, without an auction, and always plays for tricks.",
        "A player void in the suit led need not play a trump.",
    ),
)

_TURKISH_NEGATIVES = (
    Contract("no-tricks", TrickValues(each=-50)),
    *(
        Contract(
            name, CardValues({cards: points}), round_end=_EARLY,
            play=(FollowSuit(), *leads, PlayWhenSafe(cards)),
        )
        for name, cards, points, *leads in (
            ("no-hearts", HEARTS, -30, HeartsMustBeBroken(discarded=True)),
            ("no-queens", _QUEENS, -100),
            ("no-men", _MEN, -60),
            ("king-of-hearts", "KH", -320, HeartsMustBeBroken(discarded=True)),
        )
    ),
    Contract("last-two", TrickValues({-1: -180, -2: -180})),
)  # fmt: skip
_TURKISH_TRUMPS = tuple(
    Contract(
        f"{suit.word}-as-trumps", TrickValues(each=50), tricks=HighestCard(suit),
        play=(FollowSuit(), PlayIfVoid(Cards(PACK).of(suit))),
    )
    for suit in Suit
)  # fmt: skip

TURKISH_KING = _king(
    name="Turkish King",
    summary="Twenty rounds: each player names three things to avoid, and trumps twice.",
    source='pagat.com, "Rıfkı"',
    aliases=("Rifki", "Rıfkı"),
    direction=Direction.COUNTERCLOCKWISE,
    contracts=DealerNamesContract(
        _TURKISH_NEGATIVES + _TURKISH_TRUMPS,
        quotas=(Quota(_TURKISH_NEGATIVES, player=3, game=2), Quota(_TURKISH_TRUMPS, player=2)),
    ),
    ending=Rounds(20, points_are_good=True),
    decisions=(
        "The dealer is the declarer; in Turkey the player to the declarer's left deals.",
        "The highest total wins; by other rules everyone above 0 does.",
        "No deal is void: a hand without a trump above the ten is played like any other.",
    ),
)

VARIANTS = {
    "kierki": KIERKI,
    "lora": LORA,
    "barbu": BARBU,
    "king": KING,
    "turkish_king": TURKISH_KING,
}
