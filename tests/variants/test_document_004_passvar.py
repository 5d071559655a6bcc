"""Document 004, "Hearts" (pagat.com): variations of the pass."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Rules
from heartslib.rules import LEFT, RIGHT, Across, Cycle, Hold, Mix, Scatter
from heartslib.rules.passing import LEFT_RIGHT_ACROSS, LEFT_RIGHT_ACROSS_SCATTER
from tests.helpers import rounds
from tests.helpers.rounds import SEATS, every_hand, passed_to, refused, rulebooks, table_of

each_game = rulebooks("american", "omnibus", "spot")
american = rulebooks("american")
kitty_hearts = rulebooks("kitty_hearts")

MIXING = Cycle((LEFT, RIGHT, Across(), Mix()))
FREE = Cycle((LEFT, RIGHT, Across(), Hold()), optional=True)

HANDS = ("QS KS AS 4D 5D 6D", "2C 3C 4C 5C 6C 7C", "2H 3H 4H 5H 6H 7H", "8H 9H TH JH QH KH")
"""Six cards of each seat."""


def dealt(rules: Rules, deal: int, kitty: str = "") -> Game:
    """The deal of that number, for four, in which seats hold `HANDS`."""
    held = [Cards(hand) for hand in HANDS]
    rest = list(rules.deck.cards(4) - sum(held, Cards()) - kitty)
    size = (52 - len(Cards(kitty))) // 4 - 6
    hands = [hand + rest[seat * size : (seat + 1) * size] for seat, hand in enumerate(held)]
    return table_of(rules, 4, deal=deal).deal(hands=hands, kitty=kitty)


def mixed(rules: Rules, kitty: str = "") -> Game:
    """A fourth deal in which everyone has laid down three cards to mix, seat 0 QS KS AS."""
    rules = attrs.evolve(rules, passing=MIXING)
    game = dealt(rules, 4, kitty)
    for seat, hand in enumerate(HANDS):
        game = game.pass_cards(seat, hand[:8])
    return game


def scattered(game: Game) -> Game:
    """The game after each seat has scattered, its lowest card to the next seat and so on."""
    for seat in game.to_act:
        hand = game.view(seat).hand
        others = range(1, game.players)
        to = {(seat + places) % game.players: hand[places - 1] for places in others}
        game = game.pass_cards(seat, to)
    return game


@each_game
def test_004_passvar_01_no_hold(rules: Rules) -> None:
    """Document 004, "Variations: Passing": left, right and across, then left once more."""
    rules = attrs.evolve(rules, passing=LEFT_RIGHT_ACROSS)
    courses = [passed_to(rules, 4, deal) for deal in range(1, 8)]
    cycle = [rounds.LEFT, rounds.RIGHT, rounds.ACROSS]
    assert courses == [*cycle, *cycle, rounds.LEFT]


@each_game
def test_004_passvar_02_scatter_for_hold(rules: Rules) -> None:
    """Document 004, "Variations: Passing": a card to each other player, not a hold (A59)."""
    rules = attrs.evolve(rules, passing=LEFT_RIGHT_ACROSS_SCATTER)
    courses = [passed_to(rules, 4, deal) for deal in (1, 2, 3, 5)]
    assert courses == [rounds.LEFT, rounds.RIGHT, rounds.ACROSS, rounds.LEFT]
    game = table_of(rules, 4, deal=4).deal(seed=4)
    before = every_hand(game)
    assert game.view(0).passes_to == ((1, 1), (2, 1), (3, 1))
    assert game.view(2).passes_to == ((3, 1), (0, 1), (1, 1))
    for packet in ({1: before[0][:2], 2: before[0][2:3]}, {1: before[0][:3]}):
        with refused("pass-split"):
            game.pass_cards(0, packet)
    game = scattered(game)
    assert game.phase.name == "play"
    got = Cards([before[1][2], before[2][1], before[3][0]])
    assert game.view(0).received == got
    assert game.view(0).hand == before[0] - before[0][:3] + got
    assert game.view(None).hand_sizes == (13, 13, 13, 13)


@american
def test_004_passvar_02_scatter_of_five(rules: Rules) -> None:
    """Document 004, "Variations: Passing": with five players each gives four cards (A59)."""
    rules = attrs.evolve(rules, passing=Cycle(Scatter()))
    game = Game.new(rules, 5).deal(seed=1)
    assert game.view(0).passes_to == ((1, 1), (2, 1), (3, 1), (4, 1))
    game = scattered(game)
    assert [len(game.view(seat).received) for seat in range(5)] == [4] * 5
    assert game.view(None).hand_sizes == (10,) * 5


@each_game
def test_004_passvar_03_scatter_and_hold(rules: Rules) -> None:
    """Document 004, "Variations: Passing": both may come, scatter before hold."""
    rules = attrs.evolve(rules, passing=Cycle((LEFT, RIGHT, Across(), Scatter(), Hold())))
    courses = [passed_to(rules, 4, deal) for deal in (1, 2, 3, 5, 6)]
    assert courses == [rounds.LEFT, rounds.RIGHT, rounds.ACROSS, rounds.HOLD, rounds.LEFT]
    game = table_of(rules, 4, deal=4).deal(seed=4)
    assert game.view(1).passes_to == ((2, 1), (3, 1), (0, 1))
    assert scattered(game).phase.name == "play"
    assert table_of(rules, 4, deal=5).deal(seed=5).phase.name == "play"


@each_game
def test_004_passvar_04_mix(rules: Rules) -> None:
    """Document 004, "Variations: Passing": everyone lays three cards on a pile in the middle."""
    rules = attrs.evolve(rules, passing=MIXING)
    courses = [passed_to(rules, 4, deal) for deal in (1, 2, 3, 5)]
    assert courses == [rounds.LEFT, rounds.RIGHT, rounds.ACROSS, rounds.LEFT]
    game = dealt(rules, 4)
    with refused("pass-count"):
        game.pass_cards(0, "QS KS")
    game = mixed(rules)
    assert game.view(None).hand_sizes == (10, 10, 10, 10)
    assert sum(every_hand(game), Cards("QS KS AS 2C 3C 4C 2H 3H 4H 8H 9H TH")) == Cards(
        game.rules.deck.cards(4)
    )
    assert game.phase.name == "deal"


@each_game
def test_004_passvar_05_shuffled_and_redealt(rules: Rules) -> None:
    """Document 004, "Variations: Passing": the pile is shuffled and goes back to the players."""
    game = mixed(rules)
    assert game.to_act == ()
    assert game.legal_moves() == ()
    back = game.deal(hands=["QS 2C 8H", "KS 3C 9H", "AS 4C TH", "2H 3H 4H"])
    assert back.phase.name == "play"
    assert back.view(0).received == Cards("QS 2C 8H")
    assert back.view(0).hand == game.view(0).hand + "QS 2C 8H"
    assert back.view(None).hand_sizes == (13, 13, 13, 13)
    pile = Cards("QS KS AS 2C 3C 4C 2H 3H 4H 8H 9H TH")
    results: set[tuple[Cards, ...]] = set()
    for seed in range(10):
        result = game.deal(seed=seed)
        received = tuple(result.view(seat).received for seat in SEATS)
        assert sum(received, Cards()) == pile
        results.add(received)
    assert len(results) > 1


@each_game
def test_004_passvar_05_only_the_pile_is_redealt(rules: Rules) -> None:
    """Document 004, "Variations: Passing": no other card comes back, and three for each."""
    game = mixed(rules)
    with pytest.raises(HeartsError, match="QS missing"):
        game.deal(hands=["4D 2C 8H", "KS 3C 9H", "AS 4C TH", "2H 3H 4H"])
    with pytest.raises(HeartsError, match="seat 0 has 4 cards, not 3"):
        game.deal(hands=["QS 2C 8H KS", "3C 9H", "AS 4C TH", "2H 3H 4H"])


@kitty_hearts
def test_004_passvar_06_kitty_is_shuffled_in(rules: Rules) -> None:
    """Document 004, "Variations: Passing": with a kitty its cards may join the mix (A60)."""
    game = mixed(rules, "JC QC KC AC")
    assert game.view(None).hand_sizes == (9, 9, 9, 9)
    pile = Cards("QS KS AS 2C 3C 4C 2H 3H 4H 8H 9H TH JC QC KC AC")
    back = game.deal(order=list(pile))
    assert back.view(None).hand_sizes == (12, 12, 12, 12)
    assert back.view(None).kitty_size == 4
    assert sum((back.view(seat).received for seat in SEATS), rounds.undealt(back)) == pile
    dealt_back = game.deal(
        hands=["JC 2C 8H", "QC 3C 9H", "KC AC TH", "2H 3H 4H"], kitty="QS KS AS 4C"
    )
    assert dealt_back.view(2).received == Cards("KC AC TH")


@kitty_hearts
@pytest.mark.parametrize(
    ("hands", "kitty"),
    [
        (["JC 2C 8H", "QC 3C 9H", "KC AC TH", "2H 3H 4H"], "QS KS AS 4C"),
        (["QS 2C 8H", "QC 3C 9H", "KC AC TH", "2H 3H 4H"], "JC KS AS 4C"),
        (["JC 2C 8H", "QC 3C 9H", "KC AC TH", "2H QS 4H"], "3H KS AS 4C"),
    ],
    ids=["kitty", "giver", "another"],
)
def test_004_passvar_07_discards_in_the_new_kitty(
    rules: Rules, hands: list[str], kitty: str
) -> None:
    """Document 004, "Variations: Passing": a discard may end up in the new kitty, or anywhere."""
    game = mixed(rules, "JC QC KC AC").deal(hands=hands, kitty=kitty)
    assert game.phase.name == "play"
    assert [game.view(seat).received for seat in SEATS] == [Cards(hand) for hand in hands]
    assert rounds.undealt(game) == Cards(kitty)


@each_game
def test_004_passvar_08_nobody_need_pass(rules: Rules) -> None:
    """Document 004, "Variations: Passing": passing is optional (A33)."""
    game = dealt(attrs.evolve(rules, passing=FREE), 1)
    declined = game.pass_cards(0, "")
    assert declined.to_act == (1, 2, 3)
    assert declined.view(0).hand == game.view(0).hand
    assert rounds.pass_counts(game.rules) == [0, 3]
    with refused("pass-count"):
        dealt(rules, 1).pass_cards(0, "")
    for seat in (1, 2, 3):
        declined = declined.pass_cards(seat, "")
    assert declined.phase.name == "play"
    assert every_hand(declined) == every_hand(game)


@each_game
def test_004_passvar_09_cards_are_handed_on_unseen(rules: Rules) -> None:
    """Document 004, "Variations: Passing": who declines passes on the cards unseen (A33)."""
    start = dealt(attrs.evolve(rules, passing=FREE), 1)
    start = start.pass_cards(1, "").pass_cards(3, "").pass_cards(2, "2H 3H 4H")
    game, other = (start.pass_cards(0, packet) for packet in ("QS KS AS", "4D 5D 6D"))
    assert game.phase.name == "play"
    assert game.view(2).received == Cards("QS KS AS")
    assert other.view(2).received == Cards("4D 5D 6D")
    assert game.view(0).received == Cards("2H 3H 4H")
    for seat in (1, 3, None):
        assert game.view(seat) == other.view(seat)
    for seat in (1, 3):
        assert game.view(seat).received == Cards()
        assert game.view(seat).hand == dealt(rules, 1).view(seat).hand
    assert game.view(None).hand_sizes == (13, 13, 13, 13)


@each_game
def test_004_passvar_10_own_cards_come_back(rules: Rules) -> None:
    """Document 004, "Variations: Passing": own cards come back if nobody else passes (A33)."""
    start = dealt(attrs.evolve(rules, passing=FREE), 1)
    game = start
    for seat in (1, 2, 3):
        game = game.pass_cards(seat, "")
    game = game.pass_cards(0, "QS KS AS")
    assert game.view(0).received == Cards("QS KS AS")
    assert every_hand(game) == every_hand(start)
