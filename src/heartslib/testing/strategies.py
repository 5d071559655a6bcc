"""Hypothesis strategies: cards, rulebooks, deals, and games and views in any phase."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

import attrs
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import sampled_from as any_of

from heartslib import rules as chapters
from heartslib import variants as published
from heartslib._values.arguments import MOST_PLAYERS, whole_within
from heartslib._values.bits import MAX_COPIES
from heartslib.cards import HEARTS, PACK, Card, Cards, Rank, Suit
from heartslib.errors import HeartsError, RulesError, quoted
from heartslib.game import Game
from heartslib.moves import Deal, Move
from heartslib.phases import PHASE_NAMES, DealPhase, Match
from heartslib.rules import Rules, TableRules, Taker
from heartslib.testing.play import (
    any_deal,
    at_random,
    may_shoot,
    next_state,
    suit_by_suit,
    with_care,
)
from heartslib.view import View

PHASES = (*PHASE_NAMES[1:], "call")
"""The names of the phases that `games` and `views` take."""

_MOST_ROUNDS = 40
"""A game that is not over after so many rounds is stopped."""


def cards() -> st.SearchStrategy[Card]:
    """Any of the 52 cards."""
    return any_of(PACK)


def multisets(max_copies: int = MAX_COPIES, max_size: int = 30) -> st.SearchStrategy[Cards]:
    """Multisets of cards.

    Args:
        max_copies: The most copies of a card, 1 to 8; 1 for cards of a single pack.
        max_size: The most cards.

    Raises:
        HeartsError: `max_copies` is not a number from 1 to 8.
    """
    must = f"max_copies must be a number from 1 to {MAX_COPIES}"
    max_copies = whole_within(1, MAX_COPIES, max_copies, must)

    def kept(drawn: list[Card]) -> Cards:
        return Cards(card for card in set(drawn) for _ in range(min(drawn.count(card), max_copies)))

    return st.lists(cards(), max_size=max_size).map(kept)


def variants(slugs: Sequence[str] | None = None) -> st.SearchStrategy[Rules]:
    """The variants of the library, unchanged.

    Args:
        slugs: Only these, by slug, name or alias; by default all.
    """
    wanted = tuple(published.all()) if slugs is None else slugs
    return any_of([published.get(slug) for slug in wanted])


def rulebooks(slugs: Sequence[str] | None = None) -> st.SearchStrategy[Rules]:
    """The variants with other endings: short and long targets, ties shared or played off.

    Games in which points are good keep their own endings.

    Args:
        slugs: Only these, by slug, name or alias; by default all.
    """
    endings = st.builds(chapters.Target, any_of([20, 50, 100]), play_off=st.booleans())
    pairs = st.tuples(variants(slugs), endings)
    return pairs.map(
        lambda pair: pair[0] if pair[0].points_are_good else attrs.evolve(pair[0], ending=pair[1])
    )


_BOTH = st.booleans()
_ANY_CALL = st.builds(chapters.DealerCalls, st.integers(1, 3))
_PATTERNS = (
    *(chapters.LEFT, chapters.Scatter(), chapters.Mix(), chapters.Hold()),
    *(chapters.Toward(-1, 2), chapters.Across(1), chapters.Packets({1: 2, -1: 1})),
    chapters.Mix(2, fewer=True, unless_charged=True, name="keeper"),
)
_RESTRICTIONS = (
    *(chapters.HeartsMustBeBroken(), chapters.HeartsMustBeBroken(HEARTS | "QS", "QS")),
    *(chapters.HeartsNeverLed(), chapters.NoPenaltyOnFirstTrick(HEARTS | "QS")),
    *(chapters.NoDiscardOf("QS"), chapters.NoDiscardOf(HEARTS), chapters.QueenWhenSafe()),
    *(chapters.PlayIfVoid("QS KS AH"), chapters.PlayWhenSafe("QS KS 9H")),
    *(chapters.LeadSuitOfLastCard(), chapters.ChargedCardsWait(), chapters.BloodLock()),
    *(chapters.ChargedCardsWait(lone_may_lead=True), chapters.HeartsMustBeBroken(locked="QS")),
)


def _one_of(*choices: Any) -> st.SearchStrategy[Any]:
    return any_of(choices)


def _usually(usual: st.SearchStrategy[Any], *seldom: Any) -> st.SearchStrategy[Any]:
    """The usual choices nine times in ten, else one of those that few games have."""
    return st.integers(0, 9).flatmap(lambda number: any_of(seldom) if number == 9 else usual)


_TRICKS = _usually(
    st.builds(chapters.HighestOfSuitLed),
    *(chapters.HighestCard(Suit.SPADES), chapters.HighestCard(order="ATKQJ98765432")),
)
_PAID = (chapters.NOTHING, chapters.SubtractFrom(20), chapters.NEGATE)
_SHOT = {
    "points": any_of([26, None]),
    "sun": any_of([None, 52]),
    "also": any_of([Cards(), Cards("JD"), Cards("JD TC 2H")]),
}
_CONTRACTS = (
    chapters.Contract(
        "hearts",
        chapters.HEARTS_ONE,
        play=(chapters.FollowSuit(), chapters.HeartsNeverLed()),
        round_end=chapters.EndsWhenNothingCounts(),
    ),
    chapters.Contract("last-two", chapters.TrickValues({-1: 2, -2: 1}), moon=chapters.NoMoon()),
    chapters.Contract("charged", charging=chapters.TURBO_CHARGES),
    chapters.Contract(
        "nines",
        tricks=chapters.BoosterNines(),
        bonuses=chapters.JACK_OF_DIAMONDS_BONUS,
        showing=chapters.ShowHandOfHearts(),
    ),
)
_TRUMPS = (
    *(chapters.Contract(suit.word, tricks=chapters.HighestCard(suit)) for suit in Suit),
    chapters.Contract("ace", tricks=chapters.HighestOfSuitLed()),
)
_CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "charging": _one_of(
        *(chapters.NoCharging(), chapters.TURBO_CHARGES),
        chapters.Charges({"QS": "QS", "AH": HEARTS}, each=None, reopens=True),
        chapters.Charges({"QS": "QS", "AH": HEARTS}, each=None, late=True),
        chapters.Charges({"QS": "QS", "2C": "QS 3H", "TC": "TC"}, each=2, reopens=True),
    )
    | st.builds(
        chapters.Charges,
        any_of([{"QS": "QS", "AH": HEARTS}, {"QS": "QS", "JD": "JD", "TC": "TC", "AH": HEARTS}]),
        any_of([1, 2, None]),
        times=any_of([2, 4]),
        **dict.fromkeys(("reopens", "repeats", "in_turn", "secret", "before_pass"), _BOTH),
    ),
    "contracts": _one_of(
        *(None, None, None),
        *(chapters.ContractsInOrder(_CONTRACTS), chapters.DealerNamesContract(_CONTRACTS)),
        chapters.DealerNamesContract(
            _CONTRACTS, quotas=chapters.Quota(_CONTRACTS[2:], player=2, game=11), in_order=1
        ),
        chapters.HighestBidderNames(_CONTRACTS, "hearts", 9),
        chapters.TurnedCardNames(_TRUMPS),
    ),
    "dealer": _one_of(
        *(chapters.DealMovesLeft(), chapters.DealMovesLeft(2), chapters.TakerDeals("QS")),
        *(chapters.DealStaysWithPool(), chapters.LoserDeals()),
    ),
    "opening": st.builds(chapters.LowestClubLeads, any_club=_BOTH)
    | st.builds(chapters.HolderLeads, any_of(["QS", "AS"]), any_card=_BOTH)
    | st.builds(chapters.HolderLeads, st.just("QS"), any_card=_BOTH, then_taker_of=st.just("AS"))
    | any_of([chapters.EldestLeads(), chapters.NamerLeads()]),
    "play": _usually(
        st.lists(any_of(_RESTRICTIONS), max_size=4).map(
            lambda restrictions: (chapters.FollowSuit(), *restrictions)
        ),
        (chapters.FollowSuitOrJoker("5H"), chapters.HeartsMustBeBroken()),
        chapters.FollowSuitWithJoker(),
        (chapters.JokersAnyTime("5H TD"), chapters.HeartsMustBeBroken()),
    ),
    "showing": any_of([None, chapters.ShowHandOfHearts()]),
    "tricks": _usually(
        _TRICKS | st.builds(chapters.BoosterNines, _TRICKS, st.integers(1, 2)),
        *(chapters.JokerWins("5H"), chapters.JokerWins("2C", always=True)),
    ),
    "round_end": st.builds(chapters.PlayedOut, _BOTH) | st.builds(chapters.EndsWhenNothingCounts),
    "scoring": _one_of(
        *((chapters.HEARTS_ONE_QUEEN_13,), (chapters.HEARTS_ONE,)),
        (chapters.CardValues({HEARTS: 1}), chapters.CardValues({"QS": 13}, name="queen")),
        (chapters.CardValues({HEARTS: 2, "QS": 25, "KD": -5}), chapters.NoRoundBelow(0)),
        (chapters.TrickValues({1: 1, -1: 2}, holding={"QC": 1}, together=1),),
        (chapters.HEARTS_ONE, chapters.TrickValues({-2: 3}, each=1, most=4)),
        (chapters.HEARTS_ONE, chapters.TrickValues({1: -4, -1: 3}, each=-2, most=1)),
        (chapters.HEARTS_ONE, chapters.MostTricks("KC QC JC TC", 4)),
        (
            chapters.CardValues({HEARTS: 10, "QS": 100, "JD": -100}),
            chapters.FullSet(HEARTS, {HEARTS: -20}),
            chapters.ScoreMultiplier("TC", alone=-50, others=HEARTS | "QS JD"),
        ),
        (
            chapters.NoTricksBonus(-5),
            chapters.TrickValues({1: 4}, holding={"QS": 5, "TC": 2}, together=3, each=1),
        ),
    ),
    "moon": st.just(chapters.NoMoon())
    | st.builds(chapters.ShootTheMoon, st.tuples(any_of(_PAID)), **_SHOT)
    | st.builds(chapters.ShootTheMoon, automatic=_BOTH, **_SHOT)
    | st.builds(chapters.ShootTheMoon, st.just(()), wins_game=st.just(True), **_SHOT),
    "bonuses": _usually(
        _one_of(
            *((), (chapters.JACK_OF_DIAMONDS_BONUS,)),
            (chapters.JACK_OF_DIAMONDS_BONUS, chapters.ScoreMultiplier("TC")),
            (
                chapters.FullSet("QS 2H", {HEARTS: -2, "QS": 5}),
                chapters.NoneOf(HEARTS | "QS", -5),
                chapters.ScoreMultiplier("TC", alone=50, others=HEARTS | "QS"),
            ),
            (
                *(chapters.NoTricksBonus(-5, despite_moon=True), chapters.NoRoundBelow(-3)),
                chapters.ScoreMultiplier("QS", 3),
            ),
            (chapters.JACK_OF_DIAMONDS_BONUS, chapters.Howell()),
            (chapters.HighestPays(),),
        ),
        (chapters.PaysBid(), chapters.JokerPaid("5H"), chapters.Sweepstake()),
        (chapters.PoolByPlaces({"AS AH": 11, "TS TH": 10}, limit=30),),
        (chapters.LowestIsPaid(clear_stand_aside=True),),
    ),
    "sides": st.just(chapters.EveryoneAlone()) | st.builds(chapters.Partners, _BOTH),
    "totals": any_of(
        [(), (chapters.ExactTotals({20: 10}),), *((chapters.Reversed(at),) for at in (0, 30))]
    ),
    "ending": st.builds(chapters.Target, any_of([20, 50]), play_off=_BOTH, exact_wins=_BOTH)
    | st.builds(chapters.Target, st.just(50), points_are_good=st.just(True))
    | any_of([chapters.Rounds(3), chapters.Rounds(2, points_are_good=True)])
    | any_of(
        [chapters.ThereAndBack(30), chapters.CountDown(40), chapters.CountDown(30, play_off=True)]
    ),
}
"""Choices for the chapters that do not depend on the arguments of `compositions`."""


def compositions(
    players: int | None = None,
    *,
    playable: bool = True,
    exchanging: bool = False,
    calling: bool = False,
) -> st.SearchStrategy[Rules]:
    """Rulebooks composed at random: any choice for each chapter.

    Args:
        players: A number of players that every rulebook allows; by default any.
        playable: Whether every rulebook works for all its numbers of players.  If not, some are
            refused for some or all of them.
        exchanging: Whether there is always a kitty that is exchanged with the hand.
        calling: Whether the dealer always calls the pass.

    Raises:
        RulesError: If not `playable`: an example was drawn whose chapters cannot be combined.  Any
            other error is a bug in the library.
    """
    exchanged = st.just(True) if exchanging else _BOTH
    taken = st.builds(chapters.KittyTo, any_of([*Taker][:2]), any_of([None, 1, 2]), exchanged)
    to_a_trick = chapters.KITTY_TO_LAST_TRICK, chapters.KittyTo(cards="QS 2H")
    stocks = chapters.Stock(), chapters.Stock(2), chapters.TurnedUp(), chapters.DrawToFollow()
    others = *stocks, chapters.KittyToNobody(), chapters.KittyToNobody()
    cycles = st.builds(
        chapters.Cycle,
        st.lists(any_of(_PATTERNS), min_size=1, max_size=3),
        optional=_BOTH,
        kept=any_of([Cards(), Cards("QS KS AS")]),
    )
    packs = chapters.deck
    removals = chapters.Removals(), packs.AMERICAN, packs.FEELING_GAMEY, packs.FOSTER
    numbers = [(3, 4, 5, 6), (4,), (5, 6, 7, 8), (9, 10, 11), (2, 3)]
    houses = st.builds(
        Rules,
        name=st.just("House"),
        players=any_of([each for each in numbers if players in {None, *each}]),
        deck=st.builds(
            chapters.Pack,
            packs=any_of([1, 1, 2, 2, 3]),
            lowest=any_of([Rank.TWO, Rank.TWO, Rank.TWO, Rank.SEVEN]),
            removals=any_of(removals),
            added=any_of([(), (), {3: "*C *D", 5: "*C", 6: "*C *D", 7: "*C"}]),
            kitty=st.just(4) if exchanging else any_of([0, 0, 1, 4]),
            left_over=st.just(True) if exchanging else any_of([True, False]),
            hand=_usually(st.none(), 6),
            kitty_last=_usually(st.just(False), True),
        ),
        kitty=taken if exchanging else _usually(taken | any_of(to_a_trick), *others),
        passing=_ANY_CALL
        if calling
        else cycles | _ANY_CALL | any_of([chapters.NO_PASSING, chapters.WinnerToLoser(2)]),
        **_CHOICES,
    )
    endable = houses.map(_endable)
    return _played(endable, players) if playable else endable


def _endable(rules: Rules) -> Rules:
    """The rulebook, unless it can never end."""
    rules.at(rules.usual_players).check_ending()
    return rules


@st.composite
def _played(draw: st.DrawFn, houses: st.SearchStrategy[Rules], players: int | None) -> Rules:
    """The rulebooks that can be played, limited to the numbers of players that work."""
    while True:
        with suppress(RulesError):
            rules = draw(houses)
            counts = able(rules)
            if players in {None, *counts}:
                return attrs.evolve(rules, players=counts)


def refused(rules: Rules, players: int) -> str:
    """Why a rulebook is refused for a number of players; empty if it is not."""
    try:
        rules.at(players)
    except RulesError as error:
        return str(error)
    return ""


def able(rules: Rules) -> list[int]:
    """The numbers of players for which a rulebook works."""
    return [players for players in rules.players if not refused(rules, players)]


RulesLike: TypeAlias = Rules | st.SearchStrategy[Rules] | None
"""A rulebook, a strategy for rulebooks, or None for all."""


def _given(
    rules: Rules | st.SearchStrategy[Rules], players: int | None
) -> st.SearchStrategy[Rules]:
    """A strategy for the rulebooks that allow a number of players."""
    if not isinstance(rules, Rules):
        return rules.filter(lambda each: players in {None, *each.players})
    if players is not None:
        rules.at(players)
    return st.just(rules)


def deals(rules: RulesLike = None, players: int | None = None) -> st.SearchStrategy[Deal]:
    """Deals as moves: the hands, seat 0 first, and the kitty.

    Args:
        rules: A rulebook, or a strategy for rulebooks; by default American Hearts.
        players: The number of players; by default any that the rules allow.

    Raises:
        RulesError: The rules do not allow this number of players.
    """
    return _deals(_given(published.get("american") if rules is None else rules, players), players)


@st.composite
def _deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules], players: int | None) -> Deal:
    rulebook = draw(rules)
    count = players or draw(any_of(rulebook.players))
    order = draw(st.permutations(list(rulebook.deck.cards(count))))
    match = Match.start(rulebook, count)
    if not rulebook.shown_of(order):  # which fits only one dealer
        match = attrs.evolve(match, dealer=draw(st.integers(0, count - 1)))
    leader = draw(st.integers(0, count - 1)) if match.rules.opening.is_drawn else None
    return attrs.evolve(DealPhase(chapters.Hold()).dealt(match, order), leader=leader)


def _reaches(rules: TableRules, phase: str | None) -> bool:
    """Whether a game by these rules can reach a phase."""
    books = rules.rulebooks
    has: dict[str | None, object] = {
        "call": rules.calls,
        "bid": rules.contracts.most_bid,
        "contract": len(rules.contracts_left(0, ())) > 1,
        "pass": any(map(rules.passed_by, rules.patterns)),
        "early-charge": any(each.charges_before(it) for each in books for it in rules.patterns),
        "charge": any(each.charging.cards for each in books),
        "kitty": rules.kitty.exchanged and rules.kitty_size,
        "moon": any(each.moon.choices for each in books),
    }
    return bool(has.get(phase, True))


def _reaching(rules: Rules, players: int | None, phase: str | None) -> list[int]:
    """The numbers of players with which a game can reach a phase."""
    counts = rules.players if players is None else (players,)
    able = [count for count in counts if not refused(rules, count)]
    return [count for count in able if _reaches(rules.at(count), phase)]


PLAIN = ("american", "classic_50", "classic_100", "basic", "black_lady", "black_jack")
"""The variants in which `suit_by_suit` shoots a moon of 26 with four players."""


def _any_rules(players: int | None, phase: str) -> st.SearchStrategy[Rules]:
    """Rulebooks most of which have a phase."""
    houses = compositions(players, exchanging=phase == "kitty", calling=phase == "call")
    if phase == "moon" and players in {None, 4}:
        return rulebooks(PLAIN)
    if phase in {"call", "early-charge", "kitty"}:
        return houses
    among = {"charge": ["turbo", "turbo_booster"], "contract": ["barbu"], "bid": ["auction_hearts"]}
    return rulebooks(among.get(phase)) | houses


@st.composite
def _games(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None, players: int | None, wanted: str | None
) -> Game:
    rng = Random(draw(st.integers(0, 2**32)))  # noqa: S311 - a test is to be repeatable
    phase = wanted or draw(any_of(PHASES))
    among = _any_rules(players, phase) if rules is None else rules
    rulebook = draw(among.filter(lambda each: bool(_reaching(each, players, wanted))))
    counts = _reaching(rulebook, players, wanted)
    shoots = 4 in counts and may_shoot(rulebook)
    ways = [at_random, with_care, suit_by_suit] if shoots else [at_random, with_care]
    choose = suit_by_suit if shoots and phase == "moon" else draw(any_of(ways))
    count = 4 if choose is suit_by_suit else draw(any_of(counts))
    game = seen = Game.new(rulebook, count, dealer=draw(st.integers(0, count - 1)))
    rounds = draw(st.integers(0, 2))
    most_rounds = rounds
    if wanted is not None:
        most_rounds = _MOST_ROUNDS if wanted == "over" else rounds + 3
    while game.phase.name != phase or game.round_number < rounds:
        if game.is_over or (game.phase.name == "score" and game.round_number >= most_rounds):
            break
        game = next_state(game, choose, rng)
        seen = game if game.phase.name == phase else seen
    if wanted:
        game = seen.stop() if phase == "over" and not seen.is_over else seen
        assume(game.phase.name == wanted)
    few = dict.fromkeys(("early-charge", "pass", "charge"), count - 1)
    most = {**few, "play": 90}.get(game.phase.name, 0)
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
    """Games in any phase, after random or careful play.

    >>> from hypothesis import Phase, find, settings
    >>> first = settings(phases=[Phase.generate])  # any game will do, not only the simplest
    >>> game = find(games(players=4, phase="play"), lambda game: True, settings=first)
    >>> game.players, game.phase.name
    (4, 'play')

    Args:
        rules: A rulebook, or a strategy for rulebooks; by default all variants and `compositions`.
        players: The number of players; by default any that the rules allow.
        phase: The phase of all the games, one of `PHASES`; by default any.  Hypothesis may give up
            on a phase that is rarely reached, such as ``"moon"`` with your own rules for five
            players.

    Raises:
        HeartsError: There is no such phase, a game by these rules cannot reach it, or the rules do
            not allow this number of players.
    """
    if phase is not None and phase not in PHASES:
        raise HeartsError(f"{quoted(phase)} is not a phase: choose one of {', '.join(PHASES)}")
    if players is not None and players not in range(2, MOST_PLAYERS + 1):
        raise HeartsError(f"{quoted(players)} is not a number of players from 2 to {MOST_PLAYERS}")
    given = None if rules is None else _given(rules, players)
    if isinstance(rules, Rules) and not _reaching(rules, players, phase):
        raise HeartsError(f"a game of {rules.name} has no phase {phase!r}")
    return _games(given, players, phase)


def views(
    rules: RulesLike = None,
    players: int | None = None,
    phase: str | None = None,
    *,
    spectators: bool = True,
) -> st.SearchStrategy[View]:
    """Views of games, as a seat or a spectator sees them.

    Args:
        rules: As for `games`.
        players: As for `games`.
        phase: As for `games`.
        spectators: Whether some are spectators' views, with `seat` None.
    """

    def seen(game: Game) -> st.SearchStrategy[View]:
        seats = st.integers(0, game.players - 1)
        return (seats | st.none() if spectators else seats).map(game.view)

    return games(rules, players, phase).flatmap(seen)


def moves_of(game: Game) -> st.SearchStrategy[Move]:
    """Moves that are legal in a game now; deals if it is waiting for one.

    Args:
        game: The game.

    Raises:
        HeartsError: The game is over.
    """
    if game.is_over:
        raise HeartsError("the game is over: there is no move")
    choose = any_deal if game.phase.name == "deal" else at_random
    return st.randoms(use_true_random=False).map(lambda rng: choose(game, rng))
