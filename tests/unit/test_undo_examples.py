"""Undo by agreement on the servers in examples/."""

from __future__ import annotations

import json
import shutil
from random import Random
from typing import Any

import pytest

from examples.client.serve import play, play_round
from examples.serve_views import Seat, Table
from heartslib import Game, variants, wire
from tests.helpers.positions import AMERICAN


def seated(game: Game) -> tuple[Table, list[Seat]]:
    table, seats = Table(game), [Seat() for _ in range(game.players)]
    for number, seat in enumerate(seats):
        table.join(number, seat.hear)
    return table, seats


def test_a_move_is_taken_back_when_all_agree() -> None:
    table, seats = seated(Game.new(AMERICAN, 4).deal(seed=7))
    start, late = table.game, seats[1].choose()
    assert table.receive(0, seats[0].choose()) is None
    for number in (2, 0, 0, 1):
        table.undo(number)
    assert table.game != start
    table.undo(3)
    assert table.game == start
    assert [seat.log[-1] for seat in seats] == ["Undo"] * 4
    for number, seat in enumerate(seats):
        assert seat.seen is not None
        assert (seat.seen.view, seat.seen.epoch) == (start.view(number), 1)
    assert table.receive(1, late) == "stale"
    assert table.receive(1, seats[1].choose()) is None
    assert table.epoch == 1


def test_a_move_ends_the_agreement_and_nothing_is_nothing_to_take_back() -> None:
    table, seats = seated(Game.new(AMERICAN, 4).deal(seed=7))
    for number in range(4):
        table.undo(number)
    assert (table.epoch, table.game.history) == (0, table.game.history[:1])
    assert table.receive(0, seats[0].choose()) is None
    after = table.game
    table.undo(0)
    assert (table.epoch, table.game) == (0, after)


def test_a_view_that_is_overtaken_is_not_shown() -> None:
    table, (seat, *_) = seated(Game.new(AMERICAN, 4).deal(seed=7))
    old = wire.dumps_view(table.game, 0)
    table.receive(0, seat.choose())
    seen, log = seat.seen, [*seat.log]
    seat.hear(old)
    assert (seat.seen, seat.log) == (seen, log)
    for number in range(4):
        table.undo(number)
    seat.hear(wire.dumps_view(table.game, 0))
    assert seat.seen is not None
    assert seat.seen.epoch == 1


@pytest.mark.parametrize("agrees", [True, False])
def test_a_client_asks_for_an_undo(agrees: bool) -> None:
    """The first seat asks at its third card; the epoch rises if the others agree."""
    asked: list[Any] = []

    def ask(line: str) -> str:
        message = json.loads(line)
        asked.append(message)
        if "undo" in message:
            return json.dumps({"agree": agrees})
        if message["number"] == 9 and message["epoch"] == 0 and {"undo": True} not in asked:
            asked.append({"undo": True})
            return json.dumps({"undo": True})
        head = {"format": "heartslib-answer", "version": 1}
        where = {key: message[key] for key in ("number", "epoch")}
        return json.dumps({**head, **where, "cards": message["question"]["among"][:1]})

    game = Game.new(variants.get("dame_de_pique")).deal(seed=1)
    finished = play_round(game, ask, Random(1))
    assert finished.sheet is not None
    questions = [each for each in asked if "undo" in each and each != {"undo": True}]
    assert len(questions) == (game.players - 1 if agrees else 1)
    numbers = [(each["epoch"], each["number"]) for each in asked if "number" in each]
    assert numbers[8:10] == [(0, 9), (1, 8) if agrees else (0, 9)]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
def test_the_client_in_javascript_asks_and_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    epochs: set[int] = set()
    write = wire.dumps_view

    def noted(game: Game, seat: int | None, *, epoch: int = 0) -> str:
        epochs.add(epoch)
        return write(game, seat, epoch=epoch)

    monkeypatch.setattr(wire, "dumps_view", noted)
    assert all(play(Game.new(AMERICAN), seed).sheet for seed in range(1, 6))
    assert max(epochs) >= 1
