"""Many rounds side by side: the same cards, legal plays and points as in `Game`."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest

from heartslib import PACK, Cards, Game, HeartsError, Rules, variants
from heartslib.cards import BY_PLACE, from_bits
from heartslib.phases import PlayPhase
from heartslib.rl import Batch, BatchRounds
from heartslib.rules import NO_PASSING, EndsWhenNothingCounts, NoMoon
from heartslib.simulate import CannotLower, kernel, simulate
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.targets import cpu
from tests.helpers.in_kernel import kernel_variants, written

EVERY = [
    (slug, rules.usual_players)
    for slug, rules in kernel_variants().items()
    if not rules.deck.shows_last
]
AMERICAN = variants.get("american")


def host(array: Any) -> Any:
    """A numpy array of an array on any device."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.array(array)


def on_host(batch: Batch) -> Batch:
    """A copy of a batch in numpy arrays."""
    return Batch(**{each.name: host(getattr(batch, each.name)) for each in attrs.fields(Batch)})


def any_card(batch: Batch, rng: np.random.Generator) -> Any:
    """A legal card for each round."""
    return np.argmax(batch.legal * rng.random(batch.legal.shape), axis=1)


def check(batch: Batch, players: int, copies: int) -> None:
    """Check what holds for every batch."""
    assert (batch.legal.max(axis=1) == 1).all()
    assert (batch.legal <= batch.hand).all()
    assert (batch.hand.sum(axis=1) == batch.hand_sizes[:, 0]).all()
    seen = batch.hand + batch.trick.sum(axis=1) + batch.taken.sum(axis=1) + batch.waiting
    assert seen.max() <= copies
    empty = batch.trick.sum(axis=(1, 2)) == 0
    assert (batch.leads[empty] == 0).all()
    assert batch.trick[~empty, batch.leads[~empty]].any(axis=1).all()
    assert (
        batch.trick.shape == batch.taken.shape == (len(batch.turn), players, *batch.hand.shape[1:])
    )
    by_place = (batch.trick, batch.taken, batch.charged)
    ones = (batch.hand, batch.legal, batch.waiting)
    joined = np.concatenate([np.stack(ones, axis=1), *by_place], axis=1)
    assert (batch.planes == joined).all()
    assert batch.planes.dtype == np.uint8
    columns = (batch.turn, batch.leads, *batch.hand_sizes.T)
    assert (batch.numbers == np.stack(columns, axis=1)).all()
    assert batch.numbers.dtype == batch.rewards.dtype == np.int64


@pytest.mark.parametrize(("slug", "players"), EVERY)
def test_all_seats_of_every_variant(slug: str, players: int) -> None:
    rules = variants.get(slug).rulebooks[-1]
    rounds, rng = BatchRounds(rules, 8, players=players, seed=1), np.random.default_rng(2)
    batch, ended = rounds.reset(), 0
    copies = max(map(rules.deck.cards(players).count, rules.deck.cards(players)))
    assert not batch.done.any()
    for _ in range(140):
        check(batch, players, copies)
        batch = rounds.step(any_card(batch, rng))
        ended += int(batch.done.sum())
        assert not batch.rewards[~batch.done].any()
    assert ended >= 8


@pytest.mark.parametrize(("slug", "players"), [("american", 4), ("cancellation", 8), ("spot", 4)])
def test_cards_are_at_the_place_of_their_player(slug: str, players: int) -> None:
    """The trick is tracked separately, and compared with the batch at every step."""
    rules = variants.get(slug)
    rounds, rng = BatchRounds(rules, 5, players=players, seed=2), np.random.default_rng(1)
    batch = rounds.reset()
    tricks: list[list[tuple[int, int]]] = [[] for _ in range(5)]
    compared = 0
    for _ in range(60):
        turn, cards = batch.turn, any_card(batch, rng)
        batch = rounds.step(cards)
        for row in range(5):
            tricks[row].append((int(turn[row]), int(cards[row])))
            if len(tricks[row]) == players:
                taken = sum(int(batch.taken[row, place, card]) for _, card in tricks[row]
                            for place in range(players))  # fmt: skip
                waits = sum(int(batch.waiting[row, card]) for _, card in tricks[row])
                assert batch.done[row] or taken + waits >= players
                tricks[row] = []
            expected = np.zeros((players, *batch.hand.shape[1:]), np.uint8)
            for seat, card in tricks[row]:
                expected[(seat - batch.turn[row]) % players, card] += 1
            assert (batch.trick[row] == expected).all()
            compared += bool(tricks[row])
            if tricks[row]:
                assert (tricks[row][0][0] - batch.turn[row]) % players == batch.leads[row]
    assert compared > 150


def test_charged_cards_are_at_the_place_of_their_player() -> None:
    """Seat 0 charges nothing, random seats do; charged cards do not count as played."""
    rules = variants.get("turbo")
    rounds = BatchRounds(rules, 200, seat=0, others="random", seed=1)
    batch = rounds.reset()
    may = [card.index for card in Cards("TC JD QS AH")]
    assert not batch.charged[:, 0].any()
    assert not np.delete(batch.charged, may, axis=2).any()
    counts = batch.charged.sum(axis=(0, 2))
    assert (counts[1:] > 20).all()
    played = batch.trick + batch.taken
    elsewhere = played.sum(axis=1, keepdims=True) - played
    assert not (batch.charged & elsewhere).any()
    assert not (batch.charged & batch.hand[:, None, :]).any()


def test_points_are_those_of_simulated_rounds() -> None:
    """A seat that ducks among random ones gets the points that `simulate` says."""
    rounds = BatchRounds(AMERICAN, 500, seat=0, others="random", seed=3)
    batch = rounds.reset()
    points: list[int] = []
    while len(points) < 4_000:
        assert (batch.turn == 0).all()
        # the lowest legal card, as the policy "lowest" plays
        batch = rounds.step(np.argmax(batch.legal, axis=1))
        points += (-batch.rewards[batch.done, 0]).tolist()
        assert set((-batch.rewards[batch.done]).sum(axis=1).tolist()) <= {26, 78, -26}
    passed = simulate(AMERICAN, rounds=40_000, policy=["lowest", "random", "random", "random"])
    error = np.std(points) / len(points) ** 0.5 + passed.standard_errors[0]
    assert abs(np.mean(points) - passed.means[0]) < 4 * error


def test_the_same_seed_gives_the_same_rounds_and_another_seed_others() -> None:
    one, same = BatchRounds(AMERICAN, 20, seed=4).reset(), BatchRounds(AMERICAN, 20, seed=4).reset()
    assert (one.hand == same.hand).all()
    assert (one.hand != BatchRounds(AMERICAN, 20, seed=5).reset().hand).any()
    rounds = BatchRounds(AMERICAN, 20, seed=4)
    first, second = rounds.reset(), rounds.reset()
    assert (first.hand != second.hand).any()


def test_what_is_not_legal_is_refused_and_nothing_is_played() -> None:
    rounds = BatchRounds(AMERICAN, 3, seed=1)
    with pytest.raises(HeartsError, match=r"call reset\(\) first"):
        rounds.step(np.zeros(3, np.int64))
    batch = rounds.reset()
    legal = np.argmax(batch.legal, axis=1)
    for wrong in (-1, 52, int(np.flatnonzero(1 - batch.legal[1])[0])):
        cards = legal.copy()
        cards[1] = wrong
        with pytest.raises(HeartsError, match=f"card {wrong} is not legal in round 1 of the batch"):
            rounds.step(cards)
    with pytest.raises(HeartsError, match="3 whole numbers, one for each round, not float64"):
        rounds.step(legal.astype(float))
    with pytest.raises(HeartsError, match=r"of shape \(2,\)"):
        rounds.step(legal[:2])
    assert (rounds.step(legal).hand_sizes.sum(axis=1) == 51).all()


def test_a_card_that_the_dealer_shows_is_not_in_what_a_learner_sees() -> None:
    with pytest.raises(CannotLower, match="the kernel shows a learner no card that is face up"):
        BatchRounds(variants.get("tetka"), 8)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rules": "american"}, "rules must be a Rules value, not 'american'"),
        ({"rounds": 0}, r"rounds must be a whole number from 1 to 2\*\*63 - 1, not 0"),
        ({"seed": -1}, r"seed must be a whole number from 0 to 2\*\*63 - 1, not -1"),
        ({"seat": 4}, "4 is not a seat: seats are 0 to 3"),
        ({"others": "wild"}, "'wild' is not a policy"),
        ({"device": "tpu"}, "device must be 'cpu' or 'cuda', not 'tpu'"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(options: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {"rules": AMERICAN, "rounds": 3} | options
    with pytest.raises(HeartsError, match=said):
        BatchRounds(arguments.pop("rules"), arguments.pop("rounds"), **arguments)


DEVICES = pytest.mark.parametrize("device", ["cpu", "cuda"])
"""Without a GPU numba runs what is meant for one as plain Python, slowly."""


def first_round(rules: Rules, players: int, seed: int) -> Game:
    """The first round of a batch with this seed, as a `Game`."""
    table = lowered(rules.at(players).in_force)
    sets, numbers = (array[None] for array in table.space()[:2])
    policies = np.full(players, kernel.ASK, np.int64)
    given = np.uint64(seed), np.int64(0), policies, *written(table, 1)
    cpu.run_rows(table, "begin_rounds", sets, numbers, *given)

    def held(seat: int) -> Cards:
        at = kernel.HANDS + kernel.SEAT * seat
        copies = range(len(table.layers))
        return sum((from_bits(int(sets[0, at + kernel.LAYER * copy])) for copy in copies), Cards())

    begin, count = table.numbers[kernel.KITTY_CARDS], table.numbers[kernel.KITTY]
    kitty = [BY_PLACE[int(each)] for each in numbers[0, begin : begin + count]]
    return Game.new(rules, players).deal(hands=map(held, range(players)), kitty=kitty)


def assert_shows(batch: Batch, game: Game) -> None:
    """Check that the first row of a batch is what the seat to act in a game sees."""
    table, turn = game.view(None).table, game.to_act[0]
    by_place = [(turn + place) % table.players for place in range(table.players)]
    assert batch.turn[0] == turn
    assert by_place[batch.leads[0]] == table.trick.leader
    assert batch.hand_sizes[0].tolist() == [len(game.hands[seat]) for seat in by_place]
    assert isinstance(game.phase, PlayPhase)
    aside = game.phase.captured or (Cards(),) * table.players
    shown: list[tuple[Any, Cards]] = [
        (batch.hand, game.hands[turn]),
        (batch.legal, Cards(set(game.legal_plays()))),
        (batch.waiting, table.waiting),
    ]
    for place, seat in enumerate(by_place):
        trick = Cards(card for who, card in table.trick.plays if who == seat)
        shown += [
            (batch.trick[:, place], trick),
            (batch.taken[:, place], table.piles[seat] + (Cards() if place else aside[seat])),
            (batch.charged[:, place], Cards()),
        ]
    for counts, cards in shown:
        assert counts[0].tolist() == [cards.count(card) for card in PACK]


COMPARED = [
    ("american", 4),
    ("gong_zhu_taiwan", 4),
    ("heartsette", 4),
    ("kitty_hearts", 3),
    ("booster_nines", 4),
    ("cancellation", 8),
    ("cancellation", 11),
]


@DEVICES
@pytest.mark.parametrize(("slug", "players"), COMPARED)
def test_a_batch_is_what_the_seat_to_act_in_a_game_sees(
    slug: str, players: int, device: str
) -> None:
    """Kitties, cards of two packs, cards that wait, and the points at the end."""
    rules = attrs.evolve(variants.get(slug), passing=NO_PASSING, moon=NoMoon())
    rng = Random(slug)
    for seed in range(6 if device == "cpu" else 1):
        rounds = BatchRounds(rules, 1, players=players, seed=seed, renew=False, device=device)
        batch = on_host(rounds.reset())
        game = first_round(rules, players, seed)
        while True:
            assert_shows(batch, game)
            card = rng.choice(game.legal_plays())
            game, batch = game.play(card), on_host(rounds.step([card.index]))
            if game.phase.name != "play":
                break
            assert not batch.done.any()
            assert not batch.rewards.any()
        assert batch.done.all()
        assert game.sheet is not None
        sign = 1 if rules.points_are_good else -1
        assert batch.rewards[0].tolist() == [sign * points for points in game.sheet.totals]


@DEVICES
def test_the_devices_play_the_same(device: str) -> None:
    """What a GPU plays is compared with what the CPU plays; rounds are replaced on the way."""
    rules, rng = variants.get("turbo"), np.random.default_rng(1)
    ours, theirs = (
        BatchRounds(rules, 8, seat=2, others="duck", seed=3, device=each)
        for each in ("cpu", device)
    )
    batch, other = ours.reset(), theirs.reset()
    for _ in range(16):
        for each in attrs.fields(Batch):
            expected = getattr(batch, each.name)
            found = host(getattr(other, each.name))
            assert found.dtype == expected.dtype
            assert (found == expected).all()
        cards = any_card(batch, rng)
        batch, other = ours.step(cards), theirs.step(cards, check=False)


@DEVICES
@pytest.mark.parametrize("slug", ["american", "gong_zhu"])
def test_a_round_without_a_successor_stays_as_it_is(slug: str, device: str) -> None:
    rounds = BatchRounds(
        variants.get(slug), 3, seat=1, others="duck", renew=False, seed=5, device=device
    )
    batch = on_host(rounds.reset())
    for _ in range(13):
        assert not batch.done.any()
        assert batch.legal.any(axis=1).all()
        batch = on_host(rounds.step(np.argmax(batch.legal, axis=1)))
    assert batch.done.all()
    assert batch.rewards.any(axis=1).all()
    for cards in ([0, 51, 52], [-1, 1 << 62, 0]):
        later = on_host(rounds.step(cards))  # checked, but for rounds that are over
        assert later.done.all()
        assert not later.rewards.any()
        assert not later.legal.any()
        assert (later.planes == batch.planes).all()
        assert (later.numbers == batch.numbers).all()
    again = on_host(rounds.reset())
    assert not again.done.any()
    assert (again.hand_sizes.max(axis=1) == 13).all()


def test_some_rounds_are_over_before_others() -> None:
    """Rounds that end when nothing counts any more, without successors: each ends once."""
    rules = attrs.evolve(variants.get("spot"), round_end=EndsWhenNothingCounts())
    rounds, rng = BatchRounds(rules, 50, renew=False), np.random.default_rng(1)
    batch, ended, steps = rounds.reset(), np.zeros(50, np.int64), set[int]()
    for step in range(52):
        over = batch.done
        assert (batch.legal.any(axis=1) == ~over).all()
        cards = np.where(over, -1, any_card(batch, rng))
        batch = rounds.step(cards)
        assert (batch.done >= over).all()
        assert (batch.rewards.any(axis=1) == (batch.done > over)).all()
        ended += batch.rewards.any(axis=1)
        steps |= {step} if (batch.done > over).any() else set()
    assert (ended == 1).all()
    assert len(steps) > 1


def test_rows_play_the_rounds_with_their_numbers() -> None:
    """Row r plays round r, then round r + n; and a reset goes on from there."""
    every, rounds = BatchRounds(AMERICAN, 6, seed=7).reset(), BatchRounds(AMERICAN, 2, seed=7)
    assert (rounds.reset().planes == every.planes[:2]).all()
    batch = rounds.reset()
    assert (batch.planes == every.planes[2:4]).all()
    while not batch.done.any():
        batch = rounds.step(np.argmax(batch.legal, axis=1))
    assert (batch.planes == every.planes[4:]).all()


@DEVICES
def test_cards_that_are_not_checked_are_not_played_unless_they_are_legal(device: str) -> None:
    rounds = BatchRounds(AMERICAN, 4, seed=1, device=device)
    batch = on_host(rounds.reset())
    cards = np.argmax(batch.legal, axis=1)
    cards[1:] = 52, -(1 << 62), np.flatnonzero(1 - batch.legal[3])[0]
    legal = np.flatnonzero(batch.legal[1]).tolist()
    with pytest.raises(HeartsError) as refused:
        rounds.step(cards)
    assert str(refused.value) == (
        f"card 52 is not legal in round 1 of the batch; choose one of {legal}"
    )
    after = on_host(rounds.step(cards, check=False))
    assert (after.planes[1:] == batch.planes[1:]).all()
    assert (after.numbers[1:] == batch.numbers[1:]).all()
    assert after.trick[0].sum() == 1
    assert not after.done.any()
    assert not after.rewards.any()


def test_a_step_on_the_cpu_leaves_the_arrays_of_the_last_one_alone() -> None:
    rounds = BatchRounds(AMERICAN, 5, seed=1)
    batch = rounds.reset()
    before = on_host(batch)
    rounds.step(np.argmax(batch.legal, axis=1))
    for each in attrs.fields(Batch):
        assert (getattr(batch, each.name) == getattr(before, each.name)).all()


def test_a_gpu_writes_over_the_arrays_of_the_last_step() -> None:
    rounds = BatchRounds(AMERICAN, 2, seed=1, device="cuda")
    batch = rounds.reset()
    before = on_host(batch)
    after = rounds.step(np.argmax(before.legal, axis=1))
    assert (host(batch.numbers) == host(after.numbers)).all()
    assert (host(batch.numbers) != before.numbers).any()


class OnGpu:
    """Says of an array that it is in the memory of a GPU."""

    def __init__(self, numbers: Any) -> None:
        self.__cuda_array_interface__ = numbers.__array_interface__


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (np.zeros(2, np.int32), "2 numbers of the type int64, one for each round, not int32"),
        (np.zeros((2, 1), np.int64), r"not int64 of shape \(2, 1\)"),
    ],
)
def test_cards_on_a_gpu_that_would_have_to_be_copied_are_refused(numbers: Any, said: str) -> None:
    rounds = BatchRounds(AMERICAN, 2, device="cuda")
    rounds.reset()
    with pytest.raises(HeartsError, match=said):
        rounds.step(OnGpu(numbers))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["list", "u1", ">i4", "strided"])
def test_cards_may_be_any_array_of_whole_numbers(kind: str) -> None:
    rounds, same = BatchRounds(AMERICAN, 3), BatchRounds(AMERICAN, 3)
    cards: Any = np.argmax(rounds.reset().legal, axis=1)
    same.reset()
    given: Any = cards.tolist()
    if kind == "strided":
        given = np.repeat(cards, 2)[::2]
    elif kind != "list":
        given = cards.astype(kind)
    assert (rounds.step(given).planes == same.step(cards).planes).all()


def test_the_example_learns(capsys: pytest.CaptureFixture[str]) -> None:
    """A few rounds: that it runs, not that it plays well."""
    pytest.importorskip("torch")
    example = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "train_torch.py"))
    given = ["--rounds", "20", "--minutes", "0.01", "--measured", "50"]
    assert example["main"](given) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("before: ")
    assert lines[-1].startswith("after: ")
