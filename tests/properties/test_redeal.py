"""The re-deal law: whatever a seat cannot know may be otherwise, and its view is equal.

One of three things is varied.  The cards that a seat has not seen are renamed among themselves
through the whole round, the deal and other seats' passes included.  Or, of two cards that another
seat got, one in the deal and one in the pass, each came the other way, even when both have been
played since.  Or one copy of a card that another seat was dealt changes places with one of a
third seat's.  Where the altered history is still a legal game, the seat must not
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
from heartslib.phases import Exchange, MixPhase, PassPhase
from tests.strategies import games

pytestmark = pytest.mark.untraced

TRIES = 12
seeds = st.integers(0, 2**32)


def known_to(game: Game, seat: int | None) -> Cards:
    """The cards of the round whose place the seat has seen.

    The score shows where the counting cards are.
    """
    view = game.view(seat)
    if game.phase.name in {"call", "deal", "over"} and not isinstance(game.phase, MixPhase):
        return Cards(PACK)
    seen = view.table.all_played
    if seat is not None:  # what a view shows a spectator beside the table is a leak
        seen |= view.hand | view.given | view.received | view.captured
    for shown in view.shown:
        seen |= shown
    if game.phase.name in {"moon", "score"}:
        seen |= Cards(set(game.in_force.counting_cards(game.players)))
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
    pack, known = game.rules.deck.cards(game.players), known_to(game, seat)
    hidden = [card for card in PACK if card in pack and card not in known]
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
    giver, taker = packet.giver, packet.taker
    deals = [move for move in moves if isinstance(move, Deal)]
    kept = deals[0].hands[taker] - exchange.given[taker]
    if not kept:
        return moves
    came, stayed = rng.choice(packet.cards), rng.choice(kept)

    def otherwise(move: Move) -> Move:
        match move:
            case Deal(hands, kitty) if move is deals[0]:
                return Deal(_swapped(hands, giver, came, taker, stayed), kitty)
            case Pass(seat, cards, to) if seat == giver:
                packets = [(to, part - came + stayed if to == taker else part) for to, part in to]
                return Pass(seat, cards - came + stayed, packets)
            case _:
                return move

    return list(map(otherwise, moves))


def held_otherwise(game: Game, seat: int | None, moves: list[Move], rng: Random) -> list[Move]:
    """Let two cards that other seats were dealt change places, one copy of each."""
    deals = [move for move in moves if isinstance(move, Deal)]
    others = [each for each in range(game.players) if each != seat]
    if not deals or len(others) < 2:
        return moves
    hands = deals[0].hands
    one, other = rng.sample(others, 2)
    dealt = Deal(
        _swapped(hands, one, rng.choice(hands[one]), other, rng.choice(hands[other])),
        deals[0].kitty,
    )
    return [dealt if move is deals[0] else move for move in moves]


def _swapped(
    hands: tuple[Cards, ...], one: int, ours: Card, other: int, theirs: Card
) -> list[Cards]:
    swapped = list(hands)
    swapped[one] = swapped[one] - ours + theirs
    swapped[other] = swapped[other] - theirs + ours
    return swapped


def altered(game: Game, seat: int | None, rng: Random) -> Game | None:
    """Another game that the seat cannot tell from this one; None where that is not legal."""
    moves = list(game.history)
    start = moves.index(game.deals[0]) if game.deals else 0
    vary = rng.choice([unseen_renamed, passed_otherwise, held_otherwise])
    last = vary(game, seat, moves[start:], rng)
    try:
        other = Game.replay(
            game.rules, [*moves[:start], *last], game.players, dealer=game.match.first_dealer
        )
    except HeartsError:
        return None
    return other if opened(other) == opened(game) else None


def opened(game: Game) -> tuple[object, ...]:
    """What all have seen of the play: who led to it, and who had to show a hand."""
    table = game.view(None).table
    if game.phase.name not in {"play", "kitty", "moon", "score"}:
        return ()
    return table.shown, (*table.tricks, table.trick)[0].leader


def hold_to_the_law(look: Callable[[Game, int | None], object]) -> Counter[str]:
    """Try the law on what `look` shows a seat; in how many games of each phase it was tried."""
    varied: Counter[str] = Counter()

    @settings(max_examples=8 * settings().max_examples, database=None, phases=[Phase.generate])
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
    assert all(varied[phase] for phase in ("contract", "pass", "charge", "play", "score")), varied


def leaky(game: Game, seat: int | None) -> object:
    """A view that shows what has been laid down to be passed."""
    phase = game.phase
    return game.view(seat), phase.given if isinstance(phase, PassPhase) else None


def test_the_law_catches_a_leak() -> None:
    with pytest.raises(AssertionError):
        hold_to_the_law(leaky)


def test_no_view_shows_what_came_before_the_seat_has_passed() -> None:
    """The leak that other engines have: cards received are seen before choosing what to pass."""
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
