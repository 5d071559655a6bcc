"""Hypothesis strategies: cards, rulebooks, deals, and games and views in any phase.

Drawn chapter by chapter, most rulebooks contradict themselves: cards that cannot be dealt evenly, a leader who need
not exist.  `compositions` draws again until one can be played.  What few games have is drawn seldom
(`_usually`), or hardly a rulebook would be an ordinary one.

A phase that games reach seldom is reached on purpose: `_any_rules` takes rulebooks that have it, and `_games` plays on
until it comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

import attrs
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import sampled_from as any_of

from heartslib import variants as published
from heartslib._values.arguments import MOST_PLAYERS, whole_within
from heartslib._values.bits import MAX_COPIES
from heartslib.cards import HEARTS, PACK, Card, Cards, Rank, Suit
from heartslib.errors import HeartsError, RulesError, quoted
from heartslib.game import Game
from heartslib.moves import Deal, Move
from heartslib.phases import PHASE_NAMES, DealPhase, Match
from heartslib.rules import (
    HEARTS_ONE,
    HEARTS_ONE_QUEEN_13,
    JACK_OF_DIAMONDS_BONUS,
    KITTY_TO_LAST_TRICK,
    LEFT,
    NEGATE,
    NO_PASSING,
    NOTHING,
    TURBO_CHARGES,
    Across,
    BloodLock,
    BoosterNines,
    CardValues,
    ChargedCardsWait,
    Charges,
    Contract,
    ContractsInOrder,
    CountDown,
    Cycle,
    DealerCalls,
    DealerNamesContract,
    DealMovesLeft,
    DealStaysWithPool,
    Direction,
    DrawToFollow,
    EldestLeads,
    EndsWhenNothingCounts,
    EveryoneAlone,
    ExactTotals,
    FollowSuit,
    FollowSuitOrJoker,
    FollowSuitWithJoker,
    FullSet,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HighestBidderNames,
    HighestCard,
    HighestOfSuitLed,
    HighestPays,
    Hold,
    HolderLeads,
    Howell,
    JokerPaid,
    JokersAnyTime,
    JokerWins,
    KittyTo,
    KittyToNobody,
    LeadSuitOfLastCard,
    LoserDeals,
    LowestClubLeads,
    LowestIsPaid,
    Mix,
    MostTricks,
    NamerLeads,
    NoCharging,
    NoDiscardOf,
    NoMoon,
    NoneOf,
    NoPenaltyOnFirstTrick,
    NoRoundBelow,
    NoTricksBonus,
    Pack,
    Packets,
    Partners,
    PaysBid,
    PlayedOut,
    PlayIfVoid,
    PlayWhenSafe,
    PoolByPlaces,
    QueenWhenSafe,
    Quota,
    Removals,
    Reversed,
    Rounds,
    Rules,
    Scatter,
    ScoreMultiplier,
    ShootTheMoon,
    ShowHandOfHearts,
    Stock,
    SubtractFrom,
    Sweepstake,
    TableRules,
    Taker,
    TakerDeals,
    Target,
    ThereAndBack,
    Toward,
    TrickValues,
    TurnedCardNames,
    TurnedUp,
    WinnerToLoser,
    deck,
)
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

    def limited(drawn: list[Card]) -> Cards:
        return Cards(card for card in set(drawn) for _ in range(min(drawn.count(card), max_copies)))

    return st.lists(cards(), max_size=max_size).map(limited)


def variants(slugs: Sequence[str] | None = None) -> st.SearchStrategy[Rules]:
    """The variants of the library, unchanged.

    Args:
        slugs: Only these, by slug, name or alias; by default all.
    """
    if slugs is None:
        slugs = tuple(published.all())
    return any_of([published.get(slug) for slug in slugs])


def rulebooks(slugs: Sequence[str] | None = None) -> st.SearchStrategy[Rules]:
    """The variants with other endings: short and long targets, ties shared or played off.

    Games in which points are good keep their own endings.

    Args:
        slugs: Only these, by slug, name or alias; by default all.
    """
    endings = st.builds(Target, any_of([20, 50, 100]), play_off=st.booleans())

    def with_ending(rules: Rules, ending: Target) -> Rules:
        return rules if rules.points_are_good else attrs.evolve(rules, ending=ending)

    return st.builds(with_ending, variants(slugs), endings)


_BOTH = st.booleans()
_ANY_CALL = st.builds(DealerCalls, st.integers(1, 3))
_PATTERNS = (
    LEFT,
    Scatter(),
    Mix(),
    Hold(),
    Toward(-1, 2),
    Across(1),
    Packets({1: 2, -1: 1}),
    Mix(2, fewer=True, unless_charged=True, name="keeper"),
)
_RESTRICTIONS = (
    HeartsMustBeBroken(),
    HeartsMustBeBroken(HEARTS | "QS", "QS"),
    HeartsNeverLed(),
    NoPenaltyOnFirstTrick(HEARTS | "QS"),
    NoDiscardOf("QS"),
    NoDiscardOf(HEARTS),
    QueenWhenSafe(),
    PlayIfVoid("QS KS AH"),
    PlayWhenSafe("QS KS 9H"),
    LeadSuitOfLastCard(),
    ChargedCardsWait(),
    BloodLock(),
    ChargedCardsWait(lone_may_lead=True),
    HeartsMustBeBroken(locked="QS"),
)


def _one_of(*choices: Any) -> st.SearchStrategy[Any]:
    return any_of(choices)


def _usually(usual: st.SearchStrategy[Any], *seldom: Any) -> st.SearchStrategy[Any]:
    """The usual choices nine times in ten, else one of those that few games have."""
    return st.integers(0, 9).flatmap(lambda number: any_of(seldom) if number == 9 else usual)


_TRICKS = _usually(
    st.builds(HighestOfSuitLed),
    HighestCard(Suit.SPADES),
    HighestCard(order="ATKQJ98765432"),
)
_PAID = (NOTHING, SubtractFrom(20), NEGATE)
_SHOT = {
    "points": any_of([26, None]),
    "sun": any_of([None, 52]),
    "also": any_of([Cards(), Cards("JD"), Cards("JD TC 2H")]),
}
_CONTRACTS = (
    Contract(
        "hearts",
        HEARTS_ONE,
        play=(FollowSuit(), HeartsNeverLed()),
        round_end=EndsWhenNothingCounts(),
    ),
    Contract("last-two", TrickValues({-1: 2, -2: 1}), moon=NoMoon()),
    Contract("charged", charging=TURBO_CHARGES),
    Contract(
        "nines",
        tricks=BoosterNines(),
        bonuses=JACK_OF_DIAMONDS_BONUS,
        showing=ShowHandOfHearts(),
    ),
)
_TRUMPS = (
    *(Contract(suit.word, tricks=HighestCard(suit)) for suit in Suit),
    Contract("ace", tricks=HighestOfSuitLed()),
)
_CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "charging": _one_of(
        NoCharging(),
        TURBO_CHARGES,
        Charges({"QS": "QS", "AH": HEARTS}, each=None, reopens=True),
        Charges({"QS": "QS", "AH": HEARTS}, each=None, late=True),
        Charges({"QS": "QS", "2C": "QS 3H", "TC": "TC"}, each=2, reopens=True),
    )
    | st.builds(
        Charges,
        any_of([{"QS": "QS", "AH": HEARTS}, {"QS": "QS", "JD": "JD", "TC": "TC", "AH": HEARTS}]),
        any_of([1, 2, None]),
        times=any_of([2, 4]),
        **dict.fromkeys(("reopens", "repeats", "in_turn", "secret", "before_pass"), _BOTH),
    ),
    "contracts": _one_of(
        None,
        None,
        None,
        ContractsInOrder(_CONTRACTS),
        DealerNamesContract(_CONTRACTS),
        DealerNamesContract(
            _CONTRACTS, quotas=Quota(_CONTRACTS[2:], player=2, game=11), in_order=1
        ),
        HighestBidderNames(_CONTRACTS, "hearts", 9),
        TurnedCardNames(_TRUMPS),
    ),
    "dealer": _one_of(
        DealMovesLeft(),
        DealMovesLeft(2),
        TakerDeals("QS"),
        DealStaysWithPool(),
        LoserDeals(),
    ),
    "opening": st.builds(LowestClubLeads, any_club=_BOTH)
    | st.builds(HolderLeads, any_of(["QS", "AS"]), any_card=_BOTH)
    | st.builds(HolderLeads, st.just("QS"), any_card=_BOTH, then_taker_of=st.just("AS"))
    | any_of([EldestLeads(), NamerLeads()]),
    "play": _usually(
        st.lists(any_of(_RESTRICTIONS), max_size=4).map(
            lambda restrictions: (FollowSuit(), *restrictions)
        ),
        (FollowSuitOrJoker("5H"), HeartsMustBeBroken()),
        FollowSuitWithJoker(),
        (JokersAnyTime("5H TD"), HeartsMustBeBroken()),
    ),
    "showing": any_of([None, ShowHandOfHearts()]),
    "tricks": _usually(
        _TRICKS | st.builds(BoosterNines, _TRICKS, st.integers(1, 2)),
        JokerWins("5H"),
        JokerWins("2C", always=True),
    ),
    "round_end": st.builds(PlayedOut, _BOTH) | st.builds(EndsWhenNothingCounts),
    "scoring": _one_of(
        (HEARTS_ONE_QUEEN_13,),
        (HEARTS_ONE,),
        (CardValues({HEARTS: 1}), CardValues({"QS": 13}, name="queen")),
        (CardValues({HEARTS: 2, "QS": 25, "KD": -5}), NoRoundBelow(0)),
        (TrickValues({1: 1, -1: 2}, holding={"QC": 1}, together=1),),
        (HEARTS_ONE, TrickValues({-2: 3}, each=1, most=4)),
        (HEARTS_ONE, TrickValues({1: -4, -1: 3}, each=-2, most=1)),
        (HEARTS_ONE, MostTricks("KC QC JC TC", 4)),
        (
            CardValues({HEARTS: 10, "QS": 100, "JD": -100}),
            FullSet(HEARTS, {HEARTS: -20}),
            ScoreMultiplier("TC", alone=-50, others=HEARTS | "QS JD"),
        ),
        (
            NoTricksBonus(-5),
            TrickValues({1: 4}, holding={"QS": 5, "TC": 2}, together=3, each=1),
        ),
    ),
    "moon": st.just(NoMoon())
    | st.builds(ShootTheMoon, st.tuples(any_of(_PAID)), **_SHOT)
    | st.builds(ShootTheMoon, automatic=_BOTH, **_SHOT)
    | st.builds(ShootTheMoon, st.just(()), wins_game=st.just(True), **_SHOT),
    "bonuses": _usually(
        _one_of(
            (),
            (JACK_OF_DIAMONDS_BONUS,),
            (JACK_OF_DIAMONDS_BONUS, ScoreMultiplier("TC")),
            (
                FullSet("QS 2H", {HEARTS: -2, "QS": 5}),
                NoneOf(HEARTS | "QS", -5),
                ScoreMultiplier("TC", alone=50, others=HEARTS | "QS"),
            ),
            (
                NoTricksBonus(-5, despite_moon=True),
                NoRoundBelow(-3),
                ScoreMultiplier("QS", 3),
            ),
            (JACK_OF_DIAMONDS_BONUS, Howell()),
            (HighestPays(),),
        ),
        (PaysBid(), JokerPaid("5H"), Sweepstake()),
        (PoolByPlaces({"AS AH": 11, "TS TH": 10}, limit=30),),
        (LowestIsPaid(clear_stand_aside=True),),
    ),
    "direction": any_of([*Direction]),
    "sides": st.just(EveryoneAlone()) | st.builds(Partners, _BOTH),
    "totals": any_of([(), (ExactTotals({20: 10}),), *((Reversed(at),) for at in (0, 30))]),
    "ending": st.builds(Target, any_of([20, 50]), play_off=_BOTH, exact_wins=_BOTH)
    | st.builds(Target, st.just(50), points_are_good=st.just(True))
    | any_of([Rounds(3), Rounds(2, points_are_good=True)])
    | any_of([ThereAndBack(30), CountDown(40), CountDown(30, play_off=True)]),
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
    taken = st.builds(KittyTo, any_of([*Taker][:2]), any_of([None, 1, 2]), exchanged)
    to_a_trick = KITTY_TO_LAST_TRICK, KittyTo(cards="QS 2H")
    stocks = Stock(), Stock(2), TurnedUp(), DrawToFollow()
    others = *stocks, KittyToNobody(), KittyToNobody()
    cycles = st.builds(
        Cycle,
        st.lists(any_of(_PATTERNS), min_size=1, max_size=3),
        optional=_BOTH,
        kept=any_of([Cards(), Cards("QS KS AS")]),
    )
    removals = Removals(), deck.AMERICAN, deck.FEELING_GAMEY, deck.FOSTER
    numbers = [(3, 4, 5, 6), (4,), (5, 6, 7, 8), (9, 10, 11), (2, 3)]
    houses = st.builds(
        Rules,
        name=st.just("House"),
        players=any_of([counts for counts in numbers if players in {None, *counts}]),
        deck=st.builds(
            Pack,
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
        else cycles | _ANY_CALL | any_of([NO_PASSING, WinnerToLoser(2)]),
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


def _allowing(
    players: int | None, rules: Rules | st.SearchStrategy[Rules]
) -> st.SearchStrategy[Rules]:
    """A strategy for the rulebooks that allow a number of players."""
    if not isinstance(rules, Rules):
        return rules.filter(lambda rulebook: players in {None, *rulebook.players})
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
    if rules is None:
        rules = published.get("american")
    return _deals(_allowing(players, rules), players)


@st.composite
def _deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules], players: int | None) -> Deal:
    rulebook = draw(rules)
    count = players or draw(any_of(rulebook.players))
    order = draw(st.permutations(list(rulebook.deck.cards(count))))
    match = Match.start(rulebook, count)
    if not rulebook.shown_of(order):  # which fits only one dealer
        match = attrs.evolve(match, dealer=draw(st.integers(0, count - 1)))
    leader = draw(st.integers(0, count - 1)) if match.rules.opening.is_drawn else None
    return attrs.evolve(DealPhase(Hold()).dealt(match, order), leader=leader)


def _reaches(rules: TableRules, phase: str | None) -> bool:
    """Whether a game by these rules can reach a phase."""
    books = rules.rulebooks
    has: dict[str | None, object] = {
        "call": rules.calls,
        "bid": rules.contracts.most_bid,
        "contract": len(rules.contracts_left(0, ())) > 1,
        "pass": any(map(rules.passed_by, rules.patterns)),
        "early-charge": any(
            book.charges_before(pattern) for book in books for pattern in rules.patterns
        ),
        "charge": any(book.charging.cards for book in books),
        "kitty": rules.kitty.exchanged and rules.kitty_size,
        "moon": any(book.moon.choices for book in books),
    }
    return bool(has.get(phase, True))


def _reaching(rules: Rules, players: int | None, phase: str | None) -> list[int]:
    """The numbers of players with which a game can reach a phase."""
    counts = rules.players if players is None else (players,)
    return [
        count for count in counts if not refused(rules, count) and _reaches(rules.at(count), phase)
    ]


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
    rulebook = draw(among.filter(lambda rulebook: bool(_reaching(rulebook, players, wanted))))
    counts = _reaching(rulebook, players, wanted)
    ways = [at_random, with_care]
    if 4 in counts and may_shoot(rulebook):
        ways = [suit_by_suit] if phase == "moon" else [*ways, suit_by_suit]
    choose = draw(any_of(ways))
    count = 4 if choose is suit_by_suit else draw(any_of(counts))
    game = seen = Game.new(rulebook, count, dealer=draw(st.integers(0, count - 1)))
    # in a later round there are scores, another pass and another dealer
    rounds = draw(st.integers(0, 2))
    most_rounds = rounds
    if wanted is not None:  # a few rounds more may reach it
        most_rounds = _MOST_ROUNDS if wanted == "over" else rounds + 3
    while game.phase.name != phase or game.round_number < rounds:
        if game.is_over or (game.phase.name == "score" and game.round_number >= most_rounds):
            break
        game = next_state(game, choose, rng)
        if game.phase.name == phase:
            seen = game
    if wanted:
        game = seen.stop() if phase == "over" and not seen.is_over else seen
        assume(game.phase.name == wanted)
    # into the phase: until all but one have answered, or most cards are played
    most = {"play": 90, "early-charge": count - 1, "pass": count - 1, "charge": count - 1}
    for _ in range(draw(st.integers(0, most.get(game.phase.name, 0)))):
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
    allowing = None if rules is None else _allowing(players, rules)
    if isinstance(rules, Rules) and not _reaching(rules, players, phase):
        raise HeartsError(f"a game of {rules.name} has no phase {phase!r}")
    return _games(allowing, players, phase)


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
