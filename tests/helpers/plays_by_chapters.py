"""A play computed from the chapters of the rulebook: the fast path must agree with it."""

from __future__ import annotations

import attrs

from heartslib import Card, Cards, Table
from heartslib.phases import Match, PlayPhase
from heartslib.phases.playing import Aside
from heartslib.rules import RoundRules
from heartslib.rules.play import left_by


def played_by_chapters(match: Match, phase: PlayPhase, card: Card) -> PlayPhase:
    """The phase after a legal card, from `Cards`, a `Table` and the rules alone."""
    rules, turn, table, hands = match.in_force, phase.turn, phase.table, [*phase.hands]
    held = hands[turn]
    hands[turn] -= card
    shows = rules.showing is not None and rules.showing.shows(card, held, table)
    table = table.with_card(card)
    if shows:
        table = table.with_shown(turn, hands[turn])
    aside = attrs.evolve(phase.aside, refused=False)
    if rules.kitty.to_follow:
        return _drawing_to_follow(match, attrs.evolve(aside, shown=table.shown), table, hands)
    left = len(hands[turn])
    if not rules.tricks.is_complete(table, left):
        turn = (turn + 1) % len(hands)
        return PlayPhase.at(
            aside, tuple(hands), table, legal_by_chapters(rules, hands[turn], table)
        )
    taker = rules.tricks.taker(table, left)
    table = table.with_trick_taken(taker)
    turn = table.trick.leader
    if taker is not None and rules.round_end.is_over(table, rules.deciding_cards(len(hands))):
        return PlayPhase.at(aside, tuple(hands), table, Cards())
    if taker is None or not phase.kitty:
        return PlayPhase.at(
            aside, tuple(hands), table, legal_by_chapters(rules, hands[turn], table)
        )
    if rules.kitty.draws:  # the taker draws first, then everyone else in turn
        stock = [*phase.kitty]
        for place in range(rules.kitty.draws * len(hands)):
            if stock:
                hands[(taker + place) % len(hands)] += stock.pop(0)
        aside = attrs.evolve(aside, kitty=tuple(stock))
        legal = legal_by_chapters(rules, hands[taker], table)
        return PlayPhase.at(aside, tuple(hands), table, legal)
    is_last, penalty = not hands[taker], rules.penalty_cards(len(hands))
    due = rules.kitty.due(table.last_taken, len(phase.kitty), penalty, is_last=is_last)
    came, captured = phase.kitty[:due], [*phase.captured]
    offered = due if rules.kitty.exchanged and not is_last else 0
    if offered:
        hands[taker] += came
    else:
        captured[taker] += came
    aside = attrs.evolve(aside, kitty=phase.kitty[due:], captured=tuple(captured), offered=offered)
    legal = Cards() if offered else legal_by_chapters(rules, hands[taker], table)
    return PlayPhase.at(aside, tuple(hands), table, legal)


def _drawing_to_follow(match: Match, aside: Aside, table: Table, hands: list[Cards]) -> PlayPhase:
    """The phase after a card, where seats draw in the middle of a trick and drop out after it."""
    rules, stock, trick = match.in_force, [*aside.kitty], table.trick
    if len(trick) == len(trick.seats or hands):
        holders = [seat for seat in range(len(hands)) if hands[seat]]
        taker = rules.tricks.taker(table, len(holders) - 1)
        leader = trick.leader if taker is None else taker
        turns = sorted(holders, key=lambda seat: (seat - leader) % len(hands))
        out = len(turns) < len(hands)
        if len(turns) < 2:
            last = (*turns, leader)[0]
            captured = [*aside.captured]
            captured[last] += hands[last] + Cards(stock)
            aside = attrs.evolve(aside, kitty=(), captured=tuple(captured))
            nothing = (Cards(),) * len(hands)
            return PlayPhase.at(aside, nothing, table.with_trick_taken(taker), Cards())
        table = table.with_trick_taken(taker, tuple(turns) if out else ())
        deciding = rules.deciding_cards(len(hands))
        if taker is not None and rules.round_end.is_over(table, deciding):
            return PlayPhase.at(aside, tuple(hands), table, Cards())
    turn, trick = table.trick.turn, table.trick
    drawn = list[Card]()
    while trick and stock and not (hands[turn] + Cards(drawn)).of(trick.cards[0].suit):
        drawn.append(stock.pop(0))
    if drawn:
        counts = (*trick.drawn, *[0] * (len(trick) - len(trick.drawn)), len(drawn))
        table = attrs.evolve(table, trick=attrs.evolve(trick, drawn=counts))
        hands[turn] += Cards(drawn)
    aside = attrs.evolve(aside, kitty=tuple(stock))
    legal = legal_by_chapters(rules, hands[turn], table)
    return PlayPhase.at(aside, tuple(hands), table, legal)


def legal_by_chapters(rules: RoundRules, hand: Cards, table: Table) -> Cards:
    """The legal cards, each restriction asked in turn."""
    playable = hand
    for rule in rules.in_force.restrictions:
        playable = left_by(rule, playable, hand, table) or playable
    return playable
