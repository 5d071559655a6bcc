"""A rulebook as the play asks it, for a number of players."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from heartslib.rules._code import Holds, Legal, code_of, holds
from heartslib.rules.play import Showing, condition_of
from heartslib.rules.tricks import BoosterNines, Equals, HighestOfSuitLed, TrickRule, ends_early
from heartslib.table import Table

if TYPE_CHECKING:
    from heartslib.rules.rulebook import Rules


@attrs.frozen
class FastRules:
    """A rulebook as the play asks it.

    Attributes:
        players: The number of seats.
        lead: The legal cards of a lead after the first trick; None where it is the whole hand.
        first: Those of a hand that follows in the first trick; None where it only follows suit.
        follow: The same for later tricks.
        tricks: Who takes a trick, and when; None for the highest of the suit led.
        last_of_equals: Whether of two equal cards the one played last takes such a trick.
        shortest: With so many cards a trick may be complete.
        settled_by: The cards after which no further trick is played, as `Cards.bits`; None where
            all tricks are.
        is_over: Whether no further trick is played, where only the rule itself knows.
        showing: When a card played from a hand makes the rest of it public; None for never.
        shows: The same as code, in each place; None where only the rule itself knows.
    """

    players: int
    lead: Legal | None
    first: Legal | None
    follow: Legal | None
    tricks: TrickRule | None
    last_of_equals: bool
    shortest: int
    settled_by: int | None
    is_over: Callable[[Table], bool] | None
    showing: Showing | None
    shows: tuple[Holds, Holds, Holds, Holds] | None


@functools.lru_cache(maxsize=256)
def fast(rules: Rules, players: int) -> FastRules:
    """The rulebook as the play asks it, for that many players."""
    code, tricks, deciding = (
        code_of(rules.restrictions),
        rules.tricks,
        rules.deciding_cards(players),
    )
    # A subclass may say something else: only these very classes are known.
    highest = type(tricks) is HighestOfSuitLed and not tricks.cancels
    early = ends_early(rules.round_end)
    condition = None if rules.showing is None else condition_of(rules.showing)

    def is_over(table: Table) -> bool:
        return rules.round_end.is_over(table, deciding)

    return FastRules(
        players=players,
        lead=code.lead,
        first=code.first,
        follow=code.follow,
        tricks=None if highest else tricks,
        last_of_equals=getattr(tricks, "equals", None) is Equals.LAST,
        shortest=players if type(tricks) in {HighestOfSuitLed, BoosterNines} else 1,
        settled_by=deciding.bits if early else None,
        is_over=is_over if early is None else None,
        showing=rules.showing,
        shows=None if condition is None else holds(condition),
    )
