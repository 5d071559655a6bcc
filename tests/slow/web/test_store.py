"""The file of games: how long it gets, a disk that was full, and what it refuses to open."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import StoreError
from heartslib import Game, HeartsError, variants
from heartslib.testing import at_random, next_state

ROOT = Path(__file__).parents[3]


def moved(game: Game, moves: int, seed: int = 1) -> list[Game]:
    """The states of a game over so many moves, from the first on."""
    rng, states = Random(seed), [game]
    while len(states) <= moves:
        states.append(next_state(states[-1], at_random, rng))
    return states


def log_of(file: Path) -> int:
    """The bytes of the log, before it is emptied into the file."""
    return Path(f"{file}-wal").stat().st_size


def test_a_game_comes_back_as_it_was(file: Path) -> None:
    states = moved(Game.new(variants.get("barbu"), names=["Ann", "b", "c", "d"], dealer=2), 70)
    with closing(SqliteStore(file)) as store:
        number = store.add(states[10], {0: "t", 2: "u"})
        for game in (states[11], states[11], states[30], states[70]):  # some are not new, some late
            store.save(number, game)
            assert store.load(number) == (game, frozenset({0, 2}))
    with closing(SqliteStore(file)) as store:
        assert store.load(number) == (states[70], frozenset({0, 2}))


def test_a_game_that_went_back_comes_back_so(file: Path) -> None:
    game, other = (Game.new(variants.get("american")).deal(seed=seed) for seed in (1, 2))
    states, others = moved(game, 20), moved(game, 30, seed=2)
    with closing(SqliteStore(file)) as store:
        number, second = store.add(states[20], {0: "t"}), store.add(other, {0: "u"})
        assert store.epoch(number) == 0
        assert store.undo(number, game) == 1
        assert store.load(number)[0] == game
        store.save(number, others[30])
        assert store.undo(number, others[29]) == 2
    with closing(SqliteStore(file)) as store:
        assert store.load(number)[0] == others[29]
        assert (store.epoch(number), store.epoch(second)) == (2, 0)
        assert store.load(second)[0] == other


def test_a_move_costs_the_same_however_long_the_game_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF;"
    monkeypatch.setattr("examples.web_table.sqlite._LOG", kept)
    states = moved(Game.new(variants.get("american")), 400)
    with closing(SqliteStore(file)) as store:
        number, costs = store.add(states[0], {0: "t"}), list[int]()
        for game in states[1:]:
            before = log_of(file)
            store.save(number, game)
            costs.append(log_of(file) - before)
    assert sum(costs[200:]) < 1.2 * sum(costs[:200])
    assert sorted(costs)[200] < 5000  # a page


def test_the_log_stays_short(file: Path) -> None:
    states = moved(Game.new(variants.get("american")), 250)
    with closing(SqliteStore(file)) as store:
        number = store.add(states[0], {})
        for game in states[1:]:
            store.save(number, game)
            assert log_of(file) < 150_000


FILL = """
import sys
from pathlib import Path
from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import StoreError
from heartslib import Game, variants
from tests.slow.web.test_store import moved

place = Path(sys.argv[1])
ballast = place / "ballast"
ballast.write_bytes(bytes(100_000))
store, made, refused = SqliteStore(place / "games.sqlite"), 0, []
states = moved(Game.new(variants.get("american")), 300)
numbers = []
try:
    while True:
        numbers.append(store.add(states[0], {}))
        for game in states[1:]:
            store.save(numbers[-1], game)
            made += 1
except StoreError as error:
    refused.append(error.reason)
for number in numbers * 20:  # everyone tries again and again
    try:
        store.save(number, states[-1])
    except StoreError as error:
        refused.append(error.reason)
assert set(refused) == {"the disk of the server is full"}, refused
ballast.unlink()
after = []
for number in numbers[-1:] * 3:
    try:
        store.save(number, states[-1])
        after.append("made")
    except StoreError as error:
        after.append(error.reason)
print(made, len(refused), *after[-2:])
more = store.add(states[0], {})
for game in states[1:]:
    store.save(more, game)
for number in [*numbers, more]:
    assert store.load(number)[0] == states[-1]
print("goes on")
"""
MOUNTED = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" -c "$3" "$1"'


def can_mount() -> bool:
    tried = ["unshare", "-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return (
        bool(shutil.which("unshare"))
        and not subprocess.run(  # noqa: S603
            tried, capture_output=True, check=False
        ).returncode
    )


@pytest.mark.skipif(not can_mount(), reason="a small disk cannot be mounted here")
def test_a_small_disk_that_was_full_goes_on(tmp_path: Path) -> None:
    shell = ["unshare", "-Urm", "sh", "-c", MOUNTED, "sh", str(tmp_path), sys.executable, FILL]
    done = subprocess.run(  # noqa: S603
        shell, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout.endswith("made made\ngoes on\n"), done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 1000  # most of the disk holds moves, not the log


def test_a_file_of_another_version_is_refused(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, record TEXT NOT NULL)")
    with pytest.raises(HeartsError, match=r"sqlite was made by another version: choose another f"):
        SqliteStore(file)


def test_a_file_that_is_refused_is_closed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, connect = list[sqlite3.Connection](), sqlite3.connect

    def keep(*args: Any, **options: Any) -> sqlite3.Connection:
        made.append(connect(*args, **options))
        return made[0]

    file.write_text("no games" * 1000)
    monkeypatch.setattr(sqlite3, "connect", keep)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(file)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")
