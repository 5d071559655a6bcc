"""What a page shows and offers: true, enough for every phase, and no more than the seat knows."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from examples.web_table.lobby import own_line
from examples.web_table.screen import rules_page, screen, with_names
from examples.web_table.table import Table
from heartslib import Cards, Game, IllegalMove, Rules, variants, wire
from heartslib.bots import careful
from heartslib.show.counts import what_counts_now
from heartslib.show.svg import table_svg
from heartslib.show.telling import Voice
from heartslib.show.text import rank_text
from heartslib.testing import at_random, next_state
from tests.helpers.games import GAMES, led, other_names_of_jokers, over, played
from tests.helpers.positions import EVERYTHING, TABLES
from tests.slow.web.knowledge import known, leaks, named


def frame(game: Game, seat: int, before: Game | None) -> dict[str, Any]:
    steps = game.steps(seat, before) if before else ()
    asked = before is not None and seat in before.to_act
    seen = json.loads(wire.dumps_view(game, seat))
    made: dict[str, Any] = {
        "seen": seen,
        "screen": screen(game.view(seat), steps, asked_before=asked),
    }
    return json.loads(json.dumps(made))  # type: ignore[no-any-return]


def choices(ask: dict[str, Any], rng: Random) -> dict[str, Any]:
    """An answer that the page could send, from what it is offered alone."""
    ways = [each["answer"] for each in ask["buttons"]]
    ways += [{"name": number} for number in ask.get("numbers", ())]
    cards: dict[str, str | None] = ask["cards"] or {}
    free = [card for card, reason in cards.items() if reason is None]
    if ask["cards"] and not ask["trays"]:
        ways += [{"cards": [rng.choice(free)]}] * 9
    elif ask["cards"]:
        rng.shuffle(free)
        count = sum(rng.randint(tray["least"], tray["most"]) for tray in ask["trays"])
        ways += [{"cards": free[:count]}] * 3
    return rng.choice(ways)


def sent(answer: dict[str, Any], game: Game) -> str:
    head = {"format": wire.ANSWER_FORMAT, "version": 1, "number": wire.number_of(game)}
    return json.dumps({**head, **answer})


def play(rulebook: Rules, players: int, seed: int, rounds: int) -> list[tuple[str, dict[str, Any]]]:
    """A game between pages that answer what they are offered; the frames by phase."""
    game = Game.new(rulebook, players, names=[f"Player {n}" for n in range(players)])
    rng, pages = Random(seed), list[tuple[str, dict[str, Any]]]()
    before = [game] * players
    while not game.is_over and game.round_number < rounds:
        if not game.to_act:
            game = game.deal(seed=rng.randrange(99)) if game.phase.name == "deal" else game.score()
            continue
        seat = rng.choice(game.to_act)
        page = frame(game, seat, before[seat])
        assert named(page) <= known(game, seat)
        pages.append((game.phase.name, page))
        before[seat] = game
        ask = page["screen"]["ask"]
        assert ask["buttons"] or ask["cards"]
        assert page["screen"]["status"].startswith("Your turn: ")
        cards: dict[str, str | None] = ask["cards"] or {}
        refused = [card for card, reason in cards.items() if reason]
        if refused and game.phase.name == "play":
            with pytest.raises(IllegalMove) as error:
                wire.receive(game, sent({"cards": refused[:1]}, game), seat)
            assert with_names(game.view(seat), error.value.reason) == ask["cards"][refused[0]]
        game = wire.receive(game, sent(choices(ask, rng), game), seat)
    return pages


@pytest.mark.parametrize(("rulebook", "players"), TABLES)
def test_what_is_offered_is_accepted(rulebook: Rules, players: int) -> None:
    assert play(rulebook, players, seed=1, rounds=1)


def test_every_phase_is_offered() -> None:
    frames = [each for seed in range(10) for each in play(EVERYTHING, 4, seed=seed, rounds=2)]
    assert {phase for phase, _ in frames} >= {"call", "pass", "charge", "play", "kitty"}
    labels = {each["label"] for _, page in frames for each in page["screen"]["ask"]["buttons"]}
    assert {"Mix", "3 left", "Pass nothing", "Charge nothing", "Claim"} <= labels
    assert {"Accept the claim", "Refuse the claim"} <= labels
    said = {line for _, page in frames for line in page["screen"]["said"]}
    assert {"The claim is refused.", "Hearts are broken.", "You take the trick."} <= said
    assert {"Pass 3 to the middle.", "You pass nothing."} <= said
    trays = {tray["label"] for _, page in frames for tray in page["screen"]["ask"]["trays"]}
    assert {"chosen", "to Player 1", "to Player 2"} <= trays


def test_bids_are_offered_as_numbers() -> None:
    """A button to pass, and one list of numbers in place of fifty buttons."""
    game = Game.new(variants.get("auction_hearts"), names=["Ann", "Ben", "Cem", "Dora"])
    ask = frame(game.deal(seed=1).bid(47), 1, None)["screen"]["ask"]
    assert [each["label"] for each in ask["buttons"]] == ["Pass"]
    assert ask["numbers"] == ["48", "49", "50"]


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_is_on_the_screen(slug: str) -> None:
    row, before, end = GAMES[slug], played(slug)[0], over(slug)
    shown = frame(led(slug), 0, before)["screen"]
    assert shown["notes"] == row.notes
    assert (shown["isHighBest"], shown["terms"]["name"]) == (row.high, row.named.capitalize())
    assert shown["terms"]["rules"].startswith(what_counts_now(led(slug).view(0)))
    assert ("The highest score wins" in shown["terms"]["rules"]) == row.high
    assert ("in the pool" in shown["title"]) == (row.pool > 0)
    last = frame(end, 0, None)["screen"]
    counted = last["rounds"][-1]
    assert (counted["points"], counted["contract"]) == ([*row.totals], row.named or None)
    assert row.read in [
        (each["reason"], each["points"]) for seat in counted["reasons"] for each in seat
    ]
    assert counted["pool"].startswith("In the pool: ") == end.rules.has_pool


def in_play(rules: Rules) -> Game:
    """A game in which cards may be played, with a charge of everyone who may charge."""
    game = Game.new(rules)
    while game.phase.name != "play":
        if not game.to_act:
            game = game.deal(seed=3)
            continue
        seat = game.to_act[0]
        may, charged = game.rules.charging.cards, game.phase.name == "charge"
        cards = [card for card in game.view(seat).hand if charged and card in may][:1]
        game = game.charge(seat, cards) if cards else game.apply(careful(game.view(seat)))
    return game


@pytest.mark.parametrize("slug", sorted(variants.all()))
def test_browser_picture_text_and_voice_say_the_same_of_each_card(slug: str) -> None:
    game = in_play(variants.get(slug))
    picture = Counter(re.findall("<title>(.*?)</title>", table_svg(game)))
    for seat in range(game.players):
        view = game.view(seat)
        marks = frame(game, seat, None)["screen"]["marks"]
        voice = Voice(spoken=True).at(view)
        assert {card: mark["name"] for card, mark in marks.items()} == {
            str(card): mark.name for card, mark in view.marks.items()
        }
        for card in view.hand:
            name = marks[str(card)]["name"] if str(card) in marks else card.word
            assert name.partition(",")[0] == voice.card(card)
            assert picture[name] >= view.hand.count(card)
            face = voice.face(card)
            assert str(card) not in marks or marks[str(card)]["face"] == str(face)
            rank = rank_text(face.rank).replace("*", r"\*").replace("10", "(10|T)")
            assert re.search(f"{face.suit.symbol} [^♣♦♠♥\n]*{rank}", str(view))


def test_the_line_of_the_table_leads_to_the_chapter_of_the_phase() -> None:
    frames = [each for seed in range(5) for each in play(EVERYTHING, 4, seed=seed, rounds=1)]
    chapters = {(phase, page["screen"]["terms"]["chapter"]) for phase, page in frames}
    assert {("call", "Passing"), ("pass", "Passing"), ("charge", "Charging")} <= chapters
    assert {("play", "The opening lead"), ("play", "Play"), ("kitty", "The pack")} <= chapters
    over = frame(played("american")[-1], 0, None)["screen"]["terms"]
    assert over["chapter"] in {"Scoring", "The end of the game", "The pack"}
    titles = {each["title"] for each in rules_page(EVERYTHING, 4)["chapters"]}
    assert {chapter for _, chapter in chapters} <= titles


def test_the_moon_is_offered() -> None:
    game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"])
    game = game.set_up(
        ["AH", "2H", "3H", "4H"], leader=0, taken=[_all_but("AH 2H 3H 4H"), "", "", ""]
    )
    for card in ("AH", "2H", "3H", "4H"):
        game = game.play(card)
    asked = frame(game, 0, None)["screen"]
    assert asked["status"] == "Your turn: choose how the moon is paid"
    assert [each["label"] for each in asked["ask"]["buttons"]] == [
        "The others score",
        "Your score goes down",
    ]
    game = wire.receive(game, sent(asked["ask"]["buttons"][0]["answer"], game), 0)
    (counted,) = frame(game, 1, None)["screen"]["rounds"]
    assert counted["points"] == counted["scores"] == [0, 26, 26, 26]
    assert {"points": 26, "reason": "pays for Ann's moon"} in counted["reasons"][1]


def test_the_end_of_a_game_is_announced() -> None:
    game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"]).deal(seed=7)
    over = frame(game.stop(), 0, game)["screen"]
    assert over["status"] == "You, Ben, Cem and Dora won the game"
    assert over["winners"] == [0, 1, 2, 3]
    assert over["ask"] is None
    assert over["said"][-1] == "The game is over. You, Ben, Cem and Dora won."


def test_partners_have_one_score() -> None:
    game = Game.new(variants.get("partnership"), names=["Ann", "Ben", "Cem", "Dora"])
    game = game.set_up(
        ["QS", "2S", "3S", "4S"], leader=0, taken=["KH", "", "AH", _all_but("QS 2S 3S 4S KH AH")]
    )
    for card in ("QS", "2S", "3S", "4S"):
        before, game = game, game.play(card)
    shown = frame(game, 0, before)["screen"]
    assert (shown["sides"], shown["isPooled"]) == ([[0, 2], [1, 3]], True)
    assert shown["rounds"][-1]["points"] == [15, 11, 15, 11]
    assert [line["reason"] for line in shown["rounds"][-1]["reasons"][0]] == ["took Q♠", "took K♥"]
    assert shown["said"][-1] == "The round is over: Ann and Cem +15 and Ben and Dora +11."
    alone = frame(Game.new(variants.get("american")), 0, None)["screen"]
    assert (alone["sides"], alone["isPooled"]) == ([[0], [1], [2], [3]], False)


def test_each_round_says_who_shot_the_moon_and_took_the_costliest_card() -> None:
    names = ["Ann", "Ben", "Cem", "Dora"]
    game = Game.new(variants.get("american"), names=names)
    game = game.set_up(
        ["AH", "2H", "3H", "4H"], leader=0, taken=[_all_but("AH 2H 3H 4H"), "", "", ""]
    )
    for card in ("AH", "2H", "3H", "4H"):
        game = game.play(card)
    shown = frame(game.choose_moon("add"), 1, None)["screen"]
    counted = shown["rounds"][0]
    assert (counted["moon"], counted["worst"], counted["took"]) == ([0], "Q♠", [0])
    assert (shown["start"], shown["goal"]) == (0, 100)
    game, rng = Game.new(variants.get("barbu")), Random(2)
    while len(game.sheets) < 7:
        game = next_state(game, at_random, rng)
    rounds = frame(game, 0, None)["screen"]["rounds"]
    worst = {each["contract"]: each["worst"] for each in rounds}
    assert (worst["king of hearts"], worst["no queens"]) == ("K♥", None)


def test_single_cards_and_tricks_that_cost_nothing_matter_less() -> None:
    game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"])
    hands = ["2C 3H", "3C 2H", "4C 4H", "5C QS"]
    game = game.set_up(hands, leader=0, taken=[_all_but(" ".join(hands)), "", "", ""])
    said, lesser = list[str](), list[str]()
    for card in ["2C", "3C", "4C", "5C", "QS", "3H", "2H"]:
        before, game = game, game.play(card)
        shown = frame(game, 0, before)["screen"]
        said, lesser = [*said, *shown["said"]], [*lesser, *shown["lesser"]]
    assert "Dora takes the trick." in lesser
    before, game = game, game.play("4H")
    shown = frame(game, 0, before)["screen"]
    taken = "Dora takes the trick with the queen of spades; the 2, 3 and 4 of hearts."
    assert taken in shown["said"]
    assert taken not in shown["lesser"]
    assert "Cem plays the 4 of hearts." in shown["lesser"]


def _all_but(cards: str) -> Cards:
    return variants.get("american").deck.cards(4) - Cards(cards)


def test_the_check_finds_what_another_seat_may_know() -> None:
    game = Game.new(variants.get("american")).deal(seed=7)
    theirs = frame(game, 1, None)
    assert leaks([theirs], game, 1) == []
    assert leaks([theirs], game, 0) == [(1, set(game.view(1).hand))]
    words = {"said": ["Ann leads the queen of spades.", "10♥ and T♦"]}
    assert named(words) == set(Cards("QS TH TD"))
    assert known(game, 0) == set(game.view(0).hand)


def test_contracts_are_named_and_shown_at_the_table() -> None:
    """Whole rounds of Barbu: `play` compares what each page names with what its seat may know."""
    frames = play(variants.get("barbu"), 4, seed=2, rounds=6)
    asked = [page["screen"] for phase, page in frames if phase == "contract"]
    assert [len(each["ask"]["buttons"]) for each in asked] == [5, 4, 3, 2, 5]
    assert asked[0]["status"] == "Your turn: name the contract"
    contracts = "no tricks, no hearts, no queens, king of hearts, last two"
    rules = f"5 contracts: {contracts}. The highest score wins"
    assert asked[0]["terms"] == {"name": "", "rules": rules, "chapter": "Contracts"}
    assert asked[0]["ask"]["buttons"][3] == {
        "label": "King of hearts",
        "answer": {"name": "king-of-hearts"},
        "rules": "K♥ −20",
    }
    by_whom = list[bool]()
    for phase, page in frames:
        if phase == "play":
            settled = page["seen"]["view"]["settled"]
            contract = settled["contract"].replace("-", " ").capitalize()
            assert page["screen"]["terms"]["name"] == contract
            named = f". Named by {page['seen']['view']['names'][page['seen']['view']['dealer']]}"
            by_whom.append(named in page["screen"]["terms"]["rules"])
            assert contract.lower() in page["screen"]["title"]
    rounds = frames[-1][1]["screen"]["rounds"]
    named_all = [contract for _, contract in frames[-1][1]["seen"]["view"]["contracts"]]
    assert [each["contract"] for each in rounds] == [name.replace("-", " ") for name in named_all]
    assert len(rounds) == 5
    assert any(by_whom)


def test_seats_sit_in_the_direction_of_the_game() -> None:
    for slug, around in (("american", [1, 2, 3, 0]), ("gong_zhu", [1, 0, 3, 2])):
        assert frame(Game.new(variants.get(slug)), 1, None)["screen"]["around"] == around


@pytest.mark.parametrize("slug", ["kierki_dzokerowe", "joker_hearts"])
def test_a_joker_has_one_name_on_the_page(slug: str) -> None:
    names = other_names_of_jokers(slug)
    before, end = played(slug)[1], over(slug)
    (joker,) = end.in_force.tricks.jokers
    heard = ""
    for seat in range(end.players):
        shown = frame(end, seat, before)["screen"]
        reasons = [line["reason"] for lines in shown["rounds"][-1]["reasons"] for line in lines]
        marks = [mark["name"] for mark in shown["marks"].values()]
        said = [*shown["said"], *shown["notes"], *shown["lesson"], *reasons, *marks]
        said += [
            shown["title"],
            shown["status"],
            shown["terms"]["rules"],
            shown["rounds"][-1]["worst"],
        ]
        heard = "\n".join(said)
        assert [name for name in names if re.search(rf"(?<!\d){re.escape(name)}", heard)] == []
        assert "the joker" in heard
    chapters = rules_page(end.rules, end.players)["chapters"]
    assert not re.search(rf" for (taking )?{joker:u}", f"{chapters}")


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_scores_is_in_the_list_of_what_happened(slug: str) -> None:
    contracts = {*variants.get(slug).contract_names}
    players = [f"Player {n}" for n in range(GAMES[slug].players)]
    game, rng = Game.new(variants.get(slug), names=players), Random(1)
    begun, seen = game, set[str | None]()
    while not game.is_over and (contracts - seen or not seen):
        if game.phase.name != "score":
            game = next_state(game, at_random, rng)
            continue
        shown = frame(game, 0, begun)["screen"]
        visible = [said for said in shown["said"] if said not in shown["lesser"]]
        assert game.sheet is not None
        for line in game.sheet.lines:
            scored = line.cards or line.trick or line.tricks
            who = "You" if line.seat == 0 else game.names[line.seat]
            took = [said for said in visible if re.match(rf"{who} (takes?|gets?) ", said)]
            if (
                scored
                and line.points
                and line.step
                and not re.search("kitty|took no", line.wording)
            ):
                assert len(took) >= max(line.tricks, 1), line
        seen.add(game.contract)
        game = begun = game.score()
    assert len(seen) > len(contracts) / 2


def test_a_trick_that_counts_is_named_by_its_number() -> None:
    names = ["Ann", "Ben", "Cem", "Dora"]
    game, rng = Game.new(variants.get("slobberhannes"), names=names).deal(seed=1), Random(1)
    begun = game
    while game.phase.name != "score":
        game = next_state(game, at_random, rng)
    shown = screen(game.view(None), game.steps(None, begun))
    visible = [said for said in shown["said"] if said not in shown["lesser"]]
    taken = [said.partition(" takes ")[2] for said in visible if " takes " in said]
    assert taken[0].startswith("the first trick")
    assert taken[-1].startswith("the last trick")
    assert len(taken) < 6


def test_a_word_when_the_costliest_card_falls() -> None:
    game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"])
    hands = ["2C 3H", "3C 2H", "QS 4H", "5C 6H"]
    game = game.set_up(hands, leader=0, taken=[_all_but(" ".join(hands)), "", "", ""])
    moments = list[str | None]()
    for card in ["2C", "3C", "QS", "5C"]:
        before, game = game, game.play(card)
        shown = frame(game, 0, before)["screen"]
        moments.append(shown["moment"])
        if card == "QS":
            assert "Cem plays the queen of spades." not in shown["lesser"]
    assert moments == [None, None, "Q♠ falls.", "Dora takes Q♠."]


@pytest.mark.parametrize("slug", GAMES)
def test_a_newcomer_reads_three_short_lines_of_the_rulebook(slug: str) -> None:
    dealt, end = next(each for each in played(slug) if each.to_act), over(slug)
    seat = dealt.to_act[0]
    counts, special, now = frame(dealt, seat, None)["screen"]["lesson"]
    assert counts == f"{what_counts_now(dealt.view(seat)).removesuffix('.')}."
    book = " ".join(dealt.rules.describe(dealt.players).split())
    assert special == dealt.rules.summary or special in book
    task, _, first = now.partition(". ")
    assert task.lower().startswith(GAMES[slug].asked.split()[0])
    assert first in book
    assert max(map(len, (counts, special, now))) <= 200
    assert frame(end, seat, None)["screen"]["lesson"] == []
    assert screen(dealt.view(None))["lesson"] == []
    begun = Game.new(dealt.rules, dealt.players)
    assert begun.phase.name != "deal" or screen(begun.view(seat))["lesson"] == []
    for other in {*range(dealt.players)} - {*dealt.to_act}:
        assert screen(dealt.view(other))["lesson"][2].startswith("Wait for the others.")


def test_a_game_that_is_over_has_no_round_in_the_lobby() -> None:
    end = over("heartsette")
    for game, title in ((end, "Heartsette, round 1"), (end.score(), "Heartsette")):
        line = own_line(cast("Table", SimpleNamespace(game=game, here=[0])), 0)
        assert (line["title"], line["isOver"]) == (title, game.is_over)
