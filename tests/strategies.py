"""Hypothesis strategies: cards, rulebooks, and games in any phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

import attrs
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, Rules, View, variants
from heartslib.bots import careful
from heartslib.cards import HEARTS, PACK, Rank
from heartslib.errors import RulesError
from heartslib.moves import Deal, Move, Pass, TakeKitty
from heartslib.rules import (
    AMERICAN,
    CANCELLING,
    CHOICE,
    EVERYONE_ALONE,
    FEELING_GAMEY,
    FOSTER,
    HEARTS_ONE,
    HEARTS_ONE_QUEEN_13,
    HOLD,
    JACK_OF_DIAMONDS_BONUS,
    LEFT,
    MIX,
    NO_MOON,
    NO_PASSING,
    NOTHING_REMOVED,
    PLAYED_OUT,
    SCATTER,
    TURBO_CHARGES,
    Across,
    BoosterNines,
    Cancelling,
    CardValues,
    ChargedCardsWait,
    Charges,
    Charging,
    Cycle,
    DealerCalls,
    EldestLeads,
    Ending,
    EndsWhenNothingCounts,
    ExactTotals,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HighestOfSuitLed,
    HolderLeads,
    Kitty,
    KittyByTheTrick,
    KittyToFirstPenalty,
    KittyToFirstTrick,
    KittyToLastTrick,
    LeadSuitOfLastCard,
    LowestClubLeads,
    Moon,
    Negate,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    NoRoundBelow,
    Nothing,
    NoTricksBonus,
    Opening,
    Pack,
    Packets,
    Partners,
    Passing,
    PassPattern,
    Payment,
    PlayedOut,
    PlayRule,
    QueenWhenSafe,
    Reversed,
    RoundEnd,
    Rounds,
    ScoreMultiplier,
    Scorer,
    ShootTheMoon,
    ShowHandOfHearts,
    Sides,
    SubtractFrom,
    Target,
    ThereAndBack,
    TotalRule,
    Toward,
    TrickRule,
    Unresolved,
)
from heartslib.rules.passing import is_mixed

cards = st.sampled_from(PACK)
multisets = (
    st.lists(cards, max_size=30)
    .filter(lambda drawn: all(drawn.count(card) <= 8 for card in drawn))
    .map(Cards)
)

PLAIN = ("american", "classic_50", "classic_100", "basic", "black_lady", "black_jack")
"""Variants in which `suit_by_suit` shoots a moon of 26 with four players."""


@st.composite
def rulebooks(draw: st.DrawFn, slugs: Sequence[str] = tuple(variants.all())) -> Rules:
    """Every variant, to short and long targets, ties shared and played off."""
    rules = variants.get(draw(st.sampled_from(slugs)))
    ending = Target(draw(st.sampled_from([20, 50, 100])), play_off=draw(st.booleans()))
    return attrs.evolve(rules, ending=ending)


@st.composite
def houses(draw: st.DrawFn, *, exchanging: bool = False) -> Rules:
    """House rules from the chapters, whatever can be put together.

    Args:
        draw: Where chance comes from.
        exchanging: Whether there is a kitty that is exchanged with the hand, for every number
            of players.
    """
    while True:
        with suppress(RulesError):
            rules = draw(compositions(exchanging=exchanging))
            able = [players for players in rules.players if not refused(rules, players)]
            return attrs.evolve(rules, players=able)


def refused(rules: Rules, players: int) -> str:
    """Why a rulebook is refused for so many players; empty if it is not."""
    try:
        rules.check_players(players)
    except RulesError as error:
        return str(error)
    return ""


PATTERNS: tuple[PassPattern, ...] = (
    LEFT,
    SCATTER,
    MIX,
    HOLD,
    Toward(-1, 2),
    Across(1),
    Packets({1: 2, -1: 1}),
)
TRICKS: tuple[TrickRule, ...] = (
    HighestOfSuitLed(),
    HighestOfSuitLed(last_of_equals=True),
    CANCELLING,
    Cancelling(Unresolved.SECOND_COPY, odd_stands=False),
)
CHARGINGS: tuple[Charging | None, ...] = (
    None,
    TURBO_CHARGES,
    Charges({"QS": "QS", "AH": HEARTS}, each=None, reopens=True),
    Charges({"QS": "QS", "2C": "QS 3H", "TC": "TC"}, each=2, reopens=True),
)
RESTRICTIONS: tuple[PlayRule, ...] = (
    HeartsMustBeBroken(),
    HeartsMustBeBroken(HEARTS | "QS", "QS"),
    HeartsNeverLed(),
    NoPenaltyOnFirstTrick(HEARTS | "QS"),
    QueenWhenSafe(),
    NoDiscardOf("QS"),
    NoDiscardOf(HEARTS),
    LeadSuitOfLastCard(),
    ChargedCardsWait(),
)
SCORINGS: tuple[tuple[Scorer, ...], ...] = (
    (HEARTS_ONE_QUEEN_13,),
    (HEARTS_ONE,),
    (CardValues({HEARTS: 1}), CardValues({"QS": 13}, name="queen")),
    (CardValues({HEARTS: 2, "QS": 25, "KD": -5}), NoRoundBelow(0)),
)
BONUSES: tuple[tuple[Scorer, ...], ...] = (
    (),
    (JACK_OF_DIAMONDS_BONUS,),
    (JACK_OF_DIAMONDS_BONUS, ScoreMultiplier("TC")),
    (NoTricksBonus(-5), NoRoundBelow(-3), ScoreMultiplier("QS", 3)),
)
ROUND_ENDS: tuple[RoundEnd, ...] = (PLAYED_OUT, PlayedOut(claims=True), EndsWhenNothingCounts())
ENDINGS: tuple[Ending, ...] = (Target(50), Rounds(3), ThereAndBack(30), Target(20, play_off=True))
TOTALS: tuple[tuple[TotalRule, ...], ...] = ((), (ExactTotals({20: 10}),), (Reversed(30),))
OPENINGS: tuple[Opening, ...] = (
    LowestClubLeads(),
    LowestClubLeads(any_club=True),
    EldestLeads(),
    HolderLeads("QS"),
    HolderLeads("AS", any_card=True),
)
SIDES: tuple[Sides, ...] = (EVERYONE_ALONE, EVERYONE_ALONE, Partners(), Partners(pooled=False))


@st.composite
def moons(draw: st.DrawFn) -> Moon:
    """No moon, or one that is paid in some way."""
    payments: tuple[tuple[Payment, ...], ...] = (
        CHOICE,
        (Nothing(),),
        (SubtractFrom(20),),
        (Negate(),),
        (),
    )
    paid = draw(st.sampled_from(payments))
    if draw(st.integers(0, 4)) == 0:
        return NO_MOON
    return ShootTheMoon(
        paid,
        draw(st.sampled_from([26, None])),
        sun=draw(st.sampled_from([None, 52])),
        also=draw(st.sampled_from([Cards(), Cards("JD")])),
        wins_game=not paid,
        automatic=len(paid) > 1 and draw(st.booleans()),
    )


@st.composite
def compositions(draw: st.DrawFn, *, exchanging: bool = False) -> Rules:
    """Any choice for every chapter.

    Raises:
        RulesError: They cannot be combined; what else may go wrong is a mistake.
    """
    exchanged = exchanging or draw(st.booleans())
    kitties: list[Kitty] = [
        KittyToFirstTrick(exchanged),
        KittyToFirstPenalty(exchanged),
        KittyByTheTrick(exchanged),
    ]
    if not exchanging:
        kitties.append(KittyToLastTrick())
    cycle: Passing = Cycle(
        draw(st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=3)),
        optional=draw(st.booleans()),
        kept=draw(st.sampled_from([Cards(), Cards("QS KS AS")])),
    )
    calls: Passing = DealerCalls(draw(st.integers(1, 3)))
    tricks = draw(st.sampled_from(TRICKS))
    boosted = BoosterNines(tricks, draw(st.integers(1, 2)))
    packs = draw(st.sampled_from([1, 1, 2, 2, 3]))
    deck = Pack(
        packs=packs,
        lowest=draw(st.sampled_from([Rank.TWO, Rank.TWO, Rank.TWO, Rank.SEVEN])),
        removals=draw(st.sampled_from([NOTHING_REMOVED, AMERICAN, FEELING_GAMEY, FOSTER])),
        kitty=4 if exchanging else draw(st.sampled_from([0, 0, 1, 4])),
        left_over=exchanging or draw(st.booleans()),
    )
    return Rules(
        name="House",
        players=draw(st.sampled_from([(3, 4, 5, 6), (4,), (5, 6, 7, 8), (9, 10, 11), (2, 3)])),
        deck=deck,
        kitty=draw(st.sampled_from(kitties)),
        passing=draw(st.sampled_from([cycle, cycle, calls, NO_PASSING])),
        charging=draw(st.sampled_from(CHARGINGS)),
        opening=draw(st.sampled_from(OPENINGS)),
        play=(FollowSuit(), *draw(st.lists(st.sampled_from(RESTRICTIONS), max_size=4))),
        showing=draw(st.sampled_from([None, ShowHandOfHearts()])),
        tricks=draw(st.sampled_from([tricks, boosted])),
        round_end=draw(st.sampled_from(ROUND_ENDS)),
        scoring=draw(st.sampled_from(SCORINGS)),
        moon=draw(moons()),
        bonuses=draw(st.sampled_from(BONUSES)),
        sides=draw(st.sampled_from(SIDES)),
        totals=draw(st.sampled_from(TOTALS)),
        ending=draw(st.sampled_from(ENDINGS)),
    )


Chooser = Callable[[Game, Random], Move]


def at_random(game: Game, rng: Random) -> Move:
    """Any legal move; a pass is drawn, not picked from the thousands that there are."""
    seat = rng.choice(game.to_act) if game.to_act else None
    if game.phase.name == "pass" and seat is not None:
        return _any_pass(game.view(seat), seat, rng)
    if game.phase.name == "kitty" and seat is not None:
        view = game.view(seat)
        charged = view.table.charged[seat] if view.table.charged else Cards()
        return TakeKitty(seat, rng.sample(list(view.hand - (charged & view.hand)), view.offered))
    return rng.choice(game.legal_moves())


def _any_pass(view: View, seat: int, rng: Random) -> Pass:
    """Any cards that may be passed; now and then none, where that is allowed."""
    mixed = view.pattern is not None and is_mixed(view.pattern, view.players)
    if view.rules.passing.optional and not mixed and rng.random() < 0.4:
        return Pass(seat, "")
    free = list(view.hand.without(view.rules.passing.kept))
    cards = rng.sample(free if len(free) >= view.pass_count else list(view.hand), view.pass_count)
    if len(view.passes_to) < 2:
        return Pass(seat, cards)
    split: dict[int, list[Card]] = {}
    for taker, count in view.passes_to:
        split[taker], cards = cards[:count], cards[count:]
    return Pass.split(seat, split)


def with_care(game: Game, rng: Random) -> Move:
    """What the careful player does."""
    return careful(game.view(rng.choice(game.to_act))) if game.to_act else game.legal_moves()[0]


_SUITS = tuple(PACK[13 * suit : 13 * suit + 13] for suit in range(4))


def a_suit_each(game: Game) -> Deal:
    """A deal after which each of four seats can pass so that everyone holds a whole suit.

    Seat 0 then takes every trick: the others cannot follow clubs.
    """
    pattern = game.view(None).pattern
    hands = [list(suit) for suit in _SUITS]
    for places, count in pattern.packets(4) if pattern else ():
        for giver in range(4):
            taker = (giver + places) % 4
            for card in _SUITS[taker][:count]:
                hands[taker].remove(card)
                hands[giver].append(card)
    return Deal(hands)


def suit_by_suit(game: Game, rng: Random) -> Move:
    """After `a_suit_each`: pass all cards of other suits, then anything; seat 0 shoots the moon."""
    if game.phase.name != "pass":
        return at_random(game, rng)
    seat = game.to_act[0]
    return Pass(seat, game.view(seat).hand.without(_SUITS[seat]))


def next_state(game: Game, choose: Chooser, rng: Random) -> Game:
    """The game after one more move."""
    if game.phase.name != "deal":
        return game.apply(choose(game, rng))
    return game.apply(a_suit_each(game)) if choose is suit_by_suit else game.deal(rng=rng)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game in any phase, for any number of players, by random or careful play."""
    rng = Random(draw(st.integers(0, 2**32)))
    phase = draw(
        st.sampled_from(
            ["deal", "pass", "charge", "play", "moon", "score", "over", "call", "kitty"]
        )
    )
    ways = [suit_by_suit] if phase == "moon" else [at_random, with_care, suit_by_suit]
    choose = draw(st.sampled_from(ways))
    if choose is suit_by_suit:
        rules, players = draw(rulebooks(PLAIN)), 4
    else:
        special = houses(exchanging=phase == "kitty")
        charged = rulebooks(["turbo", "turbo_booster"]) | special
        usual = charged if phase == "charge" else rulebooks() | special
        rules = draw(special if phase in {"call", "kitty"} else usual)
        players = draw(st.sampled_from(rules.players))
    game = Game.new(rules, players, dealer=draw(st.integers(0, players - 1)))
    rounds = draw(st.integers(0, 2))
    while game.phase.name != phase or game.round_number < rounds:
        if game.is_over or (game.phase.name == "score" and game.round_number >= rounds):
            break
        game = next_state(game, choose, rng)
    most = {"pass": players - 1, "charge": players - 1, "play": 90}.get(game.phase.name, 0)
    for _ in range(draw(st.integers(0, most))):
        if game.phase.name == "score":
            break
        game = next_state(game, choose, rng)
    return game
