"""What happened between two views: for user interfaces that show one thing after another.

Events are derived only from what a seat sees before and after, so they reveal nothing that the
views do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import attrs

from heartslib.cards import Card, Cards, from_each
from heartslib.errors import HeartsError
from heartslib.phases import (
    PHASES,
    CallPhase,
    DealPhase,
    EarlyChargePhase,
    Match,
    MixPhase,
    PassPhase,
    PlayPhase,
)
from heartslib.rules import HOLD, PassPattern, Rules
from heartslib.rules.deck import hand_size
from heartslib.sheet import ScoreSheet
from heartslib.table import Table, Trick
from heartslib.view import View, place_of


@attrs.frozen
class RoundBegun:
    """A round begins; `number` counts from 0."""

    number: int
    dealer: int


@attrs.frozen
class RulesChanged:
    """The host has changed the rules; the coming round is played by these."""

    rules: Rules


@attrs.frozen
class PassCalled:
    """How cards are passed this round has become known."""

    pattern: PassPattern


@attrs.frozen
class HandDealt:
    """Everyone was dealt `size` cards, and `kitty` cards were set aside.

    `hand` is what this seat was dealt: None for a spectator, or if the later view no longer shows
    it.
    """

    hand: Cards | None
    size: int
    kitty: int


@attrs.frozen
class CardsTurned:
    """After the deal, cards were turned up for all to see."""

    cards: tuple[Card, ...]


@attrs.frozen
class ContractNamed:
    """The contract of the round is known; `namer` is None if there was nothing to choose."""

    contract: str
    namer: int | None = None


@attrs.frozen
class BidMade:
    """A seat has bid for naming the contract, or passed with a bid of 0."""

    seat: int
    bid: int


@attrs.frozen
class Passed:
    """A seat has laid down the cards it passes; `cards` is None except for that seat."""

    seat: int
    cards: Cards | None


@attrs.frozen
class CardsReceived:
    """This seat has received the cards passed to it, or dealt back after a mix."""

    cards: Cards


@attrs.frozen
class Charged:
    """A seat has charged cards."""

    seat: int
    cards: Cards


@attrs.frozen
class ChargedInSecret:
    """A seat has charged cards that the others do not see yet; `cards` is None except for that seat."""

    seat: int
    count: int
    cards: Cards | None


@attrs.frozen
class CardPlayed:
    """A seat has played a card; `is_lead` if it opens a trick."""

    seat: int
    card: Card
    is_lead: bool


@attrs.frozen
class HeartsBroken:
    """A card has broken hearts, in a game in which they must be broken."""

    seat: int
    card: Card


@attrs.frozen
class HandShown:
    """A seat has shown cards of its hand to all."""

    seat: int
    cards: Cards


@attrs.frozen
class TrickTaken:
    """A seat has taken a trick, and with it the cards waiting from tricks that nobody won."""

    seat: int
    cards: Cards


@attrs.frozen
class TrickLeft:
    """Nobody has won a trick; its cards wait for the next taker, and `leader` leads again."""

    leader: int
    cards: Cards


@attrs.frozen
class KittyTaken:
    """A seat has taken kitty cards, into its hand or with a trick.

    `cards` is None except for that seat.
    """

    seat: int
    count: int
    cards: Cards | None


@attrs.frozen
class CardsDrawn:
    """A seat, or everyone, has drawn `count` cards from the stock; `cards` are those of this seat.

    `seat` is None for everyone.  `cards` is None for a spectator, for what others draw, or if the later
    view no longer shows them.
    """

    count: int
    cards: Cards | None
    seat: int | None = None


@attrs.frozen
class RestTaken:
    """The last seat with cards has taken them, and the rest of the stock; `cards` is None for others."""

    seat: int
    count: int
    cards: Cards | None


@attrs.frozen
class Claimed:
    """A seat claims all the remaining tricks."""

    seat: int


@attrs.frozen
class ClaimSettled:
    """A claim has been accepted by all, or refused by one."""

    seat: int
    accepted: bool


@attrs.frozen
class MoonShot:
    """The shooter of the moon is asked how it is paid."""

    seats: tuple[int, ...]


@attrs.frozen
class RoundCounted:
    """The round is over and has been counted."""

    sheet: ScoreSheet


@attrs.frozen
class ScoreEntered:
    """The sheet of a round has been added to the scores."""

    sheet: ScoreSheet
    scores: tuple[int, ...]


@attrs.frozen
class GameOver:
    """The game has ended."""

    winners: tuple[int, ...]


@attrs.frozen
class TurnOf:
    """The seats to act have changed; `seats` is empty if a deal or the score comes next."""

    seats: tuple[int, ...]
    phase: str


Event: TypeAlias = (
    RoundBegun
    | RulesChanged
    | PassCalled
    | HandDealt
    | CardsTurned
    | BidMade
    | ContractNamed
    | Passed
    | CardsReceived
    | Charged
    | ChargedInSecret
    | CardPlayed
    | HeartsBroken
    | HandShown
    | TrickTaken
    | TrickLeft
    | KittyTaken
    | CardsDrawn
    | RestTaken
    | Claimed
    | ClaimSettled
    | MoonShot
    | RoundCounted
    | ScoreEntered
    | GameOver
    | TurnOf
)
"""Anything that happens."""


def events_between(before: View, after: View) -> tuple[Event, ...]:
    """What happened between two views of one seat of one game, in order.

    One or more moves may have been made between them.  Events that the later view no longer shows,
    such as the last trick of a round entered since, are left out.

    Args:
        before: The earlier view.
        after: The later view.

    Raises:
        HeartsError: The views are of different seats or games, or in the wrong order; or moves have
            been taken back between them, as far as the two show it.
    """
    if (before.seat, before.names) != (after.seat, after.names):
        raise HeartsError("both views must be of the same seat of the same game")
    if fault := contradiction(before, after):
        raise HeartsError(
            f"`before` must be the earlier view, `after` the later one, without an undo between "
            f"them: in `before`, {fault}"
        )
    return tuple(_events(before, after))


def _events(before: View, after: View) -> Iterator[Event]:
    entered = range(len(before.sheets), len(after.sheets))
    for number in entered:
        yield ScoreEntered(after.sheets[number], after.course[number])
    if after.rules != before.rules:
        yield RulesChanged(after.rules)
    if entered and after.phase != "over":
        yield RoundBegun(after.round_number, after.dealer)
    if not entered and after.rules == before.rules:
        yield from _round_events(before, after)
    elif after.phase != "over":
        yield from _round_events(_fresh(after), after)
    if after.phase == "over" != before.phase:
        yield GameOver(after.winners)
    if after.phase != "over" and (before.to_act, before.phase) != (after.to_act, after.phase):
        yield TurnOf(after.to_act, after.phase)


def _fresh(view: View) -> View:
    """The view of the same seat at the beginning of the round."""
    match = Match.of(view).settling(contract=None, bids=(), face_up=())
    return View.of(match, CallPhase(match.dealer), view.seat)


def _round_events(before: View, after: View) -> Iterator[Event]:
    """What happened inside a round."""
    contract = [] if after.contract is None else [ContractNamed(after.contract, after.namer)]
    by_card = after.rules.contracts is not None and after.rules.contracts.by_card
    known = after.namer is None and not by_card  # before the deal
    if before.contract is None and known:
        yield from contract
    if before.pattern is None and after.pattern is not None:
        yield PassCalled(after.pattern)
    yield from _dealt(before, after)
    yield from _bids_made(before, after)
    if before.contract is None and not known:
        yield from contract
    yield from _cards_passed(before, after)
    yield from _cards_charged(before, after)
    if _is_called_off(before, after):
        yield PassCalled(HOLD)
    yield from _cards_played(before, after)
    if before.claimant is not None and after.claimant is None:
        yield ClaimSettled(before.claimant, accepted=after.phase not in {"play", "kitty"})
    if after.claimant is not None and before.claimant is None:
        yield Claimed(after.claimant)
    if after.phase == "moon" != before.phase:
        yield MoonShot(after.to_act)
    if after.phase == "score" != before.phase and after.sheet is not None:
        yield RoundCounted(after.sheet)


def _dealt(before: View, after: View) -> Iterator[Event]:
    if not _is_undealt(before) or _is_undealt(after):
        return
    deck, players = after.rules.deck, after.players
    kitty = deck.kitty_size(players)
    hand: Cards | None = None
    kitties = after.rules.kitty
    mixed = bool(kitties.exchanged and (after.captured or after.offered))
    mixed = mixed or bool(kitties.draws and after.table.tricks)
    mixed = mixed or any(seat == after.seat for *_, seat, _ in _draws(after))
    if after.seat is not None and not mixed and after.phase != "score":
        hand = after.hand + own_plays(after) - after.received + after.given
    yield HandDealt(hand, hand_size(deck, players), kitty - len(after.turned))
    if after.turned:
        yield CardsTurned(after.turned)


def _bids_made(before: View, after: View) -> Iterator[Event]:
    """The bids made, in turn."""
    for place in range(1, len(after.settled.bids) + 1):
        seat = (after.dealer + place) % after.players
        bid = after.settled.bids[seat]
        if bid is not None and (not before.settled.bids or before.settled.bids[seat] is None):
            yield BidMade(seat, bid)


def _cards_passed(before: View, after: View) -> Iterator[Event]:
    """Who has laid down cards, and what this seat has received."""
    waiting = before.to_act if before.phase == "pass" else range(after.players)
    is_before = before.phase == "pass" or _before_pass(before)
    if after.pass_count and is_before and not _before_pass(after):
        still = after.to_act if after.phase == "pass" else ()
        for seat in waiting:
            if seat not in still:
                yield Passed(seat, after.given if seat == after.seat else None)
    if after.received and not before.received:
        yield CardsReceived(after.received)


def _before_pass(view: View) -> bool:
    """Whether nobody has been asked to pass yet."""
    return _is_undealt(view) or view.phase in {"bid", "contract", "early-charge"}


def _is_undealt(view: View) -> bool:
    """Whether no cards have been dealt in the round."""
    return not any(view.hand_sizes) and view.phase in {"call", "deal", "over"}


def _cards_charged(before: View, after: View) -> Iterator[Event]:
    ours = before.table.charged or (Cards(),) * before.players
    for seat, cards in enumerate(after.table.charged):
        if more := cards - ours[seat]:
            yield Charged(seat, more)
    known = before.secret_sizes or (0,) * before.players
    for seat, count in enumerate(after.secret_sizes):
        if count > known[seat]:
            mine = after.secret - before.secret if seat == after.seat else None
            yield ChargedInSecret(seat, count - known[seat], mine)


def _cards_played(before: View, after: View) -> Iterator[Event]:
    """Cards, tricks, hands shown and the kitty, in order."""
    old, new = before.table, after.table
    tricks = (*new.tricks, new.trick)
    seen = len(old.trick)
    breaks = after.hearts_broken and not before.hearts_broken
    waiting, drawn = old.waiting, _drawn_to_follow(before, after)
    for number in range(len(old.tricks), len(tricks)):
        trick = tricks[number]
        for place, card in enumerate(trick.cards[seen:], seen):
            seat = trick.seat_of(place)
            yield from drawn.pop((number, place), ())
            yield CardPlayed(seat, card, is_lead=place == 0)
            if breaks and after.in_force.hearts_broken(_when(new, number, place)):
                breaks = False
                yield HeartsBroken(seat, card)
        seen = 0
        if number < len(new.tricks):
            waiting += trick.cards
            if trick.taker is None:
                yield TrickLeft(trick.leader, Cards(trick.cards))
            else:
                yield TrickTaken(trick.taker, waiting)
                waiting = Cards()
    for at_last in drawn.values():
        yield from at_last
    yield from _shown(before, after)
    yield from _kitty_cards(before, after)


def _draws(view: View) -> Iterator[tuple[int, int, int, int]]:
    """Who has drawn to follow suit: the number of the trick and the place in it, the seat, how many."""
    for number, trick in enumerate(_all_tricks(view)):
        for place, count in enumerate(trick.drawn):
            if count:
                yield number, place, trick.seat_of(place), count


def _drawn_to_follow(before: View, after: View) -> dict[tuple[int, int], list[Event]]:
    """What was drawn between two views, by the number of the trick and the place in it."""
    known = {*_draws(before)}
    new = [each for each in _draws(after) if each not in known]
    own = sum(seat == after.seat for *_, seat, _ in new)
    is_seen = own == 1 and after.phase == "play" and not _is_undealt(before)
    mine = after.hand + own_plays(after) - before.hand - own_plays(before) if is_seen else None
    return {
        (number, place): [CardsDrawn(count, mine if seat == after.seat else None, seat)]
        for number, place, seat, count in new
    }


def _when(table: Table, number: int, place: int) -> Table:
    """The table just after card number `place` of trick `number` was played."""
    tricks = (*table.tricks, table.trick)
    later = from_each(card for trick in table.tricks[number:] for card in trick.cards)
    trick = tricks[number]
    return attrs.evolve(
        table,
        trick=attrs.evolve(trick, cards=trick.cards[: place + 1], taker=None),
        played=table.played - later,
        tricks=table.tricks[:number],
    )


def _shown(before: View, after: View) -> Iterator[Event]:
    charged = after.table.charged or (Cards(),) * after.players
    for seat, cards in enumerate(after.shown):
        more = cards - before.shown[seat] - (charged[seat] & cards)
        if more:
            yield HandShown(seat, more)


def _kitty_cards(before: View, after: View) -> Iterator[Event]:
    """Kitty cards that went to the taker of a trick.

    If more cards went there than the kitty had, a claim was accepted.
    """
    whole = after.rules.deck.kitty_size(after.players)
    aside = whole if _is_undealt(before) else before.kitty_size
    for seat, count in enumerate(after.captured_sizes):
        more = count - before.captured_sizes[seat]
        if more > aside and after.in_force.round_end.claims:
            if before.claimant is None:
                yield Claimed(seat)
                yield ClaimSettled(seat, accepted=True)
        elif more > 0 and before.phase != "kitty":
            mine = after.captured - before.captured if seat == after.seat else None
            kind = RestTaken if after.rules.kitty.to_follow else KittyTaken
            yield kind(seat, more, mine)
    if after.phase in {"play", "score"} and not _is_undealt(before):
        yield from _cards_drawn(before, after)
    if after.phase == "kitty" != before.phase:
        seat = after.to_act[0]
        taken_up = None
        if seat == after.seat:
            taken_up = after.hand - (before.hand - own_plays(after))
        yield KittyTaken(seat, after.offered, taken_up)


def _cards_drawn(before: View, after: View) -> Iterator[Event]:
    """What was drawn from the stock between two views of the play."""
    rules, players = after.rules, after.players
    count = rules.drawn_by(len(after.table.tricks), players) - rules.drawn_by(
        len(before.table.tricks), players
    )
    if count:
        held = before.hand + own_plays(before)
        mine = after.hand + own_plays(after) - held if after.phase == "play" else None
        yield CardsDrawn(count, None if after.seat is None else mine)


_DEALING, _CHARGING_EARLY, _PASSING, _MIXING, _PLAYING = map(
    PHASES.index, (DealPhase, EarlyChargePhase, PassPhase, MixPhase, PlayPhase)
)


def contradiction(before: View, after: View) -> str | None:
    """What shows that `after`, of the same seat and game, is not the later view; None if nothing.

    Two things hold in every game.  Each move takes the round further, in a way that all can see; and
    what a seat has seen of a round stays as it was.  Neither holds over an undo.
    """
    if before == after:
        return None
    rounds, is_changed = len(before.sheets), before.rules != after.rules
    if (before.sheets, before.course) != (after.sheets[:rounds], after.course[:rounds]) or (
        before.contracts != after.contracts[:rounds] and not is_changed
    ):
        return "the rounds that were entered are others"
    if before.phase == "over":
        return "the game was over"
    faults = _of_rounds if len(after.sheets) > rounds else _of_round
    if faults is _of_round and is_changed:
        faults = _of_change
    return next(faults(before, after), None)


def own_plays(view: View) -> Cards:
    """The cards that the seat of a view has played in the round."""
    return Cards(
        card for trick in _all_tricks(view) for seat, card in trick.plays if seat == view.seat
    )


def _all_tricks(view: View) -> tuple[Trick, ...]:
    return (*view.table.tricks, view.table.trick)


def _of_rounds(before: View, after: View) -> Iterator[str]:
    """What is wrong if the round of `before` has been entered since."""
    number = len(before.sheets)
    if before.phase == "score" and after.sheets[number] != before.sheet:
        yield "the round was counted otherwise"
    named = before.contract is not None and place_of(before) > _DEALING
    entry = (before.would_name, before.contract)
    if named and after.contracts[number:][:1] not in {(), (entry,)}:
        yield "the round had another contract"


def _of_change(before: View, after: View) -> Iterator[str]:
    """What is wrong if both views are of the same round, by different rules."""
    if place_of(before) > _DEALING:
        yield "the round was played by other rules"
    if (before.dealer, before.scores) != (after.dealer, after.scores):
        yield "another seat dealt, or the scores were others"


def _of_round(before: View, after: View) -> Iterator[str]:
    """What is wrong if both views are of the same round."""
    if _progress(after) <= _progress(before):
        yield "the round was further on, or was at this point in another way"
    place, laid_out = place_of(before), after.pattern == HOLD and place_of(after) >= _PLAYING
    if place > _DEALING or not (laid_out or after.phase == "over"):  # as no position can change it
        if before.scores != after.scores:
            yield "the scores were others"
        if before.contract not in {None, after.contract}:
            yield "the contract was another"
        is_other = before.pattern not in (None, after.pattern) and not _is_called_off(before, after)
        if is_other and after.phase != "over":
            yield "the cards were passed otherwise"
        if after.phase != "over" and _has_other_bids(before, after):
            yield "the bids were others"
    if before.turned not in {(), after.turned} and after.phase != "over":
        yield "another card was turned up"
    if before.dealer != after.dealer:
        yield "another seat dealt"
    if place > _DEALING and after.phase != "over":
        yield from _of_cards(before, after)
        yield from _of_table(before, after)


def _is_called_off(before: View, after: View) -> bool:
    """Whether a charge has called off the pass that was known in `before`."""
    pattern = before.pattern
    early = place_of(before) <= _CHARGING_EARLY and after.pattern == HOLD
    return early and pattern is not None and pattern.unless_charged


def _has_other_bids(before: View, after: View) -> bool:
    """Whether a bid that had been made is another one in `after`."""
    bids = zip(before.settled.bids, after.settled.bids, strict=False)  # empty before the deal
    return any(one not in {None, other} for one, other in bids)


def _progress(view: View) -> tuple[int, ...]:
    """How far the round is: every move makes it greater."""
    table = view.table
    return (
        place_of(view),
        sum(bid is not None for bid in view.settled.bids),
        sum(map(len, table.charged)) + sum(view.secret_sizes),
        len(table.tricks),
        not view.offered,
        len(table.trick),
        (view.claimant is not None) + 2 * view.claim_refused,
        view.players - len(view.to_act) - len(view.up_next),
    )


def _of_cards(before: View, after: View) -> Iterator[str]:
    """What is wrong with the cards of the seat, and with who has answered."""
    place, asked = place_of(before), {*before.to_act, *before.up_next}
    if _progress(before)[:-1] == _progress(after)[:-1] and not asked.issuperset(
        after.to_act + after.up_next
    ):
        yield "another seat had answered"
    has_passed = place > _PASSING or (place == _PASSING and before.seat not in asked)
    if has_passed and before.given != after.given:
        yield "this seat had passed other cards"
    if place > _MIXING and (before.received, before.packets) != (after.received, after.packets):
        yield "this seat had received other cards"
    if not _was_dealt_alike(before, after):
        yield "this seat held other cards"
    if not before.captured <= after.captured:
        yield "this seat had captured other cards"


def _was_dealt_alike(before: View, after: View) -> bool:
    """Whether the seat of both views may have been dealt the same cards."""
    exchanged, is_playing = after.rules.kitty.enters_hands, place_of(after) <= _PLAYING
    old, new = _got(before), _got(after)
    if is_playing and not after.received <= new:
        return False
    old, new = old - before.received + before.given, new - after.received + after.given
    if exchanged:
        return old <= new or not is_playing  # what was left of the hand is not shown
    return old == new if is_playing else new <= old


def _got(view: View) -> Cards:
    """What the seat holds or has held, without the cards it has passed."""
    laid_down = view.captured if view.rules.kitty.exchanged else Cards()
    return view.hand + own_plays(view) + laid_down


def _of_table(before: View, after: View) -> Iterator[str]:
    """What is wrong with the charges, the cards played, and those shown."""
    old, new, place = before.table, after.table, place_of(before)
    now, nothing = place_of(after), (Cards(),) * after.players
    pairs = zip(old.charged or nothing, new.charged or nothing, strict=True)
    seat = before.seat
    if seat is not None and not before.secret <= new.charged_by(seat) + after.secret:
        yield "this seat had charged other cards"
    if any(not one <= other if place < _PLAYING else one != other for one, other in pairs):
        yield "other cards had been charged"
    if old != new if place > _PLAYING else not _is_continued(before, after):
        yield "other cards had been played"
    if now <= _PLAYING and not after.rules.kitty.enters_hands:
        places = zip(before.shown, after.shown, new.played_by, strict=True)
        if any(not shown <= still + played for shown, still, played in places):
            yield "other cards had been shown"


def _is_continued(before: View, after: View) -> bool:
    """Whether the tricks of `after` go on from those of `before`, which is not of a later phase."""
    if place_of(before) < _PLAYING:
        return True
    old, new = _all_tricks(before), _all_tricks(after)
    if place_of(after) > _PLAYING and len(old) == len(new):  # the rest must have been claimed
        *old_tricks, _ = old
        return after.in_force.round_end.claims and all(map(_is_begun, old_tricks, new))
    return len(new) >= len(old) and all(map(_is_begun, old, new))


def _is_begun(old: Trick, new: Trick) -> bool:
    """Whether a trick may have become another; a claim takes one that nobody had won."""
    begins = (old.leader, old.cards) == (new.leader, new.cards[: len(old.cards)])
    begins = begins and (old.seats, old.drawn) == (new.seats, new.drawn[: len(old.drawn)])
    return begins and old.taker in {None, new.taker}
