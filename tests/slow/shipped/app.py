"""What is shipped: a program that uses every part of the library that has files, or is compiled."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

from heartslib import Game, variants
from heartslib.bots import MonteCarlo, by_name, careful
from heartslib.formats.schemas import schema

AMERICAN = variants.get("american")


def found() -> dict[str, object]:
    """What the parts give, and what the library warns of."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        game = Game.new(AMERICAN).deal(seed=1)
        view = game.view(0)
        parts: dict[str, object] = {
            "variants": len(variants.all()),
            "picture": len(view._repr_svg_()),  # pyright: ignore[reportPrivateUsage]
            "schema": schema("view")["title"],
            "careful": str(careful(view)),
            "strong": type(by_name("strong")(view)).__name__,
            "thought": str(MonteCarlo(5)(view)),
        }
        if "--simulate" in sys.argv:
            from heartslib.simulate import simulate  # noqa: PLC0415 - an extra

            result = simulate(AMERICAN, rounds=30, policy="shed")
            parts["points"] = [round(mean, 9) for mean in result.means]
    return parts | {"warnings": [str(each.message) for each in heard]}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(found()), encoding="utf-8")
