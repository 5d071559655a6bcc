"""Deals and rounds in one line: both ways, and what is wrong with some."""

from __future__ import annotations

import itertools
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartslib import Cards, CardsError, Game, RecordError, Rules, variants
from heartslib.cards import PACK
from heartslib.formats.notation import (
    MAX_DEAL,
    MAX_LINE,
    deal_text,
    read_deal,
    read_hands,
    read_round,
    round_line,
)
from heartslib.formats.record import RecordedRound
from heartslib.moves import Deal, Pass
from heartslib.rules import SCATTER, Across, Cycle, KittyTo, Pack
from tests.positions import AMERICAN, played_out
from tests.strategies import at_random, houses, multisets, next_state, rulebooks, with_care

HANDS = ("2C 5C KC TD QS 4S 3H 9H AH", "7H", "", "QS QS 10C")
TEXT = "0:25K.T.4Q.39A ...7 ... T..QQ. + QS4D"


def test_a_deal_is_written_hand_by_hand() -> None:
    assert deal_text(HANDS, "QS 4D") == TEXT
    assert deal_text(HANDS) == TEXT.removesuffix(" + QS4D")
    assert deal_text(HANDS, "4D QS", first=2) == "2:... T..QQ. 25K.T.4Q.39A ...7 + 4DQS"
    assert deal_text([None, "7H"], first=1) == "1:...7 -"


def test_a_deal_is_read_from_any_seat_in_any_case_and_order() -> None:
    deal = Deal(HANDS, "QS 4D")
    assert read_deal(TEXT) == deal
    assert read_deal(" 2 :  ... 10..qQ.  k52.t.Q4.9a3 ...7 +qs, 4d ") == deal
    assert [str(card) for card in read_deal(TEXT).kitty] == ["QS", "4D"]
    assert read_deal("1:...7 2...") == Deal(["2C", "7H"])


def test_a_hand_that_is_not_known_is_none() -> None:
    assert read_hands("1:- ...7 -") == (None, None, Cards("7H"))
    assert read_hands("0:2... - + QS") == (Cards("2C"), None)
    with pytest.raises(RecordError) as error:
        read_deal("1:- ...7 -")
    assert str(error.value) == (
        "the hand of seat 0 and 1 is not known ('-'): a deal needs every hand; "
        "read_hands reads those that are known"
    )


@st.composite
def deals(draw: st.DrawFn) -> tuple[Deal, int]:
    """Several packs, dealt to any number of seats, the rest in the kitty; and a seat."""
    players = draw(st.integers(2, 11))
    pack = list(PACK) * draw(st.integers(1, 8))
    Random(draw(st.integers(0, 2**32))).shuffle(pack)
    size = draw(st.integers(0, len(pack) // players))
    hands = [pack[size * seat :][:size] for seat in range(players)]
    aside = draw(st.integers(0, 5))
    return Deal(hands, pack[size * players :][:aside]), draw(st.integers(0, players - 1))


@given(deals())
def test_every_deal_is_read_as_it_was_written(drawn: tuple[Deal, int]) -> None:
    deal, first = drawn
    text = deal_text(deal.hands, deal.kitty, first)
    assert len(text) <= MAX_DEAL
    assert text.startswith(f"{first}:")
    assert read_deal(text) == deal
    assert read_hands(text) == deal.hands


@given(st.lists(st.none() | multisets.map(lambda cards: cards & PACK), min_size=2, max_size=8))
def test_known_and_unknown_hands_are_read_as_they_were_written(hands: list[Cards | None]) -> None:
    assert read_hands(deal_text(hands, first=len(hands) - 1)) == tuple(hands)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (5, "a deal is text, not 5"),
        ("0:" + " " * MAX_DEAL, f"a text of {MAX_DEAL + 2} characters is too long for a deal"),
        ("...7 2...", "a deal begins with the seat of its first hand and a colon, such as '0:', "),
        ("N:...7 2...", "and a colon, such as '0:', not with 'N:...7 2...'"),
        ("٣:...7 2...", "a deal begins with the seat"),
        ("0:", "a deal has 2 to 11 hands, not 0"),
        ("0:...7", "a deal has 2 to 11 hands, not 1"),
        ("0:" + "... " * 12, "a deal has 2 to 11 hands, not 12"),
        ("2:...7 2...", "the first of 2 hands is that of a seat from 0 to 1, not 2"),
    ],
    ids=str,
)
def test_what_is_no_deal_is_refused(text: str, said: str) -> None:
    for read in (read_deal, read_hands):
        with pytest.raises(RecordError) as error:
            read(text)
        assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1:...7 25K.T", "hand 2 (seat 0), '25K.T': a hand is four groups of ranks with dots"),
        ("1:...7 25K.T", "such as '25K.T.Q4.39A'; this has 2, and '-' is an unknown hand"),
        ("0:.... 2...", "hand 1 (seat 0), '....': a hand is four groups"),
        ("1:2.1.. 3...", "hand 1 (seat 1), '2.1..': '1' are no ranks of diamonds: write 2 to 9"),
        ("0:2... \u212a...", "hand 2 (seat 1), '\u212a...': '\u212a' are no ranks of clubs"),
        ("0:222222222... 3...", "hand 1 (seat 0), '222222222...': 2C is there more than 8 times"),
        ("0:22222... 2222...", "all hands and the kitty together: 2C is there more than 8 times"),
        ("0:2222222... - + 2C2C", "all hands and the kitty together: 2C is there more than"),
        ("0:2... 3... +", "the kitty is written once, after all hands: a plus and its cards"),
        ("0:2... 3... + 4C + 5C", "the kitty is written once, after all hands"),
        ("0:2... 3... + 4X", "the kitty, '4X': '4X' is not a card"),
    ],
    ids=str,
)
def test_a_hand_that_cannot_be_read_is_named(text: str, said: str) -> None:
    for read in (read_deal, read_hands):
        with pytest.raises(CardsError) as error:
            read(text)
        assert said in str(error.value)


@pytest.mark.parametrize(
    ("hands", "first", "said"),
    [
        ("2C 3C", 0, "hands must be one collection of cards per seat, not '2C 3C'"),
        (Cards("2C"), 0, "hands must be one collection of cards per seat, not Cards('2C')"),
        (5, 0, "hands must be one collection of cards per seat, not 5"),
        (["2C"], 0, "a deal has 2 to 11 hands, not 1"),
        (itertools.repeat("2C"), 0, "more than 11 hands are given; 11 are the most"),
        ([itertools.repeat("2C")], 0, "the hand of seat 0: more than 416 cards are given"),
        (["2C", "3C"], 2, "the first of 2 hands is that of a seat from 0 to 1, not 2"),
        (["2C", "3C"], -1, "a seat from 0 to 1, not -1"),
        (["2C", "3C"], True, "a seat from 0 to 1, not True"),
        (["2C", "3X"], 0, "the hand of seat 1: '3X' is not a card"),
        (["2C " * 8, "2C"], 0, "all hands and the kitty together: 2C is there more than 8 times"),
    ],
    ids=str,
)
def test_hands_that_are_no_deal_are_not_written(hands: list[str], first: int, said: str) -> None:
    with pytest.raises((CardsError, RecordError)) as error:
        deal_text(hands, first=first)
    assert said in str(error.value)


@st.composite
def finished(draw: st.DrawFn) -> tuple[Rules, Game]:
    """A round of any rulebook, played out, and the rulebook."""
    rules = draw(rulebooks() | houses() | houses(exchanging=True))
    players = draw(st.sampled_from(rules.players))
    rng = Random(draw(st.integers(0, 2**32)))
    choose = draw(st.sampled_from([at_random, with_care]))
    game = Game.new(rules, players, dealer=draw(st.integers(0, players - 1)))
    while game.phase.name != "score":
        game = next_state(game, choose, rng)
    return rules, game


@pytest.mark.untraced
@given(finished())
def test_every_recorded_round_is_read_as_it_was_written_and_replays(
    drawn: tuple[Rules, Game],
) -> None:
    rules, game = drawn
    try:
        recorded = RecordedRound.of(game)
    except RecordError:  # a claim ended it
        return
    line = round_line(recorded)
    assert len(line) <= MAX_LINE
    assert "\n" not in line
    again = read_round(line)
    assert again == recorded
    assert again.replay(rules).sheet == game.sheet


RECORDED = RecordedRound.of(played_out())
LINE = round_line(RECORDED)


def test_a_round_is_a_line_of_keys_and_values_in_a_fixed_order() -> None:
    parts = dict(part.split("=") for part in LINE.split(" ; "))
    keys = ["variant", "round", "dealer", "deal", "passes", "plays", "moon", "points"]
    assert list(parts) == [key for key in keys if key in parts]
    assert parts["variant"] == "american"
    assert parts["deal"] == deal_text(RECORDED.hands)
    assert parts["passes"].split()[1] == str(RECORDED.passes and RECORDED.passes[1].cards).replace(
        " ", ""
    )
    tricks = parts["plays"].split()
    assert [len(trick) for trick in tricks] == [8] * 13
    assert parts["points"].split() == list(map(str, RECORDED.points or ()))


def test_everything_that_a_round_may_have_is_written() -> None:
    recorded = RecordedRound(
        variant="american@1",
        round=3,
        dealer=0,
        call="2 left; 1 = “right”",
        hands=(Cards("2C"), Cards("3C")),
        kitty=(PACK[50], PACK[2]),
        passes=(Pass.split(0, {1: "QS KS", 0: ""}), Pass(1, "")),
        mixed=Deal(["4C", "5C"], "6C"),
        charged=(Cards(), Cards("QS TC")),
        laid_down=(Cards("9H 8H"), Cards()),
        plays=(PACK[0], PACK[1], PACK[2]),
        moon="add",
        points=(-5, 26),
    )
    line = round_line(recorded)
    assert line == (
        r'variant=american@1 ; round=3 ; dealer=0 ; call="2 left\u003b 1 = \u201cright\u201d" ; '
        "deal=0:2... 3... + KH4C ; passes=1:QSKS,0:none none ; mixed=0:4... 5... + 6C ; "
        "charged=none TCQS ; laid_down=8H9H none ; plays=2C3C 4C ; moon=add ; points=-5 26"
    )
    assert read_round(line) == recorded


def test_what_is_no_round_is_not_written() -> None:
    with pytest.raises(RecordError, match="only a RecordedRound is written in a line, not 5"):
        round_line(5)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="a name must be plain text in one line"):
        round_line(attrs.evolve(RECORDED, call="a\nb"))


def test_a_byte_order_mark_is_left_out() -> None:
    assert read_deal(f"\ufeff{TEXT}") == read_deal(TEXT)
    assert read_hands(f"\ufeff{TEXT}") == read_hands(TEXT)
    assert read_round(f"\ufeff{LINE}") == RECORDED


def test_brackets_in_a_name_are_not_read_as_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heartslib.formats.notation.json", None)
    with pytest.raises(RecordError, match="is no name"):
        read_round("moon=" + "[" * 9000)


def test_a_round_is_read_in_any_order_and_needs_little() -> None:
    least = RecordedRound(hands=(Cards("2C"), Cards("3C")), plays=())
    assert round_line(least) == "round=1 ; deal=0:2... 3... ; plays="
    assert read_round(" plays= 2 C".replace(" 2 C", "") + ";deal=1:3... 2...") == least
    assert read_round("plays=2C 3C;deal=0:2... 3...").plays == (PACK[0], PACK[1])
    again = " ; ".join(reversed(LINE.split(" ; ")))
    assert read_round(again) == RECORDED


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (5, "a round is a line of text, not 5"),
        ("x" * (MAX_LINE + 1), f"a line of {MAX_LINE + 1} characters is too long for a round"),
        ("", "'' is no part of a round: it must be a key and a value, such as 'round=1'"),
        ("deal", "'deal' is no part of a round"),
        ("trump=H", "'trump=H' is no part of a round"),
        ("trump=H", "the keys are variant, round, dealer, call, deal, passes, mixed, charged,"),
        ("round=1 ; round=1", "the key 'round' is there twice"),
        ("plays=", "a round needs the key 'deal'"),
        ("deal=0:2... 3...", "a round needs the key 'plays'"),
        ("round=one", "'round' cannot be read: 'one' is not a whole number"),
        ("round=1000000000", "'round' cannot be read: '1000000000' is not a whole number"),
        ("points=1 x", "'points' cannot be read: 'x' is not a whole number"),
        ("points=", "'points' cannot be read: there is nothing in it; leave the key out"),
        ("deal=0:2... 3x...", "'deal' cannot be read: hand 2 (seat 1), '3x...'"),
        ("deal=0:2... -", "'deal' cannot be read: the hand of seat 1 is not known"),
        ("mixed=0:2...", "'mixed' cannot be read: a deal has 2 to 11 hands, not 1"),
        ("plays=2X", "'plays' cannot be read: '2X' is not a card"),
        ("charged=none 2X", "'charged' cannot be read: '2X' is not a card"),
        ("passes=2C 2X", "'passes' cannot be read: the pass of seat 1: '2X' is not a card"),
        ("passes=1:2C,1:3C", "the pass of seat 0: '1:3C' is no packet: write a seat, each once"),
        ("passes=1:2C,3C", "the pass of seat 0: '3C' is no packet"),
        ("passes=1:2X", "the pass of seat 0: '2X' is not a card"),
        ("moon=a b", "'moon' cannot be read: 'a b' is no name: write letters, digits and any"),
        ('moon="a', "'moon' cannot be read: '\"a' is no name"),
        ("variant=[1]", "'variant' cannot be read: '[1]' is no name"),
        ("variant=" + "[" * 9000, "is no name: write letters"),
        (r'moon="\u001b"', "'moon' cannot be read: a name must be plain text in one line"),
        (r'moon="\ud800"', r"without control characters: '\ud800' has '\ud800' in it"),
        (r'moon="a\nb"', r"'a\nb' has '\n' in it"),
        ("deal=0:2... 3... ; plays= ; points=1", "'points' has 1 entries; there are 2 hands"),
        ("deal=0:2... 3... ; plays= ; passes=2C", "'passes' has 1 entries; there are 2 hands"),
        ("deal=0:2... 3... ; plays= ; charged=none", "'charged' has 1 entries; there are 2 hands"),
        ("deal=0:2... 3... ; plays= ; mixed=0:... ... ...", "'mixed' has 3 entries"),
    ],
    ids=lambda part: str(part)[:30],
)
def test_a_line_that_is_no_round_is_refused(line: str, said: str) -> None:
    with pytest.raises(RecordError) as error:
        read_round(line)
    assert said in str(error.value)


def test_a_round_that_is_not_told_for_each_seat_is_not_written() -> None:
    passes = RECORDED.passes
    assert passes
    with pytest.raises(RecordError, match="'passes' must be in the order of the seats, seat 0"):
        round_line(attrs.evolve(RECORDED, passes=passes[::-1]))
    with pytest.raises(RecordError, match="'points' has 3 entries; there are 4 hands"):
        round_line(attrs.evolve(RECORDED, points=(0, 0, 26)))
    with pytest.raises(RecordError, match="a deal has 2 to 11 hands, not 1"):
        round_line(RecordedRound(hands=(Cards("2C"),), plays=()))


@pytest.mark.parametrize(
    "rules",
    [
        attrs.evolve(AMERICAN, passing=Cycle(SCATTER)),
        attrs.evolve(AMERICAN, passing=Cycle(Across(), optional=True)),
        attrs.evolve(AMERICAN, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True)),
        variants.get("dirty_nasty_filthy"),
        variants.get("turbo_booster"),
        variants.get("cancellation"),
    ],
    ids=["scatter", "optional", "exchanged", "called", "charged-and-boosted", "two-packs"],
)
def test_what_a_game_writes_is_replayed(rules: Rules) -> None:
    rng = Random(3)
    for _ in range(5):
        game = Game.new(rules)
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        recorded = RecordedRound.of(game)
        again = read_round(round_line(recorded))
        assert again == recorded
        assert again.replay(rules).sheet == game.sheet


def test_every_field_of_a_recorded_round_has_its_key() -> None:
    fields = {field.name for field in attrs.fields(RecordedRound)}
    with pytest.raises(RecordError) as error:
        read_round("trump=H")
    keys = str(error.value).split("the keys are ")[1].split(", ")
    assert sorted(keys) == sorted(fields - {"hands", "kitty"} | {"deal"})


def test_text_may_be_as_long_as_the_limit() -> None:
    assert read_deal("0:2... 3...".ljust(MAX_DEAL)) == Deal(["2C", "3C"])
    assert read_round(LINE.ljust(MAX_LINE)) == RECORDED
