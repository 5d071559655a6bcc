"""The pages of the documentation have plain titles, and the start page leads to each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heartslib import variants

DOCS = Path(__file__).parents[2] / "docs"
HOW_TO = sorted(DOCS.glob("howto/*.md"))
START = (DOCS / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", HOW_TO, ids=lambda page: page.stem)
def test_how_to(page: Path) -> None:
    """Its title says plainly what it is about, and the start page leads to it."""
    text = page.read_text(encoding="utf-8")
    title = text.removeprefix("<!-- slow -->\n").splitlines()[0]
    assert re.fullmatch(r"# [A-Z][^?]*", title)
    assert f"(howto/{page.name})" in START
    assert f"\nhowto/{page.stem}\n" in START


@pytest.mark.parametrize("page", sorted(DOCS.glob("explanation/*.md")), ids=lambda page: page.stem)
def test_explanation(page: Path) -> None:
    assert f"\nexplanation/{page.stem}\n" in START


def test_each_promise_names_tests_that_exist() -> None:
    page = (DOCS / "reference/stability.md").read_text(encoding="utf-8")
    rows = [
        row.split("|")[-2] for row in re.findall(r"^\|.*\|$", page.split("\n## ")[1], re.MULTILINE)
    ]
    assert len(rows) > 10
    named = [re.findall(r"`((?:tests|tools)/[\w/.]+)`", row) for row in rows[2:]]
    assert all(named)
    assert not [each for row in named for each in row if not (DOCS.parent / each).exists()]


def test_links_to_files_of_the_repository_lead_there() -> None:
    link = r"https://github\.com/heartslib/heartslib/blob/main/([\w/.-]+)"
    pages = [*DOCS.parent.glob("*.md"), *DOCS.glob("*.md"), *DOCS.glob("*/*.md")]
    linked = {each for page in pages for each in re.findall(link, page.read_text(encoding="utf-8"))}
    assert len(linked) > 10
    assert not [each for each in linked if not (DOCS.parent / each).exists()]


@pytest.mark.parametrize("slug", variants.all())
def test_every_game_has_a_section_about_its_source(slug: str) -> None:
    sources = (DOCS / "explanation/sources.md").read_text(encoding="utf-8")
    headings = re.findall("^### (.+)$", sources, re.MULTILINE)
    name = variants.get(slug).name
    own = [each for each in headings if name in each or each in name]
    assert own or "booster nines" in name
