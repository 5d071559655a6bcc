"""The rules of Hearts and its family as composable, immutable values."""

from heartslib import moves, record, rules, variants, wire
from heartslib.ask import explain_play, legal_plays, score_hand
from heartslib.cards import HEARTS, PACK, Card, Cards, Rank, Suit
from heartslib.errors import CardsError, HeartsError, IllegalMove, RecordError, RulesError
from heartslib.game import Game
from heartslib.rules import Objection, Rules
from heartslib.scorecard import ScoreCard, score_game
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
    "ScoreCard",
    "ScoreSheet",
    "Suit",
    "Table",
    "Trick",
    "View",
    "__version__",
    "explain_play",
    "legal_plays",
    "moves",
    "record",
    "rules",
    "score_game",
    "score_hand",
    "variants",
    "wire",
]
