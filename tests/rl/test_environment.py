"""The PettingZoo environment: PettingZoo's own tests, and what agents see and do."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pettingzoo import test as pettingzoo_test

from heartslib import Card, Cards, ChooseName, Game, HeartsError, Rules, ScoreSheet, variants
from heartslib.cards import PACK
from heartslib.moves import Answer
from heartslib.rl import HeartsEnv, env
from heartslib.rl.actions import CHOICES, DONE, legal_actions, move_of, number_of_actions
from heartslib.rl.observation import PHASES, as_text, observed, size_of
from heartslib.rules import (
    CHOICE,
    NO_PASSING,
    TURBO_CHARGES,
    Cycle,
    KittyTo,
    NoMoon,
    PlayedOut,
    ShootTheMoon,
    Target,
)
from heartslib.table import Settled
from tests.helpers.positions import may
from tests.helpers.rings import share
from tests.helpers.strategies import houses

EVERY = [
    (slug, players)
    for slug, rules in variants.all().items()
    for players in rules.players
    if not rules.deck.cards(players).without(PACK)
]
AMERICAN = variants.get("american")
_PETTINGZOO: Any = pettingzoo_test


@pytest.fixture(autouse=True)
def _as_pettingzoo_warns() -> Iterator[None]:
    """PettingZoo's tests warn about what is allowed, such as boxes without bounds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), EVERY)
def test_pettingzoo_accepts_every_variant(
    slug: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    _PETTINGZOO.api_test(HeartsEnv(variants.get(slug), players), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
def test_the_same_seed_gives_the_same_episode() -> None:
    _PETTINGZOO.seed_test(lambda: env(AMERICAN), num_cycles=80)
    _PETTINGZOO.seed_test(lambda: env(variants.get("turbo"), episode="game"), num_cycles=80)


def episode(table: HeartsEnv, rng: Random) -> tuple[dict[str, float], int]:
    """Take random legal actions to the end; return the rewards and the number of actions."""
    total, actions = dict.fromkeys(table.possible_agents, 0.0), 0
    for agent in table.agent_iter():
        last: Any = table.last()
        seen, reward, ended, cut, _ = last
        total[agent] += reward
        if ended or cut:
            table.step(None)
            continue
        table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        actions += 1
    return total, actions


def good_points(rules: Rules, sheet: ScoreSheet) -> list[int]:
    """The points of a round, with a sign that makes more of them better."""
    return [points if rules.points_are_good else -points for points in sheet.totals]


@pytest.mark.parametrize(("rewards", "seeds"), [("round", (0, 1)), ("trick", (2,))])
@pytest.mark.parametrize(("slug", "players"), EVERY)
def test_rewards_are_minus_the_points_of_the_round(
    slug: str, players: int, rewards: str, seeds: tuple[int, ...]
) -> None:
    table, rng = HeartsEnv(variants.get(slug), players, rewards=rewards), Random(slug)
    for seed in seeds:
        table.reset(seed=seed)
        total, actions = episode(table, rng)
        sheet = table.game.view(None).sheet
        assert sheet is not None
        assert [*total.values()] == good_points(table.rules, sheet)
        assert actions > 10


def test_the_cards_of_a_trick_are_paid_for_when_it_is_taken() -> None:
    """In Omnibus a jack is good; in a game the next round begins with nothing taken."""
    table, rng = HeartsEnv(variants.get("omnibus"), rewards="trick", episode="game"), Random(1)
    table.reset(seed=1)
    total, early = np.zeros(4), 0
    for _ in range(400):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(rng.choice(np.flatnonzero(mask).tolist()))
        total += [*table.rewards.values()]
        game = table.game
        so_far = [score + now for score, now in zip(game.scores, game.points_so_far, strict=True)]
        assert total.tolist() == [-points for points in so_far]
        early += any(table.rewards.values()) and game.phase.name == "play"
    assert table.game.round_number > 4
    assert early > 30


def test_a_game_is_played_to_its_end() -> None:
    short = attrs.evolve(AMERICAN, ending=Target(60))
    table = HeartsEnv(short, episode="game")
    table.reset(seed=3)
    total, _ = episode(table, Random(3))
    assert table.game.phase.name == "over"
    assert [*total.values()] == [-points for points in table.game.scores]
    cut = HeartsEnv(AMERICAN, episode="game", most_rounds=2)
    cut.reset(seed=3)
    episode(cut, Random(3))
    assert cut.game.phase.name != "over"
    assert cut.game.round_number == 2


def test_round_episodes_pass_as_every_round_of_a_game_does() -> None:
    table = HeartsEnv(AMERICAN)
    seen: set[str] = set()
    for seed in range(30):
        table.reset(seed=seed)
        pattern = table.game.view(None).pattern
        assert pattern is not None
        seen.add(pattern.name)
    assert seen == {"left", "right", "across", "hold"}


HOUSE = attrs.evolve(
    variants.get("turbo"),
    name="House",
    passing=Cycle(AMERICAN.passing.pattern(0, 4), optional=True),
    moon=ShootTheMoon(CHOICE, None, also="", sun=None),
)


def until(table: HeartsEnv, phase: str, rng: Random) -> None:
    """Take random legal actions up to a phase."""
    while table.game.phase.name != phase:
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(rng.choice(np.flatnonzero(mask).tolist()))


def test_cards_are_named_one_after_another() -> None:
    table = HeartsEnv(HOUSE)
    table.reset(seed=1)
    first = table.agent_selection
    seat = int(first[-1])
    hand = table.game.view(seat).hand
    mask = table.observe(first)["action_mask"]
    assert set(np.flatnonzero(mask)) == {card.index for card in hand} | {DONE}
    others = [agent for agent in table.agents if agent != first]
    assert not any(table.observe(agent)["action_mask"].any() for agent in others)
    for count, card in enumerate(hand[:2], 1):
        table.step(card.index)
        seen = table.observe(first)
        assert table.agent_selection == first
        assert seen["observation"][52:104].sum() == count
        assert not seen["action_mask"][[card.index, DONE]].any()
    table.step(hand[2].index)
    assert table.agent_selection != first
    assert table.game.view(seat).given == Cards(hand[:3])
    second = int(table.agent_selection[-1])
    table.step(DONE)
    assert table.game.view(second).given == Cards()
    assert table.agent_selection not in {first, f"seat_{second}"}


def test_charges_are_named_and_finished() -> None:
    rng = Random(2)
    rules = attrs.evolve(HOUSE, charging=attrs.evolve(TURBO_CHARGES, each=2))
    table, seen = HeartsEnv(rules), 0
    for seed in range(12):
        table.reset(seed=seed)
        until(table, "charge", rng)
        seat = int(table.agent_selection[-1])
        free = may(table.game.view(seat))
        mask = table.observe(table.agent_selection)["action_mask"]
        assert set(np.flatnonzero(mask)) == {card.index for card in free} | {DONE}
        wanted = free[: seed % 3]
        for card in wanted:
            table.step(card.index)
        if len(wanted) < min(2, len(free)) or not free:
            table.step(DONE)
        assert table.agent_selection != f"seat_{seat}"
        charged = table.game.view(None).table.charged
        assert (charged[seat] if charged else Cards()) == Cards(wanted)
        seen += len(wanted) == 2
    assert seen


@pytest.mark.slow
def test_a_moon_is_paid_as_the_agent_chooses() -> None:
    table = HeartsEnv(attrs.evolve(AMERICAN, moon=ShootTheMoon(CHOICE)))
    assert number_of_actions(table.rules.at(4)) == CHOICES + 2
    for seed in range(400):
        table.reset(seed=seed)
        while table.game.phase.name not in {"moon", "over"} and table.agents:
            seat = int(table.agent_selection[-1])
            mask = table.observe(table.agent_selection)["action_mask"]
            if table.terminations[table.agent_selection]:
                break
            legal = np.flatnonzero(mask).tolist()
            strong = max(legal, key=lambda card: (card % 13) * (1 if seat == 0 else -1))
            table.step(strong)
        if table.game.phase.name == "moon":
            break
    assert table.game.phase.name == "moon"
    shooter = table.agent_selection
    assert np.flatnonzero(table.observe(shooter)["action_mask"]).tolist() == [53, 54]
    asked = table.game.view(int(shooter[-1])).question
    assert isinstance(asked, ChooseName)
    table.step(CHOICES + asked.names.index("subtract"))
    assert table.rewards[shooter] == 26.0


def test_cards_are_laid_down_for_the_kitty() -> None:
    rules = attrs.evolve(variants.get("kitty_hearts"), kitty=KittyTo(exchanged=True))
    table = HeartsEnv(rules)
    table.reset(seed=1)
    until(table, "kitty", Random(1))
    taker = table.agent_selection
    seat = int(taker[-1])
    view = table.game.view(seat)
    for _ in range(4):
        mask = table.observe(taker)["action_mask"]
        table.step(np.flatnonzero(mask).tolist()[0])
    assert table.game.phase.name == "play"
    assert table.game.view(seat).captured == Cards(view.hand[:4])
    assert not table.observe(taker)["action_mask"][DONE]


@settings(max_examples=share(10), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(houses(), st.randoms(use_true_random=False), st.data())
def test_every_composition_can_be_learned(rules: Rules, rng: Random, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.players))
    assume(not rules.deck.cards(players).without(PACK))
    table = HeartsEnv(rules, players)
    table.reset(seed=data.draw(st.integers(0, 1 << 32)))
    total, _ = episode(table, rng)
    sheet = table.game.view(None).sheet
    assert sheet is not None
    assert [*total.values()] == good_points(rules, sheet)


def test_the_dealer_calls() -> None:
    table = HeartsEnv(variants.get("dirty_nasty_filthy"))
    table.reset(seed=0)
    calls = table.rules.passing.calls(4)
    assert np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist() == [
        *range(CHOICES, CHOICES + len(calls))
    ]
    table.step(CHOICES + 1)
    pattern = table.game.view(None).pattern
    assert pattern is not None
    assert pattern.name == calls[1].name


def test_an_observation_says_what_the_view_says() -> None:
    """Late in a round: planes by place, and numbers."""
    table, rng = HeartsEnv(variants.get("turbo")), Random(5)
    table.reset(seed=5)
    until(table, "play", rng)
    for _ in range(30):
        until(table, "play", rng)
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(rng.choice(np.flatnonzero(mask).tolist()))
    view = table.game.view(2)
    vector = observed(view, 2)
    assert vector.shape == (size_of(view.rules.at(4)),)
    seen = table.observe("seat_2")
    assert table.observation_space("seat_2").contains(seen)
    assert (seen["observation"] == vector).all()
    planes, numbers = vector[: 52 * 27].reshape(27, 52), vector[52 * 27 :]

    def cards(plane: int) -> Cards:
        return Cards(card for card in PACK for _ in range(int(planes[plane][card.index])))

    assert cards(0) == view.hand
    assert [cards(place) for place in (1, 2, 3)] == [Cards(), view.given, view.received]
    for place in range(4):
        seat = (2 + place) % 4
        in_trick = [card for who, card in view.table.trick.plays if who == seat]
        assert cards(7 + place) == Cards(in_trick)
        assert cards(11 + place) == view.table.piles[seat]
        tricks = (*view.table.tricks, view.table.trick)
        played = [card for trick in tricks for who, card in trick.plays if who == seat]
        assert cards(15 + place) == Cards(played)
        assert cards(19 + place) == view.table.charged[seat]
        assert cards(23 + place) == view.shown[seat]
        own = numbers[len(PHASES) + 7 * place :][:7]
        assert own[0] * 13 == pytest.approx(view.hand_sizes[seat])
        assert own[3:5].tolist() == [seat == view.dealer, seat == view.table.trick.leader]
    assert numbers[: len(PHASES)].tolist() == [phase == view.phase for phase in PHASES]
    assert numbers[-2:].tolist() == [0, 0]


def test_the_pool_and_a_leader_that_is_known_are_observed() -> None:
    view = Game.new(variants.get("bassadewitz"), 4, pool=12).deal(seed=7).view(0)
    vector = observed(view, 0)
    assert len(vector) == size_of(view.rules.at(4))
    assert vector[-2:].tolist() == [pytest.approx(0.12), view.settled.jack]
    view = Game.new(variants.get("gong_zhu"), 4).deal(seed=7).view(1)
    for leader in (0, 3):  # who took the pig in the round before
        numbers = observed(attrs.evolve(view, settled=Settled(leader=leader)), 1)[52 * 27 :]
        leads = [numbers[len(PHASES) + 7 * place + 4] for place in range(4)]
        assert leads.index(1) == (leader - 1) % 4
        assert sum(leads) == 1


def test_what_is_settled_beyond_the_vector_is_refused() -> None:
    @attrs.frozen
    class More(Settled):
        trumps: int = 0

    view = attrs.evolve(Game.new(AMERICAN, 4).deal(seed=7).view(0), settled=More(trumps=3))
    assert "trumps=3" in as_text(view)
    with pytest.raises(HeartsError, match=r"does not show all that is settled: not .*trumps=3"):
        observed(view, 0)


def test_secret_charges_are_observed_by_their_number() -> None:
    charges = attrs.evolve(TURBO_CHARGES, each=None, in_turn=True, secret=True)
    rules = attrs.evolve(variants.get("turbo"), charging=charges, passing=NO_PASSING)
    game = Game.new(rules, 4).deal(seed=7).charge(0, "JD QS")
    for seat, mine in ((0, Cards("JD QS")), (1, Cards()), (3, Cards())):
        vector = observed(game.view(seat), seat)
        assert Cards(card for card in PACK if vector[52 * 6 + card.index]) == mine
        numbers = vector[52 * 27 + len(PHASES) :]
        by_seat = {(seat + place) % 4: numbers[7 * place :][5:7].tolist() for place in range(4)}
        assert by_seat == {
            0: pytest.approx([2 / 13, 0]),
            1: [0, 0],  # to act
            2: [0, 1],
            3: [0, 1],
        }


def test_what_is_not_legal_is_refused_and_nothing_is_lost() -> None:
    table = HeartsEnv(AMERICAN)
    table.reset(seed=1)
    before = table.game
    seat = int(table.agent_selection[-1])
    foreign = next(card.index for card in PACK if card not in before.view(seat).hand)
    for action in (foreign, DONE, None, 999):
        with pytest.raises(
            HeartsError, match=f"{action} is not a legal action of seat_{seat}: choose one of"
        ):
            table.step(action)
    assert table.game is before


def test_it_is_rendered_without_hands() -> None:
    table = HeartsEnv(AMERICAN, render_mode="ansi")
    table.reset(seed=1)
    text = table.render() or ""
    assert text == str(table.game.view(None))
    hands = [table.game.view(seat).hand for seat in range(4)]
    assert not any(str(Card.parse(card)) in text for hand in hands for card in hand[:1])
    silent = HeartsEnv(AMERICAN)
    silent.reset(seed=1)
    assert silent.render() is None
    silent.close()


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("heartslib.rl")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo.utils.env", None)
    with pytest.raises(
        ImportError, match=r"pip install 'heartslib\[rl\]', or '\.\[rl\]' in a checkout"
    ):
        importlib.import_module("heartslib.rl")


def test_a_claim_is_answered_by_two_actions() -> None:
    rules = attrs.evolve(
        AMERICAN, passing=NO_PASSING, round_end=PlayedOut(claims=True), moon=NoMoon()
    )
    assert number_of_actions(rules.at(4)) == CHOICES + 2
    claimed = Game.new(rules, 4).deal(seed=1).claim()
    seat = claimed.to_act[0]
    view = claimed.view(seat)
    assert legal_actions(view) == [CHOICES, CHOICES + 1]
    assert move_of(view, (), CHOICES) == Answer(seat, accepts=True)
    assert move_of(view, (), CHOICES + 1) == Answer(seat, accepts=False)
    assert legal_actions(claimed.view(None)) == []
    assert move_of(claimed.view(None), (), CHOICES) is None


def test_a_contract_keeps_its_action_and_is_seen() -> None:
    """Names that may not be chosen any more leave a gap; the contract is one-hot after the phases."""
    barbu, rng = variants.get("barbu"), Random(4)
    table = HeartsEnv(barbu, episode="game")
    table.reset(seed=4)
    until(table, "contract", rng)
    named = barbu.contract_names.index("no-queens")
    table.step(CHOICES + named)
    assert table.game.contract == "no-queens"
    view = table.game.view(0)
    numbers = observed(view, 0)[-(len(PHASES) + len(barbu.contract_names) + 7 * 4 + 2) :]
    shown = numbers[len(PHASES) : len(PHASES) + len(barbu.contract_names)]
    assert shown.tolist() == [name == "no-queens" for name in barbu.contract_names]
    until(table, "contract", rng)
    mask = table.observe(table.agent_selection)["action_mask"]
    open_ = [place for place in range(len(barbu.contract_names)) if place != named]
    assert np.flatnonzero(mask).tolist() == [CHOICES + place for place in open_]
    table.step(CHOICES + open_[-1])
    assert table.game.contract == barbu.contract_names[open_[-1]]


def test_a_contract_that_a_card_decides_is_no_action() -> None:
    knaves = variants.get("knaves")
    assert number_of_actions(knaves.at(3)) == number_of_actions(knaves.under("diamonds").at(3))
    assert number_of_actions(knaves.at(3)) >= CHOICES


def test_an_environment_says_what_it_waits_for() -> None:
    table = HeartsEnv(AMERICAN, render_mode="ansi")
    begin = "no episode is in progress: begin one with reset"
    for early in (
        lambda: table.step(0),
        lambda: table.observe("seat_0"),
        lambda: table.game,
        table.last,
        table.render,
    ):
        with pytest.raises(HeartsError, match=begin):
            early()
    table.reset(seed=np.int64(1))  # type: ignore[arg-type]
    for agent in ("seat_9", ["seat_0"]):
        with pytest.raises(HeartsError, match="is no agent: they are seat_0, seat_1, seat_2"):
            table.observe(agent)  # type: ignore[arg-type]
    before = table.game
    for seed in ("1", 1.5, -1, [1]):
        with pytest.raises(HeartsError, match="seed must be a whole number from 0 to "):
            table.reset(seed=seed)  # type: ignore[arg-type]
    assert table.game is before
    first = legal_actions(table.game.view(int(table.agent_selection[-1])))[0]
    for wrong in (str(first), first + 0.5, None, True):
        with pytest.raises(HeartsError, match="is not a legal action of seat_"):
            table.step(wrong)  # type: ignore[arg-type]
    table.step(np.int64(first))  # type: ignore[arg-type]
    while table.agents:
        agent = table.agent_selection
        mask = table.observe(agent)["action_mask"]
        if over := table.terminations[agent]:
            left = [*table.agents]
            for wrong in (first, "AS"):
                with pytest.raises(
                    HeartsError, match=r"the episode is over: seat_\d can only step"
                ):
                    table.step(wrong)  # type: ignore[arg-type]
            assert table.agents == left
        table.step(None if over else int(mask.argmax()))
    for late in (lambda: table.step(0), lambda: table.step(None), table.last):
        with pytest.raises(HeartsError, match=begin):
            late()
    assert table.game.phase.name != "play"
