"""A hint: what a careful player would do with a view, and why, in one sentence."""

from __future__ import annotations

from typing import Any

from heartslib import Card, Cards, ChooseCards, ChooseName, View, YesOrNo, moves
from heartslib.bots import careful
from heartslib.moves import Move
from heartslib.show.text import name_words
from heartslib.words import listed

Json = dict[str, Any]


def hint(view: View) -> Json:
    """The cards that a careful player would choose, if any, and a sentence."""
    if not view.is_my_turn or view.question is None:
        return {"cards": [], "text": "There is nothing for you to do now."}
    move = careful(view)
    return {"cards": [*map(str, _cards(move))], "text": _sentence(view, move)}


def _cards(move: Move) -> Cards:
    match move:
        case moves.Play(_, card):
            return Cards([card])
        case moves.Pass(_, cards) | moves.Charge(_, cards) | moves.TakeKitty(_, cards):
            return Cards(cards)
        case _:
            return Cards()


def _sentence(view: View, move: Move) -> str:  # noqa: PLR0911 - a table
    cards = _cards(move)
    match view.question, move:
        case ChooseCards(_, among), moves.Play(_, card):
            if len({*among}) == 1:
                return f"Play {card:u}: it is the only card you may play."
            return _of_follow(view, among, card) if view.table.trick else _of_lead(view, card)
        case _, moves.Pass():
            if not cards:
                return "Pass nothing: your hand is safe as it is."
            them = "they are the cards" if len(cards) > 1 else "it is the card"
            return f"Pass {_named(cards)}: {them} most likely to cost you points."
        case ChooseCards(verb), moves.Charge():
            more = f"{'a charged' if verb == 'charge' else 'an exposed'} card counts for more"
            return f"{verb.capitalize()} nothing: {more}, and you might take it yourself."
        case _, moves.TakeKitty():
            return f"Lay down {_named(cards)}: nothing that you can lay down costs less."
        case _, moves.NameContract(_, name):
            return f"Name {name_words(name)}: of the contracts left, it suits your hand best."
        case ChooseName(verb, names) as question, _:
            words = dict(zip(names, question.words, strict=True))
            word = next((words[name] for name in names if question.make(name) == move), "")
            return f"{verb.capitalize()} “{name_words(word)}”, as a careful player would."
        case YesOrNo(), _:
            return "Refuse: the cards will show whether the claim is right."
        case _:
            return "Go on: there is only one way."


def _named(cards: Cards) -> str:
    return listed([f"{card:u}" for card in cards])


def _of_lead(view: View, card: Card) -> str:
    """Why to lead a card."""
    unseen = view.rules.deck.cards(view.players) - view.hand - view.table.all_played
    below = sum(other < card for other in unseen.of(card.suit))
    suit, begin = card.suit.word, f"Lead {card:u}"
    if not unseen.of(card.suit):
        return f"{begin}: nobody else has {suit}, and every other lead is more dangerous."
    if not below:
        return f"{begin}: no lower {suit} are left, so you should not take the trick."
    if below == len(unseen.of(card.suit)):
        return f"{begin}: you will take the trick, but no other lead risks less."
    higher = len(unseen.of(card.suit)) - below
    are = "one higher card is" if higher == 1 else f"{higher} higher cards are"
    return f"{begin}: {are} still out in {suit}, so you may well stay below."


def _of_follow(view: View, among: Cards, card: Card) -> str:
    """Why to play a card to a trick."""
    trick = view.table.trick
    suit = trick.cards[0].suit
    highest = max(other for other in trick.cards if other.suit is suit)
    if card.suit is not suit:
        return _of_discard(view, among, card)
    if card < highest:
        return f"Play {card:u}, the best card that stays below {highest:u}."
    if any(other < highest for other in among):
        return f"Take the trick with {card:u}: someone may be shooting the moon."
    if len(trick) == view.players - 1:
        return (
            f"You cannot stay below {highest:u}: take the trick with {card:u}, and keep low cards."
        )
    return f"You cannot stay below {highest:u}: play {card:u}, which others may still beat."


def _of_discard(view: View, among: Cards, card: Card) -> str:
    """Why to discard a card."""
    cost, led = view.in_force.cost, view.table.trick.cards[0].suit
    begin = f"You are void in {led.word}: discard {card:u}"
    if any(cost(other) > cost(card) for other in among):
        return f"{begin}, which costs nothing, since someone may be shooting the moon."
    if cost(card) > 0:
        return f"{begin}, the card in your hand that costs most."
    return f"{begin}, a high card that could take a trick later."
