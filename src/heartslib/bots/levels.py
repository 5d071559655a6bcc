"""Five named strengths that differ as people do: they hurry, forget, or look ahead less or further.

None of them knows more than its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from heartslib import moves
from heartslib.bots.bot import Bot
from heartslib.bots.careful import Careful
from heartslib.bots.monte_carlo import MonteCarlo
from heartslib.cards import Card
from heartslib.moves import Move
from heartslib.questions import ChooseCards
from heartslib.rounds import asked
from heartslib.simulate.players.duck import trick_cost
from heartslib.view import View


def easy(view: View, /) -> Move:
    """The move of a beginner, who makes the mistakes that people make.

    It passes its highest cards, whatever they guard.  It leads low from its longest suit, whatever is
    gone.  While a trick costs nothing it gets rid of its highest card there, whoever plays after it and
    whatever else it could discard.  Otherwise it plays as if it remembered no earlier trick.

    Raises:
        HeartsError: The seat is not to act.
    """

    def cost(card: Card) -> int:  # asked late: before a contract is named there is no answer
        return view.in_force.cost(card)

    match asked(view):
        case ChooseCards(_, among, counts, make, kind=moves.Pass):
            # even a beginner keeps the cards that are good to take
            ordered = sorted(among, key=lambda card: (cost(card) < 0, -card.rank))
            return make(ordered[: counts[-1]])
        case ChooseCards(_, legal, _, make, kind=moves.Play) if not view.table.trick.cards:
            longest = max(len(view.hand.of(card.suit)) for card in legal)
            may = [card for card in legal if len(view.hand.of(card.suit)) == longest]
            # a card that counts is kept, good or bad: a beginner does not lead it
            return make(min(may, key=lambda card: (abs(cost(card)), card.rank)))
        case ChooseCards(_, legal, _, make, kind=moves.Play):
            free = [card for card in legal if not cost(card)]
            is_free = not trick_cost(view) and not any(map(cost, view.table.trick.cards))
            if free and is_free:
                return make(max(free, key=lambda card: card.rank))
            return LEVELS["casual"](view)
        case _:
            return LEVELS["casual"](view)


LEVELS: Mapping[str, Bot] = MappingProxyType(
    {
        "easy": easy,
        "casual": Careful(memory=0),
        "good": MonteCarlo(5),
        "strong": MonteCarlo(30),
        "expert": MonteCarlo(400),
    }
)
"""The levels by name, weakest first.

``easy`` makes a beginner's mistakes: see `easy`.  ``casual`` is careful, but does not remember the cards of
earlier tricks.  ``good``, ``strong`` and ``expert`` try each card against 5, 30 and 400 deals that fit what
they know.  While a thread compiles what they need, once after each installation, they take longer;
`MonteCarlo.make_ready` and ``heartslib compile`` wait for it beforehand.
"""
