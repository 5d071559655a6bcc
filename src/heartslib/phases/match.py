"""What lasts from round to round: the rules, the seats, the dealer, the score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import attrs

from heartslib.cards import Cards, from_each
from heartslib.errors import HeartsError, IllegalMove, shown
from heartslib.rules import PassPattern, Rules
from heartslib.rules.ending import lowest
from heartslib.sheet import ScoreSheet


@attrs.frozen
class Match:
    """A game as it stands between rounds.

    Attributes:
        rules: The rulebook.
        names: What the players are called, seat 0 first.
        first_dealer: The seat that dealt the first round.
        dealer: The seat that deals this round.
        scores: Points booked so far, seat 0 first.
        sheets: The sheets of the rounds booked so far, first to last.
        course: The scores after each of those rounds, first to last.
        stopped: Whether the host has ended the game.
    """

    rules: Rules
    names: tuple[str, ...]
    first_dealer: int
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
    stopped: bool = False

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def round_number(self) -> int:
        """The number of the round in progress, counted from 0."""
        return len(self.sheets)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return self.rules.sides.seats(self.players)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self.stopped or not self.sheets:
            return self.stopped
        return bool(self.sheets[-1].winners) or self.rules.ending.is_over(self.course, self.sides)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win, if the game has ended."""
        outright = self.sheets[-1].winners if self.sheets else ()
        return outright or lowest(self.scores, self.sides)

    def booked(self, sheet: ScoreSheet) -> Match:
        """The match after a round: scores added, the deal moved on to the left."""
        scores = self.rules.total(self.scores, sheet.totals, self.course)
        return attrs.evolve(
            self,
            dealer=(self.dealer + 1) % self.players,
            scores=scores,
            sheets=(*self.sheets, sheet),
            course=(*self.course, scores),
        )

    def check_seat(self, seat: object) -> int:
        """The seat, if there is one of that number.

        Raises:
            HeartsError: There is none.
        """
        if isinstance(seat, int) and 0 <= seat < self.players:
            return seat
        raise HeartsError(
            f"{shown(seat)} is not a seat at this table: seats are 0 to {self.players - 1}"
        )


@attrs.frozen
class Packet:
    """Cards that went from one seat to another."""

    giver: int
    taker: int
    cards: Cards


@attrs.frozen
class Exchange:
    """What was passed in a round.

    Attributes:
        pattern: How cards were passed.
        given: The cards each seat laid down, seat 0 first.
        packets: What went from whom to whom; nothing where the cards were mixed.
        dealt_back: What each seat got back where they were mixed, seat 0 first; else empty.
    """

    pattern: PassPattern
    given: tuple[Cards, ...]
    packets: tuple[Packet, ...] = ()
    dealt_back: tuple[Cards, ...] = ()

    @property
    def received(self) -> tuple[Cards, ...]:
        """The cards each seat got, seat 0 first."""
        if self.dealt_back:
            return self.dealt_back
        return tuple(
            sum((packet.cards for packet in self.packets if packet.taker == seat), Cards())
            for seat in range(len(self.given))
        )


def choices(cards: Cards, count: int) -> Iterator[Cards]:
    """Every choice of so many of the cards, in sorted order; equal cards make no difference."""
    each = list(cards)
    for places in combinations(range(len(each)), count):
        chosen = (-1, *places)
        # of equal cards only the first ones, so that no choice comes twice
        if all(
            before == place - 1 or place == 0 or each[place] is not each[place - 1]
            for before, place in pairwise(chosen)
        ):
            yield from_each(each[place] for place in places)


def refusal(move: object, rule: str, reason: str, legal: Cards | None = None) -> IllegalMove:
    """The error for a move that is not allowed."""
    return IllegalMove(reason, rule=rule, move=move, legal=Cards() if legal is None else legal)
