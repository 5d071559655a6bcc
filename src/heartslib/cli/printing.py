"""The commands that print rulebooks: ``rules`` and ``variants``."""

from __future__ import annotations

import argparse
import re
import shutil
import sys

from heartslib import rulefile, variants
from heartslib.cli.asked import given_options, rulebook
from heartslib.cli.output import show_text
from heartslib.errors import HeartsError
from heartslib.rules import Rules
from heartslib.rules.book.chapters import wrapped
from heartslib.show.choices import choices_text


def rules_command(options: argparse.Namespace) -> int:
    """Print a rulebook, what differs from another, or what a chapter may hold."""
    if options.choices is not None:
        if given_options(options, "variant", "rules", "players"):
            raise HeartsError(
                "--choices holds for every rulebook: leave out VARIANT, --rules and --players"
            )
        show_text(choices_text(options.choices))
        return 0
    rules = rulebook(options)
    if options.toml:
        if options.players is not None:
            raise HeartsError(
                "--toml prints a rulebook for every number of players: leave out --players"
            )
        print(_encodable_toml(rulefile.dump(rules)), end="")
        return 0
    if options.against is None:
        show_text(_rules_text(rules, options.players, short=options.short))
    else:
        show_text(variants.get(options.against).diff(rules, options.players))
    return 0


def _rules_text(rules: Rules, players: int | None, *, short: bool) -> str:
    """The rulebook with its source, or in five lines."""
    width = min(shutil.get_terminal_size().columns, 78)
    text = rules.describe(players, short=short, width=width).splitlines()
    if short:
        return "\n".join(part for line in text for part in wrapped(line, width=width))
    if rules.source:
        text += ["", "Source", *wrapped(rules.source, width=width)]
    decisions = rules.decisions_for(players or rules.usual_players)
    if decisions:
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


def variants_command(_: argparse.Namespace) -> int:
    """List all variants."""
    width = max(map(len, variants.all()))
    lines = [f"{'slug':<{width}}  players  what is special"]
    for slug, rules in variants.all().items():
        first, last = rules.players[0], rules.players[-1]
        players = str(first) if first == last else f"{first} to {last}"
        lines.append(f"{slug:<{width}}  {players:<7}  {rules.summary}")
    show_text("\n".join(lines))
    return 0
