"""A simple careful player: pass danger, duck, dump."""

from __future__ import annotations

from heartslib.cards import Card, Cards, Suit
from heartslib.errors import HeartsError
from heartslib.moves import ChooseMoon, Move, Pass, Play
from heartslib.view import View

_ENOUGH_SPADES = 4
"""With so many spades below the queen, high spades can stay: they will not be drawn out."""


def careful(view: View) -> Move:
    """The move of a careful player, from what its seat knows.

    It passes the cards most likely to take points, plays under the trick where it can, throws
    its dearest card when void, and never tries to shoot the moon.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    if view.seat is None or not view.is_my_turn:
        raise HeartsError(f"there is nothing to do for seat {view.seat} in phase {view.phase!r}")
    if view.phase == "pass":
        dangerous = sorted(view.hand, key=lambda card: _danger(card, view), reverse=True)
        return Pass(view.seat, dangerous[: view.pattern.count])
    if view.phase == "moon":
        return ChooseMoon(view.seat, _choice(view, view.seat))
    legal = view.legal_plays()
    return Play(view.seat, _follow(view, legal) if view.table.trick else _lead(view, legal))


def _danger(card: Card, view: View) -> float:
    """How much one would like to be rid of a card before the play."""
    suit = view.hand.of(card.suit)
    cost = view.rules.points(card)
    guarded = card.suit is Suit.SPADES and len(suit) > _ENOUGH_SPADES
    draws = any(
        view.rules.points(other) > 1 for other in _unseen(view).of(card.suit) if other < card
    )
    high = card.rank / len(suit)
    return high + (0 if guarded else 2 * cost + 20 * draws)


def _unseen(view: View) -> Cards:
    """The cards that this seat has not seen yet."""
    return view.rules.deck.cards(view.players) - view.hand - view.table.all_played


def _lead(view: View, legal: Cards) -> Card:
    """The lead least likely to take the trick, and not a dear card or one above it."""

    def risk(card: Card) -> tuple[int, int, int]:
        unseen = _unseen(view).of(card.suit)
        dear = max((view.rules.points(other) for other in unseen if other < card), default=0)
        below = sum(other < card for other in unseen)
        return (max(dear, view.rules.points(card)), below, card.rank)

    return min(legal, key=risk)


def _follow(view: View, legal: Cards) -> Card:
    """Duck as high as possible; if the trick must be taken, with the highest card."""
    trick = view.table.trick
    led = trick.cards[0].suit
    if not legal.of(led):
        return max(legal, key=lambda card: (view.rules.points(card), card.rank))
    highest = max(card for card in trick.cards if card.suit is led)
    under = [card for card in legal if card < highest]
    if under:
        return max(under, key=lambda card: (view.rules.points(card), card.rank))
    cheap = min(view.rules.points(card) for card in legal)
    over = [card for card in legal if view.rules.points(card) == cheap]
    last = len(trick) == view.players - 1
    return max(over) if last else min(over)


def _choice(view: View, seat: int) -> str:
    """The payment that wins the game at once; failing that, one that does not lose it."""

    def prospect(choice: str) -> int:
        sheet = view.rules.count(view.rules.finished(view.table.piles, choice))
        scores = tuple(map(sum, zip(view.scores, sheet.totals, strict=True)))
        if not view.rules.ending.is_over(scores, view.round_number + 1):
            return 1
        return 2 if seat in view.rules.ending.winners(scores) else 0

    return max(view.moon_choices, key=prospect)
