"""How long the tests take, folder by folder, beside what they took before.

    python -m tools.seconds report.xml
    python -m tools.seconds report.xml --write

The report is what pytest writes with ``--junitxml``.  ``tests/seconds.toml`` keeps the figures of the
last run that somebody committed, the fewest tests that must run, and the most lines that ``src`` may
have.  The command returns 1 if fewer tests have run.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "tests" / "seconds.toml"
LONG: Final = 2
"""A file that takes so many seconds is listed; the longest run first."""


def kept() -> dict[str, Any]:
    """What was committed."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8"))


def taken(report: str) -> tuple[int, dict[str, float]]:
    """How many tests a report has, and the seconds of each file."""
    seconds, tests = defaultdict[str, float](float), 0
    for case in ET.fromstring(report).iter("testcase"):  # noqa: S314 - pytest wrote it
        module = case.attrib["classname"]
        page = module.removesuffix(".md").replace(".", "/")
        seconds[page + (".md" if module.endswith(".md") else ".py")] += float(case.attrib["time"])
        tests += 1
    return tests, seconds


def by_folder(files: Mapping[str, float]) -> dict[str, float]:
    """The seconds of ``tests/unit`` and its like, of ``docs``, and of ``src``."""
    folders = defaultdict[str, float](float)
    for file, seconds in files.items():
        first, _, rest = file.partition("/")
        folders[f"tests/{rest.partition('/')[0]}" if first == "tests" else first] += seconds
    return longest(folders)


def longest(seconds: Mapping[str, float]) -> dict[str, float]:
    """The same, the longest first."""
    return dict(sorted(seconds.items(), key=lambda each: -each[1]))


def table(tests: int, files: Mapping[str, float], before: Mapping[str, Any]) -> str:
    """The folders, longest first, with what they take now and took before."""
    folders, then = by_folder(files), before["folders"]
    lines = [f"{'seconds of':24}{'now':>8}{'before':>8}"]
    lines += [
        f"{folder:24}{seconds:8.0f}{then.get(folder, 0):8.0f}"
        for folder, seconds in folders.items()
    ]
    lines.append(f"{'all':24}{sum(folders.values()):8.0f}{sum(then.values()):8.0f}")
    return "\n".join([*lines, f"{tests} tests, at least {before['tests']} expected"])


def written(text: str, files: Mapping[str, float]) -> str:
    """The kept file with other seconds."""
    folders = [f'"{name}" = {value:.0f}' for name, value in by_folder(files).items()]
    long = [f'"{name}" = {value:.0f}' for name, value in longest(files).items()]
    long = [line for line in long if int(line.rpartition(" ")[2]) >= LONG]
    head = re.split(r"^\[folders\]$", text, flags=re.MULTILINE)[0]
    return "\n".join([f"{head}[folders]", *folders, "", "[files]", *long]) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, or write; the exit status is 1 if fewer tests have run than are expected."""
    parser = argparse.ArgumentParser(description="the seconds of the tests, folder by folder")
    parser.add_argument("report", type=Path, help="what pytest wrote with --junitxml")
    parser.add_argument("--write", action="store_true", help="keep these seconds")
    options = parser.parse_args(argv)
    tests, files = taken(options.report.read_text(encoding="utf-8"))
    before = kept()
    print(table(tests, files, before))
    if options.write:
        KEPT.write_text(written(KEPT.read_text(encoding="utf-8"), files), encoding="utf-8")
    return int(tests < before["tests"])


if __name__ == "__main__":
    sys.exit(main())
