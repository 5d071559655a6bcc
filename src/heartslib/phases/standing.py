"""What all can see of a game in any phase.

A match and every view have it, and what follows from it is worked out here once, for both: a fact that is public
has one place.  What only some may know is never here.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards
from heartslib.rules import Mark, RoundRules, Rules, TableRules
from heartslib.rules.book.chapters import AtTable
from heartslib.sheet import ScoreSheet
from heartslib.table import NOTHING_SETTLED, Settled, Table, Trick, trick_of

IN_PLAY: Final = frozenset({"play", "kitty"})
"""The names of the phases in which somebody leads, or has led."""


class FaceUp:
    """What all can see on the table: a game and every view of it have it, and it is worked out here once, for both."""

    __slots__ = ()

    if TYPE_CHECKING:  # what a game and a view have

        @property
        def rules(self) -> Rules: ...
        @property
        def contract(self) -> str | None: ...
        @property
        def in_force(self) -> RoundRules: ...
        @property
        def table(self) -> Table: ...
        @property
        def _is_in_play(self) -> bool: ...
        @property
        def _first_leader(self) -> int | None: ...

    @property
    def trick(self) -> Trick:
        """The trick on the table; empty before a lead, and the last complete one is ``table.tricks[-1]``."""
        return self.table.trick

    @property
    def leader(self) -> int | None:
        """The seat that leads, or led, to the trick on the table; None until it is known, and after the play."""
        return self.trick.leader if self._is_in_play else self._first_leader

    @property
    def winning(self) -> int | None:
        """The seat that is winning the trick so far; None before the lead, or if all its cards are cancelled."""
        return self.in_force.winning(self.table) if self.trick else None

    @property
    def hearts_broken(self) -> bool | None:
        """Whether hearts are broken, by the trick in progress as well.

        It is None if they need not be, or if it takes a contract to know.
        """
        return self.in_force.hearts_broken(self.table) if self._has_rules else None

    @property
    def marks(self) -> Mapping[Card, Mark]:
        """What is special about cards this round, as `RoundRules.marks`; empty until it has its contract."""
        return self.in_force.marks(self.table.all_charged) if self._has_rules else {}

    @property
    def cancelled(self) -> tuple[int, ...]:
        """The places of the cards on the table that equal cards cancel so far, counted from 0."""
        return self.in_force.cancelled(self.trick) if self.trick else ()

    @property
    def _has_rules(self) -> bool:
        """Whether it is known which rules are in force."""
        return self.contract is not None or not self.rules.contract_names


@attrs.frozen(repr=False)
class Standing:
    """What all can see of a game in any phase, and what follows from it.

    Attributes:
        rules: The rulebook.
        names: The names of the players, seat 0 first.
        dealer: The seat that deals this round.
        scores: The scores after the last entered round, seat 0 first.
        sheets: The sheets of the entered rounds, first to last.
        course: The scores after each of those rounds, first to last.
        contracts: The seat that named the contract of each entered round, or dealt it, with that
            contract, first to last; empty if there are no contracts.
        settled: What is settled about this round before its first lead.
    """

    rules: Rules
    names: tuple[str, ...]
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...]
    course: tuple[tuple[int, ...], ...]
    contracts: tuple[tuple[int, str | None], ...] = ()
    settled: Settled = NOTHING_SETTLED

    @property
    def contract(self) -> str | None:
        """The contract of the round; None until it is named, or if there are no contracts."""
        return self.settled.contract

    @property
    def pool(self) -> int:
        """The counters in the pool before the round: paid by players, and won by nobody."""
        return self.settled.pool

    @property
    def turned(self) -> tuple[Card, ...]:
        """The cards that were turned up after the deal, and are out of play; empty if none are."""
        return () if self.shown_last else self.settled.face_up

    @property
    def shown_last(self) -> tuple[Card, ...]:
        """The dealer's last card, if it was shown."""
        return self.rules.kitty.in_play(self.settled.face_up)

    @property
    def at_table(self) -> TableRules:
        """The rulebook as this table plays it; see `Rules.at`."""
        return self.rules.at(len(self.names))

    @property
    def so_far(self) -> AtTable:
        """The rules as far as they are settled: those of the game until the round has its contract."""
        return self.at_table if self.contract is None else self.at_table.under(self.contract)

    @property
    def in_force(self) -> RoundRules:
        """The rules that this round is played by, with what its contract and cards face up change.

        Raises:
            RulesError: The round has no contract yet.
        """
        rules = self.at_table.under(self.contract).with_face_up(self.settled.face_up)
        # some rules ask whether this is the first round, as for who leads
        return rules.later if self.sheets else rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def round_number(self) -> int:
        """The number of the current round, counted from 0; people say one more."""
        return len(self.sheets)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; a player without partners is a side."""
        return self.at_table.partners

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by the scores, such as 1, 2, 2, 4; partners share theirs."""
        return self.at_table.places(self.scores, self.sheets)

    @property
    def contracts_left(self) -> tuple[str, ...]:
        """The contracts that may be named; empty once the round has one."""
        if self.contract is not None or not self.rules.contract_names:
            return ()
        return self.rules.contracts_left(self.would_name, self.contracts)

    @property
    def sells(self) -> bool:
        """Whether players bid for naming the contract of this round."""
        return self.contract is None and self.may_sell

    @property
    def may_sell(self) -> bool:
        """Whether the contract of this round is, or was, for sale: after a jack it is not."""
        return self.rules.contracts.sells(self.contracts, jack=self.settled.jack)

    @property
    def would_name(self) -> int:
        """The seat that names the contract of the round, or would if there were a choice."""
        return self.rules.contracts.namer(self.dealer, self.contracts, self.settled.made)

    @property
    def namer(self) -> int | None:
        """The seat that names, or has named, the contract.

        It is None if there is nothing to choose, or while the right to name it is being sold.
        """
        bids = self.settled.bids
        namer = self.would_name
        # all have bid, and not everyone has passed; or nothing is sold
        is_known = None not in bids and (any(bids) if bids else not self.sells)
        left = self.rules.contracts_left(namer, self.contracts)
        return namer if is_known and len(left) > 1 else None

    def points_after(
        self, table: Table, captured: tuple[Cards, ...], *, left: int, stock: int
    ) -> tuple[int, ...]:
        """The points of a round as far as this is known; see `RoundRules.points_so_far`.

        Args:
            table: The cards that are face up.
            captured: The cards with the tricks of each seat that were not played to one.
            left: How many tricks the hands still have, at most.
            stock: How many cards are in the kitty.
        """
        if not any((*table.tricks, *captured)):
            return for_each(self.players, 0)  # perhaps the contract is not named yet
        piles = tuple(map(operator.add, table.piles, captured))
        rules = self.in_force
        if rules.kitty.draws:
            left += stock // self.players
        to_come = for_each(left, trick_of(table.trick.leader, self.players, (), None, (), ()))
        # a table that was laid out with piles has no tricks for them: rules that ask are not answered
        finished = rules.finished(
            piles,
            charged=table.charged,
            scores=self.scores,
            course=self.course,
            tricks=(*table.tricks, *to_come) if table.is_whole else None,
            dealer=self.dealer,
            settled=self.settled,
        )
        return rules.points_so_far(finished)


PUBLIC: Final = operator.attrgetter(*(each.name for each in attrs.fields(Standing)))
"""What all can see of a match or a view: every attribute of `Standing`, in order."""
