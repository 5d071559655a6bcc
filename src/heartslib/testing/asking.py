"""Asking a rule questions, and finding the simplest case in which it breaks a law."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from inspect import signature
from random import Random
from typing import Any, Final, NoReturn, TypeAlias, cast

from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample
from typing_extensions import override

from heartslib.cards import Card, Cards
from heartslib.errors import RulesError, shown
from heartslib.rules.play import left_by
from heartslib.sheet import Finished
from heartslib.table import Table

_KEPT: Final = 400
"""So many questions are asked once more at the end."""


class Broken(Exception):
    """A law that does not hold, in a sentence."""


Law: TypeAlias = Callable[[Random], None]
"""Raises `Broken` where it does not hold; chance comes from what it is given."""


def smallest(law: Law, examples: int, seed: int) -> Broken | None:
    """The simplest of so many cases in which a law is broken; None if there is none."""
    found = [Broken("the same question gets the same answer: a law held once, and then did not")]

    def is_broken(rng: Random) -> bool:
        try:
            law(rng)
        except Broken as broken:
            found.append(broken)
            return True
        return False

    chance, start = st.randoms(use_true_random=False), Random(seed)  # noqa: S311 - repeatable
    tried = settings(max_examples=examples, database=None, deadline=None)
    try:
        find(chance, is_broken, settings=tried, random=start)
    except NoSuchExample:
        return None
    except Flaky:  # it depends on what was asked before
        pass
    return found[-1]


def narrow(rule: Any, playable: Cards, hand: Cards, table: Table) -> Any:
    """What a restriction leaves of the playable cards, however it is written."""
    return left_by(rule, playable, hand, table)


_Question: TypeAlias = partial[Any]
"""A method of a protocol, or `narrow`, with what it is given."""


def _answer(rule: Any, question: _Question) -> Any:
    """What a rule answers; where that may be any iterable, a tuple."""
    if question.func is narrow:
        return narrow(rule, *question.args)
    name = question.func.__name__
    answer = getattr(rule, name)(*question.args, **question.keywords)
    if name == "packets":
        return tuple((place, count) for place, count in answer)
    return tuple(answer) if name == "lines" else answer


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
        self.said: Callable[[], str] = str
        self._asked: list[tuple[_Question, Any]] = []

    @override
    def __str__(self) -> str:
        return type(self.rule).__name__

    def __call__(self, of: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """What the rule answers, asked twice: a method of its protocol, or `narrow`.

        Raises:
            Broken: It raises an error, or does not answer the same the second time.
            RulesError: It is not for that number of players.
        """
        question = partial(of, *given, **named)
        try:
            first, again = _answer(self.rule, question), _answer(self.rule, question)
        except Exception as error:
            if isinstance(error, RulesError) and "players" in signature(of).parameters:
                raise
            self.fails(f"{self}.{of.__name__}", error, self._told(question))
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

        Raises:
            Broken: It does not: the law, the last question and its answer, and what else to say.
        """
        if not holds:
            raise Broken(", ".join(filter(None, [f"{law}: {self.said()}", besides])))

    def fails(self, what: str, error: Exception, told: str = "") -> NoReturn:
        """Say that something raised an error.

        Raises:
            Broken: Always.
        """
        why = ": ".join(filter(None, [type(error).__name__, str(error), told]))
        raise Broken(f"no error is raised: {what} raised {why}") from error

    def again(self, _: Random) -> None:
        """Ask the rule and a copy of it what was asked at first, last question first.

        Raises:
            Broken: It answers otherwise now.
        """
        for rule in (self.rule, copy.deepcopy(self.rule)):
            for question, first in reversed(self._asked):
                try:
                    again = _answer(rule, question)
                except Exception as error:  # noqa: BLE001 - the rule is anybody's
                    what = f"{self}.{question.func.__name__}, asked later,"
                    self.fails(what, error, self._told(question))
                self._agree(question, first, again)

    def _agree(self, question: _Question, first: object, again: object) -> None:
        gave = f"{self}.{question.func.__name__} gave"
        self.said = lambda: f"{gave} {words(first)}: {self._told(question)}"
        if first != again:
            self.must(False, "the same question gets the same answer", f"and then {words(again)}")

    def _told(self, question: _Question) -> str:
        """What the rule was given, by the names of the protocol."""
        names = list(signature(question.func).parameters)[1:]
        given = zip(names, (*question.args, *question.keywords.values()), strict=True)
        told = [f"{name} {words(value)}" for name, value in given]
        return ", ".join(filter(None, [*told, self.where]))


def words(value: object) -> str:
    """A value that a rule is given, or gives, in words."""
    if isinstance(value, Card | Cards):
        return str(value) or "none"
    if isinstance(value, Finished):
        chosen = f" and choice {value.choice!r}" if value.choice else ""
        return f"with the piles {words(value.piles)}{chosen}"
    if isinstance(value, Table):
        before = f", played before {value.played}" if value.played else ""
        return f"{value!r}{before}{'' if value.tricks or not before else ' in unknown tricks'}"
    several = cast("tuple[object, ...]", value) if is_tuple(value) else ()
    if any(isinstance(each, Cards) for each in several):
        return " | ".join(map(words, several))
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


def is_tuple(value: object) -> bool:
    """Whether it is a tuple."""
    return isinstance(value, tuple)
