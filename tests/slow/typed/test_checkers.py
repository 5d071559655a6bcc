"""Five type checkers read a program that uses the library as its pages say, and find nothing; it runs, too.

What they have to find is in `wrong.txt`.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from tests.slow.typed.asking import asked

HERE = Path(__file__).parent
CHECKERS = {
    "mypy": ["mypy", "--strict", "--no-error-summary", "--config-file=", "{file}"],
    "pyright": ["pyright", "--pythonpath", "{python}", "{file}"],
    "basedpyright": ["basedpyright", "--level", "error", "--pythonpath", "{python}", "{file}"],
    "ty": ["ty", "check", "--python", "{python}", "--output-format", "concise", "{file}"],
    "pyrefly": [
        *("pyrefly", "check", "--preset", "default", "--output-format", "min-text"),
        *("--python-interpreter-path", "{python}", "{file}"),
    ],
}
ERROR = re.compile(r"checked\.py:(\d+):.*\berror\b|^ERROR checked\.py:(\d+):", re.MULTILINE)
WRONG = re.compile(r"# wrong(?: but for (?P<missed>\w+)| to (?P<alone>\w+) alone)?: ")


def found_by(checker: str, python: Path, source: str, folder: Path) -> tuple[set[int], str]:
    """The lines in which a checker finds an error, and its words; it sees no settings of this project."""
    (folder / "checked.py").write_text(source, encoding="utf-8")
    name, *options = (part.format(python=python, file="checked.py") for part in CHECKERS[checker])
    done = asked([python.with_name(name), *options], folder)
    said = done.stdout + done.stderr
    lines = {int(one or other) for one, other in ERROR.findall(said)}
    # else it says "error" in another way, or could not run
    assert bool(lines) == bool(done.returncode), said
    return lines, said


def test_the_program_runs() -> None:
    pytest.importorskip("pettingzoo")
    runpy.run_path(str(HERE / "program.py"), run_name="__main__")


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_program_is_clean(checker: str, python: Path, tmp_path: Path) -> None:
    source = (HERE / "program.py").read_text(encoding="utf-8")
    lines, said = found_by(checker, python, source, tmp_path)
    assert lines == set(), said


@pytest.mark.parametrize("checker", CHECKERS)
def test_each_wrong_use_is_found(checker: str, python: Path, tmp_path: Path) -> None:
    source = (HERE / "wrong.txt").read_text(encoding="utf-8")
    wanted = {
        number
        for number, line in enumerate(source.splitlines(), 1)
        if (mark := WRONG.search(line))
        and mark["missed"] != checker
        and mark["alone"] in {None, checker}
    }
    lines, said = found_by(checker, python, source, tmp_path)
    assert lines == wanted, said
