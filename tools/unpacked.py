"""A Python that is unpacked into a folder, and not installed: what `arm64`, `pythons` and `windows` share."""

# ruff: noqa: S603, S607, T201 - our own commands; a command prints

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

ROOT: Final = Path(__file__).parents[1]
CHECKED: Final = (["tools.digest", "--check"], "")
PRINTED: Final = {
    "the digest": CHECKED,
    "a demo": (["heartslib", "demo", "--seed", "7"], ""),
    "a game, played and saved": (
        ["heartslib", "play", "--plain", "--seed", "7"],
        "9C AD QH\nwhy 4H\n3C\n",
    ),
}
"""Commands that must print the same, with what is typed meanwhile."""
KERNEL: Final = {"the kernel": (["heartslib", "simulate", "gong_zhu", "--rounds", "10000"], "")}
"""The same, where there is numba."""
PYTEST: Final = ("-p", "no:cacheprovider")
Printed: TypeAlias = Mapping[str, tuple[list[str], str]]


def made(folder: Path, parser: argparse.ArgumentParser) -> Path:
    """The folder by its whole path, and made; what cannot be written ends the command with a sentence."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"{folder} cannot be written: {error.strerror}")
    return folder.resolve()


def apt(folder: Path, more: Mapping[str, object]) -> list[str]:
    """APT with lists, a cache and a state of its own in a folder."""
    for name in ("archives/partial", "lists/partial", "root"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()  # nothing is installed there
    apart = {
        "Dir::Cache": folder,
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": folder / "status",
        "Debug::NoLocking": "true",
        **more,
    }
    return ["apt-get", "--quiet", *(f"-o{name}={value}" for name, value in apart.items())]


def unpack(folder: Path, packages: Iterable[str], more: Mapping[str, object]) -> None:
    """Fetch packages of Debian with all that they need, and unpack them into ``root`` in a folder."""
    own = apt(folder, more)
    subprocess.run([*own, "update"], check=True)
    install = ("install", "--yes", "--download-only", "--no-install-recommends")
    subprocess.run([*own, *install, *packages], check=True)
    for package in sorted(folder.glob("archives/*.deb")):
        subprocess.run(["dpkg", "-x", package, folder / "root"], check=True)


def needed(extra: str) -> Iterator[str]:
    """What the core needs, and then what an extra and those that it names need."""
    project: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"][extra]]
    for each in wanted:
        if each.startswith("heartslib["):
            for name in each.removeprefix("heartslib[").removesuffix("]").split(","):
                wanted += project["optional-dependencies"][name]
        else:
            yield each


@attrs.frozen
class Python:
    """A Python here or in a folder: the command, and what its environment has of its own."""

    command: list[str]
    environment: dict[str, str]

    def run(self, words: list[str], typed: str = "") -> subprocess.CompletedProcess[bytes]:
        """Run a module, in the root of the checkout."""
        return subprocess.run(
            [*self.command, "-m", *words],
            env=self._variables(),
            cwd=ROOT,
            input=typed.encode(),
            capture_output=True,
            check=False,
        )

    def log(self, words: list[str], file: Path) -> int:
        """Run a module, whose output can be read in a file meanwhile; its exit status.

        The file is written here, as Wine gives Python no file but a pipe to write to.
        """
        pipe = subprocess.PIPE
        with (
            file.open("wb") as log,
            subprocess.Popen(
                [*self.command, "-m", *words],
                env=self._variables(),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=pipe,
                stderr=subprocess.STDOUT,
            ) as process,
        ):
            assert process.stdout
            while said := os.read(process.stdout.fileno(), 1 << 16):
                log.write(said)
                log.flush()
        return process.returncode

    def _variables(self) -> dict[str, str]:
        return {**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", **self.environment}


HERE: Final = Python([sys.executable], {"PYTHONPATH": str(ROOT / "src")})


def compared(there: Python, printed: Printed) -> int:
    """How many commands print something else there than here, or fail; a line for each."""
    wrong = 0
    for what, (words, typed) in printed.items():
        here = HERE.run(words, typed)
        began = time.monotonic()
        again = there.run(words, typed)
        same = _lines(here) == _lines(again) and not here.returncode and not again.returncode
        wrong += not same
        print(f"{time.monotonic() - began:6.0f} s  {what}: {'the same' if same else 'different'}")
        why = () if same else (again.stderr or here.stderr).decode(errors="replace").splitlines()
        print(*(f"          {line}\n" for line in why[-3:]), sep="", end="", flush=True)
    return wrong


def _lines(printed: subprocess.CompletedProcess[bytes]) -> list[str]:
    lines = printed.stdout.decode(errors="replace").splitlines()
    return [line for line in lines if ".json" not in line]  # a file has another path there


def tested(there: Python, tests: Iterable[str], options: Iterable[str], log: Path) -> int:
    """How many folders or files of tests fail there; a line for each, and one for what fails.

    What pytest prints of the last one is in the log meanwhile.
    """
    wrong = 0
    for each in tests:
        began = time.monotonic()
        wrong += bool(there.log(["pytest", "--quiet", *options, each], log))
        said = log.read_text(encoding="utf-8", errors="replace")
        lines = said.strip().splitlines() or ["nothing was printed"]
        print(f"{time.monotonic() - began:6.0f} s  {each}: {lines[-1]}")
        why = [line for line in lines if line.startswith(("FAILED", "ERROR", "INTERNALERROR"))]
        print(*(f"          {line}\n" for line in why), sep="", end="", flush=True)
    return wrong
