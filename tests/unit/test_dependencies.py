"""The page of dependencies says what `pyproject.toml` says."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "tools" / "DEPENDENCIES.md").read_text(encoding="utf-8")


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
        assert any(re.match(rf"{name}(\[\w+\])?>=", each) for each in extras[extra]), name


ROWS = [
    [*map(str.strip, row.strip("|").split("|"))]
    for row in re.findall(r"^\| [\w-]+ \| \d.*\|$", PAGE, re.MULTILINE)
]
_PSF = "Python Software Foundation"
SAME = {
    "Apache-2.0": "Apache",
    "BSD-2-Clause": "BSD",
    "BSD-3-Clause": "BSD",
    "PSF-based": _PSF,
    "PSF-2.0": _PSF,
}
"""What a package calls its licence that does not name it in the usual form."""


@pytest.mark.parametrize(("name", "licence"), [(row[0], row[2]) for row in ROWS])
def test_the_licence_is_the_one_that_the_package_names(name: str, licence: str) -> None:
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed")
    expression = "".join(found.get_all("License-Expression") or ())
    if expression:
        assert licence in expression.split(" AND ")
    else:
        named = [*(found.get_all("License") or ()), *(found.get_all("Classifier") or ())]
        assert any(SAME.get(licence, licence) in each[:200] for each in named)


def test_every_row_says_why_and_what_else() -> None:
    assert {len(row) for row in ROWS} == {5, 6}
    assert all(map(all, ROWS))
