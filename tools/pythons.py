"""The library on Pythons that this machine does not have: ``python -m tools.pythons``.

CPython 3.14 and 3.15 and PyPy are packages of Debian, with their own C library; they are unpacked into a folder and
not installed.  CPython 3.13 without the GIL is built from Debian's source.  Each has an environment with the packages
of the extra ``test`` of which there are wheels for it.  The digest, a demo, a game that is played and saved, and
rounds by the compiled kernel where there is numba must print there what they print here; then the inner ring of the
tests runs.

It needs Debian, and ``apt-get install patchelf``; the build needs a C compiler, make, and ``apt-get install
libbz2-dev libffi-dev liblzma-dev libsqlite3-dev libssl-dev zlib1g-dev``.
"""

# ruff: noqa: S603, T201 - our own commands and Debian's sources; a command prints

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.unpacked import (
    KERNEL,
    PRINTED,
    PYTEST,
    ROOT,
    Python,
    apt,
    compared,
    made,
    needed,
    tested,
    unpack,
)

PACKAGES: Final = {"3.14": "python3.14", "3.15": "python3.15", "pypy": "pypy3"}
SOURCES: Final = {"free-threaded": "python3.13"}
NEWEST: Final = "sid"
"""Debian's suite with the packages."""
STABLE: Final = "trixie"
"""The one with the source."""
KEYS: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
SAYS: Final = "import sys; print(*sys.version.split())"


def other_suite(folder: Path, kind: str, suite: str) -> dict[str, object]:
    """The options of APT for another suite of the machine's mirror."""
    asked = ("apt-get", "indextargets", "--format", "$(REPO_URI)", "Label: Debian")
    mirrors = subprocess.check_output(asked, encoding="utf-8").splitlines()
    if not mirrors:
        sys.exit("APT knows no mirror of Debian: run apt-get update, on Debian")
    sources = folder / "sources.list"
    sources.write_text(f"{kind} [signed-by={KEYS}] {mirrors[0]} {suite} main\n", encoding="utf-8")
    return {"Dir::Etc::sourcelist": sources, "Dir::Etc::sourceparts": "-"}


def unpacked(folder: Path, package: str) -> Path:
    """The Python of a package, which finds its own C library."""
    unpack(folder, [package, "libstdc++6"], other_suite(folder, "deb", NEWEST))
    root = folder / "root" / "usr"
    python = (root / "bin" / package).resolve()
    (loader,) = {each.resolve() for each in root.glob("lib*/**/ld-linux*.so.*")}
    patch = ("patchelf", "--set-interpreter", loader, "--force-rpath", "--set-rpath", loader.parent)
    subprocess.run([*patch, python], check=True)
    return python


def built(folder: Path, package: str) -> Path:
    """The Python that a source makes, without the GIL."""
    own = apt(folder, other_suite(folder, "deb-src", STABLE))
    subprocess.run([*own, "update"], check=True)
    fetch = ("source", "--download-only", "--tar-only", package)
    subprocess.run([*own, *fetch], check=True, cwd=folder)
    with tarfile.open(next(folder.glob("*.orig.tar.xz"))) as archive:
        archive.extractall(folder, filter="data")
    source = next(folder.glob("Python-*/configure")).parent
    without = ("--disable-gil", "--disable-test-modules", "--without-ensurepip")
    configure = ("./configure", *without, f"--prefix={folder}/root")
    with (folder / "build.txt").open("wb") as log:
        for step in (configure, ("make", "-j2"), ("make", "install")):
            subprocess.run(step, check=True, cwd=source, stdout=log, stderr=subprocess.STDOUT)
    return folder / "root" / "bin" / package


def furnished(folder: Path, python: Path) -> None:
    """Make an environment, with the packages of the tests of which there are wheels."""
    home = folder / "environment"
    subprocess.run([python, "-m", "venv", "--clear", "--without-pip", home], check=True)
    site = next(home.glob("lib/*/site-packages"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", f"--target={site}", "pip"]
    subprocess.run(pip, check=True)  # Debian has that of its Pythons elsewhere
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--only-binary=:all:"]
    wanted = [*dict.fromkeys(needed("test"))]
    lacking: list[str] = []
    if subprocess.run([*pip, *wanted], check=False, stderr=subprocess.DEVNULL).returncode:
        for each in wanted:
            ran = subprocess.run([*pip, each], check=False, capture_output=True, encoding="utf-8")
            if ran.returncode:
                lacking.append(f"{each}: {ran.stderr.splitlines()[-1]}\n")
    (folder / "lacking.txt").write_text("".join(lacking), encoding="utf-8")


def found(folder: Path, name: str) -> Python:
    """One of the Pythons, which is fetched if it is not there."""
    if not (folder / "lacking.txt").exists():
        for each in ("apt-get", "make" if name in SOURCES else "patchelf"):
            if shutil.which(each) is None:
                sys.exit(f"{each} is not found: this needs Debian, and apt-get install {each}")
        there = built if name in SOURCES else unpacked
        furnished(folder, there(folder, {**PACKAGES, **SOURCES}[name]))
    own = {"PYTHONPATH": f"{ROOT}/src", "PYTHONPYCACHEPREFIX": str(folder / "cache")}
    if name in SOURCES:
        own["PYTHON_GIL"] = "0"  # even if an extension module does not say that it needs none
    return Python([str(folder / "environment" / "bin" / "python")], own)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and test; the exit status is 1 if something differs or a test fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.pythons", description=__doc__)
    names = [*PACKAGES, *SOURCES]
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help=", ".join(names))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "pythons")
    parser.add_argument("--tests", nargs="*", default=["tests"])
    options = parser.parse_args(arguments)
    if unknown := {*options.pythons} - {*names}:
        parser.error(f"{min(unknown)!r} is none of {', '.join(names)}")
    wrong = 0
    for name in options.pythons or names:
        folder = made(options.folder / name, parser)
        python = found(folder, name)
        said = subprocess.check_output([*python.command, "-c", SAYS], encoding="utf-8").strip()
        print(f"{name}: {said}")
        lacking = (folder / "lacking.txt").read_text(encoding="utf-8")
        missing = re.findall(r"^[\w-]+", lacking, re.MULTILINE)
        print(f"          without {', '.join(missing) or 'nothing'}", flush=True)
        wrong += compared(python, PRINTED if "numba" in missing else {**PRINTED, **KERNEL})
        wrong += tested(python, options.tests, PYTEST, folder / "tests.txt")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
