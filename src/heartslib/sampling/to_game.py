"""A sample as a game that can be played on.

With the cards of a sample a view holds all that a phase needs, so the phase of the view is made again and the
game goes on from there.  Whether it fits is asked of the game itself: its view must be the one it came from.
"""

from __future__ import annotations

from heartslib._values.seats import for_each
from heartslib.cards import Cards
from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.moves import Deal
from heartslib.phases import (
    PHASES,
    BidPhase,
    ClaimPhase,
    ContractPhase,
    Exchange,
    KittyPhase,
    Match,
    MixPhase,
    PassPhase,
    Phase,
    PlayPhase,
)
from heartslib.phases.playing import Aside
from heartslib.phases.setup import check_passes
from heartslib.phases.standing import IN_PLAY
from heartslib.rules import Hold
from heartslib.sampling.known import LAYING_DOWN, phase_of
from heartslib.sampling.sampler import Sampled
from heartslib.view import View


def as_game(view: View, sample: Sampled) -> Game:
    """The game with the cards of a sample, ready to be played on.

    The seat of the view has the same view of this game.  Its history begins here, so it cannot be
    stored as a record.  It does not know what the other seats passed to each other.

    Args:
        view: What the seat knows.
        sample: A sample of that view.

    Raises:
        HeartsError: The sample does not fit the view, or no cards are dealt.
    """
    name = phase_of(view)
    fits = len(sample.hands) == len(sample.captured) == view.players
    fits = fits and len(sample.passes) == (view.players if name in LAYING_DOWN else 0)
    if fits:
        game = Game(Match.of(view), _phase(view, sample, name))
        if game.view(view.seat) == view:
            return game
    raise HeartsError("this sample does not fit the view: take one from sample_hands(view, rng)")


def _phase(view: View, sample: Sampled, name: str) -> Phase:
    """The phase of a view, with the cards of a sample."""
    pattern = view.pattern or Hold()
    if name in LAYING_DOWN:
        # a phase of passing keeps the hands as they were dealt, and the passes beside them
        laid = [each.cards if each else Cards() for each in sample.passes]
        hands = [hand + cards for hand, cards in zip(sample.hands, laid, strict=True)]
        passing = PassPhase(pattern, Deal(hands, sample.kitty), sample.passes, view.table)
        return passing if name == "pass" else MixPhase(passing, sample.kitty)
    if name in {"bid", "contract"}:
        return _asked(view, Deal(sample.hands, sample.kitty))
    exchange = _exchange(view)
    # a phase that knows how comes before those that are known here
    for kind in PHASES:
        if kind.name == name and (resumed := kind.resumed(view, sample, exchange)):
            return resumed
    if name not in IN_PLAY:
        raise HeartsError(f"no sample can be played on in the phase {name!r}")
    refused = view.claim_refused
    offered = view.offered
    aside = Aside(exchange, sample.kitty, sample.captured, refused=refused, offered=offered)
    hand = sample.hands[view.table.trick.turn]
    legal = Cards() if offered else view.in_force.legal(hand, view.table)
    playing = PlayPhase.at(aside, sample.hands, view.table, legal)
    if name == "kitty":
        return KittyPhase(playing)
    if view.claimant is None:
        return playing
    # a seat that has refused ends the claim, so all who have answered agreed
    answers = tuple(None if seat in view.to_act else True for seat in range(view.players))
    return ClaimPhase(playing, answers)


def _asked(view: View, deal: Deal) -> BidPhase | ContractPhase:
    """The phase in which contracts are sold or named."""
    pattern = view.pattern or Hold()
    (seat,) = view.to_act
    if view.phase == BidPhase.name:
        return BidPhase(view.dealer, deal, pattern, view.settled.bids)
    left = view.rules.contracts_left(seat, view.contracts)
    return ContractPhase(seat, deal, pattern, left)


def _exchange(view: View) -> Exchange:
    """What was passed, as far as the seat knows."""
    check_passes(view.in_force, "a view")
    pattern = view.pattern or Hold()
    nothing = for_each(view.players, Cards())
    if view.seat is None:
        return Exchange(pattern, nothing)
    given, back = [*nothing], [*nothing]
    given[view.seat], back[view.seat] = view.given, view.received
    mixed = view.received and not view.packets  # out of a mix nobody knows whose cards came back
    return Exchange(pattern, tuple(given), view.packets, tuple(back) if mixed else ())
