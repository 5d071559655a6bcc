"""The compiled search: what it draws, and what candidates lead to, against the sampler and games."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from heartslib import Cards, variants
from heartslib.bots import careful
from heartslib.bots.bot import first_round
from heartslib.bots.duck import duck
from heartslib.bots.monte_carlo import candidates, playouts
from heartslib.bots.search import Compiled
from heartslib.cards import PACK, from_each
from heartslib.moves import NameContract
from heartslib.sampling import Sampled, Sampler
from heartslib.simulate import kernel
from heartslib.simulate.policies import policy_number
from heartslib.simulate.search import Search
from heartslib.view import View


def _layers(row: np.ndarray, place: int, copies: int) -> Cards:
    bits = [int(row[place + kernel.LAYER * layer]) for layer in range(copies)]
    return from_each(card for each in bits for card in PACK if each >> card.index & 1)


def _sampled(
    search: Search, view: View, row: int, sets: np.ndarray, numbers: np.ndarray
) -> Sampled:
    """A position as the sampler writes it."""
    copies = int(search.tables.numbers[kernel.COPIES])
    seats = range(view.players)
    begin = int(search.tables.numbers[kernel.KITTY_CARDS] + numbers[row, kernel.KITTY_TAKEN])
    kitty = numbers[row, begin : begin + view.kitty_size].tolist()
    passing = view.phase == "pass"
    return Sampled(
        hands=tuple(
            _layers(sets[row], kernel.HANDS + kernel.SEAT * seat, copies) for seat in seats
        ),
        kitty=tuple(PACK[index] for index in kitty),
        captured=tuple(
            _layers(sets[row], kernel.CAPTURED + kernel.SEAT * seat, copies) for seat in seats
        ),
        passes=(None,) * view.players if passing else (),
    )


def _views(slug: str, number: int) -> list[View]:
    """Views of a round in which a careful seat is to act, before any other has passed."""
    rules = variants.get(slug)
    game, rng = first_round(rules, rules.usual_players, number), Random(number)
    found = list[View]()
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        if view.phase != "pass" or len(view.to_act) == view.players:
            found.append(view)
        game = game.apply(careful(view))
    return found


@pytest.mark.parametrize("slug", variants.all())
def test_a_position_is_one_of_the_deals_and_leads_to_the_points_of_its_game(slug: str) -> None:
    by_duck, played, drawn = policy_number("duck"), 0, 0
    for number in range(2):
        for view in _views(slug, number)[:: 3 if number else 4]:
            moves = candidates(view)
            if len(moves) == 1 or any(isinstance(move, NameContract) for move in moves):
                continue
            tries = Compiled(view, moves, 5, merge=False)
            (search,) = tries.searches
            sampler = Sampler(view)
            sets, numbers = search.positions(2)
            plan = np.full((1, view.players), by_duck)
            points = search.points(2, tries.asked, tries.answers, plan)
            for row in range(2):
                sample = _sampled(search, view, row, sets, numbers)
                drawn += 1
                assert sampler.admits(sample), view
                ends = playouts(view, sample, moves, duck)
                assert points[row, 0, :, :-1].tolist() == [[*totals] for totals, _ in ends]
                played += len(moves)
    assert drawn > 5
