"""The rulebook: one choice for each chapter, put together."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Callable, Iterable
from typing import Final

import attrs

from heartslib.cards import PACK, Card, Cards
from heartslib.errors import RulesError, shown
from heartslib.rules._checks import problem
from heartslib.rules.deck import ONE_PACK, Deck
from heartslib.rules.ending import Ending, Target
from heartslib.rules.moon import Moon, ShootTheMoon
from heartslib.rules.opening import LowestClubLeads, Opening
from heartslib.rules.passing import LEFT_RIGHT_ACROSS_HOLD, Passing
from heartslib.rules.play import FollowSuit, HeartsMustBeBroken, PlayRule
from heartslib.rules.scoring import HEARTS_ONE_QUEEN_13, Scorer
from heartslib.rules.sides import EVERYONE_ALONE, Sides
from heartslib.rules.tricks import HIGHEST_OF_SUIT_LED, TrickRule
from heartslib.sheet import Finished, ScoreSheet
from heartslib.table import Table

MOST_PLAYERS: Final = 11


@attrs.frozen
class Objection:
    """Why a card may not be played.

    Attributes:
        card: The card.
        rule: The stable identifier of the rule that forbids it.
        reason: A sentence for the player.
    """

    card: Card
    rule: str
    reason: str


def _counts(players: int | Iterable[int]) -> tuple[int, ...]:
    counts = (players,) if isinstance(players, int) else tuple(players)
    for count in counts:
        if not isinstance(count, int) or not 2 <= count <= MOST_PLAYERS:
            raise RulesError(f"{shown(count)} is not a number of players from 2 to {MOST_PLAYERS}")
    return tuple(sorted(set(counts)))


def _restrictions(rules: PlayRule | Iterable[PlayRule]) -> tuple[PlayRule, ...]:
    return tuple(rules) if isinstance(rules, Iterable) else (rules,)


def _scorers(rules: Scorer | Iterable[Scorer]) -> tuple[Scorer, ...]:
    return tuple(rules) if isinstance(rules, Iterable) else (rules,)


_CHAPTERS: Final[dict[str, type[object]]] = {
    "deck": Deck,
    "passing": Passing,
    "opening": Opening,
    "play": PlayRule,
    "tricks": TrickRule,
    "scoring": Scorer,
    "moon": Moon,
    "sides": Sides,
    "ending": Ending,
}


@attrs.frozen(kw_only=True, cache_hash=True)
class Rules:
    """The rules of one game: a choice for each chapter of the rulebook.

    A rulebook is a value.  Change one with `attrs.evolve`; what is left out is the American
    game.  Two are equal when all their chapters and their names are; `source`, `aliases` and
    `decisions` only document it.

    Attributes:
        name: What the game is called.
        players: The numbers of players it can be played by, lowest first.
        deck: Which cards are in play.
        passing: Who gives what to whom before the play.
        opening: Who leads to the first trick, and what.
        play: The restrictions on play, after that of the opening, in order.
        tricks: When a trick is complete, and who takes it.
        scoring: What cards cost, in order; before the moon.
        moon: What happens if one player takes every penalty card.
        sides: Who plays with whom.
        ending: When the game is over, and who has won.
        source: Where these rules are written.
        aliases: Other names of the game.
        decisions: What was taken where the source is silent or can be read in two ways.
    """

    name: str
    players: tuple[int, ...] = attrs.field(default=(4,), converter=_counts)
    deck: Deck = ONE_PACK
    passing: Passing = LEFT_RIGHT_ACROSS_HOLD
    opening: Opening = LowestClubLeads()
    play: tuple[PlayRule, ...] = attrs.field(
        default=(FollowSuit(), HeartsMustBeBroken()), converter=_restrictions
    )
    tricks: TrickRule = HIGHEST_OF_SUIT_LED
    scoring: tuple[Scorer, ...] = attrs.field(default=(HEARTS_ONE_QUEEN_13,), converter=_scorers)
    moon: Moon = ShootTheMoon()
    sides: Sides = EVERYONE_ALONE
    ending: Ending = Target()
    source: str = attrs.field(default="", eq=False, repr=False)
    aliases: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    decisions: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    _narrow: tuple[Callable[[Cards, Cards, Table], Cards], ...] = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda self: self._checked_narrowings(), takes_self=True),
    )

    def _checked_narrowings(self) -> tuple[Callable[[Cards, Cards, Table], Cards], ...]:
        problems: list[str | None] = []
        for chapter, protocol in _CHAPTERS.items():
            choice = getattr(self, chapter)
            choices = choice if chapter in {"play", "scoring"} else (choice,)
            problems += [problem(chapter, each, protocol) for each in choices]
        if any(problems):
            raise RulesError(f"this is no rulebook: {'; '.join(filter(None, problems))}")
        return tuple(rule.narrow for rule in self.restrictions)

    @property
    def restrictions(self) -> tuple[PlayRule, ...]:
        """Everything that narrows what may be played, in order: the opening first."""
        return (self.opening, *self.play)

    @property
    def usual_players(self) -> int:
        """Four where four can play, else the lowest number that can."""
        return 4 if 4 in self.players else self.players[0]

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these rules are not for.

        Raises:
            RulesError: It is not in `players`.
        """
        if players not in self.players:
            allowed = " or ".join(map(str, self.players))
            raise RulesError(f"{self.name} is for {allowed} players, not {shown(players)}")

    def points(self, card: Card) -> int:
        """What `card` costs whoever takes it, the moon left aside."""
        return sum(scorer.points(card) for scorer in self.scoring)

    def penalty_cards(self, players: int) -> Cards:
        """The cards that cost points, every copy in the pack for that many players."""
        return _penalty_cards(self, players)

    def legal(self, hand: Cards, table: Table) -> Cards:
        """The cards of `hand` that may be played next to `table`.

        Args:
            hand: The whole hand of the seat on turn.
            table: What lies face up.
        """
        playable = hand
        for narrow in self._narrow:
            left = narrow(playable, hand, table)
            if left.bits:
                playable = left
        return playable

    def objection(self, card: Card, hand: Cards, table: Table) -> Objection | None:
        """Why `card` may not be played from `hand` next to `table`; None if it may.

        The restrictions run as in `legal`; the first that takes the card away is the reason.
        """
        if card not in hand:
            return Objection(card, "not-in-hand", f"{card} is not in the hand")
        playable = hand
        for rule in self.restrictions:
            left = rule.narrow(playable, hand, table)
            if left and card not in left:
                return Objection(card, rule.name, rule.reason(card, table))
            playable = left or playable
        return None

    def finished(self, piles: tuple[Cards, ...], choice: str | None = None) -> Finished:
        """The record that scorers see, from the cards that each seat took."""
        return Finished(piles, self.penalty_cards(len(piles)), choice)

    def count(self, finished: Finished) -> ScoreSheet:
        """The score sheet of a finished round: the scorers in order, then the moon."""
        sheet = ScoreSheet(finished.players)
        steps: tuple[Scorer | Moon, ...] = (*self.scoring, self.moon)
        for step in steps:
            sheet = sheet.with_lines(tuple(step.lines(finished, sheet)))
        return sheet

    def describe(self, players: int | None = None) -> str:
        """The rulebook in plain English, chapter by chapter.

        Args:
            players: The number of players it is printed for; by default
                `usual_players`.

        Raises:
            RulesError: The game is not for that many.
        """
        if players is None:
            players = self.usual_players
        self.check_players(players)
        self.deck.cards(players)
        chapters = {
            "The pack": [self.deck.describe(players)],
            "Sides": [self.sides.describe(players)],
            "Passing": [self.passing.describe(players)],
            "The opening lead": [self.opening.describe(players)],
            "Play": [rule.describe(players) for rule in self.play],
            "Tricks": [self.tricks.describe(players)],
            "Scoring": [scorer.describe(players) for scorer in self.scoring],
            "Shooting the moon": [self.moon.describe(players)],
            "The end of the game": [self.ending.describe(players)],
        }
        lines = [f"{self.name} for {players} players"]
        for title, sentences in chapters.items():
            lines += ["", title]
            for sentence in sentences:
                lines += textwrap.wrap(sentence, 78, initial_indent="  ", subsequent_indent="  ")
        return "\n".join(lines)


@functools.lru_cache(maxsize=256)
def _penalty_cards(rules: Rules, players: int) -> Cards:
    pack = rules.deck.cards(players)
    return pack.only(card for card in PACK if rules.points(card) > 0)
