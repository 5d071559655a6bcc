"""The laws of what a rulebook says: a sentence once, and what a contract calls off no longer holds."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import Any, Final

import attrs
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heartslib import Rules, RulesError, Suit, variants
from heartslib.rules import BoosterNines, Contract, ContractsInOrder, HighestCard, JokerWins, Rounds
from heartslib.rules.chapters import FRAMING
from heartslib.rules.page import Page, printed, sentences_of
from heartslib.testing.strategies import compositions
from tests.helpers.rings import share

CHAPTERS: Final = [field.name for field in attrs.fields(Contract) if field.name != "name"]
KNOWN: Final = [
    each for rules in variants.all().values() if 4 in rules.players for each in rules.rulebooks[:9]
]
TRICKS: Final = [*(HighestCard(suit) for suit in Suit), HighestCard(), BoosterNines(), JokerWins()]
HOUSES: Final = compositions(4) if settings().max_examples > 99 else st.sampled_from(KNOWN)
"""Rulebooks to take chapters from; in a search any compositions."""

DENIES: Final = "This rule does not apply: "
MOVES: Final = re.compile(r"In the chapter [A-Z][a-z ]+ instead: ")
ORDER: Final = "In this order: "


def made_twice(rules: Rules) -> set[str]:
    """What two choices of one kind say."""
    page, said = Page(4, rules.in_force), Counter[tuple[str, str]]()
    choices: tuple[Any, ...] = (*rules.play, *rules.scoring, *rules.bonuses)
    for choice in choices:
        kind = f"{type(choice)}"
        said.update((kind, each) for each in sentences_of(printed(choice, page)))
    return {sentence for (_, sentence), times in said.items() if times > 1}


@st.composite
def under_contracts(draw: st.DrawFn) -> Rules:
    """A composition with two or three contracts, which take chapters from others."""
    usual = attrs.evolve(draw(HOUSES), contracts=None, ending=Rounds(3))
    contracts = list[Contract]()
    for number in range(draw(st.integers(2, 3))):
        other, names = draw(HOUSES), draw(st.sets(st.sampled_from(CHAPTERS)))
        changes: dict[str, Any] = {name: getattr(other, name) for name in names}
        changes |= {"tricks": draw(st.sampled_from([other.tricks, *TRICKS]))}
        contracts.append(Contract(f"number-{number}", **changes))
    try:
        rules = attrs.evolve(usual, contracts=ContractsInOrder(tuple(contracts)))
        for each in rules.rulebooks:
            each.check_players(4)
    except RulesError:
        assume(False)
        raise
    assume(not any(map(made_twice, (usual, *rules.rulebooks))))
    return rules


def of(rules: Rules, players: int) -> Counter[str]:
    """The sentences of a rulebook without contracts, but for those that say how to read others."""
    said = chain.from_iterable(rules.sentences(players).values())
    return Counter(each for each in said if each not in FRAMING)


def parts(terms: str) -> tuple[set[str], set[str]]:
    """What a contract adds and what it calls off."""
    said, gone = set[str](), set[str]()
    now, *_ = terms.split(ORDER, 1)
    for each in sentences_of(now):
        into = gone if each.startswith(DENIES) else said
        sentence = each.removeprefix(DENIES)
        if not MOVES.match(sentence):
            into.add(sentence)
    return said - FRAMING - {"The usual rules apply."}, gone


@settings(max_examples=share(30) // 4)
@given(HOUSES)
def test_a_sentence_is_said_once(rules: Rules) -> None:
    for each in rules.rulebooks[:9]:
        said = of(each, 4)
        assert {sentence for sentence, times in said.items() if times > 1} <= made_twice(each)


@settings(max_examples=share(30) // 4)
@given(under_contracts())
def test_a_contract_says_what_changes_and_calls_off_what_does_not_hold(rules: Rules) -> None:
    players = 4
    paragraphs = rules.paragraphs(players)
    paragraphs.pop("Contracts")
    usual = {*chain.from_iterable(chain.from_iterable(paragraphs.values()))} - FRAMING
    for contract in rules.contract_names:
        holds = {*of(rules.under(contract), players)}
        (changes,) = (each.changes for each in rules.contracts.choices if each.name == contract)
        said, gone = parts(rules.terms(contract, players))
        assert said == holds - usual, "it says what is new, and nothing that is said before"
        assert gone <= usual - holds, "it calls off what is said before and does not hold"
        replaced = {
            each
            for title, printed in paragraphs.items()
            for each in chain.from_iterable(printed)
            if (
                title in {"Charging", "Showing", "Shooting the moon"}
                and not {*chain.from_iterable(printed)} & holds
            )
            or (title == "Tricks" and len({"tricks", "round_end"} & {*changes}) == 1)
        }
        assert gone >= usual - holds - replaced
