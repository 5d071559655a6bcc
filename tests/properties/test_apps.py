"""What apps ask without a game agrees with the game: plays, scores, positions, messages, events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain
from random import Random
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heartslib import (
    Card,
    Cards,
    Game,
    IllegalMove,
    Rules,
    View,
    explain_play,
    legal_plays,
    record,
    score_game,
    score_hand,
    wire,
)
from heartslib.cards import HEARTS, PACK
from heartslib.events import (
    CardPlayed,
    CardsReceived,
    Charged,
    Event,
    HandDealt,
    HeartsBroken,
    Passed,
    RoundBegun,
    RoundCounted,
    ScoreEntered,
    TrickLeft,
    TrickTaken,
)
from heartslib.moves import Charge, ChooseMoon, Claim, Deal, Pass, Play, Stop
from heartslib.phases import PlayPhase, ScorePhase
from heartslib.rules import HeartsMustBeBroken
from heartslib.scorecard import Taken, read_csv, read_json, write_csv, write_json
from tests.helpers.rings import share
from tests.helpers.strategies import (
    Chooser,
    at_random,
    games,
    houses,
    next_state,
    rulebooks,
    with_care,
)

seeds = st.integers(0, 2**32)


def in_play(game: Game) -> PlayPhase:
    """The phase of a game in which a card is to be played."""
    assume(isinstance(game.phase, PlayPhase))
    assert isinstance(game.phase, PlayPhase)
    return game.phase


@given(games("play"))
def test_plays_are_judged_without_a_game_as_in_it(game: Game) -> None:
    phase = in_play(game)
    table = phase.table
    position: dict[str, Any] = {
        "hand": phase.hands[phase.turn],
        "trick": table.trick.cards,
        "tricks": [trick.cards for trick in table.tricks],
        "charged": table.all_charged & phase.hands[phase.turn],
        "players": game.players,
        "contract": game.contract,
    }
    assume(not table.charged or table.charged[phase.turn] >= position["charged"])
    assert legal_plays(game.rules, **position) == game.legal_plays()
    for card in PACK:
        assert explain_play(game.rules, card, **position) == game.explain(card)


@given(games("score"))
def test_rounds_are_scored_without_a_game_as_in_it(game: Game) -> None:
    phase = game.phase
    assume(isinstance(phase, ScorePhase))
    assert isinstance(phase, ScorePhase)
    piles = [
        pile + captured for pile, captured in zip(phase.table.piles, phase.captured, strict=True)
    ]
    last, table = game.history[-1], phase.table
    ordered = game.in_force.orders_tricks
    assume(not ordered or not any(isinstance(move, Claim) for move in game.history))
    assume(not ordered or not game.rules.kitty.to_follow)  # the tricks do not say who took them
    sheet = score_hand(
        game.rules,
        taken=piles,
        tricks=table.tricks if ordered else None,
        leader=table.tricks[0].leader if ordered else None,
        trick_counts=table.tricks_taken if game.in_force.counts_every_trick else None,
        players=game.players,
        moon=last.choice if isinstance(last, ChooseMoon) else None,
        charged=phase.table.all_charged,
        scores=game.scores,
        course=game.match.course,
        contract=game.contract,
        bids=game.match.settled.made or None,
        dealer=game.dealer,
        pool=game.pool,
        face_up=game.match.shown_last,
    )
    assert sheet == phase.sheet


@settings(max_examples=share(30))
@given(rulebooks() | houses(), seeds, st.sampled_from([at_random, with_care]), st.data())
def test_score_cards_are_games(
    rules: Rules, seed: int, choose: Chooser, data: st.DataObject
) -> None:
    game, rng = Game.new(rules, data.draw(st.sampled_from(rules.players))), Random(seed)
    rounds: list[Taken] = []
    while not game.is_over and game.round_number < 4:
        if isinstance(game.phase, ScorePhase):
            sheet = game.phase.sheet
            given = {"points": sheet.totals, "contract": game.contract}
            known = {"sheet": sheet, "contract": game.contract}
            rounds.append(data.draw(st.sampled_from([known, known if sheet.winners else given])))
        game = next_state(game, choose, rng)
    card = score_game(rules, rounds=rounds, players=game.players)
    assert card.course == game.match.course
    assert (card.scores, card.is_over, card.winners) == (game.scores, game.is_over, game.winners)
    if max(map(abs, chain(*card.course)), default=0) < 1_000:
        assert max(map(len, str(card).splitlines())) <= 80 + 10 * game.is_over
    names, stored, own = read_json(write_json(card))
    assert score_game(own or rules, rounds=stored, names=names) == card
    names, stored = read_csv(write_csv(card))
    again = score_game(rules, rounds=stored, names=names)
    assert (again.names, again.course, again.contracts) == (card.names, card.course, card.contracts)


@given(games("play"), seeds)
def test_a_position_laid_out_is_the_position_played(game: Game, seed: int) -> None:
    assume(not game.rules.kitty.to_follow)  # nothing can be laid out
    opening = game.rules.opening
    assume(opening.later == opening or not game.round_number)
    phase = in_play(game)
    table = phase.table
    leader = (*table.tricks, table.trick)[0].leader
    fresh = Game.new(game.rules, game.players, dealer=game.dealer).match
    bids = game.match.settled.made or (1, *[0] * (game.players - 1)) * fresh.sells
    laid = Game.new(game.rules, game.players, dealer=game.dealer).set_up(
        phase.hands,
        leader=leader,
        tricks=[trick.cards for trick in table.tricks],
        trick=table.trick.cards,
        kitty=game.match.turned or phase.kitty,
        captured=phase.captured,
        charged=table.charged,
        scores=game.scores,
        contract=game.contract,
        bids=bids,
    )
    assert laid.match.settled.bids == bids
    assert laid.legal_plays() == game.legal_plays()
    assert laid.to_act == game.to_act
    assert isinstance(laid.phase, PlayPhase)
    assert laid.phase.piles == phase.piles
    assert laid.phase.table.tricks == table.tricks
    assert record.loads(record.dumps(laid)) == laid
    for seat in range(game.players):
        view = View.set_up(
            game.rules,
            seat=seat,
            hand=phase.hands[seat],
            leader=leader,
            players=game.players,
            dealer=game.dealer,
            tricks=[trick.cards for trick in table.tricks],
            trick=table.trick.cards,
            kitty=game.match.turned,
            captured=phase.captured[seat],
            captured_sizes=[len(cards) for cards in phase.captured],
            charged=table.charged,
            contract=game.contract,
            bids=bids,
            shown=game.view(seat).shown if game.in_force.showing else (),
            waive=["illegal-play"] if game.rules.kitty.exchanged else [],
        )
        whole = game.view(seat)
        assert view.hand_sizes == whole.hand_sizes
        assert view.kitty_size == whole.kitty_size
        assert view.table.trick == table.trick
        if game.in_force.showing is None:
            assert view.legal_plays() == whole.legal_plays()
            assert [view.explain(card) for card in PACK] == [whole.explain(card) for card in PACK]
    rng = Random(seed)
    while laid.legal_plays():
        assert laid.legal_plays() == game.legal_plays()
        card = rng.choice(laid.legal_plays())
        laid, game = laid.play(card), game.play(card)
        assert laid.to_act == game.to_act


@pytest.mark.slow
@given(games())
def test_a_view_over_the_wire_answers_as_the_server_does(game: Game) -> None:
    for seat in (*range(game.players), None):
        seen = wire.loads_view(wire.dumps_view(game, seat))
        view = game.view(seat)
        assert seen.view == view
        assert seen.number == len(game.history)
        assert seen.view.legal_plays() == view.legal_plays()
        assert [seen.view.explain(card) for card in PACK] == [view.explain(card) for card in PACK]


@given(games(), seeds)
def test_moves_over_the_wire_are_made_or_refused_with_a_code(game: Game, seed: int) -> None:
    rng = Random(seed)
    assume(game.to_act)
    move = at_random(game, rng)
    seat: int = cast("Any", move).seat
    text = wire.dumps_move(move, wire.number_of(game))
    assert wire.loads_move(text).move == move
    after = wire.receive(game, text, seat)
    assert after == game.apply(move)
    codes: list[str] = []
    other = (seat + 1) % game.players
    for message, sender, state in (
        (text, other, game),
        (wire.dumps_move(Stop()), seat, game),
        (wire.dumps_move(move, wire.number_of(game) + 1), seat, game),
        (text, seat, after),
    ):
        with pytest.raises(IllegalMove) as error:
            wire.receive(state, message, sender)
        codes.append(error.value.code)
    assert codes[:3] == ["not-yours", "not-yours", "early"]
    assert codes[3] in {"stale", "already-passed", "already-charged", "charged-already", "turn"}


def first_broken(played: Iterable[CardPlayed], breakers: Sequence[Cards]) -> list[Card]:
    """The card with which hearts are broken: by then one of each of these sets has been played."""
    so_far = Cards()
    for event in played:
        so_far += event.card
        if breakers and not any(map(so_far.isdisjoint, breakers)):
            return [event.card]
    return []


def each_charged(charges: Iterable[tuple[int, Cards]]) -> dict[int, Cards]:
    """What each seat has charged in all."""
    found: dict[int, Cards] = {}
    for seat, cards in charges:
        found[seat] = found.get(seat, Cards()) + cards
    return found


@settings(max_examples=share(60))
@given(rulebooks() | houses(), seeds, st.data())
def test_events_tell_a_round(rules: Rules, seed: int, data: st.DataObject) -> None:
    game = Game.new(rules, data.draw(st.sampled_from(rules.players)))
    seat = data.draw(st.sampled_from([*range(game.players), None]))
    rng, start = Random(seed), game
    events: list[Event] = []
    while not isinstance(game.phase, ScorePhase):
        after = next_state(game, at_random, rng)
        events += after.events(seat, game)
        game = after
    phase, history = game.phase, game.history
    assert isinstance(phase, ScorePhase)
    plays = [move for move in history if isinstance(move, Play)]
    played = [event for event in events if isinstance(event, CardPlayed)]
    assert [(event.seat, event.card) for event in played] == [(it.seat, it.card) for it in plays]
    leads = [event.seat for event in played if event.is_lead]
    assert leads[: len(phase.table.tricks)] == [trick.leader for trick in phase.table.tricks]
    breakers = [
        rule.breakers
        for rule in game.in_force.play
        if isinstance(rule, HeartsMustBeBroken) and rule.locked == HEARTS
    ]
    broken = [event for event in events if isinstance(event, HeartsBroken)]
    assert [event.card for event in broken] == first_broken(played, breakers)
    passes = [move for move in history if isinstance(move, Pass)]
    assert [e.seat for e in events if isinstance(e, Passed)] == [move.seat for move in passes]
    charges = [(m.seat, m.cards) for m in history if isinstance(m, Charge) and m.cards]
    shown = [(event.seat, event.cards) for event in events if isinstance(event, Charged)]
    # secret charges are shown at once
    in_order = each_charged if game.in_force.charging.secret else list
    assert in_order(shown) == in_order(charges)
    piles = [Cards()] * game.players
    for event in events:
        if isinstance(event, TrickTaken):
            piles[event.seat] += event.cards
    assert tuple(piles) == phase.table.piles
    left = [event for event in events if isinstance(event, TrickLeft)]
    assert len(left) == sum(trick.taker is None for trick in phase.table.tricks)
    (dealt,) = (event for event in events if isinstance(event, HandDealt))
    deal = next(move for move in history if isinstance(move, Deal))
    assert dealt.hand == (None if seat is None else deal.hands[seat])
    sizes = len(deal.hands[0]), len(deal.kitty) - len(game.match.turned)
    assert (dealt.size, dealt.kitty) == sizes
    received = game.view(seat).received
    came = [event.cards for event in events if isinstance(event, CardsReceived)]
    assert sum(came, Cards()) == received
    assert isinstance(events[-1], RoundCounted)
    entered = game.score()
    last = entered.events(seat, game)
    assert last[0] == ScoreEntered(phase.sheet, entered.scores)
    assert entered.is_over or last[1] == RoundBegun(1, entered.dealer)
    assert game.events(seat, start) == tuple(events)


@given(games())
def test_events_survive_the_wire(game: Game) -> None:
    moves = game.history
    assume(moves)
    before = reduce(Game.apply, moves[:-1], game.beginning)
    for seat in (*range(game.players), None):
        events = game.events(seat, before)
        assert wire.loads_view(wire.dumps_view(game, seat, since=before)).events == events
        hidden = [event for event in events if isinstance(event, Passed)]
        assert all(event.cards is None or event.seat == seat for event in hidden)
