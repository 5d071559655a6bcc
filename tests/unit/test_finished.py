"""What is known of a round that is over."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from heartslib import Cards, HeartsError
from heartslib._values.said import NotSaid, partly
from heartslib.rules import EveryoneAlone, Taken
from heartslib.sheet import Finished
from heartslib.table import Settled, Trick
from tests.helpers.positions import AMERICAN

OF_THREE_CARDS = SimpleNamespace(
    pack=Cards("2C 3C QS"),
    penalty_cards=Cards("QS"),
    counting_cards=Cards("QS"),
    partners=(),
    sides=EveryoneAlone(),
    verb="charge",
    whole={Cards(): 13}.get,
    factors={Cards(): ()}.get,
)
"""Rules with a pack of three cards, of which the queen costs."""


def finished(*piles: str, **said: Any) -> Finished:
    taken = tuple(map(Cards, piles))
    common = {"rules": OF_THREE_CARDS, "doubled": Cards(), "dead": Cards(), "shooter": ()}
    return partly(Finished, piles=taken, choice=None, **common, **said)


def test_who_took_everything() -> None:
    over = finished("3C", "2C QS", "", trick_counts=(1, 1, 0))
    assert over.takers_of(Cards("2C")) == (1,)
    assert over.takers_of(Cards("2C 3C")) == ()
    assert over.takers_of(Cards()) == ()
    assert over.takers_of_all() == ()
    assert finished("2C 3C QS", "", trick_counts=(3, 0)).takers_of_all() == (0,)
    assert finished("", "", trick_counts=(0, 0)).takers_of_all() == ()


@pytest.mark.parametrize(
    "fact", ["scores", "course", "tricks", "trick_counts", "dealer", "settled", "charged", "passed"]
)
def test_what_nobody_has_said_of_a_round_is_refused(fact: str) -> None:
    piles = (Cards("QS"), Cards(), Cards(), Cards())
    over = AMERICAN.at(4).in_force.finished(piles)
    with pytest.raises(HeartsError, match=r"^these rules ask .*, which nobody has said$"):
        getattr(over, fact)


def test_what_is_said_of_a_round_is_there() -> None:
    piles = (Cards("QS"), Cards(), Cards(), Cards())
    over = AMERICAN.at(4).in_force.finished(piles, scores=(1, 2, 3, 4), dealer=2)
    assert (over.scores, over.dealer, over.piles) == ((1, 2, 3, 4), 2, piles)
    assert over == AMERICAN.at(4).in_force.finished(piles, scores=(1, 2, 3, 4), dealer=2)
    assert hash(over) == hash(
        AMERICAN.at(4).in_force.finished(piles, scores=(1, 2, 3, 4), dealer=2)
    )
    assert over != AMERICAN.at(4).in_force.finished(piles, scores=(1, 2, 3, 4))
    assert repr(over).startswith("<Finished: only rules=")


def test_a_trick_that_nobody_won_goes_to_the_taker_of_the_next() -> None:
    takers = (None, 2, None, None, 1, None)
    over = finished("", "", "", tricks=tuple(Trick(0, 3, taker=taker) for taker in takers))
    assert over.takers == (2, 2, 1, 1, 1, None)
    taken = Taken(over)

    def took(number: int) -> list[int]:
        return [seat for seat in range(3) if taken.took((seat,), number)]

    assert [took(number) for number in (0, 1, 3, 5, 6, 7)] == [[], [2], [1], [1], [], []]
    assert [took(number) for number in (-1, -2, -4, -6, -7)] == [[], [1], [1], [2], []]


def test_the_only_trick_so_far_is_every_trick() -> None:
    assert finished("2C", "", trick_counts=(1, 0)).takers_of_all() == (0,)


def pickled(part: Settled) -> Settled:
    """What comes back from a pickle."""
    again: Settled = pickle.loads(pickle.dumps(part))
    return again


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_of_a_part_says_as_much(again: Callable[[Settled], Settled]) -> None:
    part = partly(Settled, contract=None, bids=(1, 0))
    assert again(part) == part
    with pytest.raises(NotSaid, match="which seat led"):
        _ = again(part).leader
