"""A short run of each campaign: ``python -m tools``, or ``python -m tools redeal fuzz``.

The commands are those in the column "in short" of ``tools/README.md``.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

README: Final = Path(__file__).with_name("README.md")
_ROW: Final = re.compile(r"^\| (\w+) \|.*\| `([^`]+)` \|$", re.MULTILINE)


def campaigns() -> dict[str, str]:
    """The short command of each campaign."""
    table = README.read_text(encoding="utf-8").split("\n## Campaigns\n")[1].split("\n## ")[0]
    return dict(_ROW.findall(table))


def went_well(command: str) -> bool:
    """Run a command, and show what it prints if it fails."""
    words = shlex.split(command)
    start = words.index("python")
    environment = {**os.environ, **dict(word.split("=", 1) for word in words[:start])}
    began = time.monotonic()
    ran = subprocess.run(  # noqa: S603 - our own page
        [sys.executable, *words[start + 1 :]],
        env=environment,
        cwd=README.parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    verdict = f"failed with {ran.returncode}" if ran.returncode else "well"
    print(f"{time.monotonic() - began:6.0f} s  {verdict}: {command}", flush=True)
    if ran.returncode:
        print(ran.stdout)
    return not ran.returncode


def main(argv: Sequence[str] | None = None) -> int:
    """Run all, or those named; the exit status is 1 if one fails."""
    known = campaigns()
    names = (sys.argv[1:] if argv is None else argv) or [*known]
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"no campaign is called {unknown[0]}: the names are {', '.join(known)}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each waits for a process
        return int(not all([*pool.map(went_well, map(known.__getitem__, names))]))


if __name__ == "__main__":
    sys.exit(main())
