"""What a message asks of a seat is what the game lets it do."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, HeartsError, IllegalMove, variants, wire
from heartslib.moves import Bid, Claim, Move, Pass
from heartslib.rules import NO_PASSING, Cycle, PlayedOut, Scatter, Toward
from tests.helpers.positions import moon_shot, passed
from tests.helpers.rings import share
from tests.helpers.strategies import games

AMERICAN = variants.get("american")
CLAIMS = attrs.evolve(AMERICAN, passing=NO_PASSING, round_end=PlayedOut(claims=True))


def question(game: Game, seat: int | None) -> Any:
    message = json.loads(wire.dumps_view(game, seat))
    assert wire.loads_view(json.dumps(message)).view == game.view(seat)
    return message["question"]


def is_legal(game: Game, move: Move) -> bool:
    try:
        game.apply(move)
    except IllegalMove:
        return False
    return True


@settings(max_examples=share(60))
@given(games())
def test_a_question_allows_what_the_game_allows(game: Game) -> None:
    try:
        moves = game.legal_moves()
    except HeartsError:
        assume(False)
    assert question(game, None) is None
    for seat in range(game.players):
        mine = [move for move in moves if getattr(move, "seat", None) == seat]
        asked = question(game, seat)
        assert (asked is None) == (not mine)
        if asked is None:
            continue
        assert all(is_legal(game, move) for move in mine)
        if asked["shape"] == "name":
            assert [*asked["names"]] == [name_of(move) for move in mine]
        elif asked["shape"] == "yes-or-no":
            assert [answer_of(move) for move in mine] == [True, False]
        else:
            hand = game.view(seat).hand
            among, barred = Cards(asked["among"]), asked["barred"]
            instead = [move for move in mine if isinstance(move, Claim)]
            mine = [move for move in mine if not isinstance(move, Claim)]
            assert asked["instead"] == ["claim"] * len(instead)
            assert {*among} | {*map(Card, barred)} == {*hand}
            assert not {*among} & {*map(Card, barred)}
            chosen = [Cards(answer_of(move)) for move in mine]
            assert {*among} == {card for cards in chosen for card in cards}
            assert all(cards <= among for cards in chosen)
            assert {*asked["counts"]} == {len(cards) for cards in chosen}
            assert all(why["rule"] and why["reason"] for why in barred.values())
            if game.phase.name == "play":
                reasons = ((card, game.explain(Card(card))) for card in barred)
                assert barred == {
                    card: {"rule": why.rule, "reason": why.reason} for card, why in reasons if why
                }


def name_of(move: Move) -> Any:
    """The name that makes a move: a bid is a number, or a pass."""
    return (str(move.bid) if move.bid else "pass") if isinstance(move, Bid) else answer_of(move)


def answer_of(move: Move) -> Any:
    """What a move says beside its seat."""
    _, answer, *_ = (getattr(move, field.name) for field in attrs.fields(type(move)))
    return answer


@pytest.mark.slow
@settings(max_examples=share(60))
@given(games(), st.randoms(use_true_random=False))
def test_every_answer_that_a_question_allows_is_accepted(game: Game, rng: Random) -> None:
    for seat in range(game.players):
        asked = question(game, seat)
        match asked:
            case None:
                continue
            case {"shape": "cards"}:
                count = rng.choice(asked["counts"])
                given: dict[str, Any] = {"cards": rng.sample(asked["among"], count)}
            case {"shape": "name"}:
                given = {"name": rng.choice(asked["names"])}
            case _:
                given = {"yes": rng.random() < 1 / 2}
        game = wire.receive(game, answer(game, **given), seat)


def answer(game: Game, **given: object) -> str:
    head = {"format": wire.ANSWER_FORMAT, "version": 1, "number": wire.number_of(game)}
    return json.dumps({**head, **given})


def test_a_message_asks_in_one_of_three_shapes() -> None:
    keeping = attrs.evolve(AMERICAN, passing=Cycle(Toward(1, 3), kept=Cards("QS"), optional=True))
    dealt = Game.new(keeping, 4).deal(seed=3)
    seat = next(seat for seat in range(4) if "QS" in dealt.hands[seat])
    assert question(dealt, seat) == {
        "shape": "cards",
        "verb": "pass",
        "task": "pass 3 cards",
        "among": str(dealt.hands[seat] - Cards("QS")).split(),
        "counts": [0, 3],
        "barred": {
            "QS": {"rule": "kept-cards", "reason": "QS must be kept while there are enough others"}
        },
        "to": [[(seat + 1) % 4, 3]],
        "instead": [],
    }
    assert question(moon_shot(), 0) == {
        "shape": "name",
        "verb": "choose",
        "task": "choose how the moon is paid",
        "names": ["add", "subtract"],
        "words": ["the others score", "your score goes down"],
    }
    game = Game.new(CLAIMS).deal(seed=1)
    assert question(game, game.to_act[0])["instead"] == ["claim"]
    claimed = game.claim()
    assert question(claimed, claimed.to_act[0]) == {
        "shape": "yes-or-no",
        "verb": "accept the claim",
        "task": "answer the claim",
        "refusal": "refuse the claim",
    }


def test_cards_go_to_the_seats_in_the_order_of_an_answer() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=Cycle(Scatter())), 4).deal(seed=1)
    first, second, third = map(str, game.hands[1][:3])
    after = wire.receive(game, answer(game, cards=[third, first, second]), 1)
    assert after.history[-1] == Pass.split(1, {2: third, 3: first, 0: second})


def test_a_claim_is_an_answer_too() -> None:
    game = Game.new(CLAIMS).deal(seed=1)
    seat = game.to_act[0]
    claimed = wire.receive(game, answer(game, name="claim"), seat)
    assert claimed.history[-1] == Claim(seat)
    refused = wire.receive(claimed, answer(claimed, yes=False), (seat + 1) % 4)
    assert question(refused, seat)["instead"] == []
    with pytest.raises(IllegalMove, match="the answer does not fit the question: play"):
        wire.receive(refused, answer(refused, name="claim"), seat)
    with pytest.raises(IllegalMove, match="a claim has just been refused"):
        wire.receive(refused, wire.dumps_move(Claim(seat)), seat)
    assert Claim(seat) not in refused.legal_moves()


def test_answers_that_are_given_at_once_cross() -> None:
    game = Game.new(AMERICAN, 4).deal(seed=1)
    answers = [answer(game, cards=str(game.hands[seat][:3]).split()) for seat in range(4)]
    later = game
    for seat in (2, 0, 3):
        later = wire.receive(later, answers[seat], seat)
    with pytest.raises(IllegalMove, match="after 1 move, but the game has had 4") as late:
        wire.receive(later, answers[2], 2)
    assert late.value.code == "stale"
    assert wire.receive(later, answers[1], 1) == passed()


def test_the_dealer_is_asked_for_a_name() -> None:
    calling = Game.new(variants.get("dirty_nasty_filthy"), 4)
    asked = question(calling, calling.dealer)
    assert asked["verb"] == "call"
    assert dict(zip(asked["names"], asked["words"], strict=True))["3-left"] == "3 left"
    with pytest.raises(IllegalMove, match="'3-up' cannot be called"):
        wire.receive(calling, answer(calling, name="3-up"), calling.dealer)
