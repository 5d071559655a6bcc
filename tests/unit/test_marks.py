"""What a card is in a round: which cards of each game bear a mark, and which."""

from __future__ import annotations

import re

import attrs
import pytest

from heartslib import Card, Cards, Game, variants
from heartslib.cards import HEARTS, Suit
from heartslib.rules import (
    BoosterNines,
    Charges,
    HighestOfSuitLed,
    JokersAnyTime,
    JokerWins,
    Pack,
    RoundRules,
    ScoreMultiplier,
    TrickRule,
)
from heartslib.show.svg import sheet_html, table_svg
from heartslib.show.text import round_text


def signs_of(rules: RoundRules, charged: str = "") -> str:
    """The marked cards, as they are shown, each with its sign: ``Q♠ 13, J♦ −10``."""
    marks = rules.marks(Cards(charged)).values()
    return ", ".join(f"{mark.face:u} {mark.sign}".rstrip() for mark in marks)


@pytest.mark.parametrize(
    ("slug", "contract", "signs"),
    [
        ("american", None, "Q♠ 13"),
        ("basic", None, ""),
        ("omnibus", None, "J♦ −10, Q♠ 13"),
        ("omnibus_bicycle", None, "10♦ −10, Q♠ 13"),
        ("black_maria_43", None, "Q♠ 13, K♠ 10, A♠ 7"),
        ("spot", None, "Q♠ 25"),
        ("spot_pictures", None, "Q♠ 25, J♥ 10, Q♥ 10, K♥ 10, A♥ 15"),
        ("chase_the_lady", None, "Q♠ 15, J♥ 2, Q♥ 3, K♥ 4, A♥ 5"),
        ("dirty_nasty_filthy", None, "Q♣ 13, J♦ −10, Q♦ 13, Q♠ 26, Q♥ 13"),
        ("hartenjagen", None, "J♣ 2, Q♠ 5"),
        ("super_hearts", None, "Q♠ −7"),
        ("cancellation", None, "Q♠ 13"),
        ("turbo", None, "10♣ ×2, J♦ −10, Q♠ 13"),
        ("gong_zhu", None, "10♣ ×2, J♦ +100, Q♠ −100, J♥ −20, Q♥ −30, K♥ −40, A♥ −50"),
        (
            "gong_zhu_taiwan",
            None,
            "10♣ ×2, J♦ +100, Q♠ −100, 4♥ −10, J♥ −20, Q♥ −30, K♥ −40, A♥ −50",
        ),
        ("joker_hearts", None, "*♥ −5"),
        ("kierki_dzokerowe", None, "*♥ 20"),
        ("golden_ten", None, "10♦ −10, 5♥ 5, 10♥ 10"),
        ("hooligan", None, "7♣ 7, Q♠ 13"),
        ("royal", None, "Q♣ ±, Q♦ −10, Q♠ 26"),
        ("queens", None, "Q♣ 13, Q♦ 13, Q♠ 13, Q♥ 13"),
        ("polignac", None, "J♣ 1, J♦ 1, J♠ 2, J♥ 1"),
        ("slobberhannes", None, "Q♣ 1"),
        ("tetka", None, "Q♣ 1, Q♦ 1, Q♠ 1, Q♥ 1"),
        ("kierki", "tricks", ""),
        ("kierki", "king", "K♥ 18"),
        ("lora", "red", ""),
        ("barbu", "no-hearts", "A♥ −6"),
        ("barbu", "king-of-hearts", "K♥ −20"),
    ],
)
def test_what_is_special_bears_a_mark(slug: str, contract: str | None, signs: str) -> None:
    """Written by hand from the rulebooks: a card that counts like most of its suit has none."""
    rules = variants.get(slug)
    assert signs_of(rules.at(rules.usual_players).under(contract)) == signs


def test_every_mark_says_what_its_card_scores() -> None:
    for variant in variants.all().values():
        for rules in variant.at(variant.usual_players).rulebooks:
            for card, mark in rules.marks().items():
                cost = rules.cost(card)
                assert mark.kind != "costly" or cost > 0
                assert mark.kind != "helpful" or cost < 0
                assert mark.kind in {"costly", "helpful"} or cost == 0
                assert mark.face.suit is rules.tricks.suit_of(card)
                word = "joker" if mark.joker else mark.face.word
                assert mark.name == f"{word}, {mark.words}"


def test_a_charge_changes_what_a_card_says() -> None:
    rules = variants.get("turbo").at(4).in_force
    marks = rules.at(4).marks(Cards("QS TC AH"))
    assert signs_of(rules, "QS TC AH") == "10♣ ×4, J♦ −10, Q♠ 26, A♥ 2"
    assert marks[Card("QS")].name == "queen of spades, 26 points, charged"
    assert marks[Card("TC")].name == "10 of clubs, multiplies the score by 4, charged"
    assert [mark.charged for mark in marks.values()] == ["charged", "", "charged", "charged"]
    exposed = variants.get("gong_zhu").at(4).in_force.marks(Cards("QS"))
    assert exposed[Card("QS")].name == "queen of spades, −200 points, exposed"


def test_a_charged_card_that_costs_nothing_is_charged_all_the_same() -> None:
    rules = attrs.evolve(variants.get("basic"), charging=Charges({"AC": HEARTS})).at(4).in_force
    assert rules.at(4).marks(Cards("AC"))[Card("AC")].name == "ace of clubs, charged"
    assert signs_of(rules, "AC") == "A♣"


def test_a_card_that_multiplies_nothing_only_counts() -> None:
    """Taken alone it scores 50 in any case, so it multiplies nothing."""
    rules = (
        attrs.evolve(variants.get("basic"), bonuses=ScoreMultiplier("TC", alone=50)).at(4).in_force
    )
    assert signs_of(rules) == "10♣ ±"


def test_what_the_card_of_the_dealer_makes_of_others() -> None:
    view = Game.new(variants.get("tetka")).deal(seed=1).view(0)
    (card,) = view.shown_last
    marks = view.in_force.marks()
    assert {f"Q{suit.letter}" for suit in Suit} | {str(card)} == {str(each) for each in marks}


@pytest.mark.parametrize(
    "tricks",
    [JokerWins("2C"), BoosterNines(JokerWins("2C"))],
)
def test_a_joker_is_shown_as_one(tricks: TrickRule) -> None:
    rules = attrs.evolve(variants.get("basic"), tricks=tricks).at(4).in_force
    assert rules.face(Card("2C")) is Card("*H")
    assert rules.face(Card("3C")) is Card("3C")
    assert rules.marks()[Card("2C")].name == "joker"


def test_a_joker_of_the_pack_is_what_it_is() -> None:
    deck, play = Pack(added={5: "*C *D *S"}), JokersAnyTime("*C *D *S")
    rules = attrs.evolve(variants.get("basic"), deck=deck, play=play, players=5).at(5).in_force
    assert rules.face(Card("*C")) is Card("*C")
    assert isinstance(rules.tricks, HighestOfSuitLed)
    assert not rules.marks()


def dealt_to(slug: str, *hands: str) -> Game:
    """A game of four in which seat 0 leads; the cards that are not named go round."""
    rules = variants.get(slug)
    rest = iter(rules.deck.cards(4) - Cards(" ".join(hands)))
    full = [Cards(hand) for hand in hands] + [Cards()] * (4 - len(hands))
    full = [hand + Cards([next(rest) for _ in range(13 - len(hand))]) for hand in full]
    return Game.new(rules, 4, dealer=3).deal(hands=full)


@pytest.mark.parametrize(
    ("slug", "joker", "said"),
    [
        ("kierki_dzokerowe", "2C", "joker, 20 points"),
        ("joker_hearts", "2H", "joker, −5 points"),
    ],
)
def test_a_joker_is_drawn_written_and_sorted_as_one(slug: str, joker: str, said: str) -> None:
    game = dealt_to(slug, f"{joker} 5C 9H", "6C")
    for value in (game, game.view(0)):
        text, picture = str(value), table_svg(value, highlighted=joker)
        assert re.search(r"♥ joker 9", text)
        assert picture.count(f"<title>{said}</title>") == 1
        assert picture.count("#1f6feb") == 1
        assert "joker, 9 of hearts" in picture
        assert not re.search(f"(?<!1){Card(joker):u}", text)
    game = game.play(joker)
    assert ">joker" in str(game)
    assert "On the table, led by seat 0: seat 0 joker." in table_svg(game)


def test_a_charged_card_stays_marked_in_the_trick() -> None:
    game = dealt_to("gong_zhu", "QS 2S 3C", "2C", "4C").charge(0, "QS")
    for seat in game.to_act:
        game = game.charge(seat, "")
    assert game.phase.name == "play"
    game = game.play(game.legal_plays()[0])
    while Card("QS") not in game.view(0).table.trick.cards:
        legal = game.legal_plays()
        game = game.play("QS" if "QS" in legal else legal[0])
    assert "Q♠!" in str(game)
    picture = table_svg(game)
    assert picture.count("<title>queen of spades, −200 points, exposed</title>") == 1
    assert 'stroke="#f2b705" stroke-width="5"/><text x="15"' in picture
    assert ">−200</text>" in picture


def test_a_mark_has_a_shape_as_well_as_a_colour() -> None:
    game = dealt_to("gong_zhu", "QS JD TC")
    badges = re.findall(
        r'translate\(2 52\)"><rect .*?rx="(\d)" fill="(#\w+)".*?>([^<]*)</text>', table_svg(game)
    )
    assert {("1", "#c8102e", "−100"), ("8", "#1d6b3f", "+100"), ("4", "#4b3a8c", "×2")} <= {*badges}


@pytest.mark.parametrize(("slug", "joker"), [("kierki_dzokerowe", "2♣"), ("joker_hearts", "2♥")])
def test_a_finished_round_names_the_joker(slug: str, joker: str) -> None:
    game = dealt_to(slug, f"{joker} 5C 9H", "6C")
    while game.phase.name != "score":
        game = game.play(game.legal_plays()[0])
    for said in (round_text(game), sheet_html(game), sheet_html(game.view(0))):
        assert "took the joker" in said
        assert "*" not in said
        assert not re.search(f"(?<!1){joker}", said)
    assert round_text(game).count("took the joker") == 1
