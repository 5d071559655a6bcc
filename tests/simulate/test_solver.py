"""What the solver finds is what a search by hand finds, with `Game`, without bounds and without a table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest

from heartslib import Card, Cards, Game, HeartsError, Rules, variants
from heartslib.moves import LayDown
from heartslib.phases import PlayPhase, ScorePhase
from heartslib.rules import NO_PASSING, KittyTo, LeadSuitOfLastCard, Pack
from heartslib.simulate import Position, solved
from heartslib.simulate.lowering.rules import KernelTables, lowered
from heartslib.simulate.positions import endgame as solver
from heartslib.simulate.positions import solved as solution
from heartslib.simulate.targets import compiled, cpu, uncompiled
from heartslib.testing import at_random, next_state
from tests.helpers.in_kernel import kernel_variants

AMERICAN = variants.get("american")
EXCHANGED = attrs.evolve(
    AMERICAN, deck=Pack(kitty=12), passing=NO_PASSING, kitty=KittyTo(exchanged=True, share=1)
)
"""The winner of a trick takes up a card of the kitty and lays another down."""


def ready(game: Game) -> Game:
    """The game with the moon paid in the first way, and the cheapest cards laid down for a kitty."""
    while game.phase.name in {"moon", "kitty"}:
        view = game.view(game.to_act[0])
        question: Any = view.question
        if game.phase.name == "moon":
            game = game.apply(question.make(question.names[0]))
            continue
        by_cost = sorted(
            question.among, key=lambda card: (game.in_force.cost(card), card.rank, card.place)
        )
        game = game.apply(LayDown(view.seat, Cards(by_cost[: question.counts[0]])))  # type: ignore[arg-type]
    return game


def sides_of(game: Game) -> tuple[tuple[int, ...], ...]:
    return game.rules.sides.seats(game.players)


def losses(game: Game) -> tuple[float, ...]:
    """What each side has lost in a finished round."""
    assert isinstance(game.phase, ScorePhase)
    points, sign = game.phase.sheet.totals, -1 if game.rules.points_are_good else 1
    once = slice(1 if game.rules.sides.pooled else None)
    sums = [sum(points[seat] for seat in side[once]) for side in sides_of(game)]
    return tuple(sign * (each - (sum(sums) - each) / (len(sums) - 1)) for each in sums)


def held_to(game: Game, side: int) -> float:
    """The loss of a side against all others."""
    game = ready(game)
    if not isinstance(game.phase, PlayPhase):
        return losses(game)[side]
    best: Callable[..., float] = min if game.phase.turn in sides_of(game)[side] else max
    return best(held_to(game.play(card), side) for card in kinds(game))


def expected(game: Game) -> Game:
    """The end of the round if each side plays for itself, and the first of equals counts."""
    game = ready(game)
    if not isinstance(game.phase, PlayPhase):
        return game
    side = side_of(game)
    ends = (expected(game.play(card)) for card in kinds(game))
    return min(ends, key=lambda end: round(losses(end)[side], 6))


def kinds(game: Game) -> list[Card]:
    return sorted(set(game.legal_plays()), key=lambda card: card.place)


def side_of(game: Game) -> int:
    turn = game.to_act[0]
    return next(place for place, side in enumerate(sides_of(game)) if turn in side)


def of(game: Game) -> Position:
    phase = game.phase
    assert isinstance(phase, PlayPhase)
    return Position(game.in_force, phase.table, phase.hands, phase.kitty, phase.captured)


def late(rules: Rules, players: int, rng: Random, plays: int) -> Game | None:
    """A game with so many cards left in the hands; None if the round is over first."""
    game = Game.new(rules, players)
    while game.phase.name not in {"score", "over", "moon"}:
        if isinstance(game.phase, PlayPhase) and sum(map(len, game.phase.hands)) <= plays:
            return game
        game = next_state(game, at_random, rng)
    return None


def compare(game: Game) -> int:
    """Compare every legal card, by both methods; return how many positions were searched by hand."""
    side, seat = side_of(game), game.to_act[0]
    cards = {card: game.play(card) for card in kinds(game)}
    paranoid, max_n = solved(of(game)), solved(of(game), by="max^n")
    assert paranoid is not None
    assert max_n is not None
    assert list(paranoid.losses) == list(max_n.losses) == list(cards)
    for card, after in cards.items():
        assert paranoid.losses[card] == pytest.approx(held_to(after, side)), card
        end = expected(after)
        assert isinstance(end.phase, ScorePhase)
        assert max_n.points[card] == end.phase.sheet.totals, card
        assert max_n.losses[card] == pytest.approx(losses(end)[side])
    assert paranoid.seat == max_n.seat == seat
    assert paranoid.best == min(cards, key=lambda card: paranoid.losses[card])
    return 1


@pytest.mark.slow
@pytest.mark.parametrize("slug", kernel_variants())
def test_every_variant_is_solved_as_by_hand(slug: str) -> None:
    """With every contract, and every number of players up to eight."""
    rng, compared = Random(slug), 0
    for rules in variants.get(slug).rulebooks:
        for players in rules.players:
            for plays in (2 * players if players < 8 else players, 10 if players < 6 else 7):
                game = late(rules, players, rng, plays)
                compared += compare(game) if game else 0
    assert compared >= 1


def strong(rules: Rules, rng: Random, plays: int) -> Game | None:
    """A late position after seat 0 was dealt the highest cards."""
    rules = attrs.evolve(rules, passing=NO_PASSING)
    pack = sorted(rules.deck.cards(4), key=lambda card: -card.rank)
    size = len(pack) // 4
    rest = rng.sample(pack[size:], 3 * size)
    hands = [pack[:size], *(rest[size * place :][:size] for place in range(3))]
    game = Game.new(rules, 4).deal(hands=[*map(Cards, hands)])
    while isinstance(game.phase, PlayPhase) and sum(map(len, game.phase.hands)) > plays:
        game = game.play(rng.choice(game.legal_plays()))
    return game if isinstance(game.phase, PlayPhase) else None


@pytest.mark.parametrize("slug", ["american", "hartenjagen", "partnership", "royal", "gong_zhu"])
def test_moons_are_solved_as_by_hand(slug: str) -> None:
    """From positions in which one side has taken everything so far."""
    compared, rng = 0, Random(slug)
    while compared < 5:
        game = strong(attrs.evolve(variants.get(slug), charging=None), rng, 10)
        if game is None or not isinstance(game.phase, PlayPhase):
            continue
        counting = game.in_force.counting_cards
        taken = [pile.only(counting) for pile in game.phase.table.piles]
        if (
            any(game.phase.hands[seat].only(counting) for seat in range(4))
            and sum(map(bool, taken)) == 1
        ):
            compared += compare(game)


def several(rules: Rules, *plays: int) -> int:
    rng = Random(rules.name)
    games = [late(rules, 4, rng, count) for count in plays * 3]
    return sum(compare(game) for game in games if game is not None)


def test_a_kitty_that_is_exchanged_is_solved_as_by_hand() -> None:
    assert several(EXCHANGED, 8, 9, 10) > 7


def test_the_suit_of_the_last_card_is_remembered() -> None:
    assert (
        several(attrs.evolve(AMERICAN, play=(*AMERICAN.play, LeadSuitOfLastCard())), 8, 9, 12) > 7
    )


@pytest.mark.slow
def test_four_tricks_are_solved_as_by_hand() -> None:
    assert several(AMERICAN, 13) == 3


@pytest.mark.parametrize("slug", ["american", "cancellation", "kitty_hearts", "slobberhannes"])
def test_the_functions_find_as_plain_python_what_the_compiled_ones_do(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python an index beyond an array is an error: so the arrays are long enough."""
    rules = variants.get(slug)
    game = late(rules, rules.usual_players, Random(slug), 2 * rules.usual_players)
    assert game is not None
    expected = [solved(of(game), by=by) for by in solution.METHODS]

    as_it_is = compiled(lambda function, _inline: function, uncompiled.OWN)

    def plain(table: KernelTables, name: str, sets: Any, numbers: Any, *given: Any) -> None:
        work = table.space()[-1]
        with np.errstate(all="ignore"):  # words wrap
            getattr(as_it_is, name)(*table.arrays, sets, numbers, work, *given, table.layers)

    monkeypatch.setattr(cpu, "run_rows", plain)
    assert [solved(of(game), by=by) for by in solution.METHODS] == expected
    assert solved(of(game), most=5) is None


def begun() -> Position:
    game = late(AMERICAN, 4, Random(1), 20)
    assert game is not None
    return of(game)


@pytest.mark.parametrize(
    ("slug", "costs"),
    [
        ("american", {"QS": 13, "2H": 1, "JD": 0}),
        ("omnibus", {"QS": 13, "2H": 1, "JD": -10}),
        ("polignac", {"JS": 2, "JD": 1, "2H": 0}),
        ("turbo", None),  # a card doubles what the others cost
        ("gong_zhu", None),
    ],
)
def test_a_count_that_is_a_sum_is_known_to_be_one(slug: str, costs: dict[str, int] | None) -> None:
    """Unless somebody holds all cards of a moon; else cards that are left bound nothing, and it takes long."""
    rules = variants.get(slug)
    of: Any = solution
    known = of._known(lowered(rules.at(rules.usual_players).in_force), 0)
    assert known[solver.IS_SUM] == (costs is not None)
    for card, cost in (costs or {}).items():
        assert known[solver.VALUES + Card(card).place] == cost


def test_a_card_costs_what_it_loses_more_than_the_best() -> None:
    found = solved(begun())
    assert found is not None
    assert found.cost(found.best) == 0
    assert found.points == {}
    costliest = max(found.losses, key=lambda card: found.losses[card])
    assert found.cost(costliest) == found.losses[costliest] - found.losses[found.best] > 0
    with pytest.raises(HeartsError, match=r"^'2C' is not one of the legal cards: .*"):
        found.cost("2C")  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("by", solution.METHODS)
def test_a_search_that_is_too_long_finds_nothing(by: str) -> None:
    found = solved(begun(), by=by)
    assert found is not None
    assert 100 < found.tried < 100_000
    assert solved(begun(), by=by, most=found.tried + 1) == found
    assert solved(begun(), by=by, most=found.tried) is None
