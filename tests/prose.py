"""Phrases that this project avoids, and where they are: ``python tests/prose.py``.

CONTRIBUTING.md says how to write; this finds the worst of what it warns against.  Code, tests,
docs and examples are read alike, since names and comments are prose too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

PLACES: Final = ("*.md", "*.py", "src/**/*.py", "docs/**/*.md", "docs/_ext/*.py")
PLACES_BESIDE: Final = ("tests/**/*.py", "examples/**/*.py", "examples/**/*.md", "benchmarks/*.*")

WRITTEN_BY_THE_BUILD: Final = ("docs/_build", "docs/reference/rule/", "docs/reference/variant/")

AVOIDED: Final = {
    r"told": "given, known, shown, heard",
    r"lies?|lying|lain": "is, are",
    r"stands? (in|at|on|beside|there|so|as)": "is; see ...; holds",
    r"mostly": "usually, None unless",
    r"be it|be they": "even, whether",
    r"(?<=[,;] )save (?!and |or )|save (for|that|where|when|in)": "except",
    r"(?<=[.;:] )Who (is|has|holds|does|shoots|cannot)\b(?![^.?]*\?)": "a player who, whoever",
    r"throw(s|n|ing)?(?! new)": "discard",
    r"(?<!third-)part(y|ies)": "side",
    r"dear|dearest": "costly",
    r"booked": "entered",
    r"speaks? of": "mention",
    r"a text|texts": "text, a string",
    r"oneself|one's": "yourself, your",
    r"anew": "again",
    r"belongs? into": "belongs in",
    r"therein|wherein|whereof|thereof|thereby": "in it, where, whose",
    r"of whom": "whom, who",
}

IDS: Final = re.compile(r"\(A\d+|[Dd]ocuments? 00\d|\b00\d (?:to|and) 00\d|\b00[0-4] [\"“(]")
"""Numbers of sources and decisions, for which the title of the source is plainer."""

IDS_ARE_FINE: Final = ("tests/", "docs/explanation/sources.md", "CONTRIBUTING.md")

_AVOIDED: Final = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in AVOIDED))


def found(path: Path) -> Iterator[tuple[int, str]]:
    """The phrases to avoid in a file, with their lines."""
    place = path.relative_to(ROOT).as_posix()
    patterns = (_AVOIDED,) if place.startswith(IDS_ARE_FINE) else (_AVOIDED, IDS)
    section = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        section = line if line.startswith("## ") else section
        if (place, section) != ("CONTRIBUTING.md", "## Style"):  # it quotes them
            for pattern in patterns:
                yield from (
                    (number, match[0]) for match in pattern.finditer(line.replace("_", " "))
                )


def files() -> Iterator[Path]:
    """What people read of this project."""
    for pattern in (*PLACES, *PLACES_BESIDE):
        for path in sorted(ROOT.glob(pattern)):
            place = path.relative_to(ROOT).as_posix()
            if path != Path(__file__) and not place.startswith(WRITTEN_BY_THE_BUILD):
                yield path


def main() -> int:
    """Print every place; 1 if there is one."""
    places = [(path.relative_to(ROOT), *each) for path in files() for each in found(path)]
    sys.stdout.writelines(f"{path}:{line}: {phrase}\n" for path, line, phrase in places)
    return bool(places)


if __name__ == "__main__":
    sys.exit(main())
