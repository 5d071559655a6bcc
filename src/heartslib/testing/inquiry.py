"""Asking a rule questions, and keeping the shortest answer that breaks each law."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NoReturn

import attrs
from typing_extensions import override

from heartslib.cards import Cards
from heartslib.errors import RulesError, shown
from heartslib.rules import Rules
from heartslib.sheet import Finished
from heartslib.table import Table

_KEPT: Final = 400
"""So many questions are asked once more at the end."""

_FEW: Final = 8
"""So many cards of earlier tricks are named; where there are more, the tricks are counted."""


class Broken(Exception):
    """A law that does not hold.

    Attributes:
        law: The law in a few words.
        told: What was given, and what came back.
    """

    def __init__(self, law: str, told: str) -> None:
        super().__init__(law, told)
        self.law = law
        self.told = told


@attrs.frozen
class Position:
    """Where a card is to be played, or has been."""

    rules: Rules
    table: Table
    hand: Cards | None = None
    playable: Cards | None = None

    @override
    def __str__(self) -> str:
        table, trick = self.table, self.table.trick
        lying = f"{' '.join(map(str, trick.cards))} led by seat {trick.leader}"
        few = f"played before {table.played}" if table.played else "no card before"
        before = few if len(table.played) <= _FEW else f"{len(table.played)} cards before"
        hidden = table.played and not table.tricks
        parts = [
            "" if self.playable is None else f"playable {self.playable}",
            "" if self.hand is None else f"hand {self.hand}",
            f"trick {lying if trick.cards else 'none'}",
            f"{before}, in tricks that are not told" if hidden else before,
            f"charged {table.all_charged}" if table.all_charged else "",
            _game(self.rules, table.players),
        ]
        return ", ".join(filter(None, parts))


@attrs.frozen
class Count:
    """What was taken in a round that is counted."""

    rules: Rules
    finished: Finished
    counting: Cards

    @override
    def __str__(self) -> str:
        parts: list[str] = []
        for seat, pile in enumerate(self.finished.piles):
            named = pile.only(self.counting | self.finished.penalty)
            others = f"{len(pile) - len(named)} other cards"
            parts.append(f"seat {seat} took {f'{named} and ' * bool(named)}{others}")
        choice = f", chose {self.finished.choice!r}" if self.finished.choice else ""
        return f"{'; '.join(parts)}{choice}, {_game(self.rules, self.finished.players)}"


def _game(rules: Rules, players: int) -> str:
    return f"{rules.name} with {players} players"


@attrs.frozen
class _Question:
    """A question that was asked, to be asked again."""

    method: str
    answer: Callable[[Any], Any]
    first: Any
    told: object


def as_it_is(answer: Any) -> Any:
    """The answer itself."""
    return answer


class Inquiry:
    """A rule that is asked questions.

    Attributes:
        rule: The rule.
        found: The shortest case in which each law was broken.
    """

    def __init__(self, rule: object) -> None:
        self.rule: Any = rule
        self.found: dict[str, Broken] = {}
        self._asked: list[_Question] = []

    @override
    def __str__(self) -> str:
        return type(self.rule).__name__

    def hold(self, law: Callable[..., None], *given: Any) -> bool:
        """Whether a law holds; if it does not, the shortest case of it is kept."""
        try:
            with suppress(RulesError):  # a refusal is an answer where it goes through
                law(self, *given)
        except Broken as broken:
            known = self.found.get(broken.law)
            if known is None or len(broken.told) < len(known.told):
                self.found[broken.law] = broken
            return False
        return True

    def must(self, holds: object, law: str, *told: object) -> None:
        """Go on only if it holds.

        Raises:
            Broken: It does not.
        """
        if not holds:
            raise Broken(law, " ".join(str(each) for each in told if str(each)))

    def failed(self, error: Exception, what: str, told: object) -> NoReturn:
        """Say that something raised an error.

        Raises:
            Broken: Always.
        """
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        given = f": {told}" if str(told) else ""
        raise Broken("no error is raised", f"{what} raised {why}{given}") from error

    def value(self, name: str, kind: type, article: str = "a") -> Any:
        """An attribute of the rule, asked twice.

        Raises:
            Broken: It is not of that kind, or is not the same the second time.
        """
        try:
            first, again = getattr(self.rule, name), getattr(self.rule, name)
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            self.failed(error, f"{self}.{name}", "")
        told = (f"{self}.{name} is", shown(first))
        self.must(isinstance(first, kind), f"`{name}` is {article} {kind.__name__}", *told)
        self.must(first == again, f"`{name}` stays the same", *told, "and then", shown(again))
        return first

    def ask(
        self,
        method: str,
        *args: Any,
        told: object = "",
        read: Callable[[Any], Any] = as_it_is,
        refusable: bool = False,
        **options: Any,
    ) -> Any:
        """What a method of the rule answers, asked twice.

        Args:
            method: Its name.
            *args: What it is given.
            told: What it is given, in words.
            read: What makes a value of the answer that can be compared.
            refusable: Whether a `RulesError` is an answer; it goes through.
            **options: What it is given by name.

        Raises:
            Broken: It raises an error, or does not answer the same the second time.
            RulesError: It is refused.
        """

        def answer(rule: Any) -> Any:
            return read(getattr(rule, method)(*args, **options))

        try:
            first, again = answer(self.rule), answer(self.rule)
        except Exception as error:
            if refusable and isinstance(error, RulesError):
                raise
            self.failed(error, f"{self}.{method}", told)
        self._same(method, first, again, told)
        if len(self._asked) < _KEPT:
            self._asked.append(_Question(method, answer, first, told))
        return first

    def _same(self, method: str, first: Any, again: Any, told: object) -> None:
        if first != again:
            said = f"{self}.{method} gave {shown(first)} and then {shown(again)}:"
            self.must(False, "the same question gets the same answer", said, told)

    def ask_again(self) -> None:
        """Ask the rule and a copy of it what was asked at first, last question first.

        Raises:
            Broken: It answers otherwise now.
        """
        for rule in (self.rule, copy.deepcopy(self.rule)):
            for question in reversed(self._asked):
                try:
                    again = question.answer(rule)
                except Exception as error:  # noqa: BLE001 - the rule is anybody's
                    self.failed(error, f"{self}.{question.method}, asked later,", question.told)
                self._same(question.method, question.first, again, question.told)

    def report(self, kind: str) -> None:
        """Fail if a law was broken.

        Raises:
            AssertionError: One was; the text names each with its shortest case.
        """
        if not self.found:
            return
        lines = [f"{self} breaks {len(self.found)} of the laws of {kind}:"]
        lines += [f"- {broken.law}: {broken.told}" for broken in self.found.values()]
        first = next(iter(self.found.values()))
        raise AssertionError("\n".join(lines)) from first.__cause__


def is_text(value: object) -> bool:
    """Whether it is text that says something."""
    return isinstance(value, str) and bool(value.strip())


def is_whole(value: object) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: object, players: int) -> bool:
    """Whether it is a seat of a table."""
    return is_whole(value) and value in range(players)


def is_tuple(value: object) -> bool:
    """Whether it is a tuple."""
    return isinstance(value, tuple)
