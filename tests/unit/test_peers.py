"""The match with other programs, played against a small one written here."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from benchmarks.peers.__main__ import main
from benchmarks.peers.contest import RULES, Result, contest, tried
from benchmarks.peers.pipe import Peer, PeerError, question_for
from heartslib import Cards, ChooseCards, Game, View, variants
from heartslib.bots import Bot, careful
from heartslib.moves import Move
from heartslib.rounds import asked, first_round, play_round
from heartslib.simulate.players.duck import duck

pytestmark = pytest.mark.slow

STAND_IN = """
import sys, time

def key(card):
    return "23456789TJQKA".index(card[0]), "CDHS".index(card[1])

how, log = sys.argv[1:]
if how == "mute":
    sys.exit(4)
print("hello there" if how == "rude" else "ready stand-in", flush=True)
with open(log, "w") as kept:
    for line in sys.stdin:
        print(line, end="", file=kept, flush=True)
        words = line.split()
        start = words.index("legal" if words[0] == "play" else "hand") + 1
        cards = []
        for word in words[start:]:
            if word.islower():
                break
            cards.append(word)
        cards = sorted((card for card in cards if card[-1] in "CDHS"), key=key)
        if how == "dies":
            sys.exit(3)
        if how == "hangs":
            time.sleep(60)
        answer = cards[:3] if words[0] == "pass" else cards[:1]
        if how in {"revokes", "steals"} and words[0] == "play":
            start = words.index("hand" if how == "revokes" else "guess") + 2
            answer = [card for card in words[start:start + 13] if card not in cards][:1] or answer
        if how == "garbled":
            answer = ["fold"]
        if how == "greedy":
            answer = cards[:4]
        if how == "twice":
            answer = cards[:1] * 3
        print(*answer, flush=True)
"""
"""Plays its lowest card, or misbehaves as its first argument says; keeps what it is asked in a file."""

AMERICAN = RULES["xinxin"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "questions"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(STAND_IN)
    return path


@pytest.fixture
def command(script: Path, log: Path) -> list[str]:
    """Starts the program; its last argument but one says how it plays."""
    return [sys.executable, str(script), "lowest", str(log)]


def lowest(view: View) -> Move:
    """What the program does, in this process."""
    question = asked(view)
    assert isinstance(question, ChooseCards)
    cards = sorted(question.among, key=lambda card: (card.rank, "CDHS".index(str(card)[1])))
    return question.make(cards[: question.counts[-1]])


def failure(command: list[str], how: str) -> str:
    with pytest.raises(PeerError) as caught:
        contest(AMERICAN, "lowest", lowest, [*command[:2], how, command[3]], deals=1, timeout=60)
    return str(caught.value)


def test_the_same_player_on_both_sides_is_exactly_level(command: list[str]) -> None:
    result = contest(AMERICAN, "lowest", lowest, command, deals=8)
    assert result.standings.rounds == 16
    assert result.difference == (0, 0)
    assert any(result.standings.totals)
    assert str(result).startswith("| `lowest` | stand-in | 16 | +0.00 ± 0.00 | ")


def test_a_better_player_scores_less(command: list[str]) -> None:
    gap, error = contest(AMERICAN, "careful", careful, command, deals=20).difference
    assert gap < -2 * error < 0


def test_each_hand_is_played_by_both(command: list[str], log: Path) -> None:
    mine = set[tuple[int, str]]()

    def noting(view: View) -> Move:
        if view.phase == "pass":
            mine.add((view.dealer, str(view.hand)))
        return lowest(view)

    contest(AMERICAN, "lowest", noting, command, deals=3)
    questions = [line.split() for line in log.read_text().splitlines()]
    passes = [words for words in questions if words[0] == "pass"]
    theirs = {(int(words[4]), " ".join(words[6:19])) for words in passes}
    warm_up = mine - theirs
    assert len(passes) == len(theirs) == 3 * 4
    assert theirs < mine
    assert len(warm_up) == 4


def test_a_seat_without_a_choice_is_not_asked(command: list[str], log: Path) -> None:
    contest(AMERICAN, "lowest", lowest, command, deals=4)
    for line in log.read_text().splitlines():
        phrases = dict(phrases_of(line)[1:])
        assert "to" in phrases or len(phrases["legal"]) > 1


def test_a_row(command: list[str]) -> None:
    standings = contest(AMERICAN, "careful", careful, command, deals=1).standings
    moons = {"careful": (1, 0), "stand-in": (2, 1)}
    row = str(Result(standings, 0.123, 1234.5, moons))
    assert row.startswith("| `careful` | stand-in | 2 | −")
    assert row.endswith(" | 0.12 | 1,234 | 50.0 / 0.0 | 100.0 / 50.0 |")


@pytest.mark.parametrize(
    ("seed", "points", "found"),
    [
        (48, (26, 26, 0, 26), [(2, True)]),
        (30, (20, 0, 0, 6), [(0, False)]),
        (0, (4, 0, 3, 19), []),
    ],
)
def test_a_moon_that_is_tried(
    seed: int, points: tuple[int, ...], found: list[tuple[int, bool]]
) -> None:
    end = play_round(first_round(variants.get("american"), 4, 0), [duck] * 4, Random(seed))
    assert end.points_so_far == points
    assert [*tried(end)] == found


def phrases_of(line: str) -> list[tuple[str, list[str]]]:
    """The phrases of a question: the word in lower case, and what follows it."""
    count = 0
    numbered: list[tuple[int, str]] = []
    for word in line.split():
        count += word.islower()
        numbered.append((count, word))
    parts = [[word for _, word in part] for _, part in groupby(numbered, key=lambda each: each[0])]
    return [(first, rest) for first, *rest in parts]


@pytest.mark.parametrize("name", RULES)
def test_every_card_is_in_a_question_once(name: str, command: list[str], log: Path) -> None:
    contest(RULES[name], "careful", careful, command, deals=4)
    for line in log.read_text().splitlines():
        places = [rest for first, rest in phrases_of(line) if first in {"hand", "trick", "guess"}]
        cards = [word for rest in places for word in rest if len(word) == 2]
        assert len(cards) == len(set(cards)) == 52


def test_a_question() -> None:
    game = Game.new(AMERICAN).deal(seed=4)
    assert phrases_of(question_for(game.view(1)))[:5] == [
        ("pass", []),
        ("seat", ["1"]),
        ("dealer", ["3"]),
        ("hand", str(game.view(1).hand).split()),
        ("to", ["2", "3"]),
    ]
    for seat in range(4):
        game = game.apply(lowest(game.view(seat)))
    for _ in range(6):
        game = game.apply(lowest(game.view(game.to_act[0])))
    view = game.view(game.to_act[0])
    asked_for = dict(phrases_of(question_for(view)))
    me = view.seat
    assert me is not None
    assert asked_for["hand"] == str(view.hand).split()
    assert asked_for["legal"] == str(view.legal_plays()).split()
    assert asked_for["gave"] == [str((me + 1) % 4), *str(view.given).split()]
    assert asked_for["got"] == [str((me - 1) % 4), *str(view.received).split()]
    assert asked_for["trick"] == [str(view.table.trick.leader), *map(str, view.table.trick.cards)]


def test_a_guess_is_the_same_whatever_the_others_hold() -> None:
    game = Game.new(AMERICAN).deal(seed=4)
    hands = [game.view(seat).hand for seat in range(4)]
    swapped = Game.new(AMERICAN).deal(hands=[hands[0], hands[2], hands[1], hands[3]])
    assert question_for(swapped.view(0)) == question_for(game.view(0))


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("revokes", "7D': clubs were led and you hold some: follow suit"),
        ("steals", "KC': KC is not in the hand"),
        ("garbled", "fold': 'fold' is not a card: "),
        ("greedy", "2D 3C 3D 5C': 3 different cards should be chosen"),
        ("twice", "2D 2D 2D': 3 different cards should be chosen"),
    ],
)
def test_an_illegal_answer_is_named_with_the_reason(how: str, why: str, command: list[str]) -> None:
    message = failure(command, how)
    assert message.startswith(f"stand-in may not answer '{why}")
    assert "; it was asked: p" in message


def test_a_program_that_ends(command: list[str]) -> None:
    message = failure(command, "dies")
    assert message.startswith("stand-in ended with status 3 when asked: pass seat ")


def test_a_program_that_hangs(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Peer.__enter__

    def in_a_hurry(peer: Peer) -> Peer:
        """It has a minute to start, and a second for an answer."""
        begun(peer)
        peer._timeout = 1  # pyright: ignore[reportPrivateUsage]
        return peer

    monkeypatch.setattr(Peer, "__enter__", in_a_hurry)
    message = failure(command, "hangs")
    assert message.startswith("stand-in did not answer within 1 second: pass seat ")


def test_a_program_that_is_no_bridge(command: list[str], tmp_path: Path) -> None:
    assert failure(command, "mute").endswith(" ended with status 4 when asked: its name")
    assert failure(command, "rude").endswith(
        ": the first line should be 'ready' and a name of one word, not 'hello there'"
    )
    nowhere = str(tmp_path / "nowhere")
    with pytest.raises(PeerError, match=r"nowhere cannot be started: "), Peer([nowhere]):
        pass  # pragma: no cover


def test_only_passes_and_plays_have_words() -> None:
    game = Game.new(variants.get("turbo")).deal(seed=1)
    for seat in range(4):
        game = game.apply(careful(game.view(seat)))
    with pytest.raises(
        PeerError, match=r"^a program can be asked to pass and to play, not to charge$"
    ):
        question_for(game.view(game.to_act[0]))


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["peers", *arguments])
    main()


def test_the_command(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = " ".join(f"'{word}'" for word in command[1:])
    options = ["--path", sys.executable, "--settings", settings, "--bot", "careful", "--deals", "2"]
    run(monkeypatch, "mdhearts", *options)
    head, _, row = capsys.readouterr().out.splitlines()
    assert head.count("|") == row.count("|") == 9
    assert row.startswith("| `careful` | stand-in | 4 | ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["xinxin", "--path", "no-bridge"], "--path: there is no program no-bridge"),
        (["pagat", "--path", sys.executable], "invalid choice: 'pagat'"),
        (["xinxin", "--path", sys.executable, "--timeout", "0"], "--timeout: "),
        (["xinxin", "--path", sys.executable, "--bot", "bold"], "'bold' is not a bot"),
        (["xinxin", "--path", sys.executable, "--deals", "0"], "--deals: "),
    ],
)
def test_a_wrong_command(
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        run(monkeypatch, *arguments)
    assert message in f"{caught.value}{capsys.readouterr().err}"


def test_a_program_is_a_bot(command: list[str]) -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    with Peer(command) as peer:
        bot: Bot = peer
        assert bot(game.view(0)) == lowest(game.view(0))
    assert peer.asked == 1
    assert Cards(question_for(game.view(0)).partition(" hand ")[2].partition(" to ")[0])
