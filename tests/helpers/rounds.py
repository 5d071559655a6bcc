"""Small helpers that set up the positions of the tests.

Unless a test says otherwise there are four seats, 0 to 3 clockwise, and the dealer is seat 3.
Cards in hands and piles may be written as runs: ``"2H..5H QS"`` is ``"2H 3H 4H 5H QS"``.
A trick is written in the order of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any, Final

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    IllegalMove,
    Line,
    Rules,
    ScoreSheet,
    Suit,
    variants,
)
from heartslib.cards import HEARTS, PACK, CardsLike, in_order
from heartslib.phases import Exchange, ScorePhase
from heartslib.rules import NO_PASSING, Pack, Removals
from heartslib.table import Table, Trick
from tests.helpers.strategies import Chooser, at_random, next_state

SEATS: Final = range(4)
NO_POINTS: Final = (0, 0, 0, 0)

LEFT: Final = (1, 2, 3, 0)
RIGHT: Final = (3, 0, 1, 2)
ACROSS: Final = (2, 3, 0, 1)
HOLD: Final = (0, 1, 2, 3)
"""To which seat the cards of seats 0 to 3 go."""

OPENING: Final = "2C AC TC JC"
"""A first trick: seat 3 leads it, seat 0 takes it, and it leaves hearts unbroken."""


def rulebooks(*slugs: str) -> pytest.MarkDecorator:
    """Run a test, or as ``pytestmark`` a module, once for each of these variants, as `rules`."""
    return pytest.mark.parametrize("rules", [*map(variants.get, slugs)], ids=slugs)


def refused(rule: str) -> pytest.RaisesExc[IllegalMove]:
    """Expect a move to be refused by a rule."""
    return pytest.raises(IllegalMove, check=lambda error: error.rule == rule)


def cards(text: str) -> Cards:
    """Cards from text that may contain runs, and whole suits by name; a card may be there twice."""
    named: list[Card] = []
    for word in text.split():
        first, _, last = word.partition("..")
        suit = [card for card in PACK if card.suit.word == word]
        run = PACK[Card(first).index : Card(last).index + 1] if last else ()
        named += suit or run or [Card(first)]
    return Cards(named)


def taker(rules: Rules, trick: str, *, players: int = 4, left: int = 1) -> int | None:
    """The seat that takes a trick led by seat 0, with `left` cards left in each hand."""
    return rules.tricks.taker(Table(Trick(0, players, in_order(trick))), left)


def entered(rules: Rules, *rounds: Sequence[int]) -> Game:
    """A game after rounds with these points."""
    game = Game.new(rules, len(rounds[0]) if rounds else None)
    for points in rounds:
        lines = tuple(Line(seat, point, "given") for seat, point in enumerate(points))
        players = len(points)
        pooled = game.sides if rules.sides.pooled else ()
        sheet = ScoreSheet(players, lines, pooled)
        counted = ScorePhase(
            Exchange(NO_PASSING.pattern(0, players), ()), Table.ready(0, players), (), sheet
        )
        game = Game(game.match, counted).score()
    return game


def piles(game: Game) -> tuple[Cards, ...]:
    """The cards that each seat has taken so far this round."""
    return game.view(None).table.piles


def dealing_order(rules: Rules, dealer: int) -> list[int]:
    """The seat that gets each card of the pack, in the order of dealing."""
    dealt = every_hand(Game.new(rules, dealer=dealer).deal(order=PACK))
    return [next(seat for seat in SEATS if card in dealt[seat]) for card in PACK]


def lay_down(game: Game, *seats: int) -> Game:
    """The game after these seats have laid down their three lowest cards to pass."""
    for seat in seats:
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    return game


def pass_counts(rules: Rules) -> list[int]:
    """How many cards seat 0 may pass in the first deal."""
    game = Game.new(rules).deal(seed=1)
    hand = game.view(0).hand
    accepted: list[int] = []
    for count in range(len(hand) + 1):
        with suppress(IllegalMove):
            game.pass_cards(0, hand[:count])
            accepted.append(count)
    return accepted


def play_on(game: Game, plays: int) -> Game:
    """The game after `plays` plays, each of the lowest legal card."""
    for _ in range(plays):
        game = game.play(game.legal_plays()[0])
    return game


def turns(game: Game, plays: int) -> list[int]:
    """The seats that make the next plays."""
    seats: list[int] = []
    for _ in range(plays):
        seats += game.to_act
        game = play_on(game, 1)
    return seats


def moonshot(rules: Rules, shooter: int, *, scores: Sequence[int] = NO_POINTS) -> Game:
    """A finished round in which `shooter` had all the clubs and took every trick."""
    suits = {(shooter + suit.index) % 4: f"2{suit.letter}..A{suit.letter}" for suit in Suit}
    return play_on(round_after(rules, 4, holding=suits, scores=scores), 52)


def table_of(rules: Rules, players: int, *, deal: int = 1) -> Game:
    """A game with `players` before deal number `deal`, with all scores at 0."""
    nothing = (0,) * players
    return entered(rules, *[nothing] * (deal - 1)) if deal > 1 else Game.new(rules, players)


def every_hand(game: Game) -> tuple[Cards, ...]:
    """Each hand, as its own seat sees it, for any number of players."""
    return tuple(game.view(seat).hand for seat in range(game.players))


def undealt(game: Game) -> Cards:
    """The cards in play that are in nobody's hand."""
    return game.rules.deck.cards(game.players) - sum(every_hand(game), Cards())


def arrivals(game: Game, count: int = 3) -> tuple[int, ...]:
    """For each seat, the seat that holds its lowest cards when play begins."""
    given = [Cards(hand[:count]) for hand in every_hand(game)]
    for seat in game.to_act if game.phase.name == "pass" else ():
        game = game.pass_cards(seat, given[seat])
    held = every_hand(game)
    seats = range(game.players)
    return tuple(next(seat for seat in seats if packet <= held[seat]) for packet in given)


def passed_to(rules: Rules, players: int, deal: int, count: int = 3) -> tuple[int, ...]:
    """`arrivals` of that deal."""
    return arrivals(table_of(rules, players, deal=deal).deal(seed=deal), count)


def cycle(rules: Rules, players: int, deals: int) -> list[str]:
    """`arrivals` of each deal, as text."""
    said: list[str] = []
    for deal in range(1, deals + 1):
        game = table_of(rules, players, deal=deal).deal(seed=deal)
        view = game.view(0)
        apart = game.phase.name == "pass" and len(view.passes_to) != 1
        seats = () if apart else arrivals(game, view.pass_count or 3)
        said.append("otherwise" if apart else " ".join(map(str, seats)))
    return said


def round_after(
    rules: Rules,
    players: int,
    *tricks: str,
    leader: int = 0,
    kitty: str = "",
    holding: Mapping[int, str] | None = None,
    charged: Mapping[int, str] | None = None,
    scores: Sequence[int] = (),
    round_number: int = 0,
    answered: bool = True,
) -> Game:
    """A round without a pass after these tricks; the last may be incomplete.

    Args:
        rules: The rulebook.
        players: The number of seats.
        tricks: The tricks; each after the first is led by the seat that took the one before.
        leader: The seat that leads to the first trick.
        kitty: The kitty, if there is one.
        holding: Cards that seats hold after these tricks, among others.
        charged: The cards that seats charge, if the rules allow it; the others decline.
        scores: The scores before the round.
        round_number: How many rounds there were before; nobody has scored in all but the first.
        answered: Whether everyone has charged or declined, where the rules ask.
    """
    seats = range(players)
    held = [cards((holding or {}).get(seat, "")) for seat in seats]
    voids: list[set[Suit]] = [set() for _ in seats]
    plays: list[tuple[int, Card]] = []
    for text in tricks:
        trick = Trick(leader, players, in_order(text))
        plays += trick.plays
        lead = trick.cards[0].suit
        for seat, card in trick.plays:
            held[seat] += card
            if card.suit is not lead:
                voids[seat].add(lead)
        won = rules.tricks.taker(Table(trick), 1) if len(trick) >= players else None
        leader = leader if won is None else won
    rest = rules.deck.cards(players) - sum(held, Cards()) - kitty
    for card in sorted(rest, key=lambda card: -sum(card.suit in void for void in voids)):
        takers = [seat for seat in seats if card.suit not in voids[seat]]
        held[min(takers, key=lambda seat: len(held[seat]))] += card
    rules = attrs.evolve(rules, passing=NO_PASSING)
    before = [scores or (0,) * players, *[(0,) * players] * (round_number - 1)]
    game = entered(rules, *before) if scores or round_number else Game.new(rules, players)
    game = game.deal(hands=held, kitty=kitty)
    for seat in game.to_act if answered and game.phase.name == "charge" else ():
        game = game.charge(seat, (charged or {}).get(seat, ""))
    for seat, card in plays:
        game = game.play(card, seat)
    return game


def dealt(
    rules: Rules,
    holding: Mapping[int, str],
    players: int = 4,
    *,
    kitty: str = "",
    face_up: CardsLike = "",
    **begins: Any,
) -> Game:
    """A deal with these cards in some hands; the rest of the pack fills all hands."""
    hands = [cards(holding.get(seat, "")) for seat in range(players)]
    for card in rules.deck.cards(players) - sum(hands, Cards()) - kitty:
        hands[min(range(players), key=lambda seat: len(hands[seat]))] += card
    return Game.new(rules, players, **begins).deal(hands=hands, kitty=kitty, face_up=face_up)


def just(rules: Rules, players: int, *tricks: str, kitty: str = "") -> Rules:
    """The game with a pack of just the cards of these tricks, and of the kitty."""
    wanted = cards(" ".join([*tricks, kitty]))
    packs = max(wanted.count(card) for card in wanted)
    removals = Removals({players: Cards(PACK * packs) - wanted})
    deck = Pack(packs=packs, removals=removals, kitty=len(kitty.split()))
    return attrs.evolve(rules, players=players, deck=deck)


def hearts_each(*counts: int) -> list[Cards]:
    """Piles with that many hearts, for each seat."""
    starts = accumulate(counts, initial=0)
    return [HEARTS[start : start + count] for start, count in zip(starts, counts, strict=False)]


def won(game: Game) -> tuple[Cards, ...]:
    """The cards that each seat has captured, with the kitty cards that it has seen itself."""
    views = [game.view(seat) for seat in range(game.players)]
    return tuple(view.table.piles[seat] + view.captured for seat, view in enumerate(views))


def course(game: Game, seed: int = 1, choose: Chooser = at_random) -> Iterator[Game]:
    """A round from here on, state by state, until its score is to be entered."""
    rng = Random(seed)
    while game.phase.name != "score":
        yield game
        game = next_state(game, choose, rng)
    yield game


def finished(game: Game, seed: int = 1) -> Game:
    """The round played at random, until its score is to be entered."""
    *_, over = course(game, seed)
    return over
