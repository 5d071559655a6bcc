"""The command ``vectors``: random games, line by line, to test an engine written in another language.

Its author makes each move in the engine and compares.  So a line holds the move, the question that it answers (with
the legal cards), and what everyone sees happen.  A game begins with its record, still without moves.  All parts have
the forms that records and messages give them: there is nothing new to read.

Moves are drawn from what is legal.  Since chance alone seldom shoots a moon or leaves a hand with hearts only, two
rounds of three are dealt unevenly.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import chain, islice
from operator import attrgetter
from random import Random

from attrs import evolve

from heartslib.cards import Cards
from heartslib.cli.asked import rulebook
from heartslib.events import Event
from heartslib.formats._json import Json
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import Deal, Move, Score
from heartslib.phases import DealPhase, MixPhase
from heartslib.record import dumps
from heartslib.rounds import any_move
from heartslib.rules import Rules
from heartslib.wire import question_of


def vectors_command(options: argparse.Namespace) -> int:
    """Print the lines of some rounds."""
    rules = rulebook(options)
    rng = Random(options.seed)  # noqa: S311 - the same lines again
    for line in vectors(rules, options.players or rules.usual_players, options.rounds, rng):
        print(json.dumps(line))  # in ASCII
    return 0


def vectors(rules: Rules, players: int, rounds: int, rng: Random) -> Iterator[Json]:
    """The lines of some rounds: a game to its end, and then another.

    Raises:
        HeartsError: The rules are not for so many players.
    """
    game = None
    while rounds:
        if game is None or game.is_over:
            game = Game.new(rules, players, dealer=rng.randrange(players))
            yield json.loads(dumps(game))
        move, question = _next(game, rng)
        before = game
        game = game.apply(move)
        events = game.events(None, since=before)
        yield {
            "move": CONVERTER.unstructure(move, Move),
            "question": question,
            "events": CONVERTER.unstructure(events, tuple[Event, ...]),
        }
        rounds -= isinstance(move, Score)


def _next(game: Game, rng: Random) -> tuple[Move, Json]:
    """A move, and the question that it answers; None for a deal or a score, which nobody is asked for."""
    if game.to_act:
        view = game.view(rng.choice(game.to_act))
        return any_move(view, rng), question_of(view)
    if isinstance(game.phase, DealPhase | MixPhase):
        return _uneven(game, game.phase.by_chance(game.match, rng), rng), None
    return Score(), None


def _uneven(game: Game, deal: Deal, rng: Random) -> Deal:
    """A deal as it is, or one that gives each seat cards of nearly the same rank or suit instead."""
    order = rng.choice([None, "rank", "place"])  # places go suit by suit
    if order is None:
        return deal
    cards = iter(sorted(chain.from_iterable(deal.hands), key=attrgetter(order)))
    hands = [*deal.hands]
    for seat in rng.sample(range(game.players), game.players):
        hands[seat] = Cards(islice(cards, len(hands[seat])))
    return evolve(deal, hands=hands, face_up=game.rules.shown_of([*hands[game.dealer]]))
