"""The game of the day: the same deals for everybody, for one person only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from heartslib import Game, variants
from heartslib.rules import Rounds
from tests.slow.web.served import Seat, fetch, finish, served

DAY = "2026-11-24"


@pytest.fixture
def base(file: Path) -> Iterator[str]:
    with served(file, clock=0) as address:
        yield address


def asked(day: str, humans: int = 1, **more: object) -> dict[str, object]:
    seats = [
        {"name": name, "human": seat < humans} for seat, name in enumerate(["Ann", "b", "c", "d"])
    ]
    return {"variant": "american", "seats": seats, "day": day, **more}


def test_everybody_gets_the_same_deals(base: str) -> None:
    hands = list[tuple[str, ...]]()
    for day in (DAY, DAY, "2026-11-25"):
        status, text = fetch(f"{base}/games", asked(day))
        assert status == 201
        ann = Seat(base, json.loads(text)["0"])
        dealt = ann.until(lambda seen: seen.view.phase == "pass" and seen.view.is_my_turn)
        assert ann.frames[-1]["day"] == day
        first = str(dealt.view.hand)
        finish(ann)
        ann.socket.send(f"next {ann.frames[-1]['state']}")
        ann.until(lambda seen: seen.view.round_number == 1)
        second = ann.until(lambda seen: seen.view.phase == "pass" and seen.view.is_my_turn)
        hands.append((first, str(second.view.hand)))
        ann.close()
    assert hands[0] == hands[1]
    assert not {*hands[0]} & {*hands[2]}
    number = 1000 * 739944  # the days since the year 1
    assert hands[0][0] == str(Game.new(variants.get("american")).deal(seed=number).hands[0])


def test_the_next_game_at_the_table_has_deals_of_its_own(file: Path) -> None:
    short = attrs.evolve(variants.get("american"), ending=Rounds(1))
    with served(file, {"american": short}, clock=0) as base:
        ann = Seat(base, json.loads(fetch(f"{base}/games", asked(DAY))[1])["0"])
        finish(ann)
        ann.socket.send(f"next {ann.frames[-1]['state']}")
        ann.until(lambda seen: seen.view.phase == "over")
        assert ann.frames[-1]["day"] == DAY
        ann.socket.send(f"again {ann.frames[-1]['state']}")
        while (frame := ann.hear())["seen"]["view"]["phase"] == "over":
            pass
        assert frame["day"] == ""
        ann.close()


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"day": "tomorrow"}, "There is no day 'tomorrow'; one is 2026-11-24."),
        (
            {"humans": 2, "day": DAY},
            "The game of a day is for one person: anyone can work out its cards.",
        ),
        (
            {"is_open": True, "day": DAY},
            "The game of a day is for one person: anyone can work out its cards.",
        ),
    ],
)
def test_what_the_game_of_a_day_cannot_be(base: str, more: dict[str, object], wrong: str) -> None:
    status, text = fetch(f"{base}/games", asked(**more))  # type: ignore[arg-type]
    assert (status, json.loads(text)) == (400, {"error": wrong})
