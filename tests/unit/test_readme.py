"""The README shows the games there are, and its commands work on any Python that is new enough."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from heartslib import variants
from heartslib.show.svg import table_svg
from tests.golden.write import PICTURE, pictured

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_games_is_complete() -> None:
    rows = [
        row.strip("| ").split(" | ") for row in re.findall(r"^\| `\w+` \|.*", README, re.MULTILINE)
    ]
    expected: list[list[str]] = []
    for slug, rules in variants.all().items():
        first, last = rules.players[0], rules.players[-1]
        players = f"{first} to {last}" if first < last else str(first)
        expected.append([f"`{slug}`", players, rules.summary])
    assert rows == expected


def test_the_picture_is_what_the_library_draws() -> None:
    assert PICTURE.read_text(encoding="utf-8") == table_svg(pictured())


def test_each_link_leads_to_a_page_or_a_file() -> None:
    """The site is what `docs` is built to: a page where its source has one."""
    site = "https://heartslib.github.io/heartslib/"
    checkout = "https://github.com/heartslib/heartslib/blob/main/"
    links = re.findall(r"^\[[^]]+\]: (\S+)$", README, re.MULTILINE)
    assert site in links
    for link in links:
        page = link.removeprefix(site).replace(".html", ".md") or "index.md"
        source = (
            ROOT / "docs" / page if link.startswith(site) else ROOT / link.removeprefix(checkout)
        )
        assert source.is_file(), link


def test_the_lines_for_powershell_do_what_those_for_a_shell_do() -> None:
    lines = re.findall(r"^python3 -c .+", README, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        first, *steps = (
            line.replace("python3", "python").replace("/bin/", "\\Scripts\\").split(" && ")
        )
        nested = "".join(f"; if ($?) {{ {step}" for step in steps)
        assert f"{first}{nested}{' }' * len(steps)}" in README.splitlines()


@pytest.mark.slow
def test_an_old_python_is_refused_in_a_sentence() -> None:
    checks = re.findall(r'^(python3?) -c "(.+?)"', README, re.MULTILINE)
    assert len(checks) == 4
    for name, check in checks:
        old = f"import sys; sys.version_info = (3, 10, 4); {check}"
        for code, said in [
            (check, ""),
            (old, f"heartslib needs Python 3.11 or newer, and {name} is 3.10\n"),
        ]:
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)  # noqa: S603, PLW1510
            assert (done.returncode, done.stderr) == (bool(said), said)
