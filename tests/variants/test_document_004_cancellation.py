"""Document 004, "Hearts" (pagat.com): Cancellation Hearts, besides ``tests/scripts/document_004_cancellation.txt``."""

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
    just,
    round_after,
    rulebooks,
    taker,
    undealt,
    won,
)
from tests.helpers.strategies import Chooser, at_random, next_state, with_care

pytestmark = rulebooks("cancellation")

BY_THE_PAGE = (6, 7, 8, 9, 10)
COUNTS = (5, *BY_THE_PAGE, 11)
EACH = {5: 20, 6: 17, 7: 14, 8: 13, 9: 11, 10: 10, 11: 9}
"""How many cards each player is dealt."""

LEFT_OVER = {5: 4, 6: 2, 7: 6, 8: 0, 9: 5, 10: 4, 11: 5}
"""How many cards are left for the kitty."""

DEAD = "5D 5D AH AH 2C 2C"
"""A trick of six that nobody wins."""

all_counts = pytest.mark.parametrize("players", COUNTS)


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


def a_round(rules: Rules, players: int, seed: int, choose: Chooser = at_random) -> Game:
    """A round played at random."""
    rng = Random(seed)
    game = Game.new(rules, players, dealer=rng.randrange(players))
    while game.phase.name != "score":
        game = next_state(game, choose, rng)
    return game


def short(rules: Rules) -> Rules:
    """The game with queens, kings and aces only, so that pairs are everywhere."""
    return attrs.evolve(rules, deck=Pack(packs=2, lowest=Rank.QUEEN, left_over=True))


def aces(rules: Rules) -> Rules:
    """The game with the aces of four packs, so that dead tricks are everywhere."""
    deck = Pack(packs=4, lowest=Rank.ACE, left_over=True)
    return attrs.evolve(rules, deck=deck, scoring=CardValues({HEARTS: 1}))


def points(game: Game) -> tuple[int, ...]:
    """The cost of the cards that each seat has won so far."""
    return tuple(sum(map(game.rules.in_force.points, pile)) for pile in won(game))


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


@pytest.mark.parametrize("players", BY_THE_PAGE)
def test_004_cancellation_01_six_to_ten(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": six to ten can play."""
    game = Game.new(rules, players).deal(seed=1)
    assert game.players == players
    assert len(game.view(None).hand_sizes) == players


@all_counts
def test_004_cancellation_02_two_packs(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": two packs of 52 are one; every card is there twice."""
    pack = rules.deck.cards(players)
    assert len(pack) == 104
    assert all(pack.count(card) == 2 for card in PACK)
    assert sum(map(rules.in_force.points, pack)) == 52
    assert rules.in_force.penalty_cards(players) == Cards([*HEARTS, *HEARTS, "QS", "QS"])
    game = Game.new(rules, players).deal(seed=players)
    assert sum(every_hand(game), Cards(game.deals[0].kitty)) == pack


@all_counts
def test_004_cancellation_03_dealt_as_far_as_they_go(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": everyone gets as many as all can have."""
    game = Game.new(rules, players).deal(seed=1)
    assert game.view(None).hand_sizes == (EACH[players],) * players
    assert EACH[players] == 104 // players


@all_counts
def test_004_cancellation_04_the_rest_is_the_kitty(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": the rest is face down; nobody sees it."""
    game = Game.new(rules, players).deal(seed=1)
    kitty = undealt(game)
    assert len(kitty) == LEFT_OVER[players]
    order = [*rules.deck.cards(players)][::-1]
    assert undealt(Game.new(rules, players).deal(order=order)) == Cards(order[104 - len(kitty) :])
    for seat in (*range(players), None):
        assert game.view(seat).kitty_size == LEFT_OVER[players]
        assert game.view(seat).captured == Cards()
    if not kitty:
        return
    hands = list(every_hand(game))
    other = next(card for card in hands[2] if card is not kitty[0])
    hands[2] = hands[2] - other + kitty[0]
    swapped = Game.new(rules, players).deal(hands=hands, kitty=kitty - kitty[0] + other)
    again = Game.new(rules, players).deal(hands=every_hand(game), kitty=kitty)
    assert again.view(2) != swapped.view(2)
    for seat in (*range(players), None):
        if seat != 2:
            assert again.view(seat) == swapped.view(seat)


@all_counts
def test_004_cancellation_05_kitty_waits_with_a_dead_trick(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": without a first winner it goes with the next (A39)."""
    one, two, three = dead(players), clubs(players, players - 1), clubs(players, 0)
    game = at(rules, players, one)
    assert won(game) == (Cards(),) * players
    assert game.view(None).kitty_size == LEFT_OVER[players]
    assert game.view(None).table.waiting == Cards(one)
    game = at(rules, players, one, two)
    taken = Cards([*in_order(one), *in_order(two), *in_order(kitty_of(players))])
    assert won(game) == (*[Cards()] * (players - 1), taken)
    assert game.view(None).kitty_size == 0
    assert game.view(players - 1).captured == Cards(kitty_of(players))
    assert game.view(None).table.waiting == Cards()
    more = at(rules, players, one, two, three)
    assert more.view(None).captured_sizes == game.view(None).captured_sizes


@pytest.mark.parametrize("players", BY_THE_PAGE)
@pytest.mark.parametrize("dealer", [0, 2, -1])
def test_004_cancellation_06_dealers_left_leads(rules: Rules, players: int, dealer: int) -> None:
    """Document 004, "Cancellation Hearts": whoever sits at the dealer's left opens."""
    dealer %= players
    for seed in range(3):
        game = Game.new(rules, players, dealer=dealer).deal(seed=seed)
        assert game.phase.name == "play"
        assert game.to_act == ((dealer + 1) % players,)


@all_counts
def test_004_cancellation_08_two_aces_cancel(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": so it is with every number of players."""
    lower = " ".join(first(players - 2, "KC 3C 4C 5C 6C 7C 8C 9C TC"))
    assert taker(rules, f"AC {lower} AC", players=players) == 1
    assert at(rules, players, f"AC {lower} AC").to_act == (1,)


@all_counts
def test_004_cancellation_10_without_doubles_the_highest(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": if nothing cancels, the highest card wins."""
    for seat in range(players):
        assert taker(rules, clubs(players, seat), players=players) == seat


@all_counts
def test_004_cancellation_11_pairs_only(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": with every number of players."""
    game = at(rules, players, dead(players))
    assert game.view(None).table.piles == (Cards(),) * players
    assert game.view(None).table.waiting == Cards(dead(players))


@all_counts
def test_004_cancellation_12_same_player_leads_again(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": its leader leads again, and is free to lead anything."""
    assert at(rules, 6, DEAD).to_act == (0,)
    game = at(rules, players, dead(players))
    assert game.to_act == (0,)
    assert game.legal_plays() == game.view(0).hand
    later = at(rules, players, clubs(players, 2), dead(players))
    assert later.to_act == (2,)
    assert later.view(None).table.trick.leader == 2


@all_counts
def test_004_cancellation_13_however_many_wait(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": two dead tricks in a row wait for the third."""
    again = " ".join(first(players // 2 * 2, "7D 7D 8D 8D 9D 9D TD TD JD JD"))
    again += " KH" * (players % 2)
    game = at(rules, players, dead(players), again)
    assert game.to_act == (0,)
    assert len(game.view(None).table.waiting) == 2 * players
    game = at(rules, players, dead(players), again, clubs(players, 3))
    pile = game.view(None).table.piles[3]
    assert len(pile) == 3 * players
    assert points(game) == (0, 0, 0, 2 * (players % 2), *[0] * (players - 4))
    assert game.view(None).table.tricks_taken[3] == 3, "they all count for whoever gets them"


@all_counts
def test_004_cancellation_14_two_dead_tricks_at_the_end(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": what was waiting then goes with it."""
    spades = first(players, "QS 2S 3S 4S 5S 6S 7S 8S 9S TS JS")
    spades[2] = "KS"
    game = played_out(
        rules, players, " ".join(spades), dead(players), dead(players).replace("D", "C")
    )
    assert [trick.taker for trick in game.view(None).table.tricks] == [2, None, 2]
    assert len(won(game)[2]) == 3 * players
    assert game.sheet is not None
    assert game.sheet.totals[2] == 13 + 2 * (players % 2) == sum(game.sheet.totals)


@all_counts
def test_004_cancellation_14_when_no_trick_was_won(rules: Rules, players: int) -> None:
    """Document 004, "Cancellation Hearts": then the leader of them all gets the lot (A39)."""
    one = dead(players)
    two = one.replace("D", "S").replace("2S", "QS").replace("AH", "QH")
    game = played_out(rules, players, one, two, kitty="KH KH")
    assert won(game) == (Cards(f"{one} {two} KH KH"), *[Cards()] * (players - 1))
    assert game.view(0).captured == Cards("KH KH")
    assert [trick.taker for trick in game.view(None).table.tricks] == [None, 0]


@settings(max_examples=share(60))
@given(
    house=st.sampled_from([short, aces]),
    players=st.integers(5, 11),
    seed=st.integers(0, 2**32),
)
def test_d22_dead_last_tricks_of_random_rounds(
    rules: Rules, house: Callable[[Rules], Rules], players: int, seed: int
) -> None:
    """A last trick that nobody wins goes to the winner of the last trick that was won."""
    tricks = a_round(house(rules), players, seed).view(None).table.tricks
    winners = [trick.taker for trick in tricks[:-1] if trick.taker is not None]
    expected = naive(tricks[-1])
    if expected is None:
        expected = winners[-1] if winners else tricks[0].leader
    assert tricks[-1].taker == expected


def test_d22_such_rounds_happen(rules: Rules) -> None:
    """Dead last tricks, and rounds in which no trick was won before, are among those above."""
    rounds = [a_round(aces(rules), 5 + seed % 7, seed) for seed in range(70)]
    tricks = [game.view(None).table.tricks for game in rounds]
    assert sum(naive(each[-1]) is None for each in tricks) > 20
    assert sum(all(naive(trick) is None for trick in each) for each in tricks) > 0
    for each in tricks:
        check_tricks(each)


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
    """Who wins agrees with counting copies; only a dead last trick is given away."""
    expected = naive(trick, odd_stands=odd_stands)
    found = HighestOfSuitLed(Equals.PAIRS_CANCEL if odd_stands else Equals.ALL_CANCEL).taker(
        Table(trick), left
    )
    if expected is None and not left:
        expected = trick.leader
    assert found == expected
    if odd_stands and left:
        assert rules.tricks.taker(Table(trick), left) == expected


@settings(max_examples=share(200))
@given(trick=tricks_of_many(), odd_stands=st.booleans())
def test_the_second_copy_is_who_counting_says(rules: Rules, trick: Trick, odd_stands: bool) -> None:
    """A dead last trick goes to the second copy of its highest card."""
    tricks = HighestOfSuitLed(
        Equals.PAIRS_CANCEL if odd_stands else Equals.ALL_CANCEL, unresolved=Unresolved.SECOND_COPY
    )
    house = attrs.evolve(rules, tricks=tricks)
    expected = naive(trick, odd_stands=odd_stands)
    if expected is None:
        led = trick.cards[0].suit
        highest = max(card.rank for card in trick.cards if card.suit is led)
        copies = [seat for seat, card in trick.plays if (card.suit, card.rank) == (led, highest)]
        expected = copies[1]
    assert house.tricks.taker(Table(trick), 0) == expected


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
            penalty = house.in_force.penalty_cards(players)
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
    assert Card("QS") in rules.in_force.penalty_cards(7)
