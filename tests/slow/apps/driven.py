"""The apps of the recipes, each driven by its framework's own client, in an environment that has the framework.

``python driven.py fastapi`` plays a round, or more, and ends with an error if anything is not as it should be.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import evolve

from heartslib import Game, variants
from heartslib.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from heartslib.rules import NO_PASSING

EXAMPLES = Path(__file__).parents[3] / "examples"
sys.path.insert(0, str(EXAMPLES / "apps"))


def answer_to(data: dict[str, Any]) -> str | None:
    """A client without rules: the first cards that may be chosen."""
    question = data["question"]
    if question is None:
        return None
    answer: dict[str, Any] = {"format": "heartslib-answer", "version": 1, "number": data["number"]}
    if question["shape"] == "cards":
        answer["cards"] = question["among"][: question["counts"][-1]]
    else:
        answer["name"] = question["names"][0]
    return json.dumps(answer)


def played(read: Callable[[int], dict[str, Any]], send: Callable[[int, str], None]) -> None:
    """Play by what the seats are sent, until a round has been entered."""
    for _ in range(200):
        for seat in range(4):
            data = read(seat)
            if data["view"]["sheets"]:
                assert sum(data["view"]["scores"]) in {26, 78, -26}
                return
            answer = answer_to(data)
            if answer:
                send(seat, answer)
    raise AssertionError("no round has come to an end")


def with_a_moon(names: list[str]) -> Game:
    """A game in which seat 0 has all clubs, takes each trick and is asked what the moon does."""
    rules = evolve(variants.get("american"), passing=NO_PASSING)
    return Game.new(rules, names=names).deal(hands=[CLUBS, DIAMONDS, HEARTS, SPADES])


def typed(question: Any) -> str:
    """The first answer to a question about cards or names, as somebody types it."""
    cards = getattr(question, "among", None)
    return " ".join(map(str, [*cards][: question.counts[-1]])) if cards else question.names[0]


def in_fastapi() -> None:
    from fastapi.testclient import TestClient
    from in_fastapi import app

    with TestClient(app) as client:
        sockets = [client.websocket_connect(f"/seat/{seat}").__enter__() for seat in range(4)]
        last: dict[int, Any] = {}
        for latecomer, _ in enumerate(sockets):  # each who comes is a view for all who are there
            for seat in range(latecomer + 1):
                last[seat] = sockets[seat].receive_json()

        def send(seat: int, answer: str) -> None:
            sockets[seat].send_text(answer)
            for each, socket in enumerate(sockets):
                last[each] = socket.receive_json()

        sockets[0].send_text("{")
        assert sockets[0].receive_json()["error"] == "record"
        played(last.__getitem__, send)
        for socket in sockets:
            socket.__exit__(None, None, None)


def in_flask() -> None:
    from in_flask import app, sockets

    clients = [sockets.test_client(app) for _ in range(4)]
    for seat, client in enumerate(clients):
        client.emit("sit", {"seat": seat})
    last: dict[int, Any] = {}

    def read(seat: int) -> dict[str, Any]:
        for message in clients[seat].get_received():
            assert message["name"] == "view"
            (last[seat],) = message["args"]
        return last[seat]

    clients[0].emit("answer", "{")
    refused = clients[0].get_received()
    last[0] = refused[0]["args"][0]
    assert refused[-1]["args"][0]["error"] == "record"
    played(read, lambda seat, answer: clients[seat].emit("answer", answer))
    clients[0].disconnect()


def in_django() -> None:
    from django.conf import settings
    from django.test import Client

    import in_django

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DATABASES["default"]["NAME"] = ":memory:"
    in_django.create()
    client = Client()
    table = client.get("/begin").json()["table"]
    refused = client.post(f"/{table}/0", "{", content_type="application/json")
    assert (refused.status_code, refused.json()["error"]) == (409, "record")

    def send(seat: int, answer: str) -> None:
        assert (
            client.post(f"/{table}/{seat}", answer, content_type="application/json").status_code
            == 200
        )

    played(lambda seat: client.get(f"/{table}/{seat}").json(), send)


def in_telegram() -> None:
    import in_telegram
    from telegram import Update
    from telegram.ext import ApplicationBuilder
    from telegram.request import BaseRequest

    sent: list[tuple[int, str]] = []

    class Request(BaseRequest):
        """In place of the network: what the bot sends is kept."""

        read_timeout = 1.0

        async def initialize(self) -> None: ...
        async def shutdown(self) -> None: ...

        async def do_request(
            self, url: str, method: str, request_data: Any = None, **_: Any
        ) -> tuple[int, bytes]:
            if url.endswith("getMe"):
                me = {"id": 1, "is_bot": True, "first_name": "Hearts", "username": "hearts"}
                return 200, json.dumps({"ok": True, "result": me}).encode()
            given = request_data.parameters
            sent.append((given["chat_id"], given["text"]))
            chat = {"id": given["chat_id"], "type": "group"}
            done = {"message_id": 1, "date": 0, "chat": chat, "text": given["text"]}
            return 200, json.dumps({"ok": True, "result": done}).encode()

    async def play(says: Callable[..., Any]) -> None:
        while not in_telegram.games[-7].sheets:
            game = in_telegram.games[-7]
            seat = game.to_act[0]
            question = game.view(seat).question
            chat = 10 + seat if question.verb == "pass" else -7  # a pass is made in private
            await says(10 + seat, f"/{question.verb} {typed(question)}", chat)
            assert in_telegram.games[-7] != game, sent[-1]

    async def run() -> None:
        app = in_telegram.handled(ApplicationBuilder().token("1:x").request(Request()).build())
        await app.initialize()

        async def says(user: int, text: str, chat: int = -7) -> None:
            length = len(text.split(maxsplit=1)[0])
            message = {
                "message_id": 1, "date": 0, "chat": {"id": chat, "type": "group"}, "text": text,
                "from": {"id": user, "is_bot": False, "first_name": f"P{user}"},
                "entities": [{"type": "bot_command", "offset": 0, "length": length}],
            }  # fmt: skip
            await app.process_update(Update.de_json({"update_id": 1, "message": message}, app.bot))

        for user in (10, 11, 12, 13):
            await says(user, "/join")
        game = in_telegram.games[-7]
        await says(10, "/hand")
        assert sent[-1][0] == 10
        assert str(game.view(0)) == sent[-1][1]
        await says(10, "/play QS")
        assert sent[-1][0] == -7
        await play(says)
        in_telegram.games[-7] = with_a_moon([f"P{user}" for user in (10, 11, 12, 13)])
        await play(says)
        assert in_telegram.games[-7].sheets[0].shooters == (0,)
        others = {hand for group, hand in sent if group == -7}
        assert not any("seen by P1" in text for text in others)

    asyncio.run(run())


def in_pygame() -> None:
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    from in_pygame import Window

    def play(window: Window) -> None:
        while not window.game.sheets:
            window.draw()
            question = window.game.view(0).question
            assert question
            barred = [card for card in window.places if card not in getattr(question, "among", ())]
            if barred:
                before = window.game
                window.click(window.places[barred[0]].center)
                assert window.says
                assert window.game is before
            if window.offers:
                window.click(window.offers[0][2].center)
            else:
                for card in [*question.among][: question.counts[-1]]:
                    window.click(window.places[card].center)
            assert not window.says
        window.click((0, 0))
        window.draw()

    names = ["You", "Ada", "Ben", "Cleo"]
    play(Window(Game.new(variants.get("american"), names=names)))
    window = Window(with_a_moon(names))
    play(window)
    assert window.game.sheets[0].shooters == (0,)


def league() -> None:
    from league import rated

    from heartslib.bots import AtRandom, careful

    bots = {"careful": careful, "a": AtRandom(1), "b": AtRandom(2), "c": AtRandom(3)}
    found = rated(bots, rounds=20, seed=1)
    assert max(found, key=found.__getitem__) == "careful"


if __name__ == "__main__":
    globals()[sys.argv[1]]()
