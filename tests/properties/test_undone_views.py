"""Two views of a game in the right order have events between them; over an undo they have none."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Rules, View, rules, variants
from heartslib.events import contradiction, events_between
from heartslib.moves import Bid, CallPass, Charge, Deal, Move, NameContract, Pass, Play
from heartslib.phases import PHASES, Phase
from heartslib.testing.strategies import able
from tests.helpers.positions import AMERICAN, moon_shot
from tests.helpers.strategies import at_random, next_state
from tools.redeal import kin

Line: TypeAlias = list[Game]
"""The states of a game, first to last."""

AGAIN = rules.Charges({"QS": "QS", "AH": "AH"}, each=2, reopens=True)


def tables(rng: Random) -> Iterator[tuple[str, Rules]]:
    """Every variant and some of its kin, in which a round has more phases."""
    for slug, variant in variants.all().items():
        _, *others = kin(variant)
        others.append(attrs.evolve(variant, charging=AGAIN))
        for rulebook in (variant, *rng.sample(others, 2)):
            yield slug, rulebook


def went_on(game: Game, moves: int, rng: Random) -> Line:
    """A game and its states after so many more moves, if it is not over before; it may be stopped."""
    line = [game]
    while len(line) <= moves and not game.is_over:
        game = game.stop() if rng.random() < 0.002 else next_state(game, at_random, rng)
        line.append(game)
    return line


def begun(rulebook: Rules, rng: Random) -> Game:
    players = rng.choice(able(rulebook))
    return Game.new(rulebook, players, dealer=rng.randrange(players))


def some_seat(game: Game, rng: Random) -> int | None:
    seats: list[int | None] = [None, *range(game.players)]
    return rng.choice(seats)


def events(before: View, after: View) -> bool:
    """Whether there are events between two views; they are refused in one sentence."""
    if contradiction(before, after):
        with pytest.raises(HeartsError, match=r"^`before` must be the earlier view, "):
            events_between(before, after)
        return False
    events_between(before, after)
    return True


@pytest.mark.slow
def test_events_go_forward_and_never_back() -> None:
    rng = Random("forward")
    phases: Counter[type[Phase]] = Counter()
    for slug, rulebook in tables(rng):
        line = went_on(begun(rulebook, rng), rng.choice((30, 80)), rng)
        for _ in range(30):
            first = rng.randrange(len(line) - 1)
            gap = rng.choice((1, 1, 1, 2, 3, 5, 8, 20, len(line)))
            second = min(first + gap, len(line) - 1)
            seat = some_seat(line[0], rng)
            before, after = line[first].view(seat), line[second].view(seat)
            phases.update((type(line[first].phase), type(line[second].phase)))
            assert events(before, after), (slug, first, second)
            assert not events(after, before), (slug, first, second)
            assert events_between(after, after) == ()
    assert {*PHASES} - {*phases} <= {type(moon_shot().phase)}


def is_shown(one: Game, other: Game, seat: int | None) -> bool:
    """Whether a seat must see that `other` does not come after `one`: the first moves that differ.

    Only what every view after these moves shows; other differences it may see or not.
    """
    now = len(one.sheets)
    if one.sheets != other.sheets[:now]:
        return True
    pairs = itertools.zip_longest(one.history, other.history)
    mine, theirs = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    if mine is None:
        return False
    if theirs is None:
        return True
    if other.round_number > now:
        return one.phase.name == "score" and one.sheet != other.sheets[now]
    if other.is_over or one.is_over:
        return not other.is_over
    return not in_earlier_round(one, mine) and _differ(mine, theirs, one, other, seat)


def in_earlier_round(game: Game, move: Move) -> bool:
    """Whether a move was made before the round began."""
    return not any(each is move for each in game.history[rounds_begun(game) :])


def rounds_begun(game: Game) -> int:
    """How many moves had been made when the round began."""
    ends = [place for place, move in enumerate(game.history, 1) if type(move).__name__ == "Score"]
    return ends[-1] if ends else 0


def on_table(game: Game, move: Play) -> bool:
    """Whether the card is still in a trick; a claim takes a trick that is not complete."""
    tricks = (*game.table.tricks, game.table.trick)
    return any((move.seat, move.card) in trick.plays for trick in tricks)


def charged_by(charger: int, game: Game, seat: int | None) -> Cards:
    """What a seat sees that another one, or it itself, has charged."""
    view = game.view(seat)
    return view.table.charged_by(charger) + (view.secret if charger == seat else Cards())


def _differ(mine: Move, theirs: Move, one: Game, other: Game, seat: int | None) -> bool:
    match mine, theirs:
        case Play(), Play():
            return on_table(one, mine) and on_table(other, theirs)
        case (CallPass(), CallPass()) | (Bid(), Bid()) | (NameContract(), NameContract()):
            return True
        case Pass(), Pass():
            return mine.seat == theirs.seat == seat
        case Charge(), Charge():
            return bool(charged_by(mine.seat, one, seat) - charged_by(mine.seat, other, seat))
        case Deal(), Deal() if seat is not None and not other.rules.kitty.exchanged:
            playing = other.phase.name in {"contract", "early-charge", "pass", "charge", "play"}
            return playing and mine.hands[seat] != theirs.hands[seat]
        case _:
            return False


@pytest.mark.slow
def test_no_events_lead_from_what_was_undone_to_what_was_played_instead() -> None:
    rng = Random("undone")
    shown: Counter[str] = Counter()
    for slug, rulebook in tables(rng):
        line = went_on(begun(rulebook, rng), rng.choice((20, 60)), rng)
        for _ in range(4):
            fork = rng.randrange(len(line))
            other = went_on(line[fork], rng.choice((2, 10, 60)), rng)
            for _ in range(8):
                one, two = rng.choice(line[fork:]), rng.choice(other)
                seat = some_seat(one, rng)
                if is_shown(one, two, seat):
                    assert not events(one.view(seat), two.view(seat)), (slug, fork, one, two, seat)
                    shown[one.phase.name] += 1
                elif one.history == two.history[: len(one.history)]:
                    assert events(one.view(seat), two.view(seat))
    assert {"pass", "charge", "play", "score"} <= {*shown}


def test_an_undo_has_a_sentence() -> None:
    start = Game.new(AMERICAN).deal(seed=1)
    passing = start.pass_cards(0, start.hands[0][:3])
    with pytest.raises(HeartsError) as error:
        events_between(passing.view(1), start.view(1))
    assert str(error.value) == (
        "`before` must be the earlier view, `after` the later one, without an undo between them: "
        "in `before`, the round was further on, or was at this point in another way"
    )
    other = start.pass_cards(2, start.hands[2][:3]).pass_cards(1, start.hands[1][:3])
    with pytest.raises(HeartsError, match="in `before`, another seat had answered"):
        events_between(passing.view(1), other.view(1))
