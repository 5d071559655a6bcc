"""What happened, in sentences for one player: names for seats, cards as they are called.

Events, reasons and score sheets speak of seats by number.  A person wants to read "Ben takes the
trick" and "You pass 3 cards to Ada", with cards as symbols or, for ears, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from heartslib.cards import Card, Cards, Suit
from heartslib.events import (
    CardPlayed,
    CardsReceived,
    Charged,
    Claimed,
    ClaimSettled,
    Event,
    HandDealt,
    HandShown,
    HeartsBroken,
    KittyTaken,
    MoonShot,
    PassCalled,
    Passed,
    RoundBegun,
    RoundCounted,
    TrickLeft,
    TrickTaken,
)
from heartslib.questions import ChooseCards
from heartslib.rules import PassPattern
from heartslib.rules._words import count, listed
from heartslib.rules.passing import count_of
from heartslib.show.text import capital, in_letters, short_name
from heartslib.view import View

_SEATS: Final = re.compile(r"\bseat (\d+(?:(?:, | and | or )\d+)*)( does| has|'s)?")
_CARDS: Final = re.compile(r"\b[2-9TJQKA][CDSH](?: [2-9TJQKA][CDSH])*\b")
_OF_YOU: Final = {" does": " do", " has": " have", "'s": "r"}


@attrs.frozen
class Voice:
    """How cards are named.

    Attributes:
        spoken: In words, ``queen of spades``, for ears; else as ``Q♠``.
        letters: As ``QS``, for terminals without suit symbols.
    """

    spoken: bool = False
    letters: bool = False

    def card(self, card: Card) -> str:
        """The name of a card."""
        return card.word if self.spoken else self.short(f"{card:u}")

    def the(self, card: Card) -> str:
        """The name of a card inside a sentence."""
        return f"the {self.card(card)}" if self.spoken else self.card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """The names of cards; spoken, those of a suit together."""
        held = Cards(cards)
        if not self.spoken:
            return self.short(f"{held:u}")
        suits = [held.of(suit) for suit in Suit]
        return "; ".join(
            f"{listed([card.rank.word for card in each])} of {each[0].suit.word}"
            for each in suits
            if each
        )

    def suit(self, suit: Suit) -> str:
        """The sign of a suit."""
        return self.short(suit.symbol)

    def short(self, text: str) -> str:
        """A text with suit symbols, as this terminal can show it."""
        return in_letters(text) if self.letters else text

    def told(self, view: View, text: str) -> str:
        """A sentence of the library for this human: names for seats, cards as they are named."""

        def named(found: re.Match[str]) -> str:
            seats = [int(number) for number in re.findall(r"\d+", found[1])]
            verb = found[2] or ""
            if seats == [view.seat]:
                verb = _OF_YOU.get(verb, verb)
            return listed([who(view, seat) for seat in seats]) + verb

        text = _SEATS.sub(named, text)
        return _CARDS.sub(lambda found: self.cards(Cards(found[0])), text)


def sentences(view: View, event: Event, voice: Voice) -> Iterator[str]:  # noqa: C901, PLR0912 - a table
    """An event in sentences for the player of a view; none for turns and the end of a game.

    Args:
        view: The later of the views between which it lies.
        event: The event.
        voice: How cards are named.
    """
    match event:
        case RoundBegun(number, dealer):
            yield f"Round {number + 1}. {does(view, dealer, 'deal')}"
        case PassCalled(pattern):
            yield passing_words(pattern, view)
        case HandDealt(_, size, kitty):
            aside = f", and {kitty} lie aside as the kitty" if kitty else ""
            yield f"Everyone gets {count(size, 'card')}{aside}."
        case Passed(seat, cards):
            known = f": {voice.cards(cards)}" if cards else ""
            yield does(view, seat, "have", f"passed{known}")
        case CardsReceived(cards):
            yield f"You get: {voice.cards(cards)}."
        case Charged(seat, cards):
            yield does(view, seat, "charge", f"{voice.cards(cards)}")
        case CardPlayed(seat, card, is_lead):
            yield does(view, seat, "lead" if is_lead else "play", voice.the(card))
        case HeartsBroken():
            yield "Hearts are broken."
        case HandShown(seat, cards):
            yield does(view, seat, "show", voice.cards(cards))
        case TrickTaken(seat, _):
            yield does(view, seat, "take", "the trick")
        case TrickLeft(leader, _):
            yield f"Nobody wins the trick. {does(view, leader, 'lead', 'again')}"
        case KittyTaken(seat, size, cards):
            known = f": {voice.cards(cards)}" if cards else ""
            yield does(view, seat, "get", f"{count(size, 'card')} of the kitty{known}")
        case Claimed(seat):
            yield does(view, seat, "claim", "all the rest")
        case ClaimSettled(accepted=accepted):
            yield "The claim is accepted." if accepted else "The claim is refused."
        case MoonShot(seats):
            yield f"{subject(view, seats)} shot the moon."
        case RoundCounted():
            yield "The round is over."
        case _:
            pass


def passing_words(pattern: PassPattern, view: View) -> str:
    """How cards are passed, in a sentence."""
    none = not count_of(pattern, view.players)
    words = pattern.name.replace("-", " ")
    return "No cards are passed in this round." if none else f"The pass is: {words}."


def pattern_words(pattern: PassPattern, view: View) -> str:
    """How cards are passed, in a few words: ``pass 3 left``."""
    words = pattern.name.replace("-", " ")
    cards = count_of(pattern, view.players)
    if not cards:
        return "no pass"
    return f"pass {words}" if words[0].isdigit() else f"pass {cards} {words}"


def asked(view: View) -> str:
    """What a seat that is asked is to do, in a few words: ``pass 3 cards to Ben, or none``."""
    question = view.question
    if not isinstance(question, ChooseCards):
        return view.task
    if not question.counts[-1]:
        return f"you have nothing to {question.verb}"
    task = view.task
    if question.to:
        takers, sizes = zip(*question.to, strict=True)
        parts = [f"{count(size, 'card')} to {who(view, seat)}" for seat, size in question.to]
        if len(parts) > 1 and len({*sizes}) == 1:
            parts = [
                f"{count(sizes[0], 'card')} each to {listed([who(view, seat) for seat in takers])}"
            ]
        order = ", in this order" if len(question.to) > 1 else ""
        task = f"{question.verb} {listed(parts)}{order}"
    return f"{task}, or none" if question.counts[0] == 0 else task


def objection(view: View, card: Card, voice: Voice) -> str:
    """Why a card of the hand may not be chosen, for people; nothing if it may."""
    question = view.question
    found = question.objection(card) if isinstance(question, ChooseCards) else None
    return voice.told(view, found.reason) if found else ""


def who(view: View, seat: int) -> str:
    """A player inside a sentence: ``you``, or the name."""
    return "you" if seat == view.seat else short_name(view.names[seat])


def does(view: View, seat: int, verb: str, thing: str = "") -> str:
    """A sentence about a player: ``Ben takes the trick.``, ``You take the trick.``."""
    if seat != view.seat:
        verb = "has" if verb == "have" else f"{verb}s"
    return f"{subject(view, [seat])} {verb} {thing}".rstrip() + "."


def subject(view: View, seats: Sequence[int]) -> str:
    """Players at the beginning of a sentence: ``You and Ben``; a name stays as it is written."""
    names = listed([who(view, seat) for seat in seats])
    return capital(names) if seats and seats[0] == view.seat else names
