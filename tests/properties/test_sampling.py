"""Hidden hands that are drawn for bots: what is drawn fits the view, and nothing that fits is missed.

The judge is the game itself: a deal of the hidden cards is possible if there is a round that
leads to it, each play legal, after which the seat has just the view that it has.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, HeartsError, Rules, View, rules, variants
from heartslib.cards import PACK, from_each
from heartslib.phases import MixPhase, PassPhase
from heartslib.rules import (
    KITTY_BY_THE_TRICK,
    KITTY_TO_FIRST_PENALTY,
    LEFT,
    Cycle,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HolderLeads,
    KittyTo,
    LowestClubLeads,
    Mix,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    Opening,
    Pack,
    PassPattern,
    PlayedOut,
    PlayRule,
    QueenWhenSafe,
    RoundRules,
    Scatter,
    ShowHandOfHearts,
    Toward,
)
from heartslib.rules.book.chapters import NO_CARDS
from heartslib.sampling import Sampler, as_game, known
from heartslib.sampling.known import Known, carried_on, unmarked
from heartslib.sampling.plays import ruled_out
from heartslib.sampling.spread import Spread
from heartslib.table import Table, Trick
from tests.helpers.rings import share
from tests.helpers.sample_judge import Course, EvenFirst, is_possible, laid, truth, ways
from tests.helpers.strategies import at_random, games, next_state

seeds = st.integers(0, 2**32)
seats = st.sampled_from([0, 1, 2, 3, None])
PHASES = ("pass", "charge", "play", "kitty")


def seen(game: Game, seat: int | None) -> View | None:
    """The view of a seat, or of a spectator, if it sees that cards are out."""
    view = game.view(None if seat is None else seat % game.players)
    # a spectator does not see that whole hands have been laid in the middle
    return view if any(view.hand_sizes) or view.given or view.kitty_size else None


def hold_to_the_laws(game: Game, seat: int | None, seed: int) -> None:
    """What is drawn gives the seat its view, and the truth is among what may be drawn."""
    view, actual, rng = seen(game, seat), truth(game), Random(seed)
    if view is None or actual is None:
        return
    sampler = Sampler(view)
    assert sampler.admits(actual)
    assert sampler.count() != 0
    for _ in range(3):
        sample = sampler.draw(rng)
        assert sampler.admits(sample)
        drawn = as_game(view, sample)
        assert drawn.view(view.seat) == view
        assert truth(drawn) == sample
        down = laid(sample, game.players)
        cards = sum((*sample.hands, *sample.captured, *down), from_each(sample.kitty))
        seen_by_all = view.table.all_played + from_each(view.turned)
        assert cards + seen_by_all >= game.rules.deck.cards(game.players)
    play_on(as_game(view, sampler.draw(rng)), rng)


def play_on(game: Game, rng: Random) -> None:
    """The round can be played to its end."""
    number = game.round_number
    while game.round_number == number and not game.is_over:
        game = next_state(game, at_random, rng)


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_drawn_fits_the_view(phase: str) -> None:
    # games with a kitty take long to find
    @settings(max_examples=share(24 if phase == "kitty" else 30))
    @given(games(phase), seats, seeds)
    def law(game: Game, seat: int | None, seed: int) -> None:
        hold_to_the_laws(game, seat, seed)

    law()


@pytest.mark.parametrize("slug", variants.all())
def test_the_laws_hold_in_every_variant(slug: str) -> None:
    rules = variants.get(slug)
    rng = Random(slug)
    for players in {rules.players[0], rules.usual_players, rules.players[-1]}:
        game = Game.new(rules, players)
        number = 0
        while game.round_number == 0 and game.phase.name not in {"moon", "score"}:
            actual = truth(game)
            if actual is not None and number % 11 == 0:
                hold_to_the_laws(game, rng.choice([*range(players), None]), number)
            number += actual is not None
            game = next_state(game, at_random, rng)
        assert number


def revealed(view: View, seed: int) -> object:
    """What a view reveals, a deal, and how it is judged; or why no deal fits."""
    try:
        here = Known(view)
    except HeartsError as error:
        return str(error)
    spread = Spread(here.rows, here.room)
    if not spread.total:
        return "the cards cannot all be placed"
    dealt = spread.drawn(Random(seed).random)
    placed = [there + unmarked(cards) for there, cards in zip(here.base, dealt, strict=True)]
    verdicts = [check(placed) for check in here.checks]
    return here.base, here.room, here.rows, placed, verdicts, here.admits(placed)


def begun_later(view: View) -> View:
    """The view in a round that was begun elsewhere, after the first trick, which nobody knows."""
    trick, *tricks = view.table.tricks
    taker = trick.taker or 0
    return attrs.evolve(
        view,
        table=attrs.evolve(view.table, tricks=tuple(tricks)),
        captured=view.captured + trick.cards if view.seat == taker else view.captured,
        captured_sizes=tuple(
            size + len(trick) * (seat == taker) for seat, size in enumerate(view.captured_sizes)
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_what_a_seat_knows_is_carried_on(slug: str) -> None:
    """It is the same as made afresh, whatever was asked in between."""
    rules, rng = variants.get(slug), Random(slug)
    game, number, compared = Game.new(rules, rules.usual_players), 0, 0
    while game.round_number == 0 and game.phase.name not in {"moon", "score"}:
        if game.phase.name == "play":
            Known(game.view(game.to_act[0]))
        if number % 16 == 15:
            views = [game.view(rng.choice([0, 1, None]))]
            views += [begun_later(view) for view in views if view.table.tricks]
            for view, found in [(view, revealed(view, number)) for view in views]:
                carried_on.cache_clear()
                assert revealed(view, number) == found
                compared += not isinstance(found, str)
        game, number = next_state(game, at_random, rng), number + 1
    assert compared


def test_plays_are_taken_for_those_of_no_other_round() -> None:
    """Of one with other rules, other cards before, other charges or other early tricks."""
    american, game = variants.get("american").at(4).in_force, Game.new(variants.get("american"))
    game, rng = game.deal(seed=1), Random(1)
    while len(game.table.tricks) < 3:
        game = next_state(game, at_random, rng)
    nobody, hand = (NO_CARDS,) * 4, game.view(0).hand
    tricks = game.table.tricks
    usual = (american, NO_CARDS, nobody, tricks)
    rounds: list[tuple[RoundRules, Cards, tuple[Cards, ...], tuple[Trick, ...]]] = [
        usual,
        (attrs.evolve(american, opening=EldestLeads()), *usual[1:]),
        (american, hand, nobody, tricks),
        (american, NO_CARDS, (hand, *nobody[1:]), tricks),
        (american, NO_CARDS, nobody, (tricks[1], *tricks[1:])),
        (american, NO_CARDS, nobody, (*tricks[:2], tricks[1])),
    ]
    carried = [carried_on(*each) for each in rounds]
    for each, found in zip(rounds, carried, strict=True):
        carried_on.cache_clear()
        assert carried_on(*each) == found
        assert carried.count(found) == 1


def test_plays_of_eight_packs_are_looked_at() -> None:
    """They are more than calls may be nested."""
    cards = [*PACK] * 8
    tricks = tuple(Trick(0, 4, tuple(cards[at : at + 4]), 0) for at in range(0, len(cards), 4))
    carried_on.cache_clear()
    rules = variants.get("american").at(4).in_force
    assert len(carried_on(rules, NO_CARDS, (), tricks)[0]) == len(cards)


def test_a_decision_looks_at_the_cards_since_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counter[Card]()

    def watched(rules: RoundRules, card: Card, table: Table) -> tuple[int, bool]:
        asked[card] += 1
        return ruled_out(rules, card, table)

    monkeypatch.setattr(known, "ruled_out", watched)
    game, rng = Game.new(variants.get("dame_de_pique")).deal(seed=1), Random(1)
    while game.phase.name == "play":
        if game.to_act == (0,):
            Sampler(game.view(0))
        game = next_state(game, at_random, rng)
    assert set(asked.values()) == {1}


@attrs.frozen
class HighestHeartLeads(Opening):
    """A house rule for the opening lead."""

    name: str = "opening-lead"

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        return max(range(len(hands)), key=lambda seat: hands[seat][-1].index)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable

    def reason(self, card: Card, table: Table) -> str:
        return "never asked"

    def describe(self, players: int) -> str:
        return "Who holds the highest heart leads."


OPENINGS: tuple[Opening, ...] = (
    LowestClubLeads(),
    LowestClubLeads(any_club=True),
    EldestLeads(),
    HolderLeads("QS"),
    HolderLeads("QS", any_card=True),
    HighestHeartLeads(),
)
RESTRICTIONS: tuple[PlayRule, ...] = (
    HeartsMustBeBroken(),
    HeartsMustBeBroken("QS", "QS"),
    HeartsNeverLed(),
    NoPenaltyOnFirstTrick("QS AH KH"),
    QueenWhenSafe(),
    NoDiscardOf("QS"),
    NoDiscardOf("AH KH 2H"),
    rules.LeadSuitOfLastCard(),
    rules.ChargedCardsWait(),
    EvenFirst(),
)
CHARGES = rules.Charges({"QS": "QS", "AH": "AH"}, each=None)


@st.composite
def tiny_rulebooks(draw: st.DrawFn) -> Rules:
    """Rulebooks for packs of a dozen cards, in which all ways can be gone through."""
    players, size, aside = draw(
        st.sampled_from(
            [(3, 3, 0), (3, 3, 1), (3, 3, 2), (4, 2, 0), (4, 2, 1), (3, 2, 2), (2, 4, 2)]
        )
    )
    packs = draw(st.sampled_from([1, 1, 2]))
    pack = list(PACK) * packs
    count = players * size + aside - 2
    places = st.integers(0, len(pack) - 1)
    drawn = draw(st.lists(places, unique=True, min_size=count, max_size=count))
    chosen = Cards("QS AH") + Cards(pack[place] for place in drawn)
    assume(chosen <= Cards(pack))
    kitties = [KittyTo(), KITTY_TO_FIRST_PENALTY, KITTY_BY_THE_TRICK]
    kitty = draw(st.sampled_from(kitties))
    patterns: list[PassPattern] = [LEFT, Scatter(), Mix(), rules.Hold()]
    cycle = [
        attrs.evolve(each, count=draw(st.integers(1, size)))
        if isinstance(each, Toward | Mix)
        else each
        for each in draw(st.lists(st.sampled_from(patterns), min_size=1, max_size=2))
    ]
    jokers = rules.JokersAnyTime(chosen.only(pack[:30]) | "QS")
    suits: list[list[rules.PlayRule]] = [[FollowSuit()], [FollowSuit()], [jokers], []]
    follow = draw(st.sampled_from(suits))
    free = draw(st.lists(st.sampled_from(RESTRICTIONS), max_size=3))
    try:
        return Rules(
            name="Tiny",
            players=players,
            deck=Pack(
                packs=packs, removals=rules.Removals({players: Cards(pack) - chosen}), kitty=aside
            ),
            kitty=attrs.evolve(kitty, exchanged=draw(st.booleans())),
            passing=Cycle(
                cycle,
                optional=draw(st.booleans()),
                kept=draw(st.sampled_from([Cards(), Cards(), Cards("QS AH")])),
            ),
            charging=draw(st.sampled_from([None, CHARGES])),
            opening=draw(st.sampled_from(OPENINGS)),
            play=(*draw(st.sampled_from([(*follow, *free), (*free, *follow)])),),
            showing=draw(st.sampled_from([None, ShowHandOfHearts()])),
            round_end=PlayedOut(claims=draw(st.booleans())),
            moon=rules.NoMoon(),
        )
    except HeartsError:
        assume(False)
        raise


@st.composite
def tiny_games(draw: st.DrawFn, of: st.SearchStrategy[Rules]) -> Game:
    """A game by such rules, in any phase in which cards are out."""
    rng = Random(draw(seeds))
    rulebook = draw(of)
    game = Game.new(rulebook, dealer=draw(st.integers(0, rulebook.players[0] - 1)))
    for _ in range(draw(st.integers(1, 24))):
        after = next_state(game, at_random, rng)
        if truth(after) is None and truth(game) is not None:
            break
        game = after
    assume(truth(game) is not None)
    return game


def is_exact(game: Game, course: Course) -> bool:
    """Whether nothing is left out of what the seats know."""
    into = [seat for _, seat, _, hand in course.came if hand]
    plain = isinstance(game.rules.opening, EldestLeads) or game.rules.opening == LowestClubLeads()
    known = not any(isinstance(rule, EvenFirst) for rule in game.in_force.play)
    kept = game.rules.passing.kept and not isinstance(game.phase, PassPhase | MixPhase)
    exchanged = not into or (
        len(set(into)) == len(into) == 1 and plain and known and game.in_force.showing is None
    )
    return bool(exchanged and not kept)


def judge(game: Game, seat: int | None, seed: int) -> None:
    view, rng = seen(game, seat), Random(seed)
    every = view and ways(game, view, 600)
    assume(every)
    assert view
    assert every
    course, sampler = Course.of(game), Sampler(view)
    exact = is_exact(game, course)
    possible = 0
    for way in every:
        fits = is_possible(game, course, view, way, rng)
        possible += fits
        if exact:
            assert sampler.admits(way) == fits, way
        else:
            assert sampler.admits(way) >= fits, way
    assert possible or not exact
    if exact and game.rules.deck.cards(game.players).bits < 1 << 52:
        assert sampler.count() == possible


@pytest.mark.slow
@settings(max_examples=share(150))
@given(tiny_games(tiny_rulebooks()), seats, seeds)
def test_what_may_be_drawn_is_what_may_be(game: Game, seat: int | None, seed: int) -> None:
    judge(game, seat, seed)
