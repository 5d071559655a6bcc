"""The cost of single calls, in microseconds, and of the import.

The positions come from one seeded game of American Hearts: in the middle of a round, with a seat to
follow and with a seat to lead.  See ``README.md`` in this folder.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from heartslib import (
    Card,
    Cards,
    Game,
    explain_play,
    legal_plays,
    record,
    score_hand,
    variants,
)

SEED = 7
IMPORTS = {
    "import attrs": "import attrs",
    "import heartslib": "import heartslib",
    "from heartslib import variants": "from heartslib import variants",
    "import heartslib, deal, first legal plays": (
        "from heartslib import Game, variants; "
        f"game = Game.new(variants.get('american')).deal(seed={SEED}); "
        "game = [game := game.pass_cards(seat, game.view(seat).hand[:3]) for seat in game.to_act][-1]; "
        "game.legal_plays()"
    ),
}
"""What a fresh interpreter is timed at, by its name in the table."""
_NO_COMPILED = "PYTHONDONTWRITEBYTECODE"
"""If it were set, every import would compile the library again."""


def games() -> Iterator[Game]:
    """Every position of one random round, from the opening lead to the score."""
    rng = Random(SEED)
    game = Game.new(variants.get("american")).deal(seed=SEED)
    for seat in game.to_act:
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    while game.phase.name == "play":
        yield game
        game = game.play(rng.choice(tuple(game.legal_plays())))
    yield game


def calls() -> dict[str, Callable[[], Any]]:
    """The calls to measure, by their names in the table."""
    positions = tuple(games())
    start, follow, lead, last, scored = (positions[ply] for ply in (0, 22, 24, 51, 52))
    rules = start.rules
    new = Game.new(rules)
    twin = Game.replay(rules, follow.history)
    seat = follow.to_act[0]
    to_follow, to_lead, to_end = (game.legal_plays()[0] for game in (follow, lead, last))
    name, move = str(to_follow), follow.legal_moves()[0]
    illegal = next(card for card in follow.view(seat).hand if card not in follow.legal_plays())
    hand, table = follow.view(seat).hand, follow.view(seat).table
    trick, played = table.trick.cards, table.played
    taken, text = scored.view(None).table.piles, record.dumps(scored)
    return {
        "Game.new(rules)": lambda: Game.new(rules),
        "game.deal(seed=7)": lambda: new.deal(seed=SEED),
        "game.legal_plays()": follow.legal_plays,
        "game.play(card), to follow": lambda: follow.play(to_follow),
        "game.play(card), to lead": lambda: lead.play(to_lead),
        "game.play(card), the last, with the score": lambda: last.play(to_end),
        "game.play('name')": lambda: follow.play(name),
        "game.apply(move)": lambda: follow.apply(move),
        "game.explain(card), legal": lambda: follow.explain(to_follow),
        "game.explain(card), illegal": lambda: follow.explain(illegal),
        "game.view(seat)": lambda: follow.view(seat),
        "game.view(seat).legal_plays()": lambda: follow.view(seat).legal_plays(),
        "game.legal_moves()": follow.legal_moves,
        "game.history, 26 moves": lambda: follow.history,
        "game == equal game": lambda: follow == twin,
        "hash(game)": lambda: hash(follow),
        "copy.copy(game)": lambda: copy.copy(follow),
        "pickle.dumps(game)": lambda: pickle.dumps(follow),
        "legal_plays(rules, hand=..., trick=..., played=...)": lambda: legal_plays(
            rules, hand=hand, trick=trick, played=played
        ),
        "explain_play(rules, card, ...), illegal": lambda: explain_play(
            rules, illegal, hand=hand, trick=trick, played=played
        ),
        "score_hand(rules, taken=...)": lambda: score_hand(rules, taken=taken),
        "record.dumps(game), a round": lambda: record.dumps(scored),
        "record.loads(text), a round, replayed": lambda: record.loads(text),
        "rules.describe()": rules.describe,
        "Card.parse('QS')": lambda: Card.parse("QS"),
        "Cards.parse('QS KS AS')": lambda: Cards.parse("QS KS AS"),
        "Cards | Cards": lambda: hand | played,
        "card in Cards": lambda: to_follow in hand,
        "tuple(Cards), a hand": lambda: tuple(hand),
        "str(Cards), a hand": lambda: str(hand),
    }


def microseconds(call: Callable[[], Any], repeat: int) -> list[float]:
    """The time of a call in each of some loops of about 5 ms."""
    timer = timeit.Timer(call)
    number = max(1, int(0.005 / max(timer.timeit(10) / 10, 1e-9)))
    return [seconds / number * 1e6 for seconds in timer.repeat(repeat, number)]


def import_milliseconds(statement: str, repeat: int) -> list[float]:
    """The processor time of an import in a fresh interpreter, without the first, which compiles."""
    program = f"import time; start = time.process_time(); {statement}; "
    program += "print(time.process_time() - start)"
    with tempfile.TemporaryDirectory() as compiled:
        settings = {key: value for key, value in os.environ.items() if key != _NO_COMPILED}
        settings["PYTHONPYCACHEPREFIX"] = compiled
        times = [
            float(
                subprocess.run(  # noqa: S603
                    [sys.executable, "-c", program],
                    capture_output=True,
                    text=True,
                    check=True,
                    env=settings,
                ).stdout
            )
            for _ in range(repeat + 1)
        ]
    return [seconds * 1e3 for seconds in times[1:]]


def rows(repeat: int) -> list[tuple[str, str, list[float]]]:
    """Each call or import, its unit, and a figure for each loop."""
    called = [(name, "microseconds", microseconds(call, repeat)) for name, call in calls().items()]
    imported = [
        (name, "milliseconds", import_milliseconds(statement, repeat))
        for name, statement in IMPORTS.items()
    ]
    return called + imported
