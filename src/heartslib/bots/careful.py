"""A simple careful player: pass danger, duck, dump."""

from __future__ import annotations

from heartslib.cards import Card, Cards, Suit
from heartslib.errors import HeartsError
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Move, Pass, Play, TakeKitty
from heartslib.rules.ending import lowest
from heartslib.view import View

_ENOUGH_SPADES = 4
"""With so many spades below the queen, high spades can stay: they will not be drawn out."""


def careful(view: View) -> Move:
    """The move of a careful player, from what its seat knows.

    It passes the cards most likely to take points, plays under the trick where it can, throws
    its dearest card when void, charges nothing, and never tries to shoot the moon.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    if view.seat is None or not view.is_my_turn:
        raise HeartsError(f"there is nothing to do for seat {view.seat} in phase {view.phase!r}")
    seat = view.seat
    match view.phase:
        case "pass":
            return _pass(view)
        case "call":
            return CallPass(seat, view.rules.passing.calls(view.players)[0].name)
        case "charge":
            return Charge(seat)
        case "kitty":
            return TakeKitty(seat, _cheapest(view)[: view.offered])
        case "moon":
            return ChooseMoon(seat, _choice(view, seat))
        case _:
            return _play(view, seat)


def _play(view: View, seat: int) -> Play | Answer:
    """A card; a claim is refused."""
    if view.claimant is not None:
        return Answer(seat, accepts=False)
    legal = view.legal_plays()
    return Play(seat, _follow(view, legal) if view.table.trick else _lead(view, legal))


def _pass(view: View) -> Pass:
    """The most dangerous cards; where they go to several seats, the worst to the first."""
    dangerous = sorted(view.may_pass, key=lambda card: _danger(card, view), reverse=True)
    return view.pass_of(dangerous[: view.pass_count])


def _cheapest(view: View) -> list[Card]:
    """The cards that may be laid down for the kitty, the cheapest first."""
    return sorted(view.may_lay_down, key=lambda card: (view.rules.points(card), -card.rank))


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
    piles = list(view.table.piles)
    piles[seat] += view.captured

    def prospect(choice: str) -> int:
        finished = view.rules.finished(
            tuple(piles),
            choice,
            charged=view.table.all_charged,
            scores=view.scores,
            course=view.course,
        )
        sheet = view.rules.count(finished)
        scores = view.rules.total(view.scores, sheet.totals, view.course)
        if not view.rules.ending.is_over((*view.course, scores), finished.sides):
            return 1
        return 2 if seat in lowest(scores, finished.sides) else 0

    return max(view.moon_choices, key=prospect)
