"""Score cards: a whole game that was played elsewhere, round by round."""

from __future__ import annotations

from heartslib._values.arguments import checked_text
from heartslib.scorecard.card import (
    MAX_CHARACTERS,
    MOST_ROUNDS,
    Row,
    ScoreCard,
    checked_card,
    payments,
)
from heartslib.scorecard.game import Taken, score_game
from heartslib.scorecard.in_csv import read_csv, write_csv
from heartslib.scorecard.in_json import CardParts as CardParts
from heartslib.scorecard.in_json import read_json, write_json


def read_card(text: str, file: str = "") -> CardParts:
    """The players, the rounds and the rulebook of a score card in JSON or CSV.

    Args:
        text: The score card; it is JSON if it begins with a brace or a bracket.
        file: The name of its file; it is JSON, too, if the name ends in ``.json``.

    Raises:
        HeartsError: The text is not a score card.
    """
    is_json = checked_text("file", file).lower().endswith(".json")
    if checked_card(text).lstrip().startswith(("{", "[")) or is_json:
        return read_json(text)
    return *read_csv(text), None


__all__ = [
    "MAX_CHARACTERS",
    "MOST_ROUNDS",
    "Row",
    "ScoreCard",
    "Taken",
    "payments",
    "read_card",
    "read_csv",
    "read_json",
    "score_game",
    "write_csv",
    "write_json",
]

__dir__ = __all__.copy  # what `dir` shows of the module
