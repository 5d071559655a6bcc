"""What is known of a round that is over."""

from __future__ import annotations

from heartslib import Cards
from heartslib.rules import Taken
from heartslib.sheet import Finished
from heartslib.table import Trick
from tests.helpers.positions import AMERICAN


def _finished(*piles: str, counts: tuple[int, ...]) -> Finished:
    return Finished(
        tuple(map(Cards, piles)), Cards("2C 3C QS"), Cards("QS"), 13, (), False, (0,) * len(piles),
        trick_counts=counts,
    )  # fmt: skip


def test_who_took_everything() -> None:
    finished = _finished("3C", "2C QS", "", counts=(1, 1, 0))
    assert finished.takers_of(Cards("2C")) == (1,)
    assert finished.takers_of(Cards("2C 3C")) == ()
    assert finished.takers_of(Cards()) == ()
    assert finished.takers_of_all() == ()
    assert _finished("2C 3C QS", "", counts=(3, 0)).takers_of_all() == (0,)
    assert _finished("", "", counts=(0, 0)).takers_of_all() == ()


def test_a_round_is_counted_as_the_first_of_a_game_unless_scores_are_given() -> None:
    piles = (Cards("QS"), Cards(), Cards(), Cards())
    finished = AMERICAN.at(4).in_force.finished(piles)
    assert (finished.scores, finished.course) == ((0, 0, 0, 0), ())
    assert (finished.tricks, finished.trick_counts, finished.dealer) == (None, None, None)
    assert AMERICAN.at(4).in_force.finished(piles, scores=(1, 2, 3, 4)).scores == (1, 2, 3, 4)


def test_a_trick_that_nobody_won_goes_to_the_taker_of_the_next() -> None:
    takers = (None, 2, None, None, 1, None)
    nothing = Cards()
    finished = Finished(
        (nothing,) * 3, nothing, nothing, 0, (), False, (0,) * 3,
        tricks=tuple(Trick(0, 3, taker=taker) for taker in takers),
    )  # fmt: skip
    assert finished.takers == (2, 2, 1, 1, 1, None)
    taken = Taken(finished)

    def took(number: int) -> list[int]:
        return [seat for seat in range(3) if taken.took((seat,), number)]

    assert [took(number) for number in (0, 1, 3, 5, 6, 7)] == [[], [2], [1], [1], [], []]
    assert [took(number) for number in (-1, -2, -4, -6, -7)] == [[], [1], [1], [2], []]


def test_the_only_trick_so_far_is_every_trick() -> None:
    pack = Cards("2C 3C QS")
    finished = Finished(
        (Cards("2C"), Cards()), pack, Cards("QS"), 13, (), False, (0, 0), trick_counts=(1, 0)
    )
    assert finished.takers_of_all() == (0,)
