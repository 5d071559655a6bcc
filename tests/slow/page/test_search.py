"""The search of the docs, in a real browser: what is called as the reader asks comes first.

Skipped without Playwright, Sphinx or a Chromium; the environment variable ``CHROMIUM`` may name the browser.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

pytest.importorskip("playwright")
pytest.importorskip("furo")
pytest.importorskip("myst_nb")

from playwright.sync_api import Browser, Page

from tests.helpers.chromium import CHROMIUM

DOCS = Path(__file__).parents[3] / "docs"
PLAIN = [
    "nb_execution_mode=off",
    "html_theme=basic",
    "extensions=myst_nb,sphinx.ext.autodoc,sphinx.ext.napoleon,pages,pictures,plain,try_it",
]
"""What the search does not need is left out, since a build takes a minute."""

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is found")]


class Silent(SimpleHTTPRequestHandler):
    """Serves files in silence."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base
        pass


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the search page; the environment variable ``DOCS_SITE`` may name docs that are built."""
    site = os.environ.get("DOCS_SITE")
    if site is None:
        site = str(tmp_path_factory.mktemp("docs"))
        settings = [each for setting in PLAIN for each in ("-D", setting)]
        command = [sys.executable, "-m", "sphinx", "-Q", *settings, str(DOCS), site]
        subprocess.run(command, check=True)  # noqa: S603
    handler = partial(Silent, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/search.html"
        server.shutdown()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    return browser.new_page()


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("install", "index.html#install"),
        ("api", "reference/index.html"),
        ("score", "howto/score-elsewhere.html"),
        ("bot", "howto/write-a-bot.html"),
        ("shoot the moon", "glossary.html#term-shoot-the-moon"),
        ("undo", "howto/store-games.html#undo"),
        ("server", "howto/serve-a-table.html"),
        ("house rules", "howto/house-rules.html"),
        ("legal", "howto/validate-a-play.html"),
        ("license", "index.html#license"),
        ("type hints", "reference/index.html#type-hints"),
        ("jack of diamonds", "glossary.html#term-jack-of-diamonds"),
        ("score sheet", "glossary.html#term-score-sheet"),
        ("queen of spades", "glossary.html#term-queen-of-spades"),
        ("QueenWhenSafe", "reference/rule/QueenWhenSafe.html"),
    ],
)
def test_what_is_about_the_words_comes_first(
    search: str, page: Page, asked: str, first: str
) -> None:
    page.goto(f"{search}?q={quote(asked)}")
    found = page.locator("#search-results ul.search > li > a").first
    found.wait_for(timeout=20_000)
    address, _, place = (found.get_attribute("href") or "").partition("#")
    assert "#".join(filter(None, (address, place))) == first


def test_on_paper_nothing_covers_the_text(search: str, page: Page) -> None:
    """What is fixed to the window would be on each sheet; the theme of docs that are built has such links."""
    page.emulate_media(media="print")
    page.goto(search.replace("search.html", "tutorial.html"))
    over = page.evaluate(
        """[...document.querySelectorAll("body *")]
        .filter((each) => getComputedStyle(each).position === "fixed")
        .filter((each) => each.offsetWidth && each.offsetHeight && each.getBoundingClientRect().left < innerWidth)
        .map((each) => each.outerHTML.slice(0, 90))"""
    )
    page.emulate_media(media="screen")
    assert over == []
