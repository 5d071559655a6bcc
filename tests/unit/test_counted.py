"""Points as people count them at the table, and points that no round can give."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, Line, Table, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.phases import ScorePhase
from heartslib.rules import Moon, Needs, NoTricksBonus, Pack, RoundEnd, Step, Taken, Term
from heartslib.rules.counting.attainable import refused
from heartslib.rules.counting.terms import Seats
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
    assert refused(two.at(5).in_force, (32, 20, 0, 0, 0)) is None
    assert "no way to take" in str(refused(two.at(5).in_force, (999, 0, 0, 0, 0)))


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


@attrs.frozen
class Jewel(Step):
    """Each trick with the queen, or each queen that came without one, costs more."""

    loose: bool = False
    name: str = "jewel"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            asked = taken.from_kitty if self.loose else taken.holding
            yield Term(side, 40 * asked(side, Card("QS")), "took the jewel")

    def describe(self, players: int) -> str:
        return "The queen of spades is a jewel."


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("slug", ["american", "kitty_hearts", "cancellation", "golden_ten"])
def test_the_points_of_a_round_are_not_refused_for_how_its_cards_came(
    slug: str, loose: bool
) -> None:
    """Nobody knows with which tricks they did, or whether with a kitty."""
    book = variants.get(slug)
    rules, rng = attrs.evolve(book, name="House", bonuses=(*book.bonuses, Jewel(loose))), Random(4)
    for players in rules.players:
        game = Game.new(rules, players)
        while not isinstance(game.phase, ScorePhase):
            game = next_state(game, at_random, rng)
        totals = game.phase.sheet.totals
        assert refused(game.in_force, totals, game.scores) is None, (players, totals)


def test_a_card_came_with_a_trick_or_with_a_kitty() -> None:
    def said(points: tuple[int, ...], *, loose: bool = False, **changes: Any) -> str:
        rules = attrs.evolve(AMERICAN, bonuses=Jewel(loose), **changes)
        return str(refused(rules.at(len(points)).in_force, points) or "")

    assert said((53, 13, 0, 0)) == ""
    assert said((13, 13, 0, 0), loose=True) == ""
    assert said((13, 13, 0, 0)) != "" != said((53, 13, 0, 0), loose=True)
    kitty: dict[str, Any] = {"players": 3, "deck": Pack(kitty=4)}
    for loose in (False, True):
        assert said((53, 13, 0), loose=loose, **kitty) == ""
        assert said((13, 13, 0), loose=loose, **kitty) == ""
        assert said((93, 13, 0), loose=loose, **kitty) != ""
    # in two packs, both queens are in one trick or in two
    two: dict[str, Any] = {"players": 8, "deck": Pack(packs=2)}
    assert said((66, 26, *[0] * 6), **two) == said((106, 26, *[0] * 6), **two) == ""
    assert said((26, 26, *[0] * 6), **two) != ""


def test_a_moon_may_ask_with_which_tricks_cards_came() -> None:
    """Whoever holds a queen that came in no trick has shot it, if there is a kitty."""

    @attrs.frozen
    class Stolen(Moon):
        name: str = "stolen"

        def shot(self, taken: Taken, side: Seats) -> int:
            return taken.holding(side, Card("QS"))

        def terms(self, taken: Taken) -> Iterator[Term]:
            for side in taken.sides:
                yield Term(side, 5 * self.shot(taken, side), "has the queen")

        def describe(self, players: int) -> str:
            return "Whoever takes the queen of spades in a trick scores 5 more."

    own = attrs.evolve(AMERICAN, moon=Stolen())
    assert refused(own.at(4).in_force, (18, 13, 0, 0)) is None
    assert refused(own.at(4).in_force, (13, 13, 0, 0)) is not None
