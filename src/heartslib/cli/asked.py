"""What the options ask for: the rulebook, which of them are given, and names for the seats."""

from __future__ import annotations

import argparse
from typing import Any

from heartslib import rulefile, variants
from heartslib.errors import HeartsError
from heartslib.rules import Rules


def rulebook_named(options: argparse.Namespace) -> Rules | None:
    """The rulebook named by VARIANT or `--rules`; None if neither is given."""
    if options.rules is None:
        return None if options.variant is None else variants.get(options.variant)
    if options.variant is not None:
        raise HeartsError("give either VARIANT or --rules FILE, not both")
    return rulefile.load(options.rules)


def rulebook(options: argparse.Namespace) -> Rules:
    """The rulebook named, or American Hearts."""
    return rulebook_named(options) or variants.get("american")


def given_options(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The options given; 0 counts as given, None does not."""
    values = {name: getattr(options, name) for name in names}
    # by identity: seat 0 equals False
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


_FOUR = ("South", "West", "North", "East")
"""The names of four seats: East deals first, and South is to the left of East."""


def seat_names(players: int) -> tuple[str, ...]:
    """The names of the seats: the four of bridge, or numbers."""
    if players == len(_FOUR):
        return _FOUR
    return tuple(f"player {number}" for number in range(1, players + 1))
