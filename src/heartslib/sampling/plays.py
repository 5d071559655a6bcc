"""What a play tells of the hand that it came from.

Most clauses are filters: of what is playable they leave the cards of some kinds, or are waived
where that is nothing.  Where all of them are, a card may be played from a hand exactly if it may
be played from each pair of it and another card of that hand: the first filter that takes the card
away does so for the sake of a card that it leaves, and would in that pair too.  So a play tells of
each kind of card by itself whether the hand can have held it.
"""

from __future__ import annotations

from heartslib._bits import ONE_OF_EACH
from heartslib.cards import Card, Cards
from heartslib.rules import Clause, Condition, Rules
from heartslib.rules.clauses import place_of
from heartslib.rules.facts import HAND, CardSet
from heartslib.rules.play import clauses_of
from heartslib.table import Table


def ruled_out(rules: Rules, card: Card, table: Table) -> tuple[int, bool]:
    """The kinds of card that a hand cannot have held from which `card` was played.

    Args:
        rules: The rulebook.
        card: The card.
        table: What lay face up before it was played.

    Returns:
        The kinds, as bits; and whether the card was legal from any hand without them.
    """
    place = place_of(table)
    out, beside = 0, ONE_OF_EACH  # what took the card away, and what would still lie beside it
    for rule in rules.restrictions:
        clauses = clauses_of(rule)
        if clauses is None:
            return out, False
        for clause in filter(None, (clause.at(place) for clause in clauses)):
            known = applies(clause, Cards(card), out, table)
            if known is False:
                continue
            left = _left(clause, card, table)
            if known is None or left is None:
                return out, False
            for leaves in left:
                if card.bit & leaves:
                    beside &= leaves
                else:
                    out |= beside & leaves
    return out, True


def _left(clause: Clause, card: Card, table: Table) -> tuple[int, ...] | None:
    """The kinds that a clause leaves to a hand that `card` was played from, filter by filter.

    None if it is no filter: what it leaves hangs on the rest of the hand.
    """
    if _asks_hand(clause.keep):
        return None
    leaves = clause.keep.found(0, table) & ONE_OF_EACH
    if not clause.lowest and leaves == ONE_OF_EACH:
        return ()
    if card in clause.spare:
        return None
    if not card.bit & leaves:
        return (leaves & ~clause.spare.bits,)
    return (leaves & (card.bit - 1), card.bit) if clause.lowest else (leaves,)


def applies(clause: Condition, held: Cards, out: int, table: Table) -> bool | None:
    """Whether a condition holds for a hand; None if that is not known.

    Args:
        clause: The condition.
        held: Cards that the hand has.
        out: Kinds of card that it has not, as bits.
        table: What lies face up.
    """
    if place_of(table) not in clause.where:
        return False
    unless = False if clause.unless is None else _some(clause.unless, held, out, table)
    only_if = True if clause.only_if is None else _some(clause.only_if, held, out, table)
    if unless or only_if is False:
        return False
    return None if unless is None or only_if is None else True


def _some(cards: CardSet, held: Cards, out: int, table: Table) -> bool | None:
    """Whether there are some of these cards; None if that hangs on the rest of the hand."""
    if any(map(_asks_hand, cards.but)):
        return None
    if cards.found(held.bits, table):
        return True
    if cards.found(ONE_OF_EACH & ~out, table):
        return None
    return False


def _asks_hand(cards: CardSet) -> bool:
    return HAND.facts[0] in cards.facts or any(map(_asks_hand, cards.but))
