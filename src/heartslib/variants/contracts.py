"""Games in which each round has a contract: Kierki, Lora and Barbu."""

from __future__ import annotations

from typing import Final

from heartslib.cards import HEARTS, Rank
from heartslib.rules import (
    HEARTS_ONE,
    CardValues,
    Contract,
    ContractsInOrder,
    DealerLeads,
    DealerNamesContract,
    DealMovesLeft,
    EndsWhenNothingCounts,
    FollowSuit,
    HeartsNeverLed,
    Pack,
    Rounds,
    TrickValues,
)
from heartslib.variants._plain import plain_game

_QUEENS: Final = "QC QD QS QH"
_MEN: Final = "JC JD JS JH KC KD KS KH"
_EARLY: Final = EndsWhenNothingCounts()
_NO_HEART_LEADS: Final = (FollowSuit(), HeartsNeverLed())

_TRICKS: Final = TrickValues(each=1)
_QUEENS_FIVE: Final = CardValues({_QUEENS: 5})
_MEN_TWO: Final = CardValues({_MEN: 2})
_KING_18: Final = CardValues({"KH": 18})
_SEVENTH_AND_LAST: Final = TrickValues({7: 10, -1: 10})

KIERKI: Final = plain_game(
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

LORA: Final = plain_game(
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

BARBU: Final = plain_game(
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

VARIANTS: Final = {"kierki": KIERKI, "lora": LORA, "barbu": BARBU}
