"""The laws of each chapter: what any rule must answer, whatever its game is."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

import attrs

from heartslib.cards import PACK, Card, Cards, from_each
from heartslib.errors import RulesError, shown
from heartslib.game import Game
from heartslib.moves import MOST_PLAYERS
from heartslib.phases import PlayPhase
from heartslib.rules import (
    Charging,
    Cycle,
    Deck,
    Ending,
    Kitty,
    Moon,
    Opening,
    Pack,
    Passing,
    PassPattern,
    Payment,
    PlayRule,
    RoundEnd,
    Rules,
    Scorer,
    ShootTheMoon,
    Showing,
    Sides,
    TotalRule,
    TrickRule,
)
from heartslib.rules.deck import dealt, shuffled
from heartslib.rules.passing import MIDDLE
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Table
from heartslib.testing.inquiry import (
    Count,
    Inquiry,
    Position,
    is_seat,
    is_text,
    is_tuple,
    is_whole,
)

COUNTS: Final = range(2, MOST_PLAYERS + 1)
"""The numbers of players that there may be."""

_ROUNDS: Final = 12
_SWAPS: Final = 12


def _none(*_: object) -> None:
    """No law."""


@attrs.frozen
class Chapter:
    """A chapter of the rulebook, and its laws.

    Attributes:
        protocol: The shape of its choices.
        put: A rulebook with a choice put into it; the number tells the places apart.
        fixed: The laws that need nothing but the rule.
        counted: Those for a number of players.
        placed: Those for a game in play.
        drawn: Those for something drawn by chance.
    """

    protocol: type[object]
    put: Callable[[Rules, Any, int], Rules]
    fixed: Callable[[Inquiry], None] = _none
    counted: Callable[[Inquiry, int], None] = _none
    placed: Callable[[Inquiry, Game], None] = _none
    drawn: Callable[[Inquiry, Rules, int, Random], None] = _none

    @property
    def is_placed(self) -> bool:
        """Whether it has laws for a game in play."""
        return self.placed is not _none


def _put(field: str) -> Callable[[Rules, Any, int], Rules]:
    return lambda rules, rule, _: attrs.evolve(rules, **{field: rule})


# Play ---------------------------------------------------------------------------------------


def _narrow(asked: Inquiry, position: Position) -> None:
    hand, playable, table = position.hand, position.playable, position.table
    assert playable is not None  # noqa: S101 - it is a place to play
    left = asked.ask("narrow", playable, hand, table, told=position)
    asked.must(
        isinstance(left, Cards),
        "`narrow` gives Cards",
        f"{asked}.narrow gave {shown(left)}:",
        position,
    )
    asked.must(
        left <= playable,
        "`narrow` gives some of what is playable",
        f"{asked}.narrow gave {left - playable}, which was not playable:",
        position,
    )
    if not left:
        return  # it is waived
    again = asked.ask("narrow", left, hand, table, told=position)
    asked.must(
        again == left,
        "narrowing twice changes nothing",
        f"{asked}.narrow gave {left}, and of these {again}:",
        position,
    )
    for card in dict.fromkeys(playable.without(left)):
        reason = asked.ask("reason", card, table, told=position)
        asked.must(
            is_text(reason),
            "`reason` is a sentence",
            f"{asked}.reason gave {shown(reason)} for {card}:",
            position,
        )


def _placed_play(asked: Inquiry, game: Game) -> None:
    phase = game.phase
    if not isinstance(phase, PlayPhase):
        return
    hand = phase.hands[phase.turn]
    untold = attrs.evolve(phase.table, tricks=())  # what `legal_plays` knows outside a game
    for table in (phase.table, untold):
        for playable in dict.fromkeys((hand, phase.legal)):
            asked.hold(_narrow, Position(game.rules, table, hand, playable))


def _put_play(rules: Rules, rule: Any, _: int) -> Rules:
    return attrs.evolve(rules, play=(*rules.play, rule))


def _leader(asked: Inquiry, game: Game, phase: PlayPhase) -> None:
    told = f"hands {' | '.join(map(str, phase.hands))}, dealer {game.dealer}"
    seat = asked.ask("leader", phase.hands, game.dealer, told=told)
    asked.must(
        is_seat(seat, game.players),
        "`leader` is a seat",
        f"{asked}.leader gave {shown(seat)}, which is no seat from 0 to {game.players - 1}:",
        told,
    )


def _placed_opening(asked: Inquiry, game: Game) -> None:
    phase = game.phase
    if isinstance(phase, PlayPhase) and not phase.table.all_played:
        asked.hold(_leader, game, phase)
    _placed_play(asked, game)


def _shows(asked: Inquiry, game: Game, phase: PlayPhase) -> None:
    hand = phase.hands[phase.turn]
    position = Position(game.rules, phase.table, hand)
    for card in dict.fromkeys(phase.legal):
        shows = asked.ask("shows", card, hand, phase.table, told=position)
        asked.must(
            isinstance(shows, bool),
            "`shows` is True or False",
            f"{asked}.shows gave {shown(shows)} for {card}:",
            position,
        )


def _placed_showing(asked: Inquiry, game: Game) -> None:
    phase = game.phase
    if isinstance(phase, PlayPhase):
        asked.hold(_shows, game, phase)


# Tricks -------------------------------------------------------------------------------------


def _drawn_trick(asked: Inquiry, rules: Rules, players: int, rng: Random) -> None:
    order = shuffled(rules.deck.cards(players), rng)
    few = rng.choice([1, 2, 3, len(order) // players]) * players
    hands, _ = dealt(order[:few], players, 0, 0)
    held = [list(hand) for hand in hands]
    table = Table.ready(rng.randrange(players), players)
    following = rng.random() < 0.8
    while any(held):
        seat = table.trick.turn
        may = [card for card in held[seat] if card.suit is table.trick.suit and following]
        card = rng.choice(may or held[seat])
        held[seat].remove(card)
        table = _after(asked, rules, table.with_card(card), len(held[seat]))


def _after(asked: Inquiry, rules: Rules, table: Table, left: int) -> Table:
    """The table when the rule has been asked about the trick on it."""
    position = Position(rules, table)
    told = f"{left} cards left in the hand, {position}"
    players, uneven = table.players, len(table.trick) % table.players
    complete = asked.ask("is_complete", table, left, told=told)
    said = f"{asked}.is_complete gave {shown(complete)}:"
    asked.must(isinstance(complete, bool), "`is_complete` is True or False", said, told)
    asked.must(
        not (complete and uneven),
        "all seats play as many cards to a trick as each other",
        said,
        told,
    )
    asked.must(
        complete or uneven or left, "a trick is complete when no cards are left to play", said, told
    )
    if not complete:
        return table
    taker = asked.ask("taker", table, left, told=told)
    said = f"{asked}.taker gave {shown(taker)}:"
    asked.must(
        taker is None or is_seat(taker, players),
        "a trick is taken by a seat that played to it, or by nobody",
        said,
        told,
    )
    asked.must(taker is not None or left, "the last trick is taken by a seat", said, told)
    return table.with_trick_taken(taker)


def _is_taken(phase: PlayPhase) -> bool:
    """Whether a trick has just been taken by somebody."""
    table = phase.table
    return bool(table.tricks) and not table.trick.cards and table.tricks[-1].taker is not None


def _is_over(asked: Inquiry, game: Game, phase: PlayPhase) -> None:
    position = Position(game.rules, phase.table)
    over = asked.ask("is_over", phase.table, game.rules.deciding_cards(game.players), told=position)
    asked.must(
        isinstance(over, bool),
        "`is_over` is True or False",
        f"{asked}.is_over gave {shown(over)}:",
        position,
    )


def _placed_end(asked: Inquiry, game: Game) -> None:
    phase = game.phase
    if isinstance(phase, PlayPhase) and _is_taken(phase):
        asked.hold(_is_over, game, phase)


def _fixed_end(asked: Inquiry) -> None:
    asked.value("claims", bool)


# The pack and the kitty ---------------------------------------------------------------------


def _counted_deck(asked: Inquiry, players: int) -> None:
    told = f"{players} players"
    cards = asked.ask("cards", players, told=told, refusable=True)
    asked.must(
        isinstance(cards, Cards),
        "`cards` gives Cards, or raises a RulesError",
        f"{asked}.cards gave {shown(cards)}:",
        told,
    )
    kitty = asked.ask("kitty_size", players, told=told, refusable=True)
    asked.must(
        is_whole(kitty) and 0 <= kitty <= len(cards) - players,
        "the kitty leaves a card for everyone",
        f"{asked}.kitty_size gave {shown(kitty)} of {len(cards)} cards:",
        told,
    )
    asked.must(
        (len(cards) - kitty) % players == 0,
        "the cards can be dealt evenly, or `cards` raises a RulesError",
        f"{asked}.cards gave {len(cards)} cards, {kitty} of them for the kitty:",
        told,
    )


def _due(asked: Inquiry, game: Game, phase: PlayPhase) -> None:
    taken, penalty = phase.table.last_taken, game.rules.penalty_cards(game.players)
    for left in (1, 2, 4):
        for is_last in (False, True):
            told = f"taken {taken}, {left} left in the kitty, is_last={is_last}"
            due = asked.ask("due", taken, left, penalty, is_last=is_last, told=told)
            said = f"{asked}.due gave {shown(due)}:"
            asked.must(
                is_whole(due) and 0 <= due <= left,
                "`due` is a number from 0 to the cards that are left",
                said,
                told,
            )
            asked.must(
                due == left or not is_last, "the last trick takes all of the kitty", said, told
            )


def _placed_kitty(asked: Inquiry, game: Game) -> None:
    phase = game.phase
    if isinstance(phase, PlayPhase) and _is_taken(phase):
        asked.hold(_due, game, phase)


def _fixed_kitty(asked: Inquiry) -> None:
    asked.value("exchanged", bool)


def _put_kitty(rules: Rules, rule: Any, place: int) -> Rules:
    packs = rules.deck.packs if isinstance(rules.deck, Pack) else 1
    deck = Pack(packs=packs, kitty=(4, 2, 1)[place % 3], left_over=True)
    has_one = any(rules.deck.kitty_size(players) for players in able(rules))
    return attrs.evolve(rules, kitty=rule, deck=rules.deck if has_one else deck)


def able(rules: Rules) -> list[int]:
    """The numbers of players by which a rulebook can be played."""
    numbers: list[int] = []
    for players in rules.players:
        with suppress(RulesError):
            rules.check_players(players)
            numbers.append(players)
    return numbers


# Passing and charging -----------------------------------------------------------------------


def _packets(asked: Inquiry, pattern: Any, players: int) -> None:
    """The law of one pattern, the rule itself or one that it gave."""
    whose = str(asked) if pattern is asked.rule else f"{shown(pattern)}, given by {asked},"
    try:
        packets = tuple(pattern.packets(players))
        places = [place for place, _ in packets]
        counts = [count for _, count in packets]
    except RulesError:
        return  # it is not for so many
    except Exception as error:  # noqa: BLE001 - the rule is anybody's
        asked.failed(error, f"{whose} packets", f"{players} players")
    said = f"{whose} gave the packets {shown(packets)}: {players} players"
    asked.must(
        all(is_seat(place, players) for place in places),
        "a packet goes 1 to players - 1 places to the left, or to the middle",
        said,
    )
    asked.must(
        all(is_whole(count) and count > 0 for count in counts), "a packet has a card at least", said
    )
    asked.must(
        len(set(places)) == len(places),
        "each seat gets one packet from each other, so that all get as many as they give",
        said,
    )
    asked.must(
        MIDDLE not in places or len(places) == 1,
        "where cards go to the middle, all that are passed do",
        said,
    )


def _counted_pattern(asked: Inquiry, players: int) -> None:
    _packets(asked, asked.rule, players)


def _put_pattern(rules: Rules, rule: Any, _: int) -> Rules:
    return attrs.evolve(rules, passing=Cycle((rule,)))


def _is_pattern(asked: Inquiry, method: str, pattern: object, players: int) -> None:
    asked.must(
        isinstance(pattern, PassPattern) and not isinstance(pattern, type),
        f"`{method}` gives patterns",
        f"{asked}.{method} gave {shown(pattern)}: {players} players",
    )
    _packets(asked, pattern, players)


def _counted_passing(asked: Inquiry, players: int) -> None:
    told = f"{players} players"
    calls = asked.ask("calls", players, told=told, refusable=True)
    asked.must(
        isinstance(calls, tuple),
        "`calls` gives a tuple",
        f"{asked}.calls gave {shown(calls)}:",
        told,
    )
    for pattern in calls:
        _is_pattern(asked, "calls", pattern, players)
    names = [pattern.name for pattern in calls]
    asked.must(
        len(set(names)) == len(names),
        "patterns to be called have names of their own",
        f"{asked}.calls gave {', '.join(names)}:",
        told,
    )
    for number in range(_ROUNDS):
        pattern = asked.ask(
            "pattern", number, players, told=f"round {number}, {told}", refusable=True
        )
        _is_pattern(asked, "pattern", pattern, players)


def _fixed_passing(asked: Inquiry) -> None:
    asked.value("optional", bool)
    asked.value("kept", Cards)


def _fixed_charging(asked: Inquiry) -> None:
    asked.value("reopens", bool)
    kinds = asked.value("cards", Cards)
    asked.must(kinds, "there is a card to be charged", f"{asked}.cards is empty")


def _drawn_charges(asked: Inquiry, _: Rules, __: int, rng: Random) -> None:
    kinds = list(asked.value("cards", Cards))
    charged = Cards(rng.sample(kinds, rng.randint(0, len(kinds))))
    told = f"charged {charged or 'nothing'}"
    most = asked.ask("most", charged, told=told)
    asked.must(
        is_whole(most) and most >= 0,
        "`most` is a number of cards",
        f"{asked}.most gave {shown(most)}:",
        told,
    )
    for card in PACK:
        factor = asked.ask("factor", card, charged, told=told)
        said = f"{asked}.factor gave {shown(factor)} for {card}:"
        asked.must(is_whole(factor) and factor >= 0, "`factor` is a whole number", said, told)
        asked.must(factor == 1 or charged, "without a charge every card counts once", said, told)


# Scoring and the moon -----------------------------------------------------------------------


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


def _lines(asked: Inquiry, told: Count, *given: Any) -> tuple[Line, ...]:
    """The lines of a scorer, a moon or a payment, each looked at."""
    lines: tuple[Any, ...] = asked.ask("lines", *given, told=told, read=tuple)
    players = told.finished.players
    for line in lines:
        said = (f"{asked}.lines gave {shown(line, 200)}:", told)
        asked.must(isinstance(line, Line), "`lines` gives Line values", *said)
        asked.must(is_seat(line.seat, players), "a line is for a seat at the table", *said)
        asked.must(is_whole(line.points), "a line has whole points", *said)
        asked.must(is_text(line.reason), "a line has a reason", *said)
    return lines


def _totals(lines: tuple[Line, ...], players: int) -> tuple[int, ...]:
    return ScoreSheet(players, lines).totals


def _fixed_scorer(asked: Inquiry) -> None:
    asked.value("counting", Cards)
    for card in PACK:
        points = asked.ask("points", card, told=card)
        asked.must(
            is_whole(points),
            "`points` is a whole number",
            f"{asked}.points gave {shown(points)} for {card}",
        )


def _drawn_scorer(asked: Inquiry, rules: Rules, players: int, rng: Random) -> None:
    finished, sheet = _finished(rules, players, rng)
    counting = asked.value("counting", Cards)
    told = Count(rules, finished, counting)
    totals = _totals(_lines(asked, told, finished, sheet), players)
    for _ in range(_SWAPS):
        told = Count(rules, finished, counting)
        one, other = rng.sample(range(players), 2)
        free = [finished.piles[seat].without(counting | finished.penalty) for seat in (one, other)]
        if not all(free):
            continue
        ours, theirs = (rng.choice(cards) for cards in free)
        piles = list(finished.piles)
        piles[one] = piles[one] - ours + theirs
        piles[other] = piles[other] - theirs + ours
        finished = attrs.evolve(finished, piles=tuple(piles))
        after = _totals(_lines(asked, told, finished, sheet), players)
        asked.must(
            after == totals,
            "cards outside `counting` change nothing",
            f"{asked}.lines gave {totals} in all, and {after} when seat {one} had taken {theirs} "
            f"in place of {ours}, and seat {other} {ours}:",
            told,
        )
    if getattr(asked.rule, "counts_tricks", True) is False:
        told = Count(rules, finished, counting)
        counts = tuple(rng.randrange(5) for _ in range(players))
        after = _totals(_lines(asked, told, attrs.evolve(finished, tricks=counts), sheet), players)
        asked.must(
            after == _totals(_lines(asked, told, finished, sheet), players),
            "a step that says `counts_tricks = False` does not ask for tricks",
            f"{asked}.lines gave {after} in all when the seats took {counts} tricks:",
            told,
        )


def _put_scorer(rules: Rules, rule: Any, place: int) -> Rules:
    if place % 2:
        return attrs.evolve(rules, bonuses=(*rules.bonuses, rule))
    return attrs.evolve(rules, scoring=(*rules.scoring, rule))


def _texts(asked: Inquiry, name: str) -> tuple[str, ...]:
    texts = asked.value(name, tuple)
    asked.must(
        all(map(is_text, texts)) and len(set(texts)) == len(texts),
        f"`{name}` are texts of which no two are the same",
        f"{asked}.{name} is {shown(texts)}",
    )
    return texts  # type: ignore[no-any-return]


def _fixed_moon(asked: Inquiry) -> None:
    _texts(asked, "choices")
    resort = _texts(asked, "resort")
    asked.must(
        len(resort) in {0, 2}, "`resort` is two choices, or none", f"{asked}.resort is {resort}"
    )


def _drawn_moon(asked: Inquiry, rules: Rules, players: int, rng: Random) -> None:
    finished, sheet = _finished(rules, players, rng)
    choice = rng.choice([None, *_texts(asked, "choices"), *_texts(asked, "resort")])
    finished = attrs.evolve(finished, choice=choice)
    told = Count(rules, finished, Cards())
    shooter = asked.ask("shooter", finished, told=told)
    asked.must(
        shooter in ((), *finished.parties),
        "`shooter` is () or the seats of one side",
        f"{asked}.shooter gave {shown(shooter)}, and the sides are {finished.parties}:",
        told,
    )
    lines = _lines(asked, told, finished, sheet)
    asked.must(
        shooter or not lines,
        "a moon that nobody shot has no lines",
        f"{asked}.lines gave '{'; '.join(map(str, lines))}':",
        told,
    )
    winners = asked.ask("winners", finished, told=told)
    said = f"{asked}.winners gave {shown(winners)}:"
    asked.must(
        is_tuple(winners) and all(is_seat(seat, players) for seat in winners),
        "`winners` are seats",
        said,
        told,
    )
    asked.must(shooter or not winners, "nobody wins by a moon that nobody shot", said, told)


def _drawn_payment(asked: Inquiry, rules: Rules, players: int, rng: Random) -> None:
    finished, sheet = _finished(rules, players, rng)
    shooter = rng.choice(finished.parties)
    _lines(asked, Count(rules, finished, Cards()), shooter, 26, finished, sheet)


def _put_payment(rules: Rules, rule: Any, _: int) -> Rules:
    return attrs.evolve(rules, moon=ShootTheMoon((rule,)))


# Sides, totals, and the end of the game -----------------------------------------------------


def _fixed_sides(asked: Inquiry) -> None:
    asked.value("pooled", bool)


def _counted_sides(asked: Inquiry, players: int) -> None:
    told = f"{players} players"
    sides = asked.ask("seats", players, told=told, refusable=True)
    said = f"{asked}.seats gave {shown(sides)}:"
    asked.must(
        is_tuple(sides) and all(map(is_tuple, sides)), "`seats` gives a tuple of tuples", said, told
    )
    seats: list[object] = [seat for side in sides for seat in side]
    asked.must(
        sorted(map(str, seats)) == sorted(map(str, range(players))),
        "every seat is in just one side",
        said,
        told,
    )
    asked.must(len(set(map(len, sides))) == 1, "all sides have as many seats", said, told)


def _drawn_total(asked: Inquiry, _: Rules, players: int, rng: Random) -> None:
    course = _course(players, rng)
    *earlier, scores = course
    before = earlier[-1] if earlier else (0,) * players
    told = f"scores {scores}, before {before}, course {tuple(earlier)}"
    after = asked.ask("adjusted", scores, before, tuple(earlier), told=told)
    asked.must(
        is_tuple(after) and len(after) == players and all(map(is_whole, after)),
        "`adjusted` is a tuple of one whole total for each seat",
        f"{asked}.adjusted gave {shown(after)}:",
        told,
    )


def _put_total(rules: Rules, rule: Any, _: int) -> Rules:
    return attrs.evolve(rules, totals=(*rules.totals, rule))


def _drawn_ending(asked: Inquiry, rules: Rules, players: int, rng: Random) -> None:
    course, sides = _course(players, rng), rules.sides.seats(players)
    told = f"course {course}, sides {sides}"
    over = asked.ask("is_over", course, sides, told=told)
    asked.must(
        isinstance(over, bool),
        "`is_over` is True or False",
        f"{asked}.is_over gave {shown(over)}:",
        told,
    )


CHAPTERS: Final = (
    Chapter(Opening, _put("opening"), placed=_placed_opening),
    Chapter(PlayRule, _put_play, placed=_placed_play),
    Chapter(Showing, _put("showing"), placed=_placed_showing),
    Chapter(TrickRule, _put("tricks"), drawn=_drawn_trick),
    Chapter(RoundEnd, _put("round_end"), fixed=_fixed_end, placed=_placed_end),
    Chapter(Kitty, _put_kitty, fixed=_fixed_kitty, placed=_placed_kitty),
    Chapter(Deck, _put("deck"), counted=_counted_deck),
    Chapter(Passing, _put("passing"), fixed=_fixed_passing, counted=_counted_passing),
    Chapter(PassPattern, _put_pattern, counted=_counted_pattern),
    Chapter(Charging, _put("charging"), fixed=_fixed_charging, drawn=_drawn_charges),
    Chapter(Scorer, _put_scorer, fixed=_fixed_scorer, drawn=_drawn_scorer),
    Chapter(Moon, _put("moon"), fixed=_fixed_moon, drawn=_drawn_moon),
    Chapter(Payment, _put_payment, drawn=_drawn_payment),
    Chapter(Sides, _put("sides"), fixed=_fixed_sides, counted=_counted_sides),
    Chapter(TotalRule, _put_total, drawn=_drawn_total),
    Chapter(Ending, _put("ending"), drawn=_drawn_ending),
)

_MORE: Final[dict[type[object], tuple[type[object], ...]]] = {
    PlayRule: (Opening,),
    Payment: (Scorer, Moon),
    Ending: (RoundEnd,),
}
"""Protocols that say less than others: what fits one of those is meant for it."""


def _members(protocol: type[object]) -> list[str]:
    return [name for name in dir(protocol) if not name.startswith("_")]


def _lacking(rule: object, protocol: type[object]) -> list[str]:
    """What a rule lacks of a shape; no attribute is asked for its value."""
    none = object()
    return [name for name in _members(protocol) if inspect.getattr_static(rule, name, none) is none]


def chapters_of(rule: object) -> list[Chapter]:
    """The chapters for which a rule has the shape."""
    fitting = {chapter.protocol for chapter in CHAPTERS if not _lacking(rule, chapter.protocol)}
    return [
        chapter
        for chapter in CHAPTERS
        if chapter.protocol in fitting and fitting.isdisjoint(_MORE.get(chapter.protocol, ()))
    ]


def nearest(rule: object) -> str:
    """For a rule of no such shape: the chapter that it comes nearest to, and what it lacks."""
    lacking = {chapter.protocol: _lacking(rule, chapter.protocol) for chapter in CHAPTERS}
    best = min(lacking, key=lambda shape: len(lacking[shape]) / len(_members(shape)))
    return f"it comes nearest to {best.__name__}, but has no {', '.join(lacking[best])}"
