"""Contracts: rounds of one game that are played by different rules, as in Barbu.

A `Contract` has a name and the chapters that it changes for its round.  `TableRules.under` puts these into the
rulebook, so that whoever plays or counts the round is given plain rules, and no rule knows about contracts.

Some chapters cannot change: the pack, the sides and the end of the game hold for all rounds, and how cards are
passed is known before the deal, when nobody need have named a contract.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import Any, cast

from attrs import Attribute, asdict, evolve, field
from attrs.validators import deep_iterable

from heartslib._values.arguments import MOST_BID, MOST_RULES, at_most, frozen, one_or_more
from heartslib._values.seats import for_each
from heartslib.cards import Card, Rank, Suit
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.chapters import restrictions_given, steps_given
from heartslib.rules.book.checks import is_a, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.rules.charging import Charging
from heartslib.rules.moon import Moon
from heartslib.rules.play import PlayRule, Showing
from heartslib.rules.scoring import Step
from heartslib.rules.tricks import RoundEnd, TrickRule
from heartslib.words import contract_names, listed, times

__all__ = [
    "Contract",
    "Contracts",
    "ContractsInOrder",
    "DealerNamesContract",
    "HighestBidderNames",
    "NoContracts",
    "Quota",
    "TurnedCardNames",
]

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST = 40

Earlier = tuple[tuple[int, str | None], ...]
"""For each earlier round the seat that named the contract, or dealt, and the contract; None if it is
not known."""
Bids = tuple[int, ...]
"""What each seat has bid, seat 0 first, 0 for a pass; empty if nothing was sold."""


def _is_name(_: object, __: Attribute[str], name: object) -> None:
    if not isinstance(name, str) or len(name) > _LONGEST or not _NAME.fullmatch(name):
        raise RulesError(
            f"the name of a contract must be small letters, digits and hyphens, such as "
            f"'no-tricks', not {quoted(name)}"
        )


def _restrictions(rules: PlayRule | Iterable[PlayRule] | None) -> tuple[PlayRule, ...] | None:
    return None if rules is None else restrictions_given(rules)


def _steps(steps: Step | Iterable[Step] | None) -> tuple[Step, ...] | None:
    return None if steps is None else steps_given(steps)


@frozen
class Contract:
    """A contract: the chapters of the rulebook that it replaces for a round.

    A chapter that is None stays as it is.

    Attributes:
        name: Its name, in small letters: ``"no-tricks"``.
        scoring: What cards and tricks cost.
        play: The restrictions on play.
        round_end: When the round ends before its last trick.
        charging: What may be charged.
        showing: When a player must show the hand.
        tricks: When a trick is complete, and who wins it.
        moon: What happens if one player takes every penalty card.
        bonuses: The scoring steps after the moon.
    """

    name: str = field(validator=_is_name)
    scoring: tuple[Step, ...] | None = field(default=None, converter=_steps)
    play: tuple[PlayRule, ...] | None = field(default=None, converter=_restrictions, kw_only=True)
    round_end: RoundEnd | None = field(default=None, kw_only=True)
    charging: Charging | None = field(default=None, kw_only=True)
    showing: Showing | None = field(default=None, kw_only=True)
    tricks: TrickRule | None = field(default=None, kw_only=True)
    moon: Moon | None = field(default=None, kw_only=True)
    bonuses: tuple[Step, ...] | None = field(default=None, converter=_steps, kw_only=True)

    @property
    def changes(self) -> dict[str, Any]:
        """The chapters that it replaces, by name."""
        chapters = asdict(self, recurse=False, filter=lambda _, value: value is not None)
        return {name: choice for name, choice in chapters.items() if name != "name"}


class Contracts(ChapterChoice):
    """Chapter: the contracts, and who names them.

    Attributes:
        choices: All the contracts.
        most_bid: The highest bid for naming the contract; 0 if it is never sold.
        unsold: The contract if it is sold and everyone passes.
        by_card: Whether a card that is turned up decides the contract, and nobody is asked.
        pools: Whether nothing is sold while the pool is a jack, so that the game needs a pool.
    """

    __slots__ = ()

    pools: bool = False
    choices: tuple[Contract, ...]
    most_bid: int = 0
    unsold: str = ""
    by_card: bool = False

    def left(self, namer: int, earlier: Earlier) -> tuple[str, ...]:
        """The names of the contracts that may be named; nobody is asked about the last one left.

        None may be named if a card decides.

        Args:
            namer: The seat that names the contract.
            earlier: The seat and the contract of each earlier round, first to last.
        """
        return () if self.by_card else tuple(each.name for each in self.choices)

    def unmet(self, players: int) -> str:
        """Why so many players cannot name the contracts as often as they should; empty if they can.

        Args:
            players: The number of players.
        """
        return ""

    def most_rounds(self, players: int) -> int:
        """In how many rounds contracts are named before they are used up; 0 if they never are.

        Args:
            players: The number of players.
        """
        return 0

    def limited(self, players: int) -> dict[str, int]:
        """The contracts that do not come again and again, and how often each may still come.

        Args:
            players: The number of players.
        """
        return {}

    def sells(self, earlier: Earlier, *, jack: bool) -> bool:
        """Whether players bid for naming the contract of the round.

        Args:
            earlier: The seat and the contract of each earlier round, first to last.
            jack: Whether nobody won the pool in the round before.
        """
        return False

    def later(self, number: int) -> Contracts:
        """The contracts of a game that begins with a later round; these, unless the number decides.

        Args:
            number: The number of that round, counted from 0.
        """
        return self

    def named_by(self, card: Card) -> str | None:
        """The contract of the round if this card is turned up; None if it does not decide.

        Args:
            card: The card.
        """
        return None

    def namer(self, dealer: int, earlier: Earlier, bids: Bids) -> int:
        """The seat that names the contract of the round, if anyone does.

        Args:
            dealer: The seat that deals the round.
            earlier: The seat and the contract of each earlier round, first to last.
            bids: What each seat has bid.
        """
        return dealer


def _contracts_given(choices: Iterable[Contract]) -> tuple[Contract, ...]:
    contracts = at_most(MOST_RULES, choices, "choices", error=RulesError)
    if not contracts:
        raise RulesError("a game under contracts needs at least one contract")
    for each in contracts:
        if not isinstance(each, Contract):
            raise RulesError(f"{quoted(each)} is not a contract: write Contract(name, ...)")
    names = [each.name for each in contracts]
    if twice := [name for name in names if names.count(name) > 1]:
        raise RulesError(f"two contracts are called {twice[0]!r}")
    return contracts


def _in_full(names: Iterable[str]) -> str:
    return ", ".join(names).replace("-", " ")


@frozen
class ContractsInOrder(Contracts):
    """The contracts follow each other in a fixed order, from round to round.

    What it says: nobody chooses; after the last contract comes the first again.
    Sources: Kierki; Lora.

    Attributes:
        choices: The contracts, in their order.
        first: The place in that order, from 0, of the contract of the first round.
    """

    choices: tuple[Contract, ...] = field(converter=_contracts_given)
    first: int = field(default=0, validator=whole_number(0), kw_only=True)
    name: str = "contracts-in-order"

    def left(self, namer: int, earlier: Earlier) -> tuple[str, ...]:
        """The contract whose turn it is."""
        return (self.choices[(self.first + len(earlier)) % len(self.choices)].name,)

    def later(self, number: int) -> ContractsInOrder:
        """The same order from a later contract on."""
        return evolve(self, first=(self.first + number) % len(self.choices))

    def describe(self, players: int) -> str:
        names = [each.name for each in self.choices]
        if len(names) == 1:
            return f"Every round has the same contract: {_in_full(names)}."
        begin = ""
        if place := self.first % len(names):
            begin = f", beginning with number {place + 1}"
        return (
            f"The contracts of the rounds come in this order{begin}: {_in_full(names)}; then again."
        )


_Named = str | Contract


def _names_given(contracts: _Named | Iterable[_Named]) -> tuple[str, ...]:
    listed: tuple[_Named, ...] = one_or_more(contracts, "contracts")
    return tuple(each.name if isinstance(each, Contract) else each for each in listed)


_OFTEN = whole_number(1, optional=True)
_ARE_NAMES = cast("Any", deep_iterable(_is_name))


@frozen
class Quota:
    """How often some contracts are named.

    Attributes:
        contracts: Their names; the contracts themselves will do.
        player: How often each player names one of them; None for as often as they like.
        game: How often each of them may be named in a game; None for as often as players like.
    """

    contracts: tuple[str, ...] = field(converter=_names_given, validator=_ARE_NAMES)
    player: int | None = field(default=None, validator=_OFTEN, kw_only=True)
    game: int | None = field(default=None, validator=_OFTEN, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse a quota that limits nothing."""
        if not self.contracts or self.player is self.game is None:
            raise RulesError("a quota says how often some contracts are named: give player or game")

    def used(self, contract: str, own: Counter[Any], every: Counter[Any]) -> int:
        """How often the quota has been used up, as far as it concerns one of its contracts.

        Args:
            contract: The name of the contract.
            own: How often the player who is to name one has named each contract.
            every: How often all players have.
        """
        named = sum(own[each] for each in self.contracts)
        by_player = named // self.player if self.player else 0
        by_game = every[contract] // self.game if self.game else 0
        return max(by_player, by_game)

    def unmet(self, players: int) -> str:
        """Why so many players cannot meet the quota; empty if they can."""
        wanted = players * (self.player or 0)
        room = len(self.contracts) * (self.game or 0)
        if not self.game or wanted <= room:
            return ""
        several = f"{players} players would name {listed([*map(repr, self.contracts)], 'or')}"
        return f"{several} {times(wanted)}, but a game has room for {room}"

    def rounds(self, players: int) -> int:
        """In how many rounds so many players use it up."""
        return players * self.player if self.player else len(self.contracts) * (self.game or 0)

    def sentence(self) -> str:
        """The quota as a sentence."""
        names = contract_names(self.contracts)
        most = f"named at most {times(self.game or 0)} in a game"
        if self.player is None:
            return f"Each of these is {most}: {names}."
        again = ""
        if len(self.contracts) > 1 and self.player > 1:
            again = ", the same one again or another"
        elif len(self.contracts) > 1 and not self.game:
            again = ", perhaps one that another has named"
        said = f"Each player names one of these {times(self.player)}{again}: {names}."
        return f"{said} Each of them is {most}." if self.game else said


def _quotas_given(quotas: Quota | Iterable[Quota]) -> tuple[Quota, ...]:
    return one_or_more(quotas, "quotas")


@frozen
class DealerNamesContract(Printed, Contracts):
    """The dealer names the contract of the round after looking at the hand.

    What it says: how often each player names which contracts, and how often a game has them; the
    last one left is taken without being asked for.  Once nothing is left for a dealer, the quotas
    begin again for that player.  Some contracts may come first, in order, before anyone names one.
    Sources: Barbu; "Rıfkı" (quotas); King (six contracts in order, then one named by each dealer).

    Attributes:
        choices: The contracts.
        quotas: How often they are named, each in one quota at most, so that no dealer is ever without
            a contract to name; if there are none, each player names each contract once.
        in_order: How many of the contracts come first, one a round in their order, and are not
            named.
        first: The number of the first round of the game, from 0.
    """

    choices: tuple[Contract, ...] = field(converter=_contracts_given)
    quotas: tuple[Quota, ...] = field(
        default=(), converter=_quotas_given, validator=deep_iterable(is_a(Quota)), kw_only=True
    )
    in_order: int = field(default=0, validator=whole_number(0), kw_only=True)
    first: int = field(default=0, validator=whole_number(0), kw_only=True)
    name: str = "dealer-names-contract"

    def __attrs_post_init__(self) -> None:
        """Refuse quotas for contracts that nobody names, and two for one contract."""
        if not (left := [*self._named]):
            raise RulesError("in_order must leave a contract to name")
        for name in chain(*(each.contracts for each in self.quotas)):
            if name not in left:
                why = "has two quotas" if name in self._named else "is not a contract to name"
                raise RulesError(f"quotas: {name!r} {why}; give {', '.join(left)}")
            left.remove(name)

    @cached_property
    def _named(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.choices[self.in_order :])

    @cached_property
    def _quotas(self) -> tuple[Quota, ...]:
        return self.quotas or tuple(Quota(name, player=1) for name in self._named)

    def most_rounds(self, players: int) -> int:
        """Those that come in order, and what the quotas leave to all players."""
        if self._free:
            return 0
        return self.in_order + sum(each.rounds(players) for each in self._quotas)

    def limited(self, players: int) -> dict[str, int]:
        """How often each may come at most: those in order, and those with a quota unless they begin again."""
        often = dict[str, int]()
        for number, each in enumerate(self.choices[: self.in_order]):
            often[each.name] = int(number >= self.first)
        if not self.most_rounds(players):
            for quota in self.quotas:
                often |= dict.fromkeys(quota.contracts, quota.rounds(players))
        return often

    def left(self, namer: int, earlier: Earlier) -> tuple[str, ...]:
        """The next in order, or else what the quotas leave to this dealer."""
        number = self.first + len(earlier)
        if number < self.in_order:
            return (self.choices[number].name,)
        if not earlier:
            return self._named  # a short cut: nothing is used up yet
        every = Counter(name for _, name in earlier)
        own = Counter(name for seat, name in earlier if seat == namer)
        used = dict.fromkeys(self._named, 0)
        for quota in self._quotas:
            used |= {name: quota.used(name, own, every) for name in quota.contracts}
        # not 0: once a dealer has used up all quotas, they begin again, and the least used come first
        least = min(used.values())
        return tuple([name for name, often in used.items() if often == least])

    def later(self, number: int) -> DealerNamesContract:
        """The same contracts, with fewer to come in order."""
        return evolve(self, first=self.first + number) if self.in_order else self

    def unmet(self, players: int) -> str:
        """The first quota that so many players cannot meet."""
        return next(filter(None, (each.unmet(players) for each in self.quotas)), "")

    def printed(self, page: Page) -> str:
        begin = "The dealer names the contract of each round after looking at their hand."
        if in_order := [each.name for each in self.choices[self.first : self.in_order]]:
            begin = (
                f"These contracts come first, one a round, in this order: {_in_full(in_order)}. After "
                "that, the dealer names the contract after looking at their hand."
            )
        often = [each.sentence() for each in self.quotas] or [
            f"Each player names each of these once: {contract_names(self._named)}."
        ]
        # is the game over when all quotas are used up?  With scores that never change it is, if rounds end it.
        start = page.rules.ending.start if page.rules else 0
        no_points = for_each(page.players, start)
        rounds = for_each(self.most_rounds(page.players), no_points)
        if free := self._free:
            often.append(f"These are named as often as players like: {contract_names(free)}.")
        elif page.rules is None or not page.rules.is_over(rounds):
            often.append("A player who has none left begins again.")
        return " ".join([begin, *often])

    @cached_property
    def _free(self) -> tuple[str, ...]:
        """The contracts that no quota limits."""
        limited = {*chain(*(each.contracts for each in self._quotas))}
        return tuple(name for name in self._named if name not in limited)


@frozen
class HighestBidderNames(Printed, Contracts):
    """The right to name the contract is sold to the highest bidder.

    What it says: after the deal each player in turn, eldest first, passes or bids more than anyone
    before.  Whoever bid the most names the contract.  If everyone passes, the contract is `unsold`,
    as if eldest had named it.  While the pool is a jack, nothing is sold: whoever named the
    contract before names one again, without paying.
    Sources: R. F. Foster, *Complete Hoyle*, "Auction Hearts".

    Attributes:
        choices: The contracts.
        unsold: The name of the contract if everyone passes.
        most_bid: The highest bid.
        pools: Whether the bids go into a pool, so that nothing is sold while it is a jack.
    """

    choices: tuple[Contract, ...] = field(converter=_contracts_given)
    unsold: str
    most_bid: int = field(default=50, validator=whole_number(1, MOST_BID))
    pools: bool = True
    name: str = "highest-bidder-names"

    def __attrs_post_init__(self) -> None:
        """Refuse an `unsold` that is none of the contracts."""
        if self.unsold not in (names := [each.name for each in self.choices]):
            raise RulesError(f"unsold must be one of {', '.join(names)}, not {quoted(self.unsold)}")

    def sells(self, earlier: Earlier, *, jack: bool) -> bool:
        """Yes, unless the pool is a jack."""
        return not (earlier and self.pools and jack)

    def namer(self, dealer: int, earlier: Earlier, bids: Bids) -> int:
        """The highest bidder; without bids, eldest or whoever named the contract before."""
        if any(bids):
            return bids.index(max(bids))
        if bids:
            return (dealer + 1) % len(bids)
        return earlier[-1][0] if earlier else dealer

    def printed(self, page: Page) -> str:
        again = ""
        if self.pools:
            again = (
                " While the pool is a jack, nothing is sold: whoever named the contract last names one "
                "again, without paying."
            )
        return (
            "Each round has one of these contracts, and the right to name it is sold: "
            f"{contract_names([each.name for each in self.choices])}. "
            f"After the deal each player in turn, beginning at the dealer's {page.onward}, passes or "
            f"bids more than anyone before, up to {self.most_bid}. The highest bidder names the contract. "
            f"If everyone passes, it is {self.unsold.replace('-', ' ')}, as if the player to the dealer's "
            f"{page.onward} had named it.{again}"
        )


_SUITS = {suit.word for suit in Suit}


@frozen
class TurnedCardNames(Contracts):
    """The card that is turned up after the deal decides the contract.

    What it says: there is a contract for each suit, with the name of the suit; a contract with the
    name of a rank, such as ``jack``, takes the place of the suit if a card of that rank is turned.
    Sources: pokerwiner.com, "Knaves"; lots-of-kids-games.com, "Knaves" (no trump if a jack is turned).

    Attributes:
        choices: The contracts.
    """

    by_card = True

    choices: tuple[Contract, ...] = field(converter=_contracts_given)
    name: str = "turned-card-names"

    def __attrs_post_init__(self) -> None:
        """Refuse contracts that no card decides, and a suit without one."""
        names = {each.name for each in self.choices}
        if strange := sorted(names - _SUITS - {rank.word for rank in Rank}):
            raise RulesError(
                f"choices: no card turned up decides {strange[0]!r}: name contracts after suits and ranks, "
                "such as 'hearts' or 'jack'"
            )
        if missing := [suit.word for suit in Suit if suit.word not in names]:
            raise RulesError(f"choices: there must be a contract {missing[0]!r}")

    def named_by(self, card: Card) -> str:
        """The contract of the card's rank, or else of its suit."""
        names = [each.name for each in self.choices]
        return card.rank.word if card.rank.word in names else card.suit.word

    def describe(self, players: int) -> str:
        ranks = [each.name for each in self.choices if each.name not in _SUITS]
        but = f", or that of its rank if it is one of these: {', '.join(ranks)}" if ranks else ""
        return f"The suit of the card that is turned up decides the contract of the round{but}."


@frozen
class NoContracts(Contracts):
    """All rounds are played by the same rules.

    What it says: there is no contract to name.
    Sources: games without contracts, such as pagat.com, "Hearts".
    """

    choices = ()

    name: str = "no-contracts"

    def describe(self, players: int) -> str:
        return ""


def contracts_given(contracts: Contracts | None) -> Contracts:
    """The choice itself; None gives no contracts."""
    return NoContracts() if contracts is None else contracts
