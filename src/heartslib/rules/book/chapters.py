"""The chapters of a rulebook: what each may hold, whether they fit together, and how they read.

`Rulebook` has a field for each chapter, and all that follows from the chapters alone: who is ahead, when the
game is over, how it reads.  `AtTable` adds the number of players, and with it the pack, the hands and the
passes.  A choice that fits its chapter need not fit the others: a kitty may not suit the pack, a contract not
the quotas.  `own_problems` asks that, for one number of players, so that a rulebook is refused when it is
written and not in the middle of a game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Any, Self

from attrs import Attribute, field, fields

from heartslib._values.arguments import (
    MOST_PAIRS,
    MOST_PLAYERS,
    MOST_RULES,
    at_most,
    checked_text,
    did_you_mean,
    one_or_more,
    pairs,
    plain,
)
from heartslib._values.quick import frozen
from heartslib._values.seats import for_each
from heartslib.cards import NO_CARDS as NO_CARDS  # noqa: PLC0414 - bots import it from here
from heartslib.cards import Card, Cards, Suit
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import misfit, whole_number
from heartslib.rules.book.page import FORMS, Text
from heartslib.rules.charging import Charging, NoCharging, charging_given
from heartslib.rules.counting.terms import unplayed
from heartslib.rules.dealer import Dealer, DealMovesLeft
from heartslib.rules.deck import Deck, Pack
from heartslib.rules.direction import Direction, direction_given
from heartslib.rules.ending import Ending, Scores, Target, TotalRule, places
from heartslib.rules.kitty import Kitty, KittyTo
from heartslib.rules.moon import Moon, ShootTheMoon
from heartslib.rules.opening import LowestClubLeads, Opening
from heartslib.rules.passing import (
    LEFT_RIGHT_ACROSS_HOLD,
    NO_PASSING,
    Passing,
    PassPattern,
    cards_passed,
    is_mixed,
)
from heartslib.rules.play import (
    FollowSuit,
    HeartsMustBeBroken,
    PlayRule,
    Restriction,
    Showing,
    misstated,
)
from heartslib.rules.scoring import HEARTS_ONE_QUEEN_13, Step
from heartslib.rules.sides import EveryoneAlone, Sides
from heartslib.rules.tricks import HighestOfSuitLed, PlayedOut, RoundEnd, TrickRule
from heartslib.sheet import ScoreSheet
from heartslib.table import Table, Trick
from heartslib.words import how_many, in_words, is_suit

if TYPE_CHECKING:
    from heartslib.rules.book.round_rules import RoundRules
    from heartslib.rules.contracts import Contracts

__all__ = ["Rulebook"]

_LONGEST_NAME = 50
_LONGEST_LINE = 280

_CHARGING = "Charging"
_RULES = "rules in a chapter"
ANY_CARD = "Any card may be played."
IN_ORDER = "Apply these rules in order; one that would leave you no card is waived."
BONUSES = "A shooter scores bonuses too."
ORDERED = ("Play", "Scoring", "Bonuses")
"""The chapters in which a sentence may depend on those before it."""
FRAMING = frozenset({ANY_CARD, IN_ORDER, BONUSES})
"""Sentences that say how to read others."""


def player_numbers(players: int | Iterable[int]) -> tuple[int, ...]:
    if isinstance(players, Iterable):
        numbers = at_most(MOST_PLAYERS, players, "numbers of players", error=RulesError)
    else:
        numbers = (plain(players),)
    if not numbers:
        raise RulesError("players must name at least one number of players")
    for number in numbers:
        if type(number) is not int or not 2 <= number <= MOST_PLAYERS:
            raise RulesError(
                f"{quoted(number)} is not a number of players from 2 to {MOST_PLAYERS}"
            )
    return tuple(sorted(set(numbers)))


def _is_text(_: object, attribute: Attribute[str], text: object) -> None:
    checked_text(attribute.name, text, lines=True, error=RulesError)


def _has_name(_: object, attribute: Attribute[str], text: str) -> None:
    if not text.strip():
        raise RulesError(f"{attribute.name} must not be empty: name the game")


def _are_lines(_: object, attribute: Attribute[tuple[str, ...]], lines: tuple[str, ...]) -> None:
    for line in lines:
        checked_text(f"each of {attribute.name}", line, lines=True, error=RulesError)


def _tuple(lines: Iterable[str]) -> tuple[str, ...]:
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        raise RulesError(f"aliases and decisions are lists of strings, not {quoted(lines)}")
    return at_most(MOST_PAIRS, lines, "strings", error=RulesError)


def _by_players(
    decisions: Mapping[int, Iterable[str]] | Iterable[tuple[int, Iterable[str]]],
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    by_players = tuple((players, _tuple(lines)) for players, lines in pairs(decisions))
    for players, lines in by_players:
        player_numbers(players)
        for line in lines:
            checked_text("each of decisions_by_players", line, lines=True, error=RulesError)
    return by_players


@frozen
class Chapter:
    """A chapter of the rulebook, which is one field of `Rules`.

    Attributes:
        name: The name of the field.
        base: The class that its choices derive from.
        title: Its heading in `Rules.describe`.
        default: What it holds in American Hearts: a choice, a list of them in order, or None.
    """

    name: str
    base: type
    title: str
    default: Any

    @property
    def several(self) -> bool:
        """Whether it takes a list of choices, in order."""
        return isinstance(self.default, tuple)

    def choices(self, rules: Rulebook) -> tuple[Any, ...]:
        """The choices that a rulebook makes in this chapter."""
        return self._listed(getattr(rules, self.name))

    @property
    def usual(self) -> tuple[Any, ...]:
        """The choices that American Hearts makes in it."""
        return self._listed(self.default)

    def _listed(self, chosen: Any) -> tuple[Any, ...]:
        if self.several:
            return tuple(chosen)
        # None is a choice only where the default is None: elsewhere it is refused as a misfit
        return () if self.default is None and chosen is None else (chosen,)


def chapter_of(base: type, title: str) -> dict[str, Any]:
    """The metadata of a field of `Rules` that is a chapter."""
    return {"chapter": (base, title)}


def _chapter(base: type, title: str, default: Any) -> Any:
    """A field of `Rules` for a chapter that takes its choice as it is given."""
    return field(default=default, metadata=chapter_of(base, title))


# three functions, since a type checker reads from them what a chapter may be given
def restrictions_given(rules: PlayRule | Iterable[PlayRule]) -> tuple[PlayRule, ...]:
    return one_or_more(rules, _RULES)


def steps_given(rules: Step | Iterable[Step]) -> tuple[Step, ...]:
    return one_or_more(rules, _RULES)


def _total_rules(rules: TotalRule | Iterable[TotalRule]) -> tuple[TotalRule, ...]:
    return one_or_more(rules, _RULES)


@frozen(kw_only=True, eq=False, repr=False)
class Rulebook:
    """A choice for each chapter but the contracts: what `Rules` and `RoundRules` have in common.

    Attributes:
        name: The name of the game.
        deck: Which cards are in play.
        kitty: Who gets the cards that are not dealt to anybody, if there are any.
        dealer: Who deals the next round.
        direction: Which way round the table the game goes.  Seat + 1 plays after seat in either direction, and
            sits to the left where it is clockwise.
        sides: Who plays with whom.
        passing: Who passes what to whom before the play.
        charging: What may be charged after the pass.
        opening: Who leads to the first trick, and what.
        play: The restrictions on play, in order; the one on the opening lead comes before them.
        showing: When a player must show the hand; None for never.
        tricks: When a trick is complete, and who wins it.
        round_end: When a round ends before its last trick.
        scoring: What cards cost: the scoring steps before the moon, in order.
        moon: What happens if one player takes every penalty card.
        bonuses: The scoring steps after the moon, in order; the moon does not affect them.
        totals: How scores change before the end of the game is tested, in order.
        ending: When the game is over.
        summary: What is special about the game, in one sentence.
        source: Where these rules are written.
        aliases: Other names of the game.
        decisions: How the source is read where it is silent or ambiguous.
        decisions_by_players: Those that concern only some numbers of players: a mapping such as
            ``{6: ["Four cards are removed."]}``.
        revision: The number of the edition.  It rises whenever a published rulebook changes, so that
            a record can name the rules it was played by.
    """

    name: str = field(validator=[_is_text, _has_name])
    deck: Deck = _chapter(Deck, "The pack", Pack())
    kitty: Kitty = _chapter(Kitty, "The pack", KittyTo())
    dealer: Dealer = _chapter(Dealer, "The pack", DealMovesLeft())
    direction: Direction = field(default=Direction.CLOCKWISE, converter=direction_given)
    sides: Sides = _chapter(Sides, "Sides", EveryoneAlone())
    passing: Passing = _chapter(Passing, "Passing", LEFT_RIGHT_ACROSS_HOLD)
    charging: Charging = field(
        default=NoCharging(), converter=charging_given, metadata=chapter_of(Charging, _CHARGING)
    )
    opening: Opening = _chapter(Opening, "The opening lead", LowestClubLeads())
    play: tuple[PlayRule, ...] = field(
        default=(FollowSuit(), HeartsMustBeBroken()),
        converter=restrictions_given,
        metadata=chapter_of(PlayRule, "Play"),
    )
    showing: Showing | None = _chapter(Showing, "Showing", None)
    tricks: TrickRule = _chapter(TrickRule, "Tricks", HighestOfSuitLed())
    round_end: RoundEnd = _chapter(RoundEnd, "Tricks", PlayedOut())
    scoring: tuple[Step, ...] = field(
        default=(HEARTS_ONE_QUEEN_13,), converter=steps_given, metadata=chapter_of(Step, "Scoring")
    )
    moon: Moon = _chapter(Moon, "Shooting the moon", ShootTheMoon())
    bonuses: tuple[Step, ...] = field(
        default=(), converter=steps_given, metadata=chapter_of(Step, "Bonuses")
    )
    totals: tuple[TotalRule, ...] = field(
        default=(), converter=_total_rules, metadata=chapter_of(TotalRule, "The end of the game")
    )
    ending: Ending = _chapter(Ending, "The end of the game", Target())
    summary: str = field(default="", validator=_is_text, eq=False)
    source: str = field(default="", validator=_is_text, eq=False)
    aliases: tuple[str, ...] = field(default=(), converter=_tuple, validator=_are_lines, eq=False)
    decisions: tuple[str, ...] = field(default=(), converter=_tuple, validator=_are_lines, eq=False)
    decisions_by_players: tuple[tuple[int, tuple[str, ...]], ...] = field(
        default=(), converter=_by_players, eq=False
    )
    revision: int = field(default=1, validator=whole_number(1), eq=False)

    @property
    @abstractmethod
    def numbers(self) -> tuple[int, ...]:
        """The numbers of players that can play it."""

    @property
    @abstractmethod
    def usual_players(self) -> int:
        """The number of players if none is given."""

    @abstractmethod
    def with_number(self, players: int) -> AtTable:
        """These rules for a number of players, whether they work for it or not."""

    @abstractmethod
    def at(self, players: int) -> AtTable:
        """These rules as a table of that many plays them.

        Raises:
            RulesError: The rules are not for that many players.
        """

    @abstractmethod
    def under(self, contract: str | None) -> Rulebook:
        """The rules with that contract; None gives these rules.

        Raises:
            RulesError: The game has no such contract.
        """

    @property
    @abstractmethod
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """The rulebooks that may be in force in a round: one for each contract, or this one."""

    @property
    def scoring_steps(self) -> tuple[Step, ...]:
        """The scoring steps, in order, without the moon."""
        return (*self.scoring, *self.bonuses)

    @cached_property
    def pool_step(self) -> Step | None:
        """The step that says who wins the pool; None if there is no pool."""
        # one at most: `pool_problem` refuses two
        return next((step for step in self.scoring_steps if step.needs.pool), None)

    @property
    def has_pool(self) -> bool:
        """Whether players pay into a pool, in some contract if there are contracts."""
        return any(rules.pool_step for rules in self.rulebooks)

    def _misfits(self) -> Iterator[str | None]:
        """What is wrong with each choice, or None."""
        for chapter in chapters_of(type(self)):
            for choice in chapter.choices(self):
                wrong = misfit(chapter.name, choice, chapter.base)
                if wrong is None and (fault := unsound(choice, chapter.base)):
                    wrong = f"{chapter.name}: {fault}"
                yield wrong

    @property
    @abstractmethod
    def contracts(self) -> Contracts:
        """Under which contract each round is played."""

    @cached_property
    def contract_names(self) -> tuple[str, ...]:
        """The names of the contracts; none if all rounds are alike."""
        return tuple(each.name for each in self.contracts.choices)

    def contracts_left(
        self, namer: int, earlier: tuple[tuple[int, str | None], ...]
    ) -> tuple[str, ...]:
        """The contracts that a seat may name now; nobody is asked about the last one.

        There are none if a card of the deal decides the contract.

        Args:
            namer: The seat that names the contract of the round.
            earlier: The seat and the contract of each earlier round; a contract may be None if it
                is not known.
        """
        return self.contracts.left(namer, earlier)

    def no_contract(self, contract: object) -> str:
        """The sentence that refuses a contract which the game does not have."""
        names = self.contract_names
        if not names:
            return f"{self.name} has no contracts, so none is called {quoted(contract)}"
        meant = did_you_mean(contract, names) or f"; its contracts are {', '.join(names)}"
        return f"{self.name} has no contract {quoted(contract)}{meant}"

    def decisions_for(self, players: int) -> tuple[str, ...]:
        """How the source is read for that number of players, where it is silent or ambiguous.

        Args:
            players: The number of players.
        """
        return self.decisions + dict(self.decisions_by_players).get(players, ())

    @property
    def verb(self) -> str:
        """The word that players read for charging: ``charge``, or ``expose``."""
        return self.charging.verb

    @property
    def points_are_good(self) -> bool:
        """Whether points are good to take, as in Gong Zhu."""
        return self.ending.points_are_good

    @property
    def all_play(self) -> bool:
        """Whether everyone plays to every trick; else whoever has no cards left drops out."""
        return not self.kitty.to_follow

    def shown_of(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Those of the dealer's cards that everyone sees before the dealer takes them up.

        Args:
            cards: The cards, in the order in which they are dealt.
        """
        return (cards[-1],) if cards and self.deck.shows_last else ()

    def leader_after(self, piles: tuple[Cards, ...], dealer: int) -> int | None:
        """The seat that leads first in the next round, if the round before decides it.

        Args:
            piles: The cards that each seat took, seat 0 first.
            dealer: The seat that deals the next round.
        """
        return self.opening.leader_after(piles, dealer)

    @property
    def asks_course(self) -> bool:
        """Whether the end of the game depends on earlier rounds, and not on the last scores alone."""
        return self.ending.asks_course or any(rule.asks_course for rule in self.totals)

    def is_over(self, course: tuple[tuple[int, ...], ...]) -> bool:
        """Whether the game is over by its ending.

        Args:
            course: The scores after each round, at least one, the latest last.
        """
        sides = self.sides.seats(len(course[-1]))
        if self.sides.pooled:  # each partner carries the points of the side
            sides = tuple(side[:1] for side in sides)
        return self.ending.is_over(course, sides)

    def winners(self, scores: tuple[int, ...], sheets: tuple[ScoreSheet, ...]) -> tuple[int, ...]:
        """The seats that win if the game ends now: the lowest, or those that have won outright.

        Args:
            scores: The scores, seat 0 first.
            sheets: The sheets of the rounds, first to last.
        """
        outright = sheets[-1].winners if sheets else ()
        return outright or self.leaders(scores)

    def leaders(self, scores: Scores) -> tuple[int, ...]:
        """The seats of the side that is ahead, or of all sides that tie for it.

        Args:
            scores: The scores, seat 0 first.
        """
        return tuple(seat for seat, place in enumerate(self.places(scores)) if place == 1)

    def places(self, scores: Scores, sheets: tuple[ScoreSheet, ...] = ()) -> tuple[int, ...]:
        """The place of each seat if the game ends now, such as 1, 2, 2, 4; partners share theirs.

        Args:
            scores: The scores, seat 0 first.
            sheets: The sheets of the rounds, first to last.
        """
        sides = self.sides.seats(len(scores))
        won = sheets[-1].winners if sheets else ()
        return places(
            scores,
            sides,
            highest_wins=self.ending.highest_wins,
            pooled=self.sides.pooled,
            outright=won or self.ending.outright(scores, sides),
            losing=self.ending.losing(scores, sides),
        )

    def total(self, before: Scores, points: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores after a round, given those before it and its points."""
        scores = tuple(map(sum, zip(before, points, strict=True)))
        # whatever is raised or lowered by a total comes after the points, added or subtracted
        for rule in sorted(self.totals, key=lambda rule: rule.turns_at is None):
            scores = rule.adjusted(scores, before, course)
        return scores

    def describe(self, players: int | None = None, *, short: bool = False, width: int = 78) -> str:
        """The rulebook in plain English, chapter by chapter.

        Args:
            players: The number of players; by default `usual_players`.
            short: Whether to print only what counts and what is special: five lines at most, for
                a lobby or a chat.
            width: The most characters of a line, from 20 on, if it is not short.

        Raises:
            RulesError: The game is not for that many.
        """
        table = self.at(self.usual_players if players is None else players)
        lines = [f"{self.name}, for {table.players} players"]
        if short:
            return "\n".join(_cut(line) for line in table.in_short() if line)
        for title, paragraphs in table.paragraphs().items():
            if paragraphs:
                lines += ["", self.heading(title)]
            for paragraph in paragraphs:
                lines += wrapped(" ".join(paragraph), "  ", width)
        return "\n".join(lines)

    def heading(self, title: str) -> str:
        """A chapter's title as it is printed: ``Exposing`` for ``Charging`` where that is the word.

        Args:
            title: The title.
        """
        return f"{self.verb[:-1]}ing".capitalize() if title == _CHARGING else title

    def diff(self, other: Rulebook, players: int | None = None) -> str:
        """How another rulebook differs from this one, in words, chapter by chapter.

        Args:
            other: The other rulebook.
            players: The number of players; by default one that both rulebooks allow, four if
                possible.

        Raises:
            RulesError: One of them is not for that number, or they have none in common.
        """
        if not isinstance(other, Rulebook):
            raise RulesError(f"diff compares with another rulebook, not with {quoted(other)}")
        if players is None:
            shared = set(self.numbers).intersection(other.numbers)
            if not shared:
                raise RulesError(
                    f"{self.name} and {other.name} have no number of players in common"
                )
            players = 4 if 4 in shared else min(shared)
        table = self.at(players)
        ours = table.paragraphs()
        theirs = other.at(players).paragraphs()
        lines = [f"How {other.name} differs from {self.name} ({table.players} players)"]
        for title in max(ours, theirs, key=len):  # only one of them may have contracts
            gone, added, moved = changed(title, ours.get(title, []), theirs.get(title, []))
            notes = [f"- {sentence}" for sentence in gone]
            notes += [f"+ {sentence}" for sentence in added]
            if moved:
                notes += ["In another order:", *(f"~ {paragraph}" for paragraph in moved)]
            if notes:
                lines += ["", (self if gone else other).heading(title)]
            for note in notes:
                lines += wrapped(note)
        if len(lines) == 1:
            lines += ["", "  The rules are the same."]
        return "\n".join(lines)


@frozen(kw_only=True, eq=False, repr=False)
class AtTable(Rulebook):
    """A rulebook as a table of so many plays it: before the deal, or in a round.

    Attributes:
        players: How many play.
    """

    players: int

    def __repr__(self) -> str:
        """Name and players; see `describe` for the rules."""
        return f"<{type(self).__name__}: {short_name(self.name)}, {self.players} players>"

    @property
    @abstractmethod
    def in_force(self) -> RoundRules:
        """What a round is played by.

        Raises:
            RulesError: It depends on the contract of the round.
        """

    @property
    @abstractmethod
    def rulebooks(self) -> tuple[RoundRules, ...]:
        """The rules of each round that there may be: one for each contract, or one."""

    @property
    def numbers(self) -> tuple[int]:
        """How many play, alone."""
        return (self.players,)

    @property
    def usual_players(self) -> int:
        """How many play."""
        return self.players

    def with_number(self, players: int) -> Self:
        """The rules themselves."""
        return self.at(players)

    def at(self, players: int) -> Self:
        """The rules themselves.

        Raises:
            RulesError: Another number plays.
        """
        if plain(players) != self.players:
            raise RulesError(
                f"this is {self.name} for {self.players} players, not for {quoted(players)}"
            )
        return self

    @cached_property
    def pack(self) -> Cards:
        """The cards in play, the kitty included."""
        return self.deck.cards(self.players)

    @cached_property
    def kitty_size(self) -> int:
        """How many of them are set aside as the kitty."""
        return self.deck.kitty_size(self.players)

    @cached_property
    def hand_size(self) -> int:
        """How many cards each player is dealt."""
        return (len(self.pack) - self.kitty_size) // self.players

    @cached_property
    def partners(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; a player without partners is a side."""
        return self.sides.seats(self.players)

    @property
    def tricks_in_round(self) -> int:
        """How many tricks a round has if it is played out: the cards that each seat gets.

        If seats drop out, it is the most that a round may have.
        """
        cards = len(self.pack)
        return self.hand_size + self.drawn_by(cards) if self.all_play else cards // 2

    def drawn_by(self, tricks: int) -> int:
        """How many cards each seat has drawn from a stock after so many tricks.

        Args:
            tricks: The number of tricks taken.
        """
        return min(self.kitty.draws * tricks, self.kitty_size // self.players)

    @property
    def out_of_play(self) -> int:
        """How many cards of the kitty are turned face up after the deal, and are out of play."""
        return self.kitty_size if self.kitty.turned_up else 0

    @property
    def face_up(self) -> int:
        """How many cards everyone sees after the deal: those out of play, or the dealer's last card."""
        return self.out_of_play + self.deck.shows_last

    @cached_property
    def calls(self) -> tuple[PassPattern, ...]:
        """The passes that the dealer may call before the deal; empty if nobody calls."""
        return tuple(map(self.named, self.passing.calls(self.players)))

    @cached_property
    def patterns(self) -> tuple[PassPattern, ...]:
        """Each pass that a round may have, in order, once."""
        # your own rule need not repeat itself: ask as many rounds as the longest cycle has
        rounds = (self.passing.pattern(number, self.players) for number in range(MOST_RULES))
        return tuple(dict.fromkeys(self.calls or map(self.named, rounds)))

    def named(self, pattern: PassPattern) -> PassPattern:
        """A pass under the name that it has in a game of this direction."""
        if self.direction is Direction.CLOCKWISE:  # as in most games: a pass has that name already
            return pattern
        return pattern.named(self.direction)

    @cached_property
    def follows_round_before(self) -> bool:
        """Whether what was taken in the round before may decide who leads."""
        # a probe: a rule that looks at the round before must notice a seat that took everything
        piles = (self.pack, *for_each(self.players - 1, NO_CARDS))
        return self.leader_after(piles, 0) is not None

    def passed_by(self, pattern: PassPattern) -> int:
        """How many cards each player gives by a pattern, at most; 0 if none are passed."""
        return cards_passed(pattern, self.players)

    def mixes(self, pattern: PassPattern) -> bool:
        """Whether cards go to the middle by a pattern."""
        return is_mixed(pattern, self.players)

    def may_pass(self, hand: Cards, pattern: PassPattern) -> Cards:
        """The cards of `hand` that may be passed; all of them if too few others are left.

        Args:
            hand: The hand, without charged cards.
            pattern: How cards are passed.
        """
        if not self.passing.kept:
            return hand
        free = hand.without(self.passing.kept)
        return free if len(free) >= self.passed_by(pattern) else hand

    def charges_before(self, pattern: PassPattern) -> bool:
        """Whether players are asked to charge before a pass by this pattern."""
        early = self.charging.before_pass or (pattern.unless_charged and bool(self.charging.cards))
        return early and self.passed_by(pattern) > 0

    def may_pass_nothing(self, pattern: PassPattern) -> bool:
        """Whether a seat may decline to pass.  Nobody may decline a mix of a fixed number of cards."""
        return pattern.fewer or (self.passing.optional and not self.mixes(pattern))

    def pool_is_jack(self, pool: int) -> bool:
        """Whether a pool of so many counters is one that nobody won, and not what a division left.

        Args:
            pool: The counters in the pool.
        """
        if not pool:
            return False
        steps = [rules.pool_step for rules in self.rulebooks]
        return any(step is not None and pool > step.most_left(self.players) for step in steps)

    def in_short(self) -> Iterator[str]:
        """Five lines for a lobby: the pack, what counts, the moon, what is special, and the end."""
        said = self.always()
        pack = said["The pack"][0].removesuffix(".")
        kitty = self.kitty_size
        where = "turned up" if self.kitty.turned_up else f"in the {self.kitty.called}"
        aside = f", {kitty} of them {where}" if kitty else ""
        yield f"{self.name}, for {self.players} players. {pack}{aside}."
        counts = said["Scoring"]
        counts += [sentence for sentence in said["Bonuses"] if sentence not in FRAMING]
        if self.contract_names:
            counts.insert(0, f"Contracts: {', '.join(self.contract_names).replace('-', ' ')}.")
        yield " ".join(counts)
        yield " ".join(said["Shooting the moon"])
        yield " ".join(self.special())
        yield " ".join(said["The end of the game"])

    @abstractmethod
    def special(self) -> list[str]:
        """What differs from American Hearts at the table, scoring left out."""

    @abstractmethod
    def paragraphs(self) -> Text:
        """The paragraphs of each chapter, by its title, in the order of a round."""

    def sentences(self) -> dict[str, list[str]]:
        """The sentences of each chapter, by its title, in the order of a round.

        What holds only under some contracts counts as one sentence.
        """
        return {title: _flat(said) for title, said in self.paragraphs().items()}

    def always(self) -> dict[str, list[str]]:
        """The sentences that hold in every round, by the title of their chapter."""
        first, *others = (rules.sentences() for rules in self.rulebooks)
        return {
            title: in_all(said, [other[title] for other in others]) for title, said in first.items()
        }


def in_all(sentences: list[str], others: list[list[str]]) -> list[str]:
    """The sentences that each of the other lists has, too."""
    return [each for each in sentences if all(each in other for other in others)]


def short_name(name: str) -> str:
    """A name on one line, cut where it is long."""
    name = " ".join(name.split())
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."


def chapters_of(kind: type[Rulebook]) -> tuple[Chapter, ...]:
    """The chapters of a kind of rulebook, in the order of `Rulebook.describe`."""
    chapters = list[Chapter]()
    for attribute in fields(kind):
        if "chapter" in attribute.metadata:
            base, title = attribute.metadata["chapter"]
            chapters.append(Chapter(attribute.name, base, title, attribute.default))
    return tuple(chapters)


def changed(
    title: str, before: list[list[str]], after: list[list[str]]
) -> tuple[list[str], list[str], list[str]]:
    """Sentences of a chapter that are gone, those that are new, and paragraphs in another order.

    The last are in their new order.
    """
    earlier = [" ".join(paragraph) for paragraph in before]
    now = [" ".join(paragraph) for paragraph in after]
    added = [*(Counter(now) - Counter(earlier)).elements()]
    # where the order does not count, new paragraphs may come anywhere
    ignored = FRAMING if title in ORDERED else added
    moved = [paragraph for paragraph in now if paragraph not in ignored]
    expected = _replaced(earlier, now, added)
    expected = [paragraph for paragraph in expected if paragraph not in ignored]
    # what is in its place at the beginning and at the end has not moved
    while moved and expected[0] == moved[0]:
        del expected[0], moved[0]
    while moved and expected[-1] == moved[-1]:
        del expected[-1], moved[-1]
    ours, theirs = Counter(_flat(before)), Counter(_flat(after))
    return [*(ours - theirs).elements()], [*(theirs - ours).elements()], moved


def _replaced(earlier: list[str], now: list[str], added: list[str]) -> list[str]:
    """Paragraphs in their old order: a new one replaces one that is gone, and more come at the end."""
    stays = Counter(earlier) & Counter(now)
    coming = iter([paragraph for paragraph in added if paragraph not in FRAMING])
    order = list[str]()
    for paragraph in earlier:
        if stays[paragraph]:
            stays[paragraph] -= 1
            order.append(paragraph)
        elif paragraph not in FRAMING:
            order += islice(coming, 1)
    return [*order, *coming]


def _flat(paragraphs: list[list[str]]) -> list[str]:
    return [*chain(*paragraphs)]


def _cut(line: str) -> str:
    """A line for a lobby, with three dots where it is too long."""
    import textwrap  # noqa: PLC0415 - loaded only when rules are described

    return textwrap.shorten(line, _LONGEST_LINE, placeholder=" …")


def wrapped(text: str, indent: str = "    ", width: int = 78) -> list[str]:
    """The lines of an indented text; those after the first are indented by `indent`."""
    import textwrap  # noqa: PLC0415 - loaded only when rules are described

    return textwrap.wrap(text, max(width, 20), initial_indent="  ", subsequent_indent=indent)


def unsound(choice: Any, base: Any) -> str | None:
    """What is wrong with what a choice says, or None.

    Args:
        choice: The choice, which derives from the base class.
        base: The base class of its chapter.
    """
    kind = choice.__class__
    for method, data in FORMS.items():
        own = hasattr(base, data) and getattr(kind, method) is not getattr(base, method)
        if own and getattr(choice, data) is not None:
            return f"{kind.__name__} has its own {method}, so write {data} = None in it"
    if issubclass(base, Restriction):
        return misstated(choice)
    if issubclass(base, Step | Moon):
        return _unsound_terms(choice, base)
    return None


def _unsound_terms(choice: Any, base: Any) -> str | None:
    try:
        choice.needs  # noqa: B018 - it asks the terms
        terms = choice.terms(unplayed())
    except (RulesError, TypeError) as error:  # a TypeError of a value without a hash
        return f"{quoted(choice)}: {error}"
    kind = choice.__class__
    own = kind.lines is not base.lines
    if own and terms is not None:
        return f"{kind.__name__} has its own lines, so let its terms return None"
    if not own and terms is None:
        return f"{quoted(choice)} has neither terms nor lines"
    return None


def own_problems(rules: AtTable) -> tuple[str, ...]:
    """What keeps a number of players from playing by these rules, contracts left out."""
    problems: dict[str, None] = {}  # each once: several checks may fail on one pack
    for check in (
        *(_check_passing, _check_stock, _check_face_up, _check_cards),
        *(_check_sides, _check_claims, _check_contracts),
    ):
        try:
            check(rules)
        except RulesError as error:
            problems[str(error)] = None
    return tuple(problems)


def _check_sides(rules: AtTable) -> None:
    sides = rules.partners
    # as text: your own rule may give seats that cannot be compared
    seats = sorted(chain.from_iterable(sides), key=str)
    if seats != sorted(range(rules.players), key=str):
        raise RulesError(f"every seat must be on exactly one side, not {quoted(sides)}")


def _check_contracts(rules: AtTable) -> None:
    players = rules.players
    if unmet := rules.contracts.unmet(players):
        raise RulesError(unmet)
    most = rules.contracts.most_rounds(players)
    # a probe: rounds in which nobody scores end a game of so many rounds, and never one to a score,
    # of which nobody knows how many rounds it has
    none = (for_each(players, 0),)
    goes_on = 0 < most < _MANY_ROUNDS and not rules.is_over(none * most)
    if goes_on and rules.is_over(none * _MANY_ROUNDS):
        raise RulesError(
            f"the contracts are used up after {how_many(most, 'round')}, but the game goes on: end it "
            "then, or raise the quotas"
        )


def _check_stock(rules: AtTable) -> None:
    players = rules.players
    stock = rules.kitty_size
    drawn = rules.kitty.draws * players
    if drawn and stock % drawn:
        raise RulesError(
            f"a stock of {how_many(stock, 'card')} runs dry before all have drawn: it must be a multiple "
            f"of {drawn} for {players} players"
        )
    if rules.all_play:
        return
    if rules.round_end.claims:
        raise RulesError("nobody can claim the rest while players draw to follow suit")
    cards = rules.deck.cards(players)
    if all(rule.following(card) is None for rule in rules.play for card in cards):
        raise RulesError(
            "players draw until they can follow suit, and no restriction says which cards follow: add "
            "one such as FollowSuit(), or give yours a method `following`"
        )
    # a probe for longer tricks: one of equal cards, a nine or any other, must be complete at once
    for card in rules.pack:
        if not rules.tricks.is_complete(Table(Trick(0, players, for_each(players, card))), players):
            raise RulesError(
                "players who draw to follow suit drop out at different times: it takes tricks to which "
                "everyone plays one card"
            )


def _check_face_up(rules: AtTable) -> None:
    shows = rules.deck.shows_last
    stays = rules.passing == NO_PASSING and not (rules.kitty.enters_hands or rules.kitty.turned_up)
    if shows and not stays:
        raise RulesError(
            "the card that the dealer has shown stays in the hand until it is played, and alone is face "
            "up: leave out passing, and a kitty that comes into hands or is turned up"
        )
    if not shows and any(step.needs.face_up for step in rules.scoring_steps):
        raise RulesError(
            "a step asks for the card that the dealer has shown: write deck=Pack(shows_last=True)"
        )
    if rules.contracts.by_card and not rules.out_of_play:
        raise RulesError(
            f"no card is turned up with {rules.players} players to decide the contract: it takes a kitty that "
            "is turned up, such as kitty=TurnedUp()"
        )


def _check_passing(rules: AtTable) -> None:
    size = rules.hand_size
    for pattern in rules.patterns:
        mixed = rules.mixes(pattern)
        if pattern.fewer and mixed:
            continue  # cards that a hand does not have need not be passed
        if pattern.fewer:
            raise RulesError(
                f"{pattern.name}: only cards for the middle can be passed in any number; other hands "
                "would not be equal any more"
            )
        if (count := rules.passed_by(pattern)) > size:
            raise RulesError(f"{how_many(count, 'card')} cannot be passed from a hand of {size}")
        if count == size and mixed:
            raise RulesError(f"a mix of all {size} cards of a hand would be a second deal")
        charging = rules.charging if rules.charges_before(pattern) else NoCharging()
        charged = min(charging.most(NO_CARDS), len(charging.cards))
        if count > size - charged:
            raise RulesError(
                f"{how_many(count, 'card')} cannot be passed from a hand of {size} in which "
                f"{in_words(charged)} may be {charging.verb}d before"
            )


_MANY_ROUNDS = 1_000
_FEW = 6
"""A rule that names more cards of a suit means those that are in the pack.

"Each heart costs 1" is as true of a short pack; "the two of hearts costs 5" names a card that must be there.
"""


def _check_claims(rules: AtTable) -> None:
    asked = [rules.moon.needs, *(step.needs for step in rules.scoring_steps)]
    if rules.round_end.claims and any(needs.plays for needs in asked):
        raise RulesError(
            "nobody can claim the rest where a step asks who played which card: the cards claimed are "
            "not played"
        )


def _check_cards(rules: AtTable) -> None:
    cards = rules.pack
    wanted = [("opening", rules.opening.named_cards), ("dealer", rules.dealer.named_cards)]
    wanted += [("moon", rules.moon.needs.cards), ("charging", rules.charging.cards)]
    wanted += [(step.name, step.needs.cards) for step in rules.scoring_steps]
    missing = list[str]()
    beside = list[str]()
    for (chapter, named), suit in product(wanted, Suit):
        own = named.of(suit)
        if len(set(own)) <= _FEW:
            missing += [f"{card} ({chapter})" for card in own.without(cards)]
        if own and is_suit(own):
            # a joker counts only by its name, but the one of a suit is a card of it like any other
            ones = cards.of(suit).only(f"1{suit.letter}").without(own)
            beside += [f"{card} ({chapter})" for card in ones]
    if missing:
        raise RulesError(f"the rules name cards that are not in the pack: {', '.join(missing)}")
    if beside:
        left_out = f"{', '.join(beside)}; name the one as well, as in '1H-AH'"
        raise RulesError(f"the rules name a whole suit without a card of the pack: {left_out}")
