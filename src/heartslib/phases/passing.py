"""The pass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

import attrs

from heartslib.cards import Cards
from heartslib.moves import Move, Pass
from heartslib.phases.match import Exchange, Match, refusal


@attrs.frozen
class Passing:
    """Every seat lays down the cards it passes; none sees what comes until all have.

    Attributes:
        hands: The hands as dealt, seat 0 first.
        given: What each seat has laid down; None where it still has to.
    """

    name: ClassVar[str] = "pass"
    wants: ClassVar[str] = "cards must be passed first, with pass_cards(seat, cards)"

    hands: tuple[Cards, ...]
    given: tuple[Cards | None, ...]

    @classmethod
    def start(cls, match: Match, hands: tuple[Cards, ...]) -> Passing:
        """Nobody has passed; where no cards are to be passed, everybody has."""
        nothing = None if match.pattern.count else Cards()
        return cls(hands, (nothing,) * match.players)

    @property
    def done(self) -> bool:
        """Whether every seat has passed."""
        return None not in self.given

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The seats that still have to pass."""
        return tuple(seat for seat, given in enumerate(self.given) if given is None)

    def moves(self, match: Match) -> Iterator[Move]:
        """Every choice of cards of every seat that still has to pass."""
        for seat in self.to_act(match):
            choices = {Cards(each) for each in combinations(self.hands[seat], match.pattern.count)}
            for cards in sorted(choices, key=tuple):
                yield Pass(seat, cards)

    def apply(self, match: Match, move: Move) -> Passing | None:
        """The phase after a `Pass`."""
        if not isinstance(move, Pass):
            return None
        seat, cards, count = match.check_seat(move.seat), move.cards, match.pattern.count
        if self.given[seat] is not None:
            raise refusal(move, "already-passed", f"seat {seat} has passed already")
        if missing := cards - self.hands[seat]:
            raise refusal(move, "not-in-hand", f"seat {seat} does not hold {missing}")
        if len(cards) != count:
            reason = f"{count} cards are passed in this round, not {len(cards)}"
            raise refusal(move, "pass-count", reason)
        return attrs.evolve(self, given=(*self.given[:seat], cards, *self.given[seat + 1 :]))

    def exchanged(self, match: Match) -> tuple[tuple[Cards, ...], Exchange]:
        """The hands after the pass, and what went where."""
        given = tuple(cards or Cards() for cards in self.given)
        received = [Cards()] * match.players
        for seat, cards in enumerate(given):
            received[match.pattern.receiver(seat, match.players)] += cards
        hands = tuple(
            hand - out + into for hand, out, into in zip(self.hands, given, received, strict=True)
        )
        return hands, Exchange(given, tuple(received))
