"""Write records of today's form: ``python -m tests.records.write``.

Each form of a record that was ever published stays in a folder of its own, named after its
version, so that what people stored keeps loading; so do rulebooks in TOML.  A file is written once and not again.

Nothing is published yet: ``python -m tests.records.write --again`` writes all files of the version once more.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import attrs

from heartslib import Game, record, rulefile, rules, variants, wire
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import written_down

FOLDER = Path(__file__).with_name(f"v{record.VERSION}")


def stored(game: Game) -> dict[str, Any]:
    """A record of a game, its views, and what must come out of them."""
    return {
        "game": json.loads(record.dumps(game)),
        "phase": game.phase.name,
        "to_act": list(game.to_act),
        "legal": str(game.legal_plays()),
        "scores": list(game.scores),
        "moves": len(game.history),
        "view": json.loads(wire.dumps_view(game, 0)),
        "rounds": rounds_of(game),
    }


def rounds_of(game: Game) -> list[Any]:
    """The finished round of a game, where it can be recorded."""
    return [written_down(game)] if game.phase.name == "score" else []


def games() -> dict[str, Game]:
    """A finished round and a game in the middle of the next, for each variant; a house game."""
    found: dict[str, Game] = {}
    house = attrs.evolve(
        variants.get("turbo_booster"),
        name="House",
        players=4,
        deck=rules.Pack(kitty=4),
        kitty=rules.KittyTo(rules.Taker.OF_PENALTY, exchanged=True),
        passing=rules.DealerCalls(2),
        charging=attrs.evolve(rules.TURBO_CHARGES, each=None, reopens=True),
        bonuses=(rules.JACK_OF_DIAMONDS_BONUS, rules.NoTricksBonus(-5)),
        totals=rules.ExactTotals({100: 50}),
        sides=rules.Partners(),
    )
    for slug, rulebook in {**variants.all(), "house": house}.items():
        rng, game = Random(slug), Game.new(rulebook)
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        found[f"{slug}_counted"] = game
        if game.score().is_over:
            continue
        for _ in range(30):
            game = next_state(game, at_random, rng)
        found[f"{slug}_later"] = game
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    if "--again" in sys.argv:
        for old in (*FOLDER.glob("*.json"), *FOLDER.glob("*.toml")):
            old.unlink()
    for name, game in games().items():
        text = json.dumps(stored(game), ensure_ascii=False, separators=(",", ":"))
        written = {FOLDER / f"{name}.json": text + "\n"}
        if name.endswith("_counted"):
            written[FOLDER / f"{name.removesuffix('_counted')}.toml"] = rulefile.dump(game.rules)
        for file, text in written.items():
            if not file.exists():
                file.write_text(text, encoding="utf-8", newline="\n")
