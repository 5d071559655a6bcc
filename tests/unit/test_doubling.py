"""A phase and a settled fact that no reader knows: each is right about them, or refuses them by name.

After the pass and the charges each seat in turn may double the round; see `tests.helpers.doubling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from heartslib import Game, HeartsError, View, score_hand
from heartslib._values.said import NotSaid
from heartslib.bots import advise, by_name
from heartslib.rl import observation
from heartslib.rounds import any_move, own_seat
from heartslib.rules.counting import attainable as reach
from heartslib.rules.counting.terms import Open, needs_of
from heartslib.sampling import Sampler
from heartslib.sampling.to_game import as_game
from heartslib.show.telling import Voice, sentences
from heartslib.simulate import CannotLower, simulate
from heartslib.simulate.positions.costs import Search
from heartslib.testing import story
from tests.helpers import doubling
from tests.helpers.doubling import Double, DoublePhase, RoundDoubled, house


class Doubled(NamedTuple):
    """A round that somebody has doubled.

    Attributes:
        asked: The game in which the first seat is asked.
        last: The game before the last card.
        end: The game with the round counted.
    """

    asked: Game
    last: Game
    end: Game


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    doubling.plant(monkeypatch)


def rounds(count: int) -> Iterator[Game]:
    """Games, each with a round counted that was not the first."""
    for seed in range(count):
        rng, game = Random(seed), Game.new(house(), round_number=1, scores=(10, 20, 30, 40))
        while game.phase.name != "score":
            view = game.view(game.to_act[0]) if game.to_act else None
            game = game.deal(seed=seed) if view is None else game.apply(any_move(view, rng))
        yield game


@pytest.fixture
def doubled() -> Doubled:
    end = next(game for game in rounds(9) if len(_doubled(game)) == 2)
    games = [end.at(move) for move in range(len(end.history) + 1)]
    (asked, *_) = (game for game in games if game.phase.name == "double")
    return Doubled(asked, games[-2], end)


def _doubled(game: Game) -> tuple[int, ...]:
    settled: Any = game.match.settled
    seats: tuple[int, ...] = settled.doubled
    return seats


def test_two_doubles_make_four_times_as_many_points(doubled: Doubled) -> None:
    assert sum(doubled.end.points_so_far) == 4 * 26
    assert [type(move) for move in doubled.end.history].count(Double) == 4


def test_bounds_hold_for_any_doubles(doubled: Doubled) -> None:
    low, high = doubled.end.in_force.bounds
    assert high >= 16 * 26
    assert all(low <= points <= high for game in rounds(6) for points in game.points_so_far)


def test_true_points_are_possible(doubled: Doubled) -> None:
    end = doubled.end
    assert reach.refused(end.in_force, end.points_so_far, end.match.scores) is None


def test_score_hand_says_what_nobody_has_said(doubled: Doubled) -> None:
    with pytest.raises(NotSaid, match="these rules ask for 'doubled', which nobody has said"):
        score_hand(house(), taken=doubled.end.piles)


def test_the_kernel_refuses(doubled: Doubled) -> None:
    with pytest.raises(CannotLower, match="does not know an answer that a step asks for"):
        simulate(house(), rounds=1)
    view = doubled.last.view(doubled.last.to_act[0])
    with pytest.raises(CannotLower, match="does not know an answer that a step asks for"):
        Search(view, view.in_force, Sampler(view), 1)


def test_the_plain_engine_doubles_as_often_as_the_question_says() -> None:
    found = simulate(house(), rounds=40, seed=1, engine="python")
    # each of four seats doubles every other time
    assert 3 * 26 < sum(found.means) < 8 * 26


def test_a_position_laid_out_is_not_counted(doubled: Doubled) -> None:
    table = doubled.last.table
    tricks, leader = [trick.cards for trick in table.tricks], table.tricks[0].leader
    game = Game.new(house()).set_up(
        doubled.last.hands, leader=leader, tricks=tricks, trick=table.trick.cards
    )
    assert game.legal_plays() == doubled.last.legal_plays()
    with pytest.raises(NotSaid, match="these rules ask for 'doubled', which nobody has said"):
        game.play(game.legal_plays()[0])


def test_a_view_laid_out_says_what_is_certain(doubled: Doubled) -> None:
    seat, table = doubled.last.to_act[0], doubled.last.table
    view = doubled.last.view(seat)
    laid_out = View.set_up(
        house(), seat=seat, hand=view.hand, leader=table.tricks[0].leader, given=view.given,
        tricks=[trick.cards for trick in table.tricks], trick=table.trick.cards,
        received=view.received, round_number=1,
    )  # fmt: skip
    assert laid_out.legal_plays() == view.legal_plays()
    assert sum(laid_out.points_so_far) * 4 == sum(view.points_so_far)


def test_an_observation_refuses_what_it_has_no_place_for(doubled: Doubled) -> None:
    with pytest.raises(HeartsError, match=r"does not show all that is settled: .*doubled="):
        observation.observed(doubled.last.view(0), 0)


def test_open_spiel_plays_it() -> None:
    pytest.importorskip("pyspiel")
    spiel = pytest.importorskip("heartslib.rl.open_spiel")
    state, rng = spiel.HeartsGame.of(house()).new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert _doubled(state.game)
    assert [-points for points in state.returns()] == [*state.game.points_so_far]


@pytest.mark.parametrize("bot", ["random", "easy", "casual", "careful", "monte-carlo:2"])
def test_a_bot_answers_and_plays(bot: str, doubled: Doubled) -> None:
    for game in (doubled.asked, doubled.last):
        assert by_name(bot)(game.view(game.to_act[0])) in game.legal_moves()


def test_the_bot_of_the_kernel_refuses(doubled: Doubled) -> None:
    asked = doubled.asked.view(doubled.asked.to_act[0])
    assert by_name("shed")(asked) == Double(doubled.asked.to_act[0], accepts=False)
    with pytest.raises(CannotLower, match="does not know an answer that a step asks for"):
        by_name("shed")(doubled.last.view(doubled.last.to_act[0]))


def test_the_hint_is_the_sentence_of_the_phase(doubled: Doubled) -> None:
    view = doubled.asked.view(doubled.asked.to_act[0])
    advice = advise(view)
    assert advice.sentence().endswith(f": {doubling.WHY}.")
    assert advice.move == Double(own_seat(view), accepts=False)


def test_a_sample_asks_the_same_seats(doubled: Doubled) -> None:
    view = doubled.asked.view(doubled.asked.to_act[0])
    game = as_game(view, Sampler(view).draw(Random(1)))
    assert game.phase.asked == doubled.asked.phase.asked  # type: ignore[union-attr]


def test_it_is_said_and_heard(doubled: Doubled) -> None:
    steps = doubled.end.steps(0)
    story._explain(doubled.end.beginning.view(0), steps)  # pyright: ignore[reportPrivateUsage]
    heard = [
        said
        for view, events in steps
        for event in events
        for said in sentences(view, event, Voice())
    ]
    assert [said for said in heard if "double" in said] == [
        "You double the round." if seat == 0 else f"seat {seat} doubles the round."
        for seat in _doubled(doubled.end)
    ]


# What is left out of the phase is refused by name.


def test_an_event_without_a_sentence(monkeypatch: pytest.MonkeyPatch, doubled: Doubled) -> None:
    monkeypatch.setattr(RoundDoubled, "deed", None)
    event: Any = RoundDoubled(1)
    with pytest.raises(HeartsError, match="RoundDoubled has no sentence: give it a deed"):
        list(sentences(doubled.end.view(0), event, Voice()))


def test_an_event_that_settles_nothing(monkeypatch: pytest.MonkeyPatch, doubled: Doubled) -> None:
    monkeypatch.setattr(RoundDoubled, "joins", "")
    with pytest.raises(AssertionError, match="every event is heard: RoundDoubled needs `joins`"):
        story.check_events(doubled.end)


def test_a_phase_that_says_nothing_to_the_sampler(
    monkeypatch: pytest.MonkeyPatch, doubled: Doubled
) -> None:
    view = doubled.asked.view(doubled.asked.to_act[0])
    sample = Sampler(view).draw(Random(1))
    monkeypatch.delattr(DoublePhase, "resumed")
    with pytest.raises(HeartsError, match="no sample can be played on in the phase 'double'"):
        as_game(view, sample)
    monkeypatch.setattr(DoublePhase, "before_lead", False)
    with pytest.raises(HeartsError, match="does not know what the phase 'double' reveals"):
        Sampler(view)


def test_a_fact_of_which_nothing_is_said_before_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_of.cache_clear()
    monkeypatch.delattr(Open, "doubles")
    with pytest.raises(HeartsError, match="no terms can be made of it before a round"):
        house()
