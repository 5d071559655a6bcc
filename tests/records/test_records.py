"""What was stored once keeps loading: see `tests.records.write`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heartslib import record, variants, wire
from heartslib.formats.record import read_rounds
from tests.records.write import FOLDER, games

FILES = sorted(Path(__file__).parent.glob("v*/*.json"))


def test_there_are_records_of_every_variant() -> None:
    assert {path.stem for path in FILES if path.parent == FOLDER} == set(games())
    assert len(FILES) >= 2 * len(variants.all())


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_stored_game_loads(file: Path) -> None:
    told = json.loads(file.read_text(encoding="utf-8"))
    game = record.loads(json.dumps(told["game"]))
    assert game.phase.name == told["phase"]
    assert list(game.to_act) == told["to_act"]
    assert str(game.legal_plays()) == told["legal"]
    assert list(game.scores) == told["scores"]
    assert len(game.history) == told["moves"]
    assert wire.loads_view(json.dumps(told["view"])).view == game.view(0)
    for recorded in read_rounds(json.dumps({"rounds": told["rounds"]})):
        assert recorded.replay(game.rules).sheet == game.sheet
