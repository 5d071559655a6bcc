"""The phases of a round: who may act, what is refused and by which rule, what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from random import Random
from typing import cast

import attrs
import pytest

from heartslib import Card, Cards, Game, HeartsError, IllegalMove, Rules, variants
from heartslib.bots import careful
from heartslib.moves import Answer, CallPass, Claim, LayDown, Pass, Play, Score, Stop
from heartslib.phases import (
    AnyPhase,
    CallPhase,
    ChargePhase,
    ClaimPhase,
    ContractPhase,
    DealPhase,
    KittyPhase,
    MixPhase,
    MoonPhase,
    OverPhase,
    PassPhase,
    PlayPhase,
    ScorePhase,
    advance,
)
from heartslib.phases.match import untimely
from heartslib.questions import ChooseCards
from heartslib.rules import (
    HEARTS_ONE,
    KITTY_BY_THE_TRICK,
    KITTY_TO_LAST_TRICK,
    LEFT,
    NO_PASSING,
    CardValues,
    Cycle,
    EndsWhenNothingCounts,
    Kitty,
    KittyTo,
    Mix,
    NoMoon,
    NoTricksBonus,
    Pack,
    Packets,
    PlayedOut,
    Scatter,
    TrickValues,
)
from heartslib.testing import at_random, next_state
from tests.helpers.positions import AMERICAN, moon_shot, played_out
from tests.helpers.rounds import cards, entered, play_on, round_after, won

CALLED = variants.get("dirty_nasty_filthy")
CLAIMS = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True))
FIRST = "2C 3C 4C KC"
"""A first trick that seat 0 leads and seat 3 takes."""

KITTY = "3H 5C 9D QS"
HANDS = ("2C..AC", "2D..AD", "2S..AS", "2H..AH")


def dealt(rules: Rules) -> Game:
    """A game in whose first deal each seat has got one suit."""
    return Game.new(rules).deal(hands=[cards(hand) for hand in HANDS])


def passing(passed: Cycle) -> Game:
    return dealt(attrs.evolve(AMERICAN, passing=passed))


def with_kitty(kitty: Kitty, *tricks: str) -> Game:
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), kitty=kitty)
    return round_after(rules, 4, *tricks, kitty=KITTY)


def refused(call: Callable[[], object]) -> tuple[str, str]:
    """The rule by which a call is refused, and why."""
    with pytest.raises(IllegalMove) as error:
        call()
    return error.value.rule, error.value.reason


# Calling


def test_the_dealer_calls_the_pass_before_the_deal() -> None:
    game = Game.new(CALLED, dealer=2)
    assert (game.phase.name, game.to_act) == ("call", (2,))
    assert len(game.legal_moves()) == len(CALLED.passing.calls(4))
    assert all(game.apply(move).phase.name == "deal" for move in game.legal_moves())
    assert game.call_pass({1: 2, -1: 1}) == game.call_pass("2-left-1-right", seat=2)
    pattern = game.call_pass(Packets({-1: 1, 1: 2})).view(0).pattern
    assert pattern is not None
    assert pattern.name == "2-left-1-right"
    assert game.call_pass("mix").history == (CallPass(2, "mix"),)


def test_a_call_is_for_the_dealer_and_must_be_one() -> None:
    game = Game.new(CALLED, dealer=2)
    assert refused(lambda: game.call_pass("mix", seat=1)) == (
        "turn",
        "the dealer, seat 2, calls the pass, not seat 1",
    )
    rule, reason = refused(lambda: game.call_pass("hold"))
    assert rule == "call"
    assert reason.startswith("'hold' cannot be called; the calls are 3-left, ")
    rule, reason = refused(lambda: game.call_pass({1: 2}))
    assert rule == "call"
    assert reason.startswith("{1: 2} cannot be called")
    assert refused(lambda: game.deal(seed=1)) == (
        "phase",
        "the dealer must call the pass first",
    )
    assert refused(lambda: Game.new(AMERICAN).call_pass("mix"))[0] == "phase"
    with pytest.raises(HeartsError, match="9 is not a seat"):
        game.call_pass("mix", seat=9)


def test_a_call_in_a_move_is_a_name() -> None:
    with pytest.raises(HeartsError):
        Game.new(CALLED).apply(CallPass(3, {1: 3}))  # type: ignore[arg-type]


# Dealing


def test_all_that_is_wrong_with_a_deal_is_said_at_once() -> None:
    game = Game.new(AMERICAN)
    with pytest.raises(HeartsError) as error:
        game.deal(hands=["2C 3C", "2C", ""], kitty="AH")
    said = str(error.value)
    for part in (
        "4 hands are needed, one for each player, not 3",
        "seat 0 has 2 cards, not 13",
        "seat 2 has 0 cards, not 13",
        "the kitty has 1 card, not 0",
        "KH missing",
        "2C too many",
    ):
        assert part in said
    assert not game.legal_moves()
    assert not game.to_act


# Passing


def test_a_pass_is_refused_by_the_rule_it_breaks() -> None:
    game = passing(Cycle(LEFT, kept=Cards("QC")))
    once = game.pass_cards(0, "2C 3C 4C")
    calls: Mapping[str, tuple[Callable[[], object], str]] = {
        "already-passed": (lambda: once.pass_cards(0, "5C 6C 7C"), "seat 0 has passed already"),
        "not-in-hand": (lambda: game.pass_cards(0, "2C 3C 2D"), "seat 0 does not hold 2D"),
        "pass-count": (
            lambda: game.pass_cards(0, "2C 3C"),
            "3 cards must be passed, not 2",
        ),
        "kept-cards": (
            lambda: game.pass_cards(0, "2C 3C QC"),
            "QC must be kept while there are enough others",
        ),
        "phase": (
            lambda: game.play("2C"),
            "cards must be passed first",
        ),
        "pass-split": (
            lambda: game.pass_cards(0, {2: "2C 3C 4C"}),
            "say which cards go to which seat: 3 to seat 1",
        ),
    }
    for rule, (call, reason) in calls.items():
        assert refused(call) == (rule, reason)
    assert once.to_act == (1, 2, 3)
    assert once.view(0) == game.pass_cards(0, {1: "2C 3C 4C"}).view(0)


def test_kept_cards_may_be_passed_where_the_hand_has_too_few_others() -> None:
    game = passing(Cycle(LEFT, kept=cards("2C..JC")))
    assert refused(lambda: game.pass_cards(0, "2C QC KC"))[0] == "kept-cards"
    few = passing(Cycle(LEFT, kept=cards("2C..QC")))
    assert few.pass_cards(0, "2C QC KC").view(0).given == Cards("2C QC KC")


def test_every_pass_is_listed() -> None:
    game = passing(Cycle(LEFT))
    moves = game.legal_moves()
    assert len(moves) == len(set(moves)) == 4 * comb(13, 3)
    optional = passing(Cycle(LEFT, optional=True)).legal_moves()
    assert set(optional) - set(moves) == {Pass(seat, "") for seat in range(4)}
    scattered = passing(Cycle(Scatter()))
    moves = scattered.legal_moves()
    assert len(moves) == len(set(moves)) == 4 * 13 * 12 * 11
    assert Pass.split(0, {1: "2C", 2: "3C", 3: "4C"}) in moves
    assert scattered.apply(moves[-1]).to_act == (0, 1, 2)


@pytest.mark.parametrize(
    "split",
    [
        "2C 3C 4C",
        {1: "2C", 2: "3C"},
        {1: "2C 3C", 2: "4C"},
        {0: "2C", 1: "3C", 2: "4C"},
        {1: "2C 3C", 2: "4C", 3: ""},
    ],
    ids=str,
)
def test_a_scatter_gives_one_card_to_each(split: str | dict[int, str]) -> None:
    game = passing(Cycle(Scatter()))
    rule, reason = refused(lambda: game.pass_cards(0, split))
    assert rule in {"pass-split", "pass-count"}
    if rule == "pass-split":
        assert reason == "say which cards go to which seat: 1 to seat 1, 1 to seat 2, 1 to seat 3"


def test_a_packet_may_not_be_named_twice_or_differ_from_the_cards() -> None:
    game = passing(Cycle(Scatter()))
    twice = Pass(0, "2C 3C 4C", [(1, "2C"), (1, "2C"), (2, "3C"), (3, "4C")])
    other = Pass(0, "2C 3C 4C", [(1, "2C"), (2, "3C"), (3, "5C")])
    for move in (twice, other):
        assert refused(lambda: game.apply(move))[0] == "pass-split"  # noqa: B023


def test_cards_for_two_seats_need_the_seats() -> None:
    game = passing(Cycle(Packets({1: 2, -1: 1})))
    said = "say which cards go to which seat: 2 to seat 1, 1 to seat 3"
    assert refused(lambda: game.pass_cards(0, "2C 3C 4C")) == ("pass-split", said)


def test_what_is_scattered_arrives() -> None:
    game = passing(Cycle(Scatter()))
    for seat, suit in enumerate("CDSH"):
        takers = [taker for taker in range(4) if taker != seat]
        game = game.pass_cards(
            seat, {taker: f"{rank}{suit}" for taker, rank in zip(takers, "234", strict=True)}
        )
    assert [game.view(seat).received for seat in range(4)] == [
        Cards("2D 2S 2H"),
        Cards("2C 3S 3H"),
        Cards("3C 3D 4H"),
        Cards("4C 4D 4S"),
    ]
    assert {each.taker for each in game.view(0).packets if each.giver == 0} == {1, 2, 3}


def test_who_declines_to_pass_hands_on_what_comes() -> None:
    game = passing(Cycle(LEFT, optional=True))
    for seat, given in enumerate(("2C 3C 4C", "", "", "2H 3H 4H")):
        game = game.pass_cards(seat, given)
    assert [game.view(seat).received for seat in range(4)] == [
        Cards("2H 3H 4H"),
        Cards(),
        Cards(),
        Cards("2C 3C 4C"),
    ]
    assert [(each.giver, each.taker) for each in game.view(3).packets] == [(0, 3), (3, 0)]
    alone = passing(Cycle(LEFT, optional=True)).pass_cards(0, "2C 3C 4C")
    for seat in (1, 2, 3):
        alone = alone.pass_cards(seat, "")
    assert alone.view(0).received == Cards("2C 3C 4C")
    assert alone.view(0).hand == cards("2C..AC")


# Mixing


def mixed(rules: Rules = AMERICAN) -> Game:
    """A game in which seats have laid the 2, 3 and 4 of their suit in the middle."""
    game = dealt(attrs.evolve(rules, passing=Cycle(Mix(), optional=True)))
    for seat, suit in enumerate("CDSH"):
        game = game.pass_cards(seat, f"2{suit} 3{suit} 4{suit}")
    return game


def test_the_cards_in_the_middle_are_dealt_back() -> None:
    game = mixed()
    assert (game.phase.name, game.to_act, game.legal_moves()) == ("deal", (), ())
    assert refused(lambda: game.play("5C")) == (
        "phase",
        "the cards in the middle must be dealt back first",
    )
    assert refused(lambda: game.score())[0] == "phase"  # noqa: PLW0108
    back = game.deal(hands=["2D 3D 4D", "2C 3C 4C", "2H 3H 4H", "2S 3S 4S"])
    assert back.phase.name == "play"
    assert back.to_act == (1,)
    assert back.view(1).hand == cards("5D..AD") + "2C 3C 4C"
    assert len(back.deals) == 2
    by_chance = game.deal(seed=4)
    pool = sum((by_chance.view(seat).received for seat in range(4)), Cards())
    assert pool == Cards("2C 3C 4C 2D 3D 4D 2S 3S 4S 2H 3H 4H")


def test_only_the_cards_in_the_middle_may_be_dealt_back() -> None:
    with pytest.raises(HeartsError) as error:
        mixed().deal(hands=["5C 3D 4D", "2C 3C 4C", "2H 3H 4H", "2S 3S"])
    for part in ("seat 3 has 2 cards, not 3", "2D 4S missing", "5C too many"):
        assert part in str(error.value)


def test_to_the_middle_everybody_gives_the_same() -> None:
    game = dealt(attrs.evolve(AMERICAN, passing=Cycle(Mix(), optional=True)))
    assert refused(lambda: game.pass_cards(0, "")) == (
        "pass-count",
        "3 cards must be passed, not 0",
    )


def test_a_kitty_is_shuffled_in_with_the_middle() -> None:
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), passing=Cycle(Mix()))
    game = Game.new(rules).deal(seed=1)
    (first,) = game.deals
    for seat in range(4):
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    given = sum((game.view(seat).given for seat in range(4)), Cards())
    game = game.deal(order=[*given, *first.kitty])
    second = game.deals[-1]
    assert sum(second.hands, Cards(second.kitty)) == given + first.kitty
    assert game.view(None).kitty_size == 4
    assert second.kitty != first.kitty


# The kitty


def test_the_taker_exchanges_the_kitty_before_the_next_lead() -> None:
    game = with_kitty(KittyTo(exchanged=True), FIRST)
    assert (game.phase.name, game.to_act) == ("kitty", (3,))
    assert game.view(None).hand_sizes == (11, 11, 11, 15)
    assert Cards(KITTY) <= game.view(3).hand
    assert len(game.legal_moves()) == comb(15, 4)
    assert refused(lambda: game.play("3H")) == (
        "phase",
        "cards must be laid down for the kitty first",
    )
    assert refused(lambda: game.lay_down("3H 5C 9D QS", seat=0)) == (
        "turn",
        "seat 3 took the kitty, not seat 0",
    )
    assert refused(lambda: game.lay_down("2C 5C 9D QS")) == (
        "not-in-hand",
        "seat 3 does not hold 2C",
    )
    assert refused(lambda: game.lay_down("3H 5C 9D")) == (
        "kitty-count",
        "4 cards must be laid down, not 3",
    )
    assert refused(lambda: Game.new(AMERICAN).lay_down("3H"))[0] == "phase"
    after = game.lay_down(KITTY)
    assert (after.phase.name, after.to_act) == ("play", (3,))
    assert after.history[-1] == LayDown(3, KITTY)
    assert after.view(3).captured == Cards(KITTY)
    assert after.view(None).hand_sizes == (11, 11, 11, 11)
    assert won(after)[3] == Cards(FIRST) + KITTY


def test_cards_laid_down_for_the_kitty_do_not_break_hearts() -> None:
    game = round_after(
        attrs.evolve(AMERICAN, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True)),
        4,
        FIRST,
        kitty=KITTY,
        holding={3: "AH 4D"},
    ).lay_down("3H QS 5C 9D")
    assert refused(lambda: game.play("AH"))[0] == "hearts-must-be-broken"


def test_a_kitty_may_go_card_by_card_or_last() -> None:
    game = with_kitty(KITTY_BY_THE_TRICK, FIRST)
    assert game.view(None).kitty_size == 3
    assert game.view(3).captured == Cards("3H")
    done = play_on(with_kitty(KITTY_TO_LAST_TRICK), 48)
    assert done.view(None).kitty_size == 0
    (taker,) = [seat for seat, size in enumerate(done.view(None).captured_sizes) if size]
    assert done.view(taker).table.tricks[-1].taker == taker
    assert done.view(taker).captured == Cards(KITTY)


# Claims


def test_what_another_seat_has_passed_is_not_in_the_hand_yet() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    given = game.hands[0][:3]
    passed = game.pass_cards(0, given)
    assert refused(lambda: passed.pass_cards(1, given))[0] == "not-in-hand"


def test_a_claim_that_all_accept_ends_the_round() -> None:
    game = round_after(CLAIMS, 4, FIRST)
    assert Claim(3) in game.legal_moves()
    claimed = game.claim()
    assert (claimed.phase.name, claimed.to_act) == ("play", (0, 1, 2))
    assert set(claimed.legal_moves()) == {
        Answer(seat, accepts) for seat in (0, 1, 2) for accepts in (True, False)
    }
    for call in (lambda: claimed.play("2D"), claimed.claim, claimed.score):
        when = "before the round is scored" if call == claimed.score else "first"
        assert refused(call) == ("phase", f"the claim must be answered {when}")
    assert refused(lambda: claimed.answer(3, accepts=True)) == (
        "turn",
        "seat 3 has no claim to answer",
    )
    first = claimed.answer(1, accepts=True)
    assert first.to_act == (0, 2)
    assert refused(lambda: first.answer(1, accepts=False))[0] == "turn"
    done = first.answer(0, accepts=True).answer(2, accepts=True)
    assert (done.phase.name, done.to_act) == ("moon", (3,))
    assert done.choose_moon("add").score().scores == (26, 26, 26, 0)


def test_an_accepted_claim_takes_the_trick_on_the_table_too() -> None:
    game = round_after(CLAIMS, 4, FIRST, "AD 2D").claim()
    for seat in (0, 2, 3):
        game = game.answer(seat, accepts=True)
    view = game.view(1)
    assert view.captured == CLAIMS.deck.cards(4) - FIRST
    assert (view.captured_sizes, len(view.table.trick)) == ((0, 48, 0, 0), 0)
    assert game.phase.name == "moon"


def test_claimed_tricks_count_for_the_claimant() -> None:
    steps = TrickValues({1: 5, -1: 7}, each=1), NoTricksBonus(-9)
    rules = attrs.evolve(CLAIMS, scoring=steps[0], bonuses=steps[1:], moon=NoMoon())
    game = round_after(rules, 4, FIRST, "AD 2D").claim()
    for seat in (0, 2, 3):
        game = game.answer(seat, accepts=True)
    assert isinstance(game.phase, ScorePhase)
    assert str(game.phase.sheet).splitlines() == [
        "seat 3 took the first trick: +5",
        "seat 1 took the last trick: +7",
        "seat 1 took 12 tricks: +12",
        "seat 3 took 1 trick: +1",
        "seat 0 took no trick: −9",
        "seat 2 took no trick: −9",
    ]
    assert len(game.table.tricks) == 1


def test_after_a_refused_claim_a_card_must_be_played_first() -> None:
    game = round_after(CLAIMS, 4, FIRST, holding={3: "2D"})
    refusing = game.claim().answer(0, accepts=False)
    assert refusing.to_act == (3,)
    assert refusing.legal_plays() == game.legal_plays()
    assert Claim(3) not in refusing.legal_moves()
    assert refused(refusing.claim) == (
        "claim-refused",
        "a claim has just been refused: play a card",
    )
    played = refusing.play("2D")
    again = played.claim().answer(1, accepts=False)
    assert refused(again.claim)[0] == "claim-refused"
    assert Claim(0) in played.legal_moves()
    assert played.claim().to_act == (1, 2, 3)


def test_a_claim_is_for_the_seat_on_turn_where_the_rules_know_it() -> None:
    game = round_after(CLAIMS, 4, FIRST)
    assert refused(lambda: game.claim(seat=0)) == (
        "turn",
        "it is the turn of seat 3, not of seat 0",
    )
    plain = round_after(AMERICAN, 4, FIRST)
    assert refused(plain.claim) == ("no-claims", "claims are not allowed")
    assert refused(lambda: plain.answer(0, accepts=True))[0] == "phase"
    assert refused(Game.new(CLAIMS).claim)[0] == "phase"


# The end


def test_a_round_may_end_when_the_last_card_that_counts_is_taken() -> None:
    rules = attrs.evolve(
        AMERICAN,
        scoring=CardValues({"QS": 13}),
        moon=NoMoon(),
        round_end=EndsWhenNothingCounts(),
    )
    going = round_after(rules, 4, FIRST)
    assert going.phase.name == "play"
    done = round_after(rules, 4, "2C QS AC 3C")
    assert done.phase.name == "score"
    assert done.sheet is not None
    assert done.sheet.totals == (0, 0, 13, 0)
    assert len(done.view(None).table.tricks) == 1
    longer = attrs.evolve(rules, scoring=(CardValues({"QS": 13}), HEARTS_ONE))
    assert round_after(longer, 4, "2C QS AC 3C").phase.name == "play"


def test_the_host_may_stop_a_game() -> None:
    game = Game.new(AMERICAN)
    stopped = game.stop()
    assert not game.match.is_over
    assert stopped.match.is_over
    assert stopped.is_over
    assert stopped.winners == (0, 1, 2, 3)
    assert not stopped.legal_moves()
    assert not stopped.to_act
    for call in (stopped.stop, stopped.score, lambda: stopped.deal(seed=1)):
        assert refused(call) == ("phase", "the game is over")


def test_a_round_in_progress_does_not_count_when_a_game_is_stopped() -> None:
    game = entered(AMERICAN, (3, 1, 22, 0)).deal(seed=1).stop()
    assert (game.scores, game.winners, game.round_number) == ((3, 1, 22, 0), (3,), 1)
    assert game.history[-1] == Stop()
    assert game.view(0).sheet == game.sheets[-1]


def test_a_finished_round_is_to_be_entered() -> None:
    game = played_out()
    assert (game.to_act, game.legal_moves()) == ((), (Score(),))
    assert refused(lambda: game.play("2C")) == (
        "phase",
        "the score must be entered",
    )


# Moves in words, and who makes them


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (CallPass(2, "mix"), "seat 2 calls mix"),
        (Pass(0, ""), "seat 0 passes nothing"),
        (Claim(1), "seat 1 claims the rest"),
        (Answer(1, accepts=True), "seat 1 accepts the claim"),
        (Answer(1, accepts=False), "seat 1 refuses the claim"),
        (LayDown(3, "QS 3H"), "seat 3 lays down QS 3H"),
        (Play(0, "QS"), "seat 0 plays QS"),
        (Stop(), "stop"),
        (Score(), "score"),
    ],
    ids=str,
)
def test_moves_have_words(move: object, words: str) -> None:
    assert str(move) == words


def test_the_careful_player_has_an_answer_in_every_phase() -> None:
    assert careful(Game.new(CALLED).view(3)) == CallPass(3, "3-left")
    assert careful(round_after(CLAIMS, 4, FIRST).claim().view(0)) == Answer(0, accepts=False)
    kitty = with_kitty(KittyTo(exchanged=True), FIRST)
    laid = careful(kitty.view(3))
    assert isinstance(laid, LayDown)
    assert laid.cards.isdisjoint(AMERICAN.in_force.penalty_cards(4))
    assert kitty.apply(laid).phase.name == "play"
    scattered = passing(Cycle(Scatter()))
    given = careful(scattered.view(0))
    assert isinstance(given, Pass)
    assert [seat for seat, _ in given.to] == [1, 2, 3]
    assert scattered.apply(given).to_act == (1, 2, 3)
    asked = careful(moon_shot().view(0))
    assert moon_shot().apply(asked).phase.name == "score"


def test_the_careful_player_keeps_what_may_not_be_passed() -> None:
    hands = [cards("2C..7C 2D..4D QS KS AS 2H"), cards("8C..AC 5D..TD")]
    hands += [cards("JD..AD 2S..TS"), cards("JS 3H..AH")]
    rules = attrs.evolve(AMERICAN, passing=Cycle(LEFT, kept=Cards("QS")))
    game = Game.new(rules).deal(hands=hands)
    move = careful(game.view(0))
    assert isinstance(move, Pass)
    assert "QS" not in move.cards
    assert Cards("KS AS") <= move.cards


def test_no_phase_takes_a_move_of_another() -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING)
    games = {
        "deal": Game.new(rules),
        "pass": Game.new(AMERICAN).deal(seed=1),
        "play": Game.new(rules).deal(seed=1),
        "call": Game.new(CALLED),
        "moon": moon_shot(),
        "kitty": with_kitty(KittyTo(exchanged=True), FIRST),
    }
    for name, game in games.items():
        assert game.phase.name == name
        wants = game.phase.wants.replace(" first", " before the round is scored")
        assert refused(game.score) == ("phase", wants)


def test_a_play_without_a_game_is_the_play_of_a_game() -> None:
    game = Game.new(attrs.evolve(variants.get("american"), passing=NO_PASSING)).deal(seed=1)
    after = game.apply(Play(game.to_act[0], game.legal_plays()[0]))
    (made,) = after.history[-1:]
    assert advance(game.match, game.phase, made) == (after.match, after.phase)


def test_what_a_phase_and_a_view_print() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).deal(seed=1)
    assert repr(game.phase) == ("<PlayPhase: trick 1, no card on the table, seat 2 may play 2C>")
    game = game.play("2C")
    game = game.play(game.legal_plays()[0])
    assert repr(game.phase).startswith("<PlayPhase: trick 1, 2C 5C on the table, seat 0 may play ")
    assert repr(game.view(1)).startswith("<View of seat 1: American Hearts, 4 players, round 1, ")
    assert repr(game.view(None)).startswith("<View of a spectator: American Hearts, 4 players, ")
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, round_end=PlayedOut(claims=True))
    assert ClaimPhase.names(rules, 4) == ("accept", "refuse")
    assert ClaimPhase.names(AMERICAN, 4) == ()
    laid_out = Game.new(AMERICAN).set_up(["2C", "3C", "4C", "5C"], leader=0, waive=["card-count"])
    assert repr(laid_out.view(1)) == (
        "<View of seat 1: American Hearts, 4 players, round 1, play, to act (0,), hand 3C, "
        "scores (0, 0, 0, 0)>"
    )
    assert repr(Game.new(AMERICAN).view(None)) == (
        "<View of a spectator: American Hearts, 4 players, round 1, deal, to act (), "
        "scores (0, 0, 0, 0)>"
    )


def test_nobody_plays_while_the_kitty_is_exchanged() -> None:
    rules = attrs.evolve(
        AMERICAN, passing=NO_PASSING, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True)
    )
    game = Game.new(rules).deal(seed=1)
    for _ in range(4):
        game = game.play(game.legal_plays()[0])
    assert isinstance(game.phase, KittyPhase)
    assert repr(game.phase.playing) == ("<PlayPhase: trick 2, no card on the table, nobody plays>")


def test_a_score_is_entered_by_its_own_move_only() -> None:
    game = Game.new(AMERICAN)
    while game.phase.name != "score":
        game = next_state(game, at_random, Random(1))
    with pytest.raises(IllegalMove) as error:
        game.apply(Play(0, Card("2C")))
    assert str(error.value) == "seat 0 plays 2C: the score must be entered, with score()"
    with pytest.raises(IllegalMove) as error:
        game.play("2C", seat=1)
    assert error.value.move == Play(1, Card("2C"))


def test_names_to_choose_from() -> None:
    assert PassPhase.names(AMERICAN, 4) == ()
    assert MoonPhase.names(AMERICAN, 4) == ("add", "subtract")


def test_what_was_passed_so_far_is_printed() -> None:
    game = Game.new(AMERICAN).deal(seed=1).pass_cards(0, "4C 7C KC")
    assert isinstance(game.phase, PassPhase)
    assert repr(game.phase.round(game.match).exchange) == (
        "<Exchange: left, given 4C 7C KC | nothing | nothing | nothing>"
    )


def test_a_call_that_there_is_not_is_kept_in_the_error() -> None:
    game = Game.new(variants.get("dirty_nasty_filthy"))
    with pytest.raises(IllegalMove) as error:
        game.call_pass("nonsense")
    assert error.value.move == CallPass(3, "nonsense")


def test_nobody_may_decline_a_mix() -> None:
    rules = attrs.evolve(AMERICAN, passing=Cycle(Mix(), optional=True))
    question = Game.new(rules).deal(seed=1).view(0).question
    assert isinstance(question, ChooseCards)
    assert question.counts == (3,)


@pytest.mark.parametrize(
    ("phase", "sentence"),
    [
        (CallPhase, "the dealer must call the pass first, with call_pass(pattern)"),
        (DealPhase, "the cards must be dealt first, with deal()"),
        (ContractPhase, "the contract must be named first, with name_contract(name)"),
        (PassPhase, "cards must be passed first, with pass_cards(seat, cards)"),
        (MixPhase, "the cards in the middle must be dealt back first, with deal()"),
        (ChargePhase, "cards must be shown or declined first, with charge(seat, cards)"),
        (PlayPhase, "a card must be played, with play(card)"),
        (ClaimPhase, "the claim must be answered first, with answer(seat, accepts)"),
        (KittyPhase, "cards must be laid down for the kitty first, with lay_down(cards)"),
        (MoonPhase, "the shooter of the moon must choose, with choose_moon(choice)"),
        (ScorePhase, "the score must be entered, with score()"),
        (OverPhase, "the game is over"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_phase_says_which_call_goes_on(phase: type[AnyPhase], sentence: str) -> None:
    assert str(untimely(None, cast("AnyPhase", phase))) == sentence
