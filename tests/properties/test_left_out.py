"""Whatever an app leaves out of a position, the answer is that of the game, or it is asked for.

Real positions are handed to `legal_plays` with something missing each time: all or some of the earlier tricks, their
order, one flag or both.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from heartslib import Game, HeartsError, legal_plays, variants
from heartslib.phases import PlayPhase
from heartslib.rounds import any_move

SLUGS: Final = tuple(variants.all())
SHARE: Final = 0.3
"""How many of the plays are looked at."""


def positions(slug: str, players: int) -> Iterator[Game]:
    """Some positions of a round, with the moves made at random."""
    rng = Random(f"{slug} {players}")
    game = Game.new(variants.get(slug), players)
    while game.phase.name != "score":
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        is_drawn = isinstance(game.phase, PlayPhase) and rng.random() < SHARE
        if is_drawn and len(game.legal_plays()) < len(view.hand):
            yield game
        game = game.apply(any_move(view, rng))


def with_gaps(game: Game) -> Iterator[dict[str, Any]]:
    """The position of the seat to act, each time with something left out."""
    view = game.view(game.to_act[0])
    table = view.table
    tricks = [trick.cards for trick in table.tricks]
    played = table.played
    first = not tricks
    broken = view.hearts_broken
    yield {}
    yield {"first_trick": first}
    yield {"hearts_broken": bool(broken)}
    yield {"first_trick": first, "hearts_broken": bool(broken)}
    yield {"played": played}
    yield {"tricks": tricks}
    yield {"tricks": tricks[:1]}
    yield {"tricks": tricks[len(tricks) // 2 :]}
    yield {"tricks": tricks[-1:]}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_position_with_gaps_is_answered_right_or_not(slug: str) -> None:
    rules = variants.get(slug)
    answered = 0
    for players in sorted({rules.players[0], rules.usual_players, rules.players[-1]}):
        for game in positions(slug, players):
            seat = game.to_act[0]
            table = game.view(seat).table
            whole: dict[str, Any] = {
                "hand": game.hands[seat],
                "trick": table.trick.cards,
                "players": players,
                "charged": table.charged or "",
                "contract": game.contract,
            }
            for said in with_gaps(game):
                try:
                    found = legal_plays(rules, **whole | said)
                except HeartsError:
                    continue
                answered += 1
                assert found == game.legal_plays(), (players, whole, said)
    assert answered or not rules.all_play  # who draws needs the stock
