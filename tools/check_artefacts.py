"""Check the wheel and the sdist in a folder, by default ``dist``: ``python -m tools.check_artefacts``.

It builds nothing; ``nox -s build`` builds both twice, compares the bytes, runs this, and installs them.
The sdist must have the files that git knows, and no others. Both must have the same metadata, with a
description that needs nothing beside it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path, PurePosixPath
from typing import Any, Final

from tools.release_notes import version_of

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
    for licence in ("LICENSE", "src/heartslib/show/courts.txt"):
        if not any(name.endswith(f".dist-info/licenses/{licence}") for name in names):
            yield f"the wheel lacks the licence {licence}"


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


def metadata_faults(text: str) -> Iterator[str]:
    """What is wrong with the metadata of an artefact."""
    found = message_from_string(text)
    project: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        "Name": project["name"],
        "Version": version_of((SOURCES / "__init__.py").read_text(encoding="utf-8")),
        "License-Expression": project["license"],
        "Requires-Python": project["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    for key, value in wanted.items():
        if found[key] != value:
            yield f"{key} is {found[key]!r} in the metadata, not {value!r}"
    for link in re.findall(r"\]\((?!https:)(.+?)\)|^\[.+\]: (?!https:)(.+)", text, re.MULTILINE):
        yield f"PyPI cannot follow the link {''.join(link)!r} of the README: write its whole address"


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with the artefacts in a folder."""
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sdists) != 1:
        found = f"{len(wheels)} wheels and {len(sdists)} sdists"
        yield f"{folder} has {found} instead of one of each: nox -s build makes them in dist"
        return
    for artefact in (*wheels, *sdists):
        if artefact.stat().st_size > LARGEST:
            yield f"{artefact.name} is larger than {LARGEST:,} bytes"
    with zipfile.ZipFile(wheels[0]) as wheel:
        yield from wheel_faults(names := set(wheel.namelist()))
        metadata = wheel.read(next(name for name in names if name.endswith("/METADATA")))
    with tarfile.open(sdists[0]) as sdist:
        files = {
            str(PurePosixPath(*PurePosixPath(member.name).parts[1:])): member
            for member in sdist.getmembers()
            if member.isfile()
        }
        written = sdist.extractfile(files["PKG-INFO"])
        if written is None or written.read() != metadata:
            yield "the wheel and the sdist have different metadata"
    yield from sdist_faults({*files}, kept())
    yield from metadata_faults(metadata.decode())


def main() -> int:
    """Print the faults; 1 if there are any."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    try:
        found = [*faults(folder)]
    except (zipfile.BadZipFile, tarfile.TarError):
        found = [f"the wheel or the sdist in {folder} is damaged: nox -s build makes both again"]
    except (FileNotFoundError, subprocess.CalledProcessError):
        found = [
            f"git does not list the files of {ROOT}: check the artefacts in a checkout, with git"
        ]
    said = "\n".join(found) or "the wheel and the sdist are complete, and have nothing else"
    sys.stdout.write(f"{said}\n")
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
