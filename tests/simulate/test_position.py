"""A position is played on by the kernel as by `Game`, card by card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, HeartsError, Rules, variants
from heartslib.cards import PACK, from_bits
from heartslib.moves import TakeKitty
from heartslib.phases import PlayPhase, ScorePhase
from heartslib.rules import NO_MOON, NO_PASSING, EndsWhenNothingCounts, TrickValues
from heartslib.simulate import Position, kernel
from heartslib.simulate.lowering import KernelTables, lowered
from heartslib.testing import at_random, next_state
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
    table = lowered(game.in_force, players)
    position = of(game)
    sets, numbers = position.sets[None, :].copy(), position.numbers[None, :].copy()
    # a position that is written is played up to the first question by playing a card
    policies, points = np.full(players, ASK, np.int64), np.zeros((1, players), np.int64)
    work, compared, laid = np.zeros(kernel.W_SIZE, np.int64), 0, 0
    while True:
        card = choose(list(game.legal_plays()))
        game = game.play(card)
        cards = np.array([card.index], np.int64)
        kernel.play_cards(
            table.numbers, table.cards, sets, numbers, work, cards, policies, points, table.layers
        )
        compared += 1
        while game.phase.name == "kitty":
            count = game.view(None).offered
            down = [PACK[int(each)] for each in work[kernel.LAID_DOWN + laid :][:count]]
            game, laid = game.apply(TakeKitty(game.to_act[0], down)), laid + count
        if game.phase.name != "play":
            break
        assert int(numbers[0, kernel.TURN]) == game.to_act[0]
        assert int(sets[0, kernel.LEGAL]) == game.legal_plays().bits & (1 << 52) - 1
    assert int(numbers[0, kernel.LEFT]) == 0
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
    [(slug, players) for slug, rules in variants.all().items() for players in rules.players],
)
def test_every_variant_is_played_on_as_in_a_game(slug: str, players: int) -> None:
    rng = Random(f"{slug} {players}")
    compared = 0
    for plays in (0, 1, players, 11, 25, 38):
        if game := begun(variants.get(slug), players, rng, plays):
            compared += stepped(game, rng.choice)
    assert compared > 60


@pytest.mark.untraced
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(with_few_copies(), st.integers(0, 60), st.randoms(use_true_random=False), st.data())
def test_every_composition_is_played_on_as_in_a_game(
    rules: Rules, plays: int, rng: Random, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(rules.players))
    game = begun(rules, players, rng, plays)
    if game is not None and not getattr(rules.moon, "automatic", False):
        assert stepped(game, rng.choice) > 0


def test_some_rounds_are_left_alone() -> None:
    rules = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    table = lowered(rules, 4)
    sets = np.zeros((3, kernel.S_SIZE), np.uint64)
    numbers = np.zeros((3, kernel.N_SIZE), np.int64)
    policies, points = np.full(4, ASK, np.int64), np.zeros((3, 4), np.int64)
    work = np.zeros(kernel.W_SIZE, np.int64)
    parts = table.numbers, table.cards, sets, numbers, work
    seed, first = np.uint64(1), np.array([-1, 0, 1], np.int64)
    kernel.open_rounds(*parts, seed, first, policies, table.layers)
    assert [int(row.any()) for row in sets] == [0, 1, 1]
    before = sets.copy()
    cards = np.array([-1, -1, Card("2C").index], np.int64)
    kernel.play_cards(*parts, cards, policies, points, table.layers)
    assert [int((now != then).any()) for now, then in zip(sets, before, strict=True)] == [0, 0, 1]


def test_a_round_begun_in_the_place_of_another_has_none_of_its_cards() -> None:
    table = lowered(attrs.evolve(variants.get("cancellation"), passing=NO_PASSING), 6)
    policies, work = np.full(6, ASK, np.int64), np.zeros(kernel.W_SIZE, np.int64)

    def begun_after(*rounds: int) -> list[list[int]]:
        sets = np.zeros((1, kernel.S_SIZE), np.uint64)
        numbers = np.zeros((1, kernel.N_SIZE), np.int64)
        for number in rounds:
            first = np.array([number], np.int64)
            parts = table.numbers, table.cards, sets, numbers, work
            kernel.open_rounds(*parts, np.uint64(1), first, policies, table.layers)
        hands: list[list[int]] = sets[:, kernel.HANDS : kernel.PILES].tolist()
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


@pytest.mark.untraced
def test_cards_that_wait_for_a_taker_are_counted() -> None:
    rules = variants.get("cancellation")
    assert several(rules, 8, 16, lambda phase: phase.table.waiting, 2) > 150


@pytest.mark.untraced
def test_who_won_the_tricks_so_far_is_known() -> None:
    """Tricks that nobody won, too, before and after the position."""
    counts = TrickValues({1: 1, 2: 20, 3: 300, -1: 4000, -2: 50_000}, each=10**6, most=10**7)
    rules = attrs.evolve(variants.get("cancellation"), scoring=counts)
    assert several(rules, 8, 16, lambda phase: phase.table.waiting, 2) > 150
    assert several(rules, 6, 30, lambda _: True, 5) > 150


@pytest.mark.untraced
def test_a_round_that_may_end_early_knows_what_is_gone() -> None:
    rules = attrs.evolve(variants.get("american"), round_end=EndsWhenNothingCounts())
    counting = rules.in_force.counting_cards(4)
    compared = several(rules, 4, 32, lambda phase: len(counting - phase.table.played) == 1)
    assert 10 <= compared < 150  # 200 if all cards were played


def test_charged_cards_that_were_played_are_known() -> None:
    """Only those still held must stay in the hand when a kitty is exchanged."""
    rng, seen = Random(1), 0
    for _ in range(30):
        game = begun(variants.get("turbo"), 4, rng, 30)
        assert game is not None
        table = game.view(None).table
        made = {play for trick in (*table.tricks, table.trick) for play in trick.plays}
        for seat, charged in enumerate(table.charged):
            gone = Cards(card for card in charged if (seat, card) in made)
            assert int(of(game).sets[kernel.PLAYED_BY + seat]) == gone.bits
            seen += bool(gone)
    assert seen > 10


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
    no_moon = attrs.evolve(variants.get("american"), moon=NO_MOON)  # a moon's payment is a choice
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


def test_what_cannot_be_played_out_is_refused() -> None:
    game = begun(variants.get("american"), 4, Random(8), 30)
    assert game is not None
    position, seat = of(game), game.to_act[0]
    other = next(card for card in PACK if card not in game.view(seat).hand)
    with pytest.raises(HeartsError, match=f"seat {seat} does not hold {other}: it has"):
        position.play_out([other])
    with pytest.raises(
        HeartsError, match="'wild' is not a policy: choose one of random, lowest, duck"
    ):
        position.play_out([], policy="wild")


def begin(
    table: KernelTables, rounds: int, policies: list[int], first: list[int] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Begin rounds, up to the first question; a number below 0 in `first` begins none."""
    sets = np.zeros((rounds, kernel.S_SIZE), np.uint64)
    numbers = np.zeros((rounds, kernel.N_SIZE), np.int64)
    kernel.open_rounds(
        table.numbers, table.cards, sets, numbers, np.zeros(kernel.W_SIZE, np.int64),
        np.uint64(1), np.array(range(rounds) if first is None else first, np.int64),
        np.array(policies, np.int64), table.layers,
    )  # fmt: skip
    return sets, numbers


def test_rounds_stop_where_a_seat_is_asked() -> None:
    """Seat 2 alone is asked: the seats before it have played by then."""
    table = lowered(variants.get("spot"), 4)
    sets, numbers = begin(table, 30, [0, 0, ASK, 0])
    assert set(numbers[:, kernel.TURN]) == {2}
    leaders: set[int] = set()
    for row in range(30):
        leader, length = int(numbers[row, kernel.LEADER]), int(numbers[row, kernel.LENGTH])
        assert (leader + length) % 4 == 2
        hands = [from_bits(int(sets[row, kernel.HANDS + seat * kernel.MAX_COPIES]))
                 for seat in range(4)]  # fmt: skip
        in_trick = Cards(PACK[int(each)] for each in numbers[row, kernel.TRICK :][:length])
        assert sum(hands, Cards()) + in_trick == variants.get("spot").deck.cards(4)
        leaders.add(leader)
    assert leaders == {0, 1, 2, 3}


def test_rounds_that_go_on_are_left_alone() -> None:
    table = lowered(variants.get("spot"), 4)
    sets, numbers = begin(table, 3, [0, 0, ASK, 0], [-1, 4, -1])
    every, _ = begin(table, 5, [0, 0, ASK, 0])
    assert not sets[0].any()
    assert not numbers[2].any()
    assert (sets[1] == every[4]).all()
