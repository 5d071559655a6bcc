"""Cancellation Hearts, besides ``tests/scripts/document_004_cancellation.txt``: what holds for any number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, Rules
from heartslib.cards import HEARTS, PACK, Rank, in_order
from heartslib.moves import Play
from heartslib.rules import (
    KITTY_TO_FIRST_PENALTY,
    KITTY_TO_LAST_TRICK,
    CardValues,
    Equals,
    HighestOfSuitLed,
    Kitty,
    KittyTo,
    Pack,
    Unresolved,
)
from heartslib.table import Table, Trick
from tests.helpers.rings import share
from tests.helpers.rounds import (
    every_hand,
    finished,
    just,
    round_after,
    rulebooks,
    taker,
    undealt,
    won,
)
from tests.helpers.strategies import Chooser, at_random, next_state, with_care
from tools.source_clauses import CLAUSES

pytestmark = rulebooks("cancellation")

EACH = {5: 20, 6: 17, 7: 14, 8: 13, 9: 11, 10: 10, 11: 9}
"""How many cards each player is dealt; the document has six to ten players."""

LEFT_OVER = {5: 4, 6: 2, 7: 6, 8: 0, 9: 5, 10: 4, 11: 5}
"""How many cards are left for the kitty."""

all_counts = pytest.mark.parametrize("players", EACH)


def first(count: int, text: str) -> list[str]:
    """The first cards in a string."""
    return [str(card) for card in in_order(text)[:count]]


def dead(players: int) -> str:
    """A trick that nobody wins: pairs of diamonds, and a heart if the number is odd."""
    pairs = first(players // 2 * 2, "2D 2D 3D 3D 4D 4D 5D 5D 6D 6D")
    return " ".join([*pairs, *["AH"] * (players % 2)])


def clubs(players: int, seat: int) -> str:
    """A trick led by seat 0 that this seat wins, with the king, and that costs nothing."""
    low = first(players, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC")
    return " ".join([*low[:seat], "KC", *low[seat + 1 :]])


def kitty_of(players: int) -> str:
    """Cards for a kitty that cost nothing."""
    return " ".join(first(LEFT_OVER[players], "2S 3S 4S 5S 6S 7S"))


def at(rules: Rules, players: int, *tricks: str, kitty: str | None = None) -> Game:
    """The whole double pack after these tricks, the first of them led by seat 0."""
    return round_after(rules, players, *tricks, kitty=kitty_of(players) if kitty is None else kitty)


def played_out(rules: Rules, players: int, *tricks: str, kitty: str = "") -> Game:
    """A round of just these tricks, the first of them led by seat 0, and this kitty."""
    game = round_after(just(rules, players, *tricks, kitty=kitty), players, *tricks, kitty=kitty)
    assert game.phase.name == "score"
    return game


def short(rules: Rules) -> Rules:
    """The game with queens, kings and aces only, so that pairs are everywhere."""
    return attrs.evolve(rules, deck=Pack(packs=2, lowest=Rank.QUEEN, left_over=True))


def aces(rules: Rules) -> Rules:
    """The game with the aces of four packs, so that dead tricks are everywhere."""
    deck = Pack(packs=4, lowest=Rank.ACE, left_over=True)
    return attrs.evolve(rules, deck=deck, scoring=CardValues({HEARTS: 1}))


def naive(trick: Trick, *, odd_stands: bool = True) -> int | None:
    """Who wins a trick: count the copies, strike the pairs, look from the top downwards."""
    led = trick.cards[0].suit
    copies = Counter(str(card) for card in trick.cards)
    for rank in "AKQJT98765432":
        name = rank + led.letter
        if copies[name] == 1 or (odd_stands and copies[name] in {3, 5, 7}):
            places = [place for place, card in enumerate(trick.cards) if str(card) == name]
            return (trick.leader + places[-1]) % trick.players
    return None


def check_tricks(tricks: Sequence[Trick]) -> None:
    """Check who takes every trick, and who leads to the next."""
    last_winner = None
    for trick, following in zip(tricks, [*tricks[1:], None], strict=True):
        winner = naive(trick)
        last_winner = last_winner if winner is None else winner
        if following is None and winner is None:
            winner = tricks[0].leader if last_winner is None else last_winner
        assert trick.taker == winner
        if following is not None:
            assert following.leader == (trick.leader if winner is None else winner)


def check_conserved(game: Game) -> None:
    """Check that every card of the pack is in exactly one place."""
    view = game.view(None)
    views = [game.view(seat) for seat in range(game.players)]
    dealt = game.deals[0].kitty
    kitty = Cards(dealt[len(dealt) - view.kitty_size :])
    hands = sum((each.hand for each in views), Cards())
    captured = sum((each.captured for each in views), Cards())
    piles = sum(view.table.piles, view.table.waiting)
    whole = hands + captured + piles + kitty + view.table.trick.cards
    assert whole == game.rules.deck.cards(game.players)
    assert piles == view.table.played
    assert view.hand_sizes == tuple(len(each.hand) for each in views)
    assert view.captured_sizes == tuple(len(each.captured) for each in views)


@all_counts
def test_004_cancellation_02_two_packs_are_dealt_as_far_as_they_go(
    rules: Rules, players: int
) -> None:
    """Everyone gets as many as all can have; the rest is the kitty, and nobody sees it."""
    clauses = ["004-cancellation-01", "004-cancellation-03", "004-cancellation-04"]
    clauses += ["004-cancellation-06"]
    assert CLAUSES.keys() >= {*clauses}
    pack = rules.deck.cards(players)
    assert pack == Cards([*PACK, *PACK])
    assert sum(map(rules.at(players).in_force.points, pack)) == 52
    assert rules.at(players).in_force.penalty_cards == Cards([*HEARTS, *HEARTS, "QS", "QS"])
    for dealer in (0, 2, players - 1):
        order = Random(dealer).sample([*pack], 104)
        game = Game.new(rules, players, dealer=dealer).deal(order=order)
        assert game.view(None).hand_sizes == (EACH[players],) * players
        assert undealt(game) == Cards(order[104 - LEFT_OVER[players] :])
        assert (game.phase.name, game.to_act) == ("play", ((dealer + 1) % players,))
        for seat in (*range(players), None):
            assert game.view(seat).kitty_size == LEFT_OVER[players]
            assert game.view(seat).captured == Cards()
    hands, kitty = [*every_hand(game)], undealt(game)
    if not kitty:
        return
    other = next(card for card in hands[2] if card is not kitty[0])
    again = Game.new(rules, players).deal(hands=hands, kitty=kitty)
    hands[2] = hands[2] - other + kitty[0]
    swapped = Game.new(rules, players).deal(hands=hands, kitty=kitty - kitty[0] + other)
    same = [again.view(seat) == swapped.view(seat) for seat in (*range(players), None)]
    assert same == [seat != 2 for seat in (*range(players), None)]


@all_counts
def test_004_cancellation_10_without_doubles_the_highest(rules: Rules, players: int) -> None:
    """And if the two aces cancel each other, the king (004-cancellation-08)."""
    for seat in range(players):
        assert taker(rules, clubs(players, seat), players=players) == seat
    lower = " ".join(first(players - 2, "KC 3C 4C 5C 6C 7C 8C 9C TC"))
    assert taker(rules, f"AC {lower} AC", players=players) == 1
    assert at(rules, players, f"AC {lower} AC").to_act == (1,)


@all_counts
def test_004_cancellation_13_dead_tricks_wait(rules: Rules, players: int) -> None:
    """So does the kitty (A39); the same player leads again, and is free to lead anything."""
    assert CLAUSES.keys() >= {"004-cancellation-05", "004-cancellation-11", "004-cancellation-12"}
    one, last, nothing = dead(players), players - 1, (Cards(),) * players
    game = at(rules, players, one)
    assert game.to_act == (0,)
    assert game.legal_plays() == game.view(0).hand
    table = game.view(None).table
    assert (won(game), table.piles, table.waiting) == (nothing, nothing, Cards(one))
    assert game.view(None).kitty_size == LEFT_OVER[players]
    later = at(rules, players, clubs(players, 2), one)
    assert later.to_act == (later.view(None).table.trick.leader,) == (2,)

    game = at(rules, players, one, clubs(players, last))
    kitty = kitty_of(players)
    assert won(game) == (*nothing[1:], Cards(f"{one} {clubs(players, last)} {kitty}"))
    assert (game.view(None).kitty_size, game.view(last).captured) == (0, Cards(kitty))
    assert game.view(None).table.waiting == Cards()
    more = at(rules, players, one, clubs(players, last), clubs(players, 0))
    assert more.view(None).captured_sizes == game.view(None).captured_sizes

    again = " ".join(first(players // 2 * 2, "7D 7D 8D 8D 9D 9D TD TD JD JD"))
    again += " KH" * (players % 2)
    game = at(rules, players, one, again)
    assert game.to_act == (0,)
    assert len(game.view(None).table.waiting) == 2 * players
    table = at(rules, players, one, again, clubs(players, 3)).view(None).table
    assert [len(pile) for pile in table.piles] == [
        3 * players * (seat == 3) for seat in range(players)
    ]
    assert sum(map(rules.at(players).in_force.points, table.piles[3])) == 2 * (players % 2)
    assert table.tricks_taken[3] == 3, "they all count for whoever gets them"


@all_counts
def test_004_cancellation_14_dead_tricks_at_the_end(rules: Rules, players: int) -> None:
    """They go to who won the last trick before, or else to the leader of them all (A39)."""
    spades = first(players, "QS 2S 3S 4S 5S 6S 7S 8S 9S TS JS")
    spades[2] = "KS"
    one = dead(players)
    game = played_out(rules, players, " ".join(spades), one, one.replace("D", "C"))
    assert [trick.taker for trick in game.view(None).table.tricks] == [2, None, 2]
    assert len(won(game)[2]) == 3 * players
    assert game.sheet is not None
    assert game.sheet.totals[2] == 13 + 2 * (players % 2) == sum(game.sheet.totals)

    two = one.replace("D", "S").replace("2S", "QS").replace("AH", "QH")
    game = played_out(rules, players, one, two, kitty="KH KH")
    assert won(game) == (Cards(f"{one} {two} KH KH"), *[Cards()] * (players - 1))
    assert game.view(0).captured == Cards("KH KH")
    assert [trick.taker for trick in game.view(None).table.tricks] == [None, 0]


@pytest.mark.parametrize("house", [short, aces])
def test_d22_dead_last_tricks_of_random_rounds(
    rules: Rules, house: Callable[[Rules], Rules]
) -> None:
    """Among them are rounds in which no trick was won before."""
    rounds = [finished(Game.new(house(rules), 5 + seed % 7), seed) for seed in range(70)]
    tricks = [game.view(None).table.tricks for game in rounds]
    for each in tricks:
        check_tricks(each)
    if house is aces:
        assert sum(naive(each[-1]) is None for each in tricks) > 20
        assert sum(all(naive(trick) is None for trick in each) for each in tricks) > 0


@pytest.mark.parametrize(
    ("trick", "odd", "all_copies"),
    [
        ("5D 5D 5D KS KS", 2, None),
        ("AD KD AD QD AD", 4, 1),
        ("AD AD KD AD KD", 3, None),
        ("AD AD AD KD KD", 2, None),
        ("2D AD 3D AD AD", 4, 2),
        ("2D AD 3D AD 3D", 0, 0),
    ],
)
def test_a_third_copy_survives_or_falls(
    rules: Rules, trick: str, odd: int | None, all_copies: int | None
) -> None:
    """With three packs a third copy survives when two cancel, or falls with them (A41)."""
    falling = attrs.evolve(rules, tricks=HighestOfSuitLed(Equals.ALL_CANCEL))
    assert taker(rules, trick, players=5) == odd
    assert taker(falling, trick, players=5) == all_copies


def test_the_second_of_three_copies_gets_a_dead_last_trick(rules: Rules) -> None:
    """Where all copies fall, the second of three is still the second."""
    house = attrs.evolve(
        rules, tricks=HighestOfSuitLed(Equals.ALL_CANCEL, unresolved=Unresolved.SECOND_COPY)
    )
    assert taker(house, "AD KS AD KS AD", players=5, left=0) == 2
    assert taker(house, "AD KS AD KS AD", players=5, left=1) is None
    assert taker(house, "KD AD KD AD AD", players=5, left=0) == 3


@st.composite
def tricks_of_many(draw: st.DrawFn) -> Trick:
    """A trick with many equal cards, from two or three packs."""
    players = draw(st.integers(3, 11))
    packs = draw(st.integers(2, 3))
    kinds = draw(st.lists(st.sampled_from(PACK[8:20]), min_size=6, max_size=9, unique=True))
    order = list(kinds) * packs
    Random(draw(st.integers(0, 2**32))).shuffle(order)
    return Trick(draw(st.integers(0, players - 1)), players, tuple(order[:players]))


@settings(max_examples=share(400))
@given(trick=tricks_of_many(), odd_stands=st.booleans(), left=st.integers(0, 2))
def test_the_taker_is_who_counting_says(
    rules: Rules, trick: Trick, odd_stands: bool, left: int
) -> None:
    """Who wins agrees with counting copies; a dead last trick goes to its leader or second copy."""
    found = naive(trick, odd_stands=odd_stands)
    equals = Equals.PAIRS_CANCEL if odd_stands else Equals.ALL_CANCEL
    led = trick.cards[0].suit
    highest = max(card for card in trick.cards if card.suit is led)
    copies = [seat for seat, card in trick.plays if card is highest]
    leader, second = (found, found) if left or found is not None else (trick.leader, copies[1])
    assert HighestOfSuitLed(equals).taker(Table(trick), left) == leader
    second_copy = HighestOfSuitLed(equals, unresolved=Unresolved.SECOND_COPY)
    assert second_copy.taker(Table(trick), left) == second
    if odd_stands and left:
        assert rules.tricks.taker(Table(trick), left) == found


@settings(max_examples=share(40))
@given(
    players=st.integers(5, 11),
    seed=st.integers(0, 2**32),
    kitty=st.sampled_from(
        [
            KittyTo(),
            KittyTo(exchanged=True),
            KITTY_TO_FIRST_PENALTY,
            KITTY_TO_LAST_TRICK,
        ]
    ),
    shortened=st.booleans(),
)
def test_the_kitty_waits_until_it_is_due(
    rules: Rules, players: int, seed: int, kitty: Kitty, shortened: bool
) -> None:
    """Everyone sees the size of the kitty; only its taker sees its cards."""
    house = attrs.evolve(short(rules) if shortened else rules, kitty=kitty)
    rng = Random(seed)
    game = Game.new(house, players).deal(rng=rng)
    size = game.view(None).kitty_size
    dealt = Cards(game.deals[0].kitty)
    assert size == house.deck.kitty_size(players)
    while game.phase.name != "score":
        before, game = game, next_state(game, at_random, rng)
        table = game.view(None).table
        taken = [trick for trick in table.tricks if trick.taker is not None]
        due = bool(taken)
        if kitty == KITTY_TO_FIRST_PENALTY:
            penalty = house.at(players).in_force.penalty_cards
            due = any(not penalty.isdisjoint(pile) for pile in table.piles)
        if kitty == KITTY_TO_LAST_TRICK or game.phase.name == "score":
            due = game.phase.name == "score"
        left = 0 if due else size
        assert {game.view(seat).kitty_size for seat in (None, *range(players))} == {left}
        came = [seat for seat in range(players) if game.view(seat).captured]
        if before.view(None).kitty_size and due:
            winner = table.tricks[-1].taker
            assert winner is not None
            if game.phase.name == "kitty":
                assert game.to_act == (winner,)
                last = game.history[-1]
                played = last.card if isinstance(last, Play) and last.seat == winner else ""
                held = before.view(winner).hand - played
                assert game.view(winner).hand == held + dealt
            else:
                assert came == [winner]
                assert game.view(winner).captured == dealt
        if not due:
            assert came == []
        check_conserved(game)


@pytest.mark.slow
@all_counts
@pytest.mark.parametrize("choose", [at_random, with_care])
def test_whole_games(rules: Rules, players: int, choose: Chooser) -> None:
    """From the first deal to the end: no card is lost, every trick goes where it should."""
    rng = Random(players)
    game = Game.new(rules, players)
    while not game.is_over:
        if game.phase.name == "score":
            assert game.sheet is not None
            assert sum(game.sheet.totals) == 52
            assert sum(won(game), Cards()) == rules.deck.cards(players)
            check_tricks(game.view(None).table.tricks)
        game = next_state(game, choose, rng)
        if game.phase.name == "play" and not game.view(None).table.trick:
            check_conserved(game)
            moves = game.legal_moves()
            assert len(set(moves)) == len(moves)
    assert max(game.scores) >= 100
    assert sum(game.scores) == 52 * game.round_number
    assert game.winners == tuple(
        seat for seat, score in enumerate(game.scores) if score == min(game.scores)
    )


def test_the_rules_say_so(rules: Rules) -> None:
    """The printed rules name what equal cards do, and who gets a last trick."""
    assert "cancel each other" in " ".join(rules.describe(7).split())
    house = attrs.evolve(
        rules, tricks=HighestOfSuitLed(Equals.ALL_CANCEL, unresolved=Unresolved.SECOND_COPY)
    )
    difference = " ".join(rules.diff(house, 7).split())
    assert "+ Equal cards in a trick cancel each other" in difference
    assert "second copy of its highest card" in difference
    assert Card("QS") in rules.at(7).in_force.penalty_cards
