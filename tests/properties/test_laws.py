"""The laws that hold in every variant, in every phase."""

from __future__ import annotations

import copy
import itertools
import json
import operator
import pickle
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from heartslib import Cards, Game, HeartsError, IllegalMove, Rules, ScoreSheet, record, variants
from heartslib.cards import PACK
from heartslib.errors import RulesError
from heartslib.moves import ChooseMoon, Deal, Move, Pass, Play, Score
from heartslib.phases import ClaimPhase, KittyPhase, Phase, PlayPhase, ScorePhase
from heartslib.rules import CardValues, EndsWhenNothingCounts
from heartslib.rules.counting.terms import lines_of
from heartslib.table import Trick
from tests.helpers.plays_as_printed import played_as_printed
from tests.helpers.rings import share
from tests.helpers.strategies import (
    PLAIN,
    Chooser,
    at_random,
    compositions,
    games,
    houses,
    multisets,
    next_state,
    refused,
    rulebooks,
    suit_by_suit,
    with_care,
)

seats = st.integers(0, 3)
any_move = st.one_of(
    st.builds(Play, seats, st.sampled_from(PACK)),
    st.builds(Pass, seats, st.lists(st.sampled_from(PACK), max_size=4)),
    st.builds(ChooseMoon, seats, st.sampled_from(["add", "subtract", "neither"])),
    st.just(Score()),
    st.just(Deal([PACK[0::4], PACK[1::4], PACK[2::4], PACK[3::4]])),
)


def listed_moves(game: Game) -> tuple[Move, ...]:
    """The legal moves, where they can be listed."""
    try:
        return game.legal_moves()
    except HeartsError:
        assert game.phase.name in {"pass", "kitty"}
        reject()


def cards_are_conserved(game: Game) -> None:
    pack = game.rules.deck.cards(game.players)
    phase: Phase = game.phase
    if isinstance(phase, KittyPhase):
        phase = phase.playing
    if isinstance(phase, PlayPhase):
        taken = sum(phase.piles, Cards(phase.table.trick.cards)) + phase.table.waiting
        assert sum(phase.hands, taken) + Cards(phase.kitty) == pack
    elif isinstance(phase, ScorePhase):
        taken = sum(phase.captured, sum(phase.table.piles, Cards()))
        now = game.in_force
        dead = now.deck.kitty_size(game.players) * now.kitty.is_dead
        assert taken <= pack
        assert len(pack - taken) in {0, dead} or now.round_end == EndsWhenNothingCounts()
        assert len(now.at(game.players).counting_cards - taken) <= dead


def the_seat_to_act_has_a_legal_card_of_its_hand(game: Game) -> None:
    legal = game.legal_plays()
    if game.phase.name == "play":
        (seat,) = game.to_act
        assert legal
        assert legal <= game.view(seat).hand
    else:
        assert not legal


def only_legal_cards_have_no_objection(game: Game) -> None:
    legal = game.legal_plays()
    for card in PACK:
        objection = game.explain(card)
        assert (objection is None) == (card in legal)
        assert objection is None or (objection.card is card and objection.rule and objection.reason)


@given(games(), st.randoms(use_true_random=False))
def test_every_legal_move_can_be_made(game: Game, rng: Random) -> None:
    moves = listed_moves(game)
    assert len(set(moves)) == len(moves)
    for move in rng.sample(moves, min(len(moves), 12)):
        assert game.apply(move) != game


@given(games(), any_move)
def test_no_other_move_can_be_made_and_refusing_changes_nothing(game: Game, move: Move) -> None:
    before = pickle.dumps(game)
    if isinstance(move, Deal) and game.phase.name == "deal":
        return
    if move in listed_moves(game):
        game.apply(move)
    else:
        with pytest.raises(HeartsError) as error:
            game.apply(move)
        if isinstance(error.value, IllegalMove):
            assert error.value.move == move
            assert error.value.rule
            assert pickle.loads(pickle.dumps(error.value)).args == error.value.args
    assert pickle.dumps(game) == before


def history_replays_to_an_equal_game(game: Game) -> None:
    dealer = game.beginning.dealer
    again = Game.replay(game.rules, game.history, game.players, dealer=dealer)
    assert again == game
    assert again.history == game.history


def records_and_pickles_give_the_game_back(game: Game) -> None:
    for again in (record.loads(record.dumps(game)), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert hash(again) == hash(game)
        assert again.history == game.history


def a_view_from_the_wire_is_equal(game: Game) -> None:
    for seat in (*range(game.players), None):
        view = game.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view
        assert hash(pickle.loads(pickle.dumps(view))) == hash(view)


def a_spectator_sees_no_cards_but_those_on_the_table(game: Game) -> None:
    view = game.view(None)
    assert not view.hand + view.given + view.received + view.captured
    assert not view.packets


def a_view_answers_as_the_game_does(game: Game) -> None:
    for seat in range(game.players):
        view = game.view(seat)
        if seat in game.to_act and game.phase.name == "play":
            assert view.legal_plays() == game.legal_plays()
            assert all(view.explain(card) == game.explain(card) for card in PACK)
        else:
            assert not view.legal_plays()
            assert all(view.explain(card) for card in view.hand)


def rules_waive_rather_than_leave_nothing_and_narrowing_twice_changes_nothing(game: Game) -> None:
    phase = game.phase
    if not isinstance(phase, PlayPhase):
        return
    hand = phase.hands[phase.turn]
    for rule in game.in_force.restrictions:
        left = rule.narrow(hand, hand, phase.table)
        assert left <= hand
        assert rule.narrow(left, hand, phase.table) == left


@given(games())
def test_the_laws_of_a_game(game: Game) -> None:
    cards_are_conserved(game)
    the_seat_to_act_has_a_legal_card_of_its_hand(game)
    only_legal_cards_have_no_objection(game)
    history_replays_to_an_equal_game(game)
    records_and_pickles_give_the_game_back(game)
    a_view_from_the_wire_is_equal(game)
    a_spectator_sees_no_cards_but_those_on_the_table(game)
    a_view_answers_as_the_game_does(game)
    rules_waive_rather_than_leave_nothing_and_narrowing_twice_changes_nothing(game)


@given(games("play"), st.randoms(use_true_random=False))
def test_the_short_forms_of_the_play_agree_with_its_statement(game: Game, rng: Random) -> None:
    while isinstance(game.phase, PlayPhase):
        phase, match = game.phase, game.match
        assert phase.legal == game.in_force.legal(phase.hands[phase.turn], phase.table)
        for card in set(phase.legal):
            short, stated = phase.play(match, card), played_as_printed(match, phase, card)
            assert short == stated
            assert short.legal == stated.legal
            assert short.table == stated.table
            assert (short.aside, short.offered) == (stated.aside, stated.offered)
        game = game.play(rng.choice(phase.legal))


@given(
    rulebooks() | houses(),
    st.integers(0, 2**32),
    st.sampled_from([at_random, with_care]),
    st.data(),
)
def test_cards_cost_what_they_cost_and_every_line_is_added(
    rules: Rules, seed: int, choose: Chooser, data: st.DataObject
) -> None:
    rng = Random(seed)
    game = Game.new(rules, data.draw(st.sampled_from(rules.players)))
    claimed: tuple[Trick, ...] = ()
    while game.phase.name != "score":
        if isinstance(game.phase, PlayPhase | ClaimPhase):
            claimed = game.phase.playing.claimed if isinstance(game.phase, ClaimPhase) else ()
        game = next_state(game, choose, rng)
    phase = game.phase
    assert isinstance(phase, ScorePhase)
    piles = tuple(map(operator.add, phase.table.piles, phase.captured))
    charged = phase.table.all_charged
    now = game.in_force
    finished = now.finished(
        piles,
        charged=charged,
        tricks=(*phase.table.tricks, *claimed),
        dealer=game.dealer,
        settled=game.match.settled,
    )
    plain = ScoreSheet(game.players, pooled=phase.sheet.pooled)
    for step in now.scoring:
        lines = lines_of(step, finished, plain)
        plain = plain.with_lines(lines)
        if isinstance(step, CardValues):
            cost = sum(
                dict(step.values).get(card, 0) * now.charging.factor(card, charged)
                for card in sum(piles, Cards())
            )
            assert sum(line.points for line in lines) == cost
    if not finished.shooter and not now.bonuses:
        assert phase.sheet.totals == plain.totals
    assert phase.sheet.lines[: len(plain.lines)] == plain.lines
    after = now.total(game.scores, phase.sheet.totals, game.match.course)
    assert game.score().scores == after


@given(rulebooks(PLAIN), st.integers(0, 2**32))
def test_a_moon_is_paid_as_the_rules_say(rules: Rules, seed: int) -> None:
    game, rng = Game.new(rules, 4), Random(seed)
    while game.phase.name != "score":
        game = next_state(game, suit_by_suit, rng)
    assert game.sheet is not None
    assert game.sheet.totals in {(0, 26, 26, 26), (-26, 0, 0, 0)}


@given(multisets, multisets)
def test_multisets_count_as_counters_do(ours: Cards, theirs: Cards) -> None:
    for card in PACK:
        our, their = ours.count(card), theirs.count(card)
        assert (ours | theirs).count(card) == max(our, their)
        assert (ours & theirs).count(card) == min(our, their)
        assert (ours - theirs).count(card) == max(our - their, 0)
        if our + their <= 8:
            assert (ours.only([card]) + theirs.only([card])).count(card) == our + their
        assert ours.only(theirs).count(card) == (our if their else 0)
        assert ours.without(theirs).count(card) == (0 if their else our)
    assert (ours <= theirs) == all(ours.count(card) <= theirs.count(card) for card in PACK)
    assert (ours >= theirs) == (theirs <= ours)
    assert list(ours) == sorted(ours)
    assert len(ours) == len(list(ours)) == sum(map(ours.count, PACK))
    assert bool(ours) == (len(ours) > 0)


@given(multisets)
def test_cards_read_what_they_write(cards: Cards) -> None:
    for text in (str(cards), f"{cards:u}", str(cards).lower(), str(list(map(str, cards)))):
        assert Cards.parse(text) == cards
    assert eval(repr(cards)) == cards  # noqa: S307 - repr is a constructor call
    assert Cards(list(cards)) == cards


@pytest.mark.slow
@given(st.text(max_size=20))
def test_no_text_is_read_with_anything_but_a_hearts_error(text: str) -> None:
    try:
        cards = Cards.parse(text)
    except HeartsError:
        return
    assert Cards.parse(str(cards)) == cards


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, players) for slug, rules in variants.all().items() for players in rules.players],
)
def test_a_whole_game_is_played_to_its_end(slug: str, players: int) -> None:
    rules, ways = variants.get(slug), (at_random, with_care)
    for choose in ways if players == rules.usual_players else ways[players % 2 :][:1]:
        rng = Random(slug)
        game = Game.new(rules, players)
        while not game.is_over:
            game = next_state(game, choose, rng)
        outright = game.sheets[-1].winners
        assert outright or game.rules.ending.is_over(game.match.course, game.sides)
        best = max if game.rules.points_are_good else min
        lost = {*game.rules.ending.losing(game.scores, game.sides)}
        left = [side for side in game.sides if lost.isdisjoint(side)]
        totals = {side: sum(game.scores[seat] for seat in side) for side in left}
        ahead = [side for side in left if totals[side] == best(totals.values())] or game.sides
        assert game.winners == (outright or tuple(sorted(itertools.chain.from_iterable(ahead))))
        assert game.scores == tuple(map(sum, zip(*(s.totals for s in game.sheets), strict=True)))
        assert not game.to_act
        assert not game.legal_moves()
        for again in (
            record.loads(record.dumps(game)),
            pickle.loads(pickle.dumps(game)),
            copy.deepcopy(game),
        ):
            assert again == game
            assert again.history == game.history


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def keys_of(value: record.Json) -> list[Any]:
    """The keys or places of what can be looked into; none of anything else."""
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


@pytest.mark.slow
@given(games(), st.data())
def test_a_record_changed_anywhere_is_another_game_or_refused(
    game: Game, data: st.DataObject
) -> None:
    """Nothing but a `HeartsError` comes out of a record that was tampered with."""
    stored = json.loads(record.dumps(game))
    if data.draw(st.booleans()):
        rules = attrs.evolve(game.rules, name="House")
        stored["rules"] = record.make_converter().unstructure(rules, Rules)
    place: Any = stored
    key = data.draw(st.sampled_from(keys_of(place)))
    while keys_of(place[key]) and data.draw(st.integers(0, 4)) > 0:
        place = place[key]
        key = data.draw(st.sampled_from(keys_of(place)))
    place[key] = data.draw(values)
    try:
        again = record.loads(json.dumps(stored))
    except HeartsError:
        return
    assert record.loads(record.dumps(again)) == again


@settings(max_examples=share(2) * settings().max_examples)
@given(st.data(), st.integers(0, 2**32), st.sampled_from([at_random, with_care]))
def test_what_can_be_composed_can_be_played(
    data: st.DataObject, seed: int, choose: Chooser
) -> None:
    """Chapters that do not go together are refused with a reason; the others give a game."""
    rules, reason = None, ""
    try:
        rules = data.draw(compositions())
    except RulesError as error:
        reason = str(error)
    if rules is None:
        assert ": " in reason
        return
    players = data.draw(st.sampled_from(rules.players))
    if reason := refused(rules, players):
        assert reason.startswith(f"House cannot be played by {players} players: ")
        with pytest.raises(RulesError):
            Game.new(rules, players)
        return
    assert rules.describe(players).startswith(f"House, for {players} players")
    game, rng = Game.new(rules, players), Random(seed)
    while not game.is_over and game.round_number < 3:
        game = next_state(game, choose, rng)
    game = game if game.is_over else game.stop()
    assert game.sheets
    assert record.loads(record.dumps(game)) == game
