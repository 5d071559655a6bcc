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
    from tests.slow.web.served import served  # noqa: PLC0415 - needs the extra `web`

    with served(file) as address:
        yield address


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of a module that ask it one thing each."""
    from tests.slow.web.served import served  # noqa: PLC0415 - needs the extra `web`

    file = tmp_path_factory.mktemp("shared") / "games.sqlite"
    with served(file, hurries=True, names=["hearts.example"]) as address:
        yield address
