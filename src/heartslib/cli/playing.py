"""The commands that play: ``demo``, ``play``, ``replay``, ``review`` and ``arena``."""

from __future__ import annotations

import argparse
import functools
import json
import secrets
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from heartslib.bots import arena, by_name, careful
from heartslib.cli.asked import given_options, rulebook, rulebook_named, seat_names
from heartslib.cli.files import saved_game, text_of
from heartslib.cli.many import processes, workers
from heartslib.cli.output import complain, page_width, show_text
from heartslib.cli.status import POINTS_DIFFER
from heartslib.errors import HeartsError, cause
from heartslib.game import Game
from heartslib.record import dumps, read_rounds
from heartslib.rounds import play_round
from heartslib.rules import Rules
from heartslib.show.text import round_text, shell_word
from heartslib.simulate.rounds.progress import COMPILING, explained
from heartslib.words import how_many, listed

if TYPE_CHECKING:
    from heartslib.review import Review


_SECONDS = 2.0
"""How long a review may try deals for a decision: only without compiled code does it take so long."""


def demo_command(options: argparse.Namespace) -> int:
    """Play rounds with a bot in every seat, and print them."""
    rules = rulebook(options)
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    rng = Random(seed)  # noqa: S311 - a repeatable demonstration
    players = options.players or rules.usual_players
    game = Game.new(rules, players, names=seat_names(players))
    while game.round_number < options.rounds and not game.is_over:
        game = play_round(game, [careful] * players, rng)
        if not options.json:
            again = "" if game.round_number else f", seed {seed}"
            show_text(
                f"{rules.name}, {players} players{again}\n\n{round_text(game, page_width())}\n"
            )
        game = game.score()
    if options.json:
        print(json.dumps(json.loads(dumps(game))))  # in ASCII
    elif game.is_over:
        winners = listed([game.names[seat] for seat in game.winners])
        show_text(f"The game is over: {winners} won.")
    return 0


def play_command(options: argparse.Namespace) -> int:
    """Let somebody play against bots."""
    from heartslib.terminal import Sitting, start  # noqa: PLC0415 - loaded only to play

    chosen = given_options(options, "players", "seat", "bots", "seed", "name")
    if options.resume is None:
        if "bots" in chosen:
            chosen["bots"] = chosen["bots"].split(",")
        table = Sitting.new(rulebook(options), **chosen)
        file = None
    elif chosen or options.rules or options.variant:
        given = f"--{min(chosen)}" if chosen else "rules"
        raise HeartsError(f"a saved game has its own {given}: leave that out")
    else:
        table = Sitting.loads(text_of(options.resume))
        file = Path(options.resume)
    start(table, plain=options.plain, rounds=options.rounds, file=file)
    return 0


def replay_command(options: argparse.Namespace) -> int:
    """Play recorded rounds again, and compare their points."""
    status = 0
    for game, points in _replayed(rulebook_named(options), text_of(options.file)):
        show_text(f"{game.rules.name}, {game.players} players\n{round_text(game, page_width())}")
        if points is not None and game.sheet and points != game.sheet.totals:
            by_rules = game.sheet.totals
            complain(f"the file records the points {points}, but the rules give {by_rules}")
            status = POINTS_DIFFER
    return status


def _replayed(named: Rules | None, text: str) -> Iterator[tuple[Game, tuple[int, ...] | None]]:
    """The rounds in a file, each just before its score is entered, with the points recorded."""
    saved = saved_game(text, named)
    if saved is None:
        for recorded in read_rounds(text):
            yield recorded.replay(named), recorded.points
        return
    for game in accumulate(saved.history, Game.apply, initial=saved.beginning):
        if game.phase.name == "score":
            yield game, None


def review_command(options: argparse.Namespace) -> int:
    """Print the costliest mistakes of a round."""
    from heartslib.review import review  # noqa: PLC0415 - loaded only when needed

    text = text_of(options.file)
    named = rulebook_named(options)
    number = within = options.round
    game = saved_game(text, named)
    if game is None:  # each recorded round is a game of its own, with one round
        rounds = read_rounds(text)
        number = number or len(rounds) or 1
        if number > len(rounds):
            raise HeartsError(f"--round {number}: the file has {how_many(len(rounds), 'round')}")
        within = None
        game = rounds[number - 1].replay(named)
    seats = None if options.seat is None else [options.seat]
    with explained(COMPILING):
        found = review(
            game,
            round=within,
            seats=seats,
            seconds=_SECONDS,
            **given_options(options, "deals", "seed"),
        )
    number = number or found.round
    if options.play is not None:
        _play_on(found, options.play, options.seed or 0)
    elif options.json:
        print(json.dumps({**found.data(options.seat), "round": number}))  # in ASCII
    else:
        again = None if options.file == "-" else functools.partial(_play_command, options)
        lines = [f"{game.rules.name}, {game.players} players, round {number}"]
        lines += found.lines(options.seat, play_on=again)
        show_text("\n".join(lines))
    return 0


def _play_command(options: argparse.Namespace, number: int) -> str:
    """What to type to play on from before a mistake that a review names."""
    given = given_options(options, "rules", "round", "seat", "deals", "seed")
    words = [options.variant or "", options.file]
    for name, value in given.items():
        words += f"--{name}", str(value)
    return " ".join(["heartslib review", *map(shell_word, filter(None, words)), f"--play {number}"])


def _play_on(found: Review, number: int, seed: int) -> None:
    """Play on from before a mistake, in the seat that made it."""
    from heartslib.terminal import Sitting, start  # noqa: PLC0415 - loaded only to play

    mistakes = found.mistakes()
    if number > len(mistakes):
        raise HeartsError(f"--play {number}: the review names {how_many(len(mistakes), 'mistake')}")
    mistake = mistakes[number - 1]
    bots = ("careful",) * (mistake.game.players - 1)
    start(Sitting(mistake.game, mistake.move.seat, bots, seed))


def arena_command(options: argparse.Namespace) -> int:
    """Let bots play the same deals from every seat."""
    names = options.bots.split(",")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise HeartsError(
            f"{twice[0]} occurs twice in --bots: name two different bots, such as random,random:1"
        )
    if len(names) == 1:
        raise HeartsError(
            "--bots needs two or more bots, separated by commas, such as careful,random"
        )
    rules = rulebook(options)
    bots = {name: by_name(name) for name in names}
    play = functools.partial(
        arena, rules, bots, deals=options.deals, players=options.players, seed=options.seed
    )
    try:
        with workers(processes, options.workers) as executor:
            result = play(executor=executor)
    except (ImportError, NotImplementedError, OSError) as error:  # without /dev/shm, for instance
        complain(f"one process plays all deals, since no other can start: {cause(error)}")
        result = play()
    show_text(str(result))
    return 0
