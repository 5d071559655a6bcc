"""What every question that needs no `Game` begins with: the rules of the round, and what they ask that is not said.

An argument that is left out is left unsaid, and never given a default that could be wrong.  If the rules then ask
for it, `asking_for_more` turns `NotSaid` into a sentence that names the argument.
"""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

from heartslib._elsewhere import are_together
from heartslib._values.arguments import naming, of_kind, prefixed_errors
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards, CardsLike, in_order
from heartslib.errors import Argument, CardsError, HeartsError, RulesError, fault, one_of, quoted
from heartslib.phases.setup import bad_tricks
from heartslib.rules import RoundRules, Rules, TableRules
from heartslib.rules.book.chapters import AtTable, Rulebook
from heartslib.rules.deck import too_often
from heartslib.table import Table, Trick, table_of, trick_of
from heartslib.words import how_many

__all__ = [
    "MOST_TRICKS",
    "apart",
    "asking_for_more",
    "by_seat_or_alone",
    "cards_of",
    "fitting",
    "in_force",
    "left_after",
    "no_leader",
    "not_charged",
    "only",
    "rules_at",
    "seated",
    "shows_cards",
    "takes_one_each",
    "walked",
]

MOST_TRICKS: Final = 500


def in_force(rules: Rulebook, contract: str | None) -> Rulebook:
    """The rulebook with that contract, or of any round if the game has no contracts.

    Raises:
        HeartsError: `rules` is not a rulebook, the game has no such contract, or one is missing.
    """
    of_kind(Rulebook, rules, "rules must be a Rules value")
    if contract is None and (names := rules.contract_names):
        raise HeartsError(
            f"each round of {rules.name} has a contract: give ", *one_of("contract", names)
        )
    return rules.under(contract)


def rules_at(rules: Rules, players: int | None) -> TableRules:
    """The rules at a table of so many players, by default the usual number.

    Raises:
        HeartsError: `rules` is not a rulebook, or not one for that many players.
    """
    of_kind(Rules, rules, "rules must be a Rules value")
    return rules.at(rules.usual_players if players is None else players)


def seated(rules: Rulebook, players: int | None, name: str, implied: int | None) -> RoundRules:
    """The rules for the players given, or implied by the argument `name`, or the usual number."""
    if players is not None or implied is None:
        return rules.at(rules.usual_players if players is None else players).in_force
    try:
        return rules.at(implied).in_force
    except RulesError as error:
        raise HeartsError(
            Argument(name), f" is for {how_many(implied, 'player')}: ", *error.args
        ) from None


_REMEDIES: Final = {
    "bids": "give {bids}, 0 for a pass",
    "charged": "give {charged} for each seat, as lists",
    "course": "give {course}",
    "dealer": "give {dealer}",
    "face_up": "give {face_up}",
    "leader": "give {leader}, the seat that led first, and {tricks}, each in the order of play",
    "passed": "give {passed} for each seat",
    "played": "give {played}",
    "pool": "give {pool}",
    "scores": "give {scores}",
    "shown": "give {charged} for each seat, as lists",
    "taker": "give {leader}, the seat that led first, and {tricks}, each in the order of play",
    "trick_counts": "give {trick_counts}",
    "tricks": "give {tricks}, each in the order of play",
}
"""What to give for each fact that a rule may ask, as an argument names it in braces."""


@contextmanager
def asking_for_more(rules: Rulebook) -> Generator[None]:
    """What a rule asks and nobody has said is asked for."""
    try:
        yield
    except NotSaid as error:
        is_shown = error.fact == "shown" and shows_cards(rules)
        # no argument can say it, such as the facts of a later version
        if error.fact not in _REMEDIES or is_shown:
            raise
        raise fault("needed", *naming(f"{error}: {_REMEDIES[error.fact]}")) from None


def shows_cards(rules: Rulebook) -> bool:
    """Whether a player may have shown cards that nobody has charged."""
    return rules.deck.shows_last or rules.showing is not None


def cards_of(tricks: Iterable[CardsLike | Trick]) -> tuple[tuple[Card, ...], ...]:
    """The cards of each trick, in the order of play."""
    return tuple([each.cards if isinstance(each, Trick) else in_order(each) for each in tricks])


def apart(charged: CardsLike | Iterable[CardsLike]) -> CardsLike | Iterable[CardsLike]:
    """Charges as an app gives them: a list of single cards may be as long as there are seats, and is no list by seat."""
    if not isinstance(charged, list | tuple):
        return charged
    with prefixed_errors("charged", CardsError):
        alone = all(isinstance(part, str | Card) and len(Cards(part)) == 1 for part in charged)
    return Cards(cast("Any", charged)) if alone else charged


def by_seat_or_alone(charged: tuple[Cards, ...], seats: int) -> Cards | tuple[Cards, ...]:
    """What each seat has charged, if an entry for each is given; else the cards alone.

    Raises:
        HeartsError: It is neither.
    """
    return sum(charged, Cards()) if are_together(charged, seats) else charged


def not_charged(rules: RoundRules, pack: Cards, charged: Cards) -> Iterator[HeartsError]:
    """That cards were charged which cannot be."""
    if wrong := charged.without(rules.charging.cards):
        yield fault("cannot-be-charged", wrong, f" cannot be {rules.verb}d under these rules")
    elif extra := charged - pack:
        yield fault("charged-too-often", *too_often(extra, f"{rules.verb}d"))


def fitting(rules: Rulebook, tricks: Sequence[tuple[Card, ...]]) -> int | None:
    """The number of players that follows from the lengths of the earlier tricks, if one does."""
    players = rules.numbers if tricks else ()
    fitting = [count for count in players if _are_complete(rules.with_number(count), tricks)]
    return fitting[0] if len(fitting) == 1 else None


def _are_complete(rules: AtTable, tricks: Sequence[tuple[Card, ...]]) -> bool:
    """Whether the earlier tricks are complete at this table."""
    try:
        return not any(bad_tricks(rules.in_force, tricks))
    except RulesError:  # the pack cannot be dealt to them
        return False


def only(rules: RoundRules, cards: tuple[Card, ...]) -> Table:
    """A table with a trick in progress, and nothing else."""
    return table_of(trick_of(0, rules.players, cards, None, (), ()), Cards(), (), (), ())


@functools.lru_cache(maxsize=256)
def takes_one_each(rules: RoundRules) -> bool:
    """Whether a trick is known to take one card from each player."""
    return rules.all_play and all(
        rules.tricks.is_complete(only(rules, for_each(rules.players, card)), 1)
        for card in {*rules.pack}
    )


def no_leader(rules: RoundRules, leader: object) -> HeartsError:
    """That there is no such seat to lead first."""
    if leader is None:
        return fault(
            "needed", *naming("give {leader}, the seat that led to the first of the tricks")
        )
    must = "leader, the seat that led first, must be from 0 to ", rules.players - 1, ", not "
    return fault("no-such-seat", *must, quoted(leader))


def left_after(rules: RoundRules, table: Table) -> int:
    """How many cards each hand still has between two tricks."""
    return rules.tricks_in_round - len(table.all_played) // table.players


def walked(rules: RoundRules, leader: int, dealt: Iterable[tuple[Card, ...]]) -> Table:
    """The table after these tricks, each won as the rules say."""
    table = Table.ready(leader, rules.players)
    for cards in dealt:
        for card in cards:
            table = table.with_card(card)
        table = table.with_trick_taken(rules.tricks.taker(table, left_after(rules, table)))
    return table
