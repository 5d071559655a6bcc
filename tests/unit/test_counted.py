"""Points as people count them at the table, and points that no round can give."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Line, Table, score_game, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.moves import IllegalMove
from heartslib.phases import ScorePhase
from heartslib.rules import Needs, NoTricksBonus, Pack, RoundEnd, Step
from heartslib.rules.counted import from_counts
from heartslib.rules.reach import refused
from heartslib.sheet import Finished, ScoreSheet
from heartslib.testing import at_random, next_state, with_care
from tests.helpers.own_steps import HalfMoon, LeftPays


@attrs.frozen
class Unsaid(Step):
    """A step without terms."""

    name: str = "unsaid"

    @property
    def needs(self) -> Needs:
        return Needs(Cards(), tricks=False)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> list[Line]:
        return [Line(0, 500, "for luck")]

    def describe(self, players: int) -> str:
        return "Whoever sits first scores 500."


AMERICAN = variants.get("american")
OMNIBUS = variants.get("omnibus")
JD = ["", "", "JD", ""]


def test_points_are_counted_at_the_table() -> None:
    sheet = score_hand(AMERICAN, counted=[4, 14, 8, None])
    assert sheet.totals == (4, 14, 8, 0)
    assert [str(line) for line in sheet.lines] == [
        "seat 0 as counted elsewhere: +4",
        "seat 1 as counted elsewhere: +14",
        "seat 2 as counted elsewhere: +8",
    ]
    card = score_game(AMERICAN, rounds=[{"counted": [4, 14, 8, 0]}, {"counted": [1, None, 0, 0]}])
    assert card.scores == (5, 39, 8, 0)
    assert score_game(AMERICAN, rounds=[{"counted": [4, 14, None]}]).players == 3


def test_all_points_on_one_seat_are_a_moon() -> None:
    """It is paid as the house pays it; where it has a choice, the choice is asked for."""
    moon: dict[str, Any] = {"counted": [26, 0, 0, None]}
    with pytest.raises(
        HeartsError, match="round 1: seat 0 shot the moon: give moon='add' or moon="
    ):
        score_game(AMERICAN, rounds=[moon])
    for choice, points in (("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0))):
        assert score_game(AMERICAN, rounds=[moon | {"moon": choice}]).points == (points,)
    spot = variants.get("spot")
    assert score_hand(spot, counted=[0, None, 0, 0], moon="add").totals == (129, 0, 129, 129)
    partners = variants.get("partnership")
    with pytest.raises(IllegalMove, match="seats 0 and 2 shot the moon"):
        score_hand(partners, counted=[4, 0, 22, 0])
    assert score_hand(partners, counted=[4, 14, 8, 0]).totals == (12, 14, 12, 14)


@pytest.mark.parametrize(
    ("slug", "given", "totals"),
    [
        ("omnibus", {"counted": [4, 14, 8, 0], "taken": JD}, (4, 14, -2, 0)),
        (
            "omnibus_bicycle",
            {"counted": [4, 14, 8, 0], "taken": ["", "", "TD", ""]},
            (4, 14, -2, 0),
        ),
        ("spot", {"counted": [25, 15, 89, 0]}, (25, 15, 89, 0)),
        ("cancellation", {"counted": [26, 26, 0, 0, 0]}, (26, 26, 0, 0, 0)),
        (
            "turbo",
            {"counted": [4, 27, 8, 0], "taken": ["", "TC", "JD", ""], "charged": "QS"},
            (4, 54, -2, 0),
        ),
        ("barbu", {"counted": [-4, -20, -6, None], "contract": "no-hearts"}, (-4, -20, -6, 0)),
    ],
)
def test_what_the_pack_holds_follows_from_the_rules(
    slug: str, given: Any, totals: tuple[int, ...]
) -> None:
    assert score_hand(variants.get(slug), **given).totals == totals


def test_a_bonus_for_no_trick_asks_for_the_tricks() -> None:
    house = attrs.evolve(AMERICAN, bonuses=NoTricksBonus())
    with pytest.raises(HeartsError, match="or trick_counts with how many each seat took"):
        score_hand(house, counted=[4, 14, 8, 0])
    counts = [4, 4, 5, 0]
    assert score_hand(house, counted=[4, 14, 8, 0], trick_counts=counts).totals == (4, 14, 8, -5)
    with pytest.raises(HeartsError, match="seat 0 took 4 points but no trick"):
        score_hand(house, counted=[4, 14, 8, 0], trick_counts=[0, 4, 4, 5])


UNCOUNTED = "do not settle the score under these rules: give taken, what each seat took, instead of"
WRONG: list[tuple[str, Any, str]] = [
    (
        "american",
        [4, 14, 9, 0],
        "the points counted add up to 27, and those of all penalty cards to 26",
    ),
    ("american", [4, 14, 9, None], r"no way to take the penalty cards counts \(4, 14, 9, -1\)"),
    ("american", [12, 12, 1, 1], r"no way to take the penalty cards counts \(12, 12, 1, 1\)"),
    ("spot", [1, 128, 0, 0], "no way to take the penalty cards"),
    (
        "american",
        [None, None, 1, 2],
        "counted must be 4 whole numbers, or None for one of them, not",
    ),
    (
        "american",
        [True, None, 1, 2],
        "counted must be 4 whole numbers, or None for one of them, not",
    ),
    (
        "american",
        [1.5, None, 1, 2],
        "counted must be 4 whole numbers, or None for one of them, not",
    ),
    ("american", [1] * 7, "counted is for 7 players"),
    ("american", "4 14 8 0", "counted must be a whole number for each seat, not '4 14 8 0'"),
    (
        "omnibus",
        [4, 14, 8, 0],
        "do not say who took JD: give taken too, with JD for whoever took it",
    ),
    ("gong_zhu", [0, 0, 0, -200], UNCOUNTED),
    ("slobberhannes", [1, 1, 1, 0], UNCOUNTED),
    ("bassadewitz", [60, 60, 0, 0], UNCOUNTED),
]


@pytest.mark.parametrize(("slug", "counted", "said"), WRONG)
def test_points_that_cannot_have_been_counted_are_refused(
    slug: str, counted: Any, said: str
) -> None:
    with pytest.raises(HeartsError, match=said):
        score_hand(variants.get(slug), counted=counted)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 3}, "counted must be 3 whole numbers"),
        ({"taken": ["QS", "", "", ""]}, "QS would count twice: it is among the points counted"),
        ({"taken": ["JD", "JD", "", ""]}, "JD is given more often than the pack has it"),
    ],
)
def test_what_is_given_with_counted_points_fits_them(given: Any, said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        score_hand(OMNIBUS, **{"counted": [4, 14, 8, 0], "taken": ["", "", "JD"]} | given)


@pytest.mark.parametrize(
    ("slug", "points", "said"),
    [
        ("american", (1, 1, 1, 1), "they add up to 4, and those of a round to −26, 26 or 78"),
        ("american", (1000, -1000, 7, 7), "they add up to 14, and those of a round to"),
        ("american", (13, 60, 3, 0), "they add up to 76, and those"),
        ("american", (26, 0, 0, 0), "no way to take the cards scores that, moons included"),
        ("american", (12, 12, 1, 1), "no way to take the cards scores that, moons included"),
        ("american", (39, -13, 0, 0), "no way to take the cards scores that, moons included"),
        ("american", (-100, 0, 0, 126), "no way to take the cards scores that, moons included"),
        ("black_maria", (12, 12, 2), "no way to take the cards scores that$"),
        ("omnibus", (4, 14, 8, 0), "they add up to 26, and those of a round to −36, 16 or 68"),
        ("omnibus", (26, -10, 0, 0), "no way to take the cards scores that"),
        ("spot", (33, 33, 32, 32), "they add up to 130, and those of a round to −129, 129 or 387"),
        ("turbo", (1000, 0, 0, 0), "no way to take the cards"),
        ("partnership", (10, 10, 10, 10), "they add up to 20, and those of a round to"),
        ("knaves", (100, 0, 0), "no way to take"),
    ],
)
def test_points_that_no_round_gives_are_refused(
    slug: str, points: tuple[int, ...], said: str
) -> None:
    rules = variants.get(slug)
    if rules.contract_names:
        rules = rules.under(rules.contract_names[0])
    assert said.strip("$") in refused(rules.in_force, points)
    if said.endswith("$"):
        assert refused(rules.in_force, points) == said[:-1]


POSSIBLE = [
    ("american", (0, 26, 26, 26)), ("american", (0, -26, 0, 0)), ("american", (25, 1, 0, 0)),
    ("american", (14, 4, 4, 4)), ("omnibus", (16, 0, 0, 0)), ("omnibus", (20, 6, -10, 0)),
    ("omnibus", (-10, 26, 26, 26)), ("omnibus", (0, 26, 16, 26)), ("turbo", (20, 16, -10, 0)),
    ("gong_zhu", (-200, 0, 0, 100)), ("partnership", (20, 6, 20, 6)),
    ("partnership", (0, 26, 0, 26)), ("bassadewitz", (5, -100, 7, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "points"), POSSIBLE)
def test_points_that_a_round_gives_are_taken(slug: str, points: tuple[int, ...]) -> None:
    assert refused(variants.get(slug).in_force, points) == ""


def test_who_insists_gets_any_points() -> None:
    with pytest.raises(HeartsError) as error:
        score_game(AMERICAN, rounds=[{"counted": [4, 14, 8, 0]}, {"points": [1, 1, 1, 1]}])
    assert str(error.value) == (
        "round 2: no round of American Hearts gives the points (1, 1, 1, 1): they add up to 4, and "
        "those of a round to −26, 26 or 78; give counted, the points of the penalty cards that each "
        "player took, or insist=True"
    )
    insisted: list[Any] = [
        {"rounds": [{"points": [1, 1, 1, 1]}], "insist": True},
        {"rounds": [{"points": [1, 1, 1, 1], "insist": True}]},
    ]
    for given in insisted:
        assert score_game(AMERICAN, **given).scores == (1, 1, 1, 1)
    refused: list[tuple[Any, str]] = [
        ({"rounds": [{"counted": [1, 1, 1, 1], "insist": True}]}, "insist is about points: give"),
        (
            {"rounds": [{"points": [1, 1, 1, 1], "insist": 1}]},
            "insist must be True or False, not 1",
        ),
        ({"rounds": [], "insist": "yes"}, "insist must be True or False, not 'yes'"),
    ]
    for given, said in refused:
        with pytest.raises(HeartsError, match=said):
            score_game(AMERICAN, **given)


def test_running_scores_are_seen() -> None:
    rounds = [{"points": [4, 14, 8, 0]}, {"points": [17, 22, 13, 0]}]
    with pytest.raises(
        HeartsError, match=r"as scores after the round .* the points \(13, 8, 5, 0\)"
    ):
        score_game(AMERICAN, rounds=rounds)


def test_what_cannot_be_decided_is_taken() -> None:
    """A contract that is not known, steps without terms, and searches that take too long."""
    barbu = variants.get("barbu")
    assert score_game(barbu, rounds=[{"points": [7, 7, 7, 7]}]).scores == (7,) * 4
    with pytest.raises(HeartsError, match="no round of Barbu: king of hearts gives the points"):
        score_game(barbu, rounds=[{"points": [7] * 4, "contract": "king-of-hearts"}])
    own = attrs.evolve(AMERICAN, bonuses=Unsaid())
    assert refused(own.in_force, (500, 0, 0, 0)) == ""
    assert refused(variants.get("gong_zhu").in_force, (1, 1, 1, 1)) == ""


@attrs.frozen
class Sudden(RoundEnd):
    """A round that may end with cards that nobody takes."""

    name: str = "sudden"

    def is_over(self, table: Table, counting: Cards) -> bool:
        return False

    def describe(self, players: int) -> str:
        return "A round may end at any time."


def test_cards_that_nobody_may_take_leave_the_sum_open() -> None:
    sudden = attrs.evolve(AMERICAN, round_end=Sudden())
    assert refused(sudden.in_force, (1, 1, 1, 1)) == ""
    assert "no way to take" in refused(sudden.in_force, (27, 0, 0, 0))
    two = attrs.evolve(AMERICAN, players=5, deck=Pack(packs=2, kitty=4), bonuses=NoTricksBonus())
    assert refused(two.in_force, (999, 0, 0, 0, 0)) == "", "copies in one trick are not known"


def test_counted_points_are_a_rule_of_the_round() -> None:
    rules = from_counts(AMERICAN.in_force, (4, 14, 8, None), (Cards(),) * 4, Cards())[1]
    assert rules.sentences(4)["Scoring"] == ["Score what was counted."]


def test_a_moon_of_other_cards_is_possible() -> None:
    """Any twelve hearts shoot it, so no card is needed for it, and each seat may have them."""
    own = attrs.evolve(AMERICAN, moon=HalfMoon(LeftPays()))
    for taken in (["QS", str(HEARTS - "2H"), "2H", ""], ["QS", "AH", str(HEARTS - "AH"), ""]):
        totals = score_hand(own, taken=taken, moon="more").totals
        assert refused(own.in_force, totals) == ""
    assert refused(own.in_force, (1, 1, 1, 1)) != ""


@pytest.mark.parametrize("slug", variants.all())
def test_the_points_of_a_round_are_never_refused(slug: str) -> None:
    rules, rng = variants.get(slug), Random(slug)
    for players in rules.players:
        game = Game.new(rules, players)
        while not isinstance(game.phase, ScorePhase):
            game = next_state(game, rng.choice([at_random, with_care]), rng)
        totals = game.phase.sheet.totals
        assert refused(game.in_force, totals, game.scores) == "", (players, totals)
