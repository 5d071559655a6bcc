"""What once could change in files, messages, questions and score cards without a test to notice."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Callable
from random import Random
from typing import Any, cast

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Line,
    RecordError,
    Rules,
    RulesError,
    ScoreSheet,
    explain_play,
    legal_plays,
    record,
    rulefile,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.cards import HEARTS, PACK
from heartslib.events import KittyTaken, events_between
from heartslib.formats import _json, notation
from heartslib.formats._json import MAX_DEPTH, parse_json
from heartslib.moves import Pass
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
)
from heartslib.phases.match import untimely
from heartslib.rules import (
    ADD,
    NO_MOON,
    NO_PASSING,
    SUBTRACT,
    BoosterNines,
    CardValues,
    Contract,
    ContractsInOrder,
    Cycle,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    HighestOfSuitLed,
    KittyTo,
    NoPenaltyOnFirstTrick,
    Pack,
    Partners,
    PlayedOut,
    ShootTheMoon,
    Target,
    Toward,
    TrickValues,
)
from heartslib.scorecard import read_csv, read_json
from heartslib.sheet import Finished
from heartslib.table import Table, Trick
from heartslib.testing import at_random, next_state
from tests.helpers.positions import moon_shot, passed, played_out

AMERICAN = variants.get("american")


# Rulebooks as files


def test_a_fault_in_a_list_of_pairs_has_the_number_of_its_pair() -> None:
    values = "values = [['JD', -10], ['TD', 'ten']]"
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n[[bonuses]]\nrule = 'CardValues'\n{values}")
    place = "bonuses#1.values#2"
    assert str(error.value) == f"the file: {place}: 'ten' is not a whole number"


def written(rules: Rules) -> list[str]:
    """The lines of a rulebook in a file, which can be read again."""
    lines = rulefile.dump(rules)
    assert rulefile.loads(lines) == rules
    return lines.splitlines()


BARE = attrs.evolve(AMERICAN, decisions=(), source="", summary="", aliases=())


def test_a_list_of_strings_is_broken_beyond_88_characters() -> None:
    for length in (72, 73):
        text = "-" * length
        line = f'decisions = ["{text}"]'
        assert len(line) == 16 + length
        broken = ["decisions = [", f'    "{text}",', "]"]
        lines = written(attrs.evolve(BARE, decisions=[text]))
        assert lines[3:] == ([line] if len(line) <= 88 else broken)


def test_a_table_is_broken_beyond_88_characters() -> None:
    points: dict[Any, int] = {f"{number + 2}H": 10**number for number in range(6)}
    for last in (10**8, -(10**8)):
        line = f"values = {{{', '.join(f'{card} = {each}' for card, each in points.items())}"
        line += f", 8H = {last}}}"
        lines = written(attrs.evolve(BARE, scoring=CardValues({**points, "8H": last})))
        assert (line in lines) == (len(line) <= 88) == ("[scoring.values]" not in lines)


def test_a_list_of_tables_is_broken_beyond_88_characters() -> None:
    for length in (35, 36):
        name = "-" * length
        line = f'patterns = [{{rule = "Toward", places = 1, name = "{name}"}}]'
        assert len(line) == 53 + length
        lines = written(attrs.evolve(BARE, passing=Cycle((Toward(1, name=name),))))
        assert (line in lines) == (len(line) <= 88) == ("[[passing.patterns]]" not in lines)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (5, "ending: the name of a rule must be text, not 5"),
        (" ", "ending: the name of a rule must not be empty"),
        (
            "to\x7f100",
            (
                "ending: the name of a rule must be plain text on one line, without control "
                "characters: 'to\\x7f100' has '\\x7f' in it"
            ),
        ),
    ],
)
def test_a_name_that_no_file_can_store_is_refused(name: Any, sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, ending=Target(name=name))
    assert str(error.value) == f"this is not a rulebook: {sentence}"


@pytest.mark.parametrize(
    ("chapter", "fault"),
    [
        (
            "[[totals]]\nturn = 50",
            "totals#1: 'rule' is missing; the choices are ExactTotals, NoTotalBelow, Reversed",
        ),
        (
            "moon = 5",
            "moon: 5 is not a rule: write a table whose 'rule' is NoMoon or ShootTheMoon",
        ),
        ("[[moon]]\npoints = 30", "moon: write [moon], with single brackets"),
    ],
    ids=["no-rule", "a-number", "a-list"],
)
def test_what_is_no_rule_is_answered_with_what_would_do(chapter: str, fault: str) -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n{chapter}")
    assert str(error.value) == f"the file: {fault}"


@pytest.mark.parametrize("key", ["based_on", "players"])
def test_a_key_below_a_chapter_that_belongs_above_it(key: str) -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n[moon]\n{key} = 'basic'")
    above = f"{key!r} belongs above the first chapter"
    assert str(error.value) == f"the file: moon: ShootTheMoon has no field {key!r}; {above}"


def test_a_word_for_a_suit_is_followed_by_a_separator() -> None:
    for cards in ("'(hearts)/QS'", "['hearts', 'QS']", "['QS', 'hearts']"):
        rules = rulefile.loads(f"name = 'Ours'\nmoon.also = {cards}")
        assert rules.moon.needed == Cards([*HEARTS, "QS"])
    with pytest.raises(RulesError) as error:
        rulefile.loads("name = 'Ours'\nmoon.also = 'hearts\ufe0f'")
    assert str(error.value).startswith("the file: moon.also: '\ufe0f' is not a card: ")


def test_rules_within_rules_are_read_32_levels_deep() -> None:
    def nested(levels: int) -> str:
        rule = "{rule = 'BoosterNines', tricks = "
        return f"name = 'Ours'\ntricks = {rule * levels}'HighestOfSuitLed'{'}' * levels}"

    rules = rulefile.loads(nested(31))
    for _ in range(31):
        assert isinstance(rules.tricks, BoosterNines)
        rules = attrs.evolve(rules, tricks=rules.tricks.tricks)
    assert rules.tricks == HighestOfSuitLed()
    with pytest.raises(RulesError) as error:
        rulefile.loads(nested(32))
    too_deep = "this is nested too deeply for a rulebook"
    assert str(error.value) == f"the file: tricks.tricks.tricks: {too_deep}"


@pytest.mark.parametrize(("faults", "more"), [(4, False), (5, False), (6, True)])
def test_five_faults_are_named(faults: int, more: bool) -> None:
    keys = "".join(f"key{number} = 1\n" for number in range(faults))
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n{keys}")
    assert str(error.value).count("there is no chapter 'key") == min(faults, 5)
    assert str(error.value).endswith("; and more") == more


def test_each_contract_has_a_table_of_its_own() -> None:
    barbu = variants.get("barbu")
    lines = written(barbu)
    places = [number for number, line in enumerate(lines) if line == "[[contracts.choices]]"]
    assert [lines[place + 1] for place in places] == [
        f'name = "{name}"' for name in barbu.contract_names
    ]


def test_a_fault_without_a_place_has_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def loads(_text: str) -> None:
        raise tomllib.TOMLDecodeError("Invalid value")

    monkeypatch.setattr(tomllib, "loads", loads)
    with pytest.raises(RulesError) as error:
        rulefile.loads("name = 'Ours'\n")
    assert str(error.value) == "the file: this is not TOML: Invalid value"


def test_numbers_in_a_rulebook_reach_a_thousand_million() -> None:
    def read(points: int) -> Rules:
        return rulefile.loads(f"name = 'Ours'\n[ending]\nrule = 'Target'\npoints = {points}")

    assert read(10**9).ending == Target(10**9)
    with pytest.raises(RulesError) as error:
        read(10**9 + 1)
    end = "a number must be from -1000000000 to 1000000000"
    assert str(error.value) == f"the file: ending.points: {end}"


# Views and moves as messages


def seen(**changes: Any) -> str:
    """The view of a seat after the deal, with some of its fields changed."""
    message = json.loads(wire.dumps_view(Game.new(AMERICAN).deal(seed=1), 0))
    return json.dumps({**message, "view": {**message["view"], **changes}})


SHEET: dict[str, object] = {"players": 4, "lines": [], "pooled": [], "winners": []}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seat": 4}, "seat is not a seat at this table"),
        ({"dealer": 4}, "dealer is not a seat at this table"),
        ({"to_act": [0, 4]}, "to_act is not a seat at this table"),
        ({"claimant": 4}, "claimant is not a seat at this table"),
        ({"to_act": []}, "nobody is to act in the phase 'pass'"),
        ({"scores": [0]}, "scores must have one entry for each of 4 seats"),
        ({"hand_sizes": [13]}, "hand_sizes must have one entry for each of 4 seats"),
        ({"captured_sizes": [0]}, "captured_sizes must have one entry for each of 4 seats"),
        ({"hand_sizes": [53] * 4}, "hand_sizes must be from 0 to 52, the size of the pack"),
        ({"captured_sizes": [-1] * 4}, "captured_sizes must be from 0 to 52, the size of the pack"),
        ({"kitty_size": 53}, "kitty_size must be from 0 to 52, the size of the pack"),
        ({"offered": -1}, "offered must be from 0 to 52, the size of the pack"),
        ({"course": [[0] * 4]}, "course must have one entry for each sheet"),
        (
            {"course": [[0]], "sheets": [SHEET]},
            "scores after round 1 must have one entry for each of 4 seats",
        ),
        (
            {"pattern": {"rule": "Toward", "places": 1, "name": ""}},
            "pattern: the name of a rule must not be empty",
        ),
        (
            {"seat": 4, "claimant": 4},
            "seat is not a seat at this table; claimant is not a seat at this table",
        ),
    ],
    ids=str,
)
def test_a_view_that_contradicts_itself_says_where(changes: Any, sentence: str) -> None:
    with pytest.raises(RecordError) as error:
        wire.loads_view(seen(**changes))
    assert str(error.value) == f"this view contradicts itself: {sentence}"


def test_a_claim_of_the_whole_pack_is_seen_by_everybody() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    (leader,) = game.to_act
    game = game.claim()
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    assert game.view(0).captured_sizes == tuple(52 * (seat == leader) for seat in range(4))
    for seat in (0, 1, 2, 3, None):
        assert wire.loads_view(wire.dumps_view(game, seat)).view == game.view(seat)


def claimed() -> Game:
    """A game in which a claim is pending."""
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    return Game.new(rules).deal(seed=1).claim()


@pytest.mark.parametrize(
    ("asked", "verb", "given"),
    [
        (passed, "play", "cards"),
        (moon_shot, "choose", "name"),
        (claimed, "accept the claim", "yes"),
    ],
    ids=["cards", "name", "yes"],
)
def test_an_answer_is_of_the_kind_that_was_asked_for(
    asked: Callable[[], Game], verb: str, given: str
) -> None:
    game = asked()
    for kind, answer in {"cards": ["2C"], "name": "add", "yes": True}.items():
        if kind == given:
            continue
        text = json.dumps({"format": "heartslib-answer", "version": 1, kind: answer})
        with pytest.raises(IllegalMove) as error:
            wire.receive(game, text, game.to_act[0])
        assert error.value.code == "not-asked"
        assert error.value.reason == f"the answer does not fit the question: {verb}"


# Records


def test_lists_are_counted_behind_strings_with_brackets_in_them() -> None:
    deep = '["[", ' + "[" * 32 + "]" * 33
    with pytest.raises(RecordError) as error:
        record.loads(deep)
    fault = "it is nested more than 32 levels deep"
    assert str(error.value) == f"this is not a record: {fault}"
    with pytest.raises(RecordError) as error:
        record.loads('["[", ' + "[" * 31 + "]" * 32)
    assert str(error.value).startswith("this is not a game record: ")


def test_cards_in_order_are_a_list_or_a_string() -> None:
    recorded = record.RecordedRound.of(played_out()).as_json()
    plays = recorded["plays"]
    assert isinstance(plays, list)
    in_one = {**recorded, "plays": " ".join(map(str, plays))}
    assert record.RecordedRound.read(in_one) == record.RecordedRound.read(recorded)


def test_a_number_that_is_too_long_is_counted() -> None:
    text = record.dumps(Game.new(AMERICAN)).replace('"dealer": 3', f'"dealer": {"9" * 19}')
    with pytest.raises(RecordError) as error:
        record.loads(text)
    assert str(error.value) == "a number has 19 digits; at most 18 are read"
    assert _json.parse_json("9" * 18) == 10**18 - 1


@pytest.mark.parametrize(
    ("given", "hint"), [("game.json", " (give the text, not a file name)"), ("a game", "")]
)
def test_a_file_name_in_place_of_its_content_is_recognised(given: str, hint: str) -> None:
    with pytest.raises(RecordError) as error:
        record.loads(given)
    fault = "Expecting value: line 1 column 1 (char 0)"
    assert str(error.value) == f"this is not JSON: {fault}{hint}"


def test_a_round_has_only_what_its_rules_know() -> None:
    recorded = record.RecordedRound.of(played_out())
    assert recorded.as_json().keys() == {
        "variant", "round", "dealer", "hands", "passes", "plays", "points",
    }  # fmt: skip


def test_half_a_character_is_no_fault_of_the_nesting() -> None:
    assert _json.parse_json('"\ud800"') == "\ud800"


def test_rounds_are_a_list() -> None:
    for wrong, shown in (("5", "5"), ('{"plays": []}', "{'plays': []}"), ('"x"', "'x'")):
        with pytest.raises(RecordError) as error:
            record.read_rounds(f'{{"rounds": {wrong}}}')
        assert str(error.value) == f"'rounds' must be a list of rounds, not {shown}"


def test_letters_are_written_as_they_are() -> None:
    text = record.dumps(Game.new(AMERICAN, names=["Zoë", "李", "Cid", "Dee"]))
    assert '"names": ["Zoë", "李", "Cid", "Dee"]' in text


def test_what_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    text = record.dumps(Game.new(AMERICAN))
    monkeypatch.setattr(_json, "MAX_CHARACTERS", len(text))
    assert record.dumps(Game.new(AMERICAN)) == text
    monkeypatch.setattr(_json, "MAX_CHARACTERS", len(text) - 1)
    with pytest.raises(RecordError) as error:
        record.dumps(Game.new(AMERICAN))
    assert str(error.value) == (
        f"the record would have {len(text)} characters and could not be read again: at most "
        f"{len(text) - 1} are read"
    )


def test_a_pass_to_several_names_seats_of_one_or_two_digits() -> None:
    def read(passed: dict[str, Any]) -> record.RecordedRound:
        return record.RecordedRound.read({"hands": [], "plays": [], "passes": [passed]})

    assert read({"10": "QS", "9": "KS"}).passes == (Pass.split(0, {10: "QS", 9: "KS"}),)
    each = {seat: str(PACK[seat]) for seat in range(11)}
    assert read({str(seat): card for seat, card in each.items()}).passes == (Pass.split(0, each),)
    for wrong in ({"100": "QS"}, {"-1": "QS"}, {"x": "QS"}, {str(n): "QS" for n in range(12)}):
        with pytest.raises(RecordError) as error:
            read(wrong)
        begin = "a pass to several seats must map their numbers to cards, not be {"
        assert str(error.value).startswith(begin)


def test_no_more_cards_are_laid_down_than_kitties_are_exchanged() -> None:
    recorded = record.RecordedRound.of(played_out())
    laid_down = attrs.evolve(recorded, laid_down=(Cards("2C"), Cards("3C")))
    with pytest.raises(RecordError) as error:
        laid_down.replay(AMERICAN)
    assert str(error.value) == (
        "'laid_down' lists more exchanges of the kitty than there were: 2 too many"
    )


def test_nothing_is_charged_where_the_rules_know_no_charge() -> None:
    recorded = record.RecordedRound.of(played_out())
    charged = attrs.evolve(recorded, charged=(Cards("QS"), *[Cards()] * 3))
    with pytest.raises(RecordError, match=r"^this round cannot be replayed: seat 0 charges QS: "):
        charged.replay(AMERICAN)
    nothing = attrs.evolve(recorded, charged=(Cards(),) * 4)
    assert nothing.replay(AMERICAN) == recorded.replay(AMERICAN)


def test_cards_that_were_passed_are_cards() -> None:
    with pytest.raises(RecordError) as error:
        record.RecordedRound.read({"hands": [], "plays": [], "passes": ["QX"]})
    begin = "this record cannot be read: 'QX' is not a card: write rank "
    assert str(error.value).startswith(begin)


def test_a_deal_that_is_too_long_is_counted() -> None:
    with pytest.raises(RecordError) as error:
        notation.read_deal(" " * 4001)
    assert str(error.value) == "4001 characters are too many for a deal: at most 4000 are read"


def test_the_beginning_of_what_is_no_deal_is_quoted() -> None:
    for text, quoted in (("-" * 22, "-" * 22), ("-" * 23, "-" * 20 + "...")):
        with pytest.raises(RecordError) as error:
            notation.read_deal(text)
        begin = "a deal must begin with the seat of its first hand and a colon, such as '0:'"
        assert str(error.value).startswith(f"{begin}, not with '{quoted}")


# Questions without a game


def test_a_seat_leads_where_no_trick_is_given() -> None:
    assert explain_play(AMERICAN, "3C", hand="2H 3C", played="4C 5C 6C 7C") is None
    objection = explain_play(AMERICAN, "2H", hand="2H 3C", played="4C 5C 6C 7C")
    assert objection is not None
    assert objection.rule == "hearts-must-be-broken"


def test_a_card_that_was_played_twice_is_named() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, tricks=["2C 3C 4C 5C", "2C 6C 7C 8C"], leader=0)
    twice = "2C is given more often than the pack has it"
    assert str(error.value) == f"these tricks cannot be scored: {twice}"


def test_all_that_counts_is_taken_unless_the_round_is_not_over() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, taken=[HEARTS, "", "", ""])
    missing = "nobody took QS: give partial=True if that is intended"
    assert str(error.value) == f"these piles cannot be scored: {missing}"


def test_earlier_tricks_are_asked_for_only_where_there_are_any() -> None:
    def may_play(**earlier: Any) -> Cards:
        rules = variants.get("turbo")
        return legal_plays(rules, hand="QS 3S", charged="QS", **earlier)

    tricks, played = ["2S 4S 6S 7S"], "2S 4S 6S 7S"
    assert may_play() == Cards("3S")
    assert may_play(tricks=tricks) == may_play(tricks=tricks, played=played) == Cards("3S QS")
    with pytest.raises(HeartsError) as error:
        may_play(played=played)
    assert str(error.value) == (
        "these rules depend on how the earlier tricks were played: give tricks=[...] instead of "
        "played, each trick in the order of play"
    )
    with pytest.raises(HeartsError) as error:
        may_play(tricks=tricks, played="2S 4S 6S 8S")
    different = "played and tricks give different cards"
    assert str(error.value) == f"no card can be played from this position: {different}"


def test_a_long_trick_counts_as_cards_played_before() -> None:
    rules, hand = variants.get("booster_nines"), "2D 3D 4D 5D 6D 7D 8D TD JD QD KD AD"
    trick = "9C 2C 3C 4C 5C"
    assert legal_plays(rules, hand=hand, trick=trick, players=4) == Cards(hand)
    with pytest.raises(HeartsError) as error:
        legal_plays(rules, hand=f"{hand} 2S", trick=trick, players=4)
    assert str(error.value) == (
        "no card can be played from this position: 13 cards in the hand and 1 played before are "
        "too many: each player is dealt 13"
    )


def test_every_fault_of_the_tricks_is_named() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, tricks=["2C 3C 4C 5C", "2C 6C 7C"], leader=4, players=4)
    assert str(error.value) == (
        "these tricks cannot be scored: trick 2, 2C 6C 7C, is not complete; "
        "2C is given more often than the pack has it; "
        "leader, the seat that led first, must be from 0 to 3, not 4"
    )


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """The tables for which the rules are asked."""
    asked: list[Table] = []

    def legal(_rules: Rules, hand: Cards, table: Table) -> Cards:
        asked.append(table)
        return hand

    monkeypatch.setattr(Rules, "legal", legal)
    return asked


def test_nothing_is_charged_or_shown_until_somebody_charges(tables: list[Table]) -> None:
    for charged in ("", "QS"):
        legal_plays(variants.get("turbo"), hand="QS 3S", charged=charged)
    assert [(table.charged, table.shown) for table in tables] == [
        ((), ()),
        ((Cards("QS"), *[Cards()] * 3), (Cards("QS"), *[Cards()] * 3)),
    ]


def test_the_number_of_players_is_assumed_where_several_can_play() -> None:
    begin = "no card can be played from this position: 14 cards in the hand are too many: each"
    assumed = " (players is not given, so 4 players are assumed)"
    for players, end in ((4, ""), ((4, 5), assumed)):
        with pytest.raises(HeartsError) as error:
            legal_plays(attrs.evolve(AMERICAN, players=players), hand=PACK[:14])
        assert str(error.value) == f"{begin} player is dealt 13{end}"


def test_tricks_do_not_show_who_took_an_exchanged_kitty() -> None:
    exchange = KittyTo(exchanged=True)
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(kitty=4), kitty=exchange)
    tricks = [PACK[place : place + 4] for place in range(0, 48, 4)]
    with pytest.raises(HeartsError) as error:
        score_hand(rules, tricks=tricks, leader=0)
    unknown = "the tricks do not show who took which cards of the kitty"
    assert str(error.value) == f"{unknown}: give taken as well"


def test_what_was_taken_has_to_be_given() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN)
    wanted = "give taken, what each seat took, or tricks, each in the order of play"
    assert str(error.value) == wanted


def test_tricks_are_a_list() -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, tricks=5, leader=0)  # type: ignore[arg-type]
    assert str(error.value) == "tricks must be a list with the cards of each trick, not 5"


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"scores": [0, 0, 0]}, "scores must be 4 whole numbers, not (0, 0, 0)"),
        ({"course": [(0, 0, 0)]}, "each entry of course must be 4 whole numbers, not (0, 0, 0)"),
        ({"trick_counts": [0, 0, 0, 1.5]}, "trick_counts must be 4 whole numbers, not"),
        ({"trick_counts": [0, 0, 0, -1]}, "trick_counts must be 0 or more, not (0, 0, 0, -1)"),
        ({"trick_counts": [13, 0, 0, 1]}, "trick_counts add up to 14, but a round has at most 13"),
        ({"trick_counts": [0, 1, 0, 0]}, "seat 0 took QS but no trick"),
    ],
)
def test_numbers_by_seat_that_cannot_be_are_named(more: Any, fault: str) -> None:
    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, taken=["QS", "", "", ""], partial=True, **more)
    assert str(error.value).startswith(f"these piles cannot be scored: {fault}")


@pytest.mark.parametrize("players", [[4], 4.0, "4", True])
def test_the_number_of_players_is_a_whole_number(players: Any) -> None:
    assert score_hand(AMERICAN, taken=["QS", *[""] * 3], players=4, partial=True).totals[0] == 13
    with pytest.raises(RulesError) as error:
        score_hand(AMERICAN, taken=["QS", *[""] * 3], players=players, partial=True)
    assert str(error.value) == f"American Hearts is for 3, 4, 5 or 6 players, not {players!r}"


def test_a_moon_without_a_choice_is_refused_by_the_rule_of_the_choice() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon((ADD, SUBTRACT)))
    with pytest.raises(IllegalMove) as error:
        score_hand(rules, taken=[AMERICAN.penalty_cards(4), "", "", ""], partial=True)
    assert error.value.rule == "moon-choice"


def test_the_number_of_tricks_is_asked_for_where_every_trick_counts() -> None:
    rules = attrs.evolve(AMERICAN, scoring=TrickValues(each=1), moon=NO_MOON)
    with pytest.raises(HeartsError) as error:
        score_hand(rules, taken=["QS", "", "", ""], partial=True)
    assert str(error.value) == (
        "these piles cannot be scored: these rules count every trick: give trick_counts with how "
        "many each seat took"
    )


def test_a_later_trick_comes_after_a_card_that_is_still_unseen() -> None:
    breakers = Cards(PACK) - Cards("2C 3C")
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=HeartsMustBeBroken(breakers))
    with pytest.raises(HeartsError) as error:
        legal_plays(rules, hand="3C", trick="2C", first_trick=False)
    first = "this must be the first trick: any card played before would break hearts"
    assert str(error.value) == f"no card can be played from this position: {first}"


def test_a_first_trick_that_another_card_must_begin_is_named() -> None:
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), NoPenaltyOnFirstTrick(HEARTS)))
    wrong = "no card can be played from this position: the first trick cannot begin with 5C"
    for first_trick, end in ((True, ""), (None, ": give played, tricks or first_trick=False")):
        with pytest.raises(HeartsError) as error:
            legal_plays(rules, hand="2H 3D", trick="5C", first_trick=first_trick, players=4)
        assert str(error.value) == wrong + end
    later = legal_plays(rules, hand="2H 3D", trick="5C", first_trick=False)
    assert later == Cards("2H 3D")
    anyone = attrs.evolve(rules, opening=EldestLeads())
    assert legal_plays(anyone, hand="2H 3D", trick="5C") == Cards("3D")


def test_tricks_of_which_only_the_cards_are_given_were_led_by_seat_0(
    tables: list[Table],
) -> None:
    legal_plays(AMERICAN, hand="6S", tricks=["2C 3C 4C 5C"], players=4)
    assert tables[-1].tricks == (Trick(0, 4, tuple(Cards("2C 3C 4C 5C"))),)


def test_flags_that_contradict_each_other_are_the_only_fault() -> None:
    with pytest.raises(HeartsError) as error:
        legal_plays(AMERICAN, hand=HEARTS, hearts_broken=True, first_trick=True)
    broken = "hearts cannot be broken before the first trick"
    assert str(error.value) == f"no card can be played from this position: {broken}"


def test_a_pack_that_cannot_be_dealt_to_three_can_be_dealt_to_four() -> None:
    rules = attrs.evolve(AMERICAN, players=(3, 4), deck=Pack())
    assert legal_plays(rules, hand="5C", tricks=["2C 3C 4C 6C"]) == Cards("5C")


def test_tricks_of_two_cards_are_for_two() -> None:
    rules = attrs.evolve(AMERICAN, players=(2, 3, 4), deck=Pack())
    assert legal_plays(rules, hand="5C", tricks=["2C 3C"]) == Cards("5C")


def test_without_tricks_the_usual_number_plays() -> None:
    rules = attrs.evolve(AMERICAN, players=(3, 4), deck=Pack())
    assert legal_plays(rules, hand="5C") == Cards("5C")


PAIRS = attrs.evolve(AMERICAN, name="House", players=(3, 4), sides=Partners())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: legal_plays(PAIRS, hand="5C", tricks=["2C 3C 4C"]),
        lambda: explain_play(PAIRS, "5C", hand="5C", tricks=["2C 3C 4C"]),
        lambda: score_hand(PAIRS, tricks=["2C 3C 4C"], leader=0),
    ],
    ids=["legal-plays", "explain-play", "score-hand"],
)
def test_tricks_of_a_number_that_cannot_play_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(HeartsError) as error:
        ask()
    partners = "partners sit opposite each other, which takes 4, 6, 8 or 10 players, not 3"
    refused = f"House cannot be played by 3 players: {partners}"
    assert str(error.value) == f"tricks is for 3 players: {refused}"


# Sheets and score cards


def test_a_trick_that_nobody_won_goes_to_the_taker_of_the_next() -> None:
    takers = (None, 2, None, None, 1, None)
    nothing = Cards()
    finished = Finished(
        (nothing,) * 3, nothing, nothing, 0, (), False, (0,) * 3,
        tricks=tuple(Trick(0, 3, taker=taker) for taker in takers),
    )  # fmt: skip
    assert finished.takers == (2, 2, 1, 1, 1, None)
    assert [finished.taker_of(number) for number in (0, 1, 3, 5, 6, 7)] == [
        None, 2, 1, 1, None, None,
    ]  # fmt: skip
    assert [finished.taker_of(number) for number in (-1, -2, -4, -6, -7)] == [None, 1, 1, 2, None]


def test_the_only_trick_so_far_is_every_trick() -> None:
    pack = Cards("2C 3C QS")
    finished = Finished(
        (Cards("2C"), Cards()), pack, Cards("QS"), 13, (), False, (0, 0), trick_counts=(1, 0)
    )
    assert finished.takers_of_all() == (0,)


@pytest.mark.parametrize("name", ["contract", "moon", "charged", "partial", "round"])
def test_a_column_of_a_score_card_occurs_once(name: str) -> None:
    assert read_csv(f"Ann,{name},Ben\n1,,2\n") == (("Ann", "Ben"), [{"points": [1, 2]}])
    with pytest.raises(HeartsError) as error:
        read_csv(f"{name},Ann,Ben,{name.title()}\n")
    assert str(error.value) == f"there are two columns called {name!r}"


def test_a_score_card_that_is_no_table_says_why() -> None:
    with pytest.raises(HeartsError) as error:
        read_csv('Ann\tBen\t""x')
    assert str(error.value) == "this is not CSV: a tab expected after '\"'"


KEYS = "taken, tricks, leader, contract, moon, charged, trick_counts, partial, points"


def part(**more: Any) -> dict[str, Any]:
    """A round of a score card that is not over."""
    return {"taken": ["2H", "QS", "", ""], "partial": True, **more}


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (part(moon=5), "moon must be a string such as 'add', not 5"),
        (part(partial="yes"), "partial must be true or false, not 'yes'"),
        (part(trick_counts=5), "trick_counts must be a list or another ordered series, not 5"),
        (part(points=[0, 0, 0, 0]), "points are given alone, without what was taken or other keys"),
        ({"points": [1, 2, 3]}, "points must be 4 whole numbers, not (1, 2, 3)"),
        ({"points": [1, 2, 3, 4.0]}, "points must be 4 whole numbers, not (1, 2, 3, 4.0)"),
        ({"partial": True}, "nothing says what was taken: give taken or points"),
        ({"contract": "x"}, "American Hearts has no contracts"),
        (
            part(shot="add"),
            f"unknown key 'shot': the keys are {KEYS}",
        ),
        (ScoreSheet(3), "the sheet is for 3 players, the game has 4"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_round_that_cannot_be_scored_is_named(entry: Any, fault: str) -> None:
    with pytest.raises(HeartsError) as error:
        score_game(AMERICAN, rounds=[entry], players=4)
    assert str(error.value).startswith(f"round 1: {fault}")


def test_numbers_of_tricks_may_be_left_out() -> None:
    entry: dict[str, Any] = part(trick_counts=None)
    assert score_game(AMERICAN, rounds=[entry]) == score_game(AMERICAN, rounds=[part()])


@pytest.mark.parametrize(
    "first",
    [ScoreSheet(3), {"points": [5, 15, 6]}, {"taken": ["", "", ""], "partial": True}],
    ids=["sheet", "points", "taken"],
)
def test_the_first_round_shows_the_number_of_players(first: Any) -> None:
    assert score_game(AMERICAN, rounds=[first]).players == 3


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ({"rounds": [], "names": ["N", 5]}, "names must be strings, not ['N', 5]"),
        ({"rounds": [], "names": "N"}, "'names' must be a list of names, not 'N'"),
        ({"names": ["N"]}, "'rounds' must be a list of rounds, not None"),
        ({"rounds": [], "variant": 5}, "'variant' must be a slug such as 'american', not 5"),
        (
            {"rounds": [], "b": 1, "a": 2},
            "unknown key 'a' in a score card: the keys are rounds, names, variant",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_no_score_card_says_why(card: Any, fault: str) -> None:
    with pytest.raises(HeartsError) as error:
        read_json(json.dumps(card))
    assert str(error.value) == fault


def test_points_that_were_counted_elsewhere_say_so() -> None:
    (sheet,) = score_game(AMERICAN, rounds=[{"points": [5, 0, 21, 0]}]).sheets
    reason = "as counted elsewhere"
    assert sheet == ScoreSheet(4, (Line(0, 5, reason), Line(2, 21, reason)))


def test_a_score_card_of_many_has_no_room_for_points() -> None:
    rules = variants.get("cancellation")
    for players, row in (
        (8, "    1" + "  +26  26" + 7 * "   +0   0"),
        (9, "    1" + "      26" + 8 * "       0"),
    ):
        card = score_game(rules, rounds=[{"points": [26, *[0] * (players - 1)]}])
        assert str(card).splitlines()[1] == row


@pytest.mark.parametrize(
    ("points", "row"),
    [
        ((1, 2, 3, 4), "    1        +1   1        +2   2        +3   3        +4   4"),
        ((10**8, 10**6, 0, 0), f"    1+{10**8} {10**8}+{10**6} {10**6}" + 2 * "        +0   0"),
        ((10**8, -(10**6), 0, 0), f"    1+{10**8} {10**8}-{10**6} -{10**6}" + 2 * "        +0   0"),
    ],
    ids=["narrow", "wide", "wider"],
)
def test_a_score_card_has_80_columns_where_they_leave_room(
    points: tuple[int, ...], row: str
) -> None:
    contract = Contract("n" * 30, scoring=CardValues({"QS": 1}))
    rules = attrs.evolve(variants.get("barbu"), contracts=ContractsInOrder((contract,)))
    room = 80 - len(row)
    label = f"  {'n' * (room - 3)}…" if room > 10 else ""
    assert str(score_game(rules, rounds=[{"points": points}])).splitlines()[1] == row + label


def test_the_depth_of_json_is_counted_from_where_it_is() -> None:
    for closed in ("[],", "{},"):
        for depth in (MAX_DEPTH - 1, MAX_DEPTH):
            text = f"[{closed * 40}{'[' * depth}{']' * depth}]"
            if depth < MAX_DEPTH:
                parse_json(text)
            else:
                with pytest.raises(RecordError, match="nested more than 32 levels deep"):
                    parse_json(text)


def test_payments_of_a_moon_had_names_of_their_own() -> None:
    rulebook = json.loads(wire.dumps_view(Game.new(AMERICAN).deal(seed=1), 0))
    paid = [{"rule": "Add", "name": "add"}, {"rule": "Subtract", "name": "subtract"}]
    own = {"name": "Ours", "moon": {"rule": "ShootTheMoon", "paid": paid}}
    text = json.dumps({**rulebook, "view": {**rulebook["view"], "rules": own}})
    assert wire.loads_view(text).view.rules.moon == ShootTheMoon((ADD, SUBTRACT))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"tricks": itertools.repeat("2C"), "leader": 0}, "tricks must have at most 500 entries"),
        (
            {"taken": ["", "", "", ""], "course": itertools.repeat((0, 0, 0, 0))},
            "course must have at most 10000 entries",
        ),
    ],
    ids=["tricks", "course"],
)
def test_endless_lists_are_refused_with_their_bound(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HeartsError, match=sentence):
        score_hand(AMERICAN, **given)


def test_a_table_given_twice_needs_double_brackets_only_in_a_list() -> None:
    for chapter, end in (("moon", ""), ("play", "; write [[play]], once for each rule")):
        with pytest.raises(RulesError) as error:
            rulefile.loads(f"name = 'Ours'\n[{chapter}]\n[{chapter}]\n")
        assert str(error.value).endswith(f"Cannot declare ({chapter!r},) twice{end}")


def test_every_check_of_a_position_can_be_waived() -> None:
    game, hands = Game.new(AMERICAN), ["2C", "3C", "4C", "5C"]
    with pytest.raises(HeartsError) as error:
        game.set_up(hands, leader=0, waive=["sense"])
    assert str(error.value) == (
        "there is no check 'sense': the checks are card-count, cards-twice, charged, hand-sizes, "
        "illegal-play, kitty-size, opening-leader, tricks"
    )


@pytest.mark.parametrize(
    ("phase", "sentence"),
    [
        (CallPhase, "the dealer must call the pass first, with call_pass(pattern)"),
        (DealPhase, "the cards must be dealt first, with deal()"),
        (ContractPhase, "the dealer must name the contract first, with name_contract(name)"),
        (PassPhase, "cards must be passed first, with pass_cards(seat, cards)"),
        (MixPhase, "the cards in the middle must be dealt back first, with deal()"),
        (ChargePhase, "cards must be charged or declined first, with charge(seat, cards)"),
        (PlayPhase, "a card must be played, with play(card)"),
        (ClaimPhase, "the claim must be answered first, with answer(seat, accepts)"),
        (KittyPhase, "cards must be laid down for the kitty first, with take_kitty(cards)"),
        (MoonPhase, "the shooter of the moon must choose, with choose_moon(choice)"),
        (ScorePhase, "the score must be entered, with score()"),
        (OverPhase, "the game is over"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_phase_says_which_call_goes_on(phase: type[AnyPhase], sentence: str) -> None:
    assert str(untimely(None, cast("AnyPhase", phase))) == sentence


def test_a_score_card_is_known_by_its_players_and_scores() -> None:
    card = score_game(AMERICAN, rounds=[{"points": [26, 0, 0, 0]}], names=["A", "B", "C", "D"])
    assert "rules=" not in repr(card)
    assert "sheets=" not in repr(card)


def test_too_many_legal_moves_are_not_listed() -> None:
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(packs=2), passing=Cycle(Toward(1, 5)))
    with pytest.raises(HeartsError, match="there are more than 100000 legal moves in phase 'pass'"):
        Game.new(rules).deal(seed=1).legal_moves()


def test_tricks_fit_the_hands_of_a_pack_with_a_kitty() -> None:
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(kitty=4))
    tricks = [PACK[first : first + 4] for first in range(0, 52, 4)]
    with pytest.raises(HeartsError) as error:
        score_hand(rules, tricks=tricks, leader=0)
    assert str(error.value) == (
        "these tricks cannot be scored: there are more tricks than 12 cards in each hand allow"
    )


def test_only_the_shooter_of_the_moon_is_on_turn() -> None:
    with pytest.raises(IllegalMove) as error:
        moon_shot().choose_moon("add", seat=1)
    assert error.value.rule == "turn"


def test_a_view_that_asks_two_seats_about_a_kitty_has_events_for_the_first() -> None:
    kitty = KittyTo(exchanged=True)
    rules = attrs.evolve(AMERICAN, players=4, deck=Pack(kitty=4), kitty=kitty, passing=NO_PASSING)
    game, rng = Game.new(rules), Random(1)
    while not isinstance(game.phase, KittyPhase):
        game = next_state(game, at_random, rng)
    view = attrs.evolve(game.view(None), to_act=(1, 2))
    taken = [
        event
        for event in events_between(Game.new(rules).view(None), view)
        if isinstance(event, KittyTaken)
    ]
    assert [(event.seat, event.count) for event in taken] == [(1, 4)]
