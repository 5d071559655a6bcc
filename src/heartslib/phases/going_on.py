"""Games that go on from rounds played elsewhere: on paper, or in another program.

Nobody knows how those rounds went, and a match counts its rounds by their sheets.  So each gets an empty one, and
the last a line for each score.  Who dealt, who leads and what is in the pool may depend on what was taken: where
it does, and is not said, the game is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Final

import attrs

from heartslib._values.arguments import MOST_PLAYERS, NUMBERS_BY_SEAT, plain, series, whole_within
from heartslib._values.seats import for_each
from heartslib.errors import Argument, HeartsError
from heartslib.phases.match import Match
from heartslib.table import Settled
from heartslib.words import how_many

MOST_BEFORE: Final = 1_000
"""The most rounds that a game can have behind it when it begins."""


def played_before(rounds: int) -> int:
    """The number of rounds, if so many can have been played before.

    Raises:
        HeartsError: They cannot.
    """
    must = f"round_number must be a whole number from 0 to {MOST_BEFORE}"
    return whole_within(0, MOST_BEFORE, rounds, must)


def gone_on(
    match: Match,
    *,
    scores: Iterable[int] | None,
    round_number: int,
    pool: int | None = None,
    contracts: Iterable[str] = (),
    leader: int | None = None,
    dealer: int | None = None,
) -> Match:
    """A match about to begin, as it goes on from elsewhere; the arguments are those of `Game.new`.

    Raises:
        HeartsError: It cannot go on from there.
    """
    round_number = played_before(round_number)
    dealer = plain(dealer)
    points = match.scores
    named = series(MOST_BEFORE, contracts, "contracts", "a list of names")
    if scores is not None:
        points = match.with_scores(series(MOST_PLAYERS, scores, "scores", NUMBERS_BY_SEAT)).scores
    goes_on = round_number or named or points != match.scores
    if pool is None:
        if goes_on and match.rules.has_pool:
            raise HeartsError("the round depends on what is in the pool: give ", Argument("pool"))
        pool = 0
    if not goes_on and leader is None:
        with_pool = match.with_pool(pool)
        return match if with_pool is match else with_pool.after(first=None)
    after = _played(match, points, round_number, named)
    if dealer is not None:  # who dealt the first round follows from it
        first = (match.dealer + dealer - after.dealer) % match.players
        # once more from the first deal, since dealers name contracts
        after = _played(match.after(dealer=first), points, round_number, named)
    leader = None if leader is None else match.check_seat(leader)
    after = after.after(
        dealer=after.dealer if dealer is None else dealer,
        scores=points,
        course=after.course,
        settled=Settled(leader=leader),
    )
    if leader is not None and match.rules.opening.by_namer:  # it named the last contract, too
        after = after.with_last_namer(leader)
    after = after.with_pool(pool)
    if round_number and match.rules.has_pool:
        *others, last = after.sheets
        after = after.after(
            sheets=(*others, attrs.evolve(last, pool=pool, jack=after.settled.jack))
        )
    after = after.after(first=None)  # from here on: nobody knows more of the rounds before
    after.check_goes_on()
    return after.with_only_contract().after(first=None)


def check_seats(match: Match, leader: int | None, dealer: int | None) -> None:
    """Refuse a game to be played in which what was taken decides about a seat that is not given.

    Raises:
        HeartsError: It does, or a leader is given although the round before does not decide it.
    """
    named = match.rules.opening.by_namer and not match.sells
    follows = match.round_number > 0 and (named or match.at_table.follows_round_before)
    if leader is not None and not follows:
        raise HeartsError("the round before does not decide who leads, so leader cannot be given")
    if follows and leader is None:
        raise _decided("leader")
    check_dealer(match, dealer)


def check_dealer(match: Match, dealer: int | None) -> None:
    """Refuse a game in which what was taken decides who deals, if nobody has said who does.

    Raises:
        HeartsError: It does.
    """
    follows = match.dealer_follows_cards or match.rules.dealer.until_won
    if match.round_number and dealer is None and follows:
        raise _decided("dealer")


def _decided(name: str) -> HeartsError:
    said = f"the cards taken in the round before decide the {name}: give "
    return HeartsError(said, Argument(name))


def _played(
    match: Match, points: tuple[int, ...], rounds: int, contracts: tuple[str, ...]
) -> Match:
    """The match after the rounds played elsewhere."""
    lacking = HeartsError(
        "each earlier round had a contract: give ", Argument("contracts"),
        f" with {how_many(rounds, 'name')}, not {len(contracts)}",
    )  # fmt: skip
    if contracts and len(contracts) != rounds:
        raise lacking
    nothing = for_each(match.players, 0)
    last = rounds - 1
    for number, contract in zip_longest(range(rounds), contracts):
        # nobody knows how the scores came about, but the sheets must add up to them
        if contract is None and match.contracts_left:
            raise lacking
        after = points if number == last else None
        sheet = match.sheet_of_points(after or nothing, "scores")
        match = match.with_contract(contract).with_sheet(sheet, scores=after)
    return match
