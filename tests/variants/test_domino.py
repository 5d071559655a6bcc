"""Domino Hearts: a test for each clause of Foster's, and what draws in a trick mean for views and samples."""

from __future__ import annotations

import itertools
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    RecordError,
    View,
    record,
    variants,
    wire,
)
from heartslib.cards import Rank, Suit
from heartslib.events import CardsDrawn, Event, HandDealt, Own, RestTaken
from heartslib.phases import PlayPhase
from heartslib.rules import (
    EndsWhenNothingCounts,
    FollowSuitWithJoker,
    JokersAnyTime,
    JokerWins,
    Objection,
    Pack,
    PlayRule,
    Rules,
)
from heartslib.sampling import Sampled, Sampler
from heartslib.table import Table
from tests.helpers import rounds
from tests.helpers.strategies import at_random, next_state
from tests.properties.test_sampling import hold_to_the_laws
from tools.source_clauses import CLAUSES

DOMINO = variants.get("domino_hearts")
SHORT = attrs.evolve(
    DOMINO, name="Short", players=3, deck=Pack(lowest=Rank.TEN, hand=3), opening=DOMINO.opening
)
"""Twenty cards, three each and a stock of eleven, so that the possible hands can be counted."""


def kitty(game: Game) -> tuple[Card, ...]:
    assert isinstance(game.phase, PlayPhase)
    return game.phase.kitty


def laid(*hands: str, stock: str = "", rules: Rules = DOMINO) -> Game:
    """A round with these hands at first, whatever their sizes, and the top of the stock."""
    players = len(hands)
    game = Game.new(rules, players).deal(seed=1)
    given, top = [Cards(hand) for hand in hands], [Card(name) for name in stock.split()]
    assert isinstance(game.phase, PlayPhase)
    aside = attrs.evolve(game.phase.aside, kitty=tuple(top))
    legal = given[game.to_act[0]]
    playing = PlayPhase.at(aside, tuple(given), game.table, legal)
    return attrs.evolve(game, phase=playing)


def course(seed: int, rules: Rules = DOMINO, players: int | None = None) -> Iterator[Game]:
    """A round, state by state."""
    return rounds.course(Game.new(rules, players).deal(seed=seed), seed)


def test_do_deal_01_six_each_and_the_rest_a_stock() -> None:
    game = Game.new(DOMINO, 4).deal(seed=1)
    assert [len(hand) for hand in game.hands] == [6] * 4
    assert len(kitty(game)) == 28


def test_do_play_01_draw_until_able_to_follow() -> None:
    """DO1: led 5C, hand 2D 9H, stock KS 3D 7C 2S: draws KS 3D 7C and must play 7C."""
    game = laid("5C 4D 4C", "2D 9H", stock="KS 3D 7C 2S").play("5C")
    assert kitty(game) == (Card("2S"),)
    assert game.hands[1] == Cards("2D 9H KS 3D 7C")
    assert game.legal_plays() == Cards("7C")
    assert game.table.trick.drawn == (0, 3)
    after = game.play("7C")
    assert after.hands[1] == Cards("2D 9H KS 3D")
    assert after.to_act == (1,)
    assert after.table.tricks[-1].drawn == (0, 3)


@pytest.mark.parametrize(
    ("hand", "stock", "left", "may"),
    [
        ("2C 9H", "KS 3D", 2, "2C"),  # whoever can follow does not draw
        ("2D 9H", "KS 3C", 0, "3C"),  # the last card of the stock may fit
        ("2D 9H", "", 0, "2D 9H"),  # DO2: with the stock empty, either
        ("2D 9H", "KS 3D", 0, "2D 9H KS 3D"),  # or if it runs dry in the drawing
    ],
)
def test_do_play_02_with_the_stock_empty_any_card_is_discarded(
    hand: str, stock: str, left: int, may: str
) -> None:
    game = laid("5C 4D", hand, stock=stock).play("5C")
    assert (len(kitty(game)), game.legal_plays()) == (left, Cards(may))
    assert bool(game.table.trick.drawn) == (left < len(stock.split()))


def test_do_play_03_hearts_may_be_led() -> None:
    assert "5H" in laid("5H 4D", "2H 9H").legal_plays()


def test_do_out_01_a_seat_without_cards_drops_out() -> None:
    """And the next seat leads, if the winner is out (do-out-02)."""
    assert "do-out-02" in CLAUSES
    game = laid("5C 4D 3D", "9C", "2C 8D 7D").play("5C").play("9C").play("2C")
    assert game.table.tricks[-1].taker == 1
    assert (game.to_act, game.table.seats) == ((2,), (2, 0))
    assert game.table.trick.seats == (2, 0)
    assert game.table.trick.size == 2
    game = game.play("8D")
    assert game.to_act == (0,)
    game = game.play("4D")
    assert game.table.tricks[-1].taker == 2
    assert [seat for seat, _ in game.table.tricks[-1].plays] == [2, 0]


@attrs.frozen
class BehindSeat2(PlayRule):
    """The eight of diamonds may not be played to a trick that seat 2 leads."""

    name: str = "behind-seat-2"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable.without("8D") if table.trick.leader == 2 else playable

    def reason(self, card: Card, table: Table) -> str:
        return f"seat {table.trick.leader} leads"

    def describe(self, players: int) -> str:
        return "The eight of diamonds may not be played to a trick that seat 2 leads."


def test_a_restriction_without_clauses_knows_who_leads_for_a_seat_that_is_out() -> None:
    rules = attrs.evolve(DOMINO, name="House", play=(*DOMINO.play, BehindSeat2()))
    game = laid("5C 4D 3D", "9C", "2C 8D 7D", rules=rules).play("5C").play("9C").play("2C")
    again: Game = pickle.loads(pickle.dumps(game))
    for each in (game, again):
        assert each.legal_plays() == each.view(2).legal_plays() == Cards("7D")
        assert each.explain("8D") == Objection(Card("8D"), "behind-seat-2", "seat 2 leads")


def test_do_end_01_the_last_seat_takes_its_cards_and_the_stock() -> None:
    """DO3: seats 0 and 2 are left; seat 2 plays its last card and wins; 0 takes 4H TS and the stock."""
    game = laid("3C 4H TS 2C", "2D", "9C AC", stock="5D 6H")
    assert game.dealer == 2
    game = game.play("2C")  # seat 1 draws both cards of the stock and discards
    assert game.table.trick.drawn == (0, 2)
    game = laid("3C 4H TS", "", "9C", stock="5D 6H")
    table = attrs.evolve(game.table, trick=attrs.evolve(game.table.trick, seats=(0, 2)))
    assert isinstance(game.phase, PlayPhase)
    playing = PlayPhase.at(game.phase.aside, game.hands, table, game.hands[0])
    game = attrs.evolve(game, phase=playing).play("3C").play("9C")
    assert game.phase.name == "score"
    assert game.piles == (Cards("4H TS 5D 6H"), Cards(), Cards("3C 9C"))
    assert game.table.seats == ()
    assert game.sheet is not None
    assert game.sheet.totals == (2, 0, 0)


def test_if_nobody_has_cards_left_the_winner_of_the_last_trick_takes_the_stock() -> None:
    game = laid("5C", "9C", stock="KH 3D").play("5C").play("9C")
    assert game.piles == (Cards(), Cards("5C 9C KH 3D"))


def test_do_score_01_hearts_to_31() -> None:
    rng = Random(3)
    game = Game.new(DOMINO, 3)
    while not game.is_over:
        game = next_state(game, at_random, rng)
        if game.phase.name == "score":
            assert game.sheet is not None
            assert sum(game.sheet.totals) == 13
    assert max(game.scores) >= 31
    assert game.winners == tuple(s for s in range(3) if game.scores[s] == min(game.scores))
    assert record.loads(record.dumps(game)) == game


def events_of(seed: int, seat: int | None) -> Iterator[Event]:
    for before, after in itertools.pairwise(course(seed, players=3)):
        yield from after.events(seat, before)


def test_each_draw_is_an_event_and_shows_cards_to_its_seat_alone() -> None:
    drawn: Counter[int] = Counter()
    for before, after in itertools.pairwise(course(6, players=3)):
        if after.phase.name != "play":
            continue
        count = len(kitty(before)) - len(kitty(after))
        (turn,) = after.to_act
        for seat in (0, 1, 2, None):
            events = after.events(seat, before)
            found = [each for each in events if isinstance(each, CardsDrawn)]
            mine = from_stock(before, count) if seat == turn else None
            assert found == (
                [CardsDrawn(count, None if mine is None else Own(mine), turn)] if count else []
            )
        drawn[turn] += count
    assert len(drawn) == 3


def from_stock(game: Game, count: int) -> Cards:
    return Cards(kitty(game)[:count])


def test_the_rest_is_an_event() -> None:
    *_, before, over = course(6, players=3)
    (taken,) = [each for each in events_of(6, None) if isinstance(each, RestTaken)]
    rest = [len(pile) for pile in over.piles]
    assert taken.count == over.view(None).captured_sizes[taken.seat] <= rest[taken.seat]
    mine = [each for each in events_of(6, taken.seat) if isinstance(each, RestTaken)]
    assert [len(each.cards or ()) for each in mine] == [taken.count]
    assert before.phase.name == "play"


def test_all_draws_of_a_round_are_events_with_their_cards() -> None:
    first, *between, last = course(6, players=3)
    several = 0
    for seat in range(3):
        draws = [each for each in between[-1].events(seat, first) if isinstance(each, CardsDrawn)]
        late = [*between[-1].table.tricks, between[-1].table.trick]
        assert [each.count for each in draws] == [n for t in late for n in t.drawn if n]
        sizes = [each.cards and len(each.cards) for each in draws if each.seat == seat]
        assert sizes == [each.count for each in draws if each.seat == seat]
        several += len(sizes) > 1
        assert HandDealt(Own(first.hands[seat]), 6, 34) in last.events(seat)
    assert several > 0
    assert last.phase.name == "score"


def drawers(game: Game) -> list[int]:
    """The seats that have drawn, in order."""
    tricks = (*game.table.tricks, game.table.trick)
    return [t.seat_of(place) for t in tricks for place, count in enumerate(t.drawn) if count]


@attrs.define
class Course:
    """When the cards of a seat came and went, in a round of `SHORT`.

    Attributes:
        places: When each of its cards came: 0 for the first deal.
        fits: The suit of a card that ended a drawing, by its place.
        lacks: When it had none of a suit.
        gone: What it played, and when.
        now: The time.
    """

    places: list[int] = attrs.field(factory=lambda: [0] * 3)
    fits: dict[int, Suit] = attrs.field(factory=dict[int, Suit])
    lacks: list[tuple[int, Suit]] = attrs.field(factory=list[tuple[int, Suit]])
    gone: list[tuple[Card, int]] = attrs.field(factory=list[tuple[Card, int]])
    now: int = 0

    def draw(self, count: int, led: Suit, played: Card | None, *, is_dry: bool) -> None:
        """The seat draws, and plays a card or still has to."""
        self.lacks.append((self.now, led))
        self.places += [self.now] * (count - 1)
        if not is_dry or (played is not None and played.suit is led):
            self.fits[len(self.places)] = led
        is_free = is_dry and played is not None and played.suit is not led
        self.places.append(self.now if is_free else self.now + 1)

    def play(self, card: Card, led: Suit) -> None:
        """The seat plays a card."""
        if card.suit is not led:
            self.lacks.append((self.now + 2, led))
        self.gone.append((card, self.now + 2))

    def may(self, card: Card, until: int, place: int) -> bool:
        """Whether a card that the seat held until then may have come at that place."""
        came = self.places[place]
        if place in self.fits and card.suit is not self.fits[place]:
            return False
        lacked = [suit for at, suit in self.lacks if came <= at < until]
        return came < until and card.suit not in lacked


def course_of(game: Game, seat: int) -> Course:
    found, stock = Course(), 11
    for trick in (*game.table.tricks, game.table.trick):
        for place in range(len(trick.cards) + 1):
            count = trick.drawn[place] if place < len(trick.drawn) else 0
            played = trick.cards[place] if place < len(trick.cards) else None
            stock -= count
            found.now += 10
            if trick.suit is None or trick.seat_of(place) != seat:
                continue
            if count:
                found.draw(count, trick.suit, played, is_dry=not stock)
            if played is not None:
                found.play(played, trick.suit)
    return found


def possible(game: Game, seat: int, hand: Cards) -> bool:
    """Whether a seat can hold this hand now, by trying every way in which its cards may have come.

    A place is a card of the first deal, or one that was drawn.  A card that was drawn to a lead before
    the last one drawn is not of the suit led; the last one is, unless the stock ran dry with it.  While
    a seat draws, or discards, it holds no card of the suit led.
    """
    known = course_of(game, seat)
    cards = [*known.gone, *((card, known.now + 10) for card in hand)]
    taken: dict[int, int] = {}

    def placed(number: int, seen: set[int]) -> bool:
        for place in range(len(known.places)):
            if place not in seen and known.may(*cards[number], place):
                seen.add(place)
                if place not in taken or placed(taken[place], seen):
                    taken[place] = number
                    return True
        return False

    return len(cards) == len(known.places) and all(
        placed(number, set()) for number in range(len(cards))
    )


def deals(view: View, hidden: Cards) -> Iterator[Sampled]:
    """Every way to deal out what the seat does not see to two others and the stock."""
    one, two = (seat for seat in range(3) if seat != view.seat)
    for first in itertools.combinations(hidden, view.hand_sizes[one]):
        rest = [card for card in hidden if card not in first]
        for second in itertools.combinations(rest, view.hand_sizes[two]):
            hands = [view.hand] * 3
            hands[one], hands[two] = Cards(first), Cards(second)
            stock = tuple(card for card in rest if card not in second)
            yield Sampled(hands=tuple(hands), kitty=stock, captured=(Cards(),) * 3)


@pytest.mark.slow
def test_samples_are_the_hands_that_can_be_held() -> None:
    """Each deal of the hidden cards is admitted if and only if both other seats can hold theirs."""
    found: Counter[bool] = Counter()
    for seed in range(40):
        for game in course(seed, SHORT):
            if game.phase.name != "play" or not drawers(game):
                continue
            view = game.view(0)
            hidden = SHORT.deck.cards(3) - view.hand - view.table.all_played
            if len(hidden) > 9:
                continue
            sampler = Sampler(view)
            for sample in deals(view, hidden):
                fits = all(possible(game, seat, sample.hands[seat]) for seat in (1, 2))
                assert sampler.admits(sample) == fits, (seed, game, sample)
                found[fits] += 1
    assert found[True] > 500
    assert found[False] > 500


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": [99, 1]}, "there is no seat 99"),
        ({"seats": [1, 2]}, "its leader first"),
        ({"seats": [2, 2]}, "seats must be those that play"),
        ({"drawn": [-1]}, "drawn must be from 0 to 52"),
        ({"drawn": [10**9]}, "drawn must be from 0 to 52"),
        ({"drawn": [0, 0, 1, 1]}, "at most one number for each seat"),
    ],
)
def test_a_forged_view_is_refused(change: dict[str, list[int]], message: str) -> None:
    game = next(game for game in course(3, players=3) if game.table.trick.leader == 2)
    stored = json.loads(wire.dumps_view(game, 0))
    assert wire.loads_view(json.dumps(stored)).view == game.view(0)
    stored["view"]["table"]["trick"] |= change
    with pytest.raises(RecordError, match=message):
        wire.loads_view(json.dumps(stored))


def test_a_round_may_end_before_the_cards_do() -> None:
    early = attrs.evolve(DOMINO, name="Early", round_end=EndsWhenNothingCounts())
    ends = [[*course(seed, early, 4)][-1] for seed in range(30)]
    cut = [game for game in ends if sum(map(len, game.piles)) < 52]
    assert cut
    for game in ends:
        assert game.sheet is not None
        assert sum(game.sheet.totals) == 13


JOKER = attrs.evolve(
    DOMINO,
    name="Domino with a joker",
    play=FollowSuitWithJoker("3S"),
    tricks=JokerWins("3S", always=True),
)
ANY_TIME = attrs.evolve(
    DOMINO,
    name="Domino with jokers",
    deck=Pack(hand=6, added={4: "*D"}),
    play=JokersAnyTime("*D 9S"),
)


@pytest.mark.parametrize("rules", [JOKER, ANY_TIME])
def test_a_joker_is_drawn_as_what_it_follows(rules: Rules) -> None:
    """What is drawn ends the drawing, and nobody who draws could follow: by the rules for play."""
    for seed in range(6):
        rng, game, draws = Random(seed), Game.new(rules, 4).deal(seed=seed), 0
        while not game.is_over and game.round_number == 0:
            table, seats = game.table, game.to_act
            in_round = isinstance(game.phase, PlayPhase) and len(seats) == 1
            if in_round and table.trick.cards:
                led = game.in_force.following(table.trick.cards[0])
                hand = game.view(seats[0]).hand
                drew = len(table.trick.drawn) > len(table.trick) and table.trick.drawn[-1]
                draws += bool(drew)
                assert len(hand.only(led)) == 1 or not drew or not kitty(game)
                assert hand.only(led) or not kitty(game)
            if rng.random() < 0.2:
                hold_to_the_laws(game, rng.randrange(4), seed)
            game = next_state(game, at_random, rng)
        assert draws
