"""Four named strengths that differ as people do: they see less, remember less, or do not look ahead.

None of them knows more than its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from heartslib.bots.bot import Bot, chance_of
from heartslib.bots.careful import Careful, careful
from heartslib.bots.monte_carlo import MonteCarlo
from heartslib.moves import Move
from heartslib.rounds import any_move
from heartslib.rules._checks import whole_number
from heartslib.simulate.duck import duck
from heartslib.view import View


@attrs.frozen
class Slips:
    """A bot that makes some moves at random, and else those of another.

    Attributes:
        bot: The other bot.
        one_in: One move in so many is a slip.
    """

    bot: Bot = duck
    one_in: int = attrs.field(default=4, validator=whole_number(1))

    def __call__(self, view: View, /) -> Move:
        """A move for the view, always the same.

        Raises:
            HeartsError: The seat is not to act.
        """
        rng = chance_of(view, self.one_in)
        return any_move(view, rng) if rng.random() * self.one_in < 1 else self.bot(view)


LEVELS: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        "beginner": Slips(),
        "casual": Careful(memory=0),
        "strong": MonteCarlo(20, meanwhile=careful),
        "expert": MonteCarlo(400, meanwhile=careful),
    }
)
"""The levels by name, weakest first.

``beginner`` leads low, plays under the trick, and plays one card in four at random.  ``casual`` is careful,
but does not remember the cards of earlier tricks.  ``strong`` and ``expert`` try each card against 20 and
400 deals that fit what they know.  While a thread compiles what they need, once after each installation, they
move like `careful`; `MonteCarlo.make_ready`, `arena` and ``heartslib compile`` wait for it beforehand.
"""
