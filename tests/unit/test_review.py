"""A round looked at again: what each decision cost, and where the command finds the round."""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, HeartsError, Rules, Table, variants
from heartslib.bots import AtRandom, careful
from heartslib.bots.monte_carlo import tries
from heartslib.bots.reasons import VOICE, since
from heartslib.cli import BAD_INPUT, main
from heartslib.formats.record import dumps
from heartslib.moves import Charge, LayDown, NameContract, Pass, Play
from heartslib.review import Luck, Review, review
from heartslib.rounds import lost
from heartslib.rules import NO_PASSING, KittyTo, Pack, PlayRule
from heartslib.show.telling import chosen
from heartslib.show.text import with_symbols
from heartslib.terminal import Sitting
from heartslib.view import View
from tests.helpers.positions import AMERICAN
from tests.helpers.written import read_back, written_down

NAMES = ("South", "West", "North", "East")


def reckless_game(rules: Rules, seed: int, rounds: int = 1, reckless: int = 2) -> Game:
    """A game in which one seat plays any card."""
    game = Game.new(rules, 4, names=NAMES)
    for number in range(rounds):
        game = (game.score() if number else game).deal(seed=seed + number)
        while game.to_act:
            seat = game.to_act[0]
            game = game.apply((AtRandom(3) if seat == reckless else careful)(game.view(seat)))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return reckless_game(AMERICAN, 19)


@pytest.fixture(scope="module")
def reviewed(game: Game) -> Review:
    return review(game, rollouts=10)


@pytest.mark.slow
def test_each_decision_is_in_the_place_of_its_move(game: Game, reviewed: Review) -> None:
    """And is judged by the view that its seat had then."""
    moves = [each.move for each in reviewed.decisions]
    assert moves == [move for move in game.history if move in moves]
    assert {type(move) for move in moves} == {Pass, Play}
    for each in reviewed.decisions:
        assert each.game == game.at(game.history.index(each.move))
        assert each.view == each.game.view(each.move.seat)
        assert each.bot == careful(each.view)
        assert each.reason == careful.choice(each.view).reason
        assert each.cost >= 0
        assert (each.cost == 0) == (each.move == each.best)
    forced = {move for move in game.history if isinstance(move, Play)} - {*moves}
    for move in forced:
        assert len(game.at(game.history.index(move)).legal_plays()) == 1


@pytest.mark.slow
def test_the_end_is_solved(game: Game, reviewed: Review) -> None:
    for each in reviewed.decisions:
        found = each.solution
        is_late = isinstance(each.move, Play) and len(each.view.table.tricks) >= 5
        assert (found is not None) == (each.open_cost is not None) == is_late
        if found is not None and isinstance(each.move, Play):
            assert found.by == "paranoid"
            assert found.seat == each.move.seat
            assert each.open_cost == found.cost(each.move.card)
    fewer = review(game, rollouts=2, seats=[1], tricks=3, by="max^n")
    assert {each.move.seat for each in fewer.decisions} == {1}
    late = [each.solution for each in fewer.decisions if each.solution]
    assert {found.by for found in late} == {"max^n"}
    assert len(late) <= 3
    assert not any(each.solution for each in review(game, rollouts=2, tricks=0).decisions)


@pytest.mark.slow
def test_the_cost_is_that_of_the_same_deals(game: Game) -> None:
    """The mean of the differences, deal by deal, and its standard error."""
    (first, *_) = [each for each in review(game, rollouts=20, seed=5).decisions if each.cost > 1]
    moves = [first.move, first.best]
    losses = tries(first.view, moves, 5, merge=False).losses(20)
    more = [ours - theirs for ours, theirs in zip(*losses, strict=True)]
    assert first.cost == pytest.approx(statistics.fmean(more))
    assert first.error == pytest.approx(statistics.stdev(more) / 20**0.5)
    again = review(game, rollouts=20, seed=6)
    assert again != review(game, rollouts=20, seed=5)


@pytest.mark.slow
def test_of_equals_the_move_itself_is_the_best(game: Game) -> None:
    """So it costs nothing, and is no mistake."""
    for each in review(game, rollouts=2, tricks=0).decisions:
        assert each.cost or (each.move, each.error) == (each.best, 0)


def test_where_nothing_is_at_stake_each_move_is_the_best() -> None:
    hands = ["2C 3C 4C", "2D 3D 4D", "5C 6C 7C", "5D 6D 7D"]
    rest = AMERICAN.deck.cards(4) - Cards(hands)
    game = Game.new(AMERICAN).set_up(hands, leader=0, taken=[rest[::2], "", rest[1::2], ""])
    while game.to_act:
        game = game.play(game.legal_plays()[0])
    found = review(game, rollouts=2, tricks=0).decisions
    assert len(found) == 8
    assert all((each.best, each.cost) == (each.move, 0) for each in found)
    assert any(each.move != each.bot for each in found)


@pytest.mark.slow
def test_mistakes_are_certain_and_the_costliest_first(reviewed: Review) -> None:
    found = reviewed.mistakes(100)
    costs = [each.cost for each in found]
    assert costs == sorted(costs, reverse=True)
    assert {each for each in reviewed.decisions if each.cost > 2 * each.error} == {*found}
    assert reviewed.mistakes() == found[:3]
    assert reviewed.mistakes(1) == found[:1]


@pytest.mark.slow
def test_a_bot_that_says_why_is_quoted(game: Game) -> None:
    def choice(view: View) -> Any:
        return SimpleNamespace(move=careful(view), reason="QS is out.")

    bot: Any = SimpleNamespace(choice=choice)
    found = review(game, rollouts=2, seats=[2], bot=bot)
    assert {each.reason for each in found.decisions} == {"QS is out."}
    whys = [
        instead.why
        for each in found.decisions
        for card in (each.view.legal_plays() if isinstance(each.bot, Play) else ())
        if (instead := attrs.evolve(each, move=Play(2, card), best=each.bot)).move != each.bot
    ]
    assert {why for why in whys if not why.startswith("Better: ")} == {"Q♠ is out."}


@pytest.mark.slow
def test_it_is_printed(reviewed: Review) -> None:
    north = [each for each in reviewed.decisions if each.move.seat == 2]
    lines = str(attrs.evolve(reviewed, decisions=tuple(north))).split("\n")
    assert lines[0] == f"Round 1: {len(north)} decisions, 10 deals for each"
    assert [line.split(":")[0] for line in lines[1 : lines.index("")] if ": " in line] == [*NAMES]
    assert max(map(len, lines)) <= 80
    title = r"\d\. North, trick 12: K♥ cost 22\.7 ± 0\.0 points\."
    (place,) = [place for place, line in enumerate(lines) if re.fullmatch(title, line)]
    assert lines[place + 1 : place + 3] == [
        "   Better: 6♥, since it stays below 9♥.",
        "   All cards open, paranoid: 22.7 points, 6♥ is best.",
    ]
    passed = reviewed.decisions[0]
    assert str(passed).startswith("South, pass: ")
    none = attrs.evolve(reviewed, decisions=(), luck=())
    assert str(none) == (
        "Round 1: 0 decisions, 10 deals for each\nNo move is certain to be a mistake."
    )


@pytest.mark.slow
def test_better_moves_come_with_what_speaks_for_them(reviewed: Review) -> None:
    for each in reviewed.decisions:
        if each.move == each.best:
            assert each.why == "Nothing looks better."
        elif why := since(each.view, each.best, each.move):
            assert each.why == f"Better: {chosen(each.best, VOICE)}, {why}."
        else:
            assert each.why in {f"Better: {chosen(each.best, VOICE)}.", with_symbols(each.reason)}


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["american", "barbu", "partnership", "kitty_hearts", "turbo"])
def test_luck_and_mistakes_add_up_to_the_result(slug: str) -> None:
    """Points more than the mean of the other sides."""
    game = reckless_game(variants.get(slug), 7)
    found = review(game, rollouts=20)
    assert [each.seat for each in found.luck] == [0, 1, 2, 3]
    assert game.sheet
    for each in found.luck:
        assert each.result == lost(game.rules, game.sheet.totals, each.seat)
        own = [one for one in found.mistakes(99) if one.move.seat == each.seat]
        assert each.mistakes == pytest.approx(sum(one.cost for one in own))
        assert each.mistakes_error == pytest.approx(sum(one.error**2 for one in own) ** 0.5)
        assert each.deal + each.mistakes + each.rest == pytest.approx(each.result)
    # what one side has more than the mean of the others, another has less
    sides = game.sides
    assert sum(found.luck[side[0]].deal for side in sides) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_the_deal_is_what_the_hands_are_worth_as_they_were_dealt() -> None:
    """Whoever holds only low cards saves points, whatever is made of them."""
    low = "2C 3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H"
    rest = [*(AMERICAN.deck.cards(4) - Cards(low))]
    hands = [low, rest[0::3], rest[1::3], rest[2::3]]
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).deal(hands=hands)
    while game.to_act:
        game = game.apply(careful(game.view(game.to_act[0])))
    first, *others = review(game, rollouts=2, tricks=0).luck
    assert first.deal < -8
    assert first.deal_error < 0.3
    assert first.deal < min(each.deal for each in others)


@pytest.mark.slow
def test_without_a_finished_round_there_is_no_luck(game: Game) -> None:
    assert not review(game.at(20), rollouts=2).luck
    entered = game.score().deal(seed=1)
    assert (
        review(entered, rollouts=2, round=1, tricks=0).luck
        == review(game, rollouts=2, tricks=0).luck
    )


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (Luck(0, "Ann", 5.5, -1.5, 0.2, 3.1, 0.6), "Ann: 5.5 points behind the others. The deal saved 1.5 ± 0.2, mistakes cost 3.1 ± 0.6, the rest cost 3.9."),
        (Luck(0, "Ben", -2.0, 1.0, 0.1, 0.0, 0.0), "Ben: 2.0 points ahead of the others. The deal cost 1.0 ± 0.1, no mistake is certain, the rest saved 3.0."),
        (Luck(0, "Cid", -0.04, 0.0, 0.1, 0.0, 0.0), "Cid: level with the others. The deal cost 0.0 ± 0.1, no mistake is certain, the rest saved 0.0."),
    ],
)  # fmt: skip
def test_luck_is_said_in_a_line(luck: Luck, said: str) -> None:
    assert str(luck) == said


@pytest.mark.slow
def test_charges_contracts_and_kitties_are_looked_at() -> None:
    exchanged = attrs.evolve(
        AMERICAN, deck=Pack(kitty=4), passing=NO_PASSING, kitty=KittyTo(exchanged=True, share=1)
    )
    kinds: dict[type[Charge | NameContract | LayDown], Game] = {
        Charge: reckless_game(variants.get("turbo"), 1),
        NameContract: reckless_game(variants.get("barbu"), 2),
        LayDown: reckless_game(exchanged, 1),
    }
    for kind, game in kinds.items():
        (seat, *_) = [move.seat for move in game.history if isinstance(move, kind)]
        decisions = review(game, rollouts=2, seats=[seat], tricks=0).decisions
        found = [each for each in decisions if isinstance(each.move, kind)]
        assert found, kind
        assert all(" cost " in str(each) for each in found)
        assert kind is not Charge or ": nothing cost " in str(found[0])


@pytest.mark.slow
def test_a_pass_into_the_middle_is_not_judged() -> None:
    """What is dealt back cannot be played out."""
    rules = variants.get("american")
    game = reckless_game(rules, 1, rounds=4)
    assert all(isinstance(each.move, Play) for each in review(game, rollouts=2).decisions)


@attrs.frozen
class Own(PlayRule):
    """A restriction that the kernel does not know: nothing under a seven is led, if anything else can be."""

    name: str = "own"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        high = Cards(card for card in playable if card.rank >= 7)
        return playable if table.trick.cards else high or playable

    def reason(self, card: Card, table: Table) -> str:
        return "lead a higher card"

    def describe(self, players: int) -> str:
        return "Nothing under a seven is led, if anything else can be."


@pytest.mark.slow
def test_rules_that_the_kernel_does_not_know_are_played_out_by_the_game() -> None:
    game = reckless_game(attrs.evolve(AMERICAN, play=(*AMERICAN.play, Own())), 3)
    found = review(game, rollouts=2, seats=[0], tricks=8)
    assert found.decisions
    assert not any(each.solution for each in found.decisions)
    assert not found.luck


@pytest.mark.slow
def test_any_round_of_a_game_is_found() -> None:
    game = reckless_game(AMERICAN, 7, rounds=2).score()
    assert review(game, rollouts=2, seats=[2]) == review(game, rollouts=2, seats=[2], round=2)
    first = review(game, rollouts=2, seats=[2], round=1)
    assert first.round == 1
    alone = review(reckless_game(AMERICAN, 7), rollouts=2, seats=[2])
    assert [each.move for each in first.decisions] == [each.move for each in alone.decisions]
    assert review(game.deal(seed=1), rollouts=2, seats=[2]).round == 2


@pytest.mark.slow
def test_a_recorded_round_begins_in_the_middle_of_a_game() -> None:
    """After two contracts, with a leader of its own."""
    game = reckless_game(variants.get("kierki"), 5, rounds=3)
    again = read_back(written_down(game))
    found = review(again, rollouts=2, seats=[2])
    assert [each.move for each in found.decisions] == [
        each.move for each in review(game, rollouts=2, seats=[2]).decisions
    ]


def test_half_a_game_is_not_reviewed(game: Game) -> None:
    half = Game(game.match, game.at(30).phase, game._log)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(HeartsError, match="does not begin with its first deal"):
        review(half)


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the command on a file."""

    def command(text: str, *words: str) -> tuple[int, str, str]:
        file = tmp_path / "game.json"
        file.write_text(text, encoding="utf-8")
        status = main(["review", "--rollouts", "5", *words, str(file)])
        out, error = capsys.readouterr()
        return status, out, error

    return command


@pytest.mark.slow
def test_the_command_reads_games_and_recorded_rounds(game: Game, run: Run) -> None:
    status, out, _ = run(dumps(game))
    assert status == 0
    expected = str(review(game, rollouts=5))
    assert out == f"American Hearts, 4 players\n{expected}\n"
    rounds = json.dumps({"rounds": [written_down(game)] * 2})
    status, out, _ = run(rounds, "--seat", "2")
    assert status == 0
    assert "Round 2: 12 decisions" in out
    assert "Round 1: " in run(rounds, "--round", "1", "--seat", "2")[1]
    assert "Round 1: " in run(rounds, "--round", "1", "--seat", "2", "american")[1]
    sitting = attrs.evolve(Sitting.new(AMERICAN, bots=["careful"] * 3), game=game)
    assert "Round 1: " in run(sitting.dumps(), "--seat", "0")[1]


@pytest.mark.parametrize(("words", "number"), [([], 2), (["--round", "1"], 1)])
def test_the_last_of_recorded_rounds_is_reviewed_unless_another_is_named(
    words: list[str], number: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [reckless_game(AMERICAN, seed) for seed in (7, 8)]
    seen = list[Game]()

    def reviewed(game: Game, **_: object) -> Review:
        seen.append(game)
        return Review(1, 5, ())

    monkeypatch.setattr(sys.modules["heartslib.review"], "review", reviewed)
    rounds = json.dumps({"rounds": [written_down(game) for game in games]})
    assert f"Round {number}: 0 decisions" in run(rounds, *words)[1]
    assert [game.sheet for game in seen] == [games[number - 1].sheet]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--round", "2"], "round must be a whole number from 1 to 1, not 2"),
        (["american"], "a saved game has its own rules: leave out VARIANT and --rules"),
        (["--seat", "4"], "seat"),
    ],
)
def test_the_command_refuses_in_one_sentence(
    words: list[str], said: str, game: Game, run: Run
) -> None:
    status, _, error = run(dumps(game), *words)
    assert status == BAD_INPUT
    assert said in error
    assert error.count("\n") == 1


def test_a_file_has_only_so_many_rounds(game: Game, run: Run) -> None:
    text = json.dumps(written_down(game))
    assert run(text, "--round", "2")[2] == "heartslib: --round 2: the file has 1 round\n"
    assert run('{"rounds": []}')[2] == "heartslib: --round 1: the file has 0 rounds\n"
