"""The short runs of the campaigns: `python -m tools`."""

from __future__ import annotations

import importlib
import re

import pytest

import tools.__main__ as short


def test_every_campaign_has_a_row_and_a_command_that_is_there() -> None:
    """What has no short form needs a GPU, a package that is not installed, or minutes."""
    text = short.README.read_text(encoding="utf-8")
    commands = re.findall(r"python -m (tools\.\w+)", text)
    found = {file.stem for file in short.README.parent.glob("*.py")}
    assert found == {name.split(".")[1] for name in commands} - {"mutation"} | {
        *("__main__", "conftest", "shared", "unpacked")
    }
    assert len(short.campaigns()) >= 9
    for command in short.campaigns().values():
        name = command.split("-m ")[1].split()[0]
        assert callable(
            importlib.import_module(name + (".__main__" if "blind" in name else "")).main
        )


def test_a_campaign_that_fails_is_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {
        "good": "A=1 python -c \"import os; assert os.environ['A'] == '1'\"",
        "bad": "python -c 1/0",
    }
    monkeypatch.setattr(short, "campaigns", lambda: known)
    assert short.main(["good"]) == 0
    assert short.main([*known]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no campaign is called ugly: the names are good, bad"):
        short.main(["ugly"])
