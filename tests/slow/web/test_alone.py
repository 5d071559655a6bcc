"""A table in one browser, without a server: what the page sends, and what it gets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from examples.web_table import alone
from examples.web_table.store import StoreError
from heartslib import record, variants, wire
from heartslib.bots import careful

Json = dict[str, Any]


class Page:
    """A page that keeps all that it hears."""

    def __init__(self, game: str = "american", kept: str | None = None) -> None:
        self.heard = list[Json]()
        self._send = alone.begin(lambda text: self.heard.append(json.loads(text)))
        self.tell(do="sit", game=game, strength="casual", kept=kept)

    def tell(self, **message: Any) -> None:
        self._send(json.dumps(message))

    def all(self, kind: str) -> list[Any]:
        return [each[kind] for each in self.heard if kind in each]

    async def until(self, ready: Callable[[Json], bool]) -> Json:
        """The frame that is ready, after everything that is asked before it is answered."""
        while True:
            frames: list[Json] = [
                frame for frame in map(json.loads, self.all("frame")) if "seen" in frame
            ]
            if frames and ready(frames[-1]):
                return frames[-1]
            await asyncio.sleep(0)

    def send(self, text: str) -> None:
        self.tell(do="send", text=text)

    def answer(self, frame: Json) -> None:
        seen = wire.loads_view(json.dumps(frame["seen"]))
        assert seen.view.is_my_turn
        self.send(wire.dumps_move(careful(seen.view), number=seen.number, epoch=seen.epoch))


def asked(frame: Json) -> bool:
    return bool(frame["screen"]["ask"])


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "PAUSE", 0)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(test(), 60)

    asyncio.run(limited())


async def to_the_end_of_the_round(page: Page) -> Json:
    answered = set[str]()
    while True:
        frame = await page.until(
            lambda frame: (
                frame["screen"]["end"] or (asked(frame) and frame["state"] not in answered)
            )
        )
        if frame["screen"]["end"]:
            return frame
        answered.add(frame["state"])
        page.answer(frame)


@pytest.mark.parametrize("game", ["american", "turbo", "gong-zhu", "barbu"])
def test_a_round_is_played_and_the_next_begins(game: str) -> None:
    async def test() -> None:
        page = Page(game)
        frame = await to_the_end_of_the_round(page)
        assert frame["screen"]["game"] == variants.get(game).name
        assert frame["humans"] == [0]
        page.send(f"next {frame['state']}")
        await page.until(lambda frame: frame["seen"]["view"]["phase"] != "score")

    run(test)


def test_the_page_keeps_the_game_which_goes_on_there() -> None:
    async def test() -> None:
        page = Page()
        page.answer(await page.until(asked))
        frame = await page.until(
            lambda frame: asked(frame) and frame["screen"]["ask"]["verb"] == "play"
        )
        kept = page.all("keep")[-1]
        assert frame["seen"]["number"] == len(record.loads(kept).history)
        again = Page(kept=kept)
        assert (await again.until(asked))["seen"]["view"]["hand"] == frame["seen"]["view"]["hand"]
        other = Page("black-lady", kept=kept)  # a game of another variant is not gone on with
        assert (await other.until(asked))["screen"]["game"] == "Black Lady"
        broken = Page(kept="{}")
        assert (await broken.until(asked))["screen"]["ask"]["verb"] == "pass"

    run(test)


def test_a_finished_game_is_followed_by_another() -> None:
    async def test() -> None:
        page = Page()
        table = alone.seated("american", "casual", None, page.tell)
        while not table.game.is_over:
            game = table.game
            table.game = (
                game.apply(careful(game.view(game.to_act[0])))
                if game.to_act
                else game.score()
                if game.phase.name == "score"
                else game.deal(seed=len(game.history))
            )
        over = record.dumps(table.game)
        await table.receive(0, f"again {table.state}")
        assert not table.game.history
        assert table.number == 2
        assert not alone.seated("american", "casual", over, page.tell).game.history

    run(test)


def test_a_move_is_taken_back() -> None:
    async def test() -> None:
        page = Page()
        frame = await page.until(asked)
        page.answer(frame)
        later = await page.until(lambda frame: frame["undo"]["mine"])
        page.send(f"undo {later['undo']['mine']['key']}")
        back = await page.until(lambda frame: frame["state"].endswith(".1"))
        assert back["seen"]["view"]["hand"] == frame["seen"]["view"]["hand"]
        assert len(record.loads(page.all("keep")[-1]).history) == back["seen"]["number"]

    run(test)


def test_hints_and_rules_are_given() -> None:
    async def test() -> None:
        page = Page()
        await page.until(asked)
        page.send("hint")
        await asyncio.sleep(0)
        hints = [
            json.loads(text)["hint"] for text in page.all("frame") if "hint" in json.loads(text)
        ]
        assert len(hints[0]["cards"]) == 3
        page.tell(do="rules")
        assert page.all("rules")[0]["title"] == "American Hearts, for 4 players"

    run(test)


def test_what_is_wrong_is_said() -> None:
    async def test() -> None:
        page = Page()
        await page.until(asked)
        page.send("nonsense")
        await asyncio.sleep(0)
        refused = json.loads(page.all("frame")[-1])["refused"]
        assert refused["reason"].startswith("this is not JSON")
        page.tell(do="dance")
        assert page.all("failure") == ['this is not a message for a table: {"do": "dance"}']
        assert Page("whist").all("failure")[0].startswith("there is no variant 'whist'")

    run(test)


def test_nobody_else_sits_down() -> None:
    async def test() -> None:
        page = Page()
        table = alone.seated("american", "casual", None, page.tell)
        assert table.free == []
        with pytest.raises(StoreError, match="in one browser"):
            alone.Kept(table.game, "casual", page.tell).join(1, table.game, 1, "token")

    run(test)
