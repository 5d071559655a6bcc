"""Run the examples in README.md, docs/ and the docstrings of src/ as tests."""

from __future__ import annotations

import contextlib
import importlib
import os
import tomllib
from doctest import ELLIPSIS
from pathlib import Path
from typing import Any

import pytest
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.myst import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # engine="cuda" runs as plain Python, without a GPU
pytest.register_assert_rewrite("tests")  # assertions in helpers work under python -O too


def _few_examples(_names: object, examples: int = 10) -> None:
    """A page shows what `check_rule` says of a rule; it says the same after a few examples."""
    from heartslib.testing import check_rule  # noqa: PLC0415 - coverage begins after this file

    defaults: Any = check_rule.__kwdefaults__
    defaults["examples"] = examples


_PAGES = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
    setup=_few_examples,
    teardown=lambda names: _few_examples(names, 100),
)
_DOCSTRINGS = Sybil(parsers=[DocTestParser(ELLIPSIS)], path="src", pattern="*.py")

collect_ignore = ["docs/_build"]

pytest_collect_file = (_PAGES + _DOCSTRINGS).pytest()


_KEPT = tomllib.loads(
    (Path(__file__).parent / "tests" / "seconds.toml").read_text(encoding="utf-8")
)
_FIRST = {file: place for place, file in enumerate(_KEPT["first"])}
_PLACES: dict[str, int] = {}
"""The files in the order in which they are collected."""


def pytest_configure(config: Any) -> None:
    """Files are handed out in the order below; xdist would take those with the most tests first."""
    config.option.loadscopereorder = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more worker than processors: some tests wait for a browser, or for a clock."""
    return (os.cpu_count() or 1) + 1


def pytest_collection(session: pytest.Session) -> None:
    """Each worker imports other files first, so that the assertions of each are rewritten once."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    wanted = [Path(name.partition("::")[0]).resolve() for name in session.config.args]
    files = [
        file
        for file in sorted(Path(__file__).parent.glob("tests/*/test_*.py"))
        if any(file.is_relative_to(each) for each in wanted)
    ]
    begin = len(files) * number // workers
    for file in files[begin:] + files[:begin] if number else ():
        # what cannot be imported, or is skipped, is reported when it is collected
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(f"tests.{file.parent.name}.{file.stem}")


def _turn(item: pytest.Item) -> tuple[float, ...]:
    """When an item runs: what takes long first, and the examples of a page in their order."""
    file = item.nodeid.partition("::")[0]
    line = item.location[1] or 0 if isinstance(item, SybilItem) else 0
    return (_FIRST.get(file, len(_FIRST)), -_KEPT["files"].get(file, 0), _PLACES[file], line)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files come first, so that no worker is left with one at the end."""
    for item in items:
        _PLACES.setdefault(item.nodeid.partition("::")[0], len(_PLACES))
    items.sort(key=_turn)
