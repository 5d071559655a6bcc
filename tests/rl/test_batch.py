"""What many rounds side by side bring those who play them."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import numpy as np
import pytest

from heartslib import Cards, Game, HeartsError, Rules, View, variants
from heartslib.bots import careful
from heartslib.cards import BY_PLACE, KINDS, from_bits
from heartslib.moves import LayDown
from heartslib.rl import BatchRounds, numbers_of, planes_of
from heartslib.rules import CHOICE, NO_PASSING, PlayedOut, Rounds, ShootTheMoon
from heartslib.simulate import CannotLower, kernel
from tests.helpers.in_kernel import kernel_variants

EVERY = {
    slug: rules.rulebooks[-1]
    for slug, rules in kernel_variants().items()
    if not rules.deck.shows_last
}
AMERICAN = variants.get("american")


@pytest.mark.parametrize(("good", "sign"), [(False, -1), (True, 1)])
def test_rewards_have_the_sign_of_the_game(good: bool, sign: int) -> None:
    """In each round of Black Maria the penalty cards cost 26."""
    rules = attrs.evolve(variants.get("black_maria"), ending=Rounds(9, points_are_good=good))
    rounds = BatchRounds(rules, 2, seed=1, renew=False)
    batch = rounds.reset()
    total = np.zeros_like(batch.rewards)
    while not batch.done.all():
        batch = rounds.step(batch.legal.argmax(axis=1))
        total += batch.rewards
    assert total.sum(axis=1).tolist() == [26 * sign, 26 * sign]


class InGames:
    """A batch whose rounds are played in games as well; after the charges all seats are the caller's.

    It is rewarded by trick; the same rounds, rewarded at their end, are `by_round`.
    """

    def __init__(self, rules: Rules, rows: int, players: int, seed: int) -> None:
        self.rounds, self.by_round = (
            BatchRounds(
                rules,
                rows,
                players=players,
                seat=0,
                others="random",
                renew=False,
                seed=seed,
                rewards=each,
            )
            for each in ("trick", "round")
        )
        self.batch = self.rounds.reset()
        self.scored = self.by_round.reset().rewards
        self._inner: Any = vars(self.rounds)
        for each in (self._inner, vars(self.by_round)):
            each["_policies"][:] = kernel.ASK
        self.games = [self._laid_out(row) for row in range(rows)]

    def _held(self, row: int, place: int, seat: int) -> Cards:
        """The cards at a place of a seat in the kernel."""
        layers = range(len(self._inner["_table"].layers))
        words = self._inner["_sets"][row, place + kernel.SEAT * seat :]
        return sum((from_bits(int(words[kernel.LAYER * layer])) for layer in layers), Cards())

    def _laid_out(self, row: int) -> Game:
        """The game of a round that has just begun; its first trick may have."""
        rules, players = self.rounds.rules, self.rounds.players
        leads, seats, batch = int(self.batch.leads[row]), range(players), self.batch
        table = self._inner["_table"].numbers
        begin, count = table[kernel.KITTY_CARDS], table[kernel.KITTY]
        numbers = self._inner["_numbers"][row]
        order = [(leads + each) % players for each in seats]
        trick = [KINDS[index] for at in order for index in np.flatnonzero(batch.trick[row, at])]
        return Game.new(rules, players, dealer=int(numbers[kernel.DEALER])).set_up(
            [self._held(row, kernel.HANDS, seat) for seat in seats],
            leader=(int(batch.turn[row]) + leads) % players,
            trick=trick,
            kitty=[BY_PLACE[int(each)] for each in numbers[begin : begin + count]],
            charged=[self._held(row, kernel.CHARGED, seat) for seat in seats],
        )

    def shown(self) -> list[tuple[int, View]]:
        """Each row whose round goes on, and the view of the seat to act."""
        rows = np.flatnonzero(~self.batch.done).tolist()
        return [(row, self.games[row].view(self.games[row].to_act[0])) for row in rows]

    def play(self, rng: Random) -> None:
        """Play any legal card in each round, in the batches and in the games."""
        rows, seats = range(len(self.games)), range(self.rounds.players)
        before = [[self._held(row, kernel.CAPTURED, seat) for seat in seats] for row in rows]
        cards = [-1 for _ in rows]
        for row, view in self.shown():
            cards[row] = rng.choice(view.legal_plays()).index
            self.games[row] = self.games[row].play(KINDS[cards[row]])
        self.batch, self.scored = self.rounds.step(cards), self.by_round.step(cards).rewards
        for row, game in enumerate(self.games):
            if game.phase.name == "kitty":
                seat = game.to_act[0]
                laid = self._held(row, kernel.CAPTURED, seat) - before[row][seat]
                self.games[row] = game.apply(LayDown(seat, laid))


def worth(game: Game) -> list[int]:
    """What the cards that each seat has taken bring, counted card by card."""
    sign, rules = 1 if game.rules.points_are_good else -1, game.in_force
    alone = [sign * sum(map(rules.points, pile)) for pile in game.piles]
    sides = rules.sides.seats(game.players) if rules.sides.pooled else ()
    shared = {seat: sum(alone[each] for each in side) for side in sides for seat in side}
    return [shared.get(seat, alone[seat]) for seat in range(game.players)]


def check_planes_and_rewards(rules: Rules, players: int, rows: int) -> None:
    """Compare a batch with views and games, and rewards by trick with those by round."""
    table, rng = InGames(rules, rows, players, seed=players), Random(players)
    total = np.zeros((rows, players), np.int64)
    while not table.batch.done.all():
        for row, view in table.shown():
            for made, of_batch in (
                (planes_of(view), table.batch.planes[row]),
                (numbers_of(view), table.batch.numbers[row]),
            ):
                assert (made.dtype, made.shape) == (of_batch.dtype, of_batch.shape)
                assert made.tolist() == of_batch.tolist()
        over = table.batch.done
        table.play(rng)
        ended = [game.phase.name not in {"play", "kitty"} for game in table.games]
        assert table.batch.done.tolist() == ended
        total += table.batch.rewards
        for row in np.flatnonzero(~over).tolist():
            paid = table.scored[row].tolist() if ended[row] else worth(table.games[row])
            assert total[row].tolist() == paid
        assert not table.batch.rewards[over].any()


@pytest.mark.parametrize(
    "slug", ["american", "booster_nines", "gong_zhu", "kitty_hearts", "partnership", "turbo"]
)
def test_planes_and_rewards_are_those_of_views_and_games(slug: str) -> None:
    check_planes_and_rewards(EVERY[slug], EVERY[slug].players[0], 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players"), [(slug, players) for slug in EVERY for players in EVERY[slug].players]
)
def test_planes_and_rewards_for_any_number_of_players(slug: str, players: int) -> None:
    check_planes_and_rewards(EVERY[slug], players, 6)


def test_rewards_by_trick_begin_again_with_each_round() -> None:
    """A round is replaced when it ends, and by a reset in the middle."""
    both = [BatchRounds(AMERICAN, 1, seed=3, rewards=each) for each in ("trick", "round")]
    ended = 0
    for steps in (40, 54):
        total = np.zeros((2, 1, 4), int)
        by_trick, by_round = (rounds.reset() for rounds in both)
        for _ in range(steps):
            cards = by_round.legal.argmax(axis=1)
            by_trick, by_round = (rounds.step(cards) for rounds in both)
            total += by_trick.rewards, by_round.rewards
            if by_round.done:
                assert total[0].tolist() == total[1].tolist()
                ended += 1
    assert ended == 1


def test_charged_cards_are_in_the_planes_of_a_view() -> None:
    table = InGames(variants.get("turbo"), 6, 4, seed=1)
    charged = [planes_of(view)[-4:].sum() for _, view in table.shown()]
    assert charged == table.batch.charged.sum(axis=(1, 2)).tolist()
    assert any(charged)


def test_a_view_without_planes_is_refused() -> None:
    said = "planes are for a seat that is to play a card, not for <View of "
    passing = Game.new(AMERICAN, 4).deal(seed=1)
    claims = attrs.evolve(AMERICAN, passing=NO_PASSING, round_end=PlayedOut(claims=True))
    playing = Game.new(attrs.evolve(claims, moon=ShootTheMoon(CHOICE)), 4).deal(seed=1)
    asked = playing.to_act[0]
    claimed = playing.claim()
    without = [
        passing.view(0),
        playing.view(None),
        playing.view((asked + 1) % 4),
        claimed.view(claimed.to_act[0]),
    ]
    for of in (planes_of, numbers_of):
        assert of(playing.view(asked)).any()
        for view in without:
            with pytest.raises(HeartsError, match=said):
                of(view)
        with pytest.raises(HeartsError, match="view must be a View, not 'AS'"):
            of("AS")  # type: ignore[arg-type]


def test_a_view_is_of_the_contract_of_its_round() -> None:
    game = Game.new(variants.get("barbu"), 4).deal(seed=1).name_contract("no-queens")
    view = game.view(game.to_act[0])
    assert planes_of(view)[0].nonzero()[0].tolist() == [card.index for card in view.hand]


@pytest.mark.parametrize("slug", ["tetka", "auction_hearts"])
def test_a_view_is_refused_as_the_batch_is(slug: str) -> None:
    rules = variants.get(slug).rulebooks[0]
    with pytest.raises(CannotLower) as refused:
        BatchRounds(rules, 1)
    game = Game.new(rules).deal(seed=1)
    while game.phase.name != "play":
        game = game.apply(careful(game.view(game.to_act[0])))
    with pytest.raises(CannotLower) as same:
        planes_of(game.view(game.to_act[0]))
    assert str(same.value) == str(refused.value)


def test_rewards_are_checked() -> None:
    with pytest.raises(HeartsError, match="rewards must be 'round' or 'trick', not 'card'"):
        BatchRounds(AMERICAN, 2, rewards="card")
    with pytest.raises(HeartsError, match="rewards='trick' needs device='cpu'"):
        BatchRounds(AMERICAN, 2, rewards="trick", device="cuda")
