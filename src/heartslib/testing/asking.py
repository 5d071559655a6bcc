"""Asking a rule questions, and finding the simplest case in which it breaks a law."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from random import Random
from typing import Any, Final, NoReturn, cast

import attrs
from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample
from typing_extensions import override

from heartslib.cards import Card, Cards
from heartslib.errors import RulesError, shown
from heartslib.sheet import Finished
from heartslib.table import Table

_KEPT: Final = 400
"""So many questions are asked once more at the end."""


class Broken(Exception):
    """A law that does not hold, in a sentence."""


def smallest(law: Callable[[Random], None], examples: int, seed: int) -> Broken | None:
    """The simplest case that Hypothesis finds in which a law is broken.

    Args:
        law: Raises `Broken`; what it is given is where chance comes from.
        examples: How many cases are tried.
        seed: The same seed tries the same.
    """
    found = [Broken("the same question gets the same answer: a law held once, and then did not")]

    def is_broken(rng: Random) -> bool:
        try:
            law(rng)
        except Broken as broken:
            found.append(broken)
            return True
        return False

    chance = st.randoms(use_true_random=False)
    tried = settings(max_examples=examples, database=None, deadline=None)
    try:
        find(chance, is_broken, settings=tried, random=Random(seed))  # noqa: S311 - to be repeatable
    except NoSuchExample:
        return None
    except Flaky:  # it depends on what was asked before
        pass
    return found[-1]


def narrow(rule: Any, playable: Cards, hand: Cards, table: Table) -> Any:
    """What a restriction leaves of the playable cards."""
    return rule.narrow(playable, hand, table)


@attrs.frozen
class _Question:
    """A question for a rule: a method of its protocol, or `narrow`."""

    of: Callable[..., Any]
    given: tuple[Any, ...]
    named: dict[str, Any]
    where: str

    def put_to(self, rule: Any) -> Any:
        """What the rule answers; where that may be any iterable, a tuple."""
        if self.of is narrow:
            return narrow(rule, *self.given)
        name = self.of.__name__
        answer = getattr(rule, name)(*self.given, **self.named)
        if name == "packets":
            return tuple((place, count) for place, count in answer)
        return tuple(answer) if name == "lines" else answer

    @override
    def __str__(self) -> str:
        names = list(inspect.signature(self.of).parameters)[1:]
        given = zip(names, (*self.given, *self.named.values()), strict=True)
        told = [f"{name} {words(value)}" for name, value in given]
        return ", ".join(filter(None, [*told, self.where]))


class Asked:
    """A rule that is asked questions.

    Attributes:
        rule: The rule.
        where: In which rulebook, and with how many players.
        said: Says what it was asked last, and what it answered.
    """

    def __init__(self, rule: object, where: str = "") -> None:
        self.rule: Any = rule
        self.where = where
        self._asked: list[tuple[_Question, Any]] = []
        self.said: Callable[[], str] = str

    @override
    def __str__(self) -> str:
        return type(self.rule).__name__

    def __call__(self, of: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """What the rule answers, asked twice.

        Args:
            of: A method of its protocol, or `narrow`.
            *given: What it is given.
            **named: What it is given by name.

        Raises:
            Broken: It raises an error, or does not answer the same the second time.
            RulesError: It is not for that number of players.
        """
        question = _Question(of, given, named, self.where)
        try:
            first, again = question.put_to(self.rule), question.put_to(self.rule)
        except Exception as error:
            if isinstance(error, RulesError) and "players" in inspect.signature(of).parameters:
                raise
            self.fails(f"{self}.{of.__name__}", error, question)
        self._agree(question, first, again)
        if len(self._asked) < _KEPT:
            self._asked.append((question, first))
        return first

    def attribute(self, name: str, kind: type) -> Any:
        """An attribute of the rule, asked twice.

        Raises:
            Broken: It is not of that kind, or is not the same the second time.
        """
        try:
            first, again = getattr(self.rule, name), getattr(self.rule, name)
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            self.fails(f"{self}.{name}", error)
        self.said = lambda: f"{self}.{name} is {shown(first)}"
        self.must(isinstance(first, kind), f"`{name}` is a {kind.__name__}")
        self.must(first == again, f"`{name}` stays the same", f"and then {shown(again)}")
        return first

    def must(self, holds: object, law: str, besides: str = "") -> None:
        """Go on only if a law holds.

        Args:
            holds: Whether it does.
            law: The law.
            besides: What is to be told besides the last question and its answer.

        Raises:
            Broken: It does not.
        """
        if not holds:
            raise Broken(", ".join(filter(None, [f"{law}: {self.said()}", besides])))

    def fails(self, what: str, error: Exception, told: object = "") -> NoReturn:
        """Say that something raised an error.

        Raises:
            Broken: Always.
        """
        why = ": ".join(filter(None, [type(error).__name__, str(error), str(told)]))
        raise Broken(f"no error is raised: {what} raised {why}") from error

    def again(self, _: Random) -> None:
        """Ask the rule and a copy of it what was asked at first, last question first.

        Raises:
            Broken: It answers otherwise now.
        """
        for rule in (self.rule, copy.deepcopy(self.rule)):
            for question, first in reversed(self._asked):
                try:
                    again = question.put_to(rule)
                except Exception as error:  # noqa: BLE001 - the rule is anybody's
                    self.fails(f"{self}.{question.of.__name__}, asked later,", error, question)
                self._agree(question, first, again)

    def _agree(self, question: _Question, first: object, again: object) -> None:
        name = question.of.__name__
        self.said = lambda: f"{self}.{name} gave {words(first)}: {question}"
        law = "the same question gets the same answer"
        self.must(first == again, law, f"and then {words(again)}")


def words(value: object) -> str:
    """A value that a rule is given, or gives, in words."""
    if isinstance(value, Card | Cards):
        return str(value) or "none"
    if isinstance(value, Finished):
        chosen = f" and choice {value.choice!r}" if value.choice else ""
        return f"with the piles {words(value.piles)}{chosen}"
    if isinstance(value, Table):
        hidden = " in tricks that are not told" if value.played and not value.tricks else ""
        return f"{value!r}, played before {words(value.played)}{hidden}"
    if isinstance(value, tuple) and any(isinstance(each, Cards) for each in value):
        return " | ".join(map(words, cast("tuple[object, ...]", value)))
    return shown(value, 200)


def is_text(value: object) -> bool:
    """Whether it is text that says something."""
    return isinstance(value, str) and bool(value.strip())


def is_whole(value: object) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: object, players: int) -> bool:
    """Whether it is a seat of a table."""
    return is_whole(value) and value in range(players)
