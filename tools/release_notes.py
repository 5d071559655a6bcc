"""The notes of a release, from the changelog: ``python -m tools.release_notes v0.1.0``.

The tag must be the version of the library, and the changelog must date it. Without a tag, the command
prints the notes as they are, and what is left to do, from CONTRIBUTING.md.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
EARLY: Final = "heartslib is not on PyPI yet"
"""What a README says that cannot be released."""


class NoReleaseError(Exception):
    """Why a tag cannot be released."""


def version_of(source: str) -> str:
    """The version in the text of `heartslib/__init__.py`, which need not be installed."""
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise NoReleaseError("src/heartslib/__init__.py has no __version__")
    if not re.fullmatch(r"\d+\.\d+\.\d+(rc[1-9]\d*)?", found[1]):
        raise NoReleaseError(f"the version is {found[1]}: write 0.1.0, or 0.1.0rc1 for a candidate")
    return found[1]


def notes(tag: str, version: str, changelog: str, readme: str = "") -> str:
    """The section of the changelog about a version.

    Raises:
        NoReleaseError: The tag is another version, the changelog has no dated section about it, or the
            README, which becomes the page on PyPI, says that there is none.
    """
    if EARLY in readme:
        raise NoReleaseError(f"README.md says {EARLY!r}: say there how to install a release")
    if tag != f"v{version}":
        raise NoReleaseError(f"the tag is {tag} and the version is {version}: tag it v{version}")
    date, text = section(version, changelog)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        raise NoReleaseError(
            f"CHANGELOG.md has {date!r} in the heading of {version}: write its date, such as 2026-12-31"
        )
    return text


def section(version: str, changelog: str) -> tuple[str, str]:
    """What the changelog has as the date of a version, and the text below it."""
    for found in re.finditer(r"^## (\S+) - (\S+)$", changelog, re.MULTILINE):
        if found[1] == version:
            text = changelog[found.end() :].partition("\n## ")[0]
            return found[2], text.strip() + "\n"
    raise NoReleaseError(f"CHANGELOG.md has no section '## {version} - ' with a date")


def left_to_do(version: str, contributing: str) -> str:
    """The numbered list of the section "Make a release", for a version."""
    section = contributing.split("\n## Make a release\n")[1]
    return section[section.index("1. ") :].partition("\n\n")[0].replace("VERSION", version) + "\n"


def main() -> int:
    """Print the notes of a tag, or the notes and what is left to do; 1 if it cannot be released."""
    source = (ROOT / "src" / "heartslib" / "__init__.py").read_text(encoding="utf-8")
    changelog, readme, contributing = (
        (ROOT / f"{name}.md").read_text(encoding="utf-8")
        for name in ("CHANGELOG", "README", "CONTRIBUTING")
    )
    try:
        version = version_of(source)
        if not sys.argv[1:]:
            _, text = section(version, changelog)
            left = left_to_do(version, contributing)
            sys.stdout.write(f"\nThe notes of {version}:\n\n{text}\nLeft to do:\n\n{left}")
            return 0
        sys.stdout.write(notes(sys.argv[1], version, changelog, readme))
    except NoReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
