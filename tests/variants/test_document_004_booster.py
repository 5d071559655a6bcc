"""Document 004, "Hearts" (pagat.com): booster nines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs
import pytest

from heartslib import Card, Cards, Game, Rank, Rules, Suit, Table, Trick, variants
from heartslib.cards import in_order
from heartslib.rules import CANCELLING, NO_PASSING, BoosterNines, Equals, HighestOfSuitLed, Pack
from tests.helpers.rounds import OPENING, piles, refused, round_after, rulebooks, taker, turns, won
from tests.helpers.strategies import at_random, next_state

BOTH = rulebooks("booster_nines", "turbo_booster")

CLUBS, DIAMONDS, SPADES, HEARTS = (
    " ".join(f"{rank}{suit.letter}" for rank in "29345678") for suit in Suit
)
"""A boosted trick of each suit, taken by the second seat."""

TENS = ("TC JC QC KC", "TS JS QS KS", "TH JH QH KH")
TO_HEARTS = (
    CLUBS,
    TENS[0],
    SPADES,
    TENS[1],
    "4D 5D 6D 7D",
    "8D TD JD QD",
    "AC AD AS AH",
    HEARTS,
)
"""Tricks that leave 2D 3D 9D KD and the hearts of `TENS`."""


@BOTH
def test_004_booster_02_a_nine_that_is_led(rules: Rules) -> None:
    """Document 004, "Booster nines": leading a nine gives the trick a boost."""
    game = round_after(rules, 4, OPENING, "9D 3D KD 2D", leader=3)
    assert is_open(game, 4)
    assert game.to_act == (0,)
    for suit in Suit:
        led = Table(Trick(0, 4, in_order(" ".join(f"{rank}{suit.letter}" for rank in "93K2"))))
        assert not rules.tricks.is_complete(led, 1)


@BOTH
@pytest.mark.parametrize("trick", ["5D 9D KD 2D", "5D KD 9D 2D", "5D KD 2D 9D", "5D 9D AS 7C"])
def test_004_booster_03_a_nine_that_follows_suit(rules: Rules, trick: str) -> None:
    """Document 004, "Booster nines": a nine played in following suit gives one too."""
    game = round_after(rules, 4, OPENING, trick, leader=3)
    assert is_open(game, 4)
    assert game.to_act == (0,)


@BOTH
def test_004_booster_04_everyone_adds_a_card_in_turn(rules: Rules) -> None:
    """Document 004, "Booster nines": the trick goes round once more, in the same suit (A42)."""
    game = round_after(rules, 4, OPENING, "5D 9D KD 2D", leader=3, holding={0: "7D AS"})
    assert game.legal_plays() == game.view(0).hand.of(Suit.DIAMONDS) >= Cards("7D")
    assert game.legal_plays() == game.view(0).legal_plays()
    boosted = Table(Trick(0, 4, in_order("5D 9D KD 2D")))
    assert rules.in_force.legal(Cards("7D AS"), boosted) == Cards("7D")
    with refused("follow-suit"):
        game.play("AS", 0)
    assert turns(game, 4) == [0, 1, 2, 3]
    assert [game.view(seat).is_my_turn for seat in range(4)] == [True, False, False, False]


@BOTH
def test_004_booster_04_a_void_player_plays_any_card(rules: Rules) -> None:
    """Document 004, "Booster nines": a player without the suit adds any card."""
    whole = round_after(rules, 4, OPENING, "5D 9D KD 2D 3D AS JD AH", leader=3)
    before = Game.replay(whole.rules, whole.history[:-3], 4)
    assert before.to_act == (1,)
    assert before.legal_plays() == before.view(1).hand >= Cards("AS")
    before = Game.replay(whole.rules, whole.history[:-1], 4)
    assert before.to_act == (3,)
    assert before.legal_plays() == before.view(3).hand >= Cards("AH")


@BOTH
def test_004_booster_05_first_card_sets_the_suit(rules: Rules) -> None:
    """Document 004, "Booster nines": the first of the eight cards sets the suit."""
    trick = "5D 9D KD 2D 3D AS JD AH"
    assert taker(rules, trick) == 2
    game = round_after(rules, 4, OPENING, trick, leader=3)
    assert game.view(None).table.tricks[-1].taker == 2
    assert game.view(None).table.tricks[-1].suit is Suit.DIAMONDS
    assert game.to_act == (2,)
    assert piles(game)[2] == Cards(trick)


@BOTH
def test_004_booster_06_highest_of_all_eight_wins(rules: Rules) -> None:
    """Document 004, "Booster nines": the highest card of the suit in either lap wins them all."""
    trick = "5D 9D KD 2D 3D AD JD 7S"
    assert taker(rules, trick) == 1
    game = round_after(rules, 4, OPENING, trick, leader=3)
    assert game.to_act == (1,)
    assert piles(game) == (Cards(OPENING), Cards(trick), Cards(), Cards())
    assert game.view(None).table.tricks_taken == (1, 1, 0, 0)
    assert game.view(None).hand_sizes == (10, 10, 10, 10)


@BOTH
@pytest.mark.parametrize("trick", ["5D 9S KD 2D", "5D 9S KD 9C"])
def test_004_booster_07_a_discarded_nine_gives_none(rules: Rules, trick: str) -> None:
    """Document 004, "Booster nines": a nine on another suit does nothing."""
    game = round_after(rules, 4, OPENING, trick, leader=3)
    assert is_open(game, 0)
    assert game.to_act == (2,)
    assert piles(game)[2] == Cards(trick)


@BOTH
def test_004_booster_08_none_in_the_last_trick(rules: Rules) -> None:
    """Document 004, "Booster nines": with the last cards a nine boosts nothing."""
    before = round_after(rules, 4, *TO_HEARTS, TENS[2], leader=2)
    assert before.view(None).hand_sizes == (1, 1, 1, 1)
    game = round_after(rules, 4, *TO_HEARTS, TENS[2], "9D 3D KD 2D", leader=2)
    table = game.view(None).table
    assert game.phase.name == "score"
    assert table.tricks[-1] == Trick(0, 4, in_order("9D 3D KD 2D"), 2)
    assert len(table.tricks) == 13 - 3


@BOTH
def test_004_booster_08_the_last_two_cards_of_each_hand(rules: Rules) -> None:
    """Document 004, "Booster nines": with two cards each, one boosted trick takes all eight."""
    before = round_after(rules, 4, *TO_HEARTS, leader=1)
    assert before.view(None).hand_sizes == (2, 2, 2, 2)
    game = round_after(rules, 4, *TO_HEARTS, f"9D 3D KD 2D {TENS[2]}", leader=1)
    table = game.view(None).table
    assert game.phase.name == "score"
    assert table.tricks[-1] == Trick(0, 4, in_order(f"9D 3D KD 2D {TENS[2]}"), 2)
    assert len(table.tricks) == 13 - 4


@BOTH
def test_004_booster_09_four_cards_without_a_boost(rules: Rules) -> None:
    """Document 004, "Booster nines": without one a trick has four cards."""
    game = round_after(rules, 4, OPENING, "5D TD KD 2D", leader=3)
    assert is_open(game, 0)
    assert game.to_act == (2,)
    assert game.view(None).hand_sizes == (11, 11, 11, 11)


@BOTH
def test_004_booster_09_a_trick_fewer_for_each_boost(rules: Rules) -> None:
    """Document 004, "Booster nines": each boost makes the deal a trick shorter."""
    counts = set[int]()
    for seed in range(40):
        tricks = list(played_through(Game.new(rules), seed))
        boosted = [trick for trick in tricks if len(trick) == 8]
        assert all(len(trick) in {4, 8} for trick in tricks)
        assert len(tricks) == 13 - len(boosted)
        counts.add(len(boosted))
    assert counts >= {1, 2, 3}


@BOTH
def test_d19_a_nine_with_five_cards_each(rules: Rules) -> None:
    """9H led from five cards makes a trick of eight and leaves three; discarded it does not."""
    before = (CLUBS, TENS[0], SPADES, TENS[1], "8D TD JD QD", "AC AD AS AH")
    game = round_after(rules, 4, *before, holding={3: "9H"})
    assert game.view(None).hand_sizes == (5, 5, 5, 5)
    assert game.to_act == (3,)
    once = round_after(rules, 4, *before, "9H 2H 3H 4H")
    assert is_open(once, 4)
    assert once.to_act == (3,)
    led = round_after(rules, 4, *before, "9H 2H 3H 4H 5H 6H 7H 8H")
    assert led.view(None).table.tricks[-1] == Trick(3, 4, in_order("9H 2H 3H 4H 5H 6H 7H 8H"), 3)
    assert led.view(None).hand_sizes == (3, 3, 3, 3)
    before = (CLUBS, TENS[0], DIAMONDS, "TD JD QD KD", "8S TS JS QS", "AC AD AS AH")
    discarded = round_after(rules, 4, *before, "5S 9H 6S 7S")
    assert is_open(discarded, 0)
    assert discarded.view(None).table.tricks[-1] == Trick(3, 4, in_order("5S 9H 6S 7S"), 2)
    assert discarded.view(None).hand_sizes == (4, 4, 4, 4)


@BOTH
def test_a_nine_in_the_extra_lap_boosts_no_more(rules: Rules) -> None:
    """Nines in the extra lap add nothing, nor does a second nine of the suit (A42)."""
    game = round_after(rules, 4, OPENING, "5D 9D KD 2D 3D 9S JD 9H", leader=3)
    assert is_open(game, 0)
    twice = Table(Trick(0, 4, in_order("5D 9D KD 2D 3D 9D JD 9D")))
    assert rules.tricks.is_complete(twice, 5)


@BOTH
def test_the_leader_of_an_extra_lap_need_not_have_the_highest_card(rules: Rules) -> None:
    """The extra lap starts with the leader of the trick, whoever has the highest card."""
    game = round_after(rules, 4, OPENING, "5D 9D AD 2D", leader=3)
    assert turns(game, 4) == [0, 1, 2, 3]


@BOTH
def test_first_trick_boosted(rules: Rules) -> None:
    """A nine may boost the first trick: hearts may be led only after it."""
    game = round_after(rules, 4, "2C 9C 3C 4C 5C 6C 7C", leader=0)
    assert is_open(game, 7)
    assert game.view(None).table.tricks == ()
    game = round_after(rules, 4, CLUBS)
    assert game.to_act == (1,)
    assert game.view(None).hand_sizes == (11, 11, 11, 11)


@BOTH
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_number_of_players(rules: Rules, players: int) -> None:
    """With any number of players hands are even after each trick, and the laps add up."""
    size = len(rules.deck.cards(players)) // players
    for seed in range(5):
        tricks = list(played_through(Game.new(rules, players), seed))
        boosts = sum(len(trick) == 2 * players for trick in tricks)
        assert {len(trick) for trick in tricks} <= {players, 2 * players}
        assert len(tricks) == size - boosts


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
    assert is_open(game, 12)
    assert game.to_act == (0,)
    game = round_after(rules, 6, f"{first} {second} {third}", kitty="2C 2C")
    assert is_open(game, 0)
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


def is_open(game: Game, length: int) -> bool:
    """Whether the trick has this many cards, and someone is to play another."""
    table = game.view(None).table
    return game.phase.name == "play" and len(table.trick) == length


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
