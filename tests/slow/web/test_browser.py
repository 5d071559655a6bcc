"""The table in a real browser.  Skipped where there is no Playwright or no Chromium.

The environment variable ``CHROMIUM`` may name the browser; otherwise one is looked up on the path.
``AXE`` may name the file ``axe.min.js`` of the package axe-core, which looks for barriers; without
it those tests are skipped.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

pytest.importorskip("uvicorn")  # of the extra `web`
pytest.importorskip("playwright")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Route,
    ViewportSize,
    WebSocket,
    WebSocketRoute,
    expect,
)

from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import House
from heartslib import Cards, Game, Suit, variants
from heartslib.review import review
from heartslib.rules import NO_PASSING, KittyTo, PlayedOut, Rounds
from heartslib.testing import at_random, next_state
from tests.helpers.chromium import CHROMIUM
from tests.slow.web.knowledge import leaks
from tests.slow.web.served import PATIENCE, new_table

ROOT = Path(__file__).parents[3]
AXE = os.environ.get("AXE")
SIZES = [(390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
COMPILED = 60_000
"""Milliseconds in which the kernel is compiled."""
WIDE, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=360, height=740)

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is found")]


def tap(card: Locator) -> None:
    """Tap where the next card of the fan does not cover it, and again if it is just being drawn."""
    for _ in range(20):
        with suppress(Error):
            card.click(position={"x": 8, "y": 24}, force=True, timeout=2000)
            return
        card.page.wait_for_timeout(100)
    raise AssertionError(f"{card} cannot be tapped")


def pass_first(page: Page, count: int) -> None:
    """Choose so many cards and pass them; cards on the move may need a second tap."""
    chosen, free = page.locator("#hand .chosen"), page.locator("#hand .may:not(.chosen)")
    free.first.wait_for()
    while chosen.count() < count:
        tap(free.first)
        page.wait_for_timeout(50)
    page.get_by_role("button", name=f"Pass {count} of {count}", exact=True).click()


def positions() -> dict[str, Game]:
    """Games in which Ann has seat 0, and comes late."""
    names, american = ["Ann", "b", "c", "d"], variants.get("american")
    last = ["AH", "2H", "3H", "4H"]
    taken = [american.deck.cards(4) - Cards(last), Cards(), Cards(), Cards()]
    moon = Game.new(american, names=names).set_up(last, leader=0, taken=taken)
    rng, rounds = Random(5), moon
    while len(rounds.sheets) < 4:
        rounds = next_state(rounds, at_random, rng)
    house = attrs.evolve(
        variants.get("kitty_hearts"),
        name="House Hearts",
        kitty=KittyTo(exchanged=True),
        passing=NO_PASSING,
        round_end=PlayedOut(claims=True),
    )
    hands = [
        "3C AC KC AD KD AS KS AH KH QH JH TH",
        "2C 4C 5C 6C 7C 8C 9C TC JC QC 2D 3D",
        "4D 5D 6D 7D 8D 9D TD JD QD 2S 3S 4S",
        "5S 6S 7S 8S 9S TS JS QS 2H 3H 4H 5H",
    ]
    kitty = Game.new(house, names=names).deal(hands=hands, kitty="6H 7H 8H 9H")
    dame = attrs.evolve(variants.get("dame_de_pique"), ending=Rounds(1))
    last = ["3C", "2C", "4C", "5C"]
    rest = dame.deck.cards(4) - Cards(last)
    taken = [rest.of(Suit.HEARTS), rest.without(rest.of(Suit.HEARTS)), Cards(), Cards()]
    end = Game.new(dame, names=names).set_up(last, leader=0, taken=taken)
    mine = Cards("2C 3C 4C 5C 6C 2D 3D 4D 5D 2H 3H 4H 5H")
    others = [*american.deck.cards(4).without(mine)]
    dealt = [mine, *(Cards(others[seat::3]) for seat in range(3))]
    no_spades = Game.new(american, names=names).deal(hands=dealt)
    at_once = attrs.evolve(american, passing=NO_PASSING)
    two_leads = Game.new(at_once, names=names).deal(hands=dealt)
    hands = ["9D 7D 8H 9H", "2S AH KH QS", "3D 4D KS AS", "6D 3S 4S 2H"]
    gone = [american.deck.cards(4) - Cards(" ".join(hands)), Cards(), Cards(), Cards()]
    shown_out = Game.new(american, names=names).set_up(hands, leader=0, taken=gone)
    for card in ("9D", "QS", "3D", "6D"):
        shown_out = shown_out.play(card)
    golden = variants.get("golden_ten")
    joker, own = variants.get("kierki_dzokerowe"), "2C 5C 6C 7C 8C 9C TC JC QC KC AC 3D 9H"
    unseen = [*(joker.deck.cards(4) - Cards(own))]
    spread = [Cards(own), *(Cards(unseen[seat::3]) for seat in range(3))]
    with_joker = Game.new(joker, names=names, dealer=3).deal(hands=spread)
    return {
        "joker": with_joker,
        "same_joker": with_joker,
        "moon": moon,
        "rounds": rounds,
        "shown_out": shown_out,
        "shared": Game.new(american, names=names).stop(),
        "by_seed": Game.new(american, names=names).stop(),
        "kitty": kitty,
        "end": end,
        "no_spades": no_spades,
        "two_leads": two_leads,
        "ones": Game.new(golden, names=names).deal(seed=7),
    }


class Server:
    """The server in its own process, which can be killed.

    Its file has some positions from the start: nobody but the server writes to it later.
    """

    def __init__(self, file: Path) -> None:
        self.file, self.port = file, 0
        with closing(SqliteStore(file)) as store:
            for name, game in positions().items():
                store.add(game, {0: name}, House(deal="7" if name == "shared" else ""))
        self.start()

    def laid_out(self, name: str) -> str:
        """The address of seat 0 in a position."""
        return f"{self.base}/table/{name}"

    def table(self, names: str = "Ann bot1 bot2 bot3", variant: str = "american") -> str:
        """The address of the first human seat at a new table."""
        return f"{self.base}/{min(new_table(self.base, names, variant).items())[1]}"

    def start(self) -> None:
        options = [
            "--port",
            str(self.port),
            "--file",
            str(self.file),
            "--seed",
            "7",
            "--pause",
            "0",
        ]
        command = [sys.executable, "-m", "examples.web_table", *options]
        self.process = subprocess.Popen(  # noqa: S603 - it is ours
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().rpartition(" ")[2].strip()
        self.port = int(self.base.rpartition(":")[2])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stored(self, address: str) -> Game:
        """The game of a seat, as stored in the file."""
        with closing(SqliteStore(self.file, wait=PATIENCE)) as store:
            found = store.find(address.rpartition("/")[2])
            assert found is not None
            return store.load(found[0])[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    yield running
    running.kill()


Sit = Callable[..., "Sitting"]
PLAY_ON = """() => {
  const $$ = (what) => document.querySelector(what);
  const heard = (window.heard = new Set());
  const step = () => {
    heard.add($$("#facts").textContent);
    if ($$("#scores").open) return void (document.body.style.visibility = "");
    const offers = ["#buttons .go:enabled", "#hand .may:not(.chosen)", "#status.turn ~ #buttons button"];
    offers.map($$).find(Boolean)?.click();
    setTimeout(step, 10);
  };
  document.body.style.visibility = "hidden";
  step();
}"""
"""Takes the first offer each time until the scores are shown, in the page itself and unseen: to draw
every frame costs a browser more than all the rest."""


class Sitting:
    """A human at a table, with all that the browser received and logged.

    The page is used again by the next test, since a new one costs as much as a short test.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.frames: list[dict[str, Any]] = []
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page = context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def come(self, address: str, size: ViewportSize) -> None:
        """Open an address as if for the first time."""
        for each in (self.frames, self.complaints, self.asked):
            each.clear()
        self.page.set_viewport_size(size)
        self.page.goto(address)

    def leave(self, base: str) -> None:
        """Leave nothing behind, neither a socket nor what the browser remembers."""
        self.page.unroute_all()
        self.page.goto(f"{base}/nowhere")
        self.page.evaluate("localStorage.clear()")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    def play_on(self) -> Locator:
        """Play the round to its end; the dialog with the scores, which may take a while."""
        self.page.evaluate(PLAY_ON)
        return self.page.get_by_role("dialog", name="Scores")

    @property
    def hand(self) -> Locator:
        return self.page.locator("#hand .card")

    @property
    def legal(self) -> Locator:
        return self.page.locator("#hand .may")

    def log(self) -> list[str]:
        """What happened, line by line."""
        return [line.inner_text() for line in self.page.locator("#log li").all()]

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def hint(self) -> None:
        """Ask for a hint, again as long as there is none: the first process has code to load, or to compile."""
        why = self.page.locator("#why")
        self.button("Hint").click()
        expect(why).to_have_text(re.compile("^Hint: "))
        while "None for the moment" in why.inner_text():
            self.page.wait_for_timeout(1000)
            self.button("Hint").click()
            expect(why).to_have_text(re.compile("^Hint: "))

    def status(self, text: str) -> None:
        expect(self.page.locator("#status")).to_have_text(text)

    def tap(self, card: Locator) -> None:
        tap(card)

    def pass_first(self, count: int) -> None:
        pass_first(self.page, count)

    def play_first(self) -> None:
        left = self.hand.count() - 1
        self.tap(self.legal.first)
        expect(self.hand).to_have_count(left)


@pytest.fixture(scope="module")
def chairs() -> dict[str, list[Sitting]]:
    """The pages that are free, by the options of their browser."""
    return {}


@pytest.fixture
def sit(browser: Browser, server: Server, chairs: dict[str, list[Sitting]]) -> Iterator[Sit]:
    taken: list[tuple[str, Sitting]] = []

    def sit(address: str, *, size: ViewportSize = WIDE, **options: Any) -> Sitting:
        key = f"{options}"
        if not (free := chairs.setdefault(key, [])):
            context = browser.new_context(reduced_motion="reduce", **options)
            context.set_default_timeout(60_000)
            free.append(Sitting(context))
        taken.append((key, free.pop()))
        sitting = taken[-1][1]
        sitting.come(address, size)
        return sitting

    yield sit
    for key, each in taken:
        each.leave(server.base)
        chairs[key].append(each)
        assert each.complaints == []
        assert each.asked
        assert all(url.startswith(f"{server.base}/") for url in each.asked)  # nobody else is asked


def number_of(sitting: Sitting) -> int:
    """The number of the last frame."""
    numbers: list[int] = [frame["seen"]["number"] for frame in sitting.frames if "seen" in frame]
    return max(numbers)


def test_two_humans_play_a_round_over_a_killed_server(server: Server, sit: Sit) -> None:
    front = sit(server.base)
    page = front.page
    page.get_by_role("radio", name=re.compile("^Black Lady ")).check()
    page.get_by_label("Who plays seat 3").select_option("human")
    page.get_by_label("Name of seat 1").fill("Ann")
    page.get_by_label("Name of seat 3").fill("<b>Cem</b>")
    front.button("Make the table").click()
    links = page.get_by_role("link")
    expect(links).to_have_text(["Sit down as Ann", "Sit down as <b>Cem</b>"])
    expect(page.get_by_role("button", name="Copy link of Ann")).to_be_visible()
    ann, cem = (sit(str(link.get_attribute("href"))) for link in links.all())
    humans = (ann, cem)

    for each in humans:
        expect(each.hand).to_have_count(13)
    hinted = ann.page.locator("#hand .hinted")
    ann.hint()
    expect(hinted).to_have_count(3)
    cem.pass_first(3)
    expect(ann.page.locator(".plate.turn")).to_have_count(1)
    expect(hinted).to_have_count(3)  # what others do leaves it
    ann.pass_first(3)
    for each in humans:
        expect(each.page.locator("#hand .new")).to_have_count(3)

    while True:
        turn = _on_turn(humans)
        in_trick = turn.page.locator("#trick:not(.taken) .card")
        if in_trick.count() and turn.hand.count() < 12:
            break
        turn.play_first()
    before = [(each.hand.count(), in_trick.count(), number_of(each)) for each in humans]
    restart(server, humans)
    after = [(each.hand.count(), in_trick.count(), number_of(each)) for each in humans]
    assert after == before
    turn.play_first()
    for each in humans:
        each.play_on()

    for each in humans:
        expect(each.page.get_by_role("dialog", name="Scores")).to_be_visible(timeout=20_000)
    sheet = server.stored(ann.page.url).sheet
    assert sheet is not None
    for each in humans:
        scores = each.page.get_by_role("dialog", name="Scores")
        totals = [cell.inner_text().split()[1] for cell in scores.locator("tbody td").all()]
        assert totals == [str(points) for points in sheet.totals]
        assert scores.locator("dd").count() >= len(sheet.lines)
    for each, seat in ((ann, 0), (cem, 2)):
        assert number_of(each) == len(server.stored(ann.page.url).history)
        assert leaks(each.frames, server.stored(ann.page.url), seat) == []

    cem.button("Next round").click()
    expect(ann.page.locator("#title")).to_contain_text("round 2: pass 3 right")
    ann.button("Close").click()
    ann.status("Your turn: pass 3 cards to Chiara")


def restart(server: Server, humans: tuple[Sitting, Sitting]) -> None:
    """Kill the server and start it again; the pages say so, and connect again."""
    server.kill()
    for each in humans:
        expect(each.page.get_by_role("alert")).to_be_visible()
    server.start()
    for each in humans:
        expect(each.page.get_by_role("alert")).to_be_hidden()


def _on_turn(humans: tuple[Sitting, Sitting]) -> Sitting:
    """The human to play, once the bots have moved."""
    for _ in range(500):
        for each in humans:
            if each.legal.count():
                return each
        humans[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is to play")


def test_the_moon_is_chosen(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("moon"))
    ann.tap(ann.legal.first)
    ann.status("Your turn: choose how the moon is paid")
    ann.button("The others score").click()
    scores = ann.page.get_by_role("dialog", name="Scores")
    expect(scores.locator("tbody td")).to_have_text(["0 0", "+26 26", "+26 26", "+26 26"])
    expect(scores).to_contain_text("pays for Ann's moon")


def test_what_counts_leads_to_the_rules_of_the_phase(server: Server, sit: Sit) -> None:
    ann = sit(server.table("Ann bea cem dora", "turbo"))
    line = ann.page.get_by_role("button", name=re.compile("^♥ 1 each, Q♠ 13"))
    dialog = ann.page.get_by_role("dialog", name="Rules")
    expect(ann.legal.first).to_be_visible()  # before the deal, the chapter is another
    for keys, chapter in ((True, "Passing"), (False, "Charging")):
        if keys:
            line.focus()
            ann.page.keyboard.press("Enter")
        else:
            ann.pass_first(3)
            ann.status("Your turn: charge cards, or none")
            line.click()
        expect(dialog.get_by_role("heading", name=chapter, exact=True)).to_be_focused()
        ann.page.keyboard.press("Escape")
        expect(line).to_be_focused()


@pytest.mark.parametrize(("slug", "side"), [("american", -1), ("leekha", 1)])
def test_the_next_player_sits_in_the_direction_of_the_game(
    server: Server, sit: Sit, slug: str, side: int
) -> None:
    ann = sit(server.table("Ann bea cem dora", slug))
    ann.status("Your turn: pass 3 cards to bea")
    plates = ann.page.locator("#seats > li")
    expect(plates).to_have_count(4)
    left = [plates.nth(seat).evaluate("at => at.getBoundingClientRect().x") for seat in (1, 3)]
    assert (left[0] - left[1]) * side > 100


def test_a_joker_is_drawn_and_read_out_as_one(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("joker"))
    joker = ann.page.get_by_role("button", name="joker, 20 points")
    expect(joker).to_have_class(re.compile(r"\bred\b"))
    order = ann.hand.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    assert order[order.index("2C") + 1] == "9H"
    assert joker.locator(".mark").get_attribute("data-sign") == "20"
    ann.tap(joker)
    expect(ann.page.locator("#trick .card").first).to_have_attribute(
        "aria-label", re.compile("^Ann: joker, 20 points")
    )


def test_the_contract_stays_in_sight(server: Server, sit: Sit) -> None:
    ann = sit(server.table("bea cem dora Ann", "barbu"))
    ann.status("Your turn: name the contract")
    terms = ann.page.locator("#facts")
    expect(terms).to_contain_text("5 contracts: no tricks, ")
    ann.page.get_by_role("button", name=re.compile("^King of hearts")).click()
    costs = "King of hearts K♥ −20. The highest score wins. Named by Ann"
    expect(terms).to_have_text(costs)
    scores = ann.play_on()
    expect(scores).to_be_visible(timeout=20_000)
    assert [" ".join(each.split()) for each in ann.page.evaluate("[...heard]")] == [costs]
    expect(scores.locator("tbody th")).to_have_text(["1 king of hearts"])
    expect(scores.locator("h3")).to_have_text("Round 1, king of hearts, in detail")
    ann.button("Next round").click()
    ann.status("Your turn: name the contract")
    expect(ann.page.locator("#buttons button")).to_have_count(5)  # four are left, and a hint
    assert leaks(ann.frames, server.stored(ann.page.url), 3) == []


def test_a_claim_and_a_kitty(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("kitty"))
    ann.tap(ann.legal.first)
    ann.status("Your turn: lay down 4 cards for the kitty")
    expect(ann.hand).to_have_count(15)
    for place in range(4):
        ann.tap(ann.hand.nth(place))
    ann.button("Lay down 4 of 4").click()
    expect(ann.hand).to_have_count(11)
    ann.button("Claim").click()
    expect(ann.page.get_by_role("log")).to_contain_text("The claim is refused.")


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be stopped there")
def test_a_move_that_was_on_its_way(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    expect(ann.legal).to_have_count(13)
    fans = ann.page.locator(".plate .fan[title='10 cards in hand']")
    expect(fans).to_have_count(3)  # the bots have passed
    server.process.send_signal(signal.SIGSTOP)  # it hears no more
    ann.pass_first(3)
    expect(ann.hand).to_have_count(13)
    server.kill()
    server.start()
    expect(ann.page.locator("#hand .new")).to_have_count(3)


def test_a_silent_connection_is_replaced(browser: Browser, server: Server) -> None:
    page = browser.new_page(reduced_motion="reduce")
    links = list[WebSocketRoute]()

    def pass_on(link: WebSocketRoute) -> None:
        links.append(link)
        link.connect_to_server()
        if len(links) == 1:
            link.on_message(lambda _: None)  # nothing that the page sends arrives

    page.route_web_socket("**/table/*", pass_on)
    page.clock.install()
    page.goto(server.table())
    page.locator("#hand .may").first.wait_for()
    pass_first(page, 3)
    page.clock.fast_forward(5000)
    expect(page.locator("#hand .new")).to_have_count(3)
    expect(page.locator("#offline")).to_be_hidden()
    assert len(links) == 2
    page.close()


def test_a_lost_connection_hides_nothing_and_says_that_nothing_is_sent(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    links = list[WebSocketRoute]()
    is_down = False

    def pass_on(link: WebSocketRoute) -> None:
        links.append(link)
        if is_down:
            link.close()
        else:
            link.connect_to_server()

    page.route_web_socket("**/table/*", pass_on)
    page.goto(server.laid_out("two_leads"))
    page.locator("#hand .may").first.wait_for()
    is_down = True
    links[0].close()
    lost, why = page.locator("#offline"), page.locator("#why")
    expect(lost).to_contain_text("Connection lost")
    expect(page.locator("#status")).to_be_hidden()
    (_, top, _, height), (_, below, _, _) = rounded(page.locator("#felt")), rounded(lost)
    assert top + height <= below
    for question in (page.locator("#hand .may").first, page.get_by_role("button", name="Hint")):
        question.click(position={"x": 8, "y": 24})
        expect(why).to_have_text(re.compile("not connected, so nothing was sent"))
    is_down = False
    expect(lost).to_be_hidden()
    expect(why).to_be_empty()
    expect(page.locator("#hand .card")).to_have_count(13)
    page.close()


def test_forged_moves_and_foreign_tokens(server: Server, sit: Sit) -> None:
    paths = new_table(server.base, "Ann Ben bot1 bot2")
    ann = sit(f"{server.base}/{paths[0]}")
    expect(ann.legal).to_have_count(13)
    codes = ann.page.evaluate(
        """async (moves) => {
          const socket = new WebSocket(location.href.replace("http", "ws"));
          const answers = [];
          socket.onopen = () => moves.forEach((move) => socket.send(JSON.stringify(
            { format: "heartslib-move", version: 1, number: null, move })));
          return new Promise((done) => { socket.onmessage = ({ data }) => {
            const { refused } = JSON.parse(data);
            if (refused) answers.push(refused.code);
            if (answers.length === moves.length) done(answers);
          }; });
        }""",
        [
            {"move": "Pass", "seat": 1, "cards": "2C 3C 4C", "to": []},
            {"move": "Pass", "seat": 0, "cards": "AC AD AS", "to": []},
            {"move": "Play", "seat": 0, "card": "5C"},
            {"move": "Score"},
        ],
    )
    assert codes == ["not-yours", "not-in-hand", "phase", "not-yours"]
    foreign = sit(f"{server.base}/{paths[0][:-2]}xx")
    expect(foreign.page.locator("body")).to_contain_text("There is no seat at this address.")
    closed = ann.page.evaluate(
        """(path) => new Promise((done) => {
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/${path}`);
          socket.onclose = ({ code }) => done(code);
        })""",
        f"{paths[0][:-2]}xx",
    )
    assert closed == 4404
    # A second window of the same seat makes the move: that of the first one comes too late.
    second = sit(f"{server.base}/{paths[0]}")
    second.pass_first(3)
    expect(ann.hand).to_have_count(10)
    ben = sit(f"{server.base}/{paths[1]}")
    ben.pass_first(3)
    game = server.stored(ann.page.url)
    assert leaks(ann.frames, game, 0) == []
    assert leaks(ben.frames, game, 1) == []
    assert leaks(ann.frames, game, 1) != []


def test_the_keyboard_and_the_reasons(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    expect(ann.legal).to_have_count(13)
    keys = ann.page.keyboard
    ann.hand.first.focus()
    for key in ("Enter", "ArrowRight", "Space", "End", "Enter", "ArrowRight", "Enter"):
        keys.press(key)
    # The fourth was one too many: the focus went round to the first card, which came back.
    expect(ann.page.locator("#hand .chosen")).to_have_count(2)
    keys.press("Enter")
    expect(ann.page.locator("#hand [aria-pressed=true]")).to_have_count(3)
    for _ in range(20):
        if ann.page.locator(":focus").inner_text() == "Pass 3 of 3":
            break
        keys.press("Shift+Tab")
    keys.press("Enter")
    expect(ann.page.locator("#hand .new")).to_have_count(3)
    ann.page.locator("#status.turn").wait_for()
    dim = ann.page.locator("#hand .dim").first
    name = str(dim.get_attribute("aria-label"))
    assert ", may not be chosen: " in name
    assert ann.page.get_by_role("button", name=name, exact=True).count() == 1
    left = ann.hand.count()
    dim.focus()
    expect(ann.page.locator("#why")).to_contain_text(name.partition(", may")[2].strip())
    keys.press("Enter")
    expect(ann.hand).to_have_count(left)
    ann.legal.first.focus()
    keys.press("Enter")
    expect(ann.hand).to_have_count(left - 1)
    expect(ann.page.get_by_role("log")).to_contain_text("You ")
    ann.page.locator("#show-last:enabled").click()
    expect(ann.page.get_by_role("dialog", name="Last trick").get_by_role("img")).to_have_count(4)
    keys.press("Escape")
    ann.button("Rules").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("American Hearts, for 4 players")


@pytest.mark.parametrize(
    ("variant", "names", "wanted"),
    [
        ("american", "Ann bot1 bot2 bot3", "Your turn: pass 3 cards to bot1"),
        ("dirty_nasty_filthy", "bot1 bot2 bot3 Ann", "Your turn: call the pass"),
        ("cancellation", "Ann a b c d e f g h i j", "Your turn: lead a card"),
        ("turbo", "Ann a b c d e", "Your turn: pass 3 cards to a"),
        ("barbu", "bot1 bot2 bot3 Ann", "Your turn: name the contract"),
    ],
)
def test_a_phone(server: Server, sit: Sit, variant: str, names: str, wanted: str) -> None:
    ann = sit(server.table(names, variant), size=PHONE, has_touch=True, color_scheme="dark")
    ann.status(wanted)
    if variant == "dirty_nasty_filthy":
        ann.page.get_by_role("button", name="1 left, 1 second left and 1 right", exact=True).tap()
        expect(ann.hand).to_have_count(13)
        for place in range(3):
            ann.hand.nth(place).tap()
        trays = ann.page.get_by_role("group", name="Where the next card goes").get_by_role("button")
        expect(trays).to_have_text(["to bot1: 1 of 1", "to bot2: 1 of 1", "to bot3: 1 of 1"])
    if variant == "barbu":
        ann.page.get_by_role("button", name="No queens Q♣").tap()
        expect(ann.page.locator("#facts")).to_contain_text(
            re.compile("No queens Q♣ Q♦ Q♠ Q♥ −6 each.*Named by Ann")
        )
    if variant == "turbo":
        for place in range(3):
            ann.hand.nth(place).tap()
        ann.button("Pass 3 of 3").tap()
        ann.status("Your turn: charge cards, or none")
        ann.button("Charge nothing").tap()
        expect(ann.page.locator("#trick .card").first.or_(ann.legal.first).first).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    boxes = [box for each in ann.hand.all() if (box := each.bounding_box())]
    assert boxes
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    assert min(min(box["width"], box["height"]) for box in boxes) >= 40
    plates = ann.page.locator(".plate")
    assert plates.count() == len(names.split())
    felt = ann.page.locator("#felt").bounding_box()
    assert felt is not None
    for plate in plates.all():
        box = plate.bounding_box()
        assert box is not None
        assert felt["x"] <= box["x"] <= felt["x"] + felt["width"] - box["width"]


# ---------------------------------------------------------------- the lobby, and life at a table


def test_one_click_to_a_first_card(server: Server, sit: Sit) -> None:
    front = sit(server.base)
    quick = front.page.get_by_role("region", name="Play now").get_by_label("Computer players")
    own = front.page.get_by_role("region", name="Make a table").get_by_label("Computer players")
    own.select_option("expert")
    expect(quick).to_have_value("expert")
    quick.select_option("easy")
    expect(own).to_have_value("easy")
    front.button("Play").click()
    expect(front.legal).to_have_count(13)
    front.status("Your turn: pass 3 cards to Ada")
    expect(front.page.locator("#arrows span")).to_have_count(1)
    front.hint()
    expect(front.page.locator("#why")).to_have_text(re.compile("^Hint: Pass .*$"))
    hinted = front.page.locator("#hand .hinted")
    expect(hinted).to_have_count(3)
    front.pass_first(3)
    expect(front.page.locator("#hand .new")).to_have_count(3)
    expect(front.page.locator("#arrows span")).to_have_count(0)
    # the button that had the focus is gone
    expect(front.page.locator("#hand .card:focus")).to_have_count(1)
    front.page.locator("#status.turn").wait_for()
    lines = front.log()
    front.page.reload()
    expect(front.page.locator("#log li").first).to_have_text("Everyone gets 13 cards.")
    restored = front.log()
    played = [line for line in lines if " leads " in line or " plays " in line]
    assert played
    assert [line for line in restored if " leads " in line or " plays " in line] == played
    front.page.goto(server.base)
    mine = front.page.get_by_role("region", name="Your tables")
    expect(mine).to_contain_text("American Hearts, round 1")
    mine.get_by_role("link", name="Go on").click()
    expect(front.page.locator("#hand .card").first).to_be_visible()


def test_a_game_is_found_by_words_and_by_the_number_of_players(server: Server, sit: Sit) -> None:
    front = sit(server.base)
    page = front.page
    shown = page.locator("#games .game:visible")
    expect(page.locator("#games .game")).to_have_count(len(variants.all()))
    page.get_by_label("Find").fill("KITTY")
    expect(shown).not_to_have_count(len(variants.all()))
    assert "Kitty Hearts" in [name.inner_text() for name in shown.locator("b").all()]
    expect(page.locator("#games :checked")).to_be_visible()
    page.get_by_label("Find").press_sequentially("no such game")
    expect(page.locator("#no-game")).to_have_text("No game has all of that.")
    page.get_by_label("Find").fill("")
    expect(page.locator("#no-game")).to_be_hidden()
    page.locator("#for").select_option("9")
    expect(shown).to_have_count(sum(9 in rules.players for rules in variants.all().values()))
    expect(page.locator("#chairs li")).to_have_count(9)
    page.get_by_label("Find").press("Enter")
    expect(page.locator("#links")).to_be_hidden()


def test_no_chair_has_the_name_of_the_host(server: Server, sit: Sit) -> None:
    """Bruno makes a table: the computer player of that name goes by another."""
    page = sit(server.base).page
    page.locator("#name").fill("bruno")
    page.locator("#name").press("Tab")
    page.locator("#for").select_option("4")
    names = [each.input_value() for each in page.locator("#chairs li > input").all()]
    assert names[:2] == ["bruno", "Ada"]
    assert {*names[2:]} == {"Chiara", "Dag"}


def test_a_card_that_must_be_played_is_played_for_those_who_want_that(
    server: Server, sit: Sit
) -> None:
    front = sit(server.base)
    front.page.evaluate("localStorage.setItem('hearts-forced', 'true')")
    front.page.goto(server.laid_out("two_leads"))
    expect(front.hand).to_have_count(12)
    assert "2C" not in front.hand.evaluate_all("cards => cards.map(each => each.dataset.card)")


def change_the_rules(sitting: Sitting) -> Locator:
    """The dialog in which rules are changed, once it has all that may change."""
    sitting.hand.first.wait_for()
    sitting.button("Rules").click()
    sitting.button("Change the rules").click()
    dialog = sitting.page.get_by_role("dialog", name="Change the rules")
    dialog.locator(".usual select").first.wait_for()
    expect(dialog.locator(".working")).to_be_hidden()
    expect(dialog.locator(".says")).not_to_be_empty()
    return dialog


def test_what_people_change_most_is_on_top_and_everyone_reads_it(server: Server, sit: Sit) -> None:
    ann, bob = (
        sit(f"{server.base}/{path}") for path in new_table(server.base, "Ann Bob c d").values()
    )
    dialog = change_the_rules(ann)
    usual = dialog.locator(".usual :is(select, input)")
    assert usual.evaluate_all("all => all.map((each) => each.ariaLabel)") == [
        "Passing", "Breaking hearts", "Points on the first trick", "J♦ −10", "The game ends"
    ]  # fmt: skip
    use = dialog.get_by_role("button", name="Use from next round")
    expect(use).to_be_disabled()
    dialog.get_by_label("Passing").select_option(label="No passing")
    says = dialog.get_by_role("status").filter(has_text="What changes: ")
    expect(says).to_have_text("What changes: Passing: No cards are passed.")
    expect(dialog.locator(".lead")).to_have_text("American Hearts with house rules")
    jack = dialog.get_by_label("J♦ −10", exact=True)
    jack.focus()
    ann.page.keyboard.press("Space")
    expect(says).to_contain_text("Bonuses: Score −10 for taking J♦")
    expect(jack).to_be_focused()
    expect(dialog.locator(".working")).to_be_hidden()  # what fits has been looked up
    expect(jack).to_be_focused()
    expect(dialog.locator(".usual .changed")).to_have_count(2)
    dialog.get_by_text("Shooting the moon", exact=True).click()
    dialog.get_by_label("No moon").check()
    use.click()
    expect(dialog).to_be_hidden()
    expect(ann.button("Rules")).to_be_focused()
    for each in (ann, bob):
        expect(each.page.locator("#facts")).to_contain_text("New rules from the next round on")
        expect(each.page.locator("#lines")).to_contain_text(
            "Ann changes the rules for the next round. Passing: No cards are passed. Shooting"
        )
    bob.button("New rules from the next round on").click()  # and sees what is changed
    dialog = bob.page.get_by_role("dialog", name="Change the rules")
    expect(dialog.locator(".usual .changed")).to_have_count(2)
    dialog.get_by_role("button", name="Undo all").click()
    expect(dialog.locator(".changed")).to_have_count(0)
    dialog.get_by_role("button", name="Use from next round").click()
    expect(ann.page.locator("#lines")).to_contain_text("Bob leaves the rules as they are.")


def test_two_sheets_at_once(server: Server, sit: Sit) -> None:
    ann, bob = (
        sit(f"{server.base}/{path}") for path in new_table(server.base, "Ann Bob c d").values()
    )
    one, other = change_the_rules(ann), change_the_rules(bob)
    one.get_by_label("J♦ −10", exact=True).check()
    other.get_by_label("Passing").select_option(label="No passing")
    expect(other.locator(".says")).to_contain_text("No cards are passed.")
    expect(other.locator(".working")).to_be_hidden()
    one.get_by_role("button", name="Use from next round").click()
    expect(bob.page.locator("#facts")).to_contain_text("New rules")
    other.get_by_label("The game ends").select_option(label="At 50 points")
    expect(other.get_by_role("alert")).to_have_text(
        "Somebody else has changed the rules meanwhile. Here they are."
    )
    expect(other.get_by_label("J♦ −10", exact=True)).to_be_checked()
    expect(other.locator(".usual .changed")).to_have_count(1)
    other.get_by_label("The game ends").select_option(label="At 50 points")
    other.get_by_role("button", name="Use from next round").click()
    expect(ann.page.locator("#lines")).to_contain_text(
        "Bob changes the rules for the next round. Bonuses: Score −10 for taking J♦. The end of the game"
    )


AT_ONCE = """list => {
  list.value = [...list.options].find((each) => each.text === "At 50 points").value;
  list.dispatchEvent(new Event("change"));
  const now = document.querySelector(".usual > label:last-child");
  return [now.className, now.querySelector("select").selectedOptions[0].text, now.querySelector("small").textContent];
}"""


def test_a_click_is_shown_before_the_server_has_heard_of_it(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    dialog = change_the_rules(ann)
    heard = len(ann.frames)
    shown = dialog.get_by_label("The game ends").evaluate(AT_ONCE)
    assert shown[:2] == ["changed", "At 50 points"]
    assert shown[2].startswith("The game ends after the round in which someone reaches")
    assert len(ann.frames) == heard
    expect(dialog.locator(".says")).to_contain_text("50 points")
    sheets = [frame for frame in ann.frames[heard:] if "sheet" in frame]
    assert len(sheets) == 1


def test_closing_asks_only_if_something_would_be_lost(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    dialog = change_the_rules(ann)
    ann.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    for close in (True, False):
        dialog = change_the_rules(ann)
        expect(dialog.locator(".changed")).to_have_count(0)
        dialog.get_by_label("J♦ −10", exact=True).check()
        if close:
            dialog.get_by_role("button", name="Close").click()
        else:
            ann.page.keyboard.press("Escape")
            ann.page.keyboard.press("Escape")
        expect(dialog).to_contain_text("Your changes are not in use yet.")
        dialog.get_by_role("button", name="Go on").click()
        expect(dialog.get_by_label("J♦ −10", exact=True)).to_be_checked()
        dialog.get_by_label("J♦ −10", exact=True).uncheck()
        dialog.get_by_label("J♦ −10", exact=True).check()
        dialog.get_by_role("button", name="Close").click()
        dialog.get_by_role("button", name="Drop them").click()
        expect(dialog).to_be_hidden()
    assert not any(frame.get("newRules") for frame in ann.frames)
    assert not any("rules" in line for line in ann.log())


def test_only_what_is_changed(server: Server, sit: Sit) -> None:
    ann = sit(server.table(variant="barbu"))
    dialog = change_the_rules(ann)
    ends = dialog.get_by_label("The game ends")
    ends.select_option(label="After 4 rounds")
    dialog.get_by_text("Charging", exact=True).click()
    dialog.get_by_label("Each player may expose any cards").check()
    expect(dialog.locator(".working")).to_be_hidden()
    dialog.get_by_label("Only what I changed").check()
    expect(dialog.locator("details")).to_have_count(1)
    expect(dialog.locator("details")).to_contain_text("Each player may expose any cards")
    expect(dialog.locator(".usual > *")).to_have_count(1)
    ends.select_option(label="As it is in this game")  # which no other game has
    expect(dialog.locator(".usual > *")).to_have_count(0)
    dialog.get_by_role("button", name="Undo all").click()
    expect(dialog.locator("details")).to_have_count(0)
    dialog.get_by_label("Only what I changed").uncheck()
    expect(dialog.locator(".usual > *")).to_have_count(3)


def test_what_the_server_refuses_is_taken_back(browser: Browser, server: Server) -> None:
    page = browser.new_page(reduced_motion="reduce")
    refused = json.dumps({"refused": {"code": "busy", "reason": "not just now"}})

    def pass_on(link: WebSocketRoute) -> None:
        there = link.connect_to_server()
        link.on_message(
            lambda text: link.send(refused) if "ending." in str(text) else there.send(text)
        )

    page.route_web_socket("**/table/*", pass_on)
    page.goto(server.table("Ann Bob c d"))
    page.locator("#hand .may").first.wait_for()
    page.get_by_role("button", name="Rules", exact=True).click()
    page.get_by_role("button", name="Change the rules").click()
    jack, ends = page.get_by_label("J♦ −10", exact=True), page.get_by_label("The game ends")
    jack.check()
    says, alert = page.locator(".house .says"), page.locator(".house").get_by_role("alert")
    expect(says).to_contain_text("−10")
    page.evaluate("dispatchEvent(new Event('online'))")  # another connection, in mid-change
    ends.select_option(label="At 50 points")
    expect(alert).to_have_text("Not just now.")
    expect(ends.locator("option:checked")).to_have_text("At 100 points")
    expect(jack).to_be_checked()
    expect(page.locator(".working")).to_be_hidden()
    jack.uncheck()
    expect(alert).to_be_hidden()
    expect(says).to_have_text("Nothing is changed.")
    page.close()


def test_four_colours_for_those_who_want_them(server: Server, sit: Sit) -> None:
    front = sit(server.base)
    front.page.get_by_role("button", name="Play", exact=True).click()

    def colours() -> set[str]:
        cards = front.page.locator("#hand .card")
        expect(cards).to_have_count(13)
        return {*cards.evaluate_all("cards => cards.map(each => getComputedStyle(each).color)")}

    assert len(colours()) == 2
    front.button("Menu").click()
    front.page.get_by_label("Clubs in green").check()
    assert len(colours()) == 4
    front.page.reload()
    assert len(colours()) == 4


INDICES = """cards => cards.map((card) => {
  const whole = card.getBoundingClientRect();
  const { left, right, top, bottom } = card.querySelector(".corner b").getBoundingClientRect();
  const isInside = left >= whole.left - 1 && right <= whole.right && top >= whole.top - 1 && bottom <= whole.bottom;
  const ends = [left + 1, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
  return isInside && bottom - top > 9 && ends.every((end) => card.contains(end));
})"""
"""JavaScript: for each card whether its rank is large enough to read, inside the card, and not covered."""


@pytest.mark.parametrize("place", ["same_joker", "ones"])
def test_each_deck_has_its_ranks_in_sight_and_the_same_names(
    server: Server, sit: Sit, place: str
) -> None:
    ann = sit(server.laid_out(place))
    expect(ann.legal.first).to_be_visible()
    names = ann.hand.evaluate_all("cards => cards.map((card) => card.ariaLabel)")
    assert len({*names}) == len(names)
    decks = ann.page.locator("#deck option").evaluate_all("all => all.map(({ value }) => value)")
    looks = set[bytes]()
    choose = """(menu, deck) => {
      menu.value = deck;
      menu.onchange();
    }"""
    for deck in decks:
        ann.page.locator("#deck").evaluate(choose, deck)
        for size in [(360, 740), *SIZES]:
            resize(ann, size)
            assert all(ann.hand.evaluate_all(INDICES)), (deck, size)
        assert ann.hand.evaluate_all("cards => cards.map((card) => card.ariaLabel)") == names
        looks.add(ann.hand.first.screenshot())
    assert len(looks) == len(decks) == 4


def test_phones_have_large_print_until_somebody_chooses(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("two_leads"), size=PHONE)
    deck, body = ann.page.locator("#deck"), ann.page.locator("body")
    expect(body).to_have_attribute("data-deck", "large")
    resize(ann, (1280, 800))
    expect(body).to_have_attribute("data-deck", "classic")
    back = "document.querySelector('.fan') && getComputedStyle(document.querySelector('.fan')).backgroundImage"
    ann.page.locator(".fan").first.wait_for()
    plain = ann.page.evaluate(back)
    ann.button("Menu").click()
    deck.select_option("night")
    ann.page.get_by_label("Backs").select_option("blue")
    chosen = ann.page.evaluate(back)
    assert chosen != plain
    resize(ann, (PHONE["width"], PHONE["height"]))
    ann.page.reload()
    expect(body).to_have_attribute("data-deck", "night")
    expect(deck).to_have_value("night")
    ann.page.locator(".fan").first.wait_for()
    resize(ann, (1280, 800))
    assert ann.page.evaluate(back) == chosen


def test_after_a_hint_each_card_has_a_bar_for_its_cost(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("same_joker"))
    expect(ann.legal).to_have_count(13)
    show = """costs => import("/static/hand.js").then(({ showHint }) => showHint({ cards: ["5C"], text: "Play.", costs }))"""

    def costing(two: float, king: float) -> dict[str, object]:
        points = {"2C": two, "5C": 0, "KC": king}
        return {
            card: {
                "points": each,
                "words": f"costs about {each} points more" if each else "costs least",
            }
            for card, each in points.items()
        }

    bars = """cards => Object.fromEntries(cards.map((card) => {
      const { content, backgroundImage, width } = getComputedStyle(card, "::before");
      return [card.dataset.card, content === "none" ? "" : content.includes("✓") ? "✓" : `${parseFloat(backgroundImage.match(/([\\d.]+)%/)[1])} ${width}`];
    }))"""
    ann.page.evaluate(show, costing(0.5, 2.5))
    drawn = ann.hand.evaluate_all(bars)
    width = drawn["2C"].split()[1]
    assert (drawn["2C"], drawn["5C"], drawn["KC"]) == (f"10 {width}", "✓", f"50 {width}")
    assert not drawn["AC"]
    expect(ann.page.locator("#why")).to_have_text(
        "Hint: Play. ✓ is best; the longer its bar, the more a card costs."
    )
    two = ann.page.get_by_role("button", name="joker, 20 points, costs about 0.5 points more")
    expect(two).to_have_attribute("title", "costs about 0.5 points more")
    expect(
        ann.page.get_by_role("button", name="5 of clubs, costs least", exact=True)
    ).to_be_visible()
    ann.page.evaluate(show, costing(0.5, 20))
    drawn = ann.hand.evaluate_all(bars)
    assert (drawn["2C"], drawn["KC"]) == (f"2.5 {width}", f"100 {width}")
    ann.tap(ann.page.get_by_role("button", name="5 of clubs"))
    expect(ann.hand).to_have_count(12)
    assert {*ann.hand.evaluate_all(bars).values()} == {""}


def test_the_hand_the_log_and_the_pace_are_as_the_player_likes(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    expect(ann.hand).to_have_count(13)
    cards = "cards => cards.map(each => each.dataset.card)"
    ann.pass_first(3)
    expect(ann.page.locator("#hand .new")).to_have_count(3)
    rising = ann.hand.evaluate_all(cards)
    expect(ann.page.locator("#status")).to_contain_text("Your turn")
    plays = ann.page.locator("#lines .lesser").first
    expect(plays).to_have_css("position", "absolute")  # only screen readers read it
    ann.button("Menu").click()
    ann.page.get_by_label("Each card in the list").check()
    sort = ann.page.get_by_label("My hand")
    sort.select_option("by rank, from low to high")
    ranks = [each[0] for each in ann.hand.evaluate_all(cards)]
    assert ranks == sorted(ranks, key="23456789TJQKA".index)
    sort.select_option("by suit, from high to low")
    ann.page.get_by_label("The computer plays").select_option("fast")
    expect(plays).to_have_css("position", "static")
    assert ann.hand.evaluate_all(cards) == rising[::-1]
    ann.page.wait_for_function("document.querySelector('#pace').value === 'fast'")
    while ann.frames[-1].get("pace") != "fast":
        ann.page.wait_for_timeout(20)
    ann.page.goto(server.table("Bea bot1 bot2 bot3"))  # this browser remembers it
    while ann.frames[-1].get("pace") != "fast":
        ann.page.wait_for_timeout(20)


def test_colours_alternate_in_the_hand(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("no_spades"))
    expect(ann.hand).to_have_count(13)
    suits = "cards => cards.map(each => each.dataset.card[1]).join('')"
    assert re.fullmatch("D+C+H+", ann.hand.evaluate_all(suits))


def test_a_plate_says_who_sits_there_and_what_they_hold(server: Server, sit: Sit) -> None:
    ann = sit(server.table(variant="partnership"))
    plates = ann.page.locator("#seats .plate")
    expect(plates.locator(".initial")).to_have_text(["A", "b", "b", "b"])
    assert plates.locator(".initial").evaluate_all("all => all.map(each => each.title)") == [
        "partner of bot2",
        "computer, partner of bot3",
        "computer, partner of Ann",
        "computer, partner of bot1",
    ]
    hues = plates.evaluate_all("all => all.map(each => each.style.getPropertyValue('--hue'))")
    assert hues[0] == hues[2] != hues[1] == hues[3]
    fan = plates.nth(1).locator(".fan")
    expect(fan).to_have_attribute("title", "10 cards in hand")  # the bot has passed
    expect(fan).to_have_css("width", "46px")  # 4 for each card, and 6 for the last one


def test_a_slow_answer_does_not_overwrite_what_was_typed(server: Server, sit: Sit) -> None:
    front = sit(f"{server.base}/table/nowhere")
    page = front.page

    def later(route: Route) -> None:
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/games", later)
    page.goto(server.base, wait_until="commit")
    page.get_by_label("Your name").fill("Zoe")
    front.button("Play").click()
    expect(page.locator(".plate.me")).to_contain_text("Zoe")


def test_a_stranger_joins_and_another_watches(server: Server, sit: Sit) -> None:
    ann = sit(server.base)
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("radio", name=re.compile("^Dame de Pique ")).check()
    ann.page.get_by_role("checkbox").check()
    ann.button("Make the table").click()
    expect(ann.hand.first).to_be_visible()
    front = sit(server.base)
    front.page.get_by_label("Your name").fill("Ann")
    front.button("Join Ann").click()
    problem = "Someone at this table is called Ann already: choose another name."
    expect(front.page.get_by_role("alert").filter(has_text=problem)).to_be_visible()
    front.page.get_by_label("Your name").fill("Ben")
    expect(front.page.get_by_role("region", name="Open tables")).to_contain_text("Dame de Pique")
    with front.page.expect_navigation():
        front.button("Join Ann").click()
    expect(front.page.locator(".plate.me")).to_contain_text("Ben")
    expect(ann.page.locator(".plate").nth(1)).to_contain_text("Ben")
    other = sit(server.base)
    other.page.get_by_role("link", name=re.compile("^Watch Ann and Ben|^Watch Ben")).click()
    expect(other.page.locator(".plate")).to_have_count(4)
    expect(other.page.locator("#hand .card")).to_have_count(0)
    expect(other.page.locator(".plate.turn")).to_have_count(1)
    ann.button("Menu").click()
    expect(ann.page.get_by_role("dialog", name="This table")).to_contain_text(
        "One person is watching."
    )
    game = server.stored(ann.page.url)
    for seat in range(4):
        assert leaks(other.frames, game, seat) == []
    ann.button("Leave for the lobby").click()
    expect(ann.page.get_by_role("heading", name="Play now")).to_be_visible()
    expect(front.page.locator(".plate").first).to_contain_text("away")


def test_a_round_is_reviewed_and_played_on(server: Server, sit: Sit) -> None:
    table = server.table("Ann bob cid dot", "dame_de_pique")
    ann = sit(table)
    scores = ann.play_on()
    expect(scores).to_be_visible(timeout=20_000)
    # compiled here, and kept: the server gives a review less time than that may take on a busy machine
    review(server.stored(table), seats=[0], deals=10)
    ask = scores.get_by_role("button", name="Review my play")
    ask.click()
    expect(scores.locator("#reviewed")).to_contain_text("Your cards were", timeout=COMPILED)
    expect(ask).to_be_hidden()
    moves = scores.locator("#reviewed li")
    expect(moves.first).to_contain_text(
        re.compile(r"^Play on from here Trick \d+: .+ This cost .+ points?\. Better: .+\.")
    )
    moves.first.get_by_role("button", name="Play on from here").click()
    ann.page.wait_for_url(lambda address: address != table)
    expect(ann.legal.first).to_be_visible()
    assert len(server.stored(ann.page.url).history) < len(server.stored(table).history)


def test_the_end_of_a_game_leads_on(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("end"))
    ann.tap(ann.legal.first)
    ann.button("Scores and result").click()
    ann.button("The result").click()
    again = sit(ann.page.url)
    for each in (ann, again):
        scores = each.page.get_by_role("dialog", name=re.compile("won$"))
        expect(scores.get_by_role("link", name="To the lobby")).to_be_visible()
        places = scores.locator(".podium li")
        expect(places).to_have_count(4)
        expect(scores.locator(".podium .me")).to_contain_text("Ann")
        numbers = [int(place.inner_text()) for place in places.locator("b").all()]
        assert numbers[0] == 1
        assert numbers == sorted(numbers)
        own = int(scores.locator(".podium .me b").inner_text())
        said = f"You came {('first', 'second', 'third', 'fourth')[own - 1]} of four"
        expect(scores.locator(".own-place")).to_have_text(re.compile(said))
        won = int("Ann" in scores.locator("h2").inner_text())
    again.page.reload()  # a game counts once
    again.page.get_by_role("link", name="To the lobby").click()
    finished = again.page.locator("#finished")
    rows = ["GamePlayedWon", f"All games1{won}", f"Dame de Pique1{won}"]
    expect(finished.locator("tr")).to_have_text(rows)
    finished.get_by_role("button", name="Forget them").click()
    expect(finished).to_be_hidden()
    again.page.goto(ann.page.url)
    ann.button("Play again").click()
    for each in (ann, again):
        expect(each.hand).to_have_count(13)
        expect(each.page.get_by_role("dialog")).to_have_count(0)
    expect(ann.page.locator("#hand .card:focus")).to_have_count(1)  # not at the top of the page
    expect(ann.page.locator("#title")).to_contain_text("round 1")
    assert server.stored(ann.page.url).match.scores == (0, 0, 0, 0)


@pytest.mark.parametrize("width", [360, 390, 667, 1280])
def test_which_cards_are_out_is_shown_to_those_who_wish(
    server: Server, sit: Sit, width: int
) -> None:
    game = server.stored(server.laid_out("shown_out"))
    ann = sit(server.laid_out("shown_out"), size=ViewportSize(width=width, height=640))
    ask = ann.page.locator("#show-out")
    expect(ann.legal.first).to_be_visible()
    expect(ask).to_be_hidden()
    ann.button("Menu").click()
    ann.page.get_by_label("A button that shows which cards are out").check()
    ann.page.keyboard.press("Escape")
    expect(ann.button("Menu")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
    ann.button("Cards out").press("Enter")
    out = ann.page.get_by_role("dialog", name="Cards out")
    expect(out.get_by_role("img", name="clubs: none")).to_be_visible()
    expect(out.get_by_role("img", name="spades: 2, 3, 4, king, ace")).to_be_visible()
    expect(out.locator("li").nth(1)).to_contain_text("b has no diamonds.")
    others = sum(map(len, game.hands[1:]))
    expect(out.locator(".chips > span:not(.gone)")).to_have_count(others)
    ann.page.keyboard.press("Escape")
    ann.page.reload()
    expect(ask).to_be_enabled()  # it is remembered


def test_a_friend_gets_the_same_cards_by_a_link(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("shared"), permissions=["clipboard-read", "clipboard-write"])
    ann.button("Final scores").click()
    copied = "navigator.clipboard.readText()"
    ann.button("Copy result").click()
    expect(ann.button("Copied")).to_be_visible()
    text: str = ann.page.evaluate(copied)
    assert re.match(
        r"American Hearts, \d{4}-\d\d-\d\d\nAnn came first of four, level with b, c and d.\n1. Ann 0\n",
        text,
    )
    ann.button("Copy link").click()
    expect(ann.button("Copied")).to_have_count(2)
    link: str = ann.page.evaluate(copied)
    assert text.endswith(f"\nThe same cards: {link}")
    with ann.page.expect_download() as saved:
        ann.button("Picture").click()
    assert saved.value.path().read_bytes()[:4] == b"\x89PNG"
    ben = sit(link)
    expect(ben.page.get_by_role("heading", name="The same cards as a friend")).to_be_visible()
    expect(ben.page.locator("#day-game")).to_have_text("American Hearts.")
    ben.button("Play it").click()
    ben.page.locator("#hand .may").first.wait_for()
    game = server.stored(ben.page.url)
    assert game.hands[0] == Game.new(game.rules, dealer=3).deal(seed=1000 * 7).hands[0]
    expect(ben.page.locator(".plate.me")).to_contain_text("Guest")
    forged = sit(f"{server.base}/?game=nothing&deal=7&players=4")
    expect(forged.page.get_by_role("heading", name="Game of the day")).to_be_visible()


def test_where_there_is_no_link_the_page_says_why_and_since_when(server: Server, sit: Sit) -> None:
    ann = sit(server.laid_out("by_seed"), permissions=["clipboard-read", "clipboard-write"])
    ann.button("Final scores").click()
    share = ann.page.locator(".share")
    expect(share).to_contain_text(
        "Share your result. There is no link to these cards: this server was started with a seed"
    )
    expect(share.get_by_role("button")).to_have_text(["Copy result", "Picture"])
    ann.page.evaluate("""() => {
      const games = JSON.parse(localStorage.getItem("hearts-games"));
      localStorage.setItem("hearts-games", JSON.stringify(games.map((each) => ({ ...each, at: "2026-01-02" }))));
    }""")
    ann.page.reload()  # some day later
    ann.button("Final scores").click()
    ann.button("Copy result").click()
    expect(ann.button("Copied")).to_be_visible()
    text: str = ann.page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[0] == "American Hearts, 2026-01-02"
    assert text.splitlines()[-1] == "1. d 0"


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_scores_are_lines_with_marks(server: Server, sit: Sit, size: ViewportSize) -> None:
    game = server.stored(server.laid_out("rounds"))
    ann = sit(server.laid_out("rounds"), size=size)
    ann.button("Scores").click()
    figure = ann.page.locator("#scores .lines")
    course = [(0,) * 4, *game.match.course]
    labels = [f"{name} {score}" for name, score in zip(game.names, course[-1], strict=True)]
    names = figure.locator("g > text:nth-of-type(1)")
    expect(names).to_have_text(labels)
    picture = figure.get_by_role("img")
    expect(picture).to_have_accessible_name(re.compile(r"^Scores after 4 rounds, as lines\. Ann"))
    expect(picture).to_have_accessible_name(re.compile(r"Ann \d+: shot the moon in round 1; took"))
    expect(figure.locator("g:nth-of-type(1)")).to_contain_text("☾")
    expect(figure.locator("g").filter(has_text="☾")).to_have_count(1)
    expect(figure.locator("figcaption")).to_have_text(re.compile("^♠ took Q♠ · ☾.? shot the moon$"))
    rows = "all => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    boxes = sorted(names.evaluate_all(rows))
    assert all(bottom <= top + 2 for (_, bottom), (top, _) in pairwise(boxes)), boxes
    heights = dict[int, set[float]]()
    for seat, path in enumerate(figure.locator(".line").all()):
        drawn = [float(y) for y in re.findall(r"[ML]\S+ ([\d.]+)", path.get_attribute("d") or "")]
        for scores, y in zip(course, drawn, strict=False):
            heights.setdefault(scores[seat], set()).add(round(y, 3))
    assert all(len(each) == 1 for each in heights.values())
    (low,), (high,) = heights[min(heights)], heights[max(heights)]
    for score, (y,) in heights.items():  # each where its score belongs
        part = (score - min(heights)) / (max(heights) - min(heights))
        assert abs(low + part * (high - low) - y) < 0.01


def test_a_move_is_undone_if_the_others_agree(server: Server, sit: Sit) -> None:
    paths = new_table(server.base, "Ann Ben bot1 bot2")
    ann, ben = (sit(f"{server.base}/{paths[seat]}") for seat in (0, 1))
    undo = ann.button("Undo")
    expect(ann.legal).to_have_count(13)
    expect(undo).to_have_count(0)
    ann.pass_first(3)
    expect(ann.hand).to_have_count(10)
    undo.click()
    asked = ben.page.get_by_role("dialog", name="Undo a move?")
    question = "Ann would like to go back to before passing cards. One move is taken back."
    expect(asked).to_contain_text(question)
    expect(ann.page.locator("#why")).to_have_text("Waiting for Ben to agree …")
    ben.button("Agree").click()
    for each in (ann, ben):
        expect(each.page.locator("#log li").last).to_have_text("Ann has undone passing cards.")
    expect(asked).to_be_hidden()
    expect(ann.legal).to_have_count(13)
    ann.pass_first(3)  # another time
    expect(ann.hand).to_have_count(10)
    undo.click()
    expect(asked).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ann.page.locator("#log li").last).to_have_text("Ben does not agree.")
    expect(undo).to_have_count(0)  # nobody is asked twice about one move
    ben.pass_first(3)
    expect(ben.page.locator("#hand .new")).to_have_count(3)
    game = server.stored(ann.page.url)
    assert leaks(ann.frames[-1:], game, 0) == leaks(ben.frames[-1:], game, 1) == []


def test_sound_is_on_until_it_is_switched_off(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    switch = ann.button("Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    ann.pass_first(3)
    expect(ann.page.locator("#hand .new")).to_have_count(3)
    ann.page.locator("#status.turn").wait_for()
    ann.play_first()
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    ann.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


COUNT_CONTEXTS = """
window.made = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.made++; } };
"""


def test_nothing_sounds_before_the_first_click(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.add_init_script(COUNT_CONTEXTS)
    page.goto(server.table())
    page.locator("#hand .may").first.wait_for()
    assert page.evaluate("made") == 0
    page.get_by_role("button", name="Got it").click()
    assert page.evaluate("made") == 1
    context.close()


def test_one_heart_taken_is_shown_as_a_card(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    brief = """async (taken) => {
      const { counted } = await import("/static/cards.js");
      const { named, more, hearts } = counted(taken);
      return [...named, more, hearts.replace("\\uFE0E", "")].join(" ").trim();
    }"""
    for taken, shown in {"QC QH": "QC QH", "QC 2H QH": "QC  2♥"}.items():
        assert ann.page.evaluate(brief, taken.split()) == shown


def test_the_first_time_in_a_game_three_lines_are_over_the_felt(server: Server, sit: Sit) -> None:
    address = server.table("Ann bob cid dot", "dame_de_pique")
    ann = sit(address)
    lesson = ann.page.get_by_role("region", name="Dame de Pique, for the first time")
    expect(lesson.locator("p")).to_have_count(3)
    expect(lesson).to_contain_text("No cards are passed, and any card may be led at any time.")
    ann.page.reload()
    lesson.click()
    expect(lesson).to_have_count(0)
    ann.page.reload()
    ann.legal.first.wait_for()
    expect(lesson).to_have_count(0)
    ann.page.goto(server.table())  # another game
    other = ann.page.get_by_role("region", name="American Hearts, for the first time")
    ann.page.get_by_role("button", name="Got it").focus()
    ann.page.keyboard.press("Enter")
    expect(other).to_have_count(0)
    expect(ann.page.locator("#hand :focus")).to_have_count(1)
    ann.page.goto(server.table("Ann bob cid dot", "black_jack"))
    expect(ann.page.locator("#lesson")).to_have_count(1)
    ann.pass_first(3)  # whoever plays on has read it
    expect(ann.page.locator("#lesson")).to_have_count(0)


SUITS = """
window.orders = [];
new MutationObserver(() => orders.push([...document.querySelectorAll("#hand .card")].map((card) => card.dataset.suit)))
  .observe(document.getElementById("hand"), { childList: true });
"""


def test_the_suits_of_a_hand_keep_their_order(server: Server, sit: Sit) -> None:
    ann = sit(server.table("Ann bob cid dot", "dame_de_pique"))
    ann.legal.first.wait_for()
    whole = ann.hand.evaluate_all("cards => cards.map((card) => card.dataset.suit)")
    ann.page.evaluate(SUITS)
    expect(ann.play_on()).to_be_visible(timeout=20_000)
    first = [*dict.fromkeys(whole)]
    orders = [[*dict.fromkeys(order)] for order in ann.page.evaluate("orders")]
    assert {len(order) for order in orders} >= {1, len(first)}
    assert [order for order in orders if order != [suit for suit in first if suit in order]] == []


def test_each_computer_player_has_a_face(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    faces = ann.page.locator("#seats .bot svg")
    expect(faces).to_have_count(3)
    assert len({face.inner_html() for face in faces.all()}) == 3
    expect(ann.page.locator("#seats .me svg")).to_have_count(0)


def test_cards_move_for_those_who_like_it(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=WIDE, reduced_motion="no-preference")
    page = context.new_page()
    page.goto(server.table())
    page.locator("#hand .may").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    pass_first(page, 3)
    expect(page.locator("#hand .new")).to_have_count(3)
    assert page.evaluate("document.getAnimations().length") > 0
    expect(page.locator(".ghost")).to_have_count(0)
    context.close()


@pytest.mark.parametrize(
    "variant", ["kitty_hearts", "partnership", "cancellation", "gong_zhu", "kierki"]
)
def test_a_whole_round(server: Server, sit: Sit, variant: str) -> None:
    """By taking the first offer each time: with a kitty, partners, two packs, and more."""
    others = 7 if variant == "cancellation" else 3
    names = " ".join(["Ann", *"bcdefgh"[:others]])
    ann = sit(server.table(names, variant))
    expect(ann.play_on()).to_be_visible(timeout=20_000)
    assert leaks(ann.frames, server.stored(ann.page.url), 0) == []


# ---------------------------------------------------------------- every size, for everyone


def rounded(locator: Locator) -> list[int]:
    """Where something is, in whole pixels."""
    box = locator.bounding_box()
    assert box
    return [round(each) for each in (box["x"], box["y"], box["width"], box["height"])]


def test_everything_has_its_place(server: Server, sit: Sit) -> None:
    ann = sit(server.table())
    expect(ann.legal).to_have_count(13)
    felts = list[list[int]]()
    for size in SIZES:
        resize(ann, size)
        felts.append(rounded(ann.page.locator("#felt")))
        ann.button("Hint").click()
        expect(ann.page.locator("#why")).not_to_be_empty()
        assert rounded(ann.page.locator("#felt")) == felts[-1]  # it does not jump
    ann.pass_first(3)
    expect(ann.page.locator("#hand .new")).to_have_count(3)
    ann.page.locator("#status.turn").wait_for()
    expect(ann.button("Undo")).to_be_visible()
    for size, felt in zip(SIZES, felts, strict=True):
        resize(ann, size)
        assert rounded(ann.page.locator("#felt")) == felt
        apart_and_on_screen(ann.page, *size)


def resize(sitting: Sitting, size: tuple[int, int]) -> None:
    """Give the window a size, and let the page follow."""
    width, height = size
    sitting.page.set_viewport_size({"width": width, "height": height})
    sitting.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def apart_and_on_screen(page: Page, width: int, height: int) -> None:
    every = dict[str, Any]()
    for name in ("felt", "hand", "wanted", "log"):
        every[name] = page.locator(f"#{name}").bounding_box()
        assert every[name], name
    for name, box in every.items():
        assert box["x"] >= 0, name
        assert box["y"] >= 0, name
        assert box["x"] + box["width"] <= width + 1, name
        assert box["y"] + box["height"] <= height + 1, name
        for other, box2 in every.items():
            apart = (
                box["x"] + box["width"] <= box2["x"] + 1
                or box2["x"] + box2["width"] <= box["x"] + 1
                or box["y"] + box["height"] <= box2["y"] + 1
                or box2["y"] + box2["height"] <= box["y"] + 1
            )
            assert apart or name == other, (name, other)
    assert every["felt"]["height"] >= 0.3 * height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def barriers(page: Page) -> list[tuple[str, str, list[str]]]:
    """What axe finds on a page: the rule, how bad it is, and where."""
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [
        (each["id"], each["impact"], [node["html"] for node in each["nodes"]][:3]) for each in found
    ]


@pytest.mark.skipif(not AXE, reason="AXE names no axe.min.js")
@pytest.mark.parametrize("look", [{"color_scheme": "dark"}, {"forced_colors": "active"}, {}])
@pytest.mark.parametrize(("width", "height"), SIZES[:2] + SIZES[3:4])
def test_scores_and_cards_out_have_no_barriers(
    browser: Browser, server: Server, width: int, height: int, look: dict[str, Any]
) -> None:
    size = ViewportSize(width=width, height=height)
    context = browser.new_context(viewport=size, reduced_motion="reduce", bypass_csp=True, **look)
    page = context.new_page()
    page.goto(server.laid_out("rounds"))
    page.get_by_role("button", name="Scores", exact=True).click()
    page.locator(".lines").wait_for()
    assert barriers(page) == []
    page.goto(server.laid_out("shared"))
    page.locator(".share button").first.wait_for()
    assert barriers(page) == []
    page.goto(server.laid_out("shown_out"))
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_label("A button that shows which cards are out").check()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cards out").click()
    page.locator("#out-cards li").first.wait_for()
    assert barriers(page) == []
    context.close()


@pytest.mark.skipif(not AXE, reason="AXE names no axe.min.js")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES[:2] + SIZES[3:4])
def test_there_are_no_barriers(
    browser: Browser, server: Server, width: int, height: int, scheme: str
) -> None:
    look: Any = {"color_scheme": scheme, "reduced_motion": "reduce", "bypass_csp": True}
    context = browser.new_context(viewport=ViewportSize(width=width, height=height), **look)
    page = context.new_page()

    def check(what: str) -> None:
        assert barriers(page) == [], what

    page.goto(server.base)
    page.locator(".game").first.wait_for()
    check("the lobby")
    page.get_by_role("button", name="Rules of this game").click()
    check("the rules in the lobby")
    page.goto(f"{server.base}/table/nowhere")
    check("an unknown address")
    page.goto(server.table())
    page.locator("#hand .may").first.wait_for()
    check("the pass")
    page.get_by_role("button", name="Hint").click()
    pass_first(page, 3)
    expect(page.locator("#hand .new")).to_have_count(3)
    page.locator("#status.turn").wait_for()
    tap(page.locator("#hand .may").first)
    page.locator("#show-last:enabled").wait_for()
    page.locator("#status.turn").wait_for()
    check("the play")
    for button in ("Last trick", "Scores", "Rules", "Menu"):
        page.get_by_role("button", name=button, exact=True).click()
        check(button)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.get_by_role("button", name="Change the rules").click()
    page.locator(".house summary", has_text="Play").click()
    check("the sheet of house rules")
    page.keyboard.press("Escape")
    page.goto(f"{server.base}/{new_table(server.base, 'Ben b c d', is_open=True)[0]}")
    page.locator("#hand .may").first.wait_for()
    watcher = context.new_page()
    watcher.goto(server.base)
    watcher.get_by_role("link", name="Watch Ben").first.click()  # another size may have one, too
    watcher.locator(".plate.turn").first.wait_for(timeout=60_000)
    assert barriers(watcher) == []
    page.goto(server.table("bot1 bot2 bot3 Ann", "dirty_nasty_filthy"))
    page.get_by_role("button", name="1 left, 1 second left and 1 right", exact=True).click()
    page.locator("#trays button").first.wait_for()
    check("trays")
    context.close()
