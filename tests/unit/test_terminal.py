"""A human against bots: what may be typed, what is said, what is drawn."""

from __future__ import annotations

import builtins
import io
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest
from rich.console import Console

from examples.web_table.computer import HINT
from examples.web_table.hints import hint
from heartslib import Card, Cards, Game, HeartsError, Line, Rules, ScoreSheet, View, rules, variants
from heartslib.bots import Advice, Bot, Cost, advise, careful
from heartslib.cards import PACK
from heartslib.cli import BAD_INPUT, main
from heartslib.moves import Answer, Charge, ChooseMoon, Claim, Deal, Move, Play
from heartslib.questions import ChooseCards
from heartslib.review import review
from heartslib.rounds import any_move
from heartslib.rules.passing import LEFT, Mix, Scatter
from heartslib.show import telling
from heartslib.show.text import WIDTH, columns_of, taken_words
from heartslib.terminal import Session, Sitting, TerminalVoice, play, start, words
from heartslib.terminal import session as session_module
from heartslib.terminal.plain import Plain
from heartslib.terminal.screen import Screen, drawn
from heartslib.terminal.session import HELP, PATIENCE, news
from tests.helpers.positions import EVERYTHING, TABLES, may
from tests.helpers.rounds import round_after
from tests.helpers.sessions import (
    DRAWN,
    SPOKEN,
    at,
    moved,
    position,
    screen,
    sit,
    spoken,
    typing,
    until,
)
from tests.slow.web.knowledge import known, named

AMERICAN = variants.get("american")


@pytest.mark.slow
@pytest.mark.parametrize("voice", [SPOKEN, DRAWN])
def test_compare_says_what_each_choice_costs(voice: TerminalVoice) -> None:
    """KS would take QS: 13 more than nothing, and 13 / 3 because no other has them on average."""
    left = position(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS", taken="2H")
    session = at(left, voice, seat=1)
    best, *rest = typing(session, "compare").pages
    if voice.spoken:
        better = "Play the 2 of spades: over 15 points better than the next card"
        assert best == f"{better}, since it stays below the queen of spades."
        assert rest == [
            "Play the 2 of spades: about the same.",
            "Play the king of spades: over 15 points worse.",
        ]
    else:
        assert best.startswith("Play 2♠: over 15 points better than the next card, since")
        assert rest[:2] == ["", "Points worse than the best:"]
        assert rest[-2:] == ["about the same  play 2♠", "       over 15  play K♠"]
    only = typing(until(sit(voice=voice), "play"), "2c")
    while len(words.choosable(only.view) or ()) != 1:
        only = moved(only)
    (card,) = words.choosable(only.view) or Cards()
    assert typing(only, "compare").pages == (f"Play {voice.the(card)}: it is all that you may do.",)
    scored = until(sit(), "score")
    assert typing(scored, "compare").reply == ("There is nothing to choose: press Enter to go on.",)


@pytest.mark.parametrize("voice", [SPOKEN, DRAWN])
def test_equal_cards_are_compared_in_a_line(voice: TerminalVoice) -> None:
    view = at(position(["2C 3C KC", "4D 5D 6D", "6C 7C 8C", "8D 9D TD"])).view
    first, second, third = (Play(0, card) for card in view.hand)
    costs = Cost((first, second), 0.0, 0.0), Cost((third,), 1.0, 0.1)
    lines = words.comparison(Advice(view, first, costs), voice)
    if voice.spoken:
        assert lines[1:] == (
            "Play the 2 of clubs or the 3 of clubs: about the same.",
            "Play the king of clubs: about 1 point worse.",
        )
    else:
        assert lines[-2:] == ("about the same  play 2♣ or 3♣", "       about 1  play K♣")


@pytest.mark.slow
def test_a_hint_asked_twice_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by `compare`, and after an undo: whatever the clock has allowed, one answer stays."""
    asked = list[View]()

    def counted(view: View, **given: Any) -> Advice:
        asked.append(view)
        return advise(view, deals=len(asked), seed=len(asked), **given)

    monkeypatch.setattr(session_module, "advise", counted)
    session = until(sit(), "play")
    once = typing(session, "hint")
    again = typing(once, "table", "compare", "hint")
    assert again.reply == once.reply
    sentence = once.reply[0].removeprefix("Hint: ").partition(" Type: ")[0]
    assert typing(once, "compare").pages[0] == sentence
    assert len(asked) == 1
    on = typing(moved(once), "hint")
    assert on.reply != once.reply
    assert asked == [session.view, on.view]
    assert typing(on, "undo", "hint").reply == once.reply
    assert (
        typing(on, "undo", words.typed(session.view, careful(session.view), SPOKEN), "hint").reply
        == on.reply
    )
    assert len(asked) == 2


@pytest.mark.slow
def test_terminal_table_page_and_review_say_the_same() -> None:
    """One sentence for one view, in each place that gives advice."""
    session = until(sit(), "play")
    view = session.view
    advice = advise(view, seconds=PATIENCE)
    said = advice.sentence()
    spoken_hint = f"Hint: {advice.sentence(SPOKEN)} Type: "
    assert typing(session, "hint").reply[0].startswith(spoken_hint)
    assert hint(advise(view, seconds=HINT))["text"] == said
    played = until(session, "score")
    found = review(played.table.game, seats=[0], seconds=PATIENCE, tricks=0)
    (same,) = [each.advice for each in found.decisions if each.view == view]
    assert same.sentence() == said


@pytest.mark.slow
@pytest.mark.parametrize("voice", [SPOKEN, DRAWN])
def test_a_round_is_reviewed_and_played_on_from_a_costly_move(
    voice: TerminalVoice, tmp_path: Path
) -> None:
    """The human has played any card; the file keeps the round as it was."""
    session, rng = sit(voice=voice), Random(4)
    while session.view.phase != "score":
        session = session.answered(
            words.typed(session.view, any_move(session.view, rng), session.voice)
        )
    session = typing(session, f"save {tmp_path / 'game.json'}")
    found = review(session.table.game, seats=[0], seconds=PATIENCE)
    pages = typing(session, "review").pages
    assert pages == tuple(found.lines(0, voice, play_on="review {}".format))
    assert "1. To play on from here: review 1" in pages
    second = found.mistakes()[1]
    back = typing(session, "review 2")
    said = telling.deed(second.view, second.move, voice)
    assert back.reply == (f"The round again, before this move: {said}.",)
    assert back.view == second.view
    assert back.file is None
    assert typing(back, words.typed(second.view, second.advice.move, SPOKEN)).view != second.view
    for number in ("4", "0", "x", "one"):
        assert typing(session, f"review {number}").reply == (
            f"'{number}' is none of these moves: type review to see them.",
        )


@pytest.mark.slow
def test_a_round_without_mistakes_has_none_to_go_back_to() -> None:
    session = at(position(["3D 4D", "2C 3C", "6C 7C", "8C 9C"], taken="2H"), SPOKEN)
    session = typing(session, "3d", "4d")
    assert "You made no clear mistake" in " ".join(typing(session, "review").pages)
    assert not any("review 1" in line for line in typing(session, "review").pages)


def test_a_round_is_reviewed_only_when_it_is_over() -> None:
    assert typing(sit(), "review").reply == (
        "The round is not over: type review when you see its score.",
    )


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "players"), TABLES)
def test_every_game_is_played_by_typing_the_hints(
    rulebook: Rules, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_one_deal(view: View, **_: object) -> Advice:
        return advise(view, deals=1)

    monkeypatch.setattr(session_module, "advise", by_one_deal)

    def hinted(session: Session) -> Session:
        if session.view.phase == "score":
            return typing(session, "")
        (said,) = session.answered("hint").reply
        return session.answered(said.partition("Type: ")[2])

    session = sit(rulebook, DRAWN, players)
    seen: set[str] = set()
    while not session.is_done:
        seen.add(session.view.phase)
        assert screen(session)[-1].startswith(words.asked(session.view)[:20])
        after = hinted(session)
        assert not after.reply
        assert len(after.table.game.history) > len(session.table.game.history)
        session = after
        lines = {"said": [*news(session, in_short=True), *session.reply]}
        assert named(lines) <= known(session.table.game, 0)
    assert {"play", "score"} <= seen
    assert screen(session)[-1].startswith("The game is over: ")
    assert session.table.game.round_number == 1


def test_a_round_in_sentences() -> None:
    session = sit()
    lines: list[str] = []
    Plain(lines.append).greet(session)
    assert lines == [
        "American Hearts. Hearts 1 each, the queen of spades 13. Clockwise from your left: Ada, Ben and Cleo.",
        "Round 1. Cleo deals. Pass 3 left.",
        "Type help for the commands.",
    ]
    assert spoken(session) == [
        "Everyone gets 13 cards.",
        "Your hand:",
        "Clubs: 3, 9.",
        "Diamonds: 3, 4, queen, ace.",
        "Spades: 3, 5, ace.",
        "Hearts: 4, 6, jack, queen.",
        "Your turn: pass 3 cards to Ada.",
    ]
    session = typing(session, "as jh qh")
    lines = spoken(session)
    assert lines[:5] == [
        "You pass the ace of spades; the jack and queen of hearts.",
        "Ada has passed.",
        "Ben has passed.",
        "Cleo has passed.",
        "Cleo passes you the jack and king of diamonds; the ace of hearts.",
    ]
    assert lines[-2:] == ["You may play: the 3 and 9 of clubs.", "Your turn: play a card."]
    session = typing(session, "3C")
    assert "Ben takes the trick." in spoken(session)
    assert "Your hand:" not in spoken(session)
    while session.view.phase != "score":
        session = moved(session)
        assert not any(set("♣♦♠♥") & set(line) for line in spoken(session))
    lines = spoken(session)
    assert "The round is over." in lines
    assert "Cleo: took the queen of spades, +13." in lines
    assert "Ada: 8 points this round, 8 in total." in lines
    assert lines[-1] == "Press Enter to go on."
    assert typing(session, "4C").reply == (
        "The round is over: press Enter to go on, or type undo.",
    )
    assert typing(session, "hint").reply == ("There is nothing to choose: press Enter to go on.",)
    # Enter goes on whenever the prompt says so
    for line in ("4C", "last", "score", "help", "undo 1"):
        asked = typing(session, line)
        if spoken(asked)[-1] == "Press Enter to go on.":
            assert typing(asked, "").table == typing(session, "").table, line
    # but on the screen it returns from a page to the table, as that prompt says
    shown = typing(attrs.evolve(session, voice=DRAWN), "score")
    assert typing(shown, "").table == session.table
    assert typing(shown, "", "").table == typing(session, "").table
    session = typing(session, "")
    assert spoken(session) == [
        "You: 3 points.",
        "Ada: 8 points.",
        "Ben: 2 points.",
        "Cleo: 13 points.",
        "The game is over: Ben won.",
    ]
    assert session.is_done


def test_the_next_deal_follows_by_itself() -> None:
    table = Sitting.new(AMERICAN, seed=7)
    session = typing(until(Session.begin(table, SPOKEN), "score"), "")
    assert session.view.round_number == 1
    assert spoken(session)[:3] == [
        "Round 2. You deal.",
        "Pass 3 right.",
        "Everyone gets 13 cards.",
    ]
    assert spoken(session)[-1] == "Your turn: pass 3 cards to Cleo."
    assert Session.begin(session.table, SPOKEN, rounds=1).last == 2
    # the seed and the number of the round decide it, whatever was played before
    assert session.table.game.deals == Game.new(AMERICAN, dealer=0).deal(rng=Random("7 1")).deals
    assert any("took the queen of spades, +13" in line for line in typing(session, "score").pages)
    assert session.table.undone().view.phase == "play"


def test_two_cards_of_a_seat_in_a_trick_are_drawn_apart() -> None:
    rng = Random(3)
    game = Game.new(variants.get("booster_nines"))
    while len(game.view(0).table.trick) <= game.players:
        view = game.view(game.to_act[0]) if game.to_act else None
        game = game.deal(rng=rng) if view is None else game.apply(any_move(view, rng))
    trick = game.view(0).table.trick
    seat = trick.seat_of(0)
    mine = [card for place, card in enumerate(trick.cards) if trick.seat_of(place) == seat]
    text = "\n".join(line.plain for line in drawn(at(game, DRAWN)))
    assert f"> {DRAWN.card(mine[0])}   {DRAWN.card(mine[1])}" in text


def test_illegal_cards_are_dim_and_in_brackets() -> None:
    session = typing(sit(voice=DRAWN), "as jh qh")
    (row,) = (line for line in drawn(session) if line.plain.startswith("   ♦"))
    assert row.plain == "   ♦  (3)(4)(J)(Q)(K)(A)"
    assert {span.style for span in row.spans} >= {"dim default"}  # not dim red
    (clubs,) = (line for line in drawn(session) if line.plain.startswith("   ♣"))
    assert clubs.plain == "   ♣   3  9 "
    assert "dim default" not in {span.style for span in clubs.spans}
    letters = attrs.evolve(session, voice=TerminalVoice(letters=True, lines=22))
    assert "   D  (3)(4)(J)(Q)(K)(A)" in screen(letters)
    assert not any(set("♣♦♠♥") & set(line) for line in screen(letters))


def test_a_long_text_is_read_page_by_page() -> None:
    session = typing(sit(voice=DRAWN), "rules")
    whole = session.pages
    first = screen(session)
    assert first[-1] == "Press Enter for the next page."
    second = typing(session, "")
    assert screen(second)[0] == whole[len(first) - 1]
    while typing(second, "").pages:
        second = typing(second, "")
    assert screen(second)[-1] == "Press Enter to return to the table."
    assert screen(typing(second, ""))[0].startswith(" American Hearts, round 1")
    assert typing(session, "as jh qh").view.phase == "play"
    assert len(screen(typing(sit(voice=DRAWN), "help"))) == len(HELP) + 1


def test_the_sheet_has_room_for_every_table() -> None:
    players = 11
    lines = [
        Line(
            seat,
            1,
            f"took {{cards}}, for the {number}. time, from {{others}}",
            cards=Cards("2H 3H QS"),
            others=(3,),
        )
        for seat in range(players)
        for number in range(3)
    ]
    sheet = ScoreSheet(players, tuple(lines))
    session = until(sit(variants.get("cancellation"), DRAWN, players), "score")
    phase = attrs.evolve(session.table.game.phase, sheet=sheet)  # type: ignore[arg-type]
    game = Game(session.table.game.match, phase)
    lines_drawn = screen(attrs.evolve(session, table=attrs.evolve(session.table, game=game)))
    (ada,) = (line for line in lines_drawn if line.startswith("  Ada"))
    assert ada.startswith(
        "  Ada               3      3  took Q♠ 2♥ 3♥, for the 0. time, from Cleo;"
    )
    assert ada.endswith("…")


def test_a_mix_comes_back() -> None:
    session = sit(attrs.evolve(AMERICAN, passing=rules.Cycle((Mix(),))))
    assert spoken(session)[-1] == "Your turn: pass 3 cards to the middle."
    session = typing(session, "qh as jh")
    assert any(line.startswith("You receive ") for line in spoken(session))
    assert sum(isinstance(move, Deal) for move in session.table.game.history) == 2


def test_every_phase_is_played() -> None:
    table = Sitting.new(EVERYTHING, seat=3, seed=1, name="Zoë")
    session = Session.begin(table, SPOKEN, rounds=1)
    assert session.table.game.names == ("Ada", "Ben", "Cleo", "Zoë")
    session = typing(session, "2 left and 1 right")
    session = until(session, "charge")
    assert "charge" in spoken(session)[-1]
    session = until(session, "kitty") if session.view.kitty_size else session
    assert session.view.phase == "kitty"
    assert spoken(session)[-1] == "Your turn: lay down 4 cards for the kitty."
    assert any(line.startswith("You get 4 cards from the kitty: ") for line in spoken(session))
    assert "Your hand:" in spoken(session)
    card = may(session.view)[0]
    assert typing(session, f"why {card}").reply[0].startswith("You may lay down the ")
    assert typing(session, str(card)).reply[0] == "4 cards must be laid down, not 1."
    charged = session.view.table.with_charged(3, Cards(card))
    why = words.reason(attrs.evolve(session.view, table=charged), card, SPOKEN)
    assert why.startswith(f"You may not lay down the {card.word} now: ")
    assert why.endswith("is charged and must be played.")
    laid = moved(session)
    assert typing(laid, "undo").reply[0].startswith("Taken back: lay down ")
    refused = typing(laid, "claim")
    assert "The claim is refused." in spoken(refused)
    assert typing(refused, "claim").reply[0] == "A claim has just been refused: play a card."
    assert typing(refused, "undo").reply[0] == "Taken back: claim."


def test_a_second_charge_is_refused_with_the_reason() -> None:
    again = attrs.evolve(
        variants.get("turbo"),
        passing=rules.NO_PASSING,
        charging=rules.Charges({"QS": "QS", "AS": "AS"}, each=1, reopens=True),
    )
    deck = again.deck.cards(4)
    suits = [Cards(card for card in deck if str(card)[1] == suit) for suit in "SCDH"]
    session = at(Game.new(again).deal(hands=suits))
    assert words.reason(session.view, Card("QS"), SPOKEN) == "You may charge the queen of spades."
    most = attrs.evolve(session.view, table=session.view.table.with_charged(0, Cards("AS")))
    assert words.reason(most, Card("QS"), SPOKEN) == (
        "You may not charge the queen of spades now: no more cards may be charged."
    )
    assert words.asked(most) == "Your turn: you have nothing to charge, type none."


def test_claims_are_answered() -> None:
    claiming = attrs.evolve(AMERICAN, round_end=rules.PlayedOut(claims=True))

    def bold(view: View) -> Move:
        if view.claimant is not None:
            return Answer(view.seat or 0, accepts=True)
        return Claim(view.seat or 0) if view.phase == "play" else careful(view)

    table = Sitting.new(claiming, seed=7)
    session = Session.begin(attrs.evolve(table, players=(bold,) * 3), SPOKEN)
    while session.view.claimant is None:
        session = moved(session)
    assert "Cleo claims the rest." in spoken(session)
    assert "Hearts: 4, 6, jack, queen, ace." in spoken(session)
    assert spoken(session)[-1] == "Your turn: answer the claim, yes or no."
    assert typing(session, "hint").reply == (
        "Hint: Refuse the claim: the cards will show whether it is right. Type: no",
    )
    assert typing(session, "maybe").reply == (
        "Type yes to accept the claim, or no to refuse the claim.",
    )
    assert (
        typing(session, "why qs")
        .reply[0]
        .startswith("You are not choosing a card now. Your turn: answer the claim")
    )
    accepted = typing(session, "yes")
    assert "The claim is accepted." in spoken(accepted)
    assert not any("kitty" in line for line in spoken(accepted))
    assert accepted.view.phase == "score"  # a bot has chosen how its moon is paid
    assert typing(accepted, "undo").reply[0] == "Taken back: accept the claim."


def test_your_own_claim_is_accepted_or_refused() -> None:
    claiming = attrs.evolve(AMERICAN, round_end=rules.PlayedOut(claims=True))

    def kind(view: View) -> Move:
        return Answer(view.seat or 0, accepts=True) if view.claimant is not None else careful(view)

    table = Sitting.new(claiming, seed=7)
    refused = typing(until(Session.begin(table, SPOKEN), "play"), "claim")
    assert spoken(refused)[:2] == ["You claim the rest.", "The claim is refused."]
    assert refused.view.phase == "play"
    table = attrs.evolve(table, players=(kind,) * 3)
    session = typing(until(Session.begin(table, SPOKEN), "play"), "claim")
    assert spoken(session)[:3] == [
        "You claim the rest.",
        "The claim is accepted.",
        "You shot the moon.",
    ]
    assert session.view.phase == "moon"
    assert typing(session, "undo").reply[0] == "Taken back: claim."
    claims = Advice(typing(session, "undo").view, Claim(0))
    assert words.hint(claims, SPOKEN) == "Hint: Claim. Type: claim"


def test_the_moon_is_paid_as_the_human_says() -> None:
    session = typing(at(position(["AH", "2H", "3H", "4H"], taken="2C")), "ah")
    assert session.view.phase == "score"  # others took the rest
    rest = str(AMERICAN.deck.cards(4) - Cards("AH 2H 3H 4H"))
    game = Game.new(AMERICAN, names=["Ann", "Ben", "Cem", "Dora"]).set_up(
        ["AH", "2H", "3H", "4H"], leader=0, taken=[rest, "", "", ""]
    )
    session = typing(at(game), "ah")
    assert "You shot the moon." in spoken(session)
    assert spoken(session)[-3:] == [
        "Choose (1) add, the others score.",
        "Choose (2) subtract, your score goes down.",
        "Your turn: choose how the moon is paid, by number or name.",
    ]
    assert typing(session, "1").table == typing(session, "choose ADD").table
    assert typing(session, "hint").reply == ("Hint: Choose add. Type: add",)
    assert typing(session, "maybe").reply == (
        "The choices are 'add' and 'subtract'.",
        *words.choices(session.view, SPOKEN),
    )
    wrong = typing(typing(at(game, DRAWN), "ah"), "maybe")
    (choices,) = words.choices(wrong.view, DRAWN)
    assert screen(wrong).count(choices) == 1
    paid = typing(session, "Add")
    assert "Ben: pays for your moon, +26." in spoken(paid)
    assert typing(paid, "undo").reply[0] == "Taken back: choose add."
    assert isinstance(paid.table.game.history[-1], ChooseMoon)


def test_tricks_that_nobody_wins_and_cards_that_wait() -> None:
    seven = "5D 5D 6D 6D 7D 7D 8D"
    before = round_after(variants.get("cancellation"), 8, seven, holding={7: "8D"})
    session = typing(at(before, seat=7), "8D")
    assert any(line.startswith("Nobody wins the trick. ") for line in spoken(session))
    assert typing(session, "last").reply[0].endswith("Nobody took it.")
    said = typing(session, "table").reply
    assert any(line.startswith("Waiting for the next taker: ") for line in said)
    drawn_too = screen(attrs.evolve(session, voice=DRAWN))
    assert any("8 cards waiting" in line for line in drawn_too)
    assert "Nobody wins it." in " ".join(map(str.strip, drawn_too))


def test_cards_turned_up_are_said_and_drawn() -> None:
    game = Game.new(variants.get("knaves")).deal(seed=1)
    turned = SPOKEN.cards(game.view(0).turned)
    assert f"Turned up: {turned}." in typing(at(game), "table").reply
    drawn_too = screen(at(game, DRAWN))
    assert any("turned up: " in line for line in drawn_too)


def test_shown_hands_are_announced() -> None:
    chase = attrs.evolve(variants.get("chase_the_lady"), passing=rules.NO_PASSING)
    deck = chase.deck.cards(4)
    clubs = [card for card in deck if str(card)[1] == "C"]
    others = [card for card in deck if str(card)[1] in "DS"]
    hearts = [card for card in deck if str(card)[1] == "H"]
    hands = [
        [*clubs[:6], *others[:7]],
        [*hearts[:12], clubs[12]],
        [*clubs[6:12], *others[7:14]],
        [*others[14:], hearts[12]],
    ]
    session = at(Game.new(chase).deal(hands=hands))
    for _ in range(3):
        if any(session.view.shown):
            break
        session = moved(session)
    assert any(line.startswith("Ben shows ") or " shows " in line for line in spoken(session))
    said = typing(session, "table").reply
    assert any(line.startswith("Shown and still held by ") for line in said)


def test_partners_and_the_kitty_are_shown() -> None:
    session = until(sit(variants.get("partnership"), DRAWN), "play")
    assert any("partner" in line for line in screen(session))
    session = sit(variants.get("kitty_hearts"), DRAWN)
    assert any("kitty: 4" in line for line in screen(session))
    assert "Everyone gets 12 cards; 4 cards form the kitty." in screen(session)


def test_an_empty_table_and_an_empty_hand_are_announced() -> None:
    held = rules.Cycle((rules.Hold(), LEFT))
    session = Session.begin(Sitting.new(attrs.evolve(AMERICAN, passing=held), seed=1), SPOKEN)
    assert words.greeting(session.view, SPOKEN)[1] == (
        "Round 1. Cleo deals. No cards are passed this round."
    )
    assert "No pass." in typing(session, "table").reply
    view = typing(sit(), "as jh qh", "3c").view
    table = view.table
    empty = attrs.evolve(table, trick=attrs.evolve(table.trick, cards=()))
    assert words.on_table(attrs.evolve(view, table=empty), SPOKEN) == ("The table is empty.",)
    assert words.in_hand(attrs.evolve(view, hand=Cards()), SPOKEN) == ("You hold no cards.",)


def test_long_replies_are_cut_where_there_is_no_room() -> None:
    session = sit(variants.get("cancellation"), DRAWN, 11)
    session = attrs.evolve(session, reply=tuple(f"sentence {number}" for number in range(9)))
    lines = screen(session)
    assert "..." in lines
    assert "sentence 0" in lines
    assert "sentence 8" not in lines


def test_of_much_news_the_last_is_shown() -> None:
    start = typing(sit(voice=DRAWN), "as jh qh")
    session = start
    while len(session.view.table.tricks) < 12:
        session = moved(session)
    tricks = session.view.table.tricks
    steps = session.table.game.steps(start.table.seat, start.table.game)
    lines = screen(attrs.evolve(session, seen=((start.view, ()), *steps)))
    shown = [line for line in lines if line.startswith("Trick: ")]
    assert 0 < len(shown) < len(tricks)
    assert f"{tricks[-1].cards[-1]:u}. " in shown[-1]


def test_a_long_question_takes_the_room_of_the_replies() -> None:
    scatter = attrs.evolve(variants.get("cancellation"), passing=rules.Cycle((Scatter(),)))
    names = ["Me", *(f"Bartholomew Longname {number}" for number in range(9))]
    session = at(Game.new(scatter, 10, names=names).deal(seed=1), DRAWN)
    lines = screen(attrs.evolve(session, reply=("one", "two", "three")))
    assert lines[-1].endswith("in this order.")
    assert {"one", "two", "three"}.isdisjoint(lines)


def test_a_game_ended_by_its_host_is_shown() -> None:
    table = Sitting.new(AMERICAN, seed=7)
    over = attrs.evolve(table, game=table.game.stop())
    assert screen(Session.begin(over, DRAWN))[-1] == "The game is over: you, Ada, Ben and Cleo won."
    assert spoken(Session.begin(over, SPOKEN))[-1].endswith("won.")


def _lost(_: View) -> Move:
    raise HeartsError("no hands fit this view")


def _crash(_: View) -> Move:
    raise ZeroDivisionError


def _mumble(_: View) -> Move:
    return cast("Move", "QS")


def seat_of(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _cheat(view: View) -> Move:
    return Play(seat_of(view), next(card for card in PACK if card not in view.hand))


def _meddle(view: View) -> Move:
    return Charge((seat_of(view) + 1) % view.players, ())


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        (_lost, "HeartsError"),
        (_crash, "ZeroDivisionError"),
        (_mumble, "HeartsError"),
        (_cheat, "IllegalMove"),
    ],
)
def test_a_bot_that_fails_loses_nothing(bot: Bot, kind: str) -> None:
    session = typing(sit(), "as jh qh")
    session = attrs.evolve(session, table=attrs.evolve(session.table, players=(bot,) * 3))
    after = typing(session, "3c")
    assert after.reply == (f"Ada cannot move: {kind}.",)
    assert after.table == session.table


def test_a_bot_moves_for_nobody_else() -> None:
    """All charge at the same time."""
    table = Sitting.new(variants.get("gong_zhu"), seed=1)
    table = [table, *table.steps()][-1].after(Charge(0, ()))
    with pytest.raises(HeartsError) as error:
        next(attrs.evolve(table, players=(_meddle,) * 3).steps())
    assert getattr(error.value.__cause__, "code", "") == "not-yours"


def test_the_page_shows_what_is_drawn() -> None:
    page = Path(__file__).parents[2] / "docs" / "howto" / "play-in-the-terminal.md"
    shown = page.read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    session = typing(sit(voice=DRAWN), "as jh qh", "3c", "9c", "ad", "why 4h")
    assert shown.splitlines() == [line.rstrip() for line in screen(session)]
    assert all(f"`{typed}`" in page.read_text(encoding="utf-8") for typed, _ in HELP)


# saving


def test_a_game_is_saved_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    session = typing(sit(), "as jh qh", "3c")
    assert typing(session, "save").reply == ("Name a file, for instance: save game.json",)
    saved = typing(session, f"save {file}")
    assert saved.reply == (f"The game is saved in {file}.",)
    again = Sitting.loads(file.read_text(encoding="utf-8"))
    assert again == session.table
    resumed = attrs.evolve(Session.begin(again, SPOKEN), file=file)
    assert spoken(resumed)[0] == "Your hand:"
    assert "On the table: Ben, the jack of clubs; Cleo, the 10 of clubs." in spoken(resumed)
    assert typing(resumed, "undo").table == typing(session, "undo").table
    # its own file is written again, another one is not
    assert typing(resumed, "9c", "save").reply == saved.reply
    assert Sitting.loads(file.read_text(encoding="utf-8")) == typing(resumed, "9c").table
    assert typing(session, f"save {file}").reply == (
        f"{file} already exists: choose another name.",
    )
    assert typing(session, f"save {tmp_path}/none/game.json").reply == (
        f"The game is not saved in {tmp_path / 'none' / 'game.json'}: No such file or directory",
    )
    (reply,) = typing(session, "save a\0b").reply
    assert reply.startswith("The game is not saved in a\0b: embedded null ")


def test_leaving_keeps_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    session = typing(sit(), "quit")
    assert session.is_done
    assert session.reply == ("You have not played yet. For the same cards again, use --seed 7",)
    session = typing(sit(), "as jh qh", "quit")
    (file,) = folder.iterdir()
    (said,) = session.reply
    assert said.startswith("The game is saved. To resume it: heartslib play --resume ")
    assert shlex.split(said)[-1] == str(file)
    assert spoken(session) == [said]
    assert Sitting.loads(file.read_text(encoding="utf-8")) == session.table
    later = typing(attrs.evolve(session, left=False, reply=()), "3c", "exit")
    assert later.file == file
    assert Sitting.loads(file.read_text(encoding="utf-8")) == later.table
    monkeypatch.setattr("tempfile.tempdir", str(folder / "none"))
    assert typing(sit(), "as jh qh", "quit").reply == (
        "The game is not saved: No such file or directory",
    )
    over = attrs.evolve(sit().table, game=sit().table.game.stop())
    assert attrs.evolve(sit(), table=over).leave().reply == ()


def test_names_and_bots_go_round_from_the_left_of_the_human() -> None:
    table = Sitting.new(AMERICAN, seat=2, name=" ada ", bots=("careful", "random:3", "careful"))
    assert table.game.names == ("Cleo", "Dan", "ada", "Ben")
    assert table.bots == ("careful", "random:3", "careful")
    assert Sitting.new(AMERICAN, name=" ").game.names[0] == "You"
    assert Sitting.new(AMERICAN).seed != Sitting.new(AMERICAN).seed


# the loop and the command


class Typist:
    """What answers prompts: lines one by one, then the end of the input or a key."""

    def __init__(self, *lines: str, end: type[BaseException] = EOFError) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._end = end

    def __call__(self, prompt: str = "") -> str:
        assert prompt == "> "
        for line in self._lines:
            return line
        raise self._end


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_and_the_interrupt_key_leave(
    end: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    lines: list[str] = []
    session = play(Plain(lines.append), sit(), Typist("as jh qh", end=end))
    (file,) = tmp_path.iterdir()
    assert not lines[-2]
    assert shlex.split(lines[-1])[-3:] == ["play", "--resume", str(file)]
    assert session.left


@pytest.mark.parametrize("passing", [AMERICAN.passing, rules.NO_PASSING], ids=["pass", "none"])
def test_the_interrupt_key_while_a_bot_thinks_leaves_the_game_as_it_was(
    passing: rules.Passing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(view: View) -> Move:
        if view.phase == "play":
            raise KeyboardInterrupt
        return careful(view)

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    table = Sitting.new(attrs.evolve(AMERICAN, passing=passing), seed=1)
    table = attrs.evolve(table, players=(slow,) * 3)
    lines: list[str] = []
    session = play(Plain(lines.append), Session(table, SPOKEN), Typist("3c 4c 9c"))
    assert session.left
    assert lines[-1] == "You have not played yet. For the same cards again, use --seed 1"
    assert ("Everyone gets 13 cards." in lines) == (passing is AMERICAN.passing)
    assert not [*tmp_path.iterdir()]


def test_a_drawn_game_clears_the_screen_and_says_farewell() -> None:
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=80, height=24, legacy_windows=False)
    play(Screen(console), sit(voice=DRAWN), Typist("quit"))
    text = written.getvalue()
    assert text.startswith("\x1b[2J\x1b[H")
    assert text.endswith("For the same cards again, use --seed 7\n")
    assert "American Hearts, round 1" in text


def test_a_large_terminal_is_used() -> None:
    large = Screen(Console(width=300, height=90)).voice
    assert (large.width, large.lines) == (120, 38)
    session = attrs.evolve(sit(variants.get("cancellation"), DRAWN, 11), voice=large)
    last: list[str] = []
    while not session.is_done:
        lines = screen(session, 120, 40)
        if session.view.phase == "play":
            assert any(len(line) > WIDTH for line in lines[1:])
        last = lines
        session = moved(session)
        if session.view.phase == "score":
            assert not any(line.endswith("…") for line in screen(session, 120, 40))
    assert max(map(len, last)) > WIDTH


def test_a_terminal_may_change_its_size() -> None:
    console = Console(
        file=io.StringIO(), force_terminal=True, width=120, height=40, legacy_windows=False
    )
    asked: list[int] = []

    def ask(_: str) -> str:
        console.width -= 10
        asked.append(console.width)
        return "" if len(asked) < 3 else "quit"

    session = play(Screen(console), sit(voice=DRAWN), ask)
    assert asked == [110, 100, 90]
    assert session.voice.width == 90


RUNNING: list[TimerByHand] = []


class TimerByHand:
    """A `threading.Timer` that shows a status once enough time has passed, by `time_passes`."""

    daemon = False

    def __init__(self, seconds: float, shows: Any) -> None:
        self.left, self.status = seconds, shows.__self__

    def start(self) -> None:
        RUNNING.append(self)

    def cancel(self) -> None:
        RUNNING.clear()

    def join(self) -> None:
        assert not RUNNING


def time_passes(seconds: float) -> None:
    for timer in [*RUNNING]:
        timer.left -= seconds
        if timer.left <= 0:
            timer.cancel()
            timer.status.start()
            timer.status._live.refresh()  # the thread that draws it may be late


def thinking(table: Sitting, seconds: float) -> str:
    """What a drawn game writes while the bots each take so long over their first card."""

    def slow(view: View) -> Move:
        if not view.table.tricks:
            time_passes(seconds)
        return careful(view)

    table = attrs.evolve(table, players=(slow,) * 3)
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=80, height=24, legacy_windows=False)
    session = play(Screen(console), Session(table, DRAWN), Typist("quit"))
    assert session.left
    return written.getvalue()


def test_a_bot_that_thinks_for_more_than_a_moment_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("heartslib.terminal.screen.Timer", TimerByHand)
    rulebook = attrs.evolve(AMERICAN, passing=rules.NO_PASSING)
    tables = (Sitting.new(rulebook, seed=seed) for seed in range(99))
    table = next(each for each in tables if next(each.steps()).game.to_act == (1,))
    text = thinking(table, 0.2)
    assert "Ben is thinking..." in text
    assert "Ada is thinking" not in text  # that took no more than a moment
    assert text.endswith("\n")
    assert "thinking" not in thinking(table, 0)


def test_cancelled_cards_are_marked() -> None:
    rulebook = variants.get("cancellation")
    session, marked = sit(rulebook, DRAWN, 7), 0
    while session.view.phase != "score":
        trick = session.view.table.trick
        struck = rulebook.at(7).in_force.cancelled(trick)
        lines, table = screen(session), typing(session, "table").reply
        for place, card in enumerate(trick.cards):
            assert any(f"x{card:u} " in line for line in lines) == (
                card in {trick.cards[each] for each in struck}
            ), place
        assert any(line.startswith("Cancelled: ") for line in table) == bool(struck)
        marked += len(struck)
        session = moved(session)
    assert marked


def test_a_charge_does_not_hide_the_points() -> None:
    turbo = attrs.evolve(variants.get("turbo"), passing=rules.NO_PASSING)
    game = Game.new(turbo).deal(seed=7)
    while game.phase.name == "charge":
        question = game.view(game.to_act[0]).question
        assert isinstance(question, ChooseCards)
        game = game.charge(game.to_act[0], question.among[:1])
    session = at(game, DRAWN)
    charged, both = session.view.table.charged, 0
    while session.view.phase == "play":
        lines = [line.strip() for line in screen(session)]
        for seat in (1, 2, 3):
            taken = taken_words(session.view, in_short=True)[seat]
            if charged[seat] and not taken.startswith("0 tricks"):
                assert any(line.startswith(taken) or line.endswith(taken) for line in lines)
                assert any(f"charged {charged[seat]:u}" in line for line in lines)
                both += 1
        session = moved(session)
    assert both


def test_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr(builtins, "input", Typist("as jh qh", f"save {file}", "quit"))
    assert main(["play", "american", "--seed", "7", "--bots", "careful", "--name", "Ann"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "American Hearts. Hearts 1 each, the queen of spades 13. Clockwise from your left: Ada, Ben"
    )
    assert f"The game is saved in {file}." in out
    monkeypatch.setattr(builtins, "input", Typist("3c", "quit"))
    assert main(["play", "--resume", str(file), "--plain"]) == 0
    assert "You play the 3 of clubs." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rounds", "0"], "--rounds: must be a whole number from 1 to 1000, not '0'"),
        (["--seat", "11"], "--seat: must be a whole number from 0 to 10, not '11'"),
        (["turbo", "--resume", "x.json"], "a saved game has its own rules: leave that out"),
        (["--rules", "r.toml", "--resume", "x.json"], "a saved game has its own rules"),
        (["--resume", "x.json", "--seat", "1"], "a saved game has its own --seat: leave that out"),
        (["--resume", "there is no such file"], "there is no file 'there is no such file'"),
        (["--seat", "9"], "9 is not a seat"),
        (["no_such_game"], "no_such_game"),
    ],
)
def test_the_command_refuses(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == BAD_INPUT
    assert said in capsys.readouterr().err


class Terminal(io.TextIOWrapper):
    """Standard output that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self.written = io.BytesIO()
        super().__init__(self.written, encoding=encoding, newline="\n")

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        self.flush()
        return self.written.getvalue().decode(self.encoding)


Start = Callable[..., str]


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts a game at a terminal, leaves it, and returns what was shown."""

    def run(
        table: Sitting,
        columns: int = 80,
        encoding: str = "utf-8",
        *,
        plain: bool = False,
        lines: int = 24,
    ) -> str:
        terminal = Terminal(encoding)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("rich.console.detect_legacy_windows", lambda: False)
        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setattr(builtins, "input", Typist("quit"))
        start(table, plain=plain)
        return terminal.text

    return run


def test_a_terminal_gets_the_table(on_terminal: Start) -> None:
    text = on_terminal(Sitting.new(AMERICAN, seed=7))
    assert "\x1b[2J" in text
    assert "♦" in text
    text = on_terminal(Sitting.new(AMERICAN, seed=7, name="Zoë"), encoding="ascii")
    assert "   D  " in text
    assert "Zo?: 0" in text
    text = on_terminal(Sitting.new(AMERICAN, seed=7, name="−7"), encoding="ascii")
    assert "-7: 0" in text


def test_where_the_table_cannot_be_drawn_sentences_are_said(
    on_terminal: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Sitting.new(AMERICAN, seed=7)
    assert on_terminal(table, plain=True).startswith("American Hearts. Hearts 1 each, ")
    why = "The table cannot be drawn: the terminal is smaller than 80 columns and 24 lines."
    assert on_terminal(table, columns=90, lines=20).startswith(f"{why}\n")
    narrow = on_terminal(table, columns=50)
    assert " ".join(narrow.split()).startswith(why)
    assert max(map(len, narrow.splitlines())) <= 50
    wide = on_terminal(table, columns=79)
    assert narrow.split() == wide.split()
    assert len(narrow.splitlines()) > len(wide.splitlines())
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "rich.console", None)
        without.setitem(sys.modules, "readline", None)
        assert on_terminal(table).startswith("The table cannot be drawn: rich is not installed ")


@pytest.fixture
def ignored() -> Iterator[None]:
    """A program that was started to ignore the interrupt key, as with ``nohup``."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ignored")
def test_the_interrupt_key_of_a_terminal_works_where_it_was_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[object] = []

    def ask(_: str) -> str:
        found.append(signal.getsignal(signal.SIGINT))
        return "quit"

    monkeypatch.setattr(builtins, "input", ask)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    start(Sitting.new(AMERICAN, seed=7), plain=True)
    assert found == [signal.default_int_handler]
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    start(Sitting.new(AMERICAN, seed=7), plain=True)
    assert found[1:] == [signal.SIG_IGN]


def test_output_that_is_no_terminal_is_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(builtins, "input", Typist())
    assert start(Sitting.new(AMERICAN, seed=7)).left
    assert written.getvalue().startswith("American Hearts. ")


def test_wide_names_fit() -> None:
    table = Sitting.new(variants.get("cancellation"), 11, seed=1, name="王" * 30)
    session = Session.begin(table, DRAWN)
    assert all(columns_of(line) <= WIDTH for line in screen(session))


BARBU = variants.get("barbu")


def dealing(voice: TerminalVoice = SPOKEN, *, rounds: int = 2) -> Session:
    """A game of Barbu in which the human deals and is to name the contract."""
    return Session.begin(Sitting.new(BARBU, seat=3, seed=7), voice, rounds=rounds)


def test_a_contract_is_named_once() -> None:
    session = typing(until(typing(dealing(), "last two"), "score"), "")
    assert session.view.phase == "contract"
    assert "Name (4) king of hearts: the king of hearts −20" in spoken(session)
    reply = "You may not name last two now: name another contract."
    assert typing(session, "last-two").reply == (reply,)


def test_the_contracts_are_listed_once_after_one_is_taken_back() -> None:
    undone = typing(typing(dealing(DRAWN), "no hearts"), "undo")
    lines = screen(undone)
    assert sum("no queens" in line for line in lines) == 1


def test_a_name_with_and_can_be_typed() -> None:
    choices = [
        attrs.evolve(each, name="seventh-and-last") if each.name == "last-two" else each
        for each in BARBU.contracts.choices
    ]
    house = attrs.evolve(BARBU, contracts=rules.DealerNamesContract(tuple(choices)))
    session = Session.begin(Sitting.new(house, seat=3, seed=7), SPOKEN)
    for line in ("seventh and last", "seventh-and-last", "seventh last", "s"):
        assert typing(session, line).view.contract == "seventh-and-last"


def test_naming_a_contract_is_taken_back_and_saved(tmp_path: Path) -> None:
    session = dealing()
    named = typing(session, "no hearts")
    undone = typing(named, "undo")
    assert undone.reply[0] == "Taken back: name no hearts."
    costs = "hearts −2 each, the ace of hearts −6"
    assert f"Name (2) no hearts: {costs}" in " ".join(undone.reply)
    assert undone.table == session.table
    assert (
        typing(session, f"save {tmp_path / 'game.json'}").reply[0].startswith("The game is saved")
    )
    resumed = Sitting.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert resumed.view.question == session.view.question


def test_the_contract_and_what_it_costs_stay_in_sight() -> None:
    session = typing(dealing(DRAWN), "king of hearts")
    while session.view.phase == "play":
        lines = screen(session)
        assert lines[0].startswith(" Barbu, round 1 ")
        assert lines[0].endswith(" king of hearts, you deal ")
        assert lines[1] == " K♥ −20. The highest score wins."
        session = moved(session)
    assert screen(session)[0].endswith(" king of hearts, you deal ")


def test_the_rounds_of_a_score_are_labelled_with_their_contracts() -> None:
    session = until(typing(dealing(), "king of hearts"), "score")
    assert session.view.sheet is not None
    entered = session.view.sheet.totals
    assert typing(session, "score").pages[0] == "The last finished round, king of hearts:"
    after = typing(session, "")
    points = ", ".join(
        f"{telling.who(after.view, seat)} {each}".replace("-", "−")
        for seat, each in enumerate(entered)
    )
    pages = typing(after, "score").pages
    assert pages[4] == f"Round 1, king of hearts, dealt by you: {points}."
    assert pages[5] == "The last finished round, king of hearts:"
    done = typing(until(typing(attrs.evolve(after, voice=DRAWN), "no tricks"), "score"), "")
    assert done.is_done
    assert "The last finished round, no tricks:" in screen(done)
    assert words.rounds(sit().view) == ()
    assert words.last_title(sit().view) == "The last finished round:"


def test_tricks_that_count_are_not_called_no_points() -> None:
    kierki = variants.get("kierki")
    session = moved(sit(kierki))
    seat = session.view.table.tricks[0].taker
    assert seat is not None
    assert taken_words(session.view)[seat] == "1 trick"
    assert not any("0 points for" in line for line in words.scores(session.view))
    bonus = sit(variants.get("jab_moo"))
    assert taken_words(bonus.view)[0].startswith("0 tricks, ")
    last = attrs.evolve(kierki, contracts=rules.ContractsInOrder(kierki.contracts.choices[-1:]))
    session = moved(sit(last))
    assert taken_words(session.view)[0].endswith(" for cards")
    assert ", cards " in taken_words(session.view, in_short=True)[0]


def test_long_terms_are_cut() -> None:
    kierki = variants.get("kierki")
    last = rules.ContractsInOrder(kierki.contracts.choices[-1:])
    lines = screen(sit(attrs.evolve(kierki, contracts=last), DRAWN))
    assert lines[1].startswith(" ♥ 1 to 21, Q♣ Q♦ Q♠ 5 each, ")
    lines = screen(sit(variants.get("bassadewitz"), attrs.evolve(DRAWN, width=40)))
    assert lines[1].startswith(" Card points: aces 11, 10s 10, kings 4,")
    assert not lines[4].strip()


def test_a_joker_is_named_and_typed_as_one() -> None:
    joker, hand = variants.get("kierki_dzokerowe"), "2C 5C 6C 7C 8C 9C TC JC QC KC AC 3D 9H"
    rest = [*(joker.deck.cards(4) - Cards(hand))]
    game = Game.new(joker, dealer=3, names=["Me", "Ann", "Ben", "Cem"])
    game = game.deal(hands=[hand, *(Cards(rest[place::3]) for place in range(3))])
    drawn_at, spoken_at = (at(game, voice.at(game.view(0))) for voice in (DRAWN, SPOKEN))
    assert ["♥", "joker", "9"] in [line.split() for line in screen(drawn_at)]
    assert "Hearts: joker, 9." in spoken(spoken_at)
    for typed in ("*h", "*♥", "joker", "joker of hearts", "play joker", "2c"):
        played = typing(drawn_at, typed)
        table = played.view.table
        assert (*table.tricks, table.trick)[0].cards[0] is Card("2C")
    assert "You lead the joker." in spoken(typing(spoken_at, "joker"))
    assert any("> joker " in line for line in screen(at(game.play("2C"), drawn_at.voice, seat=1)))
    assert words.typed(drawn_at.view, Play(0, "2C"), drawn_at.voice) == "joker"
    assert "2♣" in "".join(typing(drawn_at, "rules").pages)


def test_a_charged_card_is_marked_in_the_trick() -> None:
    hands = ["QS AS KS", "2S 3S TS", "4S 5S JS", "6S 7S 8S"]
    gong_zhu = variants.get("gong_zhu")
    rest = [*(gong_zhu.deck.cards(4) - Cards(" ".join(hands)))]
    full = [Cards(hand) + Cards(rest[place::4]) for place, hand in enumerate(hands)]
    game = Game.new(gong_zhu, dealer=3, names=["Me", "Ann", "Ben", "Cem"]).deal(hands=full)
    game = game.charge(0, "QS")
    for seat in game.to_act:
        game = game.charge(seat, "")
    for card in ("2S", "4S", "6S", "AS", "QS"):
        game = game.play(card)
    assert any("> Q♠!" in line for line in screen(at(game, DRAWN, seat=2)))
    (*_, led) = game.view(0).table.trick.cards
    assert SPOKEN.at(game.view(0)).the(led) == "the exposed queen of spades"


def test_that_the_highest_score_wins_is_said() -> None:
    assert screen(sit(variants.get("gong_zhu"), DRAWN))[1] == (
        " ♥ −10 to −50, J♦ +100, Q♠ −100, 10♣ doubles the score. The highest score wins."
    )


def test_a_large_window_is_used() -> None:
    def lines_at(height: int) -> list[str]:
        voice = attrs.evolve(DRAWN, lines=height - 2, width=120)
        return screen(typing(sit(voice=voice), "as jh qh", "3c", "9c", "ad"), 120, height)

    small, large = lines_at(24), lines_at(40)
    assert len(small) <= 23
    assert len(large) == 39
    tricks = [[line for line in lines if line.startswith("Trick: ")] for lines in (small, large)]
    assert len(tricks[0]) < len(tricks[1]) == 3
    assert tricks[1][-len(tricks[0]) :] == tricks[0]
    assert [line for line in large if line.strip()][-6:] == [
        line for line in small if line.strip()
    ][-6:]
    begun = screen(sit(voice=attrs.evolve(DRAWN, lines=38, width=120)), 120, 40)
    assert len(begun) == 39  # the table is larger while there is little to tell


def test_what_counts_is_cut_where_it_would_fill_the_table() -> None:
    american = variants.get("american")
    by_number = rules.TrickValues({number: number for number in range(1, 14)})
    lines = screen(sit(attrs.evolve(american, scoring=(*american.scoring, by_number)), DRAWN))
    assert lines[3].endswith("10 for the 10th …")
    assert lines[4].strip() == ""
