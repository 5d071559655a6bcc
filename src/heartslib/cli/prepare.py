"""Compile beforehand what bots, reviews, simulations and batches use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from random import Random

import numpy as np

from heartslib.bots import MonteCarlo, arena, careful
from heartslib.game import Game
from heartslib.phases import PlayPhase
from heartslib.rounds import games_of_round
from heartslib.rules import Rules
from heartslib.simulate import CannotLower, simulate
from heartslib.simulate.lowering.rules import lowered_each
from heartslib.simulate.positions.costs import cards_by
from heartslib.simulate.positions.position import Position
from heartslib.simulate.positions.solved import METHODS, solved


def pieces(chosen: Iterable[Rules]) -> list[Callable[[], object]]:
    """Calls that compile all that these rulebooks need: what is kept already is only loaded.

    The same code serves all rulebooks whose pack has as many copies of each card.

    Args:
        chosen: The rulebooks; those that the kernel does not know are left out.
    """
    kinds: dict[tuple[int, bool], tuple[Rules, int]] = {}
    for rules in chosen:
        for players in rules.players:
            try:
                for tables in lowered_each(rules.at(players)):
                    kinds.setdefault((len(tables.layers), tables.plain), (rules, players))
            except CannotLower:
                continue
    return [piece for example in kinds.values() for piece in _pieces(Game.new(*example))]


def _pieces(start: Game) -> list[Callable[[], object]]:
    rules, players = start.rules, start.players

    def in_play() -> tuple[Game, Position]:
        games = games_of_round(start, [careful] * players, Random(0))  # noqa: S311
        for game in games:
            phase = game.phase
            if isinstance(phase, PlayPhase):
                cards = phase.table, phase.hands, phase.kitty, phase.captured
                return game, Position(game.in_force, *cards, scores=game.scores)
        raise AssertionError  # every round has a play

    def one_card() -> None:
        game, position = in_play()
        view = game.view(game.to_act[0])
        position.play_out(cards_by("shed", view, 1))

    def batch() -> None:
        with suppress(ImportError):  # without the extra `rl` there are none
            from heartslib.rl import BatchRounds  # noqa: PLC0415

            rounds = BatchRounds(rules, 1, players=players)
            rounds.step(np.argmax(rounds.reset().legal, axis=1))

    bots = {"shed": "shed", "duck": "duck"}
    return [
        partial(simulate, rules, rounds=1, players=players),
        partial(simulate, rules, rounds=1, players=players, policy="shed"),
        partial(MonteCarlo().make_ready, rules, players),
        one_card,
        *(lambda by=by: solved(in_play()[1], by=by, most=1) for by in METHODS),
        partial(arena, rules, bots, deals=1, players=players, engine="kernel"),
        batch,
    ]
