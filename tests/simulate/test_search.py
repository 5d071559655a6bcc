"""The compiled search: what it draws, and what candidates lead to, against the sampler and games."""

from __future__ import annotations

import importlib
import itertools
import math
import pkgutil
from collections import Counter
from random import Random

import attrs
import numpy as np
import pytest

from heartslib import Card, Cards, Game, Suit, variants
from heartslib.bots import MonteCarlo, advise, careful
from heartslib.bots.candidates import candidates
from heartslib.bots.in_games import playouts
from heartslib.bots.in_kernel import answer_of, merged
from heartslib.cards import BY_PLACE, PACK, from_each
from heartslib.moves import NameContract, Play
from heartslib.rounds import first_round
from heartslib.rules import LEFT, NO_PASSING, Cycle, QueenWhenSafe
from heartslib.sampling import Sampled, Sampler
from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import lowered_once
from heartslib.simulate.players.duck import duck
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions.costs import Search, tables_for
from heartslib.simulate.targets import SOURCES
from heartslib.view import View
from tests.helpers.in_kernel import kernel_variants


def _layers(row: np.ndarray, place: int, copies: int) -> Cards:
    bits = [int(row[place + kernel.LAYER * layer]) for layer in range(copies)]
    return from_each(card for each in bits for card in BY_PLACE if each >> card.place & 1)


def _sampled(
    search: Search, view: View, row: int, sets: np.ndarray, numbers: np.ndarray
) -> Sampled:
    """A position as the sampler writes it."""
    copies = int(search.tables.numbers[kernel.COPIES])
    seats = range(view.players)
    begin = int(search.tables.numbers[kernel.KITTY_CARDS] + numbers[row, kernel.KITTY_TAKEN])
    kitty = [int(index) for index in numbers[row, begin : begin + view.kitty_size]]
    passing = view.phase == "pass"
    return Sampled(
        hands=tuple(
            _layers(sets[row], kernel.HANDS + kernel.SEAT * seat, copies) for seat in seats
        ),
        kitty=tuple(BY_PLACE[index] for index in kitty),
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


@pytest.mark.slow
@pytest.mark.parametrize("slug", kernel_variants())
def test_a_position_is_one_of_the_deals_and_leads_to_the_points_of_its_game(slug: str) -> None:
    by_duck, played, drawn = policy_number("duck"), 0, 0
    for number in range(2):
        for view in _views(slug, number)[:: 3 if number else 4]:
            moves = candidates(view)
            if len(moves) == 1 or any(isinstance(move, NameContract) for move in moves):
                continue
            sampler = Sampler(view)
            search = Search(view, view.in_force, sampler, 5)
            sets, numbers = search.positions(2)
            answers = [answer_of(move) for move in moves]
            points = search.points(2, answers, [[by_duck] * view.players])
            by_deal = points.reshape(2, len(moves), -1)[:, :, :-1].tolist()
            for row in range(2):
                sample = _sampled(search, view, row, sets, numbers)
                drawn += 1
                assert sampler.admits(sample), view
                ends = playouts(view, sample, moves, duck)
                assert by_deal[row] == [[*sheet.totals] for sheet in ends]
                played += len(moves)
    assert drawn > 5


def _late(slug: str, seed: int) -> View:
    """A view late in a round, with a few dozen deals that fit."""
    rules, rng = variants.get(slug), Random(seed)
    game = first_round(rules, rules.usual_players, seed)
    while True:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        if view.phase == "play" and 20 <= (Sampler(view).count() or 0) <= 300:
            return view
        game = game.apply(careful(view))


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["american", "turbo", "gong_zhu", "kitty_hearts", "barbu"])
def test_every_deal_that_fits_is_drawn_as_often(slug: str) -> None:
    """Chi-square over all deals of late views, 60 draws for each."""
    view = _late(slug, 3)
    count = Sampler(view).count()
    assert count is not None
    search = Search(view, view.in_force, Sampler(view), 1)
    sets, numbers = search.positions(60 * count)
    sampler = Sampler(view)
    deals = Counter(_sampled(search, view, row, sets, numbers).hands for row in range(60 * count))
    kitty = math.factorial(view.kitty_size)
    assert len(deals) == count or kitty > 1
    share = 60 * count / len(deals)
    square = sum((times - share) ** 2 / share for times in deals.values())
    free = len(deals) - 1
    assert abs(square - free) < 4 * math.sqrt(2 * free)
    one = _sampled(search, view, 0, sets, numbers)
    assert sampler.admits(one)


def _with_a_check() -> View:
    """A restriction that asks the rest of the hand leaves a check, and the law says so."""
    rules = attrs.evolve(variants.get("american"), passing=NO_PASSING, play=(QueenWhenSafe("QS"),))
    game, rng = first_round(rules, 4, 1).deal(rng=Random(1)), Random(5)
    while Sampler(game.view(game.to_act[0])).law() is not None:
        game = game.play(rng.choice(game.legal_plays()))
    return game.view(game.to_act[0])


@pytest.mark.slow
@pytest.mark.parametrize("checked", [False, True])
def test_a_playout_goes_on_with_the_random_numbers_of_its_deal(
    checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun again from the same seed, a playout's chance would be tied to the cards dealt."""
    view = _with_a_check() if checked else _late("american", 5)
    first, again = (Search(view, view.in_force, Sampler(view), 7) for _ in range(2))
    sets, numbers = again.positions(40)
    states = sets[:, kernel.RNG]
    fresh = {7 ^ row * kernel.STRIDE % 2**64 for row in range(1, 41)}
    assert len({*states.tolist()}) == 40
    assert fresh.isdisjoint(states.tolist())
    answers = [[card.place] for card in view.legal_plays()]
    plan = [[policy_number("random")] * view.players]
    points = first.points(40, answers, plan)
    monkeypatch.setattr(again, "positions", {40: (sets, numbers)}.get)
    assert (again.points(40, answers, plan) == points).all()
    states += np.uint64(kernel.STRIDE)
    assert (again.points(40, answers, plan) != points).any()


def test_what_must_be_checked_is_drawn_by_the_sampler() -> None:
    pytest.importorskip("numba")
    view = _with_a_check()
    search = Search(view, view.in_force, Sampler(view), 1)
    sets, numbers = search.positions(20)
    drawn = [_sampled(search, view, row, sets, numbers) for row in range(20)]
    assert all(map(Sampler(view).admits, drawn))
    assert len({each.hands for each in drawn}) > 1
    assert MonteCarlo(rollouts=3)(view) == MonteCarlo(rollouts=3)(view)


def test_cards_laid_down_by_others_are_in_their_hands_before_the_pass() -> None:
    """What may be passed is checked deal by deal; who has passed gets cards all the same."""
    american = variants.get("american")
    kept = american.deck.cards(4).without(american.deck.cards(4).of(Suit.CLUBS))
    rules = attrs.evolve(american, passing=Cycle(LEFT, kept=kept))
    game = first_round(rules, 4, 0).deal(seed=1)
    view = game.apply(careful(game.view(2))).view(0)
    assert view.hand_sizes == (13, 13, 10, 13)
    assert Sampler(view).law() is None
    search = Search(view, view.in_force, Sampler(view), 1)
    for sets in search.positions(5)[0]:
        hands = [int(sets[kernel.HANDS + seat * kernel.SEAT]) for seat in range(4)]
        assert [hand.bit_count() for hand in hands] == [13] * 4
        assert hands[0] == view.hand.bits
        assert sum(hands) == american.deck.cards(4).bits


def test_equal_cards_are_tried_once() -> None:
    """7C and 8C are equal once nobody else can play between them; QS and KS never are."""
    rules = attrs.evolve(variants.get("american"), passing=NO_PASSING)
    hands = ["7C 8C TC QS KS AS", "9C 2D 3D 4D 5D 6D", "2C 3C 4C 5C 6C 2S", "2H 3H 4H 5H 6H 7H"]
    rest = Cards(set(variants.get("american").deck.cards(4)) - set(Cards(" ".join(hands))))
    game = Game.new(rules).set_up(hands, leader=0, taken=[rest, "", "", ""])
    view = game.view(0)
    moves = [move for move in candidates(view) if isinstance(move, Play)]
    assert {str(move.card) for move in moves} == {"7C", "8C", "TC", "QS", "KS", "AS"}
    groups = merged(view, moves)
    equal = [{str(move.card) for move in group if isinstance(move, Play)} for group in groups]
    assert [each for each in equal if len(each) > 1] == [{"7C", "8C"}, {"KS", "AS"}]
    assert {*itertools.chain(*groups)} == {*moves}
    costs = advise(view, deals=20).costs
    assert {*map(frozenset, equal)} == {
        frozenset(str(move.card) for move in cost.moves if isinstance(move, Play)) for cost in costs
    }


def test_a_nine_that_opens_a_lap_is_not_an_eight() -> None:
    """In Turbo Hearts with booster nines; in the pack nothing is between them, and neither costs."""
    plain, boosted = (
        lowered_once(variants.get(slug).at(4).in_force).classes
        for slug in ("turbo", "turbo_booster")
    )
    eight, nine, ten = (Card(card).place for card in ("8S", "9S", "TS"))
    assert plain[eight] == plain[nine] == plain[ten]
    assert boosted[eight] == boosted[ten] != boosted[nine]


@pytest.mark.parametrize("slug", kernel_variants())
def test_cards_of_a_class_cost_the_same(slug: str) -> None:
    variant = variants.get(slug)
    for played in variant.at(variant.usual_players).rulebooks:
        tables = lowered_once(played)
        classes = {card: tables.classes[card.place] for card in PACK}
        costs = {(number, played.cost(card)) for card, number in classes.items()}
        assert len(costs) == len({*classes.values()})


def test_no_name_stands_for_two_things_in_the_sources_of_the_kernel() -> None:
    """They are compiled in one scope: a later one would take the place of an earlier one, unseen."""
    sources = [vars(importlib.import_module(f"heartslib.simulate.{name}")) for name in SOURCES]
    for one, other in itertools.combinations(sources, 2):
        shared = {name for name in {*one} & {*other} if not name.startswith("__")}
        assert shared
        assert not [name for name in shared if one[name] is not other[name]]


def test_every_module_of_the_kernel_is_a_source() -> None:
    """Their digest is in the names of kept code, so that a change in any of them makes it stale."""
    modules = {f"kernel.{each.name}" for each in pkgutil.iter_modules(kernel.__path__)}
    assert modules == {name for name in SOURCES if name.startswith("kernel.")}


def test_a_round_that_is_decided_ends() -> None:
    """With charged cards dearer, and no more cards played once the last penalty card is taken."""
    rules = variants.get("turbo").at(4).in_force
    tables = tables_for(rules, Cards("QS"), (0,) * 4)
    assert tables.numbers[kernel.ENDS_EARLY]
    costs = tables.numbers[kernel.COSTS :][:60]
    assert costs[Card("QS").place] == 2 * 13
    assert costs[Card("AH").place] == 1
    assert not lowered_once(rules.at(4).in_force).numbers[kernel.ENDS_EARLY]
