"""What a lead risks in the policy ``shed``, by hand."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Game, View, variants
from heartslib.bots.shed import shed
from heartslib.cards import Rank
from heartslib.moves import Play
from heartslib.rules import NO_PASSING, CardValues, EldestLeads, FollowSuit, NoMoon, Pack, Rules
from heartslib.simulate import kernel
from heartslib.simulate.lowering import rules as lowering
from heartslib.simulate.players import weights


@pytest.mark.parametrize(
    ("few", "costly", "lead"),
    [(16, 16, "8C"), (17, 16, "TH"), (17, 17, "8C"), (15, 14, "TH"), (14, 14, "8C")],
)
def test_weights_of_a_lead_are_in_sixteenths(
    monkeypatch: pytest.MonkeyPatch, few: int, costly: int, lead: str
) -> None:
    """8C and TH are both above half of the unseen cards of their suits; of clubs few are."""
    wanted = [0] * kernel.WEIGHTS
    wanted[kernel.LEAD_FEW], wanted[kernel.LEAD_COSTLY] = few, costly

    def weights_for(*_: object) -> tuple[list[int], tuple[int, ...]]:
        return wanted, weights.FIRST

    monkeypatch.setattr(lowering, "weights_for", weights_for)
    rules = Rules(
        name=f"Leads by {few} and {costly}", deck=Pack(lowest=Rank.SEVEN), players=4,
        opening=EldestLeads(), scoring=CardValues({"TH": 1}), moon=NoMoon(),
        passing=NO_PASSING, play=FollowSuit(),
    )  # fmt: skip
    hand = Cards("8C-KC TH AH")
    others = list(rules.deck.cards(4) - hand)
    game = Game.new(rules, dealer=3).deal(hands=[hand, others[::3], others[1::3], others[2::3]])
    assert shed(game.view(0)) == Play(0, Card(lead))


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [("3S 9S JS", "5S 2S 4S", "9S"), ("9S AH", "5C 2C TS", "AH"), ("9S AH", "5C 2C 8S", "9S")],
)
def test_a_good_trick_is_won_if_it_can_be(hand: str, trick: str, card: str) -> None:
    """Spades are trumps, and seat 3 is last: it follows with the lowest that wins, or ruffs higher."""
    view = View.set_up(
        variants.get("turkish_king").under("spades-as-trumps"), seat=3, hand=hand, leader=0, dealer=3,
        hand_sizes=[len(hand) // 3] * 3 + [len(hand) // 3 + 1], trick=trick.split(),
        waive=["card-count", "hand-sizes"],
    )  # fmt: skip
    with_no_need_to_ruff = attrs.evolve(view, rules=attrs.evolve(view.rules, play=FollowSuit()))
    assert shed(with_no_need_to_ruff) == Play(3, Card(card))
