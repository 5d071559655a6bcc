"""What goes wrong, said in one sentence.

Every error that bad input can cause is a `HeartsError`, which is a `ValueError`.
Nothing in the library is changed by a call that raises one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heartslib.cards import Cards


class HeartsError(ValueError):
    """Something that was given cannot be used; the sentence says what and why.

    Attributes:
        code: A stable identifier of the kind of error, for programs and translations: that of
            the rule for an `IllegalMove`, else ``"cards"``, ``"rules"``, ``"record"`` or
            ``"input"``.
    """

    code: str = "input"


class CardsError(HeartsError):
    """Text or a value that cannot be read as cards."""

    code = "cards"


class RulesError(HeartsError):
    """A rulebook that contradicts itself, is unknown, or does not fit the players."""

    code = "rules"


class RecordError(HeartsError):
    """A stored game or deal that is malformed, cut short or forged."""

    code = "record"


class IllegalMove(HeartsError):
    """A move that the rules do not allow now.

    Attributes:
        move: The move that was tried, as a value of `heartslib.moves`; None where
            the input was no move at all.
        rule: The stable identifier of the rule that forbids it, such as
            ``"follow-suit"``; for programs and translations.
        reason: The sentence for people, without the move.
        legal: The cards that may be played instead; empty where no card may be.
    """

    def __init__(self, reason: str, *, rule: str, move: object, legal: Cards) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = self.code = rule
        self.move = move
        self.legal = legal

    def __str__(self) -> str:
        what = f"{self.move}: " if self.move is not None else ""
        instead = f" (legal: {self.legal})" if self.legal else ""
        return f"{what}{self.reason}{instead}"

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal_move, (self.reason, self.rule, self.move, self.legal)


def _illegal_move(reason: str, rule: str, move: object, legal: Cards) -> IllegalMove:
    """Rebuild an `IllegalMove`: exceptions pickle by position, its arguments have names."""
    return IllegalMove(reason, rule=rule, move=move, legal=legal)


def shown(value: object, limit: int = 60) -> str:
    """`value` as an error message quotes it: its repr, cut to `limit` characters."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign object's repr may fail; the message must not
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."
