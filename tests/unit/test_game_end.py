"""The end of a game, and what one round decides for the next: winners, dealers, leaders."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Game, HeartsError, Rules, record, variants
from heartslib.events import GameOver, ScoreEntered
from heartslib.rules import (
    NO_PASSING,
    Sides,
    Target,
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
    assert rules.leaders((14, 14, 12, 12, 12)) == (2, 3, 4)
    assert rules.leaders((13, 13, 13, 13, 13)) == (0, 1, 2, 3, 4)
    assert not rules.is_over(((13, 13, 13, 13, 13),)), "a tie is played off"
    assert rules.is_over(((14, 14, 12, 12, 12),))
    apart = attrs.evolve(rules, sides=TwoAgainstThree(pooled=False))
    assert apart.leaders((7, 7, 4, 4, 4)) == (2, 3, 4)
    assert apart.leaders((7, 7, 5, 5, 5)) == (0, 1), "separate scores are added together"


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
