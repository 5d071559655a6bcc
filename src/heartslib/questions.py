"""What a seat is asked: to choose cards, to choose a name, or to say yes or no.

Every phase asks in one of these three shapes and turns the answer into a move.  A bot, a screen or
a server that handles the shapes need not know the phases::

    match view.question:
        case ChooseCards(_, among, counts, make):
            move = make(among[: counts[0]])
        case ChooseName(_, names, make):
            move = make(names[0])
        case YesOrNo(_, make, cautious=says):
            move = make(says)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from attrs import Factory, field

from heartslib._values.quick import frozen
from heartslib.cards import Card, Cards, CardsLike, from_each
from heartslib.moves import Move
from heartslib.rules import Objection


def _not_among(card: Card) -> Objection:
    return Objection(card, "not-among", f"{card} is not among the cards to choose from")


def _in_words(question: ChooseName) -> tuple[str, ...]:
    return tuple(name.replace("-", " ") for name in question.names)


@frozen
class ChooseCards:
    """Choose cards from the hand.

    Attributes:
        verb: What is done with them, for people: ``"pass"``, ``"charge"`` or ``"expose"``, ``"play"``
            or ``"lay down"``.
        among: The cards that may be chosen.
        counts: How many may be chosen, the fewest first: ``(3,)``, ``(0, 3)``, ``(1,)``.
        make: Makes the move from the cards.
        kind: The class of the move, for programs: `heartslib.moves.Pass`.
        to: The seats that get the cards, in order, each with the number of its cards; empty
            if the cards go to no seat.
        instead: What the seat may do instead of choosing cards, by name: ``"claim"``.
        bars: Says why a card that is not in `among` may not be chosen.
    """

    verb: str
    among: Cards
    counts: tuple[int, ...]
    make: Callable[[CardsLike], Move] = field(eq=False, repr=False)
    kind: type[Move] = field(kw_only=True, repr=False)
    to: tuple[tuple[int, int], ...] = field(default=(), kw_only=True)
    instead: tuple[tuple[str, Move], ...] = field(default=(), kw_only=True)
    bars: Callable[[Card], Objection | None] = field(
        default=_not_among, kw_only=True, eq=False, repr=False
    )

    def objection(self, card: Card | str) -> Objection | None:
        """Why `card` may not be chosen; None if it may.

        Raises:
            CardsError: `card` is not a card.
        """
        card = Card.parse(card)
        return None if card in self.among else self.bars(card)


@frozen
class ChooseName:
    """Choose one of several names.

    Attributes:
        verb: What is done with the name, for people: ``"call"``, ``"name"`` or ``"choose"``.
        names: The names.
        make: Makes the move from a name.
        kind: The class of the move.
        words: What each name means, for people; by default the names themselves.
    """

    verb: str
    names: tuple[str, ...]
    make: Callable[[str], Move] = field(eq=False, repr=False)
    kind: type[Move] = field(kw_only=True, repr=False)
    words: tuple[str, ...] = field(default=Factory(_in_words, takes_self=True), kw_only=True)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names that are numbers, such as bids: they mean themselves, not a place in a list."""
        return tuple(name for name in self.names if name.isdecimal())


@frozen
class YesOrNo:
    """Accept something or refuse it.

    Attributes:
        verb: What a yes does, for people: ``"accept the claim"``.
        make: Makes the move from True or False.
        kind: The class of the move.
        chance: How likely a random player says yes, from 0 to 1.
        cautious: What a player says who does not know better.
        why: Why, as the end of a sentence for people: `deed: why`.
        refusal: What a no does: ``"refuse the claim"``.
    """

    verb: str
    make: Callable[[bool], Move] = field(eq=False, repr=False)
    kind: type[Move] = field(kw_only=True, repr=False)
    # without defaults: a phase that says nothing would be played as if nobody ever said yes
    chance: float = field(kw_only=True)
    cautious: bool = field(kw_only=True)
    why: str = field(kw_only=True, repr=False)
    refusal: str = field(default="refuse", kw_only=True)


Question = ChooseCards | ChooseName | YesOrNo
"""What a seat is asked."""


def answers(question: Question) -> Iterator[Move]:
    """Every move that answers a question, and those that may be made instead."""
    match question:
        case ChooseCards(_, among, counts, make):
            for count in counts:
                sizes = [size for _, size in question.to] if count and question.to else [count]
                yield from map(make, _parted(among, sizes))
            yield from (move for _, move in question.instead)
        case ChooseName(_, names, make):
            yield from map(make, names)
        case _:
            yield from map(question.make, (True, False))


def _parted(cards: Cards, sizes: Sequence[int]) -> Iterator[list[Card]]:
    """Every way to choose parts of these sizes from the cards, the parts joined in order."""
    if not sizes:
        yield []
        return
    for part in _choices_of(cards, sizes[0]):
        for rest in _parted(cards - part, sizes[1:]):
            yield [*part, *rest]


def _choices_of(cards: Cards, count: int) -> Iterator[Cards]:
    """Every choice of `count` cards, in sorted order; equal cards are interchangeable."""
    found = set[Cards]()
    for chosen in map(from_each, combinations(cards, count)):
        if chosen not in found:
            found.add(chosen)
            yield chosen


__all__ = [
    "ChooseCards",
    "ChooseName",
    "Question",
    "YesOrNo",
    "answers",
]

__dir__ = __all__.copy  # what `dir` shows of the module
