"""A trained policy as a bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from heartslib.bots import Bot, careful
from heartslib.cards import KINDS
from heartslib.errors import HeartsError, quoted
from heartslib.moves import Move, Play
from heartslib.rl.batch import Bits, Numbers, numbers_of, planes_of
from heartslib.view import View

Policy: TypeAlias = Callable[[Bits, Numbers], npt.ArrayLike]


def _is_called(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if not callable(value):
        raise HeartsError(f"{field.name} must be a function, not {quoted(value)}")


@attrs.frozen(eq=False)
class PolicyBot(Bot):
    """A bot that plays the cards that a policy prefers.

    It can be pickled if its policy can, so an arena may play it in several processes.

    >>> from heartslib import Game, variants
    >>> highest = PolicyBot(lambda planes, numbers: range(52))
    >>> game = Game.new(variants.get("heartsette"), players=4).deal(seed=1)
    >>> print(highest(game.view(game.to_act[0])))
    seat 0 plays AH

    Attributes:
        policy: A function that is given `planes_of` and `numbers_of` a view, a row of a `Batch` each, and
            returns a number for each of the 52 cards, by `Card.index`: scores, or probabilities.  The
            legal card with the largest is played, the lowest card of those that tie.
        otherwise: The bot that answers all other questions: what to pass, charge, bid, name or lay down.
    """

    policy: Policy = attrs.field(validator=_is_called)
    otherwise: Bot = attrs.field(default=careful, validator=_is_called)

    def __call__(self, view: View, /) -> Move:
        """The move for a view.

        Raises:
            CannotLower: The kernel does not know a rule, so there are no planes.
            HeartsError: The policy does not return 52 numbers, or the seat is not to act.
        """
        legal = view.legal_plays()
        if not legal:
            return self.otherwise(view)
        planes = planes_of(view)
        scores = _checked(self.policy(planes, numbers_of(view)), planes.shape[1])
        return Play(view.to_act[0], max(legal, key=lambda card: scores[card.index]))


def _checked(answer: Any, kinds: int) -> npt.NDArray[Any]:
    """What a policy returns, if it is a number for each card."""
    try:
        scores = np.asarray(answer)
    except (TypeError, ValueError, RuntimeError):  # rows of several lengths, or tensors elsewhere
        wrong = quoted(answer)
    else:
        wrong = f"{scores.dtype} of shape {scores.shape}"
        if scores.shape == (kinds,) and scores.dtype.kind in "iuf":
            if not np.isnan(scores).any():  # NaN is neither less nor more than any number
                return scores
            wrong = f"NaN for {KINDS[int(np.isnan(scores).argmax())]}"
    raise HeartsError(f"the policy must return a number for each of the {kinds} cards, not {wrong}")
