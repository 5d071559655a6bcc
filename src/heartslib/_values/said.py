"""Values of which only a part has been said.

A round that nobody has played has no scores before it, and a trick given as its cards has no taker.  A
default would be an answer, and a wrong one.  So what nobody has said is not there: whoever asks for it
is refused, in `NotSaid`, and the door through which the value came says what to give.
"""

from __future__ import annotations

import functools
from typing import Any, Final, TypeVar, cast

import attrs

from heartslib.errors import HeartsError

__all__ = ["NotSaid", "Unsaid", "if_said", "partly"]

_T = TypeVar("_T")

_WORDS: Final = {
    "bids": "who bid how much",
    "charged": "who charged which card",
    "course": "the scores after each earlier round",
    "dealer": "who dealt",
    "face_up": "which cards are face up",
    "leader": "which seat led",
    "passed": "who passed which cards to whom",
    "played": "which cards were played to earlier tricks",
    "pool": "what was in the pool before the round",
    "scores": "the scores before the round",
    "settled": "what is settled before the first lead",
    "shown": "who has shown which card",
    "taken": "which cards each seat took",
    "taker": "which seat took a trick",
    "trick_counts": "how many tricks each seat took",
    "tricks": "how the earlier tricks were played",
}


class NotSaid(HeartsError):
    """A rule has asked for what nobody has said.

    Attributes:
        fact: The name of the attribute that was asked for.
    """

    def __init__(self, fact: str) -> None:
        super().__init__(
            f"these rules ask {_WORDS.get(fact, f'for {fact!r}')}, which nobody has said"
        )
        self.fact = fact


class Unsaid:
    """Stands for what nobody has said where code hands it on unasked: any use of it is refused.

    Attributes:
        fact: The name of the attribute that it stands for.
    """

    __slots__ = ("fact",)

    def __init__(self, fact: str) -> None:
        self.fact = fact

    def _refuse(self, *_: object) -> Any:
        raise NotSaid(self.fact)

    __iter__ = __len__ = __getitem__ = __bool__ = __index__ = __contains__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __gt__ = __eq__ = __hash__ = _refuse


def if_said(value: object, fact: str) -> Any:
    """What a value says of a fact; None if nobody has said it."""
    try:
        return getattr(value, fact)
    except NotSaid:
        return None


def partly(kind: type[_T], **said: Any) -> _T:
    """A value of an attrs class of which only these fields have been said.

    It compares, prints and evolves by these; asking for another field raises `NotSaid`.  What is said
    is named, and never what is not: a field that a later version adds is then unsaid by itself.
    """
    made: _T = _part_of(cast("Any", kind), frozenset(said))(**said)
    return made


@functools.cache
def _part_of(kind: Any, said: frozenset[str]) -> Any:
    """A class like `kind` whose values have these fields alone; `kind` itself pays nothing for it."""
    fields: tuple[Any, ...] = tuple(each for each in attrs.fields(kind) if each.name in said)
    unsaid = [field.name for field in attrs.fields(kind) if field.name not in said]
    if not unsaid:
        return kind

    def __new__(cls: type, **values: Any) -> Any:  # noqa: N807 - a method of the class made here
        # `attrs.evolve` may say more than was said before: that is a value of another class
        part = _part_of(kind, frozenset(values))
        return part(**values) if part is not cls else cast("Any", object.__new__(cls))

    body: dict[str, Any] = {"__slots__": (), "__attrs_attrs__": fields, "__new__": __new__}
    body |= {"__init__": _say, "__eq__": _is_same, "__hash__": _hash, "__repr__": _repr}
    body["__reduce__"] = functools.partialmethod(_reduce, kind)
    body |= {name: property(functools.partial(_refuse, name)) for name in unsaid}
    return type(kind.__name__, (kind,), body)


def _say(value: object, **said: Any) -> None:
    for name, fact in said.items():
        object.__setattr__(value, name, fact)


def _known(value: Any) -> dict[str, Any]:
    """What has been said of a value."""
    fields: tuple[Any, ...] = attrs.fields(cast("Any", type(value)))
    return {field.name: getattr(value, field.name) for field in fields}


def _is_same(one: object, other: object) -> bool:
    alike = type(other) is type(one)
    return _known(one) == _known(other) if alike else NotImplemented


def _hash(value: object) -> int:
    return hash(tuple(_known(value).values()))


def _reduce(value: object, kind: type) -> tuple[object, ...]:
    """How a part is copied and pickled: its class is made again."""
    return _made_again, (kind, _known(value))


def _made_again(kind: type[_T], said: dict[str, Any]) -> _T:
    return partly(kind, **said)


def _repr(value: object) -> str:
    said = ", ".join(f"{name}={fact!r}" for name, fact in _known(value).items())
    return f"<{type(value).__name__}: only {said}>"


def _refuse(fact: str, _: object) -> Any:
    raise NotSaid(fact)
