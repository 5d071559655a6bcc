"""The declarations for TypeScript say what the schemas say, and check the client in JavaScript."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from heartslib import Game, variants, wire
from heartslib.formats.schemas import NAMES
from tests.schemas.declare import declarations, form_name
from tests.schemas.test_schemas import GONE, ROOT, changed, written
from tests.schemas.write import DECLARED, declared, schema

TSC = shutil.which("tsc")
CLIENT = ROOT / "examples" / "client" / "client.js"
NODE = Path(__file__).with_name("node.d.ts")
PAGE = ROOT / "docs" / "howto" / "client-in-another-language.md"
WRITTEN: Any = Draft202012Validator(schema("view", narrow=True))
LINES = """
const { answer, news } = require("./client.js");
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  console.log(JSON.stringify([answer(message), news(message)]));
});
"""

needs_typescript = pytest.mark.skipif(
    TSC is None, reason="there is no TypeScript here: npm install --global typescript"
)

REFUSED: list[tuple[str, str, Any]] = [
    ("game-record", "version", 2),
    ("game-record", "moves.0.hands", GONE),
    ("game-record", "moves.1.seat", "0"),
    ("rulebook", "rules", None),
    ("rulebook", "rules.name", GONE),
    ("recorded-round", "plays", GONE),
    ("recorded-round", "points.0", "5"),
    ("view", "number", GONE),
    ("view", "epoch", GONE),
    ("view", "view.hand", ["2C"]),
    ("view", "view.table.trick.cards", ""),
    ("view", "view.settled.pool", GONE),
    ("view", "events.0.event", "Tea"),
    ("view", "view.phase", "tea"),
    ("view", "view.table.trick", GONE),
    ("view", "more", 1),
    ("move", "move.to.0", [1]),
    ("move", "move", {"move": "Play", "seat": 0}),
    ("answer", "yes", True),
    ("answer", "cards", None),
    ("score-card", "rounds.0.partial", 1),
    ("score-card", "rounds.2.sheet.players", GONE),
    ("vector", "question", GONE),
    ("vector", "events.0.event", "Tea"),
]


def complaints(*files: Path, types: Path) -> str:
    """What the compiler says of some files; `types` is a folder without any."""
    assert TSC is not None
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --lib es2022 --pretty false"
    command = [TSC, *options.split(), "--typeRoots", str(types), *map(str, files)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    return ran.stdout


def test_the_file_is_the_one_that_is_written() -> None:
    assert DECLARED.read_text(encoding="utf-8") == declared()


def test_whatever_it_names_is_declared_once() -> None:
    text = re.sub(r'/\*\*.*?\*/|"[^"]*"', "", declared(), flags=re.DOTALL)
    types = re.findall(r"^export type (\w+)", text, re.MULTILINE)
    assert len(types) == len({*types})
    body = re.sub(r"^//.*$", "", text, flags=re.MULTILINE)
    assert {*re.findall(r"\b[A-Z]\w+", body)} - {"Array"} == {*types}
    assert {form_name(name) for name in NAMES} <= {*types}


def test_two_definitions_never_share_a_name() -> None:
    text, number = {"type": "string"}, {"type": "integer"}
    one = {"title": "One", **text, "$defs": {"part": text}}
    assert declarations({"one": one, "two": {**one, "title": "Two"}}).count("Part =") == 1
    for other in (
        {"title": "Two", **text, "$defs": {"part": number}},
        {**one, "$defs": {"one": text}},
    ):
        with pytest.raises(ValueError, match=r"two definitions are called (Part|One)"):
            declarations({"one": one, "two": other})
    with pytest.raises(ValueError, match="two definitions of one have the same name"):
        declarations({"one": {"title": "One", "$defs": {"a_b": text, "aB": text}}})


@needs_typescript
@pytest.mark.slow
def test_the_client_fits_the_declarations(tmp_path: Path) -> None:
    assert complaints(NODE, CLIENT, types=tmp_path) == ""
    wrong = tmp_path / "client.js"
    types = DECLARED.with_name("heartslib").as_posix()
    text = CLIENT.read_text(encoding="utf-8").replace(
        "../../src/heartslib/schemas/heartslib", types
    )
    wrong.write_text(text.replace("question.instead", "question.options"), encoding="utf-8")
    assert "Property 'options' does not exist" in complaints(NODE, wrong, types=tmp_path)


@needs_typescript
@pytest.mark.slow
def test_values_fit_the_declarations_or_do_not(tmp_path: Path) -> None:
    types = DECLARED.with_name("heartslib").as_posix()
    lines = [f"import type {{ {', '.join(map(form_name, NAMES))} }} from {json.dumps(types)};"]
    for number, name in enumerate(NAMES):
        lines.append(f"export const fits{number}: {form_name(name)} = {json.dumps(written(name))};")
    for number, (name, path, new) in enumerate(REFUSED):
        value = json.dumps(changed(written(name), path, new))
        lines += [
            f"// @ts-expect-error: {name} {path}",
            f"export const wrong{number}: {form_name(name)} = {value};",
        ]
    file = tmp_path / "values.ts"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert complaints(file, types=tmp_path) == ""


@needs_typescript
@pytest.mark.slow
def test_the_client_of_the_page_plays_every_variant(tmp_path: Path) -> None:
    (code,) = re.findall(
        r"^```ts\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    (tmp_path / "client.ts").write_text(code, encoding="utf-8")
    (tmp_path / "heartslib.d.ts").write_bytes(DECLARED.read_bytes())
    (tmp_path / "lines.js").write_text(LINES, encoding="utf-8")
    assert TSC is not None
    strict = "--strict --noUncheckedIndexedAccess --target es2022 --module commonjs --pretty false"
    command = [TSC, *strict.split(), "--types", "", str(tmp_path / "client.ts")]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == ""  # noqa: S603
    for rules in variants.all().values():
        with ExitStack() as stack:
            game = Game.new(rules)
            clients = [
                stack.enter_context(client(tmp_path / "lines.js")) for _ in range(game.players)
            ]
            round_over(game, clients)


def client(file: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(["node", file], stdin=-1, stdout=-1, text=True, encoding="utf-8")  # noqa: S603, S607


def round_over(game: Game, clients: list[subprocess.Popen[str]]) -> None:
    """Play a round; each client answers first, and tells what it has seen since its last message."""
    had: list[Game | None] = [None] * len(clients)
    while game.phase.name != "score":
        if not game.to_act:
            game = game.deal(seed=7)
            continue
        seat = game.to_act[0]
        text = wire.dumps_view(game, seat, since=had[seat])
        if len(game.history) % 5 == 0:  # it takes longer than all else
            assert not [*WRITTEN.iter_errors(json.loads(text))]
        pipe = clients[seat]
        assert pipe.stdin
        assert pipe.stdout
        pipe.stdin.write(f"{text}\n")
        pipe.stdin.flush()
        answer, news = json.loads(pipe.stdout.readline())
        earlier, had[seat] = had[seat], game
        if earlier:
            assert len(news) == len(game.events(seat, earlier))
        else:
            assert news[0].startswith("your hand: ")
        game = wire.receive(game, json.dumps(answer), seat)
