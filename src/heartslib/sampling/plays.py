"""What a play tells of the hand that it came from.

Most restrictions are filters: of what is playable they leave the cards of some kinds, or are
waived where that is nothing.  Where all of them are, a card may be played from a hand exactly if
it may be played from each pair of it and another card of that hand: the first filter that takes
the card away does so for the sake of a card that it leaves, and would in that pair too.  So a play
tells of each kind of card by itself whether the hand can have held it.
"""

from __future__ import annotations

from typing import Final

from heartslib._bits import PACK_SIZE
from heartslib.cards import HEARTS, Card, Suit, from_bits
from heartslib.rules import (
    ChargedCardsWait,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HolderLeads,
    LeadSuitOfLastCard,
    LowestClubLeads,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    PlayRule,
    QueenWhenSafe,
    Rules,
)
from heartslib.table import Table

ALL_KINDS: Final = (1 << PACK_SIZE) - 1
"""Every kind of card, as bits."""

_EVERY_CARD: Final = from_bits(ALL_KINDS)

_FILTERS: Final = frozenset(
    {
        FollowSuit,
        NoPenaltyOnFirstTrick,
        HeartsMustBeBroken,
        HeartsNeverLed,
        LeadSuitOfLastCard,
        ChargedCardsWait,
        NoDiscardOf,
        QueenWhenSafe,
        LowestClubLeads,
        HolderLeads,
        EldestLeads,
    }
)
"""Rules that are filters, save for what `_filters` says."""

_ASK_WHETHER_VOID: Final = frozenset({NoDiscardOf, QueenWhenSafe})


def ruled_out(rules: Rules, card: Card, table: Table) -> tuple[int, bool]:
    """The kinds of card that a hand cannot have held from which `card` was played.

    Args:
        rules: The rulebook.
        card: The card.
        table: What lay face up before it was played.

    Returns:
        The kinds, as bits; and whether the card was legal from any hand without them.
    """
    trick = table.trick
    opens = not (trick.cards or table.played)
    out, beside = 0, ALL_KINDS  # what took the card away, and what would still lie beside it
    for rule in rules.restrictions if opens else rules.play:
        void = trick.suit is not None and not trick.suit.mask & ALL_KINDS & ~out
        filters = _filters(rule, card, table, void=void)
        if filters is None:
            return out, False
        for leaves in filters:
            if card.bit & leaves:
                beside &= leaves
            else:
                out |= beside & leaves
    return out, True


def _filters(rule: PlayRule, card: Card, table: Table, *, void: bool) -> tuple[int, ...] | None:
    """The kinds that a rule leaves to a hand that `card` was played from, filter by filter.

    Args:
        rule: The rule.
        card: The card.
        table: What lay face up before it was played.
        void: Whether it is known that the hand had nothing of the suit led.

    Returns:
        Kinds as bits; None for a rule that is no filter, or not known to be one.
    """
    kind, suit, hand = type(rule), table.trick.suit, _EVERY_CARD
    if kind not in _FILTERS:
        return None
    if kind in _ASK_WHETHER_VOID and suit is not None and suit is not card.suit:
        if not void:
            return None
        hand = hand.without(from_bits(suit.mask & ALL_KINDS))
    left = rule.narrow(hand, hand, table).bits
    if type(rule) is LowestClubLeads and card.suit is Suit.CLUBS and not rule.any_club:
        return (Suit.CLUBS.mask & (card.bit - 1), card.bit)
    if type(rule) is LowestClubLeads:
        return (Suit.CLUBS.mask & ALL_KINDS,)
    if type(rule) is HeartsMustBeBroken and left != ALL_KINDS:
        if card in rule.spared:
            return None  # what it leaves beside such a card hangs on the rest of the hand
        left &= ~(rule.spared.bits if card in HEARTS else 0)
    return (left,)
