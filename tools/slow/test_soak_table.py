"""A short run of the stress of the browser table, and planted faults that it must find."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")
pytest.importorskip("resource")

from examples.web_table.screen import screen
from examples.web_table.sqlite import SqliteStore
from heartslib import Cards, Game, variants, wire
from heartslib.moves import Score
from heartslib.testing import at_random, next_state
from tools import soak_table as table
from tools.soak_table import (
    Client,
    Comparison,
    Heard,
    Report,
    Sent,
    Server,
    Stress,
    Table,
    digest,
)

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.skipif(sys.platform != "linux", reason="it looks at processes as Linux shows them"),
]

LATE = """
from examples.web_table.sqlite import SqliteStore
from examples.web_table.command import main
save = SqliteStore.save
SqliteStore.save = lambda self, number, game: len(game.history) % 9 or save(self, number, game)
main()
"""
"""A server that stores only every ninth move."""


def test_nothing_is_lost_by_a_server_that_is_killed(capsys: pytest.CaptureFixture[str]) -> None:
    report = table.stress(tables=3, seconds=2, kill_every=1.5)
    assert report.show() == 0, report.wrong
    assert report.counts["kills"] > 0
    assert min(report.counts[name] for name in ("frames", "moves accepted")) > 0
    assert "| tables | seats | frames | moves accepted |" in capsys.readouterr().out


def test_a_server_that_stores_late_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "LOOKED_AT", 1)
    report = table.stress(tables=2, seconds=1, kill_every=1, command=("-c", LATE))
    assert report.counts["not stored"] > 0
    assert report.show() == 1


# ---------------------------------------------------------------- the comparison


class Run:
    """A game in a file, a client that has heard all of it, and the answers of its seat."""

    def __init__(self, place: Path) -> None:
        rng, game = Random(4), Game.new(variants.get("american"))
        self.states = [game]
        while game.round_number < 1:
            game = next_state(game, at_random, rng)
            self.states.append(game)
        self.file = place / "games.sqlite"
        with closing(SqliteStore(self.file)) as store:
            self.number = store.add(game, {0: "token"})
        run = Stress(Server(self.file, table.SERVER, 0), table.ShortFiles())
        self.client = Client(run, Table(0, {0: "table/token"}), 0)
        run.clients.append(self.client)
        self.report = run.report
        for moves, after in enumerate(self.states[1:], 1):
            made = after.history[-1]
            if not isinstance(made, Score) and getattr(made, "seat", None) == 0:
                sent = wire.dumps_move(made, moves - 1)
                self.client.sent.append(Sent((self.number, moves - 1), sent, outcome="made"))
            self.client.heard.append(self.heard(moves, after))

    def heard(self, moves: int, game: Game) -> Heard:
        before = self.states[moves - 1]
        seen = json.loads(wire.dumps_view(game, 0))
        steps, asked = game.steps(0, before), 0 in before.to_act
        shown = digest(screen(game.view(0), steps, asked_before=asked))
        return Heard((self.number, moves), moves - 1, digest(seen), shown, Cards(game.hands[0]))

    def compared(self) -> Report:
        Comparison(self.client.stress, self.file).run()
        return self.report


def loses_moves(run: Run) -> None:
    with closing(SqliteStore(run.file)) as store:
        store.undo(run.number, run.states[-3])


def loses_a_game(run: Run) -> None:
    heard = run.client.heard[-1]
    run.client.heard.append(Heard((7, 1), 0, heard.view, heard.screen, None))


def shows_another_view(run: Run) -> None:
    run.client.heard[30] = run.heard(31, run.states[30])


def shows_other_news(run: Run) -> None:
    heard = run.client.heard[40]
    run.client.heard[40] = Heard(heard.state, heard.before, heard.view, digest({}), None)


def shows_a_hand(run: Run) -> None:
    heard, hands = run.client.heard[10], run.states[11].hands
    run.client.heard[10] = Heard(heard.state, heard.before, heard.view, heard.screen, hands[1])


def makes_another_move(run: Run) -> None:
    one, other = run.client.sent[-2:]
    one.text, other.text = (
        wire.dumps_move(wire.loads_move(text).move, each.state[1])
        for text, each in ((other.text, one), (one.text, other))
    )


def refuses_and_makes_a_move(run: Run) -> None:
    run.client.sent[3].outcome = "refused"


def moves_by_itself(run: Run) -> None:
    del run.client.sent[0]


def forgets_a_move(run: Run) -> None:
    last = run.client.sent[-1]
    run.client.sent.append(Sent((run.number, len(run.states) - 1), last.text, outcome="made"))


FAULTS: list[tuple[Callable[[Run], Any], str]] = [
    (loses_moves, "lost"),
    (loses_a_game, "lost"),
    (forgets_a_move, "lost"),
    (shows_another_view, "changed"),
    (shows_other_news, "changed"),
    (makes_another_move, "changed"),
    (refuses_and_makes_a_move, "changed"),
    (moves_by_itself, "changed"),
    (shows_a_hand, "leaks"),
]


def test_what_was_shown_and_what_is_stored_agree(tmp_path: Path) -> None:
    assert Run(tmp_path).compared().wrong == []


@pytest.mark.parametrize(("fault", "kind"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_planted_difference_is_found(
    tmp_path: Path, fault: Callable[[Run], Any], kind: str
) -> None:
    run = Run(tmp_path)
    fault(run)
    report = run.compared()
    assert report.counts[kind] > 0
    assert report.show() == 1
