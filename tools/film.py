"""Film the browser table for the README and the first page of the docs.

    python -m tools.film

Three games are played in Chromium, from one seed.  Of American Hearts: the pass, a card that may not be played and
why, a hint, the moon and how it is scored, and what the review says of the round; then the first tricks of two other
games.  Each film has at most 1 MB: ``docs/_static/table.webp`` at the size of a laptop, ``docs/_static/small.webp`` at
that of a phone.  ``docs/_static/web-table.png`` is the table with a hint.  The environment variable ``CHROMIUM`` may
name the browser.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, sync_playwright

from heartslib import ChooseName, View, wire
from heartslib.bots import careful
from heartslib.moves import Play

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "_static"
LARGE: Final = ViewportSize(width=1280, height=800)
FILMS: Final = {"table.webp": LARGE, "small.webp": ViewportSize(width=390, height=720)}
VARIANT: Final = "american"
OTHERS: Final = ("barbu", "spot")
"""The games of which the first tricks are shown."""
MOST_BYTES: Final = 1_000_000
MOST_HINTS: Final = 15
READ: Final = 2500
"""Milliseconds for a sentence."""
MOST: Final = 1.6
"""Seconds for which a frame of the film is shown at most."""
TRIES: Final = ((0.25, 60), (0.5, 60), (0.8, 60), (1.0, 60), (1.0, 45))
"""Seconds for which a frame is shown at least, and its quality, until the film fits."""

Frame = tuple[float, bytes]
"""When something was seen, and the picture."""


@contextmanager
def server(seed: int) -> Generator[str]:
    """The address of a server that runs meanwhile, and deals by this seed."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "games.sqlite")
        options = ["--port", "0", "--file", file, "--seed", f"{seed}", "--pause", "0.4"]
        command = [sys.executable, "-m", "examples.web_table", *options]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
            assert running.stdout
            try:
                yield running.stdout.readline().split()[-1]
            finally:
                running.terminate()


def seat(base: str, variant: str) -> str:
    """The address of the first seat at a new table, where the computer has the others."""
    people = {"Ada": True, "Bruno": False, "Chiara": False, "Dag": False}
    seats = [{"name": name, "human": human} for name, human in people.items()]
    body = json.dumps({"variant": variant, "seats": seats}).encode()
    asked = Request(f"{base}/games", body, {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(asked) as answer:  # noqa: S310 - it is ours
        return f"{base}/{json.load(answer)['0'].lstrip('/')}"


class Player:
    """A page at the table, and what its seat knows."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.heard = page, dict[str, Any]()
        page.set_default_timeout(10_000)
        page.on("websocket", self._listen)
        page.goto(address)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if "seen" in frame:
            self.heard = frame

    @property
    def view(self) -> View:
        """The last view; the seat's turn comes, or the round ends."""
        while not self.heard or not (self.heard["screen"]["ask"] or self.heard["screen"]["end"]):
            self.page.wait_for_timeout(50)
        return wire.loads_view(json.dumps(self.heard["seen"])).view

    def move(self) -> bool:
        """Make the move of a careful player, card by card; False if the round has its sheet."""
        view = self.view
        if view.sheet:
            return False
        move, question = careful(view), view.question
        self.heard = {}
        if isinstance(question, ChooseName):
            chosen = [question.make(name) for name in question.names].index(move)
            self.page.locator("#buttons button").nth(chosen).click()
            return True
        cards = [move.card] if isinstance(move, Play) else [*getattr(move, "cards", ())]
        for card in cards:
            self.page.locator(f"#hand [data-card='{card}']").evaluate("card => card.click()")
            self.page.wait_for_timeout(300)
        if not isinstance(move, Play):
            self.page.locator("#buttons .go").evaluate("button => button.click()")
        return True

    def ask_why(self) -> None:
        """Click a card that may not be played."""
        view = self.view
        barred = [card for card in view.hand if card not in view.legal_plays()]
        self.page.locator(f"#hand [data-card='{barred[-1]}']").evaluate("card => card.click()")
        self.page.wait_for_timeout(READ)

    def hint(self) -> None:
        """Ask for a hint, again until it says what the cards would cost: at first that is being compiled."""
        said = self.page.locator("#why")
        for _ in range(MOST_HINTS):
            self.page.get_by_role("button", name="Hint").click()
            self.page.wait_for_timeout(4000)
            if self.page.locator("#hand .hinted").count() and "point" in said.inner_text():
                break


@contextmanager
def filmed(page: Page, frames: list[Frame]) -> Generator[None]:
    """Add to the frames whatever the page shows meanwhile."""
    session: Any = page.context.new_cdp_session(page)  # its types are unknown

    def see(event: dict[str, Any]) -> None:
        frames.append((event["metadata"]["timestamp"], base64.b64decode(event["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", see)
    session.send("Page.startScreencast", {"format": "png"})
    yield
    session.send("Page.stopScreencast")
    session.detach()


def film(browser: Browser, base: str, size: ViewportSize) -> tuple[list[Frame], bytes]:
    """Three games: the frames of the film, and the picture of a hint."""
    address = seat(base, VARIANT)
    context = browser.new_context(viewport=size)
    player = Player(context.new_page(), address)
    frames, picture = list[Frame](), b""
    with filmed(player.page, frames):
        play_until(player, is_barred)
        player.ask_why()
        play_until(player, has_choice)
    picture = hinted(browser, address)  # after this the answer comes at once
    with filmed(player.page, frames):
        player.hint()
        player.page.wait_for_timeout(READ)
        for _ in range(2):
            player.move()
            assert player.view.hand
    while len(player.view.hand) > 1:
        player.move()
    with filmed(player.page, frames):
        while player.move():
            pass
        player.page.locator("#scores[open]").wait_for()
        player.page.wait_for_timeout(READ)
        player.page.locator("#review").click()
        player.page.locator("#reviewed li").first.wait_for(timeout=60_000)
        player.page.wait_for_timeout(READ)
    context.close()
    for variant in OTHERS:
        context = browser.new_context(viewport=size)
        player = Player(context.new_page(), seat(base, variant))
        assert player.view.hand
        with filmed(player.page, frames):
            while len(player.view.table.tricks) < 2:
                player.page.wait_for_timeout(700)
                player.move()
        context.close()
    return frames, picture


def play_until(player: Player, is_so: Callable[[View], bool]) -> None:
    """Move, at the pace of a reader, until the view of the seat to act is as wanted."""
    while not is_so(player.view):
        player.page.wait_for_timeout(700)
        if not player.move():
            raise SystemExit("there is nothing to show in this round: try another --seed")


def is_barred(view: View) -> bool:
    """Whether a card may not be played."""
    return 0 < len(view.legal_plays()) < len(view.hand)


def has_choice(view: View) -> bool:
    """Whether there are several cards to play, and not the whole hand."""
    return is_barred(view) and len(view.legal_plays()) > 1


def hinted(browser: Browser, address: str) -> bytes:
    """A picture of the table as it is, with a hint."""
    context = browser.new_context(viewport=LARGE)
    player = Player(context.new_page(), address)
    player.hint()
    picture = player.page.screenshot()
    context.close()
    return picture


def shown(frames: list[Frame], least: float) -> Iterator[tuple[Image.Image, int]]:
    """The pictures of a film, each with its milliseconds."""
    since, before = frames[0]
    for when, picture in [*frames[1:], (frames[-1][0] + 2 * MOST, b"")]:
        if when - since >= least:
            seconds = min(when - since, MOST if picture else 2 * MOST)
            yield Image.open(io.BytesIO(before)).convert("RGB"), round(1000 * seconds)
            since = when
        before = picture


def developed(frames: list[Frame]) -> bytes:
    """The film, as good as its size allows."""
    for least, quality in TRIES:
        (first, *others), durations = zip(*shown(frames, least), strict=True)
        film = io.BytesIO()
        options: dict[str, Any] = {"save_all": True, "append_images": others, "loop": 0}
        options |= {"allow_mixed": True, "minimize_size": True}  # some are smaller without loss
        first.save(film, "WEBP", quality=quality, duration=[*durations], **options)
        print(f"{len(durations)} frames of quality {quality}: {len(film.getvalue()):,} bytes")
        if len(film.getvalue()) <= MOST_BYTES:
            return film.getvalue()
    raise SystemExit(f"the film does not fit into {MOST_BYTES:,} bytes: film fewer tricks")


def main() -> None:
    """Play, and write the film and the picture."""
    parser = argparse.ArgumentParser(prog="python -m tools.film", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=186, help="of the deals; the first seat shoots the moon"
    )
    seed = parser.parse_args().seed
    chromium = (
        os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    )
    if chromium is None:
        parser.error("no Chromium is found; CHROMIUM may name one, and `.ci/install` installs one")
    with sync_playwright() as playwright, server(seed) as base:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size in FILMS.items():
            frames, picture = film(browser, base, size)
            (FOLDER / name).write_bytes(developed(frames))
            if size is LARGE:
                colours = Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, kmeans=2)
                colours.save(FOLDER / "web-table.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
