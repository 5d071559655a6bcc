"""The rulebook: a choice for each chapter, put together."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

import attrs

from heartslib._given import frozen, prefixed_errors
from heartslib.errors import RulesError
from heartslib.rules.chapters import (
    IN_ORDER,
    ORDERED,
    Rulebook,
    chapter_of,
    chapters_of,
    own_problems,
    problems_in,
)
from heartslib.rules.contracts import Contracts, NoContracts, contracts_given
from heartslib.rules.page import Page, Text, printed, sentences_of
from heartslib.rules.pools import NO_POOL, counters_problem, pool_problem
from heartslib.rules.round_rules import RoundRules
from heartslib.rules.shared import shared_chapter
from heartslib.words import listed

__all__ = ["Rules"]


def _after_sides(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """An attrs field transformer for the order of `Rules.describe`."""
    *others, contracts = fields
    place = [each.name for each in others].index("sides") + 1
    return [*others[:place], contracts, *others[place:]]


@frozen(kw_only=True, cache_hash=True, repr=False, field_transformer=_after_sides)
class Rules(Rulebook):
    """The rules of one game: a choice for each chapter of the rulebook.

    A rulebook is a value; `attrs.evolve` makes a changed copy.  Chapters that you leave out are
    those of American Hearts.  Two rulebooks are equal if their names and all their chapters are;
    `summary`, `source`, `aliases` and `decisions` are documentation.

    What is legal and what it costs is asked of `in_force`, since it may depend on the contract.

    >>> from heartslib import Rules
    >>> from heartslib.rules import HEARTS_ONE, NoMoon
    >>> plain = Rules(name="Plain Hearts", players=4, scoring=HEARTS_ONE, moon=NoMoon())
    >>> plain, plain.in_force.penalty_cards(4)
    (<Rules: Plain Hearts, 4 players>, Cards('2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH'))

    Attributes:
        contracts: Under which contract each round is played.
    """

    contracts: Contracts = attrs.field(
        default=NoContracts(),
        converter=contracts_given,
        metadata=chapter_of(Contracts, "Contracts"),
    )

    def __attrs_post_init__(self) -> None:
        """Refuse choices that do not fit their chapter, and chapters that do not fit together."""
        if wrong := list(filter(None, self._misfits())):
            raise RulesError(f"this is not a rulebook: {'; '.join(wrong)}")
        self._check_some_number({count: own_problems(self, count) for count in self.players})
        rounds: dict[str, Rules] = {}
        for contract in self.contract_names:
            with prefixed_errors(f"contract {contract!r}", RulesError):
                rounds[contract] = _under(self, contract)
        if self.contracts.pools and not any(each.has_pool for each in rounds.values()):
            needs = NO_POOL.format(self.contracts.name)
            raise RulesError(f"{self.name}: {needs}, or give pools=False")
        self._check_some_number({count: problems_in(rounds, count) for count in self.players})
        if problem := None if rounds else counters_problem(self) or pool_problem(self):
            raise RulesError(f"{self.name}: {problem}")

    def _check_some_number(self, problems: dict[int, list[str]]) -> None:
        """Refuse rules that none of their numbers of players can play by."""
        if all(problems.values()):
            alike: dict[str, list[str]] = {}  # sentence -> the numbers of players it is true of
            for count, sentences in problems.items():
                for each in sentences:
                    alike.setdefault(each.replace(f"{count} players", "{}"), []).append(f"{count}")
            found = ((each, listed(counts, "or")) for each, counts in alike.items())
            different = (each.replace("{}", f"{counts} players") for each, counts in found)
            counts = listed(list(map(str, self.players)), "or")
            raise RulesError(
                f"{self.name} cannot be played by {counts} players: {'; '.join(different)}"
            )

    def under(self, contract: str | None) -> Rules:
        """The rules of a round with that contract, as a rulebook of their own.

        Args:
            contract: The name of the contract; None gives this rulebook.

        Raises:
            RulesError: The game has no such contract.
        """
        if contract is not None and contract in self.contract_names:
            return _under_once(self, contract)
        return super().under(contract)

    def paragraphs(self, players: int) -> Text:
        """The paragraphs of each chapter, by its title.

        With contracts, a sentence that does not hold under all of them is said once, with their names.

        Args:
            players: The number of players.
        """
        if not self.contract_names:
            return self._in_force.paragraphs(players)
        rounds = {
            name: self.under(name).in_force.paragraphs(players, name)
            for name in self.contract_names
        }
        said = sentences_of(printed(self.contracts, Page(players, self._in_force)))
        text: Text = {}
        for title in _TITLES:
            chapter = {name: each.get(title, [said]) for name, each in rounds.items()}
            text[title] = shared_chapter(chapter)
        return text

    @property
    def verb(self) -> str:
        """The word that players read for charging, in some contract if there are contracts."""
        return max(self.rulebooks, key=lambda each: len(each.charging.cards)).charging.verb

    def special(self, players: int) -> list[str]:
        """What differs from American Hearts at the table, scoring left out.

        Args:
            players: The number of players.
        """
        first, *others = (each.in_force.special(players) for each in self.rulebooks)
        return [each for each in first if all(each in other for other in others)]

    def terms(self, contract: str, players: int) -> str:
        """What holds under a contract and not under every one, in sentences: first what counts.

        Args:
            contract: The name of the contract.
            players: The number of players.

        Raises:
            RulesError: The game has no such contract.
        """
        now, always = self.under(contract).sentences(players), self.always(players)
        terms = list[str]()
        for title in sorted(now, key=lambda title: title != "Scoring"):
            said, shared = (
                [each for each in sentences[title] if each != IN_ORDER]
                for sentences in (now, always)
            )
            own = [each for each in said if each not in shared]
            if title in ORDERED and said != [*shared, *own]:
                own = ["In this order:", *said]
            if own and IN_ORDER in now[title]:
                own.insert(0, IN_ORDER)
            terms += own
        return " ".join(terms) or "The usual rules apply."

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
                f"rules.under({self.contract_names[0]!r}) for it, or ask game.in_force or view.in_force"
            )
        return self._in_force

    @functools.cached_property
    def _in_force(self) -> RoundRules:
        fields = attrs.fields(Rulebook)
        return RoundRules(**{field.name: getattr(self, field.name) for field in fields})

    def check_ending(self, scores: tuple[int, ...] = ()) -> None:
        """Refuse a game that can never end, because no round leads to the score that ends it.

        Args:
            scores: The scores before its first round; by default those with which games begin.

        Raises:
            RulesError: It cannot end.
        """
        why, reach = self._endless
        start, goal = scores or (self.ending.start,), self.ending.goal or 0
        if why and all(abs(goal - each) > reach for each in start):
            ends, *_ = self.ending.describe(self.usual_players).partition(". ")
            raise RulesError(
                f"{self.name} would never end as printed: {why}, and {ends[:1].lower()}{ends[1:]}"
            )

    @property
    def recurring(self) -> tuple[Rules, ...]:
        """The rulebooks of the rounds that come again and again, as in `rulebooks`."""
        few = self.contracts.limited(max(self.players))
        return tuple(self.under(name) for name in self.contract_names if name not in few) or (self,)

    @functools.cached_property
    def _endless(self) -> tuple[str, int]:
        """Why rounds never end the game, and how near those that do not recur bring a score to its goal."""
        why, reach = self._never_ends(self.recurring), 0
        if not why or self._never_ends(self.rulebooks):
            return why, -1
        try:
            for name, times in self.contracts.limited(max(self.players)).items():
                bounds = map(self.under(name).in_force.bounds, self.players)
                reach += times * max(map(abs, chain(*bounds)))
        except RulesError:  # some step has no bounds
            return "", -1
        few = f"the contracts that come only so often change a score by {reach} at most"
        return f"{few}, and after them {why}", reach

    def _never_ends(self, rulebooks: Iterable[Rules]) -> str:
        """Why the game never ends by such rounds alone; empty if it can."""
        rounds = [each.in_force for each in rulebooks]
        steps = chain(*(each.scoring_steps for each in rounds))
        signs = frozenset(sign for step in steps for sign in step.needs.signs)
        moons = (each.moon.needs.signs for each in rounds if each.has_moon(self.usual_players))
        endless = self.ending.endless(signs, self.totals)
        return endless and self.ending.endless(signs.union(*moons), self.totals)

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
        return attrs.evolve(self, passing=passing, contracts=contracts)


CHAPTERS: Final = chapters_of(Rules)
"""The chapters, in the order of `Rules.describe`."""

_TITLES: Final = tuple(dict.fromkeys(chapter.title for chapter in CHAPTERS))


def _under(rules: Rules, contract: str) -> Rules:
    chosen = next(each for each in rules.contracts.choices if each.name == contract)
    name = f"{rules.name}: {contract.replace('-', ' ')}"
    return attrs.evolve(rules, name=name, contracts=NoContracts(), **chosen.changes)


_under_once: Final = functools.lru_cache(maxsize=1024)(_under)
