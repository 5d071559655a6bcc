"""The library stays small, and the tests stay quick: what `tools.seconds` keeps."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import seconds
from tools.seconds import Taken

REPORT = """<testsuites><testsuite>
<testcase classname="tests.unit.test_game" name="test_a"><properties>
<property name="processor" value="0.9"/></properties></testcase>
<testcase classname="tests.slow.web.test_store" name="test_b[1]"><properties>
<property name="processor" value="2.5"/></properties></testcase>
<testcase classname="docs.howto.own-restriction.md" name="line:3"/>
</testsuite></testsuites>"""
KEPT = """lines = 5
first = []

[quick]
tests = 3
yardstick = 0.1

[quick.folders]
"tests/unit" = 2
"docs" = 0

[slow]
tests = 9
yardstick = 0.2

[slow.folders]

[files]
"tests/unit/test_game.py" = 3
"""


def test_the_library_has_no_more_lines_of_json_than_are_committed() -> None:
    """If a change is worth its lines, raise the number in the file."""
    sources = [*(seconds.ROOT / "src").rglob("*.json")]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in sources)
    assert 0 < lines <= seconds.kept()["lines_of_json"]


def test_the_files_that_run_first_are_there() -> None:
    assert all((seconds.ROOT / file).exists() for file in seconds.kept()["first"])


def test_a_report_has_the_seconds_of_each_test() -> None:
    tests = [*seconds.taken(REPORT)]
    assert tests == [
        Taken("tests/unit/test_game.py", "test_a", 0.9),
        Taken("tests/slow/web/test_store.py", "test_b[1]", 2.5),
        Taken("docs/howto/own-restriction.md", "line:3", 0.0),
    ]
    by_folder = seconds.added_up(tests, by_folder=True)
    assert by_folder == {"tests/slow/web": 2.5, "tests/unit": 0.9, "docs": 0.0}


@pytest.mark.parametrize(
    ("ring", "test", "slower", "said"),
    [
        ("quick", ("tests/unit/test_a.py", 0.9), 1, []),
        (
            "quick",
            ("tests/unit/test_a.py", 1.1),
            1,
            ["::t takes 1.1 CPU-seconds: give it the mark"],
        ),
        ("quick", ("tests/unit/test_a.py", 1.1), 2, []),
        ("slow", ("tests/unit/test_a.py", 1.1), 1, []),
        (
            "slow",
            ("tests/unit/test_a.py", 2.1),
            1,
            ["tests/unit takes 2 CPU-seconds, and 2 are the"],
        ),
        ("slow", ("tests/unit/test_a.py", 2.1), 1.1, []),
        ("slow", ("tests/new/test_a.py", 0.1), 1, ["tests/new takes 0 CPU-seconds, and 0 are the"]),
    ],
)
def test_what_takes_too_long_is_named(
    ring: str, test: tuple[str, float], slower: float, said: list[str]
) -> None:
    file, taken = test
    may = {"tests": 1, "folders": {"tests/unit": 2}}
    found = [*seconds.faults(ring, [Taken(file, "t", taken)], may, slower)]
    assert len(found) == len(said)
    assert all(part in fault for part, fault in zip(said, found, strict=True))


def test_figures_are_compared_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report, kept = tmp_path / "report.xml", tmp_path / "seconds.toml"
    report.write_text(REPORT, encoding="utf-8")
    kept.write_text(KEPT, encoding="utf-8")
    monkeypatch.setattr(seconds, "KEPT", kept)
    monkeypatch.setattr(seconds, "yardstick", lambda: 0.1)

    def as_they_are(tests: Sequence[Taken], _slower: float) -> Sequence[Taken]:
        return tests

    monkeypatch.setattr(seconds, "again", as_they_are)
    assert seconds.main(["quick", str(report)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["tests/slow/web", "2", "0"]
    assert lines[-1].startswith("tests/slow/web/test_store.py::test_b[1] takes 2.5 CPU-seconds")
    assert seconds.main(["slow", str(report)]) == 1
    assert "3 tests have run, and 9 are the fewest" in capsys.readouterr().out
    assert seconds.main(["slow", str(report), "--write"]) == 0
    before, after = tomllib.loads(KEPT), tomllib.loads(kept.read_text(encoding="utf-8"))
    folders = {"tests/slow/web": 4, "tests/unit": 2, "docs": 0}
    slow = {"tests": 9, "yardstick": 0.1, "folders": folders}
    assert after == {**before, "slow": slow, "files": {"tests/slow/web/test_store.py": 2}}


@pytest.mark.slow
def test_what_seems_slow_is_measured_alone() -> None:
    """A test that is quick alone is not slow; one that is not there keeps its seconds."""
    here = Taken("tests/unit/test_size.py", "test_the_files_that_run_first_are_there", 9.0)
    gone = Taken("tests/unit/test_gone.py", "test_a", 9.0)
    quick = Taken("tests/unit/test_size.py", "test_b", 0.1)
    found, *rest = seconds.again([here, quick], 1.0)
    assert found.seconds < 1.0
    assert rest == [quick]
    assert seconds.again([gone, quick], 1.0) == [gone, quick]
    assert seconds.again([here], 10.0) == [here]


def test_an_example_is_measured_with_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def run(command: list[str], **_: object) -> None:
        asked.extend(command)
        (report,) = (each.removeprefix("--junitxml=") for each in command if "junitxml" in each)
        Path(report).write_text("<testsuites/>", encoding="utf-8")

    monkeypatch.setattr("tools.seconds.subprocess.run", run)
    example = Taken("src/heartslib/simulate/__init__.py", "line:133,column:1", 1.3)
    assert seconds.again([example, Taken("tests/unit/test_a.py", "test_a", 1.2)], 1.0)[0] == example
    assert {example.file, "tests/unit/test_a.py::test_a"} <= {*asked}
