"""The laws of each chapter: what any rule must answer, whatever its game is."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final, TypeAlias, get_origin, get_type_hints

import attrs

from heartslib.cards import PACK, Card, Cards, from_each
from heartslib.errors import RulesError
from heartslib.game import Game
from heartslib.moves import MOST_PLAYERS
from heartslib.phases import PlayPhase
from heartslib.rules import (
    Charging,
    Deck,
    Ending,
    Kitty,
    Moon,
    Opening,
    Passing,
    PassPattern,
    Payment,
    PlayRule,
    RoundEnd,
    Rules,
    Scorer,
    Showing,
    Sides,
    TotalRule,
    TrickRule,
)
from heartslib.rules.deck import dealt, shuffled
from heartslib.rules.passing import MIDDLE
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Table
from heartslib.testing.asking import Asked, is_seat, is_text, is_whole, narrow, words
from heartslib.testing.play import Chooser, at_random, next_state, with_care
from heartslib.testing.strategies import able

WAYS: Final[tuple[Chooser, ...]] = (at_random, with_care)
"""How games are played for a law."""

Law: TypeAlias = Callable[[Random], None]
"""Raises `Broken` where it does not hold; chance comes from what it is given."""

_COUNTS: Final = range(2, MOST_PLAYERS + 1)
"""The numbers of players that there may be."""

_ROUNDS: Final = 12
"""So many passes are looked at, and so often the cards that do not count are taken otherwise."""


# What every rule says -----------------------------------------------------------------------


def _attributes(asked: Asked, protocol: type[object]) -> None:
    """Each attribute is what the protocol says, and the name is text."""
    for name, member in vars(protocol).items():
        if isinstance(member, property):
            kind = get_type_hints(member.fget)["return"]
            asked.attribute(name, get_origin(kind) or kind)
    asked.must(is_text(asked.attribute("name", str)), "`name` is text")


def _description(asked: Asked, protocol: Any) -> None:
    """It says what it is about."""
    if protocol is Payment:
        text = asked(Payment.describe, "26")
        asked.must(is_text(text), "`describe` is the end of a sentence")
        return
    for players in _COUNTS if hasattr(protocol, "describe") else ():
        with suppress(RulesError):
            text = asked(protocol.describe, players)
            ended = is_text(text) and text.strip()[-1] in ".!?"
            nothing = text == "" and protocol is RoundEnd
            asked.must(ended or nothing, "`describe` gives sentences, each with a full stop")


# For a number of players --------------------------------------------------------------------


def _deck(asked: Asked, players: int) -> None:
    cards = asked(Deck.cards, players)
    asked.must(isinstance(cards, Cards), "`cards` gives Cards, or raises a RulesError")
    kitty = asked(Deck.kitty_size, players)
    left = len(cards) - kitty if is_whole(kitty) and kitty >= 0 else 0
    asked.must(left >= players, "the kitty leaves a card for everyone")
    asked.must(left % players == 0, "the cards can be dealt evenly, or `cards` raises a RulesError")


def _pattern(asked: Asked, players: int) -> None:
    packets = asked(PassPattern.packets, players)
    places = [place for place, _ in packets]
    asked.must(
        all(is_seat(place, players) for place in places),
        "a packet goes 1 to players - 1 places to the left, or to the middle",
    )
    filled = all(is_whole(count) and count > 0 for _, count in packets)
    asked.must(filled, "a packet has a card at least")
    asked.must(
        len(set(places)) == len(places),
        "each seat gets one packet from each other, so that all get as many as they give",
    )
    asked.must(
        places == [MIDDLE] or MIDDLE not in places,
        "where cards go to the middle, all that are passed do",
    )


def _passing(asked: Asked, players: int) -> None:
    def are_patterns(method: str, *given: object) -> None:
        for pattern in given:
            fits = isinstance(pattern, PassPattern) and not isinstance(pattern, type)
            asked.must(fits, f"`{method}` gives patterns")
            with suppress(RulesError):
                _pattern(Asked(pattern, f"given by {asked}"), players)

    calls = asked(Passing.calls, players)
    asked.must(isinstance(calls, tuple), "`calls` gives a tuple")
    are_patterns("calls", *calls)
    names = {pattern.name for pattern in calls}
    asked.must(len(names) == len(calls), "patterns to be called have names of their own")
    for number in range(_ROUNDS):
        are_patterns("pattern", asked(Passing.pattern, number, players))


def _sides(asked: Asked, players: int) -> None:
    sides = asked(Sides.seats, players)
    tuples = isinstance(sides, tuple) and all(isinstance(side, tuple) for side in sides)
    asked.must(tuples, "`seats` gives a tuple of tuples")
    seats = sorted(str(seat) for side in sides for seat in side)
    asked.must(seats == sorted(map(str, range(players))), "every seat is in just one side")
    asked.must(len(set(map(len, sides))) == 1, "all sides have as many seats")


# In a game ----------------------------------------------------------------------------------


def _play(asked: Asked, _: Game, phase: PlayPhase) -> None:
    hand = phase.hands[phase.turn]
    untold = attrs.evolve(phase.table, tricks=())  # what `legal_plays` knows outside a game
    for table in (phase.table, untold):
        for playable in dict.fromkeys((hand, phase.legal)):
            left = asked(narrow, playable, hand, table)
            asked.must(isinstance(left, Cards), "`narrow` gives Cards")
            asked.must(left <= playable, "`narrow` gives some of what is playable")
            if left:  # else it is waived
                again = asked(narrow, left, hand, table)
                asked.must(again == left, "narrowing twice changes nothing")
                for card in dict.fromkeys(playable.without(left)):
                    reason = asked(PlayRule.reason, card, table)
                    asked.must(is_text(reason), "`reason` is a sentence")


def _opening(asked: Asked, game: Game, phase: PlayPhase) -> None:
    if not phase.table.all_played:
        seat = asked(Opening.leader, phase.hands, game.dealer)
        asked.must(is_seat(seat, game.players), "`leader` is a seat")
    _play(asked, game, phase)


def _showing(asked: Asked, _: Game, phase: PlayPhase) -> None:
    for card in dict.fromkeys(phase.legal):
        shows = asked(Showing.shows, card, phase.hands[phase.turn], phase.table)
        asked.must(isinstance(shows, bool), "`shows` is True or False")


def _is_taken(table: Table) -> bool:
    """Whether a trick has just been taken by somebody."""
    return bool(table.tricks) and not table.trick.cards and table.tricks[-1].taker is not None


def _round_end(asked: Asked, game: Game, phase: PlayPhase) -> None:
    if _is_taken(phase.table):
        over = asked(RoundEnd.is_over, phase.table, game.rules.deciding_cards(game.players))
        asked.must(isinstance(over, bool), "`is_over` is True or False")


def _kitty(asked: Asked, game: Game, phase: PlayPhase) -> None:
    taken, penalty = phase.table, game.rules.penalty_cards(game.players)
    for left in (1, 2, 4) if _is_taken(taken) else ():
        for last in (False, True):
            due = asked(Kitty.due, taken.last_taken, left, penalty, is_last=last)
            within = is_whole(due) and 0 <= due <= left
            asked.must(within, "`due` is a number from 0 to the cards that are left")
            asked.must(due == left or not last, "the last trick takes all of the kitty")


# By chance ----------------------------------------------------------------------------------


def _tricks(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    order = shuffled(rules.deck.cards(players), rng)
    few = rng.choice([1, 2, 3, len(order) // players]) * players
    held = [list(hand) for hand in dealt(order[:few], players, 0, 0)[0]]
    table = Table.ready(rng.randrange(players), players)
    follows = rng.random() < 0.8
    while any(held):
        hand = held[table.trick.turn]
        card = rng.choice([c for c in hand if follows and c.suit is table.trick.suit] or hand)
        hand.remove(card)
        table, left = table.with_card(card), len(hand)
        complete, uneven = asked(TrickRule.is_complete, table, left), len(table.trick) % players
        asked.must(isinstance(complete, bool), "`is_complete` is True or False")
        even = not (complete and uneven)
        asked.must(even, "all seats play as many cards to a trick as each other")
        ends = complete or uneven or left
        asked.must(ends, "a trick is complete when no cards are left to play")
        if complete:
            taker = asked(TrickRule.taker, table, left)
            known = taker is None or is_seat(taker, players)
            asked.must(known, "a trick is taken by a seat that played to it, or by nobody")
            asked.must(taker is not None or left, "the last trick is taken by a seat")
            table = table.with_trick_taken(taker)


def _charging(asked: Asked, _: Rules, __: int, rng: Random) -> None:
    kinds = list(asked.attribute("cards", Cards))
    asked.must(kinds, "there is a card to be charged")
    charged = Cards(rng.sample(kinds, rng.randint(0, len(kinds))))
    most = asked(Charging.most, charged)
    asked.must(is_whole(most) and most >= 0, "`most` is a number of cards")
    for card in PACK:
        factor = asked(Charging.factor, card, charged)
        asked.must(is_whole(factor) and factor >= 0, "`factor` is a whole number")
        asked.must(factor == 1 or charged, "without a charge every card counts once")


def _finished(rules: Rules, players: int, rng: Random) -> tuple[Finished, ScoreSheet]:
    """A round in which chance took the cards, now and then all to one seat; and its sheet."""
    way, lucky = rng.randrange(4), rng.randrange(players)
    penalty = rules.penalty_cards(players)
    piles: list[list[Card]] = [[] for _ in range(players)]
    for card in rules.deck.cards(players):
        all_his = way == 0 or (way == 1 and card in penalty)
        piles[lucky if all_his else rng.randrange(players)].append(card)
    kinds = list(rules.charging.cards) if rules.charging else []
    course = _course(players, rng)
    finished = rules.finished(
        tuple(map(from_each, piles)),
        rng.choice([None, *rules.moon.choices, *rules.moon.resort]),
        charged=Cards(rng.sample(kinds, rng.randint(0, len(kinds)))),
        scores=course[-1],
        course=course,
    )
    sheet = ScoreSheet(players, pooled=finished.sides if finished.pooled else ())
    for scorer in rules.scoring:
        sheet = sheet.with_lines(tuple(scorer.lines(finished, sheet)))
    return finished, sheet


def _course(players: int, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Scores after some rounds."""
    course = [(0,) * players]
    for _ in range(rng.randint(0, 5)):
        course.append(tuple(score + rng.randint(-10, 30) for score in course[-1]))
    return tuple(course[1:] or course)


def _lines(asked: Asked, of: Callable[..., object], players: int, *given: object) -> ScoreSheet:
    """The lines of a scorer, a moon or a payment, each looked at."""
    lines = asked(of, *given)
    for line in lines:
        asked.must(isinstance(line, Line), "`lines` gives Line values")
        asked.must(is_seat(line.seat, players), "a line is for a seat at the table")
        asked.must(is_whole(line.points), "a line has whole points")
        asked.must(is_text(line.reason), "a line has a reason")
    return ScoreSheet(players, lines)


def _scorer(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    for card in PACK:
        asked.must(is_whole(asked(Scorer.points, card)), "`points` is a whole number")
    finished, sheet = _finished(rules, players, rng)

    def totals(**changes: Any) -> tuple[int, ...]:
        changed = attrs.evolve(finished, **changes)
        return _lines(asked, Scorer.lines, players, changed, sheet).totals

    before = totals()
    but = f"but {before} in all with the piles {words(finished.piles)}"
    counting = finished.penalty | asked.attribute("counting", Cards)
    others = [pile.without(counting) for pile in finished.piles]
    chance = Random(rng.getrandbits(32))  # noqa: S311 - to be repeatable
    for _ in range(_ROUNDS):
        order = iter(shuffled(sum(others, Cards()), chance))
        mixed = [from_each(islice(order, len(cards))) for cards in others]
        piles = tuple(map(operator.add, map(operator.sub, finished.piles, others), mixed))
        same = totals(piles=piles) == before
        asked.must(same, "cards outside `counting` change nothing", but)
    if getattr(asked.rule, "counts_tricks", True) is False:
        counts = tuple(rng.randrange(5) for _ in range(players))
        same = totals(tricks=counts) == before
        law = "a step that says `counts_tricks = False` does not ask for tricks"
        asked.must(same, law, f"but {before} in all where the seats took {counts} tricks")


def _moon(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    texts: list[str] = []
    for name in ("choices", "resort"):
        texts += (each := asked.attribute(name, tuple))
        distinct = all(map(is_text, each)) and len(set(each)) == len(each)
        asked.must(distinct, f"`{name}` are texts of which no two are the same")
    asked.must(len(each) in {0, 2}, "`resort` is two choices, or none")
    finished, sheet = _finished(rules, players, rng)
    finished = attrs.evolve(finished, choice=rng.choice([None, *texts]))
    shooter = asked(Moon.shooter, finished)
    known = shooter in ((), *finished.parties)
    asked.must(
        known, "`shooter` is () or the seats of one side", f"the sides are {finished.parties}"
    )
    lines = _lines(asked, Moon.lines, players, finished, sheet).lines
    asked.must(shooter or not lines, "a moon that nobody shot has no lines")
    winners = asked(Moon.winners, finished)
    seats = isinstance(winners, tuple) and all(is_seat(seat, players) for seat in winners)
    asked.must(seats, "`winners` are seats")
    asked.must(shooter or not winners, "nobody wins by a moon that nobody shot")


def _payment(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    finished, sheet = _finished(rules, players, rng)
    shooter = rng.choice(finished.parties)
    _lines(asked, Payment.lines, players, shooter, 26, finished, sheet)


def _total(asked: Asked, _: Rules, players: int, rng: Random) -> None:
    *earlier, scores = _course(players, rng)
    before = earlier[-1] if earlier else (0,) * players
    after = asked(TotalRule.adjusted, scores, before, tuple(earlier))
    each = isinstance(after, tuple) and len(after) == players and all(map(is_whole, after))
    asked.must(each, "`adjusted` is a tuple of one whole total for each seat")


def _ending(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    over = asked(Ending.is_over, _course(players, rng), rules.sides.seats(players))
    asked.must(isinstance(over, bool), "`is_over` is True or False")


_COUNTED: Final[dict[type[object], Callable[[Asked, int], None]]] = {
    Deck: _deck,
    Passing: _passing,
    PassPattern: _pattern,
    Sides: _sides,
}
"""The laws for a number of players."""

_PLAYED: Final[dict[type[object], Callable[[Asked, Game, PlayPhase], None]]] = {
    Opening: _opening,
    PlayRule: _play,
    Showing: _showing,
    RoundEnd: _round_end,
    Kitty: _kitty,
}
"""The laws for a game in play."""

_DRAWN: Final[dict[type[object], Callable[[Asked, Rules, int, Random], None]]] = {
    TrickRule: _tricks,
    Charging: _charging,
    Scorer: _scorer,
    Moon: _moon,
    Payment: _payment,
    TotalRule: _total,
    Ending: _ending,
}
"""The laws for something drawn by chance."""


def laws_of(asked: Asked, protocol: Any, bases: list[Rules]) -> Iterator[Law]:
    """The laws of a chapter.

    Args:
        asked: The rule.
        protocol: The chapter, by the shape of its choices.
        bases: The rulebooks whose rounds are played.
    """

    def counted(_: Random) -> None:
        for players in _COUNTS:
            with suppress(RulesError):
                _COUNTED[protocol](asked, players)

    def drawn(rng: Random) -> None:
        _DRAWN[protocol](asked, *_table(asked, bases, rng), rng)

    def played(rng: Random) -> None:
        game = Game.new(*_table(asked, bases, rng))
        choose, chance = rng.choice(WAYS), Random(rng.getrandbits(32))  # noqa: S311 - repeatable
        while game.phase.name != "score":
            look(asked, protocol, game)
            game = next_state(game, choose, chance)

    yield lambda _: _attributes(asked, protocol)
    yield lambda _: _description(asked, protocol)
    for laws, law in ((_COUNTED, counted), (_DRAWN, drawn), (_PLAYED, played)):
        if protocol in laws:
            yield law


def _table(asked: Asked, bases: list[Rules], rng: Random) -> tuple[Rules, int]:
    """A rulebook, and a number of players."""
    rules = rng.choice(bases)
    players = rng.choice(able(rules))
    asked.where = f"{rules.name} with {players} players"
    return rules, players


def look(asked: Asked, protocol: type[object], game: Game) -> None:
    """Hold a rule to the laws for a game in play."""
    if isinstance(game.phase, PlayPhase) and protocol in _PLAYED:
        _PLAYED[protocol](asked, game, game.phase)
