"""The kernel as plain Python plays every variant as `Game` does.

Nothing is compiled here, so a fault of the kernel shows in seconds; `test_kernel.py` holds the compiled
functions to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import attrs
import numpy as np
import pytest

from heartslib import variants
from heartslib._values.seats import for_each
from heartslib.cards import HEARTS, PACK, SPADES, Card, Cards
from heartslib.rules import (
    ADD,
    LEFT,
    SUBTRACT,
    CardValues,
    Clause,
    Cycle,
    PlayRule,
    Rules,
    ShootTheMoon,
    Step,
    Taken,
    Term,
    facts,
)
from heartslib.rules.facts import Where, these
from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.targets import compiled, uncompiled
from heartslib.table import Table
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.positions import AMERICAN
from tools import differential
from tools.differential import Played, able, composed_rounds, replayed

EITHER: Final = ShootTheMoon((ADD, SUBTRACT))
AS_IT_IS = compiled(lambda function, _inline: function, uncompiled.OWN)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "KERNEL", AS_IT_IS)


@pytest.mark.parametrize("slug", kernel_variants())
def test_every_variant_is_played_as_in_a_game(slug: str) -> None:
    with np.errstate(all="ignore"):  # words wrap
        for rules in variants.get(slug).rulebooks:
            for players in rules.players:
                table = lowered(rules.at(players).in_force)
                for number in range(2):
                    policies = [(number + seat) % 3 if number else 0 for seat in range(players)]
                    replayed(Played(table, 7, number, able(rules, policies)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
def test_compositions_are_played_as_in_a_game(seed: int) -> None:
    with np.errstate(all="ignore"):
        for rules, players, number, policies in islice(composed_rounds(seed), 8):
            replayed(Played(lowered(rules.at(players).in_force), 5, number, policies))


@attrs.frozen
class AsksTheChoice(Step):
    """Points by what the shooter of the moon chose, in an order of its own."""

    names: tuple[str, ...]
    name: str = "asks-the-choice"

    def terms(self, taken: Taken) -> Iterator[Term]:
        yield Term(taken.sides[0], 100 * taken.chosen(self.names), "chosen")

    def describe(self, players: int) -> str:
        return f"Scores 100 for each of {self.names} before the one chosen."


@pytest.mark.parametrize("names", [("add", "subtract"), ("subtract", "add"), ("subtract",)])
@pytest.mark.parametrize("shot", ["QS", "QS QH"])
def test_a_step_asks_what_the_shooter_chose_by_its_name(names: tuple[str, ...], shot: str) -> None:
    scoring = CardValues({shot: 13})  # one card is a moon for its taker
    rules = attrs.evolve(
        AMERICAN, name="House", scoring=scoring, moon=EITHER, bonuses=AsksTheChoice(names)
    )
    with np.errstate(all="ignore"):  # words wrap
        tables = lowered(rules.at(4).in_force)
        for number in range(4):
            replayed(Played(tables, 7, number, [0] * 4))


@attrs.frozen
class LowestFirst(PlayRule):
    """Whoever leads plays the lowest heart or spade, and whoever is void the lowest card."""

    name: str = "lowest-first"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return (
            Clause(Where.LEAD, these(HEARTS + SPADES), lowest=True),
            Clause(Where.FOLLOWING, ~facts.SUIT_LED, lowest=True),
        )

    def reason(self, card: Card, table: Table) -> str:
        return "a lower card is held"

    def describe(self, players: int) -> str:
        return "Lead and discard the lowest."


@attrs.frozen
class AsksForAll(Step):
    """Points for cards that seats took together who are no partners."""

    name: str = "asks-for-all"

    def terms(self, taken: Taken) -> Iterator[Term]:
        yield Term((0,), 100 * taken.has_all((0, 1), "QS"), "by neighbours")
        yield Term((1,), 1000 * taken.has_all((1, 2), "AC"), "by others")
        yield Term((2,), 10_000 * taken.has_all((0, 1), ""), "never")

    def describe(self, players: int) -> str:
        return "Scores what some seats took together."


@attrs.frozen
class AsksOfTricks(Step):
    """Points for hearts that came with a trick, and for scores before the round."""

    name: str = "asks-of-tricks"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            came_with_tricks = sum(taken.holding(side, card) for card in HEARTS)
            yield Term(side, 100 * came_with_tricks, "with a trick")
            yield Term(side, taken.count(side, "3H") * (1 + taken.scores[0]), "scores")

    def describe(self, players: int) -> str:
        return "Scores hearts with a trick."


KITTY: Final = variants.get("kitty_hearts")
KEPT: Final = Cycle((LEFT,), kept=Cards(PACK) - HEARTS)


@pytest.mark.parametrize(
    "rules",
    [
        attrs.evolve(AMERICAN, play=(*AMERICAN.play, LowestFirst())),
        attrs.evolve(AMERICAN, passing=KEPT),
        attrs.evolve(AMERICAN, bonuses=AsksOfTricks()),
        attrs.evolve(KITTY, bonuses=AsksOfTricks()),
        attrs.evolve(AMERICAN, bonuses=AsksForAll()),
    ],
    ids=["lowest", "kept", "tricks", "tricks and a kitty", "all"],
)
def test_own_rules_are_played_as_in_a_game(rules: Rules) -> None:
    players = rules.usual_players
    with np.errstate(all="ignore"):
        table = lowered(rules.at(players).in_force, for_each(players, 0))
        for number in range(6):
            replayed(Played(table, 11, number, able(rules, [number % 3] * players)))


def test_a_table_says_what_its_restrictions_ask() -> None:
    asked = lowered(AMERICAN.at(4).in_force).facts_asked
    assert kernel.PLAYED in asked
    assert kernel.NEW_SUITS in lowered(variants.get("turbo").at(4).in_force).facts_asked
    assert kernel.LAST in lowered(variants.get("chase_the_lady").at(4).in_force).facts_asked


def test_a_payment_that_is_given_is_no_choice() -> None:
    table = lowered(attrs.evolve(AMERICAN, moon=EITHER).at(4).in_force)
    sets = np.zeros(kernel.RNG + 8, np.uint64)
    sets[kernel.RNG] = 7
    policies = np.full(4, kernel.RANDOM, np.int64)

    def paid(given: int) -> set[int]:
        with np.errstate(all="ignore"):
            pay = AS_IT_IS._moon_payment
            return {int(pay(table.arrays[0], sets, 0, policies, given)) for _ in range(20)}

    assert (paid(0), paid(1), paid(-1)) == ({0}, {1}, {0, 1})
