"""Two views of a game in the right order have events between them; over an undo they have none."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Rules, View, rules, variants
from heartslib.events import events_between
from heartslib.moves import Bid, CallPass, Charge, Deal, Move, NameContract, Pass, Play
from heartslib.phases import PHASES, Phase
from heartslib.testing.strategies import able
from tests.campaigns.redeal import kin
from tests.helpers.positions import AMERICAN, moon_shot
from tests.helpers.strategies import at_random, next_state

Line: TypeAlias = list[Game]
"""The states of a game, first to last."""

AGAIN = rules.Charges({"QS": "QS", "AH": "AH"}, each=2, reopens=True)


def tables(rng: Random) -> Iterator[tuple[str, Rules]]:
    """Every variant and some of its kin, in which a round has more phases."""
    for slug, variant in variants.all().items():
        _, *others = kin(variant)
        others.append(attrs.evolve(variant, charging=AGAIN))
        for rulebook in (variant, *rng.sample(others, 2)):
            yield slug, rulebook


def went_on(game: Game, moves: int, rng: Random) -> Line:
    """A game and its states after so many more moves, if it is not over before; it may be stopped."""
    line = [game]
    while len(line) <= moves and not game.is_over:
        game = game.stop() if rng.random() < 0.002 else next_state(game, at_random, rng)
        line.append(game)
    return line


def begun(rulebook: Rules, rng: Random) -> Game:
    players = rng.choice(able(rulebook))
    return Game.new(rulebook, players, dealer=rng.randrange(players))


def some_seat(game: Game, rng: Random) -> int | None:
    seats: list[int | None] = [None, *range(game.players)]
    return rng.choice(seats)


def events(before: View, after: View) -> bool:
    """Whether there are events between two views; views in the wrong order are refused."""
    try:
        events_between(before, after)
    except HeartsError as error:
        assert str(error) == "`before` must be the earlier view, `after` the later one"
        return False
    return True


def test_events_go_forward_and_never_back() -> None:
    rng = Random("forward")
    phases: Counter[type[Phase]] = Counter()
    for slug, rulebook in tables(rng):
        line = went_on(begun(rulebook, rng), rng.choice((30, 80)), rng)
        for _ in range(30):
            first = rng.randrange(len(line) - 1)
            gap = rng.choice((1, 1, 1, 2, 3, 5, 8, 20, len(line)))
            second = min(first + gap, len(line) - 1)
            seat = some_seat(line[0], rng)
            before, after = line[first].view(seat), line[second].view(seat)
            phases.update((type(line[first].phase), type(line[second].phase)))
            assert events(before, after), (slug, first, second)
            assert not events(after, before), (slug, first, second)
            assert events_between(after, after) == ()
    assert {*PHASES} - {*phases} <= {type(moon_shot().phase)}
