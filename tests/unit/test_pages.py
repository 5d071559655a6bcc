"""The pages of the documentation are few, have plain titles, and the start page leads to each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heartslib import variants

DOCS = Path(__file__).parents[2] / "docs"
HOW_TO = sorted(DOCS.glob("howto/*.md"))
START = (DOCS / "index.md").read_text(encoding="utf-8")
WRITTEN_BY_THE_BUILD = {"rule", "variant", "notebook", "_build"}
FIRST = ["validate-a-play", "score-elsewhere", "serve-a-table", "house-rules"]
GROUPS = ["Start here", "Play", "Learn", "Look up", "How we know"]
WRITTEN_BY_TESTS = {"names.md"}
PAGES, WORDS = 56, 47_000
FOR_MAINTAINERS = [
    page.relative_to(DOCS.parent)
    for folder in ("tools", "benchmarks")
    for page in sorted(DOCS.parent.glob(f"{folder}/*.md"))
]


def test_there_are_few_pages_and_few_words() -> None:
    """What only maintainers need is in `tools` and `benchmarks`."""
    pages = [
        page
        for page in DOCS.rglob("*.md")
        if not (WRITTEN_BY_THE_BUILD | WRITTEN_BY_TESTS) & {*page.relative_to(DOCS).parts}
    ]
    assert 30 < len(pages) <= PAGES
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in pages) <= WORDS


def test_the_evidence_is_short() -> None:
    page = (DOCS / "explanation/evidence.md").read_text(encoding="utf-8")
    assert len(page.split()) <= 900


def test_contributing_is_short() -> None:
    assert (DOCS.parent / "CONTRIBUTING.md").stat().st_size <= 12_000


def test_the_start_page_shows_four_pages_and_then_the_groups() -> None:
    start = START.split("\n## Start here\n")[1]
    assert re.findall(r"\(howto/([\w-]+)\.md\)", start)[:4] == FIRST
    assert re.findall(r"^:hidden:\n:caption: (.*)$", START, re.MULTILINE) == GROUPS


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
    """Contributors read which tests hold it; the page for users says only what is promised."""
    page = (DOCS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("\n## What is promised\n")[1]
    rows = [row.split("|")[-2] for row in re.findall(r"^\|.*\|$", section, re.MULTILINE)]
    assert len(rows) == 7
    named = [re.findall(r"`((?:tests|tools)/[\w/.]+)`", row) for row in rows[2:]]
    assert all(named)
    assert not [each for row in named for each in row if not (DOCS.parent / each).exists()]


@pytest.mark.parametrize("page", FOR_MAINTAINERS, ids=str)
def test_the_links_of_a_page_for_maintainers_lead_to_files(page: Path) -> None:
    file = DOCS.parent / page
    linked = re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text(encoding="utf-8"))
    assert [each for each in linked if not (file.parent / each).exists()] == []


def test_links_to_files_of_the_repository_lead_there() -> None:
    link = r"https://github\.com/heartslib/heartslib/blob/main/([\w/.-]+)"
    pages = [
        page for kind in ("*.md", "docs/*.md", "docs/*/*.md") for page in DOCS.parent.glob(kind)
    ]
    linked = {each for page in pages for each in re.findall(link, page.read_text(encoding="utf-8"))}
    assert len(linked) > 10
    assert not [each for each in linked if not (DOCS.parent / each).exists()]


@pytest.mark.parametrize("slug", variants.all())
def test_every_game_has_a_section_about_its_source(slug: str) -> None:
    decisions = (DOCS.parent / "tools/DECISIONS.md").read_text(encoding="utf-8")
    headings = re.findall("^## (.+)$", decisions, re.MULTILINE)
    name = variants.get(slug).name
    own = [each for each in headings if name in each or each in name]
    assert own or "booster nines" in name
