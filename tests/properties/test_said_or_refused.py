"""The law of "said or refused": what a rule asks of a round or a table, each reader knows or refuses.

A rule is planted for each attribute that a rule may ask.  Each reader counts or plays by it: it is right, or
says in one sentence that it cannot.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import attrs
import numpy as np
import pytest

from heartslib import (
    Game,
    HeartsError,
    Rules,
    View,
    explain_play,
    legal_plays,
    score_hand,
    variants,
)
from heartslib._values.said import NotSaid
from heartslib.bots import by_name
from heartslib.moves import Move
from heartslib.review import review
from heartslib.rl import observation
from heartslib.rounds import any_move, first_round, play_round
from heartslib.rules.counting import attainable as reach
from heartslib.sampling import Sampler
from heartslib.sampling.to_game import as_game
from heartslib.simulate import simulate
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.positions.costs import Search
from heartslib.table import Settled
from tests.helpers.facts_asked import (
    FINISHED,
    LISTED,
    QUEEN,
    TABLE,
    TAKEN,
    AsksLines,
    AsksTerms,
    Facts,
    Restricts,
    public,
)
from tools.differential import Played, replayed

GAMES: Final = (
    *("american", "tetka", "auction_hearts", "turbo", "partnership", "kitty_hearts"),
    *("cancellation", "turkish_king", "chase_the_lady"),
)
Answer: TypeAlias = tuple[Callable[[], object], object]
"""What a reader says, and what is so."""

FACTS: Final[Mapping[str, Facts]] = {"Taken": TAKEN, "Finished": FINISHED, "Table": TABLE}
"""What is asked, by whom it is asked of."""


class Round(NamedTuple):
    """A round with a planted rule.

    Attributes:
        begun: The game before the deal.
        games: The game before each move.
        moves: The moves up to the score.
        end: The game with the round counted.
    """

    begun: Game
    games: tuple[Game, ...]
    moves: tuple[Move, ...]
    end: Game

    @property
    def rules(self) -> Rules:
        return self.begun.rules

    @property
    def totals(self) -> tuple[int, ...]:
        return self.end.points_so_far

    @property
    def last(self) -> Game:
        """The game before the last card."""
        return self._plays(self.begun.players - 1)[-1]

    @property
    def leading(self) -> Game:
        """The game before a lead in the middle of the round."""
        leads = self._plays(0)
        return leads[len(leads) // 2]

    @property
    def following(self) -> Game:
        """The game in the middle of a trick, in the middle of the round."""
        plays = self._plays(2)
        return plays[len(plays) // 2]

    def _plays(self, length: int) -> list[Game]:
        play = (each for each in self.games if each.phase.name == "play" and each.table.tricks)
        return [each for each in play if len(each.table.trick) == length]


def planted(slug: str, kind: str, fact: str) -> Rules:
    """The rules of a game with a rule that asks.

    Raises:
        RulesError: The game cannot have it.
    """
    base = variants.get(slug)
    if kind == "Table":
        return attrs.evolve(base, name="House", play=(*base.play, Restricts(fact)))
    step = AsksTerms(fact) if kind == "Taken" else AsksLines(fact)
    return attrs.evolve(base, name="House", bonuses=(*base.bonuses, step))


@functools.cache
def played(slug: str, kind: str, fact: str) -> Round | None:
    """A round, not the first one if that can be; None if the game cannot have the rule."""
    base = variants.get(slug)
    scores = ((60, 10) * base.usual_players)[: base.usual_players]
    is_first = base.has_pool or base.contract_names
    before: dict[str, Any] = {} if is_first else {"round_number": 2, "scores": scores}
    try:
        begun = game = Game.new(planted(slug, kind, fact), **before)
        rng, games, moves = Random(5), list[Game](), list[Move]()
        while game.phase.name != "score":
            games.append(game)
            if game.to_act:
                moves.append(any_move(game.view(game.to_act[0]), rng))
                game = game.apply(moves[-1])
            else:
                game = game.deal(seed=5)
                moves += game.history[-1:]
    except HeartsError:  # such as terms that a game without a kitty does not have
        return None
    return Round(begun, tuple(games), tuple(moves), game)


# Readers of scores: what each says of a round, and what is so.


def _said(end: Game) -> dict[str, Any]:
    """What `score_hand` cannot do without."""
    said: dict[str, Any] = {"taken": end.piles, "players": end.players}
    if end.rules.contract_names:
        said["contract"] = end.match.contract
    if any(end.table.charged):
        said["charged"] = end.table.all_charged
    if end.match.settled.bids:
        said["bids"] = end.match.settled.made
    return said


def _tricks(game: Game) -> dict[str, Any]:
    tricks = game.table.tricks
    return {"tricks": [trick.cards for trick in tricks], "leader": tricks[0].leader}


def by_piles(it: Round) -> object:
    return score_hand(it.rules, **_said(it.end)).totals


def by_tricks(it: Round) -> object:
    return score_hand(it.rules, **_said(it.end), **_tricks(it.end)).totals


def by_everything(it: Round) -> object:
    match = it.end.match
    more = {
        "dealer": match.dealer,
        "scores": match.scores,
        "course": match.course,
        "face_up": match.settled.face_up,
        "pool": match.settled.pool,
        "charged": list(it.end.table.charged) or "",
    }
    return score_hand(it.rules, **_said(it.end) | more, **_tricks(it.end)).totals


def by_check(it: Round) -> object:
    """The check of points that `score_game` is given."""
    refused = reach.refused(it.end.in_force, it.totals, it.end.match.scores)
    return refused or it.totals


def by_bounds(it: Round) -> object:
    low, high = it.end.in_force.bounds
    return it.totals if low <= min(it.totals) <= max(it.totals) <= high else (low, high)


def by_search(it: Round) -> object:
    view = it.last.view(it.last.to_act[0])
    search = Search(view, view.in_force, Sampler(view), 1)
    points = search.points(1, [[view.hand[0].place]], [[0] * view.players])
    return tuple(map(int, points[: view.players]))


def _ended(game: Game, it: Round, before: Game) -> object:
    """The points of a game that goes on with the moves that were made after another one."""
    for move in it.moves[it.games.index(before) :]:
        game = game.apply(move)
    return game.points_so_far


def _set_up(it: Round, game: Game, **more: Any) -> Game:
    """A position laid out as in a game."""
    match = game.match
    given: dict[str, Any] = {
        "trick": game.table.trick.cards,
        "captured": game.phase.round(match).captured,
        "kitty": game.phase.kitty,  # type: ignore[union-attr]
        "charged": game.table.charged,
        "contract": match.contract,
        "bids": match.settled.made,
        "face_up": match.settled.face_up,
        "scores": match.scores,
    }
    return it.begun.set_up(game.hands, **given | more)


def by_layout(it: Round) -> object:
    return _ended(_set_up(it, it.last, **_tricks(it.last)), it, it.last)


def by_piles_laid_out(it: Round) -> object:
    game = it.leading
    more = {"leader": game.table.trick.leader, "taken": game.table.piles}
    return _ended(_set_up(it, game, **more), it, game)


def by_sample(it: Round) -> object:
    """The round played on in a sample: nothing is hidden that matters to the last card."""
    view = it.last.view(it.last.to_act[0])
    return _ended(as_game(view, Sampler(view).draw(Random(1))), it, it.last)


def by_kernel(it: Round) -> object:
    """A round that the kernel plays, made again in a game."""
    table = lowered(it.rules.at(it.begun.players).in_force)
    with np.errstate(all="ignore"):  # words wrap
        replayed(Played(table, 7, 1, [0] * it.begun.players))
    return it.totals


def by_python(it: Round) -> object:
    """A round of the plain engine, with the points of the same round in a game."""
    found = simulate(it.rules, players=it.begun.players, rounds=1, seed=3, engine="python")
    rng = Random("3:0")
    bots = [functools.partial(any_move, rng=rng)] * it.begun.players
    contracts = it.rules.contracts_left(0, ())
    rules = it.rules.rulebooks[0] if contracts else it.rules
    end = play_round(first_round(rules, it.begun.players, 0), bots, rng)
    means = tuple(round(each) for each in found.means)
    return it.totals if means == end.points_so_far else means


def by_open_spiel(it: Round) -> object:
    pytest.importorskip("pyspiel")
    spiel = pytest.importorskip("heartslib.rl.open_spiel")
    state, rng = spiel.HeartsGame.of(it.rules, it.begun.players).new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    sign = 1 if it.rules.points_are_good else -1
    points = tuple(sign * round(each) for each in state.returns())
    return it.totals if points == state.game.points_so_far else points


def by_review(it: Round) -> object:
    """The last trick has no choice left, so what the round cost is known."""
    review(it.end, seats=[0], deals=2, tricks=1)
    return it.totals


def so_far(it: Round) -> object:
    """The points so far of a position laid out, which know no more than those of the game."""
    known, given = it.leading.points_so_far, _view(it, it.leading).points_so_far
    less = zip(known, given, strict=True)
    return it.totals if all(abs(two) <= abs(one) for one, two in less) else given


# Readers of a position: each gives the cards that may be played.


def _position(game: Game) -> dict[str, Any]:
    table = game.table
    return {
        "hand": game.hands[game.to_act[0]],
        "trick": table.trick.cards,
        "players": game.players,
        "charged": table.all_charged if any(table.charged) else "",
        **({"contract": game.contract} if game.rules.contract_names else {}),
    }


def by_cards_played(it: Round, game: Game) -> object:
    return legal_plays(it.rules, played=game.table.played, **_position(game))


def by_tricks_alone(it: Round, game: Game) -> object:
    tricks = _tricks(game)["tricks"]
    return legal_plays(it.rules, tricks=tricks, **_position(game))


def by_tricks_and_leader(it: Round, game: Game) -> object:
    return legal_plays(it.rules, **_tricks(game), **_position(game))


def by_reasons(it: Round, game: Game) -> object:
    legal, hand = game.legal_plays(), game.hands[game.to_act[0]]
    given = _tricks(game) | _position(game)
    found = [card for card in hand if explain_play(it.rules, card, **given) is None]
    return legal if found == [*legal] else found


def by_position(it: Round, game: Game) -> object:
    return _set_up(it, game, **_tricks(game)).legal_plays()


def by_position_of_piles(it: Round, game: Game) -> object:
    more = {"leader": game.table.trick.leader, "taken": game.table.piles}
    return _set_up(it, game, **more).legal_plays()


def _view(it: Round, game: Game) -> View:
    """What the seat to act knows, given from elsewhere."""
    seat, match, now = game.to_act[0], game.match, game.phase.round(game.match)
    view = game.view(seat)
    given: dict[str, Any] = {
        "players": it.begun.players,
        "dealer": match.dealer,
        "round_number": it.begun.round_number,
        "scores": match.scores,
        "given": view.given,
        "received": view.received,
        "captured": view.captured,
        "captured_sizes": view.captured_sizes,
        "charged": game.table.charged,
        "contract": match.contract,
        "bids": match.settled.made,
        "face_up": match.settled.face_up,
        "trick": game.table.trick.cards,
    }
    return View.set_up(it.rules, seat=seat, hand=now.hands[seat], **given, **_tricks(game))


def by_view(it: Round, game: Game) -> object:
    return _view(it, game).legal_plays()


def by_sampled_position(_: Round, game: Game) -> object:
    view = game.view(game.to_act[0])
    return as_game(view, Sampler(view, tries=100).draw(Random(1))).legal_plays()


SCORES: Final[dict[str, Callable[[Round], object]]] = {
    "score_hand: piles": by_piles,
    "score_hand: tricks": by_tricks,
    "score_hand: everything": by_everything,
    "score_game": by_check,
    "bounds": by_bounds,
    "Game.set_up: tricks": by_layout,
    "Game.set_up: taken": by_piles_laid_out,
    "sampler": by_sample,
    "points_so_far": so_far,
}
SLOW_SCORES: Final[dict[str, Callable[[Round], object]]] = {
    "search": by_search,
    "simulate: kernel": by_kernel,
    "simulate: python": by_python,
    "OpenSpiel": by_open_spiel,
    "review": by_review,
}
PLAYS: Final[dict[str, Callable[[Round, Game], object]]] = {
    "legal_plays: played": by_cards_played,
    "legal_plays: tricks": by_tricks_alone,
    "legal_plays: leader": by_tricks_and_leader,
    "explain_play": by_reasons,
    "Game.set_up: tricks": by_position,
    "Game.set_up: taken": by_position_of_piles,
    "View.set_up": by_view,
    "sampler": by_sampled_position,
}


BOTS: Final = ("random", "easy", "casual", "careful", "shed", "monte-carlo:2")

QUICK: Final = ("turbo", "tetka")
"""The games of the inner ring."""
OTHERS: Final = tuple(slug for slug in GAMES if slug not in QUICK)
COUNTED: Final = ("auction_hearts", "partnership", "kitty_hearts", "cancellation")
"""Those that count in ways of their own: a contract is sold, partners pool, there are a kitty and two packs."""


def judged(ask: Callable[[], object], truth: object) -> str:
    """Whether a reader is right, or refuses in one sentence; else what it says."""
    try:
        answer = ask()
    except HeartsError as error:
        sentence = str(error)
        return "refused" if sentence and "\n" not in sentence else f"refused badly: {sentence}"
    return "right" if answer == truth else f"silent: {answer} and not {truth}"


def wrong(
    games: Sequence[str], kind: str, fact: str, answers: Callable[[Round], Iterator[Answer]]
) -> list[tuple[str, str]]:
    """What a reader says by a rule that asks a fact, if it is neither right nor refused, and in which game."""
    found: list[tuple[str, str]] = []
    for slug in games:
        if it := played(slug, kind, fact):
            found += [(slug, judged(ask, truth)) for ask, truth in answers(it)]
    return [each for each in found if each[1] not in {"right", "refused"}]


def scores(reader: str, it: Round) -> Iterator[Answer]:
    yield lambda: (SCORES | SLOW_SCORES)[reader](it), it.totals


def plays(reader: str, it: Round) -> Iterator[Answer]:
    for game in (it.leading, it.following):
        yield functools.partial(PLAYS[reader], it, game), game.legal_plays()


def moves(bot: str, it: Round) -> Iterator[Answer]:
    """A bot makes a legal move, or says in one sentence what it cannot know."""
    for game in (it.leading, it.following):

        def is_legal(game: Game = game) -> bool:
            try:
                return by_name(bot)(game.view(game.to_act[0])) in game.legal_moves()
            except NotSaid:
                return False  # any player can follow the rule

        yield is_legal, True


def _cases(readers: Iterable[str], *kinds: str) -> list[tuple[str, str, str]]:
    """A reader, what is asked, and the fact."""
    return [(reader, kind, fact) for reader in readers for kind in kinds for fact in FACTS[kind]]


@pytest.mark.parametrize(("reader", "kind", "fact"), _cases(SCORES, "Taken", "Finished"))
def test_a_score_is_right_or_refused(reader: str, kind: str, fact: str) -> None:
    assert not wrong(QUICK, kind, fact, functools.partial(scores, reader))


@pytest.mark.parametrize(("reader", "kind", "fact"), _cases(PLAYS, "Table"))
def test_the_legal_plays_are_right_or_refused(reader: str, kind: str, fact: str) -> None:
    assert not wrong(QUICK, kind, fact, functools.partial(plays, reader))


@pytest.mark.parametrize("fact", ["has_all", "holding", "from_kitty", "total", "totals"])
def test_true_points_are_possible_for_a_seat_that_scores_with_a_partner(fact: str) -> None:
    it = played("partnership", "Taken", fact)
    assert it is not None
    assert by_check(it) == it.totals


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "kind", "fact"), _cases([*SCORES, *SLOW_SCORES], "Taken", "Finished")
)
def test_in_more_games_a_score_is_right_or_refused(reader: str, kind: str, fact: str) -> None:
    assert not wrong(COUNTED, kind, fact, functools.partial(scores, reader))


@pytest.mark.slow
@pytest.mark.parametrize(("reader", "kind", "fact"), _cases(PLAYS, "Table"))
def test_in_more_games_the_legal_plays_are_right_or_refused(
    reader: str, kind: str, fact: str
) -> None:
    assert not wrong(OTHERS, kind, fact, functools.partial(plays, reader))


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "kind", "fact"), _cases(BOTS, *FACTS))
def test_a_bot_plays_by_the_rule_or_refuses(bot: str, kind: str, fact: str) -> None:
    assert not wrong(GAMES, kind, fact, functools.partial(moves, bot))


@pytest.mark.parametrize(("kind", "facts", "begins", "no_fact"), LISTED)
def test_every_attribute_that_a_rule_may_ask_is_listed(
    kind: type, facts: Facts, begins: str, no_fact: set[str]
) -> None:
    asked = {name.removeprefix(begins) for name in facts if name.startswith(begins)}
    listed = {re.match(r"\w+", name)[0] for name in asked}  # type: ignore[index]
    assert public(kind) - no_fact <= listed


@pytest.mark.parametrize("reader", SCORES)
def test_each_reader_counts_the_cards_that_somebody_took(reader: str) -> None:
    it = played("american", "Taken", "count")
    assert it is not None
    assert judged(lambda: SCORES[reader](it), it.totals) == "right"


@pytest.mark.parametrize("reader", PLAYS)
def test_each_reader_plays_by_the_cards_that_were_played(reader: str) -> None:
    it = played("american", "Table", "all_played")
    assert it is not None
    for game in (it.leading, it.following):
        ask = functools.partial(PLAYS[reader], it, game)
        assert judged(ask, game.legal_plays()) == "right"


SETTLED: Final[dict[str, tuple[str, Any]]] = {
    "contract": ("turkish_king", "no-hearts"),
    "bids": ("auction_hearts", (7, 0, 0, 0)),
    "face_up": ("tetka", (QUEEN,)),
    "leader": ("american", 2),
    "pool": ("auction_hearts", 77),
    "jack": ("auction_hearts", True),
    "made": ("auction_hearts", None),
}
"""A game that settles each fact, and another value than it has there; None if it follows from another."""


@pytest.mark.parametrize("fact", sorted(public(Settled)))
def test_an_observation_shows_each_settled_fact_or_refuses_it(fact: str) -> None:
    slug, value = SETTLED[fact]
    if value is None:
        return
    game = Game.new(variants.get(slug)).deal(seed=1)
    view = game.view(0)
    other = attrs.evolve(view, settled=attrs.evolve(view.settled, **{fact: value}))
    observed = [observation.observed(each, 0).tolist() for each in (view, other)]
    assert observed[0] != observed[1]
    assert observation.as_text(view) != observation.as_text(other)


@pytest.mark.parametrize("slug", variants.all())
def test_a_bot_plays_on_from_piles_of_which_nobody_knows_the_tricks(slug: str) -> None:
    rng, game = Random(2), Game.new(variants.get(slug))
    begun = game
    while len(game.table.tricks) < 4 or game.table.trick or game.phase.name != "play":
        view = game.view(game.to_act[0]) if game.to_act else None
        game = game.deal(seed=2) if view is None else game.apply(any_move(view, rng))
    it = Round(begun, (), (), game)
    try:
        given = _set_up(it, game, leader=game.table.trick.leader, taken=game.table.piles)
    except HeartsError:  # some rules ask how the earlier tricks were played
        return
    view = given.view(given.to_act[0])
    for bot in ("random", "easy", "casual", "careful"):
        assert by_name(bot)(view) in given.legal_moves()
    assert view.points_so_far
