"""What lasts from round to round: the rules, the seats, the dealer, the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import attrs
from typing_extensions import override

from heartslib._given import checked_text
from heartslib.cards import Cards, from_each
from heartslib.errors import HeartsError, shown
from heartslib.moves import IllegalMove, Move
from heartslib.rules import PassPattern, Rules
from heartslib.rules.ending import lowest
from heartslib.rules.fast import FastRules, fast
from heartslib.sheet import ScoreSheet


class _Kept:
    """What a match keeps once it has been asked for: no part of its value, nor of its pickle."""

    __slots__ = ("fast",)

    fast: FastRules


@attrs.frozen(repr=False)
class Match(_Kept):
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

    @classmethod
    def start(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Match:
        """A match about to begin; arguments as for `Game.new`.

        Raises:
            RulesError: The rules are not for that many players.
            HeartsError: Another argument does not fit.
        """
        if not isinstance(rules, Rules):
            raise HeartsError(
                f"rules must be a Rules value, such as variants.get('american'), not {shown(rules)}"
            )
        if players is None:
            fits = isinstance(names, Sequence) and len(names) in rules.players
            players = len(names) if names and fits else rules.usual_players
        rules.check_players(players)
        if names is None:
            names = tuple(f"seat {seat}" for seat in range(players))
        last = players - 1
        match = cls(rules, _checked_names(names, players), last, last, (0,) * players)
        if dealer is None:
            return match
        seat = match.check_seat(dealer)
        return attrs.evolve(match, first_dealer=seat, dealer=seat)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    def keep_fast(self) -> FastRules:
        """The rulebook as the play asks it; it is kept in `fast`."""
        rules = fast(self.rules, self.players)
        object.__setattr__(self, "fast", rules)
        return rules

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

    def with_scores(self, scores: tuple[int, ...]) -> Match:
        """The match with other scores booked so far.

        Raises:
            HeartsError: They are not one whole number for each seat.
        """
        told = isinstance(scores, tuple) and all(type(score) is int for score in scores)
        if not told or len(scores) != self.players:
            raise HeartsError(
                f"scores must be a whole number for each of {self.players} seats, "
                f"not {shown(scores)}"
            )
        return attrs.evolve(self, scores=scores)

    def check_seat(self, seat: object) -> int:
        """The seat, if there is one of that number.

        Raises:
            HeartsError: There is none.
        """
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        raise HeartsError(
            f"{shown(seat)} is not a seat at this table: seats are 0 to {self.players - 1}"
        )

    @override
    def __repr__(self) -> str:
        return (
            f"<Match: {self.rules.name}, {self.players} players, round {self.round_number + 1}, "
            f"scores {self.scores}>"
        )


def _checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):
        raise HeartsError(f"names must be a list of {players} texts, not {shown(names)}")
    if len(names) != players:
        raise HeartsError(f"there are {len(names)} names for {players} players")
    return tuple(checked_text("a name", name) for name in names)


@attrs.frozen
class Packet:
    """Cards that went from one seat to another."""

    giver: int
    taker: int
    cards: Cards


@attrs.frozen(repr=False)
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

    @override
    def __repr__(self) -> str:
        given = " | ".join(str(cards) or "nothing" for cards in self.given)
        return f"<Exchange: {self.pattern.name}, given {given}>"


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


def refusal(move: Move | None, rule: str, reason: str, legal: Cards | None = None) -> IllegalMove:
    """The error for a move that is not allowed."""
    return IllegalMove(reason, rule=rule, move=move, legal=Cards() if legal is None else legal)
