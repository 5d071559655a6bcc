"""Your own rule derives from the base class of its chapter, and says a thing once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import pytest

from heartslib import HEARTS, Card, Cards, Game, HeartsError, Rules, score_hand
from heartslib.formats.converter import BASES
from heartslib.rules import (
    Clause,
    EldestLeads,
    FollowSuit,
    Moon,
    NoneOf,
    Opening,
    PlayedOut,
    PlayRule,
    RoundEnd,
    ShootTheMoon,
    ShowHandOfHearts,
    Showing,
    Step,
    Taken,
    Term,
    facts,
)
from heartslib.rules.facts import Where, these
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.simulate.lowering.rules import lowered
from heartslib.table import Table
from heartslib.testing import check_rule
from tests.helpers.positions import AMERICAN


def evolved(**changes: Any) -> Rules:
    return attrs.evolve(AMERICAN, **changes)


@attrs.frozen
class Shaped:
    """It has all that a restriction has, but does not derive from the base class."""

    name: str = "shaped"
    clauses = FollowSuit.clauses
    narrow = FollowSuit.narrow
    hearts_broken = FollowSuit.hearts_broken
    following = FollowSuit.following
    reason = FollowSuit.reason
    describe = FollowSuit.describe


def test_a_rule_without_the_base_class_is_refused_with_its_name() -> None:
    said = r"play: Shaped\(name='shaped'\) is not a PlayRule; derive Shaped from heartslib.rules.PlayRule"
    with pytest.raises(HeartsError, match=said):
        evolved(play=Shaped())
    with pytest.raises(
        AssertionError, match=r"^Shaped belongs to no chapter: derive it from a base"
    ):
        check_rule(Shaped())


def test_a_choice_of_another_chapter_is_refused_with_those_there_are() -> None:
    said = (
        r"opening: FollowSuit\(.*\) is not an Opening; the choices are DealerLeads, .*, NamerLeads$"
    )
    with pytest.raises(HeartsError, match=said):
        evolved(opening=FollowSuit())


class OwnNarrow(FollowSuit):
    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable


class OwnLeader(EldestLeads):
    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        return dealer


class OwnOpeningPlay(EldestLeads):
    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable


class OwnEnd(PlayedOut):
    def is_over(self, table: Table, counting: Cards) -> bool:
        return False


class OwnShowing(ShowHandOfHearts):
    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        return False


class OwnLines(NoneOf):
    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        return ()


class OwnMoonLines(ShootTheMoon):
    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        return ()


class BothForms(PlayRule):
    """It says the same twice, or not the same: nobody can know."""

    name = "both"
    clauses = (Clause(Where.LEAD, ~these(HEARTS)),)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable

    def reason(self, card: Card, table: Table) -> str:
        return "no"

    def describe(self, players: int) -> str:
        return "No."


@pytest.mark.parametrize(
    ("chapter", "rule", "said"),
    [
        ("play", OwnNarrow(), "own narrow, so write clauses = None in it"),
        ("play", BothForms(), "own narrow, so write clauses = None in it"),
        ("opening", OwnLeader(), "own leader, so write leads = None in it"),
        ("opening", OwnOpeningPlay(), "own narrow, so write clauses = None in it"),
        ("round_end", OwnEnd(), "own is_over, so write early = None in it"),
        ("showing", OwnShowing(), "own shows, so write when = None in it"),
        ("bonuses", OwnLines("QS", 1), "own lines, so let its terms return None"),
        ("moon", OwnMoonLines(), "own lines, so let its terms return None"),
    ],
)
def test_a_method_beside_the_data_that_say_the_same_is_refused(
    chapter: str, rule: Any, said: str
) -> None:
    """Else the game would follow the one, and the kernel the other."""
    with pytest.raises(HeartsError, match=f"{chapter}: {type(rule).__name__} has its {said}$"):
        evolved(**{chapter: rule})
    with pytest.raises(AssertionError, match=said):
        check_rule(rule, AMERICAN, examples=1)


class _Named:
    name = "own"

    def describe(self, players: int) -> str:
        return "Ours."


class FreePlay(_Named, PlayRule):
    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable.without("QS")

    def reason(self, card: Card, table: Table) -> str:
        return "never"


class FreeEnd(_Named, RoundEnd):
    def is_over(self, table: Table, counting: Cards) -> bool:
        return len(table.played) >= 8


class FreeShowing(_Named, Showing):
    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        return False


class FreeMoon(_Named, Moon):
    """A moon that is written as lines."""

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        yield Line(3, 5, "for the moon")


class NoMoonAtAll(_Named, Moon):
    """A moon that says nothing pays nothing."""


def test_a_method_alone_takes_no_more_than_the_method() -> None:
    rules = evolved(
        play=(FollowSuit(), FreePlay()), round_end=FreeEnd(), showing=FreeShowing(), moon=FreeMoon()
    )
    game = Game.new(rules).deal(seed=3)
    while game.phase.name == "pass":
        seat = game.to_act[0]
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert len(game.table.played) == 8
    assert game.sheet is not None
    assert game.sheet.lines[-1].reason == "for the moon"
    taken = [[*HEARTS, "QS"], "", "", ""]
    assert score_hand(evolved(moon=NoMoonAtAll()), taken=taken).totals == (26, 0, 0, 0)


@attrs.frozen
class NoSpadeLead(PlayRule):
    """A restriction as a field, a class attribute or a property may state it."""

    name: str = "no-spade-lead"
    clauses = (Clause(Where.LEADING, ~(facts.HAND & these("QS KS AS"))),)

    def reason(self, card: Card, table: Table) -> str:
        return "no high spade is led"

    def describe(self, players: int) -> str:
        return "No high spade is led."


@attrs.frozen
class Fewest(Step):
    """A step of the caller."""

    name: str = "fewest"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            yield Term(side, taken.count(side, "JD"), "took the jack")

    def describe(self, players: int) -> str:
        return "The jack of diamonds costs 1 point."


@attrs.frozen
class TwoChapters(NoSpadeLead, Showing):
    """A restriction that is fine, and says in no way when a hand is shown."""

    when = 5


def test_a_rule_of_two_chapters_keeps_the_laws_of_both() -> None:
    with pytest.raises(
        AssertionError, match=r"the laws of Showing:\n- `when` is a Condition: .* is 5"
    ):
        check_rule(TwoChapters(), AMERICAN, examples=1)


def later_data(_: object) -> int:
    """What a later version may ask of a choice."""
    return 0


def later_method(_: object, players: int) -> int:
    """What it may call."""
    return players


def test_an_own_rule_lives_on_when_a_later_version_asks_for_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever base class gets a member: it has an answer for the classes that were there before."""
    for base in BASES:
        monkeypatch.setattr(base, "later_data", property(later_data), raising=False)
        monkeypatch.setattr(base, "later_method", later_method, raising=False)
    rules = evolved(play=(FollowSuit(), NoSpadeLead()), bonuses=Fewest())
    assert lowered(rules.at(4).in_force).players == 4
    assert Game.new(rules).deal(seed=1).phase.name == "pass"
    for rule in (NoSpadeLead(), Fewest()):
        assert check_rule(rule, AMERICAN, examples=2) == ()


def test_what_most_restrictions_have_in_common() -> None:
    rule, table = NoSpadeLead(), Table.ready(0, 4)
    assert rule.hearts_broken(table) is None
    assert rule.following(Card("2C")) is None
    assert Opening.leads.fget(EldestLeads()) is None
    assert RoundEnd.early.fget(FreeEnd()) is None
    assert Showing.when.fget(FreeShowing()) is None
    assert FreeShowing().when is None
