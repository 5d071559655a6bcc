"""What the tests take of the processor, folder by folder, and what they may take.

    python -m tools.seconds quick report.xml
    python -m tools.seconds slow report.xml another.xml --write

The first word is a ring: ``quick`` is what ``pytest`` runs, ``slow`` what ``pytest --slow`` runs.  A report
is what pytest writes with ``--junitxml``.  ``tests/seconds.toml`` keeps the fewest tests that must run and
the most CPU-seconds of each folder; ``--write`` keeps what was measured, and a quarter more.  The command
returns 1 if fewer tests have run, if a folder takes more, or if a test of the quick ring takes more than a
second, also alone: it is slow, and is to be marked so.

Seconds are those of the processor, so that a busy machine changes nothing.  On a slow one a second is worth
less: the same work is done each time, and if it takes longer than it once did, so may the tests.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import math
import re
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "tests" / "seconds.toml"
RINGS: Final = ("quick", "slow")
LONG: Final = 2
"""A file that takes so many seconds is listed; the longest run first."""
MOST: Final = 1.0
"""The most CPU-seconds of a test that is not slow."""


class Taken(NamedTuple):
    """What a test took of the processor."""

    file: str
    test: str
    seconds: float


def kept() -> dict[str, Any]:
    """What was committed."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8"))


def taken(report: str) -> Iterator[Taken]:
    """The tests of a report."""
    for case in ET.fromstring(report).iter("testcase"):  # noqa: S314 - pytest wrote it
        module = case.attrib["classname"]
        page = module.removesuffix(".md").replace(".", "/")
        found = case.find("properties/property[@name='processor']")
        seconds = float(found.attrib["value"]) if found is not None else 0.0
        file = page + (".md" if module.endswith(".md") else ".py")
        yield Taken(file, case.attrib["name"], seconds)


def folder_of(file: str) -> str:
    """``tests/unit`` and its like for a test; ``docs``, ``src`` and ``tools`` as a whole."""
    first, _, rest = file.partition("/")
    return file.rpartition("/")[0] if first == "tests" and "/" in rest else first


def added_up(tests: Sequence[Taken], *, by_folder: bool) -> dict[str, float]:
    """The seconds of each folder or file, the longest first."""
    found = defaultdict[str, float](float)
    for each in tests:
        found[folder_of(each.file) if by_folder else each.file] += each.seconds
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def yardstick() -> float:
    """The seconds that this machine takes for work that is always the same; the best of five."""

    def once() -> float:
        began = time.process_time()
        found = {(each, str(each)): [each] for each in range(200_000)}
        sorted(found, key=lambda each: each[1])
        return time.process_time() - began

    return min(once() for _ in range(5))


def again(tests: Sequence[Taken], slower: float) -> list[Taken]:
    """The tests, those that seem slow measured alone: garbage of others is collected in any test."""
    # an example goes on from those before it on its page
    ids = {
        each.file if each.test.startswith("line:") else f"{each.file}::{each.test}"
        for each in tests
        if each.seconds > MOST * slower
    }
    if not ids:
        return [*tests]
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-qq", f"--junitxml={report}", *ids]
        subprocess.run(command, cwd=ROOT, check=False)  # noqa: S603 - our own tests
        alone = {each[:2]: each for each in taken(report.read_text(encoding="utf-8"))}
    return [min(each, alone.get(each[:2], each)) for each in tests]


def faults(
    ring: str, tests: Sequence[Taken], may: Mapping[str, Any], slower: float
) -> Iterator[str]:
    """What is wrong: too few tests, a folder or a test that takes too long."""
    if len(tests) < may["tests"]:
        yield f"{len(tests)} tests have run, and {may['tests']} are the fewest"
    for folder, seconds in added_up(tests, by_folder=True).items():
        most = may["folders"].get(folder, 0) * slower
        if seconds > most:
            yield f"{folder} takes {seconds:.0f} CPU-seconds, and {most:.0f} are the most"
    for each in tests if ring == "quick" else ():
        if each.seconds > MOST * slower:
            name = f"{each.file}::{each.test}"
            yield f"{name} takes {each.seconds:.1f} CPU-seconds: give it the mark `slow`"


def written(text: str, ring: str, tests: Sequence[Taken], now: float) -> str:
    """The kept file with the figures of a ring measured again."""
    before = tomllib.loads(text)
    tables: dict[str, Any] = {each: before[each] for each in RINGS}
    folders = added_up(tests, by_folder=True)
    tables[ring] = {
        "tests": before[ring]["tests"],
        "yardstick": round(now, 3),
        "folders": {name: math.ceil(value * 1.25) for name, value in folders.items()},
    }
    lines = [re.split(r"^\[quick\]$", text, flags=re.MULTILINE)[0].rstrip()]
    for name, table in tables.items():
        lines += ["", f"[{name}]", f"tests = {table['tests']}", f"yardstick = {table['yardstick']}"]
        lines += ["", f"[{name}.folders]"]
        lines += [f'"{folder}" = {seconds}' for folder, seconds in table["folders"].items()]
    files = before["files"]
    if ring == "slow":
        measured = added_up(tests, by_folder=False).items()
        files = {name: round(value) for name, value in measured if value >= LONG}
    lines += ["", "[files]", *(f'"{name}" = {seconds}' for name, seconds in files.items())]
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, or write; the exit status is 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="what the tests take of the processor")
    parser.add_argument("ring", choices=RINGS)
    parser.add_argument("reports", type=Path, nargs="+", help="what pytest wrote with --junitxml")
    parser.add_argument("--write", action="store_true", help="keep these figures")
    options = parser.parse_args(argv)
    tests = [each for file in options.reports for each in taken(file.read_text(encoding="utf-8"))]
    now, may = yardstick(), kept()[options.ring]
    slower = max(1.0, now / may["yardstick"])
    print(f"{'CPU-seconds of':24}{'now':>8}{'at most':>8}")
    for folder, seconds in added_up(tests, by_folder=True).items():
        print(f"{folder:24}{seconds:8.0f}{may['folders'].get(folder, 0) * slower:8.0f}")
    print(f"{'all':24}{sum(each.seconds for each in tests):8.0f}")
    print(f"{len(tests)} tests; this machine is {now / may['yardstick']:.2f} times as slow as then")
    if options.write:
        text = KEPT.read_text(encoding="utf-8")
        KEPT.write_text(written(text, options.ring, tests, now), encoding="utf-8")
        return 0
    tests = again(tests, slower) if options.ring == "quick" else tests
    found = [*faults(options.ring, tests, may, slower)]
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
