"""The rulebook: a choice for each chapter, put together."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

import attrs

from heartslib._frozen import frozen
from heartslib._given import (
    MOST_PAIRS,
    MOST_RULES,
    at_most,
    checked_text,
    did_you_mean,
    one_or_more,
)
from heartslib.cards import PACK, Card, Cards, Suit
from heartslib.errors import Change, RulesError, shown
from heartslib.moves import MOST_PLAYERS
from heartslib.rules._checks import problem, whole_number
from heartslib.rules._code import Code, code_of, legal
from heartslib.rules.charging import Charging
from heartslib.rules.contracts import Contracts, ContractsInOrder
from heartslib.rules.count import Open, Taken, counted, unplayed
from heartslib.rules.dealer import DEAL_MOVES_LEFT, Dealer
from heartslib.rules.deck import ONE_PACK, Deck, hand_size
from heartslib.rules.ending import Ending, Target, TotalRule, leaders
from heartslib.rules.kitty import KITTY_TO_FIRST_TRICK, Kitty
from heartslib.rules.moon import Moon, ShootTheMoon
from heartslib.rules.opening import LowestClubLeads, Opening
from heartslib.rules.passing import (
    LEFT_RIGHT_ACROSS_HOLD,
    Cycle,
    Passing,
    PassPattern,
    count_of,
    is_mixed,
)
from heartslib.rules.play import (
    BreaksHearts,
    FollowSuit,
    HeartsMustBeBroken,
    PlayRule,
    Showing,
    left_by,
    misstated,
)
from heartslib.rules.scoring import HEARTS_ONE_QUEEN_13, Step
from heartslib.rules.sides import EVERYONE_ALONE, Sides
from heartslib.rules.tricks import (
    HIGHEST_OF_SUIT_LED,
    PLAYED_OUT,
    RoundEnd,
    TrickRule,
)
from heartslib.sheet import Finished, ScoreSheet, finished_of
from heartslib.table import Table, Trick, takers
from heartslib.words import listed

__all__ = [
    "Objection",
    "Rules",
]

_T = TypeVar("_T")

NO_CARDS: Final = Cards()
_LONGEST_NAME: Final = 50


@frozen
class Objection:
    """Why a card may not be played.

    Attributes:
        card: The card.
        rule: The stable identifier of the rule that forbids it.
        reason: A sentence for the player.
    """

    card: Card
    rule: str
    reason: str


def _counts(players: int | Iterable[int]) -> tuple[int, ...]:
    counts = (
        at_most(MOST_PLAYERS, players, "numbers of players", error=RulesError)
        if isinstance(players, Iterable)
        else (players,)
    )
    if not counts:
        raise RulesError("players must name at least one number of players")
    for count in counts:
        if not isinstance(count, int) or not 2 <= count <= MOST_PLAYERS:
            raise RulesError(f"{shown(count)} is not a number of players from 2 to {MOST_PLAYERS}")
    return tuple(sorted(set(counts)))


def _text(_: object, attribute: attrs.Attribute[str], text: object) -> None:
    checked_text(attribute.name, text, lines=True, error=RulesError)


def _named(_: object, attribute: attrs.Attribute[str], text: str) -> None:
    if not text.strip():
        raise RulesError(f"{attribute.name} must not be empty: name the game")


def _lines(_: object, attribute: attrs.Attribute[tuple[str, ...]], lines: tuple[str, ...]) -> None:
    for line in lines:
        checked_text(f"each of {attribute.name}", line, lines=True, error=RulesError)


def _tuple(lines: Iterable[str]) -> tuple[str, ...]:
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        raise RulesError(f"aliases and decisions are lists of strings, not {shown(lines)}")
    return at_most(MOST_PAIRS, lines, "strings", error=RulesError)


@frozen
class Chapter:
    """A chapter of the rulebook, which is one field of `Rules`.

    Attributes:
        name: The name of the field.
        protocol: What its choices must have.
        title: Its heading in `Rules.describe`.
        several: Whether it takes a list of choices, in order.
        optional: Whether it may be None.
    """

    name: str
    protocol: type[object]
    title: str
    several: bool
    optional: bool

    def choices(self, rules: Rules) -> tuple[Any, ...]:
        """The choices that a rulebook makes in this chapter."""
        chosen = getattr(rules, self.name)
        if self.several:
            return tuple(chosen)
        return () if self.optional and chosen is None else (chosen,)


def _chapter(protocol: type[object], title: str) -> dict[str, tuple[type[object], str]]:
    """The metadata of a field of `Rules`."""
    return {"chapter": (protocol, title)}


def _restrictions(rules: PlayRule | Iterable[PlayRule]) -> tuple[PlayRule, ...]:
    return _each(rules)


def _steps(rules: Step | Iterable[Step]) -> tuple[Step, ...]:
    return _each(rules)


def _total_rules(rules: TotalRule | Iterable[TotalRule]) -> tuple[TotalRule, ...]:
    return _each(rules)


def _each(rules: _T | Iterable[_T]) -> tuple[_T, ...]:
    """The choices of a chapter that takes several, given as a list or as a single one."""
    return one_or_more(MOST_RULES, rules, "rules in a chapter", error=RulesError)


@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class Rules:
    """The rules of one game: a choice for each chapter of the rulebook.

    A rulebook is a value; `attrs.evolve` makes a changed copy.  Chapters that you leave out are
    those of American Hearts.  Two rulebooks are equal if their names and all their chapters are;
    `summary`, `source`, `aliases` and `decisions` are documentation.

    >>> from heartslib import Rules
    >>> from heartslib.rules import HEARTS_ONE, NO_MOON
    >>> Rules(name="Plain Hearts", players=4, scoring=HEARTS_ONE, moon=NO_MOON)
    <Rules: Plain Hearts, 4 players>

    Attributes:
        name: The name of the game.
        players: The numbers of players that can play it, sorted.
        deck: Which cards are in play.
        kitty: Who gets the cards that are not dealt to anybody, if there are any.
        dealer: Who deals the next round.
        contracts: Under which contract each round is played; None if all rounds are alike.
        passing: Who passes what to whom before the play.
        charging: What may be charged after the pass; None if nothing.
        opening: Who leads to the first trick, and what.
        play: The restrictions on play, in order; the one on the opening lead comes before them.
        showing: When a player must show the hand; None for never.
        tricks: When a trick is complete, and who wins it.
        round_end: When a round ends before its last trick.
        scoring: What cards cost: the steps of the count before the moon, in order.
        moon: What happens if one player takes every penalty card.
        bonuses: The steps of the count after the moon, in order; the moon does not affect them.
        sides: Who plays with whom.
        totals: How scores change before the end of the game is tested, in order.
        ending: When the game is over.
        summary: What is special about the game, in one sentence.
        source: Where these rules are written.
        aliases: Other names of the game.
        decisions: How the source is read where it is silent or ambiguous.
        revision: The number of the edition.  It rises whenever a published rulebook changes, so that
            a record can name the rules it was played by.
    """

    name: str = attrs.field(validator=[_text, _named])
    players: tuple[int, ...] = attrs.field(default=(4,), converter=_counts)
    deck: Deck = attrs.field(default=ONE_PACK, metadata=_chapter(Deck, "The pack"))
    kitty: Kitty = attrs.field(default=KITTY_TO_FIRST_TRICK, metadata=_chapter(Kitty, "The pack"))
    dealer: Dealer = attrs.field(default=DEAL_MOVES_LEFT, metadata=_chapter(Dealer, "The pack"))
    sides: Sides = attrs.field(default=EVERYONE_ALONE, metadata=_chapter(Sides, "Sides"))
    contracts: Contracts | None = attrs.field(
        default=None, metadata=_chapter(Contracts, "Contracts")
    )
    passing: Passing = attrs.field(
        default=LEFT_RIGHT_ACROSS_HOLD, metadata=_chapter(Passing, "Passing")
    )
    charging: Charging | None = attrs.field(default=None, metadata=_chapter(Charging, "Charging"))
    opening: Opening = attrs.field(
        default=LowestClubLeads(), metadata=_chapter(Opening, "The opening lead")
    )
    play: tuple[PlayRule, ...] = attrs.field(
        default=(FollowSuit(), HeartsMustBeBroken()),
        converter=_restrictions,
        metadata=_chapter(PlayRule, "Play"),
    )
    showing: Showing | None = attrs.field(default=None, metadata=_chapter(Showing, "Play"))
    tricks: TrickRule = attrs.field(
        default=HIGHEST_OF_SUIT_LED, metadata=_chapter(TrickRule, "Tricks")
    )
    round_end: RoundEnd = attrs.field(default=PLAYED_OUT, metadata=_chapter(RoundEnd, "Tricks"))
    scoring: tuple[Step, ...] = attrs.field(
        default=(HEARTS_ONE_QUEEN_13,), converter=_steps, metadata=_chapter(Step, "Scoring")
    )
    moon: Moon = attrs.field(default=ShootTheMoon(), metadata=_chapter(Moon, "Shooting the moon"))
    bonuses: tuple[Step, ...] = attrs.field(
        default=(), converter=_steps, metadata=_chapter(Step, "Bonuses")
    )
    totals: tuple[TotalRule, ...] = attrs.field(
        default=(), converter=_total_rules, metadata=_chapter(TotalRule, "The end of the game")
    )
    ending: Ending = attrs.field(default=Target(), metadata=_chapter(Ending, "The end of the game"))
    summary: str = attrs.field(default="", validator=_text, eq=False)
    source: str = attrs.field(default="", validator=_text, eq=False)
    aliases: tuple[str, ...] = attrs.field(default=(), converter=_tuple, validator=_lines, eq=False)
    decisions: tuple[str, ...] = attrs.field(
        default=(), converter=_tuple, validator=_lines, eq=False
    )
    revision: int = attrs.field(default=1, validator=whole_number(1), eq=False)

    def __attrs_post_init__(self) -> None:
        """Refuse choices that do not fit their chapter, and chapters that do not fit together."""
        if wrong := list(filter(None, self._misfits())):
            raise RulesError(f"this is not a rulebook: {'; '.join(wrong)}")
        problems = {count: _problems(self, count) for count in self.players}
        if all(problems.values()):
            different = dict.fromkeys(itertools.chain.from_iterable(problems.values()))
            counts = listed(list(map(str, self.players)), "or")
            raise RulesError(
                f"{self.name} cannot be played by {counts} players: {'; '.join(different)}"
            )
        for contract in self.contract_names:
            try:
                _under(self, contract)
            except RulesError as error:
                raise RulesError(f"contract {contract!r}: {error}") from None

    def _misfits(self) -> Iterator[str | None]:
        """What is wrong with each choice, or None."""
        for chapter in CHAPTERS:
            for choice in chapter.choices(self):
                wrong = problem(chapter.name, choice, chapter.protocol)
                yield wrong
                if wrong is None and hasattr(chapter.protocol, "reason"):
                    wrong = misstated(choice)
                    yield wrong and f"{chapter.name}: {wrong}"
                if wrong is None:
                    yield _unsound(chapter, choice)

    def __repr__(self) -> str:
        """Name and players; see `describe` for the rules."""
        name, counts = " ".join(self.name.split()), self.players
        name = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."
        first, last, many = min(counts), max(counts), len(counts)
        run = many > 2 and last - first == many - 1
        players = f"{first} to {last}" if run else listed(list(map(str, counts)), "or")
        return f"<Rules: {name}, {players} players>"

    @property
    def contract_names(self) -> tuple[str, ...]:
        """The names of the contracts; none if the game has no contracts."""
        return tuple(each.name for each in self.contracts.choices) if self.contracts else ()

    @property
    def rulebooks(self) -> tuple[Rules, ...]:
        """The rulebooks that may be in force in a round: one for each contract, or this one."""
        return tuple(map(self.under, self.contract_names)) or (self,)

    def under(self, contract: str) -> Rules:
        """The rules in force in a round with that contract, as a rulebook of their own.

        Args:
            contract: The name of the contract.

        Raises:
            RulesError: The game has no such contract.
        """
        if contract not in self.contract_names:
            raise RulesError(self.no_contract(contract))
        return _under_once(self, contract)

    def terms(self, contract: str, players: int) -> str:
        """What a contract changes, in sentences: first what counts, then the rest.

        Args:
            contract: The name of the contract.
            players: The number of players.

        Raises:
            RulesError: The game has no such contract.
        """
        in_force: Rules = self.under(contract)
        usual, now = self._choices(players), in_force._choices(players)
        usual["Contracts"] = []  # no round's own rules have any
        new: list[str] = []
        titles = sorted(now, key=lambda title: title != "Scoring")
        for title in titles:
            added = [each for each in now[title] if each not in usual[title]]
            gone = [each for each in usual[title] if each not in now[title]]
            new += added or [f"Not in force: {each}" for each in gone]
        return " ".join(new) or "No other rules than usual."

    def no_contract(self, contract: object) -> str:
        """The sentence that refuses a contract which the game does not have."""
        if not self.contracts:
            return f"{self.name} has no contracts, so none is called {shown(contract)}"
        names = self.contract_names
        meant = did_you_mean(contract, names) or f"; its contracts are {', '.join(names)}"
        return f"{self.name} has no contract {shown(contract)}{meant}"

    def contracts_left(
        self, dealer: int, earlier: tuple[tuple[int, str | None], ...]
    ) -> tuple[str, ...]:
        """The contracts that the dealer may name now; a single one is taken without being asked for.

        Args:
            dealer: The seat that deals the round.
            earlier: The dealer and the contract of each earlier round; a contract may be None if
                it is not known.
        """
        return self.contracts.left(dealer, earlier) if self.contracts else ()

    def _check_settled(self) -> None:
        """Refuse a question whose answer depends on the contract."""
        if self.contracts is not None:
            raise RulesError(
                f"in {self.name} this depends on the contract of the round: ask the rules in force, "
                f"as in rules.under({self.contract_names[0]!r}), game.in_force or view.in_force"
            )

    @property
    def steps(self) -> tuple[Step | Moon, ...]:
        """The steps of the count, in order, with the moon among them."""
        return (*self.scoring, self.moon, *self.bonuses)

    @property
    def restrictions(self) -> tuple[PlayRule, ...]:
        """All restrictions on play, in order; the one on the opening lead comes first."""
        return (self.opening, *self.play)

    @functools.cached_property
    def usual_players(self) -> int:
        """Four if four can play; otherwise the middle one of the numbers that can."""
        able = [count for count in self.players if not _problems(self, count)]
        return 4 if 4 in able else able[(len(able) - 1) // 2]

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these rules are not for.

        Raises:
            RulesError: It is not in `players`, or the rules do not work for it; the message names
                everything that is wrong.
        """
        self._check_number(players)
        if problems := _problems_once(self, players):
            raise RulesError(
                f"{self.name} cannot be played by {players} players: {'; '.join(problems)}"
            )

    def check_ending(self) -> None:
        """Refuse a game that can never end, because no round leads to the score that ends it.

        Raises:
            RulesError: It cannot end.
        """
        if self._endless:
            ends, *_ = self.ending.describe(self.usual_players).partition(". ")
            raise RulesError(
                f"{self.name} would never end as printed: {self._endless}, and "
                f"{ends[:1].lower()}{ends[1:]}"
            )

    @functools.cached_property
    def _endless(self) -> str:
        """Why the game may never end as its ending says; empty if it can."""
        steps = (step for each in self.rulebooks for step in each.steps)
        signs = frozenset(sign for step in steps for sign in step.needs.signs)
        return self.ending.endless(signs, self.totals)

    def _check_number(self, players: object) -> None:
        """Refuse a number that is not in `players`, and say how to allow it."""
        if type(players) is int and players in self.players:
            return
        allowed = listed(list(map(str, self.players)), "or")
        sentence = f"{self.name} is for {allowed} players, not {shown(players)}"
        if type(players) is not int or not 2 <= players <= MOST_PLAYERS:
            raise RulesError(sentence)
        if problems := _problems(self, players):
            raise RulesError(
                f"{sentence}, and could not be played by {players}: {'; '.join(problems)}"
            )
        raise RulesError(f"{sentence}; ", Change("players", players), " allows that many")

    @property
    def points_are_good(self) -> bool:
        """Whether the most points win, as in Gong Zhu."""
        return self.ending.points_are_good

    def cost(self, card: Card, charged: Cards = NO_CARDS) -> int:
        """How bad it is to take `card`: its points, or minus its points if points are good.

        Args:
            card: The card.
            charged: The cards charged in the round.
        """
        points = self.points(card, charged)
        return -points if self.points_are_good else points

    def points(self, card: Card, charged: Cards = NO_CARDS) -> int:
        """The points that `card` gives whoever takes it, apart from a moon.

        Args:
            card: The card.
            charged: The cards charged in the round.
        """
        self._check_settled()
        points = self._values.get(card, 0)
        if self.charging is None or not charged:
            return points
        return points * self.charging.factor(card, charged)

    @functools.cached_property
    def _values(self) -> dict[Card, int]:
        """The points of each card that has some of its own."""
        values: dict[Card, int] = {}
        for step in self.scoring:
            for card, value in step.needs.values:
                values[card] = values.get(card, 0) + value
        return values

    def penalty_cards(self, players: int) -> Cards:
        """The cards in play that cost points, with every copy, for that number of players."""
        self._check_number(players)
        return _penalty_cards(self, players)

    def counting_cards(self, players: int) -> Cards:
        """The cards in play that the score depends on, bonus cards included."""
        self._check_settled()
        self._check_number(players)
        return _counting_cards(self, players)

    @property
    def counts_tricks(self) -> bool:
        """Whether the score may depend on who takes which tricks, and not only on the cards."""
        self._check_settled()
        return any(step.needs.tricks for step in self.steps)

    @property
    def orders_tricks(self) -> bool:
        """Whether the score may depend on which trick is which, such as the first or the last."""
        self._check_settled()
        return any(step.needs.order for step in self.steps)

    @property
    def counts_every_trick(self) -> bool:
        """Whether the score may depend on how many tricks each seat took."""
        self._check_settled()
        return any(step.needs.number for step in self.steps)

    def deciding_cards(self, players: int) -> Cards:
        """The cards in play that settle the score once they are taken.

        These are the `counting_cards`, or all cards if the tricks count too.
        """
        return self.deck.cards(players) if self.counts_tricks else self.counting_cards(players)

    def may_pass(self, hand: Cards, pattern: PassPattern, players: int) -> Cards:
        """The cards of `hand` that may be passed; all of them if too few others are left."""
        free = hand.without(self.passing.kept)
        return free if len(free) >= count_of(pattern, players) else hand

    def may_pass_nothing(self, pattern: PassPattern, players: int) -> bool:
        """Whether a seat may decline to pass.  Nobody may decline a mix."""
        return self.passing.optional and not is_mixed(pattern, players)

    def may_charge(self, hand: Cards, charged: Cards) -> tuple[Cards, int]:
        """The cards of `hand` that may be charged, one of each kind, and how many of them may be.

        Args:
            hand: The whole hand of a seat.
            charged: The cards that the seat has charged already.
        """
        if self.charging is None:
            return NO_CARDS, 0
        may = Cards(set(hand.only(self.charging.cards)) - set(charged))
        return may, min(self.charging.most(charged), len(may))

    def legal(self, hand: Cards, table: Table) -> Cards:
        """The cards of `hand` that may be played next.

        Args:
            hand: The whole hand of the seat to act.
            table: The cards everyone can see.
        """
        return legal(self._code, hand, table)

    @functools.cached_property
    def _code(self) -> Code:
        self._check_settled()
        return code_of(self.restrictions)

    def objection(self, card: Card, hand: Cards, table: Table) -> Objection | None:
        """Why `card` may not be played from `hand`; None if it may.

        The restrictions run as in `legal`; the first that removes the card is the reason.
        """
        self._check_settled()
        if card not in hand:
            return Objection(card, "not-in-hand", f"{card} is not in the hand")
        playable = hand
        for rule in self.restrictions:
            left = left_by(rule, playable, hand, table)
            if left and card not in left:
                return Objection(card, rule.name, rule.reason(card, table))
            playable = left or playable
        return None

    def hearts_broken(self, table: Table) -> bool | None:
        """Whether hearts are broken; None if these rules do not require breaking them.

        Args:
            table: The cards everyone can see.
        """
        rules = [rule for rule in self.restrictions if isinstance(rule, BreaksHearts)]
        return all(rule.hearts_broken(table) for rule in rules) if rules else None

    def cancelled(self, trick: Trick) -> tuple[int, ...]:
        """The places of the cards in `trick` that equal cards cancel so far, counted from 0.

        >>> from heartslib import Card, Trick, variants
        >>> trick = Trick(leader=0, players=5, cards=(Card("QS"), Card("9S"), Card("QS")))
        >>> variants.get("cancellation").cancelled(trick)
        (0, 2)
        """
        if not trick:
            return ()  # under any contract
        self._check_settled()
        return tuple(self.tricks.cancelled(trick.cards))

    def from_round(self, number: int, players: int) -> Rules:
        """The rules for a game that begins with the pass and the contract of a later round.

        Only a `Cycle` of passes and `ContractsInOrder` depend on the number of the round.

        Args:
            number: The number of the round, counted from 0.
            players: The number of seats.
        """
        passing, contracts = self.passing, self.contracts
        if isinstance(passing, Cycle):
            patterns = passing.patterns_for(players)
            first = number % len(patterns)
            turned = patterns[first:] + patterns[:first]
            passing = attrs.evolve(passing, patterns=turned, others=())
        if isinstance(contracts, ContractsInOrder):
            first = (contracts.first + number) % len(contracts.choices)
            contracts = attrs.evolve(contracts, first=first)
        if passing is self.passing and contracts is self.contracts:
            return self
        return attrs.evolve(self, passing=passing, contracts=contracts)

    def finished(
        self,
        piles: tuple[Cards, ...],
        choice: str | None = None,
        *,
        charged: Cards = NO_CARDS,
        scores: tuple[int, ...] | None = None,
        course: tuple[tuple[int, ...], ...] = (),
        tricks: tuple[Trick, ...] | None = None,
        trick_counts: tuple[int, ...] | None = None,
        dealer: int | None = None,
    ) -> Finished:
        """The record of a round that the steps of the count are given.

        Args:
            piles: The cards that each seat took, seat 0 first.
            choice: What the shooter of the moon chose.
            charged: The cards charged in the round.
            scores: The scores before the round; 0 for everyone by default.
            course: The scores after each earlier round.
            tricks: The tricks in order, each with its winner; None if they do not matter.
            trick_counts: How many tricks each seat took, if the tricks are not given.
            dealer: The seat that dealt; None if it does not matter.
        """
        players = len(piles)
        pack, penalty, total, partners, factors = _before_play(self, players, charged)
        if tricks is not None:
            won_by = takers(tricks)
            trick_counts = tuple([won_by.count(seat) for seat in range(players)])
        finished = finished_of(
            piles,
            pack,
            penalty,
            total,
            partners,
            self.sides.pooled,
            scores or (0,) * players,
            course,
            choice,
            factors,
            tricks,
            trick_counts,
            dealer,
            (),
        )
        taken = Taken(finished)
        shooter = next((side for side in taken.sides if self.moon.shot(taken, side)), ())
        return attrs.evolve(finished, shooter=shooter) if shooter else finished

    def leader_after(self, piles: tuple[Cards, ...], dealer: int) -> int | None:
        """The seat that leads first in the next round, if the round before decides it.

        Args:
            piles: The cards that each seat took, seat 0 first.
            dealer: The seat that deals the next round.
        """
        return self.opening.leader_after(piles, dealer)

    def is_over(self, course: tuple[tuple[int, ...], ...]) -> bool:
        """Whether the game is over by its ending.

        Args:
            course: The scores after each round, at least one, the latest last.
        """
        sides = self.sides.seats(len(course[-1]))
        if self.sides.pooled:  # each partner carries the points of the side
            sides = tuple(side[:1] for side in sides)
        return self.ending.is_over(course, sides)

    def count(self, finished: Finished) -> ScoreSheet:
        """The score sheet of a finished round: first `scoring`, then the moon, then `bonuses`."""
        if not self.moon.resort or not finished.shooter:
            return self._counted(finished)
        first, second = self.moon.resort
        sheet = self._counted(attrs.evolve(finished, choice=first))
        if self._is_won_by_others(finished, sheet):
            return self._counted(attrs.evolve(finished, choice=second))
        return sheet

    def _is_won_by_others(self, finished: Finished, sheet: ScoreSheet) -> bool:
        """Whether this sheet would end the game without the shooter's side winning alone."""
        scores = self.total(finished.scores, sheet.totals, finished.course)
        if not self.is_over((*finished.course, scores)):
            return False
        own = {seat for side in finished.partners if finished.shooter[0] in side for seat in side}
        return not own.issuperset(self.leaders(scores, finished.partners))

    def points_so_far(self, finished: Finished) -> tuple[int, ...]:
        """Points by seat in the middle of a round, for the cards and tricks taken so far.

        They leave out the moon, what the rest of the round may still take back, such as a bonus for
        the most tricks, and steps without terms that may depend on tricks.

        Args:
            finished: The record of the round so far; its `tricks` hold an empty one for each trick
                that is still to be played.
        """
        taken = Open(finished, self.moon.shot)
        steps = [
            step
            for step in (*self.scoring, *self.bonuses)
            if step.terms(taken) is not None or not step.needs.tricks
        ]
        empty = ScoreSheet(finished.players, pooled=_pooled(finished))
        return counted(steps, taken, finished, empty).totals

    def _counted(self, finished: Finished) -> ScoreSheet:
        empty = ScoreSheet(
            finished.players, pooled=_pooled(finished), winners=self.moon.winners(finished)
        )
        taken = Taken(finished) if finished.is_played_out else Open(finished, self.moon.shot)
        return counted(self.steps, taken, finished, empty)

    def winners(self, scores: tuple[int, ...], sheets: tuple[ScoreSheet, ...]) -> tuple[int, ...]:
        """The seats that win if the game ends now: the lowest, or those that have won outright.

        Args:
            scores: The scores, seat 0 first.
            sheets: The sheets of the rounds, first to last.
        """
        outright = sheets[-1].winners if sheets else ()
        return outright or self.leaders(scores, self.sides.seats(len(scores)))

    def leaders(
        self, scores: tuple[int, ...], sides: tuple[tuple[int, ...], ...]
    ) -> tuple[int, ...]:
        """The seats of the side that is ahead, or of all sides that tie for it.

        Args:
            scores: The scores, seat 0 first.
            sides: The seats of each side.
        """
        return leaders(
            scores, sides, points_are_good=self.points_are_good, pooled=self.sides.pooled
        )

    def total(
        self,
        before: tuple[int, ...],
        points: tuple[int, ...],
        course: tuple[tuple[int, ...], ...],
    ) -> tuple[int, ...]:
        """The scores after a round, given those before it and its points."""
        scores = tuple(map(sum, zip(before, points, strict=True)))
        for rule in self.totals:
            scores = rule.adjusted(scores, before, course)
        return scores

    def describe(self, players: int | None = None) -> str:
        """The rulebook in plain English, chapter by chapter.

        Args:
            players: The number of players; by default `usual_players`.

        Raises:
            RulesError: The game is not for that many.
        """
        if players is None:
            players = self.usual_players
        self.check_players(players)
        lines = [f"{self.name}, for {players} players"]
        for title, sentences in self._chapters(players).items():
            lines += ["", title] if sentences else []
            for sentence in sentences:
                lines += _wrapped(sentence, "  ")
        return "\n".join(lines)

    def diff(self, other: Rules, players: int | None = None) -> str:
        """How another rulebook differs from this one, in words, chapter by chapter.

        Args:
            other: The other rulebook.
            players: The number of players; by default one that both rulebooks allow, four if
                possible.

        Raises:
            RulesError: One of them is not for that number, or they have none in common.
        """
        if not isinstance(other, Rules):
            raise RulesError(f"diff compares with another rulebook, not with {shown(other)}")
        if players is None:
            shared = sorted(set(self.players) & set(other.players), key=lambda count: count != 4)
            if not shared:
                raise RulesError(
                    f"{self.name} and {other.name} have no number of players in common"
                )
            players = shared[0]
        self.check_players(players)
        other.check_players(players)
        ours, theirs = self._chapters(players), other._chapters(players)
        lines = [f"How {other.name} differs from {self.name} ({players} players)"]
        for title, sentences in theirs.items():
            removed = [f"- {sentence}" for sentence in ours[title] if sentence not in sentences]
            added = [f"+ {sentence}" for sentence in sentences if sentence not in ours[title]]
            lines += ["", title] if removed or added else []
            for line in (*removed, *added):
                lines += _wrapped(line, "    ")
        return "\n".join(lines if len(lines) > 1 else [*lines, "", "  The rules are the same."])

    def _choices(self, players: int) -> dict[str, list[str]]:
        """The sentences of the choices in each chapter, in the order of a round."""
        sentences: dict[str, list[str]] = {chapter.title: [] for chapter in CHAPTERS}
        for chapter in CHAPTERS:
            if chapter.name != "kitty" or self.deck.kitty_size(players):
                described = (choice.describe(players) for choice in chapter.choices(self))
                sentences[chapter.title] += filter(None, described)
        if not self.play:
            sentences["Play"].insert(0, "Any card may be played.")
        if self._names_one_of_equals(players):
            sentences["The pack"].append(
                "If several players hold or took a copy of the card that decides who leads or "
                "deals, it is the one nearest the dealer's left."
            )
        return sentences

    def _names_one_of_equals(self, players: int) -> bool:
        """Whether a card of which there are several decides who leads or deals."""
        pack, opening = self.deck.cards(players), self.opening
        deciding = opening.named_cards | self.dealer.named_cards | (opening.leads or Cards())
        return any(pack.count(card) > 1 for card in deciding)

    def _chapters(self, players: int) -> dict[str, list[str]]:
        """The sentences of each chapter, with the terms of each contract."""
        sentences = self._choices(players)
        for contract in self.contract_names:
            title, terms = contract.replace("-", " ").capitalize(), self.terms(contract, players)
            sentences["Contracts"].append(f"{title}: {terms}")
        return sentences


CHAPTERS: Final = tuple(
    Chapter(
        field.name,
        protocol=field.metadata["chapter"][0],
        title=field.metadata["chapter"][1],
        several=isinstance(field.default, tuple),
        optional=field.default is None,
    )
    for field in attrs.fields(Rules)
    if "chapter" in field.metadata
)
"""The chapters, in the order of `Rules.describe`."""


def _wrapped(text: str, indent: str) -> list[str]:
    """The lines of an indented text; those after the first are indented by `indent`."""
    import textwrap  # noqa: PLC0415 - loaded only when rules are described

    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent=indent)


def follows_round_before(rules: Rules, players: int) -> bool:
    """Whether what was taken in the round before may decide who leads.

    If so, a seat that took the whole pack decides it.
    """
    piles = (rules.deck.cards(players), *(Cards(),) * (players - 1))
    return rules.leader_after(piles, 0) is not None


def _pooled(finished: Finished) -> tuple[tuple[int, ...], ...]:
    return finished.sides if finished.pooled else ()


def _unsound(chapter: Chapter, choice: Any) -> str | None:
    """What is wrong with the terms of a choice, or None."""
    base: Any = chapter.protocol
    if not hasattr(base, "terms"):
        return None
    try:
        choice.needs  # noqa: B018 - it asks the terms
        own_lines = getattr(choice.lines, "__func__", None) is not base.lines
        silent = not own_lines and choice.terms(unplayed()) is None
    except (RulesError, TypeError) as error:  # a TypeError of a value without a hash
        return f"{chapter.name}: {shown(choice)}: {error}"
    return f"{chapter.name}: {shown(choice)} has neither terms nor lines" if silent else None


def _under(rules: Rules, contract: str) -> Rules:
    choices = rules.contracts.choices if rules.contracts else ()
    chosen = next(each for each in choices if each.name == contract)
    name = f"{rules.name}: {contract.replace('-', ' ')}"
    return attrs.evolve(rules, name=name, contracts=None, **chosen.changes)


_under_once: Final = functools.lru_cache(maxsize=1024)(_under)


@functools.lru_cache(maxsize=256)
def _counting_cards(rules: Rules, players: int) -> Cards:
    counting = {card for step in rules.steps for card in step.needs.cards}
    return rules.deck.cards(players).only(counting)


@functools.lru_cache(maxsize=1024)
def _before_play(
    rules: Rules, players: int, charged: Cards
) -> tuple[Cards, Cards, int, tuple[tuple[int, ...], ...], tuple[tuple[Card, int], ...]]:
    """What a `Finished` takes from the rules: `pack`, `penalty`, `total`, `partners`, `factors`."""
    if players not in rules.players:
        raise RulesError(
            f"{players} piles are given, but {rules.name} is not for {players} players"
        )
    penalty = rules.penalty_cards(players)
    return (
        rules.deck.cards(players),
        penalty,
        sum(rules.points(card, charged) for card in penalty),
        rules.sides.seats(players),
        _factors(rules, charged),
    )


def _factors(rules: Rules, charged: Cards) -> tuple[tuple[Card, int], ...]:
    if rules.charging is None or not charged:
        return ()
    factors = [(card, rules.charging.factor(card, charged)) for card in PACK]
    return tuple((card, factor) for card, factor in factors if factor != 1)


def _problems(rules: Rules, players: int) -> list[str]:
    """What keeps that number of players from playing by these rules."""
    problems: list[str] = []
    for check in (_check_passing, _check_cards, _check_sides):
        try:
            check(rules, players)
        except RulesError as error:
            problems.append(str(error))
    return list(dict.fromkeys(problems))


_problems_once: Final = functools.lru_cache(maxsize=256)(_problems)


def _check_sides(rules: Rules, players: int) -> None:
    sides = rules.sides.seats(players)
    seats = sorted(itertools.chain.from_iterable(sides), key=str)
    if seats != sorted(range(players), key=str):
        raise RulesError(f"every seat must be on exactly one side, not {shown(sides)}")


def _check_passing(rules: Rules, players: int) -> None:
    deck, passing = rules.deck, rules.passing
    size = hand_size(deck, players)
    calls = passing.calls(players)
    rounds = (passing.pattern(number, players) for number in range(MOST_RULES))
    for pattern in dict.fromkeys(calls or rounds):
        if (count := count_of(pattern, players)) > size:
            raise RulesError(f"{count} cards cannot be passed from a hand of {size}")
        if count == size and is_mixed(pattern, players):
            raise RulesError(f"a mix of all {size} cards of a hand would be a second deal")


_FEW: Final = 6
"""A rule that names more cards of a suit means those that are in the pack."""


def _check_cards(rules: Rules, players: int) -> None:
    cards = rules.deck.cards(players)
    wanted = [("opening", rules.opening.named_cards), ("dealer", rules.dealer.named_cards)]
    wanted += [("moon", rules.moon.needs.cards)]
    wanted += [("charging", rules.charging.cards)] if rules.charging else []
    wanted += [(step.name, step.needs.cards) for step in (*rules.scoring, *rules.bonuses)]
    missing = [
        f"{card} ({chapter})"
        for chapter, named in wanted
        for suit in Suit
        for card in named.of(suit).without(cards)
        if len(set(named.of(suit))) <= _FEW
    ]
    if missing:
        raise RulesError(f"the rules name cards that are not in the pack: {', '.join(missing)}")


@functools.lru_cache(maxsize=256)
def _penalty_cards(rules: Rules, players: int) -> Cards:
    pack = rules.deck.cards(players)
    return pack.only(card for card in PACK if rules.cost(card) > 0)
