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
    r"(?<=[.;:] )Who (is|has|holds|plays|passes|takes|does|shoots|cannot)\b(?![^.?]*\?)": "a player who, whoever",
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

LOOKED_UP_NOWHERE: Final = {
    r"\(A\d+|[Dd]ocument(s)? 00\d|\b00\d (to|and) 00\d|00[0-4] [\"“(]": "the title of the source",
}
"""What only `docs/explanation/sources.md` and the tests of the variants may say."""

_AVOIDED = re.compile("|".join(rf"\b(?:{each})\b" for each in AVOIDED))
_IDS = re.compile("|".join(LOOKED_UP_NOWHERE))


def found(path: Path) -> Iterator[tuple[int, str]]:
    """The avoided phrases of a file, with their lines."""
    place = path.relative_to(ROOT).as_posix()
    ids = not place.startswith("tests/") and place != "docs/explanation/sources.md"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        plain = line.replace("_", " ")
        for pattern in (_AVOIDED, _IDS)[: 1 + ids]:
            yield from ((number, match[0]) for match in pattern.finditer(plain))


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
    for path, line, phrase in places:
        print(f"{path}:{line}: {phrase}")
    return bool(places)


if __name__ == "__main__":
    sys.exit(main())
