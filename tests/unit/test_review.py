"""A round looked at again: what each decision cost, and where the command finds the round."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from heartslib import Card, Cards, Game, HeartsError, Rules, Suit, Table, variants
from heartslib.bots import Advice, AtRandom, Cost, Reason, advise, careful
from heartslib.bots.advice import VOICE
from heartslib.bots.candidates import candidates
from heartslib.bots.reasons import WORDINGS, reason_for
from heartslib.cli import BAD_INPUT, main
from heartslib.errors import Seats
from heartslib.moves import Charge, LayDown, NameContract, Pass, Play
from heartslib.record import dumps
from heartslib.review import Decision, Luck, Review, review
from heartslib.rounds import lost
from heartslib.rules import NO_PASSING, KittyTo, Pack, PlayRule
from heartslib.show.telling import Voice, chosen
from heartslib.terminal import Sitting
from heartslib.words import listed
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
    return reckless_game(AMERICAN, 43)


@pytest.fixture(scope="module")
def reviewed(game: Game) -> Review:
    return review(game, deals=30)


@pytest.mark.slow
def test_each_decision_is_in_the_place_of_its_move(game: Game, reviewed: Review) -> None:
    """And is judged by the view that its seat had then, by the adviser whom everybody asks."""
    moves = [each.move for each in reviewed.decisions]
    assert moves == [move for move in game.history if move in moves]
    assert {type(move) for move in moves} == {Pass, Play}
    for each in reviewed.decisions:
        assert each.game == game.at(game.history.index(each.move))
        assert each.view == each.game.view(each.move.seat)
        assert each.advice == advise(each.view, deals=30, also=[each.move])
        assert each.cost.points >= 0
        assert not each.cost.is_least
    forced = {move for move in game.history if isinstance(move, Play)} - {*moves}
    for move in forced:
        before = game.at(game.history.index(move))
        assert not advise(before.view(move.seat), deals=30).costs


@pytest.mark.slow
def test_a_review_and_a_hint_agree(game: Game) -> None:
    """What is best before a move is best afterwards, unless what was made is better still."""
    for each in review(game, seats=[2], tricks=0).decisions:
        if each.move not in candidates(each.view):
            continue
        hint = advise(each.view)
        assert each.advice.move == hint.move
        assert {*each.advice.as_good} == {*hint.as_good}
        before = hint.cost(each.move)
        assert before is not None
        if before.is_least:  # the review tries it in every deal, and knows more
            assert each.cost.amount >= before.amount
        else:
            assert each.cost == before


@pytest.mark.slow
def test_the_end_is_solved(game: Game, reviewed: Review) -> None:
    for each in reviewed.decisions:
        found = each.solution
        number = len(each.view.table.tricks) - 5 if isinstance(each.move, Play) else -1
        assert (found is not None) == (each.open_cost is not None)
        assert found is None or number >= 0
        assert found is not None or number <= 0  # eight tricks may be too many, seven are not
        if found is not None and isinstance(each.move, Play):
            assert found.by == "paranoid"
            assert found.seat == each.move.seat
            assert each.open_cost == found.cost(each.move.card)
    fewer = review(game, deals=2, seats=[1], tricks=3, by="max^n")
    assert {each.move.seat for each in fewer.decisions} == {1}
    late = [each.solution for each in fewer.decisions if each.solution]
    assert {found.by for found in late} == {"max^n"}
    assert len(late) <= 3
    assert not any(each.solution for each in review(game, deals=2, tricks=0).decisions)


def test_where_nothing_is_at_stake_nothing_is_a_mistake() -> None:
    hands = ["2C 3C 4C", "2D 3D 4D", "5C 6C 7C", "5D 6D 7D"]
    rest = AMERICAN.deck.cards(4) - Cards(hands)
    game = Game.new(AMERICAN).set_up(hands, leader=0, taken=[rest[::2], "", rest[1::2], ""])
    while game.to_act:
        game = game.play(game.legal_plays()[-1])
    found = review(game, deals=2, tricks=0)
    assert not found.mistakes()
    assert "made no clear mistake" in str(found)
    assert not any(each.is_mistake for each in found.decisions)


@pytest.mark.slow
def test_mistakes_are_certain_and_the_costliest_first(reviewed: Review) -> None:
    """Nothing under 0.3 points, or under twice its error, is one."""
    found = reviewed.mistakes(100)
    costs = [each.cost.points for each in found]
    assert costs == sorted(costs, reverse=True)
    assert {each for each in reviewed.decisions if each.is_mistake} == {*found}
    for each in reviewed.decisions:
        cost = each.cost
        assert each.is_mistake == (cost.points >= 0.3 and cost.points > 2 * cost.error)
    assert reviewed.mistakes() == found[:3]
    assert reviewed.mistakes(1) == found[:1]


@pytest.mark.slow
def test_it_is_printed(game: Game) -> None:
    lines = [*review(game, seats=[2], deals=100).lines(2, play_on="review {}".format)]
    assert max(map(len, lines)) <= 80
    head = " ".join(lines[: lines.index("")])
    assert re.fullmatch(
        r"You took 15\.3 more points than the others on average\. "
        r"Your cards were good and saved you about [\d.]+ points\. "
        r"Your \w+ mistakes cost about \d+ points, but good luck saved you about \d+ points\.",
        head,
    )
    assert lines[lines.index("") + 1 :][:4] == [
        "1. To play on from here: review 1",
        "   Trick 6: West led Q♠; you played A♠.",
        "   This cost about 17 points. Better: J♠, since it stays below Q♠.",
        "   With all cards open, J♠ was 17.3 points better.",
    ]


@pytest.mark.slow
def test_no_word_of_the_solver_is_read_by_a_person(reviewed: Review) -> None:
    text = "\n".join([*reviewed.lines(0), *reviewed.lines(None), *map(str, reviewed.decisions)])
    assert not re.search(r"paranoid|max|±|seats? \d|\d points? points?", text)
    assert "South played" in text
    spoken = "\n".join(reviewed.lines(0, Voice(spoken=True)))
    assert not re.search("[♣♦♠♥]", spoken)


@pytest.mark.slow
def test_better_moves_come_with_what_speaks_for_them(reviewed: Review) -> None:
    """And not for the move that was made."""
    for each in reviewed.mistakes(100):
        why = reason_for(each.view, each.advice.move, each.move)
        reason = each.cost.reason
        assert reason == why or (reason and reason.code in {"own-moon", "stops-moon"})
        better = listed([chosen(move, VOICE) for move in each.advice.costs[0].moves], "or")
        assert f"Better: {better}" in str(each)
        assert (", since " in str(each)) == (reason is not None)


def test_a_moon_within_reach_is_the_reason() -> None:
    game = reckless_game(AMERICAN, 43).at(40)
    (seat,) = game.to_act
    view = game.view(seat)
    first, second = (Play(seat, card) for card in Cards("2H 3H"))
    moon = Reason("stops-moon", (Seats((0, 3)),))
    costs = Cost((first,), 0.0, 0.0), Cost((second,), 5.0, 1.0, reason=moon)
    decision = Decision(game, second, Advice(view, first, costs))
    assert "since it may stop South and East from taking everything." in str(decision)
    assert "since it may stop you and East from taking everything" in decision.sentences(0)[1]
    assert decision.data()["costs"][1]["reason"] == {"code": "stops-moon", "data": [[0, 3]]}


@pytest.mark.parametrize("code", sorted(WORDINGS))
def test_a_reason_speaks_to_whoever_moved(code: str) -> None:
    """And of that player to others."""
    game = reckless_game(AMERICAN, 43).at(40)
    (seat,) = game.to_act
    view = game.view(seat)
    moves = [Play(seat, card) for card in Cards("2H 3H")]
    words = WORDINGS[code]
    named = (Card("QS"), Card("KS")) if ":u}" in words else (Suit.HEARTS, 2)
    costs = Cost((moves[0],), 0.0, 0.0), Cost((moves[1],), 5.0, 1.0, reason=Reason(code, named))
    decision = Decision(game, moves[1], Advice(view, moves[0], costs))
    other = decision.sentences(0)[1]
    assert not re.search(r"\byour?\b", other)
    assert bool(re.search("they|them|their", other)) == bool(re.search(r"\byour?\b", words))
    assert ("you" in decision.sentences(seat)[1]) == ("you" in words)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["american", "barbu", "partnership", "kitty_hearts", "turbo"])
def test_luck_and_mistakes_add_up_to_the_result(slug: str) -> None:
    """Points more than the mean of the other sides."""
    game = reckless_game(variants.get(slug), 7)
    found = review(game, deals=20)
    assert [each.seat for each in found.luck] == [0, 1, 2, 3]
    assert game.sheet
    for each in found.luck:
        assert each.result == lost(game.rules, game.sheet.totals, each.seat)
        own = [one for one in found.mistakes(99) if one.move.seat == each.seat]
        assert sorted(cost.points for cost in each.mistakes) == sorted(
            one.cost.points for one in own
        )
        assert each.deal is not None
        if each.is_last:
            assert each.rest is None
        else:
            assert each.rest is not None
            assert each.deal + each.lost + each.rest == pytest.approx(each.result)
    # what one side has more than the mean of the others, another has less
    sides = game.sides
    assert sum(found.luck[side[0]].deal or 0 for side in sides) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_the_deal_is_what_the_hands_are_worth_as_they_were_dealt() -> None:
    """Whoever holds only low cards saves points, whatever is made of them."""
    low = "2C 3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H"
    rest = [*(AMERICAN.deck.cards(4) - Cards(low))]
    hands = [low, rest[0::3], rest[1::3], rest[2::3]]
    game = Game.new(attrs.evolve(AMERICAN, passing=NO_PASSING)).deal(hands=hands)
    while game.to_act:
        game = game.apply(careful(game.view(game.to_act[0])))
    first, *others = review(game, deals=2, tricks=0).luck
    assert first.deal is not None
    assert first.deal < -8
    assert first.deal_error < 0.3
    assert first.deal < min(each.deal or 0 for each in others)


@pytest.mark.slow
def test_a_round_that_is_not_finished_is_refused(game: Game) -> None:
    with pytest.raises(HeartsError, match=r"^round 1 is not finished: it can be reviewed once"):
        review(game.at(20))
    entered = game.score().deal(seed=1)
    old = review(entered, deals=2, round=1, tricks=0)
    assert old.luck == review(game, deals=2, tricks=0).luck
    begun = entered.apply(careful(entered.view(entered.to_act[0])))
    with pytest.raises(HeartsError, match=r"^round 2 is not finished"):
        review(begun)
    with pytest.raises(HeartsError, match=r"^there is nothing to review: nobody has moved yet"):
        review(Game.new(AMERICAN).deal(seed=1))


MISTAKE = Cost((), 3.1, 0.6)


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (Luck(0, 5.5, (MISTAKE,), -1.5, 0.2), "You took 5.5 more points than the others on average. Your cards were good and saved you about 1.5 points. Your mistake cost about 3 points, and bad luck cost you about 4 points."),
        (Luck(0, -2.0, (), 1.0, 0.1), "You took 2 fewer points than the others on average. Your cards were bad and cost you about 1 point. You made no clear mistake, and good luck saved you about 3 points."),
        (Luck(0, -0.04, (), 0.0, 0.1), "You took as many points as the others on average. Your cards were neither good nor bad. You made no clear mistake, and luck hardly mattered."),
        (Luck(1, 1.0, (MISTAKE, MISTAKE), None), "West took 1 more point than the others on average. West's cards were not rated: these rules cannot be played out quickly. West's two mistakes cost about 6 points."),
        (Luck(0, 9.0, (MISTAKE,), -1.5, 0.2, True), "You took 9 more points than the others on average. Your cards were good and saved you about 1.5 points. Your mistake cost chances to win worth about 3 points."),
    ],
)  # fmt: skip
def test_luck_is_said_in_three_sentences(luck: Luck, said: str, game: Game) -> None:
    assert " ".join(luck.sentences(game.view(0))) == said


@pytest.mark.slow
def test_it_is_data(reviewed: Review) -> None:
    """All that is read, and what a program needs to word it in its own way."""
    data = reviewed.data(0)
    assert json.loads(json.dumps(data)) == data
    assert [data["round"], data["players"]] == [1, [*NAMES]]
    for luck, each in zip(data["luck"], reviewed.luck, strict=True):
        assert luck["sentences"] == [*each.sentences(reviewed.game.view(0))]
    mistakes = [data["decisions"][place] for place in data["mistakes"]]
    assert [each["sentences"] for each in mistakes] == [
        [*each.sentences(0)] for each in reviewed.mistakes()
    ]
    assert all(each["is_mistake"] and each["costs"][0]["points"] == 0 for each in mistakes)
    reasons = [
        cost["reason"] for each in data["decisions"] for cost in each["costs"] if cost["reason"]
    ]
    assert {reason["code"] for reason in reasons} <= {*WORDINGS}
    named = {part for reason in reasons for part in reason["data"] if isinstance(part, str)}
    assert named
    assert all(Card.parse(part) if len(part) > 1 else part in "CDSH" for part in named)


@pytest.mark.slow
def test_charges_contracts_and_kitties_are_looked_at() -> None:
    exchanged = attrs.evolve(
        AMERICAN, deck=Pack(kitty=4), passing=NO_PASSING, kitty=KittyTo(exchanged=True, share=1)
    )
    kinds: dict[type[Charge | NameContract | LayDown], tuple[Game, str]] = {
        Charge: (reckless_game(variants.get("turbo"), 1), "charged nothing."),
        NameContract: (reckless_game(variants.get("barbu"), 2), "named "),
        LayDown: (reckless_game(exchanged, 1), "laid down "),
    }
    for kind, (game, deed) in kinds.items():
        (seat, *_) = [move.seat for move in game.history if isinstance(move, kind)]
        decisions = review(game, deals=2, seats=[seat], tricks=0).decisions
        found = [each for each in decisions if isinstance(each.move, kind)]
        assert found, kind
        assert all(f"{NAMES[seat]} {deed}" in str(each) for each in found[:1])


@pytest.mark.slow
def test_a_pass_into_the_middle_is_not_judged() -> None:
    """What is dealt back cannot be played out."""
    rules = variants.get("american")
    game = reckless_game(rules, 1, rounds=4)
    assert all(isinstance(each.move, Play) for each in review(game, deals=2).decisions)


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
    found = review(game, deals=2, seats=[0], tricks=8)
    assert found.decisions
    assert not any(each.solution for each in found.decisions)
    assert found.luck[0].deal is None


@pytest.mark.slow
def test_any_round_of_a_game_is_found() -> None:
    game = reckless_game(AMERICAN, 7, rounds=2).score()
    assert review(game, deals=2, seats=[2]) == review(game, deals=2, seats=[2], round=2)
    first = review(game, deals=2, seats=[2], round=1)
    assert first.round == 1
    alone = review(reckless_game(AMERICAN, 7), deals=2, seats=[2])
    assert [each.move for each in first.decisions] == [each.move for each in alone.decisions]
    assert review(game.deal(seed=1), deals=2, seats=[2]).round == 2


@pytest.mark.slow
def test_a_recorded_round_begins_in_the_middle_of_a_game() -> None:
    """After two contracts, with a leader of its own."""
    game = reckless_game(variants.get("kierki"), 5, rounds=3)
    again = read_back(written_down(game))
    found = review(again, deals=2, seats=[2])
    assert [each.move for each in found.decisions] == [
        each.move for each in review(game, deals=2, seats=[2]).decisions
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
        status = main(["review", "--deals", "5", *words, str(file)])
        out, error = capsys.readouterr()
        return status, out, error

    return command


@pytest.mark.slow
def test_the_command_reads_games_and_recorded_rounds(game: Game, run: Run) -> None:
    status, out, _ = run(dumps(game), "--seed", "1")
    assert status == 0
    title, text = out.split("\n", 1)
    assert title == "American Hearts, 4 players, round 1"

    file = re.search(r"review\s+(\S+game\.json)\s+--deals", text)
    assert file
    words = f"heartslib review {file[1]} --deals 5 --seed 1 --play {{}}"
    found = review(game, deals=5, seed=1)
    # a long path breaks lines elsewhere
    assert text.split() == " ".join(found.lines(play_on=words.format)).split()
    rounds = json.dumps({"rounds": [written_down(game)] * 2})
    status, out, _ = run(rounds, "--seat", "2")
    assert status == 0
    assert ", round 2\nYou took " in out
    assert ", round 1\n" in run(rounds, "--round", "1", "--seat", "2")[1]
    assert ", round 1\n" in run(rounds, "--round", "1", "--seat", "2", "american")[1]
    sitting = attrs.evolve(Sitting.new(AMERICAN, bots=["careful"] * 3), game=game)
    assert ", round 1\nYou took " in run(sitting.dumps(), "--seat", "0")[1]


@pytest.mark.slow
def test_the_command_prints_json(game: Game, run: Run) -> None:
    status, out, _ = run(json.dumps({"rounds": [written_down(game)] * 2}), "--json", "--seat", "2")
    assert status == 0
    again = read_back(written_down(game))
    assert json.loads(out) == review(again, deals=5, seats=[2]).data(2) | {"round": 2}


@pytest.mark.slow
def test_the_command_plays_on_from_a_mistake(
    game: Game, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[Sitting]()
    monkeypatch.setattr("heartslib.terminal.start", begun.append)
    status, out, _ = run(dumps(game), "--seat", "2", "--play", "1")
    assert (status, out) == (0, "")
    worst, *_ = review(game, deals=5, seats=[2]).mistakes()
    (table,) = begun
    assert (table.game, table.seat, len(table.bots)) == (worst.game, 2, 3)
    assert table.view == worst.view


@pytest.mark.parametrize(("words", "number"), [([], 2), (["--round", "1"], 1)])
def test_the_last_of_recorded_rounds_is_reviewed_unless_another_is_named(
    words: list[str], number: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [reckless_game(AMERICAN, seed) for seed in (7, 8)]
    seen = list[Game]()

    def reviewed(game: Game, **_: object) -> Review:
        seen.append(game)
        return Review(game, (), ())

    monkeypatch.setattr(sys.modules["heartslib.review"], "review", reviewed)
    rounds = json.dumps({"rounds": [written_down(game) for game in games]})
    assert f", round {number}\n" in run(rounds, *words)[1]
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
