"""``heartslib score``: hands and score cards from the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from heartslib.cards import HEARTS
from heartslib.cli import BAD_INPUT, main

ALL = f"{HEARTS} QS"
CARD = "Ann,Ben,Cid,Dee\n5,15,6,0\n"


def typed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_a_hand_is_scored(capsys: pytest.CaptureFixture[str]) -> None:
    hearts = " ".join(map(str, HEARTS[2:]))
    taken = ["2H 3H TC JD", "QS", "", hearts]
    assert main(["score", "turbo", "--taken", *taken, "--charged", "TC"]) == 0
    out = capsys.readouterr().out
    assert "  took 10♣ (charged): the round counts four\n" in out
    assert out.split()[out.split().index("times") + 1 :][:3] == ["−24", "−32", "−32"]
    assert main(["score", "--taken", ALL, "", "", "", "--moon", "add"]) == 0
    assert capsys.readouterr().out.count(" 26 ") >= 3
    assert main(["score", "--taken", "QS", "", "", "", "--partial"]) == 0


@pytest.mark.parametrize("kind", ["csv", "CSV", "txt", "json", "-csv", "-json"])
def test_a_score_card_is_added_up(
    kind: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [[13, 13, 0, 0], [1, 25, 0, 0]]
    text = json.dumps({"variant": "classic_50", "rounds": [{"points": row} for row in rows]})
    if "json" not in kind:
        text = "A,B,C,D\n" + "\n".join(",".join(map(str, row)) for row in rows)
    file = tmp_path / f"card.{kind}"
    file.write_text(text, encoding="utf-8")
    typed(monkeypatch, text.encode())
    assert main(["score", "-" if kind.startswith("-") else str(file)]) == 0
    head, _, last = capsys.readouterr().out.splitlines()
    assert head.split()[1] == ("seat" if "json" in kind else "A")
    assert last.split() == ["2", "+1", "14", "+25", "38", "+0", "0", "+0", "0"]
    assert main(["score", "american", str(file)]) == 0
    assert "won by" not in capsys.readouterr().out


def test_a_score_card_is_saved_in_the_form_that_its_name_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.csv"
    card.write_text(CARD.replace("Ann", "Zoë ♥"), encoding="utf-8")
    assert main(["score", "american", str(card)]) == 0
    printed = capsys.readouterr().out
    for kind in ("json", "CSV", "html"):
        saved = tmp_path / f"saved.{kind}"
        assert main(["score", "american", str(card), "--save", str(saved)]) == 0
        assert capsys.readouterr().out == printed
        assert "Zoë ♥" in saved.read_text(encoding="utf-8")
        if kind != "html":  # JSON has the rules, too
            assert main(["score", *["american"] * (kind == "CSV"), str(saved)]) == 0
            assert capsys.readouterr().out == printed
    for arguments, said in (
        ([str(card), "--save", "card.pdf"], "--save writes .csv, .html or .json, not 'card.pdf'"),
        (
            ["--taken", "QS", "", "", "", "--save", "a.csv"],
            "--save writes a score card: give a FILE",
        ),
        ([str(card), "--save", str(tmp_path / "no" / "a.csv")], "a.csv cannot be written: No such"),
    ):
        assert main(["score", *arguments]) == BAD_INPUT
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_a_byte_order_mark_is_no_part_of_a_card(
    mark: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "card.csv"
    table.write_bytes(mark + b"round,Ann,Ben,Cid,Dee\r\n1,5,15,6,0\r\n")
    assert main(["score", str(table)]) == 0
    assert capsys.readouterr().out.split()[:5] == ["round", "Ann", "Ben", "Cid", "Dee"]
    value = tmp_path / "card.json"
    value.write_bytes(mark + b'{"rounds": [{"points": [5, 15, 6, 0]}]}')
    assert main(["score", str(value)]) == 0
    assert capsys.readouterr().out.split()[-8:] == ["+5", "5", "+15", "15", "+6", "6", "+0", "0"]


def test_names_from_a_file_control_no_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "card.csv"
    file.write_text(CARD.replace("Ben", "\x1b[31mBen"), encoding="utf-8")
    assert main(["score", str(file)]) == BAD_INPUT
    error = capsys.readouterr().err
    assert "a name must be plain text on one line" in error
    assert error.removesuffix("\n").isprintable()


def test_names_that_the_output_has_no_letters_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="ascii"))
    file = tmp_path / "card.csv"
    file.write_text(CARD.replace("Ann", "Zoë"), encoding="utf-8")
    assert main(["score", str(file)]) == 0
    assert written.getvalue().startswith(b"round           Zo?           Ben")


def test_sentences_name_what_was_typed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, value = tmp_path / "card.csv", tmp_path / "card.json"
    table.write_text(f"{CARD},{ALL},,\n", encoding="utf-8")
    value.write_text(json.dumps({"rounds": [["QS", "", "", ""]]}), encoding="utf-8")
    for arguments, said in (
        (["--taken", "", ALL, "", ""], "West shot the moon: give --moon add or --moon subtract"),
        (["--taken", "QS", "", "", ""], "KH AH: give --partial if that is intended"),
        ([str(table)], "round 2: Ben shot the moon: give moon: add or moon: subtract"),
        ([str(value)], "KH AH: give partial: true if that is intended"),
    ):
        assert main(["score", *arguments]) == BAD_INPUT
        assert capsys.readouterr().err.endswith(f"{said}\n")
    value.write_text(json.dumps({"rounds": [[ALL, "", "", ""]]}), encoding="utf-8")
    assert main(["score", str(value)]) == BAD_INPUT
    assert "round 1: seat 0 shot the moon" in capsys.readouterr().err
    value.write_text(json.dumps({"rounds": [{"moon": "add"}]}), encoding="utf-8")
    assert main(["score", str(value)]) == BAD_INPUT
    assert capsys.readouterr().err.endswith("nothing says what was taken: give taken or points\n")


def test_tricks_are_given_if_the_rules_count_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "Own"\n[[bonuses]]\nrule = "NoTricksBonus"\nbonus = -5\n', encoding="utf-8"
    )
    hand = ["score", "--rules", str(file), "--taken", "QS", str(HEARTS), "", ""]
    assert main(hand) == BAD_INPUT
    assert (
        "these rules count tricks: give every card, or --trick-counts with how many"
        in capsys.readouterr().err
    )
    assert main([*hand, "--trick-counts", "1,11,1,0"]) == 0
    assert capsys.readouterr().out.split()[-3:] == ["−5", "−5", "−5"]
    for wrong in ("1,x,0,0", "1,417,0,0", ""):
        assert main([*hand, "--trick-counts", wrong]) == BAD_INPUT
        assert "--trick-counts: must be a whole number from 0 to 416" in capsys.readouterr().err


def test_a_round_is_scored_from_its_tricks(capsys: pytest.CaptureFixture[str]) -> None:
    rest = ["8C 9C TC JC", "QC KC AC 7D"]
    hand = ["score", "slobberhannes", "--partial"]
    assert main([*hand, "--taken", *rest, "", ""]) == BAD_INPUT
    assert "give --tricks, each in the order of play" in capsys.readouterr().err
    assert main([*hand, "--tricks", *rest]) == BAD_INPUT
    assert "give --leader, the number of the seat that led" in capsys.readouterr().err
    assert main([*hand, "--tricks", *rest, "--leader", "2"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in out if "first trick" in line] == ["West"]
    assert [line.split()[:2] for line in out if "trick" in line][1] == ["East", "took"]


def test_bad_input_is_answered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, b"\xff")
    file = str(tmp_path / "none.csv")
    for arguments, said in (
        ([], "give either a FILE, or --taken with what each seat took, or --tricks"),
        (["american", "card.csv", "--taken", "QS"], "give either a FILE, or --taken"),
        ([file], f"there is no file {file!r}"),
        (["turbo", file], f"there is no file {file!r}"),
        ([str(tmp_path)], f"{str(tmp_path)!r} cannot be read: "),
        (["a\0b"], r"'a\x00b' cannot be read: embedded null "),
        (["-"], "standard input is not text in UTF-8"),
        (["--taken", "QS", ""], "--taken is for 2 players: American Hearts is for 3, 4, 5 or 6"),
        (["card.csv", "--moon", "add"], "--moon belongs to --taken"),
        (["card.csv", "--charged", "QS"], "--charged belongs to --taken"),
        (["card.csv", "--leader", "0"], "--leader belongs to --taken"),
        (["--taken", "QS", "", "", "", "--leader", "0"], "--leader is the seat that led to the "),
        (["--taken", "QS", "", "", "", "--leader", "0"], "first of the tricks: give --tricks too"),
        (["card.csv", "--partial"], "--partial belongs to --taken"),
        (["american", "card.csv", "--trick-counts", "13,0,0,0"], "give either a FILE, or --taken"),
    ):
        assert main(["score", *arguments]) == BAD_INPUT
        assert said in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", None)
    assert main(["score", "-"]) == BAD_INPUT
    assert capsys.readouterr().err == "heartslib: standard input cannot be read: it is closed\n"


@pytest.mark.parametrize("command", ["score", "replay"])
def test_no_file_is_read_without_end(
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("heartslib.scorecard.MAX_CHARACTERS", 20)
    monkeypatch.setattr("heartslib.cli.files.text_of.__defaults__", (20,))
    file = tmp_path / "long"
    file.write_bytes(b"[" + b" " * 18 + b"]")
    main([command, str(file)])
    assert "too long" not in capsys.readouterr().err
    file.write_bytes(b"[" + b" " * 19 + b"]")
    assert main([command, str(file)]) == BAD_INPUT
    said = f"heartslib: {str(file)!r} is too long: more than 20 bytes\n"
    assert capsys.readouterr().err == said

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            buffer[:] = bytes(len(buffer))
            return len(buffer)

    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BufferedReader(Endless()), encoding="utf-8")
    )
    assert main([command, "-"]) == BAD_INPUT
    assert "standard input is too long" in capsys.readouterr().err


def test_a_contract_may_be_written_in_words_and_tricks_alone_are_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    king = ["score", "turkish_king"]
    assert main([*king, "--contract", "Hearts as trumps", "--trick-counts", "3,4,5,1"]) == 0
    assert capsys.readouterr().out.split()[-6:] == ["took", "1", "trick", "50", "50", "50"]
    assert main([*king, "--contract", "no hearts", "--trick-counts", "3,4,5,1"]) == BAD_INPUT
    assert "nobody took 2H 3H" in capsys.readouterr().err
    card = tmp_path / "card.csv"
    card.write_text("A,B,C,D,contract\n-150,-200,-250,-50,No tricks\n", encoding="utf-8")
    assert main([*king, str(card)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("  no tricks")


def test_bids_and_the_pool_of_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["score", "auction_hearts", "--contract", "hearts", "--taken"]
    hand += ["2H 3H 4H", "5H 6H 7H 8H", "", "9H TH JH QH KH AH"]
    assert main(hand) == BAD_INPUT
    assert (
        "who bid how much, which nobody has said: give --bids, 0 for a pass"
        in capsys.readouterr().err
    )
    assert main([*hand, "--bids", "0,25,27,0", "--pool", "0"]) == 0
    assert "won the pool" in capsys.readouterr().out
    assert main([*hand, "--pool", "13"]) == 0
    shown = capsys.readouterr().out
    assert "  26" in shown
    assert "In the pool: nothing" in shown
    for option, wrong in (("--bids", "0,x,2,0"), ("--pool", "-1")):
        assert main([*hand, option, wrong]) == BAD_INPUT
        assert f"{option}: must be a whole number from 0" in capsys.readouterr().err


def test_every_impossible_round_of_a_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "card.csv"
    table.write_text("Ann,Ben,Cid,Dee\n4.0,14,8,1\n13,8,5,0\nQS QS,hearts,,\n", encoding="utf-8")
    assert main(["score", "american", str(table)]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "line 2, round 1: no round of American Hearts gives the points (4, 14, 8, 1)" in said
    assert "; line 4, round 3: these piles cannot be scored: QS is given more often than" in said
    assert said.endswith(
        "; give counted, the points of the penalty cards that each player took, or insist: true\n"
    )
    table.write_text(f"Ann,Ben,Cid,Dee\n{ALL},,,\n", encoding="utf-8")
    assert main(["score", "american", str(table)]) == BAD_INPUT
    assert (
        "line 2, round 1: Ann shot the moon: give moon: add or moon: subtract"
        in capsys.readouterr().err
    )
