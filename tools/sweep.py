"""The browser table in windows of every size, in real browsers.

    python -m tools.sweep
    python -m tools.sweep --browsers firefox --players 4 8 --text 200 --pictures pictures

A server has a table for each number of players, with a hand to play from, a trick that waits for its
last card, a hint with its costs, and a long sentence.  The page is brought to each size, with text as
most people have it and twice as large, and measured there: whether cards of the trick cover a plate or
the hand, or are less than two thirds as wide as those of the hand; whether the hinted card is in sight;
whether plates overlap, text is cut, or anything scrolls sideways.  On large screens cards and text must
grow, and the trick be near the plates.  The dialogs are opened at a few heights of each width.

The command prints each fault with its size and number of players, and returns 1 if there are any.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count, product
from pathlib import Path
from typing import Any, Final, Protocol

from playwright.sync_api import Page, ViewportSize, sync_playwright
from websockets.sync.client import ClientConnection, connect

from examples.web_table.sqlite import SqliteStore
from heartslib import Game, variants
from heartslib.bots import careful
from tests.slow.web.served import served

PATHS: Final = {
    "chromium": os.environ.get("CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("google-chrome"),
    "firefox": os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox"),
}
"""Where the browsers are, if they are found."""
WIDTHS: Final = (320, 360, 390, 667, 844, 1024, 1280, 1366, 1536, 1920)
HEIGHTS: Final = range(300, 1101, 20)
LARGE: Final = ((2560, 1080), (2560, 1440), (3440, 1440), (3840, 1600), (3840, 2160))
"""Large screens, besides all widths at all heights."""
FEW: Final = (320, 568, 900)
"""The heights at which the dialogs are opened."""
SCALES: Final = (100, 200)
"""How large people have set the text of their browser, in percent."""
GAMES: Final = {3: "american", 4: "barbu", 6: "turbo", 8: "cancellation", 11: "cancellation"}
"""For each number of players a game: some with contracts or charges, and with up to 17 cards."""
NAMES: Final = (
    "Annalisa", "Chiara", "Maximilian", "Bo", "Frederik", "Guillermina", "Zoe", "Benedict", "Ida", "Kim", "Lorenzo"
)  # fmt: skip

_SCRIPT: Final = (Path(__file__).parent / "sweep.js").read_text("utf-8")
MEASURE: Final = f"({_SCRIPT})('table')"
"""JavaScript: shows the hint, and returns the faults."""
DIALOGS: Final = f"({_SCRIPT})('dialogs')"
"""JavaScript: opens the dialogs, and returns the faults."""
LOBBY: Final = f"({_SCRIPT})('lobby')"
"""JavaScript: returns the faults of the lobby."""


def position(players: int) -> Game:
    """A game in its second round, in which seat 0 is the last to play to one of the first tricks."""
    rules = variants.get(GAMES[players])
    for seed in count():
        game = Game.new(rules, players, names=NAMES[:players])
        while game.round_number < 2 or len(game.table.tricks) < 3:
            played = len(game.table.trick.cards) if game.table.tricks else 0
            if (game.round_number, game.to_act, played) == (2, (0,), players - 1):
                return game
            game = _on(game, seed)
    raise AssertionError


def _on(game: Game, seed: int) -> Game:
    if game.to_act:
        return game.apply(careful(game.view(game.to_act[0])))
    return game.score() if game.view(None).phase == "score" else game.deal(seed=seed)


class Browser(Protocol):
    """A page of a browser."""

    def go(self, address: str) -> None:
        """Open an address."""

    def resize(self, width: int, height: int) -> None:
        """Give the page a size."""

    def evaluate(self, script: str) -> Any:
        """What a promise in JavaScript becomes."""

    def picture(self) -> bytes:
        """A picture of the page, as PNG."""
        ...


class Chromium:
    """A page of Chromium, by Playwright."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def go(self, address: str) -> None:
        self._page.goto(address)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size(ViewportSize(width=width, height=height))

    def evaluate(self, script: str) -> Any:
        return self._page.evaluate(script)

    def picture(self) -> bytes:
        return self._page.screenshot()


class Firefox:
    """A page of Firefox, by WebDriver BiDi: Playwright drives only a Firefox of its own."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire, self._numbers = wire, count(1)
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._wire.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._wire.recv())).get("id") != number:
            pass
        if "error" in answer:
            raise RuntimeError(answer["message"])
        return answer["result"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def evaluate(self, script: str) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=f"({script}).then((found) => JSON.stringify(found ?? null))",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def picture(self) -> bytes:
        answer = self._ask("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(answer["data"])


@contextmanager
def chromium(text: int = 100) -> Generator[Browser]:
    """A page of Chromium.

    Args:
        text: How large its text is, in percent.
    """
    sized = f"--blink-settings=defaultFontSize={16 * text // 100}"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=PATHS["chromium"], args=["--no-sandbox", sized]
        )
        yield Chromium(started.new_page(reduced_motion="reduce"))
        started.close()


@contextmanager
def firefox(text: int = 100) -> Generator[Browser]:
    """A page of Firefox.

    Args:
        text: How large its text is, in percent.
    """
    preferences = {"ui.prefersReducedMotion": 1, "font.size.variable.x-western": 16 * text // 100}
    with tempfile.TemporaryDirectory() as profile:
        lines = [f'user_pref("{name}", {value});\n' for name, value in preferences.items()]
        (Path(profile) / "user.js").write_text("".join(lines))
        options = ["--headless", "--profile", profile, "--remote-debugging-port", "0"]
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started = subprocess.Popen([str(PATHS["firefox"]), *options], **quiet)  # noqa: S603 - from the path
        try:
            door = Path(profile) / "WebDriverBiDiServer.json"
            while not door.exists() or not (said := door.read_text("utf-8")):
                time.sleep(0.05)
            address = "ws://{ws_host}:{ws_port}/session".format(**json.loads(said))
            with connect(address, max_size=None) as wire:
                yield Firefox(wire)
        finally:
            started.terminate()
            started.wait()


BROWSERS: Final[Mapping[str, Callable[[int], Any]]] = {"chromium": chromium, "firefox": firefox}


@contextmanager
def tables(players: Sequence[int]) -> Generator[Mapping[int, str]]:
    """The addresses of a table for each number of players."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        with closing(SqliteStore(file)) as store:
            for each in players:
                store.add(position(each), {0: f"for{each}"})
        with served(file) as base:
            yield {each: f"{base}/table/for{each}" for each in players}


def faults(
    browser: Browser,
    address: str,
    sizes: Sequence[tuple[int, int]],
    pictures: Path | None = None,
    script: str = MEASURE,
) -> Iterator[tuple[int, int, str]]:
    """Width, height and fault, for each fault of a table at some sizes.

    Args:
        browser: The page.
        address: The table.
        sizes: The widths and heights.
        pictures: A folder for a picture of each size with a fault.
        script: `MEASURE`, `DIALOGS` or `LOBBY`.
    """
    browser.go(address)
    for width, height in sizes:
        browser.resize(width, height)
        found = browser.evaluate(script)
        yield from ((width, height, each) for each in found)
        if found and pictures:
            pictures.mkdir(exist_ok=True, parents=True)
            name = f"{type(browser).__name__.lower()}-{address.rpartition('/')[2]}-{width}x{height}.png"
            (pictures / name).write_bytes(browser.picture())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sweep.

    Args:
        arguments: The command line; by default that of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.sweep", description=__doc__)
    parser.add_argument("--browsers", nargs="+", choices=BROWSERS, default=[*BROWSERS])
    parser.add_argument("--players", nargs="+", type=int, choices=GAMES, default=[*GAMES])
    parser.add_argument("--widths", nargs="+", type=int, default=WIDTHS)
    parser.add_argument("--heights", nargs="+", type=int, default=HEIGHTS)
    parser.add_argument("--text", nargs="+", type=int, default=SCALES, help="in percent")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each fault")
    options = parser.parse_args(arguments)
    sizes = [*product(options.widths, options.heights)]
    sizes += LARGE if options.heights == HEIGHTS else ()
    few = [*product(options.widths, FEW)]
    kinds = Counter[str]()
    with tables(options.players) as addresses:
        for name, text in product(options.browsers, options.text):
            began, failing = time.monotonic(), 0
            with BROWSERS[name](text) as browser:
                for players, address in addresses.items():
                    lobby = address.partition("/table/")[0]
                    found = [*faults(browser, lobby, few, options.pictures, LOBBY)]
                    found += faults(browser, address, few, options.pictures, DIALOGS)
                    found += faults(browser, address, sizes, options.pictures)
                    failing += len({fault[:2] for fault in found})
                    for width, height, what in found:
                        print(f"{name:8} {text} % {players:2} players {width:4}x{height:<4} {what}")
                        kinds[re.sub(r"[-\d.]+|: .*", "", what)] += 1
            measured = len(sizes) * len(addresses)
            print(
                f"{name}, text at {text} %: {failing} of {measured} pages have faults; "
                f"{time.monotonic() - began:.0f} s"
            )
    for kind, many in kinds.most_common():
        print(f"{many:5} {kind}")
    return int(bool(kinds))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        raise SystemExit(main())
