"""Strategies for everyone, and `check_rule`: what it lets pass, and what it must catch."""

from __future__ import annotations

import importlib
import itertools
import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from heartslib import (
    HEARTS,
    Card,
    Cards,
    Game,
    HeartsError,
    Line,
    Rules,
    ScoreSheet,
    Suit,
    View,
    rules,
    testing,
    variants,
)
from heartslib.formats.converter import BASES
from heartslib.moves import Deal
from heartslib.rules import FollowSuit, PlayRule
from heartslib.sheet import Finished
from heartslib.table import Table
from heartslib.testing import check_rule
from heartslib.testing.asking import Asker, Broken, smallest
from heartslib.testing.laws import laws_of
from heartslib.testing.play import any_deal
from heartslib.testing.strategies import compositions, refused
from tests.helpers.rings import share

AMERICAN = variants.get("american")
FEW = settings(
    max_examples=share(8),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
)

# Strategies ---------------------------------------------------------------------------------


@given(testing.cards(), testing.multisets(), testing.multisets(max_copies=1, max_size=5))
def test_cards_in_any_number(card: Card, several: Cards, few: Cards) -> None:
    assert type(card) is Card
    assert all(several.count(each) <= 8 for each in several)
    assert len(several) <= 30
    assert len(set(few)) == len(few) <= 5


@given(testing.variants(), testing.variants(["turbo", "Black Lady"]), testing.rulebooks())
def test_rulebooks_of_the_variants(rules: Rules, one: Rules, other: Rules) -> None:
    assert rules in variants.all().values()
    assert one in {variants.get("turbo"), variants.get("black_lady")}
    assert other.name in {each.name for each in variants.all().values()}


@FEW
@given(st.data())
def test_deals(data: st.DataObject) -> None:
    deal = data.draw(testing.deals())
    assert sum(deal.hands, Cards()) == AMERICAN.deck.cards(len(deal.hands))
    assert len(data.draw(testing.deals(players=5)).hands) == 5
    deal = data.draw(testing.deals(variants.get("cancellation")))
    assert len(deal.hands) in variants.get("cancellation").players
    assert len(data.draw(testing.deals(testing.variants(), 6)).hands) == 6


@pytest.mark.slow
@pytest.mark.parametrize("phase", testing.PHASES)
@FEW
@given(data=st.data())
def test_games_in_the_phase_that_is_wanted(phase: str, data: st.DataObject) -> None:
    assert data.draw(testing.games(phase=phase)).phase.name == phase
    assert data.draw(testing.views(phase=phase)).phase == phase


@FEW
@given(st.data())
def test_games_by_the_rules_that_are_wanted(data: st.DataObject) -> None:
    game = data.draw(testing.games(AMERICAN, phase="moon"))
    assert (game.rules, game.phase.name) == (AMERICAN, "moon")
    game = data.draw(testing.games(AMERICAN, 4, "play"))
    assert (game.players, game.phase.name) == (4, "play")
    assert data.draw(testing.games(players=6)).players == 6
    assert data.draw(testing.games(players=6, phase="charge")).players == 6
    assert data.draw(testing.games(testing.variants(), 5)).players == 5
    assert data.draw(testing.views(AMERICAN, 3, spectators=False)).seat in range(3)


@FEW
@given(testing.games(), st.data())
def test_moves_of_a_game_can_be_made(game: Game, data: st.DataObject) -> None:
    if game.is_over:
        with pytest.raises(HeartsError, match="over"):
            testing.moves_of(game)
        return
    move = data.draw(testing.moves_of(game))
    assert game.apply(move) != game
    assert isinstance(move, Deal) == (game.phase.name == "deal")


def test_a_deal_comes_when_it_is_waited_for() -> None:
    game = Game.new(AMERICAN)
    assert isinstance(any_deal(game, Random(1)), Deal)
    with pytest.raises(HeartsError, match="is not waiting for a deal: cards must be passed"):
        any_deal(game.deal(seed=1), Random(1))


def test_a_moon_is_shot_by_a_pass_to_several_too() -> None:
    scattered = attrs.evolve(AMERICAN, passing=rules.Cycle((rules.Scatter(),)))
    quick = settings(phases=[Phase.generate], database=None)
    shot = find(testing.games(scattered, 4, "moon"), lambda _: True, settings=quick)
    assert shot.to_act == (0,)


# What comes with the extra ------------------------------------------------------------------


def run(program: str) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=120)  # noqa: S603


@pytest.mark.slow
def test_the_library_imports_neither_hypothesis_nor_this() -> None:
    run("import sys, heartslib\nassert not {'hypothesis', 'heartslib.testing'} & set(sys.modules)")


def test_without_hypothesis_one_sentence_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(
        ImportError, match=r"needs Hypothesis: python -m pip install 'heartslib\[testing\]', or "
    ):
        importlib.reload(testing)


@FEW
@given(st.from_type(Game), st.from_type(View), st.from_type(Rules), st.from_type(Cards))
def test_types_are_enough(game: Game, view: View, rules: Rules, cards: Cards) -> None:
    assert game.view(None).rules == game.rules
    assert view.players in view.rules.players
    assert rules.players
    assert len(cards) <= 30


@FEW
@given(st.from_type(Card), st.from_type(Deal))
def test_types_are_enough_for_a_card_and_a_deal(card: Card, deal: Deal) -> None:
    assert card is Card(str(card))
    assert sum(deal.hands, Cards()) == AMERICAN.deck.cards(len(deal.hands))


# Rules that keep the laws -------------------------------------------------------------------

BUILT_IN = (
    *(
        value
        for name, value in vars(rules).items()
        if name.isupper() and not isinstance(value, tuple | rules.Removals)
    ),
    *(rules.NoContracts(), rules.NoMoon(), rules.NoCharging(), rules.EveryoneAlone(), rules.Pack()),
    *(rules.Across(), rules.Scatter(), rules.Hold(), rules.Mix(), rules.DealMovesLeft()),
    *(rules.HighestOfSuitLed(), rules.PlayedOut(), rules.KittyTo(), rules.Toward(2)),
    rules.HeartsMustBeBroken(HEARTS | "QS", "QS"),
    rules.HeartsMustBeBroken(),
    rules.FollowSuit(),
    rules.HeartsNeverLed(),
    rules.NoPenaltyOnFirstTrick(HEARTS | "QS"),
    rules.QueenWhenSafe(),
    rules.NoDiscardOf(HEARTS),
    rules.PlayIfVoid("KH"),
    rules.PlayWhenSafe("QS KS"),
    rules.LeadSuitOfLastCard(),
    rules.ChargedCardsWait(),
    rules.LowestClubLeads(),
    rules.LowestClubLeads(any_club=True),
    rules.EldestLeads(),
    rules.HolderLeads("QS"),
    rules.ShowHandOfHearts(),
    rules.HighestOfSuitLed(rules.Equals.LAST),
    rules.HighestOfSuitLed(rules.Equals.ALL_CANCEL, rules.Unresolved.SECOND_COPY),
    rules.BoosterNines(),
    rules.BoosterNines(rules.CANCELLING, 2),
    rules.PlayedOut(claims=True),
    rules.EndsWhenNothingCounts(),
    rules.KittyTo(exchanged=True),
    rules.KITTY_TO_FIRST_PENALTY,
    rules.KITTY_TO_LAST_TRICK,
    rules.KITTY_BY_THE_TRICK,
    rules.KittyTo(share=1, exchanged=True),
    *(rules.KittyTo(cards="QS"), rules.KittyToNobody(), rules.HeartsMustBeBroken(locked="QS")),
    rules.Pack(packs=2),
    rules.Pack(kitty=4, left_over=True),
    rules.Cycle((rules.LEFT,), optional=True, kept=Cards("QS KS AS")),
    rules.DealerCalls(2),
    rules.Packets({1: 2, -1: 1}),
    rules.Charges({"QS": "QS", "AH": HEARTS}, each=None, reopens=True),
    rules.Charges({"QS": "QS", "AH": HEARTS}, each=2, in_turn=True, secret=True, times=4),
    rules.Mix(13, fewer=True, unless_charged=True, name="keeper"),
    rules.BloodLock(),
    *(rules.NoTricksBonus(), rules.NoTricksBonus(despite_moon=True)),
    rules.NoRoundBelow(),
    rules.ScoreMultiplier("TC"),
    rules.ShootTheMoon(),
    rules.ShootTheMoon((rules.NOTHING,), None, sun=52, also=Cards("JD")),
    rules.ShootTheMoon((), wins_game=True),
    rules.ShootTheMoon(automatic=True),
    rules.NOTHING,
    rules.SubtractFrom(20),
    rules.NEGATE,
    attrs.evolve(rules.ADD, spare_partner=True),
    rules.Partners(),
    rules.Partners(pooled=False),
    rules.DealMovesLeft(2),
    rules.TakerDeals("QS"),
    rules.DealerLeads(),
    rules.DrawnLeads(),
    rules.ContractsInOrder((rules.Contract("a", rules.HEARTS_ONE), rules.Contract("b")), first=1),
    rules.DealerNamesContract((rules.Contract("a"), rules.Contract("b"))),
    rules.HighestBidderNames((rules.Contract("a"), rules.Contract("b")), "a"),
    rules.NamerLeads(),
    rules.PaysBid(),
    rules.Sweepstake(),
    rules.Howell(),
    rules.HighestPays(),
    rules.LowestIsPaid(clear_stand_aside=True),
    rules.Stock(),
    rules.DrawToFollow(),
    rules.FollowSuitOrJoker(),
    rules.JokerWins(),
    rules.JokerWins("2C", always=True),
    rules.FollowSuitWithJoker(),
    rules.JokersAnyTime("2C 2D"),
    rules.Rounds(1, each=True),
    rules.JokerPaid(),
    rules.TurnedUp(),
    rules.PoolByPlaces({"AS AH": 11}),
    rules.DealStaysWithPool(),
    rules.TurnedCardNames(
        tuple(map(rules.Contract, ("clubs", "diamonds", "spades", "hearts", "jack")))
    ),
    rules.ShownCard(),
    rules.Pack(shows_last=True),
    rules.MostTricks("AS KS QS JS", 2),
    rules.HighestCard(Suit.SPADES),
    rules.HighestCard(order="ATKQJ98765432"),
    rules.FullSet("QS 2H", {"2H": -3}),
    rules.NoneOf("QS", -5),
    rules.TrickValues({1: 1, -1: 1}, holding={"QC": 1}, together=1, each=1, most=2),
    rules.ChargedCardsWait(lone_may_lead=True),
    rules.HolderLeads("2S", any_card=True, then_taker_of="QS"),
    rules.Target(-100, points_are_good=True),
    rules.ExactTotals({100: 50}),
    rules.NoTotalBelow(),
    rules.Reversed(),
    rules.Target(),
    rules.Rounds(3),
    rules.ThereAndBack(),
    rules.CountDown(20),
    rules.Reversed(0),
    rules.Target(20, exact_wins=True),
    rules.LoserDeals(),
    rules.WinnerToLoser(),
    rules.HolderLeads("2S", then_taker_of="QS"),
)
SHORT = attrs.evolve(AMERICAN, ending=rules.Target(20))
TURNING = attrs.evolve(AMERICAN, totals=rules.Reversed())
FALLING = attrs.evolve(AMERICAN, totals=rules.Reversed(0), moon=rules.NoMoon())
_TABLES: dict[type, Rules] = {rules.ThereAndBack: TURNING, rules.CountDown: FALLING}
EVERY = (SHORT, *(each for each in variants.all().values() if each != AMERICAN))


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule", BUILT_IN, ids=[f"{type(rule).__name__}-{at}" for at, rule in enumerate(BUILT_IN)]
)
def test_every_rule_of_the_library_keeps_the_laws(rule: object) -> None:
    """In every variant; the whole game of each is a short one."""
    check_rule(
        rule,
        _TABLES.get(type(rule)) or EVERY,
        examples=8 * settings().max_examples // 30,
    )


def test_an_ending_is_played_where_the_game_can_end() -> None:
    with pytest.raises(AssertionError, match=r"nothing subtracts points .* totals=Reversed\(50\)"):
        check_rule(rules.ThereAndBack(), AMERICAN, examples=1)
    check_rule(rules.ThereAndBack(), [AMERICAN, TURNING], examples=1)


@attrs.frozen
class EachOnce(rules.Contracts):
    """Each contract is played once, by whoever deals, so that none is left after the last round."""

    choices: tuple[rules.Contract, ...] = (rules.Contract("a"), rules.Contract("b"))
    name: str = "each-once"

    def left(self, namer: int, earlier: tuple[tuple[int, str | None], ...]) -> tuple[str, ...]:
        named = {contract for _, contract in earlier}
        return tuple(each.name for each in self.choices if each.name not in named)

    def describe(self, players: int) -> str:
        return "Each contract is played once."


def test_contracts_are_not_asked_about_rounds_after_the_last() -> None:
    two = attrs.evolve(variants.get("american"), ending=rules.Rounds(2))
    assert check_rule(EachOnce(), two, examples=5) == ()
    with pytest.raises(AssertionError, match="`left` are names of contracts, at least one"):
        check_rule(EachOnce(), attrs.evolve(two, ending=rules.Rounds(3)), examples=5)


def test_a_rule_is_played_with_where_it_is_not_refused() -> None:
    three = attrs.evolve(AMERICAN, players=3)
    check_rule(rules.Partners(), [AMERICAN, three, three, three, three], examples=4)
    check_rule(rules.EldestLeads(), (AMERICAN,), examples=1, seed=5)


def test_every_class_of_rules_is_among_them() -> None:
    classes = {
        value
        for value in vars(rules).values()
        if isinstance(value, type) and attrs.has(value) and "describe" in vars(value)
    }
    classes |= {rules.Toward, rules.Across, rules.Scatter, rules.Packets, rules.Hold, rules.Mix}
    assert classes - {Rules, rules.chapters.Rulebook} <= {type(rule) for rule in BUILT_IN}


# Rules that break them ----------------------------------------------------------------------


class Free(PlayRule):
    """What a restriction does that forbids nothing."""

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable

    def reason(self, card: Card, table: Table) -> str:
        return "no"

    def describe(self, players: int) -> str:
        return "Any card may be played."


@attrs.frozen
class Restriction(Free):
    """A restriction that does nothing; each of its breakers below breaks one law."""

    name: str = "free"


def of(base: Any, *fields: Any, **members: Any) -> Any:
    """A value of a class like `base`, with some members replaced."""
    return type(f"My{base.__name__}", (base,), members)(*fields)


@attrs.frozen
class Pattern(rules.PassPattern):
    """Any packets."""

    given: tuple[tuple[int, int], ...]
    name: str = "mine"

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        return self.given


@attrs.define(unsafe_hash=True)
class Changeable(Free):
    """One that is not frozen."""

    name: str = "changeable"


class Plain(Free):
    """One that has a dictionary, and can be changed by it."""

    name = "plain"


@attrs.frozen(eq=False)
class Another(Free):
    """One that equals nothing but itself."""

    name: str = "another"


@attrs.frozen
class Holding(Restriction):
    """One that holds anything."""

    held: Any = None


def _one_more(cards: int) -> int:
    return cards + 1


@attrs.frozen
class Growing(Restriction):
    """One that is not the same when it is read again."""

    cards: int = attrs.field(default=1, converter=_one_more)


COUNTER = itertools.count()
ASKED: list[int] = []


def counted(*_: object) -> str:
    return str(next(COUNTER))


def ignored(*_: object) -> None:
    """A property that is set to nothing."""


def raising(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("by zero")


def gives(answer: object) -> Any:
    def given_anything(*_: object, **__: object) -> object:
        return answer

    return given_anything


def line(*fields: Any) -> dict[str, Any]:
    """The members of a step that has a line, and no terms."""
    return {"terms": gives(None), "lines": gives([Line(*fields)])}


def one_more_card(_: object, playable: Cards, *__: object) -> Cards:
    return playable | "KC"


def one_less_card(_: object, playable: Cards, *__: object) -> Cards:
    return Cards(playable[1:])


def one_card(_: object, playable: Cards, *__: object) -> Cards:
    return Cards(playable[:1])


def forgetful(*_: object) -> Cards:
    return Cards() if next(COUNTER) % 2 else Cards("2C")


def remembering(_: object, playable: Cards, *__: object) -> Cards:
    """Another answer when it has been asked often."""
    ASKED.append(1)
    return playable if len(ASKED) < 1000 else Cards()


def tired(*_: object) -> bool:
    """No answer when it has been asked twice for each of 12 examples."""
    ASKED.append(1)
    if len(ASKED) > 24:
        raise LookupError("enough")
    return False


def tired_of_cards(_: object) -> Cards:
    """No answer when it has been asked often: a law asks whether a value is an opening at all."""
    ASKED.append(1)
    if len(ASKED) > 12:
        raise LookupError("enough")
    return Cards()


def late(_: object, scores: Any, __: object, course: tuple[Any, ...]) -> Any:
    """No answer in the seventh round."""
    return scores if len(course) < 6 else course[99]


def asks_for_more(_: object, __: Cards, left: int, ___: Cards, *, is_last: bool) -> int:
    return left if is_last else 0


def low_clubs(_: object, finished: Finished, __: object) -> list[Line]:
    return [Line(0, finished.piles[0].count("2C"), "took 2C")]


def pays(*fields: Any) -> Any:
    return gives([rules.Term(*fields)])


def in_a_list(_: object, players: int) -> list[list[int]]:
    return [list(range(players))]


def against_one(_: object, players: int) -> tuple[tuple[int, ...], ...]:
    return (0,), tuple(range(1, players))


def _most_but_queen(_: object, charged: Cards) -> int:
    """One card fewer once the queen is charged, which nobody may know."""
    return 3 - ("QS" in charged) - len(charged)


SEATS = gives(((0, 1), (2, 3)))
Step, Moon, Kitty = rules.CardValues, rules.ShootTheMoon, rules.KittyTo
Sleepy = rules.HighestOfSuitLed


def holding(rule: object, **fields: object) -> object:
    """A rule whose class checks nothing: it holds what no constructor of ours takes."""
    for name, value in fields.items():
        object.__setattr__(rule, name, value)
    return rule


"""The module, for fields of the wrong type."""

BREAKERS: list[tuple[str, object, str]] = [
    ("a class", rules.FollowSuit, r"FollowSuit is a class: give a value, such as FollowSuit\(\)"),
    ("no rule", 5, "int belongs to no chapter: derive it from a base class of heartslib.rules"),
    ("can be changed", Changeable(), r"a rule is frozen: Changeable.name can be set"),
    ("has a dictionary", Plain(), r"a rule is frozen: Plain.name can be set"),
    ("equals nothing", Another(), r"a rule equals its copies: .*copied, is a different value"),
    ("no hash", Holding("x", [1]), r"Holding, copied or hashed, raised TypeError: unhashable"),
    ("no pickle", Holding("x", gives(1)), r"Holding, pickled or hashed, raised"),
    ("name is a number", of(Restriction, 5), "`name` is a str: MyRestriction.name is 5"),
    ("name is blank", of(Restriction, " "), "`name` is text: MyRestriction.name is ' '"),
    ("name changes", of(rules.NoMoon, name=property(counted, ignored)), "`name` stays the same"),
    (
        "name raises",
        of(Free, name=property(raising)),
        "MyFree.name raised ZeroDiv",
    ),
    (
        "no full stop",
        of(Restriction, describe=gives("Any card")),
        "sentences with full stops: .*players 2",
    ),
    (
        "clauses are a number",
        of(rules.FollowSuit, clauses=5),
        "`clauses` is a tuple: MyFollowSuit.clauses is 5",
    ),
    ("no description", of(Restriction, describe=gives(None)), "MyRestriction.describe gave None"),
    ("description raises", of(Restriction, describe=raising), "describe raised ZeroDivisionError"),
    (
        "payment is silent",
        of(rules.Pay, describe=gives("")),
        "`describe` is the end of a sentence",
    ),
    ("no Cards", of(Restriction, narrow=gives(["2C"])), r"`narrow` returns Cards: .*gave \['2C'\]"),
    (
        "more Cards",
        of(Restriction, narrow=one_more_card),
        r"`narrow` returns only playable cards: .* gave .*KC.*: playable .*with KC as well",
    ),
    (
        "one less each time",
        of(Restriction, narrow=one_less_card),
        "narrowing twice changes nothing: MyRestriction.narrow gave .*: playable .*, hand",
    ),
    ("forgets", of(Restriction, narrow=forgetful), "the same question gets the same answer"),
    (
        "remembers",
        of(Restriction, narrow=remembering),
        "the same question gets the same answer: MyRestriction.narrow gave .*, and then none",
    ),
    ("gets tired", of(rules.Target, is_over=tired), "is_over, asked later, raised LookupError: en"),
    ("narrow raises", of(Restriction, narrow=raising), "narrow raised ZeroDivisionError: by zero"),
    (
        "no reason",
        of(Restriction, narrow=one_card, reason=gives("")),
        "`reason` is a sentence: MyRestriction.reason gave '': card",
    ),
    (
        "nobody leads",
        of(rules.EldestLeads, leader=gives(4)),
        "`leader` is a seat: MyEldestLeads.leader gave 4: hands",
    ),
    ("shows nothing", of(rules.ShowHandOfHearts, shows=gives(None)), "`shows` is True or False"),
    ("perhaps complete", of(Sleepy, is_complete=gives(1)), "`is_complete` is True or False"),
    (
        "uneven",
        of(Sleepy, is_complete=gives(True)),
        "all seats play the same number of cards to a trick",
    ),
    (
        "never complete",
        of(Sleepy, is_complete=gives(False)),
        "a trick is complete when no cards are left to play",
    ),
    (
        "no such seat",
        of(rules.HighestOfSuitLed, taker=gives(11)),
        "taker gave 11: table .*, left 0",
    ),
    ("all left over", of(rules.HighestOfSuitLed, taker=gives(None)), "the last trick is taken by"),
    ("claims", holding(rules.EndsWhenNothingCounts(), claims=None), "`claims` is a bool"),
    (
        "perhaps over",
        of(rules.PlayedOut, is_over=gives(0)),
        "PlayedOut.is_over gave 0: table .* leads",
    ),
    ("exchanged", holding(rules.KittyTo(), exchanged=1), "`exchanged` is a bool"),
    (
        "too many due",
        of(Kitty, due=gives(2)),
        "`due` is a number from 0 to the number of cards left",
    ),
    ("no cards", of(rules.Pack, cards=gives("2C 3C")), "`cards` returns Cards, or raises"),
    ("all aside", of(rules.Pack, kitty_size=gives(52)), "the kitty leaves a card for everyone"),
    ("uneven deal", of(rules.Pack, kitty_size=gives(1)), "the cards can be dealt evenly"),
    ("for nobody", rules.Pack(kitty=50), "some rulebook can be played with it: .*leaves too few"),
    ("optional", holding(rules.Cycle((rules.LEFT,)), optional=0), "`optional` is a bool"),
    ("calls", of(rules.Cycle, (rules.LEFT,), calls=gives([])), "`calls` returns a tuple"),
    (
        "calls of one name",
        of(rules.Cycle, (rules.LEFT,), calls=gives((rules.Mix(), rules.Mix(2)))),
        "no two patterns to call have the same name: .*Mix.*, Mix.*: players 2",
    ),
    (
        "no pattern",
        of(rules.Cycle, (rules.LEFT,), pattern=gives(rules.Hold)),
        "`pattern` returns patterns",
    ),
    (
        "a bad pattern",
        of(rules.Cycle, (rules.LEFT,), pattern=gives(Pattern(((9, 1),)))),
        r"Pattern.packets gave \(\(9, 1\),\): players 2, given by MyCycle",
    ),
    ("too far", Pattern(((-1, 3),)), "a packet goes 1 to players - 1 places to the left"),
    ("empty packet", Pattern(((1, 0),)), "a packet has at least one card"),
    ("two packets", Pattern(((1, 1), (1, 2))), "two packets never go to the same place"),
    (
        "some in the middle",
        Pattern(((0, 1), (1, 2))),
        "if any passed cards go to the middle, all do",
    ),
    ("packets raise", of(Pattern, (), packets=raising), "MyPattern.packets raised ZeroDivisionErr"),
    ("reopens", holding(rules.Charges({"QS": "QS"}), reopens=2), "`reopens` is a bool"),
    (
        "nothing to charge",
        of(rules.Charges, {"QS": "QS"}, cards=property(gives(Cards()))),
        "`cards` has at least one card",
    ),
    (
        "no secret",
        attrs.evolve(
            of(
                rules.Charges,
                {"QS": "QS", "AH": "AH"},
                None,
                most=_most_but_queen,
            ),
            secret=True,
        ),
        "`most` depends on no secret",
    ),
    ("less than none", of(rules.Charges, {"QS": "QS"}, most=gives(-1)), "`most` is a number of"),
    ("half", of(rules.Charges, {"QS": "QS"}, factor=gives(0.5)), "`factor` is a whole number"),
    ("always twice", of(rules.Charges, {"QS": "QS"}, factor=gives(2)), "every card counts once"),
    ("needs text", of(Step, {"QS": 1}, needs="QS"), "`needs` is a Needs"),
    (
        "no lines",
        of(Step, {"QS": 1}, terms=gives(None), lines=gives(None)),
        "lines_of raised TypeError",
    ),
    (
        "other lines",
        of(Step, {"QS": 1}, terms=gives(None), lines=gives([1])),
        "card-values has a line that is no Line: 1",
    ),
    ("half a term", of(Step, {"QS": 1}, terms=pays((0,), 0.5, "x")), "points that are not whole"),
    ("line for 9", of(Step, {"QS": 1}, **line(99, 1, "x")), "has a line for seat 99, who is not"),
    ("a line for nothing", of(Step, {"QS": 1}, **line(0, 1, "")), "a line has a reason"),
    (
        "counts what does not count",
        of(
            Step,
            {"QS": 1},
            terms=gives(None),
            lines=low_clubs,
            needs=rules.Needs(Cards("QS"), tricks=False),
        ),
        r"cards outside `needs.cards` change nothing: .*took 2C.*, but \(.* in all with the piles.*; a change with 2C alone$",
    ),
    ("one choice twice", of(Moon, choices=("a", "a")), "`choices` are strings, all different"),
    ("one resort", of(Moon, resort=("a",)), "`resort` is two choices, or none"),
    ("shot by all", of(Moon, shot=gives(1)), "one side at most has `shot` the moon"),
    ("paid for nothing", of(Moon, **line(0, 1, "x")), "a moon that nobody shot has no lines"),
    ("won by 99", of(Moon, winners=gives((99,))), "`winners` are seats"),
    ("won for nothing", of(Moon, winners=gives((0,))), "a moon that nobody shot has no winners"),
    (
        "paid to 99",
        of(rules.Pay, terms=pays((99,), 1, "x")),
        "a term is for seats at the table",
    ),
    ("pooled", holding(rules.Partners(), pooled=None), "`pooled` is a bool"),
    (
        "no sides",
        of(rules.Partners, seats=gives(None)),
        "`seats` returns a tuple of tuples: .*None",
    ),
    ("seats missing", of(rules.Partners, seats=SEATS), "every seat is in exactly one side"),
    (
        "lists",
        of(rules.Partners, seats=in_a_list),
        "`seats` returns a tuple of tuples",
    ),
    (
        "two against one",
        of(rules.Partners, seats=against_one),
        "all sides have the same number of seats",
    ),
    ("one total", of(rules.NoTotalBelow, adjusted=gives((0,))), "one whole total for each seat"),
    ("perhaps the end", of(rules.Target, is_over=gives(None)), "`is_over` is True or False"),
    (
        "late",
        of(rules.NoTotalBelow, adjusted=late),
        "American Hearts with 4 players and MyNoTotalBelow, in <ScorePhase: .*>, raised Index",
    ),
    (
        "loses a card",
        of(Kitty, in_play=gives(())),
        "no card is lost or doubled: .* missing and none too many, .* and MyKittyTo",
    ),
    (
        "asks for more",
        of(Kitty, due=asks_for_more),
        "`due` is asked with taken, left and penalty: missing a required argument: 'is_last'",
    ),
    (
        "cannot name its cards",
        of(rules.EldestLeads, named_cards=property(tired_of_cards)),
        "a rulebook with MyEldestLeads raised LookupError",
    ),
    ("names no card", of(rules.EldestLeads, named_cards="XX"), "`named_cards` is a Cards"),
    ("has a name that is taken", type("FollowSuit", (Restriction,), {})(), "have the same name"),
    ("stored otherwise", Growing(), "stored with `record.dumps`, is a different game"),
    ("cannot be stored", Holding("x", frozenset("x")), "stored with `record.dumps`, raised"),
]


@contextmanager
def profile(name: str) -> Generator[None]:
    """Hypothesis as this profile has it: only ``suite`` looks for the simplest case, which takes long."""
    before = os.environ["HYPOTHESIS_PROFILE"]
    settings.load_profile(name)
    try:
        yield
    finally:
        settings.load_profile(before)


OF_NUMBERS = (
    *("all aside", "uneven deal", "calls", "calls of one name", "a bad pattern", "too far"),
    *("empty packet", "two packets", "some in the middle", "seats missing", "two against one"),
)
"""Breakers of laws for each number of players, which take no chance and hardly any time."""


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_a_law_for_each_number_of_players_is_broken(name: str) -> None:
    rule, said = {each[0]: each[1:] for each in BREAKERS}[name]
    base = next(each for each in BASES if isinstance(rule, each))

    def every_law() -> None:
        for law in laws_of(Asker(rule, base), [AMERICAN]):
            law(Random(0))

    with pytest.raises(Broken, match=said):
        every_law()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "said"), [each[1:] for each in BREAKERS], ids=[each[0] for each in BREAKERS]
)
def test_a_broken_rule_is_caught(rule: object, said: str) -> None:
    ASKED.clear()
    simplest = said.endswith("alone$")
    with (
        profile("suite" if simplest else "first"),
        pytest.raises(AssertionError, match=said) as error,
    ):
        check_rule(rule, AMERICAN, examples=12)
    assert max(map(len, str(error.value).splitlines())) < 900


def test_a_law_that_was_broken_once_is_broken() -> None:
    """A rule that remembers may keep the law when Hypothesis tries the same case again."""

    def law(_: Random) -> None:
        if next(calls) == 0:
            raise Broken("nine is six")

    calls = itertools.count()
    assert str(smallest(law, examples=10, seed=0)) == "nine is six"
    assert smallest(law, examples=10, seed=0) is None


SEEN: list[tuple[Cards, ...]] = []
"""Where rules that cheat keep what they were asked."""


@attrs.frozen
class Peeping(rules.EldestLeads):
    """An opening that keeps the hands it is asked about."""

    leads: Any = None

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        SEEN[:] = [hands]
        return rules.EldestLeads().leader(hands, dealer)


@attrs.frozen
class Cheating(Restriction):
    """No spade is played while the seat on the left holds the queen."""

    name: str = "cheating"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        left = (table.trick.turn + 1) % table.players
        cheats = bool(SEEN) and len(SEEN[0]) > left and "QS" in SEEN[0][left]
        return playable - playable.of(Suit.SPADES) if cheats else playable


@attrs.frozen
class Remembering(Restriction):
    """No spade is played after a hand with the queen has been asked about."""

    name: str = "remembering"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        if hand == playable:
            SEEN[:] = [(*SEEN[0], hand)[-4:] if SEEN else (hand,)]
        return playable - playable.of(Suit.SPADES) if "QS" in SEEN[0][0] else playable


@pytest.mark.parametrize("rule", [Cheating(), Remembering()])
def test_a_rule_that_looks_at_other_hands_is_caught(rule: object) -> None:
    SEEN.clear()
    peeping = attrs.evolve(AMERICAN, opening=Peeping(), play=(FollowSuit(),))
    with pytest.raises(
        AssertionError, match=r"what a seat may play follows from its hand|gets the same answer"
    ):
        check_rule(rule, peeping, examples=20)
    SEEN.clear()


def test_the_law_of_the_re_deal_names_what_may_be_played() -> None:
    SEEN.clear()
    cheated = attrs.evolve(AMERICAN, play=(FollowSuit(), Cheating()))
    with pytest.raises(
        AssertionError, match=r"may play .*, but .* after the rules were asked about"
    ):
        check_rule(Peeping(), cheated, examples=20)
    SEEN.clear()


@attrs.frozen
class PaysForTricks(rules.Step):
    """A step that says that it asks for no tricks, and does."""

    name: str = "pays-for-tricks"

    @property
    def needs(self) -> rules.Needs:
        return rules.Needs(Cards("QS"), tricks=False)

    def describe(self, players: int) -> str:
        return "Tricks cost something."

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        for seat, count in enumerate(finished.trick_counts or ()):
            yield Line(seat, count, "took tricks")


def test_a_step_that_asks_for_tricks_must_say_so() -> None:
    with pytest.raises(AssertionError, match=r"`needs.tricks` False does not depend on tricks"):
        check_rule(PaysForTricks(), AMERICAN, examples=12)


def test_a_restriction_without_clauses_gets_a_note_on_what_it_costs() -> None:
    (note,) = check_rule(Restriction(), AMERICAN, examples=4)
    assert note.startswith("Restriction has a method `narrow`, so it is asked about every card")
    assert check_rule(rules.FollowSuit(), AMERICAN, examples=4) == ()


@settings(max_examples=share(30), suppress_health_check=[HealthCheck.too_slow])
@given(compositions(players=8))
def test_only_rulebooks_for_the_number_of_players_are_drawn(rules: Rules) -> None:
    assert 8 in rules.players
    assert not refused(rules, 8)
