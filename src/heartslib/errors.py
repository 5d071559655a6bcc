"""What goes wrong, said in one sentence.

Every error that bad input can cause is a `HeartsError`, which is a `ValueError`.
Nothing in the library is changed by a call that raises one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from typing_extensions import override


class Argument(NamedTuple):
    """An argument in a sentence: ``partial=True``, unless a front end spells it in its own way.

    Attributes:
        name: Its name.
        value: The value that would do; None where the sentence is about any.
    """

    name: str
    value: object = None

    @override
    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value!r}"


class Change(NamedTuple):
    """A change of the rules in a sentence, unless a front end spells it in its own way.

    It reads ``attrs.evolve(rules, players=5)``.

    Attributes:
        name: The chapter.
        value: What it is to be.
    """

    name: str
    value: object

    @override
    def __str__(self) -> str:
        return f"attrs.evolve(rules, {self.name}={self.value!r})"


class Seats(NamedTuple):
    """Players in a sentence: ``seat 0 and 2``, unless a front end knows what they are called.

    Attributes:
        seats: Their seats.
    """

    seats: tuple[int, ...]

    @override
    def __str__(self) -> str:
        return f"seat {' and '.join(map(str, self.seats))}"


class HeartsError(ValueError):
    """Something that was given cannot be used; the sentence says what and why.

    It is made from the parts of the sentence: text, and perhaps an `Argument`, a `Change` or
    `Seats`.

    Attributes:
        code: A stable identifier of the kind of error, for programs and translations: that of
            the rule for an `IllegalMove`, else ``"cards"``, ``"rules"``, ``"record"`` or
            ``"input"``.
    """

    code: str = "input"

    def spelled(self, spell: Callable[[object], str]) -> str:
        """The sentence as a front end tells it.

        Args:
            spell: What to write for each of its parts.
        """
        return "".join(map(spell, self.args))

    @override
    def __str__(self) -> str:
        return self.spelled(str)


class CardsError(HeartsError):
    """Text or a value that cannot be read as cards."""

    code = "cards"


class RulesError(HeartsError):
    """A rulebook that contradicts itself, is unknown, or does not fit the players."""

    code = "rules"


class RecordError(HeartsError):
    """A stored game or deal that is malformed, cut short or forged."""

    code = "record"


def shown(value: object, limit: int = 60) -> str:
    """`value` as an error message quotes it: its repr, cut to `limit` characters."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign object's repr may fail; the message must not
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."


class MissingExtra(HeartsError, ImportError):
    """Something that another library does, which an extra brings."""

    code = "missing-extra"


def needs(what: object, modules: str, extra: str) -> MissingExtra:
    """The error for something that needs an extra.

    Args:
        what: What needs it, a part of the sentence.
        modules: What is missing.
        extra: The extra that brings it.
    """
    return MissingExtra(
        what, f" needs {modules}: in a checkout, python -m pip install '.[{extra}]'"
    )


def cause(error: Exception) -> str:
    """Why the system refuses something, without the number and the name of the file."""
    return getattr(error, "strerror", None) or str(error)
