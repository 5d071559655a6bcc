"""What was stored once keeps loading: see `tests.records.write`."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from heartslib import record, rulefile, variants, wire
from heartslib.record import read_rounds
from tests.records.write import FOLDER, games

FILES = sorted(Path(__file__).parent.glob("v*/*.json"))
RULEBOOKS = sorted(Path(__file__).parent.glob("v*/*.toml"))
WORDS = ("summary", "source", "aliases", "decisions")


@pytest.mark.slow
def test_there_are_records_of_every_variant() -> None:
    assert {path.stem for path in FILES if path.parent == FOLDER} == set(games())
    assert {f"{slug}_counted" for slug in variants.all()} <= {path.stem for path in FILES}
    assert {*variants.all()} < {path.stem for path in RULEBOOKS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_stored_game_loads(file: Path) -> None:
    stored = json.loads(file.read_text(encoding="utf-8"))
    game = record.loads(json.dumps(stored["game"]))
    assert game.phase.name == stored["phase"]
    assert list(game.to_act) == stored["to_act"]
    assert str(game.legal_plays()) == stored["legal"]
    assert list(game.scores) == stored["scores"]
    assert len(game.history) == stored["moves"]
    assert wire.loads_view(json.dumps(stored["view"])).view == game.view(0)
    for recorded in read_rounds(json.dumps({"rounds": stored["rounds"]})):
        assert recorded.replay(game.rules).sheet == game.sheet


@pytest.mark.parametrize("file", RULEBOOKS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_stored_rulebook_is_that_of_its_stored_game(file: Path) -> None:
    """But for the words about it, which may change."""
    beside = file.with_name(f"{file.stem}_counted.json").read_text(encoding="utf-8")
    played = record.loads(json.dumps(json.loads(beside)["game"])).rules
    words = {name: getattr(played, name) for name in WORDS}
    assert attrs.evolve(rulefile.load(file), **words) == played
