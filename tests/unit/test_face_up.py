"""What a table shows is asked of a game, and says what a spectator's view says."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, Table, Trick, variants
from heartslib.ask.scores import score_hand
from heartslib.cards import PACK, CardsLike
from heartslib.errors import HeartsError
from heartslib.events import MoonShot
from heartslib.phases.standing import FaceUp
from heartslib.rules import DrawnLeads, NoMoon
from tests.helpers.games import played
from tests.helpers.positions import AMERICAN, passed

ASKED = ("pattern", "table", "sheet", *(name for name in vars(FaceUp) if not name.startswith("_")))


@pytest.mark.parametrize("slug", variants.all())
def test_a_game_says_what_a_spectator_sees(slug: str) -> None:
    for game in played(slug):
        view = game.view(None)
        for name in ASKED:
            assert getattr(game, name) == getattr(view, name), name


@pytest.mark.parametrize("slug", ["american", "barbu", "dirty_nasty_filthy"])
def test_the_pass_is_still_known_when_the_game_is_over(slug: str) -> None:
    for game in played(slug):
        if not game.is_over:
            over = game.stop()
            assert over.pattern == over.view(0).pattern == game.pattern
            assert not over.view(0).given


def test_the_leader_is_who_leads_and_nobody_before_the_play_and_after_it() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    assert game.leader is None
    game = passed()
    assert (game.leader,) == game.to_act
    led = game.play(game.legal_plays()[0])
    assert (led.leader, led.winning) == (game.leader, game.leader)
    assert game.winning is None
    assert played("american")[-1].leader is None


def test_a_leader_who_is_drawn_is_known_before_the_pass() -> None:
    game = Game.new(attrs.evolve(AMERICAN, opening=DrawnLeads())).deal(seed=2)
    assert game.phase.name == "pass"
    assert game.leader == game.view(0).leader == game.deals[0].leader
    assert game.leader is not None


@pytest.mark.parametrize(
    ("slug", "players", "cards", "winning"),
    [
        ("american", 4, "", None),
        ("american", 4, "5C", 1),
        ("american", 4, "5C AD 9C", 3),
        ("cancellation", 6, "5C 5C", None),  # each cancels the other
        ("cancellation", 6, "5C 5C 2C", 3),
    ],
)
def test_who_is_winning_a_trick(slug: str, players: int, cards: str, winning: int | None) -> None:
    rules = variants.get(slug).at(players).under(None)
    trick = Trick(1, players, tuple(cards.split()))
    assert trick.winning(rules) == winning
    assert rules.winning(Table(trick)) == winning
    assert attrs.evolve(trick, taker=0).winning(rules) == 0


def test_rules_of_a_game_do_not_say_who_is_winning() -> None:
    with pytest.raises(HeartsError, match="rules must be those of a round"):
        Trick(0, 4, ("5C",)).winning(AMERICAN)  # type: ignore[arg-type]


HEARTS = Cards("QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH")


def test_a_sheet_says_who_shot_the_moon() -> None:
    taken: list[CardsLike] = [HEARTS, "", "", ""]
    shot = score_hand(AMERICAN, taken=taken, moon="add")
    assert shot.shooters == (0,)
    assert not score_hand(AMERICAN, counted=[13, 13, 0, 0]).shooters
    without = attrs.evolve(AMERICAN, moon=NoMoon())
    assert not score_hand(without, taken=taken).shooters
    partners = score_hand(
        variants.get("partnership"), taken=["QS", "", HEARTS - "QS", ""], moon="add"
    )
    assert partners.shooters == (0, 2)


def test_every_moon_has_an_event() -> None:
    """In Black Lady nobody chooses how it is paid."""
    rules = variants.get("black_lady")
    rest = [card for card in PACK if card not in HEARTS]
    game = Game.new(rules).set_up(
        hands=["2C", "3C", "4C", "5C"],
        leader=0,
        taken=[HEARTS, Cards(card for card in rest if str(card) not in "2C 3C 4C 5C"), "", ""],
    )
    before = game
    for card in ("2C", "3C", "4C", "5C"):
        game = game.play(card)
    events = game.events(None, since=before)
    assert [event for event in events if isinstance(event, MoonShot)] == [MoonShot((0,))]
    assert game.sheet
    assert game.sheet.shooters == (0,)
