"""Random playouts of dealt hands: heartslib beside OpenSpiel driven from Python.

    python benchmarks/playouts.py --seconds 0.5 --rounds 11 --variant american

Every contestant plays the same deals with the same chooser, in the same process, in short
blocks that take turns, so that whatever slows the machine down slows all of them down.  See
``README.md`` beside this file for what the numbers mean.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import attrs

import heartslib
from heartslib import Game, variants
from heartslib.rules import NO_PASSING

OPEN_SPIEL: Final[Mapping[str, Mapping[str, bool]]] = {
    "american": {"no_pts_on_first_trick": False, "qs_breaks_hearts": False},
    "classic_50": {"qs_breaks_hearts": False},
    "classic_100": {"no_pts_on_first_trick": False},
}
"""The parameters with which OpenSpiel plays a variant."""

DEALS: Final = 200

Playout: TypeAlias = Callable[[Any, Callable[[], float]], Sequence[float]]
"""Plays one dealt hand to its end; gives the points of each seat."""


@attrs.frozen
class Contestant:
    """What is measured: a way to play out a deal, and the deals in its form."""

    name: str
    deals: Sequence[Any]
    playout: Playout


def play_heartslib(game: Game, random: Callable[[], float]) -> Sequence[float]:
    """Frozen values: every play is checked and makes a new game; the games before are kept."""
    kept: list[Game] = []
    while game.phase.name == "play":
        kept.append(game)
        cards = game.legal_plays()
        game = game.play(cards[int(random() * len(cards))])
    if game.phase.name == "moon":
        game = game.choose_moon("add")
    sheet = game.sheet
    return sheet.totals if sheet else ()


def play_open_spiel(dealt: Any, random: Callable[[], float]) -> Sequence[float]:
    """One state that changes: nothing is checked, and the state before is gone."""
    state = dealt.clone()
    while not state.is_terminal():
        cards = state.legal_actions()
        state.apply_action(cards[int(random() * len(cards))])
    return [26 - points for points in state.returns()]


def play_open_spiel_kept(dealt: Any, random: Callable[[], float]) -> Sequence[float]:
    """A clone is kept at every ply, so that earlier states stay valid, as those of ours do."""
    state = dealt.clone()
    kept: list[Any] = []
    while not state.is_terminal():
        kept.append(state.clone())
        cards = state.legal_actions()
        state.apply_action(cards[int(random() * len(cards))])
    return [26 - points for points in state.returns()]


def contestants(variant: str) -> list[Contestant]:
    """Heartslib, and OpenSpiel in two ways where it is installed and knows the variant."""
    rules = attrs.evolve(variants.get(variant), passing=NO_PASSING)
    games = [Game.new(rules).deal(seed=seed) for seed in range(DEALS)]
    ours = Contestant("heartslib", games, play_heartslib)
    if variant not in OPEN_SPIEL:
        print(f"OpenSpiel does not play {variant}: heartslib only")
        return [ours]
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed (pip install open_spiel): heartslib only")
        return [ours]
    hearts = pyspiel.load_game("hearts", dict(OPEN_SPIEL[variant]))
    states = [open_spiel_deal(hearts, game) for game in games]
    return [
        ours,
        Contestant("OpenSpiel", states, play_open_spiel),
        Contestant("OpenSpiel, clone kept", states, play_open_spiel_kept),
    ]


def open_spiel_deal(hearts: Any, game: Game) -> Any:
    """OpenSpiel's state with the same deal and no pass; a card is 4 * rank + suit (CDHS)."""
    state = hearts.new_initial_state()
    state.apply_action(0)
    hands = [game.view(seat).hand for seat in range(game.players)]
    for row in zip(*hands, strict=True):
        for card in row:
            state.apply_action(4 * (card.rank - 2) + "CDHS".index(card.suit.letter))
    return state


def block(contestant: Contestant, seconds: float, seed: int) -> float:
    """Hands per second of processor time, over a block at least that long."""
    random = Random(seed).random
    playout, deals, clock = contestant.playout, contestant.deals, time.process_time
    hands = 0
    start = now = clock()
    while now - start < seconds:
        for deal in deals[:20]:
            playout(deal, random)
        hands += 20
        deals = [*deals[20:], *deals[:20]]
        now = clock()
    return hands / (now - start)


def measure(entered: Sequence[Contestant], seconds: float, rounds: int) -> list[list[float]]:
    """Hands per second: a list for each contestant, with a figure for each round.

    A round is a block of everybody; who begins changes from round to round.
    """
    figures: list[list[float]] = [[] for _ in entered]
    for each in entered:  # what is made at first use is made now
        block(each, seconds / 5, seed=0)
    for turn in range(rounds):
        for step in range(len(entered)):
            place = (turn + step) % len(entered)
            figures[place].append(block(entered[place], seconds, seed=turn))
    return figures


def spread(figures: Sequence[float], digits: int) -> str:
    """Median, lowest and highest."""
    low, high = f"{min(figures):,.{digits}f}", f"{max(figures):,.{digits}f}"
    return f"{statistics.median(figures):12,.{digits}f}  ({low} to {high})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; see the module."""
    parser = argparse.ArgumentParser(description="random playouts of dealt hands")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one block")
    parser.add_argument("--rounds", type=int, default=11, help="blocks of each contestant")
    parser.add_argument("--variant", default="american", help="slug of the variant")
    options = parser.parse_args(arguments)
    print(f"{platform.platform()}, {platform.machine()}")
    print(f"{platform.python_implementation()} {platform.python_version()}")
    print(f"heartslib {heartslib.__version__}, {options.variant}, {options.rounds} rounds")
    entered = contestants(options.variant)
    ours, *others = measure(entered, options.seconds, options.rounds)
    print("\nhands per second            median  (lowest to highest)")
    for contestant, figures in zip(entered, (ours, *others), strict=True):
        print(f"{contestant.name:22}{spread(figures, 0)}")
    if others:
        print("\nratio, round by round       median  (lowest to highest)")
    for contestant, figures in zip(entered[1:], others, strict=True):
        ratios = [mine / theirs for mine, theirs in zip(ours, figures, strict=True)]
        print(f"{'to ' + contestant.name:22}{spread(ratios, 2)}")


if __name__ == "__main__":
    main()
