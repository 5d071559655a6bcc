"""Document 004, "Hearts" (pagat.com): booster nines, besides ``tests/scripts/document_004_booster.txt``."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs
import pytest

from heartslib import Card, Cards, Game, Rank, Rules, Table, Trick, variants
from heartslib.cards import in_order
from heartslib.rules import CANCELLING, NO_PASSING, BoosterNines, Equals, HighestOfSuitLed, Pack
from tests.helpers.rounds import piles, round_after, rulebooks, won
from tests.helpers.strategies import at_random, next_state

BOTH = rulebooks("booster_nines", "turbo_booster")


@BOTH
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_004_booster_09_a_trick_fewer_for_each_boost(rules: Rules, players: int) -> None:
    """Hands are even after each trick, and the laps add up, with any number of players."""
    size, counts = len(rules.deck.cards(players)) // players, set[int]()
    for seed in range(40 if players == 4 else 5):
        tricks = list(played_through(Game.new(rules, players), seed))
        boosts = sum(len(trick) == 2 * players for trick in tricks)
        assert {len(trick) for trick in tricks} <= {players, 2 * players}
        assert len(tricks) == size - boosts
        counts.add(boosts)
    assert players != 4 or counts >= {1, 2, 3}


@pytest.mark.parametrize(
    "slug",
    [
        "basic",
        "black_lady",
        "classic_50",
        "chase_the_lady",
        "omnibus",
        "spot",
        "kitty_hearts",
        "partnership",
        "black_maria",
        "hartenjagen",
        "dirty_nasty_filthy",
        "cancellation",
    ],
)
def test_with_every_game(slug: str) -> None:
    """Booster nines work with every variant; rounds are played to the end."""
    other = variants.get(slug)
    boosted = attrs.evolve(other, tricks=BoosterNines(other.tricks), passing=NO_PASSING)
    lengths = set[int]()
    for players in boosted.players:
        for seed in range(3):
            tricks = list(played_through(Game.new(boosted, players), seed))
            assert {len(trick) for trick in tricks} <= {players, 2 * players}
            lengths |= {len(trick) // players for trick in tricks}
    assert lengths == {1, 2}


def test_two_nines_of_two_packs() -> None:
    """As an option two equal nines give two extra laps, if enough cards are left."""
    rules = attrs.evolve(variants.get("cancellation"), tricks=BoosterNines(CANCELLING, most=2))
    first, second, third = "5D 9D 9D KD 2D 3D", "4D 4D 6D 6D 7D 7D", "8D 8D TD TD JD JD"
    for trick, is_complete in [
        (first, False),
        (f"{first} {second}", False),
        (f"{first} {second} {third}", True),
        ("5D 9D TD KD 2D 3D", False),
        (f"5D 9D TD KD 2D 3D {second}", True),
        (f"5D 9D TD KD 2D 3D 4D 9D {second[6:]}", False),
        ("5D TD TD KD 2D 3D", True),
        ("5D 9C 9C KD 2D 3D", True),
    ]:
        table = Table(Trick(0, 6, in_order(trick)))
        assert rules.tricks.is_complete(table, 3) is is_complete
        assert rules.tricks.is_complete(table, 0)
        once = BoosterNines(CANCELLING).is_complete(table, 3)
        assert once is (is_complete or len(table.trick) == 12)
    game = round_after(rules, 6, f"{first} {second}", kitty="2C 2C")
    assert len(game.table.trick) == 12
    assert game.to_act == (0,)
    game = round_after(rules, 6, f"{first} {second} {third}", kitty="2C 2C")
    assert (game.phase.name, len(game.table.trick)) == ("play", 0)
    assert game.view(None).hand_sizes == (14,) * 6
    assert game.to_act == (3,)
    assert len(piles(game)[3]) == 18


@pytest.mark.slow
@pytest.mark.parametrize("players", [6, 8])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_two_packs_played_through(players: int, most: int) -> None:
    """Rounds with two packs come to their end, each trick as long as its nines make it."""
    for last_of_equals in (False, True):
        inner = (
            HighestOfSuitLed(Equals.LAST if last_of_equals else Equals.FIRST)
            if most < 3
            else CANCELLING
        )
        rules = attrs.evolve(variants.get("cancellation"), tricks=BoosterNines(inner, most=most))
        lengths = set[int]()
        for seed in range(15):
            tricks = list(played_through(Game.new(rules, players), seed, most=most))
            lengths |= {len(trick) // players for trick in tricks}
        assert lengths <= set(range(1, min(most, 2) + 2))
        assert {1, 2} <= lengths


@BOTH
def test_text(rules: Rules) -> None:
    """The printed rules mention the extra lap."""
    for players in (3, 4, 5, 6):
        text = " ".join(rules.describe(players).split())
        assert "the trick goes round once more" in text
        assert "In the last trick, a nine has no effect." in text
    twice = attrs.evolve(rules, tricks=BoosterNines(most=2))
    assert twice.describe() == rules.describe(), "a pack has one nine of each suit"
    two = attrs.evolve(twice, deck=Pack(packs=2), players=8)
    assert "goes round once more, up to 2 times: everyone" in " ".join(two.describe().split())
    assert "goes round once more" in " ".join(variants.get("american").diff(rules).split())
    assert rules.tricks.name == "booster-nines"


def expected_laps(trick: Trick, held: int, most: int) -> int:
    """How many laps a trick has, from the number of cards in each hand before it."""
    nine = Card.of(Rank.NINE, trick.cards[0].suit)
    rounds = 1
    while rounds <= most and rounds < held:
        if trick.cards[: rounds * trick.players].count(nine) < rounds:
            break
        rounds += 1
    return rounds


def played_through(game: Game, seed: int, *, most: int = 1) -> Iterator[Trick]:
    """The tricks of a random round, each of the right length."""
    chance = Random(seed)
    held, seen = 0, 0
    while game.phase.name != "score":
        game = next_state(game, at_random, chance)
        view = game.view(None)
        table = view.table
        if game.phase.name in {"kitty", "deal", "pass"}:
            continue
        if len(table.tricks) > seen:
            trick = table.tricks[-1]
            seen += 1
            assert len(trick) == trick.players * expected_laps(trick, held, most)
            yield trick
        if not table.trick.cards:
            assert len(set(view.hand_sizes)) == 1
            held = view.hand_sizes[0]
    assert sum(won(game), Cards()) == game.rules.deck.cards(game.players)
