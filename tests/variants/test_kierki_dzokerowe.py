"""Kierki dżokerowe, besides ``tests/scripts/kierki_dzokerowe.txt``."""

from __future__ import annotations

from random import Random

import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    Suit,
    View,
    record,
    variants,
)
from heartslib.bots import careful
from heartslib.cards import PACK
from heartslib.moves import Play
from heartslib.rules import BoosterNines, JokerWins
from heartslib.sampling import Sampler
from heartslib.simulate.players.duck import duck
from tests.helpers.strategies import at_random, next_state

RULES = variants.get("kierki_dzokerowe")
JOKER = Card("2C")


@pytest.mark.parametrize("players", [3, 4])
def test_jp_end_01_as_many_rounds_as_players(players: int) -> None:
    game, rng = Game.new(RULES, players), Random(players)
    takers = set[str]()
    while not game.is_over:
        game = next_state(game, at_random, rng)
        if game.phase.name == "score":
            trick = next(each for each in game.table.tricks if "2C" in each)
            plain = trick.cards[0] is not JOKER and trick.cards[0].suit is not Suit.HEARTS
            player = next(seat for seat, card in trick.plays if card is JOKER)
            assert trick.taker == player or not plain
            takers.add("plain" if plain else "hearts")
    assert len(game.match.sheets) == players
    assert game.winners == tuple(
        seat for seat in range(players) if game.scores[seat] == min(game.scores)
    )
    assert sum(game.scores) == players * 124
    assert record.loads(record.dumps(game)) == game
    assert takers


def test_what_a_play_says_about_the_joker() -> None:
    """A player who did not follow hearts has no joker; one who did not follow clubs may."""
    for lead, other, may in (("4H", "4D", False), ("4C", "4D", True), ("4C", "5C", True)):
        sampler = Sampler(seen(f"{lead} {other}"))
        hands = [sampler.draw(Random(seed)).hands[1] for seed in range(60)]
        assert any("2C" in hand for hand in hands) == may
        follows = any(not hand.isdisjoint("9C TC JC QC KC AC") for hand in hands)
        assert follows == ((lead, other) != ("4C", "4D"))


def test_a_lead_of_the_joker_shows_who_has_no_hearts_and_nothing_of_clubs() -> None:
    clubs = hearts = 0
    for seed in range(60):
        hand = Sampler(seen("2C 4C")).draw(Random(seed)).hands[1]
        clubs += not hand.isdisjoint("3C 5C 6C 7C 8C 9C TC JC QC KC AC")
        hearts += any(card.suit is Suit.HEARTS for card in hand)
    assert clubs > 50
    assert hearts == 0
    game = begun("2C 2D|4C 3H")
    assert str(game.play("2C").legal_plays()) == "3H"


def begun(hands: str) -> Game:
    """A round of four in which the first seats hold these cards; the last has the joker, if none of them."""
    given = [Cards(each) for each in hands.split("|")]
    given += [Cards()] * (4 - len(given))
    rest = [card for card in PACK if card not in sum(given, Cards())]
    rest.sort(key=lambda card: 2 if card is JOKER else card.suit is Suit.HEARTS)
    dealt = list[Cards]()
    for each in given:
        missing = 13 - len(each)
        dealt.append(each + Cards(rest[:missing]))
        del rest[:missing]
    return Game.new(RULES).deal(hands=dealt)


def seen(plays: str) -> View:
    """What seat 2 knows after seats 0 and 1 have played these cards."""
    game = begun("|".join(plays.split()))
    for card in plays.split():
        game = game.play(card)
    return game.view(2)


def test_the_bots_know_the_joker_s_suit() -> None:
    rule = BoosterNines(JokerWins("2C", always=True))
    assert [rule.suit_of(Card(each)) for each in ("2C", "3C", "2H")] == [
        Suit.HEARTS,
        Suit.CLUBS,
        Suit.HEARTS,
    ]
    assert rule.strength(JOKER, Suit.CLUBS) > rule.strength(Card("AC"), Suit.CLUBS)
    after = begun("JH 4D|2C AH").play("JH")
    for bot in (careful, duck):
        assert str(after.legal_plays()) == "2C AH"
        assert bot(after.view(1)) == Play(1, JOKER)  # below the jack
    led = begun("2C 4D|4C JH 3H")
    assert careful(led.play("2C").view(1)) == Play(1, Card("3H"))  # below the joker


def test_careful_knows_how_high_the_joker_is_when_it_leads() -> None:
    """Seat 0 has led eleven clubs; only the queen of hearts is out, and it is above the joker."""
    game = begun("2C AH 4C 5C 6C 7C 8C 9C TC JC QC KC AC|QH 2D")
    while len(game.view(0).hand) > 2 or game.table.trick:
        legal = game.legal_plays().without("2C AH QH")
        hearts = [card for card in legal if card.suit is Suit.HEARTS]
        game = game.play(hearts[0] if hearts else legal[-1])
    assert careful(game.view(0)) == Play(0, JOKER)
