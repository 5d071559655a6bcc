"""The variants as games of OpenSpiel: its own tests, what players know, and its players as bots."""

from __future__ import annotations

import copy
import importlib
import pickle
import runpy
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from heartslib import Card, Cards, HeartsError, IllegalMove, Rules, RulesError, variants
from heartslib.bots import Bot, arena, careful
from heartslib.cards import HEARTS, PACK
from heartslib.rl.actions import CHOICES, DONE, number_of_actions
from heartslib.rl.observation import observed, size_of
from heartslib.rl.open_spiel import HeartsGame, HeartsState, SpielBot, is_mcts, most_points, pyspiel
from heartslib.rules import CHOICE, KittyTo, ShootTheMoon, Target
from tests.helpers.rings import share
from tests.helpers.strategies import houses
from tools import open_spiel as oracle
from tools.spiel_games import every, load, sim_test

AMERICAN = variants.get("american")

Policy = Callable[[HeartsState, list[int]], int]


def played_in_lockstep(
    state: HeartsState, rng: Random, until: str = "", policy: Policy | None = None
) -> HeartsState:
    """The same state after random actions, at its end or when a seat is to act in a phase."""
    while not state.is_terminal():
        if state.game.phase.name == until and not state.chosen and state.current_player() >= 0:
            break
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(cards, chances)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(policy(state, legal) if policy else rng.choice(legal))
    return state


def begun(name: str, seed: int = 1, until: str = "") -> HeartsState:
    """A state of a game, after random actions."""
    return played_in_lockstep(load(name).new_initial_state(), Random(seed), until)


def choose(state: HeartsState, cards: str) -> None:
    """Take an action for each card, in the order given."""
    for name in cards.split():
        state.apply_action(Card(name).index)


# OpenSpiel's own tests


@pytest.mark.parametrize("slug", dict(every()))
def test_open_spiel_accepts_every_variant(slug: str) -> None:
    sim_test(slug, variants.get(slug).usual_players)


def test_every_variant_and_number_of_players_can_be_listed() -> None:
    assert ("turbo", 4) in every()
    assert {slug for slug, _ in every()} == set(variants.all()) - {"golden_ten"}


@pytest.mark.parametrize("name", ["variant=slobberhannes,players=3", "rounds=2,round=3"])
def test_open_spiel_accepts_a_game(name: str) -> None:
    pyspiel.random_sim_test(load(name), 1, True, False)


def test_open_spiel_writes_a_playthrough() -> None:
    generator: Any = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")

    text: str = generator.playthrough("heartslib(variant=slobberhannes,players=4)", None)

    assert "GameType.reward_model = RewardModel.TERMINAL" in text
    assert "NumPlayers() = 4" in text


def test_open_spiels_environment_plays_it() -> None:
    environments: Any = importlib.import_module("open_spiel.python.rl_environment")
    table = environments.Environment(load("variant=polignac"))
    table.seed(1)
    step, rng = table.reset(), Random(1)
    while not step.last():
        seat = step.observations["current_player"]
        step = table.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) < 0


@settings(max_examples=share(10), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(houses(), st.integers(0, 1 << 32), st.data())
def test_every_composition_is_a_game(rules: Rules, seed: int, data: st.DataObject) -> None:
    rng, players = Random(seed), data.draw(st.sampled_from(rules.players))
    if rules.deck.cards(players).without(PACK):
        with pytest.raises(HeartsError, match=r"^agents know the 52 usual cards, and House has"):
            HeartsGame.of(rules, players)
        return
    game = HeartsGame.of(rules, players)
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        player = max(state.current_player(), 0)
        if rng.random() < 0.1:
            other = state.resample_from_infostate(player, rng.random)
            known = other.information_state_string(player), other.information_state_tensor(player)
            assert known[0] == state.information_state_string(player)
            assert known[1] == state.information_state_tensor(player)
        if not state.is_chance_node():
            actions += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert actions <= game.max_game_length()


# Parameters


def test_it_is_loaded_by_name() -> None:
    game = load("variant=turbo,players=5")
    assert str(game) == "heartslib(players=5,round=0,rounds=1,variant=turbo)"
    assert game.num_players() == 5
    assert game.num_distinct_actions() == number_of_actions(variants.get("turbo").at(5))
    assert game.max_chance_nodes_in_history() == 2 * 50
    assert pyspiel.load_game("heartslib").rules is AMERICAN
    assert HeartsGame().num_players() == 4


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("variant=whist", RulesError, "whist"),
        ("players=9", HeartsError, "not 9"),
        ("rounds=0", HeartsError, "rounds must be a number from 1 to 1000, not 0"),
        ("round=-1", HeartsError, "round must be a number from 0, not -1"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(
    name: str, error: type[HeartsError], said: str
) -> None:
    with pytest.raises(error, match=said):
        load(name)


def test_a_later_round_has_its_pass_and_its_dealer() -> None:
    state = begun("round=1", until="pass")
    assert state.game.dealer == 0
    assert state.game.view(0).passes_to == ((3, 3),)


def test_a_game_of_two_rounds_adds_their_points_up() -> None:
    state = begun("rounds=2")
    first, last = state.game.sheets[0], state.game.sheet
    assert last is not None
    totals = zip(first.totals, last.totals, strict=True)
    assert state.returns() == [-float(sum(each)) for each in totals]


def test_the_end_by_the_rules_comes_first() -> None:
    short = attrs.evolve(AMERICAN, ending=Target(10))
    state = played_in_lockstep(HeartsGame.of(short, rounds=9).new_initial_state(), Random(2))
    assert state.game.is_over
    assert state.returns() == [-float(points) for points in state.game.scores]


def test_good_points_are_good() -> None:
    state = begun("variant=gong_zhu")
    assert state.game.sheet is not None
    assert state.returns() == [float(points) for points in state.game.sheet.totals]
    assert begun("variant=gong_zhu", until="play").returns() == [0.0] * 4


@pytest.mark.parametrize("slug", ["turbo", "gong_zhu", "barbu", "partnership", "hartenjagen"])
def test_no_round_goes_beyond_the_utilities(slug: str) -> None:
    rules = variants.get(slug)
    state, most = begun(f"variant={slug}"), most_points(rules.at(4))
    assert 0 < max(map(abs, state.returns())) < most


# Chance


def test_chance_deals_card_by_card() -> None:
    state = load("variant=kitty_hearts").new_initial_state()
    order = [*PACK]
    Random(3).shuffle(order)
    for card in order:
        assert (card.index, pytest.approx(1 / len(state.chance_outcomes()))) in (
            state.chance_outcomes()
        )
        assert not state.observation_string(0).count(str(card))
        state.apply_action(card.index)
    assert state.game.hands == state.game.at(0).deal(order=order).hands
    assert state.game.view(None).kitty_size == 4


def test_copies_of_a_card_are_one_outcome() -> None:
    state = load("variant=cancellation,players=8").new_initial_state()
    first = dict(state.chance_outcomes())
    assert len(first) == 52
    assert first[0] == pytest.approx(2 / 104)
    state.apply_action(0)
    assert dict(state.chance_outcomes())[0] == pytest.approx(1 / 103)
    state.apply_action(0)
    assert 0 not in dict(state.chance_outcomes())
    with pytest.raises(HeartsError, match="2C is not left to deal"):
        state.apply_action(0)


def test_a_mix_is_dealt_back_by_chance() -> None:
    state = begun("variant=dirty_nasty_filthy", until="call")
    mix = state.action_to_string(state.current_player(), CHOICES)
    calls = [each.name for each in state.game.rules.passing.calls(4)]
    assert mix == calls[0]
    state.apply_action(CHOICES + calls.index("mix"))
    rng = Random(4)
    played_in_lockstep(state, rng, until="pass")
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    laid = sum((state.game.view(seat).given for seat in range(4)), Cards())
    assert Counter(card for card, _ in state.chance_outcomes()) == Counter(
        card.index for card in laid
    )
    assert state.action_to_string(-1, laid[0].index) == f"deal {laid[0]}"
    other = state.resample_from_infostate(0, rng.random)
    assert other.game.view(0) == state.game.view(0)
    played_in_lockstep(state, rng, until="play")
    assert state.game.view(0).received


# What players know


def test_what_another_seat_passes_is_not_seen_until_it_is_received() -> None:
    states = [begun("", until="pass") for _ in range(2)]
    hand = [str(card) for card in states[0].game.hands[0]]
    choose(states[0], " ".join(hand[:3]))
    choose(states[1], " ".join(hand[-3:]))
    assert states[0].current_player() == 1
    for seat in (1, 2, 3):
        one, other = (each.information_state_string(seat) for each in states)
        assert one == other
        assert states[0].information_state_tensor(seat) == states[1].information_state_tensor(seat)
    assert states[0].observation_string(0) != states[1].observation_string(0)
    rng = Random(1)
    for state in states:
        played_in_lockstep(state, rng, until="play")
    assert states[0].information_state_string(1) != states[1].information_state_string(1)


def test_a_player_remembers_the_order_of_its_choices_and_sees_the_set() -> None:
    states = [begun("", until="pass") for _ in range(2)]
    one, two, *_ = [str(card) for card in states[0].game.hands[0]]
    choose(states[0], f"{one} {two}")
    choose(states[1], f"{two} {one}")
    assert states[0].observation_string(0) == states[1].observation_string(0)
    assert states[0].observation_tensor(0) == states[1].observation_tensor(0)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)
    assert states[0].information_state_tensor(0) != states[1].information_state_tensor(0)
    assert states[0].information_state_string(1) == states[1].information_state_string(1)


def test_observations_are_those_of_the_view() -> None:
    state = begun("variant=turbo", until="play")
    for seat in range(4):
        vector = observed(state.game.view(seat), seat)
        assert len(vector) == size_of(variants.get("turbo").at(4))
        assert (np.array(state.observation_tensor(seat), np.float32) == vector).all()


def test_an_information_state_has_plays_answers_and_choices() -> None:
    state = played_in_lockstep(begun("variant=turbo", until="play"), Random(2), until="score")
    game = load("variant=turbo")
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 2)
    plays = observer.dict["plays"][0]
    cards = [(2 + int(row[:4].argmax())) % 4 for row in plays], plays[:, 4:].argmax(axis=1).tolist()
    made = [play for trick in state.game.table.tricks for play in trick.plays]
    assert cards == ([seat for seat, _ in made], [card.index for _, card in made])
    seen = observer.dict["seen"][0]
    assert seen[0].nonzero()[0].tolist() == [2, 4]  # seat 0 is two places to the left
    assert seen[0][4] == pytest.approx(10 / 13)
    own = [row[5:] for row in seen if not row[:4].any() and row.any()]
    assert own[0].sum() == 13
    assert [row.sum() for row in own[1:4]] == [1, 1, 1]
    given = {PACK[int(row.argmax())] for row in own[1:4]}
    assert given == set(state.game.view(2).given)
    assert observer.tensor.shape == (len(state.information_state_tensor(2)),)


def test_an_earlier_round_is_remembered() -> None:
    state = begun("rounds=2,variant=black_maria")
    earlier = state.game.sheets[0].totals
    assert f"points {earlier}" in state.information_state_string(1)
    assert f"points {earlier}" not in state.observation_string(1)


def test_a_spectator_sees_no_hand_and_nobody_sees_all() -> None:
    game, state = load(""), begun("", until="play")
    types = pyspiel.PrivateInfoType
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=True, private_info=types.NONE)
    )
    assert "hand ;" in public.string_from(state, 0)
    public.set_from(state, 0)
    assert public.dict["seen"][0, :, :4].any(axis=1).sum() == 4
    with pytest.raises(HeartsError, match="the cards of one player or of nobody"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=True, private_info=types.ALL_PLAYERS)
        )


# Hidden cards at random


@pytest.mark.parametrize(
    "name",
    [
        "variant=turbo,rounds=2",
        "variant=cancellation,players=5",
        "variant=dirty_nasty_filthy",
        "variant=barbu",
    ],
)
def test_what_a_player_knows_stays_the_same_in_a_sample(name: str) -> None:
    rng, differs = Random(name), 0
    state = load(name).new_initial_state()
    players = range(state.game.players)
    while not state.is_terminal():
        for seat in players if rng.random() < 0.05 else ():
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            differs += other.game.hands != state.game.hands
            assert played_in_lockstep(other, rng).is_terminal()
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert differs
    assert state.resample_from_infostate(0, rng.random).returns() == state.returns()


def test_what_another_player_has_chosen_so_far_is_not_in_a_sample() -> None:
    state = begun("", until="pass")
    choose(state, str(state.game.hands[0][0]))
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    assert state.resample_from_infostate(0, sampler).chosen == state.chosen
    assert state.resample_from_infostate(1, sampler).chosen == ()


# Actions


def test_cards_are_laid_down_for_the_kitty() -> None:
    rules = attrs.evolve(variants.get("kitty_hearts"), kitty=KittyTo(exchanged=True))
    state = played_in_lockstep(HeartsGame.of(rules).new_initial_state(), Random(1), until="kitty")
    seat = state.current_player()
    hand = state.game.hands[seat]
    choose(state, " ".join(map(str, hand[:4])))
    assert state.game.view(seat).captured == Cards(hand[:4])
    assert f"from {hand} chose {hand[:4]}" in state.information_state_string(seat)


def test_a_moon_is_paid_as_the_player_chooses() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon(CHOICE))
    game = HeartsGame.of(rules)

    def shoots(state: HeartsState, legal: list[int]) -> int:
        sign = 1 if state.current_player() == 0 else -1
        return max(legal, key=lambda card: (card % 13) * sign)

    tries = (
        played_in_lockstep(game.new_initial_state(), Random(seed), "moon", shoots)
        for seed in range(400)
    )
    state = next(each for each in tries if not each.is_terminal())
    assert state.legal_actions() == [CHOICES, CHOICES + 1]
    shooter = state.current_player()
    assert state.action_to_string(shooter, CHOICES + 1) == "subtract"
    assert state.resample_from_infostate(shooter, Random(1).random).legal_actions()
    assert SpielBot(is_mcts(1).make)(state.game.view(shooter)) == careful(state.game.view(shooter))
    state.apply_action(CHOICES + 1)
    assert state.returns()[shooter] == 26


def test_actions_have_names() -> None:
    state = begun("variant=turbo", until="charge")
    assert state.action_to_string(0, DONE) == "done"
    assert state.action_to_string(0, Card("QS").index) == "QS"


def test_what_is_not_legal_is_refused_and_nothing_is_lost() -> None:
    state = begun("", until="pass")
    foreign = next(card for card in PACK if card not in state.game.hands[0])
    before = state.game
    for action in (foreign.index, DONE):
        with pytest.raises(HeartsError, match=f"{action} is not a legal action: choose one of"):
            state.apply_action(action)
    played_in_lockstep(state, Random(1), until="play")
    with pytest.raises(HeartsError, match=f"{DONE} is not a legal action: choose one of"):
        state.apply_action(DONE)
    with pytest.raises(IllegalMove):
        state.apply_action(next(card for card in PACK if card in HEARTS).index)
    assert before.phase.name == "pass"


# Copies


def test_states_are_copied_and_stored() -> None:
    state = begun("variant=turbo", until="charge")
    played_in_lockstep(state, Random(7), until="play")
    game, other = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(game) == str(state.get_game())
    for again in (other, state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert (
            played_in_lockstep(again, Random(8)).returns()
            == played_in_lockstep(state.clone(), Random(8)).returns()
        )
    assert state.game.phase.name == "play"


# OpenSpiel's own Hearts


@pytest.mark.parametrize("slug", oracle.NAMED)
@pytest.mark.parametrize("number", range(4))
def test_open_spiels_own_hearts_agrees(slug: str, number: int) -> None:
    """Same players to act, same legal actions, same returns, with the same passes."""
    rng = Random(f"{slug} {number}")
    state = load(f"variant={slug},round={number}").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    theirs = oracle.named(slug).new_state()
    theirs.apply_action(oracle.PLACES[number])
    for row in zip(*state.game.hands, strict=True):
        for card in row:
            theirs.apply_action(oracle.NUMBERS[card])
    while state.game.phase.name != "moon" and not state.is_terminal():
        assert state.current_player() == theirs.current_player()
        legal: list[int] = state.legal_actions()
        named = {PACK[action] for action in legal}
        assert named == {oracle.CARDS[action] for action in theirs.legal_actions()}
        action = rng.choice(legal)
        state.apply_action(action)
        theirs.apply_action(oracle.NUMBERS[PACK[action]])
    if not state.is_terminal():
        state.apply_action(CHOICES)
    assert theirs.is_terminal()
    assert state.returns() == [points - 26 for points in theirs.returns()]


# OpenSpiel's players as bots


@pytest.mark.parametrize("slug", ["turbo", "dirty_nasty_filthy"])
def test_is_mcts_plays_in_the_arena(slug: str) -> None:
    bots: dict[str, Bot] = {"careful": careful, "is-mcts": is_mcts(2)}
    standings = arena(variants.get(slug), bots, deals=1, players=4)
    assert standings.rounds == 2
    again = arena(variants.get(slug), bots, deals=1, players=4)
    assert again == standings


def test_is_mcts_takes_an_exploration_of_its_own() -> None:
    view = begun("", until="play").game.view
    seat = begun("", until="play").current_player()
    move = is_mcts(3, exploration=5.0, rollouts=2, seed=4)(view(seat))
    assert move in begun("", until="play").game.legal_moves()


def test_a_player_sees_random_cards_where_it_may_not_look() -> None:
    seen: list[HeartsState] = []

    @attrs.frozen
    class Peeking:
        """Plays its first legal card and keeps the state."""

        def step(self, state: HeartsState) -> int:
            seen.append(state)
            return int(state.legal_actions()[0])

    game = begun("", until="play").game
    seat = game.to_act[0]
    bot = SpielBot(lambda _game, _seed: Peeking())
    assert bot(game.view(seat)) == bot(game.view(seat))
    assert seen[0].game.view(seat) == game.view(seat)
    assert seen[0].game.hands != game.hands


def test_a_bot_is_asked_only_when_it_is_to_act() -> None:
    game = begun("", until="play").game
    idle = next(seat for seat in range(4) if seat not in game.to_act)
    with pytest.raises(HeartsError, match=f"there is nothing to do for seat {idle}"):
        is_mcts(1)(game.view(idle))


def test_the_example_prints_a_match_and_a_study(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "is_mcts.py"))
    assert example["main"](["--deals", "1", "--simulations", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Turbo Hearts, 4 players, 1 deals, 2 rounds"
    assert lines[-1].startswith("careful − is-mcts: ")
    assert example["main"](["--study", "--deals", "1", "--simulations", "2"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [*example["STUDIED"]] * 2


def test_own_rules_need_no_name() -> None:
    rules: Rules = attrs.evolve(AMERICAN, name="Mine", moon=ShootTheMoon(CHOICE))
    game = HeartsGame.of(rules, 3)
    assert game.num_players() == 3
    assert game.rules is rules


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "heartslib.rl.open_spiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"'\.\[open_spiel\]' in a checkout"):
        importlib.import_module("heartslib.rl.open_spiel")
