"""The errors, each with a message of one sentence.

Every error that bad input can cause is a `HeartsError`, which is a `ValueError`.  A call that
raises one changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast


class Argument(NamedTuple):
    """An argument named in an error: ``partial=True``, unless a front end spells it differently.

    Attributes:
        name: Its name.
        value: A value that would do; None if the error is not about a particular one.
    """

    name: str
    value: object = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value!r}"


def one_of(name: str, values: Iterable[object]) -> list[str | Argument]:
    """Parts of an error that name values that would do: ``moon='add' or moon='subtract'``."""
    parts = [part for value in values for part in (" or ", Argument(name, value))]
    return parts[1:]


class Change(NamedTuple):
    """A change of the rules named in an error: ``attrs.evolve(rules, players=5)``.

    A front end may spell it differently.

    Attributes:
        name: The chapter.
        value: Its new value.
    """

    name: str
    value: object

    def __str__(self) -> str:
        return f"attrs.evolve(rules, {self.name}={self.value!r})"


class Seats(NamedTuple):
    """Players named in an error: ``seats 0 and 2``, unless a front end knows their names.

    Attributes:
        seats: The seats of the players.
    """

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"{'seats' if len(self.seats) > 1 else 'seat'} {' and '.join(map(str, self.seats))}"


class Points(int):
    """Points named in an error: ``−26`` in print."""

    def __str__(self) -> str:
        return quoted(int(self)).replace("-", "−")


class Call(NamedTuple):
    """A method named in an error: ``, with deal()``; players and front ends do not read it.

    Attributes:
        method: The method.
    """

    method: str

    def __str__(self) -> str:
        return f", with {self.method}"


class HeartsError(ValueError):
    """An input cannot be used; the message says which and why.

    Its arguments are the parts of the message: strings, and where needed a number, cards, an
    `Argument`, a `Change`, `Seats` or a `Call`; or an error, if the message names several.

    Attributes:
        code: A stable identifier of the kind of error, for programs and translations: the rule's
            name for an `IllegalMove`, a name such as ``"nobody-took"`` for what is wrong with a score,
            otherwise ``"cards"``, ``"rules"``, ``"record"`` or ``"input"``.
    """

    code: str = "input"

    @property
    def data(self) -> tuple[Any, ...]:
        """The parts of the message that are not words, in order: all that a translation needs.

        The reason of an `IllegalMove` holds every number and seat in this way; cards are in its move, too.
        """
        return tuple(part for part in self.args if not isinstance(part, str))

    @property
    def reason(self) -> str:
        """What is wrong, in a sentence for players: as `told`, with seats by number."""
        return self.told()

    def told(self, names: Sequence[str] = ()) -> str:
        """What is wrong, in a sentence for players: without the move, and without what only Python would say.

        >>> from heartslib import Game, IllegalMove, variants
        >>> try:
        ...     Game.new(variants.get("dirty_nasty_filthy"), dealer=1).call_pass("mix", 0)
        ... except IllegalMove as error:
        ...     print(error)
        ...     print(error.told(["Ann", "Ben", "Cem", "Dora"]))
        seat 0 calls mix: the dealer, seat 1, calls the pass, not seat 0
        the dealer, Ben, calls the pass, not Ann

        Args:
            names: The names of the players, seat 0 first; a seat without a name keeps its number.
        """

        def spell(part: object) -> str:
            match part:
                case Call():
                    return ""
                case Argument(name, value) | Change(name, value):
                    return name if value is None else f"{name} {value}"
                case Seats(seats) if max(seats) < len(names):
                    return " and ".join(names[seat] for seat in seats)
                case _:
                    return str(part)

        return "".join(_spelled(part, spell) for part in self.args)

    def spelled(self, spell: Callable[[object], str]) -> str:
        """The message in the words of a front end.

        Args:
            spell: Turns each part of the message into text.
        """
        return "".join(_spelled(part, spell) for part in self.args)

    def __str__(self) -> str:
        return self.spelled(str)


def _spelled(part: Any, spell: Callable[[object], str]) -> str:
    if isinstance(part, HeartsError):
        return part.spelled(spell)
    return quoted(cast("Any", part)) if type(part) is tuple else spell(part)


def fault(code: str, *parts: object) -> HeartsError:
    """One thing that is wrong, with a code of its own."""
    error = HeartsError(*parts)
    error.code = code
    return error


def listing(problems: Iterable[object]) -> list[object]:
    """Parts of an error that names several things."""
    parts = [part for problem in problems for part in ("; ", problem)]
    return parts[1:]


class CardsError(HeartsError):
    """A value cannot be read as cards."""

    code = "cards"


class RulesError(HeartsError):
    """A rulebook contradicts itself, is unknown, or does not fit the number of players."""

    code = "rules"


class RecordError(HeartsError):
    """A stored game or deal is malformed, cut short or forged."""

    code = "record"


def quoted(value: object, limit: int = 60) -> str:
    """`value` as errors quote it: its repr, cut to `limit` characters."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign object's repr may fail; the message must not
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."


class MissingExtra(HeartsError, ImportError):
    """A feature needs a library that an extra installs."""

    code = "missing-extra"


def needs(what: object, modules: str, extra: str, *instead: object) -> MissingExtra:
    """The error for a feature whose extra is not installed.

    Args:
        what: The feature, as a part of the message.
        modules: The missing libraries.
        extra: The extra that installs them.
        instead: What would do without it, as parts of the message.
    """
    return MissingExtra(what, f" needs {modules}: {installing(extra)}", *instead)


def installing(extra: str) -> str:
    """The command that installs an extra, as errors give it."""
    return f"python -m pip install 'heartslib[{extra}]', or '.[{extra}]' in a checkout"


def cause(error: Exception) -> str:
    """The reason the system gives for an error, without its number and the file name."""
    return getattr(error, "strerror", None) or str(error)


__all__ = [
    "Argument",
    "Call",
    "CardsError",
    "Change",
    "HeartsError",
    "MissingExtra",
    "Points",
    "RecordError",
    "RulesError",
    "Seats",
]

__dir__ = __all__.copy  # what `dir` shows of the module
