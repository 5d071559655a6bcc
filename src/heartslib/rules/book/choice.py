"""What every choice in a rulebook has.

Each chapter has a base class for its choices, with all that the library may ask of one and an answer
for what most of them have in common.  Derive your own choice from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

__all__ = ["ChapterChoice"]

FORMS = {"narrow": "clauses", "leader": "leads", "is_over": "early", "shows": "when"}
"""Methods, each with the data that say the same in a form that every reader understands.

A class with such a method of its own has None for the data: else some readers would follow the one,
and some the other.
"""


def data(get: Callable[[Any], Any]) -> Any:
    """A property in place of which a class may have a property, a field or a class attribute.

    It is typed as Any, since mypy refuses a property over a variable, and pyright a variable over a
    property.
    """
    return property(get)


class ChapterChoice(ABC):
    """One choice in a chapter of the rulebook.

    Attributes:
        name: Stable identifier of the choice.
    """

    __slots__ = ()

    name: str

    @abstractmethod
    def describe(self, players: int) -> str:
        """The rule in sentences; empty if there is nothing to say."""
        ...
