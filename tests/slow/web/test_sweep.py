"""The table and the lobby in windows of many sizes; `tools.sweep` has all of them, and more players."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("playwright")

from tools.sweep import BROWSERS, DIALOGS, LOBBY, MEASURE, PATHS, SCALES, Browser, faults, tables

SIZES = [
    *((320, 300), (320, 440), (320, 568), (360, 300), (360, 460), (360, 740), (390, 500)),
    *((390, 844), (667, 330), (667, 1000), (844, 340), (844, 390), (844, 600), (844, 1100)),
    *((1024, 560), (1024, 700), (1280, 600), (1280, 720), (1366, 625), (1536, 730)),
    *((1920, 300), (1920, 1080), (2560, 1440), (3840, 2160)),
]
FEW = [(320, 568), (844, 390), (1366, 625)]
PLAIN = [(name, 100) for name in BROWSERS]
"""The browsers, with text as most people have it."""


@pytest.fixture(scope="module")
def addresses() -> Iterator[Mapping[int, str]]:
    with tables([4, 8]) as made:
        yield made


@pytest.fixture(scope="module", params=product(BROWSERS, SCALES), ids=str)
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    name, text = request.param
    if PATHS[name] is None:
        pytest.skip(f"there is no {name}")
    with BROWSERS[name](text) as opened:
        yield opened


@pytest.mark.parametrize("players", [4, 8])
def test_the_table_fits_every_window(
    addresses: Mapping[int, str], browser: Browser, players: int
) -> None:
    assert [*faults(browser, addresses[players], SIZES)] == []


def test_dialogs_and_the_lobby_fit(addresses: Mapping[int, str], browser: Browser) -> None:
    lobby = addresses[4].partition("/table/")[0]
    assert [*faults(browser, lobby, FEW, script=LOBBY)] == []
    assert [*faults(browser, addresses[8], FEW, script=DIALOGS)] == []


@pytest.mark.parametrize("deck", ["classic", "large", "plain", "night"])
def test_every_deck_fits(addresses: Mapping[int, str], browser: Browser, deck: str) -> None:
    browser.go(addresses[4])
    remember = "(async () => localStorage.{})()".format
    browser.evaluate(remember(f"setItem('hearts-deck', '{json.dumps(deck)}')"))
    assert [*faults(browser, addresses[4], SIZES[::3])] == []
    shown = browser.evaluate("(async () => document.body.dataset.deck)()")
    browser.evaluate(remember("clear()"))
    assert shown == deck


@pytest.mark.parametrize("browser", PLAIN, indirect=True, ids=str)
@pytest.mark.parametrize(
    ("style", "fault"),
    [
        ("#trick .card { top: 95% }", "a card of the trick is over a plate"),
        ("#trick .card { top: 150% }", "a card of the trick leaves the felt"),
        ("#trick .card { --x: 0px !important }", "a card of the trick has no index in sight"),
        ("#hand .card { --w: 200px }", "the cards of the trick are too small"),
        ("#hand .corner i { font-size: 4px !important }", "a sign is too small"),
        ("#why { height: 300px !important }", "the hinted card is out of sight"),
        (".plate { width: 90% !important }", "plates overlap"),
        ("#status { overflow: hidden; width: 3em; white-space: nowrap }", "text is cut"),
        ("#status { word-break: break-all; width: 5em }", "a word is broken"),
        ("#wanted { width: 200vw }", "scrolls sideways: mine"),
        ("#felt { width: 200vw }", "scrolls sideways: HTML"),
        ("body.table { height: 120dvh }", "the page scrolls"),
    ],
)
def test_a_fault_is_found(
    addresses: Mapping[int, str], browser: Browser, style: str, fault: str
) -> None:
    browser.resize(844, 340)
    assert found(browser, addresses[4], style, fault)


@pytest.mark.parametrize("browser", PLAIN, indirect=True, ids=str)
@pytest.mark.parametrize(
    ("style", "fault"),
    [
        (":root { font-size: 18px !important }", "the text is small for this window"),
        ("#hand { --w: 118px !important }", "the cards of the hand are small for this window"),
        ("#trick .card { --x: 0px !important; --y: 0px !important }", "a card of the trick is far"),
    ],
)
def test_a_fault_of_a_large_window_is_found(
    addresses: Mapping[int, str], browser: Browser, style: str, fault: str
) -> None:
    browser.resize(2560, 1440)
    assert found(browser, addresses[4], style, fault)


@pytest.mark.parametrize("browser", PLAIN, indirect=True, ids=str)
def test_a_fault_of_a_dialog_is_found(addresses: Mapping[int, str], browser: Browser) -> None:
    browser.resize(320, 568)
    style = "#leave { width: 30em; overflow: hidden }"
    assert found(browser, addresses[4], style, "scrolls sideways: menu", DIALOGS)


def found(browser: Browser, address: str, style: str, fault: str, script: str = MEASURE) -> bool:
    """Whether the sweep finds that fault in a page with another style."""
    browser.go(address)
    browser.evaluate(f"""(async () => {{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync({style!r});
      document.adoptedStyleSheets.push(sheet);
    }})()""")
    return any(each.startswith(fault) for each in browser.evaluate(script))
