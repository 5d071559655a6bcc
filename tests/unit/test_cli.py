"""The command line among other programs: pipes, closed streams, keys, and numbers of any size."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import heartslib
from heartslib import Game, IllegalMove, cli, variants
from heartslib.cli import BAD_INPUT, INTERRUPTED, NO_READER, main, many, output, playing

CLOSED = "heartslib: standard output is closed: there is nowhere to print\n"
ON_UNIX = pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """What a line of the shell does, in which `heartslib` is the command."""
    words = {"PYTHON": sys.executable, "PYTHONUNBUFFERED": "", "FORCE_COLOR": ""}
    function = 'heartslib() { "$PYTHON" -m heartslib "$@"; }'
    return subprocess.run(  # noqa: S603 - it is our own program
        ["/bin/sh", "-c", f"{function}; {line}"],
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"heartslib {heartslib.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        "demo --players 1000000000",
        "demo --players 1",
        "demo --players 4.5",
        "demo --rounds 1e308",
        "demo --rounds nan",
        "demo --rounds 1001",
        "demo --seed x",
        f"demo --seed {'9' * 5000}",
        f"demo --seed {2**63}",
        "play --rounds 0",
        "play --seat -1",
        "play --seed inf",
        "play --players 12",
        "rules --players 1e9",
        "simulate --rounds 1e13",
        "simulate --rounds inf",
        "simulate --seed -1",
        "simulate --workers 1025",
        "arena --deals 0",
        "arena --deals 1e7",
        "arena --workers 62",
        "arena --seed 0.5",
        "arena --players two",
    ],
)
def test_numbers_have_bounds(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, option, number = words.split()
    assert main([command, option, number]) == BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith(f"heartslib: {option}: must be a whole number from ")
    assert error.endswith(f"; see heartslib {command} --help\n")
    assert len(error) < 200


def test_numbers_are_read_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    assert main(["simulate", "basic", "--rounds", "1e2", "--seed", f"{2**63 - 1}"]) == 0
    assert f"100 rounds, seed {2**63 - 1}, kernel" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "the following arguments are required: COMMAND; see heartslib --help"),
        ("dance", "COMMAND: invalid choice: 'dance'"),
        ("demo --loud", "--loud is not an option here; see heartslib"),
        ("replay", "the following arguments are required: FILE; see heartslib replay --help"),
        ("simulate --plot", "--plot: expected one argument; see heartslib simulate --help"),
        ("arena --bots careful", "--bots needs two or more bots, separated by commas"),
        ("arena --bots careful,fox", "'fox' is not a bot: choose easy, casual, good"),
    ],
)
def test_one_sentence_says_what_is_wrong(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith(f"heartslib: {said}")
    assert error.count("\n") == 1


@pytest.mark.slow
@ON_UNIX
@pytest.mark.parametrize("words", ["demo --rounds 50", "play", "--help", "rules --toml"])
def test_a_reader_that_goes_away_is_no_mistake(words: str) -> None:
    done = shell(f"{{ heartslib {words} </dev/null; echo $? >&2; }} | head -1")
    assert done.stdout.count("\n") == 1
    assert done.stderr in {"0\n", f"{NO_READER}\n"}


@pytest.mark.slow
@ON_UNIX
def test_output_that_nobody_has_read(tmp_path: Path) -> None:
    """A pipe whose reader is gone before anything is written."""
    done = shell(f"{{ sleep 0.1; heartslib demo; echo $? >{tmp_path}/status; }} | true")
    assert (tmp_path / "status").read_text(encoding="utf-8") == f"{NO_READER}\n"
    assert not done.stderr


@pytest.mark.slow
@ON_UNIX
@pytest.mark.parametrize("words", ["demo", "rules --toml", "play", "--version"])
def test_closed_output(words: str) -> None:
    done = shell(f"heartslib {words} >&-")
    assert (done.returncode, done.stderr) == (BAD_INPUT, CLOSED)


@pytest.mark.slow
@ON_UNIX
def test_closed_input_and_errors() -> None:
    done = shell("heartslib play <&-")
    assert done.returncode == BAD_INPUT
    assert done.stderr == "heartslib: standard input or output is closed, so nobody can play\n"
    done = shell("heartslib dance 2>&-")
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert shell("heartslib demo --seed 7 <&- 2>&-").returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk() -> None:
    done = shell("heartslib demo >/dev/full")
    assert done.returncode == BAD_INPUT
    assert done.stderr == "heartslib: the output cannot be written: No space left on device\n"


class Broken:
    """An output that fails."""

    encoding = "utf-8"

    def __init__(self, number: int) -> None:
        self.error = OSError(number, os.strerror(number))

    def write(self, _: str) -> int:
        raise self.error

    def flush(self) -> None:
        """Nothing is left."""

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        number: int = self.file.fileno()
        return number

    file: Any


@pytest.mark.parametrize(
    ("number", "status"),
    [(errno.EPIPE, NO_READER), (errno.EINVAL, NO_READER), (errno.ENOSPC, BAD_INPUT)],
    ids=["pipe", "pipe on Windows", "full"],
)
def test_what_cannot_be_written_is_let_go(
    number: int, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The interpreter flushes once more at its end: what is left must go somewhere."""
    broken = Broken(number)
    with (tmp_path / "out").open("w", encoding="utf-8") as broken.file:
        monkeypatch.setattr("sys.stdout", broken)
        assert main(["rules", "--toml"]) == status
        broken.file.write("later")
    assert (tmp_path / "out").read_text(encoding="utf-8") == ""


def test_streams_that_are_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdin", None)
        assert main(["play"]) == BAD_INPUT
        assert "so nobody can play" in capsys.readouterr().err
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdout", None)
        assert main(["demo"]) == BAD_INPUT
    assert capsys.readouterr().err == CLOSED
    monkeypatch.setattr("sys.stderr", None)
    assert main(["dance"]) == BAD_INPUT
    assert capsys.readouterr().out == ""


def test_the_interrupt_key_ends_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "careful", interrupt)
    assert main(["demo"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_an_interrupt_drops_the_work_that_waits() -> None:
    dropped = threading.Event()
    jobs: list[Future[bool]] = []

    def work() -> None:
        with many.workers(ThreadPoolExecutor, 2) as executor:
            assert executor is not None
            jobs.extend(executor.submit(dropped.wait, 5) for _ in range(9))
            jobs[-1].add_done_callback(lambda _: dropped.set())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert jobs[-1].cancelled()


class Startless(Executor):
    """Workers of which none can start."""

    def __init__(self, count: int) -> None: ...

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


def _refused(_: int) -> Executor:
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize(
    ("pool", "why"),
    [(_refused, "Permission denied"), (Startless, "Resource temporarily unavailable")],
    ids=["shared memory", "processes"],
)
def test_without_other_processes_one_plays_all_deals(
    pool: Callable[[int], Executor],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(playing, "processes", pool)
    assert main(["arena", "--deals", "2", "--workers", "2"]) == 0
    alone = capsys.readouterr()
    assert alone.err == f"heartslib: one process plays all deals, since no other can start: {why}\n"
    assert main(["arena", "--deals", "2"]) == 0
    assert capsys.readouterr() == (alone.out, "")


@pytest.mark.slow
def test_processes_let_the_interrupt_key_end_them() -> None:
    with many.processes(1) as processes:
        assert processes.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_DFL


def test_the_command_line_names_no_method_of_a_game() -> None:
    with pytest.raises(IllegalMove) as error:
        Game.new(variants.get("american")).play("2C")
    assert "deal()" in str(error.value)
    assert "deal()" not in error.value.spelled(output.spelling_with())


def test_the_list_of_variants_uses_a_wide_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes: dict[int, list[str]] = {}
    for columns in (40, 80, 150, 500):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert cli.main(["variants"]) == 0
        sizes[columns] = capsys.readouterr().out.splitlines()
    assert len(sizes[40]) > len(sizes[80])
    assert 80 < max(map(len, sizes[150])) <= 150
    assert len(sizes[500]) == len(variants.all()) + 1
    assert len(sizes[500]) <= len(sizes[150]) < len(sizes[80])


@pytest.mark.parametrize(
    "command",
    [
        "variants",
        "rules gong_zhu",
        "rules --choices moon",
    ],
)
def test_a_narrow_terminal_breaks_no_word(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: dict[int, list[str]] = {}
    for columns in (44, 60, 400):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert cli.main(command.split()) == 0
        said[columns] = capsys.readouterr().out.splitlines()
    whole = [line.split() for line in said[400]]
    for columns in (44, 60):
        assert max(map(len, said[columns])) <= columns
        assert [*chain(*(line.split() for line in said[columns]))] == [*chain(*whole)]


@pytest.mark.parametrize("command", ["demo gong_zhu --seed 1", "demo kierki --seed 2"])
@pytest.mark.parametrize("columns", [50, 60, 80])
def test_a_score_table_is_whole_on_a_narrow_terminal(
    command: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.main(command.split()) == 0
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= columns
    head, *rows = said.partition("\nThe score\n")[2].split("\n\n")[0].splitlines()
    assert head.split() == ["points", "round", "score"]
    assert [len(row) for row in rows if len(row) > len(head)] == []
    assert (
        sum(len(row) == len(head) and bool(re.search(r"(\s+−?\d+){3}$", row)) for row in rows) == 4
    )


def test_an_error_ends_its_lines_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    said = dict[int, list[str]]()
    for columns in (30, 50, 500):
        monkeypatch.setenv("COLUMNS", str(columns))
        screen = io.StringIO()
        screen.isatty = lambda: True  # type: ignore[method-assign]
        monkeypatch.setattr(sys, "stderr", screen)
        assert cli.main(["rules", "american", "--players", "12"]) == cli.BAD_INPUT
        said[columns] = screen.getvalue().splitlines()
        assert max(map(len, said[columns])) <= columns
    assert len(said[30]) > len(said[50]) > len(said[500]) == 1
    assert " ".join(said[30]).split() == said[500][0].split()


@pytest.mark.parametrize("columns", [2, 20, 30, 60, 77, 78, 100])
def test_a_rulebook_fills_the_lines_of_a_narrow_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.main(["rules", "turkish_king"]) == 0
    text = variants.get("turkish_king").describe(width=min(columns, 78))
    assert max(map(len, text.splitlines())) <= max(min(columns, 78), 27)
    said = capsys.readouterr().out
    assert said.split() == [*text.split(), *said.split()[len(text.split()) :]]
    assert columns < 30 or said.startswith(text)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulat"], "invalid choice: 'simulat'"),
        (["simulat"], "; did you mean simulate?; see heartslib --help"),
        (["simulate", "--engine", "kernle"], "did you mean kernel?"),
        (
            ["arena", "--rounds", "200", "american"],
            "heartslib: --rounds is not an option here; see",
        ),
    ],
)
def test_the_wrong_word_is_blamed(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == BAD_INPUT
    assert said in capsys.readouterr().err
