"""What once could change without a test to notice, found by ``python -m tests.campaigns.mutation``."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Line,
    RecordError,
    RulesError,
    ScoreSheet,
    View,
    legal_plays,
    record,
    rulefile,
    sampling,
    score_hand,
    variants,
    wire,
)
from heartslib.cards import HEARTS, PACK
from heartslib.moves import CallPass, ChooseMoon, NameContract, Play
from heartslib.phases import ClaimPhase, ContractPhase, KittyPhase, MoonPhase, PassPhase, PlayPhase
from heartslib.questions import ChooseCards
from heartslib.rules import (
    CHOICE,
    LEFT,
    MIX,
    NO_MOON,
    NO_PASSING,
    CardValues,
    ChargedCardsWait,
    Charges,
    Condition,
    Cycle,
    DealerCalls,
    EldestLeads,
    FollowSuit,
    FullSet,
    HolderLeads,
    KittyTo,
    Pack,
    Partners,
    PlayedOut,
    QueenWhenSafe,
    Removals,
    Rounds,
    Rules,
    Scatter,
    ShootTheMoon,
    ShowHandOfHearts,
    Target,
    TrickValues,
    Where,
    facts,
    these,
)
from heartslib.rules.tricks import cancelled_by
from heartslib.sampling.plays import applies
from heartslib.sheet import Finished
from heartslib.table import Table
from heartslib.testing import at_random, next_state

AMERICAN = variants.get("american")


# Rules


def test_a_queen_in_the_trick_makes_no_equal_one_safe() -> None:
    rules = attrs.evolve(variants.get("cancellation"), play=(FollowSuit(), QueenWhenSafe()))
    assert legal_plays(rules, hand="QS 3S", trick="QS", players=6) == Cards("QS 3S")
    assert legal_plays(rules, hand="QS 3S", trick="KS", players=6) == Cards("QS")


@pytest.mark.parametrize("number", [0, -1, "5", True, 1.0])
@pytest.mark.parametrize("rule", [Rounds, Scatter])
def test_numbers_of_rounds_and_cards_are_whole_and_above_zero(
    rule: Callable[[Any], object], number: object
) -> None:
    with pytest.raises(RulesError, match="must be a whole number, 1 or more, not "):
        rule(number)


def test_between_two_players_a_dealer_calls_an_exchange_or_a_mix() -> None:
    assert [pattern.name for pattern in DealerCalls(3).calls(2)] == ["3-left", "mix"]
    assert [pattern.name for pattern in DealerCalls(1).calls(3)] == ["1-left", "1-right", "mix"]


@pytest.mark.parametrize(
    ("chapter", "choices"),
    [
        ("showing", "lacks describe, name, shows; the choice is ShowHandOfHearts"),
        ("charging", "most, name, reopens; the choices are TURBO_CHARGES, Charges"),
        ("opening", "the choices are DealerLeads, EldestLeads, HolderLeads, LowestClubLeads"),
        ("sides", "pooled, seats; the choices are EVERYONE_ALONE, EveryoneAlone, Partners"),
    ],
)
def test_a_wrong_choice_is_answered_with_the_right_ones(chapter: str, choices: str) -> None:
    wrong: dict[str, Any] = {chapter: object()}
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, **wrong)
    assert str(error.value).startswith(f"this is not a rulebook: {chapter}: <object")
    assert str(error.value).endswith(choices)


def test_a_moon_is_no_payment() -> None:
    with pytest.raises(RulesError) as error:
        ShootTheMoon((5, "x"))  # type: ignore[arg-type]
    lacks = "is not a Payment: it lacks describe, lines, name"
    choices = "the choices are ADD, NEGATE, NOTHING, SUBTRACT, Pay, SubtractFrom"
    assert str(error.value) == f"paid: 5 {lacks}; {choices}; paid: 'x' {lacks}; {choices}"


def test_a_target_of_nothing_is_reached_by_the_highest_score() -> None:
    sides = ((0,), (1,))
    assert Target(0).sign == 0
    assert (Target(1).sign, Target(-1).sign) == (1, -1)
    assert Target(0).is_over(((-5, 0),), sides)
    assert not Target(0).is_over(((-5, -3),), sides)
    assert not Target(0, passed=True).is_over(((-5, 0),), sides)
    assert Target(-5).is_over(((-5, 3),), sides)
    assert not Target(-5).is_over(((-4, 8),), sides)


def test_a_set_counts_with_what_it_makes_costly() -> None:
    assert FullSet("QS", {"KS": 1}).counting == Cards("QS KS")
    assert CardValues({"QS": 0, "KS": 1}).counting == Cards("KS")


def test_a_charge_costs_nothing_where_nobody_charges() -> None:
    assert AMERICAN.points(Card("QS"), Cards("QS")) == 13
    turbo = variants.get("turbo")
    assert turbo.points(Card("QS"), Cards("QS")) == 2 * turbo.points(Card("QS"))


def test_rules_of_no_contract_say_where_to_ask() -> None:
    with pytest.raises(RulesError, match=r"^in Barbu this depends on the contract of the round: "):
        variants.get("barbu").points(Card("QS"))


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (3, "House cannot be played by 3 players: 52 cards cannot be dealt evenly to 3 players"),
        (7, "House is for 3 or 4 players, not 7, and could not be played by 7: 52 cards cannot"),
    ],
)
def test_a_number_that_a_rulebook_cannot_have(players: int, sentence: str) -> None:
    rules = attrs.evolve(AMERICAN, name="House", players=(3, 4), deck=Pack())
    with pytest.raises(RulesError) as error:
        rules.check_players(players)
    assert str(error.value).startswith(sentence)


def test_a_charge_of_a_card_that_is_not_in_the_pack() -> None:
    with pytest.raises(RulesError, match=r"not in the pack: TC \(charging\)"):
        attrs.evolve(
            AMERICAN,
            players=4,
            charging=Charges({"TC": "QS"}),
            deck=Pack(removals=Removals({4: "TC 2C 3C 4C"})),
        ).check_players(4)


def test_partners_are_an_even_number_of_four_or_more() -> None:
    assert Partners().seats(4) == ((0, 2), (1, 3))
    for players in (2, 3, 5):
        with pytest.raises(RulesError, match=f"which takes 4, 6, 8 or 10 players, not {players}$"):
            Partners().seats(players)


def test_a_trick_rule_without_cancelling_cancels_nothing() -> None:
    rule: Any = SimpleNamespace()
    assert cancelled_by(rule, [Card("QS")]) == ()


def test_cards_are_in_order_and_equal_to_themselves() -> None:
    queen, king, same = Card("QS"), Card("KS"), Card("QS")
    assert queen >= same
    assert queen <= same
    assert not queen > same
    assert not queen < same
    assert king >= queen
    assert not queen >= king
    assert not king <= queen


# The record of a round


def _finished(*piles: str, counts: tuple[int, ...]) -> Finished:
    return Finished(
        tuple(map(Cards, piles)), Cards("2C 3C QS"), Cards("QS"), 13, (), False, (0,) * len(piles),
        trick_counts=counts,
    )  # fmt: skip


def test_who_took_everything() -> None:
    finished = _finished("3C", "2C QS", "", counts=(1, 1, 0))
    assert finished.takers_of(Cards("2C")) == (1,)
    assert finished.takers_of(Cards("2C 3C")) == ()
    assert finished.takers_of(Cards()) == ()
    assert finished.takers_of_all() == ()
    assert _finished("2C 3C QS", "", counts=(3, 0)).takers_of_all() == (0,)
    assert _finished("", "", counts=(0, 0)).takers_of_all() == ()


def test_points_of_a_round_that_is_over_are_those_of_its_sheet() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon(CHOICE, 26, automatic=True))
    assert score_hand(rules, taken=[[*HEARTS, "QS"], "", "", ""]).totals == (0, 26, 26, 26)
    last = ["2H", "3C", "4C", "5C"]
    taken = Cards(PACK) - Cards(" ".join(last))
    game = Game.new(rules).set_up(last, leader=0, taken=[taken, "", "", ""])
    for card in last:
        assert game.points == (25, 0, 0, 0)
        game = game.play(card)
    assert game.phase.name == "score"
    assert game.points == game.phase.sheet.totals == (0, 26, 26, 26)  # type: ignore[union-attr]


# Views, names, records


@pytest.mark.parametrize("counts", [[1, -1, 1, 1], [1, 1.5, 1, 1], [1, 1, 1, True], [1, 1, 1]])
def test_hands_in_a_view_have_whole_sizes(counts: Any) -> None:
    with pytest.raises(HeartsError) as error:
        View.set_up(AMERICAN, seat=0, hand="2C", leader=0, hand_sizes=counts)
    sentence = "hand_sizes must be a whole number, 0 or more, for each of 4 seats, not"
    assert str(error.value) == f"{sentence} {counts}"


def test_each_name_is_text() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN, names=["Ann", 5, "Cid", "Dee"])  # type: ignore[list-item]
    assert str(error.value) == "names must be a list of 4 strings, not ['Ann', 5, 'Cid', 'Dee']"


def test_a_round_without_a_number_is_the_first() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    hands = [str(hand).split() for hand in game.history[0].hands]  # type: ignore[union-attr]
    one = {"format": "heartslib-rounds", "version": 1, "rounds": [{"hands": hands, "plays": []}]}
    try:
        (read,) = record.read_rounds(json.dumps(one))
    except RecordError as error:
        pytest.fail(str(error))
    assert read.round == 1


def test_what_is_too_much_to_store_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = Game.new(AMERICAN).deal(seed=1), Random(1)
    monkeypatch.setattr(record, "MOST_ROUNDS", 0)
    while game.phase.name != "score":
        assert record.loads(record.dumps(game)) == game
        game = game.apply(rng.choice(game.legal_moves()))
    with pytest.raises(RecordError, match=r"^too many rounds: at most 0"):
        record.dumps(game.score())
    monkeypatch.setattr(record, "MOST_MOVES", 0)
    with pytest.raises(RecordError, match=r"^too many moves: at most 0"):
        record.dumps(game)


def test_a_record_for_no_such_table_says_that_it_cannot_be_read() -> None:
    text = record.dumps(Game.new(AMERICAN)).replace('"players": 4', '"players": 9')
    with pytest.raises(RecordError, match=r"^this record cannot be read: American Hearts is for "):
        record.loads(text)


@pytest.mark.parametrize("name", ["shown", "charged"])
def test_shown_and_charged_cards_are_for_every_seat(name: str) -> None:
    message = json.loads(wire.dumps_view(Game.new(AMERICAN).deal(seed=1), 0))
    message["view"]["table"][name] = ["", ""]
    with pytest.raises(RecordError, match=f"{name} must have one entry for each of 4 seats"):
        wire.loads_view(json.dumps(message))


# Sampling


def test_the_deal_before_a_contract_is_named_can_be_sampled() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=3)
    assert game.phase.name == "contract"
    for seat in range(4):
        view = game.view(seat)
        sample = sampling.sample_hands(view, Random(1))
        assert sampling.as_game(view, sample).view(seat) == view


def test_a_sample_knows_who_dealt_first_and_what_was_passed() -> None:
    game = Game.new(AMERICAN, dealer=2).deal(seed=3)
    game = game.pass_cards(0, game.view(0).hand[:3])
    for seat in range(4):
        view = game.view(seat)
        sample = sampling.sample_hands(view, Random(1))
        again = sampling.as_game(view, sample)
        assert again.match.first_dealer == 2
        assert isinstance(again.phase, PassPhase)
        assert [len(hand) for hand in again.phase.hands] == [10, 13, 13, 13]
        assert [len(hand) for hand in again.phase.deal.hands] == [13] * 4


def test_nothing_is_drawn_before_the_deal() -> None:
    view = Game.new(AMERICAN).view(0)
    with pytest.raises(HeartsError, match=r"^no cards are dealt in the phase 'deal': "):
        sampling.Sampler(view)


# Sentences


def test_nothing_is_added_to_the_line_of_a_card_that_is_not_charged() -> None:
    rules = attrs.evolve(AMERICAN, charging=Charges({"AH": "AH"}))
    sheet = score_hand(rules, taken=["QS", "2H KH AH", "", ""], charged="AH", partial=True)
    assert [(line.seat, line.points, line.reason) for line in sheet.lines] == [
        (0, 13, "took QS"),
        (1, 2, "took 2H KH"),
        (1, 2, "took AH (2 times, by a charge)"),
    ]


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


def test_a_deal_names_every_card_too_many() -> None:
    with pytest.raises(HeartsError, match=r": 2C 3C are given more often than the pack has them"):
        Game.new(AMERICAN).set_up(["2C 3C", "2C 3C", "4C 5C", "6C 7C"], leader=0)
    with pytest.raises(HeartsError, match=r": 2C is given more often than the pack has it"):
        Game.new(AMERICAN).set_up(["2C 3C", "2C 8C", "4C 5C", "6C 7C"], leader=0)


@pytest.mark.parametrize("players", variants.get("Booster Hearts").players)
def test_nobody_plays_again_for_a_nine_in_the_last_trick(players: int) -> None:
    rules, rng, boosted = attrs.evolve(variants.get("Booster Hearts"), moon=NO_MOON), Random(1), 0
    while boosted < 3:
        game = Game.new(rules, players)
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        tricks = game.view(None).table.tricks
        last = tricks[-1]
        boosted += any(card.rank == 9 and card.suit is last.suit for card in last.cards)
        sheet = score_hand(
            rules,
            tricks=[trick.cards for trick in tricks],
            leader=tricks[0].leader,
            players=players,
        )
        assert sheet.totals == game.sheet.totals  # type: ignore[union-attr]


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


def test_nothing_is_charged_unless_cards_are_named() -> None:
    game = Game.new(attrs.evolve(variants.get("turbo"), passing=NO_PASSING)).deal(seed=1)
    assert game.charge(0) == game.charge(0, "")
    with pytest.raises(IllegalMove) as error:
        game.charge(0, PACK)
    assert error.value.legal == Cards()


def test_names_to_choose_from() -> None:
    assert PassPhase.names(AMERICAN, 4) == ()
    assert MoonPhase.names(AMERICAN, 4) == ("add", "subtract")


def test_one_card_may_be_charged() -> None:
    rules = attrs.evolve(
        AMERICAN, passing=NO_PASSING, charging=Charges({"AH": "AH", "QS": "QS"}, each=1)
    )
    others = [card for card in PACK if card not in Cards("AH QS")]
    hands = [Cards(["AH QS", *others[:11]]), *(Cards(others[n : n + 13]) for n in (11, 24, 37))]
    with pytest.raises(IllegalMove) as error:
        Game.new(rules).deal(hands=hands).charge(0, "AH QS")
    assert str(error.value) == "seat 0 charges QS AH: seat 0 may charge 1, not 2"


def test_the_dealer_names_a_contract_that_is_left() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=3)
    with pytest.raises(IllegalMove) as error:
        game.apply(NameContract(0, "no-hearts"))
    assert error.value.rule == "turn"
    assert game.name_contract("no-hearts").match.contracts_left == ()
    match = attrs.evolve(game.match, contracts=((3, "no-hearts"), (3, "no-tricks")))
    assert match.no_such_contract("no-hearts") == (
        "seat 3 has named 'no-hearts' before; left are no-queens, king-of-hearts, last-two"
    )
    with pytest.raises(
        RulesError, match=r"^Barbu has no contract 'tricks'; did you mean no-tricks"
    ):
        View.set_up(game.rules, seat=0, hand="2C", leader=0, contract="tricks")


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


def test_how_a_moon_is_paid_is_one_of_the_choices() -> None:
    with pytest.raises(IllegalMove) as error:
        _moon().choose_moon("double")
    assert (error.value.rule, error.value.move) == ("moon-choice", ChooseMoon(0, "double"))


def test_a_position_has_a_hand_for_each_seat() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).set_up(["2C", "3C", "4C"], leader=0)
    assert str(error.value) == "hands must have one entry for each of 4 seats, not 3"


def test_a_trick_on_the_table_is_not_complete() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).set_up(
            ["2H", "3H", "4H", "5H"],
            leader=0,
            trick="2C 3C 4C 5C",
            waive=["card-count", "opening-leader"],
        )
    assert str(error.value) == (
        "this position cannot arise: trick 1, 2C 3C 4C 5C, is complete with 4 cards [tricks]"
    )


def test_nobody_may_decline_a_mix() -> None:
    rules = attrs.evolve(AMERICAN, passing=Cycle(MIX, optional=True))
    question = Game.new(rules).deal(seed=1).view(0).question
    assert isinstance(question, ChooseCards)
    assert question.counts == (3,)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"captured": "2D"},
            (
                "2D is given more often than the pack has it [cards-twice]; the kitty and the "
                "captured cards must be 0 cards together, not 1 [kitty-size]"
            ),
        ),
        (
            {"charged": ["QS", "", "", ""]},
            "seat 0 has charged QS without holding it [charged]",
        ),
        (
            {"charged": ["4S", "", "", ""], "trick": "4S", "hand": "2C 2D"},
            (
                "trick 1, seat 0, 4S: 4S is charged: it may not be played the first time spades are "
                "led [illegal-play]"
            ),
        ),
    ],
)
def test_a_view_knows_its_own_cards(arguments: dict[str, Any], sentence: str) -> None:
    rules = attrs.evolve(
        AMERICAN,
        opening=EldestLeads(),
        play=(FollowSuit(), ChargedCardsWait()),
        charging=Charges({"QS": "QS", "4S": "4S"}),
    )
    usual: dict[str, Any] = {"seat": 0, "hand": "2C 2D 4S", "leader": 0, "waive": ["card-count"]}
    with pytest.raises(HeartsError) as error:
        View.set_up(rules, **(usual | arguments))
    assert str(error.value) == f"this position cannot arise: {sentence}"


@pytest.mark.parametrize("exchanged", [True, False])
def test_a_position_of_a_round_with_a_kitty_is_checked(exchanged: bool) -> None:
    rules = attrs.evolve(
        AMERICAN,
        deck=Pack(kitty=4),
        kitty=KittyTo(exchanged=exchanged),
        opening=EldestLeads(),
    )
    with pytest.raises(HeartsError) as error:
        Game.new(rules).set_up(
            ["3D", "5D", "6D 7D", "8D 9D"],
            leader=0,
            trick="2D 4S",
            captured=["" if exchanged else "2C", "", "", ""],
            waive=["card-count", "kitty-size"],
        )
    assert str(error.value) == (
        "this position cannot arise: trick 1, seat 1, 4S: diamonds were led and you hold some: "
        "follow suit [illegal-play]"
    )


def test_each_seat_has_its_score() -> None:
    with pytest.raises(HeartsError, match=r"^scores must be a whole number for each seat, not 5$"):
        View.set_up(AMERICAN, seat=0, hand="2C", leader=0, scores=5)  # type: ignore[arg-type]
    with pytest.raises(HeartsError) as error:
        View.set_up(AMERICAN, seat=0, hand="2C", leader=0, scores=[1, 2, 3, "4"])  # type: ignore[list-item]
    assert str(error.value) == (
        "scores must be one whole number for each of 4 seats, not (1, 2, 3, '4')"
    )


def test_each_seat_has_its_charges() -> None:
    with pytest.raises(HeartsError) as error:
        Game.new(AMERICAN).set_up(["2C", "3C", "4C", "5C"], leader=0, charged=["", "AH"])
    assert str(error.value) == "charged must have one entry for each of 4 seats, not 2"


def test_cards_are_read_from_as_much_text_as_may_be() -> None:
    text = "2C".ljust(10_000)
    assert Cards(text) == Cards("2C")
    with pytest.raises(HeartsError) as error:
        Cards(text + " ")
    assert str(error.value) == "10001 characters are too many for cards: at most 10000 are read"
    with pytest.raises(HeartsError, match=r"^more than 416 cards: at most 8 packs can be held$"):
        Cards(["2C"] * 417)


def test_one_card_of_several_is_named_or_counted() -> None:
    assert Cards("2C") <= "2C 3C"
    with pytest.raises(HeartsError) as error:
        Card("2C 3C")
    assert str(error.value) == "'2C 3C' names 2 cards: give exactly one, such as 'QS' or '10D'"
    with pytest.raises(IndexError, match=r"^there is no card at place 5 of 2$"):
        _ = Cards("2C 3C")[5]


class ShowHeartsAtOnce(ShowHandOfHearts):
    """A hand of hearts is shown in the first trick only."""

    when = Condition(Where.FIRST, unless=facts.HAND & ~these(HEARTS))


def test_a_hand_is_shown_where_the_rule_says() -> None:
    hands = Cards("2C 4C QS"), Cards("3C 4H 5H"), Cards("2H 3H 9H"), Cards("5C 9C 2S")
    rules = attrs.evolve(
        AMERICAN,
        deck=Pack(removals=Removals({4: Cards(PACK) - sum(hands, Cards())})),
        passing=NO_PASSING,
        play=(FollowSuit(),),
        showing=ShowHeartsAtOnce(),
    )
    game = Game.new(rules).set_up(hands, leader=0)
    for card in "2C", "3C", "2H", "5C":
        game = game.play(card)
    assert game.view(0).table.shown == (Cards(), Cards(), Cards("3H 9H"), Cards())
    for card in "9C", "4C", "4H":
        game = game.play(card)
    assert not game.view(0).table.shown[1]


def test_eight_missing_cards_are_named() -> None:
    def missing(hands: list[Cards]) -> str:
        with pytest.raises(HeartsError) as error:
            Game.new(AMERICAN).set_up(hands, leader=0)
        return str(error.value)

    eight = [Cards(PACK[n : n + 11]) for n in (0, 11, 22, 33)]
    said = "this position cannot arise: there are 44 cards instead of 52"
    assert missing(eight).startswith(f"{said}; {Cards(PACK[44:])} missing [card-count]")
    nine = [*eight[:3], eight[3] - PACK[43]]
    assert missing(nine).startswith(
        "this position cannot arise: there are 43 cards instead of 52 ["
    )


def test_piles_for_a_table_that_the_rules_do_not_know() -> None:
    with pytest.raises(RulesError) as error:
        AMERICAN.finished((Cards(),) * 7)
    assert str(error.value) == "7 piles are given, but American Hearts is not for 7 players"


def test_a_rulebook_file_says_on_which_line_it_is_too_deep() -> None:
    for lines in (0, 3):
        with pytest.raises(RulesError) as error:
            rulefile.loads("\n" * lines + "a." * 50 + "b = 1")
        assert str(error.value) == (
            f"the file, line {lines + 1}: this is nested too deeply for a rulebook"
        )


def test_a_rulebook_file_lists_five_faults() -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads('name = "X"\n' + "\n".join(f"k{number} = 1" for number in range(9)))
    assert [f"no chapter 'k{number}'" in str(error.value) for number in range(9)] == (
        [True] * 5 + [False] * 4
    )


def test_as_many_calls_as_a_dealer_can_be_asked() -> None:
    assert len(DealerCalls(9_999).calls(3)) == 10_001
    assert len(DealerCalls(139).calls(4)) == 9_871
    with pytest.raises(RulesError, match="there are 10011 ways to pass 140 cards, too many"):
        DealerCalls(140).calls(4)


def test_a_card_may_not_be_charged_twice_over() -> None:
    rules = attrs.evolve(
        AMERICAN,
        players=6,
        deck=Pack(packs=2, removals=Removals({6: "2C 2D"})),
        passing=NO_PASSING,
        charging=Charges({"QS": "QS"}, each=None),
    )
    pack = rules.deck.cards(6)
    rest = list(pack - Cards("QS QS"))
    hands = [Cards(["QS", "QS", *rest[:15]])]
    hands += [Cards(rest[at : at + 17]) for at in range(15, 100, 17)]
    game = Game.new(rules).deal(hands=hands)
    with pytest.raises(IllegalMove, match="only one copy of a card can be charged"):
        game.charge(0, "QS QS")


# Sheets, histories, steps


def test_between_rounds_the_sheet_is_the_last_one() -> None:
    game, rng = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)), Random(4)
    for _ in range(2):
        game = game.deal(rng=rng)
        while game.phase.name != "score":
            game = game.apply(rng.choice(game.legal_moves()))
            if game.phase.name == "play":
                assert game.view(0).points == game.points
        game = game.score()
    view = game.view(0)
    assert view.phase == "deal"
    assert view.sheet == game.match.sheets[1]
    assert view.sheet != game.match.sheets[0]
    assert view.points == game.points == (0, 0, 0, 0)


def test_a_sample_of_a_later_round_knows_who_dealt_first() -> None:
    game = Game.new(attrs.evolve(AMERICAN, ending=Rounds(4)))
    while game.match.round_number < 1:
        game = next_state(game, at_random, Random(1))
    view = game.deal(seed=1).view(0)
    again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
    assert again.match.first_dealer == game.match.first_dealer == 3


def test_a_sample_knows_who_is_to_lead() -> None:
    opening = HolderLeads("2C", any_card=True, then_taker_of="QS")
    game = Game.new(attrs.evolve(AMERICAN, opening=opening, ending=Rounds(2)))
    while game.phase.name != "score":
        game = next_state(game, at_random, Random(1))
    taker = next(seat for seat, pile in enumerate(game.phase.piles) if "QS" in pile)  # type: ignore[union-attr]
    view = game.score().deal(seed=1).view((taker + 1) % 4)
    assert view.leader == taker
    again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
    while again.phase.name == "pass":
        (seat, *_) = again.to_act
        again = again.pass_cards(seat, again.view(seat).hand[:3])
    assert again.to_act == (taker,)


def test_captured_cards_count_in_the_view_of_their_seat_alone() -> None:
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), moon=NO_MOON)
    for seat, points in (0, (14, 0, 0, 0)), (1, (0, 0, 0, 0)):
        view = View.set_up(
            rules,
            seat=seat,
            hand="2C 3C",
            leader=0,
            captured="QS 2H" if not seat else "",
            captured_sizes=[2, 0, 0, 0],
            waive=["card-count", "opening-leader", "kitty-size"],
        )
        assert view.points == points


def test_nothing_is_played_after_the_game() -> None:
    game, rng = Game.new(attrs.evolve(AMERICAN, ending=Rounds(1))), Random(1)
    while game.phase.name != "over":
        game = next_state(game, at_random, rng)
    with pytest.raises(IllegalMove) as error:
        game.play("2C")
    assert str(error.value) == "the game is over"


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


@attrs.frozen
class OnePoint:
    """A step of the count that says nothing of tricks."""

    name: str = "one-point"

    @property
    def counting(self) -> Cards:
        return Cards()

    def points(self, card: Card) -> int:
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
        return (Line(0, 1, "sits there"),)

    def describe(self, players: int) -> str:
        return "Seat 0 scores 1."


def test_a_step_that_does_not_say_may_count_tricks() -> None:
    rules = attrs.evolve(AMERICAN, scoring=(*AMERICAN.scoring, OnePoint()))
    assert not AMERICAN.counts_tricks
    assert rules.counts_tricks
    assert not rules.counts_every_trick
    assert TrickValues(each=1).points(Card("2C")) == 0


def test_a_later_round_s_rules_are_the_same_if_nothing_turns() -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING)
    assert variants.get("barbu").from_round(3, 4).contracts == variants.get("barbu").contracts
    called = attrs.evolve(variants.get("kierki"), passing=DealerCalls(2))
    again = called.from_round(1, 4)
    assert again.contracts is not None
    assert again.contracts.left(0, ()) == called.contracts_left(0, ((0, "x"),))
    assert again.passing == called.passing
    assert rules.from_round(1, 4).contracts is None


def test_a_sample_after_a_mix_knows_what_came_back() -> None:
    game = Game.new(attrs.evolve(AMERICAN, passing=Cycle(MIX))).deal(seed=1)
    for seat in game.to_act:
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    game = game.deal(seed=2)
    assert game.phase.name == "play"
    for who in (0, 1, 2, 3, None):
        view = game.view(who)
        again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
        assert again.view(who) == view
    assert len(game.view(0).received) == 3
    passed = Game.new(attrs.evolve(AMERICAN, passing=Cycle(LEFT))).deal(seed=1)
    for seat in passed.to_act:
        passed = passed.pass_cards(seat, passed.view(seat).hand[:3])
    view = passed.view(0)
    again = sampling.as_game(view, sampling.sample_hands(view, Random(1)))
    assert again.view(0) == view
    assert isinstance(again.phase, PlayPhase)
    assert again.phase.exchange.dealt_back == ()


def test_a_condition_that_no_hand_can_meet_does_not_hold() -> None:
    queen_is_out = Condition(Where.FOLLOWING, only_if=facts.IN_TRICK & these("QS"))
    table = Table.ready(0, 4).with_card(Card("KS"))
    assert applies(queen_is_out, Cards(), 0, table) is False
    assert applies(queen_is_out, Cards(), 0, table.with_card(Card("QS"))) is True
    holds_queen = Condition(Where.FOLLOWING, only_if=facts.HAND & these("QS"))
    assert applies(holds_queen, Cards(), 0, table) is None
    assert applies(holds_queen, Cards("QS"), 0, table) is True
    assert applies(holds_queen, Cards(), Card("QS").bit, table) is False
    misses_one = Condition(Where.FOLLOWING, only_if=these("QS KS") & ~(facts.HAND & these("KS")))
    assert applies(misses_one, Cards(), 0, table) is None


def test_a_move_that_there_is_not_is_corrected() -> None:
    text = record.dumps(Game.new(AMERICAN))
    wrong = text.replace('"moves": []', '"moves": [{"move": "Plai"}]')
    with pytest.raises(RecordError) as error:
        record.loads(wrong)
    assert str(error.value) == (
        "this record cannot be read: there is no move 'Plai'; did you mean Play? at moves[0]"
    )


# Sentences said in full


class NoChance:
    def __repr__(self) -> str:
        return "<no chance>"


def _moon(rules: Rules = AMERICAN) -> Game:
    last = ["2H", "3C", "4C", "5C"]
    taken = Cards(PACK) - Cards(" ".join(last))
    game = Game.new(rules).set_up(last, leader=0, taken=[taken, "", "", ""])
    for card in last:
        game = game.play(card)
    return game


KITTY = variants.get("kitty_hearts")


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (
            lambda: variants.get("barbu").counts_tricks,
            (
                "in Barbu this depends on the contract of the round: ask the rules in force, as in "
                "rules.under('no-tricks'), game.in_force or view.in_force"
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
            lambda: _moon().choose_moon("double"),
            "seat 0 chooses 'double': the choices are 'add' and 'subtract'",
        ),
        (
            lambda: _moon().choose_moon("add", seat=1),
            "seat 1 chooses 'add': seat 0 shot the moon and chooses, not seat 1",
        ),
        (
            lambda: _moon(variants.get("partnership")).choose_moon("add", seat=1),
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


def test_flags_that_fit_are_believed() -> None:
    assert legal_plays(AMERICAN, hand="2H 3C", first_trick=True) == Cards("3C")
    assert legal_plays(KITTY, hand=PACK[:12]) == Cards("2C")


def test_a_view_after_the_round_has_the_points_of_the_sheet() -> None:
    game = _moon()
    assert game.phase.name == "moon"
    game = game.choose_moon("add")
    for seat in (0, 1, None):
        view = game.view(seat)
        assert view.sheet is not None
        assert view.points == view.sheet.totals == (0, 26, 26, 26)


def test_the_names_of_a_phase_are_those_of_the_contracts() -> None:
    barbu = variants.get("barbu")
    assert ContractPhase.names(barbu, 4) == barbu.contract_names
    assert barbu.contract_names[0] == "no-tricks"
    assert barbu.under("no-tricks").name == "Barbu: no tricks"
