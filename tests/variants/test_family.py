"""The related games, besides ``tests/scripts/family.txt``: tests of their clauses, and worked examples."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    RulesError,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, Card, CardsLike, Suit
from heartslib.rules import (
    DealMovesLeft,
    FullSet,
    HolderLeads,
    KittyTo,
    NoneOf,
    Pack,
    Pay,
    Rules,
    ShootTheMoon,
    Taker,
    TakerDeals,
    Target,
    TrickValues,
)
from tests.helpers.rounds import (
    every_hand,
)
from tests.helpers.written import read_back, written_down

GONG_ZHU = variants.get("gong_zhu")
TAIWAN = variants.get("gong_zhu_taiwan")
JAB_MOO = variants.get("jab_moo")
ALL = HEARTS | "QS JD TC"


def scored(rules: Rules, *taken: CardsLike, charged: str = "") -> tuple[int, ...]:
    """The totals of four piles; those that are not given are empty."""
    piles = [Cards(pile) for pile in taken]
    piles += [Cards()] * (4 - len(piles))
    return score_hand(rules, taken=piles, charged=charged, partial=True).totals


# Gong Zhu


def worth(pile: CardsLike, *, rules: Rules = GONG_ZHU, charged: str = "") -> int:
    """The points of a player who took these cards."""
    return scored(rules, pile, charged=charged)[0]


def test_gz_open_02_the_taker_of_the_pig_leads_any_card() -> None:
    free = attrs.evolve(TAIWAN, name="Free", opening=GONG_ZHU.opening)
    ended = played_out(begun(free, seed=4))
    taker = next(seat for seat, pile in enumerate(ended.table.piles) if "QS" in pile)
    game = ended.score().deal(seed=5)
    assert game.to_act == (taker,)
    assert "2S" not in game.view(taker).hand
    assert game.legal_plays() == game.view(taker).hand
    ended = played_out(game)
    assert written_down(ended)["leader"] == taker
    assert read_back(written_down(ended), free).sheet == ended.sheet


def begun(rules: Rules, players: int | None = None, *, seed: int = 1) -> Game:
    """A round before its first lead, after low cards were passed and none was exposed."""
    game = Game.new(rules, players).deal(seed=seed)
    for seat in game.to_act if game.phase.name == "pass" else ():
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    for seat in game.to_act if game.phase.name == "charge" else ():
        game = game.charge(seat, "")
    return game


def played_out(game: Game) -> Game:
    """The round played to its end with the lowest legal cards."""
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    return game


@pytest.mark.parametrize("card", ALL - "TC")
def test_gz_score_01_every_scoring_card_keeps_the_transformer_company(card: Card) -> None:
    """GZ10: even a heart that costs nothing does."""
    assert worth(Cards("TC") + card) == 2 * worth(card)


@pytest.mark.parametrize(
    ("bonuses", "hearts_and_pig", "all_sixteen"),
    [
        pytest.param(GONG_ZHU.bonuses, 300, 800, id="GZ8, with the hearts"),
        pytest.param(TAIWAN.bonuses, 100, 400, id="GZ5, never"),
        pytest.param(
            (TAIWAN.bonuses[0], FullSet(ALL, {"QS": 200}), TAIWAN.bonuses[1]),
            100,
            800,
            id="GZ9 third, with all sixteen",
        ),
    ],
)
def test_gz_score_04_what_else_turns(bonuses: Any, hearts_and_pig: int, all_sixteen: int) -> None:
    rules = attrs.evolve(TAIWAN, name="Turns", bonuses=bonuses)
    if bonuses == GONG_ZHU.bonuses:
        rules = GONG_ZHU
    assert worth(HEARTS | "QS", rules=rules) == hearts_and_pig
    assert worth(ALL, rules=rules) == all_sixteen
    assert scored(rules, HEARTS, "QS JD")[:2] == (200, 0), "for a seat that has both"


@pytest.mark.parametrize(
    ("charged", "pile", "points"),
    [
        pytest.param("TC", "TC", 200, id="GZ14 alone"),
        pytest.param("TC", "JD TC", 800, id="GZ14 with the sheep"),
        pytest.param("QS", "QS", -400, id="pig"),
        pytest.param("JD", "JD", 400, id="sheep"),
        pytest.param("AH", "AH 5H", -240, id="hearts"),
    ],
)
def test_gz_score_05_exposed_cards_may_count_four_times(
    charged: str, pile: str, points: int
) -> None:
    fourfold = attrs.evolve(GONG_ZHU.charging, times=4)  # type: ignore[misc] # its class has it
    rules = attrs.evolve(GONG_ZHU, name="Fourfold", charging=fourfold)
    assert worth(pile, rules=rules, charged=charged) == points


def slam(rules: Rules) -> Rules:
    """The rules with a flat 1000 and the game for all sixteen scoring cards."""
    return attrs.evolve(
        rules,
        name="Slam",
        scoring=(*rules.scoring, *rules.bonuses),
        moon=ShootTheMoon(Pay(shooter=1), 1000, also=ALL, wins_game=True),
        bonuses=(),
    )


@pytest.mark.parametrize("rules", [GONG_ZHU, TAIWAN, JAB_MOO])
def test_gz_score_opt_04_all_sixteen_are_a_flat_1000(rules: Rules) -> None:
    """The other two sums are those of GZ5, in the test of the fourth clause, and of GZ15."""
    flat = slam(rules)
    printed = " ".join(flat.sentences(4)["Shooting the moon"])
    more = "10♣, J♦, 2♥, 3♥ and 4♥" if rules == GONG_ZHU else "10♣ and J♦"
    assert f"as well as {more} shoots the moon" in printed
    assert printed.endswith("the shooter wins the game at once and the shooter scores 1000.")
    assert worth(ALL, rules=flat) == 1000
    assert worth(ALL, rules=flat, charged="AH TC" if rules.charging.cards else "") == 1000
    for card in ALL:
        piles = (ALL - card, Cards(card))
        assert scored(flat, *piles) == scored(rules, *piles), "fifteen count as always"


@pytest.mark.parametrize("rules", [GONG_ZHU, TAIWAN, JAB_MOO])
def test_gz_score_opt_04_and_the_opponents_lose_at_once(rules: Rules) -> None:
    last = {GONG_ZHU: "2S", TAIWAN: "2C", JAB_MOO: "2C"}[rules]
    suits = sorted(Suit, key=lambda suit: suit is not Card(last).suit)
    hands = [Cards(card for card in PACK if card.suit is suit) for suit in suits]
    won = begun_with(slam(rules), hands)
    assert won.is_over
    assert (won.scores[0], won.winners) == (-800 + 1000, (0,)), "with 700 less than seat 1"
    assert not begun_with(rules, hands).is_over


def begun_with(rules: Rules, hands: list[Cards]) -> Game:
    """A round from other scores, with these hands and no card exposed, played and scored."""
    game = Game.new(rules, 4, scores=(-800, 900, 0, 0)).deal(hands=hands)
    for seat in game.to_act if game.phase.name == "charge" else ():
        game = game.charge(seat, "")
    return played_out(game).score()


def test_gz_end_01_minus_1000_may_have_to_be_passed() -> None:
    sides = ((0,), (1,), (2,), (3,))
    assert not Target(-1000, passed=True).is_over(((-1000, 0, 0, 0),), sides)


# Gong Zhu in Taiwan, and Jab Moo


# Heartsette


HEARTSETTE = variants.get("heartsette")


@pytest.mark.parametrize("players", HEARTSETTE.players)
def test_he_pack_01_the_kitty_is_what_is_left(players: int) -> None:
    """A real pack, dealt card by card: each seat gets every nth card, and the last ones are aside."""
    order = [*HEARTSETTE.deck.cards(players)][::-1]
    game = Game.new(HEARTSETTE, players).deal(order=order)
    size = HEARTSETTE.deck.kitty_size(players)
    dealt = order[:-size]
    assert [*every_hand(game)] == [Cards(dealt[seat::players]) for seat in range(players)]
    assert HEARTSETTE.deck.cards(players) - sum(every_hand(game), Cards()) == Cards(order[-size:])
    said = f"Set the last {size} cards aside face down as the kitty."
    assert said in HEARTSETTE.sentences(players)["The pack"]


def test_he_pack_01_foster_s_pack_for_three_cannot_be_dealt() -> None:
    """HE3: 49 cards do not divide by 3."""
    with pytest.raises(RulesError, match="49 cards cannot be dealt evenly to 3 players"):
        attrs.evolve(HEARTSETTE, players=3, deck=Pack(kitty=3))


def test_he_widow_01_the_first_trick_takes_the_kitty() -> None:
    """HE2: the taker has its hearts; nobody else sees it; the tricks alone show it at the end."""
    game = Game.new(HEARTSETTE, 4).deal(seed=2)
    first = game
    while not game.table.tricks:
        game = game.play(game.legal_plays()[0])
    winner = game.table.tricks[0].taker
    assert winner is not None
    assert len(game.view(winner).captured) == 3
    assert all(not game.view(seat).captured for seat in range(4) if seat != winner)
    done = played_out(game)
    tricks = [trick.cards for trick in done.table.tricks]
    assert score_hand(HEARTSETTE, tricks=tricks, leader=first.to_act[0]) == done.sheet


# Polignac and Slobberhannes


SLOBBERHANNES = variants.get("slobberhannes")
ALL_TO_0 = [
    "AH 7H 8H 9H",
    "KH TH JH QH",
    "AS 7S 8S 9S",
    "KS TS JS QS",
    "AD 7D 8D 9D",
    "KD TD JD QD",
    "AC 7C 8C 9C",
    "KC TC JC QC",
]


# Hooligan, Queens, Royal, Ricketts


HOOLIGAN, AMERICAN = variants.get("hooligan"), variants.get("american")


def test_hooligan_04_everything_else_is_american() -> None:
    for chapter in ("players", "deck", "passing", "opening", "play", "ending", "dealer"):
        assert getattr(HOOLIGAN, chapter) == getattr(AMERICAN, chapter)


# Scoring from tricks, and steps made wrongly


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "give taken, what each seat took, or tricks"),
        (
            {"taken": ["", "", "", ""], "leader": 0},
            "leader is the seat that led .* give tricks too",
        ),
        ({"tricks": [4, 3, 1, 0], "leader": 0}, "for numbers give trick_counts"),
        ({"tricks": ALL_TO_0, "leader": 4}, "leader, the seat that led first, must be from 0 to 3"),
        ({"tricks": ALL_TO_0}, "must be from 0 to 3, not None"),
        ({"tricks": [*ALL_TO_0, ALL_TO_0[0]], "leader": 0}, "there are more tricks than 8 cards"),
        (
            {"tricks": ALL_TO_0, "leader": 0, "trick_counts": [7, 1, 0, 0]},
            r"trick_counts \(7, 1, 0, 0\) are not those of the tricks",
        ),
        (
            {"tricks": ALL_TO_0, "leader": 0, "taken": ["", "AH", "", ""]},
            "taken and tricks differ: by the tricks, the seats took",
        ),
    ],
)
def test_tricks_that_cannot_be_scored_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        score_hand(SLOBBERHANNES, **given)


def test_piles_and_tricks_may_both_be_given() -> None:
    piles = [" ".join(ALL_TO_0), "", "", ""]
    both = score_hand(SLOBBERHANNES, taken=piles, tricks=ALL_TO_0, leader=0)
    assert both == score_hand(SLOBBERHANNES, tricks=ALL_TO_0, leader=0)


@pytest.mark.parametrize("to", [*Taker])
def test_the_tricks_show_who_took_a_whole_kitty(to: Taker) -> None:
    rules = attrs.evolve(HEARTSETTE, name="Kitty", kitty=KittyTo(to))
    game = Game.new(rules, 4).deal(seed=6)
    leader = game.to_act[0]
    done = played_out(game)
    sheet = score_hand(rules, tricks=done.table.tricks, leader=leader)
    assert sheet == done.sheet


@pytest.mark.parametrize("kitty", [KittyTo(exchanged=True), KittyTo(share=1)])
def test_the_tricks_do_not_show_who_took_some_of_a_kitty(kitty: KittyTo) -> None:
    rules = attrs.evolve(variants.get("heartsette"), name="Kitty", kitty=kitty)
    game = Game.new(rules, 4).deal(seed=6)
    tricks = [" ".join(map(str, cards)) for cards in zip(*_hands(game), strict=True)]
    with pytest.raises(HeartsError, match="do not show who took which cards of the kitty"):
        score_hand(rules, tricks=tricks, leader=0, partial=True)


def _hands(game: Game) -> list[Cards]:
    return [game.view(seat).hand for seat in range(4)]


def test_a_trick_that_nobody_wins_takes_no_kitty() -> None:
    """The kitty goes with the first trick that somebody wins."""
    cancellation = variants.get("cancellation")
    nobody, rng = False, Random(1)
    while not nobody:
        game = Game.new(cancellation, 6).deal(rng=rng)
        leader = game.to_act[0]
        while game.phase.name == "play":
            game = game.play(rng.choice([*game.legal_plays()]))
        tricks = game.table.tricks
        nobody = tricks[0].taker is None
        assert score_hand(cancellation, tricks=tricks, leader=leader, players=6) == game.sheet


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: FullSet("", {"QS": 1}), "FullSet: cards must name at least one card"),
        (lambda: NoneOf("", 5), "NoneOf: cards must name at least one card"),
        (lambda: TrickValues({0: 1}), "1 for the first and -1 for the last, not 0: 1"),
        (lambda: TrickValues({1: "2"}), "not 1: '2'"),  # type: ignore[arg-type]
    ],
)
def test_a_step_made_wrongly_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        make()


@pytest.mark.parametrize(
    "changes",
    [
        {"dealer": TakerDeals("2S")},
        {"opening": HolderLeads("7S", any_card=True, then_taker_of="2S")},
    ],
)
def test_a_taker_must_have_a_card_of_the_pack(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="cards that are not in the pack: 2S"):
        attrs.evolve(variants.get("hartenjagen"), **changes)


def test_a_deal_may_stay_for_several_rounds() -> None:
    dealer, piles = DealMovesLeft(2), (Cards(),) * 4
    assert [dealer.next_dealer(3, rounds, piles, (1,) * 4) for rounds in (1, 2, 3, 4)] == [
        3,
        0,
        3,
        0,
    ]
    running = DealMovesLeft(3)
    assert [running.next_dealer(1, rounds, piles, (1,) * 4) for rounds in (1, 2, 3, 4)] == [
        1,
        1,
        2,
        1,
    ]
    assert dealer.describe(4) == (
        "Anyone may deal first. Each player deals 2 rounds in a row; then the deal moves to the left."
    )
    assert TakerDeals("QS").next_dealer(3, 1, piles, (1,) * 4) == 0, "nobody took it"
