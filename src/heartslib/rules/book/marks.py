"""What a card is in a round, apart from its rank and suit: a joker, costly, helpful, charged."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from heartslib._values.arguments import frozen
from heartslib.cards import Card, Cards, Suit
from heartslib.words import how_many, written

if TYPE_CHECKING:
    from heartslib.rules.book.round_rules import RoundRules

__all__ = ["Mark"]

FEW = 4
"""If more cards of a suit count, people name the suit, and most of its cards may be ordinary.

In a game of one point for each heart, a mark on every heart would hide the one on the queen of spades.
"""


@frozen
class Mark:
    """What is special about a card in a round, as people see and hear it.

    Attributes:
        face: The card that is drawn and named: what stands for a joker is the joker of its suit.
        kind: ``costly`` or ``helpful`` to take, ``doubling`` if it multiplies what else was taken,
            ``changing`` if it changes the score in another way; empty if it counts for nothing.
        sign: That in brief: ``13``, ``−10``, ``×2``, ``±``.
        words: That in words: ``13 points``.
        charged: The rulebook's word for it if it is charged: ``charged`` or ``exposed``.
        joker: Whether it stands for the joker.
    """

    face: Card
    kind: str = ""
    sign: str = ""
    words: str = ""
    charged: str = ""
    joker: bool = False

    @property
    def name(self) -> str:
        """The card in words, with all that is special about it: ``queen of spades, 26 points, charged``."""
        word = "joker" if self.joker else self.face.word
        return ", ".join(filter(None, (word, self.words, self.charged)))


@functools.lru_cache(maxsize=256)
def marks_of(rules: RoundRules, charged: Cards) -> Mapping[Card, Mark]:
    """The marks of the cards that have one; see `RoundRules.marks`."""
    pack = [*dict.fromkeys(rules.pack)]
    points = {card: rules.points(card, charged) for card in pack}
    by_suit: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in pack:
        if points[card]:
            by_suit[rules.tricks.suit_of(card)].append(card)
    ordinary = {card for cards in by_suit.values() for card in _ordinary(cards, points)}
    counting = [*dict.fromkeys(rules.counting_cards)]
    changing = [card for card in counting if not points[card] and len(by_suit[card.suit]) <= FEW]
    if len(changing) > FEW:
        ordinary.update(changing)
    special = {card for card in pack if points[card]}.union(changing) - ordinary
    marks = dict[Card, Mark]()
    for card in pack:
        face = rules.face(card)
        word = f"{rules.verb}d" if card in charged else ""
        joker = face is not card
        if card in special or word or joker:
            # an ordinary card that is charged, or stands for a joker, has its points in its mark, too
            counts = card in special or points[card]
            kind, sign, words = _worth(rules, card, charged) if counts else ("", "", "")
            marks[card] = Mark(face, kind, sign, words, word, joker)
    return MappingProxyType(marks)


def _ordinary(cards: Sequence[Card], points: Mapping[Card, int]) -> list[Card]:
    """Of a suit that counts, the cards with the points that most have, or that their rank says."""
    if len(cards) <= FEW:
        return []
    (usual, _), *_ = Counter(points[card] for card in cards).most_common(1)
    alike = [card for card in cards if points[card] == usual]
    by_rank = [card for card in cards if abs(points[card]) == card.rank]  # as in Spot Hearts
    for ordinary in (alike, by_rank):
        if 2 * len(ordinary) >= len(cards):
            return ordinary
    return []


def _worth(rules: RoundRules, card: Card, charged: Cards) -> tuple[str, str, str]:
    """What a card that counts does to the score: the kind, the sign and the words of its mark."""
    if points := rules.points(card, charged):
        kind = "costly" if rules.cost(card, charged) > 0 else "helpful"
        sign = written(points, "+d" if rules.points_are_good else "d")
        return kind, sign, how_many(points, "point")
    times = math.prod(step.multiplies(card) for step in rules.scoring_steps)
    times *= rules.charging.factor(card, charged)
    if times > 1:
        how = "doubles the score" if times == 2 else f"multiplies the score by {times}"
        return "doubling", f"×{times}", how
    return "changing", "±", "changes the score"
