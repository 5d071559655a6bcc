"""Drawing the hidden cards.

`Known` says where each card may be, `Spread` counts the ways and draws one of them evenly.  If something must be
checked besides, deals are drawn until one passes; if hardly any does, the few there are get listed and one of
them is drawn.  In each of these ways every deal that fits is as likely as any other.
"""

from __future__ import annotations

import functools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import SystemRandom
from typing import NoReturn

from heartslib._values.arguments import frozen, of_kind, whole_within
from heartslib._values.quick import quick
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards, from_bits, from_each
from heartslib.errors import HeartsError, quoted
from heartslib.moves import Pass
from heartslib.rules import Hold
from heartslib.rules.deck import Chance
from heartslib.sampling.known import Known, Placed, chargeable, unmarked
from heartslib.sampling.spread import Spread, heaps, shuffled
from heartslib.view import View

MOST_TRIES = 20_000
"""The most deals that a `Sampler` draws, by default, to find one that the plays allow."""

MOST_LISTED = 10_000
"""The most deals that are checked one by one."""


@frozen(kw_only=True)
class Sampled:
    """One possible deal of the cards that a seat does not see.

    Attributes:
        hands: The hands, seat 0 first, the seat's own among them.
        kitty: The kitty, in order.
        captured: The cards with the tricks of each seat that were not played to one, seat 0
            first, as in `View.captured`.
        passes: The pass of each seat, seat 0 first, None for a seat that still has to pass; empty
            once the pass is over.
        secret: What each seat has charged in secret, seat 0 first; empty if nobody has.
    """

    hands: tuple[Cards, ...]
    kitty: tuple[Card, ...]
    captured: tuple[Cards, ...]
    passes: tuple[Pass | None, ...] = ()
    secret: tuple[Cards, ...] = ()


_sampled_of: Callable[..., Sampled] = quick(Sampled)


@frozen
class Chances:
    """How likely each seat holds each card that one seat does not see.

    Attributes:
        by_card: For each such card the chance of each seat, seat 0 first; in a pack with equal cards, how
            many of them it holds on average.  What they lack to 1 is elsewhere, such as in the kitty.
        error: The standard error of the least certain chance; 0 if all deals were counted.
    """

    by_card: Mapping[Card, tuple[float, ...]]
    error: float


def chances(view: View, rng: Chance | None = None, *, samples: int = 1_000) -> Chances:
    """How likely each seat holds each card that the seat of a view does not see.

    All deals that fit the view count alike; why somebody played or passed a card is no evidence.

    >>> from heartslib import Card, Game, variants
    >>> game = Game.new(variants.get("dame_de_pique")).deal(seed=7)
    >>> chances(game.view(1)).by_card[Card("QS")]
    (0.333..., 0.0, 0.333..., 0.333...)

    Args:
        view: What the seat knows, or a spectator's view.
        rng: A random generator, if deals are drawn; by default that of the system.
        samples: How many deals are drawn, if they cannot be counted.

    Raises:
        HeartsError: No cards are dealt, no deal fits the view, or none was found.
    """
    must = "samples must be a whole number from 1 to 1000000"
    return Sampler(view).chances(
        SystemRandom() if rng is None else rng, whole_within(1, 1_000_000, samples, must)
    )


def sample_hands(view: View, rng: Chance) -> Sampled:
    """Draw the hidden cards once; for many draws from one view, keep a `Sampler`.

    Args:
        view: What the seat knows, or a spectator's view.
        rng: A random generator; only its method `random` is called.

    Raises:
        HeartsError: No cards are dealt, no deal fits the view, or none was found.
    """
    return Sampler(view).draw(rng)


class Sampler:
    """All the deals of the hidden cards that fit what a seat knows.

    It is prepared once for a view; after that a draw is cheap, unless hardly any deal fits.

    Args:
        view: What the seat knows, or a spectator's view.
        tries: The most deals to draw to find one that the plays allow; usually the first does.

    Raises:
        HeartsError: No cards are dealt, or no deal fits the view; the message says why.
    """

    def __init__(self, view: View, *, tries: int = MOST_TRIES) -> None:
        of_kind(View, view, "view must be a View, such as game.view(seat)")
        self._view = view
        self._tries = whole_within(0, None, tries, "tries must be a whole number, 0 or more")
        self._known = Known(view)
        self._spread = Spread(self._known.rows, self._known.room)
        if not self._spread.total:
            self._known.misfit()

    def count(self) -> int | None:
        """The number of deals that fit; None if it is not known.

        It is not known if each deal must be checked against the rules and there are more than
        `MOST_LISTED`.
        """
        if not self._known.checks:
            return self._spread.total
        return None if self._spread.total > MOST_LISTED else len(self._listed)

    def draw(self, rng: Chance) -> Sampled:
        """Draw one of the deals, each as likely as any other.

        Random floats have 53 bits, here as in a deal; the error is too small to measure.

        Args:
            rng: A random generator; only its method `random` is called.

        Raises:
            HeartsError: No deal was found that the plays allow, or `rng` is not a generator.
        """
        if not callable(getattr(rng, "random", None)):
            raise HeartsError(
                f"rng must have a method random(), like random.Random, and {quoted(rng)} has none"
            )
        random = rng.random
        # drawing again keeps the draw even; if hardly any deal fits, all are listed instead
        for _ in range(self._tries):
            placed = self._placed(self._spread.drawn(random))
            if self._known.allows(placed):
                return self._sampled(placed, random)
        if self._spread.total > MOST_LISTED:
            raise HeartsError(
                f"no deal in which every play was legal was found in {self._tries} tries; a Sampler "
                "with more tries may find one"
            )
        if not (listed := self._listed):
            self._nothing_fits()
        return self._sampled(listed[int(random() * len(listed))], random)

    def chances(self, rng: Chance, samples: int) -> Chances:
        """How likely each seat holds each card that the seat does not see; see `chances`."""
        players = self._view.players
        held = [defaultdict[Card, float](float) for _ in range(players)]
        if self._known.checks:
            error = self._add_deals(held, rng, samples)
        else:  # the table of the spread gives them without a draw
            error = 0.0
            for hand, known in zip(held, self._known.base, strict=False):
                for card in known:
                    hand[card] += 1
            for bit, place, chance in self._spread.odds():
                if place < players:
                    held[place][unmarked([bit])[0]] += chance
        me = self._view.seat
        unseen = {card for seat, hand in enumerate(held) if seat != me for card in hand}
        by_card = {card: tuple(hand[card] for hand in held) for card in sorted(unseen)}
        return Chances(by_card, error)

    def _add_deals(self, held: list[defaultdict[Card, float]], rng: Chance, samples: int) -> float:
        """Add how often each seat holds each card in deals, and return the standard error."""
        exact = self._spread.total <= MOST_LISTED
        deals = self._listed if exact else [self.draw(rng).hands for _ in range(samples)]
        if not deals:
            self._nothing_fits()
        squares = [defaultdict[Card, float](float) for _ in held]
        for deal in deals:
            for hand, square, cards in zip(held, squares, deal, strict=False):
                for card, count in Counter(cards).items():
                    hand[card] += count / len(deals)
                    square[card] += count**2 / len(deals)
        if exact:
            return 0.0
        # the variance of what was drawn, from the mean of the squares
        pairs = zip(held, squares, strict=True)
        most = max(own[card] - n**2 for hand, own in pairs for card, n in hand.items())
        return math.sqrt(max(most, 0) / samples)

    def _nothing_fits(self) -> NoReturn:
        raise HeartsError("no deal fits this view: in each of them some play would be illegal")

    def law(self) -> tuple[Placed, Spread] | None:
        """The cards known to be at each place, and how the others are spread.

        None if deals are drawn again until the plays allow one.
        """
        return None if self._known.checks else (self._known.base, self._spread)

    def admits(self, sample: Sampled) -> bool:
        """Whether a deal fits everything that the seat knows."""
        players = self._view.players
        passes = sample.passes or for_each(players, None)
        if not len(sample.hands) == len(sample.captured) == len(passes) == players:
            return False
        if tuple(map(len, sample.secret)) != self._view.secret_sizes:
            return False
        for seat, cards in enumerate(sample.secret):
            if not self._may_be_secret(seat, sample.hands[seat], cards):
                return False
        laid = (each.cards if each else Cards() for each in passes)
        return self._known.admits((*sample.hands, *sample.captured, *laid, from_each(sample.kitty)))

    def _may_be_secret(self, seat: int, hand: Cards, cards: Cards) -> bool:
        """Whether a seat may have charged these cards in secret."""
        mine = cards == self._view.secret or seat != self._view.seat
        return mine and cards <= chargeable(self._view, seat, hand)

    def _placed(self, dealt: Iterable[Iterable[int]]) -> Placed:
        """All the cards at each place."""
        base = self._known.base
        # marked copies count as cards of their own; with one pack there are none, and bits are cards
        if self._known.repeats:
            return [there + unmarked(cards) for there, cards in zip(base, dealt, strict=True)]
        return [from_bits(there.bits | sum(bits)) for there, bits in zip(base, dealt, strict=True)]

    def _sampled(self, placed: Placed, random: Callable[[], float]) -> Sampled:
        players = self._view.players
        return _sampled_of(
            tuple(placed[:players]),
            tuple(shuffled(list(placed[-1]), random)),
            tuple(placed[players : 2 * players]),
            tuple(_passes(self._view, placed[2 * players : -1], random)),
            tuple(_secret(self._view, placed, random)),
        )

    @functools.cached_property
    def _listed(self) -> tuple[Placed, ...]:
        """Every deal that the plays allow."""
        return tuple(filter(self._known.allows, map(self._placed, self._spread.each())))


def _secret(view: View, hands: Placed, random: Callable[[], float]) -> Iterator[Cards]:
    """What each seat has charged in secret, any of the cards that it may have."""
    for seat, count in enumerate(view.secret_sizes):
        may = shuffled(list(chargeable(view, seat, hands[seat])), random)
        yield view.secret if seat == view.seat else from_each(may[:count])


def _passes(view: View, laid: Placed, random: Callable[[], float]) -> Iterator[Pass | None]:
    """The passes, split at random if the cards go to several seats."""
    # in a deal there is something to draw only after a mix, and then the passes still wait to be dealt
    if view.phase not in {"pass", "deal"}:
        return
    parts = (view.pattern or Hold()).packets(view.players)
    for seat, cards in enumerate(laid):
        if seat in view.to_act:
            yield None
        elif len(parts) < 2 or not cards:
            yield Pass(seat, cards)
        else:
            takers = [(seat + places) % view.players for places, _ in parts]
            packets = map(from_each, heaps(tuple(cards), [count for _, count in parts], random))
            yield Pass(seat, cards, dict(zip(takers, packets, strict=True)))
