"""The example in TypeScript plays 200 rounds through the command serve."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "serve" / "play.ts"
NODE = ROOT / "tests" / "schemas" / "node.d.ts"
TSC = shutil.which("tsc")
STRICT = (
    *("--strict", "--noUncheckedIndexedAccess", "--erasableSyntaxOnly", "--pretty", "false"),
    *("--target", "es2022", "--lib", "es2022", "--module", "commonjs"),
)


def version() -> tuple[int, int]:
    """The version of Node; 0.0 without it."""
    if shutil.which("node") is None:
        return 0, 0
    command = ["node", "--version"]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout  # noqa: S603
    first, second, _ = said.removeprefix("v").split(".")
    return int(first), int(second)


VERSION = version()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(VERSION == (0, 0), reason="there is no Node here"),
    pytest.mark.skipif(
        TSC is None and VERSION < (22, 18), reason="neither TypeScript nor a Node that reads it"
    ),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, in JavaScript if there is a compiler, which has nothing to say against its types."""
    if TSC is None:
        return EXAMPLE
    folder = tmp_path_factory.mktemp("compiled")
    where = ("--typeRoots", str(folder), "--outDir", str(folder))
    command = [TSC, *STRICT, *where, str(NODE), str(EXAMPLE)]
    assert subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout == ""  # noqa: S603
    return folder / "play.js"


@pytest.mark.parametrize("slug", ["american", "turbo", "barbu", "gong_zhu"])
def test_fifty_rounds_of_each(program: Path, slug: str) -> None:
    server = [sys.executable, "-m", "heartslib", "serve"]
    command = ["node", str(program), "50", slug, *server]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    assert ran.returncode == 0, ran.stderr
    first, second = ran.stdout.splitlines()
    line = rf"50 rounds of {slug} in (\d+) games, (\d+) events, (\d+) cards refused"
    found = re.fullmatch(line, first)
    assert found
    games, events, refused = map(int, found.groups())
    assert games >= 1
    assert events > 50 * 52
    assert refused > 10
    assert re.fullmatch(r"the scores of the last game:( -?\d+){3,}", second)
