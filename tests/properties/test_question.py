"""What a message asks of a seat is what the game lets it do."""

from __future__ import annotations

import json
from typing import Any

import attrs
from hypothesis import assume, given, settings

from heartslib import Cards, Game, HeartsError, IllegalMove, variants, wire
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Claim, Move, Play
from heartslib.rules import NO_PASSING, Charges, Cycle, PlayedOut, Toward
from tests.positions import moon_shot, passed
from tests.strategies import games

AMERICAN = variants.get("american")


def question(game: Game, seat: int | None) -> Any:
    told = json.loads(wire.dumps_view(game, seat))
    assert wire.loads_view(json.dumps(told)).view == game.view(seat)
    return told["question"]


def cards_of(move: Move) -> Cards:
    return Cards(move.card) if isinstance(move, Play) else move.cards  # type: ignore[union-attr]


def is_legal(game: Game, move: Move) -> bool:
    try:
        game.apply(move)
    except IllegalMove:
        return False
    return True


@settings(max_examples=60)
@given(games())
def test_a_question_allows_what_the_game_allows(game: Game) -> None:
    try:
        moves = [move for move in game.legal_moves() if not isinstance(move, Claim)]
    except HeartsError:
        assume(False)
    assert question(game, None) is None
    for seat in range(game.players):
        mine = [move for move in moves if getattr(move, "seat", None) == seat]
        asked = question(game, seat)
        assert (asked is None) == (not mine)
        if asked is None:
            continue
        if "names" in asked:
            kinds = {"call": CallPass, "pay the moon": ChooseMoon, "answer": Answer}
            assert {type(move) for move in mine} == {kinds[asked["verb"]]}
            assert len(asked["names"]) == len(mine)
            continue
        hand = game.view(seat).hand
        assert {*asked["cards"]} == {str(card) for card in hand}
        free = {card for card, why in asked["cards"].items() if why is None}
        chosen = [cards_of(move) for move in mine]
        assert free == {str(card) for cards in chosen for card in cards}
        assert {*asked["counts"]} == {len(cards) for cards in chosen}
        for why in filter(None, asked["cards"].values()):
            assert why["rule"]
            assert why["reason"]


def test_the_reasons_are_those_of_the_game() -> None:
    game = passed()
    seat = game.to_act[0]
    for card, why in question(game, seat)["cards"].items():
        objection = game.explain(card)
        assert why == (
            None if objection is None else {"rule": objection.rule, "reason": objection.reason}
        )


def test_each_phase_says_why_a_card_may_not_be_chosen() -> None:
    keeping = attrs.evolve(AMERICAN, passing=Cycle(Toward(1, 3), kept=Cards("QS"), optional=True))
    dealt = Game.new(keeping, 4).deal(seed=3)
    seat = next(seat for seat in range(4) if "QS" in dealt.hands[seat])
    asked = question(dealt, seat)
    assert asked["cards"]["QS"] == {"rule": "kept-cards", "reason": "QS may not be passed"}
    assert (asked["verb"], asked["counts"]) == ("pass", [0, 3])
    assert asked["to"] == [[(seat + 1) % 4, 3]]
    late = Charges({"QS": "QS"}, late=True)
    charging = attrs.evolve(variants.get("turbo"), charging=late, passing=NO_PASSING)
    start = Game.new(charging, 4).deal(hands=dealt.hands)
    assert question(start, seat)["counts"] == [0, 1]
    other = next(card for card in dealt.hands[seat] if str(card) != "QS")
    why = question(start, seat)["cards"][str(other)]
    assert why == {"rule": "not-chargeable", "reason": f"{other} cannot be charged"}
    assert not is_legal(start, Charge(seat, other))
    answered = start.charge(seat)
    assert question(answered, seat)["counts"] == [1]
    assert question(answered.charge(seat, "QS"), seat) is None


def test_names_are_asked_for_where_no_card_is() -> None:
    calling = Game.new(variants.get("dirty_nasty_filthy"), 4)
    assert question(calling, calling.dealer)["verb"] == "call"
    assert "3-left" in question(calling, calling.dealer)["names"]
    moon = moon_shot()
    assert question(moon, 0) == {"verb": "pay the moon", "names": ["add", "subtract"]}
    claims = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True))
    claimed = passed(claims).claim()
    seat = next(iter(claimed.to_act))
    assert question(claimed, seat) == {"verb": "answer", "names": ["accept", "refuse"]}
