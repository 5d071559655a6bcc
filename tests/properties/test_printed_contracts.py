"""The laws of what a rulebook says: a sentence once, nothing beside its denial, and every contract whole."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, combinations, product
from typing import Any, Final

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heartslib import Rules, RulesError, Suit, variants
from heartslib.rules import BoosterNines, Contract, ContractsInOrder, HighestCard, JokerWins, Rounds
from heartslib.rules.book.chapters import IN_ORDER
from heartslib.rules.book.page import printed, sentences_of
from heartslib.testing.strategies import compositions
from heartslib.words import contract_names
from tests.helpers.rings import share

CHAPTERS: Final = [field.name for field in attrs.fields(Contract) if field.name != "name"]
KNOWN: Final = [
    each for rules in variants.all().values() if 4 in rules.players for each in rules.rulebooks[:9]
]
TRICKS: Final = [*(HighestCard(suit) for suit in Suit), HighestCard(), BoosterNines(), JokerWins()]
HOUSES: Final = compositions(4) if settings().max_examples > 99 else st.sampled_from(KNOWN)
"""Rulebooks to take chapters from; in a search any compositions."""


def made_twice(rules: Rules) -> set[str]:
    """What two choices of one kind say."""
    page, said = rules.at(4).in_force.page(), Counter[tuple[str, str]]()
    choices: tuple[Any, ...] = (*rules.play, *rules.scoring, *rules.bonuses)
    for choice in choices:
        kind = f"{type(choice)}"
        said.update((kind, each) for each in sentences_of(printed(choice, page)))
    return {sentence for (_, sentence), times in said.items() if times > 1}


@st.composite
def under_contracts(draw: st.DrawFn) -> Rules:
    """A composition with two or three contracts, which take chapters from others."""
    base = draw(HOUSES)
    contracts = list[Contract]()
    for name in ("red-king", "black-king", "king")[: draw(st.integers(2, 3))]:
        other, names = draw(HOUSES), draw(st.sets(st.sampled_from(CHAPTERS)))
        changes: dict[str, Any] = {name: getattr(other, name) for name in names}
        changes |= {"tricks": draw(st.sampled_from([other.tricks, *TRICKS]))}
        contracts.append(Contract(name, **changes))
    try:
        usual = attrs.evolve(base, contracts=None, ending=Rounds(3))
        rules = attrs.evolve(usual, contracts=ContractsInOrder(tuple(contracts)))
        for each in rules.rulebooks:
            each.at(4)
    except RulesError:
        assume(False)
        raise
    assume(not any(map(made_twice, (usual, *rules.rulebooks))))
    return rules


def of(rules: Rules, contract: str, players: int = 4) -> list[str]:
    """The sentences of the rules under a contract, but for the one that says how to read others."""
    text = rules.at(players).under(contract).paragraphs(contract)
    return [each for said in text.values() for each in chain(*said) if each != IN_ORDER]


def labels(names: tuple[str, ...]) -> dict[str, set[str]]:
    """All that may be printed before a sentence, with the contracts that it means."""
    found = dict[str, set[str]]()
    for size in range(1, len(names)):
        for some in combinations(names, size):
            rest = [each for each in names if each not in some]
            found[contract_names(some).capitalize()] = {*some}
            found[f"All contracts but {contract_names(rest)}"] = {*some}
    assert len(found) == 2 ** (len(names) + 1) - 4, "no two sets of contracts have one name"
    return found


def read(rules: Rules, contract: str, players: int = 4) -> list[str]:
    """What somebody reads in the printed book who plays a round with that contract."""
    known, said = labels(rules.contract_names), list[str]()
    for title, paragraphs in rules.at(players).paragraphs().items():
        for paragraph in paragraphs if title != "Contracts" else ():
            label, _, rest = paragraph[0].partition(": ")
            if label not in known:
                said += paragraph
            elif contract in known[label]:
                said += sentences_of(rest)
    return [each for each in said if each != IN_ORDER]


@pytest.mark.parametrize("slug", variants.all())
def test_no_book_says_a_sentence_twice(slug: str) -> None:
    rules = variants.get(slug)
    for players in rules.players:
        said = Counter[str]()
        for paragraph in chain(*rules.at(players).paragraphs().values()):
            for part in re.split(r"(?<=[.!?:]) (?=[A-Z])", " ".join(paragraph)):
                said[part] += part.endswith(".")
        assert [each for each, times in said.items() if times > 1] == []


DENIED: Final = [
    ("There are no trumps.", "trump"),
    ("There is no moon.", "shoots the moon"),
    ("No cards are passed.", "player passes"),
    ("Everyone plays alone.", "partner"),
    ("Any card may be played.", "play"),
    ("The highest score wins", "The lowest score wins"),
    ("All tricks are played", "The round ends"),
]


@pytest.mark.parametrize("slug", variants.all())
def test_no_book_says_a_thing_and_denies_it(slug: str) -> None:
    """What is read under each contract; a sentence denies others that have a certain word."""
    rules = variants.get(slug)
    for players in rules.players:
        text = rules.at(players).sentences()
        rounds = [read(rules, each, players) for each in rules.contract_names]
        for said in rounds or [[*chain(*text.values())]]:
            for denial, word in DENIED:
                held = [each for each in said if each.startswith(denial)]
                about = [each for each in said if word in each and each not in held]
                assert not (held and about), f"{held} beside {about}"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_contracts_that_differ_are_printed_differently(chapter: str) -> None:
    """But for one sentence, which says what a contract that counts tricks does in any case."""
    books = dict[str, str]()
    usual = attrs.evolve(variants.get("american"), name="House")
    for choice in dict.fromkeys(getattr(each, chapter) for each in KNOWN):
        given: dict[str, Any] = {chapter: choice}
        contracts = Contract("hearts-as-trumps", **given), Contract("usual")
        try:
            rules = attrs.evolve(usual, contracts=ContractsInOrder(contracts))
            book, played = (each.describe(4) for each in (rules, rules.rulebooks[0]))
        except RulesError:
            continue
        without = " ".join(played.split()).replace(f" {ALL_TRICKS}", "")
        assert books.setdefault(book, without) == without
    assert books


ALL_TRICKS: Final = "All tricks are played, since the tricks themselves count."


@pytest.mark.parametrize("slug", variants.all())
def test_a_book_of_contracts_says_what_each_contract_says(slug: str) -> None:
    rules = variants.get(slug)
    for contract, players in product(rules.contract_names, rules.players):
        assert read(rules, contract, players) == of(rules, contract, players)


@settings(max_examples=share(30) // 4)
@given(HOUSES)
def test_a_sentence_is_said_once(rules: Rules) -> None:
    for each in rules.rulebooks[:9]:
        said = Counter(chain(*each.at(4).sentences().values()))
        assert {sentence for sentence, times in said.items() if times > 1} <= made_twice(each)


@settings(max_examples=share(30) // 4)
@given(under_contracts())
def test_a_contract_is_read_as_it_is(rules: Rules) -> None:
    always = {*chain(*rules.at(4).always().values())}
    for contract in rules.contract_names:
        assert Counter(read(rules, contract)) == Counter(of(rules, contract))
        under = rules.at(4).under(contract).sentences()
        terms = rules.at(4).terms(contract).replace("In this order: ", "")
        said = {*sentences_of(terms)} - {"The usual rules apply."}
        holds = {*chain(*under.values())}
        assert said <= holds, "it says nothing that does not hold"
        assert holds <= said | always, "it leaves nothing out"
        for title in ("Play", "Scoring", "Bonuses"):
            printed = {*chain(*of_title(rules, contract, title))}
            in_book = [each for each in read(rules, contract) if each in printed]
            assert in_book == [each for each in of(rules, contract) if each in printed]


def of_title(rules: Rules, contract: str, title: str) -> list[list[str]]:
    return rules.at(4).under(contract).paragraphs(contract)[title]
