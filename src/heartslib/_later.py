"""Whether one view of a seat may be later than another, as far as the two show it.

Two things hold in every game.  Each move takes the round further, in a way that all can see; and
what a seat has seen of a round stays as it was.  Neither holds over an undo.
"""

from __future__ import annotations

from collections.abc import Iterator

from heartslib.cards import Cards
from heartslib.phases import PHASES, DealPhase, MixPhase, PassPhase, PlayPhase
from heartslib.rules import HOLD
from heartslib.table import Trick
from heartslib.view import View, place_of

_DEALING, _PASSING, _MIXING, _PLAYING = map(
    PHASES.index, (DealPhase, PassPhase, MixPhase, PlayPhase)
)


def contradiction(before: View, after: View) -> str | None:
    """What shows that `after`, of the same seat and game, is not the later view; None if nothing."""
    if before == after:
        return None
    rounds = len(before.sheets)
    if (before.sheets, before.course, before.contracts) != (
        after.sheets[:rounds],
        after.course[:rounds],
        after.contracts[:rounds],
    ):
        return "the rounds that were entered are others"
    if before.phase == "over":
        return "the game was over"
    faults = _of_rounds if len(after.sheets) > rounds else _of_round
    return next(faults(before, after), None)


def own_plays(view: View) -> Cards:
    """The cards that the seat of a view has played in the round."""
    return Cards(card for trick in _tricks(view) for seat, card in trick.plays if seat == view.seat)


def _tricks(view: View) -> tuple[Trick, ...]:
    return (*view.table.tricks, view.table.trick)


def _of_rounds(before: View, after: View) -> Iterator[str]:
    """What is wrong if the round of `before` has been entered since."""
    number = len(before.sheets)
    if before.phase == "score" and after.sheets[number] != before.sheet:
        yield "the round was counted otherwise"
    if after.contracts and place_of(before) > _DEALING and before.contract is not None:
        if after.contracts[number] != (before.dealer, before.contract):
            yield "the round had another contract"


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
        if before.pattern not in {None, after.pattern} and after.phase != "over":
            yield "the cards were passed otherwise"
    if before.dealer != after.dealer:
        yield "another seat dealt"
    if place > _DEALING and after.phase != "over":
        yield from _of_cards(before, after)
        yield from _of_table(before, after)


def _progress(view: View) -> tuple[int, ...]:
    """How far the round is: every move makes it greater."""
    table = view.table
    return (
        place_of(view),
        sum(map(len, table.charged)),
        len(table.tricks),
        not view.offered,
        len(table.trick),
        (view.claimant is not None) + 2 * view.claim_refused,
        view.players - len(view.to_act),
    )


def _of_cards(before: View, after: View) -> Iterator[str]:
    """What is wrong with the cards of the seat, with the kitty, and with who has answered."""
    place, asked = place_of(before), {*before.to_act}
    if _progress(before)[:-1] == _progress(after)[:-1] and not asked.issuperset(after.to_act):
        yield "another seat had answered"
    if place > _PASSING or (place == _PASSING and before.seat not in asked):
        if before.given != after.given:
            yield "this seat had passed other cards"
    if place > _MIXING and (before.received, before.packets) != (after.received, after.packets):
        yield "this seat had received other cards"
    if not _was_dealt_alike(before, after):
        yield "this seat held other cards"
    sizes = zip(before.captured_sizes, after.captured_sizes, strict=True)
    if (
        not before.captured <= after.captured
        or any(old > new for old, new in sizes)
        or before.kitty_size < after.kitty_size
    ):
        yield "more cards had been captured"


def _was_dealt_alike(before: View, after: View) -> bool:
    """Whether the seat of both views may have been dealt the same cards."""
    exchanged = after.rules.kitty.exchanged
    old, new = (
        view.hand + own_plays(view) + (view.captured if exchanged else Cards()) + view.given
        for view in (before, after)
    )
    old, new = old - before.received, new - after.received
    if place_of(after) > _PLAYING:  # what is left of the hand is not shown
        return exchanged or new <= old
    return old <= new if exchanged else old == new


def _of_table(before: View, after: View) -> Iterator[str]:
    """What is wrong with the charges, the cards played, and those shown."""
    old, new, place = before.table, after.table, place_of(before)
    now, nothing = place_of(after), (Cards(),) * after.players
    pairs = zip(old.charged or nothing, new.charged or nothing, strict=True)
    if any(not one <= other if place < _PLAYING else one != other for one, other in pairs):
        yield "other cards had been charged"
    if place > _PLAYING:
        if old != new:
            yield "other cards had been played"
        return
    if place == _PLAYING and not _is_continued(before, after):
        yield "other cards had been played"
    if now <= _PLAYING and not after.rules.kitty.exchanged:
        places = zip(before.shown, after.shown, new.played_by, strict=True)
        if any(not shown <= still + played for shown, still, played in places):
            yield "other cards had been shown"


def _is_continued(before: View, after: View) -> bool:
    """Whether the tricks of `after` begin with those of `before`, during the play."""
    old, new, count = _tricks(before), _tricks(after), len(before.table.tricks)
    if place_of(after) > _PLAYING and len(after.table.tricks) == count:  # the rest was claimed
        old = old[:count]
        if not after.in_force.round_end.claims:
            return False
    return len(new) >= len(old) and all(map(_is_begun, old, new))


def _is_begun(old: Trick, new: Trick) -> bool:
    """Whether a trick may have become another; a claim takes one that nobody had won."""
    return (
        (old.leader, old.cards) == (new.leader, new.cards[: len(old.cards)])
        and old.taker in {None, new.taker}
    )
