"""Passing: who gives how many cards to whom before the first lead.

A pattern is the pass of one round; a cycle has a pattern for each round and then starts again.
Places are counted onward, in the order of play: 1 is the player who plays next, -1 the one who played before.  Which of
them sits at the left, the direction of the game says, and a pass is called by that: `Toward(1)` is ``left`` where play
goes clockwise, and ``right`` where it goes counterclockwise.

Everyone passes alike, so one list of packets says it for all seats: places onward, and how many cards go there.  Whatever pattern is chosen, everyone then gets as many cards as they gave, and hands stay equal.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from attrs import Factory, evolve, field

from heartslib._values.arguments import MOST_RULES, frozen, one_or_more, pairs, plain
from heartslib.cards import NO_CARDS, Cards
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import misfit, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed, printed
from heartslib.rules.dealer import placed
from heartslib.rules.direction import Direction
from heartslib.words import how_many, listed

__all__ = [
    "LEFT",
    "LEFT_RIGHT_ACROSS_HOLD",
    "NO_PASSING",
    "RIGHT",
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
    "WinnerToLoser",
]

_Pattern = TypeVar("_Pattern", "Toward", "Packets")

MIDDLE = 0
"""The middle of the table, as a place: no player is 0 places further on."""


class PassPattern(ABC):
    """The pass of one round.

    Attributes:
        name: Stable identifier, and what players call the pass: ``"left"``.
        fewer: Whether a player may pass fewer cards, or none; everyone gets back as many.
        unless_charged: Whether cards may be charged before the pass, which is then called off.
    """

    __slots__ = ()

    name: str
    fewer: bool = False
    unless_charged: bool = False

    @abstractmethod
    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """What each player gives: places onward, 1 to players - 1, and a number of cards.

        Cards that are shuffled in the middle and dealt back go to the place `MIDDLE`.
        """

    def named(self, direction: Direction) -> PassPattern:
        """The same pass, called as players call it in a game of that direction."""
        return self


def cards_passed(pattern: PassPattern, players: int) -> int:
    """How many cards each player gives by a pattern, at most; 0 if none are passed."""
    return sum([count for _, count in pattern.packets(players)])


def is_mixed(pattern: PassPattern, players: int) -> bool:
    """Whether cards go to the middle."""
    return MIDDLE in [places for places, _ in pattern.packets(players)]


def _check_two(players: int) -> None:
    """Refuse a pass without anybody to pass to."""
    if players < 2:
        raise RulesError(f"it takes two players to pass cards, not {players}")


def _elsewhere(rule: Toward, _: object, places: int) -> None:
    """Refuse the seat of the player who passes."""
    if not places:
        raise RulesError(f"{type(rule).__name__}: places must not be 0, the player's own seat")


@frozen(unsafe_hash=True)
class Toward(PassPattern):
    """Each player passes cards to the player some number of places onward.

    What it says: everyone chooses the cards to pass before seeing any that come.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "Deal and Passing", "Other Numbers of
    Players" and "Black Maria".

    Attributes:
        places: Places onward: to the left, or in a counterclockwise game to the right.  Negative
            numbers are the other way.
        count: How many cards each player passes.
    """

    places: int = field(validator=[whole_number(), _elsewhere])
    count: int = field(default=3, validator=whole_number(1))
    name: str = field(default=Factory(lambda self: _direction(self.places), takes_self=True))

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet."""
        _check_two(players)
        if self.places % players == 0:
            raise RulesError(
                f"with {players} players, the seat {self.places} places onward is your own"
            )
        return ((self.places % players, self.count),)

    def named(self, direction: Direction) -> Toward:
        return _renamed(self, _direction(self.places), _direction(self.places, direction))


def _direction(places: int, direction: Direction = Direction.CLOCKWISE) -> str:
    places = plain(places)
    if not isinstance(places, int):
        return ""  # the validator of `places` refuses it
    side = direction.side(places)
    ordinal = {1: "", 2: "second-", 3: "third-"}.get(abs(places), f"{abs(places)}th-")
    return ordinal + side


def _renamed(pattern: _Pattern, usual: str, name: str) -> _Pattern:
    """A pass by another name, if it is called as usual and not by a name of its own."""
    return evolve(pattern, name=name) if pattern.name == usual != name else pattern


@frozen(unsafe_hash=True)
class Across(PassPattern):
    """Each player passes cards to the player opposite.

    What it says: as for `Toward`, to the seat halfway round; it takes an even number of players.
    Sources: Fontaine ("in front"); all three "Hearts Rules"; pagat.com, "Deal and Passing".

    Attributes:
        count: How many cards each player passes.
    """

    count: int = field(default=3, validator=whole_number(1))
    name: str = "across"

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet, halfway round."""
        if players % 2:
            raise RulesError(
                f"cards cannot be passed across with {players} players: nobody sits opposite"
            )
        return ((players // 2, self.count),)


@frozen
class Scatter(PassPattern):
    """Each player passes cards to every other player.

    What it says: the same number to each of the others, so more players pass more cards in all.
    Sources: pagat.com, "Variations: Passing" and "Other Numbers of Players".

    Attributes:
        each: How many cards each of the others gets.
    """

    each: int = field(default=1, validator=whole_number(1))
    name: str = "scatter"

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet for each of the others."""
        return tuple((places, self.each) for places in range(1, players))


def _packets_sorted(
    packets: Mapping[int, int] | Iterable[tuple[int, int]],
) -> tuple[tuple[int, int], ...]:
    items = pairs(packets)
    for places, count in items:
        if type(places) is not int or not places or type(count) is not int or count < 1:
            raise RulesError(
                f"a packet is places onward, other than 0, and a number of cards, "
                f"not {quoted(places)}: {quoted(count)}"
            )
    return items


@frozen
class Packets(PassPattern):
    """Each player passes cards to several players: two to one side and one to the other, say.

    What it says: everyone passes alike, and so gets as many cards as they give.
    Sources: pagat.com, "Dirty Nasty Filthy Hearts".

    Attributes:
        parts: For each packet, places onward, as in `Toward`, and a number of cards: ``{1: 2, -1: 1}``.
    """

    parts: tuple[tuple[int, int], ...] = field(converter=_packets_sorted)
    name: str = field(default=Factory(lambda self: _parts_name(self.parts), takes_self=True))

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """The packets, counted onward."""
        _check_two(players)
        turned = [(places % players, count) for places, count in self.parts]
        if len({places for places, _ in turned} - {0}) < len(turned):
            raise RulesError(
                f"with {players} players, {self.name} passes to one player twice, or to yourself"
            )
        return tuple(sorted(turned))

    def named(self, direction: Direction) -> Packets:
        return _renamed(self, _parts_name(self.parts), _parts_name(self.parts, direction))


def _parts_name(
    parts: tuple[tuple[int, int], ...], direction: Direction = Direction.CLOCKWISE
) -> str:
    return "-".join(f"{count}-{_direction(places, direction)}" for places, count in parts)


@frozen
class Hold(PassPattern):
    """No cards are passed.

    What it says: everyone plays the hand as dealt.
    Sources: the fourth deal in every source that passes.
    """

    name: str = "hold"

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        return ()


@frozen
class Mix(PassPattern):
    """Everyone passes cards to the middle; they are shuffled and dealt back.

    What it says: everyone gets back as many as they gave.  A kitty is shuffled in, so your own
    cards may come back or end up in the kitty.
    Sources: pagat.com, "Variations: Passing" and "Dirty Nasty Filthy Hearts"; the "keeper" hand of
    turbo-hearts (passes of any number).

    Attributes:
        count: How many cards each player passes.
        fewer: Whether a player may pass fewer cards, or none.
        unless_charged: Whether players are asked to charge before the pass, which is called off if
            anybody does.  Without `Charges` it makes no difference.
    """

    count: int = field(default=3, validator=whole_number(1))
    fewer: bool = field(default=False, kw_only=True)
    unless_charged: bool = field(default=False, kw_only=True)
    name: str = "mix"

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        """One packet, to the middle."""
        return ((MIDDLE, self.count),)


LEFT = Toward(1)
"""Three cards to the next player: to the left, where the game goes clockwise."""

RIGHT = Toward(-1)
"""Three cards to the player before: to the right, where the game goes clockwise."""


class Passing(ChapterChoice):
    """Chapter: passing.

    Attributes:
        optional: Whether a player may decline to pass, and then passes on the cards received, unseen.
        kept: The kinds of card that may not be passed while the hand has enough others.
    """

    __slots__ = ()

    switch = "Passing"

    optional: bool = False
    kept: Cards = NO_CARDS

    def calls(self, players: int) -> tuple[PassPattern, ...]:
        """The patterns the dealer may call before the deal; empty if nobody calls."""
        return ()

    @abstractmethod
    def pattern(self, round_number: int, players: int) -> PassPattern:
        """The pass of a round, counted from 0, if no call decides it."""

    def by_places(self, places: tuple[int, ...], dealer: int) -> PassPattern | None:
        """The pass of a round, if the scores decide it; None if its number does.

        Args:
            places: The place of each seat by the scores before the round, 1 for the best.
            dealer: The seat that deals the round.
        """
        return None

    def later(self, number: int, players: int) -> Passing:
        """The passing of a game that begins with the pass of a later round.

        Args:
            number: The number of that round, counted from 0.
            players: The number of seats.
        """
        return self if self.calls(players) else _Later(self, number, self.optional, self.kept)


@frozen
class _Later(Printed, Passing):
    """A choice of passing from a later round on."""

    passing: Passing
    number: int
    optional: bool
    kept: Cards
    name: str = "later"

    def pattern(self, round_number: int, players: int) -> PassPattern:
        return self.passing.pattern(self.number + round_number, players)

    def printed(self, page: Page) -> str:
        return printed(self.passing, page)


def _patterns(patterns: PassPattern | Iterable[PassPattern]) -> tuple[PassPattern, ...]:
    cycle = one_or_more(patterns, "patterns")
    if not cycle:
        raise RulesError("a passing cycle needs at least one pattern; use Hold() for no passing")
    problems = [*filter(None, (misfit("pattern", pattern, PassPattern) for pattern in cycle))]
    if problems:
        raise RulesError(f"not a passing cycle: {'; '.join(problems)}")
    return cycle


def _others(
    others: Mapping[int, Iterable[PassPattern]] | Iterable[tuple[int, Iterable[PassPattern]]],
) -> tuple[tuple[int, tuple[PassPattern, ...]], ...]:
    return tuple((players, _patterns(patterns)) for players, patterns in pairs(others))


@frozen
class Cycle(Printed, Passing):
    """A cycle of passes, one each round.

    What it says: the first round uses the first pattern; after the last comes the first again.
    Sources: Fontaine and all three "Hearts Rules" (left, right, across, none); pagat.com, "Deal
    and Passing" and its variations.

    Attributes:
        patterns: The patterns, at least one.
        others: Other patterns for some numbers of players: ``{3: (LEFT, RIGHT, Hold())}``.
        optional: Whether passing is optional.  A player who declines passes on the cards
            received, unseen, to the next player in that direction who passed.
        kept: Cards that may not be passed while the hand has enough others.
    """

    patterns: tuple[PassPattern, ...] = field(converter=_patterns)
    others: tuple[tuple[int, tuple[PassPattern, ...]], ...] = field(default=(), converter=_others)
    optional: bool = field(default=False, kw_only=True)
    kept: Cards = field(factory=Cards, kw_only=True)
    name: str = "cycle"

    def patterns_for(self, players: int) -> tuple[PassPattern, ...]:
        """The patterns for that number of players."""
        return dict(self.others).get(players, self.patterns)

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """The pass of a round; rounds count from 0."""
        patterns = self.patterns_for(players)
        return patterns[round_number % len(patterns)]

    def later(self, number: int, players: int) -> Cycle:
        """The cycle from the pattern of a later round on."""
        patterns = self.patterns_for(players)
        first = number % len(patterns)
        return evolve(self, patterns=patterns[first:] + patterns[:first], others=())

    def label(self, page: Page) -> str:
        phrases = [_phrase(pattern, page) for pattern in self.patterns_for(page.players)]
        if {*phrases} == {"none"}:
            return "No passing"
        return ", ".join(phrases) if len(phrases) > 1 else f"{phrases[0]} every round"

    def printed(self, page: Page) -> str:
        players = page.players
        patterns = self.patterns_for(players)
        if not any(cards_passed(pattern, players) for pattern in patterns):
            return "No cards are passed."
        phrases = [_phrase(pattern, page) for pattern in patterns]
        course = listed([*_by_round(phrases)])
        again = "; then again from the start" if len(set(phrases)) > 1 else " every round"
        return (
            "After the deal, each player passes cards before seeing any received: "
            f"{course}{again}.{_sentences_of(self, page)}"
        )


@frozen
class WinnerToLoser(Printed, Passing):
    """Everyone passes in the direction in which the best player passes to the worst.

    What it says: the scores before the round decide; of players with the same score, the one nearest the
    dealer's left counts.  While all have the same score, everyone passes to the next.
    Sources: house rules ("the winner passes to the loser").

    Attributes:
        count: How many cards each player passes.
    """

    count: int = field(default=3, validator=whole_number(1))
    name: str = "winner-to-loser"

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """To the next player, as while all have the same score; else `by_places` says which it is."""
        return Toward(1, self.count)

    def by_places(self, places: tuple[int, ...], dealer: int) -> PassPattern:
        players = len(places)
        best = placed(places, 1, dealer)
        worst = placed(places, max(places), dealer)
        apart = (worst - best) % players or 1  # to the next, if all have the same score
        if 2 * apart == players > 2:
            return Across(self.count)
        return Toward(apart if 2 * apart <= players else apart - players, self.count)

    def later(self, number: int, players: int) -> WinnerToLoser:
        """The same, since the scores decide."""
        return self

    def printed(self, page: Page) -> str:
        return (
            f"After the deal, each player passes {how_many(self.count, 'card')} before seeing any received, "
            "in the direction in which the player with the best score passes to the one with the worst, "
            f"or to the {page.onward} if all have the same score. Of players with the same score, the one "
            f"nearest to the dealer's {page.onward} counts."
        )


@frozen
class DealerCalls(Printed, Passing):
    """The dealer calls the pass before the deal.

    What it says: any pass by which everyone gives and gets the same number of cards, or a `Mix`.
    Sources: pagat.com, "Dirty Nasty Filthy Hearts".

    Attributes:
        count: How many cards each player gives and gets.
        optional: Whether passing is optional; see `Cycle`.
        kept: Cards that may not be passed while the hand has enough others.
    """

    count: int = field(default=3, validator=whole_number(1))
    optional: bool = field(default=False, kw_only=True)
    kept: Cards = field(factory=Cards, kw_only=True)
    name: str = "dealer-calls"

    def calls(self, players: int) -> tuple[PassPattern, ...]:
        """Every way to split the cards among the other seats, and the mix."""
        _check_two(players)
        # counted first: listing millions of ways only to refuse them would take minutes
        ways = math.comb(self.count + players - 2, players - 2)
        if ways > _MOST_CALLS:
            raise RulesError(
                f"there are {ways} ways to pass {self.count} cards, too many for a dealer to call"
            )
        calls = list[PassPattern]()
        for split in _splits(self.count, players - 1):
            packets = tuple((places, part) for places, part in enumerate(split, 1) if part)
            calls.append(Packets(_nearest(packets, players)))
        return (*calls, Mix(self.count))

    def pattern(self, round_number: int, players: int) -> PassPattern:
        """A hold, until the dealer calls."""
        return Hold()

    def printed(self, page: Page) -> str:
        return (
            f"Before the deal, the dealer says how each player passes {how_many(self.count, 'card')}: split "
            "among the other players as the dealer likes, the same way for everyone; or "
            f"{_toward(MIDDLE, page, Mix())}.{_sentences_of(self, page)}"
        )


_MOST_CALLS = 10_000
"""How many passes a dealer may choose from."""


def _splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `count` as a sum of `parts` numbers, 0 allowed."""
    if parts == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _splits(count - first, parts - 1):
            yield (first, *rest)


def _nearest(split: tuple[tuple[int, int], ...], players: int) -> tuple[tuple[int, int], ...]:
    """Places counted the short way round: three onward of four is one back."""
    return tuple(
        (places if places <= players // 2 else places - players, count) for places, count in split
    )


def _by_round(phrases: list[str]) -> Iterator[str]:
    """When each pass is made: ``3 left in round 1``, ``none in rounds 2 to 4``."""
    if len(set(phrases)) == 1:
        yield phrases[0]
        return
    first = 1
    for phrase, run in itertools.groupby(phrases):
        last = first + len([*run]) - 1
        if last == first:
            yield f"{phrase} in round {first}"
        else:
            yield f"{phrase} in rounds {first} {'and' if last == first + 1 else 'to'} {last}"
        first = last + 1


def _phrase(pattern: PassPattern, page: Page) -> str:
    """A pass in a list of passes: ``3 left``, ``2 left and 1 right``, ``1 to every other player``."""
    players = page.players
    packets = pattern.packets(players)
    sizes = {count for _, count in packets}
    if len(packets) == players - 1 > 1 and len(sizes) == 1:
        return f"{sizes.pop()} to every other player"
    up_to = "up to " if pattern.fewer else ""
    phrases = [f"{up_to}{count} {_toward(places, page, pattern)}" for places, count in packets]
    return listed(phrases) or "none"


def _toward(places: int, page: Page, pattern: PassPattern) -> str:
    players = page.players
    if places == MIDDLE:
        back = ", as many to each player as they gave" if pattern.fewer else ""
        if pattern.unless_charged:
            back += f"; none if anybody {page.verb}s a card first"
        kitty = "with the kitty " if page.kitty else ""
        return f"to the middle (to be shuffled {kitty}and dealt back{back})"
    if 2 * places == players:
        return "across"
    direction = _direction(places if 2 * places < players else places - players, page.direction)
    nth, _, hand = direction.rpartition("-")
    return f"to the {nth} player on the {hand}" if nth else hand


def _sentences_of(passing: Cycle | DealerCalls, page: Page) -> str:
    text = ""
    players = page.players
    rounds = (passing.pattern(number, players) for number in range(MOST_RULES))
    passes = [each for each in passing.calls(players) or rounds if cards_passed(each, players)]
    mixed = [is_mixed(each, players) for each in passes]
    if passing.kept:
        kept = page.named(passing.kept, "or")
        text += f" You may not pass {kept} unless you have too few other cards."
    if passing.optional and not all(mixed):
        but = ", except to the middle" if any(mixed) else ""
        text += (
            f" Passing is optional{but}. A player who declines passes on the cards received, unseen; "
            "they may even return to their giver."
        )
    return text


_ODD = (3, 5, 7, 9, 11)
"""The numbers of players with which nobody sits opposite."""

LEFT_RIGHT_ACROSS_HOLD = Cycle(
    (LEFT, RIGHT, Across(), Hold()), dict.fromkeys(_ODD, (LEFT, RIGHT, Hold()))
)
"""The usual cycle; with an odd number of players, nothing is passed across."""

LEFT_RIGHT_ACROSS = Cycle((LEFT, RIGHT, Across()), dict.fromkeys(_ODD, (LEFT, RIGHT)))
"""The usual cycle without a hold."""

LEFT_RIGHT_ACROSS_SCATTER = Cycle(
    (LEFT, RIGHT, Across(), Scatter()), dict.fromkeys(_ODD, (LEFT, RIGHT, Scatter()))
)
"""The usual cycle, with a scatter instead of the hold."""

NO_PASSING = Cycle((Hold(),))
"""No cards are passed in any round."""


def called(
    calls: tuple[PassPattern, ...], call: str | Mapping[int, int] | PassPattern, players: int
) -> PassPattern:
    """The pattern that a dealer calls, given by its name, its packets, or itself.

    Raises:
        RulesError: The rules do not allow this call.
    """
    pattern = Packets(call) if isinstance(call, Mapping) else call
    for each in calls:
        if pattern == each.name:
            return each
        same = isinstance(pattern, PassPattern) and sorted(pattern.packets(players))
        if same and same == sorted(each.packets(players)):
            return each
    names = listed([each.name for each in calls], "or")
    raise RulesError(f"{quoted(call)} cannot be called; the calls are {names}")
