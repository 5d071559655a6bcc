"""Auction Hearts and the settlements, besides ``tests/scripts/auction.txt``."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    RecordError,
    score_hand,
    variants,
    wire,
)
from heartslib.bots import careful
from heartslib.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from heartslib.events import BidMade, ContractNamed
from heartslib.moves import Bid
from heartslib.questions import ChooseName
from heartslib.rules import (
    CardValues,
    Contract,
    HighestBidderNames,
    PaysBid,
    Target,
)
from heartslib.show.counts import what_counts
from heartslib.terminal import TerminalVoice, session
from heartslib.terminal.words import asked, choices
from tests.helpers.positions import POOL
from tests.helpers.rounds import finished
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import read_back, written_down

AUCTION = variants.get("auction_hearts")
SCORED = attrs.evolve(
    AUCTION,
    name="Auction Hearts, scored",
    contracts=HighestBidderNames(
        tuple(
            Contract(name, CardValues({suit: 1}))
            for name, suit in {
                "clubs": CLUBS,
                "diamonds": DIAMONDS,
                "spades": SPADES,
                "hearts": HEARTS,
            }.items()
        ),
        "hearts",
        20,
        pools=False,
    ),
    bonuses=PaysBid(1),
    ending=Target(77),
)
"""The form for a score sheet: bids and cards are points, and the lowest wins."""


def sold(*bids: int, seed: int = 7) -> Game:
    game = Game.new(AUCTION).deal(seed=seed)
    for bid in bids:
        game = game.bid(bid)
    return game


def test_au_jack_01_nothing_is_sold_until_the_pool_is_won() -> None:
    """Whoever named the suit names one again, free of charge, and leads."""
    game = Game.new(AUCTION)
    rng, jacks = Random(5), 0
    while not game.is_over:
        before = game
        game = next_state(game, at_random, rng)
        if game.round_number > before.round_number and not game.is_over:
            dealt = game.deal(seed=game.round_number)
            if game.match.settled.jack:
                jacks += 1
                namer = before.match.namer
                assert (dealt.phase.name, dealt.to_act, dealt.view(0).settled.bids) == (
                    "contract",
                    (namer,),
                    (),
                )
                named = dealt.name_contract("diamonds")
                assert named.to_act == (namer,)
                over = finished(named)
                assert "bid" not in str(over.sheet)
            else:
                assert dealt.phase.name == "bid"
    assert jacks > 1


def test_au_opt_01_for_a_score_sheet() -> None:
    """AU2: seat 1 bids 3 for spades; seats 2 and 3 take two and one."""
    sheet = score_hand(
        SCORED, taken=["", "", "2S 3S", "4S"], contract="spades", bids=(0, 3, 0, 0), partial=True
    )
    assert sheet.totals == (0, 3, 2, 1)
    game = Game.new(SCORED)
    rng = Random(1)
    while not game.is_over:
        game = next_state(game, at_random, rng)
        assert game.phase.name != "bid" or game.match.sells
    assert max(game.scores) >= 77
    assert min(game.scores) in {game.scores[seat] for seat in game.winners}


def test_au_opt_03_everyone_passes() -> None:
    """Here nobody pays; eldest counts as the one who named hearts."""
    game = finished(sold(0, 0, 0, 0)).score()
    assert game.match.contracts == ((0, "hearts"),)


def test_fs_sweep_05_the_pool_is_what_was_paid_and_not_won() -> None:
    game, rng = Game.new(POOL), Random(4)
    while not game.is_over:
        game = next_state(game, at_random, rng)
        assert sum(game.scores) + game.pool == 0 <= game.pool


def test_nobody_has_won_a_pool_in_the_middle_of_a_round() -> None:
    game = finished(sold(4, 0, 0, 0).name_contract("clubs"))
    assert sum(game.points_so_far) <= 0
    playing = game.at(30)
    assert playing.phase.name == "play"
    assert min(playing.points_so_far) <= -4
    assert max(playing.points_so_far) <= 0


def test_bids_are_public_events() -> None:
    before, after = sold(3), sold(3, 0, 4, 0).name_contract("spades")
    for seat in (None, 0, 3):
        events = after.events(seat, before)
        assert events[:3] == (BidMade(1, 0), BidMade(2, 4), BidMade(3, 0))
        assert ContractNamed("spades", 2) in events
    with pytest.raises(HeartsError, match="moves have been taken back since"):
        before.events(0, after)


def test_bids_go_over_the_wire() -> None:
    game = sold(3)
    question: dict[str, Any] | None = wire.question_of(game.view(1))
    assert question is not None
    assert question["names"][:3] == ["pass", "4", "5"]
    answer = '{"format": "heartslib-answer", "version": 1, "number": 2, "name": "%s"}'
    assert wire.receive(game, answer % "7", 1).view(0).settled.bids == (3, 7, None, None)
    assert wire.receive(game, answer % "pass", 1).view(0).settled.bids == (3, 0, None, None)
    for wrong in ("seven", "9999999", "²"):
        with pytest.raises(HeartsError, match="a bid must be 'pass' or a number"):
            wire.receive(game, answer % wrong, 1)
    with pytest.raises(IllegalMove, match="bid 4 to 50"):
        wire.receive(game, answer % "3", 1)


def test_a_recorded_round_has_a_bid_of_each_seat() -> None:
    ended = finished(sold(3, 0, 4, 0).name_contract("spades"))
    value = written_down(ended)
    assert (value["bids"], value["contract"], value["leader"]) == ([3, 0, 4, 0], "spades", 2)
    assert read_back(value).sheet == ended.sheet
    unsold = finished(sold(0, 0, 0, 0))
    assert read_back(written_down(unsold)).sheet == unsold.sheet
    with pytest.raises(
        RecordError, match=r"replayed: bids must be 4 whole numbers .*, not \(1, 2\)"
    ):
        read_back(value | {"bids": [1, 2]})
    with pytest.raises(RecordError, match="the score depends on who bought it: give bids"):
        read_back(value | {"bids": None})


def test_the_bot_bids_by_its_hand() -> None:
    """Nothing but low spades is safe; nothing but aces is not."""
    low = "2S 3S 4S 5S 6S 7S 2H 3H 4H 2C 3C 2D 3D"
    rest = [card for card in CLUBS | DIAMONDS | SPADES | HEARTS if card not in Cards(low)]
    hands = [Cards(low), Cards(rest[26:]), Cards(rest[:13]), Cards(rest[13:26])]
    game = Game.new(AUCTION).deal(hands=hands)
    move = careful(game.view(0))
    assert isinstance(move, Bid)
    assert move.bid > 0
    assert careful(game.bid(0).view(1)) == Bid(1, 0)


def test_events_know_who_named_the_contract() -> None:
    """From the middle of a round to the next; the namer is not the dealer."""
    before = sold(0, 3, 0, 0).name_contract("spades")
    after = finished(before).score()
    for seat in (None, 0):
        assert after.events(seat, before)


def test_a_number_means_itself_in_the_terminal() -> None:
    view, voice = sold(3).view(1), TerminalVoice()
    assert asked(view) == "Your turn: bid to name the contract, or pass."
    assert choices(view, voice) == ("You may pass, or bid 4 to 50.",)
    assert choices(sold(49).view(1), voice) == ("You may pass, or bid 50.",)
    assert isinstance(view.question, ChooseName)
    names = view.question.names
    meant = session._name_meant  # pyright: ignore[reportPrivateUsage]
    typed = ("7", "pass", "p", "1", "99")
    assert [meant(view, names, text) for text in typed] == ["7", "pass", "pass", "1", "99"]


def test_nobody_names_while_the_right_to_name_is_for_sale() -> None:
    """Before the deal and while seats bid; whoever named the contract before does not count."""
    over = finished(sold(0, 0, 5, 0).name_contract("hearts")).score()
    fresh = Game.new(AUCTION)
    for game in (fresh, fresh.deal(seed=1), fresh.deal(seed=1).bid(3)):
        assert game.view(0).namer is game.match.namer is None
    assert over.view(1).namer == (2 if over.match.settled.jack else None)
    assert sold(0, 0, 5, 0).view(0).namer == 2
    assert sold(0, 0, 0, 0).view(0).namer is None


def test_only_what_differs_is_said_of_a_contract() -> None:
    assert what_counts(AUCTION.under("spades"), 4) == "♠ −1 each"


def test_a_position_laid_out_has_the_bids() -> None:
    """Seat 2 bought the contract for 5 and pays for it, in the game and in the view of one seat."""
    played = sold(0, 0, 5, 0).name_contract("hearts")
    buyer = played.match.would_name
    game = Game.new(AUCTION).set_up(
        played.hands, leader=buyer, contract="hearts", bids=played.match.settled.made
    )
    assert (game.match.namer, game.to_act) == (buyer, (buyer,))
    sheet = finished(game).sheet
    assert sheet is not None
    assert [line.points for line in sheet.lines if line.reason == "paid the bid"] == [-5]
    nobody = Game.new(AUCTION).set_up(played.hands, leader=0, bids=(0, 0, 0, 0))
    assert nobody.contract == sold(0, 0, 0, 0).contract
