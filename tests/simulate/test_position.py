"""A position is played on by the kernel as by `Game`, card by card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, Rules, variants
from heartslib._values.bits import ONE_OF_EACH
from heartslib.cards import BY_PLACE, from_bits
from heartslib.moves import LayDown
from heartslib.phases import PlayPhase, ScorePhase
from heartslib.rules import NO_PASSING, EndsWhenNothingCounts, NoMoon, Pack, TrickValues
from heartslib.simulate import Position, kernel
from heartslib.simulate.lowering.rules import KernelTables, lowered
from heartslib.simulate.targets import cpu
from heartslib.simulate.targets.cpu import KERNEL
from heartslib.testing import at_random, next_state
from tests.helpers.in_kernel import kernel_variants, written
from tests.helpers.rings import share
from tests.helpers.strategies import with_few_copies

ASK = kernel.ASK


def of(game: Game) -> Position:
    """The position of a game in the play."""
    phase = game.phase
    assert isinstance(phase, PlayPhase)
    return Position(game.in_force, phase.table, phase.hands, phase.kitty, phase.captured)


def stepped(game: Game, choose: Callable[[list[Card]], Card]) -> int:
    """Play a round to its end in a `Game` and in the kernel, and compare at every card.

    Returns:
        How many cards were compared.
    """
    players = len(game.names)
    table = lowered(game.in_force)
    position = of(game)
    sets = np.array([position.sets], np.uint64)
    numbers = np.array([position.numbers], np.int64)
    # nobody has been asked yet in a position that is written, so it does not say what is legal
    sets[0, kernel.LEGAL] = game.legal_plays().bits & ONE_OF_EACH
    policies, points = np.full(players, ASK, np.int64), np.zeros((1, players), np.int64)
    work, done, compared, laid = table.space()[-1], np.zeros(1, np.bool_), 0, 0
    *_, numbers_seen, planes = written(table, 1)
    down_at = int(table.numbers[kernel.LAID_DOWN])
    while True:
        card = choose(list(game.legal_plays()))
        game = game.play(card)
        cards = np.array([card.index], np.int64)
        KERNEL.step_rounds(
            *table.arrays, sets, numbers, work, np.uint64(0), cards, policies,
            np.int64(0), np.int64(1), points, done, numbers_seen, planes, table.layers,
        )  # fmt: skip
        compared += 1
        while game.phase.name == "kitty":
            count = game.view(None).offered
            down = [BY_PLACE[int(each)] for each in work[down_at + laid :][:count]]
            game, laid = game.apply(LayDown(game.to_act[0], down)), laid + count
        if game.phase.name != "play":
            break
        assert not done[0]
        assert not points.any()
        assert int(numbers[0, kernel.TURN]) == game.to_act[0]
        assert int(sets[0, kernel.LEGAL]) == game.legal_plays().bits & ONE_OF_EACH
        if table.numbers[kernel.MOON]:  # who may shoot it, and what that seat has taken
            hoard = [kernel.HOARDER, kernel.HOARDED]
            assert [*numbers[0, hoard]] == [of(game).numbers[place] for place in hoard]
    assert done[0]
    assert int(numbers[0, kernel.LEFT]) == int(sets[0, kernel.LEGAL]) == 0
    phase = game.phase
    if isinstance(phase, ScorePhase):
        assert phase.sheet.totals == tuple(map(int, points[0]))
    return compared


def begun(rules: Rules, players: int, rng: Random, plays: int) -> Game | None:
    """A game with some cards played at random; None if the round is over first."""
    game = Game.new(rules, players)
    while plays or game.phase.name != "play":
        if game.phase.name in {"score", "over", "moon"}:
            return None
        if game.phase.name != "play":
            game = next_state(game, at_random, rng)
        else:
            game, plays = game.play(rng.choice(game.legal_plays())), plays - 1
    return game


@pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, players) for slug, rules in kernel_variants().items() for players in rules.players],
)
def test_every_variant_is_played_on_as_in_a_game(slug: str, players: int) -> None:
    rules, rng = variants.get(slug), Random(f"{slug} {players}")
    compared = 0
    for plays in (0, players + 1, 25):
        if game := begun(rules, players, rng, plays):
            compared += stepped(game, rng.choice)
    assert compared > len(rules.deck.cards(players))


def test_equal_penalty_cards_of_one_trick_are_both_hoarded() -> None:
    rules = attrs.evolve(variants.get("american"), deck=Pack(packs=2), passing=NO_PASSING)
    for name in ("one", "two", "three"):
        game = begun(rules, 4, Random(name), 0)
        assert game is not None
        assert stepped(game, lambda legal: legal[-1]) == 104


@pytest.mark.slow
@settings(max_examples=share(40), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(with_few_copies(), st.integers(0, 60), st.randoms(use_true_random=False), st.data())
def test_every_composition_is_played_on_as_in_a_game(
    rules: Rules, plays: int, rng: Random, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(rules.players))
    game = begun(rules, players, rng, plays)
    if game is not None and not getattr(rules.moon, "automatic", False):
        assert stepped(game, rng.choice) > 0


def begin(
    table: KernelTables, policies: list[int], rounds: Iterable[int], renew: int = 0
) -> tuple[Any, Any]:
    """Begin the rounds that take the place of those with these numbers, up to the first question."""
    old = np.array([*rounds], np.int64)
    words, length, _ = table.sizes
    sets, numbers = np.zeros((len(old), words), np.uint64), np.zeros((len(old), length), np.int64)
    numbers[:, kernel.ROUND] = old
    given = np.uint64(1), np.int64(renew), np.array(policies, np.int64)
    cpu.run_rows(table, "begin_rounds", sets, numbers, *given, *written(table, len(old)))
    return sets, numbers


def after_a_card(
    table: KernelTables, policies: list[int], sets: Any, numbers: Any, cards: Iterable[int],
    *, renew: int = 0, sign: int = 1,
) -> tuple[Any, list[bool]]:  # fmt: skip
    """Play a card in each round; the points of the rounds that end, and which are over."""
    points, done, *seen = written(table, len(sets))
    played, does = (np.array([*each], np.int64) for each in (cards, policies))
    given = np.uint64(1), played, does, np.int64(renew), np.int64(sign), points, done
    cpu.run_rows(table, "step_rounds", sets, numbers, *given, *seen)
    return points, done.tolist()


def test_some_rounds_are_left_alone() -> None:
    """One that is over, and those whose card is not legal: one not held, and numbers of no card."""
    table = lowered((attrs.evolve(variants.get("american"), passing=NO_PASSING)).at(4).in_force)
    asked, legal = [ASK] * 4, Card("2C").index
    sets, numbers = begin(table, asked, [0, 1, 1, 1, 1, 1])
    numbers[0, kernel.LEFT] = 0
    before = sets.copy(), numbers.copy()
    cards = [legal, Card("3C").index, -1, 52, legal + 64, legal]
    points, done = after_a_card(table, asked, sets, numbers, cards, renew=6)
    for now, then in zip((sets, numbers), before, strict=True):
        assert [bool(row.any()) for row in now != then] == [*[False] * 5, True]
    assert done == [True, *[False] * 5]
    assert not points.any()


@pytest.mark.parametrize("slug", ["american", "turbo", "cancellation", "slobberhannes"])
def test_a_round_that_ends_gives_way_to_one_with_a_later_number(slug: str) -> None:
    """And plays as that one does by itself; nothing takes its place if nothing is to."""
    rules = variants.get(slug)
    table = lowered(rules.at(rules.usual_players).in_force)
    asked, rows, renewed = [ASK] * table.players, 3, 0
    sets, numbers = begin(table, asked, range(rows))
    alone, of_alone = begin(table, asked, range(rows))
    while renewed < 3 * rows:
        cards = [
            next((card.index for card in from_bits(word)), 0)
            for word in sets[:, kernel.LEGAL].tolist()
        ]
        points, done = after_a_card(table, asked, sets, numbers, cards, renew=rows, sign=-1)
        expected, over = after_a_card(table, asked, alone, of_alone, cards)
        assert (points == -expected).all()
        assert done == over == [left == 0 for left in of_alone[:, kernel.LEFT]]
        for row in np.flatnonzero(done):
            assert alone[row, kernel.LEGAL] == 0
            assert numbers[row, kernel.ROUND] == of_alone[row, kernel.ROUND] + rows
            (alone[row],), (of_alone[row],) = begin(table, asked, numbers[row, kernel.ROUND, None])
            renewed += 1
        for place in (
            kernel.LEGAL,
            *(kernel.HANDS + kernel.SEAT * seat for seat in range(len(asked))),
        ):
            assert (sets[:, place] == alone[:, place]).all()
        assert (numbers[:, : kernel.TRICKS] == of_alone[:, : kernel.TRICKS]).all()


def test_a_round_begun_in_the_place_of_another_has_none_of_its_cards() -> None:
    table = lowered((attrs.evolve(variants.get("cancellation"), passing=NO_PASSING)).at(6).in_force)

    def begun_after(*rounds: int) -> list[list[int]]:
        sets, numbers = begin(table, [ASK] * 6, rounds[:1])
        for number in rounds[1:]:
            given = np.uint64(1), np.int64(number) - numbers[0, kernel.ROUND], np.full(6, ASK)
            cpu.run_rows(table, "begin_rounds", sets, numbers, *given, *written(table, 1))
        seats = kernel.HANDS + kernel.SEAT * np.arange(6)
        hands: list[list[int]] = sets[0, seats[:, None] + [0, kernel.LAYER]].tolist()
        return hands

    assert begun_after(1, 2) == begun_after(2)


def several(
    rules: Rules, players: int, plays: int, wanted: Callable[[PlayPhase], object], count: int = 10
) -> int:
    """Compare games of a kind; return how many cards were compared."""
    rng, compared, found = Random(rules.name), 0, 0
    for _ in range(3000):
        game = begun(rules, players, rng, plays)
        if game is not None and isinstance(game.phase, PlayPhase) and wanted(game.phase):
            compared, found = compared + stepped(game, rng.choice), found + 1
            if found == count:
                return compared
    raise AssertionError(f"{rules.name} found only {found}")


@pytest.mark.slow
def test_cards_that_wait_for_a_taker_are_counted() -> None:
    rules = variants.get("cancellation")
    assert several(rules, 8, 16, lambda phase: phase.table.waiting, 2) > 150


@pytest.mark.slow
def test_who_won_the_tricks_so_far_is_known() -> None:
    """Tricks that nobody won, too, before and after the position."""
    counts = TrickValues({1: 1, 2: 20, 3: 300, -1: 4000, -2: 50_000}, each=10**6, most=10**7)
    rules = attrs.evolve(variants.get("cancellation"), scoring=counts)
    assert several(rules, 8, 16, lambda phase: phase.table.waiting, 2) > 150
    assert several(rules, 6, 30, lambda _: True, 5) > 150


@pytest.mark.slow
def test_a_round_that_may_end_early_knows_what_is_gone() -> None:
    rules = attrs.evolve(variants.get("american"), round_end=EndsWhenNothingCounts())
    counting = rules.at(4).in_force.counting_cards
    compared = several(rules, 4, 32, lambda phase: len(counting - phase.table.played) == 1)
    assert 10 <= compared < 150  # 200 if all cards were played


def test_charged_cards_that_were_played_are_known() -> None:
    """Only those still held must stay in the hand when a kitty is exchanged."""
    rng, seen = Random(1), 0
    played_by = lowered(variants.get("turbo").at(4).in_force).numbers[kernel.PLAYED_BY]
    for _ in range(30):
        game = begun(variants.get("turbo"), 4, rng, 30)
        assert game is not None
        table = game.view(None).table
        made = {play for trick in (*table.tricks, table.trick) for play in trick.plays}
        for seat, charged in enumerate(table.charged):
            gone = Cards(card for card in charged if (seat, card) in made)
            assert int(of(game).sets[played_by + seat]) == gone.bits
            seen += bool(gone)
    assert seen > 10


@pytest.mark.slow
def test_play_outs_add_up_and_repeat() -> None:
    """26 points each time, or 52 more with a moon; the same for the same seed."""
    game = begun(variants.get("american"), 4, Random(3), 1)
    assert game is not None
    position, legal = of(game), game.legal_plays()
    points = position.play_out(legal, times=50, seed=4)
    assert points.shape == (len(legal), 4)
    assert not ((points.sum(axis=1) - 50 * 26) % 52).any()
    assert (position.play_out(legal, times=50, seed=4) == points).all()
    assert (position.play_out(legal, times=50, seed=5) != points).any()
    no_moon = attrs.evolve(variants.get("american"), moon=NoMoon())  # a moon's payment is a choice
    late = begun(no_moon, 4, Random(5), 48)
    assert late is not None
    both = [of(late).play_out(late.legal_plays(), policy=name) for name in ("lowest", "random")]
    assert (both[0] == both[1]).all()  # nobody has a choice in the last trick


def test_play_outs_of_careful_players_are_those_of_the_game() -> None:
    """Without random choices, one play-out is the same as a `Game` with the same players."""
    game = begun(variants.get("american"), 4, Random(8), 30)
    assert game is not None
    card = game.legal_plays()[0]
    points = of(game).play_out([card], policy="lowest")[0]
    game = game.play(card)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert isinstance(game.phase, ScorePhase)
    assert game.phase.sheet.totals == tuple(map(int, points))


def test_rounds_stop_where_a_seat_is_asked() -> None:
    """Seat 2 alone is asked: the seats before it have played by then."""
    table = lowered(variants.get("spot").at(4).in_force)
    sets, numbers = begin(table, [0, 0, ASK, 0], range(30))
    assert set(numbers[:, kernel.TURN]) == {2}
    leaders: set[int] = set()
    for row in range(30):
        leader, length = int(numbers[row, kernel.LEADER]), int(numbers[row, kernel.LENGTH])
        assert (leader + length) % 4 == 2
        hands = [from_bits(int(sets[row, kernel.HANDS + kernel.SEAT * seat])) for seat in range(4)]
        in_trick = Cards(BY_PLACE[int(each)] for each in numbers[row, kernel.TRICK :][:length])
        assert sum(hands, Cards()) + in_trick == variants.get("spot").deck.cards(4)
        leaders.add(leader)
    assert leaders == {0, 1, 2, 3}


def test_rounds_are_begun_by_their_numbers_and_what_is_added() -> None:
    table = lowered(variants.get("spot").at(4).in_force)
    policies = [0, 0, ASK, 0]
    every, later = begin(table, policies, range(8)), begin(table, policies, [1, 0, 4], renew=3)
    for one, other in zip(every, later, strict=True):
        assert (one[[4, 3, 7]] == other).all()
    assert every[1][:, kernel.ROUND].tolist() == [*range(8)]
