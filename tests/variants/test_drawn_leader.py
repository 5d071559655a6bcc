"""A leader who is drawn by lot in each round: known to all with the deal, stored, and drawn in the kernel, too."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Game,
    HeartsError,
    RecordError,
    Rules,
    View,
    record,
    rulefile,
    testing,
    variants,
    wire,
)
from heartslib.moves import Deal
from heartslib.rules import (
    DrawnLeads,
    EldestLeads,
)
from heartslib.sampling import Sampler
from heartslib.simulate import kernel, simulate
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.positions.costs import position_of
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import read_back, written_down
from tests.properties.test_sampling import hold_to_the_laws
from tools.differential import Played, replayed

DRAWN = attrs.evolve(variants.get("american"), name="A drawn leader", opening=DrawnLeads())
HANDS = Game.new(DRAWN).deal(seed=1).deals[0].hands


def drawn(seed: int, rules: Rules = DRAWN) -> Game:
    return Game.new(rules).deal(seed=seed)


def test_a_seed_draws_a_leader_and_every_seat_is_drawn() -> None:
    leaders = [drawn(seed).deals[0].leader for seed in range(40)]
    assert leaders == [drawn(seed).deals[0].leader for seed in range(40)]
    assert {*leaders} == {0, 1, 2, 3}
    # the cards are those of a game without a draw
    plain = attrs.evolve(DRAWN, opening=EldestLeads())
    assert drawn(7).deals[0].hands == drawn(7, plain).deals[0].hands


@pytest.mark.parametrize("seed", range(8))
def test_the_player_drawn_leads_in_every_round_whatever_was_passed(seed: int) -> None:
    rng, game = Random(seed), drawn(seed)
    led = list[int]()
    while game.round_number < 3:
        if game.phase.name == "pass":
            settled = {game.view(each).settled.leader for each in (None, *range(4))}
            assert settled == {game.deals[0].leader}
        if game.phase.name == "play" and not game.table.tricks and not game.table.trick.cards:
            assert game.to_act == (game.deals[0].leader,)
            led.append(game.to_act[0])
        if rng.random() < 0.1:
            hold_to_the_laws(game, rng.randrange(4), seed)
        game = next_state(game, at_random, rng)
    assert len(led) == 3
    testing.check_events(game)


def test_the_draw_is_stored_with_the_deal_and_in_a_round() -> None:
    rng, game = Random(3), drawn(3)
    while game.phase.name != "score":
        game = next_state(game, at_random, rng)
        assert record.loads(record.dumps(game)) == game
        for seat in range(4):
            assert wire.loads_view(wire.dumps_view(game, seat)).view == game.view(seat)
    written = written_down(game)
    assert written["leader"] == game.deals[0].leader
    assert read_back(written, DRAWN).sheet == game.sheet
    with pytest.raises(RecordError, match="neither the round before nor lots decide who leads"):
        read_back(written, attrs.evolve(DRAWN, opening=EldestLeads()))
    assert rulefile.loads(rulefile.dump(DRAWN)) == DRAWN


def test_who_deals_by_hand_says_who_was_drawn() -> None:
    game = Game.new(DRAWN)
    assert game.deal(hands=HANDS, leader=2).view(0).settled.leader == 2
    assert game.deal(order=[*DRAWN.deck.cards(4)], leader=1).deals[0].leader == 1
    assert game.deal(seed=5, leader=3).deals[0].leader == 3
    with pytest.raises(HeartsError, match="the leader of each round is drawn: give leader"):
        game.deal(hands=HANDS)
    with pytest.raises(HeartsError, match="the leader of each round is drawn: give leader"):
        game.deal(order=[*DRAWN.deck.cards(4)])
    with pytest.raises(HeartsError, match="4"):
        game.deal(hands=HANDS, leader=4)
    with pytest.raises(HeartsError, match="no leader is drawn with this deal"):
        Game.new(variants.get("american")).deal(hands=HANDS, leader=1)
    half: Any = 1.0
    assert Deal(HANDS, leader=half).leader == 1


def test_a_position_begins_with_whoever_was_drawn() -> None:
    for leader in range(4):
        game = Game.new(DRAWN).set_up(HANDS, leader=leader)
        assert game.to_act == (leader,)
        view = View.set_up(
            DRAWN, seat=1, hand=HANDS[1], phase="pass", leader=leader, dealer=0, players=4
        )
        assert (view.phase, view.settled.leader) == ("pass", leader)
        assert Sampler(view).count()
    with pytest.raises(HeartsError, match="the leader of each round is drawn: give leader"):
        View.set_up(DRAWN, seat=1, hand=HANDS[1], phase="pass", dealer=0, players=4)


def test_the_search_knows_who_leads_before_the_pass() -> None:
    """So it does where the taker of a card leads, as in the later rounds of Gong Zhu."""
    game = drawn(4)
    for seat in range(4):
        view = game.view(seat)
        own = [view.hand if each == seat else view.hand[:0] for each in range(12)]
        numbers = position_of(view, view.in_force, own).numbers
        assert numbers[kernel.SETTLED_LEADER] == game.deals[0].leader
    plain = Game.new(variants.get("american")).deal(seed=4).view(0)
    numbers = position_of(plain, plain.in_force, [plain.hand, *[plain.hand[:0]] * 11]).numbers
    assert numbers[kernel.SETTLED_LEADER] == kernel.NOBODY


@pytest.mark.slow
def test_the_kernel_draws_leaders_alike_and_plays_on_like_a_game() -> None:
    table, leaders = lowered(DRAWN.at(4).in_force), Counter[int]()
    for number in range(80):
        played = Played(table, 5, number, [(number + seat) % 3 for seat in range(4)])
        replayed(played)
        leaders[played.leader] += 1
    assert min(leaders[seat] for seat in range(4)) > 8


def test_both_engines_simulate_it() -> None:
    assert simulate(DRAWN, rounds=20, seed=1, engine="python").rounds == 20


def test_openspiel_says_that_it_draws_no_lots() -> None:
    pytest.importorskip("pyspiel")
    from heartslib.rl.open_spiel import HeartsGame  # noqa: PLC0415 - it needs OpenSpiel

    with pytest.raises(HeartsError, match="OpenSpiel deals cards alone, and A drawn leader draws"):
        HeartsGame(rules=DRAWN)


def test_the_print_says_that_lots_are_drawn() -> None:
    assert DRAWN.at(4).sentences()["The opening lead"] == [
        "In each round a player is drawn by lot, with the deal.",
        "That player leads any legal card to the first trick.",
    ]
