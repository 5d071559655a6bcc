"""The command line: ``heartslib demo``, ``replay``, ``score``, ``rules`` and so on."""

from __future__ import annotations

import argparse
import functools
import importlib
import io
import json
import os
import re
import secrets
import shutil
import signal
import sys
import textwrap
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from errno import EINVAL, EPIPE
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn, TypeAlias

import attrs

from heartslib import __version__, scorecard, variants
from heartslib._elsewhere import MOST_POOL
from heartslib._values.arguments import MOST_BID, MOST_PLAYERS, did_you_mean
from heartslib._values.bits import MAX_COPIES
from heartslib.ask.scores import score_hand
from heartslib.bots import LEVELS, arena, by_name, careful
from heartslib.errors import Argument, Call, Change, HeartsError, Seats, cause, needs, shown
from heartslib.formats import rulefile
from heartslib.formats._json import parse_json
from heartslib.formats.record import MAX_CHARACTERS, dumps, loads, read_rounds
from heartslib.game import Game
from heartslib.rules import Rules
from heartslib.rules.book.chapters import wrapped
from heartslib.scorecard import MOST_ROUNDS, ScoreCard, score_game
from heartslib.scorecard.html import card_html
from heartslib.show.choices import choices_text
from heartslib.show.text import in_letters, one_line, round_text, sheet_text
from heartslib.simulate.players.policies import POLICIES
from heartslib.simulate.rounds.progress import with_bar
from heartslib.words import how_many, hyphened, listed

UNEXPECTED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
UNREAD: Final = 141
"""The exit statuses of `main`; the last two are as if a signal had ended the program."""

_FOUR: Final = ("South", "West", "North", "East")
"""The names of four seats: East deals first, and South is to the left of East."""

_PICTURES: Final = (".pdf", ".png", ".svg")
_LONGEST_PATH: Final = 4096
_HANDS: Final = ("taken", "tricks", "counted")
_OF_ONE_ROUND: Final = (
    *("contract", "moon", "charged", "dealer", "leader", "trick_counts", "partial", "players"),
    *("bids", "pool"),
)
_PLAYERS_HELP: Final = "default: four if four can play"
_SEED_HELP: Final = "makes the deals repeatable; default: different deals each time"
_Command: TypeAlias = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The words after the program's name; by default those of the process.

    Returns:
        The exit status: 0 for success, 1 if a replay gave other points than its file records,
        2 for bad input, 130 after the interrupt key, 141 when nobody reads the output.
    """
    try:
        return _run_command(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except HeartsError as error:
        _complain(error.spelled(_spelling_with()))
        return BAD_INPUT
    except OSError as error:
        if error.filename is None:
            _drop_output()
            if error.errno in {EPIPE, EINVAL}:  # a pipe that nobody reads; EINVAL is Windows'
                return UNREAD
        _complain(f"{error.filename or 'the output'} cannot be written: {cause(error)}")
        return BAD_INPUT


def _run_command(arguments: Sequence[str] | None) -> int:
    if sys.stdout is None:
        raise HeartsError("standard output is closed: there is nowhere to print")
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
    finally:
        sys.stdout.flush()  # an error is reported here, not when the interpreter exits
    return status


def _complain(sentence: str) -> None:
    if sys.stderr is not None:
        print(f"heartslib: {one_line(sentence)}", file=sys.stderr)


def _drop_output() -> None:
    """Discard what cannot be written: the interpreter would try again when it exits."""
    with suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _as_option(argument: Argument) -> str:
    """An argument as typed: ``--moon add``, ``--partial``."""
    name, value = argument.name.replace("_", "-"), argument.value
    return f"--{name}" if value is None or value is True else f"--{name} {value}"


def _as_entry(argument: Argument) -> str:
    """An argument as written in a file: ``moon: add``, ``partial: true``."""
    name, value = argument
    return name if value is None else f"{name}: {value}".lower()


def _spelling_with(
    names: Sequence[str] = (), argument: Callable[[Argument], str] = _as_option
) -> Callable[[object], str]:
    """How the command line spells the parts of an error; players by name, if they have names."""

    def spell(part: object) -> str:
        match part:
            case Argument():
                return argument(part)
            case Change(name, value):
                return f"{name} = {value} in a file for --rules"
            case Call():
                return ""
            case Seats(seats) if names:
                return listed([names[seat] for seat in seats])
            case _:
                return str(part)

    return spell


class _Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        if unknown := re.match(r"unrecognized arguments: (-\S+)", message):
            message = f"{unknown[1]} is not an option here"
        if wrong := re.search(r"invalid choice: '(.+)' \(choose from (.+)\)", message):
            message += did_you_mean(wrong[1], re.findall(r"[\w-]+", wrong[2]))
        raise HeartsError(f"{message.removeprefix('argument ')}; see {self.prog} --help")


def _whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds, written ``1000000`` or ``1e6``."""

    def read(text: str) -> int:
        for kind in (int, float):
            with suppress(ValueError):
                number = kind(text)
                if least <= number <= most and number == int(number):
                    return int(number)
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {least} to {most}, not {shown(text)}"
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
    return None if text == "-" else _whole_number(-(10**6), 10**6)(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="heartslib", description="The rules of Hearts and its family.")
    parser.add_argument("--version", action="version", version=f"heartslib {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: _Command, does: str, default: str = "american") -> _Parser:
        added = commands.add_parser(name, help=does)
        added.set_defaults(run=run)
        _add(added, "variant", "VARIANT", f"its slug; default: {default}", nargs="?")
        _add(added, "--rules", "FILE", "a rulebook of your own, in TOML")
        return added

    own = "the one named in the file, or american"
    _add_demo(command("demo", _demo_command, "play rounds with a careful bot in every seat"))
    _add_play(command("play", _play_command, "play against bots"))
    replay = command("replay", _replay_command, "play a recorded round again and score it", own)
    _add(replay, "file", "FILE", "a JSON file; - reads standard input")
    _add_review(command("review", _review_command, "find the costliest mistakes of a round", own))
    _add_score(command("score", _score_command, "score rounds that were played elsewhere", own))
    _add_rules(command("rules", _rules_command, "print a rulebook in plain English"))
    _add_simulate(command("simulate", _simulate_command, "play many rounds and print statistics"))
    _add_arena(command("arena", _arena_command, "let bots play the same deals from every seat"))
    compiles = "compile beforehand what bots and simulate use"
    _add_compile(commands.add_parser("compile", help=compiles))
    lists = "list all variants with their players and what is special about each"
    commands.add_parser("variants", help=lists).set_defaults(run=_variants_command)
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
    _add(play, "--bots", "NAMES", f"{bots}, your left neighbour first; default: careful")
    _add(play, "--seed", "N", _SEED_HELP, type=_seed)
    _add(play, "--rounds", "N", "end the game after N rounds", type=_rounds)
    play.add_argument("--plain", action="store_true", help="print sentences, for a screen reader")


def _add_review(again: _Parser) -> None:
    _add(again, "file", "FILE", "a saved game or a recorded round, in JSON; - reads standard input")
    _add(again, "--round", "N", "the number of the round; default: the last", type=_rounds)
    _add(again, "--seat", "N", "look at the decisions of one seat only", type=_seat)
    rollouts = "deals tried for each decision; default: %(default)s"
    _add(again, "--rollouts", "N", rollouts, type=_whole_number(2, 10**6), default=100)
    _add(again, "--seed", "N", type=_seed, default=0)


def _add_score(score: _Parser) -> None:
    _add(score, "file", "FILE", "a score card in CSV or JSON; - reads standard input", nargs="?")
    _add(score, "--save", "FILE", "write the score card of a FILE to a CSV, JSON or HTML file, too")
    _add(score, "--taken", "CARDS", "what each seat took in one round, seat 0 first", nargs="+")
    _add(score, "--tricks", "CARDS", "or each trick of it, in the order of play", nargs="+")
    points = "instead of the cards: the points of penalty cards that each seat took; - for the rest"
    _add(score, "--counted", "POINTS", points, nargs="+", type=_points)
    _add(score, "--players", "N", "how many play, if --taken does not show it", type=_players)
    _add(score, "--leader", "N", "the seat that led first", type=_seat)
    _add(score, "--dealer", "N", "the seat that dealt, if the rules ask who did", type=_seat)
    _add(score, "--contract", "NAME", "the contract of the round, if it has one", type=hyphened)
    bids = "what each seat bid for naming it, such as 0,25,27,0, if it was sold"
    _add(score, "--bids", "NUMBERS", bids, type=_numbers(MOST_BID))
    _add(score, "--pool", "N", "what was in it before the round", type=_whole_number(0, MOST_POOL))
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


def _add_simulate(many: _Parser) -> None:
    rounds = "such as 10000 or 1e6; default: %(default)s"
    _add(many, "--rounds", "N", rounds, type=_whole_number(1, 10**12), default=10_000)
    _add(many, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(many, "--seed", "N", type=_seed, default=0)
    policy = f"{listed(POLICIES, 'or')}, or one for each seat, separated by commas; default: random"
    _add(many, "--policy", "NAME", policy, default="random")
    _add(many, "--workers", "N", type=_whole_number(1, 1024), default=1)
    many.add_argument("--engine", default="kernel", choices=["kernel", "cuda", "python"])
    _add(many, "--against", "OTHER", "simulate OTHER too, and print the difference")
    _add(many, "--plot", "FILE", "draw the distribution to a PNG, SVG or PDF file")


def _add_arena(duel: _Parser) -> None:
    bots = "such as casual, expert, careful, shed, random:7, monte-carlo:50, separated by commas"
    _add(duel, "--bots", "NAMES", bots, default="careful,random")
    _add(duel, "--deals", "N", type=_whole_number(1, 10**6), default=100)
    _add(duel, "--players", "N", _PLAYERS_HELP, type=_players)
    _add(duel, "--seed", "N", type=_seed, default=0)
    _add(duel, "--workers", "N", type=_whole_number(1, 61), default=1)  # the limit on Windows


def _add_compile(beforehand: _Parser) -> None:
    beforehand.set_defaults(run=_compile_command)
    _add(beforehand, "--variants", "NAMES", "slugs, separated by commas; default: all")
    which = "native: the fastest code, for this processor; generic: for any processor of its kind"
    beforehand.add_argument("--for", dest="processor", choices=["native", "generic"], help=which)


def _rulebook_named(options: argparse.Namespace) -> Rules | None:
    """The rulebook named by VARIANT or `--rules`; None if neither is given."""
    if options.rules is None:
        return None if options.variant is None else variants.get(options.variant)
    if options.variant is not None:
        raise HeartsError("give either VARIANT or --rules FILE, not both")
    return rulefile.load(options.rules)


def _rulebook(options: argparse.Namespace) -> Rules:
    return _rulebook_named(options) or variants.get("american")


def _demo_command(options: argparse.Namespace) -> int:
    rules = _rulebook(options)
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    rng = Random(seed)  # noqa: S311 - a repeatable demonstration
    players = options.players or rules.usual_players
    game = Game.new(rules, players, names=_seat_names(players))
    while game.round_number < options.rounds and not game.is_over:
        while game.phase.name != "score":
            deals = game.phase.name == "deal"
            game = game.deal(rng=rng) if deals else game.apply(careful(game.view(game.to_act[0])))
        if not options.json:
            again = "" if game.round_number else f", seed {seed}"
            _show_text(f"{rules.name}, {players} players{again}\n\n{round_text(game)}\n")
        game = game.score()
    if options.json:
        print(json.dumps(json.loads(dumps(game))))  # in ASCII
    elif game.is_over:
        _show_text(f"The game is over: {listed([game.names[n] for n in game.winners])} won.")
    return 0


def _play_command(options: argparse.Namespace) -> int:
    from heartslib.terminal import Sitting, start  # noqa: PLC0415 - loaded only to play

    chosen = _given_options(options, "players", "seat", "bots", "seed", "name")
    if options.resume is None:
        if "bots" in chosen:
            chosen["bots"] = chosen["bots"].split(",")
        table, file = Sitting.new(_rulebook(options), **chosen), None
    elif chosen or options.rules or options.variant:
        given = f"--{min(chosen)}" if chosen else "rules"
        raise HeartsError(f"a saved game has its own {given}: leave that out")
    else:
        table, file = Sitting.loads(_text_of(options.resume)), Path(options.resume)
    start(table, plain=options.plain, rounds=options.rounds, file=file)
    return 0


def _given_options(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The options given; 0 counts as given, None does not."""
    values = {name: getattr(options, name) for name in names}
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def _seat_names(players: int) -> tuple[str, ...]:
    if players == len(_FOUR):
        return _FOUR
    return tuple(f"player {number}" for number in range(1, players + 1))


def _replay_command(options: argparse.Namespace) -> int:
    status = 0
    for game, points in _replayed(_rulebook_named(options), _text_of(options.file)):
        _show_text(f"{game.rules.name}, {game.players} players\n{round_text(game)}")
        if game.sheet and points not in {None, given := game.sheet.totals}:
            _complain(f"the file records the points {points}, but the rules give {given}")
            status = UNEXPECTED
    return status


def _replayed(named: Rules | None, text: str) -> Iterator[tuple[Game, tuple[int, ...] | None]]:
    """The rounds in a file, each just before its score is entered, with the points recorded."""
    if (saved := _saved_game(text, named)) is None:
        yield from ((each.replay(named), each.points) for each in read_rounds(text))
    else:
        games = accumulate(saved.history, Game.apply, initial=saved.beginning)
        yield from ((game, None) for game in games if game.phase.name == "score")


def _saved_game(text: str, named: Rules | None) -> Game | None:
    """The saved game that a file holds; None if it holds recorded rounds."""
    value = parse_json(text)
    if not isinstance(value, dict) or "format" not in value or value.keys() & {"hands", "rounds"}:
        return None
    if named is not None:
        raise HeartsError("a saved game has its own rules: leave that out")
    saved = value.get("game")  # of `heartslib play`, with its record inside
    return loads(text if saved is None else json.dumps(saved))


def _review_command(options: argparse.Namespace) -> int:
    from heartslib.review import review  # noqa: PLC0415 - loaded only when needed

    text, named = _text_of(options.file), _rulebook_named(options)
    number = within = options.round
    if (game := _saved_game(text, named)) is None:
        rounds = read_rounds(text)
        number = number or len(rounds) or 1
        if number > len(rounds):
            raise HeartsError(f"--round {number}: the file has {how_many(len(rounds), 'round')}")
        within, game = None, rounds[number - 1].replay(named)
    seats = None if options.seat is None else [options.seat]
    found = review(game, round=within, seats=seats, rollouts=options.rollouts, seed=options.seed)
    found = attrs.evolve(found, round=number or found.round)
    _show_text(f"{game.rules.name}, {game.players} players\n{found}")
    return 0


def _score_command(options: argparse.Namespace) -> int:
    is_hand = bool(_given_options(options, *_HANDS, "trick_counts"))
    if not is_hand and options.file is None:  # a single positional argument is the file
        options.variant, options.file = None, options.variant
    if (options.file is not None) == is_hand:
        raise HeartsError(
            "give either a FILE, or --taken with what each seat took, or --tricks or --counted"
        )
    if options.tricks is not None and options.leader is None:
        raise HeartsError("give --leader, the number of the seat that led to the first of --tricks")
    if is_hand and options.save is not None:
        raise HeartsError("--save writes a score card: give a FILE instead of one hand")
    if is_hand and options.insist:
        raise HeartsError("--insist is about points in a FILE: leave it out")
    return _score_hand(options) if is_hand else _score_card(options)


def _score_hand(options: argparse.Namespace) -> int:
    rules = _rulebook(options)
    if not _given_options(options, *_HANDS):  # then no card counts
        options.taken = [""] * len(options.trick_counts)
    given = options.taken or options.counted
    players = len(given) if given else options.players or rules.usual_players
    try:
        sheet = score_hand(rules, **_given_options(options, *_HANDS, *_OF_ONE_ROUND))
    except HeartsError as error:
        raise HeartsError(error.spelled(_spelling_with(_seat_names(players)))) from error
    _show_text(sheet_text(_seat_names(sheet.players), sheet, sheet.totals))
    return 0


def _score_card(options: argparse.Namespace) -> int:
    if given := _given_options(options, *_OF_ONE_ROUND):
        name = next(iter(given)).replace("_", "-")
        raise HeartsError(
            f"--{name} belongs to --taken or --tricks; in a FILE each round has its own"
        )
    named, write = _rulebook_named(options), _card_writer(options.save)
    text = _text_of(options.file, scorecard.MAX_CHARACTERS)
    names, rounds, own = scorecard.read_card(text, options.file)
    rules = named or own or variants.get("american")
    try:
        card = score_game(rules, rounds=rounds, names=names, insist=options.insist)
    except HeartsError as error:
        raise HeartsError(error.spelled(_spelling_with(names or (), _as_entry))) from error
    _show_text(str(card))
    if write is not None:
        Path(options.save).write_text(write(card), encoding="utf-8")
    return 0


def _card_writer(file: str | None) -> Callable[[ScoreCard], str] | None:
    """What writes a score card in the form that the name of the file says."""
    if file is None:
        return None
    forms = {".csv": scorecard.write_csv, ".html": card_html, ".json": scorecard.write_json}
    if (kind := Path(file).suffix.lower()) not in forms:
        raise HeartsError(f"--save writes {listed([*forms], 'or')}, not {_quoted_path(file)}")
    return forms[kind]


def _simulate_command(options: argparse.Namespace) -> int:
    from heartslib.simulate import simulate  # noqa: PLC0415 - loaded only when needed

    rules = _rulebook(options)
    players = options.players or rules.usual_players
    other = None if options.against is None else variants.get(options.against)
    if other is not None:
        other.at(players)
    if options.plot is not None:
        _check_picture(options.plot)
    policy = options.policy.split(",") if "," in options.policy else options.policy
    with workers(ThreadPoolExecutor, options.workers) as executor:
        play = functools.partial(
            simulate, rounds=options.rounds, players=players, seed=options.seed, policy=policy,
            engine=options.engine, executor=executor, progress=True,
        )  # fmt: skip
        result = play(rules)
        _show_text(str(result))
        difference = None if other is None else result.difference(play(other))
    if difference is not None:
        _show_text(f"\n{difference}")
    if options.plot is not None:
        (difference or result).plot().figure.savefig(options.plot)
    return 0


def _compile_command(options: argparse.Namespace) -> int:
    if options.processor == "generic":
        if "numba" in sys.modules and sys.modules["numba"].config.CPU_NAME != "generic":
            raise HeartsError("numba already compiles for this processor: run it in a new process")
        os.environ["NUMBA_CPU_NAME"] = "generic"  # numba reads it when it is imported
    names = options.variants.split(",") if options.variants else variants.all()
    chosen = [variants.get(name) for name in names]
    try:
        from heartslib.cli.prepare import pieces  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise needs("heartslib compile", "numpy and numba", "fast") from error
    calls = pieces(chosen)
    with warnings.catch_warnings(action="error", category=RuntimeWarning):
        try:
            for call in with_bar(calls, len(calls), "compiled"):
                call()
        except RuntimeWarning as error:  # the code cannot be kept
            raise HeartsError(str(error)) from None
    return 0


def _check_picture(file: str) -> None:
    """Check, before anything is played, that the picture can be drawn and written."""
    try:
        importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise needs(Argument("plot"), "matplotlib", "plot") from error
    path = Path(file)
    if path.suffix.lower() not in _PICTURES:
        raise HeartsError(f"--plot writes {' or '.join(_PICTURES)}, not {_quoted_path(file)}")
    if not path.parent.is_dir() or path.is_dir():
        raise HeartsError(f"--plot cannot write {_quoted_path(file)}: its folder does not exist")


def _arena_command(options: argparse.Namespace) -> int:
    names = options.bots.split(",")
    if twice := [name for name in names if names.count(name) > 1]:
        raise HeartsError(
            f"{twice[0]} occurs twice in --bots: name two different bots, such as random,random:1"
        )
    if len(names) == 1:
        raise HeartsError(
            "--bots needs two or more bots, separated by commas, such as careful,random"
        )
    rules, bots = _rulebook(options), {name: by_name(name) for name in names}
    play = functools.partial(
        arena, rules, bots, deals=options.deals, players=options.players, seed=options.seed
    )
    try:
        with workers(processes, options.workers) as executor:
            result = play(executor=executor)
    except (ImportError, NotImplementedError, OSError) as error:  # without /dev/shm, for instance
        _complain(f"one process plays all deals, since no other can start: {cause(error)}")
        result = play()
    _show_text(str(result))
    return 0


def processes(count: int) -> Executor:
    """A pool of processes that the interrupt key ends without a traceback."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - some Pythons lack it
    from multiprocessing import get_context  # noqa: PLC0415

    spawned = get_context("spawn")  # a process that has threads is not to be forked
    ended = signal.SIGINT, signal.SIG_DFL
    return ProcessPoolExecutor(count, spawned, initializer=signal.signal, initargs=ended)


@contextmanager
def workers(kind: Callable[[int], Executor], count: int) -> Generator[Executor | None]:
    """An executor with `count` workers, or None for one; they stop if something goes wrong."""
    if count == 1:
        yield None
        return
    with kind(count) as executor:
        try:
            yield executor
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _text_of(file: str, most: int = MAX_CHARACTERS) -> str:
    """The text of a file, or of standard input for ``-``, without a byte order mark."""
    name = "standard input" if file == "-" else _quoted_path(file)
    try:
        data = _first_bytes(file, most + 1)
    except FileNotFoundError:
        raise HeartsError(f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        raise HeartsError(f"{name} cannot be read: {cause(error)}") from None
    if len(data) > most:
        raise HeartsError(f"{name} is too long: more than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HeartsError(f"{name} is not text in UTF-8") from None


def _quoted_path(file: str) -> str:
    return shown(file, _LONGEST_PATH)


def _first_bytes(file: str, most: int) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise ValueError("it is closed")
        return sys.stdin.buffer.read(most)
    with Path(file).open("rb") as stream:
        return stream.read(most)


def _rules_command(options: argparse.Namespace) -> int:
    if options.choices is not None:
        if _given_options(options, "variant", "rules", "players"):
            raise HeartsError(
                "--choices holds for every rulebook: leave out VARIANT, --rules and --players"
            )
        _show_text(choices_text(options.choices))
        return 0
    rules = _rulebook(options)
    if options.toml:
        if options.players is not None:
            raise HeartsError(
                "--toml prints a rulebook for every number of players: leave out --players"
            )
        print(_encodable_toml(rulefile.dump(rules)), end="")
        return 0
    if options.against is None:
        _show_text(_rules_text(rules, options.players, short=options.short))
    else:
        _show_text(variants.get(options.against).diff(rules, options.players))
    return 0


def _rules_text(rules: Rules, players: int | None, *, short: bool) -> str:
    """The rulebook with its source, or in five lines."""
    width = min(shutil.get_terminal_size().columns, 78)
    text = rules.describe(players, short=short, width=width).splitlines()
    if short:
        return "\n".join(part for line in text for part in wrapped(line, width=width))
    if rules.source:
        text += ["", "Source", *wrapped(rules.source, width=width)]
    if decisions := rules.decisions_for(players or rules.usual_players):
        text += ["", "Where the source is silent or ambiguous"]
        text += [line for decision in decisions for line in wrapped(decision, width=width)]
    return "\n".join(text)


def _encodable_toml(toml: str) -> str:
    """TOML with letters beyond ASCII escaped, if the output cannot encode them."""
    try:
        toml.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]", lambda letter: f"\\U{ord(letter[0]):08x}", toml)
    return toml


def _variants_command(_: argparse.Namespace) -> int:
    width = max(map(len, variants.all()))
    lines = [f"{'slug':<{width}}  players  what is special"]
    for slug, rules in variants.all().items():
        first, last = rules.players[0], rules.players[-1]
        players = str(first) if first == last else f"{first} to {last}"
        lines.append(f"{slug:<{width}}  {players:<7}  {rules.summary}")
    _show_text("\n".join(lines))
    return 0


def _folded(line: str) -> list[str]:
    """A line, or several if the terminal is narrower, the rest of a row below its last column."""
    columns = shutil.get_terminal_size((len(line), 0)).columns
    margin = " " * min(line.rfind("  ") + 2, columns // 2)
    fold = textwrap.TextWrapper(
        columns, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return fold.wrap(line) if len(line) > columns else [line]


def _show_text(text: str) -> None:
    """Print text, with red suits in red if rich is installed and the terminal has colours.

    Control characters from files are removed, and letters that the terminal lacks become question
    marks.
    """
    text = "\n".join(part for line in text.split("\n") for part in _folded(one_line(line)))
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = in_letters(text).encode(encoding, "replace").decode(encoding)
    try:
        from rich.console import Console  # noqa: PLC0415 - the extra `cli`, if it is installed
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        print(text)
        return
    coloured = Text(text)
    coloured.highlight_regex(r"(10|[*1-9TJQKA])?[♦♥]( (10|[*1-9TJQKA])(?!\S))*", "red")
    coloured.highlight_regex(r"(?m)^\S.*$", "bold")
    console = Console(soft_wrap=True)
    with console.capture() as captured:  # rich would exit on a broken pipe
        console.print(coloured)
    print(captured.get(), end="", flush=True)
