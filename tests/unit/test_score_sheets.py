"""Score sheets as strangers keep them: each is scored rightly, or refused where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from heartslib import score_game, variants
from heartslib.cli import BAD_INPUT, main
from heartslib.scorecard import read_csv, write_csv
from heartslib.sheet import Line

NAMES = "Ann,Ben,Cid,Dee"


@pytest.mark.parametrize("name", ["=x", "'=x", "''=x", "'Ben", "+1", "-5", "@you", "' =x", "-"])
def test_a_name_like_a_formula_comes_back(name: str) -> None:
    rules = variants.get("american")
    card = score_game(rules, rounds=[{"points": [13, 13, 0, 0]}], names=["Ann", "Ben", "Cid", name])
    names, rounds = read_csv(write_csv(card))
    assert score_game(rules, rounds=rounds, names=names) == card
    assert write_csv(card).splitlines()[0].rsplit(",", 1)[1][1:2] not in {*"=+-@"}


def test_the_command_counts_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--counted", "4", "14", "8", "-"]) == 0
    assert capsys.readouterr().out.splitlines()[3].split() == [
        "North",
        "as",
        "counted",
        "elsewhere",
        "8",
        "8",
        "8",
    ]
    assert (
        main(["score", "barbu", "--contract", "no-hearts", "--counted", "-4", "-20", "-6", "0"])
        == 0
    )
    file = tmp_path / "card.csv"
    file.write_text(f"{NAMES}\n1,1,1,1\n", encoding="utf-8")
    assert main(["score", str(file), "--insist"]) == 0
    capsys.readouterr()
    for arguments, said in (
        (
            ["--counted", "26", "0", "0", "0"],
            "South shot the moon: give --moon add or --moon subtract",
        ),
        (
            ["--counted", "4", "x"],
            "--counted: must be a whole number from -1000000 to 1000000, not 'x'",
        ),
        (
            ["--counted", "4", "14", "8", "0", "--insist"],
            "--insist is about points in a FILE: leave",
        ),
        (
            ["omnibus", "--counted", "4", "14", "8", "-"],
            "JD: give --taken too, with JD for whoever",
        ),
        ([str(file)], "the points of the penalty cards that each player took, or insist: true"),
        (
            ["american", str(file), "--counted", "4"],
            "give either a FILE, or --taken with what each seat took, or",
        ),
    ):
        assert main(["score", *arguments]) == BAD_INPUT
        assert said in capsys.readouterr().err


def test_several_seats_are_listed() -> None:
    line = Line(3, -5, "pays {others} the difference", others=(0, 1, 2))
    assert line.reason == "pays seat 0, seat 1 and seat 2 the difference"
