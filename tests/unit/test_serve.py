"""The command serve: every method, and whatever may be wrong on a line; afterwards the games are as they were."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from heartslib import (
    Game,
    explain_play,
    legal_plays,
    record,
    rulefile,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.bots.advice import advise
from heartslib.cli import BAD_INPUT, main, serve
from heartslib.cli.serve import Server
from heartslib.formats._json import MOST_MOVES
from heartslib.formats.converter import CONVERTER
from heartslib.scorecard import write_json
from tests.helpers.rings import share

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "serve-other-languages.md"
AMERICAN = variants.get("american")
FOUR = {"names": ["Ann", "Ben", "Cy", "Dee"]}
MILLERS = "name = 'The Millers'\n[moon]\npoints = 30\n"
ANSWER = {"format": "heartslib-answer", "version": 1}
HAND: dict[str, Any] = {"hand": "AS QS 4H", "trick": "KS 2S"}
PILES = ["QS 2H", "3H", "4H", "5H"]


def written(method: str, **params: Any) -> bytes:
    request = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    return json.dumps(request).encode()


def answered(server: Server, line: bytes) -> dict[str, Any]:
    said = server.respond(line)
    assert said is not None
    assert "\n" not in said
    response: dict[str, Any] = json.loads(said)
    assert response.pop("jsonrpc") == "2.0"
    return response


def result(server: Server, method: str, **params: Any) -> Any:
    response = answered(server, written(method, **params))
    assert response["id"] == 7
    assert response.keys() == {"id", "result"}, response
    return response["result"]


def error(server: Server, line: bytes) -> tuple[int, str]:
    """The number of an error and its code; its words are one sentence."""
    found = answered(server, line)["error"]
    assert found.keys() == {"code", "message", "data"}
    # the reason is for players: without the move, and without what only Python would say
    assert found["data"]["reason"].split(" ", 1)[0] in found["message"]
    assert "\n" not in found["message"]
    return found["code"], found["data"]["code"]


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def dealt(server: Server) -> Server:
    """A server with game 1, American Hearts with three cards to pass."""
    result(server, "new", rules="american", **FOUR)
    result(server, "deal", game=1, seed=7)
    return server


def game_of(server: Server, number: int = 1) -> Game:
    return record.loads(json.dumps(result(server, "save", game=number)))


DEALT = Game.new(AMERICAN, names=FOUR["names"]).deal(seed=7)


def test_variants(server: Server) -> None:
    found = result(server, "variants")
    assert [each["slug"] for each in found] == [*variants.all()]
    turbo = variants.get("turbo")
    assert found[[*variants.all()].index("turbo")] == {
        "slug": "turbo", "name": turbo.name, "players": [*turbo.players], "summary": turbo.summary
    }  # fmt: skip


def test_a_rulebook_in_either_form(server: Server) -> None:
    known = result(server, "rulebook", rules="turbo")
    turbo = variants.get("turbo")
    assert known["rules"] == "turbo@1"
    assert known["toml"] == rulefile.dump(turbo)
    assert known["text"] == turbo.describe()
    own = result(server, "rulebook", toml=MILLERS, players=3)
    millers = rulefile.loads(MILLERS)
    assert CONVERTER.structure(own["rules"], type(millers)) == millers
    assert own["text"] == millers.describe(3)
    assert result(server, "rulebook", rules=own["rules"], players=3) == own
    assert result(server, "rulebook", toml=own["toml"], players=3) == own


def test_questions_without_a_game(server: Server) -> None:
    plays = result(server, "legal_plays", rules="american", **HAND)
    assert plays == str(legal_plays(AMERICAN, **HAND))
    assert result(server, "legal_plays", toml=MILLERS, **HAND) == plays
    refused = result(server, "explain_play", rules="american", card="4H", **HAND)
    objection = explain_play(AMERICAN, "4H", **HAND)
    assert objection
    assert refused == {"card": "4H", "rule": objection.rule, "reason": objection.reason}
    assert result(server, "explain_play", rules="american", card="QS", **HAND) is None


def test_a_hand_is_scored(server: Server) -> None:
    scored = result(server, "score_hand", rules="american", taken=PILES, partial=True)
    sheet = score_hand(AMERICAN, taken=PILES, partial=True)
    assert scored == {"totals": [14, 1, 1, 1], "sheet": CONVERTER.unstructure(sheet)}


def test_who_passed_what_is_an_object_of_seats(server: Server) -> None:
    passed = [{"1": "QS"}, {"2": "KS"}, {"3": "AS"}, {"0": "2C"}]
    given = {"rules": "american", "taken": PILES, "partial": True}
    assert result(server, "score_hand", **given, passed=passed)["totals"] == [14, 1, 1, 1]
    for wrong in ([{"x": "QS"}, {}, {}, {}], "QS", 5, [5]):
        assert error(server, written("score_hand", **given, passed=wrong))[0] == -32000


def test_a_score_card_is_scored_and_goes_on(server: Server) -> None:
    rounds: list[Any] = [
        {"points": [13, 13, 0, 0]},
        {"taken": ["QS", "", "2H", ""], "partial": True},
    ]
    card = {"rounds": rounds, "names": FOUR["names"], "variant": "american"}
    scored = result(server, "score_game", card=card)
    whole = score_game(AMERICAN, rounds=rounds, names=FOUR["names"])
    assert scored == {
        "card": json.loads(write_json(whole)), "course": [[13, 13, 0, 0], [26, 13, 1, 0]],
        "is_over": False, "winners": [], "places": [4, 3, 2, 1],
    }  # fmt: skip
    more = scored["card"]
    more["rounds"].append({"points": [100, 0, 0, 0], "insist": True})
    assert result(server, "score_game", card=more)["winners"] == [3]
    assert result(server, "score_game", card=rounds)["course"] == scored["course"]
    assert result(server, "score_game", card=rounds)["card"]["rules"] == "american@1"
    assert (
        result(server, "score_game", card=card, rules="classic_50")["card"]["rules"]
        == "classic_50@1"
    )
    for given in ({"card": card, "rules": "tea"}, {"card": "x"}, {"card": {"more": 1}}):
        assert error(server, written("score_game", **given))[0] == -32000


def test_a_game_begins_and_is_dealt(server: Server) -> None:
    begun = result(server, "new", rules="american", **FOUR, scores=[1, 2, 3, 4])
    assert begun == {"game": 1, "number": 0, "phase": "deal", "to_act": []}
    dealt = result(server, "deal", game=1, seed=7)
    assert dealt == {"game": 1, "number": 1, "phase": "pass", "to_act": [0, 1, 2, 3]}
    assert game_of(server).hands == DEALT.hands
    assert game_of(server).scores == (1, 2, 3, 4)
    order = [str(card) for hand in DEALT.hands for card in hand]
    result(server, "new", toml=MILLERS, players=4)
    result(server, "deal", game=2, order=order)
    assert game_of(server, 2) == Game.new(rulefile.loads(MILLERS), 4).deal(order=order)


def test_moves_are_made_views_seen_and_undone(dealt: Server) -> None:
    passes = {"move": "Pass", "seat": 0, "cards": "KC QS KH"}
    assert result(dealt, "apply", game=1, move=passes)["to_act"] == [1, 2, 3]
    game = DEALT.pass_cards(0, "KC QS KH")
    for seat in (0, 1, None):
        seen = result(dealt, "view", game=1, seat=seat, since=1)
        assert seen == json.loads(wire.dumps_view(game, seat, since=1))
    message = {**ANSWER, "number": 1, "cards": ["AC", "QD", "TH"]}
    assert result(dealt, "receive", game=1, seat=1, message=message)["number"] == 3
    assert result(dealt, "undo", game=1, number=2)["to_act"] == [1, 2, 3]
    assert game_of(dealt) == game
    stale = written("receive", game=1, seat=1, message=message, epoch=1)
    assert error(dealt, stale) == (-32000, "stale")
    seen = result(dealt, "view", game=1, seat=1, epoch=1)
    assert seen["epoch"] == 1
    again = {**message, "number": seen["number"], "epoch": 1}
    assert result(dealt, "receive", game=1, seat=1, message=again, epoch=1)["number"] == 3


def test_a_record_goes_out_and_comes_in(dealt: Server) -> None:
    saved = result(dealt, "save", game=1)
    assert saved == json.loads(record.dumps(DEALT))
    assert result(dealt, "load", record=saved) == {
        "game": 2, "number": 1, "phase": "pass", "to_act": [0, 1, 2, 3]
    }  # fmt: skip
    assert game_of(dealt, 2) == DEALT
    assert error(dealt, written("load", record={**saved, "players": 5})) == (-32000, "record")


def test_advice(dealt: Server) -> None:
    found = result(dealt, "advice", game=1, seat=0, deals=3, seconds=serve.MOST_SECONDS, seed=5)
    best = advise(DEALT.view(0), deals=3, seed=5)
    assert found["sentence"] == str(best)
    assert found["deals"] == best.deals
    assert found["move"] == {**found["costs"][0]["moves"][0]}
    assert [cost["points"] for cost in found["costs"]] == [cost.points for cost in best.costs]
    assert result(dealt, "apply", game=1, move=found["move"])["to_act"] == [1, 2, 3]


@pytest.mark.parametrize("seconds", [0, -1, serve.MOST_SECONDS + 1, float("inf"), True, "1", None])
def test_advice_has_a_limit_of_time(dealt: Server, seconds: Any) -> None:
    line = written("advice", game=1, seat=0, deals=1, seconds=seconds)
    assert error(dealt, line) == (-32000, "input")


def test_games_are_bounded_and_numbers_never_used_again() -> None:
    server = Server(2)
    for number in (1, 2):
        assert result(server, "new", rules="american")["game"] == number
    assert error(server, written("new", rules="american")) == (-32000, "too-many-games")
    saved = result(server, "save", game=1)
    assert error(server, written("load", record=saved)) == (-32000, "too-many-games")
    assert result(server, "deal", game=2, seed=1)["number"] == 1
    assert result(server, "close", game=1) is None
    assert error(server, written("close", game=1)) == (-32000, "no-such-game")
    assert result(server, "load", record=saved)["game"] == 3


def test_moves_are_bounded(dealt: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "MOST_MOVES", 1)
    move = {"move": "Pass", "seat": 0, "cards": "KC QS KH"}
    assert error(dealt, written("apply", game=1, move=move)) == (-32000, "too-many-moves")
    assert game_of(dealt) == DEALT


def test_an_illegal_move_says_why_and_what_may_be_played(server: Server) -> None:
    result(server, "new", rules="dame_de_pique", players=4)
    result(server, "deal", game=1, seed=7)
    result(server, "apply", game=1, move={"move": "Play", "seat": 0, "card": "5C"})
    found = answered(
        server, written("apply", game=1, move={"move": "Play", "seat": 1, "card": "4S"})
    )["error"]
    assert found["code"] == -32000
    assert found["message"].startswith("seat 1 plays 4S: clubs were led")
    assert found["data"] == {
        "code": "follow-suit",
        "reason": "clubs were led and you hold some: follow suit",
        "data": [],
        "legal": "4C 6C JC AC",
    }


LONG = b'{"jsonrpc": "2.0", "method": "variants", "id": "' + b"x" * serve.MOST_BYTES + b'"}\n'
WRONG: list[tuple[bytes, int]] = [
    (b"", -32700),
    (b"\n", -32700),
    (b"tea\n", -32700),
    (written("variants")[:-9], -32700),
    (written("variants") * 2, -32700),
    (b'{"jsonrpc": "2.0", "method": "\xff", "id": 1}', -32700),
    (b"[" * 1_000_000, -32700),
    (b'{"a":' * 100_000, -32700),
    (b"9" * 5_000, -32700),
    (b'{"id": 1, "id": 2, "jsonrpc": "2.0", "method": "variants"}', -32700),
    (b"[" + b"0," * 600_000 + b"0]", -32700),
    (LONG[: serve.MOST_BYTES + 1], -32700),
    (b"[]", -32600),
    (b"[" + written("variants") + b"]", -32600),
    (b"7", -32600),
    (b"null", -32600),
    (b"{}", -32600),
    (b'{"jsonrpc": "2.0", "id": 1}', -32600),
    (b'{"jsonrpc": "1.0", "id": 1, "method": "variants"}', -32600),
    (b'{"jsonrpc": 2.0, "id": 1, "method": "variants"}', -32600),
    (b'{"id": 1, "method": "variants"}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": null}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1.5, "method": "variants"}', -32600),
    (b'{"jsonrpc": "2.0", "id": NaN, "method": "variants"}', -32600),
    (b'{"jsonrpc": "2.0", "id": true, "method": "variants"}', -32600),
    (b'{"jsonrpc": "2.0", "id": [1], "method": "variants"}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "variants", "params": null}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "variants", "parms": {}}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": ""}', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "variant"}', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "__init__"}', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "variants", "params": [1]}', -32602),
    (written("variants", rules="american"), -32602),
    (written("variants", self=1), -32602),
    (written("new"), -32602),
    (written("new", rules="american", toml=MILLERS), -32602),
    (written("save"), -32602),
    (written("view", game=1), -32602),
    (written("deal", game=1, rng="x"), -32602),
]


@pytest.mark.parametrize(("line", "number"), WRONG, ids=map(str, range(len(WRONG))))
def test_a_wrong_request_is_answered_and_nothing_is_lost(
    dealt: Server, line: bytes, number: int
) -> None:
    assert error(dealt, line)[0] == number
    assert game_of(dealt) == DEALT


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("save", {"game": 2}, "no-such-game"),
    ("save", {"game": True}, "no-such-game"),
    ("save", {"game": "1"}, "no-such-game"),
    ("save", {"game": None}, "no-such-game"),
    ("save", {"game": {}}, "no-such-game"),
    ("new", {"rules": "tea"}, "record"),
    ("new", {"rules": None}, "record"),
    ("new", {"rules": {"name": "x", "play": [{"rule": "os.system"}]}}, "record"),
    ("new", {"toml": "name = "}, "rules"),
    ("new", {"toml": 5}, "rules"),
    ("new", {"rules": "american", "players": 1_000_000}, "rules"),
    ("new", {"rules": "american", "names": ["Ann", "Ann", "\ud800", ""]}, "input"),
    ("deal", {"game": 1, "seed": 8}, "phase"),
    ("view", {"game": 1, "seat": 4}, "input"),
    ("view", {"game": 1, "seat": 0, "since": 5}, "input"),
    ("view", {"game": 1, "seat": 0, "epoch": -1}, "input"),
    ("undo", {"game": 1, "number": 2}, "input"),
    ("undo", {"game": 1, "number": -1}, "input"),
    ("apply", {"game": 1, "move": {"move": "Tea"}}, "record"),
    ("apply", {"game": 1, "move": "QS"}, "record"),
    ("apply", {"game": 1, "move": {"move": "Score"}}, "phase"),
    ("receive", {"game": 1, "seat": 0, "message": "QS"}, "record"),
    ("receive", {"game": 1, "seat": 0, "message": {**ANSWER, "yes": True}}, "not-asked"),
    ("receive", {"game": 1, "seat": 9, "message": {**ANSWER, "yes": True}}, "input"),
    ("advice", {"game": 1, "seat": None}, "input"),
    ("load", {"record": {}}, "record"),
    ("load", {"record": "x"}, "record"),
    ("legal_plays", {"rules": "american", "hand": "tea"}, "cards"),
    ("legal_plays", {"rules": "barbu", "hand": "QS"}, "input"),
    ("score_hand", {"rules": "american", "taken": ["QS"] * 4}, "score"),
    ("rulebook", {"rules": "american", "players": 9}, "rules"),
]


@pytest.mark.parametrize(("method", "params", "code"), REFUSED, ids=map(str, range(len(REFUSED))))
def test_what_the_library_refuses_has_its_code(
    dealt: Server, method: str, params: dict[str, Any], code: str
) -> None:
    assert error(dealt, written(method, **params)) == (-32000, code)
    assert game_of(dealt) == DEALT


def test_the_name_of_a_request_comes_back(server: Server) -> None:
    for name in ("a", "\ud800", 0, -1, 10**17, None):
        line = json.dumps({"jsonrpc": "2.0", "id": name, "method": "tea"}).encode()
        assert answered(server, line)["id"] == name
    assert answered(server, b'{"jsonrpc": "1.0", "id": 1, "method": "tea"}')["id"] is None


def test_a_notification_is_carried_out_and_never_answered(dealt: Server) -> None:
    for method, params in (("undo", {"game": 1, "number": 0}), ("tea", {}), ("save", {"game": 9})):
        line = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
        assert dealt.respond(line) is None
    assert game_of(dealt).phase.name == "deal"


def test_a_fault_of_the_library_is_an_answer_too(
    dealt: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(game: Game) -> str:
        raise RecursionError(f"too deep {game.players}")

    with monkeypatch.context() as patched:
        patched.setitem(serve.METHODS, "save", fails)
        found = answered(dealt, written("save", game=1))["error"]
    assert found["code"] == -32603
    assert found["data"] == {"code": "internal", "reason": "RecursionError: too deep 4", "data": []}
    assert game_of(dealt) == DEALT


JUNK: list[Any] = [
    None, True, -1, 10**17, 1.5, "", "QS", "\ud800", [], [1], ["QS", "", "", ""], [[]] * 4, {}, {"0": "QS"}, [{"1": "QS"}],
]  # fmt: skip
GOOD: dict[str, Any] = {
    "rules": "american", "hand": "AS QS 4H", "card": "QS", "taken": PILES, "game": 1, "seat": 0, "deals": 1,
    "move": {"move": "Score"}, "number": 0, "message": {**ANSWER, "yes": True}, "record": {}, "trick": "KS",
}  # fmt: skip


def test_nonsense_is_refused_in_words_of_the_library() -> None:
    """Never as a fault of the library: each method with nonsense for some of its parameters."""
    rng = Random(65)
    for _ in range(share(1_500)):
        server = Server()
        result(server, "new", rules="american", **FOUR)
        result(server, "deal", game=1, seed=7)
        method = rng.choice([*serve.METHODS])
        given: dict[str, Any] = {"deals": 1} if method == "advice" else {}
        for name, each in serve.TAKES[method].items():
            if each.default is each.empty or rng.random() < 0.2:
                is_good = name in GOOD and rng.random() < 0.7
                given[name] = GOOD[name] if is_good else rng.choice(JUNK)
        response = answered(server, written(method, **given))
        assert response.get("error", {}).get("code") != -32603, (method, given, response)


def test_the_page_shows_what_is_answered(server: Server) -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = re.findall(r'^\{"jsonrpc".*$', text, re.MULTILINE)
    assert len(lines) == 10
    for request, response in zip(lines[::2], lines[1::2], strict=True):
        assert answered(server, request.encode()) == {
            key: value for key, value in json.loads(response).items() if key != "jsonrpc"
        }
    methods = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    assert {*re.findall(r"\w+", " ".join(methods))} == {*serve.METHODS}
    for most in (serve.MOST_GAMES, MOST_MOVES, serve.MOST_BYTES, serve.MOST_SECONDS):
        assert f" {most:,}" in text.split("| bound | |")[1]


def run(monkeypatch: pytest.MonkeyPatch, data: bytes, *options: str) -> list[dict[str, Any]]:
    """The responses of the command to what comes in."""
    written_out = io.BytesIO()
    streams = {"stdin": io.BytesIO(data), "stdout": written_out}
    for name, stream in streams.items():
        monkeypatch.setattr(f"sys.{name}", SimpleNamespace(buffer=stream, flush=stream.flush))
    assert main(["serve", *options]) == 0
    return [json.loads(line) for line in written_out.getvalue().decode().splitlines()]


def test_a_line_each_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    new = written("new", rules="american") + b"\r\n"
    half = written("save", game=1)[:-1]
    silent = b'{"jsonrpc": "2.0", "method": "variants"}\n'
    found = run(monkeypatch, new + new + silent + b"\xff\n" + new + half, "--games", "2")
    assert [each.get("result", {}).get("game") for each in found] == [1, 2, None, None, None]
    assert [each["error"]["code"] for each in found[2:]] == [-32700, -32000, -32700]


def test_a_line_too_long_is_refused_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "MOST_BYTES", 100)
    line = written("close", game=1)
    line += b" " * (100 - len(line))
    for ends in (b"\n", b""):
        data = line + b"\n" + line + b" \n" + b"x" * 1000 + b"\n" + line + ends
        codes = [each["error"]["code"] for each in run(monkeypatch, data)]
        assert codes == [-32000, -32700, -32700, -32000]


def test_no_response_has_an_end_of_line_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rulebook may have one in its name, as JSON may: Node's reader of lines would break there."""
    name = "a\u2028b\u2029c"
    new = written("new", toml=f"name = '{name}'", players=4) + b"\n"
    found = run(monkeypatch, new + written("view", game=1, seat=None))
    assert found[1]["result"]["view"]["rules"]["name"] == name


def test_the_last_request_needs_no_end_of_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "result" in run(monkeypatch, written("variants"))[0]


def test_without_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["serve"]) == BAD_INPUT
    assert "standard input is closed" in capsys.readouterr().err


@pytest.mark.slow
def test_each_response_comes_before_the_next_request() -> None:
    command = [sys.executable, "-m", "heartslib", "serve"]
    with subprocess.Popen(command, stdin=-1, stdout=-1) as process:  # noqa: S603
        assert process.stdin
        assert process.stdout
        for number in (1, 2):
            process.stdin.write(written("new", rules="american", names=["Zoë", "Ян", "李"]) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["result"]["game"] == number
        process.stdin.write(written("view", game=1, seat=None) + b"\n")
        process.stdin.close()
        assert json.loads(process.stdout.read())["result"]["view"]["names"] == ["Zoë", "Ян", "李"]
    assert process.returncode == 0
