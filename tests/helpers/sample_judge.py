"""Judge a sample: whether a legal round leads to its cards and to the same view.

The game itself decides: a deal, passes, and the plays that were made must all be legal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from functools import reduce
from random import Random

import attrs

from heartslib import Card, Cards, Game, HeartsError, View
from heartslib.cards import from_each
from heartslib.moves import Deal, LayDown, Move, Pass, Play
from heartslib.phases import (
    ChargePhase,
    ClaimPhase,
    Exchange,
    KittyPhase,
    MixPhase,
    PassPhase,
    PlayPhase,
)
from heartslib.rules import PassPattern, PlayRule
from heartslib.rules.passing import is_mixed
from heartslib.sampling import Sampled
from heartslib.table import Table


def truth(game: Game) -> Sampled | None:
    """The real cards of a game, as a sample; None if no cards are dealt."""
    phase, nothing = game.phase, (Cards(),) * game.players
    if isinstance(phase, ClaimPhase | KittyPhase):
        phase = phase.playing
    kitty: tuple[Card, ...] | None = None
    if isinstance(phase, MixPhase):
        kitty, phase = phase.kitty, phase.passing
    match phase:
        case PlayPhase():
            return Sampled(hands=phase.hands, kitty=phase.kitty, captured=phase.captured)
        case ChargePhase():
            hands, kitty = phase.hands, phase.kitty
            return Sampled(hands=hands, kitty=kitty, captured=nothing, secret=phase.secret)
        case PassPhase():
            return Sampled(
                hands=phase.hands,
                kitty=phase.deal.kitty if kitty is None else kitty,
                captured=nothing,
                passes=phase.passes,
            )
        case _:
            return None


def laid(way: Sampled, players: int) -> list[Cards]:
    """The cards that each seat has laid down to pass, seat 0 first."""
    return [each.cards if each else Cards() for each in way.passes or (None,) * players]


def ways(game: Game, view: View, most: int) -> list[Sampled] | None:
    """Every way to place the cards that a seat does not see; None if there are too many."""
    players, own = view.players, view.seat
    real = truth(game)
    assert real is not None
    piles = [*real.hands, *real.captured, *laid(real, players), from_each(real.kitty)]
    known = {own, players + own, 2 * players + own} if own is not None else set[int]()
    places = [place for place, pile in enumerate(piles) if pile and place not in known]
    hidden = [card for place in places for card in piles[place]]
    sizes = [len(piles[place]) for place in places]
    if math.factorial(len(hidden)) // math.prod(map(math.factorial, sizes)) > most:
        return None
    samples: list[Sampled] = []
    for parts in parted(Cards(hidden), sizes):
        whole = [*piles]
        for place, part in zip(places, parts, strict=True):
            whole[place] = part
        down = whole[2 * players : -1]
        samples.append(
            Sampled(
                hands=tuple(whole[:players]),
                kitty=tuple(whole[-1]),
                captured=tuple(whole[players : 2 * players]),
                passes=tuple(
                    each and Pass(each.seat, cards)
                    for each, cards in zip(real.passes, down, strict=True)
                )
                if real.passes
                else (),
            )
        )
    return samples


def parted(cards: Cards, sizes: list[int]) -> Iterator[list[Cards]]:
    """Every way to divide cards; copies of a card are alike."""
    if not sizes:
        yield []
        return
    for part in dict.fromkeys(map(Cards, itertools.combinations(cards, sizes[0]))):
        for others in parted(cards - part, sizes[1:]):
            yield [part, *others]


@attrs.frozen
class Course:
    """The public course of a round.

    Attributes:
        before: The game before the deal.
        moves: The moves of the round, the deal first.
        came: Who got how many kitty cards, after how many moves, and whether into the hand.
    """

    before: Game
    moves: tuple[Move, ...]
    came: tuple[tuple[int, int, int, bool], ...]

    @classmethod
    def of(cls, game: Game) -> Course:
        history = game.history
        first = history.index(game.deals[0])
        before = reduce(Game.apply, history[:first], game.beginning)
        came: list[tuple[int, int, int, bool]] = []
        now = before
        for number, move in enumerate(history[first:], 1):
            piles = _captured(now)
            now = now.apply(move)
            if isinstance(now.phase, KittyPhase) and not isinstance(move, LayDown):
                came.append((number, now.phase.playing.turn, now.phase.playing.offered, True))
            elif isinstance(move, Play):
                for seat, (old, new) in enumerate(zip(piles, _captured(now), strict=True)):
                    if len(new) > len(old):
                        came.append((number, seat, len(new) - len(old), False))
        return cls(before, history[first:], tuple(came))


def _captured(game: Game) -> tuple[Cards, ...]:
    phase = game.phase
    phase = phase.playing if isinstance(phase, ClaimPhase | KittyPhase) else phase
    return phase.captured if isinstance(phase, PlayPhase) else (Cards(),) * game.players


def is_possible(game: Game, course: Course, view: View, way: Sampled, rng: Random) -> bool:
    """Whether some round leads to these cards, after which the seat has the same view."""
    for hands, kitty in dealt_before_play(course, way):
        moves = before_play(game, view, way, hands, kitty, rng)
        later = (
            LayDown(move.seat, way.captured[move.seat]) if isinstance(move, LayDown) else move
            for move in course.moves
            if not isinstance(move, Deal | Pass)
        )
        try:
            now = course.before
            for move in (*moves, *later):
                now = now.apply(move)
        except HeartsError:
            continue
        if now.view(view.seat) == view:
            return True
    return False


def dealt_before_play(
    course: Course, way: Sampled
) -> Iterator[tuple[list[Cards], tuple[Card, ...]]]:
    """The hands when play began, and the kitty, by every choice of what came from it."""
    hands, captured = [*way.hands], [list(cards) for cards in way.captured]
    since: dict[int, int] = {seat: number for number, seat, _, into in course.came if into}
    choices: list[list[tuple[Card, ...]]] = []
    played = [Cards()] * len(hands)
    for number, move in enumerate(course.moves, 1):
        if isinstance(move, Play):
            played[move.seat] += move.card
            if number > since.get(move.seat, 0):
                hands[move.seat] += move.card
    for _, seat, due, into in course.came:
        if into:
            held = hands[seat] + captured[seat]
            choices.append(list(dict.fromkeys(itertools.combinations(held, due))))
        else:
            choices.append([tuple(captured[seat][:due])])
            captured[seat] = captured[seat][due:]
    for choice in itertools.product(*choices):
        began = [*hands]
        for (number, seat, _, into), cards in zip(course.came, choice, strict=True):
            if into:
                early = [
                    move.card
                    for move in course.moves[:number]
                    if isinstance(move, Play) and move.seat == seat
                ]
                began[seat] = hands[seat] + captured[seat] - cards + early
        yield began, (*itertools.chain(*choice), *way.kitty)


def before_play(  # noqa: PLR0917
    game: Game, view: View, way: Sampled, hands: list[Cards], kitty: tuple[Card, ...], rng: Random
) -> list[Move]:
    """A deal and passes after which the seats hold these cards."""
    pattern, players = view.pattern, view.players
    assert pattern is not None
    phase = game.phase
    phase = phase.playing if isinstance(phase, ClaimPhase | KittyPhase) else phase
    if isinstance(phase, PassPhase | MixPhase):
        down = laid(way, players)
        dealt = [hand + given for hand, given in zip(hands, down, strict=True)]
        passes = [
            passed(pattern, players, seat, cards)
            for seat, cards in enumerate(down)
            if seat not in view.to_act
        ]
        return [Deal(dealt, kitty), *passes]
    assert isinstance(phase, PlayPhase | ChargePhase)
    if is_mixed(pattern, players):
        return mixed(phase.exchange, view, hands, kitty)
    return passed_on(phase.exchange, view, hands, kitty, rng)


def passed(pattern: PassPattern, players: int, seat: int, cards: Iterable[Card]) -> Pass:
    """A pass of these cards, in whatever way they are split."""
    parts, rest = pattern.packets(players), list(cards)
    if len(parts) < 2 or not rest:
        return Pass(seat, rest)
    to: dict[int, list[Card]] = {}
    for places, count in parts:
        to[(seat + places) % players], rest = rest[:count], rest[count:]
    return Pass.split(seat, to)


def passed_on(
    exchange: Exchange, view: View, hands: list[Cards], kitty: tuple[Card, ...], rng: Random
) -> list[Move]:
    """Moves in which packets go the same ways; those that the seat has not seen have any cards."""
    players, seat = view.players, view.seat
    free = [*hands]
    seen = [packet for packet in exchange.packets if seat in {packet.giver, packet.taker}]
    for packet in seen if seat is not None else ():
        free[packet.taker] -= packet.cards
    dealt, packets = [*hands], list[Cards]()
    for packet in exchange.packets:
        cards = packet.cards
        if seat is None or packet not in seen:
            cards = Cards(rng.sample(list(free[packet.taker]), len(packet.cards)))
            free[packet.taker] -= cards
        packets.append(cards)
        dealt[packet.taker] -= cards
    for packet, cards in zip(exchange.packets, packets, strict=True):
        dealt[packet.giver] += cards
    passes: list[Move] = []
    coming = iter(packets)
    parts = exchange.pattern.packets(players)
    for giver, given in enumerate(exchange.given if parts else ()):
        split = {(giver + places) % players: next(coming) for places, _ in parts if given}
        one = len(parts) < 2
        passes.append(
            Pass(giver, sum(split.values(), Cards())) if one else Pass.split(giver, split)
        )
    return [Deal(dealt, kitty), *passes]


def mixed(
    exchange: Exchange, view: View, hands: list[Cards], kitty: tuple[Card, ...]
) -> list[Move]:
    """Moves in which the seat's cards go to the middle, and the others' come to where they are."""
    players, seat, count = view.players, view.seat, len(exchange.given[0])
    lost = view.given - view.received - kitty
    back: list[Cards] = []
    for other, hand in enumerate(hands):
        came = view.received if other == seat else hand & lost
        lost -= came
        came += (hand - came)[: count - len(came)] if other != seat else ()
        back.append(came)
    middle = list(sum(back, from_each(kitty)) - view.given)
    given: list[Cards] = []
    for other in range(players):
        cards = view.given if other == seat else Cards(middle[:count])
        middle = middle if other == seat else middle[count:]
        given.append(cards)
    dealt = [hand - came + gave for hand, came, gave in zip(hands, back, given, strict=True)]
    passes = [Pass(other, cards) for other, cards in enumerate(given)]
    return [Deal(dealt, middle), *passes, Deal(back, kitty)]


@attrs.frozen
class EvenFirst(PlayRule):
    """A user's rule: even cards must be played before odd ones."""

    name: str = "even-first"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return Cards(card for card in playable if card.rank % 2 == 0)

    def reason(self, card: Card, table: Table) -> str:
        return f"{card} is odd"

    def describe(self, players: int) -> str:
        return "Even cards go first."
