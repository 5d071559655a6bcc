"""The player that tries every card in hands that the others may hold."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random
from threading import Event, get_ident

import attrs
import pytest

from heartslib import Card, Cards, Game, Rules, View, variants
from heartslib.bots import MonteCarlo, arena, careful, monte_carlo
from heartslib.bots.candidates import candidates
from heartslib.bots.in_games import InGames, playouts
from heartslib.bots.in_kernel import InKernel
from heartslib.bots.playouts import Columns
from heartslib.bots.stakes import Stakes
from heartslib.bots.trial import Trial
from heartslib.cards import CardsLike
from heartslib.moves import Charge, Move, NameContract, Pass, Play
from heartslib.rules import (
    KITTY_TO_LAST_TRICK,
    NO_PASSING,
    Charges,
    Cycle,
    EldestLeads,
    FollowSuit,
    KittyTo,
    Mix,
    NoMoon,
    Pack,
    Rounds,
    ShootTheMoon,
)
from heartslib.sampling import Sampler
from heartslib.simulate.players.duck import duck
from heartslib.simulate.targets import plain
from heartslib.table import Table
from heartslib.testing import at_random, next_state
from tests.helpers.positions import may

AMERICAN = attrs.evolve(variants.get("american"), passing=NO_PASSING)


def puzzle(hands: list[str], trick: str, rules: Rules = AMERICAN) -> Game:
    """The last two tricks; seat 0 led, and has taken as much as seat 2."""
    rest = list(AMERICAN.deck.cards(4) - Cards([*hands, trick]))
    taken: list[CardsLike] = [Cards(rest[::2]), "", Cards(rest[1::2]), ""]
    return Game.new(rules).set_up(hands, leader=0, trick=trick, taken=taken)


def test_it_does_not_take_the_queen() -> None:
    # 2S wins nothing; KS would take QS, which is in the trick
    game = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS")
    assert MonteCarlo(rollouts=5)(game.view(1)) == Play(1, Card("2S"))


def test_it_gives_the_queen_away() -> None:
    game = puzzle(["3C", "4C", "QS 2H", "TC 8C"], "AC KC")
    assert duck(game.view(2)) == Play(2, Card("QS"))
    assert MonteCarlo(rollouts=3)(game.view(2)) == Play(2, Card("QS"))


def test_the_same_view_gets_the_same_move_and_each_seed_its_own_chance() -> None:
    game = next_state(Game.new(AMERICAN), at_random, Random(2))
    view = game.play("2C").view(game.play("2C").to_act[0])
    assert MonteCarlo(3, seed=1)(view) == MonteCarlo(3, seed=1)(view)
    moves = {MonteCarlo(1, seed=seed)(view) for seed in range(12)}
    assert len(moves) > 1
    assert moves <= set(candidates(view))


def test_the_others_answer_before_they_see_the_move() -> None:
    game = Game.new(attrs.evolve(AMERICAN, charging=Charges({"QS": "QS"}))).deal(seed=1)
    (seat,) = [seat for seat, hand in enumerate(game.hands) if "QS" in hand]
    seen = list[tuple[int, Cards]]()

    def policy(view: View, /) -> Move:
        if view.phase == "charge":
            seen.append((view.seat or 0, view.table.all_charged))
        return careful(view)

    view, moves = game.view(seat), [Charge(seat, Cards("QS"))]
    playouts(view, Sampler(view).draw(Random(1)), moves, policy)
    assert seat > 0
    assert seen == [(other, Cards()) for other in range(4) if other != seat]


def test_the_first_card_of_the_pack_can_be_charged_in_the_kernel() -> None:
    """Where it doubles the queen, it costs more."""
    rules = attrs.evolve(AMERICAN, charging=Charges({"2C": "QS"}))
    game = Game.new(rules).deal(seed=1)
    (seat,) = [seat for seat, hand in enumerate(game.hands) if "2C" in hand]
    tried = InKernel(game.view(seat), [Charge(seat, Cards("2C")), Charge(seat)], 0)
    ((charged, declined),) = tried.tried(3, [0, 1], [0]).losses
    assert charged != declined


def test_the_kernel_draws_other_deals_each_time() -> None:
    game = Game.new(AMERICAN).deal(seed=1).play("2C")
    view = game.view(game.to_act[0])
    tried = InKernel(view, candidates(view), 0)
    assert len({repr(tried.tried(2, [0, 1], [0])) for _ in range(3)}) == 3


def test_a_candidate_is_worth_what_the_better_plan_brings() -> None:
    """A hand that takes every trick, led from the top, had better shoot the moon."""
    hand = Cards("AC KC 2D AD KD AS KS QS 2H AH KH QH JH")
    rest = list(AMERICAN.deck.cards(4) - hand)
    rules = attrs.evolve(AMERICAN, opening=EldestLeads())
    game = Game.new(rules).deal(hands=[hand, *(Cards(rest[place::3]) for place in range(3))])
    view = game.view(0)
    trial = Trial(view, candidates(view), 0)
    places = range(len(trial.groups))
    roughly, shooting = trial.playouts.tried(4, places, [0, 1]).losses
    trial.go_on(4)
    assert trial.value(trial.best) < 0 < min(roughly[trial.best])
    assert max(shooting[trial.best]) < 0


def test_one_candidate_needs_no_thought() -> None:
    game = next_state(Game.new(AMERICAN), at_random, Random(2))
    opening = game.view(game.to_act[0])

    def never(_: object) -> Play:
        raise AssertionError

    assert MonteCarlo(policy=never)(opening) == Play(game.to_act[0], Card("2C"))


def test_what_it_is_not_made_for_it_leaves_to_the_careful_player() -> None:
    calling = Game.new(variants.get("dirty_nasty_filthy"))
    view = calling.view(calling.to_act[0])
    assert view.phase == "call"
    assert MonteCarlo()(view) == careful(view)


def test_charges_are_tried() -> None:
    rules = attrs.evolve(variants.get("turbo"), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    seat = next(seat for seat in range(4) if may(game.view(seat)))
    moves = candidates(game.view(seat))
    assert moves[0] == Charge(seat)
    assert set(moves[1:]) == {Charge(seat, card) for card in may(game.view(seat))}
    assert MonteCarlo(rollouts=2)(game.view(seat)) in moves


@pytest.mark.slow
def test_passes_of_dangerous_cards_are_tried() -> None:
    view = Game.new(variants.get("american")).deal(seed=1).view(2)
    moves = candidates(view)
    assert moves[0] == careful(view)
    passed = [move.cards for move in moves if isinstance(move, Pass)]
    assert len(passed) == len({*passed}) == 10  # three of the five worst
    assert {len(cards) for cards in passed} == {3}
    assert len({*itertools.chain(*passed)}) == 5
    best = MonteCarlo(rollouts=40)(view)
    assert best in moves
    assert best == MonteCarlo(rollouts=40)(view)


def test_every_contract_is_tried() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=1)
    view = game.view(game.to_act[0])
    assert {move.contract for move in candidates(view) if isinstance(move, NameContract)} == {
        *variants.get("barbu").contract_names
    }
    assert MonteCarlo(rollouts=5)(view) in candidates(view)


@pytest.mark.slow
def test_whole_rounds_are_played() -> None:
    bot = MonteCarlo(rollouts=1)
    for slug in ("kitty_hearts", "partnership", "turbo"):
        game = Game.new(variants.get(slug)).deal(seed=5)
        while game.to_act:
            game = game.apply(bot(game.view(game.to_act[0])))
        assert game.phase.name == "score"


def test_a_moon_that_wins_the_game_is_worth_most() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon((), wins_game=True))
    suits = ["".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "CDSH"]
    game = Game.new(rules).deal(hands=suits)
    view = game.view(0)
    sample = Sampler(view).draw(Random(1))
    sample = attrs.evolve(sample, hands=tuple(game.view(seat).hand for seat in range(4)))
    (sheet,) = playouts(view, sample, [Play(0, Card("2C"))], duck)
    assert sheet.winners == (0,)
    first, last = (Stakes(view).loss((0,) * 4, seats) for seats in ((0,), (2,)))
    assert first == -1000 < 0 < last == 1000 / 3
    rules = attrs.evolve(rules, ending=Rounds(9, points_are_good=True))
    view = Game.new(rules).deal(hands=suits).view(0)
    first, last = (Stakes(view).loss((0,) * 4, seats) for seats in ((0,), (2,)))
    assert first == -1000 < 0 < last == 1000 / 3


def test_it_gathers_points_that_are_good() -> None:
    rules = attrs.evolve(AMERICAN, ending=Rounds(9, points_are_good=True), moon=NoMoon())
    game = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS", rules)
    assert MonteCarlo(rollouts=5)(game.view(1)) == Play(1, Card("KS"))
    assert MonteCarlo(rollouts=5, policy=duck)(game.view(1)) == Play(1, Card("KS"))


def test_partners_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(attrs.evolve(variants.get("partnership_individual"), passing=NO_PASSING)).deal(
        seed=5
    )
    game = game.play(game.legal_plays()[0])
    seat = game.to_act[0]
    view = game.view(seat)
    moves = candidates(view)
    assert len(moves) > 2

    loss = Stakes(view).loss
    found = [[9, 9, 9, 9] for _ in moves]
    found[0][seat] = 0  # the partner has 9
    found[1][seat], found[1][(seat + 2) % 4] = 3, 3
    losses = [[loss(points)] for points in found]

    def as_listed(_self: InGames, _deals: int, left: Sequence[int], _plans: object) -> Columns:
        return Columns([[losses[place] for place in left]], [[[-1] for _ in left]])

    monkeypatch.setattr(InGames, "tried", as_listed)
    assert MonteCarlo(rollouts=1, policy=duck)(view) == moves[1]


@pytest.mark.parametrize(
    ("bot", "hands"),
    [
        (MonteCarlo(None, seconds=3, policy=duck), 3),
        (MonteCarlo(2, seconds=30, policy=duck), 2),
        (MonteCarlo(12, seconds=0.5, policy=duck), 1),
        (MonteCarlo(4, policy=duck), 4),
    ],
)
def test_time_is_a_limit_too(bot: MonteCarlo, hands: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = Game.new(AMERICAN).deal(seed=1).play("2C").view(None)
    view = Game.new(AMERICAN).deal(seed=1).play("2C").view(view.to_act[0])
    clock, counts = itertools.count(), list[int]()

    def counted(_self: InGames, deals: int, left: Sequence[int], _plans: object) -> Columns:
        counts.append(deals)
        return Columns([[[float(place)] * deals for place in left]], [[[-1] * deals for _ in left]])

    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    monkeypatch.setattr(InGames, "tried", counted)
    assert bot(view) in candidates(view)
    assert sum(counts) == hands


@attrs.frozen
class Own(FollowSuit):
    """A rule that only a call can ask, so that the kernel does not know it."""

    clauses = None  # type: ignore[assignment]  # what its base says does not hold

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return FollowSuit().narrow(playable, hand, table)


def test_what_the_kernel_does_not_know_is_played_out_by_a_bot() -> None:
    rules = attrs.evolve(AMERICAN, play=(Own(),))
    game = next_state(Game.new(rules), at_random, Random(2))
    game = game.play(game.legal_plays()[0])
    view = game.view(game.to_act[0])
    assert isinstance(Trial(view, candidates(view), 0).playouts, InGames)
    assert MonteCarlo(rollouts=1)(view) in candidates(view)
    known = attrs.evolve(view, rules=AMERICAN)
    assert isinstance(Trial(known, candidates(known), 0).playouts, InKernel)
    assert isinstance(Trial(known, candidates(known), 0, policy=duck).playouts, InGames)


def test_a_value_is_the_mean_of_the_losses_deal_by_deal() -> None:
    game = next_state(Game.new(AMERICAN), at_random, Random(2)).play("2C")
    view = game.view(game.to_act[0])
    moves = candidates(view)
    places = [*range(len(moves))]
    trial = Trial(view, moves, 3, policy=duck)
    trial.go_on(2)
    trial.go_on(3)
    (losses,) = InGames(view, moves, 3, duck).tried(5, places, [0]).losses
    means = [sum(each) / 5 for each in losses]
    assert [trial.value(place) for place in places] == pytest.approx(means)
    assert len({*means}) > 1


@pytest.mark.slow
def test_it_beats_the_bot_that_it_plays_out_with() -> None:
    found = arena(AMERICAN, {"thinks": MonteCarlo(rollouts=20), "ducks": duck}, deals=40)
    gap, error = found.difference("thinks", "ducks")
    assert gap < -2 * error < 0


def test_what_is_passed_is_left_to_the_careful_player() -> None:
    """A card that goes to the middle may come back, and a playout cannot deal."""
    one = attrs.evolve(AMERICAN, passing=Cycle(Mix(1)))
    view = Game.new(one).deal(seed=1).view(2)
    assert candidates(view) == (careful(view),)
    assert MonteCarlo(rollouts=1)(view) == careful(view)


def test_each_card_is_tried_where_one_is_laid_down_for_the_kitty() -> None:
    rules = attrs.evolve(
        variants.get("kitty_hearts"),
        deck=Pack(kitty=1),
        players=(3,),
        passing=NO_PASSING,
        kitty=KittyTo(exchanged=True),
    )
    game = Game.new(rules, 3).deal(seed=1)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    view = game.view(game.to_act[0])
    assert view.offered == 1
    assert len(candidates(view)) == len(view.hand)
    assert MonteCarlo(rollouts=1)(view) in candidates(view)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """In how many deals the kernel has tried candidates, call by call, in the thread of the test.

    A first choice by some rules has them compiled in another thread, which tries a deal as well.
    """
    counts: list[int] = []
    tried = InKernel.tried
    own = get_ident()

    def watched(self: InKernel, deals: int, left: Sequence[int], plans: Sequence[int]) -> Columns:
        if get_ident() == own:
            counts.append(deals)
        return tried(self, deals, left, plans)

    monkeypatch.setattr(InKernel, "tried", watched)
    return counts


def test_a_bot_made_ready_has_played_out_a_hand(tried: list[int]) -> None:
    MonteCarlo(rollouts=None, seconds=60).make_ready()
    assert tried == [1]


def test_a_bot_made_ready_for_two_packs_has_compiled_for_two(tried: list[int]) -> None:
    MonteCarlo().make_ready(variants.get("cancellation"), 6)
    assert tried == [1]


MIXED = attrs.evolve(variants.get("american"), name="Mixed", passing=Cycle((Mix(3),)))


@pytest.mark.parametrize("rules", [*variants.all().values(), MIXED], ids=lambda rules: rules.name)
def test_a_bot_is_made_ready_whatever_comes_first(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some dealers call the pass first, and some deal again in the middle of a round."""
    counts, tried = list[int](), InGames.tried

    def watched(self: InGames, deals: int, left: Sequence[int], plans: Sequence[int]) -> Columns:
        counts.append(deals)
        return tried(self, deals, left, plans)

    monkeypatch.setattr(InGames, "tried", watched)
    MonteCarlo(policy=duck).make_ready(rules)
    assert counts == [1]


def test_a_bot_is_made_ready_for_hands_of_one_card() -> None:
    """There is nothing to try in such a round."""
    rules = attrs.evolve(
        variants.get("dame_de_pique"), name="One card", deck=Pack(hand=1), kitty=KITTY_TO_LAST_TRICK
    )
    MonteCarlo(policy=duck).make_ready(rules)


def test_plain_python_makes_the_move_while_a_thread_compiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = Event()

    def make_ready(*_: object) -> None:
        done.wait(60)

    monkeypatch.setattr(MonteCarlo, "make_ready", make_ready)
    monkeypatch.setattr(monte_carlo, "LOADING", 0.01)
    rules = attrs.evolve(AMERICAN, name="Not compiled yet")
    view = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS", rules).view(1)
    assert monte_carlo.target_for(view, None) is plain
    assert MonteCarlo(5)(view) == Play(1, "2S")
    done.set()
    monkeypatch.setattr(monte_carlo, "LOADING", 60)
    assert monte_carlo.target_for(view, None) is None
    assert MonteCarlo(5)(view) == Play(1, "2S")


def test_without_threads_plain_python_makes_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in WebAssembly."""

    def start(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", start)
    rules = attrs.evolve(AMERICAN, name="Without threads")
    view = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS", rules).view(1)
    assert monte_carlo.target_for(view, None) is plain
    assert MonteCarlo(5)(view) == Play(1, "2S")


def test_what_is_settled_is_not_tried_again(tried: list[int]) -> None:
    game = puzzle(["3D", "KS 2S", "6C 7C", "8C 9C"], "QS")
    assert MonteCarlo(rollouts=400)(game.view(1)) == Play(1, Card("2S"))
    assert tried == [25]


def test_cards_that_do_not_differ_need_no_thought(tried: list[int]) -> None:
    game = puzzle(["3D", "KS AS", "6C 7C", "8C 9C"], "QS")
    assert MonteCarlo(rollouts=4)(game.view(1)) == Play(1, Card("AS"))
    assert not tried


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["booster_nines", "cancellation"])
def test_whole_rounds_of_other_packs_are_played(slug: str) -> None:
    bot, game = MonteCarlo(rollouts=1), Game.new(variants.get(slug)).deal(seed=5)
    while game.to_act:
        game = game.apply(bot(game.view(game.to_act[0])))
    assert game.phase.name == "score"


def test_any_seed_will_do() -> None:
    game = next_state(Game.new(AMERICAN), at_random, Random(2)).play("2C")
    view = game.view(game.to_act[0])
    assert MonteCarlo(2, seed=1 << 70)(view) in candidates(view)
