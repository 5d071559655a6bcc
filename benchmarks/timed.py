"""Figures taken in turns, and how long a bot thinks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import attrs

from heartslib import ChooseCards, Rules, View
from heartslib.bots import Bot
from heartslib.moves import Move
from heartslib.rounds import asked, first_round, play_round

_T = TypeVar("_T")


def in_turns(turns: int, measures: Sequence[Callable[[int], _T]]) -> list[list[_T]]:
    """The figures of each, by the number of the turn; a different one begins each turn.

    So whatever slows the machine down for a while slows all of them down.
    """
    figures: list[list[_T]] = [[] for _ in measures]
    for turn in range(turns):
        for step in range(len(measures)):
            place = (turn + step) % len(measures)
            figures[place].append(measures[place](turn))
    return figures


@attrs.define
class Timed:
    """A bot with a stopwatch, which is only asked if there is a choice.

    Attributes:
        bot: The bot.
        times: The seconds of processor time that each of its decisions took, in this process.
    """

    bot: Bot
    times: list[float] = attrs.field(factory=list[float])

    def __call__(self, view: View, /) -> Move:
        """The move of the bot, or the only one."""
        match asked(view):
            case ChooseCards(_, among, (count,), make) if len(among) == count:
                return make(among)
            case _:
                start = time.process_time()
                move = self.bot(view)
                self.times.append(time.process_time() - start)
                return move

    def warm_up(self, rules: Rules) -> None:
        """Play a round that does not count, since the first one compiles."""
        play_round(
            first_round(rules, rules.usual_players, 0), [self.bot] * rules.usual_players, Random(0)
        )

    @property
    def milliseconds(self) -> float:
        """The milliseconds that a decision took on average."""
        return 1000 * sum(self.times) / max(len(self.times), 1)
