"""The command line: ``heartslib demo``, ``replay``, ``score``, ``rules`` and so on."""

from __future__ import annotations

import argparse
import functools
import json
import re
import secrets
import sys
import textwrap
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

from heartslib import rulefile, scorecard, variants
from heartslib.ask import score_hand
from heartslib.bots import arena, by_name, careful
from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.record import RecordedRound, read_rounds
from heartslib.rules import Rules
from heartslib.scorecard import score_game
from heartslib.text import in_letters, round_text, sheet_text

BAD_INPUT: Final = 2
"""Exit status when the input cannot be used."""

UNEXPECTED: Final = 1
"""Exit status when a replayed round does not give the points that its file records."""

_FOUR: Final = ("South", "West", "North", "East")
_MOST_ROUNDS: Final = 1000
_MOST_SIMULATED: Final = 1e12
_MOST_WORKERS: Final = 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The words after the program's name; by default those it was started with.

    Returns:
        The exit status: 0 if all went well, 1 if a replay gave other points than its file
        says, 2 for bad input.
    """
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except (HeartsError, OSError, UnicodeDecodeError) as error:
        print(f"heartslib: {error}", file=sys.stderr)
        return BAD_INPUT
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="heartslib", description="The rules of Hearts and its family."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="play rounds with a careful player in every seat")
    _add_rulebook(demo, "default: american")
    demo.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    demo.add_argument("--seed", type=int, metavar="N", help="a whole number, for the same deals")
    demo.add_argument("--rounds", type=int, default=1, metavar="N", help="default: 1")
    demo.add_argument("--json", action="store_true", help="print recorded rounds, for replay")
    demo.set_defaults(run=_demo)

    play = commands.add_parser("play", help="play against bots")
    _add_play(play)
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="play a recorded round again and score it")
    replay.add_argument("file", metavar="FILE", help="a JSON file; - reads standard input")
    _add_rulebook(replay, "default: that of the file")
    replay.set_defaults(run=_replay)

    score = commands.add_parser("score", help="score hands that were played elsewhere")
    score.add_argument("file", nargs="?", metavar="FILE", help="a score card; .csv, .json, or -")
    score.add_argument(
        "--taken", nargs="+", metavar="CARDS", help="what each seat took in one hand, seat 0 first"
    )
    score.add_argument("--moon", metavar="CHOICE", help="how the moon is paid: add or subtract")
    score.add_argument("--charged", default="", metavar="CARDS", help="what was charged")
    score.add_argument("--partial", action="store_true", help="cards that count may be missing")
    _add_rulebook(score, "default: that of the file, or american")
    score.set_defaults(run=_score)

    rules = commands.add_parser("rules", help="print a rulebook in plain English")
    which = rules.add_mutually_exclusive_group(required=True)
    which.add_argument("variant", nargs="?", metavar="VARIANT", help="its slug")
    which.add_argument("--rules", metavar="FILE", help="a rulebook of your own, in TOML")
    rules.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    form = rules.add_mutually_exclusive_group()
    form.add_argument("--against", metavar="OTHER", help="print only how it differs from OTHER")
    form.add_argument("--toml", action="store_true", help="print it as TOML, to start from")
    rules.set_defaults(run=_rules)

    many = commands.add_parser("simulate", help="play very many rounds and print the figures")
    many.add_argument("variant", nargs="?", metavar="VARIANT", help="its slug")
    many.add_argument("--rules", metavar="FILE", help="a rulebook of your own, in TOML")
    many.add_argument(
        "--rounds", default="10000", metavar="N", help="10000, or 1e6; default: 10000"
    )
    many.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    many.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    many.add_argument(
        "--policy",
        default="random",
        metavar="NAME",
        help="random, lowest or duck, or one for each seat with commas between; default: random",
    )
    many.add_argument("--workers", type=int, default=1, metavar="N", help="threads; default: 1")
    many.add_argument("--engine", default="kernel", choices=["kernel", "python"])
    many.add_argument("--against", metavar="OTHER", help="play OTHER too, and print the difference")
    many.add_argument("--plot", metavar="FILE", help="write the distribution as a picture")
    many.set_defaults(run=_simulate)

    _add_arena(commands)

    listing = commands.add_parser("variants", help="list all variants with players and source")
    listing.set_defaults(run=_variants)
    return parser


def _add_arena(commands: Any) -> None:
    duel = commands.add_parser("arena", help="let bots play the same deals in every seat")
    duel.add_argument("variant", nargs="?", metavar="VARIANT", help="its slug")
    duel.add_argument("--rules", metavar="FILE", help="a rulebook of your own, in TOML")
    duel.add_argument(
        "--bots",
        default="careful,random",
        metavar="NAMES",
        help="careful, random, random:7, monte-carlo, monte-carlo:50, with commas between",
    )
    duel.add_argument("--deals", type=int, default=100, metavar="N", help="default: 100")
    duel.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    duel.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    duel.add_argument("--workers", type=int, default=1, metavar="N", help="processes; default: 1")
    duel.set_defaults(run=_arena)


def _add_play(play: argparse.ArgumentParser) -> None:
    """What a human may choose before sitting down."""
    which = play.add_mutually_exclusive_group()
    which.add_argument("variant", nargs="?", metavar="VARIANT", help="its slug; default: american")
    which.add_argument("--rules", metavar="FILE", help="a rulebook of your own, in TOML")
    which.add_argument("--resume", metavar="FILE", help="go on with a game that was saved")
    play.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    play.add_argument("--seat", type=int, metavar="N", help="yours; 0, the default, to the last")
    play.add_argument("--name", metavar="NAME", help="what you are called")
    play.add_argument(
        "--bots",
        metavar="NAMES",
        help="careful, random or monte-carlo, or one for each with commas between, "
        "the one at your left first; default: careful",
    )
    play.add_argument("--seed", type=int, metavar="N", help="a whole number, for the same deals")
    play.add_argument("--rounds", type=int, metavar="N", help="end the game after N rounds")
    play.add_argument("--plain", action="store_true", help="sentences, for a screen reader")


def _add_rulebook(command: argparse.ArgumentParser, default: str) -> None:
    """The two ways to say by which rules is played: one or the other."""
    which = command.add_mutually_exclusive_group()
    which.add_argument("--variant", metavar="SLUG", help=f"a variant; {default}")
    which.add_argument("--rules", metavar="FILE", help="a rulebook of your own, in TOML")


def _rulebook(options: argparse.Namespace, default: str = "american") -> Rules:
    """The rulebook that `--rules` or `--variant` names."""
    if options.rules is not None:
        return rulefile.load(options.rules)
    return variants.get(default if options.variant is None else options.variant)


def _demo(options: argparse.Namespace) -> int:
    if not 1 <= options.rounds <= _MOST_ROUNDS:
        raise HeartsError(f"--rounds is a number from 1 to {_MOST_ROUNDS}, not {options.rounds}")
    if options.seed is not None and options.seed < 0:
        raise HeartsError(f"--seed is a whole number, 0 or more, not {options.seed}")
    rules = _rulebook(options)
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    rng = Random(seed)  # noqa: S311 - a demonstration that can be repeated
    players = rules.usual_players if options.players is None else options.players
    game = Game.new(rules, players, names=_names(players))
    rounds: list[RecordedRound] = []
    while len(rounds) < options.rounds and not game.is_over:
        while game.phase.name != "score":
            if game.phase.name == "deal":
                game = game.deal(rng=rng)
            else:
                game = game.apply(careful(game.view(game.to_act[0])))
        rounds.append(RecordedRound.of(game))
        if not options.json:
            again = f", seed {seed}" if len(rounds) == 1 else ""
            _show(f"{rules.name}, {players} players{again}\n\n{round_text(game)}\n")
        game = game.score()
    if options.json:
        print(json.dumps({"rounds": [each.as_json() for each in rounds]}, indent=1))
    elif game.is_over:
        winners = " and ".join(game.names[seat] for seat in game.winners)
        _show(f"The game is over: {winners} won.")
    return 0


def _play(options: argparse.Namespace) -> int:
    from heartslib.terminal import Table, start  # noqa: PLC0415 - only players wait for it

    if options.rounds is not None and not 1 <= options.rounds <= _MOST_ROUNDS:
        raise HeartsError(f"--rounds is a number from 1 to {_MOST_ROUNDS}, not {options.rounds}")
    chosen = {name: getattr(options, name) for name in ("players", "seat", "bots", "seed", "name")}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    if options.resume is None:
        if "bots" in chosen:
            chosen["bots"] = chosen["bots"].split(",")
        table, file = Table.new(_rulebook(options), **chosen), None
    elif chosen:
        raise HeartsError(f"a saved game has its own --{min(chosen)}: leave it out")
    else:
        file = Path(options.resume)
        table = Table.loads(file.read_text(encoding="utf-8"))
    start(table, plain=options.plain, rounds=options.rounds, file=file)
    return 0


def _names(players: int) -> tuple[str, ...]:
    """South plays first to the left of East, who deals."""
    if players == len(_FOUR):
        return _FOUR
    return tuple(f"player {number}" for number in range(1, players + 1))


def _replay(options: argparse.Namespace) -> int:
    text = _text_of(options.file)
    status = 0
    for recorded in read_rounds(text):
        rules = _rulebook(options, recorded.variant or "american")
        game = recorded.replay(rules)
        _show(f"{rules.name}, {game.players} players\n{round_text(game)}")
        given = RecordedRound.of(game).points
        if recorded.points not in {None, given}:
            message = f"the file records the points {recorded.points}, the rules give {given}"
            print(f"heartslib: {message}", file=sys.stderr)
            status = UNEXPECTED
    return status


def _score(options: argparse.Namespace) -> int:
    if (options.file is None) == (options.taken is None):
        raise HeartsError("score takes either a FILE or --taken with what each seat took")
    if options.taken is not None:
        sheet = score_hand(
            _rulebook(options),
            taken=options.taken,
            moon=options.moon,
            charged=options.charged,
            partial=options.partial,
        )
        names = _names(sheet.players)
        _show(sheet_text(names, sheet, sheet.totals))
        return 0
    text = _text_of(options.file)
    if options.file.endswith(".csv"):
        told, rounds = scorecard.read_csv(text)
        rules, names = _rulebook(options), told
    else:
        given, rounds, variant = scorecard.read_json(text)
        rules = _rulebook(options, variant or "american")
        names = given or ()
    _show(str(score_game(rules, rounds=rounds, names=names or None)))
    return 0


def _simulate(options: argparse.Namespace) -> int:
    try:
        from heartslib.simulate import simulate  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise HeartsError(str(error)) from error
    if options.rules is not None and options.variant is not None:
        raise HeartsError("give either VARIANT or --rules FILE")
    if not 1 <= options.workers <= _MOST_WORKERS:
        raise HeartsError(f"--workers is a number from 1 to {_MOST_WORKERS}")
    policy = options.policy.split(",") if "," in options.policy else options.policy
    with ThreadPoolExecutor(options.workers) as threads:
        play = functools.partial(
            simulate,
            rounds=_whole(options.rounds),
            players=options.players,
            seed=options.seed,
            policy=policy,
            engine=options.engine,
            executor=threads if options.workers > 1 else None,
            progress=True,
        )
        result = play(_rulebook(options))
        _show(str(result))
        if options.against is not None:
            _show(f"\n{result.beside(play(variants.get(options.against)))}")
    if options.plot is not None:
        try:
            result.plot().figure.savefig(options.plot)
        except ImportError as error:
            raise HeartsError(str(error)) from error
    return 0


def _arena(options: argparse.Namespace) -> int:
    names = options.bots.split(",")
    if twice := [name for name in names if names.count(name) > 1]:
        raise HeartsError(
            f"{twice[0]} is named twice in --bots; as random and random:1 they differ"
        )
    if not 1 <= options.workers <= _MOST_WORKERS:
        raise HeartsError(f"--workers is a number from 1 to {_MOST_WORKERS}")
    with ProcessPoolExecutor(options.workers) as processes:
        found = arena(
            _rulebook(options),
            {name: by_name(name) for name in names},
            deals=options.deals,
            players=options.players,
            seed=options.seed,
            executor=processes if options.workers > 1 else None,
        )
    _show(str(found))
    return 0


def _whole(text: str) -> int:
    """A whole number, written as ``1000000`` or ``1e6``."""
    try:
        number = float(text)
    except ValueError:
        number = 0.5
    if not 1 <= number <= _MOST_SIMULATED or number != int(number):
        raise HeartsError(f"--rounds is a whole number such as 10000 or 1e6, not {text}")
    return int(number)


def _text_of(file: str) -> str:
    """The text of a file, or of standard input."""
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")


def _rules(options: argparse.Namespace) -> int:
    rules = _rulebook(options)
    if options.toml:
        print(_encodable(rulefile.dump(rules)), end="")
        return 0
    if options.against is None:
        text = [rules.describe(options.players)]
        if rules.source:
            text += ["", "Source", *_wrapped(rules.source)]
        if rules.decisions:
            text += ["", "Where the source is silent or can be read in two ways"]
            text += [line for decision in rules.decisions for line in _wrapped(decision)]
    else:
        text = [variants.get(options.against).diff(rules, options.players)]
    _show("\n".join(text))
    return 0


def _encodable(toml: str) -> str:
    """TOML whose letters beyond ASCII are escaped where the output does not have them."""
    try:
        toml.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]", lambda letter: f"\\U{ord(letter[0]):08x}", toml)
    return toml


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="    ")


def _variants(_: argparse.Namespace) -> int:
    width = max(map(len, variants.all()))
    lines = [f"{'slug':<{width}}  players  name and source"]
    for slug, rules in variants.all().items():
        first, last = rules.players[0], rules.players[-1]
        players = str(first) if first == last else f"{first} to {last}"
        lines.append(f"{slug:<{width}}  {players:<7}  {rules.name}")
        lines.append(f"{'':<{width}}  {'':<7}    {rules.source}")
    _show("\n".join(lines))
    return 0


def _show(text: str) -> None:
    """Print text, with red suits in red where rich is installed and the terminal has colours."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = in_letters(text)
    try:
        from rich.console import Console  # noqa: PLC0415 - the extra `cli`, if it is installed
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        print(text)
        return
    coloured = Text(text)
    coloured.highlight_regex(r"[2-9TJQKA]?[♦♥]( [2-9TJQKA](?!\S))*", "red")
    coloured.highlight_regex(r"(?m)^\S.*$", "bold")
    Console(soft_wrap=True).print(coloured)
