"""The numbers of legal sequences of plays, against the data file: see `tools.perft`."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from heartslib import Game, variants
from heartslib.rules import Target
from tools import perft
from tools.perft import DATA, Position, count_all, counted, main, read, written

COUNTS = read()
LOWER_DEPTH = 4
"""Plays in the longest sequences counted here; the command counts further."""


def test_the_data_file_has_every_variant_with_every_number_of_players() -> None:
    has = {slug: {position.players for position in entries} for slug, entries in COUNTS.items()}

    assert has == {slug: set(rules.players) for slug, rules in variants.all().items()}, (
        "count again: python -m tools.perft --write"
    )


@pytest.mark.parametrize("slug", COUNTS)
def test_numbers_of_sequences(slug: str) -> None:
    games = {position: position.game(variants.get(slug)) for position in COUNTS[slug]}

    assert {position: counted(game, LOWER_DEPTH) for position, game in games.items() if game} == {
        position: counts[:LOWER_DEPTH] for position, counts in COUNTS[slug].items()
    }


@pytest.mark.parametrize(
    ("slug", "removed"),
    [
        (slug, rule.name)
        for slug in ("american", "classic_50", "classic_100", "turbo", "turbo_booster")
        for rule in variants.get(slug).play
    ],
)
def test_every_restriction_shows_in_the_numbers(slug: str, removed: str) -> None:
    rules = variants.get(slug)
    without = attrs.evolve(rules, play=tuple(each for each in rules.play if each.name != removed))
    games = {position: position.game(without) for position in COUNTS[slug]}

    assert any(
        game is None or counted(game, LOWER_DEPTH) != COUNTS[slug][position][:LOWER_DEPTH]
        for position, game in games.items()
    )


def test_the_end_of_the_round_ends_the_list() -> None:
    game = Position(players=4, round=0, plays=50).game(variants.get("american"))

    assert game is not None
    assert counted(game, 6) == (1, 1)


def test_a_finished_game_has_no_positions() -> None:
    short = attrs.evolve(variants.get("american"), name="one round", ending=Target(1))

    assert isinstance(Position(players=4, round=0, plays=51).game(short), Game)
    assert Position(players=4, round=0, plays=52).game(short) is None
    assert Position(players=4, round=1, plays=0).game(short) is None


@pytest.fixture
def wrong_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data file with one number changed."""
    copy = tmp_path / "perft.toml"
    text = DATA.read_text(encoding="utf-8")
    copy.write_text(text.replace("counts = [1, ", "counts = [2, ", 1), encoding="utf-8")
    monkeypatch.setattr(perft, "DATA", copy)


@pytest.mark.usefixtures("wrong_data")
def test_check_finds_a_wrong_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "--depth", "1"]) == 1
    assert capsys.readouterr().out.count("the file has (2,)") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("wrong_data")
def test_write_puts_it_right() -> None:
    assert main(["--write", "--depth", "1"]) == 0
    assert main(["--check", "--depth", "1"]) == 0
    first_numbers = {
        slug: {position: counts[:1] for position, counts in entries.items()}
        for slug, entries in COUNTS.items()
    }
    assert read() == first_numbers == count_all(1)


def test_the_data_file_is_as_the_command_writes_it() -> None:
    depth = max(len(counts) for entries in COUNTS.values() for counts in entries.values())

    assert DATA.read_text(encoding="utf-8") == written(COUNTS, depth)
