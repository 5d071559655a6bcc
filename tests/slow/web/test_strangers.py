"""Nobody waits for a stranger, whatever sheets of rules, old states and paces strangers ask for."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from json import loads
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table import sheet, table
from examples.web_table.alone import Kept
from examples.web_table.computer import Computer
from examples.web_table.sheet import Offers, changed
from examples.web_table.sockets import Newest
from examples.web_table.store import T, Ts
from examples.web_table.table import Manner, Table
from heartslib import Game, variants, wire
from heartslib.bots import careful
from heartslib.show.choices import HouseChoice, house_choices
from heartslib.testing import at_random, next_state
from tests.slow.web.served import PATIENCE, Seat, new_table, served

AMERICAN = variants.get("american")
OFFERED = house_choices(AMERICAN, 4)
NO_CARDS = next(each.key for each in OFFERED if each.text == "No cards are passed.")
MOON = next(each.key for each in OFFERED if each.text == "There is no moon.")
_TRICKS = 5
BETWEEN_TURNS = 50
"""More turns of the loop than anything takes that waits for nothing."""


class Held:
    """Work that is done once it is let go."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.gate = asyncio.Event()

    async def __call__(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        self.calls.append(args)
        await self.gate.wait()
        return call(*args)


def seated(game: Game, **manner: Any) -> Any:
    """A table with a person in seat 0, who is there; its parts are looked into below."""
    made = Manner(deal=Game.deal, computer=Computer(), pause=0, away=60, clock=0, **manner)
    found = Table(Kept(game, game.rules, "casual", dict), 1, made)
    found.sit(0, 1)
    return found


async def turns() -> None:
    for _ in range(BETWEEN_TURNS):
        await asyncio.sleep(0)


def played(rounds: int) -> Game:
    """A game in the middle of a round, after so many others."""
    rng, game = Random(1), Game.new(AMERICAN)
    while game.round_number < rounds or len(game.view(None).table.tricks) != _TRICKS:
        game = next_state(game, at_random, rng)
    return game


def run(test: Coroutine[Any, Any, None]) -> None:
    async def within() -> None:
        await asyncio.wait_for(test, PATIENCE)

    asyncio.run(within())


# ---------------------------------------------------------------- sheets of rules


def test_a_pass_waits_for_no_rulebook() -> None:
    async def test() -> None:
        held, game = Held(), Game.new(AMERICAN).deal(seed=7)
        at = seated(game, work=held)
        change = asyncio.create_task(at.answer(0, f"rules 1.0.0 {NO_CARDS}"))
        await turns()
        assert held.calls
        passing = asyncio.create_task(
            at.answer(0, wire.dumps_move(careful(game.view(0)), wire.number_of(game), epoch=0))
        )
        await turns()
        assert passing.done()
        assert passing.result() is None
        assert at.game.to_act == (1, 2, 3)
        held.gate.set()
        await change
        assert loads(at.frame(0, at.game, fresh=False, heard=0))["newRules"]

    run(test())


def test_of_a_table_one_sheet_waits_behind_those_of_others() -> None:
    async def test() -> None:
        held = Held()
        at = seated(Game.new(AMERICAN).deal(seed=7), offers=Offers(held))
        asked = [
            asyncio.create_task(at.answer(seat, f"choices 1.0.0 {key}"))
            for seat, key in enumerate((NO_CARDS, MOON, NO_CARDS))
        ]
        await turns()
        assert len(held.calls) == 1
        asked[0].cancel()  # who has left is waited for by nobody
        held.gate.set()
        keys = [loads(str(await each))["choices"]["keys"] for each in asked[1:]]
        assert keys == [[MOON], [NO_CARDS]]
        assert len(held.calls) == 3

    run(test())


def test_a_newer_sheet_takes_the_place_of_one_that_waits() -> None:
    async def test() -> None:
        newest, held, made = Newest(float), Held(), list[int]()

        async def ask(number: int) -> str:
            made.append(number)
            await held(int)
            return f"{number}"

        asked = [asyncio.create_task(newest(partial(ask, number))) for number in range(6)]
        await turns()
        held.gate.set()
        assert await asyncio.gather(*asked) == [None, None, None, None, None, "5"]
        assert made == [5]
        first = asyncio.create_task(newest(partial(ask, 6)))
        held.gate.clear()
        await turns()
        others = [asyncio.create_task(newest(partial(ask, number))) for number in (7, 8, 9)]
        await turns()
        held.gate.set()
        assert [await each for each in (first, *others)] == ["6", None, None, "9"]
        assert made == [5, 6, 9]

    run(test())


def test_a_window_has_one_sheet_in_work_and_none_in_line(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, made = threading.Event(), list[tuple[str, ...]]()

    def slowly(*args: Any) -> tuple[HouseChoice, ...]:
        if len(args) > 2 and args[2]:
            made.append(args[2])
            gate.wait(PATIENCE)
        return OFFERED

    monkeypatch.setattr(sheet, "_worked_out", slowly)
    with served(file, {"american": AMERICAN}) as base:
        ann = Seat(base, new_table(base, "Ann b c d")[0])
        game = ann.until(lambda seen: seen.view.phase == "pass")
        keys = [each.key for each in OFFERED if not each.chosen][:6]
        for key in keys:
            ann.socket.send(f"choices 1.0.0 {key}")
        ann.send(careful(game.view))  # by the same socket, and yet it waits for none of them
        ann.until(lambda seen: seen.number > game.number)
        gate.set()
        while ann.heard("choices")["keys"] != [keys[-1]]:
            pass
        assert len(made) <= 2


def test_what_games_offer_is_worked_out_once_from_the_start(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Counter[tuple[Any, ...]]()

    def counted(*args: Any) -> tuple[HouseChoice, ...]:
        made[args] += 1
        return OFFERED

    monkeypatch.setattr(sheet, "_worked_out", counted)
    monkeypatch.setattr(sheet, "BETWEEN", 0)
    games = {name: variants.get(name) for name in ("american", "basic")}
    with served(file, games) as base:
        until = time.monotonic() + PATIENCE
        while len(made) < len(games) and time.monotonic() < until:
            time.sleep(0.01)
        for number in (1, 2):
            ann = Seat(base, new_table(base, "Ann b c d")[0])
            ann.socket.send("choices")
            found = ann.heard("choices")
            assert (found["of"], len(found["options"])) == (f"{number}.0.0", len(OFFERED))
    assert made == {(rules, rules.usual_players): 1 for rules in games.values()}


# ---------------------------------------------------------------- states that a window has seen


def calls_of(work: Callable[[], object]) -> int:
    """How many functions of Python are called."""
    counted = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal counted
        counted += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def first_frame(at: Table, seat: int | None, seen: str) -> dict[str, Any]:
    async def first() -> str:
        return await anext(at.frames(seat, seen))

    frame: dict[str, Any] = loads(asyncio.run(first()))
    return frame


@pytest.mark.parametrize("seat", [0, None])
def test_what_is_sent_begins_with_the_beginning_of_the_round(seat: int | None) -> None:
    game = played(6)
    at, young = seated(game), seated(played(1))
    begun = len(at._eve.history)
    assert begun > 5 * (len(game.history) - begun)
    for each in (at, young):
        first_frame(each, seat, "")  # what follows from the rules is worked out once
    least = calls_of(lambda: first_frame(young, seat, ""))
    for seen in ("1.0.0", "1.7.0", f"1.{begun}.0", "", "1.99999999.0"):
        assert calls_of(lambda seen=seen: first_frame(at, seat, seen)) < 1.5 * least  # type: ignore[misc]
    old, whole = (first_frame(at, seat, seen)["screen"] for seen in ("1.0.0", f"1.{begun}.0"))
    assert old == whole
    assert first_frame(at, seat, "")["fresh"]


def test_a_window_that_did_not_listen_for_rounds_hears_of_one() -> None:
    game = played(6)
    at, late = seated(game), seated(game.at(7))

    async def next_frame() -> None:
        frames = late.frames(0, "")
        await anext(frames)
        late.game, late._eve = game, at._eve
        late._ring()
        await anext(frames)

    first_frame(at, 0, "")
    least = calls_of(lambda: first_frame(at, 0, ""))
    assert calls_of(lambda: asyncio.run(next_frame())) < 2 * least


def test_who_was_away_for_rounds_hears_of_one() -> None:
    game = played(6)
    at = seated(game)

    def back() -> str:
        at._returned[0] = 0
        frame: str = at.frame(0, at.game, fresh=False, heard=0)
        return frame

    back()
    assert calls_of(back) < 1.5 * calls_of(lambda: first_frame(at, 0, ""))


@pytest.mark.parametrize("moves", [1, 5])
def test_each_state_of_the_round_is_found_again(moves: int) -> None:
    game = played(2)
    at = seated(game)
    wanted = len(game.history) - moves
    found, had = at.before(f"1.{wanted}.0")
    assert had
    assert found == game.at(wanted)
    fresh, had = at.before("")
    assert not had
    assert fresh == game.at(len(at._eve.history) + 1)
    renamed = seated(game)
    renamed.game = game.with_names(["Ann", "Bob", "Cy", "Di"])
    assert renamed.before(f"1.{wanted}.0")[0] == renamed.game.at(wanted)


# ---------------------------------------------------------------- frames and paces


def test_no_frame_is_compressed(base: str) -> None:
    ann = Seat(base, new_table(base, "Ann b c d")[0])
    request, response = ann.socket.request, ann.socket.response
    assert request
    assert response
    assert "permessage-deflate" in request.headers["Sec-WebSocket-Extensions"]
    assert "Sec-WebSocket-Extensions" not in response.headers


def test_a_pace_wakes_the_windows_once_in_a_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        at = seated(Game.new(AMERICAN).deal(seed=7))
        frames = at.frames(None, "")
        await anext(frames)
        heard = asyncio.ensure_future(anext(frames))
        await turns()
        for number in range(10):
            await at.receive(0, f"pace {('slow', 'fast')[number % 2]}")
        await turns()
        assert not heard.done()
        assert at._bell
        at._bell.cancel()
        at._tell_pace()
        assert loads(await heard)["pace"] == "fast"
        again = asyncio.ensure_future(anext(frames))
        await turns()
        assert not again.done()
        again.cancel()
        monkeypatch.setattr(table, "BREATH", 0)
        other = at.frames(None, "")
        await anext(other)
        await at.receive(0, "pace slow")
        assert loads(await anext(other))["pace"] == "slow"

    run(test())


def test_rules_that_are_used_already_are_announced_to_nobody() -> None:
    async def test() -> None:
        at = seated(Game.new(AMERICAN).deal(seed=7))
        usual = next(each.key for each in OFFERED if each.chosen)
        for keys in ("", usual):
            assert (
                loads(str(await at.answer(0, f"rules 1.0.0 {keys}")))["refused"]["code"] == "stale"
            )
        assert at.announced == 0
        assert await at.answer(0, f"rules 1.0.0 {NO_CARDS}") is None
        assert at.announced == 1
        assert loads(str(await at.answer(0, f"rules 1.0.1 {NO_CARDS}")))["refused"]
        assert at.announced == 1
        assert await at.answer(0, "rules 1.0.1") is None
        assert at.announced == 2
        assert changed(AMERICAN, 4, ())[1] == ""

    run(test())
