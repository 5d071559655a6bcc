"""A simple careful player: it passes dangerous cards, ducks, and discards costly ones."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs

from heartslib import moves
from heartslib._values.arguments import frozen
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
from heartslib.bots.choice import Choice
from heartslib.cards import KINDS, Card, Cards, Suit, from_each
from heartslib.moves import Move
from heartslib.phases import Exchange
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.rounds import asked, own_seat
from heartslib.rules import Hold, RoundRules
from heartslib.rules.book.chapters import NO_CARDS
from heartslib.rules.book.checks import whole_number
from heartslib.show.text import name_words
from heartslib.simulate.players.duck import duck, trick_cost
from heartslib.table import replaced
from heartslib.view import View
from heartslib.words import listed

_ENOUGH_SPADES = 4
"""With more spades than this, high spades are safe: they will not be drawn out."""

_DISCARDED = 0.1
"""The share of a card's cost that holding it saves, since it can be discarded."""

_CATCHING = 5
"""Added to the cost of a card, when discarding, if it could catch a costly one."""

_BID_EACH = 3
"""What to bid for each counter that the hand is likely to lose less than an equal share."""

_FEARED = 2 / 5
"""Defend once one side has so much of all penalty: the mean of its share of the cards and of their cost."""


@frozen
class Careful:
    """A bot that follows rules of thumb, from what its seat knows.

    It passes the cards most likely to take points, but keeps those that are good to take and those that
    can take them.  It leads what is likely to cost least, by how many of the cards left are lower and
    by all that may fall on it.  It plays under the trick if it can, and takes a trick that is good to
    have, or that is harmless when it plays last.  When void it discards its most costly card, or one
    that may catch a costly card, and it keeps its high cards if tricks are good.  Under its partner, and
    on it, it plays what costs least.  It charges nothing, and never tries to shoot the moon.  If another
    side may shoot, it tries to take a trick with a penalty card in it, unless a card in its hand will do
    so for less, and gives that side no penalty cards.  As dealer it names the contract that its hand is
    likely to pay least for, compared with what the others pay.

    Attributes:
        memory: How many of the last tricks it remembers; None for all.
    """

    memory: int | None = attrs.field(default=None, validator=whole_number(0, optional=True))

    def __call__(self, view: View, /) -> Move:
        """The move for a view.

        Raises:
            HeartsError: The seat is not to act.
        """
        return self.choice(view).move

    def choice(self, view: View, /) -> Choice:  # noqa: C901, PLR0911 - a table
        """The move for a view, and why.

        Raises:
            HeartsError: The seat is not to act.
        """
        unseen = _unseen(view, self.memory)
        match asked(view):
            case ChooseCards(_, legal, _, make, kind=moves.Play) if len({*legal}) == 1:
                return Choice(
                    make(legal[:1]), f"Play {legal[0]:u}: it is the only card you may play."
                )
            case ChooseCards(_, legal, _, make, kind=moves.Play):
                card, reason = _played(view, legal, unseen)
                forgets = self.memory is not None and not view.table.trick.cards
                if forgets and unseen != _unseen(view):
                    reason = f"{reason[:-1]}, as far as you remember."
                return Choice(make(card), reason)
            case ChooseCards(_, may, counts, make, kind=moves.Pass):
                # if they go to more than one seat, the worst go to the first
                passed = by_danger(view, may)[: counts[-1]]
                them = "they are the cards" if len(passed) > 1 else "it is the card"
                reason = f"Pass {_named(passed)}: {them} most dangerous to keep."
                return Choice(make(passed), reason)
            case ChooseCards(_, may, counts, make, kind=moves.LayDown):
                down = sorted(may, key=lambda card: _cost(card, view))[: counts[0]]
                reason = f"Lay down {_named(down)}: nothing that you can lay down costs less."
                return Choice(make(down), reason)
            case ChooseCards(verb, may, _, make):
                more = f"{verb.capitalize()} nothing: it would only raise the stakes."
                return Choice(make(()), more if may else f"You have nothing to {verb}.")
            case ChooseName(_, names, make, kind=moves.ChooseMoon) as question:
                prospects = [_prospect(view, name) for name in names]
                best = prospects.index(max(prospects))
                word = name_words(question.words[best])
                reason = f"Choose “{word}”: {_PROSPECTS[prospects[best]]}."
                return Choice(make(names[best]), reason)
            case ChooseName(_, names, make, kind=moves.Bid):
                safety = -min(_risk(view, contract) for contract in view.rules.contract_names)
                bid = str(int(_BID_EACH * safety))
                reason = f"Bid {bid}: a suit in your hand is likely to stay clear."
                if bid not in names:
                    bid, reason = "pass", "Pass: no suit in your hand is safe enough to pay more."
                return Choice(make(bid), reason)
            case ChooseName(_, names, make, kind=moves.NameContract):
                name = min(names, key=lambda contract: _risk(view, contract))
                reason = f"Name {name_words(name)}: of the contracts left, it suits your hand best."
                return Choice(make(name), reason)
            case YesOrNo(_, make, cautious=says, why=why):
                return Choice(make(says), why)
            case _:
                return Choice(duck(view), "Any answer will do: choose what comes first.")


_PROSPECTS: Final = "no choice can win you the game", "the game goes on", "it wins you the game"
"""What a payment for the moon leads to, by `_prospect`."""

careful: Final = Careful()
"""The bot `Careful` that remembers every trick.

>>> from heartslib import Game, variants
>>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
>>> print(careful(game.view(0)))
seat 0 passes 8D AS AH
"""


def _named(cards: Sequence[Card]) -> str:
    return listed([f"{card:u}" for card in cards])


def _risk(view: View, contract: str) -> float:
    """How much more than an equal share this hand is likely to pay under a contract."""
    pack = view.at_table.pack
    weights = _weights(view.at_table.under(contract))
    hand, whole = (sum(weights[card] for card in cards) for cards in (view.hand, pack))
    # rounded, so that contracts that cost the same are equal whatever order their cards are added in
    return round(hand - whole / view.players, 9)


@functools.lru_cache(maxsize=256)
def _weights(rules: RoundRules) -> Mapping[Card, float]:
    """What a hand is likely to pay for each of its cards.

    It grows with the tricks that the card is likely to take, as if it won as often as it beats a
    card that is led.  A costly card in the hand lowers it a little: it can be discarded.
    """
    costs = _costs(rules)
    beating = _beating(rules)
    pack = rules.pack
    beats = {card: sum(card in beating[led] for led in pack) - pack.count(card) for card in pack}
    whole = sum(costs[card] for card in pack) + sum(rules.trick_costs)
    each = whole / max(sum(beats[card] for card in pack), 1)
    return {card: each * beats[card] - _DISCARDED * costs[card] for card in pack}


@functools.lru_cache(maxsize=256)
def _costs(rules: RoundRules, charged: Cards = NO_CARDS) -> Mapping[Card, int]:
    """What each card costs whoever takes it; below zero it is good to take."""
    return {card: rules.cost(card, charged) for card in KINDS}


@functools.lru_cache(maxsize=256)
def _heights(rules: RoundRules) -> Mapping[Card, int]:
    """How high each card is in its suit."""
    return {card: rules.tricks.strength(card, rules.tricks.suit_of(card)) for card in KINDS}


@functools.lru_cache(maxsize=256)
def _suits(rules: RoundRules) -> Mapping[Card, Cards]:
    """The cards of each card's suit."""
    suit_of = rules.tricks.suit_of
    return {card: Cards(each for each in KINDS if suit_of(each) is suit_of(card)) for card in KINDS}


@functools.lru_cache(maxsize=256)
def _beating(rules: RoundRules) -> Mapping[Card, Cards]:
    """The cards that are as high as each card if it is led, or higher: trumps are."""
    strength, suit_of = rules.tricks.strength, rules.tricks.suit_of
    return {
        card: Cards(other for other in KINDS if strength(other, suit_of(card)) >= high)
        for card, high in _heights(rules).items()
    }


def _cost(card: Card, view: View) -> tuple[int, int]:
    """What a card costs; of two equally costly cards the high one sorts first."""
    return _costs(view.in_force, view.table.all_charged)[card], -card.rank


def by_danger(view: View, cards: Cards) -> list[Card]:
    """Cards of a hand, the most dangerous to keep first."""
    return sorted(cards, key=lambda card: _danger(card, view), reverse=True)


def _danger(card: Card, view: View) -> float:
    """How dangerous it is to keep a card for the play."""
    suit = view.hand.only(_suits(view.in_force)[card])
    costs = _costs(view.in_force)
    good = [other for other in view.at_table.pack if costs[other] < 0]
    if any(other.suit is card.suit and other <= card for other in good):
        return -math.inf
    guarded = card.suit is Suit.SPADES and len(suit) > _ENOUGH_SPADES
    catches = _catches(card, _unseen(view), view.in_force)
    return card.rank / math.sqrt(len(suit)) + (0 if guarded else 2 * costs[card] + 20 * catches)


def _catches(card: Card, unseen: Cards, rules: RoundRules) -> bool:
    """Whether a card may take a costly one that has not been seen, by being played over it."""
    costs = _costs(rules)
    high = _heights(rules)
    others = unseen.only(_suits(rules)[card])
    return any(costs[other] > 1 and high[other] < high[card] for other in others)


def _unseen(view: View, memory: int | None = None) -> Cards:
    """The cards that this seat does not remember to have seen."""
    table, gone = view.table, view.table.all_played
    if memory is not None:
        late = table.tricks[max(len(table.tricks) - memory, 0) :]
        gone = from_each(card for trick in (*late, table.trick) for card in trick.cards)
    known = view.hand + view.captured + gone + from_each(view.turned)
    return view.at_table.pack - known


def _lead(view: View, legal: Cards, unseen: Cards) -> tuple[Card, str]:
    """The lead that is likely to cost least; of several, the one least likely to take the trick."""
    costs = _costs(view.in_force, view.table.all_charged)
    high = _heights(view.in_force)
    suits = _suits(view.in_force)
    rivals = view.players - 1
    trick = trick_cost(view)

    worst = sorted((costs[card] for card in unseen if costs[card] > 0), reverse=True)

    def risk(card: Card) -> tuple[float, int, int]:
        others = unseen.only(suits[card])
        below = [other for other in others if high[other] < high[card]]
        won = (len(below) / len(others)) ** min(len(others), rivals) if others else 1.0
        void = max(rivals - len(others), 0)  # so many discard on it
        falls = sorted((costs[other] for other in below if costs[other] > 0), reverse=True)[:rivals]
        loss = won * (costs[card] + trick + sum(falls) + sum(worst[:void]))
        if costs[card] < 0 and not trick and not (won == 1 and others):
            loss = -costs[card]  # worth taking, and worth keeping from the others
        return (loss, len(below), high[card])

    card = min(legal, key=risk)
    led = view.in_force.tricks.suit_of(card)
    others = unseen.only(suits[card])
    beat = unseen.only(_beating(view.in_force)[card]).without(from_each([card]))
    if not others:
        why = f"nobody else has {led.word}, but no other lead looks safer"
    elif not beat:
        why = f"no higher {led.word} are left, but no lead looks safer"
    elif not risk(card)[1] and card not in unseen:
        why = f"no lower {led.word} are left, so you should not take it"
    else:
        why = f"of the cards still out, {len(beat)} may beat it"
    return card, f"Lead {card:u}: {why}."


def _played(view: View, legal: Cards, unseen: Cards) -> tuple[Card, str]:
    """The card to lead or to play to a trick."""
    if view.table.trick.cards and _joker_decides(view, legal):
        return _with_joker(view, legal)
    return (_follow if view.table.trick else _lead)(view, legal, unseen)


def _joker_decides(view: View, legal: Cards) -> bool:
    """Whether a joker is in a trick of another suit, or may be played to it.

    It wins such a trick, as a trump does, but not every card of its suit does.
    """
    rule = view.in_force.tricks
    cards = view.table.trick.cards
    suits = _suits(view.in_force)
    led = rule.suit_of(cards[0])
    others = (card for card in (*cards, *legal) if card not in suits[cards[0]])
    wins = [card for card in others if rule.strength(card, led)]
    return any(not rule.strength(each, led) for card in wins for each in suits[card])


def _with_joker(view: View, legal: Cards) -> tuple[Card, str]:
    """The costliest card that leaves the trick to another seat so far, or else the cheapest."""
    costs = _costs(view.in_force)
    table = view.table
    taker = view.in_force.tricks.taker
    left = [card for card in legal if taker(table.with_card(card), 1) != view.seat]
    card = max(left, key=costs.__getitem__) if left else min(legal, key=costs.__getitem__)
    return card, f"Play {card:u}: the joker may decide who takes this trick."


def to_beat(view: View, strength: Callable[[Card], int]) -> tuple[Card, int]:
    """The highest card of a trick in progress, and how high it is: 0 if equal cards cancel all of them."""
    cards = view.table.trick.cards
    stand = [card for place, card in enumerate(cards) if place not in view.cancelled]
    top = max(stand or cards, key=strength)
    return top, strength(top) if stand else 0


def _follow(  # noqa: PLR0911 - a rule of thumb each
    view: View, legal: Cards, unseen: Cards
) -> tuple[Card, str]:
    """The highest card that ducks, unless the trick is good to have or cannot be ducked."""
    table = view.table
    rules = view.in_force
    trick = view.table.trick
    costs = _costs(rules, table.all_charged)
    suits = _suits(rules)
    led = rules.tricks.suit_of(trick.cards[0])
    strength = functools.partial(rules.tricks.strength, led=led)
    highest, high = to_beat(view, strength)
    taker = rules.tricks.taker(table, 1)
    sign = _to_lose(view)
    spared = _spares(view, taker)
    penalty = rules.penalty_cards
    under = [card for card in legal if strength(card) < high]
    over = [card for card in legal if strength(card) > high]
    # a nine may send the trick round once more, and then it is not the last card
    last = len(trick) % view.players == view.players - 1 and all(
        rules.tricks.is_complete(table.with_card(card), len(view.hand) - 1) for card in legal
    )
    so_far = sum(costs[card] for card in (*trick.cards, *table.waiting)) + trick_cost(view)

    def is_safe(card: Card) -> bool:
        others = unseen.only(suits[card])
        return last or not any(strength(other) >= strength(card) for other in others)

    good = [card for card in over if so_far + costs[card] < 0 and is_safe(card)]
    gain = min(good, key=lambda card: (costs[card], -strength(card)), default=None)
    if not legal.only(suits[trick.cards[0]]):
        is_void = not view.hand.only(suits[trick.cards[0]])
        start = f"You {'are void in' if is_void else 'may not play'} {led.word}"
        if gain is not None:
            return gain, f"{start}: trump with {gain:u}, the trick is good to have."
        may = legal.without(from_each(over)) or legal
        withheld = penalty if may & penalty and _is_feared(view, taker) else NO_CARDS
        card, why = _discard(view, may, unseen, withheld, spared=spared)
        what = f"trump with {card:u}, as you must" if card in over else f"discard {card:u}, {why}"
        return card, f"{start}: {what}."
    covers = over and penalty & trick.cards
    cover = max(over, key=lambda card: (-costs[card] * last, strength(card)), default=legal[0])
    if covers and _is_feared(view, taker) and not _stops(view, unseen, so_far):
        return cover, f"Cover {highest:u} with {cover:u}: {_SHOOTING}."
    if gain is not None:
        return gain, f"Play {gain:u} to take the trick: it is good to have."
    harmless = [card for card in over if not costs[card]]
    if last and not so_far and harmless:
        card = max(harmless, key=strength)
        return card, f"Take the trick with {card:u}: you play last, and see no cost in it."
    if under:
        burden = {card: -max(costs[card], 0) if spared else costs[card] for card in under}
        card = max(under, key=lambda card: (burden[card], sign * strength(card)))
        partner = "your partner is winning the trick, and " if spared else ""
        return card, f"Play {card:u}: {partner}it stays below {highest:u}."
    cheap = min(costs[card] for card in legal)
    cheapest = [card for card in legal if costs[card] == cheap]
    card = max(cheapest, key=strength) if last else min(cheapest, key=strength)
    if last and card in over:
        return card, f"You cannot stay below {highest:u}: take the trick with {card:u}."
    beaten = any(strength(other) > strength(card) for other in unseen.only(suits[trick.cards[0]]))
    why = "which others may still beat" if beaten else "since nothing you may play costs less"
    return card, f"You cannot stay below {highest:u}: play {card:u}, {why}."


_SHOOTING: Final = "whoever is winning the trick may be shooting the moon"


def _discard(
    view: View, legal: Cards, unseen: Cards, withheld: Cards, *, spared: bool
) -> tuple[Card, str]:
    """The costliest card, or one that may catch a costly card; a partner gets what costs least.

    Args:
        view: What the seat knows.
        legal: The cards that it may discard.
        unseen: The cards that it has not seen.
        withheld: The penalty cards, if the seat that is winning the trick may be shooting the moon.
        spared: Whether that seat is a partner.
    """
    costs = _costs(view.in_force, view.table.all_charged)
    high = _heights(view.in_force)
    may = legal.without(withheld) or legal
    sign = _to_lose(view)

    catches = functools.partial(_catches, unseen=unseen, rules=view.in_force)

    def burden(card: Card) -> tuple[int, int]:
        return costs[card] + _CATCHING * catches(card), sign * high[card]

    if spared:
        least = min(max(costs[card], 0) for card in may)
        card = max((card for card in may if max(costs[card], 0) == least), key=burden)
        less = "nothing costs less" if least else "it costs nothing"
        return card, f"since your partner is winning the trick, and {less}"
    card = max(may, key=burden)
    if may != legal:
        return card, f"since {_SHOOTING}"
    if costs[card] and costs[card] == max(costs[other] for other in may):
        return card, "since nothing that you may discard costs more"
    if catches(card):
        return card, "since it might catch a costly card later"
    return card, f"the {'highest' if sign > 0 else 'lowest'} that you may discard for nothing"


def _to_lose(view: View) -> int:
    """The sign of the cards that are best lost: the high ones, or the low ones if tricks are good."""
    return -1 if trick_cost(view) < 0 else 1


def _spares(view: View, taker: int | None) -> bool:
    """Whether a seat's points are also those of the view's."""
    sides = view.sides if view.rules.sides.pooled else ()
    return any({taker, view.seat} <= {*side} for side in sides)


def _stops(view: View, unseen: Cards, cost: int) -> bool:
    """Whether a penalty card in the hand, the highest left of its suit, will stop a moon for less."""
    costs = _costs(view.in_force)
    suits = _suits(view.in_force)
    high = _heights(view.in_force)
    return any(
        costs[card] < cost and all(high[other] <= high[card] for other in unseen.only(suits[card]))
        for card in view.hand.only(view.in_force.penalty_cards)
    )


def _is_feared(view: View, seat: int | None) -> bool:
    """Whether a seat of another side may be about to shoot the moon."""
    costs = _costs(view.in_force, view.table.all_charged)
    piles = view.table.piles
    penalty = view.in_force.penalty_cards
    all_taken = sum(piles, Cards())
    taken = penalty & all_taken
    if seat is None or not taken:
        return False
    cost = sum(map(costs.__getitem__, taken)) / sum(map(costs.__getitem__, penalty))
    # with all the rest: a moon that can no longer be shot is not feared
    rest = view.at_table.pack - all_taken
    theirs = replaced(piles, seat, piles[seat] + rest)
    try:
        shooters = view.in_force.finished(
            theirs,
            charged=view.table.charged,
            scores=view.scores,
            course=view.course,
            dealer=view.dealer,
            settled=view.settled,
        ).shooter
    except NotSaid:  # such as how the tricks to come are played
        return False
    near = len(taken) / len(penalty) + cost >= 2 * _FEARED
    return near and bool(shooters) and view.seat not in shooters


def _prospect(view: View, choice: str) -> int:
    """How good a payment for the moon is: 2 if it wins the game, 0 if it loses it, else 1."""
    table = view.table
    seat = own_seat(view)
    piles = replaced(table.piles, seat, table.piles[seat] + view.captured)
    # what others have passed to each other is not known, and taken for nothing
    exchange = Exchange(view.pattern or Hold(), for_each(view.players, Cards()), view.packets)
    finished = view.in_force.finished(
        piles,
        choice,
        charged=table.charged,
        passed=exchange.passed,
        scores=view.scores,
        course=view.course,
        tricks=table.tricks if table.is_whole else None,
        dealer=view.dealer,
        settled=view.settled,
    )
    sheet = view.in_force.count(finished)
    scores = view.rules.total(view.scores, sheet.totals, view.course)
    if not view.at_table.is_over((*view.course, scores)):
        return 1
    return 2 if view.seat in view.at_table.leaders(scores) else 0
