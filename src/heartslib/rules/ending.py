"""The end of the game: when it is over, who wins, and totals that change on the way.

After a round its points are added to the scores, then each rule of `totals` changes these, and only then the
`ending` looks at them: a score of exactly 100 that falls to 50 does not end the game.

Rules that could never end a game are found before it begins: `endless` follows which way points can move a
score, up or down, from the terms of the scoring steps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from itertools import chain

from attrs import field

from heartslib._values.arguments import frozen, pairs
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.sheet import each_alone
from heartslib.words import how_many, listed, written

__all__ = [
    "CountDown",
    "Ending",
    "ExactTotals",
    "NoTotalBelow",
    "Reversed",
    "Rounds",
    "Target",
    "ThereAndBack",
    "TotalRule",
]

Scores = tuple[int, ...]
"""Points by seat, seat 0 first."""

SideSeats = tuple[tuple[int, ...], ...]
"""The seats of each side."""


def places(
    scores: Scores,
    sides: SideSeats,
    *,
    highest_wins: bool = False,
    pooled: bool = False,
    outright: tuple[int, ...] = (),
    losing: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """The place of each seat, 1 for the best, such as 1, 2, 2, 4; partners share theirs.

    Args:
        scores: The scores, seat 0 first.
        sides: The seats of each side; one of no side has place 0.
        highest_wins: Whether the highest score wins, not the lowest.
        pooled: Whether each partner carries the points of the side, so that they count once.
        outright: The seats that have won whatever the scores.
        losing: The seats that share the last place whatever the scores.
    """
    if not outright and not losing and sides == each_alone(len(scores)):  # as in most games
        ordered = sorted(scores, reverse=highest_wins)
        return tuple([1 + ordered.index(score) for score in scores])
    sign = -1 if highest_wins else 1
    ranks = list[tuple[bool, bool, int]]()
    for side in sides:
        is_last = side[0] in losing
        total = sum([scores[seat] for seat in (side[:1] if pooled else side)])
        # those who lose whatever their scores are equal among themselves
        ranks.append((side[0] not in outright, is_last, 0 if is_last else sign * total))
    order = sorted(ranks)
    by_seat = [0 for _ in scores]
    for side, rank in zip(sides, ranks, strict=True):
        for seat in side:
            by_seat[seat] = 1 + order.index(rank)
    return tuple(by_seat)


def _is_clear(ending: Ending, scores: Scores, sides: SideSeats) -> bool:
    """Whether one side alone is ahead."""
    losing = ending.losing(scores, sides)
    by_seat = places(scores, sides, highest_wins=ending.highest_wins, losing=losing)
    ahead = {seat for seat, place in enumerate(by_seat) if place == 1}
    return any(ahead == set(side) for side in sides)


class TotalRule(ChapterChoice):
    """Chapter: totals; one step from the points of a round to the new scores.

    Attributes:
        asks_course: Whether earlier rounds matter, and not only the last scores.
    """

    __slots__ = ()

    asks_course: bool = True

    @property
    def signs(self) -> frozenset[int]:
        """Whether it may raise scores (1) or lower them (-1)."""
        return frozenset({1, -1})

    @property
    def floor(self) -> int | None:
        """The number below which no score falls; None if there is none."""
        return None

    @property
    def turns_at(self) -> int | None:
        """The score from which on points are subtracted; None for never."""
        return None

    @abstractmethod
    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores after this step; the end of the game is tested afterwards.

        Args:
            scores: The scores with the points of the round added.
            before: The scores before the round.
            course: The scores after each earlier round.
        """


class Ending(ChapterChoice):
    """Chapter: the end of the game.

    Attributes:
        points_are_good: Whether points are good to take, so that the most win.
        start: The score with which everyone begins.
        asks_course: Whether earlier rounds matter, and not only the last scores.
    """

    __slots__ = ()

    switch = "The game ends"

    points_are_good: bool = False
    start: int = 0
    asks_course: bool = True

    @property
    def highest_wins(self) -> bool:
        """Whether the highest score wins, not the lowest."""
        return self.points_are_good

    @property
    def goal(self) -> int | None:
        """The score at which the game ends or turns; None if it does so by the rounds."""
        return None

    def outright(self, scores: Scores, sides: SideSeats) -> tuple[int, ...]:
        """The seats that win whatever the other scores; usually empty.

        Args:
            scores: The scores after a round, seat 0 first.
            sides: The seats of each side.
        """
        return ()

    def losing(self, scores: Scores, sides: SideSeats) -> tuple[int, ...]:
        """The seats that share the last place whatever their scores; usually empty.

        Args:
            scores: The scores after a round, seat 0 first.
            sides: The seats of each side.
        """
        return ()

    def endless(self, signs: frozenset[int], totals: tuple[TotalRule, ...]) -> str:
        """Why the game might never end, as a clause; empty if it will.

        Args:
            signs: Those of the points that rounds may bring: 1 and -1.
            totals: The rules of that chapter.
        """
        return ""

    @abstractmethod
    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether the game is over.

        Args:
            course: The scores after each round, at least one, the latest last.
            sides: For each side the seats whose scores add up to its score: all of them, or a
                single one where partners pool.
        """


def _wins(page: Page, *, highest_wins: bool = False, play_off: bool = False) -> str:
    """Who wins, as a sentence."""
    best = "highest" if highest_wins else "lowest"
    who = "The side with the" if page.partners else "The"
    what = "total" if page.partners and not page.pooled else "score"
    tie = f"{'sides that' if page.partners else 'players who'} tie for it share the win"
    if play_off:
        tied = "sides" if page.partners else "players"
        tie = f"if {tied} tie for it, play goes on until one {what} is the {best}"
    return f"{who} {best} {what} wins; {tie}."


@frozen
class Target(Printed, Ending):
    """The game ends when someone reaches a score; the lowest score wins, or the highest.

    What it says: the scores are tested after each round, never during one.  A negative score is
    reached from above.
    Sources: Fontaine (100 or 200); "Hearts Rules" (with Black Lady, and to 100) (100); "Hearts
    Rules" (to 50) (50); pagat.com, "Object of Game", "Scoring", "Spot Hearts" (500), "Dirty Nasty
    Filthy Hearts" (300) and "Variations" (ties); letsplayhearts.com and freezingblue.com (exactly 100
    wins).

    Attributes:
        points: The score that ends the game.
        play_off: Whether a tie for the lowest score is played off, round by round; if not, the
            win is shared.
        passed: Whether the score must be passed; if not, reaching it is enough.
        points_are_good: Whether the highest score wins.
        exact_wins: Whether a player with exactly that score ends the game and wins it.
        all_lose: Whether all who reach the score lose alike, and share the last place.
    """

    asks_course = False

    points: int = 100
    play_off: bool = False
    passed: bool = False
    points_are_good: bool = False
    exact_wins: bool = field(default=False, kw_only=True)
    all_lose: bool = field(default=False, kw_only=True)
    name: str = "target"

    def __attrs_post_init__(self) -> None:
        """Refuse that those lose who reach a score that is good to have, or win or play on."""
        if self.all_lose and (self.play_off or self.exact_wins):
            raise RulesError(
                "Target: of all_lose, play_off and exact_wins, all_lose goes with none of the others: those who "
                "share the last place neither win nor play on"
            )
        if self.all_lose and (self.points < 0) != self.points_are_good:
            raise RulesError(
                f"Target: whoever reaches {written(self.points)} points is ahead here, so leave out all_lose"
            )

    @property
    def goal(self) -> int:
        """The score that ends the game."""
        return self.points

    def endless(self, signs: frozenset[int], totals: tuple[TotalRule, ...]) -> str:
        """Why no score may ever reach `points`; see `Ending`."""
        if self.points < 0:
            return _never_falls(signs, totals, self.points - self.passed)
        rises = not (self.points or self.passed) or 1 in _signs_with(signs, totals)
        return "" if rises else "no round adds points"

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether someone has reached the score, and no tie remains to be played off."""
        scores = course[-1]
        if self.outright(scores, sides):
            return True
        if not any(map(self._is_reached, scores)):
            return False
        return not self.play_off or _is_clear(self, scores, sides)

    def _is_reached(self, score: int) -> bool:
        """Whether a score ends the game."""
        sign = -1 if self.points < 0 else 1
        return sign * score >= sign * self.points + self.passed

    def losing(self, scores: Scores, sides: SideSeats) -> tuple[int, ...]:
        """The sides that have reached the score, if all of them lose."""
        if not self.all_lose:
            return ()
        reached = (side for side in sides if any(self._is_reached(scores[seat]) for seat in side))
        return tuple(chain(*reached))

    def outright(self, scores: Scores, sides: SideSeats) -> tuple[int, ...]:
        """The sides with a score of exactly `points`, if that wins."""
        if not self.exact_wins:
            return ()
        exact = (side for side in sides if self.points in {scores[seat] for seat in side})
        return tuple(chain(*exact))

    def label(self, page: Page) -> str:
        points = how_many(self.points, "point")
        lost = ", and whoever has them loses" if self.all_lose else ""
        return f"{'Above' if self.passed else 'At'} {points}{lost}"

    def printed(self, page: Page) -> str:
        what = "passes" if self.passed else "reaches or passes"
        points = how_many(self.points, "point")
        wins = _wins(page, highest_wins=self.points_are_good, play_off=self.play_off)
        text = f"The game ends after the round in which {page.someone} {what} {points}. {wins}"
        if self.exact_wins:
            text += f" But {page.someone} with exactly {points} after a round ends the game and wins it."
        if self.all_lose:
            text += f" {self._losers(page, points)}"
        return text

    def _losers(self, page: Page, points: str) -> str:
        """Who shares the last place, as a sentence."""
        more = "fewer" if self.points < 0 else "more"
        many = f"{more} than {points}" if self.passed else f"{points} or {more}"
        who = f"Players with {many}"
        if page.partners:
            who = f"Sides with {many}" if page.pooled else f"Sides with a player who has {many}"
        return f"{who} then share the last place; if that is everyone, the game is a tie."


@frozen
class Rounds(Printed, Ending):
    """The game ends after a number of rounds; the lowest score wins, or the highest.

    What it says: that many rounds are played, whatever the score, or that many for each player.
    Sources: "Kierki dżokerowe" (a round for each player); Fontaine ("a certain amount of time": the host may also stop the game).

    Attributes:
        rounds: How many rounds are played.
        each: Whether that many are played for each player.
        play_off: Whether a tie for the lowest score is played off, round by round; if not, the
            win is shared.
        points_are_good: Whether the highest score wins.
    """

    rounds: int = field(validator=whole_number(1))
    play_off: bool = False
    points_are_good: bool = False
    each: bool = field(default=False, kw_only=True)
    name: str = "rounds"

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether all rounds have been played, and no tie remains to be played off."""
        dealers = (
            len(course[-1]) if self.each else 1
        )  # partners who pool are one side, and deal in turn
        if len(course) < self.rounds * dealers:
            return False
        return not self.play_off or _is_clear(self, course[-1], sides)

    def label(self, page: Page) -> str:
        return f"After {how_many(self.rounds, 'round')}{' for each player' if self.each else ''}"

    def printed(self, page: Page) -> str:
        wins = _wins(page, highest_wins=self.points_are_good, play_off=self.play_off)
        rounds = self.rounds * (page.players if self.each else 1)
        return f"The game ends after {how_many(rounds, 'round')}. {wins}"


@frozen
class ThereAndBack(Printed, Ending):
    """The game turns when someone reaches a score, and ends when someone is back at 0.

    What it says: from the next round on, points are subtracted; the lowest score wins.  Use it
    with `Reversed`, which does the subtracting.
    Sources: Hartenjagen, as some play it.

    Attributes:
        at: The score at which the game turns.
    """

    at: int = field(default=50, validator=whole_number(1))
    name: str = "there-and-back"

    @property
    def goal(self) -> int:
        """The score at which the game turns."""
        return self.at

    def endless(self, signs: frozenset[int], totals: tuple[TotalRule, ...]) -> str:
        """Why the game may never turn, or never come back; see `Ending`."""
        if 1 not in signs:
            return "no round adds points"
        if not any(rule.turns_at == self.at for rule in totals):
            return f"nothing subtracts points from {self.at} on (give totals=Reversed({self.at}))"
        return _never_falls(signs, totals, 0)

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether the game has turned and someone has 0 or less."""
        return _has_turned(course[:-1], self.at) and min(course[-1]) <= 0

    def printed(self, page: Page) -> str:
        return (
            f"The game turns when {page.someone} reaches or passes {how_many(self.at, 'point')}; after "
            f"that, it ends after the round in which {page.someone} is at 0 or below. {_wins(page)}"
        )


@frozen
class CountDown(Printed, Ending):
    """Scores begin at a number and fall; the game ends when someone has nothing left.

    What it says: the highest score left wins, although points are bad to take.  Use it with
    ``totals=Reversed(0)``, which does the subtracting.
    Sources: house rules (from 50, 75 or 100).

    Attributes:
        start: The score with which everyone begins.
        play_off: Whether a tie for the highest score is played off, round by round; if not, the win is
            shared.
    """

    asks_course = False

    start: int = field(default=75, validator=whole_number(1))
    play_off: bool = False
    name: str = "count-down"

    @property
    def highest_wins(self) -> bool:
        """Yes, although points are bad to take."""
        return True

    @property
    def goal(self) -> int:
        """Nothing left."""
        return 0

    def endless(self, signs: frozenset[int], totals: tuple[TotalRule, ...]) -> str:
        """Why scores may never fall to 0; see `Ending`."""
        if 1 not in signs:
            return "no round adds points"
        if not any(rule.turns_at == 0 for rule in totals):
            return "nothing subtracts points (give totals=Reversed(0))"
        return _never_falls(signs, totals, 0)

    def is_over(self, course: tuple[Scores, ...], sides: SideSeats) -> bool:
        """Whether someone has 0 or less, and no tie remains to be played off."""
        return min(course[-1]) <= 0 and (not self.play_off or _is_clear(self, course[-1], sides))

    def printed(self, page: Page) -> str:
        return (
            f"Everyone begins with {how_many(self.start, 'point')}. The game ends after the round in which "
            f"{page.someone} is at 0 or below. {_wins(page, highest_wins=True, play_off=self.play_off)}"
        )


def _has_turned(course: tuple[Scores, ...], at: int) -> bool:
    return any(max(scores) >= at for scores in course)


def _signs_with(signs: frozenset[int], totals: tuple[TotalRule, ...]) -> frozenset[int]:
    """Whether scores may rise (1) or fall (-1), by the points of rounds or by a rule of the totals."""
    if any(rule.turns_at == 0 for rule in totals):  # from the first round on
        signs = frozenset(-sign for sign in signs)
    return signs.union(*(rule.signs for rule in totals))


def _never_falls(signs: frozenset[int], totals: tuple[TotalRule, ...], score: int) -> str:
    """Why no score can fall to `score`, as a clause; empty if one can."""
    if -1 not in _signs_with(signs, totals):
        return "no round subtracts points"
    # the last rule decides: a floor holds unless a later rule lowers scores once more
    for rule in reversed(totals):
        if rule.floor is not None:
            return f"no score falls below {rule.floor}" if rule.floor > score else ""
        if -1 in rule.signs and rule.turns_at is None:  # those that subtract come before all others
            break
    return ""


def _exact(totals: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    changes = pairs(totals)
    if not changes:
        raise RulesError("exact totals: give at least one total, such as {100: 50}")
    if not all(type(score) is type(becomes) is int for score, becomes in changes):
        raise RulesError(f"exact totals are whole numbers, not {quoted(changes)}")
    return changes


@frozen
class ExactTotals(TotalRule):
    """A score of exactly some number of points falls to another.

    What it says: the score changes after a round, before the end of the game is tested.
    Sources: pagat.com, "Variations: Scoring" (100 falls to 50, or to 0).

    Attributes:
        totals: What each of these scores falls to: a mapping such as ``{100: 50}``.
    """

    asks_course = False

    totals: tuple[tuple[int, int], ...] = field(converter=_exact)
    name: str = "exact-totals"

    @property
    def signs(self) -> frozenset[int]:
        return frozenset(1 if becomes > score else -1 for score, becomes in self.totals)

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores, with the exact totals changed."""
        totals = dict(self.totals)
        return tuple(totals.get(score, score) for score in scores)

    def describe(self, players: int) -> str:
        falls = listed([f"{written(old)} becomes {written(new)}" for old, new in self.totals])
        return f"A score of exactly {falls}; this happens before the end of the game is checked."


@frozen
class NoTotalBelow(TotalRule):
    """No score falls below a floor.

    What it says: a lower score is raised to the floor.
    Sources: house rules on bonus cards.

    Attributes:
        points: The floor.
    """

    asks_course = False

    points: int = 0
    name: str = "no-total-below"

    @property
    def signs(self) -> frozenset[int]:
        return frozenset({1})

    @property
    def floor(self) -> int:
        return self.points

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores, with those below the floor raised to it."""
        return tuple(max(score, self.points) for score in scores)

    def describe(self, players: int) -> str:
        return f"No score falls below {written(self.points)}."


@frozen
class Reversed(Printed, TotalRule):
    """Points are subtracted, as a rule once someone has reached a score.

    What it says: points are subtracted from the next round on, or from the first round if `at` is 0; see
    `ThereAndBack` and `CountDown`.
    Sources: Hartenjagen, as some play it; house rules that count down.

    Attributes:
        at: The score at which the game turns; 0 if points are always subtracted.
    """

    at: int = field(default=50, validator=whole_number(0))
    name: str = "reversed"

    @property
    def signs(self) -> frozenset[int]:
        """None of its own if points are always subtracted: those of the points, the other way round."""
        return frozenset({1, -1} if self.at else ())

    @property
    def turns_at(self) -> int:
        return self.at

    def adjusted(self, scores: Scores, before: Scores, course: tuple[Scores, ...]) -> Scores:
        """The scores with the points of the round subtracted, once the game has turned."""
        if self.at and not _has_turned(course, self.at):
            return scores
        # the scores include the points of the round already: take them off twice
        return tuple(2 * old - new for old, new in zip(before, scores, strict=True))

    def printed(self, page: Page) -> str:
        if not self.at:
            return "The points of a round are subtracted from the scores."
        return (
            f"From the round after {page.someone} reaches or passes {how_many(self.at, 'point')}, "
            "everyone's points are subtracted."
        )
