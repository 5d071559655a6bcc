"""The declarations for TypeScript say what the schemas say, and check the client in JavaScript."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from heartslib.formats.schemas import NAMES
from tests.schemas.declare import declarations, form_name
from tests.schemas.test_schemas import GONE, ROOT, changed, written
from tests.schemas.write import DECLARED, declared

TSC = shutil.which("tsc")
CLIENT = ROOT / "examples" / "client" / "client.js"
NODE = Path(__file__).with_name("node.d.ts")

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
    ("view", "view.phase", "tea"),
    ("view", "view.table.trick", GONE),
    ("view", "more", 1),
    ("move", "move.to.0", [1]),
    ("move", "move", {"move": "Play", "seat": 0}),
    ("answer", "yes", True),
    ("answer", "cards", None),
    ("score-card", "rounds.0.partial", 1),
    ("score-card", "rounds.2.sheet.players", GONE),
]


def complaints(*files: Path, types: Path) -> str:
    """What the compiler says of some files; `types` is a folder without any."""
    assert TSC is not None
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --lib es2022 --pretty false"
    command = [TSC, *options.split(), "--typeRoots", str(types), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603


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
