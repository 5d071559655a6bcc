"""A command, and what it answers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def asked(
    command: list[str | Path], folder: Path, written: str = ""
) -> subprocess.CompletedProcess[str]:
    """What a command answers to what is written to it; it runs in a folder, without the settings of this project."""
    left_out = {"PYTHONPATH", "MYPYPATH"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(  # noqa: S603
        command,
        cwd=folder,
        env=kept,
        input=written,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
