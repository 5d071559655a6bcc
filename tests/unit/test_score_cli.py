"""``heartslib score``: hands and score cards from the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from heartslib.cards import HEARTS
from heartslib.cli import BAD_INPUT, main


def test_a_hand_is_scored(capsys: pytest.CaptureFixture[str]) -> None:
    hearts = " ".join(map(str, HEARTS[2:]))
    taken = ["2H 3H TC JD", "QS", "", hearts]
    assert main(["score", "--variant", "turbo", "--taken", *taken, "--charged", "TC"]) == 0
    out = capsys.readouterr().out
    assert "took T♣, charged: all of it 4 times               -24    -32    -32" in out
    assert main(["score", "--taken", f"{HEARTS} QS", "", "", "", "--moon", "add"]) == 0
    assert capsys.readouterr().out.count(" 26 ") >= 3
    assert main(["score", "--taken", "QS", "", "", "", "--partial"]) == 0


@pytest.mark.parametrize("kind", ["csv", "json", "-"])
def test_a_score_card_is_added_up(
    kind: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [[13, 13, 0, 0], [1, 25, 0, 0]]
    text = json.dumps({"variant": "classic_50", "rounds": [{"points": row} for row in rows]})
    if kind == "csv":
        text = "A,B,C,D\n" + "\n".join(",".join(map(str, row)) for row in rows)
    file = tmp_path / f"card.{kind}"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["score", "-" if kind == "-" else str(file)]) == 0
    head, _, last = capsys.readouterr().out.splitlines()
    assert head.split()[1] == ("A" if kind == "csv" else "seat")
    assert last.split() == ["2", "+1", "14", "+25", "38", "+0", "0", "+0", "0"]


def test_bad_input_is_answered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, said in (
        ([], "score takes either a FILE or --taken with what each seat took"),
        (["--taken", "QS", "", "", ""], "nobody took 2H 3H"),
        ([str(tmp_path / "none.csv")], "No such file"),
    ):
        assert main(["score", *arguments]) == BAD_INPUT
        assert said in capsys.readouterr().err
