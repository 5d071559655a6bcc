"""What every choice in a rulebook has.

Each chapter has a base class for its choices, with all that the library may ask of one and an answer
for what most of them have in common.  Derive your own choice from it; a frozen class with the same
members works as well.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, Protocol, runtime_checkable

__all__ = ["ChapterChoice"]

_INSTEAD: Final = {"lines": "terms", "leader": "leads", "is_over": "early", "shows": "when"}
"""Methods, each with what says the same in a form that every reader understands."""


def _no_answer(*_: object) -> None:
    """A method that leaves the answer to another one."""


@runtime_checkable
class ChapterChoice(Protocol):
    """One choice in a chapter of the rulebook.

    Attributes:
        name: Stable identifier of the choice.
    """

    __slots__ = ()

    name: str

    def __init_subclass__(cls, **options: Any) -> None:
        """A class with such a method of its own does not inherit what the method replaces."""
        super().__init_subclass__(**options)
        # else some readers would follow the inherited data, and others the new method
        for method, data in _INSTEAD.items():
            if method in vars(cls) and data not in vars(cls) and hasattr(cls, data):
                setattr(cls, data, _no_answer if callable(getattr(cls, data)) else None)

    @abstractmethod
    def describe(self, players: int) -> str:
        """The rule in sentences; empty if there is nothing to say."""
        ...
