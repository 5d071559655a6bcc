"""A server behind a bad network: messages late, doubled and out of order, and moves taken back.

A model says for which state each message was meant.  A server accepts a message if and only if the
state is that one, or its seat is still asked the same question.  The model knows the tree of all
states, the undone ones too, and nothing of numbers, epochs and phases.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    ChooseCards,
    ChooseName,
    Game,
    IllegalMove,
    Rules,
    View,
    YesOrNo,
    rules,
    variants,
    wire,
)
from heartslib.moves import Charge, Move
from heartslib.testing.strategies import able
from tests.helpers.positions import moon_shot
from tests.helpers.strategies import at_random, next_state
from tools.redeal import kin


@attrs.define(eq=False)
class State:
    """A state that the server was in.

    Attributes:
        game: The game.
        epoch: How often moves had been taken back.
        asked: What each seat that is asked is to do; it is the same object in a later state if it
            is the same question.
    """

    game: Game
    epoch: int
    asked: dict[int, Asked]


@attrs.frozen(eq=False)
class Asked:
    """A question."""

    verb: str


def begun(game: Game, epoch: int) -> State:
    """A state in which every question is new."""
    questions = {seat: game.view(seat).question for seat in range(game.players)}
    return State(game, epoch, {seat: Asked(each.verb) for seat, each in questions.items() if each})


def after(state: State, game: Game, mover: int | None) -> State:
    """The next state: a question is the one before if the seat had it and another seat answered.

    A charge after which everybody is asked again makes every question a new one.
    """
    move: Move = game.history[-1]
    is_new = isinstance(move, Charge) and move.cards and game.in_force.charging.reopens
    later = begun(game, state.epoch)
    for seat, asked in state.asked.items():
        now = later.asked.get(seat)
        if now and now.verb == asked.verb and seat != mover and not is_new:
            later.asked[seat] = asked
    return later


def made(view: View, cards: Any = None, name: Any = None, yes: Any = None) -> Move:
    """The move that an answer makes."""
    match view.question:
        case ChooseCards() as question:
            return dict(question.instead)[name] if name else question.make(cards)
        case ChooseName() as question:
            return question.make(name)
        case YesOrNo() as question:
            return question.make(yes)
        case None:
            raise AssertionError(view)


def wire_number(text: str) -> int:
    """The number in a message."""
    number: int = json.loads(text)["number"]
    return number


def kitty_taken() -> Game:
    """A game in which a seat has taken up a kitty and is to lay down as many cards."""
    deck, kitty = rules.Pack(kitty=4), rules.KittyTo(exchanged=True)
    game = Game.new(attrs.evolve(variants.get("dame_de_pique"), players=4, deck=deck, kitty=kitty))
    game = game.deal(seed=1)
    while game.phase.name != "kitty":
        game = game.play(game.legal_plays()[0])
    return game


@attrs.frozen(eq=False)
class Message:
    """A move on its way, and the question that it was meant to answer."""

    seat: int
    text: str
    question: Asked


class Network:
    """A server, its seats, and the messages between them.

    Attributes:
        states: The states that the server can go back to, and the present one.
        views: The states of which a seat will get a view, with the seat.
        messages: The messages on their way to the server.
        seen: How often each thing was tried.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        self.rng = rng
        self.states = [begun(game, 0)]
        self.views: list[tuple[State, int]] = []
        self.messages: list[Message] = []
        self.seen: Counter[str] = Counter()
        self.send_views()

    @property
    def state(self) -> State:
        return self.states[-1]

    def send_views(self) -> None:
        self.views += [(self.state, seat) for seat in range(self.state.game.players)]

    def step(self) -> None:
        """Something happens, most often a message arrives."""
        what = self.rng.random()
        if what < 0.04 and len(self.states) > 1:
            self.undo()
        elif what < 0.1:
            self.views += [(self.state, self.rng.randrange(self.state.game.players))]  # reconnects
        elif self.messages and what < 0.6:
            self.receive(self.taken(self.messages))
        elif self.views:
            self.answer(*self.taken(self.views))
        elif not self.messages:
            self.send_views()

    def taken(self, waiting: list[Any]) -> Any:
        """What arrives next: more often the latest; it may stay, and arrive again."""
        last = len(waiting) - 1
        place = max(last - int(self.rng.expovariate(0.5)), 0)
        return waiting[place] if self.rng.random() < 0.2 else waiting.pop(place)

    def answer(self, state: State, seat: int) -> None:
        """A seat gets a view and answers it, as a program or in plain JSON."""
        text = wire.dumps_view(state.game, seat, epoch=state.epoch)
        message = json.loads(text)
        assert (message["question"] is None) == (seat not in state.asked)
        if seat not in state.asked:
            return
        given = self.chosen(message["question"])
        if self.rng.random() < 0.5:
            seen = wire.loads_view(text)
            sent = wire.dumps_move(made(seen.view, **given), seen.number, epoch=seen.epoch)
        else:
            head = {"format": wire.ANSWER_FORMAT, "version": 1}
            where = {key: message[key] for key in ("number", "epoch")}
            sent = json.dumps({**head, **where, **given})
        self.messages.append(Message(seat, sent, state.asked[seat]))

    def chosen(self, question: Any) -> dict[str, Any]:
        match question["shape"]:
            case "cards":
                if question["instead"] and self.rng.random() < 0.2:
                    return {"name": question["instead"][0]}
                counts = question["counts"]
                return {"cards": self.rng.sample(question["among"], self.rng.choice(counts))}
            case "name":
                return {"name": self.rng.choice(question["names"])}
            case _:
                return {"yes": self.rng.random() < 0.5}

    def receive(self, message: Message) -> None:
        """A message arrives, and the server does what the model says."""
        state, seat = self.state, message.seat
        is_meant = state.asked.get(seat) is message.question
        phase = state.game.phase.name
        if not is_meant:
            with pytest.raises(IllegalMove) as error:
                wire.receive(state.game, message.text, seat, epoch=state.epoch)
            assert error.value.code == "stale"
            self.seen[f"refused in {phase}"] += 1
            return
        game = wire.receive(state.game, message.text, seat, epoch=state.epoch)
        self.seen[f"accepted in {phase}"] += 1
        self.seen["crossed"] += wire_number(message.text) < len(state.game.history)
        self.goes_on(after(state, game, seat))

    def goes_on(self, state: State) -> None:
        """The server goes on, and deals and scores when nobody is to act."""
        self.states.append(state)
        game = state.game
        if not game.to_act and not game.is_over:
            self.goes_on(after(state, next_state(game, at_random, self.rng), None))
        else:
            self.send_views()

    def undo(self) -> None:
        """Some moves are taken back: the same state again, in which every question is new."""
        epoch = self.state.epoch + 1
        del self.states[max(len(self.states) - self.rng.choice((1, 1, 2, 5)), 1) :]
        while not self.state.game.to_act:
            self.states.pop()
        self.states[-1] = begun(self.states[-1].game, epoch)
        self.seen[f"undone to {self.state.game.phase.name}"] += 1
        self.send_views()


AGAIN = rules.Charges({"QS": "QS", "AH": "AH"}, each=2, reopens=True)
BOTH = rules.Charges({"QS": "QS", "AH": "AH"}, each=2, reopens=True, late=True)


def rulebooks(slug: str) -> list[Rules]:
    """A variant, and its kin with other phases and charges."""
    variant = variants.get(slug)
    charging = (attrs.evolve(variant, charging=each) for each in (AGAIN, BOTH))
    return [*kin(variant), *charging]


def later(game: Game, moves: int, rng: Random) -> Game:
    """The game after some moves, when it waits for a seat."""
    while (moves > 0 or not game.to_act) and not game.is_over:
        game, moves = next_state(game, at_random, rng), moves - 1
    return game


def tried(game: Game, rng: Random, steps: int) -> Counter[str]:
    """What happened on the network in so many steps."""
    network = Network(game, rng)
    for _ in range(steps):
        network.step()
    return network.seen


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_a_message_is_accepted_if_it_is_meant_for_the_state_and_only_then(slug: str) -> None:
    rng = Random(slug)
    for rulebook in rng.sample(rulebooks(slug), 3):
        game = later(Game.new(rulebook, rng.choice(able(rulebook))), rng.choice((0, 0, 8, 40)), rng)
        assert game.is_over or tried(game, rng, 120)


PLAIN = variants.get("dame_de_pique")
STARTS = {
    "call": Game.new(variants.get("dirty_nasty_filthy"), 4),
    "contract": Game.new(variants.get("barbu")).deal(seed=1),
    "pass": Game.new(variants.get("american")).deal(seed=1),
    "charge": Game.new(attrs.evolve(PLAIN, charging=AGAIN), 4).deal(seed=7),
    "late charge": Game.new(attrs.evolve(PLAIN, charging=BOTH), 4).deal(seed=7),
    "play": Game.new(PLAIN, 4).deal(seed=1),
    "claim": Game.new(attrs.evolve(PLAIN, round_end=rules.PlayedOut(claims=True)), 4)
    .deal(seed=1)
    .claim(),
    "kitty": kitty_taken(),
    "moon": moon_shot(),
}


@pytest.mark.parametrize("name", STARTS)
def test_each_phase_is_tried(name: str) -> None:
    """From the beginning of each phase, so that its messages come late, and doubled, and undone."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        seen += tried(STARTS[name], Random(seed), 60)
    phase = STARTS[name].phase
    wanted = {f"accepted in {phase.name}", f"refused in {phase.name}", f"undone to {phase.name}"}
    assert wanted <= {*seen}
    assert not phase.at_once or seen["crossed"]


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("key", ["number", "epoch"])
def test_what_is_meant_for_a_state_not_reached_is_early(name: str, key: str) -> None:
    network = Network(STARTS[name], Random(1))
    for seat in network.state.asked:
        network.answer(network.state, seat)
        message = json.loads(network.messages[-1].text)
        with pytest.raises(IllegalMove) as error:
            wire.receive(STARTS[name], json.dumps({**message, key: message[key] + 1}), seat)
        assert error.value.code == "early"
