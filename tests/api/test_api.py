"""The public API changes only on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api import names, words, write


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        pytest.param(write.FILE, write.lines, id="names"),
        pytest.param(words.FILE, words.lines, id="words", marks=pytest.mark.slow),
        pytest.param(names.FILE, lambda: names.lines(write.MODULES), id="page"),
    ],
)
def test_the_public_api_is_as_written(file: Path, lines: Callable[[], Iterator[str]]) -> None:
    written = file.read_text(encoding="utf-8").splitlines()
    found = list(lines())
    gone, new = sorted({*written} - {*found}), sorted({*found} - {*written})
    assert (gone, new) == ([], []), (
        "if the change is meant: python -m tests.api.write, and CHANGELOG"
    )
    assert written == found
