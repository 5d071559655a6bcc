"""Hypothesis strategies: cards, rulebooks, and games in any phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import attrs
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, Rules, View, variants
from heartslib.bots import careful
from heartslib.cards import PACK
from heartslib.moves import Deal, Move, Pass
from heartslib.rules import (
    CHOICE,
    HOLD,
    LEFT,
    MIX,
    PLAYED_OUT,
    SCATTER,
    Cycle,
    DealerCalls,
    Ending,
    EndsWhenNothingCounts,
    ExactTotals,
    FollowSuit,
    HeartsNeverLed,
    Kitty,
    KittyByTheTrick,
    KittyToFirstPenalty,
    KittyToFirstTrick,
    KittyToLastTrick,
    LeadSuitOfLastCard,
    NoDiscardOf,
    NoRoundBelow,
    Nothing,
    NoTricksBonus,
    Pack,
    Passing,
    PassPattern,
    Payment,
    PlayedOut,
    PlayRule,
    QueenWhenSafe,
    Reversed,
    RoundEnd,
    Rounds,
    ShootTheMoon,
    ShowHandOfHearts,
    SubtractFrom,
    Target,
    ThereAndBack,
    TotalRule,
    Toward,
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
    """House rules from the chapters: kitties, other passes, other moons, other ends."""
    exchanged = exchanging or draw(st.booleans())
    kitties: list[Kitty] = [
        KittyToFirstTrick(exchanged),
        KittyToFirstPenalty(exchanged),
        KittyByTheTrick(exchanged),
    ]
    if not exchanging:
        kitties.append(KittyToLastTrick())
    patterns: list[PassPattern] = [LEFT, SCATTER, MIX, HOLD, Toward(-1, 2)]
    cycle: Passing = Cycle(
        draw(st.lists(st.sampled_from(patterns), min_size=1, max_size=3)),
        optional=draw(st.booleans()),
        kept=draw(st.sampled_from([Cards(), Cards("QS KS AS")])),
    )
    calls: Passing = DealerCalls(2)
    round_ends: list[RoundEnd] = [PLAYED_OUT, PlayedOut(claims=True), EndsWhenNothingCounts()]
    endings: list[Ending] = [Target(50), Rounds(3), ThereAndBack(30)]
    totals: list[tuple[TotalRule, ...]] = [(), (ExactTotals({20: 10}),), (Reversed(30),)]
    restrictions: list[tuple[PlayRule, ...]] = [
        (FollowSuit(),),
        (FollowSuit(), HeartsNeverLed(), QueenWhenSafe()),
        (FollowSuit(), NoDiscardOf("QS"), LeadSuitOfLastCard()),
    ]
    paid: tuple[Payment, ...] = draw(st.sampled_from([CHOICE, (Nothing(),), (SubtractFrom(20),)]))
    return attrs.evolve(
        variants.get("american"),
        name="House",
        players=(3, 4, 5, 6),
        deck=Pack(kitty=4 if exchanging else draw(st.sampled_from([0, 4])), left_over=True),
        kitty=draw(st.sampled_from(kitties)),
        passing=draw(st.sampled_from([cycle, calls])),
        play=draw(st.sampled_from(restrictions)),
        showing=draw(st.sampled_from([None, ShowHandOfHearts()])),
        round_end=draw(st.sampled_from(round_ends)),
        moon=ShootTheMoon(
            paid,
            draw(st.sampled_from([26, None])),
            sun=draw(st.sampled_from([None, 52])),
            automatic=len(paid) > 1 and draw(st.booleans()),
        ),
        bonuses=draw(st.sampled_from([(), (NoTricksBonus(-5), NoRoundBelow(-3))])),
        totals=draw(st.sampled_from(totals)),
        ending=draw(st.sampled_from(endings)),
    )


Chooser = Callable[[Game, Random], Move]


def at_random(game: Game, rng: Random) -> Move:
    """Any legal move; a pass is drawn, not picked from the thousands that there are."""
    seat = rng.choice(game.to_act) if game.to_act else None
    if game.phase.name == "pass" and seat is not None:
        return _any_pass(game.view(seat), seat, rng)
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
        st.sampled_from(["deal", "pass", "play", "moon", "score", "over", "call", "kitty"])
    )
    ways = [suit_by_suit] if phase == "moon" else [at_random, with_care, suit_by_suit]
    choose = draw(st.sampled_from(ways))
    if choose is suit_by_suit:
        rules, players = draw(rulebooks(PLAIN)), 4
    else:
        special = houses(exchanging=phase == "kitty")
        rules = draw(special if phase in {"call", "kitty"} else rulebooks() | special)
        players = draw(st.sampled_from(rules.players))
    game = Game.new(rules, players, dealer=draw(st.integers(0, players - 1)))
    rounds = draw(st.integers(0, 2))
    while game.phase.name != phase or game.round_number < rounds:
        if game.is_over or (game.phase.name == "score" and game.round_number >= rounds):
            break
        game = next_state(game, choose, rng)
    most = {"pass": players - 1, "play": 50}.get(game.phase.name, 0)
    for _ in range(draw(st.integers(0, most))):
        if game.phase.name == "score":
            break
        game = next_state(game, choose, rng)
    return game
