"""The lobby in a real browser: its list of games, and what is left of it without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`
pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, ViewportSize, expect

from examples.web_table.groups import group_of, rounds_of
from heartslib import variants
from tests.helpers.chromium import CHROMIUM
from tests.slow.web.served import new_table, served
from tests.slow.web.test_browser import AXE, barriers

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is found")]
SIZES = [(360, 560), (390, 844), (820, 1180), (1280, 800), (1920, 1080), (640, 400)]
"""The last one is the fourth, zoomed to 200 %."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def opened(page: Page, base: str) -> None:
    """Open the lobby, and wait for its games."""
    page.goto(base)
    page.locator(".game").first.wait_for()


def test_games_are_in_groups(page: Page, shared: str) -> None:
    opened(page, shared)
    every = variants.all().values()
    groups = [group_of(rules, rules.usual_players) for rules in every]
    headings = page.locator("#games h3")
    expect(headings).to_have_text([*dict.fromkeys(groups)])
    for group in {*groups}:
        mine = [rules.name for rules, its in zip(every, groups, strict=True) if its == group]
        names = page.get_by_role("group", name=group, exact=True).locator("b")
        expect(names).to_have_text(mine)
    page.get_by_label("Find").fill("contracts")
    expect(headings.filter(visible=True)).to_have_text(["Contracts"])
    mine = [rules.name for rules, its in zip(every, groups, strict=True) if its == "Contracts"]
    expect(page.get_by_role("radio", name=re.compile(f"^{mine[0]}"))).to_be_checked()
    expect(page.locator("#chosen")).to_have_text(mine[0])
    expect(page.locator("#no-game")).to_have_text(f"{len(mine)} of 51 games.")
    page.get_by_label("Find").fill("zebra")
    expect(headings.filter(visible=True)).to_have_count(0)


FINDS = {
    "jack of diamonds": "omnibus turbo turbo_booster gong_zhu gong_zhu_taiwan jab_moo dirty_nasty_filthy polignac"
    " knaves kierki king turkish_king",
    "Team": "partnership partnership_individual leekha",
    "games for two players": "chase_the_lady draw_hearts domino_hearts",
    "two packs": "cancellation",
    "expose": "gong_zhu turbo turbo_booster",
    "spot hearts": "spot black_maria_spot",
}
"""What people type, and the games that they mean."""


@pytest.mark.parametrize("typed", FINDS)
def test_what_people_type_finds_the_game(page: Page, shared: str, typed: str) -> None:
    opened(page, shared)
    page.get_by_label("Find").fill(typed)
    assert {*shown(page)} >= {*FINDS[typed].split()}
    assert len(shown(page)) < len(FINDS[typed].split()) + 4


def shown(page: Page) -> list[str]:
    """The games in sight, in order."""
    names = page.locator("[name=variant]:visible")
    return list[str](names.evaluate_all("all => all.map(({value}) => value)"))


def test_each_game_is_the_first_found_by_each_of_its_names(page: Page, shared: str) -> None:
    opened(page, shared)
    called = {
        name: slug
        for slug, rules in variants.all().items()
        for name in (rules.name, *rules.aliases)
    }
    first = """async (all) => {
      const { find } = await import("/static/find.js");
      const games = await (await fetch("/games")).json();
      return all.map((typed) => find(games, typed)[0]?.slug);
    }"""
    for typed in ([*called], [name.upper() for name in called], [f"  {name} " for name in called]):
        assert page.evaluate(first, typed) == [*called.values()]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("pig", "gong_zhu"),
        ("Rifki", "turkish_king"),
        ("Le Barbu", "barbu"),
        ("king", "king"),
        ("LORA", "lora"),
        ("dzok", "kierki_dzokerowe"),
        ("maria 43", "black_maria_43"),
        ("hearts", "american"),
    ],
)
def test_a_name_or_its_beginning_finds_the_game(
    page: Page, shared: str, typed: str, first: str
) -> None:
    opened(page, shared)
    page.get_by_label("Find").fill(typed)
    assert shown(page)[0] == first
    expect(page.locator(f"[value={first}]")).to_be_checked()


def test_only_the_beginnings_of_words_are_found(page: Page, shared: str) -> None:
    opened(page, shared)
    page.get_by_label("Find").fill("ady")
    assert shown(page) == []
    expect(page.locator("#chosen")).to_have_text("Choose a game")


def test_what_is_true_of_a_game_finds_it(page: Page, shared: str) -> None:
    opened(page, shared)
    every = variants.all()
    rounds = {slug: rounds_of(rules, rules.usual_players) for slug, rules in every.items()}
    true = {
        "for two": {slug for slug, rules in every.items() if 2 in rules.players},
        "with partners": {slug for slug, rules in every.items() if len(rules.sides.seats(4)) == 2},
        "short": {slug for slug, number in rounds.items() if number <= 8},
    }
    for typed, games in true.items():
        page.get_by_label("Find").fill(typed)
        assert games == {*shown(page)}
    assert {"heartsette", "draw_hearts", "classic_50", "kierki"} <= true["short"]
    page.get_by_label("Find").fill("easy")
    assert 5 < len(shown(page)) < 15
    assert "black_maria" in shown(page)
    assert "turkish_king" not in shown(page)


def test_a_search_that_is_cleared_leaves_nothing_chosen(page: Page, shared: str) -> None:
    opened(page, shared)
    before = shown(page)
    words = page.get_by_label("Find")
    words.fill("king")
    assert shown(page)[0] == "king"
    words.fill("")
    assert shown(page) == before
    expect(page.locator("[name=variant]:checked")).to_have_count(0)
    expect(page.locator("#chosen")).to_have_text("Choose a game")
    expect(page.get_by_role("button", name="Make the table")).to_be_hidden()
    words.fill("king")
    page.get_by_role("radio", name="Turkish King").check()
    words.fill("")
    expect(page.locator("#chosen")).to_have_text("Turkish King")


def test_solo_and_passing_tell_games_apart(page: Page, shared: str) -> None:
    opened(page, shared)
    every = len(shown(page))
    for word, missing in {"solo": "partnership", "passing": "gong_zhu"}.items():
        page.get_by_label("Find").fill(word)
        found = shown(page)
        assert 10 < len(found) < every
        assert missing not in found


def test_nobody_gets_the_name_of_somebody_else(page: Page, shared: str) -> None:
    opened(page, shared)
    chairs = page.locator("#chairs input")

    def names() -> list[str]:
        return [each.input_value() for each in chairs.all()]

    page.get_by_label("Your name").fill("Bruno")
    page.get_by_label("Your name").blur()
    assert names() == ["Bruno", "Ada", "Dag", "Chiara"]
    chairs.nth(1).fill("Elif")
    chairs.nth(1).blur()
    assert names() == ["Bruno", "Elif", "Dag", "Chiara"]
    chairs.nth(0).fill("Chiara")
    chairs.nth(0).blur()
    assert names() == ["Chiara", "Elif", "Dag", "Ada"]
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")


def test_the_keyboard_alone(page: Page, shared: str) -> None:
    opened(page, shared)
    page.get_by_label("Find").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="American Hearts")).to_be_focused()
    every = variants.all().values()
    classic = [group_of(rules, rules.usual_players) for rules in every].count("Classic")
    for _ in range(classic):  # through the classic ones, to the next group
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name=re.compile("^Omnibus Hearts 3"))).to_be_checked()
    for _ in range(11):
        page.keyboard.press("ArrowUp")
    box = page.locator(".game:has(:checked)").bounding_box()
    heading = page.locator("#group-0").bounding_box()
    assert box
    assert heading
    assert box["y"] >= heading["y"] + heading["height"]  # the heading does not cover it
    page.get_by_role("radio", name=re.compile("^Omnibus Hearts 3")).check()
    page.keyboard.press("Tab")
    expect(page.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#short")).to_contain_text("Score −10 for taking J♦.")
    page.get_by_role("button", name="Make the table").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_list_has_room(page: Page, shared: str, width: int, height: int) -> None:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    opened(page, shared)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".game").evaluate_all(cut) == 0
    box = page.locator("#games").bounding_box()
    assert box
    whole = page.evaluate("document.querySelector('#games').scrollHeight")
    if width >= 800:
        assert whole <= box["height"] + 1
        page.get_by_role("radio", name="Barbu").check()
        expect(page.get_by_role("button", name="Make the table")).to_be_in_viewport(ratio=1)
    else:
        assert box["height"] >= min(300, 0.6 * height) - 1


@pytest.mark.skipif(not AXE, reason="AXE names no axe.min.js")
@pytest.mark.parametrize("look", [{"color_scheme": "dark"}, {"forced_colors": "active"}, {}])
@pytest.mark.parametrize(("width", "height"), [SIZES[0], *SIZES[2:4], SIZES[-1]])
def test_the_lobby_has_no_barriers(
    browser: Browser, shared: str, width: int, height: int, look: dict[str, Any]
) -> None:
    size = ViewportSize(width=width, height=height)
    context = browser.new_context(viewport=size, bypass_csp=True, **look)
    page = context.new_page()
    opened(page, shared)
    assert barriers(page) == []
    context.close()


def kept(page: Page) -> list[str]:
    """What the service worker has kept, once it answers for the page."""
    paths = """async () => {
      const { serviceWorker } = navigator;
      const taken = new Promise((done) => (serviceWorker.oncontrollerchange = done));
      await (serviceWorker.controller ?? taken);
      const cache = await caches.open("hearts");
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    }"""
    return list[str](page.evaluate(paths))


def test_the_lobby_can_be_installed(page: Page, shared: str) -> None:
    opened(page, shared)
    kept(page)
    tools: Any = page.context.new_cdp_session(page)
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{shared}/manifest.webmanifest"


def test_pages_outlive_the_network(page: Page, file: Path) -> None:
    with served(file) as base:
        path = new_table(base, "Ann bot1 bot2 bot3")[0]
        opened(page, base)
        assert "/static/table.js" in kept(page)
        page.goto(f"{base}/{path}")
        page.locator("#hand .card").first.wait_for()
        page.goto(base)
        assert all(each.startswith("/static/") for each in kept(page))  # no secret address
    page.reload()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    expect(page.locator("#no-game")).to_contain_text("No network just now.")
    expect(page.get_by_role("heading", name="Open tables")).to_be_hidden()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#quick .error")).to_have_text(re.compile("^No network just now."))
    page.goto(f"{base}/{path}")
    expect(page.locator("#offline")).to_contain_text("Reconnecting")
    expect(page.locator("link[href='/static/table.css']")).to_have_count(1)
    page.goto(f"{base}/rules")
    expect(page.locator("body")).to_contain_text("No network just now. Please try again")
    page.goto(base)
    page.evaluate("caches.delete('hearts')")
    page.reload()
    expect(page.locator("body")).to_contain_text("No network just now. Please try again")


def test_a_page_is_never_stale(page: Page, shared: str) -> None:
    opened(page, shared)
    kept(page)
    page.evaluate("""async () => {
      const cache = await caches.open("hearts");
      for (const path of ["/static/index.html", "/static/index.js"]) await cache.put(path, new Response("stale"));
    }""")
    page.reload()
    page.locator(".game").first.wait_for()
    read = "caches.match('/static/index.html').then((kept) => kept.text())"
    assert "stale" not in page.evaluate(read)


def test_the_lobby_waits_for_the_network(page: Page, shared: str) -> None:
    page.route("**/games", lambda route: route.abort())
    page.goto(shared)
    expect(page.locator("#no-game")).to_contain_text("No network just now.")
    page.unroute_all()
    page.locator(".game").first.wait_for()
    expect(page.locator("#no-game")).to_be_hidden()
    page.route("**/games", lambda route: route.abort())
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("#form .error")).to_have_text(re.compile("^No network just now."))
