"""The count of a round in cases worked out by hand: moons, tricks, charges, two packs, sides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACK,
    Cards,
    Game,
    Line,
    Rules,
    ScoreSheet,
    rulefile,
    score_hand,
    variants,
)
from heartslib.cards import CardsLike
from heartslib.errors import RulesError
from heartslib.rules import (
    CANCELLING,
    NO_PASSING,
    CardValues,
    EldestLeads,
    EveryoneAlone,
    FullSet,
    KittyTo,
    Needs,
    NoMoon,
    NoneOf,
    NoRoundBelow,
    NoTricksBonus,
    Pack,
    PlayedOut,
    Rounds,
    Sides,
    Step,
    TrickValues,
)
from heartslib.rules.deck import AMERICAN as AMERICAN_PACK
from heartslib.sheet import Finished
from heartslib.testing.play import at_random, next_state

AMERICAN = variants.get("american")


def evolved(rules: Rules, **chapters: object) -> Rules:
    return attrs.evolve(rules, name="House", **chapters)  # type: ignore[arg-type]


# the bonus for no trick ----------------------------------------------------------------------


# tricks --------------------------------------------------------------------------------------


TWO_PACKS = Rules(
    name="Two packs",
    players=4,
    deck=Pack(packs=2),
    passing=NO_PASSING,
    opening=EldestLeads(),
    play=(),
    scoring=TrickValues(holding={"QC": 5}),
    moon=NoMoon(),
    ending=Rounds(1),
)


def test_a_card_of_the_kitty_counts_with_it() -> None:
    rules = evolved(
        TWO_PACKS, deck=Pack(kitty=4), kitty=KittyTo(), scoring=TrickValues(holding={"QC": 5})
    )
    hands = [*Cards(PACK).without("QC 2C 3C 4C")]
    game = Game.new(rules).deal(hands=[hands[seat::4] for seat in range(4)], kitty="QC 2C 3C 4C")
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    taker = game.table.tricks[0].taker
    assert taker is not None
    assert game.sheet is not None
    assert str(game.sheet) == f"seat {taker} took QC with the kitty: +5"


@pytest.mark.parametrize("both", [True, False])
def test_all_the_tricks_together_are_all_copies(both: bool) -> None:
    rules = evolved(TWO_PACKS, scoring=TrickValues(holding={"QC": 5}, together=100))
    tricks = ["QC 2C 2D 3D", "QC 3C 4D 5D" if both else "2S QC AS 5D"]
    sheet = score_hand(rules, tricks=tricks, leader=0, players=4, partial=True)
    assert sheet.totals == ((110, 0, 0, 0) if both else (5, 0, 5, 0))


def test_a_claimed_card_counts_with_the_tricks_of_the_claimant() -> None:
    rules = evolved(
        AMERICAN,
        passing=NO_PASSING,
        round_end=PlayedOut(claims=True),
        scoring=TrickValues(holding={"QC": 5}),
        moon=NoMoon(),
    )
    game = Game.new(rules).deal(seed=1)
    claimant = game.to_act[0]
    game = game.claim(claimant)
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    assert str(game.sheet) == f"seat {claimant} took the trick with QC: +5"


def test_a_trick_that_nobody_won_counts_for_whoever_gets_its_cards() -> None:
    rules = evolved(TWO_PACKS, tricks=CANCELLING, scoring=TrickValues({1: 10}, each=1, most=100))
    tricks = ["2C 2C 3C 3C", "5C 4C 6C 7C"]
    sheet = score_hand(rules, tricks=tricks, leader=0, players=4, partial=True)
    assert sheet.totals == (0, 0, 0, 10 + 2)
    game = Game.new(rules).deal(seed=1)
    while game.phase.name != "score":
        game = next_state(game, at_random, Random(len(game.history)))
    counts = [line.points for line in (game.sheet or sheet).lines if "trick" in line.reason]
    assert sum(counts) >= 10 + 26 + 100, "all 26 tricks count for somebody"
    assert sum(game.table.tricks_taken) == 26


# points so far -------------------------------------------------------------------------------


def test_tricks_taken_count_at_once() -> None:
    game = Game.new(variants.get("kierki")).deal(seed=3)
    for number in range(1, 14):
        for _ in range(4):
            game = game.play(game.legal_plays()[0])
        assert sum(game.points_so_far) == number
        assert game.points_so_far == game.view(0).points_so_far == game.view(None).points_so_far
    assert game.sheet is not None
    assert game.points_so_far == game.sheet.totals


def test_what_may_still_change_does_not_count_yet() -> None:
    rules = evolved(
        AMERICAN,
        passing=NO_PASSING,
        scoring=(
            TrickValues({1: 10, -1: 20}, most=40),
            NoneOf("2C 3C", 80),
            NoTricksBonus(160),
        ),
        moon=NoMoon(),
    )
    hands: list[CardsLike] = [CLUBS, DIAMONDS, "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", HEARTS]
    game = Game.new(rules).deal(hands=hands)
    assert game.points_so_far == (0, 0, 0, 0)
    for card in ["2C", "2D", "2S", "2H"]:
        assert game.points_so_far == (0, 0, 0, 0), "the first trick is not taken"
        game = game.play(card)
    assert game.points_so_far == (10, 0, 0, 0), "somebody else may take 3C"
    for card in ["3C", "3D", "3S", "3H"]:
        game = game.play(card)
    assert game.points_so_far == (10, 80, 80, 80)
    while game.phase.name == "play":
        assert game.points_so_far == (10, 80, 80, 80)
        game = game.play(game.legal_plays()[0])
    assert game.points_so_far == (10 + 20 + 40, 80 + 160, 80 + 160, 80 + 160)


def test_the_tricks_still_to_come_are_those_of_the_hands_without_the_kitty_offered() -> None:
    rules = evolved(
        AMERICAN,
        players=4,
        passing=NO_PASSING,
        deck=Pack(kitty=8),
        kitty=KittyTo(exchanged=True),
        scoring=TrickValues({-11: 7}),
        moon=NoMoon(),
    )
    game = Game.new(rules).deal(seed=1)
    while game.phase.name != "kitty":
        game = game.play(game.legal_plays()[0])
    taker = game.to_act[0]
    assert game.view(taker).offered == 8
    assert [game.points_so_far[taker], sum(game.points_so_far)] == [7, 7], (
        "of eleven tricks, the first is taken"
    )
    assert game.view(taker).points_so_far == game.view(None).points_so_far == game.points_so_far


@attrs.frozen
class Always(Step):
    """Your own step without terms: a point for seat 0, in the middle of a round as well."""

    name: str = "always"

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        yield Line(0, 1, "always")

    def describe(self, players: int) -> str:
        return "Seat 0 gets a point."


class OfCards(Always):
    @property
    def needs(self) -> Needs:
        return Needs(Cards(), tricks=False)


@pytest.mark.parametrize(
    ("step", "points"), [(Always(), 0), (OfCards(), 1)], ids=lambda step: type(step).__name__
)
def test_your_own_step_without_terms_counts_in_the_middle_of_a_round_if_it_needs_no_tricks(
    step: Always, points: int
) -> None:
    rules = evolved(AMERICAN, scoring=step, moon=NoMoon(), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    while not game.table.tricks:
        game = game.play(game.legal_plays()[0])
    assert game.points_so_far == (points, 0, 0, 0)
    rest = Cards(PACK) - "AC AD AS AH"
    game = Game.new(rules).set_up(["AC", "AD", "AS", "AH"], leader=0, taken=["", "", "", rest])
    assert game.points_so_far == (points, 0, 0, 0), "nobody knows the tricks"


def test_what_may_yet_be_taken_counts_for_steps_that_add_up_points() -> None:
    steps = CardValues({"JD": -10}), FullSet("QS", {"QS": 13}), NoRoundBelow(0)
    rules = evolved(AMERICAN, scoring=steps, moon=NoMoon())
    hands = ["2C 3C", "4C 5C", "6C 7C", "8C QS"]
    taken = Cards(PACK) - Cards(" ".join(hands))
    game = Game.new(rules).set_up(hands, leader=0, taken=[taken, "", "", ""])
    assert game.points_so_far == (-10, 0, 0, 0), "with QS, nothing would be raised to 0"
    for card in ("2C", "4C", "6C", "8C", "QS", "3C"):
        game = game.play(card)
    assert game.points_so_far == (-10, 0, 0, 0), "the trick is not over"
    for card in ("5C", "7C"):
        game = game.play(card)
    assert game.points_so_far == (0, 0, 0, 13)


# suits and packs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "step", "points"),
    [
        (3, CardValues({DIAMONDS: 1}), 12),
        (5, CardValues({CLUBS: 1, HEARTS: 1}), 12 + 13),
        (3, NoneOf(PACK, 1), 0),
        (3, FullSet(DIAMONDS, {DIAMONDS: 1}), 0),
    ],
)
def test_a_suit_means_its_cards_in_the_pack(players: int, step: CardValues, points: int) -> None:
    rules = evolved(
        AMERICAN, players=players, deck=Pack(removals=AMERICAN_PACK), scoring=step, moon=NoMoon()
    )
    pack = rules.deck.cards(players)
    assert len(pack) < 52
    assert sum(map(rules.at(players).in_force.points, pack)) == points
    Game.new(rules, players).deal(seed=1)


def test_a_rulebook_file_means_the_same_by_a_suit() -> None:
    text = 'name = "D"\nplayers = 3\n[[scoring]]\nrule = "CardValues"\nvalues = {diamonds = 1}\n'
    rules = rulefile.loads(text)
    assert sum(map(rules.at(3).in_force.points, rules.deck.cards(3))) == 12


def test_sides_share_no_seat_and_leave_none_out() -> None:
    @attrs.frozen
    class Odd(Sides):
        given: tuple[tuple[Any, ...], ...]
        pooled: bool = False
        name: str = "odd"

        def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
            return self.given

        def describe(self, players: int) -> str:
            return "Odd sides."

    for given in (((0, 1), (1, 2)), ((0, 1), (2, "3")), ((0, 1), (2, 4))):
        with pytest.raises(RulesError, match="every seat must be on exactly one side, not"):
            evolved(AMERICAN, sides=Odd(given))
    assert evolved(AMERICAN, sides=EveryoneAlone()).sides == EveryoneAlone()
