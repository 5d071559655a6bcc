"""Messages that no table needs, and seats that are none."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Game, HeartsError, wire
from heartslib.rules import NO_PASSING, PlayedOut, Rounds
from tests.helpers.positions import AMERICAN, passed, played_out


def test_every_move_counts_to_the_end_of_the_game() -> None:
    game = played_out(attrs.evolve(AMERICAN, ending=Rounds(1)))
    over = game.score()
    assert over.is_over
    assert wire.number_of(over) == wire.number_of(game) + 1
    assert wire.loads_view(wire.dumps_view(over, 0)).number == len(over.history)


def test_a_message_has_the_events_since_an_earlier_one() -> None:
    game = passed()
    earlier, later = game.at(2), game.play(game.legal_plays()[0])
    first = wire.loads_view(wire.dumps_view(earlier, 1))
    assert (first.since, first.events) == (None, ())
    for since in (earlier, 2):
        second = wire.loads_view(wire.dumps_view(later, 1, since=since))
        assert second.events == later.events(1, earlier)
        assert (second.since, second.follows(first)) == (2, True)
        assert not second.follows(second)
        assert not second.follows(attrs.evolve(first, epoch=1))
    with pytest.raises(HeartsError, match="moves have been taken back since"):
        wire.dumps_view(earlier, 1, since=later)


def test_a_claim_of_the_whole_pack_is_seen_by_everybody() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    (leader,) = game.to_act
    game = game.claim()
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    assert game.view(0).captured_sizes == tuple(52 * (seat == leader) for seat in range(4))
    for seat in (0, 1, 2, 3, None):
        assert wire.loads_view(wire.dumps_view(game, seat)).view == game.view(seat)
