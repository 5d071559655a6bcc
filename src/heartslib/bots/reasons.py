"""Why one move is better than another: what is true of it alone, and speaks for it.

A bot that compares playouts has numbers and no reason.  So a reason is looked for afterwards, in a list of
facts, the most telling first: the first that is true of the better card and not of the next best is given.
A fact that is true of both explains nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from heartslib.bots.turn import Following, Turn, unseen_by
from heartslib.cards import Card
from heartslib.moves import Move, Pass, Play
from heartslib.show.telling import Voice, deed
from heartslib.show.text import capital
from heartslib.view import View
from heartslib.words import are, how_many, listed, plural

MOST_WORDS = 18
"""The most words of a hint: a reason that would make it longer is left out."""

_EVEN = 0.05
"""Moves nearer to each other than this are equally good."""

_LARGE = 5
"""A margin from here on is rounded to whole points."""

_FEW = 3
"""So many cards are few."""


class _Listed(Voice):
    """Cards in symbols, with commas: they are part of a sentence."""

    def cards(self, cards: Iterable[Card]) -> str:
        return listed([self.card(card) for card in cards])


VOICE = _Listed()
"""How reasons name cards."""

_Fact: TypeAlias = tuple[str, Callable[[Card], bool]]
"""What may speak for a card, and of which cards it is true."""


def advice(view: View, move: Move, other: Move, margin: float, step: float) -> str:
    """A sentence for a move: how much better it is than another, and why if that is known.

    Args:
        view: What the seat to act knows.
        move: The best move.
        other: The next best.
        margin: How much more the other costs, in points.
        step: To what a small margin is rounded.
    """
    kind = "card" if isinstance(move, Play) else "choice"
    sentence = f"{capital(deed(view, move, VOICE))}: {_better(margin, step)} {kind}"
    why = "" if margin < _EVEN else since(view, move, other)
    with_why = f"{sentence}, {why}"
    if why and len(with_why.split()) <= MOST_WORDS:
        sentence = with_why
    return f"{sentence}."


def _better(margin: float, step: float) -> str:
    """By how much a move is better."""
    if margin < _EVEN:
        return "as good as any other"
    if margin >= _LARGE:
        step = 1
    points = round(margin / step) * step
    if not points:
        return "a little better than the next"
    much = "half a point" if points == 1 / 2 else f"{points:g} {plural(points, 'point')}"
    return f"about {much} better than the next"


def since(view: View, move: Move, other: Move) -> str:
    """What is true of a move and not of another, and speaks for it; empty if nothing is known."""
    if isinstance(move, Play) and isinstance(other, Play):
        for why, holds in _facts(view, move.card, other.card):
            if holds(move.card) and not holds(other.card):
                return f"since {why}"
    if isinstance(move, Pass) and isinstance(other, Pass):
        suit_of = view.in_force.tricks.suit_of
        kept = {suit_of(card) for card in view.hand - move.cards}
        kept_otherwise = {suit_of(card) for card in view.hand - other.cards}
        voids = [suit.word for suit in kept_otherwise - kept]
        if voids:
            return f"which leaves you no {min(voids)}"
    return ""


def _facts(view: View, card: Card, other: Card) -> Iterator[_Fact]:
    """What may speak for a card against another, the most telling first."""
    if view.table.trick.cards:
        return _facts_to_follow(Following(view, view.legal_plays(), unseen_by(view)), card)
    return _facts_to_lead(Turn(view, view.legal_plays(), unseen_by(view)), card, other)


def _facts_to_lead(turn: Turn, card: Card, other: Card) -> Iterator[_Fact]:
    """What may speak for leading a card, and not another."""
    suit = turn.tricks.suit_of(card).word
    if turn.trick_cost < 0:  # a trick is good to win, and below nothing is
        yield f"no higher {suit} are left", lambda lead: not turn.over(lead)
        return
    yield (
        f"no lower {suit} are left",
        # with none above it either, nobody can take the trick away
        lambda lead: bool(turn.over(lead)) and not turn.under(lead),
    )
    yield _might_catch(turn, card, -1), lambda lead: _caught(turn, lead, -1) is not None
    yield _might_catch(turn, other, 1, other), lambda lead: _caught(turn, lead) is None
    queen = max(turn.over(card), key=turn.costs.__getitem__, default=card)
    yield (
        f"it may draw out {queen:u}",
        lambda lead: turn.costs[queen] > 1 and queen in turn.over(lead),
    )
    yield _makes_void(turn, card)
    lower = len(turn.under(card))
    if 0 < lower <= _FEW:
        yield (
            f"only {are(lower, f'lower {suit[:-1]}')} left",
            lambda lead: len(turn.under(lead)) <= lower,
        )
    yield _sheds_highest(turn, card)


def _facts_to_follow(turn: Following, card: Card) -> Iterator[_Fact]:
    """What may speak for playing a card to a trick."""
    costs = turn.costs
    wins = turn.winning.__contains__
    yield (
        "you play last, at no cost",
        lambda play: wins(play) and turn.so_far == -costs[play] and turn.ends(play),
    )
    yield (
        "the trick is good to have",
        lambda play: (
            wins(play)
            and turn.so_far + costs[play] < 0
            and (turn.ends(play) or not turn.over(play))
        ),
    )
    yield (
        _might_catch(turn, card, -1),
        lambda play: wins(play) and _caught(turn, play, -1) is not None and not turn.ends(play),
    )
    if turn.so_far < 0:  # what follows speaks for losing the trick
        return
    if turn.partner_is_winning:
        yield "your partner is winning the trick", lambda play: costs[play] <= costs[card]
        return
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
            f"it gives {how_many(points, 'point')} away",
            lambda play: play not in takes and costs[play] >= costs[card] > 0,
        )
        yield _might_catch(turn, card), lambda play: _caught(turn, play) is not None
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
    yield f"it stays below {turn.top:u}", ducks.__contains__
    yield f"it is the highest below {turn.top:u}", lambda play: play == highest


def _facts_of_taking(turn: Following, card: Card) -> Iterator[_Fact]:
    """What may speak for a card if each takes the trick so far."""

    def badness(play: Card) -> tuple[int, int]:
        # of equally costly cards the high one is better gone
        return turn.costs[play], -turn.strength(play)

    must_take = all(map(turn.ends, turn.legal))
    yield (
        "you must take the trick anyway",
        lambda play: must_take and badness(play) <= badness(card),
    )
    higher = len(turn.over(card))
    yield (
        f"{are(higher, f'higher {turn.led.word[:-1]}')} still out",
        lambda play: not turn.ends(play) and len(turn.over(play)) >= higher > 0,
    )


def _makes_void(turn: Turn, card: Card) -> _Fact:
    suit = turn.tricks.suit_of(card).word
    hand = turn.view.hand
    return f"it leaves you void in {suit}", lambda play: len(hand.only(turn.suits[play])) == 1


def _sheds_highest(turn: Turn, card: Card) -> _Fact:
    suit = turn.tricks.suit_of(card).word

    def is_highest(play: Card) -> bool:
        held = turn.view.hand.only(turn.suits[play])
        return all(turn.heights[other] <= turn.heights[play] for other in held)

    return f"it sheds your highest {suit[:-1]}", is_highest


def _caught(turn: Turn, card: Card, sign: int = 1) -> Card | None:
    """The costliest unseen card that a card may catch, or the best if `sign` is -1; None if there is none.

    A card of one point, such as a heart, is caught all the time, and explains nothing.
    """
    costly = [under for under in turn.under(card) if sign * turn.costs[under] > 1]
    return max(costly, key=lambda under: sign * turn.costs[under], default=None)


def _might_catch(turn: Turn, card: Card, sign: int = 1, subject: Card | None = None) -> str:
    who = f"{subject:u}" if subject else "it"
    return f"{who} might catch {_caught(turn, card, sign) or card:u}"
