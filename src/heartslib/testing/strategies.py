"""Hypothesis strategies: cards, rulebooks, deals, and games and views in any phase."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final, TypeAlias

import attrs
from hypothesis import assume
from hypothesis import strategies as st

from heartslib import variants as published
from heartslib._bits import MAX_COPIES
from heartslib.cards import HEARTS, PACK, Card, Cards, Rank
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.game import Game
from heartslib.moves import MOST_PLAYERS, Deal, Move
from heartslib.phases import PHASE_NAMES
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
    Rules,
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
from heartslib.rules.deck import dealt
from heartslib.rules.passing import count_of
from heartslib.testing.play import (
    Chooser,
    any_deal,
    at_random,
    may_shoot,
    next_state,
    suit_by_suit,
    with_care,
)
from heartslib.view import View

PHASES: Final = (*PHASE_NAMES[1:], "call")
"""The names of the phases in which `games` and `views` can be wanted."""

_MOST_ROUNDS: Final = 40
"""A game that is not over by then is stopped."""


def cards() -> st.SearchStrategy[Card]:
    """Any of the 52 cards."""
    return st.sampled_from(PACK)


def multisets(max_copies: int = MAX_COPIES, max_size: int = 30) -> st.SearchStrategy[Cards]:
    """Cards in any number, repeated ones among them.

    Args:
        max_copies: How often a card may be there: 1 for cards of one pack, at most 8.
        max_size: How many cards there may be.

    Raises:
        HeartsError: `max_copies` is no number from 1 to 8.
    """
    if type(max_copies) is not int or not 1 <= max_copies <= MAX_COPIES:
        raise HeartsError(f"max_copies is a number from 1 to {MAX_COPIES}, not {shown(max_copies)}")

    def kept(drawn: list[Card]) -> Cards:
        return Cards(card for card in set(drawn) for _ in range(min(drawn.count(card), max_copies)))

    return st.lists(cards(), max_size=max_size).map(kept)


def variants(slugs: Sequence[str] | None = None) -> st.SearchStrategy[Rules]:
    """The variants of the library, just as they are published.

    Args:
        slugs: Only these, by slug, name or alias; by default all.
    """
    wanted = tuple(published.all()) if slugs is None else slugs
    return st.sampled_from([published.get(slug) for slug in wanted])


def rulebooks(slugs: Sequence[str] | None = None) -> st.SearchStrategy[Rules]:
    """The variants, to short and long targets, ties shared and played off.

    Args:
        slugs: Only these, by slug, name or alias; by default all.
    """
    endings = st.builds(Target, st.sampled_from([20, 50, 100]), play_off=st.booleans())
    return st.builds(_ending_with, variants(slugs), endings)


def _ending_with(rules: Rules, ending: Target) -> Rules:
    return attrs.evolve(rules, ending=ending)


_PATTERNS: Final[tuple[PassPattern, ...]] = (
    LEFT,
    SCATTER,
    MIX,
    HOLD,
    Toward(-1, 2),
    Across(1),
    Packets({1: 2, -1: 1}),
)
_TRICKS: Final[tuple[TrickRule, ...]] = (
    HighestOfSuitLed(),
    HighestOfSuitLed(last_of_equals=True),
    CANCELLING,
    Cancelling(Unresolved.SECOND_COPY, odd_stands=False),
)
_CHARGINGS: Final[tuple[Charging | None, ...]] = (
    None,
    TURBO_CHARGES,
    Charges({"QS": "QS", "AH": HEARTS}, each=None, reopens=True),
    Charges({"QS": "QS", "AH": HEARTS}, each=None, late=True),
    Charges({"QS": "QS", "2C": "QS 3H", "TC": "TC"}, each=2, reopens=True),
)
_RESTRICTIONS: Final[tuple[PlayRule, ...]] = (
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
_SCORINGS: Final[tuple[tuple[Scorer, ...], ...]] = (
    (HEARTS_ONE_QUEEN_13,),
    (HEARTS_ONE,),
    (CardValues({HEARTS: 1}), CardValues({"QS": 13}, name="queen")),
    (CardValues({HEARTS: 2, "QS": 25, "KD": -5}), NoRoundBelow(0)),
)
_BONUSES: Final[tuple[tuple[Scorer, ...], ...]] = (
    (),
    (JACK_OF_DIAMONDS_BONUS,),
    (JACK_OF_DIAMONDS_BONUS, ScoreMultiplier("TC")),
    (NoTricksBonus(-5), NoRoundBelow(-3), ScoreMultiplier("QS", 3)),
)
_ROUND_ENDS: Final[tuple[RoundEnd, ...]] = (
    PLAYED_OUT,
    PlayedOut(claims=True),
    EndsWhenNothingCounts(),
)
_ENDINGS: Final[tuple[Ending, ...]] = (
    Target(50),
    Rounds(3),
    ThereAndBack(30),
    Target(20, play_off=True),
)
_TOTALS: Final[tuple[tuple[TotalRule, ...], ...]] = ((), (ExactTotals({20: 10}),), (Reversed(30),))
_OPENINGS: Final[tuple[Opening, ...]] = (
    LowestClubLeads(),
    LowestClubLeads(any_club=True),
    EldestLeads(),
    HolderLeads("QS"),
    HolderLeads("AS", any_card=True),
)
_SIDES: Final[tuple[Sides, ...]] = (
    EVERYONE_ALONE,
    EVERYONE_ALONE,
    Partners(),
    Partners(pooled=False),
)
_PAYMENTS: Final[tuple[tuple[Payment, ...], ...]] = (
    CHOICE,
    (Nothing(),),
    (SubtractFrom(20),),
    (Negate(),),
    (),
)
_PLAYERS: Final = ((3, 4, 5, 6), (4,), (5, 6, 7, 8), (9, 10, 11), (2, 3))


@st.composite
def _moons(draw: st.DrawFn) -> Moon:
    """No moon, or one that is paid in some way."""
    paid = draw(st.sampled_from(_PAYMENTS))
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
def compositions(
    draw: st.DrawFn,
    players: int | None = None,
    *,
    playable: bool = True,
    exchanging: bool = False,
    calling: bool = False,
) -> Rules:
    """Rulebooks put together from every chapter: any choice for each.

    Args:
        draw: Given by Hypothesis; leave it out.
        players: A number of players that all are for; by default any.
        playable: Whether all can be played, by each number of players that they are for.  Else
            some are refused, for all those numbers or for some.
        exchanging: Whether there is a kitty that is exchanged with the hand, for every number
            of players.
        calling: Whether the dealer calls the pass.

    Raises:
        RulesError: When an example is drawn, not `playable`, whose chapters cannot be combined;
            whatever else is raised is a mistake.
    """
    while playable:
        with suppress(RulesError):
            rules = draw(
                compositions(players, playable=False, exchanging=exchanging, calling=calling)
            )
            able = [count for count in rules.players if not refused(rules, count)]
            if players in {None, *able}:
                return attrs.evolve(rules, players=able)
    exchanged = exchanging or draw(st.booleans())
    kitties: list[Kitty] = [
        KittyToFirstTrick(exchanged),
        KittyToFirstPenalty(exchanged),
        KittyByTheTrick(exchanged),
    ]
    if not exchanging:
        kitties.append(KittyToLastTrick())
    cycle: Passing = Cycle(
        draw(st.lists(st.sampled_from(_PATTERNS), min_size=1, max_size=3)),
        optional=draw(st.booleans()),
        kept=draw(st.sampled_from([Cards(), Cards("QS KS AS")])),
    )
    calls: Passing = DealerCalls(draw(st.integers(1, 3)))
    tricks = draw(st.sampled_from(_TRICKS))
    boosted = BoosterNines(tricks, draw(st.integers(1, 2)))
    deck = Pack(
        packs=draw(st.sampled_from([1, 1, 2, 2, 3])),
        lowest=draw(st.sampled_from([Rank.TWO, Rank.TWO, Rank.TWO, Rank.SEVEN])),
        removals=draw(st.sampled_from([NOTHING_REMOVED, AMERICAN, FEELING_GAMEY, FOSTER])),
        kitty=4 if exchanging else draw(st.sampled_from([0, 0, 1, 4])),
        left_over=exchanging or draw(st.booleans()),
    )
    return Rules(
        name="House",
        players=draw(st.sampled_from([each for each in _PLAYERS if players in {None, *each}])),
        deck=deck,
        kitty=draw(st.sampled_from(kitties)),
        passing=calls if calling else draw(st.sampled_from([cycle, cycle, calls, NO_PASSING])),
        charging=draw(st.sampled_from(_CHARGINGS)),
        opening=draw(st.sampled_from(_OPENINGS)),
        play=(FollowSuit(), *draw(st.lists(st.sampled_from(_RESTRICTIONS), max_size=4))),
        showing=draw(st.sampled_from([None, ShowHandOfHearts()])),
        tricks=draw(st.sampled_from([tricks, boosted])),
        round_end=draw(st.sampled_from(_ROUND_ENDS)),
        scoring=draw(st.sampled_from(_SCORINGS)),
        moon=draw(_moons()),
        bonuses=draw(st.sampled_from(_BONUSES)),
        sides=draw(st.sampled_from(_SIDES)),
        totals=draw(st.sampled_from(_TOTALS)),
        ending=draw(st.sampled_from(_ENDINGS)),
    )


def refused(rules: Rules, players: int) -> str:
    """Why a rulebook is refused for so many players; empty if it is not."""
    try:
        rules.check_players(players)
    except RulesError as error:
        return str(error)
    return ""


RulesLike: TypeAlias = Rules | st.SearchStrategy[Rules] | None
"""A rulebook, a strategy for rulebooks, or None for all that there are."""


def _counted(rules: st.SearchStrategy[Rules], players: int | None) -> st.SearchStrategy[Rules]:
    """Those that so many can play, where a number is wanted."""
    return rules if players is None else rules.filter(lambda each: players in each.players)


def _given(
    rules: Rules | st.SearchStrategy[Rules], players: int | None
) -> st.SearchStrategy[Rules]:
    """The rulebooks that are asked for.

    Raises:
        RulesError: The one rulebook is not for so many players.
    """
    if not isinstance(rules, Rules):
        return _counted(rules, players)
    if players is not None:
        rules.check_players(players)
    return st.just(rules)


@st.composite
def _deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules], players: int | None) -> Deal:
    rulebook = draw(rules)
    count = players or draw(st.sampled_from(rulebook.players))
    order = draw(st.permutations(list(rulebook.deck.cards(count))))
    dealer = draw(st.integers(0, count - 1))
    return Deal(*dealt(order, count, dealer, rulebook.deck.kitty_size(count)))


def deals(rules: RulesLike = None, players: int | None = None) -> st.SearchStrategy[Deal]:
    """Deals as moves: the hands, seat 0 first, and the kitty.

    Args:
        rules: A rulebook, or a strategy for rulebooks; by default the American game.
        players: The number of players; by default any that the rules are for.

    Raises:
        RulesError: The rules are not for so many players.
    """
    return _deals(_given(published.get("american") if rules is None else rules, players), players)


def never(rules: Rules, players: int, phase: str) -> bool:
    """Whether a game by these rules has no such phase at all."""
    patterns = [rules.passing.pattern(number, players) for number in range(12)]
    calls = rules.passing.calls(players)
    has: dict[str, object] = {
        "call": calls,
        "pass": calls or any(count_of(pattern, players) for pattern in patterns),
        "charge": rules.charging,
        "kitty": rules.kitty.exchanged and rules.deck.kitty_size(players),
        "moon": rules.moon.choices,
    }
    return phase in has and not has[phase]


def _able(rules: Rules, players: int | None, wanted: str | None) -> list[int]:
    """The numbers of players with whom the game has the phase that is wanted."""
    counts = rules.players if players is None else (players,)
    return [count for count in counts if not wanted or not never(rules, count, wanted)]


def _any_rules(phase: str, players: int | None) -> st.SearchStrategy[Rules]:
    """Rulebooks of which one knows that phase more likely than not."""
    houses = compositions(players, exchanging=phase == "kitty", calling=phase == "call")
    if phase in {"call", "kitty"} or (phase == "charge" and players not in {None, 4}):
        return houses
    known = ["turbo", "turbo_booster"] if phase == "charge" else None
    return _counted(rulebooks(known), players) | houses


_PLAIN: Final = ("american", "classic_50", "classic_100", "basic", "black_lady", "black_jack")


@st.composite
def _players_of(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None, players: int | None, phase: str
) -> tuple[st.SearchStrategy[Rules], Chooser]:
    """From which rulebooks to draw, and how to play."""
    ways: list[Chooser] = [at_random, with_care]
    if rules is not None:
        return rules, draw(st.sampled_from(ways))
    if players in {None, 4}:
        ways = [suit_by_suit] if phase == "moon" else [*ways, suit_by_suit]
    choose = draw(st.sampled_from(ways))
    plain = choose is suit_by_suit
    return rulebooks(_PLAIN) if plain else _any_rules(phase, players), choose


@st.composite
def _games(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None, players: int | None, wanted: str | None
) -> Game:
    rng = Random(draw(st.integers(0, 2**32)))  # noqa: S311 - a test is to be repeatable
    phase = wanted or draw(st.sampled_from(PHASES))
    among, choose = draw(_players_of(rules, players, phase))
    rulebook = draw(among.filter(lambda each: bool(_able(each, players, wanted))))
    counts = _able(rulebook, 4 if choose is suit_by_suit else players, wanted)
    count = draw(st.sampled_from(counts))
    if phase == "moon" and may_shoot(rulebook, count):
        choose = suit_by_suit
    game = Game.new(rulebook, count, dealer=draw(st.integers(0, count - 1)))
    rounds = draw(st.integers(0, 2))
    most_rounds = rounds if wanted is None else _MOST_ROUNDS if wanted == "over" else rounds + 3
    seen = game
    while game.phase.name != phase or game.round_number < rounds:
        if game.is_over or (game.phase.name == "score" and game.round_number >= most_rounds):
            break
        game = next_state(game, choose, rng)
        seen = game if game.phase.name == phase else seen
    if wanted:
        game = seen.stop() if phase == "over" and not seen.is_over else seen
        assume(game.phase.name == wanted)
    most = {"pass": count - 1, "charge": count - 1, "play": 90}.get(game.phase.name, 0)
    for _ in range(draw(st.integers(0, most))):
        if game.phase.name == "score":
            break
        after = next_state(game, choose, rng)
        if wanted not in {None, after.phase.name}:
            break
        game = after
    return game


def games(
    rules: RulesLike = None, players: int | None = None, phase: str | None = None
) -> st.SearchStrategy[Game]:
    """Games in any phase, by random and by careful play.

    Args:
        rules: A rulebook, or a strategy for rulebooks; by default all variants, and rulebooks
            put together from every chapter.
        players: The number of players; by default any that the rules are for.
        phase: The name of the phase that all the games are in, one of `PHASES`; by default
            any.  A phase that chance seldom leads to, such as ``"moon"`` with rules of your own
            for five players, may make Hypothesis give up.

    Raises:
        HeartsError: There is no such phase, or none by these rules, or they are not for so many
            players.
    """
    if phase is not None and phase not in PHASES:
        raise HeartsError(f"{shown(phase)} is no phase: there are {', '.join(PHASES)}")
    if players is not None and players not in range(2, MOST_PLAYERS + 1):
        raise HeartsError(f"{shown(players)} is not a number of players from 2 to {MOST_PLAYERS}")
    if isinstance(rules, Rules) and not _able(rules, players, phase):
        raise HeartsError(f"a game by the rules of {rules.name} knows no phase {phase!r}")
    return _games(None if rules is None else _given(rules, players), players, phase)


@st.composite
def _views(draw: st.DrawFn, of: st.SearchStrategy[Game], spectators: bool) -> View:
    game = draw(of)
    seats = st.integers(0, game.players - 1)
    return game.view(draw(seats | st.none() if spectators else seats))


def views(
    rules: RulesLike = None,
    players: int | None = None,
    phase: str | None = None,
    *,
    spectators: bool = True,
) -> st.SearchStrategy[View]:
    """What a seat, or a spectator, sees of a game.

    Args:
        rules: As for `games`.
        players: As for `games`.
        phase: As for `games`.
        spectators: Whether some are a spectator's, whose `seat` is None.
    """
    return _views(games(rules, players, phase), spectators)


def moves_of(game: Game) -> st.SearchStrategy[Move]:
    """Moves that can be made in a game now; a deal, where it waits for one.

    Args:
        game: The game.

    Raises:
        HeartsError: It is over.
    """
    if game.is_over:
        raise HeartsError("the game is over: there is no move")
    choose = any_deal if game.phase.name == "deal" else at_random
    return st.randoms(use_true_random=False).map(lambda rng: choose(game, rng))
