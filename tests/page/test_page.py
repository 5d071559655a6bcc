"""What the page "Try it here" shows and does, without a browser."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import attrs
import pytest

from docs.browser import page as page_module
from docs.browser.page import CHOICES, NAMES, SEED, Page, changed, differences
from heartslib import ChooseCards, ChooseName, Game, Rules, View, YesOrNo, rulefile, variants
from heartslib.bots import Advice, advise, careful
from heartslib.moves import Move
from heartslib.rules import NO_PASSING, FollowSuit, NoDiscardOf, NoMoon, Target

AMERICAN = variants.get("american")


def do(page: Page, name: str, /, **fields: Any) -> dict[str, str]:
    """What the page answers, by the ids without their prefix."""
    parts: dict[str, str] = json.loads(page.reply(json.dumps({"do": name, **fields})))
    return {key.removeprefix("try-"): html for key, html in parts.items()}


def page_of(slug: str) -> Page:
    page = Page()
    assert do(page, "deal", variant=slug, players="4", seed=str(SEED))["problem"] == ""
    return page


def fields_of(form: str) -> dict[str, str]:
    """What a browser sends for a form as it was made."""
    fields = dict(re.findall(r'<input name="(\w+)" id="[^"]*" value="([^"]*)"', form))
    fields |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)</textarea>', form))
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form):
        found = re.findall(r'<option value="([^"]*)"( selected)?>', options)
        fields[name] = next((value for value, chosen in found if chosen), found[0][0])
    return fields


def sends(html: str) -> list[dict[str, Any]]:
    """The messages of the buttons."""
    found = re.findall(r'data-send="([^"]*)"', html)
    return [json.loads(each.replace("&quot;", '"')) for each in found]


def answer_like(page: Page, move: Move) -> None:
    """Make a move with the buttons that the page shows."""
    view, shown = page.sitting.view, do(page, "start")["hand"]
    places = range(len(view.hand))
    match view.question:
        case ChooseCards(counts=(1,), make=make):
            message: dict[str, Any] = {
                "place": next(each for each in places if make([view.hand[each]]) == move)
            }
        case ChooseCards(make=make, counts=counts):
            chosen = next(
                each
                for count in counts
                for each in combinations(places, count)
                if make([view.hand[place] for place in each]) == move
            )
            for place in chosen:
                assert {"do": "choose", "place": place} in sends(shown)
                shown = do(page, "choose", place=place)["hand"]
            message = {}
        case ChooseName(names=names, make=make):
            message = {"name": next(name for name in names if make(name) == move)}
            if message["name"].isdecimal():
                assert f'<option value="{message["name"]}"' in shown
                assert fields_of(shown) == {"name": next(filter(str.isdecimal, names))}
                assert '<form data-do="answer">' in shown
                do(page, "answer", **message)
                return
        case YesOrNo(make=make):
            message = {"yes": make(True) == move}
        case None:
            pytest.fail("nothing is asked")
    assert {"do": "answer", **message} in sends(shown)
    do(page, "answer", **message)


def test_bids_are_numbers_to_choose_and_only_a_pass_is_a_button() -> None:
    page = page_of("auction_hearts")
    shown, question = do(page, "start")["hand"], page.sitting.view.question
    assert isinstance(question, ChooseName)
    assert [message["name"] for message in sends(shown) if "name" in message] == ["pass"]
    assert shown.count("<option") == len(question.numbers) > 40
    answer_like(page, question.make("45"))
    assert 45 in page.sitting.view.settled.bids


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_a_round_of_every_game_is_played_by_its_buttons(slug: str) -> None:
    page = page_of(slug)
    while not page.sitting.is_round_over:
        move = careful(page.sitting.view)
        expected = page.sitting.after(move)
        answer_like(page, move)
        assert page.sitting.game == expected.game
    shown = do(page, "start")
    assert "The score of the round" in shown["result"]
    assert "<table" in do(page, "score", **fields_of(shown["score"]))["sheet"]


def test_the_example_to_be_scored_comes_with_its_contract() -> None:
    form = do(page_of("barbu"), "start")["score"]
    assert fields_of(form)["contract"] == "king-of-hearts"


def test_the_table_is_a_game_of_the_library() -> None:
    page = page_of("american")
    game = Game.new(AMERICAN, 4, names=NAMES[:4]).deal(seed=SEED)
    for seat in (1, 2, 3):
        game = game.apply(careful(game.view(seat)))
    assert page.sitting.game == game


def test_the_page_shows_no_card_that_the_reader_may_not_know() -> None:
    page = page_of("american")
    shown = " ".join(do(page, "start").values())
    hidden = [card.word for hand in page.sitting.game.hands[1:] for card in hand]
    assert hidden
    assert not [word for word in hidden if f">{word}<" in shown or f" {word}," in shown]


def test_a_barred_card_gives_the_reason_of_the_library() -> None:
    page = page_of("american")
    do(page, "bot")
    hand = [*page.sitting.view.hand]
    barred = next(card for card in hand if page.sitting.game.explain(card))
    before = page.sitting
    why = do(page, "answer", place=hand.index(barred))["why"]
    objection = before.game.explain(barred)
    assert objection is not None
    assert objection.reason in why
    assert f"{barred:u} may not be played" in why
    assert page.sitting is before


def test_cards_are_chosen_and_put_back() -> None:
    page = page_of("american")
    for place in (0, 5, 5, 1, 2):
        assert "Pass 3 cards" not in do(page, "start")["hand"]
        do(page, "choose", place=place)
    assert "Pass 3 cards" in do(page, "start")["hand"]
    passed = page.sitting.view.hand[:3]
    do(page, "answer")
    assert passed <= page.sitting.game.hands[1] + page.sitting.game.table.all_played
    assert not page.sitting.chosen


def test_the_wrong_number_of_cards_is_refused() -> None:
    page = page_of("american")
    do(page, "choose", place=0)
    assert "3 cards" in do(page, "answer")["why"]
    assert page.sitting.before is None


def test_take_back_shows_the_game_before_the_last_move() -> None:
    page = page_of("american")
    first = page.sitting
    do(page, "finish")
    assert page.sitting.is_round_over
    do(page, "next")
    assert page.sitting.game.round_number == 1
    do(page, "back")
    do(page, "back")
    assert page.sitting == first
    do(page, "back")
    assert page.sitting == first


def test_the_next_round_and_another_deal_have_other_cards() -> None:
    page = page_of("american")
    hand = page.sitting.view.hand
    do(page, "finish")
    do(page, "next")
    assert page.sitting.view.hand != hand
    do(page, "another")
    assert page.sitting.seed == SEED + 1
    do(page, "redeal")
    assert page.sitting.seed == SEED + 1


def test_a_game_is_played_to_its_end() -> None:
    page = page_of("american")
    do(page, "change", target="50")
    do(page, "redeal")
    while not page.sitting.game.is_over:
        do(page, "finish")
        do(page, "next")
    assert re.search(r"won the game\.$", do(page, "start")["status"])
    assert "next" not in {each["do"] for each in sends(do(page, "start")["hand"])}


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"passing": "none"}, {"passing": NO_PASSING}),
        ({"moon": "none"}, {"moon": NoMoon()}),
        ({"hearts": "free"}, {"play": (FollowSuit(),)}),
        ({"target": "50"}, {"ending": Target(50)}),
    ],
)
def test_a_choice_changes_its_chapter(chosen: dict[str, str], expected: dict[str, Any]) -> None:
    house = changed(AMERICAN, chosen)
    assert {name: getattr(house, name) for name in expected} == expected
    same = {name: getattr(AMERICAN, name) for name in expected}
    identity = {"name", "summary", "aliases", "source", "decisions"}
    kept = {name: getattr(AMERICAN, name) for name in identity}
    assert attrs.evolve(house, **same, **kept) == AMERICAN


def test_what_a_game_has_already_changes_nothing() -> None:
    assert changed(AMERICAN, {}) is AMERICAN
    assert changed(AMERICAN, {"passing": "cycle", "hearts": "broken", "target": "100"}) is AMERICAN


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_every_choice_is_applied_or_refused_in_a_sentence(slug: str) -> None:
    page = page_of(slug)
    for name, choice in CHOICES.items():
        for option in choice.options:
            refused = do(page, "change", **{name: option})["rules-problem"]
            assert not refused or re.fullmatch(r'<p class="problem">[A-Z].*\.</p>', refused)
            refused = refused or do(page, "redeal")["problem"]
            assert refused or page.sitting.game.rules == page.rules


def test_sentences_in_another_order_are_listed() -> None:
    american = variants.get("american")
    turned = attrs.evolve(american, play=(american.play[1], NoDiscardOf("QS")))
    text = american.diff(attrs.evolve(turned, play=(NoDiscardOf("QS"), *american.play)), 4)
    *_, order, first, _, _ = differences(text)
    assert order == "<dd>In another order:</dd>"
    assert first == f"<dd>{NoDiscardOf('QS').describe(4)}</dd>"


def test_the_differences_are_those_of_the_library() -> None:
    page = page_of("american")
    assert "rules of the game itself" in do(page, "start")["diff"]
    parts = do(page, "change", jack="bonus", passing="none")
    words = re.sub(r"<[^>]*>", " ", parts["diff"]).split()
    expected = AMERICAN.diff(page.rules, 4).split("\n\n", 1)[1].split()
    assert words == [word for word in expected if word not in {"+", "-"}]
    assert "earlier rules" in parts["rules"]
    assert "earlier rules" not in do(page, "redeal")["rules"]


def test_the_file_is_the_rulebook() -> None:
    page = page_of("american")
    do(page, "change", jack="bonus")
    text = re.sub(r"</?pre>", "", do(page, "file")["file"]).replace("&quot;", '"')
    assert same(rulefile.loads(text), page.rules)


def same(first: Rules, second: Rules) -> bool:
    return rulefile.dump(first) == rulefile.dump(second)


def test_another_game_drops_the_changes() -> None:
    page = page_of("american")
    do(page, "change", jack="bonus")
    do(page, "deal", variant="barbu", players="4", seed="3")
    assert (page.chosen, page.rules) == ({}, variants.get("barbu"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"taken0": "QS QS"}, "Q♠ is given more often than the pack has it"),
        ({"taken0": "QZ"}, "QZ"),
        ({"taken0": "", "taken1": "", "taken2": "", "taken3": ""}, "a tick at “Cards are missing”"),
        ({"taken0": "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"}, "You shot the moon: give “add”"),
    ],
)
def test_piles_that_cannot_be_scored_are_refused(fields: dict[str, str], sentence: str) -> None:
    page = page_of("american")
    empty = {f"taken{seat}": "" for seat in range(4)}
    sheet = do(page, "score", **empty | fields)["sheet"]
    assert sentence in sheet
    assert 'class="problem"' in sheet


def test_a_moon_is_paid_as_chosen() -> None:
    page = page_of("american")
    piles = {"taken0": "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"}
    piles |= {f"taken{seat}": "" for seat in (1, 2, 3)}
    assert do(page, "score", **piles, moon="add")["sheet"].count(">26<") == 6


@pytest.mark.parametrize("seed", ["", "-1", "1.5", "x", "²", "9" * 40, "<b>"])
def test_a_wrong_number_of_a_deal_is_refused(seed: str) -> None:
    page = Page()
    before = page.sitting
    problem = do(page, "deal", variant="barbu", players="4", seed=seed)["problem"]
    assert "whole number, 0 or more" in problem
    assert "<b>" not in problem
    assert (page.sitting, page.slug) == (before, "american")


@pytest.mark.slow
def test_a_hint_is_the_advice_for_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again, also after a move was taken back, it is the same, whatever the clock allows."""
    limits = list[float]()

    def counted(view: View, *, seconds: float) -> Advice:
        limits.append(seconds)
        return advise(view, deals=len(limits), seed=len(limits))

    monkeypatch.setattr(page_module, "advise", counted)
    page = Page()
    said = do(page, "hint")["why"]
    assert said == f"Hint: {advise(page.sitting.view, deals=1, seed=1)}"
    assert do(page, "hint")["why"] == said
    do(page, "bot")
    other = do(page, "hint")["why"]
    assert other != said
    do(page, "back")
    assert do(page, "hint")["why"] == said
    assert limits == [1.0, 1.0]
