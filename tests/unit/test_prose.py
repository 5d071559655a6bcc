"""The project keeps to its own style; see `tools.check_prose`."""

from __future__ import annotations

import pytest

from tools.check_prose import found, places


def test_nothing_reads_as_translated() -> None:
    assert not list(places())


@pytest.mark.parametrize(
    ("line", "phrase"),
    [
        ("the names it was told", "told"),
        ("how many were booked", "booked"),
        ("many_parties = 3", "parties"),
        ("As written. Who is void may not.", "Who is"),
        ("a question (A14)", "(A14"),
    ],
)
def test_a_phrase_to_avoid_is_found(line: str, phrase: str) -> None:
    assert list(found("src/heartslib/game.py", f"plain\n{line}\n")) == [(2, phrase)]


def test_a_question_may_begin_with_who() -> None:
    assert not list(found("docs/index.md", "See there. Who is to act?"))


def test_sources_are_numbered_in_their_own_list_only() -> None:
    line = "document 004"
    assert not list(found("docs/explanation/sources.md", line))
    assert list(found("docs/tutorial.md", line)) == [(1, line)]
