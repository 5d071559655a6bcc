"""The page "Try it here" in a real browser, with Python running in it.

Skipped where Pyodide has not been fetched (``python docs/browser/fetch.py``), or without Playwright,
Sphinx or a Chromium; the environment variable ``CHROMIUM`` may name the browser.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("playwright")
pytest.importorskip("furo")
pytest.importorskip("myst_nb")

from playwright.sync_api import Browser, Page, Route, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

from docs.browser import fetch
from heartslib import variants
from tests.helpers.chromium import CHROMIUM
from tests.page.site import built

WIDE, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)
PATIENCE = 120_000
"""Milliseconds for the start of Python on a busy machine."""

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'"
)

"""What the page may do: nothing of another site, and no code from strings."""

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is found"),
    pytest.mark.skipif(not fetch.fetched(), reason="Pyodide has not been fetched"),
]


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the policy, in silence."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, in a folder of the site as on a shared host."""
    site = built(tmp_path_factory.mktemp("page"))
    (folder := site.parent / "served").mkdir()
    site.rename(folder / "heartslib")
    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/heartslib/try.html"
        server.shutdown()


class Reader:
    """A reader of the page, with all that the browser asked for and complained about."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.context.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        page.goto(address)

    def start(self) -> None:
        self.page.get_by_role("button", name=re.compile(r"^Start \(\d+ MB\)$")).click()
        running = re.compile(r"Python is running\. The start took \d+\.\d seconds")
        expect(self.page.locator("#try-start")).to_contain_text(running, timeout=PATIENCE)

    def says(self, place: str, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator(place)).to_contain_text(text, timeout=20_000)

    def click(self, name: str) -> None:
        # until it has answered, the page ignores clicks
        expect(self.page.locator(".try-busy")).to_have_count(0, timeout=20_000)
        self.page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture(scope="module")
def started(browser: Browser, address: str) -> Iterator[Reader]:
    context = browser.new_context(viewport=WIDE)
    reader = Reader(context.new_page(), address)
    reader.start()
    yield reader
    context.close()


@pytest.fixture
def reader(started: Reader) -> Reader:
    """The page as it is after its start: a new deal of American Hearts."""
    started.page.fill("#try-in-seed", "17")
    started.page.select_option("#try-in-variant", "basic")
    started.says("#try-picture", "Basic Hearts, round 1")
    started.page.select_option("#try-in-variant", "american")
    started.says("#try-picture", "American Hearts, round 1")
    started.says("#try-status", "pass 3 cards to Ben")
    return started


def pass_three(reader: Reader) -> None:
    for place in (10, 11, 12):
        reader.page.locator(f"#try-card-{place}").click()
        expect(reader.page.locator(f"#try-card-{place}")).to_have_attribute("aria-pressed", "true")
    reader.click("Pass 3 cards")
    reader.says("#try-status", re.compile("play a card|lead a card"))


def test_before_the_start_the_page_shows_the_table_and_loads_no_python(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=PHONE)
    reader = Reader(context.new_page(), address)
    expect(reader.page.locator("#try-picture svg")).to_be_visible()
    expect(reader.page.locator(".try[inert]")).to_have_count(3)
    assert not any("wasm" in url or "library" in url for url in reader.asked)
    context.close()


def test_without_scripts_the_page_says_what_it_needs(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_text("This needs JavaScript and a web server")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    context.close()


def test_a_second_click_before_the_answer_does_nothing(reader: Reader) -> None:
    # both in one turn of the page: a double click by hand may come after the answer
    reader.page.locator("#try-do-bot").evaluate("button => { button.click(); button.click() }")
    reader.says("#try-status", re.compile("play a card|lead a card"))
    expect(reader.page.locator("#try-hand .card")).to_have_count(13)


def test_a_round_is_played_to_its_sheet(reader: Reader) -> None:
    pass_three(reader)
    while reader.page.locator("#try-result table").count() == 0:
        left = reader.page.locator("#try-hand .card").count()
        reader.page.locator("#try-hand .card.legal").first.click()
        expect(reader.page.locator("#try-hand .card")).to_have_count(left - 1)
        expect(reader.page.locator(".try-busy")).to_have_count(0)
    reader.says("#try-status", "The round is over.")
    reader.click("Next round")
    reader.says("#try-picture", "American Hearts, round 2")
    reader.click("Take back")
    reader.says("#try-result", "The score of the round")


def test_an_illegal_card_says_why_and_stays(reader: Reader) -> None:
    pass_three(reader)
    cards = reader.page.locator("#try-hand .card").count()
    reader.page.locator("#try-hand .card.barred").first.click()
    reader.says("#try-why", "follow suit")
    assert reader.page.locator("#try-hand .card").count() == cards


def test_a_card_of_the_picture_is_played_too(reader: Reader) -> None:
    pass_three(reader)
    cards = reader.page.locator("#try-hand .card").count()
    name = reader.page.locator("#try-hand .card.legal [data-card]").first.get_attribute("data-card")
    drawn = reader.page.locator("#try-picture g:has(> title)").filter(has_text=f"{name}")
    drawn.last.click(position={"x": 8, "y": 24}, force=True)
    expect(reader.page.locator("#try-hand .card")).to_have_count(cards - 1)


def test_the_keyboard_is_enough(reader: Reader) -> None:
    pass_three(reader)
    card = reader.page.locator("#try-hand .card.legal").first
    cards = reader.page.locator("#try-hand .card").count()
    card.focus()
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator("#try-hand .card")).to_have_count(cards - 1)
    focused = reader.page.evaluate("document.activeElement.closest('#try-hand') !== null")
    assert focused  # the next card can be reached at once


def test_a_changed_rule_changes_the_rulebook_and_the_next_deal(reader: Reader) -> None:
    reader.says("#try-diff", "rules of the game itself")
    reader.page.select_option("#try-in-passing", "none")
    reader.says("#try-diff ins", "No cards are passed")
    reader.says("#try-rules", "earlier rules")
    reader.page.get_by_text("The whole rulebook").click()
    reader.says("#try-rulebook", "No cards are passed")
    reader.click("Show it as a file")
    reader.says("#try-file pre", 'based_on = "american"')
    reader.click("Deal with these rules")
    reader.says("#try-picture", "House Hearts, round 1")
    reader.says("#try-status", re.compile("play a card|lead a card"))


def test_a_hand_is_scored_or_refused_in_a_sentence(reader: Reader) -> None:
    reader.click("Score")
    reader.says("#try-sheet table", "took Q♠")
    reader.page.fill("#try-in-taken3", "QS")
    reader.click("Score")
    reader.says("#try-sheet .problem", "These piles cannot be scored")


def test_a_wrong_number_is_refused_in_a_sentence(reader: Reader) -> None:
    reader.page.fill("#try-in-seed", "-1")
    reader.click("Deal")
    reader.says("#try-problem", "whole number, 0 or more")


@pytest.mark.parametrize("slug", ["barbu", "cancellation", "gong_zhu", "turbo"])
def test_other_games_are_played_out(reader: Reader, slug: str) -> None:
    reader.page.select_option("#try-in-variant", slug)
    reader.says("#try-picture", f"{variants.get(slug).name}, round 1")
    reader.click("Finish the round")
    reader.says("#try-result table", "Points")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
def test_nothing_is_wider_than_the_screen(reader: Reader, size: ViewportSize) -> None:
    reader.page.set_viewport_size(size)
    pass_three(reader)
    width = reader.page.evaluate("document.documentElement.scrollWidth")
    reader.page.set_viewport_size(WIDE)
    assert width <= size["width"]


def test_everything_comes_from_the_site_itself(started: Reader, address: str) -> None:
    origin = address.rpartition("/heartslib/")[0]
    wanted = [url for url in started.asked if not url.startswith(("data:", "blob:"))]
    assert {url for url in wanted if not url.startswith(f"{origin}/heartslib/")} == set()
    assert any(url.endswith("pyodide.asm.wasm") for url in wanted)
    assert started.complaints == []


class Table:
    """The table to which the page leads."""

    def __init__(self, reader: Reader, game: str) -> None:
        self.reader, self.page = reader, reader.page
        self.page.select_option("[name=game]", game)
        reader.click("Sit down")
        self.arrive()

    def arrive(self) -> None:
        expect(self.page.locator("#seats .plate")).to_have_count(4)

    def wait_for_python(self) -> None:
        expect(self.page.locator("#loading")).to_have_count(0, timeout=PATIENCE)

    def answer(self) -> None:
        """Do what the hint says, once it is the reader's turn."""
        expect(self.page.locator("#status")).to_contain_text("Your turn", timeout=30_000)
        self.reader.click("Hint")
        expect(self.page.locator("#why")).to_contain_text("Hint: ", timeout=PATIENCE)
        hinted = self.page.locator("#hand .hinted")
        for card in hinted.all():
            card.evaluate("card => card.click()")
        others = self.page.locator("#buttons button:enabled").filter(
            has_not_text=re.compile("Hint|Undo")
        )
        if others.count():
            others.first.click()
        expect(hinted).to_have_count(0)

    @property
    def hand(self) -> list[str]:
        cards = self.page.locator("#hand .card")
        held: list[str] = cards.evaluate_all("cards => cards.map(each => each.dataset.card)")
        return held


PYTHON = "**/pyodide.asm.wasm"


class Held:
    """Requests, such as those for Python, that wait until they are let go."""

    def __init__(self, page: Page, wanted: str = PYTHON) -> None:
        self.page, self.waiting = page, list[Route]()
        page.route(wanted, self.hold)

    def hold(self, route: Route) -> None:
        self.waiting.append(route)

    def go(self) -> None:
        for each in self.waiting:
            each.continue_()


def test_the_table_is_played_undone_and_found_again(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE)
    reader = Reader(context.new_page(), address)
    table = Table(reader, "american")
    table.answer()
    cards = reader.page.locator("#hand .card")
    expect(cards).to_have_count(13)
    table.answer()
    expect(cards).to_have_count(12)
    reader.click("Undo")
    expect(cards).to_have_count(13)
    expect(reader.page.locator("#lines")).to_contain_text("has undone playing")
    hand = table.hand
    reader.page.reload()
    table.arrive()
    assert table.hand == hand
    table.wait_for_python()
    assert table.hand == hand
    bare = "localStorage[key] = JSON.parse(localStorage[key]).game"  # as earlier versions kept it
    reader.page.evaluate(
        f"for (const key of Object.keys(localStorage)) if (/alone/.test(key)) {bare}"
    )
    reader.page.reload()
    reader.click("Rules")  # before Python has come
    expect(reader.page.locator("#rulebook")).to_contain_text(
        "American Hearts, for 4 players", timeout=PATIENCE
    )
    expect(cards).to_have_count(13)  # the rulebook may come before the table
    assert table.hand == hand
    assert reader.complaints == []
    assert all(url.startswith(address.rpartition("/heartslib/")[0]) for url in reader.asked)
    context.close()


def test_a_choice_made_before_python_has_come_counts(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=WIDE)
    reader = Reader(context.new_page(), address)
    page = reader.page
    held = Held(page)
    table = Table(reader, "american")
    hand = table.hand
    assert len(hand) == 13
    expect(page.get_by_role("progressbar")).to_have_accessible_name(re.compile(r"of \d+\.\d MB"))
    for card in hand[:3]:
        page.locator(f"#hand [data-card='{card}']").click(position={"x": 8, "y": 24})
    reader.click("Pass 3 of 3")
    expect(page.locator("#why")).to_have_text("Python is loading: your choice is kept.")
    reader.click("Rules")
    expect(page.locator("#why")).to_have_text("Python is loading: the rules follow.")
    held.go()
    expect(page.locator("#rulebook")).to_contain_text("American Hearts", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator("#status")).to_contain_text(re.compile("(play|lead) a card"))
    assert not {*hand[:3]} & {*table.hand}
    assert {*hand[3:]} < {*table.hand}
    assert reader.complaints == []
    context.close()


def test_the_rules_may_be_asked_for_before_the_first_cards_have_come(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    held = Held(page, "**/first/*.json")
    page.goto(address.replace("try.html", "play/index.html"))
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_timeout(500)
    held.go()
    expect(page.locator("#rulebook")).to_contain_text("American Hearts", timeout=PATIENCE)
    expect(page.locator("#hand .card")).to_have_count(13)
    context.close()


def test_if_python_does_not_come_the_page_says_so_and_keeps_the_game(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=PHONE)
    reader = Reader(context.new_page(), address)
    reader.page.route(PYTHON, lambda route: route.abort())
    table = Table(reader, "turbo")
    hand = table.hand
    reader.says("#offline", "Python could not be loaded: ")
    reader.says("#offline", "Your game is kept: reload the page")
    reader.page.unroute(PYTHON)
    reader.page.reload()
    table.wait_for_python()
    assert table.hand == hand
    context.close()


def test_after_one_visit_no_network_is_needed(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=WIDE)
    reader = Reader(context.new_page(), address)
    table = Table(reader, "american")
    table.wait_for_python()
    reader.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    context.set_offline(True)
    with pytest.raises(PlaywrightError, match="INTERNET_DISCONNECTED"):
        context.new_page().goto(address.replace("try.html", "index.html"))
    reader.page.reload()
    table.arrive()
    table.wait_for_python()
    table.answer()
    for game in ("turbo", "gong_zhu", "barbu"):
        reader.page.goto(address)
        other = Table(reader, game)
        other.wait_for_python()
        other.answer()
    context.close()


@pytest.mark.parametrize("game", ["turbo", "gong_zhu", "barbu"])
def test_other_games_begin_at_the_table(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(viewport=WIDE)
    reader = Reader(context.new_page(), address)
    table = Table(reader, game)
    table.answer()
    table.answer()
    assert reader.complaints == []
    context.close()


def test_a_table_that_python_cannot_set_up_says_so(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.goto(address.replace("try.html", "play/index.html?game=whist"))
    expect(page.locator("#offline")).to_contain_text("'whist'", timeout=PATIENCE)
    context.close()
