"""Lists, numbers and cards in the words of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from heartslib.cards import NO_CARDS, Card, Cards, Rank, Suit


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``"a"``, ``"a and b"``, ``"a, b and c"``; ``""`` for an empty list."""
    *others, end = parts or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def plural(number: float, thing: str) -> str:
    """A noun after a number: ``trick`` after 1, ``tricks`` after any other."""
    return thing if number == 1 else f"{thing}s"


def how_many(number: int, thing: str) -> str:
    """A number and a noun: ``1 trick``, ``2 tricks``."""
    return f"{written(number)} {plural(number, thing)}"


def counters(number: int) -> str:
    """What is in a pool: ``nothing``, ``1 counter``, ``2 counters``."""
    return how_many(number, "counter") if number else "nothing"


def with_article(noun: str) -> str:
    """A noun with ``a`` or ``an``."""
    return f"an {noun}" if noun.startswith(("a", "e")) else f"a {noun}"


def are(number: int, thing: str) -> str:
    """The beginning of a sentence: ``1 trick is``, ``2 tricks are``."""
    return f"{how_many(number, thing)} {'is' if number == 1 else 'are'}"


def is_or_are(cards: Cards) -> str:
    """The verb of a sentence about some cards."""
    return "is" if len(cards) == 1 else "are"


def written(number: float, form: str = "d") -> str:
    """A number with the minus sign of print, ``−26``; a change, of the form ``+d``, as ``+26``."""
    return f"{number:{form}}".replace("-", "−")


def in_words(number: int) -> str:
    """A number within a sentence: ``no``, ``one``, ``two``, and ``11`` from eleven on."""
    small = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return small[number] if 0 <= number < len(small) else str(number)


def times(number: int) -> str:
    """``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(number, f"{in_words(number)} times")


def ordinal(number: int) -> str:
    """A trick by its number: ``the first``, ``the 7th``, ``the last``."""
    if number == -1:
        return "the last"
    place = abs(number)
    first = ("0th", "first", "second", "third")
    ending = "th" if 10 < place % 100 < 20 else _ENDINGS.get(place % 10, "th")
    name = first[place] if place < len(first) else f"{place}{ending}"
    return f"the {name}{'-last' if number < 0 else ''}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def is_suit(cards: Cards) -> bool:
    """Whether these kinds of card are a whole suit, perhaps with the one or the joker of it."""
    suits = {card.suit for card in cards}
    return len(suits) == 1 and _is_whole(cards)


def _is_whole(cards: Iterable[Card]) -> bool:
    """Whether these cards of a suit are all thirteen, at least."""
    return len({card for card in cards if card.rank >= Rank.TWO}) == len(Rank)


def contract_names(names: Sequence[str]) -> str:
    """Names of contracts in a line: ``no tricks, clubs or spades as trumps``."""
    parts = list[str]()
    for rest, group in groupby(names, lambda name: name.partition("-")[2]):
        alike = [*group]
        firsts = [name.partition("-")[0] for name in alike]
        # "clubs or spades as trumps", unless there is a contract "clubs" as well
        if rest and {*firsts}.isdisjoint(names):
            parts.append(f"{listed(firsts, 'or')} {rest}")
        else:
            parts += alike
    return ", ".join(parts).replace("-", " ")


def hyphened(name: str) -> str:
    """The name of a contract that people write as it is printed: ``No tricks`` is ``no-tricks``."""
    return name.lower().replace(" ", "-")


def kind_of(cards: Cards, last: str = "or") -> str:
    """A word for one of a whole suit, or of some whole ranks: ``heart``, ``jack or king``; else empty."""
    if is_suit(cards):
        return cards[0].suit.word[:-1]
    ranks = sorted({card.rank for card in cards})
    is_whole = len({*cards}) == len(Suit) * len(ranks) and len(ranks) <= 3
    return listed([rank.word for rank in ranks], last) if is_whole else ""


def each_of(cards: Cards, each: str = "each", but: Cards = NO_CARDS) -> str:
    """Kinds of card that count one by one: ``each heart``, ``each Q♠``, ``none of J♥ and Q♥``.

    Args:
        cards: The kinds.
        each: The word for each of them.
        but: The cards to leave out where their suit is named.
    """
    if kind := kind_of(cards, "and" if each == "every" else "or"):
        left_out = but.of(cards[0].suit) if is_suit(cards) else NO_CARDS
        return f"{each} {kind}{_other_than(left_out)}"
    several = f"{'none' if each == 'no' else each} of {named(cards, but=but)}"
    return several if len(cards) > 1 else f"{each} {cards:u}"


def _other_than(cards: Cards) -> str:
    return f" other than {named(cards)}" if cards else ""


def named(cards: Cards, last: str = "and", but: Cards = NO_CARDS) -> str:
    """Kinds of card as a rulebook prints them: ``hearts``, ``2♥ to 10♥``, ``Q♣ and Q♠``.

    Args:
        cards: The kinds.
        last: The word before the last of them.
        but: The cards to leave out where their suit is named.
    """
    parts: list[str] = []
    for suit in Suit:
        kinds = sorted(set(cards.of(suit)))
        if _is_whole(kinds):
            parts.append(f"{suit.word}{_other_than(but.of(suit))}")
            continue
        # cards side by side are as far from their number in the list as the first of them
        for _, group in groupby(enumerate(kinds), lambda numbered: numbered[1].place - numbered[0]):
            run = [card for _, card in group]
            if len(run) > 3:
                parts.append(f"{run[0]:u} to {run[-1]:u}")
            else:
                parts += [f"{card:u}" for card in run]
    return listed(parts, last) or "nothing"
