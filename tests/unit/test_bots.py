"""Bots: every phase of every game, moons that are stopped, and who beats whom."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, HeartsError, View, variants
from heartslib.bots import (
    LEVELS,
    AtRandom,
    Bot,
    MonteCarlo,
    Standings,
    arena,
    by_name,
    careful,
    shed,
)
from heartslib.bots.reasons import reason_for
from heartslib.cli import BAD_INPUT, main
from heartslib.moves import Answer, Move, NameContract, Pass, Play, Score
from heartslib.phases.setup import CHECKS
from heartslib.rounds import first_round, play_round
from heartslib.rules import NO_PASSING, Cycle, NoMoon, PlayedOut, Rules, ShootTheMoon, TrickValues
from heartslib.simulate.players.duck import duck
from heartslib.simulate.targets import cpu
from heartslib.testing import games
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.rings import share
from tests.helpers.strategies import houses

AMERICAN = variants.get("american")
EVERY = [(slug, players) for slug, rules in variants.all().items() for players in rules.players]


def played_by(rules: Rules, players: int, bot: Bot, seed: int) -> Game:
    """A round up to its score sheet."""
    game, rng = Game.new(rules, players), Random(seed)
    while game.phase.name != "score":
        seats = game.to_act
        game = game.apply(bot(game.view(seats[0]))) if seats else game.deal(rng=rng)
    return game


@pytest.mark.parametrize(("slug", "players"), EVERY)
@pytest.mark.parametrize("bot", [AtRandom(), duck])
def test_every_variant_is_played(slug: str, players: int, bot: Bot) -> None:
    game = played_by(variants.get(slug), players, bot, 3)
    assert len(game.sheet.totals if game.sheet else ()) == players


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_every_variant_is_played_by_playouts(slug: str) -> None:
    rules = variants.get(slug)
    game = played_by(rules, rules.usual_players, MonteCarlo(rollouts=1), 3)
    assert game.sheet


@settings(max_examples=share(12), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(houses(), st.integers(0, 1 << 20), st.data())
def test_every_composition_is_played(rules: Rules, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.players))
    for bot in (AtRandom(seed), careful, duck):
        assert played_by(rules, players, bot, seed).phase.name == "score"


@settings(max_examples=share(25), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(games())
def test_the_same_view_gets_the_same_move(game: Game) -> None:
    for seat in game.to_act:
        view = game.view(seat)
        for bot in (careful, duck, AtRandom(1)):
            assert bot(view) == bot(game.view(seat))


def test_random_bots_do_anything() -> None:
    """One seed after another gives every card, and passes nothing about half of the time."""
    optional = attrs.evolve(AMERICAN, passing=Cycle(AMERICAN.passing.pattern(0, 4), optional=True))
    view = Game.new(optional, players=4).deal(seed=1).view(1)
    moves = [AtRandom(seed)(view) for seed in range(200)]
    laid = [move.cards for move in moves if isinstance(move, Pass)]
    assert len(laid) == 200
    assert 60 < sum(not cards for cards in laid) < 140
    assert {card for cards in laid for card in cards} == set(view.hand)


def test_claims_are_refused() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    game = game.claim(game.to_act[0])
    seat = game.to_act[0]
    for bot in (AtRandom(), careful, duck, MonteCarlo(1)):
        assert bot(game.view(seat)) == Answer(seat, accepts=False)


TRICKS = [
    *("AC KC QC JC", "TC 9C 8C 7C", "6C 5C 4C 3C", "AD KD QD JD", "TD 9D 8D 7D", "6D 5D 4D 3D"),
    *("AH 9H 8H 7H", "KH 6H 5H 4H", "AS KS QS JS"),
]
"""Seat 0 leads and takes nine tricks, and all the penalty cards of them."""


def late(hand: str, trick: str, rules: Rules = AMERICAN) -> View:
    """Seat 2 is on turn; nine tricks have gone to seat 0, which has led again."""
    waived = [name for name in CHECKS if name not in {"cards", "sizes"}]
    return View.set_up(
        rules, seat=2, hand=hand, leader=0, tricks=TRICKS, trick=trick, players=4, waive=waived
    )


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("QH 2H 4S 3S", "TH 8S", "QH"),  # there is a heart: the trick is taken
        ("QH 2H 4S 3S", "JH KS", "QH"),
        ("TH 2H 4S 3S", "JH 8S", "TH"),  # it cannot be taken: ducked as ever
        ("QH 2D 3H 2H", "TS 8S", "2D"),  # no heart is given to it
        ("QH TH 3H 2H", "TS 8S", "QH"),  # nothing else is there to give
    ],
)
def test_a_moon_is_stopped(hand: str, trick: str, card: str) -> None:
    assert careful(late(hand, trick)) == Play(2, Card(card))


@pytest.mark.parametrize(
    ("rules", "card"),
    [
        (AMERICAN, "QH"),
        (attrs.evolve(AMERICAN, moon=NoMoon()), "2H"),  # there is no moon to stop
        (attrs.evolve(AMERICAN, moon=ShootTheMoon(also="JD")), "QH"),
    ],
)
def test_a_moon_is_feared_where_there_is_one(rules: Rules, card: str) -> None:
    assert careful(late("QH 2H 4S 3S", "TH 8S", rules)) == Play(2, Card(card))


def test_bots_have_names() -> None:
    assert by_name("careful") is careful
    assert by_name("random") == AtRandom()
    assert by_name("random:7") == AtRandom(7)
    assert by_name("monte-carlo") == MonteCarlo()
    assert by_name("monte-carlo:50") == MonteCarlo(50)
    assert by_name("shed") is shed
    assert [by_name(name) for name in LEVELS] == [*LEVELS.values()]


def test_of_contracts_that_suit_the_hand_alike_the_first_is_named() -> None:
    """The same cards of three suits, so that none of them is the better trump."""
    rules = variants.get("turkish_king")
    hand = Cards("AC KC QC JC AD KD QD JD AS KS QS JS AH")
    others = [*(rules.deck.cards(4) - hand)]
    hands = [*(Cards(others[seat::3]) for seat in range(3)), hand]
    view = Game.new(rules, 4).deal(hands=hands).view(3)
    assert careful(view) == NameContract(3, "clubs-as-trumps")


def test_a_casual_player_forgets() -> None:
    game = Game.new(variants.get("american")).deal(seed=7)
    forgets = 0
    while game.to_act:
        view = game.view(game.to_act[0])
        forgets += LEVELS["casual"](view) != careful(view)
        game = game.apply(careful(view))
    assert forgets > 0


def test_an_easy_player_makes_mistakes_that_people_make() -> None:
    easy, game = LEVELS["easy"], Game.new(variants.get("american"))
    hand = "2C 3C 4C 5C KD AD AH QS 2S 3S 4H 5H 6H"
    rest = [card for card in game.rules.deck.cards(4) if card not in Cards(hand)]
    dealt = game.deal(hands=[hand, *(rest[at::3] for at in range(3))])
    assert easy(dealt.view(0)) == Pass(0, Cards("KD AD AH"))  # not the queen, which has two guards
    barbu = Game.new(variants.get("barbu")).deal(seed=1)
    naming = barbu.view(barbu.to_act[0])
    assert easy(naming) == LEVELS["casual"](naming)

    def plays(hand: str, trick: str) -> str:
        view = View.set_up(
            AMERICAN, seat=2, hand=hand, leader=(2 - len(trick.split())) % 4, tricks=TRICKS[3:6],
            trick=trick, players=4, waive=CHECKS,
        )  # fmt: skip
        move = easy(view)
        assert isinstance(move, Play)
        return str(move.card)

    assert plays("AS 3S 2D 2H 3H 4H 5H", "5S 6S") == "AS"  # the queen may still fall
    assert plays("KH AS 3S 4S 5S QS 2H", "AC KC") == "AS"  # it could discard the queen
    assert plays("AS 3S 2D 2H 3H 4H 5H", "QS 6S") == "3S"  # this it sees
    assert plays("KS JS TS 2D 2C 3C 4H", "") == "TS"  # its longest suit
    assert plays("QS KS 2H", "") == "KS"  # but not the queen


@pytest.mark.parametrize("slug", kernel_variants())
def test_shed_plays_every_game(slug: str) -> None:
    rules = variants.get(slug)
    game, rng = first_round(rules, rules.usual_players, 1), Random(1)
    assert play_round(game, [shed] * rules.usual_players, rng).points_so_far


def test_shed_needs_no_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(variants.get("american")).deal(seed=7)
    while game.phase.name != "score":
        view = game.view(game.to_act[0])
        move = shed(view)
        with monkeypatch.context() as patch:
            patch.setattr(cpu, "IS_PLAIN", True)
            assert shed(view) == move
        game = game.apply(move)


def lazy(view: View) -> Move:
    """Plays its first legal card."""
    cards = view.legal_plays()
    return Play(view.seat or 0, cards[0]) if cards else careful(view)


@pytest.mark.slow
def test_every_bot_plays_every_seat_of_the_same_deals() -> None:
    """Against itself nothing is won; a better bot has fewer points on the same deals."""
    same = arena(AMERICAN, {"one": careful, "other": careful}, deals=12)
    assert same.difference("one", "other") == (0.0, 0.0)
    assert (same.deals, same.rounds) == (12, 24)
    found = arena(AMERICAN, {"careful": careful, "lazy": lazy, "random": AtRandom()}, deals=30)
    assert found.rounds == 180
    mean, error = found.difference("careful", "lazy")
    assert mean < -3 * error < 0
    back, _ = found.difference("lazy", "careful")
    assert back == pytest.approx(-mean)
    assert mean == pytest.approx(found.means["careful"] - found.means["lazy"])
    with pytest.raises(HeartsError, match="'bold' has not played; careful, lazy, random have"):
        found.difference("bold", "lazy")
    lines = str(found).splitlines()
    assert lines[0] == "American Hearts, 4 players, 30 deals, 180 rounds"
    assert lines[1].split() == ["careful", f"{found.means['careful']:.2f}"]
    assert mean < 0
    assert lines[4] == f"careful − lazy: −{-mean:.2f} ± {error:.2f}"


def test_the_error_of_a_difference_is_that_of_paired_deals() -> None:
    # four seats together: 4 and 12 points, then 8 and 8, then 12 and 28
    products = (4**2 + 8**2 + 12**2, 4 * 12 + 8 * 8 + 12 * 28), (448, 12**2 + 8**2 + 28**2)
    table = Standings(AMERICAN, 4, ("a", "b"), 3, 6, (24, 48), products)
    mean, error = table.difference("a", "b")
    assert mean == -2.0
    assert error == pytest.approx((8 / 2 / 3) ** 0.5)
    assert table.difference("b", "a") == (2.0, error)
    assert table.means == {"a": 2.0, "b": 4.0}
    one = Standings(AMERICAN, 4, ("a", "b"), 1, 2, (4, 12), ((16, 48), (48, 144)))
    assert one.difference("a", "b") == (-2.0, 0.0)


def test_seats_and_deals_go_round() -> None:
    """Two bots, four seats: each sees every hand of a deal once, and every pass in turn."""
    seen: dict[str, list[tuple[int, str, str, int]]] = {"a": [], "b": []}

    def noting(name: str) -> Bot:
        def play(view: View) -> Move:
            if view.phase == "pass" or (not view.table.tricks and not view.table.trick.cards):
                pattern = view.pattern.name if view.pattern else ""
                seen[name].append((view.seat or 0, str(view.hand), pattern, view.dealer))
            return careful(view)

        return play

    arena(AMERICAN, {"a": noting("a"), "b": noting("b")}, deals=4)
    for noted in seen.values():
        passed = [each for each in noted if each[2] == "left"]
        assert {seat for seat, *_ in passed} == {0, 1, 2, 3}
        assert {dealer for *_, dealer in passed} == {3}
    for pattern, dealer in (("right", 0), ("across", 1)):
        hands = [{each[:2] for each in seen[name] if each[2] == pattern} for name in seen]
        assert hands[0] == hands[1]
        assert {each[3] for name in seen for each in seen[name] if each[2] == pattern} == {dealer}


def test_the_order_of_the_names_does_not_matter() -> None:
    bots: dict[str, Bot] = {"careful": careful, "lazy": lazy, "random": AtRandom()}
    more: dict[str, Bot] = {**bots, "duck": duck, "other": AtRandom(5)}
    for named, rounds in ((bots, 12), (more, 10)):
        found = arena(AMERICAN, named, deals=2)
        assert found.rounds == rounds
        back = arena(AMERICAN, dict(reversed(named.items())), deals=2)
        assert back.means == found.means
        assert back.difference("careful", "lazy") == found.difference("careful", "lazy")


def test_partners_are_the_same_bot() -> None:
    """Else two bots that always sit opposite would have the same score."""
    rules = variants.get("partnership")
    bots: dict[str, Bot] = {"a": careful, "b": AtRandom(), "c": lazy, "d": AtRandom(5)}
    found = arena(rules, bots, deals=6)
    assert len(set(found.means.values())) == 4
    two = arena(rules, {"a": careful, "b": AtRandom()}, deals=25)
    assert two.difference("a", "b")[0] < 0


def test_the_result_does_not_depend_on_who_plays_it() -> None:
    bots: dict[str, Bot] = {"careful": careful, "random": AtRandom(2)}
    alone = arena(AMERICAN, bots, deals=15, seed=4)
    with ThreadPoolExecutor(2) as threads:
        assert arena(AMERICAN, bots, deals=15, seed=4, executor=threads) == alone
    assert arena(AMERICAN, bots, deals=15, seed=5) != alone
    assert arena(AMERICAN, bots, deals=3, players=3).players == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rules": "american"}, "rules must be a Rules value, not 'american'"),
        ({"bots": {"careful": careful}}, "bots must be two or more bots by name"),
        ({"bots": [careful, careful]}, "bots must be two or more bots by name"),
        ({"deals": 0}, r"deals must be a whole number from 1 to 2\*\*63 - 1, not 0"),
        ({"players": 9}, "not 9"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {
        "rules": AMERICAN, "bots": {"careful": careful, "random": AtRandom()}, **options
    }  # fmt: skip
    with pytest.raises(HeartsError, match=said):
        arena(arguments.pop("rules"), arguments.pop("bots"), **arguments)


@pytest.mark.slow
def test_the_command_prints_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "hartenjagen", "--bots", "careful,random:3", "--deals", "4"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    found = arena(
        variants.get("hartenjagen"), {"careful": careful, "random:3": AtRandom(3)}, deals=4
    )
    assert out.strip() == str(found)
    assert main([*arguments, "--workers", "2"]) == 0
    assert capsys.readouterr().out == out
    for wrong, said in (
        (["--bots", "careful"], "two or more bots"),
        (["--bots", "careful,careful"], "careful occurs twice in --bots"),
        (["--bots", "bold,careful"], "'bold' is not a bot"),
        (["--workers", "0"], "--workers: must be a whole number from 1 to 61"),
    ):
        assert main(["arena", *wrong]) == BAD_INPUT
        assert said in capsys.readouterr().err


def test_a_bot_that_answers_nonsense_is_named() -> None:
    seat_of: list[int] = []

    def another(view: View) -> Move:
        seat_of.append(((view.seat or 0) + 1) % 4)
        return Pass(seat_of[-1], "QS")

    def tea(_: View) -> Any:
        return "tea"

    def score(_: View) -> Move:
        return Score()

    def nothing(view: View) -> Move:
        return Pass(view.seat or 0, "")

    nonsense = r"^asked to pass 3 cards, 'odd' answers {}, which is no move of seat \d$"
    illegal = (
        r"^'odd' makes an illegal move: seat \d passes nothing: 3 cards must be passed, not 0$"
    )
    wrong: dict[Any, str] = {
        tea: nonsense.format("'tea'"),
        another: nonsense.format(r"Pass\(.*\)"),
        score: nonsense.format(r"Score\(\)"),
        nothing: illegal,
    }
    for bot, error in wrong.items():
        with pytest.raises(HeartsError, match=error):
            arena(variants.get("american"), {"careful": careful, "odd": bot}, deals=2, players=4)
    assert seat_of


@pytest.mark.parametrize(
    ("slug", "trick", "better", "worse", "why"),
    [
        ("american", "9C 3C", "5C", "KC", "it stays below 9♣"),
        ("american", "9C 3C", "8C", "5C", "it is the highest below 9♣"),
        ("partnership", "AC 3C", "2H", "QS", "your partner is winning the trick"),
        ("partnership", "AC 3C", "QS", "2H", ""),
        ("omnibus", "JD 3D", "2D", "4D", ""),  # the trick is good to have, and neither takes it
    ],
)
def test_what_speaks_for_a_card(slug: str, trick: str, better: str, worse: str, why: str) -> None:
    view = View.set_up(
        variants.get(slug),
        seat=2,
        hand=f"{better} {worse}",
        leader=0,
        trick=trick,
        waive=["card-count"],
    )
    assert str(reason_for(view, Play(2, better), Play(2, worse)) or "") == why


TRICKS_ARE_GOOD = attrs.evolve(variants.get("american"), bonuses=TrickValues(each=-1))


@pytest.mark.parametrize(
    ("rules", "trick", "better", "worse", "why"),
    [
        (TRICKS_ARE_GOOD, "", "AC", "3D", "no higher clubs are left"),
        (TRICKS_ARE_GOOD, "", "3D", "9D", ""),
        (variants.get("american"), "", "9S", "KS", "K♠ might catch Q♠"),
        (variants.get("american"), "", "9S", "9D", "it may draw out Q♠"),
        (variants.get("american"), "AC KC", "AS", "AD", "it might catch Q♠"),
        (variants.get("omnibus"), "", "QD", "3S", "it might catch J♦"),
        (variants.get("omnibus"), "3D", "QD", "4D", "it might catch J♦"),
        (variants.get("american"), "", "KD", "JD", "it sheds the highest of your diamonds"),
        (variants.get("american"), "", "4C", "9D", "only 2 lower clubs are left"),
        (variants.get("american"), "AC KC", "QS", "2D", "it gives 13 points away"),
        (variants.get("american"), "AC KC", "9D", "2D", "it sheds the highest of your diamonds"),
        (variants.get("american"), "2C QS 4C", "KC", "QC", "you must take the trick anyway"),
    ],
    ids=[
        "no higher",
        "nothing",
        "other catches",
        "draws out",
        "catches bad",
        "led to catch",
        "catches good",
        "highest led",
        "few lower",
        "points away",
        "highest",
        "must take",
    ],
)
def test_what_speaks_for_a_card_of_two(
    rules: Rules, trick: str, better: str, worse: str, why: str
) -> None:
    view = View.set_up(
        rules,
        seat=2,
        hand=f"{better} {worse}",
        leader=(2 - len(trick.split())) % 4,
        trick=trick,
        waive=["card-count", "opening-leader", "illegal-play"],
    )
    assert str(reason_for(view, Play(2, better), Play(2, worse)) or "") == why


def test_a_pass_that_makes_a_void_speaks_for_itself() -> None:
    hand = "2C 5C 9C 4D QD 7S TS AS 3H 6H TH JH KH"
    view = View.set_up(variants.get("american"), seat=2, phase="pass", hand=hand)
    passes = Pass(2, Cards("4D QD AS")), Pass(2, Cards("2C 5C AS"))
    assert str(reason_for(view, *passes)) == "it leaves you no diamonds"
    assert reason_for(view, *reversed(passes)) is None
