"""The re-deal law: whatever a seat cannot know may be otherwise, and its view is equal.

One of two things is varied.  Either the cards that a seat has not seen are renamed among
themselves through the whole round, the deal and other seats' passes included.  Or, of two cards
that another seat got, one in the deal and one in the pass, each came the other way, even when
both have been played since.  Where the altered history is still a legal game, the seat must not
be able to tell the two games apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, HeartsError, variants
from heartslib.cards import PACK
from heartslib.moves import Deal, Move, Pass, Play, TakeKitty
from heartslib.phases import Exchange, Mixing, Passing
from tests.strategies import games

TRIES = 12
seeds = st.integers(0, 2**32)


def known_to(game: Game, seat: int | None) -> Cards:
    """The cards of the round whose place the seat has seen.

    When the play begins everyone sees whose turn it is, and so who holds the opening card; at
    the count the cards that count lie open.
    """
    view = game.view(seat)
    if game.phase.name in {"call", "deal", "over"} and not isinstance(game.phase, Mixing):
        return Cards(PACK)
    seen = view.table.all_played
    if seat is not None:  # what a view shows a spectator beside the table is a leak
        seen |= view.hand | view.given | view.received | view.captured
    for shown in view.shown:
        seen |= shown
    if game.phase.name in {"play", "kitty"}:
        seen |= "2C 3C 4C 5C 6C 7C 2S"
    if game.phase.name in {"moon", "score"}:
        seen |= [card for card in PACK if game.rules.points(card)]
    return seen


def renamed(move: Move, names: dict[Card, Card], *, plays: bool = True) -> Move:
    match move:
        case Deal(hands, kitty):
            return Deal(
                [[names[card] for card in hand] for hand in hands], [names[card] for card in kitty]
            )
        case Pass(seat, cards, to):
            packets = [(taker, [names[card] for card in part]) for taker, part in to]
            return Pass(seat, [names[card] for card in cards], packets)
        case TakeKitty(seat, cards):
            return TakeKitty(seat, [names[card] for card in cards])
        case Play(seat, card) if plays:
            return Play(seat, names[card])
        case _:
            return move


def unseen_renamed(game: Game, seat: int | None, moves: list[Move], rng: Random) -> list[Move]:
    hidden = [
        card for card in game.rules.deck.cards(game.players) if card not in known_to(game, seat)
    ]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    names = {card: other.get(card, card) for card in PACK}
    return [renamed(move, names) for move in moves]


def passed_otherwise(game: Game, seat: int | None, moves: list[Move], rng: Random) -> list[Move]:
    """Let a card that another seat was dealt and one that was passed to it change places."""
    exchange: Exchange | None = getattr(game.phase, "exchange", None)
    if exchange is None:
        return moves
    packets = [
        packet
        for packet in exchange.packets
        if seat not in {packet.giver, packet.taker} and packet.giver != packet.taker
    ]
    if not packets:
        return moves
    packet = rng.choice(packets)
    deals = [move for move in moves if isinstance(move, Deal)]
    kept = deals[0].hands[packet.taker] - exchange.given[packet.taker]
    came, stayed = rng.choice(packet.cards), rng.choice(kept)
    names = {card: card for card in PACK} | {came: stayed, stayed: came}
    return [
        move if isinstance(move, TakeKitty) else renamed(move, names, plays=False) for move in moves
    ]


def altered(game: Game, seat: int | None, rng: Random) -> Game | None:
    """Another game that the seat cannot tell from this one; None where that is not legal."""
    moves = list(game.history)
    start = moves.index(game.deals[0]) if game.deals else 0
    vary = rng.choice([unseen_renamed, passed_otherwise])
    last = vary(game, seat, moves[start:], rng)
    try:
        other = Game.replay(
            game.rules, [*moves[:start], *last], game.players, dealer=game.match.first_dealer
        )
    except HeartsError:
        return None
    # who had to show a hand, and who had not, is seen by all
    return other if other.view(None).table.shown == game.view(None).table.shown else None


def hold_to_the_law(
    look: Callable[[Game, int | None], object], *, derandomize: bool = False
) -> Counter[str]:
    """Try the law on what `look` shows a seat; in how many games of each phase it was tried."""
    varied: Counter[str] = Counter()

    @settings(max_examples=400, database=None, phases=[Phase.generate], derandomize=derandomize)
    @given(games(), st.sampled_from([0, 1, 2, None]), seeds)
    def law(game: Game, seat: int | None, seed: int) -> None:
        seat = seat if seat is None else seat % game.players
        rng, view = Random(seed), look(game, seat)
        for _ in range(TRIES):
            other = altered(game, seat, rng)
            if other is not None and other.history != game.history:
                assert look(other, seat) == view
                assert hash(look(other, seat)) == hash(view)
                varied[game.phase.name] += 1
                break

    law()
    return varied


def test_a_view_tells_only_what_the_seat_has_seen() -> None:
    varied = hold_to_the_law(Game.view)
    assert all(varied[phase] for phase in ("pass", "play", "score")), varied


def leaky(game: Game, seat: int | None) -> object:
    """A view that shows what has been laid down to be passed."""
    phase = game.phase
    return game.view(seat), phase.given if isinstance(phase, Passing) else None


def test_the_law_catches_a_leak() -> None:
    with pytest.raises(AssertionError):
        hold_to_the_law(leaky, derandomize=True)


def test_no_view_shows_what_came_before_the_seat_has_passed() -> None:
    """The leak that other engines have: cards received are seen before one's own choice."""
    start = Game.new(variants.get("american"), 4).deal(seed=5)
    for seat in range(4):
        laid = start
        for other in range(4):
            if other != seat:
                laid = laid.pass_cards(other, start.view(other).hand[:3])
        otherwise = start
        for other in range(4):
            if other != seat:
                otherwise = otherwise.pass_cards(other, start.view(other).hand[-3:])
        assert laid != otherwise
        assert laid.view(seat) == otherwise.view(seat)
        assert laid.view(None) == otherwise.view(None)


def test_whoever_holds_something_else_has_another_view() -> None:
    """The other half of the law: views differ as soon as the seat's own cards do."""
    one, other = (Game.new(variants.get("american"), 4).deal(seed=seed) for seed in (1, 2))
    for seat in range(4):
        assert one.view(seat) != other.view(seat)
    assert one.view(None) == other.view(None)
