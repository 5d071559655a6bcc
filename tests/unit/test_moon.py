"""Who shot the moon, and how it is paid."""

from __future__ import annotations

import attrs
import pytest

from heartslib import HEARTS, Cards, IllegalMove, Line, ScoreSheet, score_hand, variants
from heartslib.moves import ChooseMoon
from heartslib.rules import ADD, SUBTRACT, CardValues, ShootTheMoon
from heartslib.rules.counting.terms import lines_of
from tests.helpers.positions import AMERICAN, moon_shot


def test_how_a_moon_is_paid_is_one_of_the_choices() -> None:
    with pytest.raises(IllegalMove) as error:
        moon_shot().choose_moon("double")
    assert (error.value.rule, error.value.move) == ("moon-choice", ChooseMoon(0, "double"))


def test_a_view_after_the_round_has_the_points_of_the_sheet() -> None:
    game = moon_shot()
    assert game.phase.name == "moon"
    game = game.choose_moon("add")
    for seat in (0, 1, None):
        view = game.view(seat)
        assert view.sheet is not None
        assert view.points_so_far == view.sheet.totals == (0, 26, 26, 26)


def test_without_penalty_cards_a_further_card_is_nomoon_shot() -> None:
    rules = attrs.evolve(AMERICAN, scoring=(), moon=ShootTheMoon(ADD, also="JD"))
    piles = (Cards("JD"), Cards(), Cards(), Cards())
    assert rules.at(4).in_force.finished(piles).shooter == ()
    queen = attrs.evolve(rules, scoring=CardValues({"QS": 13}))
    assert queen.at(4).in_force.finished(piles).shooter == ()
    assert queen.at(4).in_force.finished((Cards("JD QS"), *piles[1:])).shooter == (0,)


def test_partners_who_shot_the_moon_together_are_both_named() -> None:
    rules = attrs.evolve(variants.get("partnership"), moon=ShootTheMoon(ADD))
    sheet = score_hand(rules, taken=[HEARTS, "", "QS", ""], partial=True)
    assert sheet.lines[-1].reason == "pays for seat 0's and seat 2's moon"
    assert sheet.lines[-1].others == (0, 2)


def test_a_moon_is_paid_in_one_way() -> None:
    moon = ShootTheMoon((ADD, SUBTRACT))
    rules = attrs.evolve(AMERICAN, moon=moon)
    finished = rules.at(4).in_force.finished(
        (AMERICAN.at(4).in_force.penalty_cards, *[Cards()] * 3)
    )
    lines = lines_of(moon, finished, ScoreSheet(4, (Line(0, 26, "took all"),)))
    assert str(lines[0]) == "seat 0 shot the moon, so the cards taken do not count: −26"
    assert [line.seat for line in lines[1:]] == [1, 2, 3]


def test_a_moon_without_a_choice_is_refused_by_the_rule_of_the_choice() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon((ADD, SUBTRACT)))
    with pytest.raises(IllegalMove) as error:
        score_hand(rules, taken=[AMERICAN.at(4).in_force.penalty_cards, "", "", ""], partial=True)
    assert error.value.rule == "moon-choice"
