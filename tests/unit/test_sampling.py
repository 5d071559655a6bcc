"""Hidden hands for bots: what a seat knows, word by word, and views that cannot be."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, HeartsError, View, variants
from heartslib.cards import CLUBS, PACK, from_each
from heartslib.moves import Pass
from heartslib.rules import (
    HEARTS_ONE,
    LEFT,
    NO_PASSING,
    TURBO_CHARGES,
    Clause,
    Condition,
    Cycle,
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    HolderLeads,
    Kitty,
    KittyTo,
    LeadSuitOfLastCard,
    LowestClubLeads,
    Mix,
    NoDiscardOf,
    NoMoon,
    Opening,
    Pack,
    Packets,
    PlayedOut,
    PlayRule,
    Removals,
    Scatter,
    ShowHandOfHearts,
    Showing,
    Taker,
    Toward,
    facts,
)
from heartslib.rules.facts import CardSet, Where, these
from heartslib.sampling import Sampled, Sampler, as_game, sample_hands
from heartslib.table import Table
from heartslib.testing import at_random, next_state
from tests.helpers.sample_judge import Course, EvenFirst, is_possible, truth, ways

ONE_LEFT = Toward(1, 1)
EXCHANGED = KittyTo(exchanged=True)
AMERICAN = attrs.evolve(variants.get("american"), passing=NO_PASSING)


def house(
    *hands: str,
    kitty: str = "",
    kitty_rule: Kitty = KittyTo(),  # noqa: B008
    packs: int = 1,
    opening: Opening = EldestLeads(),  # noqa: B008
    play: tuple[PlayRule, ...] = (FollowSuit(),),
    **chapters: Any,
) -> Game:
    """A game with these hands, dealt by the last seat, in which no other cards are."""
    pack, dealt = Cards(list(PACK) * packs), Cards([*hands, kitty])
    rules = attrs.evolve(
        AMERICAN,
        players=len(hands),
        deck=Pack(
            packs=packs,
            removals=Removals({len(hands): pack - dealt}),
            kitty=len(Cards(kitty)),
        ),
        kitty=kitty_rule,
        opening=opening,
        play=play,
        moon=NoMoon(),
        scoring=(HEARTS_ONE,),
        **chapters,
    )
    return Game.new(rules).deal(hands=hands, kitty=kitty)


def played(game: Game, cards: str) -> Game:
    for card in cards.split():
        game = game.play(card)
    return game


def ways_to_part(*sizes: int) -> int:
    return math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))


# What a seat knows


def test_before_the_first_lead_the_leader_holds_the_lowest_club() -> None:
    hands = ["".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "CDSH"]
    game = Game.new(AMERICAN).deal(hands=hands)
    sampler = Sampler(game.view(1))
    assert sampler.count() == ways_to_part(12, 13, 13)
    assert all("2C" in sampler.draw(Random(seed)).hands[0] for seed in range(20))
    # the leader has it, and learns nothing; a spectator learns just that
    assert Sampler(game.view(0)).count() == ways_to_part(13, 13, 13)
    assert Sampler(game.view(None)).count() == ways_to_part(12, 13, 13, 13)


def test_a_leader_without_the_two_of_clubs_knows_where_it_is() -> None:
    rules = attrs.evolve(variants.get("kitty_hearts"), passing=NO_PASSING)
    pack = [card for card in PACK if str(card) not in {"2C", "3C", "AH", "KH", "QH"}]
    hands = [Cards(["3C", *pack[:11]]), *(Cards(pack[n : n + 12]) for n in (11, 23, 35))]
    game = Game.new(rules).deal(hands=hands, kitty="2C AH KH QH")
    assert Sampler(game.view(0)).count() == ways_to_part(12, 12, 12, 3)
    assert Sampler(game.view(1)).count() is None
    assert Sampler(game.play("3C").view(1)).count() == ways_to_part(11, 12, 12, 3)


def test_who_does_not_follow_is_void() -> None:
    view = played(house("2C 2D 2S", "3D 4D 3S", "3C 4C 4S"), "2D 3D 4S").view(0)
    sampler = Sampler(view)
    assert sampler.count() == 3
    found = Counter(str(sampler.draw(Random(seed)).hands[1]) for seed in range(300))
    assert set(found) == {"4D 3S", "3C 4D", "4C 4D"}
    assert min(found.values()) > 70


def test_cards_that_were_passed_are_where_they_went() -> None:
    game = house("2C 3C 4C", "2D 3D 4D", "2S 3S 4S", passing=Cycle(LEFT), opening=EldestLeads())
    game = game.pass_cards(0, "2C 3C 4C").pass_cards(1, "2D 3D 4D").pass_cards(2, "2S 3S 4S")
    assert Sampler(game.view(0)).count() == 1
    assert Sampler(game.view(0)).draw(Random(1)).hands == tuple(
        map(Cards, ("2S 3S 4S", "2C 3C 4C", "2D 3D 4D"))
    )
    assert Sampler(game.view(None)).count() == ways_to_part(3, 3, 3)


def test_the_most_that_is_drawn_with_two_packs_tells_copies_apart() -> None:
    game = played(house("2C 3C", "2D 2D", "2S 3S", packs=2), "2C")
    sampler = Sampler(game.view(0))
    assert sampler.count() == ways_to_part(2, 2)
    found = Counter(str(sampler.draw(Random(seed)).hands[1]) for seed in range(600))
    # both copies, one of two with either spade, or both spades
    assert {hand: round(count / 100) for hand, count in found.items()} == {
        "2D 2D": 1,
        "2D 2S": 2,
        "2D 3S": 2,
        "2S 3S": 1,
    }


def test_of_two_equal_cards_one_was_charged() -> None:
    game = house(
        "2C 3C",
        "QS 2D",
        "QS 3S",
        packs=2,
        charging=attrs.evolve(TURBO_CHARGES, doubled={"QS": "QS"}),
    )
    game = game.charge(0).charge(1, "QS").charge(2)
    sampler = Sampler(game.view(0))
    assert sampler.count() == ways_to_part(2, 2) - 1
    found = Counter(str(sampler.draw(Random(seed)).hands[1]) for seed in range(500))
    assert {hand: round(count / 100) for hand, count in found.items()} == {
        "QS QS": 1,
        "2D QS": 2,
        "3S QS": 2,
    }


def test_the_lowest_club_may_have_come_with_the_kitty() -> None:
    game = house(
        "4C 3D 3H",
        "AC QS 5C",
        "6C 7C 4S",
        kitty="2C",
        kitty_rule=EXCHANGED,
        opening=LowestClubLeads(any_club=True),
    )
    game = played(game, "4C AC 6C")
    actual = truth(game)
    assert actual is not None
    assert "2C" in actual.hands[1]
    assert Sampler(game.view(2)).admits(actual)


def test_a_card_that_was_passed_may_have_been_laid_down_for_the_kitty() -> None:
    game = house(
        "2C 4C", "AC 3C", "2S 3S", kitty="5D", kitty_rule=EXCHANGED, passing=Cycle(ONE_LEFT)
    )
    game = game.pass_cards(0, "2C").pass_cards(1, "3C").pass_cards(2, "2S")
    game = played(game, "4C AC 3C").lay_down("2C")
    actual = truth(game)
    sampler = Sampler(game.view(0))
    assert actual is not None
    assert sampler.admits(actual)
    assert actual.captured[1] == Cards("2C")
    own, one, two = actual.hands
    elsewhere = attrs.evolve(
        actual,
        hands=(own, one, two - two[0] + "2C"),
        captured=(Cards(), Cards(two[0]), Cards()),
    )
    assert not sampler.admits(elsewhere)
    found = {sampler.draw(Random(seed)) for seed in range(60)}
    assert all("2C" in sample.hands[1] + sample.captured[1] for sample in found)
    assert sampler.count() == len(found) == 4


class LowestClubFirst(PlayRule):
    """The lowest club is led first, whoever leads."""

    name = "lowest-club-first"
    clauses = LowestClubLeads().clauses

    def reason(self, card: Card, table: Table) -> str:
        return "the lowest club is led first"

    def describe(self, players: int) -> str:
        return "The lowest club is led first."


class FourFirst(LowestClubLeads):
    """The lowest club leads, but who has the four leads that."""

    clauses = (  # type: ignore[assignment] # one more than its base
        Clause(Where.OPENING, these("4C")),
        Clause(Where.OPENING, these(CLUBS), lowest=True),
    )


class FollowOrCover(FollowSuit):
    """Cover the king of spades with the queen; and follow suit."""

    clauses = (  # type: ignore[assignment] # one more than its base
        Clause(Where.FOLLOWING, these("QS"), only_if=facts.IN_TRICK & these("KS")),
        *FollowSuit.clauses,
    )


class NextButOneLeads(EldestLeads):
    """The second player after the dealer's left leads."""

    leads: Any = None

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        return (dealer + 2) % len(hands)


class UnlessTheFour(LowestClubLeads):
    """The lowest club is led, unless the leader has the four of diamonds."""

    clauses = (  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
        Clause(Where.OPENING, these(CLUBS), lowest=True, unless=facts.HAND & these("4D")),
    )


class ShowWithTheTwo(ShowHandOfHearts):
    """Who follows with the two of clubs in hand shows it."""

    when = Condition(Where.FOLLOWING, only_if=facts.HAND & these("2C"))


class TwoOrThree(LowestClubLeads):
    """The two of clubs leads, or else the three; either may be led."""

    leads = Cards("2C 3C")  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    clauses = (  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
        Clause(Where.OPENING, these("2C 3C")),
    )


class LowestFirst(FollowSuit):
    """Play the lowest card that you may."""

    clauses = (Clause(Where.FOLLOWING, CardSet(), lowest=True),)


class QueenLast(NoDiscardOf):
    """Who holds the queen of spades keeps it, unless nothing else may be played."""

    clauses = (  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
        Clause(Where.FOLLOWING, ~(facts.HAND & these("QS"))),
    )


@attrs.frozen
class ShowOnTwo(Showing):
    """Who plays a two shows the hand, if there is an ace in it, or if there is none."""

    ace: bool = True
    name: str = "show-on-two"

    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        return card.rank == 2 and any(other.rank == 14 for other in hand) is self.ace

    def describe(self, players: int) -> str:
        return "Who plays a two from a hand with an ace shows the hand."


def test_a_hand_that_was_not_shown_did_not_have_to_be() -> None:
    game = house("4C 4D 4H", "2C 3C 3D", "5C AC AD", showing=ShowOnTwo())
    sampler = Sampler(played(game, "4C 2C").view(0))
    assert sampler.count() == 3
    assert all(str(sampler.draw(Random(seed)).hands[1])[0] != "A" for seed in range(20))


def test_packets_to_several_seats_are_drawn_too() -> None:
    game = house("2C 3C 4C", "2D 3D 4D", "2S 3S 4S", passing=Cycle(Scatter()))
    game = game.pass_cards(0, {1: "2C", 2: "3C"}).pass_cards(1, {2: "2D", 0: "3D"})
    view = game.view(2)
    sampler = Sampler(view)
    assert sampler.count() == ways_to_part(1, 2, 1, 2)
    drawn = [sampler.draw(Random(seed)) for seed in range(50)]
    assert len({sample.passes for sample in drawn}) > 40
    for sample in drawn:
        again = as_game(view, sample)
        assert again.view(2) == view
        again = again.pass_cards(2, {0: "2S", 1: "3S"})
        assert again.phase.name == "play"


def test_packets_go_where_the_pattern_says() -> None:
    hands = ["".join(f"{rank}{suit}" for rank in "234") for suit in "CDSH"]
    game = house(*hands, passing=Cycle(Packets({1: 2, -1: 1})))
    game = game.pass_cards(0, {1: "2C 3C", 3: "4C"})
    view = game.view(2)
    sample = Sampler(view).draw(Random(1))
    laid = sample.passes[0]
    assert laid is not None
    assert [(taker, len(cards)) for taker, cards in laid.to] == [(1, 2), (3, 1)]
    assert as_game(view, sample).view(2) == view


def test_a_rule_of_ones_own_is_asked() -> None:
    game = house("2C 3C 2S", "5D 7D 3S", "4D 9D 4S", play=(FollowSuit(), EvenFirst()))
    view = played(game, "2C 5D").view(0)
    sampler = Sampler(view)
    # seat 1 has nothing even left, and odd cards 7D 3S 9D
    assert sampler.count() == 3
    hands = Counter(str(sampler.draw(Random(seed)).hands[1]) for seed in range(300))
    assert set(hands) == {"7D 9D", "7D 3S", "9D 3S"}
    assert min(hands.values()) > 70
    # where no deal that is tried will do, all are gone through
    patient = Sampler(view, tries=0)
    assert {str(patient.draw(Random(seed)).hands[1]) for seed in range(40)} == set(hands)


def test_charges_that_nobody_made_leave_a_deal_that_can_be_counted() -> None:
    rules = attrs.evolve(variants.get("turbo"), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    for seat in range(4):
        game = game.charge(seat, "")
    game = game.play(game.legal_plays()[0])
    assert Sampler(game.view(game.to_act[0])).count() == ways_to_part(12, 13, 13)


def test_a_lead_that_shows_no_hand_leaves_a_deal_that_can_be_counted() -> None:
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=(FollowSuit(),))
    game = Game.new(attrs.evolve(rules, showing=ShowHandOfHearts())).deal(seed=1)
    for lead in game.legal_plays()[0], game.legal_plays()[-1]:
        later = game.play(lead)
        assert Sampler(later.view(later.to_act[0])).count() == ways_to_part(12, 13, 13)


def test_a_seat_learns_nothing_from_its_own_lead() -> None:
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=(FollowSuit(), EvenFirst()))
    game = Game.new(rules).deal(seed=1)
    leader = game.to_act[0]
    game = game.play(game.legal_plays()[0])
    assert Sampler(game.view(leader)).count() == ways_to_part(13, 13, 13)


def test_what_cannot_be_gone_through_is_not_counted() -> None:
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), EvenFirst()), opening=EldestLeads())
    game = Game.new(rules).deal(seed=1)
    game = game.play(game.legal_plays()[0])
    game = game.play(game.legal_plays()[0])
    view = game.view(0)
    assert Sampler(view).count() is None
    assert Sampler(view).draw(Random(1)).hands[0] == view.hand
    with pytest.raises(
        HeartsError, match=r"no deal in which every play was legal was found in 0 tries"
    ):
        Sampler(view, tries=0).draw(Random(1))


def _kitty_for_hearts(seat: int = 0, *, exchanged: bool = True) -> Game:
    """A seat had nothing but hearts, and took the kitty."""
    hands = ["9H 3H 4H", "2C 5H 3C", "2S 3S 6H"]
    game = house(
        *hands[-seat:],
        *hands[:-seat],
        kitty="6D",
        kitty_rule=KittyTo(exchanged=exchanged),
        opening=HolderLeads("9H", any_card=True),
        play=(FollowSuit(), HeartsMustBeBroken()),
    )
    game = played(game, "9H 5H 6H")
    return game.lay_down("3H") if exchanged else game


def _kitty_for_two() -> Game:
    """Seat 1 had nothing but hearts, and took up 6D; seat 2 then took up 7D."""
    game = house(
        "2S 3S 6H",
        "9H 3H 4H",
        "2C 5H QD",
        kitty="6D 7D",
        kitty_rule=KittyTo(share=1, exchanged=True),
        opening=HolderLeads("9H", any_card=True),
        play=(FollowSuit(), HeartsMustBeBroken()),
    )
    game = played(game, "9H 5H 6H").lay_down("3H")
    return played(game, "6D QD 2S").lay_down("2C")


EXACT: dict[str, Callable[[], Game]] = {
    "any club": lambda: played(
        house("2C 4C", "3C 5C", "2S 3S", opening=LowestClubLeads(any_club=True)), "4C"
    ),
    "the lowest club, of two packs": lambda: house(
        "3C 4C", "2C 5C", "2C 3S", opening=LowestClubLeads(), packs=2
    ),
    "the lowest club, perhaps in the kitty": lambda: house(
        "5C 4C", "3C 6C", "2S 3S", kitty="2C", opening=LowestClubLeads()
    ),
    "a club led by another than the lowest": lambda: played(
        house("5C 6C", "4C 7C", "3C 8C", play=(FollowSuit(), LowestClubFirst())), "5C"
    ),
    "no club at all": lambda: house("2D 4D", "3D 5D", "2S 3S", opening=LowestClubLeads()),
    "the holder": lambda: house("2D 4D", "3D QS", "2S 3S", opening=HolderLeads("QS")),
    "the holder, any card": lambda: played(
        house("2D 4D", "3D QS", "2S 3S", opening=HolderLeads("QS", any_card=True)), "3D"
    ),
    "the holder, perhaps in the kitty": lambda: house(
        "2D 4D", "3D 5S", "2S 3S", kitty="QS", opening=HolderLeads("QS")
    ),
    "the holder of one of two": lambda: played(
        house("2D QS", "3D QS", "2S 3S", opening=HolderLeads("QS"), packs=2), "QS"
    ),
    "a spared queen": lambda: played(
        house("QS 4H", "3D 2H", "2S 3H", play=(FollowSuit(), HeartsMustBeBroken("QS", "QS"))),
        "QS",
    ),
    "a heart beside a spared queen": lambda: played(
        house("QS 4H", "3D 2H", "2S 3H", play=(FollowSuit(), HeartsMustBeBroken("QS", "QS"))),
        "4H",
    ),
    "a heart that shows nothing": lambda: played(
        house("2C 4D 5C", "3C 2H 3H", "2S 3S 4H", showing=ShowHandOfHearts()), "2C 3C 4H"
    ),
    "a hand of hearts": lambda: played(
        house(
            "2C 4D 5C",
            "3C 4C 3H",
            "2H 5H 4H",
            play=(FollowSuit(), NoDiscardOf("2H 3H 4H 5H")),
            showing=ShowHandOfHearts(),
        ),
        "2C 3C 4H",
    ),
    "no rule to follow suit": lambda: played(
        house("2C 4D 5C", "3C QS 3H", "2H 5H 4S", play=(NoDiscardOf("QS"),)), "2C QS 4S"
    ),
    "a spared queen, and then another rule": lambda: played(
        house(
            "2C 4C 2D",
            "AC QS 3D",
            "5H 6H 4S",
            play=(FollowSuit(), HeartsMustBeBroken("QS", "QS"), LeadSuitOfLastCard()),
        ),
        "2C AC 5H QS",
    ),
    "a two before the ace": lambda: played(
        house("3C 5D 7D", "2C AD 9D", "4C 4D 8D", showing=ShowOnTwo(ace=False)), "3C 2C 4C 4D 5D AD"
    ),
    "another rule before the lowest club": lambda: played(
        house("4C 2C 5D", "3C 4D 2D", "5C 6D 2S", opening=FourFirst()), "4C"
    ),
    "the queen, alone of her suit": lambda: played(
        house("2S 4C 5C", "QS 3C 6C", "KS 9S 7C", play=(FollowSuit(), QueenLast("QS"))), "2S QS"
    ),
    "a kitty taken by a hand of hearts": _kitty_for_hearts,
    "a kitty taken by the next seat": lambda: _kitty_for_hearts(1),
    "a kitty that was gone before the second trick": lambda: played(
        _kitty_for_hearts(1), "6D 2C 2S"
    ),
    "a kitty shared by two seats": _kitty_for_two,
    "a kitty shared by two seats, and a lead": lambda: _kitty_for_two().play("7D"),
    "a kitty taken with a penalty card": lambda: played(
        house(
            "2D 2H 5S",
            "2S AC 3H",
            "4D 3C 4C",
            kitty="6D",
            kitty_rule=KittyTo(Taker.OF_PENALTY, exchanged=True),
        ),
        "2D 2S 4D 3C 2H AC",
    ).lay_down("3H"),
    "the lowest club, unless the four of diamonds is there": lambda: played(
        house("4C 2C 4D", "3C 5C 2D", "6C 6D 2S", opening=UnlessTheFour()), "4C"
    ),
    "a hand that was not shown has no two": lambda: played(
        house("5C 4D 5D", "3C 4C 6D", "2C 2S 3S", showing=ShowWithTheTwo()), "5C 3C"
    ),
    "one of two cards, led by the lower": lambda: played(
        house("4C 5D 6D", "3C 2C 4D", "5C 6C 2D", opening=TwoOrThree()), "3C"
    ),
    "a leader by a new rule": lambda: played(
        house("2C 4D 5C", "3C 4C 3H", "2H 5H 4H", opening=NextButOneLeads()), "3H 2H"
    ),
    "a kitty captured by a hand of hearts": lambda: _kitty_for_hearts(exchanged=False),
    "the lowest card of a suit": lambda: played(
        house("2C 4D 5C", "4C 3C 6C", "7C 8C 3S", play=(FollowSuit(), LowestFirst())), "2C 3C 7C"
    ),
    "the second half of a rule": lambda: played(
        house("2C 4D 5C", "3D 3C 4C", "2S 3S 4S", play=(FollowOrCover(),)), "5C 3C 2S"
    ),
    "a kitty card that was played": lambda: _kitty_for_hearts().play("6D"),
    "two seats void in different suits": lambda: played(
        house("2D 3S 2H 3H", "3D 4C 4D 2C", "4S 5S 6S 3C", "AD 2S 5D 7S"),
        "2D 3D 4S AD 2S 3S 4C 5S",
    ),
    "a card for each of three seats": lambda: played(
        house("2D 3S 2H", "3D 4C 5D", "4S 5S 6S", "AD 2S 3C"), "2D 3D 4S AD 2S 3S 4C 5S"
    ),
    "cards that may not be passed": lambda: (
        house(
            "2C 3C 4C",
            "QS KS 2D",
            "AS 3D 4D",
            passing=Cycle(Toward(1, 2), kept=Cards("QS KS AS")),
        )
        .pass_cards(1, "QS 2D")
        .pass_cards(2, "3D 4D")
    ),
    "a claim": lambda: house("2C 3C", "2D 3D", "2S 3S", round_end=PlayedOut(claims=True)).claim(),
    "a kitty exchanged": lambda: played(
        house(
            "2C AC 5C",
            "3C QS 3H",
            "2H 5H 4S",
            kitty="6D 7D",
            kitty_rule=EXCHANGED,
        ),
        "AC 3C 2H",
    ).lay_down("5C 6D"),
    "a kitty in the hand": lambda: played(
        house(
            "2C 4C 5C",
            "AC QS 3H",
            "2H 5H 4S",
            kitty="6D",
            kitty_rule=EXCHANGED,
        ),
        "4C AC 2H",
    ),
}


def test_of_those_who_answer_a_claim_some_have_accepted() -> None:
    claimed = house("2C 3C", "2D 3D", "2S 3S", round_end=PlayedOut(claims=True)).claim()
    view = claimed.answer(1, accepts=True).view(2)
    assert as_game(view, Sampler(view).draw(Random(1))).to_act == (2,)


CLOSE = (
    "a kitty",
    "two seats",
    "cards that may",
    "the holder, perhaps",
    "the lowest club, perhaps",
)
"""Of these a spectator knows so little that there are too many ways to go through."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "seat"),
    [(case, seat) for case in EXACT for seat in (0, 1, 2)]
    + [(case, None) for case in EXACT if not case.startswith(CLOSE)],
)
def test_every_way_that_may_be_is_admitted_and_no_other(case: str, seat: int | None) -> None:
    game = EXACT[case]()
    view, rng = game.view(seat), Random(1)
    sampler, course = Sampler(view), Course.of(game)
    possible: list[Sampled] = []
    for way in ways(game, view, 5000) or ():
        fits = is_possible(game, course, view, way, rng)
        assert sampler.admits(way) == fits, way
        possible += [way] * fits
    assert truth(game) in possible
    assert as_game(view, sampler.draw(rng)).view(seat) == view
    if game.rules.deck.cards(game.players).bits < 1 << 52:
        assert sampler.count() == len(possible)
        spread_evenly(sampler, possible)


def test_a_rule_of_ones_own_is_not_asked_about_cards_that_came_later() -> None:
    game = house(
        "2C 5C AC",
        "3C 5D 7D",
        "2S 3S 4S",
        kitty="6C",
        kitty_rule=EXCHANGED,
        play=(FollowSuit(), EvenFirst()),
    )
    game = played(game, "2C 3C 2S").lay_down("5D")
    way = truth(game)
    assert way is not None
    assert all(Sampler(game.view(seat)).admits(way) for seat in (0, 2))


def test_a_charged_card_is_with_its_seat_while_others_charge() -> None:
    game = Game.new(attrs.evolve(variants.get("turbo"), passing=NO_PASSING)).deal(seed=1)
    holder = next(seat for seat in range(4) if "QS" in game.view(seat).hand)
    game = game.charge(holder, "QS")
    assert game.phase.name == "charge"
    sampler = Sampler(game.view((holder + 1) % 4))
    assert all("QS" in sampler.draw(Random(seed)).hands[holder] for seed in range(10))
    assert sampler.count() == ways_to_part(12, 13, 13)


def test_a_trick_that_nobody_wins_brings_no_kitty() -> None:
    game = house(
        "5D 3C",
        "5D 4C",
        "2S 6C",
        "2S 7C",
        kitty="8C",
        kitty_rule=EXCHANGED,
        packs=2,
        tricks=variants.get("cancellation").tricks,
    )
    game = played(game, "5D 5D 2S 2S")
    way = truth(game)
    assert way is not None
    assert all(Sampler(game.view(seat)).admits(way) for seat in range(4))
    assert not Sampler(game.view(0)).admits(attrs.evolve(way, hands=()))


def spread_evenly(sampler: Sampler, possible: list[Sampled]) -> None:
    """Chi-square of draws by a fixed seed."""
    rng, each = Random(7), 60
    found = Counter(attrs.evolve(sampler.draw(rng), kitty=()) for _ in range(each * len(possible)))
    expected = Counter(attrs.evolve(way, kitty=()) for way in possible)
    assert set(found) == set(expected)
    square = sum((found[way] - each * n) ** 2 / (each * n) for way, n in expected.items())
    freedom = len(expected) - 1
    assert square <= freedom + 4 * math.sqrt(2 * freedom)


def test_draws_repeat_with_the_same_chance() -> None:
    view = Game.new(variants.get("kitty_hearts")).deal(seed=3).view(1)
    sampler = Sampler(view)
    assert [sampler.draw(Random(seed)) for seed in range(5)] == [
        sample_hands(view, Random(seed)) for seed in range(5)
    ]


def test_cards_taken_in_unknown_tricks_are_with_the_tricks() -> None:
    hands = ["2C 3C", "2D 3D", "2S 3S", "2H 3H"]
    rest = list(Cards(PACK) - Cards(hands))
    game = Game.new(AMERICAN).set_up(hands, leader=1, taken=[rest[:11], rest[11:], "", ""])
    sampler = Sampler(game.view(1))
    assert sampler.count() == ways_to_part(2, 2, 2)
    actual = truth(game)
    assert actual is not None
    assert sampler.admits(actual)
    swapped = attrs.evolve(
        actual,
        hands=(Cards(rest[:2]), *actual.hands[1:]),
        captured=(from_each(rest[2:11]) + "2C 3C", *actual.captured[1:]),
    )
    assert not sampler.admits(swapped)
    sample = sampler.draw(Random(1))
    assert sample.captured == actual.captured
    assert as_game(game.view(1), sample).view(1) == game.view(1)


# Samples that are none


def test_a_sample_of_another_view_is_not_admitted() -> None:
    game = played(house("2C 2D 2S", "3D 4D 3S", "3C 4C 4S"), "2D 3D 4S")
    view, actual = game.view(0), truth(game)
    assert actual is not None
    own, one, two = actual.hands
    sampler = Sampler(view)
    assert sampler.admits(actual)
    for hands in (
        (own, two, one),  # 4D with a seat that is void
        (one, own, two),  # not the hand that the seat holds
        (own, Cards("4D 5H"), two),  # a card that is not in the pack
        (own, one + two, Cards()),  # other sizes
        (own, one),
    ):
        wrong = attrs.evolve(actual, hands=hands)
        assert not sampler.admits(wrong)
    assert not sampler.admits(attrs.evolve(actual, passes=(None,)))


def test_a_game_is_made_of_a_sample_of_that_view_alone() -> None:
    game = played(house("2C 2D 2S", "3D 4D 3S", "3C 4C 4S"), "2D 3D 4S")
    view, actual = game.view(0), truth(game)
    assert actual is not None
    assert as_game(view, actual).play("4D").to_act == (2,)
    own, one, two = actual.hands
    for hands in ((one, own, two), (own, one), (own, one + two, Cards())):
        with pytest.raises(HeartsError, match="this sample does not fit the view"):
            as_game(view, attrs.evolve(actual, hands=hands))
    laid = attrs.evolve(actual, passes=(Pass(0, ""), Pass(1, ""), Pass(2, "")))
    with pytest.raises(HeartsError, match="this sample does not fit the view"):
        as_game(view, laid)


# Views that cannot be


def test_as_many_deals_as_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = house("2C 3C 2S", "5D 7D 3S", "4D 9D 4S", play=(FollowSuit(), EvenFirst()))
    sampler = Sampler(played(game, "2C 5D").view(0), tries=0)
    total = ways_to_part(2, 3)
    monkeypatch.setattr("heartslib.sampling.sampler.MOST_LISTED", total)
    assert sampler.draw(Random(1)).hands[0] == Cards("3C 2S")
    monkeypatch.setattr("heartslib.sampling.sampler.MOST_LISTED", total - 1)
    with pytest.raises(HeartsError, match="was found in 0 tries"):
        sampler.draw(Random(1))


def trick(view: View, *tricks: tuple[int, str, int]) -> View:
    """The view, with other tricks in place of those that were played."""
    table = Table.ready(tricks[0][0], view.players)
    for leader, cards, taker in tricks:
        table = attrs.evolve(table, trick=attrs.evolve(table.trick, leader=leader))
        for card in cards.split():
            table = table.with_card(Card(card))
        table = table.with_trick_taken(taker)
    return attrs.evolve(view, table=table)


def test_nothing_is_concluded_where_nobody_knows_who_took_the_kitty() -> None:
    game = house("2C 2D 2S", "3D 4D 3S", "3C 4C 4S", kitty="2H", kitty_rule=EXCHANGED)
    game = Game.new(game.rules).set_up(
        ["2S", "4D", "4C"], leader=0, taken=["2C 3C 3S 2D 3D 4S", "", ""], captured=["2H", "", ""]
    )
    assert Sampler(game.view(1)).count() == ways_to_part(1, 1, 1)
    game = game.play("2S")
    assert Sampler(game.view(1)).count() == 2  # 2H or 4C, in the hand of seat 2


def test_a_rule_of_ones_own_may_allow_nothing() -> None:
    game = house("2C 3C 2S", "5D 7D 8S", "4D 6D 4S", play=(FollowSuit(), EvenFirst()))
    view = played(game, "2C 8S").view(0)
    two = Table.ready(0, 3).with_card(Card("2C"))
    sampler = Sampler(attrs.evolve(view, table=two.with_card(Card("5D"))), tries=5)
    assert sampler.count() == 0
    sentence = "no deal fits this view: in each of them some play would be illegal"
    with pytest.raises(HeartsError, match=sentence):
        sampler.draw(Random(1))


def test_a_split_that_leaves_no_room_for_the_rest_is_no_way() -> None:
    rng = Random(5)
    game = Game.new(variants.get("american")).deal(rng=rng)
    while len(game.history) < 49:
        game = next_state(game, at_random, rng)
    for seat, count in enumerate((12, 3, 2, 1)):
        sampler = Sampler(game.view(seat))
        hands = {sampler.draw(Random(number)).hands for number in range(90)}
        assert sampler.count() == len(hands) == count
        assert game.hands in hands


def test_the_cards_in_the_middle_are_drawn_until_they_are_dealt_back() -> None:
    game = Game.new(attrs.evolve(variants.get("american"), passing=Cycle(Mix()))).deal(seed=1)
    for seat in game.to_act:
        game = game.pass_cards(seat, game.hands[seat][:3])
    view = game.view(0)
    sampler = Sampler(view)
    assert sampler.count() == ways_to_part(10, 10, 10, 3, 3, 3)
    sample = sampler.draw(Random(1))
    assert (view.phase, len(sample.hands[0])) == ("deal", 10)
    drawn = as_game(view, sample)
    assert drawn.view(0) == view
    assert drawn.view(1).given != game.view(1).given


def test_a_sample_before_the_play_keeps_the_leader_that_the_last_round_decided() -> None:
    rng, leaders = Random(5), set[int]()
    for seed in range(6):
        game = Game.new(variants.get("gong_zhu")).deal(seed=seed)
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        game = game.score().deal(seed=seed)
        view = game.view(game.to_act[0])
        assert view.phase == "charge"
        assert view.settled.leader == game.match.settled.leader is not None
        sampled = as_game(view, sample_hands(view, rng))
        while sampled.phase.name == "charge":
            sampled = sampled.charge(sampled.to_act[0])
        assert sampled.to_act == (view.settled.leader,)
        leaders.add(sampled.to_act[0])
    assert len(leaders) > 1
