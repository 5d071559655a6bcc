"""The end of a game, and what one round decides for the next: winners, dealers, leaders."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Game, HeartsError, Rules, record, variants
from heartslib.cards import Cards
from heartslib.errors import RulesError
from heartslib.events import GameOver, ScoreEntered
from heartslib.rules import (
    CANCELLING,
    NO_PASSING,
    CardValues,
    ExactTotals,
    HolderLeads,
    LowestClubLeads,
    NoMoon,
    NoTotalBelow,
    Reversed,
    Rounds,
    Sides,
    TakerDeals,
    Target,
    ThereAndBack,
)

AMERICAN = variants.get("american")


@attrs.frozen
class TwoAgainstThree(Sides):
    """Seats 0 and 1 against seats 2, 3 and 4, who pool their tricks."""

    pooled: bool = True
    name: str = "two-against-three"

    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        return (0, 1), (2, 3, 4)

    def describe(self, players: int) -> str:
        return "Two play against three."


class OneAgainstTwo(TwoAgainstThree):
    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        return (0,), (1, 2)


def house(**chapters: object) -> Rules:
    return attrs.evolve(AMERICAN, name="House", **chapters)  # type: ignore[arg-type]


def test_a_lone_player_ties_with_the_figure_of_a_side() -> None:
    rules = house(players=3, sides=OneAgainstTwo(), ending=Target(10, play_off=True))
    assert rules.is_over(((16, 8, 8),)), "8 is less than 16, though both partners carry it"
    assert not rules.is_over(((16, 16, 16),))


def test_pooled_sides_of_different_sizes_win_by_their_figure() -> None:
    rules = house(players=5, sides=TwoAgainstThree(), ending=Target(10, play_off=True))
    sides = rules.sides.seats(5)
    assert rules.leaders((14, 14, 12, 12, 12), sides) == (2, 3, 4)
    assert rules.leaders((13, 13, 13, 13, 13), sides) == (0, 1, 2, 3, 4)
    assert not rules.is_over(((13, 13, 13, 13, 13),)), "a tie is played off"
    assert rules.is_over(((14, 14, 12, 12, 12),))
    apart = attrs.evolve(rules, sides=TwoAgainstThree(pooled=False))
    assert apart.leaders((7, 7, 4, 4, 4), sides) == (2, 3, 4)
    assert apart.leaders((7, 7, 5, 5, 5), sides) == (0, 1), "separate scores are added together"


def test_of_two_takers_the_one_nearest_the_dealers_left_deals() -> None:
    piles = (Cards("QS"), Cards(), Cards("QS"), Cards())
    deals = [TakerDeals("QS").next_dealer(dealer, 1, piles, (1,) * 4) for dealer in range(4)]
    assert deals == [2, 2, 0, 0]


def test_of_two_takers_the_one_nearest_the_dealers_left_leads() -> None:
    opening = HolderLeads("2S", any_card=True, then_taker_of="QS")
    piles = (Cards("QS"), Cards(), Cards("QS"), Cards())
    assert [opening.leader_after(piles, dealer) for dealer in range(4)] == [2, 2, 0, 0]
    assert opening.leader_after((Cards(),) * 4, 1) is None


def test_only_a_leader_whom_no_round_decides_must_hold_the_card_in_a_position() -> None:
    chase, gong_zhu = variants.get("chase_the_lady"), variants.get("gong_zhu")
    hands = Game.new(attrs.evolve(chase, passing=NO_PASSING), 4).deal(seed=1).hands
    holder = next(seat for seat, hand in enumerate(hands) if "2S" in hand)
    other = (holder + 1) % 4
    with pytest.raises(
        HeartsError, match=f"seat {holder} leads to the first trick, not seat {other}"
    ):
        Game.new(chase, 4).set_up(hands, leader=other)
    assert Game.new(gong_zhu, 4).set_up(hands, leader=other).to_act == (other,)


def test_of_two_holders_the_one_nearest_the_dealers_left_leads() -> None:
    hands = (Cards("2C"), Cards("3C"), Cards("2C"), Cards("4C"))
    assert [LowestClubLeads().leader(hands, dealer) for dealer in range(4)] == [2, 2, 0, 0]


def test_the_order_among_equal_cards_is_printed_where_there_are_any() -> None:
    order = "nearest the dealer's left"
    cancellation = variants.get("cancellation")
    taker = attrs.evolve(cancellation, name="House", dealer=TakerDeals("QS"))
    assert order in " ".join(taker.describe(6).split())
    assert order not in " ".join(cancellation.describe(6).split())
    assert order not in house(dealer=TakerDeals("QS")).describe(4)


@pytest.mark.parametrize(
    ("chapters", "why"),
    [
        ({"ending": ThereAndBack(50)}, r"nothing subtracts points from 50 on .*Reversed\(50\)"),
        (
            {"ending": ThereAndBack(50), "totals": Reversed(75)},
            r"nothing subtracts points from 50 on",
        ),
        (
            {"ending": ThereAndBack(50), "totals": NoTotalBelow(0)},
            r"nothing subtracts points from 50 on",
        ),
        (
            {"ending": ThereAndBack(50), "totals": (Reversed(50), NoTotalBelow(1))},
            "no score falls below 1",
        ),
        (
            {
                "ending": ThereAndBack(50),
                "totals": Reversed(50),
                "scoring": CardValues({"QS": -13}),
                "moon": NoMoon(),
            },
            "no round adds points",
        ),
        ({"ending": Target(-10), "totals": NoTotalBelow(0)}, "no score falls below 0"),
        (
            {"ending": Target(-10), "totals": (NoTotalBelow(0), ExactTotals({20: 30}))},
            "no score falls below 0",
        ),
        (
            {"ending": Target(-10, passed=True), "totals": NoTotalBelow(-10)},
            "no score falls below -10",
        ),
        (
            {"ending": Target(-10), "moon": NoMoon(), "totals": ExactTotals({20: 30})},
            "no round subtracts points",
        ),
        (
            {"ending": Target(10), "scoring": CardValues({"QS": -13}), "moon": NoMoon()},
            "no round adds points",
        ),
        (
            {
                "ending": Target(0, passed=True),
                "scoring": CardValues({"QS": -13}),
                "moon": NoMoon(),
            },
            "no round adds points",
        ),
    ],
)
def test_a_game_that_cannot_end_as_printed_is_refused(
    chapters: dict[str, object], why: str
) -> None:
    with pytest.raises(RulesError, match=f"House would never end as printed: {why}"):
        Game.new(house(**chapters))


@pytest.mark.parametrize(
    "chapters",
    [
        {"ending": ThereAndBack(50), "totals": (Reversed(50), NoTotalBelow(0))},
        {"ending": Target(-10), "totals": NoTotalBelow(-10)},
        {"ending": Target(-10), "totals": (NoTotalBelow(0), ExactTotals({50: -50}))},
        {"ending": Target(-10), "moon": NoMoon(), "totals": Reversed(50)},
        {"ending": Rounds(3), "totals": NoTotalBelow(0)},
        {"ending": Target(0), "scoring": CardValues({"QS": -13}), "moon": NoMoon()},
    ],
)
def test_a_game_that_can_end_is_not(chapters: dict[str, object]) -> None:
    assert Game.new(house(**chapters)).phase.name == "deal"


def test_a_finished_round_counts_when_the_host_ends_the_game() -> None:
    game = Game.new(variants.get("dame_de_pique")).deal(seed=7)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert game.phase.name == "score"
    sheet = game.sheet
    assert sheet is not None
    over = game.stop()
    assert over.is_over
    assert over.scores == sheet.totals
    assert over.sheets == (sheet,)
    assert over.winners == game.score().stop().winners
    assert over.events(0, game) == (
        ScoreEntered(sheet, sheet.totals),
        GameOver(over.winners),
    )
    assert record.loads(record.dumps(over)) == over


def test_a_round_in_progress_does_not() -> None:
    game = Game.new(variants.get("dame_de_pique")).deal(seed=7).play("5C")
    assert game.stop().scores == (0, 0, 0, 0)
    assert game.stop().sheets == ()


def test_cancelling_needs_no_taker_of_a_card() -> None:
    rules = attrs.evolve(
        variants.get("cancellation"), name="House", tricks=CANCELLING, dealer=TakerDeals("QS")
    )
    with pytest.raises(HeartsError):
        Game.new(rules, 3)
    assert rules.dealer.next_dealer(2, 1, (Cards(),) * 6, (1,) * 6) == 3, (
        "nobody took it: the deal moves left"
    )
