"""What the play asks of the rules, looked up once: a field costs less than a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heartslib._values.quick import frozen
from heartslib.rules.compiled.clauses import Holds, Legal, code_of, holds
from heartslib.rules.play import Showing
from heartslib.rules.tricks import Equals, TrickRule
from heartslib.table import Table

if TYPE_CHECKING:
    from heartslib.rules.book.round_rules import RoundRules


@frozen
class FastRules:
    """The rules of a round at a table, as functions on bits.

    Attributes:
        players: The number of seats.
        lead: The legal leads after the first trick; None if any card may be led.
        first: The legal cards for a follower in the first trick; None if following suit is all.
        follow: The same for later tricks.
        lap: After every so many cards a trick may be complete, or something may be drawn.
        is_usual: Whether a lap is a trick, and a round that ends early ends by its cards.  Then the play takes
            tricks by itself, on bits, and asks no rule but the one for the taker.
        taker: Who wins a trick; None for the highest card of the suit led.
        last_of_equals: Whether the last of two equal cards wins such a trick.
        settled_by: The cards that end the round once they are taken, as `Cards.bits`; None if
            every trick is played.
        showing: When a player must show the hand; None for never.
        shows: `showing` compiled for each place; None if the rule has its own `shows`.
    """

    players: int
    lead: Legal | None
    first: Legal | None
    follow: Legal | None
    lap: int
    is_usual: bool
    taker: Callable[[Table, int], int | None] | None
    last_of_equals: bool
    settled_by: int | None
    showing: Showing | None
    shows: tuple[Holds, ...] | None


def fast(rules: RoundRules) -> FastRules:
    """The rules as the play uses them."""
    code = code_of(rules.restrictions)
    tricks = rules.tricks
    early = rules.round_end.early
    is_one_lap = type(tricks).is_complete is TrickRule.is_complete
    condition = None if rules.showing is None else rules.showing.when
    return FastRules(
        players=rules.players,
        lead=code.lead,
        first=code.first,
        follow=code.follow,
        lap=rules.players if rules.all_play else 1,
        is_usual=is_one_lap and rules.all_play and early is not None,
        taker=None if tricks.highest else tricks.taker,
        last_of_equals=tricks.highest is Equals.LAST,
        settled_by=rules.deciding_cards.bits if early else None,
        showing=rules.showing,
        shows=None if condition is None else holds(condition),
    )
