"""Questions that need no game: for apps that keep their own state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heartslib.cards import Cards, CardsLike, in_order
from heartslib.errors import HeartsError, IllegalMove, shown
from heartslib.moves import Deal
from heartslib.rules import Rules
from heartslib.sheet import ScoreSheet
from heartslib.table import Table, Trick


def legal_plays(
    rules: Rules,
    *,
    hand: CardsLike,
    trick: CardsLike = "",
    played: CardsLike = "",
    players: int | None = None,
) -> Cards:
    """The cards of a hand that may be played now.

    Args:
        rules: The rulebook.
        hand: The whole hand of the seat on turn.
        trick: The cards on the table in the order of play; none when the seat leads.
        played: The cards of the earlier tricks of the round, in any order.
        players: The number of players; may be left out where the rules leave no choice.

    Raises:
        HeartsError: These cards cannot lie so: all that is wrong is named.
    """
    players = _players(rules, players)
    holding, lying, gone = Cards(hand), in_order(trick), Cards(played)
    problems = list(_too_many(rules, players, holding + lying + gone))
    if not holding:
        problems.append("the hand is empty")
    if len(lying) >= players:
        problems.append(f"the trick has {len(lying)} cards, so nobody is to play to it")
    if problems:
        raise HeartsError(f"this is no position to play from: {'; '.join(problems)}")
    return rules.legal(holding, Table(Trick(0, players, lying), gone))


def score_hand(
    rules: Rules,
    *,
    taken: Iterable[CardsLike],
    players: int | None = None,
    moon: str | None = None,
    charged: CardsLike = "",
) -> ScoreSheet:
    """The score sheet of a hand that was played elsewhere.

    Args:
        rules: The rulebook.
        taken: What each seat took, seat 0 first; cards that count nothing may be left out.
        players: The number of players; by default the number of piles.
        moon: How the shooter wants the moon paid, where the rules ask; else without effect.
        charged: The cards that were charged before the play.

    Raises:
        HeartsError: These piles cannot be: all that is wrong is named; or somebody shot the
            moon and the choice is missing.
    """
    piles = Deal(taken).hands
    players = _players(rules, len(piles) if players is None else players)
    problems = list(_too_many(rules, players, sum(piles, Cards())))
    if len(piles) != players:
        problems.append(f"there are {len(piles)} piles for {players} players")
    doubled = Cards(charged)
    if wrong := doubled.without(rules.charging.cards if rules.charging else ""):
        problems.append(f"{wrong} cannot be charged by these rules")
    choices = rules.moon.choices
    if moon is not None and choices and moon not in choices:
        problems.append(f"moon is {' or '.join(map(repr, choices))}, not {shown(moon)}")
    if problems:
        raise HeartsError(f"these piles cannot be scored: {'; '.join(problems)}")
    finished = rules.finished(piles, moon, charged=doubled)
    shooter = rules.moon.shooter(finished)
    if shooter and choices and moon is None:
        seats = " and ".join(map(str, shooter))
        reason = f"seat {seats} shot the moon: say moon={' or moon='.join(map(repr, choices))}"
        raise IllegalMove(reason, rule="moon-choice", move=None, legal=Cards())
    return rules.count(finished)


def _players(rules: Rules, players: int | None) -> int:
    if not isinstance(rules, Rules):
        raise HeartsError(f"rules must be a Rules value, not {shown(rules)}")
    if players is None:
        return rules.usual_players
    rules.check_players(players)
    return players


def _too_many(rules: Rules, players: int, cards: Cards) -> Iterator[str]:
    if extra := cards - rules.deck.cards(players):
        yield f"{extra} more often than the pack has it"
