"""`check_events`: whether the events of a game keep the laws, for rules and phases of your own.

An app that animates a game has one view to begin with, and then events alone.  So `_Story` does what such an app
would do: it keeps what the first view showed, changes it by each event, and is compared with each later view.
A fact that no event tells is found in this way, and so is an event that tells too little.

Whether events tell too much is asked differently: two hidden cards change places in all moves of a round.  If
all views of a seat stay the same, it cannot know which of the two games it is in, so its events must stay the
same, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Any

import attrs

from heartslib._values.seats import for_each
from heartslib.cards import Cards
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
    Claimed,
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
    TrickTaken,
)
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import Move, Score
from heartslib.rules.passing import is_mixed
from heartslib.testing.asking import Broken
from heartslib.view import View


def check_events(game: Game, *, seed: int = 0) -> None:
    """Check the events of a game, as every seat and a spectator see them, from its first move on.

    * They lead from view to view: cards are dealt, passed, charged, played, taken and drawn by events
      alone, and so it is with contracts, bids, sheets and scores.
    * The events of a gap are those of its steps, one after another.
    * They tell a seat no more than it knows: if two cards change places through the whole round, and all
      its views stay the same, so do its events.

    >>> from heartslib import Game, variants
    >>> check_events(Game.new(variants.get("american")).deal(seed=7))

    Args:
        game: The game; its history begins with its first move.
        seed: A whole number; the same seed tries the same gaps and the same two cards.

    Raises:
        AssertionError: A law does not hold; the message says which, and where.
    """
    rng = Random(seed)  # noqa: S311 - not for secrets
    for seat in (None, *range(game.players)):
        keep_events(game, seat, rng)


def keep_events(game: Game, seat: int | None, rng: Random) -> None:
    """The laws of `check_events`, for one seat."""
    steps = game.steps(seat)
    moves = len(game.history)
    _explain(game.beginning.view(seat), steps)
    # a player who was away for a while hears all of it, once and in order
    first = rng.randint(0, moves)
    whole = game.events(seat, first)
    parts = tuple(chain(*(events for _, events in steps[first:])))
    if whole != parts:
        raise Broken(f"the events of a gap are those of its steps: {whole}, not {parts}")
    _keep_secrets(game.at(rng.randint(first, moves)), seat, rng)


def _explain(view: View, steps: Iterable[tuple[View, tuple[Event, ...]]]) -> None:
    """The first law."""
    story = _Story(view)
    for after, events in steps:
        for event in events:
            story.hear(event, after)
        for name, fact in _facts(after).items():
            heard = story.known[name]
            if heard != fact:
                by_events = f"by the events {name} is {heard}, but {fact} in {after!r}: {events}"
                raise Broken(f"events lead from view to view: {by_events}")


_OF_GAME = ("rules", "scores", "sheets", "winners")
"""What a view shows from round to round."""
_AS_THEY_ARE = (
    "dealer",
    "contract",
    "pattern",
    "turned",
    "claimant",
    "kitty_size",
    "hand",
    "given",
    "received",
    "secret",
    "captured",
)
_SIZES = ("hand_sizes", "secret_sizes", "captured_sizes")
_SETTLED = {"contract", "bids", "face_up", "leader", "pool", "jack"}
"""What is settled that a view shows elsewhere, or that the rest of it says; any other field must be heard of."""
_PILES = ("charged", "shown", "piles")


def _facts(view: View) -> dict[str, Any]:
    """What a view shows of cards and scores, but for whose turn it is."""
    table = view.table
    # an empty tuple means that nobody has any: lists with an entry for each seat can be compared and added to
    nobody = for_each(view.players, 0)
    nothing = for_each(view.players, Cards())
    facts = {name: getattr(view, name) for name in _OF_GAME}
    if view.phase == "over":
        return facts
    others = attrs.fields_dict(type(view.settled)).keys() - _SETTLED
    return facts | {
        **{name: getattr(view, name) for name in _AS_THEY_ARE},
        **{name: [*(getattr(view, name) or nobody)] for name in _SIZES},
        **{name: [*(getattr(table, name) or nothing)] for name in _PILES},
        **{name: getattr(view.settled, name) for name in others},
        "bids": {seat: bid for seat, bid in enumerate(view.settled.bids) if bid is not None},
        "packets": [
            (packet.giver, packet.cards) for packet in view.packets if packet.taker == view.seat
        ],
        "plays": [play for trick in (*table.tricks, table.trick) for play in trick.plays],
        "takers": [trick.taker for trick in table.tricks],
        "hearts_broken": bool(view.hearts_broken),
        "moon": view.to_act if view.phase == "moon" else (),
        "sheet": view.sheet if view.phase == "score" else None,
    }


class _Story:
    """What follows from a view and the events after it."""

    def __init__(self, view: View) -> None:
        self.seat = view.seat
        self.seats = range(view.players)
        self.known: dict[str, Any] = _facts(view)
        self.laid: dict[int, int] = {}  # how many cards each seat has laid down to pass

    def begin(self, **known: Any) -> None:
        """Forget the round."""
        game: dict[str, Any] = {name: self.known[name] for name in (*_OF_GAME, "dealer")} | known
        fresh = Game.new(game["rules"], len(self.seats)).view(self.seat)
        self.known = _facts(fresh) | {"contract": None, "pattern": None} | game
        self.laid = {}

    def add(self, where: str, seat: int, count: int, cards: Cards | None) -> None:
        """Add cards to the hand or a pile of a seat; take them away if `count` is negative."""
        self.known[f"{where}_sizes"][seat] += count
        own = self.known[where]
        cards = cards or Cards()
        self.known[where] = own + cards if count > 0 else own - cards

    def lay_hands_aside(self, **known: Any) -> None:
        nobody = [0 for _ in self.seats]
        self.known |= {"hand_sizes": nobody, "hand": Cards(), "kitty_size": 0, **known}

    def get_back(self) -> None:
        """Give every seat as many cards as it has laid down."""
        for seat, count in self.laid.items():
            self.add("hand", seat, count, None)

    def hear(self, event: Event, after: View) -> None:  # noqa: C901, PLR0912, PLR0915 - a table
        """Learn what an event tells; `after` is looked at only where nothing else says enough."""
        now = self.known
        match event:
            case LaidOut() | ClaimSettled(accepted=True):
                now |= _facts(after) | {"moon": (), "sheet": None}
            case RoundBegun(_, dealer):
                self.begin(dealer=dealer)
            case RulesChanged(rules):
                self.begin(rules=rules)
            case PassCalled(pattern):
                now["pattern"] = pattern
            case ContractNamed(contract):
                now["contract"] = contract
            case BidMade(seat, bid):
                now["bids"][seat] = bid
            case CardsTurned(cards):
                now["turned"] = cards
            case HandDealt(hand, size, kitty):
                self.lay_hands_aside(hand=hand or Cards(), kitty_size=kitty)
                now["hand_sizes"] = [size for _ in self.seats]
            case Passed(seat, cards, count):
                self.add("hand", seat, -count, cards)
                self.laid[seat] = count
                if cards is not None:
                    now["given"] = cards
                players = len(self.seats)
                # as soon as the last has passed, all get as many back, unless these must be dealt first
                if len(self.laid) == players and not is_mixed(now["pattern"], players):
                    self.get_back()
            case CardsMixed():
                self.get_back()
            case CardsReceived(cards, giver):
                now["hand"] += cards
                now["received"] += cards
                if giver is not None:  # cards from the middle come from nobody
                    now["packets"].append((giver, cards))
            case ChargedInSecret(seat, count, cards):
                self.add("secret", seat, count, cards)
            case Charged(seat, cards):
                now["charged"][seat] += cards
                now["shown"][seat] += cards
                now["secret_sizes"][seat] = 0
                now["secret"] -= cards
            case CardPlayed(seat, card):
                now["plays"].append((seat, card))
                now["shown"][seat] -= card
                self.add("hand", seat, -1, Cards(card) if seat == self.seat else None)
            case HeartsBroken():
                now["hearts_broken"] = True
            case HandShown(seat, cards):
                now["shown"][seat] += cards
            case TrickTaken(seat, cards):
                now["takers"].append(seat)
                now["piles"][seat] += cards
            case TrickLeft():
                now["takers"].append(None)
            case KittyTaken(seat, count, cards):
                now["kitty_size"] -= count
                is_held = now["rules"].kitty.exchanged and any(now["hand_sizes"])
                self.add("hand" if is_held else "captured", seat, count, cards)
            case LaidDown(seat, count, cards):
                self.add("hand", seat, -count, cards)
                self.add("captured", seat, count, cards)
                now["shown"][seat] &= now["charged"][seat]  # nobody has seen the kitty cards
            case CardsDrawn(count, cards, seat):
                for drawer in self.seats if seat is None else (seat,):
                    now["kitty_size"] -= count
                    self.add("hand", drawer, count, cards if drawer == self.seat else None)
            case RestTaken(seat, count, cards):
                self.lay_hands_aside()
                self.add("captured", seat, count, cards)
            case Claimed(seat):
                now["claimant"] = seat
            case ClaimSettled():
                now["claimant"] = None
            case MoonShot(seats):
                self.lay_hands_aside(moon=seats)
            case RoundCounted(sheet):
                self.lay_hands_aside(moon=(), sheet=sheet)
            case ScoreEntered(sheet, scores):
                now |= {"sheets": (*now["sheets"], sheet), "scores": scores}
            case GameOver(winners):
                now["winners"] = winners
            case ChargeDeclined() | ClaimAnswered() | MoonChosen():
                pass  # a view shows only what comes of it
            case _:
                joins = getattr(event, "joins", "")
                if not joins:  # a new event must not be missed
                    raise Broken(
                        f"every event is heard: {type(event).__name__} needs `joins`, the field of "
                        "Settled that its seat joins, or a case in heartslib.testing.story"
                    )
                now[joins] = (*now[joins], getattr(event, "seat", None))


def _keep_secrets(game: Game, seat: int | None, rng: Random) -> None:
    """The third law: two cards are exchanged in all moves of the round."""
    view = game.view(seat)
    moves = game.history
    scored = [place for place, move in enumerate(moves, 1) if isinstance(move, Score)]
    begun = scored[-1] if scored else 0
    known = view.hand | view.given | view.received | view.captured | view.table.all_played
    hidden = [*dict.fromkeys(game.rules.deck.cards(game.players).without(known))]
    if len(hidden) < 2:
        return
    start = altered = game.at(begun)
    one, other = rng.sample([*map(str, hidden)], 2)
    try:
        # in their text, where a card is a word wherever a move has it
        text = json.dumps(CONVERTER.unstructure(moves[begun:], tuple[Move, ...]))
        either = rf"(?<!\w)({re.escape(one)}|{re.escape(other)})\b"
        text = re.sub(either, lambda card: other if card[0] == one else one, text)
        for move in CONVERTER.structure(json.loads(text), tuple[Move, ...]):
            altered = altered.apply(move)
    except HeartsError:
        return  # no legal game, or moves that hold rules of the caller
    pairs = [*zip(game.steps(seat, start), altered.steps(seat, start), strict=True)]
    if all(before == after for (before, _), (after, _) in pairs):
        for (_, mine), (_, theirs) in pairs:
            if mine != theirs:
                heard = f"seat {seat} hears {mine}, but {theirs} with {one} and {other} exchanged"
                raise Broken(f"events tell a seat no more than its views: {heard}")
