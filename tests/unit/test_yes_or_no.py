"""A question says what its answers mean: whoever answers it knows its shape, and no phase.

A phase is planted that no rule asks for: after the pass each seat in turn may double the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import attrs
import pytest

from heartslib import Game, HeartsError, View, YesOrNo, phases, simulate, variants, view
from heartslib.bots import LEVELS, AtRandom, Bot, MonteCarlo, Reason, advise, careful
from heartslib.moves import Answer
from heartslib.phases import AnyPhase, ChargePhase, Match, PlayPhase, Round
from heartslib.rl import actions
from heartslib.rounds import any_move
from heartslib.rules.book.chapters import AtTable
from heartslib.show.telling import deed
from heartslib.simulate.players.duck import duck
from heartslib.terminal.words import TerminalVoice
from tests.helpers.sessions import at, typing

TABLE: Final = variants.get("american")
WHY: Final = "it is the fashion of this house"


@attrs.frozen
class Double(Answer):
    """A seat doubles the round or not."""


@attrs.frozen
class DoublePhase(AnyPhase):
    """The seats double the round or decline, in turn."""

    name = "double"
    takes = (Double,)
    todo = "double the round or decline"
    wants = "the round must be doubled or not first"
    call = "double(yes)"

    playing: PlayPhase
    asked: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.asked

    def round(self, match: Match) -> Round:
        return self.playing.round(match)

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        return "double", "do not double"

    @classmethod
    def question(cls, view: View, seat: int) -> YesOrNo:
        return YesOrNo(
            "double the round",
            lambda yes: Double(seat, accepts=yes),
            kind=Double,
            chance=0.5,
            cautious=True,
            why=WHY,
            refusal="decline",
        )

    def apply(self, match: Match, move: Double) -> DoublePhase:
        MADE.append(move)
        return DoublePhase(self.playing, self.asked[1:])


MADE: Final[list[Double]] = []
"""What has been answered in a test."""


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phase comes before the play, in every game."""
    following = phases._following  # pyright: ignore[reportPrivateUsage]

    def with_doubles(match: Match, phase: Any) -> Iterator[tuple[Match, Any]]:
        if isinstance(phase, DoublePhase):
            yield from [] if phase.to_act else [(match, phase.playing)]
            return
        for now, after in following(match, phase):
            ends = isinstance(phase, ChargePhase)
            phase = DoublePhase(after) if ends and isinstance(after, PlayPhase) else after
            yield now, phase

    MADE.clear()
    monkeypatch.setattr(phases, "_following", with_doubles)
    monkeypatch.setitem(view._NAMED, "double", (DoublePhase,))  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(actions, "PHASES", (*phases.PHASES, DoublePhase))


def doubling() -> Game:
    """A game in which seat 0 may double."""
    game = Game.new(TABLE).deal(seed=1)
    while game.phase.name == "pass":
        game = game.apply(careful(game.view(game.to_act[0])))
    return game


def asked() -> View:
    """What seat 0 knows then."""
    return doubling().view(0)


@pytest.mark.parametrize(
    "bot", [careful, duck, MonteCarlo(rollouts=3), LEVELS["easy"], LEVELS["casual"]]
)
def test_a_bot_says_what_a_cautious_player_says(bot: Bot) -> None:
    assert bot(asked()) == Double(0, accepts=True)


def test_a_hint_is_the_reason_of_the_phase() -> None:
    advice = advise(asked())
    assert advice.sentence() == f"Double the round: {WHY}."
    assert advice.reason == Reason("by-the-rules", (WHY,))
    assert deed(asked(), advice.move, TerminalVoice()) == "double the round"


@pytest.mark.parametrize("policy", ["random", "duck", "lowest"])
def test_the_python_engine_answers_by_what_the_question_says(policy: str) -> None:
    simulate.simulate(TABLE, rounds=30, policy=policy, seed=1, engine="python")
    yes = sum(move.accepts for move in MADE)
    assert len(MADE) == 120
    assert 40 <= yes <= 80 if policy == "random" else yes == 120


def test_a_random_player_says_yes_as_often_as_the_question_says() -> None:
    rng, question = Random(1), asked().question
    assert isinstance(question, YesOrNo)
    some = [any_move(asked(), rng) for _ in range(50)]
    assert 10 <= some.count(question.make(True)) <= 40
    assert {AtRandom(seed)(asked()) for seed in range(20)} == {*map(question.make, (True, False))}


@pytest.mark.parametrize("typed", ["yes", "y", "double the round", "Double"])
def test_a_human_says_yes_in_the_words_of_the_question(typed: str) -> None:
    assert said(typed) == Double(0, accepts=True)


@pytest.mark.parametrize("typed", ["no", "n", "decline"])
def test_a_human_says_no_in_the_words_of_the_question(typed: str) -> None:
    assert said(typed) == Double(0, accepts=False)


def said(typed: str) -> Double:
    """What a human has answered who types so."""
    session = at(doubling())
    assert typing(session, "accept").reply == ("Type yes to double the round, or no to decline.",)
    typing(session, typed)
    return MADE[0]


def test_learners_are_offered_both_answers_by_name() -> None:
    yes, no = actions.legal_actions(asked())
    assert actions.names_of(asked()) == ("double", "do not double")
    assert actions.move_of(asked(), (), yes) == Double(0, accepts=True)
    assert actions.move_of(asked(), (), no) == Double(0, accepts=False)


def test_a_phase_that_does_not_name_its_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DoublePhase, "names", AnyPhase.names)
    with pytest.raises(HeartsError, match="DoublePhase does not name its answers: give it `names`"):
        actions.names_of(asked())


def test_open_spiel_asks_for_a_yes_or_no() -> None:
    pytest.importorskip("pyspiel")
    open_spiel = pytest.importorskip("heartslib.rl.open_spiel")
    state = open_spiel.HeartsGame.of(TABLE).new_initial_state()
    rng = Random(1)
    while state.game.phase.name != "double":
        outcomes = state.legal_actions()
        state.apply_action(rng.choice(outcomes))
    answers = state.legal_actions()
    assert [state.action_to_string(each) for each in answers] == ["double", "do not double"]
    state.apply_action(answers[0])
    state.apply_action(answers[1])
    assert [move.accepts for move in MADE] == [True, False]
