"""What each reader says of each game: a test for each way to show, to store or to ask, and each row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    View,
    legal_plays,
    record,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.cli import main
from heartslib.formats.notation import deal_text, read_deal
from heartslib.phases import PlayPhase
from heartslib.sampling import Sampler, as_game
from heartslib.scorecard import ScoreCard, read_csv, read_json, write_csv, write_json
from heartslib.scorecard.html import card_html
from heartslib.show.svg import sheet_html, table_svg
from heartslib.show.telling import Voice, sentences
from heartslib.show.text import cards_text, round_text, with_symbols
from heartslib.terminal import TerminalVoice, words
from heartslib.words import how_many, written
from tests.helpers.games import (
    GAMES,
    NAMES,
    by_name,
    halfway,
    led,
    other_names_of_jokers,
    over,
    played,
)
from tests.helpers.strategies import at_random, next_state, with_care
from tests.helpers.written import read_back, written_down

each_game = pytest.mark.parametrize("slug", GAMES)
SHORT, SPOKEN = TerminalVoice(), TerminalVoice(spoken=True)


def test_every_game_has_a_row() -> None:
    assert GAMES.keys() == variants.all().keys()


# ---------------------------------------------------------------- shown


@each_game
def test_it_is_printed(slug: str) -> None:
    row, game = GAMES[slug], led(slug)
    head, _, rest = str(game.view(None)).partition("\n\n")
    leader = NAMES[row.leader]
    pool = f"{how_many(row.pool, 'counter')} in the pool" * bool(row.pool)
    special = [
        row.named,
        *(f"{card:u} shown" for card in Cards(row.shown)),
        f"pass {row.passing}" * bool(row.passing),
        pool,
    ]
    special += [f"{NAMES[row.players - 1]} deals", "seen by a spectator"]
    assert " ".join(head.split()) == (
        f"{game.rules.name}, round 1: {', '.join(filter(None, special))} {leader} to lead a card"
    )
    assert rest.splitlines()[1 + row.players :] == row.notes
    assert not any("\n" in repr(each.phase) for each in played(slug))
    lead = Cards(row.lead) or game.hands[row.leader]
    words_of_lead = cards_text(game.view(None).marks, lead)
    assert f"{leader} to lead a card: {words_of_lead}" in " ".join(str(game).split())
    text, (reason, points) = round_text(over(slug)), row.read
    assert text.startswith(f"Round 1{', ' * bool(row.contract)}{row.named}: ")
    charged = "".join(f"\n  {each}" for each in by_name(row.charged, form="{}: {}"))
    assert (f"\n{row.verb}{charged}\n" in text) == bool(charged)
    assert re.search(rf"{re.escape(reason)} +{written(points)}\b", text)


@each_game
def test_it_is_drawn(slug: str) -> None:
    row, game = GAMES[slug], led(slug)
    picture = table_svg(game.view(None))
    marks = [f"{each}." for each in row.notes]
    marks += ["in the pool"] * bool(row.pool)
    marks += [">turned up<"] * bool(row.turned)
    marks += by_name(row.charged, form=f">{row.verb.lower()} {{1}}<")
    where, size = row.aside
    marks += [f">{where}: {size}<"] * (size > 0)
    assert [mark for mark in marks if mark not in picture] == []
    rare = {"turned up": row.turned, ">kitty: ": row.kitty, ">stock: ": row.stock, "pool": row.pool}
    assert [mark for mark in rare if mark in picture] == [mark for mark in rare if rare[mark]]
    table = re.sub(r"</?span[^>]*>", "", sheet_html(over(slug)))
    reason, points = row.read
    assert re.search(rf">{re.escape(reason)}</td><td[^>]*>{written(points)}<", table)
    assert ("In the pool: " in table) == over(slug).rules.has_pool


@each_game
def test_the_terminal_says_it(slug: str) -> None:
    row, game = GAMES[slug], led(slug)
    asked = next(each for each in played(slug) if each.to_act)
    assert words.asked(asked.view(asked.to_act[0])) == f"Your turn: {row.asked}."
    view = game.view(None)
    wanted = [f"The contract is {row.named}."] * bool(row.contract)
    wanted += [row.terms] * bool(row.contract or row.shown)
    wanted += [f"Pass {row.passing}."] * bool(row.passing)
    for verb, cards in ((row.verb, row.charged), ("Shown and still held", row.held)):
        wanted += by_name(cards, form=f"{verb} by {{}}: {{}}.")
    wanted += [f"Turned up: {Cards(row.turned):u}."] * bool(row.turned)
    where, size = row.aside
    wanted += [f"In the {where}: {size} cards."] * bool(size)
    wanted += [f"Partners: {row.partners}."] * bool(row.partners)
    said = words.on_table(view, SHORT)
    assert len(said) == len(wanted or ["The table is empty."])
    assert all(map(str.startswith, said, wanted or ["The table is empty."]))
    greeting, begins = words.greeting(view, SHORT)
    assert ("The highest score wins." in greeting) == row.high
    parts = [f"{NAMES[row.players - 1]} deals.", *wanted[:1] * bool(row.contract)]
    parts += [f"The dealer's last card is {card:u}." for card in Cards(row.shown)]
    parts += [f"Pass {row.passing}."] * bool(row.passing)
    assert begins == " ".join(["Round 1.", *parts])
    pool = f"In the pool: {how_many(row.pool, 'counter')}, a jack."
    assert (words.scores(view)[-1] == pool) == (row.pool > 0)
    end, after = over(slug), over(slug).score()
    assert end.sheet is not None
    counted = (end.view(None), end.sheet, after.scores)
    lines = words.sheet(*counted, SPOKEN)
    for name, points in zip(NAMES, row.totals, strict=False):
        total = f"{name}: {how_many(points, 'point')} this round, {written(points)} in total."
        assert total in lines
    assert any(line.endswith(f", {written(row.line[1], '+d')}.") for line in lines)
    left = f"In the pool: {row.left} counters, a jack" if row.left else "In the pool: nothing"
    for last in (
        lines[-1],
        words.sheet(*counted, SHORT)[-1],
        words.short_sheet(*counted, SHORT)[-1],
    ):
        assert (last.strip(" .") == left) == end.rules.has_pool


@each_game
def test_a_joker_has_one_name(slug: str) -> None:
    names, end = other_names_of_jokers(slug), over(slug)
    said = [
        round_text(end),
        *map(str, played(slug)),
        *map(table_svg, played(slug)),
        sheet_html(end),
    ]
    for seat in (0, None):
        view = end.view(seat)
        for voice in (SHORT.at(view), SPOKEN.at(view)):
            said += [*words.on_table(view, voice), words.last_trick(view, voice)]
            said += [*words.sheet(view, end.sheet, end.score().scores, voice)] if end.sheet else []
            for now, events in end.steps(seat):
                said += [each for event in events for each in sentences(now, event, voice)]
    heard = "\n".join(said)
    assert [name for name in names if re.search(rf"(?<!\d){re.escape(name)}", heard)] == []
    assert "*" not in re.sub(r"(?m)^\* ", "", heard)
    assert ("joker" in heard) == bool(names)


@each_game
def test_it_is_announced(slug: str) -> None:
    row, game = GAMES[slug], led(slug)
    heard = [
        sentence
        for view, events in game.steps(None)
        for event in events
        for sentence in sentences(view, event, Voice())
    ]
    where, size = row.aside
    dealt = f"Everyone gets {row.cards} cards" + f"; {size} cards form the {where}" * (size > 0)
    passed = [f"{name} has passed." for name in NAMES[: row.players]] * bool(row.passing)
    assert sorted(heard) == sorted([f"{dealt}.", *passed, *row.said])


# ---------------------------------------------------------------- stored and sent


@each_game
def test_it_is_sent(slug: str) -> None:
    row, game = GAMES[slug], led(slug)
    for state in (game, halfway(slug), over(slug), over(slug).score()):
        for seat in (0, row.players - 1, None):
            assert wire.loads_view(wire.dumps_view(state, seat)).view == state.view(seat)
    seen = json.loads(wire.dumps_view(game, None))["view"]
    assert seen["kitty_size"] == (row.kitty or row.stock)
    assert {
        "contract": row.contract or None,
        "face_up": [*row.turned.split(), *row.shown.split()],
        "pool": row.pool,
        "bids": [*row.bids],
    }.items() <= seen["settled"].items()
    assert seen["table"]["shown"] == [*row.held] * any(row.held)
    lines = json.loads(wire.dumps_view(over(slug), None))["view"]["sheet"]["lines"]
    assert row.line in [(with_symbols(line["reason"]), line["points"]) for line in lines]


@each_game
def test_it_is_recorded(slug: str) -> None:
    row, end = GAMES[slug], over(slug)
    for state in (led(slug), halfway(slug), end, end.score()):
        again = record.loads(record.dumps(state))
        assert (again, again.history) == (state, state.history)
    stored = written_down(end)
    wanted: dict[str, Any] = {
        "contract": row.contract,
        "bids": [*row.bids],
        "pool": row.pool,
        "charged": [*row.charged],
        "points": [*row.totals],
    }
    assert {key: value for key, value in wanted.items() if value}.items() <= stored.items()
    assert len(stored.get("kitty", "")) == len(row.turned.split()) + row.kitty + row.stock
    assert len(stored.get("passes", "")) == (row.players if row.passing else 0)
    assert read_back(stored).sheet == end.sheet
    assert ('"face_up": ["AH"]' in record.dumps(end).replace("\n", "")) == (row.shown == "AH")


@each_game
def test_its_deal_is_written(slug: str) -> None:
    row, (deal, *_) = GAMES[slug], over(slug).deals
    text = deal_text(deal.hands, deal.kitty)
    hands, _, rest = text.partition(" + ")
    assert len(hands.removeprefix("0:").split()) == row.players
    assert len(rest) == 2 * (row.kitty + row.stock + len(row.turned.split()))
    assert (read_deal(text).hands, read_deal(text).kitty) == (deal.hands, deal.kitty)


@each_game
def test_its_score_card_is_kept(slug: str) -> None:
    row, end = GAMES[slug], over(slug)
    entry = {"sheet": end.sheet, "contract": end.contract}
    names = NAMES[: row.players]
    card = score_game(end.rules, rounds=[entry], names=names, pool=row.pool)
    assert (card.points, card.pool) == ((row.totals,), row.left)
    assert bool(card.winners) == card.is_over == bool(row.winners)
    csv = write_csv(card).splitlines()
    titles = ["pool"] * end.rules.has_pool + ["contract"] * bool(row.contract)
    assert csv[0].replace('"', "").split(",") == ["round", *names, *titles]
    last = [1, *row.totals, *[row.left] * end.rules.has_pool, *filter(None, [row.contract])]
    assert csv[-1].replace('"', "") == ",".join(map(str, last))
    text, page = str(card).splitlines(), card_html(card)
    assert ("  pool" in text[0], text[1].startswith("start")) == (end.rules.has_pool, row.pool > 0)
    assert text[-1 - card.is_over].endswith(f"  {row.named}") == bool(row.contract)
    pool = f'<td class="column">{row.left}</td></tr>\n</tbody>'
    assert (">Pool<" in page) == (pool in page) == end.rules.has_pool
    assert page.count(f"<i>{row.named}</i>") == bool(row.contract)
    assert all(f'"points">{written(points, "+d")}<' in page for points in row.totals)
    assert [each.points for each in reread(card)] == [card.points] * 2


def reread(card: ScoreCard) -> Iterator[ScoreCard]:
    """The card, from each of its stored forms."""
    names, rounds, _ = read_json(write_json(card))
    yield score_game(card.rules, rounds=rounds, names=names)
    names, rows = read_csv(write_csv(card))
    yield score_game(card.rules, rounds=rows, names=names)


# ---------------------------------------------------------------- asked without a game


def laid_out(slug: str, game: Game) -> dict[str, Any]:
    """What there is to say of a position besides the hands and the cards that were taken."""
    tricks = (*game.table.tricks, game.table.trick)
    found: dict[str, Any] = {
        "tricks": [trick.cards for trick in game.table.tricks],
        "leader": tricks[0].leader,
        "contract": game.contract,
        "bids": GAMES[slug].bids,
        "face_up": game.match.shown_last,
    }
    return {key: value for key, value in found.items() if value or key == "leader"}


@each_game
def test_its_score_is_counted_from_the_tricks(slug: str) -> None:
    row, end = GAMES[slug], over(slug)
    given: dict[str, Any] = laid_out(slug, end) | {
        "charged": end.table.all_charged,
        "players": row.players,
    }
    if not row.layable:
        with pytest.raises(HeartsError, match="its tricks do not say who took them: give taken"):
            score_hand(end.rules, **given)
        return
    sheet = score_hand(end.rules, **given, dealer=row.players - 1, pool=row.pool)
    assert (sheet, sheet.totals) == (end.sheet, row.totals)


@each_game
def test_its_plays_are_judged(slug: str) -> None:
    row, game = GAMES[slug], led(slug)
    hand = game.hands[row.leader]
    held: dict[str, Any] = {"hand": hand, "players": row.players, "contract": game.contract}
    held["charged"] = game.table.all_charged & hand
    assert legal_plays(game.rules, **held) == game.legal_plays() == (Cards(row.lead) or hand)


@each_game
def test_a_position_is_laid_out(slug: str) -> None:
    row, game = GAMES[slug], halfway(slug)
    phase, fresh = game.phase, Game.new(game.rules, row.players)
    assert isinstance(phase, PlayPhase)
    given: dict[str, Any] = laid_out(slug, game) | {
        "trick": game.table.trick.cards,
        "kitty": game.match.turned,
    }
    given |= {"charged": game.table.charged}
    open_hands = game.table.shown or [""] * row.players if game.in_force.showing else ()
    whole: dict[str, Any] = given | {
        "kitty": game.match.turned or phase.kitty,
        "captured": phase.captured,
    }
    if not row.layable:
        with pytest.raises(HeartsError, match="draw and drop out during the play"):
            fresh.set_up(game.hands, **whole)
        with pytest.raises(HeartsError, match="draw and drop out"):
            View.set_up(game.rules, seat=0, hand=game.hands[0], **given)
        return
    again = fresh.set_up(game.hands, **whole)
    assert (again.contract, again.table, again.to_act) == (game.contract, game.table, game.to_act)
    assert again.legal_plays() == game.legal_plays()
    assert record.loads(record.dumps(again)) == again
    for seat in range(row.players):
        sizes = [len(cards) for cards in phase.captured]
        own: dict[str, Any] = {
            "shown": open_hands,
            "captured": phase.captured[seat],
            "captured_sizes": sizes,
            "players": row.players,
        }
        view = View.set_up(game.rules, seat=seat, hand=game.hands[seat], **given | own)
        seen = game.view(seat)
        assert (view.table, view.turned, view.kitty_size) == (
            *(seen.table, seen.turned, seen.kitty_size),
        )
        assert view.legal_plays() == seen.legal_plays()


@each_game
def test_hidden_cards_are_drawn(slug: str) -> None:
    row, rng = GAMES[slug], Random(slug)
    asked = next(game for game in played(slug) if game.to_act and any(game.view(None).hand_sizes))
    for game in (asked, led(slug), halfway(slug)):
        for seat in (0, row.players - 1, None):
            view = game.view(seat)
            sampler = Sampler(view)
            sample = sampler.draw(rng)
            assert sampler.admits(sample)
            assert as_game(view, sample).view(seat) == view
            assert [len(hand) for hand in sample.hands] == [*view.hand_sizes]
            assert len(sample.kitty) == view.kitty_size
            assert all(map(Cards.__le__, view.shown, sample.hands))
            assert not any(Cards(row.turned) & hand for hand in sample.hands)


# ---------------------------------------------------------------- played


@each_game
def test_points_so_far_come_to_those_of_the_round(slug: str) -> None:
    row = GAMES[slug]
    for game in played(slug)[::5]:
        assert row.kitty or game.points_so_far == game.view(0).points_so_far  # its taker knows more
    end = over(slug)
    assert end.points_so_far == end.view(None).points_so_far == row.totals


@each_game
def test_the_next_round_begins_afresh(slug: str) -> None:
    row, done = GAMES[slug], over(slug).score()
    assert (done.scores, done.dealer, done.winners) == (row.totals, row.dealer, row.winners)
    assert (done.pool, done.is_over) == (row.left, bool(row.winners))
    view = done.view(0)
    assert (view.turned, view.settled.bids, view.kitty_size) == ((), (), 0)
    assert not any((*view.shown, *view.table.charged, *view.hand_sizes))
    namer = row.leader if row.bids else row.players - 1
    assert view.contracts == ((namer, row.contract),) * bool(row.contract)


@each_game
def test_care_pays(slug: str) -> None:
    """One careful player, in each seat in turn, among others who play at random."""
    row, rules, rng, gained = GAMES[slug], variants.get(slug), Random(f"{slug} 2"), 0.0
    game = Game.new(rules, row.players)
    for number in range(20):
        seat = number % row.players
        while game.sheet is None or game.phase.name != "score":
            choose = with_care if game.to_act[:1] == (seat,) else at_random
            game = next_state(game, choose, rng)
        points = game.sheet.totals
        gained += points[seat] - sum(points) / row.players
        game = game.score()
        game = Game.new(rules, row.players) if game.is_over else game
    assert (gained > 0) == row.high


@each_game
def test_the_command_prints_it(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row, end = GAMES[slug], over(slug)
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"rounds": [written_down(end)]}), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    assert text.count("The score") == 1
    assert all(
        re.search(rf" {written(points)}\s+{written(points)}\n", text) for points in row.totals
    )
