"""When a game is over, and who has won it."""

from __future__ import annotations

import itertools

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    Line,
    Rules,
    RulesError,
    ScoreSheet,
    Suit,
    score_game,
    variants,
)
from heartslib.cards import PACK
from heartslib.moves import Deal
from heartslib.rules import (
    CardValues,
    Contract,
    CountDown,
    DealerNamesContract,
    ExactTotals,
    NoMoon,
    NoTotalBelow,
    Partners,
    Reversed,
    Rounds,
    Step,
    Target,
    ThereAndBack,
    TotalRule,
)
from heartslib.rules.ending import places
from heartslib.sheet import Finished
from tests.helpers.positions import AMERICAN


def test_a_target_of_nothing_is_reached_by_the_highest_score() -> None:
    sides = ((0,), (1,))
    assert not Target(0).endless(frozenset(), ())
    assert Target(0).is_over(((-5, 0),), sides)
    assert not Target(0).is_over(((-5, -3),), sides)
    assert not Target(0, passed=True).is_over(((-5, 0),), sides)
    assert Target(-5).is_over(((-5, 3),), sides)
    assert not Target(-5).is_over(((-4, 8),), sides)


def test_a_side_of_two_can_be_ahead_of_a_side_of_one() -> None:
    ending, alone = Target(50, play_off=True), ((0,), (1,), (2,))
    assert ending.is_over(((60, 10, 10),), ((0,), (1, 2)))
    assert ending.is_over(((60, 10, 60),), alone)
    assert not ending.is_over(((60, 10, 10),), alone)
    good = Target(50, play_off=True, points_are_good=True)
    assert good.is_over(((60, 10, 10),), alone)
    assert not good.is_over(((60, 10, 60),), alone)


def test_the_side_with_the_fewest_points_is_ahead_unless_points_are_good() -> None:
    sides = ((0, 2), (1, 3))
    assert places((9, 1, 0, 1), sides) == (2, 1, 2, 1)
    assert places((9, 1, 0, 1), sides, highest_wins=True) == (1, 2, 1, 2)
    assert places((1, 0, 0, 1), sides) == (1, 1, 1, 1)
    assert places((9, 1, 9, 1), sides, pooled=True) == (2, 1, 2, 1)
    assert places((9, 1, 9, 1), sides, highest_wins=True, pooled=True) == (1, 2, 1, 2)
    pairs = attrs.evolve(AMERICAN, sides=Partners())
    good = attrs.evolve(pairs, ending=Target(points_are_good=True))
    assert pairs.leaders((9, 1, 0, 1)) == (1, 3)
    assert good.leaders((9, 1, 0, 1)) == (0, 2)


def test_a_game_that_has_turned_ends_at_0() -> None:
    sides = ((0,), (1,))
    assert not ThereAndBack(50).is_over(((50, 2), (40, 1)), sides)
    assert ThereAndBack(50).is_over(((50, 2), (40, 0)), sides)
    assert ThereAndBack(50).is_over(((50, 2), (40, -1)), sides)
    assert not ThereAndBack(50).is_over(((49, 2), (50, 0)), sides)


def test_only_the_last_round_can_win_outright() -> None:
    assert AMERICAN.winners((3, 1, 2, 1), ()) == (1, 3)
    usual, outright = ScoreSheet(4), ScoreSheet(4, winners=(0,))
    assert AMERICAN.winners((3, 1, 2, 1), (usual, outright)) == (0,)
    assert AMERICAN.winners((3, 1, 2, 1), (outright, usual)) == (1, 3)


def test_how_totals_change_belongs_to_the_end_of_the_game() -> None:
    rules = attrs.evolve(AMERICAN, totals=ExactTotals({100: 50}))
    assert "\n\nThe end of the game\n  A score of exactly 100 becomes 50" in rules.describe()


def test_players_who_tie_share_a_place_and_the_next_is_left_out() -> None:
    alone = ((0,), (1,), (2,), (3,))
    assert places((3, 7, 7, 20), alone) == (1, 2, 2, 4)
    assert places((3, 7, 7, 20), alone, highest_wins=True) == (4, 2, 2, 1)
    assert AMERICAN.places((3, 7, 7, 20)) == (1, 2, 2, 4)
    outright = ScoreSheet(4, winners=(3,))
    assert AMERICAN.places((3, 7, 7, 20), (outright,)) == (2, 3, 3, 1)
    game = Game.new(AMERICAN, scores=(9, 0, 9, 4))
    assert game.places == game.view(1).places == (3, 1, 3, 2)


@attrs.frozen
class HalvedTotals(TotalRule):
    """A rule of totals that does not say which way it moves them."""

    name: str = "halved"

    def describe(self, players: int) -> str:
        return "After each round all scores are halved."

    def adjusted(
        self,
        scores: tuple[int, ...],
        before: tuple[int, ...],
        course: tuple[tuple[int, ...], ...],
    ) -> tuple[int, ...]:
        return tuple(score // 2 for score in scores)


def test_a_rule_of_totals_may_move_them_either_way() -> None:
    downhill = attrs.evolve(AMERICAN, ending=Target(-50), moon=NoMoon())
    with pytest.raises(RulesError, match="no round subtracts points"):
        downhill.at(4).check_ending()
    attrs.evolve(downhill, totals=(HalvedTotals(),)).at(4).check_ending()


def test_the_goal_is_the_score_at_which_the_game_ends_or_turns() -> None:
    assert (Target(100).goal, Target(-1000).goal) == (100, -1000)
    assert (ThereAndBack(50).goal, CountDown(75).goal, Rounds(4).goal) == (50, 0, None)


@pytest.mark.parametrize(
    ("rule", "points", "start", "scores"),
    [
        (ExactTotals({100: 50}), (10, 8, 8, 0), 90, (80, 82, 82, 90)),
        (ExactTotals({80: 40}), (10, 8, 8, 0), 90, (40, 82, 82, 90)),
        (NoTotalBelow(0), (26, 0, 0, 0), 20, (0, 20, 20, 20)),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_points_are_subtracted_before_any_other_rule_of_totals(
    rule: TotalRule, points: tuple[int, ...], start: int, scores: tuple[int, ...], first: bool
) -> None:
    totals = (Reversed(0), rule) if first else (rule, Reversed(0))
    house = attrs.evolve(AMERICAN, players=4, totals=totals, ending=CountDown(start))
    assert score_game(house, rounds=[{"points": points}], insist=True).scores == scores


@pytest.mark.parametrize("scoring", [(), (CardValues({"JD": -10}),)])
def test_a_moon_that_nobody_can_shoot_ends_no_game(scoring: tuple[CardValues, ...]) -> None:
    house: Rules = attrs.evolve(AMERICAN, scoring=scoring)
    with pytest.raises(RulesError, match="would never end as printed: no round adds points"):
        Game.new(house)


@attrs.frozen
class Fined(Step):
    """A step that nobody can bound."""

    name: str = "fined"

    def describe(self, players: int) -> str:
        return "The dealer is fined 100."

    def lines(self, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
        return (Line(0, -100, "was fined", self.name),)


def test_what_has_no_bounds_may_end_a_game() -> None:
    king = variants.get("king")
    fined = Contract("fined", Fined())
    after = king.contracts.choices[6:]
    house = attrs.evolve(
        king,
        name="House",
        contracts=DealerNamesContract((fined, *after), in_order=1),
        ending=Target(-1000, points_are_good=True),
    )
    house.at(4).check_ending()
    good = attrs.evolve(house, contracts=DealerNamesContract(after, in_order=1))
    with pytest.raises(RulesError, match="printed: no round subtracts points"):
        good.at(4).check_ending()


def test_what_can_end_is_played_to_its_end() -> None:
    """King to -1000: seat 0 takes every trick of the rounds in which tricks and cards cost."""
    to = Target(-1000, points_are_good=True)
    game = Game.new(attrs.evolve(variants.get("king"), name="House", ending=to))
    strong = Cards(PACK).of(Suit.SPADES).without("2S") + Cards("AC")
    rest = [card for card in PACK if card not in strong and card != Card("2S")]
    while not game.is_over:
        hands = {0: strong}
        left = iter(rest)
        for seat in (1, 2, 3):
            lead = ["2S"] * (seat == (game.dealer or 1))  # the dealer leads it to seat 0
            hands[seat] = Cards(lead) + Cards(itertools.islice(left, 13 - len(lead)))
        game = game.apply(Deal([hands[seat] for seat in range(4)]))
        while game.phase.name == "play":
            spades = game.legal_plays().of(Suit.SPADES)
            game = game.play([*spades, *game.legal_plays()][0])
        game = game.score()
    assert game.scores == (-1120, 0, 0, 0)
