"""Check a play in an app that keeps its own state and needs only the rules.

The app knows the hand, the trick on the table and the cards of earlier tricks; it needs no `Game`.
Run it: ``python examples/validate_move.py``.
"""

from __future__ import annotations

from heartslib import Rules, explain_play, legal_plays, variants


def answer(rules: Rules, card: str, hand: str, trick: str, played: str) -> str:
    """The app's reply to a player who wants to play `card`."""
    objection = explain_play(rules, card, hand=hand, trick=trick, played=played)
    if objection is None:
        return f"{card} is played"
    legal = legal_plays(rules, hand=hand, trick=trick, played=played)
    return f"{card} may not be played: {objection.reason} [{objection.rule}]; legal: {legal}"


if __name__ == "__main__":
    american = variants.get("american")
    earlier = "2C AC TC JC"  # the cards of earlier tricks, in any order
    hand = "AS QS 4H 2D-9D"
    print(answer(american, "QS", hand=f"{hand} KD", trick="KC 3C", played=earlier))
    print(answer(american, "QS", hand=f"{hand} 5C", trick="KC 3C", played=earlier))
    print(answer(american, "4H", hand=f"{hand} KD", trick="", played=earlier))
    # An app that does not keep the earlier cards can say what it knows of them.
    print(legal_plays(american, hand="AS QS 4H", hearts_broken=True, first_trick=False))
