"""Advice at a real table: a view laid out by hand is the view of the game, in every phase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, HeartsError, Rules, View, variants
from heartslib.bots import by_name, careful
from heartslib.moves import NameContract, Pass
from heartslib.phases import ChargePhase, PassPhase
from heartslib.questions import ChooseName, answers
from heartslib.rules import Charges, Cycle, DealerCalls, Mix, Packets, Scatter
from heartslib.sampling import Sampler, chances
from heartslib.sampling.spread import Spread
from tests.helpers.rings import share

AMERICAN, DAME = variants.get("american"), variants.get("dame_de_pique")
HAND = "4C 5C 9C 4D QD 7S TS AS 3H 6H TH JH KH"
TURBO = variants.get("turbo")
GAMES: dict[str, Rules] = {
    **variants.all(),
    "split": attrs.evolve(AMERICAN, name="Split", passing=Cycle([Packets([(1, 2), (-1, 1)])])),
    "mixed": attrs.evolve(TURBO, name="Mixed", passing=Cycle([Mix()])),
    "scattered": attrs.evolve(AMERICAN, name="Scattered", passing=Cycle([Scatter(), Mix(4)])),
    "called": attrs.evolve(TURBO, name="Called", passing=DealerCalls()),
    "early": attrs.evolve(
        TURBO,
        name="Early",
        charging=Charges({"QS": "QS", "TC": "TC", "JD": "JD"}, before_pass=True),
    ),
    "in turn": attrs.evolve(
        TURBO, name="In turn", charging=Charges({"QS": "QS", "TC": "TC", "JD": "JD"}, in_turn=True)
    ),
}


def typed(game: Game, seat: int) -> dict[str, Any]:
    """What a player knows, as it would be typed."""
    view, rules = game.view(seat), game.rules
    after, late = view.phase in {"charge", "play"}, Cards()
    given: Any = {each.taker: each.cards for each in view.packets if each.giver == seat}
    received: Any = {each.giver: each.cards for each in view.packets if each.taker == seat}
    table, settled, calls = view.table, view.settled, rules.passing.calls(game.players)
    named = view.contract if len(rules.contracts_left(0, ())) > 1 else None
    charged = [table.charged_by(each) for each in range(game.players)] if table.charged else []
    if view.secret:
        charged = charged or [late] * game.players
        charged[seat] += view.secret
    leader = settled.leader
    if view.round_number and rules.opening.by_namer and settled.jack:
        leader = view.contracts[-1][0]
    return {
        "seat": seat,
        "leader": leader,
        "hand": view.hand,
        "phase": view.phase,
        "players": game.players,
        "dealer": view.dealer,
        "round_number": view.round_number,
        "scores": view.scores,
        "pool": view.pool,
        "given": (given or view.given) if after else (),
        "received": (received or view.received) if after else (),
        "charged": charged,
        "contract": named,
        "contracts": [contract for _, contract in view.contracts],
        "bids": settled.bids,
        "call": view.pattern.name if view.pattern and calls else None,
        "kitty": view.turned,
        "face_up": view.shown_last,
    }


def positions(rules: Rules, seed: int, rounds: int = 1) -> Iterator[Game]:
    """Each state before the play in which a seat is asked, and one during the play."""
    rng = Random(seed)
    game = Game.new(rules, rng.choice(rules.players))
    plays = 0
    while (
        game.round_number < rounds
        and game.phase.name != "over"
        and (rounds > 1 or plays < 2 * game.players)
    ):
        if game.phase.name == "score":
            game, plays = game.score(), 0
            continue
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        plays += view.phase == "play"
        if view.phase in {"charge", "early-charge"}:
            assert view.question
            game = game.apply(rng.choice([*answers(view.question)]))
        else:
            game = game.apply(careful(view))
        if game.phase.name != "play" or plays == game.players + 2:
            yield game


def check_typed(game: Game) -> None:
    """Before the play the view that is typed is that of the game."""
    phase = game.phase
    if isinstance(phase, PassPhase) and any(phase.passes):
        return  # nobody tells who has passed already
    for seat in game.to_act:
        if phase.name in {"bid", "contract", "early-charge", "pass", "charge"}:
            view, seen = game.view(seat), View.set_up(game.rules, **typed(game, seat))
            at_once = isinstance(phase, ChargePhase) and not view.up_next
            # nor who has declined
            seen = attrs.evolve(seen, to_act=view.to_act) if at_once else seen
            # nor how the scores came about, and who had bought a contract
            before = {name: getattr(view, name) for name in ("sheets", "course", "contracts")}
            if game.round_number:
                seen = attrs.evolve(
                    seen, **before, settled=view.settled if view.settled.jack else seen.settled
                )
            assert attrs.evolve(seen, names=view.names) == view


@pytest.mark.parametrize("name", GAMES)
def test_what_is_typed_gives_the_view_of_the_game(name: str) -> None:
    for seed in range(share(12)):
        for game in positions(GAMES[name], seed):
            check_typed(game)


@pytest.mark.parametrize(
    "name",
    ["american", "auction_hearts", "barbu", "bassadewitz", "called", "early", "gong_zhu", "queens"],
)
def test_what_is_typed_in_a_later_round_gives_its_view(name: str) -> None:
    for seed in range(share(6)):
        for game in positions(GAMES[name], seed, 6):
            check_typed(game)


@pytest.mark.parametrize(
    "name", ["american", "split", "mixed", "scattered", "turbo", "kitty_hearts"]
)
def test_what_was_passed_is_known_in_the_play(name: str) -> None:
    rules = GAMES[name]
    for seed in range(share(8)):
        *_, game = (
            each for each in positions(rules, seed, 1 + seed % 2) if each.phase.name == "play"
        )
        (seat,) = game.to_act
        view = game.view(seat)
        table = view.table
        first, *_ = (*table.tricks, table.trick)
        tricks = [trick.cards for trick in table.tricks]
        account = typed(game, seat)
        account["leader"] = first.leader
        seen = View.set_up(rules, tricks=tricks, trick=table.trick.cards, **account)
        assert seen.packets == view.packets
        assert (seen.given, seen.received) == (view.given, view.received)
        assert seen.pattern == view.pattern or not (view.given or view.received)
        assert seen.sheet is None
        assert Sampler(seen).count() == Sampler(view).count()


def test_a_card_that_was_passed_is_there_until_it_is_played() -> None:
    view = View.set_up(
        AMERICAN, seat=0, hand=HAND, leader=3, trick="2C", given="QS KS AH", received="4C 3H KH"
    )
    counted = chances(view)
    assert counted.error == 0
    for card in ("QS", "KS", "AH"):
        assert counted.by_card[Card(card)] == (0, 1, 0, 0)
    # 10 unknown cards at the left, 13 opposite, 12 with the leader
    assert counted.by_card[Card("QH")] == pytest.approx((0, 10 / 35, 13 / 35, 12 / 35))
    assert sum(map(sum, counted.by_card.values())) == pytest.approx(13 + 13 + 12)
    rng = Random(1)
    sampler = Sampler(view)
    assert all(Card("QS") in sampler.draw(rng).hands[1] for _ in range(50))


def test_chances_are_counted_or_estimated_with_their_error() -> None:
    game = Game.new(DAME).deal(seed=7)
    for _ in range(40):
        game = game.apply(careful(game.view(game.to_act[0])))
    view = game.view(game.to_act[0])
    counted = chances(view)
    hidden = {card for seat, hand in enumerate(game.hands) if seat != view.seat for card in hand}
    assert counted.by_card.keys() == hidden
    assert counted.error == 0
    sampler, rng, draws = Sampler(view), Random(2), 4000
    drawn = [sampler.draw(rng).hands for _ in range(draws)]
    for card, chance in counted.by_card.items():
        for seat in range(4):
            share_of = sum(card in hands[seat] for hands in drawn) / draws
            assert share_of == pytest.approx(chance[seat], abs=0.05)


@pytest.mark.parametrize("room", [[2, 1, 2, 2], [1, 3, 1, 2], [2, 2, 2, 1]])
def test_the_odds_of_a_spread_are_those_of_all_its_ways(room: list[int]) -> None:
    spread = Spread({0b0011: [1, 2], 0b0110: [4, 8], 0b1111: [16, 32], 0b1001: [64]}, room)
    ways = [*spread.each()]
    assert len(ways) == spread.total
    found = {(card, place): chance for card, place, chance in spread.odds()}
    for (card, place), chance in found.items():
        assert chance == pytest.approx(sum(card in way[place] for way in ways) / len(ways))
    assert sum(found.values()) == pytest.approx(7)


def test_what_is_in_the_kitty_is_with_nobody() -> None:
    game = Game.new(variants.get("kitty_hearts"), players=3).deal(seed=7)
    while game.phase.name != "play":
        game = game.apply(careful(game.view(game.to_act[0])))
    view = game.view(game.to_act[0])
    assert view.kitty_size
    found = chances(view)
    hidden = sum(view.hand_sizes) - len(view.hand)
    assert sum(map(sum, found.by_card.values())) == pytest.approx(hidden)
    assert len(found.by_card) == hidden + view.kitty_size


def test_chances_say_if_no_deal_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(variants.get("gong_zhu")).deal(seed=7)
    while len(game.history) < 52:
        game = game.apply(careful(game.view(game.to_act[0])))
    monkeypatch.setattr(Sampler, "_listed", ())
    with pytest.raises(HeartsError, match=r"^no deal fits this view: in each of them some play"):
        chances(game.view(game.to_act[0]))


def test_chances_are_listed_if_few_and_else_drawn() -> None:
    """In Gong Zhu each deal is checked, for charged cards wait."""
    game, errors = Game.new(variants.get("gong_zhu")).deal(seed=7), set[float]()
    while game.phase.name != "score":
        view = game.view(game.to_act[0])
        if view.phase == "play" and len(view.table.tricks) % 2:
            found = chances(view, Random(1), samples=25)
            rows = found.by_card.values()
            assert sum(map(sum, rows)) == pytest.approx(sum(view.hand_sizes) - len(view.hand))
            errors.add(found.error)
        game = game.apply(careful(view))
    assert 0 in errors
    assert 0.05 < max(errors) <= (0.25 / 25) ** 0.5


@pytest.mark.slow
def test_the_bots_answer_at_a_real_table() -> None:
    view = View.set_up(AMERICAN, seat=0, phase="pass", hand=HAND)
    for bot in (careful, by_name("strong")):
        move = bot(view)
        assert isinstance(move, Pass)
        assert len(move.cards) == 3
    assert View.set_up(AMERICAN, seat=0, phase="pass", hand=HAND, round_number=1).passes_to == (
        (3, 3),
    )
    bidding = View.set_up(
        variants.get("auction_hearts"),
        seat=1,
        phase="bid",
        hand=HAND,
        dealer=3,
        bids=[12, None, None, None],
    )
    assert bidding.task == "bid to name the contract, or pass"
    assert bidding.question
    assert isinstance(bidding.question, ChooseName)
    assert bidding.question.names[:2] == ("pass", "13")
    named = View.set_up(variants.get("barbu"), seat=0, phase="contract", hand=HAND, dealer=0)
    assert isinstance(by_name("strong")(named), NameContract)


def test_passed_cards_may_come_from_an_iterator() -> None:
    given, received = ["QS", "KS", "AH"], ["4C", "3H", "KH"]
    listed, once = (
        View.set_up(AMERICAN, seat=0, hand=HAND, leader=3, given=to, received=back)
        for to, back in ((given, received), (iter(given), iter(received)))
    )
    assert once == listed
    assert once.given == Cards(given)
