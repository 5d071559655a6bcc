"""The rules of Hearts and its family as composable, immutable values."""

from heartslib import moves, record, rules, variants
from heartslib.ask import legal_plays, score_hand
from heartslib.cards import HEARTS, PACK, Card, Cards, Rank, Suit
from heartslib.errors import CardsError, HeartsError, IllegalMove, RecordError, RulesError
from heartslib.game import Game
from heartslib.rules import Objection, Rules
from heartslib.sheet import Line, ScoreSheet
from heartslib.table import Table, Trick
from heartslib.view import View

__version__ = "0.1.0"

__all__ = [
    "HEARTS",
    "PACK",
    "Card",
    "Cards",
    "CardsError",
    "Game",
    "HeartsError",
    "IllegalMove",
    "Line",
    "Objection",
    "Rank",
    "RecordError",
    "Rules",
    "RulesError",
    "ScoreSheet",
    "Suit",
    "Table",
    "Trick",
    "View",
    "__version__",
    "legal_plays",
    "moves",
    "record",
    "rules",
    "score_hand",
    "variants",
]
