"""What is shipped: a program that uses every part of the library that has files, or is compiled."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

from heartslib import Game, variants
from heartslib.bots import MonteCarlo, arena, by_name, careful
from heartslib.formats.schemas import schema
from heartslib.review import review

AMERICAN = variants.get("american")


def found(*words: str) -> dict[str, Any]:
    """What the parts give, and what the library warns of.

    Args:
        words: ``--little`` asks for a simulation, too, which needs the extra ``fast`` and compiles for seconds;
            ``--compiled`` asks for a bot that thinks and for a better policy, and ``--all`` for all such parts.
    """
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        view = Game.new(AMERICAN).deal(seed=1).view(0)
        parts: dict[str, Any] = {
            "variants": len(variants.all()),
            "picture": len(view._repr_svg_()),  # pyright: ignore[reportPrivateUsage]
            "schema": schema("view")["title"],
            "careful": str(careful(view)),
        }
        if "--little" not in words:
            parts |= {"strong": type(by_name("strong")(view)).__name__}
        if {"--little", "--all"} & {*words}:
            parts |= {"random": means_of("random")}
        if {"--compiled", "--all"} & {*words}:
            parts |= {"thought": str(MonteCarlo(5)(view)), "shed": means_of("shed")}
        if "--all" in words:
            parts |= rest()
    return parts | {"warnings": [str(each.message) for each in heard]}


def means_of(policy: str) -> tuple[float, ...]:
    """The points of a simulation."""
    from heartslib.simulate import simulate  # noqa: PLC0415 - an extra

    return simulate(AMERICAN, rounds=30, policy=policy).means


def rest() -> dict[str, Any]:
    """What the kernel gives to an arena, to a bot and to a review, which solves the last tricks."""
    game = Game.new(AMERICAN).deal(seed=1)
    policies = {"shed": "shed", "duck": "duck"}
    parts = {
        "arena": arena(AMERICAN, policies, deals=2, engine="kernel").totals,
        "bot": str(by_name("shed")(game.view(0))),
    }
    while game.phase.name != "score":
        game = game.apply(careful(game.view(game.to_act[0])))
    decisions = review(game, seats=[0], deals=2, tricks=2).decisions
    return parts | {"review": [(str(each.advice.move), str(each.cost)) for each in decisions]}


if __name__ == "__main__":
    file, *asked = sys.argv[1:]
    Path(file).write_text(json.dumps(found(*asked)), encoding="utf-8")
