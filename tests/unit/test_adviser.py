"""The adviser: one answer for a view, costs as far as deals have shown them, and a reason."""

from __future__ import annotations

import itertools
import re
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, HeartsError, View, variants
from heartslib.bots import Advice, Cost, MonteCarlo, Reason, advise, careful
from heartslib.bots.candidates import candidates
from heartslib.bots.in_games import InGames
from heartslib.bots.playouts import NOBODY, Columns
from heartslib.bots.reasons import WORDINGS
from heartslib.bots.trial import Trial
from heartslib.errors import Seats
from heartslib.moves import Answer, NameContract, Pass, Play
from heartslib.rules import EldestLeads, PlayedOut
from heartslib.simulate.players.duck import duck
from heartslib.simulate.targets import plain
from tests.unit.test_monte_carlo import AMERICAN, Own, puzzle

DEALT = Game.new(variants.get("american"), players=4).deal(seed=3)


def cost(points: float, error: float = 0.1, *, is_least: bool = False) -> Cost:
    return Cost((Play(0, Card("2C")),), points, error, is_least)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (cost(0, 0), "about the same"),
        (cost(0.29, 0), "about the same"),  # too little to count
        (cost(0.31, 0.1), "about 0.5"),
        (cost(4, 2.01), "about the same"),  # perhaps by chance
        (cost(4, 1.99), "about 4"),
        (cost(1.3, 0.1), "about 1.5"),
        (cost(1.4, 0.6), "about 1"),
        (cost(4.37, 0.4), "about 4.5"),
        (cost(5.4, 0.1), "about 5"),  # from five on in whole points
        (cost(13.4, 1.2), "about 14"),
        (cost(27, 9), "about 30"),
        (cost(127, 30), "about 150"),
        (cost(4, 0.4, is_least=True), "over 3"),
        (cost(30, 2, is_least=True), "over 20"),
        (cost(0.9, 0.1, is_least=True), "over 0.5"),
    ],
)
def test_a_cost_is_said_as_far_as_its_error_goes(given: Cost, says: str) -> None:
    assert str(given) == says
    assert given.is_certain == (says != "about the same")
    assert given.amount == float(says.rsplit(maxsplit=1)[-1] if given.is_certain else 0)


def test_what_is_said_to_cost_over_so_much_does() -> None:
    for points, error in itertools.product(
        (0.5, 1, 2, 3.3, 4.7, 8, 19, 55, 340), (0.01, 0.1, 0.3, 1)
    ):
        said = cost(points, error, is_least=True)
        assert said.amount <= max(points - 2 * error, 0)


def test_the_queen_is_not_taken() -> None:
    game = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS")
    advice = advise(game.view(1))
    assert advice.move == Play(1, Card("2S"))
    assert advice.as_good == (advice.move,)
    assert advice.deals == 25  # then it is settled
    assert advice.reason == Reason("stays-below", (Card("QS"),))
    assert (
        str(advice) == "Play 2♠: over 15 points better than the next card, since it stays below Q♠."
    )
    worse = advice.cost(Play(1, Card("KS")))
    assert worse
    assert worse.points == pytest.approx(13 * 4 / 3)
    assert worse.error == pytest.approx(0, abs=1e-6)
    assert worse.is_least  # it was soon tried no more
    best = advice.cost(advice.move)
    assert best
    assert (best.points, best.is_least) == (0, False)
    assert advice.cost(Play(1, Card("AS"))) is None


def test_cards_that_are_alike_are_one_candidate() -> None:
    game = puzzle(["3D", "KS AS", "6C 7C", "8C 9C"], "QS")
    advice = advise(game.view(1))
    assert str(advice) == "Play A♠: the cards you may play are all alike."
    assert advice.reason == Reason("all-alike")


def test_of_one_card_nothing_is_compared() -> None:
    game = puzzle(["3D", "KS 2D", "6C 7C", "8C 9C"], "QS")
    advice = advise(game.view(1))
    assert str(advice) == "Play K♠: it is all that you may do."
    assert advice == Advice(game.view(1), Play(1, Card("KS")), reason=Reason("only-choice"))
    assert advice.as_good == (advice.move,)


def test_an_answer_to_a_claim_has_the_reason_of_its_phase() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True))
    game = puzzle(["3D 4D", "KS 2D", "6C 7C", "8C 9C"], "", rules).claim(0)
    advice = advise(game.view(game.to_act[0]))
    assert isinstance(advice.move, Answer)
    assert str(advice) == "Refuse the claim: the cards will show whether it is right."
    says = "also must be empty: no Answer can be played out"
    with pytest.raises(HeartsError, match=f"^{says}$"):
        advise(game.view(game.to_act[0]), also=[advice.move])


def test_contracts_are_compared() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=1)
    view = game.view(game.to_act[0])
    advice = advise(view, deals=2, also=[careful(view)])
    assert {move for each in advice.costs for move in each.moves} == {*candidates(view)}
    with pytest.raises(HeartsError, match="also must be moves that the seat may make now"):
        advise(view, also=[NameContract(view.seat or 0, "chess")])


def test_moves_that_may_all_be_as_good_are_said_to_be() -> None:
    view = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS").view(1)
    costs = (cost(0, 0), cost(0.2, 0.1))
    assert str(Advice(view, Play(1, Card("KS")), costs)) == "Play K♠: as good as any other."


def test_the_same_view_gets_the_same_advice_and_each_seed_its_own_deals() -> None:
    view = DEALT.view(0)
    assert advise(view, deals=3) == advise(view, deals=3)
    assert advise(view, deals=3) != advise(view, deals=3, seed=1)


def test_what_is_far_behind_is_said_to_cost_more_than_so_much() -> None:
    """Unless it was asked about: then it is tried in every deal."""
    game = puzzle(["3D 4D", "KS 2S TS", "6C 7C 9S", "8C 9C JS"], "QS")
    view = game.view(1)
    assert any(each.is_least for each in advise(view).costs)
    king = Play(1, Card("KS"))
    asked = advise(view, also=[king])
    kept = asked.cost(king)
    assert kept
    assert not kept.is_least


def test_a_move_that_is_no_candidate_is_compared_if_it_is_asked_about() -> None:
    view = DEALT.view(0)
    odd = Pass(0, Cards("2C 3C 4C") if Cards("2C 3C 4C") <= view.hand else view.hand[:3])
    assert odd not in candidates(view)
    advice = advise(view, deals=20, also=[odd])
    found = advice.cost(odd)
    assert found
    assert found.points > 0
    assert {move for each in advice.costs for move in each.moves} == {*candidates(view), odd}


def test_a_moon_of_the_seats_own_is_the_reason() -> None:
    hand = Cards("AC KC 2D AD KD AS KS QS 2H AH KH QH JH")
    rest = list(AMERICAN.deck.cards(4) - hand)
    rules = attrs.evolve(AMERICAN, opening=EldestLeads())
    game = Game.new(rules).deal(hands=[hand, *(Cards(rest[place::3]) for place in range(3))])
    advice = advise(game.view(0), deals=60)
    assert advice.reason == Reason("own-moon")
    assert str(advice).endswith("since you can still take everything.")


def test_a_moon_of_another_that_is_stopped_is_the_reason() -> None:
    """Seat 2 has taken each point so far, and three cards are left."""
    game = Game.new(variants.get("american"), 4).deal(rng=Random(45))
    while len(game.history) < 48:
        game = game.apply(duck(game.view(game.to_act[0])))
    view = game.view(game.to_act[0])
    advice = advise(view, deals=60)
    assert advice.reason == Reason("stops-moon", (Seats((2,)),))
    assert str(advice).endswith("since it may stop seat 2 from taking everything.")


def test_a_moon_is_the_reason_as_far_as_it_makes_the_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal by deal: what two candidates differ by where a side shot the moon after one of them alone."""
    losses = [[-26.0, 0.0, -26.0, 3.0], [2.0, 1.0, 2.0, 2.0]]
    shooters = [[0, NOBODY, 0, NOBODY], [NOBODY, NOBODY, NOBODY, 1]]

    def tried(*_: object) -> Columns:
        return Columns([losses], [shooters])

    monkeypatch.setattr(InGames, "tried", tried)
    view = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS").view(1)
    trial = Trial(view, candidates(view), 0, policy=careful)
    trial.go_on(4)
    assert trial.best == 0
    points, error, is_least = trial.cost(1)
    assert (points, is_least) == (14.0, False)
    assert error == pytest.approx(7.01, abs=0.01)
    assert trial.shares_of_moons(0, 1) == {0: 1.0, 1: -1 / 56}
    assert not trial.shares_of_moons(1, 0)  # the other costs less: no moon makes what it costs


def test_time_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(clock))

    def in_python(*_: object) -> object:
        return plain

    monkeypatch.setattr("heartslib.bots.advice.target_for", in_python)
    advice = advise(DEALT.view(0), seconds=3.5)
    assert advice.deals == 4  # in plain Python, one after the other
    assert advise(DEALT.view(0), deals=2, seconds=30).deals == 2


def test_a_view_of_rules_that_the_kernel_does_not_know_is_advised_by_games() -> None:
    rules = attrs.evolve(AMERICAN, play=(Own(),))
    view = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS", rules).view(1)
    advice = advise(view, deals=30)
    assert advice.move == Play(1, Card("2S"))
    assert advice.deals == 25


def test_the_search_and_the_adviser_agree_where_all_is_clear() -> None:
    view = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS").view(1)
    assert advise(view).move == MonteCarlo(400)(view)


def test_every_wording_is_filled_with_its_data() -> None:
    data: dict[int, Any] = {0: Card("QS"), 1: Card("KS")}
    for code, wording in WORDINGS.items():
        assert code == code.lower()
        assert wording
    assert str(Reason("other-might-catch", (data[1], data[0]))) == "K♠ might catch Q♠"


def over() -> View:
    game = DEALT
    while game.phase.name not in {"score", "over"}:
        game = game.apply(careful(game.view(game.to_act[0]))) if game.to_act else game.deal(seed=1)
    return game.view(0)


def not_to_act() -> View:
    return DEALT.apply(careful(DEALT.view(0))).view(0)


@pytest.mark.parametrize(
    ("view", "says"),
    [
        ("a view", "view must be a View, such as game.view(seat), not 'a view'"),
        (DEALT.view(None), "a spectator has nothing at stake; give the view of a seat"),
        (not_to_act(), "there is nothing to do for seat 0 in phase 'pass'"),
        (over(), "there is nothing to do for seat 0 in phase 'score'"),
    ],
)
def test_a_view_without_a_question_is_refused(view: Any, says: str) -> None:
    with pytest.raises(HeartsError, match=f"^{re.escape(says)}$"):
        advise(view)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"deals": 0}, "deals must be a whole number, 1 or more, not 0"),
        ({"deals": None}, "deals must be a whole number, 1 or more, not None"),
        ({"seconds": 0}, "seconds must be a number above 0 or None, not 0"),
        ({"seed": "x"}, "seed must be a whole number, 0 or more, not 'x'"),
        ({"also": Play(0, Card("2C"))}, "also must be a list of moves, not Play"),
        ({"also": ["QS"]}, "also must be moves that the seat may make now, not 'QS'"),
        (
            {"also": [Play(0, Card("4C"))]},
            "also must be moves that the seat may make now, not Play",
        ),
        ({"also": [Pass(1, Cards("QS KS AS"))]}, "also must be moves that the seat may make now"),
        ({"also": [Pass(0, Cards("QS KS"))]}, "also must be moves that the seat may make now"),
        ({"also": [Pass(0, Cards("QS KS 2C"))]}, "also must be moves that the seat may make now"),
        ({"also": itertools.repeat(careful(DEALT.view(0)))}, "also must have at most 100 entries"),
    ],
)
def test_what_cannot_be_is_refused(given: Any, says: str) -> None:
    with pytest.raises(HeartsError, match=re.escape(says)):
        advise(DEALT.view(0), **given)


def test_a_view_that_no_deal_fits_is_refused() -> None:
    """The others cannot follow suit by what they played, and nobody is left to hold the cards."""
    hands = ["3D", "KS 2S", "6C 7C", "8C 9C"]
    view = puzzle(hands, "QS").view(1)
    odd = attrs.evolve(view, hand_sizes=(1, 2, 2, 1))
    with pytest.raises(HeartsError) as caught:
        advise(odd)
    assert "\n" not in str(caught.value)
