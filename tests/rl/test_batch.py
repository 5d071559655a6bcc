"""Many rounds side by side: the same cards, legal plays and points as in `Game`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heartslib import Cards, HeartsError, variants
from heartslib.rl import Batch, BatchRounds
from heartslib.simulate import simulate

EVERY = [(slug, rules.usual_players) for slug, rules in variants.all().items()]
AMERICAN = variants.get("american")


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
    assert batch.trick.shape == batch.taken.shape == (len(batch.turn), players, 52)


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
            expected = np.zeros((players, 52), np.uint8)
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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rules": "american"}, "rules must be a Rules value, not 'american'"),
        ({"rounds": 0}, "rounds must be a whole number from 1, not 0"),
        ({"seed": -1}, "seed must be a whole number from 0, not -1"),
        ({"seat": 4}, "4 is not a seat: seats are 0 to 3"),
        ({"others": "wild"}, "'wild' is not a policy"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(options: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {"rules": AMERICAN, "rounds": 3} | options
    with pytest.raises(HeartsError, match=said):
        BatchRounds(arguments.pop("rules"), arguments.pop("rounds"), **arguments)
