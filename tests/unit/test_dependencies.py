"""The page of dependencies says what `pyproject.toml` says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "dependencies.md").read_text(encoding="utf-8")


def test_every_dependency_is_on_the_page_with_its_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    wanted += [each for group in extras.values() for each in group]
    bounds: dict[str, str] = {}
    for each in wanted:
        match = re.match(r"([\w-]+)(?:\[[\w,]+\])?(?:>=([\d.]+))?", each)
        assert match, each
        if match[1] != "heartslib":
            bounds[match[1]] = match[2]
    rows = re.findall(r"^\| ([\w-]+) \| (\d[\d.]*) \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(bounds.items())
    assert len({name for name, _ in rows}) == len(rows)


def test_each_user_extra_is_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    for name, extra in re.findall(
        r"^\| ([\w-]+) \| [\d.]+ \| [^|]+ \| `(\w+)` \|", PAGE, re.MULTILINE
    ):
        assert any(each.startswith(f"{name}>=") for each in extras[extra]), name
