"""Random playouts of dealt hands: heartslib compared with OpenSpiel driven from Python.

All contestants play the same deals, in the same process, in short alternating blocks, so that
whatever slows the machine down slows all of them down.  ``README.md`` in this folder says what the
numbers mean.
"""

from __future__ import annotations

import functools
import importlib
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import attrs

from benchmarks.timed import in_turns
from heartslib import ChooseCards, Game, Rules, variants
from heartslib.rules import NO_PASSING, PlayedOut
from heartslib.simulate.players.duck import duck

OPEN_SPIEL: Final[Mapping[str, Mapping[str, bool]]] = {
    "american": {"no_pts_on_first_trick": False, "qs_breaks_hearts": False},
    "classic_50": {"qs_breaks_hearts": False},
    "classic_100": {"no_pts_on_first_trick": False},
}
"""The parameters with which OpenSpiel plays a variant."""

DEALS: Final = 200

Playout: TypeAlias = Callable[[Any, Callable[[], float]], Sequence[float]]
"""Plays a dealt hand to its end; returns the points of each seat."""


@attrs.frozen
class Contestant:
    """An engine to measure: how it plays out a deal, and the deals in its own form."""

    name: str
    deals: Sequence[Any]
    playout: Playout


def play_heartslib(game: Game, random: Callable[[], float]) -> Sequence[float]:
    """Frozen values: every play is checked and makes a new game; earlier games are kept."""
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
    """One mutable state: nothing is checked, and earlier states are lost."""
    state = dealt.clone()
    while not state.is_terminal():
        cards = state.legal_actions()
        state.apply_action(cards[int(random() * len(cards))])
    return [26 - points for points in state.returns()]


def play_open_spiel_kept(dealt: Any, random: Callable[[], float]) -> Sequence[float]:
    """A clone is kept at every ply, so that earlier states stay valid as ours do."""
    state = dealt.clone()
    kept: list[Any] = []
    while not state.is_terminal():
        kept.append(state.clone())
        cards = state.legal_actions()
        state.apply_action(cards[int(random() * len(cards))])
    return [26 - points for points in state.returns()]


def play_variant(game: Game, random: Callable[[], float]) -> Sequence[float]:
    """The same for any variant, with kitties and payments for moons."""
    kept: list[Game] = []
    while (name := game.phase.name) != "score":
        kept.append(game)
        if name == "play":
            cards = game.legal_plays()
            game = game.play(cards[int(random() * len(cards))])
        elif name == "kitty":
            game = game.apply(duck(game.view(game.to_act[0])))
        else:
            game = game.choose_moon("add")
    sheet = game.sheet
    return sheet.totals if sheet else ()


def about_to_play(rules: Rules, seed: int) -> Game:
    """A dealt hand; if the seed is odd, every seat that may charge has charged a card."""
    game = Game.new(rules).deal(seed=seed)
    while game.phase.name == "charge":
        seat = game.to_act[0]
        question = game.view(seat).question
        cards = question.among[:1] if isinstance(question, ChooseCards) and seed % 2 else ""
        game = game.charge(seat, cards)
    return game


def plays_of(game: Game) -> int:
    """How many cards `play_variant` plays in a hand."""
    rules = game.in_force
    if type(rules.round_end) is not PlayedOut:
        raise SystemExit(f"{rules.name} may end a hand early, so its plays cannot be counted")
    return sum(map(len, (game.view(seat).hand for seat in range(game.players))))


def all_variants(seconds: float, rounds: int) -> list[tuple[str, list[float], list[float]]]:
    """Every variant in turns: slug, plays per second, and the ratio to American Hearts."""
    slugs = list(variants.all())
    rulebooks = {
        slug: attrs.evolve(
            variants.get(slug).rulebooks[0], passing=NO_PASSING, round_end=PlayedOut()
        )
        for slug in slugs
    }
    deals = {slug: [about_to_play(rulebooks[slug], seed) for seed in range(40)] for slug in slugs}
    entered = [Contestant(slug, deals[slug], play_variant) for slug in slugs]
    plays = [statistics.fmean(map(plays_of, deals[slug])) for slug in slugs]
    rates = [
        [hands * count for hands in figures]
        for count, figures in zip(plays, measure(entered, seconds, rounds), strict=True)
    ]
    base = rates[slugs.index("american")]
    return [
        (slug, figures, [one / other for one, other in zip(figures, base, strict=True)])
        for slug, figures in zip(slugs, rates, strict=True)
    ]


def contestants(variant: str) -> list[Contestant]:
    """Heartslib, and OpenSpiel in two ways if it is installed and knows the variant."""
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
    """Hands per second of processor time, over a block of at least `seconds`."""
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

    A round is one block of each contestant; a different one begins each round.
    """
    for each in entered:  # to fill the caches
        block(each, seconds / 5, seed=0)
    return in_turns(rounds, [functools.partial(block, each, seconds) for each in entered])


def rows(variant: str, seconds: float, rounds: int) -> list[tuple[str, list[float], list[float]]]:
    """Each contestant's name, and by round its hands per second and heartslib's ratio to it."""
    entered = contestants(variant)
    measured = measure(entered, seconds, rounds)
    return [
        (each.name, figures, [ours / it for ours, it in zip(measured[0], figures, strict=True)])
        for each, figures in zip(entered, measured, strict=True)
    ]
