"""The deal, and the deal of what lies in the middle after a mix."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
from typing_extensions import override

from heartslib.cards import Card, Cards, from_each
from heartslib.errors import HeartsError
from heartslib.moves import Deal, Move
from heartslib.phases.match import AnyPhase, Match, Round
from heartslib.phases.passing import PassPhase
from heartslib.rules import PassPattern

if TYPE_CHECKING:
    from heartslib.view import View


@attrs.frozen(repr=False)
class DealPhase(AnyPhase):
    """The cards are to be dealt.  Chance moves: no seat does.

    Attributes:
        pattern: How cards will be passed.
        deal: The deal, once it is made.
    """

    name: ClassVar[str] = "deal"
    todo: ClassVar[str] = "the cards are to be dealt"
    wants: ClassVar[str] = "the cards must be dealt first, with deal()"

    pattern: PassPattern
    deal: Deal | None = None

    @override
    def __repr__(self) -> str:
        return f"<DealPhase: {'dealt' if self.deal else 'to be dealt'}, pass {self.pattern.name}>"

    @property
    def done(self) -> bool:
        """Whether the cards are dealt."""
        return self.deal is not None

    def pool(self, match: Match) -> tuple[Cards, int]:
        """The cards to be dealt, and how many of them are laid aside as the kitty."""
        deck = match.rules.deck
        return deck.cards(match.players), deck.kitty_size(match.players)

    @override
    def round(self, match: Match) -> Round:
        return attrs.evolve(AnyPhase.round(self, match), pattern=self.pattern)

    @override
    @classmethod
    def is_seen(cls, view: View) -> bool:
        return not any(view.hand_sizes)

    def apply(self, match: Match, move: Move) -> DealPhase | None:
        """The phase with a `Deal`."""
        if not isinstance(move, Deal):
            return None
        return attrs.evolve(self, deal=checked_deal(match, move, *self.pool(match)))


@attrs.frozen(repr=False)
class MixPhase(AnyPhase):
    """Everyone has laid cards in the middle; they are to be shuffled and dealt back.

    Attributes:
        passing: The pass, with what everyone laid down.
        kitty: The kitty, which is shuffled in.
        deal: What comes back, once it is dealt.
    """

    name: ClassVar[str] = "deal"
    todo: ClassVar[str] = "what lies in the middle is to be dealt back"
    wants: ClassVar[str] = "the cards in the middle must be dealt back first, with deal()"

    passing: PassPhase
    kitty: tuple[Card, ...]
    deal: Deal | None = None

    @override
    def __repr__(self) -> str:
        cards = sum(map(len, self.passing.given)) + len(self.kitty)
        return f"<MixPhase: {cards} cards {'dealt' if self.deal else 'to be dealt'} back>"

    @property
    def done(self) -> bool:
        """Whether the cards are dealt back."""
        return self.deal is not None

    def pool(self, match: Match) -> tuple[Cards, int]:
        """The cards to be dealt, and how many of them are laid aside as the kitty."""
        return sum(self.passing.given, from_each(self.kitty)), len(self.kitty)

    @override
    def round(self, match: Match) -> Round:
        return self.passing.round(match)

    @override
    @classmethod
    def is_seen(cls, view: View) -> bool:
        return any(view.hand_sizes)

    def apply(self, match: Match, move: Move) -> MixPhase | None:
        """The phase with a `Deal` of what lies in the middle."""
        if not isinstance(move, Deal):
            return None
        return attrs.evolve(self, deal=checked_deal(match, move, *self.pool(match)))


def checked_deal(match: Match, deal: Deal, pool: Cards, kitty: int) -> Deal:
    """The deal, if it gives out just those cards.

    Raises:
        HeartsError: It does not; all that is wrong is named.
    """
    size, players = (len(pool) - kitty) // match.players, match.players
    problems: list[str] = []
    if len(deal.hands) != players:
        problems.append(f"there are {len(deal.hands)} hands for {players} players")
    for seat, hand in enumerate(deal.hands[:players]):
        if len(hand) != size:
            problems.append(f"seat {seat} has {len(hand)} cards, not {size}")
    if len(deal.kitty) != kitty:
        problems.append(f"the kitty has {len(deal.kitty)} cards, not {kitty}")
    given = sum(deal.hands, from_each(deal.kitty))
    if missing := pool - given:
        problems.append(f"{missing} missing")
    if extra := given - pool:
        problems.append(f"{extra} too many")
    if problems:
        raise HeartsError(f"these cards cannot be dealt so: {'; '.join(problems)}")
    return deal
