"""The related games, besides ``tests/scripts/family.txt``: tests of their clauses, and worked examples."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, Card, CardsLike, Suit
from heartslib.rules import (
    KittyTo,
    Pay,
    Rules,
    ShootTheMoon,
    Taker,
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
    printed = " ".join(flat.at(4).sentences()["Shooting the moon"])
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
    assert said in HEARTSETTE.at(players).sentences()["The pack"]


# Hooligan, Queens, Royal, Ricketts


HOOLIGAN, AMERICAN = variants.get("hooligan"), variants.get("american")


def test_hooligan_04_everything_else_is_american() -> None:
    for chapter in ("players", "deck", "passing", "opening", "play", "ending", "dealer"):
        assert getattr(HOOLIGAN, chapter) == getattr(AMERICAN, chapter)


# Scoring from tricks


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
