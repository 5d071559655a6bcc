"""Why one move is better than another: what is true of it alone, and speaks for it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from heartslib.bots.careful import to_beat
from heartslib.cards import Card, Cards, from_each
from heartslib.moves import Move, Pass, Play
from heartslib.show.telling import Voice, deed
from heartslib.show.text import capital
from heartslib.simulate.players.duck import trick_cost
from heartslib.view import View
from heartslib.words import are, how_many, listed, plural

MOST_WORDS: Final = 18
"""The most words of a hint: a reason that would make it longer is left out."""

_EVEN: Final = 0.05
"""Moves nearer to each other than this are equally good."""

_LARGE: Final = 5
"""A margin from here on is rounded to whole points."""

_FEW: Final = 3
"""So many cards are few."""


class _Listed(Voice):
    """Cards in symbols, with commas: they stand within a sentence."""

    def cards(self, cards: Iterable[Card]) -> str:
        return listed([self.card(card) for card in cards])


VOICE: Final = _Listed()
"""How reasons name cards."""


def advice(view: View, move: Move, other: Move, margin: float, step: float) -> str:
    """A sentence for a move: how much better it is than another, and why if that is known.

    Args:
        view: What the seat to act knows.
        move: The best move.
        other: The next best.
        margin: How much more the other costs, in points.
        step: To what a small margin is rounded.
    """
    step = step if margin < _LARGE else 1
    points = round(margin / step) * step
    why = f", {since(view, move, other)}"
    much = f"{points:g} {plural(points, 'point')}"
    if points == 1 / 2:
        much = "half a point"
    better = f"{f'about {much}' if points else 'a little'} better than the next"
    if margin < _EVEN:
        better, why = "as good as any other", ", "
    kind = "card" if isinstance(move, Play) else "choice"
    said = f"{capital(deed(view, move, VOICE))}: {better} {kind}"
    longer = f"{said}{why}".removesuffix(", ")
    return f"{longer if len(longer.split()) <= MOST_WORDS else said}."


def since(view: View, move: Move, other: Move) -> str:
    """What is true of a move and not of another, and speaks for it; empty if nothing is known."""
    match move, other:
        case Play(_, card), Play(_, instead):
            facts = _facts(view, card, instead)
            found = (f"since {why}" for why, holds in facts if holds(card) and not holds(instead))
            return next(found, "")
        case Pass(_, cards), Pass(_, instead):
            suit_of = view.in_force.tricks.suit_of
            kept, then = ({*map(suit_of, view.hand - Cards(each))} for each in (cards, instead))
            left = sorted(f"which leaves you no {suit.word}" for suit in then - kept)
            return next(iter(left), "")
        case _:
            return ""


def _facts(  # noqa: C901, PLR0915 - a table
    view: View, card: Card, other: Card
) -> Iterator[tuple[str, Callable[[Card], bool]]]:
    """What may speak for a card against another, the most telling first, and of which cards it is true."""
    table = view.table
    tricks = view.in_force.tricks
    trick = view.table.trick.cards
    suit_of = tricks.suit_of
    gain = trick_cost(view)
    word = tricks.suit_of(card).word
    seen = view.hand + view.captured + table.all_played + from_each(view.turned)
    out = view.at_table.pack - seen

    def cost(each: Card) -> int:
        return view.in_force.cost(each, table.all_charged)

    def beyond(each: Card, sign: int, cards: Cards = out) -> list[Card]:
        suit = suit_of(each)
        high = sign * tricks.strength(each, suit_of(each))
        same = [one for one in cards if suit_of(one) is suit]
        return [one for one in same if sign * tricks.strength(one, suit) > high]

    over, under = (functools.partial(beyond, sign=sign) for sign in (1, -1))

    def caught(each: Card, sign: int = 1) -> Card | None:
        found = [one for one in under(each) if sign * cost(one) > 1]
        return max(found, key=lambda one: sign * cost(one), default=None)

    mine = [suit_of(each) for each in view.hand]
    only, high = f"it leaves you void in {word}", f"it sheds your highest {word[:-1]}"
    prize = f"it might catch {caught(card, -1) or card:u}"
    if not trick:
        low = len(under(card))
        queen = max(over(card), key=cost, default=card)
        if gain < 0:
            yield f"no higher {word} are left", lambda each: not over(each)
            return
        yield f"no lower {word} are left", lambda each: bool(over(each)) and not under(each)
        yield prize, lambda each: bool(caught(each, -1))
        yield f"{other:u} might catch {caught(other) or other:u}", lambda each: not caught(each)
        yield f"it may draw out {queen:u}", lambda each: cost(queen) > 1 and queen in over(each)
        yield only, lambda each: mine.count(suit_of(each)) == 1
        if 0 < low <= _FEW:
            few = f"only {are(low, f'lower {word[:-1]}')} left"
            yield few, lambda each: len(under(each)) <= low
        yield high, lambda each: not over(each, cards=view.hand)
        return
    led = suit_of(trick[0])
    legal = view.legal_plays()
    strength = functools.partial(tricks.strength, led=led)
    (top, height), sides, taker = to_beat(view, strength), view.rules.sides, tricks.taker(table, 1)
    so_far = sum(map(cost, (*trick, *table.waiting))) + gain
    left = len(view.hand) - 1
    ends = [each for each in legal if tricks.is_complete(table.with_card(each), left)]
    wins = [each for each in legal if strength(each) > height]
    takes = [each for each in legal if tricks.taker(table.with_card(each), 1) == view.seat]
    lower = [each for each in legal if suit_of(each) is led and strength(each) < height]
    ducks = [each for each in lower if each not in takes]
    best = max(ducks, key=strength, default=None)
    bad = {each: (cost(each), -strength(each)) for each in legal}
    yield (
        "you play last, at no cost",
        lambda each: each in wins and so_far == -cost(each) and each in ends,
    )
    yield (
        "the trick is good to have",
        lambda each: each in wins and so_far + cost(each) < 0 and (each in ends or not over(each)),
    )
    yield prize, lambda each: each in wins and bool(caught(each, -1)) and each not in ends
    if so_far < 0:
        return
    if sides.pooled and any({taker, view.seat} <= {*side} for side in view.sides):
        yield "your partner is winning the trick", lambda each: cost(each) <= cost(card)
        return
    yield f"it stays below {top:u}", lambda each: each in ducks
    yield f"it is the highest below {top:u}", lambda each: each == best
    if len(takes) == len(legal):
        yield (
            "you must take the trick anyway",
            lambda each: ends == [*legal] and bad[each] <= bad[card],
        )
        more = f"{are(len(over(card)), f'higher {led.word[:-1]}')} still out"
        yield more, lambda each: each not in ends and len(over(each)) >= len(over(card)) > 0
    if suit_of(card) is not led:
        points = how_many(view.in_force.points(card, table.all_charged), "point")
        away = f"it gives {points} away"
        yield away, lambda each: each not in takes and cost(each) >= cost(card) > 0
        yield f"it might catch {caught(card) or card:u}", lambda each: bool(caught(each))
        yield only, lambda each: mine.count(suit_of(each)) == 1
    yield high, lambda each: not over(each, cards=view.hand)
