"""Clauses and facts as values: how they read, and what is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import (
    HEARTS,
    Card,
    Cards,
    Game,
    HeartsError,
    Rules,
    RulesError,
    Table,
    explain_play,
    legal_plays,
)
from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.said import partly
from heartslib.ask.plays import _LaidOut  # pyright: ignore[reportPrivateUsage]
from heartslib.cards import KINDS, from_bits
from heartslib.rules import (
    NO_PASSING,
    TURBO_CHARGES,
    Clause,
    Condition,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    Pack,
    PlayRule,
    Showing,
    facts,
)
from heartslib.rules.facts import CardSet, Where, these
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering.rules import lowered
from heartslib.table import Trick
from tests.helpers.positions import AMERICAN


@attrs.frozen
class Own(PlayRule):
    """A restriction, or nearly one."""

    clauses: Any
    name: str = "own"

    def reason(self, card: Card, table: Table) -> str:
        return "not now"

    def describe(self, players: int) -> str:
        return "Not now."


def with_own(*clauses: Clause) -> Rules:
    return attrs.evolve(AMERICAN, play=(*AMERICAN.play, Own(clauses)))


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        (Clause(Where.LEAD, facts.LAST_SUIT), "must be a tuple of Clause, not Clause"),
        (("follow suit",), "must be a tuple of Clause, not"),
        (None, "has neither clauses nor narrow"),
    ],
    ids=["one", "text", "none"],
)
def test_what_is_no_restriction_is_refused_by_the_rulebook(clauses: Any, said: str) -> None:
    with pytest.raises(RulesError, match=f"play: .*{said}"):
        attrs.evolve(AMERICAN, play=Own(clauses))


def test_clauses_narrow_as_they_say() -> None:
    hand, table = Cards("2C 3C 5D"), Table(Trick(0, 4, (Card("4C"),)))
    assert FollowSuit().narrow(hand, hand, table) == Cards("2C 3C")


def test_a_clause_in_one_place_asks_only_what_is_open_there() -> None:
    (broken,) = HeartsMustBeBroken().clauses
    assert broken.at(Where.FOLLOW) is None
    opening, lead = broken.at(Where.OPENING), broken.at(Where.LEAD)
    assert opening is not None
    assert opening.unless is None
    assert lead is not None
    assert lead.unless == facts.PLAYED & these(HEARTS)
    always = Clause(Where.ANYWHERE, these("QS"), unless=facts.NEW_SUITS)
    assert always.at(Where.FIRST) is None
    assert Clause(Where.LEADING, facts.SUIT_LED).at(Where.LEAD) is None
    assert Clause(Where.LEADING, ~facts.IN_TRICK).at(Where.LEAD) is None


def test_a_lowest_card_of_equal_ones_keeps_its_copies() -> None:
    rules = attrs.evolve(AMERICAN, play=Own((Clause(Where.FOLLOWING, CardSet(), lowest=True),)))
    hand = Cards("9D 9D KD AH")
    table = Table(Trick(0, 4, (Card("2S"),)), Cards("2C 3C 4C 5C"))
    assert rules.at(4).in_force.legal(hand, table) == Cards("9D 9D")


def test_a_rule_of_ones_own_explains_itself_in_every_place() -> None:
    rules = with_own(Clause(Where.FOLLOWING, ~these("QS"), spare="AH"))
    assert str(legal_plays(rules, hand="QS 3D", trick="2H")) == "3D"
    assert str(legal_plays(rules, hand="QS AH", trick="2D")) == "QS AH"
    objection = explain_play(rules, "QS", hand="QS 3D", trick="2H")
    assert objection is not None
    assert (objection.rule, objection.reason) == ("own", "not now")


def test_the_kernel_takes_three_sets_away_and_no_more() -> None:
    less = ~facts.PLAYED & ~facts.IN_TRICK & ~facts.HAND
    assert lowered(with_own(Clause(Where.FOLLOW, less)).at(4).in_force).players == 4
    with pytest.raises(
        CannotLower, match=r"takes at most 3 ~ in a set, not .*; use engine='python'"
    ):
        lowered(with_own(Clause(Where.FOLLOW, less & ~facts.CHARGED)).at(4).in_force)


def test_a_fact_that_cannot_matter_is_not_looked_up() -> None:
    queen = facts.SUIT_LED & these("QS") & ~facts.NEW_SUITS
    clubs, spades = (
        partly(_LaidOut, trick=Trick(0, 4, (Card(led),)), played=Cards("2D"), broken=None)
        for led in ("2C", "2S")
    )
    assert queen.found(0, clubs) == 0
    with pytest.raises(HeartsError, match="ask how the earlier tricks were played"):
        queen.found(0, spades)


def test_a_condition_says_no_more_than_its_place_where_its_facts_are_settled() -> None:
    only_if = Condition(Where.ANYWHERE, only_if=facts.SUIT_LED & these("QS"))
    assert only_if.at(Where.LEAD) == Condition(Where.LEAD)
    assert only_if.at(Where.FOLLOW) == attrs.evolve(only_if, where=Where.FOLLOW)
    unless = Condition(Where.ANYWHERE, unless=facts.PLAYED & these("QS"))
    assert unless.at(Where.FIRST) == Condition(Where.FIRST)
    assert unless.at(Where.LEAD) == attrs.evolve(unless, where=Where.LEAD)


def test_before_the_first_lead_every_suit_is_new() -> None:
    table = Table.ready(0, 4)
    assert from_bits(facts.NEW_SUITS.found(0, table) & ONE_OF_EACH) == Cards(KINDS)


FACTS = [
    *(facts.HAND, facts.SUIT_LED, facts.IN_TRICK, facts.PLAYED),
    *(facts.NEW_SUITS, facts.LAST_SUIT, facts.CHARGED, facts.ALL_CHARGED, facts.DISCARDED),
    facts.CARD_LED,
]


@attrs.frozen
class OwnClauses(PlayRule):
    """A restriction of the caller, written as clauses."""

    clauses: tuple[Clause, ...]
    name: str = "own"

    def reason(self, card: Card, table: Table) -> str:
        return "not now"

    def describe(self, players: int) -> str:
        return "Not now."


@pytest.mark.parametrize("charged", ["QS", ""])
@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_a_fact_alone_is_a_test(fact: CardSet, charged: str) -> None:
    only_if = Clause(Where.FOLLOW, these("2H"), only_if=fact)
    unless = Clause(Where.FOLLOW, these("2H"), unless=fact)
    there = fact not in (facts.CHARGED, facts.ALL_CHARGED) or charged == "QS"
    for clause, narrows in ((only_if, there), (unless, not there)):
        play = (FollowSuit(), OwnClauses((clause,)))
        legal = legal_plays(
            attrs.evolve(AMERICAN, charging=TURBO_CHARGES, play=play),
            hand="2H 3H QS",
            trick="KD",
            tricks=["2C 3C 4C 5D"],
            first_trick=False,
            charged=charged,
        )
        assert legal == Cards("2H" if narrows else "2H 3H QS")


@pytest.mark.parametrize("fact", [facts.NEW_SUITS, facts.LAST_SUIT], ids=str)
def test_earlier_tricks_are_asked_for_only_where_they_matter(fact: CardSet) -> None:
    own = OwnClauses((Clause(Where.LEAD, ~(fact & these("QS"))),))
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), own))
    said: dict[str, Any] = {"first_trick": False, "played": "2C 3C 4C 5S"}
    known: dict[str, Any] = {**said, "tricks": ["2C 3C 4C 5S"]}
    assert legal_plays(rules, hand="3D 4D", **said) == Cards("3D 4D")
    with pytest.raises(HeartsError, match=r"^these rules ask how .*: give tricks"):
        legal_plays(rules, hand="QS 4D", **said)
    assert legal_plays(rules, hand="QS 4D", **known) == Cards("4D")


@pytest.mark.parametrize(
    "test",
    [facts.HAND & these("QS") & facts.NEW_SUITS, facts.HAND & these("QS") & ~facts.NEW_SUITS],
)
def test_a_reason_asks_for_earlier_tricks_only_where_they_matter(test: CardSet) -> None:
    own = OwnClauses((Clause(Where.LEAD, these("3D"), only_if=test),))
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), own))
    said: dict[str, Any] = {"first_trick": False, "played": "2C 3C 4C 5S"}
    known: dict[str, Any] = {**said, "tricks": ["2C 3C 4C 5S"]}
    assert explain_play(rules, "4D", hand="3D 4D", **said) is None
    with pytest.raises(HeartsError, match=r"^these rules ask how .*: give tricks"):
        explain_play(rules, "4D", hand="3D 4D QS", **said)
    objection = explain_play(rules, "4D", hand="3D 4D QS", **known)
    new = test == facts.HAND & these("QS") & facts.NEW_SUITS
    assert (objection is not None and objection.rule) == ("own" if new else False)


@pytest.mark.parametrize(
    ("keep", "legal"),
    [
        (facts.PLAYED, "QS QS"),
        (~facts.PLAYED, "3D 4D"),
        (facts.HAND & facts.PLAYED, "QS QS"),
        (facts.HAND & ~facts.PLAYED, "3D 4D"),
        (~(facts.HAND & these("QS")), "3D 4D"),
    ],
    ids=str,
)
def test_a_set_has_both_copies_of_a_card_or_neither(keep: CardSet, legal: str) -> None:
    rules = attrs.evolve(
        AMERICAN,
        deck=Pack(packs=3),
        players=4,
        opening=EldestLeads(),
        play=(FollowSuit(), OwnClauses((Clause(Where.LEAD, keep),))),
    )
    hand = "QS QS 3D 4D"
    assert legal_plays(rules, hand=hand, tricks=["QS 4S 5S 6S"], first_trick=False) == Cards(legal)


@attrs.frozen
class ShowsAt(Showing):
    """Every hand is shown that plays a card in some place."""

    when: Condition | None
    name: str = "shows-at"

    def describe(self, players: int) -> str:
        return "Show your hand."


@pytest.mark.parametrize(
    ("place", "number"),
    [(Where.OPENING, 1), (Where.FIRST, 2), (Where.LEAD, 5), (Where.FOLLOW, 6)],
    ids=str,
)
def test_a_hand_is_shown_in_the_place_that_the_condition_names(place: Where, number: int) -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, showing=ShowsAt(Condition(place)))
    game, seat = Game.new(rules).deal(seed=1), -1
    for _ in range(number):
        assert not any(game.view(None).table.shown)
        seat = game.to_act[0]
        game = game.play(game.legal_plays()[0])
    shown = game.view(None).table.shown
    assert [len(cards) for cards in shown] == [
        13 - (number + 3) // 4 if each == seat else 0 for each in range(4)
    ]


@pytest.mark.parametrize("fact", [facts.NEW_SUITS, facts.LAST_SUIT], ids=str)
def test_what_an_app_says_of_hearts_answers_no_other_question(fact: CardSet) -> None:
    rules = with_own(Clause(Where.LEAD, fact & these("3D")))
    with pytest.raises(HeartsError, match="ask how the earlier tricks were played"):
        legal_plays(rules, hand="2D 3D", played="2H 4H 5H 6H", hearts_broken=True)


@attrs.frozen
class LooksBack(PlayRule):
    """A rule as code, which asks for cards played before."""

    name: str = "looks-back"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable if table.played & Cards("QS") else playable.without("KS")

    def reason(self, card: Card, table: Table) -> str:
        return "not yet"

    def describe(self, players: int) -> str:
        return "Not yet."


def test_a_rule_as_code_sees_no_card_that_nobody_has_played() -> None:
    rules = attrs.evolve(AMERICAN, play=(*AMERICAN.play, LooksBack()))
    said: dict[str, Any] = {"hand": "KS 3D", "first_trick": False, "hearts_broken": False}
    with pytest.raises(HeartsError, match=r"cards were played to earlier tricks, .*: give played$"):
        legal_plays(rules, **said)
    assert legal_plays(rules, **said, played="2C 3C 4C 5C") == Cards("3D")
    assert legal_plays(rules, **said, played="2C 3C 4C QS") == Cards("3D KS")


def test_the_lowest_card_is_kept_where_a_costly_condition_holds() -> None:
    """Also from a hand of which the clause keeps every card: it is not left out as one without effect."""
    clause = Clause(Where.LEAD, these(Cards("2C..AC")), lowest=True, only_if=facts.DISCARDED)
    rules, tricks = with_own(clause), ["2D 2H 3D 4D"]
    assert legal_plays(rules, hand="4C 7C", tricks=tricks, hearts_broken=True) == Cards("4C")
