"""What the library does, in lines: a game of every variant, and the refusals on the way.

The same lines must come from any interpreter: ``python -O tests/helpers/behaviour.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import attrs

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    legal_plays,
    record,
    rulefile,
    score_hand,
    variants,
)
from heartslib.bots import AtRandom, Bot, careful
from heartslib.cards import PACK
from heartslib.moves import (
    Answer,
    Charge,
    ChooseMoon,
    Claim,
    LayDown,
    Move,
    Pass,
    Play,
    Score,
    Stop,
)
from heartslib.rules import Pack

AMERICAN = variants.get("american")
BOTS: tuple[Bot, ...] = (AtRandom(7), careful)
MOVES: tuple[Move, ...] = (
    Play(9, "2C"),
    Pass(0, "2C 2C"),
    Charge(2, "3D"),
    ChooseMoon(1, "never"),
    Claim(3),
    Answer(3, accepts=True),
    LayDown(0, "QS"),
    Score(),
    Stop(),
)
CALLS: tuple[Callable[[], Any], ...] = (
    lambda: Card("0C"),
    lambda: Cards("QS QX"),
    lambda: variants.get("amercan"),
    lambda: Game.new(AMERICAN, 12),
    lambda: Game.new(AMERICAN, 4).deal(order="2C 3C"),
    lambda: legal_plays(AMERICAN, hand="2C QS", trick="3C 3C", players=4),
    lambda: score_hand(AMERICAN, taken=["QS", "QS", "", ""], players=4),
    lambda: record.loads("[]"),
    lambda: record.loads(
        record.dumps(Game.new(AMERICAN, 4)).replace('"version": ', '"version": 9')
    ),
    lambda: rulefile.loads("players = 'four'"),
    lambda: Pack(packs=99),
    lambda: attrs.evolve(AMERICAN, players=(4, 53)),
)


def refusal(call: Callable[..., Any], *arguments: Any) -> str:
    """The sentence with which a call is refused; empty if it is not."""
    try:
        call(*arguments)
    except HeartsError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def lines() -> Iterator[str]:
    """The lines of all games and refusals."""
    for slug, rules in variants.all().items():
        rng = Random(slug)
        game, bot = Game.new(rules, rng.choice(rules.players)), rng.choice(BOTS)
        while game.sheet is None:
            seat = game.to_act[0] if game.to_act else None
            game = game.deal(rng=rng) if seat is None else game.apply(bot(game.view(seat)))
            yield refusal(game.play, rng.choice(PACK))
            yield refusal(game.apply, rng.choice(MOVES))
        yield from (slug, record.dumps(game), str(game.sheet), rules.describe(game.players))
    yield from map(refusal, CALLS)


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()))
