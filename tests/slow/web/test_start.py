"""Starting the server: what is refused, and the address it prints."""

from __future__ import annotations

import runpy
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table import command, door

HAS_IPV6 = socket.has_dualstack_ipv6()


@pytest.fixture
def anywhere(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    with door.opened(request.param, 0) as opened:
        yield opened


def test_a_door_on_this_machine_is_named_as_it_is() -> None:
    for host in ("127.0.0.1", *["::1"] * HAS_IPV6):
        with door.opened(host, 0) as opened:
            port = opened.getsockname()[1]
            shown = f"[{host}]" if ":" in host else host
            assert door.address(opened) == f"http://{shown}:{port}"


def everywhere() -> list[str]:
    return ["0.0.0.0", *["::"] * HAS_IPV6]  # noqa: S104 - closed again at once


@pytest.mark.parametrize("anywhere", everywhere(), indirect=True)
def test_a_door_open_to_all_is_named_as_others_find_it(
    anywhere: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    class Probe(socket.socket):
        def connect(self, address: object, /) -> None:
            asked.append(address)

        def getsockname(self) -> tuple[str, int]:
            return "192.168.1.7" if self.family is socket.AF_INET else "2001:db8::7", 9

        def send(self, *_: object) -> int:
            pytest.fail("it reaches for the network")

    port = anywhere.getsockname()[1]
    monkeypatch.setattr(socket, "socket", Probe)
    assert door.address(anywhere) == f"http://192.168.1.7:{port}"
    assert asked == [("192.0.2.1", 9)]


@pytest.mark.skipif(not HAS_IPV6, reason="this machine has only the older addresses")
def test_a_door_for_newer_addresses_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    with door.opened("::", 0) as opened:
        found = door.address(opened)
    assert found.startswith(("http://[", "http://localhost:"))
    assert "[::]" not in found


@pytest.mark.parametrize("anywhere", everywhere(), indirect=True)
def test_a_machine_in_no_network(anywhere: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, address: object, /) -> None:
            raise OSError(101, "Network is unreachable")

    port = anywhere.getsockname()[1]
    monkeypatch.setattr(socket, "socket", Probe)
    assert door.address(anywhere) == f"http://localhost:{port}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--port 65536", "--port: must be a number from 0 to 65535, not '65536'"),
        ("--port x", "--port: must be a number from 0 to 65535, not 'x'"),
        ("--pause nan", "--pause: must be seconds, from 0 to 9999, not 'nan'"),
        ("--pause 1e9", "--pause: must be seconds, from 0 to 9999, not '1e9'"),
        ("--seed -1", "--seed: "),
        ("--rules none.toml", "none.toml cannot be read: No such file or directory"),
        ("--file none/games", "games cannot be stored in none/games: unable to open database file"),
        ("--host 203.0.113.7 --port 1", "cannot listen on port 1 of 203.0.113.7: "),
    ],
)
def test_what_cannot_be_served_is_refused(
    words: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        command.main(words.split())
    assert stop.value.code == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert said in last


@pytest.mark.parametrize("words", ["--rules none.toml", "--file none/games"])
def test_a_file_that_cannot_be_used_is_one_sentence(
    words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        command.main(["--port", "0", *words.split()])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("python -m examples.web_table: ")


def test_a_port_in_use_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with door.opened("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit) as stop:
            command.main(["--port", str(port)])
    assert stop.value.code == 2
    said = f"cannot listen on port {port} of 127.0.0.1: it is in use; --port 0 chooses a free one"
    assert said in capsys.readouterr().err


def test_without_the_extra_there_is_no_database(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "examples.web_table.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SystemExit) as stop:
        command.main(["--port", "0", "--database", "postgresql:///hearts"])
    assert stop.value.code == 2
    needed = "--database needs psycopg: in a checkout, python -m pip install '.[servers]'"
    assert needed in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["websockets", "anyio"])
def test_without_the_extra_it_is_named(
    missing: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "examples.web_table.command")
    monkeypatch.delitem(sys.modules, "examples.web_table.server")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("examples.web_table", run_name="__main__")
    assert stop.value.code == 2
    assert capsys.readouterr().err == (
        f"the browser table needs {missing}: in a checkout, python -m pip install '.[web]'\n"
    )
