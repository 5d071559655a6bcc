"""A round of American Hearts in German: every word comes from a table, by what a program can read.

Events are worded by their class, refusals by their code and data, score lines by their wording.  You are
seat 0, and three careful players are the others.  Run it: ``python examples/another_language.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from heartslib import Cards, Game, HeartsError, variants
from heartslib.bots import careful
from heartslib.events import (
    CardPlayed,
    CardsReceived,
    Event,
    HeartsBroken,
    PassCalled,
    RoundBegun,
    TrickTaken,
)
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName
from heartslib.view import View

NAMES = ("Süd", "West", "Nord", "Ost")
RANKS = {"T": "10", "J": "B", "Q": "D", "K": "K", "A": "A"}  # Bube, Dame, König, Ass
SUITS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
PATTERNS = {"left": "nach links", "right": "nach rechts", "across": "nach gegenüber"}
QUESTIONS = {"pass": "Du gibst {} Karten weiter: ", "play": "Du spielst: "}
CHOICES = {"add": "alle anderen plus 26", "subtract": "du selbst minus 26"}
LINES = {
    "took {cards}{charged}": "{cards} genommen",
    "shot the moon, so the cards taken do not count": "alle Stiche: die Karten zählen nicht",
    "shot the moon": "alle Stiche",
    "pays for {others}'s moon": "zahlt für alle Stiche von {others}",
}
REFUSALS = {
    "cards": "Das sind keine Karten; eine Dame in Pik ist QS.",
    "input": "Das geht nicht.",
    "pass-count": "{} Karten sind weiterzugeben, nicht {}.",
    "not-in-hand": "Das hast du nicht auf der Hand.",
    "follow-suit": "Du musst die Farbe bedienen.",
    "hearts-must-be-broken": "Herz darf noch nicht ausgespielt werden.",
    "opening-lead": "Die erste Karte ist die Kreuz-Zwei.",
}


def cards(found: Cards) -> str:
    """Cards as Germans write them."""
    return " ".join(RANKS.get(f"{each}"[0], f"{each}"[0]) + SUITS[f"{each}"[1]] for each in found)


def line_of(event: Event) -> str:
    """An event as a line; empty if it goes without saying."""
    line = ""
    match event:
        case RoundBegun(number, dealer):
            line = f"Runde {number + 1}, {NAMES[dealer]} gibt."
        case PassCalled(pattern) if pattern.name in PATTERNS:
            line = f"Weitergegeben wird {PATTERNS[pattern.name]}."
        case CardsReceived(received):
            line = f"Du bekommst {cards(received)}."
        case CardPlayed(seat, card):
            line = f"{NAMES[seat]}: {cards(Cards(card))}"
        case HeartsBroken():
            line = "Herz ist gebrochen."
        case TrickTaken(seat):
            line = f"Stich an {NAMES[seat]}."
        case _:
            pass
    return line


def refusal(error: HeartsError) -> str:
    """Why a move is refused, from the code and the data of the error."""
    return REFUSALS[error.code].format(*error.data)


def answer(view: View, ask: Callable[[str], str]) -> Move:
    """The move that the player types."""
    match view.question:
        case ChooseCards(verb, _, counts, make):
            return make(ask(f"{cards(view.hand)}\n{QUESTIONS[verb].format(*counts)}"))
        case ChooseName(_, names, make):
            words = dict(zip(map(CHOICES.get, names), names, strict=True))
            return make(words.get(ask(f"{' oder '.join(map(str, words))}? "), names[0]))
        case other:
            raise ValueError(other)


def play(rng: Random, ask: Callable[[str], str], say: Callable[[str], object]) -> Game:
    """A round, with its score."""
    game = Game.new(variants.get("american"), names=NAMES)
    before, game = game, game.deal(rng=rng)
    while game.phase.name != "score":
        for event in game.events(0, since=before):
            if line := line_of(event):
                say(line)
        before = game
        try:
            me = 0 in game.to_act
            view = game.view(0 if me else game.to_act[0])
            game = game.apply(answer(view, ask) if me else careful(view))
        except HeartsError as error:
            say(refusal(error))
    assert game.sheet  # noqa: S101 - the round is over
    for entry in game.sheet.lines:
        others = ", ".join(NAMES[each] for each in entry.others)
        why = LINES[entry.wording].format(cards=cards(entry.cards), others=others)
        say(f"{NAMES[entry.seat]} {why}: {entry.points:+d}")
    return game


if __name__ == "__main__":
    play(Random(), input, print)
