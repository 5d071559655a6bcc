"""Ask a rule questions, and find the simplest case in which it breaks a law.

A rule is a function of its arguments: the library asks it as often as it likes, keeps answers, and asks in any
order.  So an `Asker` asks every question twice, and the first few hundred once more at the end: a rule that
remembers what it was asked, or rolls dice, answers differently then.

Cases come from one random generator that Hypothesis chooses.  Hypothesis simplifies it, and so the case
that a message shows is small.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache, partial
from inspect import Signature
from random import Random
from typing import Any, TypeAlias, cast

from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample

from heartslib.cards import Card, Cards
from heartslib.errors import RulesError, quoted
from heartslib.rules.counting.terms import lines_of
from heartslib.sheet import Finished
from heartslib.table import Table

signature = cache(Signature.from_callable)


class Broken(AssertionError):
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

    chance = st.randoms(use_true_random=False)
    # nothing is kept from run to run: the same seed tries the same cases
    limits = settings(max_examples=examples, database=None, deadline=None)
    try:
        find(chance, is_broken, settings=limits, random=Random(seed))  # noqa: S311 - repeatable
    except NoSuchExample:
        return None
    except Flaky:  # the answer depends on earlier questions
        pass
    return failures[-1]


@contextmanager
def no_error(what: str, where: Callable[[], str] = str, allowed: Any = Broken) -> Generator[None]:
    """Make any error but the allowed one a broken law: `what` raised it, and `where` says with which arguments."""
    try:
        yield
    except allowed:
        raise
    except Exception as error:
        why = ": ".join(filter(None, [type(error).__name__, str(error), where()]))
        raise Broken(f"no error is raised: {what} raised {why}") from error


class Asker:
    """Asks a rule questions."""

    def __init__(self, rule: object, base: type[object], where: str = "") -> None:
        self.rule: Any = rule
        self.base: Any = base
        self.where = where  # the rulebook and the number of players, in words
        self.said: Callable[[], str] = str  # the last question and its answer, in words
        self._first_answers: list[tuple[partial[Any], Any]] = []

    def __str__(self) -> str:
        return type(self.rule).__name__

    def __call__(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """The answer of a method of the base class, or of `lines_of`, asked twice."""
        question = partial(method, *arguments)
        # a number of players may be refused
        allowed = RulesError if "players" in signature(method).parameters else Broken
        with no_error(f"{self}.{method.__name__}", partial(self._arguments, question), allowed):
            first = self._answer(question)
            again = self._answer(question)
        self._compare(question, first, again)
        if len(self._first_answers) < 400:  # these are asked again at the end
            self._first_answers.append((question, first))
        return first

    def true_or_false(self, method: Callable[..., Any], *arguments: Any) -> bool:
        """The answer of a method that says whether something is so."""
        answer: bool = self(method, *arguments)
        self.must(isinstance(answer, bool), f"`{method.__name__}` is True or False")
        return answer

    def again(self, _: Random) -> None:
        """A law: the first questions get the same answers later, in reverse order."""
        for question, first in reversed(self._first_answers):
            what = f"{self}.{question.func.__name__}, asked later,"
            with no_error(what, partial(self._arguments, question)):
                self._compare(question, first, self._answer(question))

    def attribute(self, name: str, *kinds: type) -> Any:
        """An attribute of the rule, of one of these types, asked twice."""
        with no_error(f"{self}.{name}"):
            first = getattr(self.rule, name)
            again = getattr(self.rule, name)
        self.said = lambda: f"{self}.{name} is {quoted(first)}"
        self.must(isinstance(first, kinds), f"`{name}` is a {kinds[0].__name__}")
        self.must(first == again, f"`{name}` stays the same", f", and then {quoted(again)}")
        return first

    def must(self, holds: object, law: str, besides: str = "") -> None:
        """Break a law unless it holds; the message has the last question and its answer."""
        if not holds:
            raise Broken(f"{law}: {self.said()}{besides}")

    def _answer(self, question: partial[Any]) -> Any:
        """The answer to a question; of a generator, all that it yields, so that answers can be compared."""
        if question.func is lines_of:
            return lines_of(self.rule, *question.args)
        name = question.func.__name__
        answer = getattr(self.rule, name)(*question.args)
        if name == "packets":
            return tuple((place, count) for place, count in answer)
        return tuple(answer) if name == "terms" else answer

    def _compare(self, question: partial[Any], first: object, again: object) -> None:
        name = question.func.__name__
        # worded only if a law is broken: most questions are never looked at again
        self.said = lambda: f"{self}.{name} gave {words(first)}: {self._arguments(question)}"
        if first != again:
            self.must(False, "the same question gets the same answer", f", and then {words(again)}")

    def _arguments(self, question: partial[Any]) -> str:
        """The arguments of a question, by the names of the base class."""
        bound = signature(question.func).bind(self.rule, *question.args)
        named = [f"{name} {words(value)}" for name, value in bound.arguments.items()]
        return ", ".join(filter(None, [*named[1:], self.where]))


def words(value: object) -> str:
    """An argument or an answer of a rule, in words."""
    if isinstance(value, Card | Cards):
        return str(value) or "none"
    if isinstance(value, Finished):
        chosen = f" and choice {value.choice!r}" if value.choice else ""
        return f"with the piles {words(value.piles)}{chosen}"
    if isinstance(value, Table):
        before = f", played before {value.played}" if value.played else ""
        unknown = " in unknown tricks" if before and not value.tricks else ""
        return f"{value!r}{before}{unknown}"
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        if any(isinstance(item, Cards) for item in items):
            return " | ".join(map(words, items))
        return quoted(items, 200)
    return quoted(value, 200)
