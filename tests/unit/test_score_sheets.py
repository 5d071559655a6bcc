"""Score sheets as strangers keep them: each is scored rightly, or refused where it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heartslib import HeartsError, score_game, variants
from heartslib.cli import BAD_INPUT, main
from heartslib.scorecard import ScoreCard, read_csv, write_csv
from heartslib.sheet import Line

NAMES = "Ann,Ben,Cid,Dee"
TOTALS = "leave out rows that are no rounds, such as totals"
NO_PLAYER = ", and is no player: leave it out, or call it 'round' if it numbers the rounds"


def scored(text: str, slug: str = "american") -> ScoreCard:
    names, rounds = read_csv(text)
    return score_game(variants.get(slug), rounds=rounds, names=names)


SCORED: dict[str, tuple[str, tuple[int, ...]]] = {
    "plain": (f"{NAMES}\n4,14,8,0\n13,8,5,0\n", (17, 22, 13, 0)),
    "numbered": (f"Round,{NAMES}\n1,4,14,8,0\n2,13,8,5,0\n", (17, 22, 13, 0)),
    "numbered in part": (f"round,{NAMES}\n1,4,14,8,0\n,13,8,5,0\n3,1,0,12,13\n", (18, 22, 25, 13)),
    "from a start": (f"round,{NAMES}\nstart,1,0,0,9\n1,4,14,8,0\n", (5, 14, 8, 9)),
    "semicolons and a mark": ("\ufeffAnn;Ben;Cid;Dee\r\n4;14;8;0\r\n", (4, 14, 8, 0)),
    "an empty column": (f"{NAMES},\n4,14,8,0,\n", (4, 14, 8, 0)),
    "print's minus": (f"{NAMES}\n\u221226,0,0,0\n", (-26, 0, 0, 0)),
    "other minus signs": (
        f"{NAMES}\n\u201326,0,0,0\n0,\u201426,0,0\n0,0,\u201126,0\n\uff0d26,0,0,0\n\ufe6326,0,0,0\n",
        (-78, -26, -26, 0),
    ),
    "points counted": (f"{NAMES},counted,moon\n4,14,8,,yes,\n26,0,0,0,TRUE,add\n", (4, 40, 34, 26)),
    "a fine": (f"{NAMES},insist\n4,14,8,5,yes\n", (4, 14, 8, 5)),
}


@pytest.mark.parametrize("sheet", SCORED)
def test_a_sheet_is_scored(sheet: str) -> None:
    text, scores = SCORED[sheet]
    assert scored(text).scores == scores


REFUSED: dict[str, tuple[str, str]] = {
    "a total": (
        f"round,{NAMES}\n1,4,14,8,0\n2,13,8,5,0\nTotal,17,22,13,0\n",
        f"line 4: 'round' must be empty, start, penalty or 3, the next number, not 'Total'; {TOTALS}",
    ),
    "a total without a word": (
        f"{NAMES}\n4,14,8,0\n13,8,5,0\n17,22,13,0\n",
        "round 3: no round of American Hearts gives the points (17, 22, 13, 0)",
    ),
    "running totals": (
        f"{NAMES}\n4,14,8,0\n17,22,13,0\n",
        "round 2: no round of American Hearts gives the points (17, 22, 13, 0): as scores after",
    ),
    "hands": (f"Hand,{NAMES}\n1,4,14,8,0\n", f"column 1 is called 'Hand'{NO_PLAYER}"),
    "numbers": (f"#,{NAMES}\n1,4,14,8,0\n", f"column 1 is called '#'{NO_PLAYER}"),
    "numbers without a name": (f",{NAMES}\n1,4,14,8,0\n", f"column 1 is called ''{NO_PLAYER}"),
    "sums": (f"{NAMES},TOTAL\n4,14,8,0,26\n", f"column 5 is called 'TOTAL'{NO_PLAYER}"),
    "sums of another name": (
        f"{NAMES},Check\n4,14,8,0,26\n",
        "round 1: no round of American Hearts gives the points (4, 14, 8, 0, 26)",
    ),
    "names in a column": (
        "Player,1,2\nAnn,4,13\nBen,14,8\nCid,8,5\nDee,0,0\n",
        "the first row of a score card must name the players, not be 'Player,1,2'",
    ),
    "a round missing": (
        f"round,{NAMES}\n1,4,14,8,0\n3,13,8,5,0\n",
        f"line 3: 'round' must be empty, start, penalty or 2, the next number, not '3'; {TOTALS}",
    ),
    "a round twice": (
        f"round,{NAMES}\n1,4,14,8,0\n1,13,8,5,0\n",
        f"line 3: 'round' must be empty, start, penalty or 2, the next number, not '1'; {TOTALS}",
    ),
    "a row begun": (
        f"{NAMES}\n4,14,8,0\n13,8,,\n",
        "line 3: Cid has nothing where others have points: give a whole number, or leave out the row",
    ),
    "a row numbered": (
        f"round,{NAMES}\n1,,,,\n",
        "round 1: these piles cannot be scored: nobody took",
    ),
    "a note": (
        f"{NAMES}\n4,14,8,-\n",
        "line 2: Dee has '-' where others have points: give a whole number, or leave out the row",
    ),
    "a fraction": (f"{NAMES}\n4,14,8.0,0\n", "line 2: Cid has '8.0' where others have points"),
    "a flag": (f"{NAMES},counted\n4,14,8,0,maybe\n", "line 2: counted must be true or false, not"),
    "a handicap late": (
        f"round,{NAMES}\n1,4,14,8,0\nstart,1,1,1,1\n",
        "round 2: the scores before the first round are given once",
    ),
}


@pytest.mark.parametrize("sheet", REFUSED)
def test_a_sheet_is_refused_where_it_is_wrong(sheet: str) -> None:
    text, said = REFUSED[sheet]
    with pytest.raises(HeartsError) as error:
        scored(text)
    assert str(error.value).startswith(said)


def test_a_cell_has_what_was_counted_and_what_else_counts() -> None:
    text = f"{NAMES},counted\n4,14,8 JD,,yes\n4,14,8,0 jd,yes\n,2,3, JD ,yes\n"
    with pytest.raises(HeartsError, match="round 3: counted must be 4 whole numbers, or None"):
        scored(text, "omnibus")
    assert scored(text.rsplit("\n", 2)[0], "omnibus").points == ((4, 14, -2, 0), (4, 14, 8, -10))
    assert read_csv(f"{NAMES},counted\n10H,\u22124,8,,yes\n")[1] == [
        {"counted": [None, -4, 8, None], "taken": ["10H", "", "", ""]}
    ]


@pytest.mark.parametrize("name", ["Total", "#", "points", "5", "\u22125", "insist"])
def test_a_player_called_like_a_column_is_not_written(name: str) -> None:
    card: Any = score_game(variants.get("american"), rounds=[], names=["Ann", "Ben", "Cid", name])
    with pytest.raises(HeartsError, match="would not be known as one in CSV: change the name, or"):
        write_csv(card)


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
