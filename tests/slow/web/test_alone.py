"""A table in one browser, without a server: what the page sends, and what it gets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import attrs
import pytest

from examples.web_table import alone
from examples.web_table.store import StoreError
from heartslib import record, variants, wire
from heartslib.bots import careful
from heartslib.rules import NoMoon

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
        kept = page.all("keep")[-1]["game"]
        assert frame["seen"]["number"] == len(record.loads(kept).history)
        again = Page(kept=kept)
        assert (await again.until(asked))["seen"]["view"]["hand"] == frame["seen"]["view"]["hand"]
        house = attrs.evolve(variants.get("american"), name="Tuesday Hearts", moon=NoMoon())
        own = alone.first(house)["game"]  # as after a change of the rules at the table
        assert (await Page(kept=own).until(asked))["screen"]["game"] == "Tuesday Hearts"
        broken = Page(kept="{}")
        assert (await broken.until(asked))["screen"]["ask"]["verb"] == "pass"

    run(test)


@pytest.mark.parametrize("slug", variants.all())
def test_what_the_page_shows_first_is_what_python_goes_on_with(slug: str) -> None:
    async def test() -> None:
        first = alone.first(variants.get(slug))
        shown = json.loads(first["frame"])
        assert asked(shown)
        assert shown["fresh"]
        page = Page(slug, kept=first["game"])
        assert await page.until(asked) == shown

    run(test)


def test_a_kept_game_is_shown_as_python_goes_on_with_it() -> None:
    async def test() -> None:
        page = Page(kept=alone.first(variants.get("american"))["game"])
        page.answer(await page.until(asked))
        await page.until(lambda frame: frame["screen"]["status"].startswith("Your turn: play"))
        kept = page.all("keep")[-1]
        again = Page(kept=kept["game"])
        assert await again.until(asked) == json.loads(kept["frame"])

    run(test)


def test_a_finished_game_is_followed_by_another() -> None:
    async def test() -> None:
        kept = list[Json]()

        def tell(**message: Json) -> None:
            kept.extend(message.values())

        table = alone.seated("american", "casual", None, tell)
        while table.game.phase.name != "score" or not table.game.score().is_over:
            game = table.game
            table.game = (
                game.apply(careful(game.view(game.to_act[0])))
                if game.to_act
                else game.score()
                if game.phase.name == "score"
                else game.deal(seed=len(game.history))
            )
        await table.receive(0, f"next {table.state}")
        assert table.game.is_over
        following = record.loads(kept[-1]["game"])
        assert following.to_act == (0, 1, 2, 3)  # dealt, so that the next visit can show it
        over = record.dumps(table.game)
        assert not alone.seated("american", "casual", over, tell).game.history
        await table.receive(0, f"again {table.state}")
        assert not table.game.history
        assert table.number == 2

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
        assert len(record.loads(page.all("keep")[-1]["game"]).history) == back["seen"]["number"]

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
            alone.Kept(table.game, table.game.rules, "casual", page.tell).join(
                1, table.game, 1, "token"
            )

    run(test)
