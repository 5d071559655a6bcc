"""The re-deal law: whatever a seat cannot know may be otherwise, and its view and its events are equal.

One of four things is varied.  Cards that a seat has not seen are renamed among themselves through
the whole round, the deal and other seats' passes included: all of them or only two.  Or, of two
cards that another seat got, one in the deal and one in the pass, each came the other way, even when
both have been played since.  Or one copy of a card that another seat was dealt changes places with
one of a third seat's.  Or the round before, of which a view holds only the score, was played with
two cards in each other's place.  Where the altered history is still a legal game, the seat must not
be able to tell the two games apart.

The suite checks the law with Hypothesis.  To check it many times in every phase, over every variant
and rulebooks composed at random::

    python -m tools.redeal --checks 20000
    python -m tools.redeal --minutes 20 --seed 2
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import functools
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, TypeAlias, cast

import attrs

from heartslib import Card, Cards, Game, HeartsError, Rules, RulesError, View, record, variants
from heartslib import rules as chapters
from heartslib.cards import HEARTS, PACK
from heartslib.events import Event
from heartslib.moves import Charge, Deal, LayDown, Move, Pass, Play, Score
from heartslib.phases import (
    PHASES,
    CallPhase,
    DealPhase,
    Exchange,
    MixPhase,
    MoonPhase,
    OverPhase,
    PassPhase,
    Phase,
    PlayPhase,
    ScorePhase,
)
from heartslib.rules.passing import LEFT, Mix
from heartslib.testing.play import any_deal
from heartslib.testing.strategies import able
from tests.helpers.strategies import at_random, with_care
from tools.shared import Budget, add_bounds, composed

Look: TypeAlias = Callable[[Game, int | None], object]
"""What a seat is shown of a game; None is a spectator."""

TRIES: Final = 12

# ---------------------------------------------------------------- the law


class Position:
    """A game whose past may be varied.

    Attributes:
        game: The game.
        moves: Its history.
        rounds: How many moves had been made when each round began, first to last.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves = list(game.history)
        ends = (place for place, move in enumerate(self.moves, 1) if isinstance(move, Score))
        self.rounds = [0, *ends]
        self._before: dict[int, Game] = {}

    def before(self, place: int) -> Game:
        """The game before the move with this number."""
        if place not in self._before:
            self._before[place] = functools.reduce(
                Game.apply, self.moves[:place], self.game.beginning
            )
        return self._before[place]

    @property
    def begun(self) -> int:
        """How many moves had been made when this round began."""
        return self.rounds[-1]

    @functools.cached_property
    def open(self) -> tuple[object, ...]:
        """What all have seen, and so must stay as it is."""
        return opened(self.game)


def opened(game: Game) -> tuple[object, ...]:
    """What all have seen.

    It is what earlier rounds came to, who led, who had to show a hand, and who drew how many cards.
    """
    match = game.match
    earlier = (match.sheets, match.dealer, match.settled.leader, match.contracts, match.turned)
    if game.phase.name not in {"play", "kitty", "moon", "score"}:
        return earlier
    table = game.view(None).table
    tricks = (*table.tricks, table.trick)
    return *earlier, table.shown, tricks[0].leader, [trick.drawn for trick in tricks]


def known_to(game: Game, seat: int | None) -> Cards:
    """The cards of the round whose place the seat has seen.

    The score shows where the counting cards are.
    """
    view = game.view(seat)
    if game.phase.name in {"call", "deal", "over"} and not isinstance(game.phase, MixPhase):
        return Cards(PACK)
    seen = view.table.all_played | Cards(set(view.turned))
    if seat is not None:  # what a view shows a spectator beside the table is a leak
        seen |= view.hand | view.given | view.received | view.captured
        seen |= sum((deal.hands[seat] for deal in game.deals), Cards())  # a claim ends a hand
    for shown in view.shown:
        seen |= shown
    if game.phase.name in {"moon", "score"}:
        seen |= Cards(set(game.in_force.counting_cards))
    return seen


_Altered: TypeAlias = tuple[int, list[Move]]
"""How many moves are left as they were, and those after them."""


def renamed(move: Move, names: dict[Card, Card]) -> Move:
    """The move with other cards in the place of these."""
    match move:
        case Deal(hands, kitty, face_up, leader):
            return Deal(
                [[names.get(card, card) for card in hand] for hand in hands],
                [names.get(card, card) for card in kitty],
                [names.get(card, card) for card in face_up],
                leader,
            )
        case Pass(seat, cards, to):
            packets = [(taker, [names.get(card, card) for card in part]) for taker, part in to]
            return Pass(seat, [names.get(card, card) for card in cards], packets)
        case Charge(seat, cards):
            return Charge(seat, [names.get(card, card) for card in cards])
        case LayDown(seat, cards):
            return LayDown(seat, [names.get(card, card) for card in cards])
        case Play(seat, card):
            return Play(seat, names.get(card, card))
        case _:
            return move


def unseen_renamed(position: Position, seat: int | None, rng: Random) -> _Altered | None:
    """Rename the cards that the seat has not seen, all of them or two; or those charged in secret."""
    game, known = position.game, known_to(position.game, seat)
    pack = game.rules.deck.cards(game.players)
    hidden = [card for card in PACK if card in pack and card not in known]
    if game.view(seat).secret_sizes and rng.random() < 0.5:
        hidden = [card for card in hidden if card in game.in_force.charging.cards]
    if len(hidden) > 2 and rng.random() < 0.5:
        hidden = rng.sample(hidden, 2)
    names = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    begun = position.begun
    return begun, [renamed(move, names) for move in position.moves[begun:]]


def passed_otherwise(position: Position, seat: int | None, rng: Random) -> _Altered | None:
    """Let a card that another seat was dealt and one that was passed to it change places."""
    exchange: Exchange | None = getattr(position.game.phase, "exchange", None)
    packets = [
        packet
        for packet in (exchange.packets if exchange else ())
        if seat not in {packet.giver, packet.taker} and packet.giver != packet.taker
    ]
    if exchange is None or not packets:
        return None
    packet = rng.choice(packets)
    giver, taker = packet.giver, packet.taker
    begun = position.begun
    moves = position.moves[begun:]
    deal = next(move for move in moves if isinstance(move, Deal))
    kept = deal.hands[taker] - exchange.given[taker]
    if not kept:
        return None
    came, stayed = rng.choice(packet.cards), rng.choice(kept)

    def otherwise(move: Move) -> Move:
        match move:
            case Deal(hands) if move is deal:
                return attrs.evolve(move, hands=_swapped(hands, giver, came, taker, stayed))
            case Pass(seat, cards, to) if seat == giver:
                packets = [(to, part - came + stayed if to == taker else part) for to, part in to]
                return Pass(seat, cards - came + stayed, packets)
            case _:
                return move

    return begun, list(map(otherwise, moves))


def held_otherwise(position: Position, seat: int | None, rng: Random) -> _Altered | None:
    """Let two cards that other seats were dealt change places, one copy of each."""
    game, begun = position.game, position.begun
    moves = position.moves[begun:]
    deal = next((move for move in moves if isinstance(move, Deal)), None)
    others = [each for each in range(game.players) if each != seat]
    if deal is None or len(others) < 2:
        return None
    one, other = rng.sample(others, 2)
    hands, seen = deal.hands, Cards(deal.face_up)
    cards = [rng.choice(hands[each].without(seen)) for each in (one, other)]
    dealt = attrs.evolve(deal, hands=_swapped(hands, one, cards[0], other, cards[1]))
    return begun, [dealt if move is deal else move for move in moves]


def played_otherwise(position: Position, _: int | None, rng: Random) -> _Altered | None:
    """Let two neighbours of a suit change places through the whole round before."""
    if len(position.rounds) < 2:
        return None
    place = rng.randrange(51)
    pair = PACK[place : place + 2]
    names = dict(zip(pair, pair[::-1], strict=True))
    first, begun = position.rounds[-2:]
    before = [renamed(move, names) for move in position.moves[first:begun]]
    return first, [*before, *position.moves[begun:]]


def _swapped(
    hands: tuple[Cards, ...], one: int, ours: Card, other: int, theirs: Card
) -> list[Cards]:
    swapped = list(hands)
    swapped[one] = swapped[one] - ours + theirs
    swapped[other] = swapped[other] - theirs + ours
    return swapped


VARIATIONS: Final = (unseen_renamed, passed_otherwise, held_otherwise, played_otherwise)


def altered(position: Position, seat: int | None, rng: Random) -> Game | None:
    """Another game that the seat cannot tell from this one; None if the change is not legal."""
    changed = rng.choice(VARIATIONS)(position, seat, rng)
    if changed is None or changed[1] == position.moves[changed[0] :]:
        return None
    place, moves = changed
    game = position.before(place)
    try:
        for move in moves:
            game = game.apply(move)
    except HeartsError:
        return None
    return game if opened(game) == position.open else None


def otherwise(position: Position, seat: int | None, rng: Random, tries: int = TRIES) -> Game | None:
    """Another game that the seat cannot tell from this one; None if none of some tries is legal."""
    games = (altered(position, seat, rng) for _ in range(tries))
    return next(filter(None, games), None)


def view_and_events(game: Game, seat: int | None) -> tuple[View, tuple[Event, ...]]:
    """What a seat sees now, and what it has seen happen in the round."""
    return game.view(seat), game.events(seat, Position(game).begun)


def alike(look: Look, one: Game, other: Game, seat: int | None) -> bool:
    """Whether the seat is shown the same of both games."""
    mine, theirs = look(one, seat), look(other, seat)
    return mine == theirs and hash(mine) == hash(theirs)


# ---------------------------------------------------------------- the campaign

Table: TypeAlias = tuple[str, Rules, int]
"""Where a game is played: the variant it is kin to, the rules, and the number of players."""

_COMPOSED: Final = "(composed)"
_CHECKS_AT_ONE: Final = 8


def kin(rules: Rules) -> Iterator[Rules]:
    """A rulebook, and the same with a choice that brings in another phase, where they go together."""
    two = (chapters.Contract("one"), chapters.Contract("two", moon=chapters.NoMoon()))
    charges = chapters.Charges({"QS": "QS", "AH": HEARTS}, each=None, late=True)
    high = {card: card for card in ("QS", "JD", "TC", "AH", "KH", "QH")}
    chain = chapters.Charges(high, each=None, in_turn=True, reopens=True, repeats=True, secret=True)
    keeper_or_left = chapters.Cycle((chapters.Mix(3, fewer=True, unless_charged=True), LEFT))
    deck: Any = rules.deck
    round_end: Any = rules.round_end
    ways: list[Callable[[], dict[str, Any]]] = [
        dict,
        lambda: {"passing": chapters.DealerCalls(2)},
        lambda: {"passing": chapters.Cycle((Mix(), LEFT))},
        lambda: {"charging": charges},
        lambda: {"charging": chain, "passing": keeper_or_left},
        lambda: {"charging": attrs.evolve(chain, before_pass=True), "passing": keeper_or_left},
        lambda: {"contracts": chapters.DealerNamesContract(two)},
        lambda: {"round_end": attrs.evolve(round_end, claims=True)},
        lambda: {"ending": attrs.evolve(chapters.Rounds(2), points_are_good=rules.points_are_good)},
        lambda: {
            "deck": attrs.evolve(deck, kitty=2, left_over=True, kitties=()),
            "kitty": chapters.KittyTo(exchanged=True),
        },
    ]
    for changes in ways:
        with suppress(RulesError):
            yield attrs.evolve(rules, **changes())


def tables(seed: int) -> Iterator[Table]:
    """Where to play, without end: a table of each variant or its `kin` in turn, and compositions."""
    rng, houses = Random(seed), composed(seed)
    of_each = [
        [(slug, rules, players) for rules in kin(variant) for players in able(rules)]
        for slug, variant in variants.all().items()
    ]
    for several in of_each:
        rng.shuffle(several)
    turns = [*map(itertools.cycle, of_each)]
    while True:
        yield from map(next, turns)
        house = next(houses)
        yield from ((_COMPOSED, house, players) for players in house.players)


@attrs.define
class Row:
    """What came of one phase.

    Attributes:
        checks: How often a seat's views of two games were compared.
        positions: The positions in which they were.
        spectators: How many of the checks were for a spectator.
        vain: How often no other game was found.
        slugs: How often each variant, or its kin, was checked.
    """

    checks: int = 0
    positions: int = 0
    spectators: int = 0
    vain: int = 0
    slugs: Counter[str] = attrs.Factory(Counter[str])


class Campaign:
    """Plays games and checks the law in every phase, most often where it was checked least.

    Attributes:
        rows: What came of each phase.
        leaks: Each pair of games that a seat can tell apart, in words.
    """

    def __init__(self, seed: int, look: Look = view_and_events) -> None:
        self.rows: dict[type[Phase], Row] = {phase: Row() for phase in PHASES}
        self.leaks: list[str] = []
        self._look = look
        self._rng = Random(f"re-deal {seed}")
        self._tables = tables(seed)
        self._reaching: dict[type[Phase], dict[Table, None]] = {phase: {} for phase in PHASES}
        self._turn: Counter[type[Phase]] = Counter()

    @property
    def least(self) -> int:
        """How often the law was checked in the phase with the fewest checks."""
        return min(row.checks for row in self.rows.values())

    def step(self) -> None:
        """Play a game to the phase with the fewest checks."""
        wanted = min(self.rows, key=lambda phase: self.rows[phase].checks)
        known = [*self._reaching[wanted]]
        if not known or self._rng.random() < 0.3:
            at = next(self._tables)
        else:  # in turn, so that no table is left out
            self._turn[wanted] += 1
            at = known[self._turn[wanted] % len(known)]
        self._play(at, wanted)

    def _play(self, at: Table, wanted: type[Phase]) -> None:
        """Play a round or some, and check the law in the wanted phase and seldom in others."""
        rng = self._rng
        _, rules, players = at
        game = Game.new(rules, players, dealer=rng.randrange(players))
        shooting = wanted is MoonPhase or rng.random() < 0.1
        choose = shot if shooting else with_care if rng.random() < 0.03 else at_random
        often = 0.1 if wanted is PlayPhase else 1.0
        last = rng.randrange(3)
        while True:
            phase = type(game.phase)
            self._reaching[phase][at] = None
            if rng.random() < (often if phase is wanted else 0.002):
                self._check(game, at)
            if game.is_over or ended(game, last, wanted):
                break
            stops = wanted is OverPhase and rng.random() < 0.01
            game = game.stop() if stops else moved(game, choose, rng)

    def _check(self, game: Game, at: Table) -> None:
        """Check the law in a position, for some seats."""
        rng, position = self._rng, Position(game)
        row, slug = self.rows[type(game.phase)], at[0]
        row.positions += 1
        for _ in range(_CHECKS_AT_ONE):
            seat = rng.choice((None, *range(game.players)))
            other = otherwise(position, seat, rng, tries=6)
            if other is None:
                row.vain += 1
                continue
            row.checks += 1
            row.spectators += seat is None
            row.slugs[slug] += 1
            if not alike(self._look, game, other, seat):
                self.leaks.append(leak(self._look, game, other, seat))


def ended(game: Game, last: int, wanted: type[Phase]) -> bool:
    """Whether a game has been played to the end of its last round, and on to a wanted phase."""
    if isinstance(game.phase, ScorePhase):
        return game.round_number >= last and wanted not in {CallPhase, DealPhase, OverPhase}
    return game.round_number > last and not isinstance(game.phase, CallPhase | DealPhase)


def moved(game: Game, choose: Callable[[Game, Random], Move], rng: Random) -> Game:
    """The game after another move."""
    if game.phase.name == "deal":
        return game.apply(top_to_one(game, rng) if choose is shot else any_deal(game, rng))
    if choose is at_random and isinstance(game.phase, PlayPhase) and rng.random() < 0.97:
        return game.play(rng.choice(game.legal_plays()))  # `at_random` may claim or charge
    return game.apply(choose(game, rng))


def top_to_one(game: Game, rng: Random) -> Deal:
    """A deal that gives seat 0 the highest cards."""
    deal = any_deal(game, rng)
    sizes = [*map(len, deal.hands)]
    cards = sorted((*itertools.chain(*deal.hands), *deal.kitty), key=lambda card: -card.rank)
    rest = cards[sizes[0] :]
    rng.shuffle(rest)
    hands = [cards[: sizes[0]]]
    for size in sizes[1:]:
        hands.append(rest[:size])
        rest = rest[size:]
    return Deal(hands, rest, deal.face_up and rng.choice(hands[game.dealer]), deal.leader)


def shot(game: Game, rng: Random) -> Move:
    """A move with which seat 0 may well shoot the moon."""
    seat = game.to_act[0] if game.to_act else None
    if isinstance(game.phase, PlayPhase) and seat is not None:
        counting = game.in_force.counting_cards
        legal = game.legal_plays()
        if seat == 0:
            return Play(seat, max(legal, key=lambda card: card.rank))
        return Play(seat, min(legal, key=lambda card: (card not in counting, card.rank)))
    if isinstance(game.phase, PassPhase) and seat == 0 and not game.rules.passing.kept:
        view = game.view(0)
        if len(view.passes_to) == 1:
            held = view.table.may_lay_down(0, view.hand)
            lowest = sorted(held, key=lambda card: card.rank)
            return Pass(0, lowest[: view.pass_count])
    return at_random(game, rng)


def _view_in(shown: object) -> object:
    """What a seat is shown, without the events."""
    return cast("tuple[object, ...]", shown)[0] if isinstance(shown, tuple) else shown


def leak(look: Look, game: Game, other: Game, seat: int | None) -> str:
    """What a seat can tell two games apart by, and the games."""
    mine, theirs = (_view_in(look(each, seat)) for each in (game, other))
    names = [field.name for field in attrs.fields(View)] if isinstance(mine, View) else []
    seen = [name for name in names if getattr(mine, name) != getattr(theirs, name)]
    who = "a spectator" if seat is None else f"seat {seat}"
    return "\n".join(
        (
            f"{game.phase.name}: {who} can tell two games apart by {', '.join(seen) or 'its events'}",
            record.dumps(game),
            record.dumps(other),
        )
    )


def report(campaign: Campaign) -> str:
    """The campaign as a table, a row for each phase."""
    form = "{:14} {:>10} {:>10} {:>11} {:>9} {:>9} {:>10}".format
    lines = [form("phase", "checks", "positions", "spectators", "in vain", "variants", "composed")]
    for phase, row in campaign.rows.items():
        slugs = len(row.slugs.keys() - {_COMPOSED})
        name = phase.__name__.removesuffix("Phase").lower()
        counts = (row.checks, row.positions, row.spectators, row.vain)
        lines.append(form(name, *counts, slugs, row.slugs[_COMPOSED]))
    rows = campaign.rows.values()
    checks, positions = sum(row.checks for row in rows), sum(row.positions for row in rows)
    spectators, vain = sum(row.spectators for row in rows), sum(row.vain for row in rows)
    slugs = len({slug for row in rows for slug in row.slugs} - {_COMPOSED})
    houses = sum(row.slugs[_COMPOSED] for row in rows)
    lines.append(form("all", checks, positions, spectators, vain, slugs, houses))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None, look: Look = view_and_events) -> int:
    """Check the law many times.

    Returns:
        The exit status: 1 if a seat can tell apart two games that it should not.
    """
    parser = argparse.ArgumentParser(description="the re-deal law")
    add_bounds(parser, "checks", 1000, "in every phase")
    options = parser.parse_args(arguments)
    budget, campaign = Budget(options), Campaign(options.seed, look)
    while budget.left:
        campaign.step()
        budget.done = campaign.least
    print(f"seed {options.seed}, {budget.seconds:.0f} seconds, {len(campaign.leaks)} leaks")
    print(report(campaign))
    for text in campaign.leaks[:5]:
        print(f"\n{text}")
    return 1 if campaign.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
