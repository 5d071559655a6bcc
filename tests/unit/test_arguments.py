"""Text that can be shown and stored, iterables that end, names misspelt."""

from __future__ import annotations

import itertools

import pytest

from heartslib import HeartsError, RecordError, RulesError
from heartslib._values.arguments import at_most, checked_text

PLAIN = (
    "",
    "Ann",
    "Ann Lee",
    "Zoë",
    "李",
    "नी\u200dना",
    "👩\u200d🚀",
    "O'Neil \\x1b",
    "a\u00a0b",
    "\ufeff",
)
LINES = ("a\nb", "a\tb", "a\r\nb", "\n")
NEVER = ("\x00", "a\x1b[31m", "\x7f", "\x9b", "\ud800", "a\udfff", "\r", "a\rb\n", "\r\r\n", "\x0c")
NOT_IN_A_LINE = ("\u2028", "\u2029", "a\u202eb", "\u2066", *LINES)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_taken(text: str) -> None:
    assert checked_text("a name", text) is text
    assert checked_text("a source", text, lines=True) is text


@pytest.mark.parametrize("text", LINES)
def test_line_breaks_are_taken_where_there_may_be_several_lines(text: str) -> None:
    assert checked_text("a source", text, lines=True) is text


@pytest.mark.parametrize("text", [*NEVER, *NOT_IN_A_LINE], ids=ascii)
def test_what_is_no_line_of_text_is_refused(text: str) -> None:
    with pytest.raises(HeartsError) as caught:
        checked_text("a name", text)
    said = str(caught.value)
    assert said.startswith("a name must be plain text on one line, without control ")
    assert said.isascii()
    assert said.isprintable()


@pytest.mark.parametrize("text", NEVER, ids=ascii)
def test_what_is_no_text_is_refused_everywhere(text: str) -> None:
    with pytest.raises(
        RulesError, match=r"^a source must be plain text, without control characters: "
    ):
        checked_text("a source", text, lines=True, error=RulesError)


def test_the_character_is_named() -> None:
    with pytest.raises(HeartsError) as caught:
        checked_text("a name", "Ann\x1b[31m")
    assert str(caught.value) == (
        r"a name must be plain text on one line, without control characters: 'Ann\x1b[31m' has "
        r"'\x1b' in it"
    )


@pytest.mark.parametrize("value", [None, 5, b"Ann", ["Ann"]], ids=repr)
def test_what_is_not_text_is_refused(value: object) -> None:
    with pytest.raises(RecordError, match=r"^a name must be text, not "):
        checked_text("a name", value, error=RecordError)


def test_an_iterable_is_read_to_its_bound_and_one_further() -> None:
    assert at_most(2, iter("ab"), "hands") == ("a", "b")
    assert at_most(2, (), "hands") == ()
    numbers = itertools.count()
    with pytest.raises(RulesError, match=r"^too many hands: at most 2 are allowed$"):
        at_most(2, numbers, "hands", error=RulesError)
    assert next(numbers) == 3
