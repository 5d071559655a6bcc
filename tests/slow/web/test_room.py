"""The room in which people meet: who has come, a QR code for each seat, and reactions."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`
pytest.importorskip("segno")

import segno

from examples.web_table import reactions
from examples.web_table.alone import seated
from tests.helpers.chromium import CHROMIUM
from tests.slow.web.served import Seat, fetch, new_table, served


@pytest.fixture
def base(file: Path) -> Iterator[str]:
    with served(file, clock=0) as address:
        yield address


def reaction(seat: Seat) -> dict[str, Any]:
    """The next reaction."""
    found: dict[str, Any] = seat.heard("reaction")
    return found


def settled(seat: Seat) -> Seat:
    """A seat that has had everything that the table has to say."""
    seat.until(lambda seen: seen.view.phase == "pass" and len(seen.view.to_act) == 2)
    return seat


# ---------------------------------------------------------------- who has come


def test_nobody_waits_for_whom_the_computer_plays(file: Path) -> None:
    with served(file, away=0.1, clock=0) as base:
        ann = Seat(base, new_table(base, "Ann Cy c d")[0])
        ann.hear_until(lambda frame: frame["standIns"])
        assert ann.last["standIns"] == [1]
        assert ann.last["expected"] == []


def test_a_table_knows_who_has_yet_to_come(base: str) -> None:
    paths = new_table(base, "Ann Bob c d")

    def here() -> object:
        return json.loads(fetch(f"{base}/{paths[0]}/status")[1])["here"]

    assert here() == []
    ann = Seat(base, paths[0])
    assert ann.hear()["expected"] == [1]
    assert here() == [0]
    bob = Seat(base, paths[1])
    ann.hear_until(lambda frame: not frame["expected"])
    assert here() == [0, 1]
    bob.close()
    ann.hear_until(lambda frame: 1 not in frame["here"])
    assert ann.last["expected"] == []  # who has left is away


def modules(svg: str) -> tuple[int, set[tuple[int, int]]]:
    """The width of a QR code with its margin, and the dark modules inside it."""
    dark = set[tuple[int, int]]()
    x, y = 0, 0.5
    (path,) = re.findall(r'stroke="#000"[^>]* d="([^"]+)"', svg)
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        across, *down = (float(each) for each in numbers.split())
        if step == "h":
            dark |= {(int(x) + n - 4, int(y) - 4) for n in range(int(across))}
        x = int(across if step == "M" else x + across)
        y = down[0] if step == "M" else y + sum(down)
    (width,) = re.findall(r'viewBox="0 0 (\d+) \1"', svg)
    return int(width), dark


def test_a_code_is_the_address_of_the_seat_on_white(base: str) -> None:
    path = new_table(base, "Ann Bob c d")[1]
    status, svg = fetch(f"{base}/{path}/qr.svg?more=1")
    assert status == 200
    matrix = segno.make_qr(f"{base}/{path}").matrix
    width, dark = modules(svg)
    assert width == len(matrix) + 8
    assert re.search(rf'fill="#fff" d="M0 0h{width}v{width}h-{width}z"', svg)
    assert dark == {
        (x, y) for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark
    }


def test_there_is_no_code_for_strangers_and_not_many_for_anyone(base: str) -> None:
    status, text = fetch(f"{base}/table/nowhere/qr.svg")
    assert (status, json.loads(text)["error"]) == (404, "There is no seat at this address.")
    asked = (fetch(f"{base}/table/nowhere/qr.svg") for _ in range(500))
    refused = next(text for status, text in asked if status == 429)
    assert json.loads(refused)["error"] == "That is a lot of codes. Please wait a moment."


# ---------------------------------------------------------------- reactions


def test_everyone_sees_a_reaction_once_and_nothing_else_happens(base: str) -> None:
    paths = new_table(base, "Ann Bob c d", is_open=True)
    ann, bob = Seat(base, paths[0]), Seat(base, paths[1])
    settled(ann)
    watcher = Seat(base, ann.last["watch"].lstrip("/"))
    for seat in (ann, bob):
        while not settled(seat).last["watchers"]:
            seat.hear()
    watcher.hear()
    ann.socket.send("react 2")
    for seat in (ann, bob, watcher):
        had = len(seat.frames)
        assert reaction(seat) == {"seat": 0, "sign": 2}
        assert len(seat.frames) == had + 1
    again = Seat(base, paths[1])
    again.hear()
    bob.socket.send("react 6")
    for seat in (ann, bob, watcher, again):
        assert reaction(seat) == {"seat": 1, "sign": 6}
    assert sum("reaction" in frame for frame in again.frames) == 1


@pytest.mark.parametrize(
    "sent", ["react", "react 0", "react 7", "react 1 2", "react ٣", "react hello"]
)
def test_what_is_no_reaction_is_refused(base: str, sent: str) -> None:
    paths = new_table(base, "Ann Bob c d")
    ann, _ = (Seat(base, paths[seat]) for seat in (0, 1))
    settled(ann)
    ann.socket.send(sent)
    assert ann.refusal()[1] == "there is no such reaction: they are 1 to 6"


def test_reactions_need_somebody_else_a_seat_and_a_breath(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reactions, "BREATH", 0.5)
    paths = new_table(base, "Ann Bob c d", is_open=True)
    ann = Seat(base, paths[0])
    ann.hear()
    watcher = Seat(base, ann.last["watch"].lstrip("/"))
    watcher.socket.send("react 1")
    assert watcher.refusal()[1] == "spectators may not move"
    ann.socket.send("react 1")
    assert ann.refusal()[1] == "there is nobody here to see it"
    bob = Seat(base, paths[1])
    ann.hear_until(lambda frame: frame.get("here") == [0, 1])
    ann.socket.send("react 1")
    ann.socket.send("react 2")
    assert ann.refusal()[1] == "one reaction at a time: wait a moment"
    bob.socket.send("react 3")  # that is another's
    time.sleep(0.5)
    ann.socket.send("react 4")
    heard = [reaction(watcher) for _ in range(3)]
    assert [(each["seat"], each["sign"]) for each in heard] == [(0, 1), (1, 3), (0, 4)]


def test_a_slow_browser_gets_the_last_reaction_of_each_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reactions, "BREATH", 0)

    async def heard() -> list[tuple[int, int]]:
        table = seated("american", "easy", None, print)
        table.sit(0, 1)
        table.sit(1, 1)
        messages = table.reactions.messages()
        first = asyncio.ensure_future(anext(messages))
        await asyncio.sleep(0)
        await table.receive(0, "react 1")
        found = [await first]
        for seat, sign in ((1, 2), (0, 3), (1, 4)):  # while the browser takes its time
            await table.receive(seat, f"react {sign}")
        found += [await anext(messages), await anext(messages)]
        each = [json.loads(text)["reaction"] for text in found]
        return [(one["seat"], one["sign"]) for one in each]

    assert asyncio.run(heard()) == [(0, 1), (0, 3), (1, 4)]


# ---------------------------------------------------------------- in a browser

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, ViewportSize, expect  # noqa: E402

from tests.slow.web.test_browser import AXE, barriers  # noqa: E402

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is found")
Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens an address in a browser of somebody's own."""
    contexts, complaints = list[Any](), list[str]()

    def open_(address: str, **options: Any) -> Page:
        context = browser.new_context(reduced_motion="reduce", **options)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield open_
    for each in contexts:
        each.close()
    assert complaints == []


def made(page: Page) -> list[str]:
    """The links of a new table for Ann, Ada and Bruno, in the order of their seats."""
    page.locator(".game").first.wait_for()
    page.get_by_label("Your name").fill("Ann")
    for seat in (2, 3):
        page.get_by_label(f"Who plays seat {seat}").select_option("human")
    page.get_by_role("button", name="Make the table").click()
    links = page.get_by_role("link", name="Sit down as")
    expect(links).to_have_count(3)
    return list[str](links.evaluate_all("all => all.map(({href}) => href)"))


@in_a_browser
def test_the_host_sees_who_comes_and_can_invite_from_the_table(base: str, opened: Open) -> None:
    host = opened(base)
    links = made(host)
    codes = host.get_by_role("img", name="QR code of the link of")
    expect(codes).to_have_count(3)
    codes.evaluate_all("all => Promise.all(all.map((each) => each.decode()))")  # all are pictures
    assert codes.evaluate_all("all => all.map(({src}) => src)") == [
        f"{each}/qr.svg" for each in links
    ]
    expect(host.locator("#near")).to_be_visible()  # 127.0.0.1 is of no use to a phone
    ada = opened(links[1])
    expect(host.locator("#seats")).to_contain_text("Ada is here")
    expect(host.locator("#seats")).to_contain_text("Bruno has yet to come")
    expect(ada.locator("#facts")).to_contain_text("Waiting for Ann, Bruno")
    expect(ada.locator(".plate .away")).to_have_text(["awaited"] * 2)
    expect(ada.get_by_role("button", name="Waiting for")).to_have_count(0)
    assert not any(token in json.dumps(ada.evaluate("({...sessionStorage})")) for token in links)
    ada.get_by_role("button", name="Menu").click()
    expect(ada.get_by_role("button", name="Invite")).to_be_hidden()
    host.get_by_role("link", name="Sit down as Ann").click()
    host.wait_for_url(links[0])
    host.get_by_role("button", name="Waiting for Bruno").click()
    dialog = host.get_by_role("dialog", name="Invite")
    expect(dialog.get_by_role("link")).to_have_text(["Sit down as Ada", "Sit down as Bruno"])
    opened(links[2])
    expect(dialog).to_contain_text("Bruno is here")
    expect(host.locator("#facts")).not_to_contain_text("Waiting")
    host.keyboard.press("Escape")
    host.reload()
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Invite").click()
    expect(dialog.get_by_role("link")).to_have_count(2)


@in_a_browser
def test_two_people_react_by_keyboard_and_one_mutes_it(base: str, opened: Open) -> None:
    paths = new_table(base, "Ann Bob c d")
    ann = opened(f"{base}/{paths[0]}")
    ann.locator("#hand .card").first.wait_for()
    react = ann.get_by_role("button", name="React", exact=True)
    expect(react).to_be_hidden()  # nobody would see it
    bob = opened(f"{base}/{paths[1]}")
    for page in (ann, bob):
        page.locator("#hand .may").first.wait_for()
        expect(page.get_by_role("button", name="React", exact=True)).to_be_visible()
    still = "document.querySelector('.plate .who').still"
    bob.evaluate(f"{still} = true")
    react.focus()
    for key in ("Enter", "Tab", "Tab", "Enter"):
        ann.keyboard.press(key)
    expect(ann.get_by_role("group", name="Reactions")).to_be_hidden()
    expect(react).to_be_focused()
    for page, who in ((ann, "You"), (bob, "Ann")):
        expect(page.locator(".reaction")).to_contain_text("Well played")
        expect(page.locator("#lines li").last).to_have_text(f"{who}: well played.")
    assert bob.evaluate(still)  # the plates are not redrawn
    felt, shown = (bob.locator(each).bounding_box() for each in ("#felt", ".reaction"))
    assert felt
    assert shown
    assert felt["x"] <= shown["x"] <= felt["x"] + felt["width"] - shown["width"]
    assert felt["y"] <= shown["y"] <= felt["y"] + felt["height"] - shown["height"]
    react.click()
    ann.get_by_role("button", name="Ouch").click()
    expect(ann.locator("#why")).to_have_text("One reaction at a time: wait a moment.")
    expect(bob.locator(".reaction")).to_have_count(0, timeout=6000)
    bob.get_by_role("button", name="Menu").click()
    bob.get_by_label("Show reactions").uncheck()
    expect(bob.locator("#react")).to_be_hidden()
    react.click()
    ann.get_by_role("button", name="Ouch").click()
    expect(ann.locator(".reaction")).to_contain_text("Ouch")
    bob.wait_for_timeout(200)
    expect(bob.locator(".reaction")).to_have_count(0)
    expect(bob.locator("#lines")).not_to_contain_text("ouch")


@in_a_browser
@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (360, 460), (390, 844), (667, 330), (1280, 800)]
)
def test_reactions_take_no_room_from_the_hand(
    base: str, opened: Open, width: int, height: int
) -> None:
    paths = new_table(base, "Ann Bob c d")
    pages = [
        opened(f"{base}/{path}", viewport=ViewportSize(width=width, height=height))
        for path in paths.values()
    ]
    ann = pages[0]
    ann.locator("#hand .may").first.wait_for()
    react = ann.locator("#react")
    expect(react).to_be_visible()
    top = "document.querySelector('#hand').getBoundingClientRect().top"
    before = ann.evaluate(top)
    react.click()
    expect(ann.get_by_role("button", name="Ouch")).to_be_in_viewport(ratio=1)
    expect(ann.get_by_role("button", name="Hello")).to_be_in_viewport(ratio=1)
    assert ann.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("Last trick", "Menu"):
        expect(ann.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    ann.keyboard.press("Escape")
    react.evaluate("each => (each.hidden = true)")
    assert ann.evaluate(top) == before


@in_a_browser
@pytest.mark.skipif(not AXE, reason="AXE names no axe.min.js")
@pytest.mark.parametrize("look", [{"color_scheme": "dark"}, {"forced_colors": "active"}, {}])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (640, 400), (1280, 800)])
def test_the_room_has_no_barriers(
    base: str, opened: Open, width: int, height: int, look: dict[str, Any]
) -> None:
    host = opened(base, viewport=ViewportSize(width=width, height=height), bypass_csp=True, **look)

    def check(what: str) -> None:
        assert barriers(host) == [], what
        assert host.evaluate("document.documentElement.scrollWidth") <= width, what

    links = made(host)
    ada = opened(links[1])
    host.locator("#seats .here").wait_for()
    check("the ready room")
    host.get_by_role("link", name="Sit down as Ann").click()
    host.get_by_role("button", name="Waiting for Bruno").click()
    check("the invitation")
    host.keyboard.press("Escape")
    host.locator("#react").click()
    check("the reactions")
    host.get_by_role("button", name="Hello").click()
    ada.locator(".reaction").wait_for()
    check("a reaction")
