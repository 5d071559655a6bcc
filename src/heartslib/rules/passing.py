"""Passing: who gives how many cards to whom before the first lead.

A pattern says it for one round; a cycle lists one pattern for each round and starts again at
its end.  Places are counted to the left: 1 is the left neighbour, -1 the right one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib._given import MOST_RULES, one_or_more
from heartslib._pairs import pairs
from heartslib.cards import Cards
from heartslib.errors import RulesError, shown
from heartslib.rules._checks import problem, reads_cards, whole_number
from heartslib.rules._words import listed, named

__all__ = [
    "ACROSS",
    "HOLD",
    "LEFT",
    "LEFT_RIGHT_ACROSS",
    "LEFT_RIGHT_ACROSS_HOLD",
    "LEFT_RIGHT_ACROSS_SCATTER",
    "MIX",
    "NO_PASSING",
    "RIGHT",
    "SCATTER",
    "SECOND_LEFT",
    "SECOND_RIGHT",
    "Across",
    "Cycle",
    "DealerCalls",
    "Hold",
    "Mix",
    "Packets",
    "PassPattern",
    "Passing",
    "Scatter",
    "Toward",
]

MIDDLE: Final = 0
"""The place of the middle of the table: no player is 0 places to the left."""


@runtime_checkable
class PassPattern(Protocol):
    """How the cards of one round are passed."""

    @property
    def name(self) -> str:
        """Stable identifier, and the word that players use: ``"left"``."""
        ...

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """What each player gives: places to the left, 1 to players - 1, and how many cards.

        Cards that go to the middle, to be shuffled and dealt back, go to place `MIDDLE`.
        """
        ...


def count_of(pattern: PassPattern, players: int) -> int:
    """How many cards each player lays down by a pattern; 0 where none are passed."""
    return sum(count for _, count in pattern.packets(players))


def is_mixed(pattern: PassPattern, players: int) -> bool:
    """Whether cards go to the middle."""
    return any(places == MIDDLE for places, _ in pattern.packets(players))


@attrs.frozen
class Toward:
    """Every player gives cards to the player so many places to the left.

    What it says: all lay their cards down before anyone looks at what came.
    Sources: 000 to 003, 004 "Deal and Passing", "Other Numbers of Players", "Black Maria".

    Attributes:
        places: Places to the left; a negative number is to the right.
        count: Cards that each player gives.
    """

    places: int = attrs.field(validator=whole_number())
    count: int = attrs.field(default=3, validator=whole_number(1))
    name: str = attrs.field(
        default=attrs.Factory(lambda self: _direction(self.places), takes_self=True), kw_only=True
    )

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet."""
        if players < 2 or self.places % players == 0:
            raise RulesError(f"{self.places} places to the left of {players} players is oneself")
        return ((self.places % players, self.count),)


def _direction(places: int) -> str:
    if not isinstance(places, int):
        return ""  # the validator of `places` refuses it
    side = "left" if places > 0 else "right"
    ordinal = {1: "", 2: "second-", 3: "third-"}.get(abs(places), f"{abs(places)}th-")
    return ordinal + side


@attrs.frozen
class Across:
    """Every player gives cards to the player opposite.

    What it says: as `Toward`, to the seat half way round; the players must be even in number.
    Sources: 000 to 003 ("in front", "straight across"), 004 "Deal and Passing".

    Attributes:
        count: Cards that each player gives.
    """

    count: int = attrs.field(default=3, validator=whole_number(1))
    name: str = attrs.field(default="across", kw_only=True)

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet, half way round."""
        if players % 2:
            raise RulesError(f"cards cannot be passed across: nobody sits opposite with {players}")
        return ((players // 2, self.count),)


@attrs.frozen
class Scatter:
    """Every player gives cards to every other player.

    What it says: as many cards to each of the others, so in all more with more players (A59).
    Sources: 004 "Variations: Passing", "Other Numbers of Players".

    Attributes:
        each: Cards for each of the other players.
    """

    each: int = attrs.field(default=1, validator=whole_number(1))
    name: str = attrs.field(default="scatter", kw_only=True)

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet for each of the others."""
        return tuple((places, self.each) for places in range(1, players))


def _packets(packets: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    items = pairs(packets)
    for places, count in items:
        if type(places) is not int or type(count) is not int or count < 1:
            raise RulesError(
                f"a packet is places to the left and a count, not {shown(places)}: {shown(count)}"
            )
    return items


@attrs.frozen
class Packets:
    """Every player gives cards to several players: two to the left, one to the right.

    What it says: the same for all, so that each gets as many as each gives.
    Sources: 004 "Dirty Nasty Filthy Hearts".

    Attributes:
        parts: Places to the left and a count for each packet; give ``{1: 2, -1: 1}``.
    """

    parts: tuple[tuple[int, int], ...] = attrs.field(converter=_packets)
    name: str = attrs.field(
        default=attrs.Factory(lambda self: _parts_name(self.parts), takes_self=True), kw_only=True
    )

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """The packets, counted to the left."""
        turned = [(places % max(players, 1), count) for places, count in self.parts]
        if len({places for places, _ in turned} - {0}) < len(turned):
            raise RulesError(f"{self.name} names one player twice, or oneself, with {players}")
        return tuple(sorted(turned))


def _parts_name(parts: tuple[tuple[int, int], ...]) -> str:
    return "-".join(f"{count}-{_direction(places)}" for places, count in parts)


@attrs.frozen
class Hold:
    """No cards are passed.

    What it says: play follows the deal.
    Sources: the fourth deal of 000 to 003 and of 004.
    """

    name: str = attrs.field(default="hold", kw_only=True)

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        return ()


@attrs.frozen
class Mix:
    """Everyone lays cards in the middle; they are shuffled and dealt back.

    What it says: as many as each gave come back; a kitty is shuffled in, and the new kitty may
    hold cards that were laid down (A60).
    Sources: 004 "Variations: Passing", "Dirty Nasty Filthy Hearts".

    Attributes:
        count: Cards that each player gives.
    """

    count: int = attrs.field(default=3, validator=whole_number(1))
    name: str = attrs.field(default="mix", kw_only=True)

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet, to the middle."""
        return ((MIDDLE, self.count),)


LEFT: Final = Toward(1)
"""Three cards to the left."""

RIGHT: Final = Toward(-1)
"""Three cards to the right."""

SECOND_LEFT: Final = Toward(2)
"""Three cards to the second seat to the left."""

SECOND_RIGHT: Final = Toward(-2)
"""Three cards to the second seat to the right."""

ACROSS: Final = Across()
"""Three cards to the seat opposite."""

SCATTER: Final = Scatter()
"""One card to every other player."""

HOLD: Final = Hold()
"""No cards."""

MIX: Final = Mix()
"""Three cards from everyone, shuffled and dealt back."""


@runtime_checkable
class Passing(Protocol):
    """Chapter: passing."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def optional(self) -> bool:
        """Whether a player may pass nothing, and then hands on unseen what comes."""
        ...

    @property
    def kept(self) -> Cards:
        """Kinds of card that may not be passed while the hand has enough others."""
        ...

    def calls(self, players: int) -> tuple[PassPattern, ...]:
        """The patterns from which the dealer calls one before the deal; none where it is fixed."""
        ...

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """How cards are passed in a round, counted from 0, where no call decides it."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


def _patterns(patterns: PassPattern | Iterable[PassPattern]) -> tuple[PassPattern, ...]:
    found = one_or_more(MOST_RULES, patterns, "patterns", error=RulesError)
    if not found:
        raise RulesError("a passing cycle needs at least one pattern; use HOLD for no passing")
    problems = [problem("pattern", pattern, PassPattern) for pattern in found]
    if any(problems):
        raise RulesError(f"this is no passing cycle: {'; '.join(filter(None, problems))}")
    return found


def _others(
    others: Mapping[int, Iterable[PassPattern]] | Iterable[tuple[int, Iterable[PassPattern]]],
) -> tuple[tuple[int, tuple[PassPattern, ...]], ...]:
    return tuple((players, _patterns(patterns)) for players, patterns in pairs(others))


@attrs.frozen(field_transformer=reads_cards)
class Cycle:
    """Patterns in turn, one a round, again and again.

    What it says: round 1 uses the first pattern, and after the last comes the first.
    Sources: 000 to 003 (left, right, across, none), 004 "Deal and Passing" and its variations.

    Attributes:
        patterns: The patterns, at least one.
        others: Other patterns for some numbers of players: ``{3: (LEFT, RIGHT, HOLD)}``.
        optional: Whether nobody need pass; who does not hands on unseen what comes (A33).
        kept: Cards that may not be passed, while the hand has enough others.
    """

    patterns: tuple[PassPattern, ...] = attrs.field(converter=_patterns)
    others: tuple[tuple[int, tuple[PassPattern, ...]], ...] = attrs.field(
        default=(), converter=_others
    )
    optional: bool = attrs.field(default=False, kw_only=True)
    kept: Cards = attrs.field(factory=Cards, kw_only=True)
    name: str = attrs.field(default="cycle", kw_only=True)

    def calls(self, players: int) -> tuple[PassPattern, ...]:
        """None: the cycle decides."""
        return ()

    def patterns_for(self, players: int) -> tuple[PassPattern, ...]:
        """The patterns for that number of players."""
        return dict(self.others).get(players, self.patterns)

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """How cards are passed in a round; rounds count from 0."""
        patterns = self.patterns_for(players)
        return patterns[round_number % len(patterns)]

    def describe(self, players: int) -> str:
        patterns = self.patterns_for(players)
        if not any(count_of(pattern, players) for pattern in patterns):
            return "No cards are passed."
        course = ", ".join(_phrase(pattern, players) for pattern in patterns)
        again = "and so on" if len(patterns) > 1 else "in every round"
        return (
            "After the deal each player passes cards, chosen before looking at those that come: "
            f"{course}, {again}.{_terms(self)}"
        )


@attrs.frozen(field_transformer=reads_cards)
class DealerCalls:
    """The dealer says before the deal how cards are passed.

    What it says: any way in which everyone gives and gets the same number, or `Mix`.
    Sources: 004 "Dirty Nasty Filthy Hearts".

    Attributes:
        count: How many cards each player gives and gets.
        optional: Whether nobody need pass; who does not hands on unseen what comes.
        kept: Cards that may not be passed, while the hand has enough others.
    """

    count: int = attrs.field(default=3, validator=whole_number(1))
    optional: bool = attrs.field(default=False, kw_only=True)
    kept: Cards = attrs.field(factory=Cards, kw_only=True)
    name: str = attrs.field(default="dealer-calls", kw_only=True)

    def calls(self, players: int) -> tuple[PassPattern, ...]:
        """Every way to split the cards among the other seats, and the mix."""
        if players < 2:
            raise RulesError(f"with {players} players there is nobody to pass to")
        ways = math.comb(self.count + players - 2, players - 2)
        if ways > _MOST_CALLS:
            raise RulesError(f"{self.count} cards can be passed in {ways} ways: too many to call")
        splits = (
            tuple((places, part) for places, part in enumerate(split, 1) if part)
            for split in _splits(self.count, players - 1)
        )
        packets = (Packets(_nearest(split, players)) for split in splits)
        return (*packets, Mix(self.count))

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """No pattern is fixed: this one is what stands until the dealer calls."""
        return HOLD

    def describe(self, players: int) -> str:
        return (
            "Before the deal the dealer calls how cards are passed: any way in which everyone "
            f"gives {self.count} and gets {self.count}, the same for all, or a mix: to the "
            f"middle, shuffled and dealt back.{_terms(self)}"
        )


_MOST_CALLS: Final = 10_000
"""Ways to pass among which a dealer may choose."""


def _splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `count` as a sum of `parts` numbers, 0 allowed."""
    if parts == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _splits(count - first, parts - 1):
            yield (first, *rest)


def _nearest(split: tuple[tuple[int, int], ...], players: int) -> tuple[tuple[int, int], ...]:
    """Places counted the short way round: three to the left of four is one to the right."""
    return tuple(
        (places if places <= players // 2 else places - players, count) for places, count in split
    )


def _phrase(pattern: PassPattern, players: int) -> str:
    count = count_of(pattern, players)
    words = pattern.name.replace("-", " ")
    return f"{count} {words}" if count and not words[0].isdigit() else words


def _terms(passing: Cycle | DealerCalls) -> str:
    terms = ""
    if passing.kept:
        terms += f" {named(passing.kept)} may not be passed while there are enough other cards."
    if passing.optional:
        terms += (
            " Nobody need pass: who does not hands on, without looking, the cards that come, "
            "perhaps to the player who gave them."
        )
    return terms


_ODD: Final = (3, 5, 7, 9, 11)
"""The numbers of players with whom nobody sits opposite (A9)."""

LEFT_RIGHT_ACROSS_HOLD: Final = Cycle(
    (LEFT, RIGHT, ACROSS, HOLD), dict.fromkeys(_ODD, (LEFT, RIGHT, HOLD))
)
"""The usual cycle, without its third part where the players are odd in number."""

LEFT_RIGHT_ACROSS: Final = Cycle((LEFT, RIGHT, ACROSS), dict.fromkeys(_ODD, (LEFT, RIGHT)))
"""The usual cycle without a hold."""

LEFT_RIGHT_ACROSS_SCATTER: Final = Cycle(
    (LEFT, RIGHT, ACROSS, SCATTER), dict.fromkeys(_ODD, (LEFT, RIGHT, SCATTER))
)
"""Scatter in place of hold."""

NO_PASSING: Final = Cycle((HOLD,))
"""No cards are passed in any round."""


def called(
    passing: Passing, call: str | Mapping[int, int] | PassPattern, players: int
) -> PassPattern:
    """The pattern that a dealer calls by its name, its packets, or itself.

    Raises:
        RulesError: It cannot be called: players would not give and get the same number, or
            the wrong one.
    """
    pattern = Packets(call) if isinstance(call, Mapping) else call
    for each in passing.calls(players):
        if pattern == each.name:
            return each
        same = isinstance(pattern, PassPattern) and sorted(pattern.packets(players))
        if same and same == sorted(each.packets(players)):
            return each
    calls = listed([each.name for each in passing.calls(players)], "or")
    raise RulesError(f"{shown(call)} cannot be called; the calls are {calls}")
