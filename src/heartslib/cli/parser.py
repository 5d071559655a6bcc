"""The options of every command, and how their values are read.

Most options that are not given are None, and the function that is called has the default: so `--pool 0` and no
`--pool` differ, as they do in Python.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn, TypeAlias

from heartslib import __version__
from heartslib._elsewhere import MOST_POOL
from heartslib._values.arguments import MOST_BID, MOST_PLAYERS, did_you_mean
from heartslib._values.bits import MAX_COPIES
from heartslib.bots import LEVELS
from heartslib.cli.many import compile_command, simulate_command
from heartslib.cli.playing import (
    arena_command,
    demo_command,
    play_command,
    replay_command,
    review_command,
)
from heartslib.cli.printing import rules_command, variants_command
from heartslib.cli.scoring import score_command
from heartslib.cli.serve import MOST_GAMES, serve_command
from heartslib.cli.vectors import vectors_command
from heartslib.errors import HeartsError, quoted
from heartslib.scorecard import MOST_ROUNDS
from heartslib.simulate.players.policies import POLICIES
from heartslib.words import hyphened, listed

_PLAYERS_HELP = "default: four if four can play"
_SEED_HELP = "makes the deals repeatable; default: different deals each time"
_Command: TypeAlias = Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one sentence, like every other error."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.suggest_on_error = False  # Python 3.15 has a suggestion of its own

    def error(self, message: str) -> NoReturn:
        unknown = re.match(r"unrecognized arguments: (-\S+)", message)
        if unknown:
            message = f"{unknown[1]} is not an option here"
        wrong = re.search(r"invalid choice: '(.+)' \(choose from (.+)\)", message)
        if wrong:
            message += did_you_mean(wrong[1], re.findall(r"[\w-]+", wrong[2]))
        raise HeartsError(f"{message.removeprefix('argument ')}; see {self.prog} --help")


def _whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds, written ``1000000`` or ``1e6``."""

    def read(text: str) -> int:
        # whole numbers first: only a float reads 1e6, but it would round a seed of 63 bits
        for kind in (int, float):
            with suppress(ValueError):
                number = kind(text)
                if least <= number <= most and number == int(number):
                    return int(number)
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {least} to {most}, not {quoted(text)}"
        )

    return read


_players = _whole_number(2, MOST_PLAYERS)
_seat = _whole_number(0, MOST_PLAYERS - 1)
_rounds = _whole_number(1, MOST_ROUNDS)
_seed = _whole_number(0, 2**63 - 1)


def _numbers(most: int) -> Callable[[str], list[int]]:
    """A reader of whole numbers up to a bound, separated by commas."""
    return lambda text: [*map(_whole_number(0, most), text.split(","))]


def _points(text: str) -> int | None:
    """Points, or None for ``-``, the seat that took the rest."""
    return None if text == "-" else _whole_number(-(10**6), 10**6)(text)


def command_line() -> argparse.ArgumentParser:
    """What reads the words of a command line; each command sets `run`, the function that carries it out."""
    parser = _Parser(prog="heartslib", description="The rules of Hearts and its family.")
    parser.add_argument("--version", action="version", version=f"heartslib {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: _Command, does: str, usual: str = "american") -> _Parser:
        added = commands.add_parser(name, help=does)
        added.set_defaults(run=run)
        _add(added, "variant", "VARIANT", f"its slug; default: {usual}", nargs="?")
        _add(added, "--rules", "FILE", "a rulebook of your own, in TOML")
        return added

    in_file = "the one named in the file, or american"
    _add_demo(command("demo", demo_command, "play rounds with a careful bot in every seat"))
    _add_play(command("play", play_command, "play against bots"))
    replay = command("replay", replay_command, "play a recorded round again and score it", in_file)
    _add(replay, "file", "FILE", "a JSON file; - reads standard input")
    _add_review(
        command("review", review_command, "find the costliest mistakes of a round", in_file)
    )
    _add_score(command("score", score_command, "score rounds that were played elsewhere", in_file))
    _add_rules(command("rules", rules_command, "print a rulebook in plain English"))
    _add_simulate(command("simulate", simulate_command, "play many rounds and print statistics"))
    _add_arena(command("arena", arena_command, "let bots play the same deals from every seat"))
    tests = "print rounds as JSON, to test an engine of your own"
    _add_vectors(command("vectors", vectors_command, tests))
    compiles = "compile beforehand what bots and simulate use"
    _add_compile(commands.add_parser("compile", help=compiles))
    serves = "answer programs in other languages: JSON-RPC 2.0, a line for each message"
    _add_serve(commands.add_parser("serve", help=serves))
    lists = "list all variants with their players and what is special about each"
    commands.add_parser("variants", help=lists).set_defaults(run=variants_command)
    return parser


def _add(
    command: _Parser, name: str, metavar: str, meaning: str = "default: %(default)s", **more: Any
) -> None:
    command.add_argument(name, metavar=metavar, help=meaning, **more)


def _add_demo(demo: _Parser) -> None:
    _add(demo, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(demo, "--seed", "N", _SEED_HELP, type=_seed)
    _add(demo, "--rounds", "N", type=_rounds, default=1)
    demo.add_argument("--json", action="store_true", help="print the game as JSON, for replay")


def _add_play(play: _Parser) -> None:
    _add(play, "--resume", "FILE", "continue a saved game")
    _add(play, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(play, "--seat", "N", "your seat; default: 0", type=_seat)
    _add(play, "--name", "NAME", "your name")
    bots = f"{listed([*LEVELS], 'or')}, or one for each seat, separated by commas"
    _add(play, "--bots", "NAMES", f"{bots}, who plays after you first; default: careful")
    _add(play, "--seed", "N", _SEED_HELP, type=_seed)
    _add(play, "--rounds", "N", "end the game after N rounds", type=_rounds)
    play.add_argument("--plain", action="store_true", help="print sentences, for a screen reader")


def _add_review(review: _Parser) -> None:
    _add(
        review, "file", "FILE", "a saved game or a recorded round, in JSON; - reads standard input"
    )
    _add(review, "--round", "N", "the number of the round; default: the last", type=_rounds)
    _add(review, "--seat", "N", "your seat; default: look at all decisions", type=_seat)
    deals = "deals tried for each decision, within two seconds; default: 400"
    _add(review, "--deals", "N", deals, type=_whole_number(1, 10**6))
    _add(review, "--seed", "N", "default: 0", type=_seed)
    plays = "play on from before the Nth of the mistakes it names"
    _add(review, "--play", "N", plays, type=_whole_number(1, 3))
    review.add_argument("--json", action="store_true", help="print the review as JSON")


def _add_score(score: _Parser) -> None:
    _add(score, "file", "FILE", "a score card in CSV or JSON; - reads standard input", nargs="?")
    _add(score, "--save", "FILE", "write the score card of a FILE to a CSV, JSON or HTML file, too")
    _add(score, "--taken", "CARDS", "what each seat took in one round, seat 0 first", nargs="+")
    _add(score, "--tricks", "CARDS", "or each trick of it, in the order of play", nargs="+")
    points = "instead of the cards: the points of penalty cards that each seat took; for one, - is the rest"
    _add(score, "--counted", "POINTS", points, nargs="+", type=_points)
    _add(score, "--players", "N", "how many play, if --taken does not show it", type=_players)
    _add(score, "--leader", "N", "the seat that led first", type=_seat)
    _add(score, "--dealer", "N", "the seat that dealt, if the rules ask who did", type=_seat)
    _add(score, "--contract", "NAME", "the contract of the round, if it has one", type=hyphened)
    bids = "what each seat bid for naming the contract, such as 0,25,27,0, if it was sold"
    _add(score, "--bids", "NUMBERS", bids, type=_numbers(MOST_BID))
    _add(
        score,
        "--pool",
        "N",
        "what was in the pool before the round",
        type=_whole_number(0, MOST_POOL),
    )
    _add(score, "--moon", "CHOICE", "how the shooter wants the moon paid: add or subtract")
    _add(score, "--charged", "CARDS", "the cards that were charged")
    counts = "how many tricks each seat took, separated by commas, if the rules count tricks"
    _add(score, "--trick-counts", "NUMBERS", counts, type=_numbers(52 * MAX_COPIES))
    score.add_argument("--partial", action="store_true", help="counting cards may be missing")
    score.add_argument("--insist", action="store_true", help="take points that no round can give")


def _add_rules(rules: _Parser) -> None:
    _add(rules, "--players", "N", _PLAYERS_HELP, type=_players)
    form = rules.add_mutually_exclusive_group()
    form.add_argument("--against", metavar="OTHER", help="print only the differences from OTHER")
    form.add_argument("--short", action="store_true", help="print only what counts and is special")
    form.add_argument("--toml", action="store_true", help="print it as TOML, as a starting point")
    choices = "print what a chapter may hold, such as moon, in any rulebook"
    form.add_argument("--choices", metavar="CHAPTER", help=choices)


def _add_simulate(simulate: _Parser) -> None:
    rounds = "such as 10000 or 1e6; default: %(default)s"
    _add(simulate, "--rounds", "N", rounds, type=_whole_number(1, 10**12), default=10_000)
    _add(simulate, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(simulate, "--seed", "N", type=_seed, default=0)
    policy = f"{listed(POLICIES, 'or')}, or one for each seat, separated by commas; default: random"
    _add(simulate, "--policy", "NAME", policy, default="random")
    _add(simulate, "--workers", "N", type=_whole_number(1, 1024), default=1)
    engine = "default: kernel, or python for rules that the kernel does not know"
    simulate.add_argument("--engine", choices=["kernel", "cuda", "python"], help=engine)
    _add(simulate, "--against", "OTHER", "simulate OTHER too, and print the difference")
    _add(simulate, "--plot", "FILE", "draw the distribution to a PNG, SVG or PDF file")


def _add_arena(arena: _Parser) -> None:
    bots = "such as casual, expert, careful, shed, random:7, monte-carlo:50, separated by commas"
    _add(arena, "--bots", "NAMES", bots, default="careful,random")
    _add(arena, "--deals", "N", type=_whole_number(1, 10**6), default=100)
    _add(arena, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(arena, "--seed", "N", type=_seed, default=0)
    _add(arena, "--workers", "N", type=_whole_number(1, 61), default=1)  # the limit on Windows


def _add_vectors(vectors: _Parser) -> None:
    _add(vectors, "--rounds", "N", type=_rounds, default=20)
    _add(vectors, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(vectors, "--seed", "N", type=_seed, default=0)


def _add_compile(compiler: _Parser) -> None:
    compiler.set_defaults(run=compile_command)
    _add(compiler, "--variants", "NAMES", "slugs, separated by commas; default: all")
    which = "native: the fastest code, for this processor; generic: for any processor of its kind"
    compiler.add_argument("--for", dest="processor", choices=["native", "generic"], help=which)


def _add_serve(server: _Parser) -> None:
    server.set_defaults(run=serve_command)
    games = "the most games at a time; default: %(default)s"
    _add(server, "--games", "N", games, type=_whole_number(1, 10**6), default=MOST_GAMES)
