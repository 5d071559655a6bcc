"""Tetka, besides ``tests/scripts/tetka.txt``: worked examples, and what everyone knows of the card shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import (
    Cards,
    Game,
    HeartsError,
    RecordError,
    View,
    record,
    score_game,
    testing,
    variants,
)
from heartslib.cards import KINDS, PACK, Card, Rank, Suit
from heartslib.events import HandShown
from heartslib.moves import Deal
from heartslib.rules import (
    ADD,
    CHOICE,
    SUBTRACT,
    TURBO_CHARGES,
    CardValues,
    Needs,
    Pack,
    RoundRules,
    Rules,
    ShootTheMoon,
    ShownCard,
    Step,
    Taken,
    Term,
)
from heartslib.sampling import sample_hands
from heartslib.scorecard import read_csv
from heartslib.show.counts import what_counts
from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import lowered
from heartslib.table import Settled, Trick
from tests.helpers.rings import share
from tests.helpers.rounds import course, finished
from tests.helpers.written import read_back, written_down
from tools.differential import Played, replayed, searched

TETKA = variants.get("tetka")
SUITS = {suit: [card for card in PACK if card.suit is suit] for suit in Suit}
DIAMONDS = SUITS[Suit.DIAMONDS]


def shown(card: str, seed: int = 1, dealer: int = 3, rules: Rules = TETKA) -> Game:
    """A game in which the dealer showed this card."""
    rest = [each for each in PACK if str(each) != card]
    Random(seed).shuffle(rest)
    return Game.new(rules, dealer=dealer).deal(order=[*rest, card])


def by_hand(game: Game) -> list[int]:
    """The points of a finished round, from its tricks and the printed rules alone."""
    (first,) = game.deals[0].face_up
    points, tricks = [0, 0, 0, 0], game.table.tricks
    for number, trick in enumerate(tricks, 1):
        taker = trick.taker
        assert taker is not None
        names = [str(card) for card in trick.cards]
        points[taker] += sum(name[0] == "Q" for name in names)
        points[taker] += f"Q{first.suit.letter}" in names
        points[taker] += str(first) in names
        points[taker] += number == "A23456789TJQK".index(first.rank.letter) + 1
        points[taker] += number == 13

    def claim(seat: int) -> tuple[object, ...]:
        mine = [trick for trick in tricks if trick.taker == seat]
        suit = [card.rank for trick in mine for card in trick.cards if card.suit is first.suit]
        return len(mine), len(suit), max(suit, default=0), tricks.index(mine[-1]) if mine else -1

    points[max(range(4), key=claim)] += 1
    return points


@pytest.mark.parametrize("seed", range(30))
def test_te_score_01_nine_points_in_every_round(seed: int) -> None:
    """TE4, and every point counted by hand."""
    game = Game.new(TETKA, dealer=seed % 4).deal(seed=seed)
    assert {*game.deals[0].face_up} <= {*game.hands[seed % 4]}
    over = finished(game, seed=seed)
    assert over.sheet is not None
    assert sum(over.sheet.totals) == 9
    assert list(over.sheet.totals) == by_hand(over)


# ---------------------------------------------------------------- ties for the most tricks


def most(*tricks: tuple[int, str]) -> int:
    """The seat with the point for the most tricks, with diamonds shown.

    A trick is the seat that took it and those of its cards that matter.
    """
    played = tuple(Trick(seat, 4, tuple(Cards(cards)), seat) for seat, cards in tricks)
    piles = tuple(
        sum((Cards(each.cards) for each in played if each.taker == seat), Cards())
        for seat in range(4)
    )
    rules = given_card(TETKA, "5D")
    lines = rules.count(rules.finished(piles, tricks=played)).lines
    (line,) = [each for each in lines if each.step == "most-tricks"]
    assert (line.points, line.reason) == (1, "took the most tricks")
    return line.seat


SUIT = [(2, "2D 3D 4D"), (3, "5D 6D 7D"), (2, "8D 9D TD"), (3, "JD QD"), (2, "KD AD")]
ZERO, ONE = (0, ""), (1, "")


@pytest.mark.parametrize(
    ("tricks", "seat"),
    [
        ([(0, "2D 3D 4D"), ONE, (1, "2C")], 1),  # the most tricks
        ([(0, "2D 3D"), (1, "AD"), (2, "KD QD JD"), ZERO, ONE], 0),  # the most diamonds
        ([(0, "2D 3D"), (1, "4D 5D 6D"), (0, "AD"), (1, "7D")], 1),
        ([(0, "AD 2D"), (1, "KD QD"), (3, "")], 0),  # the highest diamond
        ([(0, "JD 2D"), (1, "TD 9D")], 0),
        ([(2, "TD 9D"), (3, "QD 2D"), (0, "JD 3D")], 3),
        ([*SUIT, ZERO, ONE, ZERO, ONE, ZERO, ONE, ZERO, ONE], 1),  # no diamond: the later trick
        ([*SUIT, ZERO, ONE, ZERO, ONE, ZERO, ONE, ONE, ZERO], 0),
        ([ONE, ZERO, ONE, ZERO, ONE, ZERO, ONE, ZERO, *SUIT], 0),
        ([ZERO, ZERO, ZERO, ONE, ONE, ONE, ZERO, *SUIT, ONE], 1),
    ],
)
def test_te_score_01_ties_for_the_most_tricks(tricks: list[tuple[int, str]], seat: int) -> None:
    assert most(*tricks) == seat


@pytest.mark.parametrize("seed", range(200))
def test_te_score_01_ties_by_hand(seed: int) -> None:
    """Few tricks with few diamonds, so that most rounds have a tie."""
    rng = Random(seed)
    takers = [rng.randrange(4) for _ in range(rng.choice((4, 6, 8)))]
    cards: list[list[str]] = [[] for _ in takers]
    for card in rng.sample(DIAMONDS, rng.randrange(6)):
        rng.choice(cards).append(str(card))

    def claim(seat: int) -> tuple[int, int, int, int]:
        mine = [number for number, taker in enumerate(takers) if taker == seat]
        ranks = [Card(card).rank for number in mine for card in cards[number]]
        return len(mine), len(ranks), max(ranks, default=0), max(mine, default=-1)

    tricks = [(taker, " ".join(those)) for taker, those in zip(takers, cards, strict=True)]
    assert most(*tricks) == max(range(4), key=claim)


# ---------------------------------------------------------------- who knows what


def test_a_round_later_another_card_is_shown() -> None:
    after = finished(shown("6H")).score()
    later = after.deal(order=[*(card for card in PACK if str(card) != "KS"), "KS"])
    assert later.view(2).shown[0] == Cards("KS")
    events = later.events(1, shown("6H"))
    assert HandShown(0, Cards("KS")) in events


# ---------------------------------------------------------------- deals and records


def test_a_deal_by_hand_tells_the_card() -> None:
    hands = shown("5D").hands
    game = Game.new(TETKA).deal(hands=hands, face_up="5D")
    assert game.match.shown_last == (Card("5D"),)
    assert game.deals == (Deal(hands, face_up="5D"),)


def test_a_record_needs_the_card() -> None:
    over = finished(shown("QS"))
    value = written_down(over)
    with pytest.raises(RecordError, match="depends on the card that was face up: give it as"):
        read_back({**value, "face_up": ""})
    held = next(card for card in over.deals[0].hands[0] if card.suit is Suit.HEARTS)
    with pytest.raises(HeartsError, match=f"give a card of that hand as face_up, not {held}"):
        read_back(value | {"face_up": [str(held)]})


def test_a_record_without_the_card_is_refused() -> None:
    value = {**written_down(finished(shown("QS"))), "face_up": ""}
    with pytest.raises(RecordError, match="depends on the card that was face up"):
        read_back(value)


# ---------------------------------------------------------------- positions and scores


def laid_out(game: Game) -> dict[str, object]:
    tricks = [trick.cards for trick in game.table.tricks]
    first = (*game.table.tricks, game.table.trick)[0]
    return {"tricks": tricks, "trick": game.table.trick.cards, "leader": first.leader}


def test_positions_need_the_card() -> None:
    game = [*course(shown("6H"))][13]
    such = "the score depends on the card that was face up: give it as face_up$"
    with pytest.raises(HeartsError, match=such):
        Game.new(TETKA).set_up(game.hands, **laid_out(game))  # type: ignore[arg-type]
    with pytest.raises(HeartsError, match=such):
        View.set_up(TETKA, seat=1, hand=game.hands[1], **laid_out(game))  # type: ignore[arg-type]


def test_the_dealer_must_have_held_the_card() -> None:
    game = [*course(shown("6H"))][13]
    for card in (game.hands[0][0], game.hands[1][0], game.table.tricks[0].cards[0]):
        wrong = rf"seat 3 dealt and showed {card} without holding it \[shown\]"
        with pytest.raises(HeartsError, match=wrong):
            Game.new(TETKA).set_up(game.hands, face_up=card, **laid_out(game))  # type: ignore[arg-type]
        waived = Game.new(TETKA).set_up(
            game.hands,
            face_up=card,
            waive=["shown"],
            **laid_out(game),  # type: ignore[arg-type]
        )
        assert not any(waived.view(0).shown)
    mine = game.hands[1][0]
    with pytest.raises(HeartsError, match=f"seat 3 dealt and showed {mine} without holding it"):
        View.set_up(
            TETKA,
            seat=1,
            hand=game.hands[1],
            face_up=mine,
            **laid_out(game),  # type: ignore[arg-type]
        )


def test_a_card_taken_before_the_tricks_is_shown_no_more() -> None:
    game = [*course(shown("6H"))][16]
    piles = game.piles
    for card in (Card("6H"), piles[0][0] if piles[0] else piles[1][0]):
        again = Game.new(TETKA).set_up(
            game.hands,
            taken=piles,
            leader=game.to_act[0],
            face_up=card,
        )
        assert again.view(0).shown[3] == (Cards(card) & game.hands[3])


@attrs.frozen
class CardShownCosts(Step):
    """Whoever takes the card that the dealer has shown scores its rank."""

    name: str = "card-shown-costs"

    def with_face_up(self, face_up: tuple[Card, ...]) -> tuple[Step, ...]:
        return tuple(CardValues({card: card.rank}) for card in face_up) or (self,)

    def terms(self, taken: Taken) -> Iterator[Term]:
        for yes, card in taken.face_up:
            for term in CardValues({card: card.rank}).terms(taken):
                yield term._replace(points=yes * term.points)

    def describe(self, players: int) -> str:
        return "Score its rank for taking the card that the dealer has shown."


def test_points_on_a_score_card_are_those_of_the_card_shown() -> None:
    rules = attrs.evolve(TETKA, name="Its rank", scoring=(CardShownCosts(),))

    def points(*points: int, **others: object) -> tuple[int, ...]:
        entry: dict[str, object] = {"points": points, **others}
        return score_game(rules, rounds=[entry]).scores

    assert points(0, 5, 0, 0, face_up="5D") == points(0, 5, 0, 0) == (0, 5, 0, 0)
    wrong = r"round 1: no round of Its rank gives the points"
    with pytest.raises(
        HeartsError, match=rf"{wrong} \(0, 6, 0, 0\): they add up to 6, .* to 5; give"
    ):
        points(0, 6, 0, 0, face_up="5D")
    with pytest.raises(HeartsError, match=rf"{wrong} \(0, 15, 0, 0\)"):
        points(0, 15, 0, 0)
    assert points(0, 15, 0, 0, face_up="5D", insist=True) == (0, 15, 0, 0)


def test_points_on_a_score_card_of_tetka() -> None:
    names, rounds = read_csv("A,B,C,D,face_up\n9,0,0,0,5D\n3,2,2,2,\n")
    assert score_game(TETKA, rounds=rounds, names=names).scores == (12, 2, 2, 2)
    with pytest.raises(HeartsError, match="no way to take the cards scores that"):
        score_game(TETKA, rounds=[{"points": (0, 0, 0, 0)}])


# ---------------------------------------------------------------- rules


def test_a_card_that_is_shown_can_be_charged() -> None:
    charges = attrs.evolve(TETKA, name="Charges", charging=TURBO_CHARGES)
    game = shown("QS", rules=charges)
    assert game.phase.name == "charge"
    for seat in game.to_act:
        game = game.charge(seat, "QS" if seat == 3 else "")
    assert game.phase.name == "play"
    assert game.view(0).shown[3] == game.table.charged[3] == Cards("QS")
    assert game.in_force.points(Card("QS"), Cards("QS")) == 2 * game.in_force.points(Card("QS"))
    sample = sample_hands(game.view(0), Random(1))
    assert Card("QS") in sample.hands[3]
    again = Game.new(charges).set_up(game.hands, leader=0, face_up="QS", charged=["", "", "", "QS"])
    assert again.table == game.table
    for later in course(game):
        held = later.hands[3] if later.phase.name == "play" else Cards()
        assert later.view(0).shown[3] == held.only("QS")


def test_the_last_card_of_the_hands_is_shown_and_not_one_of_the_kitty() -> None:
    aside = attrs.evolve(TETKA, name="Four aside", deck=Pack(kitty=4, shows_last=True))
    assert Game.new(aside).deal(order=[*PACK]).view(0).shown[3] == Cards("AH")
    last = attrs.evolve(aside, deck=Pack(kitty=4, kitty_last=True, shows_last=True))
    assert Game.new(last).deal(order=[*PACK]).view(0).shown[3] == Cards(PACK[47])


def test_two_packs_have_two_of_the_card() -> None:
    two = attrs.evolve(TETKA, name="Two packs", deck=Pack(packs=2, shows_last=True))
    game = Game.new(two).deal(seed=4)
    over = finished(game)
    assert over.sheet is not None
    (card,) = game.deals[0].face_up
    points = 4 * 2 + 1 + 2 + 2 + 1 + 1
    assert sum(over.sheet.totals) == points
    tricks = game.table
    assert sum(tricks.shown, Cards()) == Cards(card)
    mine = next(each for each in game.hands[0])
    view = View.set_up(two, seat=0, hand=game.hands[0], leader=0, face_up=mine)
    held = game.hands[0].count(mine)
    assert view.shown[3] == (Cards(mine) if held < 2 else Cards())


def given_card(rules: Rules, card: str) -> RoundRules:
    """The rules of a round in which the dealer has shown this card."""
    return rules.at(rules.usual_players).in_force.with_face_up((Card(card),))


def test_other_cards_and_points() -> None:
    steps = (*TETKA.scoring[:-1], ShownCard(Rank.JACK, 2))
    rules = attrs.evolve(TETKA, name="Jacks", scoring=steps)
    assert given_card(rules, "4S").points(Card("JS")) == 2
    assert given_card(rules, "JS").points(Card("JS")) == 4
    assert "2 more for the jack of its suit" in " ".join(rules.describe().split())
    assert record.loads_rules(record.dumps_rules(rules)) == rules


def test_the_step_says_the_same_before_the_card_is_known() -> None:
    """What the kernel runs: every card may be the one, and each term asks whether it is."""
    over = finished(shown("7S"))
    general = TETKA.at(4).in_force
    round_ = general.finished(
        over.piles, tricks=over.table.tricks, settled=Settled(face_up=(Card("7S"),))
    )
    assert over.sheet is not None
    assert general.count(round_).totals == over.sheet.totals
    assert sum(general.count(attrs.evolve(round_, settled=Settled())).totals) == 5
    assert general.scoring[-1].needs == Needs(
        Cards(KINDS), tricks=True, order=True, number=True, face_up=True, signs=frozenset({1})
    )


@settings(max_examples=share(5))
@given(testing.deals(st.just(TETKA)))
def test_random_deals_show_the_last_card(deal: Deal) -> None:
    (card,) = deal.face_up
    assert card in deal.hands[3]
    assert Game.new(TETKA).apply(deal).match.shown_last == (card,)


QUEEN_SHOOTS = attrs.evolve(
    TETKA,
    name="Tetka for the queen of spades",
    scoring=(CardValues({"QS": 5}), ShownCard()),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "moon",
    [
        ShootTheMoon((ADD,), 26),
        ShootTheMoon((SUBTRACT,), None),
        ShootTheMoon(CHOICE, None, also=Cards("JD")),
        ShootTheMoon((ADD,), 9, sun=20),
    ],
)
def test_a_moon_wants_the_printed_cards_whatever_card_is_shown(moon: ShootTheMoon) -> None:
    """Print, `Game` and kernel mean the same cards by "every penalty card", and by their total."""
    rules = attrs.evolve(QUEEN_SHOOTS, moon=moon)
    also = " and J♦" * bool(moon.also)
    (sentence, *_) = rules.at(4).sentences()["Shooting the moon"]
    assert f"takes every penalty card (Q♠){also} shoots the moon" in sentence
    table, wanted = lowered(rules.at(4).in_force), Cards("QS") + moon.also
    for number in range(30):
        played = Played(table, 5, number, [0] * 4)
        replayed(played)
        takers = [seat for seat, pile in enumerate(played.state(kernel.PILES)) if wanted <= pile]
        assert [played.moon] == (takers or [-1])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_search_pays_a_moon_what_the_printed_cards_cost(seed: int) -> None:
    """Not what they cost in this round, in which the card shown makes some of them cost more."""
    moon = ShootTheMoon((SUBTRACT,), None)
    searched(Game.new(attrs.evolve(QUEEN_SHOOTS, moon=moon)).deal(seed=seed), Random(seed))


def test_what_counts_in_short() -> None:
    assert what_counts(variants.get("tetka"), 4) == (
        "Q♣ Q♦ Q♠ Q♥ 1 each. Score 1 for the last trick. Score 1 each for the card shown, the queen of its suit, the trick of its number and the most tricks."
    )
