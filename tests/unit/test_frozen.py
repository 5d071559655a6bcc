"""The frozen values of the core behave as those of attrs do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from heartslib._values.quick import frozen
from heartslib.moves import Claim, Score, Stop


def _two_classes(decorated: Callable[..., Any]) -> tuple[type[Any], type[Any]]:
    @decorated
    class Point:
        x: int
        y: object = 0
        note: str = attrs.field(default="", eq=False, kw_only=True)
        secret: int = attrs.field(default=0, repr=False, kw_only=True)

    @decorated
    class Farther(Point):
        z: int = 0

    return Point, Farther


@frozen
class Spelled:
    """A value with methods of its own."""

    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spelled) and self.text.lower() == other.text.lower()

    def __hash__(self) -> int:
        return hash(self.text.lower())

    def __repr__(self) -> str:
        return f"<{self.text}>"


@frozen(repr=False, eq=False)
class Bare:
    """A value without equality and representation."""

    x: int


@pytest.mark.parametrize("given", [{}, {"y": 2}, {"note": "a"}, {"secret": 3}, {"y": [1]}])
@pytest.mark.parametrize("place", [0, 1])
def test_values_are_equal_and_printed_as_those_of_attrs(given: dict[str, Any], place: int) -> None:
    ours, theirs = (_two_classes(decorated)[place] for decorated in (frozen, attrs.frozen))
    assert (ours(1) == ours(1, **given)) is (theirs(1) == theirs(1, **given))
    assert (ours(1) != ours(1, **given)) is (theirs(1) != theirs(1, **given))
    assert repr(ours(1, **given)) == repr(theirs(1, **given))


def test_equal_values_have_equal_hashes_and_others_usually_have_not() -> None:
    point, _ = _two_classes(frozen)
    assert hash(point(1, 2)) == hash(point(1, 2, note="a"))
    assert len({point(1, 2), point(1, 2, note="a"), point(2, 1), point(1, 2, secret=1)}) == 3
    assert len({Score(), Stop(), Score()}) == 2
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        hash(point(1, []))


def test_only_values_of_one_class_are_equal() -> None:
    point, farther = _two_classes(frozen)
    assert point(1) != farther(1)
    assert farther(1, z=2) == farther(1, z=2) != farther(1)
    assert point(1).__eq__(1) is NotImplemented
    assert Score().__eq__(Stop()) is NotImplemented


def test_what_a_class_defines_or_an_option_says_is_left_alone() -> None:
    assert Spelled("A") == Spelled("a")
    assert hash(Spelled("A")) == hash(Spelled("a"))
    assert repr(Spelled("A")) == "<A>"
    assert Bare(1) != Bare(1)
    assert repr(Bare(1)).startswith("<")


def test_a_value_is_frozen_and_can_be_copied_and_pickled() -> None:
    claim = Claim(2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        claim.seat = 1  # type: ignore[misc]
    assert attrs.evolve(claim, seat=1) == Claim(1)
    assert pickle.loads(pickle.dumps(claim)) == claim
