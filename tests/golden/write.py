"""Write the golden files: ``python tests/golden/write.py``.

They are the rulebook of every variant, what each built-in choice says, and the picture in the
README.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from heartslib import Game, View, variants
from heartslib.bots import careful
from heartslib.show.svg import table_svg
from tests.golden.choices import said

PICTURE: Final = Path(__file__).parents[2] / "docs" / "_static" / "table.svg"
"""The picture in the README."""

SAID: Final = Path(__file__).parent / "choices.txt"
"""What each built-in choice says."""


def golden_file(slug: str) -> Path:
    """The file with the rulebook of a variant."""
    return Path(__file__).parent / f"rules_{slug}.txt"


def pictured() -> View:
    """The view in the picture: that of the first page of the docs, with names."""
    game = Game.new(variants.get("american"), names=("Ann", "Ben", "Cid", "Dee")).deal(seed=228)
    while len(game.history) < 15:
        game = game.apply(careful(game.view(game.to_act[0])))
    return game.view(0)


if __name__ == "__main__":
    for slug, rules in variants.all().items():
        golden_file(slug).write_text(rules.describe() + "\n", encoding="utf-8")
    PICTURE.write_text(table_svg(pictured()), encoding="utf-8")
    SAID.write_text(said(), encoding="utf-8")
