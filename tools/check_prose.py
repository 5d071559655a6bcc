"""Find the phrases that this project avoids: ``python -m tools.check_prose``.

CONTRIBUTING.md says how to write; this finds the worst of what it warns against, in code, tests, docs
and examples alike, since names and comments are prose too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

PLACES: Final = (
    *(
        "*.md",
        "*.py",
        "src/**/*.py",
        "tests/**/*.py",
        "tools/**/*.py",
        "tools/*.md",
        "benchmarks/*.*",
    ),
    "benchmarks/peers/*.*",
    *("docs/**/*.md", "docs/_ext/*.py", "examples/**/*.py", "examples/**/*.md"),
)

WRITTEN_BY_THE_BUILD: Final = ("docs/_build/", "docs/reference/rule/", "docs/reference/variant/")

QUOTE_THEM: Final = {"check_prose", "test_prose"}

AVOIDED: Final = {
    r"(?<![.`])told(?![(`])": "given, known, shown, heard",
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

IDS: Final = re.compile(
    r"\(A\d+|[Dd]ocuments? 00\d|\b00\d (?:to|and) 00\d|(?<![,\d])00[0-4] [\"“(]"
)
"""Numbers of sources and decisions, for which the title of the source is plainer."""

IDS_ARE_FINE: Final = ("tests/", "tools/", "docs/explanation/sources.md", "CONTRIBUTING.md")

_AVOIDED: Final = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in AVOIDED))


def found(place: str, text: str) -> Iterator[tuple[int, str]]:
    """The phrases to avoid in the text of a file, with their lines."""
    patterns = (_AVOIDED,) if place.startswith(IDS_ARE_FINE) else (_AVOIDED, IDS)
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        section = line if line.startswith("## ") else section
        if (place, section) != ("CONTRIBUTING.md", "## Style"):  # it quotes them
            for pattern in patterns:
                yield from (
                    (number, match[0]) for match in pattern.finditer(line.replace("_", " "))
                )


def files() -> Iterator[Path]:
    """What people read of this project."""
    for pattern in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            place = path.relative_to(ROOT).as_posix()
            if path.stem not in QUOTE_THEM and not place.startswith(WRITTEN_BY_THE_BUILD):
                yield path


def places() -> Iterator[str]:
    """Every place to write again, as ``file:line: phrase``."""
    for path in files():
        place = path.relative_to(ROOT).as_posix()
        for line, phrase in found(place, path.read_text(encoding="utf-8")):
            yield f"{place}:{line}: {phrase}"


if __name__ == "__main__":
    lines = [f"{place}\n" for place in places()]
    sys.stdout.writelines(lines)
    sys.exit(bool(lines))
