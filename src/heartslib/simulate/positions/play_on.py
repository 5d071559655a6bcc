"""Play on from positions: each candidate card, then the rest of the round, many times; needs numpy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from heartslib.cards import Card
from heartslib.errors import HeartsError
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions.position import Position
from heartslib.simulate.rounds.engines import check_one, check_whole, target_of
from heartslib.simulate.targets import cpu

Numbers: TypeAlias = npt.NDArray[np.int64]


def play_out(
    positions: Sequence[Position],
    cards: Sequence[Iterable[Card]],
    *,
    times: int = 1,
    seed: int = 0,
    policy: str = "random",
    engine: str = "kernel",
) -> list[Numbers]:
    """`Position.play_out` for many positions at once, which is faster, above all on a GPU.

    Args:
        positions: Positions of one rulebook and one number of players.
        cards: For each position, cards of its seat to act; whether they are legal is not checked.
        times: How often each card is tried.
        seed: A whole number from 0; the same random numbers are used for every card.
        policy: How all seats play afterwards: one of `heartslib.simulate.POLICIES`.
        engine: ``"kernel"``; or ``"cuda"``, which needs an NVIDIA GPU and the extra ``cuda``.

    Returns:
        For each position the points of the round, summed over all times: a row for each card, a
        column for each seat.

    Raises:
        HeartsError: An argument is wrong, such as a card that the seat to act does not hold; or
            there is no GPU.
        MissingExtra: The extra that the engine needs is not installed.
    """
    check_one("engine", engine, ("kernel", "cuda"))
    times, seed = check_whole("times", times, 1), check_whole("seed", seed, 0)
    does = policy_number(policy)
    candidates = [*map(tuple, cards)]
    if len(candidates) != len(positions):
        raise HeartsError(
            f"cards must have an item for each position: there are {len(positions)} positions, "
            f"and cards for {len(candidates)}"
        )
    for place in range(len(positions)):
        _check(positions, place, candidates[place])
    if not any(candidates):
        return [np.zeros((0, each.lowered.players), np.int64) for each in positions]
    target = cpu if engine == "kernel" else target_of(engine)
    lowered = positions[0].lowered
    tried = [(at, card.place) for at, some in enumerate(candidates) for card in some]
    places, indices = np.array(tried, np.int64).T
    points = target.zeros((len(tried), lowered.players), np.int64)
    sets = np.array([each.sets for each in positions], np.uint64)
    rows = np.array([each.numbers for each in positions], np.int64)
    arrays = map(target.array, (sets, rows, places, indices))
    policies = target.array(np.full(lowered.players, does, np.int64))
    numbers = np.uint64(seed), *arrays, times
    target.run(lowered, "play_out", len(tried) * times, *numbers, policies, points)
    scored = target.host(points)
    ends = accumulate(map(len, candidates))
    return [scored[end - len(some) : end] for some, end in zip(candidates, ends, strict=True)]


def _check(positions: Sequence[Position], place: int, cards: Iterable[Card]) -> None:
    """Refuse a position of other rules than the first, and cards that its seat does not hold."""
    one = positions[place]
    rules, others = ((each.lowered.rules, each.lowered.players) for each in (positions[0], one))
    if one.lowered is not positions[0].lowered and others != rules:
        raise HeartsError(
            "all positions must have one rulebook and one number of players: position "
            f"{place} has others than position 0"
        )
    where = f"in position {place} " if len(positions) > 1 else ""
    for card in cards:
        if card not in one.hand:
            raise HeartsError(f"{where}seat {one.turn} does not hold {card}: it has {one.hand}")
