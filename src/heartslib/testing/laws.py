"""The laws of each chapter: what every rule must answer, in any game."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import attrs

from heartslib import rules as chapters
from heartslib.cards import PACK, Card, Cards, from_each
from heartslib.errors import RulesError
from heartslib.game import Game
from heartslib.moves import MOST_PLAYERS
from heartslib.phases import PlayPhase
from heartslib.rules import Needs, Rules, Taken, Term
from heartslib.rules._checks import members_of
from heartslib.rules.count import counted, lines_of
from heartslib.rules.deck import dealt, shuffled
from heartslib.rules.passing import MIDDLE
from heartslib.rules.play import misstated
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Table, Trick
from heartslib.testing.asking import (
    Asked,
    Broken,
    Law,
    is_seat,
    is_text,
    is_tuple,
    is_whole,
    narrow,
    words,
)
from heartslib.testing.play import Chooser, at_random, next_state, with_care
from heartslib.testing.strategies import able

WAYS: Final[tuple[Chooser, ...]] = (at_random, with_care)
"""How moves are chosen in games that test a law."""

_COUNTS: Final = range(2, MOST_PLAYERS + 1)
_ROUNDS: Final = 12
"""How many passes are checked, and how often the cards that do not count are redistributed."""


def laws_of(asked: Asked, protocol: type[object], bases: list[Rules]) -> Iterator[Law]:
    """The laws of a chapter; rounds to test them are played by the rulebooks in `bases`."""

    def table(rng: Random) -> tuple[Rules, int]:
        rules = rng.choice(bases)
        players = rng.choice(able(rules))
        asked.where = f"{rules.name} with {players} players"
        return rules, players

    def counted(_: Random) -> None:
        for players in _COUNTS:
            with suppress(RulesError):
                _COUNTED[protocol](asked, players)

    def drawn(rng: Random) -> None:
        _DRAWN[protocol](asked, *table(rng), rng)

    def played(rng: Random) -> None:
        game = Game.new(*table(rng))
        choose, chance = rng.choice(WAYS), Random(rng.getrandbits(32))  # noqa: S311 - repeatable
        while game.phase.name != "score":
            look(asked, protocol, game)
            game = next_state(game, choose, chance)

    yield lambda _: _attributes(asked, protocol)
    yield lambda _: _description(asked, protocol)
    for laws, law in ((_COUNTED, counted), (_DRAWN, drawn), (_PLAYED, played)):
        if protocol in laws:
            yield law


def look(asked: Asked, protocol: type[object], game: Game) -> None:
    """Check the laws of a rule in a game that is in the play."""
    if isinstance(game.phase, PlayPhase) and protocol in _PLAYED:
        _PLAYED[protocol](asked, game, game.phase)


# What every rule says -----------------------------------------------------------------------


@functools.cache
def _kinds(protocol: Any) -> dict[str, tuple[type, ...]]:
    """The attributes of a protocol, each with the types that it may have."""
    hints = get_type_hints(protocol)
    for name in members_of(protocol):
        member = getattr(protocol, name, None)
        if isinstance(member, property):
            hints[name] = get_type_hints(member.fget)["return"]
    kinds = {
        name: get_args(hint) if isinstance(hint, UnionType) else (hint,)
        for name, hint in hints.items()
    }
    return {name: tuple(get_origin(kind) or kind for kind in of) for name, of in kinds.items()}


def _attributes(asked: Asked, protocol: Any) -> None:
    for name, kinds in _kinds(protocol).items():
        asked.attribute(name, *kinds)
    asked.must(is_text(asked.attribute("name", str)), "`name` is text")
    if protocol in {chapters.PlayRule, chapters.Opening} and (wrong := misstated(asked.rule)):
        raise Broken(f"a restriction has `clauses` or `narrow`: {wrong}")


def _description(asked: Asked, protocol: Any) -> None:
    if protocol is chapters.Payment:
        text = asked(protocol.describe, "26")
        asked.must(is_text(text), "`describe` is the end of a sentence")
        return
    for players in _COUNTS if hasattr(protocol, "describe") else ():
        with suppress(RulesError):
            text = asked(protocol.describe, players)
            ended = is_text(text) and text.strip()[-1] in ".!?"
            nothing = text == "" and protocol in {chapters.RoundEnd, chapters.Dealer}
            asked.must(ended or nothing, "`describe` returns sentences with full stops")


# For a number of players --------------------------------------------------------------------


def _deck(asked: Asked, players: int) -> None:
    cards = asked(chapters.Deck.cards, players)
    asked.must(isinstance(cards, Cards), "`cards` returns Cards, or raises a RulesError")
    kitty = asked(chapters.Deck.kitty_size, players)
    left = len(cards) - kitty if is_whole(kitty) and kitty >= 0 else 0
    asked.must(left >= players, "the kitty leaves a card for everyone")
    asked.must(left % players == 0, "the cards can be dealt evenly, or `cards` raises a RulesError")


def _pattern(asked: Asked, players: int) -> None:
    packets = asked(chapters.PassPattern.packets, players)
    places = [place for place, _ in packets]
    near = all(is_seat(place, players) for place in places)
    asked.must(near, "a packet goes 1 to players - 1 places to the left, or to the middle")
    filled = all(is_whole(count) and count > 0 for _, count in packets)
    asked.must(filled, "a packet has at least one card")
    once = len(set(places)) == len(places)
    asked.must(
        once, "two packets never go to the same place, so each seat gets as many as it gives"
    )
    all_mixed = MIDDLE not in places or places == [MIDDLE]
    asked.must(all_mixed, "if any passed cards go to the middle, all do")


def _passing(asked: Asked, players: int) -> None:
    def are_patterns(method: str, *given: object) -> None:
        for pattern in given:
            fits = isinstance(pattern, chapters.PassPattern) and not isinstance(pattern, type)
            asked.must(fits, f"`{method}` returns patterns")
            with suppress(RulesError):
                _pattern(Asked(pattern, f"given by {asked}"), players)

    calls = asked(chapters.Passing.calls, players)
    asked.must(is_tuple(calls), "`calls` returns a tuple")
    are_patterns("calls", *calls)
    names = {pattern.name for pattern in calls}
    asked.must(len(names) == len(calls), "no two patterns to call have the same name")
    for number in range(_ROUNDS):
        are_patterns("pattern", asked(chapters.Passing.pattern, number, players))


def _sides(asked: Asked, players: int) -> None:
    sides = asked(chapters.Sides.seats, players)
    tuples = is_tuple(sides) and all(map(is_tuple, sides))
    asked.must(tuples, "`seats` returns a tuple of tuples")
    seats = sorted(str(seat) for side in sides for seat in side)
    asked.must(seats == sorted(map(str, range(players))), "every seat is in exactly one side")
    asked.must(len(set(map(len, sides))) == 1, "all sides have the same number of seats")


# In a game ----------------------------------------------------------------------------------


def _play(asked: Asked, _: Game, phase: PlayPhase) -> None:
    hand = phase.hands[phase.turn]
    bare = attrs.evolve(phase.table, tricks=())  # what `legal_plays` knows outside a game
    for table in (phase.table, bare):
        for playable in dict.fromkeys((hand, phase.legal)):
            left = asked(narrow, playable, hand, table)
            asked.must(isinstance(left, Cards), "`narrow` returns Cards")
            more = left - playable
            asked.must(not more, "`narrow` returns only playable cards", f"with {more} as well")
            if left:  # else it is waived
                again = asked(narrow, left, hand, table)
                asked.must(again == left, "narrowing twice changes nothing")
                for card in dict.fromkeys(playable.without(left)):
                    reason = asked(chapters.PlayRule.reason, card, table)
                    asked.must(is_text(reason), "`reason` is a sentence")


def _opening(asked: Asked, game: Game, phase: PlayPhase) -> None:
    if not phase.table.all_played:
        seat = asked(chapters.Opening.leader, phase.hands, game.dealer)
        asked.must(is_seat(seat, game.players), "`leader` is a seat")
    _play(asked, game, phase)


def _showing(asked: Asked, _: Game, phase: PlayPhase) -> None:
    for card in dict.fromkeys(phase.legal):
        shows = asked(chapters.Showing.shows, card, phase.hands[phase.turn], phase.table)
        asked.must(isinstance(shows, bool), "`shows` is True or False")


def _is_taken(table: Table) -> bool:
    """Whether a trick has just been taken by somebody."""
    return bool(table.tricks) and not table.trick.cards and table.tricks[-1].taker is not None


def _round_end(asked: Asked, game: Game, phase: PlayPhase) -> None:
    if _is_taken(phase.table):
        counting = game.in_force.deciding_cards(game.players)
        over = asked(chapters.RoundEnd.is_over, phase.table, counting)
        asked.must(isinstance(over, bool), "`is_over` is True or False")


def _kitty(asked: Asked, game: Game, phase: PlayPhase) -> None:
    if _is_taken(phase.table):
        taken, penalty = phase.table.last_taken, game.in_force.penalty_cards(game.players)
        for left, last in ((1, False), (1, True), (2, False), (2, True), (4, False), (4, True)):
            due = asked(chapters.Kitty.due, taken, left, penalty, is_last=last)
            within = is_whole(due) and 0 <= due <= left
            asked.must(within, "`due` is a number from 0 to the number of cards left")
            asked.must(due == left or not last, "the last trick takes all the rest of the kitty")


# By chance ----------------------------------------------------------------------------------


def _tricks(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    chance = Random(rng.getrandbits(32))  # noqa: S311 - to be repeatable
    order = shuffled(rules.deck.cards(players), chance)
    few = rng.choice([1, 2, 3, len(order) // players]) * players
    held = [list(hand) for hand in dealt(order[:few], players, 0, 0)[0]]
    table = Table.ready(rng.randrange(players), players)
    follows = rng.choice([True, True, True, True, False])
    while any(held):
        hand = held[table.trick.turn]
        suit = [card for card in hand if follows and card.suit is table.trick.suit]
        hand.remove(card := chance.choice(suit or hand))
        table, left = table.with_card(card), len(hand)
        complete = asked(chapters.TrickRule.is_complete, table, left)
        uneven = len(table.trick) % players
        asked.must(isinstance(complete, bool), "`is_complete` is True or False")
        even = not (complete and uneven)
        asked.must(even, "all seats play the same number of cards to a trick")
        ends = complete or uneven or left
        asked.must(ends, "a trick is complete when no cards are left to play")
        if complete:
            taker = asked(chapters.TrickRule.taker, table, left)
            known = taker is None or is_seat(taker, players)
            asked.must(known, "a trick is taken by a seat that played to it, or by nobody")
            asked.must(taker is not None or left, "the last trick is taken by a seat")
            table = table.with_trick_taken(taker)


def _charging(asked: Asked, _: Rules, __: int, rng: Random) -> None:
    kinds = list(asked.attribute("cards", Cards))
    asked.must(kinds, "`cards` has at least one card")
    charged = Cards(rng.sample(kinds, rng.randint(0, len(kinds))))
    most = asked(chapters.Charging.most, charged)
    asked.must(is_whole(most) and most >= 0, "`most` is a number of cards")
    for card in PACK:
        factor = asked(chapters.Charging.factor, card, charged)
        asked.must(is_whole(factor) and factor >= 0, "`factor` is a whole number")
        asked.must(factor == 1 or charged, "without a charge every card counts once")


def _finished(rules: Rules, players: int, rng: Random) -> tuple[Finished, ScoreSheet]:
    """A round with its cards taken at random, sometimes all by one seat; and its sheet."""
    now = rng.choice(rules.rulebooks).in_force
    way, lucky = rng.randrange(4), rng.randrange(players)
    penalty = now.penalty_cards(players)
    piles: list[list[Card]] = [[] for _ in range(players)]
    for card in now.deck.cards(players):
        to_one = way == 0 or (way == 1 and card in penalty)
        piles[lucky if to_one else rng.randrange(players)].append(card)
    kinds = list(now.charging.cards) if now.charging else []
    course = _course(players, rng)
    tricks = [
        Trick(seat, players, tuple(pile[first : first + players]), taker=seat)
        for seat, pile in enumerate(piles)
        for first in range(0, len(pile), players)
    ]
    finished = now.finished(
        tuple(map(from_each, piles)),
        rng.choice([None, *now.moon.choices, *now.moon.resort]),
        charged=Cards(rng.sample(kinds, rng.randint(0, len(kinds)))),
        scores=course[-1],
        course=course,
        tricks=tuple(tricks),
    )
    sheet = ScoreSheet(players, pooled=finished.sides if finished.pooled else ())
    return finished, counted(now.scoring, Taken(finished), finished, sheet)


def _course(players: int, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Scores after some rounds."""
    course = [(0,) * players]
    for _ in range(rng.randint(0, 5)):
        course.append(tuple(score + rng.randint(-10, 30) for score in course[-1]))
    return tuple(course[1:] or course)


def _lines(asked: Asked, players: int, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
    """The lines of a step or of a moon, each checked."""
    lines: tuple[Any, ...] = asked(lines_of, finished, sheet)
    for line in lines:
        asked.must(isinstance(line, Line), "`lines` returns Line values")
        asked.must(is_seat(line.seat, players), "a line is for a seat at the table")
        asked.must(is_whole(line.points), "a line has whole points")
        asked.must(is_text(line.reason), "a line has a reason")
    return lines


def _moved(piles: tuple[Cards, ...], card: Card) -> tuple[Cards, ...]:
    """The piles after a card has gone from its pile to the next one."""
    seat = next(seat for seat, pile in enumerate(piles) if card in pile)
    after = [*piles]
    after[seat] -= card
    after[(seat + 1) % len(piles)] += card
    return tuple(after)


def _step(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    needs: Needs = asked.attribute("needs", Needs)
    finished, sheet = _finished(rules, players, rng)

    def totals(**changes: Any) -> tuple[int, ...]:
        lines = _lines(asked, players, attrs.evolve(finished, **changes), sheet)
        return ScoreSheet(players, lines).totals

    before = totals()
    others = [pile.without(finished.penalty | needs.cards) for pile in finished.piles]
    chance = Random(rng.getrandbits(32))  # noqa: S311 - to be repeatable
    but = f"but {before} in all with the piles {words(finished.piles)}"
    for _ in range(_ROUNDS):
        order = iter(shuffled(sum(others, Cards()), chance))
        mixed = [from_each(islice(order, len(cards))) for cards in others]
        piles = tuple(map(operator.add, map(operator.sub, finished.piles, others), mixed))
        if totals(piles=piles) == before:
            continue
        moved = ((card, _moved(finished.piles, card)) for card in sum(others, Cards()))
        which = from_each(card for card, after in moved if totals(piles=after) != before)
        totals(piles=piles)  # asked last, so that the message has it
        alone = f"; a change with {which} alone" if which else ""
        asked.must(False, "cards outside `needs.cards` change nothing", f"{but}{alone}")
    if not needs.tricks:
        counts = tuple(rng.randrange(5) for _ in range(players))
        same = totals(trick_counts=counts) == before
        law = "a step with `needs.tricks` False does not depend on tricks"
        asked.must(same, law, f"where the seats took {counts} tricks, but {before} in all before")


def _moon(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    names: list[tuple[str, ...]] = []
    for name in ("choices", "resort"):
        names.append(asked.attribute(name, tuple))
        distinct = all(map(is_text, names[-1])) and len(set(names[-1])) == len(names[-1])
        asked.must(distinct, f"`{name}` are strings, all different")
    asked.must(len(names[-1]) in {0, 2}, "`resort` is two choices, or none")
    finished, sheet = _finished(rules, players, rng)
    taken = Taken(attrs.evolve(finished, choice=rng.choice([None, *sum(names, ())])))
    shot = [side for side in finished.sides if asked(chapters.Moon.shot, taken, side)]
    asked.must(len(shot) < 2, "one side at most has `shot` the moon", f"sides {finished.sides}")
    shooter = shot[0] if shot else ()
    finished = attrs.evolve(finished, shooter=shooter)
    lines = _lines(asked, players, finished, sheet)
    asked.must(shooter or not lines, "a moon that nobody shot has no lines")
    winners = asked(chapters.Moon.winners, finished)
    seats = is_tuple(winners) and all(is_seat(seat, players) for seat in winners)
    asked.must(seats, "`winners` are seats")
    asked.must(shooter or not winners, "a moon that nobody shot has no winners")


def _payment(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    finished, _ = _finished(rules, players, rng)
    terms = asked(chapters.Payment.terms, Taken(finished), rng.choice(finished.sides), 26)
    for term in terms:
        asked.must(isinstance(term, Term), "`terms` yields Term values")
        asked.must(set(term.seats) <= set(range(players)), "a term is for seats at the table")
        asked.must(is_whole(term.points), "a term has whole points")
        asked.must(is_text(term.why), "a term has a reason")


def _total(asked: Asked, _: Rules, players: int, rng: Random) -> None:
    *earlier, scores = _course(players, rng)
    before = earlier[-1] if earlier else (0,) * players
    after = asked(chapters.TotalRule.adjusted, scores, before, tuple(earlier))
    each = is_tuple(after) and len(after) == players and all(map(is_whole, after))
    asked.must(each, "`adjusted` is a tuple of one whole total for each seat")


def _ending(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    course = _course(players, rng)
    over = asked(chapters.Ending.is_over, course, rules.sides.seats(players))
    asked.must(isinstance(over, bool), "`is_over` is True or False")


def _dealer(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    piles: list[list[Card]] = [[] for _ in range(players)]
    for card in rules.deck.cards(players):
        rng.choice(piles).append(card)
    taken = tuple(map(from_each, piles))
    after = asked(chapters.Dealer.next_dealer, rng.randrange(players), rng.randint(1, 30), taken)
    asked.must(is_seat(after, players), "`next_dealer` is a seat at the table")


def _contracts(asked: Asked, rules: Rules, players: int, rng: Random) -> None:
    names = {each.name for each in asked.attribute("choices", tuple)}
    earlier: list[tuple[int, str | None]] = []
    dealer, taken = rng.randrange(players), (Cards(),) * players
    for number in range(1, rng.randint(2, 30)):
        left = asked(chapters.Contracts.left, dealer, tuple(earlier))
        known = is_tuple(left) and bool(left) and len(set(left)) == len(left) and names >= {*left}
        asked.must(known, "`left` are names of contracts, at least one, all different")
        earlier.append((dealer, rng.choice([*left, None])))
        dealer = rules.dealer.next_dealer(dealer, number, taken)


_COUNTED: Final[dict[type[object], Callable[[Asked, int], None]]] = {
    chapters.Deck: _deck,
    chapters.Passing: _passing,
    chapters.PassPattern: _pattern,
    chapters.Sides: _sides,
}
_PLAYED: Final[dict[type[object], Callable[[Asked, Game, PlayPhase], None]]] = {
    chapters.Opening: _opening,
    chapters.PlayRule: _play,
    chapters.Showing: _showing,
    chapters.RoundEnd: _round_end,
    chapters.Kitty: _kitty,
}
_DRAWN: Final[dict[type[object], Callable[[Asked, Rules, int, Random], None]]] = {
    chapters.Dealer: _dealer,
    chapters.Contracts: _contracts,
    chapters.TrickRule: _tricks,
    chapters.Charging: _charging,
    chapters.Step: _step,
    chapters.Moon: _moon,
    chapters.Payment: _payment,
    chapters.TotalRule: _total,
    chapters.Ending: _ending,
}
