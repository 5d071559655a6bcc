"""Rounds played by `Game`: slower than the kernel, and able to play any rule."""

from __future__ import annotations

from random import Random

from heartslib.cards import Card, Cards
from heartslib.game import Game
from heartslib.moves import CallPass, Charge, ChooseMoon, Move, Pass, Play, TakeKitty
from heartslib.phases import Scoring
from heartslib.simulate.result import Task
from heartslib.view import View


def play_round(task: Task, number: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The points of a round by seat, the seats that shot the moon, and who led first.

    Args:
        task: What is played.
        number: The number of the round; it decides the dealer and the pass too.
    """
    rules, players = task.rules, task.players
    rng = Random(f"{task.seed}:{number}")  # noqa: S311 - rounds can be played again
    # the round is the first of its game, and passes as the one of its number does
    turned = rules.from_round(number, players)
    game = Game.new(turned, players, dealer=(players - 1 + number) % players)
    while not isinstance(game.phase, Scoring):
        if game.to_act:
            seat = game.to_act[0]
            game = game.apply(move(game.view(seat), seat, task.policies[seat], rng))
        else:
            game = game.deal(rng=rng)
    piles = tuple(
        pile + captured
        for pile, captured in zip(game.phase.table.piles, game.phase.captured, strict=True)
    )
    finished = rules.finished(piles, charged=game.phase.table.all_charged)
    return game.phase.sheet.totals, rules.moon.shooter(finished), game.phase.table.tricks[0].leader


def move(view: View, seat: int, policy: str, rng: Random) -> Move:
    """What a seat does: anything, the lowest card, or what a player who ducks would do."""
    match view.phase:
        case "pass":
            return _pass(view, policy, rng)
        case "call":
            return CallPass(seat, rng.choice(view.calls))
        case "charge":
            may = (*view.chargeable,) if policy == "random" else ()
            choice = rng.randrange(len(may) + 1)
            return Charge(seat, may[choice - 1] if choice else "")
        case "kitty":
            loose = list(view.may_lay_down)
            chosen = _dearest(view, loose, policy, rng)[::-1]
            return TakeKitty(seat, chosen[: view.offered])
        case "moon":
            choices = view.moon_choices
            return ChooseMoon(seat, rng.choice(choices) if policy == "random" else choices[0])
        case _:
            return Play(seat, _card(view, policy, rng))


def _dearest(view: View, cards: list[Card], policy: str, rng: Random) -> list[Card]:
    """The cards in order: by chance, or the dearest first."""
    if policy == "random":
        return rng.sample(cards, len(cards))
    return sorted(cards, key=lambda card: (view.rules.points(card), card.rank), reverse=True)


def _pass(view: View, policy: str, rng: Random) -> Pass:
    if policy == "random" and view.may_pass_nothing and rng.random() < 1 / 2:
        return view.pass_of(())
    return view.pass_of(_dearest(view, list(view.may_pass), policy, rng)[: view.pass_count])


def _card(view: View, policy: str, rng: Random) -> Card:
    legal = sorted(set(view.legal_plays()))
    if policy == "random":
        return rng.choice(legal)
    if policy == "lowest":
        return legal[0]
    trick, points = view.table.trick, view.rules.points
    if not trick.cards:
        return min(legal, key=lambda card: points(card) * 20 + card.rank)
    suit = trick.cards[0].suit
    following = Cards(legal).of(suit)
    if not following:
        return max(legal, key=lambda card: points(card) * 20 + card.rank)
    best = max(card for card in trick.cards if card.suit is suit)
    under = [card for card in following if card < best]
    if under:
        return under[-1]
    return following[-1] if len(trick) % view.players == view.players - 1 else following[0]
