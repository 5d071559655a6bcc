"""Pools: scores and pool always add up to what they began with, wherever a game is kept."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Game, Rules, record, score_game, variants, wire
from heartslib.rules import Sweepstake
from heartslib.sampling import sample_hands
from heartslib.sampling.to_game import as_game
from heartslib.scorecard import ScoreCard, read_csv, read_json, write_csv, write_json
from heartslib.scorecard.html import card_html
from tests.helpers.positions import POOL
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import read_back, written_down

GAMES = {
    **{slug: rules for slug, rules in variants.all().items() if rules.has_pool},
    "sweepstake": POOL,
    "sweepstake_odd": attrs.evolve(POOL, name="Odd", bonuses=Sweepstake(odd_is_jack=True)),
}
HANDICAP = (7, -20, 0, 55, 3, 1)
EACH = [
    pytest.param(rules, players, id=f"{name}-{players}")
    for name, rules in GAMES.items()
    for players in rules.players
]


def begun(rules: Rules, players: int, start: str) -> Game:
    """A game from nothing, from 50 counters each, with a handicap, or from the middle."""
    match start:
        case "nothing":
            return Game.new(rules, players)
        case "fifty":
            return Game.new(rules, players, scores=(50,) * players, pool=0)
        case "handicap":
            return Game.new(rules, players, scores=HANDICAP[:players], pool=9)
        case _:
            more: dict[str, Any] = {"dealer": 1}
            if rules.contract_names:
                more |= {"contracts": ["clubs", "hearts"], "leader": 2}
            scores = (-26, *HANDICAP[1:players])
            return Game.new(rules, players, scores=scores, pool=26, round_number=2, **more)


def rounds_of(game: Game, seed: int, most: int = 5) -> Iterator[tuple[Game, Game]]:
    """Each round of a game played at random: before its score is entered, and after."""
    rng, last = Random(seed), len(game.sheets) + most
    while not game.is_over and len(game.sheets) < last:
        before, game = game, next_state(game, at_random, rng)
        if before.phase.name == "score":
            yield before, game


def won_by_hand(counts: list[int], pool: int, *, jack: bool, odd: bool) -> tuple[int, bool]:
    """Foster's settlement: what is left of a pool, into which all have paid, and if it is a jack."""
    clear = [seat for seat, count in enumerate(counts) if count == 0]
    takers = [seat for seat, count in enumerate(counts) if count > 0]
    if len(clear) == 1:
        return 0, False
    if len(clear) == 2 and len(takers) > 1 and not jack:
        return pool % 2, odd and pool % 2 == 1
    return pool, True


@pytest.mark.parametrize("start", ["nothing", "fifty", "handicap", "middle"])
@pytest.mark.parametrize(("rules", "players"), EACH)
def test_scores_and_pool_add_up_to_what_they_began_with(
    rules: Rules, players: int, start: str
) -> None:
    game = begun(rules, players, start)
    whole = sum(game.scores) + game.pool
    for seed in range(2):
        for counted, entered in rounds_of(game, seed, most=3):
            assert sum(entered.scores) + entered.pool == whole
            assert entered.pool >= 0
            assert counted.sheet is not None
            assert (counted.pool, counted.sheet.pool) == (
                entered.pool + sum(counted.sheet.totals),
                entered.pool,
            )


@pytest.mark.parametrize("name", ["auction_hearts", "sweepstake", "sweepstake_odd"])
def test_the_pool_is_settled_as_foster_says(name: str) -> None:
    """Counted by hand: a single clear player, two of them, a jack, an odd counter."""
    rules = GAMES[name]
    jacks = odds = 0
    for seed in range(3):
        for counted, entered in rounds_of(Game.new(rules), seed, most=8):
            before, penalty = counted.match, counted.in_force.penalty_cards
            assert counted.sheet is not None
            bid = max(before.settled.made, default=0)
            paid = before.pool + len(penalty) + bid
            counts = [len(pile.only(penalty)) for pile in counted.piles]
            left, jack = won_by_hand(
                counts, paid, jack=before.settled.jack, odd=name != "sweepstake"
            )
            assert (entered.pool, entered.match.settled.jack) == (left, jack)
            jacks, odds = jacks + jack, odds + (left == 1)
    assert jacks
    assert odds


@pytest.mark.slow
@pytest.mark.parametrize("start", ["nothing", "handicap", "middle"])
@pytest.mark.parametrize("name", GAMES)
def test_a_pool_goes_through_records_wire_and_score_cards(name: str, start: str) -> None:
    rules = GAMES[name]
    game = begun(rules, rules.usual_players, start)
    entries: list[Any] = []
    last = game
    if start == "handicap":
        entries.append({"scores": game.scores, "pool": game.pool})
    for counted, entered in rounds_of(game, 5):
        again = record.loads(record.dumps(entered))
        assert (again, again.pool, again.match.settled.jack) == (
            entered,
            entered.pool,
            entered.match.settled.jack,
        )
        for seat in (None, 0):
            view = wire.loads_view(wire.dumps_view(entered, seat)).view
            assert view == entered.view(seat)
            assert (view.pool, view.settled.jack) == (entered.pool, entered.match.settled.jack)
        sheet = read_back(written_down(counted), rules).sheet
        assert sheet == counted.sheet
        assert sheet is not None
        assert counted.sheet is not None
        assert sheet.pool == counted.sheet.pool
        entries.append(
            {"sheet": counted.sheet} | ({"contract": counted.contract} if counted.contract else {})
        )
        last = entered
    if start == "middle":
        return
    card = score_game(rules, rounds=entries, names=game.names)
    assert (card.scores, card.pool) == (last.scores, last.pool)
    assert [*card.pools] == [game.pool, *(sheet.pool for sheet in last.sheets)]
    assert_kept(card)


def assert_kept(card: ScoreCard) -> None:
    """JSON and CSV keep a card, and text and HTML show its pools."""
    names, rounds, rules = read_json(write_json(card))
    assert rules == card.rules
    assert score_game(card.rules, rounds=rounds, names=names) == card
    columns, rows = read_csv(write_csv(card))
    by_points = score_game(card.rules, rounds=rows, names=columns)
    assert (by_points.course, by_points.pools) == (card.course, card.pools)
    head, *lines = str(card).splitlines()
    assert head.endswith("    pool")
    rows_only = [line for line in lines if line[:5].strip().isdigit()]
    assert [int(line[: len(head)].split()[-1]) for line in rows_only] == [*card.pools[1:]]
    page = card_html(card)
    assert "Pool</th>" in page
    assert all(f'<td class="column">{pool}</td>' in page for pool in card.pools[1:])


def test_a_sample_keeps_the_pool() -> None:
    game = begun(GAMES["auction_hearts"], 4, "middle").deal(seed=1)
    assert (game.phase.name, game.pool, game.match.settled.jack) == ("contract", 26, True)
    view = game.name_contract("spades").view(2)
    sampled = as_game(view, sample_hands(view, Random(1)))
    assert (sampled.pool, sampled.match.settled.jack) == (26, True)


def test_other_rules_keep_the_pool() -> None:
    """What is in it stays when the rules change, and is won again when they have a pool again."""
    game = begun(POOL, 4, "middle")
    whole = sum(game.scores) + game.pool
    two = attrs.evolve(POOL, name="Two", scoring=variants.get("joker_hearts").scoring)
    game = game.change_rules(two)
    *_, (_, game) = rounds_of(game, 3, most=2)
    assert sum(game.scores) + game.pool == whole
    plain = game.change_rules(variants.get("american"))
    assert (plain.pool, plain.view(1).pool) == (game.pool, game.pool)
    text = wire.dumps_view(plain, 1)
    assert wire.loads_view(text).view == plain.view(1)
    *_, (_, after) = rounds_of(plain, 3, most=1)
    assert after.pool == game.pool
