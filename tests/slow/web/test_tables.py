"""Life at the tables: people who leave and return, new games, newcomers, spectators, and hints."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Iterator
from pathlib import Path
from random import Random

import attrs
import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table.hints import NOTHING_TO_DO, hint, reviewed
from examples.web_table.screen import rules_page, screen
from examples.web_table.thinking import Thinking
from heartslib import Card, Cards, ChooseCards, ChooseName, Game, Rules, variants
from heartslib.bots import LEVELS, Advice, Cost, advise, careful
from heartslib.moves import Play
from heartslib.review import Luck, Review, review
from heartslib.rounds import any_move
from heartslib.rules import BoosterNines, Rounds
from tests.slow.web.knowledge import leaks
from tests.slow.web.served import Seat, alone, fetch, finish, is_counted, new_table, served, stored


@pytest.fixture
def base(file: Path) -> Iterator[str]:
    short = attrs.evolve(variants.get("american"), ending=Rounds(1))
    with served(file, {**variants.all(), "short": short}, away=0.3, clock=0) as address:
        yield address


def until_turn_of(other: int, seat: Seat) -> None:
    """Let one human play carefully until another is to play."""
    due = ((seat.seen.view.seat,), (other,))
    while True:
        seen = seat.until(lambda seen: seen.view.phase == "play" and seen.view.to_act in due)
        if seen.view.to_act == (other,):
            return
        seat.send(careful(seen.view))
        seat.until(lambda later, at=seen.number: later.number > at)  # type: ignore[misc]


# ---------------------------------------------------------------- someone is away


def test_the_computer_plays_for_someone_who_is_away_and_hands_back(file: Path) -> None:
    with served(file, away=1.5, clock=0) as base:
        _away_and_back(base, file)


def notices(seat: Seat) -> list[str]:
    """What the page has said about people who come and go."""
    said = [line for frame in seat.frames for line in frame.get("screen", {}).get("said", ())]
    return [line for line in said if re.search(r"is away|is back|the seat of", line)]


def _away_and_back(base: str, file: Path) -> None:
    paths = new_table(base, "Ann Ben bot1 bot2")
    ann, ben = Seat(base, paths[0]), Seat(base, paths[1])
    for seat in (ann, ben):
        seat.until(lambda seen: seen.number == 3)
        seat.send(careful(seat.seen.view))
    until_turn_of(1, ann)
    ben.close()
    frame = ann.hear_until(lambda frame: 1 not in frame["here"])
    assert frame["standIns"] == []
    assert 0 < frame["waits"]["1"] <= 1.5
    ann.until(lambda seen: len(seen.view.table.all_played) > 0 and seen.view.to_act != (1,))
    assert ann.frames[-1]["standIns"] == [1]
    back = Seat(base, paths[1])
    back.hear()
    absent = "The computer has played for you."
    shown = back.frames[-1]["screen"]
    assert shown["said"][0] == absent
    played = [line for line in shown["said"] if line.startswith("The computer ")][1:]
    assert re.match(r"The computer (plays|leads) the \w+ of \w+\.$", played[0])
    assert not {*played} & {*shown["lesser"]}
    assert any(line.startswith("You pass ") for line in shown["said"])  # which Ben did
    assert back.frames[-1]["standIns"] == []
    assert back.frames[-1]["here"] == [0, 1]
    # Ben is asked again, and nobody plays for him however long he takes.
    until_turn_of(1, ann)
    with pytest.raises(TimeoutError):
        ann.socket.recv(2)
    back.until(lambda seen: seen.view.is_my_turn)
    back.send(careful(back.seen.view))
    ann.until(lambda seen: seen.view.to_act != (1,))
    assert notices(ann) == ["Ben is away: the computer plays.", "Ben is back."]
    said = [line for frame in (*ann.frames, *back.frames) for line in frame["screen"]["said"]]
    assert said.count(absent) == 1
    game = stored(file)
    assert leaks(ann.frames, game, 0) == []
    assert leaks([*ben.frames, *back.frames], game, 1) == []


def test_the_pace_of_the_computer_is_for_everyone_to_set(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept, sleep = list[float](), asyncio.sleep

    def noted(seconds: float) -> Awaitable[None]:
        slept.append(seconds)
        return sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", noted)
    with served(file, pause=0.5, clock=0) as base:
        ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0])
        assert ann.hear()["pace"] == "normal"
        ann.socket.send("pace fast")
        frame = ann.hear_until(lambda frame: frame["pace"] == "fast")
        ann.until(lambda seen: seen.number == 4)
        assert {0.2, 0.5} <= {*slept}
        assert slept.count(0.2) >= 3
        ann.socket.send("pace breakneck")
        assert ann.refusal()[0] == "record"
        assert frame["seen"]["view"]["phase"] in {"deal", "pass"}


def test_nobody_plays_at_an_empty_table(base: str, file: Path) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    ann = Seat(base, path)
    ann.until(lambda seen: seen.number == 4)
    ann.close()
    again = Seat(base, path)
    assert again.hear()["seen"]["number"] == 4
    again.close()
    assert stored(file).to_act == (0,)


def test_someone_who_leaves_is_replaced_at_once(file: Path) -> None:
    with served(file, away=60) as base:
        paths = new_table(base, "Ann Ben bot1 bot2")
        ann, ben = Seat(base, paths[0]), Seat(base, paths[1])
        ann.until(lambda seen: seen.number == 3)
        ann.send(careful(ann.seen.view))
        ben.socket.send("leave")
        ben.close()
        ann.until(lambda seen: seen.view.phase == "play")


def test_a_player_who_has_yet_to_come_is_waited_for_longer(file: Path) -> None:
    with served(file, away=0.6) as base:
        ann = Seat(base, new_table(base, "Ann Ben bot1 bot2")[0])
        ann.until(lambda seen: seen.number == 3)
        assert 0.6 < ann.frames[-1]["waits"]["1"] <= 3
        ann.until(lambda seen: seen.view.to_act == (0,))


def test_a_clock_for_those_who_are_there(file: Path) -> None:
    with served(file, away=60, clock=0.4) as base:
        paths = new_table(base, "Ann Ben bot1 bot2")
        ann, ben = Seat(base, paths[0]), Seat(base, paths[1])
        ann.until(lambda seen: seen.view.phase == "play")  # both sit still
        assert ann.frames[-1]["here"] == [0, 1]
        ben.close()
        while not ann.seen.view.is_my_turn or ann.frames[-1]["here"] != [0]:
            ann.hear()
        with pytest.raises(TimeoutError):  # alone there is no hurry
            ann.socket.recv(1)


# ---------------------------------------------------------------- the next game


def test_another_game_at_the_same_table(base: str, file: Path) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3", "short")[0]
    ann = Seat(base, path)
    ann.until(lambda seen: seen.number == 4)
    ann.socket.send(f"again {ann.frames[-1]['state']}")
    assert ann.refusal()[0] == "phase"
    finish(ann)
    ann.socket.send(f"next {ann.frames[-1]['state']}")
    ann.until(lambda seen: seen.view.phase == "over")
    over, state = ann.seen, ann.frames[-1]["state"]
    ann.socket.send(f"again {state}")
    ann.until(lambda seen: seen.number < 5 and seen.view.is_my_turn)
    fresh = [frame for frame in ann.frames if frame.get("fresh")]
    assert [frame["state"].partition(".")[0] for frame in fresh] == ["1", "2"]
    assert ann.seen.view.scores == (0, 0, 0, 0)
    assert ann.seen.view.names == over.view.names
    assert ann.seen.view.dealer != stored(file, 1).beginning.dealer
    ann.socket.send(f"again {state}")
    assert ann.refusal()[0] == "stale"
    ann.close()
    late = Seat(base, path, seen=state)  # a browser that still shows the first game
    assert late.hear()["fresh"]
    assert late.frames[0]["state"].startswith("2.")
    late.close()
    assert stored(file, 1).is_over


# ---------------------------------------------------------------- the lobby, and spectators


def test_a_newcomer_takes_a_seat_at_an_open_table(base: str, file: Path) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3", is_open=True, strength="easy")[0]
    new_table(base, "Eve bot1 bot2 bot3", is_open=True)  # nobody is there
    closed = Seat(base, new_table(base, "Eva bot1 bot2 bot3")[0])
    closed.hear()
    ann = Seat(base, path)
    ann.until(lambda seen: seen.number == 4)
    (listed,) = json.loads(fetch(f"{base}/tables")[1])
    assert listed == {
        "game": "American Hearts",
        "round": 1,
        "people": ["Ann"],
        "players": 4,
        "free": 3,
        "strength": "Easy",
        "watch": ann.frames[-1]["watch"].removeprefix("/watch/"),
    }
    address = f"{base}/tables/{listed['watch']}"
    status, text = fetch(address, {"name": " Ben\n"})
    assert status == 201
    ben = Seat(base, json.loads(text)["path"])
    ben.until(lambda seen: seen.view.names == ("Ann", "Ben", "bot2", "bot3"))
    assert ben.seen.view.seat == 1
    ann.until(lambda seen: seen.view.names[1] == "Ben")
    assert ann.frames[-1]["humans"] == [0, 1]
    assert notices(ann) == ["Ben takes the seat of bot1."]
    ann.send(careful(ann.seen.view))
    for seat in (ann, ben):
        seat.until(lambda seen: seen.view.phase == "play")
    assert leaks(ben.frames, stored(file), 1) == []
    assert leaks(ann.frames, stored(file), 0) == []
    assert "already" in json.loads(fetch(address, {"name": "Ann"})[1])["error"]
    assert fetch(address, {"name": 7})[0] == fetch(address, [])[0] == 400
    assert fetch(f"{base}/tables/nowhere", {"name": "Cem"})[0] == 400
    for name in ("Cem", "Dora"):
        assert fetch(address, {"name": name})[0] == 201
    assert json.loads(fetch(address, {"name": "Elif"})[1])["error"] == (
        "All seats at this table are taken."
    )
    closed_watch = closed.frames[-1]["watch"].removeprefix("/watch/")
    assert fetch(f"{base}/tables/{closed_watch}", {"name": "Ben"})[0] == 400


def test_a_spectator_sees_what_everyone_sees(base: str, file: Path) -> None:
    ann = alone(base)
    path = ann.frames[-1]["watch"].removeprefix("/")
    assert fetch(f"{base}/{path}")[0] == 200
    assert json.loads(fetch(f"{base}/{path}/rules")[1])["title"].startswith("American Hearts")
    assert fetch(f"{base}/watch/nobody")[0] == fetch(f"{base}/watch/nobody/rules")[0] == 404
    watching = Seat(base, path)
    watching.hear()
    watching.socket.send("leave")
    assert watching.refusal() == ("input", "spectators may not move")
    finish(ann)
    watching.until(lambda seen: seen.view.phase == "score")
    game = stored(file)
    assert watching.seen.view == game.view(None)
    for frame in watching.frames:
        if "seen" in frame:
            view = frame["seen"]["view"]
            assert view["seat"] is None
            assert view["hand"] == view["given"] == view["received"] == ""
            assert frame["screen"]["ask"] is None
    for player in range(4):  # it names no card that has not been played
        assert leaks(watching.frames, game, player) == []
    assert ann.frames[-1]["watchers"] == 1


def test_how_ones_own_tables_are_doing(base: str) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    ann = Seat(base, path)
    ann.until(lambda seen: seen.number == 4)
    assert json.loads(fetch(f"{base}/{path}/status")[1]) == {
        "title": "American Hearts, round 1",
        "status": "Your turn",
        "isYourTurn": True,
        "isOver": False,
        "here": [0],
        "others": ["bot1", "bot2", "bot3"],
        "name": "Ann",
        "same": "",
        "noSame": "There is no link to these cards: this server was started with a seed, so its games all have the same.",
    }
    assert fetch(f"{base}/table/x/status")[0] == 404


# ---------------------------------------------------------------- the computer players


class Lasting(Thinking):
    """Thinking players who are ready for the next server, too: the first one compiles the rules."""

    def close(self) -> None:
        self.seconds = 0.01


@pytest.fixture(scope="module")
def thinking() -> Iterator[Thinking]:
    computer = Lasting(seconds=0.01, processes=1)
    yield computer
    Thinking.close(computer)


def test_a_whole_round_against_each_strength(file: Path, thinking: Thinking) -> None:
    with served(file, computer=thinking) as base:
        for strength in LEVELS:
            ann = Seat(base, new_table(base, "Ann b c d", "dame_de_pique", strength=strength)[0])
            assert ann.hear()["strength"] == strength.capitalize()
            finish(ann)
            ann.close()


def test_thinking_does_not_hold_up_another_table(file: Path, thinking: Thinking) -> None:
    thinking.seconds = 1.5
    with served(file, computer=thinking) as base:
        path = new_table(base, "bot1 bot2 bot3 Ann", "dame_de_pique", strength="expert")[3]
        ann = Seat(base, path)
        ann.hear()
        ben = Seat(base, new_table(base, "Ben b c d", "dame_de_pique")[0])
        finish(ben, lambda view: len(view.table.tricks) > 2)
        assert len(ann.seen.view.table.all_played) <= 1
        ann.until(lambda seen: len(seen.view.table.all_played) > 0)


# ---------------------------------------------------------------- hints, and what is shown


@pytest.mark.parametrize("slug", variants.all())
def test_every_game_has_hints_that_may_be_followed(slug: str) -> None:
    rules = variants.get(slug)
    game, rng = Game.new(rules, names=[f"P{n}" for n in range(rules.usual_players)]), Random(1)
    while not game.is_over and game.round_number < 2:
        if not game.to_act:
            game = game.deal(seed=rng.randrange(99)) if game.phase.name == "deal" else game.score()
            continue
        view = game.view(game.to_act[0])
        if rng.random() < 0.2:
            given = hint(advise(view, deals=2))
            assert Cards(given["cards"]) - view.hand == Cards()
            assert given["text"].endswith(".")
            assert not {"{", "<", "None"} & {*given["text"].split()}
            assert {*given["costs"]} <= {*map(str, view.hand)}
        game = game.apply(careful(view) if rng.random() < 0.5 else any_move(view, rng))


def test_a_hint_comes_once_with_what_each_card_would_cost(file: Path, thinking: Thinking) -> None:
    """In one message: the cards, the sentence and the costs; asked again, the same."""
    with served(file, computer=thinking) as base:
        ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3", "dame_de_pique")[0])
        finish(ann, lambda view: view.phase == "play" and view.is_my_turn)
        ann.socket.send("hint")
        ann.socket.send("hint")
        given = ann.heard("hint")
        view = ann.seen.view
        assert isinstance(view.question, ChooseCards)
        assert {*given["costs"]} == {*map(str, view.question.among)}
        assert given == hint(advise(view, seconds=1.0))
        assert {given["costs"][card]["words"] for card in given["cards"]} == {"costs least"}
        ann.socket.send("hint")
        assert ann.heard("hint") == given
        ann.send(careful(view))
        ann.until(lambda seen: seen.view.table != view.table)
        assert ["hint" in each for each in ann.frames].count(True) == 2
        ann.close()


def test_a_hint_outlasts_what_others_pass(file: Path, thinking: Thinking) -> None:
    """And a pass has no costs for its cards."""
    with served(file, computer=thinking) as base:
        ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0])
        ann.until(lambda seen: seen.view.is_my_turn)
        ann.socket.send("hint")
        given = ann.heard("hint")
        ann.until(lambda seen: seen.number == 4)
        ann.socket.send("hint")
        assert ann.heard("hint") == given
        assert len(given["cards"]) == 3
        assert given["text"].startswith("Pass ")
        assert given["costs"] == {}
        ann.send(careful(ann.seen.view))
        ann.until(lambda seen: seen.view.phase == "play" and not seen.view.is_my_turn)
        ann.socket.send("hint")
        assert ann.heard("hint") == NOTHING_TO_DO
        ann.close()


def test_a_round_is_reviewed_and_played_on_from_a_costly_move(
    file: Path, thinking: Thinking
) -> None:
    """On a table of its own, at which the others are computer players."""
    rng = Random(1)
    with served(file, computer=thinking) as base:
        ann = Seat(base, new_table(base, "Ann b c d", strength="casual")[0])
        ann.until(lambda seen: seen.view.is_my_turn)
        ann.socket.send("review")  # there is nothing to review yet
        while not is_counted(ann.seen.view):
            seen = ann.until(lambda seen: seen.view.is_my_turn or is_counted(seen.view))
            if seen.view.is_my_turn:
                ann.send(any_move(seen.view, rng))
                ann.until(lambda later, at=seen.number: later.number > at)  # type: ignore[misc]
        assert not any("review" in frame for frame in ann.frames)
        ann.socket.send("replay 1")
        assert ann.refusal() == ("stale", "review the round again")
        ann.socket.send("review")
        given, game = ann.heard("review"), stored(file)
        found = review(game, seats=[0], seconds=1.0)
        assert given["state"] == ann.last["state"]
        assert given["luck"].startswith("You took ")
        assert len(given["moves"]) == 3
        assert given == {"state": given["state"], **reviewed(found, 0)}
        ann.socket.send("replay 2")
        again = Seat(base, ann.heard("replay")[1:])
        second = found.mistakes()[1]
        assert again.until(lambda _: True).view == second.view
        assert again.last["humans"] == [0]
        assert again.last["strength"] == "Casual"
        again.send(second.advice.move)
        again.until(lambda seen: seen.number > len(second.game.history))
        assert stored(file, 2).history[: len(second.game.history)] == second.game.history
        assert stored(file) == game
        for number in ("0", "4", "x", ""):
            ann.socket.send(f"replay {number}")
            assert ann.refusal() == ("stale", "review the round again")


def test_who_only_watches_reviews_nothing(file: Path, thinking: Thinking) -> None:
    with served(file, computer=thinking) as base:
        ann = Seat(base, new_table(base, "Ann b c d", "dame_de_pique")[0])
        watch = Seat(base, ann.hear()["watch"][1:])
        watch.hear()
        for word in ("review", "replay 1"):
            watch.socket.send(word)
            assert watch.refusal()[1] == "spectators may not move"


def test_a_round_that_cannot_be_reviewed() -> None:
    """Where no process may be started, for instance."""
    assert reviewed(None, 0) == {"luck": "There is no review of this round.", "moves": []}
    game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"])
    found = Review(game, (), (Luck(0, 1.0, (), 0.5, 0.1),))
    said = "You took 1 more point than the others on average. Your cards were bad and cost you about half a point. You made no clear mistake, and bad luck cost you about half a point."
    assert reviewed(found, 0) == {"luck": said, "moves": []}


def test_costs_are_said_as_far_as_they_are_known() -> None:
    """Equal cards cost the same."""
    rules = variants.get("american")
    hands = ["2C 3C KC 5D", "4D 6D 7D 8D", "4C 5C 6C 7C", "8C 9C TC JC"]
    rest = rules.deck.cards(4) - Cards(" ".join(hands))
    view = Game.new(rules).set_up(hands, leader=0, taken=["", rest, "", ""]).view(0)
    two, three, king, five = (Play(0, Card(card)) for card in ("2C", "3C", "KC", "5D"))
    costs = (
        Cost((two, three), 0.0, 0.0),
        Cost((five,), 0.4, 0.5),
        Cost((king,), 3.9, 0.2, is_least=True),
    )
    assert hint(Advice(view, two, costs)) == {
        "cards": ["2C"],
        "text": "Play 2♣: one of three good ones, over 3 points better than the next.",
        "costs": {
            "2C": {"points": 0, "words": "costs least"},
            "3C": {"points": 0, "words": "costs least"},
            "5D": {"points": 0, "words": "costs about the same"},
            "KC": {"points": 3, "words": "costs over 3 points more"},
        },
    }


def test_it_may_be_better_to_charge() -> None:
    game = Game.new(variants.get("turbo")).deal(seed=1)
    while game.phase.name != "charge":
        game = game.apply(careful(game.view(game.to_act[0])))
    view = game.view(game.to_act[0])
    assert isinstance(view.question, ChooseCards)
    make, card = view.question.make, view.question.among[0]
    nothing, charge = make(()), make([card])
    costs = Cost((charge,), 0.0, 0.0), Cost((nothing,), 1.0, 0.1)
    given = hint(Advice(view, charge, costs))
    assert given["cards"] == [str(card)]
    assert given["costs"] == {str(card): {"points": 0, "words": "costs least"}}


def test_a_contract_is_no_card() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=1)
    view = game.view(game.to_act[0])
    assert isinstance(view.question, ChooseName)
    moves = [view.question.make(name) for name in view.question.names[:2]]
    costs = Cost((moves[0],), 0.0, 0.0), Cost((moves[1],), 1.0, 0.1)
    given = hint(Advice(view, moves[0], costs))
    assert (given["cards"], given["costs"]) == ([], {})
    assert given["text"] == "Name no tricks: about 1 point better than the next choice."


def moments(game: Game, seat: int | None = 0) -> list[str]:
    """What a page shows large while careful players play a round on."""
    found = list[str]()
    while game.phase.name != "score":
        before = game
        game = game.apply(careful(game.view(game.to_act[0])))
        moment = screen(game.view(seat), game.steps(seat, before))["moment"]
        found += [moment] * (moment is not None)
    return found


def test_the_page_shows_what_nobody_should_miss() -> None:
    rules = variants.get("american")
    names = ["Ann", "Ben", "Cem", "Dora"]
    game = Game.new(rules, names=names).deal(seed=1)
    assert moments(game) == ["Hearts are broken.", "You take Q♠."]
    assert moments(game, 3) == ["Hearts are broken.", "Ann takes Q♠."]
    last = ["QS", "2S", "3S", "4S"]  # the moon is more than the queen in its last trick
    taken = [rules.deck.cards(4) - Cards(last), Cards(), Cards(), Cards()]
    moon = Game.new(rules, names=names).set_up(last, leader=0, taken=taken)
    after = moon
    while after.phase.name == "play":
        after = after.apply(careful(after.view(after.to_act[0])))
    assert screen(after.view(None), after.steps(None, moon))["moment"] == "Ann shot the moon."


@pytest.mark.parametrize("slug", ["basic", "barbu"])
def test_where_all_cards_cost_the_same_no_trick_is_a_moment(slug: str) -> None:
    game = Game.new(variants.get(slug)).deal(seed=1)
    assert screen(game.view(0))["moment"] is None
    assert {*moments(game)} <= {"Hearts are broken."}


@pytest.mark.parametrize("boosted", [False, True])
def test_the_page_strikes_out_what_the_rulebook_cancels(*, boosted: bool) -> None:
    rulebook = variants.get("cancellation")
    if boosted:
        rulebook = attrs.evolve(rulebook, tricks=BoosterNines(rulebook.tricks))
    game, rng, struck = Game.new(rulebook, 7).deal(seed=1), Random(1), 0
    while game.to_act:
        view = game.view(game.to_act[0])
        places = [
            view.cancelled,
            *map(game.in_force.cancelled, view.table.tricks[-1:]),
        ]
        assert screen(view)["cancelled"] == places
        struck += len(places[0])
        game = game.apply(any_move(view, rng))
    assert struck


@pytest.mark.parametrize("slug", variants.all())
def test_a_rulebook_to_typeset_has_every_sentence(slug: str) -> None:
    rules: Rules = variants.get(slug)
    for players in rules.players:
        page = rules_page(rules, players)
        words = [page["title"]]
        for chapter in page["chapters"]:
            words += [chapter["title"], *chapter["paragraphs"]]
            assert all(each.endswith(".") for each in chapter["paragraphs"])
        assert " ".join(words).split() == rules.describe(players).split()
