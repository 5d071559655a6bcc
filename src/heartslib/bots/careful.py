"""A simple careful player: pass danger, duck, dump."""

from __future__ import annotations

from heartslib.bots.bot import seat_of
from heartslib.cards import Card, Cards, Suit
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Move, Pass, Play, TakeKitty
from heartslib.rules.ending import lowest
from heartslib.view import View

_ENOUGH_SPADES = 4
"""With so many spades below the queen, high spades can stay: they will not be drawn out."""

_FEARED = 1 / 3
"""A moon is feared when one party has taken this part of the penalty cards, and nobody else any."""


def careful(view: View) -> Move:
    """The move of a careful player, from what its seat knows.

    It passes the cards most likely to take points, plays under the trick where it can, throws
    its dearest card when void, charges nothing, and never tries to shoot the moon.  When somebody
    else alone has taken penalty cards, and many of them, it takes a trick with one if it can, and
    keeps its own from that player.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    seat = seat_of(view)
    match view.phase:
        case "pass":
            return _pass(view)
        case "call":
            return CallPass(seat, view.calls[0])
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
    return Play(seat, _follow(view, seat, legal) if view.table.trick else _lead(view, legal))


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


def _follow(view: View, seat: int, legal: Cards) -> Card:
    """Duck as high as possible; if the trick must be taken, with the highest card."""
    trick = view.table.trick
    led = trick.cards[0].suit
    highest = max(card for card in trick.cards if card.suit is led)
    feared = _feared(view, seat)
    theirs = trick.seat_of(trick.cards.index(highest)) in feared
    if not legal.of(led):
        penalty = view.rules.penalty_cards(view.players)
        dump = legal.without(penalty) if theirs else legal
        return max(dump or legal, key=lambda card: (view.rules.points(card), card.rank))
    under = [card for card in legal if card < highest]
    over = [card for card in legal if card > highest]
    if theirs and over and view.rules.penalty_cards(view.players) & trick.cards:
        return max(over)
    if under:
        return max(under, key=lambda card: (view.rules.points(card), card.rank))
    cheap = min(view.rules.points(card) for card in legal)
    cheapest = [card for card in legal if view.rules.points(card) == cheap]
    last = len(trick) == view.players - 1
    return max(cheapest) if last else min(cheapest)


def _feared(view: View, seat: int) -> tuple[int, ...]:
    """The other seats that may be about to shoot the moon together; mostly none."""
    rules, piles = view.rules, view.table.piles
    so_far = rules.finished(piles, charged=view.table.all_charged)
    counts = [sum(len(piles[each] & so_far.penalty) for each in party) for party in so_far.parties]
    most = max(counts)
    party = so_far.parties[counts.index(most)]
    if not most or most < sum(counts) or most < _FEARED * len(so_far.penalty) or seat in party:
        return ()
    rest = rules.deck.cards(view.players) - sum(piles, Cards())
    all_theirs = (*piles[: party[0]], piles[party[0]] + rest, *piles[party[0] + 1 :])
    return rules.moon.shooter(rules.finished(all_theirs, charged=view.table.all_charged))


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
