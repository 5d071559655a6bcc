"""Open hands, as in Chase the Lady, in positions that are laid out; and who charged what."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, Rules, View, record, variants
from heartslib.phases import PlayPhase
from heartslib.rules import Charges
from heartslib.sampling import Sampler
from heartslib.testing import at_random, next_state
from tests.helpers.rings import share
from tests.helpers.sample_judge import truth
from tests.helpers.written import read_back, written_down

CHASE = variants.get("chase_the_lady")
KITTY = attrs.evolve(
    CHASE,
    name="Chase with a Kitty",
    players=(3, 4),
    deck=variants.get("heartsette").deck,
    kitty=variants.get("heartsette").kitty,
    opening=variants.get("heartsette").opening,
)
CHARGED = attrs.evolve(
    CHASE, name="Charged Chase", players=4, charging=Charges({"QS": "QS", "AH": "AH", "2H": "2H"})
)
GAMES = {"chase": CHASE, "kitty": KITTY, "charged": CHARGED}


def open_hands(rules: Rules, seed: int) -> Iterator[Game]:
    """The positions of a round in which a hand is open."""
    rng = Random(seed)
    game = Game.new(rules, rng.choice(rules.players))
    while game.phase.name not in {"moon", "score"}:
        if game.phase.name == "play" and any(game.view(None).shown) and any(game.hands):
            yield game
        game = next_state(game, at_random, rng)


def public(game: Game) -> dict[str, Any]:
    """What all have seen of a round, as it would be typed."""
    table = game.table
    first, *_ = (*table.tricks, table.trick)
    return {
        "leader": first.leader,
        "tricks": [trick.cards for trick in table.tricks],
        "trick": table.trick.cards,
        "shown": table.shown,
        "charged": table.charged,
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_position_with_an_open_hand_is_laid_out_as_it_is(name: str) -> None:
    rules, found = GAMES[name], 0
    for seed in range(share(40)):
        for game in open_hands(rules, seed):
            actual = truth(game)
            assert actual is not None
            for seat in range(game.players):
                view, found = game.view(seat), found + 1
                seen = View.set_up(
                    rules,
                    seat=seat,
                    hand=view.hand,
                    players=game.players,
                    captured=view.captured,
                    captured_sizes=view.captured_sizes,
                    **public(game),
                )
                assert seen.table == view.table
                assert seen.hand_sizes == view.hand_sizes
                sampler = Sampler(seen)
                assert sampler.admits(attrs.evolve(actual, passes=()))
                drawn = sampler.draw(Random(seed)).hands
                shown = [cards for cards in view.shown if cards and cards in game.hands]
                assert all(cards in drawn for cards in shown)
    assert found > 20


@pytest.mark.parametrize("name", GAMES)
def test_with_all_hands_known_it_goes_on_as_it_did(name: str) -> None:
    rules = GAMES[name]
    for seed in range(share(40)):
        for game in open_hands(rules, seed):
            assert isinstance(game.phase, PlayPhase)
            start = Game.new(rules, game.players)
            piles: dict[str, Any] = {"captured": game.phase.captured, "kitty": game.phase.kitty}
            laid = start.set_up(game.hands, **piles, **public(game))
            assert laid.table == game.table
            assert laid.legal_plays() == game.legal_plays()
            by_tricks: dict[str, Any] = {**public(game), "shown": ()}
            assert start.set_up(game.hands, **piles, **by_tricks).table == game.table
            assert record.loads(record.dumps(laid)) == laid


def test_who_charged_what_follows_from_the_hands_and_the_tricks() -> None:
    rules = variants.get("turbo")
    game, rng = Game.new(rules).deal(seed=4), Random(3)
    while len(game.table.tricks) < 5:
        game = next_state(game, at_random, rng)
    table = game.table
    assert any(table.charged)
    together = sum(table.charged, Cards())
    first, *_ = table.tricks
    given: dict[str, Any] = {
        "leader": first.leader,
        "tricks": [each.cards for each in table.tricks],
    }
    laid = Game.new(rules).set_up(game.hands, charged=together, **given)
    assert laid.table.charged == table.charged
    for charged in (str(together), [*together], list(table.charged)):
        assert Game.new(rules).set_up(game.hands, charged=charged, **given) == laid


def test_a_record_may_say_together_what_was_charged() -> None:
    game, rng = Game.new(variants.get("turbo")).deal(seed=4), Random(3)
    while game.phase.name != "score":
        game = next_state(game, at_random, rng)
    written = written_down(game)
    assert any(written["charged"])
    assert read_back({**written, "charged": [" ".join(written["charged"])]}) == read_back(written)


def test_an_open_hand_is_known_where_the_earlier_tricks_are_not() -> None:
    # in Chase the Lady the winner of a trick leads a suit that only the trick itself shows
    rules = attrs.evolve(CHASE, name="House", play=variants.get("basic").play)
    found = 0
    for seed in range(share(40)):
        for game in open_hands(rules, seed):
            table = game.table
            # who took what is known, and not who played it
            laid = Game.new(rules, game.players).set_up(
                game.hands,
                leader=table.trick.leader,
                trick=table.trick.cards,
                taken=table.piles,
                shown=table.shown,
                waive=["opening-leader"],
            )
            assert laid.table.shown == table.shown
            actual = truth(laid)
            assert actual is not None
            for seat in range(game.players):
                found += 1
                sampler = Sampler(laid.view(seat))
                assert sampler.admits(actual)
                for other, cards in enumerate(table.shown):
                    if len(cards) == len(game.hands[other]):
                        assert sampler.draw(Random(seed)).hands[other] == cards
    assert found > 20
