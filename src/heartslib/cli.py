"""The command line: ``heartslib demo``, ``replay``, ``rules`` and ``variants``."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from heartslib import variants
from heartslib.bots import careful
from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.record import RecordedRound, read_rounds
from heartslib.text import in_letters, round_text

BAD_INPUT: Final = 2
"""Exit status when the input cannot be used."""

UNEXPECTED: Final = 1
"""Exit status when a replayed round does not give the points that its file records."""

_FOUR: Final = ("South", "West", "North", "East")
_MOST_ROUNDS: Final = 1000


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
    demo.add_argument("--variant", default="american", metavar="SLUG", help="default: american")
    demo.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    demo.add_argument("--seed", type=int, metavar="N", help="a whole number, for the same deals")
    demo.add_argument("--rounds", type=int, default=1, metavar="N", help="default: 1")
    demo.add_argument("--json", action="store_true", help="print recorded rounds, for replay")
    demo.set_defaults(run=_demo)

    replay = commands.add_parser("replay", help="play a recorded round again and score it")
    replay.add_argument("file", metavar="FILE", help="a JSON file; - reads standard input")
    replay.add_argument("--variant", metavar="SLUG", help="rules; default: those of the file")
    replay.set_defaults(run=_replay)

    rules = commands.add_parser("rules", help="print a rulebook in plain English")
    rules.add_argument("variant", metavar="VARIANT", help="its slug")
    rules.add_argument("--players", type=int, metavar="N", help="default: four where they can play")
    rules.add_argument("--against", metavar="OTHER", help="print only how it differs from OTHER")
    rules.set_defaults(run=_rules)

    listing = commands.add_parser("variants", help="list all variants with players and source")
    listing.set_defaults(run=_variants)
    return parser


def _demo(options: argparse.Namespace) -> int:
    if not 1 <= options.rounds <= _MOST_ROUNDS:
        raise HeartsError(f"--rounds is a number from 1 to {_MOST_ROUNDS}, not {options.rounds}")
    if options.seed is not None and options.seed < 0:
        raise HeartsError(f"--seed is a whole number, 0 or more, not {options.seed}")
    rules = variants.get(options.variant)
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


def _names(players: int) -> tuple[str, ...]:
    """South plays first to the left of East, who deals."""
    if players == len(_FOUR):
        return _FOUR
    return tuple(f"player {number}" for number in range(1, players + 1))


def _replay(options: argparse.Namespace) -> int:
    if options.file == "-":
        text = sys.stdin.read()
    else:
        text = Path(options.file).read_text(encoding="utf-8")
    status = 0
    for recorded in read_rounds(text):
        rules = variants.get(options.variant or recorded.variant or "american")
        game = recorded.replay(rules)
        _show(f"{rules.name}, {game.players} players\n{round_text(game)}")
        given = RecordedRound.of(game).points
        if recorded.points not in {None, given}:
            message = f"the file records the points {recorded.points}, the rules give {given}"
            print(f"heartslib: {message}", file=sys.stderr)
            status = UNEXPECTED
    return status


def _rules(options: argparse.Namespace) -> int:
    rules = variants.get(options.variant)
    if options.against is None:
        text = [rules.describe(options.players), "", "Source", *_wrapped(rules.source)]
        if rules.decisions:
            text += ["", "Where the source is silent or can be read in two ways"]
            text += [line for decision in rules.decisions for line in _wrapped(decision)]
    else:
        text = [variants.get(options.against).diff(rules, options.players)]
    _show("\n".join(text))
    return 0


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
