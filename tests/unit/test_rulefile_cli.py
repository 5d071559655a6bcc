"""The command line with a rulebook file: demo, replay and rules."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from heartslib import cli, record, rulefile, variants

FAMILY = """\
name = "The Müllers' Hearts"
players = [4, 5]

[moon]
points = 30

[[bonuses]]
rule = "CardValues"
values = {JD = -10}
"""


@pytest.fixture
def family(tmp_path: Path) -> str:
    """The path of a rulebook file."""
    file = tmp_path / "family.toml"
    file.write_text(FAMILY, encoding="utf-8")
    return str(file)


def run(*words: str) -> int:
    return cli.main(words)


def test_a_rulebook_file_is_printed(capsys: pytest.CaptureFixture[str], family: str) -> None:
    assert run("rules", "--rules", family) == 0
    text = capsys.readouterr().out
    assert text.startswith("The Müllers' Hearts, for 4 players\n\nThe pack\n")
    assert "everyone else scores 30" in " ".join(text.split())
    assert "Source" not in text
    assert run("rules", "--rules", family, "--players", "5") == 0
    assert "Hearts, for 5 players" in capsys.readouterr().out
    assert run("rules", "american") == 0
    assert "\n\nSource\n  " in capsys.readouterr().out


def test_a_rulebook_file_is_compared(capsys: pytest.CaptureFixture[str], family: str) -> None:
    assert run("rules", "--rules", family, "--against", "american") == 0
    text = capsys.readouterr().out
    assert text.startswith("How The Müllers' Hearts differs from American Hearts (4 players)\n")
    assert "  + Score −10 for taking J♦." in text
    assert "Passing" not in text


def test_a_rulebook_is_printed_as_toml(capsys: pytest.CaptureFixture[str], family: str) -> None:
    for slug in variants.all():
        assert run("rules", slug, "--toml") == 0
        text = capsys.readouterr().out
        assert text == rulefile.dump(variants.get(slug))
        assert rulefile.loads(text) == variants.get(slug)
    assert run("rules", "--rules", family, "--toml") == 0
    assert rulefile.loads(capsys.readouterr().out) == rulefile.loads(FAMILY)


def test_toml_is_for_all_numbers_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "american", "--toml", "--players", "5") == cli.BAD_INPUT
    assert capsys.readouterr() == (
        "",
        "heartslib: --toml prints a rulebook for every number of players: leave out --players\n",
    )


def test_toml_is_escaped_where_the_output_has_only_ascii(
    monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert run("rules", "--rules", family, "--toml") == 0
    sys.stdout.flush()
    text = written.getvalue().decode("ascii")
    assert r"The M\U000000fcllers' Hearts" in text
    assert rulefile.loads(text) == rulefile.loads(FAMILY)


def test_a_demo_by_a_rulebook_file_is_replayed_by_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, family: str
) -> None:
    assert run("demo", "--rules", family, "--seed", "7") == 0
    assert capsys.readouterr().out.startswith("The Müllers' Hearts, 4 players, seed 7\n")
    words = ("demo", "--rules", family, "--seed", "7", "--players", "5", "--json", "--rounds", "9")
    assert run(*words) == 0
    game = tmp_path / "game.json"
    game.write_text(capsys.readouterr().out, encoding="ascii")
    assert run("replay", str(game)) == 0
    out = capsys.readouterr().out
    rounds = record.loads(game.read_text(encoding="ascii")).round_number
    assert out.count("The Müllers' Hearts, 5 players") == rounds > 1
    assert run("replay", str(game), "--rules", family) == cli.BAD_INPUT
    assert (
        "a saved game has its own rules: leave out VARIANT and --rules" in capsys.readouterr().err
    )


def test_a_rulebook_file_goes_before_the_variant_of_the_recorded_round(
    capsys: pytest.CaptureFixture[str], family: str
) -> None:
    rounds = Path(__file__).parents[2] / "examples" / "recorded_round.json"
    assert '"variant": "american"' in rounds.read_text(encoding="utf-8")
    run("replay", str(rounds), "--rules", family)
    assert "The Müllers' Hearts, 4 players" in capsys.readouterr().out
    assert run("replay", "classic-100", str(rounds)) == 0
    assert "Hearts to 100, 4 players" in capsys.readouterr().out
    assert run("replay", str(rounds)) == 0
    assert "American Hearts, 4 players" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [("rules",), ("demo",), ("replay", "-")], ids=["rules", "demo", "replay"]
)
def test_a_mistake_in_a_file_is_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: tuple[str, ...],
) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('name = "x"\n[moon]\npoints = "y"\n', encoding="utf-8")
    rounds = b'{"hands": ["2C", "3C"], "plays": []}'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(rounds), encoding="utf-8"))
    assert run(*words, "--rules", str(file)) == cli.BAD_INPUT
    error = capsys.readouterr().err
    assert error == f"heartslib: {file}: moon.points: 'y' is not a whole number\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(rounds), encoding="utf-8"))
    assert run(*words, "--rules", str(tmp_path / "nowhere.toml")) == cli.BAD_INPUT
    assert "nowhere.toml cannot be read: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "american", "--rules", "family.toml"),
        ("rules", "american", "--toml", "--against", "omnibus"),
        ("demo", "american", "--rules", "family.toml"),
        ("replay", "american", "-", "--rules", "family.toml"),
        ("score", "american", "-", "--rules", "family.toml"),
        ("play", "american", "--rules", "family.toml"),
        ("simulate", "american", "--rules", "family.toml"),
        ("arena", "american", "--rules", "family.toml"),
    ],
    ids=" ".join,
)
def test_one_rulebook_is_named_in_one_way(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert run(*words) == cli.BAD_INPUT
    error = capsys.readouterr().err
    assert "give either VARIANT or --rules FILE, not both" in error or "not allowed with" in error
