"""Points as people count them at the table, and points that no round can give."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import Cards, Game, Line, Table, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.phases import ScorePhase
from heartslib.rules import Needs, NoTricksBonus, Pack, RoundEnd, Step
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


def test_what_cannot_be_decided_is_taken() -> None:
    """Steps without terms, and searches that take too long."""
    own = attrs.evolve(AMERICAN, bonuses=Unsaid())
    assert refused(own.at(4).in_force, (500, 0, 0, 0)) is None
    assert refused(variants.get("gong_zhu").at(4).in_force, (1, 1, 1, 1)) is None


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
    assert refused(sudden.at(4).in_force, (1, 1, 1, 1)) is None
    assert "no way to take" in str(refused(sudden.at(4).in_force, (27, 0, 0, 0)))
    two = attrs.evolve(AMERICAN, players=5, deck=Pack(packs=2, kitty=4), bonuses=NoTricksBonus())
    assert refused(two.at(5).in_force, (999, 0, 0, 0, 0)) is None, (
        "copies in one trick are not known"
    )


def test_a_moon_of_other_cards_is_possible() -> None:
    """Any twelve hearts shoot it, so no card is needed for it, and each seat may have them."""
    own = attrs.evolve(AMERICAN, moon=HalfMoon(LeftPays()))
    for taken in (["QS", str(HEARTS - "2H"), "2H", ""], ["QS", "AH", str(HEARTS - "AH"), ""]):
        totals = score_hand(own, taken=taken, moon="more").totals
        assert refused(own.at(4).in_force, totals) is None
    assert refused(own.at(4).in_force, (1, 1, 1, 1)) is not None


@pytest.mark.parametrize("slug", variants.all())
def test_the_points_of_a_round_are_never_refused(slug: str) -> None:
    rules, rng = variants.get(slug), Random(slug)
    for players in rules.players:
        game = Game.new(rules, players)
        while not isinstance(game.phase, ScorePhase):
            game = next_state(game, rng.choice([at_random, with_care]), rng)
        totals = game.phase.sheet.totals
        assert refused(game.in_force, totals, game.scores) is None, (players, totals)
