"""Games that go on from elsewhere, and rules that change between rounds."""

from __future__ import annotations

from functools import reduce
from random import Random

import attrs
import pytest

from heartslib import Game, HeartsError, IllegalMove, events, record, scorecard, variants, wire
from heartslib.moves import ChangeRules
from heartslib.rules import LEFT, RIGHT, Cycle, EldestLeads, Target
from heartslib.scorecard import Taken
from heartslib.scorecard.html import card_html
from heartslib.show.telling import Voice, sentences
from tests.helpers.strategies import at_random, next_state

AMERICAN = variants.get("american")
EVENING = attrs.evolve(AMERICAN, name="Evening Hearts", ending=Target(50))


def after_rounds(game: Game, rounds: int, seed: int = 1) -> Game:
    """The game after so many more rounds."""
    rng, last = Random(seed), game.round_number + rounds
    while not game.is_over and game.round_number < last:
        game = next_state(game, at_random, rng)
    return game


def stored(game: Game) -> Game:
    return record.loads(record.dumps(game))


def test_a_game_on_paper_goes_on_where_it_was() -> None:
    """After three rounds of four the next is a hold, and seat 2 deals it, if seat 3 dealt first."""
    game = Game.new(AMERICAN, scores=(30, 8, 25, 15), round_number=3)
    assert (game.scores, game.round_number, game.dealer) == ((30, 8, 25, 15), 3, 2)
    assert game.deal(seed=1).phase.name == "play"
    assert [sheet.totals for sheet in game.sheets] == [(0, 0, 0, 0), (0, 0, 0, 0), (30, 8, 25, 15)]
    assert {line.reason for line in game.sheets[2].lines} == {"as counted elsewhere"}
    assert game.match.course[-1] == game.view(0).scores == (30, 8, 25, 15)


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_can_be_given(dealer: int) -> None:
    game = Game.new(AMERICAN, scores=(30, 8, 25, 15), round_number=2, dealer=dealer)
    assert game.dealer == game.beginning.dealer == dealer
    assert after_rounds(game, 1).dealer == (dealer + 1) % 4


def test_a_handicap_is_a_score_without_rounds() -> None:
    game = Game.new(AMERICAN, scores=(0, 0, 20, 0))
    assert (game.round_number, game.sheets, game.dealer) == (0, (), 3)
    after = after_rounds(game, 1)
    assert sum(after.scores) == 20 + sum(after.sheets[0].totals)
    assert after.scores[2] == 20 + after.sheets[0].totals[2]


def test_it_is_stored_and_goes_on_alike() -> None:
    game = after_rounds(Game.new(AMERICAN, scores=(30, 8, 25, 15), round_number=3, dealer=0), 2)
    again = stored(game)
    assert again == game
    assert (again.beginning, again.history) == (game.beginning, game.history)
    assert again.beginning.scores == (30, 8, 25, 15)
    assert game.at(0) == game.beginning
    assert reduce(Game.apply, game.history, game.beginning) == game


def test_a_game_from_zero_has_no_beginning_elsewhere() -> None:
    assert '"begun": null' in record.dumps(Game.new(AMERICAN))
    assert '"begun": {' in record.dumps(Game.new(AMERICAN, scores=(0, 1, 0, 0)))
    assert '"begun": {' in record.dumps(Game.new(AMERICAN, round_number=1))


def test_contracts_that_dealers_named_are_given() -> None:
    names = ["no-tricks", "no-hearts", "no-queens", "king-of-hearts", "last-two", "no-hearts"]
    scores = (-20, -10, -5, -8)
    game = Game.new(variants.get("barbu"), scores=scores, round_number=6, contracts=names, dealer=2)
    assert game.match.contracts == (*((1, name) for name in names[:5]), (2, "no-hearts"))
    dealt = game.deal(seed=1)
    assert dealt.match.contracts_left == ("no-tricks", "no-queens", "king-of-hearts", "last-two")
    assert stored(dealt) == dealt


def test_contracts_in_order_follow_from_the_number() -> None:
    game = Game.new(variants.get("kierki"), scores=(13, 0, 13, 0), round_number=2)
    assert game.contract == "queens"
    assert stored(game) == game


def test_whoever_leads_after_the_round_before_is_given() -> None:
    game = Game.new(variants.get("gong_zhu"), scores=(-50, 0, 0, 0), round_number=1, leader=2)
    game = game.deal(seed=1)
    while game.phase.name == "charge":
        game = game.charge(game.to_act[0])
    assert game.to_act == (2,)
    assert stored(game) == game


def test_rules_change_between_rounds() -> None:
    """An evening: American Hearts, from the third round on to 50, and passing left or right only."""
    evening = attrs.evolve(EVENING, passing=Cycle((LEFT, RIGHT)))
    game = Game.new(AMERICAN, scores=(10, 0, 0, 0), round_number=1)
    game = after_rounds(game, 1)
    before = game
    game = game.change_rules(evening)
    assert (game.rules, game.scores, game.dealer, game.sheets) == (
        evening,
        before.scores,
        before.dealer,
        before.sheets,
    )
    assert game.deal(seed=1).view(0).pattern == LEFT
    game = after_rounds(game, 20, seed=3)
    assert game.is_over
    assert max(game.scores) >= 50
    assert max(game.match.course[-2]) < 50
    again = stored(game)
    assert again == game
    assert again.beginning.rules == AMERICAN
    assert again.history[len(before.history)] == ChangeRules(evening)


def test_a_change_is_an_event() -> None:
    before = after_rounds(Game.new(AMERICAN), 1)
    after = before.change_rules(EVENING)
    dealt = after.deal(seed=1)
    new, later = after.view(0), dealt.view(0)
    assert new.pattern is not None
    assert after.events(0, before) == (
        events.RulesChanged(EVENING),
        events.PassCalled(new.pattern),
    )
    assert dealt.events(0, before)[0] == events.RulesChanged(EVENING)
    assert events.HandDealt(events.Own(later.hand), 13, 0) in dealt.events(0, before)
    scored = [type(each).__name__ for each in dealt.events(0)]
    at = scored.index("ScoreEntered")
    assert scored[at : at + 5] == [
        "ScoreEntered",
        "RoundBegun",
        "PassCalled",
        "RulesChanged",
        "PassCalled",
    ]
    for other in (after_rounds(Game.new(AMERICAN), 1).deal(seed=1), Game.new(EVENING, dealer=1)):
        with pytest.raises(HeartsError, match="moves have been taken back since"):
            other.events(0, dealt)


def test_a_change_has_a_sentence() -> None:
    game = Game.new(AMERICAN).change_rules(EVENING)
    said = [*sentences(game.view(0), events.RulesChanged(EVENING), Voice())]
    assert said == ["The rules change: from now on you play Evening Hearts."]


def test_a_change_to_contracts_and_back() -> None:
    barbu = variants.get("barbu")
    game = after_rounds(Game.new(AMERICAN), 2).change_rules(barbu)
    assert game.match.contracts == ((1, None), (1, None))
    assert len(game.match.contracts_left) == 5
    over = after_rounds(game, 1)
    assert over.match.contracts[2][0] == 1
    back = over.change_rules(AMERICAN)
    assert (back.match.contracts, back.contract) == ((), None)
    assert stored(back) == back
    assert events.RulesChanged(AMERICAN) in back.events(0, over)


def test_who_leads_is_kept_only_if_the_new_rules_ask() -> None:
    pig = variants.get("gong_zhu")
    game = after_rounds(Game.new(pig), 1)
    assert game.match.settled.leader is not None
    assert (
        game.change_rules(attrs.evolve(pig, name="Pig")).match.settled.leader
        == game.match.settled.leader
    )
    no_pig = attrs.evolve(pig, opening=EldestLeads(), name="Eldest")
    assert game.change_rules(no_pig).match.settled.leader is None


def test_a_record_may_change_the_rules_first() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    text = record.dumps(game).replace(
        '"moves": [', '"moves": [{"move": "ChangeRules", "rules": "omnibus"}, ', 1
    )
    assert record.loads(text).rules == variants.get("omnibus")


def test_no_seat_may_change_the_rules() -> None:
    text = wire.dumps_move(ChangeRules(EVENING))
    assert wire.loads_move(text).move == ChangeRules(EVENING)
    with pytest.raises(IllegalMove) as error:
        wire.receive(Game.new(AMERICAN), text, 0)
    assert error.value.code == "not-yours"


def test_names_change_without_a_replay() -> None:
    game = after_rounds(Game.new(AMERICAN), 1)
    named = game.with_names(["Ann", "Ben", "Cleo", "Dan"])
    assert named.names == named.beginning.names == ("Ann", "Ben", "Cleo", "Dan")
    assert stored(named) == named
    assert named.history == game.history


def test_an_evening_on_a_score_pad() -> None:
    """Worked by hand: 10 and 13 make 23; then the jack of diamonds takes 10 off."""
    omnibus = variants.get("omnibus")
    rounds: list[Taken] = [
        {"points": (13, 13, 0, 0)},
        omnibus,
        {"taken": ["JD", "2H 3H", "", ""], "partial": True},
        {"rules": "american@1"},
        {"points": (0, 0, 20, 6)},
    ]
    card = scorecard.score_game(AMERICAN, rounds=rounds, scores=(10, 0, 0, 5), round_number=2)
    assert card.course[2:] == ((23, 13, 0, 5), (13, 15, 0, 5), (13, 15, 20, 11))
    assert card.rules == AMERICAN
    assert card.changes == ((3, omnibus), (4, AMERICAN))
    lines = str(card).splitlines()
    assert lines[4].endswith("Omnibus Hearts")
    assert lines[5].endswith("American Hearts")
    assert lines[3].endswith("5")


def test_an_evening_is_stored_and_printed() -> None:
    """The rules change in the evening; the card comes back from JSON, and its page says so."""
    rounds: list[Taken] = [
        {"points": (13, 13, 0, 0)},
        variants.get("omnibus"),
        {"points": (-10, 0, 20, 6)},
        EVENING,
    ]
    names = ["Ann", "Ben", "Cid", "Dee"]
    card = scorecard.score_game(
        AMERICAN, rounds=rounds, names=names, scores=(10, 0, 0, 5), round_number=1
    )
    stored_names, stored_rounds, rules = scorecard.read_json(scorecard.write_json(card))
    assert rules is not None
    again = scorecard.score_game(rules, rounds=stored_rounds, names=stored_names)
    assert again == card
    assert str(again) == str(card)
    assert "Omnibus Hearts" in card_html(card)
    first = scorecard.score_game(
        AMERICAN, rounds=[EVENING, {"points": (0, 1, 25)}], names=names[:3]
    )
    assert first.players == 3


@pytest.mark.parametrize(
    "rounds", [[], [{"points": (13, 13, 0, 0)}], [EVENING, {"points": (25, 0, 0, 1)}]]
)
def test_a_handicap_is_stored_and_printed(rounds: list[Taken]) -> None:
    """It comes back from JSON and CSV, and stands before the first round where the card is shown."""
    names = ["Ann", "Ben", "Cid", "Dee"]
    card = scorecard.score_game(AMERICAN, rounds=rounds, names=names, scores=(-7, 0, 20, 0))
    assert card.handicap == (-7, 0, 20, 0)
    stored_names, stored_rounds, rules = scorecard.read_json(scorecard.write_json(card))
    assert rules is not None
    assert scorecard.score_game(rules, rounds=stored_rounds, names=stored_names) == card
    assert scorecard.score_game(rules, rounds=stored_rounds).players == 4
    assert str(card).splitlines()[1].split() == ["start", "−7", "0", "20", "0"]
    assert '<th scope="row" class="label">Start</th>' in card_html(card)
    text = scorecard.write_csv(card)
    assert text.splitlines()[1] == '"start",-7,0,20,0'
    stored_names, stored_rounds = scorecard.read_csv(text)
    read = scorecard.score_game(AMERICAN, rounds=stored_rounds, names=stored_names)
    assert (read.handicap, read.course) == (card.handicap, card.course)
