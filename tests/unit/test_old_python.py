"""A Python that is too old is refused in one sentence, which it can read: no later syntax comes first."""

from __future__ import annotations

import ast
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
FIRST = SOURCE / "heartslib" / "__init__.py"
HOMES = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
OLD = [*HOMES.glob("3.[6-9].*/bin/python"), *HOMES.glob("3.10.*/bin/python")]


def test_the_sentence_names_what_is_needed_and_what_was_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    monkeypatch.setattr(sys, "version", "3.10.4 (main, May 1 2022) [GCC]")
    monkeypatch.setitem(sys.modules, "heartslib.cards", None)  # an import of it would fail first
    said = "^heartslib needs Python 3.11 or newer, and this is Python 3.10.4$"
    with pytest.raises(ImportError, match=said):
        runpy.run_path(str(FIRST))


@pytest.mark.parametrize("minor", [7, 8, 9, 10])
def test_an_old_python_can_read_it(minor: int) -> None:
    ast.parse(FIRST.read_text(encoding="utf-8"), feature_version=(3, minor))


@pytest.mark.slow
@pytest.mark.skipif(not OLD, reason="pyenv has no Python that is too old")
def test_old_pythons_print_one_sentence() -> None:
    for python in OLD:
        command = [str(python), "-m", "heartslib", "demo"]
        env = {**os.environ, "PYTHONPATH": str(SOURCE)}
        done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8")  # noqa: S603, PLW1510
        (line,) = done.stderr.splitlines()
        given = python.parents[1].name
        assert f"heartslib needs Python 3.11 or newer, and this is Python {given}" in line
        assert (done.returncode, done.stdout) == (1, "")
