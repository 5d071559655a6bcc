"""Score cards in JSON, both ways.

A card is written as its rounds with all their lines, not as its scores: these follow, so nothing in a file can
contradict the rest of it.  What is written is scored once more before it is handed out.
"""

from __future__ import annotations

from contextlib import suppress
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
        converter: From `heartslib.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: The text is neither.
    """
    value = parse_json(checked_card(text))
    card = value if isinstance(value, dict) else {"rounds": value}
    unknown = card.keys() - {"rounds", "names", "variant", "rules"}
    if unknown:
        raise HeartsError(
            f"unknown key {quoted(min(unknown))} in a score card: the keys are rounds, names, variant, "
            "rules"
        )
    rounds = of_kind(list, card.get("rounds"), "'rounds' must be a list of rounds")
    for round_ in rounds:
        # the keys of JSON are text; what is wrong here is refused when the round is scored
        with suppress(AttributeError, LookupError, TypeError):
            round_["passed"] = [
                {_SEATS[key]: cards for key, cards in giver.items()} for giver in round_["passed"]
            ]
    variant = card.get("variant")
    of_kind(str | None, variant, "'variant' must be a slug such as 'american'")
    names = of_kind(list | None, card.get("names"), "'names' must be a list of names")
    if not all(isinstance(name, str) for name in names or ()):
        raise HeartsError(f"names must be strings, not {quoted(names)}")
    rules = card.get("rules")
    if variant is not None and rules is not None:
        raise HeartsError("a score card has either 'variant' or 'rules', not both")
    if rules is None:
        rules = variant
    own = None if rules is None else structured(converter, rules, Rules)
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
        converter: From `heartslib.record.make_converter`, for rule classes of your own.

    Raises:
        RecordError: It could not be read again: it is too long, has a rule of a class that the
            converter does not know, or is not what its rules make of its sheets.
    """
    of_kind(ScoreCard, card, "card must be a ScoreCard")
    rounds: list[dict[str, Any]] = [{"sheet": sheet} for sheet in card.sheets]
    for round_, contract in zip(rounds, card.contracts, strict=False):
        if contract:
            round_["contract"] = contract
    rows: list[tuple[int, dict[str, Any]]] = [
        (number, {"rules": rules}) for number, rules in card.changes
    ]
    for number, sheet in card.penalties:
        points = [sum(line.points for line in sheet.of(seat)) for seat in range(card.players)]
        rows.append((number, {PENALTY: points, "reason": sheet.lines[0].reason}))
    rows.sort(key=itemgetter(0))
    for number, row in reversed(rows):  # from the end, so that the earlier numbers still hold
        rounds.insert(number, row)
    if card.start:
        start: dict[str, Any] = {"scores": card.start}
        if card.pools:
            start["pool"] = card.pools[0]
        rounds.insert(0, start)
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
