"""A short soak of games, and planted faults that it must find."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from heartslib import Game, record, variants
from heartslib.testing import next_state
from tools import soak_games as games
from tools.soak_games import Board, Player, Soak, Tally, composed, grows, start

pytestmark = pytest.mark.untraced


def played(*names: str) -> Soak:
    """The result of these games, played here."""
    result = Soak([Tally(), Tally()], [[], []])
    board = Board()
    for thread, name in enumerate(names):
        Player("", result.tallies[0], result.take, board=board, thread=thread).play(name)
    return result


def test_games_are_stored_forked_shared_and_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "MOST_ROUNDS", 2)
    result = played(*(f"4.0.0.{number}" for number in range(4)))
    tally, again = result.tallies
    assert result.report() == 0
    assert tally.games == 4
    assert min(tally.moves, tally.stores, tally.pickles, tally.views, tally.forks) > 0
    assert tally.shared > again.replays - 4 > 0
    out = capsys.readouterr().out
    assert out.startswith("| process | games | moves | stores |")
    assert "| all | 4 |" in out


def test_threads_share_games() -> None:
    plan = games.Plan(run=2, processes=1, threads=3, seconds=0.5, every=0.1)
    sent: list[tuple[Any, ...]] = []
    games.work(plan, 0, sent.append)
    result = Soak([Tally(), Tally()], [[], []])
    assert [result.take(message) for message in sent] == [*[False] * (len(sent) - 1), True]
    assert result.tallies[0].moves > 0
    assert result.report() == 0


def test_the_name_of_a_game_says_what_it_is() -> None:
    assert start("1.0.3.17") == start("1.0.3.17")
    names = [f"1.0.0.{number}" for number in range(20)]
    kinds = {start(name).rules.name for name in names}
    assert "House" in kinds
    assert len(kinds) > 5
    games.composed_once.cache_clear()
    before = composed(5)
    games.composed_once.cache_clear()
    assert composed(5) == before


# ---------------------------------------------------------------- planted faults

NAME = "1.0.0.4"


def forgets(text: str, **options: Any) -> Game:
    return LOADS(text, **options).at(0)


LOADS = record.loads


def chosen_by_what_was_before(game: Game, choose: Any, _: Random) -> Game:
    return next_state(game, choose, COMMON)


COMMON = Random(1)


def fails_when_over(game: Game, choose: Any, rng: Random) -> Game:
    if game.round_number:
        raise KeyError(game.round_number)
    return next_state(game, choose, rng)


PLANTED: list[tuple[object, str, Callable[..., Game], str]] = [
    (record, "loads", forgets, "differences"),
    (games, "next_state", chosen_by_what_was_before, "differences"),
    (games, "next_state", fails_when_over, "exceptions"),
]


@pytest.mark.parametrize("planted", PLANTED, ids=["a move lost", "chance in common", "an error"])
def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    planted: tuple[object, str, Callable[..., Game], str],
) -> None:
    owner, name, fault, kind = planted
    monkeypatch.setattr(owner, name, fault)
    result = played(NAME)
    assert getattr(result.tallies[0] + result.tallies[1], kind) > 0
    assert result.report() == 1
    assert f"--game {NAME}" in capsys.readouterr().out


def test_a_shared_game_that_ends_otherwise_is_a_difference() -> None:
    game = Game.new(variants.get("american")).deal(seed=1)
    shared = games.Shared(NAME, game, 0.5, ends=["another end"])
    with pytest.raises(games.Difference, match="a shared game"):
        games.play_shared(shared, Tally(), lambda _: None, games.never)


@pytest.mark.parametrize(
    ("samples", "is_growing"),
    [
        ([50.0] * 100, False),
        ([*range(20), *[50.0] * 80], False),
        ([50 + n / 10 for n in range(100)], True),
        ([50 + n / 100 for n in range(100)], False),
        ([50 + n % 7 for n in range(100)], False),
        ([50, 51, 60, 58, 57, 90, 56, 50, 60, 61], False),
        ([], False),
    ],
    ids=["flat", "warm-up", "steady", "slight", "up and down", "a peak", "none"],
)
def test_steady_growth(samples: list[float], *, is_growing: bool) -> None:
    assert grows(samples) is is_growing
