"""Undo by agreement: who must agree, what is undone, and what comes too late."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table.sqlite import SqliteStore
from examples.web_table.undo import deed, last_decision
from heartslib import Game, moves, variants, wire
from heartslib.bots import careful
from tests.slow.web.knowledge import leaks
from tests.slow.web.served import PATIENCE, Seat, alone, new_table, served, watched


def until(seat: Seat, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The first frame with a view, starting with the last one, that meets a condition."""
    while not (seat.frames and "seen" in seat.frames[-1] and wanted(seat.frames[-1])):
        seat.hear()
    return seat.frames[-1]


def stored(file: Path) -> tuple[Game, int]:
    with closing(SqliteStore(file, wait=PATIENCE)) as store:
        return store.load(1)[0], store.epoch(1)


def undo(seat: Seat) -> None:
    seat.socket.send(f"undo {seat.last['undo']['mine']['key']}")


def wish_of(seat: Seat) -> dict[str, Any]:
    """The wish that others have, once the seat has heard of it."""
    wish: dict[str, Any] = until(seat, lambda frame: frame["undo"]["wish"])["undo"]["wish"]
    return wish


def said(frame: dict[str, Any]) -> str:
    return " ".join(frame["screen"]["said"])


def two_who_passed(base: str) -> tuple[Seat, Seat]:
    """Ann and Ben, after both have passed, with Ann or Ben to play."""
    paths = new_table(base, "Ann Ben bot1 bot2")
    ann, ben = Seat(base, paths[0]), Seat(base, paths[1])
    for seat in (ann, ben):
        seat.until(lambda seen: seen.number == 3 and seen.view.is_my_turn)
        seat.send(careful(seat.seen.view))
    for seat in (ann, ben):
        seat.until(lambda seen: seen.view.phase == "play" and bool({0, 1} & {*seen.view.to_act}))
    return ann, ben


def test_alone_it_is_immediate(base: str, file: Path) -> None:
    ann = alone(base)
    assert ann.last["undo"] == {"mine": None, "wish": None}
    first = ann.seen.view
    for key in ("1.0.0", "1.4.0", ""):
        ann.socket.send(f"undo {key}")
        assert ann.refusal() == ("stale", "that is not your last move in this round")
    ann.send(careful(first))
    ann.until(lambda seen: seen.view.phase == "play" and seen.view.is_my_turn)
    assert ann.last["undo"] == {"mine": {"key": "1.4.0", "deed": "passing cards"}, "wish": None}
    late = wire.dumps_move(careful(ann.seen.view), ann.seen.number)
    undo(ann)
    frame = until(ann, lambda frame: frame["seen"]["epoch"] == 1)
    assert frame["fresh"]
    assert frame["state"] == "1.4.1"
    assert said(frame).startswith("Everyone gets 13 cards.")
    assert said(frame).endswith("Ann has undone passing cards.")
    assert ann.seen.view == first
    ann.socket.send(late)
    assert ann.refusal()[0] == "stale"
    ann.send(careful(first))
    ann.until(lambda seen: seen.view.phase == "play" and seen.view.is_my_turn)
    ann.send(careful(ann.seen.view))
    card = careful(ann.seen.view)
    assert isinstance(card, moves.Play)
    played = until(ann, lambda frame: not frame["seen"]["view"]["hand"].count(str(card.card)))
    assert (
        played["undo"]["mine"]["deed"]
        == f"playing the {card.card.rank.word} of {card.card.suit.word}"
    )
    undo(ann)
    until(ann, lambda frame: frame["seen"]["epoch"] == 2)
    assert card.card in ann.seen.view.hand
    assert stored(file)[1] == 2
    assert leaks(ann.frames[-1:], stored(file)[0], 0) == []


def test_the_others_are_asked(base: str, file: Path) -> None:
    ann, ben = two_who_passed(base)
    number = ben.seen.number
    undo(ann)
    asked = wish_of(ben)
    assert asked["asks"]
    assert asked["awaited"] == ["Ben"]
    assert asked["question"].startswith("Ann would like to go back to before passing cards. ")
    assert asked["question"].endswith(
        " moves are taken back. What you have seen since then stays seen."
    )
    assert not wish_of(ann)["asks"]
    assert ann.last["undo"]["mine"] is None
    for word in ("agree", "refuse"):  # nobody answers for somebody else, or an older wish
        ann.socket.send(f"{word} {asked['key']}")
        assert ann.refusal()[0] == "stale"
        ben.socket.send(f"{word} {asked['key']}1")
        assert ben.refusal()[0] == "stale"
    ann.socket.send(f"undo {asked['key']}")
    assert ann.refusal() == ("undo", "the others have been asked already")
    ben.socket.send(f"agree {asked['key']}")
    for seat in (ann, ben):
        back = until(seat, lambda frame: frame["seen"]["epoch"] == 1)
        assert back["fresh"]
        assert back["undo"]["wish"] is None
        assert said(back).endswith("Ann has undone passing cards.")
    assert ann.seen.view.is_my_turn
    assert ann.seen.view.phase == "pass"
    ben.socket.send(f"agree {asked['key']}")  # once more
    assert ben.refusal()[0] == "stale"
    game, epoch = stored(file)
    assert epoch == 1
    for number, seat in enumerate((ann, ben)):
        assert leaks(seat.frames[-1:], game, number) == []
        seat.close()


def test_one_refuses(base: str, file: Path) -> None:
    ann, ben = two_who_passed(base)
    undo(ann)
    key = wish_of(ben)["key"]
    before = stored(file)
    ben.socket.send(f"refuse {key}")
    until(ann, lambda frame: "Ben does not agree." in said(frame))
    assert ann.last["undo"] == {"mine": None, "wish": None}
    ann.socket.send(f"undo {key}")  # nobody is asked twice
    assert ann.refusal() == ("undo", "the others have been asked already")
    assert stored(file) == before
    seats = {0: ann, 1: ben}
    (turn,) = until(ben, lambda frame: not frame["undo"]["wish"])["seen"]["view"]["to_act"]
    seats[turn].send(careful(seats[turn].seen.view))
    seats[turn].until(lambda seen: seen.number > len(before[0].history))


def test_whoever_moves_does_not_agree(base: str, file: Path) -> None:
    ann, ben = two_who_passed(base)
    undo(ann)
    key = wish_of(ben)["key"]
    number = ben.seen.number
    (turn,) = ben.seen.view.to_act
    seat = (ann, ben)[turn]
    wish_of(seat)
    seat.send(careful(seat.seen.view))
    seat.until(lambda seen: seen.number > number)
    ben.socket.send(f"agree {key}")
    assert ben.refusal()[0] == "stale"
    assert stored(file)[1] == 0


def test_nobody_moves_while_people_are_asked(file: Path) -> None:
    with served(file, pause=0.2) as base:
        paths = new_table(base, "Ann bot1 Cem bot2", "dame_de_pique")
        ann, cem = Seat(base, paths[0]), Seat(base, paths[2])
        seats = {0: ann, 2: cem}
        while True:
            seen = ann.until(lambda seen: bool({*seen.view.to_act} & {0, 2}))
            (turn,) = seen.view.to_act
            seats[turn].until(lambda seen, at=seen.number: seen.number >= at)  # type: ignore[misc]
            seats[turn].send(careful(seats[turn].seen.view))
            ann.until(lambda later, at=seen.number: later.number > at)  # type: ignore[misc]
            if turn == 0 and ann.seen.view.to_act == (1,):
                break
        number = ann.seen.number
        undo(ann)
        key = wish_of(cem)["key"]
        with pytest.raises(TimeoutError):
            cem.socket.recv(0.6)
        assert len(stored(file)[0].history) == number
        cem.socket.send(f"refuse {key}")
        ann.until(lambda seen: seen.number > number)


def test_it_lapses(base: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("examples.web_table.table.PATIENCE", 0.3)
    ann, ben = two_who_passed(base)
    undo(ann)
    wish_of(ben)
    until(ann, lambda frame: "Not everyone has agreed in time." in said(frame))
    assert stored(file)[1] == 0


def test_those_who_left_agree(base: str) -> None:
    ann, ben = two_who_passed(base)
    undo(ann)
    wish_of(ben)
    ben.socket.send("leave")
    ben.close()
    until(ann, lambda frame: frame["seen"]["epoch"] == 1)
    assert ann.seen.view.phase == "pass"


def test_a_restarted_server_knows_the_epoch(file: Path) -> None:
    with served(file) as base:
        path = new_table(base, "Ann bot1 bot2 bot3")[0]
        ann = Seat(base, path)
        ann.until(lambda seen: seen.number == 4)
        early = wire.dumps_move(careful(ann.seen.view), 4)
        ann.send(careful(ann.seen.view))
        ann.until(lambda seen: seen.view.phase == "play" and seen.view.is_my_turn)
        state = ann.last["state"]
        undo(ann)
        until(ann, lambda frame: frame["seen"]["epoch"] == 1)
    with served(file) as base:
        ann = Seat(base, path, seen=state)  # a browser that slept through it
        frame = ann.hear()
        assert frame["fresh"]
        assert frame["state"] == "1.4.1"
        ann.socket.send(early)
        assert ann.refusal()[0] == "stale"
        ann.send(careful(ann.seen.view))
        ann.until(lambda seen: seen.view.phase == "play")


def test_spectators_undo_nothing(base: str) -> None:
    ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0])
    ann.hear()
    watching = watched(base, ann)
    for word in ("undo", "agree", "refuse"):
        watching.ask(word)
        assert watching.refusal() == ("input", "spectators may not move")
    assert watching.last["undo"] == {"mine": None, "wish": None}


@pytest.mark.parametrize("slug", variants.all())
def test_the_last_decision_and_its_words(slug: str) -> None:
    game, last = Game.new(variants.get(slug)), dict[int, int]()
    while game.round_number < 1 and not game.is_over:
        if game.to_act:
            (seat, *_), number = game.to_act, len(game.history)
            move, last[seat] = careful(game.view(seat)), number
            game = game.apply(move)
            assert deed(move) != "the last move"
            if isinstance(move, moves.Pass | moves.LayDown):  # others do not see the cards
                assert not any(card.rank.word in deed(move) for card in move.cards)
        else:
            last.clear()
            game = game.deal(seed=7) if game.phase.name == "deal" else game.score()
        assert [last_decision(game, seat) for seat in range(game.players)] == [
            last.get(seat) for seat in range(game.players)
        ]
