"""The command ``score``: one hand, or a score card."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from heartslib import scorecard, variants
from heartslib.ask.scores import score_hand
from heartslib.cli.asked import given_options, rulebook, rulebook_named, seat_names
from heartslib.cli.files import quoted_path, text_of
from heartslib.cli.output import as_entry, show_text, spelling_with
from heartslib.errors import HeartsError
from heartslib.scorecard import ScoreCard, score_game
from heartslib.scorecard.html import card_html
from heartslib.show.text import sheet_text
from heartslib.words import listed

_HANDS = ("taken", "tricks", "counted")
_OF_ONE_ROUND = (
    "contract",
    "moon",
    "charged",
    "dealer",
    "leader",
    "trick_counts",
    "partial",
    "players",
    "bids",
    "pool",
)


def score_command(options: argparse.Namespace) -> int:
    """Score one hand, or the rounds of a score card."""
    is_hand = bool(given_options(options, *_HANDS, "trick_counts"))
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
    rules = rulebook(options)
    if not given_options(options, *_HANDS):  # then no card counts
        options.taken = ["" for _ in options.trick_counts]
    by_seat = options.taken or options.counted
    players = len(by_seat) if by_seat else options.players or rules.usual_players
    try:
        sheet = score_hand(rules, **given_options(options, *_HANDS, *_OF_ONE_ROUND))
    except HeartsError as error:
        raise HeartsError(error.spelled(spelling_with(seat_names(players)))) from error
    show_text(sheet_text(seat_names(sheet.players), sheet, sheet.totals))
    return 0


def _score_card(options: argparse.Namespace) -> int:
    of_one_round = given_options(options, *_OF_ONE_ROUND)
    if of_one_round:
        name = next(iter(of_one_round)).replace("_", "-")
        raise HeartsError(
            f"--{name} belongs to --taken or --tricks; in a FILE each round has its own"
        )
    named = rulebook_named(options)
    write = _card_writer(options.save)  # before anything is read: its name may be wrong
    text = text_of(options.file, scorecard.MAX_CHARACTERS)
    names, rounds, own = scorecard.read_card(text, options.file)
    rules = named or own or variants.get("american")
    try:
        card = score_game(rules, rounds=rounds, names=names, insist=options.insist)
    except HeartsError as error:
        raise HeartsError(error.spelled(spelling_with(names or (), as_entry))) from error
    show_text(str(card))
    if write is not None:
        Path(options.save).write_text(write(card), encoding="utf-8")
    return 0


def _card_writer(file: str | None) -> Callable[[ScoreCard], str] | None:
    """What writes a score card in the form that the name of the file says."""
    if file is None:
        return None
    forms = {".csv": scorecard.write_csv, ".html": card_html, ".json": scorecard.write_json}
    form = Path(file).suffix.lower()
    if form not in forms:
        raise HeartsError(f"--save writes {listed([*forms], 'or')}, not {quoted_path(file)}")
    return forms[form]
