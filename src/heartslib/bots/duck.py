"""A player for playouts and simulations: the compiled kernel's ``duck``, move for move."""

from __future__ import annotations

from heartslib.bots.bot import seat_of
from heartslib.cards import Card, Cards
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Move, Play, TakeKitty
from heartslib.view import View


def duck(view: View) -> Move:  # noqa: PLR0911 - one for each phase
    """The move of a player who leads low, plays under the trick, and throws what costs most.

    It passes its dearest cards, lays down the cheapest, charges nothing, and takes the first
    payment of a moon.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    seat = seat_of(view)
    match view.phase:
        case "pass":
            return view.pass_of(_dearest_first(view, view.may_pass)[: view.pass_count])
        case "call":
            return CallPass(seat, view.calls[0])
        case "charge":
            return Charge(seat)
        case "kitty":
            return TakeKitty(seat, _dearest_first(view, view.may_lay_down)[::-1][: view.offered])
        case "moon":
            return ChooseMoon(seat, view.moon_choices[0])
        case _ if view.claimant is not None:
            return Answer(seat, accepts=False)
        case _:
            return Play(seat, _card(view))


def _dearest_first(view: View, cards: Cards) -> list[Card]:
    return sorted(cards, key=lambda card: (view.rules.points(card), card.rank), reverse=True)


def _card(view: View) -> Card:
    legal, trick, points = view.legal_plays(), view.table.trick, view.rules.points
    if not trick.cards:
        return min(legal, key=lambda card: points(card) * 20 + card.rank)
    suit = trick.cards[0].suit
    following = legal.of(suit)
    if not following:
        return max(legal, key=lambda card: points(card) * 20 + card.rank)
    best = max(card for card in trick.cards if card.suit is suit)
    if under := [card for card in following if card < best]:
        return under[-1]
    return following[-1 if len(trick) % view.players == view.players - 1 else 0]
