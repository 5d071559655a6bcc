"""A store that hangs: who needs it waits for so long and no longer, and nobody else waits."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

import anyio
import anyio.to_thread
from websockets.exceptions import ConnectionClosed

from examples.web_table.aside import Aside
from examples.web_table.sockets import TRY_AGAIN
from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import StoreError
from heartslib import Cards
from heartslib.bots import careful
from heartslib.moves import Pass
from tests.slow.web.served import PATIENCE, Seat, fetch, new_table, served, stored


class Hanging(SqliteStore):
    """A file that answers nobody while it hangs.

    Attributes:
        patience: Seconds after which a call is given up; at first longer than any test waits.
    """

    def __init__(self, file: Path) -> None:
        self.patience = 100.0 * PATIENCE
        self._answers, self._asked = threading.Event(), threading.Event()
        self._answers.set()
        self._at = ""
        super().__init__(file)

    def hang(self, at: str = "") -> None:
        """Answer nobody from now on who asks for something that begins so."""
        self._at = at
        self._answers.clear()
        self._asked.clear()

    @property
    def hangs(self) -> bool:
        """Whether nobody has been answered since it began to hang."""
        return not self._answers.is_set()

    def until_asked(self) -> None:
        """Wait until somebody waits for an answer."""
        assert self._asked.wait(PATIENCE)

    def answer(self) -> None:
        """Answer those who wait, and all others."""
        self._answers.set()

    def _rows(self, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        if wanted.startswith(self._at):
            self._asked.set()
            if not self._answers.wait(self.patience):
                raise StoreError("it hangs", "the database cannot be reached")
        return super()._rows(wanted, *values)


@pytest.fixture
def store(file: Path) -> Hanging:
    return Hanging(file)


@pytest.fixture
def base(file: Path, store: Hanging) -> Iterator[str]:
    with served(file, store=store, clock=0) as address:
        yield address
        store.answer()


@pytest.fixture
def seats(base: str) -> Iterator[tuple[Seat, Seat]]:
    """Two people who have yet to pass; the others have passed."""
    paths = new_table(base, "Ann Ben bot1 bot2")
    with closing(Seat(base, paths[0])) as ann, closing(Seat(base, paths[1])) as ben:
        for seat in (ann, ben):
            seat.until(lambda seen: seen.number == 3)
        yield ann, ben


def pass_of(seat: Seat) -> Pass:
    move = careful(seat.seen.view)
    assert isinstance(move, Pass)
    return move


def test_nobody_else_waits(base: str, seats: tuple[Seat, Seat], store: Hanging, file: Path) -> None:
    ann, ben = seats
    before = ann.seen
    with closing(Seat(base, ann.last["watch"].removeprefix("/"))) as watching:
        watching.hear()
        store.hang()
        ann.send(careful(before.view))
        store.until_asked()
        for path in ("", "static/table.css", "games/american/4", "tables"):
            assert fetch(f"{base}/{path}")[0] == 200
        ben.socket.send("hint")
        ben.heard("hint")
        ben.socket.send("pace fast")
        for seat in (ann, ben, watching):
            seat.hear_until(lambda frame: frame.get("pace") == "fast")
        assert store.hangs  # whoever needed the store would still be waiting
        assert {seat.seen.number for seat in (ann, ben, watching)} == {before.number}
        assert stored(file).view(0) == before.view
        store.answer()
        for seat in (ann, ben, watching):
            seat.until(lambda seen: seen.number > before.number)


def test_what_is_given_up_has_not_happened_and_may_be_tried_again(
    base: str, seats: tuple[Seat, Seat], store: Hanging, file: Path
) -> None:
    ann, before = seats[0], seats[0].seen
    path = new_table(base, "Cem bot1 bot2 bot3")[0]
    store.patience = 0.2
    store.hang()
    ann.send(careful(before.view))
    code, reason = ann.refusal()
    assert code == "unstored"
    assert reason == (
        "The move does not count, because the database cannot be reached. Please try again."
    )
    answers = [fetch(f"{base}/{path}"), fetch(f"{base}/{path}/status")]
    assert [(status, json.loads(text)["error"]) for status, text in answers] == [
        (503, "The games cannot be read just now. Please try again.")
    ] * 2
    people = [{"name": name, "human": True} for name in ("Dee", "Eve", "Fay", "Gus")]
    wanted = {"variant": "american", "seats": people}
    status, text = fetch(f"{base}/games", wanted)
    assert (status, json.loads(text)["error"]) == (
        503,
        "The table could not be made, because the database cannot be reached. Please try again.",
    )
    with pytest.raises(ConnectionClosed) as closed, closing(Seat(base, path)) as cem:
        cem.hear()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == TRY_AGAIN
    assert stored(file).view(0) == before.view
    store.answer()
    ann.send(careful(before.view))
    ann.until(lambda seen: seen.number > before.number)


def together(store: Hanging, *send: Callable[[], None]) -> None:
    """Send something while the store hangs, which answers when all of it has arrived."""
    store.hang()
    for each in send:
        each()
    store.until_asked()
    time.sleep(0.1)
    store.answer()


def test_of_two_moves_at_once_one_counts(
    base: str, seats: tuple[Seat, Seat], store: Hanging, file: Path
) -> None:
    ann, ben = seats
    first = pass_of(ann)
    other = Pass(0, Cards([*(ann.seen.view.hand - first.cards)][:3]))
    request = ann.socket.request
    assert request
    with closing(Seat(base, request.path.removeprefix("/"))) as window:
        window.until(lambda seen: seen.number == 3)
        together(store, lambda: ann.send(first), lambda: window.send(other))
        window.until(lambda seen: seen.number == 4)
        assert window.refusal()[0] == "stale"
        ben.until(lambda seen: seen.number == 4)
    assert stored(file).history[3:] == (first,)


def test_two_people_who_pass_at_once_have_both_passed(
    seats: tuple[Seat, Seat], store: Hanging, file: Path
) -> None:
    passes = [pass_of(seat) for seat in seats]
    together(store, *(partial(seat.send, move) for seat, move in zip(seats, passes, strict=True)))
    for seat in seats:
        seat.until(lambda seen: seen.view.phase == "play")
    assert {*stored(file).history[3:5]} == {*passes}


def test_a_move_whose_player_has_left_is_in_the_game_if_it_was_stored(
    seats: tuple[Seat, Seat], store: Hanging, file: Path
) -> None:
    ann, ben = seats
    before = ann.seen
    store.hang()
    ann.send(careful(before.view))
    store.until_asked()
    ann.socket.socket.close()  # without a word
    for pace in ("slow", "fast", "normal"):  # the server cannot send it to Ann
        ben.socket.send(f"pace {pace}")
        ben.hear_until(lambda frame, pace=pace: frame.get("pace") == pace)  # type: ignore[misc]
        time.sleep(0.05)
    store.answer()
    ben.until(lambda seen: seen.number > before.number)
    assert stored(file).history[before.number] == careful(before.view)


def test_people_who_open_a_table_at_once_sit_at_one(base: str, store: Hanging) -> None:
    paths = new_table(base, "Ann Ben Cid Dee")
    store.hang()
    seats = [Seat(base, path) for path in paths.values()]
    store.until_asked()
    store.answer()
    for seat in seats:
        seat.hear_until(lambda frame: frame["here"] == [0, 1, 2, 3])


def test_a_seat_is_taken_once(base: str, store: Hanging) -> None:
    with closing(Seat(base, new_table(base, "Ann Ben Cid bot", is_open=True)[0])) as ann:
        ann.until(lambda seen: seen.view.phase == "pass")
        address = f"{base}/tables/{ann.last['watch'].rpartition('/')[2]}"
        store.hang()
        with ThreadPoolExecutor(2) as pool:
            asked: list[Future[tuple[int, str]]] = [
                pool.submit(fetch, address, {"name": name}) for name in ("Eve", "Fay")
            ]
            store.until_asked()
            time.sleep(0.1)
            store.answer()
            answers = [each.result() for each in asked]
        assert sorted(status for status, _ in answers) == [201, 400]
        assert any("All seats at this table are taken." in text for _, text in answers)


def test_the_computer_goes_on_from_where_the_people_are(file: Path, store: Hanging) -> None:
    with served(file, store=store, pause=0.2) as base:
        path = new_table(base, "Ann bot1 bot2 bot3", is_open=True)[0]
        with closing(Seat(base, path)) as ann, ThreadPoolExecutor(1) as pool:
            address = f"{base}/tables/{ann.hear()['watch'].rpartition('/')[2]}"
            store.hang("UPDATE games SET beginning")
            asked = pool.submit(fetch, address, {"name": "Eve"})
            store.until_asked()
            time.sleep(0.4)  # the cards would have been dealt
            assert ann.seen.view.phase == "deal"
            store.answer()
            assert asked.result()[0] == 201
            seen = ann.until(lambda seen: seen.view.phase == "pass")
            assert seen.view.names[1] == "Eve"
            assert stored(file).names[1] == "Eve"


def test_nobody_is_said_to_be_away_before_the_computer_has_played(
    file: Path, store: Hanging
) -> None:
    with served(file, store=store, away=0.2) as base:
        paths = new_table(base, "Ann Ben bot1 bot2")
        with closing(Seat(base, paths[0])) as ann, closing(Seat(base, paths[1])) as ben:
            ben.until(lambda seen: seen.number == 3)
            ben.send(pass_of(ben))
            ben.until(lambda seen: seen.number == 4)
            store.hang("INSERT INTO moves")
            ann.close()
            store.until_asked()
            ben.socket.send("pace fast")
            ben.hear_until(lambda frame: frame["pace"] == "fast")
            away = "Ann is away: the computer plays."
            assert not any(away in frame["screen"]["said"] for frame in ben.frames)
            store.answer()
            while ben.seen.number == 4:
                ben.hear()
            assert away in ben.last["screen"]["said"]


def test_an_undo_that_is_being_stored_lapses_no_more(
    seats: tuple[Seat, Seat], store: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = [0.0]
    monkeypatch.setattr("examples.web_table.table._now", lambda: time.monotonic() + later[0])
    ann, ben = seats
    ann.send(pass_of(ann))
    ann.until(lambda seen: seen.number == 4)
    store.hang("DELETE FROM moves")
    ann.socket.send(f"undo {ann.last['undo']['mine']['key']}")
    ben.hear_until(lambda frame: frame["undo"]["wish"])
    ben.socket.send(f"agree {ben.last['undo']['wish']['key']}")
    store.until_asked()
    later[0] = 31  # nobody waits for an answer for so long
    ann.socket.send(
        "pace slow"
    )  # wakes whoever waits for one; the server hears Ben when it has stored
    ann.hear_until(lambda frame: frame["pace"] == "slow")
    store.answer()
    ben.until(lambda seen: (seen.number, seen.epoch) == (3, 1))
    ben.socket.send("pace fast")
    ben.hear_until(lambda frame: frame["pace"] == "fast")
    said = [line for frame in ben.frames for line in frame["screen"]["said"]]
    assert [line for line in said if "undone" in line] == ["Ann has undone passing cards."]
    assert not any("in time" in line for line in said)


# ---------------------------------------------------------------- the thread


def test_whoever_has_asked_goes_on_before_the_next_is_asked() -> None:
    done, aside = list[str](), Aside()

    async def ask(name: str) -> None:
        await aside(done.append, f"{name} is asked")
        done.append(f"{name} goes on")

    async def run() -> None:
        async with anyio.create_task_group() as all_of_them:
            for name in "abc":
                all_of_them.start_soon(ask, name)
        aside.close()

    anyio.run(run)
    assert done == [f"{name} {what}" for name in "abc" for what in ("is asked", "goes on")]


def test_a_call_that_has_begun_is_waited_for() -> None:
    aside, begun, go_on, done = Aside(), threading.Event(), threading.Event(), list[str]()

    def call() -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        return "stored"

    async def ask() -> None:
        done.append(await aside(call))

    async def ask_later() -> None:
        await aside(done.append, "never begun")

    async def run() -> None:
        async with anyio.create_task_group() as both:
            both.start_soon(ask)
            both.start_soon(ask_later)
            assert await anyio.to_thread.run_sync(begun.wait, PATIENCE)
            both.cancel_scope.cancel()
            threading.Timer(0.05, go_on.set).start()
        aside.close()

    anyio.run(run)
    assert done == ["stored"]
