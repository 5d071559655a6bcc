"""The rulebook: a choice for each chapter, put together.

`Rules` is what is printed, for several numbers of players and perhaps with contracts.  `TableRules` are the same for
one number.  From these come the `RoundRules` of a round, once its contract is known.  Each is made once and kept, so
that whatever follows from it is found once: a game asks its rules with every card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from attrs import Attribute, evolve, field, fields

from heartslib._values.arguments import MOST_PLAYERS, frozen, plain, prefixed_errors
from heartslib.errors import Change, RulesError, quoted
from heartslib.rules.book.chapters import (
    IN_ORDER,
    ORDERED,
    AtTable,
    Rulebook,
    chapter_of,
    chapters_of,
    in_all,
    own_problems,
    player_numbers,
    short_name,
)
from heartslib.rules.book.contracts_in_print import shared_chapter
from heartslib.rules.book.page import Text, printed, sentences_of
from heartslib.rules.book.round_rules import RoundRules
from heartslib.rules.contracts import Contracts, NoContracts, contracts_given
from heartslib.rules.pools import NO_POOL, counters_problem, pool_problem
from heartslib.words import listed

__all__ = ["Rules", "TableRules"]


def _in_order(_: type, unsorted: list[Attribute[Any]]) -> list[Attribute[Any]]:
    """An attrs field transformer for the order of `Rules.describe`: contracts after sides."""
    name, *others, players, contracts = unsorted
    place = [each.name for each in others].index("sides") + 1
    return [name, players, *others[:place], contracts, *others[place:]]


@frozen(kw_only=True, cache_hash=True, repr=False, field_transformer=_in_order)
class Rules(Rulebook):
    """The rules of one game: a choice for each chapter of the rulebook.

    A rulebook is a value; `attrs.evolve` makes a changed copy.  Chapters that you leave out are
    those of American Hearts.  Two rulebooks are equal if their names and all their chapters are;
    `summary`, `source`, `aliases` and `decisions` are documentation.

    What depends on the number of players is asked of `at`; what is legal and what it costs, of its
    `in_force`, since it may depend on the contract.

    >>> from heartslib import Rules
    >>> from heartslib.rules import HEARTS_ONE, NoMoon
    >>> plain = Rules(name="Plain Hearts", players=4, scoring=HEARTS_ONE, moon=NoMoon())
    >>> plain, plain.at(4).in_force.penalty_cards
    (<Rules: Plain Hearts, 4 players>, Cards('2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH'))

    Attributes:
        players: The numbers of players that can play it, sorted.
        contracts: Under which contract each round is played.
    """

    players: tuple[int, ...] = field(default=(4,), converter=player_numbers)
    contracts: Contracts = field(
        default=NoContracts(),
        converter=contracts_given,
        metadata=chapter_of(Contracts, "Contracts"),
    )

    def __attrs_post_init__(self) -> None:
        """Refuse choices that do not fit their chapter, and chapters that do not fit together."""
        if wrong := list(filter(None, self._misfits())):
            raise RulesError(f"this is not a rulebook: {'; '.join(wrong)}")
        tables = self._tables
        if self.contracts.pools and not any(each.has_pool for each, _ in tables.values()):
            needs = NO_POOL.format(self.contracts.name)
            raise RulesError(f"{self.name}: {needs}, or give pools=False")
        problem = None if self.contract_names else counters_problem(self) or pool_problem(self)
        if problem:
            raise RulesError(f"{self.name}: {problem}")

    @cached_property
    def _tables(self) -> dict[int, tuple[TableRules, tuple[str, ...]]]:
        """These rules at a table of each number of players, and what keeps them from playing.

        Raises:
            RulesError: No number can play, or a contract is not a rulebook.
        """
        tables = {number: _seated(self, number) for number in self.players}
        own = {number: own_problems(table) for number, table in tables.items()}
        self._check_some_number(own)
        # contracts after that: what is wrong without any would be said again for each of them
        for contract in self.contract_names:
            with prefixed_errors(f"contract {contract!r}", RulesError):
                _under(self, contract)  # not once: rules that are being made have no hash yet
        problems = {number: own[number] or _in_rounds(table) for number, table in tables.items()}
        self._check_some_number(problems)
        return {number: (table, problems[number]) for number, table in tables.items()}

    def _check_some_number(self, problems: Mapping[int, Iterable[str]]) -> None:
        """Refuse rules that none of their numbers of players can play by."""
        if not all(problems.values()):
            return
        alike: dict[str, list[str]] = {}  # sentence -> the numbers of players it is true of
        for number, sentences in problems.items():
            for each in sentences:
                alike.setdefault(each.replace(f"{number} players", "{}"), []).append(f"{number}")
        different = "; ".join(
            each.replace("{}", f"{listed(numbers, 'or')} players")
            for each, numbers in alike.items()
        )
        numbers = listed([*map(str, self.players)], "or")
        raise RulesError(f"{self.name} cannot be played by {numbers} players: {different}")

    def under(self, contract: str | None) -> Rules:
        """The rules of a round with that contract, as a rulebook of their own.

        Args:
            contract: The name of the contract; None gives this rulebook.

        Raises:
            RulesError: The game has no such contract.
        """
        if contract is None:
            return self
        if contract not in self.contract_names:
            raise RulesError(self.no_contract(contract))
        return _under_once(self, contract)

    @property
    def rulebooks(self) -> tuple[Rules, ...]:
        """The rulebooks that may be in force in a round: one for each contract, or this one."""
        return tuple(map(self.under, self.contract_names)) or (self,)

    @property
    def usual_players(self) -> int:
        """Four if four can play; otherwise the middle one of the numbers that can."""
        return self._usual_players

    @cached_property
    def _usual_players(self) -> int:
        able = [number for number in self.players if not self._tables[number][1]]
        return 4 if 4 in able else able[(len(able) - 1) // 2]

    def at(self, players: int) -> TableRules:
        """These rules as a table of that many plays them; `pack` and others below are asked of those.

        >>> from heartslib import variants
        >>> at = variants.get("cancellation").at(11)
        >>> len(at.pack), at.hand_size, at.kitty_size
        (104, 9, 5)

        Raises:
            RulesError: The rules are not for that many players, or do not work for them; the message
                names everything that is wrong.
        """
        if type(players) is not int:
            players = plain(players)
        if type(players) is not int or players not in self.players:
            raise self._not_for(players)
        table, problems = self._tables[players]
        if problems:
            raise RulesError(
                f"{self.name} cannot be played by {players} players: {'; '.join(problems)}"
            )
        return table

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of players that can play it."""
        return self.players

    def with_number(self, players: int) -> TableRules:
        """These rules for a number of players, whether they work for it or not."""
        return self._tables[players][0] if players in self.players else _seated(self, players)

    def _not_for(self, players: object) -> RulesError:
        """The error for a number that is not in `players`, which says how to allow it."""
        allowed = listed([*map(str, self.players)], "or")
        sentence = f"{self.name} is for {allowed} players, not {quoted(players)}"
        if type(players) is not int or not 2 <= players <= MOST_PLAYERS:
            return RulesError(sentence)
        table = self.with_number(players)
        if problems := own_problems(table) or _in_rounds(table):
            return RulesError(
                f"{sentence}, and could not be played by {players}: {'; '.join(problems)}"
            )
        return RulesError(f"{sentence}; ", Change("players", players), " allows that many")

    def __repr__(self) -> str:
        """Name and players; see `describe` for the rules."""
        numbers = self.players
        first = numbers[0]
        last = numbers[-1]
        is_run = len(numbers) > 2 and last - first == len(numbers) - 1
        players = f"{first} to {last}" if is_run else listed([*map(str, numbers)], "or")
        return f"<{type(self).__name__}: {short_name(self.name)}, {players} players>"

    @property
    def verb(self) -> str:
        """The word that players read for charging, in some contract if there are contracts."""
        chargings = (rules.charging for rules in self.rulebooks)
        return max(chargings, key=lambda charging: len(charging.cards)).verb

    def from_round(self, number: int, players: int) -> Rules:
        """The rules for a game that begins with the pass and the contract of a later round.

        Args:
            number: The number of the round, counted from 0.
            players: The number of seats.
        """
        passing = self.passing.later(number, players)
        contracts = self.contracts.later(number)
        if passing is self.passing and contracts is self.contracts:
            return self
        return evolve(self, passing=passing, contracts=contracts)


@frozen(kw_only=True, cache_hash=True, repr=False, field_transformer=None)
class TableRules(AtTable):
    """A game at a table, from `Rules.at` or `Game.at_table`: what holds before a round has its contract.

    What is legal and what it costs is asked of `in_force`, or of `under` a contract.

    Attributes:
        contracts: Under which contract each round is played.
    """

    contracts: Contracts = field(default=NoContracts())  # pyright: ignore[reportIncompatibleMethodOverride]

    def under(self, contract: str | None) -> RoundRules:
        """The rules of a round with that contract; None if the game has none.

        Raises:
            RulesError: The game has no such contract, or one must be given.
        """
        if contract is None:
            return self.in_force
        if contract not in self.contract_names:
            raise RulesError(self.no_contract(contract))
        if contract not in self._rounds:
            changes = _changes(self, contract)
            self._rounds[contract] = evolve(self._usual_round, **changes)
        return self._rounds[contract]

    @property
    def rulebooks(self) -> tuple[RoundRules, ...]:
        """The rules of each round that there may be: one for each contract, or one."""
        return tuple(map(self.under, self.contract_names)) or (self._usual_round,)

    @property
    def in_force(self) -> RoundRules:
        """What a round of the game is played by, if all rounds are alike.

        Raises:
            RulesError: The game has contracts; then ask `under`, or a game or a view for its own
                `in_force`.
        """
        if self.contract_names:
            raise RulesError(
                f"in {self.name} this depends on the contract of the round: take "
                f"rules.at({self.players}).under({self.contract_names[0]!r}) for it, or ask "
                "game.in_force or view.in_force"
            )
        return self._usual_round

    @cached_property
    def _usual_round(self) -> RoundRules:
        """The rules of a round, without what a contract changes."""
        return RoundRules(players=self.players, **_choices_of(self))

    @cached_property
    def _rounds(self) -> dict[str, RoundRules]:
        """The rules of each contract that has been asked for."""
        return {}

    def paragraphs(self) -> Text:
        """The paragraphs of each chapter, by its title.

        With contracts, a sentence that does not hold under all of them is said once, with their names.
        """
        if not self.contract_names:
            return self._usual_round.paragraphs()
        rounds = {name: self.under(name).paragraphs(name) for name in self.contract_names}
        said = sentences_of(printed(self.contracts, self._usual_round.page()))
        text: Text = {}
        for title in _TITLES:
            chapter = {name: each.get(title, [said]) for name, each in rounds.items()}
            text[title] = shared_chapter(chapter)
        return text

    def special(self) -> list[str]:
        """What differs from American Hearts at the table, scoring left out."""
        first, *others = (rules.special() for rules in self.rulebooks)
        return in_all(first, others)

    def terms(self, contract: str) -> str:
        """What holds under a contract and not under every one, in sentences: first what counts.

        Args:
            contract: The name of the contract.

        Raises:
            RulesError: The game has no such contract.
        """
        now = self.under(contract).sentences()
        always = self.always()
        terms = list[str]()
        for title in sorted(now, key=lambda title: title != "Scoring"):
            shared = always[title]
            said = [each for each in now[title] if each != IN_ORDER]
            own = [each for each in said if each not in shared]
            shared = [each for each in shared if each != IN_ORDER]
            if title in ORDERED and said != [*shared, *own]:
                own = ["In this order:", *said]
            if own and IN_ORDER in now[title]:
                own.insert(0, IN_ORDER)
            terms += own
        return " ".join(terms) or "The usual rules apply."

    def check_ending(self, scores: tuple[int, ...] = ()) -> None:
        """Refuse a game that can never end, because no round leads to the score that ends it.

        Args:
            scores: The scores before its first round; by default those with which games begin.

        Raises:
            RulesError: It cannot end.
        """
        why, reach = self._endless
        start = scores or (self.ending.start,)
        goal = self.ending.goal or 0
        # a few rounds that do not recur may still bring somebody near enough
        if why and all(abs(goal - score) > reach for score in start):
            ends, *_ = self.ending.describe(self.players).partition(". ")
            raise RulesError(
                f"{self.name} would never end as printed: {why}, and {ends[:1].lower()}{ends[1:]}"
            )

    @property
    def recurring(self) -> tuple[RoundRules, ...]:
        """The rules of the rounds that come again and again, as in `rulebooks`."""
        few = self.contracts.limited(self.players)
        names = [name for name in self.contract_names if name not in few]
        return tuple(map(self.under, names)) or (self._usual_round,)

    @cached_property
    def _endless(self) -> tuple[str, int]:
        """Why rounds never end the game, and how near those that do not recur bring a score to its goal."""
        why = self._never_ends(self.recurring)
        if not why or self._never_ends(self.rulebooks):
            return why, -1
        reach = 0
        try:
            for name, times in self.contracts.limited(self.players).items():
                reach += times * max(map(abs, self.under(name).bounds))
        except RulesError:  # some step has no bounds
            return "", -1
        few = f"the contracts that come only so often change a score by {reach} at most"
        return f"{few}, and after them {why}", reach

    def _never_ends(self, rounds: Iterable[RoundRules]) -> str:
        """Why the game never ends by such rounds alone; empty if it can."""
        signs = frozenset[int]()
        moons = frozenset[int]()
        for rules in rounds:
            signs = signs.union(*(step.needs.signs for step in rules.scoring_steps))
            if rules.has_moon:
                moons |= rules.moon.needs.signs
        # a moon only if the steps are not enough: in most games they are
        endless = self.ending.endless(signs, self.totals)
        return endless and self.ending.endless(signs | moons, self.totals)


def _choices_of(rules: Rulebook) -> dict[str, Any]:
    """What every kind of rulebook says, as arguments for another kind."""
    return {each.name: getattr(rules, each.name) for each in fields(Rulebook)}


def _seated(rules: Rules, players: int) -> TableRules:
    return TableRules(players=players, contracts=rules.contracts, **_choices_of(rules))


def _in_rounds(table: TableRules) -> tuple[str, ...]:
    """What keeps a number of players from playing a round of some contract."""
    return tuple(
        f"contract {name!r}: {each}"
        for name in table.contract_names
        for each in own_problems(table.under(name))
    )


CHAPTERS = chapters_of(Rules)
"""The chapters, in the order of `Rules.describe`."""

_TITLES = tuple(dict.fromkeys(chapter.title for chapter in CHAPTERS))


def _changes(rules: Rulebook, contract: str) -> dict[str, Any]:
    """What a contract changes in a rulebook, its name included."""
    chosen = next(each for each in rules.contracts.choices if each.name == contract)
    return {"name": f"{rules.name}: {contract.replace('-', ' ')}", **chosen.changes}


def _under(rules: Rules, contract: str) -> Rules:
    return evolve(rules, contracts=NoContracts(), **_changes(rules, contract))


_under_once = lru_cache(maxsize=1024)(_under)
