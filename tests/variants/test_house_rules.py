"""House rules, besides ``tests/scripts/house_rules.txt``: how scores are kept, who deals, who passes to whom."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    Rules,
    View,
    record,
    rulefile,
    score_game,
    variants,
)
from heartslib.bots import careful
from heartslib.bots.stakes import Stakes
from heartslib.cards import Suit
from heartslib.rules import (
    LEFT,
    CountDown,
    Ending,
    HighestCard,
    HolderLeads,
    KittyToNobody,
    LoserDeals,
    NoMoon,
    Partners,
    Reversed,
    Target,
    WinnerToLoser,
)
from heartslib.scorecard import read_csv, write_csv
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering.rules import lowered
from tests.helpers.strategies import at_random, next_state

AMERICAN, KITTY_HEARTS = variants.get("american"), variants.get("kitty_hearts")
DOWN = attrs.evolve(AMERICAN, name="Down", totals=Reversed(0), ending=CountDown(75))
EXACT = attrs.evolve(AMERICAN, name="Exact", ending=Target(100, passed=True, exact_wins=True))
SCORED = attrs.evolve(
    AMERICAN, name="Scored", dealer=LoserDeals(), passing=WinnerToLoser(), moon=NoMoon()
)
OPENED = attrs.evolve(AMERICAN, name="Opened", opening=HolderLeads("2C", then_taker_of="QS"))


def round_played(game: Game, seed: int = 0) -> Game:
    """The game after a round at random."""
    rng, number = Random(seed), game.round_number
    while game.round_number == number and not game.is_over:
        game = next_state(game, at_random, rng)
    return game


# scores that count down


@pytest.mark.parametrize("begun", [Game.new(AMERICAN), round_played(Game.new(AMERICAN))])
def test_a_game_that_begins_with_other_scores_is_a_new_game(begun: Game) -> None:
    """Or penalties would be read as what is left, and what is left as penalties."""
    with pytest.raises(
        HeartsError, match="a game of Down begins with the score 75, and this one began with 0"
    ):
        begun.change_rules(DOWN)
    with pytest.raises(HeartsError, match="begins with the score 0, and this one began with 75"):
        Game.new(DOWN).change_rules(AMERICAN)
    slower = attrs.evolve(DOWN, name="Slower", moon=NoMoon())
    assert Game.new(DOWN).change_rules(slower).scores == (75,) * 4


def test_scores_begin_at_75_and_the_highest_left_wins() -> None:
    card = score_game(
        rules=DOWN, rounds=[{"points": (20, 6, 0, 0)}, {"points": (13, 0, 13, 0)}], players=4
    )
    assert card.scores == (42, 69, 62, 75)
    assert card.places == (4, 2, 3, 1)
    assert card.payments() == (-80, 28, 0, 52)
    names, rounds = read_csv(write_csv(card))
    assert score_game(rules=DOWN, rounds=rounds, names=names).scores == card.scores
    card = score_game(rules=DOWN, rounds=[{"points": (26, 0, 0, 0)}] * 3, players=4, insist=True)
    assert (card.scores, card.is_over, card.winners) == ((-3, 75, 75, 75), True, (1, 2, 3))


def test_near_the_end_it_is_worth_more_to_keep_what_is_left() -> None:
    """Both in a round that ends the game and in one that nearly does."""
    stakes = Stakes(Game.new(DOWN, scores=(20, 20, 20, 20), round_number=2).deal(seed=1).view(0))
    for mine in (5, 20):
        assert (
            stakes.loss((mine, 0, 0, 0)) > stakes.loss((0, 0, 0, 0)) > stakes.loss((0, mine, 0, 0))
        )


def test_a_game_counts_down_to_its_end() -> None:
    game = Game.new(attrs.evolve(DOWN, ending=CountDown(30, play_off=True)), names=list("ABCD"))
    assert game.scores == (30, 30, 30, 30)
    points = [30] * 4
    while not game.is_over:
        before, game = game, round_played(game, seed=3 + game.round_number)
        taken = game.sheets[-1].totals
        points = [score - each for score, each in zip(points, taken, strict=True)]
        assert list(game.scores) == points
        assert not before.is_over
    assert min(points) <= 0
    assert game.winners == (points.index(max(points)),)
    assert record.loads(record.dumps(game)) == game


@pytest.mark.parametrize("count", [0, 1])
def test_a_game_that_counts_down_goes_on_from_elsewhere(count: int) -> None:
    game = Game.new(DOWN, scores=(15, 40, 75, 60), round_number=count)
    assert game.scores == (15, 40, 75, 60)
    after = round_played(game)
    before = zip(game.scores, after.sheets[-1].totals, strict=True)
    assert after.scores == tuple(score - points for score, points in before)
    with pytest.raises(HeartsError, match=r"with the scores \(0, 40, 75, 60\).* would be over"):
        Game.new(DOWN, scores=(0, 40, 75, 60), round_number=count)


def test_bots_shed_points_that_are_subtracted() -> None:
    rng, game = Random(5), Game.new(DOWN)
    while not game.is_over:
        seats = game.to_act
        if seats and seats[0] == 0:
            game = game.apply(careful(game.view(0)))
        else:
            game = next_state(game, at_random, rng)
    assert game.scores[0] == max(game.scores)


def test_nothing_left_is_printed_and_read_from_a_file() -> None:
    text = rulefile.dump(DOWN)
    assert rulefile.loads(text) == DOWN
    printed = DOWN.at(4).sentences()
    assert printed["The end of the game"] == [
        "The points of a round are subtracted from the scores.",
        "Everyone begins with 75 points.",
        "The game ends after the round in which someone is at 0 or below.",
        "The highest score wins; players who tie for it share the win.",
    ]


# exactly 100


def test_exactly_100_wins_for_a_side() -> None:
    rules = attrs.evolve(EXACT, players=4, sides=Partners(pooled=False))
    assert rules.winners((100, 30, 90, 40), ()) == (0, 2)
    assert rules.places((100, 30, 90, 40)) == (1, 2, 1, 2)
    assert rules.at(4).sentences()["The end of the game"][-1] == (
        "But a player with exactly 100 points after a round ends the game and wins it."
    )
    assert rulefile.loads(rulefile.dump(EXACT)) == EXACT


# who deals, and who passes to whom


def test_the_loser_deals() -> None:
    dealer = LoserDeals()
    assert dealer.next_dealer(0, 1, (Cards(),) * 4, (1, 2, 3, 4)) == 3
    assert dealer.next_dealer(0, 1, (Cards(),) * 4, (3, 1, 3, 1)) == 2
    assert dealer.next_dealer(2, 1, (Cards(),) * 4, (3, 1, 3, 1)) == 0
    assert dealer.next_dealer(2, 1, (Cards(),) * 4, (1, 1, 1, 1)) == 3


def test_what_the_scores_decide_is_kept_and_read_back() -> None:
    game = Game.new(SCORED)
    for seed in range(4):
        game = round_played(game, seed)
        worst = max(game.scores)
        assert game.scores[game.dealer] == worst
    assert record.loads(record.dumps(game)) == game
    assert rulefile.loads(rulefile.dump(SCORED)) == SCORED
    two = attrs.evolve(SCORED, players=2, deck=variants.get("chase_the_lady").deck)
    assert Game.new(two).deal(seed=1).view(0).pattern == LEFT
    three = WinnerToLoser().by_places((1, 2, 3), 2)
    assert three.name == "right"
    assert WinnerToLoser().later(5, 4) == WinnerToLoser()


# who opens


def lay_down(game: Game, hands: tuple[Cards, ...], leader: int, card: Card) -> Game:
    """The position after a lead from these hands."""
    left = [hand - Cards(card) if seat == leader else hand for seat, hand in enumerate(hands)]
    return game.set_up(left, leader=leader, trick=[card])


def test_a_position_of_a_later_round_is_laid_out_with_any_lead() -> None:
    hands = Game.new(OPENED).deal(seed=4).hands
    first = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    game = Game.new(OPENED).set_up(hands, leader=first)
    assert str(game.legal_plays()) == "2C"
    with pytest.raises(HeartsError, match="the opening lead must be 2C"):
        lay_down(Game.new(OPENED), hands, first, hands[first].without("2C")[0])
    scores, leader = (0, 13, 13, 0), (first + 1) % 4
    later = Game.new(OPENED, scores=scores, round_number=1, leader=leader, dealer=0)
    game = later.set_up(hands, leader=leader)
    assert game.legal_plays() == hands[leader].without(Cards("2H-AH"))
    card = hands[leader].without(Cards("2H-AH"))[-1]
    assert lay_down(later, hands, leader, card).to_act == ((leader + 1) % 4,)
    view = View.set_up(
        OPENED, seat=leader, hand=hands[leader], round_number=1, leader=leader, dealer=0
    )
    assert view.legal_plays() == game.legal_plays()


def test_both_openings_are_printed() -> None:
    assert OPENED.at(4).sentences()["The opening lead"] == [
        "In the first round, the player with 2♣ leads it to the first trick.",
        "In later rounds, whoever took Q♠ in the round before leads any legal card.",
    ]
    assert rulefile.loads(rulefile.dump(OPENED)) == OPENED


def test_the_leader_after_a_round_in_which_nobody_took_the_queen_is_printed() -> None:
    """The kitty that nobody gets may hold it."""
    dead = attrs.evolve(KITTY_HEARTS, kitty=KittyToNobody(), opening=OPENED.opening)
    nobody = "; if nobody did, the same player does as in the first round."
    assert dead.at(4).sentences()["The opening lead"][-1].endswith(nobody)
    taken = attrs.evolve(dead, kitty=KITTY_HEARTS.kitty)
    assert not taken.at(4).sentences()["The opening lead"][-1].endswith(nobody)


@pytest.mark.parametrize("rules", [DOWN, EXACT, SCORED, OPENED], ids=lambda rules: rules.name)
def test_a_choice_of_the_house_is_described_in_short(rules: Rules) -> None:
    assert rules.name in rules.describe(short=True)
    assert "The rules are the same" not in AMERICAN.diff(rules)


# in the kernel


def test_the_kernel_keeps_its_code_for_trumps() -> None:
    plain = [
        lowered((attrs.evolve(AMERICAN, tricks=HighestCard(trumps))).at(4).in_force).plain
        for trumps in (None, Suit.SPADES)
    ]
    assert plain == [True, False]


@pytest.mark.parametrize(
    ("ending", "totals", "unknown"),
    [
        (Target(-100), Reversed(0), "Reversed"),
        (CountDown(), Reversed(0), "CountDown"),
        (EXACT.ending, (), "Target"),
    ],
)
def test_a_moon_that_the_rules_pay_needs_an_ending_that_the_kernel_knows(
    ending: Ending, totals: Any, unknown: str
) -> None:
    moon = attrs.evolve(AMERICAN.moon, automatic=True)  # type: ignore[misc]
    rules = attrs.evolve(AMERICAN, moon=moon, ending=ending, totals=totals)
    start = (ending.start,) * 4
    with pytest.raises(CannotLower, match=f"does not know {unknown}"):
        lowered(rules.at(4).in_force, start)
    with pytest.raises(CannotLower, match="does not know the scores before the round"):
        lowered(rules.at(4).in_force)
    assert lowered(attrs.evolve(rules, moon=AMERICAN.moon).at(4).in_force).players == 4
