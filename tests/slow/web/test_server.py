"""The server without a browser: who gets in, what is refused, and what survives a restart."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from websockets.exceptions import ConnectionClosed

from examples.web_table.groups import group_of
from heartslib import moves, variants
from heartslib.bots import careful
from heartslib.show.counts import what_counts
from heartslib.view import View
from heartslib.wire import SeenView
from tests.slow.web.knowledge import leaks
from tests.slow.web.served import PATIENCE, Seat, fetch, is_counted, new_table, served, stored


def play_until(seats: dict[int, Seat], is_done: Callable[[View], bool]) -> View:
    """Let all humans make careful moves until the view of the first meets a condition."""
    watch = min(seats)

    def is_due(seen: SeenView) -> bool:
        return is_done(seen.view) or not seats.keys().isdisjoint(seen.view.to_act)

    while not is_done((now := seats[watch].until(is_due)).view):
        turn = min(seats.keys() & set(now.view.to_act))
        seen = seats[turn].until(lambda seen, at=now.number: seen.number >= at)  # type: ignore[misc]
        seats[turn].send(careful(seen.view))
        seats[watch].until(
            lambda later, at=seen.number, turn=turn: (  # type: ignore[misc]
                later.number > at and (later.view.phase != "pass" or turn not in later.view.to_act)
            )
        )
    return now.view


def test_a_whole_round_and_what_crossed_the_wire(base: str, file: Path) -> None:
    paths = new_table(base, "Ann bot1 Cem bot2")
    seats = {number: Seat(base, path) for number, path in paths.items()}
    assert list(seats) == [0, 2]
    play_until(seats, is_counted)
    for seat in seats.values():
        seat.until(lambda seen: seen.view.phase == "score")
    game = stored(file)
    assert game.sheet is not None
    for number, seat in seats.items():
        assert seat.seen.view == game.view(number)
        assert leaks(seat.frames, game, number) == []
        assert seat.frames[-1]["here"] == [0, 2]
    said = [line for frame in seats[0].frames for line in frame.get("screen", {}).get("said", [])]
    assert sum(" plays the " in each or " leads the " in each for each in said) == 39
    assert sum("You play the " in each or "You lead the " in each for each in said) == 13
    # Anyone turns the page, and only the one that is open.
    page = seats[0].last["state"]
    seats[0].ask("next")
    seats[2].until(lambda seen: seen.view.round_number == 1)
    seats[2].socket.send(f"next {page}")
    assert seats[2].refusal() == ("stale", "the table has gone on")


def test_contracts_are_named_over_the_wire(base: str, file: Path) -> None:
    paths = new_table(base, "Ann bot1 bot2 Dora", "barbu")
    seats = {number: Seat(base, path) for number, path in paths.items()}
    for number in range(3):
        play_until(seats, is_counted)
        seen = seats[0].seen
        assert [contract for _, contract in seen.view.contracts] == [
            each["contract"].replace(" ", "-")
            for each in seats[0].frames[-1]["screen"]["rounds"][:-1]
        ]
        assert seen.view.round_number == number
        seats[0].ask("next")
        seats[0].until(lambda later, number=number: later.view.round_number > number)  # type: ignore[misc]
    game = stored(file)
    for number, seat in seats.items():
        seat.until(lambda seen: seen.view.round_number == 3)
        assert leaks(seat.frames, game, number) == []
        seat.close()
    assert {seat for seat, _ in game.match.contracts} == {3}


def test_a_game_outlives_its_server(file: Path) -> None:
    with served(file) as base:
        paths = new_table(base, "Ann bot1 Cem bot2")
        seats = {number: Seat(base, path) for number, path in paths.items()}
        before = play_until(seats, lambda view: bool(view.table.trick) and view.to_act[0] in seats)
    game = stored(file)
    assert 0 < len(game.view(None).table.trick) < 4
    with served(file) as base:
        again = {number: Seat(base, path) for number, path in paths.items()}
        assert again[0].until(lambda _: True).view.hand == before.hand
        play_until(again, is_counted)
    assert stored(file).sheet is not None
    assert stored(file).history[: len(game.history)] == game.history


def test_what_happened_while_a_browser_was_away(base: str) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    ann = Seat(base, path)
    seen = ann.until(lambda seen: seen.number == 4)
    ann.close()
    back = Seat(base, path, seen="1.1.0")
    assert back.hear()["screen"]["said"] == [
        "bot1 has passed.",
        "bot2 has passed.",
        "bot3 has passed.",
    ]
    assert back.seen == seen
    assert not back.frames[0]["fresh"]
    back.close()
    for odd in ("1.99.0", "1.-1.0", "1.².0", f"1.{'9' * 50}.0", "2.1.0", "1.1.1", "1.1", "", "..."):
        lost = Seat(base, path, seen=odd)
        frame = lost.hear()
        assert frame["fresh"]
        assert frame["screen"]["said"][0] == "Everyone gets 13 cards."
        assert frame["screen"]["said"][-2:] == ["bot3 has passed.", "It is your turn."]
        lost.close()


def test_refusals(base: str, file: Path) -> None:
    paths = new_table(base, "Ann Ben bot1 bot2")
    ann, ben = Seat(base, paths[0]), Seat(base, paths[1])
    for seat in (ann, ben):
        seat.until(lambda seen: seen.number == 3 and seen.view.phase == "pass")
    theirs = ben.seen.view.hand
    ann.send(moves.Pass(1, theirs[:3]))  # forged: another seat's move
    assert ann.refusal() == ("not-yours", "Ann may not make this move")
    ann.send(moves.Pass(0, theirs[:3]))  # cards of another hand
    assert ann.refusal()[0] == "not-in-hand"
    ann.send(moves.Deal(["AS"] * 4))
    assert ann.refusal()[0] == "not-yours"
    ann.send(moves.Stop())
    assert ann.refusal()[0] == "not-yours"
    for text in ("", "{}", "[" * 2000, f"next {ann.last['state']}", b"\x00"):
        ann.socket.send(text)
        assert ann.refusal()[0] in {"record", "phase", "input"}
    assert stored(file).to_act == (0, 1)
    ann.send(careful(ben.seen.view), 3)
    assert ann.refusal()[0] == "not-yours"
    ann.socket.send("x" * 5000)
    with pytest.raises(ConnectionClosed) as closed:
        ann.refusal()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_stale_move_is_refused(base: str, file: Path) -> None:
    ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0])
    seen = ann.until(lambda seen: seen.number == 4)
    ann.send(careful(seen.view))
    playing = ann.until(lambda seen: seen.view.phase == "play" and seen.view.is_my_turn)
    card = playing.view.legal_plays()[0]
    ann.send(moves.Play(0, card), playing.number - 1)
    assert ann.refusal()[0] == "stale"
    ann.send(moves.Play(0, card), playing.number + 1)
    assert ann.refusal()[0] == "early"
    assert len(stored(file).history) == playing.number


def test_foreign_tokens_are_refused(shared: str) -> None:
    path = new_table(shared, "Ann bot1 bot2 bot3")[0]
    assert fetch(f"{shared}/{path}")[0] == 200
    rules = json.loads(fetch(f"{shared}/{path}/rules")[1])
    assert rules["title"] == "American Hearts, for 4 players"
    for token in (path[:-1], "table/1", "table/0", path + "'--"):
        assert fetch(f"{shared}/{token}")[0] == 404
        assert fetch(f"{shared}/{token}/rules")[0] == 404
        seat = Seat(shared, token)
        with pytest.raises(ConnectionClosed) as closed:
            seat.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
        assert seat.frames == []


def test_the_file_holds_no_token(base: str, file: Path) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    content = b"".join(each.read_bytes() for each in file.parent.iterdir())
    assert b"Ann" in content
    assert path.removeprefix("table/").encode() not in content


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"variant": "poker", "seats": [{"name": "A", "human": True}] * 4}, "There is no game"),
        (
            {"variant": "american", "seats": [{"name": "A", "human": False}] * 4},
            "at least one human",
        ),
        (
            {"variant": "american", "seats": [{"name": "A", "human": True}] * 4},
            "All names must be different",
        ),
        (
            {"variant": "american", "seats": [{"name": "A", "human": True}]},
            "is for 3, 4, 5 or 6 players",
        ),
        ({"variant": "american"}, "This is not a request for a table"),
        ([], "The body must be a JSON object."),
    ],
)
def test_tables_that_cannot_be(shared: str, body: object, problem: str) -> None:
    status, text = fetch(f"{shared}/games", body)
    assert status == 400
    assert problem in json.loads(text)["error"]


def test_the_first_page(shared: str) -> None:
    status, text = fetch(shared)
    assert status == 200
    assert "http" not in text.replace("http-equiv", "")
    listed = json.loads(fetch(f"{shared}/games")[1])
    assert [each["slug"] for each in listed] == list(variants.all())
    (cancellation,) = [each for each in listed if each["slug"] == "cancellation"]
    assert cancellation["players"] == [5, 6, 7, 8, 9, 10, 11]
    rules = json.loads(fetch(f"{shared}/games/american/3")[1])
    assert rules["title"] == "American Hearts, for 3 players"
    assert fetch(f"{shared}/games/american/9")[0] == 400
    assert fetch(f"{shared}/games/poker/4")[0] == 404
    assert fetch(f"{shared}/static/../server.py")[0] == 404


@pytest.mark.parametrize(
    ("slug", "group", "counts"),
    [
        ("american", "Classic", "♥ 1 each, Q♠ 13"),
        ("basic", "Classic", "♥ 1 each"),
        ("omnibus", "Cards that help", "♥ 1 each, Q♠ 13, J♦ −10"),
        ("dirty_nasty_filthy", "Cards that help", "♥ 1 each, Q♠ 26, Q♣ Q♦ Q♥ 13 each, J♦ −10"),
        (
            "gong_zhu_taiwan",
            "Cards that help",
            "♥ −2 to −50, J♦ +100, Q♠ −100, 10♣ doubles the score",
        ),
        ("chase_the_lady", "Other penalties", "♥ 1 to 5, Q♠ 15"),
        ("polignac", "Other penalties", "J♠ 2, J♣ J♦ J♥ 1 each"),
        ("turbo", "Charging", "♥ 1 each, Q♠ 13, J♦ −10, 10♣ doubles the score"),
        ("cancellation", "Several packs", "♥ 1 each, Q♠ 13 each"),
        (
            "slobberhannes",
            "Tricks that cost",
            (
                "Score 1 for the first trick, 1 for the last trick, 1 for the trick with Q♣ and 1 "
                "more for all three."
            ),
        ),
        (
            "barbu",
            "Contracts",
            "5 contracts: no tricks, no hearts, no queens, king of hearts, last two",
        ),
    ],
)
def test_the_group_of_a_game_and_what_counts(
    shared: str, slug: str, group: str, counts: str
) -> None:
    rules = variants.get(slug)
    assert group_of(rules, rules.usual_players) == group
    assert what_counts(rules, rules.usual_players) == counts
    (listed,) = [each for each in json.loads(fetch(f"{shared}/games")[1]) if each["slug"] == slug]
    assert (listed["group"], listed["counts"]) == (group, counts)


def sent(path: str) -> tuple[str | None, bytes]:
    """What a browser is sent: how it is encoded, and its bytes."""
    asked = Request(path, headers={"Accept-Encoding": "gzip"})  # noqa: S310 - it is ours
    with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310 - it is ours
        return answer.headers["content-encoding"], answer.read()


def test_what_anybody_may_read_is_sent_small(shared: str) -> None:
    """What holds a secret is not: the length of something compressed may tell of it."""
    seat = "/" + new_table(shared, "Ann ben cem dora")[0]
    for path in (
        "/",
        "/games",
        "/games/american/4",
        seat,
        "/static/table.js",
        "/static/courts.svg",
    ):
        encoding, body = sent(f"{shared}{path}")
        assert encoding == "gzip"
        plain = gzip.decompress(body)
        assert 2 * len(body) < len(plain)
        assert plain.decode() == fetch(f"{shared}{path}")[1]
    for path in (f"{seat}/rules", f"{seat}/qr.svg"):
        encoding, body = sent(f"{shared}{path}")
        assert encoding is None
        assert len(body) > 500  # less is never compressed


_LOADED = re.compile(r"""(?:src=|href=|from |import )"(?:/static/|\./)([\w-]+\.(?:js|css))\"""")
"""A script or a sheet of styles that a page, or a script, loads."""


@pytest.mark.parametrize(
    ("page", "beside", "most"),
    [("/", ["/games"], 28_600), ("table", ["/static/courts.svg"], 121_000)],
)
def test_a_page_loads_little(shared: str, page: str, beside: list[str], most: int) -> None:
    if page == "table":
        page = "/" + new_table(shared, "Ann ben cem dora")[0]
    wanted = [page, *beside]
    bodies: dict[str, bytes] = {}
    while wanted:
        path = wanted.pop()
        encoding, body = sent(f"{shared}{path}")
        bodies[path] = body
        plain = (gzip.decompress(body) if encoding else body).decode()
        names = {f"/static/{name}" for name in _LOADED.findall(plain)}
        wanted += names - {*bodies, *wanted}
    assert len(bodies) > 8
    assert sum(map(len, bodies.values())) < most, {path: len(body) for path, body in bodies.items()}


def test_what_an_app_needs(shared: str) -> None:
    def served_as(path: str) -> str:
        with urlopen(f"{shared}{path}") as answer:  # noqa: S310 - it is ours
            return str(answer.headers["content-type"]).partition(";")[0]

    assert served_as("/manifest.webmanifest") == "application/manifest+json"
    assert served_as("/worker.js") == "text/javascript"
    manifest = json.loads(fetch(f"{shared}/manifest.webmanifest")[1])
    for icon in manifest["icons"]:
        assert served_as(icon["src"]) == icon["type"]
    script = fetch(f"{shared}/worker.js")[1]
    kept = json.loads(script.splitlines()[0].removeprefix("const FILES = ").removesuffix(";"))
    assert {f"/static/{name}" for name in ("index.html", "table.html", "table.js")} <= {*kept}
    for path in kept:
        assert fetch(f"{shared}{path}")[0] == 200 if path[-3:] != "png" else served_as(path)
