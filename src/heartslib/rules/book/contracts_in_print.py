"""A rulebook with contracts in print: each sentence once, with the contracts in which it holds.

The order of the sentences counts, since restrictions apply in order.  So the contracts whose sentences can be put
into one order share it, and a contract that would turn two sentences round begins another list.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, groupby

from heartslib.rules.book.chapters import IN_ORDER
from heartslib.words import contract_names


def shared_chapter(rounds: Mapping[str, list[list[str]]]) -> list[list[str]]:
    """The paragraphs of a chapter: what holds in every round, and then in which it holds.

    Args:
        rounds: What the chapter says under each contract.
    """
    first, *others = rounds.values()
    if all(said == first for said in others):
        return first
    sentences = {name: [*chain(*said)] for name, said in rounds.items()}
    in_order = any(IN_ORDER in said for said in sentences.values())
    paragraphs = [[IN_ORDER]] if in_order else []
    for order, contracts in _alike(sentences):
        holders = {each: [name for name in contracts if each in sentences[name]] for each in order}
        for names, group in groupby(order, holders.__getitem__):
            said = [*group]
            if len(names) < len(rounds):
                said = [f"{_label(names, [*rounds])}: {' '.join(said)}"]
            paragraphs.append(said)
    return paragraphs


def _alike(sentences: Mapping[str, list[str]]) -> list[tuple[list[str], list[str]]]:
    """The contracts whose sentences have one order, with that order: all of them, if possible."""
    alike = list[tuple[list[str], list[str]]]()
    for contract, paragraph in sentences.items():
        said = [each for each in paragraph if each != IN_ORDER]
        for order, contracts in alike:
            if [each for each in order if each in said] == [each for each in said if each in order]:
                _merge(order, said)
                contracts.append(contract)
                break
        else:
            alike.append((said, [contract]))
    return alike


def _merge(order: list[str], said: list[str]) -> None:
    """Put into an order the sentences that are new, each after the known one before it."""
    # those before the first known one come right before it
    place = min((order.index(each) for each in said if each in order), default=len(order))
    for each in said:
        if each not in order:
            order.insert(place, each)
        place = order.index(each) + 1


def _label(contracts: list[str], among: list[str]) -> str:
    """Some contracts in words, or all but some if that is shorter."""
    others = contract_names([name for name in among if name not in contracts])
    return min(contract_names(contracts).capitalize(), f"All contracts but {others}", key=len)
