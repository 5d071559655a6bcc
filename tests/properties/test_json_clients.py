"""Clients that read nothing but the JSON of a question, and do whatever it offers, never get stuck."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from heartslib import Game, Rules, rules, variants, wire
from heartslib.moves import Answer, Claim
from heartslib.questions import answers
from heartslib.sampling import as_game, sample_hands
from heartslib.testing.strategies import able
from tests.helpers.strategies import games
from tools.redeal import kin


def answered(game: Game, seat: int, rng: Random, boldness: float) -> Game | None:
    """The game after a seat has answered its question; None if it has none."""
    message = json.loads(wire.dumps_view(game, seat))
    question: Any = message["question"]
    match question:
        case None:
            return None
        case {"shape": "cards", "instead": [*instead]} if instead and rng.random() < boldness:
            given: dict[str, object] = {"name": rng.choice(instead)}
        case {"shape": "cards"}:
            given = {"cards": rng.sample(question["among"], rng.choice(question["counts"]))}
        case {"shape": "name"}:
            given = {"name": rng.choice(question["names"])}
        case _:
            given = {"yes": rng.random() < 0.5}
    head = {"format": wire.ANSWER_FORMAT, "version": 1}
    where = {key: message[key] for key in ("number", "epoch")}
    return wire.receive(game, json.dumps({**head, **where, **given}), seat)


def played_as_json(rulebook: Rules, rng: Random, boldness: float) -> Game:
    """A round in which the seats answer in any order, also those that need not."""
    game = Game.new(rulebook, rng.choice(able(rulebook)))
    while game.phase.name != "score":
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        seats = range(game.players) if rng.random() < 0.2 else game.to_act
        game = answered(game, rng.choice(seats), rng, boldness) or game
    return game


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_json_clients_finish_a_round(slug: str) -> None:
    rng = Random(slug)
    for rulebook in rng.sample([*kin(variants.get(slug))], 2):
        played_as_json(rulebook, rng, 0.1)


def test_whoever_claims_whenever_it_is_offered_gets_through() -> None:
    """After each refusal the seat must play; nobody is offered a claim that would be refused."""
    rng = Random(1)
    bold = attrs.evolve(variants.get("american"), round_end=rules.PlayedOut(claims=True))
    claims = refusals = 0
    for _ in range(5):
        history = played_as_json(bold, rng, 1.0).history
        claims += sum(isinstance(move, Claim) for move in history)
        refusals += sum(isinstance(move, Answer) and not move.accepts for move in history)
    assert claims > refusals > 10


@pytest.mark.slow
@given(st.sampled_from(["play", "call", "contract", "moon"]).flatmap(games))
def test_the_legal_moves_are_the_answers_to_the_questions(game: Game) -> None:
    """In the play too, where they are listed without a question, to be fast."""
    questions = [question for seat in range(game.players) if (question := game.view(seat).question)]
    assume(questions)
    assert game.legal_moves() == tuple(move for each in questions for move in answers(each))


@pytest.mark.parametrize("accepts", [True, False])
def test_a_claim_is_among_them_until_it_is_refused(accepts: bool) -> None:
    claims = attrs.evolve(variants.get("dame_de_pique"), round_end=rules.PlayedOut(claims=True))
    game = Game.new(claims, 4).deal(seed=1)
    for state in (game, game.claim(), game.claim().answer(1, accepts=accepts)):
        asked = [question for seat in range(4) if (question := state.view(seat).question)]
        assert state.legal_moves() == tuple(move for each in asked for move in answers(each))


def test_a_sample_knows_that_a_claim_has_just_been_refused() -> None:
    claims = attrs.evolve(variants.get("dame_de_pique"), round_end=rules.PlayedOut(claims=True))
    game = Game.new(claims, 4).deal(seed=1).claim().answer(1, accepts=False)
    view = game.view(game.to_act[0])
    sample = as_game(view, sample_hands(view, Random(1)))
    assert sample.view(view.seat) == view
    assert sample.legal_moves() == game.legal_moves()
