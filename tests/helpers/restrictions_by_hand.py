"""The library's restrictions written by hand: their clauses must agree with these.

Each function computes from cards and a table what a rule leaves of the playable cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from heartslib import HEARTS, Card, Cards, Suit, Table
from heartslib import rules as chapters


def _lowest_club(rule: chapters.LowestClubLeads, may: Cards, _: Cards, table: Table) -> Cards:
    if table.trick.cards or table.played:
        return may
    clubs = may.of(Suit.CLUBS)
    return clubs if rule.any_club or not clubs else may.only(clubs[0])


def _holder(rule: chapters.HolderLeads, may: Cards, _: Cards, table: Table) -> Cards:
    if rule.any_card or table.trick.cards or table.played:
        return may
    return may.only(rule.card)


def _follow(_: chapters.FollowSuit, may: Cards, __: Cards, table: Table) -> Cards:
    suit = table.trick.suit
    return may.of(suit) if suit else may


def _jokers(rule: chapters.JokersAnyTime, may: Cards, _: Cards, table: Table) -> Cards:
    suit = table.trick.suit
    follow = may.of(suit).without(rule.jokers) if suit else ()
    return follow + may.only(rule.jokers) if follow else may


def _broken(rule: chapters.HeartsMustBeBroken, may: Cards, _: Cards, table: Table) -> Cards:
    if table.trick.cards or not table.played.isdisjoint(rule.breakers):
        return may
    others = may.without(rule.locked)
    return others if others.without(rule.spared) else may


def _no_penalty(rule: chapters.NoPenaltyOnFirstTrick, may: Cards, _: Cards, table: Table) -> Cards:
    return may if table.played else may.without(rule.cards)


def _never_led(_: chapters.HeartsNeverLed, may: Cards, __: Cards, table: Table) -> Cards:
    return may if table.trick.cards else may.without(HEARTS)


def _queen(rule: chapters.QueenWhenSafe, may: Cards, hand: Cards, table: Table) -> Cards:
    cards = table.trick.cards
    if not cards or rule.card not in may:
        return may
    suit = rule.card.suit
    higher = any(other.suit is suit and other > rule.card for other in cards)
    safe = higher if cards[0].suit is suit else not hand.of(cards[0].suit)
    return may.only(rule.card) if safe else may


def _if_void(rule: chapters.PlayIfVoid, may: Cards, hand: Cards, table: Table) -> Cards:
    led = table.trick.suit
    return may if led is None or hand.of(led) else may.only(rule.cards)


def _when_safe(rule: chapters.PlayWhenSafe, may: Cards, hand: Cards, table: Table) -> Cards:
    cards = table.trick.cards
    if not cards:
        return may
    if not hand.of(cards[0].suit):
        return may.only(rule.cards)
    best = max(card for card in cards if card.suit is cards[0].suit)
    beaten = [card for card in may if card.suit is best.suit and card < best]
    return may.only([card for card in beaten if card in rule.cards])


def _no_discard(rule: chapters.NoDiscardOf, may: Cards, hand: Cards, table: Table) -> Cards:
    cards = table.trick.cards
    return may if not cards or hand.of(cards[0].suit) else may.without(rule.cards)


def _last_suit(_: chapters.LeadSuitOfLastCard, may: Cards, __: Cards, table: Table) -> Cards:
    if table.trick.cards or not table.tricks:
        return may
    return may.of(table.tricks[-1].cards[-1].suit)


def _waits(rule: chapters.ChargedCardsWait, may: Cards, hand: Cards, table: Table) -> Cards:
    trick = table.trick
    charged = table.charged[trick.turn] if table.charged else Cards()
    waiting = [
        card
        for card in charged
        if (not trick.cards or trick.suit is card.suit) and not table.was_led(card.suit)
    ]
    if rule.lone_may_lead and not trick.cards:
        waiting = [card for card in waiting if hand.of(card.suit).without(charged)]
    return may.without(waiting)


def _locked(rule: chapters.BloodLock, may: Cards, _: Cards, table: Table) -> Cards:
    suit = rule.card.suit
    if table.trick.cards or table.played.of(suit) or rule.card not in table.all_charged:
        return may
    return may.without(may.of(suit))


def _joker(rule: chapters.FollowSuitOrJoker, may: Cards, _: Cards, table: Table) -> Cards:
    led = table.trick.suit
    if led is None or not (follows := may.of(led)):
        return may
    high = [card for card in table.trick.cards if card in Cards("JH QH KH AH")]
    if led is Suit.HEARTS or not high:
        return follows
    return Cards([*follows, *[card for card in may if card is rule.joker]])


def _joker_is_a_heart(
    rule: chapters.FollowSuitWithJoker, may: Cards, _: Cards, table: Table
) -> Cards:
    def suit(card: Card) -> str:
        return "hearts" if card is rule.joker else card.suit.word

    cards = table.trick.cards
    return Cards(card for card in may if not cards or suit(card) == suit(cards[0]))


_BY_HAND: Final[dict[type[object], Callable[[Any, Cards, Cards, Table], Cards]]] = {
    chapters.LowestClubLeads: _lowest_club,
    chapters.HolderLeads: _holder,
    chapters.EldestLeads: lambda _, may, __, ___: may,
    chapters.NamerLeads: lambda _, may, __, ___: may,
    chapters.DrawnLeads: lambda _, may, __, ___: may,
    chapters.DealerLeads: lambda _, may, __, ___: may,
    chapters.FollowSuit: _follow,
    chapters.FollowSuitOrJoker: _joker,
    chapters.JokersAnyTime: _jokers,
    chapters.FollowSuitWithJoker: _joker_is_a_heart,
    chapters.HeartsMustBeBroken: _broken,
    chapters.NoPenaltyOnFirstTrick: _no_penalty,
    chapters.HeartsNeverLed: _never_led,
    chapters.QueenWhenSafe: _queen,
    chapters.NoDiscardOf: _no_discard,
    chapters.PlayIfVoid: _if_void,
    chapters.PlayWhenSafe: _when_safe,
    chapters.LeadSuitOfLastCard: _last_suit,
    chapters.ChargedCardsWait: _waits,
    chapters.BloodLock: _locked,
}


def left_by_hand(rule: object, may: Cards, hand: Cards, table: Table) -> Cards:
    """What a restriction leaves of the playable cards; all of them if it is waived."""
    return _BY_HAND[type(rule)](rule, may, hand, table) or may


def legal_by_hand(rules: chapters.RoundRules, hand: Cards, table: Table) -> Cards:
    """The legal cards by a rulebook with built-in restrictions."""
    may = hand
    for rule in rules.restrictions:
        may = left_by_hand(rule, may, hand, table)
    return may
