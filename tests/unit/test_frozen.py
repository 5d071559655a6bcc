"""The frozen values of the core behave as those of attrs do."""

from __future__ import annotations

import pickle
import re
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, variants
from heartslib._frozen import frozen
from heartslib.moves import Claim, Play, Score, Stop
from heartslib.rules import DealerLeads, EldestLeads, Pack, Toward


@frozen
class Point:
    """A value with a field that does not count and one that is not shown."""

    x: int
    y: object = 0
    note: str = attrs.field(default="", eq=False, kw_only=True)
    secret: int = attrs.field(default=0, repr=False, kw_only=True)


@attrs.frozen
class Same:
    """The same value, made by attrs alone."""

    x: int
    y: object = 0
    note: str = attrs.field(default="", eq=False, kw_only=True)
    secret: int = attrs.field(default=0, repr=False, kw_only=True)


@frozen
class Farther(Point):
    """A value with a field more."""

    z: int = 0


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


@frozen(unsafe_hash=True, kw_only=True)
class Hashed:
    """A value whose hash attrs compiles."""

    x: int
    note: str = attrs.field(default="", eq=False)


@frozen(repr=False, eq=False)
class Bare:
    """A value without equality and representation."""

    x: int


@pytest.mark.parametrize("given", [{}, {"y": 2}, {"note": "a"}, {"secret": 3}, {"y": [1]}])
def test_what_is_equal_is_what_attrs_calls_equal(given: dict[str, Any]) -> None:
    other: dict[str, Any] = {"x": 1, **given}
    assert (Point(1) == Point(**other)) is (Same(1) == Same(**other))
    assert (Point(1) != Point(**other)) is (Same(1) != Same(**other))
    assert repr(Point(**other)) == repr(Same(**other)).replace("Same", "Point")


def test_equal_values_have_equal_hashes_and_others_usually_have_not() -> None:
    assert hash(Point(1, 2)) == hash(Point(1, 2, note="a"))
    assert len({Point(1, 2), Point(1, 2, note="a"), Point(2, 1), Point(1, 2, secret=1)}) == 3
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        hash(Point(1, []))


def test_only_values_of_one_class_are_equal() -> None:
    pairs: list[tuple[object, object]] = [
        (Point(1), Same(1)),
        (Score(), Stop()),
        (EldestLeads(), DealerLeads()),
    ]
    assert not any(one == other for one, other in pairs)
    assert Point(1) != Farther(1)
    assert Farther(1, z=2) == Farther(1, z=2) != Farther(1)
    assert len({Score(), Stop(), Score()}) == 2
    assert Point(1).__eq__(1) is NotImplemented


def test_a_value_equals_itself_whatever_it_holds() -> None:
    class Odd:
        def __eq__(self, _: object) -> bool:
            raise AssertionError

        __hash__ = object.__hash__

    point = Point(Odd())  # type: ignore[arg-type]
    assert point == point  # noqa: PLR0124


def test_methods_of_the_class_itself_are_kept() -> None:
    assert Spelled("A") == Spelled("a")
    assert hash(Spelled("A")) == hash(Spelled("a"))
    assert repr(Spelled("A")) == "<A>"


def test_what_an_option_settles_is_left_to_attrs() -> None:
    compiled = Hashed.__hash__.__code__.co_filename
    assert re.fullmatch(rf"<attrs generated \w+ {re.escape(__name__)}\.Hashed>", compiled)
    assert hash(Hashed(x=1)) == hash(Hashed(x=1, note="a"))
    assert Hashed(x=1) == Hashed(x=1, note="a") != Hashed(x=2)
    assert Bare(1) != Bare(1)
    assert repr(Bare(1)).startswith("<")


def test_a_value_is_frozen_and_can_be_copied_and_pickled() -> None:
    point = Point(1, 2, secret=3)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    assert attrs.evolve(point, x=2) == Point(2, 2, secret=3)
    assert pickle.loads(pickle.dumps(point)) == point


def test_a_class_in_a_function_is_named_without_the_function() -> None:
    @frozen
    class Local:
        x: int

    assert repr(Local(1)) == "Local(x=1)"


def test_values_of_the_library_are_printed_as_attrs_prints_them() -> None:
    assert repr(Play(1, Card("QS"))) == "Play(seat=1, card=Card('QS'))"
    assert repr(Claim(2)) == "Claim(seat=2)"
    assert repr(Stop()) == "Stop()"
    assert repr(Toward(1)) == "Toward(places=1, count=3, name='left')"
    assert repr(Pack(removals={4: "2C"}).removals) == f"Removals(removed=((4, {Cards('2C')!r}),))"
    assert repr(variants.get("american").ending).startswith("Target(points=100, ")
