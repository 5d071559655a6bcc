"""Why one move is better than another: what is true of it alone, and speaks for it.

A trial has numbers and no reason.  So a reason is looked for afterwards, in a list of facts, the most telling first:
the first that is true of the better move and not of the next is given.  A fact that is true of both explains nothing.

A reason is a code with data, so that an app can word it in its own language; `WORDINGS` are the English words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from heartslib._values.arguments import frozen
from heartslib.bots.turn import Following, Turn, unseen_by
from heartslib.cards import Card
from heartslib.moves import Move, Pass, Play
from heartslib.view import View
from heartslib.words import written

_FEW = 3
"""So many cards are few."""

WORDINGS: Mapping[str, str] = {
    "only-choice": "it is all that you may do",
    "all-alike": "the cards you may play are all alike",
    "by-the-rules": "{0}",
    "own-moon": "you can still take everything",
    "stops-moon": "it may stop {0} from taking everything",
    "voids": "it leaves you no {0.word}",
    "none-higher": "no higher {0.word} are left",
    "none-lower": "no lower {0.word} are left",
    "might-catch": "it might catch {0:u}",
    "other-might-catch": "{0:u} might catch {1:u}",
    "may-draw-out": "it may draw out {0:u}",
    "last-of-suit": "it leaves you void in {0.word}",
    "one-lower": "only one lower card of {0.word} is left",
    "few-lower": "only {1} lower {0.word} are left",
    "sheds-highest": "it sheds the highest of your {0.word}",
    "last-at-no-cost": "you play last, at no cost",
    "good-to-have": "the trick is good to have",
    "partner-wins": "your partner is winning the trick",
    "stays-below": "it stays below {0:u}",
    "highest-below": "it is the highest below {0:u}",
    "must-take": "you must take the trick anyway",
    "may-be-beaten": "a higher card of {0.word} is still out",
    "gives-point": "it gives a point away",
    "gives-points": "it gives {0} points away",
}
"""What each reason says: braces stand for its data, by their places."""


@frozen
class Reason:
    """Why a move is better than the next.

    Attributes:
        code: What is meant, for programs: one of `WORDINGS`.
        data: What the words name: cards, suits, numbers and seats, in their English order.
    """

    code: str
    data: tuple[object, ...] = ()

    def __str__(self) -> str:
        """The reason in words, part of a sentence: ``it stays below Q♠``."""
        data = [written(each) if isinstance(each, int) else each for each in self.data]
        return WORDINGS[self.code].format(*data)


_Fact: TypeAlias = tuple[Reason, Callable[[Card], bool]]
"""What may speak for a card, and of which cards it is true."""


def reason_for(view: View, move: Move, other: Move) -> Reason | None:
    """What is true of a move and not of another, and speaks for it; None if nothing is known.

    Args:
        view: What the seat to act knows.
        move: The better move.
        other: The other move.
    """
    if isinstance(move, Play) and isinstance(other, Play):
        for why, holds in _facts(view, move.card, other.card):
            if holds(move.card) and not holds(other.card):
                return why
    if isinstance(move, Pass) and isinstance(other, Pass):
        suit_of = view.in_force.tricks.suit_of
        kept = {suit_of(card) for card in view.hand - move.cards}
        kept_otherwise = {suit_of(card) for card in view.hand - other.cards}
        voids = kept_otherwise - kept
        if voids:
            return Reason("voids", (min(voids, key=lambda suit: suit.word),))
    return None


def _facts(view: View, card: Card, other: Card) -> Iterator[_Fact]:
    """What may speak for a card against another, the most telling first."""
    if view.table.trick.cards:
        return _facts_to_follow(Following(view, view.legal_plays(), unseen_by(view)), card)
    return _facts_to_lead(Turn(view, view.legal_plays(), unseen_by(view)), card, other)


def _facts_to_lead(turn: Turn, card: Card, other: Card) -> Iterator[_Fact]:
    """What may speak for leading a card, and not another."""
    suit = turn.tricks.suit_of(card)
    if turn.trick_cost < 0:  # a trick is good to win, and below nothing is
        yield Reason("none-higher", (suit,)), lambda lead: not turn.over(lead)
        return
    # with none above it either, nobody can take the trick away
    yield (
        Reason("none-lower", (suit,)),
        lambda lead: bool(turn.over(lead)) and not turn.under(lead),
    )
    good = _caught(turn, card, -1)
    if good:
        yield Reason("might-catch", (good,)), lambda lead: _caught(turn, lead, -1) is not None
    bad = _caught(turn, other)
    if bad:
        yield Reason("other-might-catch", (other, bad)), lambda lead: _caught(turn, lead) is None
    queen = max(turn.over(card), key=turn.costs.__getitem__, default=card)
    if turn.costs[queen] > 1:
        yield Reason("may-draw-out", (queen,)), lambda lead: queen in turn.over(lead)
    yield _makes_void(turn, card)
    lower = len(turn.under(card))
    if 0 < lower <= _FEW:
        few = Reason("few-lower", (suit, lower)) if lower > 1 else Reason("one-lower", (suit,))
        yield few, lambda lead: len(turn.under(lead)) <= lower
    yield _sheds_highest(turn, card)


def _facts_to_follow(turn: Following, card: Card) -> Iterator[_Fact]:
    """What may speak for playing a card to a trick."""
    costs = turn.costs
    wins = turn.winning.__contains__
    yield (
        Reason("last-at-no-cost"),
        lambda play: wins(play) and turn.so_far == -costs[play] and turn.ends(play),
    )
    yield (
        Reason("good-to-have"),
        lambda play: (
            wins(play)
            and turn.so_far + costs[play] < 0
            and (turn.ends(play) or not turn.over(play))
        ),
    )
    good = _caught(turn, card, -1)
    if good:
        yield (
            Reason("might-catch", (good,)),
            lambda play: wins(play) and bool(_caught(turn, play, -1)) and not turn.ends(play),
        )
    if turn.so_far < 0:  # what follows speaks for losing the trick
        return
    if turn.partner_is_winning:
        yield Reason("partner-wins"), lambda play: costs[play] <= costs[card]
    else:
        yield from _facts_of_losing(turn, card)


def _facts_of_losing(turn: Following, card: Card) -> Iterator[_Fact]:
    """What may speak for a card where another side had better take the trick."""
    costs = turn.costs
    takes = [
        play
        for play in turn.legal
        if turn.tricks.taker(turn.view.table.with_card(play), 1) == turn.view.seat
    ]
    yield from _facts_of_ducking(turn, takes)
    if len(takes) == len(turn.legal):
        yield from _facts_of_taking(turn, card)
    if turn.tricks.suit_of(card) is not turn.led:
        points = turn.view.in_force.points(card, turn.view.table.all_charged)
        yield (
            Reason("gives-point") if points == 1 else Reason("gives-points", (points,)),
            lambda play: play not in takes and costs[play] >= costs[card] > 0,
        )
        bad = _caught(turn, card)
        if bad:
            yield Reason("might-catch", (bad,)), lambda play: _caught(turn, play) is not None
        yield _makes_void(turn, card)
    yield _sheds_highest(turn, card)


def _facts_of_ducking(turn: Following, takes: list[Card]) -> Iterator[_Fact]:
    """What may speak for a card that stays below the trick."""
    ducks = [
        play
        for play in turn.legal
        if turn.tricks.suit_of(play) is turn.led
        and turn.strength(play) < turn.height
        and play not in takes  # equal cards may cancel those above it
    ]
    highest = max(ducks, key=turn.strength, default=None)
    yield Reason("stays-below", (turn.top,)), ducks.__contains__
    yield Reason("highest-below", (turn.top,)), lambda play: play == highest


def _facts_of_taking(turn: Following, card: Card) -> Iterator[_Fact]:
    """What may speak for a card if each takes the trick so far."""

    def badness(play: Card) -> tuple[int, int]:
        # of equally costly cards the high one is better gone
        return turn.costs[play], -turn.strength(play)

    must_take = all(map(turn.ends, turn.legal))
    yield Reason("must-take"), lambda play: must_take and badness(play) <= badness(card)
    higher = len(turn.over(card))
    yield (
        Reason("may-be-beaten", (turn.led,)),
        lambda play: not turn.ends(play) and len(turn.over(play)) >= higher > 0,
    )


def _makes_void(turn: Turn, card: Card) -> _Fact:
    hand = turn.view.hand
    why = Reason("last-of-suit", (turn.tricks.suit_of(card),))
    return why, lambda play: len(hand.only(turn.suits[play])) == 1


def _sheds_highest(turn: Turn, card: Card) -> _Fact:
    def is_highest(play: Card) -> bool:
        held = turn.view.hand.only(turn.suits[play])
        return all(turn.heights[other] <= turn.heights[play] for other in held)

    return Reason("sheds-highest", (turn.tricks.suit_of(card),)), is_highest


def _caught(turn: Turn, card: Card, sign: int = 1) -> Card | None:
    """The costliest unseen card that a card may catch, or the best if `sign` is -1; None if there is none.

    A card of one point, such as a heart, is caught all the time, and explains nothing.
    """
    costly = [under for under in turn.under(card) if sign * turn.costs[under] > 1]
    return max(costly, key=lambda under: sign * turn.costs[under], default=None)
