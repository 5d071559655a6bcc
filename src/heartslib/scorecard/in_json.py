"""Score cards in JSON, both ways."""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest
from operator import itemgetter
from typing import Any, TypeAlias

import cattrs

from heartslib._values.arguments import (
    MOST_PLAYERS,
    of_kind,
)
from heartslib.errors import HeartsError, RecordError, quoted
from heartslib.formats._json import dump_json, parse_json, structured
from heartslib.formats.converter import CONVERTER
from heartslib.rules import Rules
from heartslib.scorecard.card import MAX_CHARACTERS, PENALTY, ScoreCard, checked_card
from heartslib.scorecard.game import score_game

CardParts: TypeAlias = tuple[tuple[str, ...] | None, list[Any], Rules | None]
"""The names, the rounds and the rulebook of a score card in text; None for what it does not say."""


def read_json(text: str, *, converter: cattrs.Converter = CONVERTER) -> CardParts:
    """The players, the rounds and the rulebook of a score card in JSON.

    It is a list of rounds as `score_game` takes them, or an object with such a list as
    ``rounds`` and optional ``names``, and ``variant``, the slug of the rules, or ``rules`` as in a
    record.

    Args:
        text: The score card.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: The text is neither.
    """
    value = parse_json(checked_card(text))
    card = value if isinstance(value, dict) else {"rounds": value}
    if unknown := card.keys() - {"rounds", "names", "variant", "rules"}:
        raise HeartsError(
            f"unknown key {quoted(min(unknown))} in a score card: the keys are rounds, names, variant, "
            "rules"
        )
    rounds = of_kind(list, card.get("rounds"), "'rounds' must be a list of rounds")
    for each in rounds:
        # the keys of JSON are text; what is wrong here is refused when the round is scored
        with suppress(AttributeError, LookupError, TypeError):
            each["passed"] = [
                {_SEATS[key]: cards for key, cards in giver.items()} for giver in each["passed"]
            ]
    variant = card.get("variant")
    of_kind(str | None, variant, "'variant' must be a slug such as 'american'")
    names = of_kind(list | None, card.get("names"), "'names' must be a list of names")
    if not all(isinstance(name, str) for name in names or ()):
        raise HeartsError(f"names must be strings, not {quoted(names)}")
    rules = [each for each in (variant, card.get("rules")) if each is not None]
    if len(rules) > 1:
        raise HeartsError("a score card has either 'variant' or 'rules', not both")
    own = structured(converter, rules[0], Rules) if rules else None
    return None if names is None else tuple(names), rounds, own


_SEATS = {f"{seat}": seat for seat in range(MOST_PLAYERS)}


def write_json(card: ScoreCard, *, converter: cattrs.Converter = CONVERTER) -> str:
    """The score card in JSON, with the reasons for all points.

    >>> from heartslib import variants
    >>> card = score_game(variants.get("spot"), rounds=[{"points": (0, 105, 4, 20)}])
    >>> names, rounds, rules = read_json(write_json(card))
    >>> score_game(rules, rounds=rounds, names=names) == card
    True

    Args:
        card: The score card.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        RecordError: It could not be read again: it is too long, has a rule of a class that the
            converter does not know, or is not what its rules make of its sheets.
    """
    of_kind(ScoreCard, card, "card must be a ScoreCard")
    rounds: list[dict[str, Any]] = [
        {"sheet": sheet} | ({"contract": contract} if contract else {})
        for sheet, contract in zip_longest(card.sheets, card.contracts)
    ]
    rows: list[tuple[int, dict[str, Any]]] = [
        (each, {"rules": rules}) for each, rules in card.changes
    ]
    for number, sheet in card.penalties:
        points = [sum(line.points for line in sheet.of(seat)) for seat in range(card.players)]
        rows.append((number, {PENALTY: points, "reason": sheet.lines[0].reason}))
    rows.sort(key=itemgetter(0))
    for number, row in reversed(rows):
        rounds.insert(number, row)
    if card.start:
        rounds.insert(0, {"scores": card.start} | ({"pool": card.pools[0]} if card.pools else {}))
    again = None
    with suppress(HeartsError):
        again = score_game(card.rules, rounds=rounds, names=card.names)
    if again != card:
        raise RecordError(
            "a score card in JSON is a rulebook with its changes and the sheets of all rounds, and these "
            "make another card than this"
        )
    stored = {"rules": card.rules, "names": card.names, "rounds": rounds}
    return dump_json(converter.unstructure(stored), MAX_CHARACTERS)
