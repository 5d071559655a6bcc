"""The rules of Hearts and its family as composable, immutable values."""

import importlib
import sys
from typing import TYPE_CHECKING

if sys.version_info < (3, 11):  # noqa: UP036 - in a checkout, pip refuses nothing
    raise ImportError(
        f"heartslib needs Python 3.11 or newer, and this is Python {sys.version.split()[0]}",
        name=__name__,  # so `python -m heartslib` prints the sentence without a traceback
    )

from heartslib.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES, Card, Cards, Rank, Suit
from heartslib.errors import CardsError, HeartsError, RecordError, RulesError

__version__ = "0.1.0rc1"

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "PACK",
    "SPADES",
    "Card",
    "Cards",
    "CardsError",
    "ChooseCards",
    "ChooseName",
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
    "YesOrNo",
    "__version__",
    "explain_play",
    "legal_plays",
    "moves",
    "record",
    "rulefile",
    "rules",
    "score_game",
    "score_hand",
    "variants",
    "wire",
]

if TYPE_CHECKING:
    from heartslib import moves, record, rulefile, rules, variants, wire
    from heartslib.ask.plays import explain_play, legal_plays
    from heartslib.ask.scores import score_hand
    from heartslib.game import Game
    from heartslib.moves import IllegalMove
    from heartslib.questions import ChooseCards, ChooseName, YesOrNo
    from heartslib.rules import Objection, Rules
    from heartslib.scorecard import ScoreCard, score_game
    from heartslib.sheet import Line, ScoreSheet
    from heartslib.table import Table, Trick
    from heartslib.view import View
else:
    _LATER = {
        name: f"{__name__}.{module}"
        for module, names in {
            "ask.plays": "explain_play legal_plays",
            "ask.scores": "score_hand",
            "record": "record",
            "rulefile": "rulefile",
            "wire": "wire",
            "game": "Game",
            "moves": "moves IllegalMove",
            "questions": "ChooseCards ChooseName YesOrNo",
            "rules": "rules Objection Rules",
            "scorecard": "ScoreCard score_game",
            "sheet": "Line ScoreSheet",
            "table": "Table Trick",
            "variants": "variants",
            "view": "View",
        }.items()
        for name in names.split()
    }
    """The modules of all names but cards and errors, imported on first access."""

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            from importlib import util  # noqa: PLC0415 - only then

            module = f"{__name__}.{name}"
            hint = f": import {module} first" if util.find_spec(module) else ""
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
        module = importlib.import_module(_LATER[name])
        value = getattr(module, name, module)
        globals()[name] = value
        return value

    __dir__ = __all__.copy  # imported or not
