"""Save a game and resume it: from a record, or from the position alone.

Run it: ``python examples/resume_game.py``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from heartslib import Game, RecordError, record, variants


def begun() -> Game:
    """A game in the middle of its first trick."""
    game = Game.new(variants.get("american"), names=["South", "West", "North", "East"])
    game = game.deal(seed=7).pass_cards(0, "KC QS KH").pass_cards(1, "AC QD TH")
    game = game.pass_cards(2, "JS AS QH").pass_cards(3, "AD KS AH")
    return game.play("2C").play("3C")


if __name__ == "__main__":
    game = begun()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(record.dumps(game), encoding="utf-8")
        again = record.loads(file.read_text(encoding="utf-8"))
    print("equal:", again == game, "- to act:", *again.to_act)

    # Reading a record replays every move, so a changed one is refused.
    try:
        record.loads(record.dumps(game).replace('"card": "3C"', '"card": "QH"'))
    except RecordError as error:
        print(error)

    # Without a record, set up the position.  Seat 0 led to the trick on the table.
    game = Game.new(variants.get("american")).set_up(
        hands=["AS 4H", "KS QH", "9D QS", "TD 5H 2D"],
        leader=0,
        trick="8S 2S 9S",
        waive=["card-count", "opening-leader", "illegal-play"],
    )
    print("to act:", *game.to_act, "- legal:", game.legal_plays())
