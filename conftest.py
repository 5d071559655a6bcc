"""Run the examples in README.md, docs/ and the docstrings of src/ as tests."""

from __future__ import annotations

from doctest import ELLIPSIS

import pytest
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.myst import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

pytest.register_assert_rewrite("tests")  # assertions in helpers work under python -O too

_PAGES = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
)
_DOCSTRINGS = Sybil(parsers=[DocTestParser(ELLIPSIS)], path="src", pattern="*.py")

collect_ignore = ["docs/_build"]

pytest_collect_file = (_PAGES + _DOCSTRINGS).pytest()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the examples of a page in order, because each builds on those above it."""
    items.sort(key=lambda item: item.location[:2] if isinstance(item, SybilItem) else ("", 0))
