"""What the play asks of the rules, looked up once: a field costs less than a call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from heartslib.rules._code import Holds, Legal, code_of, holds
from heartslib.rules.play import Showing
from heartslib.rules.tricks import BoosterNines, Equals, HighestOfSuitLed
from heartslib.table import Table

if TYPE_CHECKING:
    from heartslib.rules.round_rules import RoundRules


@attrs.frozen
class FastRules:
    """The rules of a round for a number of players, as functions on bits.

    Attributes:
        players: The number of seats.
        lead: The legal leads after the first trick; None if any card may be led.
        first: The legal cards for a follower in the first trick; None if following suit is all.
        follow: The same for later tricks.
        lap: Test for completeness after every so many cards: `players`, or 1 to ask each time.
        is_complete: Asked after each lap; None if one lap completes every trick.
        taker: Who wins it; None for the highest card of the suit led.
        last_of_equals: Whether the last of two equal cards wins such a trick.
        settled_by: The cards that end the round once they are taken, as `Cards.bits`; None if
            every trick is played.
        is_over: Whether the round ends, for a rule that has its own method for it.
        showing: When a player must show the hand; None for never.
        draws_to_follow: Whether whoever cannot follow suit draws from the stock.
        shows: `showing` compiled for each place; None if the rule has its own `shows`.
    """

    players: int
    lead: Legal | None
    first: Legal | None
    follow: Legal | None
    lap: int
    is_complete: Callable[[Table, int], bool] | None
    taker: Callable[[Table, int], int | None] | None
    last_of_equals: bool
    settled_by: int | None
    is_over: Callable[[Table], bool] | None
    showing: Showing | None
    draws_to_follow: bool
    shows: tuple[Holds, Holds, Holds, Holds] | None


@functools.lru_cache(maxsize=256)
def fast(rules: RoundRules, players: int) -> FastRules:
    """The rules as the play of so many players uses them."""
    code, tricks, deciding = (
        code_of(rules.restrictions),
        rules.tricks,
        rules.deciding_cards(players),
    )
    # A subclass may behave differently, so only the class itself will do.
    one_lap, boosted = type(tricks) is HighestOfSuitLed, type(tricks) is BoosterNines
    winning = tricks.tricks if type(tricks) is BoosterNines else tricks
    highest = type(winning) is HighestOfSuitLed and not winning.cancels
    early = rules.round_end.early
    condition = None if rules.showing is None else rules.showing.when

    def is_over(table: Table) -> bool:
        return rules.round_end.is_over(table, deciding)

    return FastRules(
        players=players,
        lead=code.lead,
        first=code.first,
        follow=code.follow,
        lap=players if one_lap or boosted else 1,
        is_complete=None if one_lap else tricks.is_complete,
        taker=None if highest else winning.taker,
        last_of_equals=isinstance(winning, HighestOfSuitLed) and winning.equals is Equals.LAST,
        settled_by=deciding.bits if early else None,
        is_over=is_over if early is None else None,
        showing=rules.showing,
        draws_to_follow=rules.kitty.to_follow,
        shows=None if condition is None else holds(condition),
    )
