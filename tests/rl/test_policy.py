"""A policy plays in games what it prefers, and leaves the rest to another bot."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any

import attrs
import numpy as np
import pytest

from heartslib import PACK, Game, HeartsError, View, variants
from heartslib.bots import AtRandom, arena, careful
from heartslib.moves import Move, Play
from heartslib.rl import PolicyBot, numbers_of, planes_of
from heartslib.terminal import Sitting
from tests.helpers.rounds import course


def lowest(*_: Any) -> Any:
    """The lower a card, the better; every card, legal or not, has a score."""
    return -np.arange(52)


def weighed(planes: Any, numbers: Any) -> Any:
    """Scores that tie, made of what is seen."""
    assert planes.shape == (15, 52)
    return planes[1] * (numbers[1] + 1)


def answers(answer: Any) -> Any:
    """A policy that always returns the same."""

    def policy(*_: Any) -> Any:
        return answer

    return policy


def never(*_: Any) -> Any:
    """A policy that is not to be asked."""
    raise AssertionError


def playing() -> Game:
    """A game in which seat 0 leads to the first trick."""
    return Game.new(variants.get("heartsette"), 4).deal(seed=1)


@pytest.mark.parametrize("policy", [lowest, weighed, answers([-np.inf] * 52)])
def test_the_legal_card_with_the_largest_score_is_played(policy: Any) -> None:
    game, bot = playing(), PolicyBot(policy)
    for _ in range(12):
        seat, legal = game.to_act[0], game.legal_plays()
        move = bot(game.view(seat))
        assert move == Play(seat, legal[0])
        game = game.apply(move)
    view = game.view(game.to_act[0])
    best = PolicyBot(answers(np.arange(52, dtype=np.uint8)))(view)
    assert best == Play(game.to_act[0], max(view.legal_plays(), key=PACK.index))


def test_a_policy_is_given_the_planes_and_numbers_of_the_view() -> None:
    given: list[Any] = []

    def keeps(planes: Any, numbers: Any) -> Any:
        given.extend([planes, numbers])
        return range(52)

    view = playing().view(0)
    PolicyBot(keeps)(view)
    assert (given[0] == planes_of(view)).all()
    assert (given[1] == numbers_of(view)).all()


def test_other_questions_are_left_to_another_bot() -> None:
    phases = set[str]()
    for slug in ("turbo", "kitty_hearts", "dirty_nasty_filthy"):
        for game in course(Game.new(variants.get(slug)), seed=3):
            for view in map(game.view, game.to_act):
                if view.phase != "play":
                    assert PolicyBot(never, AtRandom(3))(view) == AtRandom(3)(view)
                    assert PolicyBot(never)(view) == careful(view)
                    phases.add(view.phase)
    assert phases >= {"call", "pass", "charge"}
    with pytest.raises(HeartsError, match="there is nothing to do for seat 1"):
        PolicyBot(never)(playing().view(1))


def test_what_fails_in_a_policy_is_its_own_error() -> None:
    def fails(*_: Any) -> Any:
        raise ValueError("no weights")

    with pytest.raises(ValueError, match=r"^no weights$"):
        PolicyBot(fails)(playing().view(0))


def test_a_bot_can_be_pickled_if_its_policy_can() -> None:
    bot = pickle.loads(pickle.dumps(PolicyBot(lowest, AtRandom(7))))
    assert (bot.policy, bot.otherwise) == (lowest, AtRandom(7))


def test_a_policy_need_not_have_a_hash() -> None:
    """The terminal asks which of its bots are the same one; arrays in a policy are not to be compared."""

    @dataclass
    class Net:
        weights: Any

        def __call__(self, *_: Any) -> Any:
            return self.weights

    one, other = (PolicyBot(Net(np.arange(52))) for _ in range(2))
    assert len({one, other, one}) == 2
    assert one(playing().view(0)) == other(playing().view(0))


def test_it_plays_in_an_arena_and_at_a_table() -> None:
    rules, bot = variants.get("black_maria"), PolicyBot(lowest)

    def same(view: View) -> Move:
        legal = view.legal_plays()
        return Play(view.to_act[0], legal[0]) if legal else careful(view)

    standings = arena(rules, {"policy": bot, "same": same, "random": AtRandom()}, deals=1)
    assert standings.means["policy"] == standings.means["same"] != standings.means["random"]
    table = attrs.evolve(Sitting.new(rules, 3, seed=1), players=(bot, bot))
    for _ in range(3):
        *_, table = table, *table.steps()
        table = table.after(careful(table.view))
    assert any(isinstance(move, Play) and move.seat for move in table.game.history)
