"""Built-in choices with many arguments, for the golden file with what they say."""

from __future__ import annotations

from typing import Any, Final

from heartslib import Cards, Rank, rules
from heartslib.cards import HEARTS
from heartslib.rules import (
    Across,
    BoosterNines,
    CardValues,
    ChargedCardsWait,
    Charges,
    Contract,
    ContractsInOrder,
    Cycle,
    DealerCalls,
    DealerLeads,
    DealerNamesContract,
    DealMovesLeft,
    DrawnLeads,
    EldestLeads,
    EndsWhenNothingCounts,
    Equals,
    ExactTotals,
    FollowSuit,
    FullSet,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HighestOfSuitLed,
    HolderLeads,
    KittyTo,
    LeadSuitOfLastCard,
    LowestClubLeads,
    NoDiscardOf,
    NoneOf,
    NoPenaltyOnFirstTrick,
    NoRoundBelow,
    NoTotalBelow,
    NoTricksBonus,
    Pack,
    Packets,
    Partners,
    Pay,
    PlayedOut,
    PlayIfVoid,
    PlayWhenSafe,
    QueenWhenSafe,
    Quota,
    Reversed,
    Rounds,
    Scatter,
    ScoreMultiplier,
    ShootTheMoon,
    ShowHandOfHearts,
    SubtractFrom,
    Taker,
    TakerDeals,
    Target,
    ThereAndBack,
    Toward,
    TrickValues,
    Unresolved,
)

_PATTERNS: Final = (
    rules.LEFT, rules.RIGHT, rules.Across(), rules.Toward(2), rules.Toward(-2), rules.Hold(),
    rules.Scatter(), rules.Mix(), Toward(1, 1), Toward(2, 4), Toward(-2, 2), Across(1), Across(3),
    Scatter(2), Packets({1: 2, -1: 1}), Packets({1: 1, 2: 1, -1: 1}),
)  # fmt: skip
_TWO: Final = (Contract("hearts", rules.HEARTS_ONE), Contract("last", TrickValues({-1: 5})))

CHOICES: Final[tuple[Any, ...]] = (
    *(Cycle(pattern) for pattern in _PATTERNS), Cycle(_PATTERNS[:4]), Cycle(rules.LEFT, optional=True),
    Cycle(rules.LEFT, kept=Cards("QS KS AS")), Cycle(rules.LEFT, kept=Cards("QS")), rules.NO_PASSING,
    DealerCalls(1), DealerCalls(3), DealerCalls(2, optional=True, kept=Cards("2C")),
    Pack(), Pack(packs=2), Pack(packs=3, kitty=4), Pack(kitty=1), Pack(left_over=True),
    Pack(lowest=Rank.SEVEN), Pack(removals=rules.deck.AMERICAN), Pack(removals=rules.deck.FEELING_GAMEY),
    Pack(removals=rules.deck.FOSTER), Pack(removals=rules.deck.PAGAT), Pack(removals=rules.deck.ARNOLD),
    Pack(removals=rules.deck.CHASE_THE_LADY), Pack(removals=rules.deck.FOUR_DEUCES),
    DealMovesLeft(), DealMovesLeft(2), TakerDeals("QS"),
    Target(), Target(50, play_off=True), Target(-100, passed=True), Target(5, points_are_good=True),
    Target(1), Target(70, all_lose=True), Rounds(1), Rounds(3, play_off=True), Rounds(2, points_are_good=True),
    ThereAndBack(30), Reversed(30), ExactTotals({100: 50}), ExactTotals({100: 50, 50: 0}),
    rules.CountDown(), rules.CountDown(1, play_off=True), Reversed(0), Target(100, passed=True, exact_wins=True),
    NoTotalBelow(), NoTotalBelow(-10), rules.LoserDeals(), rules.WinnerToLoser(2),
    *(KittyTo(taker, share, exchanged=exchanged) for taker in Taker for share in (None, 1, 2)
      for exchanged in (False, True) if not (exchanged and taker is Taker.OF_LAST_TRICK)),
    rules.KittyToNobody(), KittyTo(cards="QS"), KittyTo(cards=HEARTS | "QS", exchanged=True), KittyTo(share=2, cards=HEARTS),
    rules.TURBO_CHARGES, Charges({"QS": "QS", "AH": HEARTS}, each=None, reopens=True),
    Charges({"QS": "QS"}), Charges({"QS": "QS", "JD": "JD"}, late=True),
    Charges({"QS": "QS", "2C": "QS 3H", "TC": "TC"}, each=2, reopens=True),
    DealerLeads(), DrawnLeads(), EldestLeads(), LowestClubLeads(), LowestClubLeads(any_club=True),
    HolderLeads("QS"), HolderLeads("AS", any_card=True),
    HolderLeads("QS", any_card=True, then_taker_of="AS"), HolderLeads("QS", then_taker_of="AS"),
    rules.HighestPays(), rules.LowestIsPaid(), rules.LowestIsPaid(clear_stand_aside=True),
    rules.NoMoon(), ShootTheMoon(), ShootTheMoon(rules.ADD), ShootTheMoon(rules.SUBTRACT),
    ShootTheMoon(rules.NOTHING), ShootTheMoon(rules.NEGATE), ShootTheMoon(SubtractFrom(90)),
    ShootTheMoon(rules.CHOICE, 26), ShootTheMoon(rules.CHOICE, 26, sun=52),
    ShootTheMoon(rules.CHOICE, None, also="JD"), ShootTheMoon(rules.CHOICE, 26, automatic=True),
    ShootTheMoon(rules.ADD, 26, also="JD QS", wins_game=True), ShootTheMoon((), wins_game=True),
    ShootTheMoon(Pay(shooter=1), 1000, also=HEARTS | "JD TC", wins_game=True),
    ShootTheMoon((), wins_game=True, sun=52), ShootTheMoon(Pay(others=2), 25),
    ShootTheMoon(Pay(others=-1, shooter=3, taken=2, name="much"), 25),
    ShootTheMoon(Pay(shooter=-2, taken=-3, name="less"), 25), ShootTheMoon(Pay(others=0, name="none")),
    ShootTheMoon(Pay(others=1, spare_partner=True, name="spare")),
    CardValues({HEARTS: 1}), CardValues({HEARTS: 1, "QS": 13}), CardValues({"QS": -5, "JD": 1}),
    CardValues({"2H 3H 4H": 2, "KD": 10}), CardValues({"QS KS": 1}), rules.JACK_OF_DIAMONDS_BONUS,
    rules.CardValues({"TD": -10}, name="bonus-card"), FullSet("QS 2H", {HEARTS: -2, "QS": 5}), FullSet(HEARTS, {HEARTS: -2}),
    FullSet("QS", {"KS": 1}), NoneOf(HEARTS, -5), NoneOf("QS JD", 5), NoTricksBonus(-5),
    NoTricksBonus(10), NoTricksBonus(despite_moon=True), NoRoundBelow(0), NoRoundBelow(-3), ScoreMultiplier("TC"),
    ScoreMultiplier("QS", 3), ScoreMultiplier("TC", alone=50, others=HEARTS),
    TrickValues({1: 1}), TrickValues({-1: 5, -2: -1}),
    TrickValues({2: 1}, holding={"QC": 1}, together=1), TrickValues(each=1), TrickValues(most=4),
    TrickValues({3: 1}, each=-2, most=-4), TrickValues(holding={"QC": 1, "KH": 2}),
    *(HighestOfSuitLed(equals, unresolved) for equals in Equals for unresolved in Unresolved),
    BoosterNines(), BoosterNines(rules.CANCELLING), BoosterNines(rules.HighestOfSuitLed(), 3),
    PlayedOut(), PlayedOut(claims=True), EndsWhenNothingCounts(), rules.EveryoneAlone(), Partners(),
    Partners(pooled=False), FollowSuit(), HeartsMustBeBroken(), HeartsMustBeBroken(HEARTS | "QS", "QS"),
    HeartsMustBeBroken("QS", "QS"), HeartsMustBeBroken("QS", discarded=True), HeartsMustBeBroken(locked="QS"),
    HeartsMustBeBroken("", "AH KS", locked=HEARTS | "QS"), HeartsNeverLed(),
    NoPenaltyOnFirstTrick(HEARTS | "QS"), NoPenaltyOnFirstTrick(HEARTS), NoPenaltyOnFirstTrick("QS"),
    NoDiscardOf("QS"), NoDiscardOf(HEARTS), QueenWhenSafe(), QueenWhenSafe("JD"), LeadSuitOfLastCard(),
    PlayIfVoid("KH"), PlayIfVoid(HEARTS), PlayIfVoid("QS QH"), PlayWhenSafe(HEARTS), PlayWhenSafe("QS QH"),
    ChargedCardsWait(), ChargedCardsWait(lone_may_lead=True), ShowHandOfHearts(),
    ContractsInOrder(_TWO), ContractsInOrder(_TWO, first=1), ContractsInOrder(_TWO[:1], first=1),
    DealerNamesContract(_TWO), DealerNamesContract(_TWO[:1]),
    DealerNamesContract(_TWO, quotas=(Quota("hearts", game=6), Quota("last", player=1))),
    DealerNamesContract(_TWO, quotas=Quota(_TWO, player=3, game=9)), DealerNamesContract(_TWO, in_order=1),
)  # fmt: skip


def said() -> str:
    """What each choice is called and says, for 3, 4 and 6 players."""
    return "".join(map(_entry, CHOICES))


def _entry(choice: Any) -> str:
    lines = [f"{choice!r}", f"  {choice.name}"]
    for players in (3, 4, 6):
        try:
            line = choice.describe(players)
        except ValueError as error:
            line = f"refused: {error}"
        if f"  {line}" not in lines:
            lines.append(f"  {line}")
    return "\n".join(lines) + "\n\n"
