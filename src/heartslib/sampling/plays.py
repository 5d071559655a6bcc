"""What a play reveals about the hand that it came from.

Most clauses are filters: they keep the playable cards of certain kinds, and are waived if there
are none.  If all clauses are filters, a card may be played from a hand if and only if it may be
played from every pair of itself and another card of the hand: the first filter that removes the
card keeps some other card, and would remove it from that pair too.  So each kind of card can be
judged by itself: either the hand cannot have held it, or the play does not exclude it.
"""

from __future__ import annotations

import functools

from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.said import NotSaid
from heartslib.cards import Card, Cards
from heartslib.rules import Clause, Condition, RoundRules
from heartslib.rules.facts import HAND, CardSet, Where, place_of
from heartslib.table import Table


def ruled_out(rules: RoundRules, card: Card, table: Table) -> tuple[int, bool]:
    """The kinds of card that a hand cannot have held when `card` was played from it.

    Args:
        rules: The rulebook.
        card: The card.
        table: The table before it was played.

    Returns:
        The kinds, as bits; and whether the card was legal in every hand without them.
    """
    place = place_of(table)
    out = 0  # kinds that would have barred the card
    rest = ONE_OF_EACH  # kinds that the filters so far leave
    for clause in _clauses(rules, place):
        if clause is None:
            return out, False
        try:
            known = applies(clause, Cards(card), out, table)
            left = _left(clause, card, table) if known else None
        except NotSaid:  # it depends on earlier tricks of a position that was laid out
            return out, False
        if known is False:
            continue
        # from here on nothing is certain: the kinds so far are out, the rest is asked of the rules in each deal
        if known is None or left is None:
            return out, False
        for leaves in left:
            if card.bit & leaves:
                rest &= leaves
            else:  # the card was played all the same, so the hand had none that this filter leaves
                out |= rest & leaves
    return out, True


@functools.lru_cache(maxsize=512)
def _clauses(rules: RoundRules, place: Where) -> tuple[Clause | None, ...]:
    """The clauses that apply in one place, in order; None in the end if others may."""
    here: list[Clause | None] = []
    for rule in rules.restrictions:
        if rule.clauses is None:  # a rule of your own, in Python
            return (*here, None)
        here += filter(None, (clause.at(place) for clause in rule.clauses))
    return tuple(here)


def _left(clause: Clause, card: Card, table: Table) -> tuple[int, ...] | None:
    """The kinds that a clause leaves, filter by filter, in a hand that `card` was played from.

    None if it is not a filter, because what it leaves depends on the rest of the hand.
    """
    if _asks_hand(clause.keep):
        return None
    leaves = clause.keep.found(0, table) & ONE_OF_EACH
    if not clause.lowest and leaves == ONE_OF_EACH:
        return ()
    if card in clause.spare or (clause.lowest and clause.spare.bits & leaves):
        return None
    if not card.bit & leaves:
        return (leaves & ~clause.spare.bits,)
    # "only the lowest" is two filters: lower ones would have barred the card, and higher ones were barred by it
    return (leaves & (card.bit - 1), card.bit) if clause.lowest else (leaves,)


def applies(clause: Condition, held: Cards, out: int, table: Table) -> bool | None:
    """Whether a condition holds for a hand; None if that is not known.

    Args:
        clause: The condition.
        held: Cards that the hand has.
        out: Kinds of card that it does not have, as bits.
        table: The table.
    """
    if place_of(table) not in clause.where:
        return False
    unless = False if clause.unless is None else _some(clause.unless, held, out, table)
    only_if = True if clause.only_if is None else _some(clause.only_if, held, out, table)
    if unless or only_if is False:
        return False
    return None if unless is None or only_if is None else True


def _some(cards: CardSet, held: Cards, out: int, table: Table) -> bool | None:
    """Whether there are some of these cards; None if it depends on the rest of the hand."""
    if any(map(_asks_hand, cards.but)):
        return None
    # without `but` a set only grows with the hand, so the smallest and the largest decide
    if cards.found(held.bits, table):
        return True
    if cards.found(ONE_OF_EACH & ~out, table):
        return None
    return False


def _asks_hand(cards: CardSet) -> bool:
    return HAND.facts[0] in cards.facts or any(map(_asks_hand, cards.but))
