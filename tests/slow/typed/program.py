"""A program as somebody might write it after the pages: five type checkers read it, and it runs.

It uses each part of the public API, with the types that a user would write.  `test_checkers.py` runs all of them.
"""

# pyright: strict

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import attrs
import numpy as np

from heartslib import (
    HEARTS,
    SPADES,
    Card,
    Cards,
    CardsError,
    ChooseCards,
    ChooseName,
    Game,
    HeartsError,
    IllegalMove,
    Line,
    Objection,
    Rules,
    RulesError,
    ScoreCard,
    ScoreSheet,
    Suit,
    View,
    YesOrNo,
    explain_play,
    legal_plays,
    moves,
    record,
    rulefile,
    rules,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.bots import AtRandom, Bot, MonteCarlo, Standings, advise, arena, by_name, careful
from heartslib.events import CardPlayed, Event
from heartslib.moves import Move, Play
from heartslib.review import review
from heartslib.rl import HeartsEnv, env
from heartslib.rules import Clause, Ending, Kitty, Needs, PlayRule, Step, Term, TrickRule, facts
from heartslib.rules.counting.terms import Taken
from heartslib.rules.facts import Where, these
from heartslib.sampling import Sampler, as_game
from heartslib.scorecard import read_json, write_json
from heartslib.sheet import Finished
from heartslib.show.choices import with_choices
from heartslib.show.telling import Voice, sentences
from heartslib.simulate import Difference, Result, compare, simulate
from heartslib.table import Table

# ---------------------------------------------------------------- bots


def lowest(view: View) -> Move:
    """Play the lowest card, and leave the rest to another bot."""
    match view.question:
        case ChooseCards(_, among, _, make, kind=moves.Play):
            return make([min(among, key=lambda card: card.rank)])
        case _:
            return careful(view)


def anything(view: View, rng: Random) -> Move:
    """Any answer, whatever is asked."""
    match view.question:
        case ChooseCards(_, among, counts, make):
            return make(rng.sample(list(among), rng.choice(counts)))
        case ChooseName(_, names, make):
            return make(rng.choice(names))
        case YesOrNo(_, make, chance=chance):
            return make(rng.random() < chance)
        case None:
            raise ValueError(view.task)


@attrs.frozen
class Cautious:
    """A bot with a memory of its own: it asks what each card would cost."""

    deals: int = 2

    def __call__(self, view: View, /) -> Move:
        if view.question is None or view.question.kind is not moves.Play or view.seat is None:
            return careful(view)
        sampler = Sampler(view)
        points = dict.fromkeys(view.legal_plays(), 0)
        for number in range(self.deals):
            game = as_game(view, sampler.draw(Random(number)))
            for card in points:
                end = finished(game.play(card), [careful] * view.players)
                points[card] += end.sheet.totals[view.seat] if end.sheet else 0
        return Play(view.seat, min(points, key=lambda card: points[card]))


def finished(game: Game, bots: Sequence[Bot]) -> Game:
    """The game after the round."""
    while game.to_act:
        seat = game.to_act[0]
        game = game.apply(bots[seat](game.view(seat)))
    return game


# ---------------------------------------------------------------- your own rules


@attrs.frozen
class SpadesWait(PlayRule):
    """No spade may be led before the queen has been played."""

    name = "spades-wait"
    clauses = (Clause(Where.LEADING, ~these(SPADES), unless=facts.PLAYED & these("QS")),)

    def reason(self, card: Card, table: Table) -> str:
        return "spades may not be led before the queen has been played"

    def describe(self, players: int) -> str:
        return "No spade may be led before the queen of spades has been played."


@attrs.frozen
class SpadesWaitForTricks(PlayRule):
    """No spade may be led to the first tricks."""

    tricks: int
    name = "spades-wait-for-tricks"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        if table.trick or len(table.played) >= self.tricks * table.players:
            return playable
        return playable - playable.of(Suit.SPADES)

    def reason(self, card: Card, table: Table) -> str:
        return f"no spade may be led to the first {self.tricks} tricks"

    def describe(self, players: int) -> str:
        return f"No spade may be led to the first {self.tricks} tricks."


@attrs.frozen
class BothBlackQueens(Step):
    """Whoever takes both black queens scores extra points."""

    points_for_both: int = 10
    name = "both-black-queens"

    def terms(self, taken: Taken) -> Iterator[Term]:
        for side in taken.sides:
            both = taken.has_all(side, Cards("QC QS"))
            yield Term(side, both * self.points_for_both, "took both black queens")

    def describe(self, players: int) -> str:
        return f"Whoever takes both black queens scores {self.points_for_both} more."


@attrs.frozen
class LongPile(Step):
    """Whoever took more than half of the cards scores 1 less."""

    name = "long-pile"

    @property
    def needs(self) -> Needs:
        return Needs(HEARTS, tricks=False)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        for seat, pile in enumerate(finished.piles):
            if len(pile) > 26:
                yield Line(seat, -1, f"took {len(pile)} cards")

    def describe(self, players: int) -> str:
        return "Whoever took more than 26 cards scores 1 less."


@attrs.frozen
class SpadesAreTrumps(TrickRule):
    """The highest spade takes the trick, or else the highest card of the suit led."""

    name = "spades-are-trumps"

    def taker(self, table: Table, left: int) -> int | None:
        trick = table.trick
        led = trick.suit or Suit.SPADES
        cards = Cards(trick.cards)
        contenders = cards.of(Suit.SPADES) or cards.of(led)
        return trick.seat_of(trick.cards.index(max(contenders, key=lambda card: card.rank)))

    def describe(self, players: int) -> str:
        return "The highest spade takes the trick, or else the highest card of the suit led."


@attrs.frozen
class KittyToCleanTrick(Kitty):
    """The kitty goes to whoever takes the first trick without a penalty card."""

    exchanged = False
    name = "kitty-to-clean-trick"

    def due(self, taken: Cards, left: int, penalty: Cards) -> int:
        return left if penalty.isdisjoint(taken) else 0

    def describe(self, players: int) -> str:
        return "Whoever takes the first trick without a penalty card takes the kitty."


@attrs.frozen
class FarAhead(Ending):
    """The game ends when the lowest score is well below every other."""

    points: int
    name = "far-ahead"

    def is_over(self, course: Sequence[Sequence[int]], sides: Sequence[Sequence[int]]) -> bool:
        scores = course[-1]
        lowest, second, *_ = sorted(sum(scores[seat] for seat in side) for side in sides)
        return second - lowest >= self.points

    def describe(self, players: int) -> str:
        return f"The game ends when the lowest score is {self.points} below every other."


# ---------------------------------------------------------------- what a program does with them


def own_rulebook() -> Rules:
    """A variant with changed chapters, with choices of the list, and with your own rules."""
    american = variants.get("american")
    house = attrs.evolve(
        american,
        name="Tuesday Hearts",
        players=(4,),
        passing=rules.Cycle((rules.LEFT, rules.RIGHT, rules.Across())),
        play=(*american.play, rules.NoPenaltyOnFirstTrick(HEARTS | "QS"), SpadesWait()),
        scoring=(rules.CardValues({HEARTS: 1, "QS": 13, "KS": 10}),),
        bonuses=(BothBlackQueens(), LongPile()),
        moon=rules.ShootTheMoon(rules.ADD, 36),
        ending=FarAhead(30),
        source="the kitchen table",
        decisions=(),
    )
    passed_left: Rules = with_choices(house, ["passing.1"])
    assert passed_left.passing != house.passing
    values = {"QS": 13, "KS": 10}
    assert rules.CardValues(values) == rules.CardValues([("QS", 13), (Card("KS"), 10)])
    trumps = attrs.evolve(house, tricks=SpadesAreTrumps(), kitty=KittyToCleanTrick())
    assert "The highest spade" in trumps.describe()
    return house


def ask_without_a_game(american: Rules) -> None:
    """Legal plays, reasons and points of cards that the program keeps itself."""
    plays: Cards = legal_plays(american, hand="9C 4H QS", trick="2C")
    objection: Objection | None = explain_play(american, "QS", hand="9C 4H QS", trick="2C")
    assert objection is not None
    assert (str(plays), objection.rule) == ("9C", "follow-suit")
    sheet: ScoreSheet = score_hand(american, taken=["QS 2H 3H", "", "4H", ""], partial=True)
    totals: tuple[int, ...] = sheet.totals
    assert totals == (15, 0, 1, 0)
    assert [line.points for line in sheet.lines if line.seat == 0] == [13, 2]
    rounds = [{"points": (13, 13, 0, 0)}, {"points": (0, 1, 5, 20)}]
    card: ScoreCard = score_game(american, rounds=rounds, names=["Ann", "Ben", "Cid", "Dee"])
    names, again, book = read_json(write_json(card))
    assert score_game(book or american, rounds=again, names=names) == card


def refused(american: Rules) -> list[str]:
    """What the library says of bad input."""
    said: list[str] = []
    try:
        Card("QX")
    except CardsError as error:
        said.append(error.reason)
    try:
        variants.get("amercan")
    except RulesError as error:
        said.append(str(error))
    game = Game.new(american).deal(seed=7)
    try:
        game.pass_cards(0, "QS")
    except IllegalMove as error:
        said.append(f"{error.rule}: {error.reason}")
    try:
        Game.new(american, players=1)
    except HeartsError as error:
        said.append(str(error))
    return said


def play_and_keep(american: Rules) -> Game:
    """A game with moves by hand and by bots, its events, its messages and its record."""
    game = Game.new(american, names=("Ann", "Ben", "Cid", "Dee")).deal(seed=7)
    before, game = game, game.pass_cards(0, game.view(0).hand[:3])
    seen: wire.SeenView = wire.loads_view(wire.dumps_view(game, seat=1, since=before))
    assert isinstance(seen.view.question, ChooseCards)
    answer = wire.dumps_move(seen.view.question.make("AC QD TH"), seen.number)
    game = wire.receive(game, answer, seat=1)
    rng = Random(1)
    while game.phase.name == "pass":
        game = game.apply(anything(game.view(game.to_act[0]), rng))
    bots: list[Bot] = [lowest, Cautious(), AtRandom(3), by_name("careful")]
    game = finished(game.apply(MonteCarlo(2)(game.view(game.to_act[0]))), bots)
    heard: list[str] = []
    for view, events in game.steps(2, since=before):
        for event in events:
            heard += sentences(view, event, Voice(spoken=True))
    played: list[Event] = [
        each for each in game.events(None, since=before) if isinstance(each, CardPlayed)
    ]
    assert (len(played), len(heard) > 52) == (52, True)
    text: str = record.dumps(game)
    data: Mapping[str, object] = json.loads(text)
    assert data["rules"] == "american@1"
    assert record.loads(text) == game
    return game


def count(american: Rules, house: Rules) -> tuple[Result, Difference, Standings]:
    """Many rounds, two rulebooks, and some bots."""
    result = simulate(american, rounds=5, seed=1, policy=["duck", *["random"] * 3], engine="python")
    difference = compare(american, house, rounds=2, policy="duck", engine="python")
    players: dict[str, Bot] = {"lowest": lowest, "careful": careful}
    outcome = arena(american, players, deals=1)
    bots = {"careful": careful, "random": AtRandom()}
    assert arena(american, bots, deals=1).deals == 1
    gap, error = outcome.difference("lowest", "careful")
    assert len(result.means) == len(difference.means) == 4
    assert isinstance(gap + error, float)
    return result, difference, outcome


def learn(book: Rules) -> tuple[int, ...]:
    """A round in the learning environment."""
    table: HeartsEnv = env(book, players=4)
    table.reset(seed=1)
    rng = Random(1)
    for _ in table.agent_iter():
        seen, _, ended, cut, _ = table.last()
        over = ended or cut
        table.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    sheet = table.game.view(None).sheet
    return sheet.totals if sheet else ()


def main() -> None:
    """Everything once."""
    american = variants.get("american")
    house = own_rulebook()
    ask_without_a_game(american)
    assert len(refused(american)) == 4
    game = play_and_keep(american)
    assert rulefile.loads(rulefile.dump(american)) == american
    own = record.make_converter([SpadesWait, BothBlackQueens, LongPile, FarAhead])
    assert record.loads_rules(record.dumps_rules(house, converter=own), converter=own) == house
    count(american, attrs.evolve(house, play=(*house.play, SpadesWaitForTricks(2))))
    advice = advise(Game.new(american).deal(seed=4).view(1), deals=3)
    assert advice.costs[0].move == advice.move
    found = review(game, seats=[2], deals=2, tricks=0)
    assert all(each.cost.points >= 0 for each in found.mistakes())
    assert sum(learn(variants.get("turbo"))) != 0
    finished_game = game.score()
    assert finished_game.scores == (game.sheet.totals if game.sheet else ())


if __name__ == "__main__":
    main()
