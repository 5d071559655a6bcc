"""The apps of the recipes work with the frameworks they are for, which are installed for this test alone."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import pytest

import heartslib

HERE = Path(__file__).parent
APPS = ["in_fastapi", "in_flask", "in_django", "in_telegram", "in_pygame", "league"]


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the frameworks."""
    folder = tmp_path_factory.mktemp("apps")
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = "-m", "pip", "install", "--quiet", "--requirement", HERE / "requirements.txt"
    done = subprocess.run([python, *wanted], capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    if done.returncode:
        pytest.skip(f"the frameworks cannot be installed: {done.stderr.splitlines()[-1:]}")
    return python


@pytest.mark.parametrize("app", APPS)
def test_an_app_plays_a_round(app: str, python: Path) -> None:
    source = Path(heartslib.__file__).parents[1]
    done = subprocess.run(  # noqa: S603
        [python, HERE / "driven.py", app],
        env={**os.environ, "PYTHONPATH": str(source), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_app_of_the_examples_is_driven() -> None:
    examples = Path(__file__).parents[3] / "examples" / "apps"
    assert {path.stem for path in examples.glob("*.py")} == {*APPS}
