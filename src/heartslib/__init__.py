"""The rules of Hearts and its family as composable, immutable values."""

import importlib
from typing import TYPE_CHECKING

from heartslib import moves, rules
from heartslib.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES, Card, Cards, Rank, Suit
from heartslib.errors import CardsError, HeartsError, RecordError, RulesError
from heartslib.moves import IllegalMove
from heartslib.rules import Objection, Rules
from heartslib.sheet import Line, ScoreSheet
from heartslib.table import Table, Trick

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
    from heartslib import variants
    from heartslib.ask import explain_play, legal_plays, score_hand
    from heartslib.formats import record, rulefile, wire
    from heartslib.game import Game
    from heartslib.questions import ChooseCards, ChooseName, YesOrNo
    from heartslib.scorecard import ScoreCard, score_game
    from heartslib.view import View
else:
    _LATER = {
        "ChooseCards": "heartslib.questions",
        "ChooseName": "heartslib.questions",
        "Game": "heartslib.game",
        "ScoreCard": "heartslib.scorecard",
        "View": "heartslib.view",
        "YesOrNo": "heartslib.questions",
        "explain_play": "heartslib.ask",
        "legal_plays": "heartslib.ask",
        "record": "heartslib.formats.record",
        "rulefile": "heartslib.formats.rulefile",
        "score_game": "heartslib.scorecard",
        "score_hand": "heartslib.ask",
        "variants": "heartslib.variants",
        "wire": "heartslib.formats.wire",
    }
    """The modules of names that not every program uses, imported on first access."""

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = importlib.import_module(_LATER[name])
        value = getattr(module, name, module)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted(globals().keys() | _LATER.keys())
