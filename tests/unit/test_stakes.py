"""What the points of a round are worth in the game that is played."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Game, Rules, View, variants
from heartslib.bots.stakes import Stakes
from heartslib.rules import ExactTotals, Pack, Rounds, Target
from heartslib.rules.scoring import Step
from heartslib.sheet import Finished, Line, ScoreSheet


@attrs.frozen
class Lines(Step):
    """A step of lines alone: nobody can say how much it may give."""

    name = "lines"

    def lines(self, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
        """None."""
        return ()

    def describe(self, players: int) -> str:
        """What it says."""
        return "Nothing more counts."


AMERICAN = variants.get("american")


def _view(rules: Rules, scores: tuple[int, ...]) -> View:
    return attrs.evolve(Game.new(rules).deal(seed=1).view(0), scores=scores)


def test_early_on_points_count_against_those_of_the_others() -> None:
    stakes = Stakes(_view(AMERICAN, (0, 0, 0, 0)))
    assert not stakes.are_high
    assert stakes.loss((6, 9, 3, 0)) == 6 - 4
    assert stakes.loss((0, 26, 26, 26)) == -26


def test_partners_count_together_and_good_points_the_other_way() -> None:
    partners = variants.get("partnership")
    view = _view(partners, (0, 0, 0, 0))
    assert Stakes(view).loss((5, 8, 5, 8)) == 5 - 8
    good = attrs.evolve(AMERICAN, ending=Rounds(9, points_are_good=True))
    assert Stakes(_view(good, (0, 0, 0, 0))).loss((6, 9, 3, 0)) == 4 - 6


def test_near_the_end_it_is_the_game_that_counts() -> None:
    """At 95 to 70, six points lose the game and four do not; those who win it share it."""
    stakes = Stakes(_view(AMERICAN, (95, 70, 70, 70)))
    assert stakes.are_high
    lost, alive = stakes.loss((6, 20, 0, 0)), stakes.loss((4, 22, 0, 0))
    assert lost > alive + 1
    ahead = Stakes(_view(AMERICAN, (70, 95, 80, 90)))
    won, shared = ahead.loss((0, 26, 0, 0)), ahead.loss((10, 16, 0, 0))
    assert won < shared  # 70 against 80 at the end; 80 against 80
    assert won == pytest.approx(0.01 * -26 / 3 - 4 * 13)
    assert shared == pytest.approx(0.01 * (10 - 16 / 3) - 4 * 13 / 2)
    assert ahead.loss((0, 0, 26, 0), (2,)) > ahead.loss((0, 0, 26, 0), (0,)) + 50


def test_a_total_that_changes_is_worth_what_it_becomes() -> None:
    """Exactly 100 becomes 50: six points at 94 are better than five."""
    rules = attrs.evolve(AMERICAN, totals=(ExactTotals({100: 50}),), ending=Target(150))
    stakes = Stakes(_view(rules, (94, 80, 80, 80)))
    assert stakes.are_high
    assert stakes.loss((6, 20, 0, 0)) < stakes.loss((5, 21, 0, 0))


def test_a_step_that_says_no_bounds_is_played_for_points() -> None:
    rules = attrs.evolve(AMERICAN, scoring=(*AMERICAN.scoring, Lines()))
    assert not Stakes(_view(rules, (99, 99, 99, 99))).are_high


def test_the_card_shown_says_how_much_a_round_can_bring() -> None:
    """The stakes are those of a game in which what the card makes count always counts."""
    tetka = variants.get("tetka")
    game = Game.new(tetka, scores=(3, 9, 5, 7), round_number=3, dealer=2).deal(seed=1)
    steps = game.in_force.scoring_now
    alike = attrs.evolve(tetka, name="Always", deck=Pack(), scoring=steps)
    other = Game.new(alike, scores=(3, 9, 5, 7), round_number=3, dealer=2).deal(hands=game.hands)
    points = (1, 2, 0, 6)
    for seat in range(4):
        assert Stakes(game.view(seat)).loss(points) == Stakes(other.view(seat)).loss(points)
