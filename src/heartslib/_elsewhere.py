"""A round from elsewhere: on paper, at a table with real cards, or in another program.

A position that is laid out, what a player knows, a record, and piles that are only counted are the same
round, said to a different depth.  Each of them is a value of its own, for its door takes what it needs;
what they have in common is described and read here.  What depends on the rules and on the number of
seats is checked where these are known: see `heartslib.phases.match.Match.with_round`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, cast

from attrs import Attribute, field, validators

from heartslib._values.arguments import (
    BY_SEAT,
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    TRICKS,
    at_most,
    checked_text,
    frozen,
    kept,
    of_kind,
    plain,
    prefixed_errors,
    series,
)
from heartslib._values.bits import MAX_COPIES, PACK_SIZE
from heartslib.cards import Card, Cards, CardsLike, in_order
from heartslib.errors import Argument, CardsError, HeartsError, fault, quoted

_MOST_TRICKS = PACK_SIZE * MAX_COPIES // 2
_MOST_CHECKS = 100
MOST_POOL = 1_000_000_000
"""The most counters that a pool may hold when a game begins."""


def by_seat(name: str, cards: Iterable[CardsLike]) -> tuple[Cards, ...]:
    """Cards for each seat, seat 0 first; `name` is the argument's name for errors."""
    piles = series(MOST_PLAYERS, cards, name, BY_SEAT)
    with prefixed_errors(name, CardsError):
        return tuple(map(Cards.parse, piles))


def charges(charged: CardsLike | Iterable[CardsLike]) -> tuple[Cards, ...]:
    """What was charged: an entry for each seat, or the cards together, in one entry or one in each."""
    # a list is ambiguous: `are_together` decides once the number of seats is known
    if not isinstance(charged, str | Card | Cards | AbstractSet):
        return by_seat("charged", charged)
    try:
        together = Cards(cast("CardsLike", charged))
    except CardsError as error:  # `prefixed_errors` takes longer, and apps ask often
        raise CardsError(f"charged: {error}") from error
    return (together,) if together else ()


def are_together(charged: tuple[Cards, ...], seats: int) -> bool:
    """Whether what was charged is given together, so that it does not say who charged which card.

    Raises:
        HeartsError: It is neither that nor an entry for each seat.
    """
    if len(charged) in {0, seats}:
        return False
    if len(charged) == 1 or all(len(part) == 1 for part in charged):
        return True
    raise HeartsError(f"charged must have one entry for each of {seats} seats, not {len(charged)}")


def not_by_seat(
    name: str, numbers: tuple[object, ...] | None, seats: int, *, least: int | None = None
) -> Iterator[HeartsError]:
    """That an argument is not a whole number for each seat, none of them below `least`."""
    if numbers is None:
        return
    whole = [number for number in numbers if type(number) is int]
    if len(numbers) != seats or len(whole) != seats:
        must = Argument(name), " must be ", seats, " whole numbers, not "
        yield fault("numbers", *must, quoted(numbers))
    elif least is not None and min(whole) < least:
        yield fault("numbers", Argument(name), " must be ", least, " or more, not ", numbers)


def kitty_in_order(kitty: CardsLike) -> tuple[Card, ...]:
    """A kitty in order; cards without an order are sorted."""
    return tuple(Cards(kitty)) if isinstance(kitty, Cards | AbstractSet) else in_order(kitty)


def is_seat(value: object, attribute: Attribute[int], seat: object) -> None:
    """Check that a field holds a whole number, for attrs; whether there is such a seat depends on the table.

    Raises:
        HeartsError: It does not.
    """
    if type(kept(value, attribute, seat)) is not int:
        raise HeartsError(f"{quoted(seat)} is not a seat: seats are whole numbers, counted from 0")


def is_contract(_: object, __: Attribute[str], name: object) -> None:
    """Check that a field holds text that may be the name of a contract, for attrs.

    Raises:
        HeartsError: It does not.
    """
    of_kind(str, name, "contract must be the name of a contract, such as 'no-tricks'")
    checked_text("the name of a contract", name)


def _numbers(name: str, entries: Iterable[int | None], *kinds: type) -> tuple[Any, ...]:
    numbers = series(MOST_PLAYERS, entries, name, NUMBERS_BY_SEAT)
    if any(type(number) not in {int, *kinds} for number in numbers):
        raise HeartsError(f"{name} must be {NUMBERS_BY_SEAT}, not {quoted(numbers)}")
    return numbers


def _scores(scores: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if scores is None else _numbers("scores", scores)


def checked_pool(pool: int) -> int:
    """The counters in a pool before a round.

    Raises:
        HeartsError: They are not a whole number that a pool may hold.
    """
    number: int = plain(pool)
    if type(number) is not int or not 0 <= number <= MOST_POOL:
        must = f"pool must be a whole number of counters from 0 to {MOST_POOL}, not "
        raise fault("pool", must, quoted(pool))
    return number


def _pool(pool: int | None) -> int | None:
    return None if pool is None else checked_pool(pool)


def _bids(bids: Iterable[int | None]) -> tuple[int | None, ...]:
    return _numbers("bids", bids, type(None))


def _tricks(tricks: Iterable[CardsLike]) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(in_order, series(_MOST_TRICKS, tricks, "tricks", TRICKS)))


def _shown(cards: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return by_seat("shown", cards)


def _waived(names: Iterable[str]) -> tuple[str, ...]:
    """The names of checks to leave out, from any iterable of strings."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise HeartsError(f"waive must be a list of names of checks, not {quoted(names)}")
    listed = at_most(_MOST_CHECKS, names, "checks")
    return tuple(checked_text("the name of a check", name) for name in listed)


@frozen(kw_only=True)
class RoundElsewhere:
    """What is said of any round from elsewhere.

    Attributes:
        leader: The seat that led first: to the first of the tricks given, or to the trick on the table.
        scores: The scores before the round, seat 0 first; None leaves those of the game.
        pool: The counters in the pool before the round; None leaves those of the game.
        contract: The contract of the round; None if it is settled, or if there are no contracts.
        bids: What each seat has bid for naming it, seat 0 first: 0 for a pass, None for one that has
            not been asked; empty if nothing was sold.
        kitty: The kitty, or what is left of it, in order.
        face_up: The dealer's last card, if the rules show it.
        charged: What each seat has charged, seat 0 first, or one entry with all of it; empty if nothing.
    """

    leader: int | None = field(default=None, validator=validators.optional(is_seat))
    scores: tuple[int, ...] | None = field(default=None, converter=_scores)
    pool: int | None = field(default=None, converter=_pool)
    contract: str | None = field(default=None, validator=validators.optional(is_contract))
    bids: tuple[int | None, ...] = field(default=(), converter=_bids)
    kitty: tuple[Card, ...] = field(default=(), converter=kitty_in_order)
    face_up: tuple[Card, ...] = field(default=(), converter=in_order)
    charged: tuple[Cards, ...] = field(default=(), converter=charges)


@frozen(kw_only=True)
class PositionElsewhere(RoundElsewhere):
    """What is said of a position in the middle of a round.

    Attributes:
        tricks: The earlier tricks, first to last, each in the order of play.
        trick: The trick on the table, in the order of play.
        shown: The hand that each seat has laid open, as far as it still holds it, seat 0 first; an
            empty entry leaves it to the tricks.
        waived: The names of the checks that are left out.
    """

    tricks: tuple[tuple[Card, ...], ...] = field(default=(), converter=_tricks)
    trick: tuple[Card, ...] = field(default=(), converter=in_order)
    shown: tuple[Cards, ...] = field(default=(), converter=_shown)
    waived: tuple[str, ...] = field(default=(), converter=_waived)
