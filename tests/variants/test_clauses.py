"""The clause tests and the list of clauses agree."""

from __future__ import annotations

from tools.source_clauses import CLAUSES, LATER, SECTIONS, held_by_tests, report, section_of


def test_tests_are_named_after_clauses_that_exist() -> None:
    assert held_by_tests() - CLAUSES.keys() == set()


def test_no_clause_is_put_off_that_has_a_test() -> None:
    assert held_by_tests() & LATER.keys() == set()


def test_every_clause_is_tested_or_put_off() -> None:
    assert CLAUSES.keys() - held_by_tests() - LATER.keys() == set()


def test_only_clauses_that_exist_are_put_off() -> None:
    assert LATER.keys() - CLAUSES.keys() == set()


def test_every_clause_belongs_to_a_section() -> None:
    assert {section_of(clause) for clause in CLAUSES} == SECTIONS.keys()


def test_the_report_adds_up() -> None:
    clauses, held, later, _ = report().splitlines()[-1].split()
    assert int(clauses) == len(CLAUSES) == int(held) + int(later)
