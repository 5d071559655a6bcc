"""OpenSpiel's Hearts as an oracle: both engines play the same deals in lockstep.

OpenSpiel (on PyPI ``open_spiel``) has an independent Hearts, written in C++.  `run` deals
hands, passes as the round requires, and plays both engines card by card.  Before every play
the seat to act and its legal cards must agree, and at the end the points.  The commands

    python -m tools.open_spiel --hands 20000
    python -m tools.open_spiel --minutes 10 --seed 2

compare many hands with all settings of OpenSpiel's parameters, print a table, and exit with 1 if
the engines ever disagree.

How OpenSpiel writes a hand of Hearts, as a sequence of whole numbers:

======  =========  ======================================================================
step    actions    meaning
======  =========  ======================================================================
pass    1, chance  how many places to the left cards go: 0 hold, 1 left, 2 across, 3 right;
                   always 0 without `pass_cards`
deal    52 chance  a card each; the i-th goes to seat i % 4
pass    12 or 0    three single cards of seat 0, then of seats 1, 2 and 3; received by all
                   together
play    52         a card each
======  =========  ======================================================================

A card is ``4 * rank + suit``: rank 0 to 12 is two to ace, suit 0 to 3 is clubs, diamonds,
hearts, spades; 2C is 0, QS is 43, AS is 51.  ``returns()`` is 26 less the points, and a moon
always costs the other three 26 each, so in rulebooks that ask the shooter the answer is "add".
With ``jd_bonus`` the jack of diamonds takes 10 off whoever took it, the shooter too; with
``avoid_all_tricks_bonus`` 5 come off whoever took no trick, unless a moon was shot.
OpenSpiel does not check its input: a card is played there only after both engines have called
it legal.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import importlib
import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import attrs

from heartslib import Card, Cards, Game, HeartsError, Rules, moves, variants
from heartslib.cards import HEARTS
from heartslib.rules import (
    ADD,
    JACK_OF_DIAMONDS_BONUS,
    NO_PASSING,
    FollowSuit,
    HeartsMustBeBroken,
    LowestClubLeads,
    NoPenaltyOnFirstTrick,
    NoTricksBonus,
    PlayRule,
    ShootTheMoon,
    Step,
)
from tools.shared import Budget, add_bounds

pyspiel: Any = importlib.import_module("pyspiel")  # it comes without types

CARDS: Final = tuple(Card(rank + suit) for rank in "23456789TJQKA" for suit in "CDHS")
"""The cards by their number in OpenSpiel."""

NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}

PLACES: Final = (1, 3, 2, 0)
"""Places to the left that cards are passed: in the first round, the second, and so on."""

PENALTY: Final = HEARTS | "QS"
HONOURS: Final = Cards(card for card in CARDS if card.rank >= 10)

NAMED: Final[Mapping[str, Mapping[str, bool]]] = {
    "american": {"no_pts_on_first_trick": False, "qs_breaks_hearts": False},
    "classic_50": {"qs_breaks_hearts": False},
    "classic_100": {"no_pts_on_first_trick": False},
    "omnibus": {"no_pts_on_first_trick": False, "qs_breaks_hearts": False, "jd_bonus": True},
}
"""Variants that OpenSpiel can play, with the parameters that make it do so."""

PARAMETERS: Final = {
    "no_pts_on_first_trick": "N",
    "qs_breaks_hearts": "Q",
    "must_break_hearts": "M",
    "can_lead_any_club": "C",
    "can_lead_hearts_instead_of_qs": "I",
    "pass_cards": "P",
    "jd_bonus": "J",
    "avoid_all_tricks_bonus": "A",
}
"""All the parameters of OpenSpiel's Hearts, each with a letter for short."""

_LAP: Final = 4
"""Hands of one rulebook in a row, so that each direction of the pass comes once."""


@attrs.frozen
class RuleSet:
    """A rulebook, and the parameters with which OpenSpiel plays the same game."""

    name: str
    rules: Rules
    parameters: Mapping[str, bool]

    def new_state(self) -> Any:
        """OpenSpiel's state before anything has happened."""
        return pyspiel.load_game("hearts", dict(self.parameters)).new_initial_state()


@attrs.frozen
class Plan:
    """The plan of a round: the hands dealt, what each seat passes, who tries to shoot."""

    hands: Sequence[Cards]
    given: Sequence[Cards]
    shooter: int | None


@attrs.define
class Tally:
    """The statistics of a run.

    Attributes:
        hands: Hands played.
        decisions: Plays at which the legal cards were compared.
        moons: Hands in which OpenSpiel saw a moon.
        empty_piles: Hands without a moon in which somebody took no trick.
        disagreements: The positions in which the engines disagreed.
    """

    hands: int = 0
    decisions: int = 0
    moons: int = 0
    empty_piles: int = 0
    disagreements: list[str] = attrs.Factory(list[str])


class Disagreement(Exception):
    """Raised when the engines disagree; the message is the position."""


def named(slug: str) -> RuleSet:
    """A variant of the library, by slug; one of `NAMED`."""
    return RuleSet(slug, variants.get(slug), NAMED[slug])


def composed(parameters: Mapping[str, bool]) -> RuleSet:
    """The rulebook that these parameters of OpenSpiel describe, put together from its parts.

    It is called by the letters of the parameters that are on, such as ``N-M--P--``.
    """
    play: list[PlayRule] = [FollowSuit()]
    if parameters["must_break_hearts"]:
        breakers = PENALTY if parameters["qs_breaks_hearts"] else HEARTS
        spared = "QS" if parameters["can_lead_hearts_instead_of_qs"] else ""
        play.append(HeartsMustBeBroken(breakers, spared))
    if parameters["no_pts_on_first_trick"]:
        play.append(NoPenaltyOnFirstTrick(PENALTY))
    bonuses: list[Step] = []
    if parameters["jd_bonus"]:
        bonuses.append(JACK_OF_DIAMONDS_BONUS)
    if parameters["avoid_all_tricks_bonus"]:
        bonuses.append(NoTricksBonus(-5))
    name = "".join(letter if parameters[key] else "-" for key, letter in PARAMETERS.items())
    american = variants.get("american")
    rules = attrs.evolve(
        american,
        name=name,
        passing=american.passing if parameters["pass_cards"] else NO_PASSING,
        opening=LowestClubLeads(any_club=parameters["can_lead_any_club"]),
        play=tuple(play),
        moon=ShootTheMoon(ADD),
        bonuses=tuple(bonuses),
    )
    return RuleSet(name, rules, parameters)


def settings() -> Iterator[RuleSet]:
    """Every setting of all the `PARAMETERS`: 256 rulebooks."""
    for values in itertools.product((False, True), repeat=len(PARAMETERS)):
        yield composed(dict(zip(PARAMETERS, values, strict=True)))


def rule_sets() -> Iterator[RuleSet]:
    """The variants that OpenSpiel knows, and every setting of its parameters."""
    yield from map(named, NAMED)
    yield from settings()


def places_of(rule_set: RuleSet, game: Game) -> int:
    """How many places to the left cards are passed in this round of a game; 0 for none."""
    passes = rule_set.parameters.get("pass_cards", True)
    return PLACES[game.round_number % len(PLACES)] if passes else 0


def replayed(rule_set: RuleSet, game: Game) -> Any:
    """OpenSpiel's state of the round that `game`, after the pass, is in."""
    round_so_far: list[moves.Move] = []
    for move in game.history:
        if isinstance(move, moves.Deal):
            round_so_far.clear()
        round_so_far.append(move)
    deal, *others = round_so_far
    assert isinstance(deal, moves.Deal)
    given = {move.seat: move.cards for move in others if isinstance(move, moves.Pass)}
    plays = [move.card for move in others if isinstance(move, moves.Play)]
    dealt = itertools.chain.from_iterable(zip(*deal.hands, strict=True))
    passed = itertools.chain.from_iterable(given[seat] for seat in sorted(given))
    state = rule_set.new_state()
    state.apply_action(places_of(rule_set, game))
    for card in itertools.chain(dealt, passed, plays):
        state.apply_action(NUMBERS[card])
    return state


def planned(rng: Random, places: int) -> Plan:
    """Draw the hands of a round; most of them are meant to make rarer rules matter.

    What is drawn is what the seats hold after the pass, and which of it came in the pass; the
    deal is worked out backwards.  So a hand of penalty cards only is there when it matters.
    """
    special, shoots = _special_hand(rng)
    others = [card for card in CARDS if card not in special]
    rng.shuffle(others)
    held = [special, *(Cards(others[start::3]) for start in range(3))]
    turn = rng.randrange(4)
    held = held[turn:] + held[:turn]
    shooter = -turn % 4 if shoots else None
    count = 3 if places else 0
    received = [Cards(rng.sample(list(hand), count)) for hand in held]
    given = [received[(seat + places) % 4] for seat in range(4)]
    hands = [hand - into + out for hand, into, out in zip(held, received, given, strict=True)]
    return Plan(hands, given, shooter)


def _special_hand(rng: Random) -> tuple[Cards, bool]:
    """One hand, and whether its seat tries to take every trick."""
    match rng.randrange(8):
        case 0:  # nothing but penalty cards: a trick of clubs cannot be followed
            return Cards(rng.sample(list(PENALTY), 13)), False
        case 1:  # the ace of clubs takes the first trick, and what is left is to be led
            return Cards([Card("AC"), *rng.sample(list(PENALTY), 12)]), rng.random() < 0.5
        case 2 | 3 | 4:  # strong enough to shoot the moon
            top = [card for card in HONOURS if card.rank >= 13]
            return Cards([*top, *rng.sample(list(HONOURS.without(top)), 5)]), True
        case _:
            return Cards(rng.sample(CARDS, 13)), False


def chosen(legal: Cards, rng: Random, *, shooting: bool, helping: bool) -> Card:
    """A random card; usually the highest for a seat that is shooting, the lowest for a helper."""
    if (shooting or helping) and rng.random() < 0.95:
        return sorted(legal, key=lambda card: card.rank)[-1 if shooting else 0]
    return legal[int(rng.random() * len(legal))]


def play_round(rule_set: RuleSet, game: Game, rng: Random, tally: Tally) -> Game:
    """Play one round in both engines, from the deal to the score.

    Raises:
        Disagreement: They do not play the same game.
        HeartsError: The library refuses what OpenSpiel allows.
    """
    places = places_of(rule_set, game)
    plan = planned(rng, places)
    game = game.deal(hands=plan.hands)
    if game.phase.name == "pass":
        for seat in sorted(range(4), key=lambda _: rng.random()):
            game = game.pass_cards(seat, plan.given[seat])
    state = replayed(rule_set, game)
    while game.phase.name == "play" and not state.is_terminal():
        legal = game.legal_plays()
        allowed: list[int] = state.legal_actions()
        (seat,) = game.to_act
        if seat != state.current_player() or {NUMBERS[card] for card in legal} != set(allowed):
            ours = f"seat {seat}: {legal}"
            theirs = f"seat {state.current_player()}: {Cards(CARDS[each] for each in allowed)}"
            raise Disagreement(_position(rule_set, game, plan, ours, theirs))
        shooting = seat == plan.shooter
        card = chosen(legal, rng, shooting=shooting, helping=plan.shooter is not None)
        game = game.play(card)
        state.apply_action(NUMBERS[card])
        tally.decisions += 1
    if game.phase.name == "moon":
        game = game.choose_moon("add")
    points = tuple(26 - int(points) for points in state.returns())
    totals = game.sheet.totals if game.sheet else None
    if totals != points or not state.is_terminal():
        ours, theirs = f"{game.phase.name}, points {totals}", f"points {points}"
        raise Disagreement(_position(rule_set, game, plan, ours, theirs))
    is_moon = sum(points) > 26
    tally.moons += is_moon
    tally.empty_piles += not is_moon and 0 in game.view(None).table.tricks_taken
    return game.score()


def _position(rule_set: RuleSet, game: Game, plan: Plan, ours: str, theirs: str) -> str:
    plays = [str(move.card) for move in game.history if isinstance(move, moves.Play)]
    return "\n".join(
        (
            f"rules     {rule_set.name}, OpenSpiel's {dict(rule_set.parameters)}",
            f"round     {game.round_number + 1}, passed {places_of(rule_set, game)} to the left",
            f"dealt     {' | '.join(map(str, plan.hands))}",
            f"passed    {' | '.join(map(str, plan.given))}",
            f"played    {' '.join(plays[52 * game.round_number :])}",
            f"heartslib {ours}",
            f"OpenSpiel {theirs}",
        )
    )


def run(rule_set: RuleSet, hands: int, seed: int | str, tally: Tally | None = None) -> Tally:
    """Play `hands` hands, in whole games.

    Args:
        rule_set: The rules.
        hands: How many hands.
        seed: The same seed plays the same hands.
        tally: What to add the hands to; by default a new one.
    """
    tally = tally or Tally()
    rng = Random(f"{seed} {rule_set.name}")
    game = Game.new(rule_set.rules)
    for _ in range(hands):
        tally.hands += 1
        try:
            game = play_round(rule_set, game, rng, tally)
        except (Disagreement, HeartsError) as problem:
            tally.disagreements.append(str(problem))
            game = Game.new(rule_set.rules)
        if game.is_over:
            game = Game.new(rule_set.rules)
    return tally


def perft(state: Any, depth: int) -> int:
    """How many sequences of `depth` legal plays there are from OpenSpiel's `state`."""
    actions: list[int] = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


def table(tallies: Mapping[str, Tally], rulebooks: Mapping[str, RuleSet]) -> str:
    """The tallies as a table: of each variant, of the settings with a parameter on, and of all."""
    row = "{:32} {:>9} {:>11} {:>8} {:>11} {:>14}".format
    lines = [row("rules", "hands", "decisions", "moons", "empty piles", "disagreements")]
    composed = {name: each for name, each in rulebooks.items() if name not in NAMED}
    among = {name: [name] for name in rulebooks if name in NAMED}
    for key, letter in PARAMETERS.items():
        among[f"{letter} {key}"] = [name for name, each in composed.items() if each.parameters[key]]
    among[f"{len(composed)} settings"] = [*composed]
    among["all"] = [*rulebooks]
    for what, names in among.items():
        found = [tallies[name] for name in names]
        counts = (
            sum(each.hands for each in found),
            sum(each.decisions for each in found),
            sum(each.moons for each in found),
            sum(each.empty_piles for each in found),
            sum(len(each.disagreements) for each in found),
        )
        lines.append(row(what, *counts))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison.

    Returns:
        The exit status: 1 if there was a disagreement.
    """
    parser = argparse.ArgumentParser(description="heartslib and OpenSpiel in lockstep")
    add_bounds(parser, "hands", 20_000)
    options = parser.parse_args(arguments)
    budget = Budget(options)
    rulebooks = {each.name: each for each in rule_sets()}
    tallies = {name: Tally() for name in rulebooks}
    for number in itertools.count():
        lap, place = divmod(number, len(rulebooks))
        if not budget.left:
            break
        rule_set = [*rulebooks.values()][place]
        hands = _LAP if budget.most is None else min(_LAP, budget.most - budget.done)
        run(rule_set, hands, f"{options.seed} {lap}", tallies[rule_set.name])
        budget.done += hands
    print(f"seed {options.seed}, {budget.seconds:.0f} seconds")
    print(table(tallies, rulebooks))
    disagreements = [text for each in tallies.values() for text in each.disagreements]
    for text in disagreements[:5]:
        print(f"\n{text}")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
