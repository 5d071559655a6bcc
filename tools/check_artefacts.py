"""Check a wheel and an sdist: ``python -m tools.check_artefacts dist``.

It builds nothing; ``nox -s build`` builds both twice, compares the bytes, runs this, and installs them.
The sdist must have the files that git knows, and no others.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src" / "heartslib"
HOSTED: Final = (".ci/", ".github/")
"""The folders that no artefact has."""
LARGEST: Final = 4_000_000
"""The most bytes that an artefact may have."""


def sources() -> set[str]:
    """The files of the package, as paths in a wheel."""
    return {
        f"heartslib/{path.relative_to(SOURCES).as_posix()}"
        for path in SOURCES.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def wheel_faults(names: set[str]) -> Iterator[str]:
    """What is wrong with the files of a wheel."""
    inside = {name for name in names if ".dist-info/" not in name}
    for name in sorted(sources() - inside):
        yield f"the wheel lacks {name}"
    for name in sorted(inside - sources()):
        yield f"the wheel has {name}, which is not part of the package"
    if not any(name.endswith(".dist-info/licenses/LICENSE") for name in names):
        yield "the wheel has no licence"


def kept() -> set[str]:
    """The files of the project, without those that only serve where it is hosted."""
    listed = ("git", "ls-files", "-z")
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S603
    return {name for name in found.stdout.split("\0") if name and not name.startswith(HOSTED)}


def sdist_faults(names: set[str], wanted: set[str]) -> Iterator[str]:
    """What is wrong with the files of an sdist, given without their common folder."""
    for name in sorted(wanted - names):
        yield f"the sdist lacks {name}"
    for name in sorted(names - wanted - {"PKG-INFO"}):
        yield f"the sdist has {name}, which git does not know"


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with the artefacts in a folder."""
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sdists) != 1:
        yield f"{folder} has {len(wheels)} wheels and {len(sdists)} sdists instead of one of each"
        return
    for artefact in (*wheels, *sdists):
        if artefact.stat().st_size > LARGEST:
            yield f"{artefact.name} is larger than {LARGEST:,} bytes"
    with zipfile.ZipFile(wheels[0]) as wheel:
        yield from wheel_faults(set(wheel.namelist()))
    with tarfile.open(sdists[0]) as sdist:
        files = [PurePosixPath(member.name) for member in sdist.getmembers() if member.isfile()]
    yield from sdist_faults({str(PurePosixPath(*file.parts[1:])) for file in files}, kept())


def main() -> int:
    """Print the faults; 1 if there are any."""
    found = [*faults(Path(sys.argv[1]))]
    said = "\n".join(found) or "the wheel and the sdist are complete, and have nothing else"
    sys.stdout.write(f"{said}\n")
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
