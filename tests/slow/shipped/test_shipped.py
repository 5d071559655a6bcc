"""The library in the forms in which apps are shipped: each time a process of its own, and a home of its own."""

from __future__ import annotations

import compileall
import json
import os
import re
import shutil
import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

import heartslib
from tests.slow.shipped import app

PACKAGE: Final = Path(heartslib.__file__).parent
UNKEPT: Final = "compiled code cannot be kept, so that each process compiles it again: "
NO_HOME: Final = {"HOME": "/proc/none"}
LITTLE: Final = ("--little",)
"""What takes seconds to compile; all that a bot needs takes a minute."""

Found = dict[str, Any]


def installed(folder: Path) -> Path:
    """A folder with a copy of the package, and with the file that the app writes there."""
    shutil.copytree(
        PACKAGE, folder / "copy" / "heartslib", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder / "found.json"


@pytest.fixture
def found(tmp_path: Path) -> Path:
    return installed(tmp_path)


def environment(found: Path, **env: str) -> dict[str, str]:
    """That of a process that imports the copy beside a file, and is at home there."""
    ours = ("NUMBA", "HEARTSLIB", "PYTHON", "COV")
    given = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return given | {"HOME": str(found.parent), "PYTHONPATH": str(found.parent / "copy")} | env


def run(found: Path, *command: object, words: Iterable[str] = ("--compiled",), **env: str) -> Found:
    """What the app finds in a process of its own."""
    done = subprocess.run(  # noqa: S603
        [*map(str, command or (sys.executable, app.__file__)), str(found), *words],
        env=environment(found, **env),
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read: Found = json.loads(found.read_text(encoding="utf-8"))
    return read


def check(read: Found, *words: str) -> None:
    """The app has found what it finds in the checkout."""
    wanted: Found = json.loads(json.dumps(app.found(*(words or ("--compiled",)))))
    assert read | {"warnings": []} == wanted


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the code that american needs, compiled for any processor of this kind."""
    file = installed(tmp_path_factory.mktemp("first"))
    folder = file.parent / "kept"
    words = "-m", "heartslib", "compile", "--variants", "american", "--for", "generic"
    subprocess.run(  # noqa: S603
        [sys.executable, *words],
        env=environment(file, HEARTSLIB_CACHE_DIR=str(folder)),
        check=True,
        timeout=280,
    )
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*.nbc")}


@pytest.fixture
def copied(found: Path, kept: Path) -> Path:
    """The folder with the copy, which gets the compiled code beside its kernel."""
    folder = found.parent / "copy"
    shutil.copytree(kept, folder / "heartslib" / "simulate" / "__pycache__")
    return folder


def read_only(folder: Path) -> list[object]:
    """The beginning of a command that runs the app, and cannot write to a folder even as root."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    capable = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
    return [*capable * (os.geteuid() == 0), sys.executable, app.__file__]


def test_all_that_is_used_is_compiled_before_for_any_processor(kept: Path, found: Path) -> None:
    before = names(kept)
    read = run(found, words=["--all"], HEARTSLIB_CACHE_DIR=str(kept))
    assert (names(kept), read["warnings"]) == (before, [])
    check(read, "--all")


def test_a_read_only_install_without_a_home(copied: Path, found: Path) -> None:
    shutil.rmtree(copied / "heartslib" / "simulate" / "__pycache__")
    read = run(found, *read_only(copied), words=LITTLE, **NO_HOME)
    (warning,) = read["warnings"]
    assert warning.startswith(UNKEPT + "/proc/none")
    assert warning.endswith("set HEARTSLIB_CACHE_DIR to a folder that can be written to")
    check(read, *LITTLE)


def test_a_read_only_install_with_its_code_compiled_before(copied: Path, found: Path) -> None:
    read = run(found, *read_only(copied), **NO_HOME)
    assert read["warnings"] == []
    check(read)


def test_a_zip_file(copied: Path, kept: Path, found: Path) -> None:
    file = shutil.make_archive(str(copied.parent / "all"), "zip", copied)
    check(run(found, PYTHONPATH=file, HEARTSLIB_CACHE_DIR=str(kept)))


def test_a_copy_in_your_own_package(tmp_path: Path) -> None:
    """By the lines of the docs; under another name the library does not import, as they say."""
    page = Path(__file__).parents[3] / "docs" / "howto" / "ship-your-app.md"
    (lines,) = re.findall(
        r"^```text\n(.*?sys\.path\.insert.*?)^```",
        page.read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    package = tmp_path / "myapp"
    shutil.copytree(
        PACKAGE,
        package / "_vendor" / "heartslib",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (package / "__init__.py").write_text(lines, encoding="utf-8")
    (package / "plays.py").write_text(
        "import sys\n"
        "from heartslib import Game, variants\n"
        "print(Game.new(variants.get('american')).deal(seed=7).hands[0])\n"
        "print({module.__file__ for name, module in sys.modules.items() if 'heartslib' in name})\n",
        encoding="utf-8",
    )
    (package / "other.py").write_text(
        "import sys\nsys.modules['heartslib'] = None\nimport myapp._vendor.heartslib.game\n",
        encoding="utf-8",
    )
    plays, other = (
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", f"import myapp.{name}"],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        for name in ("plays", "other")
    )
    hand, files = plays.stdout.splitlines()
    assert hand == "5C TC KC 2D 9D TD JD KD 2S 5S QS JH KH"
    assert len(literal_eval(files)) > 50
    assert all(Path(file).is_relative_to(package) for file in literal_eval(files))
    assert "No module named 'heartslib.cards'" in other.stderr


def test_byte_code_alone(copied: Path, found: Path) -> None:
    assert compileall.compile_dir(copied, quiet=1, legacy=True)
    for source in copied.rglob("*.py"):
        source.unlink()
    assert run(found)["warnings"] == []


def test_no_console(kept: Path, found: Path) -> None:
    silent = f"import runpy, sys; sys.stdout = sys.stderr = None; runpy.run_path({app.__file__!r}, run_name='__main__')"
    check(run(found, sys.executable, "-c", silent, HEARTSLIB_CACHE_DIR=str(kept)))


def test_no_compiler(found: Path) -> None:
    check(run(found, NUMBA_DISABLE_JIT="1"))


def test_three_processes_that_meet_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with ThreadPoolExecutor(3) as threads:
        files = [installed(tmp_path / str(number)) for number in range(3)]
        env = {"HEARTSLIB_CACHE_DIR": str(folder)}
        waiting = [threads.submit(run, file, words=LITTLE, **env) for file in files]
    for read in [each.result() for each in waiting]:
        assert read["warnings"] == []
        check(read, *LITTLE)
    assert all(path.suffix == ".nbc" for path in folder.iterdir())


def test_code_that_is_cut_short_and_a_full_disk(kept: Path, found: Path) -> None:
    """It is compiled again, and cannot be kept."""
    folder = found.parent / "cut"
    shutil.copytree(kept, folder)
    for path in folder.glob("*.nbc"):
        path.write_bytes(path.read_bytes()[:-100])
    limit = 'ulimit -f 8; exec "$@"'
    command = "bash", "-c", limit, "bash", sys.executable, app.__file__
    env = {"HEARTSLIB_CACHE_DIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    read = run(found, *command, words=LITTLE, **env)
    (warning,) = read["warnings"]
    assert warning.startswith(f"{UNKEPT}{folder}")
    assert "File too large" in warning
    check(read, *LITTLE)
    assert {path.suffix for path in folder.iterdir()} == {".nbc"}


@pytest.mark.parametrize("fast", [True, False], ids=["fast", "plain"])
def test_one_file(kept: Path, found: Path, *, fast: bool) -> None:
    if find_spec("PyInstaller") is None:
        pytest.skip("PyInstaller is not installed")
    left_out = () if fast else ("numba", "numpy", "llvmlite")
    options = [*(f"--exclude-module={name}" for name in left_out), "--log-level=ERROR"]
    command = [sys.executable, "-m", "PyInstaller", "--onefile", *options, app.__file__]
    subprocess.run(command, check=True, cwd=found.parent, timeout=280)  # noqa: S603
    program = found.parent / "dist" / "app"
    read = run(found, program, words=["--compiled"] * fast, HEARTSLIB_CACHE_DIR=str(kept))
    assert read["warnings"] == []
    if fast:
        check(read)
    else:
        assert read["variants"] == len(heartslib.variants.all())
