"""Game: its verbs, and what it says to bad input."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    ChooseName,
    Game,
    HeartsError,
    Objection,
    View,
    legal_plays,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK
from heartslib.moves import Answer, Charge, Deal, Pass, Play, Score
from heartslib.phases import PassPhase
from heartslib.rules import (
    NO_PASSING,
    Cycle,
    Pack,
    PlayRule,
    Scatter,
    Target,
    Toward,
)
from heartslib.sampling import Sampler, as_game
from heartslib.table import Table
from tests.helpers.positions import AMERICAN, moon_shot, passed, played_out
from tests.helpers.rounds import refused

FIFTH = Game.new(AMERICAN, 4).deal(order=PACK)


def test_a_new_game_is_about_to_be_dealt() -> None:
    game = Game.new(AMERICAN, players=4, dealer=2, names=("a", "b", "c", "d"))
    assert game.phase.name == "deal"
    assert (game.players, game.dealer, game.round_number) == (4, 2, 0)
    assert game.names == ("a", "b", "c", "d")
    assert game.scores == (0, 0, 0, 0)
    for empty in (game.sheets, game.history, game.to_act, game.winners, game.legal_moves()):
        assert empty == ()
    assert game.sheet is None
    assert not game.is_over
    assert game.sides == ((0,), (1,), (2,), (3,))
    assert game.rules is AMERICAN
    assert Game.new(AMERICAN) == Game.new(AMERICAN, 4, dealer=3)
    assert repr(game) == (
        "<Game: American Hearts, 4 players, round 1, deal, to act (), scores (0, 0, 0, 0)>"
    )


SEED_7 = (
    "5C TC KC 2D 9D TD JD KD 2S 5S QS JH KH",
    "4C 6C JC AC 3D 4D 8D QD 4S 8S 5H 8H TH",
    "2C 8C 9C 6D 7D 6S 9S JS AS 2H 3H 6H QH",
    "3C 7C QC 5D AD 3S 7S TS KS 4H 7H 9H AH",
)


def hands_of(game: Game) -> tuple[str, ...]:
    assert isinstance(game.phase, PassPhase)
    return tuple(map(str, game.phase.hands))


def test_a_seed_gives_the_same_deal_everywhere() -> None:
    game = Game.new(AMERICAN, 4)
    assert hands_of(game.deal(seed=7)) == SEED_7
    assert hands_of(game.deal(rng=Random(7))) == SEED_7


def test_the_shuffle_is_the_documented_one() -> None:
    numbers = iter([0.0] * 51)

    class Zero:
        def random(self) -> float:
            return next(numbers)

    order = list(PACK)
    for place in range(51, 0, -1):
        order[place], order[0] = order[0], order[place]
    dealt = Game.new(AMERICAN, 4).deal(rng=Zero())
    assert dealt == Game.new(AMERICAN, 4).deal(order=order)
    assert next(numbers, None) is None


def test_without_a_seed_deals_differ() -> None:
    game = Game.new(AMERICAN, 4)
    assert len({game.deal() for _ in range(3)}) == 3


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    game = Game.new(AMERICAN, 4, dealer=2).deal(order=PACK)
    assert [Card(hand[:2]) for hand in hands_of(game)] == [
        Card(name) for name in ("3C", "4C", "5C", "2C")
    ]


@pytest.mark.parametrize("number", [1.0, -0.5, "x", 1])
def test_chance_out_of_range_is_refused(number: object) -> None:
    class Broken:
        def random(self) -> Any:
            return number

    with pytest.raises(HeartsError, match="of at least 0 and less than 1"):
        Game.new(AMERICAN, 4).deal(rng=Broken())


def test_a_verb_out_of_its_phase_is_refused_with_what_would_do() -> None:
    new, dealt, play = Game.new(AMERICAN, 4), FIFTH, passed()
    untimely: list[tuple[Callable[[], object], str]] = [
        (lambda: new.play("2C"), "the cards must be dealt first, with deal()"),
        (lambda: new.play("2C", seat=1), "the cards must be dealt first, with deal()"),
        (new.score, "the cards must be dealt before the round is scored, with deal()"),
        (dealt.deal, "cards must be passed first, with pass_cards(seat, cards)"),
        (lambda: dealt.play("2C"), "cards must be passed first, with pass_cards(seat, cards)"),
        (lambda: dealt.choose_moon("add"), "cards must be passed first"),
        (lambda: play.pass_cards(0, "2C 3C 4C"), "a card must be played, with play(card)"),
        (play.score, "a card must be played"),
        (lambda: played_out().play("2C"), "the score must be entered, with score()"),
        (moon_shot().score, "the shooter of the moon must choose"),
        (lambda: moon_shot().play("2C", seat=9), "the shooter of the moon must choose"),
    ]
    for call, said in untimely:
        with refused("phase") as error:
            call()
        assert said in str(error.value)
        reason, _, _ = said.partition(", with ")  # players do not read what a program calls
        assert (error.value.reason, ", with " in str(error.value)) == (reason, True)


def test_game_and_view_give_one_reason_out_of_the_play() -> None:
    for game in (Game.new(AMERICAN, 4), FIFTH, moon_shot(), played_out()):
        said = game.explain("QS")
        assert said is not None
        assert said.rule == "phase"
        assert all(game.view(seat).explain("QS") == said for seat in (0, 3, None))


def test_a_card_out_of_turn_not_held_or_illegal_is_refused() -> None:
    game = passed()
    (turn,) = game.to_act
    with refused("turn") as error:
        game.play("2C", seat=(turn + 1) % 4)
    assert error.value.reason == f"it is the turn of seat {turn}, not of seat {(turn + 1) % 4}"
    with pytest.raises(HeartsError, match="8 is not a seat"):
        game.play("2C", seat=8)
    foreign = next(card for card in PACK if card not in game.view(turn).hand)
    with refused("not-in-hand") as error:
        game.play(foreign)
    assert (error.value.move, error.value.legal) == (Play(turn, foreign), Cards("2C"))
    other = next(card for card in game.view(turn).hand if card is not Card("2C"))
    with refused("opening-lead") as error:
        game.play(other)
    assert str(error.value) == (
        f"seat {turn} plays {other}: the opening lead must be your lowest club (legal: 2C)"
    )
    assert game.play("2C", seat=turn) == game.play("2c") == game.apply(Play(turn, "2C"))


def test_what_is_no_move_is_refused() -> None:
    for value in ("2C", None, Play, object()):
        with pytest.raises(HeartsError, match="is not a move"):
            passed().apply(value)  # type: ignore[arg-type]
    with pytest.raises(HeartsError, match="5 is not a card"):
        passed().play(5)  # type: ignore[arg-type]


def test_explain_names_the_first_rule_that_objects() -> None:
    game = passed()
    (turn,) = game.to_act
    heart = next(card for card in game.view(turn).hand if str(card) != "2C")
    assert game.explain("2C") is None
    assert game.explain(heart) == Objection(
        heart, "opening-lead", "the opening lead must be your lowest club"
    )
    objection = FIFTH.explain("2C")
    assert objection is not None
    assert objection.rule == "phase"


def test_the_sheet_is_there_from_the_last_trick_to_the_next_deal() -> None:
    game = played_out()
    sheet = game.sheet
    assert sheet is not None
    entered = game.score()
    assert entered.phase.name == "deal"
    assert entered.sheet == sheet == entered.sheets[0]
    assert entered.dealer == 0
    assert entered.deal(seed=1).sheet is None


def test_a_game_that_is_over_takes_no_move() -> None:
    game = played_out(attrs.evolve(AMERICAN, ending=Target(1))).score()
    assert game.is_over
    assert game.phase.name == "over"
    assert ", over after 1 rounds, won by" in repr(game)
    assert game.sheet == game.sheets[-1]
    assert all(game.scores[seat] == min(game.scores) for seat in game.winners)
    for move in (Score(), Play(0, "2C"), Pass(0, "2C"), Deal(SEED_7)):
        with refused("phase") as error:
            game.apply(move)
        assert error.value.reason == "the game is over"


def test_games_branch_and_undo_by_keeping_the_old_one() -> None:
    game = passed()
    kept = copy.deepcopy(game)
    one, other = game.play("2C"), game.play("2C")
    assert one == other
    assert one != game == kept
    assert len(one.history) == len(game.history) + 1


def test_views_are_for_seats_and_spectators() -> None:
    for seat in (4, -1, "0", 1.5):
        with pytest.raises(HeartsError, match="is not a seat"):
            FIFTH.view(seat)  # type: ignore[arg-type]
    assert not FIFTH.view(None).hand
    assert FIFTH.view(None).hand_sizes == (13, 13, 13, 13)


def test_a_view_explains_only_to_the_seat_on_turn() -> None:
    game = passed()
    (turn,) = game.to_act
    mine, other = game.view(turn), game.view((turn + 1) % 4)
    assert mine.is_my_turn
    assert mine.legal_plays() == Cards("2C")
    assert mine.explain("2C") is None
    assert not other.is_my_turn
    assert not other.legal_plays()
    objection = other.explain("3C")
    assert objection is not None
    assert (objection.rule, objection.reason) == ("turn", f"it is the turn of seat {turn}")
    objection = FIFTH.view(0).explain("3C")
    assert objection is not None
    assert objection.rule == "phase"
    assert mine.pattern is not None
    assert mine.pattern.name == "left"
    assert mine.passes_to == (((turn + 1) % 4, 3),)
    assert mine.pass_count == 3
    assert game.view(None).passes_to == ()
    assert Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).view(0).passes_to == ()
    assert (mine.players, mine.round_number) == (4, 0)
    asked = moon_shot().view(0).question
    assert isinstance(asked, ChooseName)
    assert asked.names == ("add", "subtract")
    assert moon_shot().view(1).question is None


def test_a_rule_that_changes_its_mind_still_gives_a_sentence() -> None:
    class Fickle(PlayRule):
        name = "fickle"
        strict = True

        def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
            return playable & playable[0] if self.strict else playable

        def reason(self, card: Card, table: Table) -> str:
            return "not now"

        def describe(self, players: int) -> str:
            return "It depends."

    rules = attrs.evolve(AMERICAN, opening=variants.get("classic_100").opening, play=(Fickle(),))
    game = passed(rules).play("2C")
    Fickle.strict = False
    highest = game.view(game.to_act[0]).hand[-1]
    with refused("play"):
        game.play(highest)


def test_a_game_goes_back_to_any_of_its_moves() -> None:
    game = played_out().score()
    rest = Game.new(AMERICAN, 4)
    for number, move in enumerate(game.history):
        assert game.at(number) == rest
        assert game.at(number).history == game.history[:number]
        rest = rest.apply(move)
    assert game.at(len(game.history)) is game
    named = Game.new(AMERICAN, names=["a", "b", "c"], dealer=1).deal(seed=1)
    assert named.at(0) == Game.new(AMERICAN, 3, names=("a", "b", "c"), dealer=1)


@pytest.mark.parametrize("number", [-1, 6, 1.5, True, "1", None])
def test_there_is_no_such_move_to_go_back_to(number: Any) -> None:
    with pytest.raises(HeartsError, match="the game has had 5 moves: give a number from 0 to 5"):
        passed().at(number)


def test_a_game_that_began_in_the_middle_has_no_way_back() -> None:
    view = passed().view(0)
    game = as_game(view, Sampler(view).draw(Random(1)))
    game = game.play(game.legal_plays()[0])
    with pytest.raises(HeartsError, match="does not begin with its first deal"):
        game.at(0)
    later = played_out().score().view(0)
    middle = Game(attrs.evolve(Game.new(AMERICAN).match, scores=later.scores), FIFTH.phase)
    with pytest.raises(HeartsError, match="does not begin with its first deal"):
        middle.pass_cards(0, middle.hands[0][:3]).at(0)


def test_points_so_far_are_those_of_the_cards_taken() -> None:
    rules = variants.get("omnibus")
    game = Game.new(rules)
    assert game.points_so_far == game.view(0).points_so_far == (0, 0, 0, 0)
    game = passed(rules)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[-1])
        piles = game.table.piles
        cost = tuple(
            len(pile.only(HEARTS)) + 13 * pile.count("QS") - 10 * pile.count("JD") for pile in piles
        )
        assert game.phase.name == "score" or game.points_so_far == cost
        assert game.view(1).points_so_far == game.view(None).points_so_far == game.points_so_far
    sheet = game.sheet
    assert sheet is not None
    assert game.points_so_far == game.view(2).points_so_far == sheet.totals
    assert game.score().points_so_far == (0, 0, 0, 0)


@pytest.mark.parametrize("seat", [True, 1.5, "1", -1, 4])
def test_a_seat_is_a_whole_number_and_nothing_else(seat: Any) -> None:
    dealt = Game.new(AMERICAN, 4).deal(seed=1)
    playing = passed()
    turn = playing.to_act[0]
    while turn != 1:
        playing = playing.play(playing.legal_plays()[0])
        turn = playing.to_act[0]
    card = playing.legal_plays()[0]
    charging = Game.new(attrs.evolve(variants.get("turbo"), passing=NO_PASSING), 4).deal(seed=1)
    calls: list[Callable[[], object]] = [
        lambda: Game.new(AMERICAN, 4, dealer=seat),
        lambda: dealt.view(seat),
        lambda: dealt.pass_cards(seat, dealt.hands[1][:3]),
        lambda: playing.play(card, seat),
        lambda: playing.apply(Play(seat, card)),
        lambda: View.set_up(AMERICAN, seat=seat, hand="2C", leader=0),
        lambda: View.set_up(AMERICAN, seat=0, hand="2C", leader=seat),
        lambda: charging.apply(Charge(seat)),
    ]
    for call in calls:
        with pytest.raises(HeartsError, match="is not a seat"):
            call()


def test_packets_go_to_seats_that_exist() -> None:
    scatter = attrs.evolve(AMERICAN, passing=Cycle(Scatter()))
    game = Game.new(scatter, 4).deal(seed=1)
    one, two, three = game.hands[0][:3]
    for odd in ({1.5: one, 2: two, 3: three}, {True: one, 2: two, 3: three}):
        with pytest.raises(HeartsError, match="is not a seat at this table"):
            game.pass_cards(0, odd)  # type: ignore[arg-type]
    assert game.pass_cards(0, {1: one, 2: two, 3: three}).to_act == (1, 2, 3)


@pytest.mark.parametrize("accepts", ["no", 0, None])
def test_a_claim_is_answered_with_yes_or_no(accepts: Any) -> None:
    with pytest.raises(HeartsError, match="accepts must be True or False, not"):
        Answer(1, accepts)


def test_names_tell_how_many_play() -> None:
    assert Game.new(AMERICAN, names=["a", "b", "c"]).players == 3
    assert Game.new(AMERICAN).players == 4
    with pytest.raises(HeartsError, match="4 names are needed, one for each player, not 2"):
        Game.new(AMERICAN, names=["a", "b"])
    with pytest.raises(HeartsError, match="5 names are needed, one for each player, not 3"):
        Game.new(AMERICAN, 5, names=["a", "b", "c"])
    for name in ("a\x1b[31m", "a\nb", "\ud800"):
        with pytest.raises(HeartsError, match="a name must be plain text on one line"):
            Game.new(AMERICAN, names=["a", "b", "c", name])


def test_each_name_is_text() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN, names=["Ann", 5, "Cid", "Dee"])  # type: ignore[list-item]
    assert str(error.value) == "names must be a list of 4 strings, not ['Ann', 5, 'Cid', 'Dee']"


def test_so_many_moves_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(AMERICAN).deal(seed=7)
    monkeypatch.setattr("heartslib.game.MOST_MOVES", 1144)
    assert len(game.legal_moves()) == 1144
    monkeypatch.setattr("heartslib.game.MOST_MOVES", 1143)
    with pytest.raises(HeartsError) as error:
        game.legal_moves()
    assert str(error.value) == (
        "there are more than 1143 legal moves in phase 'pass', too many to list: try a move with "
        "apply(), which says if it is illegal"
    )


def test_between_rounds_the_sheet_is_the_last_one() -> None:
    game, rng = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)), Random(4)
    for _ in range(2):
        game = game.deal(rng=rng)
        while game.phase.name != "score":
            game = game.apply(rng.choice(game.legal_moves()))
            if game.phase.name == "play":
                assert game.view(0).points_so_far == game.points_so_far
        game = game.score()
    view = game.view(0)
    assert view.phase == "deal"
    assert view.sheet == game.match.sheets[1]
    assert view.sheet != game.match.sheets[0]
    assert view.points_so_far == game.points_so_far == (0, 0, 0, 0)


def test_a_game_has_no_more_moves_than_were_made() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).at(3)
    assert str(error.value) == "the game has had 0 moves: give a number from 0 to 0, not 3"


def test_a_copied_game_has_its_history() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    game = game.pass_cards(0, game.view(0).hand[:3])
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again.history == game.history
        assert len(again.history) == 2


KITTY = variants.get("kitty_hearts")


class NoChance:
    def __repr__(self) -> str:
        return "<no chance>"


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (
            lambda: variants.get("barbu").at(4).in_force.counts_tricks,
            (
                "in Barbu this depends on the contract of the round: take "
                "rules.at(4).under('no-tricks') for it, or ask game.in_force or view.in_force"
            ),
        ),
        (
            lambda: legal_plays(KITTY, hand=PACK[:13]),
            (
                "no card can be played from this position: 13 cards in the hand are too many: each "
                "player is dealt 12 (players is not given, so 4 players are assumed)"
            ),
        ),
        (
            lambda: Game.new(AMERICAN).set_up(["2C", "3C", "4C", "5C"], leader=0, taken=["", ""]),
            "taken must have one entry for each of 4 seats, not 2",
        ),
        (
            lambda: score_hand(AMERICAN, tricks=[1, 2, 3, 4]),  # type: ignore[list-item]
            "tricks are cards, in the order of play: for numbers give trick_counts",
        ),
        (
            lambda: legal_plays(AMERICAN, hand="2H 3C", first_trick=True, played="4C 5C 6C 7C"),
            (
                "no card can be played from this position: first_trick is True, but cards of earlier "
                "tricks are given"
            ),
        ),
        (
            lambda: legal_plays(AMERICAN, hand="2H 3C", hearts_broken=False, played="4H"),
            (
                "no card can be played from this position: hearts_broken is False, but the cards "
                "played before have broken hearts"
            ),
        ),
        (
            lambda: legal_plays(AMERICAN, hand=HEARTS, hearts_broken=True, first_trick=True),
            (
                "no card can be played from this position: hearts cannot be broken before the first "
                "trick"
            ),
        ),
        (
            lambda: legal_plays(AMERICAN, hand="2C 2C", hearts_broken=True, first_trick=True),
            (
                "no card can be played from this position: 2C is given more often than the pack has "
                "it; hearts cannot be broken before the first trick"
            ),
        ),
        (
            lambda: moon_shot().choose_moon("double"),
            "seat 0 chooses 'double': the choices are 'add' and 'subtract'",
        ),
        (
            lambda: moon_shot().choose_moon("add", seat=1),
            "seat 1 chooses 'add': seat 0 shot the moon and chooses, not seat 1",
        ),
        (
            lambda: moon_shot(variants.get("partnership")).choose_moon("add", seat=1),
            "seat 1 chooses 'add': seats 0 and 2 shot the moon and choose, not seat 1",
        ),
        (
            lambda: Game.new(AMERICAN).deal(rng=NoChance()),  # type: ignore[arg-type]
            "rng must have a method random(), like random.Random; <no chance> has none",
        ),
    ],
)
def test_what_is_wrong_is_said_in_full(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(HeartsError) as error:
        ask()
    assert str(error.value) == sentence


@pytest.mark.slow
def test_too_many_legal_moves_are_not_listed() -> None:
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(packs=2), passing=Cycle(Toward(1, 5)))
    with pytest.raises(HeartsError, match="there are more than 100000 legal moves in phase 'pass'"):
        Game.new(rules).deal(seed=1).legal_moves()
