"""What a step may ask of who did what: who charged a card, who passed which cards to whom, who played it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    RulesError,
    ScoreSheet,
    record,
    score_game,
    score_hand,
    testing,
    variants,
)
from heartslib.bots import by_name
from heartslib.moves import ChooseMoon, Pass
from heartslib.rules import (
    TURBO_CHARGES,
    EndsWhenNothingCounts,
    Rules,
    Step,
    Taken,
    Term,
)
from heartslib.rules.counting.terms import Open
from heartslib.sampling import sample_hands
from heartslib.sampling.to_game import as_game
from heartslib.scorecard import read_json
from heartslib.simulate import CannotLower, simulate
from heartslib.simulate.lowering.rules import lowered
from heartslib.testing.play import a_suit_each, suit_by_suit
from tests.helpers.strategies import at_random, next_state

QUEEN = Card("QS")


@attrs.frozen
class ShowmanIsPaid(Step):
    """Whoever charged the queen gets 7 off from another who takes it."""

    name: str = "showman"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            for other in taken.sides:
                if other != side:
                    caught = taken.charged(side, QUEEN) * taken.count(other, QUEEN)
                    yield Term(side, -7 * caught, "had shown the queen that another took")

    def describe(self, players: int) -> str:
        return "Whoever charged Q♠ scores −7 if another takes it."


@attrs.frozen
class Gifts(Step):
    """A trick won with a card that one was passed costs 3; a heart that one passed on and takes back, 20."""

    name: str = "gifts"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            for card in Cards("2C..AC 2D..AD 2S..AS 2H..AH"):
                given = sum(taken.passed(other, side, card) for other in taken.sides)
                yield Term(side, 3 * given * taken.played(side, side, card), "won with a gift")
            away = sum(taken.passed(side, other, "AH") for other in taken.sides)
            yield Term(side, 20 * away * taken.count(side, "AH"), "took back A♥")

    def describe(self, players: int) -> str:
        return "Score 3 for each trick won with a card that you were passed, and 20 for A♥ if you passed it."


SHOWN = attrs.evolve(
    variants.get("turbo"), name="Showman", bonuses=(ShowmanIsPaid(),), charging=TURBO_CHARGES
)
PASSED = attrs.evolve(variants.get("american"), name="Gifts", bonuses=(Gifts(),))


def played_out(rules: Rules, seed: int) -> Game:
    rng, game = Random(seed), Game.new(rules).deal(seed=seed)
    while game.phase.name != "score":
        game = next_state(game, at_random, rng)
    return game


def extra(game: Game, step: str) -> list[int]:
    assert game.sheet is not None
    return extra_of(game.sheet, step)


def extra_of(sheet: ScoreSheet, step: str = "showman") -> list[int]:
    points = [0] * sheet.players
    for line in sheet.lines:
        points[line.seat] += line.points * (line.step == step)
    return points


@pytest.mark.parametrize("seed", range(12))
def test_whoever_showed_the_queen_is_paid_by_hand(seed: int) -> None:
    game = played_out(SHOWN, seed)
    wanted = [0] * 4
    for seat, cards in enumerate(game.table.charged or [Cards()] * 4):
        wanted[seat] -= 7 * (QUEEN in cards and QUEEN not in game.piles[seat])
    assert extra(game, "showman") == wanted


def test_some_of_these_rounds_pay_and_some_do_not() -> None:
    paid = [any(extra(played_out(SHOWN, seed), "showman")) for seed in range(12)]
    assert True in paid
    assert False in paid


@pytest.mark.parametrize("seed", range(12))
def test_a_gift_is_known_by_hand_from_the_moves(seed: int) -> None:
    game = played_out(PASSED, seed)
    wanted = [0] * 4
    passes = [move for move in game.history if isinstance(move, Pass)]
    for move in passes:
        taker = (move.seat + 1) % 4  # the first pass is to the left
        for trick in game.table.tricks:
            won_with = trick.cards[(taker - trick.leader) % 4]
            wanted[taker] += 3 * (trick.taker == taker and won_with in move.cards)
        wanted[move.seat] += 20 * ("AH" in move.cards and "AH" in game.piles[move.seat])
    assert len(passes) == 4
    assert extra(game, "gifts") == wanted


def test_games_with_such_steps_are_stored_and_keep_the_laws() -> None:
    for rules in (SHOWN, PASSED):
        game = played_out(rules, 3)
        own = record.make_converter([ShowmanIsPaid, Gifts])
        assert record.loads(record.dumps(game, converter=own), converter=own).sheet == game.sheet
        testing.check_rule(rules.bonuses[0], examples=4)
        testing.check_events(game)


def test_in_the_middle_of_a_round_nobody_learns_what_was_passed() -> None:
    game = Game.new(PASSED).deal(seed=5)
    rng = Random(1)
    while len(game.table.tricks) < 12:
        assert extra_so_far(game) == game.points_so_far
        game = next_state(game, at_random, rng)


def extra_so_far(game: Game) -> tuple[int, ...]:
    return tuple(
        sum(PASSED.at(4).in_force.points(card) for card in pile) for pile in game.table.piles
    )


def test_the_kernel_and_the_search_say_that_they_cannot_know() -> None:
    for rules, asked in ((SHOWN, "who charged which card"), (PASSED, "who passed which cards")):
        with pytest.raises(CannotLower, match=asked):
            lowered(rules.at(4).in_force)
        assert simulate(rules, rounds=4, seed=1, engine="python").rounds == 4


def test_what_is_not_known_is_asked_for_and_never_made_up() -> None:
    game = played_out(PASSED, 2)
    for rules in (SHOWN, PASSED):
        piles = played_out(rules, 2).piles
        with pytest.raises(HeartsError, match=r"^these rules ask who .*, which nobody has said$"):
            rules.at(4).in_force.count(rules.at(4).in_force.finished(piles, charged=Cards("QS")))
    with pytest.raises(HeartsError, match="ask who passed which cards to whom, and a position"):
        Game.new(PASSED).set_up(game.deals[0].hands, leader=0, waive=["opening-leader"])
    view = played(PASSED, 20).view(1)
    with pytest.raises(HeartsError, match="ask who passed which cards to whom, and a view"):
        as_game(view, sample_hands(view, Random(1)))
    assert view.legal_plays() or view.seat not in view.to_act


def played(rules: Rules, moves: int) -> Game:
    rng, game = Random(moves), Game.new(rules).deal(seed=moves)
    for _ in range(moves):
        game = next_state(game, at_random, rng)
    return game


def test_nobody_claims_where_it_matters_who_played_which_card() -> None:
    with pytest.raises(RulesError, match="nobody can claim the rest where a step asks who played"):
        attrs.evolve(PASSED, round_end=EndsWhenNothingCounts(claims=True))


def test_several_cards_that_a_side_charged_are_all_counted() -> None:
    charged = (Cards("QS JD"), Cards("TC"), Cards(), Cards())
    taken = Taken(SHOWN.at(4).in_force.finished((Cards(),) * 4, charged=charged))
    assert [taken.charged(side, "QS JD TC") for side in taken.sides] == [2, 1, 0, 0]


def test_spans_hold_what_may_come() -> None:
    rules = PASSED.at(4).in_force
    taken = Open(rules.finished((Cards(),) * 4, charged=(), tricks=played(PASSED, 0).table.tricks))
    (first, second, *_) = taken.sides
    for asked, low, high in (
        (taken.passed(first, second, "2C..4C"), 0, 3),
        (taken.played(first, second, "QS"), 0, 0),
        (taken.charged(first, "QS"), 0, 0),
    ):
        assert (getattr(asked, "low", asked), getattr(asked, "high", asked)) == (low, high)


def passes_of(game: Game) -> list[dict[int, Cards]]:
    """By hand: the first pass of American Hearts goes to the left."""
    given = {move.seat: move.cards for move in game.history if isinstance(move, Pass)}
    return [{(seat + 1) % 4: given[seat]} for seat in range(4)]


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_from_elsewhere_says_who_did_what(seed: int) -> None:
    shown, passed = played_out(SHOWN, seed), played_out(PASSED, seed)
    tricks, leader = passed.table.tricks, passed.table.tricks[0].leader
    gifts = passes_of(passed)
    assert passed.sheet is not None
    moon = "add" if any(line.step == "shoot-the-moon" for line in passed.sheet.lines) else None
    sheet = score_hand(PASSED, tricks=tricks, leader=leader, passed=gifts, moon=moon)
    assert sheet.totals == passed.sheet.totals or moon
    rounds = [{"tricks": tricks, "leader": leader, "passed": gifts, "moon": moon}]
    assert score_game(PASSED, rounds=rounds).sheets[0] == sheet
    charged = list(shown.table.charged or [Cards()] * 4)
    assert score_hand(SHOWN, taken=shown.piles, charged=charged) == shown.sheet


def test_a_hand_from_elsewhere_that_does_not_say_it_is_asked() -> None:
    shown, passed = played_out(SHOWN, 1), played_out(PASSED, 1)
    with pytest.raises(
        HeartsError, match=r"ask who charged which card, .*: give charged for each seat"
    ):
        score_hand(SHOWN, taken=shown.piles, charged="QS")
    # four cards are not four seats
    with pytest.raises(HeartsError, match="who charged which card"):
        score_hand(SHOWN, taken=shown.piles, charged=["QS", "JD", "TC", "AH"])
    each = score_hand(SHOWN, taken=shown.piles, charged=[["QS"], ["JD"], ["TC"], ["AH"]])
    assert extra_of(each) == [-7 * (QUEEN not in shown.piles[0]), 0, 0, 0]
    tricks, leader = passed.table.tricks, passed.table.tricks[0].leader
    with pytest.raises(
        HeartsError, match=r"ask who passed which cards to whom, .*: give passed for each"
    ):
        score_hand(PASSED, tricks=tricks, leader=leader)
    with pytest.raises(HeartsError, match="give tricks"):
        score_hand(PASSED, taken=passed.piles, passed=passes_of(passed))
    none: dict[int, str] = {}
    many: tuple[Any, ...] = (
        [none] * 3,
        [{4: "QS"}, none, none, none],
        ["QS", "", "", ""],
        [{1: "XX"}, none, none, none],
        [{1: "*H"}, none, none, none],
        [{1: "2C"}, {2: "2C"}, none, none],
        [{0: "2C"}, none, none, none],
        [{True: "2C"}, none, none, none],
        [[([1], "2C")], none, none, none],
    )
    for wrong in many:
        with pytest.raises(HeartsError, match="passed: "):
            score_hand(PASSED, tricks=tricks, leader=leader, passed=wrong)


def test_a_bot_chooses_how_its_moon_is_paid_without_knowing_what_others_passed() -> None:
    game, rng = Game.new(PASSED), Random(1)
    game = game.apply(a_suit_each(game))
    while game.phase.name != "moon":
        game = game.apply(suit_by_suit(game, rng))
    move = by_name("careful")(game.view(0))
    assert isinstance(move, ChooseMoon)
    late = played(PASSED, 20)
    view = late.view(late.to_act[0])
    for name in ("expert", "monte-carlo:4"):
        with pytest.raises(HeartsError, match="these rules ask who passed which cards to whom"):
            by_name(name)(view)


@pytest.mark.parametrize("seed", range(4))
def test_a_score_card_in_json_says_by_seat_what_was_passed(seed: int) -> None:
    game = played_out(PASSED, seed)
    tricks = [" ".join(map(str, trick.cards)) for trick in game.table.tricks]
    played_as: dict[str, Any] = {
        "tricks": tricks,
        "leader": game.table.tricks[0].leader,
        "moon": "add",
    }
    gifts = passes_of(game)
    one: dict[str, Any] = {**played_as, "passed": gifts}
    in_python = score_game(PASSED, rounds=[one])
    named = [{str(seat): str(cards) for seat, cards in each.items()} for each in gifts]
    text = json.dumps([{**played_as, "passed": named}])
    assert score_game(PASSED, rounds=read_json(text)[1]) == in_python


@pytest.mark.parametrize("giver", [{"4": "QS"}, {"01": "QS"}, {"one": "QS"}, "QS", 5])
def test_what_was_passed_to_no_seat_is_refused_in_json(giver: Any) -> None:
    text = json.dumps([{"tricks": ["2C 3C 4C 5C"], "leader": 0, "passed": [giver, {}, {}, {}]}])
    with pytest.raises(HeartsError, match="passed: "):
        score_game(PASSED, rounds=read_json(text)[1])
    with pytest.raises(HeartsError, match="passed must be a list"):
        score_game(
            PASSED,
            rounds=read_json(text.replace(f"[{json.dumps(giver)}, {{}}, {{}}, {{}}]", "5"))[1],
        )
