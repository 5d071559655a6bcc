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

from heartslib import Card, Cards, Game, explain_play, legal_plays, record, score_hand, variants

SEED = 7
FIRST_PLAYS = (
    "from heartslib import Game, variants; "
    f"game = Game.new(variants.get('american')).deal(seed={SEED}); "
    "game = [game := game.pass_cards(seat, game.view(seat).hand[:3]) for seat in game.to_act][-1]; "
    "game.legal_plays()"
)
"""A program up to the first legal plays."""
IMPORTS = {
    "import attrs": "import attrs",
    "import heartslib": "import heartslib",
    "from heartslib import variants": "from heartslib import variants",
    "import heartslib, deal, first legal plays": FIRST_PLAYS,
}
"""What a fresh interpreter is timed at, by its name in the table."""
_SETTINGS = ("PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME")
"""Settings of Python that would count: with the first, every import compiles the library again."""


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


def clean(**settings: str) -> dict[str, str]:
    """The environment of a process, with these settings and without those that would count."""
    kept = {key: value for key, value in os.environ.items() if key not in _SETTINGS}
    return kept | settings


def import_milliseconds(repeat: int) -> dict[str, list[float]]:
    """The processor time of each import in fresh interpreters, in turns, without the first, which compiles."""
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    with tempfile.TemporaryDirectory() as compiled:
        for _ in range(repeat + 1):
            for name, statement in IMPORTS.items():
                program = f"import time; start = time.process_time(); {statement}; "
                program += "print(time.process_time() - start)"
                command = [sys.executable, "-c", program]
                said = subprocess.check_output(  # noqa: S603
                    command, text=True, env=clean(PYTHONPYCACHEPREFIX=compiled)
                )
                times[name].append(float(said) * 1e3)
    return {name: figures[1:] for name, figures in times.items()}


def rows(repeat: int) -> list[tuple[str, str, list[float]]]:
    """Each call or import, its unit, and a figure for each loop."""
    called = [(name, "microseconds", microseconds(call, repeat)) for name, call in calls().items()]
    imported = import_milliseconds(repeat)
    attrs, ours = imported["import attrs"], imported["import heartslib"]
    ratio = [each / alone for each, alone in zip(ours, attrs, strict=True)]
    return [
        *called,
        *((name, "milliseconds", figures) for name, figures in imported.items()),
        ("import heartslib / import attrs", "times", ratio),
    ]
