"""The library stays small, and the tests stay quick: what `tools.seconds` keeps."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools import seconds

REPORT = """<testsuites><testsuite>
<testcase classname="tests.unit.test_game" time="2.5"/>
<testcase classname="tests.unit.test_game" time="1.0"/>
<testcase classname="docs.howto.own-restriction.md" time="0.5"/>
<testcase classname="src.heartslib.ask" time="4.0"/>
</testsuite></testsuites>"""


def test_the_library_has_no_more_lines_than_are_committed() -> None:
    """If a change is worth its lines, raise the number in the file."""
    sources = (file.read_text(encoding="utf-8") for file in (seconds.ROOT / "src").rglob("*.py"))
    assert sum(len(text.splitlines()) for text in sources) <= seconds.kept()["lines"]


def test_seconds_are_added_up_by_folder() -> None:
    tests, files = seconds.taken(REPORT)
    assert tests == 4
    assert files == {
        "tests/unit/test_game.py": 3.5,
        "docs/howto/own-restriction.md": 0.5,
        "src/heartslib/ask.py": 4.0,
    }
    assert seconds.by_folder(files) == {"tests/unit": 3.5, "docs": 0.5, "src": 4.0}


def test_the_files_that_run_first_are_there() -> None:
    assert all((seconds.ROOT / file).exists() for file in seconds.kept()["first"])


@pytest.mark.parametrize(("fewest", "status"), [(4, 0), (5, 1)])
def test_too_few_tests_are_an_error(
    fewest: int,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    report, kept = tmp_path / "report.xml", tmp_path / "seconds.toml"
    report.write_text(REPORT, encoding="utf-8")
    kept.write_text(f"tests = {fewest}\n\n[folders]\nsrc = 9\n", encoding="utf-8")
    monkeypatch.setattr(seconds, "KEPT", kept)
    assert seconds.main([str(report)]) == status
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["src", "4", "9"]
    assert lines[-1] == f"4 tests, at least {fewest} expected"
    seconds.main([str(report), "--write"])
    assert tomllib.loads(kept.read_text(encoding="utf-8")) == {
        "tests": fewest,
        "folders": {"src": 4, "tests/unit": 4, "docs": 0},
        "files": {"src/heartslib/ask.py": 4, "tests/unit/test_game.py": 4},
    }
