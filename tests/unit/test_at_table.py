"""A rulebook at a table, and what the end of a game asks of its course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, RulesError, score_hand, variants
from heartslib.bots import careful
from heartslib.cards import HEARTS, PACK
from heartslib.rules import (
    CHOICE,
    Charges,
    CountDown,
    Moon,
    Reversed,
    RoundRules,
    ShootTheMoon,
    TableRules,
    Taken,
    Target,
    Term,
)
from heartslib.rules.counting.attainable import refused
from heartslib.rules.counting.terms import Seats
from heartslib.rules.deck import shuffled
from tests.helpers.positions import AMERICAN

AUTOMATIC = ShootTheMoon(CHOICE, 26, automatic=True)
ALL = [[*HEARTS, "QS"], "", "", ""]


def test_the_number_of_a_table_is_its_only_one() -> None:
    """Cancellation Hearts for eleven: 104 cards, nine each, and five aside."""
    table = variants.get("cancellation").at(11)
    assert isinstance(table, TableRules)
    assert (table.numbers, table.usual_players, table.players) == ((11,), 11, 11)
    assert (len(table.pack), table.hand_size, table.kitty_size) == (104, 9, 5)
    assert table.at(11) is table is table.with_number(11)
    now = table.in_force
    assert isinstance(now, RoundRules)
    assert now.at(11) is now
    for rules in (table, now):
        with pytest.raises(
            RulesError, match=r"^this is Cancellation Hearts for 11 players, not for"
        ):
            rules.at(8)


def test_what_a_contract_makes_of_the_pack_is_asked_under_it() -> None:
    """Barbu: nothing costs in tricks, each heart in hearts, and the four queens in queens."""
    barbu = variants.get("barbu").at(4)
    assert barbu.under("no-tricks").penalty_cards == Cards()
    assert barbu.under("no-hearts").penalty_cards == HEARTS
    assert barbu.under("no-queens").penalty_cards == Cards("QC QD QS QH")
    with pytest.raises(RulesError, match=r"take rules\.at\(4\)\.under\('no-tricks'\)"):
        _ = barbu.in_force


@pytest.mark.parametrize(
    ("changes", "asks"),
    [
        ({"ending": Target(100)}, False),
        ({"ending": CountDown(100), "totals": Reversed(0)}, True),
        ({"ending": Target(-100), "totals": Reversed(75)}, True),
    ],
)
def test_the_course_is_asked_for_only_where_it_matters(changes: dict[str, Any], asks: bool) -> None:
    rules = attrs.evolve(AMERICAN, name="House", moon=AUTOMATIC, **changes)
    table = rules.at(4)
    assert table.asks_course is asks
    given: dict[str, Any] = {"taken": ALL, "scores": [rules.ending.start] * 4}
    if asks:
        with pytest.raises(
            HeartsError, match=r"the scores after each earlier round.*: give course$"
        ):
            score_hand(rules, **given)
    assert sum(score_hand(rules, course=[], **given).totals) in {78, -26}


def test_a_count_down_asks_for_the_last_scores_alone() -> None:
    assert not CountDown(100).asks_course


def test_more_chargeable_cards_than_can_be_tried_leave_all_points_possible() -> None:
    """Nine cards may be charged in 512 ways."""
    charging = Charges(dict.fromkeys([f"{rank}H" for rank in "23456789T"], HEARTS))
    rules = attrs.evolve(AMERICAN, charging=charging).at(4).in_force
    assert refused(rules, (999, 1, 1, 1)) is None


class Half(float):
    """A number of a class derived from float, as generators of other libraries return."""

    __slots__ = ()


class Middle:
    def random(self) -> float:
        return Half(0.5)


def test_random_numbers_may_be_of_a_class_of_their_own() -> None:
    assert Cards(shuffled(Cards(PACK), Middle())) == Cards(PACK)


@attrs.frozen
class FirstTrickTakerShoots(Moon):
    """Whoever takes all hearts and the first trick shoots the moon."""

    name: str = "first-trick-taker"

    def shot(self, taken: Taken, side: Seats) -> int:
        return taken.has_all(side, HEARTS) * taken.took(side, 1)

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            yield Term(side, -50 * self.shot(taken, side), "shot the moon")

    def describe(self, players: int) -> str:
        return "A player who takes all hearts and the first trick scores 50 less."


def test_a_careful_player_plays_on_where_nobody_knows_who_shoots() -> None:
    rules = attrs.evolve(AMERICAN, name="House", moon=FirstTrickTakerShoots())
    for seed in range(3):
        game = Game.new(rules).deal(seed=seed)
        while game.to_act:
            game = game.apply(careful(game.view(game.to_act[0])))
        assert game.phase.name == "score"
