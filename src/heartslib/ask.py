"""Questions that need no game: for apps that keep their own state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from typing_extensions import override

from heartslib.cards import HEARTS, Card, Cards, CardsLike, from_each, in_order
from heartslib.errors import Argument, HeartsError, IllegalMove, Seats, shown
from heartslib.moves import Deal
from heartslib.rules import Objection, Rules
from heartslib.sheet import ScoreSheet
from heartslib.table import Table, Trick


def legal_plays(
    rules: Rules,
    *,
    hand: CardsLike,
    trick: CardsLike = "",
    played: CardsLike = "",
    players: int | None = None,
    tricks: Iterable[CardsLike | Trick] | None = None,
    charged: CardsLike = "",
    hearts_broken: bool | None = None,
    first_trick: bool | None = None,
) -> Cards:
    """The cards of a hand that may be played now.

    Args:
        rules: The rulebook.
        hand: The whole hand of the seat on turn.
        trick: The cards on the table in the order of play; none when the seat leads.
        played: The cards of the earlier tricks of the round, in any order.
        players: The number of players; may be left out where the rules leave no choice.
        tricks: The earlier tricks themselves, first to last, each in the order of play, in
            place of `played`.  Few rules need them, and those say so.
        charged: The cards that were charged before the play; those in the hand matter.
        hearts_broken: Whether hearts are broken, for an app that does not keep the cards; by
            default those of the earlier tricks tell.
        first_trick: Whether this is the first trick; by default it is as long as no card of
            an earlier one is given.

    Raises:
        HeartsError: These cards cannot lie so: all that is wrong is named.
    """
    held, table = _position(
        rules,
        hand=hand,
        trick=trick,
        played=played,
        players=players,
        tricks=tricks,
        charged=charged,
        hearts_broken=hearts_broken,
        first_trick=first_trick,
    )
    return rules.legal(held, table)


def explain_play(
    rules: Rules,
    card: Card | str,
    *,
    hand: CardsLike,
    trick: CardsLike = "",
    played: CardsLike = "",
    players: int | None = None,
    tricks: Iterable[CardsLike | Trick] | None = None,
    charged: CardsLike = "",
    hearts_broken: bool | None = None,
    first_trick: bool | None = None,
) -> Objection | None:
    """Why a card of a hand may not be played now; None if it may.

    Args:
        rules: The rulebook.
        card: The card.
        hand: The whole hand of the seat on turn.
        trick: As for `legal_plays`, and so are the others.
        played: The cards of the earlier tricks.
        players: The number of players.
        tricks: The earlier tricks themselves.
        charged: The cards that were charged.
        hearts_broken: Whether hearts are broken.
        first_trick: Whether this is the first trick.

    Raises:
        HeartsError: These cards cannot lie so, or `card` is none.
    """
    held, table = _position(
        rules,
        hand=hand,
        trick=trick,
        played=played,
        players=players,
        tricks=tricks,
        charged=charged,
        hearts_broken=hearts_broken,
        first_trick=first_trick,
    )
    return rules.objection(Card.parse(card), held, table)


def score_hand(
    rules: Rules,
    *,
    taken: Iterable[CardsLike],
    players: int | None = None,
    moon: str | None = None,
    charged: CardsLike = "",
    tricks: Iterable[int] | None = None,
    partial: bool = False,
    scores: Iterable[int] | None = None,
    course: Iterable[tuple[int, ...]] = (),
) -> ScoreSheet:
    """The score sheet of a hand that was played elsewhere.

    Args:
        rules: The rulebook.
        taken: What each seat took, seat 0 first; cards that count nothing may be left out.
        players: The number of players; by default the number of piles.
        moon: How the shooter wants the moon paid, where the rules ask; else without effect.
        charged: The cards that were charged before the play.
        tricks: How many tricks each seat took, seat 0 first.  A bonus for no trick and a sun
            need them where cards are left out of the piles.
        partial: Whether cards that count may be missing too, as in the middle of a round.
        scores: The scores before the round, for rules that ask; by default all 0.
        course: The scores after each round before, for rules that ask.

    Raises:
        HeartsError: These piles cannot be: all that is wrong is named; or somebody shot the
            moon and the choice is missing.
    """
    piles = Deal(taken).hands
    players = _players(rules, len(piles) if players is None else players)
    pack, all_taken = rules.deck.cards(players), sum(piles, Cards())
    problems = list(_too_many(pack, all_taken))
    if len(piles) != players:
        problems.append(f"there are {len(piles)} piles for {players} players")
    missing = rules.counting_cards(players) - all_taken
    remedy: tuple[object, ...] = ()
    if missing and not partial:
        remedy = (f"nobody took {missing}: give ", Argument("partial", True), " if that is meant")
    doubled = Cards(charged)
    problems += _not_charged(rules, pack, doubled)
    counts = _counts("tricks", tricks, players, problems, least=0)
    before = _counts("scores", scores, players, problems)
    choices = rules.moon.choices
    if moon is not None and choices and moon not in choices:
        problems.append(f"moon is {' or '.join(map(repr, choices))}, not {shown(moon)}")
    if problems or remedy:
        told = "; ".join([*problems, ""] if remedy else problems)
        raise HeartsError(f"these piles cannot be scored: {told}", *remedy)
    finished = rules.finished(
        piles, moon, charged=doubled, scores=before, course=tuple(course), tricks=counts
    )
    shooter = rules.moon.shooter(finished)
    if shooter and choices and moon is None:
        ways = [part for each in choices for part in (" or ", Argument("moon", each))][1:]
        reason = Seats(shooter), " shot the moon: say ", *ways
        raise IllegalMove(*reason, rule="moon-choice", move=None, legal=Cards())
    return rules.count(finished)


class _Untold(tuple[Trick, ...]):
    """The earlier tricks where only their cards are known: whoever asks for more is told so."""

    __slots__ = ()

    @override
    def __iter__(self) -> Iterator[Trick]:
        raise HeartsError(_NOT_TOLD)

    def __bool__(self) -> bool:
        raise HeartsError(_NOT_TOLD)


_NOT_TOLD: Final = (
    "these rules ask how the earlier tricks were played, not only for their cards: give "
    "tricks=[...], each in the order of play"
)


_UNTOLD: Final = _Untold()


def _position(
    rules: Rules,
    *,
    hand: CardsLike,
    trick: CardsLike,
    played: CardsLike,
    players: int | None,
    tricks: Iterable[CardsLike | Trick] | None,
    charged: CardsLike,
    hearts_broken: bool | None,
    first_trick: bool | None,
) -> tuple[Cards, Table]:
    """The hand, and the table as far as it is told, if they can be."""
    players = _players(rules, players)
    held, lying, gone, doubled = Cards(hand), in_order(trick), Cards(played), Cards(charged)
    earlier = _tricks(tricks, players)
    problems: list[str] = []
    if earlier:
        told = from_each(card for each in earlier for card in each.cards)
        if gone and gone != told:
            problems.append("played and tricks tell of different cards")
        gone = told
    pack = rules.deck.cards(players)
    problems += _too_many(pack, held + lying + gone)
    problems += _not_charged(rules, pack, doubled)
    if not held:
        problems.append("the hand is empty")
    unseen = pack - held - lying - gone
    gone += _stand_ins(unseen, gone, hearts_broken, first_trick, problems)
    now = Trick(0, players, lying)
    table = Table(
        now,
        gone,
        earlier if earlier or not gone else _UNTOLD,
        charged=_at(now.turn, doubled & held, players) if doubled else (),
    )
    if any(
        rules.tricks.is_complete(Table(Trick(0, players, lying[:length])), len(held))
        for length in range(players, len(lying) + 1, players)
    ):
        problems.append(f"the trick has {len(lying)} cards, so nobody is to play to it")
    if problems:
        raise HeartsError(f"this is no position to play from: {'; '.join(problems)}")
    return held, table


def _tricks(tricks: Iterable[CardsLike | Trick] | None, players: int) -> tuple[Trick, ...]:
    """Earlier tricks; where only their cards are told, led by seat 0 and taken by nobody."""
    return tuple(
        each if isinstance(each, Trick) else Trick(0, players, in_order(each))
        for each in tricks or ()
        if isinstance(each, Trick) or in_order(each)
    )


def _stand_ins(
    unseen: Cards,
    gone: Cards,
    hearts_broken: bool | None,
    first_trick: bool | None,
    problems: list[str],
) -> Cards:
    """Cards that tell of earlier tricks what an app says of them that does not keep the cards."""
    if first_trick and (gone or hearts_broken):
        problems.append("nothing is played before the first trick")
    if hearts_broken is False and not gone.isdisjoint(HEARTS):
        problems.append("hearts are broken by the cards that were played")
    hearts, others = unseen.only(HEARTS), unseen.without(HEARTS | "QS")
    if hearts_broken and gone.isdisjoint(HEARTS):
        if not hearts:
            problems.append("hearts cannot be broken: all are in the hand and the trick")
        return Cards(hearts[:1])
    if first_trick is False and not gone:
        return Cards(others[:1])
    return Cards()


def _at(seat: int, cards: Cards, players: int) -> tuple[Cards, ...]:
    return tuple(cards if each == seat else Cards() for each in range(players))


def _counts(
    name: str,
    counts: Iterable[int] | None,
    players: int,
    problems: list[str],
    *,
    least: int | None = None,
) -> tuple[int, ...] | None:
    """A whole number for each seat, where they are given, none of them below `least`."""
    if counts is None:
        return None
    told = tuple(counts) if isinstance(counts, Iterable) else (counts,)
    if len(told) != players or not all(type(each) is int for each in told):
        problems.append(f"{name} must be {players} whole numbers, not {shown(told)}")
    elif least is not None and min(told) < least:
        problems.append(f"{name} must be {least} or more, not {shown(told)}")
    return told


def _players(rules: Rules, players: int | None) -> int:
    if not isinstance(rules, Rules):
        raise HeartsError(f"rules must be a Rules value, not {shown(rules)}")
    if players is None:
        return rules.usual_players
    rules.check_players(players)
    return players


def _too_many(pack: Cards, cards: Cards) -> Iterator[str]:
    if extra := cards - pack:
        yield f"{extra} more often than the pack has it"


def _not_charged(rules: Rules, pack: Cards, charged: Cards) -> Iterator[str]:
    if wrong := charged.without(rules.charging.cards if rules.charging else ""):
        yield f"{wrong} cannot be charged by these rules"
    elif extra := charged - pack:
        yield f"{extra} charged more often than the pack has it"
