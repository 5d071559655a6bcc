"""A server and its file, for the tests that share them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def base(file: Path) -> Iterator[str]:
    from tests.web.served import served  # noqa: PLC0415 - needs the extra `web`

    with served(file) as address:
        yield address
