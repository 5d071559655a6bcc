"""Releases: their notes, their artefacts, and what the workflows name."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from heartslib import __version__
from tools import check_artefacts
from tools.check_artefacts import metadata_faults, sdist_faults, sources, wheel_faults
from tools.release_notes import NoReleaseError, left_to_do, notes, version_of

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAST = """# Changelog

## 0.2.0 - unreleased

Soon.

## 0.1.1 - 2026-12-24

* A rule is **corrected**.

### Upgrade

Nothing to do.

## 0.1.0 - 2026-12-01

The first.

## 0.1.0rc2 - 2026-11-30

The second candidate.
"""


def test_the_notes_are_the_section_of_the_version() -> None:
    assert notes("v0.1.0", "0.1.0", PAST) == "The first.\n"
    corrected = "* A rule is **corrected**.\n\n### Upgrade\n\nNothing to do.\n"
    assert notes("v0.1.1", "0.1.1", PAST) == corrected
    assert notes("v0.1.0rc2", "0.1.0rc2", PAST) == "The second candidate.\n"


@pytest.mark.parametrize(
    ("tag", "version", "said"),
    [
        ("0.1.0", "0.1.0", "the tag is 0.1.0 and the version is 0.1.0: tag it v0.1.0"),
        ("v0.1.0", "0.1.1", "the tag is v0.1.0 and the version is 0.1.1"),
        ("v0.1.0", "0.1.0rc2", "the version is 0.1.0rc2: tag it v0.1.0rc2"),
        ("v0.1.0rc1", "0.1.0rc1", "no section '## 0.1.0rc1 - '"),
        ("v0.2.0", "0.2.0", "'unreleased' in the heading of 0.2.0: write its date"),
        ("v0.1", "0.1", "no section '## 0.1 - '"),
        ("v0.3.0", "0.3.0", "no section '## 0.3.0 - '"),
    ],
)
def test_what_cannot_be_released_is_refused(tag: str, version: str, said: str) -> None:
    with pytest.raises(NoReleaseError, match=re.escape(said)):
        notes(tag, version, PAST)


def test_a_release_is_no_news_to_the_readme() -> None:
    with pytest.raises(NoReleaseError, match="say there how to install a release"):
        notes("v0.1.0", "0.1.0", PAST, "heartslib is not on PyPI yet. Install it in a checkout.")


def test_the_version_is_that_of_the_library() -> None:
    source = (ROOT / "src" / "heartslib" / "__init__.py").read_text(encoding="utf-8")
    assert version_of(source) == __version__
    assert version_of('__version__ = "0.1.0rc12"') == "0.1.0rc12"
    with pytest.raises(NoReleaseError, match="has no __version__"):
        version_of("")


@pytest.mark.parametrize(
    "version", ["0.1", "0.1.0-rc1", "0.1.0rc0", "0.1.0rc", "v0.1.0", "0.1.0b1"]
)
def test_a_version_has_one_spelling(version: str) -> None:
    said = f"the version is {version}: write 0.1.0, or 0.1.0rc1 for a candidate"
    with pytest.raises(NoReleaseError, match=re.escape(said)):
        version_of(f'__version__ = "{version}"')


def test_what_is_left_to_do_is_numbered_and_names_the_version() -> None:
    lines = left_to_do("1.2.3rc4", WRITTEN[0].read_text(encoding="utf-8")).splitlines()
    numbers = [line.partition(". ")[0] for line in lines if not line.startswith("   ")]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert "git push origin v1.2.3rc4" in " ".join(lines)


def test_the_changelog_has_notes_of_this_version_on_one_screen() -> None:
    dated = CHANGELOG.replace(" - unreleased", " - 2026-12-01")
    assert 5 < len(notes(f"v{__version__}", __version__, dated).splitlines()) <= 30


def test_a_fault_of_an_artefact_is_found() -> None:
    folder = "heartslib-0.1.0.dist-info/licenses"
    licences = {f"{folder}/LICENSE", f"{folder}/src/heartslib/show/courts.txt"}
    assert {"heartslib/show/courts.svg", "heartslib/schemas/schemas.json"} <= sources()
    assert not list(wheel_faults(sources() | licences))
    assert list(wheel_faults({*sources(), "tests/x.py"} - {"heartslib/game.py"})) == [
        "the wheel lacks heartslib/game.py",
        "the wheel has tests/x.py, which is not part of the package",
        "the wheel lacks the licence LICENSE",
        "the wheel lacks the licence src/heartslib/show/courts.txt",
    ]
    assert not list(sdist_faults({"a", "PKG-INFO"}, {"a"}))
    assert list(sdist_faults({"a", "notes.md"}, {"a", "b"})) == [
        "the sdist lacks b",
        "the sdist has notes.md, which git does not know",
    ]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "has 0 wheels and 0 sdists instead of one of each: nox -s build makes them in dist"),
        ({"a.whl": "", "a.tar.gz": ""}, "is damaged: nox -s build makes both again"),
    ],
)
def test_artefacts_that_are_missing_or_damaged_are_a_sentence(
    files: dict[str, str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["check_artefacts", str(tmp_path)])
    assert check_artefacts.main() == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert str(tmp_path) in line
    assert line.endswith(said)


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("nox"), reason="nox is not installed")
def test_a_folder_for_artefacts_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    for name in ("noxfile.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "dist").touch()
    command = [sys.executable, "-m", "nox", "--no-venv", "-s", "build"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")  # noqa: S603, PLW1510
    assert done.returncode == 1
    assert f"the wheel and the sdist cannot be written to {tmp_path / 'dist'}: " in done.stderr
    assert "Traceback" not in done.stderr


METADATA = f"""\
Metadata-Version: 2.4
Name: heartslib
Version: {__version__}
License-Expression: MIT AND CC0-1.0
Requires-Python: >=3.11
Description-Content-Type: text/markdown

See [the docs](https://heartslib.github.io) and [more].

[more]: https://heartslib.github.io/more
"""


def test_a_fault_of_the_metadata_is_found() -> None:
    assert not list(metadata_faults(METADATA))
    changed = METADATA.replace("MIT", "GPL").replace("(https://heartslib.github.io)", "(docs/x.md)")
    assert list(metadata_faults(changed.replace(": https://heartslib.github.io", ": docs"))) == [
        "License-Expression is 'GPL AND CC0-1.0' in the metadata, not 'MIT AND CC0-1.0'",
        "PyPI cannot follow the link 'docs/x.md' of the README: write its whole address",
        "PyPI cannot follow the link 'docs/more' of the README: write its whole address",
    ]


@pytest.mark.slow
def test_a_library_that_is_not_installed_can_be_refused() -> None:
    """The tests of a release must not use the folder `src` beside them."""
    command = [sys.executable, "-m", "pytest", "--installed", "--collect-only", __file__]
    source = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=source, capture_output=True, text=True)  # noqa: S603, PLW1510
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"heartslib is {ROOT / 'src' / 'heartslib'}, and not " in done.stderr


def session_names() -> dict[str, ast.FunctionDef]:
    """The sessions of the noxfile by name."""
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    return {
        each.name: each
        for each in functions
        if any("nox.session" in ast.unparse(mark) for mark in each.decorator_list)
    }


WRITTEN = [
    ROOT / "CONTRIBUTING.md",
    *(
        file
        for kind in ("docs/**/*.md", "tools/*.md", ".github/**/*.yml")
        for file in ROOT.glob(kind)
    ),
]


def test_every_session_that_is_named_exists() -> None:
    known = session_names()
    assert {"build", "lowest", "wasm"} <= set(known)
    for file in WRITTEN:
        for name in re.findall(r"nox -s\s+(\w+)", file.read_text(encoding="utf-8")):
            assert name in known, (file, name)


def test_each_supported_python_is_tested() -> None:
    classified = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if " 3." in each]
    assert PROJECT["requires-python"] == f">={classified[0]}"
    assert ast.unparse(session_names()["tests"].decorator_list[0]) == "nox.session(python=PYTHONS)"
    assert "\nPYTHONS = nox.project.python_versions(" in (ROOT / "noxfile.py").read_text("utf-8")
    workflow = ROOT / ".github" / "workflows" / "ci.yml"
    if workflow.exists():  # an sdist has no workflows
        (matrix,) = re.findall(
            r"^ +python: (\[.*\])$", workflow.read_text(encoding="utf-8"), re.MULTILINE
        )
        assert ast.literal_eval(matrix) == classified


HOSTED = ROOT / ".github"
"""An sdist lacks it, and `.ci`."""


@pytest.mark.skipif(not HOSTED.exists(), reason="there are no workflows here")
def test_the_workflow_runs_the_checks_of_contributors() -> None:
    """Each command of the table "Checks" of CONTRIBUTING.md, except the one that takes npm."""
    workflow = (HOSTED / "workflows" / "ci.yml").read_text(encoding="utf-8")
    table = WRITTEN[0].read_text(encoding="utf-8").split("\n## Checks\n\n")[1].split("\n\n")[0]
    commands = [each for each in re.findall(r"`([^`]+)`", table) if "fetch.py" not in each]
    assert len(commands) >= 8
    for command in (*commands, "source .ci/install"):
        assert re.search(rf"(- run: |^ +){re.escape(command)}$", workflow, re.MULTILINE), command


@pytest.mark.skipif(not HOSTED.exists(), reason="there are no workflows here")
def test_what_is_left_to_do_names_what_the_workflow_has() -> None:
    workflow = (HOSTED / "workflows" / "release.yml").read_text(encoding="utf-8")
    left = left_to_do("0.1.0", WRITTEN[0].read_text(encoding="utf-8"))
    named = re.findall(r"the workflow `(.+?)` and the environment `(.+?)`", left)
    assert named == [("release.yml", "pypi")]
    assert "\n      name: pypi\n" in workflow
    assert '\n    tags: ["v*"]\n' in workflow


@pytest.mark.skipif(not HOSTED.exists(), reason="there are no scripts here")
def test_what_is_installed_for_tests_names_tests_that_exist() -> None:
    script = ROOT / ".ci" / "install"
    assert os.access(script, os.X_OK)
    named = re.findall(r"(?:tests|docs)/[\w/.]+", script.read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.skipif(not HOSTED.exists(), reason="there are no workflows here")
def test_what_builds_and_publishes_is_one_version_and_no_other() -> None:
    """Actions by commit, since a tag can be moved; tools by version; and something watches both."""
    workflows = [file.read_text(encoding="utf-8") for file in HOSTED.glob("workflows/*.yml")]
    used = [line for text in workflows for line in re.findall(r"uses: (.*)", text)]
    assert len(used) > 10
    for line in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    for line in (line for text in workflows for line in re.findall(r"pip install .*", text)):
        assert "nox" not in line or "--constraint .github/tools.txt nox" in line, line
    tools = (HOSTED / "tools.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert [re.fullmatch(r"([\w-]+)==[\d.]+", line)[1] for line in tools] == [  # type: ignore[index]
        "build",
        "check-wheel-contents",
        "hatchling",
        "nox",
        "twine",
    ]
    watched = (HOSTED / "dependabot.yml").read_text(encoding="utf-8")
    assert re.findall(r"package-ecosystem: (.*)", watched) == ["github-actions", "pip"]
