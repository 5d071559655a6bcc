"""The code on the pages is checked by types, as its readers' will be, besides running as a test.

A page goes on from what it has just shown: that a seat is asked to choose cards, or that a round has its sheet.  A
reader's program would ask; so None is left out here, and what is called on the answer to a question.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path

import pytest

import heartslib

pytest.importorskip("mypy")

ROOT = Path(__file__).parents[2]
WRITTEN_BY_THE_BUILD = {"rule", "variant", "notebook", "_build"}
OPTIONS = (
    *("--check-untyped-defs", "--no-strict-optional", "--explicit-package-bases"),
    *("--follow-imports=silent", "--ignore-missing-imports", "--no-error-summary"),
    *("--disable-error-code", "no-redef", "--disable-error-code", "union-attr"),
)


def code_of(text: str) -> str:
    """The Python of a page, without prompts and outputs."""
    parts: list[str] = []
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        examples = [each.source for each in DocTestParser().get_examples(block)]
        parts += examples or [block]
    return "\n".join(
        f"{line}  # type: ignore[arg-type]" if "question.make(" in line else line
        for line in "\n".join(parts).splitlines()
    )


def test_the_code_on_the_pages_is_typed(tmp_path: Path) -> None:
    pages = [
        page
        for page in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
        if not WRITTEN_BY_THE_BUILD & {*page.relative_to(ROOT).parts}
    ]
    written = 0
    for page in pages:
        if code := code_of(page.read_text(encoding="utf-8")):
            name = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
            (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
            written += 1
    assert written > 25
    command = [sys.executable, "-m", "mypy", *OPTIONS, "."]
    done = subprocess.run(  # noqa: S603
        command,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(Path(heartslib.__file__).parents[1])},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == ""
