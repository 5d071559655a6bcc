"""Ask a rule questions, and find the simplest case in which it breaks a law."""

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

from heartslib.cards import Card, Cards
from heartslib.errors import RulesError, shown
from heartslib.rules.count import lines_of
from heartslib.rules.play import left_by
from heartslib.sheet import Finished
from heartslib.table import Table

_KEPT: Final = 400
"""How many questions are asked again at the end."""


class Broken(Exception):
    """Raised when a law does not hold; its message says which, and where."""


Law: TypeAlias = Callable[[Random], None]
"""Raises `Broken` if it does not hold for a case that the random generator chooses."""


def smallest(law: Law, examples: int, seed: int) -> Broken | None:
    """The simplest of some cases in which a law is broken; None if there is none."""
    failures = [Broken("the same question gets the same answer: a law held once, and then did not")]

    def is_broken(rng: Random) -> bool:
        try:
            law(rng)
        except Broken as broken:
            failures.append(broken)
            return True
        return False

    chance, start = st.randoms(use_true_random=False), Random(seed)  # noqa: S311 - repeatable
    tried = settings(max_examples=examples, database=None, deadline=None)
    try:
        find(chance, is_broken, settings=tried, random=start)
    except NoSuchExample:
        return None
    except Flaky:  # the answer depends on earlier questions
        pass
    return failures[-1]


def narrow(rule: Any, playable: Cards, hand: Cards, table: Table) -> Any:
    """What a restriction, in either form, leaves of the playable cards."""
    return left_by(rule, playable, hand, table)


_Question: TypeAlias = partial[Any]
"""A method of a protocol, `narrow` or `lines_of`, with its arguments."""


def _answer(rule: Any, question: _Question) -> Any:
    """A rule's answer; an iterable as a tuple."""
    if question.func in {narrow, lines_of}:
        return question.func(rule, *question.args)
    name = question.func.__name__
    answer = getattr(rule, name)(*question.args, **question.keywords)
    if name == "packets":
        return tuple((place, count) for place, count in answer)
    return tuple(answer) if name == "terms" else answer


class Asked:
    """A rule that is asked questions.

    Attributes:
        rule: The rule.
        where: The rulebook and the number of players, in words.
        said: Returns the last question and its answer, in words.
    """

    def __init__(self, rule: object, where: str = "") -> None:
        self.rule: Any = rule
        self.where = where
        self.said: Callable[[], str] = str
        self._asked: list[tuple[_Question, Any]] = []

    def __str__(self) -> str:
        return type(self.rule).__name__

    def __call__(self, of: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """The answer of a method of the rule's protocol, of `narrow` or of `lines_of`, asked twice.

        Raises:
            Broken: The rule raises an error, or answers differently the second time.
            RulesError: The rule is not for this number of players.
        """
        question = partial(of, *given, **named)
        try:
            first, again = _answer(self.rule, question), _answer(self.rule, question)
        except Exception as error:
            if isinstance(error, RulesError) and "players" in signature(of).parameters:
                raise
            self.fails(f"{self}.{of.__name__}", error, self._given(question))
        self._agree(question, first, again)
        if len(self._asked) < _KEPT:
            self._asked.append((question, first))
        return first

    def attribute(self, name: str, *kinds: type) -> Any:
        """An attribute of the rule, asked twice.

        Raises:
            Broken: It is not of this type, or differs the second time.
        """
        try:
            first, again = getattr(self.rule, name), getattr(self.rule, name)
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            self.fails(f"{self}.{name}", error)
        self.said = lambda: f"{self}.{name} is {shown(first)}"
        self.must(isinstance(first, kinds), f"`{name}` is a {kinds[0].__name__}")
        self.must(first == again, f"`{name}` stays the same", f"and then {shown(again)}")
        return first

    def must(self, holds: object, law: str, besides: str = "") -> None:
        """Go on only if a law holds.

        Raises:
            Broken: It does not; the message has the law, the last question, its answer, and
                `besides`.
        """
        if not holds:
            raise Broken(", ".join(filter(None, [f"{law}: {self.said()}", besides])))

    def fails(self, what: str, error: Exception, given: str = "") -> NoReturn:
        """Say that something raised an error.

        Raises:
            Broken: Always.
        """
        why = ": ".join(filter(None, [type(error).__name__, str(error), given]))
        raise Broken(f"no error is raised: {what} raised {why}") from error

    def again(self, _: Random) -> None:
        """Ask the rule and a copy of it the first questions again, in reverse order.

        Raises:
            Broken: An answer differs.
        """
        for rule in (self.rule, copy.deepcopy(self.rule)):
            for question, first in reversed(self._asked):
                try:
                    again = _answer(rule, question)
                except Exception as error:  # noqa: BLE001 - the rule is anybody's
                    what = f"{self}.{question.func.__name__}, asked later,"
                    self.fails(what, error, self._given(question))
                self._agree(question, first, again)

    def _agree(self, question: _Question, first: object, again: object) -> None:
        gave = f"{self}.{question.func.__name__} gave"
        self.said = lambda: f"{gave} {words(first)}: {self._given(question)}"
        if first != again:
            self.must(False, "the same question gets the same answer", f"and then {words(again)}")

    def _given(self, question: _Question) -> str:
        """The arguments of a question, by the names of the protocol."""
        names = list(signature(question.func).parameters)[1:]
        values = zip(names, (*question.args, *question.keywords.values()), strict=True)
        given = [f"{name} {words(value)}" for name, value in values]
        return ", ".join(filter(None, [*given, self.where]))


def words(value: object) -> str:
    """An argument or an answer of a rule, in words."""
    if isinstance(value, Card | Cards):
        return str(value) or "none"
    if isinstance(value, Finished):
        chosen = f" and choice {value.choice!r}" if value.choice else ""
        return f"with the piles {words(value.piles)}{chosen}"
    if isinstance(value, Table):
        before = f", played before {value.played}" if value.played else ""
        return f"{value!r}{before}{'' if value.tricks or not before else ' in unknown tricks'}"
    items = cast("tuple[object, ...]", value) if is_tuple(value) else ()
    if any(isinstance(item, Cards) for item in items):
        return " | ".join(map(words, items))
    return shown(value, 200)


def is_text(value: object) -> bool:
    """Whether a value is text that is not blank."""
    return isinstance(value, str) and bool(value.strip())


def is_whole(value: object) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: object, players: int) -> bool:
    """Whether a value is a seat at a table."""
    return is_whole(value) and value in range(players)


def is_tuple(value: object) -> bool:
    """Whether a value is a tuple."""
    return isinstance(value, tuple)
