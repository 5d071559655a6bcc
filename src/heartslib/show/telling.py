"""What happened, in sentences for one player.

Events, reasons and score sheets name seats by number and cards by letters.  Here they become
sentences such as "Ben takes the trick", with cards as symbols or, to be spoken, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

import attrs

from heartslib._values.arguments import frozen
from heartslib.cards import Card, Cards, Suit
from heartslib.errors import HeartsError
from heartslib.events import (
    BidMade,
    CardPlayed,
    CardsDrawn,
    CardsMixed,
    CardsReceived,
    CardsTurned,
    Charged,
    ChargeDeclined,
    ChargedInSecret,
    ClaimAnswered,
    ClaimSettled,
    ContractNamed,
    Event,
    GameOver,
    HandDealt,
    HandShown,
    HeartsBroken,
    KittyTaken,
    LaidDown,
    LaidOut,
    MoonChosen,
    MoonShot,
    PassCalled,
    Passed,
    RestTaken,
    RoundBegun,
    RoundCounted,
    RulesChanged,
    ScoreEntered,
    TrickLeft,
)
from heartslib.moves import Move
from heartslib.questions import ChooseCards, YesOrNo
from heartslib.rules import NO_PASSING, Mark, PassPattern
from heartslib.sheet import Line
from heartslib.show.text import (
    capital,
    cards_text,
    in_letters,
    name_words,
    pattern_words,
    short_name,
)
from heartslib.view import View
from heartslib.words import how_many, listed

# the reasons that rules give are plain text, so seats and cards are found in it by how they are written
_SEATS = re.compile(r"\bseats? (\d+(?:(?:, | and | or )\d+)*)( does| has| holds|'s)?")
_CARD = r"(?:[*1-9TJQKA][CDSH]\b|(?:10|[*1-9TJQKA])[♣♦♠♥])"
_CARDS = re.compile(rf"(?<!\w){_CARD}(?: {_CARD})*")
_SUITS = {suit.symbol: suit for suit in Suit}
_SUIT = re.compile(f"[{''.join(_SUITS)}]")
_OF_YOU = {" does": " do", " has": " have", " holds": " hold", "'s": "r"}


@frozen
class Voice:
    """How cards are named: by default in symbols, ``Q♠``.

    >>> Voice().card(Card("QS")), Voice(spoken=True).card(Card("QS"))
    ('Q♠', 'queen of spades')

    Attributes:
        spoken: In words, for a screen reader: ``queen of spades``.
        letters: In letters, for terminals without suit symbols: ``QS``.
        marks: What is special about cards, from `View.marks`.
    """

    spoken: bool = False
    letters: bool = False
    marks: Mapping[Card, Mark] = attrs.field(
        factory=dict[Card, Mark], eq=False, repr=False, kw_only=True
    )

    def at(self, view: View) -> Self:
        """For the cards of a view: a joker is named as one, and what is charged is said to be."""
        return attrs.evolve(self, marks=view.marks)

    def face(self, card: Card) -> Card:
        """The card as people see it."""
        return self.marks[card].face if card in self.marks else card

    def is_joker(self, card: Card) -> bool:
        """Whether it stands for the joker, and so has no name but that."""
        return card in self.marks and self.marks[card].joker

    def card(self, card: Card) -> str:
        """The name of a card."""
        if self.is_joker(card):
            return "joker"
        face = self.face(card)
        return face.word if self.spoken else self.short(f"{face:u}")

    def the(self, card: Card) -> str:
        """The name of a card within a sentence."""
        if not self.spoken and not self.is_joker(card):
            return self.card(card)
        charged = self.marks[card].charged if card in self.marks else ""
        return f"the {charged} {self.card(card)}" if charged else f"the {self.card(card)}"

    def cards(self, cards: Iterable[Card]) -> str:
        """The names of cards; if spoken, suit by suit."""
        if not self.spoken:
            return self.short(cards_text(self.marks, cards))
        given = Cards(cards)
        jokers = given.only([card for card in given if self.is_joker(card)])
        held = Cards(map(self.face, given.without(jokers)))
        parts = ["the joker"] if jokers else []
        for suit in Suit:
            ranks = [card.rank.word for card in held.of(suit)]
            if ranks:
                parts.append(f"the {listed(ranks)} of {suit.word}")
        return "; ".join(parts)

    def known(self, cards: Cards | None, count: int) -> str:
        """The names of cards if they are known, otherwise how many they are."""
        return self.cards(cards) if cards else how_many(count, "card")

    def suit(self, suit: Suit) -> str:
        """The symbol of a suit, or its name if spoken."""
        return suit.word if self.spoken else self.short(suit.symbol)

    def short(self, text: str) -> str:
        """Text with suit symbols, in a form that this terminal can show."""
        return in_letters(text) if self.letters else text

    def reason(self, view: View, line: Line) -> str:
        """The reason of a line of a sheet, with players and cards by name."""
        wording = _CARDS.sub(lambda match: self.cards(Cards(match[0])), line.wording)
        line = attrs.evolve(line, wording=wording)
        return line.worded(self.cards, lambda seats: listed([who(view, seat) for seat in seats]))

    def phrased(self, view: View, text: str) -> str:
        """A reason of the library, with players and cards by name.

        >>> from heartslib import Game, variants
        >>> game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"])
        >>> Voice().phrased(game.view(1), "seat 0 took QS"), Voice().phrased(game.view(0), "seat 0's QS")
        ('Ann took Q♠', 'your Q♠')
        """

        def named(match: re.Match[str]) -> str:
            at_table = {str(seat): seat for seat in range(view.players)}
            seats = [at_table.get(number, -1) for number in re.findall(r"\d+", match[1])]
            if -1 in seats:  # such as the name of a rulebook
                return match[0]
            verb = match[2] or ""
            if seats == [view.seat]:
                verb = _OF_YOU.get(verb, verb)
            return listed([who(view, seat) for seat in seats]) + verb

        # seats first: "seat 2" would not be one any more if cards were spoken, "two of clubs"
        text = _SEATS.sub(named, text)
        text = _CARDS.sub(lambda match: self.cards(Cards(match[0])), text)
        return _SUIT.sub(lambda match: self.suit(_SUITS[match[0]]), text)


def sentences(view: View, event: Event, voice: Voice) -> Iterator[str]:  # noqa: C901, PLR0912, PLR0915 - a table
    """An event in sentences for the player of a view; none for what the table shows by itself.

    An event that is not listed here needs a `deed`; without one it is an error, so that none is missed.

    Args:
        view: The view after the event.
        event: The event.
        voice: How cards are named.
    """
    voice = voice.at(view)
    match event:
        case RoundBegun(number, dealer):
            yield f"Round {number + 1}. {does(view, dealer, 'deal')}"
        case RulesChanged(rules):
            yield f"The rules change: from now on you play {rules.name}."
        case PassCalled(pattern):
            if view.rules.passing != NO_PASSING:
                yield passing_words(pattern, view)
        case HandDealt(_, size, kitty):
            form = "forms" if kitty == 1 else "form"
            rest = (
                f"; {how_many(kitty, 'card')} {form} the {view.rules.kitty.called}" if kitty else ""
            )
            yield f"Everyone gets {how_many(size, 'card')}{rest}."
        case CardsDrawn(_, cards) if cards:
            yield f"You draw {voice.cards(cards)}."
        case CardsDrawn(count, _, int(seat)):
            yield does(view, seat, "draw", how_many(count, "card"))
        case CardsDrawn(count):
            yield f"Everyone draws {how_many(count, 'card')}."
        case BidMade(seat, bid):
            yield does(view, seat, "bid" if bid else "pass", str(bid) if bid else "")
        case CardsTurned(cards):
            yield f"{capital(voice.cards(cards))} {'is' if len(cards) == 1 else 'are'} turned up."
        case ContractNamed(contract, int(seat)):
            yield does(view, seat, "name", f"the contract: {name_words(contract)}")
        case ContractNamed(contract):
            yield f"The contract is {name_words(contract)}."
        case Passed(seat, cards) if cards is not None:
            yield does(view, seat, "pass", voice.cards(cards) or "nothing")
        case Passed(seat):
            yield does(view, seat, "have", "passed")
        case CardsMixed():
            yield "The cards in the middle are dealt back."
        case CardsReceived(cards, int(giver)) if giver != view.seat:
            yield does(view, giver, "pass", f"you {voice.cards(cards)}")
        case CardsReceived(cards):
            yield f"You receive {voice.cards(cards)}."
        case Charged(seat, cards):
            yield does(view, seat, view.rules.verb, voice.cards(cards))
        case ChargedInSecret(seat, count, cards):
            yield does(view, seat, view.rules.verb, f"{voice.known(cards, count)} in secret")
        case CardPlayed(seat, card, is_lead):
            yield does(view, seat, "lead" if is_lead else "play", voice.the(card))
        case HeartsBroken():
            yield "Hearts are broken."
        case HandShown(seat, cards):
            yield does(view, seat, "show", voice.cards(cards))
        case TrickLeft(leader, _):
            yield f"Nobody wins the trick. {does(view, leader, 'lead', 'again')}"
        case KittyTaken(seat, size, cards):
            known = f": {voice.cards(cards)}" if cards else ""
            where = view.rules.kitty.called
            yield does(view, seat, "get", f"{how_many(size, 'card')} from the {where}{known}")
        case LaidDown(seat, size, cards):
            yield does(view, seat, "lay", f"down {voice.known(cards, size)}")
        case RestTaken(seat, size, cards):
            yield does(view, seat, "take", f"the rest: {voice.known(cards, size)}")
        case ClaimSettled(accepted=accepted):
            yield "The claim is accepted." if accepted else "The claim is refused."
        case MoonShot(seats):
            yield f"{subject(view, seats)} shot the moon."
        case MoonChosen(seat, choice):
            yield does(view, seat, "choose", f"to {name_words(choice)}")
        case RoundCounted():
            yield "The round is over."
        case LaidOut() | ChargeDeclined() | ClaimAnswered() | ScoreEntered() | GameOver():
            pass  # nothing that the table does not show
        case _:
            deed = getattr(event, "deed", None)
            if deed is None:
                raise HeartsError(f"{type(event).__name__} has no sentence: give it a deed")
            yield does(view, event.seat, *deed)


def passing_words(pattern: PassPattern, view: View) -> str:
    """How cards are passed, in a sentence."""
    if not view.at_table.passed_by(pattern):
        return "No cards are passed this round."
    return f"{capital(pattern_words(pattern, view.players))}."


def asked(view: View) -> str:
    """What the seat of a view is to do, in a few words: ``pass 3 cards to Ben, or none``."""
    question = view.question
    if not isinstance(question, ChooseCards):
        return view.task
    if not question.counts[-1]:
        return f"you have nothing to {question.verb}"
    task = view.task
    if question.to:
        parts = [f"{how_many(size, 'card')} to {who(view, seat)}" for seat, size in question.to]
        sizes = {size for _, size in question.to}
        if len(parts) > 1 and len(sizes) == 1:
            takers = [who(view, seat) for seat, _ in question.to]
            parts = [f"{how_many(sizes.pop(), 'card')} each to {listed(takers)}"]
        order = ", in this order" if len(question.to) > 1 else ""
        task = f"{question.verb} {listed(parts)}{order}"
    return task if question.counts[0] else f"{task}, or none"


def deed(view: View, move: Move, voice: Voice) -> str:
    """A move in a few words, in the view before it: ``play the queen of spades``."""
    question = view.question
    assert question is not None  # noqa: S101 - whoever moves is asked
    if isinstance(question, YesOrNo):
        return question.verb if answer_of(move) else question.refusal
    instead = question.instead if isinstance(question, ChooseCards) else ()
    names = {other: name for name, other in instead}  # such as a claim in place of a card
    return names.get(move) or f"{question.verb} {chosen(move, voice)}"


def chosen(move: Move, voice: Voice) -> str:
    """The cards or the name that a move chooses."""
    match answer_of(move):
        case Card() as card:
            return voice.the(card)
        case Cards() as cards:
            return voice.cards(cards) or "nothing"
        case name:
            return name_words(str(name))


def answer_of(move: Move) -> object:
    """What a move holds besides its seat: a card or cards, a name, or yes or no; None if nothing."""
    _, *answer = (getattr(move, field.name) for field in attrs.fields(type(move)))
    return answer[0] if answer else None


def objection(view: View, card: Card, voice: Voice) -> str:
    """Why a card of the hand may not be chosen; empty if it may."""
    question = view.question
    barred = question.objection(card) if isinstance(question, ChooseCards) else None
    return voice.at(view).phrased(view, barred.reason) if barred else ""


def who(view: View, seat: int) -> str:
    """A player within a sentence: ``you``, or the name."""
    return "you" if seat == view.seat else short_name(view.names[seat])


def does(view: View, seat: int, verb: str, thing: str = "") -> str:
    """A sentence about a player, ``Ben takes the trick.``, or to that player, ``You take ...``."""
    if seat != view.seat:
        verb = {"have": "has", "pass": "passes"}.get(verb, f"{verb}s")
    return f"{subject(view, [seat])} {verb} {thing}".rstrip() + "."


def subject(view: View, seats: Sequence[int]) -> str:
    """Players at the start of a sentence: ``You and Ben``; names keep their small letters."""
    names = listed([who(view, seat) for seat in seats])
    return capital(names) if seats and seats[0] == view.seat else names


__all__ = [
    "Voice",
    "answer_of",
    "asked",
    "chosen",
    "deed",
    "does",
    "objection",
    "passing_words",
    "sentences",
    "subject",
    "who",
]

__dir__ = __all__.copy  # what `dir` shows of the module
