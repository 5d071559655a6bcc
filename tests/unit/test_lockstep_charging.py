"""Charging in lockstep with turbo-hearts, played against the library itself."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import nullcontext
from typing import Any, cast

import attrs
import pytest

from benchmarks.peers import charging
from benchmarks.peers.charging import WAYS, main, rulebook, run, state_of, table
from benchmarks.peers.pipe import Peer
from heartslib import Cards, Game, HeartsError
from heartslib.rules import Charges


class Mirror:
    """What the bridge answers, from a game of the library that may charge in other ways."""

    def __init__(self, **changes: Any) -> None:
        self.changes = changes
        self.lines: list[str] = []

    def answer(self, line: str) -> str:
        self.lines.append(line)
        match line.split():
            case ["begin", way]:
                self.way: Charges = attrs.evolve(WAYS[way], **self.changes)
                self.game = Game.new(rulebook(self.way))
                return "pass"
            case ["deal", number, *cards]:
                if self.game.phase.name == "score":
                    self.game = self.game.score()
                assert self.game.round_number == int(number)
                hands = [Cards(cards[start : start + 13]) for start in range(0, 52, 13)]
                self.game = self.game.deal(hands=hands)
            case ["pass", seat, *cards]:
                self.game = self.game.pass_cards(int(seat), Cards(cards))
                self.mixed: list[tuple[int, Cards]] = []
            case ["receive", seat, *cards]:
                self.receive(int(seat), Cards(cards))
            case ["charge", seat, *cards]:
                self.charge(int(seat), Cards(cards))
            case ["play", _, card]:
                self.game = self.game.play(card)
            case _:
                pytest.fail(line)
        return "" if self.game.phase.name == "deal" else state_of(self.game, self.full())

    def charge(self, seat: int, cards: Cards) -> None:
        try:
            self.game = self.game.charge(seat, cards)
        except HeartsError:
            assert not cards  # a seat that has answered declines again

    def receive(self, seat: int, cards: Cards) -> None:
        """Deal the mixed cards when all are there."""
        self.mixed.append((seat, cards))
        if len(self.mixed) == 4 and self.game.phase.name == "deal":
            self.game = self.game.deal(hands=[cards for _, cards in sorted(self.mixed)])

    def full(self) -> list[int]:
        """The seat that has charged all four cards, which *chain* asks again."""
        game = self.game
        charged = [game.table.charged_by(seat) + game.view(seat).secret for seat in range(4)]
        return [seat for seat in range(4) if self.way.repeats and len(charged[seat]) == 4]


def compared(mirror: Mirror, rounds: int = 4) -> tuple[dict[str, Counter[str]], list[str]]:
    return run(cast("Peer", mirror), rounds, 1)


@pytest.mark.slow
def test_every_kind_of_step_is_compared() -> None:
    mirror = Mirror()
    counts, differences = compared(mirror, 12)
    assert not differences
    assert {way: each["rounds"] for way, each in counts.items()} == dict.fromkeys(WAYS, 12)
    total = sum(counts.values(), Counter[str]())
    assert total["plays"] == 6 * 12 * 52
    assert min(total[each] for each in ("answers", "charges", "late", "mixed")) > 0
    assert {line.split()[0] for line in mirror.lines} == {
        *("begin", "deal", "pass", "receive", "charge", "play")
    }
    head, _, *rows = table(counts).splitlines()
    assert head == "| rules | rounds | answers | charges | late | mixed | plays | differences |"
    assert [row.split(" | ")[0] for row in rows] == [f"| {way}" for way in (*WAYS, "all")]
    assert rows[-1].endswith("| 3,744 | 0 |")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "ways"),
    [
        ({"reopens": False}, {*WAYS}),
        ({"late": False}, {"Classic", "Blind"}),
        ({"repeats": False}, {"Chain", "BlindChain"}),
        ({"repeats": True}, {"Classic", "Blind", "Bridge", "BlindBridge"}),
        ({"in_turn": False}, {"Bridge", "BlindBridge", "Chain", "BlindChain"}),
        ({"secret": False}, {"Blind", "BlindBridge", "BlindChain"}),
        ({"secret": True}, {"Classic", "Bridge", "Chain"}),
        ({"each": 1}, {*WAYS}),
        ({"times": 4}, {*WAYS}),
    ],
    ids=[
        "once",
        "not late",
        "asked once",
        "asked again",
        "in any order",
        "open",
        "secret",
        "one",
        "four",
    ],
)
def test_another_way_to_charge_is_found(changes: dict[str, Any], ways: set[str]) -> None:
    counts, differences = compared(Mirror(**changes))
    assert {way for way, each in counts.items() if each["differences"]} == ways
    assert differences[0].splitlines()[0] in ways
    assert "\nheartslib: " in differences[0]


def test_a_refused_move_is_a_difference() -> None:
    mirror = Mirror()
    answer = mirror.answer
    mirror.answer = lambda line: answer(line) if line[:4] != "play" else "refused no"  # type: ignore[method-assign]
    _, differences = compared(mirror)
    assert differences[0].endswith("refused no\nheartslib: this was accepted")


def test_the_command_prints_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def begun(*_: object, timeout: float) -> nullcontext[Mirror]:
        assert timeout == 60
        return nullcontext(Mirror(late=False))

    monkeypatch.setattr(charging, "Peer", begun)
    arguments = ["charging", "--path", sys.executable, "--rounds", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    assert main() == 1
    assert "| Bridge | 4 |" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*arguments, "--path", "no/such/program"])
    with pytest.raises(SystemExit):
        main()
    assert "there is no program no/such/program; README.md says" in capsys.readouterr().err
