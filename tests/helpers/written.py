"""Games, rounds and messages as text, right and wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import takewhile
from operator import attrgetter
from typing import Any

import attrs

from heartslib import Cards, Game, Rules, record, variants, wire
from heartslib.moves import Charge, ChooseMoon, Deal, LayDown, Move, Pass, Play
from heartslib.phases import ScorePhase
from heartslib.record import read_rounds
from heartslib.rules import NO_PASSING, PlayedOut
from tests.helpers.positions import AMERICAN, passed, played_out


def written_down(game: Game) -> dict[str, Any]:
    """The finished round of a game, which no claim has ended, with only what it has."""
    phase, (deal, *mixed) = game.phase, game.deals
    assert isinstance(phase, ScorePhase)
    backwards = game.history[::-1]
    moves = backwards[: backwards.index(deal)][::-1]
    passes = sorted((each for each in moves if isinstance(each, Pass)), key=attrgetter("seat"))
    early = [*takewhile(lambda move: not isinstance(move, Pass), moves)] if passes else []
    found = {
        "variant": variants.slug_of(game.rules),
        "round": game.round_number + 1,
        "dealer": game.dealer,
        "call": phase.exchange.pattern.name if game.rules.passing.calls(game.players) else None,
        "bids": [*game.match.settled.made],
        "scores": [*game.scores] if game.in_force.moon.resort else None,
        "pool": game.pool if game.in_force.has_pool else None,
        "contract": game.contract,
        **_dealt(deal),
        "face_up": [*map(str, deal.face_up)],
        "passes": [
            {str(seat): str(cards) for seat, cards in each.to} if each.to else str(each.cards)
            for each in passes
        ],
        "mixed": _dealt(mixed[0]) if mixed else None,
        "charged_first": charges if any(charges := _charged(early, game.players)) else None,
        "charged": _charged(moves[len(early) :], game.players)
        if game.in_force.charging.cards
        else None,
        "leader": _decided_leader(game),
        "laid_down": [str(each.cards) for each in moves if isinstance(each, LayDown)],
        "plays": [str(each.card) for each in moves if isinstance(each, Play)],
        "moon": next((each.choice for each in moves if isinstance(each, ChooseMoon)), None),
        "points": [*phase.sheet.totals],
    }
    return {key: value for key, value in found.items() if value not in (None, [])}


def _decided_leader(game: Game) -> int | None:
    """The seat that led first, if the round before, the namer of the contract or lots decided it."""
    by_namer = game.in_force.opening.by_namer and game.match.namer is not None
    by_round = game.round_number and game.at_table.follows_round_before
    by_lot = game.rules.opening.is_drawn
    return game.table.tricks[0].leader if by_namer or by_round or by_lot else None


def read_back(value: object, rules: Rules | None = None) -> Game:
    """The game just before the score of a round that is written down."""
    (recorded,) = read_rounds(json.dumps(value))
    return recorded.replay(rules)


def stored(game: Game | None = None, **changes: Any) -> str:
    """A record with some of its keys changed; a key given as ... is left out."""
    value = json.loads(record.dumps(game or passed())) | changes
    return json.dumps({key: each for key, each in value.items() if each is not ...})


def dealt() -> Game:
    """A game whose players are to pass."""
    return Game.new(AMERICAN).deal(seed=1)


def claimed() -> Game:
    """A game in which a claim is pending."""
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    return Game.new(rules).deal(seed=1).claim()


def seen(game: Game | None = None, **changes: Any) -> str:
    """The view of seat 0 after the deal, or in a game, with some of its fields changed."""
    message = json.loads(wire.dumps_view(game or dealt(), 0))
    return json.dumps({**message, "view": {**message["view"], **changes}})


def second_round() -> Game:
    """A game whose second round has been dealt."""
    return played_out().score().deal(seed=1)


def with_events(*events: dict[str, Any], since: object = 0) -> str:
    """A message with a view after the deal and these events."""
    message = json.loads(wire.dumps_view(dealt(), 0))
    return json.dumps({**message, "since": since, "events": events})


def _dealt(deal: Deal) -> dict[str, list[str]]:
    kitty = {"kitty": [*map(str, deal.kitty)]} if deal.kitty else {}
    return {"hands": [*map(str, deal.hands)]} | kitty


def _charged(moves: Iterable[Move], players: int) -> list[str]:
    """What each seat charged, seat 0 first."""
    charges = [each for each in moves if isinstance(each, Charge)]
    by_seat = ([each.cards for each in charges if each.seat == seat] for seat in range(players))
    return [str(sum(cards, Cards())) for cards in by_seat]
