"""A Python with the type checkers and the library in it, installed for the tests of this folder alone."""

from __future__ import annotations

import os
import shutil
import venv
from pathlib import Path

import pytest

import heartslib
from tests.slow.typed.asking import asked

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of that Python; the library is where `pip` would put it, with its `py.typed`."""
    folder = tmp_path_factory.mktemp("checkers")
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = ["-m", "pip", "install", "--quiet", "--requirement", str(HERE / "requirements.txt")]
    done = asked([python, *wanted], folder)
    if done.returncode:
        pytest.skip(f"the checkers cannot be installed: {done.stderr.splitlines()[-1:]}")
    # pyright is in JavaScript, and fetches it when it first runs
    done = asked([python, "-m", "pyright", "--version"], folder)
    if done.returncode:
        pytest.skip(f"pyright cannot be installed: {done.stderr.splitlines()[-1:]}")
    where = asked([python, "-c", "import attrs; print(attrs.__file__)"], folder).stdout
    package = Path(heartslib.__file__).parent
    kept_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, Path(where).parents[1] / package.name, ignore=kept_out)
    return python
