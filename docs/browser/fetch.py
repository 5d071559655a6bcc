"""Fetch Python for the browser, which the page "Try it here" runs on: ``python docs/browser/fetch.py``.

It is Pyodide, from its npm package, without any of the packages that come for it.  The files go to
``docs/_pyodide``, which git ignores; the next build of the docs copies them.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

VERSION: Final = "0.29.5"
SHA512: Final = (
    "TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="
)
"""Of the package, as npm gives it."""

FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
FOLDER: Final = Path(__file__).parents[1] / "_pyodide"


def fetched() -> bool:
    """Whether the files of this version are here."""
    mark = FOLDER / "VERSION"
    is_this = mark.exists() and mark.read_text("utf-8") == VERSION
    return is_this and all((FOLDER / name).exists() for name in FILES)


def checksum(package: Path) -> str:
    """The checksum of a package, in the form that npm prints."""
    return base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()


def fetch() -> str:
    """Fetch the files; the answer says what is wrong, or is empty."""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not found; it comes with Node.js"
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", folder]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)  # noqa: S603
        packed = next(Path(folder).glob("*.tgz"), None)
        if done.returncode or packed is None:
            last = done.stderr.strip().splitlines()[-1:] or ["no package came"]
            return f"npm pack failed: {last[0]}"
        if checksum(packed) != SHA512:
            return f"the package is not Pyodide {VERSION}: its checksum differs"
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
        with tarfile.open(packed) as package:
            for name in FILES:
                content = package.extractfile(f"package/{name}")
                assert content is not None  # noqa: S101 - a regular file
                (FOLDER / name).write_bytes(content.read())
    (FOLDER / "VERSION").write_text(VERSION, "utf-8")
    return ""


if __name__ == "__main__":
    problem = "" if fetched() else fetch()
    if problem:
        sys.exit(f"{problem}; the docs can be built without the page")
    sys.stdout.write(f"Pyodide {VERSION} is in {FOLDER.name}\n")
