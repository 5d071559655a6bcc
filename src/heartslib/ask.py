"""Questions that need no game: for apps that keep their own state."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Final

import attrs
from typing_extensions import override

from heartslib._given import BY_SEAT, NUMBERS_BY_SEAT, TRICKS, flag, series
from heartslib.cards import HEARTS, Card, Cards, CardsLike, from_each, in_order
from heartslib.errors import Argument, HeartsError, RulesError, Seats, shown
from heartslib.moves import MOST_PLAYERS, IllegalMove
from heartslib.phases.setup import bad_tricks
from heartslib.rules import Objection, Rules
from heartslib.rules.deck import too_many
from heartslib.sheet import ScoreSheet
from heartslib.table import Table, Trick

_MOST_TRICKS: Final = 500
_MOST_ROUNDS: Final = 10_000


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
        players: The number of players.  By default the one that `tricks` fit, if there is just
            one; else four if four can play, or the middle one of the numbers that can.
        tricks: The earlier tricks themselves, first to last, each in the order of play, in
            place of `played`.  Few rules need them, and those say so.
        charged: The cards that were charged before the play, by default none; those in the hand
            matter.
        hearts_broken: Whether the earlier tricks have broken hearts, for an app that does not
            keep the cards; by default the cards given decide.  It has no effect on rules that
            do not ask for it.
        first_trick: Whether this is the first trick; by default it is as long as no card of
            an earlier one is given.

    Raises:
        HeartsError: No game comes to this position; the sentence names all that is wrong.
    """
    held, table = _position(
        rules, hand, trick, played, players, tricks, charged, hearts_broken, first_trick
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
        HeartsError: No game comes to this position, or `card` is no card.
    """
    held, table = _position(
        rules, hand, trick, played, players, tricks, charged, hearts_broken, first_trick
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
        players: The number of players; by default the number of piles in `taken`.
        moon: How the shooter wants the moon paid, where the rules ask; else without effect.
        charged: The cards that were charged before the play; by default none.
        tricks: How many tricks each seat took, seat 0 first.  Rules that count tricks, as for a
            sun, need them where cards are left out of the piles.
        partial: Whether cards that count may be missing too, as in the middle of a round.
        scores: The scores before the round, for rules that ask; by default all 0.
        course: The scores after each round before, for rules that ask.

    Raises:
        HeartsError: No round ends with these piles; the sentence names all that is wrong.  Or
            somebody shot the moon and the choice is missing.
    """
    check_rules(rules)
    flag("partial", partial)
    piles = tuple(map(Cards, series(MOST_PLAYERS, taken, "taken", BY_SEAT)))
    seats = _players(rules, players, "taken", len(piles))
    pack, all_taken = rules.deck.cards(seats), sum(piles, Cards())
    problems = list(too_many(pack, all_taken))
    if len(piles) != seats:
        problems.append(f"there are {len(piles)} piles for {seats} players")
    missing = rules.counting_cards(seats) - all_taken
    remedies: list[tuple[object, ...]] = []
    if missing and not partial:
        whole = f"nobody took {missing}: give "
        remedies.append((whole, Argument("partial", True), " if that is meant"))
    doubled = Cards(charged)
    problems += _not_charged(rules, pack, doubled)
    counts = _counts("tricks", tricks, seats, problems, least=0)
    if counts and not problems:
        problems += _wrong_counts(counts, piles, _hand_size(rules, seats))
    elif rules.counts_tricks and not partial and counts is None and pack - all_taken:
        told = "these rules count tricks: give ", Argument("tricks")
        remedies.append((*told, ", how many each seat took, or every card"))
    before = _counts("scores", scores, seats, problems)
    rounds = series(_MOST_ROUNDS, course, "course")
    after = [_counts("each of course", each, seats, problems) for each in rounds]
    choices = rules.moon.choices
    if moon is not None and choices and moon not in choices:
        problems.append(f"moon is {' or '.join(map(repr, choices))}, not {shown(moon)}")
    if problems or remedies:
        parts = [part for each in (*zip(problems), *remedies) for part in ("; ", *each)]
        raise HeartsError("these piles cannot be scored: ", *parts[1:])
    finished = rules.finished(
        piles,
        moon,
        charged=doubled,
        scores=before,
        course=tuple(filter(None, after)),
        tricks=counts,
    )
    shooter = rules.moon.shooter(finished)
    if shooter and choices and moon is None:
        ways = [part for each in choices for part in (" or ", Argument("moon", each))]
        reason = Seats(shooter), " shot the moon: say ", *ways[1:]
        raise IllegalMove(*reason, rule="moon-choice", move=None, legal=Cards())
    return rules.count(finished)


class _Untold(tuple[Trick, ...]):
    """The earlier tricks where only their cards are known: whoever asks for more is refused."""

    __slots__ = ()

    @override
    def __iter__(self) -> Iterator[Trick]:
        raise HeartsError(
            "these rules ask how the earlier tricks were played, not only for their cards: give "
            "tricks=[...], each in the order of play"
        )

    def __bool__(self) -> bool:
        return any(self)


_UNTOLD: Final = _Untold()


def _position(  # noqa: PLR0917 - what `legal_plays` takes, in its order
    rules: Rules,
    hand: CardsLike,
    trick: CardsLike,
    played: CardsLike,
    players: int | None,
    tricks: Iterable[CardsLike | Trick] | None,
    charged: CardsLike,
    hearts_broken: bool | None,
    first_trick: bool | None,
) -> tuple[Cards, Table]:
    """The hand, and what of the table is known, if a game can come to it."""
    check_rules(rules)
    flag("hearts_broken", hearts_broken)
    flag("first_trick", first_trick)
    given = series(_MOST_TRICKS, () if tricks is None else tricks, "tricks", TRICKS)
    dealt = [each.cards if isinstance(each, Trick) else in_order(each) for each in given]
    seats = _players(rules, players, "tricks", _fitting(rules, dealt))
    earlier = tuple(
        each if isinstance(each, Trick) else Trick(0, seats, cards)
        for each, cards in zip(given, dealt, strict=True)
    )
    held, gone, doubled = Cards(hand), Cards(played), Cards(charged)
    told = from_each(card for cards in dealt for card in cards)
    now = Trick(0, seats, in_order(trick))
    table = Table(now, told or gone, earlier if earlier or not gone else _UNTOLD)
    if doubled:
        table = table.with_charged(now.turn, doubled & held)
    problems: list[str] = []
    if told and gone and gone != told:
        problems.append("played and tricks tell of different cards")
    problems += _wrong_hand(rules, held, table)
    problems += _not_charged(rules, rules.deck.cards(seats), doubled)
    problems += _wrong_tricks(rules, earlier, now, len(held))
    if not problems:
        said = hearts_broken, first_trick
        table = _as_said(rules, held, table, said, problems)
    if problems:
        if players is None and len(rules.players) > 1:
            problems.append(f"players is not given, so {seats} are taken")
        raise HeartsError(f"this is no position to play from: {'; '.join(problems)}")
    return held, table


def _wrong_tricks(rules: Rules, earlier: tuple[Trick, ...], now: Trick, left: int) -> Iterator[str]:
    """What is wrong with the earlier tricks, and with the one on the table."""
    players, cards = now.players, now.cards
    yield from bad_tricks(rules, players, (each.cards for each in earlier))
    for each in earlier:
        if each.players != players:
            yield f"{each} is a trick of {each.players} players, not {players}"
    if any(
        rules.tricks.is_complete(Table(Trick(0, players, cards[:length])), left)
        for length in range(players, len(cards) + 1, players)
    ):
        yield f"the trick has {len(cards)} cards, so nobody is to play to it"


def _wrong_hand(rules: Rules, hand: Cards, table: Table) -> Iterator[str]:
    """What is wrong with a hand, beside the cards that have been played."""
    players = table.players
    yield from too_many(rules.deck.cards(players), hand + table.all_played)
    if not hand:
        yield "the hand is empty"
    size = _hand_size(rules, players)
    played = len(table.played) // players + len(table.trick) // players
    if len(hand) + played > size:
        after = f" and {played} played before" if played else ""
        held = f"a hand of {len(hand)} cards{after}"
        yield f"{held} is too large: each of {players} players gets {size}"


def _fitting(rules: Rules, tricks: list[tuple[Card, ...]]) -> int | None:
    """The number of players that the lengths of the earlier tricks tell, if they do."""
    players = rules.players if tricks else ()
    fitting = [count for count in players if not any(bad_tricks(rules, count, tricks))]
    return fitting[0] if len(fitting) == 1 else None


def _as_said(
    rules: Rules,
    hand: Cards,
    table: Table,
    said: tuple[bool | None, bool | None],
    problems: list[str],
) -> Table:
    """The table with a card added that makes true what an app says that keeps no cards.

    It says whether hearts are broken, and whether this is the first trick.
    """
    hearts_broken, first_trick = said
    problems += _contradictions(rules, table, hearts_broken, first_trick)
    if problems:
        return table
    unseen = rules.deck.cards(table.players) - hand - table.all_played

    def added(card: Card) -> Table:
        return attrs.evolve(table, played=from_each([card], table.played.bits), tricks=_UNTOLD)

    if hearts_broken and rules.hearts_broken(table) is False:
        for card in (*unseen.only(HEARTS), *unseen.without(HEARTS)):
            if rules.hearts_broken(_before(added(card))):
                return added(card)
        problems.append("hearts cannot be broken: the hand and the trick hold what breaks them")
    elif first_trick is False and not table.played:
        for card in unseen:
            if not rules.hearts_broken(_before(added(card))):
                return added(card)
        problems.append("it is the first trick: any card before it would break hearts")
    return table


def _before(table: Table) -> Table:
    """The table before the trick on it."""
    return attrs.evolve(table, trick=Trick(0, table.players))


def _contradictions(
    rules: Rules, table: Table, hearts_broken: bool | None, first_trick: bool | None
) -> Iterator[str]:
    """Where what an app says differs from the cards it gives."""
    if first_trick and table.played:
        yield "nothing is played before the first trick"
    if hearts_broken is False and rules.hearts_broken(_before(table)):
        yield "hearts are broken by the cards that were played"
    if hearts_broken and rules.hearts_broken(table) is False:
        if first_trick:
            yield "nothing is played before the first trick, so hearts are not broken"
        elif len(table.tricks):  # only known tricks have a length
            yield "hearts are not broken by the tricks that were played"


def _hand_size(rules: Rules, players: int) -> int:
    """How many cards each player is dealt."""
    return (len(rules.deck.cards(players)) - rules.deck.kitty_size(players)) // players


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
    told = (
        series(MOST_PLAYERS, counts, name, NUMBERS_BY_SEAT) if isinstance(counts, Iterable) else ()
    )
    if len(told) != players or not all(type(each) is int for each in told):
        problems.append(f"{name} must be {players} whole numbers, not {shown(told or counts)}")
    elif least is not None and min(told) < least:
        problems.append(f"{name} must be {least} or more, not {shown(told)}")
    return told


def _wrong_counts(counts: tuple[int, ...], piles: tuple[Cards, ...], most: int) -> Iterator[str]:
    """What is wrong with numbers of tricks, beside the piles and the most that there are."""
    if sum(counts) > most:
        yield f"tricks are {sum(counts)} in all, and a round has {most} at most"
    for seat, (count, pile) in enumerate(zip(counts, piles, strict=True)):
        if pile and not count:
            yield f"seat {seat} took {pile}, but no trick"


def check_rules(rules: object) -> None:
    """Refuse what is no rulebook.

    Raises:
        HeartsError: It is something else.
    """
    if not isinstance(rules, Rules):
        raise HeartsError(f"rules must be a Rules value, not {shown(rules)}")


_check_players: Final = functools.lru_cache(maxsize=256)(Rules.check_players)
"""The same answer to every question: only what is refused is looked at again."""


def players_of(rules: Rules, players: int | None) -> int:
    """The number of players as it is given, else the usual one.

    Raises:
        HeartsError: These are no rules, or none for that many.
    """
    check_rules(rules)
    if players is None:
        players = rules.usual_players
    (_check_players if type(players) is int else Rules.check_players)(rules, players)
    return players


def _players(rules: Rules, players: int | None, told_by: str, told: int | None) -> int:
    """The number of players as it is given, else as another argument tells it, else the usual."""
    if players is not None or told is None:
        return players_of(rules, players)
    try:
        rules.check_players(told)
    except RulesError as error:
        said = f" is for {told} players: "
        raise HeartsError(Argument(told_by), said, *error.args) from None
    return told


def _not_charged(rules: Rules, pack: Cards, charged: Cards) -> Iterator[str]:
    if wrong := charged.without(rules.charging.cards if rules.charging else ""):
        yield f"{wrong} cannot be charged by these rules"
    elif extra := charged - pack:
        yield f"{extra} charged more often than the pack has it"
