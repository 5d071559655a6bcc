"""The core and the compiled kernel on arm64, where there is only x86: ``python -m tools.arm64``.

QEMU runs the Python of Debian's arm64 packages with wheels for aarch64, all unpacked into a folder and not
installed.  What games and the kernel do there must be what they do here, number by number, the digest the same,
and the tests of the core must pass.  It needs Debian, and ``apt-get install qemu-user-static``.
"""

# ruff: noqa: S603, T201 - our own commands; a command prints

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from tools.unpacked import CHECKED, ROOT, Python, compared, made, needed, unpack

CORE: Final = (ROOT / "tests" / "core.txt").read_text(encoding="utf-8").split()
NUMBERS: Final = """
from heartslib import variants
from heartslib.simulate import POLICIES, simulate
from tests.helpers import behaviour
print(*behaviour.lines(), sep="\\n")
for slug, players in (("american", 4), ("gong_zhu", 4), ("cancellation", 7)):
    policy = [POLICIES[seat % 3] for seat in range(players)]
    result = simulate(variants.get(slug), rounds=10_000, players=players, policy=policy)
    print(slug, result.histograms, result.moons, result.leads)
"""
"""A program that prints games of every variant, with refusals on the way, and simulations of three games."""
ARM64: Final = {"APT::Architecture": "arm64", "APT::Architectures::": "arm64"}
_PLATFORMS: Final = ("manylinux_2_28", "manylinux_2_27", "manylinux2014", "manylinux_2_17")


def fetch(folder: Path) -> None:
    """Fetch packages and wheels, and unpack them into a folder."""
    unpack(folder, ("python3", "libstdc++6"), ARM64)
    wanted = [*needed("fast"), *needed("testing"), "pytest", "sybil"]
    version = python(folder).name.removeprefix("python")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", f"--target={folder}/wheels"]
    pip += [f"--platform={each}_aarch64" for each in _PLATFORMS]
    pip += ["--only-binary=:all:", f"--python-version={version}", "--implementation=cp"]
    subprocess.run([*pip, *wanted], check=True)


def python(folder: Path) -> Path:
    """The Python that was unpacked into a folder."""
    return next((folder / "root" / "usr" / "bin").glob("python3.[0-9]*"))


def environment(folder: Path) -> dict[str, str]:
    """What the environment of the Python in a folder has of its own."""
    kept = {"PYTHONPYCACHEPREFIX": f"{folder}/cache", "NUMBA_CACHE_DIR": f"{folder}/numba"}
    return {"PYTHONPATH": f"{folder}/wheels:{ROOT}/src:{ROOT}", "PYTHONUTF8": "1", **kept}


def printed(command: list[str], more: Mapping[str, str]) -> list[str]:
    """The lines that a command prints."""
    ran = subprocess.run(
        command, env={**os.environ, **more}, cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    return ran.stdout.decode().splitlines()


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and test; the exit status is 1 if a number differs or a test fails."""
    parser = argparse.ArgumentParser(description="arm64, compared with this machine")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "arm64")
    parser.add_argument("tests", nargs="*", default=[*CORE, "tests/simulate/test_in_python.py"])
    options = parser.parse_args(arguments)
    qemu = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    if qemu is None:
        parser.error("QEMU is not found: apt-get install qemu-user-static")
    folder = made(options.folder, parser)
    if not (folder / "wheels" / "pytest").exists():
        fetch(folder)
    there, own = [qemu, "-L", str(folder / "root"), str(python(folder))], environment(folder)
    numbers = printed([sys.executable, "-c", NUMBERS], {"PYTHONUTF8": "1"})
    again = printed([*there, "-c", NUMBERS], own)
    differ = sum(one != other for one, other in zip_longest(numbers, again))
    print(f"{len(numbers)} lines, {differ} of them different on arm64", flush=True)
    differ += compared(Python(there, own), {"the digest": CHECKED})
    pytest = [*there, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *options.tests]
    failed = subprocess.run(pytest, env={**os.environ, **own}, cwd=ROOT, check=False).returncode
    return int(bool(differ or failed))


if __name__ == "__main__":
    sys.exit(main())
