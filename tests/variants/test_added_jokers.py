"""Jokers added to a pack: to deal it evenly, and for Joker Hearts as it was published."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    Rules,
    explain_play,
    record,
    rulefile,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, Rank, Suit
from heartslib.moves import Play
from heartslib.rules import (
    ADD,
    NO_PASSING,
    SUBTRACT,
    CardValues,
    Charges,
    Cycle,
    FollowSuitOrJoker,
    FullSet,
    HeartsMustBeBroken,
    HighestCard,
    HolderLeads,
    JokerPaid,
    JokersAnyTime,
    JokerWins,
    LowestClubLeads,
    MostTricks,
    NoneOf,
    Pack,
    ScoreMultiplier,
    ShootTheMoon,
    ShownCard,
    Sweepstake,
    Toward,
)
from heartslib.show.counts import what_counts
from heartslib.show.svg import hand_svg
from heartslib.show.telling import Voice
from heartslib.simulate.lowering.rules import lowered
from heartslib.testing import check_events
from tests.helpers.rings import share
from tests.helpers.rounds import taker
from tests.helpers.strategies import at_random, next_state
from tests.properties.test_sampling import hold_to_the_laws
from tools.differential import Played, replayed

JOKERS = Cards("*C *D *S *H")

CANCELLATION = attrs.evolve(
    variants.get("cancellation"),
    name="Cancellation with a joker",
    players=(5, 7),
    deck=Pack(2, added={5: "*C", 7: "*C"}),
    opening=LowestClubLeads(),
)
"""Jokers in the place of the kitty (wcipeg.com, "Cancellation Hearts")."""

ZEROS = attrs.evolve(
    variants.get("american"),
    name="Zero of clubs and zero of diamonds",
    players=(3, 6),
    deck=Pack(added={3: "*C *D", 6: "*C *D"}),
)
"""Jokers in the place of removals (Wikipedia, "Hearts")."""

FOSTER = attrs.evolve(
    variants.get("joker_hearts"),
    name="Joker Hearts with a joker",
    players=4,
    deck=Pack(removals={4: "2H"}, added={4: "*H"}),
    play=FollowSuitOrJoker("*H"),
    tricks=JokerWins("*H"),
    scoring=CardValues({HEARTS: -1, "*H": -5}),
    bonuses=(JokerPaid("*H"), Sweepstake()),
)
"""A joker in the place of the two of hearts, and no card that stands for it."""

CRAWFORD = attrs.evolve(
    variants.get("basic"),
    name="Crawford's jokers",
    players=(3, 4, 7),
    deck=Pack(added={3: "*C *D", 4: "*C *D *S *H", 7: "*C *D *S *H"}),
    opening=HolderLeads("2C"),
    play=(JokersAnyTime(JOKERS), HeartsMustBeBroken("", locked=JOKERS), HeartsMustBeBroken()),
)
"""Jokers that never win and count nothing, and may not be led while another card is left."""

TENS = attrs.evolve(ZEROS, tricks=HighestCard(order="ATKQJ98765432"))
LOWEST = "A joker, *, is the lowest card of its suit."
GAMES = [(CANCELLATION, 5, 21), (CANCELLATION, 7, 15), (ZEROS, 3, 18), (ZEROS, 6, 9)]


@pytest.mark.parametrize(("rules", "players", "each"), [*GAMES, (CRAWFORD, 4, 14)])
def test_the_pack_is_dealt_evenly_and_played_as_in_the_kernel(
    rules: Rules, players: int, each: int
) -> None:
    assert rules.deck.kitty_size(players) == 0
    for number in range(share(8)):
        game = replayed(
            Played(lowered(rules.at(players).in_force), 1, number, [number % 3] * players)
        )
        assert [len(hand) for hand in game.deals[0].hands] == [each] * players
        assert sum(game.view(None).table.piles, Cards()) == rules.deck.cards(players)
        assert record.loads(record.dumps(game)) == game
        lead = next(move for move in game.history if isinstance(move, Play)).card
        assert lead is Card("2C" if rules == CRAWFORD else "*C"), "the lowest club is the joker"
    assert rulefile.loads(rulefile.dump(rules)) == rules


def test_the_joker_wins_only_if_every_other_club_is_cancelled() -> None:
    game = Game.new(CANCELLATION, 5)
    pack = [card for card in CANCELLATION.deck.cards(5) if card.suit is not Card("2C").suit]
    first = Cards("*C"), Cards("2C"), Cards("2C"), Cards("9C"), Cards("9C")
    rest = iter([*pack, *(CANCELLATION.deck.cards(5).of(Card("2C").suit) - sum(first, Cards()))])
    hands = [Cards([*cards, *(next(rest) for _ in range(20))]) for cards in first]
    game = game.deal(hands=hands)
    for cards in first:
        game = game.play(cards[0])
    assert game.view(None).table.tricks[0].taker == 0


def test_a_joker_of_hearts_breaks_hearts() -> None:
    """As for the clauses: the suit has one more card."""
    game = Game.new(attrs.evolve(CRAWFORD, passing=NO_PASSING), 4).deal(seed=1)
    while Card("*H") not in game.view(None).table.all_played:
        assert game.view(0).hearts_broken is False
        legal = game.legal_plays()
        game = game.play((legal.only("*H") or legal.without(HEARTS) or legal)[0])
    assert game.view(0).hearts_broken is True


@pytest.mark.parametrize(
    "rules", [CANCELLATION, ZEROS, FOSTER, CRAWFORD], ids=lambda each: each.name
)
def test_what_is_hidden_stays_hidden(rules: Rules) -> None:
    """For views, samples and events; jokers among the hidden cards."""
    rng = Random(5)
    for _ in range(share(3)):
        game = Game.new(rules)
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
            if game.phase.name == "play" and not rng.randrange(12):
                hold_to_the_laws(game, rng.choice([0, None]), 1)
        check_events(game)


def test_a_joker_is_named_in_words() -> None:
    game = Game.new(CRAWFORD).deal(seed=1)
    reason = "*C is locked"
    assert Voice(spoken=True).phrased(game.view(0), reason) == "the joker of clubs is locked"
    assert Voice().phrased(game.view(0), reason) == "*♣ is locked"
    assert "<title>joker of clubs</title>" in hand_svg("*C 2C")


def test_crawfords_jokers_neither_win_nor_count() -> None:
    assert taker(CRAWFORD, "2C *C *H *D") == 0
    assert not JOKERS & CRAWFORD.at(4).in_force.penalty_cards
    refused = explain_play(CRAWFORD, "9S", hand="9S 7C *C", trick="2C")
    assert refused is not None
    assert refused.reason == "clubs were led and you hold some: follow suit"


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        (CANCELLATION, 5, f"Two packs of 52 cards, with *♣ added. {LOWEST} Deal 21 cards"),
        (ZEROS, 3, f"One pack of 52 cards, with *♣ and *♦ added. {LOWEST}"),
        (FOSTER, 4, "One pack of 52 cards, with *♥ added, without 2♥. Deal 13"),
        (CRAWFORD, 4, "Follow suit if you can, but instead you may play *♣, *♦, *♠ or *♥; if"),
        (CRAWFORD, 4, "*♣, *♦, *♠ and *♥ may not be led unless you hold nothing but"),
        (TENS, 3, "10, king, queen, jack, 9, 8, 7, 6, 5, 4, 3, 2 and joker."),
    ],
)
def test_a_rulebook_prints_the_jokers(rules: Rules, players: int, said: str) -> None:
    assert said in " ".join(rules.describe(players).split())


def test_a_card_below_a_short_pack_may_be_added() -> None:
    short = Pack(lowest=Rank.SEVEN, added={3: "6C"})
    assert len(short.cards(3)) == 33
    assert short.describe(3).startswith(
        "One pack of 32 cards, 7 to ace in each suit, with 6♣ added. Deal 11"
    )


WITH_JOKERS = attrs.evolve(
    variants.get("black_lady"), name="Jokers", players=4, deck=Pack(added={4: JOKERS})
)


def of_suit(suit: Suit, *, joker: bool) -> Cards:
    return Cards(PACK).of(suit) + Cards(f"*{suit.letter}" if joker else "")


NAMING: tuple[Callable[[Cards], dict[str, Any]], ...] = (
    lambda cards: {"scoring": CardValues({cards: 2})},
    lambda cards: {"scoring": CardValues({cards: -2, "QD": 13})},
    lambda cards: {"bonuses": NoneOf(cards, -4)},
    lambda cards: {"bonuses": FullSet(cards, {cards: -3})},
    lambda cards: {"bonuses": FullSet("QS", {cards: -3})},
    lambda cards: {"bonuses": ScoreMultiplier("TC", alone=5, others=cards)},
    lambda cards: {"scoring": MostTricks(cards)},
    lambda cards: {"moon": ShootTheMoon(ADD, also=cards)},
    lambda cards: {"passing": Cycle(Toward(1), kept=cards)},
    lambda cards: {"charging": Charges({"QC": cards})},
)
"""For each choice that names cards: a change of a rulebook that names these."""


@pytest.mark.parametrize("number", range(len(NAMING)))
@pytest.mark.parametrize("suit", Suit)
def test_print_says_whether_a_joker_counts_with_its_suit(number: int, suit: Suit) -> None:
    with_it, without = (
        attrs.evolve(WITH_JOKERS, **NAMING[number](of_suit(suit, joker=joker)))
        for joker in (True, False)
    )
    assert f"*{suit.symbol}" in "".join(without.diff(with_it).partition("(4 players)")[2])
    # the pack has a joker of each suit; without it, both mean the thirteen cards
    plain = [attrs.evolve(each, deck=Pack()) for each in (with_it, without)]
    assert plain[0].describe() == plain[1].describe()


@pytest.mark.parametrize("joker", [False, True])
def test_a_joker_scores_as_the_print_says(joker: bool) -> None:
    """By hand: thirteen hearts cost 1 each, a joker that counts costs 1 more, and the queen 5."""
    hearts = of_suit(Suit.HEARTS, joker=joker)
    rules = attrs.evolve(
        WITH_JOKERS, scoring=CardValues({hearts: 1, "QS": 5}), moon=ShootTheMoon(SUBTRACT, None)
    )
    each = "each heart" if joker else "each heart other than *♥"
    moon = "hearts" if joker else "hearts other than *♥"
    assert rules.at(4).sentences()["Scoring"] == [f"Score 5 for taking Q♠ and 1 for {each}."]
    assert f"(Q♠ and {moon}) shoots the moon" in rules.at(4).sentences()["Shooting the moon"][0]
    rest = rules.deck.cards(4) - HEARTS - "*H QS"
    assert score_hand(rules, taken=["*H QS", HEARTS, rest, ""]).totals == (5 + joker, 13, 0, 0)
    sheet = score_hand(rules, taken=["*H", HEARTS + "QS", rest, ""])
    assert sheet.totals == ((1, 18, 0, 0) if joker else (0, -18, 0, 0))
    said = what_counts(rules, 4)
    assert said == f"♥ 1 each{'' if joker else ', but not the joker'}, Q♠ 5"


def test_the_card_shown_leaves_jokers_out_of_its_suit_and_says_so() -> None:
    shown = attrs.evolve(
        variants.get("tetka"), deck=Pack(shows_last=True, added={4: JOKERS}), scoring=ShownCard()
    )
    assert "most cards of its suit, jokers left out, then" in " ".join(
        shown.at(4).sentences()["Scoring"]
    )
    assert "jokers left out" not in variants.get("tetka").describe()
