"""A simple careful player: it passes dangerous cards, ducks, and discards costly ones."""

from __future__ import annotations

from heartslib.bots.bot import asked
from heartslib.bots.duck import duck
from heartslib.cards import Card, Cards, Suit
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName
from heartslib.rules import Rules
from heartslib.table import Trick
from heartslib.view import View

_ENOUGH_SPADES = 4
"""With more spades than this, high spades are safe: they will not be drawn out."""

_DISCARDED = 0.1
"""What a costly card in the hand saves, as a share of its cost, since it can be discarded."""

_FEARED = 1 / 3
"""A moon is feared once one side has taken this share of the penalty cards, and the others none."""


def careful(view: View) -> Move:
    """The move of a careful player, from what its seat knows.

    A careful player passes the cards most likely to take points, plays under the trick if it can,
    discards its most costly card when void, charges nothing, and never tries to shoot the moon.
    If another side may shoot, it tries to take a trick with a penalty card in it, and gives that
    side no penalty cards.  As dealer it names the contract that its hand is likely to pay least for,
    compared with what the others pay.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
    >>> print(careful(game.view(0)))
    seat 0 passes 7C 8D AH

    Raises:
        HeartsError: The seat is not to act.
    """
    match asked(view):
        case ChooseCards("play", legal, _, make):
            return make(_follow(view, legal) if view.table.trick else _lead(view, legal))
        case ChooseCards("pass", may, counts, make):
            # if they go to more than one seat, the worst go to the first
            worst = sorted(may, key=lambda card: _danger(card, view), reverse=True)
            return make(worst[: counts[-1]])
        case ChooseCards(_, may, counts, make):
            return make(sorted(may, key=lambda card: _cost(card, view))[: counts[0]])
        case ChooseName("choose", names, make):
            return make(max(names, key=lambda choice: _prospect(view, choice)))
        case ChooseName("name", names, make):
            return make(min(names, key=lambda contract: _risk(view, contract)))
        case _:
            return duck(view)


def _risk(view: View, contract: str) -> float:
    """How much more than an equal share this hand is likely to pay under a contract.

    It grows with the tricks that the hand is likely to take, as if a card won as often as it beats
    another of its suit.  Costly cards in the hand lower it a little: they can be discarded.
    """
    rules, pack = view.rules.under(contract), view.rules.deck.cards(view.players)
    beats = {card: sum(other < card for other in pack.of(card.suit)) for card in pack}
    taking = sum(beats[card] for card in view.hand) / max(sum(beats[card] for card in pack), 1)
    holding = sum(map(rules.cost, view.hand)) - sum(map(rules.cost, pack)) / view.players
    whole = _whole_cost(rules, pack, view.players)
    return whole * (taking - 1 / view.players) - _DISCARDED * holding


def _whole_cost(rules: Rules, pack: Cards, players: int) -> int:
    """What one seat would pay for taking every trick, tricks that cost for themselves included."""
    cards = list(pack)
    tricks = tuple(
        Trick(0, players, tuple(cards[first : first + players]), 0)
        for first in range(0, len(cards), players)
    )
    piles = (pack, *[Cards()] * (players - 1))
    points = rules.count(rules.finished(piles, tricks=tricks)).totals[0]
    return -points if rules.points_are_good else points


def _cost(card: Card, view: View) -> tuple[int, int]:
    """What a card costs; of two equally costly cards the high one sorts first."""
    return view.in_force.cost(card), -card.rank


def _danger(card: Card, view: View) -> float:
    """How dangerous it is to keep a card for the play."""
    suit = view.hand.of(card.suit)
    cost = view.in_force.cost(card)
    guarded = card.suit is Suit.SPADES and len(suit) > _ENOUGH_SPADES
    draws = any(
        view.in_force.cost(other) > 1 for other in _unseen(view).of(card.suit) if other < card
    )
    high = card.rank / len(suit)
    return high + (0 if guarded else 2 * cost + 20 * draws)


def _unseen(view: View) -> Cards:
    """The cards that this seat has not seen yet."""
    return view.rules.deck.cards(view.players) - view.hand - view.table.all_played


def _lead(view: View, legal: Cards) -> Card:
    """The lead that can cost least; of several, the one least likely to take the trick."""

    def risk(card: Card) -> tuple[int, int, int]:
        unseen = _unseen(view).of(card.suit)
        caught = max((view.in_force.cost(other) for other in unseen if other < card), default=0)
        below = sum(other < card for other in unseen)
        return (max(caught, view.in_force.cost(card)), below, card.rank)

    return min(legal, key=risk)


def _follow(view: View, legal: Cards) -> Card:
    """The highest card that ducks; if none does, the highest one for last hand, else the lowest."""
    trick = view.table.trick
    led = trick.cards[0].suit
    highest = max(card for card in trick.cards if card.suit is led)
    feared = _feared(view)
    theirs = trick.seat_of(trick.cards.index(highest)) in feared
    if not legal.of(led):
        penalty = view.in_force.penalty_cards(view.players)
        dump = legal.without(penalty) if theirs else legal
        return max(dump or legal, key=lambda card: (view.in_force.cost(card), card.rank))
    under = [card for card in legal if card < highest]
    over = [card for card in legal if card > highest]
    if theirs and over and view.in_force.penalty_cards(view.players) & trick.cards:
        return max(over)
    if under:
        return max(under, key=lambda card: (view.in_force.cost(card), card.rank))
    cheap = min(view.in_force.cost(card) for card in legal)
    cheapest = [card for card in legal if view.in_force.cost(card) == cheap]
    last = len(trick) == view.players - 1
    return max(cheapest) if last else min(cheapest)


def _feared(view: View) -> tuple[int, ...]:
    """The seats of another side that may be about to shoot the moon; empty if there is none."""
    rules, piles = view.in_force, view.table.piles
    so_far = rules.finished(piles, charged=view.table.all_charged)
    counts = [sum(len(piles[each] & so_far.penalty) for each in side) for side in so_far.sides]
    most = max(counts)
    side = so_far.sides[counts.index(most)]
    if not most or most < sum(counts) or most < _FEARED * len(so_far.penalty) or view.seat in side:
        return ()
    rest = rules.deck.cards(view.players) - sum(piles, Cards())
    all_theirs = (*piles[: side[0]], piles[side[0]] + rest, *piles[side[0] + 1 :])
    return rules.moon.shooter(rules.finished(all_theirs, charged=view.table.all_charged))


def _prospect(view: View, choice: str) -> int:
    """How good a payment for the moon is: 2 if it wins the game, 0 if it loses it, else 1."""
    piles = [
        pile + view.captured if seat == view.seat else pile
        for seat, pile in enumerate(view.table.piles)
    ]
    finished = view.in_force.finished(
        tuple(piles),
        choice,
        charged=view.table.all_charged,
        scores=view.scores,
        course=view.course,
    )
    sheet = view.in_force.count(finished)
    scores = view.rules.total(view.scores, sheet.totals, view.course)
    if not view.rules.ending.is_over((*view.course, scores), finished.partners):
        return 1
    return 2 if view.seat in view.rules.leaders(scores, finished.partners) else 0
