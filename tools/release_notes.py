"""The notes of a release, from the changelog: ``python -m tools.release_notes v0.1.0``.

The tag must be the version of the library, and the changelog must date it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


class NoReleaseError(Exception):
    """Why a tag cannot be released."""


def version_of(source: str) -> str:
    """The version in the text of `heartslib/__init__.py`, which need not be installed."""
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise NoReleaseError("src/heartslib/__init__.py has no __version__")
    return found[1]


def notes(tag: str, version: str, changelog: str) -> str:
    """The section of the changelog about a version.

    Raises:
        NoReleaseError: The tag is another version, or the changelog has no dated section about it.
    """
    if tag != f"v{version}":
        raise NoReleaseError(f"the tag is {tag} and the version is {version}: tag it v{version}")
    heading = re.compile(r"^## (\S+) - (\S+)$", re.MULTILINE)
    for found in heading.finditer(changelog):
        if found[1] == version:
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", found[2]):
                raise NoReleaseError(
                    f"CHANGELOG.md has {found[2]!r} in the heading of {version}: write its date, "
                    "such as 2026-12-31"
                )
            text = changelog[found.end() :]
            after = re.search(r"^## ", text, re.MULTILINE)
            return text[: after.start() if after else None].strip() + "\n"
    raise NoReleaseError(f"CHANGELOG.md has no section '## {version} - ' with a date")


def main() -> int:
    """Print the notes of a tag; 1 if it cannot be released."""
    (tag,) = sys.argv[1:]
    source = (ROOT / "src" / "heartslib" / "__init__.py").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        sys.stdout.write(notes(tag, version_of(source), changelog))
    except NoReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
