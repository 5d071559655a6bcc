"""Clauses and facts as values: how they read, and what is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import (
    HEARTS,
    Card,
    Cards,
    HeartsError,
    Rules,
    RulesError,
    Table,
    explain_play,
    legal_plays,
)
from heartslib.ask import _UNKNOWN_TRICKS  # pyright: ignore[reportPrivateUsage]
from heartslib.rules import Clause, FollowSuit, HeartsMustBeBroken, Where, facts, these
from heartslib.rules.clauses import place_of
from heartslib.rules.facts import CardSet
from heartslib.rules.play import clauses_of, left_by
from heartslib.simulate.lowering import CannotLower, lowered
from heartslib.table import Trick
from tests.helpers.positions import AMERICAN


@attrs.frozen
class Own:
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
    ("cards", "text"),
    [
        (facts.PLAYED & these("QS"), "facts.PLAYED & these('QS')"),
        (~these(HEARTS), f"~these({str(HEARTS)!r})"),
        (these("KS QS"), "these('QS KS')"),
        (facts.NEW_SUITS & facts.CHARGED, "facts.CHARGED & facts.NEW_SUITS"),
        (~(facts.HAND & facts.SUIT_LED), "~(facts.HAND & facts.SUIT_LED)"),
    ],
    ids=str,
)
def test_a_set_reads_as_it_is_written(cards: CardSet, text: str) -> None:
    assert repr(cards) == text
    assert eval(text, {"facts": facts, "these": these}) == cards  # noqa: S307


def test_not_twice_is_the_set_itself() -> None:
    waiting = facts.CHARGED & facts.NEW_SUITS
    assert ~~waiting == waiting
    assert ~~these("QS") == these("QS")
    with pytest.raises(
        RulesError, match=r"~ cannot be applied to facts.HAND & ~.* write two clauses"
    ):
        _ = ~(facts.HAND & ~facts.PLAYED)


def test_a_clause_is_checked_when_it_is_made() -> None:
    wrong: Any = "QS"
    with pytest.raises(
        RulesError, match=r"Clause: keep must be CardSet, not 'QS'; write these\('QS'\)$"
    ):
        Clause(Where.LEADING, wrong)
    with pytest.raises(
        RulesError, match=r"Clause: where must be Where, such as Where.OPENING, not 'QS'"
    ):
        Clause(wrong, facts.SUIT_LED)
    with pytest.raises(RulesError, match="Clause: unless must be CardSet, not 'QS'"):
        Clause(Where.LEADING, facts.SUIT_LED, unless=wrong)


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


def test_narrow_goes_before_clauses() -> None:
    class Free(FollowSuit):
        def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
            return playable.only("2C")

    hand, table = Cards("2C 3C"), Table(Trick(0, 4, (Card("4C"),)))
    assert clauses_of(Free()) is None
    assert left_by(Free(), hand, hand, table) == Cards("2C")
    assert left_by(FollowSuit(), hand, hand, table) == hand
    assert FollowSuit().narrow(hand, hand, table) == hand


def test_places_follow_from_the_table() -> None:
    card, later = (Card("4C"),), Cards("2C 3C 4C 5C")
    tables = [Table.ready(0, 4), Table(Trick(0, 4, card)), Table(Trick(0, 4), later)]
    assert [*map(place_of, tables)] == [Where.OPENING, Where.FIRST, Where.LEAD]
    assert place_of(Table(Trick(0, 4, (Card("AH"),)), later)) is Where.FOLLOW


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
    assert rules.legal(hand, table) == Cards("9D 9D")


def test_a_rule_of_ones_own_explains_itself_in_every_place() -> None:
    rules = with_own(Clause(Where.FOLLOWING, ~these("QS"), spare="AH"))
    assert str(legal_plays(rules, hand="QS 3D", trick="2H")) == "3D"
    assert str(legal_plays(rules, hand="QS AH", trick="2D")) == "QS AH"
    objection = explain_play(rules, "QS", hand="QS 3D", trick="2H")
    assert objection is not None
    assert (objection.rule, objection.reason) == ("own", "not now")


def test_the_kernel_takes_three_sets_away_and_no_more() -> None:
    less = ~facts.PLAYED & ~facts.IN_TRICK & ~facts.HAND
    assert lowered(with_own(Clause(Where.FOLLOW, less)), 4).players == 4
    with pytest.raises(
        CannotLower, match=r"takes at most 3 ~ in a set, not .*; use engine='python'"
    ):
        lowered(with_own(Clause(Where.FOLLOW, less & ~facts.CHARGED)), 4)


def test_a_fact_that_cannot_matter_is_not_looked_up() -> None:
    queen = facts.SUIT_LED & these("QS") & ~facts.NEW_SUITS
    clubs, spades = (
        attrs.evolve(Table.ready(0, 4), tricks=_UNKNOWN_TRICKS).with_card(Card(led))
        for led in ("2C", "2S")
    )
    assert queen.found(0, clubs) == 0
    with pytest.raises(HeartsError, match="depend on how the earlier tricks were played"):
        queen.found(0, spades)
