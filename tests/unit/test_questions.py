"""What a seat is asked, in one of three shapes, besides ``tests/scripts/questions.txt``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    ChooseCards,
    ChooseName,
    Game,
    HeartsError,
    IllegalMove,
    Objection,
    View,
    YesOrNo,
    variants,
)
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Claim, Pass, Play
from heartslib.phases import ASKING, PHASE_NAMES, PHASES
from heartslib.rules import (
    NO_PASSING,
    TURBO_CHARGES,
    Charges,
    Cycle,
    DealerCalls,
    PlayedOut,
    Scatter,
    Toward,
)
from tests.helpers.positions import moon_shot, passed

AMERICAN = variants.get("american")
CALLED = variants.get("dirty_nasty_filthy")
KEEPING = attrs.evolve(AMERICAN, passing=Cycle(Toward(1), optional=True, kept=Cards("QS")))
CHARGING = attrs.evolve(variants.get("turbo"), passing=NO_PASSING)
CLAIMS = attrs.evolve(AMERICAN, passing=NO_PASSING, round_end=PlayedOut(claims=True))

Shape = TypeVar("Shape", ChooseCards, ChooseName, YesOrNo)


def asked(view: View, shape: Callable[..., Shape]) -> Shape:
    assert isinstance(view.question, shape)  # type: ignore[arg-type]
    return view.question  # type: ignore[return-value]


@pytest.mark.parametrize("slug", variants.all())
def test_three_shapes_are_enough_to_play_every_variant(slug: str) -> None:
    rules, rng = variants.get(slug), Random(slug)
    for players in (rules.players[0], rules.players[-1]):
        game = Game.new(rules, players)
        while game.phase.name != "score":
            if not game.to_act:
                game = game.deal(rng=rng)
                continue
            assert game.view(None).question is None
            match game.view(rng.choice(game.to_act)).question:
                case ChooseCards(_, among, counts, make):
                    game = game.apply(make(rng.sample(list(among), rng.choice(counts))))
                case ChooseName(_, names, make):
                    game = game.apply(make(rng.choice(names)))
                case question:
                    pytest.fail(f"nobody claims here: {question}")
        assert all(game.view(seat).question is None for seat in range(players))


def test_the_pass_asks_for_cards_that_need_not_be_kept() -> None:
    game = Game.new(KEEPING, 4).deal(seed=1)
    holder = next(seat for seat in range(4) if "QS" in game.hands[seat])
    view = game.view(holder)
    question = asked(view, ChooseCards)
    assert (question.verb, question.counts, question.to) == (
        "pass",
        (0, 3),
        (((holder + 1) % 4, 3),),
    )
    assert question.among == view.hand - Cards("QS")
    assert question.make(question.among[:3]) == Pass(holder, question.among[:3])
    assert question.make(()) == Pass(holder, "")
    reason = "QS must be kept while there are enough others"
    assert question.objection("QS") == Objection(Card("QS"), "kept-cards", reason)
    with pytest.raises(IllegalMove, match=reason):
        game.pass_cards(holder, Cards("QS") | view.hand[:2])
    after = game.apply(question.make(()))
    assert after.view(holder).question is None


def test_the_first_cards_that_are_passed_go_to_the_first_taker() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=Cycle(Scatter())), 4).deal(seed=1)
    question, hand = asked(game.view(1), ChooseCards), game.hands[1]
    assert question.to == ((2, 1), (3, 1), (0, 1))
    move = question.make(hand[:3])
    assert move == question.make(list(hand[:3])) == question.make(str(hand[:3]))
    assert move == Pass.split(1, {2: [hand[0]], 3: [hand[1]], 0: [hand[2]]})
    with pytest.raises(HeartsError, match="does not keep its cards in order"):
        question.make(set(hand[:3]))
    for count in (0, 2, 4):
        with pytest.raises(IllegalMove, match=f"3 cards must be passed, not {count}"):
            game.apply(question.make(hand[:count]))


@pytest.mark.parametrize("kept", ["QS", ["QS"], Cards("QS")], ids=["text", "list", "cards"])
def test_cards_to_keep_may_be_given_as_text(kept: Cards) -> None:
    for rule in (Cycle(Toward(1), kept=kept), DealerCalls(kept=kept)):
        assert rule.kept == Cards("QS")
        assert Card("QS") not in attrs.evolve(AMERICAN, passing=rule).at(4).may_pass(
            Cards("QS 2C 3C 4C"), Toward(1)
        )


def test_the_dealer_is_asked_for_a_name() -> None:
    game = Game.new(CALLED, 4)
    question = asked(game.view(game.dealer), ChooseName)
    assert question.names == tuple(each.name for each in CALLED.passing.calls(4))
    assert "3-left" in question.names
    assert "3 left" in question.words
    assert question.make("mix") == CallPass(game.dealer, "mix")
    assert [game.view(seat).question for seat in range(4) if seat != game.dealer] == [None] * 3


def test_who_has_charged_enough_is_asked_again_for_nothing() -> None:
    rules = attrs.evolve(CHARGING, charging=attrs.evolve(TURBO_CHARGES, each=1, reopens=True))
    held = ["QS JD", "TC", "AH", ""]
    rest = iter(rules.deck.cards(4) - Cards(" ".join(held)))
    hands = [
        Cards([*Cards(cards), *(next(rest) for _ in range(13 - len(Cards(cards))))])
        for cards in held
    ]
    game = Game.new(rules, 4).deal(hands=hands)
    answered = game.charge(0)
    assert answered.view(0).question is None
    again = asked(answered.charge(1, "TC").view(0), ChooseCards)
    assert again.counts == (0, 1)
    late = attrs.evolve(rules, charging=Charges({"QS": "QS", "JD": "JD"}, late=True))
    charged = Game.new(late, 4).deal(hands=hands).charge(0, "QS").view(0)
    assert charged.question is None
    spent = asked(attrs.evolve(charged, to_act=(0, 1)), ChooseCards)
    assert (spent.among, spent.counts) == (Cards(), (0,))
    assert [spent.bars(Card(card)) for card in ("QS", "JD", "AS")] == [
        Objection(Card("QS"), "charged-already", "QS has been charged already"),
        Objection(Card("JD"), "charge-count", "no more cards may be charged"),
        Objection(Card("AS"), "not-in-hand", "AS is not in the hand"),
    ]


def test_the_play_asks_for_one_card_and_says_why_not_the_others() -> None:
    game = passed()
    view = game.view(game.to_act[0])
    question = asked(view, ChooseCards)
    assert (question.verb, question.among, question.counts) == ("play", Cards("2C"), (1,))
    assert (question.to, question.instead) == ((), ())
    assert question.make("2C") == Play(game.to_act[0], "2C")
    assert [question.objection(card) for card in view.hand] == [
        view.explain(card) for card in view.hand
    ]
    for cards in ("", "2C 3C"):
        with pytest.raises(
            HeartsError, match=f"exactly one card must be played, not {len(cards) // 2}"
        ):
            question.make(cards)


def test_a_claim_may_be_made_in_place_of_a_play_and_is_accepted_or_refused() -> None:
    game = Game.new(CLAIMS, 4).deal(seed=1)
    seat = game.to_act[0]
    (claim,) = asked(game.view(seat), ChooseCards).instead
    assert claim == ("claim", Claim(seat))
    claimed = game.apply(claim[1])
    question = asked(claimed.view((seat + 1) % 4), YesOrNo)
    assert (question.verb, question.refusal) == ("accept the claim", "refuse the claim")
    assert question.make(True) == Answer((seat + 1) % 4, accepts=True)
    assert claimed.view(seat).question is None


def test_the_shooter_of_a_moon_is_asked_how_it_is_paid() -> None:
    game = moon_shot()
    question = asked(game.view(0), ChooseName)
    assert question.names == ("add", "subtract")
    assert question.words == ("the others score", "your score goes down")
    assert question.make("add") == ChooseMoon(0, "add")
    assert game.view(1).question is None


def test_a_question_of_ones_own_bars_what_it_does_not_offer() -> None:
    question = ChooseCards("show", Cards("2C"), (1,), lambda cards: Charge(0, cards), kind=Charge)
    assert question.objection("2C") is None
    objection = question.objection("QS")
    assert objection is not None
    assert objection.reason == "QS is not among the cards to choose from"
    assert question == ChooseCards(
        "show", Cards("2C"), (1,), lambda cards: Pass(0, cards), kind=Charge
    )
    yes_or_no = YesOrNo(
        "deal", lambda _: Claim(0), kind=Claim, chance=1 / 2, cautious=True, why="why not"
    )
    assert yes_or_no.refusal == "refuse"


@pytest.mark.parametrize("unsaid", ["chance", "cautious", "why"])
def test_a_yes_or_no_says_what_its_answers_mean(unsaid: str) -> None:
    said = {"chance": 0, "cautious": False, "why": "Refuse: the cards will show.", "kind": Claim}
    del said[unsaid]
    with pytest.raises(TypeError, match=unsaid):
        YesOrNo("deal", lambda _: Claim(0), **said)  # type: ignore[arg-type]


def test_nothing_is_asked_where_nothing_is_to_be_done() -> None:
    assert attrs.evolve(moon_shot().choose_moon("add").view(0), to_act=(0,)).question is None
    assert AMERICAN.at(4).in_force.may_charge(Cards("QS"), Cards()) == (Cards(), 0)
    nowhere = attrs.evolve(passed().view(0), phase="nowhere")
    assert (nowhere.task, nowhere.question) == ("", None)


def test_there_is_one_list_of_phases() -> None:
    assert len(PHASES) == 14
    assert (
        *("call", "deal", "bid", "contract", "early-charge", "pass", "charge", "play", "kitty"),
        *("moon", "score", "over"),
    ) == PHASE_NAMES
    asking = ("call", "bid", "contract", "early-charge", "pass", "charge", "play", "kitty", "moon")
    assert asking == ASKING
