"""The laws of each chapter: what every rule must answer, in any game.

The library asks a rule in its own game, and far from it: on deals that may never come, for printing, for other
numbers of players, in the kernel.  Nobody would see there that an answer makes no sense.  So the laws ask
for all that the library relies on without a check of its own, in three ways: for each number of
players (`_BY_NUMBER`), while games are played (`_IN_THE_PLAY`), and on rounds made up by chance (`_BY_CHANCE`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from inspect import signature
from itertools import islice
from random import Random
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import attrs

from heartslib._values.arguments import MOST_PLAYERS
from heartslib._values.seats import for_each
from heartslib.cards import PACK, Card, Cards, from_each
from heartslib.errors import RulesError
from heartslib.game import Game
from heartslib.phases import PlayPhase
from heartslib.rules import (
    Charging,
    Contracts,
    Dealer,
    Deck,
    Ending,
    Kitty,
    Moon,
    Needs,
    Opening,
    Passing,
    PassPattern,
    Payment,
    PlayRule,
    RoundEnd,
    Rules,
    Showing,
    Sides,
    Step,
    TableRules,
    Taken,
    Term,
    TotalRule,
    TrickRule,
)
from heartslib.rules.book.chapters import unsound
from heartslib.rules.counting.terms import counted, lines_of
from heartslib.rules.deck import dealt, shuffled
from heartslib.rules.passing import MIDDLE
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Settled, Table, Trick
from heartslib.testing.asking import Asker, Broken, Law, words
from heartslib.testing.play import at_random, next_state, with_care
from heartslib.testing.strategies import able
from heartslib.words import listed

WAYS = (at_random, with_care)
"""Ways to choose moves: some positions come of careful play only, others of silly play."""


def laws_of(ask: Asker, bases: list[Rules]) -> Iterator[Law]:
    """The laws of a chapter; cases to test them are made by the rulebooks in `bases`."""

    def by_chance(rng: Random) -> None:
        rules = rng.choice(bases)
        players = rng.choice(able(rules))
        ask.where = f"{rules.name} with {players} players"
        if ask.base in _BY_CHANCE:
            _BY_CHANCE[ask.base](ask, rules.at(players), rng)
            return
        game = Game.new(rules, players)
        choose = rng.choice(WAYS)
        chance = repeatable(rng)
        while game.phase.name != "score":
            look(ask, game)
            game = next_state(game, choose, chance)

    yield partial(_attributes, ask)
    yield partial(_arguments, ask)
    if ask.base not in {PassPattern, Payment}:
        yield partial(_for_each_number, _description, ask)
    by_number = _BY_NUMBER.get(ask.base)
    yield partial(_for_each_number, by_number, ask) if by_number else by_chance


def look(ask: Asker, game: Game) -> None:
    """Check the laws of a rule in a game that is in the play."""
    if isinstance(game.phase, PlayPhase) and ask.base in _IN_THE_PLAY:
        _IN_THE_PLAY[ask.base](ask, game, game.phase)


def _for_each_number(law: Callable[[Asker, int], None], ask: Asker, _: Random) -> None:
    for players in range(2, MOST_PLAYERS + 1):
        with suppress(RulesError):
            law(ask, players)


def repeatable(rng: Random) -> Random:
    """A generator for many draws, which Hypothesis does not have to remember one by one."""
    return Random(rng.getrandbits(32))  # noqa: S311 - not for secrets


def redistributed(parts: Sequence[Cards], rng: Random) -> list[Cards]:
    """The same cards in other places; each part keeps its size."""
    order = iter(shuffled(sum(parts, Cards()), rng))
    return [from_each(islice(order, len(part))) for part in parts]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_seats(values: Iterable[object], players: int) -> bool:
    return all(_is_whole(value) and value in range(players) for value in values)


def _is_tuple(value: object) -> bool:
    return isinstance(value, tuple)


def _attributes(ask: Asker, _: Random) -> None:
    """What the base class says is a number is a number, and so on: no reader checks it again."""
    hints = get_type_hints(ask.base)
    for name in _public(ask.base):
        member = getattr(ask.base, name, None)
        if isinstance(member, property):
            hints[name] = get_type_hints(member.fget)["return"]
    for name, hint in hints.items():
        kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        ask.attribute(name, *(get_origin(kind) or kind for kind in kinds))
    ask.must(_is_text(ask.attribute("name", str)), "`name` is text")
    wrong = unsound(ask.rule, ask.base)
    if wrong:
        raise Broken(wrong)


def _public(base: type) -> list[str]:
    """What the library may ask of a choice."""
    return [name for name in dir(base) if not name.startswith("_")]


def _arguments(ask: Asker, _: Random) -> None:
    """Every method takes what its chapter gives it, and asks for no more.

    Otherwise it works until a reader that spells the arguments in another way comes to it.
    """
    for name in _public(ask.base):
        method = getattr(ask.base, name)
        if not callable(method):
            continue
        parameters = [*signature(method).parameters.values()][1:]
        named = {each.name: None for each in parameters if each.kind is each.KEYWORD_ONLY}
        try:
            signature(getattr(ask.rule, name)).bind(*parameters[len(named) :], **named)
        except TypeError as error:
            names = listed([each.name for each in parameters])
            raise Broken(f"`{name}` is asked with {names}: {error}") from error


def _description(ask: Asker, players: int) -> None:
    text = ask(ask.base.describe, players)
    ended = _is_text(text) and text.strip()[-1] in ".!?"
    # where the usual way goes without saying, a rulebook leaves it out
    silent = RoundEnd, Dealer, Charging, Contracts
    ended |= text == "" and ask.base in silent
    ask.must(ended, "`describe` returns sentences with full stops")


def _deck(ask: Asker, players: int) -> None:
    """All seats are dealt the same number of cards: a trick has one of each."""
    cards = ask(Deck.cards, players)
    ask.must(isinstance(cards, Cards), "`cards` returns Cards, or raises a RulesError")
    kitty = ask(Deck.kitty_size, players)
    left = len(cards) - kitty if _is_whole(kitty) and kitty >= 0 else 0
    ask.must(left >= players, "the kitty leaves a card for everyone")
    ask.must(left % players == 0, "the cards can be dealt evenly, or `cards` raises a RulesError")


def _pattern(ask: Asker, players: int) -> None:
    """After the pass every hand is as large as before, or somebody would run out of cards."""
    packets = ask(PassPattern.packets, players)
    places = [place for place, _ in packets]
    near = _are_seats(places, players)
    ask.must(near, "a packet goes 1 to players - 1 places to the left, or to the middle")
    filled = all(_is_whole(count) and count > 0 for _, count in packets)
    ask.must(filled, "a packet has at least one card")
    once = len(set(places)) == len(places)
    ask.must(once, "two packets never go to the same place, so each seat gets as many as it gives")
    all_mixed = MIDDLE not in places or places == [MIDDLE]
    ask.must(all_mixed, "if any passed cards go to the middle, all do")


def _passing(ask: Asker, players: int) -> None:
    def is_pattern(pattern: Any, method: str) -> None:
        fits = isinstance(pattern, PassPattern) and not isinstance(pattern, type)
        ask.must(fits, f"`{method}` returns patterns")
        with suppress(RulesError):
            _pattern(Asker(pattern, PassPattern, f"given by {ask}"), players)

    calls = ask(Passing.calls, players)
    ask.must(_is_tuple(calls), "`calls` returns a tuple")
    for pattern in calls:
        is_pattern(pattern, "calls")
    # a call is made by name, in the terminal and in messages
    names = {pattern.name for pattern in calls}
    ask.must(len(names) == len(calls), "no two patterns to call have the same name")
    for number in range(12):
        pattern = ask(Passing.pattern, number, players)
        is_pattern(pattern, "pattern")
        # a game that goes on from a later round is played by `later`
        later = ask(Passing.later, number, players)
        ask.must(later.pattern(0, players) == pattern, "`later` begins with the pass of that round")


def _sides(ask: Asker, players: int) -> None:
    """Scores, places and payments are worked out by side, and nobody is counted twice or left out."""
    sides = ask(Sides.seats, players)
    ask.must(_is_tuple(sides) and all(map(_is_tuple, sides)), "`seats` returns a tuple of tuples")
    seats = sorted(str(seat) for side in sides for seat in side)
    ask.must(seats == sorted(map(str, range(players))), "every seat is in exactly one side")
    ask.must(len(set(map(len, sides))) == 1, "all sides have the same number of seats")


_BY_NUMBER: dict[type[object], Callable[[Asker, int], None]] = {
    Deck: _deck,
    Passing: _passing,
    PassPattern: _pattern,
    Sides: _sides,
}


def _play(ask: Asker, game: Game, phase: PlayPhase) -> None:
    """A restriction only takes cards away, and says why; if it would take all, the play waives it."""
    if ask.base is Opening and not phase.table.all_played:
        seat = ask(Opening.leader, phase.hands, game.dealer)
        ask.must(_are_seats([seat], game.players), "`leader` is a seat")
    hand = phase.hands[phase.turn]
    table = phase.table
    # by itself, and after all other restrictions: one that is listed later sees only what they left
    for playable in dict.fromkeys((hand, phase.legal)):
        left = ask(PlayRule.narrow, playable, hand, table)
        ask.must(isinstance(left, Cards), "`narrow` returns Cards")
        more = left - playable
        ask.must(not more, "`narrow` returns only playable cards", f", with {more} as well")
        if left and left != playable:  # else it is waived, or asks for nothing
            again = ask(PlayRule.narrow, left, hand, table)
            ask.must(again == left, "narrowing twice changes nothing")
            for card in dict.fromkeys(playable.without(left)):
                reason = ask(PlayRule.reason, card, table)
                ask.must(_is_text(reason), "`reason` is a sentence")


def _showing(ask: Asker, _: Game, phase: PlayPhase) -> None:
    for card in dict.fromkeys(phase.legal):
        ask.true_or_false(Showing.shows, card, phase.hands[phase.turn], phase.table)


def _round_end(ask: Asker, game: Game, phase: PlayPhase) -> None:
    table = phase.table
    if table.tricks and not (table.trick or table.waiting):  # a trick has just been taken
        ask.true_or_false(RoundEnd.is_over, table, game.in_force.deciding_cards)


def _kitty(ask: Asker, game: Game, phase: PlayPhase) -> None:
    """No more kitty cards are due than are left."""
    table = phase.table
    if table.tricks and not (table.trick or table.waiting):
        penalty = game.in_force.penalty_cards
        for left in (1, 2, 4):  # cards in the kitty
            due = ask(Kitty.due, table.last_taken, left, penalty)
            within = _is_whole(due) and 0 <= due <= left
            ask.must(within, "`due` is a number from 0 to the number of cards left")


_IN_THE_PLAY: dict[type[object], Callable[[Asker, Game, PlayPhase], None]] = {
    Opening: _play,
    PlayRule: _play,
    Showing: _showing,
    RoundEnd: _round_end,
    Kitty: _kitty,
}


def _tricks(ask: Asker, rules: TableRules, rng: Random) -> None:
    """Every trick ends, with as many cards of each seat, and the last one is taken: no card is left over."""
    players = rules.players
    chance = repeatable(rng)
    order = shuffled(rules.pack, chance)
    # short rounds first: a case in which a law breaks is easier to read with one card each
    few = rng.choice([1, 2, 3, len(order) // players]) * players
    hands = [list(hand) for hand in dealt(order[:few], players, 0, 0)[0]]
    table = Table.ready(rng.randrange(players), players)
    follows = rng.choice([True, True, True, True, False])  # some games do not ask for the suit led
    while any(hands):
        hand = hands[table.trick.turn]
        suit = [card for card in hand if follows and card.suit is table.trick.suit]
        card = chance.choice(suit or hand)
        hand.remove(card)
        table = table.with_card(card)
        left = len(hand)
        complete = ask.true_or_false(TrickRule.is_complete, table, left)
        uneven = len(table.trick) % players
        ask.must(not (complete and uneven), "all seats play the same number of cards to a trick")
        ask.must(complete or uneven or left, "a trick is complete when no cards are left to play")
        if complete:
            taker = ask(TrickRule.taker, table, left)
            known = taker is None or _are_seats([taker], players)
            ask.must(known, "a trick is taken by a seat that played to it, or by nobody")
            ask.must(taker is not None or left, "the last trick is taken by a seat")
            table = table.with_trick_taken(taker)


def _charging(ask: Asker, _: TableRules, rng: Random) -> None:
    """Without charges points are as printed, and what is secret does not show in what may still be charged."""
    kinds: Cards = ask.attribute("cards", Cards)
    text = ask(Charging.describe, 4)  # a rule that allows no charge may say nothing
    ask.must(kinds or not text, "`cards` has at least one card")
    charged = Cards(rng.sample(kinds, rng.randint(0, len(kinds))))
    most = ask(Charging.most, charged)
    if ask.attribute("secret", bool):
        # how much a seat may still charge is asked in its view, which must not tell what others charged
        as_many = Cards(rng.sample(kinds, len(charged)))
        same = ask(Charging.most, as_many) == most
        ask.must(same, "`most` depends on no secret: only on how many cards were charged")
    ask.must(_is_whole(most) and most >= 0, "`most` is a number of cards")
    for card in PACK:
        factor = ask(Charging.factor, card, charged)
        ask.must(_is_whole(factor) and factor >= 0, "`factor` is a whole number")
        ask.must(factor == 1 or charged, "without a charge every card counts once")


def _finished(rules: TableRules, rng: Random) -> tuple[Finished, ScoreSheet]:
    """A round with its cards taken at random, sometimes all by one seat; and its sheet."""
    players = rules.players
    now = rng.choice(rules.rulebooks)
    pack = now.pack
    piles: list[list[Card]] = [[] for _ in range(players)]
    # by chance alone nobody would ever take all penalty cards
    lucky = rng.choice(piles)
    all_of = rng.choice([pack, now.penalty_cards, (), ()])
    for card in pack:
        (lucky if card in all_of else rng.choice(piles)).append(card)
    tricks = [
        Trick(seat, players, tuple(pile[first : first + players]), taker=seat)
        for seat, pile in enumerate(piles)
        for first in range(0, len(pile), players)
    ]
    course = [for_each(players, 0)]
    for _ in range(rng.randint(0, 5)):
        course.append(tuple(score + rng.randint(-10, 30) for score in course[-1]))
    kinds = now.charging.cards
    finished = now.finished(
        tuple(map(from_each, piles)),
        rng.choice([None, *now.moon.choices, *now.moon.resort]),
        charged=_shared(rng.sample(kinds, rng.randint(0, len(kinds))), players, rng),
        passed=tuple(_shared(rng.sample(pack, 3), players, rng) for _ in range(players)),
        scores=course[-1],
        course=tuple(course[1:] or course),
        dealer=players - 1,
        settled=Settled(pool=rng.randint(0, 40), jack=rng.choice([True, False])),
        tricks=tuple(tricks),
    )
    sheet = ScoreSheet(players, pooled=finished.sides if finished.pooled else ())
    return finished, counted(now.scoring, Taken(finished), finished, sheet)


def _shared(cards: Sequence[Card], players: int, rng: Random) -> tuple[Cards, ...]:
    """Some cards by seat, shared out by chance."""
    shares = [list[Card]() for _ in range(players)]
    for card in cards:
        rng.choice(shares).append(card)
    return tuple(map(from_each, shares))


def _lines(ask: Asker, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
    """The lines of a step or of a moon, each checked; `lines_of` refuses seats not at the table."""
    lines: tuple[Any, ...] = ask(lines_of, finished, sheet)
    for line in lines:
        ask.must(isinstance(line, Line), "`lines` returns Line values")
        ask.must(_is_text(line.reason), "a line has a reason")
    return lines


def _step(ask: Asker, rules: TableRules, rng: Random) -> None:
    """A step depends on what its `needs` say, and on nothing else.

    They decide which cards cost points, when a round is settled and what the kernel counts: a card that
    counts and is left out would be worth nothing to all of these, and still change the score.
    """
    players = rules.players
    needs: Needs = ask.attribute("needs", Needs)
    finished, sheet = _finished(rules, rng)
    # penalty cards may make a moon, which cancels the points of a step, so they stay where they are
    others = [pile.without(finished.penalty | needs.cards) for pile in finished.piles]

    def totals(instead: list[Cards], parts: list[Cards] = others, **changes: Any) -> Any:
        rest = map(operator.sub, finished.piles, parts)
        piles = tuple(map(operator.add, rest, instead))
        changed = attrs.evolve(finished, piles=piles, **changes)
        return ScoreSheet(players, _lines(ask, changed, sheet)).totals

    def matters(card: Card) -> bool:
        copies = [pile.only(card) for pile in finished.piles]
        return bool(totals([copies[-1], *copies[:-1]], copies) != before)

    before = totals(others)
    chance = repeatable(rng)
    for _ in range(12):
        instead = redistributed(others, chance)
        if totals(instead) != before:
            which = [card for card in dict.fromkeys(sum(others, Cards())) if matters(card)]
            alone = f"; a change with {from_each(which)} alone" if which else ""
            but = f", but {before} in all with the piles {words(finished.piles)}{alone}"
            same = totals(instead) == before  # asked last, so that the message has it
            ask.must(same, "cards outside `needs.cards` change nothing", but)
    if not needs.tricks:
        counts = tuple(rng.randrange(5) for _ in range(players))
        same = totals(others, trick_counts=counts) == before
        but = f", where the seats took {counts} tricks, but {before} in all before"
        ask.must(same, "a step with `needs.tricks` False does not depend on tricks", but)


def _moon(ask: Asker, rules: TableRules, rng: Random) -> None:
    """At most one side shoots, and a moon that nobody shot changes nothing."""
    players = rules.players
    choices: list[str] = []
    for name in ("choices", "resort"):
        names = ask.attribute(name, tuple)
        distinct = all(map(_is_text, names)) and len(set(names)) == len(names)
        ask.must(distinct, f"`{name}` are strings, all different")
        ask.must(name == "choices" or len(names) in {0, 2}, "`resort` is two choices, or none")
        choices += names
    finished, sheet = _finished(rules, rng)
    taken = Taken(attrs.evolve(finished, choice=rng.choice([None, *choices])))
    shot = [side for side in finished.sides if ask(Moon.shot, taken, side)]
    ask.must(len(shot) < 2, "one side at most has `shot` the moon", f", sides {finished.sides}")
    finished = attrs.evolve(finished, shooter=shot[0] if shot else ())
    lines = _lines(ask, finished, sheet)
    ask.must(shot or not lines, "a moon that nobody shot has no lines")
    winners = ask(Moon.winners, finished)
    ask.must(_is_tuple(winners) and _are_seats(winners, players), "`winners` are seats")
    ask.must(shot or not winners, "a moon that nobody shot has no winners")


def _payment(ask: Asker, rules: TableRules, rng: Random) -> None:
    """A payment becomes lines of a sheet, each of seats at the table and with its reason."""
    players = rules.players
    ask.must(_is_text(ask(Payment.describe, "26")), "`describe` is the end of a sentence")
    finished, _ = _finished(rules, rng)
    for term in ask(Payment.terms, Taken(finished), rng.choice(finished.sides), 26):
        ask.must(isinstance(term, Term), "`terms` yields Term values")
        ask.must(_are_seats(term.seats, players), "a term is for seats at the table")
        ask.must(_is_whole(term.points), "a term has whole points")
        ask.must(_is_text(term.why), "a term has a reason")


def _total(ask: Asker, rules: TableRules, rng: Random) -> None:
    players = rules.players
    *earlier, scores = _finished(rules, rng)[0].course
    before = earlier[-1] if earlier else for_each(players, 0)
    after = ask(TotalRule.adjusted, scores, before, tuple(earlier))
    are_whole = _is_tuple(after) and len(after) == players and all(map(_is_whole, after))
    ask.must(are_whole, "`adjusted` is a tuple of one whole total for each seat")


def _ending(ask: Asker, rules: TableRules, rng: Random) -> None:
    finished, _ = _finished(rules, rng)
    ask.true_or_false(Ending.is_over, finished.course, rules.partners)


def _dealer(ask: Asker, rules: TableRules, rng: Random) -> None:
    """Somebody deals the next round, whatever happened in this one."""
    players = rules.players
    piles = _finished(rules, rng)[0].piles
    dealer = rng.randrange(players)
    rounds = rng.randint(1, 30)
    places = tuple(rng.randint(1, players) for _ in range(players))
    after = ask(Dealer.next_dealer, dealer, rounds, piles, (1, *places[1:]))
    ask.must(_are_seats([after], players), "`next_dealer` is a seat at the table")


def _contracts(ask: Asker, rules: TableRules, rng: Random) -> None:
    """While the game goes on there is a contract to play, and those offered are the rule's own."""
    players = rules.players
    names = {contract.name for contract in ask.attribute("choices", tuple)}
    earlier: list[tuple[int, str | None]] = []
    dealer = rng.randrange(players)
    taken = for_each(players, Cards())
    for number in range(1, rng.randint(2, 30)):
        left = ask(Contracts.left, dealer, tuple(earlier))
        known = _is_tuple(left) and len(set(left)) == len(left) and names >= {*left}
        # where a card decides, nobody is asked
        some = left or not names or ask.attribute("by_card", bool)
        ask.must(known and some, "`left` are names of contracts, at least one, all different")
        earlier.append((dealer, rng.choice([*left, None])))
        # in a round after the last one, all contracts may have been played
        if rules.is_over(for_each(number, for_each(players, 0))):
            break
        later = ask(Contracts.later, number)
        unnamed = for_each(number, (dealer, None))
        same = later.left(dealer, ()) == ask(Contracts.left, dealer, unnamed)
        ask.must(same, "`later` begins with the contracts of that round")
        dealer = rules.dealer.next_dealer(dealer, number, taken, for_each(players, 1))


_BY_CHANCE: dict[type[object], Callable[[Asker, TableRules, Random], None]] = {
    Dealer: _dealer,
    Contracts: _contracts,
    TrickRule: _tricks,
    Charging: _charging,
    Step: _step,
    Moon: _moon,
    Payment: _payment,
    TotalRule: _total,
    Ending: _ending,
}
