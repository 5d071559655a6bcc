"""A play by its one statement for all rules: the short forms must agree with it."""

from __future__ import annotations

import attrs

from heartslib import Card, Cards, Table
from heartslib.phases import Match, PlayPhase
from heartslib.rules import RoundRules


def played_as_printed(match: Match, phase: PlayPhase, card: Card) -> PlayPhase:
    """The phase after a legal card, without any short form."""
    plain = attrs.evolve(match)
    stated = attrs.evolve(match.keep_fast(), lap=1, is_usual=False, shows=None)
    object.__setattr__(plain, "fast", stated)
    after = phase.play(plain, card)
    if not after.done:
        hand = after.hands[after.turn]
        assert after.legal == legal_as_printed(match.in_force, hand, after.table)
    return after


def legal_as_printed(rules: RoundRules, hand: Cards, table: Table) -> Cards:
    """The legal cards, each restriction asked in turn."""
    playable = hand
    for rule in rules.restrictions:
        playable = rule.narrow(playable, hand, table) or playable
    return playable
