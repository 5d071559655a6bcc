"""Drawing the hidden cards."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import attrs

from heartslib.cards import Card, Cards, from_bits, from_each
from heartslib.errors import HeartsError, shown
from heartslib.moves import Pass
from heartslib.rules import HOLD
from heartslib.rules.deck import Chance
from heartslib.sampling.known import Known, Lying, unmarked
from heartslib.sampling.spread import Spread, heaps, shuffled
from heartslib.view import View

MOST_TRIES: Final = 20_000
"""How many deals a `Sampler` draws, by default, in search of one that the plays allow."""

MOST_LISTED: Final = 10_000
"""How many deals are gone through one by one, where they have to be, to be counted."""


@attrs.frozen(kw_only=True)
class Sampled:
    """Where all the cards may lie that a seat does not see.

    Attributes:
        hands: The hands, seat 0 first, the seat's own among them.
        kitty: The kitty, in its order.
        captured: What lies with the tricks of each seat without having been played to one,
            as in `View.captured`, seat 0 first.
        passes: What each seat has laid down to pass, seat 0 first, None where it still has to;
            empty once the pass is over.
    """

    hands: tuple[Cards, ...]
    kitty: tuple[Card, ...]
    captured: tuple[Cards, ...]
    passes: tuple[Pass | None, ...] = ()


def sample_hands(view: View, rng: Chance) -> Sampled:
    """Draw the hidden cards; for many draws from one view, keep a `Sampler`.

    Args:
        view: What the seat knows; a spectator's view will do.
        rng: Where chance comes from; only its method `random` is called.

    Raises:
        HeartsError: No cards are out, nothing fits the view, or nothing was found that does.
    """
    return Sampler(view).draw(rng)


class Sampler:
    """All the ways in which the cards may lie that a seat does not see.

    It is prepared once for a view; then each draw is cheap.

    Args:
        view: What the seat knows; a spectator's view will do.
        tries: How many deals are drawn at most, in search of one that the plays allow.  Mostly
            the first one will do.

    Raises:
        HeartsError: No cards are out, or nothing fits the view; the sentence says why.
    """

    def __init__(self, view: View, *, tries: int = MOST_TRIES) -> None:
        if not isinstance(view, View):
            raise HeartsError(
                f"view must be a View, as game.view(seat) gives it, not {shown(view)}"
            )
        self._view = view
        self._tries = tries
        self._known = Known(view)
        self._spread = Spread(self._known.rows, self._known.room)
        if not self._spread.total:
            self._known.misfit()

    def count(self) -> int | None:
        """The number of ways in which the cards may lie; None where it is not known.

        It is not known where rules must be asked about each way and there are more than
        `MOST_LISTED`.
        """
        if not self._known.checks:
            return self._spread.total
        return None if self._spread.total > MOST_LISTED else len(self._listed)

    def draw(self, rng: Chance) -> Sampled:
        """Draw one of them, each as likely as any other.

        Chance comes in floats of 53 bits, as it does for a deal: what that adds is too little to
        be seen.

        Args:
            rng: Where chance comes from; only its method `random` is called.

        Raises:
            HeartsError: Nothing was found that the plays allow, or `rng` is no such source.
        """
        if not callable(getattr(rng, "random", None)):
            raise HeartsError(
                f"rng must have a method random(), like random.Random; {shown(rng)} has none"
            )
        random = rng.random
        for _ in range(self._tries):
            lying = self._lying(self._spread.drawn(random))
            if self._known.allows(lying):
                return self._sampled(lying, random)
        if self._spread.total > MOST_LISTED:
            raise HeartsError(
                f"none of {self._tries} deals that fit what is known was one in which every play "
                "was legal; more tries may find one"
            )
        if not (listed := self._listed):
            raise HeartsError("no cards can lie so: one play or another would not have been legal")
        return self._sampled(listed[int(random() * len(listed))], random)

    def admits(self, sample: Sampled) -> bool:
        """Whether the cards may lie so, from all that the seat knows."""
        players = self._view.players
        passes = sample.passes or (None,) * players
        if not len(sample.hands) == len(sample.captured) == len(passes) == players:
            return False
        laid = (each.cards if each else Cards() for each in passes)
        return self._known.admits((*sample.hands, *sample.captured, *laid, from_each(sample.kitty)))

    def _lying(self, dealt: Iterable[Iterable[int]]) -> Lying:
        """All the cards at each place."""
        base = self._known.base
        if self._known.repeats:
            return [there + unmarked(cards) for there, cards in zip(base, dealt, strict=True)]
        return [
            from_bits(there.bits | sum(cards)) for there, cards in zip(base, dealt, strict=True)
        ]

    def _sampled(self, lying: Lying, random: Callable[[], float]) -> Sampled:
        players = self._view.players
        return Sampled(
            hands=tuple(lying[:players]),
            kitty=tuple(shuffled(list(lying[-1]), random)),
            captured=tuple(lying[players : 2 * players]),
            passes=tuple(_passes(self._view, lying[2 * players : -1], random)),
        )

    @functools.cached_property
    def _listed(self) -> tuple[Lying, ...]:
        """Every way that the plays allow."""
        return tuple(filter(self._known.allows, map(self._lying, self._spread.each())))


def _passes(view: View, laid: Lying, random: Callable[[], float]) -> Iterator[Pass | None]:
    """What was laid down, split by chance where it goes to several seats."""
    if view.phase not in {"pass", "deal"}:
        return
    parts = (view.pattern or HOLD).packets(view.players)
    for seat, cards in enumerate(laid):
        if seat in view.to_act:
            yield None
        elif len(parts) < 2 or not cards:
            yield Pass(seat, cards)
        else:
            takers = [(seat + places) % view.players for places, _ in parts]
            packets = map(from_each, heaps(tuple(cards), [count for _, count in parts], random))
            yield Pass(seat, cards, dict(zip(takers, packets, strict=True)))
