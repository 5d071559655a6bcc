"""The deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from heartslib.cards import Cards
from heartslib.errors import HeartsError
from heartslib.moves import Deal, Move
from heartslib.phases.match import Match


@attrs.frozen
class Dealing:
    """The cards are to be dealt.  Chance moves: no seat does.

    Attributes:
        hands: The hands, once they are dealt.
    """

    name: ClassVar[str] = "deal"
    wants: ClassVar[str] = "the cards must be dealt first, with deal()"

    hands: tuple[Cards, ...] = ()

    @property
    def done(self) -> bool:
        """Whether the cards are dealt."""
        return bool(self.hands)

    def to_act(self, match: Match) -> tuple[int, ...]:
        """Nobody: a deal is chance."""
        return ()

    def moves(self, match: Match) -> Iterator[Move]:
        """None that a player could choose: a deal is chance, and there are too many."""
        return iter(())

    def apply(self, match: Match, move: Move) -> Dealing | None:
        """The phase with the hands of a `Deal`."""
        if not isinstance(move, Deal):
            return None
        problems = list(_problems(match, move.hands))
        if problems:
            raise HeartsError(f"these hands cannot be dealt: {'; '.join(problems)}")
        return Dealing(move.hands)


def _problems(match: Match, hands: tuple[Cards, ...]) -> Iterator[str]:
    pack = match.rules.deck.cards(match.players)
    size = len(pack) // match.players
    if len(hands) != match.players:
        yield f"there are {len(hands)} hands for {match.players} players"
    for seat, hand in enumerate(hands[: match.players]):
        if len(hand) != size:
            yield f"seat {seat} has {len(hand)} cards, not {size}"
    given = Cards()
    for hand in hands:
        given += hand
    if missing := pack - given:
        yield f"{missing} missing"
    if extra := given - pack:
        yield f"{extra} too many"
