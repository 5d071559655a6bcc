"""The scoring steps."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, Line, ScoreSheet, View, score_hand, variants
from heartslib.cards import HEARTS, PACK
from heartslib.rules import (
    CHOICE,
    CardValues,
    Charging,
    FullSet,
    NoMoon,
    NoneOf,
    NoRoundBelow,
    NoTricksBonus,
    Pack,
    ScoreMultiplier,
    ShootTheMoon,
    Step,
    Target,
    TrickValues,
)
from heartslib.sheet import Finished
from tests.helpers.positions import AMERICAN


def test_a_set_counts_with_what_it_makes_costly() -> None:
    assert FullSet("QS", {"KS": 1}).needs.cards == Cards("QS KS")
    assert CardValues({"QS": 0, "KS": 1}).needs.cards == Cards("KS")


def test_points_of_a_round_that_is_over_are_those_of_its_sheet() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon(CHOICE, 26, automatic=True))
    assert score_hand(rules, taken=[[*HEARTS, "QS"], "", "", ""], scores=[0] * 4).totals == (
        0, 26, 26, 26
    )  # fmt: skip
    last = ["2H", "3C", "4C", "5C"]
    taken = Cards(PACK) - Cards(" ".join(last))
    game = Game.new(rules).set_up(last, leader=0, taken=[taken, "", "", ""])
    for card in last:
        assert game.points_so_far == (25, 0, 0, 0)
        game = game.play(card)
    assert game.phase.name == "score"
    assert game.points_so_far == game.phase.sheet.totals == (0, 26, 26, 26)  # type: ignore[union-attr]


def test_captured_cards_count_in_the_view_of_their_seat_alone() -> None:
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), moon=NoMoon())
    for seat, points in (0, (14, 0, 0, 0)), (1, (0, 0, 0, 0)):
        view = View.set_up(
            rules,
            seat=seat,
            hand="2C 3C",
            leader=0,
            captured="QS 2H" if not seat else "",
            captured_sizes=[2, 0, 0, 0],
            waive=["card-count", "opening-leader", "kitty-size"],
        )
        assert view.points_so_far == points


def test_partners_who_pool_complete_a_set_together() -> None:
    set_of_two = FullSet("QS KS", {"QS": 5})
    rules = attrs.evolve(variants.get("partnership"), scoring=set_of_two, moon=NoMoon())
    together = score_hand(rules, taken=["QS", "", "KS", ""], partial=True)
    assert together.totals == (5, 0, 5, 0)
    assert score_hand(rules, taken=["QS", "KS", "", ""], partial=True).totals == (0, 0, 0, 0)


@attrs.frozen
class OnePoint(Step):
    """A scoring step that says nothing of tricks."""

    name: str = "one-point"

    def lines(self, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
        return (Line(0, 1, "sits there"),)

    def describe(self, players: int) -> str:
        return "Seat 0 scores 1."


def test_a_step_that_does_not_say_may_count_tricks() -> None:
    rules = attrs.evolve(AMERICAN, scoring=(*AMERICAN.scoring, OnePoint()))
    assert not AMERICAN.at(4).in_force.counts_tricks
    assert rules.at(4).in_force.counts_tricks
    assert not rules.at(4).in_force.counts_every_trick
    assert TrickValues(each=1).needs.values == ()


@attrs.frozen
class Cancels(Charging):
    """Whoever charges the queen of spades makes it count for nothing."""

    name: str = "cancels"

    @property
    def cards(self) -> Cards:
        return Cards("QS")

    def most(self, charged: Cards) -> int:
        return 1 - len(charged)

    def factor(self, card: Card, charged: Cards) -> int:
        return 0 if card in charged else 1

    def describe(self, players: int) -> str:
        return "The queen of spades may be charged, and then counts for nothing."


def test_a_charge_may_make_a_card_count_for_nothing() -> None:
    rules = attrs.evolve(AMERICAN, charging=Cancels(), moon=NoMoon())
    taken = ["QS 2H", "3H", "", ""]
    assert rules.at(4).in_force.points(Card("QS"), Cards("QS")) == 0
    assert score_hand(rules, taken=taken, partial=True).totals == (14, 1, 0, 0)
    assert score_hand(rules, taken=taken, charged="QS", partial=True).totals == (1, 1, 0, 0)


def test_tricks_are_counted_as_people_do() -> None:
    usual = {3: "third", 21: "21st", 22: "22nd", 23: "23rd", 24: "24th", 101: "101st"}
    teens = {number: f"{number}th" for number in (10, 11, 12, 13, 19, 20, 111, 119, 120, 713)}
    tricks = {**usual, **teens, 121: "121st", -3: "third-last", -12: "12th-last"}
    values = dict.fromkeys(tricks, 1)
    *points, last = (f"1 for the {each} trick" for each in tricks.values())
    assert TrickValues(values).describe(2) == f"Score {', '.join(points)} and {last}."


@pytest.mark.parametrize(
    "step",
    [
        FullSet("QS", {"QS": 13}),
        NoneOf("QS", 5),
        NoTricksBonus(),
        NoRoundBelow(0),
        ScoreMultiplier("QS"),
        TrickValues(each=1),
    ],
    ids=lambda step: step.name,
)
def test_a_step_that_does_not_count_single_cards_makes_none_cost_anything(step: Step) -> None:
    rules = attrs.evolve(AMERICAN, scoring=step)
    assert rules.at(4).in_force.points(Card("QS")) == 0
    assert rules.at(4).in_force.penalty_cards == Cards()


@pytest.mark.parametrize("shot", [True, False])
def test_a_bonus_for_no_trick_goes_or_stays_with_a_moon(*, shot: bool) -> None:
    second = Cards("2C 2D 2S AS" if shot else "2C 2D QS AS")
    taken = [Cards(PACK) - second, second, Cards(), Cards()]
    counts = [12, 1, 0, 0]
    for despite in True, False:
        bonus = NoTricksBonus(-5, despite_moon=despite)
        rules = attrs.evolve(AMERICAN, bonuses=bonus)
        sheet = score_hand(rules, taken=taken, trick_counts=counts, moon="add", partial=True)
        lines = [line for line in sheet.lines if line.step == "no-tricks-bonus"]
        assert [line.seat for line in lines] == ([2, 3] if despite or not shot else [])
        assert any("moon" in line.reason for line in sheet.lines) is shot


@pytest.mark.parametrize(
    ("steps", "taken", "said"),
    [
        ([NoneOf(HEARTS, -5)], "QS", "took no heart"),
        ([NoneOf("2C 3C 4C 5C", -5)], "QS", "took none of 2C 3C 4C 5C"),
        ([NoneOf("2C 3C 4C 5C 6C", -5)], "QS", "took none of a set of 5 cards"),
        ([FullSet(HEARTS, {"2H": 5})], HEARTS, "took every heart"),
        ([FullSet("2C 3C 4C 5C", {"2C": 5})], "2C 3C 4C 5C", "took all of 2C 3C 4C 5C"),
        ([FullSet("2C 3C 4C 5C 6C", {"2C": 5})], "2C 3C 4C 5C 6C", "took the full set of 5 cards"),
        ([FullSet("QS", {"QS": 5})], "QS", "took QS"),
        ([FullSet("QS", {"QS": 5}, wording="{cards} counts more")], "QS", "QS counts more"),
    ],
)
def test_a_reason_does_not_name_many_cards(steps: list[Step], taken: Any, said: str) -> None:
    always = CardValues({"KS JD": 1})  # so that no set is of all the cards that score
    rules = attrs.evolve(AMERICAN, scoring=(*steps, always), moon=NoMoon())
    sheet = score_hand(rules, taken=[taken, Cards(PACK) - Cards(taken), "", ""])
    assert said in [line.reason for line in sheet.of(0)]


def test_sets_of_all_scoring_cards_are_named_as_such() -> None:
    thai, all_cards = variants.get("jab_moo"), Cards(HEARTS | "QS JD TC")
    sheet = score_hand(thai, taken=[all_cards, Cards(PACK) - all_cards, "", ""])
    assert "took every scoring card" in [line.reason for line in sheet.of(0)]
    assert "took no scoring card" in [line.reason for line in sheet.of(1)]


@pytest.mark.parametrize(
    ("slug", "taken", "charged", "said"),
    [
        ("gong_zhu", "TC", "", "took TC and no other scoring card: +50"),
        ("gong_zhu", "TC", "TC", "took TC (exposed) and no other scoring card: +100"),
        ("gong_zhu", "TC QS", "", "took TC: the round counts twice: −100"),
        ("gong_zhu", "TC QS", "TC", "took TC (exposed): the round counts four times: −300"),
        ("gong_zhu", "QS", "QS", "took QS, doubled by an exposed card: −200"),
        ("turbo", "TC QS", "TC", "took TC (charged): the round counts four times: +39"),
        ("turbo", "QS", "QS", "took QS, doubled by a charge: +26"),
        ("royal", "QH 2H", "", "QH doubles the hearts: +2"),
        ("royal", "QC QS", "", "QC cancels QS: −26"),
    ],
)
def test_reasons_of_published_games(slug: str, taken: str, charged: str, said: str) -> None:
    rules = variants.get(slug)
    sheet = score_hand(rules, taken=[taken, "", "", ""], charged=charged, partial=True)
    assert f"seat 0 {said}" in str(sheet).splitlines()


def test_values_say_which_way_they_count() -> None:
    assert CardValues({"QS": 13}).needs.signs == {1}
    assert CardValues({"JD": -10}).needs.signs == {-1}
    assert CardValues({"QS": 13, "JD": -10}).needs.signs == {1, -1}
    assert CardValues({}).needs.signs == set()
    taken_off = attrs.evolve(AMERICAN, scoring=CardValues({"QS": -3}), moon=NoMoon())
    assert Game.new(attrs.evolve(taken_off, ending=Target(-9, points_are_good=True))).to_act == ()


def test_tricks_without_a_value_cost_nothing() -> None:
    assert TrickValues().describe(4) == ""
