"""The game of the day, and the same cards as a friend: the same deals for everybody, each alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import attrs
import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import House
from heartslib import Game, View, variants
from heartslib.rules import Rounds
from tests.slow.web.served import Seat, fetch, finish, served

DAY = "2026-11-24"


@pytest.fixture
def base(file: Path) -> Iterator[str]:
    with served(file, clock=0) as address:
        yield address


def asked(deal: str, humans: int = 1, **more: object) -> dict[str, object]:
    seats = [
        {"name": name, "human": seat < humans} for seat, name in enumerate(["Ann", "b", "c", "d"])
    ]
    return {"variant": "american", "seats": seats, "deal": deal, **more}


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
        frame = ann.hear_until(lambda frame: frame["seen"]["view"]["phase"] != "over")
        assert frame["day"] == ""


def cards_of_the_day(base: str, **wanted: Any) -> tuple[Seat, str, View]:
    """Somebody alone at a new table, the path, and what is seen after the deal."""
    (path,) = json.loads(fetch(f"{base}/games", wanted)[1]).values()
    seat = Seat(base, path)
    seat.until(lambda seen: any(seen.view.hand_sizes))
    return seat, path, seat.seen.view


def test_the_same_cards_as_a_friend(file: Path) -> None:
    short = attrs.evolve(variants.get("american"), ending=Rounds(1))
    seats = [{"name": name, "human": name == "Ann"} for name in ("b", "c", "Ann", "d")]
    wanted = {"variant": "american", "seats": seats, "strength": "good"}
    with served(file, {"american": short}, deal=None, clock=0) as base:

        def same(path: str) -> str:
            return str(json.loads(fetch(f"{base}/{path}/status")[1])["same"])

        ann, path, first = cards_of_the_day(base, **wanted)
        with closing(SqliteStore(file)) as store:
            deal = store.house(1).deal
        assert deal.isdecimal()
        finish(ann)
        assert same(path) == ""
        ann.ask("next")
        ann.until(lambda seen: seen.view.phase == "over")
        assert all(deal not in json.dumps(frame) for frame in ann.frames)  # nor may it be guessed
        link = same(path)
        named = dict(parse_qsl(link.removeprefix("/?")))
        assert named == {
            "game": "american", "players": "4", "seat": "2", "deal": deal, "computer": "good"
        }  # fmt: skip
        ben, _, again = cards_of_the_day(base, **wanted, deal=deal)
        assert (again.hand, again.dealer) == (first.hand, first.dealer)
        ben.close()
        ann.ask("again")
        later = ann.until(lambda seen: seen.view.phase == "pass")
        assert later.view.hand != first.hand
        assert same(path) == ""
        with closing(SqliteStore(file)) as store:
            after = store.house(3)
        assert after.deal not in {"", deal}
        assert after.dealer(4) == later.view.dealer != first.dealer


def test_changed_rules_have_no_link(file: Path) -> None:
    short = attrs.evolve(variants.get("american"), ending=Rounds(1))
    with closing(SqliteStore(file)) as store:
        game = Game.new(short, names=[*"Abcd"]).change_rules(attrs.evolve(short, summary="Other"))
        store.add(game.stop(), {0: "changed"}, House(deal="7"))
        store.add(Game.new(short, names=[*"Abcd"]).stop(), {0: "same"}, House(deal="7"))
        store.add(Game.new(short, names=[*"Abcd"]).stop(), {0: "by chance"}, House())
    with served(file, {"american": short, "other": game.rules}) as base:
        found = [
            json.loads(fetch(f"{base}/table/{token}/status")[1])
            for token in ("changed", "same", "by%20chance")
        ]
    assert [each["same"] for each in found] == [
        "", "/?game=american&players=4&seat=0&deal=7&computer=casual", ""
    ]  # fmt: skip
    reasons = (
        "There is no link to these cards: the rules were changed during the game.",
        "",
        "There is no link to these cards: this server was started with a seed, so its games all have the same.",
    )
    assert tuple(each["noSame"] for each in found) == reasons


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        (
            {"deal": "tomorrow"},
            "There is no deal 'tomorrow': give a date, such as 2026-11-24, or a number.",
        ),
        (
            {"deal": "9" * 21},
            f"There is no deal '{'9' * 20}': give a date, such as 2026-11-24, or a number.",
        ),
        (
            {"humans": 2, "deal": DAY},
            "The same cards are for one person: anyone can work them out.",
        ),
        (
            {"is_open": True, "deal": DAY},
            "The same cards are for one person: anyone can work them out.",
        ),
    ],
)
def test_what_the_game_of_a_day_cannot_be(base: str, more: dict[str, object], wrong: str) -> None:
    status, text = fetch(f"{base}/games", asked(**more))  # type: ignore[arg-type]
    assert (status, json.loads(text)) == (400, {"error": wrong})
